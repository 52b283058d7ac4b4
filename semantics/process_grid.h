// The grid of processes that runs a StableHLO module in parallel, and how the groups of a
// collective are formed on it (StableHLO specification, "Parallel execution").
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace partir::shlo {

/// A process: one replica's share of one partition.
struct ProcessId {
  int64_t replica = 0, partition = 0;
  friend bool operator==(const ProcessId&, const ProcessId&) = default;
};
/// `(1, 0)`.
inline std::string to_string(const ProcessId& p) {
  return "(" + std::to_string(p.replica) + ", " + std::to_string(p.partition) + ")";
}

/// `replicas x partitions` processes, numbered replica by replica.
struct ProcessGrid {
  int64_t replicas = 1, partitions = 1;
  int64_t size() const { return replicas * partitions; }
  int64_t index(const ProcessId& p) const { return p.replica * partitions + p.partition; }
  ProcessId process(int64_t index) const { return {index / partitions, index % partitions}; }
  friend bool operator==(const ProcessGrid&, const ProcessGrid&) = default;
};
/// `2 x 4 processes`.
inline std::string to_string(const ProcessGrid& g) {
  return std::to_string(g.replicas) + " x " + std::to_string(g.partitions) + " processes";
}

/// Lists of replicas, partitions or processes; -1 fills up the shorter ones.
using IdGroups = std::vector<std::vector<int64_t>>;

/// What the ids of a collective's groups are.
enum class GroupStrategy : uint8_t {
  CrossReplica,              ///< replicas; a group for each partition
  CrossPartition,            ///< partitions; a group for each replica
  CrossReplicaAndPartition,  ///< replicas; a group holds all of their partitions
  FlattenedIds               ///< processes
};
/// `cross_replica`.
inline std::string to_string(GroupStrategy s) {
  constexpr const char* names[] = {"cross_replica", "cross_partition",
                                   "cross_replica_and_partition", "flattened_ids"};
  return names[static_cast<size_t>(s)];
}

/// The attributes that say who takes part in a collective.
struct Grouping {
  IdGroups groups;  ///< of collective_permute, send and recv: pairs of source and target
  int64_t channel_id = 0;
  bool use_global_device_ids = false;
  friend bool operator==(const Grouping&, const Grouping&) = default;
};

/// How many ids there are to choose from.
inline int64_t id_count(GroupStrategy s, const ProcessGrid& grid) {
  switch (s) {
    case GroupStrategy::CrossPartition: return grid.partitions;
    case GroupStrategy::FlattenedIds: return grid.size();
    default: return grid.replicas;
  }
}
/// The ids of a group, without what fills it up.
inline std::vector<int64_t> group_ids(const std::vector<int64_t>& group) {
  std::vector<int64_t> ids;
  for (int64_t id : group)
    if (id != -1) ids.push_back(id);
  return ids;
}
/// How many processes one id of a group stands for.
inline int64_t processes_per_id(GroupStrategy s, const ProcessGrid& grid) {
  return s == GroupStrategy::CrossReplicaAndPartition ? grid.partitions : 1;
}

/// The processes of each group in order, by their numbers in the grid. All ids are within
/// `id_count`.
inline std::vector<std::vector<int64_t>> process_groups(GroupStrategy s, const IdGroups& groups,
                                                        const ProcessGrid& grid) {
  std::vector<std::vector<int64_t>> found;
  for (const std::vector<int64_t>& padded : groups) {
    const std::vector<int64_t> ids = group_ids(padded);
    switch (s) {
      case GroupStrategy::CrossReplica:
        for (int64_t p = 0; p < grid.partitions; ++p) {
          found.emplace_back();
          for (int64_t r : ids) found.back().push_back(grid.index({r, p}));
        }
        break;
      case GroupStrategy::CrossPartition:
        for (int64_t r = 0; r < grid.replicas; ++r) {
          found.emplace_back();
          for (int64_t p : ids) found.back().push_back(grid.index({r, p}));
        }
        break;
      case GroupStrategy::CrossReplicaAndPartition:
        found.emplace_back();
        for (int64_t p = 0; p < grid.partitions; ++p)
          for (int64_t r : ids) found.back().push_back(grid.index({r, p}));
        break;
      case GroupStrategy::FlattenedIds: found.push_back(ids); break;
    }
  }
  return found;
}

}  // namespace partir::shlo
