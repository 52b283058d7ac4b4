#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = -x[ī] (integers wrap)`. Example: negate [1] = [-1].
struct Negate : Elementwise<Negate, 1> {
  static constexpr std::string_view name = "negate";
  static constexpr ScalarFn fn = ScalarFn::Negate;
  static constexpr Accepts accepted = Accepts::Numeric;
  /// Linear.
  static void partial_entries(std::vector<Entry>& e, ElementType) {
    additive_entries(e);
  }
};

}  // namespace partir
