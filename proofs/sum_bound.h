// What other orders of a sum may come to.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "interp/field_model.h"
#include "proofs/scalar_bound.h"
#include "semantics/types.h"

namespace partir {

/// What the bound allows for besides the reduction itself.
struct BoundOptions {
  int64_t parts = 1;  ///< devices over which a sum may be split and combined again
  /// Linear ops that may run on the parts of a sum before they are combined (S-ReduceHoist).
  int64_t hoisted = 8;
  /// Whether of a sum that is converted to a narrower type its parts on each device may be converted, and added up in that type (narrowed_sums.h).
  bool narrows = false;
  /// Whether `narrows` would hold if the program under test had no loops and no branches: it is not known how often these round. No bound depends on it.
  bool may_narrow = false;
  /// Whether numbers that are added by one op after another may be added in any order, which may overflow on the way.
  bool any_order = false;
};

namespace detail {

/// `(1+u)^n - 1` over the roundings of a sum of `terms` products, twice for two evaluations:
/// accumulation (f16 and bf16 in f32, unless it is `stepwise`), then `parts` of the element type's own, then hoisted
/// ones.
inline double growth(ElementType t, int64_t terms, bool stepwise, const BoundOptions& o) {
  const double u = unit_roundoff(t);
  const bool wide = !stepwise && (t == ElementType::BF16 || t == ElementType::F16);
  const double accumulator = wide ? unit_roundoff(ElementType::F32) : u;
  return 2 * std::expm1(static_cast<double>(terms) * std::log1p(accumulator) +
                        static_cast<double>(o.parts + o.hoisted) * std::log1p(u));
}

/// What other orders of a sum of `terms` numbers (and an initial value) may make of terms whose magnitudes add up to `mass`. Where that leaves
/// the type's range, some order overflows on the way.
inline double of_sum(ElementType t, int64_t terms, double mass, bool stepwise, const BoundOptions& o) {
  if (mass > largest(t) && std::isfinite(mass)) return infinite;
  return growth(t, terms + 1, stepwise, o) * mass + (mass > 0 ? 2 * static_cast<double>(terms) * smallest(t) : 0);
}

/// A bound `e` around `v` that reaches beyond the type's range bounds nothing: some evaluation may overflow.
inline double within_range(double v, double e, ElementType t) {
  if (std::isnan(e)) return infinite;
  if (e != 0 && std::isfinite(v) && is_float(t) && std::fabs(v) + e > largest(t)) return infinite;
  return e * (1 + 0x1p-40);
}

/// Terms of a sum that no order of summation rounds: exact numbers of one sign, all of them multiples of one power of two that their whole sum
/// holds in the type's precision. So are counts, and sums of integers. (Terms of both signs may be sums themselves, of larger numbers that
/// cancelled; in another order those would meet.)
class ExactSum {
 public:
  void add(const Bound& x) {
    if (x.v == 0 && x.e == 0) return;
    all_exact_ = all_exact_ && x.e == 0 && std::isfinite(x.v) && (size_ == 0 || (x.v > 0) == (size_ > 0));
    if (!all_exact_) return;
    size_ += x.v;
    largest_ = std::max(largest_, std::fabs(x.v));
    int exponent = 0;
    const auto digits = static_cast<int64_t>(std::ldexp(std::frexp(std::fabs(x.v), &exponent), 53));
    lowest_ = std::min(lowest_, exponent - 53 + std::countr_zero(static_cast<uint64_t>(digits)));
  }
  /// Whether this sum is exact in type `t`.
  bool is_held(ElementType t) const { return holds(std::fabs(size_), t); }
  /// Whether sums of some of these terms are, which come to `size` at most.
  bool holds(double size, ElementType t) const { return all_exact_ && (size == 0 || size <= std::ldexp(1.0, lowest_ + float_format(t).precision)); }

  /// Whether the same holds of every sum of `terms` products of one number of each of these.
  static bool is_product_held(const ExactSum& a, const ExactSum& b, int64_t terms, ElementType t) {
    if (!a.all_exact_ || !b.all_exact_) return false;
    if (a.size_ == 0 || b.size_ == 0) return true;
    return static_cast<double>(terms) * a.largest_ * b.largest_ <= std::ldexp(1.0, a.lowest_ + b.lowest_ + float_format(t).precision);
  }

 private:
  bool all_exact_ = true;
  double size_ = 0, largest_ = 0;
  int lowest_ = std::numeric_limits<int>::max();
};

}  // namespace detail

}  // namespace partir
