// Does an HLO program mean what a Core program means, at the distributed types of its signature?
// (Theorem 2's corollary for a lowering; Theorems 4 and 5 end to end when the Core program is the
// unpartitioned original.)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "interp/field.h"
#include "interp/native.h"
#include "proofs/locate.h"
#include "proofs/native_check.h"
#include "proofs/theorem2.h"

namespace partir {

/// How two programs are compared.
struct CompareOptions {
  int64_t runs = 2;         ///< exact runs in Field
  int64_t native_runs = 2;  ///< runs in the programs' own element types, within the derived bound
  uint64_t seed = 1;        ///< of the first run; argument i of a run is drawn from it and i
  bool field = true;
  bool native = true;
  bool shrink = true;       ///< look for simple inputs that still refute
};
using LoweringCheckOptions = CompareOptions;

/// A Core program with its runs kept, to check many HLO programs against it.
class Reference {
 public:
  /// Throws Rejected if `program` is ill typed.
  explicit Reference(core::Program program, CompareOptions options = {})
      : core_(std::move(program)), options_(options) {
    partir::check(core_);
  }

  /// Whether `hlo`, given arguments that represent the Core arguments at the parameters' D, returns
  /// families that represent the Core results at the results' D: exactly in Field, within the derived
  /// bound in Native. Tested, Refuted (with the first divergent op) or Undecided. Throws
  /// Rejected if `hlo` is ill typed, BadInput if the signatures do not correspond.
  Verdict check(const hlo::Program& hlo) {
    partir::check(hlo);
    corresponds(hlo);
    std::string detail;
    Verdict v{Verdict::Kind::Tested, "", 0, std::nullopt};
    bool exact = false;
    std::optional<std::pair<uint64_t, size_t>> differs;  // seed and result, in Field
    if (options_.field && options_.runs > 0) {
      try {
        for (int64_t r = 0; r < options_.runs && !differs; ++r, ++v.runs)
          if (auto i = field_run(hlo, seed(r))) differs = {seed(r), *i};
        exact = !differs;
        detail = "exact in Field on " + std::to_string(options_.runs) + " runs";
      } catch (const Unsupported& e) {
        detail = std::string("not run in Field (") + e.what() + ")";
      }
    }
    std::optional<std::pair<int64_t, BoundViolation>> beyond;  // run and where, in Native
    NativeSummary summary;
    if (options_.native) {
      for (int64_t r = 0; r < options_.native_runs && !beyond; ++r, ++v.runs)
        if (auto bad = native_run(hlo, r, summary)) beyond = {r, *bad};
      if (!beyond) detail += (detail.empty() ? "" : "; ") + to_string(summary);
    }
    if (differs) return refuted(hlo, differs->first, differs->second, beyond.has_value(), summary);
    if (beyond) return refuted(hlo, beyond->first, beyond->second, detail);
    v.detail = detail;
    if (v.runs == 0) return {Verdict::Kind::Undecided, "no run was made; " + detail, 0, {}};
    if (!exact && (summary.unbounded > 0 || summary.resolution > 0.5)) {
      v.kind = Verdict::Kind::Undecided;
      v.detail = "nothing exact was run, and the bound is too loose to tell; " + detail;
    }
    return v;
  }

  const core::Program& program() const { return core_; }

 private:
  uint64_t seed(int64_t run_index) const {
    return options_.seed + static_cast<uint64_t>(run_index);
  }

  /// The signatures have equally many parameters and results of the same global types.
  void corresponds(const hlo::Program& hlo) const {
    const core::Function& f = core_.main;
    const hlo::Function& g = hlo.main;
    auto same = [&](const char* what, size_t i, const TensorType& a, const TensorType& b) {
      if (!(a == b))
        throw BadInput(std::string(what) + " " + std::to_string(i) + " is " + to_string(a) +
                           " in the Core program and " + to_string(b) + " in the HLO program",
                       g.location);
    };
    auto count = [&](const char* what, size_t a, size_t b) {
      if (a != b)
        throw BadInput("the Core program has " + std::to_string(a) + " " + what +
                           ", the HLO program " + std::to_string(b),
                       g.location);
    };
    count("parameters", f.params.size(), g.params.size());
    count("results", f.result_types.size(), g.result_dists.size());
    for (size_t i = 0; i < f.params.size(); ++i)
      same("parameter", i, f.type(f.params[i]), g.param_dists[i].global);
    for (size_t i = 0; i < f.result_types.size(); ++i)
      same("result", i, f.result_types[i], g.result_dists[i].global);
    bool loops = false;
    core::walk(f.body, [&](const core::Stmt& s, int) {
      loops = loops || std::holds_alternative<core::LoopExpr>(s.expr);
    });
    if (loops && !(core_.mesh == hlo.mesh))
      throw BadInput("the Core program is over the mesh " + to_string(core_.mesh) +
                         ", the HLO program over " + to_string(hlo.mesh),
                     g.location);
  }

