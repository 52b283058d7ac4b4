// Upstream's dialects as specifications and as devices' programs: what ops mean, beside StableHLO's of
// the same meaning; collectives; boundaries; what is refused; and the pairs of the data folder.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "mlir_bridge/import.h"
#include "mlir_bridge/import_mesh.h"
#include "mlir_bridge/test/mesh_judge.h"

namespace partir::mesh_import_test {
namespace {

using test::judge;

const std::string grid4 = "mesh.mesh @m(shape = 4)\n", grid23 = "mesh.mesh @m(shape = 2x3)\n";

/// What differs between upstream's function and StableHLO's on small integers; empty where nothing does.
std::string difference(const std::string& upstream, const std::string& stablehlo) {
  const core::Program a = import_mesh_spec_text(grid4 + upstream, "a.mlir");
  const core::Program b = import_core_text(stablehlo, "b.mlir").program;
  for (uint64_t seed = 1; seed <= 2; ++seed) {
    std::vector<test::NativeTensor> inputs;
    for (size_t i = 0; i < a.main.params.size(); ++i)
      inputs.push_back(test::small_integers(a.main.type(a.main.params[i]), argument_seed(seed, i)));
    const auto x = run<Native>(a, inputs), y = run<Native>(b, inputs);
    if (x.size() != y.size()) return "numbers of results";
    for (size_t j = 0; j < x.size(); ++j) {
      if (x[j].type() != y[j].type()) return "types: " + to_string(x[j].type()) + ", " + to_string(y[j].type());
      if (const auto at = first_difference(y[j], x[j]))
        return "result " + std::to_string(j) + " at " + to_string(*at) + ": " + x[j].element_text(*at) +
               ", expected " + y[j].element_text(*at);
    }
  }
  return "";
}

struct Pair {
  const char *what, *upstream, *stablehlo;
};
void expect_equal(const std::vector<Pair>& pairs) {
  for (const Pair& p : pairs) {
    SCOPED_TRACE(p.what);
    try {
      EXPECT_EQ(difference(p.upstream, p.stablehlo), "");
    } catch (const Error& e) {
      ADD_FAILURE() << e.report();
    }
  }
}

TEST(MeshImport, linalg_ops_mean_comprehensions) {
  expect_equal({
      {"matmul adds to its outs", R"(func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x4xf32>) outs(%c : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
})", R"(func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.add %0, %c : tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
})"},
      {"batch_matmul, of the transposed", R"(func.func @f(%a: tensor<2x3x5xi32>, %b: tensor<2x4x5xi32>, %c: tensor<2x3x4xi32>) -> tensor<2x3x4xi32> {
  %0 = linalg.batch_matmul_transpose_b ins(%a, %b : tensor<2x3x5xi32>, tensor<2x4x5xi32>) outs(%c : tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
  return %0 : tensor<2x3x4xi32>
})", R"(func.func @f(%a: tensor<2x3x5xi32>, %b: tensor<2x4x5xi32>, %c: tensor<2x3x4xi32>) -> tensor<2x3x4xi32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x3x5xi32>, tensor<2x4x5xi32>) -> tensor<2x3x4xi32>
  %1 = stablehlo.add %0, %c : tensor<2x3x4xi32>
  return %1 : tensor<2x3x4xi32>
})"},
      {"matmul of narrow integers", R"(func.func @f(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %c: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<2x3xi8>, tensor<3x4xi8>) outs(%c : tensor<2x4xi32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
})", R"(func.func @f(%a: tensor<2x3xi8>, %b: tensor<3x4xi8>, %c: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>
  %1 = stablehlo.add %0, %c : tensor<2x4xi32>
  return %1 : tensor<2x4xi32>
})"},
      {"fill, and an empty tensor that is not read", R"(func.func @f(%a: f32) -> tensor<2x2xf32> {
  %e = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.fill ins(%a : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
})", R"(func.func @f(%a: tensor<f32>) -> tensor<2x2xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
})"},
      {"max, transpose, broadcast, map", R"(func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %o: tensor<2x3xf32>, %t: tensor<3x2xf32>, %u: tensor<3x2x2xf32>) -> tensor<3x2x2xf32> {
  %0 = linalg.max ins(%a, %b : tensor<2x3xf32>, tensor<2x3xf32>) outs(%o : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = linalg.transpose ins(%0 : tensor<2x3xf32>) outs(%t : tensor<3x2xf32>) permutation = [1, 0]
  %2 = linalg.broadcast ins(%1 : tensor<3x2xf32>) outs(%u : tensor<3x2x2xf32>) dimensions = [1]
  %3 = linalg.map { arith.negf } ins(%2 : tensor<3x2x2xf32>) outs(%u : tensor<3x2x2xf32>)
  return %3 : tensor<3x2x2xf32>
})", R"(func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %o: tensor<2x3xf32>, %t: tensor<3x2xf32>, %u: tensor<3x2x2xf32>) -> tensor<3x2x2xf32> {
  %0 = stablehlo.maximum %a, %b : tensor<2x3xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 2] : (tensor<3x2xf32>) -> tensor<3x2x2xf32>
  %3 = stablehlo.negate %2 : tensor<3x2x2xf32>
  return %3 : tensor<3x2x2xf32>
})"},
      {"reduce begins with its init", R"(func.func @f(%a: tensor<2x3xi32>, %z: tensor<3xi32>) -> tensor<3xi32> {
  %0 = linalg.reduce { arith.maxsi } ins(%a : tensor<2x3xi32>) outs(%z : tensor<3xi32>) dimensions = [0]
  return %0 : tensor<3xi32>
})", R"(func.func @f(%a: tensor<2x3xi32>, %z: tensor<3xi32>) -> tensor<3xi32> {
  %i = stablehlo.constant dense<-100> : tensor<i32>
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi32>
  %1 = stablehlo.maximum %0, %z : tensor<3xi32>
  return %1 : tensor<3xi32>
})"},
      {"an unsigned maximum over bits", R"(func.func @f(%a: tensor<2x3xi32>, %z: tensor<2xi32>) -> tensor<2xi32> {
  %0 = linalg.reduce { arith.maxui } ins(%a : tensor<2x3xi32>) outs(%z : tensor<2xi32>) dimensions = [1]
  return %0 : tensor<2xi32>
})", R"(func.func @f(%a: tensor<2x3xi32>, %z: tensor<2xi32>) -> tensor<2xi32> {
  %i = stablehlo.constant dense<0> : tensor<ui32>
  %u = stablehlo.bitcast_convert %a : (tensor<2x3xi32>) -> tensor<2x3xui32>
  %v = stablehlo.bitcast_convert %z : (tensor<2xi32>) -> tensor<2xui32>
  %0 = stablehlo.reduce(%u init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xui32>, tensor<ui32>) -> tensor<2xui32>
  %1 = stablehlo.maximum %0, %v : tensor<2xui32>
  %2 = stablehlo.bitcast_convert %1 : (tensor<2xui32>) -> tensor<2xi32>
  return %2 : tensor<2xi32>
})"},
      {"a generic with a broadcast, a constant index and a transposed result", R"(func.func @f(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>, %o: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (2, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<2x3xf32>, tensor<4x3xf32>) outs(%o : tensor<3x2xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %s = arith.subf %x, %y : f32
    %t = arith.mulf %s, %old : f32
    linalg.yield %t : f32
  } -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
})", R"(func.func @f(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>, %o: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %r = stablehlo.slice %b [2:3, 0:3] : (tensor<4x3xf32>) -> tensor<1x3xf32>
  %q = stablehlo.broadcast_in_dim %r, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<2x3xf32>
  %s = stablehlo.subtract %a, %q : tensor<2x3xf32>
  %t = stablehlo.transpose %s, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %u = stablehlo.multiply %t, %o : tensor<3x2xf32>
  return %u : tensor<3x2xf32>
})"},
      {"loop indices and a captured scalar", R"(func.func @f(%a: tensor<2x3xi32>, %k: i32) -> tensor<2x3xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%a : tensor<2x3xi32>) {
  ^bb0(%x: i32):
    %j = linalg.index 1 : index
    %c = arith.index_cast %j : index to i32
    %m = arith.muli %x, %c : i32
    %n = arith.addi %m, %k : i32
    linalg.yield %n : i32
  } -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
})", R"(func.func @f(%a: tensor<2x3xi32>, %k: tensor<i32>) -> tensor<2x3xi32> {
  %j = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %m = stablehlo.multiply %a, %j : tensor<2x3xi32>
  %c = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
  %n = stablehlo.add %m, %c : tensor<2x3xi32>
  return %n : tensor<2x3xi32>
})"},
      {"a fold that is no reduction goes in order", R"(func.func @f(%a: tensor<2x3xf32>, %z: tensor<2xf32>) -> tensor<2xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<2x3xf32>) outs(%z : tensor<2xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %two = arith.constant 2.0 : f32
    %t = arith.mulf %acc, %two : f32
    %m = arith.addf %x, %t : f32
    linalg.yield %m : f32
  } -> tensor<2xf32>
  return %0 : tensor<2xf32>
})", R"(func.func @f(%a: tensor<2x3xf32>, %z: tensor<2xf32>) -> tensor<2xf32> {
  %w = stablehlo.constant dense<[4.0, 2.0, 1.0]> : tensor<3xf32>
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %8 = stablehlo.constant dense<8.0> : tensor<2xf32>
  %1 = stablehlo.multiply %z, %8 : tensor<2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
})"},
      {"a sum of three factors", R"(func.func @f(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %z: tensor<2xf32>) -> tensor<2xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a, %b : tensor<2x3xf32>, tensor<3xf32>) outs(%z : tensor<2xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.mulf %p, %x : f32
    %m = arith.addf %acc, %q : f32
    linalg.yield %m : f32
  } -> tensor<2xf32>
  return %0 : tensor<2xf32>
})", R"(func.func @f(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %z: tensor<2xf32>) -> tensor<2xf32> {
  %s = stablehlo.multiply %a, %a : tensor<2x3xf32>
  %0 = stablehlo.dot_general %s, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %2 = stablehlo.add %0, %z : tensor<2xf32>
  return %2 : tensor<2xf32>
})"},
      {"two results of one fold", R"(func.func @f(%a: tensor<4xi32>, %z: tensor<i32>, %y: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a : tensor<4xi32>) outs(%z, %y : tensor<i32>, tensor<i32>) {
  ^bb0(%x: i32, %s: i32, %d: i32):
    %m = arith.addi %x, %s : i32
    %n = arith.subi %d, %x : i32
    linalg.yield %m, %n : i32, i32
  } -> (tensor<i32>, tensor<i32>)
  return %0#0, %0#1 : tensor<i32>, tensor<i32>
})", R"(func.func @f(%a: tensor<4xi32>, %z: tensor<i32>, %y: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  %1 = stablehlo.add %0, %z : tensor<i32>
  %2 = stablehlo.subtract %y, %0 : tensor<i32>
  return %1, %2 : tensor<i32>, tensor<i32>
})"},
      {"a convolution reads at sums of loops", R"(func.func @f(%x: tensor<5xf32>, %k: tensor<2xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.conv_1d ins(%x, %k : tensor<5xf32>, tensor<2xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
})", R"(func.func @f(%x: tensor<5xf32>, %k: tensor<2xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.slice %x [0:4] : (tensor<5xf32>) -> tensor<4xf32>
  %b = stablehlo.slice %x [1:5] : (tensor<5xf32>) -> tensor<4xf32>
  %k0 = stablehlo.slice %k [0:1] : (tensor<2xf32>) -> tensor<1xf32>
  %k1 = stablehlo.slice %k [1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %c0 = stablehlo.broadcast_in_dim %k0, dims = [0] : (tensor<1xf32>) -> tensor<4xf32>
  %c1 = stablehlo.broadcast_in_dim %k1, dims = [0] : (tensor<1xf32>) -> tensor<4xf32>
  %p = stablehlo.multiply %a, %c0 : tensor<4xf32>
  %q = stablehlo.multiply %b, %c1 : tensor<4xf32>
  %s = stablehlo.add %p, %q : tensor<4xf32>
  %t = stablehlo.add %s, %o : tensor<4xf32>
  return %t : tensor<4xf32>
})"},
  });
}

