// Convolutions and windows in the text of `stablehlo`, as directives of its assembly formats.
// Internal to the dialects.
#pragma once

#include "mlir_bridge/dialects/stablehlo.h"

namespace partir::dialects::stablehlo {

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`. Numbers that are no permutation cannot be written so;
/// they stand as `<raw input_batch_dimension = 0, ..>`.
mlir::ParseResult parseConvDimensions(mlir::OpAsmParser &parser, ConvDimensionNumbersAttr &numbers);
void printConvDimensions(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                         ConvDimensionNumbersAttr numbers);

/// `{stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = .., rhs_dilate = .., reverse = ..}`, of
/// which each may be left out.
mlir::ParseResult parseConvWindow(mlir::OpAsmParser &parser, mlir::Attribute &strides,
                                  mlir::DenseIntElementsAttr &padding,
                                  mlir::Attribute &lhs_dilation, mlir::Attribute &rhs_dilation,
                                  mlir::Attribute &reversal);
void printConvWindow(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Attribute strides,
                     mlir::DenseIntElementsAttr padding, mlir::Attribute lhs_dilation,
                     mlir::Attribute rhs_dilation, mlir::Attribute reversal);

} // namespace partir::dialects::stablehlo
