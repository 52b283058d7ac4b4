#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = the real part of x[ī] (of a float itself)`. Example: real [(1, 2)] = [1].
struct Real : Elementwise<Real, 1> {
  static constexpr std::string_view name = "real";
  static constexpr ScalarFn fn = ScalarFn::Real;
  static constexpr Accepts accepted = Accepts::Inexact;
  static ElementType result_element(ElementType e) { return real_part(e); }
  Comprehension comprehension(const Types& x) const {
    if (is_complex(x[0].element)) return Elementwise::comprehension(x);
    Comprehension c;
    c.result = infer(x)[0];
    c.add(c.result.element, ReadNode{0, identity_index(x[0].rank())});
    return c;
  }
  /// Linear; a float stays what it is.
  static void partial_entries(std::vector<Entry>& e, ElementType t) {
    if (is_float(t)) add_movement_partials(e, t, 1);
    else additive_entries(e);
  }
};

}  // namespace partir
