#pragma once

#include "semantics/batch_norm.h"

namespace partir {

/// The operand normalised by its own mean and variance (biased) over all dimensions but `feature_index`,
/// scaled and moved as by batch_norm_inference; and these means and variances.
/// Example: batch_norm_training [[1], [3]], scale 1, offset 0, ε = 0 = [[-1], [1]], [2], [1].
/// It is a map over the features.
///   C1 operand, scale and offset; C2 the operand's elements are floats; C3 feature_index is below its
///   rank; C4 the others are vectors of its element type, one element per feature.
struct BatchNormTraining {
  static constexpr std::string_view name = "batch_norm_training";
  double epsilon = 0;
  int64_t feature = 0;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("epsilon", &BatchNormTraining::epsilon),
                                   attribute("feature_index", &BatchNormTraining::feature));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 3);
    check_batch_norm(x[0], {x[1], x[2]}, feature);
    return {x[0], x[1], x[1]};
  }
  std::vector<MapDimension> maps(const Types&) const { return {{{feature, 0, 0}, {feature, 0, 0}}}; }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e = map_entries(maps(types_of(x)));
    const EntryAttr p = partial(Monoid::Add);
    e.push_back(operands(any, p, p) >> EntryAttrs{p, any, any});
    return e;
  }
  BatchNormTraining localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const { return 10 * static_cast<double>(x[0].elements()); }
  static std::vector<Sample<BatchNormTraining>> samples() {
    const ElementType f = ElementType::F32;
    return {{{0.25, 1}, {{{6, 4}, f}, {{4}, f}, {{4}, f}}}, {{0.5, 0}, {{{4, 2, 3}, f}, {{4}, f}, {{4}, f}}}};
  }
  friend bool operator==(const BatchNormTraining&, const BatchNormTraining&) = default;
};

}  // namespace partir
