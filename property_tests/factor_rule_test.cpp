// Sharding rules by factors: their text, and what is proved or refuted of their factors.
#include "proofs/factor_judgement.h"

#include <gtest/gtest.h>

#include "property_tests/build.h"

namespace partir::factor_rule_test {
namespace {
using namespace build;
using Outcome = FactorJudgement::Outcome;

FactorRule rule(const std::string& text) { return read_factor_rule(text, {"r", 1, 1, ""}); }
/// Where a text is refused, and why.
std::string refused(const std::string& text) {
  try {
    rule(text);
  } catch (const BadInput& e) {
    return std::to_string(e.where().column()) + " " + e.what();
  }
  return "";
}
template <class Op>
OpInstance instance(const Op& op, const Types& types) {
  return {op, without_values(types)};
}
FactorJudgement judged(const OpInstance& x, const std::string& text, const std::string& factor) {
  const FactorRule r = rule(text);
  EXPECT_EQ(mismatch(x, r), "");
  for (const FactorJudgement& j : judge_factors(x, r))
    if (r.factors[static_cast<size_t>(j.factor)] == factor) return j;
  ADD_FAILURE() << "no factor " << factor;
  return {};
}

// ---- text

TEST(FactorRule, is_read_with_sizes_and_kinds) {
  const FactorRule r = rule("([i, jk], [k])->([i, j]) {i=8, j=16, k=2} reduction={k} permutation={j} blocked_propagation={j}, custom");
  EXPECT_EQ(r.factors, (std::vector<std::string>{"i", "j", "k"}));
  EXPECT_EQ(r.sizes, (std::vector<int64_t>{8, 16, 2}));
  EXPECT_EQ(r.operands, (std::vector<FactorRule::Dims>{{{0}, {1, 2}}, {{2}}}));
  EXPECT_EQ(r.results, (std::vector<FactorRule::Dims>{{{0}, {1}}}));
  using Kind = FactorRule::Kind;
  EXPECT_EQ(r.kinds, (std::vector<Kind>{Kind::PassThrough, Kind::Permutation, Kind::Reduction}));
}
TEST(FactorRule, of_scalars_and_of_many_factors) {
  EXPECT_TRUE(rule("([], [])->([])").factors.empty());
  EXPECT_EQ(rule("([z_1z_2z])->([z_1, z_2, z])").factors, (std::vector<std::string>{"z_1", "z_2", "z"}));
  EXPECT_EQ(rule("([i])->([i])").sizes, (std::vector<int64_t>{-1}));
}
TEST(FactorRule, majors_stand_before_a_factor_in_any_dimension) {
  const FactorRule r = rule("([ij, mn])->([ik, ln])");
  EXPECT_EQ(major_factors(r, 3), (std::set<int>{2, 5}));  // n after m and after l
  EXPECT_EQ(major_factors(r, 0), std::set<int>{});
}
TEST(FactorRule, is_refused_with_its_place) {
  EXPECT_NE(refused("([i, i])->([i])").find("6 "), std::string::npos);
  EXPECT_NE(refused("([i, i])->([i])").find("factor i stands twice in one tensor"), std::string::npos);
  EXPECT_NE(refused("([i])->([i]) {j=2}").find("no dimension has a factor j"), std::string::npos);
  EXPECT_NE(refused("([i])->([i]) {i=}").find("expected a size"), std::string::npos);
  EXPECT_NE(refused("([i])->([i]) {i=1234567890123456789}").find("more than 18 digits"), std::string::npos);
  EXPECT_NE(refused("([i])->([i]) reducing={i}").find("expected reduction"), std::string::npos);
  EXPECT_NE(refused("([i])->([i]) more").find("expected reduction"), std::string::npos);
  EXPECT_NE(refused("([i]->([i])").find("expected `)`"), std::string::npos);
  EXPECT_NE(refused("([i])").find("expected `->`"), std::string::npos);
  EXPECT_NE(refused("([i])->([i]), custam").find("expected `custom`"), std::string::npos);
  EXPECT_NE(refused("([1])->([i])").find("expected a factor"), std::string::npos);
  EXPECT_NE(refused("").find("expected `(`"), std::string::npos);
  EXPECT_NE(refused("([i])->([i]) reduction={i}").find("reduced over and stands in a result"), std::string::npos);
  EXPECT_NE(refused("([i, k])->([i]) need_replication={k} reduction={k}").find("factor k is of two kinds"), std::string::npos);
  EXPECT_NE(refused("([i])->([i]) {i=2, i=3}").find("factor i has two sizes"), std::string::npos);
}
TEST(FactorRule, sizes_are_given_to_all_factors_or_none) {
  EXPECT_EQ(refused("([i, j])->([i, j]) {i=3}"), "6 factor j has no size, as others have");
  EXPECT_EQ(refused("([ij])->([ij]) {i=3, j=1}"), "4 factor j has size 1 beside others in a dimension");
  EXPECT_EQ(refused("([i, j])->([i, j]) {i=3, j=1}"), "");
  EXPECT_EQ(refused("([i, j])->([i, j])"), "");
}
TEST(FactorRule, sizes_that_do_not_make_up_a_dimension_are_noted) {
  const OpInstance x = instance(Reshape{{24}}, {f32(6, 4)});
  EXPECT_EQ(size_notes(x, rule("([i, j])->([ij]) {i=6, j=4}")), std::vector<std::string>{});
  EXPECT_EQ(size_notes(x, rule("([i, j])->([ij])")), std::vector<std::string>{});
  EXPECT_EQ(size_notes(x, rule("([i, j])->([ij]) {i=3, j=4}")),
            (std::vector<std::string>{"dimension 0 of operand 0 has 6 elements, its factors make 3 (i=3)",
                                      "dimension 0 of result 0 has 24 elements, its factors make 12 (i=3, j=4)"}));
}
TEST(FactorRule, goes_with_the_ranks_of_the_op) {
  const OpInstance x = instance(matmul(), {f32(6, 4), f32(4, 8)});
  EXPECT_EQ(mismatch(x, rule("([i, k], [k, j])->([i, j])")), "");
  EXPECT_EQ(mismatch(x, rule("([i, k])->([i, j])")), "the rule is of 1 operand, the op of 2");
  EXPECT_EQ(mismatch(x, rule("([i, k], [k, j])->([i])")), "the rule gives result 0 rank 1, the op tensor<6x8xf32>");
}

// ---- factors

TEST(FactorJudgement, of_a_matmul_are_proved) {
  const OpInstance x = instance(matmul(), {f32(6, 4), f32(4, 8)});
  const std::string text = "([i, k], [k, j])->([i, j]) {i=6, j=8, k=4} reduction={k}";
  EXPECT_EQ(judged(x, text, "i").detail, "(tile<0>, any) -> tile<0>");
  EXPECT_EQ(judged(x, text, "j").detail, "(any, tile<1>) -> tile<1>");
  const FactorJudgement k = judged(x, text, "k");
  EXPECT_EQ(k.outcome, Outcome::Proved);
  EXPECT_EQ(k.detail, "(tile<1>, tile<0>) -> partial<add>");
  EXPECT_FALSE(k.steps.empty());
}
TEST(FactorJudgement, a_reduction_called_a_pass_through_is_refuted) {
  const OpInstance x = instance(matmul(), {f32(6, 4), f32(4, 8)});
  EXPECT_EQ(judged(x, "([i, k], [k, j])->([i, j]) {i=6, j=8, k=4}", "k").outcome, Outcome::Refuted);
}
TEST(FactorJudgement, minor_factors_of_a_reshape_are_reached_behind_the_major) {
  const OpInstance x = instance(Reshape{{24}}, {f32(6, 4)});
  EXPECT_EQ(judged(x, "([i, j])->([ij]) {i=6, j=4}", "i").detail, "(tile<0>) -> tile<0>");
  const FactorJudgement j = judged(x, "([i, j])->([ij]) {i=6, j=4}", "j");
  EXPECT_EQ(j.outcome, Outcome::Proved);
  EXPECT_EQ(j.detail, "(tile<1>) -> tile<0>");
  EXPECT_NE(j.steps[0].find("reshape of (tensor<1x4xf32>)"), std::string::npos);
  // the other way round the factors are not in the order of elements
  EXPECT_EQ(judged(x, "([i, j])->([ji]) {i=6, j=4}", "j").outcome, Outcome::Refuted);
}
TEST(FactorJudgement, factors_before_each_other_are_reached_in_no_order) {
  const OpInstance six = instance(Reshape{{6}}, {f32(6)}), more = instance(Reshape{{24}}, {f32(24)});
  for (const char* f : {"i", "j"}) EXPECT_EQ(judged(six, "([ij])->([ji]) {i=2, j=3}", f).outcome, Outcome::Undecided) << f;
  for (const char* f : {"i", "j"}) EXPECT_EQ(judged(more, "([ijk])->([jik]) {i=2, j=3, k=4}", f).outcome, Outcome::Undecided) << f;
}
TEST(FactorJudgement, sizes_are_not_believed) {
  const OpInstance x = instance(Reverse{{0}}, {f32(8)});
  for (const char* text : {"([i])->([i]) {i=1}", "([i])->([i]) {i=0}", "([i])->([i]) {i=8}", "([i])->([i])"})
    EXPECT_EQ(judged(x, text, "i").outcome, Outcome::Refuted) << text;
}
/// What an attribute fixes stays, and the rest is as small as it may be.
TEST(FactorJudgement, batches_beside_fixed_extents_are_verified) {
  const TensorType complex{{8, 32, 64}, ElementType::C64}, square{{16, 16}, ElementType::C64};
  EXPECT_EQ(judged(instance(Fft{FftType::Fft, {32, 64}}, {complex}), "([i, j, k])->([i, j, k])", "i").outcome, Outcome::Verified);
  // the batch is as long as what is transformed
  EXPECT_EQ(judged(instance(Fft{FftType::Fft, {16}}, {square}), "([i, j])->([i, j])", "i").outcome, Outcome::Verified);
  EXPECT_EQ(judged(instance(Fft{FftType::Fft, {16}}, {square}), "([i, j])->([i, j])", "j").outcome, Outcome::Refuted);
}
TEST(FactorJudgement, what_is_too_large_to_run_is_said) {
  const TensorType complex{{8, 1 << 19}, ElementType::C64};
  const FactorJudgement j = judged(instance(Fft{FftType::Fft, {1 << 19}}, {complex}), "([i, j])->([i, j])", "i");
  EXPECT_EQ(j.outcome, Outcome::Undecided);
  EXPECT_NE(j.detail.find("the smallest instance that divides has 2097152 elements, more than 1048576"), std::string::npos) << j.detail;
}
TEST(FactorJudgement, one_device_alone_tells_nothing) {
  const FactorJudgement j = judged(instance(Fft{FftType::Fft, {4}}, {{{1, 4}, ElementType::C64}}), "([i, j])->([i, j])", "i");
  EXPECT_NE(j.outcome, Outcome::Verified);
  EXPECT_EQ(j.detail.find("holds on small instances"), std::string::npos) << j.detail;
}
TEST(FactorJudgement, a_factor_without_elements_divides_nothing) {
  const OpInstance x = instance(Tanh{}, {f32(0)});
  EXPECT_EQ(judged(x, "([ij])->([ij]) {i=0, j=2}", "j").outcome, Outcome::Undecided);
}
TEST(FactorJudgement, results_may_be_reduced_each_in_its_own_way) {
  // a body of wider types is not split into ops side by side
  using enum ElementType;
  ScalarBody both = ScalarBody::of({F32, F32, F32, F32});
  const int sum = both.add(F32, ApplyNode{ScalarFn::Add, {0, 2}});
  const int most = both.add(F32, ApplyNode{ScalarFn::Max, {1, 3}});
  both.results = {sum, most};
  const TensorType row{{8}, BF16}, scalar{{}, BF16};
  const OpInstance x = instance(VariadicReduce{{0}, both}, {row, row, scalar, scalar});
  EXPECT_EQ(components(x).size(), 1u);
  EXPECT_NE(judged(x, "([i], [i], [], [])->([], []) {i=8} reduction={i}", "i").outcome, Outcome::Refuted);
}
TEST(FactorJudgement, an_arg_max_is_no_reduction) {
  const ElementType f = ElementType::F32, i = ElementType::I32;
  const OpInstance x = instance(VariadicReduce{{1}, argmax_body(f, i)}, {f32(4, 6), i32(4, 6), f32(), i32()});
  const std::string text = "([i, j], [i, j], [], [])->([i], [i]) {i=4, j=6} reduction={j}";
  EXPECT_EQ(judged(x, text, "i").outcome, Outcome::Verified);
  EXPECT_EQ(judged(x, text, "j").outcome, Outcome::Refuted);
}
TEST(FactorJudgement, sums_side_by_side_are_judged_each_by_its_own) {
  const ElementType f = ElementType::F32;
  ScalarBody both = ScalarBody::of({f, f, f, f});
  const int sum = both.add(f, ApplyNode{ScalarFn::Add, {0, 2}});
  const int most = both.add(f, ApplyNode{ScalarFn::Max, {1, 3}});
  both.results = {sum, most};
  const OpInstance x = instance(VariadicReduce{{1}, both}, {f32(4, 6), f32(4, 6), f32(), f32()});
  const std::string text = "([i, j], [i, j], [], [])->([i], [i]) {i=4, j=6} reduction={j}";
  const FactorJudgement j = judged(x, text, "j");
  EXPECT_EQ(j.outcome, Outcome::Proved);
  // initial values are not known to be identities: one part alone has them
  EXPECT_EQ(j.detail, "(tile<1>, partial<add>) -> partial<add>; (tile<1>, any) -> partial<max>");
  EXPECT_EQ(judged(x, text, "i").outcome, Outcome::Proved);
}
TEST(FactorJudgement, the_first_of_side_by_side_operands_may_be_exchanged_but_not_mixed) {
  const ElementType f = ElementType::F32;
  ScalarBody mixed = ScalarBody::of({f, f, f, f});
  const int a = mixed.add(f, ApplyNode{ScalarFn::Add, {0, 3}});
  const int b = mixed.add(f, ApplyNode{ScalarFn::Add, {1, 2}});
  mixed.results = {a, b};
  const OpInstance x = instance(VariadicReduce{{1}, mixed}, {f32(4, 6), f32(4, 6), f32(), f32()});
  EXPECT_EQ(components(x).size(), 1u);
  EXPECT_NE(judged(x, "([i, j], [i, j], [], [])->([i], [i]) {i=4, j=6} reduction={j}", "j").outcome, Outcome::Proved);
}
TEST(FactorJudgement, factors_of_results_alone_need_nothing) {
  const OpInstance x = instance(BroadcastInDim{{0}, {6, 4}}, {f32(6)});
  EXPECT_NE(judged(x, "([i])->([i, j]) {i=6, j=4}", "j").detail.find("keeps its chunk"), std::string::npos);
}
TEST(FactorJudgement, factors_of_operands_alone_lack_a_reduction) {
  const OpInstance x = instance(Reshape{{2, 3}}, {f32(3, 2)});
  EXPECT_EQ(judged(x, "([i, l])->([j, k]) {i=3, j=2, k=3, l=2}", "i").outcome, Outcome::Refuted);
}
TEST(FactorJudgement, one_element_is_divided_by_nothing) {
  const OpInstance x = instance(BroadcastInDim{{0}, {6}}, {f32(1)});
  EXPECT_NE(judged(x, "([j])->([i]) {i=6, j=1}", "j").detail.find("no axis of more than one device"), std::string::npos);
}
TEST(FactorJudgement, what_a_rule_does_not_claim_is_said_beside_it) {
  const OpInstance x = instance(Reverse{{0}}, {f32(6, 4)});
  const FactorJudgement needed = judged(x, "([i, j])->([i, j]) {i=6, j=4} need_replication={i, j}", "i");
  EXPECT_EQ(needed.outcome, Outcome::NoClaim);
  EXPECT_EQ(needed.detail.rfind("and needs it; as pass-through: ", 0), 0u) << needed.detail;
  const FactorJudgement not_needed = judged(x, "([i, j])->([i, j]) {i=6, j=4} need_replication={i, j}", "j");
  EXPECT_EQ(not_needed.detail, "but could be pass-through: (tile<1>) -> tile<1>");
}

// ---- parts that know their place

TEST(FactorJudgement, a_gather_from_a_divided_operand_masks) {
  const OpInstance x = instance(Gather{{1}, {0}, {}, {}, {0}, 1, {1, 6}}, {f32(6, 6), i32(4, 1)});
  const FactorJudgement m = judged(x, "([m, l], [i, n])->([i, l]) {i=4, l=6, m=6, n=1} reduction={m} need_replication={n}", "m");
  EXPECT_EQ(m.outcome, Outcome::Proved);
  EXPECT_TRUE(m.adapted);
  EXPECT_NE(m.detail.find("if parts mask"), std::string::npos);
}
TEST(FactorJudgement, an_updated_window_is_tested_where_the_part_is) {
  const OpInstance x = instance(DynamicUpdateSlice{}, {f32(6, 4), f32(2, 4), i32(), i32()});
  const FactorJudgement j = judged(x, "([i, j], [k, j], [], [])->([i, j]) {i=6, j=4, k=2} need_replication={k}", "i");
  EXPECT_EQ(j.outcome, Outcome::Proved);
  EXPECT_TRUE(j.adapted);
  // but the update is one
  EXPECT_EQ(judged(x, "([i, j], [k, j], [], [])->([i, j]) {i=6, j=4, k=2}", "k").outcome, Outcome::Refuted);
}
TEST(FactorJudgement, a_scatter_takes_what_falls_on_a_part) {
  const Scatter s{{1}, {0}, {}, {}, {0}, 1, false, false, monoid_body(Monoid::Add, ElementType::F32)};
  const OpInstance x = instance(s, {f32(6, 4), i32(3, 1), f32(3, 4)});
  const std::string text = "([n, m], [i, o], [i, m])->([n, m]) {i=3, m=4, n=6, o=1} reduction={i} need_replication={o}";
  const FactorJudgement n = judged(x, text, "n");
  EXPECT_EQ(n.outcome, Outcome::Verified);
  EXPECT_TRUE(n.adapted);
  // inputs are folded in once: one part alone has them
  EXPECT_NE(judged(x, text, "i").detail.find("(partial<add>, tile<0>, tile<0>) -> partial<add>"), std::string::npos);
}
TEST(FactorJudgement, a_strided_slice_reads_beyond_its_chunk) {
  const OpInstance x = instance(SliceOp{{1}, {5}, {2}}, {f32(8)});
  EXPECT_FALSE(adapted_parts(x, operands(tile(0)) >> tile(0)));
  EXPECT_FALSE(adapted_parts(instance(Reverse{{0}}, {f32(6)}), operands(tile(0)) >> tile(0)));
  EXPECT_TRUE(adapted_parts(instance(Reverse{{0}}, {f32(6)}), operands(tile(0)) >> partial(Monoid::Add)));
  // a sum is no selection
  EXPECT_FALSE(adapted_parts(instance(Reduce{{0}, Monoid::Add}, {f32(6), f32()}), operands(tile(0), any) >> partial(Monoid::Max)));
}

}  // namespace
}  // namespace partir::factor_rule_test
