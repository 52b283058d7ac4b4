// Counterexamples to wrong registry entries: programs that type-check, and whose two results differ
// where they are said to.
#include "proofs/entry_witness.h"

#include <gtest/gtest.h>

#include "interp/core_interp.h"
#include "proofs/entry_judgement.h"
#include "property_tests/build.h"
#include "property_tests/registry_cases.h"
#include "semantics/core_typing.h"

namespace partir::entry_witness_test {
namespace {
using namespace build;

/// Elements of the operands that are not 0.
int64_t nonzero(const WitnessValues& values) {
  int64_t n = 0;
  for (const auto& given : values.operands)
    for (const Literal& l : given)
      for (int64_t i = 0; i < l.type.elements(); ++i) n += l.bits(i) != 0;
  return n;
}
/// The program's results differ where, and by what, the witness says.
void expect_shown(const EntryWitness& w, const Entry& entry, const std::string& what) {
  SCOPED_TRACE(what);
  ASSERT_TRUE(w.program.has_value()) << w.law;
  check(*w.program);
  const std::vector<Tensor<Native>> results = run<Native>(*w.program, {});
  const size_t m = entry.results.size();
  ASSERT_EQ(results.size(), 2 * m);
  const PartsDifference& d = w.values->difference;
  const Tensor<Native>&whole = results[d.result], &parts = results[m + d.result];
  if (d.types_differ) {
    EXPECT_NE(whole.type(), parts.type());
    return;
  }
  ASSERT_EQ(whole.type(), parts.type());
  EXPECT_EQ(whole.element_text(d.index), d.expected);
  EXPECT_EQ(parts.element_text(d.index), d.found);
  EXPECT_NE(d.expected, d.found);
  if (!is_float(whole.element()) && !is_complex(whole.element())) return;
  const double a = whole.to_double(d.index), b = parts.to_double(d.index);
  if (std::isfinite(a) && std::isfinite(b) && !is_complex(whole.element())) {
    EXPECT_GT(std::abs(a - b), 1e-3 * (1 + std::max(std::abs(a), std::abs(b))));
  }
}

TEST(EntryWitness, every_planted_wrong_entry_has_a_program_that_shows_it) {
  int by_type = 0;
  for (const Planted& p : planted()) {
    const std::optional<EntryWitness> w = refute_entry({p.op, p.operands}, p.entry);
    ASSERT_TRUE(w.has_value()) << p.what;
    EXPECT_TRUE(w->n == 2 || w->n == 3) << p.what;
    if (w->by_type) {
      ++by_type;
      EXPECT_NE(w->law.find("the local op is ill-typed"), std::string::npos) << w->law;
      EXPECT_FALSE(w->program.has_value());
      continue;
    }
    expect_shown(*w, p.entry, p.what);
    EXPECT_LE(nonzero(*w->values), 4) << p.what;
  }
  EXPECT_LE(by_type, 4);
}
TEST(EntryWitness, is_the_smallest_of_what_it_could_be) {
  struct Case {
    OpInstance x;
    Entry entry;
    int64_t elements, nonzero;
    std::string difference;
  };
  const Monoid add = Monoid::Add;
  const auto of = [](Types t) { return without_values(t); };
  const Case cases[] = {
      {{Reverse{{0}}, of({f32(30)})}, operands(tile(0)) >> tile(0), 2, 1, "at [0]: 1, not 0"},
      {{Multiply{}, of({f32(8), f32(8)})}, operands(partial(add), partial(add)) >> partial(add), 1,
       2, "at [0]: 0, not 1"},
      {{Reduce{{0}, add}, of({f32(9, 9), f32()})}, operands(tile(0), any) >> partial(add), 2, 1,
       "at [0]: 2, not 1"},
      {{Exponential{}, of({f32(8)})}, operands(partial(add)) >> partial(add), 1, 0,
       "at [0]: 2, not 1"},
      {{Divide{}, of({i32(8), i32(8)})}, operands(partial(add), any) >> partial(add), 1, 3,
       "at [0]: 0, not -1"},
      {{matmul(), of({f32(8, 8), f32(8, 8)})}, operands(tile(1), tile(0)) >> partial(Monoid::Max),
       2, 2, "at [0, 0]: 0, not -1"}};
  for (const Case& c : cases) {
    const std::optional<EntryWitness> w = refute_entry(c.x, c.entry);
    ASSERT_TRUE(w.has_value());
    expect_shown(*w, c.entry, std::string(c.x.op.name()));
    EXPECT_EQ(w->n, 2);
    EXPECT_EQ(w->instance.operands[0].type.elements(), c.elements);
    EXPECT_EQ(nonzero(*w->values), c.nonzero) << c.x.op.name();
    EXPECT_EQ(to_string(w->values->difference), c.difference);
  }
}
TEST(EntryWitness, of_an_entry_that_holds_there_is_none) {
  EXPECT_FALSE(refute_entry({Tanh{}, without_values({f32(6)})}, operands(tile(0)) >> tile(0)));
  EXPECT_FALSE(refute_entry({matmul(), without_values({f32(4, 4), f32(4, 4)})},
                            operands(tile(1), tile(0)) >> partial(Monoid::Add)));
}
/// Field has no order that its functions keep: what fails there alone is not refuted.
TEST(EntryWitness, what_holds_over_the_reals_is_not_refuted) {
  const Entry of_max = operands(partial(Monoid::Max)) >> partial(Monoid::Max);
  for (const Op& op : {Op(Exponential{}), Op(Tanh{}), Op(Logistic{})}) {
    const EntryJudgement j = judge_entry({op, without_values({f32(4)})}, of_max);
    EXPECT_NE(j.verdict.kind, Verdict::Kind::Refuted) << j.verdict.detail;
    EXPECT_FALSE(j.program.has_value());
  }
}
/// Quotients of integers by 0 are -1 by convention: no counterexample rests on it.
TEST(EntryWitness, divides_no_integers_by_zero) {
  const OpInstance x{Divide{}, without_values({i32(2), i32(2)})};
  const auto w = refute_entry(x, operands(any, partial(Monoid::Max)) >> partial(Monoid::Max));
  ASSERT_TRUE(w && w->values);
  for (const Literal& l : w->values->operands[1])
    for (int64_t i = 0; i < l.type.elements(); ++i) EXPECT_NE(l.bits(i), 0u);
}
TEST(EntryWitness, judgements_carry_counterexample_and_program) {
  const EntryJudgement j = judge_entry({Add{}, without_values({f32(4), f32(4)})},
                                       operands(partial(Monoid::Add), any) >> partial(Monoid::Add));
  ASSERT_EQ(j.verdict.kind, Verdict::Kind::Refuted);
  EXPECT_TRUE(j.program.has_value());
  ASSERT_TRUE(j.verdict.counterexample.has_value());
  const Counterexample& c = *j.verdict.counterexample;
  EXPECT_EQ(c.mesh, "[\"a\"=2]");
  EXPECT_EQ(c.op, "add of (tensor<1xf32>, tensor<1xf32>)");
  EXPECT_EQ(c.index, "[0]");
  EXPECT_EQ(c.expected, "1");
  EXPECT_EQ(c.found, "2");
  EXPECT_EQ(c.inputs, (std::vector<std::string>{"x0 part 0 = tensor<1xf32> [0]",
                                                "x0 part 1 = tensor<1xf32> [0]",
                                                "x1 = tensor<1xf32> [1]"}));
}

}  // namespace
}  // namespace partir::entry_witness_test
