#include "mlir_bridge/dialects/sdy.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "mlir_bridge/dialects/assembly.h"

using namespace mlir;

#include "partir_gen/sdy_dialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "partir_gen/sdy_attrs.cpp.inc"

namespace partir::dialects::sdy {

void SdyDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "partir_gen/sdy_attrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "partir_gen/sdy_ops.cpp.inc"
      >();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValueAttr(); }

MeshAttr mesh_of(TensorShardingAttr sharding, Operation *from) {
  if (auto mesh = dyn_cast<MeshAttr>(sharding.getMeshOrRef()))
    return mesh;
  auto symbol = cast<FlatSymbolRefAttr>(sharding.getMeshOrRef());
  auto op = SymbolTable::lookupNearestSymbolFrom<MeshOp>(from, symbol);
  return op ? op.getMesh() : MeshAttr();
}

//===--------------------------------------------------------------------------------------------===
// Pieces: axes and dimensions
//===--------------------------------------------------------------------------------------------===

namespace {

/// `"a"` or `"a":(1)2`
ParseResult parse_axis(AsmParser &parser, AxisRefAttr &axis) {
  std::string name;
  int64_t pre_size = 0, size = 0;
  if (parser.parseString(&name))
    return failure();
  if (succeeded(parser.parseOptionalColon()))
    if (parser.parseLParen() || parser.parseInteger(pre_size) || parser.parseRParen() ||
        parser.parseInteger(size))
      return failure();
  axis = AxisRefAttr::get(parser.getContext(), parser.getBuilder().getStringAttr(name), pre_size,
                          size);
  return success();
}

void print_axis(AsmPrinter &printer, AxisRefAttr axis) {
  printer << axis.getName();
  if (axis.is_sub_axis())
    printer << ":(" << axis.getPreSize() << ')' << axis.getSize();
}

/// `{"a", "b"}`
ParseResult parse_axis_list(AsmParser &parser, SmallVectorImpl<AxisRefAttr> &axes) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces,
                                        [&] { return parse_axis(parser, axes.emplace_back()); });
}

template <class Axes> void print_axis_list(AsmPrinter &printer, Axes &&axes) {
  printer << '{';
  llvm::interleaveComma(axes, printer, [&](AxisRefAttr axis) { print_axis(printer, axis); });
  printer << '}';
}

/// `{"a", ?}p0`
ParseResult parse_dimension(AsmParser &parser, DimensionShardingAttr &dim) {
  SmallVector<AxisRefAttr> axes;
  bool is_closed = true;
  if (parser.parseLBrace())
    return failure();
  if (failed(parser.parseOptionalRBrace())) {
    do {
      is_closed = failed(parser.parseOptionalQuestion());
      if (is_closed && parse_axis(parser, axes.emplace_back()))
        return failure();
    } while (is_closed && succeeded(parser.parseOptionalComma()));
    if (parser.parseRBrace())
      return failure();
  }
  int64_t priority = -1;
  SMLoc location = parser.getCurrentLocation();
  StringRef keyword;
  if (succeeded(parser.parseOptionalKeyword(&keyword)))
    if (!keyword.consume_front("p") || keyword.getAsInteger(10, priority))
      return parser.emitError(location) << "expected a priority such as p0";
  dim = DimensionShardingAttr::get(parser.getContext(), axes, is_closed, priority);
  return success();
}

void print_dimension(AsmPrinter &printer, DimensionShardingAttr dim) {
  printer << '{';
  llvm::interleaveComma(dim.getAxes(), printer,
                        [&](AxisRefAttr axis) { print_axis(printer, axis); });
  if (!dim.getIsClosed())
    printer << (dim.getAxes().empty() ? "?" : ", ?");
  printer << '}';
  if (dim.getPriority() >= 0)
    printer << 'p' << dim.getPriority();
}

/// `{"a"}: 0->1`
ParseResult parse_all_to_all_param(AsmParser &parser, AllToAllParamAttr &param) {
  SmallVector<AxisRefAttr> axes;
  int64_t src_dim, tgt_dim;
  if (parse_axis_list(parser, axes) || parser.parseColon() || parser.parseInteger(src_dim) ||
      parser.parseArrow() || parser.parseInteger(tgt_dim))
    return failure();
  param = AllToAllParamAttr::get(parser.getContext(), axes, src_dim, tgt_dim);
  return success();
}

void print_all_to_all_param(AsmPrinter &printer, AllToAllParamAttr param) {
  print_axis_list(printer, param.getAxes());
  printer << ": " << param.getSrcDim() << "->" << param.getTgtDim();
}

} // namespace

