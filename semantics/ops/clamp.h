#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = min(max(x[ī], lo[ī]), hi[ī])`, where `lo` and `hi` may be scalars.
/// Example: clamp 0 [-1, 5] 3 = [0, 3].
///   C1 three operands; C2 lo and C3 hi are of rank 0 or of x's shape, and of its element type.
struct Clamp {
  static constexpr std::string_view name = "clamp";
  static constexpr auto attributes() { return boost::hana::make_tuple(); }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 3);
    for (int i : {0, 2})
      constraint(x[i].element == x[1].element && (x[i].rank() == 0 || x[i].shape == x[1].shape),
                 i == 0 ? "C2" : "C3", "a bound is of rank 0 or of the operand's type",
                 [&] { return to_string(x[i]); });
    return {x[1]};
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    ElementType e = x[1].element;
    int lo = c.add(e, ReadNode{0, identity_index(x[0].rank())});
    int v = c.add(e, ReadNode{1, identity_index(x[1].rank())});
    int hi = c.add(e, ReadNode{2, identity_index(x[2].rank())});
    int m = c.add(e, ApplyNode{ScalarFn::Max, {v, lo}});
    c.add(e, ApplyNode{ScalarFn::Min, {m, hi}});
    return c;
  }
  /// Lattice polynomials pass parts of the lattice operations in each operand.
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    const ElementType t = x[1].type.element;
    for (int64_t d = 0; d < x[1].type.rank(); ++d)
      e.push_back(operands(x[0].type.rank() == 0 ? any : tile(d), tile(d),
                           x[2].type.rank() == 0 ? any : tile(d)) >> tile(d));
    const Monoid top = is_bool(t) ? Monoid::Or : Monoid::Max;
    const Monoid bottom = is_bool(t) ? Monoid::And : Monoid::Min;
    // min(max(v, lo), hi) passes either ⊕ in each operand alone (the order is a distributive lattice),
    // max in v and lo jointly, and min in hi jointly with v or with lo.
    for (Monoid m : {top, bottom}) {
      e.push_back(operands(any, partial(m), any) >> partial(m));
      e.push_back(operands(partial(m), any, any) >> partial(m));
      e.push_back(operands(any, any, partial(m)) >> partial(m));
    }
    e.push_back(operands(partial(top), partial(top), any) >> partial(top));
    e.push_back(operands(any, partial(bottom), partial(bottom)) >> partial(bottom));
    e.push_back(operands(partial(bottom), any, partial(bottom)) >> partial(bottom));
    return e;
  }
  Clamp localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const { return 2.0 * static_cast<double>(x[1].elements()); }
  static std::vector<Sample<Clamp>> samples() {
    TensorType t{{6, 4}, ElementType::F32}, s{{}, ElementType::F32};
    return {{{}, {s, t, s}}, {{}, {t, t, t}}};
  }
  friend bool operator==(const Clamp&, const Clamp&) = default;
};

}  // namespace partir