TEST(MeshImport, tosa_ops_mean_what_its_specification_says) {
  expect_equal({
      {"elementwise with a broadcast", R"(func.func @f(%a: tensor<2x3xf32>, %b: tensor<1x3xf32>) -> tensor<2x3xf32> {
  %0 = tosa.add %a, %b : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %1 = tosa.mul %0, %b {shift = 0 : i8} : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %2 = tosa.maximum %1, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = tosa.clamp %2 {min_fp = -2.0 : f32, max_fp = 3.0 : f32, min_int = -2 : i64, max_int = 3 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = tosa.tanh %3 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = tosa.negate %4 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %5 : tensor<2x3xf32>
})", R"(func.func @f(%a: tensor<2x3xf32>, %b: tensor<1x3xf32>) -> tensor<2x3xf32> {
  %c = stablehlo.broadcast_in_dim %b, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<2x3xf32>
  %0 = stablehlo.add %a, %c : tensor<2x3xf32>
  %1 = stablehlo.multiply %0, %c : tensor<2x3xf32>
  %2 = stablehlo.maximum %1, %a : tensor<2x3xf32>
  %l = stablehlo.constant dense<-2.0> : tensor<f32>
  %h = stablehlo.constant dense<3.0> : tensor<f32>
  %3 = stablehlo.clamp %l, %2, %h : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = stablehlo.tanh %3 : tensor<2x3xf32>
  %5 = stablehlo.negate %4 : tensor<2x3xf32>
  return %5 : tensor<2x3xf32>
})"},
      {"contractions", R"(func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>, %c: tensor<3x4xf32>, %w: tensor<5x4xf32>, %v: tensor<5xf32>) -> (tensor<2x3x5xf32>, tensor<3x5xf32>) {
  %0 = tosa.matmul %a, %b : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %1 = tosa.fully_connected %c, %w, %v : (tensor<3x4xf32>, tensor<5x4xf32>, tensor<5xf32>) -> tensor<3x5xf32>
  return %0, %1 : tensor<2x3x5xf32>, tensor<3x5xf32>
})", R"(func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>, %c: tensor<3x4xf32>, %w: tensor<5x4xf32>, %v: tensor<5xf32>) -> (tensor<2x3x5xf32>, tensor<3x5xf32>) {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %1 = stablehlo.dot_general %c, %w, contracting_dims = [1] x [1] : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<3x5xf32>
  %2 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<5xf32>) -> tensor<3x5xf32>
  %3 = stablehlo.add %1, %2 : tensor<3x5xf32>
  return %0, %3 : tensor<2x3x5xf32>, tensor<3x5xf32>
})"},
      {"reductions keep their axis, casts round", R"(func.func @f(%a: tensor<2x3xf32>) -> tensor<2x1xi32> {
  %h = "tosa.const"() {value = dense<0.5> : tensor<2x3xf32>} : () -> tensor<2x3xf32>
  %b = tosa.mul %a, %h {shift = 0 : i8} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = tosa.reduce_max %b {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %1 = tosa.cast %0 : (tensor<2x1xf32>) -> tensor<2x1xi32>
  return %1 : tensor<2x1xi32>
})", R"(func.func @f(%a: tensor<2x3xf32>) -> tensor<2x1xi32> {
  %h = stablehlo.constant dense<0.5> : tensor<2x3xf32>
  %b = stablehlo.multiply %a, %h : tensor<2x3xf32>
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%b init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.round_nearest_even %0 : tensor<2xf32>
  %2 = stablehlo.convert %1 : (tensor<2xf32>) -> tensor<2xi32>
  %3 = stablehlo.reshape %2 : (tensor<2xi32>) -> tensor<2x1xi32>
  return %3 : tensor<2x1xi32>
})"},
      {"movement", R"(func.func @f(%a: tensor<2x3xf32>) -> tensor<4x6xf32> {
  %p = "tosa.const"() {value = dense<[1, 0]> : tensor<2xi32>} : () -> tensor<2xi32>
  %0 = tosa.transpose %a, %p : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  %1 = tosa.reshape %0 {new_shape = array<i64: 2, -1>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %2 = tosa.concat %1, %a {axis = 0 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %3 = tosa.slice %2 {start = array<i64: 1, 0>, size = array<i64: 2, 3>} : (tensor<4x3xf32>) -> tensor<2x3xf32>
  %4 = tosa.reverse %3 {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = tosa.tile %4 {multiples = array<i64: 2, 2>} : (tensor<2x3xf32>) -> tensor<4x6xf32>
  return %5 : tensor<4x6xf32>
})", R"(func.func @f(%a: tensor<2x3xf32>) -> tensor<4x6xf32> {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.reshape %0 : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.concatenate %1, %a, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %3 = stablehlo.slice %2 [1:3, 0:3] : (tensor<4x3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.reverse %3, dims = [1] : tensor<2x3xf32>
  %5 = stablehlo.concatenate %4, %4, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %6 = stablehlo.concatenate %5, %5, dim = 1 : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x6xf32>
  return %6 : tensor<4x6xf32>
})"},
  });
}

