// The translation ⟨e⟩ (calculus.md section 3): each L-rule, Theorem 1 (a) and Theorem 2 on random
// programs, and what a partitioned program lowers to.
#include <gtest/gtest.h>

#include "interp/core_interp.h"
#include "lowering/collectives.h"
#include "lowering/cost.h"
#include "lowering/lower.h"
#include "property_tests/lowering_cases.h"
#include "semantics/core_typing.h"
#include "semantics/dist_typing.h"
#include "semantics/hlo_typing.h"

namespace partir::translate_test {
namespace {

using namespace lowering_cases;
using core::LoopAttr;

constexpr ElementType i32 = ElementType::I32;
const Mesh mesh_bm({{"B", 4}, {"M", 2}});
const DotGeneral dot{{}, {}, {1}, {0}, i32};

/// Theorem 2 on closed programs, exactly, and its corollary for the lowered one: on random global
/// arguments every device holds the Core result's chunk.
void expect_theorem_2(const core::Program& core, const hlo::Program& hlo, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::vector<Tensor<Native>> globals;
  std::vector<Family<Native>> locals;
  for (size_t i = 0; i < core.main.params.size(); ++i) {
    globals.push_back(random_i32(core.main.type(core.main.params[i]), random));
    locals.push_back(distribute(hlo.mesh, hlo.main.param_dists[i], globals.back()));
  }
  const auto expected = run<Native>(core, globals);
  const auto found = run<Native>(hlo, locals);
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    const auto mismatch = represents(hlo.mesh, hlo.main.result_dists[i], found[i], expected[i]);
    ASSERT_FALSE(mismatch) << "result " << i << ", seed " << seed << ": expected "
                           << mismatch->expected << ", found " << mismatch->found << "\n"
                           << text(hlo);
  }
}

const hlo::Stmt& only_stmt(const hlo::Program& p) {
  EXPECT_EQ(p.main.body.stmts.size(), 1u);
  return p.main.body.stmts.at(0);
}

TEST(L_Op, keeps_op_names_and_locations) {
  CoreBuilder b(mesh_bm);
  const ValueId x = b.param({{8, 4}, i32}, "x");
  const ValueId y = b.op(Negate{}, {x}, "y");
  b.open.back().stmts.back().location = {"f.mlir", 3, 5, "neg"};
  const hlo::Program p = translate(b.finish({y}));
  EXPECT_EQ(hlo::expr_name(only_stmt(p).expr), "negate");
  EXPECT_EQ(to_string(only_stmt(p).location), "f.mlir:3:5");
  EXPECT_EQ(value_name(p.main, p.main.body.results[0]), "%y");
  EXPECT_EQ(value_name(p.main, p.main.params[0]), "%x");
}
TEST(L_Var, a_parameter_is_itself) {
  CoreBuilder b(mesh_bm);
  const ValueId x = b.param({{8, 4}, i32}, "x");
  const hlo::Program p = translate(b.finish({x, x}));
  EXPECT_TRUE(p.main.body.stmts.empty());
  EXPECT_EQ(p.main.body.results, (std::vector<ValueId>{p.main.params[0], p.main.params[0]}));
}
TEST(L_Let, keeps_the_order_and_flattens_the_bodies_of_loops) {
  // let a = -x in let y = loop B [any] (let b = -a in b) in let c = -y in c
  CoreBuilder b(mesh_bm);
  const ValueId x = b.param({{8, 4}, i32}, "x");
  const ValueId a = b.op(Negate{}, {x}, "a");
  const auto y = b.loop("B", {LoopAttr::any()},
                        [&](RangeId) { return std::vector{b.op(Negate{}, {a}, "b")}; });
  const core::Program core = b.finish({b.op(Negate{}, {y[0]}, "c")});
  check(core);
  const hlo::Program p = translate(core);
  std::vector<std::string> bound;
  for (const hlo::Stmt& s : p.main.body.stmts)
    for (ValueId v : s.results) bound.push_back(value_name(p.main, v));
  EXPECT_EQ(bound, (std::vector<std::string>{"%a", "%b", "%c"}));
  check(p);
  expect_theorem_2(core, p);
}
TEST(L_Tuple, keeps_components_their_order_and_repetitions) {
  CoreBuilder b(mesh_bm);
  const ValueId x = b.param({{8, 4}, i32}, "x"), w = b.param({{2}, i32}, "w");
  const ValueId y = b.op(Negate{}, {x}, "y");
  const core::Program core = b.finish({w, y, x, y});
  const hlo::Program p = translate(core);
  std::vector<std::string> returned;
  for (ValueId v : p.main.body.results) returned.push_back(value_name(p.main, v));
  EXPECT_EQ(returned, (std::vector<std::string>{"%w", "%y", "%x", "%y"}));
  EXPECT_EQ(p.main.result_dists.size(), 4u);
  EXPECT_TRUE(translate(CoreBuilder(mesh_bm).finish({})).main.body.results.empty());
}
TEST(L_Tile, gathers_the_dimension_of_each_result_by_the_loops_axis) {
  CoreBuilder b(mesh_bm);
  const ValueId x = b.param({{8, 4}, i32}, "x");
  const core::Program core = b.finish(b.loop("M", {LoopAttr::tile(1), LoopAttr::tile(0)}, [&](RangeId r) {
    const ValueId s = b.slice(0, x, r);
    return std::vector{s, s};
  }));
  check(core);
  const hlo::Program p = translate(core);
  ASSERT_EQ(p.main.body.stmts.size(), 3u);
  EXPECT_EQ(std::get<hlo::AllGather>(p.main.body.stmts[1].expr).axes, (AxisLists{{}, {"M"}}));
  EXPECT_EQ(std::get<hlo::AllGather>(p.main.body.stmts[2].expr).axes, (AxisLists{{"M"}, {}}));
  expect_theorem_2(core, p);
}
TEST(L_Slice, and_tile_are_all_slice_and_all_gather) {
  CoreBuilder b(mesh_bm);
  const ValueId x = b.param({{8, 4}, i32}, "x");
  const auto y =
      b.loop("B", {LoopAttr::tile(1)}, [&](RangeId r) { return std::vector{b.slice(0, x, r)}; },
             {"f.mlir", 7, 2, ""});
  const core::Program core = b.finish(y);
  check(core);
  const hlo::Program p = translate(core);
  ASSERT_EQ(p.main.body.stmts.size(), 2u);
  const auto& s = std::get<hlo::AllSlice>(p.main.body.stmts[0].expr);
  const auto& g = std::get<hlo::AllGather>(p.main.body.stmts[1].expr);
  EXPECT_EQ(s.axes, (AxisLists{{"B"}, {}}));
  EXPECT_EQ(g.axes, (AxisLists{{}, {"B"}}));
  EXPECT_EQ(to_string(p.main.body.stmts[1].location), "f.mlir:7:2");  // the loop's
  EXPECT_EQ(p.main.type(p.main.body.results[0]), (TensorType{{2, 16}, i32}));
  check(p);
  expect_theorem_2(core, p);
}
TEST(L_Reduce, is_all_reduce_with_its_monoid) {
  CoreBuilder b(mesh_bm);
  const ValueId x = b.param({{8, 4}, i32}, "x");
  const core::Program core = b.finish(b.loop("M", {LoopAttr::reduce(Monoid::Max)}, [&](RangeId r) {
    return std::vector{b.slice(0, x, r)};
  }));
  const hlo::Program p = translate(core);
  const auto& c = std::get<hlo::AllReduce>(p.main.body.stmts.at(1).expr);
  EXPECT_EQ(c.monoid, Monoid::Max);
  EXPECT_EQ(c.axes, AxisList{"M"});
  expect_theorem_2(core, p);
}
TEST(L_Any, is_another_name) {
  CoreBuilder b(mesh_bm);
  const ValueId x = b.param({{8, 4}, i32}, "x");
  const auto y = b.loop("B", {LoopAttr::any()}, [&](RangeId) { return std::vector{x}; });
  const auto z = b.loop("M", {LoopAttr::any()}, [&](RangeId) { return y; });
  const core::Program core = b.finish(z);
  check(core);
  const hlo::Program p = translate(core);
  EXPECT_TRUE(p.main.body.stmts.empty());
  EXPECT_EQ(p.main.body.results[0], p.main.params[0]);
}
TEST(L_Loop, several_results_in_their_order) {
  CoreBuilder b(mesh_bm);
  const ValueId x = b.param({{8, 4}, i32}, "x");
  const core::Program core = b.finish(b.loop(
      "M", {LoopAttr::any(), LoopAttr::tile(0), LoopAttr::reduce(Monoid::Add)}, [&](RangeId r) {
        const ValueId s = b.slice(0, x, r);
        return std::vector{b.op(Negate{}, {x}), b.op(Negate{}, {s}), s};
      }));
  check(core);
  const hlo::Program p = translate(core);
  std::vector<std::string_view> names;
  for (const hlo::Stmt& s : p.main.body.stmts) names.push_back(hlo::expr_name(s.expr));
  EXPECT_EQ(names, (std::vector<std::string_view>{"all_slice", "negate", "negate", "all_gather",
                                                  "all_reduce"}));
  check(p);
  expect_theorem_2(core, p);
}

/// A random well-typed Core program: loops over B and M nested at will, slices, tiles, reductions.
core::Program random_core(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  CoreBuilder b(mesh_bm);
  std::vector<ValueId> scope;
  for (int i = 0; i < 3; ++i) scope.push_back(b.param({{16, 16}, i32}, "p" + std::to_string(i)));
  const auto pick = [&] { return below(2) ? scope.back() : scope[below(scope.size())]; };
  std::function<void(std::vector<std::pair<Axis, RangeId>>, int)> block =
      [&](std::vector<std::pair<Axis, RangeId>> open, int budget) {
        for (int i = 0; i < budget; ++i) {
          const ValueId x = pick(), y = pick();
          const TensorType tx = b.p.main.type(x), ty = b.p.main.type(y);
          const size_t kind = below(6);
          if (kind < 2 && !open.empty()) {
            const auto& [a, r] = open[below(open.size())];
            const int64_t d = static_cast<int64_t>(below(2));
            if (tx.shape[d] % b.p.mesh.size(a) == 0) scope.push_back(b.slice(d, x, r));
          } else if (kind == 2 && open.size() < 2) {
            const Axis a =
                !open.empty() ? (open[0].first == "B" ? "M" : "B") : (below(2) ? "B" : "M");
            const std::vector<ValueId> outside = scope;
            const std::vector<LoopAttr> attrs{
                LoopAttr::tile(static_cast<int64_t>(below(2))),
                LoopAttr::reduce(below(2) ? Monoid::Add : Monoid::Max)};
            const auto results = b.loop(a, attrs, [&](RangeId r) {
              auto inner = open;
              inner.push_back({a, r});
              scope.push_back(b.slice(0, scope[0], r));
              block(inner, 3);
              return std::vector{pick(), pick()};
            });
            scope = outside;
            for (ValueId y2 : results)
              if (b.p.main.type(y2).shape[0] <= 64 && b.p.main.type(y2).shape[1] <= 64)
                scope.push_back(y2);
          } else if (kind == 3 && tx == ty) {
            scope.push_back(b.op(below(2) ? Op(Add{}) : Op(Multiply{}), {x, y}));
          } else if (kind == 4 && tx.shape[1] == ty.shape[0]) {
            scope.push_back(b.op(dot, {x, y}));
          } else {
            scope.push_back(b.op(Negate{}, {x}));
          }
        }
      };
  block({}, 6);
  return b.finish({scope.back(), pick()});
}

TEST(Theorem2, random_programs_translated_and_lowered) {
  int collectives = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    const core::Program core = random_core(seed);
    ASSERT_NO_THROW(check(core)) << "seed " << seed;
    const hlo::Program p = translate(core);
    ASSERT_NO_THROW(check(p)) << text(p);
    // Theorem 1 (a): local types are Core types
    for (ValueId x : p.main.params) EXPECT_EQ(p.main.type(x), core.main.type(x));
    expect_theorem_2(core, p, seed);
    const hlo::Program lowered = lower(core);
    ASSERT_NO_THROW(check(lowered)) << text(lowered);
    expect_theorem_2(core, lowered, seed);
    if (HasFatalFailure()) return;
    const CollectiveCounts c = counts(p);
    collectives += static_cast<int>(c.all_gather + c.all_reduce);
  }
  EXPECT_GE(collectives, 300);
}

