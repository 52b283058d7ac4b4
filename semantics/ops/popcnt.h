#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = the number of bits set in x[ī]`. Example: popcnt [7] = [3].
struct Popcnt : Elementwise<Popcnt, 1> {
  static constexpr std::string_view name = "popcnt";
  static constexpr ScalarFn fn = ScalarFn::Popcnt;
  static constexpr Accepts accepted = Accepts::Integer;
};

}  // namespace partir
