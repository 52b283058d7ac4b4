// Where ops take indices that are data (dynamic_slice, dynamic_update_slice, gather, scatter), and which places they
// may name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

#include "semantics/op.h"

namespace partir {

/// Indices along one dimension of what an op reads or writes.
struct IndexPlaces {
  size_t operand = 0;         ///< which has the indices
  int64_t vector_dim = -1;    ///< its dimension along which index vectors lie; -1: each element is an index
  int64_t component = 0;      ///< of the index vectors
  int64_t last = 0;           ///< the greatest place inside; the least is 0
  bool moved_inside = true;   ///< what is outside is moved to the nearest place inside; else it is left out
};

/// Whether an op computes nothing: it puts elements elsewhere, or constants beside them, at places that no operand decides.
inline bool only_moves(const Op& op, const Types& x) {
  const std::optional<Comprehension> c = op.comprehension(x);
  return c && !c->reducer && std::none_of(c->body.begin(), c->body.end(), [](const Node& n) { return std::holds_alternative<ApplyNode>(n.expr); });
}

/// All indices of an op on operands of these types.
inline std::vector<IndexPlaces> index_places(const Op& op, const Types& x) {
  std::vector<IndexPlaces> places;
  if (const auto* s = op.get_if<Scatter>()) {
    const size_t n = x.size() / 2;
    const std::vector<int64_t> of_input = s->input_window_dims(x[0].rank());
    for (size_t k = 0; k < s->to_operand.size(); ++k) {
      const int64_t d = s->to_operand[k], w = position(of_input, d);
      const int64_t window = w < 0 ? 1 : x[n + 1].shape[s->window_dims[w]];
      places.push_back({n, s->index_vector_dim < x[n].rank() ? s->index_vector_dim : -1, static_cast<int64_t>(k),
                        x[0].shape[d] - window, false});
    }
    return places;
  }
  if (!op.get_if<DynamicSlice>() && !op.get_if<DynamicUpdateSlice>() && !op.get_if<Gather>()) return places;
  const Comprehension c = *op.comprehension(x);
  for (const Node& n : c.body)
    if (const auto* r = std::get_if<DynamicReadNode>(&n.expr))
      for (size_t d = 0; d < r->at.size(); ++d) {
        if (r->at[d] < 0) continue;
        const ReadNode& index = std::get<ReadNode>(c.body[r->at[d]].expr);
        IndexPlaces p{static_cast<size_t>(index.operand), -1, 0, r->limit[d], true};
        for (size_t i = 0; i < index.index.size(); ++i)
          if (index.index[i].terms.empty()) {
            p.vector_dim = static_cast<int64_t>(i);
            p.component = index.index[i].offset;
          }
        places.push_back(p);
      }
  return places;
}

/// From which operand on the operands of a dynamic slice or update are starts, also those that can only be 0 and name no place.
inline size_t first_start(const Op& op) { return op.get_if<DynamicSlice>() ? 1 : op.get_if<DynamicUpdateSlice>() ? 2 : std::numeric_limits<size_t>::max(); }

/// Of the row-major elements of an operand of this shape those that are these indices, in the order of the index vectors.
template <class T>
std::vector<T> indices_among(const IndexPlaces& p, const Shape& shape, std::vector<T> all) {
  if (p.vector_dim < 0) return all;
  const auto d = static_cast<size_t>(p.vector_dim);
  const int64_t stride = row_major_strides(shape)[d], extent = shape[d];
  std::vector<T> own;
  for (size_t k = 0; k < all.size(); ++k)
    if (static_cast<int64_t>(k) / stride % extent == p.component) own.push_back(all[k]);
  return own;
}

}  // namespace partir