TEST(MeshImport, tensor_arith_and_scf_ops) {
  expect_equal({
      {"slices at constants and at values", R"(func.func @f(%a: tensor<4x6xf32>, %i: index) -> (tensor<2xf32>, tensor<4x6xf32>) {
  %0 = tensor.extract_slice %a[1, 0] [1, 2] [1, 3] : tensor<4x6xf32> to tensor<2xf32>
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %zero = arith.constant 0 : index
  %n = arith.muli %i, %i : index
  %m = arith.maxsi %n, %zero : index
  %k = arith.minsi %m, %two : index
  %1 = tensor.extract_slice %a[%k, 1] [2, 3] [1, 1] : tensor<4x6xf32> to tensor<2x3xf32>
  %2 = tensor.insert_slice %1 into %a[0, %one] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<4x6xf32>
  return %0, %2 : tensor<2xf32>, tensor<4x6xf32>
})", R"(func.func @f(%a: tensor<4x6xf32>, %i: tensor<i64>) -> (tensor<2xf32>, tensor<4x6xf32>) {
  %s = stablehlo.slice %a [1:2, 0:4:3] : (tensor<4x6xf32>) -> tensor<1x2xf32>
  %0 = stablehlo.reshape %s : (tensor<1x2xf32>) -> tensor<2xf32>
  %z = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %two = stablehlo.constant dense<2> : tensor<i64>
  %n = stablehlo.multiply %i, %i : tensor<i64>
  %m = stablehlo.maximum %n, %z : tensor<i64>
  %k = stablehlo.minimum %m, %two : tensor<i64>
  %1 = stablehlo.dynamic_slice %a, %k, %one, sizes = [2, 3] : (tensor<4x6xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  %2 = stablehlo.dynamic_update_slice %a, %1, %z, %one : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<4x6xf32>
  return %0, %2 : tensor<2xf32>, tensor<4x6xf32>
})"},
      {"shapes and padding", R"(func.func @f(%a: tensor<2x3xf32>, %v: f32) -> tensor<9x2xf32> {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<3x2xf32>
  %2 = tensor.concat dim(0) %1, %1 : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<6x2xf32>
  %3 = tensor.pad %2 low[1, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<6x2xf32> to tensor<9x2xf32>
  return %3 : tensor<9x2xf32>
})", R"(func.func @f(%a: tensor<2x3xf32>, %v: tensor<f32>) -> tensor<9x2xf32> {
  %1 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = stablehlo.concatenate %1, %1, dim = 0 : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<6x2xf32>
  %3 = stablehlo.pad %2, %v, low = [1, 0], high = [2, 0], interior = [0, 0] : (tensor<6x2xf32>, tensor<f32>) -> tensor<9x2xf32>
  return %3 : tensor<9x2xf32>
})"},
      {"elements", R"(func.func @f(%a: tensor<3xi32>, %k: i32) -> tensor<2x2xi32> {
  %0 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = affine.apply affine_map<(i, j) -> (i * 5 - j)>(%i, %j)
    %c = arith.index_cast %s : index to i32
    %m = arith.muli %c, %k : i32
    tensor.yield %m : i32
  } : tensor<2x2xi32>
  %one = arith.constant 1 : index
  %e = tensor.extract %a[%one] : tensor<3xi32>
  %f = tensor.from_elements %e, %k, %e, %k : tensor<2x2xi32>
  %g = arith.addi %0, %f : tensor<2x2xi32>
  return %g : tensor<2x2xi32>
})", R"(func.func @f(%a: tensor<3xi32>, %k: tensor<i32>) -> tensor<2x2xi32> {
  %c = stablehlo.constant dense<[[0, -1], [5, 4]]> : tensor<2x2xi32>
  %kk = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
  %0 = stablehlo.multiply %c, %kk : tensor<2x2xi32>
  %e = stablehlo.slice %a [1:2] : (tensor<3xi32>) -> tensor<1xi32>
  %k1 = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>
  %r = stablehlo.concatenate %e, %k1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %f = stablehlo.broadcast_in_dim %r, dims = [1] : (tensor<2xi32>) -> tensor<2x2xi32>
  %g = stablehlo.add %0, %f : tensor<2x2xi32>
  return %g : tensor<2x2xi32>
})"},
      {"a branch chooses, divisions round down", R"(func.func @f(%a: tensor<3xf32>, %i: index) -> (tensor<3xf32>, index, index) {
  %z = arith.constant 0 : index
  %c = arith.cmpi slt, %i, %z : index
  %0 = scf.if %c -> (tensor<3xf32>) {
    %n = arith.negf %a : tensor<3xf32>
    scf.yield %n : tensor<3xf32>
  } else {
    scf.yield %a : tensor<3xf32>
  }
  %1 = affine.apply affine_map<(i) -> (i mod 2)>(%i)
  %2 = affine.apply affine_map<()[s] -> (s floordiv 2)>()[%i]
  return %0, %1, %2 : tensor<3xf32>, index, index
})", R"(func.func @f(%a: tensor<3xf32>, %i: tensor<i64>) -> (tensor<3xf32>, tensor<i64>, tensor<i64>) {
  %z = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %c = stablehlo.compare LT, %i, %z : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %n = stablehlo.negate %a : tensor<3xf32>
  %0 = stablehlo.select %c, %n, %a : tensor<i1>, tensor<3xf32>
  %1 = stablehlo.and %i, %one : tensor<i64>
  %2 = stablehlo.shift_right_arithmetic %i, %one : tensor<i64>
  return %0, %1, %2 : tensor<3xf32>, tensor<i64>, tensor<i64>
})"},
      {"signs and widths of integers", R"(func.func @f(%a: tensor<4xi8>, %b: tensor<4xi8>, %p: tensor<4xi1>) -> (tensor<4xi8>, tensor<4xi1>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi1>) {
  %0 = arith.maxui %a, %b : tensor<4xi8>
  %1 = arith.cmpi ult, %a, %b : tensor<4xi8>
  %2 = arith.extui %a : tensor<4xi8> to tensor<4xi32>
  %3 = arith.extsi %p : tensor<4xi1> to tensor<4xi32>
  %4 = arith.extui %p : tensor<4xi1> to tensor<4xi32>
  %5 = arith.trunci %a : tensor<4xi8> to tensor<4xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<4xi8>, tensor<4xi1>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi1>
})", R"(func.func @f(%a: tensor<4xi8>, %b: tensor<4xi8>, %p: tensor<4xi1>) -> (tensor<4xi8>, tensor<4xi1>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi1>) {
  %u = stablehlo.bitcast_convert %a : (tensor<4xi8>) -> tensor<4xui8>
  %v = stablehlo.bitcast_convert %b : (tensor<4xi8>) -> tensor<4xui8>
  %m = stablehlo.maximum %u, %v : tensor<4xui8>
  %0 = stablehlo.bitcast_convert %m : (tensor<4xui8>) -> tensor<4xi8>
  %1 = stablehlo.compare LT, %u, %v : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %2 = stablehlo.convert %u : (tensor<4xui8>) -> tensor<4xi32>
  %4 = stablehlo.convert %p : (tensor<4xi1>) -> tensor<4xi32>
  %3 = stablehlo.negate %4 : tensor<4xi32>
  %one = stablehlo.constant dense<1> : tensor<4xi8>
  %l = stablehlo.and %a, %one : tensor<4xi8>
  %5 = stablehlo.compare EQ, %l, %one : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<4xi8>, tensor<4xi1>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi1>
})"},
  });
}

