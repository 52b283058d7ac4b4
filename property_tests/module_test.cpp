// StableHLO modules: typing of control flow, calls, tuples and checks; what they mean; what bounds
// a run; the criteria of checks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "property_tests/module_build.h"

namespace partir::module_test {
namespace {

using build::as_i32;
using build::f32;
using build::FunctionBuilder;
using build::i1;
using build::i32;
using build::rejects;
using build::run;
using shlo::Block;
using shlo::Criterion;
using testing::HasSubstr;

/// `while (i < limit) (i, sum) = (i + 1, sum + i)`, with a change that makes it ill-typed.
using Spoil = std::function<void(FunctionBuilder&, shlo::While&)>;
shlo::Module loop(double limit, const Spoil& spoil = {}) {
  FunctionBuilder b;
  const ValueId zero = b.constant(i32(), 0), one = b.constant(i32(), 1);
  const ValueId end = b.constant(i32(), limit);
  shlo::While w;
  w.operands = {zero, zero};
  w.cond.params = {b.value(i32()), b.value(i32())};
  w.cond.body = b.block([&] { return std::vector{b.less(w.cond.params[0], end)}; });
  w.body.params = {b.value(i32()), b.value(i32())};
  w.body.body = b.block([&] {
    return std::vector{b.add_op(w.body.params[0], one),
                       b.add_op(w.body.params[1], w.body.params[0])};
  });
  if (spoil) spoil(b, w);
  const ValueId i = b.value(i32()), sum = b.value(i32());
  b.add({i, sum}, w);
  b.returns({i, sum});
  return b.module();
}

TEST(While, runs_until_the_condition_fails) {
  const ModuleOutcome ten = run(loop(10));
  EXPECT_EQ(as_i32(ten.results[0]), 10);
  EXPECT_EQ(as_i32(ten.results[1]), 45);
  EXPECT_EQ(as_i32(run(loop(0)).results[0]), 0);
}

TEST(While, rejects_C1_condition_that_takes_other_types) {
  rejects(loop(1, [](auto& b, auto& w) { b.f.values[w.cond.params[1]].type = f32(); }),
          "while C1: the condition takes the operands");
}
TEST(While, rejects_C1_condition_that_yields_no_bool) {
  rejects(loop(1, [](auto&, auto& w) { w.cond.body.results = {w.cond.params[0]}; }),
          "while C1: the condition yields one tensor<i1>");
}
TEST(While, rejects_C2_body_that_takes_other_types) {
  rejects(loop(1, [](auto&, auto& w) { w.body.params.push_back(w.body.params[0]); }),
          "T-Let premise 2");
  rejects(loop(1, [](auto& b, auto& w) { w.body.params.push_back(b.value(i32())); }),
          "while C2: the body takes the operands");
}
TEST(While, rejects_C2_body_that_yields_other_values) {
  rejects(loop(1, [](FunctionBuilder&, shlo::While& w) { w.body.body.results.pop_back(); }),
          "while C2: the body yields values like the operands");
}
TEST(While, rejects_values_of_a_region_outside_of_it) {
  rejects(loop(1, [](auto&, auto& w) { w.body.body.results[0] = w.cond.params[0]; }),
          "T-Var premise 1");
}
TEST(While, iterations_are_bounded) {
  EXPECT_EQ(as_i32(run(loop(100), {.iterations = 100}).results[0]), 100);
  try {
    run(loop(101), {.iterations = 100});
    FAIL() << "not bounded";
  } catch (const Unsupported& e) {
    EXPECT_THAT(e.what(), HasSubstr("more than 100 iterations"));
    EXPECT_EQ(e.where().line(), 7u);
  }
}

/// `if` or `case` with branches that return 1, 2, ..; `index` selects.
shlo::Module choice(bool is_if, double index, size_t branches,
                    const std::function<void(FunctionBuilder&, shlo::Expr&)>& spoil = {}) {
  FunctionBuilder b;
  const ValueId x = b.constant(is_if ? i1() : i32(), index);
  std::vector<Block> blocks;
  for (size_t k = 0; k < branches; ++k)
    blocks.push_back(b.block([&] { return std::vector{b.constant(i32(), double(k) + 1)}; }));
  shlo::Expr e = shlo::Case{x, blocks};
  if (is_if) e = shlo::If{x, blocks.at(0), blocks.at(1)};
  if (spoil) spoil(b, e);
  b.returns({b.let(i32(), e)});
  return b.module();
}

TEST(If, takes_the_branch_of_the_predicate) {
  EXPECT_EQ(as_i32(run(choice(true, 1, 2)).results[0]), 1);
  EXPECT_EQ(as_i32(run(choice(true, 0, 2)).results[0]), 2);
}
TEST(If, rejects_I1_predicate_that_is_no_bool) {
  rejects(choice(true, 1, 2, [](FunctionBuilder& b, shlo::Expr& e) {
            std::get<shlo::If>(e).pred = b.constant(i1(1), 0);
          }), "if I1: pred is a tensor<i1>");
}
TEST(If, rejects_C2_branches_that_differ) {
  rejects(choice(true, 1, 2, [](FunctionBuilder&, shlo::Expr& e) {
            std::get<shlo::If>(e).on_false.results.clear();
          }), "if C2: both branches yield the same types");
}
TEST(If, rejects_results_of_other_types) {
  rejects(choice(true, 1, 2, [](FunctionBuilder&, shlo::Expr& e) {
            std::get<shlo::If>(e).on_false.results.clear();
            std::get<shlo::If>(e).on_true.results.clear();
          }), "T-Op premise 2");
}

TEST(Case, takes_the_branch_of_the_index_and_the_last_one_out_of_range) {
  for (auto [index, expected] : {std::pair{0, 1}, {1, 2}, {2, 3}, {3, 3}, {-1, 3}})
    EXPECT_EQ(as_i32(run(choice(false, index, 3)).results[0]), expected) << index;
}
TEST(Case, rejects_I1_index_of_another_type) {
  rejects(choice(false, 0, 2, [](FunctionBuilder& b, shlo::Expr& e) {
            std::get<shlo::Case>(e).index = b.constant(f32(), 0);
          }), "case I1: index is a tensor<i32>");
}
TEST(Case, rejects_C1_no_branches) {
  rejects(choice(false, 0, 0), "case C1: there is a branch");
}
TEST(Case, rejects_C3_branches_that_differ) {
  rejects(choice(false, 0, 3, [](FunctionBuilder&, shlo::Expr& e) {
            std::get<shlo::Case>(e).branches[2].results.clear();
          }), "case C3: all branches yield the same types");
}

/// @main calls @twice on 21.
shlo::Module call(const std::function<void(FunctionBuilder&, shlo::Call&)>& spoil = {}) {
  FunctionBuilder twice("twice");
  const ValueId x = twice.param(i32());
  twice.returns({twice.add_op(x, x)});
  FunctionBuilder b;
  shlo::Call c{"twice", {b.constant(i32(), 21)}};
  if (spoil) spoil(b, c);
  b.returns({b.let(i32(), c)});
  shlo::Module m = b.module();
  m.add(twice.f);
  return m;
}

TEST(Call, runs_the_callee) { EXPECT_EQ(as_i32(run(call()).results[0]), 42); }
TEST(Call, rejects_C1_unknown_callee) {
  rejects(call([](FunctionBuilder&, shlo::Call& c) { c.callee = "thrice"; }),
          "call C1: the callee is a function of the module");
}
TEST(Call, rejects_C2_operands_of_other_types) {
  rejects(call([](FunctionBuilder&, shlo::Call& c) { c.operands.clear(); }), "call C2");
}
TEST(Call, rejects_two_functions_of_one_name) {
  shlo::Module m = call();
  m.add(m.functions[1]);
  rejects(m, "T-Let premise 2");
}
TEST(Call, recursion_is_bounded) {
  FunctionBuilder b;
  b.f.result_types = {i32()};
  b.returns({b.let(i32(), shlo::Call{"main", {}})});
  EXPECT_THROW(run(b.module()), Unsupported);
}
TEST(Call, rejects_function_whose_results_differ_from_its_type) {
  shlo::Module m = call();
  m.functions[1].result_types = {f32()};
  rejects(m, "T-Op premise 2");
  m = call();
  m.functions[1].result_types = {};
  rejects(m, "T-Op premise 2");
  m = loop(1);
  m.functions[0].result_types[0] = f32();
  rejects(m, "T-Func premise 2");
}

TEST(Tuple, components_come_back) {
  FunctionBuilder b;
  const ValueId x = b.constant(i32(), 7);
  const ValueId token = b.let(shlo::TokenType{}, shlo::AfterAll{});
  const ValueId after = b.let(shlo::TokenType{}, shlo::AfterAll{{token, token}});
  const shlo::Type pair = shlo::TupleType{{i32(), shlo::TokenType{}}};
  const ValueId t = b.let(pair, shlo::Tuple{{x, after}});
  const ValueId nested = b.let(shlo::TupleType{{pair}}, shlo::Tuple{{t}});
  const ValueId back = b.let(pair, shlo::GetTupleElement{nested, 0});
  b.returns({b.let(i32(), shlo::GetTupleElement{back, 0})});
  EXPECT_EQ(as_i32(run(b.module()).results[0]), 7);
  EXPECT_EQ(to_string(pair), "tuple<tensor<i32>, !stablehlo.token>");
}
TEST(Tuple, get_tuple_element_rejects) {
  for (int index : {2, -1}) {
    FunctionBuilder b;
    const ValueId x = b.constant(i32(), 7);
    const ValueId t = b.let(shlo::TupleType{{i32(), i32()}}, shlo::Tuple{{x, x}});
    b.let(i32(), shlo::GetTupleElement{t, index});
    rejects(b.module(), "get_tuple_element C1: 0 <= index < size(operand)");
  }
  FunctionBuilder b;
  b.let(i32(), shlo::GetTupleElement{b.constant(i32(), 7), 0});
  rejects(b.module(), "get_tuple_element I1: the operand is a tuple");
}
TEST(AfterAll, rejects_I1_operands_that_are_no_tokens) {
  FunctionBuilder b;
  b.let(shlo::TokenType{}, shlo::AfterAll{{b.constant(i32(), 0)}});
  rejects(b.module(), "after_all I1: the operands are tokens");
}
TEST(Op, rejects_operands_that_are_no_tensors) {
  FunctionBuilder b;
  b.let(i32(), OpExpr{Negate{}, {b.let(shlo::TokenType{}, shlo::AfterAll{})}});
  rejects(b.module(), "negate: tensors");
}

TEST(Outside, is_no_error_until_it_is_reached) {
  for (bool reached : {false, true}) {
    FunctionBuilder b;
    const ValueId p = b.constant(i1(), reached);
    shlo::If e{p, {}, {}};
    e.on_true = b.block([&] {
      b.let(shlo::OutsideType{"tensor<2xcomplex<f32>>"}, shlo::Outside{"op 'stablehlo.fft'"});
      return std::vector<ValueId>{};
    });
    b.add({}, e);
    if (!reached) {
      EXPECT_NO_THROW(run(b.module()));
      continue;
    }
    try {
      run(b.module());
      FAIL() << "ran";
    } catch (const Unsupported& u) {
      EXPECT_STREQ(u.what(), "unsupported: op 'stablehlo.fft'");
      EXPECT_EQ(u.where().line(), 2u);
    }
  }
}

TEST(Check, failures_are_values_and_do_not_end_the_run) {
  FunctionBuilder b;
  const ValueId x = b.let(i32(2, 2), OpExpr{build::dense(i32(2, 2)), {}});
  const ValueId y = b.constant(i32(2, 2), 1);
  b.add({}, shlo::Check{"check.expect_eq", {}, x, y});
  b.add({}, shlo::Check{"check.expect_eq", {}, y, y});
  const ModuleOutcome o = run(b.module());
  EXPECT_EQ(o.checks, 2);
  EXPECT_EQ(o.failed, 1);
  ASSERT_EQ(o.failures.size(), 1u);
  EXPECT_EQ(to_string(o.failures[0]),
            "check.expect_eq at [0, 0]: found 0, expected 1 (and 2 more elements)");
  EXPECT_EQ(to_string(o.failures[0].where), "t.mlir:3:1");
}
TEST(Check, all_failures_are_counted) {
  FunctionBuilder b;
  const ValueId x = b.constant(i32(), 7);
  for (int i = 0; i < 150; ++i) b.expect_i32(x, i);
  const ModuleOutcome o = run(b.module());
  EXPECT_EQ(o.checks, 150);
  EXPECT_EQ(o.failed, 149);
  EXPECT_EQ(o.failures.size(), 100u);
}
TEST(Check, rejects) {
  const auto spoiled = [](TensorType type, Criterion c, Literal expected) {
    FunctionBuilder b;
    b.add({}, shlo::Check{"check", c, b.constant(type, 0), std::move(expected)});
    return b.module();
  };
  rejects(spoiled(i32(), {}, Literal::splat_value(f32(), 0)), "check C1");
  rejects(spoiled(i32(), {Criterion::Kind::Close}, Literal::splat_value(i32(), 0)), "check C2");
  rejects(spoiled(f32(), {Criterion::Kind::AlmostEqual, -1}, Literal::splat_value(f32(), 0)),
          "check C3");
  rejects(spoiled(f32(), {Criterion::Kind::Close, 0, 4, 3}, Literal::splat_value(f32(), 0)),
          "check C4");
  FunctionBuilder b;
  const ValueId token = b.let(shlo::TokenType{}, shlo::AfterAll{});
  b.add({}, shlo::Check{"check", {}, token, token});
  rejects(b.module(), "check I1: what is checked is a tensor");
}

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan_ = std::numeric_limits<float>::quiet_NaN();

TEST(Criterion, equal_is_equality_of_numbers) {
  const Criterion c;
  EXPECT_TRUE(meets(c, 0.0f, -0.0f));
  EXPECT_TRUE(meets(c, inf, inf));
  EXPECT_FALSE(meets(c, inf, -inf));
  EXPECT_FALSE(meets(c, nan_, nan_));
  EXPECT_FALSE(meets(c, 1.0f, std::nextafter(1.0f, 2.0f)));
  EXPECT_TRUE(meets(c, Float16(1.5f), Float16(1.5f)));
  EXPECT_FALSE(meets(c, uint64_t{1} << 63, (uint64_t{1} << 63) + 1));
}
TEST(Criterion, almost_equal_is_absolute_and_keeps_the_sign) {
  const Criterion c{Criterion::Kind::AlmostEqual};
  EXPECT_TRUE(meets(c, 1.0, 1.0 + 0.99e-4));
  EXPECT_FALSE(meets(c, 1.0, 1.0 + 1.01e-4));
  EXPECT_FALSE(meets(c, 1e10, 1e10 + 1));
  EXPECT_TRUE(meets(c, 0.0, 1e-5));
  EXPECT_FALSE(meets(c, -0.0, 1e-5));
  EXPECT_FALSE(meets(c, -1e-5, 1e-5));
  EXPECT_TRUE(meets(c, 0.0, -0.0));
  EXPECT_TRUE(meets(c, nan_, -nan_));
  EXPECT_FALSE(meets(c, nan_, 1.0f));
  EXPECT_FALSE(meets(c, 1.0f, nan_));
  EXPECT_TRUE(meets(c, -inf, -inf));
  EXPECT_FALSE(meets(c, inf, -inf));
  EXPECT_FALSE(meets(c, inf, std::numeric_limits<float>::max()));
  EXPECT_FALSE(meets(c, 0.0f, inf));
  EXPECT_TRUE(meets(Criterion{Criterion::Kind::AlmostEqual, 0.5}, BFloat16(1.0f), BFloat16(1.5f)));
}
TEST(Criterion, close_counts_representable_numbers) {
  EXPECT_EQ(ulp_distance(1.0f, std::nextafter(1.0f, 2.0f)), 1u);
  EXPECT_EQ(ulp_distance(0.0, -0.0), 0u);
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(ulp_distance(-least, least), 2u);
  EXPECT_EQ(ulp_distance(Float16(1.0f), Float16(2.0f)), 1024u);
  EXPECT_EQ(ulp_distance(BFloat16(1.0f), BFloat16(-1.0f)), 2u * 0x3f80u);
  EXPECT_EQ(ulp_distance(nan_, -nan_), 0u);
  EXPECT_EQ(ulp_distance(inf, inf), 0u);
  const uint64_t far = std::numeric_limits<uint64_t>::max();
  EXPECT_EQ(ulp_distance(inf, std::numeric_limits<float>::max()), far);
  EXPECT_EQ(ulp_distance(inf, -inf), far);
  EXPECT_EQ(ulp_distance(1.0f, nan_), far);

  const float one = 1.0f, next = std::nextafter(one, 2.0f);
  Criterion c{Criterion::Kind::Close};
  EXPECT_TRUE(meets(c, one, std::nextafter(std::nextafter(next, 2.0f), 2.0f)));
  EXPECT_FALSE(meets(c, one, one + 4 * (next - one)));
  c.min_ulp = 1;
  EXPECT_TRUE(meets(c, one, next));
  EXPECT_FALSE(meets(c, one, one));
}

TEST(Module, tests_are_main_or_the_public_functions_without_arguments) {
  shlo::Module m;
  for (const char* name : {"a", "b"}) m.add(FunctionBuilder(name).f);
  FunctionBuilder hidden("hidden"), takes("takes");
  hidden.f.is_public = false;
  takes.param(i32());
  m.add(hidden.f);
  m.add(takes.f);
  ASSERT_EQ(m.tests().size(), 2u);
  EXPECT_EQ(m.tests()[1]->name, "b");
  m.add(FunctionBuilder("main").f);
  ASSERT_EQ(m.tests().size(), 1u);
  EXPECT_EQ(m.tests()[0]->name, "main");
}

TEST(Interpreter, what_was_not_checked_is_stuck) {
  const auto stuck = [](const shlo::Module& m) {
    ModuleInterpreter interpreter(m);
    EXPECT_THROW(interpreter(*m.find("main"), {}), Stuck);
  };
  stuck(call([](FunctionBuilder&, shlo::Call& c) { c.callee = "thrice"; }));
  stuck(call([](FunctionBuilder&, shlo::Call& c) { c.operands.clear(); }));
  stuck(call([](FunctionBuilder&, shlo::Call& c) { c.operands[0] = 99; }));
  stuck(choice(false, 0, 0));
  stuck(loop(1, [](auto&, auto& w) { w.cond.body.results = {w.cond.params[0]}; }));
}

}  // namespace
}  // namespace partir::module_test
