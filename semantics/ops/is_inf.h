#pragma once

#include "semantics/infinity.h"

namespace partir {

/// `out[ī] = x[ī] is infinite`. Example: is_inf [1, -inf] = [false, true].
struct IsInf : IsInfinite<IsInf> {
  static constexpr std::string_view name = "is_inf";
  static constexpr int sign = 0;
};

}  // namespace partir
