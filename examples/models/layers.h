// What the models share: named parameters, layers, losses, Adam.
#pragma once

#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "semantics/differentiate.h"

namespace partir::models {

using graph::Graph;
using graph::Tensor;

/// What a model's extents are called on the command line, and where they are.
using Fields = std::vector<std::pair<std::string, int64_t*>>;

/// The parameters of a model, in the order in which they were made; arguments `params.NAME`.
struct Parameters {
  Graph& g;
  std::vector<std::string> names = {};
  std::vector<Tensor> tensors = {};
  Tensor operator()(const std::string& name, Shape shape) {
    names.push_back(name);
    tensors.push_back(g.parameter("params." + name, std::move(shape)));
    return tensors.back();
  }
};

/// Adam with constant rates and without bias correction. Its moments are the arguments `opt.mu.NAME` and
/// `opt.nu.NAME`, made with it; the program's results are `new_params.NAME`, `new_opt.mu.NAME`, `new_opt.nu.NAME`
/// for every parameter, then `loss`.
class Adam {
 public:
  explicit Adam(Parameters& p, double rate = 1e-3, double b1 = 0.9, double b2 = 0.999, double epsilon = 1e-8)
      : p_(p), rate_(rate), b1_(b1), b2_(b2), epsilon_(epsilon) {
    for (auto [moment, list] : {std::pair{"opt.mu.", &mu_}, {"opt.nu.", &nu_}})
      for (size_t i = 0; i < p.names.size(); ++i)
        list->push_back(p.g.parameter(moment + p.names[i], p.tensors[i].shape(), p.tensors[i].type().element));
  }
  void step(const Tensor& loss) {
    const std::vector<Tensor> gradient = graph::gradients(loss, p_.tensors);
    std::vector<Tensor> mu, nu, updated;
    for (size_t i = 0; i < gradient.size(); ++i) {
      const Tensor g = gradient[i];
      mu.push_back(b1_ * mu_[i] + (1 - b1_) * g);
      nu.push_back(b2_ * nu_[i] + (1 - b2_) * (g * g));
      updated.push_back(p_.tensors[i] - rate_ * (mu[i] / (graph::apply<Sqrt>(nu[i]) + epsilon_)));
    }
    for (auto [name, list] : {std::pair{"new_params.", &updated}, {"new_opt.mu.", &mu}, {"new_opt.nu.", &nu}})
      for (size_t i = 0; i < list->size(); ++i) p_.g.result(name + p_.names[i], (*list)[i]);
    p_.g.result("loss", loss);
  }

 private:
  Parameters& p_;
  double rate_, b1_, b2_, epsilon_;
  std::vector<Tensor> mu_, nu_;
};

/// `y : [.., n]` repeated along the leading dimensions of `x : [.., n]`.
inline Tensor along_last(const Tensor& y, const Tensor& x) { return graph::broadcast(y, {x.rank() - 1}, x.shape()); }
/// `y`, a reduction of `x` over `dims`, repeated along them.
inline Tensor along(const Tensor& y, const Tensor& x, const std::vector<int64_t>& dims) {
  return graph::broadcast(y, dims_outside(x.rank(), dims), x.shape());
}
/// The mean over `dims`.
inline Tensor mean(const Tensor& x, const std::vector<int64_t>& dims) {
  double n = 1;
  for (int64_t d : dims) n *= static_cast<double>(x.extent(d));
  return graph::sum(x, dims) / n;
}
/// (x - mean) / sqrt(variance + ε) over `dims`.
inline Tensor normalise(const Tensor& x, const std::vector<int64_t>& dims) {
  const Tensor centred = x - along(mean(x, dims), x, dims);
  const Tensor variance = mean(centred * centred, dims);
  return centred * along(graph::apply<Rsqrt>(variance + 1e-5), x, dims);
}
/// Over the last dimension, with `scale` and `offset` for each of its elements.
inline Tensor layer_norm(const Tensor& x, const Tensor& scale, const Tensor& offset) {
  return normalise(x, {x.rank() - 1}) * along_last(scale, x) + along_last(offset, x);
}
/// `x/2 (1 + tanh(√(2/π) (x + 0.044715 x³)))`.
inline Tensor gelu(const Tensor& x) {
  const double c = std::sqrt(2 * std::numbers::inv_pi);
  return 0.5 * x * (graph::apply<Tanh>(c * (x + 0.044715 * (x * x * x))) + 1);
}
inline Tensor relu(const Tensor& x) { return graph::apply<Maximum>(x, graph::full_like(x, 0)); }
/// `x - max x` over dimension `d`; the maximum is a constant to the gradient, as its own cancels.
inline Tensor shifted(const Tensor& x, int64_t d) {
  return x - along(x.graph->stop_gradient(graph::reduce(x, {d}, Monoid::Max)), x, {d});
}
inline Tensor softmax(const Tensor& x, int64_t d) {
  const Tensor e = graph::apply<Exponential>(shifted(x, d));
  return e / along(graph::sum(e, {d}), x, {d});
}
/// Where an index along dimension `d` of `shape` is the one that `index`, integers, says for its other dimensions.
inline Tensor one_hot(const Tensor& index, const Shape& shape, int64_t d) {
  const Tensor places = graph::iota(*index.graph, shape, d, index.type().element);
  return graph::compare(places, ComparisonDirection::EQ, along(index, places, {d}));
}
/// Along dimension `d`, the first of the places where the greatest element stands, i32.
inline Tensor first_greatest(const Tensor& x, int64_t d) {
  const Tensor places = graph::iota(*x.graph, x.shape(), d);
  const Tensor most = along(graph::reduce(x, {d}, Monoid::Max), x, {d});
  return graph::reduce(graph::select(graph::compare(x, ComparisonDirection::EQ, most), places,
                                     graph::full_like(places, static_cast<double>(x.extent(d) - 1))),
                       {d}, Monoid::Min);
}
/// The mean over all positions of -log softmax(logits)[target]; `logits : [.., v]`, `target : [..]` of integers.
inline Tensor cross_entropy(const Tensor& logits, const Tensor& target) {
  const int64_t v = logits.rank() - 1;
  const Tensor z = shifted(logits, v);
  const Tensor picked = graph::sum(graph::select(one_hot(target, z.shape(), v), z, graph::full_like(z, 0)), {v});
  const Tensor loss = graph::apply<Log>(graph::sum(graph::apply<Exponential>(z), {v})) - picked;
  return mean(loss, dims_outside(loss.rank(), {}));
}
/// The mean of (x - y)².
inline Tensor squared_error(const Tensor& x, const Tensor& y) {
  const Tensor d = x - y;
  return mean(d * d, dims_outside(d.rank(), {}));
}

}  // namespace partir::models
