// The HLO rewrites of calculus.md section 5, L-Param and L-Result: one applying and one
// not-applying case per rule, each rule alone and all together on random programs (Theorem 5), the
// policies, the counts.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "lowering/collectives.h"
#include "lowering/cost.h"
#include "lowering/lower.h"
#include "property_tests/lowering_cases.h"
#include "semantics/hlo_typing.h"

namespace partir::simplify_test {
namespace {

using namespace lowering_cases;
using RuleFunction = std::function<bool(Rewriter&, StmtId)>;

constexpr ElementType i32 = ElementType::I32;
const Mesh mesh_bm({{"B", 2}, {"M", 3}});
const TensorType t12{{12, 12}, i32};

/// Applies `rule` at statement `at` (by position) once and expects the outcome; where it applies,
/// the result must type-check and mean the same. Returns the program without dead statements.
hlo::Program apply(const RuleFunction& rule, const hlo::Program& p, StmtId at, bool applies) {
  Rewriter g(p);
  EXPECT_EQ(rule(g, at), applies) << text(p);
  const std::vector<StmtId> all = g.statements();
  for (auto s = all.rbegin(); s != all.rend(); ++s) S_DCE(g, *s);
  hlo::Program after = std::move(g).take();
  check(after);
  expect_same_meaning(p, after);
  return after;
}
/// The right-hand sides of a program, in order.
std::vector<std::string> shape_of(const hlo::Program& p) {
  std::vector<std::string> names;
  for (const hlo::Stmt& s : p.main.body.stmts) {
    std::string n(hlo::expr_name(s.expr));
    if (const auto* c = std::get_if<hlo::AllSlice>(&s.expr)) n += to_string(c->axes);
    if (const auto* c = std::get_if<hlo::AllGather>(&s.expr)) n += to_string(c->axes);
    if (const auto* c = std::get_if<hlo::AllReduce>(&s.expr)) n += to_string(c->axes);
    if (const auto* c = std::get_if<hlo::ReduceScatter>(&s.expr)) n += to_string(c->axes);
    names.push_back(n);
  }
  return names;
}
using Names = std::vector<std::string>;

// ---- S-GatherSlice

TEST(S_GatherSlice, cancels_equal_lists) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{"B"}, {"M"}}, b.gather({{"B"}, {"M"}}, b.param(t12, {{"B"}, {"M"}}))));
  EXPECT_EQ(shape_of(apply(S_GatherSlice, b.p, 1, true)), Names{});
}
TEST(S_GatherSlice, cancels_a_prefix_of_the_gather) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{"B"}, {}}, b.gather({{"B", "M"}, {}}, b.param(t12, {{"B", "M"}, {}}))));
  EXPECT_EQ(shape_of(apply(S_GatherSlice, b.p, 1, true)), Names{R"(all_gather[{"M"}, {}])"});
}
TEST(S_GatherSlice, cancels_a_prefix_of_the_slice) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{"B", "M"}, {}}, b.gather({{"B"}, {}}, b.param(t12, {{"B"}, {}}))));
  EXPECT_EQ(shape_of(apply(S_GatherSlice, b.p, 1, true)), Names{R"(all_slice[{"M"}, {}])"});
}
TEST(S_GatherSlice, cancels_by_dimension) {
  HloBuilder b(Mesh({{"B", 2}, {"M", 3}, {"P", 2}}));
  const ValueId x = b.param(t12, {{"B", "P"}, {}});
  b.result(b.slice({{"B"}, {"M"}}, b.gather({{"B", "P"}, {}}, x)));
  EXPECT_EQ(shape_of(apply(S_GatherSlice, b.p, 1, true)),
            (Names{R"(all_gather[{"P"}, {}])", R"(all_slice[{}, {"M"}])"}));
}
TEST(S_GatherSlice, keeps_a_common_suffix) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{"M"}, {}}, b.gather({{"B", "M"}, {}}, b.param(t12, {{"B", "M"}, {}}))));
  apply(S_GatherSlice, b.p, 1, false);
}
TEST(S_GatherSlice, keeps_the_same_axis_on_another_dimension) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{}, {"B"}}, b.gather({{"B"}, {}}, b.param(t12, {{"B"}, {}}))));
  apply(S_GatherSlice, b.p, 1, false);
}
TEST(S_GatherSlice, keeps_a_gather_that_is_needed_whole) {
  HloBuilder b(mesh_bm);
  const ValueId y = b.op(Negate{}, {b.param(t12, {{"B", "M"}, {}})});
  const ValueId whole = b.gather({{"B", "M"}, {}}, y);
  b.result(b.slice({{"B"}, {}}, whole)).result(b.op(Negate{}, {whole}));
  apply(S_GatherSlice, b.p, 2, false);  // a second, smaller gather would only add traffic
}

// ---- S-SliceGatherSwap

TEST(S_SliceGatherSwap, slices_first) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{}, {"M"}}, b.gather({{"B"}, {}}, b.param(t12, {{"B"}, {}}))));
  EXPECT_EQ(shape_of(apply(S_SliceGatherSwap, b.p, 1, true)),
            (Names{R"(all_slice[{}, {"M"}])", R"(all_gather[{"B"}, {}])"}));
}
TEST(S_SliceGatherSwap, passes_what_it_can) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{}, {"M", "B"}}, b.gather({{"B"}, {}}, b.param(t12, {{"B"}, {}}))));
  EXPECT_EQ(
      shape_of(apply(S_SliceGatherSwap, b.p, 1, true)),
      (Names{R"(all_slice[{}, {"M"}])", R"(all_gather[{"B"}, {}])", R"(all_slice[{}, {"B"}])"}));
}
TEST(S_SliceGatherSwap, premise_1_same_dimension) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{"M"}, {}}, b.gather({{"B"}, {}}, b.param(t12, {{"B"}, {}}))));
  apply(S_SliceGatherSwap, b.p, 1, false);
}
TEST(S_SliceGatherSwap, premise_2_shared_axis) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{}, {"B", "M"}}, b.gather({{"B"}, {}}, b.param(t12, {{"B"}, {}}))));
  apply(S_SliceGatherSwap, b.p, 1, false);
}

