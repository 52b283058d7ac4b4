// scatter: updates folded in one after the other, in row-major order of the updates.
#pragma once

#include <vector>

#include "interp/body.h"
#include "interp/index.h"
#include "interp/procedures/window.h"
#include "semantics/op.h"

namespace partir {

namespace detail {

/// Where updates go: for each index vector (the scatter dimensions' position in row-major order) the
/// place of its window's first element in the input, or -1 where the window lies outside.
struct ScatterPlaces {
  std::vector<int64_t> base;
  /// In place of `base` where an index vector has one component and nothing else matters: the indices
  /// themselves, read when they are needed.
  const void* raw = nullptr;
  int64_t width = 0, extent = 0, stride = 0;
  void (*row)(const ScatterPlaces&, const void*, int64_t step, int64_t n, int64_t* out) = nullptr;

  /// The places of vectors `first`, `first + step`, ..
  void fill(int64_t first, int64_t step, int64_t n, int64_t* out) const {
    if (row) return row(*this, static_cast<const char*>(raw) + first * width, step, n, out);
    for (int64_t i = 0; i < n; ++i) out[i] = base[first + i * step];
  }
  /// Starts along the windowed dimensions, where windows may lie partly outside: [vector][dimension].
  std::vector<int64_t> starts;
  std::vector<int64_t> checked;  ///< the input's dimensions whose starts those are
};

/// `ScatterPlaces::row` for indices of type T.
template <class T>
void scatter_row(const ScatterPlaces& p, const void* indices, int64_t step, int64_t n, int64_t* out) {
  const T* x = static_cast<const T*>(indices);
  for (int64_t i = 0; i < n; ++i) {
    const int64_t at = as_index(x[i * step]);
    out[i] = at >= 0 && at < p.extent ? at * p.stride : std::numeric_limits<int64_t>::min();
  }
}

/// `indices_` is contiguous and outlives the places.
template <class D>
ScatterPlaces scatter_places(const Scatter& op, const Tensor<D>& input, const Tensor<D>& indices_,
                             const std::vector<int64_t>& window_dims) {
  const std::vector<int64_t> strides = row_major_strides(input.shape());
  const std::vector<int64_t> by = row_major_strides(indices_.shape());
  const std::vector<int64_t> batch = op.batch_dims(indices_.rank());
  ScatterPlaces p;
  for (int64_t d : op.to_operand)
    if (is_in(window_dims, d)) p.checked.push_back(d);
  Shape shape;
  for (int64_t d : batch) shape.push_back(indices_.shape()[d]);
  const bool vectors = op.index_vector_dim < indices_.rank();
  const int64_t component = vectors ? by[op.index_vector_dim] : 0;
  if (num_elements(shape) == 0) return p;
  if (op.to_operand.size() == 1 && op.input_batching.empty() && p.checked.empty()) {
    // the usual rows of a table
    p.raw = indices_.raw();
    p.width = scalar_size<D>(indices_.element());
    p.extent = input.shape()[op.to_operand[0]];
    p.stride = strides[op.to_operand[0]];
    using Row = decltype(p.row);
    p.row = with_integer<D>(indices_.element(), []<class T>() -> Row { return scatter_row<T>; });
    return p;
  }
  const std::vector<int64_t> all = indices(indices_);
  p.base.reserve(static_cast<size_t>(num_elements(shape)));
  std::vector<int64_t> b(batch.size(), 0);
  do {
    int64_t first = 0, base = 0;
    for (size_t i = 0; i < b.size(); ++i) first += b[i] * by[batch[i]];
    for (size_t k = 0; k < op.input_batching.size(); ++k)
      base += b[position(batch, op.indices_batching[k])] * strides[op.input_batching[k]];
    bool inside = true;
    for (size_t k = 0; k < op.to_operand.size(); ++k) {
      const int64_t d = op.to_operand[k];
      const int64_t s = all[first + static_cast<int64_t>(k) * component];
      if (is_in(p.checked, d)) {
        // far outside is as good as any other place outside
        const int64_t n = input.shape()[d], near = std::clamp<int64_t>(s, -n, n);
        p.starts.push_back(near);
        base += near * strides[d];
      } else {
        inside = inside && s >= 0 && s < input.shape()[d];
        base += inside ? s * strides[d] : 0;
      }
    }
    p.base.push_back(inside ? base : std::numeric_limits<int64_t>::min());
  } while (next_index(b, shape));
  return p;
}

/// Folds rows of updates into rows of the inputs: `n` elements, `step` apart in both.
template <class D>
class ScatterFold {
 public:
  ScatterFold(const ScalarBody& body, const std::vector<ElementType>& elements)
      : body_(body), elements_(elements), rows_(body, block), n_(elements.size()) {
    if (n_ != 1) return;
    monoid_ = monoid_of(body);
    if (monoid_) row_ = monoid_row<D>(*monoid_, elements[0]);
    second_ = is_second(body);
  }
  /// `out[j]` and `update[j]` are where the first elements lie. Distinct steps hit distinct elements.
  void operator()(char* const* out, int64_t out_step, const char* const* update, int64_t step,
                  int64_t n) {
    if (second_) {
      with_scalar<D>(elements_[0], [&]<class T>() {
        T* o = reinterpret_cast<T*>(out[0]);
        const T* u = reinterpret_cast<const T*>(update[0]);
        for (int64_t i = 0; i < n; ++i) o[i * out_step] = u[i * step];
      });
      return;
    }
    if (row_ && out_step == 1) {
      row_(out[0], out[0], 1, update[0], step, n);
      return;
    }
    std::vector<const void*> args(2 * n_);
    std::vector<int64_t> steps(2 * n_);
    for (int64_t i = 0; i < n; i += block) {
      const int64_t m = std::min(block, n - i);
      for (size_t j = 0; j < n_; ++j) {
        const int64_t w = scalar_size<D>(elements_[j]);
        args[j] = out[j] + i * out_step * w;
        args[n_ + j] = update[j] + i * step * w;
        steps[j] = out_step;
        steps[n_ + j] = step;
      }
      rows_(args.data(), steps.data(), m);
      // one result may be another's argument: all are taken before any is written
      for (size_t j = 0; j < n_; ++j) {
        if (next_.size() <= j)
          next_.push_back(with_scalar<D>(elements_[j], []<class T>() { return allocate<T>(block); }));
        rows_.take(j, next_[j].get(), m);
      }
      for (size_t j = 0; j < n_; ++j)
        with_scalar<D>(elements_[j], [&]<class T>() {
          T* o = reinterpret_cast<T*>(out[j]) + i * out_step;
          const T* x = static_cast<const T*>(next_[j].get());
          for (int64_t k = 0; k < m; ++k) o[k * out_step] = x[k];
        });
    }
  }
  /// Single elements of one input, `place[i]` each, one after the other; nothing where there is none.
  bool each(char* out, const std::vector<int64_t>& place, const char* update, int64_t step) {
    if (!second_ && !monoid_) return false;
    return with_scalar<D>(elements_[0], [&]<class T>() {
      T* o = reinterpret_cast<T*>(out);
      const T* u = reinterpret_cast<const T*>(update);
      const auto n = static_cast<int64_t>(place.size());
      if (second_) {
        for (int64_t i = 0; i < n; ++i)
          if (place[i] >= 0) o[place[i]] = u[i * step];
        return true;
      }
      return with_monoid(*monoid_, [&]<ScalarFn F>() {
        if constexpr (means_something<F, T>()) {
          for (int64_t i = 0; i < n; ++i)
            if (place[i] >= 0)
              o[place[i]] = OpsOf<D, T>::template binary<F, T>(o[place[i]], u[i * step]);
          return true;
        }
        return false;
      });
    });
  }

