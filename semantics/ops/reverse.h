#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[j̄]`, `j_d = n_d - 1 - i_d` for d in dims, else `i_d`.
/// Example: reverse [1, 2, 3], dims = [0] = [3, 2, 1].
/// A reversed dimension has no entry: part r of the result is the reverse of part N-1-r.
///   C2 dims are distinct and below the rank.
struct Reverse {
  static constexpr std::string_view name = "reverse";
  std::vector<int64_t> dims;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("dimensions", &Reverse::dims));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 1);
    constraint(distinct_dims(dims, x[0].rank()), "C2", "dims are distinct and below the rank",
               [&] { return to_string(dims); });
    return {x[0]};
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    std::vector<IndexExpr> index = identity_index(x[0].rank());
    for (int64_t d : dims) {
      index[d].terms[0].coefficient = -1;
      index[d].offset = x[0].shape[d] - 1;
    }
    c.add(x[0].element, ReadNode{0, index});
    return c;
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    for (int64_t d = 0; d < x[0].type.rank(); ++d)
      if (!is_in(dims, d)) e.push_back(operands(tile(d)) >> tile(d));
    add_movement_partials(e, x[0].type.element, 1);
    return e;
  }
  Reverse localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types&) const { return 0; }
  static std::vector<Sample<Reverse>> samples() {
    return {{{{0}}, {{{6, 4}, ElementType::F32}}}, {{{}}, {{{12}, ElementType::I32}}}};
  }
  friend bool operator==(const Reverse&, const Reverse&) = default;
};

}  // namespace partir