// ---- S-SliceGather

TEST(S_SliceGather, replicated) {
  HloBuilder b(mesh_bm);
  const ValueId y = b.op(Negate{}, {b.param(t12, {{}, {"M"}})});
  b.result(b.gather({{"B"}, {}}, b.slice({{"B"}, {}}, y)));
  EXPECT_EQ(shape_of(apply(S_SliceGather, b.p, 2, true)), Names{"negate"});
}
TEST(S_SliceGather, a_common_minor_end) {
  HloBuilder b(Mesh({{"B", 2}, {"M", 3}, {"P", 2}}));
  const ValueId y = b.op(Negate{}, {b.param(t12, {{}, {"M"}})});
  b.result(b.gather({{"P"}, {}}, b.slice({{"B", "P"}, {}}, y)));
  EXPECT_EQ(shape_of(apply(S_SliceGather, b.p, 2, true)),
            (Names{"negate", R"(all_slice[{"B"}, {}])"}));
}
TEST(S_SliceGather, premise_1_depends_on_the_axis) {
  HloBuilder b(mesh_bm);
  const ValueId y = b.op(Negate{}, {b.param(t12, {{}, {"B"}})});
  b.result(b.gather({{"B"}, {}}, b.slice({{"B"}, {}}, y)));
  apply(S_SliceGather, b.p, 2, false);
}
TEST(S_SliceGather, keeps_a_common_major_end) {
  HloBuilder b(mesh_bm);
  b.result(b.gather({{"B"}, {}}, b.slice({{"B", "M"}, {}}, b.param(t12))));
  apply(S_SliceGather, b.p, 1, false);
}

// ---- S-AllToAll

TEST(S_AllToAll, applies) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12, {{"B", "M"}, {}});
  b.result(b.slice({{}, {"B", "M"}}, b.gather({{"B", "M"}, {}}, x)));
  EXPECT_EQ(shape_of(apply(S_AllToAll, b.p, 1, true)), Names{"all_to_all"});
}
TEST(S_AllToAll, premise_1_same_dimension) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{"B"}, {}}, b.gather({{"B"}, {}}, b.param(t12, {{"B"}, {}}))));
  apply(S_AllToAll, b.p, 1, false);
}
TEST(S_AllToAll, keeps_another_order) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12, {{"B", "M"}, {}});
  b.result(b.slice({{}, {"M", "B"}}, b.gather({{"B", "M"}, {}}, x)));
  apply(S_AllToAll, b.p, 1, false);
}

// ---- S-ReduceScatter

TEST(S_ReduceScatter, applies) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{"B"}, {}}, b.reduce({"B"}, b.param(t12, {{}, {"B"}}))));
  EXPECT_EQ(shape_of(apply(S_ReduceScatter, b.p, 1, true)), Names{R"(reduce_scatter[{"B"}, {}])"});
}
TEST(S_ReduceScatter, leaves_other_reduced_axes) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{}, {"M"}}, b.reduce({"B", "M"}, b.param(t12, {{"M", "B"}, {}}))));
  EXPECT_EQ(shape_of(apply(S_ReduceScatter, b.p, 1, true)),
            (Names{R"(all_reduce{"B"})", R"(reduce_scatter[{}, {"M"}])"}));
}
TEST(S_ReduceScatter, leaves_other_sliced_axes) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{"B", "M"}, {}}, b.reduce({"B"}, b.param(t12, {{}, {"B"}}))));
  EXPECT_EQ(shape_of(apply(S_ReduceScatter, b.p, 1, true)),
            (Names{R"(reduce_scatter[{"B"}, {}])", R"(all_slice[{"M"}, {}])"}));
}
TEST(S_ReduceScatter, premise_1_another_axis) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{"M"}, {}}, b.reduce({"B"}, b.param(t12, {{}, {"B"}}))));
  apply(S_ReduceScatter, b.p, 1, false);
}
TEST(S_ReduceScatter, premise_2_another_use) {
  HloBuilder b(mesh_bm);
  const ValueId r = b.reduce({"B"}, b.param(t12, {{}, {"B"}}));
  b.result(b.slice({{"B"}, {}}, r)).result(b.op(Negate{}, {r}));
  apply(S_ReduceScatter, b.p, 1, false);
}
TEST(S_ReduceScatter, premise_2_function_result) {
  HloBuilder b(mesh_bm);
  const ValueId r = b.reduce({"B"}, b.param(t12, {{}, {"B"}}));
  b.result(b.slice({{"B"}, {}}, r)).result(r);
  apply(S_ReduceScatter, b.p, 1, false);
}

// ---- S-ReduceMerge, S-GatherMerge, S-SliceMerge

