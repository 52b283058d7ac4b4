// Classes of the `interpreter` dialect, generated from interpreter.td.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"

#include "partir_gen/interpreter_dialect.h.inc"

#define GET_OP_CLASSES
#include "partir_gen/interpreter_ops.h.inc"
