// The main job's checker seen failing, and what can be asked of an HLO program alone.
#include "proofs/checked_partition.h"

#include <gtest/gtest.h>

#include "proofs/consistent.h"
#include "property_tests/build.h"
#include "property_tests/proof_programs.h"

namespace partir::checked_partition_test {
namespace {

using namespace build;  // NOLINT: builders

const Mesh BM{{{"B", 2}, {"M", 3}}};

/// Batch over B, the hidden dimension over M.
std::vector<Tactic> tactics() {
  return {ManualPartition{"BP", "B"}.input("x", 0), ManualPartition{"MP", "M"}.input("%w1", 1)};
}
std::vector<Verdict::Kind> verdicts(PartitionOptions options) {
  CheckedPartition run(proof_programs::chain_original(), BM, std::move(options));
  std::vector<Verdict::Kind> kinds;
  for (const Tactic& t : tactics()) kinds.push_back(run.apply(t).verdict.kind);
  return kinds;
}
using Kind = Verdict::Kind;

TEST(CheckedPartition, every_tactic_of_our_own_lowering_holds) {
  EXPECT_EQ(verdicts({}), (std::vector{Kind::Tested, Kind::Tested}));
}

/// Local broadcasts of one scalar that are equal, at different distributed types: not one value.
TEST(CheckedPartition, equal_local_statements_of_different_distributed_types_stay_two) {
  Core c{Mesh{}};
  const ValueId lr = c.param(f32(), "lr"), w = c.param(f32(8), "w"), v = c.param(f32(4), "v");
  const ValueId a = c.op(Multiply{}, {c.op(BroadcastInDim{{}, {8}}, {lr}), w});
  const ValueId b = c.op(Multiply{}, {c.op(BroadcastInDim{{}, {4}}, {lr}), v});
  CheckedPartition run(c.returns({a, b}), BM, {});
  const TacticReport r = run.apply(ManualPartition{"BP", "B"}.input("w", 0));
  EXPECT_EQ(r.verdict.kind, Kind::Tested) << r.verdict.detail;
}

TEST(CheckedPartition, refutes_a_lowering_that_drops_an_all_reduce) {
  PartitionOptions options;
  options.lowering = [](const core::Program& p, const SimplifyOptions& o) {
    hlo::Program h = lower(p, o);
    for (hlo::Stmt& s : h.main.body.stmts)
      if (auto* r = std::get_if<hlo::AllReduce>(&s.expr)) r->axes = {};
    return h;
  };
  EXPECT_EQ(verdicts(options), (std::vector{Kind::Tested, Kind::Refuted}));  // BP has none
}

TEST(CheckedPartition, refutes_a_lowering_that_is_ill_typed_without_running_it) {
  PartitionOptions options;
  options.lowering = [](const core::Program& p, const SimplifyOptions& o) {
    hlo::Program h = lower(p, o);
    h.main.body.stmts.clear();
    return h;
  };
  CheckedPartition run(proof_programs::chain_original(), BM, options);
  const TacticReport r = run.apply(tactics()[0]);
  EXPECT_EQ(r.verdict.kind, Kind::Refuted);
  ASSERT_EQ(r.parts.size(), 1u);
  EXPECT_EQ(r.verdict.counterexample->op, "H-Tuple");
}

TEST(ScaledPartition, refutes_when_the_image_is_refuted) {
  PartitionOptions options;
  options.lowering = [](const core::Program& p, const SimplifyOptions& o) {
    hlo::Program h = lower(p, o);
    for (hlo::Stmt& s : h.main.body.stmts)
      if (auto* r = std::get_if<hlo::AllReduce>(&s.expr)) r->monoid = Monoid::Max;
    return h;
  };
  ScaledPartition run(proof_programs::chain_original(), BM, tactics(), 64, options);
  EXPECT_EQ(run.apply(tactics()[0]).verdict.kind, Kind::Tested);
  EXPECT_EQ(run.apply(tactics()[1]).verdict.kind, Kind::Refuted);
}

// ---- HLO alone: do replicas agree?

/// `x` tiled over B, its sum reduced over B or not, declared replicated.
hlo::Program total(bool reduced, bool nan = false) {
  Hlo h(BM);
  const ValueId x = h.param(dist(f32(8), {{"B"}}), "x"), zero = h.op(splat(f32(), 0), {});
  ValueId y = h.op(Reduce{{0}, Monoid::Add}, {x, zero});
  if (reduced) y = h.all_reduce(Monoid::Add, {"B"}, y);
  if (nan) y = h.op(Divide{}, {y, zero});
  return h.returns({y}, {dist(f32(), {})});
}

TEST(RunConsistently, sees_devices_that_disagree) {
  EXPECT_EQ(run_consistently(total(true), 0, 1).kind, Kind::Tested);
  const Verdict v = run_consistently(total(false), 0, 1);
  ASSERT_EQ(v.kind, Kind::Refuted);
  EXPECT_EQ(v.counterexample->device, "(B=1, M=0)");
}
TEST(RunConsistently, says_when_it_has_compared_nothing) {
  EXPECT_EQ(run_consistently(total(true, true), 0, 1).kind, Kind::Undecided);
  Hlo h(BM);
  const ValueId x = h.param(dist(f32(12), {{"B", "M"}}), "x");
  const hlo::Program tiled = h.returns({h.op(Tanh{}, {x})}, {dist(f32(12), {{"B", "M"}})});
  const Verdict v = run_consistently(tiled, 0, 1);
  EXPECT_EQ(v.kind, Kind::Proved);
  EXPECT_EQ(v.runs, 0);
}

}  // namespace
}  // namespace partir::checked_partition_test
