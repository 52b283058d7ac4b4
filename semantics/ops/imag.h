#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = the imaginary part of x[ī] (0 of a float)`. Example: imag [(1, 2)] = [2].
struct Imag : Elementwise<Imag, 1> {
  static constexpr std::string_view name = "imag";
  static constexpr ScalarFn fn = ScalarFn::Imag;
  static constexpr Accepts accepted = Accepts::Inexact;
  static ElementType result_element(ElementType e) { return real_part(e); }
  Comprehension comprehension(const Types& x) const {
    if (is_complex(x[0].element)) return Elementwise::comprehension(x);
    Comprehension c;
    c.result = infer(x)[0];
    const Literal zero = Literal::splat_value({{}, c.result.element}, 0);
    c.add(c.result.element, LiteralNode{std::make_shared<const Literal>(zero), {}});
    return c;
  }
  /// Linear.
  static void partial_entries(std::vector<Entry>& e, ElementType) {
    additive_entries(e);
  }
  /// Of a float it is constant.
  std::optional<std::string_view> declines(const Entry& e, const Operands& x) const {
    if (is_float(x[0].type.element) && e.has_partial_operand())
      return "the imaginary part of a float is 0, whatever parts the float is in: a constant needs "
             "no reduction after it";
    return std::nullopt;
  }
};

}  // namespace partir
