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
  if (F == Exp || F == Log || F == Sqrt || F == Rsqrt || F == Logistic) return true;
  return std::is_same_v<T, float> && (F == Tanh || F == Sine || F == Cosine);
}

/// `out[i] = F(x[i])` on a contiguous row. Blocks with elements that are not finite or beyond the
/// range on which Eigen's approximations are good go through `Native::unary`.
template <ScalarFn F, class T>
void eigen_row(T* out, const T* x, int64_t n) {
  using enum ScalarFn;
  using Array = Eigen::Array<T, Eigen::Dynamic, 1>;
  constexpr int64_t block = 2048;
  // where exp neither overflows nor leaves the normal numbers; where sine's reduction is precise
  constexpr T range = F == Sine || F == Cosine ? T(8192) : std::is_same_v<T, float> ? T(87) : T(708);
  for (int64_t begin = 0; begin < n; begin += block) {
    const int64_t length = std::min(block, n - begin);
    Eigen::Map<const Array> a(x + begin, length);
    Eigen::Map<Array> b(out + begin, length);
    bool good;
    if constexpr (F == Log || F == Sqrt || F == Rsqrt)
      good = (a >= std::numeric_limits<T>::min() && a <= std::numeric_limits<T>::max()).all();
    else if constexpr (F == Tanh) good = a.allFinite();
    else good = (a.abs() <= range).all();
    if (!good) {
      for (int64_t i = 0; i < length; ++i) out[begin + i] = Native::unary<F, T>(x[begin + i]);
    } else if constexpr (F == Exp) b = a.exp();
    else if constexpr (F == Log) b = a.log();
    else if constexpr (F == Sqrt) b = a.sqrt();
    else if constexpr (F == Rsqrt) b = a.sqrt().inverse();
    else if constexpr (F == Logistic) b = ((-a).exp() + T(1)).inverse();
    else if constexpr (F == Tanh) b = a.tanh();
    else if constexpr (F == Sine) b = a.sin();
    else b = a.cos();
  }
}

/// `out[m,n] = a[m,k] b[k,n]`, row-major out; of each factor one stride is 1.
template <class T>
void eigen_gemm(T* out, const T* a, int64_t a_m, int64_t a_k, const T* b, int64_t b_k, int64_t b_n,
                int64_t m, int64_t n, int64_t k) {
  using Row = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Column = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor>;
  using Stride = Eigen::OuterStride<>;
  Eigen::Map<Row> c(out, m, n);
  auto times = [&](const auto& left) {
    if (b_n == 1) c.noalias() = left * Eigen::Map<const Row, 0, Stride>(b, k, n, Stride(b_k));
    else c.noalias() = left * Eigen::Map<const Column, 0, Stride>(b, k, n, Stride(b_n));
  };
  if (a_k == 1) times(Eigen::Map<const Row, 0, Stride>(a, m, k, Stride(a_m)));
  else times(Eigen::Map<const Column, 0, Stride>(a, m, k, Stride(a_k)));
}

}  // namespace partir::detail
