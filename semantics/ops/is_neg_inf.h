#pragma once

#include <limits>

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] is negative infinity`. Example: is_neg_inf [inf, -inf] = [false, true].
struct IsNegInf : Elementwise<IsNegInf, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "is_neg_inf";
  static constexpr Accepts accepted = Accepts::Float;
  static ElementType result_element(ElementType) { return ElementType::I1; }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    const ElementType e = x[0].element;
    const int read = c.add(e, ReadNode{0, identity_index(x[0].rank())});
    const Literal infinity =
        Literal::splat_value({{}, e}, -std::numeric_limits<double>::infinity());
    const int bound = c.add(e, LiteralNode{std::make_shared<const Literal>(infinity), {}});
    c.add(ElementType::I1, ApplyNode{ScalarFn::Eq, {read, bound}});
    return c;
  }
};

}  // namespace partir
