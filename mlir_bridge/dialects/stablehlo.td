// The `stablehlo` surface syntax: ops, attributes and types as JAX and PyTorch/XLA print them.
//
// Only syntax lives here. Shape rules belong to semantics/ops, so these definitions constrain no
// shapes: a program that parses here may still be rejected there, with a rule name. To add an op,
// derive from Unary, Binary or StablehloOp, name inherent attributes as StableHLO does, and give
// an assemblyFormat built from the directives of assembly.h; without one the op has the generic
// form only.
#ifndef PARTIR_STABLEHLO_TD
#define PARTIR_STABLEHLO_TD

include "mlir_bridge/dialects/stablehlo_base.td"
include "mlir_bridge/dialects/stablehlo_ops_collective.td"
include "mlir_bridge/dialects/stablehlo_ops_contraction.td"
include "mlir_bridge/dialects/stablehlo_ops_control.td"
include "mlir_bridge/dialects/stablehlo_ops_dynamic.td"
include "mlir_bridge/dialects/stablehlo_ops_elementwise.td"
include "mlir_bridge/dialects/stablehlo_ops_movement.td"

#endif // PARTIR_STABLEHLO_TD
