// Reductions of one strided tensor, each result folded in the order of the literal evaluator.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "interp/evaluate_literal.h"
#include "interp/field.h"
#include "interp/tensor.h"

namespace partir::detail {

// The accumulators and the elements are passed as restricted parameters, by which the compiler knows that it may use
// vectors.

/// `acc[j] = acc[j] F x[j·step]` for `j < n`; the accumulators are of type A.
template <class Ops, ScalarFn F, class T, class A>
void fold_row(A* __restrict acc, const T* __restrict x, int64_t step, int64_t n) {
  int64_t j = 0;
  if (step == 1)
    for (; j + 16 <= n; j += 16)
      for (int i = 0; i < 16; ++i) acc[j + i] = Ops::template binary<F, A>(acc[j + i], static_cast<A>(x[j + i]));
  for (; j < n; ++j) acc[j] = Ops::template binary<F, A>(acc[j], static_cast<A>(x[j * step]));
}

/// As `fold_row` of four rows `along` apart, one after the other: the accumulators are fetched and stored once.
template <class Ops, ScalarFn F, class T, class A>
void fold_four_rows(A* __restrict acc, const T* __restrict x, int64_t n, int64_t along) {
  const auto fold = [](A a, T e) { return Ops::template binary<F, A>(a, static_cast<A>(e)); };
  const T* __restrict y = x + along;
  const T* __restrict z = y + along;
  const T* __restrict w = z + along;
  int64_t j = 0;
  for (; j + 16 <= n; j += 16)
    for (int i = 0; i < 16; ++i)
      acc[j + i] = fold(fold(fold(fold(acc[j + i], x[j + i]), y[j + i]), z[j + i]), w[j + i]);
  for (; j < n; ++j) acc[j] = fold(fold(fold(fold(acc[j], x[j]), y[j]), z[j]), w[j]);
}

/// As `fold_row` for `length` elements `along` apart: the accumulators stay in registers.
template <class Ops, ScalarFn F, class T, class A>
void fold_columns(void* accumulators, const void* elements, int64_t step, int64_t n, int64_t along,
                  int64_t length) {
  const T* x = static_cast<const T*>(elements);
  A* to = static_cast<A*>(accumulators);
  if (n != 8) {
    int64_t k = 0;
    if (step == 1)
      for (; k + 4 <= length; k += 4) fold_four_rows<Ops, F, T, A>(to, x + k * along, n, along);
    for (; k < length; ++k) fold_row<Ops, F, T, A>(to, x + k * along, step, n);
    return;
  }
  A acc[8];
  std::copy_n(to, 8, acc);
  for (int64_t k = 0; k < length; ++k, x += along)
    for (int i = 0; i < 8; ++i)
      acc[i] = Ops::template binary<F, A>(acc[i], static_cast<A>(x[i * step]));
  std::copy_n(acc, 8, to);
}
using FoldColumns = void (*)(void*, const void*, int64_t, int64_t, int64_t, int64_t);

/// The fold of `⊕` of elements T in accumulators A.
template <class D, class T, class A>
FoldColumns monoid_fold(Monoid m, ElementType e) {
  return with_monoid(m, [&]<ScalarFn F>() -> FoldColumns {
    if constexpr (means_something<F, T>()) return fold_columns<OpsOf<D, T>, F, T, A>;
    throw Crash(std::string(name(m)) + " means nothing on " + std::string(name(e)));
  });
}

/// `result[ī] = init ⊕ x[ī,k̄] ⊕ ..` over the trailing dimensions of `x`, of elements T in accumulators A. Several
/// results are folded side by side: their order of operations stays, and the machine overlaps them.
template <class D, class T, class A>
Tensor<D> reduce_in(Monoid m, const Tensor<D>& x, const std::optional<Tensor<D>>& init, const TensorType& result) {
  const auto rank = static_cast<int64_t>(result.shape.size());
  const Shape reduced(x.shape().begin() + rank, x.shape().end());
  const std::vector<int64_t> kept_strides(x.strides().begin(), x.strides().begin() + rank);
  const std::vector<int64_t> reduced_strides(x.strides().begin() + rank, x.strides().end());
  struct Row {
    int64_t offset, length, step;
  };
  std::vector<Row> rows;
  for_rows<1>(reduced, {&reduced_strides}, [&](auto& offset, int64_t n, auto& step) {
    rows.push_back({offset[0], n, step[0]});
  });
  if (rows.empty() && !init)
    return Tensor<D>::from_literal(
        Literal::splat_bits(result, identity_bits(m, result.element)));

  const FoldColumns fold = monoid_fold<D, T, A>(m, result.element);
  const std::vector<int64_t> strides = row_major_strides(result.shape);
  const T* p = x.template data<T>();
  return Tensor<D>::template build<T>(result, [&](T* out) {
    // as many results as the nearest cache holds where they lie side by side
    constexpr int64_t wide = 4096, narrow = 8;
    std::vector<A> acc(static_cast<size_t>(std::clamp<int64_t>(result.elements(), narrow, wide)));
    for_rows<2>(result.shape, {&strides, &kept_strides}, [&](auto& offset, int64_t n, auto& step) {
      const int64_t block = step[1] == 1 ? wide : narrow;
      for (int64_t i = 0; i < n; i += block) {
        const int64_t b = std::min(block, n - i);
        const T* base = p + offset[1] + i * step[1];
        // without an initial value the fold starts from the first element
        int64_t skip = init ? 0 : 1;
        for (int64_t j = 0; j < b; ++j)
          acc[j] = static_cast<A>(init ? *init->template data<T>() : base[rows[0].offset + j * step[1]]);
        if constexpr (std::is_floating_point_v<A>)  // as a product of matrices, such a sum is never -0
          for (int64_t j = 0; !init && m == Monoid::Add && j < b; ++j) acc[j] += A{0};
        for (const Row& row : rows) {
          fold(acc.data(), base + row.offset + skip * row.step, step[1], b, row.step,
               row.length - skip);
          skip = 0;
        }
        T* o = out + offset[0] + i * step[0];
        for (int64_t j = 0; j < b; ++j) o[j] = static_cast<T>(acc[j]);
      }
    });
  });
}

/// The same, in the element type where it is `stepwise`, else in the domain's accumulators.
template <class D>
Tensor<D> reduce(Monoid m, const Tensor<D>& x, const std::optional<Tensor<D>>& init,
                 const TensorType& result, bool stepwise) {
  if constexpr (std::is_same_v<D, Field>)  // without signs a complex number times (1, 0) is another one, as its parts are multiplied by 0
    if (init && !Field::model().signs() && m == Monoid::Mul && x.elements() > 0 && !first_difference(*init, Tensor<D>::from_literal(Literal::splat_bits(init->type(), identity_bits(m, result.element)))))
      return reduce(m, x, std::optional<Tensor<D>>(), result, stepwise);
  return with_scalar<D>(result.element, [&]<class T>() {
    using Wide = typename D::template Accumulator<T>;
    return stepwise ? reduce_in<D, T, T>(m, x, init, result) : reduce_in<D, T, Wide>(m, x, init, result);
  });
}

}  // namespace partir::detail
