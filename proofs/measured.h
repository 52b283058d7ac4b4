// Do two programs differ at an input by more than rounding makes of it? Both run in their own types and, at the same
// input, in f64: how far each is from itself in f64 is what rounding does to it there. Where the derived bound
// (error_bound.h) is too loose to tell, this still shows a counterexample that a user can type in.
#pragma once

#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "proofs/core_sites.h"
#include "proofs/cut.h"
#include "proofs/decisions.h"
#include "proofs/error_bound.h"
#include "proofs/locate.h"
#include "proofs/native_check.h"
#include "proofs/undefined_order.h"
#include "proofs/widen.h"
#include "interp/core_interp.h"

namespace partir {

/// How many of some runs of one kind differed.
struct DifferingRuns {
  int64_t judged = 0, differed = 0;
  std::string how;  ///< the last one that did
  /// Notes a run, and how it differed if it did.
  void note(bool differs, const std::string& what) {
    ++judged;
    if (!differs) return;
    ++differed;
    how = what;
  }
  /// That two numbers cancel, as neither program means them to, or that a comparison turns out otherwise by rounding, is an accident of one run.
  bool differs() const { return differed > 0 && (judged < 4 || differed >= std::max<int64_t>(2, judged / 8)); }
};

/// A program and a subject with their widened twins.
class Measured {
 public:
  /// Borrows both. `by_reals`: the subject may be another formula for the same real numbers, which cancels, overflows and
  /// underflows where the Core's does not, in f64, too: then only arguments of moderate size count, and differences that
  /// are large beside 1.
  Measured(const core::Program& core, const Subject& subject, bool by_reals)
      : core_(core), subject_(subject), by_reals_(by_reals) {
    usable_ = !looks_at_width(core);
    const FloatFormats formats = float_formats(core);
    for_each_site(core, [&](const OpSite& s) {
      const std::optional<Comprehension> c = s.op.comprehension(s.operands);
      adds_ = adds_ || (c && c->reducer && rounds(*c->reducer, c->result.element));
    });
    for (const Value& v : core.main.values) {
      has_f16_ = has_f16_ || v.type->element == ElementType::F16;
      has_f64_ = has_f64_ || v.type->element == ElementType::F64 || v.type->element == ElementType::C128;
    }
    subject.for_each_op([&](const Op& op, const Types& types) {
      usable_ = usable_ && !looks_at_width(op, formats);
      for (const TensorType& t : types) has_f16_ = has_f16_ || t.element == ElementType::F16;
      const std::optional<Comprehension> c = op.comprehension(types);
      adds_ = adds_ || !c || c->reducer;
    });
    for (const MeshBody::Stmt& s : subject.body().stmts)
      adds_ = adds_ || (s.expr ? std::holds_alternative<hlo::AllReduce>(*s.expr) || std::holds_alternative<hlo::ReduceScatter>(*s.expr)
                               : !s.moves);
    if (!usable_) return;
    wide_core_ = partir::widened(core);
    wide_subject_ = subject.widened(formats);
    for_each_site(core_, [&](const OpSite& s) { of_core_.see(s); });
    for_each_site(wide_core_, [&](const OpSite& s) { of_core_.see(s); });
    subject_.for_each_site([&](const OpSite& s) { of_subject_.see(s); });
    wide_subject_->for_each_site([&](const OpSite& s) { of_subject_.see(s); });
  }
  /// Whether every op means the same in f64: those that look at a number's bits do not. Of programs that calculate in
  /// f64 themselves no rounding is measured: only what is far beyond it counts, at arguments of moderate size.
  bool usable() const { return usable_; }
  /// How many times what rounding makes of two numbers they may differ by.
  static constexpr double factor = 16;
  /// The same for runs that are told what comparisons decide, where sums may be of numbers that a program never adds up: of a type with few
  /// digits no more than a sixteenth of the result, but at least `factor`.
  static double factor_of_decided(ElementType e) { return std::clamp(0x1p-4 / std::max(unit_roundoff(real_part(e)), 0x1p-12), factor, 256.0); }
  /// What both programs decide, where that is not left to their runs.
  struct Decided {
    Decisions core, subject;
  };
  /// Whether neither program adds anything up, so that no other order of additions overflows where one does not.
  bool adds_nothing() const { return !adds_; }
  bool has_f64() const { return has_f64_; }

