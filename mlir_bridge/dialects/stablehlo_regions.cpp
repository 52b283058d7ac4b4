// Text of the ops that write their regions in a form of their own: reduce and while.
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"

#include "mlir_bridge/dialects/assembly.h"
#include "mlir_bridge/dialects/stablehlo.h"

using namespace mlir;

namespace partir::dialects::stablehlo {

//===--------------------------------------------------------------------------------------------===
// ReduceOp
//===--------------------------------------------------------------------------------------------===

Operation *applied_op(Region &region) {
  if (!region.hasOneBlock())
    return nullptr;
  Block &block = region.front();
  if (block.getNumArguments() != 2 || !llvm::hasNItems(block, 2))
    return nullptr;
  Operation &op = block.front();
  Operation &end = block.back();
  bool applies = op.getNumOperands() == 2 && op.getOperand(0) == block.getArgument(0) &&
                 op.getOperand(1) == block.getArgument(1) && op.getNumResults() == 1 &&
                 op.getNumRegions() == 0 && end.getNumOperands() == 1 &&
                 end.getOperand(0) == op.getResult(0);
  return applies ? &op : nullptr;
}

/// The op that the short form of a reduction can name: binary on one type, without attributes.
static Operation *short_form_op(ReduceOp op) {
  Operation *applied = op.getNumResults() == 1 ? applied_op(op.getBody()) : nullptr;
  if (!applied || !applied->getAttrDictionary().empty() || !applied->isRegistered())
    return nullptr;
  Type type = op.getInitValues().front().getType();
  bool same_types = llvm::all_of(op.getBody().getArgumentTypes(),
                                 [&](Type argument) { return argument == type; }) &&
                    applied->getResult(0).getType() == type;
  bool plain_return = isa<ReturnOp>(op.getBody().front().back()) &&
                      op.getBody().front().back().getAttrDictionary().empty();
  return same_types && plain_return ? applied : nullptr;
}

void ReduceOp::print(OpAsmPrinter &p) {
  p << '(';
  llvm::interleave(
      llvm::zip(getInputs(), getInitValues()), p,
      [&](auto pair) { p << std::get<0>(pair) << " init: " << std::get<1>(pair); }, "), (");
  p << ')';
  Operation *applied = short_form_op(*this);
  if (applied)
    p << " applies " << applied->getName().getStringRef();
  p << " across dimensions = ";
  print_int64_list(p, getDimensions());
  p.printOptionalAttrDict((*this)->getAttrs(), {getDimensionsAttrName()});
  p << " : ";
  p.printFunctionalType(*this);
  if (applied)
    return;
  p.printNewline();
  p << " reducer";
  // The block has all left arguments, then all right ones; the text pairs them.
  Block &block = getBody().front();
  unsigned count = block.getNumArguments() / 2;
  for (unsigned i = 0; i < count; ++i) {
    p << '(';
    p.printRegionArgument(block.getArgument(i));
    p << ", ";
    p.printRegionArgument(block.getArgument(count + i));
    p << ") ";
  }
  p << ' ';
  p.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands, inits;
  SMLoc location = parser.getCurrentLocation();
  do {
    if (parser.parseLParen() || parser.parseOperand(operands.emplace_back()) ||
        parser.parseKeyword("init") || parser.parseColon() ||
        parser.parseOperand(inits.emplace_back()) || parser.parseRParen())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  operands.append(inits);

  std::optional<OperationName> applied;
  Location applied_location = parser.getEncodedSourceLoc(location);
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    FailureOr<OperationName> name = parser.parseCustomOperationName();
    if (failed(name))
      return failure();
    applied = *name;
    if (inits.size() != 1)
      return parser.emitError(location) << "`applies` reduces one operand only";
  }

  Attribute dims;
  FunctionType type;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") || parser.parseEqual() ||
      parseDims(parser, dims) || parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  if (type.getNumInputs() != operands.size())
    return parser.emitError(location) << operands.size() << " operands but "
                                      << type.getNumInputs() << " types";
  result.addAttribute(getDimensionsAttrName(result.name), dims);
  result.addTypes(type.getResults());

  Region *body = result.addRegion();
  if (applied) {
    Type element = type.getInputs().back();
    Block &block = body->emplaceBlock();
    block.addArguments({element, element}, {applied_location, applied_location});
    OpBuilder builder(parser.getContext());
    builder.setInsertionPointToEnd(&block);
    OperationState state(applied_location, *applied, block.getArguments(), {element});
    Operation *op = builder.create(state);
    // An op that is not binary would break readers of IR that nobody verified.
    if (failed(mlir::verify(op)))
      return parser.emitError(location) << "cannot apply " << applied->getStringRef();
    builder.create<ReturnOp>(applied_location, op->getResults());
    return parser.resolveOperands(operands, type.getInputs(), location, result.operands);
  }

  if (parser.parseKeyword("reducer"))
    return failure();
  SmallVector<OpAsmParser::Argument> left, right;
  for (size_t i = 0; i < inits.size(); ++i)
    if (parser.parseLParen() || parser.parseArgument(left.emplace_back(), /*allowType=*/true) ||
        parser.parseComma() || parser.parseArgument(right.emplace_back(), /*allowType=*/true) ||
        parser.parseRParen())
      return failure();
  left.append(right);
  // Operands come last: a region that defined one of them would take its placeholder away.
  return failure(parser.parseRegion(*body, left) ||
                 parser.resolveOperands(operands, type.getInputs(), location, result.operands));
}

//===--------------------------------------------------------------------------------------------===
// while(%x = %init, ..) : types cond { .. } do { .. }
//===--------------------------------------------------------------------------------------------===

void WhileOp::print(OpAsmPrinter &p) {
  // The printer numbers both regions from the same place, so their arguments have the same names.
  Block &cond = getCond().front(), &body = getBody().front();
  p << '(';
  llvm::interleaveComma(llvm::zip(cond.getArguments(), getOperands()), p, [&](auto pair) {
    p.printOperand(std::get<0>(pair));
    p << " = ";
    p.printOperand(std::get<1>(pair));
  });
  p << ')';
  if (!body.getArguments().empty()) {
    p << " : ";
    llvm::interleaveComma(getOperandTypes(), p);
  }
  p.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  p.printNewline();
  p << "cond ";
  p.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  p << " do ";
  p.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&]() -> ParseResult {
        return failure(parser.parseArgument(arguments.emplace_back()) || parser.parseEqual() ||
                       parser.parseOperand(operands.emplace_back()));
      }))
    return failure();
  SmallVector<Type> types;
  if (!operands.empty() && parser.parseColonTypeList(types))
    return failure();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  if (types.size() != operands.size())
    return parser.emitError(location) << operands.size() << " operands but " << types.size()
                                      << " types";
  result.addTypes(types);
  for (auto [argument, type] : llvm::zip(arguments, types))
    argument.type = type;
  Region *cond = result.addRegion(), *body = result.addRegion();
  // Operands come last: a region that defined one of them would take its placeholder away.
  return failure(parser.parseKeyword("cond") || parser.parseRegion(*cond, arguments) ||
                 parser.parseKeyword("do") || parser.parseRegion(*body, arguments) ||
                 parser.resolveOperands(operands, types, location, result.operands));
}

} // namespace partir::dialects::stablehlo
