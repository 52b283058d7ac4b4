// Programs with Shardy's collectives from text, and what Shardy itself made of a corpus.
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
#include "mlir_bridge/boundary.h"
#include "mlir_bridge/import_module.h"
#include "mlir_bridge/import_sharded.h"
#include "property_tests/spmd_run.h"

namespace partir::import_sharded_test {
namespace {

using build::Tensors;
using testing::HasSubstr;

/// The results of a module's @main on one process.
Tensors run_whole(const std::string& text, const Tensors& args) {
  const shlo::Module m = import_module_text(text, "whole.mlir");
  ModuleValues values;
  for (const Tensor<Native>& t : args) values.push_back(ModuleValue{t});
  const ModuleOutcome outcome = ModuleInterpreter(m)(*m.find("main"), std::move(values));
  Tensors results;
  for (const ModuleValue& v : outcome.results) results.push_back(*v.tensor());
  return results;
}
Tensors random_arguments(const SpmdProgram& p, uint64_t seed) {
  Tensors args;
  for (size_t i = 0; i < p.params.size(); ++i)
    args.push_back(random_tensor<Native>(p.params[i].global, argument_seed(seed, i)));
  return args;
}
template <class E>
void refuses(const std::string& text, const std::string& message, const std::string& where) {
  try {
    import_sharded_text(text, "s.mlir");
    FAIL() << "accepted; expected " << message;
  } catch (const E& e) {
    EXPECT_THAT(e.what(), HasSubstr(message));
    EXPECT_EQ(to_string(e.where()), where);
  }
}

const char* const two_by_three = "sdy.mesh @mesh = <[\"a\"=2, \"b\"=6], device_ids=[3, 2, 1, 0, 11, 10, 9, 8, 7, 6, 5, 4]>\n";

TEST(ImportSharded, reads_every_collective) {
  const std::string text = std::string(two_by_three) + R"(
func.func @main(%x: tensor<24x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b":(1)2}]>})
    -> (tensor<24x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(2)3}, {"a"}]>}) {
  %0 = sdy.all_slice [{"b":(2)3}, {}] %x out_sharding=<@mesh, [{"a", "b":(2)3}, {"b":(1)2}]> : tensor<24x12xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@mesh, [{"b":(2)3, "a"}, {"b":(1)2}]> : tensor<24x12xf32>
  %2 = sdy.all_gather [{}, {"b":(1)2}] %1 out_sharding=<@mesh, [{"b":(2)3, "a"}, {}]> : tensor<24x12xf32>
  %3 = sdy.all_to_all [{"a"}: 0->1] %2 out_sharding=<@mesh, [{"b":(2)3}, {"a"}]> : tensor<24x12xf32>
  %4 = stablehlo.add %3, %3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b":(2)3}, {"a"}], unreduced={"b":(1)2}>]>} : tensor<24x12xf32>
  %5 = sdy.all_reduce {"b":(1)2} %4 out_sharding=<@mesh, [{"b":(2)3}, {"a"}]> : tensor<24x12xf32>
  return %5 : tensor<24x12xf32>
})";
  EXPECT_TRUE(is_sharded_program_text(text, "s.mlir"));
  const SpmdProgram p = import_sharded_text(text, "s.mlir");
  EXPECT_EQ(to_string(p.mesh), R"(["a"=2, "b:(1)2"=2, "b:(2)3"=3])");
  EXPECT_EQ(p.process(4), 11);
  EXPECT_EQ(to_string(p.results[0]), R"(dist<[{"b:(2)3"}, {"a"}]> of tensor<24x12xf32>)");
  std::vector<std::string> forms;
  for (const shlo::Stmt& s : p.function()->body.stmts)
    if (std::holds_alternative<shlo::Collective>(s.expr)) forms.push_back(shlo::form_name(s.expr));
  EXPECT_EQ(forms, (std::vector<std::string>{"collective_permute", "all_gather", "all_to_all", "all_reduce"}));
  // what is added along an axis of size 2 is the same twice
  const Tensors args = random_arguments(p, 1);
  const Tensors four_times = run_whole(R"(func.func @main(%x: tensor<24x12xf32>) -> tensor<24x12xf32> {
  %0 = stablehlo.add %x, %x : tensor<24x12xf32>
  %1 = stablehlo.add %0, %0 : tensor<24x12xf32>
  return %1 : tensor<24x12xf32>
})", args);
  EXPECT_EQ(build::wrong_results(p, args, four_times), "");
  // statements stand where the text's do
  EXPECT_EQ(to_string(p.function()->body.stmts.back().location), "s.mlir:10:8");
  EXPECT_EQ(p.function()->values[p.function()->body.results[0]].name, "5");
}
TEST(ImportSharded, inlines_manual_computations_and_calls_functions) {
  const SpmdProgram p = import_sharded_text(R"(sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func private @half(%x: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}) -> tensor<4x6xf32> {
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>} : tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
func.func @main(%x: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>})
    -> (tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {"b"}]>] out_shardings=[<@mesh, [{"a"}, {"b"}]>] manual_axes={"a"} (%y: tensor<4x6xf32>) {
    %1 = func.call @half(%y) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %2 = "stablehlo.collective_permute"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [1, 3], [2, 4], [3, 5], [4, 6], [5, 7], [6, 0], [7, 1]]> : tensor<8x2xi64>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
    sdy.return %2 : tensor<4x6xf32>
  } : (tensor<16x6xf32>) -> tensor<16x6xf32>
  %3 = sdy.reshard %0 <@mesh, [{"a"}, {}]> : tensor<16x6xf32>
  return %3 : tensor<16x6xf32>
})", "s.mlir");
  const Tensors args = random_arguments(p, 2);
  const Tensors shifted = run_whole(R"(func.func @main(%x: tensor<16x6xf32>) -> tensor<16x6xf32> {
  %0 = stablehlo.negate %x : tensor<16x6xf32>
  %1 = stablehlo.slice %0 [12:16, 0:6] : (tensor<16x6xf32>) -> tensor<4x6xf32>
  %2 = stablehlo.slice %0 [0:12, 0:6] : (tensor<16x6xf32>) -> tensor<12x6xf32>
  %3 = stablehlo.concatenate %1, %2, dim = 0 : (tensor<4x6xf32>, tensor<12x6xf32>) -> tensor<16x6xf32>
  return %3 : tensor<16x6xf32>
})", args);
  EXPECT_EQ(build::wrong_results(p, args, shifted), "");
}
TEST(ImportSharded, leaves_the_result_where_it_is_unless_told) {
  const std::string head = "sdy.mesh @mesh = <[\"a\"=2]>\nfunc.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}]>}) -> ";
  const SpmdProgram p = import_sharded_text(head + "tensor<4xf32> {\n  return %x : tensor<4xf32>\n}", "s.mlir");
  EXPECT_EQ(to_string(p.results.at(0)), R"(dist<[{"a"}]> of tensor<4xf32>)");
  refuses<Rejected>(head + "(tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {\n  return %x : tensor<4xf32>\n}",
                    R"(found dist<[{"a"}]> of tensor<4xf32>, expected dist<[{}]> of tensor<4xf32>)", "s.mlir:2:1");
}
TEST(ImportSharded, refuses_collectives_that_give_something_else) {
  const auto with = [](const std::string& collective) {
    return "sdy.mesh @mesh = <[\"a\"=2, \"b\"=2, \"c\"=4]>\nfunc.func @main(%x: tensor<16x16xf32> {sdy.sharding = "
           "#sdy.sharding<@mesh, [{\"a\", \"b\"}, {}]>}) -> tensor<16x16xf32> {\n  %0 = sdy." + collective +
           " : tensor<16x16xf32>\n  return %0 : tensor<16x16xf32>\n}";
  };
  refuses<Rejected>(with(R"(all_gather [{"a"}, {}] %x out_sharding=<@mesh, [{"b"}, {}]>)"), R"({"a"} at the minor end of dimension 0)", "s.mlir:3:8");
  refuses<Rejected>(with(R"(all_gather [{"b"}, {}] %x out_sharding=<@mesh, [{}, {}]>)"), R"(expected dist<[{"a"}, {}]>)", "s.mlir:3:8");
  refuses<Rejected>(with(R"(all_slice [{"c"}, {}] %x out_sharding=<@mesh, [{"c", "a", "b"}, {}]>)"), R"(expected dist<[{"a", "b", "c"}, {}]>)", "s.mlir:3:8");
  refuses<Rejected>(with(R"(all_slice [{}, {"a"}] %x out_sharding=<@mesh, [{"b"}, {"a"}]>)"), "an axis is listed twice", "s.mlir:3:8");
  refuses<Rejected>(with(R"(all_reduce {"a"} %x out_sharding=<@mesh, [{"a", "b"}, {}]>)"), R"(a tensor that "a" does not tile)", "s.mlir:3:8");
  refuses<Rejected>(with(R"(collective_permute %x out_sharding=<@mesh, [{"a"}, {}]>)"), "a permutation of the parts", "s.mlir:3:8");
  refuses<Rejected>(with(R"(all_to_all [{"a"}: 0->1] %x out_sharding=<@mesh, [{"b"}, {"a"}]>)"), R"({"a"} at the minor end of dimension 0)", "s.mlir:3:8");
  refuses<BadInput>(with(R"(all_to_all [{"b"}: 0->2] %x out_sharding=<@mesh, [{"a"}, {"b"}]>)"), "from dimension 0 to 2", "s.mlir:3:8");
  refuses<BadInput>(with(R"(all_gather [{"b"}] %x out_sharding=<@mesh, [{"a"}, {}]>)"), "lists axes of 1 dimensions", "s.mlir:3:8");
  refuses<BadInput>(with(R"(all_gather [{"d"}, {}] %x out_sharding=<@mesh, [{"a"}, {}]>)"), R"(axis "d" of a sharding is not in the mesh)", "s.mlir:3:8");
}
TEST(ImportSharded, names_the_op_that_is_out_of_reach) {
  const auto with = [](const std::string& op) {
    return "sdy.mesh @mesh = <[\"a\"=2]>\nfunc.func @main(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}, {}]>}, "
           "%i: tensor<i32>, %f: tensor<f32>, %n: tensor<3x1xi32>) {\n  %0 = " + op + "\n  return\n}";
  };
  const std::string rows = "{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"a\"}, {}]>]>}";
  for (const auto& [op, message] : std::vector<std::pair<std::string, std::string>>{
           {"stablehlo.slice %x [0:8:2, 0:6] " + rows + " : (tensor<8x6xf32>) -> tensor<4x6xf32>", "stablehlo.slice on shards"},
           {"stablehlo.pad %x, %f, low = [2, 0], high = [-2, 0], interior = [0, 0] " + rows + " : (tensor<8x6xf32>, tensor<f32>) -> tensor<8x6xf32>", "stablehlo.pad on shards"},
           {"stablehlo.concatenate %x, %x, dim = 0 " + rows + " : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>", "stablehlo.concatenate on shards"},
           {"stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 6] : (tensor<8x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>", "stablehlo.dynamic_slice on shards"},
           {"\"stablehlo.gather\"(%x, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<8x6xf32>, tensor<3x1xi32>) -> tensor<3x6xf32>", "stablehlo.gather on shards"},
           {"\"stablehlo.sort\"(%x) <{dimension = 0 : i64}> ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n  %c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\n  stablehlo.return %c : tensor<i1>\n}) " + rows + " : (tensor<8x6xf32>) -> tensor<8x6xf32>", "stablehlo.sort on shards"},
           {"stablehlo.negate %x : tensor<8x6xf32>", "is divided otherwise than that of the result"},
           {"stablehlo.broadcast_in_dim %f, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<mesh<[\"a\"=4]>, [{\"a\"}, {}]>]>} : (tensor<f32>) -> tensor<8x6xf32>", "meshes of different sizes"},
           {"stablehlo.slice %x [0:3, 0:6] " + rows + " : (tensor<8x6xf32>) -> tensor<3x6xf32>", "'stablehlo.slice': shards of unequal extents"},
           {"\"stablehlo.if\"(%c) ({}, {}) : (tensor<i1>) -> tensor<f32>", "expected"},
       }) {
    SCOPED_TRACE(op);
    try {
      import_sharded_text(with(op), "s.mlir");
      FAIL();
    } catch (const Error& e) {
      if (message != "expected") {
        EXPECT_THAT(e.what(), HasSubstr(message));
      }
      EXPECT_EQ(e.exit_code(), 2);
      EXPECT_EQ(e.where().file(), "s.mlir");
    }
  }
  refuses<Unsupported>(with("stablehlo.replica_id : tensor<ui32>"), "op 'stablehlo.replica_id' in a sharded program", "s.mlir:3:8");
}
/// In the generic form attributes may be missing.
TEST(ImportSharded, refuses_what_is_no_op_of_sdy) {
  for (const char* op : {"\"sdy.manual_computation\"(%x) ({\n^bb0(%y: tensor<4xf32>):\n  \"sdy.return\"(%y) : (tensor<4xf32>) -> ()\n}) : (tensor<4xf32>) -> tensor<4xf32>",
                         "\"sdy.all_gather\"(%x) : (tensor<4xf32>) -> tensor<4xf32>",
                         "\"sdy.reshard\"(%x) {sharding = 3 : i32} : (tensor<4xf32>) -> tensor<4xf32>",
                         "stablehlo.negate %x {sdy.sharding = 3 : i32} : tensor<4xf32>",
                         "stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[]>} : tensor<4xf32>"}) {
    SCOPED_TRACE(op);
    EXPECT_THROW(import_sharded_text(std::string("func.func @main(%x: tensor<4xf32>) {\n  %0 = ") + op + "\n  return\n}", "s.mlir"), BadInput);
  }
}
TEST(ImportSharded, is_told_from_other_programs) {
  EXPECT_FALSE(is_sharded_program_text("func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<mesh<[\"a\"=2]>, [{\"a\"}]>}) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}", "s.mlir"));
  EXPECT_TRUE(is_sharded_program_text("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<mesh<[\"a\"=2]>, [{}]>]>} : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}", "s.mlir"));
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// All of the corpus: run on shards of random tensors, what Shardy printed is what it was given, except where a peer
/// found its lowering wrong, or it is out of reach here.
TEST(ImportSharded, runs_the_corpus) {
  const char* data = std::getenv("PARTIR_DATA");
  const std::filesystem::path folder = std::filesystem::path(data ? data : "") / "shardy_corpus";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no data";
  std::map<std::string, std::string> outcome;
  std::ifstream table(folder / "outcomes.tsv");
  for (std::string name, rest; table >> name && std::getline(table, rest);) outcome[name] = rest;
  // Masks are part of the lowering of a gather whose rows are divided; shards of unequal extents; parts of axes that
  // lie across one another.
  const std::map<std::string, std::string> out_of_reach = {
      {"gather_table_sharded", "stablehlo.gather on shards"},
      {"rs_nondiv2", "shards of unequal extents"}, {"rs_rand00_odd", "shards of unequal extents"},
      {"rs_rand04_odd", "shards of unequal extents"}, {"rs_rand08_odd", "shards of unequal extents"},
      {"rs_rand12_odd", "shards of unequal extents"}, {"rs_rand32_odd", "shards of unequal extents"},
      {"rs_rand36_odd", "shards of unequal extents"},
  };
  size_t right = 0, wrong = 0, unsupported = 0;
  for (const auto& [name, says] : outcome) {
    SCOPED_TRACE(name);
    const auto expected = out_of_reach.find(name);
    // one did not get as far as collectives
    if (!std::filesystem::exists(folder / (name + ".sdy.mlir"))) continue;
    try {
      const SpmdProgram p = import_sharded((folder / (name + ".sdy.mlir")).string());
      EXPECT_EQ(expected, out_of_reach.end());
      EXPECT_TRUE(is_sharded_program((folder / (name + ".sdy.mlir")).string()));
      const Tensors args = random_arguments(p, 3);
      const Tensors results = run_whole(read_file(folder / (name + ".before.mlir")), args);
      const std::string why = build::wrong_results(p, args, results, 1e-4);
      EXPECT_EQ(why.empty(), says.find("wrong") == std::string::npos) << says << ": " << why;
      ++(why.empty() ? right : wrong);
    } catch (const Unsupported& e) {
      ASSERT_NE(expected, out_of_reach.end()) << e.report();
      EXPECT_THAT(e.what(), HasSubstr(expected->second));
      EXPECT_TRUE(e.where().known());
      ++unsupported;
    } catch (const Error& e) {
      ADD_FAILURE() << e.report();
    }
  }
  std::cout << right << " right, " << wrong << " wrong, " << unsupported << " out of reach\n";
  EXPECT_GT(right, 75u);
  EXPECT_EQ(unsupported, out_of_reach.size());
}

}  // namespace
}  // namespace partir::import_sharded_test
