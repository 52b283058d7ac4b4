#pragma once

#include "semantics/batch_norm.h"

namespace partir {

/// The gradients of batch_norm_training's first result with respect to its operand, scale and offset,
/// given that result's gradient g: with `n` the elements per feature, `c = x - mean`, `s = variance + ε`,
/// sums over all dimensions but feature_index,
/// `dx = scale/sqrt(s)/n · (n·g - Σg - c·Σ(g·c)/s)`, `dscale = Σ g·c/sqrt(s)`, `doffset = Σ g`.
/// Example: batch_norm_grad [[1], [3]], scale 1, mean 2, variance 1, gradient [[1], [1]], ε = 0
/// = [[0], [0]], [0], [2].
/// It is a map over the features.
///   C1 operand, scale, mean, variance and gradient; C2 the operand's elements are floats; C3
///   feature_index is below its rank; C4 scale, mean and variance are vectors of its element type, one
///   element per feature; C5 the gradient has the operand's type.
struct BatchNormGrad {
  static constexpr std::string_view name = "batch_norm_grad";
  double epsilon = 0;
  int64_t feature = 0;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("epsilon", &BatchNormGrad::epsilon),
                                   attribute("feature_index", &BatchNormGrad::feature));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 5);
    check_batch_norm(x[0], {x[1], x[2], x[3]}, feature);
    constraint(x[4] == x[0], "C5", "the gradient has the operand's type", [&] { return to_string(x[4]); });
    return {x[0], x[1], x[1]};
  }
  std::vector<MapDimension> maps(const Types&) const {
    return {{{feature, 0, 0, 0, feature}, {feature, 0, 0}}};
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e = map_entries(maps(types_of(x)));
    const EntryAttr p = partial(Monoid::Add);
    e.push_back(operands(any, any, any, any, p) >> EntryAttrs{p, p, p});
    e.push_back(operands(any, p, any, any, any) >> EntryAttrs{p, any, any});
    return e;
  }
  BatchNormGrad localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const { return 14 * static_cast<double>(x[0].elements()); }
  static std::vector<Sample<BatchNormGrad>> samples() {
    const ElementType f = ElementType::F32;
    const TensorType v{{4}, f}, x{{6, 4}, f}, y{{4, 2, 3}, f};
    return {{{0.25, 1}, {x, v, v, v, x}}, {{0.5, 0}, {y, v, v, v, y}}};
  }
  friend bool operator==(const BatchNormGrad&, const BatchNormGrad&) = default;
};

}  // namespace partir
