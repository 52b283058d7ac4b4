#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = ln x[ī]`. Example: log [1] = [0].
struct Log : Elementwise<Log, 1> {
  static constexpr std::string_view name = "log";
  static constexpr ScalarFn fn = ScalarFn::Log;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
