#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = value[ī]`. Example: constant dense<[1, 2]> = [1, 2].
/// A splat tiles on every dimension; a dense constant's chunk depends on the device, so it has no
/// entry and stays sliced (calculus.md section 7).
struct Constant {
  static constexpr std::string_view name = "constant";
  Literal value;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("value", &Constant::value));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 0);
    return {value.type};
  }
  Comprehension comprehension(const Types&) const {
    Comprehension c;
    c.result = value.type;
    std::vector<IndexExpr> index;
    if (!value.splat) index = identity_index(value.type.rank());
    c.add(value.type.element, LiteralNode{std::make_shared<const Literal>(value), index});
    return c;
  }
  std::vector<Entry> entries(const Operands&) const {
    std::vector<Entry> e;
    if (value.splat)
      for (int64_t d = 0; d < value.type.rank(); ++d) e.push_back(operands() >> tile(d));
    return e;
  }
  Constant localise(const Entry& entry, int64_t n, const Types&) const {
    Constant local = *this;
    if (entry.results[0].is_tile()) local.value.type.shape[entry.results[0].dim] /= n;
    return local;
  }
  /// Inverse of `localise`: the op of which this one is a part.
  Constant globalise(const Entry& entry, int64_t n) const {
    Constant whole = *this;
    if (entry.results[0].is_tile()) whole.value.type.shape[entry.results[0].dim] *= n;
    return whole;
  }
  double flops(const Types&) const { return 0; }
  static std::vector<Sample<Constant>> samples() {
    return {{{Literal::splat_value({{6, 4}, ElementType::F32}, 2)}, {}},
            {{Literal::splat_value({{}, ElementType::I32}, 7)}, {}}};
  }
  friend bool operator==(const Constant&, const Constant&) = default;
};

}  // namespace partir
