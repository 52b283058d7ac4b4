// MOE: a transformer whose MLPs are mixtures of experts, and its training step.
#pragma once

#include "examples/models/transformer.h"

namespace partir::models {

/// Extents. Each sequence of the batch is a group, of which an expert takes `capacity` tokens at most. Per layer ten
/// parameters, three of them the experts', and one embedding: 10 · layers + 1.
struct MixtureSizes {
  int64_t layers = 16, batch = 64, sequence = 1024, d_model = 1024, heads = 16, d_head = 64, d_ff = 4096,
          experts = 64, capacity = 32, vocabulary = 32768;
  static MixtureSizes small(int64_t layers = 2) { return {layers, 8, 4, 8, 4, 4, 8, 8, 2, 16}; }
  Fields fields() {
    return {{"layers", &layers}, {"batch", &batch}, {"sequence", &sequence}, {"d-model", &d_model},
            {"heads", &heads}, {"d-head", &d_head}, {"d-ff", &d_ff}, {"experts", &experts},
            {"capacity", &capacity}, {"vocabulary", &vocabulary}};
  }
};

/// The parameters of one layer, and how many tokens of a group an expert takes.
struct MixtureLayer {
  Tensor qkv, attention_out, router, expert_in, expert_bias, expert_out, norm1_scale, norm1_offset, norm2_scale,
      norm2_offset;
  int64_t capacity;
  MixtureLayer(Parameters& p, const std::string& layer, const MixtureSizes& n)
      : qkv(p(layer + ".qkv", {n.d_model, 3, n.heads, n.d_head})),
        attention_out(p(layer + ".attention_out", {n.heads, n.d_head, n.d_model})),
        router(p(layer + ".router", {n.d_model, n.experts})),
        expert_in(p(layer + ".expert_in", {n.experts, n.d_model, n.d_ff})),
        expert_bias(p(layer + ".expert_bias", {n.experts, n.d_ff})),
        expert_out(p(layer + ".expert_out", {n.experts, n.d_ff, n.d_model})),
        norm1_scale(p(layer + ".norm1_scale", {n.d_model})),
        norm1_offset(p(layer + ".norm1_offset", {n.d_model})),
        norm2_scale(p(layer + ".norm2_scale", {n.d_model})),
        norm2_offset(p(layer + ".norm2_offset", {n.d_model})),
        capacity(n.capacity) {}
};

/// Each token of `x : [group, token, d_model]` through the one expert whose gate is the highest, times that gate; 0
/// for a token before which `capacity` others of its group have chosen its expert. Routing is by products with one-hot
/// tensors `[group, token, expert, slot]` (Lepikhin et al., GShard, 2020; one expert a token: Fedus et al., Switch
/// Transformers, 2021; without their auxiliary loss). Values are named after `name`.
inline Tensor mixture_of_experts(const Tensor& x, const MixtureLayer& p, const std::string& name) {
  using namespace graph;
  Graph& g = *x.graph;
  const Tensor gates = softmax(dot(x, p.router, {2}, {0}), 2);           // [group, token, expert]
  const Tensor chosen = one_hot(first_greatest(gates, 2), gates.shape(), 2);
  // of each token, how many before it have chosen its expert: its place there
  const Tensor choice = convert(chosen, ElementType::I32);
  const Shape square{x.extent(1), x.extent(1)};
  const Tensor before = convert(compare(iota(g, square, 1), ComparisonDirection::LT, iota(g, square, 0)),
                                ElementType::I32);
  const Tensor taken = dot(choice, before, {1}, {1});                    // [group, expert, token]
  const Tensor place = dot(choice, taken, {2}, {1}, {0, 1}, {0, 2});     // [group, token]
  const Shape slots{x.extent(0), x.extent(1), gates.extent(2), p.capacity};
  const Tensor slot = one_hot(place, {slots[0], slots[1], slots[3]}, 2);
  const Tensor there = apply<And>(broadcast(chosen, {0, 1, 2}, slots), broadcast(slot, {0, 1, 3}, slots));
  const Tensor dispatch = g.named(convert(there, ElementType::F32), name + ".dispatch");
  const Tensor gate = sum(select(chosen, gates, full_like(gates, 0)), {2});
  const Tensor combine = g.named(dispatch * broadcast(gate, {0, 1}, slots), name + ".combine");
  // from [group, expert, slot, d_model] to the experts, and back
  const Tensor sent = g.named(dot(dispatch, x, {1}, {1}, {0}, {0}), name + ".sent");
  const Tensor inputs = g.named(transpose(sent, {1, 0, 2, 3}), name + ".expert_inputs");
  const Tensor h = dot(inputs, p.expert_in, {3}, {1}, {0}, {0});         // [expert, group, slot, d_ff]
  const Tensor a = gelu(h + broadcast(p.expert_bias, {0, 3}, h.shape()));
  const Tensor outputs = g.named(dot(a, p.expert_out, {3}, {1}, {0}, {0}), name + ".expert_outputs");
  const Tensor returned = g.named(transpose(outputs, {1, 0, 2, 3}), name + ".returned");
  return dot(combine, returned, {2, 3}, {1, 2}, {0}, {0});
}
/// `x : [batch, sequence, d_model]` after one layer; `name` is that of its values.
inline Tensor mixture_layer(const Tensor& x, const MixtureLayer& p, const std::string& name) {
  using namespace graph;
  Graph& g = *x.graph;
  const Tensor y = g.named(x + attention(layer_norm(x, p.norm1_scale, p.norm1_offset), p.qkv, p.attention_out),
                           name + ".attended");
  return g.named(y + mixture_of_experts(layer_norm(y, p.norm2_scale, p.norm2_offset), p, name), name + ".out");
}

inline core::Program mixture(const MixtureSizes& n) { return language_model(n, mixture_layer); }

}  // namespace partir::models