//===--------------------------------------------------------------------------------------------===
// Devices
//===--------------------------------------------------------------------------------------------===

/// Why a lowering is wrong, or rejected; empty where it is right.
std::string verdict(const std::string& spec, const std::string& impl) {
  const core::Program meaning = import_mesh_spec_text(spec, "spec.mlir");
  try {
    return judge(meaning, import_mesh_candidates_text(spec, "spec.mlir", impl, "impl.mlir"));
  } catch (const Rejected& e) {
    return e.report();
  }
}

/// A tensor that is sharded one way where it comes in and another way where it goes out.
std::string reshard(const std::string& mesh, const std::string& type, const std::string& from, const std::string& to) {
  return mesh + "func.func @f(%x: " + type + ") -> " + type + " {\n  %a = mesh.shard %x to <@m, " + from + "> : " +
         type + "\n  %b = mesh.shard %a to <@m, " + to + "> annotate_for_users : " + type + "\n  return %b : " +
         type + "\n}";
}
/// A device's program of one collective.
std::string device(const std::string& mesh, const std::string& from, const std::string& op, const std::string& to) {
  return mesh + "func.func @f(%x: " + from + ") -> " + to + " {\n  %y = " + op + "\n  return %y : " + to + "\n}";
}

struct Collective {
  const char *type, *from, *to;          ///< of the specification
  const char *local, *op, *result;       ///< of the device
  bool holds;
};

