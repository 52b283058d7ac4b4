// The lowering as MLIR passes on the dialects themselves. Nothing here calls lowering/ or partition/:
// that the two were written apart is what makes comparing them worth something.
#pragma once

#include <memory>

namespace mlir {
class Pass;
} // namespace mlir

namespace partir::passes {

/// `-partir-tile`: the actions tile and atomic of calculus.md section 7, in the order of `actions`, each
/// `VALUE:DIMENSION:AXIS` with the dimension `*` for atomic. VALUE is `argN`, or a glob of
/// `jax.arg_info`, or of the names in ops' locations. Each use of the value reads it through a loop nest
/// of its own. Fails, located, on what is no action, names nothing or violates a premise of the action,
/// and on loops around several ops.
std::unique_ptr<mlir::Pass> create_tile();

/// `-partir-propagate`: R-Forward and R-Backward to a fixed point, by the registry entries of the ops
/// (semantics/ops). An op whose operands are offered in tiles, or all of whose uses slice its result,
/// goes into a loop where one entry fits. Conflicts are remarks. There is no R-Fuse: -partir-hlo-simplify
/// cancels the gathers and slices between neighbours, whether their loops are one or not. Fails, located,
/// as -partir-tile.
std::unique_ptr<mlir::Pass> create_propagate();

/// `-partir-core-to-hlo`: the translation of calculus.md section 3. Loop bodies join the function, slices
/// become all_slices, results of loops all_gathers, all_reduces or what the body yields; every tensor of
/// the signature is replicated. Linear. Fails, located, where there is no mesh, where collectives stand
/// already, where a type is not static, and on loops in the regions of other ops.
std::unique_ptr<mlir::Pass> create_core_to_hlo();

/// `-partir-hlo-simplify`: the rewrites of calculus.md section 5 but S-ReduceHoist, with L-Param and
/// L-Result, to a fixed point; dead code and common subexpressions go, too. Nothing adds traffic. Gathers
/// of parameters stay one for each use unless `cse-parameter-gathers` is set. Fails, located, where there
/// is no mesh, where a type is not static, where `partir_core` ops are left, and on control flow between
/// blocks.
std::unique_ptr<mlir::Pass> create_hlo_simplify();

/// `-partir-hlo-to-stablehlo`: the program that each partition runs. Collectives get replica groups over
/// device numbers (row-major in the mesh) and a channel each; all_slice becomes a dynamic_slice at
/// offsets computed from partition_id. The mesh becomes an `sdy.mesh`, `partir_hlo.dist` an
/// `sdy.sharding` (or, with `boundary=mhlo`, an `mhlo.sharding`). Fails, located, where there is no mesh,
/// where a type is not static, and where `partir_core` ops are left.
std::unique_ptr<mlir::Pass> create_hlo_to_stablehlo();

/// Makes the passes known to a command line by their names.
void register_passes();

} // namespace partir::passes
