#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = artanh x[ī]`. Example: atanh [0] = [0].
struct Atanh : Elementwise<Atanh, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "atanh";
  static constexpr ScalarFn fn = ScalarFn::Atanh;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