TEST(MeshImport, collectives_by_groups_in_the_order_of_mesh_axes) {
  const std::vector<Collective> all = {
      {"tensor<6xf32>", "[[1, 0]]", "[[]]", "tensor<1xf32>",
       "mesh.all_gather %x on @m mesh_axes = [1, 0] gather_axis = 0 : tensor<1xf32> -> tensor<6xf32>", "tensor<6xf32>", true},
      {"tensor<6xf32>", "[[1, 0]]", "[[]]", "tensor<1xf32>",
       "mesh.all_gather %x on @m mesh_axes = [0, 1] gather_axis = 0 : tensor<1xf32> -> tensor<6xf32>", "tensor<6xf32>", false},
      {"tensor<6x2xf32>", "[[1]]", "[[1], [0]]", "tensor<2x2xf32>",
       "mesh.all_slice %x on @m mesh_axes = [0] slice_axis = 1 : tensor<2x2xf32> -> tensor<2x1xf32>", "tensor<2x1xf32>", true},
      {"tensor<6xf32>", "[[]]", "[[1, 0]]", "tensor<6xf32>",
       "mesh.all_slice %x on @m mesh_axes = [1, 0] slice_axis = 0 : tensor<6xf32> -> tensor<1xf32>", "tensor<1xf32>", true},
      {"tensor<6xf32>", "[[]]", "[[0, 1]]", "tensor<6xf32>",
       "mesh.all_slice %x on @m mesh_axes = [1, 0] slice_axis = 0 : tensor<6xf32> -> tensor<1xf32>", "tensor<1xf32>", false},
      {"tensor<6x3xf32>", "[[1]]", "[[], [1]]", "tensor<2x3xf32>",
       "mesh.all_to_all %x on @m mesh_axes = [1] split_axis = 1 concat_axis = 0 : tensor<2x3xf32> -> tensor<6x1xf32>", "tensor<6x1xf32>", true},
      {"tensor<6xf32>", "[[]], partial = sum[0, 1]", "[[]]", "tensor<6xf32>",
       "mesh.all_reduce %x on @m mesh_axes = [0, 1] : tensor<6xf32> -> tensor<6xf32>", "tensor<6xf32>", true},
      {"tensor<6xf32>", "[[]], partial = sum[0, 1]", "[[]], partial = sum[0]", "tensor<6xf32>",
       "mesh.all_reduce %x on @m mesh_axes = [1] : tensor<6xf32> -> tensor<6xf32>", "tensor<6xf32>", true},
      {"tensor<6xf32>", "[[]], partial = sum[0, 1]", "[[]]", "tensor<6xf32>",
       "mesh.all_reduce %x on @m mesh_axes = [1] : tensor<6xf32> -> tensor<6xf32>", "tensor<6xf32>", false},
      {"tensor<6xf32>", "[[]], partial = max[1]", "[[]]", "tensor<6xf32>",
       "mesh.all_reduce %x on @m mesh_axes = [1] reduction = <max> : tensor<6xf32> -> tensor<6xf32>", "tensor<6xf32>", true},
      {"tensor<6xf32>", "[[]], partial = product[1]", "[[]]", "tensor<6xf32>",
       "mesh.all_reduce %x on @m mesh_axes = [1] reduction = <product> : tensor<6xf32> -> tensor<6xf32>", "tensor<6xf32>", true},
      {"tensor<6xi32>", "[[]], partial = bitwise_or[1]", "[[]]", "tensor<6xi32>",
       "mesh.all_reduce %x on @m mesh_axes = [1] reduction = <bitwise_or> : tensor<6xi32> -> tensor<6xi32>", "tensor<6xi32>", true},
      {"tensor<6xf32>", "[[]]", "[[]]", "tensor<6xf32>",
       "mesh.all_reduce %x on @m mesh_axes = [1] reduction = <average> : tensor<6xf32> -> tensor<6xf32>", "tensor<6xf32>", true},
      {"tensor<6xf32>", "[[]]", "[[]]", "tensor<6xf32>",
       "mesh.all_reduce %x on @m : tensor<6xf32> -> tensor<6xf32>", "tensor<6xf32>", true},
      {"tensor<6xf32>", "[[]], partial = sum[1]", "[[1]]", "tensor<6xf32>",
       "mesh.reduce_scatter %x on @m mesh_axes = [1] scatter_axis = 0 : tensor<6xf32> -> tensor<2xf32>", "tensor<2xf32>", true},
      {"tensor<6xf32>", "[[]]", "[[]]", "tensor<6xf32>",
       "mesh.broadcast %x on @m mesh_axes = [0] root = [1] : (tensor<6xf32>) -> tensor<6xf32>", "tensor<6xf32>", true},
      {"tensor<6xf32>", "[[]], partial = sum[1]", "[[]]", "tensor<6xf32>",
       "mesh.broadcast %x on @m mesh_axes = [1] root = [2] : (tensor<6xf32>) -> tensor<6xf32>", "tensor<6xf32>", false},
      {"tensor<6xf32>", "[[]]", "[[0]]", "tensor<6xf32>",
       "mesh.scatter %x on @m mesh_axes = [0] scatter_axis = 0 root = [1] : (tensor<6xf32>) -> tensor<3xf32>", "tensor<3xf32>", true},
      {"tensor<6xf32>", "[[0]]", "[[]]", "tensor<3xf32>",
       "mesh.gather %x on @m mesh_axes = [0] gather_axis = 0 root = [1] : (tensor<3xf32>) -> tensor<6xf32>", "tensor<6xf32>", false},
      {"tensor<6xf32>", "[[]], partial = sum[0]", "[[]]", "tensor<6xf32>",
       "mesh.reduce %x on @m mesh_axes = [0] root = [1] : (tensor<6xf32>) -> tensor<6xf32>", "tensor<6xf32>", false},
      {"tensor<6xf32>", "[[]]", "[[]]", "tensor<6xf32>",
       "mesh.shift %x on @m mesh_axes = [1] shift_axis = 1 offset = -4 rotate : tensor<6xf32> -> tensor<6xf32>", "tensor<6xf32>", true},
      {"tensor<6xf32>", "[[1]]", "[[1]]", "tensor<2xf32>",
       "mesh.shift %x on @m mesh_axes = [1] shift_axis = 1 offset = 3 rotate : tensor<2xf32> -> tensor<2xf32>", "tensor<2xf32>", true},
      {"tensor<6xf32>", "[[1]]", "[[1]]", "tensor<2xf32>",
       "mesh.shift %x on @m mesh_axes = [1] shift_axis = 1 offset = 1 rotate : tensor<2xf32> -> tensor<2xf32>", "tensor<2xf32>", false},
      {"tensor<6xf32>", "[[]]", "[[]]", "tensor<6xf32>",
       "mesh.shift %x on @m mesh_axes = [1] shift_axis = 1 offset = 1 : tensor<6xf32> -> tensor<6xf32>", "tensor<6xf32>", false},
  };
  for (const Collective& c : all) {
    SCOPED_TRACE(c.op);
    try {
      const std::string why = verdict(reshard(grid23, c.type, c.from, c.to), device(grid23, c.local, c.op, c.result));
      EXPECT_EQ(why.empty(), c.holds) << why;
    } catch (const Error& e) {
      ADD_FAILURE() << e.report();
    }
  }
}

TEST(MeshImport, devices_know_who_they_are) {
  const std::string impl = grid23 + R"(func.func @f(%x: tensor<6xf32>) -> tensor<1xf32> {
  %i:2 = mesh.process_multi_index on @m axes = [1, 0] : index, index
  %n:2 = mesh.mesh_shape @m : index, index
  %l = mesh.process_linear_index on @m : index
  %s = affine.apply affine_map<(i, j)[n] -> (j * n + i)>(%i#0, %i#1)[%n#1]
  %same = arith.cmpi eq, %s, %l : index
  %z = arith.constant 0 : index
  %at = arith.select %same, %s, %z : index
  %y = tensor.extract_slice %x[%at] [1] [1] : tensor<6xf32> to tensor<1xf32>
  return %y : tensor<1xf32>
})";
  EXPECT_EQ(verdict(reshard(grid23, "tensor<6xf32>", "[[]]", "[[0, 1]]"), impl), "");
  EXPECT_NE(verdict(reshard(grid23, "tensor<6xf32>", "[[]]", "[[1, 0]]"), impl), "");
}

