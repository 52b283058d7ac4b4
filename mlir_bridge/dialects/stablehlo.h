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

/// The truth values of `array<i1: ..>` or `dense<..> : tensor<nxi1>`; empty for anything else.
llvm::SmallVector<bool> flags(mlir::Attribute attr);

/// Whether an attribute is one of those that `flags` reads.
bool is_flags(mlir::Attribute attr);

/// Whether the elements of a dense attribute can be written out one by one: `dense<0>` may stand
/// for more of them than there is memory.
bool is_writable(mlir::Attribute attr);

/// Whether an attribute is a `tensor<nx2xi64>`, a low and a high padding in each row.
bool is_padding(mlir::Attribute attr);

/// `1.000000e-05`
mlir::FailureOr<mlir::FloatAttr> parse_f64(mlir::AsmParser &parser);

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
