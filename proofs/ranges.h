// Which integers a value can be, for all arguments: a predicate that is decided by ranges alone needs no run that shows
// its other value.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "proofs/subject.h"

namespace partir {

/// All integers from `low` to `high`.
struct IntegerRange {
  __int128 low = 0, high = 0;
};

/// The ranges of integer values, by one pass over a program's ops in their order. What is not followed has its
/// type's range.
class Ranges {
 public:
  /// Follows the op at `s`, whose operands were defined before.
  void follow(const OpSite& s) {
    if (s.results.size() != 1 || !is_integer(s.result_type.element)) return;
    const IntegerRange all = of_type(s.result_type.element);
    const std::optional<IntegerRange> r = of(s);
    // arithmetic wraps: a range that leaves the type says nothing
    if (r && r->low >= all.low && r->high <= all.high) ranges_[{s.function, s.results[0]}] = *r;
  }
  /// What the comparison at `s` always is; nothing where ranges do not decide it.
  std::optional<bool> decided(const OpSite& s) const {
    const auto* c = s.op.get_if<Compare>();
    if (!c || !is_integer(s.operands.at(0).element)) return std::nullopt;
    const IntegerRange a = at(s, 0), b = at(s, 1);
    const auto less = [](const IntegerRange& x, const IntegerRange& y) -> std::optional<bool> {
      if (x.high < y.low) return true;
      if (x.low >= y.high) return false;
      return std::nullopt;
    };
    const auto negated = [](std::optional<bool> v) { return v ? std::optional(!*v) : v; };
    switch (c->direction) {
      case ComparisonDirection::LT: return less(a, b);
      case ComparisonDirection::GT: return less(b, a);
      case ComparisonDirection::GE: return negated(less(a, b));
      case ComparisonDirection::LE: return negated(less(b, a));
      case ComparisonDirection::EQ: case ComparisonDirection::NE: break;
    }
    if (a.high < b.low || b.high < a.low) return c->direction == ComparisonDirection::NE;
    return std::nullopt;
  }

 private:
  static IntegerRange of_type(ElementType e) {
    const int bits = bit_width(e);
    if (is_signed_int(e)) return {-(static_cast<__int128>(1) << (bits - 1)), (static_cast<__int128>(1) << (bits - 1)) - 1};
    return {0, (static_cast<__int128>(1) << bits) - 1};
  }
  IntegerRange at(const OpSite& s, size_t operand) const {
    const auto found = ranges_.find({s.function, s.operand_values[operand]});
    return found == ranges_.end() ? of_type(s.operands[operand].element) : found->second;
  }
  static IntegerRange hull(const IntegerRange& a, const IntegerRange& b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
  }
  std::optional<IntegerRange> of(const OpSite& s) const {
    const Op& op = s.op;
    if (const auto* c = op.get_if<Constant>()) {
      if (c->value.type.elements() == 0 || c->value.type.elements() > 4096) return std::nullopt;
      IntegerRange r{1, 0};
      for (int64_t i = 0, n = c->value.splat ? 1 : c->value.type.elements(); i < n; ++i) {
        const double v = c->value.as_double(i);
        if (v < -0x1p52 || v > 0x1p52) return std::nullopt;
        const IntegerRange one{static_cast<int64_t>(v), static_cast<int64_t>(v)};
        r = r.low > r.high ? one : hull(r, one);
      }
      return r;
    }
    if (op.get_if<Iota>()) {
      int64_t most = 0;
      for (int64_t n : s.result_type.shape) most = std::max(most, n - 1);
      return IntegerRange{0, most};
    }
    for (const TensorType& t : s.operands)
      if (!is_integer(t.element) && !is_bool(t.element)) return std::nullopt;
    if (op.get_if<Maximum>()) return IntegerRange{std::max(at(s, 0).low, at(s, 1).low), std::max(at(s, 0).high, at(s, 1).high)};
    if (op.get_if<Minimum>()) return IntegerRange{std::min(at(s, 0).low, at(s, 1).low), std::min(at(s, 0).high, at(s, 1).high)};
    if (op.get_if<Clamp>()) {
      const IntegerRange low = at(s, 0), x = at(s, 1), high = at(s, 2);
      return IntegerRange{std::min(std::max(x.low, low.low), high.low), std::min(std::max(x.high, low.high), high.high)};
    }
    if (op.get_if<Add>()) return IntegerRange{at(s, 0).low + at(s, 1).low, at(s, 0).high + at(s, 1).high};
    if (op.get_if<Subtract>()) return IntegerRange{at(s, 0).low - at(s, 1).high, at(s, 0).high - at(s, 1).low};
    if (op.get_if<Select>()) return hull(at(s, 1), at(s, 2));
    if (op.get_if<Convert>()) return is_bool(s.operands[0].element) ? IntegerRange{0, 1} : at(s, 0);
    if (op.get_if<Reshape>() || op.get_if<BroadcastInDim>() || op.get_if<SliceOp>() || op.get_if<Transpose>() ||
        op.get_if<Reverse>() || op.get_if<OptimizationBarrier>())
      return at(s, 0);
    return std::nullopt;
  }

  std::map<std::pair<int, ValueId>, IntegerRange> ranges_;
};

}  // namespace partir
