#pragma once

#include "semantics/elementwise.h"
#include "semantics/index_promises.h"

namespace partir {

/// Windows of `x` of shape `slice_sizes`, one for each index vector of `start_indices` (its dimension
/// `index_vector_dim`, or scalars where that is its rank). With the result's index split into the
/// batch part b̄ and the window part ō (`offset_dims`),
/// `out[b̄, ō] = x[s̄ + ō']`, `s_d = clamp(0, start_indices[b̄, k], n_d - slice_sizes[d])` for
/// `d = start_index_map[k]`, `s_d = b_k` for the paired batching dimensions, 0 elsewhere; ō' is ō with
/// zeros at the collapsed and the batching dimensions.
/// Example: gather [[1, 2], [3, 4]] at [1, 0], rows = [[3, 4], [1, 2]].
/// `indices_are_sorted` promises that the places s̄ ascend; where they do not, it has no meaning.
/// It is a map over the indices' batch dimensions, over paired batching dimensions, and over window
/// dimensions taken whole.
///   C1 two operands, the second of integers; C2 index_vector_dim is at most the rank of the indices;
///   C3 one entry of start_index_map per component of an index vector, distinct, below the operand's
///   rank; C4 one slice size per dimension, between 0 and the extent; C5 collapsed and batching
///   dimensions are sorted, distinct, below the rank and no others; C6 their slice sizes are at most
///   1; C7 batching dimensions pair up with distinct ones of the indices of equal extents, none of
///   which is index_vector_dim; C8 batching dimensions are not in start_index_map; C9 offset_dims are
///   sorted, distinct, below the result's rank, one for each dimension that is neither collapsed nor
///   batching.
struct Gather {
  static constexpr std::string_view name = "gather";
  std::vector<int64_t> offset_dims, collapsed, operand_batching, indices_batching, start_index_map;
  int64_t index_vector_dim = 0;
  std::vector<int64_t> slice_sizes;
  bool indices_are_sorted = false;  ///< a promise: see `broken_promise`
  static constexpr auto attributes() {
    return boost::hana::make_tuple(
        attribute("offset_dims", &Gather::offset_dims),
        attribute("collapsed_slice_dims", &Gather::collapsed),
        attribute("operand_batching_dims", &Gather::operand_batching),
        attribute("start_indices_batching_dims", &Gather::indices_batching),
        attribute("start_index_map", &Gather::start_index_map),
        attribute("index_vector_dim", &Gather::index_vector_dim),
        attribute("slice_sizes", &Gather::slice_sizes),
        attribute("indices_are_sorted", &Gather::indices_are_sorted));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 2);
    constraint(is_integer(x[1].element), "C1", "the second operand is of integers", [&] { return to_string(x[1]); });
    constraint(0 <= index_vector_dim && index_vector_dim <= x[1].rank(), "C2",
               "index_vector_dim is at most the rank of the indices",
               [&] { return std::to_string(index_vector_dim); });
    const int64_t components = index_vector_dim < x[1].rank() ? x[1].shape[index_vector_dim] : 1;
    constraint(static_cast<int64_t>(start_index_map.size()) == components &&
                   distinct_dims(start_index_map, x[0].rank()),
               "C3", "start_index_map has a dimension for each component of an index vector",
               [&] { return to_string(start_index_map) + " for " + to_string(x[1]); });
    constraint(static_cast<int64_t>(slice_sizes.size()) == x[0].rank(), "C4",
               "one slice size per dimension", [&] { return to_string(slice_sizes); });
    for (size_t d = 0; d < slice_sizes.size(); ++d)
      constraint(0 <= slice_sizes[d] && slice_sizes[d] <= x[0].shape[d], "C4",
                 "0 <= slice size <= extent", [&] { return to_string(slice_sizes) + " of " + to_string(x[0]); });
    check_dropped(collapsed, operand_batching, x[0].rank(), "C5");
    for (const auto* dims : {&collapsed, &operand_batching})
      for (int64_t d : *dims)
        constraint(slice_sizes[d] <= 1, "C6", "slice sizes of dropped dimensions are at most 1",
                   [&] { return to_string(slice_sizes); });
    check_batching(x[0], x[1], operand_batching, indices_batching, index_vector_dim, "C7");
    for (int64_t d : operand_batching)
      constraint(!is_in(start_index_map, d), "C8",
                 "batching dimensions are not in start_index_map", [&] { return to_string(operand_batching); });
    const std::vector<int64_t> window = window_dims(x[0].rank());
    const Shape batch = batch_shape(x[1]);
    // a window of none has no element to be the result's
    bool empty = num_elements(batch) == 0;
    for (int64_t d : window) empty = empty || slice_sizes[d] == 0;
    for (const auto* dims : {&collapsed, &operand_batching})
      for (int64_t d : *dims)
        constraint(empty || slice_sizes[d] == 1, "C6",
                   "slice sizes of dropped dimensions are 1 where there are results",
                   [&] { return to_string(slice_sizes); });
    const int64_t rank = static_cast<int64_t>(batch.size() + offset_dims.size());
    constraint(distinct_dims(offset_dims, rank) &&
                   std::is_sorted(offset_dims.begin(), offset_dims.end()) &&
                   offset_dims.size() == window.size(),
               "C9", "offset_dims are sorted, distinct, below the rank, one per window dimension",
               [&] { return to_string(offset_dims); });
    TensorType t{{}, x[0].element};
    size_t b = 0, o = 0;
    for (int64_t d = 0; d < rank; ++d)
      t.shape.push_back(is_in(offset_dims, d) ? slice_sizes[window[o++]] : batch[b++]);
    return {t};
  }

