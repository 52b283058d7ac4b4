#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = the complement of x[ī], bitwise on integers`. Example: not [true] = [false].
struct Not : Elementwise<Not, 1> {
  static constexpr std::string_view name = "not";
  static constexpr ScalarFn fn = ScalarFn::Not;
  static constexpr Accepts accepted = Accepts::Logical;
  /// De Morgan.
  static void partial_entries(std::vector<Entry>& e, ElementType) {
    e.push_back(operands(partial(Monoid::And)) >> partial(Monoid::Or));
    e.push_back(operands(partial(Monoid::Or)) >> partial(Monoid::And));
  }
};

}  // namespace partir
