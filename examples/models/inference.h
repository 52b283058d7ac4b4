// IT32: a transformer that generates tokens, one a step, reading what came before from a key-value cache.
#pragma once

#include "examples/models/transformer.h"

namespace partir::models {

/// Extents. Multi-query attention: the heads of a query share one key and one value, so the cache has no heads.
struct InferenceSizes {
  int64_t layers = 32, steps = 2, batch = 64, context = 2048, d_model = 4096, heads = 32, d_head = 128, d_ff = 16384,
          vocabulary = 32768;
  static InferenceSizes small(int64_t layers = 2) { return {layers, 2, 8, 4, 8, 4, 4, 16, 16}; }
  Fields fields() {
    return {{"layers", &layers}, {"steps", &steps}, {"batch", &batch}, {"context", &context}, {"d-model", &d_model},
            {"heads", &heads}, {"d-head", &d_head}, {"d-ff", &d_ff}, {"vocabulary", &vocabulary}};
  }
};

/// `steps` tokens, each the most probable after those before it. Arguments: parameters; `cache.layerN.key` and
/// `.value`, `[batch, context, d_head]`; `position`, where the first new entry goes; `tokens`, `[batch]`. Results:
/// `tokens`, `[batch, steps]`, and the caches. The loop over steps is written out.
inline core::Program inference(const InferenceSizes& n) {
  using namespace graph;
  Graph g;
  Parameters p{g};
  struct Layer {
    Tensor query, key_value, attention_out, mlp_in, mlp_out, norm1_scale, norm1_offset, norm2_scale, norm2_offset;
    Tensor key_cache, value_cache;
  };
  const Tensor embedding = p("embedding", {n.vocabulary, n.d_model});
  std::vector<Layer> layers;
  for (int64_t l = 0; l < n.layers; ++l) {
    const std::string name = "layer" + std::to_string(l);
    layers.push_back({p(name + ".q", {n.d_model, n.heads, n.d_head}), p(name + ".kv", {n.d_model, 2, n.d_head}),
                      p(name + ".attention_out", {n.heads * n.d_head, n.d_model}),
                      p(name + ".mlp_in", {n.d_model, n.d_ff}), p(name + ".mlp_out", {n.d_ff, n.d_model}),
                      p(name + ".norm1_scale", {n.d_model}), p(name + ".norm1_offset", {n.d_model}),
                      p(name + ".norm2_scale", {n.d_model}), p(name + ".norm2_offset", {n.d_model}), {}, {}});
  }
  for (size_t l = 0; l < layers.size(); ++l) {
    const std::string name = "cache.layer" + std::to_string(l);
    layers[l].key_cache = g.parameter(name + ".key", {n.batch, n.context, n.d_head});
    layers[l].value_cache = g.parameter(name + ".value", {n.batch, n.context, n.d_head});
  }
  Tensor position = g.parameter("position", {}, ElementType::I32),
         token = g.parameter("tokens", {n.batch}, ElementType::I32);
  std::vector<Tensor> generated;
  for (int64_t step = 0; step < n.steps; ++step) {
    Tensor x = take_rows(embedding, token);  // [batch, d_model]
    for (size_t l = 0; l < layers.size(); ++l) {
      Layer& p = layers[l];
      const std::string name = "step" + std::to_string(step) + ".layer" + std::to_string(l);
      const Tensor h = g.named(layer_norm(x, p.norm1_scale, p.norm1_offset), name + ".normed");
      const Tensor q = g.named(dot(h, p.query, {1}, {0}), name + ".query");  // [batch, heads, d_head]
      const Tensor kv = dot(h, p.key_value, {1}, {0});                         // [batch, 2, d_head]
      auto remember = [&](Tensor& cache, int64_t part) {
        const Tensor zero = g.constant(position.type(), 0);
        const Tensor entry = g.named(slice(kv, 1, part, part + 1), name + (part == 0 ? ".new_key" : ".new_value"));
        cache = g.op(DynamicUpdateSlice{}, {cache, entry, zero, position, zero});
      };
      remember(p.key_cache, 0);
      remember(p.value_cache, 1);
      const Tensor scaled = q / std::sqrt(static_cast<double>(n.d_head));
      const Tensor scores = g.named(dot(scaled, p.key_cache, {2}, {2}, {0}, {0}), name + ".scores");  // [batch, heads, context]
      const Tensor seen = compare(iota(g, scores.shape(), 2), ComparisonDirection::LE,
                                  broadcast(position, {}, scores.shape()));
      const Tensor weights =
          g.named(softmax(select(seen, scores, full_like(scores, masked_score)), 2), name + ".weights");
      const Tensor read = dot(weights, p.value_cache, {2}, {1}, {0}, {0});  // as q
      const Tensor merged = g.named(reshape(read, {n.batch, n.heads * n.d_head}), name + ".merged");
      x = x + g.named(dot(merged, p.attention_out, {1}, {0}), name + ".mixed");
      x = x + dot(gelu(dot(layer_norm(x, p.norm2_scale, p.norm2_offset), p.mlp_in, {1}, {0})), p.mlp_out, {1}, {0});
    }
    const Tensor logits = dot(x, embedding, {1}, {1});
    token = first_greatest(logits, 1);
    generated.push_back(reshape(token, {n.batch, 1}));
    position = position + 1;
  }
  g.result("tokens", concatenate(generated, 1));
  for (size_t l = 0; l < layers.size(); ++l) {
    const std::string name = "new_cache.layer" + std::to_string(l);
    g.result(name + ".key", layers[l].key_cache);
    g.result(name + ".value", layers[l].value_cache);
  }
  return g.program();
}

}  // namespace partir::models
