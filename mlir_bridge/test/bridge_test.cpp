// Import and export: every op and construct there and back, models that others wrote, bad input.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "interp/native.h"
#include "interp/tensor.h"
#include "mlir_bridge/dialects.h"
#include "mlir_bridge/export.h"
#include "mlir_bridge/import.h"
#include "mlir_bridge/source.h"
#include "mlir_bridge/test/mutate.h"
#include "mlir_bridge/test/same_program.h"

#include "semantics/core_typing.h"
#include "semantics/hlo_typing.h"

namespace partir::bridge_test {
namespace {

const std::string mesh_line =
    "module attributes {partir_core.mesh = #partir_core.mesh<[\"B\"=4, \"M\"=2]>} {\n";
/// A module of mesh B=4, M=2: line 1 is the module's, the body starts on line 2.
std::string on_mesh(const std::string& body) { return mesh_line + body + "\n}\n"; }

const Mesh mesh({{"B", 4}, {"M", 2}});

//===--------------------------------------------------------------------------------------------===
// There and back
//===--------------------------------------------------------------------------------------------===

TEST(RoundTrip, every_sample_of_every_op) {
  size_t samples = 0;
  for_each_op([&](const auto& op) {
    for (const auto& sample : std::decay_t<decltype(op)>::samples()) {
      SCOPED_TRACE(std::string(op.name) + to_string(sample.operands));
      core::Program p;
      hlo::Program h;
      OpExpr expr{sample.op, {}};
      for (const TensorType& t : sample.operands) {
        expr.operands.push_back(p.main.add_value(t));
        h.main.add_value(t);
        h.main.param_dists.push_back(DistType::replicated(t));
      }
      p.main.params = h.main.params = expr.operands;
      p.main.result_types = sample.op.infer(sample.operands);
      std::vector<ValueId> results;
      for (const TensorType& t : p.main.result_types) {
        results.push_back(p.main.add_value(t));
        h.main.add_value(t);
        h.main.result_dists.push_back(DistType::replicated(t));
      }
      p.main.body = {{{results, expr, {}}}, results};
      expect_round_trip(p);
      h.main.body = {{{results, expr, {}}}, results};
      expect_round_trip(h);
      ++samples;
    }
  });
  EXPECT_GT(samples, 100u);
}

TEST(RoundTrip, literals_of_every_element_type) {
  for (ElementType e : all_element_types) {
    SCOPED_TRACE(name(e));
    const int64_t width = byte_width(e);
    for (bool splat : {false, true}) {
      Literal literal{{{2, 3}, e}, splat, {}};
      // Bytes that exercise sign, NaN payloads and the top bit; less than a byte has its bits only.
      for (int64_t i = 0; i < (splat ? 1 : 6) * width; ++i)
        literal.data.push_back(static_cast<std::byte>(
            is_bool(e) ? i % 2 : (0x7f + 0x3b * i) & ((1 << std::min(bit_width(e), 8)) - 1)));
      core::Program p;
      p.main.add_value(literal.type);
      p.main.result_types = {literal.type};
      p.main.body = {{{{0}, OpExpr{Constant{literal}, {}}, {}}}, {0}};
      expect_round_trip(p);
    }
  }
}

TEST(RoundTrip, literal_without_elements_and_scalar) {
  for (const TensorType& t : {TensorType{{0, 3}, ElementType::F32}, TensorType{{}, ElementType::I1}}) {
    Literal literal{t, t.elements() == 1, std::vector<std::byte>(t.elements() * byte_width(t.element))};
    core::Program p;
    p.main.add_value(t);
    p.main.result_types = {t};
    p.main.body = {{{{0}, OpExpr{Constant{literal}, {}}, {}}}, {0}};
    const core::Program read = read_core(print(p));
    const auto& op = std::get<OpExpr>(read.main.body.stmts.at(0).expr).op;
    EXPECT_EQ(op.get_if<Constant>()->value.type, t);
    EXPECT_EQ(op.get_if<Constant>()->value.data.size(), literal.data.size());
  }
}

TEST(RoundTrip, loops_slices_and_several_results) {
  const core::Program p = read_core(on_mesh(R"(
    func.func @f(%x: tensor<8x8xf32> {jax.arg_info = "x", a.b = [1, "two"]}, %i: tensor<8xi32>)
        -> (tensor<8x8xf32> {jax.result_info = ""}, tensor<8x4xf32>, tensor<8xi32>) {
      %a, %b:2 = partir_core.loop "M" [#tile<1>, reduce<max>, #any] (%r : !partir_core.range<"M">) {
        %s = partir_core.slice 1 %x[%r] : tensor<8x8xf32> -> tensor<8x4xf32>
        %t = partir_core.loop "B" [#sum] (%q : !partir_core.range<"B">) {
          %u = partir_core.slice 0 %s[%q] : tensor<8x4xf32> -> tensor<2x4xf32>
          partir_core.yield %u : tensor<2x4xf32>
        } : tensor<2x4xf32>
        partir_core.yield %s, %s, %i : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8xi32>
      } : tensor<8x8xf32>, tensor<8x4xf32>, tensor<8xi32>
      return %a, %b#0, %b#1 : tensor<8x8xf32>, tensor<8x4xf32>, tensor<8xi32>
    })"));
  check(p);
  EXPECT_EQ(p.mesh, mesh);
  const core::Stmt& stmt = p.main.body.stmts.at(0);
  const auto& loop = std::get<core::LoopExpr>(stmt.expr);
  EXPECT_EQ(loop.attrs, (std::vector{core::LoopAttr::tile(1), core::LoopAttr::reduce(Monoid::Max),
                                     core::LoopAttr::any()}));
  EXPECT_EQ(p.main.ranges[loop.range].name, "r");
  const auto& inner = std::get<core::LoopExpr>(loop.body->stmts.at(1).expr);
  EXPECT_EQ(inner.attrs, std::vector{core::LoopAttr::reduce(Monoid::Add)});
  std::vector<std::string> names;
  for (ValueId x : stmt.results) names.push_back(p.main.values[x].name);
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b#0", "b#1"}));
  expect_round_trip(p);
}

TEST(RoundTrip, collectives_and_distributed_types) {
  const hlo::Program p = read_hlo(on_mesh(R"(
    func.func @main(%x: tensor<16x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}, {}]>},
                    %y: tensor<16x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{}, {}], partial<max> {"M", "B"}>, jax.arg_info = "y"},
                    %z: tensor<16x8xf32>)
        -> (tensor<64x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{}, {"M"}]>}, tensor<16x8xf32>,
            tensor<4x4xf32>, tensor<64x2xf32>, tensor<2x8xf32>) {
      %0 = partir_hlo.all_gather [{"B"}, {}] %x : tensor<16x8xf32> -> tensor<64x8xf32>
      %1 = partir_hlo.all_reduce <max> {"B", "M"} %y : tensor<16x8xf32>
      %2 = partir_hlo.reduce_scatter <min> [{"B"}, {"M"}] %z : tensor<16x8xf32> -> tensor<4x4xf32>
      %3 = partir_hlo.all_to_all [0 -> 1 : {"B"}] %z : tensor<16x8xf32> -> tensor<64x2xf32>
      %4 = partir_hlo.all_slice [{"M", "B"}, {}] %z : tensor<16x8xf32> -> tensor<2x8xf32>
      return %0, %1, %2, %3, %4 : tensor<64x8xf32>, tensor<16x8xf32>, tensor<4x4xf32>, tensor<64x2xf32>, tensor<2x8xf32>
    })"));
  check(p);
  EXPECT_EQ(p.main.param_dists[0], (DistType{{{64, 8}, ElementType::F32}, {{"B"}, {}}, {}, {}}));
  // partial axes come in mesh order
  EXPECT_EQ(p.main.param_dists[1],
            (DistType{{{16, 8}, ElementType::F32}, {{}, {}}, {"B", "M"}, Monoid::Max}));
  EXPECT_EQ(p.main.param_dists[2], DistType::replicated({{16, 8}, ElementType::F32}));
  EXPECT_EQ(p.main.result_dists[0], (DistType{{{64, 16}, ElementType::F32}, {{}, {"M"}}, {}, {}}));
  EXPECT_EQ(p.main.param_attributes[1], (CarriedAttributes{{"jax.arg_info", "\"y\""}}));
  expect_round_trip(p);
}

TEST(RoundTrip, meshes_of_rank_zero_and_axes_of_size_one) {
  for (const Mesh& m : {Mesh(), Mesh({{"only", 1}})}) {
    core::Program p;
    p.mesh = m;
    p.main.params = {p.main.add_value({{}, ElementType::F64})};
    p.main.result_types = {{{}, ElementType::F64}};
    p.main.body.results = {0};
    expect_round_trip(p);
  }
}

TEST(RoundTrip, attributes_of_the_module_and_shardings) {
  const core::Program p = read_core(R"(
    module @named attributes {mhlo.num_partitions = 1 : i32, unknown.thing = #unknown<a b>} {
      sdy.mesh @grid = <["x"=2]>
      func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"x"}]>}) -> tensor<4xf32> {
        return %x : tensor<4xf32>
      }
    })");
  EXPECT_EQ(p.attributes, (CarriedAttributes{{"mhlo.num_partitions", "1 : i32"},
                                             {"sym_name", "\"named\""},
                                             {"unknown.thing", "#unknown<a b>"}}));
  expect_round_trip(p);
  EXPECT_EQ(import_core_text(print(p), "t.mlir").shardings.size(), 1u);
}

