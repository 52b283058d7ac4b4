// T-rules: for every rule what it accepts, and one rejection for every premise.
#include <gtest/gtest.h>

#include "property_tests/build.h"
#include "semantics/core_typing.h"

namespace partir::core_typing_test {
namespace {
using namespace build;
using core::LoopAttr;
using std::vector;

const Mesh mesh({{"B", 4}, {"M", 2}, {"one", 1}});

/// Why a program is rejected, as `rejects` wants it: `CHECK_REJECTED(program, rule, 4, line, ..)`.
#define CHECK_REJECTED(program, ...) EXPECT_TRUE(rejects([&] { check(program); }, __VA_ARGS__))

Op binary_add() { return Add{}; }

// ---- T-Var

TEST(T_Var, accepts_a_parameter_and_a_let_bound_name) {
  Core c(mesh);
  const ValueId x = c.param(f32(8)), y = c.op(Exponential{}, {x});
  check(c.returns({c.op(binary_add(), {x, y})}));
}
TEST(T_Var, rejects_premise_1_name_out_of_scope) {
  Core c(mesh);
  const ValueId x = c.param(f32(8)), later = c.value(f32(8), "later");
  const ValueId y = c.op(binary_add(), {x, later});
  CHECK_REJECTED(c.returns({y}), Rule::T_Var, 1, 1, "%later out of scope", "tensor variable");
}
TEST(T_Var, rejects_premise_1_unknown_name) {
  Core c(mesh);
  c.param(f32(8));
  c.raw(OpExpr{Exponential{}, {77}}, {c.value(f32(8))});
  CHECK_REJECTED(c.returns({}), Rule::T_Var, 1, 1, "an unknown variable", "tensor variable");
}
TEST(T_Var, rejects_premise_1_name_of_a_loop_body_outside_it) {
  Core c(mesh);
  const ValueId x = c.param(f32(8));
  ValueId inner = 0;
  c.loop("B", LoopAttr::tile(0), [&](RangeId r) { return inner = c.slice(0, x, r, "inner"); });
  const ValueId y = c.op(Exponential{}, {inner});
  CHECK_REJECTED(c.returns({y}), Rule::T_Var, 1, 3, "%inner out of scope", "tensor variable");
}

// ---- T-Op

TEST(T_Op, accepts_operands_of_the_demanded_types) {
  Core c(mesh);
  const ValueId x = c.param(f32(6, 4)), y = c.param(f32(4, 8));
  const ValueId z = c.op(matmul(), {x, y});
  EXPECT_EQ(c.type(z), f32(6, 8));
  check(c.returns({z}));
}
TEST(T_Op, rejects_premise_1_operand_types) {
  Core c(mesh);
  const ValueId x = c.param(f32(6, 4)), y = c.param(f32(5, 8));
  const ValueId z = c.op(matmul(), {x, y});
  CHECK_REJECTED(c.returns({z}), Rule::T_Op, 1, 1, "tensor<6x4xf32> and tensor<5x8xf32>",
                 "dot_general C5: paired extents agree");
}
TEST(T_Op, rejects_premise_2_declared_result_type) {
  Core c(mesh);
  const ValueId x = c.param(f32(6)), y = c.op_as(Exponential{}, {x}, f32(7));
  CHECK_REJECTED(c.returns({y}), Rule::T_Op, 2, 1, "tensor<7xf32>", "tensor<6xf32>");
}
TEST(T_Op, rejects_premise_2_number_of_results) {
  Core c(mesh);
  const ValueId x = c.param(f32(6));
  c.raw(OpExpr{Exponential{}, {x}}, {});
  CHECK_REJECTED(c.returns({x}), Rule::T_Op, 2, 1, "()", "(tensor<6xf32>)");
}
TEST(T_Op, accepts_tensors_of_rank_0_and_without_elements) {
  Core c(mesh);
  const ValueId s = c.param(f32()), e = c.param(f32(0, 4));
  check(c.returns({c.op(binary_add(), {s, s}), c.op(Exponential{}, {e}),
                   c.op(BroadcastInDim{{}, {0, 4}}, {s})}));
}

// ---- T-Let

TEST(T_Let, accepts_shadow_free_bindings) {
  Core c(mesh);
  const ValueId x = c.param(f32(8));
  check(c.returns({c.op(Tanh{}, {c.op(Exponential{}, {x})})}));
}
TEST(T_Let, rejects_premise_1_number_of_names) {
  Core c(mesh);
  const ValueId x = c.param(f32(8));
  core::LoopExpr e{"B", {LoopAttr::any(), LoopAttr::any()}, c.p.main.add_range("B"), core::Block{}};
  e.body->results = {x, x};
  const ValueId y = c.value(f32(8));
  c.raw(std::move(e), {y});
  CHECK_REJECTED(c.returns({y}), Rule::T_Let, 1, 1, "1 names", "2");
}
TEST(T_Let, rejects_premise_1_no_name_for_a_slice) {
  Core c(mesh);
  const ValueId x = c.param(f32(8));
  c.loops("B", {}, [&](RangeId r) {
    c.raw(core::SliceExpr{0, x, r}, {});
    return vector<ValueId>{};
  });
  CHECK_REJECTED(c.returns({x}), Rule::T_Let, 1, 2, "0 names", "1");
}
TEST(T_Let, rejects_premise_2_name_bound_twice) {
  Core c(mesh);
  const ValueId x = c.param(f32(8), "x"), y = c.op(Exponential{}, {x}, "y");
  c.raw(OpExpr{Tanh{}, {x}}, {y});
  CHECK_REJECTED(c.returns({y}), Rule::T_Let, 2, 2, "%y bound again", "fresh");
}
TEST(T_Let, rejects_premise_2_a_name_that_the_function_does_not_have) {
  Core c(mesh);
  const ValueId x = c.param(f32(8), "x");
  c.raw(OpExpr{Tanh{}, {x}}, {99});
  CHECK_REJECTED(c.returns({x}), Rule::T_Let, 2, 1, "an unknown variable", "of the function");
}
TEST(T_Let, rejects_premise_2_parameter_bound_again) {
  Core c(mesh);
  const ValueId x = c.param(f32(8), "x");
  c.raw(OpExpr{Tanh{}, {x}}, {x});
  CHECK_REJECTED(c.returns({x}), Rule::T_Let, 2, 1, "%x bound again", "fresh");
}
TEST(T_Let, rejects_premise_2_name_of_a_closed_loop_bound_again) {
  // Both bodies would bind y in one scope after translation.
  Core c(mesh);
  const ValueId x = c.param(f32(8), "x");
  ValueId y = 0;
  c.loop("B", LoopAttr::any(), [&](RangeId) { return y = c.op(Tanh{}, {x}, "y"); });
  c.loop("M", LoopAttr::any(), [&](RangeId) {
    c.raw(OpExpr{Tanh{}, {x}}, {y});
    return x;
  });
  CHECK_REJECTED(c.returns({x}), Rule::T_Let, 2, 4, "%y bound again", "fresh");
}
TEST(T_Let, rejects_premise_3_declared_type_of_a_slice) {
  Core c(mesh);
  const ValueId x = c.param(f32(8), "x");
  c.loop("B", LoopAttr::tile(0), [&](RangeId r) {
    const ValueId y = c.value(f32(3), "y");
    c.raw(core::SliceExpr{0, x, r}, {y});
    return y;
  });
  CHECK_REJECTED(c.returns({x}), Rule::T_Let, 3, 2, "%y : tensor<3xf32>", "tensor<2xf32>");
}
TEST(T_Let, rejects_premise_3_declared_type_of_a_loop) {
  Core c(mesh);
  const ValueId x = c.param(f32(8), "x");
  core::LoopExpr e{"B", {LoopAttr::tile(0)}, c.p.main.add_range("B"), core::Block{}};
  e.body->results = {x};
  const ValueId y = c.value(f32(8), "y");
  c.raw(std::move(e), {y});
  CHECK_REJECTED(c.returns({y}), Rule::T_Let, 3, 1, "%y : tensor<8xf32>", "tensor<32xf32>");
}

// ---- T-Tuple

TEST(T_Tuple, accepts_none_one_and_repeated_components) {
  Core c(mesh);
  const ValueId x = c.param(f32(8));
  check(c.returns({}));
  check(c.returns({x}));
  check(c.returns({x, x}));
}
TEST(T_Tuple, rejects_premise_1_component_out_of_scope) {
  Core c(mesh);
  c.param(f32(8));
  const ValueId y = c.value(f32(8), "y");
  CHECK_REJECTED(c.returns({y}), Rule::T_Tuple, 1, 100, "%y out of scope", "tensor variable");
}
TEST(T_Tuple, rejects_premise_1_result_of_a_loop_body_out_of_scope) {
  Core c(mesh);
  const ValueId x = c.param(f32(8)), y = c.value(f32(8), "y");
  c.loop("B", LoopAttr::any(), [&](RangeId) { return y; });
  CHECK_REJECTED(c.returns({x}), Rule::T_Tuple, 1, 1, "%y out of scope", "tensor variable");
}

// ---- T-Slice

/// `loop a tile<0> (r. slice d x[r])` on a parameter; the slice stands in line 2.
core::Program sliced(TensorType t, int64_t d, const Axis& a = "B") {
  Core c(mesh);
  const ValueId x = c.param(std::move(t), "x");
  return c.returns({c.loop(a, LoopAttr::tile(0), [&](RangeId r) { return c.slice(d, x, r); })});
}
TEST(T_Slice, accepts_an_extent_that_divides) {
  const core::Program p = sliced(f32(8, 4), 1);
  check(p);
  EXPECT_EQ(p.main.result_types[0], f32(32, 1));
}
TEST(T_Slice, accepts_an_extent_equal_to_the_axis_and_an_axis_of_size_1) {
  check(sliced(f32(4), 0));
  check(sliced(f32(7), 0, "one"));
  check(sliced(f32(1), 0, "one"));
}
TEST(T_Slice, rejects_premise_1_operand_out_of_scope) {
  Core c(mesh);
  const ValueId x = c.param(f32(8)), y = c.value(f32(8));
  c.loop("B", LoopAttr::tile(0), [&](RangeId r) { return c.slice(0, y, r); });
  CHECK_REJECTED(c.returns({x}), Rule::T_Slice, 1, 2, "not in scope", "tensor variable");
}
TEST(T_Slice, rejects_premise_2_range_out_of_scope) {
  Core c(mesh);
  const ValueId x = c.param(f32(8));
  RangeId left = 0;
  c.loop("B", LoopAttr::any(), [&](RangeId r) {
    left = r;
    return x;
  });
  const ValueId y = c.slice(0, x, left);
  CHECK_REJECTED(c.returns({y}), Rule::T_Slice, 2, 2, "not in scope", "range variable");
}
TEST(T_Slice, rejects_premise_2_unknown_range) {
  Core c(mesh);
  const ValueId x = c.param(f32(8)), y = c.value(f32(2));
  c.raw(core::SliceExpr{0, x, 5}, {y});
  CHECK_REJECTED(c.returns({y}), Rule::T_Slice, 2, 1, "not in scope", "range variable");
}
TEST(T_Slice, rejects_premise_3_dimension_not_below_the_rank) {
  CHECK_REJECTED(sliced(f32(8, 4), 2), Rule::T_Slice, 3, 2, "d = 2", "0 <= d < 2");
  CHECK_REJECTED(sliced(f32(8, 4), -1), Rule::T_Slice, 3, 2, "d = -1", "0 <= d < 2");
}
TEST(T_Slice, rejects_premise_3_rank_0) {
  CHECK_REJECTED(sliced(f32(), 0), Rule::T_Slice, 3, 2, "d = 0", "0 <= d < 0");
}
TEST(T_Slice, rejects_premise_4_indivisible_extent) {
  CHECK_REJECTED(sliced(f32(8, 6), 1), Rule::T_Slice, 4, 2, "extent 6 of dimension 1",
                 "a multiple of M(\"B\") = 4");
}
TEST(T_Slice, rejects_premise_4_extent_below_the_axis) {
  CHECK_REJECTED(sliced(f32(2), 0), Rule::T_Slice, 4, 2, "extent 2", "M(\"B\") = 4");
}
TEST(T_Slice, rejects_premise_5_empty_extent) {
  CHECK_REJECTED(sliced(f32(0), 0), Rule::T_Slice, 5, 2, "extent 0", "at least M(\"B\") = 4");
  CHECK_REJECTED(sliced(f32(0), 0, "one"), Rule::T_Slice, 5, 2, "extent 0", "at least M(\"one\") = 1");
}

// ---- T-Loop

TEST(T_Loop, accepts_nesting_of_different_axes_and_several_results) {
  Core c(mesh);
  const ValueId x = c.param(f32(8, 4));
  const auto ys = c.loops("B", {LoopAttr::tile(0), LoopAttr::any()}, [&](RangeId r) {
    const ValueId s = c.slice(0, x, r);
    const ValueId t =
        c.loop("M", LoopAttr::tile(1), [&](RangeId q) { return c.slice(1, s, q); });
    return vector{t, x};
  });
  EXPECT_EQ(c.type(ys[0]), f32(8, 4));
  check(c.returns(ys));
}
TEST(T_Loop, accepts_no_results_and_one_axis_twice_in_sequence) {
  Core c(mesh);
  ValueId x = c.param(f32(8));
  c.loops("B", {}, [](RangeId) { return vector<ValueId>{}; });
  for (int i = 0; i < 2; ++i)
    x = c.loop("B", LoopAttr::tile(0), [&](RangeId r) { return c.slice(0, x, r); });
  check(c.returns({x}));
}
TEST(T_Loop, rejects_premise_1_axis_not_in_the_mesh) {
  CHECK_REJECTED(sliced(f32(8), 0, "Q"), Rule::T_Loop, 1, 1, "\"Q\"", "[\"B\"=4, \"M\"=2, \"one\"=1]");
}
core::Program nested(const Axis& outer, const Axis& middle, const Axis& inner) {
  Core c(mesh);
  const ValueId x = c.param(f32(8));
  return c.returns({c.loop(outer, LoopAttr::any(), [&](RangeId) {
    return c.loop(middle, LoopAttr::any(), [&](RangeId) {
      return c.loop(inner, LoopAttr::any(), [&](RangeId) { return x; });
    });
  })});
}
TEST(T_Loop, rejects_premise_2_nesting_of_one_axis) {
  check(nested("B", "M", "one"));
  CHECK_REJECTED(nested("B", "B", "M"), Rule::T_Loop, 2, 2, "inside another", "{\"B\"}");
  CHECK_REJECTED(nested("B", "M", "B"), Rule::T_Loop, 2, 3, "loop over \"B\"", "{\"B\", \"M\"}");
  CHECK_REJECTED(nested("one", "M", "one"), Rule::T_Loop, 2, 3, "loop over \"one\"", "\"one\"");
}
TEST(T_Loop, rejects_premise_3_number_of_attributes) {
  Core c(mesh);
  const ValueId x = c.param(f32(8));
  c.loops("B", {LoopAttr::any()}, [&](RangeId) { return vector{x, x}; });
  CHECK_REJECTED(c.returns({x}), Rule::T_Loop, 3, 1, "2 results", "1");
  Core none(mesh);
  const ValueId y = none.param(f32(8));
  none.loops("B", {LoopAttr::any()}, [&](RangeId) { return vector<ValueId>{}; });
  CHECK_REJECTED(none.returns({y}), Rule::T_Loop, 3, 1, "0 results", "1");
}
TEST(T_Loop, rejects_premise_4_range_of_another_axis) {
  Core c(mesh);
  const ValueId x = c.param(f32(8)), y = c.value(f32(8));
  core::LoopExpr e{"B", {LoopAttr::any()}, c.p.main.add_range("M"), core::Block{}};
  e.body->results = {x};
  c.raw(std::move(e), {y});
  CHECK_REJECTED(c.returns({y}), Rule::T_Loop, 4, 1, "range<\"M\">", "a new range<\"B\">");
}
TEST(T_Loop, rejects_premise_4_range_bound_again) {
  Core c(mesh);
  const ValueId x = c.param(f32(8));
  core::LoopExpr e{"B", {LoopAttr::any()}, c.p.main.add_range("B"), core::Block{}};
  e.body->results = {x};
  c.raw(e, {c.value(f32(8))});
  c.raw(e, {c.value(f32(8))});
  CHECK_REJECTED(c.returns({x}), Rule::T_Loop, 4, 2, "bound again", "a new range<\"B\">");
  Core unknown(mesh);
  const ValueId y = unknown.param(f32(8));
  core::LoopExpr u{"B", {LoopAttr::any()}, 9, core::Block{}};
  u.body->results = {y};
  unknown.raw(std::move(u), {unknown.value(f32(8))});
  CHECK_REJECTED(unknown.returns({y}), Rule::T_Loop, 4, 1, "unknown", "a new range<\"B\">");
}

// ---- T-Tile

core::Program looped(TensorType t, LoopAttr σ) {
  Core c(mesh);
  const ValueId x = c.param(std::move(t));
  return c.returns({c.loop("B", σ, [&](RangeId) { return x; })});
}
TEST(T_Tile, multiplies_the_extent) {
  const core::Program p = looped(f32(3, 0), LoopAttr::tile(0));
  check(p);
  EXPECT_EQ(p.main.result_types[0], f32(12, 0));
  check(looped(f32(3, 0), LoopAttr::tile(1)));  // 0 · 4 = 0
}
TEST(T_Tile, rejects_premise_1_dimension_not_below_the_rank) {
  CHECK_REJECTED(looped(f32(3, 2), LoopAttr::tile(2)), Rule::T_Tile, 1, 1, "d = 2", "0 <= d < 2");
  CHECK_REJECTED(looped(f32(3, 2), LoopAttr::tile(-1)), Rule::T_Tile, 1, 1, "d = -1", "0 <= d < 2");
  CHECK_REJECTED(looped(f32(), LoopAttr::tile(0)), Rule::T_Tile, 1, 1, "d = 0", "0 <= d < 0");
}

// ---- T-Reduce

TEST(T_Reduce, keeps_the_type_where_the_monoid_is_defined) {
  for (Monoid m : all_monoids)
    for (ElementType e : all_element_types)
      if (defined_on(m, e)) {
        const core::Program p = looped({{3}, e}, LoopAttr::reduce(m));
        check(p);
        EXPECT_EQ(p.main.result_types[0], (TensorType{{3}, e}));
      }
}
TEST(T_Reduce, rejects_premise_1_monoid_undefined_on_the_element_type) {
  CHECK_REJECTED(looped(f32(3), LoopAttr::reduce(Monoid::And)), Rule::T_Reduce, 1, 1, "and on f32",
                 "defined on the element type");
  CHECK_REJECTED(looped(i1(3), LoopAttr::reduce(Monoid::Add)), Rule::T_Reduce, 1, 1, "add on i1",
                 "defined on the element type");
}

// ---- T-Any

/// Whether `loop "B" any (r. body)` is rejected by T-Any 1, as `any_rejected([&](Core&, x, r) ..)`.
template <class F>
bool any_rejected(F&& body) {
  Core c(mesh);
  const ValueId x = c.param(f32(8), "x");
  const ValueId y = c.loop("B", LoopAttr::any(), [&](RangeId r) { return body(c, x, r); });
  try {
    check(c.returns({y}));
    return false;
  } catch (const Rejected& r) {
    EXPECT_EQ(r.rule, Rule::T_Any) << r.report();
    EXPECT_EQ(r.premise, 1);
    EXPECT_EQ(r.where().line(), 1u);
    EXPECT_NE(r.found.find("depends on the range over \"B\""), std::string::npos) << r.found;
    return true;
  }
}
TEST(T_Any, accepts_untainted_results) {
  EXPECT_FALSE(any_rejected([](Core&, ValueId x, RangeId) { return x; }));
  EXPECT_FALSE(any_rejected([](Core& c, ValueId x, RangeId) { return c.op(Tanh{}, {x}); }));
  EXPECT_FALSE(any_rejected([](Core& c, ValueId x, RangeId r) {
    c.slice(0, x, r);  // unused
    return c.op(Tanh{}, {x});
  }));
}
TEST(T_Any, accepts_what_depends_on_another_loop_alone) {
  EXPECT_FALSE(any_rejected([](Core& c, ValueId x, RangeId) {
    return c.loop("M", LoopAttr::tile(0), [&](RangeId q) { return c.slice(0, x, q); });
  }));
}
TEST(T_Any, rejects_premise_1_slice_by_r) {
  EXPECT_TRUE(any_rejected([](Core& c, ValueId x, RangeId r) { return c.slice(0, x, r); }));
}
TEST(T_Any, rejects_premise_1_through_ops_and_lets) {
  EXPECT_TRUE(any_rejected([](Core& c, ValueId x, RangeId r) {
    const ValueId s = c.op(Tanh{}, {c.slice(0, x, r)});
    return c.op(Add{}, {s, c.op(Negate{}, {s})});
  }));
}
TEST(T_Any, rejects_premise_1_slice_by_another_range_of_a_tainted_operand) {
  EXPECT_TRUE(any_rejected([](Core& c, ValueId x, RangeId r) {
    const ValueId s = c.slice(0, x, r);
    return c.loop("M", LoopAttr::tile(0), [&](RangeId q) { return c.slice(0, s, q); });
  }));
}
TEST(T_Any, rejects_premise_1_slice_by_r_inside_an_inner_loop) {
  EXPECT_TRUE(any_rejected([](Core& c, ValueId x, RangeId r) {
    return c.loop("M", LoopAttr::reduce(Monoid::Add), [&](RangeId) { return c.slice(0, x, r); });
  }));
  EXPECT_TRUE(any_rejected([](Core& c, ValueId x, RangeId r) {
    const ValueId s = c.slice(0, x, r);
    return c.loop("M", LoopAttr::any(), [&](RangeId) { return c.op(Tanh{}, {s}); });
  }));
}
TEST(T_Any, rejects_premise_1_inner_any_that_reads_its_own_range) {
  Core c(mesh);
  const ValueId x = c.param(f32(8), "x");
  const ValueId y = c.loop("B", LoopAttr::tile(0), [&](RangeId r) {
    const ValueId s = c.slice(0, x, r);
    return c.loop("M", LoopAttr::any(), [&](RangeId q) { return c.slice(0, s, q, "t"); });
  });
  CHECK_REJECTED(c.returns({y}), Rule::T_Any, 1, 3, "%t, which depends on the range over \"M\"",
                 "a value that does not");
}
TEST(T_Any, taints_per_result) {
  for (bool swapped : {false, true}) {
    Core c(mesh);
    const ValueId x = c.param(f32(8), "x");
    const auto ys = c.loops("B", {LoopAttr::any(), LoopAttr::tile(0)}, [&](RangeId r) {
      const auto in = c.loops("M", {LoopAttr::any(), LoopAttr::any()}, [&](RangeId) {
        return vector{c.op(Tanh{}, {x}), c.slice(0, x, r, "s")};
      });
      return swapped ? vector{in[1], in[0]} : in;
    });
    if (!swapped) check(c.returns(ys));
    else CHECK_REJECTED(c.returns(ys), Rule::T_Any, 1, 1, "depends on the range over \"B\"", "a value");
  }
}

// ---- T-Func

TEST(T_Func, accepts_the_declared_results) {
  Core c(mesh);
  const ValueId x = c.param(f32(8)), y = c.param(i32(3));
  check(c.returns({y, x}));
}
TEST(T_Func, rejects_premise_1_number_of_results) {
  Core c(mesh);
  const ValueId x = c.param(f32(8));
  core::Program p = c.returns({x});
  p.main.result_types.push_back(f32(8));
  CHECK_REJECTED(p, Rule::T_Func, 1, 100, "1 results", "2");
}
TEST(T_Func, rejects_premise_2_declared_result_type) {
  Core c(mesh);
  const ValueId x = c.param(f32(8));
  core::Program p = c.returns({x});
  p.main.result_types[0] = i32(8);
  CHECK_REJECTED(p, Rule::T_Func, 2, 100, "tensor<8xf32>", "tensor<8xi32>");
}
TEST(T_Func, rejects_premise_3_parameter_twice) {
  Core c(mesh);
  const ValueId x = c.param(f32(8), "x");
  core::Program p = c.returns({x});
  p.main.params.push_back(x);
  CHECK_REJECTED(p, Rule::T_Func, 3, 100, "%x twice", "distinct parameters");
}

// ---- derivations and reports

TEST(Derivation, names_each_rule_in_order) {
  Core c(mesh);
  const ValueId x = c.param(f32(256, 8), "x"), w = c.param(f32(8, 16), "w");
  const auto ys = c.loops("B", {LoopAttr::tile(0), LoopAttr::any(), LoopAttr::reduce(Monoid::Max)},
                          [&](RangeId r) {
                            const ValueId s = c.slice(0, x, r, "xs");
                            return vector{c.op(matmul(), {s, w}, "z"), w, s};
                          });
  Derivation d;
  check(c.returns(ys), &d);
  EXPECT_EQ(rules_of(d),
            "T-Slice T-Op T-Tuple T-Tile T-Any T-Reduce T-Loop T-Tuple T-Func");
  EXPECT_EQ(d[0].phrase, "%xs = slice 0 %x[%r_B]");
  EXPECT_EQ(d[0].conclusion, "(tensor<64x8xf32>)");
  EXPECT_EQ(d[0].depth, 1);
  EXPECT_EQ(d[1].phrase, "%z = dot_general(%xs, %w)");
  EXPECT_EQ(d[3].conclusion, "tensor<256x16xf32>");
  EXPECT_EQ(d[6].depth, 0);
  EXPECT_EQ(d.back().phrase, "func main");
}
TEST(Derivation, report_is_a_compiler_message) {
  try {
    check(sliced(f32(8, 6), 1));
    FAIL() << "accepted";
  } catch (const Rejected& r) {
    EXPECT_EQ(r.report(),
              "test.mlir:2:1: error: [T-Slice premise 4] M(a) divides n_d: found extent 6 of "
              "dimension 1, expected a multiple of M(\"B\") = 4");
    EXPECT_EQ(r.exit_code(), 1);
  }
}

}  // namespace
}  // namespace partir::core_typing_test
