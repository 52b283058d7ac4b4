#include "mlir_bridge/dialects/stablehlo.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
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
  // Names are given before anything is verified.
  ElementsAttr value = getValueAttr();
  set_name(getResult(), value && isa<IntegerType>(value.getElementType()) ? "c" : "cst");
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

/// Inputs, and as many initial values.
static LogicalResult verify_pairs(Operation *op) {
  if (op->getNumOperands() % 2 == 0 && op->getNumOperands() > 0)
    return success();
  return op->emitOpError() << "has " << op->getNumOperands()
                           << " operands, which are not inputs and as many initial values";
}

LogicalResult ReduceOp::verify() { return verify_pairs(*this); }
LogicalResult ReduceWindowOp::verify() { return verify_pairs(*this); }

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

} // namespace partir::dialects::stablehlo

#define GET_OP_CLASSES
#include "partir_gen/stablehlo_ops.cpp.inc"