TEST(MeshImport, the_later_spelling_means_the_same) {
  const std::string spec = R"(shard.grid @g(shape = 2x3)
func.func @f(%x: tensor<6xf32>) -> tensor<6xf32> {
  %s = shard.sharding @g split_axes = [[1, 0]] : !shard.sharding
  %a = shard.shard %x to %s : tensor<6xf32>
  %t = shard.sharding @g split_axes = [[]] : !shard.sharding
  %b = shard.shard %a to %t annotate_for_users : tensor<6xf32>
  return %b : tensor<6xf32>
})";
  const auto impl = [](const std::string& axes) {
    return R"(shard.grid @g(shape = 2x3)
func.func @f(%x: tensor<1xf32>) -> tensor<6xf32> {
  %y = shard.all_gather %x on @g grid_axes = )" + axes + R"( gather_axis = 0 : tensor<1xf32> -> tensor<6xf32>
  %z = shard.all_reduce %y on @g grid_axes = [0] reduction = max : tensor<6xf32> -> tensor<6xf32>
  return %z : tensor<6xf32>
})";
  };
  EXPECT_EQ(verdict(spec, impl("[1, 0]")), "");
  EXPECT_NE(verdict(spec, impl("[0, 1]")), "");
  const std::string partial = R"(mesh.mesh @m(shape = 2x3)
func.func @f(%x: tensor<6xf32>) -> tensor<6xf32> {
  %s = mesh.sharding @m split_axes = [[0]] partial = max [1] : !mesh.sharding
  %a = mesh.shard %x to %s : tensor<6xf32>
  return %a : tensor<6xf32>
})";
  const std::string same = grid23 + "func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {\n  return %x : tensor<3xf32>\n}";
  const auto all = import_mesh_candidates_text(partial, "s.mlir", same, "i.mlir");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(to_string(all[0].params[0]), "dist<[{\"0\"}], partial<max> {\"1\"}> of tensor<6xf32>");
  try {
    import_mesh_spec_text("shard.grid @g(shape = 2)\nfunc.func @f() {\n  %s = shard.sharding @g split_axes = [[0]] halo_sizes = [1, 1] : !shard.sharding\n  return\n}", "t.mlir");
    ADD_FAILURE() << "a halo is read";
  } catch (const Unsupported& e) {
    EXPECT_EQ(e.where().line(), 3u) << e.report();
  }
}

TEST(MeshImport, devices_that_wait_for_others_in_a_branch_are_stuck) {
  const std::string impl = grid4 + R"(func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %z = arith.constant 0 : index
  %i = mesh.process_linear_index on @m : index
  %c = arith.cmpi eq, %i, %z : index
  %y = scf.if %c -> (tensor<4xf32>) {
    %r = mesh.all_reduce %x on @m mesh_axes = [0] reduction = <max> : tensor<4xf32> -> tensor<4xf32>
    scf.yield %r : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %y : tensor<4xf32>
})";
  const std::string why = verdict(reshard(grid4, "tensor<4xf32>", "[[]]", "[[]]"), impl);
  EXPECT_NE(why.find("deadlock"), std::string::npos) << why;
}

TEST(MeshImport, an_unmarked_partial_result_is_named) {
  const std::string spec = grid4 + R"(func.func @f(%a: tensor<2x8xf32>, %b: tensor<8x2xf32>, %z: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %a1 = mesh.shard %a to <@m, [[], [0]]> annotate_for_users : tensor<2x8xf32>
  %0 = linalg.matmul ins(%a1, %b : tensor<2x8xf32>, tensor<8x2xf32>) outs(%z : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
})";
  const auto impl = [](const std::string& init) {
    return grid4 + R"(func.func @f(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>, %z: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %first = arith.constant 0 : index
  %i = mesh.process_linear_index on @m : index
  %c = arith.cmpi eq, %i, %first : index
  %e = tensor.empty() : tensor<2x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %o = arith.select %c, %z, )" + init + R"( : tensor<2x2xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%o : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
})";
  };
  EXPECT_NE(verdict(spec, impl("%f")).find("partial<add> over {\"0\"}, which nothing marks"), std::string::npos);
  // what is not defined counts: sums that begin with it are no parts
  EXPECT_NE(verdict(spec, impl("%e")).find("none of the global value's parts"), std::string::npos);
}

TEST(MeshImport, local_types_say_what_nothing_annotates) {
  const std::string mesh = "mesh.mesh @m(shape = 2x2)\n";
  const std::string spec = mesh + "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}";
  const auto impl = [&](const std::string& t) {
    return mesh + "func.func @f(%x: " + t + ") -> " + t + " {\n  return %x : " + t + "\n}";
  };
  const auto halves = import_mesh_candidates_text(spec, "s.mlir", impl("tensor<2xf32>"), "i.mlir");
  EXPECT_EQ(halves.size(), 4u);  // either axis, of the parameter and of the result
  EXPECT_EQ(halves[0].params[0].dims, (AxisLists{AxisList{"0"}}));
  EXPECT_EQ(halves[3].results[0].dims, (AxisLists{AxisList{"1"}}));
  EXPECT_EQ(import_mesh_candidates_text(spec, "s.mlir", impl("tensor<4xf32>"), "i.mlir").size(), 1u);
  // an annotation of an argument for its users alone does not bind it
  const std::string for_users = mesh + "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %y = mesh.shard %x to <@m, [[1]]> annotate_for_users : tensor<4xf32>\n  return %y : tensor<4xf32>\n}";
  const auto sliced = import_mesh_candidates_text(for_users, "s.mlir",
      device(mesh, "tensor<4xf32>", "mesh.all_slice %x on @m mesh_axes = [1] slice_axis = 0 : tensor<4xf32> -> tensor<2xf32>",
             "tensor<2xf32>"), "i.mlir");
  ASSERT_EQ(sliced.size(), 1u);
  EXPECT_EQ(sliced[0].params[0].dims, (AxisLists{AxisList{}}));
}

TEST(MeshImport, what_annotations_lead_to_is_tried_first) {
  const std::string mesh = "mesh.mesh @m(shape = 2x2)\n";
  const auto program = [&](const std::string& a, const std::string& b, const std::string& c, const std::string& annotation) {
    return mesh + "func.func @f(%a: " + a + ", %b: " + b + ", %z: " + c + ") -> " + c + " {\n" + annotation +
           "  %0 = linalg.matmul ins(%" + (annotation.empty() ? "a" : "s") + ", %b : " + a + ", " + b + ") outs(%z : " +
           c + ") -> " + c + "\n  %1 = tosa.tanh %0 : (" + c + ") -> " + c + "\n  return %1 : " + c + "\n}";
  };
  const std::string spec = program("tensor<4x4xf32>", "tensor<4x4xf32>", "tensor<4x4xf32>",
                                   "  %s = mesh.shard %a to <@m, [[1]]> annotate_for_users : tensor<4x4xf32>\n");
  const auto all = import_mesh_candidates_text(
      spec, "s.mlir", program("tensor<2x4xf32>", "tensor<4x4xf32>", "tensor<2x4xf32>", ""), "i.mlir");
  EXPECT_EQ(all.size(), 4u);  // of %z and of the result
  EXPECT_EQ(all[0].params[2].dims, (AxisLists{AxisList{"1"}, AxisList{}}));
  EXPECT_EQ(all[0].results[0].dims, (AxisLists{AxisList{"1"}, AxisList{}}));
  EXPECT_EQ(judge(import_mesh_spec_text(spec, "s.mlir"), all[0]), "");
  EXPECT_NE(judge(import_mesh_spec_text(spec, "s.mlir"), all[3]), "");
}

