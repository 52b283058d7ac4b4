#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] rounded, ties away from zero`. Example: round_nearest_afz [2.5] = [3].
struct RoundNearestAfz : Elementwise<RoundNearestAfz, 1> {
  static constexpr std::string_view name = "round_nearest_afz";
  static constexpr ScalarFn fn = ScalarFn::RoundAfz;
  static constexpr Accepts accepted = Accepts::Float;
};

}  // namespace partir
