#include "mlir_bridge/dialects/assembly.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

#include "mlir_bridge/dialects.h"

#include "semantics/mesh_limit.h"

using namespace mlir;

namespace partir::dialects {

//===--------------------------------------------------------------------------------------------===
// Lists in attributes
//===--------------------------------------------------------------------------------------------===

FailureOr<SmallVector<int64_t>> parse_int64_list(AsmParser &parser) {
  SmallVector<int64_t> values;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&] { return parser.parseInteger(values.emplace_back()); }))
    return failure();
  return values;
}

void print_int64_list(AsmPrinter &printer, ArrayRef<int64_t> values) {
  printer << '[';
  llvm::interleaveComma(values, printer);
  printer << ']';
}

ParseResult parse_axes(AsmParser &parser, ArrayAttr &axes) {
  SmallVector<Attribute> names;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&] {
        std::string name;
        if (parser.parseString(&name))
          return failure();
        names.push_back(parser.getBuilder().getStringAttr(name));
        return success();
      }))
    return failure();
  axes = parser.getBuilder().getArrayAttr(names);
  return success();
}

void print_axes(AsmPrinter &printer, ArrayAttr axes) {
  printer << '{';
  llvm::interleaveComma(axes, printer);
  printer << '}';
}

ParseResult parse_axis_lists(AsmParser &parser, ArrayAttr &lists) {
  SmallVector<Attribute> parsed;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        ArrayAttr axes;
        if (parse_axes(parser, axes))
          return failure();
        parsed.push_back(axes);
        return success();
      }))
    return failure();
  lists = parser.getBuilder().getArrayAttr(parsed);
  return success();
}

void print_axis_lists(AsmPrinter &printer, ArrayAttr lists) {
  printer << '[';
  llvm::interleaveComma(lists.getAsRange<ArrayAttr>(), printer,
                        [&](ArrayAttr axes) { print_axes(printer, axes); });
  printer << ']';
}

ParseResult parse_mesh_axes(AsmParser &parser, SmallVectorImpl<StringAttr> &names,
                            SmallVectorImpl<int64_t> &sizes) {
  int64_t devices = 1;
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
    std::string name;
    if (parser.parseString(&name) || parser.parseEqual())
      return failure();
    SMLoc location = parser.getCurrentLocation();
    APInt size;
    OptionalParseResult parsed = parser.parseOptionalInteger(size);
    if (!parsed.has_value())
      return parser.emitError(location) << "expected the size of axis \"" << name << '"';
    if (failed(*parsed))
      return failure();
    // A size below 1 is for the attribute's verifier to refuse, with the axis's name.
    bool is_positive = size.isStrictlyPositive();
    std::optional<int64_t> more = is_positive && size.getActiveBits() < 64
                                      ? with_axis(devices, size.getSExtValue())
                                      : std::nullopt;
    if (is_positive && !more)
      return parser.emitError(location) << mesh_too_large;
    devices = more.value_or(devices);
    sizes.push_back(size.getSignificantBits() <= 64 ? size.getSExtValue() : INT64_MIN);
    names.push_back(parser.getBuilder().getStringAttr(name));
    return success();
  });
}

void print_mesh_axes(AsmPrinter &printer, ArrayRef<StringAttr> names, ArrayRef<int64_t> sizes) {
  printer << '[';
  llvm::interleaveComma(llvm::zip_equal(names, sizes), printer, [&](auto axis) {
    printer << std::get<0>(axis) << '=' << std::get<1>(axis);
  });
  printer << ']';
}

//===--------------------------------------------------------------------------------------------===
// Types
//===--------------------------------------------------------------------------------------------===

static ParseResult assign_function(OpAsmParser &parser, SMLoc location, FunctionType function,
                                   ArrayRef<Type *> types) {
  if (function.getNumInputs() + 1 != types.size() || function.getNumResults() != 1)
    return parser.emitError(location)
           << "expected a type from " << types.size() - 1 << " operands to 1 result";
  for (auto [type, input] : llvm::zip(types.drop_back(), function.getInputs()))
    *type = input;
  *types.back() = function.getResult(0);
  return success();
}

ParseResult parse_one_type_or_function(OpAsmParser &parser, ArrayRef<Type *> types) {
  SMLoc location = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type))
    return assign_function(parser, location, function, types);
  for (Type *each : types)
    *each = type;
  return success();
}

void print_one_type_or_function(OpAsmPrinter &printer, ArrayRef<Type> types) {
  if (llvm::all_equal(types))
    printer << types.front();
  else
    printer.printFunctionalType(types.drop_back(), types.take_back());
}

ParseResult parseOneTypeOrArrow(OpAsmParser &parser, Type &operand, Type &result) {
  if (parser.parseType(operand))
    return failure();
  result = operand;
  return succeeded(parser.parseOptionalArrow()) ? parser.parseType(result) : success();
}

