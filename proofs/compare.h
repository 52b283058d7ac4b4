// Does an HLO program mean what a Core program means, at the distributed types of its signature?
// (Theorem 2's corollary for a lowering; Theorems 4 and 5 end to end when the Core program is the
// unpartitioned original.)
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interp/field.h"
#include "interp/native.h"
#include "proofs/diagnose.h"
#include "proofs/error_bound.h"
#include "proofs/simple_inputs.h"
#include "proofs/theorem2.h"

namespace partir {

/// How two programs are compared.
struct CompareOptions {
  int64_t runs = 2;         ///< exact runs in Field
  int64_t native_runs = 1;  ///< runs in the programs' own element types, within the derived bound
  uint64_t seed = 1;        ///< of the first run; argument i of a run is drawn from it and i
  bool field = true;
  bool native = true;
  bool shrink = true;       ///< look for simple inputs that still refute
};
using LoweringCheckOptions = CompareOptions;

/// What a comparison in Native saw.
struct NativeSummary {
  double worst = 0;           ///< largest error as a part of what the bound allows
  int64_t ambiguous = 0;      ///< branches that rounding could decide either way
  int64_t unbounded = 0;      ///< elements that the analysis cannot bound
  int64_t elements = 0;
};

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
    std::optional<std::pair<uint64_t, size_t>> differs;  // seed and result in Field
    if (options_.field && options_.runs > 0) {
      try {
        for (int64_t r = 0; r < options_.runs && !differs; ++r, ++v.runs)
          if (auto i = field_run(hlo, seed(r))) differs = {seed(r), *i};
        detail = "exact in Field on " + std::to_string(options_.runs) + " runs";
      } catch (const Unsupported& e) {
        detail = std::string("not run in Field (") + e.what() + ")";
      }
    }
    std::optional<Counterexample> native_difference;
    NativeSummary summary;
    if (options_.native) {
      for (int64_t r = 0; r < options_.native_runs && !native_difference; ++r) {
        native_difference = native_run(hlo, seed(r), summary);
        if (!differs) ++v.runs;
      }
      detail += (detail.empty() ? "" : "; ") + text(summary);
    }
    if (differs) return refuted(hlo, differs->first, differs->second, native_difference, summary);
    if (native_difference) {
      v.kind = Verdict::Kind::Refuted;
      v.detail = "differs in its element types by more than rounding allows; " + detail;
      v.counterexample = native_difference;
      return v;
    }
    v.detail = detail;
    if (v.runs == 0) return {Verdict::Kind::Undecided, "no run was made; " + detail, 0, {}};
    const bool exact = options_.field && options_.runs > 0 && detail.starts_with("exact");
    if (!exact && summary.unbounded > 0) {
      v.kind = Verdict::Kind::Undecided;
      v.detail = "nothing exact was run and some elements have no bound; " + detail;
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

  template <class D>
  static std::vector<Family<D>> families(const hlo::Program& hlo,
                                         const std::vector<Tensor<D>>& args) {
    std::vector<Family<D>> out;
    for (size_t i = 0; i < args.size(); ++i)
      out.push_back(distribute(hlo.mesh, hlo.main.param_dists[i], args[i]));
    return out;
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
    const auto wrong = first_wrong<Field>(hlo, run<Field>(hlo, families(hlo, it->second.first)),
                                          it->second.second);
    if (!wrong) return std::nullopt;
    return wrong->first;
  }

  /// One run in the programs' element types; the first element beyond its bound.
  std::optional<Counterexample> native_run(const hlo::Program& hlo, uint64_t seed,
                                           NativeSummary& summary) {
    const auto key = std::pair{seed, hlo.mesh.devices()};
    auto it = native_.find(key);
    if (it == native_.end()) {
      std::vector<Tensor<Native>> args = random_arguments<Native>(core_, seed);
      BoundedRun reference = bounded_run(core_, args, BoundOptions{hlo.mesh.devices()});
      it = native_.emplace(key, std::pair{std::move(args), std::move(reference)}).first;
    }
    const BoundedRun& reference = it->second.second;
    summary.ambiguous += reference.branches.ambiguous;
    const std::vector<Family<Native>> found = run<Native>(hlo, families(hlo, it->second.first));
    std::optional<Counterexample> bad;
    for (size_t i = 0; i < found.size(); ++i)
      native_result(hlo, seed, i, found[i], reference.results[i], summary, bad);
    return bad;
  }
  void native_result(const hlo::Program& hlo, uint64_t seed, size_t i, const Family<Native>& V,
                     const BoundedTensor& y, NativeSummary& summary,
                     std::optional<Counterexample>& bad) const {
    const DistType& D = hlo.main.result_dists[i];
    const Family<Native> whole = P_Reduce(D.monoid, D.partial, V);
    DistType bounds = D;
    bounds.global.element = ElementType::F64;
    bounds.partial.clear();
    DistType values = D;
    values.partial.clear();
    Device device(hlo.mesh.rank(), 0);
    const AxisList axes = axes_union(hlo.mesh, whole.depends_on(), flatten(D.dims));
    for_each_coordinate(hlo.mesh, axes, device, [&](const Device& δ) {
      const Tensor<Native> expected = chunk_of(hlo.mesh, values, y.value, δ);
      const Tensor<Native> found = whole.at(δ);
      const std::vector<double> e = as_doubles(expected).values<double>(),
                                f = as_doubles(found).values<double>(),
                                b = chunk_of(hlo.mesh, bounds, y.bound, δ).values<double>();
      for (size_t k = 0; k < e.size(); ++k) {
        ++summary.elements;
        if (std::isinf(b[k])) {
          ++summary.unbounded;
          continue;
        }
        if (e[k] == f[k] || (std::isnan(e[k]) && std::isnan(f[k]))) continue;
        const double error = std::fabs(e[k] - f[k]);
        if (b[k] > 0 && error <= b[k]) {
          summary.worst = std::max(summary.worst, error / b[k]);
          continue;
        }
        if (bad) continue;
        const auto strides = row_major_strides(expected.shape());
        std::vector<int64_t> index;
        int64_t rest = static_cast<int64_t>(k);
        for (int64_t s : strides) {
          index.push_back(rest / s);
          rest %= s;
        }
        bad = Counterexample{to_string(hlo.mesh),
                             "result " + std::to_string(i),
                             to_string(hlo.main.location),
                             to_string(hlo.mesh, δ),
                             to_string(index),
                             expected.element_text(index),
                             found.element_text(index),
                             "the difference " + std::to_string(error) +
                                 " exceeds the derived bound " + std::to_string(b[k]),
                             {"random arguments of seed " + std::to_string(seed) + " in native"}};
      }
    });
  }

  static std::string text(const NativeSummary& s) {
    char worst[32];
    std::snprintf(worst, sizeof worst, "%.2g", s.worst);
    std::string t = "native within the derived bound: largest error " + std::string(worst) +
                    " of it, " + std::to_string(s.ambiguous) + " ambiguous branches";
    if (s.unbounded > 0)
      t += ", " + std::to_string(s.unbounded) + " of " + std::to_string(s.elements) +
           " elements without a bound";
    return t;
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

  /// Runs both with every value kept, finds the first divergent op, shrinks the inputs.
  Verdict refuted(const hlo::Program& hlo, uint64_t seed, size_t result,
                  const std::optional<Counterexample>& native_difference,
                  const NativeSummary& summary) {
    std::vector<Tensor<Field>> args = field_.at(seed).first;
    CoreTable<Field> core_values(core_);
    HloTable<Field> hlo_values(hlo);
    run<Field>(core_, args, &core_values);
    run<Field>(hlo, families(hlo, args), &hlo_values);
    Relation<Field> relation(core_, core_values, hlo, hlo_values);
    const Divergence d = Diagnosis<Field>(core_, hlo, relation)(result);

    if (options_.native && !native_difference && summary.unbounded == 0 && !d.core &&
        has_elementary_functions()) {
      return {Verdict::Kind::Undecided,
              "differs in Field, where exp, log, .. satisfy no laws, but not in native beyond the "
              "derived bound: " + d.explanation,
              options_.runs, std::nullopt};
    }

    Counterexample c;
    c.mesh = to_string(hlo.mesh);
    const hlo::Stmt* stmt = d.stmt ? &hlo.main.body.stmts[*d.stmt] : nullptr;
    c.op = stmt ? phrase(hlo.main, *stmt) : "parameter " + value_name(hlo.main, d.value);
    c.location = to_string(stmt ? stmt->location : hlo.main.location);
    c.explanation = d.explanation;
    std::vector<InputKind> kinds(args.size(), InputKind::Random);
    std::optional<Mismatch> where = mismatch(hlo, args, d);
    if (options_.shrink) shrink(hlo, d, args, kinds, where);
    if (where) {
      c.device = to_string(hlo.mesh, where->device);
      c.index = to_string(where->index);
      c.expected = where->expected;
      c.found = where->found;
    }
    for (size_t i = 0; i < args.size(); ++i)
      c.inputs.push_back(value_name(core_.main, core_.main.params[i]) + " = " +
                         partir::text(kinds[i], seed) + " : " + to_string(args[i].type()));
    return {Verdict::Kind::Refuted,
            "result " + std::to_string(result) + " differs in Field" +
                (native_difference ? " and in native" : ""),
            1, std::move(c)};
  }

  /// At `args`: the difference at the divergent value, if a result differs too.
  std::optional<Mismatch> mismatch(const hlo::Program& hlo, const std::vector<Tensor<Field>>& args,
                                   const Divergence& d) const {
    CoreTable<Field> core_values(core_);
    HloTable<Field> hlo_values(hlo);
    const auto expected = run<Field>(core_, args, &core_values);
    const auto found = run<Field>(hlo, families(hlo, args), &hlo_values);
    const auto wrong = first_wrong<Field>(hlo, found, expected);
    if (!wrong) return std::nullopt;
    if (!d.core) return wrong->second;
    Relation<Field> relation(core_, core_values, hlo, hlo_values);
    const auto difference = relation.difference(d.value, *d.core, d.dist);
    if (!difference) return std::nullopt;
    return difference->where;
  }

  /// Replaces arguments one by one by the simplest that still refutes, while that is quick.
  void shrink(const hlo::Program& hlo, const Divergence& d, std::vector<Tensor<Field>>& args,
              std::vector<InputKind>& kinds, std::optional<Mismatch>& where) const {
    const auto start = std::chrono::steady_clock::now();
    for (size_t i = 0; i < args.size(); ++i)
      for (InputKind kind : simple_inputs) {
        if (std::chrono::steady_clock::now() - start > std::chrono::seconds(5)) return;
        std::vector<Tensor<Field>> simpler = args;
        simpler[i] = Tensor<Field>::from_literal(simple_input(args[i].type(), kind));
        auto still = mismatch(hlo, simpler, d);
        if (!still) continue;
        args = std::move(simpler);
        kinds[i] = kind;
        where = std::move(still);
        break;
      }
  }

  core::Program core_;
  CompareOptions options_;
  std::map<uint64_t, std::pair<std::vector<Tensor<Field>>, std::vector<Tensor<Field>>>> field_;
  std::map<std::pair<uint64_t, int64_t>, std::pair<std::vector<Tensor<Native>>, BoundedRun>> native_;
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
