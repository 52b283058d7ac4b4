// batch_norm_training and batch_norm_grad: by the ops that their equations are made of.
#pragma once

#include <utility>
#include <vector>

#include "interp/procedures/window.h"
#include "semantics/op.h"

namespace partir {

namespace detail {

/// Equations over tensors of one element type and of `shape`, by ops of AllOps: `apply(op, operands)` is an op's one result,
/// of whatever kind of tensors T.
template <class T, class Apply>
class Equations {
 public:
  Equations(Apply apply, Shape shape, ElementType e, int64_t feature)
      : apply_(std::move(apply)), shape_(std::move(shape)), e_(e), feature_(feature) {}

  T operator()(const Op& op, const T& a) const { return apply_(op, std::vector<T>{a}); }
  T operator()(const Op& op, const T& a, const T& b) const { return apply_(op, std::vector<T>{a, b}); }
  T operator()(const Op& op, const std::vector<T>& x) const { return apply_(op, x); }
  /// `value` as a tensor of `shape`.
  T constant(double value, const Shape& shape) const {
    return apply_(Constant{Literal::splat_value({shape, e_}, value)}, std::vector<T>{});
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
    return (*this)(Divide{}, sum(x), constant(count(), features()));
  }
  const Shape& shape() const { return shape_; }
  /// The shape of a vector of one number per feature.
  Shape features() const { return {shape_[feature_]}; }
  /// Elements per feature.
  double count() const {
    const int64_t n = std::max<int64_t>(shape_[feature_], 1);
    return static_cast<double>(num_elements(shape_) / n);
  }

 private:
  Apply apply_;
  Shape shape_;
  ElementType e_;
  int64_t feature_;
};

template <class T, class Apply>
std::vector<T> batch_norm(const BatchNormTraining& op, const Equations<T, Apply>& of, const std::vector<T>& x) {
  const T mean = of.mean(x[0]);
  const T centred = of(Subtract{}, x[0], of.wide(mean));
  const T variance = of.mean(of(Multiply{}, centred, centred));
  return {of(BatchNormInference{op.epsilon, op.feature}, {x[0], x[1], x[2], mean, variance}), mean, variance};
}

template <class T, class Apply>
std::vector<T> batch_norm(const BatchNormGrad& op, const Equations<T, Apply>& of, const std::vector<T>& x) {
  const T &scale = x[1], &mean = x[2], &gradient = x[4];
  const T s = of(Add{}, x[3], of.constant(op.epsilon, of.features()));
  const T centred = of(Subtract{}, x[0], of.wide(mean)), deviation = of(Sqrt{}, s);
  const T products = of.sum(of(Multiply{}, gradient, centred)), sums = of.sum(gradient);
  const T n = of.constant(of.count(), of.shape());
  const T along = of(Multiply{}, centred, of.wide(of(Divide{}, products, s)));
  const T rest = of(Subtract{}, of(Subtract{}, of(Multiply{}, n, gradient), of.wide(sums)), along);
  const T factor = of(Divide{}, of(Divide{}, scale, deviation), of.constant(of.count(), of.features()));
  return {of(Multiply{}, of.wide(factor), rest), of(Divide{}, products, deviation), sums};
}

/// Equations that are evaluated.
template <class D>
auto equations(const Tensor<D>& x, int64_t feature) {
  auto apply = [](const Op& op, const std::vector<Tensor<D>>& operands) { return apply_op<D>(op, operands).at(0); };
  return Equations<Tensor<D>, decltype(apply)>(apply, x.shape(), x.element(), feature);
}

}  // namespace detail

/// BatchNormTraining.
template <class D>
std::vector<Tensor<D>> procedure(const BatchNormTraining& op, const std::vector<Tensor<D>>& x) {
  return detail::batch_norm(op, detail::equations<D>(x[0], op.feature), x);
}

/// BatchNormGrad.
template <class D>
std::vector<Tensor<D>> procedure(const BatchNormGrad& op, const std::vector<Tensor<D>>& x) {
  return detail::batch_norm(op, detail::equations<D>(x[0], op.feature), x);
}

}  // namespace partir