void printOneTypeOrArrow(OpAsmPrinter &printer, Operation *, Type operand, Type result) {
  printer << operand;
  if (operand != result)
    printer << " -> " << result;
}

ParseResult parseArrowTypes(OpAsmParser &parser, Type &operand, Type &result) {
  return parseOneTypeOrArrow(parser, operand, result);
}

void printArrowTypes(OpAsmPrinter &printer, Operation *, Type operand, Type result) {
  printer << operand << " -> " << result;
}

ParseResult parseSelectTypes(OpAsmParser &parser, Type &pred, Type &on_true, Type &on_false,
                             Type &result) {
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseType(pred))
    return failure();
  if (auto function = dyn_cast<FunctionType>(pred))
    return assign_function(parser, location, function, {&pred, &on_true, &on_false, &result});
  if (parser.parseComma() || parser.parseType(on_true))
    return failure();
  on_false = result = on_true;
  return success();
}

void printSelectTypes(OpAsmPrinter &printer, Operation *, Type pred, Type on_true, Type on_false,
                      Type result) {
  if (on_true == on_false && on_true == result)
    printer << pred << ", " << result;
  else
    printer.printFunctionalType(ArrayRef<Type>{pred, on_true, on_false}, ArrayRef<Type>(result));
}

ParseResult parsePairwiseTypes(OpAsmParser &parser, SmallVectorImpl<Type> &operands,
                               SmallVectorImpl<Type> &results) {
  if (parser.parseTypeList(operands))
    return failure();
  results.assign(operands.begin(), operands.end());
  return success();
}

void printPairwiseTypes(OpAsmPrinter &printer, Operation *, TypeRange operands, TypeRange) {
  llvm::interleaveComma(operands, printer);
}

//===--------------------------------------------------------------------------------------------===
// Values and operands
//===--------------------------------------------------------------------------------------------===

ParseResult parseConstantValue(OpAsmParser &parser, ElementsAttr &value, Type &type) {
  if (parser.parseAttribute(value))
    return failure();
  type = value.getShapedType();
  return success();
}

void printConstantValue(OpAsmPrinter &printer, Operation *, ElementsAttr value, Type) {
  printer << value;
}

ParseResult parseDims(OpAsmParser &parser, Attribute &dims) {
  FailureOr<SmallVector<int64_t>> values = parse_int64_list(parser);
  if (failed(values))
    return failure();
  dims = parser.getBuilder().getDenseI64ArrayAttr(*values);
  return success();
}

void printDims(OpAsmPrinter &printer, Operation *, Attribute dims) {
  print_int64_list(printer, int64s(dims));
}

ParseResult parseOperandsEachComma(OpAsmParser &parser, UnresolvedOperands &operands) {
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value())
      return success();
    if (failed(*parsed) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
}

void printOperandsEachComma(OpAsmPrinter &printer, Operation *, OperandRange operands) {
  llvm::interleave(
      operands, [&](Value operand) { printer << operand << ','; }, [&] { printer << ' '; });
}

ParseResult parseAxes(OpAsmParser &parser, ArrayAttr &axes) { return parse_axes(parser, axes); }

void printAxes(OpAsmPrinter &printer, Operation *, ArrayAttr axes) { print_axes(printer, axes); }

ParseResult parseAxisLists(OpAsmParser &parser, ArrayAttr &lists) {
  return parse_axis_lists(parser, lists);
}

void printAxisLists(OpAsmPrinter &printer, Operation *, ArrayAttr lists) {
  print_axis_lists(printer, lists);
}

SmallVector<int64_t> int64s(Attribute attr) {
  if (auto array = dyn_cast_or_null<DenseI64ArrayAttr>(attr))
    return llvm::to_vector(array.asArrayRef());
  auto elements = dyn_cast_or_null<DenseIntElementsAttr>(attr);
  if (!elements || !elements.getElementType().isInteger(64))
    return {};
  return llvm::to_vector(elements.getValues<int64_t>());
}

bool is_writable(Attribute attr) {
  constexpr int64_t most = int64_t{1} << 20;
  auto elements = dyn_cast<DenseElementsAttr>(attr);
  return elements && (!elements.isSplat() || elements.getNumElements() <= most);
}

SmallVector<bool> flags(Attribute attr) {
  // Not llvm::to_vector: of booleans it makes the list of the range's two pointers.
  SmallVector<bool> values;
  if (auto array = dyn_cast_or_null<DenseBoolArrayAttr>(attr))
    llvm::append_range(values, array.asArrayRef());
  else if (attr && is_flags(attr))
    llvm::append_range(values, cast<DenseElementsAttr>(attr).getValues<bool>());
  return values;
}

