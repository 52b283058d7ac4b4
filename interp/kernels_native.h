// Fast paths of Native on f32 and f64, through Eigen.
#pragma once

#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#else
#include <eigen3/Eigen/Core>  // as Debian installs it
#endif
#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "interp/native.h"

namespace partir::detail {

/// Whether Eigen vectorises F on T where std:: functions would not be.
template <ScalarFn F, class T>
constexpr bool eigen_unary() {
  using enum ScalarFn;
  if (!std::is_floating_point_v<T>) return false;
  if (F == Exp || F == Log || F == Rsqrt || F == Logistic) return true;
  return std::is_same_v<T, float> && (F == Tanh || F == Sine || F == Cosine);
}

/// `out[i] = F(x[i·step])`. Every element goes through full aligned vectors, so that its result depends
/// on its value alone, never on its place (a part's result is the part of the whole's result).
/// Elements beyond the range in which Eigen's approximations are good go through `Native::unary`.
template <ScalarFn F, class T>
void eigen_row(T* out, const T* x, int64_t step, int64_t n) {
  using enum ScalarFn;
  using Array = Eigen::Array<T, Eigen::Dynamic, 1>;
  constexpr int64_t block = 1024, lanes = 64 / sizeof(T);
  // where exp neither overflows nor leaves the normal numbers; where sine's reduction is precise
  constexpr T range = F == Sine || F == Cosine ? T(8192) : std::is_same_v<T, float> ? T(87) : T(708);
  constexpr T largest = std::numeric_limits<T>::max();
  constexpr T low = F == Log || F == Rsqrt ? std::numeric_limits<T>::min() : F == Tanh ? -largest : -range;
  constexpr T high = F == Log || F == Rsqrt || F == Tanh ? largest : range;
  alignas(64) T in[block], result[block];
  for (int64_t begin = 0; begin < n; begin += block) {
    const int64_t length = std::min(block, n - begin);
    const int64_t padded = (length + lanes - 1) / lanes * lanes;
    const T* from = x + begin * step;
    T* to = out + begin;
    const bool in_place = padded == length && reinterpret_cast<uintptr_t>(to) % 64 == 0;
    if (step != 1 || padded != length) {
      for (int64_t i = 0; i < length; ++i) in[i] = from[i * step];
      std::fill(in + length, in + padded, T(1));
      from = in;
    }
    Eigen::Map<const Array> a(from, padded);
    Eigen::Map<Array, Eigen::Aligned64> b(in_place ? to : result, padded);
    if constexpr (F == Exp) b = a.exp();
    else if constexpr (F == Log) b = a.log();
    else if constexpr (F == Rsqrt) b = a.sqrt().inverse();
    else if constexpr (F == Logistic) b = ((-a).exp() + T(1)).inverse();
    else if constexpr (F == Tanh) b = a.tanh();
    else if constexpr (F == Sine) b = a.sin();
    else b = a.cos();
    if (!in_place) std::copy(result, result + length, to);
    if (a.template minCoeff<Eigen::PropagateNaN>() >= low &&
        a.template maxCoeff<Eigen::PropagateNaN>() <= high)
      continue;
    for (int64_t i = 0; i < length; ++i)
      if (!(from[i] >= low && from[i] <= high)) to[i] = Native::unary<F, T>(from[i]);
  }
}

/// `out[m,n] = a[m,k] b[k,n]`, all row-major, the rows of `a` and `b` at the given distance. One layout
/// only, so that the order of additions depends on the extents alone.
template <class T>
void eigen_gemm(T* out, const T* a, int64_t a_row, const T* b, int64_t b_row, int64_t m, int64_t n,
                int64_t k) {
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Strided = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;
  Eigen::Map<Matrix>(out, m, n).noalias() = Strided(a, m, k, Eigen::OuterStride<>(a_row)) *
                                            Strided(b, k, n, Eigen::OuterStride<>(b_row));
}

}  // namespace partir::detail
