// R-Fuse, premise by premise, and to a fixed point.
#include "partition/fuse.h"

#include <gtest/gtest.h>

#include <chrono>
#include <iostream>

#include "lowering/collectives.h"
#include "lowering/lower.h"
#include "property_tests/partition_cases.h"

namespace partir::fuse_test {
namespace {

using namespace partition_cases;
using core::LoopAttr;

size_t loops_in(const core::Program& p) {
  size_t n = 0;
  core::walk(p.main.body, [&](const core::Stmt& s, int) {
    n += std::holds_alternative<core::LoopExpr>(s.expr);
  });
  return n;
}
bool fuse_first(core::Program& p, size_t producer, size_t consumer) {
  return R_Fuse(p.main, p.main.body, producer, consumer);
}
const core::LoopExpr& loop_at(const core::Program& p, size_t i) {
  return std::get<core::LoopExpr>(p.main.body.stmts.at(i).expr);
}
/// `y = loop B tile<0> (r. tanh(slice 0 x[r]))`.
ValueId tanh_loop(build::Core& b, ValueId x, const Axis& a = "B", int64_t d = 0) {
  return b.loop(a, LoopAttr::tile(d), [&](RangeId r) { return b.op(Tanh{}, {b.slice(d, x, r)}); });
}

TEST(R_Fuse, fuses_a_slice_of_a_tile_loop) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4));
  const ValueId z = tanh_loop(b, tanh_loop(b, x));
  const core::Program before = b.returns({z});
  core::Program after = before;
  ASSERT_TRUE(fuse_first(after, 0, 1));
  ASSERT_EQ(after.main.body.stmts.size(), 1u);
  EXPECT_EQ(loop_at(after, 0).attrs, std::vector{LoopAttr::tile(0)});
  EXPECT_EQ(loop_at(after, 0).body->stmts.size(), 3u) << "one slice and two tanh";
  EXPECT_EQ(after.main.body.stmts[0].results, std::vector{z}) << "the visible value keeps its id";
  EXPECT_TRUE(well_typed(after));
  EXPECT_TRUE(same_meaning(before, after));
}

TEST(R_Fuse, refuses_another_dimension) {
  build::Core b(mesh_bm());
  const ValueId y = tanh_loop(b, b.param(f32(8, 4)));
  core::Program p = b.returns({tanh_loop(b, y, "B", 1)});
  EXPECT_FALSE(fuse_first(p, 0, 1));
  EXPECT_EQ(p.main.body.stmts.size(), 2u);
}

TEST(R_Fuse, refuses_another_axis) {
  build::Core b(mesh_bm());
  const ValueId y = tanh_loop(b, b.param(f32(8, 4)));
  core::Program p = b.returns({tanh_loop(b, y, "M")});
  EXPECT_FALSE(fuse_first(p, 0, 1));
}

TEST(R_Fuse, refuses_a_reduce_result) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4));
  const ValueId y = b.loop("B", LoopAttr::reduce(Monoid::Add),
                           [&](RangeId r) { return b.op(Tanh{}, {b.slice(0, x, r)}); });
  const ValueId w = b.op(Negate{}, {y});
  const ValueId z = b.loop("B", LoopAttr::tile(1), [&](RangeId r) {
    return b.op(Add{}, {b.slice(1, y, r), b.slice(1, w, r)});
  });
  core::Program p = b.returns({z});
  ASSERT_TRUE(well_typed(p));
  EXPECT_FALSE(fuse_first(p, 0, 2));
  EXPECT_EQ(loops_in(fuse(p)), 2u);
}

TEST(R_Fuse, refuses_where_the_whole_value_is_read_too) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 8));
  const ValueId y = tanh_loop(b, x);
  const ValueId z = b.loop("B", LoopAttr::tile(0),
                           [&](RangeId r) { return b.op(matmul(), {b.slice(0, y, r), y}); });
  core::Program p = b.returns({z});
  ASSERT_TRUE(well_typed(p));
  EXPECT_FALSE(fuse_first(p, 0, 1));
}

