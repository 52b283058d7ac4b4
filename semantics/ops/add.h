#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] + y[ī] (integers wrap)`. Example: add [1] [2] = [3].
struct Add : Elementwise<Add, 2> {
  static constexpr std::string_view name = "add";
  static constexpr ScalarFn fn = ScalarFn::Add;
  static constexpr Accepts accepted = Accepts::Numeric;
  /// Jointly linear.
  static void partial_entries(std::vector<Entry>& e, ElementType) {
    e.push_back(operands(partial(Monoid::Add), partial(Monoid::Add)) >> partial(Monoid::Add));
  }
  /// Equal parts are in parts.
  std::optional<std::string_view> declines(const Entry& e, const Operands& x) const {
    return declines_equal_parts(e, x, entries(x));
  }
};

}  // namespace partir
