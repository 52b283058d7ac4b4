#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = arcsin x[ī]`. Example: asin [0] = [0].
struct Asin : Elementwise<Asin, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "asin";
  static constexpr ScalarFn fn = ScalarFn::Asin;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
