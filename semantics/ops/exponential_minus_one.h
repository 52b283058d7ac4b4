#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = e^x[ī] - 1`. Example: exponential_minus_one [0] = [0].
struct ExponentialMinusOne : Elementwise<ExponentialMinusOne, 1> {
  static constexpr std::string_view name = "exponential_minus_one";
  static constexpr ScalarFn fn = ScalarFn::Expm1;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
