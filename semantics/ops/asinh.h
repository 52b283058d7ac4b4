#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = arsinh x[ī]`. Example: asinh [0] = [0].
struct Asinh : Elementwise<Asinh, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "asinh";
  static constexpr ScalarFn fn = ScalarFn::Asinh;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
