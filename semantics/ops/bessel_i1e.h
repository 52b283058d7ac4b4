#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = exp(-|x[ī]|) I₁(x[ī]), the scaled modified Bessel function of order one`. Example:
/// bessel_i1e [0] = [0].
struct BesselI1e : Elementwise<BesselI1e, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "bessel_i1e";
  static constexpr ScalarFn fn = ScalarFn::BesselI1e;
  static constexpr Accepts accepted = Accepts::Float;
};

}  // namespace partir
