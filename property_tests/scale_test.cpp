// Scaling down: extents shrink together, and partitioning decides the same.
#include "partition/scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "examples/models/transformer.h"
#include "lowering/collectives.h"
#include "lowering/lower.h"
#include "partition/strategies.h"
#include "property_tests/partition_cases.h"

namespace partir::scale_test {
namespace {

using namespace partition_cases;

/// Attention as sdy_llama_attn_prefill_manual.mlir has it, rotary embedding and grouped heads included:
/// q heads of size `dh`, `kv` key-value heads, sequence `s`, model dimension `d`.
core::Program attention(int64_t s, int64_t d, int64_t q, int64_t kv, int64_t dh) {
  build::Core b(Mesh({{"_axis_0", 2}}));
  const int64_t g = q / kv;
  const ValueId wo = b.param(f32(d, q * dh), "arg0"), wv = b.param(f32(kv * dh, d), "arg1"),
                x = b.param(f32(1, s, d), "arg2"), mask = b.param(f32(1, 1, s, s), "arg3"),
                sin = b.param(f32(1, s, dh), "arg4"), wk = b.param(f32(kv * dh, d), "arg5"),
                cos = b.param(f32(1, s, dh), "arg6"), wq = b.param(f32(q * dh, d), "arg7");
  const ValueId rows = b.op(Reshape{{s, d}}, {x});
  auto project = [&](ValueId w, int64_t heads) {
    const ValueId y = b.op(matmul(), {rows, b.op(Transpose{{1, 0}}, {w})});
    return b.op(Transpose{{0, 2, 1, 3}}, {b.op(Reshape{{1, s, heads, dh}}, {y})});
  };
  auto rotate = [&](ValueId y, int64_t heads) {
    const Shape shape{1, heads, s, dh};
    auto half = [&](int64_t from, int64_t to) {
      return b.op(SliceOp{{0, 0, 0, from}, {1, heads, s, to}, {1, 1, 1, 1}}, {y});
    };
    const ValueId turned =
        b.op(Concatenate{3}, {b.op(Negate{}, {half(dh / 2, dh)}), half(0, dh / 2)});
    return b.op(Add{}, {b.op(Multiply{}, {y, b.op(BroadcastInDim{{0, 2, 3}, shape}, {cos})}),
                        b.op(Multiply{}, {turned, b.op(BroadcastInDim{{0, 2, 3}, shape}, {sin})})});
  };
  auto repeat = [&](ValueId y) {
    const ValueId five = b.op(BroadcastInDim{{0, 1, 3, 4}, {1, kv, g, s, dh}}, {y});
    return b.op(Reshape{{1, q, s, dh}}, {five});
  };
  const ValueId queries = rotate(project(wq, q), q);
  const ValueId keys = repeat(rotate(project(wk, kv), kv));
  const ValueId values = repeat(project(wv, kv));
  const ValueId scores = b.op(DotGeneral{{0, 1}, {0, 1}, {3}, {2}, ElementType::F32},
                              {queries, b.op(Transpose{{0, 1, 3, 2}}, {keys})});
  const Shape square{1, q, s, s};
  const ValueId masked =
      b.op(Add{}, {scores, b.op(BroadcastInDim{{0, 2, 3}, square}, {b.op(Reshape{{1, s, s}}, {mask})})});
  auto over_keys = [&](Monoid m, ValueId y, double init) {
    const ValueId r = b.op(Reduce{{3}, m}, {y, b.op(splat(f32(), init), {})});
    return b.op(BroadcastInDim{{0, 1, 2}, square}, {r});
  };
  const ValueId e =
      b.op(Exponential{}, {b.op(Subtract{}, {masked, over_keys(Monoid::Max, masked, -INFINITY)})});
  const ValueId weights = b.op(Divide{}, {e, over_keys(Monoid::Add, e, 0)});
  const ValueId out =
      b.op(DotGeneral{{0, 1}, {0, 1}, {3}, {2}, ElementType::F32}, {weights, values});
  const ValueId flat = b.op(Reshape{{s, q * dh}}, {b.op(Transpose{{0, 2, 1, 3}}, {out})});
  const ValueId y = b.op(matmul(), {flat, b.op(Transpose{{1, 0}}, {wo})});
  return b.returns({b.op(Reshape{{1, s, d}}, {y})});
}
std::vector<Tactic> attention_tactics() {
  return {ManualPartition{"TP", "_axis_0"}
              .input("%arg7", 0).input("%arg5", 0).input("%arg1", 0).input("%arg0", 1)};
}

/// Everything that partitioning decides: cells, conflicts, and the collectives of the lowered program.
struct Outcome {
  std::string cells;
  size_t conflicts = 0;
  std::map<Axis, CollectiveCounts> collectives;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};
Outcome partitioned(const core::Program& p, const std::vector<Tactic>& tactics) {
  State s(p);
  Outcome o;
  for (const Tactic& t : tactics) o.conflicts += apply(s, t).size();
  o.cells = table(s);
  o.collectives = counts_by_axis(lower(materialise(s)));
  return o;
}
Shape shape_of(const Scaled& s, ValueId x) { return s.program.main.type(x).shape; }

TEST(scale, attention_shrinks_and_partitions_alike) {
  const core::Program p = attention(1024, 2048, 32, 8, 64);
  ASSERT_TRUE(well_typed(p));
  const Scaled s = scale(p, p.mesh, attention_tactics(), 4096);
  EXPECT_TRUE(well_typed(s.program));
  EXPECT_EQ(s.largest_before, int64_t{32} * 1024 * 1024);
  EXPECT_LE(s.largest_after, 4096);
  const Outcome whole = partitioned(p, attention_tactics());
  EXPECT_EQ(partitioned(s.program, attention_tactics()), whole);
  EXPECT_EQ(whole.conflicts, 0u);
  EXPECT_EQ(whole.collectives.at("_axis_0").all_reduce, 1)
      << "the output projection contracts the heads, which are split";
  EXPECT_EQ(s.report.size(), 8u);
  EXPECT_EQ(s.report[0].rfind("%arg0: 2048x2048 -> ", 0), 0u) << s.report[0];
  for (const std::string& line : s.report) std::cout << line << "\n";

  State state(s.program);
  apply(state, attention_tactics()[0]);
  EXPECT_TRUE(same_meaning(s.program, materialise(state)));
}

TEST(scale, leaves_a_small_program_as_it_is) {
  const core::Program p = chain();
  const Scaled s = scale(p, p.mesh, {}, 100000);
  EXPECT_TRUE(s.report.empty());
  EXPECT_EQ(s.largest_after, s.largest_before);
}

TEST(scale, keeps_the_divisibility_that_tactics_need) {
  const core::Program p = chain();
  const std::vector<Tactic> both{ManualPartition{"BP", "B"}.input("%arg0", 0).input("%arg1", 1),
                                 ManualPartition{"MP", "M"}.input("%arg1", 0)};
  const Scaled s = scale(p, p.mesh, both, 1);
  EXPECT_EQ(shape_of(s, 0), (Shape{4, 4})) << "rows are split in 4, columns stay a multiple of 4 and 2";
  EXPECT_EQ(shape_of(s, 1), (Shape{4, 4}));
  EXPECT_EQ(shape_of(scale(p, p.mesh, both, 64), 0), (Shape{8, 8})) << "two rows for each of 4 devices, where there is room";
  const Scaled free = scale(p, p.mesh, {}, 1);
  EXPECT_EQ(shape_of(free, 0), (Shape{2, 2})) << "no axis acts; extents stay above 1";
  const Scaled one = scale(p, p.mesh, {ManualPartition{"BP", "B"}.input("%arg0", 0)}, 1);
  EXPECT_EQ(shape_of(one, 0), (Shape{4, 4}));
}

TEST(scale, reshape_groups_stay_balanced) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(64, 96), "arg0");
  const ValueId y = b.op(Reshape{{8, 8, 96}}, {x});
  const ValueId z = b.op(Reshape{{8, 768}}, {y});
  const Scaled s = scale(b.returns({z}), mesh_bm(), {}, 100);
  EXPECT_TRUE(well_typed(s.program));
  EXPECT_LE(s.largest_after, 100);
}