TEST(RoundTrip, names_of_locations_on_request) {
  const core::Program p = read_core(R"(
    func.func @main(%x: tensor<4xf32> loc("the input")) -> tensor<4xf32> {
      %0 = stablehlo.negate %x : tensor<4xf32> loc("jit(f)/neg"("f.py":3:1))
      return %0 : tensor<4xf32>
    })");
  EXPECT_EQ(p.main.values[0].location.name(), "the input");
  EXPECT_EQ(p.main.values[1].location.name(), "jit(f)/neg");
  EXPECT_EQ(p.main.values[1].location.line(), 3u);
  const core::Program again = read_core(print(p, {true}));
  EXPECT_EQ(again.main.values[0].location.name(), "the input");
  EXPECT_EQ(again.main.values[1].location.name(), "jit(f)/neg");
  EXPECT_EQ(print(p).find("loc("), std::string::npos);
}

TEST(Export, keeps_the_names_of_values) {
  const std::string text = on_mesh(R"(  func.func @main(%x: tensor<8x8xf32>, %0: tensor<8xi32>) -> tensor<8x8xf32> {
    %7 = stablehlo.negate %x {note = #opaque<%x %7>} : tensor<8x8xf32>
    %my-name.1, %b:2, %5:2 = partir_core.loop "M" [#any, #any, #any, #any, #any] (%range : !partir_core.range<"M">) {
      %part = stablehlo.add %7, %7 : tensor<8x8xf32>
      partir_core.yield %x, %x, %part, %x, %x : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
    } : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
    %y = stablehlo.add %my-name.1, %b#1 : tensor<8x8xf32>
    %z = stablehlo.add %5#0, %5#1 : tensor<8x8xf32>
    %i = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%z init: %i) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    return %y : tensor<8x8xf32>
  })");
  core::Program p = read_core(text);
  const std::string printed = print(p);
  for (const char* piece :
       {"@main(%x: tensor<8x8xf32>, %arg1: tensor<8xi32>)", "%0 = stablehlo.negate %x :",
        "%my-name.1, %b, %b_0, %1, %2 = partir_core.loop \"M\"", "(%range : !partir_core.range",
        "%part = stablehlo.add %0, %0", "partir_core.yield %x, %x, %part, %x, %x",
        "%y = stablehlo.add %my-name.1, %b_0", "%z = stablehlo.add %1, %2",
        "%s = stablehlo.reduce(%z init: %i) applies stablehlo.add", "return %y"})
    EXPECT_NE(printed.find(piece), std::string::npos) << piece << "\n" << printed;
  expect_round_trip(p);
  // Names that are taken, that MLIR cannot read, and that look like its own numbers.
  for (const char* name : {"x", "a b", "3", "#", "x_0", "", "arg1", "\xc3\xa9", "-", "%x"}) {
    const ValueId v = p.main.add_value({{8}, ElementType::I32}, name);
    p.main.body.stmts.push_back({{v}, OpExpr{Negate{}, {p.main.params[1]}}, {}});
  }
  expect_round_trip(p);
  // Text in attributes is no name.
  p.main.param_attributes = {{{"a.b", "#unknown<%x %arg1>"}, {"a.c", "\"%x\""}}};
  EXPECT_NE(print(p).find("{a.b = #unknown<%x %arg1>, a.c = \"%x\"}"), std::string::npos);
}

TEST(Export, prints_ill_typed_programs_and_refuses_undefined_values) {
  core::Program p;
  p.main.params = {p.main.add_value({{4}, ElementType::F32})};
  const ValueId y = p.main.add_value({{5}, ElementType::I1});
  p.main.result_types = {{{6}, ElementType::F32}};
  p.main.body = {{{{y}, OpExpr{Negate{}, {0}}, {}}}, {y}};
  EXPECT_THROW(check(p), Rejected);
  expect_round_trip(p);
  p.main.body.stmts.clear();
  EXPECT_THROW(print(p), Crash);

  hlo::Program h;
  h.main.params = h.main.body.results = {h.main.add_value({{4}, ElementType::F32})};
  h.main.param_dists = h.main.result_dists = {{{{4}, ElementType::F32}, {{"nowhere"}}, {}, {}}};
  EXPECT_THROW(check(h), Rejected);
  EXPECT_NE(print(h).find("(tensor<4xf32> {partir_hlo.dist = #partir_hlo.dist<[{\"nowhere\"}]>})"),
            std::string::npos);
}

//===--------------------------------------------------------------------------------------------===
// What an import makes of the text
//===--------------------------------------------------------------------------------------------===

std::vector<std::string> op_names(const core::Program& p) {
  std::vector<std::string> names;
  core::walk(p.main.body, [&](const core::Stmt& s, int) {
    const auto* op = std::get_if<OpExpr>(&s.expr);
    names.push_back(op ? std::string(op->op.name()) : "other");
  });
  return names;
}

TEST(Import, names_places_and_argument_info) {
  const core::Program p = read_core(
      "func.func @main(%first: tensor<4xf32> {jax.arg_info = \"params['w']\"},\n"
      "                %arg1: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %sum = stablehlo.add %first, %arg1 : tensor<4xf32>\n"
      "  %5:2 = stablehlo.optimization_barrier %sum, %arg1 : tensor<4xf32>, tensor<4xf32>\n"
      "  return %5#1 : tensor<4xf32>\n}\n");
  EXPECT_EQ(p.main.values[0].name.str(), "first");
  EXPECT_EQ(p.main.values[0].location.name(), "params['w']");
  EXPECT_EQ(to_string(p.main.values[0].location), "t.mlir:1:17");
  EXPECT_EQ(p.main.param_attributes[0],
            (CarriedAttributes{{"jax.arg_info", "\"params['w']\""}}));
  EXPECT_EQ(to_string(p.main.values[1].location), "t.mlir:2:17");
  EXPECT_EQ(p.main.values[2].name.str(), "sum");
  EXPECT_EQ(to_string(p.main.body.stmts[0].location), "t.mlir:3:10");
  // a barrier of two values is two statements
  EXPECT_EQ(op_names(p), (std::vector<std::string>{"add", "optimization_barrier",
                                                   "optimization_barrier"}));
  EXPECT_EQ(p.main.values[p.main.body.results[0]].name, "5#1");
}

TEST(Import, columns_on_a_first_line_that_uses_an_alias) {
  try {
    read_core("module { func.func @main(%x: tensor<?xf32>) attributes {a.b = #any} { return } }");
    FAIL();
  } catch (const Unsupported& e) {
    EXPECT_EQ(to_string(e.where()), "t.mlir:1:26");
  }
}

TEST(Import, generic_form_equals_pretty_form) {
  const core::Program pretty = read_core(R"(
    func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>) -> tensor<2x4xf32> {
      %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
      %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
      return %1 : tensor<2x4xf32>
    })");
  const core::Program generic = read_core(R"("builtin.module"() ({
    "func.func"() <{function_type = (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<2x4xf32>, sym_name = "main"}> ({
    ^bb0(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>):
      %0 = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
      %1 = "stablehlo.transpose"(%0) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<4x2xf32>) -> tensor<2x4xf32>
      "func.return"(%1) : (tensor<2x4xf32>) -> ()
    }) : () -> ()
  }) : () -> ())");
  EXPECT_EQ(difference(pretty, generic), "");
  const core::Program dot = read_core(R"(
    func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>) -> tensor<2x4xf32> {
      %0 = stablehlo.dot %x, %w, precision = [DEFAULT, HIGHEST] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
      %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
      return %1 : tensor<2x4xf32>
    })");
  EXPECT_EQ(difference(pretty, dot), "");
}

