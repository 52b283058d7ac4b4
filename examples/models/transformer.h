// T32 and T48: a decoder-only transformer and its training step.
#pragma once

#include "examples/models/layers.h"

namespace partir::models {

/// Extents. Per layer nine parameters, and one embedding for lookup and logits: 9 · layers + 1.
struct TransformerSizes {
  int64_t layers = 32, batch = 48, sequence = 2048, d_model = 4096, heads = 32, d_head = 128, d_ff = 16384,
          vocabulary = 32768;
  /// For running both semantics; counts are the same where the mesh's axes divide all extents.
  static TransformerSizes small(int64_t layers = 2) { return {layers, 8, 4, 8, 4, 4, 16, 16}; }
  Fields fields() {
    return {{"layers", &layers}, {"batch", &batch}, {"sequence", &sequence}, {"d-model", &d_model},
            {"heads", &heads}, {"d-head", &d_head}, {"d-ff", &d_ff}, {"vocabulary", &vocabulary}};
  }
};

/// The parameters of one layer. The fused projection keeps its heads as a dimension, so that they tile.
struct TransformerLayer {
  Tensor qkv, attention_out, mlp_in, mlp_out, norm1_scale, norm1_offset, norm2_scale, norm2_offset, mlp_bias;
  TransformerLayer(Parameters& p, const std::string& layer, const TransformerSizes& n)
      : qkv(p(layer + ".qkv", {n.d_model, 3, n.heads, n.d_head})),
        attention_out(p(layer + ".attention_out", {n.heads, n.d_head, n.d_model})),
        mlp_in(p(layer + ".mlp_in", {n.d_model, n.d_ff})),
        mlp_out(p(layer + ".mlp_out", {n.d_ff, n.d_model})),
        norm1_scale(p(layer + ".norm1_scale", {n.d_model})),
        norm1_offset(p(layer + ".norm1_offset", {n.d_model})),
        norm2_scale(p(layer + ".norm2_scale", {n.d_model})),
        norm2_offset(p(layer + ".norm2_offset", {n.d_model})),
        mlp_bias(p(layer + ".mlp_bias", {n.d_ff})) {}
};

/// Scores of the places that a query must not see.
inline constexpr double masked_score = -1e9;

/// Causal self-attention of `x : [batch, sequence, d_model]`; `qkv : [d_model, 3, heads, d_head]` is the fused
/// projection, `out : [heads, d_head, d_model]` that of what was read.
inline Tensor attention(const Tensor& x, const Tensor& qkv, const Tensor& out) {
  using namespace graph;
  const Tensor projected = dot(x, qkv, {2}, {0});  // [batch, sequence, 3, heads, d_head]
  auto part = [&](int64_t i) {
    const Shape s = projected.shape();
    return reshape(slice(projected, 2, i, i + 1), {s[0], s[1], s[3], s[4]});
  };
  const Tensor q = part(0), k = part(1), v = part(2);
  const Tensor scores = dot(q, k, {3}, {3}, {0, 2}, {0, 2}) / std::sqrt(static_cast<double>(q.extent(3)));
  const Shape square{x.extent(1), x.extent(1)};  // [query, key]
  const Tensor seen = compare(iota(*x.graph, square, 0), ComparisonDirection::GE, iota(*x.graph, square, 1));
  const Tensor weights =
      softmax(select(broadcast(seen, {2, 3}, scores.shape()), scores, full_like(scores, masked_score)), 3);
  return dot(dot(weights, v, {3}, {1}, {0, 1}, {0, 2}), out, {1, 3}, {0, 1});
}
/// `x : [batch, sequence, d_model]` after one layer; `name` is that of its values.
inline Tensor transformer_layer(const Tensor& x, const TransformerLayer& p, const std::string& name) {
  using namespace graph;
  Graph& g = *x.graph;
  const Tensor y = g.named(x + attention(layer_norm(x, p.norm1_scale, p.norm1_offset), p.qkv, p.attention_out),
                           name + ".attended");
  const Tensor h = dot(layer_norm(y, p.norm2_scale, p.norm2_offset), p.mlp_in, {2}, {0});
  return g.named(y + dot(gelu(h + along_last(p.mlp_bias, h)), p.mlp_out, {2}, {0}), name + ".out");
}

/// One step of Adam on next-token cross-entropy of `n.layers` layers, each a `Layer(parameters, name, n)` through which
/// `layer(x, parameters, name)` takes x. Arguments: parameters and moments, then `tokens` and `targets`, both
/// `[batch, sequence]` of i32.
template <class Layer, class Sizes>
core::Program language_model(const Sizes& n, Tensor (*layer)(const Tensor&, const Layer&, const std::string&)) {
  using namespace graph;
  Graph g;
  Parameters p{g};
  const Tensor embedding = p("embedding", {n.vocabulary, n.d_model});
  std::vector<Layer> layers;
  for (int64_t l = 0; l < n.layers; ++l) layers.emplace_back(p, "layer" + std::to_string(l), n);
  Adam adam(p);
  const Tensor tokens = g.parameter("tokens", {n.batch, n.sequence}, ElementType::I32),
               targets = g.parameter("targets", {n.batch, n.sequence}, ElementType::I32);
  Tensor x = g.named(take_rows(embedding, tokens), "embedded");
  for (size_t l = 0; l < layers.size(); ++l) x = layer(x, layers[l], "layer" + std::to_string(l));
  adam.step(cross_entropy(g.named(dot(x, embedding, {2}, {1}), "logits"), targets));
  return g.program();
}
inline core::Program transformer(const TransformerSizes& n) { return language_model(n, transformer_layer); }

}  // namespace partir::models
