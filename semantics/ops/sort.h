#pragma once

#include <bit>

#include "semantics/body_op.h"

namespace partir {

/// Along `dimension` the tuples `(x_1, .., x_n)` in the order of the comparator, which is given two of
/// them as `(l_1, r_1, .., l_n, r_n)` and says whether l goes before r; what is equivalent stays in
/// order. Where `is_stable` is not asked for, that order is the implementation's, and this is one of several outcomes
/// (proofs/other_outcomes.h has another).
/// Example: sort [2, 1, 3] by LT = [1, 2, 3].
/// It is a map over all other dimensions.
///   C1 at least one operand; C2 operands have one shape; C3 the dimension is below the rank (negative
///   ones count from the end); C4 the comparator takes each element type twice and gives an i1.
struct Sort {
  static constexpr std::string_view name = "sort";
  int64_t dimension = -1;
  bool is_stable = false;
  ScalarBody comparator;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("dimension", &Sort::dimension),
                                   attribute("is_stable", &Sort::is_stable),
                                   attribute("comparator", &Sort::comparator));
  }

  std::vector<TensorType> infer(const Types& x) const {
    constraint(!x.empty(), "C1", "at least one operand", "none");
    std::vector<ElementType> twice;
    for (const TensorType& t : x) {
      constraint(t.shape == x[0].shape, "C2", "operands have one shape", [&] { return to_string(x); });
      twice.insert(twice.end(), 2, t.element);
    }
    constraint(-x[0].rank() <= dimension && dimension < x[0].rank(), "C3",
               "the dimension is below the rank", [&] { return std::to_string(dimension); });
    check_body(comparator, twice, {ElementType::I1}, "C4");
    return x;
  }
  /// The dimension, counted from the front.
  int64_t along(int64_t rank) const { return dimension < 0 ? dimension + rank : dimension; }
  bool moves() const { return true; }
  std::vector<MapDimension> maps(const Types& x) const {
    std::vector<MapDimension> maps;
    for (int64_t d = 0; d < x[0].rank(); ++d)
      if (d != along(x[0].rank()))
        maps.push_back({std::vector<int64_t>(x.size(), d), std::vector<int64_t>(x.size(), d)});
    return maps;
  }
  std::vector<Entry> entries(const Operands& x) const { return map_entries(maps(types_of(x))); }
  Sort localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const {
    const double n = static_cast<double>(x[0].elements());
    return n * (x[0].rank() == 0 ? 0 : std::bit_width(static_cast<uint64_t>(x[0].shape[along(x[0].rank())])));
  }
  static std::vector<Sample<Sort>> samples() {
    const ElementType f = ElementType::F32, i = ElementType::I32;
    ScalarBody by_first = ScalarBody::of({i, i, f, f});
    by_first.results = {by_first.add(ElementType::I1, ApplyNode{ScalarFn::Gt, {0, 1}})};
    return {{{1, true, comparison_body(ScalarFn::Lt, f)}, {{{6, 4}, f}}},
            {{-2, false, by_first}, {{{6, 4}, i}, {{6, 4}, f}}}};
  }
  friend bool operator==(const Sort&, const Sort&) = default;
};

}  // namespace partir
