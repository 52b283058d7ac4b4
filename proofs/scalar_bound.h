// How far a scalar function's result in one evaluation may be from its result in another (or from the
// exact one), given how far the operands may be. Interval analysis around the values of a reference
// run, plus the rounding of either side; per ScalarFn and element type, so that every op that is a
// comprehension has a bound.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "interp/native.h"
#include "semantics/scalar_fn.h"
#include "semantics/types.h"

namespace partir {

/// A value of the reference run, and how far any other evaluation of it may be; infinity says nothing.
struct Bound {
  double v = 0;
  double e = 0;
};

/// Branches that rounding could decide either way: compares, and roundings to integers, whose operands
/// are too close.
struct Branches {
  /// Whether other evaluations are supposed to take the reference's branch. If not, what they may do
  /// is bounded over both; such bounds are never smaller.
  bool as_reference = false;
  int64_t ambiguous = 0;
  /// Counts one that is open; whether the result may differ.
  bool open(bool undecided) {
    ambiguous += undecided;
    return undecided && !as_reference;
  }
};

/// Unit roundoff of a float type, rounding to nearest; 0 for the others.
constexpr double unit_roundoff(ElementType e) {
  switch (e) {
    case ElementType::BF16: return 0x1p-8;
    case ElementType::F16: return 0x1p-11;
    case ElementType::F32: return 0x1p-24;
    case ElementType::F64: return 0x1p-53;
    default: return 0;
  }
}
/// The smallest positive value: what underflow may lose.
constexpr double smallest(ElementType e) {
  switch (e) {
    case ElementType::BF16: return 0x1p-133;
    case ElementType::F16: return 0x1p-24;
    case ElementType::F32: return 0x1p-149;
    case ElementType::F64: return 0x1p-1074;
    default: return 0;
  }
}
/// The smallest normal: implementations of exp and the like may flush below it.
constexpr double smallest_normal(ElementType e) {
  switch (e) {
    case ElementType::F16: return 0x1p-14;
    case ElementType::F64: return 0x1p-1022;
    default: return is_float(e) ? 0x1p-126 : 0;
  }
}
/// The largest finite value.
inline double largest(ElementType e) {
  switch (e) {
    case ElementType::BF16: return 0x1.fep127;
    case ElementType::F16: return 65504;
    case ElementType::F32: return std::numeric_limits<float>::max();
    default: return std::numeric_limits<double>::max();
  }
}

namespace detail {

inline constexpr double infinite = std::numeric_limits<double>::infinity();
/// Elementary functions of a math library are taken to be within this many units of roundoff.
inline constexpr double library_ulps = 8;

/// One correctly rounded operation with results up to `v`, rounded in either evaluation.
inline double rounding(ElementType t, double v) {
  return v == 0 ? 0 : 2 * (unit_roundoff(t) * std::fabs(v) + smallest(t));
}
/// An elementary function with results up to `v`, in either evaluation.
inline double library(ElementType t, double v) {
  return 2 * (library_ulps * unit_roundoff(t) * std::fabs(v) + smallest_normal(t));
}
/// Widest difference of a monotone `f` over `[x-e, x+e]` from `f(x)`.
template <class F>
double monotone(F&& f, double x, double e) {
  const double y = f(x);
  return std::max(std::fabs(f(x + e) - y), std::fabs(f(x - e) - y)) * (1 + 0x1p-40) +
         0x1p-50 * std::fabs(y) * (e > 0);
}

/// Whether `x` is exactly an infinity or NaN that a result is, too, whatever the other operand is in other evaluations: one without a bound
/// may be NaN there.
inline bool decides(const Bound& x, const Bound& other) { return x.e == 0 && (std::isnan(x.v) || (std::isinf(x.v) && !std::isinf(other.e))); }

/// A step function: all values on the interval lie between those at its ends.
template <class F>
Bound step(F&& f, const Bound& x, Branches& branches) {
  const double y = f(x.v), low = f(x.v - x.e), high = f(x.v + x.e);
  if (low == high) return {y, 0};
  if (std::isnan(low) || std::isnan(high)) return {y, x.e == 0 ? 0 : infinite};
  return {y, branches.open(true) ? std::max(std::fabs(high - y), std::fabs(low - y)) : 0};
}

/// Whether there is a bound of `fn` of real numbers that are not exact.
inline bool has_bound(ScalarFn fn) {
  using enum ScalarFn;
  switch (fn) {
    case Acos: case Acosh: case Asin: case Atanh: case Digamma: case ErfInv: case Lgamma: case Polygamma: case Tan: case Zeta: return false;
    default: return true;
  }
}

/// Functions with a bounded slope on the whole line, or that are only bounded at exact arguments.
inline Bound special_bound(ScalarFn fn, ElementType to, const Bound& x) {
  using enum ScalarFn;
  const double v = x.v, e = x.e;
  double y = std::nan(""), slope = infinite, size = 0, more = 0;
  switch (fn) {
    case Acos: y = std::acos(v); break;
    case Acosh: y = std::acosh(v); break;
    case Asin: y = std::asin(v); break;
    case Asinh: y = std::asinh(v), slope = 1; break;
    case Atan: y = std::atan(v), slope = 1; break;
    case Atanh: y = std::atanh(v); break;
    case BesselI1e: y = Native::unary<BesselI1e>(v), slope = 1; break;
    case Cosh: case Sinh:
      y = fn == Cosh ? std::cosh(v) : std::sinh(v), slope = std::cosh(std::fabs(v) + e);
      // exp of x + log 1/2, which was rounded, in either evaluation
      if (fn == Cosh || std::fabs(v) + e >= 1) more = 2 * unit_roundoff(to) * (std::fabs(v) + e + 1) * slope;
      break;
    case Digamma: y = Native::unary<Digamma>(v), size = 1; break;
    case Erf: y = std::erf(v), slope = 1.13; break;
    case ErfInv: y = Native::unary<ErfInv>(v); break;
    case Erfc: y = std::erfc(v), slope = 1.13; break;
    case Lgamma: y = std::lgamma(v), size = 1; break;
    case Tan: y = std::tan(v); break;
    default: return {y, infinite};
  }
  const double d = e == 0 ? 0 : slope * e;
  // near a zero that is no zero of the argument a library's error is relative to its terms
  return {y, d + more + library(to, std::max(size, std::fabs(y) + d))};
}
/// The number of bits set, or of zeros above them, in an integer of type `t`.
inline double bit_count(ScalarFn fn, ElementType t, double v) {
  const int width = bit_width(t);
  const uint64_t mask = width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  const uint64_t bits =
      mask & (v < 0 ? static_cast<uint64_t>(static_cast<int64_t>(v)) : static_cast<uint64_t>(v));
  return fn == ScalarFn::Popcnt ? std::popcount(bits) : std::countl_zero(bits) - (64 - width);
}

inline Bound unary_bound(ScalarFn fn, ElementType to, ElementType from, const Bound& x,
                         Branches& branches) {
  using enum ScalarFn;
  const double v = x.v, e = x.e;
  switch (fn) {
    case Abs: return {std::fabs(v), e};
    case Negate: return {-v, e};
    case Not: return is_bool(to) ? Bound{v == 0 ? 1.0 : 0.0, e}
                                 : Bound{static_cast<double>(~static_cast<int64_t>(v)), e};
    case Sign: return step([](double a) { return a > 0 ? 1.0 : a < 0 ? -1.0 : a; }, x, branches);
    case Ceil: return step([](double a) { return std::ceil(a); }, x, branches);
    case Floor: return step([](double a) { return std::floor(a); }, x, branches);
    case RoundAfz: return step([](double a) { return std::round(a); }, x, branches);
    case RoundEven: return step([](double a) { return std::nearbyint(a); }, x, branches);
    case IsFinite: {
      // a finite bound never reaches beyond the type's range (ComprehensionBound::finish)
      const bool open = branches.open(!std::isfinite(e) || std::fabs(v) + e > largest(from));
      return {std::isfinite(v) ? 1.0 : 0.0, open && std::isfinite(v) ? 1.0 : 0.0};
    }
    case Convert: {
      if (is_bool(to)) {
        const bool open = branches.open(e > 0 && std::fabs(v) <= e);
        return {v != 0 ? 1.0 : 0.0, open ? 1.0 : 0.0};
      }
      if (is_integer(to))
        return is_float(from) ? step([](double a) { return std::trunc(a); }, x, branches) : x;
      // exact where the target has all the bits
      if (is_float(from) ? unit_roundoff(to) <= unit_roundoff(from) && smallest(to) <= smallest(from)
                         : std::fabs(v) <= 1 / unit_roundoff(to))
        return x;
      return {v, e + rounding(to, std::fabs(v) + e)};
    }
    case Exp: {
      const double y = std::exp(v);
      return {y, (e == 0 ? 0 : y * std::expm1(e)) + library(to, y + (e == 0 ? 0 : y * std::expm1(e)))};
    }
    case Expm1: {
      const double y = std::expm1(v), d = e == 0 ? 0 : std::exp(v) * std::expm1(e);
      return {y, d + library(to, std::fabs(y) + d)};
    }
    case Log: {
      const double y = std::log(v);
      if (e == 0) return {y, library(to, y)};
      return {y, v - e > 0 ? -std::log1p(-e / v) + library(to, std::fabs(y) - std::log1p(-e / v))
                           : infinite};
    }
    case Log1p: {
      const double y = std::log1p(v);
      if (e == 0) return {y, library(to, y)};
      const double d = 1 + v - e > 0 ? -std::log1p(-e / (1 + v)) : infinite;
      return {y, d + library(to, std::fabs(y) + d)};
    }
    case Tanh: {
      const double y = std::tanh(v), c = std::cosh(std::max(0.0, std::fabs(v) - e));
      return {y, std::min(2.0, e / (c * c)) + library(to, 1 < e ? 1 : std::fabs(y) + e)};
    }
    case Logistic: {
      const double z = std::max(0.0, std::fabs(v) - e), y = 1 / (1 + std::exp(-v));
      const double slope = std::exp(-z) / ((1 + std::exp(-z)) * (1 + std::exp(-z)));
      // exp(-v) overflows before the quotient is negligible: both sides of that are 0 or subnormal
      return {y, std::min(1.0, e * slope) + library(to, std::min(1.0, y + e * slope))};
    }
    case Sqrt: {
      const double y = std::sqrt(v);
      if (e == 0) return {y, rounding(to, y)};
      const double d = v - e > 0 ? e / (y + std::sqrt(v - e)) : v >= 0 ? std::sqrt(v + e) : infinite;
      return {y, d + library(to, y + d)};
    }
    case Rsqrt: {
      const double y = 1 / std::sqrt(v);
      if (e == 0) return {y, library(to, y)};
      const double d = v - e > 0 ? monotone([](double a) { return 1 / std::sqrt(a); }, v, e)
                                 : infinite;
      return {y, d + library(to, y + d)};
    }
    case Cbrt: {
      const double y = std::cbrt(v);
      // |cbrt a - cbrt b| <= cbrt(4 |a - b|), and the mean value theorem away from zero
      const double low = std::fabs(v) - e;
      const double d = e == 0 ? 0
                              : std::min(std::cbrt(4 * e),
                                         low > 0 ? e / (3 * std::cbrt(low) * std::cbrt(low))
                                                 : infinite);
      return {y, d + library(to, std::fabs(y) + d)};
    }
    case Sine: return {std::sin(v), std::min(2.0, e) + library(to, 1)};
    case Cosine: return {std::cos(v), std::min(2.0, e) + library(to, 1)};
    case Popcnt: case CountLeadingZeros: return {bit_count(fn, from, v), e == 0 ? 0 : infinite};
    // neighbours have bits far apart; of exact operands there are no bounds, but values
    case Bitcast: return {std::nan(""), infinite};
    default: return special_bound(fn, to, x);
  }
}

/// What a comparison says of the intervals: decided, or open.
inline Bound compare_bound(ScalarFn fn, const Bound& x, const Bound& y, Branches& branches) {
  using enum ScalarFn;
  bool holds = false;
  switch (fn) {
    case Eq: holds = x.v == y.v; break;
    case Ne: holds = x.v != y.v; break;
    case Lt: holds = x.v < y.v; break;
    case Le: holds = x.v <= y.v; break;
    case Gt: holds = x.v > y.v; break;
    case TotalLe: holds = total_order(x.v) <= total_order(y.v); break;
    default: holds = x.v >= y.v; break;
  }
  const double slack = x.e + y.e;
  // zero itself has two signs in the total order, and evaluations need not agree on it
  const bool zeros = fn == TotalLe && x.v == 0 && y.v == 0;
  const bool open = branches.open(zeros || (slack > 0 && !(std::fabs(x.v - y.v) > slack)));
  return {holds ? 1.0 : 0.0, open ? 1.0 : 0.0};
}

/// Integers without error: the function itself, on 64 bits.
inline double integer_value(ScalarFn fn, ElementType t, double x, double y) {
  const auto a = static_cast<int64_t>(x), b = static_cast<int64_t>(y);
  switch (fn) {
    case ScalarFn::And: return static_cast<double>(a & b);
    case ScalarFn::Or: return static_cast<double>(a | b);
    case ScalarFn::Xor: return static_cast<double>(a ^ b);
    case ScalarFn::ShiftLeft: return static_cast<double>(Integers::binary<ScalarFn::ShiftLeft>(a, b));
    case ScalarFn::ShiftRightLogical: {
      const int width = bit_width(t);
      const uint64_t bits = static_cast<uint64_t>(a) & (width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1);
      return b < 0 || b >= width ? 0 : static_cast<double>(bits >> b);
    }
    case ScalarFn::MultiplyHigh:
      return static_cast<double>((static_cast<__int128>(a) * b) >> bit_width(t));
    case ScalarFn::ShiftRightArithmetic:
      return static_cast<double>(Integers::binary<ScalarFn::ShiftRightArithmetic>(a, b));
    case ScalarFn::Divide: return static_cast<double>(Integers::binary<ScalarFn::Divide>(a, b));
    case ScalarFn::Remainder:
      return static_cast<double>(Integers::binary<ScalarFn::Remainder>(a, b));
    default: return static_cast<double>(Integers::binary<ScalarFn::Power>(a, b));
  }
}

inline Bound power_bound(ElementType to, const Bound& x, const Bound& y) {
  const double v = std::pow(x.v, y.v);
  double d = 0;
  if (x.e == 0 && y.e == 0) {
    d = 0;
  } else if (x.v - x.e > 0) {
    // monotone in each argument for x > 0: extremes at the corners
    for (double a : {x.v - x.e, x.v + x.e})
      for (double b : {y.v - y.e, y.v + y.e}) d = std::max(d, std::fabs(std::pow(a, b) - v));
    d *= 1 + 0x1p-20;
  } else if (y.e == 0 && y.v >= 1 && y.v == std::floor(y.v)) {
    d = y.v * std::pow(std::fabs(x.v) + x.e, y.v - 1) * x.e;
  } else {
    d = infinite;
  }
  return {v, d + 2 * library(to, std::fabs(v) + d)};
}

inline Bound binary_bound(ScalarFn fn, ElementType to, const Bound& x, const Bound& y,
                          Branches& branches) {
  using enum ScalarFn;
  if (is_comparison(fn)) return compare_bound(fn, x, y, branches);
  const bool exact = x.e == 0 && y.e == 0;
  auto rounded = [&](double v, double e) {
    return Bound{v, e + (is_float(to) ? rounding(to, std::fabs(v) + e) : 0)};
  };
  if (is_bool(to)) {
    switch (fn) {
      case And: case Multiply: case Min:
        return {std::min(x.v, y.v),
                (x.e == 0 && x.v == 0) || (y.e == 0 && y.v == 0) ? 0 : std::max(x.e, y.e)};
      case Or: case Add: case Max:
        return {std::max(x.v, y.v),
                (x.e == 0 && x.v != 0) || (y.e == 0 && y.v != 0) ? 0 : std::max(x.e, y.e)};
      default: return {x.v != y.v ? 1.0 : 0.0, std::max(x.e, y.e)};
    }
  }
  switch (fn) {
    case Add: return rounded(x.v + y.v, x.e + y.e);
    case Subtract: return rounded(x.v - y.v, x.e + y.e);
    case Multiply:
      return rounded(x.v * y.v, std::fabs(x.v) * y.e + std::fabs(y.v) * x.e + x.e * y.e);
    case Max: case Min: {
      const bool first = std::isnan(x.v) || (fn == Max ? x.v > y.v : x.v < y.v);
      const Bound& winner = first ? x : y;
      const double slack = x.e + y.e;
      return {winner.v, std::fabs(x.v - y.v) > slack ? winner.e : std::max(x.e, y.e)};
    }
    default: break;
  }
  if (!is_float(to)) return {integer_value(fn, to, x.v, y.v), exact ? 0 : infinite};
  switch (fn) {
    case Divide: {
      const double q = x.v / y.v, low = std::fabs(y.v) - y.e;
      if (exact) return rounded(q, 0);
      return low > 0 ? rounded(q, (x.e + std::fabs(q) * y.e) / low) : Bound{q, infinite};
    }
    case Power: return power_bound(to, x, y);
    case Remainder: {
      const double r = std::fmod(x.v, y.v);
      if (exact) return {r, 0};
      if (y.e == 0 && std::trunc((x.v - x.e) / y.v) == std::trunc((x.v + x.e) / y.v))
        return {r, x.e};
      return {r, 2 * (std::fabs(y.v) + y.e)};
    }
    case Atan2: {
      const double a = std::atan2(x.v, y.v);
      const double slack = std::hypot(x.e, y.e), r = std::hypot(x.v, y.v) - slack;
      const bool cut = std::fabs(x.v) <= x.e && y.v - y.e < 0;  // crosses the branch cut
      const double d = slack == 0 ? 0 : r <= 0 || cut ? 6.2831853071795865 : slack / r * 1.58;
      return {a, d + library(to, a)};
    }
    case NextAfter: {
      const double u = unit_roundoff(to);
      if (std::isnan(x.v) || std::isnan(y.v)) return {std::nan(""), exact ? 0 : infinite};
      // neighbours on either side
      return {x.v, x.e + 4 * u * (std::fabs(x.v) + x.e) + smallest(to)};
    }
    case Polygamma: case Zeta: {
      const double v = fn == Zeta ? Native::binary<Zeta>(x.v, y.v)
                                  : Native::binary<Polygamma>(x.v, y.v);
      return {v, exact ? library(to, std::max(1.0, std::fabs(v))) : infinite};
    }
    default: return {std::nan(""), infinite};
  }
}

}  // namespace detail

/// `fn` of operands `x[0..arity)`: result type `to`, operands' (first float one's) type `from`.
/// Infinite operands that are exact keep an infinite result exact; elsewhere what cannot be bounded
/// is infinity.
inline Bound bound_of(ScalarFn fn, ElementType to, ElementType from, const Bound* x,
                      Branches& branches) {
  if (fn == ScalarFn::Select) {
    const Bound &chosen = x[0].v != 0 ? x[1] : x[2], &other = x[0].v != 0 ? x[2] : x[1];
    if (x[0].e == 0) return chosen;
    // the predicate may go either way: the bound covers both branches
    const double apart = std::fabs(chosen.v - other.v) + other.e;
    return {chosen.v, std::isnan(apart) ? detail::infinite : std::max(chosen.e, apart)};
  }
  if (fn == ScalarFn::ReducePrecision) {
    const int e = static_cast<int>(x[0].v), m = static_cast<int>(x[1].v);
    const double v = Native::reduce_precision(x[2].v, e, m);
    if (x[2].e == 0) return {v, 0};
    // a relative rounding, and what flushes to zero; overflow may happen to one side alone
    const double u = std::ldexp(1.0, -std::min(m, 60) - 1);
    const int exponents = 1 << (std::clamp(e, 1, 11) - 1);
    const double size = std::fabs(x[2].v) + x[2].e;
    if (!(size < std::ldexp(1.0, exponents - 1))) return {v, detail::infinite};
    return {v, x[2].e + 4 * u * size + 2 * std::ldexp(1.0, 2 - exponents)};
  }
  const int n = arity(fn);
  Bound out = n == 1 ? detail::unary_bound(fn, to, from, x[0], branches)
                     : detail::binary_bound(fn, to, x[0], x[1], branches);
  // what has no bound may be NaN (inf - inf), of which no function makes a number
  for (int i = 0; i < n; ++i)
    if (is_float(to) && std::isinf(x[i].e)) out.e = detail::infinite;
  if (is_integer(to) && out.e > 0) {  // one more than the largest wraps to the least
    const int bits = bit_width(to) - (is_signed_int(to) ? 1 : 0);
    const double above = std::ldexp(1.0, bits), least = is_signed_int(to) ? -above : 0;
    if (out.v + out.e >= above || out.v - out.e < least) out.e = detail::infinite;
  }
  if (!std::isfinite(out.v) || std::isnan(out.e)) {
    bool exact = true, decided = false;
    for (int i = 0; i < n; ++i) {
      exact = exact && x[i].e == 0;
      decided = decided || detail::decides(x[i], x[n == 2 ? 1 - i : i]);
    }
    out.e = !std::isfinite(out.v) && (exact || decided) ? 0 : detail::infinite;
  }
  return out;
}

}  // namespace partir
