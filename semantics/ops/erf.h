#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = the error function of x[ī]`. Example: erf [0] = [0].
struct Erf : Elementwise<Erf, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "erf";
  static constexpr ScalarFn fn = ScalarFn::Erf;
  static constexpr Accepts accepted = Accepts::Float;
};

}  // namespace partir
