#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] · 2^y[ī] (0 when y is not below the width)`. Example: shift_left [1] [3] = [8].
struct ShiftLeft : Elementwise<ShiftLeft, 2> {
  static constexpr std::string_view name = "shift_left";
  static constexpr ScalarFn fn = ScalarFn::ShiftLeft;
  static constexpr Accepts accepted = Accepts::Integer;
  /// A multiple of what is shifted, modulo 2^width.
  static void partial_entries(std::vector<Entry>& e, ElementType) {
    e.push_back(operands(partial(Monoid::Add), any) >> partial(Monoid::Add));
  }
};

}  // namespace partir
