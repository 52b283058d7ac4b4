// cholesky and triangular_solve, by the textbook's recurrences in each domain's own arithmetic.
#pragma once

#include <vector>

#include "interp/procedures/window.h"
#include "semantics/op.h"

namespace partir {

namespace detail {

template <class D, class T>
T conjugate(const T& x) {
  if constexpr (is_complex_scalar<T>)
    return {x.re, D::template unary<ScalarFn::Negate, RealOf<T>>(x.im)};
  else return x;
}

/// Calls `f.operator()<T>()` for a float or complex element type.
template <class D, class F>
void with_field(ElementType e, F&& f) {
  with_scalar<D>(e, [&]<class T>() {
    if constexpr (is_discrete<T>) throw Crash("a matrix of integers");
    else f.template operator()<T>();
  });
}

/// Small floats compute in f32 and round once.
inline ElementType computed_in(ElementType e) {
  return e == ElementType::F16 || e == ElementType::BF16 ? ElementType::F32 : e;
}

}  // namespace detail

/// Cholesky: `L[i,j] = (x[i,j] - Σ_{k<j} L[i,k] conj(L[j,k])) / L[j,j]`, row by row; an upper factor is
/// its conjugate transpose.
template <class D>
std::vector<Tensor<D>> procedure(const Cholesky& op, const std::vector<Tensor<D>>& operands) {
  const ElementType e = detail::computed_in(operands[0].element());
  const int64_t rank = operands[0].rank(), n = operands[0].shape().back();
  std::vector<int64_t> swapped;
  for (int64_t d = 0; d < rank; ++d) swapped.push_back(d);
  std::swap(swapped[rank - 1], swapped[rank - 2]);
  Tensor<D> x = detail::as_element(operands[0], e);
  if (!op.lower) x = x.transpose(swapped);
  x = x.contiguous();
  Tensor<D> result = Tensor<D>::build_raw(x.type(), [&](void* out) {
    detail::with_field<D>(e, [&]<class T>() {
      using enum ScalarFn;
      using R = RealOf<T>;
      const T zero = D::template from_bits<T>(e, 0);
      // of an upper triangle, transposed, the conjugates are wanted
      auto read = [&](const T& v) { return op.lower ? v : detail::conjugate<D>(v); };
      T* l = static_cast<T*>(out);
      const T* a = x.template data<T>();
      for (int64_t m = x.elements() / std::max<int64_t>(n * n, 1); m-- > 0; l += n * n, a += n * n)
        for (int64_t i = 0; i < n; ++i)
          for (int64_t j = 0; j < n; ++j) {
            T& to = l[i * n + j];
            if (j > i) {
              to = zero;
              continue;
            }
            T s = read(a[i * n + j]);
            for (int64_t k = 0; k < j; ++k)
              s = D::template binary<Subtract, T>(
                  s, D::template binary<Multiply, T>(l[i * n + k], detail::conjugate<D>(l[j * n + k])));
            if (i != j) {
              to = D::template binary<Divide, T>(s, l[j * n + j]);
            } else if constexpr (is_complex_scalar<T>) {
              to = {D::template unary<Sqrt, R>(s.re), zero.im};
            } else {
              to = D::template unary<Sqrt, T>(s);
            }
          }
    });
  });
  if (!op.lower) {
    result = result.transpose(swapped);
    if (is_complex(e)) {
      const Tensor<D> c = result.contiguous();
      result = Tensor<D>::build_raw(c.type(), [&](void* out) {
        detail::with_field<D>(e, [&]<class T>() {
          const T* p = c.template data<T>();
          for (int64_t i = 0; i < c.elements(); ++i)
            static_cast<T*>(out)[i] = detail::conjugate<D>(p[i]);
        });
      });
    }
  }
  return {detail::as_element(result, operands[0].element())};
}

/// TriangularSolve by substitution; the right side is the left side transposed.
template <class D>
std::vector<Tensor<D>> procedure(const TriangularSolve& op, const std::vector<Tensor<D>>& operands) {
  const ElementType e = detail::computed_in(operands[0].element());
  const int64_t rank = operands[0].rank(), n = operands[0].shape().back();
  std::vector<int64_t> swapped;
  for (int64_t d = 0; d < rank; ++d) swapped.push_back(d);
  std::swap(swapped[rank - 1], swapped[rank - 2]);
  // X·M = b is Mᵀ·Xᵀ = bᵀ
  const bool transposed = (op.transpose_a != TransposeA::None) != !op.left_side;
  const bool conjugated = op.transpose_a == TransposeA::Adjoint, lower = op.lower != transposed;
  Tensor<D> a = detail::as_element(operands[0], e), b = detail::as_element(operands[1], e);
  if (transposed) a = a.transpose(swapped);
  if (!op.left_side) b = b.transpose(swapped);
  a = a.contiguous();
  b = b.contiguous();
  const int64_t columns = b.shape()[rank - 1];
  Tensor<D> result = Tensor<D>::build_raw(b.type(), [&](void* out) {
    detail::with_field<D>(e, [&]<class T>() {
      using enum ScalarFn;
      T* x = static_cast<T*>(out);
      const T *m = a.template data<T>(), *r = b.template data<T>();
      auto at = [&](int64_t i, int64_t k) {
        return conjugated ? detail::conjugate<D>(m[i * n + k]) : m[i * n + k];
      };
      const int64_t matrices = b.elements() / std::max<int64_t>(n * columns, 1);
      for (int64_t q = 0; q < matrices; ++q, x += n * columns, r += n * columns, m += n * n)
        for (int64_t row = 0; row < n; ++row) {
          const int64_t i = lower ? row : n - 1 - row;
          std::copy_n(r + i * columns, columns, x + i * columns);
          for (int64_t k = lower ? 0 : i + 1; k < (lower ? i : n); ++k) {
            const T factor = at(i, k);
            for (int64_t c = 0; c < columns; ++c)
              x[i * columns + c] = D::template binary<Subtract, T>(
                  x[i * columns + c], D::template binary<Multiply, T>(factor, x[k * columns + c]));
          }
          if (op.unit_diagonal) continue;
          const T diagonal = at(i, i);
          for (int64_t c = 0; c < columns; ++c)
            x[i * columns + c] = D::template binary<Divide, T>(x[i * columns + c], diagonal);
        }
    });
  });
  if (!op.left_side) result = result.transpose(swapped);
  return {detail::as_element(result, operands[0].element())};
}

}  // namespace partir
