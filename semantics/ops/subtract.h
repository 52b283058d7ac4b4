#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] - y[ī] (integers wrap)`. Example: subtract [3] [2] = [1].
struct Subtract : Elementwise<Subtract, 2> {
  static constexpr std::string_view name = "subtract";
  static constexpr ScalarFn fn = ScalarFn::Subtract;
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
