// StableHLO modules from text: what becomes of ops and types that are not covered, where things
// stand, and that no text brings import, typing or a run down.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "interp/module_interp.h"
#include "mlir_bridge/import_module.h"
#include "mlir_bridge/test/mutate.h"
#include "semantics/module_typing.h"

namespace partir::module_import_test {
namespace {

const char* const everything = R"(module @m attributes {a.b = 1 : i32} {
func.func private @step(%i: tensor<i32>, %s: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %next = stablehlo.add %i, %one : tensor<i32>
  %sum = stablehlo.add %s, %i : tensor<i32>
  return %next, %sum : tensor<i32>, tensor<i32>
}
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %end = stablehlo.constant dense<4> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %zero) : tensor<i32>, tensor<i32> cond {
    %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %1:2 = func.call @step(%i, %s) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    stablehlo.return %1#0, %1#1 : tensor<i32>, tensor<i32>
  }
  %less = stablehlo.compare LT, %0#1, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %2 = "stablehlo.if"(%less) ({
    stablehlo.return %zero : tensor<i32>
  }, {
    %3 = "stablehlo.case"(%0#0) ({
      stablehlo.return %zero : tensor<i32>
    }, {
      stablehlo.return %end : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %3 : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  %a = stablehlo.after_all : !stablehlo.token
  %t = stablehlo.tuple %2, %a : tuple<tensor<i32>, !stablehlo.token>
  %b = stablehlo.optimization_barrier %t : tuple<tensor<i32>, !stablehlo.token>
  %4 = stablehlo.get_tuple_element %b[0] : (tuple<tensor<i32>, !stablehlo.token>) -> tensor<i32>
  %5:2 = stablehlo.composite "own.step" %4, %4 {decomposition = @step} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %5#0, dense<5> : tensor<i32>
  check.expect_eq %4, %end : tensor<i32>
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.sqrt %x : tensor<2xf32>
  check.expect_almost_eq_const %y, dense<[1.0, 1.41421]> : tensor<2xf32>
  check.expect_close %y, %y, max_ulp_difference = 5 : tensor<2xf32>, tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%y, %y) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
})";

TEST(ModuleImport, everything_means_what_it_says) {
  const shlo::Module m = import_module_text(everything, "t.mlir");
  shlo::check(m);
  ASSERT_EQ(m.tests().size(), 1u);
  const ModuleOutcome run = ModuleInterpreter(m)(*m.tests()[0], {});
  EXPECT_EQ(run.checks, 5);
  EXPECT_EQ(run.failed, 0) << to_string(run.failures[0]);
}

const char* const parallel = R"(module @p {
func.func @feed() -> tensor<i32> {
  %0 = stablehlo.constant dense<7> : tensor<i32>
  return %0 : tensor<i32>
}
func.func @f(%x: tensor<2xi32>, %t: !stablehlo.token) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<ui32>) {
  %r = stablehlo.replica_id : tensor<ui32>
  %p = stablehlo.partition_id : tensor<ui32>
  %id = stablehlo.subtract %r, %p : tensor<ui32>
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.subtract %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<2xi32>) -> tensor<2xi32>
  %g = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<4xi32>
  %1 = "stablehlo.reduce_scatter"(%g) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xi32>) -> tensor<2xi32>
  %2 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  %3 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  %4 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  %sent = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  %5:2 = "stablehlo.recv"(%sent) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %6:2 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  %7 = "stablehlo.outfeed"(%x, %6#1) {outfeed_config = ""} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  return %0, %1, %2, %3, %4, %5#0, %6#0, %id : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<ui32>
}
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %t = stablehlo.after_all : !stablehlo.token
  %r:16 = "interpreter.run_parallel"(%x, %t, %y, %t) {infeed = [@feed, @feed], programs = [[@f], [@f]]} : (tensor<2xi32>, !stablehlo.token, tensor<2xi32>, !stablehlo.token) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<ui32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<ui32>)
  check.expect_eq_const %r#0, dense<[-9, -18]> : tensor<2xi32>
  check.expect_eq_const %r#1, dense<[2, 4]> : tensor<2xi32>
  check.expect_eq_const %r#2, dense<[1, 10]> : tensor<2xi32>
  check.expect_eq_const %r#3, dense<0> : tensor<2xi32>
  check.expect_eq_const %r#4, dense<[10, 20]> : tensor<2xi32>
  check.expect_eq_const %r#5, dense<[10, 20]> : tensor<2xi32>
  check.expect_eq_const %r#6, dense<7> : tensor<i32>
  check.expect_eq_const %r#7, dense<0> : tensor<ui32>
  check.expect_eq_const %r#8, dense<[-9, -18]> : tensor<2xi32>
  check.expect_eq_const %r#9, dense<[20, 40]> : tensor<2xi32>
  check.expect_eq_const %r#10, dense<[2, 20]> : tensor<2xi32>
  check.expect_eq_const %r#11, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %r#12, dense<[10, 20]> : tensor<2xi32>
  check.expect_eq_const %r#13, dense<0> : tensor<2xi32>
  check.expect_eq_const %r#14, dense<7> : tensor<i32>
  check.expect_eq_const %r#15, dense<1> : tensor<ui32>
  return
}
})";