//===--------------------------------------------------------------------------------------------===
// Attributes
//===--------------------------------------------------------------------------------------------===

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> names;
  SmallVector<int64_t> sizes, device_ids;
  if (parser.parseLess() || parse_mesh_axes(parser, names, sizes))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("device_ids") || parser.parseEqual())
      return {};
    FailureOr<SmallVector<int64_t>> ids = parse_int64_list(parser);
    if (failed(ids))
      return {};
    device_ids = *ids;
  }
  if (parser.parseGreater())
    return {};
  return MeshAttr::get(parser.getContext(), names, sizes, device_ids);
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << '<';
  print_mesh_axes(printer, getAxisNames(), getAxisSizes());
  if (!getDeviceIds().empty()) {
    printer << ", device_ids=";
    print_int64_list(printer, getDeviceIds());
  }
  printer << '>';
}

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  AxisRefAttr axis;
  if (parser.parseLess() || parse_axis(parser, axis) || parser.parseGreater())
    return {};
  return axis;
}

void AxisRefAttr::print(AsmPrinter &printer) const {
  printer << '<';
  print_axis(printer, *this);
  printer << '>';
}

Attribute DimensionShardingAttr::parse(AsmParser &parser, Type) {
  DimensionShardingAttr dim;
  if (parser.parseLess() || parse_dimension(parser, dim) || parser.parseGreater())
    return {};
  return dim;
}

void DimensionShardingAttr::print(AsmPrinter &printer) const {
  printer << '<';
  print_dimension(printer, *this);
  printer << '>';
}

Attribute TensorShardingAttr::parse(AsmParser &parser, Type) {
  Attribute mesh_or_ref;
  SmallVector<DimensionShardingAttr> dims;
  SmallVector<AxisRefAttr> replicated, unreduced;
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalKeyword("mesh"))) {
    mesh_or_ref = MeshAttr::parse(parser, {});
    if (!mesh_or_ref)
      return {};
  } else {
    FlatSymbolRefAttr symbol;
    if (parser.parseAttribute(symbol))
      return {};
    mesh_or_ref = symbol;
  }
  if (parser.parseComma() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parse_dimension(parser, dims.emplace_back());
      }))
    return {};
  // `replicated={..}`, and `unreduced={..}` or, for a reduction other than sum,
  // `unreduced=max{..}`.
  StringAttr kind;
  while (succeeded(parser.parseOptionalComma())) {
    bool is_replicated = succeeded(parser.parseOptionalKeyword("replicated"));
    if ((!is_replicated && parser.parseKeyword("unreduced")) || parser.parseEqual())
      return {};
    StringRef keyword;
    if (!is_replicated && succeeded(parser.parseOptionalKeyword(&keyword)))
      kind = parser.getBuilder().getStringAttr(keyword);
    if (parse_axis_list(parser, is_replicated ? replicated : unreduced))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return TensorShardingAttr::get(parser.getContext(), mesh_or_ref, dims, replicated, unreduced,
                                 kind);
}

void TensorShardingAttr::print(AsmPrinter &printer) const {
  printer << '<';
  if (auto mesh = llvm::dyn_cast<MeshAttr>(getMeshOrRef())) {
    printer << "mesh";
    mesh.print(printer);
  } else {
    printer << getMeshOrRef();
  }
  printer << ", [";
  llvm::interleaveComma(getDimShardings(), printer,
                        [&](DimensionShardingAttr dim) { print_dimension(printer, dim); });
  printer << ']';
  if (!getReplicatedAxes().empty()) {
    printer << ", replicated=";
    print_axis_list(printer, getReplicatedAxes());
  }
  if (!getUnreducedAxes().empty()) {
    printer << ", unreduced=" << (getUnreducedKind() ? getUnreducedKind().getValue() : "");
    print_axis_list(printer, getUnreducedAxes());
  }
  printer << '>';
}

/// `[<@mesh, [{"a"}]>, <@mesh, [{}]>]`
static ParseResult parse_sharding_list(AsmParser &parser, TensorShardingPerValueAttr &list) {
  SmallVector<TensorShardingAttr> shardings;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parser.parseCustomAttributeWithFallback(shardings.emplace_back());
      }))
    return failure();
  list = TensorShardingPerValueAttr::get(parser.getContext(), shardings);
  return success();
}

static void print_sharding_list(AsmPrinter &printer, TensorShardingPerValueAttr list) {
  printer << '[';
  llvm::interleaveComma(list.getShardings(), printer,
                        [&](TensorShardingAttr sharding) { sharding.print(printer); });
  printer << ']';
}

Attribute TensorShardingPerValueAttr::parse(AsmParser &parser, Type) {
  TensorShardingPerValueAttr list;
  if (parser.parseLess() || parse_sharding_list(parser, list) || parser.parseGreater())
    return {};
  return list;
}

void TensorShardingPerValueAttr::print(AsmPrinter &printer) const {
  printer << '<';
  print_sharding_list(printer, *this);
  printer << '>';
}

Attribute ManualAxesAttr::parse(AsmParser &parser, Type) {
  ArrayAttr axes;
  if (parse_axes(parser, axes))
    return {};
  return ManualAxesAttr::get(parser.getContext(),
                             llvm::to_vector(axes.getAsRange<StringAttr>()));
}

