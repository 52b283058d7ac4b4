// Would the runs behind a verdict have noticed a fault? A verdict that rests on runs audits itself: mutants of the
// program that was judged run on the same arguments and are judged by the same criterion. One that is accepted and is
// not shown to be the same program is a fault that the runs are blind to.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proofs/compare.h"
#include "proofs/judged_runs.h"
#include "proofs/mutate.h"
#include "proofs/spmd_subject.h"
#include "semantics/diagnostics.h"
#include "semantics/verdict.h"

// As in semantics/instances.h; proofs/instances/audit.cpp defines them.
#if !defined(PARTIR_SHARED_INSTANCES) || defined(PARTIR_DEFINE_AUDIT)
#define PARTIR_AUDIT_BODIES 1
#include "interp/module_parallel.h"
#include "proofs/error_bound.h"
#include "proofs/inputs.h"
#include "proofs/kept_run.h"
#include "proofs/locate.h"
#include "proofs/may_differ.h"
#include "proofs/native_check.h"
#else
#define PARTIR_AUDIT_BODIES 0
#endif

namespace partir {

struct AuditOptions {
  uint64_t seed = 1;     ///< which mutants
  size_t mutants = 60;   ///< planned, or all where there are fewer
  double seconds = 30;   ///< after which no other run is begun
};

/// What became of the mutants.
struct AuditReport {
  static constexpr int64_t enough = 20;  ///< mutants that must have run, or all where there are fewer

  int64_t planned = 0;
  int64_t run = 0;       ///< until they were refuted, shown equal, or had made all runs
  int64_t refuted = 0;
  int64_t undecided = 0; ///< accepted by the runs, but not by a verdict of their own
  int64_t given_up = 0;  ///< ran four times as many iterations of loops as the original, and did not end
  std::vector<Mutant> equal;      ///< shown to be the same program
  std::vector<Mutant> survivors;  ///< accepted, and not shown to be the same

  /// Why the verdict that was audited cannot stand; empty if it can.
  std::string objection() const {
    if (!survivors.empty()) {
      const Mutant& m = survivors[0];
      return "the runs do not tell the program from one with a fault: " + to_string(m.location) + ": " + m.what +
             (survivors.size() > 1 ? " (and " + std::to_string(survivors.size() - 1) + " more)" : "");
    }
    if (run + given_up < std::min(enough, planned))
      return "only " + std::to_string(run) + " of " + counted(planned, "mutant") + " ran in the time there was";
    return "";
  }
};
/// `refuted 41 of 43 mutants, 2 shown equal, 60 planned`.
inline std::string to_string(const AuditReport& r) {
  return "refuted " + std::to_string(r.refuted) + " of " + counted(r.run, "mutant") +
         (r.undecided > 0 ? ", " + std::to_string(r.undecided) + " undecided" : "") +
         (r.equal.empty() ? "" : ", " + std::to_string(r.equal.size()) + " shown equal") +
         (r.given_up > 0 ? ", " + std::to_string(r.given_up) + " given up" : "") + ", " + std::to_string(r.planned) + " planned";
}

/// What a program is, judged by itself as the subject was; nothing where the time does not suffice to tell.
using JudgedAlone = std::function<std::optional<Verdict>(const SpmdProgram&, std::chrono::steady_clock::time_point)>;

/// Runs mutants of the subject on `runs`, which are of it. `narrowest`: see `mutants`. A mutant that these runs accept
/// is judged by itself, on draws that are planned for its own constants; it is equal where that verdict does not rest on what the runs met.
PARTIR_INLINE AuditReport audit(const SpmdSubject& subject, JudgedRuns& runs, int narrowest,
                                const AuditOptions& options = {}, const JudgedAlone& judged_alone = {})
#if PARTIR_AUDIT_BODIES
{
  using Clock = std::chrono::steady_clock;
  const Deadline deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds));
  const std::vector<Mutant> all = mutants(subject.program(), options.mutants, options.seed, narrowest);
  enum class State : uint8_t { Open, Refuted, Undecided, Equal, GivenUp };
  std::vector<State> states(all.size(), State::Open);
  const detail::Dependence dependence(subject.program());
  const auto any_open = [&] { return std::find(states.begin(), states.end(), State::Open) != states.end(); };
  const auto is_over = [&] { return Clock::now() > deadline; };
  std::vector<char> right_at_random(all.size());  // accepted at a random point of the field

  /// False where the time is over.
  const auto make_runs = [&]<class D>(int64_t count, auto&& arguments) {
    bool looked_for_equal = !std::is_same_v<D, Native>;
    for (int64_t r = 0; r < count && any_open(); ++r) {
      if (is_over()) return false;
      FieldModel model;
      if constexpr (std::is_same_v<D, Field>) model = runs.field_model(r);
      const FieldModel::Use in_use(model);
      std::optional<KeptRun<D>> kept;
      try {
        kept.emplace(dependence, arguments(r));
      } catch (const BrokenPromise&) {  // the program has no meaning there, nor has the one that it was compared with
        continue;
      }
      const KeptRun<D>& original = *kept;
      // where the original itself is excused, a difference says nothing
      if (!runs.accepts(r, original.results())) continue;
      std::optional<MayDiffer> may_differ;
      if constexpr (std::is_same_v<D, Native>)
        if (!std::exchange(looked_for_equal, true)) may_differ.emplace(dependence, original);
      for (size_t i = 0; i < all.size(); ++i) {
        if (states[i] != State::Open) continue;
        try {
          if (may_differ && !(*may_differ)(all[i], deadline)) {
            states[i] = State::Equal;
            continue;
          }
          const auto results = original.again(all[i], deadline);
          if (results && !runs.accepts(r, *results)) states[i] = State::Refuted;
          if constexpr (std::is_same_v<D, Field>) right_at_random[i] = right_at_random[i] || runs.is_uniform(r);
        } catch (const Stuck&) {
          states[i] = State::Refuted;  // no outcome, where the original has one
        } catch (const Unsupported&) {  // of Field, or loops that go on
          if constexpr (std::is_same_v<D, Native>) states[i] = State::GivenUp;
        } catch (const OutOfTime&) {
          return false;
        }
        if (is_over()) return false;
      }
    }
    return true;
  };
  bool made = true;
  try {
    made = make_runs.template operator()<Field>(runs.field_runs(), [&](int64_t r) { return runs.field_arguments(r); });
  } catch (const Unsupported&) {  // the original does not run in Field
  }
  made = made && make_runs.template operator()<Native>(runs.native_runs(), [&](int64_t r) { return runs.native_arguments(r); });

  // Of polynomials that agree at a random point of a large field `verify` says that they are equal, and so does this.
  // Not where a value was rounded, which the field does not see.
  if (made && runs.degree())
    for (size_t i = 0; i < all.size(); ++i)
      if (states[i] == State::Open && right_at_random[i] && all[i].kind != MutationKind::RoundingAdded &&
          degree(mutated(subject.program(), all[i])))
        states[i] = State::Equal;

  AuditReport report;
  report.planned = static_cast<int64_t>(all.size());
  for (size_t i = 0; i < all.size(); ++i) {
    if (states[i] == State::Open && made && judged_alone) {
      const std::optional<Verdict> alone = judged_alone(mutated(subject.program(), all[i]), deadline);
      if (!alone) made = false;
      else if (alone->kind == Verdict::Kind::Refuted) states[i] = State::Refuted;
      else if (alone->kind == Verdict::Kind::Undecided) states[i] = State::Undecided;
      else if (alone->kind < Verdict::Kind::Tested || alone->whatever_is_decided) states[i] = State::Equal;
    }
    report.refuted += states[i] == State::Refuted;
    report.undecided += states[i] == State::Undecided;
    report.given_up += states[i] == State::GivenUp;
    if (states[i] == State::Equal) report.equal.push_back(all[i]);
    if (states[i] == State::Open && made) report.survivors.push_back(all[i]);
  }
  report.run = report.refuted + report.undecided + static_cast<int64_t>(report.equal.size() + report.survivors.size());
  return report;
}
#else
    ;
