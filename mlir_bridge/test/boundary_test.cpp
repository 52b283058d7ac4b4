// The boundary that `sdy.sharding` gives a program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "mlir_bridge/boundary.h"
#include "semantics/diagnostics.h"

namespace partir {
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
}  // namespace partir