// ---- the two-matmul chain x·w1·w2, x: 256x8, w1: 8x16, w2: 16x8, B=4, M=2, as the partitioner
// writes it

struct Chain {
  CoreBuilder b{mesh_bm};
  ValueId x, w1, w2;
  Chain() {
    x = b.param({{256, 8}, i32}, "x");
    w1 = b.param({{8, 16}, i32}, "w1");
    w2 = b.param({{16, 8}, i32}, "w2");
  }
  /// The use of `v` through its loop nest over T(v), oldest outermost.
  ValueId use(ValueId v, std::vector<std::pair<Axis, int64_t>> tilings, size_t level = 0) {
    if (level == tilings.size()) return v;
    const auto [a, d] = tilings[level];
    return b.loop(a, {LoopAttr::tile(d)}, [&](RangeId r) {
      return std::vector{use(b.slice(d, v, r), tilings, level + 1)};
    })[0];
  }
  core::Program bp() {
    const ValueId x_ = use(x, {{"B", 0}});
    const auto h = b.loop("B", {LoopAttr::tile(0)}, [&](RangeId r) {
      return std::vector{b.op(dot, {b.slice(0, x_, r), w1})};
    });
    return b.finish(b.loop("B", {LoopAttr::tile(0)}, [&](RangeId r) {
      return std::vector{b.op(dot, {b.slice(0, h[0], r), w2})};
    }));
  }
  /// BP, then MP on w1 dimension 1, then, with `z3`, B on w1 dimension 0 and w2 dimension 1.
  core::Program bp_mp(bool z3) {
    std::vector<std::pair<Axis, int64_t>> t1{{"M", 1}}, t2;
    if (z3) {
      t1.push_back({"B", 0});
      t2.push_back({"B", 1});
    }
    const ValueId x_ = use(x, {{"B", 0}}), w1_ = use(w1, t1);
    const auto h = b.loop("B", {LoopAttr::tile(0)}, [&](RangeId rb) {
      const ValueId xb = b.slice(0, x_, rb);
      return b.loop("M", {LoopAttr::tile(1)}, [&](RangeId rm) {
        return std::vector{b.op(dot, {xb, b.slice(1, w1_, rm)})};
      });
    });
    const ValueId w2_ = use(w2, t2);
    return b.finish(b.loop("B", {LoopAttr::tile(0)}, [&](RangeId rb) {
      const ValueId hb = b.slice(0, h[0], rb);
      return b.loop("M", {LoopAttr::reduce(Monoid::Add)}, [&](RangeId rm) {
        return std::vector{b.op(dot, {b.slice(1, hb, rm), b.slice(0, w2_, rm)})};
      });
    }));
  }
};