TEST(Import, calls_are_inlined) {
  const core::Program p = read_core(R"(
    func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %1 = func.call @twice(%0) : (tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    func.func private @twice(%arg0: tensor<4xf32>) -> tensor<4xf32> {
      %0 = call @once(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
      %1 = call @once(%0) : (tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    func.func private @once(%arg0: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.negate %arg0 : tensor<4xf32>
      return %0 : tensor<4xf32>
    })");
  check(p);
  EXPECT_EQ(op_names(p), std::vector<std::string>(4, "negate"));
  ValueId x = 0;
  for (const core::Stmt& s : p.main.body.stmts) {
    EXPECT_EQ(std::get<OpExpr>(s.expr).operands, std::vector{x});
    x = s.results[0];
  }
  EXPECT_EQ(p.main.body.results, std::vector{x});
  EXPECT_EQ(p.main.values[1].name.str(), "twice.once.0");
}

TEST(Import, the_only_public_function_and_constants_of_other_dialects) {
  const core::Program p = read_core(R"(
    func.func private @helper(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }
    func.func @entry() -> (tensor<2xf32>, tensor<2xi64>) {
      %0 = sdy.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %1 = arith.constant dense<3> : tensor<2xi64>
      return %0, %1 : tensor<2xf32>, tensor<2xi64>
    })");
  EXPECT_EQ(p.main.name, "entry");
  EXPECT_EQ(op_names(p), (std::vector<std::string>{"constant", "constant"}));
  const auto literal = [&](size_t i) {
    return std::get<OpExpr>(p.main.body.stmts[i].expr).op.get_if<Constant>()->value;
  };
  EXPECT_EQ(literal(0).as_double(1), 2.0);
  EXPECT_TRUE(literal(1).splat);
  EXPECT_EQ(literal(1).as_int(0), 3);
}

TEST(Import, complex_and_narrow_constants_and_back) {
  const char* const text = R"(
    func.func @main() -> (tensor<2xcomplex<f32>>, tensor<3xcomplex<f64>>, tensor<2xi4>, tensor<3xui2>,
                          tensor<2xcomplex<f32>>, tensor<4xi4>) {
      %0 = stablehlo.constant dense<[(1.5, -2.0), (0.0, 3.0)]> : tensor<2xcomplex<f32>>
      %1 = stablehlo.constant dense<(0.5, -0.25)> : tensor<3xcomplex<f64>>
      %2 = stablehlo.constant dense<[-1, 7]> : tensor<2xi4>
      %3 = stablehlo.constant dense<[0, 3, 2]> : tensor<3xui2>
      %4 = stablehlo.constant dense<"0x0000803F000000400000404000008040"> : tensor<2xcomplex<f32>>
      %5 = stablehlo.constant dense<-8> : tensor<4xi4>
      return %0, %1, %2, %3, %4, %5 : tensor<2xcomplex<f32>>, tensor<3xcomplex<f64>>, tensor<2xi4>,
                                      tensor<3xui2>, tensor<2xcomplex<f32>>, tensor<4xi4>
    })";
  const core::Program p = read_core(text);
  auto texts = [&](size_t i) {
    const Literal& l = std::get<OpExpr>(p.main.body.stmts.at(i).expr).op.get_if<Constant>()->value;
    return to_string(Tensor<Native>::from_literal(l));
  };
  EXPECT_EQ(texts(0), "tensor<2xcomplex<f32>> [(1.5, -2), (0, 3)]");
  EXPECT_EQ(texts(1), "tensor<3xcomplex<f64>> [(0.5, -0.25), (0.5, -0.25), (0.5, -0.25)]");
  EXPECT_EQ(texts(2), "tensor<2xi4> [-1, 7]");
  EXPECT_EQ(texts(3), "tensor<3xui2> [0, 3, 2]");
  EXPECT_EQ(texts(4), "tensor<2xcomplex<f32>> [(1, 2), (3, 4)]");
  EXPECT_EQ(texts(5), "tensor<4xi4> [-8, -8, -8, -8]");
  const core::Program again = read_core(print(p));
  for (size_t i = 0; i < 6; ++i)
    EXPECT_EQ(std::get<OpExpr>(again.main.body.stmts.at(i).expr).op,
              std::get<OpExpr>(p.main.body.stmts.at(i).expr).op);
}

TEST(Import, orders_of_floats_and_attributes_of_elementwise_ops) {
  const core::Program p = read_core(R"(
    func.func @main(%x: tensor<2xf32>, %i: tensor<2xi32>) -> (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>, tensor<2xf32>) {
      %0 = stablehlo.compare LT, %x, %x, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
      %1 = stablehlo.compare LT, %x, %x, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
      %2 = stablehlo.compare LT, %i, %i, TOTALORDER : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
      %3 = stablehlo.reduce_precision %x, format = e5m2 : tensor<2xf32>
      return %0, %1, %2, %3 : tensor<2xi1>, tensor<2xi1>, tensor<2xi1>, tensor<2xf32>
    })");
  const core::Program again = read_core(print(p));
  for (const core::Program* q : {&p, &again}) {
    auto op = [&](size_t i) { return std::get<OpExpr>(q->main.body.stmts.at(i).expr).op; };
    EXPECT_EQ(op(0), Op(Compare{ComparisonDirection::LT, ComparisonOrder::Total}));
    EXPECT_EQ(op(1), Op(Compare{ComparisonDirection::LT}));
    EXPECT_EQ(op(2), Op(Compare{ComparisonDirection::LT}));
    EXPECT_EQ(op(3).get_if<ReducePrecision>()->exponent_bits, 5);
    EXPECT_EQ(op(3).get_if<ReducePrecision>()->mantissa_bits, 2);
  }
}

/// The monoid of a reduction of `element` whose body is `body` on %a and %b, giving %r.
/// The monoid of a reduction by `body`; nothing where it is read as a fold by a body of its own.
std::optional<Monoid> reducer(const std::string& element, const std::string& body) {
  const std::string t = "tensor<" + element + ">", v = "tensor<8x" + element + ">";
  const core::Program p = read_core(
      "func.func @main(%x: " + v + ", %i: " + t + ") -> " + t + " {\n"
      "  %0 = stablehlo.reduce(%x init: %i) across dimensions = [0] : (" + v + ", " + t + ") -> " + t +
      "\n    reducer(%a: " + t + ", %b: " + t + ") {\n" + body + "\n stablehlo.return %r : " + t +
      "\n }\n  return %0 : " + t + "\n}");
  const Op& op = std::get<OpExpr>(p.main.body.stmts.at(0).expr).op;
  if (const auto* reduce = op.get_if<Reduce>()) return reduce->reducer;
  EXPECT_TRUE(op.get_if<VariadicReduce>());
  return std::nullopt;
}

TEST(Import, reducer_bodies) {
  EXPECT_EQ(reducer("f32", "%r = stablehlo.add %a, %b : tensor<f32>"), Monoid::Add);
  EXPECT_EQ(reducer("f32", "%r = stablehlo.maximum %b, %a : tensor<f32>"), Monoid::Max);
  EXPECT_EQ(reducer("i32", "%r = stablehlo.multiply %a, %b : tensor<i32>"), Monoid::Mul);
  EXPECT_EQ(reducer("i32", "%r = stablehlo.and %a, %b : tensor<i32>"), Monoid::And);
  EXPECT_EQ(reducer("i1", "%r = stablehlo.or %a, %b : tensor<i1>"), Monoid::Or);
  // booleans by their table
  EXPECT_EQ(reducer("i1", "%r = stablehlo.add %a, %b : tensor<i1>"), Monoid::Or);
  EXPECT_EQ(reducer("i1", "%r = stablehlo.multiply %a, %b : tensor<i1>"), Monoid::And);
  EXPECT_EQ(reducer("i1", "%r = stablehlo.minimum %a, %b : tensor<i1>"), Monoid::And);
  EXPECT_EQ(reducer("i1", R"(%t = stablehlo.constant dense<true> : tensor<i1>
                             %f = sdy.constant dense<false> : tensor<i1>
                             %o = stablehlo.or %b, %a : tensor<i1>
                             %r = stablehlo.select %o, %t, %f : tensor<i1>, tensor<i1>)"),
            Monoid::Or);
  EXPECT_EQ(reducer("i1", R"(%n = stablehlo.not %a : tensor<i1>
                             %m = stablehlo.not %b : tensor<i1>
                             %o = stablehlo.or %n, %m : tensor<i1>
                             %r = stablehlo.not %o : tensor<i1>)"),
            Monoid::And);
  EXPECT_EQ(reducer("i1", "%r = stablehlo.xor %a, %b : tensor<i1>"), std::nullopt);
  EXPECT_EQ(reducer("i1", R"(%n = stablehlo.not %a : tensor<i1>
                                %r = stablehlo.or %n, %b : tensor<i1>)"), std::nullopt);
  EXPECT_EQ(reducer("f32", "%r = stablehlo.subtract %a, %b : tensor<f32>"), std::nullopt);
  EXPECT_EQ(reducer("f32", "%r = stablehlo.add %a, %a : tensor<f32>"), std::nullopt);
  EXPECT_EQ(reducer("f32", R"(%s = stablehlo.add %a, %b : tensor<f32>
                                 %r = stablehlo.add %s, %b : tensor<f32>)"), std::nullopt);
}

TEST(Import, arithmetic_on_booleans_is_logic) {
  const core::Program p = read_core(R"(
    func.func @main(%x: tensor<4xi1>, %y: tensor<4xi1>) -> tensor<4xi1> {
      %0 = stablehlo.add %x, %y : tensor<4xi1>
      %1 = stablehlo.multiply %0, %y : tensor<4xi1>
      return %1 : tensor<4xi1>
    })");
  check(p);
  EXPECT_EQ(op_names(p), (std::vector<std::string>{"or", "and"}));
}

TEST(Import, shardings_on_arguments_results_and_values) {
  const ImportedCore imported = import_core_text(R"(
    sdy.mesh @empty = <[]>
    sdy.mesh @mesh = <["x"=2, "y"=4]>
    func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {?}], replicated={}>},
                    %b: tensor<8x8xf32>)
        -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
      %0 = stablehlo.add %a, %b : tensor<8x8xf32>
      %1 = sdy.sharding_constraint %0 <@mesh, [{"x", ?}, {}], replicated={"y"}> : tensor<8x8xf32>
      %2 = stablehlo.negate %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<8x8xf32>
      %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{replicated}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
      return %3 : tensor<8x8xf32>
    })", "t.mlir");
  const core::Program& p = imported.program;
  EXPECT_EQ(p.mesh, Mesh({{"x", 2}, {"y", 4}}));
  EXPECT_EQ(op_names(p), (std::vector<std::string>{"add", "negate"}));
  ASSERT_EQ(imported.shardings.size(), 4u);
  const ShardingHint& argument = imported.shardings[0];
  EXPECT_EQ(argument.where, ShardingHint::Where::Argument);
  EXPECT_EQ(argument.index, 0u);
  EXPECT_EQ(argument.dims, (AxisLists{{"y", "x"}, {}}));
  const ShardingHint& constraint = imported.shardings[1];
  EXPECT_EQ(constraint.where, ShardingHint::Where::Value);
  EXPECT_EQ(constraint.value, p.main.body.stmts[0].results[0]);
  EXPECT_EQ(constraint.dims, (AxisLists{{"x"}, {}}));
  EXPECT_EQ(constraint.replicated, AxisList{"y"});
  EXPECT_EQ(constraint.location.line(), 8u);
  EXPECT_EQ(imported.shardings[2].value, p.main.body.stmts[1].results[0]);
  EXPECT_EQ(imported.shardings[3].where, ShardingHint::Where::Result);
  EXPECT_EQ(imported.shardings[3].dims, (AxisLists{{}, {"y"}}));
  // A mesh from outside overrides, and then shardings may name what it lacks.
  const Mesh other({{"z", 3}});
  EXPECT_EQ(import_core_text(print(p), "t.mlir", {other}).program.mesh, other);
}

TEST(Import, decides_between_core_and_hlo) {
  const std::string plain = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }";
  EXPECT_EQ(import_any_text(plain, "t.mlir").index(), 0u);
  const std::string dist = on_mesh(
      "func.func @main(%x: tensor<4xf32> {partir_hlo.dist = #partir_hlo.dist<[{\"B\"}]>}) {return}");
  EXPECT_EQ(import_any_text(dist, "t.mlir").index(), 1u);
  const std::string op = on_mesh(
      "func.func @main(%x: tensor<4xf32>) {\n"
      "  %0 = partir_hlo.all_reduce <add> {\"B\"} %x : tensor<4xf32>\n  return }");
  EXPECT_EQ(import_any_text(op, "t.mlir").index(), 1u);
  EXPECT_THROW(read_core(op), BadInput);
}

