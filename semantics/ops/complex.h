#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] + i y[ī]`. Example: complex [1] [2] = [(1, 2)].
struct MakeComplex : Elementwise<MakeComplex, 2> {
  static constexpr std::string_view name = "complex";
  static constexpr ScalarFn fn = ScalarFn::MakeComplex;
  static constexpr Accepts accepted = Accepts::ComplexParts;
  static ElementType result_element(ElementType e) {
    return e == ElementType::F32 ? ElementType::C64 : ElementType::C128;
  }
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
