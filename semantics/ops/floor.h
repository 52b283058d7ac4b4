#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = ⌊x[ī]⌋`. Example: floor [1.5] = [1].
struct Floor : Elementwise<Floor, 1> {
  static constexpr std::string_view name = "floor";
  static constexpr ScalarFn fn = ScalarFn::Floor;
  static constexpr Accepts accepted = Accepts::Float;
};

}  // namespace partir
