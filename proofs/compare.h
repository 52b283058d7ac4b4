// Does an HLO program, or an SPMD program from anywhere, mean what a Core program means, at the
// distributed types of its signature?
// (Theorem 2's corollary for a lowering; Theorems 4 and 5 end to end when the Core program is the
// unpartitioned original.)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "interp/field.h"
#include "interp/native.h"
#include "proofs/inputs.h"
#include "proofs/locate.h"
#include "proofs/native_check.h"
#include "proofs/theorem2.h"
#include "proofs/varied.h"
#include "proofs/widen.h"
#include "semantics/dist_typing.h"
#include "semantics/instances.h"
#if PARTIR_PROOFS_BODIES
#include "interp/exact.h"
#include "proofs/hlo_subject.h"
#endif

namespace partir {

/// How two programs are compared.
struct CompareOptions {
  int64_t runs = 0;         ///< exact runs in Field; 0: until every kind of draw of `Inputs` was made
  int64_t native_runs = 0;  ///< runs in the programs' own element types; 0: as `Inputs` needs, and one
  uint64_t seed = 1;        ///< of the first run; argument i of a run is drawn from it and i
  bool field = true;
  bool native = true;
  bool shrink = true;       ///< look for simple inputs that still refute
  bool float_kinds = false; ///< in Native too floats are of every kind of draw, not uniform alone
  bool varied = true;       ///< a value that was the same in every run may leave it undecided
};

/// A Core program with its runs kept, to check many HLO programs against it.
class Reference {
 public:
  /// Throws Rejected if `program` is ill typed.
  explicit Reference(core::Program program, CompareOptions options = {});

  /// Whether `hlo`, given arguments that represent the Core arguments at the parameters' D, returns
  /// families that represent the Core results at the results' D: exactly in Field, within the derived
  /// bound in Native. Tested, Refuted (with the first divergent op) or Undecided. Where the D-rules do not
  /// derive the results' D the detail says so; as they are sound but not complete, that alone decides
  /// nothing, but together with a value that never varied it is Undecided.
  /// Throws Rejected if `hlo` is ill typed, BadInput if the signatures do not correspond.
  Verdict check(const hlo::Program& hlo);
  /// The same of any well-typed program on a mesh.
  Verdict check(const Subject& subject);

  const core::Program& program() const { return core_; }
  /// How many of the exact runs of a check draw every float uniformly from the field.
  int64_t uniform_runs() const {
    int64_t n = 0;
    for (int64_t r = 0; r < options_.runs; ++r)
      n += inputs_.kind(seed(r)).kind == Draw::Kind::Uniform ||
           inputs_.kind(seed(r)).kind == Draw::Kind::Whole;
    return n;
  }

 private:
  static std::string join(const std::vector<std::string>& details) {
    std::string all;
    for (const std::string& d : details) all += (all.empty() ? "" : "; ") + d;
    return all;
  }
  uint64_t seed(int64_t run_index) const {
    return options_.seed + static_cast<uint64_t>(run_index);
  }
  /// Notes the elements that a run has told something of: in Field those that are not NaN there (NaN is
  /// what Field has for everything that it cannot say), in Native those with a finite bound.
  void note_seen(const std::vector<Tensor<Field>>& results) {
    for (size_t i = 0; i < results.size(); ++i)
      with_scalar<Field>(results[i].element(), [&]<class T>() {
        const Tensor<Field> t = results[i].contiguous();
        const T* x = t.template data<T>();
        for (size_t k = 0; k < seen_[i].exactly.size(); ++k) {
          bool known = true;
          if constexpr (std::is_same_v<T, FieldElement>) known = !x[k].is_nan();
          if constexpr (is_complex_scalar<T>) known = !x[k].re.is_nan() && !x[k].im.is_nan();
          seen_[i].exactly[k] = seen_[i].exactly[k] || known;
        }
      });
  }
  void note_seen(const std::vector<BoundedTensor>& results) {
    for (size_t i = 0; i < results.size(); ++i) {
      const std::vector<double> v = as_doubles(results[i].value).template values<double>(),
                                e = results[i].bound.template values<double>();
      double values = 0, bounds = 0;
      for (size_t k = 0; k < v.size(); ++k) {
        if (!std::isfinite(v[k]) || !std::isfinite(e[k])) continue;  // an overflow hides all
        seen_[i].bounded[k] = true;
        values += std::fabs(v[k]);
        bounds += e[k];
      }
      const double looseness = bounds == 0 ? 0 : values == 0 ? 1 : bounds / values;
      seen_[i].looseness = std::min(seen_[i].looseness, looseness);
    }
  }
  /// Why the runs so far do not say enough of some result; empty if they do.
  std::string not_enough() const {
    for (size_t i = 0; i < seen_.size(); ++i) {
      int64_t unseen = 0, inexact = 0;
      for (size_t k = 0; k < seen_[i].exactly.size(); ++k) {
        inexact += !seen_[i].exactly[k];
        unseen += !seen_[i].exactly[k] && !seen_[i].bounded[k];
      }
      const std::string result = " of result " + std::to_string(i);
      if (unseen > 0)
        return counted(unseen, "element") + " of " + std::to_string(seen_[i].exactly.size()) + result +
               " are NaN or without a bound in every run, which says nothing of them";
      if (inexact > 0 && seen_[i].looseness > 0.5)
        return counted(inexact, "element") + result +
               " had no exact run, and the bound is too loose to tell";
    }
    return "";
  }

