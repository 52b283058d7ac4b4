// Every fault of faults.py is refuted by the checkers, in the copies of our headers that have it. A fault
// that survives is a hole in them.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "property_tests/generate/ill_typed.h"
#include "property_tests/generate/ill_typed_hlo.h"
#include "property_tests/generate/statements.h"
#include "property_tests/planted_faults/each_is_refuted.h"

namespace partir {
namespace {

using namespace generate;  // NOLINT: what refutes
using faults::Refutation;

uint64_t share_of(int64_t all, int64_t share) { return static_cast<uint64_t>(std::max<int64_t>(1, all / share)); }

/// The first refutation by a broken premise, a statement or a rule alone. Faults of one kind stand together, so the statement named
/// `before`, which refuted the last one, is soon asked about many programs.
std::optional<Refutation> refutation(int fault, const std::string& before) {
  int64_t programs = 0;
  const auto judged = [&](const std::string& by, auto&& verdict) -> std::optional<Refutation> {
    ++programs;
    const Verdict v = faults::with_fault(fault, [&]() -> Verdict {
      try {
        return verdict();
      } catch (const std::exception& e) {
        return fails(e.what());
      } catch (const ConstraintViolation& c) {
        return fails("ill-formed op: " + c.text);
      }
    });
    if (!refutes(v)) return std::nullopt;
    // it is the fault that refutes, not the statement
    const std::string objection = refutes(verdict()) ? "refuted without the fault, too: " : "";
    return Refutation{by, why(v).substr(0, why(v).find('\n')), programs, objection};
  };
  const auto refutation_by = [&](const Statement& s, uint64_t seed, int64_t share) -> std::optional<Refutation> {
    for (uint64_t k = 0; k < share_of(s.programs, share); ++k)
      if (auto r = judged(s.name, [&] { return judge(s, decode(draw(seed + k, s.limits)), seed + k); })) return r;
    return std::nullopt;
  };
  // ever larger shares of what a campaign looks at, the cheap first
  uint64_t seed = 1;
  for (int64_t share : {300, 60, 12, 3, 1}) {
    std::optional<Refutation> found;
    const auto broken = [&](const auto& all) {
      for (const auto& b : all)
        for (uint64_t k = 0; k < share_of(3000, share) && !found; ++k)
          found = judged("broken " + std::string(name(b.rule)) + " " + std::to_string(b.premise),
                         [&] { return is_named(b, seed + k); });
    };
    broken(breakages());
    broken(hlo_breakages());
    broken(dist_breakages());
    if (found) return found;
    for (const Statement& s : statements())
      if (auto r = refutation_by(s, seed, share)) return r;
    for (const Rewrite& w : rewrites())
      for (uint64_t k = 0; k < share_of(3000, share); ++k)
        if (auto r = judged(std::string(name(w.rule)) + " alone", [&] { return theorem5_alone(w, seed + k); })) return r;
    seed += 20000 / static_cast<uint64_t>(share);
    if (share != 60) continue;
    for (const Statement& s : statements())
      if (s.name == before)
        if (auto r = refutation_by(s, seed, 3)) return r;
  }
  return std::nullopt;
}

TEST(PlantedFaults, each_is_refuted) {
  EXPECT_GE(std::size(faults::names), 40U);
  // those of ops are op_faults_test's
  faults::each_is_refuted(500, refutation, [](std::string_view name) { return !name.starts_with("ops/"); });
}

}  // namespace
}  // namespace partir
