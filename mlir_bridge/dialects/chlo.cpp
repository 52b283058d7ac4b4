#include "mlir_bridge/dialects/chlo.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "mlir_bridge/dialects/assembly.h"

using namespace mlir;

#include "partir_gen/chlo_dialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "partir_gen/chlo_attrs.cpp.inc"

namespace partir::dialects::chlo {

void ChloDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "partir_gen/chlo_attrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "partir_gen/chlo_ops.cpp.inc"
      >();
}

LogicalResult ConstantOp::verify() {
  if (getValue().getShapedType() == getType())
    return success();
  return emitOpError() << "has value of type " << getValue().getShapedType() << " but result type "
                       << getType();
}

//===--------------------------------------------------------------------------------------------===
// ScanOp
//===--------------------------------------------------------------------------------------------===

/// How many operands are inputs and how many initial values, and results outputs and carries.
static constexpr StringLiteral operand_groups("operandSegmentSizes");
static constexpr StringLiteral result_groups("resultSegmentSizes");

LogicalResult ScanOp::verify() {
  if (getCarries().size() == getInits().size())
    return success();
  return emitOpError() << "has " << getInits().size() << " initial values but "
                       << getCarries().size() << " carries";
}

void ScanOp::print(OpAsmPrinter &p) {
  p << '(' << getInputs() << ") inits (" << getInits() << ") dimension=" << getDimension();
  p.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getDimensionAttrName(), operand_groups, result_groups});
  p << ' ';
  p.printRegion(getBody());
  p << " : ";
  p.printFunctionalType(*this);
}

ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc location = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands, inits;
  IntegerAttr dimension;
  FunctionType type;
  Region *body = result.addRegion();
  if (parser.parseOperandList(operands, AsmParser::Delimiter::Paren) ||
      parser.parseKeyword("inits") ||
      parser.parseOperandList(inits, AsmParser::Delimiter::Paren) ||
      parser.parseKeyword("dimension") || parser.parseEqual() ||
      parser.parseAttribute(dimension, parser.getBuilder().getI64Type()) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*body) || parser.parseColonType(type))
    return failure();
  auto input_count = static_cast<int32_t>(operands.size());
  auto carry_count = static_cast<int32_t>(inits.size());
  operands.append(inits);
  if (type.getNumInputs() != operands.size())
    return parser.emitError(location) << operands.size() << " operands but "
                                      << type.getNumInputs() << " types";
  if (type.getNumResults() < inits.size())
    return parser.emitError(location) << inits.size() << " carries but " << type.getNumResults()
                                      << " results";
  auto output_count = static_cast<int32_t>(type.getNumResults()) - carry_count;
  Builder &builder = parser.getBuilder();
  result.addAttribute(getDimensionAttrName(result.name), dimension);
  result.addAttribute(operand_groups, builder.getDenseI32ArrayAttr({input_count, carry_count}));
  result.addAttribute(result_groups, builder.getDenseI32ArrayAttr({output_count, carry_count}));
  result.addTypes(type.getResults());
  // Operands come last: a region that defined one of them would take its placeholder away.
  return parser.resolveOperands(operands, type.getInputs(), location, result.operands);
}

} // namespace partir::dialects::chlo

#define GET_OP_CLASSES
#include "partir_gen/chlo_ops.cpp.inc"
