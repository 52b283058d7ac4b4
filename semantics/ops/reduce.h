#pragma once

#include "semantics/body_op.h"

namespace partir {

/// `out[ī] = init ⊕ ⊕_{k̄} x[ī merged with k̄ at dimensions]`.
/// Example: reduce [[1, 2], [3, 4]] init 0, add, dimensions = [1] = [3, 7].
/// Sums of f16 and bf16 accumulate in f32 and are rounded once: the order of the additions is the implementation's, and
/// this is near all of them. The reducer is a monoid; other bodies, and several operands, are `variadic_reduce`.
///   C1 an operand and an initial value; C2 the initial value is a scalar of its element type;
///   C3 dimensions are distinct and below the rank; C4 ⊕ is defined on the element type.
struct Reduce {
  static constexpr std::string_view name = "reduce";
  std::vector<int64_t> dims;
  Monoid reducer = Monoid::Add;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("dimensions", &Reduce::dims),
                                   attribute("reducer", &Reduce::reducer));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 2);
    constraint(x[1].rank() == 0 && x[1].element == x[0].element, "C2",
               "the initial value is a scalar of the operand's element type", [&] { return to_string(x[1]); });
    constraint(distinct_dims(dims, x[0].rank()), "C3",
               "dimensions are distinct and below the rank", [&] { return to_string(dims); });
    constraint(defined_on(reducer, x[0].element), "C4", "the reducer is defined on the element type",
               [&] { return std::string(partir::name(reducer)) + " on " + to_string(x[0]); });
    TensorType t{{}, x[0].element};
    for (int64_t d = 0; d < x[0].rank(); ++d)
      if (!is_in(dims, d)) t.shape.push_back(x[0].shape[d]);
    return {t};
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    c.reducer = reducer;
    c.init = 1;
    std::vector<IndexExpr> index;
    int kept = 0, reduced = static_cast<int>(c.result.rank());
    for (int64_t d = 0; d < x[0].rank(); ++d) {
      index.push_back(variable(is_in(dims, d) ? reduced++ : kept++));
      if (is_in(dims, d)) c.reduction.push_back(x[0].shape[d]);
    }
    c.add(x[0].element, ReadNode{0, index});
    return c;
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    // the initial value is folded in once per part
    const bool once = is_idempotent(reducer) || is_known_identity(reducer, x[1]);
    int64_t v = 0;
    for (int64_t d = 0; d < x[0].type.rank(); ++d) {
      if (!is_in(dims, d)) e.push_back(operands(tile(d), any) >> tile(v++));
      else {
        if (once) e.push_back(operands(tile(d), any) >> partial(reducer));
        e.push_back(operands(tile(d), partial(reducer)) >> partial(reducer));
      }
    }
    add_fold_partials(e, reducer, x[0], x[1]);
    return e;
  }
  Reduce localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const { return static_cast<double>(x[0].elements()); }
  static std::vector<Sample<Reduce>> samples() {
    TensorType s{{}, ElementType::F32}, i{{}, ElementType::I32};
    return {{{{1}, Monoid::Add}, {{{6, 4}, ElementType::F32}, s}},
            {{{0}, Monoid::Max}, {{{6, 4}, ElementType::I32}, i}},
            {{{0, 2}, Monoid::Add}, {{{2, 3, 4}, ElementType::I32}, i}},
            {{{0}, Monoid::Or}, {{{12}, ElementType::I1}, {{}, ElementType::I1}}}};
  }
  friend bool operator==(const Reduce&, const Reduce&) = default;
};

}  // namespace partir
