#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = tanh x[ī]`. Example: tanh [0] = [0].
struct Tanh : Elementwise<Tanh, 1> {
  static constexpr std::string_view name = "tanh";
  static constexpr ScalarFn fn = ScalarFn::Tanh;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