TEST(S_ReduceMerge, applies) {
  HloBuilder b(mesh_bm);
  b.result(b.reduce({"M"}, b.reduce({"B"}, b.param(t12, {{"B"}, {"M"}}))));
  EXPECT_EQ(shape_of(apply(S_ReduceMerge, b.p, 1, true)), Names{R"(all_reduce{"M", "B"})"});
}
TEST(S_ReduceMerge, premise_1_same_axis) {
  HloBuilder b(mesh_bm);
  b.result(b.reduce({"B"}, b.reduce({"B"}, b.param(t12, {{"B"}, {"M"}}))));
  apply(S_ReduceMerge, b.p, 1, false);
}
TEST(S_ReduceMerge, keeps_another_monoid) {
  HloBuilder b(mesh_bm);
  b.result(b.reduce({"M"}, b.reduce({"B"}, b.param(t12, {{"B"}, {"M"}})), Monoid::Max));
  apply(S_ReduceMerge, b.p, 1, false);
}
TEST(S_ReduceMerge, keeps_what_has_another_use) {
  HloBuilder b(mesh_bm);
  const ValueId r = b.reduce({"B"}, b.param(t12, {{"B"}, {"M"}}));
  b.result(b.reduce({"M"}, r)).result(r);
  apply(S_ReduceMerge, b.p, 1, false);
}
TEST(S_GatherMerge, outer_axes_are_major) {
  HloBuilder b(mesh_bm);
  b.result(b.gather({{"B"}, {}}, b.gather({{"M"}, {}}, b.param(t12, {{"B", "M"}, {}}))));
  EXPECT_EQ(shape_of(apply(S_GatherMerge, b.p, 1, true)), Names{R"(all_gather[{"B", "M"}, {}])"});
}
TEST(S_GatherMerge, merges_dimensions) {
  HloBuilder b(mesh_bm);
  b.result(b.gather({{"B"}, {}}, b.gather({{}, {"M"}}, b.param(t12, {{"B"}, {"M"}}))));
  EXPECT_EQ(shape_of(apply(S_GatherMerge, b.p, 1, true)), Names{R"(all_gather[{"B"}, {"M"}])"});
}
TEST(S_GatherMerge, premise_1_shared_axis) {
  HloBuilder b(mesh_bm);
  b.result(b.gather({{"B"}, {}}, b.gather({{}, {"B"}}, b.param(t12, {{"B"}, {"M"}}))));
  apply(S_GatherMerge, b.p, 1, false);
}
TEST(S_GatherMerge, keeps_what_has_another_use) {
  HloBuilder b(mesh_bm);
  const ValueId y = b.gather({{"M"}, {}}, b.param(t12, {{"B", "M"}, {}}));
  b.result(b.gather({{"B"}, {}}, y)).result(b.op(Negate{}, {y}));
  apply(S_GatherMerge, b.p, 1, false);
}
TEST(S_SliceMerge, inner_axes_are_major) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{"M"}, {}}, b.slice({{"B"}, {}}, b.param(t12))));
  EXPECT_EQ(shape_of(apply(S_SliceMerge, b.p, 1, true)), Names{R"(all_slice[{"B", "M"}, {}])"});
}
TEST(S_SliceMerge, premise_1_shared_axis) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{}, {"B"}}, b.slice({{"B"}, {}}, b.param(t12))));
  apply(S_SliceMerge, b.p, 1, false);
}

// ---- S-ReduceHoist

