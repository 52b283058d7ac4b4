#include "mlir_bridge/dialects/stablehlo.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/TypeSwitch.h"

#include "mlir_bridge/dialects/assembly.h"
#include "mlir_bridge/dialects/stablehlo_window.h"

using namespace mlir;

#include "partir_gen/stablehlo_dialect.cpp.inc"
#include "partir_gen/stablehlo_enums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "partir_gen/stablehlo_attrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "partir_gen/stablehlo_types.cpp.inc"

namespace partir::dialects::stablehlo {

void StablehloDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "partir_gen/stablehlo_attrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "partir_gen/stablehlo_types.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "partir_gen/stablehlo_ops.cpp.inc"
      >();
}

//===--------------------------------------------------------------------------------------------===
// Directives of single ops
//===--------------------------------------------------------------------------------------------===

namespace {

/// `[0:1, 0:32:2]`: start, limit and, where it is not 1, stride of each dimension.
ParseResult parseSliceRanges(OpAsmParser &parser, Attribute &starts, Attribute &limits,
                             Attribute &strides) {
  SmallVector<int64_t> start, limit, stride;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
        if (parser.parseInteger(start.emplace_back()) || parser.parseColon() ||
            parser.parseInteger(limit.emplace_back()))
          return failure();
        stride.push_back(1);
        if (succeeded(parser.parseOptionalColon()))
          return parser.parseInteger(stride.back());
        return success();
      }))
    return failure();
  Builder &builder = parser.getBuilder();
  starts = builder.getDenseI64ArrayAttr(start);
  limits = builder.getDenseI64ArrayAttr(limit);
  strides = builder.getDenseI64ArrayAttr(stride);
  return success();
}

void printSliceRanges(OpAsmPrinter &printer, Operation *, Attribute starts, Attribute limits,
                      Attribute strides) {
  printer << '[';
  llvm::interleaveComma(llvm::zip(int64s(starts), int64s(limits), int64s(strides)), printer,
                        [&](auto range) {
                          auto [start, limit, stride] = range;
                          printer << start << ':' << limit;
                          if (stride != 1)
                            printer << ':' << stride;
                        });
  printer << ']';
}

/// `[DEFAULT, HIGHEST]`
ParseResult parsePrecisionConfig(OpAsmParser &parser, ArrayAttr &config) {
  SmallVector<Attribute> precisions;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
        SMLoc location = parser.getCurrentLocation();
        StringRef keyword;
        if (parser.parseKeyword(&keyword))
          return failure();
        std::optional<Precision> precision = symbolizePrecision(keyword);
        if (!precision)
          return parser.emitError(location) << "expected DEFAULT, HIGH or HIGHEST";
        precisions.push_back(PrecisionAttr::get(parser.getContext(), *precision));
        return success();
      }))
    return failure();
  config = parser.getBuilder().getArrayAttr(precisions);
  return success();
}

void printPrecisionConfig(OpAsmPrinter &printer, Operation *, ArrayAttr config) {
  printer << '[';
  llvm::interleaveComma(config.getAsRange<PrecisionAttr>(), printer, [&](PrecisionAttr attr) {
    printer << stringifyPrecision(attr.getValue());
  });
  printer << ']';
}

/// `[0] x [0]`
ParseResult parse_dims_pair(OpAsmParser &parser, SmallVector<int64_t> &lhs,
                            SmallVector<int64_t> &rhs) {
  FailureOr<SmallVector<int64_t>> parsed_lhs = parse_int64_list(parser);
  if (failed(parsed_lhs) || parser.parseKeyword("x"))
    return failure();
  FailureOr<SmallVector<int64_t>> parsed_rhs = parse_int64_list(parser);
  if (failed(parsed_rhs))
    return failure();
  lhs = *parsed_lhs;
  rhs = *parsed_rhs;
  return success();
}

