// The base of chlo's tests for infinities.
#pragma once

#include <limits>

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] is infinite`, of the sign that `Self` says: 1, -1, or 0 for either.
template <class Self>
struct IsInfinite : Elementwise<Self, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr Accepts accepted = Accepts::Float;
  static ElementType result_element(ElementType) { return ElementType::I1; }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = this->infer(x)[0];
    const ElementType e = x[0].element;
    int value = c.add(e, ReadNode{0, identity_index(x[0].rank())});
    const double infinity = std::numeric_limits<double>::infinity();
    const Literal sought = Literal::splat_value({{}, e}, Self::sign < 0 ? -infinity : infinity);
    const int bound = c.add(e, LiteralNode{std::make_shared<const Literal>(sought), {}});
    if (Self::sign == 0) value = c.add(e, ApplyNode{ScalarFn::Abs, {value}});
    c.add(ElementType::I1, ApplyNode{ScalarFn::Eq, {value, bound}});
    return c;
  }
};

}  // namespace partir
