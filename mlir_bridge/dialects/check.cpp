#include "mlir_bridge/dialects/check.h"

#include "mlir/IR/Builders.h"

#include "partir_gen/check_dialect.cpp.inc"

namespace partir::dialects::check {

void CheckDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "partir_gen/check_ops.cpp.inc"
      >();
}

} // namespace partir::dialects::check

#define GET_OP_CLASSES
#include "partir_gen/check_ops.cpp.inc"