  /// Constraint `label`: which dimensions of the operand the windows drop.
  static void check_dropped(const std::vector<int64_t>& collapsed,
                            const std::vector<int64_t>& batching, int64_t rank,
                            const char* label) {
    std::vector<int64_t> both = collapsed;
    both.insert(both.end(), batching.begin(), batching.end());
    constraint(distinct_dims(both, rank) && std::is_sorted(collapsed.begin(), collapsed.end()) &&
                   std::is_sorted(batching.begin(), batching.end()),
               label, "dropped dimensions are sorted, distinct and below the rank", [&] { return to_string(both); });
  }
  /// Constraint `label`: batching dimensions of the operand and of the indices.
  static void check_batching(const TensorType& x, const TensorType& indices,
                             const std::vector<int64_t>& of_operand,
                             const std::vector<int64_t>& of_indices, int64_t index_vector_dim,
                             const char* label) {
    constraint(of_operand.size() == of_indices.size() &&
                   distinct_dims(of_indices, indices.rank()) &&
                   !is_in(of_indices, index_vector_dim),
               label, "batching dimensions pair up with distinct ones of the indices",
               [&] { return to_string(of_operand) + " x " + to_string(of_indices); });
    for (size_t k = 0; k < of_operand.size(); ++k)
      constraint(x.shape[of_operand[k]] == indices.shape[of_indices[k]], label,
                 "paired batching dimensions have equal extents",
                 [&] { return to_string(x) + " and " + to_string(indices); });
  }
  /// Dimensions of the operand that the windows keep.
  std::vector<int64_t> window_dims(int64_t rank) const {
    return dims_outside(rank, collapsed, operand_batching);
  }
  /// Dimensions of the indices but index_vector_dim.
  std::vector<int64_t> batch_dims(const TensorType& indices) const {
    return dims_outside(indices.rank(), {index_vector_dim});
  }
  Shape batch_shape(const TensorType& indices) const {
    Shape s;
    for (int64_t d : batch_dims(indices)) s.push_back(indices.shape[d]);
    return s;
  }
  /// The result's dimensions that are not offset_dims, in order.
  std::vector<int64_t> result_batch_dims(int64_t rank) const {
    return dims_outside(rank, offset_dims);
  }

