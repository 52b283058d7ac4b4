// Reductions of one strided tensor, each result folded in the order of the literal evaluator.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "interp/evaluate_literal.h"
#include "interp/tensor.h"

namespace partir::detail {

/// `acc[j] = acc[j] F x[j·step]` for `j < n`.
template <class D, ScalarFn F, class T>
void fold_block(typename D::template Accumulator<T>* __restrict acc, const T* x, int64_t step,
                int64_t n) {
  using A = typename D::template Accumulator<T>;
  int64_t j = 0;
  if (step == 1)
    for (; j + 16 <= n; j += 16)
      for (int i = 0; i < 16; ++i)
        acc[j + i] = D::template binary<F, A>(acc[j + i], widened<D, T>(x[j + i]));
  if (step != 1 && n == 8) {
    for (int i = 0; i < 8; ++i) acc[i] = D::template binary<F, A>(acc[i], widened<D, T>(x[i * step]));
    return;
  }
  for (; j < n; ++j) acc[j] = D::template binary<F, A>(acc[j], widened<D, T>(x[j * step]));
}

/// `result[ī] = init ⊕ x[ī,k̄] ⊕ ..` over the trailing dimensions of `x`. Several results are folded
/// side by side: their order of operations stays, and the machine overlaps them.
template <class D>
Tensor<D> reduce(Monoid m, const Tensor<D>& x, const std::optional<Tensor<D>>& init,
                 const TensorType& result) {
  const auto rank = static_cast<int64_t>(result.shape.size());
  const Shape reduced(x.shape().begin() + rank, x.shape().end());
  const std::vector<int64_t> kept_strides(x.strides().begin(), x.strides().begin() + rank);
  const std::vector<int64_t> reduced_strides(x.strides().begin() + rank, x.strides().end());
  return with_scalar<D>(result.element, [&]<class T>() {
    return with_monoid(m, [&]<ScalarFn F>() -> Tensor<D> {
      if constexpr (!means_something<F, T>()) {
        throw Crash(std::string(name(m)) + " means nothing on " + to_string(result));
      } else {
        using A = typename D::template Accumulator<T>;
        const T* p = x.template data<T>();
        struct Row {
          int64_t offset, n, step;
        };
        std::vector<Row> rows;
        for_rows<1>(reduced, {&reduced_strides},
                    [&](auto offset, int64_t n, auto step) { rows.push_back({offset[0], n, step[0]}); });
        const T unit = D::template from_bits<T>(result.element, identity_bits(m, result.element));
        const bool from_unit = !init && rows.empty();
        const A first =
            init ? widened<D, T>(*init->template data<T>()) : widened<D, T>(unit);
        // without an initial value the fold starts from the first element
        int64_t skip = !init && !rows.empty() ? 1 : 0;
        const std::vector<int64_t> strides = row_major_strides(result.shape);
        return Tensor<D>::template build<T>(result, [&](T* out) {
          for_rows<2>(result.shape, {&strides, &kept_strides}, [&](auto offset, int64_t n, auto step) {
            constexpr int64_t wide = 256, narrow = 8;
            const int64_t block = step[1] == 1 ? wide : narrow;
            A acc[wide];
            for (int64_t i = 0; i < n; i += block) {
              const int64_t b = std::min(block, n - i);
              const T* base = p + offset[1] + i * step[1];
              for (int64_t j = 0; j < b; ++j)
                acc[j] = skip ? widened<D, T>(base[rows[0].offset + j * step[1]]) : first;
              int64_t skipped = skip;
              for (const Row& row : rows) {
                const T* r = base + row.offset;
                for (int64_t k = skipped; k < row.n; ++k) fold_block<D, F, T>(acc, r + k * row.step, step[1], b);
                skipped = 0;
              }
              T* o = out + offset[0] + i * step[0];
              for (int64_t j = 0; j < b; ++j) o[j] = from_unit ? unit : rounded<D, T>(acc[j]);
            }
          });
        });
      }
    });
  });
}

}  // namespace partir::detail
