#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = Γ'(x[ī]) / Γ(x[ī]) (NaN at the poles 0, -1, ..)`. Example: digamma [1] = [-0.5772..].
struct Digamma : Elementwise<Digamma, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "digamma";
  static constexpr ScalarFn fn = ScalarFn::Digamma;
  static constexpr Accepts accepted = Accepts::Float;
};

}  // namespace partir
