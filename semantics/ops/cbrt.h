#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = the cube root of x[ī]`. Example: cbrt [8] = [2].
struct Cbrt : Elementwise<Cbrt, 1> {
  static constexpr std::string_view name = "cbrt";
  static constexpr ScalarFn fn = ScalarFn::Cbrt;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