  /// Where elements are finite in one of the two alone, in f64.
  struct NumberInOne {
    bool core = false, subject = false;
    std::optional<BoundViolation> shown{};  ///< one that the Core program alone has, in the programs' own types, too
    explicit operator bool() const { return core || subject; }
  };
  /// Whose rounding explains a difference of an element.
  enum class Excuse : uint8_t {
    Both,         ///< either program's there; where the exact values are the same, any difference is rounding
    CoreAlone,    ///< the Core program's there: the subject is known to round where that does not
    CoreAnywhere  ///< the Core program's at any element that the device has of the result
  };
  /// The first element at which the two differ by `factor` times more than rounding explains; `tame`: the arguments are
  /// of moderate size. Of elements that are not finite on either side this says nothing, nor where the Core program has no one meaning (UndefinedOrder). `number_in_one`: set where in
  /// f64 an element is finite in one program alone. `unbounded`: there is no other reason to think that the two differ, so
  /// that of programs in f64 only what is large beside 1 counts. `overflow_counts`: an element that only the subject has no
  /// finite number for differs, if both have one in f64.
  std::optional<BoundViolation> operator()(const std::vector<Tensor<Native>>& args, uint64_t seed,
                                           Excuse excuse, bool tame, NumberInOne* number_in_one = nullptr,
                                           bool unbounded = false, bool overflow_counts = false, const Decided* decided = nullptr) const {
    if ((has_f64_ || by_reals_) && !tame) return std::nullopt;
    const double least = unbounded && has_f64_ ? 0x1p-20 : 0;
    std::vector<Tensor<Native>> wide_args;
    for (const Tensor<Native>& t : args) wide_args.push_back(in_f64(t));
    const Mesh& mesh = subject_.mesh();
    const auto run_core = [&](const core::Program& p, const std::vector<Tensor<Native>>& x) {
      return deciding(decided ? &decided->core : nullptr, of_core_, [&] { return run<Native>(p, x); });
    };
    const auto run_subject = [&](const Subject& s, const std::vector<Tensor<Native>>& x) {
      return deciding(decided ? &decided->subject : nullptr, of_subject_, [&] { return s.run(distribute_arguments(mesh, s.params(), x, seed)); });
    };
    UndefinedOrder order;
    const std::vector<Tensor<Native>> expected = order.watch([&] { return run_core(core_, args); });
    if (order.met()) return std::nullopt;
    const std::vector<Tensor<Native>> wide_expected = run_core(wide_core_, wide_args);
    const std::vector<Family<Native>> found = run_subject(subject_, args), wide_found = run_subject(*wide_subject_, wide_args);
    // What f64 may lose: another order of a sum loses something else of it. It is calculated only where the two differ.
    std::optional<BoundedRun> bounded;
    for (size_t i = 0; i < found.size(); ++i) {
      const auto lost_in_f64 = [&]() -> const Tensor<Native>& {
        if (!bounded) bounded = bounded_run(wide_core_, wide_args, BoundOptions{mesh.devices()}, true);
        return bounded->results[i].bound;
      };
      const bool was_shown = number_in_one && number_in_one->shown;
      auto bad = compare(subject_.results()[i], wide_subject_->results()[i], expected[i], wide_expected[i], found[i], wide_found[i], excuse,
                         decided ? factor_of_decided(subject_.results()[i].global.element) : factor, least, number_in_one, overflow_counts && !by_reals_ && !has_f16_,
                         decided ? std::function<const Tensor<Native>&()>() : lost_in_f64);
      if (number_in_one && number_in_one->shown && !was_shown) number_in_one->shown->result = i;
      if (!bad) continue;
      bad->result = i;
      return bad;
    }
    return std::nullopt;
  }

  /// All values of a run that decides so.
  NativeTables tables(const std::vector<Tensor<Native>>& args, uint64_t seed, const Decided& decided) const {
    NativeTables t{CoreTable<Native>(core_), FamilyTable<Native>(subject_.body().values.size())};
    deciding(&decided.core, of_core_, [&] { return run<Native>(core_, args, &t.core); });
    deciding(&decided.subject, of_subject_, [&] { return subject_.run(distribute_arguments(subject_.mesh(), subject_.params(), args, seed), &t.subject); });
    return t;
  }