TEST(Chain, BP_needs_no_collective) {
  const core::Program core = Chain().bp();
  check(core);
  const hlo::Program p = lower(core);
  check(p);
  EXPECT_EQ(counts(p), CollectiveCounts{});
  EXPECT_EQ(p.main.param_dists[0].dims, (AxisLists{{"B"}, {}}));
  EXPECT_EQ(p.main.param_dists[1].dims, (AxisLists{{}, {}}));
  EXPECT_EQ(p.main.result_dists[0].dims, (AxisLists{{"B"}, {}}));
  infer_dists(p);
  expect_theorem_2(core, p);
}
TEST(Chain, BP_MP_joins_the_layers_by_one_all_reduce) {
  const core::Program core = Chain().bp_mp(false);
  check(core);
  const hlo::Program p = lower(core);
  check(p);
  EXPECT_EQ(counts(p), (CollectiveCounts{.all_reduce = 1}));
  EXPECT_EQ(counts_by_axis(p).at("M").all_reduce, 1);
  EXPECT_EQ(p.main.param_dists[1].dims, (AxisLists{{}, {"M"}}));
  EXPECT_EQ(p.main.param_dists[2].dims, (AxisLists{{"M"}, {}}));
  infer_dists(p);
  expect_theorem_2(core, p);
  // x 64x8, w1 8x8, w2 8x8 in i32; 2·(1/2)·64·8·4 bytes reduced
  EXPECT_EQ(cost(p).parameter_bytes, 4 * (64 * 8 + 8 * 8 + 8 * 8));
  EXPECT_EQ(cost(p).sent_bytes, 64 * 8 * 4);
}
TEST(Chain, BP_MP_Z3_gathers_each_weight_once) {
  const core::Program core = Chain().bp_mp(true);
  check(core);
  const hlo::Program p = lower(core);
  check(p);
  EXPECT_EQ(counts(p), (CollectiveCounts{.all_gather = 2, .all_reduce = 1}));
  EXPECT_EQ(counts_by_axis(p).at("B").all_gather, 2);
  EXPECT_EQ(p.main.param_dists[1].dims, (AxisLists{{"B"}, {"M"}}));
  EXPECT_EQ(p.main.param_dists[2].dims, (AxisLists{{"M"}, {"B"}}));
  infer_dists(p);
  expect_theorem_2(core, p);
}

}  // namespace
}  // namespace partir::translate_test