TEST(R_Fuse, rejects_premise_1_a_free_variable_that_depends_on_the_producer) {
  // z reads y by slice, and w, which is made from all of y: joining would need w before y
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 8));
  const ValueId y = tanh_loop(b, x);
  const ValueId w = b.op(matmul(), {y, y});
  const ValueId z = b.loop("B", LoopAttr::tile(0), [&](RangeId r) {
    return b.op(Add{}, {b.slice(0, y, r), b.slice(0, w, r)});
  });
  const core::Program before = b.returns({z});
  core::Program after = before;
  EXPECT_FALSE(fuse_first(after, 0, 2));
  after = fuse(before);
  EXPECT_EQ(loops_in(after), 2u);
  EXPECT_TRUE(same_meaning(before, after));
}

TEST(R_Fuse, moves_what_the_consumer_needs_before_it) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 8));
  const ValueId y = tanh_loop(b, x);
  const ValueId w = b.op(Exponential{}, {x});
  const ValueId after_y = b.op(Negate{}, {y});
  const ValueId z = b.loop("B", LoopAttr::tile(0), [&](RangeId r) {
    return b.op(Add{}, {b.slice(0, y, r), b.slice(0, w, r)});
  });
  const core::Program before = b.returns({z, after_y});
  core::Program after = before;
  ASSERT_TRUE(fuse_first(after, 0, 3));
  EXPECT_TRUE(well_typed(after));
  EXPECT_TRUE(same_meaning(before, after));
  EXPECT_EQ(loop_at(after, 1).attrs.size(), 2u) << "y is read outside and stays a result";
}

TEST(R_Fuse, several_uses_merge_into_one_multi_result_loop) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4));
  const ValueId y = tanh_loop(b, x);
  const ValueId u = tanh_loop(b, y), v = tanh_loop(b, y);
  const core::Program before = b.returns({u, v});
  const core::Program after = fuse(before);
  ASSERT_EQ(after.main.body.stmts.size(), 1u);
  EXPECT_EQ(loop_at(after, 0).attrs.size(), 2u) << "u and v; y has no other use";
  size_t tanhs = 0;
  core::walk(after.main.body, [&](const core::Stmt& s, int) {
    const auto* op = std::get_if<OpExpr>(&s.expr);
    tanhs += op && op->op.get_if<Tanh>();
  });
  EXPECT_EQ(tanhs, 3u) << "y's expression is not duplicated";
  EXPECT_TRUE(well_typed(after));
  EXPECT_TRUE(same_meaning(before, after));
}

TEST(R_Fuse, renames_ranges_in_nested_loops) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4)), w = b.param(f32(4, 8));
  const ValueId y = tanh_loop(b, x);
  const ValueId z = b.loop("B", LoopAttr::tile(0), [&](RangeId r) {
    return b.loop("M", LoopAttr::tile(1), [&](RangeId s) {
      return b.op(matmul(), {b.slice(0, y, r), b.slice(1, w, s)});
    });
  });
  const ValueId v = b.loop("B", LoopAttr::tile(0), [&](RangeId r) {
    return b.loop("M", LoopAttr::tile(1),
                  [&](RangeId s) { return b.op(Tanh{}, {b.slice(1, b.slice(0, z, r), s)}); });
  });
  const core::Program before = b.returns({v});
  const core::Program after = fuse(before);
  EXPECT_EQ(loops_in(after), 2u) << "one over B around one over M";
  EXPECT_TRUE(well_typed(after));
  EXPECT_TRUE(same_meaning(before, after));
}

TEST(R_Fuse, leaves_dead_loops_and_results_alone) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4));
  tanh_loop(b, x);
  const core::Program p = b.returns({x});
  EXPECT_EQ(loops_in(fuse(p)), 1u);
  EXPECT_TRUE(well_typed(fuse(p)));
  EXPECT_TRUE(well_typed(fuse(build::Core(mesh_bm()).returns({}))));
}

