// Files of rules: ops by name read back as they are written, what is wrong is said with its place,
// and texts at random are judged or refused.
#include "proofs/rule_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "interp/domain.h"
#include "proofs/inline_judgement.h"
#include "property_tests/build.h"

namespace partir::rule_file_test {
namespace {
using namespace build;

OpInstance named(const std::string& text) {
  const std::vector<WrittenRule> rules = read_rules("op " + text, "rules.tmr");
  return std::get<NamedOp>(rules.at(0).op).instance;
}
/// The error of a text: where, and what.
std::string error_of(const std::string& text) {
  try {
    read_rules(text, "f");
  } catch (const BadInput& e) {
    return to_string(e.where()) + ": " + e.what();
  }
  return "none";
}

TEST(RuleFile, ops_by_name_are_what_is_written) {
  const auto expect = [](const std::string& text, const Op& op, const Types& types) {
    const OpInstance x = named(text);
    EXPECT_EQ(x.op, op) << text;
    EXPECT_EQ(types_of(x.operands), types) << text;
  };
  using enum ElementType;
  expect("tanh(f32[6,4])", Tanh{}, {f32(6, 4)});
  expect("reverse(f32[6,4]) {dimensions = [0]}", Reverse{{0}}, {f32(6, 4)});
  expect("reduce(bf16[6], bf16[] = 0) {dimensions = [0], reducer = max}", Reduce{{0}, Monoid::Max},
         {{{6}, BF16}, {{}, BF16}});
  expect("pad(f32[6], f32[]) {edge_padding_low = [1], edge_padding_high = [-2],\n"
         "  interior_padding = [0]  # and so on\n }",
         Pad{{1}, {-2}, {0}}, {f32(6), f32()});
  expect("compare(f32[6], f32[6]) {comparison_direction = LT, compare_type = TOTALORDER}",
         Compare{ComparisonDirection::LT, ComparisonOrder::Total}, {f32(6), f32(6)});
  expect("batch_norm_training(f32[2,4], f32[4], f32[4]) {epsilon = 0.25, feature_index = 1}",
         BatchNormTraining{0.25, 1}, {f32(2, 4), f32(4), f32(4)});
  expect("fft(complex<f32>[4]) {fft_type = IFFT, fft_length = [4]}", Fft{FftType::Ifft, {4}},
         {{{4}, C64}});
  expect("triangular_solve(f32[2,2], f32[2,3]) {lower = true, transpose_a = ADJOINT}",
         TriangularSolve{true, true, false, TransposeA::Adjoint}, {f32(2, 2), f32(2, 3)});
  expect("iota() {iota_dimension = 0, result_shape = [6], result_element = complex<f64>}",
         Iota{0, {6}, C128}, {});
  expect("constant() {value = i8[4] -3}", Constant{Literal::splat_value({{4}, I8}, -3)}, {});
  expect("constant() {value = f32[3] [0, 1, 2]}", dense(f32(3)), {});
  expect("reduce_window(f32[6], f32[]) {window_dimensions = [2], window_strides = [1],\n"
         "padding_low = [0], padding_high = [1], base_dilations = [1], window_dilations = [1],\n"
         "body = add}",
         ReduceWindow{{{2}, {1}, {0}, {1}, {1}, {1}}, monoid_body(Monoid::Add, F32)},
         {f32(6), f32()});
  expect("sort(f32[6]) {dimension = 0, is_stable = true, comparator = ge}",
         Sort{0, true, comparison_body(ScalarFn::Ge, F32)}, {f32(6)});
  expect("variadic_reduce(f32[6], i32[6], f32[], i32[]) {dimensions = [0], body = argmax}",
         VariadicReduce{{0}, argmax_body(F32, I32)}, {f32(6), i32(6), f32(), i32()});
  expect("map(f32[6], f32[6]) {dimensions = [0], computation = second}",
         Map{{0}, second_body(F32)}, {f32(6), f32(6)});
  EXPECT_EQ(named("sort(f32[6], i32[6]) {dimension = 0, comparator = lt}").op.bodies()[0]->params,
            (std::vector{F32, F32, I32, I32}));
}
TEST(RuleFile, operands_may_be_known) {
  const OpInstance peak = named("reduce(f32[6], f32[] = -inf) {dimensions = [0], reducer = max}");
  EXPECT_EQ(peak.operands[1].splat,
            identity_bits(Monoid::Max, ElementType::F32));
  EXPECT_EQ(named("add(i8[6], i8[6] = -1)").operands[1].splat, 255u);
  EXPECT_EQ(named("add(f32[6], f32[6] = 1.25)").operands[1].splat,
            Literal::encode(ElementType::F32, 1.25));
  EXPECT_FALSE(named("add(f32[6], f32[6])").operands[1].splat);
}
TEST(RuleFile, rows_may_have_several_results) {
  const std::string text = "op top_k(f32[4,6]) {k = 2}\n  (tile<0>) -> (tile<0>, tile<0>)\n";
  const std::vector<WrittenRule> rules = read_rules(text, "f");
  EXPECT_EQ(rules.at(0).entries.at(0).entry,
            (operands(tile(0)) >> std::vector<EntryAttr>{tile(0), tile(0)}));
  EXPECT_EQ(rules[0].entries[0].text, "(tile<0>) -> (tile<0>, tile<0>)");
  EXPECT_EQ(to_string(rules[0].entries[0].location), "f:2:3");
}
TEST(RuleFile, tabs_and_a_byte_order_mark_are_blank) {
  const auto rules = read_rules("\xef\xbb\xbfop\tf:\tout[i] = x[i]\r\n\t(tile<0>)\t->\ttile<0>\r\n", "f");
  ASSERT_EQ(rules.size(), 1u);
  EXPECT_EQ(rules[0].entries.size(), 1u);
}
TEST(RuleFile, an_op_without_entries_is_checked_by_nothing) {
  const auto error = [](const std::string& text) -> std::string {
    try {
      check_entries(read_rules(text, "f"));
    } catch (const BadInput& e) {
      return to_string(e.where()) + ": " + e.what();
    }
    return "none";
  };
  EXPECT_EQ(error("op f: out[i] = x[i]\n  i -> i\nop mm: out[i] = x[i]\n"), "f:3:1: op mm has no entries");
  EXPECT_EQ(error("op tanh(f32[6])\n"), "f:1:4: op tanh has no entries");
  EXPECT_EQ(error("op f: out[i] = x[i]\n  # sdy.op_sharding_rule<([i])->([i]) {i=3}>\n"), "f:1:1: op f has no entries");
  EXPECT_EQ(error("op f: out[i] = x[i]\n  #sdy.op_sharding_rule<([i])->([i]) {i=3}>\n"), "none");
}
TEST(RuleFile, factors_are_named_and_none_is_left_out) {
  const WrittenRule r = read_rules("op f: out[i,j] = sum(k) x[i,k]\n"
                                   "  #sdy.op_sharding_rule<([i, k])->([i, j]) {i=2, j=2, k=2} need_replication={k}>", "f").at(0);
  ASSERT_EQ(r.entries.size(), 1u);
  EXPECT_EQ(r.entries[0].factor, "i (pass-through)");
  ASSERT_EQ(r.unclaimed.size(), 2u);
  EXPECT_EQ(r.unclaimed[0].factor, "k (need_replication)");
  EXPECT_FALSE(r.unclaimed[0].holds);
  EXPECT_EQ(r.unclaimed[1].factor, "j (pass-through)");
  EXPECT_TRUE(r.unclaimed[1].holds);
}
TEST(RuleFile, what_is_wrong_is_said_with_its_place) {
  const std::pair<const char*, const char*> cases[] = {
      {"op tahn(f32[6])", "f:1:4: no op is called \"tahn\"; is \"tan\" meant?"},
      {"op frobnicate(f32[6])", "f:1:4: no op is called \"frobnicate\""},
      {"op tanh(f33[6])", "f:1:9: no element type is called \"f33\""},
      {"op tanh(f32[-6])", "f:1:13: expected a number"},
      {"op tanh(f32[999999999,999999999])", "f:1:12: more than 65536 elements; write smaller extents: they vary in the proof"},
      {"op tanh(f32[1,1,1,1,1,1,1,1,1])", "f:1:12: more than 8 dimensions"},
      {"op cholesky(f32[200,200]) {lower = true}",
       "f:1:12: takes more than a million scalar operations; write smaller extents: they vary in the proof"},
      {"op tanh(f32[1234567890])", "f:1:13: a number of more than nine digits"},
      {"op exp(f32[6])", "f:1:4: no op is called \"exp\"; is \"exponential\" meant?"},
      {"op add {}", "f:1:8: operand types are missing: `op add(f32[6,4], ..)`; or a definition: `op add: out[..] = ..`"},
      {"op add", "f:1:7: operand types are missing: `op add(f32[6,4], ..)`; or a definition: `op add: out[..] = ..`"},
      {"op pad(f32[6], f32[]) {edge_padding_low = [1]}",
       "f:1:47: pad needs attributes edge_padding_high, interior_padding"},
      {"op m: out[b,m,n] = sum(k) l[b,m,k] * r[b,k,n]\nbmk,bkn->bmn",
       "f:2:1: gives l rank 1, which is 3; factors are separated by blanks: b m k, b k n -> b m n"},
      {"op tanh(f32[6,4])\n  ij -> ij",
       "f:2:3: the rule gives operand 0 rank 1, the op tensor<6x4xf32>; factors are separated by blanks: i j -> i j"},
      {"op f: out[i] = 2 * (sum(k) x[i,k])", "f:1:21: sum(k) stands once, directly after ="},
      {"op f: out[i] = 1.5 * x[i]", "f:1:16: numbers are whole"},
      {"op f: out[i] = x[i]\n\tj \x01", "f:2:4: not a text file"},
      {"op f: out[i] = x[i]\n  #sdy.op_sharding_rule<([i])->([ij]) {i=3}>", "f:2:35: factor j has no size, as others have"},
      {"op tanh(f32[6]", "f:1:15: expected `)`"},
      {"op tanh(f32[6], f32[6])", "f:1:8: ill-typed: C1 the number of operands: found 2"},
      {"op add(i8[6], i8[6] = 300)", "f:1:23: no i8"},
      {"op add(i8[6], i8[6] = 1.5)", "f:1:23: no i8"},
      {"op add(i8[6], i8[6] = x)", "f:1:23: expected a number"},
      {"op reverse(f32[6])", "f:1:19: reverse needs attribute dimensions"},
      {"op reverse(f32[6]) {dimension = [0]}",
       "f:1:21: reverse has no attribute \"dimension\"; is \"dimensions\" meant?"},
      {"op reverse(f32[6]) {dimensions = 0}", "f:1:34: expected `[`"},
      {"op reverse(f32[6]) {dimensions = [0], dimensions = [0]}",
       "f:1:39: attribute dimensions stands twice"},
      {"op reverse(f32[6]) {dimensions = [0]", "f:1:37: expected `}`"},
      {"op reverse(f32[6]) {dimensions = [1]}",
       "f:1:11: ill-typed: C2 dims are distinct and below the rank: found [1]"},
      {"op cholesky(f32[2,2]) {lower = yes}", "f:1:32: expected one of false, true"},
      {"op compare(f32[6], f32[6]) {comparison_direction = GTE}",
       "f:1:52: expected one of EQ, NE, GE, GT, LE, LT"},
      {"op reduce(f32[6], f32[]) {dimensions = [0], reducer = mean}",
       "f:1:55: no monoid is called \"mean\""},
      {"op sort(f32[6]) {dimension = 0, comparator = add}",
       "f:1:46: no function is called \"add\"; a sort has lt, le, gt or ge"},
      {"op map(f32[6], f32[6]) {dimensions = [0], computation = or}", "f:1:57: no or of f32"},
      {"op map() {dimensions = [0], computation = add}", "f:1:43: a function of no operands"},
      {"op constant() {value = f32[3] [1, 2]}", "f:1:31: 2 elements for tensor<3xf32>"},
      {"op iota() {iota_dimension = 0, result_shape = [-1], result_element = f32}",
       "f:1:47: a shape has no negative extents"},
      {"op batch_norm_training(f32[2,4], f32[4], f32[4]) {epsilon = inf, feature_index = 1}",
       "f:1:61: expected a finite number"},
      {"op tanh(f32[6]) {} x", "f:1:20: expected the end of the line"},
      {"op tanh(f32[6])\n  (tile<1>) -> tile<0>", "f:2:3: tile<1> of rank 1"},
      {"op tanh(f32[6])\n  (any, any) -> any", "f:2:3: has 2 operands, tanh has 1"},
      {"op tanh(f32[6])\n  (partial<or>) -> any", "f:2:4: no partial<or> of f32"},
      {"op tanh(f32[6])\n  (any) -> (any, any)", "f:2:3: has 2 results, tanh has 1"},
      {"op tanh(f32[6])\n  i j -> i j",
       "f:2:3: the rule gives operand 0 rank 2, the op tensor<6xf32>"},
      {"op tanh(f32[6])\n  i -> i i", "f:2:10: factor i stands twice in one tensor"},
      {"op tanh(f32[6])\n  #sdy.op_sharding_rule<([i])->([i, i])>",
       "f:2:37: factor i stands twice in one tensor"},
      {"op tanh(f32[6])\n  #sdy.op_sharding_rule<([i])->([i]) {i=6}", "f:2:43: expected `>`"},
      {"op t: out[i] = x[i]\n  #sdy.op_sharding_rule<([ij])->([ij])>",
       "f:2:25: gives x a dimension of several factors, which an index is not"}};
  for (const auto& [text, error] : cases) EXPECT_EQ(error_of(text), error) << text;
}

// ---- wrong entries

std::string wrong_entries() {
  const char* source = std::getenv("PARTIR_SOURCE_DIR");
  std::ifstream in(std::string(source ? source : ".") + "/property_tests/wrong_entries.tmr");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}
TEST(RuleFile, wrong_entries_are_many_and_refuted) {
  std::set<std::string> ops;
  int64_t refuted = 0, shown = 0;
  for (const WrittenRule& rule : read_rules(wrong_entries(), "wrong_entries.tmr"))
    for (const WrittenEntry& e : rule.entries) {
      const EntryJudgement j = judge_entry(rule, e.entry);
      EXPECT_EQ(j.verdict.kind, Verdict::Kind::Refuted)
          << to_string(e.location) << ": " << rule.name() << " " << j.verdict.detail;
      ops.insert(rule.name());
      refuted += j.verdict.kind == Verdict::Kind::Refuted;
      shown += j.program.has_value();
    }
  EXPECT_GE(refuted, 60);
  EXPECT_GE(shown, refuted - 6) << "what is ill-typed alone has no program";
  EXPECT_GE(ops.size(), 35u);
}

/// Laws over the reals are not refuted by what f32 makes of large numbers: an infinity, or a 0 that it leaves behind.
TEST(RuleFile, overflow_refutes_no_law_over_the_reals) {
  for (const char* text : {"op ex: out[i] = exp(x[i])\n  (partial<add>) -> partial<mul>",
                           "op inverse: out[i] = 1 / exp(x[i])\n  (partial<add>) -> partial<mul>",
                           "op steep: out[i] = 1 / exp(90 * x[i])\n  (partial<add>) -> partial<mul>",
                           "op identity: out[i] = log(exp(x[i]))\n  (partial<add>) -> partial<add>",
                           "op exponential(f32[4])\n  (partial<add>) -> partial<mul>",
                           "op exponential(f16[4])\n  (partial<add>) -> partial<mul>"}) {
    const WrittenRule rule = read_rules(text, "f").at(0);
    const EntryJudgement j = judge_entry(rule, rule.entries.at(0).entry);
    EXPECT_EQ(j.verdict.kind, Verdict::Kind::Undecided) << text << ": " << j.verdict.detail;
    EXPECT_NE(j.verdict.detail.find("refuted in Field only"), std::string::npos) << j.verdict.detail;
  }
  // what also fails at small numbers stays refuted
  for (const char* text : {"op ex: out[i] = exp(x[i])\n  (partial<add>) -> partial<add>",
                           "op inverse: out[i] = 1 / exp(x[i])\n  (partial<add>) -> partial<add>",
                           "op root: out[i] = rsqrt(x[i])\n  (partial<add>) -> partial<add>",
                           "op log(f32[4])\n  (partial<add>) -> partial<add>"}) {
    const WrittenRule rule = read_rules(text, "f").at(0);
    EXPECT_EQ(judge_entry(rule, rule.entries.at(0).entry).verdict.kind, Verdict::Kind::Refuted) << text;
  }
}

// ---- texts at random

/// An op and its entries each, as they stand.
std::vector<std::string> rules_as_text(const std::string& text) {
  std::vector<std::string> rules;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("op ", 0) == 0) rules.emplace_back();
    if (!rules.empty() && !line.empty() && line[0] != '#') rules.back() += line + "\n";
  }
  return rules;
}
TEST(RuleFile, mutated_texts_are_judged_or_refused) {
  const std::vector<std::string> rules = rules_as_text(wrong_entries());
  ASSERT_GT(rules.size(), 60u);
  const std::string characters = "0123456789()[]{}<>=,-#:* abxk\n";
  const std::string words[] = {"tile<0>", "any", "partial<add>", "partial<max>", "f32", "i8", "i1",
                               "add", "0", "2", "-1", "[0]", "true", "inf", "f32[]", "op "};
  uint64_t draws = 0;
  const auto draw = [&](size_t below) { return mix64(++draws) % below; };
  int64_t judged = 0, refused = 0;
  for (int i = 0; i < 500; ++i) {
    std::string text = rules[draw(rules.size())];
    for (size_t edits = 1 + draw(3); edits > 0; --edits) {
      size_t at = draw(text.size());
      switch (draw(8)) {
        case 0: text[at] = characters[draw(characters.size())]; break;
        case 1: text.erase(at, 1 + draw(3)); break;
        case 2: text.insert(at, words[draw(std::size(words))]); break;
        case 4: case 5: case 6: case 7:  // what is well formed, but seldom right
          at = text.find_first_of("0123456789", at);
          if (at != std::string::npos) text[at] = characters[draw(5)];
          break;
        default: {  // a piece of another
          const std::string& from = rules[draw(rules.size())];
          text.insert(at, from.substr(draw(from.size()), 1 + draw(8)));
        }
      }
      if (text.empty()) text = " ";
    }
    try {
      for (const WrittenRule& rule : read_rules(text, "mutated.tmr"))
        for (const WrittenEntry& e : rule.entries) judge_entry(rule, e.entry), ++judged;
    } catch (const BadInput& e) {
      EXPECT_FALSE(std::string(e.what()).empty());
      ++refused;
    } catch (const std::exception& e) {
      ADD_FAILURE() << e.what() << " escapes from\n" << text;
    } catch (const ConstraintViolation& v) {
      ADD_FAILURE() << v.label << " " << v.text << ": " << v.found << " escapes from\n" << text;
    }
  }
  EXPECT_GT(judged, 20);
  EXPECT_GT(refused, 200);
}

}  // namespace
}  // namespace partir::rule_file_test