TEST(S_ReduceHoist, jointly) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12, {{"B"}, {}}), y = b.param(t12, {{"B"}, {}});
  b.result(b.op(Add{}, {b.reduce({"B"}, x), b.reduce({"B"}, y)}));
  EXPECT_EQ(shape_of(apply(S_ReduceHoist, b.p, 2, true)), (Names{"add", R"(all_reduce{"B"})"}));
}
TEST(S_ReduceHoist, where_it_shrinks) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12, {{}, {}}), w = b.param({{12, 2}, i32});
  b.result(b.op(DotGeneral{{}, {}, {1}, {0}, i32}, {b.reduce({"B"}, x), w}));
  EXPECT_EQ(shape_of(apply(S_ReduceHoist, b.p, 1, true)),
            (Names{"dot_general", R"(all_reduce{"B"})"}));
}
TEST(S_ReduceHoist, premise_1_a_product_is_no_homomorphism) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12, {{"B"}, {}}), y = b.param(t12, {{"B"}, {}});
  b.result(b.op(Multiply{}, {b.reduce({"B"}, x), b.reduce({"B"}, y)}));
  apply(S_ReduceHoist, b.p, 2, false);
}
TEST(S_ReduceHoist, premise_1_other_axes) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param({{24, 12}, i32}, {{"B"}, {}}),
                y = b.param({{36, 12}, i32}, {{"M"}, {}});
  b.result(b.op(Add{}, {b.reduce({"B"}, x), b.reduce({"M"}, y)}));
  apply(S_ReduceHoist, b.p, 2, false);
}
TEST(S_ReduceHoist, premise_2_another_operand_depends_on_the_axis) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param({{24, 12}, i32}, {{"B"}, {}}), w = b.param({{12, 4}, i32}, {{}, {"B"}});
  b.result(b.op(DotGeneral{{}, {}, {1}, {0}, i32}, {b.reduce({"B"}, x), w}));
  apply(S_ReduceHoist, b.p, 1, false);
}
TEST(S_ReduceHoist, premise_3_adds_traffic) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12, {{"B"}, {}}), y = b.param(t12, {{"B"}, {}});
  const ValueId r = b.reduce({"B"}, x);
  b.result(b.op(Add{}, {r, b.reduce({"B"}, y)})).result(r);
  apply(S_ReduceHoist, b.p, 2, false);
}
TEST(S_ReduceHoist, premise_3_the_reduced_value_is_read_whole_too) {
  HloBuilder b(mesh_bm);
  const ValueId r = b.reduce({"B"}, b.param(t12, {{}, {"B"}}));
  b.result(b.op(DotGeneral{{}, {}, {0, 1}, {0, 1}, i32}, {r, r}));
  apply(S_ReduceHoist, b.p, 1, false);
}
TEST(S_ReduceHoist, jointly_scattered) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12, {{"M"}, {"B"}}), y = b.param(t12, {{"M"}, {"B"}});
  b.result(b.op(Add{}, {b.scatter({{"B"}, {}}, x), b.scatter({{"B"}, {}}, y)}));
  EXPECT_EQ(shape_of(apply(S_ReduceHoist_scattered, b.p, 2, true)),
            (Names{"add", R"(reduce_scatter[{"B"}, {}])"}));
}
TEST(S_ReduceHoist, premise_1_scattered_where_the_op_is_a_homomorphism_of_the_monoid) {
  const std::vector<std::pair<Op, Monoid>> own = {
      {Add{}, Monoid::Add}, {Maximum{}, Monoid::Max}, {Minimum{}, Monoid::Min}, {Multiply{}, Monoid::Mul}};
  for (const auto& [op, of_op] : own)
    for (const auto& [other, m] : own) {
      SCOPED_TRACE(std::string(op.name()) + " of " + std::string(name(m)));
      HloBuilder b(mesh_bm);
      const ValueId x = b.param(t12, {{"M"}, {"B"}}), y = b.param(t12, {{"M"}, {"B"}});
      b.result(b.op(op, {b.scatter({{"B"}, {}}, x, m), b.scatter({{"B"}, {}}, y, m)}));
      const hlo::Program after = apply(S_ReduceHoist_scattered, b.p, 2, m == of_op);
      if (m != of_op) continue;
      EXPECT_EQ(shape_of(after), (Names{std::string(op.name()), R"(reduce_scatter[{"B"}, {}])"}));
      EXPECT_EQ(std::get<hlo::ReduceScatter>(after.main.body.stmts[1].expr).monoid, m);
    }
  HloBuilder mixed(mesh_bm);
  const ValueId x = mixed.param(t12, {{"M"}, {"B"}});
  mixed.result(mixed.op(Add{}, {mixed.scatter({{"B"}, {}}, x), mixed.scatter({{"B"}, {}}, x, Monoid::Max)}));
  apply(S_ReduceHoist_scattered, mixed.p, 2, false);
}
TEST(S_ReduceHoist, premise_1_scattered_alike) {
  // shapes of two values and over what their sums are scattered, so that both are 12x12
  const auto added = [](Shape left, AxisLists of_left, Shape right, AxisLists of_right, bool applies) {
    HloBuilder b(mesh_bm);
    const ValueId x = b.param({std::move(left), i32}), y = b.param({std::move(right), i32});
    const ValueId l = b.scatter(of_left, x), r = b.scatter(of_right, y);
    b.result(b.op(Add{}, {l, r}));
    return shape_of(apply(S_ReduceHoist_scattered, b.p, 2, applies));
  };
  EXPECT_EQ(added({72, 12}, {{"B", "M"}, {}}, {72, 12}, {{"B", "M"}, {}}, true),
            (Names{"add", R"(reduce_scatter[{"B", "M"}, {}])"}));
  EXPECT_EQ(added({24, 36}, {{"B"}, {"M"}}, {24, 36}, {{"B"}, {"M"}}, true),
            (Names{"add", R"(reduce_scatter[{"B"}, {"M"}])"}));
  added({24, 12}, {{"B"}, {}}, {36, 12}, {{"M"}, {}}, false);              // another axis
  added({72, 12}, {{"B", "M"}, {}}, {72, 12}, {{"M", "B"}, {}}, false);    // in another order
  added({24, 12}, {{"B"}, {}}, {12, 24}, {{}, {"B"}}, false);              // on another dimension
  added({24, 36}, {{"B"}, {"M"}}, {36, 24}, {{"M"}, {"B"}}, false);
}
/// The op goes from chunks to wholes: it must take the chunks of wholes to the chunk of its result, which concatenate
/// along the dimension that is scattered does not (it would take turns).
TEST(S_ReduceHoist, premise_1_scattered_where_the_op_localises) {
  const auto joined = [](int64_t dimension, AxisLists lists, bool applies) {
    HloBuilder b(mesh_bm);
    std::vector<ValueId> xs;
    for (int i = 0; i < 3; ++i) xs.push_back(b.scatter(lists, b.param(t12, {{}, {"B"}})));
    b.result(b.op(Concatenate{dimension}, xs));
    return apply(S_ReduceHoist_scattered, b.p, 3, applies);
  };
  const hlo::Program after = joined(1, {{"B"}, {}}, true);
  EXPECT_EQ(shape_of(after), (Names{"concatenate", R"(reduce_scatter[{"B"}, {}])"}));
  EXPECT_EQ(after.main.type(after.main.body.stmts[0].results[0]).shape, (Shape{12, 18}));  // of 12x6 each
  EXPECT_EQ(after.main.type(after.main.body.results[0]).shape, (Shape{6, 18}));
  joined(0, {{"B"}, {}}, false);
  joined(1, {{}, {"M"}}, false);
  joined(1, {{"B"}, {"M"}}, false);
}
TEST(S_ReduceHoist, scattered_sums_of_one_value_are_one_collective_as_they_are) {
  HloBuilder b(mesh_bm);
  const ValueId r = b.scatter({{"B"}, {}}, b.param(t12, {{"M"}, {"B"}}));
  b.result(b.op(Add{}, {r, r}));
  apply(S_ReduceHoist_scattered, b.p, 1, false);
}
TEST(S_ReduceHoist, premise_3_a_scattered_sum_has_another_use) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12, {{"M"}, {"B"}}), y = b.param(t12, {{"M"}, {"B"}});
  const ValueId r = b.scatter({{"B"}, {}}, x);
  b.result(b.op(Add{}, {r, b.scatter({{"B"}, {}}, y)})).result(r);
  apply(S_ReduceHoist_scattered, b.p, 2, false);
}
TEST(S_ReduceHoist, over_a_slice) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{"M", "B"}, {}}, b.reduce({"B"}, b.param(t12, {{}, {"B"}}))));
  EXPECT_EQ(shape_of(apply(S_ReduceHoist_slice, b.p, 1, true)),
            (Names{R"(all_slice[{"M"}, {}])", R"(all_reduce{"B"})", R"(all_slice[{"B"}, {}])"}));
}
TEST(S_ReduceHoist, over_a_slice_by_a_reduced_axis_not) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{"B", "M"}, {}}, b.reduce({"B"}, b.param(t12, {{}, {"B"}}))));
  apply(S_ReduceHoist_slice, b.p, 1, false);
}
TEST(S_ReduceHoist, out_of_a_gather) {
  HloBuilder b(mesh_bm);
  b.result(b.reduce({"B"}, b.gather({{"M"}, {}}, b.param(t12, {{"M"}, {"B"}}))));
  EXPECT_EQ(shape_of(apply(S_ReduceHoist_gather, b.p, 1, true)),
            (Names{R"(all_reduce{"B"})", R"(all_gather[{"M"}, {}])"}));
}
TEST(S_ReduceHoist, out_of_a_gather_over_a_reduced_axis_not) {
  HloBuilder b(mesh_bm);
  b.result(b.reduce({"M"}, b.gather({{"M"}, {}}, b.param(t12, {{"M"}, {"B"}}))));
  apply(S_ReduceHoist_gather, b.p, 1, false);
}
TEST(S_ReduceHoist, over_a_reduce_scatter) {
  HloBuilder b(mesh_bm);
  b.result(b.scatter({{"M"}, {}}, b.reduce({"B"}, b.param(t12, {{}, {"M", "B"}}))));
  EXPECT_EQ(shape_of(apply(S_ReduceHoist_scatter, b.p, 1, true)),
            (Names{R"(reduce_scatter[{"M"}, {}])", R"(all_reduce{"B"})"}));
}
TEST(S_ReduceHoist, over_a_reduce_scatter_of_another_monoid_not) {
  HloBuilder b(mesh_bm);
  b.result(b.scatter({{"M"}, {}}, b.reduce({"B"}, b.param(t12, {{}, {"M", "B"}})), Monoid::Max));
  apply(S_ReduceHoist_scatter, b.p, 1, false);
}