  /// The signatures have equally many parameters and results of the same global types.
  void corresponds(const Subject& subject) const {
    const core::Function& f = core_.main;
    const std::string other = " in the " + subject.noun();
    auto same = [&](const char* what, size_t i, const TensorType& a, const TensorType& b) {
      if (!(a == b))
        throw BadInput(std::string(what) + " " + std::to_string(i) + " is " + to_string(a) +
                           " in the Core program and " + to_string(b) + other,
                       subject.location());
    };
    auto count = [&](const char* what, size_t a, size_t b) {
      if (a != b)
        throw BadInput("the Core program has " + std::to_string(a) + " " + what + ", the " +
                           subject.noun() + " " + std::to_string(b),
                       subject.location());
    };
    count("parameters", f.params.size(), subject.params().size());
    count("results", f.result_types.size(), subject.results().size());
    for (size_t i = 0; i < f.params.size(); ++i)
      same("parameter", i, f.type(f.params[i]), subject.params()[i].global);
    for (size_t i = 0; i < f.result_types.size(); ++i)
      same("result", i, f.result_types[i], subject.results()[i].global);
    bool loops = false;
    core::walk(f.body, [&](const core::Stmt& s, int) {
      loops = loops || std::holds_alternative<core::LoopExpr>(s.expr);
    });
    if (loops && !(core_.mesh == subject.mesh()))
      throw BadInput("the Core program is over the mesh " + to_string(core_.mesh) + ", the " +
                         subject.noun() + " over " + to_string(subject.mesh()),
                     subject.location());
  }

  /// The families that represent the arguments of a run.
  template <class D>
  static std::vector<Family<D>> distributed(const Subject& subject,
                                            const std::vector<Tensor<D>>& args, uint64_t seed) {
    return distribute_arguments(subject.mesh(), subject.params(), args, seed);
  }
  /// The first result that does not represent its Core value.
  template <class D>
  static std::optional<std::pair<size_t, Mismatch>> first_wrong(
      const Subject& subject, const std::vector<Family<D>>& found,
      const std::vector<Tensor<D>>& expected) {
    for (size_t i = 0; i < found.size(); ++i)
      if (auto m = represents(subject.mesh(), subject.results()[i], found[i], expected[i]))
        return std::pair{i, *m};
    return std::nullopt;
  }

  /// One exact run; the first result that differs.
  std::optional<size_t> field_run(const Subject& subject, uint64_t seed) {
    auto it = field_.find(seed);
    if (it == field_.end()) {
      std::vector<Tensor<Field>> args = inputs_.draw_all<Field>(seed);
      std::vector<Tensor<Field>> results = run<Field>(core_, args, &varied_);
      note_seen(results);
      it = field_.emplace(seed, std::pair{std::move(args), std::move(results)}).first;
    }
    const auto wrong = first_wrong<Field>(
        subject, subject.run(distributed(subject, it->second.first, seed)), it->second.second);
    if (!wrong) return std::nullopt;
    // A sum that is taken apart may be NaN where the whole is infinite: inf - inf, 0 · inf.
    const std::string& expected = wrong->second.expected;
    const bool finite = expected.find("inf") == std::string::npos &&
                        expected.find("nan") == std::string::npos;
    if (inputs_.kind(seed).kind == Draw::Kind::Special && !finite) {
      special_differs_ = true;
      return std::nullopt;
    }
    return wrong->first;
  }

