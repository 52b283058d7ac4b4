// Which choices by comparisons may be compared on rows of any order, and which depend on too many comparisons for that.
#include "proofs/order_cones.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "mlir_bridge/import.h"
#include "mlir_bridge/import_spmd.h"
#include "proofs/spmd_subject.h"

namespace partir::order_cones_test {
namespace {

using testing::HasSubstr;

/// Batches of eight rows of `columns` elements. `numbers` and `others`: what an element stands for that is, or is not, as great as the one of `extreme` that
/// `place` puts beside it; of those the least along `joined`.
struct Choice {
  int columns = 8;
  std::string numbers = "%columns", others = "%most", place = "[0, 1]", joined = "[2]";
};
/// The program of `batches` on a mesh of two devices, as a whole or a device's part of it.
std::string text(const Choice& c, int batches) {
  const std::string b = std::to_string(batches), n = std::to_string(c.columns), x = "tensor<" + b + "x8x" + n + "x", of_rows = "tensor<" + b + "x8x",
                    result = c.joined == "[2]" ? of_rows + "i32>" : "tensor<" + b + "xi32>", dims = c.joined == "[2]" ? "[{\"a\"}, {}]" : "[{\"a\"}]";
  return "sdy.mesh @mesh = <[\"a\"=2]>\nfunc.func @main(%x: " + x + "f32> {sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}, {}, {}]>}) -> (" + result + " {sdy.sharding = #sdy.sharding<@mesh, " + dims + ">}) {\n" +
         "  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>\n  %highest = stablehlo.constant dense<2147483647> : tensor<i32>\n" +
         "  %extreme = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [2] : (" + x + "f32>, tensor<f32>) -> " + of_rows + "f32>\n" +
         "  %beside = stablehlo.broadcast_in_dim %extreme, dims = " + c.place + " : (" + of_rows + "f32>) -> " + x + "f32>\n" +
         "  %is = stablehlo.compare EQ, %x, %beside, FLOAT : (" + x + "f32>, " + x + "f32>) -> " + x + "i1>\n" +
         "  %columns = stablehlo.iota dim = 2 : " + x + "i32>\n  %most = stablehlo.constant dense<2147483647> : " + x + "i32>\n" +
         "  %number = stablehlo.select %is, " + c.numbers + ", " + c.others + " : " + x + "i1>, " + x + "i32>\n" +
         "  %least = stablehlo.reduce(%number init: %highest) applies stablehlo.minimum across dimensions = " + c.joined + " : (" + x + "i32>, tensor<i32>) -> " + result + "\n  return %least : " + result + "\n}\n";
}
/// Why the choices of a program and its partition are not compared.
std::string why_not(const Choice& c) {
  const core::Program spec = std::get<ImportedCore>(import_any_text(text(c, 4), "spec.mlir")).program;
  const SpmdProgram impl = import_spmd_text(text(c, 2), "impl.mlir", signature_of(spec));
  return agree_at_orders(spec, SpmdSubject(impl), 0, 2, 1);
}

TEST(OrderCones, take_the_first_of_the_greatest_for_one_comparison) { EXPECT_EQ(why_not({}), ""); }
TEST(OrderCones, refuse_what_so_many_comparisons_decide_that_no_row_shows_all) {
  const std::string refused = "more comparisons at once";
  EXPECT_THAT(why_not({.numbers = "%most", .others = "%columns"}), HasSubstr(refused)) << "only where all are the greatest it is not one of the others";
  EXPECT_THAT(why_not({.numbers = "%columns", .others = "%columns"}), HasSubstr(refused)) << "of those that are not the greatest one may have the least number";
  EXPECT_THAT(why_not({.place = "[0, 2]"}), HasSubstr(refused)) << "the extreme of another row";
  EXPECT_THAT(why_not({.columns = 2, .joined = "[1, 2]"}), HasSubstr(refused)) << "the least of several rows";
}

}  // namespace
}  // namespace partir::order_cones_test
