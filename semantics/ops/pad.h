#pragma once

#include "semantics/window.h"

namespace partir {

/// `out[ī] = x[j̄]` where `i_d = low[d] + j_d · (interior[d] + 1)` for some `0 <= j_d < n_d` along every
/// dimension, else the padding value. A negative low or high takes elements away.
/// Example: pad [1, 2] with 0, low = [1], high = [0], interior = [1] = [0, 1, 0, 2].
/// Dimensions without padding have tile entries, and those where low and high together are as wide as the
/// interior: elsewhere a part's border is not the whole's.
///   C1 two operands; C2 the padding value is a scalar of the operand's element type; C3 one low, high
///   and interior per dimension; C4 0 <= interior, all numbers within 2^31; C5 no extent of the result is negative.
struct Pad {
  static constexpr std::string_view name = "pad";
  std::vector<int64_t> low, high, interior;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("edge_padding_low", &Pad::low),
                                   attribute("edge_padding_high", &Pad::high),
                                   attribute("interior_padding", &Pad::interior));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 2);
    constraint(x[1].rank() == 0 && x[1].element == x[0].element, "C2",
               "the padding value is a scalar of the operand's element type", [&] { return to_string(x[1]); });
    const size_t rank = x[0].shape.size();
    constraint(low.size() == rank && high.size() == rank && interior.size() == rank, "C3",
               "one low, high and interior per dimension",
               [&] { return to_string(low) + ", " + to_string(high) + ", " + to_string(interior); });
    TensorType t = x[0];
    for (const auto* list : {&low, &high, &interior}) check_places(*list, "C4");
    check_places(t.shape, "C4");
    for (size_t d = 0; d < rank; ++d) {
      constraint(interior[d] >= 0, "C4", "0 <= interior", [&] { return to_string(interior); });
      t.shape[d] = low[d] + high[d] + Window::spread(x[0].shape[d], interior[d] + 1);
      constraint(t.shape[d] >= 0, "C5", "no extent of the result is negative", [&] { return to_string(t.shape); });
    }
    return {t};
  }
  /// A dimension's elements as windows of one element over the spread and padded base.
  Window window(size_t d) const { return {1, 1, low[d], high[d], interior[d] + 1, 1, false}; }

  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    const ElementType e = x[0].element;
    std::vector<IndexExpr> index;
    for (size_t d = 0; d < low.size(); ++d)
      index.push_back(window(d).element(static_cast<int>(d), std::nullopt));
    const int padding = c.add(e, ReadNode{1, {}});
    int value = c.add(e, ReadNode{0, index});
    for (size_t d = 0; d < low.size(); ++d)
      value = window(d).guard(c, e, x[0].shape[d], static_cast<int>(d), std::nullopt, value, padding);
    return c;
  }
  /// Whether each element becomes a block of its own, alike in all parts.
  bool is_blocked(int64_t d) const {
    return low[d] >= 0 && high[d] >= 0 && low[d] + high[d] == interior[d];
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    for (int64_t d = 0; d < x[0].type.rank(); ++d)
      if (is_blocked(d)) e.push_back(operands(tile(d), any) >> tile(d));
    add_movement_partials(e, x[0].type.element, 2);
    for (Monoid m : all_monoids)
      if (defined_on(m, x[0].type.element)) {
        // the padding value is folded in once per part
        if (is_idempotent(m) || is_known_identity(m, x[1]))
          e.push_back(operands(partial(m), any) >> partial(m));
        if (is_idempotent(m) || is_known_identity(m, x[0]))
          e.push_back(operands(any, partial(m)) >> partial(m));
      }
    return e;
  }
  /// Without padding its value does not matter.
  std::optional<std::string_view> declines(const Entry& e, const Operands&) const {
    for (size_t d = 0; d < low.size(); ++d)
      if (low[d] > 0 || high[d] > 0 || interior[d] > 0) return std::nullopt;
    if (!e.has_partial_operand()) return std::nullopt;
    return "nothing is padded, so that the padding value is not read and may be in any parts: "
           "such a pad is a slice, which is listed";
  }
  Pad localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types&) const { return 0; }
  static std::vector<Sample<Pad>> samples() {
    const TensorType s{{}, ElementType::F32}, i{{}, ElementType::I32};
    return {{{{0, 1}, {0, 2}, {0, 1}}, {{{6, 4}, ElementType::F32}, s}},
            {{{-1, 0}, {2, 0}, {0, 0}}, {{{4, 6}, ElementType::I32}, i}},
            {{{2, -2}, {-1, 1}, {1, 2}}, {{{3, 6}, ElementType::F32}, s}},
            {{{3}, {0}, {0}}, {{{0}, ElementType::I32}, i}}};
  }
  friend bool operator==(const Pad&, const Pad&) = default;
};

}  // namespace partir
