#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = 1 - erf x[ī]`. Example: erfc [0] = [1].
struct Erfc : Elementwise<Erfc, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "erfc";
  static constexpr ScalarFn fn = ScalarFn::Erfc;
  static constexpr Accepts accepted = Accepts::Float;
};

}  // namespace partir
