#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] is neither infinite nor NaN`. Example: is_finite [1, inf] = [true, false].
struct IsFinite : Elementwise<IsFinite, 1> {
  static constexpr std::string_view name = "is_finite";
  static constexpr ScalarFn fn = ScalarFn::IsFinite;
  static constexpr Accepts accepted = Accepts::Float;
  static ElementType result_element(ElementType) { return ElementType::I1; }
};

}  // namespace partir