TEST(scale, slices_and_concatenations_shrink_in_proportion) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(64), "arg0");
  const ValueId lo = b.op(SliceOp{{0}, {24}, {1}}, {x}), hi = b.op(SliceOp{{24}, {64}, {1}}, {x});
  const ValueId y = b.op(Concatenate{0}, {b.op(Negate{}, {hi}), lo});
  const Scaled s = scale(b.returns({y}), mesh_bm(), {}, 1);
  EXPECT_TRUE(well_typed(s.program));
  EXPECT_EQ(shape_of(s, x), (Shape{8})) << "24 and 64 share 8";
  EXPECT_EQ(shape_of(s, lo), (Shape{3}));
  EXPECT_EQ(shape_of(s, hi), (Shape{5}));
  EXPECT_EQ(shape_of(s, y), (Shape{8}));
}

TEST(scale, strided_slices_and_reversals) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(64, 64), "arg0");
  const ValueId even = b.op(SliceOp{{0, 0}, {64, 63}, {2, 2}}, {x});
  const ValueId y = b.op(Reverse{{0}}, {even});
  const Scaled s = scale(b.returns({y}), mesh_bm(), {}, 1);
  EXPECT_TRUE(well_typed(s.program));
  EXPECT_EQ(shape_of(s, x), (Shape{4, 64})) << "63 is no multiple of the stride: that one stays";
  EXPECT_EQ(shape_of(s, y), (Shape{2, 32}));
}

