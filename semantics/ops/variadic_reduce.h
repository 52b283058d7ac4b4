#pragma once

#include "semantics/body_op.h"

namespace partir {

/// `out_j[ī] = ` the fold of the body over `(x_1[ī, k̄], .., x_n[ī, k̄])` in row-major order of k̄, from the
/// initial values. StableHLO's reduce, where it is not `reduce` above: several inputs, or a body that
/// is none of the monoids.
/// Example: [3, 7, 5] with [0, 1, 2], keeping what is larger = 7 with 1.
/// It is a map over the dimensions that stay.
///   C1 inputs and as many initial values; C2 inputs have one shape; C3 initial values are scalars of
///   their element types; C4 dimensions are distinct and below the rank; C5 the body takes twice types
///   that theirs widen to (f32 for bf16), and gives these.
struct VariadicReduce {
  static constexpr std::string_view name = "variadic_reduce";
  static constexpr std::string_view mnemonic = "reduce";
  std::vector<int64_t> dims;
  ScalarBody body;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("dimensions", &VariadicReduce::dims),
                                   attribute("body", &VariadicReduce::body));
  }

  std::vector<TensorType> infer(const Types& x) const {
    const size_t n = check_fold(x, body, "C1", "C2", "C3", "C5");
    constraint(distinct_dims(dims, x[0].rank()), "C4",
               "dimensions are distinct and below the rank", [&] { return to_string(dims); });
    std::vector<TensorType> results(n);
    for (size_t i = 0; i < n; ++i) {
      results[i].element = body.params[i];
      for (int64_t d = 0; d < x[0].rank(); ++d)
        if (!is_in(dims, d)) results[i].shape.push_back(x[0].shape[d]);
    }
    return results;
  }
  std::vector<MapDimension> maps(const Types& x) const {
    std::vector<MapDimension> maps;
    const size_t n = x.size() / 2;
    int64_t v = 0;
    for (int64_t d = 0; d < x[0].rank(); ++d) {
      if (is_in(dims, d)) continue;
      MapDimension m{std::vector<int64_t>(n, d), std::vector<int64_t>(n, v++)};
      m.operands.resize(2 * n, -1);
      maps.push_back(std::move(m));
    }
    return maps;
  }
  std::vector<Entry> entries(const Operands& x) const { return map_entries(maps(types_of(x))); }
  VariadicReduce localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const {
    return static_cast<double>(x[0].elements() * std::max<int64_t>(body.cost(), 1));
  }
  static std::vector<Sample<VariadicReduce>> samples() {
    const TensorType s{{}, ElementType::F32}, i{{}, ElementType::I32};
    return {{{{1}, argmax_body(s.element, i.element)}, {{{6, 4}, s.element}, {{6, 4}, i.element}, s, i}},
            {{{0}, binary_body(ScalarFn::Subtract, i.element, i.element)}, {{{3, 6}, i.element}, i}}};
  }
  friend bool operator==(const VariadicReduce&, const VariadicReduce&) = default;
};

}  // namespace partir