 private:
  static constexpr int64_t block = 512;
  const ScalarBody& body_;
  std::vector<ElementType> elements_;
  BodyRows<D> rows_;
  size_t n_;
  std::optional<Monoid> monoid_;
  BinaryRow row_ = nullptr;
  bool second_ = false;
  std::vector<std::shared_ptr<void>> next_;
};

}  // namespace detail

/// Scatter.
template <class D>
std::vector<Tensor<D>> procedure(const Scatter& op, const std::vector<Tensor<D>>& operands) {
  const size_t n = operands.size() / 2;
  std::vector<Tensor<D>> x = operands;
  for (size_t i = 0; i < n; ++i) {
    x[i] = detail::as_element(x[i], op.body.params[i]);
    x[n + 1 + i] = detail::as_element(x[n + 1 + i], op.body.params[i]);
  }
  const Tensor<D>& input = x[0];
  const Shape& window = x[n + 1].shape();
  const auto rank = static_cast<int64_t>(window.size());
  const std::vector<int64_t> of_input = op.input_window_dims(input.rank());
  const Tensor<D> index_vectors = x[n].contiguous();
  const detail::ScatterPlaces places =
      detail::scatter_places<D>(op, input, index_vectors, of_input);
  std::vector<Tensor<D>> updates, results;
  std::vector<char*> out;
  std::vector<int64_t> width;
  std::vector<ElementType> elements;
  for (size_t j = 0; j < n; ++j) {
    updates.push_back(x[n + 1 + j].contiguous());
    elements.push_back(x[j].element());
    width.push_back(scalar_size<D>(x[j].element()));
    results.push_back(Tensor<D>::build_raw(x[j].type(), [&](void* p) {
      out.push_back(static_cast<char*>(p));
      const std::vector<int64_t> zeros(input.shape().size(), 0), ones(input.shape().size(), 1);
      if (input.elements() > 0) detail::copy_into(p, input.shape(), x[j], zeros, ones);
    }));
  }
  if (num_elements(window) == 0 || input.elements() == 0) return results;

  // Each dimension of the updates moves either the index vector or the place in the window.
  const std::vector<int64_t> strides = row_major_strides(input.shape());
  const std::vector<int64_t> scattered = op.scatter_dims(rank);
  std::vector<int64_t> vector_step(window.size(), 0), place_step(window.size(), 0);
  int64_t v = 1;
  for (size_t i = scattered.size(); i-- > 0; v *= window[scattered[i]]) vector_step[scattered[i]] = v;
  for (size_t w = 0; w < of_input.size(); ++w) place_step[op.window_dims[w]] = strides[of_input[w]];
  detail::ScatterFold<D> fold(op.body, elements);
  std::vector<char*> to(n);
  std::vector<const char*> from(n);
  auto at = [&](int64_t place, int64_t update) {
    for (size_t j = 0; j < n; ++j) {
      to[j] = out[j] + place * width[j];
      from[j] = static_cast<const char*>(updates[j].raw()) + update * width[j];
    }
  };

  if (!places.checked.empty()) {
    // windows may lie partly outside: element by element
    std::vector<int64_t> index(window.size(), 0);
    int64_t update = 0;
    do {
      int64_t vector = 0, place = 0;
      for (size_t d = 0; d < index.size(); ++d) {
        vector += index[d] * vector_step[d];
        place += index[d] * place_step[d];
      }
      bool inside = places.base[vector] != std::numeric_limits<int64_t>::min();
      for (size_t c = 0; c < places.checked.size() && inside; ++c) {
        const int64_t d = places.checked[c];
        const int64_t i = places.starts[vector * static_cast<int64_t>(places.checked.size()) +
                                        static_cast<int64_t>(c)] +
                          index[op.window_dims[position(of_input, d)]];
        inside = i >= 0 && i < input.shape()[d];
      }
      if (inside) {
        at(places.base[vector] + place, update);
        fold(to.data(), 1, from.data(), 1, 1);
      }
      ++update;
    } while (next_index(index, window));
    return results;
  }

  const std::vector<int64_t> by = row_major_strides(window);
  std::vector<int64_t> row;
  for_rows<3>(window, {&by, &vector_step, &place_step}, [&](auto& offset, int64_t m, auto& step) {
    if (step[1] == 0) {
      int64_t base = 0;
      places.fill(offset[1], 0, 1, &base);
      if (base < 0) return;
      at(base + offset[2], offset[0]);
      fold(to.data(), step[2], from.data(), step[0], m);
      return;
    }
    constexpr int64_t block = 4096;
    for (int64_t start = 0; start < m; start += block) {
      row.resize(static_cast<size_t>(std::min(block, m - start)));
      places.fill(offset[1] + start * step[1], step[1], static_cast<int64_t>(row.size()), row.data());
      for (size_t i = 0; i < row.size(); ++i)
        row[i] = row[i] < 0 ? -1 : row[i] + offset[2] + (start + static_cast<int64_t>(i)) * step[2];
      at(0, offset[0] + start * step[0]);
      if (n == 1 && fold.each(to[0], row, from[0], step[0])) continue;
      for (size_t i = 0; i < row.size(); ++i) {
        if (row[i] < 0) continue;
        at(row[i], offset[0] + (start + static_cast<int64_t>(i)) * step[0]);
        fold(to.data(), 1, from.data(), 1, 1);
      }
    }
  });
  return results;
}

}  // namespace partir
