#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// The relation of a compare.
enum class ComparisonDirection : uint8_t { EQ, NE, GE, GT, LE, LT };
inline constexpr std::string_view comparison_names[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};

/// Which order of floats a compare means.
enum class ComparisonOrder : uint8_t { Usual, Total };

/// `out[ī] = x[ī] R y[ī]`; a NaN is unequal to everything and not ordered. In the total order of
/// floats (compare_type TOTALORDER) -NaN < -inf < .. < -0 < 0 < .. < inf < NaN. Complex numbers compare by
/// their real parts, then by their imaginary ones.
/// Example: compare LT [1] [2] = [true].
///   C1 two operands; C2 of one type; C3 the total order is one of floats.
struct Compare {
  static constexpr std::string_view name = "compare";
  ComparisonDirection direction = ComparisonDirection::EQ;
  ComparisonOrder order = ComparisonOrder::Usual;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("comparison_direction", &Compare::direction),
                                   attribute("compare_type", &Compare::order));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 2);
    constraint(x[0] == x[1], "C2", "both operands have one type",
               [&] { return to_string(x[1]) + " beside " + to_string(x[0]); });
    constraint(is_float(x[0].element) || order == ComparisonOrder::Usual, "C3",
               "the total order is one of floats", [&] { return to_string(x[0]); });
    return {{x[0].shape, ElementType::I1}};
  }
  ScalarFn fn() const {
    switch (direction) {
      case ComparisonDirection::EQ: return ScalarFn::Eq;
      case ComparisonDirection::NE: return ScalarFn::Ne;
      case ComparisonDirection::GE: return ScalarFn::Ge;
      case ComparisonDirection::GT: return ScalarFn::Gt;
      case ComparisonDirection::LE: return ScalarFn::Le;
      default: return ScalarFn::Lt;
    }
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    int l = c.add(x[0].element, ReadNode{0, identity_index(x[0].rank())});
    int r = c.add(x[1].element, ReadNode{1, identity_index(x[1].rank())});
    if (order == ComparisonOrder::Total) total(c, l, r);
    else c.add(ElementType::I1, ApplyNode{fn(), {l, r}});
    return c;
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    for (int64_t d = 0; d < x[0].type.rank(); ++d)
      e.push_back(operands(tile(d), tile(d)) >> tile(d));
    return e;
  }
  Compare localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const { return static_cast<double>(x[0].elements()); }
  static std::vector<Sample<Compare>> samples() {
    std::vector<Sample<Compare>> all;
    for (auto d : {ComparisonDirection::EQ, ComparisonDirection::NE, ComparisonDirection::GE,
                   ComparisonDirection::GT, ComparisonDirection::LE, ComparisonDirection::LT})
      all.push_back({{d}, Types(2, {{6, 4}, ElementType::I32})});
    all.push_back({{}, Types(2, {{12}, ElementType::F32})});
    all.push_back({{}, Types(2, {{12}, ElementType::C64})});
    all.push_back({{ComparisonDirection::LT, ComparisonOrder::Total},
                   Types(2, {{12}, ElementType::F32})});
    return all;
  }
  friend bool operator==(const Compare&, const Compare&) = default;

 private:
  /// All relations by `<=`: the order is total and antisymmetric.
  void total(Comprehension& c, int l, int r) const {
    using enum ComparisonDirection;
    auto apply = [&](ScalarFn f, std::vector<int> x) {
      return c.add(ElementType::I1, ApplyNode{f, std::move(x)});
    };
    const bool swapped = direction == GE || direction == LT;
    if (direction == EQ || direction == NE) {
      const int le = apply(ScalarFn::TotalLe, {l, r}), ge = apply(ScalarFn::TotalLe, {r, l});
      const int both = apply(ScalarFn::And, {le, ge});
      if (direction == NE) apply(ScalarFn::Not, {both});
      return;
    }
    const int le = swapped ? apply(ScalarFn::TotalLe, {r, l}) : apply(ScalarFn::TotalLe, {l, r});
    if (direction == LT || direction == GT) apply(ScalarFn::Not, {le});
  }
};

}  // namespace partir
