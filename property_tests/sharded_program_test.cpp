// Shardy's collectives on every device, against what they say they do; and ops on shards.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "interp/evaluate.h"
#include "interp/parts.h"
#include "interp/random.h"
#include "lowering/global_to_local.h"
#include "property_tests/build.h"
#include "property_tests/spmd_run.h"
#include "semantics/mesh_refinement.h"

namespace partir::sharded_program_test {
namespace {

using build::difference;
using build::f32;
using build::i32;
using build::Tensors;
using build::wrong_results;
using sharded::Layout;
using testing::HasSubstr;
using Random = std::mt19937_64;

int64_t draw(Random& random, int64_t below) { return static_cast<int64_t>(random() % static_cast<uint64_t>(below)); }

/// A program of one function under construction, every statement in a line of its own.
struct Builder {
  sharded::Program p;
  sharded::Function f;
  unsigned line = 1;
  explicit Builder(sharded::DeviceMesh mesh) {
    p.meshes = {std::move(mesh)};
    f.name = "main";
    f.location = {"p.mlir", 100, 1, {}};
  }
  Layout at(TensorType type, AxisLists dims, AxisList partial = {}, Monoid m = Monoid::Add) const {
    return {0, {std::move(type), std::move(dims), std::move(partial), m}};
  }
  ValueId param(Layout l) {
    f.params.push_back(f.add_value(std::move(l)));
    return f.params.back();
  }
  ValueId let(sharded::Expr e, std::vector<ValueId> operands, Layout result) {
    const ValueId y = f.add_value(std::move(result));
    f.body.stmts.push_back({{y}, std::move(e), std::move(operands), {"p.mlir", line++, 1, {}}});
    return y;
  }
  SpmdProgram returns(std::vector<ValueId> results) {
    for (ValueId x : results) f.results.push_back(f.layout(x));
    f.body.results = std::move(results);
    p.functions = {std::move(f)};
    return global_to_local(p);
  }
};

/// One to four axes of sizes 1 to 3, at most 24 devices, some of them in an order of their own.
sharded::DeviceMesh random_mesh(Random& random) {
  std::vector<std::pair<Axis, int64_t>> axes;
  int64_t devices = 1;
  const int64_t rank = 1 + draw(random, 4);
  for (int64_t i = 0; i < rank; ++i) {
    const int64_t n = 1 + draw(random, 3);
    if (devices * n > 24) break;
    devices *= n;
    axes.emplace_back(std::string(1, static_cast<char>('a' + i)), n);
  }
  sharded::DeviceMesh m{Mesh(std::move(axes)), {}};
  if (draw(random, 2)) {
    for (int64_t i = 0; i < devices; ++i) m.partition_of.push_back(i);
    std::shuffle(m.partition_of.begin(), m.partition_of.end(), random);
  }
  return m;
}
/// Axes of the mesh but those in `taken`, each with probability a half, in any order, spread over dimensions.
AxisLists random_axes(Random& random, const Mesh& mesh, size_t dims, const AxisList& taken) {
  AxisList free;
  for (const auto& [a, n] : mesh.axes())
    if (!contains(taken, a) && draw(random, 2)) free.push_back(a);
  std::shuffle(free.begin(), free.end(), random);
  AxisLists lists(dims);
  for (const Axis& a : free) lists[static_cast<size_t>(draw(random, static_cast<int64_t>(dims)))].push_back(a);
  return lists;
}
AxisLists with_axes(AxisLists a, const AxisLists& b) {
  for (size_t d = 0; d < a.size(); ++d) a[d].insert(a[d].end(), b[d].begin(), b[d].end());
  return a;
}
/// A tensor that the axes of the mesh divide in either dimension.
TensorType small(const Mesh& mesh) { return i32(mesh.devices(), 2 * mesh.devices()); }

/// What stays the same tensor: the collective between two layouts, on random meshes.
void moves_to_itself(const std::function<std::optional<sharded::Expr>(Random&, const Mesh&, AxisLists& from, AxisLists& to)>& make) {
  Random random(7);
  int64_t tried = 0;
  for (int round = 0; round < 200; ++round) {
    const sharded::DeviceMesh m = random_mesh(random);
    AxisLists from(2), to(2);
    std::optional<sharded::Expr> e = make(random, m.mesh, from, to);
    if (!e) continue;
    ++tried;
    Builder b(m);
    const TensorType type = small(m.mesh);
    const ValueId x = b.param(b.at(type, from));
    const SpmdProgram p = b.returns({b.let(std::move(*e), {x}, b.at(type, to))});
    const Tensors args{random_tensor<Native>(type, static_cast<uint64_t>(round))};
    ASSERT_EQ(wrong_results(p, args, args), "")
        << to_string(m.mesh) << ", " << to_string(from) << " to " << to_string(to);
  }
  EXPECT_GT(tried, 60);
}

TEST(ShardedProgram, all_gather_puts_parts_together) {
  moves_to_itself([](Random& random, const Mesh& mesh, AxisLists& from, AxisLists& to) -> std::optional<sharded::Expr> {
    to = random_axes(random, mesh, 2, {});
    const AxisLists axes = random_axes(random, mesh, 2, flatten(to));
    from = with_axes(to, axes);
    return sharded::AllGather{axes};
  });
}
TEST(ShardedProgram, all_slice_keeps_a_part) {
  moves_to_itself([](Random& random, const Mesh& mesh, AxisLists& from, AxisLists& to) -> std::optional<sharded::Expr> {
    from = random_axes(random, mesh, 2, {});
    const AxisLists axes = random_axes(random, mesh, 2, flatten(from));
    to = with_axes(from, axes);
    return sharded::AllSlice{axes};
  });
}
TEST(ShardedProgram, all_to_all_moves_axes) {
  moves_to_itself([](Random& random, const Mesh& mesh, AxisLists& from, AxisLists& to) -> std::optional<sharded::Expr> {
    const AxisLists stay = random_axes(random, mesh, 2, {}), move = random_axes(random, mesh, 2, flatten(stay));
    from = with_axes(stay, move);
    to = with_axes(stay, {move[1], move[0]});
    sharded::AllToAll e;
    if (!move[0].empty()) e.moves.push_back({move[0], 0, 1});
    // both at once wait for one another
    if (!move[1].empty()) e.moves.push_back({move[1], 1, 0});
    return e;
  });
}
TEST(ShardedProgram, all_to_all_moves_in_an_order_that_exists) {
  const sharded::DeviceMesh m{Mesh({{"a", 2}, {"b", 3}}), {}};
  Builder b(m);
  const TensorType type = i32(6, 6, 6);
  const ValueId x = b.param(b.at(type, {{"a"}, {"b"}, {}}));
  // had the first move been made first, "b" would not be the minor axis
  const SpmdProgram p = b.returns({b.let(sharded::AllToAll{{{{"a"}, 0, 1}, {{"b"}, 1, 2}}}, {x}, b.at(type, {{}, {"a"}, {"b"}}))});
  const Tensors args{random_tensor<Native>(type, 1)};
  EXPECT_EQ(wrong_results(p, args, args), "");
}
TEST(ShardedProgram, collective_permute_brings_each_device_its_part) {
  moves_to_itself([](Random& random, const Mesh& mesh, AxisLists& from, AxisLists& to) -> std::optional<sharded::Expr> {
    from = random_axes(random, mesh, 2, {});
    // the same sizes by other axes: a permutation of those of equal size
    std::map<int64_t, AxisList> by_size;
    for (const auto& [a, n] : mesh.axes()) by_size[n].push_back(a);
    std::map<Axis, Axis> other;
    for (auto& [n, list] : by_size) {
      AxisList shuffled = list;
      std::shuffle(shuffled.begin(), shuffled.end(), random);
      for (size_t i = 0; i < list.size(); ++i) other[list[i]] = shuffled[i];
    }
    to = from;
    for (AxisList& axes : to) {
      for (Axis& a : axes) a = other[a];
      std::shuffle(axes.begin(), axes.end(), random);
    }
    return sharded::CollectivePermute{};
  });
}
TEST(ShardedProgram, reshard_goes_anywhere) {
  moves_to_itself([](Random& random, const Mesh& mesh, AxisLists& from, AxisLists& to) -> std::optional<sharded::Expr> {
    from = random_axes(random, mesh, 2, {});
    to = random_axes(random, mesh, 2, {});
    return sharded::Reshard{};
  });
}

/// Local tensors of which nothing is known: what each device of a group has is added, whoever it is.
TEST(ShardedProgram, all_reduce_and_reduce_scatter_add_what_a_group_has) {
  Random random(11);
  for (int round = 0; round < 100; ++round) {
    const sharded::DeviceMesh m = random_mesh(random);
    const AxisLists dims = random_axes(random, m.mesh, 2, {}), axes = random_axes(random, m.mesh, 2, flatten(dims));
    const TensorType type = small(m.mesh);
    for (const bool scatter : {false, true}) {
      Builder b(m);
      const ValueId x = b.param(b.at(type, dims));
      const Layout after = b.at(type, scatter ? with_axes(dims, axes) : dims);
      const sharded::Expr e = scatter ? sharded::Expr(sharded::ReduceScatter{axes}) : sharded::Expr(sharded::AllReduce{flatten(axes)});
      const SpmdProgram p = b.returns({b.let(e, {x}, after)});
      std::vector<Tensors> args(static_cast<size_t>(m.mesh.devices()));
      for (size_t q = 0; q < args.size(); ++q)
        args[q].push_back(random_tensor<Native>(local(m.mesh, p.params[0]), 100 * static_cast<uint64_t>(round) + q));
      const std::vector<Tensors> results = build::run_partitions(p, args);
      for (int64_t id = 0; id < m.mesh.devices(); ++id) {
        const Device here = m.mesh.device(id);
        std::vector<int32_t> sum(static_cast<size_t>(local(m.mesh, p.params[0]).elements()));
        for (int64_t other = 0; other < m.mesh.devices(); ++other) {
          bool together = true;
          for (size_t i = 0; i < here.size(); ++i)
            together = together && (here[i] == m.mesh.device(other)[i] || contains(flatten(axes), m.mesh.axes()[i].first));
          if (!together) continue;
          const std::vector<int32_t> part = args[static_cast<size_t>(m.partition(other))][0].values<int32_t>();
          for (size_t k = 0; k < sum.size(); ++k) sum[k] += part[k];
        }
        Tensor<Native> expected = Tensor<Native>::make(local(m.mesh, p.params[0]), sum);
        for (size_t d = 0; scatter && d < 2; ++d)
          expected = expected.chunk(static_cast<int64_t>(d), m.mesh.index_in(axes[d], here), m.mesh.size(axes[d]));
        ASSERT_EQ(difference(results[static_cast<size_t>(m.partition(id))][0], expected.contiguous(), 0), "")
            << to_string(m.mesh) << ", " << to_string(dims) << " along " << to_string(axes);
      }
    }
  }
}
TEST(ShardedProgram, marked_parts_are_reduced_by_their_monoid) {
  const sharded::DeviceMesh m{Mesh({{"a", 2}, {"b", 3}}), {5, 0, 4, 1, 3, 2}};
  const TensorType type = i32(6, 4);
  for (Monoid monoid : {Monoid::Add, Monoid::Max, Monoid::Min}) {
    for (const bool reshards : {false, true}) {
      Builder b(m);
      const ValueId x = b.param(b.at(type, {{"a"}, {}}, {"b"}, monoid));
      const sharded::Expr e = reshards ? sharded::Expr(sharded::Reshard{}) : sharded::Expr(sharded::AllReduce{{"b"}});
      const SpmdProgram p = b.returns({b.let(e, {x}, b.at(type, {{"a"}, {}}))});
      const Tensor<Native> global = random_tensor<Native>(type, 5);
      const Family<Native> family = distribute_randomly<Native>(m.mesh, p.params[0], global, 9);
      std::vector<Tensors> args(6);
      for (int64_t id = 0; id < 6; ++id) args[static_cast<size_t>(m.partition(id))] = {family.at(m.mesh.device(id))};
      const std::vector<Tensors> results = build::run_partitions(p, args);
      for (int64_t id = 0; id < 6; ++id)
        EXPECT_EQ(difference(results[static_cast<size_t>(m.partition(id))][0],
                             chunk_of(m.mesh, p.results[0], global, m.mesh.device(id)).contiguous(), 0), "");
    }
  }
}
/// Between an op and its all_reduce the parts of a sum lie along an axis that nothing marks.
TEST(ShardedProgram, collective_permute_keeps_the_parts_of_a_sum_apart) {
  const sharded::DeviceMesh m{Mesh({{"a", 2}, {"b", 2}, {"c", 3}}), {}};
  Builder b(m);
  const TensorType type = f32(4, 12);
  const ValueId x = b.param(b.at(type, {{"a"}, {"c"}}));
  const ValueId zero = b.let(sharded::Apply{build::splat(f32(), 0)}, {}, b.at(f32(), {}));
  const ValueId sums = b.let(sharded::Apply{Reduce{{1}, Monoid::Add}}, {x, zero}, b.at(f32(4), {{"a"}}));
  const ValueId moved = b.let(sharded::CollectivePermute{}, {sums}, b.at(f32(4), {{"b"}}));
  const SpmdProgram p = b.returns({b.let(sharded::AllReduce{{"c"}}, {moved}, b.at(f32(4), {{"b"}}))});
  const Tensors args{random_tensor<Native>(type, 3)};
  const std::vector<Tensor<Native>> sum =
      apply_op<Native>(Reduce{{1}, Monoid::Add}, {args[0], Tensor<Native>::splat<float>(f32(), 0)});
  EXPECT_EQ(wrong_results(p, args, sum, 1e-6), "");
}
TEST(ShardedProgram, collective_permute_goes_to_other_device_orders) {
  const sharded::DeviceMesh m{Mesh({{"a", 4}}), {}}, back{Mesh({{"x", 2}, {"y", 2}}), {3, 2, 1, 0}};
  Builder b(m);
  b.p.meshes.push_back(back);
  const TensorType type = i32(8);
  const ValueId x = b.param(b.at(type, {{"a"}}));
  Layout there = b.at(type, {{"y", "x"}});
  there.mesh = 1;
  const ValueId y = b.let(sharded::CollectivePermute{}, {x}, there);
  const ValueId z = b.let(sharded::Reshard{}, {y}, b.at(type, {{}}));
  const ValueId w = b.let(sharded::Reshard{}, {z}, there);
  const SpmdProgram p = b.returns({z, b.let(sharded::CollectivePermute{}, {w}, b.at(type, {{"a"}}))});
  const Tensors args{random_tensor<Native>(type, 3)};
  EXPECT_EQ(wrong_results(p, args, {args[0], args[0]}), "");
}

//===--------------------------------------------------------------------------------------------===
// Ops
//===--------------------------------------------------------------------------------------------===

/// An op whose operands and result lie as said is the op on whole tensors, after an all_reduce along `sum`.
void runs_as_whole(const Op& op, const Types& x, const std::vector<AxisLists>& operands, const AxisLists& result,
                   const AxisList& sum = {}) {
  SCOPED_TRACE(std::string(op.name()) + " to " + to_string(result));
  const sharded::DeviceMesh m{Mesh({{"a", 2}, {"b", 3}, {"one", 1}}), {1, 0, 5, 3, 2, 4}};
  Builder b(m);
  std::vector<ValueId> ids;
  Tensors args;
  for (size_t i = 0; i < x.size(); ++i) {
    ids.push_back(b.param(b.at(x[i], operands[i])));
    args.push_back(random_tensor<Native>(x[i], 20 + i));
  }
  const Layout after = b.at(op.infer(x)[0], result);
  ValueId y = b.let(sharded::Apply{op}, ids, after);
  if (!sum.empty()) y = b.let(sharded::AllReduce{sum}, {y}, after);
  EXPECT_EQ(wrong_results(b.returns({y}), args, apply_op<Native>(op, args), 1e-5), "");
}

TEST(ShardedProgram, ops_run_on_shards) {
  const Op dot = build::matmul();
  runs_as_whole(dot, {f32(4, 6), f32(6, 12)}, {{{"a"}, {}}, {{}, {"b"}}}, {{"a"}, {"b"}});
  runs_as_whole(dot, {f32(4, 6), f32(6, 12)}, {{{}, {"b", "a"}}, {{"b", "a"}, {}}}, {{}, {}}, {"a", "b"});
  runs_as_whole(dot, {f32(4, 6), f32(6, 12)}, {{{"a"}, {"b"}}, {{"b"}, {"one"}}}, {{"a"}, {"one"}}, {"b"});
  runs_as_whole(Add{}, {i32(12, 6), i32(12, 6)}, {{{"a", "b"}, {}}, {{"a", "b"}, {}}}, {{"a", "b"}, {}});
  runs_as_whole(Reshape{{24}}, {i32(2, 12)}, {{{"a"}, {"b"}}}, {{"a", "b"}});
  runs_as_whole(Reshape{{2, 12}}, {i32(24)}, {{{"a", "b"}}}, {{"a"}, {"b"}});
  runs_as_whole(BroadcastInDim{{1}, {6, 6}}, {i32(6)}, {{{"a"}}}, {{"b"}, {"a"}});
  runs_as_whole(Transpose{{1, 0}}, {i32(6, 4)}, {{{"b"}, {"a"}}}, {{"a"}, {"b"}});
}
TEST(ShardedProgram, ops_without_operands_are_cut_by_the_device) {
  runs_as_whole(Iota{1, {4, 6}, ElementType::I32}, {}, {}, {{"a"}, {"b"}});
  runs_as_whole(Iota{0, {12, 6}, ElementType::I32}, {}, {}, {{"b", "a"}, {}});
  runs_as_whole(build::dense(i32(4, 6)), {}, {}, {{"a"}, {"b"}});
  runs_as_whole(build::splat(i32(4, 6), 7), {}, {}, {{"a"}, {"b"}});
}
/// Devices fold their shards whatever the initial value is, and whether or not somebody puts that right.
TEST(ShardedProgram, what_no_entry_covers_is_folded_as_it_is) {
  const sharded::DeviceMesh m{Mesh({{"a", 2}}), {}};
  Builder b(m);
  const ValueId x = b.param(b.at(f32(4), {{"a"}}));
  const ValueId five = b.let(sharded::Apply{build::splat(f32(), 5)}, {}, b.at(f32(), {}));
  const ValueId y = b.let(sharded::Apply{Reduce{{0}, Monoid::Add}}, {x, five}, b.at(f32(), {}));
  const SpmdProgram p = b.returns({b.let(sharded::AllReduce{{"a"}}, {y}, b.at(f32(), {}))});
  const std::vector<Tensors> results =
      build::run_partitions(p, {{Tensor<Native>::make<float>(f32(2), {1, 2})}, {Tensor<Native>::make<float>(f32(2), {3, 4})}});
  for (const Tensors& r : results) EXPECT_EQ(r[0].at<float>({}), 20);
}
/// A device reverses its shard; with the devices counted backwards that is the reverse of all.
TEST(ShardedProgram, reverse_goes_to_the_reversed_mesh) {
  const sharded::DeviceMesh m{Mesh({{"a", 4}}), {}};
  Builder b(m);
  b.p.meshes.push_back({m.mesh, {3, 2, 1, 0}});
  const ValueId x = b.param(b.at(i32(8), {{"a"}}));
  Layout there = b.at(i32(8), {{"a"}});
  there.mesh = 1;
  const ValueId y = b.let(sharded::Apply{Reverse{{0}}}, {x}, there);
  const SpmdProgram p = b.returns({b.let(sharded::CollectivePermute{}, {y}, b.at(i32(8), {{"a"}}))});
  const Tensors args{random_tensor<Native>(i32(8), 3)};
  EXPECT_EQ(wrong_results(p, args, apply_op<Native>(Reverse{{0}}, args)), "");
}

template <class E>
void refuses(const std::function<void()>& f, const std::string& message) {
  try {
    f();
    FAIL() << "accepted; expected " << message;
  } catch (const E& e) {
    EXPECT_THAT(e.what(), HasSubstr(message));
  }
}
TEST(ShardedProgram, ops_that_are_not_the_same_on_each_part_are_unsupported) {
  const auto tries = [](const Op& op, const Types& x, const std::vector<AxisLists>& lists, const AxisLists& result,
                        const std::string& message) {
    refuses<Unsupported>([&] { runs_as_whole(op, x, lists, result); }, message);
  };
  tries(SliceOp{{0, 0}, {8, 6}, {2, 1}}, {i32(8, 6)}, {{{"a"}, {}}}, {{"a"}, {}}, "stablehlo.slice on shards");
  tries(SliceOp{{0, 0}, {2, 6}, {1, 1}}, {i32(8, 6)}, {{{"a"}, {}}}, {{}, {}}, "dimension 0 of operand 0 is divided");
  tries(Concatenate{0}, {i32(2), i32(4)}, {{{"a"}}, {{"a"}}}, {{"a"}}, "stablehlo.concatenate on shards");
  tries(DynamicSlice{{1}}, {i32(4), i32()}, {{{"a"}}, {}}, {{}}, "stablehlo.dynamic_slice on shards");
  tries(Sort{0, false, comparison_body(ScalarFn::Lt, ElementType::I32)}, {i32(4)}, {{{"a"}}}, {{"a"}}, "stablehlo.sort on shards");
  tries(Add{}, {i32(4), i32(4)}, {{{"a"}}, {{}}}, {{"a"}}, "stablehlo.add on shards");
  tries(Negate{}, {i32(4)}, {{{}}}, {{"a"}}, "dimension 0 of the result is divided, and that of no operand");
  tries(Negate{}, {i32(4)}, {{{"a"}}}, {{}}, "is divided otherwise than that of the result");
  tries(Reshape{{4, 6}}, {i32(24)}, {{{"b"}}}, {{}, {"b"}}, "stablehlo.reshape on shards");
}

/// An entry that wants an operand in parts is not for one that is the same on all devices.
TEST(ShardedProgram, scatters_of_divided_updates_are_unsupported) {
  const Op add = Scatter{{1}, {0}, {}, {}, {0}, 1, false, false, monoid_body(Monoid::Add, ElementType::F32)};
  refuses<Unsupported>([&] { runs_as_whole(add, {f32(6, 4), i32(4, 1), f32(4, 4)}, {{{}, {}}, {{"a"}, {}}, {{"a"}, {}}}, {{}, {}}, {"a"}); },
                       "stablehlo.scatter on shards");
}
/// Before it is lowered, such an op is what it is on the whole.
TEST(ShardedProgram, or_run_on_the_whole_where_nothing_is_lowered_yet) {
  const sharded::DeviceMesh m{Mesh({{"a", 2}, {"b", 2}}), {}};
  const auto check = [&](const Op& op, const TensorType& type, AxisLists from, AxisLists to) {
    Builder b(m);
    const ValueId x = b.param(b.at(type, std::move(from)));
    const ValueId y = b.let(sharded::Apply{op}, {x}, b.at(op.infer({type})[0], std::move(to)));
    b.f.results = {b.f.layout(y)};
    b.f.body.results = {y};
    b.p.functions = {b.f};
    const Tensors args{random_tensor<Native>(type, 4)};
    EXPECT_EQ(wrong_results(global_to_local(b.p, Indivisible::Gather), args, apply_op<Native>(op, args)), "");
  };
  check(SliceOp{{1, 0}, {5, 8}, {1, 2}}, i32(8, 8), {{"a"}, {"b"}}, {{"b"}, {"a"}});
  check(Reverse{{0}}, i32(8, 8), {{"a"}, {"b"}}, {{"a"}, {"b"}});
  check(Reshape{{4, 2}}, i32(8), {{"a", "b"}}, {{}, {"b"}});
}

//===--------------------------------------------------------------------------------------------===
// Refinement
//===--------------------------------------------------------------------------------------------===

TEST(MeshRefinement, devices_keep_their_numbers) {
  MeshRefinement r(Mesh({{"a", 2}, {"x", 12}}));
  r.use({"x", 2, 3}, {});
  const Mesh fine = r.refined();
  EXPECT_EQ(to_string(fine), R"(["a"=2, "x:(1)2"=2, "x:(2)3"=3, "x:(6)2"=2])");
  for (int64_t id = 0; id < 24; ++id) {
    const int64_t k = r.mesh().device(id)[1];
    EXPECT_EQ(fine.index_in(r.axes({"x", 2, 3}), fine.device(id)), k / 2 % 3);
    EXPECT_EQ(fine.index_in(r.axes({"x"}), fine.device(id)), k);
  }
}
TEST(MeshRefinement, refuses_parts_that_lie_across_others) {
  MeshRefinement r(Mesh({{"x", 12}}));
  r.use({"x", 1, 4}, {});
  r.use({"x", 2, 6}, {});
  refuses<Unsupported>([&] { r.use({"x", 1, 3}, {}); }, R"("x":(1)3, which lies across another part of "x" in use)");
  refuses<BadInput>([&] { r.use({"x", 5, 2}, {}); }, R"("x":(5)2 is no part of the axis "x" of size 12)");
  refuses<BadInput>([&] { r.use({"y"}, {}); }, R"(axis "y" of a sharding is not in the mesh)");
  // what was refused left nothing behind
  EXPECT_EQ(to_string(r.refined()), R"(["x:(1)2"=2, "x:(2)2"=2, "x:(4)3"=3])");
}

}  // namespace
}  // namespace partir::sharded_program_test
