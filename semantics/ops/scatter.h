#pragma once

#include "semantics/body_op.h"
#include "semantics/ops/gather.h"

namespace partir {

/// The inputs, with every element of the updates folded in by the body, in row-major order of the
/// updates' indices: `out_j[s̄ + ō'] <- body_j(out[s̄ + ō'], update[b̄, ō])` with b̄ the part of the update's
/// index off `update_window_dims` and ō the rest, s̄ the index vector of b̄ as in gather, but not
/// clamped: what lies outside of the inputs is left out.
/// `indices_are_sorted` promises that the index vectors s̄ ascend, `unique_indices` that no element is updated twice;
/// where that is not so, it has no meaning. Example: scatter [0, 0, 0] at [[2], [0]], updates [5, 7], add = [7, 0, 5].
/// It is a map over paired batching dimensions and over window dimensions that updates cover. With a
/// body that is a monoid, updates may be split, too.
///   C1 inputs, indices of integers, and as many updates; C2 inputs have one shape, updates one shape;
///   C3 an update has its input's element type; C4 index_vector_dim is at most the rank of the
///   indices; C5 one dimension of scatter_dims_to_operand_dims per component of an index vector,
///   distinct, below the rank, no batching one; C6 update_window_dims are sorted, distinct, below the
///   updates' rank, one for each input dimension that is neither inserted nor batching, of at most its
///   extent; C7 inserted and batching dimensions are sorted, distinct, below the rank; C8 batching
///   dimensions pair up with distinct ones of the indices of equal extents, none of which is
///   index_vector_dim; C9 the updates' other dimensions are the indices' batch dimensions; C10 the body
///   takes twice types that the inputs' widen to, and gives these.
struct Scatter {
  static constexpr std::string_view name = "scatter";
  std::vector<int64_t> window_dims, inserted, input_batching, indices_batching, to_operand;
  int64_t index_vector_dim = 0;
  bool indices_are_sorted = false, unique_indices = false;  ///< promises: see `broken_promise`
  ScalarBody body;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(
        attribute("update_window_dims", &Scatter::window_dims),
        attribute("inserted_window_dims", &Scatter::inserted),
        attribute("input_batching_dims", &Scatter::input_batching),
        attribute("scatter_indices_batching_dims", &Scatter::indices_batching),
        attribute("scatter_dims_to_operand_dims", &Scatter::to_operand),
        attribute("index_vector_dim", &Scatter::index_vector_dim),
        attribute("indices_are_sorted", &Scatter::indices_are_sorted),
        attribute("unique_indices", &Scatter::unique_indices),
        attribute("update_computation", &Scatter::body));
  }

