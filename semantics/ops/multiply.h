#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] · y[ī] (integers wrap)`. Example: multiply [2] [3] = [6].
struct Multiply : Elementwise<Multiply, 2> {
  static constexpr std::string_view name = "multiply";
  static constexpr ScalarFn fn = ScalarFn::Multiply;
  static constexpr Accepts accepted = Accepts::Numeric;
  /// Linear in each operand; a product of two sums of parts is not the sum of products of parts.
  static void partial_entries(std::vector<Entry>& e, ElementType) {
    e.push_back(operands(partial(Monoid::Add), any) >> partial(Monoid::Add));
    e.push_back(operands(any, partial(Monoid::Add)) >> partial(Monoid::Add));
    e.push_back(operands(partial(Monoid::Mul), partial(Monoid::Mul)) >> partial(Monoid::Mul));
  }
  /// Equal parts are in parts.
  std::optional<std::string_view> declines(const Entry& e, const Operands& x) const {
    return declines_equal_parts(e, x, entries(x));
  }
};

}  // namespace partir