const char* const dynamic = R"(func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<1x3xi32>) -> tensor<i32>
  check.expect_eq_const %n, dense<3> : tensor<i32>
  %3 = stablehlo.constant dense<3> : tensor<1xi64>
  %i = stablehlo.dynamic_iota %3, dim = 0 : (tensor<1xi64>) -> tensor<3xi32>
  check.expect_eq_const %i, dense<[0, 1, 2]> : tensor<3xi32>
  %y = stablehlo.dynamic_reshape %x, %3 : (tensor<1x3xi32>, tensor<1xi64>) -> tensor<3xi32>
  check.expect_eq_const %y, dense<[1, 2, 3]> : tensor<3xi32>
  %23 = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %b = stablehlo.dynamic_broadcast_in_dim %y, %23, dims = [1] {known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<3xi32>, tensor<2xi64>) -> tensor<2x3xi32>
  check.expect_eq_const %b, dense<[[1, 2, 3], [1, 2, 3]]> : tensor<2x3xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<1> : tensor<1xi64>
  %2 = stablehlo.constant dense<2> : tensor<1xi64>
  %p = stablehlo.dynamic_pad %y, %z, %1, %2, %1 : (tensor<3xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<8xi32>
  check.expect_eq_const %p, dense<[0, 1, 0, 2, 0, 3, 0, 0]> : tensor<8xi32>
  %s = stablehlo.real_dynamic_slice %p, %1, %3, %2 : (tensor<8xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xi32>
  check.expect_eq_const %s, dense<1> : tensor<1xi32>
  %at = stablehlo.constant dense<[[1], [4]]> : tensor<2x1xi64>
  %g = "stablehlo.dynamic_gather"(%p, %at, %2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false} : (tensor<8xi32>, tensor<2x1xi64>, tensor<1xi64>) -> tensor<2x2xi32>
  check.expect_eq_const %g, dense<[[1, 0], [0, 3]]> : tensor<2x2xi32>
  %l = stablehlo.constant dense<[[[1], [2], [3]]]> : tensor<1x3x1xi32>
  %k = stablehlo.constant dense<1> : tensor<2x1x1xi32>
  %d = stablehlo.constant dense<[[2, 0]]> : tensor<1x2xi64>
  %c = "stablehlo.dynamic_conv"(%l, %k, %d) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x3x1xi32>, tensor<2x1x1xi32>, tensor<1x2xi64>) -> tensor<1x4x1xi32>
  check.expect_eq_const %c, dense<[[[0], [1], [3], [5]]]> : tensor<1x4x1xi32>
  return
})";

TEST(ModuleImport, parallel_and_dynamic_ops_mean_what_they_say) {
  for (const auto& [text, checks] : {std::pair{parallel, 16}, {dynamic, 8}}) {
    const shlo::Module m = import_module_text(text, "t.mlir");
    shlo::check(m);
    const ModuleOutcome run = ModuleInterpreter(m)(*m.find("main"), {});
    EXPECT_EQ(run.checks, checks);
    EXPECT_EQ(run.failed, 0) << to_string(run.failures[0]);
  }
}

