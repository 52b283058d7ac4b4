#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] ∨ y[ī], bitwise on integers`. Example: or [true] [false] = [true].
struct Or : Elementwise<Or, 2> {
  static constexpr std::string_view name = "or";
  static constexpr ScalarFn fn = ScalarFn::Or;
  static constexpr Accepts accepted = Accepts::Logical;
  /// A distributive lattice.
  static void partial_entries(std::vector<Entry>& e, ElementType) {
    lattice_entries(e, Monoid::Or, Monoid::And);
  }
};

}  // namespace partir
