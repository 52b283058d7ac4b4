#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = arcosh x[ī]`. Example: acosh [1] = [0].
struct Acosh : Elementwise<Acosh, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "acosh";
  static constexpr ScalarFn fn = ScalarFn::Acosh;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