/// `batching_dims = [0] x [0], contracting_dims = [1] x [0], precision = [..], algorithm = <..>`,
/// of which only the contracting dimensions must be there.
ParseResult parseDotDimensions(OpAsmParser &parser, DotDimensionNumbersAttr &numbers,
                               ArrayAttr &precision, DotAlgorithmAttr &algorithm) {
  SmallVector<int64_t> lhs_batch, rhs_batch, lhs_contract, rhs_contract;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")))
    if (parser.parseEqual() || parse_dims_pair(parser, lhs_batch, rhs_batch) || parser.parseComma())
      return failure();
  if (parser.parseKeyword("contracting_dims") || parser.parseEqual() ||
      parse_dims_pair(parser, lhs_contract, rhs_contract))
    return failure();
  numbers = DotDimensionNumbersAttr::get(parser.getContext(), lhs_batch, rhs_batch, lhs_contract,
                                         rhs_contract);
  while (succeeded(parser.parseOptionalComma())) {
    if (succeeded(parser.parseOptionalKeyword("precision"))) {
      if (parser.parseEqual() || parsePrecisionConfig(parser, precision))
        return failure();
      continue;
    }
    if (parser.parseKeyword("algorithm") || parser.parseEqual() ||
        parser.parseCustomAttributeWithFallback(algorithm))
      return failure();
  }
  return success();
}

void printDotDimensions(OpAsmPrinter &printer, Operation *op, DotDimensionNumbersAttr numbers,
                        ArrayAttr precision, DotAlgorithmAttr algorithm) {
  auto print_pair = [&](ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
    print_int64_list(printer, lhs);
    printer << " x ";
    print_int64_list(printer, rhs);
  };
  if (!numbers.getLhsBatchingDimensions().empty() || !numbers.getRhsBatchingDimensions().empty()) {
    printer << "batching_dims = ";
    print_pair(numbers.getLhsBatchingDimensions(), numbers.getRhsBatchingDimensions());
    printer << ", ";
  }
  printer << "contracting_dims = ";
  print_pair(numbers.getLhsContractingDimensions(), numbers.getRhsContractingDimensions());
  if (precision) {
    printer << ", precision = ";
    printPrecisionConfig(printer, op, precision);
  }
  if (algorithm) {
    printer << ", algorithm = ";
    printer.printStrippedAttrOrType(algorithm);
  }
}

/// `e5m10`
ParseResult parseFloatFormat(OpAsmParser &parser, IntegerAttr &exponent, IntegerAttr &mantissa) {
  SMLoc location = parser.getCurrentLocation();
  StringRef text;
  if (parser.parseKeyword(&text))
    return failure();
  int32_t exponent_bits = 0, mantissa_bits = 0;
  if (!text.consume_front("e") || text.consumeInteger(10, exponent_bits) ||
      !text.consume_front("m") || text.getAsInteger(10, mantissa_bits))
    return parser.emitError(location) << "expected a format such as e5m10";
  exponent = parser.getBuilder().getI32IntegerAttr(exponent_bits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissa_bits);
  return success();
}

void printFloatFormat(OpAsmPrinter &printer, Operation *, IntegerAttr exponent,
                      IntegerAttr mantissa) {
  printer << 'e' << exponent.getInt() << 'm' << mantissa.getInt();
}

/// The tuple type, of which the operands are the components.
ParseResult parseTupleType(OpAsmParser &parser, SmallVectorImpl<Type> &operands, Type &result) {
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  auto tuple = dyn_cast<TupleType>(result);
  if (!tuple)
    return parser.emitError(location) << "expected a tuple type, found " << result;
  llvm::append_range(operands, tuple.getTypes());
  return success();
}

void printTupleType(OpAsmPrinter &printer, Operation *, TypeRange, Type result) {
  printer << result;
}

/// One type, of the result and of every operand.
ParseResult parseSameTypes(OpAsmParser &parser, ArrayRef<OpAsmParser::UnresolvedOperand> operands,
                           SmallVectorImpl<Type> &types, Type &result) {
  if (parser.parseType(result))
    return failure();
  types.assign(operands.size(), result);
  return success();
}

void printSameTypes(OpAsmPrinter &printer, Operation *, OperandRange, TypeRange, Type result) {
  printer << result;
}

/// The complex result type, from which the type of the parts follows; a functional type otherwise.
ParseResult parseComplexType(OpAsmParser &parser, Type &lhs, Type &rhs, Type &result) {
  if (parse_one_type_or_function(parser, {&lhs, &rhs, &result}))
    return failure();
  auto tensor = dyn_cast<RankedTensorType>(result);
  auto complex = tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : ComplexType();
  if (complex && lhs == result)
    lhs = rhs = tensor.clone(complex.getElementType());
  return success();
}

