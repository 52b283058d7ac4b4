// Ops with sharding rules beside them, and XLA's custom calls that are ops here.
#include <gtest/gtest.h>

#include "interp/native.h"
#include "interp/core_interp.h"
#include "mlir_bridge/import.h"
#include "mlir_bridge/sharding_rules.h"
#include "semantics/core_typing.h"

namespace partir::sharding_rules_test {
namespace {

TEST(ShardingRules, stand_in_attributes_and_in_comments) {
  const auto ops = import_sharding_rules_text(R"(
// CHECK-LABEL: func @f
func.func @f(%x: tensor<8x4xf32>, %y: tensor<4x6xf32>) -> tensor<6xf32> {
  // CHECK: sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=6, k=4} reduction={k}>
  %0 = stablehlo.dot %x, %y : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK-NEXT: #sdy.op_sharding_rule<([i, j], [])->([j]) {i=8, j=6}
  %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
  %2 = stablehlo.negate %1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=6}>} : tensor<6xf32>
  %3 = stablehlo.custom_call @Qr(%2) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=6}>} : (tensor<6xf32>) -> tensor<6xf32>
  return %3 : tensor<6xf32>
})", "rules.mlir");
  ASSERT_EQ(ops.size(), 4u);
  EXPECT_EQ(ops[0].name, "stablehlo.dot");
  EXPECT_EQ(ops[0].function, "f");
  EXPECT_EQ(ops[0].rule, "([i, k], [k, j])->([i, j]) {i=8, j=6, k=4} reduction={k}");
  EXPECT_EQ(to_string(ops[0].location), "rules.mlir:5:8");
  EXPECT_EQ(to_string(ops[0].rule_location), "rules.mlir:4:55");
  EXPECT_TRUE(ops[0].op && ops[0].op->get_if<DotGeneral>());
  // a check may be about a beginning of the line; the constant is known
  EXPECT_EQ(ops[1].rule, "([i, j], [])->([j]) {i=8, j=6}");
  EXPECT_FALSE(ops[1].operands[0].splat);
  EXPECT_TRUE(ops[1].operands[1].splat);
  EXPECT_EQ(ops[2].rule, "([i])->([i]) {i=6}");
  EXPECT_FALSE(ops[3].op);
  EXPECT_EQ(ops[3].why_not, "the toolkit has no definition of stablehlo.custom_call @Qr");
}
TEST(ShardingRules, that_no_op_follows_are_refused) {
  try {
    import_sharding_rules_text("func.func @f() {\n  return\n}\n// #sdy.op_sharding_rule<([i])->([i])>\n", "r");
    FAIL();
  } catch (const BadInput& e) {
    EXPECT_EQ(std::string(e.what()), "no op follows the rule");
    EXPECT_EQ(to_string(e.where()), "r:4:26");
  }
}
TEST(ShardingRules, stand_beside_ops_in_regions_too) {
  const std::string branch = "    %1 = stablehlo.reverse %x, dims = [0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>\n"
                             "    stablehlo.return %1 : tensor<8xf32>\n";
  const std::string commented = "    // #sdy.op_sharding_rule<([i])->([i]) {i=8}>\n    %1 = stablehlo.reverse %x, dims = [0] : tensor<8xf32>\n"
                                "    stablehlo.return %1 : tensor<8xf32>\n";
  const auto ops = import_sharding_rules_text("func.func @f(%p: tensor<i1>, %x: tensor<8xf32>) -> tensor<8xf32> {\n  %0 = \"stablehlo.if\"(%p) ({\n" +
                                                  branch + "  }, {\n" + commented + "  }) : (tensor<i1>) -> tensor<8xf32>\n" +
                                                  "  %2 = stablehlo.abs %0 : tensor<8xf32>\n  return %2 : tensor<8xf32>\n}\n", "r");
  ASSERT_EQ(ops.size(), 2u);
  for (const RuledOp& r : ops) EXPECT_EQ(r.name, "stablehlo.reverse");
}
TEST(ShardingRules, of_one_op_there_is_one) {
  const std::string comment = "  // #sdy.op_sharding_rule<([i])->([i]) {i=8}>\n";
  EXPECT_THROW(import_sharding_rules_text("func.func @f(%x: tensor<8xf32>) {\n" + comment + comment +
                                              "  %0 = stablehlo.abs %x : tensor<8xf32>\n  return\n}\n", "r"), BadInput);
}
TEST(ShardingRules, malformed_attributes_are_refused) {
  for (const char* rule : {"<", "<([i])>", "<([i])->([i]) {i}>", "<([i])->([i]) {i=2} reduction>", "<([i])->([i]), other>"})
    EXPECT_THROW(import_sharding_rules_text(std::string("func.func @f(%x: tensor<2xf32>) {\n  %0 = stablehlo.negate %x {r = "
                                                        "#sdy.op_sharding_rule") + rule + "} : tensor<2xf32>\n  return\n}", "r"),
                 BadInput)
        << rule;
}