  std::vector<TensorType> infer(const Types& x) const {
    constraint(x.size() % 2 == 1 && x.size() >= 3, "C1", "inputs, indices and as many updates",
               [&] { return std::to_string(x.size()) + " operands"; });
    const size_t n = x.size() / 2;
    const TensorType &input = x[0], &indices = x[n], &update = x[n + 1];
    constraint(is_integer(indices.element), "C1", "indices are integers", [&] { return to_string(indices); });
    std::vector<ElementType> elements;
    for (size_t i = 0; i < n; ++i) {
      constraint(x[i].shape == input.shape && x[n + 1 + i].shape == update.shape, "C2",
                 "inputs have one shape, and so have updates", [&] { return to_string(x); });
      constraint(x[i].element == x[n + 1 + i].element, "C3",
                 "an update has its input's element type", [&] { return to_string(x); });
    }
    constraint(0 <= index_vector_dim && index_vector_dim <= indices.rank(), "C4",
               "index_vector_dim is at most the rank of the indices",
               [&] { return std::to_string(index_vector_dim); });
    const int64_t components =
        index_vector_dim < indices.rank() ? indices.shape[index_vector_dim] : 1;
    bool pointed = static_cast<int64_t>(to_operand.size()) == components &&
                   distinct_dims(to_operand, input.rank());
    for (int64_t d : input_batching) pointed = pointed && !is_in(to_operand, d);
    constraint(pointed, "C5", "each component of an index vector has its own dimension",
               [&] { return to_string(to_operand) + " for " + to_string(indices); });
    Gather::check_dropped(inserted, input_batching, input.rank(), "C7");
    const std::vector<int64_t> of_input = input_window_dims(input.rank());
    constraint(distinct_dims(window_dims, update.rank()) &&
                   std::is_sorted(window_dims.begin(), window_dims.end()) &&
                   window_dims.size() == of_input.size(),
               "C6", "update_window_dims are sorted, distinct, one per input dimension that stays",
               [&] { return to_string(window_dims); });
    for (size_t w = 0; w < window_dims.size(); ++w)
      constraint(update.shape[window_dims[w]] <= input.shape[of_input[w]], "C6",
                 "windows do not exceed the inputs", [&] { return to_string(update) + " into " + to_string(input); });
    Gather::check_batching(input, indices, input_batching, indices_batching, index_vector_dim, "C8");
    Shape batch, scattered;
    for (int64_t d : batch_dims(indices.rank())) batch.push_back(indices.shape[d]);
    for (int64_t d : scatter_dims(update.rank())) scattered.push_back(update.shape[d]);
    constraint(batch == scattered, "C9",
               "the updates' other dimensions are the indices' batch dimensions",
               [&] { return to_string(update) + " for " + to_string(indices); });
    constraint(body.params.size() == 2 * n, "C10", "the body takes as many pairs as there are inputs",
               [&] { return "(" + to_string(body.params) + ")"; });
    std::vector<TensorType> results;
    for (size_t i = 0; i < n; ++i) {
      constraint(widens(x[i].element, body.params[i]), "C10",
                 "the body's types are wide enough for the inputs'", [&] { return to_string(x[i]); });
      elements.push_back(body.params[i]);
      results.push_back({input.shape, body.params[i]});
    }
    std::vector<ElementType> twice = elements;
    twice.insert(twice.end(), elements.begin(), elements.end());
    check_body(body, twice, elements, "C10");
    return results;
  }
  /// The inputs' dimensions that windows have.
  std::vector<int64_t> input_window_dims(int64_t rank) const {
    return dims_outside(rank, inserted, input_batching);
  }
  /// The updates' dimensions that are not update_window_dims.
  std::vector<int64_t> scatter_dims(int64_t rank) const {
    return dims_outside(rank, window_dims);
  }
  /// The indices' dimensions but index_vector_dim.
  std::vector<int64_t> batch_dims(int64_t rank) const {
    return dims_outside(rank, {index_vector_dim});
  }
  bool makes_promises() const { return indices_are_sorted || unique_indices; }
  size_t promised_operand(const Types& x) const { return x.size() / 2; }
  /// Why the op has no meaning at these indices (row-major): index vectors are promised to ascend, with their batch
  /// before them; or no element to be updated twice.
  std::optional<std::string> broken_promise(const Types& x, const std::vector<int64_t>& indices) const {
    const size_t n = x.size() / 2;
    const TensorType &input = x[0], &update = x[n + 1];
    if (update.elements() == 0) return std::nullopt;
    const IndexVectors v(x[n].shape, indices, index_vector_dim, to_operand, indices_batching);
    if (indices_are_sorted)
      if (auto why = v.unsorted()) return why;
    if (!unique_indices) return std::nullopt;
    // along the other dimensions all windows start at 0, and meet
    const std::vector<int64_t> of_input = input_window_dims(input.rank());
    Shape window;
    for (int64_t d : v.dims()) {
      const int64_t w = position(of_input, d);
      window.push_back(w < 0 ? 1 : update.shape[window_dims[w]]);
    }
    return v.repeated(input.shape, window);
  }
  /// A body that overwrites rounds nothing.
  bool moves() const { return is_second(body); }