 private:
  /// What `f` returns, where these decide, if there are any.
  template <class F>
  static std::invoke_result_t<F> deciding(const Decisions* decisions, const DecidingOps& ops, F&& f) {
    if (!decisions) return f();
    DecidedReading reading(*decisions, ops);
    const OpReading::Use use(&reading);
    return f();
  }
  static Tensor<Native> in_f64(const Tensor<Native>& t) {
    const ElementType e = t.element(), to = is_float(e) ? ElementType::F64 : is_complex(e) ? ElementType::C128 : e;
    if (to == e) return t;
    return apply_op<Native>(Convert{to}, {t})[0];
  }
  /// `V` at `D` as a tensor on each device, partial sums added up.
  static Family<Native> whole(const DistType& D, const Family<Native>& V) {
    return D.partial.empty() ? V : P_Reduce(D.monoid, D.partial, V);
  }
  std::optional<BoundViolation> compare(DistType D, DistType wide_D, const Tensor<Native>& expected,
                                        const Tensor<Native>& wide_expected, const Family<Native>& found,
                                        const Family<Native>& wide_found, Excuse excuse, double times, double least,
                                        NumberInOne* number_in_one, bool overflow_counts, const std::function<const Tensor<Native>&()>& lost_in_f64) const {
    const Mesh& mesh = subject_.mesh();
    const Family<Native> v = whole(D, found), wide_v = whole(wide_D, wide_found);
    D.partial.clear();
    wide_D.partial.clear();
    std::optional<BoundViolation> bad;
    Device device(mesh.rank(), 0);
    const AxisList axes = axes_union(mesh, axes_union(mesh, v.depends_on(), wide_v.depends_on()), flatten(D.dims));
    for_each_coordinate(mesh, axes, device, [&](const Device& δ) {
      if (bad) return;
      const Tensor<Native> chunk = chunk_of(mesh, D, expected, δ), own = v.at(δ);
      const std::vector<double> e = parts(chunk), f = parts(own), E = parts(chunk_of(mesh, wide_D, wide_expected, δ)),
                                F = parts(wide_v.at(δ));
      const size_t each = parts_of(D.global.element);
      double largest = by_reals_ ? 1 : 0;  // what is lost by cancellation is lost of the largest
      for (double x : E) largest = std::isfinite(x) ? std::max(largest, std::fabs(x)) : largest;
      double anywhere = 0;
      for (size_t k = 0; k < e.size() && excuse == Excuse::CoreAnywhere; ++k)
        if (const double r = std::fabs(e[k] - E[k]); std::isfinite(r)) anywhere = std::max(anywhere, r);
      std::vector<double> lost;
      const auto is_lost_in_f64 = [&](size_t k) {
        if (lost.empty()) {
          DistType bounds = wide_D;
          bounds.global.element = bound_type(D.global.element);
          lost = parts(chunk_of(mesh, bounds, lost_in_f64(), δ));
        }
        return std::isfinite(lost[k]) && std::fabs(E[k] - F[k]) <= 2 * lost[k];
      };
      for (size_t k = 0; k < e.size() && !bad; ++k) {
        const auto violation = [&](double error, double rounding) {
          std::vector<int64_t> index;
          int64_t rest = static_cast<int64_t>(k / each);
          for (int64_t s : row_major_strides(chunk.shape())) {
            index.push_back(rest / s);
            rest %= s;
          }
          return BoundViolation{0, δ, index, chunk.element_text(index), own.element_text(index), error, rounding, false, true};
        };
        if (number_in_one && std::isfinite(E[k]) != std::isfinite(F[k])) {
          (std::isfinite(E[k]) ? number_in_one->core : number_in_one->subject) = true;
          if (!number_in_one->shown && std::isfinite(e[k]) && std::isfinite(E[k]) && !std::isfinite(f[k]))
            number_in_one->shown = violation(std::numeric_limits<double>::infinity(), 0);
        }
        const bool overflows = overflow_counts && std::isfinite(e[k]) && !std::isfinite(f[k]);
        if (!std::isfinite(e[k]) || (!std::isfinite(f[k]) && !overflows) || !std::isfinite(E[k]) || !std::isfinite(F[k])) continue;
        const double error = std::fabs(e[k] - f[k]);
        double rounding = std::fabs(e[k] - E[k]);
        if (excuse == Excuse::CoreAnywhere) rounding = anywhere;
        if (excuse != Excuse::Both) {
          rounding += unit_roundoff(real_part(D.global.element)) * largest;
        } else if (!overflows) {
          rounding += std::fabs(f[k] - F[k]);
          if (std::fabs(E[k] - F[k]) <= largest * 0x1p-36 || error <= std::max(largest * 0x1p-30, least)) continue;
        }
        if (!overflows && error <= times * rounding) continue;
        if (excuse == Excuse::Both && !overflows && lost_in_f64 && is_lost_in_f64(k)) continue;
        bad = violation(error, rounding);
      }
    });
    return bad;
  }

  const core::Program& core_;
  const Subject& subject_;
  core::Program wide_core_;
  std::unique_ptr<Subject> wide_subject_;
  DecidingOps of_core_, of_subject_;  ///< of both widths
  bool by_reals_, usable_ = true, has_f64_ = false;
  bool has_f16_ = false;  ///< which overflows soon
  bool adds_ = false;
};

}  // namespace partir
