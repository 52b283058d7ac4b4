// The models by name.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "examples/models/graph_network.h"
#include "examples/models/inference.h"
#include "examples/models/mixture.h"
#include "examples/models/mlp.h"
#include "examples/models/transformer.h"
#include "examples/models/unet.h"

namespace partir::models {

/// A model as the command offers it.
struct NamedModel {
  std::string name, description;
  /// Its extents by name, at full size or small enough to run.
  std::function<std::map<std::string, int64_t>(bool small)> sizes;
  /// The program at these extents, all of which must be named.
  std::function<core::Program(const std::map<std::string, int64_t>&)> build;
};

template <class Sizes>
NamedModel named_model(std::string name, std::string description, core::Program (*build)(const Sizes&),
                       const Sizes& full = {}) {
  return {std::move(name), std::move(description),
          [full](bool small) {
            Sizes n = small ? Sizes::small() : full;
            std::map<std::string, int64_t> all;
            for (const auto& [key, value] : n.fields()) all[key] = *value;
            return all;
          },
          [build](const std::map<std::string, int64_t>& sizes) {
            Sizes n;
            for (const auto& [key, value] : n.fields()) *value = sizes.at(key);
            return build(n);
          }};
}

inline const std::vector<NamedModel>& all_models() {
  static const std::vector<NamedModel> all = {
      named_model<ChainSizes>("chain", "two matrix products", matmul_chain),
      named_model<MlpSizes>("MLP", "multi-layer perceptron, step of Adam", mlp),
      named_model<TransformerSizes>("T32", "transformer of 32 layers, step of Adam", transformer),
      named_model<TransformerSizes>("T48", "transformer of 48 layers, step of Adam", transformer,
                                    {48, 64, 2048, 8192, 64, 128, 32768, 32768}),
      named_model<MixtureSizes>("MOE", "transformer of 16 layers with mixtures of experts, step of Adam", mixture),
      named_model<InferenceSizes>("IT32", "transformer of 32 layers that generates tokens, with a key-value cache",
                                  inference),
      named_model<UnetSizes>("UNet", "image model with convolutions, attention and skips, step of Adam", unet),
      named_model<GraphNetworkSizes>("GNS", "graph network with gather and scatter-add, step of Adam", graph_network),
  };
  return all;
}

}  // namespace partir::models
