// Classes of the `check` dialect, generated from check.td.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"

#include "partir_gen/check_dialect.h.inc"

#define GET_OP_CLASSES
#include "partir_gen/check_ops.h.inc"
