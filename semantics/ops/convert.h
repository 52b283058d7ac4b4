#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] in another element type` (to i1: is not zero; floats to integers truncate towards
/// zero and saturate, NaN gives 0). Example: convert [1.5] to i32 = [1].
/// Rounding is not linear, so no partial float passes; of integers what fewer bits or more keep.
struct Convert {
  static constexpr std::string_view name = "convert";
  ElementType element = ElementType::F32;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("result_element", &Convert::element));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 1);
    return {{x[0].shape, element}};
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    int read = c.add(x[0].element, ReadNode{0, identity_index(x[0].rank())});
    c.add(element, ApplyNode{ScalarFn::Convert, {read}});
    return c;
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    for (int64_t d = 0; d < x[0].type.rank(); ++d) e.push_back(operands(tile(d)) >> tile(d));
    const ElementType from = x[0].type.element;
    if (from == element) add_movement_partials(e, element, 1);
    if (from == element || !is_integer(from) || !is_integer(element)) return e;
    const int wider = bit_width(element) - bit_width(from);
    auto passes = [&](Monoid m) { e.push_back(operands(partial(m)) >> partial(m)); };
    for (Monoid m : {Monoid::And, Monoid::Or}) passes(m);
    if (wider <= 0)
      for (Monoid m : {Monoid::Add, Monoid::Mul}) passes(m);
    // where every value stays what it is, so does the order
    if (is_unsigned_int(from) ? wider > 0 : is_signed_int(element) && wider > 0)
      for (Monoid m : {Monoid::Max, Monoid::Min}) passes(m);
    return e;
  }
  Convert localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const { return static_cast<double>(x[0].elements()); }
  static std::vector<Sample<Convert>> samples() {
    return {{{ElementType::F32}, {{{6, 4}, ElementType::UI8}}},
            {{ElementType::F32}, {{{6, 4}, ElementType::F32}}},
            {{ElementType::I32}, {{{12}, ElementType::I64}}}};
  }
  friend bool operator==(const Convert&, const Convert&) = default;
};

}  // namespace partir
