#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = 1 / √x[ī]`. Example: rsqrt [4] = [0.5].
struct Rsqrt : Elementwise<Rsqrt, 1> {
  static constexpr std::string_view name = "rsqrt";
  static constexpr ScalarFn fn = ScalarFn::Rsqrt;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