  /// The first result that does not represent its Core value.
  template <class D>
  static std::optional<std::pair<size_t, Mismatch>> first_wrong(
      const hlo::Program& hlo, const std::vector<Family<D>>& found,
      const std::vector<Tensor<D>>& expected) {
    for (size_t i = 0; i < found.size(); ++i)
      if (auto m = represents(hlo.mesh, hlo.main.result_dists[i], found[i], expected[i]))
        return std::pair{i, *m};
    return std::nullopt;
  }

  /// One exact run; the first result that differs.
  std::optional<size_t> field_run(const hlo::Program& hlo, uint64_t seed) {
    auto it = field_.find(seed);
    if (it == field_.end()) {
      std::vector<Tensor<Field>> args = random_arguments<Field>(core_, seed);
      std::vector<Tensor<Field>> results = run<Field>(core_, args);
      it = field_.emplace(seed, std::pair{std::move(args), std::move(results)}).first;
    }
    const auto wrong = first_wrong<Field>(hlo, run<Field>(hlo, distribute_arguments(hlo, it->second.first)),
                                          it->second.second);
    if (!wrong) return std::nullopt;
    return wrong->first;
  }

  /// Arguments of the `r`-th run in Native: random magnitudes, scaled down so that contractions keep
  /// them near 1, first without signs (no cancellation: bounds are a small part of the values), then
  /// with signs (both sides of branches).
  std::vector<Tensor<Native>> native_arguments(int64_t r) const {
    std::vector<Tensor<Native>> args = random_arguments<Native>(core_, seed(r));
    for (Tensor<Native>& t : args)
      if (is_float(t.element())) t = scaled(t, r % 2 == 0);
    return args;
  }
  std::string native_text(int64_t r) const {
    return std::string(r % 2 == 0 ? "|random (seed " : "random (seed ") + std::to_string(seed(r)) +
           (r % 2 == 0 ? ")|" : ")") + " · 2^-k, 2^k its smallest extent rounded down";
  }
  static Tensor<Native> scaled(const Tensor<Native>& t, bool absolute) {
    double factor = 1;
    if (t.rank() >= 2)
      for (int64_t n = *std::min_element(t.shape().begin(), t.shape().end()); n > 1; n /= 2)
        factor /= 2;
    return with_scalar<Native>(t.element(), [&]<class T>() {
      std::vector<T> v = t.values<T>();
      for (T& x : v) {
        const double d = Native::to_double<T>(x) * factor;
        x = Native::convert<T, double>(absolute ? std::fabs(d) : d);
      }
      return Tensor<Native>::make<T>(t.type(), v);
    });
  }

  const BoundedRun& reference(int64_t r, int64_t parts, bool branches_as_reference) {
    const auto key = std::tuple{r, parts, branches_as_reference};
    auto it = bounded_.find(key);
    if (it == bounded_.end())
      it = bounded_.emplace(key, bounded_run(core_, native_arguments(r), BoundOptions{parts},
                                             branches_as_reference)).first;
    return it->second;
  }

  /// One run in the programs' element types; the first element beyond its bound. The smaller bounds
  /// of evaluations that take the reference's branches first: they suffice unless a branch flipped.
  std::optional<BoundViolation> native_run(const hlo::Program& hlo, int64_t r,
                                           NativeSummary& summary) {
    const std::vector<Family<Native>> found =
        run<Native>(hlo, distribute_arguments(hlo, native_arguments(r)));
    std::optional<BoundViolation> bad;
    for (bool as_reference : {true, false}) {
      const BoundedRun& y = reference(r, hlo.mesh.devices(), as_reference);
      NativeSummary now;
      now.ambiguous = y.branches.ambiguous;
      now.either_branch = !as_reference;
      bad.reset();
      for (size_t i = 0; i < found.size() && !bad; ++i) {
        bad = check_within_bound(hlo.mesh, hlo.main.result_dists[i], found[i], y.results[i], now);
        if (bad) bad->result = i;
      }
      if (!bad || !as_reference || y.branches.ambiguous == 0) {
        summary.add(now);
        break;
      }
    }
    return bad;
  }

