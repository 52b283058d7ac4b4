#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = cosh x[ī]`. Example: cosh [0] = [1].
struct Cosh : Elementwise<Cosh, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "cosh";
  static constexpr ScalarFn fn = ScalarFn::Cosh;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