// ---- S-CSE, S-DCE

TEST(S_CSE, shares_equal_statements) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12, {{"B"}, {}});
  const auto f = [&] { return b.op(Negate{}, {b.reduce({"B"}, x)}); };
  b.result(b.op(Multiply{}, {f(), f()}));
  Rewriter g(b.p);
  EXPECT_EQ(S_CSE(g), 2);
  const hlo::Program after = std::move(g).take();
  EXPECT_EQ(shape_of(after), (Names{R"(all_reduce{"B"})", "negate", "multiply"}));
  expect_same_meaning(b.p, after);
}
TEST(S_CSE, keeps_what_differs) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12, {{"B"}, {}}), y = b.param(t12, {{"B"}, {}});
  b.result(b.op(Subtract{}, {x, y})).result(b.op(Subtract{}, {y, x}));
  b.result(b.reduce({"B"}, x)).result(b.reduce({"B"}, x, Monoid::Max)).result(b.reduce({"M"}, x));
  b.result(b.op(Constant{Literal::splat_value(t12, 1)}, {}));
  b.result(b.op(Constant{Literal::splat_value(t12, 2)}, {}));
  Rewriter g(b.p);
  EXPECT_EQ(S_CSE(g), 0);
}
TEST(S_CSE, premise_1_all_gathers_of_a_parameter_unless_asked) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12, {{"B"}, {}});
  b.result(b.op(Negate{}, {b.gather({{"B"}, {}}, x)}));
  b.result(b.op(Abs{}, {b.gather({{"B"}, {}}, x)}));
  EXPECT_EQ(counts(simplify(b.p)).all_gather, 2);
  EXPECT_EQ(counts(simplify(b.p, {.merge_parameter_gathers = true})).all_gather, 1);
}
TEST(S_DCE, removes_the_unused_only) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12), y = b.op(Negate{}, {x});
  b.op(Abs{}, {y});
  b.result(y);
  Rewriter g(b.p);
  EXPECT_FALSE(S_DCE(g, 0));
  EXPECT_TRUE(S_DCE(g, 1));
  EXPECT_EQ(shape_of(std::move(g).take()), Names{"negate"});
}
TEST(Simplify, a_collective_over_no_axes_is_its_operand) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12);
  b.result(b.gather({{}, {}}, b.slice({{}, {}}, b.reduce({}, b.scatter({{}, {}}, x)))));
  EXPECT_EQ(shape_of(simplify(b.p)), Names{});
}

// ---- L-Param, L-Result

hlo::Program l_param(const hlo::Program& p, bool applies) {
  Rewriter g(p);
  EXPECT_EQ(L_Param(g, 0), applies);
  hlo::Program after = std::move(g).take();
  check(after);
  expect_same_meaning(p, after);
  return after;
}
TEST(L_Param, every_use_an_equal_slice) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12);
  b.result(b.op(Negate{}, {b.slice({{"B"}, {}}, x)}))
      .result(b.op(Abs{}, {b.slice({{"B"}, {}}, x)}));
  const hlo::Program after = l_param(b.p, true);
  EXPECT_EQ(after.main.param_dists[0].dims, (AxisLists{{"B"}, {}}));
  EXPECT_EQ(shape_of(after), (Names{"negate", "abs"}));
  EXPECT_EQ(after.main.type(after.main.params[0]), (TensorType{{6, 12}, i32}));
}
TEST(L_Param, takes_what_all_uses_share) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12);
  b.result(b.op(Negate{}, {b.slice({{"M"}, {"B"}}, x)}));
  b.result(b.op(Negate{}, {b.slice({{"M"}, {}}, x)}));
  const hlo::Program after = l_param(b.p, true);
  EXPECT_EQ(after.main.param_dists[0].dims, (AxisLists{{"M"}, {}}));
  EXPECT_EQ(shape_of(after), (Names{R"(all_slice[{}, {"B"}])", "negate", "negate"}));
}
TEST(L_Param, premise_1_no_use) {
  HloBuilder b(mesh_bm);
  b.param(t12);
  l_param(b.p, false);
}
TEST(L_Param, premise_2_another_use) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12);
  b.result(b.slice({{"B"}, {}}, x)).result(b.op(Negate{}, {x}));
  l_param(b.p, false);
}
TEST(L_Param, premise_2_slices_share_a_suffix_only) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12);
  b.result(b.slice({{"B"}, {}}, x)).result(b.slice({{"M", "B"}, {}}, x));
  l_param(b.p, false);
}
TEST(L_Param, premise_3_function_result) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12);
  b.result(b.slice({{"B"}, {}}, x)).result(x);
  l_param(b.p, false);
}
TEST(L_Param, keeps_an_axis_that_D_has) {
  HloBuilder b(mesh_bm);
  b.result(b.slice({{}, {"B"}}, b.param(t12, {{"B"}, {}})));
  l_param(b.p, false);
}
TEST(L_Result, a_gather_with_other_uses) {
  HloBuilder b(mesh_bm);
  const ValueId y = b.gather({{"B"}, {"M"}}, b.op(Negate{}, {b.param(t12, {{"B"}, {"M"}})}));
  b.result(y).result(b.op(Abs{}, {y}));
  Rewriter g(b.p);
  EXPECT_TRUE(L_Result(g, 0));
  EXPECT_FALSE(L_Result(g, 1));  // not an all_gather
  const hlo::Program after = std::move(g).take();
  EXPECT_EQ(after.main.result_dists[0].dims, (AxisLists{{"B"}, {"M"}}));
  EXPECT_EQ(counts(after).all_gather, 1);
  check(after);
  expect_same_meaning(b.p, after);
}
TEST(L_Result, keeps_an_all_reduce) {
  HloBuilder b(mesh_bm);
  b.result(b.reduce({"B"}, b.param(t12, {{"B"}, {}})));
  Rewriter g(b.p);
  EXPECT_FALSE(L_Result(g, 0));
}