const char* const folds = R"(module @f {
func.func @main() {
  %x = stablehlo.constant dense<[[5, 7, 11], [2, 3, 4]]> : tensor<2x3xi32>
  %c = stablehlo.constant dense<[100, 200]> : tensor<2xi32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  // the carry before each slice, and the parity of the slice, from the last to the first
  %s:3 = chlo.scan(%x) inits(%c) dimension=1 attributes {is_reverse = true} {
  ^bb0(%a: tensor<2xi32>, %b: tensor<2xi32>):
    %n = stablehlo.add %a, %b : tensor<2xi32>
    %k = stablehlo.broadcast_in_dim %two, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %r = stablehlo.remainder %a, %k : tensor<2xi32>
    %p = stablehlo.convert %r : (tensor<2xi32>) -> tensor<2xi1>
    stablehlo.return %b, %p, %n : tensor<2xi32>, tensor<2xi1>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2x3xi1>, tensor<2xi32>)
  check.expect_eq_const %s#0, dense<[[118, 111, 100], [207, 204, 200]]> : tensor<2x3xi32>
  check.expect_eq_const %s#1, dense<[[true, true, true], [false, true, false]]> : tensor<2x3xi1>
  check.expect_eq_const %s#2, dense<[123, 209]> : tensor<2xi32>
  // no slice: the carry stays
  %none = stablehlo.constant dense<> : tensor<0xi32>
  %e:2 = chlo.scan(%none) inits(%two) dimension=0 {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %a, %a : tensor<i32>, tensor<i32>
  } : (tensor<0xi32>, tensor<i32>) -> (tensor<0xi32>, tensor<i32>)
  check.expect_eq_const %e#1, dense<2> : tensor<i32>
  // pairs (f32, its partner) packed in one integer, ordered by the float's bits
  %f = stablehlo.constant dense<[1.5, 4.0, 3.0]> : tensor<3xf32>
  %least = stablehlo.constant dense<0.0> : tensor<f32>
  %m = "stablehlo.reduce"(%f, %least) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %i = stablehlo.bitcast_convert %a : (tensor<f32>) -> tensor<ui32>
    %j = stablehlo.bitcast_convert %b : (tensor<f32>) -> tensor<ui32>
    %g = stablehlo.maximum %i, %j : tensor<ui32>
    %h = stablehlo.bitcast_convert %g : (tensor<ui32>) -> tensor<f32>
    stablehlo.return %h : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %m, dense<4.0> : tensor<f32>
  return
}
})";

TEST(ModuleImport, scans_and_bodies_on_bits_mean_what_they_say) {
  const shlo::Module m = import_module_text(folds, "t.mlir");
  shlo::check(m);
  const ModuleOutcome run = ModuleInterpreter(m)(*m.find("main"), {});
  EXPECT_EQ(run.checks, 5);
  EXPECT_EQ(run.failed, 0) << to_string(run.failures[0]);
}

