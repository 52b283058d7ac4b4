#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = min(x[ī], y[ī]) (a NaN wins; on i1 and; complex numbers by real, then imaginary
/// part)`. Example: minimum [1] [2] = [1].
struct Minimum : Elementwise<Minimum, 2> {
  static constexpr std::string_view name = "minimum";
  static constexpr ScalarFn fn = ScalarFn::Min;
  static constexpr Accepts accepted = Accepts::All;
  /// A distributive lattice.
  static void partial_entries(std::vector<Entry>& e, ElementType t) {
    if (is_bool(t)) lattice_entries(e, Monoid::And, Monoid::Or);
    else lattice_entries(e, Monoid::Min, Monoid::Max);
  }
};

}  // namespace partir
