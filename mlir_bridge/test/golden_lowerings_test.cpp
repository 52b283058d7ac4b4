// What Shardy's own tests say that reshards become, executed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "interp/module_interp.h"
#include "interp/random.h"
#include "mlir_bridge/golden_lowerings.h"
#include "mlir_bridge/import_module.h"
#include "mlir_bridge/import_sharded.h"
#include "property_tests/spmd_run.h"

namespace partir::golden_lowerings_test {
namespace {

using build::Tensors;
using testing::HasSubstr;

/// Whether what is checked computes what the function does: `right`, `wrong: where`, ..
std::string judge_at_these_shapes(const GoldenLowering& g) {
  try {
    const SpmdProgram p = import_sharded_text(g.lowered, g.function);
    const shlo::Module m = import_module_text(g.before, g.function);
    Tensors args, results;
    ModuleValues values;
    for (size_t i = 0; i < p.params.size(); ++i) {
      args.push_back(random_tensor<Native>(p.params[i].global, argument_seed(5, i)));
      values.push_back(ModuleValue{args.back()});
    }
    for (const ModuleValue& v : ModuleInterpreter(m)(*m.find("main"), std::move(values)).results)
      results.push_back(*v.tensor());
    const std::string why = build::wrong_results(p, args, results, 1e-5);
    return why.empty() ? "right" : "wrong: " + why;
  } catch (const Unsupported& e) {
    return e.what();
  } catch (const Error& e) {
    return "refused: " + e.report();
  }
}
/// With every tensor's extents multiplied.
std::string scaled(const std::string& text, int64_t factor) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    if (text.compare(at, 7, "tensor<") != 0) {
      out += text[at++];
      continue;
    }
    out += "tensor<";
    for (at += 7; std::isdigit(static_cast<unsigned char>(text[at]));) {
      size_t digits = 0;
      out += std::to_string(std::stoll(text.substr(at), &digits) * factor) + "x";
      at += digits + 1;
    }
  }
  return out;
}
/// Movements that are checked at extents that do not divide are judged at the first multiples that do.
std::string judge(const GoldenLowering& g) {
  if (g.lowered.empty()) return "not a whole program: " + g.why_not;
  std::string verdict = judge_at_these_shapes(g);
  for (const int64_t factor : {2, 4, 8})
    if (verdict.find("shards of unequal extents") != std::string::npos) {
      const GoldenLowering larger{g.function, g.location, scaled(g.before, factor), scaled(g.lowered, factor), {}};
      verdict = judge_at_these_shapes(larger);
      if (verdict == "right") verdict += " at " + std::to_string(factor) + " times the extents";
    }
  return verdict;
}

