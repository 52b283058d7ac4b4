// Every fault of faults.py in an MLIR pass is refuted, in the copies of the passes that have it, by `verify` of what
// all passes make of a random program; and that program becomes small. A fault that survives is a hole.
#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
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

/// A program, and what is to be done to its arguments: numbers for the argument, dimension and axis of each action.
struct Plan {
  Recipe recipe;
  std::vector<std::array<uint32_t, 3>> actions;
};

/// Lets ops be those that make sums and pass them on: the decoder's choice for this number.
void make_sums(std::vector<Step>& steps) {
  for (Step& s : steps) {
    if (s.form == Step::Form::Op) s.numbers[0] = 2;
    make_sums(s.body);
  }
}

/// What lowerings are about: several axes of small sizes on one dimension, sums and what passes them on. Few devices
/// and few ops, so that there are many programs a second and little to shrink.
Plan drawn(uint64_t seed) {
  static const std::vector<int64_t> meshes[] = {{2, 2}, {2, 3}, {2, 2}, {2, 2, 2}, {3, 2}};
  Source source(seed);
  const bool has_loops = seed % 3 == 0;  // of its own, in place of actions
  Plan plan{draw(seed, {.steps = 5, .depth = has_loops ? 3 : 0}), {}};
  plan.recipe.sizes = meshes[source.below(std::size(meshes))];
  if (source.below(3) > 0) make_sums(plan.recipe.steps);
  for (int64_t n = has_loops ? 0 : 1 + source.below(5); n > 0; --n) {
    std::array<uint32_t, 3> numbers;
    for (uint32_t& x : numbers) x = static_cast<uint32_t>(source.next());
    // several axes on one dimension
    if (!plan.actions.empty() && source.below(2) == 0) numbers = {plan.actions.back()[0], plan.actions.back()[1], numbers[2]};
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
    const uint32_t d = dim % 8 == 0 ? rank : dim / 8 % std::max(rank, 1U);
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

/// What all passes make of a program: a text, or the reason why there is none.
struct Lowered {
  std::string text, refused;
  friend bool operator==(const Lowered&, const Lowered&) = default;
};

class Passes {
 public:
  Lowered operator()(const core::Program& p, const Plan& plan) {
    passes_.read(print(p));
    for (const std::string& action : actions_of(p, plan)) {
      // an action may be refused; what it makes may not be ill typed
      const bool taken = passes_.run(passes::create_tile(), "actions=" + action);
      if (!passes_.is_well_typed()) return {{}, "tile: " + passes_.said()};
      if (taken && !run("propagate", passes::create_propagate())) return {{}, why_};
    }
    if (!run("core-to-hlo", passes::create_core_to_hlo()) || !run("hlo-simplify", passes::create_hlo_simplify()) ||
        !run("hlo-to-stablehlo", passes::create_hlo_to_stablehlo()))
      return {{}, why_};
    return {passes_.text(), {}};
  }

 private:
  bool run(const std::string& name, std::unique_ptr<mlir::Pass> pass) {
    const bool ran = passes_.run(std::move(pass));
    if (ran && passes_.is_well_typed()) return true;
    why_ = name + (ran ? ": " : " fails: ") + passes_.said();
    return false;
  }
  PassRunner passes_;
  std::string why_;
};

/// Whether that is a right partitioning of the program.
Verdict judge(const core::Program& p, const Lowered& lowered, const CompareOptions& options) {
  if (!lowered.refused.empty()) return fails(lowered.refused);
  try {
    return verify(p, import_spmd_text(lowered.text, "lowered.mlir", signature_of(p)), options);
  } catch (const Unsupported& e) {
    return nothing(e.report());
  } catch (const Error& e) {
    return fails(e.report());
  }
}

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

constexpr uint64_t most_programs = 5'000;
/// What the right passes make of the programs of seeds, as hashes.
class Expected {
 public:
  explicit Expected(Passes& passes) : passes_(passes) {}
  size_t operator()(uint64_t seed) {
    while (hashes_.size() <= seed) {
      const Plan plan = drawn(hashes_.size());
      hashes_.push_back(of(passes_(decode(plan.recipe), plan)));
    }
    return hashes_[seed];
  }
  static size_t of(const Lowered& x) { return std::hash<std::string>()(x.text + x.refused); }

 private:
  Passes& passes_;
  std::vector<size_t> hashes_;
};

/// The first refutation by a program of at most five ops; without one, by what a few others became.
std::optional<faults::Refutation> refutation(int fault, Passes& passes, Expected& expected) {
  const CompareOptions options{.native = false, .shrink = false};  // a fault of structure shows in Field
  const auto faulty = [&](const core::Program& p, const Plan& plan) {
    return faults::with_fault(fault, [&] { return passes(p, plan); });
  };
  const auto is_refuted = [&](const Plan& plan) {
    const core::Program p = decode(plan.recipe);
    const Lowered wrong = faulty(p, plan), right = passes(p, plan);
    return wrong != right && refutes(judge(p, wrong, options)) && !refutes(judge(p, right, options));
  };
  std::optional<faults::Refutation> large;
  int tries = 5;
  for (uint64_t seed = 1; seed <= most_programs && tries > 0; ++seed) {
    const Plan found = drawn(seed);
    if (Expected::of(faulty(decode(found.recipe), found)) == expected(seed) || !is_refuted(found)) continue;
    const Plan small = smallest(found, is_refuted, 200);
    const core::Program p = decode(small.recipe);
    const std::string said = why(judge(p, faulty(p, small), options));
    std::string by = std::to_string(ops(p)) + " ops";
    for (const std::string& action : actions_of(p, small)) by += " " + action;
    faults::Refutation r{by, said.substr(0, said.find('\n')), static_cast<int64_t>(seed), ""};
    if (ops(p) <= 5) return r;
    r.objection = "is not small:\n" + text(p);
    if (!large) large = r;
    --tries;
  }
  return large;
}

TEST(PassFaults, each_is_refuted_by_a_small_program) {
  Passes passes;
  Expected expected(passes);
  expected(1000);  // once for all processes
  faults::each_is_refuted(200, [&](int fault, const std::string&) { return refutation(fault, passes, expected); });
}

/// The passes without a fault.
TEST(PassFaults, nothing_is_refuted_without_one) {
  Passes passes;
  int64_t judged = 0;
  for (uint64_t seed = 1; seed <= 200 && !HasFailure(); ++seed) {
    const Plan plan = drawn(seed);
    const core::Program p = decode(plan.recipe);
    const Verdict v = judge(p, passes(p, plan), {});
    EXPECT_FALSE(refutes(v)) << "seed " << seed << ": " << why(v) << "\n" << text(p);
    judged += v.holds();
  }
  EXPECT_GT(judged, 140);
}

}  // namespace
}  // namespace partir
