// Syntax of what StableHLO modules do in parallel: who a process is, collectives, channels, feeds,
// and the run of a grid of processes.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "semantics/process_grid.h"
#include "semantics/program.h"
#include "semantics/scalar_body.h"

namespace partir::shlo {

/// The replica of the process, as `tensor<ui32>`.
struct ReplicaId {};
/// The partition of the process, as `tensor<ui32>`.
struct PartitionId {};

/// The operands of the group, one after the other along `dim`.
struct AllGather {
  int64_t dim = 0;
  friend bool operator==(const AllGather&, const AllGather&) = default;
};
/// The operands of the group, folded from the left in the group's order.
struct AllReduce {
  ScalarBody body;
  friend bool operator==(const AllReduce&, const AllReduce&) = default;
};
/// As all_reduce; of the result, the i-th process of the group keeps the i-th part along `dim`.
struct ReduceScatter {
  int64_t dim = 0;
  ScalarBody body;
  friend bool operator==(const ReduceScatter&, const ReduceScatter&) = default;
};

/// The i-th process concatenates the i-th parts of all.
struct AllToAll {
  int64_t split_dim = 0, concat_dim = 0, split_count = 1;
  friend bool operator==(const AllToAll&, const AllToAll&) = default;
};
/// The operands of the group's first process, zeros where there is no group. With a dynamic root
/// the last operand, a `tensor<nxi32>`, says for each of the other operands whose it is.
struct CollectiveBroadcast {
  bool has_dynamic_root = false;
  friend bool operator==(const CollectiveBroadcast&, const CollectiveBroadcast&) = default;
};
/// The source's operand at the target of each pair, zeros elsewhere.
struct CollectivePermute {
  friend bool operator==(const CollectivePermute&, const CollectivePermute&) = default;
};

/// An op for which the processes of a group wait for one another.
struct Collective {
  std::vector<ValueId> operands;
  Grouping grouping;
  std::variant<AllGather, AllReduce, ReduceScatter, AllToAll, CollectiveBroadcast,
               CollectivePermute>
      op;
};
/// `all_gather`.
inline const char* collective_name(const Collective& c) {
  return std::visit(
      Overloaded{[](const AllGather&) { return "all_gather"; },
                 [](const AllReduce&) { return "all_reduce"; },
                 [](const ReduceScatter&) { return "reduce_scatter"; },
                 [](const AllToAll&) { return "all_to_all"; },
                 [](const CollectiveBroadcast&) { return "collective_broadcast"; },
                 [](const CollectivePermute&) { return "collective_permute"; }},
      c.op);
}
/// Which ids a collective's groups are of: those that reduce or gather know three strategies, the
/// others two.
inline GroupStrategy strategy(const Collective& c) {
  const bool three = std::holds_alternative<AllGather>(c.op) ||
                     std::holds_alternative<AllReduce>(c.op) ||
                     std::holds_alternative<ReduceScatter>(c.op);
  if (c.grouping.channel_id <= 0) return GroupStrategy::CrossReplica;
  if (!three) return GroupStrategy::CrossPartition;
  return c.grouping.use_global_device_ids ? GroupStrategy::FlattenedIds
                                          : GroupStrategy::CrossReplicaAndPartition;
}

/// What send and recv say of their channel. Pairs, if any, say who sends to whom; without pairs the
/// channel has one sender and one receiver.
struct Channel {
  enum Type : int64_t { DeviceToDevice = 1, DeviceToHost = 2, HostToDevice = 3 };
  Grouping pairs;
  int64_t type = DeviceToDevice;
  bool is_host_transfer = false;
};
/// What the ids of a channel's pairs are.
inline GroupStrategy strategy(const Channel& c) {
  return c.pairs.channel_id > 0 ? GroupStrategy::CrossPartition : GroupStrategy::CrossReplica;
}
/// Sends the operands, of which the last is a token; the result is a token. Does not wait: a
/// channel holds what was sent until it is received.
struct Send {
  std::vector<ValueId> operands;
  Channel channel;
};
/// Waits for what is sent; the last result is a token. Zeros where no pair has this target.
struct Recv {
  ValueId token = 0;
  Channel channel;
};
/// The results of the next function of the run's infeed, and a token.
struct Infeed {
  ValueId token = 0;
};
/// Hands its operands, of which the last is a token, to nobody; the result is a token.
struct Outfeed {
  std::vector<ValueId> operands;
};
/// `interpreter.run_parallel`: the programs, replica by replica, each on its share of the operands;
/// their results one after the other.
struct RunParallel {
  std::vector<ValueId> operands;
  std::vector<std::vector<std::string>> programs;
  std::vector<std::string> infeed;

  ProcessGrid grid() const {
    return {static_cast<int64_t>(programs.size()),
            programs.empty() ? 0 : static_cast<int64_t>(programs[0].size())};
  }
};

}  // namespace partir::shlo
