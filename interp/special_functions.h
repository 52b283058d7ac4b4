// Special functions of a real argument that the standard library lacks, in extended precision; a
// domain's floats round their results.
#pragma once

#include <cmath>
#include <limits>

namespace partir::detail {

/// The derivatives' Bernoulli numbers B_2, B_4, .. of the Euler-Maclaurin sums below.
inline constexpr long double bernoulli[] = {
    1.0L / 6,     -1.0L / 30,      1.0L / 42,         -1.0L / 30,         5.0L / 66,
    -691.0L / 2730, 7.0L / 6,      -3617.0L / 510,    43867.0L / 798,     -174611.0L / 330,
    854513.0L / 138, -236364091.0L / 2730};

inline constexpr long double pi = 3.14159265358979323846264338327950288L;
inline constexpr long double not_a_number = std::numeric_limits<long double>::quiet_NaN();
inline constexpr long double infinity = std::numeric_limits<long double>::infinity();

inline bool is_even(long double x) { return std::fmod(x, 2.0L) == 0; }

/// The logarithmic derivative of gamma; NaN at its poles 0, -1, -2, ...
inline long double digamma(long double x) {
  if (x != x || x == infinity) return x;
  if (x <= 0) {
    if (x == std::floor(x)) return not_a_number;
    // reflection; the tangent of the fraction alone, where x is large
    return digamma(1 - x) - pi / std::tan(pi * (x - std::floor(x)));
  }
  long double sum = 0;
  for (; x < 16; x += 1) sum -= 1 / x;
  const long double square = 1 / (x * x);
  long double power = square;
  sum += std::log(x) - 1 / (2 * x);
  for (int k = 0; k < 12; ++k, power *= square) sum -= bernoulli[k] / (2 * (k + 1)) * power;
  return sum;
}

/// The zeta function of Hurwitz, `Σ (q + k)^-x`: infinite at its pole x = 1, undefined for x < 1.
/// At q = 0, -1, .. a term is infinite, of either sign unless x is even; other negative q have real
/// terms for integers x only. Below q = -1,000,000 the terms are too many to add: NaN.
inline long double hurwitz_zeta(long double x, long double q) {
  if (x != x || q != q || x < 1) return not_a_number;
  if (x == 1) return infinity;
  if (q <= 0) {
    if (q == std::floor(q)) return x == std::floor(x) && is_even(x) ? infinity : not_a_number;
    if (x != std::floor(x) || q < -1e6L) return not_a_number;
  }
  if (q == infinity || x == infinity)
    return q == infinity || q > 1 ? 0 : q == 1 ? 1 : infinity;
  long double sum = 0;
  for (int k = 0; k < 16 || q < 16; ++k, q += 1) {
    const long double term = std::pow(q, -x);
    sum += term;
    if (q > 0 && std::fabs(term) < std::fabs(sum) * 1e-22L) return sum;
  }
  // Euler-Maclaurin from q on
  const long double last = std::pow(q, -x);
  sum += last * q / (x - 1) + last / 2;
  long double factor = last * x / q, factorial = 2;
  for (int k = 0; k < 12; ++k) {
    const long double term = bernoulli[k] * factor / factorial;
    sum += term;
    if (std::fabs(term) < std::fabs(sum) * 1e-22L) break;
    const long double i = 2 * k + 1;
    factor *= (x + i) * (x + i + 1) / (q * q);
    factorial *= (i + 2) * (i + 3);
  }
  return sum;
}

/// The n-th derivative of digamma; NaN unless n is 0, 1, 2, ...
inline long double polygamma(long double n, long double x) {
  if (n != n || x != x || n < 0 || n != std::floor(n)) return not_a_number;
  if (n == 0) return digamma(x);
  const long double size = std::exp(std::lgamma(n + 1)) * hurwitz_zeta(n + 1, x);
  return is_even(n) ? -size : size;
}

/// The inverse of erf; NaN outside [-1, 1].
inline long double erf_inv(long double x) {
  if (x != x || std::fabs(x) > 1) return not_a_number;
  if (std::fabs(x) == 1) return x * infinity;
  if (x == 0) return x;
  // Newton's method on erfc of the tail, from the leading term of either end
  const long double a = std::fabs(x), tail = 1 - a;
  const long double w = -std::log(tail * (1 + a));
  const long double b = 2 / (pi * 0.147L) - w / 2;  // solves the common approximation of erf
  long double y = std::sqrt(std::sqrt(b * b + w / 0.147L) - b);
  for (int i = 0; i < 6; ++i) {
    const long double slope = 2 / std::sqrt(pi) * std::exp(-y * y);
    const long double error = (a < 0.5L ? std::erf(y) - a : tail - std::erfc(y)) / slope;
    y -= error / (1 + y * error);  // Halley: the second derivative is -2y times the first
  }
  return std::copysign(y, x);
}

/// `exp(-|x|) I_1(x)`, the modified Bessel function of order one, scaled.
inline long double bessel_i1e(long double x) {
  if (x != x) return x;
  const long double a = std::fabs(x);
  if (a == infinity) return std::copysign(0.0L, x);
  long double sum = 0;
  if (a < 40) {  // the power series: all terms are positive
    const long double square = a * a / 4;
    long double term = a / 2;
    for (int k = 1; term > sum * 1e-22L; ++k) {
      sum += term;
      term *= square / (static_cast<long double>(k) * (k + 1));
    }
    sum *= std::exp(-a);
  } else {  // the expansion at infinity, down to its least term
    long double term = 1;
    for (int k = 1; k < 60 && std::fabs(term) > 1e-22L; ++k) {
      sum += term;
      const long double odd = 2 * k - 1;
      term *= -(4 - odd * odd) / (8 * a * k);
    }
    sum /= std::sqrt(2 * pi * a);
  }
  return std::copysign(sum, x);
}

}  // namespace partir::detail