TEST(scale, dense_constants_pin_their_classes_and_iota_does_not) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(16, 32), "arg0"), y = b.param(f32(64, 128), "arg1");
  const ValueId u = b.op(Add{}, {x, b.op(build::dense(f32(16, 32)), {})});
  const ValueId v = b.op(Add{}, {y, b.op(Iota{1, {64, 128}, ElementType::F32}, {})});
  const Scaled s = scale(b.returns({u, v}), mesh_bm(), {}, 1);
  EXPECT_TRUE(well_typed(s.program));
  EXPECT_EQ(shape_of(s, x), (Shape{16, 32}));
  EXPECT_EQ(shape_of(s, y), (Shape{2, 2}));
  ASSERT_EQ(s.report.size(), 1u);
  EXPECT_EQ(s.report[0], "%arg1: 64x128 -> 2x2");
}

/// An embedding's lookup and gradient: windows, which are whole rows, and places shrink; so does the table, as what is
/// read beyond it is read at its end, and what is added there is left out.
TEST(scale, gathers_and_scatters_shrink) {
  models::TransformerSizes n;
  n.layers = 1;
  core::Program p = models::transformer(n);
  p.mesh = Mesh({{"B", 16}, {"M", 4}});
  std::vector<Tactic> tactics;
  State state(p);
  for (const Strategy& s : {Strategy{"BP", "B"}, Strategy{"MP", "M"}, Strategy{"Z3", "B"}}) {
    tactics.push_back(expanded(state, Tactic{s.name, {}, {}, s}));
    apply(state, tactics.back());
  }
  const Scaled s = scale(p, p.mesh, tactics, 1 << 18);
  EXPECT_TRUE(well_typed(s.program));
  EXPECT_LE(s.largest_after, 1 << 18);
  EXPECT_EQ(partitioned(s.program, tactics), partitioned(p, tactics));
}

TEST(scale, refuses_loops) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4));
  const core::Program p = b.returns({b.loop(
      "B", core::LoopAttr::tile(0), [&](RangeId r) { return b.op(Tanh{}, {b.slice(0, x, r)}); })});
  EXPECT_THROW(scale(p, p.mesh, {}, 1), BadInput);
}

TEST(scale, random_programs_partition_alike) {
  size_t scaled = 0, cells = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const core::Program p = random_program(seed, mesh_bm());
    std::mt19937_64 random(seed);
    std::vector<Tactic> tactics;
    for (int i = 0; i < 4; ++i) {
      Tactic t = ManualPartition{"t" + std::to_string(i), random() % 2 ? "B" : "M"}.input(
          "%arg" + std::to_string(random() % 4), random() % 2);
      State trial(p);  // only tactics that the program accepts
      auto with = tactics;
      with.push_back(t);
      if (bad_action([&] { for (const Tactic& u : with) apply(trial, u); }).empty()) tactics = with;
    }
    const Scaled s = scale(p, p.mesh, tactics, 1);
    ASSERT_TRUE(well_typed(s.program));
    const Outcome whole = partitioned(p, tactics), small = partitioned(s.program, tactics);
    EXPECT_EQ(small.cells, whole.cells);
    EXPECT_EQ(small.conflicts, whole.conflicts);
    EXPECT_EQ(small.collectives, whole.collectives);
    scaled += s.largest_after < s.largest_before;
    cells += static_cast<size_t>(std::count(whole.cells.begin(), whole.cells.end(), ':'));
  }
  EXPECT_GT(scaled, 100u);
  EXPECT_GT(cells, 500u);
}

}  // namespace
}  // namespace partir::scale_test