/// x tiled by M, w by M and then B if asked, read inside a loop over B around one over M.
core::Program read_deeper(bool producer_loops_over_B) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4)), w = b.param(f32(4, 8));
  const ValueId y = b.loop("M", LoopAttr::tile(1), [&](RangeId r) {
    const ValueId part = b.slice(1, w, r);
    return producer_loops_over_B ? tanh_loop(b, part) : b.op(Tanh{}, {part});
  });
  return b.returns({b.loop("B", LoopAttr::tile(0), [&](RangeId r) {
    const ValueId part = b.slice(0, x, r);
    return b.loop("M", LoopAttr::tile(1),
                  [&](RangeId s) { return b.op(matmul(), {part, b.slice(1, y, s)}); });
  })});
}

TEST(R_Fuse, fuses_into_a_loop_that_stands_deeper) {
  const core::Program before = read_deeper(false);
  core::Program after = before;
  ASSERT_TRUE(fuse_first(after, 0, 1));
  EXPECT_EQ(loops_in(after), 2u);
  EXPECT_TRUE(well_typed(after));
  EXPECT_TRUE(same_meaning(before, after));
}

TEST(R_Fuse, rejects_premise_2_an_own_axis_in_scope_at_the_target) {
  const core::Program before = read_deeper(true);
  ASSERT_TRUE(well_typed(before));
  core::Program after = before;
  EXPECT_FALSE(fuse_first(after, 0, 1)) << "a loop over B would stand inside another";
  EXPECT_EQ(after.main.body.stmts.size(), 2u);
  after = fuse(before);
  EXPECT_TRUE(well_typed(after));
  EXPECT_EQ(loops_in(after), 4u);
}

TEST(R_Fuse, the_chain_under_BP_and_MP_becomes_one_loop_over_B_around_one_over_M) {
  State s(chain());
  tile(s, 0, 0, "B", "BP", here());
  propagate(s, "BP");
  tile(s, 1, 1, "M", "MP", here());
  propagate(s, "MP");
  const core::Program p = fuse(materialise(s));
  EXPECT_EQ(p.main.body.stmts.size(), 1u);
  EXPECT_EQ(loops_in(p), 2u);
  EXPECT_TRUE(well_typed(p));
  EXPECT_TRUE(same_meaning(s.program(), p));
}

TEST(R_Fuse, fixed_point_no_redex_is_left_and_lowering_agrees) {
  size_t fused_loops = 0, materialised_loops = 0;
  for (uint64_t seed = 1; seed <= 120; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const core::Program p = random_program(seed, mesh_bm());
    const core::Program loops = materialise(random_partition(seed, p));
    core::Program fused = fuse(loops);
    ASSERT_TRUE(well_typed(fused));
    ASSERT_TRUE(same_meaning(p, fused, seed));
    fused_loops += loops_in(fused);
    materialised_loops += loops_in(loops);
    const size_t n = fused.main.body.stmts.size();
    for (size_t i = 0; i < n; ++i)
      for (size_t j = i + 1; j < n; ++j) EXPECT_FALSE(fuse_first(fused, i, j)) << i << " " << j;
    EXPECT_EQ(counts(lower(loops)), counts(lower(fused)));
  }
  EXPECT_GT(materialised_loops, 600u) << "the random programs have too few loops to mean anything";
  EXPECT_LT(fused_loops * 10, materialised_loops * 9);
  RecordProperty("loops", std::to_string(materialised_loops) + " -> " + std::to_string(fused_loops));
  std::cout << "loops " << materialised_loops << " -> " << fused_loops << "\n";
}

TEST(R_Fuse, two_thousand_ops_in_time) {
  const core::Program p = training_step(mesh_bm(), 24, 64, 16, 32);
  ASSERT_GE(p.main.body.stmts.size(), 2000u);
  State s(p);
  for (const Tactic& t : training_tactics()) apply(s, t);
  const core::Program loops = materialise(s);
  const auto start = std::chrono::steady_clock::now();
  const core::Program fused = fuse(loops);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  RecordProperty("seconds", std::to_string(seconds));
  EXPECT_LT(seconds, 3) << "0.3 s where nothing else runs; sanitizers and -O0 are slower";
  EXPECT_LT(loops_in(fused), loops_in(loops) / 4);
  EXPECT_TRUE(well_typed(fused));
  EXPECT_TRUE(same_meaning(p, fused));
}

}  // namespace
}  // namespace partir::fuse_test
