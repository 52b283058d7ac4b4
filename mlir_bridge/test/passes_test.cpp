// The passes on generated programs: whatever comes out means what went in.
#include <gtest/gtest.h>

#include "interp/core_interp.h"
#include "interp/module_parallel.h"
#include "interp/spmd_interp.h"
#include "mlir_bridge/export.h"
#include "mlir_bridge/import.h"
#include "mlir_bridge/import_module.h"
#include "mlir_bridge/passes/passes.h"
#include "mlir_bridge/test/pass_runner.h"
#include "property_tests/generate/describe.h"
#include "property_tests/generate/hlo_program.h"
#include "property_tests/generate/program.h"
#include "proofs/inputs.h"
#include "semantics/hlo_typing.h"
#include "semantics/module_typing.h"

namespace partir::passes_test {
namespace {

using PassMaker = std::unique_ptr<mlir::Pass> (*)();

/// The text that the passes make of a text.
std::string passed(const std::string& text, const std::vector<PassMaker>& makers) {
  PassRunner passes;
  passes.read(text);
  for (PassMaker make : makers)
    if (!passes.run(make()) || !passes.is_well_typed()) throw Crash("a pass failed, " + passes.said() + "on\n" + text);
  return passes.text();
}
hlo::Program passed_hlo(const std::string& text, const std::vector<PassMaker>& makers) {
  const std::string after = passed(text, makers);
  hlo::Program p = import_hlo_text(after, "passed.mlir");
  check(p);
  return p;
}

int64_t collectives(const hlo::Program& p) {
  int64_t n = 0;
  for (const hlo::Stmt& s : p.main.body.stmts)
    n += !std::holds_alternative<OpExpr>(s.expr) && !std::holds_alternative<hlo::AllSlice>(s.expr);
  return n;
}

/// Why the program that each partition runs does not do what `p` means, bit by bit; empty where it does.
std::string local_violation(const hlo::Program& p, const std::string& local, uint64_t seed) {
  const shlo::Module m = import_module_text(local, "local.mlir");
  shlo::check(m);
  const shlo::Function* f = m.find(p.main.name);
  if (!f) return "the function is gone";
  std::vector<Family<Native>> args;
  for (size_t i = 0; i < p.main.params.size(); ++i)
    args.push_back(distribute(p.mesh, p.main.param_dists[i],
                              random_tensor<Native>(p.main.param_dists[i].global, mix64(seed + i))));
  ModuleRun run{m, {}, {}, 0};
  GridPrograms programs;
  for (int64_t δ = 0; δ < p.mesh.devices(); ++δ) {
    ModuleValues values;
    for (const Family<Native>& x : args) values.push_back({x.at_id(δ)});
    programs.emplace_back(f, std::move(values));
  }
  const ModuleValues found = run_grid(run, {1, p.mesh.devices()}, std::move(programs));
  const std::vector<Family<Native>> expected = partir::run<Native>(p, args);
  for (int64_t δ = 0; δ < p.mesh.devices(); ++δ)
    for (size_t i = 0; i < expected.size(); ++i) {
      const Tensor<Native>* t = found.at(static_cast<size_t>(δ) * expected.size() + i).tensor();
      if (!t) return "result " + std::to_string(i) + " is no tensor";
      if (const auto at = first_difference(expected[i].at_id(δ), *t))
        return "result " + std::to_string(i) + " on " + to_string(p.mesh, p.mesh.device(δ)) + " at " +
               to_string(*at) + ": " + t->element_text(*at) + ", not " +
               expected[i].at_id(δ).element_text(*at);
    }
  return {};
}

/// Why a lowered program does not mean what a Core program does, in Field; empty where it does.
std::string lowering_violation(const core::Program& core, const hlo::Program& p, uint64_t seed) {
  const auto args = Inputs(core).draw_all<Field>(seed);
  const auto expected = run<Field>(core, args);
  std::vector<Family<Field>> families;
  for (size_t i = 0; i < args.size(); ++i)
    families.push_back(distribute(p.mesh, p.main.param_dists[i], args[i]));
  const auto found = run<Field>(p, families);
  for (size_t i = 0; i < expected.size(); ++i)
    if (auto bad = represents(p.mesh, p.main.result_dists[i], found.at(i), expected[i]))
      return "result " + std::to_string(i) + " on " + to_string(p.mesh, bad->device) + " at " +
             to_string(bad->index) + ": " + bad->found + ", not " + bad->expected;
  return {};
}

TEST(Passes, simplification_of_collectives_on_one_another_keeps_each_device) {
  int64_t before = 0, after = 0;
  for (uint64_t seed = 1; seed <= 1000 && !testing::Test::HasFailure(); ++seed) {
    generate::Source source(seed);
    const hlo::Program p =
        generate::HloMaker::program(generate::decode(generate::draw(seed)).mesh, source);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + print(p));
    const hlo::Program q = passed_hlo(print(p), {passes::create_hlo_simplify});
    EXPECT_EQ(generate::rewrite_violation(p, q, seed), "") << print(q);
    before += collectives(p);
    after += collectives(q);
  }
  EXPECT_LT(after, before);  // the programs are dense in what cancels
}

TEST(Passes, what_partitions_run_is_what_collectives_mean) {
  int64_t slices = 0;
  for (uint64_t seed = 1; seed <= 400 && !testing::Test::HasFailure(); ++seed) {
    generate::Source source(seed);
    const hlo::Program p =
        generate::HloMaker::program(generate::decode(generate::draw(seed)).mesh, source);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + print(p));
    const std::string local = passed(print(p), {passes::create_hlo_to_stablehlo});
    EXPECT_EQ(local_violation(p, local, seed), "") << local;
    slices += local.find("partition_id") != std::string::npos;
  }
  EXPECT_GT(slices, 0);
}

TEST(Passes, translation_keeps_the_meaning_of_loops) {
  int64_t loops = 0;
  for (uint64_t seed = 1; seed <= 400 && !testing::Test::HasFailure(); ++seed) {
    const core::Program p = generate::decode(generate::draw(seed));
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + print(p));
    const hlo::Program plain = passed_hlo(print(p), {passes::create_core_to_hlo});
    EXPECT_EQ(lowering_violation(p, plain, seed), "");
    const hlo::Program q =
        passed_hlo(print(p), {passes::create_core_to_hlo, passes::create_hlo_simplify});
    EXPECT_EQ(lowering_violation(p, q, seed), "") << print(q);
    loops += collectives(plain) > 0;
  }
  EXPECT_GT(loops, 100);
}

/// The checks above are ones that can fail.
TEST(Passes, planted_faults_are_found) {
  int64_t lost = 0, shifted = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    generate::Source source(seed);
    const hlo::Program p =
        generate::HloMaker::program(generate::decode(generate::draw(seed)).mesh, source);
    hlo::Program q = passed_hlo(print(p), {passes::create_hlo_simplify});
    for (hlo::Stmt& s : q.main.body.stmts)
      if (auto* r = std::get_if<hlo::AllReduce>(&s.expr)) r->axes.clear();
    lost += !generate::rewrite_violation(p, q, seed).empty();
    std::string local = passed(print(p), {passes::create_hlo_to_stablehlo});
    const std::string remainder = "stablehlo.remainder";
    if (const size_t at = local.find(remainder); at != std::string::npos) {
      local.replace(at, remainder.size(), "stablehlo.divide");
      shifted += !local_violation(p, local, seed).empty();
    }
  }
  EXPECT_GT(lost, 0);
  EXPECT_GT(shifted, 0);
}

}  // namespace
}  // namespace partir::passes_test
