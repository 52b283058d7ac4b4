#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = 1 / (1 + e^-x[ī])`. Example: logistic [0] = [0.5].
struct Logistic : Elementwise<Logistic, 1> {
  static constexpr std::string_view name = "logistic";
  static constexpr ScalarFn fn = ScalarFn::Logistic;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
