// What shardings mean, as tables: the same whatever they are written in, and as the interpreter distributes tensors.
#include "semantics/placement.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "interp/family.h"
#include "interp/native.h"
#include "property_tests/build.h"

namespace partir::placement_test {
namespace {

using namespace build;  // NOLINT: builders

const Location at{"t.mlir", 3, 7, {}};
const Mesh mesh({{"x", 2}, {"y", 3}, {"z", 2}});
const std::vector<int64_t> backwards{11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};

/// Every layout of a matrix over the mesh.
std::vector<DistType> layouts() {
  const std::vector<AxisList> lists = {{}, {"x"}, {"y"}, {"z"}, {"x", "z"}, {"z", "x"}, {"y", "x", "z"}};
  std::vector<DistType> all;
  for (const AxisList& rows : lists)
    for (const AxisList& columns : lists)
      for (const AxisList& partial : {AxisList{}, AxisList{"x"}, AxisList{"y", "z"}})
        if (all_distinct({rows, columns, partial})) all.push_back(dist(i32(24, 24), {rows, columns}, partial));
  return all;
}

/// Two placements agree iff each device has the same elements, as the interpreter deals them out, and the same
/// devices are alike in the summands.
TEST(Placement, agrees_where_devices_hold_the_same) {
  std::vector<int32_t> numbers(24 * 24);
  std::iota(numbers.begin(), numbers.end(), 0);
  const auto whole = Tensor<Native>::make<int32_t>(i32(24, 24), numbers);
  struct Known {
    Placement placement;
    std::vector<std::vector<int32_t>> held;    // of each device
    std::vector<std::set<int64_t>> companions; // the devices with the same summand of the same part
    bool partial;
  };
  std::vector<Known> all;
  for (const DistType& d : layouts())
    for (const std::vector<int64_t>& order : {std::vector<int64_t>{}, backwards}) {
      Known k{placement_of(mesh, order, d), {}, {}, !d.partial.empty()};
      const DistType tiles = dist(d.global, d.dims);
      const Family<Native> family = distribute(mesh, tiles, whole);
      const auto number = [&](int64_t device) { return static_cast<size_t>(order.empty() ? device : order[static_cast<size_t>(device)]); };
      k.held.resize(12), k.companions.resize(12);
      for (int64_t a = 0; a < 12; ++a) {
        k.held[number(a)] = family.at_id(a).values<int32_t>();
        for (int64_t b = 0; b < 12; ++b)
          if (family.at_id(a).values<int32_t>() == family.at_id(b).values<int32_t>() &&
              mesh.index_in(d.partial, mesh.device(a)) == mesh.index_in(d.partial, mesh.device(b)))
            k.companions[number(a)].insert(static_cast<int64_t>(number(b)));
      }
      all.push_back(std::move(k));
    }
  size_t same = 0, other = 0;
  for (const Known& a : all)
    for (const Known& b : all) {
      const bool agree = a.held == b.held && a.partial == b.partial && (!a.partial || a.companions == b.companions);
      EXPECT_EQ(!difference(i32(24, 24), a.placement, b.placement), agree);
      ++(agree ? same : other);
    }
  EXPECT_GT(same, all.size());  // reversed devices agree where all have the same
  EXPECT_GT(other, 1000u);
}

TEST(Placement, is_the_same_through_gspmds_notation) {
  for (const DistType& d : layouts())
    for (const std::vector<int64_t>& order : {std::vector<int64_t>{}, backwards}) {
      const Placement p = placement_of(mesh, order, d);
      const auto s = gspmd_of(p, 12);
      ASSERT_TRUE(s);
      EXPECT_FALSE(difference(d.global, placement_of(*s, 2), p));
      if (order.empty()) {
        EXPECT_FALSE(difference(d.global, placement_of(read_gspmd_sharding(gspmd_text(mesh, d), at), 2), p));
      } else {
        // by the devices' own order it is what it is without one
        const auto renumbered = gspmd_of(p, 12, backwards);
        ASSERT_TRUE(renumbered);
        EXPECT_FALSE(difference(d.global, placement_of(*renumbered, 2), placement_of(mesh, {}, d)));
      }
    }
}

std::string said(const std::string& stated, const std::string& actual, const TensorType& type = f32(24, 24)) {
  const auto d = difference(type, placement_of(read_gspmd_sharding(stated, at), type.shape.size()),
                            placement_of(read_gspmd_sharding(actual, at), type.shape.size()));
  return d ? d->by_first + " | " + d->by_second : "";
}
TEST(Placement, says_where_they_differ) {
  EXPECT_EQ(said("{devices=[2,1]<=[2]}", "{devices=[1,2]<=[2]}"), "device 0 holds [0:12, 0:24] | device 0 holds [0:24, 0:12]");
  EXPECT_EQ(said("{devices=[2,1]<=[2]}", "{devices=[4,1]<=[4]}"), "it lies on 2 devices | it lies on 4 devices");
  EXPECT_EQ(said("{replicated}", "{devices=[1,1,2]<=[2] last_tile_dims={unreduced}}"),
            "device 0 holds the reduced value | device 0 holds a summand of its own, to be reduced by add");
  EXPECT_EQ(said("{devices=[1,1,2,2]<=[4] last_tile_dims={unreduced, replicated}}", "{devices=[1,1,2,2]<=[4] last_tile_dims={replicated, unreduced}}"),
            "device 1 holds the summand of device 0, to be reduced by add | device 1 holds a summand of its own, to be reduced by add");
  EXPECT_EQ(said("{maximal device=0}", "{replicated}"), "device 1 holds nothing | device 1 holds [0:24, 0:24]");
  EXPECT_EQ(said("{maximal device=2}", "{replicated}"), "device 0 holds nothing | device 0 holds [0:24, 0:24]");
  EXPECT_EQ(said("{maximal device=1}", "{maximal device=2}"), "device 2 holds nothing | device 2 holds [0:24, 0:24]");
  EXPECT_EQ(said("{maximal device=2}", "{maximal device=2}"), "");
  // unequal shards: 10 in parts of 3, 3, 3, 1; 4 in parts of 2, 2, none
  EXPECT_EQ(said("{devices=[4]<=[4]}", "{devices=[4]<=[2,2]T(1,0)}", f32(10)), "device 1 holds [3:6] | device 1 holds [6:9]");
  EXPECT_EQ(said("{devices=[3]<=[3]}", "{devices=[3]0,2,1}", f32(4)), "device 1 holds [2:4] | device 1 holds [4:4]");
  EXPECT_EQ(said("{devices=[2]<=[2]}", "{devices=[2]1,0}", f32(1)), "device 0 holds [0:1] | device 0 holds [1:1]");
  EXPECT_EQ(said("{devices=[2]<=[2]}", "{devices=[2]1,0}", f32(0)), "");
}

TEST(Placement, of_open_dimensions_is_the_major_part) {
  const auto open = [](DistType d) {
    Placement p = placement_of(mesh, {}, d);
    p.open = {true, false};
    return p;
  };
  const TensorType t = i32(24, 24);
  const auto agrees = [&](const Placement& stated, const AxisLists& dims, const AxisList& partial = {}) {
    return !difference(t, stated, placement_of(mesh, {}, dist(t, dims, partial)));
  };
  const Placement x = open(dist(t, {{"x"}, {}}));
  EXPECT_TRUE(agrees(x, {{"x"}, {}}));
  EXPECT_TRUE(agrees(x, {{"x", "z"}, {}}));
  EXPECT_TRUE(agrees(x, {{"x", "z", "y"}, {}}));
  EXPECT_FALSE(agrees(x, {{"z", "x"}, {}}));
  EXPECT_FALSE(agrees(x, {{"z"}, {}}));
  EXPECT_FALSE(agrees(x, {{}, {}}));
  EXPECT_FALSE(agrees(x, {{"x"}, {"y"}}));
  EXPECT_FALSE(agrees(x, {{"x"}, {}}, {"y"}));
  const Placement nothing = open(dist(t, {{}, {}}));
  EXPECT_TRUE(agrees(nothing, {{"y"}, {}}));
  EXPECT_FALSE(agrees(nothing, {{"y"}, {}}, {"x"}));
  EXPECT_FALSE(agrees(nothing, {{}, {"y"}}));
  const Placement partial = open(dist(t, {{}, {}}, {"y"}));
  EXPECT_TRUE(agrees(partial, {{"x"}, {}}, {"y"}));
  EXPECT_FALSE(agrees(partial, {{"x"}, {}}, {"z"}));
  EXPECT_FALSE(agrees(partial, {{"x"}, {}}));
}

}  // namespace
}  // namespace partir::placement_test
