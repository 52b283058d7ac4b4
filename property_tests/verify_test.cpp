// SPMD programs from anywhere, judged against what they were made from.
#include "proofs/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "proofs/degree.h"
#include "property_tests/module_build.h"

namespace partir::verify_test {
namespace {

using namespace build;  // NOLINT: builders
using testing::HasSubstr;
using Kind = Verdict::Kind;

/// `(a, b) -> a ⊕ b` on f32.
ScalarBody body(Monoid m, ElementType e = ElementType::F32) {
  ScalarBody b = ScalarBody::of({e, e});
  b.results = {b.add(e, ApplyNode{scalar_fn(m), {0, 1}})};
  return b;
}
using Groups = shlo::IdGroups;
/// A collective over partitions.
template <class T>
shlo::Expr collective(T op, ValueId x, Groups groups) {
  shlo::Collective c{{x}, {std::move(groups), 1, false}, {}};
  if constexpr (std::is_same_v<T, shlo::AllReduce> || std::is_same_v<T, shlo::AllGather> ||
                std::is_same_v<T, shlo::ReduceScatter>)
    c.grouping.use_global_device_ids = true;
  c.op.template emplace<T>(std::move(op));
  return c;
}

/// The program of one function on a mesh.
SpmdProgram program(const FunctionBuilder& f, Mesh mesh, std::vector<DistType> params,
                    std::vector<DistType> results) {
  SpmdProgram p;
  p.module = f.module();
  p.mesh = std::move(mesh);
  p.params = std::move(params);
  p.results = std::move(results);
  p.location = {"t.mlir", 1, 1, {}};
  return p;
}

/// `x · w`.
core::Program product() {
  Core c{Mesh{}};
  const ValueId x = c.param(f32(4, 8), "x"), w = c.param(f32(8, 6), "w");
  return c.returns({c.op(matmul(), {x, w}, "y")});
}
/// The same with the contracted dimension over "a" = 4; `finish` makes the result of the part.
template <class F>
SpmdProgram product_on_mesh(F&& finish) {
  FunctionBuilder f;
  const ValueId x = f.param(f32(4, 2)), w = f.param(f32(2, 6));
  f.returns({finish(f, f.let(f32(4, 6), OpExpr{matmul(), {x, w}}))});
  return program(f, Mesh({{"a", 4}}), {dist(f32(4, 8), {{}, {"a"}}), dist(f32(8, 6), {{"a"}, {}})},
                 {dist(f32(4, 6), {{}, {}})});
}
const Groups all_four = {{0, 1, 2, 3}};

TEST(Verify, holds_with_the_probability_of_error_where_both_are_polynomials) {
  const Verdict v = verify(product(), product_on_mesh([](FunctionBuilder& f, ValueId y) {
    return f.let(f32(4, 6), collective(shlo::AllReduce{body(Monoid::Add)}, y, all_four));
  }));
  EXPECT_EQ(v.kind, Kind::Verified) << v.detail;
  EXPECT_THAT(v.detail, HasSubstr("polynomials of degree at most 2, equal at a random point modulo a random prime"));
  EXPECT_THAT(v.detail, HasSubstr("at most 2^-48"));  // two runs of 60 bits
}
TEST(Verify, refutes_a_missing_all_reduce) {
  const Verdict v = verify(product(), product_on_mesh([](FunctionBuilder&, ValueId y) { return y; }));
  ASSERT_EQ(v.kind, Kind::Refuted) << v.detail;
  EXPECT_THAT(v.counterexample->explanation, HasSubstr("still partial<add> over {\"a\"}"));
  EXPECT_EQ(v.counterexample->location, "t.mlir:1:1");
  EXPECT_THAT(v.counterexample->op, HasSubstr("dot_general"));
  EXPECT_EQ(v.counterexample->expected, "8");
  EXPECT_EQ(v.counterexample->found, "2");
}
TEST(Verify, refutes_a_sum_that_is_combined_by_max_or_over_too_few_devices) {
  Verdict v = verify(product(), product_on_mesh([](FunctionBuilder& f, ValueId y) {
    return f.let(f32(4, 6), collective(shlo::AllReduce{body(Monoid::Max)}, y, all_four));
  }));
  ASSERT_EQ(v.kind, Kind::Refuted) << v.detail;
  EXPECT_THAT(v.counterexample->explanation, HasSubstr("is reduced by max"));
  EXPECT_EQ(v.counterexample->location, "t.mlir:2:1");
  v = verify(product(), product_on_mesh([](FunctionBuilder& f, ValueId y) {
    return f.let(f32(4, 6), collective(shlo::AllReduce{body(Monoid::Add)}, y, {{0, 1}, {2, 3}}));
  }));
  ASSERT_EQ(v.kind, Kind::Refuted) << v.detail;
  EXPECT_EQ(v.counterexample->location, "t.mlir:2:1");
}

/// The identity on a vector of 8 that is tiled by "a" = 2, then "b" = 2.
core::Program identity() {
  Core c{Mesh{}};
  const ValueId x = c.param(f32(8), "x");
  return c.returns({c.op(Negate{}, {c.op(Negate{}, {x})}, "y")});
}
SpmdProgram gathered(Groups groups) {
  FunctionBuilder f;
  const ValueId x = f.param(f32(2));
  f.returns({f.let(f32(8), collective(shlo::AllGather{0}, x, std::move(groups)))});
  return program(f, Mesh({{"a", 2}, {"b", 2}}), {dist(f32(8), {{"a", "b"}})}, {dist(f32(8), {{}})});
}
TEST(Verify, follows_the_order_of_groups) {
  EXPECT_TRUE(verify(identity(), gathered({{0, 1, 2, 3}})).holds());
  const Verdict v = verify(identity(), gathered({{0, 2, 1, 3}}));
  ASSERT_EQ(v.kind, Kind::Refuted);
  EXPECT_THAT(v.counterexample->explanation, HasSubstr("puts its chunks in another order"));
}
TEST(Verify, follows_the_mesh_to_its_partitions) {
  SpmdProgram p = gathered({{0, 1, 2, 3}});
  p.partition_of = {3, 1, 0, 2};
  EXPECT_EQ(verify(identity(), p).kind, Kind::Refuted);
  SpmdProgram q = gathered({{3, 1, 0, 2}});
  q.partition_of = {3, 1, 0, 2};
  EXPECT_TRUE(verify(identity(), q).holds());
}

/// `iota(8) + x`, x tiled over "a" = 2; with or without the offset of the device's part.
core::Program counted_up() {
  Core c{Mesh{}};
  const ValueId x = c.param(i32(8), "x"), i = c.op(Iota{0, {8}, ElementType::I32}, {}, "i");
  return c.returns({c.op(Add{}, {x, i}, "y")});
}
SpmdProgram counted_up_on_mesh(bool offset) {
  FunctionBuilder f;
  const ValueId x = f.param(i32(4)), i = f.let(i32(4), OpExpr{Iota{0, {4}, ElementType::I32}, {}});
  ValueId start = f.let(TensorType{{}, ElementType::UI32}, shlo::PartitionId{});
  start = f.let(i32(), OpExpr{Convert{ElementType::I32}, {start}});
  start = f.let(i32(), OpExpr{Multiply{}, {start, f.constant(i32(), offset ? 4 : 0)}});
  const ValueId all = f.let(i32(4), OpExpr{BroadcastInDim{{}, {4}}, {start}});
  const ValueId mine = f.add_op(i, all);
  f.returns({f.add_op(x, mine)});
  return program(f, Mesh({{"a", 2}}), {dist(i32(8), {{"a"}})}, {dist(i32(8), {{"a"}})});
}
TEST(Verify, lets_offsets_of_devices_be_no_values_of_the_program) {
  const Verdict right = verify(counted_up(), counted_up_on_mesh(true));
  EXPECT_EQ(right.kind, Kind::Tested) << right.detail;  // integers are no field
  const Verdict wrong = verify(counted_up(), counted_up_on_mesh(false));
  ASSERT_EQ(wrong.kind, Kind::Refuted);
  EXPECT_THAT(wrong.counterexample->op, HasSubstr("add"));
  EXPECT_EQ(wrong.counterexample->device, "(a=1)");
}

/// `max(2x)` over the last dimension; the field's order is none of products, so there the 2 may not wait, and no
/// difference in the field is ever passed over.
TEST(Verify, is_undecided_where_the_field_lacks_laws) {
  Core c{Mesh{}};
  const ValueId x = c.param(f32(4, 3), "x");
  const Op least = splat(f32(), -std::numeric_limits<double>::infinity());
  const core::Program spec = c.returns(
      {c.op(Reduce{{1}, Monoid::Max}, {c.op(Multiply{}, {x, c.op(splat(f32(4, 3), 2), {})}), c.op(least, {})})});
  const auto later = [&](double factor) {
    FunctionBuilder f;
    const ValueId y = f.param(f32(2, 3)), start = f.let(f32(), OpExpr{least, {}});
    const ValueId most = f.let(f32(2), OpExpr{Reduce{{1}, Monoid::Max}, {y, start}});
    f.returns({f.let(f32(2), OpExpr{Multiply{}, {most, f.constant(f32(2), factor)}})});
    return program(f, Mesh({{"a", 2}}), {dist(f32(4, 3), {{"a"}, {}})}, {dist(f32(4), {{"a"}})});
  };
  const Verdict right = verify(spec, later(2));
  EXPECT_EQ(right.kind, Kind::Undecided) << right.detail;
  EXPECT_EQ(verify(spec, later(3)).kind, Kind::Refuted);
}

TEST(Verify, an_spmd_program_without_an_outcome_is_refuted) {
  FunctionBuilder f;
  const ValueId x = f.param(f32(2));
  // device 0 waits for device 1, which waits for nobody
  ValueId id = f.let(TensorType{{}, ElementType::UI32}, shlo::PartitionId{});
  id = f.let(i32(), OpExpr{Convert{ElementType::I32}, {id}});
  const ValueId first = f.let(i1(), OpExpr{Compare{ComparisonDirection::EQ}, {id, f.constant(i32(), 0)}});
  shlo::If branch{first, {}, {}};
  branch.on_true = f.block([&] {
    return std::vector{f.let(f32(2), collective(shlo::AllReduce{body(Monoid::Max)}, x, {{0, 1}}))};
  });
  branch.on_false = f.block([&] { return std::vector{x}; });
  f.returns({f.let(f32(2), std::move(branch))});
  Core c{Mesh{}};
  const ValueId y = c.param(f32(2), "x");
  const Verdict v = verify(c.returns({y}), program(f, Mesh({{"a", 2}}), {dist(f32(2), {{}})}, {dist(f32(2), {{}})}));
  ASSERT_EQ(v.kind, Kind::Refuted);
  EXPECT_THAT(v.counterexample->explanation, HasSubstr("deadlock"));
  EXPECT_EQ(v.counterexample->location, "t.mlir:5:1");
}

TEST(Verify, names_what_is_wrong_within_a_callee) {
  FunctionBuilder g("twice");
  const ValueId a = g.param(f32(4));
  g.line = 50;
  g.returns({g.let(f32(4), OpExpr{Add{}, {a, a}})});
  FunctionBuilder f;
  const ValueId x = f.param(f32(4));
  const ValueId y = f.let(f32(4), shlo::Call{"twice", {x}});
  f.returns({f.let(f32(4), OpExpr{Tanh{}, {y}})});
  SpmdProgram p = program(f, Mesh({{"a", 2}}), {dist(f32(8), {{"a"}})}, {dist(f32(8), {{"a"}})});
  p.module.add(g.f);
  const auto spec = [](Op op) {
    Core c{Mesh{}};
    const ValueId v = c.param(f32(8), "x");
    return c.returns({c.op(Tanh{}, {c.op(std::move(op), {v, v})})});
  };
  EXPECT_TRUE(verify(spec(Add{}), p).holds());
  const Verdict v = verify(spec(Multiply{}), p);
  ASSERT_EQ(v.kind, Kind::Refuted);
  EXPECT_EQ(v.counterexample->location, "t.mlir:50:1");
  EXPECT_THAT(v.counterexample->explanation, HasSubstr("no add of these values"));
}

TEST(Verify, rejects_signatures_that_do_not_fit) {
  const auto fails = [](const core::Program& spec, const SpmdProgram& p, const std::string& text) {
    try {
      verify(spec, p);
      ADD_FAILURE() << "accepted; expected " << text;
    } catch (const BadInput& e) {
      EXPECT_THAT(e.what(), HasSubstr(text));
    }
  };
  SpmdProgram p = gathered({{0, 1, 2, 3}});
  p.params[0].dims = {{"a"}};
  fails(identity(), p, "parameter 0 is tensor<2xf32> on each device");
  p = gathered({{0, 1, 2, 3}});
  p.params.clear();
  fails(identity(), p, "1 parameter");
  p = gathered({{0, 1, 2, 3}});
  p.partition_of = {0, 1};
  fails(identity(), p, "4 devices, 2 are numbered");
  fails(product(), gathered({{0, 1, 2, 3}}), "2 parameters");
  p = gathered({{0, 1, 2, 3}});
  p.entry = "other";
  fails(identity(), p, "no function @other");
  p = gathered({{0, 1, 2, 3}});
  p.results[0].dims = {{"c"}};
  fails(identity(), p, "\"c\" is not in the mesh");
}

TEST(Degree, is_that_of_the_polynomial) {
  const auto of = [](auto&& make) {
    Core c{Mesh{}};
    const ValueId x = c.param(f32(2, 3), "x");
    const ValueId y = make(c, x);
    return degree(c.returns({y}));
  };
  EXPECT_EQ(of([](Core&, ValueId x) { return x; }), 1);
  EXPECT_EQ(of([](Core& c, ValueId x) { return c.op(Multiply{}, {x, c.op(Add{}, {x, x})}); }), 2);
  EXPECT_EQ(of([](Core& c, ValueId) { return c.op(splat(f32(2), 3), {}); }), 0);
  EXPECT_EQ(of([](Core& c, ValueId x) { return c.op(Divide{}, {x, c.op(splat(f32(2, 3), 3), {})}); }), 1);
  EXPECT_EQ(of([](Core& c, ValueId x) { return c.op(Divide{}, {x, x}); }), std::nullopt);
  EXPECT_EQ(of([](Core& c, ValueId x) { return c.op(Tanh{}, {x}); }), std::nullopt);
  // a product over three elements, from 1
  const auto folded = [&](Monoid m) {
    return of([&](Core& c, ValueId x) {
      return c.op(Reduce{{1}, m}, {x, c.op(splat(f32(), 1), {})});
    });
  };
  EXPECT_EQ(folded(Monoid::Add), 1);
  EXPECT_EQ(folded(Monoid::Mul), 4);
  EXPECT_EQ(folded(Monoid::Max), std::nullopt);
  // a function of what does not depend on the arguments is a constant
  EXPECT_EQ(of([](Core& c, ValueId x) {
              return c.op(Multiply{}, {x, c.op(Tanh{}, {c.op(splat(f32(2, 3), 3), {})})});
            }), 1);
  // squaring 61 times is beyond 2^60
  EXPECT_EQ(of([](Core& c, ValueId x) {
              for (int i = 0; i < 61; ++i) x = c.op(Multiply{}, {x, x});
              return x;
            }), std::nullopt);
  Core c{Mesh{}};
  const ValueId n = c.param(i32(2), "n");
  EXPECT_EQ(degree(c.returns({n})), std::nullopt);
}

}  // namespace
}  // namespace partir::verify_test
