#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = ln(1 + x[ī])`. Example: log_plus_one [0] = [0].
struct LogPlusOne : Elementwise<LogPlusOne, 1> {
  static constexpr std::string_view name = "log_plus_one";
  static constexpr ScalarFn fn = ScalarFn::Log1p;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
