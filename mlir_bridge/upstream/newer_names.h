// The mesh dialect as later releases of MLIR spell it. Internal to the bridge.
#pragma once

#include <string>

#include "llvm/ADT/StringRef.h"

namespace partir::bridge {

/// Whether a text speaks of the dialect `shard`, or of shardings as values, as MLIR does from 20 on.
bool has_newer_names(llvm::StringRef text);

/// The text in the dialect's first spelling: `shard.all_reduce .. grid_axes` is `mesh.all_reduce ..
/// mesh_axes`, and a sharding that is a value stands where it is used. Lines stay; columns shift where
/// names do. What has no counterpart (halos, uneven offsets) is left, for the parser to refuse.
std::string with_older_names(llvm::StringRef text);

}  // namespace partir::bridge