void printComplexType(OpAsmPrinter &printer, Operation *, Type lhs, Type rhs, Type result) {
  auto tensor = dyn_cast<RankedTensorType>(result);
  auto complex = tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : ComplexType();
  if (complex && lhs == rhs && lhs == tensor.clone(complex.getElementType()))
    printer << result;
  else
    printer.printFunctionalType(ArrayRef<Type>{lhs, rhs}, ArrayRef<Type>(result));
}

/// `@name`
ParseResult parseCallTarget(OpAsmParser &parser, StringAttr &target) {
  return parser.parseSymbolName(target);
}

void printCallTarget(OpAsmPrinter &printer, Operation *, StringAttr target) {
  printer.printSymbolName(target);
}

} // namespace

//===--------------------------------------------------------------------------------------------===
// ConstantOp
//===--------------------------------------------------------------------------------------------===

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValueAttr(); }

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn set_name) {
  set_name(getResult(), isa<IntegerType>(getValue().getElementType()) ? "c" : "cst");
}

LogicalResult ConstantOp::verify() {
  if (getValue().getShapedType() == getType())
    return success();
  return emitOpError() << "has value of type " << getValue().getShapedType() << " but result type "
                       << getType();
}

//===--------------------------------------------------------------------------------------------===
// Attributes with forms of their own
//===--------------------------------------------------------------------------------------------===

/// `[4, ?]` or `<4, ?>`: sizes, of which `?` stands for none.
static FailureOr<SmallVector<int64_t>> parse_bounds(AsmParser &parser,
                                                    AsmParser::Delimiter delimiter) {
  SmallVector<int64_t> bounds;
  if (parser.parseCommaSeparatedList(delimiter, [&]() -> ParseResult {
        if (succeeded(parser.parseOptionalQuestion())) {
          bounds.push_back(ShapedType::kDynamic);
          return success();
        }
        return parser.parseInteger(bounds.emplace_back());
      }))
    return failure();
  return bounds;
}

Attribute TypeExtensionsAttr::parse(AsmParser &parser, Type) {
  FailureOr<SmallVector<int64_t>> bounds =
      parse_bounds(parser, AsmParser::Delimiter::LessGreater);
  return failed(bounds) ? Attribute() : get(parser.getContext(), *bounds);
}

void TypeExtensionsAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(getBounds(), printer, [&](int64_t bound) {
    if (ShapedType::isDynamic(bound))
      printer << '?';
    else
      printer << bound;
  });
  printer << '>';
}

Attribute OldTypeExtensionsAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess() || parser.parseKeyword("bounds") || parser.parseEqual())
    return {};
  FailureOr<SmallVector<int64_t>> bounds = parse_bounds(parser, AsmParser::Delimiter::Square);
  if (failed(bounds) || parser.parseGreater())
    return {};
  return TypeExtensionsAttr::get(parser.getContext(), *bounds);
}

void OldTypeExtensionsAttr::print(AsmPrinter &) const {
  llvm_unreachable("is read as another attribute");
}

//===--------------------------------------------------------------------------------------------===
// Counts of operands that come in groups
//===--------------------------------------------------------------------------------------------===

LogicalResult ScatterOp::verify() {
  if (getNumOperands() % 2 == 1 && getNumOperands() > 1)
    return success();
  return emitOpError() << "has " << getNumOperands()
                       << " operands, which are not inputs, indices and as many updates";
}

LogicalResult ReduceWindowOp::verify() {
  if (getNumOperands() % 2 == 0 && getNumOperands() > 0)
    return success();
  return emitOpError() << "has " << getNumOperands()
                       << " operands, which are not inputs and as many initial values";
}

/// One result per tensor; a dynamic root is an operand more.
template <class RootedOp> static LogicalResult verify_rooted(RootedOp op) {
  unsigned tensors = op->getNumOperands() - op.getHasDynamicRoot();
  if (op->getNumOperands() > op.getHasDynamicRoot() && tensors == op->getNumResults())
    return success();
  return op.emitOpError() << "has " << op->getNumOperands() << " operands, "
                          << (op.getHasDynamicRoot() ? "the last of them the root, " : "")
                          << "but " << op->getNumResults() << " results";
}

LogicalResult CollectiveBroadcastOp::verify() { return verify_rooted(*this); }
LogicalResult CollectiveReduceOp::verify() { return verify_rooted(*this); }

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

#define GET_OP_CLASSES
#include "partir_gen/stablehlo_ops.cpp.inc"
