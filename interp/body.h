// Running scalar bodies: many elements at a time, a row per node.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "interp/kernels_rows.h"
#include "interp/tensor.h"
#include "semantics/scalar_body.h"

namespace partir {

namespace detail {

/// `out[i] = x[i·step]` for `i < n`, elements of type `e`.
template <class D>
void copy_row(ElementType e, void* out, const void* x, int64_t step, int64_t n) {
  with_scalar<D>(e, [&]<class T>() {
    T* o = static_cast<T*>(out);
    const T* p = static_cast<const T*>(x);
    if (step == 1) std::copy_n(p, n, o);
    else for (int64_t i = 0; i < n; ++i) o[i] = p[i * step];
  });
}

/// A body that is applied to rows of up to `capacity` elements.
template <class D>
class BodyRows {
 public:
  BodyRows(const ScalarBody& body, int64_t capacity) : body_(body) {
    for (const Node& n : body.nodes) {
      Slot s;
      if (const auto* l = std::get_if<LiteralNode>(&n.expr)) {
        s.constant = Tensor<D>::from_literal(*l->literal);
        s.at = s.constant.raw();
      } else if (const auto* a = std::get_if<ApplyNode>(&n.expr)) {
        s.buffer = with_scalar<D>(n.element, [&]<class T>() { return allocate<T>(capacity); });
        s.at = s.buffer.get();
        s.step = 1;
        s.row = row_fn<D>(a->fn, n.element, body.nodes[a->args.back()].element);
      }
      slots_.push_back(std::move(s));
    }
  }

  /// Applies the body to `args[p][i·steps[p]]`, `i < n`.
  void operator()(const void* const* args, const int64_t* steps, int64_t n) {
    for (size_t k = 0; k < slots_.size(); ++k) {
      Slot& s = slots_[k];
      if (s.row) {
        const auto& apply = std::get<ApplyNode>(body_.nodes[k].expr);
        const void* at[3] = {};
        int64_t by[3] = {};
        for (size_t a = 0; a < apply.args.size(); ++a) {
          at[a] = slots_[apply.args[a]].at;
          by[a] = slots_[apply.args[a]].step;
        }
        s.row(s.buffer.get(), at, by, n);
      } else if (const auto* r = std::get_if<ReadNode>(&body_.nodes[k].expr)) {
        s.at = args[r->operand];
        s.step = steps[r->operand];
      }
    }
  }
  /// Where result `j`'s row starts, valid until the next application; may be an argument's row.
  const void* result(size_t j) const { return slots_[body_.results[j]].at; }
  /// Distance of its elements.
  int64_t step(size_t j) const { return slots_[body_.results[j]].step; }
  /// Copies result `j`'s row of `n` elements.
  void take(size_t j, void* out, int64_t n) const {
    copy_row<D>(body_.nodes[body_.results[j]].element, out, result(j), step(j), n);
  }

 private:
  struct Slot {
    const void* at = nullptr;
    int64_t step = 0;
    RowFn row = nullptr;
    std::shared_ptr<void> buffer;
    Tensor<D> constant;
  };
  const ScalarBody& body_;
  std::vector<Slot> slots_;
};

/// Folds of one body over the trailing dimensions of `views` (each of the result's shape and then the
/// reduced extents, in row-major order of those), from `inits`.
template <class D>
std::vector<Tensor<D>> fold_trailing(const ScalarBody& body, const std::vector<Tensor<D>>& views,
                                     const std::vector<Tensor<D>>& inits, const Shape& shape) {
  const size_t n = views.size(), rank = shape.size();
  constexpr int64_t block = 512;
  BodyRows<D> apply(body, block);
  std::vector<Tensor<D>> results;
  std::vector<char*> out(n);
  std::vector<int64_t> width(n);
  for (size_t j = 0; j < n; ++j) {
    const ElementType e = inits[j].element();
    width[j] = scalar_size<D>(e);
    results.push_back(Tensor<D>::build_raw({shape, e}, [&](void* p) { out[j] = static_cast<char*>(p); }));
  }
  if (num_elements(shape) == 0) return results;
  const Shape reduced(views[0].shape().begin() + static_cast<int64_t>(rank), views[0].shape().end());
  const bool none = num_elements(reduced) == 0;
  const int64_t length = rank == 0 ? 1 : shape.back();
  std::vector<std::shared_ptr<void>> next(n);
  for (size_t j = 0; j < n; ++j)
    next[j] = with_scalar<D>(inits[j].element(), []<class T>() { return allocate<T>(block); });

  const Shape outer(shape.begin(), shape.begin() + static_cast<int64_t>(rank == 0 ? 0 : rank - 1));
  std::vector<int64_t> at(outer.size(), 0);
  std::vector<const void*> args(2 * n);
  std::vector<int64_t> steps(2 * n);
  do {
    for (int64_t start = 0; start < length; start += block) {
      const int64_t m = std::min(block, length - start);
      for (size_t j = 0; j < n; ++j) {
        // the accumulators are the results themselves
        copy_row<D>(inits[j].element(), out[j], inits[j].raw(), 0, m);
        args[j] = out[j];
        steps[j] = 1;
        steps[n + j] = rank == 0 ? 0 : views[j].strides()[rank - 1];
      }
      std::vector<int64_t> k(reduced.size(), 0);
      if (!none) do {
        for (size_t j = 0; j < n; ++j) {
          int64_t o = start * steps[n + j];
          for (size_t d = 0; d < at.size(); ++d) o += at[d] * views[j].strides()[d];
          for (size_t d = 0; d < k.size(); ++d) o += k[d] * views[j].strides()[rank + d];
          args[n + j] = static_cast<const char*>(views[j].raw()) + o * width[j];
        }
        apply(args.data(), steps.data(), m);
        // results may be one another's accumulators: all are read before any is written
        for (size_t j = 0; j < n; ++j) apply.take(j, next[j].get(), m);
        for (size_t j = 0; j < n; ++j) copy_row<D>(inits[j].element(), out[j], next[j].get(), 1, m);
      } while (next_index(k, reduced));
      for (size_t j = 0; j < n; ++j) out[j] += m * width[j];
    }
  } while (next_index(at, outer));
  return results;
}

}  // namespace detail

/// A body applied elementwise to tensors of one shape.
template <class D>
std::vector<Tensor<D>> apply_body(const ScalarBody& body, const std::vector<Tensor<D>>& args) {
  constexpr int64_t block = 1024;
  std::vector<Tensor<D>> x, results;
  for (const Tensor<D>& t : args) x.push_back(t.contiguous());
  std::vector<char*> out;
  for (ElementType e : body.result_elements())
    results.push_back(Tensor<D>::build_raw({x.at(0).shape(), e}, [&](void* p) {
      out.push_back(static_cast<char*>(p));
    }));
  detail::BodyRows<D> apply(body, block);
  const int64_t n = x[0].elements();
  std::vector<const void*> at(x.size());
  const std::vector<int64_t> steps(x.size(), 1);
  for (int64_t i = 0; i < n; i += block) {
    const int64_t m = std::min(block, n - i);
    for (size_t p = 0; p < x.size(); ++p)
      at[p] = static_cast<const char*>(x[p].raw()) + i * scalar_size<D>(x[p].element());
    apply(at.data(), steps.data(), m);
    for (size_t j = 0; j < out.size(); ++j)
      apply.take(j, out[j] + i * scalar_size<D>(results[j].element()), m);
  }
  return results;
}

}  // namespace partir
