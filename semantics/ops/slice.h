#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[j̄]`, `j_d = start[d] + i_d · strides[d]`, `n_d = ⌈(limit[d] - start[d]) / strides[d]⌉`.
/// Example: slice [1, 2, 3, 4] [1:4:2] = [2, 4].
/// Only dimensions taken whole have entries: elsewhere whether parts are windows alike depends on residues
/// of the extents.
///   C2 one start, limit and stride per dimension; C3 0 <= start <= limit <= extent; C4 strides >= 1.
struct SliceOp {
  static constexpr std::string_view name = "slice";
  std::vector<int64_t> start, limit, strides;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("start_indices", &SliceOp::start),
                                   attribute("limit_indices", &SliceOp::limit),
                                   attribute("strides", &SliceOp::strides));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 1);
    const size_t rank = x[0].shape.size();
    constraint(start.size() == rank && limit.size() == rank && strides.size() == rank, "C2",
               "one start, limit and stride per dimension",
               [&] { return to_string(start) + ", " + to_string(limit) + ", " + to_string(strides); });
    TensorType t = x[0];
    for (size_t d = 0; d < rank; ++d) {
      constraint(0 <= start[d] && start[d] <= limit[d] && limit[d] <= x[0].shape[d], "C3",
                 "0 <= start <= limit <= extent",
                 [&] { return to_string(start) + " to " + to_string(limit) + " of " + to_string(x[0]); });
      constraint(strides[d] >= 1, "C4", "strides are at least 1", [&] { return to_string(strides); });
      // rounded up without leaving 64 bits
      t.shape[d] = limit[d] == start[d] ? 0 : (limit[d] - start[d] - 1) / strides[d] + 1;
    }
    return {t};
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    std::vector<IndexExpr> index;
    for (size_t d = 0; d < start.size(); ++d)
      index.push_back({{{static_cast<int>(d), strides[d]}}, start[d], 1, 0});
    c.add(x[0].element, ReadNode{0, index});
    return c;
  }
  bool whole(const TensorType& x, int64_t d) const {
    return start[d] == 0 && limit[d] == x.shape[d] && strides[d] == 1;
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    for (int64_t d = 0; d < x[0].type.rank(); ++d)
      if (whole(x[0].type, d)) e.push_back(operands(tile(d)) >> tile(d));
    add_movement_partials(e, x[0].type.element, 1);
    return e;
  }
  /// Strided windows that parts happen to cut alike.
  std::optional<std::string_view> declines(const Entry& e, const Operands&) const {
    if (e.results[0].is_tile() && strides[static_cast<size_t>(e.results[0].dim)] > 1)
      return "parts of a strided slice are slices of the parts only where the stride divides the "
             "extent: no tile is to depend on residues of extents";
    return std::nullopt;
  }
  SliceOp localise(const Entry& entry, int64_t n, const Types&) const {
    SliceOp local = *this;
    if (entry.results[0].is_tile()) local.limit[entry.results[0].dim] /= n;
    return local;
  }
  /// Inverse of `localise`: the op of which this one is a part.
  SliceOp globalise(const Entry& entry, int64_t n) const {
    SliceOp whole = *this;
    if (entry.results[0].is_tile()) whole.limit[entry.results[0].dim] *= n;
    return whole;
  }
  double flops(const Types&) const { return 0; }
  static std::vector<Sample<SliceOp>> samples() {
    return {{{{0, 1}, {6, 3}, {1, 1}}, {{{6, 4}, ElementType::F32}}},
            {{{0, 0}, {12, 4}, {2, 1}}, {{{12, 4}, ElementType::I32}}}};
  }
  friend bool operator==(const SliceOp&, const SliceOp&) = default;
};

}  // namespace partir
