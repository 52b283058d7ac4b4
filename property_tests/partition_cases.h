// What the tests of partition/ share: programs, random programs, and whether two mean the same.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "interp/core_interp.h"
#include "interp/field.h"
#include "partition/fuse.h"
#include "partition/materialise.h"
#include "partition/schedule.h"
#include "property_tests/build.h"
#include "property_tests/training_step.h"
#include "semantics/core_typing.h"

namespace partir::partition_cases {

using build::f32;
using build::matmul;
using build::splat;

inline Mesh mesh_bm() { return Mesh({{"B", 4}, {"M", 2}}); }
inline Location here(unsigned line = 7) { return {"schedule.json", line, 3, {}}; }

/// out = (x · w1) · w2; the values are 0, 1, 2 (parameters), 3, 4.
inline core::Program chain(Mesh mesh = mesh_bm()) {
  build::Core b(std::move(mesh));
  const ValueId x = b.param(f32(256, 8), "arg0"), w1 = b.param(f32(8, 16), "arg1"),
                w2 = b.param(f32(16, 8), "arg2");
  const ValueId h = b.op(matmul(), {x, w1}, "hidden");
  return b.returns({b.op(matmul(), {h, w2}, "out")});
}

/// Arguments from a seed, the same in every run: thirds and sevenths, so that sums do not cancel.
template <class D>
std::vector<Tensor<D>> arguments(const core::Program& p, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Tensor<D>> args;
  for (ValueId x : p.main.params) {
    const TensorType& t = p.main.type(x);
    Literal l{t, false, {}};
    for (int64_t i = 0; i < t.elements(); ++i) {
      const uint64_t bits =
          Literal::encode(t.element, (static_cast<double>(random() % 2001) - 1000) / 21);
      const auto* b = reinterpret_cast<const std::byte*>(&bits);
      l.data.insert(l.data.end(), b, b + byte_width(t.element));
    }
    args.push_back(Tensor<D>::from_literal(l));
  }
  return args;
}

/// Whether both programs have the same results in Field, where any difference is structural.
inline testing::AssertionResult same_meaning(const core::Program& p, const core::Program& q,
                                             uint64_t seed = 1) {
  const auto args = arguments<Field>(p, seed);
  const auto expected = run<Field>(p, args), found = run<Field>(q, args);
  if (expected.size() != found.size())
    return testing::AssertionFailure() << expected.size() << " results against " << found.size();
  for (size_t i = 0; i < expected.size(); ++i)
    if (!equal(expected[i], found[i]))
      return testing::AssertionFailure() << "result " << i << " differs";
  return testing::AssertionSuccess();
}

inline testing::AssertionResult well_typed(const core::Program& p) {
  try {
    check(p);
  } catch (const Rejected& e) {
    return testing::AssertionFailure() << e.report();
  }
  return testing::AssertionSuccess();
}

/// The message of the BadAction, or for a name that nothing has BadInput, that `f` throws, with its
/// location; empty if it throws none.
template <class F>
std::string bad_action(F&& f) {
  try {
    f();
  } catch (const BadAction& e) {
    return e.report();
  } catch (const BadInput& e) {
    return e.report();
  }
  return "";
}

/// Everything that propagation decided, as text: op by its first result, in that order.
inline std::string table(const State& s) {
  std::map<ValueId, std::string> rows;
  for (int i = 0; i < static_cast<int>(s.size()); ++i)
    for (const Cell& c : s.cells(i))
      rows[s.stmt(i).results[0]] += " " + c.axis + ":" + to_string(c.entry);
  std::string text;
  for (const auto& [x, row] : rows) text += std::to_string(x) + row + "\n";
  return text;
}

/// A random loop-free program over 8x4x12-like shapes.
inline core::Program random_program(uint64_t seed, Mesh mesh, int ops = 14) {
  std::mt19937_64 random(seed);
  auto pick = [&](size_t n) { return static_cast<size_t>(random() % n); };
  build::Core b(std::move(mesh));
  std::vector<ValueId> xs;
  const int64_t extents[] = {4, 8, 12, 3, 16};
  for (int i = 0; i < 4; ++i) {
    const int64_t m = extents[pick(5)], n = extents[pick(5)];
    xs.push_back(b.param(f32(m, n), "arg" + std::to_string(i)));
  }
  auto of_type = [&](const TensorType& t) {
    std::vector<ValueId> same;
    for (ValueId x : xs)
      if (b.type(x) == t) same.push_back(x);
    return same[pick(same.size())];
  };
  for (int i = 0; i < ops; ++i) {
    const ValueId x = xs[pick(xs.size())];
    const TensorType& t = b.type(x);
    const Shape shape = t.shape;
    switch (pick(10)) {
      case 0: xs.push_back(b.op(Tanh{}, {x})); break;
      case 1: xs.push_back(b.op(Add{}, {x, of_type(t)})); break;
      case 2: xs.push_back(b.op(Multiply{}, {of_type(t), x})); break;
      case 3:
        if (shape.size() == 2) xs.push_back(b.op(Transpose{{1, 0}}, {x}));
        break;
      case 4:
      case 5: {
        for (ValueId y : xs)
          if (shape.size() == 2 && b.type(y).rank() == 2 && b.type(y).shape[0] == shape[1] && pick(2)) {
            xs.push_back(b.op(matmul(), {x, y}));
            break;
          }
        break;
      }
      case 6:
        if (!shape.empty()) {
          const ValueId zero = b.op(splat(f32(), 0), {});
          const int64_t d = static_cast<int64_t>(pick(shape.size()));
          xs.push_back(b.op(Reduce{{d}, Monoid::Add}, {x, zero}));
        }
        break;
      case 7:
        if (shape.size() == 1) {
          const int64_t m = extents[pick(5)];
          if (pick(2)) xs.push_back(b.op(BroadcastInDim{{0}, {shape[0], m}}, {x}));
          else xs.push_back(b.op(BroadcastInDim{{1}, {m, shape[0]}}, {x}));
        }
        break;
      case 8:
        if (shape.size() == 2) xs.push_back(b.op(Reshape{{shape[0] * shape[1]}}, {x}));
        else if (shape.size() == 1 && shape[0] % 4 == 0)
          xs.push_back(b.op(Reshape{{4, shape[0] / 4}}, {x}));
        break;
      default: xs.push_back(b.op(Subtract{}, {x, b.op(splat(t, 2), {})})); break;
    }
  }
  std::vector<ValueId> results{xs.back()};
  for (int i = 0; i < 2; ++i) results.push_back(xs[pick(xs.size())]);
  return b.returns(results);
}

/// A few actions on random values, refused ones included; propagation after each.
inline State random_partition(uint64_t seed, const core::Program& p) {
  std::mt19937_64 random(seed * 7919);
  State s(p);
  for (int i = 0; i < 6; ++i) {
    const ValueId x = static_cast<ValueId>(random() % p.main.values.size());
    const Axis a = p.mesh.axes()[random() % p.mesh.rank()].first;
    const int64_t d = static_cast<int64_t>(random() % 2);
    try {
      if (random() % 6 == 0) atomic(s, x, a, "t" + std::to_string(i), here());
      else tile(s, x, d, a, "t" + std::to_string(i), here());
    } catch (const BadAction&) {
      continue;
    }
    if (random() % 3) propagate(s, "t" + std::to_string(i));
  }
  propagate(s, "last");
  return s;
}

}  // namespace partir::partition_cases
