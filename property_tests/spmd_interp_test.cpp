// P-rules against a literal per-device implementation, families, V ⊨ G : D, and Theorem 2 by hand.
#include "interp/spmd_interp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <random>
#include <sstream>

#include "interp/core_interp.h"
#include "interp/exact.h"
#include "interp/field.h"
#include "interp/native.h"
#include "interp/trace.h"
#include "semantics/hlo_typing.h"

namespace partir::spmd_interp_test {
namespace {

using F = ElementType;

// ---- The literal implementation: one array per device, straight from calculus.md section 2.

/// A row-major array.
struct Dense {
  Shape shape;
  std::vector<float> v;
};
using Devices = std::vector<Dense>;  // by linear id

int64_t linear(const Shape& shape, const std::vector<int64_t>& index) {
  int64_t k = 0;
  for (size_t d = 0; d < shape.size(); ++d) k = k * shape[d] + index[d];
  return k;
}
/// The array whose element at each index is `f(index)`.
Dense tabulate(const Shape& shape, const std::function<float(std::vector<int64_t>)>& f) {
  Dense t{shape, {}};
  const int64_t n = num_elements(shape);
  for (int64_t k = 0; k < n; ++k) {
    std::vector<int64_t> index(shape.size());
    for (int64_t d = static_cast<int64_t>(shape.size()) - 1, rest = k; d >= 0; --d) {
      index[d] = rest % shape[d];
      rest /= shape[d];
    }
    t.v.push_back(f(index));
  }
  return t;
}
Dense literal_chunk(const Dense& t, size_t d, int64_t i, int64_t n) {
  Shape shape = t.shape;
  shape[d] /= n;
  return tabulate(shape, [&](std::vector<int64_t> index) {
    index[d] += i * shape[d];
    return t.v[linear(t.shape, index)];
  });
}
Dense literal_concat(size_t d, const std::vector<Dense>& parts) {
  Shape shape = parts[0].shape;
  const int64_t part = shape[d];
  shape[d] *= static_cast<int64_t>(parts.size());
  return tabulate(shape, [&](std::vector<int64_t> index) {
    const Dense& p = parts[index[d] / part];
    index[d] %= part;
    return p.v[linear(p.shape, index)];
  });
}
float literal_op(Monoid m, float x, float y) {
  return m == Monoid::Add   ? x + y
         : m == Monoid::Mul ? x * y
         : m == Monoid::Max ? std::max(x, y)
                            : std::min(x, y);
}
/// The coordinates of `axes`, row-major, first axis major.
std::vector<std::vector<int64_t>> coordinates(const Mesh& mesh, const AxisList& axes) {
  std::vector<std::vector<int64_t>> all = {{}};
  for (const Axis& a : axes) {
    std::vector<std::vector<int64_t>> longer;
    for (const auto& k : all)
      for (int64_t i = 0; i < mesh.size(a); ++i) {
        longer.push_back(k);
        longer.back().push_back(i);
      }
    all = longer;
  }
  return all;
}
Device update(const Mesh& mesh, Device device, const AxisList& axes,
              const std::vector<int64_t>& kappa) {
  for (size_t k = 0; k < axes.size(); ++k) device[mesh.index(axes[k])] = kappa[k];
  return device;
}
Devices literal_slice(const Mesh& mesh, const AxisLists& lists, Devices v) {
  for (int64_t id = 0; id < mesh.devices(); ++id)
    for (size_t d = 0; d < lists.size(); ++d) {
      const auto all = coordinates(mesh, lists[d]);
      std::vector<int64_t> mine;
      for (const Axis& a : lists[d]) mine.push_back(mesh.device(id)[mesh.index(a)]);
      const int64_t i = std::find(all.begin(), all.end(), mine) - all.begin();
      v[id] = literal_chunk(v[id], d, i, static_cast<int64_t>(all.size()));
    }
  return v;
}
Devices literal_gather(const Mesh& mesh, const AxisLists& lists, Devices v) {
  for (size_t d = 0; d < lists.size(); ++d) {
    Devices next;
    for (int64_t id = 0; id < mesh.devices(); ++id) {
      std::vector<Dense> parts;
      for (const auto& kappa : coordinates(mesh, lists[d]))
        parts.push_back(v[mesh.id(update(mesh, mesh.device(id), lists[d], kappa))]);
      next.push_back(literal_concat(d, parts));
    }
    v = next;
  }
  return v;
}
Devices literal_reduce(const Mesh& mesh, Monoid m, const AxisList& axes, const Devices& v) {
  Devices next;
  for (int64_t id = 0; id < mesh.devices(); ++id) {
    Dense sum;
    bool first = true;
    for (const auto& kappa : coordinates(mesh, axes)) {
      const Dense& x = v[mesh.id(update(mesh, mesh.device(id), axes, kappa))];
      if (first)
        sum = x;
      else
        for (size_t k = 0; k < x.v.size(); ++k) sum.v[k] = literal_op(m, sum.v[k], x.v[k]);
      first = false;
    }
    next.push_back(sum);
  }
  return next;
}

// ---- Comparison and inputs.

using Fam = Family<Native>;

Tensor<Native> tensor(const Dense& t) {
  return Tensor<Native>::make<float>({t.shape, F::F32}, t.v);
}
Devices devices_of(const Fam& f) {
  Devices v;
  for (int64_t id = 0; id < f.mesh().devices(); ++id)
    v.push_back({f.type().shape, f.at_id(id).values<float>()});
  return v;
}
void expect_bits(const Fam& found, const Devices& expected, const std::string& what) {
  const Devices v = devices_of(found);
  ASSERT_EQ(v.size(), expected.size()) << what;
  for (size_t id = 0; id < v.size(); ++id) {
    ASSERT_EQ(v[id].shape, expected[id].shape) << what << ", device " << id;
    for (size_t k = 0; k < v[id].v.size(); ++k)
      ASSERT_EQ(std::bit_cast<uint32_t>(v[id].v[k]), std::bit_cast<uint32_t>(expected[id].v[k]))
          << what << ", device " << id << ", element " << k;
  }
}
std::shared_ptr<const Mesh> mesh_of(std::vector<std::pair<Axis, int64_t>> axes) {
  return std::make_shared<const Mesh>(std::move(axes));
}
/// Random floats of very different magnitudes, so that the order of a sum shows.
Fam random_family(std::shared_ptr<const Mesh> mesh, const AxisList& axes, const Shape& shape,
                  uint32_t seed) {
  std::mt19937 gen(seed);
  return Fam::generate(std::move(mesh), axes, [&](const Device&) {
    return tensor(tabulate(shape, [&](const std::vector<int64_t>&) {
      const float mantissa = static_cast<float>(gen() % 2001) / 1000.0f - 1.0f;
      return std::ldexp(mantissa, static_cast<int>(gen() % 24) - 12);
    }));
  });
}
std::vector<AxisList> subsets(const Mesh& mesh) {
  std::vector<AxisList> all = {{}};
  for (const auto& [a, n] : mesh.axes())
    for (size_t k = all.size(); k-- > 0;) {
      all.push_back(all[k]);
      all.back().push_back(a);
    }
  return all;
}
/// All subsets in all orders.
std::vector<AxisList> ordered_subsets(const Mesh& mesh) {
  std::vector<AxisList> all;
  for (AxisList s : subsets(mesh)) {
    std::sort(s.begin(), s.end());
    do all.push_back(s);
    while (std::next_permutation(s.begin(), s.end()));
  }
  return all;
}
/// `axes` dealt to `rank` dimensions: the first `cut` to dimension 0, the rest to the last.
AxisLists dealt(const AxisList& axes, size_t cut, size_t rank) {
  AxisLists lists(rank);
  for (size_t k = 0; k < axes.size(); ++k) lists[k < cut ? 0 : rank - 1].push_back(axes[k]);
  return lists;
}
const std::vector<std::vector<std::pair<Axis, int64_t>>> small_meshes = {
    {},
    {{"a", 1}},
    {{"a", 5}},
    {{"a", 2}, {"b", 3}},
    {{"b", 3}, {"a", 2}},
    {{"a", 1}, {"b", 5}},
    {{"a", 2}, {"b", 1}, {"c", 3}},
    {{"c", 2}, {"a", 3}, {"b", 2}},
};
/// Calls `f(mesh, axes in some order, depends_on)` on all of them.
void for_all_axes(const std::function<void(std::shared_ptr<const Mesh>, AxisList, AxisList)>& f) {
  for (const auto& axes : small_meshes) {
    auto mesh = mesh_of(axes);
    for (const AxisList& list : ordered_subsets(*mesh))
      for (const AxisList& depends : subsets(*mesh)) {
        f(mesh, list, depends);
        if (testing::Test::HasFatalFailure()) return;
      }
  }
}
std::string describe(const Mesh& mesh, const AxisLists& lists, const AxisList& depends) {
  return to_string(mesh) + " " + to_string(lists) + " of a family over " + to_string(depends);
}

// ---- P-rules.

TEST(P_Slice, is_the_literal_formula) {
  for_all_axes([](auto mesh, const AxisList& axes, const AxisList& depends) {
    for (size_t cut = 0; cut <= axes.size(); ++cut) {
      const AxisLists lists = dealt(axes, cut, 2);
      const Shape shape = {2 * mesh->size(lists[0]), mesh->size(lists[1])};
      const Fam x = random_family(mesh, depends, shape, 1);
      const Fam y = P_Slice(lists, x);
      expect_bits(y, literal_slice(*mesh, lists, devices_of(x)), describe(*mesh, lists, depends));
      EXPECT_EQ(y.depends_on(), axes_union(*mesh, depends, axes));
    }
  });
}
TEST(P_Gather, is_the_literal_formula) {
  for_all_axes([](auto mesh, const AxisList& axes, const AxisList& depends) {
    for (size_t cut = 0; cut <= axes.size(); ++cut) {
      const AxisLists lists = dealt(axes, cut, 3);
      const Fam x = random_family(mesh, depends, {2, 1, 3}, 2);
      const Fam y = P_Gather(lists, x);
      expect_bits(y, literal_gather(*mesh, lists, devices_of(x)), describe(*mesh, lists, depends));
      EXPECT_EQ(y.depends_on(), axes_minus(depends, axes));
    }
  });
}
TEST(P_Reduce, is_the_literal_fold_from_the_left) {
  for_all_axes([](auto mesh, const AxisList& axes, const AxisList& depends) {
    for (Monoid m : {Monoid::Add, Monoid::Mul, Monoid::Max, Monoid::Min})
      for (const Shape& shape : {Shape{}, Shape{3, 2}}) {
        const Fam x = random_family(mesh, depends, shape, 3);
        const Fam y = P_Reduce(m, axes, x);
        expect_bits(y, literal_reduce(*mesh, m, axes, devices_of(x)),
                    std::string(name(m)) + describe(*mesh, {axes}, depends));
        EXPECT_EQ(y.depends_on(), axes_minus(depends, axes));
      }
  });
}
TEST(P_Scatter, is_slice_after_reduce) {
  for_all_axes([](auto mesh, const AxisList& axes, const AxisList& depends) {
    for (size_t cut = 0; cut <= axes.size(); ++cut) {
      const AxisLists lists = dealt(axes, cut, 2);
      const Fam x =
          random_family(mesh, depends, {mesh->size(lists[0]), 2 * mesh->size(lists[1])}, 4);
      const Devices reduced = literal_reduce(*mesh, Monoid::Add, flatten(lists), devices_of(x));
      expect_bits(P_Scatter(Monoid::Add, lists, x), literal_slice(*mesh, lists, reduced),
                  describe(*mesh, lists, depends));
    }
  });
}
TEST(P_AllToAll, is_slice_after_gather) {
  for_all_axes([](auto mesh, const AxisList& axes, const AxisList& depends) {
    for (int64_t from : {0, 2}) {
      const int64_t to = 2 - from;
      Shape shape = {2, 2, 2};
      shape[to] = 2 * mesh->size(axes);
      const Fam x = random_family(mesh, depends, shape, 5);
      AxisLists gather(3), slice(3);
      gather[from] = slice[to] = axes;
      expect_bits(P_AllToAll(from, to, axes, x),
                  literal_slice(*mesh, slice, literal_gather(*mesh, gather, devices_of(x))),
                  describe(*mesh, gather, depends));
    }
  });
}
TEST(P_Reduce, order_of_axes_decides_the_order_of_the_fold) {
  auto mesh = mesh_of({{"a", 2}, {"b", 2}});
  auto v = [&](float x) { return tensor({{}, {x}}); };
  // (a,b): 1e8, 1, -1e8, 1. Row-major in {a,b}: ((1e8+1)-1e8)+1 = 1; in {b,a}: (1e8-1e8)+1+1 = 2.
  const Fam x = Fam::per_device(mesh, {v(1e8f), v(1), v(-1e8f), v(1)});
  EXPECT_EQ(P_Reduce(Monoid::Add, {"a", "b"}, x).at_id(0).values<float>()[0], 1.0f);
  EXPECT_EQ(P_Reduce(Monoid::Add, {"b", "a"}, x).at_id(0).values<float>()[0], 2.0f);
}
TEST(P_Reduce, shared_tensors_contribute_once_per_device) {
  const Fam x = Fam::replicated(mesh_of({{"a", 5}}), tensor({{2}, {1, 3}}));
  const Fam y = P_Reduce(Monoid::Add, {"a"}, x);
  EXPECT_TRUE(y.depends_on().empty());
  EXPECT_EQ(y.at_id(4).values<float>(), (std::vector<float>{5, 15}));
}
TEST(P_Gather, empty_tensors_stay_empty) {
  const Fam x = Fam::replicated(mesh_of({{"a", 3}}), tensor({{2, 0}, {}}));
  EXPECT_EQ(P_Gather({{"a"}, {}}, x).type().shape, (Shape{6, 0}));
  EXPECT_EQ(P_Reduce(Monoid::Add, {"a"}, x).type().shape, (Shape{2, 0}));
  EXPECT_EQ(P_Slice({{}, {}}, x).type().shape, (Shape{2, 0}));
}
TEST(P_Slice, stuck_where_undefined) {
  const Fam x = Fam::replicated(mesh_of({{"a", 2}, {"b", 3}}), tensor({{4}, {1, 2, 3, 4}}));
  EXPECT_THROW(P_Slice({{"b"}}, x), Stuck);       // 3 does not divide 4
  EXPECT_THROW(P_Slice({{"z"}}, x), Stuck);       // not in the mesh
  EXPECT_THROW(P_Slice({{"a", "a"}}, x), Stuck);  // twice
  EXPECT_THROW(P_Slice({{"a"}, {}}, x), Stuck);   // a list too many
}
TEST(P_Gather, stuck_where_undefined) {
  const Fam x = Fam::replicated(mesh_of({{"a", 2}}), tensor({{2}, {1, 2}}));
  EXPECT_THROW(P_Gather({{"z"}}, x), Stuck);
  EXPECT_THROW(P_Gather({{"a", "a"}}, x), Stuck);
  EXPECT_THROW(P_Gather({}, x), Stuck);
}
TEST(P_Reduce, stuck_where_undefined) {
  const Fam x = Fam::replicated(mesh_of({{"a", 2}}), tensor({{2}, {1, 2}}));
  EXPECT_THROW(P_Reduce(Monoid::And, {"a"}, x), Stuck);  // and of floats
  EXPECT_THROW(P_Reduce(Monoid::Add, {"z"}, x), Stuck);
  EXPECT_THROW(P_Reduce(Monoid::Add, {"a", "a"}, x), Stuck);
}
TEST(P_Scatter, stuck_where_undefined) {
  const Fam x = Fam::replicated(mesh_of({{"a", 2}}), tensor({{3}, {1, 2, 3}}));
  EXPECT_THROW(P_Scatter(Monoid::Add, {{"a"}}, x), Stuck);
}
TEST(P_AllToAll, stuck_where_undefined) {
  const Fam x = Fam::replicated(mesh_of({{"a", 2}}), tensor({{2, 3}, {1, 2, 3, 4, 5, 6}}));
  EXPECT_THROW(P_AllToAll(0, 1, {"a"}, x), Stuck);  // 2 does not divide 3
  EXPECT_THROW(P_AllToAll(0, 0, {"a"}, x), Stuck);
  EXPECT_THROW(P_AllToAll(0, 2, {"a"}, x), Stuck);
  EXPECT_THROW(P_AllToAll(-1, 0, {"a"}, x), Stuck);
  EXPECT_THROW(P_AllToAll(1, 0, {"z"}, x), Stuck);
}

// ---- Families.

TEST(Family, stored_once_is_the_same_as_one_per_device) {
  for (const auto& axes : small_meshes) {
    auto mesh = mesh_of(axes);
    for (const AxisList& depends : subsets(*mesh)) {
      const Fam shared = random_family(mesh, depends, {2, 3}, 7);
      std::vector<Tensor<Native>> all;
      for (int64_t id = 0; id < mesh->devices(); ++id) all.push_back(shared.at_id(id));
      const Fam dense = Fam::per_device(mesh, all);
      EXPECT_EQ(static_cast<int64_t>(shared.parts().size()), mesh->size(depends));
      for (const AxisList& list : ordered_subsets(*mesh)) {
        expect_bits(P_Reduce(Monoid::Add, list, shared),
                    devices_of(P_Reduce(Monoid::Add, list, dense)), "reduce");
        expect_bits(P_Gather({{}, list}, shared), devices_of(P_Gather({{}, list}, dense)),
                    "gather");
      }
    }
  }
}
TEST(Family, rejects_what_is_no_family) {
  auto mesh = mesh_of({{"a", 2}, {"b", 3}});
  auto t = tensor({{1}, {1}}), u = tensor({{2}, {1, 2}});
  EXPECT_THROW(Fam(mesh, {"a"}, {t}), BadInput);                     // one part of two
  EXPECT_THROW(Fam(mesh, {"a"}, {t, u}), BadInput);                  // of different types
  EXPECT_THROW(Fam(mesh, {"b", "a"}, std::vector(6, t)), BadInput);  // not in mesh order
  EXPECT_THROW(Fam(mesh, {"a", "a"}, std::vector(4, t)), BadInput);
  EXPECT_THROW(Fam(mesh, {"z"}, {t, t}), Stuck);
  EXPECT_THROW(Fam(mesh, {}, {Tensor<Native>()}), BadInput);  // undefined
}

// ---- V ⊨ G : D.

/// All D of a 6x4 tensor over a mesh: each axis tiles a dimension, is partial, or replicates.
std::vector<DistType> all_dists(const Mesh& mesh, TensorType global, Monoid m) {
  std::vector<DistType> all = {DistType::replicated(global)};
  all[0].monoid = m;
  for (const auto& [a, n] : mesh.axes()) {
    std::vector<DistType> more;
    for (const DistType& d : all) {
      more.push_back(d);
      for (size_t dim = 0; dim < d.dims.size(); ++dim) {
        more.push_back(d);  // minor
        more.back().dims[dim].push_back(a);
        if (!d.dims[dim].empty()) {  // major
          more.push_back(d);
          more.back().dims[dim].insert(more.back().dims[dim].begin(), a);
        }
      }
      more.push_back(d);
      more.back().partial.push_back(a);
    }
    all = more;
  }
  std::erase_if(all, [&](const DistType& d) { return !ill_formed(mesh, d).empty(); });
  return all;
}
template <class D>
Tensor<D> numbers(const TensorType& type) {
  Literal l{type, false, {}};
  for (int64_t i = 0; i < type.elements(); ++i) {
    const uint64_t bits = Literal::encode(type.element, i == 1 ? -0.0 : 1.25 * double(i) - 7.0);
    const auto* b = reinterpret_cast<const std::byte*>(&bits);
    l.data.insert(l.data.end(), b, b + byte_width(type.element));
  }
  return Tensor<D>::from_literal(l);
}
template <class D>
void distribute_represents(F element) {
  const TensorType type{{6, 4}, element};
  const Tensor<D> global = numbers<D>(type);
  int checked = 0;
  for (const auto& axes : small_meshes) {
    const Mesh mesh(axes);
    for (Monoid m : all_monoids) {
      if (!defined_on(m, element)) continue;
      for (const DistType& dist : all_dists(mesh, type, m)) {
        const Family<D> v = distribute(mesh, dist, global);
        EXPECT_EQ(v.type(), local(mesh, dist));
        const auto mismatch = represents(mesh, dist, v, global);
        ASSERT_FALSE(mismatch) << to_string(dist) << " on " << to_string(mesh) << " at "
                               << to_string(mesh, mismatch->device);
        ++checked;
        // and no other global: the element changed is one of exactly one chunk, and is found
        Tensor<D> other = combine(Monoid::Add, global, global);
        const auto found = represents(mesh, dist, v, other);
        ASSERT_TRUE(found) << to_string(dist);
        EXPECT_NE(found->expected, found->found);
        EXPECT_EQ(found->index.size(), 2u);
      }
    }
  }
  EXPECT_GT(checked, 500);
}
TEST(represents, what_distribute_makes_in_native_floats) { distribute_represents<Native>(F::F32); }
TEST(represents, what_distribute_makes_in_native_bf16) { distribute_represents<Native>(F::BF16); }
TEST(represents, what_distribute_makes_in_native_integers) {
  distribute_represents<Native>(F::I32);
}
TEST(represents, what_distribute_makes_in_the_field) { distribute_represents<Field>(F::F32); }
TEST(represents, what_distribute_makes_in_rationals) { distribute_represents<Exact>(F::F32); }

TEST(distribute, add_parts_sum_to_minus_zero_exactly) {
  const Mesh mesh({{"a", 3}});
  DistType d = DistType::replicated({{1}, F::F32});
  d.partial = {"a"};
  const auto v = distribute(mesh, d, tensor({{1}, {-0.0f}}));
  EXPECT_TRUE(std::signbit(P_Reduce(Monoid::Add, {"a"}, v).at_id(0).values<float>()[0]));
}
TEST(represents, names_device_index_and_values) {
  const Mesh mesh({{"a", 2}, {"b", 2}});
  auto shared = std::make_shared<const Mesh>(mesh);
  DistType d = DistType::replicated({{4}, F::F32});
  d.dims[0] = {"b", "a"};  // b is major
  const auto global = tensor({{4}, {10, 11, 12, 13}});
  auto v = [&](float x) { return tensor({{1}, {x}}); };
  // device (a,b) holds chunk 2b+a
  EXPECT_FALSE(represents(mesh, d, Fam::per_device(shared, {v(10), v(12), v(11), v(13)}), global));
  const auto swapped =
      represents(mesh, d, Fam::per_device(shared, {v(10), v(11), v(12), v(13)}), global);
  ASSERT_TRUE(swapped);
  EXPECT_EQ(swapped->device, (Device{0, 1}));
  EXPECT_EQ(swapped->index, (std::vector<int64_t>{0}));
  EXPECT_EQ(swapped->expected, "12");
  EXPECT_EQ(swapped->found, "11");
}
TEST(represents, a_replicated_axis_is_checked_on_every_device) {
  auto mesh = mesh_of({{"a", 3}});
  const auto g = tensor({{1}, {1}});
  const auto mismatch = represents(*mesh, DistType::replicated(g.type()),
                                   Fam::per_device(mesh, {g, g, tensor({{1}, {2}})}), g);
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->device, (Device{2}));
}
TEST(represents, wrong_local_type_is_a_mismatch_and_wrong_D_an_error) {
  const Mesh mesh({{"a", 2}});
  const auto g = tensor({{2}, {1, 2}});
  const DistType whole = DistType::replicated(g.type());
  DistType tiled = whole;
  tiled.dims[0] = {"a"};
  const auto mismatch = represents(mesh, tiled, distribute(mesh, whole, g), g);
  ASSERT_TRUE(mismatch);
  EXPECT_TRUE(mismatch->index.empty());
  DistType bad = whole;
  bad.dims[0] = {"z"};
  EXPECT_THROW(distribute(mesh, bad, g), BadInput);
  EXPECT_THROW(represents(mesh, tiled, distribute(mesh, tiled, g), tensor({{4}, {1, 2, 3, 4}})),
               BadInput);
}

// ---- Programs.

/// Counts evaluations: how many distinct tensors each statement produced.
struct CountWork : SpmdObserver<Native> {
  std::vector<size_t> parts;
  void on_stmt(const hlo::Stmt&, const std::vector<Fam>& results) override {
    parts.push_back(results.at(0).parts().size());
  }
};
DotGeneral matmul() { return {{}, {}, {1}, {0}, F::F32}; }

/// x·w, summed over "m".
hlo::Program dot_all_reduce(const Mesh& mesh, int64_t n) {
  hlo::Program p;
  p.mesh = mesh;
  hlo::Function& f = p.main;
  const TensorType t{{n, n}, F::F32};
  const ValueId x = f.add_value(t, "x"), w = f.add_value(t, "w"), y = f.add_value(t, "y"),
                z = f.add_value(t, "z");
  f.params = {x, w};
  f.param_dists = {DistType::replicated(t), DistType::replicated(t)};
  f.result_dists = {DistType::replicated(t)};
  f.body.stmts.push_back({{y}, OpExpr{Op(matmul()), {x, w}}, {"t.mlir", 3, 5, {}}});
  f.body.stmts.push_back({{z}, hlo::AllReduce{Monoid::Add, {"m"}, y}, {"t.mlir", 4, 5, {}}});
  f.body.results = {z};
  return p;
}
TEST(P_Op, runs_once_per_distinct_coordinate_on_4096_devices) {
  auto mesh = mesh_of({{"m", 8}, {"b", 512}});
  const hlo::Program p = dot_all_reduce(*mesh, 2);
  for (const AxisList& axes : subsets(*mesh)) {
    CountWork work;
    const Fam x = random_family(mesh, axes, {2, 2}, 8), w = random_family(mesh, {}, {2, 2}, 9);
    int64_t evaluations = 0;
    zip(mesh, std::vector<const Fam*>{&x, &w}, [&](const std::vector<Tensor<Native>>& row) {
      ++evaluations;
      return row;
    });
    EXPECT_EQ(evaluations, mesh->size(axes));
    const auto out = run<Native>(p, {x, w}, &work);
    EXPECT_EQ(work.parts,
              (std::vector<size_t>{static_cast<size_t>(mesh->size(axes)),
                                   static_cast<size_t>(mesh->size(axes_minus(axes, {"m"})))}));
    EXPECT_EQ(out[0].mesh().devices(), 4096);
  }
}
TEST(P_Op, is_pointwise_over_the_union_of_axes) {
  auto mesh = mesh_of({{"a", 2}, {"b", 3}});
  const Fam x = random_family(mesh, {"b"}, {2}, 10), y = random_family(mesh, {"a"}, {2}, 11);
  const auto sum = P_Op<Native>(mesh, Op(Add{}), {&x, &y});
  ASSERT_EQ(sum.size(), 1u);
  for (int64_t id = 0; id < 6; ++id)
    for (int k = 0; k < 2; ++k)
      EXPECT_EQ(sum[0].at_id(id).values<float>()[k],
                x.at_id(id).values<float>()[k] + y.at_id(id).values<float>()[k]);
}

TEST(run_spmd, bad_arguments_are_located) {
  auto mesh = mesh_of({{"m", 2}});
  hlo::Program p = dot_all_reduce(*mesh, 2);
  p.main.values[0].location = {"t.mlir", 2, 9, {}};
  const Fam ok = random_family(mesh, {}, {2, 2}, 1), wrong = random_family(mesh, {}, {3}, 1);
  EXPECT_THROW(run<Native>(p, {ok}), BadInput);
  try {
    run<Native>(p, {wrong, ok});
    FAIL();
  } catch (const BadInput& e) {
    EXPECT_EQ(e.report(),
              "t.mlir:2:9: error: argument 0 (%x) has local type tensor<3xf32>, expected "
              "tensor<2x2xf32>");
  }
  const Fam elsewhere = random_family(mesh_of({{"m", 3}}), {}, {2, 2}, 1);
  EXPECT_THROW(run<Native>(p, {elsewhere, ok}), BadInput);
}
TEST(run_spmd, unchecked_programs_get_stuck_where_they_are_wrong) {
  auto mesh = mesh_of({{"m", 2}});
  const Fam a = random_family(mesh, {"m"}, {2, 2}, 1);
  const hlo::Program good = dot_all_reduce(*mesh, 2);
  auto stuck = [&](const std::function<void(hlo::Program&)>& damage, bool well_formed = true) {
    hlo::Program p = good;
    damage(p);
    if (well_formed) {  // a binder's id names a value of the function
      EXPECT_THROW(check(p), Rejected);
    }
    try {
      run<Native>(p, {a, a});
      ADD_FAILURE() << "ran";
    } catch (const Stuck& e) {
      EXPECT_EQ(e.where().line(), 4u) << e.report();
    }
  };
  stuck([](auto& p) { std::get<hlo::AllReduce>(p.main.body.stmts[1].expr).axes = {"z"}; });
  stuck([](auto& p) { std::get<hlo::AllReduce>(p.main.body.stmts[1].expr).operand = 77; });
  stuck([](auto& p) { std::get<hlo::AllReduce>(p.main.body.stmts[1].expr).operand = 3; });
  stuck([](auto& p) { p.main.body.stmts[1].results = {}; });
  stuck([](auto& p) { p.main.body.stmts[1].results = {99}; }, false);
  stuck([](auto& p) { p.main.values[3].type.change([](TensorType& t) { t.shape = {5}; }); });
  stuck([](auto& p) { p.main.body.stmts[1].expr = OpExpr{Op(Add{}), {2}}; });
  stuck([](auto& p) { p.main.body.stmts[1].expr = hlo::AllSlice{{{"m", "m"}, {}}, 2}; });
  hlo::Program p = good;
  p.main.body.results = {55};
  EXPECT_THROW(run<Native>(p, {a, a}), Stuck);
}

// ---- Theorem 2, on a loop translated by hand: bit-exact over floats.

/// loop "B" [tile<0>, reduce<add>, any] (r. let xs = slice 0 x[r] in (xs·w, xs, w)).
core::Program core_loop(const Mesh& mesh, int64_t rows) {
  core::Program p;
  p.mesh = mesh;
  core::Function& f = p.main;
  const int64_t n = mesh.size("B");
  const TensorType whole{{rows, 4}, F::F32}, part{{rows / n, 4}, F::F32}, w{{4, 4}, F::F32};
  const ValueId x = f.add_value(whole, "x"), v = f.add_value(w, "w"), xs = f.add_value(part, "xs"),
                y = f.add_value(part, "y"), a = f.add_value(whole, "a"), b = f.add_value(part, "b"),
                c = f.add_value(w, "c");
  const RangeId r = f.add_range("B", "r");
  f.params = {x, v};
  core::Block body;
  body.stmts.push_back({{xs}, core::SliceExpr{0, x, r}, {}});
  body.stmts.push_back({{y}, OpExpr{Op(matmul()), {xs, v}}, {}});
  body.results = {y, y, v};
  using core::LoopAttr;
  f.body.stmts.push_back(
      {{a, b, c},
       core::LoopExpr{"B",
                      {LoopAttr::tile(0), LoopAttr::reduce(Monoid::Add), LoopAttr::any()},
                      r,
                      std::move(body)},
       {}});
  f.body.results = {a, b, c};
  f.result_types = {whole, part, w};
  return p;
}
/// ⟨core_loop⟩ by L-Slice, L-Op, L-Tile, L-Reduce, L-Any.
hlo::Program hlo_loop(const Mesh& mesh, int64_t rows) {
  hlo::Program p;
  p.mesh = mesh;
  hlo::Function& f = p.main;
  const int64_t n = mesh.size("B");
  const TensorType whole{{rows, 4}, F::F32}, part{{rows / n, 4}, F::F32}, w{{4, 4}, F::F32};
  const ValueId x = f.add_value(whole, "x"), v = f.add_value(w, "w"), xs = f.add_value(part, "xs"),
                y = f.add_value(part, "y"), a = f.add_value(whole, "a"), b = f.add_value(part, "b");
  f.params = {x, v};
  f.param_dists = {DistType::replicated(whole), DistType::replicated(w)};
  f.body.stmts.push_back({{xs}, hlo::AllSlice{{{"B"}, {}}, x}, {}});
  f.body.stmts.push_back({{y}, OpExpr{Op(matmul()), {xs, v}}, {}});
  f.body.stmts.push_back({{a}, hlo::AllGather{{{"B"}, {}}, y}, {}});
  f.body.stmts.push_back({{b}, hlo::AllReduce{Monoid::Add, {"B"}, y}, {}});
  f.body.results = {a, b, v};
  f.result_dists = {DistType::replicated(whole), DistType::replicated(part),
                    DistType::replicated(w)};
  return p;
}
TEST(Theorem2, a_loop_translated_by_hand_is_bit_exact_over_floats) {
  for (const auto& axes : std::vector<std::vector<std::pair<Axis, int64_t>>>{
           {{"B", 1}}, {{"B", 5}}, {{"M", 2}, {"B", 4}}, {{"B", 3}, {"M", 2}}}) {
    auto mesh = mesh_of(axes);
    const int64_t rows = 2 * mesh->size("B");
    const auto x = random_family(mesh, {}, {rows, 4}, 21), w = random_family(mesh, {}, {4, 4}, 22);
    const hlo::Program h = hlo_loop(*mesh, rows);
    check(h);
    const auto expected = run<Native>(core_loop(*mesh, rows), {x.at_id(0), w.at_id(0)});
    const auto found = run<Native>(h, {x, w});
    ASSERT_EQ(found.size(), expected.size());
    for (size_t j = 0; j < found.size(); ++j) {
      const Dense e{expected[j].shape(), expected[j].values<float>()};
      expect_bits(found[j], Devices(mesh->devices(), e), "result " + std::to_string(j));
    }
  }
}
TEST(Theorem2, a_dropped_all_reduce_shows) {
  auto mesh = mesh_of({{"B", 4}});
  const auto x = random_family(mesh, {}, {8, 4}, 21), w = random_family(mesh, {}, {4, 4}, 22);
  hlo::Program h = hlo_loop(*mesh, 8);
  h.main.body.results[1] = 3;  // y itself
  const auto expected = run<Native>(core_loop(*mesh, 8), {x.at_id(0), w.at_id(0)});
  const auto found = run<Native>(h, {x, w});
  EXPECT_TRUE(represents(*mesh, h.main.result_dists[1], found[1], expected[1]));
}

TEST(SpmdTrace, one_line_per_statement_and_group) {
  auto mesh = mesh_of({{"m", 2}, {"b", 16}});
  const hlo::Program p = dot_all_reduce(*mesh, 1);
  auto v = [&](float x) { return tensor({{1, 1}, {x}}); };
  const Fam x = Fam(mesh, {"m"}, {v(1), v(2)}), w = Fam::replicated(mesh, v(10));
  std::ostringstream out;
  SpmdTrace<Native> trace(p, out);
  run<Native>(p, {x, w}, &trace);
  EXPECT_EQ(out.str(),
            "%x = argument dist<[{}, {}]> of tensor<1x1xf32> : tensor<1x1xf32>\n"
            "    (m=0): [[1]]\n"
            "    (m=1): [[2]]\n"
            "%w = argument dist<[{}, {}]> of tensor<1x1xf32> : tensor<1x1xf32> = [[10]] on every "
            "device\n"
            "%y = dot_general %x, %w : tensor<1x1xf32>\n"
            "    (m=0): [[10]]\n"
            "    (m=1): [[20]]\n"
            "%z = all_reduce<add> {\"m\"} %y : tensor<1x1xf32> = [[30]] on every device\n"
            "return %z\n");
  std::ostringstream wide;
  SpmdTrace<Native> limited(p, wide);
  run<Native>(p, {random_family(mesh, {"b"}, {1, 1}, 1), w}, &limited);
  EXPECT_NE(wide.str().find("    .. 8 more groups of devices\n"), std::string::npos) << wide.str();
}

}  // namespace
}  // namespace partir::spmd_interp_test
