// GNS: a graph network that passes messages along edges, and its training step.
#pragma once

#include "examples/models/layers.h"

namespace partir::models {

/// Extents. Each of `steps` message-passing steps has a network on edges and one on nodes, each of two matrices and a
/// bias; encoders and a decoder of one matrix each: 6 · steps + 3 parameters.
struct GraphNetworkSizes {
  int64_t steps = 24, nodes = 2048, edges = 65536, d_node = 16, d_edge = 16, latent = 512, d_out = 4;
  static GraphNetworkSizes small(int64_t steps = 2) { return {steps, 8, 16, 4, 4, 8, 4}; }
  Fields fields() {
    return {{"steps", &steps}, {"nodes", &nodes}, {"edges", &edges}, {"d-node", &d_node},
            {"d-edge", &d_edge}, {"latent", &latent}, {"d-out", &d_out}};
  }
};

/// One step of Adam on the squared error at each node. Arguments: parameters and moments, then `nodes` and `edges`
/// with their features, `senders` and `receivers` (the node at either end of each edge, i32), and `targets`.
inline core::Program graph_network(const GraphNetworkSizes& n) {
  using namespace graph;
  Graph g;
  Parameters p{g};
  struct Network {
    Tensor in, bias, out;
    Network(Parameters& p, const std::string& name, int64_t inputs, int64_t latent)
        : in(p(name + ".mlp_in", {inputs, latent})), bias(p(name + ".mlp_bias", {latent})),
          out(p(name + ".mlp_out", {latent, latent})) {}
    Tensor operator()(const std::vector<Tensor>& inputs) const {
      const Tensor h = dot(concatenate(inputs, 1), in, {1}, {0});
      return dot(relu(h + along_last(bias, h)), out, {1}, {0});
    }
  };
  const Tensor encode_nodes = p("encode_nodes", {n.d_node, n.latent}),
               encode_edges = p("encode_edges", {n.d_edge, n.latent});
  std::vector<std::pair<Network, Network>> steps;  // on edges, on nodes
  for (int64_t s = 0; s < n.steps; ++s) {
    const std::string name = "step" + std::to_string(s);
    Network on_edges(p, name + ".edge", 3 * n.latent, n.latent), on_nodes(p, name + ".node", 2 * n.latent, n.latent);
    steps.emplace_back(on_edges, on_nodes);
  }
  const Tensor decode = p("decode", {n.latent, n.d_out});
  Adam adam(p);
  const Tensor node_features = g.parameter("nodes", {n.nodes, n.d_node}),
               edge_features = g.parameter("edges", {n.edges, n.d_edge}),
               senders = g.parameter("senders", {n.edges}, ElementType::I32),
               receivers = g.parameter("receivers", {n.edges}, ElementType::I32),
               targets = g.parameter("targets", {n.nodes, n.d_out});
  Tensor v = dot(node_features, encode_nodes, {1}, {0}), e = dot(edge_features, encode_edges, {1}, {0});
  for (size_t s = 0; s < steps.size(); ++s) {
    const std::string name = "step" + std::to_string(s);
    const auto& [on_edges, on_nodes] = steps[s];
    const Tensor message = on_edges({e, take_rows(v, senders), take_rows(v, receivers)});
    const Tensor received = g.named(add_rows(full_like(v, 0), receivers, message), name + ".received");
    v = g.named(v + on_nodes({v, received}), name + ".nodes");
    e = g.named(e + message, name + ".edges");
  }
  adam.step(squared_error(dot(v, decode, {1}, {0}), targets));
  return g.program();
}

}  // namespace partir::models
