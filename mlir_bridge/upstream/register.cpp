#include "mlir_bridge/upstream/register.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Mesh/IR/MeshDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

namespace partir::bridge {

void register_upstream(mlir::DialectRegistry& registry) {
  registry.insert<mlir::mesh::MeshDialect, mlir::linalg::LinalgDialect, mlir::tosa::TosaDialect,
                  mlir::tensor::TensorDialect, mlir::arith::ArithDialect, mlir::math::MathDialect,
                  mlir::scf::SCFDialect, mlir::affine::AffineDialect, mlir::func::FuncDialect>();
}

}  // namespace partir::bridge
