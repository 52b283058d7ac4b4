#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[i_0, ..] = x[j̄]`, `j_{permutation[k]} = i_k`.
/// Example: transpose [[1, 2], [3, 4]], dims = [1, 0] = [[1, 3], [2, 4]].
///   C2 dims is a permutation of x's dimensions.
struct Transpose {
  static constexpr std::string_view name = "transpose";
  std::vector<int64_t> permutation;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("permutation", &Transpose::permutation));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 1);
    constraint(static_cast<int64_t>(permutation.size()) == x[0].rank() &&
                   distinct_dims(permutation, x[0].rank()),
               "C2", "dims is a permutation of the operand's dimensions", [&] { return to_string(permutation); });
    TensorType t{{}, x[0].element};
    for (int64_t d : permutation) t.shape.push_back(x[0].shape[d]);
    return {t};
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    std::vector<IndexExpr> index(permutation.size());
    for (size_t k = 0; k < permutation.size(); ++k)
      index[permutation[k]] = variable(static_cast<int>(k));
    c.add(x[0].element, ReadNode{0, index});
    return c;
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    for (size_t k = 0; k < permutation.size(); ++k)
      e.push_back(operands(tile(permutation[k])) >> tile(static_cast<int64_t>(k)));
    add_movement_partials(e, x[0].type.element, 1);
    return e;
  }
  Transpose localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types&) const { return 0; }
  static std::vector<Sample<Transpose>> samples() {
    return {{{{1, 0}}, {{{6, 4}, ElementType::F32}}},
            {{{2, 0, 1}}, {{{2, 3, 4}, ElementType::I32}}}};
  }
  friend bool operator==(const Transpose&, const Transpose&) = default;
};

}  // namespace partir