void ManualAxesAttr::print(AsmPrinter &printer) const {
  printer << '{';
  llvm::interleaveComma(getAxes(), printer);
  printer << '}';
}

Attribute AllToAllParamAttr::parse(AsmParser &parser, Type) {
  AllToAllParamAttr param;
  if (parser.parseLess() || parse_all_to_all_param(parser, param) || parser.parseGreater())
    return {};
  return param;
}

void AllToAllParamAttr::print(AsmPrinter &printer) const {
  printer << '<';
  print_all_to_all_param(printer, *this);
  printer << '>';
}

namespace {

/// `([i, jk], [])`
ParseResult parse_factors(AsmParser &parser) {
  StringRef factors;
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                          [&] { return parser.parseKeyword(&factors); });
  });
}

/// `{i=8, j=16} reduction={k}, custom`, all of it optional
ParseResult parse_factor_kinds(AsmParser &parser) {
  StringRef name;
  int64_t size = 0;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalBraces, [&] {
        return failure(parser.parseKeyword(&name) || parser.parseEqual() ||
                       parser.parseInteger(size));
      }))
    return failure();
  while (succeeded(parser.parseOptionalKeyword(&name)))
    if (parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces,
                                       [&] { return parser.parseKeyword(&name); }))
      return failure();
  return failure(succeeded(parser.parseOptionalComma()) && parser.parseKeyword("custom"));
}

} // namespace

Attribute OpShardingRuleAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  const char *begin = parser.getCurrentLocation().getPointer();
  if (parse_factors(parser) || parser.parseArrow() || parse_factors(parser) ||
      parse_factor_kinds(parser))
    return {};
  const char *end = parser.getCurrentLocation().getPointer();
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), StringRef(begin, end - begin).rtrim());
}

void OpShardingRuleAttr::print(AsmPrinter &printer) const { printer << '<' << getText() << '>'; }

//===--------------------------------------------------------------------------------------------===
// Directives
//===--------------------------------------------------------------------------------------------===

namespace {

ParseResult parseAxisRefList(OpAsmParser &parser, ArrayAttr &axes) {
  SmallVector<AxisRefAttr> parsed;
  if (parse_axis_list(parser, parsed))
    return failure();
  axes = parser.getBuilder().getArrayAttr(SmallVector<Attribute>(parsed.begin(), parsed.end()));
  return success();
}

void printAxisRefList(OpAsmPrinter &printer, Operation *, ArrayAttr axes) {
  print_axis_list(printer, axes.getAsRange<AxisRefAttr>());
}

ParseResult parseAxisRefLists(OpAsmParser &parser, ArrayAttr &lists) {
  SmallVector<Attribute> parsed;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        ArrayAttr axes;
        if (parseAxisRefList(parser, axes))
          return failure();
        parsed.push_back(axes);
        return success();
      }))
    return failure();
  lists = parser.getBuilder().getArrayAttr(parsed);
  return success();
}

void printAxisRefLists(OpAsmPrinter &printer, Operation *op, ArrayAttr lists) {
  printer << '[';
  llvm::interleaveComma(lists.getAsRange<ArrayAttr>(), printer,
                        [&](ArrayAttr axes) { printAxisRefList(printer, op, axes); });
  printer << ']';
}

ParseResult parseAllToAllParams(OpAsmParser &parser, ArrayAttr &params) {
  SmallVector<Attribute> parsed;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        AllToAllParamAttr param;
        if (parse_all_to_all_param(parser, param))
          return failure();
        parsed.push_back(param);
        return success();
      }))
    return failure();
  params = parser.getBuilder().getArrayAttr(parsed);
  return success();
}

void printAllToAllParams(OpAsmPrinter &printer, Operation *, ArrayAttr params) {
  printer << '[';
  llvm::interleaveComma(params.getAsRange<AllToAllParamAttr>(), printer,
                        [&](AllToAllParamAttr param) { print_all_to_all_param(printer, param); });
  printer << ']';
}

ParseResult parseShardingList(OpAsmParser &parser, TensorShardingPerValueAttr &list) {
  return parse_sharding_list(parser, list);
}

void printShardingList(OpAsmPrinter &printer, Operation *, TensorShardingPerValueAttr list) {
  print_sharding_list(printer, list);
}

/// `(%a: tensor<4xf32>) { .. }`
ParseResult parseBodyWithArguments(OpAsmParser &parser, Region &body) {
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren,
                                          /*allowType=*/true) ||
                 parser.parseRegion(body, arguments));
}

void printBodyWithArguments(OpAsmPrinter &printer, Operation *, Region &body) {
  printer << '(';
  llvm::interleaveComma(body.getArguments(), printer,
                        [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ") ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

} // namespace
} // namespace partir::dialects::sdy

#define GET_OP_CLASSES
#include "partir_gen/sdy_ops.cpp.inc"