#endif

/// The same on runs of its own: those that `verify` makes with these options.
PARTIR_INLINE AuditReport audit(const core::Program& spec, const SpmdProgram& impl,
                                const CompareOptions& compare = {}, const AuditOptions& options = {});

#if PARTIR_AUDIT_BODIES
namespace detail {

/// The width of the narrowest float type of a program, 64 if it has none.
inline int narrowest_float(const core::Program& p) {
  int bits = 64;
  for (const Value& v : p.main.values)
    if (const ElementType e = real_part(TensorType(v.type).element); is_float(e)) bits = std::min(bits, bit_width(e));
  return bits;
}

}  // namespace detail

PARTIR_INLINE AuditReport audit(const core::Program& spec, const SpmdProgram& impl, const CompareOptions& compare,
                                const AuditOptions& options) {
  using Clock = std::chrono::steady_clock;
  const SpmdSubject subject(impl);
  const Clock::time_point start = Clock::now();
  Reference reference(spec, compare);
  reference.check(subject);
  const Clock::duration once = Clock::now() - start;
  CompareOptions alone = compare;
  alone.shrink = false;
  Reference another(spec, alone);
  const auto judged_alone = [&](const SpmdProgram& mutant, Deadline deadline) -> std::optional<Verdict> {
    if (Clock::now() + 2 * once > deadline) return std::nullopt;
    try {
      return another.check(SpmdSubject(mutant));
    } catch (const Stuck&) {  // no outcome, where the original has one
      return Verdict{Verdict::Kind::Refuted, "", 0, {}};
    }
  };
  return audit(subject, *reference.judged_runs(subject), detail::narrowest_float(spec), options, judged_alone);
}
#endif

/// `v`, of which this is the audit: undecided where the audit objects.
inline Verdict audited(Verdict v, const AuditReport& report) {
  const std::string objection = report.objection();
  if (objection.empty() || !v.holds()) return v;
  v.detail = objection + "; " + v.detail;
  v.kind = Verdict::Kind::Undecided;
  return v;
}

}  // namespace partir
