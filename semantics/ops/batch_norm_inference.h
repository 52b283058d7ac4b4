#pragma once

#include "semantics/batch_norm.h"

namespace partir {

/// `out[ī] = scale[f] · (x[ī] - mean[f]) / sqrt(variance[f] + ε) + offset[f]`, `f = i_feature_index`.
/// Example: batch_norm_inference [[1], [3]], scale 2, offset 1, mean 2, variance 4, ε = 0 = [[0], [2]].
///   C1 operand, scale, offset, mean and variance; C2 the operand's elements are floats; C3 feature_index is
///   below its rank; C4 the others are vectors of its element type, one element per feature.
struct BatchNormInference {
  static constexpr std::string_view name = "batch_norm_inference";
  double epsilon = 0;
  int64_t feature = 0;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("epsilon", &BatchNormInference::epsilon),
                                   attribute("feature_index", &BatchNormInference::feature));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 5);
    check_batch_norm(x[0], {x[1], x[2], x[3], x[4]}, feature);
    return {x[0]};
  }
  Comprehension comprehension(const Types& x) const {
    Comprehension c;
    c.result = infer(x)[0];
    const ElementType e = x[0].element;
    const int v = c.add(e, ReadNode{0, identity_index(x[0].rank())});
    auto of_feature = [&](int operand) {
      return c.add(e, ReadNode{operand, {variable(static_cast<int>(feature))}});
    };
    auto apply = [&](ScalarFn fn, std::vector<int> args) {
      return c.add(e, ApplyNode{fn, std::move(args)});
    };
    const int scale = of_feature(1), offset = of_feature(2), mean = of_feature(3);
    const int variance = of_feature(4), eps = c.add(e, epsilon_literal(e, epsilon));
    const int deviation = apply(ScalarFn::Sqrt, {apply(ScalarFn::Add, {variance, eps})});
    const int normal = apply(ScalarFn::Divide, {apply(ScalarFn::Subtract, {v, mean}), deviation});
    apply(ScalarFn::Add, {apply(ScalarFn::Multiply, {normal, scale}), offset});
    return c;
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e;
    for (int64_t d = 0; d < x[0].type.rank(); ++d) {
      const EntryAttr f = d == feature ? tile(0) : any;
      e.push_back(operands(tile(d), f, f, f, f) >> tile(d));
    }
    // affine in the operand with its mean, and linear in scale with offset
    const EntryAttr p = partial(Monoid::Add);
    e.push_back(operands(any, p, p, any, any) >> p);
    e.push_back(operands(p, any, p, p, any) >> p);
    return e;
  }
  /// Equal parts are in parts.
  std::optional<std::string_view> declines(const Entry& e, const Operands& x) const {
    return declines_equal_parts(e, x, entries(x));
  }
  BatchNormInference localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const { return 6 * static_cast<double>(x[0].elements()); }
  static std::vector<Sample<BatchNormInference>> samples() {
    const ElementType f = ElementType::F32;
    const TensorType v{{4}, f};
    return {{{0.25, 1}, {{{6, 4}, f}, v, v, v, v}}, {{0.5, 0}, {{{4, 2, 3}, f}, v, v, v, v}}};
  }
  friend bool operator==(const BatchNormInference&, const BatchNormInference&) = default;
};

}  // namespace partir