  /// Arguments of the `r`-th run in Native: floats scaled down so that contractions keep them near 1;
  /// the first run without signs (no cancellation: bounds are a small part of the values), the others
  /// with signs (both sides of branches), one for each kind of draw.
  uint64_t native_seed(int64_t r) const { return seed(r == 0 ? 0 : r - 1); }
  std::vector<Tensor<Native>> native_arguments(int64_t r) const {
    const bool uniform = !options_.float_kinds || r == 0;
    std::vector<Tensor<Native>> args = inputs_.draw_all<Native>(native_seed(r), !uniform);
    for (Tensor<Native>& t : args)
      if ((is_float(t.element()) || is_complex(t.element())) && uniform) t = scaled(t, r == 0);
    return args;
  }
  std::string native_text(int64_t r) const {
    const std::string bar = r == 0 ? "|" : "";
    if (options_.float_kinds && r > 0) return draw_text(native_seed(r));
    return bar + draw_text(native_seed(r)) + bar + " · 2^-k, 2^k its smallest extent rounded down";
  }
  std::string draw_text(uint64_t seed) const {
    return "random (" + text(inputs_.kind(seed)) + ", seed " + std::to_string(seed) + ")";
  }
  static Tensor<Native> scaled(const Tensor<Native>& t, bool absolute) {
    double factor = 1;
    if (t.rank() >= 2)
      for (int64_t n = *std::min_element(t.shape().begin(), t.shape().end()); n > 1; n /= 2)
        factor /= 2;
    return with_scalar<Native>(t.element(), [&]<class T>() {
      std::vector<T> v = t.values<T>();
      auto scale = [&]<class R>(R& x) {
        const double d = Native::to_double<R>(x) * factor;
        x = Native::convert<R, double>(absolute ? std::fabs(d) : d);
      };
      for (T& x : v) {
        if constexpr (is_complex_scalar<T>) scale(x.re), scale(x.im);
        else scale(x);
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
  std::optional<BoundViolation> native_run(const Subject& subject, int64_t r,
                                           NativeSummary& summary) {
    const std::vector<Family<Native>> found =
        subject.run(distributed(subject, native_arguments(r), native_seed(r)));
    std::optional<BoundViolation> bad;
    for (bool as_reference : {true, false}) {
      const BoundedRun& y = reference(r, subject.mesh().devices(), as_reference);
      NativeSummary now;
      now.ambiguous = y.branches.ambiguous;
      now.either_branch = !as_reference;
      bad.reset();
      for (size_t i = 0; i < found.size() && !bad; ++i) {
        bad = check_within_bound(subject.mesh(), subject.results()[i], found[i], y.results[i], now);
        if (bad) bad->result = i;
      }
      if (!bad || !as_reference || y.branches.ambiguous == 0) {
        summary.add(now);
        if (!bad) note_seen(y.results);
        break;
      }
    }
    return bad;
  }

  /// Whether Field gives `op` a meaning that lacks laws which it has over the reals: two programs that
  /// are equal by those differ there.
  static bool lacks_laws_in_field(const Op& op, const Types& types) {
    const std::optional<Comprehension> c = op.comprehension(types);
    if (!c) return !op.keeps_laws([](ScalarFn fn, ElementType e) { return Field::keeps_laws(fn, e); });
    bool found = c->reducer && !Field::keeps_laws(scalar_fn(*c->reducer), c->result.element);
    for (const Node& n : c->body)
      if (const auto* a = std::get_if<ApplyNode>(&n.expr))
        found = found || !Field::keeps_laws(a->fn, c->body[a->args.back()].element);
    return found;
  }
  bool lacks_laws_in_field(const Subject& subject) const {
    bool found = false;
    const auto see = [&](const Op& op, const Types& types) {
      found = found || lacks_laws_in_field(op, types);
    };
    core::walk(core_.main.body, [&](const core::Stmt& s, int) {
      const auto* o = std::get_if<OpExpr>(&s.expr);
      if (!o) return;
      Types types;
      for (ValueId x : o->operands) types.push_back(core_.main.type(x));
      see(o->op, types);
    });
    subject.for_each_op(see);
    return found;
  }

  /// Whether the two differ over the rationals in some run; nothing where the programs leave them (exp, a
  /// root), or a run would cost too much.
  std::optional<bool> differ_exactly(const Subject& subject) const;

  /// Differs in Field, `beyond` says where in Native too. Where only a law that Field's exp, max, ..
  /// lack may be missing, the rationals decide, or f64, whose bounds are tight.
  Verdict refuted(const Subject& subject, uint64_t seed, size_t result,
                  const std::optional<std::pair<int64_t, BoundViolation>>& beyond) {
    Locator<Field> locator(core_, subject, field_.at(seed).first, seed, result);
    const std::string differs = "result " + std::to_string(result) + " differs in Field";
    const bool lacks_laws = !beyond && lacks_laws_in_field(subject);
    const std::optional<bool> exactly = lacks_laws ? differ_exactly(subject) : std::nullopt;
    if (exactly == false)
      return {Verdict::Kind::Tested, "exact over the rationals on " + counted(options_.runs, "run") + "; " + differs +
                  " only, where max, floor, .. lack laws that they have over the reals", options_.runs, {}};
    if (lacks_laws && !exactly) {
      if (looks_at_width(core_))
        return {Verdict::Kind::Undecided, differs + ", where exp, max, .. lack laws that they have over the reals (" +
                    locator.divergence().explanation + "); in wider floats the program means something else", 1, {}};
      CompareOptions wide = options_;
      wide.field = false;
      wide.native = wide.float_kinds = true;
      wide.native_runs = options_.runs + 1;
      Verdict v = Reference(widened(core_), wide).check(*subject.widened());
      if (v.kind != Verdict::Kind::Refuted) {
        v.kind = Verdict::Kind::Undecided;
        v.detail = differs + ", where exp, max, .. lack laws that they have over the reals (" +
                   locator.divergence().explanation + "), but not in f64: " + v.detail;
      } else {
        v.detail = differs + " and in f64: " + v.detail;
      }
      return v;
    }
    if (options_.shrink) locator.shrink();
    // values of Field that are no small numbers say nothing to people
    if (beyond && !locator.all_simple())
      return refuted(subject, beyond->first, beyond->second, differs);
    return {Verdict::Kind::Refuted, differs + (beyond ? " and in native" : exactly ? " and over the rationals" : ""), 1,
            locator.counterexample(draw_text(seed))};
  }

  /// Differs in Native by more than the bound.
  Verdict refuted(const Subject& subject, int64_t r, const BoundViolation& bad,
                  const std::string& detail) {
    char by[96];
    std::snprintf(by, sizeof by, " differs in native by %.3g, more than the derived bound %.3g",
                  bad.error, bad.bound);
    const std::string what = "result " + std::to_string(bad.result) + by;
    Locator<Native> locator(core_, subject, native_arguments(r), native_seed(r), bad.result);
    if (options_.shrink) locator.shrink();
    Counterexample c = locator.counterexample(native_text(r));
    if (c.device.empty()) {  // below what locating resolves: the violation itself
      c.op = "result " + std::to_string(bad.result);
      c.location = to_string(subject.location());
      c.device = to_string(subject.mesh(), bad.device);
      c.index = to_string(bad.index);
      c.expected = bad.expected;
      c.found = bad.found;
      c.explanation = what;
    }
    return {Verdict::Kind::Refuted, what + (detail.empty() ? "" : "; " + detail), 1, std::move(c)};
  }

  core::Program core_;
  CompareOptions options_;
  Inputs inputs_;
  /// What the runs have told of a result's elements, row-major.
  struct Seen {
    std::vector<char> exactly, bounded;  ///< in Field; in Native
    double looseness = std::numeric_limits<double>::infinity();  ///< mean bound by mean value, least
  };
  std::vector<Seen> seen_;
  Varied varied_;
  bool special_differs_ = false;  ///< in a run of Draw::Kind::Special, where the Core is not finite
  std::map<uint64_t, std::pair<std::vector<Tensor<Field>>, std::vector<Tensor<Field>>>> field_;
  std::map<std::tuple<int64_t, int64_t, bool>, BoundedRun> bounded_;  ///< by run, parts, branches
};

#if PARTIR_PROOFS_BODIES
PARTIR_INLINE Reference::Reference(core::Program program, CompareOptions options)
    : core_((partir::check(program), std::move(program))), options_(options), inputs_(core_), varied_(core_) {
  if (options_.runs == 0) options_.runs = inputs_.runs();
  if (options_.native_runs == 0) options_.native_runs = inputs_.native_runs() + 1;
  for (const TensorType& t : core_.main.result_types) {
    const auto n = static_cast<size_t>(t.elements());
    seen_.push_back({std::vector<char>(n), std::vector<char>(n)});
  }
}
PARTIR_INLINE std::optional<bool> Reference::differ_exactly(const Subject& subject) const {
  constexpr double most = 2e6;  // rationals are slow
  if (inputs_.cost() * static_cast<double>(options_.runs) > most) return std::nullopt;
  try {
    for (int64_t r = 0; r < options_.runs; ++r) {
      if (inputs_.kind(seed(r)).kind == Draw::Kind::Special) continue;  // what is not finite says nothing here
      const std::vector<Tensor<Exact>> args = inputs_.draw_all<Exact>(seed(r));
      const std::vector<Tensor<Exact>> expected = run<Exact>(core_, args);
      if (first_wrong<Exact>(subject, subject.run(distributed(subject, args, seed(r))), expected)) return true;
    }
    return false;
  } catch (const Unsupported&) {
    return std::nullopt;
  }
}
PARTIR_INLINE Verdict Reference::check(const hlo::Program& hlo) {
  partir::check(hlo);
  return check(HloSubject(&hlo));
}
PARTIR_INLINE Verdict Reference::check(const Subject& subject) {
  corresponds(subject);
  for (Seen& seen : seen_)
    seen = {std::move(seen.exactly), std::vector<char>(seen.bounded.size())};
  special_differs_ = false;
  std::vector<std::string> details;
  Verdict v{Verdict::Kind::Tested, "", 0, std::nullopt};
  std::optional<std::pair<uint64_t, size_t>> differs;  // seed and result, in Field
  if (options_.field) {
    try {
      for (int64_t r = 0; r < options_.runs && !differs; ++r, ++v.runs)
        if (auto i = field_run(subject, seed(r))) differs = {seed(r), *i};
      details.push_back("exact in Field on " + counted(options_.runs, "run"));
    } catch (const Unsupported& e) {
      details.push_back(std::string("not run in Field (") + e.what() + ")");
    }
  }
  std::optional<std::pair<int64_t, BoundViolation>> beyond;  // run and where, in Native
  NativeSummary summary;
  if (options_.native) {
    for (int64_t r = 0; r < options_.native_runs && !beyond; ++r, ++v.runs)
      if (auto bad = native_run(subject, r, summary)) beyond = {r, *bad};
    if (!beyond) details.push_back(to_string(summary));
  }
  if (differs) return refuted(subject, differs->first, differs->second, beyond);
  if (beyond) return refuted(subject, beyond->first, beyond->second, join(details));
  // a value that was the same in every run cannot show what a program makes of it
  const std::string constant = options_.field ? varied_.never(core_) : "";
  const std::optional<std::string> not_derived = subject.not_derived();
  if (not_derived && !not_derived->empty())
    details.push_back("the D-rules do not derive the distributed types: " + *not_derived);
  if (!constant.empty()) details.push_back(constant + " was the same in every run");
  if (special_differs_)
    details.push_back("with an infinity or NaN among the arguments the two differ, but only where "
                      "the Core's value is not finite");
  if (inputs_.fewer_kinds())
    details.push_back("fewer kinds of draws, because a run costs over " +
                      counted(Inputs::heavy_from, "scalar operation"));
  if (v.runs == 0) {
    details.insert(details.begin(), "no run was made");
    v.kind = Verdict::Kind::Undecided;
  } else if (const std::string why = not_enough(); !why.empty()) {
    details.insert(details.begin(), why);
    v.kind = Verdict::Kind::Undecided;
  } else if (options_.varied && not_derived && !constant.empty()) {
    v.kind = Verdict::Kind::Undecided;
  }
  v.detail = join(details);
  return v;
}
#endif

/// Whether `hlo` means what `core` means, at the D of its signature; see Reference::check.
PARTIR_INLINE Verdict compare(const core::Program& core, const hlo::Program& hlo,
                       const CompareOptions& options = {})
#if PARTIR_PROOFS_BODIES
{
  return Reference(core, options).check(hlo);
}
#else
    ;
#endif

/// Theorem 2 in Field and in Native, as the options ask; the first refutation, if any. Without a number
/// of runs it makes two in each: it compares every value at every device, and the kinds of draws that
/// remain are `Reference::check`'s, whose runs cost less.
PARTIR_INLINE Verdict theorem2(const core::Program& program, const CompareOptions& options)
#if PARTIR_PROOFS_BODIES
{
  Verdict v{Verdict::Kind::Undecided, "no domain was asked for", 0, std::nullopt};
  if (options.field) v = theorem2<Field>(program, {options.runs > 0 ? options.runs : 2, options.seed});
  if (!options.native || v.kind == Verdict::Kind::Refuted) return v;
  Verdict n = theorem2<Native>(program, {options.native_runs > 0 ? options.native_runs : 2, options.seed});
  if (n.kind == Verdict::Kind::Refuted || !options.field) return n;
  v.detail += "; " + n.detail;
  v.runs += n.runs;
  return v;
}
#else
    ;
#endif

}  // namespace partir