TEST(ModuleImport, scans_that_do_not_fit_are_refused_with_a_place) {
  const auto text = [](const std::string& attrs, const std::string& body, const std::string& types) {
    return "func.func @f(%x: tensor<2x3xi32>, %c: tensor<2xi32>, %d: tensor<3xi32>) {\n"
           "%0:2 = chlo.scan(%x) inits(%c) " + attrs + " {\n" + body + "\n} : " + types +
           "\nreturn }";
  };
  const std::string body = "^b(%a: tensor<2xi32>, %b: tensor<2xi32>):\n"
                           "stablehlo.return %a, %b : tensor<2xi32>, tensor<2xi32>";
  const std::string types = "(tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)";
  const std::vector<std::string> wrong = {
      text("dimension=2", body, types), text("dimension=-1", body, types),
      text("dimension=0", body, types),  // slices are of three elements
      text("dimension=1", "^b(%a: tensor<2xi32>): stablehlo.return %a, %a : tensor<2xi32>, tensor<2xi32>",
           types),
      text("dimension=1", "^b(%a: tensor<2xi32>, %b: tensor<2xi32>): stablehlo.return %a : tensor<2xi32>",
           types),
      text("dimension=1", "^b(%a: tensor<2xi32>, %b: tensor<2xi32>): stablehlo.return %a, %d : "
           "tensor<2xi32>, tensor<3xi32>", types),
      text("dimension=1", "^b(%a: tensor<3xi32>, %b: tensor<2xi32>): stablehlo.return %b, %b : "
           "tensor<2xi32>, tensor<2xi32>", types),
      text("dimension=1", "^b(%a: tensor<2xi32>, %b: tensor<2xi32>): %r = stablehlo.reshape %a : "
           "(tensor<2xi32>) -> tensor<1x2xi32> stablehlo.return %r, %b : tensor<1x2xi32>, tensor<2xi32>",
           types),
      text("dimension=1", body, "(tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x4xi32>, tensor<2xi32>)"),
      text("dimension=1", body, "(tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<3xi32>)")};
  for (const std::string& t : wrong) {
    try {
      shlo::check(import_module_text(t, "t.mlir"));
      ADD_FAILURE() << "accepted " << t;
    } catch (const Error& e) {
      EXPECT_FALSE(dynamic_cast<const Crash*>(&e)) << e.report();
      EXPECT_GE(e.where().line(), 2u) << e.report();
    }
  }
  shlo::check(import_module_text(text("dimension=1", body, types), "t.mlir"));
  // nor where nothing runs the body
  const std::string empty = "func.func @f(%x: tensor<0xi32>, %c: tensor<i32>) {\n%0:2 = chlo.scan(%x) inits(%c) "
                            "dimension=0 {\n^b(%a: tensor<i32>, %b: tensor<i32>):\n%s = stablehlo.add %a, %b : "
                            "(tensor<i32>, tensor<i32>) -> TYPE\nstablehlo.return %a, %b : tensor<i32>, tensor<i32>\n"
                            "} : (tensor<0xi32>, tensor<i32>) -> (tensor<0xi32>, tensor<i32>)\nreturn }";
  auto with = [&](const std::string& type) {
    std::string t = empty;
    return t.replace(t.find("TYPE"), 4, type);
  };
  shlo::check(import_module_text(with("tensor<i32>"), "t.mlir"));
  EXPECT_THROW(shlo::check(import_module_text(with("tensor<2xi32>"), "t.mlir")), Rejected);
}

TEST(ModuleImport, runs_of_sharded_or_missing_programs_are_not_covered) {
  const std::string text = R"(sdy.mesh @mesh = <["x"=2]>
func.func @seq(%x: tensor<2xi32>) -> tensor<2xi32> { return %x : tensor<2xi32> }
func.func @par(%x: tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<2xi32> { return %x : tensor<2xi32> }
func.func private @none(%x: tensor<1xi32>) -> tensor<1xi32>
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = func.call @seq(%x) : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq %x, %y : tensor<2xi32>
  %h = stablehlo.slice %x [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %r:2 = "interpreter.run_parallel"(%h, %h) {programs = [[@par, @par]]} : (tensor<1xi32>, tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>)
  return
})";
  for (const auto& [name, reason] : {std::pair{"@par", "has shardings and is not partitioned"},
                                     {"@none", "has no definition here"},
                                     {"@unknown", "has no definition here"}}) {
    std::string t = text;
    for (size_t i = t.find("@par,"), n = 0; n < 2; ++n, i = t.find("@par]")) t.replace(i, 4, name);
    const shlo::Module m = import_module_text(t, "t.mlir");
    shlo::check(m);
    try {
      ModuleInterpreter interpreter(m);
      interpreter(*m.find("main"), {});
      ADD_FAILURE() << "ran " << name;
    } catch (const Unsupported& e) {
      EXPECT_NE(std::string(e.what()).find(reason), std::string::npos) << e.report();
      EXPECT_EQ(e.where().line(), 10u);
    }
  }
}

TEST(ModuleImport, what_is_not_covered_stands_where_it_is) {
  const shlo::Module m = import_module_text(R"(
func.func @main(%z: tensor<2xf8E4M3FN>, %d: tensor<?xf32>) -> tensor<2xf32> {
  %r = stablehlo.convert %z : (tensor<2xf8E4M3FN>) -> tensor<2xf32>
  %y = "own.op"(%r) : (tensor<2xf32>) -> tensor<2xf32>
  %t = stablehlo.custom_call @mystery(%y) : (tensor<2xf32>) -> tensor<2xf32>
  return %t : tensor<2xf32>
})", "t.mlir");
  shlo::check(m);
  const shlo::Function& f = m.functions[0];
  EXPECT_EQ(to_string(f.param_types()), "(tensor<2xf8E4M3FN>, tensor<?xf32>)");
  const char* const reasons[] = {"op 'stablehlo.convert' on element type f8E4M3FN", "op 'own.op'",
                                 "op 'stablehlo.custom_call' of @mystery"};
  ASSERT_EQ(f.body.stmts.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(std::get<shlo::Outside>(f.body.stmts[i].expr).reason, reasons[i]);
    EXPECT_EQ(f.body.stmts[i].location.line(), i + 3);
  }
}

