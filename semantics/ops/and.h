#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] ∧ y[ī], bitwise on integers`. Example: and [true] [false] = [false].
struct And : Elementwise<And, 2> {
  static constexpr std::string_view name = "and";
  static constexpr ScalarFn fn = ScalarFn::And;
  static constexpr Accepts accepted = Accepts::Logical;
  /// A distributive lattice.
  static void partial_entries(std::vector<Entry>& e, ElementType) {
    lattice_entries(e, Monoid::And, Monoid::Or);
  }
};

}  // namespace partir
