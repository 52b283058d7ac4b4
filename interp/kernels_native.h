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

/// Whether F on T goes through Eigen's vectors of doubles.
template <ScalarFn F, class T>
constexpr bool eigen_unary() {
  using enum ScalarFn;
  if (!std::is_floating_point_v<T>) return false;
  return F == Exp || F == Log || F == Rsqrt || F == Logistic || (F == Tanh && std::is_same_v<T, float>);
}

/// tanh for results that are rounded to f32: nearer than 2^-40 of the value.
template <class Array>
Array tanh_for_float(const Array& x) {
  const Array a = x.abs().min(20.0), square = a * a;  // beyond 20 all is 1
  const Array large = 1.0 - 2.0 / ((2.0 * a).exp() + 1.0);
  const Array small = x * (1.0 - square * (1.0 / 3 - square * (2.0 / 15)));  // of -0 too
  return (a < 0x1p-9).select(small, (x < 0.0).select(-large, large));
}

/// `out[i] = F(x[i·step])`, computed in doubles: of f32 each result is rounded once. Every element goes through full
/// aligned vectors, so that its result depends on its value alone, never on its place (a part's result is the part of
/// the whole's result). Elements beyond the range in which Eigen's approximations are good go through `Native::unary`.
template <ScalarFn F, class T>
void eigen_row(T* out, const T* x, int64_t step, int64_t n) {
  using enum ScalarFn;
  using Array = Eigen::Array<double, Eigen::Dynamic, 1>;
  constexpr int64_t block = 512, lanes = 64 / sizeof(double);
  constexpr bool is_double = std::is_same_v<T, double>;
  // where exp neither overflows nor leaves the normal numbers; zeros keep their signs
  constexpr double range = 708, largest = std::numeric_limits<double>::max();
  constexpr bool positive = F == Log || F == Rsqrt;
  constexpr double low = positive ? std::numeric_limits<double>::min() : F == Tanh ? -largest : -range;
  constexpr double high = positive || F == Tanh ? largest : range;
  alignas(64) double in[block], result[block];
  for (int64_t begin = 0; begin < n; begin += block) {
    const int64_t length = std::min(block, n - begin);
    const int64_t padded = (length + lanes - 1) / lanes * lanes;
    const double* from = in;
    double* to = result;
    bool copies = true;
    if constexpr (is_double) {
      copies = step != 1 || padded != length;
      if (!copies) from = x + begin;
      if (padded == length && reinterpret_cast<uintptr_t>(out + begin) % 64 == 0) to = out + begin;
    }
    if (copies) {
      for (int64_t i = 0; i < length; ++i) in[i] = x[(begin + i) * step];
      std::fill(in + length, in + padded, 1.0);
    }
    const Eigen::Map<const Array> a(from, padded);
    Eigen::Map<Array, Eigen::Aligned64> b(to, padded);
    if constexpr (F == Exp) b = a.exp();
    else if constexpr (F == Log) b = a.log();
    else if constexpr (F == Rsqrt) b = a.sqrt().inverse();
    else if constexpr (F == Logistic) b = ((-a).exp() + 1.0).inverse();
    else b = tanh_for_float<Array>(a);
    if (to == result)
      for (int64_t i = 0; i < length; ++i) out[begin + i] = static_cast<T>(result[i]);
    if (a.template minCoeff<Eigen::PropagateNaN>() >= low &&
        a.template maxCoeff<Eigen::PropagateNaN>() <= high)
      continue;
    for (int64_t i = 0; i < length; ++i)
      if (!(from[i] >= low && from[i] <= high))
        out[begin + i] = Native::unary<F, T>(static_cast<T>(from[i]));
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
