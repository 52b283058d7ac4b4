// Classes of the `partir_hlo` dialect, generated from partir_hlo.td.
#pragma once

#include "mlir_bridge/dialects/partir_core.h"

#include "partir_gen/partir_hlo_dialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "partir_gen/partir_hlo_attrs.h.inc"

#define GET_OP_CLASSES
#include "partir_gen/partir_hlo_ops.h.inc"

namespace partir::dialects::partir_hlo {

/// Axis names, major first, of an attribute such as `["B", "M"]`.
llvm::SmallVector<llvm::StringRef> axis_names(mlir::ArrayAttr axes);

/// Axis names per dimension of an attribute such as `[["B"], []]`.
llvm::SmallVector<llvm::SmallVector<llvm::StringRef>> axis_lists(mlir::ArrayAttr lists);

/// The attribute for axis names, the inverse of axis_names.
mlir::ArrayAttr axes_attr(mlir::MLIRContext *context, llvm::ArrayRef<llvm::StringRef> axes);

/// The attribute for axis names per dimension, the inverse of axis_lists.
mlir::ArrayAttr axis_lists_attr(mlir::MLIRContext *context,
                                llvm::ArrayRef<llvm::SmallVector<llvm::StringRef>> lists);

/// The distributed type on parameter `index` of a function (func.func), or null.
DistAttr param_dist(mlir::Operation *function, unsigned index);

/// The distributed type on result `index` of a function (func.func), or null.
DistAttr result_dist(mlir::Operation *function, unsigned index);

} // namespace partir::dialects::partir_hlo
