// GSPMD's shardings: their text, the mesh that they are made of, and the way back.
#include "semantics/gspmd_sharding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "interp/family.h"
#include "interp/native.h"
#include "property_tests/build.h"

namespace partir::gspmd_sharding_test {
namespace {

using namespace build;  // NOLINT: builders
using testing::HasSubstr;
using testing::ThrowsMessage;

const Location at{"t.mlir", 3, 7, {}};

GspmdLayout layout(const std::vector<std::string>& texts, int64_t devices, TensorType type = f32(24, 24)) {
  std::vector<GspmdTensor> tensors;
  for (const std::string& t : texts) tensors.push_back({read_gspmd_sharding(t, at), type, at});
  return gspmd_layout(tensors, devices);
}
std::string text(const std::string& sharding, int64_t devices) {
  const GspmdLayout l = layout({sharding}, devices);
  return to_string(l.mesh) + " " + to_string(l.tensors[0].dims) +
         (l.tensors[0].partial.empty() ? "" : " partial " + to_string(l.tensors[0].partial));
}

TEST(GspmdSharding, becomes_axes) {
  EXPECT_EQ(text("{replicated}", 8), R"(["d0"=8] [{}, {}])");
  EXPECT_EQ(text("{devices=[2,4]<=[8]}", 8), R"(["d0"=2, "d1"=4] [{"d0"}, {"d1"}])");
  EXPECT_EQ(text("{devices=[2,4]<=[4,2]T(1,0)}", 8), R"(["d0"=4, "d1"=2] [{"d1"}, {"d0"}])");
  EXPECT_EQ(text("{devices=[2,4]0,2,4,6,1,3,5,7}", 8), R"(["d0"=4, "d1"=2] [{"d1"}, {"d0"}])");
  EXPECT_EQ(text("{devices=[8,1]<=[2,2,2]T(2,0,1)}", 8), R"(["d0"=4, "d1"=2] [{"d1", "d0"}, {}])");
  EXPECT_EQ(text("{devices=[2,1,4]<=[8] last_tile_dim_replicate}", 8), R"(["d0"=2, "d1"=4] [{"d0"}, {}])");
  EXPECT_EQ(text("{devices=[1,3,2]<=[6] last_tile_dims={unreduced}}", 6),
            R"(["d0"=3, "d1"=2] [{}, {"d0"}] partial {"d1"})");
  EXPECT_EQ(text("{devices=[1,1,2,3]<=[6] last_tile_dims={replicated, unreduced}}", 6),
            R"(["d0"=2, "d1"=3] [{}, {}] partial {"d1"})");
  EXPECT_EQ(text("{replicated}", 1), "[] [{}, {}]");
}
TEST(GspmdSharding, several_share_one_mesh) {
  const GspmdLayout l = layout({"{devices=[2,4]<=[8]}", "{devices=[4,2]<=[8]}", "{replicated}"}, 8);
  EXPECT_EQ(to_string(l.mesh), R"(["d0"=2, "d1"=2, "d2"=2])");
  EXPECT_EQ(to_string(l.tensors[0].dims), R"([{"d0"}, {"d1", "d2"}])");
  EXPECT_EQ(to_string(l.tensors[1].dims), R"([{"d0", "d1"}, {"d2"}])");
}

/// The part that each device holds is the one that GSPMD's definition gives it: the device at place k of the grid
/// holds tile k.
TEST(GspmdSharding, every_device_holds_its_tile) {
  for (const char* t : {"{devices=[2,4]<=[8]}", "{devices=[4,2]<=[2,2,2]T(2,0,1)}", "{devices=[2,2,2]<=[2,4]T(1,0) last_tile_dim_replicate}",
                        "{devices=[3,2]<=[2,3]T(1,0)}", "{devices=[12,1]<=[2,2,3]T(1,2,0)}", "{devices=[1,6]0,3,1,4,2,5}"}) {
    const GspmdSharding s = read_gspmd_sharding(t, at);
    const auto n = static_cast<int64_t>(s.devices.size());
    const GspmdLayout l = gspmd_layout({{s, i32(24, 24), at}}, n);
    std::vector<int32_t> numbers(24 * 24);
    std::iota(numbers.begin(), numbers.end(), 0);
    const auto whole = Tensor<Native>::make<int32_t>(i32(24, 24), numbers);
    const Family<Native> family = distribute(l.mesh, l.tensors[0], whole);
    const int64_t per_tile = n / (s.grid[0] * s.grid[1]);
    for (int64_t k = 0; k < n; ++k) {
      const int64_t tile = k / per_tile;
      const auto expected = whole.chunk(0, tile / s.grid[1], s.grid[0]).chunk(1, tile % s.grid[1], s.grid[1]);
      EXPECT_EQ(family.at_id(s.devices[static_cast<size_t>(k)]).values<int32_t>(), expected.values<int32_t>())
          << t << " at device " << s.devices[static_cast<size_t>(k)];
    }
  }
}

TEST(GspmdSharding, is_written_as_it_is_read) {
  const Mesh mesh({{"x", 2}, {"y", 3}, {"one", 1}, {"z", 2}});
  const std::vector<AxisList> lists = {{}, {"x"}, {"y"}, {"z"}, {"z", "x"}, {"x", "z"}, {"y", "x", "z"}, {"one", "y"}};
  int checked = 0;
  for (const AxisList& rows : lists)
    for (const AxisList& columns : lists)
      for (const AxisList& partial : {AxisList{}, AxisList{"x"}, AxisList{"y", "z"}}) {
        AxisLists all{rows, columns, partial};
        if (!all_distinct(all)) continue;
        const DistType d = dist(i32(24, 24), {rows, columns}, partial);
        const GspmdLayout l = layout({gspmd_text(mesh, d)}, mesh.devices(), i32(24, 24));
        // the same parts everywhere, whatever the axes are called
        std::vector<int32_t> numbers(24 * 24);
        std::iota(numbers.begin(), numbers.end(), 0);
        const auto whole = Tensor<Native>::make<int32_t>(i32(24, 24), numbers);
        const Family<Native> a = distribute(mesh, d, whole), b = distribute(l.mesh, l.tensors[0], whole);
        for (int64_t k = 0; k < mesh.devices(); ++k)
          EXPECT_EQ(a.at_id(k).values<int32_t>(), b.at_id(k).values<int32_t>()) << gspmd_text(mesh, d) << " at " << k;
        ++checked;
      }
  EXPECT_EQ(checked, 47);
  EXPECT_EQ(gspmd_text(mesh, dist(f32(4), {{"one"}})), "{replicated}");
  EXPECT_THROW(gspmd_text(mesh, dist(f32(4), {{}}, {"x"}, Monoid::Max)), Unsupported);
}

TEST(GspmdSharding, mistakes_are_located) {
  for (const auto& [sharding, message] : std::vector<std::pair<std::string, std::string>>{
           {"", "expected '{'"},
           {"{", "expected 'devices='"},
           {"{devices=[2]0}", "as many devices as tiles"},
           {"{devices=[2]0,0}", "each device once"},
           {"{devices=[2]<=[3]}", "as many devices as tiles"},
           {"{devices=[2]<=[2]T(1)}", "a permutation"},
           {"{devices=[2]<=[2,1]T(0)}", "a number for each extent"},
           {"{devices=[0]<=[0]}", "at least 1"},
           {"{devices=[99999999999]<=[1]}", "over a million"},
           {"{devices=[99999999999999999999]<=[1]}", "a number"},
           {"{devices=[2]<=[2]} x", "the end"},
           {"{devices=[2]<=[2] last_tile_dims={replicated,unreduced}}", "no more kinds"},
           {"{devices=[2,2]<=[4] last_tile_dims={x}}", "replicated, unreduced or manual"}})
    EXPECT_THAT([&] { read_gspmd_sharding(sharding, at); }, ThrowsMessage<BadInput>(HasSubstr(message))) << sharding;
  for (const char* outside : {"{manual}", "{unknown}", "{mesh['x'=2], [{'x'}]}", "{devices=[2]<=[2] metadata={op_name=\"x\"}}", "{devices=[2,2]<=[4] last_tile_dims={manual}}"})
    EXPECT_THROW(read_gspmd_sharding(outside, at), Unsupported) << outside;
  EXPECT_THAT([] { layout({"{maximal device=3}"}, 8); }, ThrowsMessage<Unsupported>(HasSubstr("lives on one device, 3")));
  EXPECT_THAT([] { read_gspmd_sharding("{maximal}", at); }, ThrowsMessage<BadInput>(HasSubstr("expected 'device='")));
  EXPECT_THAT([] { layout({"{devices=[2,2]<=[4]}"}, 8); }, ThrowsMessage<BadInput>(HasSubstr("over 4 devices, expected 8")));
  EXPECT_THAT([] { layout({"{devices=[4]<=[4]}"}, 4); }, ThrowsMessage<BadInput>(HasSubstr("1 dimensions on tensor<24x24xf32>")));
  EXPECT_THROW(layout({"{devices=[4,1]0,2,3,1}"}, 4), Unsupported);
  EXPECT_THROW(layout({"{devices=[2,3]<=[6]}", "{devices=[3,2]<=[6]}"}, 6), Unsupported);
}

}  // namespace
}  // namespace partir::gspmd_sharding_test
