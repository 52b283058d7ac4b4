// Rewrites of PartIR:HLO's collectives. Internal to the passes.
#pragma once

#include "mlir/IR/PatternMatch.h"

#include "mlir_bridge/passes/device_numbers.h"

namespace partir::passes {

/// What brings slices and gathers together and cancels them, and lets slices go in front of gathers and
/// reductions: less data moves, and what parameters and results have in common shows.
void add_cancelling_patterns(mlir::RewritePatternSet &patterns, const dialects::MeshView &mesh);

/// What makes reduce_scatters and all_to_alls of the slices that are left. These hide slices from the
/// patterns above, so they come after.
void add_combining_patterns(mlir::RewritePatternSet &patterns, const dialects::MeshView &mesh);

} // namespace partir::passes