/// The results of a function of one parameter in native arithmetic.
std::vector<Tensor<Native>> run_on(const std::string& call, const std::string& from, const std::string& to, const Tensor<Native>& x) {
  const std::string results = to.front() == '(' ? to : "(" + to + ")";
  const size_t n = results.find(", ") == std::string::npos ? 1 : 2;
  const core::Program p = import_core_text(
      "func.func @main(%x: " + from + ") -> " + results + " {\n  %0" + (n == 2 ? ":2" : "") + " = stablehlo.custom_call " + call + " : (" + from +
          ") -> " + to + "\n  return " + (n == 2 ? "%0#0, %0#1" : "%0") + " : " + results.substr(1, results.size() - 2) + "\n}",
      "calls").program;
  check(p);
  return run<Native>(p, {x}, nullptr);
}
TEST(CustomCalls, of_xla_are_ops) {
  const TensorType words{{2}, ElementType::UI64}, halves{{2}, ElementType::UI32};
  const auto x = Tensor<Native>::make(words, std::vector<uint64_t>{0x100000002u, ~uint64_t{0} << 32});
  const auto low = run_on("@X64SplitLow(%x)", "tensor<2xui64>", "tensor<2xui32>", x);
  EXPECT_EQ(low[0].values<uint32_t>(), (std::vector<uint32_t>{2, 0}));
  const auto high = run_on("@X64SplitHigh(%x)", "tensor<2xui64>", "tensor<2xui32>", x);
  EXPECT_EQ(high[0].values<uint32_t>(), (std::vector<uint32_t>{1, ~uint32_t{0}}));
  const auto y = Tensor<Native>::make({{3}, ElementType::F32}, std::vector<float>{1, 3, 2});
  EXPECT_EQ(run_on("@LayoutConstraint(%x)", "tensor<3xf32>", "tensor<3xf32>", y)[0].values<float>(), (std::vector<float>{1, 3, 2}));
  EXPECT_NEAR(run_on("@mhlo.erf(%x)", "tensor<3xf32>", "tensor<3xf32>", y)[0].values<float>()[0], 0.8427f, 1e-4f);
  const auto top = run_on("@mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}}", "tensor<3xf32>", "(tensor<2xf32>, tensor<2xi32>)", y);
  EXPECT_EQ(top[0].values<float>(), (std::vector<float>{3, 2}));
  EXPECT_EQ(top[1].values<int32_t>(), (std::vector<int32_t>{1, 2}));
}
TEST(CustomCalls, of_other_forms_are_refused) {
  const auto y = Tensor<Native>::make({{3}, ElementType::F32}, std::vector<float>{1, 3, 2});
  const auto call = [&](const std::string& text, const std::string& to) { return run_on(text, "tensor<3xf32>", to, y); };
  EXPECT_THROW(call("@LayoutConstraint(%x)", "tensor<4xf32>"), BadInput);
  EXPECT_THROW(call("@mhlo.erf(%x, %x)", "tensor<3xf32>"), BadInput);
  EXPECT_THROW(call("@X64SplitLow(%x)", "tensor<3xf32>"), Unsupported);
  EXPECT_THROW(call("@mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = false}}", "(tensor<2xf32>, tensor<2xi32>)"), Unsupported);
  EXPECT_THROW(call("@mhlo.topk(%x) {mhlo.attributes = {}}", "(tensor<2xf32>, tensor<2xi32>)"), BadInput);
  EXPECT_THROW(call("@mhlo.topk(%x)", "(tensor<2xf32>, tensor<2xi32>)"), BadInput);
}

}  // namespace
}  // namespace partir::sharding_rules_test
