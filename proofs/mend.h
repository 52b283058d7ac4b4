// Which one edit of a refuted program would mend it: of the kinds of faults that people make, and checked.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proofs/audit.h"
#include "proofs/verify.h"

namespace partir {

/// An edit after which the program is accepted.
struct Mend {
  std::string what;   ///< `%3 = dot_general(%1, %2): an all_reduce by add over {"x"} after it`
  Location location;  ///< of the statement that is edited
};

/// The edit nearest to the counterexample's op with which `verify` accepts `impl`, which it refuted by `refuted`; nothing where none was found
/// in the time. Of edits that mend only what some arguments show none is named: each is verified like a program of its own.
PARTIR_INLINE std::optional<Mend> mend(const core::Program& spec, const SpmdProgram& impl, const Counterexample& refuted, const CompareOptions& compare,
                                       double seconds)
#if PARTIR_AUDIT_BODIES
{
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const auto after = [&](double s) { return start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(s)); };
  const Deadline deadline = after(seconds);
  const SpmdSubject subject(impl);
  CompareOptions alone = compare;
  alone.shrink = false;
  Reference reference(spec, alone);
  try {
    reference.check(subject);
  } catch (const Stuck&) {  // no values to begin with
    return std::nullopt;
  }
  const std::unique_ptr<JudgedRuns> runs = reference.judged_runs(subject);
  const SpmdProgram& program = subject.program();
  const detail::Dependence dependence(program);
  const auto& stmts = dependence.function().body.stmts;
  const auto at = std::find_if(stmts.begin(), stmts.end(), [&](const shlo::Stmt& s) { return to_string(s.location) == refuted.location; });
  constexpr size_t most = 600;
  std::vector<Mutant> edits = edits_near(program, static_cast<size_t>(at - stmts.begin()), most, after(seconds / 4));

  // only what mends a run that shows the fault is verified
  bool shows = false;
  const auto keep_what_mends = [&]<class D>(int64_t count, auto&& arguments) {
    for (int64_t r = 0; r < count && !shows && Clock::now() < deadline; ++r) {
      FieldModel model;
      if constexpr (std::is_same_v<D, Field>) model = runs->field_model(r);
      const FieldModel::Use in_use(model);
      std::optional<KeptRun<D>> kept;
      try {
        kept.emplace(dependence, arguments(r));
      } catch (const BrokenPromise&) {  // the program has no meaning there
        continue;
      }
      const KeptRun<D>& original = *kept;
      if (runs->accepts(r, original.results())) continue;
      shows = true;
      std::erase_if(edits, [&](const Mutant& m) {
        try {
          const auto results = original.again(m, deadline);
          return !results || !runs->accepts(r, *results);
        } catch (const Stuck&) {
          return true;
        } catch (const Unsupported&) {
          return true;
        } catch (const OutOfTime&) {
          return true;
        }
      });
    }
  };
  try {
    keep_what_mends.template operator()<Field>(runs->field_runs(), [&](int64_t r) { return runs->field_arguments(r); });
  } catch (const Unsupported&) {  // it does not run in Field
  }
  keep_what_mends.template operator()<Native>(runs->native_runs(), [&](int64_t r) { return runs->native_arguments(r); });
  if (!shows) return std::nullopt;
  for (const Mutant& m : edits) {
    if (Clock::now() > deadline) break;
    try {
      if (verify(spec, mutated(program, m), alone).holds()) return Mend{m.what, m.location};
    } catch (const Unsupported&) {
    }
  }
  return std::nullopt;
}
#else
    ;
#endif

}  // namespace partir
