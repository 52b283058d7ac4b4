// The dialects of upstream MLIR that its mesh lowering reads and prints. Internal to the bridge.
#pragma once

namespace mlir {
class DialectRegistry;
}  // namespace mlir

namespace partir::bridge {

/// Registers mesh, linalg, tosa, tensor, arith, math, scf, affine and func.
void register_upstream(mlir::DialectRegistry& registry);

}  // namespace partir::bridge
