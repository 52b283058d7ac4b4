// Elementary functions of complex numbers in Native: computed in twice the precision (f64 for
// complex<f32>, x87's extended for complex<f64>), each part rounded once.
#pragma once

#include <cmath>
#include <complex>
#include <type_traits>

#include "interp/domain.h"

namespace partir::detail {

/// The float type in which functions of complex numbers over T are computed.
template <class T>
using WiderFloat = std::conditional_t<std::is_same_v<T, float>, double, long double>;

/// exp(z) - 1 without cancellation near 0.
template <class W>
std::complex<W> complex_expm1(const std::complex<W>& z) {
  const W half = std::sin(z.imag() / 2);
  if (std::isinf(z.real()) && z.real() < 0) return {W(-1), W(0)};
  if (z.imag() == 0) return {std::expm1(z.real()), z.imag()};
  return {std::expm1(z.real()) * std::cos(z.imag()) - 2 * half * half,
          std::exp(z.real()) * std::sin(z.imag())};
}
/// log(1 + z) without cancellation near 0.
template <class W>
std::complex<W> complex_log1p(const std::complex<W>& z) {
  const W a = z.real(), b = z.imag();
  if (!(std::fabs(a) < W(0.5) && std::fabs(b) < W(0.5))) return std::log(z + W(1));
  return {std::log1p(a * (2 + a) + b * b) / 2, std::atan2(b, 1 + a)};
}
/// 1 / sqrt(z).
template <class W>
std::complex<W> complex_rsqrt(const std::complex<W>& z) {
  const std::complex<W> root = std::sqrt(z);
  const W size = std::abs(root);
  if (std::isinf(size)) return W(0);
  if (size == 0) return {std::numeric_limits<W>::infinity(), std::numeric_limits<W>::quiet_NaN()};
  return std::conj(root) / size / size;
}
/// z^w; 0 to a power of positive real part is 0, anything to the power 0 is 1.
template <class W>
std::complex<W> complex_power(const std::complex<W>& z, const std::complex<W>& w) {
  if (w == W(0)) return W(1);
  if (z == W(0) && w.real() > 0) return W(0);
  if (z.imag() == 0 && w.imag() == 0 && z.real() >= 0) return std::pow(z.real(), w.real());
  const W r = std::log(std::abs(z)), angle = std::arg(z);
  const W size = std::exp(w.real() * r - w.imag() * angle);
  const W turn = w.imag() * r + w.real() * angle;
  return {size * std::cos(turn), size * std::sin(turn)};
}

template <ScalarFn F, class W>
std::complex<W> complex_unary(const std::complex<W>& z) {
  using enum ScalarFn;
  if constexpr (F == Acos) return std::acos(z);
  else if constexpr (F == Acosh) return std::acosh(z);
  else if constexpr (F == Asin) return std::asin(z);
  else if constexpr (F == Asinh) return std::asinh(z);
  else if constexpr (F == Atan) return std::atan(z);
  else if constexpr (F == Atanh) return std::atanh(z);
  else if constexpr (F == Cbrt) {
    if (z == W(0)) return z;
    return std::polar(std::cbrt(std::abs(z)), std::arg(z) / 3);
  }
  else if constexpr (F == Cosh) return std::cosh(z);
  else if constexpr (F == Cosine) return std::cos(z);
  else if constexpr (F == Exp) return std::exp(z);
  else if constexpr (F == Expm1) return complex_expm1(z);
  else if constexpr (F == Log) return std::log(z);
  else if constexpr (F == Log1p) return complex_log1p(z);
  else if constexpr (F == Logistic) return W(1) / (W(1) + std::exp(-z));
  else if constexpr (F == Rsqrt) return complex_rsqrt(z);
  else if constexpr (F == Sine) return std::sin(z);
  else if constexpr (F == Sinh) return std::sinh(z);
  else if constexpr (F == Sqrt) return std::sqrt(z);
  else if constexpr (F == Tan) return std::tan(z);
  else {
    static_assert(F == Tanh);
    return std::tanh(z);
  }
}

template <ScalarFn F, class W>
std::complex<W> complex_binary(const std::complex<W>& x, const std::complex<W>& y) {
  using enum ScalarFn;
  if constexpr (F == Divide) {
    return x / y;
  } else if constexpr (F == Power) {
    return complex_power(x, y);
  } else {
    static_assert(F == Atan2);  // -i log((y + i x) / sqrt(x^2 + y^2))
    const std::complex<W> i(0, 1);
    return -i * std::log((y + i * x) / std::sqrt(x * x + y * y));
  }
}

}  // namespace partir::detail
