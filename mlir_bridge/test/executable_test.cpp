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

namespace partir::executable_test {
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
func.func @middle(%x: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %x [1:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<4xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @at(%x: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<2xi32> {
  %i = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @main() {
  %a = stablehlo.constant dense<1> : tensor<2xi32>
  %b = stablehlo.constant dense<10> : tensor<2xi32>
  %0:4 = "interpreter.run_parallel"(%a, %b, %a, %a) {programs = [[@PROGRAM, @PROGRAM, @PROGRAM, @PROGRAM]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (RESULT, RESULT, RESULT, RESULT)
  check.expect_eq_const %0#1, dense<FIRST> : RESULT
  check.expect_eq_const %0#3, dense<EXPECTED> : RESULT
  return
})";
/// A run of a program with results of a type, of which those of two partitions are expected to be something.
std::string with(const std::string& program, const std::string& result, const std::string& first,
                 const std::string& expected) {
  using Pair = std::pair<std::string, std::string>;
  std::string text = sums;
  for (const auto& [from, to] : {Pair{"PROGRAM", program}, {"RESULT", result}, {"FIRST", first}, {"EXPECTED", expected}})
    for (size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  return text;
}
TEST(Executable, sharded_functions_run_on_processes) {
  EXPECT_EQ(run(with("along_y", "tensor<2xi32>", "11", "2"), "e.mlir"), "2 checks");
  EXPECT_THAT(run(with("along_y", "tensor<2xi32>", "11", "3"), "e.mlir"), HasSubstr("1 of 2 checks fail: e.mlir:20:3"));
}
/// Such functions are inputs of a partitioner: an op that is another one on each part is what it is on the whole.
/// Of 10, 10, 1, 1, which the second devices along y have, the middle is 10, 1.
TEST(Executable, ops_that_have_no_parts_run_on_the_whole) {
  EXPECT_EQ(run(with("middle", "tensor<1xi32>", "10", "1"), "e.mlir"), "2 checks");
}
TEST(Executable, what_is_not_covered_says_why) {
  EXPECT_THAT(run(with("at", "tensor<2xi32>", "1", "1"), "e.mlir"),
              HasSubstr("'interpreter.run_parallel' of @at, which is not run by its shardings: e.mlir:12:8: error: "
                        "unsupported: stablehlo.dynamic_slice on shards"));
  std::string replicas = with("along_y", "tensor<2xi32>", "11", "2");
  const size_t at = replicas.find("@along_y, @along_y, @along_y, @along_y");
  replicas.replace(at, 38, "@along_y], [@along_y], [@along_y], [@along_y");
  EXPECT_THAT(run(replicas, "e.mlir"), HasSubstr("which is for 4 partitions, on 4 x 1 processes"));
}

/// `#sdy..<..>` from a place on.
size_t end_of_sharding(const std::string& text, size_t at) {
  int depth = 0;
  for (at = text.find('<', at); at < text.size(); ++at) {
    depth += text[at] == '<';
    depth -= text[at] == '>';
    if (depth == 0) return at + 1;
  }
  return at;
}
/// The function `from` again, as `to`.
std::string copy_of(const std::string& text, const std::string& from, const std::string& to) {
  const size_t at = text.find("func.func @" + from + "("), end = text.find("\n}", at);
  if (at == text.npos || end == text.npos) return {};
  return "\nfunc.func @" + to + text.substr(at + 11 + from.size(), end + 3 - at - 11 - from.size()) + "\n";
}
std::string without_shardings(std::string text) {
  const std::string key = "sdy.sharding = #sdy";
  for (size_t at = text.find(key); at != text.npos; at = text.find(key)) {
    const size_t end = end_of_sharding(text, at);
    size_t begin = at;
    while (begin > 0 && std::isspace(static_cast<unsigned char>(text[begin - 1]))) --begin;
    if (text[begin - 1] == ',') --begin;
    text.erase(begin, end - begin);
  }
  return text;
}
/// With the functions that Shardy's scripts make of those in the file: the sequential program is the parallel one
/// without its shardings, and all_gather is lowered in two ways, between which there is no difference here.
std::string assembled(std::string text) {
  for (size_t at = text.find("func.func @parallel_"); at != text.npos; at = text.find("func.func @parallel_", at + 1)) {
    const std::string name = text.substr(at + 20, text.find('(', at) - at - 20);
    if (text.find("func.func @sequential_" + name + "(") == text.npos)
      text += without_shardings(copy_of(text, "parallel_" + name, "sequential_" + name));
  }
  for (const char* name : {"combined_gather", "per_dim_gather"}) text += copy_of(text, "all_gather_test", name);
  return text;
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
  const std::string unequal = "shards of unequal extents";
  // The lowering of a gather or a scatter along divided dimensions masks; a replica is no partition.
  const std::map<std::string, std::string> out_of_reach = {
      {"stablehlo_gather_shard_reduction_dim_is_collapsed_not_in_start_index_map", "stablehlo.gather on shards"},
      {"stablehlo_gather_shard_two_reduction_dims", "stablehlo.gather on shards"},
      {"stablehlo_scatter_shard_implicit_dim", "stablehlo.scatter on shards"},
      {"stablehlo_scatter_shard_indexed_inserted_dim", "stablehlo.scatter on shards"},
      {"single_device_add", "a tensor that lives on one device"},
      {"stablehlo_pad_replica_id", "which is for 2 partitions, on 2 x 1 processes"},
      {"stablehlo_dot_general_indivisible", unequal},
      {"stablehlo_pad_indivisible", unequal},
      {"stablehlo_pad_replicated_negative_high_padding", unequal},
      {"stablehlo_pad_single_right_hop", unequal},
      {"stablehlo_reshape_1d_to_2d_split", unequal},
      {"stablehlo_reshape_1d_to_2d_split_2groups", unequal},
      {"stablehlo_reshape_1d_to_2d_split_custom_device_ids", unequal},
      {"stablehlo_reshape_1d_to_2d_split_gap_2", unequal},
      {"stablehlo_reshape_1d_to_2d_split_passthrough_indivisible", unequal},
      {"stablehlo_reshape_axis_shift", unequal},
      {"stablehlo_reverse_single_dim_indivisible", unequal},
      {"stablehlo_slice_indivisible", unequal},
      {"stablehlo_slice_replicated", unequal},
      {"stablehlo_slice_replicated_mesh_2", unequal},
  };
  size_t held = 0, unsupported = 0;
  for (const char* part : {"executable_convert_global_to_local", "executable_partitioner_pipeline"}) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder / part)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const auto& path : files) {
      const std::string name = path.stem().string(), verdict = run(assembled(read_file(path)), path.filename().string());
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
}  // namespace partir::executable_test
