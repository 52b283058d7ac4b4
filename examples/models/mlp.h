// The two-matmul chain, and a multi-layer perceptron with its training step.
#pragma once

#include "examples/models/layers.h"

namespace partir::models {

struct ChainSizes {
  int64_t batch = 256, d_in = 8, d_hidden = 16, d_out = 8;
  static ChainSizes small() { return {}; }
  Fields fields() { return {{"batch", &batch}, {"d-in", &d_in}, {"d-hidden", &d_hidden}, {"d-out", &d_out}}; }
};
/// out = (x · w1) · w2.
inline core::Program matmul_chain(const ChainSizes& n) {
  using namespace graph;
  Graph g;
  const Tensor x = g.parameter("x", {n.batch, n.d_in}), w1 = g.parameter("params.w1", {n.d_in, n.d_hidden}),
               w2 = g.parameter("params.w2", {n.d_hidden, n.d_out});
  g.result("out", dot(g.named(dot(x, w1, {1}, {0}), "hidden"), w2, {1}, {0}));
  return g.program();
}

/// Layers come in pairs, d -> d_hidden -> d, four parameters each.
struct MlpSizes {
  int64_t layers = 4, batch = 4096, d = 1024, d_hidden = 4096;
  static MlpSizes small(int64_t layers = 2) { return {layers, 16, 8, 16}; }
  Fields fields() { return {{"layers", &layers}, {"batch", &batch}, {"d", &d}, {"d-hidden", &d_hidden}}; }
};
/// One step of Adam on the mean squared error of `x` against `y`, both `[batch, d]`.
inline core::Program mlp(const MlpSizes& n) {
  using namespace graph;
  Graph g;
  Parameters p{g};
  struct Layer {
    Tensor in, in_bias, out, out_bias;
  };
  std::vector<Layer> layers;
  for (int64_t l = 0; l < n.layers; ++l) {
    const std::string name = "layer" + std::to_string(l);
    layers.push_back({p(name + ".mlp_in", {n.d, n.d_hidden}), p(name + ".mlp_bias", {n.d_hidden}),
                      p(name + ".mlp_out", {n.d_hidden, n.d}), p(name + ".out_bias", {n.d})});
  }
  Adam adam(p);
  Tensor x = g.parameter("x", {n.batch, n.d});
  const Tensor y = g.parameter("y", {n.batch, n.d});
  for (const Layer& l : layers) {
    const Tensor h = dot(x, l.in, {1}, {0});
    const Tensor a = apply<Tanh>(h + along_last(l.in_bias, h));
    const Tensor o = dot(a, l.out, {1}, {0});
    x = o + along_last(l.out_bias, o);
  }
  adam.step(squared_error(x, y));
  return g.program();
}

}  // namespace partir::models
