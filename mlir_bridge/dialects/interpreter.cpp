#include "mlir_bridge/dialects/interpreter.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

#include "partir_gen/interpreter_dialect.cpp.inc"

void partir::dialects::interpreter::InterpreterDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "partir_gen/interpreter_ops.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "partir_gen/interpreter_ops.cpp.inc"