//===--------------------------------------------------------------------------------------------===
// What is refused
//===--------------------------------------------------------------------------------------------===

/// The report of the error that importing a function of `body` meets, empty where there is none.
std::string refusal(const std::string& function) {
  try {
    import_mesh_spec_text(grid4 + function, "t.mlir");
    return "";
  } catch (const Error& e) {
    return e.report();
  }
}

TEST(MeshImport, what_is_outside_names_its_op_and_place) {
  const std::string f = "func.func @f(%x: tensor<4xf32>, %y: tensor<?xf32>, %i: index, %p: tensor<2xi32>) -> tensor<4xf32> {\n  ";
  const std::string g = "func.func @f(%x: tensor<4xf32>, %i: index, %q: tensor<4xi32>, %b: tensor<4xi1>, %s: tensor<1x4x4x1xf32>) -> tensor<4xf32> {\n  ";
  const std::string end = "\n  return %x : tensor<4xf32>\n}";
  const std::vector<std::pair<std::string, std::string>> all = {
      {f + end, "t.mlir:2:33: error: unsupported: dynamic shape tensor<?xf32>"},
      {g + "%0 = math.log2 %x : tensor<4xf32>" + end, "t.mlir:3:8: error: unsupported: op 'math.log2'"},
      {g + "%0 = math.copysign %x, %x : tensor<4xf32>" + end, "t.mlir:3:8: error: unsupported: op 'math.copysign'"},
      {g + "%0 = arith.divsi %b, %b : tensor<4xi1>" + end, "t.mlir:3:8: error: unsupported: op 'arith.divsi' of i1"},
      {g + "%0:2 = arith.mulsi_extended %q, %q : tensor<4xi32>" + end, "error: unsupported: op 'arith.mulsi_extended'"},
      {g + "%0 = tosa.rescale %q {double_round = false, input_zp = 0 : i32, multiplier = array<i32: 1>, output_zp = 0 : i32, per_channel = false, scale32 = true, shift = array<i8: 30>} : (tensor<4xi32>) -> tensor<4xi32>" + end, "t.mlir:3:8: error: unsupported: op 'tosa.rescale'"},
      {g + "%0 = tosa.mul %q, %q {shift = 2 : i8} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>" + end, "op 'tosa.mul': a shift"},
      {g + "%0 = tosa.arithmetic_right_shift %q, %q {round = true} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>" + end, "op 'tosa.arithmetic_right_shift': rounding"},
      {g + "%0 = tosa.max_pool2d %s {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x1xf32>) -> tensor<1x2x2x1xf32>" + end, "op 'tosa.max_pool2d'"},
      {g + "%0 = linalg.softmax dimension(0) ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>" + end, "op 'linalg.softmax'"},
      {g + "%0 = tensor.extract_slice %x[0] [1] [%i] : tensor<4xf32> to tensor<1xf32>" + end, "op 'tensor.extract_slice': a stride that is not a positive constant"},
      {g + "%c = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>\n  %0 = tensor.insert_slice %c into %x[0] [2] [2] : tensor<2xf32> into tensor<4xf32>" + end, "op 'tensor.insert_slice': strides other than 1"},
      {g + "%0 = tensor.pad %x low[%i] high[0] {\n  ^bb0(%k: index):\n    %v = arith.constant 0.0 : f32\n    tensor.yield %v : f32\n  } : tensor<4xf32> to tensor<?xf32>" + end, "op 'tensor.pad': a padding that is not constant"},
      {g + "%0 = tensor.dim %x, %i : tensor<4xf32>" + end, "op 'tensor.dim': a dimension that is not a constant"},
      {g + "%0 = tosa.argmax %x {axis = 0 : i32} : (tensor<4xf32>) -> tensor<i32>" + end, "op 'tosa.argmax'"},
      {g + "%0 = tosa.negate %q {quantization_info = #tosa.unary_quant<input_zp = 1, output_zp = 1>} : (tensor<4xi32>) -> tensor<4xi32>" + end, "op 'tosa.negate': quantization"},
      {g + "%e = tensor.empty() : tensor<f32>\n  %l = tensor.empty() : tensor<40000xf32>\n  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = [\"reduction\"]} ins(%l : tensor<40000xf32>) outs(%e : tensor<f32>) {\n  ^bb0(%a: f32, %o: f32):\n    %d = arith.subf %o, %a : f32\n    linalg.yield %d : f32\n  } -> tensor<f32>" + end, "a fold by no monoid of more than 65536 steps"},
      {g + "%e = tensor.empty() : tensor<f32>\n  %0:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = [\"reduction\"]} ins(%x : tensor<4xf32>) outs(%x, %e : tensor<4xf32>, tensor<f32>) {\n  ^bb0(%a: f32, %p: f32, %o: f32):\n    %d = arith.addf %o, %a : f32\n    linalg.yield %d, %d : f32, f32\n  } -> (tensor<4xf32>, tensor<f32>)" + end, "results that fold over different loops"},
      {g + "%0 = scf.for %k = %i to %i step %i iter_args(%a = %x) -> (tensor<4xf32>) {\n    scf.yield %a : tensor<4xf32>\n  }" + end, "op 'scf.for'"},
      {g + "%0 = mesh.all_reduce %x on @m mesh_axes = [0] : tensor<4xf32> -> tensor<4xf32>" + end, "t.mlir:3:8: error: unsupported: op 'mesh.all_reduce': a specification speaks of no devices"},
      {g + "%0 = mesh.process_linear_index on @m : index" + end, "a specification speaks of no devices"},
      {g + "%0 = call @f(%x, %i, %q, %b, %s) : (tensor<4xf32>, index, tensor<4xi32>, tensor<4xi1>, tensor<1x4x4x1xf32>) -> tensor<4xf32>" + end, "op 'func.call'"},
      {g + "%0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>], iterator_types = [\"parallel\", \"parallel\"]} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {\n  ^bb0(%a: f32, %o: f32):\n    linalg.yield %a : f32\n  } -> tensor<4xf32>" + end, "leaves out a parallel loop"},
      {g + "%0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = [\"parallel\"]} outs(%x : tensor<4xf32>) {\n  ^bb0(%o: f32):\n    %k = linalg.index 0 : index\n    %e = tensor.extract %x[%k] : tensor<4xf32>\n    linalg.yield %e : f32\n  } -> tensor<4xf32>" + end, "a tensor inside of a linalg body"},
  };
  for (const auto& [text, expected] : all) {
    const std::string found = refusal(text);
    EXPECT_NE(found.find(expected), std::string::npos) << found << "\n" << text;
  }
}