  /// Whether the program means something only in Field's pseudo-random functions.
  bool has_elementary_functions() const {
    bool found = false;
    core::walk(core_.main.body, [&](const core::Stmt& s, int) {
      const auto* o = std::get_if<OpExpr>(&s.expr);
      if (!o) return;
      Types types;
      for (ValueId x : o->operands) types.push_back(core_.main.type(x));
      for (const Node& n : o->op.comprehension(types).body)
        if (const auto* a = std::get_if<ApplyNode>(&n.expr))
          switch (a->fn) {
            case ScalarFn::Add: case ScalarFn::Subtract: case ScalarFn::Multiply:
            case ScalarFn::Negate: case ScalarFn::Divide: case ScalarFn::Select: break;
            default: found = found || is_float(n.element);
          }
    });
    return found;
  }

  /// Differs in Field: exact, unless only laws that Field's exp, log, .. lack are missing.
  Verdict refuted(const hlo::Program& hlo, uint64_t seed, size_t result, bool native_too,
                  const NativeSummary& summary) {
    Locator<Field> locator(core_, hlo, field_.at(seed).first, result);
    const Divergence& d = locator.divergence();
    if (options_.native && !native_too && summary.unbounded == 0 && !d.core &&
        has_elementary_functions())
      return {Verdict::Kind::Undecided,
              "differs in Field, where exp, log, .. satisfy no laws, but not in native beyond the "
              "derived bound: " + d.explanation,
              options_.runs, std::nullopt};
    if (options_.shrink) locator.shrink();
    return {Verdict::Kind::Refuted,
            "result " + std::to_string(result) + " differs in Field" +
                (native_too ? " and in native" : ""),
            1, locator.counterexample("random (seed " + std::to_string(seed) + ")")};
  }

  /// Differs in Native by more than the bound.
  Verdict refuted(const hlo::Program& hlo, int64_t r, const BoundViolation& bad,
                  const std::string& detail) {
    char by[96];
    std::snprintf(by, sizeof by, " differs in native by %.3g, more than the derived bound %.3g",
                  bad.error, bad.bound);
    const std::string what = "result " + std::to_string(bad.result) + by;
    Locator<Native> locator(core_, hlo, native_arguments(r), bad.result);
    if (options_.shrink) locator.shrink();
    Counterexample c = locator.counterexample(native_text(r));
    if (c.device.empty()) {  // below what locating resolves: the violation itself
      c.op = "result " + std::to_string(bad.result);
      c.location = to_string(hlo.main.location);
      c.device = to_string(hlo.mesh, bad.device);
      c.index = to_string(bad.index);
      c.expected = bad.expected;
      c.found = bad.found;
      c.explanation = what;
    }
    return {Verdict::Kind::Refuted, what + (detail.empty() ? "" : "; " + detail), 1, std::move(c)};
  }

  core::Program core_;
  CompareOptions options_;
  std::map<uint64_t, std::pair<std::vector<Tensor<Field>>, std::vector<Tensor<Field>>>> field_;
  std::map<std::tuple<int64_t, int64_t, bool>, BoundedRun> bounded_;  ///< by run, parts, branches
};

/// Whether `hlo` means what `core` means, at the D of its signature; see Reference::check.
inline Verdict compare(const core::Program& core, const hlo::Program& hlo,
                       const CompareOptions& options = {}) {
  return Reference(core, options).check(hlo);
}

/// The corollary of Theorem 2: `hlo` as a lowering of `core`, whose loops it replaces.
inline Verdict check_lowering(const core::Program& core, const hlo::Program& hlo,
                              const CompareOptions& options = {}) {
  return compare(core, hlo, options);
}

/// Theorems 4 and 5 end to end: `hlo` against the unpartitioned `original`.
inline Verdict check_against_original(const core::Program& original, const hlo::Program& hlo,
                                      const CompareOptions& options = {}) {
  return compare(original, hlo, options);
}

/// Theorem 2 in Field and in Native, as the options ask; the first refutation, if any.
inline Verdict theorem2(const core::Program& program, const CompareOptions& options) {
  Verdict v{Verdict::Kind::Undecided, "no domain was asked for", 0, std::nullopt};
  if (options.field) v = theorem2<Field>(program, {options.runs, options.seed});
  if (!options.native || v.kind == Verdict::Kind::Refuted) return v;
  Verdict n = theorem2<Native>(program, {options.native_runs, options.seed});
  if (n.kind == Verdict::Kind::Refuted || !options.field) return n;
  v.detail += "; " + n.detail;
  v.runs += n.runs;
  return v;
}

}  // namespace partir
