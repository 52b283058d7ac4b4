#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x_p[ī - offset_p along dimension]` for the piece p that holds `i_dimension`.
/// Example: concatenate [1] [2, 3], dim = 0 = [1, 2, 3].
/// The concatenated dimension has no entry: parts of the pieces are not parts of the whole.
///   C1 at least one operand; C2 the dimension is below the rank; C3 types agree off the dimension.
struct Concatenate {
  static constexpr std::string_view name = "concatenate";
  int64_t dimension = 0;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("dimension", &Concatenate::dimension));
  }

  std::vector<TensorType> infer(const Types& x) const {
    constraint(!x.empty(), "C1", "at least one operand", "none");
    constraint(dimension >= 0 && dimension < x[0].rank(), "C2", "the dimension is below the rank",
               [&] { return std::to_string(dimension); });
    TensorType t = x[0];
    for (size_t p = 1; p < x.size(); ++p) {
      constraint(x[p].rank() == t.rank(), "C3", "types agree off the dimension", [&] { return to_string(x); });
      TensorType same = x[p];
      same.shape[dimension] = t.shape[dimension];
      constraint(same == t, "C3", "types agree off the dimension", [&] { return to_string(x); });
      t.shape[dimension] += x[p].shape[dimension];
    }
    return {t};
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    const int v = static_cast<int>(dimension);
    int64_t offset = c.result.shape[dimension];
    int value = -1;
    for (size_t p = x.size(); p-- > 0;) {
      offset -= x[p].shape[dimension];
      std::vector<IndexExpr> index = identity_index(x[0].rank());
      index[dimension].offset = -offset;
      int read = c.add(x[0].element, ReadNode{static_cast<int>(p), index});
      // i >= offset: piece p or a later one
      value = value < 0 ? read
                        : c.add(x[0].element,
                                GuardNode{{{{v, 1}}, -(offset + x[p].shape[dimension]), 1, 0},
                                          value, read});
    }
    return c;
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    for (int64_t d = 0; d < x[0].type.rank(); ++d)
      if (d != dimension)
        e.push_back(operands(EntryAttrs(x.size(), tile(d))) >> tile(d));
    add_movement_partials(e, x[0].type.element, x.size());
    return e;
  }
  /// Equal parts are in parts; one piece is the result.
  std::optional<std::string_view> declines(const Entry& e, const Operands& x) const {
    if (x.size() == 1 && e.results[0] == tile(dimension))
      return "a concatenation of one piece is that piece: no program needs it along its dimension";
    return declines_equal_parts(e, x, entries(x));
  }
  Concatenate localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types&) const { return 0; }
  static std::vector<Sample<Concatenate>> samples() {
    return {{{1}, {{{6, 4}, ElementType::F32}, {{6, 2}, ElementType::F32}}},
            {{0}, {{{4}, ElementType::I32}, {{6}, ElementType::I32}, {{2}, ElementType::I32}}}};
  }
  friend bool operator==(const Concatenate&, const Concatenate&) = default;
};

}  // namespace partir
