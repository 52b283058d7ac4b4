#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = Σ (y[ī] + k)^-x[ī] over k = 0, 1, .. (infinite at x[ī] = 1, NaN below)`. Example: zeta
/// [2] [1] = [1.6449..].
struct Zeta : Elementwise<Zeta, 2> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "zeta";
  static constexpr ScalarFn fn = ScalarFn::Zeta;
  static constexpr Accepts accepted = Accepts::Float;
};

}  // namespace partir
