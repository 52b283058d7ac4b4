#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = cos x[ī]`. Example: cosine [0] = [1].
struct Cosine : Elementwise<Cosine, 1> {
  static constexpr std::string_view name = "cosine";
  static constexpr ScalarFn fn = ScalarFn::Cosine;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
