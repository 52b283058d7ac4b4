// What is exchanged with the oracle, without the oracle: printing of programs, reading of answers, their
// comparison.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "interp/spmd_interp.h"
#include "property_tests/build.h"
#include "property_tests/oracle/answer.h"
#include "property_tests/oracle/draw.h"
#include "property_tests/oracle/process.h"
#include "property_tests/oracle/split.h"
#include "property_tests/oracle/text.h"
#include "semantics/core_typing.h"
#include "semantics/hlo_typing.h"

namespace partir::oracle {
namespace {

using testing::HasSubstr;

Sexpr read(const std::string& s) { return SexprReader(s).next(); }
template <class T>
Tensor<Field> ints(const Shape& shape, ElementType e, const std::vector<T>& values) {
  return Tensor<Field>::make<T>({shape, e}, values);
}

/// The example of the grammar: the sum of two vectors in a loop.
Question example() {
  build::Core b(Mesh({{"B", 2}}));
  const ValueId x = b.param({{4}, ElementType::I32}), y = b.param({{4}, ElementType::I32});
  const ValueId z = b.loop("B", core::LoopAttr::tile(0), [&](RangeId r) {
    return b.op(Add{}, {b.slice(0, x, r), b.slice(0, y, r)});
  });
  return {b.returns({z}),
          {ints<int32_t>({4}, ElementType::I32, {1, 2, 3, 4}),
           ints<int32_t>({4}, ElementType::I32, {10, 20, 30, 40})},
          {},
          {},
          {}};
}
constexpr const char* example_answer =
    "(result 0 (accepted (tensor (4) i32)) (core ((tensor (4) i32) 11 22 33 44)) (hlo (params 2) (let "
    "(all_slice 0 (B) "
    "0)) (let (all_slice 0 (B) 1)) (let (op add (2 3))) (let (all_gather 0 (B) 4)) (yield 5)) (devices "
    "(device (0) "
    "((tensor (4) i32) 11 22 33 44)) (device (1) ((tensor (4) i32) 11 22 33 44))))";
/// The example's answer with `wrong` for `right`.
std::string disagreement_with(const std::string& right, const std::string& wrong) {
  std::string s = example_answer;
  s.replace(s.find(right), right.size(), wrong);
  return disagreement(answer(example()), read_answer(read(s)));
}

TEST(OracleSexpr, reads_what_it_prints) {
  for (const char* s : {"(a (b 1 -2) () \"x \\\" (\")", "atom", "()"}) EXPECT_EQ(read(s).text(), s);
  EXPECT_EQ(read("( a\n ; (\n (b)\t)").text(), "(a (b))");
  for (const char* s : {"", "(a", "(a \"b)", ")"}) EXPECT_THROW(read(s), BadInput) << s;
  EXPECT_EQ(read("-12").number(), -12);
  for (const char* s : {"x", "1x", "()", "99999999999999999999"})
    EXPECT_THROW((void)read(s).number(), BadInput) << s;
}

TEST(OracleText, a_program_is_printed_as_the_grammar_has_it) {
  EXPECT_EQ(read(request(example())).text(),
            "(program 0 (mesh (B 2)) (func (params (%0 (tensor (4) i32)) (%1 (tensor (4) i32))) (results "
            "(tensor (4) "
            "i32)) (block (let ((%5 (tensor (4) i32))) (loop B ((tile 0)) (r0 B) (block (let ((%2 (tensor "
            "(2) i32))) "
            "(slice 0 %0 r0)) (let ((%3 (tensor (2) i32))) (slice 0 %1 r0)) (let ((%4 (tensor (2) i32))) (op "
            "add (%2 "
            "%3))) (yield %4)))) (yield %5))) (args (1 2 3 4) (10 20 30 40)))");
}
TEST(OracleText, attributes) {
  const auto printed = [](const Op& op) { return text(op, {"x", "y"}); };
  EXPECT_EQ(printed(DotGeneral{{0}, {1}, {2}, {}, ElementType::F32}),
            "(op dot_general (x y) (lhs_batching_dimensions 0) (rhs_batching_dimensions 1) "
            "(lhs_contracting_dimensions 2) (rhs_contracting_dimensions) (result_element f32))");
  EXPECT_EQ(printed(Reduce{{0, 1}, Monoid::Max}), "(op reduce (x y) (dimensions 0 1) (reducer max))");
  EXPECT_EQ(printed(Compare{ComparisonDirection::LE, ComparisonOrder::Total}),
            "(op compare (x y) (comparison_direction LE) (compare_type TOTAL))");
  EXPECT_EQ(text(Constant{Literal::splat_value({{2, 3}, ElementType::I8}, -3)}, {}),
            "(op constant () (value (tensor (2 3) i8) splat -3))");
  // a half in the prime field
  EXPECT_EQ(text(Constant{Literal::splat_value({{}, ElementType::F32}, 0.5)}, {}),
            "(op constant () (value (tensor () f32) splat -1152921504606846975))");
}
TEST(OracleText, what_the_grammar_has_no_words_for_is_an_error_that_names_it) {
  try {
    text(Fft{FftType::Fft, {4}}, {"x"});
    ADD_FAILURE();
  } catch (const Unsupported& e) {
    EXPECT_THAT(e.what(), HasSubstr("fft_type of fft"));
  }
  EXPECT_THROW(text(BatchNormInference{0.5, 0}, {"x"}), Unsupported);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THROW(text(Constant{Literal::splat_value({{}, ElementType::F32}, infinity)}, {}), Unsupported);
}

TEST(OracleAnswer, of_the_example_agrees) {
  EXPECT_EQ(disagreement(answer(example()), read_answer(read(example_answer))), "");
}
TEST(OracleAnswer, each_difference_is_told) {
  EXPECT_THAT(disagreement_with("(core ((tensor (4) i32) 11", "(core ((tensor (4) i32) 12"),
              HasSubstr("Core result"));
  EXPECT_THAT(disagreement_with("(accepted (tensor (4)", "(accepted (tensor (5)"),
              HasSubstr("type of result"));
  EXPECT_THAT(disagreement_with("all_gather 0 (B)", "all_gather 1 (B)"),
              HasSubstr("line of the translation"));
  EXPECT_THAT(disagreement_with("(1) ((tensor (4) i32) 11 22", "(1) ((tensor (4) i32) 11 23"),
              HasSubstr("results on device 1"));
  const Answer ours = answer(example()), theirs = read_answer(read("(result 0 (rejected T_Slice 4))"));
  EXPECT_THAT(disagreement(ours, theirs), HasSubstr("oracle: rejected by T_Slice 4"));
  EXPECT_THROW(read_answer(read("(result 0 (error \"unsupported op fft\"))")), BadInput);
  EXPECT_THROW(read_answer(read("(result 0 (accepted))")), BadInput);
}
TEST(OracleAnswer, of_a_rejected_program) {
  Question q = example();
  q.program.main.values[q.program.main.params[0]].type.change([](TensorType& t) { t.shape[0] = 3; });
  EXPECT_EQ(answer(q).rejected, "T_Slice 4");
  EXPECT_EQ(disagreement(answer(q), read_answer(read("(result 0 (rejected T_Slice 4))"))), "");
  EXPECT_NE(disagreement(answer(q), read_answer(read("(result 0 (rejected T_Slice 5))"))), "");
}

TEST(OracleDraw, every_draw_is_printed_and_most_changed_ones_are_rejected) {
  int64_t well_typed = 0, changed = 0, rejected = 0, spmd_rejected = 0;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    const Draw d = draw(seed);
    const Question q = question(d);
    EXPECT_TRUE(read(request(q)).is("program"));
    const Answer a = answer(q);
    EXPECT_EQ(a.failure, "");
    if (d.mutation < 0) {
      EXPECT_EQ(a.rejected, "") << a.reason;
    }
    well_typed += d.mutation < 0;
    changed += d.mutation >= 0;
    rejected += !a.rejected.empty();
    spmd_rejected += !a.spmd_rejected.empty();
  }
  EXPECT_GE(well_typed, 150);
  EXPECT_GE(rejected * 3, changed);
  EXPECT_GE(spmd_rejected, 10);
}
TEST(OracleDraw, splitting_collectives_keeps_what_they_mean) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    const Question q = question(draw(seed));
    if (!q.spmd || !answer(q).spmd_rejected.empty()) continue;
    check(*q.as_split);
    EXPECT_NO_THROW(text(*q.as_split, {}));
    const auto expected = run<Field>(*q.spmd, q.families), found = run<Field>(*q.as_split, q.families);
    for (size_t i = 0; i < expected.size(); ++i)
      for (int64_t id = 0; id < q.program.mesh.devices(); ++id)
        EXPECT_TRUE(equal(expected[i].at_id(id), found[i].at_id(id))) << "seed " << seed;
  }
}

TEST(OracleProcess, answers_in_batches) {
  Process echo("/bin/cat", {});
  const std::string long_one = "(a " + std::string(300'000, 'x') + ")";
  for (int batch = 0; batch < 2; ++batch) {
    const std::vector<Sexpr> answers = echo.ask({"(a 1)", long_one, "(b \")\\\"\")"});
    ASSERT_EQ(answers.size(), 3U);
    EXPECT_EQ(answers[1].text(), long_one);
    EXPECT_EQ(answers[2].text(), "(b \")\\\"\")");
  }
}
TEST(OracleProcess, one_that_ends_is_told_with_the_request) {
  EXPECT_THROW(Process("/no/such/oracle"), BadInput);
  Process ends("/bin/true", {});
  try {
    ends.ask({"(program 7)"});
    ADD_FAILURE();
  } catch (const BadInput& e) {
    EXPECT_THAT(e.what(), HasSubstr("(program 7)"));
  }
}

}  // namespace
}  // namespace partir::oracle
