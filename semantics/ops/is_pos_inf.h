#pragma once

#include "semantics/infinity.h"

namespace partir {

/// `out[ī] = x[ī] is positive infinity`. Example: is_pos_inf [inf, -inf] = [true, false].
struct IsPosInf : IsInfinite<IsPosInf> {
  static constexpr std::string_view name = "is_pos_inf";
  static constexpr int sign = 1;
};

}  // namespace partir