bool is_flags(Attribute attr) {
  if (isa<DenseBoolArrayAttr>(attr))
    return true;
  auto elements = dyn_cast<DenseIntElementsAttr>(attr);
  return elements && elements.getElementType().isInteger(1) && is_writable(elements);
}

bool is_padding(Attribute attr) {
  auto elements = dyn_cast<DenseIntElementsAttr>(attr);
  return elements && elements.getElementType().isInteger(64) && is_writable(elements) &&
         elements.getType().getRank() == 2 && elements.getType().getDimSize(1) == 2;
}

FailureOr<FloatAttr> parse_f64(AsmParser &parser) {
  double value = 0;
  if (parser.parseFloat(value))
    return failure();
  return parser.getBuilder().getF64FloatAttr(value);
}

//===--------------------------------------------------------------------------------------------===
// `#tile<0>`, `#reduce<add>`, `#any`, `#sum`
//===--------------------------------------------------------------------------------------------===

namespace {

/// Reads `#tile<0>`: to MLIR the name before `<` is that of a dialect, and `0` is the whole text of
/// one of its attributes.
class TileDialect : public Dialect {
public:
  explicit TileDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<TileDialect>()) {
    context->getOrLoadDialect<partir_core::PartirCoreDialect>();
  }
  static constexpr StringLiteral getDialectNamespace() { return StringLiteral("tile"); }

  Attribute parseAttribute(DialectAsmParser &parser, Type) const override {
    int64_t dim = 0;
    if (parser.parseInteger(dim))
      return {};
    return partir_core::TileAttr::get(getContext(), dim);
  }
};

/// Reads `#reduce<add>` in the same way.
class ReduceDialect : public Dialect {
public:
  explicit ReduceDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<ReduceDialect>()) {
    context->getOrLoadDialect<partir_core::PartirCoreDialect>();
  }
  static constexpr StringLiteral getDialectNamespace() { return StringLiteral("reduce"); }

  Attribute parseAttribute(DialectAsmParser &parser, Type) const override {
    SMLoc location = parser.getCurrentLocation();
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return {};
    std::optional<partir_core::ReductionKind> kind = partir_core::symbolizeReductionKind(keyword);
    if (!kind) {
      parser.emitError(location) << "expected one of add, mul, max, min, and, or";
      return {};
    }
    return partir_core::ReduceAttr::get(getContext(), *kind);
  }
};

/// Whether `text` holds `#name` on its own: not a longer identifier, not a dialect's symbol.
bool mentions_alias(StringRef text, StringRef alias) {
  for (size_t at = text.find(alias); at != StringRef::npos; at = text.find(alias, at + 1)) {
    StringRef rest = text.substr(at + alias.size());
    if (rest.empty() || !(llvm::isAlnum(rest[0]) || StringRef("_$.-<").contains(rest[0])))
      return true;
  }
  return false;
}

/// Whether a line of `text` is a definition `#name = ..`.
bool defines_alias(StringRef text, StringRef alias) {
  while (!text.empty()) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    line = line.ltrim();
    if (line.consume_front(alias) && line.ltrim().starts_with("="))
      return true;
  }
  return false;
}

/// The definitions that one chunk lacks.
std::string missing_aliases(StringRef chunk) {
  std::string missing;
  for (auto [alias, meaning] :
       {std::pair{"#any", "#partir_core.any"}, std::pair{"#sum", "#partir_core.reduce<add>"}})
    if (mentions_alias(chunk, alias) && !defines_alias(chunk, alias))
      missing += (Twine(alias) + " = " + meaning + " ").str();
  return missing;
}

} // namespace

std::string with_aliases(StringRef text) {
  std::string result;
  constexpr StringLiteral marker = "\n// -----";
  while (true) {
    // A chunk ends with the newline before the next marker; the marker's own line opens the next.
    size_t end = text.find(marker);
    StringRef chunk = text.substr(0, end == StringRef::npos ? end : end + 1);
    // The marker's line must stay as it is: split-input-file looks for it at the line's start.
    StringRef head = chunk.starts_with("// -----") ? chunk.substr(0, chunk.find('\n') + 1) : "";
    StringRef body = chunk.substr(head.size());
    result += (head + missing_aliases(body) + body).str();
    if (end == StringRef::npos)
      return result;
    text = text.substr(end + 1);
  }
}

void register_dialects(DialectRegistry &registry) {
  registry.insert<stablehlo::StablehloDialect, chlo::ChloDialect, check::CheckDialect,
                  interpreter::InterpreterDialect, sdy::SdyDialect,
                  partir_core::PartirCoreDialect, partir_hlo::PartirHloDialect, TileDialect,
                  ReduceDialect, arith::ArithDialect, func::FuncDialect>();
}

} // namespace partir::dialects
