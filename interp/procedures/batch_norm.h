// batch_norm_training and batch_norm_grad: by the ops that their equations are made of.
#pragma once

#include <vector>

#include "interp/procedures/window.h"
#include "semantics/op.h"

namespace partir {

namespace detail {

/// Equations over tensors of one element type, by ops of AllOps.
template <class D>
class Equations {
 public:
  using T = Tensor<D>;
  Equations(const T& x, int64_t feature) : shape_(x.shape()), e_(x.element()), feature_(feature) {}

  T operator()(const Op& op, const T& a) const { return apply_op<D>(op, {a}).at(0); }
  T operator()(const Op& op, const T& a, const T& b) const { return apply_op<D>(op, {a, b}).at(0); }
  /// `value` as a tensor of `shape`.
  T constant(double value, const Shape& shape) const {
    return T::from_literal(Literal::splat_value({shape, e_}, value));
  }
  /// A vector repeated over all dimensions but the feature's.
  T wide(const T& vector) const { return (*this)(BroadcastInDim{{feature_}, shape_}, vector); }
  /// The sum over all dimensions but the feature's.
  T sum(const T& x) const {
    const std::vector<int64_t> dims = dims_outside(static_cast<int64_t>(shape_.size()), {feature_});
    return (*this)(Reduce{dims, Monoid::Add}, x, constant(0, {}));
  }
  /// The mean over these.
  T mean(const T& x) const {
    return (*this)(Divide{}, sum(x), constant(count(), {shape_[feature_]}));
  }
  /// Elements per feature.
  double count() const {
    const int64_t n = std::max<int64_t>(shape_[feature_], 1);
    return static_cast<double>(num_elements(shape_) / n);
  }

 private:
  Shape shape_;
  ElementType e_;
  int64_t feature_;
};

}  // namespace detail

/// BatchNormTraining.
template <class D>
std::vector<Tensor<D>> procedure(const BatchNormTraining& op, const std::vector<Tensor<D>>& x) {
  const detail::Equations<D> of(x[0], op.feature);
  const Tensor<D> mean = of.mean(x[0]);
  const Tensor<D> centred = of(Subtract{}, x[0], of.wide(mean));
  const Tensor<D> variance = of.mean(of(Multiply{}, centred, centred));
  Tensor<D> out = apply_op<D>(BatchNormInference{op.epsilon, op.feature},
                              {x[0], x[1], x[2], mean, variance}).at(0);
  return {std::move(out), mean, variance};
}

/// BatchNormGrad.
template <class D>
std::vector<Tensor<D>> procedure(const BatchNormGrad& op, const std::vector<Tensor<D>>& x) {
  const detail::Equations<D> of(x[0], op.feature);
  const Tensor<D>&scale = x[1], &mean = x[2], &gradient = x[4];
  const Tensor<D> s = of(Add{}, x[3], of.constant(op.epsilon, x[3].shape()));
  const Tensor<D> centred = of(Subtract{}, x[0], of.wide(mean)), deviation = of(Sqrt{}, s);
  const Tensor<D> products = of.sum(of(Multiply{}, gradient, centred)), sums = of.sum(gradient);
  const Tensor<D> n = of.constant(of.count(), x[0].shape());
  const Tensor<D> along = of(Multiply{}, centred, of.wide(of(Divide{}, products, s)));
  const Tensor<D> rest =
      of(Subtract{}, of(Subtract{}, of(Multiply{}, n, gradient), of.wide(sums)), along);
  const Tensor<D> factor = of(Divide{}, of(Divide{}, scale, deviation),
                              of.constant(of.count(), scale.shape()));
  return {of(Multiply{}, of.wide(factor), rest), of(Divide{}, products, deviation), sums};
}

}  // namespace partir
