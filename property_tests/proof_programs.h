// Core programs that the tests of proofs/ share: loops over one and two axes, several results, `any`,
// nested slices, several axes on one dimension in both orders.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "property_tests/build.h"

namespace partir::proof_programs {

using namespace build;  // NOLINT: builders
using core::LoopAttr;

/// `tanh(x·w1)·w2` with the batch tiled over B and the hidden dimension over M.
inline core::Program chain(Mesh mesh) {
  Core c(std::move(mesh));
  const ValueId x = c.param(f32(12, 6), "x"), w1 = c.param(f32(6, 12), "w1"),
                w2 = c.param(f32(12, 6), "w2");
  const ValueId y = c.loop("B", LoopAttr::tile(0), [&](RangeId r) {
    const ValueId xs = c.slice(0, x, r, "xs");
    return c.loop("M", LoopAttr::reduce(Monoid::Add), [&](RangeId m) {
      const ValueId h = c.op(matmul(), {xs, c.slice(1, w1, m, "w1s")}, "h");
      const ValueId t = c.op(Tanh{}, {h}, "t");
      return c.op(matmul(), {t, c.slice(0, w2, m, "w2s")}, "y");
    });
  });
  return c.returns({y});
}
/// The same without loops.
inline core::Program chain_original() {
  Core c{Mesh{}};
  const ValueId x = c.param(f32(12, 6), "x"), w1 = c.param(f32(6, 12), "w1"),
                w2 = c.param(f32(12, 6), "w2");
  const ValueId h = c.op(matmul(), {x, w1}, "h");
  return c.returns({c.op(matmul(), {c.op(Tanh{}, {h}, "t"), w2}, "y")});
}

/// A loop with three results, one per σ; the `any` one does not read the range.
inline core::Program multi_result(Mesh mesh) {
  Core c(std::move(mesh));
  const ValueId x = c.param(f32(6, 4), "x"), z = c.param(f32(4, 4), "z");
  const auto r = c.loops(
      "B", {LoopAttr::tile(1), LoopAttr::reduce(Monoid::Max), LoopAttr::any()}, [&](RangeId b) {
        const ValueId s = c.slice(0, x, b, "s");
        const ValueId t = c.op(Transpose{{1, 0}}, {s}, "t");
        const ValueId zero = c.op(splat(f32(), 0), {}, "zero");
        const ValueId total = c.op(Reduce{{0}, Monoid::Add}, {s, zero}, "total");
        return std::vector{t, total, c.op(matmul(), {z, z}, "zz")};
      });
  return c.returns({r[0], r[1], r[2]});
}

/// Dimension 0 tiled by two axes, `outer` major, read by nested slices.
inline core::Program two_axes(Mesh mesh, const Axis& outer, const Axis& inner) {
  Core c(std::move(mesh));
  const ValueId x = c.param(f32(36, 5), "x"), z = c.param(f32(36, 5), "z");
  const ValueId y = c.loop(outer, LoopAttr::tile(0), [&](RangeId r) {
    const ValueId xo = c.slice(0, x, r, "xo"), zo = c.slice(0, z, r, "zo");
    return c.loop(inner, LoopAttr::tile(0), [&](RangeId q) {
      const ValueId e = c.op(Exponential{}, {c.slice(0, xo, q, "xi")}, "e");
      return c.op(Multiply{}, {e, c.slice(0, zo, q, "zi")}, "y");
    });
  });
  return c.returns({y});
}

/// An `any` loop around a tile loop, and a value used in both.
inline core::Program atomic(Mesh mesh) {
  Core c(std::move(mesh));
  const ValueId x = c.param(i32(12, 2), "x");
  const ValueId y = c.loop("M", LoopAttr::any(), [&](RangeId) {
    return c.loop("B", LoopAttr::tile(0), [&](RangeId r) {
      const ValueId s = c.slice(0, x, r, "s");
      return c.op(Add{}, {s, s}, "y");
    });
  });
  return c.returns({y, c.op(Multiply{}, {x, y}, "p")});
}

/// A sum over both axes at once, of a product that is sliced on both dimensions.
inline core::Program total(Mesh mesh) {
  Core c(std::move(mesh));
  const ValueId x = c.param(f32(6, 6), "x"), z = c.param(f32(6, 6), "z");
  const ValueId zero = c.op(splat(f32(), 0), {}, "zero");
  const ValueId y = c.loop("B", LoopAttr::reduce(Monoid::Add), [&](RangeId r) {
    const ValueId xb = c.slice(0, x, r, "xb"), zb = c.slice(0, z, r, "zb");
    return c.loop("M", LoopAttr::reduce(Monoid::Add), [&](RangeId m) {
      const ValueId p = c.op(Multiply{}, {c.slice(1, xb, m, "xbm"), c.slice(1, zb, m, "zbm")}, "p");
      return c.op(Reduce{{0, 1}, Monoid::Add}, {p, zero}, "sum");
    });
  });
  return c.returns({c.op(Tanh{}, {y}, "out")});
}

/// All of them over one mesh with axes B and M.
inline std::vector<std::pair<std::string, core::Program>> all(const Mesh& mesh) {
  return {{"chain", chain(mesh)},
          {"multi_result", multi_result(mesh)},
          {"two_axes BM", two_axes(mesh, "B", "M")},
          {"two_axes MB", two_axes(mesh, "M", "B")},
          {"atomic", atomic(mesh)},
          {"total", total(mesh)}};
}
inline Mesh mesh(int64_t b, int64_t m) { return Mesh({{"B", b}, {"M", m}}); }

}  // namespace partir::proof_programs
