#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = e^x[ī]`. Example: exponential [0] = [1].
struct Exponential : Elementwise<Exponential, 1> {
  static constexpr std::string_view name = "exponential";
  static constexpr ScalarFn fn = ScalarFn::Exp;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
