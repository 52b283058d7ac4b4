// H-rules: for every rule what it accepts, and one rejection for every premise.
#include <gtest/gtest.h>

#include "property_tests/build.h"
#include "semantics/hlo_typing.h"

namespace partir::hlo_typing_test {
namespace {
using namespace build;

const Mesh mesh({{"B", 4}, {"M", 2}, {"one", 1}});

#define CHECK_REJECTED(program, ...) EXPECT_TRUE(rejects([&] { check(program); }, __VA_ARGS__))

DistType whole(TensorType t) { return DistType::replicated(std::move(t)); }
/// A function of one replicated parameter %x that returns nothing; `body` adds statements.
template <class F>
hlo::Program with(TensorType t, F&& body) {
  Hlo h(mesh);
  body(h, h.param(whole(std::move(t)), "x"));
  return h.returns({}, {});
}
/// The type that `body` gives to what it returns, checked.
template <class F>
TensorType type_of(TensorType t, F&& body) {
  Hlo h(mesh);
  const ValueId y = body(h, h.param(whole(std::move(t)), "x"));
  check(h.returns({}, {}));
  return h.type(y);
}

// ---- H-Op

TEST(H_Op, accepts_operands_of_the_demanded_types) {
  EXPECT_EQ(type_of(f32(6, 4), [](Hlo& h, ValueId x) { return h.op(Transpose{{1, 0}}, {x}); }), f32(4, 6));
}
TEST(H_Op, rejects_premise_1_operand_types) {
  CHECK_REJECTED(with(f32(6, 4), [](Hlo& h, ValueId x) { h.op(matmul(), {x, x}); }), Rule::H_Op, 1, 1,
                 "tensor<6x4xf32>", "dot_general C5");
}
TEST(H_Op, rejects_premise_2_declared_result_type) {
  CHECK_REJECTED(with(f32(6), [](Hlo& h, ValueId x) { h.op_as(Tanh{}, {x}, f32(7)); }), Rule::H_Op, 2, 1,
                 "tensor<7xf32>", "tensor<6xf32>");
}

// ---- H-Let

TEST(H_Let, accepts_a_chain) {
  type_of(f32(6), [](Hlo& h, ValueId x) { return h.op(Tanh{}, {h.op(Negate{}, {x})}); });
}
TEST(H_Let, rejects_premise_1_number_of_names) {
  CHECK_REJECTED(with(f32(8), [](Hlo& h, ValueId x) { h.raw(hlo::AllSlice{{{"B"}}, x}, {}); }),
                 Rule::H_Let, 1, 1, "0 names", "1");
}
TEST(H_Let, rejects_premise_2_a_name_that_the_function_does_not_have) {
  CHECK_REJECTED(with(f32(8), [](Hlo& h, ValueId x) { h.raw(OpExpr{Tanh{}, {x}}, {99}); }),
                 Rule::H_Let, 2, 1, "an unknown variable", "of the function");
}
TEST(H_Let, rejects_premise_2_name_bound_twice) {
  CHECK_REJECTED(with(f32(8), [](Hlo& h, ValueId x) {
                   const ValueId y = h.op(Tanh{}, {x}, "y");
                   h.raw(OpExpr{Tanh{}, {x}}, {y});
                 }),
                 Rule::H_Let, 2, 2, "%y bound again", "fresh");
}
TEST(H_Let, rejects_premise_3_declared_type_of_a_collective) {
  CHECK_REJECTED(with(f32(8), [](Hlo& h, ValueId x) {
                   h.raw(hlo::AllSlice{{{"B"}}, x}, {h.value(f32(4), "y")});
                 }),
                 Rule::H_Let, 3, 1, "%y : tensor<4xf32>", "tensor<2xf32>");
}

// ---- H-Tuple

TEST(H_Tuple, accepts_repeated_components) {
  Hlo h(mesh);
  const ValueId x = h.param(whole(f32(8)));
  check(h.returns({x, x}, {whole(f32(8)), whole(f32(8))}));
}
TEST(H_Tuple, rejects_premise_1_component_out_of_scope) {
  Hlo h(mesh);
  const ValueId y = h.value(f32(8), "y");
  CHECK_REJECTED(h.returns({y}, {whole(f32(8))}), Rule::H_Tuple, 1, 100, "%y out of scope", "in scope");
}
TEST(H_Tuple, rejects_premise_1_unknown_component) {
  Hlo h(mesh);
  CHECK_REJECTED(h.returns({7}, {whole(f32(8))}), Rule::H_Tuple, 1, 100, "unknown variable", "in scope");
}
TEST(H_Tuple, rejects_premise_1_operand_of_an_op_out_of_scope) {
  CHECK_REJECTED(with(f32(8), [](Hlo& h, ValueId) { h.op(Tanh{}, {h.value(f32(8))}); }), Rule::H_Tuple, 1,
                 1, "not in scope", "in scope");
}

// ---- H-Slice

TEST(H_Slice, divides_every_listed_dimension) {
  EXPECT_EQ(type_of(f32(16, 6), [](Hlo& h, ValueId x) { return h.all_slice({{"B"}, {"M"}}, x); }), f32(4, 3));
  EXPECT_EQ(type_of(f32(16, 6), [](Hlo& h, ValueId x) { return h.all_slice({{"M", "B"}, {}}, x); }), f32(2, 6));
}
TEST(H_Slice, accepts_an_extent_equal_to_the_axes_and_no_axes_at_all) {
  EXPECT_EQ(type_of(f32(8), [](Hlo& h, ValueId x) { return h.all_slice({{"B", "M"}}, x); }), f32(1));
  EXPECT_EQ(type_of(f32(0), [](Hlo& h, ValueId x) { return h.all_slice({{}}, x); }), f32(0));
  EXPECT_EQ(type_of(f32(), [](Hlo& h, ValueId x) { return h.all_slice({}, x); }), f32());
}
TEST(H_Slice, rejects_premise_1_operand_out_of_scope) {
  CHECK_REJECTED(with(f32(8), [](Hlo& h, ValueId) { h.all_slice({{"B"}}, h.value(f32(8))); }),
                 Rule::H_Slice, 1, 1, "not in scope", "in scope");
}
TEST(H_Slice, rejects_premise_2_number_of_lists) {
  CHECK_REJECTED(with(f32(8, 4), [](Hlo& h, ValueId x) { h.all_slice({{"B"}}, x); }), Rule::H_Slice, 2, 1,
                 "1 lists", "2 for tensor<8x4xf32>");
}
TEST(H_Slice, rejects_premise_3_axis_not_in_the_mesh) {
  CHECK_REJECTED(with(f32(8), [](Hlo& h, ValueId x) { h.all_slice({{"Q"}}, x); }), Rule::H_Slice, 3, 1,
                 "\"Q\"", "an axis of the mesh");
}
TEST(H_Slice, rejects_premise_4_axis_twice) {
  CHECK_REJECTED(with(f32(16, 16), [](Hlo& h, ValueId x) { h.all_slice({{"B"}, {"B"}}, x); }),
                 Rule::H_Slice, 4, 1, "[{\"B\"}, {\"B\"}]", "distinct");
  CHECK_REJECTED(with(f32(16), [](Hlo& h, ValueId x) { h.all_slice({{"B", "B"}}, x); }), Rule::H_Slice, 4,
                 1, "[{\"B\", \"B\"}]", "distinct");
}
TEST(H_Slice, rejects_premise_5_indivisible_extent) {
  CHECK_REJECTED(with(f32(3, 12), [](Hlo& h, ValueId x) { h.all_slice({{}, {"B", "M"}}, x); }),
                 Rule::H_Slice, 5, 1, "extent 12 of dimension 1", "a multiple of |{\"B\", \"M\"}| = 8");
}
TEST(H_Slice, rejects_premise_6_empty_extent) {
  CHECK_REJECTED(with(f32(0), [](Hlo& h, ValueId x) { h.all_slice({{"one"}}, x); }), Rule::H_Slice, 6, 1,
                 "extent 0", "at least |{\"one\"}| = 1");
}

// ---- H-Gather

TEST(H_Gather, multiplies_every_listed_dimension) {
  EXPECT_EQ(type_of(f32(3, 0), [](Hlo& h, ValueId x) { return h.all_gather({{"M", "B"}, {"one"}}, x); }),
            f32(24, 0));
}
TEST(H_Gather, rejects_premise_1_operand_out_of_scope) {
  CHECK_REJECTED(with(f32(8), [](Hlo& h, ValueId) { h.all_gather({{"B"}}, h.value(f32(8))); }),
                 Rule::H_Gather, 1, 1, "not in scope", "in scope");
}
TEST(H_Gather, rejects_premise_2_number_of_lists) {
  CHECK_REJECTED(with(f32(8), [](Hlo& h, ValueId x) { h.all_gather({{"B"}, {}}, x); }), Rule::H_Gather, 2,
                 1, "2 lists", "1 for tensor<8xf32>");
}
TEST(H_Gather, rejects_premise_3_axis_not_in_the_mesh) {
  CHECK_REJECTED(with(f32(8), [](Hlo& h, ValueId x) { h.all_gather({{"b"}}, x); }), Rule::H_Gather, 3, 1,
                 "\"b\"", "an axis of the mesh");
}
TEST(H_Gather, rejects_premise_4_axis_twice) {
  CHECK_REJECTED(with(f32(8, 8), [](Hlo& h, ValueId x) { h.all_gather({{"M"}, {"B", "M"}}, x); }),
                 Rule::H_Gather, 4, 1, "[{\"M\"}, {\"B\", \"M\"}]", "distinct");
}

// ---- H-Reduce

TEST(H_Reduce, keeps_the_type) {
  EXPECT_EQ(type_of(f32(3, 0), [](Hlo& h, ValueId x) { return h.all_reduce(Monoid::Max, {"M", "B"}, x); }),
            f32(3, 0));
  EXPECT_EQ(type_of(i1(), [](Hlo& h, ValueId x) { return h.all_reduce(Monoid::Or, {"one"}, x); }), i1());
}
TEST(H_Reduce, rejects_premise_1_operand_out_of_scope) {
  CHECK_REJECTED(
      with(f32(8), [](Hlo& h, ValueId) { h.all_reduce(Monoid::Add, {"B"}, h.value(f32(8))); }),
      Rule::H_Reduce, 1, 1, "not in scope", "in scope");
}
TEST(H_Reduce, rejects_premise_2_axis_not_in_the_mesh) {
  CHECK_REJECTED(with(f32(8), [](Hlo& h, ValueId x) { h.all_reduce(Monoid::Add, {"B", "Q"}, x); }),
                 Rule::H_Reduce, 2, 1, "\"Q\"", "an axis of the mesh");
}
TEST(H_Reduce, rejects_premise_3_axis_twice) {
  CHECK_REJECTED(with(f32(8), [](Hlo& h, ValueId x) { h.all_reduce(Monoid::Add, {"B", "M", "B"}, x); }),
                 Rule::H_Reduce, 3, 1, "{\"B\", \"M\", \"B\"}", "distinct");
}
TEST(H_Reduce, rejects_premise_4_monoid_undefined_on_the_element_type) {
  CHECK_REJECTED(with(f32(8), [](Hlo& h, ValueId x) { h.all_reduce(Monoid::Or, {"B"}, x); }),
                 Rule::H_Reduce, 4, 1, "or on f32", "defined on the element type");
  CHECK_REJECTED(with(i1(8), [](Hlo& h, ValueId x) { h.all_reduce(Monoid::Max, {"B"}, x); }),
                 Rule::H_Reduce, 4, 1, "max on i1", "defined on the element type");
}

// ---- H-Scatter

TEST(H_Scatter, divides_every_listed_dimension) {
  EXPECT_EQ(type_of(f32(8, 6), [](Hlo& h, ValueId x) {
              return h.reduce_scatter(Monoid::Add, {{"B"}, {"M"}}, x);
            }),
            f32(2, 3));
}
TEST(H_Scatter, rejects_premise_1_operand_out_of_scope) {
  CHECK_REJECTED(
      with(f32(8), [](Hlo& h, ValueId) { h.reduce_scatter(Monoid::Add, {{"B"}}, h.value(f32(8))); }),
      Rule::H_Scatter, 1, 1, "not in scope", "in scope");
}
TEST(H_Scatter, rejects_premise_2_number_of_lists) {
  CHECK_REJECTED(with(f32(8), [](Hlo& h, ValueId x) { h.reduce_scatter(Monoid::Add, {}, x); }),
                 Rule::H_Scatter, 2, 1, "0 lists", "1 for tensor<8xf32>");
}
TEST(H_Scatter, rejects_premise_3_axis_not_in_the_mesh) {
  CHECK_REJECTED(with(f32(8), [](Hlo& h, ValueId x) { h.reduce_scatter(Monoid::Add, {{"Q"}}, x); }),
                 Rule::H_Scatter, 3, 1, "\"Q\"", "an axis of the mesh");
}
TEST(H_Scatter, rejects_premise_4_axis_twice) {
  CHECK_REJECTED(
      with(f32(8, 8), [](Hlo& h, ValueId x) { h.reduce_scatter(Monoid::Add, {{"M"}, {"M"}}, x); }),
      Rule::H_Scatter, 4, 1, "[{\"M\"}, {\"M\"}]", "distinct");
}
TEST(H_Scatter, rejects_premise_5_indivisible_extent) {
  CHECK_REJECTED(with(f32(6), [](Hlo& h, ValueId x) { h.reduce_scatter(Monoid::Add, {{"B"}}, x); }),
                 Rule::H_Scatter, 5, 1, "extent 6 of dimension 0", "a multiple of |{\"B\"}| = 4");
}
TEST(H_Scatter, rejects_premise_6_empty_extent) {
  CHECK_REJECTED(with(f32(0), [](Hlo& h, ValueId x) { h.reduce_scatter(Monoid::Add, {{"B"}}, x); }),
                 Rule::H_Scatter, 6, 1, "extent 0", "at least |{\"B\"}| = 4");
}
TEST(H_Scatter, rejects_premise_7_monoid_undefined_on_the_element_type) {
  CHECK_REJECTED(with(f32(8), [](Hlo& h, ValueId x) { h.reduce_scatter(Monoid::And, {{"B"}}, x); }),
                 Rule::H_Scatter, 7, 1, "and on f32", "defined on the element type");
}

// ---- H-AllToAll

TEST(H_AllToAll, multiplies_one_dimension_and_divides_another) {
  EXPECT_EQ(type_of(f32(3, 8), [](Hlo& h, ValueId x) { return h.all_to_all(0, 1, {"B", "M"}, x); }),
            f32(24, 1));
  EXPECT_EQ(type_of(f32(4, 0), [](Hlo& h, ValueId x) { return h.all_to_all(1, 0, {"B"}, x); }), f32(1, 0));
}
TEST(H_AllToAll, rejects_premise_1_operand_out_of_scope) {
  CHECK_REJECTED(with(f32(8), [](Hlo& h, ValueId) { h.all_to_all(0, 1, {"B"}, h.value(f32(8, 8))); }),
                 Rule::H_AllToAll, 1, 1, "not in scope", "in scope");
}
TEST(H_AllToAll, rejects_premise_2_dimension_not_below_the_rank) {
  for (auto [d, e] : {std::pair<int64_t, int64_t>{0, 2}, {2, 0}, {-1, 0}, {0, -1}})
    CHECK_REJECTED(with(f32(8, 8), [&](Hlo& h, ValueId x) { h.all_to_all(d, e, {"B"}, x); }),
                   Rule::H_AllToAll, 2, 1, std::to_string(d) + " -> " + std::to_string(e),
                   "dimensions below 2");
}
TEST(H_AllToAll, rejects_premise_3_equal_dimensions) {
  CHECK_REJECTED(with(f32(8, 8), [](Hlo& h, ValueId x) { h.all_to_all(1, 1, {"B"}, x); }),
                 Rule::H_AllToAll, 3, 1, "1 twice", "two dimensions");
}
TEST(H_AllToAll, rejects_premise_4_axis_not_in_the_mesh) {
  CHECK_REJECTED(with(f32(8, 8), [](Hlo& h, ValueId x) { h.all_to_all(0, 1, {"Q"}, x); }),
                 Rule::H_AllToAll, 4, 1, "\"Q\"", "an axis of the mesh");
}
TEST(H_AllToAll, rejects_premise_5_axis_twice) {
  CHECK_REJECTED(with(f32(8, 8), [](Hlo& h, ValueId x) { h.all_to_all(0, 1, {"M", "M"}, x); }),
                 Rule::H_AllToAll, 5, 1, "{\"M\", \"M\"}", "distinct");
}
TEST(H_AllToAll, rejects_premise_6_indivisible_extent) {
  CHECK_REJECTED(with(f32(8, 6), [](Hlo& h, ValueId x) { h.all_to_all(0, 1, {"B"}, x); }),
                 Rule::H_AllToAll, 6, 1, "extent 6 of dimension 1", "a multiple of |{\"B\"}| = 4");
}
TEST(H_AllToAll, rejects_premise_7_empty_extent) {
  CHECK_REJECTED(with(f32(8, 0), [](Hlo& h, ValueId x) { h.all_to_all(0, 1, {"B"}, x); }),
                 Rule::H_AllToAll, 7, 1, "extent 0", "at least |{\"B\"}| = 4");
}

// ---- H-Func

TEST(H_Func, accepts_parameters_and_results_at_the_local_types_of_their_D) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(16, 6), {{"B"}, {"M"}}, {"one"}));
  EXPECT_EQ(h.type(x), f32(4, 3));
  check(h.returns({x}, {dist(f32(16, 6), {{"B"}, {"M"}}, {"one"})}));
}
TEST(H_Func, rejects_premise_1_number_of_results) {
  Hlo h(mesh);
  const ValueId x = h.param(whole(f32(8)));
  CHECK_REJECTED(h.returns({x}, {}), Rule::H_Func, 1, 100, "1 results", "0");
}
TEST(H_Func, rejects_premise_2_result_not_of_the_local_type) {
  Hlo h(mesh);
  const ValueId x = h.param(whole(f32(8)));
  CHECK_REJECTED(h.returns({x}, {dist(f32(8), {{"B"}})}), Rule::H_Func, 2, 100, "tensor<8xf32>",
                 "tensor<2xf32>, the local type of dist<[{\"B\"}]>");
}
TEST(H_Func, rejects_premise_3_parameter_twice) {
  Hlo h(mesh);
  const ValueId x = h.param(whole(f32(8)), "x");
  h.p.main.params.push_back(x);
  h.p.main.param_dists.push_back(whole(f32(8)));
  CHECK_REJECTED(h.returns({}, {}), Rule::H_Func, 3, 100, "%x twice", "distinct");
}
TEST(H_Func, rejects_premise_4_parameter_not_of_the_local_type) {
  Hlo h(mesh);
  h.param_as(dist(f32(8), {{"B"}}), f32(8), "x");
  CHECK_REJECTED(h.returns({}, {}), Rule::H_Func, 4, 100, "%x : tensor<8xf32>", "the local type");
}
TEST(H_Func, rejects_premise_4_parameter_without_D) {
  Hlo h(mesh);
  h.param(whole(f32(8)));
  h.p.main.param_dists.clear();
  CHECK_REJECTED(h.returns({}, {}), Rule::H_Func, 4, 100, "0 distributed types", "1 parameters");
}
TEST(H_Func, rejects_premise_4_ill_formed_D) {
  const auto ill = [](DistType d, const std::string& why) {
    Hlo h(mesh);
    h.param(d);
    CHECK_REJECTED(h.returns({}, {}), Rule::H_Func, 4, 100, why, "over the mesh");
    Hlo r(mesh);
    const ValueId x = r.param(whole(d.global));
    CHECK_REJECTED(r.returns({x}, {d}), Rule::H_Func, 4, 100, why, "over the mesh");
  };
  ill(dist(f32(8, 8), {{"B"}}), "one axis list for each dimension");
  ill(dist(f32(8), {{"Q"}}), "\"Q\" is not in the mesh");
  ill(dist(f32(8), {{}}, {"Q"}), "\"Q\" is not in the mesh");
  ill(dist(f32(8, 8), {{"B"}, {"B"}}), "listed twice");
  ill(dist(f32(8), {{"B"}}, {"B"}), "listed twice");
  ill(dist(f32(6), {{"B"}}), "does not divide into 4 parts");
  EXPECT_EQ(ill_formed(mesh, dist(f32(0), {{"B"}})), "");
  ill(dist(f32(8), {{}}, {"B"}, Monoid::And), "and is not defined on f32");
}

TEST(Derivation, names_each_rule_in_order) {
  Hlo h(mesh);
  const ValueId x = h.param(dist(f32(16, 8), {{"B"}, {}}), "x");
  const ValueId a = h.op(Tanh{}, {x}), b = h.all_slice({{}, {"M"}}, a), c = h.all_gather({{}, {"M"}}, b),
                d = h.all_to_all(0, 1, {"B"}, c), e = h.all_reduce(Monoid::Add, {"M"}, d),
                g = h.reduce_scatter(Monoid::Add, {{"M"}, {}}, e);
  Derivation derivation;
  check(h.returns({g}, {dist(f32(16, 8), {{"M"}, {"B"}})}), &derivation);
  EXPECT_EQ(rules_of(derivation),
            "H-Op H-Slice H-Gather H-AllToAll H-Reduce H-Scatter H-Tuple H-Func");
  EXPECT_EQ(derivation[1].phrase, "%v2 = all_slice [{}, {\"M\"}] %v1");
  EXPECT_EQ(derivation[1].conclusion, "(tensor<4x4xf32>)");
}

}  // namespace
}  // namespace partir::hlo_typing_test
