#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[j̄]`, `j_k = i_{dims[k]}`, or 0 where x's extent is 1 and the result's is not.
/// Example: broadcast_in_dim [1, 2], dims = [1] to 2x2 = [[1, 2], [1, 2]].
///   C2 one result dimension per operand dimension; C3 they are distinct and below the result's rank;
///   C4 each extent is 1 or the result's.
struct BroadcastInDim {
  static constexpr std::string_view name = "broadcast_in_dim";
  std::vector<int64_t> dims;
  std::vector<int64_t> shape;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("broadcast_dimensions", &BroadcastInDim::dims),
                                   attribute("result_shape", &BroadcastInDim::shape));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 1);
    constraint(static_cast<int64_t>(dims.size()) == x[0].rank(), "C2",
               "one result dimension per operand dimension", [&] { return to_string(dims); });
    constraint(distinct_dims(dims, static_cast<int64_t>(shape.size())), "C3",
               "dimensions are distinct and below the result's rank", [&] { return to_string(dims); });
    for (size_t k = 0; k < dims.size(); ++k)
      constraint(x[0].shape[k] == 1 || x[0].shape[k] == shape[dims[k]], "C4",
                 "each operand extent is 1 or the result's",
                 [&] { return to_string(x[0]) + " to " + to_string(shape); });
    return {{shape, x[0].element}};
  }
  bool reads(const TensorType& x, size_t k) const {
    return x.shape[k] != 1 || shape[dims[k]] == 1;
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    std::vector<IndexExpr> index;
    for (size_t k = 0; k < dims.size(); ++k)
      index.push_back(reads(x[0], k) ? variable(static_cast<int>(dims[k])) : constant_index(0));
    c.add(x[0].element, ReadNode{0, index});
    return c;
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    for (int64_t d = 0; d < static_cast<int64_t>(shape.size()); ++d) {
      const int64_t k = position(dims, d);
      e.push_back(operands(k >= 0 && reads(x[0].type, k) ? tile(k) : any) >> tile(d));
    }
    add_movement_partials(e, x[0].type.element, 1);
    return e;
  }
  BroadcastInDim localise(const Entry& entry, int64_t n, const Types&) const {
    BroadcastInDim local = *this;
    if (entry.results[0].is_tile()) local.shape[entry.results[0].dim] /= n;
    return local;
  }
  /// Inverse of `localise`: the op of which this one is a part.
  BroadcastInDim globalise(const Entry& entry, int64_t n) const {
    BroadcastInDim whole = *this;
    if (entry.results[0].is_tile()) whole.shape[entry.results[0].dim] *= n;
    return whole;
  }
  double flops(const Types&) const { return 0; }
  static std::vector<Sample<BroadcastInDim>> samples() {
    return {{{{}, {6, 4}}, {{{}, ElementType::F32}}},
            {{{1}, {6, 4}}, {{{4}, ElementType::F32}}},
            {{{0, 2}, {6, 2, 4}}, {{{1, 4}, ElementType::I32}}},
            {{{1, 0}, {4, 6}}, {{{6, 4}, ElementType::F32}}}};
  }
  friend bool operator==(const BroadcastInDim&, const BroadcastInDim&) = default;
};

}  // namespace partir
