#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = max(x[ī], y[ī]) (a NaN wins; on i1 or; complex numbers by real, then imaginary part)`.
/// Example: maximum [1] [2] = [2].
struct Maximum : Elementwise<Maximum, 2> {
  static constexpr std::string_view name = "maximum";
  static constexpr ScalarFn fn = ScalarFn::Max;
  static constexpr Accepts accepted = Accepts::All;
  /// A distributive lattice.
  static void partial_entries(std::vector<Entry>& e, ElementType t) {
    if (is_bool(t)) lattice_entries(e, Monoid::Or, Monoid::And);
    else lattice_entries(e, Monoid::Max, Monoid::Min);
  }
};

}  // namespace partir
