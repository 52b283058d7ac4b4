#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = -x[ī] (integers wrap)`. Example: negate [1] = [-1].
struct Negate : Elementwise<Negate, 1> {
  static constexpr std::string_view name = "negate";
  static constexpr ScalarFn fn = ScalarFn::Negate;
  static constexpr Accepts accepted = Accepts::Numeric;
  /// Linear; and it reverses the order of floats (of integers not: the least is its own negative).
  static void partial_entries(std::vector<Entry>& e, ElementType t) {
    additive_entries(e);
    if (!is_float(t)) return;
    e.push_back(operands(partial(Monoid::Max)) >> partial(Monoid::Min));
    e.push_back(operands(partial(Monoid::Min)) >> partial(Monoid::Max));
  }
};

}  // namespace partir
