// The lowering as MLIR passes on the dialects themselves. Nothing here calls lowering/ or partition/: that the
// two were written apart is what makes comparing them worth something.
#pragma once

#include <memory>

namespace mlir {
class Pass;
} // namespace mlir

namespace partir::passes {

/// `-partir-hlo-to-stablehlo`: the program that each partition runs. Collectives get replica groups over
/// device numbers (row-major in the mesh) and a channel each; all_slice becomes a dynamic_slice at offsets
/// computed from partition_id. The mesh becomes an `sdy.mesh`, `partir_hlo.dist` an `sdy.sharding` (or,
/// with `boundary=mhlo`, an `mhlo.sharding`). Fails, located, where there is no mesh, where a type is not static,
/// and where `partir_core` ops are left.
std::unique_ptr<mlir::Pass> create_hlo_to_stablehlo();

/// Makes the passes known to a command line by their names.
void register_passes();

} // namespace partir::passes
