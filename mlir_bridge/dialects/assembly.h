// Pieces of concrete syntax that several ops share, as `custom<Name>(..)` directives of ODS call
// them, and the readers and writers of lists that attributes share. Internal to the dialects.
#pragma once

#include <initializer_list>

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"

namespace partir::dialects {

using UnresolvedOperands = llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand>;

/// `[1, 0]`
mlir::FailureOr<llvm::SmallVector<int64_t>> parse_int64_list(mlir::AsmParser &parser);
void print_int64_list(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> values);

/// `{"a", "b"}`, as an array of strings.
mlir::ParseResult parse_axes(mlir::AsmParser &parser, mlir::ArrayAttr &axes);
void print_axes(mlir::AsmPrinter &printer, mlir::ArrayAttr axes);

/// `[{"a"}, {}]`, as an array of arrays of strings.
mlir::ParseResult parse_axis_lists(mlir::AsmParser &parser, mlir::ArrayAttr &lists);
void print_axis_lists(mlir::AsmPrinter &printer, mlir::ArrayAttr lists);

/// `["a"=2, "b"=4]`
mlir::ParseResult parse_mesh_axes(mlir::AsmParser &parser,
                                  llvm::SmallVectorImpl<mlir::StringAttr> &names,
                                  llvm::SmallVectorImpl<int64_t> &sizes);
void print_mesh_axes(mlir::AsmPrinter &printer, llvm::ArrayRef<mlir::StringAttr> names,
                     llvm::ArrayRef<int64_t> sizes);

/// One type for all when operands and result agree, else a functional type; the last is the result.
mlir::ParseResult parse_one_type_or_function(mlir::OpAsmParser &parser,
                                             llvm::ArrayRef<mlir::Type *> types);
void print_one_type_or_function(mlir::OpAsmPrinter &printer, llvm::ArrayRef<mlir::Type> types);

template <class... Types>
mlir::ParseResult parseOneTypeOrFunction(mlir::OpAsmParser &parser, Types &...types) {
  return parse_one_type_or_function(parser, {&types...});
}
template <class... Types>
void printOneTypeOrFunction(mlir::OpAsmPrinter &printer, mlir::Operation *, Types... types) {
  print_one_type_or_function(printer, {mlir::Type(types)...});
}

/// `t` when operand and result agree, else `t -> t`.
mlir::ParseResult parseOneTypeOrArrow(mlir::OpAsmParser &parser, mlir::Type &operand,
                                      mlir::Type &result);
void printOneTypeOrArrow(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Type operand,
                         mlir::Type result);

/// `t -> t`; where operand and result agree, `t` is read too.
mlir::ParseResult parseArrowTypes(mlir::OpAsmParser &parser, mlir::Type &operand,
                                  mlir::Type &result);
void printArrowTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Type operand,
                     mlir::Type result);

/// `tensor<..xi1>, tensor<..>` when both branches and the result agree, else a functional type.
mlir::ParseResult parseSelectTypes(mlir::OpAsmParser &parser, mlir::Type &pred, mlir::Type &on_true,
                                   mlir::Type &on_false, mlir::Type &result);
void printSelectTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Type pred,
                      mlir::Type on_true, mlir::Type on_false, mlir::Type result);

/// Types of the operands, which are those of the results.
mlir::ParseResult parsePairwiseTypes(mlir::OpAsmParser &parser,
                                     llvm::SmallVectorImpl<mlir::Type> &operands,
                                     llvm::SmallVectorImpl<mlir::Type> &results);
void printPairwiseTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::TypeRange operands,
                        mlir::TypeRange results);

/// `dense<..> : tensor<..>`, which gives the result type too.
mlir::ParseResult parseConstantValue(mlir::OpAsmParser &parser, mlir::ElementsAttr &value,
                                     mlir::Type &type);
void printConstantValue(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::ElementsAttr value,
                        mlir::Type type);

/// `[1, 0]` as a dimension list of an op.
mlir::ParseResult parseDims(mlir::OpAsmParser &parser, mlir::Attribute &dims);
void printDims(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Attribute dims);

/// `%a, %b,`: operands that each end in a comma.
mlir::ParseResult parseOperandsEachComma(mlir::OpAsmParser &parser, UnresolvedOperands &operands);
void printOperandsEachComma(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                            mlir::OperandRange operands);

/// `{"a", "b"}` and `[{"a"}, {}]` as directives.
mlir::ParseResult parseAxes(mlir::OpAsmParser &parser, mlir::ArrayAttr &axes);
void printAxes(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::ArrayAttr axes);
mlir::ParseResult parseAxisLists(mlir::OpAsmParser &parser, mlir::ArrayAttr &lists);
void printAxisLists(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::ArrayAttr lists);

} // namespace partir::dialects