const char* const test_file = R"(// RUN: none
sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @back = <["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>

// CHECK-LABEL: func @moves
func.func @moves(%arg0 : tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> tensor<8x4xf32> {
  // CHECK-NEXT: %[[A:.*]] = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"y", "x"}, {}]>
  // CHECK-NEXT: %[[A:.*]] = sdy.all_to_all [{"x"}: 0->1] %[[A]] out_sharding=<@mesh, [{"y"}, {"x"}]>
  // CHECK-NEXT: return %[[A]]
  %0 = sdy.reshard %arg0 <@mesh, [{"y"}, {"x"}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// CHECK-LABEL: func @forgets_the_order
func.func @forgets_the_order(%arg0 : tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> tensor<8x4xf32> {
  // CHECK-NEXT: %[[A:.*]] = sdy.all_to_all [{"y"}: 0->1] %arg0 out_sharding=<@mesh, [{"x"}, {"y"}]>
  // CHECK-NEXT: return %[[A]]
  %0 = sdy.reshard %arg0 <@mesh, [{"y"}, {"x"}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// CHECK-LABEL: func @loses_a_sum
func.func @loses_a_sum(%arg0 : tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  // CHECK: %[[C:.*]] = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK-NEXT: %[[A:.*]] = stablehlo.reduce(%arg0 init: %[[C]]) applies stablehlo.add across dimensions = [1]
  // CHECK-SAME: : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  // CHECK-NEXT: return %[[A]] : tensor<8xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// CHECK-LABEL: func @goes_elsewhere
func.func @goes_elsewhere(%arg0 : tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x4xf32> {
  // CHECK-NEXT: sdy.collective_permute %arg0 out_sharding=<@back, [{"x"}, {"y"}]>
  %0 = sdy.reshard %arg0 <@back, [{"x"}, {"y"}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// CHECK-LABEL: func @takes_the_wrong_part
func.func @takes_the_wrong_part(%arg0 : tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<8x4xf32> {
  // CHECK-NEXT: %[[A:.*]] = stablehlo.negate %arg0 : tensor<8x4xf32>
  // CHECK-NEXT: return %[[A]]
  %0 = sdy.reshard %arg0 <@mesh, [{}, {}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// CHECK-LABEL: func @is_not_checked
func.func @is_not_checked(%arg0 : tensor<8xf32>) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
)";

TEST(GoldenLowerings, are_right_or_wrong) {
  const std::vector<GoldenLowering> all = golden_lowerings(test_file, "t.mlir");
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all[0].function, "moves");
  EXPECT_EQ(to_string(all[0].location), "t.mlir:6:1");
  EXPECT_EQ(judge(all[0]), "right");
  EXPECT_THAT(judge(all[1]), HasSubstr(R"(found dist<[{"x"}, {"y"}]> of tensor<8x4xf32>, expected dist<[{"y"}, {"x"}]>)"));
  EXPECT_THAT(judge(all[2]), HasSubstr("wrong: partition 0, result 0 at [0]"));
  EXPECT_EQ(judge(all[3]), "right");
  EXPECT_THAT(all[3].lowered, HasSubstr("sdy.reshard %v0 <@back, [{}, {}]>"));
  EXPECT_THAT(judge(all[4]), HasSubstr("wrong: partition 0"));
  EXPECT_EQ(judge(all[5]), "not a whole program: no op is checked");
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}
/// Each of Shardy's, in a table with `PARTIR_TABLE` set.
void judge_all(const std::string& file, const std::map<std::string, std::string>& expected, size_t right) {
  const char* data = std::getenv("PARTIR_DATA");
  const std::filesystem::path path = std::filesystem::path(data ? data : "") / "shardy" / "export" / file;
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no data";
  size_t found = 0, others = 0;
  for (const GoldenLowering& g : golden_lowerings(read_file(path), file)) {
    const std::string verdict = judge(g);
    const auto other = expected.find(g.function);
    if (std::getenv("PARTIR_TABLE")) std::cout << g.function << "\t" << verdict << "\n";
    if (verdict.starts_with("right")) ++found;
    else ++others;
    if (other == expected.end()) {
      EXPECT_TRUE(verdict.starts_with("right")) << g.function << ", " << to_string(g.location) << ": " << verdict;
    } else {
      EXPECT_THAT(verdict, HasSubstr(other->second)) << g.function;
    }
  }
  EXPECT_EQ(found, right);
  EXPECT_EQ(others, expected.size());
}
TEST(GoldenLowerings, of_shardys_reshards) {
  judge_all("reshard_to_collectives.mlir",
            {{"reshard_on_while_block_arg", "not a whole program"},
             {"reshard_with_propagation_barrier", "op 'sdy.propagation_barrier'"},
             {"single_device_in_sharding", "a tensor that lives on one device"},
             {"single_device_out_sharding", "a tensor that lives on one device"}}, 94);
}
// Of ops other than reshards the checks mostly do not give the types.
TEST(GoldenLowerings, of_shardys_export_pipeline) {
  judge_all("export_pipeline_explicit_collectives.mlir",
            {{"reduce_scatter_fusion", "a value is used that no check defines: %cst"},
             {"dot_general_with_unreduced_result", "an op without types"},
             {"dot_general_with_unreduced_result_fully_delayed", "an op without types"},
             {"dot_general_with_unreduced_result_partially_delayed", "an op without types"},
             {"main", "an op with several results"},
             {"foo", "no op is checked"},
             {"reduce_unreduced_to_sharded_max", "an op without types"},
             {"reduce_unreduced_to_sharded_min", "an op without types"}}, 3);
}

}  // namespace
}  // namespace partir::golden_lowerings_test
