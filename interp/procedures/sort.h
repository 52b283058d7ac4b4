// sort and top_k: a merge sort of positions, so that no comparator, however contradictory, can break it.
#pragma once

#include <numeric>
#include <vector>

#include "interp/body.h"
#include "semantics/op.h"

namespace partir {

namespace detail {

/// Sorts positions stably: `before(a, b)` says whether a goes before b.
template <class Before>
void merge_sort(std::vector<int64_t>& order, Before&& before) {
  const auto n = static_cast<int64_t>(order.size());
  std::vector<int64_t> other(order.size());
  for (int64_t half = 1; half < n; half *= 2) {
    for (int64_t start = 0; start < n; start += 2 * half) {
      const int64_t middle = std::min(start + half, n), end = std::min(start + 2 * half, n);
      int64_t l = start, r = middle;
      for (int64_t o = start; o < end; ++o) {
        const bool right = l == middle || (r < end && before(order[r], order[l]));
        other[o] = right ? order[r++] : order[l++];
      }
    }
    order.swap(other);
  }
}

/// The row-major offsets of a shape's rows along dimension `along`: where each starts.
inline std::vector<int64_t> row_starts(const Shape& shape, int64_t along) {
  const std::vector<int64_t> strides = row_major_strides(shape);
  Shape outer = shape;
  outer[along] = 1;
  std::vector<int64_t> starts, index(shape.size(), 0);
  if (num_elements(outer) == 0) return starts;
  do {
    int64_t o = 0;
    for (size_t d = 0; d < index.size(); ++d) o += index[d] * strides[d];
    starts.push_back(o);
  } while (next_index(index, outer));
  return starts;
}

/// Whether a comparator puts one place of a row before another one.
template <class D>
class RowComparator {
 public:
  /// Borrows the comparator; `x` are contiguous, the row starts at `first` and its places are `step` elements apart.
  RowComparator(BodyRows<D>& comparator, const std::vector<Tensor<D>>& x, int64_t first, int64_t step)
      : comparator_(comparator), step_(step), args_(2 * x.size()), zeros_(2 * x.size(), 0) {
    for (const Tensor<D>& t : x) {
      width_.push_back(scalar_size<D>(t.element()));
      base_.push_back(static_cast<const char*>(t.raw()) + first * width_.back());
    }
  }
  bool operator()(int64_t a, int64_t b) {
    for (size_t j = 0; j < width_.size(); ++j) {
      args_[2 * j] = base_[j] + a * step_ * width_[j];
      args_[2 * j + 1] = base_[j] + b * step_ * width_[j];
    }
    comparator_(args_.data(), zeros_.data(), 1);
    return static_cast<const Bool*>(comparator_.result(0))->bit != 0;
  }

 private:
  BodyRows<D>& comparator_;
  int64_t step_;
  std::vector<const void*> args_;
  std::vector<int64_t> zeros_, width_;
  std::vector<const char*> base_;
};

/// Sorts the row that starts at `first` by `op`'s comparator.
template <class D>
void sort_row(const Sort& op, BodyRows<D>& comparator, const std::vector<Tensor<D>>& x,
              int64_t first, int64_t step, std::vector<int64_t>& order) {
  std::iota(order.begin(), order.end(), int64_t{0});
  const std::optional<ScalarFn> fn = single_fn(op.comparator);
  if (fn == ScalarFn::Lt || fn == ScalarFn::Gt) {
    // (l, r) -> l < r: without the detour over rows
    const bool done = with_scalar<D>(x[0].element(), [&]<class T>() {
      if constexpr (is_complex_scalar<T>) {
        return false;
      } else {
        const T* p = x[0].template data<T>() + first;
        using Ops = OpsOf<D, T>;
        if (fn == ScalarFn::Lt)
          merge_sort(order, [&](int64_t a, int64_t b) {
            return Ops::template compare<ScalarFn::Lt, T>(p[a * step], p[b * step]);
          });
        else
          merge_sort(order, [&](int64_t a, int64_t b) {
            return Ops::template compare<ScalarFn::Gt, T>(p[a * step], p[b * step]);
          });
        return true;
      }
    });
    if (done) return;
  }
  merge_sort(order, RowComparator<D>(comparator, x, first, step));
}

}  // namespace detail

/// Sort.
template <class D>
std::vector<Tensor<D>> procedure(const Sort& op, const std::vector<Tensor<D>>& operands) {
  const int64_t d = op.along(operands[0].rank());
  const Shape& shape = operands[0].shape();
  const int64_t n = shape[d], step = row_major_strides(shape)[d];
  std::vector<Tensor<D>> x, results;
  std::vector<void*> out;
  for (const Tensor<D>& t : operands) {
    x.push_back(t.contiguous());
    results.push_back(Tensor<D>::build_raw(t.type(), [&](void* p) { out.push_back(p); }));
  }
  detail::BodyRows<D> comparator(op.comparator, 1);
  std::vector<int64_t> order(static_cast<size_t>(n));
  for (int64_t first : detail::row_starts(shape, d)) {
    detail::sort_row<D>(op, comparator, x, first, step, order);
    for (size_t j = 0; j < x.size(); ++j)
      with_scalar<D>(x[j].element(), [&]<class T>() {
        T* o = static_cast<T*>(out[j]) + first;
        const T* p = x[j].template data<T>() + first;
        for (int64_t i = 0; i < n; ++i) o[i * step] = p[order[i] * step];
      });
  }
  return results;
}

/// TopK.
template <class D>
std::vector<Tensor<D>> procedure(const TopK& op, const std::vector<Tensor<D>>& operands) {
  const Tensor<D> x = operands[0].contiguous();
  const int64_t n = x.shape().back();
  Shape shape = x.shape();
  shape.back() = op.k;
  int32_t* places = nullptr;
  Tensor<D> indices = Tensor<D>::template build<int32_t>({shape, ElementType::I32},
                                                         [&](int32_t* p) { places = p; });
  // r goes before l where not r <= l; a total order's converse
  const ScalarFn fn = is_float(x.element()) ? ScalarFn::TotalLe : ScalarFn::Le;
  const RowFn row = row_fn<D>(fn, ElementType::I1, x.element());
  const int64_t width = scalar_size<D>(x.element()), steps[] = {0, 0, 0};
  Tensor<D> values = Tensor<D>::build_raw({shape, x.element()}, [&](void* out) {
    std::vector<int64_t> order(static_cast<size_t>(n));
    int64_t o = 0;
    for (int64_t first : detail::row_starts(x.shape(), x.rank() - 1)) {
      const char* base = static_cast<const char*>(x.raw()) + first * width;
      std::iota(order.begin(), order.end(), int64_t{0});
      detail::merge_sort(order, [&](int64_t a, int64_t b) {
        const void* args[] = {base + a * width, base + b * width, nullptr};
        Bool at_most;
        row(&at_most, args, steps, 1);
        return at_most.bit == 0;
      });
      with_scalar<D>(x.element(), [&]<class T>() {
        for (int64_t i = 0; i < op.k; ++i, ++o) {
          static_cast<T*>(out)[o] = x.template data<T>()[first + order[i]];
          places[o] = static_cast<int32_t>(order[i]);
        }
      });
    }
  });
  return {std::move(values), std::move(indices)};
}

}  // namespace partir
