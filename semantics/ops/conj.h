#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = the complex conjugate of x[ī] (a float itself)`. Example: conj [(1, 2)] = [(1, -2)].
struct Conj : Elementwise<Conj, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "conj";
  static constexpr Accepts accepted = Accepts::Inexact;
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    const ElementType e = x[0].element;
    const int read = c.add(e, ReadNode{0, identity_index(x[0].rank())});
    if (is_float(e)) return c;
    const ElementType part = real_part(e);
    const int re = c.add(part, ApplyNode{ScalarFn::Real, {read}});
    const int im = c.add(part, ApplyNode{ScalarFn::Imag, {read}});
    const int negated = c.add(part, ApplyNode{ScalarFn::Negate, {im}});
    c.add(e, ApplyNode{ScalarFn::MakeComplex, {re, negated}});
    return c;
  }
  /// Linear; a float stays what it is.
  static void partial_entries(std::vector<Entry>& e, ElementType t) {
    if (is_float(t)) add_movement_partials(e, t, 1);
    else additive_entries(e);
  }
};

}  // namespace partir