  bool makes_promises() const { return indices_are_sorted; }
  size_t promised_operand(const Types&) const { return 1; }
  /// Why the op has no meaning at these indices (row-major): windows' places, moved inside, are promised to ascend in
  /// the order of the index vectors with their batch before them.
  std::optional<std::string> broken_promise(const Types& x, const std::vector<int64_t>& indices) const {
    IndexVectors v(x[1].shape, indices, index_vector_dim, start_index_map, indices_batching);
    for (IndexVectors::Vector& vector : v.vectors())
      for (size_t k = 0; k < v.dims().size(); ++k) {
        const int64_t d = v.dims()[k];
        vector.point[k] = std::clamp<int64_t>(vector.point[k], 0, x[0].shape[d] - slice_sizes[d]);
      }
    return v.unsorted();
  }

  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    const std::vector<int64_t> places = result_batch_dims(c.result.rank()), batch = batch_dims(x[1]);
    std::vector<IndexExpr> of_indices(x[1].shape.size());
    for (size_t b = 0; b < batch.size(); ++b)
      of_indices[batch[b]] = variable(static_cast<int>(places[b]));
    const std::vector<int64_t> window = window_dims(x[0].rank());
    DynamicReadNode read{0, std::vector<IndexExpr>(x[0].shape.size(), constant_index(0)),
                         std::vector<int>(x[0].shape.size(), -1),
                         std::vector<int64_t>(x[0].shape.size(), 0)};
    for (size_t o = 0; o < window.size(); ++o)
      read.index[window[o]] = variable(static_cast<int>(offset_dims[o]));
    for (size_t k = 0; k < operand_batching.size(); ++k)
      read.index[operand_batching[k]] = of_indices[indices_batching[k]];
    for (size_t k = 0; k < start_index_map.size(); ++k) {
      const int64_t d = start_index_map[k];
      if (index_vector_dim < x[1].rank())
        of_indices[index_vector_dim] = constant_index(static_cast<int64_t>(k));
      read.at[d] = c.add(x[1].element, ReadNode{1, of_indices});
      read.limit[d] = x[0].shape[d] - slice_sizes[d];
    }
    c.add(x[0].element, std::move(read));
    return c;
  }

  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    const std::vector<int64_t> window = window_dims(x[0].type.rank());
    const std::vector<int64_t> batch = batch_dims(x[1].type);
    const auto rank = static_cast<int64_t>(batch.size() + offset_dims.size());
    const std::vector<int64_t> places = result_batch_dims(rank);
    for (size_t o = 0; o < window.size(); ++o)
      if (slice_sizes[window[o]] == x[0].type.shape[window[o]])
        e.push_back(operands(tile(window[o]), any) >> tile(offset_dims[o]));
    for (size_t b = 0; b < batch.size(); ++b) {
      const int64_t k = position(indices_batching, batch[b]);
      e.push_back(operands(k >= 0 ? tile(operand_batching[k]) : any, tile(batch[b])) >>
                  tile(places[b]));
    }
    for (Monoid m : all_monoids)
      if (defined_on(m, x[0].type.element))
        e.push_back(operands(partial(m), any) >> partial(m));
    return e;
  }
  Gather localise(const Entry& entry, int64_t n, const Types&) const {
    return scaled(entry, [n](int64_t& size) { size /= n; });
  }
  /// Inverse of `localise`.
  Gather globalise(const Entry& entry, int64_t n) const {
    return scaled(entry, [n](int64_t& size) { size *= n; });
  }
  double flops(const Types&) const { return 0; }
  static std::vector<Sample<Gather>> samples() {
    const ElementType f = ElementType::F32, i = ElementType::I32;
    return {{{{1}, {0}, {}, {}, {0}, 1, {1, 4}}, {{{6, 4}, f}, {{12, 1}, i}}},
            {{{1}, {0}, {}, {}, {0}, 2, {1, 4}}, {{{6, 4}, i}, {{2, 3}, i}}},
            {{{0, 2}, {}, {}, {}, {1, 0}, 0, {2, 4}}, {{{6, 4}, f}, {{2, 6}, ElementType::UI8}}},
            {{{2}, {1}, {0}, {0}, {1, 2}, 2, {1, 1, 2}}, {{{6, 3, 4}, f}, {{6, 2, 2}, i}}}};
  }
  friend bool operator==(const Gather&, const Gather&) = default;

 private:
  /// The op with the size changed of the window dimension that `entry` tiles, if it does.
  template <class F>
  Gather scaled(const Entry& entry, F&& f) const {
    Gather g = *this;
    const int64_t o = entry.results[0].is_tile() ? position(offset_dims, entry.results[0].dim) : -1;
    if (o >= 0) f(g.slice_sizes[window_dims(static_cast<int64_t>(slice_sizes.size()))[o]]);
    return g;
  }
};

}  // namespace partir
