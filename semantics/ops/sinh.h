#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = sinh x[ī]`. Example: sinh [0] = [0].
struct Sinh : Elementwise<Sinh, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "sinh";
  static constexpr ScalarFn fn = ScalarFn::Sinh;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
