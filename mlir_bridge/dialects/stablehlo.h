// Classes of the `stablehlo` dialect, generated from stablehlo.td.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace partir::dialects {

/// The integers of a dimension list, whether `array<i64: ..>` or `dense<..> : tensor<nxi64>`;
/// empty for anything else.
llvm::SmallVector<int64_t> int64s(mlir::Attribute attr);

} // namespace partir::dialects

#include "partir_gen/stablehlo_dialect.h.inc"
#include "partir_gen/stablehlo_enums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "partir_gen/stablehlo_attrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "partir_gen/stablehlo_types.h.inc"

#define GET_OP_CLASSES
#include "partir_gen/stablehlo_ops.h.inc"

namespace partir::dialects::stablehlo {

/// The op that a region applies to its two arguments, in order, to give its result: `add` for a
/// sum. Null where the region is not of that form; then it must be read statement by statement.
mlir::Operation *applied_op(mlir::Region &region);

} // namespace partir::dialects::stablehlo
