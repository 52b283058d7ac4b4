#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = log |Γ(x[ī])|`. Example: lgamma [1] = [0].
struct Lgamma : Elementwise<Lgamma, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "lgamma";
  static constexpr ScalarFn fn = ScalarFn::Lgamma;
  static constexpr Accepts accepted = Accepts::Float;
};

}  // namespace partir
