// Shardy's executable tests: sharded functions, run on processes by a driver whose checks judge them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "interp/module_interp.h"
#include "mlir_bridge/import_module.h"
#include "semantics/module_typing.h"

namespace partir {
namespace {

using testing::HasSubstr;

/// `n checks`, `k of n checks fail: where`, or what ended the run.
std::string run(const std::string& text, const std::string& name) {
  try {
    const shlo::Module m = import_executable_text(text, name);
    shlo::check(m);
    const ModuleOutcome o = ModuleInterpreter(m)(*m.find("main"), {});
    if (o.failed == 0) return std::to_string(o.checks) + " checks";
    return std::to_string(o.failed) + " of " + std::to_string(o.checks) + " checks fail: " +
           to_string(o.failures[0].where) + ": " + to_string(o.failures[0]);
  } catch (const Error& e) {
    return e.report();
  }
}

const char* const sums = R"(sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @along_y(%x: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = sdy.all_reduce {"y"} %x out_sharding=<@mesh, [{"x"}]> : tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func @cumulative(%x: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %x [1:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<4xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @main() {
  %a = stablehlo.constant dense<1> : tensor<2xi32>
  %b = stablehlo.constant dense<10> : tensor<2xi32>
  %0:4 = "interpreter.run_parallel"(%a, %b, %a, %a) {programs = [[@PROGRAM, @PROGRAM, @PROGRAM, @PROGRAM]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (RESULT, RESULT, RESULT, RESULT)
  check.expect_eq_const %0#0, dense<11> : RESULT
  check.expect_eq_const %0#3, dense<EXPECTED> : RESULT
  return
})";
std::string with(std::string program, const std::string& result, const std::string& expected) {
  std::string text = sums;
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"PROGRAM", std::move(program)}, {"RESULT", result}, {"EXPECTED", expected}})
    for (size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
  return text;
}
TEST(Executable, sharded_functions_run_on_processes) {
  EXPECT_EQ(run(with("along_y", "tensor<2xi32>", "2"), "e.mlir"), "2 checks");
  EXPECT_THAT(run(with("along_y", "tensor<2xi32>", "3"), "e.mlir"), HasSubstr("1 of 2 checks fail: e.mlir:15:3"));
}
TEST(Executable, what_is_not_covered_says_why) {
  EXPECT_THAT(run(with("cumulative", "tensor<1xi32>", "1"), "e.mlir"),
              HasSubstr("'interpreter.run_parallel' of @cumulative, which is not run by its shardings: e.mlir:7:8: error: "
                        "unsupported: stablehlo.slice on shards"));
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}
/// Each of Shardy's, in a table with `PARTIR_TABLE` set.
TEST(Executable, shardys_tests_hold) {
  const char* data = std::getenv("PARTIR_DATA");
  const std::filesystem::path folder = std::filesystem::path(data ? data : "") / "shardy";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no data";
  const std::map<std::string, std::string> out_of_reach = {};
  size_t held = 0, unsupported = 0;
  for (const char* part : {"executable_convert_global_to_local", "executable_partitioner_pipeline"}) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder / part)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const auto& path : files) {
      const std::string name = path.stem().string(), verdict = run(read_file(path), path.filename().string());
      if (std::getenv("PARTIR_TABLE")) std::cout << name << "\t" << verdict << "\n";
      const auto known = out_of_reach.find(name);
      if (known == out_of_reach.end()) {
        EXPECT_THAT(verdict, testing::EndsWith(" checks")) << name;
        ++held;
      } else {
        EXPECT_THAT(verdict, HasSubstr(known->second)) << name;
        ++unsupported;
      }
    }
  }
  std::cout << held << " hold, " << unsupported << " are out of reach\n";
}

}  // namespace
}  // namespace partir
