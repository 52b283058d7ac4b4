// Where annotations lead: a guess at how values lie that nothing annotates, to try first what is likeliest.
// Nothing is decided by it. Internal to the bridge.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "mlir/IR/Block.h"
#include "mlir_bridge/upstream/translator.h"

namespace partir::bridge {

/// The axes along each dimension that a value gets from the annotations, through ops whose loops index
/// several values.
using Guesses = llvm::DenseMap<mlir::Value, AxisLists>;
Guesses propagate(const UpstreamMesh& mesh, mlir::Block& block);

}  // namespace partir::bridge
