#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = arctan x[ī]`. Example: atan [0] = [0].
struct Atan : Elementwise<Atan, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "atan";
  static constexpr ScalarFn fn = ScalarFn::Atan;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