// ---- policies of the driver

// The partitioner writes "shard this parameter" as all_gather(all_slice p) at each use; that must
// end as a tiled parameter with an all_gather per use, not as S-SliceGather would have it.
TEST(Simplify, a_sharded_parameter_is_gathered_once_per_use) {
  HloBuilder b(mesh_bm);
  const ValueId w = b.param(t12), x = b.param(t12, {{"B"}, {}});
  const auto use = [&] { return b.gather({{"B"}, {}}, b.slice({{"B"}, {}}, w)); };
  const DotGeneral dot{{}, {}, {1}, {0}, i32};
  b.result(b.op(dot, {b.op(dot, {x, use()}), use()}));
  const hlo::Program after = simplify(b.p);
  EXPECT_EQ(after.main.param_dists[0].dims, (AxisLists{{"B"}, {}}));
  EXPECT_EQ(counts(after), (CollectiveCounts{.all_gather = 2}));
  expect_same_meaning(b.p, after);
}
TEST(Simplify, a_parameter_that_is_also_used_whole_is_not_gathered) {
  HloBuilder b(mesh_bm);
  const ValueId w = b.param(t12);
  b.result(b.op(Negate{}, {b.gather({{"B"}, {}}, b.slice({{"B"}, {}}, w))}))
      .result(b.op(Abs{}, {w}));
  EXPECT_EQ(shape_of(simplify(b.p)), (Names{"negate", "abs"}));
}
TEST(Simplify, nested_tilings_of_a_parameter) {
  HloBuilder b(mesh_bm);
  const ValueId w = b.param(t12);
  const auto use = [&] {  // loops over T(w) = M on 0, then B on 1
    const ValueId part = b.slice({{}, {"B"}}, b.slice({{"M"}, {}}, w));
    return b.gather({{"M"}, {}}, b.gather({{}, {"B"}}, part));
  };
  b.result(b.op(Negate{}, {b.slice({{"M"}, {}}, use())})).result(b.op(Abs{}, {use()}));
  const hlo::Program after = simplify(b.p);
  EXPECT_EQ(after.main.param_dists[0].dims, (AxisLists{{"M"}, {"B"}}));
  EXPECT_EQ(shape_of(after),
            (Names{R"(all_gather[{}, {"B"}])", "negate", R"(all_gather[{"M"}, {"B"}])", "abs"}));
  expect_same_meaning(b.p, after);
}
// M reached w by propagation, then B was asked for: the uses slice by M·B what is gathered over B.
TEST(Simplify, a_tiling_asked_for_after_a_propagated_one) {
  HloBuilder b(mesh_bm);
  const ValueId w = b.param(t12);
  const auto use = [&] {
    return b.slice({{"M", "B"}, {}}, b.gather({{"B"}, {}}, b.slice({{"B"}, {}}, w)));
  };
  b.result(b.gather({{"M", "B"}, {}}, b.op(Negate{}, {use()})));
  b.result(b.gather({{"M", "B"}, {}}, b.op(Abs{}, {use()})));
  const hlo::Program after = simplify(b.p);
  EXPECT_EQ(after.main.param_dists[0].dims, (AxisLists{{"M", "B"}, {}}));
  EXPECT_EQ(shape_of(after), (Names{"negate", "abs"}));
  expect_same_meaning(b.p, after);
}
// .. but where a use needs w whole along M, or the axis asked for would change its dimension, it
// stays.
TEST(Simplify, a_tiling_asked_for_stays_where_the_uses_share_no_more) {
  for (const bool whole : {true, false}) {
    HloBuilder b(mesh_bm);
    const ValueId w = b.param(t12);
    const auto gathered = [&] { return b.gather({{"B"}, {}}, b.slice({{"B"}, {}}, w)); };
    if (whole) {
      b.result(b.op(Negate{}, {b.slice({{"M", "B"}, {}}, gathered())}));
      b.result(b.op(Abs{}, {gathered()}));
    } else {
      b.result(b.op(Negate{}, {b.slice({{}, {"M", "B"}}, gathered())}));
    }
    const hlo::Program after = simplify(b.p);
    EXPECT_EQ(after.main.param_dists[0].dims[0], AxisList{"B"}) << text(after);
    expect_same_meaning(b.p, after);
  }
}
TEST(Simplify, reduce_of_a_tiled_gradient_scatters) {
  HloBuilder b(mesh_bm);  // loop B reduce (loop M tile<0> ..), updated in loops over M and B
  const ValueId g = b.reduce({"B"}, b.gather({{"M"}, {}}, b.param(t12, {{"M"}, {"B"}})));
  b.result(b.gather({{"M"}, {"B"}}, b.op(Negate{}, {b.slice({{"M"}, {"B"}}, g)})));
  const hlo::Program after = simplify(b.p);
  EXPECT_EQ(shape_of(after), (Names{R"(reduce_scatter[{}, {"B"}])", "negate"}));
  EXPECT_EQ(after.main.result_dists[0].dims, (AxisLists{{"M"}, {"B"}}));
  expect_same_meaning(b.p, after);
}

// ---- random programs

