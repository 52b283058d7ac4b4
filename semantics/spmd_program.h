// An SPMD program from anywhere: what every device of a mesh runs, and how the tensors at its boundary
// lie on the devices. Upstream's, Shardy's and GSPMD's lowerings are brought into this form to be judged.
#pragma once

#include <string>
#include <vector>

#include "semantics/dist_type.h"
#include "semantics/module.h"

namespace partir {

/// A function of device-local tensors that each device runs, with the meaning of its boundary. All
/// that a device does differently comes from `partition_id` and from the groups of collectives.
struct SpmdProgram {
  shlo::Module module;               ///< StableHLO with collectives by replica groups; local types
  std::string entry = "main";        ///< the function in it
  Mesh mesh;                         ///< sub-axes are axes of their own: `"x":(1)2` is an axis `x:(1)2`
  std::vector<int64_t> partition_of; ///< partition of each device in the mesh's order; empty: the same
  bool devices_are_replicas = false; ///< `partition_of` numbers replicas (`stablehlo.replica_id`) instead
  std::vector<DistType> params;      ///< of the global tensors at the boundary
  std::vector<DistType> results;
  Location location;                 ///< of the function

  const shlo::Function* function() const { return module.find(entry); }
  /// The processes that run it.
  shlo::ProcessGrid grid() const {
    return devices_are_replicas ? shlo::ProcessGrid{mesh.devices(), 1}
                                : shlo::ProcessGrid{1, mesh.devices()};
  }
  /// The number in that grid (`stablehlo.partition_id`, or `replica_id`) of the device with this
  /// row-major number in the mesh.
  int64_t process(int64_t device) const {
    return partition_of.empty() ? device : partition_of.at(static_cast<size_t>(device));
  }
};

}  // namespace partir