TEST(ModuleImport, pieces_keep_the_lines_of_their_file) {
  const std::vector<ModuleText> pieces = split_modules(
      "// nothing\n// -----\n\nfunc.func @a() { return }\n// -----  \n// -----\nx\n// ----- y");
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0].first_line, 3u);
  EXPECT_EQ(pieces[0].text, "\nfunc.func @a() { return }\n");
  EXPECT_EQ(pieces[1].first_line, 7u);
  const shlo::Module m = import_module_text(pieces[0].text, "t.mlir", pieces[0].first_line);
  EXPECT_EQ(to_string(m.functions[0].location), "t.mlir:4:1");
  for (const char* text : {"x", "func.func @a() { return }\nx", "func.func @a(\0) {"}) {
    try {
      import_module_text(text, "t.mlir", 40);
      ADD_FAILURE() << "read " << text;
    } catch (const BadInput& e) {
      EXPECT_EQ(e.where().line(), std::string(text).find('\n') == std::string::npos ? 40u : 41u);
    }
  }
}

TEST(ModuleImport, malformed_text_is_refused_with_a_place) {
  for (const char* text :
       {"func.func @f() { check.expect_close %x, %x, ulp = 3 : tensor<f32>, tensor<f32> return }",
        "func.func @f(%x: tensor<f32>) { check.expect_close %x, %x, max_ulp_difference = 1, "
        "max_ulp_difference = 1 : tensor<f32>, tensor<f32> return }",
        "func.func @f(%x: tensor<f32>) { stablehlo.tuple %x : tensor<f32> return }",
        "func.func @f(%x: tensor<f32>) { stablehlo.while(%a = %x) cond {} do {} return }",
        "func.func @f(%x: tensor<i1>) { \"stablehlo.if\"(%x) : (tensor<i1>) -> () return }",
        "func.func @f(%x: tensor<i1>) { \"stablehlo.if\"(%x) ({^b(%y: tensor<i1>): "
        "stablehlo.return}, {stablehlo.return}) : (tensor<i1>) -> () return }",
        "func.func @f(%x: tensor<i1>) { \"check.expect_eq\"(%x) : (tensor<i1>) -> () return }",
        "func.func @f() { \"stablehlo.composite\"() {name = \"a\"} : () -> () return }",
        // operands that only the op's own regions define
        "func.func @f() { stablehlo.while(%a = %y) : tensor<i1> cond { %y = stablehlo.not %a : "
        "tensor<i1> stablehlo.return %y : tensor<i1> } do { stablehlo.return %a : tensor<i1> } "
        "return }",
        "func.func @f(%x: tensor<4xf32>) { %0 = stablehlo.reduce(%x init: %s) across dimensions = "
        "[0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32> reducer(%a: tensor<f32>, %b: "
        "tensor<f32>) { %s = stablehlo.add %a, %b : tensor<f32> stablehlo.return %s : tensor<f32> "
        "} return }",
        "func.func @f(%x: tensor<4xf32>) { %0 = stablehlo.reduce(%x init: %x) applies "
        "stablehlo.add across dimensions = [0] : (tensor<4xf32>) -> tensor<f32> return }",
        "func.func @f(%x: tensor<i1>) { stablehlo.while(%a = %x) : tensor<i1>, tensor<i1> cond {} "
        "do {} return }",
        // a body that returns as functions do, and one too many
        "func.func @f(%x: tensor<4xf32>, %i: tensor<f32>) { %0 = \"stablehlo.reduce\"(%x, %i) ({^b(%a: "
        "tensor<f32>, %b: tensor<f32>): func.return %a : tensor<f32>}) {dimensions = array<i64: 0>} : "
        "(tensor<4xf32>, tensor<f32>) -> tensor<f32> return }",
        "func.func @f(%x: tensor<4xf32>, %i: tensor<f32>) { %0 = \"stablehlo.map\"(%x) ({^b(%a: "
        "tensor<f32>): stablehlo.return %a : tensor<f32>}, {^b(%a: tensor<f32>): stablehlo.return %a : "
        "tensor<f32>}) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32> return }",
        "func.func @f() { func.call() : () -> () return }", "func.func @f() { }"}) {
    try {
      import_module_text(text, "t.mlir");
      ADD_FAILURE() << "read " << text;
    } catch (const BadInput& e) {
      EXPECT_TRUE(e.where().known()) << e.report();
    }
  }
}