/// A random well-typed program, rich in redexes.
hlo::Program random_program(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  HloBuilder b(Mesh({{"A", 2}, {"B", 2}, {"C", 3}}));
  const auto& M = b.p.mesh;
  std::vector<ValueId> values;
  /// Random distinct axes on the dimensions, at most `n`.
  const auto lists = [&](size_t n) {
    AxisLists l(2);
    AxisList axes{"A", "B", "C"};
    std::shuffle(axes.begin(), axes.end(), random);
    for (size_t i = 0; i < n; ++i) l[below(2)].push_back(axes[i]);
    return l;
  };
  const auto fits_slice = [&](const AxisLists& l, ValueId x) {
    for (size_t d = 0; d < 2; ++d)
      if (b.p.main.type(x).shape[d] % M.size(l[d]) != 0) return false;
    return true;
  };
  const auto fits_gather = [&](const AxisLists& l, ValueId x) {
    for (size_t d = 0; d < 2; ++d)
      if (b.p.main.type(x).shape[d] * M.size(l[d]) > 36) return false;
    return true;
  };
  for (size_t i = 0; i < 2 + below(2); ++i) values.push_back(b.param(t12, lists(below(3))));
  for (size_t i = 0; i < 1 + below(2); ++i) values.push_back(b.param(t12));
  const Monoid monoid = std::vector{Monoid::Add, Monoid::Add, Monoid::Max, Monoid::Mul}[below(4)];
  const size_t size = 4 + below(10);
  while (b.p.main.body.stmts.size() < size) {
    const ValueId x = below(10) < 6 ? values.back() : values[below(values.size())];
    const hlo::Stmt* def = nullptr;
    for (const hlo::Stmt& s : b.p.main.body.stmts)
      if (s.results[0] == x) def = &s;
    AxisLists l = lists(1 + below(2));
    if (def && below(2)) {  // make a redex likely
      if (const auto* c = std::get_if<hlo::AllGather>(&def->expr)) {
        l = c->axes;
        if (below(3) == 0) std::swap(l[0], l[1]);
        if (below(3) == 0) l[below(2)].clear();
        if (fits_slice(l, x)) values.push_back(b.slice(l, x));
        continue;
      }
      if (const auto* c = std::get_if<hlo::AllSlice>(&def->expr)) {
        l = c->axes;
        if (below(3) == 0) l[below(2)].clear();
        if (fits_gather(l, x)) values.push_back(b.gather(l, x));
        continue;
      }
      if (const auto* c = std::get_if<hlo::AllReduce>(&def->expr)) {
        const AxisList axes = c->axes;
        const ValueId z = values[below(values.size())];
        if (below(3) == 0 && b.p.main.type(z) == b.p.main.type(x)) {
          const ValueId r = b.reduce(axes, z, monoid);
          const Op joint = monoid == Monoid::Add   ? Op(Add{})
                           : monoid == Monoid::Max ? Op(Maximum{})
                                                   : Op(Multiply{});
          values.push_back(b.op(joint, {x, r}));
          continue;
        }
        if (below(5) == 0) {
          values.push_back(
              b.reduce(contains(axes, "A") ? AxisList{"C"} : AxisList{"A"}, x, monoid));
          continue;
        }
        if (below(3) == 0 && fits_slice(l, x)) {
          values.push_back(b.scatter(l, x, monoid));
          continue;
        }
        l = {{}, {}};
        for (const Axis& a : axes) l[below(2)].push_back(a);
        if (below(3) == 0 && !contains(axes, "C")) l[below(2)].push_back("C");
        if (fits_slice(l, x)) values.push_back(b.slice(l, x));
        continue;
      }
    }
    if (const auto* c = def && below(2) ? std::get_if<hlo::ReduceScatter>(&def->expr) : nullptr) {
      const AxisLists same = c->axes;
      const TensorType& whole = b.p.main.type(c->operand);
      ValueId z = c->operand;
      for (ValueId v : values)
        if (v != c->operand && b.p.main.type(v) == whole) z = v;
      const ValueId r = b.scatter(same, z, c->monoid);
      const auto d = static_cast<int64_t>(below(2));
      if (below(3) == 0 && b.p.main.type(x).shape[static_cast<size_t>(d)] <= 18)
        values.push_back(b.op(Concatenate{d}, {x, r}));
      else
        values.push_back(b.op(Add{}, {x, r}));
      continue;
    }
    const ValueId y = values[below(values.size())];
    const TensorType &tx = b.p.main.type(x), &ty = b.p.main.type(y);
    switch (below(12)) {
      case 0:
      case 1:
      case 2:
        if (fits_slice(l, x)) values.push_back(b.slice(l, x));
        break;
      case 3:
      case 4:
      case 5:
        if (fits_gather(l, x)) values.push_back(b.gather(l, x));
        break;
      case 6:
      case 7:
        values.push_back(b.reduce(flatten(l), x, monoid));
        break;
      case 8:
        if (fits_slice(l, x)) values.push_back(b.scatter(l, x, monoid));
        break;
      case 9:
        if (tx == ty) {
          const std::vector<Op> ops{Add{}, Add{}, Multiply{}, Maximum{}, Subtract{}};
          values.push_back(b.op(ops[below(5)], {x, y}));
        }
        break;
      case 10:
        values.push_back(b.op(below(2) ? Op(Negate{}) : Op(Transpose{{1, 0}}), {x}));
        break;
      default:
        if (tx.shape[1] == ty.shape[0])
          values.push_back(b.op(DotGeneral{{}, {}, {1}, {0}, i32}, {x, y}));
    }
  }
  b.result(values.back());
  for (size_t i = 0; i < below(3); ++i) b.result(values[below(values.size())]);
  return b.p;
}

// Theorem 5, rule by rule: whatever a rule does at a statement of a random program keeps its
// meaning.
TEST(Theorem5, each_rule_alone_preserves_meaning) {
  const std::vector<std::pair<std::string, RuleFunction>> rules = {
      {"S_GatherSlice", S_GatherSlice},
      {"S_SliceGatherSwap", S_SliceGatherSwap},
      {"S_SliceGather", S_SliceGather},
      {"S_AllToAll", S_AllToAll},
      {"S_GatherMerge", S_GatherMerge},
      {"S_SliceMerge", S_SliceMerge},
      {"S_ReduceMerge", S_ReduceMerge},
      {"S_ReduceScatter", S_ReduceScatter},
      {"S_ReduceHoist", S_ReduceHoist},
      {"S_ReduceHoist_slice", S_ReduceHoist_slice},
      {"S_ReduceHoist_gather", S_ReduceHoist_gather},
      {"S_ReduceHoist_scatter", S_ReduceHoist_scatter},
      {"S_ReduceHoist_scattered", S_ReduceHoist_scattered},
      {"S_DCE", S_DCE},
      {"S_CSE", [](Rewriter& g, StmtId s) { return s == 0 && S_CSE(g) > 0; }},
      {"L_Param",
       [](Rewriter& g, StmtId s) { return s < g.main().params.size() && L_Param(g, s); }},
      {"L_Result",
       [](Rewriter& g, StmtId s) { return s < g.main().body.results.size() && L_Result(g, s); }}};
  std::map<std::string, int> applied;
  for (unsigned seed = 0; seed < 500; ++seed) {
    const hlo::Program p = random_program(seed);
    for (const auto& [rule_name, rule] : rules)
      for (StmtId s = 0; s < p.main.body.stmts.size(); ++s) {
        Rewriter g(p);
        if (!rule(g, s)) continue;
        ++applied[rule_name];
        const hlo::Program after = std::move(g).take();
        SCOPED_TRACE(rule_name + " at statement " + std::to_string(s));
        ASSERT_NO_THROW(check(after));
        expect_same_meaning(p, after, seed);
        if (testing::Test::HasFatalFailure()) return;
      }
  }
  for (const auto& [rule_name, rule] : rules)
    EXPECT_GE(applied[rule_name], 10) << rule_name << " was hardly tested";
}

