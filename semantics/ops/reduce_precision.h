#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] as a float of exponent_bits and mantissa_bits has it, in x's type`: rounded to
/// the nearest, ties to even; too large is infinite, too small to be normal is 0. A NaN stays one, and is an
/// infinity where there are no mantissa bits to tell it. Where rounding is
/// none (in exact domains) nothing changes. Example: reduce_precision [1.001] to 5 and 2 bits =
/// [1].
///   C4 1 <= exponent_bits; C5 0 <= mantissa_bits.
struct ReducePrecision : Elementwise<ReducePrecision, 1> {
  static constexpr std::string_view name = "reduce_precision";
  static constexpr Accepts accepted = Accepts::Float;
  int64_t exponent_bits = 5;
  int64_t mantissa_bits = 10;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("exponent_bits", &ReducePrecision::exponent_bits),
                                   attribute("mantissa_bits", &ReducePrecision::mantissa_bits));
  }

  std::vector<TensorType> infer(const Types& x) const {
    std::vector<TensorType> result = Elementwise::infer(x);
    constraint(exponent_bits >= 1, "C4", "1 <= exponent_bits", [&] { return std::to_string(exponent_bits); });
    constraint(mantissa_bits >= 0, "C5", "0 <= mantissa_bits", [&] { return std::to_string(mantissa_bits); });
    return result;
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    auto bits = [&](int64_t n) {  // no float has more
      const TensorType type{{}, ElementType::I32};
      const Literal l = Literal::splat_bits(type, static_cast<uint64_t>(std::min<int64_t>(n, 64)));
      return c.add(type.element, LiteralNode{std::make_shared<const Literal>(l), {}});
    };
    const int e = bits(exponent_bits), m = bits(mantissa_bits);
    const int read = c.add(x[0].element, ReadNode{0, identity_index(x[0].rank())});
    c.add(x[0].element, ApplyNode{ScalarFn::ReducePrecision, {e, m, read}});
    return c;
  }
};

}  // namespace partir
