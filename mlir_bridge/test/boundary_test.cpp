// The boundary that `sdy.sharding` gives a program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "mlir_bridge/boundary.h"
#include "semantics/diagnostics.h"

namespace partir::boundary_test {
namespace {

using testing::HasSubstr;
using Ids = std::vector<int64_t>;

/// One parameter and one result of type tensor<24x6xf32>, with these attributes in braces, under these meshes.
std::string program(const std::string& meshes, const std::string& param, const std::string& result) {
  return meshes + "\nfunc.func @main(%x: tensor<24x6xf32> {" + param + "}) -> (tensor<24x6xf32> {" + result +
         "}) {\n  return %x : tensor<24x6xf32>\n}\n";
}
std::string sharding(const std::string& text) { return "sdy.sharding = #sdy.sharding<" + text + ">"; }
Boundary read(const std::string& meshes, const std::string& param, const std::string& result) {
  return *read_sdy_boundary_text(program(meshes, sharding(param), sharding(result)), "b.mlir");
}
template <class E>
void refuses(const std::string& text, const std::string& message, const std::string& where) {
  try {
    read_sdy_boundary_text(text, "b.mlir");
    FAIL() << "accepted; expected " << message;
  } catch (const E& e) {
    EXPECT_THAT(e.what(), HasSubstr(message));
    EXPECT_EQ(to_string(e.where()), where);
  }
}

const char* const two_axes = R"(sdy.mesh @mesh = <["a"=2, "b"=6]>)";

TEST(Boundary, lists_the_axes_of_each_dimension) {
  const Boundary b = read(two_axes, R"(@mesh, [{"b", "a"}, {}])", R"(@mesh, [{"a", ?}, {?}], replicated={"b"})");
  EXPECT_EQ(to_string(b.mesh), R"(["a"=2, "b"=6])");
  EXPECT_EQ(b.partition_of, Ids{});
  EXPECT_EQ(to_string(b.params.at(0)), R"(dist<[{"b", "a"}, {}]> of tensor<24x6xf32>)");
  EXPECT_EQ(to_string(b.results.at(0)), R"(dist<[{"a"}, {}]> of tensor<24x6xf32>)");
}
TEST(Boundary, makes_parts_of_axes_axes) {
  const Boundary b = read(two_axes, R"(@mesh, [{"b":(2)3, "a"}, {"b":(1)2}])", R"(@mesh, [{"b"}, {}])");
  EXPECT_EQ(to_string(b.mesh), R"(["a"=2, "b:(1)2"=2, "b:(2)3"=3])");
  EXPECT_EQ(to_string(b.params.at(0)), R"(dist<[{"b:(2)3", "a"}, {"b:(1)2"}]> of tensor<24x6xf32>)");
  EXPECT_EQ(to_string(b.results.at(0)), R"(dist<[{"b:(1)2", "b:(2)3"}, {}]> of tensor<24x6xf32>)");
}
TEST(Boundary, names_whole_axes_by_the_parts_that_others_use) {
  const Boundary b = read(R"(sdy.mesh @mesh = <["a"=12, "b"=1]>)", R"(@mesh, [{"a":(2)2}, {"b"}])",
                          R"(@mesh, [{"a":(1)4}, {"a":(4)3}])");
  EXPECT_EQ(to_string(b.mesh), R"(["a:(1)2"=2, "a:(2)2"=2, "a:(4)3"=3, "b"=1])");
  EXPECT_EQ(to_string(b.params.at(0)), R"(dist<[{"a:(2)2"}, {"b"}]> of tensor<24x6xf32>)");
  EXPECT_EQ(to_string(b.results.at(0)), R"(dist<[{"a:(1)2", "a:(2)2"}, {"a:(4)3"}]> of tensor<24x6xf32>)");
}
TEST(Boundary, knows_where_the_devices_are) {
  EXPECT_EQ(read(R"(sdy.mesh @mesh = <["a"=4], device_ids=[3, 2, 1, 0]>)", R"(@mesh, [{"a"}, {}])", R"(@mesh, [{}, {}])")
                .partition_of, (Ids{3, 2, 1, 0}));
  EXPECT_EQ(read(R"(sdy.mesh @mesh = <["a"=2], device_ids=[0, 1]>)", R"(@mesh, [{"a"}, {}])", R"(@mesh, [{}, {}])")
                .partition_of, Ids{});
  // a mesh in place, which the result's is too
  const Boundary b = read("", R"(mesh<["x"=2], device_ids=[1, 0]>, [{"x"}, {}])", R"(mesh<["x"=2], device_ids=[1, 0]>, [{}, {"x"}])");
  EXPECT_EQ(to_string(b.mesh), R"(["x"=2])");
  EXPECT_EQ(b.partition_of, (Ids{1, 0}));
}
TEST(Boundary, takes_unreduced_axes_as_partial) {
  const Boundary b = read(two_axes, R"(@mesh, [{}, {}], unreduced={"b", "a"})", R"(@mesh, [{}, {"b"}], unreduced=max{"a"})");
  EXPECT_EQ(to_string(b.params.at(0)), R"(dist<[{}, {}], partial<add> {"a", "b"}> of tensor<24x6xf32>)");
  EXPECT_EQ(to_string(b.results.at(0)), R"(dist<[{}, {"b"}], partial<max> {"a"}> of tensor<24x6xf32>)");
}
TEST(Boundary, is_replicated_where_nothing_is_said) {
  const std::string only_result = program(two_axes, "", sharding(R"(@mesh, [{"a"}, {}])"));
  EXPECT_EQ(read_sdy_boundary_text(only_result, "b.mlir")->params.at(0), DistType::replicated({{24, 6}, ElementType::F32}));
  EXPECT_FALSE(read_sdy_boundary_text(program(two_axes, "", ""), "b.mlir"));
}
TEST(Boundary, on_a_mesh_without_axes_is_replicated) {
  const Boundary b = read("sdy.mesh @none = <[]>", "@none, [{}, {}]", "@none, [{}, {}]");
  EXPECT_EQ(b.mesh.devices(), 1);
  EXPECT_EQ(to_string(b.params.at(0)), "dist<[{}, {}]> of tensor<24x6xf32>");
}
TEST(Boundary, of_whole_tensors_is_on_any_mesh) {
  const Boundary b = read(R"(sdy.mesh @back = <["a"=2], device_ids=[1, 0]>
sdy.mesh @mesh = <["a"=2]>)", R"(@back, [{}, {}])", R"(@mesh, [{"a"}, {}])");
  EXPECT_EQ(b.partition_of, Ids{});
}
TEST(Boundary, refuses_what_is_no_sharding) {
  const auto with = [](const std::string& param) { return program(two_axes, sharding(param), ""); };
  refuses<BadInput>(with(R"(@other, [{}, {}])"), "there is no mesh @other", "b.mlir:2:17");
  refuses<BadInput>(with(R"(@mesh, [{}])"), "a sharding of 1 dimensions on tensor<24x6xf32>", "b.mlir:2:17");
  refuses<BadInput>(with(R"(@mesh, [{"c"}, {}])"), R"(axis "c" of a sharding is not in the mesh)", "b.mlir:2:17");
  refuses<BadInput>(with(R"(@mesh, [{"a"}, {"a"}])"), "an axis is listed twice", "b.mlir:2:17");
  refuses<BadInput>(with(R"(@mesh, [{"b", "b":(1)2}, {}])"), "an axis is listed twice", "b.mlir:2:17");
  refuses<BadInput>(with(R"(@mesh, [{"b":(2)2}, {}])"), R"("b":(2)2 is no part of the axis "b" of size 6)", "b.mlir:2:17");
  refuses<BadInput>(with(R"(@mesh, [{"b":(0)2}, {}])"), R"("b":(0)2 is no part of the axis "b" of size 6)", "b.mlir:2:17");
  refuses<BadInput>(program(R"(sdy.mesh @mesh = <["a"=3], device_ids=[0, 2, 2]>)", sharding(R"(@mesh, [{"a"}, {}])"), ""),
                    "are not 0 to 2, each once", "b.mlir:2:17");
  refuses<BadInput>(program(two_axes, "sdy.sharding = 3", ""), "sdy.sharding is not a #sdy.sharding<..>", "b.mlir:2:17");
}
TEST(Boundary, says_what_is_out_of_reach) {
  const auto with = [](const std::string& param, const std::string& result) {
    return program(two_axes, sharding(param), sharding(result));
  };
  refuses<Unsupported>(program(R"(sdy.mesh @mesh = <["a"=5]>)", sharding(R"(@mesh, [{"a"}, {}])"), ""),
                       "shards of unequal extents: dimension 0 of tensor<24x6xf32> over 5 devices", "b.mlir:2:17");
  refuses<Unsupported>(with(R"(@mesh, [{"b":(1)2}, {}])", R"(@mesh, [{"b":(1)3}, {}])"),
                       R"("b":(1)3, which lies across another part of "b" in use)", "b.mlir:2:1");
  refuses<Unsupported>(program("sdy.mesh @one = <[], device_ids=[1]>", sharding("@one, [{}, {}]"), ""),
                       "a tensor that lives on one device", "b.mlir:2:17");
  refuses<Unsupported>(program(R"(sdy.mesh @back = <["a"=2], device_ids=[1, 0]>
sdy.mesh @mesh = <["a"=2]>)", sharding(R"(@back, [{"a"}, {}])"), sharding(R"(@mesh, [{"a"}, {}])")),
                       "a boundary on two meshes", "b.mlir:3:1");
  refuses<Unsupported>(program(R"(sdy.mesh @two = <["a"=2]>
sdy.mesh @mesh = <["a"=4]>)", sharding(R"(@two, [{}, {}])"), sharding(R"(@mesh, [{"a"}, {}])")),
                       "a boundary on meshes of different sizes", "b.mlir:3:1");
}

/// What a text says, notation by notation.
BoundaryText said(const std::string& text) {
  const TensorType t{{24, 6}, ElementType::F32};
  return read_boundary_text(text, "b.mlir", {{t}, {t}});
}
const Statement& of_param(const StatedBoundary& b) { return b.params.at(0).value(); }
std::string quoted(std::string text) {
  for (size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 3) text.replace(at, 1, "\\22");
  return '"' + text + '"';
}
std::string frontend(const std::string& param) {
  return "module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = " + quoted(R"({m = #sdy.mesh<["x"=2, "y"=3]>})") + "}} {" +
         program("", "mhlo.frontend_attributes = {xla.sdy.sharding = " + quoted(param) + "}", "") + "}";
}
std::string by_module(const std::string& params, const std::string& result) {
  return "module attributes {mhlo.spmd_parameters_shardings = [" + params + "], mhlo.spmd_output_sharding = \"" + result +
         "\"} {" + program("", "", "") + "}";
}

TEST(BoundaryText, has_one_boundary_for_each_notation) {
  const std::string gspmd = "mhlo.sharding = \"{devices=[2,1,3]<=[6] last_tile_dim_replicate}\"";
  const BoundaryText b = said(program(R"(sdy.mesh @m = <["x"=2, "y"=3]>)", sharding(R"(@m, [{"x", ?}, {}])") + ", " + gspmd, gspmd));
  ASSERT_EQ(b.stated.size(), 2u);
  EXPECT_EQ(of_param(b.stated[0]).text, R"(#sdy.sharding<@m, [{"x", ?}, {}]> over #sdy.mesh<["x"=2, "y"=3]>)");
  EXPECT_EQ(of_param(b.stated[0]).placement->open, (std::vector<bool>{true, false}));
  EXPECT_FALSE(b.stated[0].results.at(0));
  EXPECT_EQ(to_string(b.stated[0].boundary->mesh), R"(["x"=2, "y"=3])");
  EXPECT_EQ(to_string(b.stated[1].boundary->mesh), R"(["d0"=2, "d1"=3])");
  EXPECT_EQ(to_string(of_param(b.stated[1]).where), "b.mlir:2:17");
  EXPECT_FALSE(difference({{24, 6}, ElementType::F32}, *of_param(b.stated[0]).placement, *of_param(b.stated[1]).placement));
  EXPECT_TRUE(said(program("", "", "")).stated.empty());
}
TEST(BoundaryText, reads_what_xla_keeps_of_shardy) {
  const BoundaryText b = said(frontend(R"(#sdy.sharding<@m, [{"y"}, {"x"}]>)"));
  ASSERT_EQ(b.stated.size(), 1u);
  EXPECT_EQ(to_string(b.stated[0].boundary->params.at(0)), R"(dist<[{"y"}, {"x"}]> of tensor<24x6xf32>)");
  for (const char* text : {"#sdy.sharding<@m, [{", "3", "#sdy.sharding<@other, [{}, {}]>", "((((("})
    EXPECT_THROW(said(frontend(text)), BadInput) << text;
  EXPECT_THROW(said(frontend("#sdy.sharding<@m, [" + std::string(100000, '[') + "]>")), BadInput);
}
TEST(BoundaryText, reads_what_the_partitioner_writes_onto_the_module) {
  for (const char* result : {"{devices=[2,1]<=[2]}", "{{devices=[2,1]<=[2]}}"}) {
    const BoundaryText b = said(by_module("\"{devices=[1,2]<=[2]}\"", result));
    ASSERT_EQ(b.stated.size(), 1u);
    EXPECT_EQ(to_string(b.stated[0].boundary->params.at(0).dims), R"([{}, {"d0"}])");
    EXPECT_EQ(to_string(b.stated[0].boundary->results.at(0).dims), R"([{"d0"}, {}])");
  }
  EXPECT_THROW(said(by_module("", "{replicated}")), BadInput);
  EXPECT_THROW(said(by_module("\"{replicated}\"", "{{replicated}, {replicated}}")), BadInput);
  EXPECT_THROW(said(by_module("3", "{replicated}")), BadInput);
}
TEST(BoundaryText, knows_what_it_cannot_read) {
  const auto gspmd = [](const std::string& text) { return said(program("", "mhlo.sharding = \"" + text + "\"", "")); };
  for (const char* text : {"{manual}", "{devices=[2,1,3]<=[6] last_tile_dims={manual}}", "\\08\\03"}) {
    const BoundaryText b = gspmd(text);
    EXPECT_FALSE(of_param(b.stated.at(0)).placement);
    EXPECT_THAT(of_param(b.stated[0]).unread, HasSubstr("unsupported"));
    EXPECT_FALSE(b.stated[0].boundary);
    EXPECT_TRUE(b.stated[0].why_not);
  }
  // what it can read, though no boundary is made of it
  const auto only = [](const BoundaryText& b) { return of_param(b.stated.at(0)).placement->only; };
  EXPECT_EQ(only(gspmd("{maximal device=3}")), 3);
  EXPECT_EQ(only(said(program("sdy.mesh @one = <[], device_ids=[1]>", sharding("@one, [{}, {}]"), ""))), 1);
  const BoundaryText uneven = said(program(R"(sdy.mesh @mesh = <["a"=5]>)", sharding(R"(@mesh, [{"a"}, {}])"), ""));
  EXPECT_EQ(of_param(uneven.stated.at(0)).placement->parts, (Shape{5, 1}));
  EXPECT_FALSE(uneven.stated[0].boundary);
  EXPECT_THROW(gspmd("{devices=[2]<=[2]}"), BadInput);
  EXPECT_THROW(gspmd("{devices=[2,1]<=[3]}"), BadInput);
}
TEST(BoundaryText, has_the_names_of_tensors) {
  const BoundaryText b = said(program("", "jax.arg_info = \"w\"", "jax.result_info = \"loss\""));
  EXPECT_EQ(b.params.at(0).value, "x");
  EXPECT_EQ(b.params.at(0).info, "w");
  EXPECT_EQ(b.results.at(0).info, "loss");
}

/// Every program that Shardy lowered has a boundary.
TEST(Boundary, of_the_corpus_is_read) {
  const char* data = std::getenv("PARTIR_DATA");
  const std::filesystem::path folder = std::filesystem::path(data ? data : "") / "shardy_corpus";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no data";
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!entry.path().string().ends_with(".sdy.mlir")) continue;
    SCOPED_TRACE(entry.path().filename().string());
    const std::optional<Boundary> b = read_sdy_boundary(entry.path().string());
    ASSERT_TRUE(b);
    for (const std::vector<DistType>* side : {&b->params, &b->results})
      for (const DistType& d : *side) EXPECT_EQ(ill_formed(b->mesh, d), "");
    ++files;
  }
  EXPECT_GT(files, 90u);
}

}  // namespace
}  // namespace partir::boundary_test
