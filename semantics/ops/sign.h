#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = the sign of x[ī] (NaN and ±0 stay; of a complex number x/|x|)`. Example: sign [-7] =
/// [-1].
struct Sign : Elementwise<Sign, 1> {
  static constexpr std::string_view name = "sign";
  static constexpr ScalarFn fn = ScalarFn::Sign;
  static constexpr Accepts accepted = Accepts::Signed;
  /// Of real numbers a homomorphism of products.
  std::optional<std::string_view> declines(const Entry& e, const Operands&) const {
    if (e.results[0] == partial(Monoid::Mul))
      return "the sign of a product is a law of the real numbers that the field lacks in which "
             "programs are checked, where the halves of the field are the signs";
    return std::nullopt;
  }
};

}  // namespace partir
