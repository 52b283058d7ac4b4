#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = sin x[ī]`. Example: sine [0] = [0].
struct Sine : Elementwise<Sine, 1> {
  static constexpr std::string_view name = "sine";
  static constexpr ScalarFn fn = ScalarFn::Sine;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
