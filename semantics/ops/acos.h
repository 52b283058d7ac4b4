#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = arccos x[ī]`. Example: acos [1] = [0].
struct Acos : Elementwise<Acos, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "acos";
  static constexpr ScalarFn fn = ScalarFn::Acos;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
