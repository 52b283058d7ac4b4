#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = |x[ī]|`, a real number. Example: abs [-2, 3] = [2, 3].
struct Abs : Elementwise<Abs, 1> {
  static constexpr std::string_view name = "abs";
  static constexpr ScalarFn fn = ScalarFn::Abs;
  static constexpr Accepts accepted = Accepts::Signed;
  static ElementType result_element(ElementType e) { return real_part(e); }
};

}  // namespace partir