TEST(ModuleImport, malformed_attributes_of_parallel_ops_are_refused_with_a_place) {
  const auto statement = [](const std::string& op) {
    return "func.func @f(%x: tensor<2xi32>, %t: !stablehlo.token) {\n" + op + "\nreturn }";
  };
  for (const char* op :
       {"%0 = \"stablehlo.all_gather\"(%x) {all_gather_dim = 0 : i64} : (tensor<2xi32>) -> "
        "tensor<4xi32>",
        "%0 = \"stablehlo.all_gather\"(%x) {all_gather_dim = 0 : i64, replica_groups = "
        "dense<[0, 1]> : tensor<2xi64>} : (tensor<2xi32>) -> tensor<4xi32>",
        "%0 = \"stablehlo.all_gather\"(%x) {all_gather_dim = 0 : i64, replica_groups = "
        "dense<[[0, 1]]> : tensor<1x2xi32>} : (tensor<2xi32>) -> tensor<4xi32>",
        "%0 = \"stablehlo.all_gather\"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} "
        ": (tensor<2xi32>) -> tensor<4xi32>",
        "%0 = \"stablehlo.collective_permute\"(%x) {source_target_pairs = dense<[[0, 1]]> : "
        "tensor<1x2xi64>, channel_handle = 1 : i64} : (tensor<2xi32>) -> tensor<2xi32>",
        "%0 = \"stablehlo.all_reduce\"(%x) {replica_groups = dense<[[0, 1]]> : "
        "tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>",
        "%0 = \"stablehlo.send\"(%x, %t) : (tensor<2xi32>, !stablehlo.token) -> "
        "!stablehlo.token",
        // a billion ids are as short a text
        "%0 = \"stablehlo.collective_permute\"(%x) {source_target_pairs = dense<0> : "
        "tensor<1000000000x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>",
        "\"interpreter.run_parallel\"() : () -> ()",
        "\"interpreter.run_parallel\"() {programs = [@f]} : () -> ()",
        "\"interpreter.run_parallel\"() {programs = [[\"f\"]]} : () -> ()",
        "\"interpreter.run_parallel\"() {programs = [[@f]], infeed = @f} : () -> ()"}) {
    try {
      import_module_text(statement(op), "t.mlir");
      ADD_FAILURE() << "read " << op;
    } catch (const BadInput& e) {
      EXPECT_EQ(e.where().line(), 2u) << e.report();
    }
  }
  const shlo::Module m = import_module_text(
      statement("%0 = \"stablehlo.collective_permute\"(%x) {source_target_pairs = dense<> : "
                "tensor<1000000000x0xi64>} : (tensor<2xi32>) -> tensor<2xi32>"), "t.mlir");
  EXPECT_TRUE(std::holds_alternative<shlo::Outside>(m.functions[0].body.stmts.at(0).expr));
}

/// `text` with a word exchanged for another one of its kind (a value, a type, a function, an op):
/// what still can be read, but may be ill-typed.
std::string exchanged(std::string text, Random& random) {
  std::vector<std::pair<size_t, size_t>> words;  // where, how long
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of(" ,:()[]{}=\n\"", at), text.size());
    if (end > at) words.emplace_back(at, end - at);
    at = end + 1;
  }
  const auto word = [&](size_t i) { return text.substr(words[i].first, words[i].second); };
  const auto kind = [](const std::string& w) {
    return w[0] == '%' ? '%' : w[0] == '@' ? '@' : w.starts_with("tensor<") ? 't'
           : w.starts_with("stablehlo.") ? 's' : w.starts_with("check.") ? 'c' : '?';
  };
  for (;;) {
    const size_t i = random.below(words.size()), j = random.below(words.size());
    const char k = kind(word(i));
    if (k == '?' || k != kind(word(j)) || word(i) == word(j)) continue;
    text.replace(words[i].first, words[i].second, word(j));
    return text;
  }
}