TEST(MeshImport, what_is_outside_of_a_devices_program) {
  const auto refused = [](const std::string& op) -> std::string {
    try {
      import_mesh_candidates_text(reshard(grid4, "tensor<4xf32>", "[[]]", "[[]]"), "s.mlir",
                                  grid4 + "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %i = mesh.process_linear_index on @m : index\n  %b = arith.constant dense<true> : tensor<4xi1>\n  " + op +
                                      "\n  return %x : tensor<4xf32>\n}", "i.mlir");
      return "";
    } catch (const Error& e) {
      return e.report();
    }
  };
  const std::vector<std::pair<std::string, std::string>> all = {
      {"%0 = mesh.send %x on @m mesh_axes = [0] destination = [1] : (tensor<4xf32>) -> tensor<4xf32>", "i.mlir:5:8: error: unsupported: op 'mesh.send': point to point communication"},
      {"%0 = mesh.recv %x on @m mesh_axes = [0] source = [1] : (tensor<4xf32>) -> tensor<4xf32>", "op 'mesh.recv': point to point communication"},
      {"%0 = mesh.shard %x to <@m, [[0]]> : tensor<4xf32>", "op 'mesh.shard': an annotation that no lowering has consumed"},
      {"%0 = mesh.all_reduce %x on @m mesh_axes = [0] reduction = <generic> : tensor<4xf32> -> tensor<4xf32>", "a reduction of its own kind"},
      {"%0 = mesh.all_reduce %b on @m mesh_axes = [0] : tensor<4xi1> -> tensor<4xi1>", "a reduction of i1 that is not bitwise"},
      {"%0 = mesh.broadcast %x on @m mesh_axes = [0] root = [%i] : (tensor<4xf32>, index) -> tensor<4xf32>", "a root that is not constant"},
  };
  for (const auto& [op, expected] : all) {
    const std::string found = refused(op);
    EXPECT_NE(found.find(expected), std::string::npos) << found << "\n" << op;
  }
  const auto other_mesh = [](const std::string& second) -> std::string {
    try {
      import_mesh_spec_text(grid4 + second, "t.mlir");
      return "";
    } catch (const Error& e) {
      return e.report();
    }
  };
  EXPECT_EQ(other_mesh("mesh.mesh @n(shape = 2)\nfunc.func @f() {\n  return\n}"), "t.mlir:2:1: error: unsupported: several meshes");
  EXPECT_THROW(import_mesh_spec_text("mesh.mesh @m(shape = 4x?)\nfunc.func @f() {\n  return\n}", "t.mlir"), Unsupported);
}

TEST(MeshImport, bad_text_is_located) {
  EXPECT_EQ(refusal(""), "t.mlir:1:1: error: no function");
  EXPECT_NE(refusal("func.func @f(").find("t.mlir:2:"), std::string::npos);
  EXPECT_NE(refusal("func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = linalg.matmul ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>\n  return %0 : tensor<4xf32>\n}").find("t.mlir:3:"), std::string::npos);
  std::string map = "i";
  for (int i = 0; i < 3000; ++i) map += " + i";
  EXPECT_NE(refusal("#map = affine_map<(i) -> (" + map + ")>").find("more than 4000 characters"), std::string::npos);
  EXPECT_THROW(import_mesh_spec_text("func.func @f() { return }", "t.mlir"), BadInput);
}

TEST(MeshImport, ill_typed_output_is_rejected) {
  const std::string spec = reshard(grid4, "tensor<8xf32>", "[[0]]", "[[]]");
  const auto found = [&](const std::string& impl) -> std::string {
    try {
      import_mesh_candidates_text(spec, "s.mlir", impl, "i.mlir");
      return "";
    } catch (const Error& e) {
      return e.report();
    }
  };
  const auto identity = [](const std::string& t) { return grid4 + "func.func @f(%x: " + t + ") -> " + t + " {\n  return %x : " + t + "\n}"; };
  EXPECT_NE(found(identity("tensor<2xf32>")).find("i.mlir:3:3: error: [H-Func premise 2]"), std::string::npos);
  EXPECT_NE(found(identity("tensor<2xf32>")).find("found result 0 of type tensor<2xf32>, expected tensor<8xf32>"), std::string::npos);
  EXPECT_NE(found(identity("tensor<8xf32>")).find("found parameter 0 of type tensor<8xf32>"), std::string::npos);
  EXPECT_NE(found(identity("tensor<2xi32>")).find("[H-Func premise 2]"), std::string::npos);
  const std::string product = found(device(grid4, "tensor<1x2x2xf32>",
      "tosa.matmul %x, %x : (tensor<1x2x2xf32>, tensor<1x2x2xf32>) -> tensor<1x8x2xf32>", "tensor<1x8x2xf32>"));
  EXPECT_NE(product.find("i.mlir:3:8: error: [T-Op premise 2]"), std::string::npos) << product;
  EXPECT_NE(found(grid4 + "func.func @f() {\n  return\n}").find("0 parameters, before there were 1"), std::string::npos);
  EXPECT_NE(found("mesh.mesh @m(shape = 2)\n" + identity("tensor<2xf32>").substr(grid4.size())).find("before it was"), std::string::npos);
  // elements that no device has, and more than there are
  const std::string uneven = reshard(grid4, "tensor<7xf32>", "[[0]]", "[[0]]");
  EXPECT_THROW(import_mesh_candidates_text(uneven, "s.mlir", identity("tensor<1xf32>"), "i.mlir"), Rejected);
  EXPECT_THROW(import_mesh_candidates_text(uneven, "s.mlir", identity("tensor<2xf32>"), "i.mlir"), Unsupported);
}

//===--------------------------------------------------------------------------------------------===
// The data folder
//===--------------------------------------------------------------------------------------------===

TEST(MeshImport, every_pair_of_the_data_folder) {
  const char* data = std::getenv("PARTIR_DATA");
  const std::filesystem::path folder = std::filesystem::path(data ? data : "../shared/data") / "mesh";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".mlir" && entry.path().stem().extension() != ".spmd") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  int pairs = 0, lone = 0;
  for (const auto& path : files) {
    const std::string name = path.stem().string();
    SCOPED_TRACE(name);
    std::filesystem::path impl = path;
    impl.replace_extension(".spmd.mlir");
    std::string outcome;
    try {
      const core::Program spec = import_mesh_spec(path.string());
      if (!std::filesystem::exists(impl)) {
        ++lone;
        std::cout << "  " << std::left << std::setw(44) << name << "specification alone: "
                  << spec.main.body.stmts.size() << " statements\n";
        continue;
      }
      try {
        outcome = judge(spec, import_mesh_candidates(path.string(), impl.string()));
        outcome = outcome.empty() ? "holds" : "refuted: " + outcome;
      } catch (const Unsupported& e) {
        ADD_FAILURE() << e.report();
      } catch (const Error& e) {
        outcome = "rejected: " + e.report();
      }
    } catch (const Error& e) {
      ADD_FAILURE() << e.report();
      continue;
    }
    ++pairs;
    std::cout << "  " << std::left << std::setw(44) << name << outcome << "\n";
    EXPECT_EQ(outcome == "holds", std::isdigit(static_cast<unsigned char>(name[0])) != 0) << outcome;
    EXPECT_EQ(outcome.find("which nothing marks") != std::string::npos,
              name.starts_with("hazard")) << outcome;
  }
  EXPECT_GE(pairs, 18);
  EXPECT_GE(lone, 16);
}

}  // namespace
}  // namespace partir::mesh_import_test
