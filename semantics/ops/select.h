#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = p[ī] ? x[ī] : y[ī]`, where `p` may be a scalar that decides for all.
/// Example: select [true, false] [1, 2] [3, 4] = [1, 4].
///   C1 three operands; C2 p is i1 of rank 0 or of x's shape; C3 x and y of one type.
struct Select {
  static constexpr std::string_view name = "select";
  static constexpr auto attributes() { return boost::hana::make_tuple(); }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 3);
    constraint(x[0].element == ElementType::I1 && (x[0].rank() == 0 || x[0].shape == x[1].shape),
               "C2", "the predicate is i1, of rank 0 or of the branches' shape", [&] { return to_string(x[0]); });
    constraint(x[1] == x[2], "C3", "both branches have one type",
               [&] { return to_string(x[2]) + " beside " + to_string(x[1]); });
    return {x[1]};
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    int p = c.add(ElementType::I1, ReadNode{0, identity_index(x[0].rank())});
    int t = c.add(x[1].element, ReadNode{1, identity_index(x[1].rank())});
    int f = c.add(x[2].element, ReadNode{2, identity_index(x[2].rank())});
    c.add(x[1].element, ApplyNode{ScalarFn::Select, {p, t, f}});
    return c;
  }
  /// For a fixed predicate select passes any ⊕ of its branches.
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    for (int64_t d = 0; d < x[1].type.rank(); ++d)
      e.push_back(operands(x[0].type.rank() == 0 ? any : tile(d), tile(d), tile(d)) >> tile(d));
    for (Monoid m : all_monoids)
      if (defined_on(m, x[1].type.element))
        e.push_back(operands(any, partial(m), partial(m)) >> partial(m));
    return e;
  }
  /// Equal parts are in parts.
  std::optional<std::string_view> declines(const Entry& e, const Operands& x) const {
    return declines_equal_parts(e, x, entries(x));
  }
  Select localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const { return static_cast<double>(x[1].elements()); }
  static std::vector<Sample<Select>> samples() {
    TensorType t{{6, 4}, ElementType::F32};
    return {{{}, {{{6, 4}, ElementType::I1}, t, t}}, {{}, {{{}, ElementType::I1}, t, t}}};
  }
  friend bool operator==(const Select&, const Select&) = default;
};

}  // namespace partir