  std::vector<MapDimension> maps(const Types& x) const {
    std::vector<MapDimension> maps;
    const size_t n = x.size() / 2;
    const TensorType &input = x[0], &update = x[n + 1];
    auto add = [&](int64_t of_input, int64_t of_indices, int64_t of_update) {
      MapDimension m{std::vector<int64_t>(n, of_input), std::vector<int64_t>(n, of_input)};
      m.operands.push_back(of_indices);
      m.operands.resize(2 * n + 1, of_update);
      maps.push_back(std::move(m));
    };
    const std::vector<int64_t> of_input = input_window_dims(input.rank());
    // an indexed dimension is no map: a start other than 0 is outside of the whole, not of a part
    for (size_t w = 0; w < window_dims.size(); ++w)
      if (update.shape[window_dims[w]] == input.shape[of_input[w]] &&
          !is_in(to_operand, of_input[w]))
        add(of_input[w], -1, window_dims[w]);
    const std::vector<int64_t> batch = batch_dims(x[n].rank()), places = scatter_dims(update.rank());
    for (size_t k = 0; k < input_batching.size(); ++k)
      add(input_batching[k], indices_batching[k], places[position(batch, indices_batching[k])]);
    return maps;
  }
  std::vector<Entry> entries(const Operands& x) const {
    const size_t n = x.size() / 2;
    const Types types = types_of(x);
    std::vector<Entry> e = map_entries(maps(types));
    if (n != 1 || body.params[0] != types[0].element) return e;
    const ElementType element = types[0].element;
    if (is_second(body)) {
      // which update an element ends with depends on the indices alone
      for (Monoid m : all_monoids) {
        if (!defined_on(m, element)) continue;
        e.push_back(operands(partial(m), any, partial(m)) >> partial(m));
        if (is_idempotent(m) || is_known_identity(m, x[2]))
          e.push_back(operands(partial(m), any, any) >> partial(m));
        if (is_idempotent(m) || is_known_identity(m, x[0]))
          e.push_back(operands(any, any, partial(m)) >> partial(m));
      }
    }
    const std::optional<Monoid> m = monoid_of(body);
    if (!m) return e;
    const std::vector<int64_t> batch = batch_dims(types[1].rank());
    const std::vector<int64_t> places = scatter_dims(types[2].rank());
    const bool once = is_idempotent(*m) || is_known_identity(*m, x[0]);
    // each part folds its own updates into its part of the inputs
    for (size_t b = 0; b < batch.size(); ++b) {
      if (is_in(indices_batching, batch[b])) continue;
      e.push_back(operands(partial(*m), tile(batch[b]), tile(places[b])) >> partial(*m));
      if (once) e.push_back(operands(any, tile(batch[b]), tile(places[b])) >> partial(*m));
    }
    e.push_back(operands(partial(*m), any, partial(*m)) >> partial(*m));
    if (once) e.push_back(operands(any, any, partial(*m)) >> partial(*m));
    if (is_idempotent(*m) || is_known_identity(*m, x[2]))
      e.push_back(operands(partial(*m), any, any) >> partial(*m));
    return e;
  }
  Scatter localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const {
    return static_cast<double>(x.back().elements() * body.cost());
  }
  static std::vector<Sample<Scatter>> samples() {
    const ElementType f = ElementType::F32, i = ElementType::I32;
    const Scatter rows{{1}, {0}, {}, {}, {0}, 1, false, false, monoid_body(Monoid::Add, f)};
    Scatter overwrite = rows, odd = rows, pair = rows;
    overwrite.body = second_body(f);
    odd.body = binary_body(ScalarFn::Subtract, i, i);
    pair.body = argmax_body(i, i);
    const Scatter batched{{1}, {1}, {0}, {0}, {1}, 2, false, false, monoid_body(Monoid::Max, i)};
    return {{rows, {{{6, 4}, f}, {{12, 1}, i}, {{12, 4}, f}}},
            {overwrite, {{{6, 4}, f}, {{3, 1}, i}, {{3, 4}, f}}},
            {odd, {{{6, 4}, i}, {{6, 1}, i}, {{6, 2}, i}}},
            {batched, {{{6, 3, 4}, i}, {{6, 2, 1}, i}, {{6, 4, 2}, i}}},
            {pair, {{{6, 4}, i}, {{6, 4}, i}, {{6, 1}, i}, {{6, 4}, i}, {{6, 4}, i}}}};
  }
  friend bool operator==(const Scatter&, const Scatter&) = default;
};

}  // namespace partir
