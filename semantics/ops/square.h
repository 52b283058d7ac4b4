#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] · x[ī]`. Example: square [3] = [9].
struct Square : Elementwise<Square, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "square";
  static constexpr Accepts accepted = Accepts::Numeric;
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    const ElementType e = x[0].element;
    const int read = c.add(e, ReadNode{0, identity_index(x[0].rank())});
    c.add(e, ApplyNode{ScalarFn::Multiply, {read, read}});
    return c;
  }
  /// The square of a product is the product of the squares.
  static void partial_entries(std::vector<Entry>& e, ElementType) {
    e.push_back(operands(partial(Monoid::Mul)) >> partial(Monoid::Mul));
  }
};

}  // namespace partir