// Theorem 5 of the driver: meaning and typing are kept, nothing is left to rewrite, no traffic
// added.
TEST(Theorem5, simplify_preserves_meaning) {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    const hlo::Program p = random_program(seed);
    ASSERT_NO_THROW(check(p));
    const hlo::Program after = simplify(p);
    ASSERT_NO_THROW(check(after)) << text(p) << text(after);
    expect_same_meaning(p, after, seed);
    if (testing::Test::HasFatalFailure()) return;
    RuleCounts again;
    simplify(after, {}, &again);
    EXPECT_TRUE(again.empty()) << "seed " << seed << ": " << name(again.begin()->first)
                               << " applies again to\n"
                               << text(after);
    const hlo::Program shared = simplify(p, {.merge_parameter_gathers = true});
    expect_same_meaning(p, shared, seed);
    EXPECT_LE(cost(shared).sent_bytes, cost(p).sent_bytes) << "seed " << seed << "\n"
                                                           << text(p) << "became\n"
                                                           << text(shared);
  }
}

// The check itself can fail: what a wrong rule would do is refuted.
TEST(Theorem5, wrong_rewrites_are_refuted) {
  const auto differs = [](const hlo::Program& before, const hlo::Program& after) {
    std::mt19937 random(7);
    const auto args = random_arguments(before, random);
    return !equal(run<Native>(before, args)[0].at_id(1), run<Native>(after, args)[0].at_id(1));
  };
  HloBuilder suffix(mesh_bm), cancelled(mesh_bm);
  suffix.result(suffix.slice({{"M"}, {}},
                             suffix.gather({{"B", "M"}, {}}, suffix.param(t12, {{"B", "M"}, {}}))));
  cancelled.result(cancelled.gather({{"B"}, {}}, cancelled.param(t12, {{"B", "M"}, {}})));
  EXPECT_TRUE(differs(suffix.p, cancelled.p));  // a suffix does not cancel
  HloBuilder product(mesh_bm), hoisted(mesh_bm);
  const ValueId x = product.param(t12, {{"B", "M"}, {}}), y = hoisted.param(t12, {{"B", "M"}, {}});
  product.result(product.op(Multiply{}, {product.reduce({"M"}, x), product.reduce({"M"}, x)}));
  hoisted.result(hoisted.reduce({"M"}, hoisted.op(Multiply{}, {y, y})));
  EXPECT_TRUE(differs(product.p, hoisted.p));  // a product of two reduced operands is none
}

// ---- counts and cost

TEST(Counts, by_kind_and_by_axis) {
  HloBuilder b(mesh_bm);
  const ValueId x = b.param(t12, {{"B", "M"}, {}});
  const ValueId y = b.gather({{"B", "M"}, {}}, x);
  b.result(b.reduce({"M"}, b.scatter({{"B"}, {}}, y)));
  b.result(b.let(hlo::AllToAll{0, 1, {"B"}, x}));
  b.result(b.slice({{"B"}, {}}, y));
  EXPECT_EQ(counts(b.p), (CollectiveCounts{1, 1, 1, 1, 1}));
  EXPECT_EQ(counts_by_axis(b.p).at("B"), (CollectiveCounts{1, 0, 1, 1, 1}));
  EXPECT_EQ(counts_by_axis(b.p).at("M"), (CollectiveCounts{1, 1, 0, 0, 0}));
}
TEST(Cost, ring_formulas_round_up) {
  const Mesh mesh({{"B", 4}, {"M", 2}});
  const TensorType t{{10}, ElementType::F32};                                       // 40 bytes
  EXPECT_EQ(sent_bytes(mesh, hlo::AllReduce{Monoid::Add, {"B"}, 0}, t), 60);        // 2·3/4·40
  EXPECT_EQ(sent_bytes(mesh, hlo::AllGather{{{"B", "M"}}, 0}, t), 280);             // 7·40
  EXPECT_EQ(sent_bytes(mesh, hlo::ReduceScatter{Monoid::Add, {{"M"}}, 0}, t), 20);  // 1/2·40
  EXPECT_EQ(sent_bytes(mesh, hlo::AllToAll{0, 0, {"B"}, 0}, {{10}, ElementType::I8}), 8);  // 7.5
  EXPECT_EQ(sent_bytes(mesh, hlo::AllSlice{{{"B"}}, 0}, t), 0);
}
TEST(Cost, peak_is_by_liveness) {
  HloBuilder b(mesh_bm);
  const TensorType t{{25}, ElementType::F32};  // 100 bytes
  const ValueId x = b.param(t);
  ValueId y = b.op(Negate{}, {x});
  for (int i = 0; i < 5; ++i) y = b.op(Negate{}, {y});  // operand and result live together
  b.result(y);
  EXPECT_EQ(cost(b.p), (Cost{100, 300, 0}));
  const ValueId z = b.op(Negate{}, {b.op(Negate{}, {x})});  // the first result lives to the end
  b.result(z);
  EXPECT_EQ(cost(b.p).peak_bytes, 400);
}

}  // namespace
}  // namespace partir::simplify_test