TEST(ModuleImport, mutations_of_parallel_text_end_with_a_place) {
  const std::vector<std::string> dictionary = {
      "-1", "0", "1", "2", "99999999999999999999", "[[0, 1]]", "[[1, 0]]", "[[0], [1]]", "[[@f]]",
      "[[@f, @f]]", "@feed", "%x", "%t", "stablehlo.all_gather", "tensor<2xi32>", "tensor<4xi32>",
      "tensor<1x2xi64>", "use_global_device_ids", "tensor<?xi64>", "!stablehlo.token"};
  Random random{20'261'122};
  size_t ran = 0, rejected = 0, stuck = 0, refused = 0;
  const char* wanted = std::getenv("PARTIR_FUZZ_RUNS");
  const int runs = wanted ? std::atoi(wanted) : 4000;
  for (int i = 0; i < runs; ++i) {
    const std::string whole = i % 4 < 2 ? parallel : dynamic;
    const std::string text = i % 2 ? mutated(whole, dictionary, random) : exchanged(whole, random);
    SCOPED_TRACE("mutation " + std::to_string(i));
    try {
      const shlo::Module m = import_module_text(text, "t.mlir");
      shlo::check(m);
      for (const shlo::Function* f : m.tests())
        ModuleInterpreter(m, {.depth = 50, .iterations = 1000})(*f, {});
      ++ran;
    } catch (const Error& e) {
      // Who waits for ever, or gets sizes that lead elsewhere, is stuck, and was well-typed.
      if (dynamic_cast<const Rejected*>(&e)) ++rejected;
      else if (dynamic_cast<const Stuck*>(&e)) ++stuck;
      else ++refused;
      EXPECT_TRUE(e.where().known()) << e.report() << "\n" << text;
    }
  }
  std::cout << ran << " ran, " << rejected << " rejected, " << stuck << " stuck, " << refused
            << " refused\n";
  EXPECT_GT(ran, static_cast<size_t>(runs) / 40);
  EXPECT_GT(rejected, static_cast<size_t>(runs) / 100);
  EXPECT_GT(stuck, static_cast<size_t>(runs) / 400);
  EXPECT_GT(refused, static_cast<size_t>(runs) / 4);
}

TEST(ModuleImport, mutations_are_run_or_refused_with_a_place) {
  const std::vector<std::string> dictionary = {
      "?", "-1", "0", "99999999999999999999", "complex<f32>", "%", "@", "^a:", "\"", "(", ")", "{",
      "}", "<", ">", "->", "tensor<0xf32>", "tensor<?xf32>", "tuple<>", "!stablehlo.token", "%0#1",
      "%t", "@main", "@step", "stablehlo.while", "stablehlo.return", "check.expect_eq", "i1", "f16"};
  Random random{20'261'121};
  size_t ran = 0, rejected = 0, refused = 0;
  const char* wanted = std::getenv("PARTIR_FUZZ_RUNS");  // for longer hunts by hand
  const int runs = wanted ? std::atoi(wanted) : 4000;
  for (int i = 0; i < runs; ++i) {
    const std::string text = i % 2 ? mutated(everything, dictionary, random)
                                   : exchanged(everything, random);
    SCOPED_TRACE("mutation " + std::to_string(i));
    try {
      const shlo::Module m = import_module_text(text, "t.mlir");
      shlo::check(m);
      for (const shlo::Function* f : m.tests())
        ModuleInterpreter(m, {.depth = 50, .iterations = 1000})(*f, {});
      ++ran;
    } catch (const Rejected& e) {
      ++rejected;
      EXPECT_TRUE(e.where().known()) << e.report() << "\n" << text;
    } catch (const Stuck& e) {
      ADD_FAILURE() << "well-typed and stuck: " << e.report() << "\n" << text;
    } catch (const Error& e) {
      ++refused;
      EXPECT_EQ(e.exit_code(), 2) << e.report();
      EXPECT_TRUE(e.where().known()) << e.report() << "\n" << text;
    }
  }
  std::cout << ran << " ran, " << rejected << " rejected, " << refused << " refused\n";
  // It must not be all noise, nor all harmless.
  EXPECT_GT(ran, static_cast<size_t>(runs) / 40);
  EXPECT_GT(rejected, static_cast<size_t>(runs) / 100);
  EXPECT_GT(refused, static_cast<size_t>(runs) / 4);
}

}  // namespace
}  // namespace partir::module_import_test
