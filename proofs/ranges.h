// Which integers (or bits: 0 and 1) a value can be, for all arguments: a predicate that is decided by ranges alone needs no
// run that shows its other value.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
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
    remember(s);
    const bool one = s.results.size() == 1;
    const Types results = one ? Types{s.result_type} : s.op.infer(s.operands);
    for (size_t i = 0; i < results.size(); ++i) {
      const ElementType e = results[i].element;
      if (!is_integer(e) && !is_bool(e)) continue;
      if (const std::optional<IntegerRange> r = one ? of(s) : of_result(s, i)) is_within(s.results[i], e, *r, s.function);
    }
  }
  /// Whether anything but its type is known of a value.
  bool knows(int function, ValueId x) const { return ranges_.contains({function, x}); }
  /// The elements of a value, of type `e`, would be within `r` if nothing wrapped: a range that leaves the type says nothing.
  void is_within(ValueId x, ElementType e, const IntegerRange& r, int function = 0) {
    const IntegerRange all = of_type(e);
    if (r.low >= all.low && r.high <= all.high) ranges_[{function, x}] = r;
  }
  /// Values of the entry: `result` is the sum of `of` elements of `operand`, or if that is 1 some of its elements, or with `or_zero` zeros besides; of
  /// type `e`. Whether its range is known to be within its type's.
  bool carry(ValueId result, ValueId operand, int64_t of, ElementType e, bool or_zero = false) {
    const auto found = ranges_.find({0, operand});
    if (found == ranges_.end()) return false;
    IntegerRange r{std::min(found->second.low, of * found->second.low), std::max(found->second.high, of * found->second.high)};
    if (or_zero) r = hull(r, {0, 0});
    const IntegerRange all = of_type(e);
    if (of != 1 && (r.low < all.low || r.high > all.high)) return false;
    ranges_[{0, result}] = r;
    return true;
  }
  /// All that a type has; of one of no integers 0 and 1.
  static IntegerRange of_type(ElementType e) {
    if (!is_integer(e)) return {0, 1};
    const int bits = bit_width(e);
    if (is_signed_int(e)) return {-(static_cast<__int128>(1) << (bits - 1)), (static_cast<__int128>(1) << (bits - 1)) - 1};
    return {0, (static_cast<__int128>(1) << bits) - 1};
  }
  /// What the operand's elements can be.
  IntegerRange of_operand(const OpSite& s, size_t operand) const { return at(s, operand); }
  /// The same of its elements at place `at` along dimension `dim`.
  IntegerRange of_operand(const OpSite& s, size_t operand, int64_t dim, int64_t at_place) const {
    const auto joined = joined_.find({s.function, s.operand_values[operand]});
    if (joined == joined_.end() || joined->second.first != dim) return at(s, operand);
    for (const auto& [extent, range] : joined->second.second) {
      if (at_place < extent) return range;
      at_place -= extent;
    }
    return at(s, operand);
  }
  /// Whether all elements of a value, or of the operand, are known to be one number.
  bool is_constant(int function, ValueId x) const {
    const auto found = ranges_.find({function, x});
    return found != ranges_.end() && found->second.low == found->second.high;
  }
  bool is_constant(const OpSite& s, size_t operand) const { return at(s, operand).low == at(s, operand).high; }
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
  IntegerRange at(const OpSite& s, size_t operand) const {
    const auto found = ranges_.find({s.function, s.operand_values[operand]});
    return found == ranges_.end() ? of_type(s.operands[operand].element) : found->second;
  }
  static IntegerRange hull(const IntegerRange& a, const IntegerRange& b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
  }
  /// Of the only result of an op, which has integers or bits.
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
    if (op.get_if<Compare>()) {
      const std::optional<bool> v = decided(s);
      return v ? std::optional(IntegerRange{*v, *v}) : std::nullopt;
    }
    const bool of_bits = is_bool(s.result_type.element);
    if (op.get_if<Not>() && of_bits) return IntegerRange{1 - at(s, 0).high, 1 - at(s, 0).low};
    if (op.get_if<And>() && of_bits)
      return IntegerRange{std::min(at(s, 0).low, at(s, 1).low), std::min(at(s, 0).high, at(s, 1).high)};
    if (op.get_if<Or>() && of_bits)
      return IntegerRange{std::max(at(s, 0).low, at(s, 1).low), std::max(at(s, 0).high, at(s, 1).high)};
    if (of_bits && (op.get_if<Add>() || op.get_if<Subtract>() || op.get_if<Multiply>())) return std::nullopt;
    if (op.get_if<Maximum>()) return IntegerRange{std::max(at(s, 0).low, at(s, 1).low), std::max(at(s, 0).high, at(s, 1).high)};
    if (op.get_if<Minimum>()) return IntegerRange{std::min(at(s, 0).low, at(s, 1).low), std::min(at(s, 0).high, at(s, 1).high)};
    if (op.get_if<Clamp>()) {
      const IntegerRange low = at(s, 0), x = at(s, 1), high = at(s, 2);
      return IntegerRange{std::min(std::max(x.low, low.low), high.low), std::min(std::max(x.high, low.high), high.high)};
    }
    if (op.get_if<Add>()) return IntegerRange{at(s, 0).low + at(s, 1).low, at(s, 0).high + at(s, 1).high};
    if (op.get_if<Subtract>()) return IntegerRange{at(s, 0).low - at(s, 1).high, at(s, 0).high - at(s, 1).low};
    if (op.get_if<Multiply>()) {
      const IntegerRange a = at(s, 0), b = at(s, 1);
      if (std::max({a.high, -a.low, b.high, -b.low}) >= static_cast<__int128>(1) << 62) return std::nullopt;
      const auto [least, most] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
      return IntegerRange{least, most};
    }
    // the remainder has the dividend's sign; by 0 it may be anything
    if (op.get_if<Remainder>() && at(s, 1).low > 0) {
      const IntegerRange a = at(s, 0), b = at(s, 1);
      return IntegerRange{a.low >= 0 ? 0 : std::max(a.low, 1 - b.high), a.high <= 0 ? 0 : std::min(a.high, b.high - 1)};
    }
    if (op.get_if<Divide>() && at(s, 0).low >= 0 && at(s, 1).low > 0)
      return IntegerRange{at(s, 0).low / at(s, 1).high, at(s, 0).high / at(s, 1).low};
    if (op.get_if<And>() && (at(s, 0).low >= 0 || at(s, 1).low >= 0)) {
      const IntegerRange a = at(s, 0), b = at(s, 1);
      return IntegerRange{0, a.low < 0 ? b.high : b.low < 0 ? a.high : std::min(a.high, b.high)};
    }
    if (op.get_if<Select>()) return hull(where(s, 0, true, at(s, 1), s.operand_values[1]), where(s, 0, false, at(s, 2), s.operand_values[2]));
    if (const auto* r = op.get_if<Reduce>()) {
      if (r->reducer == Monoid::Max || r->reducer == Monoid::Min) return hull(at(s, 0), at(s, 1));
      if (r->reducer != Monoid::Add) return std::nullopt;
      const __int128 n = s.operands[0].elements() / std::max<int64_t>(s.result_type.elements(), 1);
      const IntegerRange x = at(s, 0), init = at(s, 1);
      if (n >= static_cast<__int128>(1) << 40 || std::max(x.high, -x.low) >= static_cast<__int128>(1) << 64) return std::nullopt;
      return IntegerRange{n * x.low + init.low, n * x.high + init.high};
    }
    if (op.get_if<Concatenate>()) {
      IntegerRange r = at(s, 0);
      for (size_t i = 1; i < s.operands.size(); ++i) r = hull(r, at(s, i));
      return r;
    }
    if (op.get_if<Pad>() || op.get_if<DynamicUpdateSlice>()) return hull(at(s, 0), at(s, 1));
    if (op.get_if<DynamicSlice>() || op.get_if<Gather>()) return at(s, 0);
    if (op.get_if<Sort>() || op.get_if<VariadicReduce>()) return of_result(s, 0);
    if (op.get_if<Convert>()) return of_bits ? std::nullopt : std::optional(at(s, 0));
    if (op.get_if<Reshape>() || op.get_if<BroadcastInDim>() || op.get_if<SliceOp>() || op.get_if<Transpose>() ||
        op.get_if<Reverse>() || op.get_if<OptimizationBarrier>())
      return at(s, 0);
    return std::nullopt;
  }
  /// Of one of several results, or the only one of such an op.
  std::optional<IntegerRange> of_result(const OpSite& s, size_t i) const {
    if (s.op.get_if<Sort>()) return at(s, i);
    if (s.op.get_if<TopK>() && i == 1) return IntegerRange{0, std::max<int64_t>(s.operands[0].shape.back(), 1) - 1};
    const auto* r = s.op.get_if<VariadicReduce>();
    if (!r) return std::nullopt;
    // a body that chooses among its arguments makes no other values
    const std::set<int> chosen = chosen_from(r->body, r->body.results.at(i));
    const auto n = static_cast<int>(s.operands.size()) / 2;
    std::optional<IntegerRange> all;
    for (int p : chosen) {
      if (p < 0) return std::nullopt;
      for (const size_t x : {static_cast<size_t>(p % n), static_cast<size_t>(p % n + n)}) {
        if (!is_integer(s.operands[x].element)) return std::nullopt;
        all = all ? hull(*all, at(s, x)) : at(s, x);
      }
    }
    return all;
  }
  /// The parameters among which a node of a body chooses; -1 stands for anything else.
  static std::set<int> chosen_from(const ScalarBody& b, int node) {
    const Node& n = b.nodes.at(static_cast<size_t>(node));
    if (const auto* read = std::get_if<ReadNode>(&n.expr)) return {read->operand};
    const auto* a = std::get_if<ApplyNode>(&n.expr);
    if (!a || (a->fn != ScalarFn::Select && a->fn != ScalarFn::Max && a->fn != ScalarFn::Min)) return {-1};
    std::set<int> all;
    for (size_t i = a->fn == ScalarFn::Select ? 1 : 0; i < a->args.size(); ++i)
      all.merge(chosen_from(b, a->args[i]));
    return all;
  }

  /// How a bit was made: compared from two values, or the and, or or negation of bits.
  struct Made {
    enum class Kind : uint8_t { Compare, And, Or, Not } kind;
    std::vector<ValueId> operands;
    std::optional<ComparisonDirection> direction;
    std::vector<IntegerRange> ranges;  ///< of what was compared
  };
  void remember(const OpSite& s) {
    const auto values = [&] { return std::vector<ValueId>(s.operand_values.begin(), s.operand_values.end()); };
    const bool of_bits = s.results.size() == 1 && is_bool(s.result_type.element);
    if (const auto* c = s.op.get_if<Compare>(); c && is_integer(s.operands.at(0).element))
      made_[{s.function, s.results[0]}] = {Made::Kind::Compare, values(), c->direction, {at(s, 0), at(s, 1)}};
    else if (of_bits && s.op.get_if<And>()) made_[{s.function, s.results[0]}] = {Made::Kind::And, values(), {}, {}};
    else if (of_bits && s.op.get_if<Or>()) made_[{s.function, s.results[0]}] = {Made::Kind::Or, values(), {}, {}};
    else if (of_bits && s.op.get_if<Not>()) made_[{s.function, s.results[0]}] = {Made::Kind::Not, values(), {}, {}};
    const auto* c = s.op.get_if<Concatenate>();
    if (c && is_integer(s.result_type.element)) {
      std::vector<std::pair<int64_t, IntegerRange>>& parts = joined_[{s.function, s.results[0]}].second;
      joined_[{s.function, s.results[0]}].first = c->dimension;
      for (size_t i = 0; i < s.operands.size(); ++i)
        parts.push_back({s.operands[i].shape.at(static_cast<size_t>(c->dimension)), at(s, i)});
    }
  }
  /// What `x`, known to be in `r`, can be where operand `bit` of the site is `yes`.
  IntegerRange where(const OpSite& s, size_t bit, bool yes, const IntegerRange& r, ValueId x) const {
    return where(s.function, s.operand_values[bit], yes, r, x, 8);
  }
  IntegerRange where(int function, ValueId bit, bool yes, IntegerRange r, ValueId x, int depth) const {
    const auto found = made_.find({function, bit});
    if (found == made_.end() || depth == 0) return r;
    const Made& m = found->second;
    switch (m.kind) {
      case Made::Kind::Not: return where(function, m.operands[0], !yes, r, x, depth - 1);
      case Made::Kind::And: case Made::Kind::Or:
        // only where the one value of the result says the same of both
        if (yes != (m.kind == Made::Kind::And)) return r;
        for (ValueId b : m.operands) r = where(function, b, yes, r, x, depth - 1);
        return r;
      case Made::Kind::Compare: break;
    }
    for (const bool first : {true, false}) {
      if (m.operands[first ? 0 : 1] != x) continue;
      const IntegerRange& other = m.ranges[first ? 1 : 0];
      using enum ComparisonDirection;
      ComparisonDirection d = *m.direction;
      if (!yes) d = d == LT ? GE : d == GE ? LT : d == GT ? LE : d == LE ? GT : d == EQ ? NE : EQ;
      if (!first) d = d == LT ? GT : d == GT ? LT : d == LE ? GE : d == GE ? LE : d;
      IntegerRange now = r;
      if (d == LT) now.high = std::min(now.high, other.high - 1);
      if (d == LE) now.high = std::min(now.high, other.high);
      if (d == GT) now.low = std::max(now.low, other.low + 1);
      if (d == GE) now.low = std::max(now.low, other.low);
      if (d == EQ) now = {std::max(now.low, other.low), std::min(now.high, other.high)};
      if (now.low <= now.high) r = now;  // else it is never so, and anything may be said
    }
    return r;
  }

  std::map<std::pair<int, ValueId>, IntegerRange> ranges_;
  std::map<std::pair<int, ValueId>, Made> made_;
  /// Of what is concatenated: along which dimension, and the parts' extents and ranges.
  std::map<std::pair<int, ValueId>, std::pair<int64_t, std::vector<std::pair<int64_t, IntegerRange>>>> joined_;
};

}  // namespace partir
