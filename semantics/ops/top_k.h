#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// The k largest elements along the last dimension in descending order, and their indices (i32); of
/// equal ones the first come first; floats in their total order (NaN above all).
/// Example: top_k [3, 1, 2], k = 2 = [3, 2] at [0, 2].
/// It is a map over all other dimensions.
///   C1 one operand; C2 its rank is at least 1; C3 0 <= k <= the last extent; C4 its elements are ordered.
struct TopK {
  static constexpr std::string_view name = "top_k";
  static constexpr std::string_view dialect = "chlo";
  int64_t k = 0;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("k", &TopK::k));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 1);
    constraint(x[0].rank() >= 1, "C2", "the rank is at least 1", [&] { return to_string(x[0]); });
    constraint(0 <= k && k <= x[0].shape.back(), "C3", "0 <= k <= the last extent",
               [&] { return std::to_string(k) + " of " + to_string(x[0]); });
    constraint(is_bool(x[0].element) || is_integer(x[0].element) || is_float(x[0].element), "C4",
               "the elements are ordered", [&] { return to_string(x[0]); });
    TensorType values = x[0];
    values.shape.back() = k;
    return {values, {values.shape, ElementType::I32}};
  }
  bool moves() const { return true; }
  std::vector<MapDimension> maps(const Types& x) const {
    std::vector<MapDimension> maps;
    for (int64_t d = 0; d + 1 < x[0].rank(); ++d) maps.push_back({{d}, {d, d}});
    return maps;
  }
  std::vector<Entry> entries(const Operands& x) const { return map_entries(maps(types_of(x))); }
  TopK localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const { return static_cast<double>(x[0].elements()); }
  static std::vector<Sample<TopK>> samples() {
    return {{{2}, {{{6, 4}, ElementType::F32}}}, {{3}, {{{6}, ElementType::I32}}}};
  }
  friend bool operator==(const TopK&, const TopK&) = default;
};

}  // namespace partir
