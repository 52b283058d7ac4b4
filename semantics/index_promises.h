// What gather and scatter promise of their indices (`indices_are_sorted`, `unique_indices`), as StableHLO's
// specification says it of full index vectors, and where given indices break it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantics/op_base.h"

namespace partir {

/// The index vectors of gather or scatter at given indices.
class IndexVectors {
 public:
  /// An index vector: where it stands in the indices, the values of the indices' batching dimensions there, and its
  /// components in the order of the operand's dimensions.
  struct Vector {
    std::vector<int64_t> place, batch, point;
  };

  /// `values` are the indices, of shape `shape`, row-major; component k of a vector is along dimension `to_operand[k]`
  /// of the operand.
  IndexVectors(const Shape& shape, const std::vector<int64_t>& values, int64_t index_vector_dim,
               const std::vector<int64_t>& to_operand, const std::vector<int64_t>& batching) {
    dims_ = to_operand;
    std::sort(dims_.begin(), dims_.end());
    const auto rank = static_cast<int64_t>(shape.size());
    const std::vector<int64_t> places = dims_outside(rank, {index_vector_dim}), by = row_major_strides(shape);
    Shape extents;
    for (int64_t d : places) extents.push_back(shape[d]);
    if (num_elements(extents) == 0) return;
    std::vector<int64_t> at(places.size(), 0);
    do {
      int64_t first = 0;
      for (size_t i = 0; i < at.size(); ++i) first += at[i] * by[places[i]];
      Vector v{at, {}, std::vector<int64_t>(dims_.size())};
      for (int64_t d : batching) v.batch.push_back(at[position(places, d)]);
      for (size_t k = 0; k < to_operand.size(); ++k)
        v.point[position(dims_, to_operand[k])] =
            values[first + (index_vector_dim < rank ? static_cast<int64_t>(k) * by[index_vector_dim] : 0)];
      vectors_.push_back(std::move(v));
    } while (next_index(at, extents));
  }
  /// The dimensions of the operand that the components are along, in order.
  const std::vector<int64_t>& dims() const { return dims_; }
  std::vector<Vector>& vectors() { return vectors_; }

  /// Why `indices_are_sorted` is broken: of two vectors, each with its batching indices before its components, the later is the less. So
  /// it is where the batching dimensions are written out as components of the indices, as XLA does.
  std::optional<std::string> unsorted() const {
    const auto with_batch = [](const Vector& v) { return std::pair(v.batch, v.point); };
    for (size_t i = 1; i < vectors_.size(); ++i) {
      const Vector &before = vectors_[i - 1], &v = vectors_[i];
      if (with_batch(v) >= with_batch(before)) continue;
      const auto text = [](const Vector& x) {
        return to_string(x.point) + (x.batch.empty() ? "" : " of batch " + to_string(x.batch)) + " at " + to_string(x.place);
      };
      return "indices_are_sorted is promised, but index vector " + text(v) + " comes after " + text(before);
    }
    return std::nullopt;
  }
  /// Why `unique_indices` is broken, of windows that have the extents `window` along `dims()` (1 where they have none)
  /// in an operand of shape `operand`: some element of the operand is in two of them. Outside are no elements.
  std::optional<std::string> repeated(const Shape& operand, const Shape& window) const {
    std::map<std::vector<int64_t>, std::unordered_map<int64_t, const Vector*>> first;
    for (const Vector& v : vectors_) {
      std::unordered_map<int64_t, const Vector*>& of = first[v.batch];
      std::vector<int64_t> k(window.size(), 0);
      if (num_elements(window) > 0) do {
        int64_t element = 0;
        bool inside = true;
        for (size_t d = 0; d < k.size(); ++d) {
          const int64_t n = operand[dims_[d]];
          inside = inside && v.point[d] >= -k[d] && v.point[d] < n - k[d];
          if (inside) element = element * n + v.point[d] + k[d];
        }
        if (!inside) continue;
        const auto [it, fresh] = of.emplace(element, &v);
        if (!fresh)
          return "unique_indices is promised, but index vectors " + to_string(it->second->point) + " at " +
                 to_string(it->second->place) + " and " + to_string(v.point) + " at " + to_string(v.place) +
                 " update the same element";
      } while (next_index(k, window));
    }
    return std::nullopt;
  }

 private:
  std::vector<int64_t> dims_;
  std::vector<Vector> vectors_;
};

}  // namespace partir
