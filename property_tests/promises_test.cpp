// What ops promise, or leave to the implementation: sorted and unique indices, the order of equivalent elements. Of random
// indices a promise is kept or broken as StableHLO's specification, written down naively, says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "interp/core_interp.h"
#include "interp/field.h"
#include "interp/spmd_interp.h"
#include "proofs/compare.h"
#include "proofs/other_outcomes.h"
#include "property_tests/module_build.h"

namespace partir::promises_test {
namespace {

using namespace build;
using testing::HasSubstr;
using Ints = std::vector<int64_t>;

/// Calls `f` with each index of a shape, in row-major order.
template <class F>
void for_each_index(const Shape& shape, F&& f) {
  Ints at(shape.size(), 0);
  if (num_elements(shape) > 0) do f(at);
    while (next_index(at, shape));
}
int64_t index_at(const Tensor<Native>& indices, const Ints& at) {
  return static_cast<int64_t>(indices.to_double(at));
}
/// The index vector at a place of the indices without `index_vector_dim`.
Ints vector_at(const Tensor<Native>& indices, int64_t vector_dim, Ints place) {
  if (vector_dim == indices.rank()) return {index_at(indices, place)};
  Ints v;
  place.insert(place.begin() + vector_dim, 0);
  for (int64_t k = 0; k < indices.shape()[vector_dim]; ++k) {
    place[vector_dim] = k;
    v.push_back(index_at(indices, place));
  }
  return v;
}
Shape places(const Tensor<Native>& indices, int64_t vector_dim) {
  Shape s;
  for (int64_t d = 0; d < indices.rank(); ++d)
    if (d != vector_dim) s.push_back(indices.shape()[d]);
  return s;
}
/// `full_start_index` and the batch that it is in, for each place in order.
struct Start {
  Ints batch, full;
};
std::vector<Start> starts(const Tensor<Native>& indices, int64_t vector_dim, const Ints& to_operand, const Ints& batching,
                          int64_t rank) {
  std::vector<Start> all;
  for_each_index(places(indices, vector_dim), [&](const Ints& place) {
    Start s{{}, Ints(rank, 0)};
    const Ints v = vector_at(indices, vector_dim, place);
    for (size_t k = 0; k < v.size(); ++k) s.full[to_operand[k]] = v[k];
    for (int64_t d : batching) s.batch.push_back(place[d - (d > vector_dim)]);
    all.push_back(s);
  });
  return all;
}
bool ascend(const std::vector<Start>& all) {
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = i + 1; j < all.size(); ++j)
      if (std::pair(all[j].batch, all[j].full) < std::pair(all[i].batch, all[i].full)) return false;
  return true;
}
bool keeps(const Gather& op, const Tensor<Native>& x, const Tensor<Native>& indices) {
  std::vector<Start> all = starts(indices, op.index_vector_dim, op.start_index_map, op.indices_batching, x.rank());
  for (Start& s : all)
    for (int64_t d : op.start_index_map)
      s.full[d] = std::max<int64_t>(0, std::min(s.full[d], x.shape()[d] - op.slice_sizes[d]));
  return ascend(all);
}
bool keeps(const Scatter& op, const Tensor<Native>& x, const Tensor<Native>& indices, const Tensor<Native>& update) {
  if (update.elements() == 0) return true;
  const std::vector<Start> all = starts(indices, op.index_vector_dim, op.to_operand, op.indices_batching, x.rank());
  if (op.indices_are_sorted && !ascend(all)) return false;
  if (!op.unique_indices) return true;
  std::set<Ints> updated;
  bool once = true;
  for_each_index(update.shape(), [&](const Ints& at) {
    Ints place, element(x.rank(), 0);
    for (int64_t d = 0; d < update.rank(); ++d)
      if (!is_in(op.window_dims, d)) place.push_back(at[d]);
    const Ints kept = op.input_window_dims(x.rank());
    for (size_t w = 0; w < kept.size(); ++w) element[kept[w]] = at[op.window_dims[w]];
    const Ints v = vector_at(indices, op.index_vector_dim, place);
    for (size_t k = 0; k < v.size(); ++k) element[op.to_operand[k]] += v[k];
    for (size_t b = 0; b < op.input_batching.size(); ++b) {
      const int64_t d = op.indices_batching[b];
      element[op.input_batching[b]] = place[d - (d > op.index_vector_dim)];
    }
    for (int64_t d = 0; d < x.rank(); ++d)
      if (element[d] < 0 || element[d] >= x.shape()[d]) return;
    once = updated.insert(element).second && once;
  });
  return once;
}

struct Case {
  Op op;
  Types operands;
  int64_t least, most;  ///< of the indices
};
std::vector<Case> cases() {
  const ElementType f = ElementType::F32, i = ElementType::I32;
  const ScalarBody add = monoid_body(Monoid::Add, f);
  const auto scatter = [&](Ints window, Ints inserted, Ints batching, Ints of_indices, Ints to, int64_t dim, bool sorted,
                           bool unique) {
    return Scatter{window, inserted, batching, of_indices, to, dim, sorted, unique, add};
  };
  std::vector<Case> all = {
      // rows; scalars; vectors in another order than the operand's dimensions; windows along an indexed dimension; batches
      {Gather{{1}, {0}, {}, {}, {0}, 1, {1, 4}, true}, {f32(6, 4), i32(3, 1)}, -2, 8},
      {Gather{{}, {0}, {}, {}, {0}, 1, {1}, true}, {f32(4), i32(3)}, -2, 6},
      {Gather{{}, {0, 1}, {}, {}, {1, 0}, 1, {1, 1}, true}, {f32(3, 4), i32(3, 2)}, -1, 4},
      {Gather{{1, 2}, {}, {}, {}, {0, 1}, 0, {2, 2}, true}, {f32(3, 4), i32(2, 3)}, -1, 4},
      {Gather{{2}, {1}, {0}, {0}, {1, 2}, 2, {1, 1, 2}, true}, {f32(2, 3, 4), i32(2, 2, 2)}, -1, 4},
      {Gather{{}, {1}, {0}, {0}, {1}, 2, {1, 1}, true}, {f32(2, 4), i32(2, 2, 1)}, 0, 3},
      {Gather{{1}, {0}, {}, {}, {0}, 1, {1, 4}, true}, {f32(6, 4), {{3, 1}, ElementType::UI8}}, 0, 7}};
  for (bool sorted : {false, true})
    for (bool unique : {false, true}) {
      if (!sorted && !unique) continue;
      all.push_back({scatter({1}, {0}, {}, {}, {0}, 1, sorted, unique), {f32(6, 4), i32(3, 1), f32(3, 4)}, -2, 7});
      all.push_back({scatter({}, {0}, {}, {}, {0}, 1, sorted, unique), {f32(5), i32(3), f32(3)}, -2, 6});
      all.push_back({scatter({}, {0, 1}, {}, {}, {1, 0}, 1, sorted, unique), {f32(2, 3), i32(3, 2), f32(3)}, -1, 3});
      all.push_back({scatter({1}, {}, {}, {}, {0}, 1, sorted, unique), {f32(7), i32(3, 1), f32(3, 2)}, -3, 8});
      all.push_back({scatter({1, 2}, {}, {}, {}, {0, 1}, 0, sorted, unique), {f32(4, 4), i32(2, 2), f32(2, 2, 3)}, -3, 5});
      all.push_back({scatter({2}, {1}, {0}, {0}, {1}, 2, sorted, unique), {f32(2, 4, 2), i32(2, 2, 1), f32(2, 2, 2)}, -1, 4});
      all.push_back({scatter({}, {0}, {}, {}, {0}, 1, sorted, unique), {f32(5), i32(0), f32(0)}, 0, 1});
      all.push_back({scatter({1}, {0}, {}, {}, {0}, 1, sorted, unique), {f32(5, 2), i32(3, 1), f32(3, 0)}, 0, 4});
      Scatter pair = scatter({}, {0}, {}, {}, {0}, 1, sorted, unique);
      pair.body = argmax_body(i, i);
      all.push_back({pair, {i32(6), i32(6), i32(3), i32(3), i32(3)}, -1, 6});
    }
  return all;
}
/// The same op without promises.
Op without_promises(Op op) {
  return op.visit([](auto o) -> Op {
    if constexpr (requires { o.indices_are_sorted; }) o.indices_are_sorted = false;
    if constexpr (requires { o.unique_indices; }) o.unique_indices = false;
    return o;
  });
}

TEST(Promises, are_kept_or_broken_as_the_specification_says) {
  std::mt19937 random(1);
  for (const Case& c : cases()) {
    int64_t kept = 0, broken = 0;
    for (int run = 0; run < 300; ++run) {
      std::vector<Tensor<Native>> x;
      std::vector<Tensor<Field>> y;
      const size_t at = c.op.get_if<Gather>() ? 1 : c.operands.size() / 2;
      for (size_t j = 0; j < c.operands.size(); ++j) {
        const TensorType& t = c.operands[j];
        if (j == at) {
          Ints v;
          for (int64_t k = 0; k < t.elements(); ++k)
            v.push_back(std::uniform_int_distribution<int64_t>(c.least, c.most)(random));
          if (run % 3 == 0) std::sort(v.begin(), v.end());
          const auto both = [&]<class D>(std::vector<Tensor<D>>& to) {
            if (t.element == ElementType::UI8) to.push_back(Tensor<D>::template make<uint8_t>(t, {v.begin(), v.end()}));
            else to.push_back(Tensor<D>::template make<int32_t>(t, {v.begin(), v.end()}));
          };
          both(x), both(y);
        } else {
          x.push_back(random_tensor<Native>(t, 100 * run + j));
          y.push_back(random_tensor<Field>(t, 100 * run + j));
        }
      }
      const bool holds = c.op.visit([&](const auto& o) {
        if constexpr (std::is_same_v<std::decay_t<decltype(o)>, Gather>) return keeps(o, x[0], x[1]);
        else if constexpr (std::is_same_v<std::decay_t<decltype(o)>, Scatter>) return keeps(o, x[0], x[at], x[at + 1]);
        else return false;
      });
      (holds ? kept : broken) += 1;
      if (holds) {
        EXPECT_TRUE(equal(apply_op<Native>(c.op, x)[0], apply_op<Native>(without_promises(c.op), x)[0])) << to_string(x[at]);
        EXPECT_TRUE(equal(apply_op<Field>(c.op, y)[0], apply_op<Field>(without_promises(c.op), y)[0]));
      } else {
        EXPECT_THROW(apply_op<Native>(c.op, x), BrokenPromise) << c.op.name() << " at " << to_string(x[at]);
        EXPECT_THROW(apply_op<Field>(c.op, y), BrokenPromise);
      }
    }
    EXPECT_GT(kept, 5) << c.op.name() << to_string(c.operands);
    const bool updates = c.operands.back().elements() > 0;
    EXPECT_GE(broken, updates ? 5 : 0) << c.op.name() << to_string(c.operands);
  }
}

const Scatter unique_rows{{1}, {0}, {}, {}, {0}, 1, false, true, monoid_body(Monoid::Add, ElementType::F32)};

TEST(Promises, say_op_place_and_what_breaks_them) {
  Core c{Mesh{}};
  const ValueId x = c.param(f32(6, 2)), at = c.param(i32(3, 1)), u = c.param(f32(3, 2));
  const core::Program p = c.returns({c.op(unique_rows, {x, at, u})});
  const auto zero = random_tensor<Native>(f32(6, 2), 1), update = random_tensor<Native>(f32(3, 2), 2);
  try {
    run<Native>(p, {zero, Tensor<Native>::make<int32_t>(i32(3, 1), {4, 1, 4}), update});
    FAIL();
  } catch (const BrokenPromise& e) {
    EXPECT_EQ(e.reason, "unique_indices is promised, but index vectors [4] at [0] and [4] at [2] update the same element");
    EXPECT_EQ(to_string(e.where()), "test.mlir:1:1");
  }
  // far outside is no element
  EXPECT_NO_THROW(run<Native>(p, {zero, Tensor<Native>::make<int32_t>(i32(3, 1), {9, 1, 9}), update}));
}

TEST(Promises, of_one_process_are_told_with_it) {
  FunctionBuilder f;
  const ValueId x = f.param(f32(6, 2)), at = f.param(i32(2, 1)), u = f.param(f32(2, 2));
  f.returns({f.let(f32(6, 2), OpExpr{unique_rows, {x, at, u}})});
  const shlo::Module m = f.module();
  shlo::check(m);
  GridPrograms programs;
  for (int32_t second : {1, 3}) {
    ModuleValues args;
    args.push_back({random_tensor<Native>(f32(6, 2), 1)});
    args.push_back({Tensor<Native>::make<int32_t>(i32(2, 1), {3, second})});
    args.push_back({random_tensor<Native>(f32(2, 2), 2)});
    programs.emplace_back(m.find("main"), std::move(args));
  }
  ModuleRun run{m, {}, {}, 0};
  try {
    run_grid(run, {1, 2}, std::move(programs));
    FAIL();
  } catch (const BrokenPromise& e) {
    EXPECT_EQ(e.device, "(0, 1)");
    EXPECT_THAT(e.reason, HasSubstr("unique_indices"));
    EXPECT_EQ(to_string(e.where()), "t.mlir:1:1");
  }
}

TEST(Promises, of_one_device_of_a_mesh_are_told_with_it) {
  Hlo h{Mesh({{"a", 2}})};
  const ValueId x = h.param(dist(f32(6, 2), {{}, {}})), at = h.param(dist(i32(4, 1), {{"a"}, {}})),
                u = h.param(dist(f32(4, 2), {{"a"}, {}}));
  const hlo::Program p = h.returns({h.op(unique_rows, {x, at, u})}, {dist(f32(6, 2), {{}, {}}, {"a"})});
  const auto mesh = std::make_shared<const Mesh>(p.mesh);
  const auto run_at = [&](std::vector<int32_t> v) {
    return run<Native>(p, {Family<Native>::replicated(mesh, random_tensor<Native>(f32(6, 2), 1)),
                           distribute(p.mesh, p.main.param_dists[1], Tensor<Native>::make<int32_t>(i32(4, 1), v)),
                           distribute(p.mesh, p.main.param_dists[2], random_tensor<Native>(f32(4, 2), 3))});
  };
  EXPECT_NO_THROW(run_at({1, 2, 1, 2}));  // each device keeps it
  try {
    run_at({1, 2, 3, 3});
    FAIL();
  } catch (const BrokenPromise& e) {
    EXPECT_EQ(e.device, "(a=1)");
  }
}

//===--------------------------------------------------------------------------------------------===
// Ties
//===--------------------------------------------------------------------------------------------===

/// Sorts keys with payloads by the keys.
Sort by_key(bool is_stable) {
  Sort s{0, is_stable, ScalarBody::of({ElementType::I32, ElementType::I32, ElementType::I32, ElementType::I32})};
  s.comparator.results = {s.comparator.add(ElementType::I1, ApplyNode{ScalarFn::Lt, {0, 1}})};
  return s;
}
TEST(Ties, are_reversed_where_a_sort_is_not_stable_and_nothing_else_changes) {
  const auto keys = Tensor<Native>::make<int32_t>(i32(6), {2, 1, 2, 1, 0, 2}),
             payload = Tensor<Native>::make<int32_t>(i32(6), {0, 1, 2, 3, 4, 5});
  const auto sorted = [&](const core::Program& p) {
    check(p);
    return run<Native>(p, {keys, payload});
  };
  const auto program = [&](bool is_stable) {
    Core c{Mesh{}};
    const ValueId k = c.param(i32(6)), v = c.param(i32(6));
    return c.returns(c.ops(by_key(is_stable), {k, v}));
  };
  EXPECT_FALSE(with_other_outcomes(program(true)));
  const auto reversed = with_other_outcomes(program(false));
  ASSERT_TRUE(reversed);
  EXPECT_EQ(sorted(program(false))[1].values<int32_t>(), (std::vector<int32_t>{4, 1, 3, 0, 2, 5}));
  EXPECT_EQ(sorted(*reversed)[1].values<int32_t>(), (std::vector<int32_t>{4, 3, 1, 5, 2, 0}));
  EXPECT_EQ(sorted(*reversed)[0].values<int32_t>(), (std::vector<int32_t>{0, 1, 1, 2, 2, 2}));
  EXPECT_EQ(reversed->main.body.stmts.back().location.line(), 1u);
}
TEST(Ties, are_reversed_along_the_sorted_dimension) {
  Core c{Mesh{}};
  const ValueId k = c.param(i32(2, 3)), v = c.param(i32(2, 3));
  Sort rows = by_key(false);
  rows.dimension = -1;
  const core::Program p = c.returns(c.ops(rows, {k, v}));
  const auto keys = Tensor<Native>::make<int32_t>(i32(2, 3), {1, 1, 0, 2, 1, 2}),
             payload = Tensor<Native>::make<int32_t>(i32(2, 3), {0, 1, 2, 3, 4, 5});
  EXPECT_EQ(run<Native>(p, {keys, payload})[1].values<int32_t>(), (std::vector<int32_t>{2, 0, 1, 4, 3, 5}));
  EXPECT_EQ(run<Native>(with_other_outcomes(p).value(), {keys, payload})[1].values<int32_t>(),
            (std::vector<int32_t>{2, 1, 0, 4, 5, 3}));
}
TEST(Promises, of_sorted_indices_are_asked_with_their_batch_before_them) {
  // of each batch they ascend; but one after the other they are of batches 0, 1, 0, 1
  const Gather trailing{{}, {0}, {1}, {1}, {0}, 2, {1, 1}, true};
  const auto table = Tensor<Native>::make<float>(f32(4, 2), {0, 1, 2, 3, 4, 5, 6, 7});
  const auto indices = Tensor<Native>::make<int32_t>(i32(2, 2, 1), {0, 1, 2, 3});
  EXPECT_THROW(apply_op<Native>(trailing, {table, indices}), BrokenPromise);
  EXPECT_EQ(apply_op<Native>(without_promises(trailing), {table, indices})[0].values<float>(), (std::vector<float>{0, 3, 4, 7}));
}
TEST(Outcomes, of_a_cholesky_factor_have_the_matrix_in_the_other_triangle) {
  for (const bool lower : {true, false}) {
    Core c{Mesh{}};
    const ValueId x = c.param(f32(2, 2));
    const core::Program p = c.returns({c.op(Cholesky{lower}, {x})});
    const auto other = with_other_outcomes(p);
    ASSERT_TRUE(other);
    check(*other);
    const auto matrix = Tensor<Native>::make<float>(f32(2, 2), {4, 2, 2, 5});
    EXPECT_EQ(run<Native>(p, {matrix})[0].values<float>(), lower ? (std::vector<float>{2, 0, 1, 2}) : (std::vector<float>{2, 1, 0, 2}));
    EXPECT_EQ(run<Native>(*other, {matrix})[0].values<float>(), lower ? (std::vector<float>{2, 2, 1, 2}) : (std::vector<float>{2, 1, 2, 2}));
    EXPECT_FALSE(orders_as_it_likes(p));
  }
}
TEST(Ties, are_reversed_in_loops_and_in_functions_of_modules) {
  Core c{Mesh({{"a", 2}})};
  const ValueId k = c.param(i32(6, 4)), v = c.param(i32(6, 4));
  const auto results = c.loops("a", {core::LoopAttr::tile(1), core::LoopAttr::tile(1)}, [&](RangeId r) {
    return c.ops(by_key(false), {c.slice(1, k, r), c.slice(1, v, r)});
  });
  const core::Program p = c.returns(results);
  const auto reversed = with_other_outcomes(p);
  ASSERT_TRUE(reversed);
  check(*reversed);

  SpmdProgram spmd;
  spmd.mesh = Mesh({{"a", 2}});
  FunctionBuilder f;
  const ValueId x = f.param(i32(6)), y = f.param(i32(6)), on = f.param(i1());
  const auto branch = [&](bool is_stable) {
    return f.block([&] {
      const ValueId a = f.value(i32(6)), b = f.value(i32(6));
      f.add({a, b}, OpExpr{by_key(is_stable), {x, y}});
      return std::vector{b};
    });
  };
  shlo::If choose;
  choose.pred = on;
  choose.on_true = branch(false);
  choose.on_false = branch(true);
  f.returns({f.let(i32(6), std::move(choose))});
  spmd.module = f.module();
  const auto other = with_other_outcomes(spmd);
  ASSERT_TRUE(other);
  shlo::check(other->module);
  const auto payload = [&](const shlo::Module& m, bool taken) {
    ModuleValues args;
    args.push_back({Tensor<Native>::make<int32_t>(i32(6), {2, 1, 2, 1, 0, 2})});
    args.push_back({Tensor<Native>::make<int32_t>(i32(6), {0, 1, 2, 3, 4, 5})});
    args.push_back({Tensor<Native>::splat<Bool>(i1(), taken)});
    return ModuleInterpreter(m)(*m.find("main"), std::move(args)).results[0].tensor()->values<int32_t>();
  };
  EXPECT_EQ(payload(spmd.module, true), payload(spmd.module, false));
  EXPECT_EQ(payload(other->module, false), payload(spmd.module, false));
  EXPECT_EQ(payload(other->module, true), (std::vector<int32_t>{4, 3, 1, 5, 2, 0}));
}

//===--------------------------------------------------------------------------------------------===
// Regions that look at bits
//===--------------------------------------------------------------------------------------------===

TEST(Width, is_looked_at_by_what_regions_compute) {
  const ElementType f = ElementType::F32, u = ElementType::UI32;
  Sort by_bits{0, true, ScalarBody::of({f, f})};
  const int a = by_bits.comparator.add(u, ApplyNode{ScalarFn::Bitcast, {0}});
  const int b = by_bits.comparator.add(u, ApplyNode{ScalarFn::Bitcast, {1}});
  by_bits.comparator.results = {by_bits.comparator.add(ElementType::I1, ApplyNode{ScalarFn::Lt, {a, b}})};
  EXPECT_TRUE(looks_at_width(by_bits));
  EXPECT_FALSE(looks_at_width(by_key(true)));
  ScalarBody rounds = ScalarBody::of({f, f});
  rounds.results = {rounds.add(f, ApplyNode{ScalarFn::NextAfter, {0, 1}})};
  EXPECT_TRUE(looks_at_width(ReduceWindow{{{1}, {1}, {0}, {0}, {1}, {1}}, rounds}));
  EXPECT_TRUE(looks_at_width(BitcastConvert{}));
}

}  // namespace
}  // namespace partir::promises_test
