// Every fault of faults.py in an MLIR pass is refuted, in the copies of the passes that have it, by `verify` of what
// all passes make of a random program; and that program becomes small. A fault that survives is a hole.
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "mlir_bridge/export.h"
#include "mlir_bridge/import_spmd.h"
#include "mlir_bridge/passes/passes.h"
#include "mlir_bridge/test/pass_runner.h"
#include "proofs/verify.h"
#include "property_tests/generate/describe.h"
#include "property_tests/generate/program.h"
#include "property_tests/generate/statement.h"
#include "property_tests/planted_faults/each_is_refuted.h"

namespace partir {
namespace {

using namespace generate;  // NOLINT: programs and verdicts

/// A program, and what is to be done to its arguments: numbers for argument, dimension and axis of each action.
struct Plan {
  Recipe recipe;
  std::vector<std::array<uint32_t, 3>> actions;
};

Plan drawn(uint64_t seed) {
  // few devices and few ops: many programs a second, and little to shrink. Odd seeds have loops of their own.
  const Limits limits{.axes = 3, .axis_size = 3, .devices = 12, .steps = 5, .depth = static_cast<int>(seed % 2) * 3};
  Plan plan{draw(seed, limits), {}};
  Source source(seed);
  if (seed % 2 == 0)
    for (int64_t n = 1 + source.below(5); n > 0; --n) {
      std::array<uint32_t, 3> numbers;
      for (uint32_t& x : numbers) x = static_cast<uint32_t>(source.next());
      plan.actions.push_back(numbers);
    }
  return plan;
}

/// `arg0:1:B`, as -partir-tile has them.
std::vector<std::string> actions_of(const core::Program& p, const Plan& plan) {
  std::vector<std::string> all;
  const auto& axes = p.mesh.axes();
  if (axes.empty()) return all;
  for (const auto& [argument, dim, axis] : plan.actions) {
    const size_t i = argument % p.main.params.size();
    const auto rank = static_cast<uint32_t>(p.main.type(p.main.params[i]).rank());
    const uint32_t d = dim % (rank + 1);
    all.push_back("arg" + std::to_string(i) + ":" + (d == rank ? "*" : std::to_string(d)) + ":" +
                  axes[axis % axes.size()].first);
  }
  return all;
}

int64_t ops(const core::Program& p) {
  int64_t n = 0;
  core::walk(p.main.body, [&](const core::Stmt&, int) { ++n; });
  return n;
}

/// What all passes make of a program is a right partitioning of it, or is none.
class Judge {
 public:
  Verdict operator()(const Plan& plan) {
    const core::Program p = decode(plan.recipe);
    try {
      passes_.read(print(p));
      for (const std::string& action : actions_of(p, plan)) {
        // an action may be refused; what it makes may not be ill typed
        const bool taken = passes_.run(passes::create_tile(), "actions=" + action);
        if (!passes_.is_well_typed()) return fails("tile: " + passes_.said());
        if (!taken) continue;
        if (const Verdict v = passed("propagate", passes::create_propagate()); refutes(v)) return v;
      }
      if (const Verdict v = passed("core-to-hlo", passes::create_core_to_hlo()); refutes(v)) return v;
      if (const Verdict v = passed("hlo-simplify", passes::create_hlo_simplify()); refutes(v)) return v;
      if (const Verdict v = passed("hlo-to-stablehlo", passes::create_hlo_to_stablehlo()); refutes(v)) return v;
      return verify(p, import_spmd_text(passes_.text(), "lowered.mlir", signature_of(p)), {.shrink = false});
    } catch (const Unsupported& e) {
      return nothing(e.report());
    } catch (const Error& e) {
      return fails(e.report());
    }
  }

 private:
  Verdict passed(const std::string& name, std::unique_ptr<mlir::Pass> pass) {
    if (!passes_.run(std::move(pass))) return fails(name + " fails: " + passes_.said());
    return passes_.is_well_typed() ? holds() : fails(name + ": " + passes_.said());
  }
  PassRunner passes_;
};

/// The plan with as few ops and actions as still fail; at most `most` are tried.
template <class Fails>
Plan smallest(Plan plan, Fails&& fails, int64_t most) {
  plan.recipe = shrunk(plan.recipe, [&](const Recipe& r) { return fails(Plan{r, plan.actions}); }, most);
  for (size_t i = plan.actions.size(); i-- > 0;) {
    Plan less = plan;
    less.actions.erase(less.actions.begin() + static_cast<int64_t>(i));
    if (fails(less)) plan = std::move(less);
  }
  return plan;
}

std::optional<faults::Refutation> refutation(int fault) {
  Judge judge;
  const auto fails = [&](const Plan& plan) {
    return refutes(faults::with_fault(fault, [&] { return judge(plan); })) && !refutes(judge(plan));
  };
  for (uint64_t seed = 1; seed <= 5000; ++seed) {
    const Plan found = drawn(seed);
    if (!fails(found)) continue;
    const Plan small = smallest(found, fails, 400);
    const core::Program p = decode(small.recipe);
    std::string said = why(faults::with_fault(fault, [&] { return judge(small); }));
    std::string by = std::to_string(ops(p)) + " ops";
    for (const std::string& action : actions_of(p, small)) by += " " + action;
    return faults::Refutation{by, said.substr(0, said.find('\n')), static_cast<int64_t>(seed),
                              ops(p) > 5 ? "is not small:\n" + text(p) : ""};
  }
  return std::nullopt;
}

TEST(PassFaults, each_is_refuted_by_a_small_program) {
  faults::each_is_refuted(60, refutation);
}

/// The passes without a fault.
TEST(PassFaults, nothing_is_refuted_without_one) {
  Judge judge;
  int64_t judged = 0;
  for (uint64_t seed = 1; seed <= 300 && !HasFailure(); ++seed) {
    const Plan plan = drawn(seed);
    const Verdict v = judge(plan);
    EXPECT_FALSE(refutes(v)) << "seed " << seed << ": " << why(v) << "\n" << text(decode(plan.recipe));
    judged += v.holds();
  }
  EXPECT_GT(judged, 200);
}

}  // namespace
}  // namespace partir
