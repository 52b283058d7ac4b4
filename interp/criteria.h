// When a tensor is what a check expects: StableHLO's criteria, on each element type's own values.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "interp/native.h"
#include "interp/tensor.h"
#include "semantics/module.h"

namespace partir {

namespace detail {
/// The width that holds a float's bits.
template <class T>
using FloatBits = std::conditional_t<sizeof(T) == 2, uint16_t,
                                     std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;
}  // namespace detail

/// How many representable numbers lie between two floats, one end included: +0 and -0 are at 0, two
/// NaNs too; infinities and NaN are infinitely far from all others (the largest number of 64 bits).
/// Complex numbers are as far apart as the parts that are farther.
template <class T>
uint64_t ulp_distance(const T& x, const T& y) {
  if constexpr (is_complex_scalar<T>) {
    return std::max(ulp_distance(x.re, y.re), ulp_distance(x.im, y.im));
  } else {
  using Bits = detail::FloatBits<T>;
  constexpr Bits sign = static_cast<Bits>(Bits{1} << (8 * sizeof(T) - 1));
  const Bits a = std::bit_cast<Bits>(x), b = std::bit_cast<Bits>(y);
  if (a == b) return 0;
  const double dx = Native::to_double(x), dy = Native::to_double(y);
  if (dx != dx && dy != dy) return 0;
  if (!std::isfinite(dx) || !std::isfinite(dy)) return std::numeric_limits<uint64_t>::max();
  // Without their sign the bits of finite floats count them from zero.
  const uint64_t from_zero_a = a & ~sign, from_zero_b = b & ~sign;
  if ((a & sign) != (b & sign)) return from_zero_a + from_zero_b;
  return from_zero_a > from_zero_b ? from_zero_a - from_zero_b : from_zero_b - from_zero_a;
  }
}

/// Whether `found` is as expected. Criteria other than Equal are for floats and, part by part, for
/// complex numbers.
template <class T>
bool meets(const shlo::Criterion& c, const T& found, const T& expected) {
  using Kind = shlo::Criterion::Kind;
  if constexpr (is_discrete<T>) {
    if (c.kind != Kind::Equal) throw Crash("a float's criterion on discrete values");
    return found == expected;
  } else if constexpr (is_complex_scalar<T>) {
    return meets(c, found.re, expected.re) && meets(c, found.im, expected.im);
  } else {
    const double x = Native::to_double(found), y = Native::to_double(expected);  // exact
    switch (c.kind) {
      case Kind::Equal: return x == y;
      case Kind::AlmostEqual:
        if (x == y || (x != x && y != y)) return true;
        // an infinity is infinitely far from what is not itself; NaN compares with nothing
        return std::signbit(x) == std::signbit(y) && std::fabs(x - y) <= c.tolerance;
      case Kind::Close: {
        const uint64_t distance = ulp_distance(found, expected);
        return c.min_ulp <= distance && distance <= c.max_ulp;
      }
    }
    throw Crash("meets");
  }
}

/// The elements of a tensor that are not as expected: how many, and the first in row-major order.
struct Differences {
  int64_t count = 0;
  std::vector<int64_t> index;
  std::string found, expected;  ///< with the distance in representable numbers, where that counts
};

/// Compares two tensors of one type; nothing where every element meets the criterion.
inline std::optional<Differences> differences(const shlo::Criterion& c,
                                              const Tensor<Native>& found,
                                              const Tensor<Native>& expected) {
  if (found.type() != expected.type())
    throw Crash("comparing " + to_string(found.type()) + " with " + to_string(expected.type()));
  const Tensor<Native> x = found.contiguous(), y = expected.contiguous();
  Differences d;
  with_scalar<Native>(x.element(), [&]<class T>() {
    const T *a = x.data<T>(), *b = y.data<T>();
    int64_t first = -1;
    for (int64_t i = 0, n = x.elements(); i < n; ++i) {
      if (meets(c, a[i], b[i])) continue;
      if (d.count++ == 0) first = i;
    }
    if (d.count == 0) return;
    d.found = Native::text(a[first]);
    d.expected = Native::text(b[first]);
    if constexpr (!is_discrete<T>)
      if (c.kind == shlo::Criterion::Kind::Close)
        if (const uint64_t ulps = ulp_distance(a[first], b[first]); ulps + 1 != 0)
          d.found += " (" + std::to_string(ulps) + " ulp away)";
    for (const int64_t stride : row_major_strides(x.shape())) {
      d.index.push_back(first / stride);
      first %= stride;
    }
  });
  if (d.count == 0) return std::nullopt;
  return d;
}

}  // namespace partir