//===--------------------------------------------------------------------------------------------===
// Models that others wrote
//===--------------------------------------------------------------------------------------------===

std::optional<std::string> model(const char* file) {
  const char* data = std::getenv("PARTIR_DATA");
  const std::string path = std::string(data ? data : "../shared/data") + "/models/" + file;
  if (!std::filesystem::exists(path)) return std::nullopt;
  return path;
}

std::map<std::string, int> op_counts(const core::Program& p) {
  std::map<std::string, int> counts;
  for (const std::string& name : op_names(p)) ++counts[name];
  return counts;
}

TEST(Models, jax_mlp_sgd_step) {
  const auto path = model("jax_mlp_sgd_step.mlir");
  if (!path) GTEST_SKIP() << "no ../shared/data/models";
  const ImportedCore imported = import_core(*path);
  const core::Program& p = imported.program;
  check(p);
  expect_round_trip(p);
  EXPECT_EQ(p.mesh.rank(), 0u);
  EXPECT_TRUE(imported.shardings.empty());
  ASSERT_EQ(p.main.params.size(), 8u);
  for (size_t i = 0; i < 8; ++i)
    EXPECT_EQ(p.main.values[p.main.params[i]].name, "arg" + std::to_string(i));
  EXPECT_EQ(p.main.type(p.main.params[6]), (TensorType{{96, 784}, ElementType::UI8}));
  EXPECT_EQ(p.main.body.results.size(), 6u);
  EXPECT_EQ(p.main.result_attributes[5],
            (CarriedAttributes{{"jax.result_info", "\"[2][1]\""}, {"mhlo.layout_mode", "\"default\""}}));
  const auto counts = op_counts(p);
  EXPECT_EQ(p.main.body.stmts.size(), 145u);
  EXPECT_EQ(counts.at("dot_general"), 8);
  EXPECT_EQ(counts.at("reduce"), 10);
}

TEST(Models, sdy_llama_attention) {
  const auto path = model("sdy_llama_attn_prefill_manual.mlir");
  if (!path) GTEST_SKIP() << "no ../shared/data/models";
  const ImportedCore imported = import_core(*path);
  const core::Program& p = imported.program;
  check(p);
  expect_round_trip(p);
  EXPECT_EQ(p.mesh, Mesh({{"_axis_0", 2}}));
  EXPECT_EQ(p.main.body.stmts.size(), 88u);
  const char* names[] = {"p0.1", "p1.6", "p2.11", "p3.25", "p4.29", "p5.32", "p6.49", "p7.69"};
  // which dimension of each argument the only axis tiles
  const int tiled[] = {1, 0, -1, -1, -1, 0, -1, 0};
  ASSERT_EQ(imported.shardings.size(), 8u);
  for (size_t i = 0; i < 8; ++i) {
    const ShardingHint& hint = imported.shardings[i];
    EXPECT_EQ(hint.where, ShardingHint::Where::Argument);
    EXPECT_EQ(hint.index, i);
    EXPECT_EQ(p.main.values[hint.value].location.name(), names[i]);
    for (int d = 0; d < static_cast<int>(hint.dims.size()); ++d)
      EXPECT_EQ(hint.dims[d], d == tiled[i] ? AxisList{"_axis_0"} : AxisList{}) << i;
  }
  // its boolean reduction is written as select(or(a, b), true, false)
  std::map<Monoid, int> reducers;
  for (const core::Stmt& s : p.main.body.stmts)
    if (const Reduce* r = std::get<OpExpr>(s.expr).op.get_if<Reduce>()) ++reducers[r->reducer];
  EXPECT_EQ(reducers, (std::map<Monoid, int>{{Monoid::Add, 1}, {Monoid::Max, 1}, {Monoid::Or, 1}}));
}

TEST(Models, autoencoder) {
  const auto path = model("autoencoder_linear.mlir");
  if (!path) GTEST_SKIP() << "no ../shared/data/models";
  const ImportedCore imported = import_core(*path);
  const core::Program& p = imported.program;
  check(p);
  expect_round_trip(p);
  EXPECT_EQ(p.mesh, Mesh({{"model", 1}, {"batch", 2}}));
  EXPECT_EQ(p.main.params.size(), 33u);
  EXPECT_EQ(p.main.body.stmts.size(), 97u);
  EXPECT_EQ(op_counts(p).at("dot_general"), 8);
  ASSERT_EQ(imported.shardings.size(), 1u);
  EXPECT_EQ(imported.shardings[0].index, 32u);
  EXPECT_EQ(imported.shardings[0].dims, (AxisLists{{"batch"}, {}, {}, {}}));
}

//===--------------------------------------------------------------------------------------------===
// Bad input
//===--------------------------------------------------------------------------------------------===

enum class Class { BadInput, Unsupported, Rejected };

struct BadCase {
  const char* name;
  std::string text;
  Class error;
  unsigned line, column;
  const char* message;  ///< part of it
};

void PrintTo(const BadCase& c, std::ostream* os) { *os << c.name; }

class Bad : public testing::TestWithParam<BadCase> {};

TEST_P(Bad, is_refused_with_class_and_place) {
  const BadCase& c = GetParam();
  try {
    import_any_text(c.text, "t.mlir");
    FAIL() << "accepted";
  } catch (const Error& e) {
    const Class found = dynamic_cast<const BadInput*>(&e)      ? Class::BadInput
                        : dynamic_cast<const Unsupported*>(&e) ? Class::Unsupported
                                                               : Class::Rejected;
    EXPECT_EQ(found, c.error) << e.report();
    EXPECT_EQ(to_string(e.where()),
              "t.mlir:" + std::to_string(c.line) + ":" + std::to_string(c.column))
        << e.what();
    EXPECT_NE(std::string(e.what()).find(c.message), std::string::npos) << e.what();
  }
}

/// @main on one tensor<8xf32>, with `line` as its second line.
std::string with_line(const std::string& line) {
  return "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n" + line +
         "\nreturn %x : tensor<8xf32>\n}\n";
}
std::string repeat(const std::string& piece, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) text += piece;
  return text;
}

/// @main calls the last of `count` functions of which each calls the one before twice, and the first
/// has `body`.
std::string doubling_calls(int count, const std::string& body) {
  const std::string call = " = call @f", type = "(%x) : (tensor<8xf32>) -> tensor<8xf32>\n";
  std::string text = with_line("%0" + call + std::to_string(count) + type);
  for (int i = count; i > 0; --i)
    text += "func.func private @f" + std::to_string(i) +
            "(%x: tensor<8xf32>) -> tensor<8xf32> {\n%0" + call + std::to_string(i - 1) + type +
            "%1" + call + std::to_string(i - 1) + type + "return %1 : tensor<8xf32>\n}\n";
  return text + "func.func private @f0(%x: tensor<8xf32>) -> tensor<8xf32> {\n" + body +
         "return %x : tensor<8xf32>\n}\n";
}
/// `first` as alias 0 on line 1, then `count` aliases by `next`, in which each $ is the one before.
std::string aliases(char sigil, const std::string& first, const std::string& next, int count) {
  std::string text = sigil + ("a0 = " + first) + "\n";
  for (int i = 1; i <= count; ++i) {
    text += sigil + ("a" + std::to_string(i)) + " = ";
    for (char c : next) text += c == '$' ? sigil + ("a" + std::to_string(i - 1)) : std::string(1, c);
    text += '\n';
  }
  return text;
}
const std::string callsite = "loc(callsite($ at $))", place = "loc(\"f.py\":1:1)";

