#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = |x[ī]|`, a real number. Example: abs [-2, 3] = [2, 3].
struct Abs : Elementwise<Abs, 1> {
  static constexpr std::string_view name = "abs";
  static constexpr ScalarFn fn = ScalarFn::Abs;
  static constexpr Accepts accepted = Accepts::Signed;
  static ElementType result_element(ElementType e) { return real_part(e); }
  /// Of real numbers a homomorphism of products.
  std::optional<std::string_view> declines(const Entry& e, const Operands&) const {
    if (e.results[0] == partial(Monoid::Mul))
      return "the absolute value of a product is a law of the real numbers that the field lacks in which "
             "programs are checked, where the halves of the field are the signs";
    return std::nullopt;
  }
};

}  // namespace partir
