#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// A minimal group of operand and result dimensions with equal products; extents of 1 are left out.
struct ReshapeGroup {
  std::vector<int64_t> in, out;
};

/// Splits a reshape between shapes of equally many elements into its groups, major first. A tensor
/// without elements has no groups.
inline std::vector<ReshapeGroup> reshape_groups(const Shape& in, const Shape& out) {
  std::vector<ReshapeGroup> groups;
  if (num_elements(in) == 0) return groups;
  size_t i = 0, o = 0;
  while (true) {
    while (i < in.size() && in[i] == 1) ++i;
    while (o < out.size() && out[o] == 1) ++o;
    if (i == in.size() && o == out.size()) return groups;
    ReshapeGroup g;
    int64_t p = in[i], q = out[o];
    g.in.push_back(static_cast<int64_t>(i++));
    g.out.push_back(static_cast<int64_t>(o++));
    while (p != q) {
      if (p < q) {
        if (in[i] != 1) g.in.push_back(static_cast<int64_t>(i));
        p *= in[i++];
      } else {
        if (out[o] != 1) g.out.push_back(static_cast<int64_t>(o));
        q *= out[o++];
      }
    }
    groups.push_back(std::move(g));
  }
}

/// `out[ī] = x[j̄]` where j̄ is the multi-index in x's shape of ī's row-major position.
/// Example: reshape [[1, 2], [3, 4]] to 4 = [1, 2, 3, 4].
///   C2 the numbers of elements agree.
struct Reshape {
  static constexpr std::string_view name = "reshape";
  std::vector<int64_t> shape;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("result_shape", &Reshape::shape));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 1);
    constraint(num_elements(shape) == x[0].elements(), "C2", "the numbers of elements agree",
               [&] { return to_string(x[0]) + " to " + to_string(shape); });
    return {{shape, x[0].element}};
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    const Shape& in = x[0].shape;
    std::vector<IndexExpr> index(in.size(), constant_index(0));
    for (const ReshapeGroup& g : reshape_groups(in, shape)) {
      // position within the group, row-major over its result dimensions
      IndexExpr linear;
      int64_t stride = 1;
      for (size_t o = g.out.size(); o-- > 0;) {
        linear.terms.insert(linear.terms.begin(), {static_cast<int>(g.out[o]), stride});
        stride *= shape[g.out[o]];
      }
      int64_t div = 1;
      for (size_t i = g.in.size(); i-- > 0;) {
        IndexExpr e = linear;
        e.div = div;
        e.mod = i == 0 ? 0 : in[g.in[i]];
        index[g.in[i]] = e;
        div *= in[g.in[i]];
      }
    }
    c.add(x[0].element, ReadNode{0, index});
    return c;
  }
  /// Within a group only the leading dimensions tile: their chunks are the same row-major ranges
  /// (where the axis size divides both, which `valid_entries` checks).
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    for (const ReshapeGroup& g : reshape_groups(x[0].type.shape, shape))
      e.push_back(operands(tile(g.in[0])) >> tile(g.out[0]));
    add_movement_partials(e, x[0].type.element, 1);
    return e;
  }
  Reshape localise(const Entry& entry, int64_t n, const Types&) const {
    Reshape local = *this;
    if (entry.results[0].is_tile()) local.shape[entry.results[0].dim] /= n;
    return local;
  }
  /// Inverse of `localise`: the op of which this one is a part.
  Reshape globalise(const Entry& entry, int64_t n) const {
    Reshape whole = *this;
    if (entry.results[0].is_tile()) whole.shape[entry.results[0].dim] *= n;
    return whole;
  }
  double flops(const Types&) const { return 0; }
  static std::vector<Sample<Reshape>> samples() {
    return {{{{6, 4}}, {{{24}, ElementType::F32}}},
            {{{24}}, {{{6, 4}, ElementType::F32}}},
            {{{1, 12, 2}}, {{{12, 2}, ElementType::I32}}},
            {{{8, 3}}, {{{6, 4}, ElementType::F32}}},
            {{{2, 12}}, {{{2, 3, 4}, ElementType::F32}}}};
  }
  friend bool operator==(const Reshape&, const Reshape&) = default;
};

}  // namespace partir