std::vector<BadCase> bad_cases() {
  return {
      {"empty", "", Class::BadInput, 1, 1, "no function"},
      {"blank", "// nothing\n\n", Class::BadInput, 1, 1, "no function"},
      {"empty_module", "module {}", Class::BadInput, 1, 1, "no function"},
      {"declaration_only", "func.func private @main(tensor<2xf32>)", Class::BadInput, 1, 1, "no function"},
      {"garbage", "hello world", Class::BadInput, 1, 1, "hello"},
      {"garbage_large", repeat("A:", 20'000'000), Class::BadInput, 1, 1, ""},
      {"long_word", std::string(20'000'000, 'w'), Class::BadInput, 1, 1, ".."},
      {"zeros", std::string(1'000'000, '\0'), Class::BadInput, 1, 1, "NUL"},
      {"zero_inside", "module {\n " + std::string(1, '\0') + "}", Class::BadInput, 2, 2, "NUL"},
      {"bytecode", "ML\xefR\x01", Class::BadInput, 1, 1, "bytecode"},
      {"deep_modules", repeat("module {", 1'000'000), Class::BadInput, 1, 1608, "nest"},
      {"deep_lists", "module attributes {a = " + repeat("[", 1'000'000), Class::BadInput, 1, 223, "nest"},
      {"deep_tuples", "func.func private @f(" + repeat("tuple<", 1'000'000), Class::BadInput, 1, 1221, "nest"},
      {"affine", "module attributes {a.b = affine_map<(d) -> (" + repeat("d+", 1'000'000) + "d)>} {}",
       Class::Unsupported, 1, 26, "affine"},
      {"affine_after_blank", "module attributes {a.b = affine_map <() -> ()>} {}", Class::Unsupported, 1, 26, "affine"},
      {"comment_hides_brackets",
       "module attributes {a.b = [#x.y<//>, " + repeat("[", 200'000) + repeat("]", 200'000) + "]} {}",
       Class::BadInput, 1, 32, "comment"},
      {"attribute_alias_chain", aliases('#', "1", "[$]", 60'000) + "module attributes {a.b = #a60000} {}",
       Class::BadInput, 1002, 11, "nest"},
      {"type_alias_chain", aliases('!', "f32", "tuple<$>", 60'000) + "func.func @main(%x: !a60000) { return }",
       Class::BadInput, 1002, 16, "nest"},
      {"location_alias_chain", aliases('#', place, callsite, 60'000) + with_line("") + "loc(#a60000)",
       Class::BadInput, 501, 22, "nest"},
      {"alias_chain_over_lines", aliases('#', "1", "// here\n[$]", 60'000) + "module {}", Class::BadInput, 2003, 2, "nest"},
      {"attribute_alias_doubling", aliases('#', "1", "[$, $]", 60) + "module attributes {a.b = #a60} {}",
       Class::BadInput, 21, 15, "too much text"},
      {"type_alias_doubling", aliases('!', "f32", "tuple<$, $>", 60) + "func.func @main(%x: !a60) { return }",
       Class::BadInput, 20, 20, "too much text"},
      {"location_doubling_as_attribute",
       aliases('#', place, callsite, 60) + "module attributes {a.b = loc(#a60)} {}", Class::BadInput, 62, 30, "too much text"},
      {"byte_order_mark", "\xef\xbb\xbfhello", Class::BadInput, 1, 1, "hello"},
      {"arrows", "func.func private @f() -> " + repeat("() -> ", 100'000), Class::BadInput, 1, 29, ""},
      {"open_string", "module attributes {a.b = \"x", Class::BadInput, 1, 28, "string"},
      {"open_brace", "module {", Class::BadInput, 1, 7, ""},
      {"two_modules", "module {}\nmodule {}", Class::BadInput, 1, 1, "module"},
      {"several_functions",
       "func.func @f() { return }\nfunc.func @g() { return }", Class::BadInput, 2, 1, "@f @g"},
      {"undeclared_value", with_line("%0 = stablehlo.add %x, %y : tensor<8xf32>"), Class::BadInput, 2, 24, "undeclared"},
      {"redefined_value", with_line("%x = stablehlo.negate %x : tensor<8xf32>"), Class::BadInput, 2, 1, "redefinition"},
      {"unknown_op", with_line("%0 = stablehlo.frobnicate %x : tensor<8xf32>"), Class::Unsupported, 2, 6, "stablehlo.frobnicate"},
      {"unknown_dialect", with_line("%0 = mhlo.erf %x : tensor<8xf32>"), Class::Unsupported, 2, 6, "mhlo.erf"},
      {"unknown_generic", with_line("%0 = \"mhlo.erf\"(%x) : (tensor<8xf32>) -> tensor<8xf32>"), Class::Unsupported, 2, 6, "mhlo.erf"},
      {"known_syntax_unknown_meaning", with_line("%0 = stablehlo.uniform_quantize %x : tensor<8xf32>"), Class::Unsupported, 2, 6, "stablehlo.uniform_quantize"},
      {"region_not_understood",
       with_line("%0 = \"stablehlo.sort\"(%x) ({^bb0(%a: tensor<f32>, %b: tensor<f32>): %c = stablehlo.tanh %x : tensor<8xf32> \"stablehlo.return\"(%c) : (tensor<8xf32>) -> ()}) : (tensor<8xf32>) -> tensor<8xf32>"),
       Class::Unsupported, 2, 74, "no scalar"},
      {"dot_that_rounds",
       "func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) -> tensor<2x2xf32> {\n  %0 = stablehlo.dot_general %x, %y, contracting_dims = "
       "[1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, "
       "rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : "
       "(tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>\n  return %0 : tensor<2x2xf32>\n}",
       Class::Unsupported, 2, 8, "algorithm"},
      {"dynamic_shape", "func.func @main(%x: tensor<?xf32>) { return }", Class::Unsupported, 1, 17, "dynamic"},
      {"unranked", "func.func @main(%x: tensor<*xf32>) { return }", Class::Unsupported, 1, 17, "tensor<*xf32>"},
      {"complex_integer", with_line("%0 = stablehlo.constant dense<(1, 2)> : tensor<8xcomplex<i32>>"), Class::Unsupported, 2, 6, "complex<i32>"},
      {"quantized", "func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) { return }", Class::Unsupported, 1, 17, "quant"},
      {"odd_integer", "func.func @main(%x: tensor<2xi7>) { return }", Class::Unsupported, 1, 17, "i7"},
      {"narrow_float", "func.func @main(%x: tensor<2xf8E4M3FN>) { return }", Class::Unsupported, 1, 17, "f8E4M3FN"},
      {"not_a_tensor", "func.func @main(%x: f32) { return }", Class::Unsupported, 1, 17, "f32"},
      {"huge_shape", "func.func @main(%x: tensor<8000000000x8000000000x8000000000xf32>) { return }", Class::Unsupported, 1, 17, "2^40"},
      {"resource", with_line("%0 = stablehlo.constant dense_resource<r> : tensor<8xf32>"), Class::Unsupported, 2, 6, "dense"},
      {"custom_call", with_line("%0 = stablehlo.custom_call @foo(%x) : (tensor<8xf32>) -> tensor<8xf32>"), Class::Unsupported, 2, 6, "@foo"},
      {"missing_attribute", with_line("%0 = \"stablehlo.transpose\"(%x) : (tensor<8xf32>) -> tensor<8xf32>"), Class::BadInput, 2, 6, "permutation"},
      {"wrong_attribute", with_line("%0 = \"stablehlo.iota\"() {iota_dimension = \"a\"} : () -> tensor<8xf32>"), Class::BadInput, 2, 6, "iota_dimension"},
      {"generic_function", "\"func.func\"() ({}) {sym_name = \"main\"} : () -> ()", Class::BadInput, 1, 1, "function_type"},
      {"no_terminator", "func.func @main(%x: tensor<8xf32>) {\n %0 = stablehlo.negate %x : tensor<8xf32>\n}", Class::BadInput, 2, 7, "does not end"},
      {"call_of_nothing", with_line("%0 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>"), Class::BadInput, 2, 6, "@f"},
      {"recursion", with_line("%0 = call @main(%x) : (tensor<8xf32>) -> tensor<8xf32>"), Class::Unsupported, 2, 6, "recursion"},
      {"calls_doubling", doubling_calls(30, "%0 = stablehlo.negate %x : tensor<8xf32>\n"),
       Class::Unsupported, 63, 6, "two million"},
      {"calls_doubling_of_nothing", doubling_calls(60, ""), Class::Unsupported, 213, 6, "two million"},
      {"recursion_of_two",
       with_line("%0 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>") +
           "func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {\n%0 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>\n"
           "return %0 : tensor<8xf32> }",
       Class::Unsupported, 6, 6, "recursion"},
      {"defined_twice", with_line("") + with_line(""), Class::BadInput, 5, 1, "@main is defined twice"},
      {"call_with_other_types",
       with_line("%0 = call @f(%x) : (tensor<8xf32>) -> tensor<9xf32>") +
           "func.func private @f(%x: tensor<8xf32>) -> tensor<8xf32> { return %x : tensor<8xf32> }",
       Class::BadInput, 2, 6, "types"},
      {"mesh_axis_twice", "sdy.mesh @m = <[\"a\"=2, \"a\"=2]>\n" + with_line(""), Class::BadInput, 1, 1, "twice"},
      {"mesh_size_zero", "sdy.mesh @m = <[\"a\"=0]>\n" + with_line(""), Class::BadInput, 1, 1, "size 0"},
      {"mesh_too_large", "sdy.mesh @m = <[\"a\"=1024, \"b\"=1025]>\n" + with_line(""), Class::BadInput, 1, 31, "2^20"},
      {"mesh_size_of_20_digits", "sdy.mesh @m = <[\"a\"=99999999999999999999]>\n" + with_line(""),
       Class::BadInput, 1, 21, "2^20"},
      {"partir_mesh_size_of_20_digits",
       "module attributes {partir_core.mesh = #partir_core.mesh<[\"B\"=4, \"M\"=99999999999999999999]>} {}",
       Class::BadInput, 1, 69, "2^20"},
      {"mesh_size_negative", "sdy.mesh @m = <[\"a\"=-5]>\n" + with_line(""), Class::BadInput, 1, 1, "size -5"},
      {"mesh_size_missing", "sdy.mesh @m = <[\"a\"=x]>\n" + with_line(""), Class::BadInput, 1, 21, "size of axis"},
      {"two_meshes", "sdy.mesh @m = <[\"a\"=2]>\nsdy.mesh @n = <[\"b\"=2]>\n" + with_line(""), Class::Unsupported, 2, 1, "several"},
      {"mesh_attribute", "module attributes {partir_core.mesh = 1} {\n" + with_line("") + "}", Class::BadInput, 1, 1, "mesh"},
      {"sharding_of_other_rank",
       "sdy.mesh @m = <[\"a\"=2]>\nfunc.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) { return }",
       Class::BadInput, 2, 17, "2 dimensions"},
      {"sharding_axis_not_in_mesh",
       "sdy.mesh @m = <[\"a\"=2]>\nfunc.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{\"z\"}]>}) { return }",
       Class::BadInput, 2, 17, "\"z\""},
      {"sharding_part_of_axis",
       "sdy.mesh @m = <[\"a\"=4]>\nfunc.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{\"a\":(1)2}]>}) { return }",
       Class::Unsupported, 2, 17, "part of an axis"},
      {"loop_in_hlo",
       on_mesh("func.func @main(%x: tensor<8xf32> {partir_hlo.dist = #partir_hlo.dist<[{}]>}) {\n"
               "%0 = partir_core.loop \"B\" [#any] (%r : !partir_core.range<\"B\">) {\n"
               "partir_core.yield %x : tensor<8xf32>\n} : tensor<8xf32>\nreturn }"),
       Class::BadInput, 3, 6, "PartIR:Core"},
      {"loop_over_another_range",
       on_mesh("func.func @main(%x: tensor<8xf32>) {\n"
               "%0 = partir_core.loop \"B\" [#any] (%r : !partir_core.range<\"M\">) {\n"
               "partir_core.yield %x : tensor<8xf32>\n} : tensor<8xf32>\nreturn }"),
       Class::BadInput, 3, 6, "range<\"B\">"},
      // What the syntax of programs cannot even hold is rejected here, by rule.
      {"T_Var_1_used_before_defined",
       with_line("%0 = stablehlo.negate %1 : tensor<8xf32>\n%1 = stablehlo.negate %x : tensor<8xf32>"),
       Class::Rejected, 2, 6, "T-Var premise 1"},
      {"T_Var_1_range_as_operand",
       on_mesh("func.func @main(%x: tensor<8xf32>) {\n"
               "%0 = partir_core.loop \"B\" [#any] (%r : !partir_core.range<\"B\">) {\n"
               "%1 = \"stablehlo.negate\"(%r) : (!partir_core.range<\"B\">) -> tensor<8xf32>\n"
               "partir_core.yield %x : tensor<8xf32>\n} : tensor<8xf32>\nreturn }"),
       Class::Rejected, 4, 6, "T-Var premise 1"},
      {"T_Tuple_1_range_as_result",
       on_mesh("func.func @main(%x: tensor<8xf32>) {\n"
               "%0 = partir_core.loop \"B\" [#any] (%r : !partir_core.range<\"B\">) {\n"
               "partir_core.yield %r : !partir_core.range<\"B\">\n} : tensor<8xf32>\nreturn }"),
       Class::Rejected, 4, 1, "T-Tuple premise 1"},
      {"T_Slice_1_operand_is_a_range",
       on_mesh("func.func @main(%x: tensor<8xf32>) {\n"
               "%0 = partir_core.loop \"B\" [#any] (%r : !partir_core.range<\"B\">) {\n"
               "%1 = partir_core.slice 0 %r[%r] : !partir_core.range<\"B\"> -> tensor<2xf32>\n"
               "partir_core.yield %x : tensor<8xf32>\n} : tensor<8xf32>\nreturn }"),
       Class::Rejected, 4, 6, "T-Slice premise 1"},
      {"T_Slice_2_no_such_range", with_line("%0 = partir_core.slice 0 %x[%r] : tensor<8xf32> -> tensor<2xf32>"),
       Class::Rejected, 2, 29, "T-Slice premise 2"},
      {"T_Slice_2_index_is_a_tensor",
       with_line("%0 = partir_core.slice 0 %x[%x : tensor<8xf32>] : tensor<8xf32> -> tensor<2xf32>"),
       Class::Rejected, 2, 6, "T-Slice premise 2"},
      {"H_Func_4_axis_twice",
       on_mesh("func.func @main(%x: tensor<8xf32> {partir_hlo.dist = #partir_hlo.dist<[{\"B\", \"B\"}]>}) { return }"),
       Class::Rejected, 2, 70, "H-Func premise 4"},
      {"H_Func_4_lists", on_mesh("func.func @main(%x: tensor<8xf32> {partir_hlo.dist = #partir_hlo.dist<[{}, {}]>}) { return }"),
       Class::Rejected, 2, 1, "H-Func premise 4"},
      {"H_Func_4_axis_not_in_mesh",
       on_mesh("func.func @main(%x: tensor<8xf32> {partir_hlo.dist = #partir_hlo.dist<[{\"Z\"}]>}) { return }"),
       Class::Rejected, 2, 1, "H-Func premise 4"},
  };
}

INSTANTIATE_TEST_SUITE_P(Import, Bad, testing::ValuesIn(bad_cases()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Import, what_looks_hostile_and_is_not) {
  // Each op's location shares the parts of all others: a tree of 2^60 leaves, 60 nodes.
  const core::Program shared = read_core(
      aliases('#', place, callsite, 60) +
      "func.func @main(%x: tensor<8xf32> loc(#a60)) -> tensor<8xf32> {\n"
      "%0 = stablehlo.negate %x : tensor<8xf32> loc(fused[#a60, \"last\"(#a59), #a58])\n"
      "return %0 : tensor<8xf32> loc(#a59)\n} loc(#a60)\n");
  EXPECT_EQ(shared.main.values.at(1).location.name(), "last");
  EXPECT_EQ(shared.main.values.at(0).location.name(), "");
  // A definition ends where the next value starts, and later uses do not count as its parts.
  std::string text = "#a = [1, 2, 3] #b = #a !c = (f32) -> f32 #l = loc(unknown)\n"
                     "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n";
  for (int i = 0; i < 50'000; ++i)
    text += "%" + std::to_string(i) + " = stablehlo.negate %x {a.b = #b, a.c = !c} : tensor<8xf32> loc(#l)\n";
  EXPECT_EQ(read_core(text + "return %x : tensor<8xf32> }").main.body.stmts.size(), 50'000u);
  // Deep, but not too deep; a byte order mark; brackets in comments and strings.
  read_core(with_line("%0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] {a.b = #stablehlo.dot<\n"
                      "lhs_contracting_dimensions = [0], // the first\n"
                      "rhs_contracting_dimensions = [0]>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>"));
  EXPECT_EQ(read_core("\xef\xbb\xbf" + aliases('#', "1", "[$]", 900) + "// " + repeat("[", 500) +
                      "\nmodule attributes {a.b = #a900, a.c = \"" + repeat("(", 500) + "\"} {\n" +
                      with_line("") + "}").main.name, "main");
}

TEST(Import, refuses_files_that_cannot_be_read) {
  EXPECT_THROW(import_any("/nonexistent.mlir"), BadInput);
  EXPECT_THROW(import_any("/tmp"), BadInput);
  EXPECT_THROW(import_any("/dev/zero"), BadInput);
}

TEST(Import, a_hundred_megabytes_of_garbage) {
  const std::string path = testing::TempDir() + "partir_garbage.mlir";
  {
    std::ofstream file(path, std::ios::binary);
    uint64_t state = 1;
    std::string block(1 << 20, ' ');
    for (int i = 0; i < 100; ++i) {
      for (char& c : block) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        c = static_cast<char>(33 + (state >> 33) % 94);
      }
      file << block;
    }
  }
  EXPECT_THROW(import_any(path), BadInput);
  std::filesystem::remove(path);
}

//===--------------------------------------------------------------------------------------------===
// Ill-typed programs pass the import; the checker rejects them
//===--------------------------------------------------------------------------------------------===

struct IllTyped {
  Rule rule;
  int premise;
  std::string text;
  unsigned line;
};

void PrintTo(const IllTyped& c, std::ostream* os) { *os << name(c.rule) << " " << c.premise; }

class Check : public testing::TestWithParam<IllTyped> {};

TEST_P(Check, rejects_after_import) {
  const IllTyped& c = GetParam();
  const Imported imported = import_any_text(on_mesh(c.text), "t.mlir");
  try {
    std::visit(Overloaded{[](const ImportedCore& i) { check(i.program); },
                          [](const hlo::Program& p) { check(p); }},
               imported);
    FAIL() << "accepted";
  } catch (const Rejected& e) {
    EXPECT_EQ(name(e.rule), name(c.rule)) << e.what();
    EXPECT_EQ(e.premise, c.premise) << e.what();
    EXPECT_EQ(e.where().line(), c.line) << e.report();
  }
}

/// A loop over `axis` with `attrs` whose body (line 4) gives `yields`, and declares `types`.
std::string loop(const std::string& axis, const std::string& attrs, const std::string& body,
                 const std::string& yields, const std::string& types) {
  return "func.func @main(%x: tensor<8x3xf32>, %p: tensor<8x3xi1>) {\n%0:1 = partir_core.loop \"" + axis + "\" [" +
         attrs + "] (%r : !partir_core.range<\"" + axis + "\">) {\n" + body +
         "\npartir_core.yield " + yields + "\n} : " + types + "\nreturn }";
}
std::string in_loop(const std::string& statement) {
  return loop("B", "#any", statement, "%x : tensor<8x3xf32>", "tensor<8x3xf32>");
}
std::string hlo(const std::string& statement) {
  return "func.func @main(%x: tensor<8x3xf32> {partir_hlo.dist = #partir_hlo.dist<[{}, {}]>}, "
         "%p: tensor<8x3xi1>) {\n" + statement + "\nreturn }";
}

INSTANTIATE_TEST_SUITE_P(
    Core, Check,
    testing::ValuesIn(std::vector<IllTyped>{
        {Rule::T_Op, 1, in_loop("%y = \"stablehlo.add\"(%x, %p) : (tensor<8x3xf32>, tensor<8x3xi1>) -> tensor<8x3xf32>"), 4},
        {Rule::T_Op, 1, in_loop("%y = \"stablehlo.add\"(%x) : (tensor<8x3xf32>) -> tensor<8x3xf32>"), 4},
        {Rule::T_Op, 1, in_loop("%y = stablehlo.transpose %x, dims = [0, 0] : (tensor<8x3xf32>) -> tensor<8x8xf32>"), 4},
        {Rule::T_Op, 2, in_loop("%y = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x3xf32>) -> tensor<8x3xf32>"), 4},
        {Rule::T_Slice, 3, in_loop("%y = partir_core.slice 2 %x[%r] : tensor<8x3xf32> -> tensor<2x3xf32>"), 4},
        {Rule::T_Slice, 3, in_loop("%y = partir_core.slice -1 %x[%r] : tensor<8x3xf32> -> tensor<2x3xf32>"), 4},
        {Rule::T_Slice, 4, in_loop("%y = partir_core.slice 1 %x[%r] : tensor<8x3xf32> -> tensor<8x1xf32>"), 4},
        {Rule::T_Loop, 1, loop("Z", "#any", "", "%x : tensor<8x3xf32>", "tensor<8x3xf32>"), 3},
        {Rule::T_Loop, 2,
         in_loop("%y = partir_core.loop \"B\" [#any] (%q : !partir_core.range<\"B\">) {\n"
                 "partir_core.yield %x : tensor<8x3xf32> } : tensor<8x3xf32>"), 4},
        {Rule::T_Loop, 3, loop("B", "#any, #any", "", "%x : tensor<8x3xf32>", "tensor<8x3xf32>"), 3},
        {Rule::T_Tile, 1, loop("B", "#tile<2>", "", "%x : tensor<8x3xf32>", "tensor<8x3xf32>"), 3},
        {Rule::T_Reduce, 1, loop("B", "#reduce<add>", "", "%p : tensor<8x3xi1>", "tensor<8x3xi1>"), 3},
        {Rule::T_Any, 1,
         loop("B", "#any", "%y = partir_core.slice 0 %x[%r] : tensor<8x3xf32> -> tensor<2x3xf32>",
              "%y : tensor<2x3xf32>", "tensor<2x3xf32>"), 3},
        {Rule::T_Let, 3, loop("B", "#tile<0>", "", "%x : tensor<8x3xf32>", "tensor<8x3xf32>"), 3},
        {Rule::T_Func, 1, "func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {\n return %x : tensor<8xf32> }", 2},
        {Rule::T_Func, 2, "func.func @main(%x: tensor<8xf32>) -> tensor<9xf32> {\n return %x : tensor<8xf32> }", 2},
    }));

TEST(ImportedLoop, names_a_dimension_as_it_is_written) {
  for (const char* d : {"4294967296", "-4294967296"}) try {
      import_any_text(on_mesh(loop("B", "#tile<" + std::string(d) + ">", "", "%x : tensor<8x3xf32>", "tensor<8x3xf32>")), "t.mlir");
      ADD_FAILURE() << "accepted";
    } catch (const Rejected& e) {
      EXPECT_EQ(name(e.rule), name(Rule::T_Tile));
      EXPECT_EQ(e.found, "d = " + std::string(d));
      EXPECT_EQ(e.where().line(), 3u) << e.report();
    }
}

INSTANTIATE_TEST_SUITE_P(
    Hlo, Check,
    testing::ValuesIn(std::vector<IllTyped>{
        {Rule::H_Op, 2, hlo("%y = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x3xf32>) -> tensor<8x3xf32>"), 3},
        {Rule::H_Slice, 2, hlo("%y = partir_hlo.all_slice [{}] %x : tensor<8x3xf32> -> tensor<8x3xf32>"), 3},
        {Rule::H_Slice, 3, hlo("%y = partir_hlo.all_slice [{\"Z\"}, {}] %x : tensor<8x3xf32> -> tensor<8x3xf32>"), 3},
        {Rule::H_Slice, 4, hlo("%y = partir_hlo.all_slice [{\"B\"}, {\"B\"}] %x : tensor<8x3xf32> -> tensor<8x3xf32>"), 3},
        {Rule::H_Slice, 5, hlo("%y = partir_hlo.all_slice [{}, {\"B\"}] %x : tensor<8x3xf32> -> tensor<8x3xf32>"), 3},
        {Rule::H_Gather, 2, hlo("%y = partir_hlo.all_gather [{}] %x : tensor<8x3xf32> -> tensor<8x3xf32>"), 3},
        {Rule::H_Reduce, 2, hlo("%y = partir_hlo.all_reduce <add> {\"Z\"} %x : tensor<8x3xf32>"), 3},
        {Rule::H_Reduce, 4, hlo("%y = partir_hlo.all_reduce <add> {\"B\"} %p : tensor<8x3xi1>"), 3},
        {Rule::H_Scatter, 5, hlo("%y = partir_hlo.reduce_scatter <add> [{}, {\"M\"}] %x : tensor<8x3xf32> -> tensor<8x3xf32>"), 3},
        {Rule::H_AllToAll, 2, hlo("%y = partir_hlo.all_to_all [0 -> 2 : {\"B\"}] %x : tensor<8x3xf32> -> tensor<8x3xf32>"), 3},
        {Rule::H_AllToAll, 3, hlo("%y = partir_hlo.all_to_all [0 -> 0 : {\"B\"}] %x : tensor<8x3xf32> -> tensor<8x3xf32>"), 3},
        {Rule::H_Let, 3, hlo("%y = partir_hlo.all_gather [{\"B\"}, {}] %x : tensor<8x3xf32> -> tensor<8x3xf32>"), 3},
    }));

//===--------------------------------------------------------------------------------------------===
// Device-local StableHLO
//===--------------------------------------------------------------------------------------------===

std::string local_text(const std::string& statement) {
  const hlo::Program p = read_hlo(on_mesh(
      "func.func @main(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>, "
      "jax.arg_info = \"x\", partir_hlo.dist = #partir_hlo.dist<[{\"B\"}, {}]>}) {\n" + statement +
      "\nreturn }"));
  check(p);
  return print_stablehlo(p);
}

size_t occurrences(const std::string& text, const std::string& piece) {
  size_t count = 0;
  for (size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++count;
  return count;
}

TEST(Stablehlo, records_the_boundary_and_the_devices) {
  const std::string text = local_text("");
  EXPECT_EQ(text.rfind("// device-local program of mesh [\"B\"=4, \"M\"=2], 8 partitions", 0), 0u);
  EXPECT_NE(text.find("//   argument 0: dist<[{\"B\"}, {}]> of tensor<64x8xf32>"), std::string::npos);
  EXPECT_NE(text.find("mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32"), std::string::npos);
  EXPECT_NE(text.find("jax.arg_info = \"x\""), std::string::npos);
  EXPECT_EQ(text.find("partir_"), std::string::npos);
  EXPECT_EQ(text.find("sdy."), std::string::npos);
}

TEST(Stablehlo, groups_are_row_major_in_the_listed_order) {
  const std::pair<const char*, const char*> cases[] = {
      {"{\"M\"}", "dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>"},
      {"{\"B\"}", "dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>"},
      {"{\"B\", \"M\"}", "dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>"},
      {"{\"M\", \"B\"}", "dense<[[0, 2, 4, 6, 1, 3, 5, 7]]> : tensor<1x8xi64>"}};
  for (const auto& [axes, groups] : cases) {
    const std::string text =
        local_text(std::string("%y = partir_hlo.all_reduce <max> ") + axes + " %x : tensor<16x8xf32>");
    EXPECT_NE(text.find(groups), std::string::npos) << text;
    EXPECT_NE(text.find("stablehlo.maximum"), std::string::npos);
    EXPECT_NE(text.find("use_global_device_ids"), std::string::npos);
  }
}

TEST(Stablehlo, one_collective_for_each_dimension_with_its_own_channel) {
  const std::string gather = local_text(
      "%y = partir_hlo.all_gather [{\"B\"}, {\"M\"}] %x : tensor<16x8xf32> -> tensor<64x16xf32>");
  EXPECT_EQ(occurrences(gather, "\"stablehlo.all_gather\""), 2u);
  EXPECT_NE(gather.find("handle = 2"), std::string::npos);
  EXPECT_NE(gather.find("(tensor<16x8xf32>) -> tensor<64x8xf32>"), std::string::npos);
  EXPECT_NE(gather.find("(tensor<64x8xf32>) -> tensor<64x16xf32>"), std::string::npos);
  const std::string scatter = local_text(
      "%y = partir_hlo.reduce_scatter <add> [{\"B\"}, {\"M\"}] %x : tensor<16x8xf32> -> tensor<4x4xf32>");
  EXPECT_EQ(occurrences(scatter, "\"stablehlo.reduce_scatter\""), 2u);
  const std::string all_to_all = local_text(
      "%y = partir_hlo.all_to_all [0 -> 1 : {\"B\"}] %x : tensor<16x8xf32> -> tensor<64x2xf32>");
  EXPECT_NE(all_to_all.find("concat_dimension = 0"), std::string::npos) << all_to_all;
  EXPECT_NE(all_to_all.find("split_dimension = 1"), std::string::npos);
  EXPECT_NE(all_to_all.find("split_count = 4"), std::string::npos);
}

/// The value of a scalar integer computation on one device, by the ops of the text alone.
int64_t scalar_at(mlir::Value value, int64_t device) {
  mlir::Operation* op = value.getDefiningOp();
  const llvm::StringRef name = op->getName().getStringRef();
  auto operand = [&](int i) { return scalar_at(op->getOperand(i), device); };
  if (name == "stablehlo.partition_id") return device;
  if (name == "stablehlo.constant")
    return op->getAttrOfType<mlir::DenseElementsAttr>("value").getSplatValue<llvm::APInt>().getSExtValue();
  if (name == "stablehlo.convert") return operand(0);
  if (name == "stablehlo.add") return operand(0) + operand(1);
  if (name == "stablehlo.multiply") return operand(0) * operand(1);
  if (name == "stablehlo.divide") return operand(0) / operand(1);
  if (name == "stablehlo.remainder") return operand(0) % operand(1);
  ADD_FAILURE() << name.str();
  return -1;
}

TEST(Stablehlo, all_slice_starts_where_P_Slice_says) {
  const std::pair<AxisLists, const char*> cases[] = {
      {{{"B"}, {}}, "tensor<4x8xf32>"},           {{{"M"}, {}}, "tensor<8x8xf32>"},
      {{{}, {"B"}}, "tensor<16x2xf32>"},          {{{"B"}, {"M"}}, "tensor<4x4xf32>"},
      {{{"B", "M"}, {}}, "tensor<2x8xf32>"},      {{{"M", "B"}, {}}, "tensor<2x8xf32>"}};
  for (const auto& [axes, result] : cases) {
    const std::string text = local_text("%y = partir_hlo.all_slice " + to_string(axes) +
                                        " %x : tensor<16x8xf32> -> " + result);
    SCOPED_TRACE(text);
    const auto source = bridge::Source::parse(text, "t.mlir");
    mlir::Operation* slice = nullptr;
    source.module()->walk([&](mlir::Operation* op) {
      source.check_structure(op);
      if (op->getName().getStringRef() == "stablehlo.dynamic_slice") slice = op;
    });
    ASSERT_TRUE(slice);
    const auto extents =
        llvm::cast<mlir::RankedTensorType>(slice->getResult(0).getType()).getShape();
    for (int64_t id = 0; id < mesh.devices(); ++id)
      for (size_t d = 0; d < 2; ++d)
        EXPECT_EQ(scalar_at(slice->getOperand(1 + d), id),
                  mesh.index_in(axes[d], mesh.device(id)) * extents[d])
            << "device " << id << " dimension " << d;
  }
}

//===--------------------------------------------------------------------------------------------===
// Size
//===--------------------------------------------------------------------------------------------===

TEST(Import, ten_thousand_ops_in_time_linear_in_them) {
  auto seconds = [](int ops) {
    std::string text = "func.func @main(%v0: tensor<64x64xf32>) -> tensor<64x64xf32> {\n";
    for (int i = 0; i < ops; ++i)
      text += "%v" + std::to_string(i + 1) + " = stablehlo.dot_general %v" + std::to_string(i) +
              ", %v0, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> "
              "tensor<64x64xf32> loc(\"layer" + std::to_string(i) + "\")\n";
    text += "return %v" + std::to_string(ops) + " : tensor<64x64xf32>\n}\n";
    const auto start = std::chrono::steady_clock::now();
    const core::Program p = read_core(text);
    const double time =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_EQ(p.main.body.stmts.size(), static_cast<size_t>(ops));
    EXPECT_EQ(p.main.values.back().name.str(), "v" + std::to_string(ops));
    return time;
  };
  seconds(100);
  const double two_thousand = seconds(2000), ten_thousand = seconds(10'000);
  std::cout << "import of 2,000 ops: " << two_thousand << " s, of 10,000: " << ten_thousand << " s\n";
  RecordProperty("seconds_for_2000_ops", std::to_string(two_thousand));
  // 5 times as many; quadratic would be 25 times as long
  EXPECT_LT(ten_thousand, 15 * two_thousand + 0.1);
}

TEST(Import, fifty_thousand_parameters_on_one_line_there_and_back) {
  // Looking for the line's start from each of them, or setting their attributes one by one, took
  // minutes.
  std::string text = "func.func @main(";
  for (int i = 0; i < 50'000; ++i)
    text += (i ? ", %x" : "%x") + std::to_string(i) + ": tensor<8xf32> {partir_hlo.dist = #partir_hlo.dist<[{\"B\"}]>}";
  const auto start = std::chrono::steady_clock::now();
  const hlo::Program read = read_hlo(on_mesh(text + ") { return }"));
  EXPECT_EQ(to_string(read.main.values.at(1).location), "t.mlir:2:83");
  EXPECT_NE(print(read).find("%x49999: tensor<8xf32> {partir_hlo.dist"), std::string::npos);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

//===--------------------------------------------------------------------------------------------===
// Garbage that is nearly right
//===--------------------------------------------------------------------------------------------===

TEST(Fuzz, mutations_of_the_examples_are_read_or_refused_with_a_place) {
  const std::vector<std::string> dictionary = {
      "?", "*", "-1", "0", "99999999999999999999", "9223372036854775807", "0x", "complex<f32>", "i4",
      "%", "#", "!", "@", "^a:", "\"", "//", "(", ")", "[", "]", "{", "}", "<", ">", "->", "loc(",
      "tensor<?xf32>", "tensor<*xf32>", "tensor<0xf32>", "#a = ", "%0", "%arg0", "@main", "{}", "[]",
      "func.func", "partir_core.loop", "partir_core.yield", "stablehlo.reduce", "dense<>", "none"};
  std::vector<std::string> seeds;
  for (const auto& file : std::filesystem::directory_iterator(PARTIR_EXAMPLES))
    if (file.path().extension() == ".mlir") {
      std::ifstream in(file.path(), std::ios::binary);
      seeds.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
  ASSERT_GE(seeds.size(), 4u);
  std::sort(seeds.begin(), seeds.end());  // folders have no order
  Random random{20'240'601};
  size_t accepted = 0, rejected = 0, refused = 0;
  const char* wanted = std::getenv("PARTIR_FUZZ_RUNS");  // for longer hunts by hand
  const int runs = wanted ? std::atoi(wanted) : 6000;
  for (int i = 0; i < runs; ++i) {
    const std::string text = mutated(seeds[i % seeds.size()], dictionary, random);
    SCOPED_TRACE("mutation " + std::to_string(i));
    try {
      const Imported imported = import_any_text(text, "t.mlir");
      std::visit(Overloaded{[](const ImportedCore& c) { check(c.program); print(c.program); },
                            [](const hlo::Program& p) { check(p); print(p); }},
                 imported);
      ++accepted;
    } catch (const Rejected& e) {
      ++rejected;
      EXPECT_TRUE(e.where().known()) << e.report() << "\n" << text;
    } catch (const Error& e) {
      ++refused;
      EXPECT_EQ(e.exit_code(), 2) << e.report();
      EXPECT_TRUE(e.where().known()) << e.report() << "\n" << text;
    }
  }
  // It must not be all noise, nor all harmless.
  EXPECT_GT(accepted, 200u);
  EXPECT_GT(rejected, 40u);
  EXPECT_GT(refused, 2000u);
}

}  // namespace
}  // namespace partir::bridge_test
