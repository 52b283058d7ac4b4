#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] / y[ī] (integers truncate; by zero gives -1, all ones if unsigned)`. Example: divide [6] [3] = [2].
struct Divide : Elementwise<Divide, 2> {
  static constexpr std::string_view name = "divide";
  static constexpr ScalarFn fn = ScalarFn::Divide;
  static constexpr Accepts accepted = Accepts::Numeric;
  /// Over a field division is linear in the numerator and multiplicative; integers truncate.
  static void partial_entries(std::vector<Entry>& e, ElementType t) {
    if (is_integer(t)) return;
    e.push_back(operands(partial(Monoid::Add), any) >> partial(Monoid::Add));
    e.push_back(operands(partial(Monoid::Mul), partial(Monoid::Mul)) >> partial(Monoid::Mul));
  }
};

}  // namespace partir
