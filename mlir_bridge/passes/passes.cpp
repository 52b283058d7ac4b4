#include "mlir_bridge/passes/passes.h"

#include "mlir/Pass/Pass.h"

namespace partir::passes {

void register_passes() {
  mlir::registerPass(create_tile);
  mlir::registerPass(create_propagate);
  mlir::registerPass(create_core_to_hlo);
  mlir::registerPass(create_hlo_simplify);
  mlir::registerPass(create_hlo_to_stablehlo);
}

} // namespace partir::passes
