#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// The elements' bits as elements of another type. Of a narrower type there are several, along a last
/// dimension that is added, lowest bits first; to a wider type a last dimension is put together.
/// Example: bitcast_convert 1.0 : f32 to i32 = 1065353216.
/// It is a map over the dimensions that stay.
///   C1 one operand; C2 to a wider type: the last extent is the number of elements that one is made
///   of; C3 both types are complex, or neither.
struct BitcastConvert {
  static constexpr std::string_view name = "bitcast_convert";
  ElementType element = ElementType::I32;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("result_element", &BitcastConvert::element));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 1);
    // widths are powers of two: one divides the other
    const int from = bit_width(x[0].element), to = bit_width(element);
    constraint(is_complex(x[0].element) == is_complex(element), "C3",
               "both types are complex, or neither", [&] { return to_string(x[0]); });
    TensorType t{x[0].shape, element};
    if (from > to) t.shape.push_back(from / to);
    if (to > from) {
      constraint(x[0].rank() >= 1 && x[0].shape.back() == to / from, "C2",
                 "the last extent is the number of elements that one is made of", [&] { return to_string(x[0]); });
      t.shape.pop_back();
    }
    return {t};
  }
  /// Between types of one width; others put together or take apart what no scalar function does.
  std::optional<Comprehension> comprehension(const Types& x) const {
    const Types results = infer(x);
    if (bit_width(element) != bit_width(x[0].element)) return std::nullopt;
    Comprehension c;
    c.result = results[0];
    const int read = c.add(x[0].element, ReadNode{0, identity_index(x[0].rank())});
    if (element != x[0].element) c.add(element, ApplyNode{ScalarFn::Bitcast, {read}});
    return c;
  }
  /// Discrete results are what they are; a float's may come from rounded bits.
  bool moves() const { return true; }
  std::vector<MapDimension> maps(const Types& x) const {
    std::vector<MapDimension> maps;
    const int64_t rank = x[0].rank() - (bit_width(element) > bit_width(x[0].element) ? 1 : 0);
    for (int64_t d = 0; d < rank; ++d) maps.push_back({{d}, {d}});
    return maps;
  }
  std::vector<Entry> entries(const Operands& x) const { return map_entries(maps(types_of(x))); }
  BitcastConvert localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types&) const { return 0; }
  static std::vector<Sample<BitcastConvert>> samples() {
    return {{{ElementType::I32}, {{{6, 4}, ElementType::F32}}},
            {{ElementType::UI8}, {{{6}, ElementType::I32}}},
            {{ElementType::I32}, {{{6, 2}, ElementType::I16}}}};
  }
  friend bool operator==(const BitcastConvert&, const BitcastConvert&) = default;
};

}  // namespace partir
