#include "mlir_bridge/dialects/partir_core.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

#include "mlir_bridge/dialects/assembly.h"
#include "mlir_bridge/dialects/sdy.h"

using namespace mlir;

#include "partir_gen/partir_core_dialect.cpp.inc"
#include "partir_gen/partir_core_enums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "partir_gen/partir_core_attrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "partir_gen/partir_core_types.cpp.inc"

namespace partir::dialects {

//===--------------------------------------------------------------------------------------------===
// What typing needs to know
//===--------------------------------------------------------------------------------------------===

std::optional<int64_t> MeshView::size_of(StringRef axis) const {
  for (auto [name, size] : llvm::zip(names, sizes))
    if (name.getValue() == axis)
      return size;
  return std::nullopt;
}

std::optional<MeshView> find_mesh(Operation *op) {
  Operation *root = op;
  for (; op; op = op->getParentOp()) {
    if (auto mesh = op->getAttrOfType<partir_core::MeshAttr>(
            partir_core::PartirCoreDialect::mesh_attr_name))
      return MeshView{mesh.getAxisNames(), mesh.getAxisSizes()};
    root = op;
  }
  // An sdy program names its meshes; which one is meant is clear only where there is just one.
  auto module = dyn_cast<ModuleOp>(root);
  if (!module)
    return std::nullopt;
  auto meshes = module.getOps<sdy::MeshOp>();
  if (!llvm::hasSingleElement(meshes))
    return std::nullopt;
  sdy::MeshAttr mesh = (*meshes.begin()).getMesh();
  return MeshView{mesh.getAxisNames(), mesh.getAxisSizes()};
}

bool is_defined_on(partir_core::ReductionKind kind, Type element_type) {
  switch (kind) {
  case partir_core::ReductionKind::Add:
  case partir_core::ReductionKind::Mul:
  case partir_core::ReductionKind::Max:
  case partir_core::ReductionKind::Min:
    return isa<IntegerType, FloatType, ComplexType>(element_type);
  case partir_core::ReductionKind::And:
  case partir_core::ReductionKind::Or:
    return isa<IntegerType>(element_type);
  }
  return false;
}

bool is_tainted_by(Value value, Value range) {
  llvm::DenseSet<Value> seen;
  SmallVector<Value> todo{value};
  while (!todo.empty()) {
    Value next = todo.pop_back_val();
    if (next == range)
      return true;
    if (!seen.insert(next).second)
      continue;
    auto result = dyn_cast<OpResult>(next);
    if (!result)
      continue;
    // A loop is as tainted as what its body yields, result by result; any other op by its operands
    // and by what its regions read from outside.
    auto loop = dyn_cast<partir_core::LoopOp>(result.getOwner());
    partir_core::YieldOp yield = loop ? loop.get_yield() : partir_core::YieldOp();
    if (yield && result.getResultNumber() < yield.getNumOperands()) {
      todo.push_back(yield.getOperand(result.getResultNumber()));
      continue;
    }
    result.getOwner()->walk(
        [&](Operation *inner) { llvm::append_range(todo, inner->getOperands()); });
  }
  return false;
}

namespace partir_core {

/// `#any` is an alias to MLIR, so that is how it is printed; the definition heads the file.
class CoreAsmInterface : public OpAsmDialectInterface {
public:
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (!isa<AnyAttr>(attr))
      return AliasResult::NoAlias;
    os << "any";
    return AliasResult::FinalAlias;
  }
};

void PartirCoreDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "partir_gen/partir_core_attrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "partir_gen/partir_core_types.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "partir_gen/partir_core_ops.cpp.inc"
      >();
  addInterfaces<CoreAsmInterface>();
}

LogicalResult PartirCoreDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() != mesh_attr_name)
    return success();
  if (!isa<ModuleOp>(op) || !isa<MeshAttr>(attribute.getValue()))
    return op->emitOpError() << "partir_core.mesh is a #partir_core.mesh<..> on a module";
  return success();
}

//===--------------------------------------------------------------------------------------------===
// MeshAttr
//===--------------------------------------------------------------------------------------------===

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> names;
  SmallVector<int64_t> sizes;
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseLess() || parse_mesh_axes(parser, names, sizes) || parser.parseGreater())
    return {};
  return MeshAttr::getChecked([&] { return parser.emitError(location); }, parser.getContext(),
                              names, sizes);
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << '<';
  print_mesh_axes(printer, getAxisNames(), getAxisSizes());
  printer << '>';
}

LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<StringAttr> names, ArrayRef<int64_t> sizes) {
  if (names.size() != sizes.size())
    return emitError() << "a mesh has one size for each axis";
  llvm::DenseSet<StringAttr> seen;
  for (auto [name, size] : llvm::zip(names, sizes)) {
    if (!seen.insert(name).second)
      return emitError() << "mesh axis " << name << " occurs twice";
    if (size < 1)
      return emitError() << "mesh axis " << name << " has size " << size << ", less than 1";
  }
  return success();
}

//===--------------------------------------------------------------------------------------------===
// LoopOp
//===--------------------------------------------------------------------------------------------===

/// Types of the range variables of the loops that are being parsed, innermost last. The text of a
/// slice names its range variable without a type, and the parser gives no way to ask for the type
/// of a value; operand parsing is sequential, so a stack per thread serves.
static thread_local SmallVector<std::pair<StringRef, Type>> ranges_in_scope;

YieldOp LoopOp::get_yield() {
  Block &block = getBody().front();
  return block.empty() ? YieldOp() : dyn_cast<YieldOp>(block.back());
}

void LoopOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn set_name) {
  if (region.getNumArguments() == 1)
    set_name(region.getArgument(0), "r");
}

static ParseResult parse_loop_attr(OpAsmParser &parser, Attribute &attr) {
  MLIRContext *context = parser.getContext();
  SMLoc location = parser.getCurrentLocation();
  StringRef keyword;
  if (failed(parser.parseOptionalKeyword(&keyword))) {
    if (parser.parseAttribute(attr))
      return failure();
    if (!isa<TileAttr, ReduceAttr, AnyAttr>(attr))
      return parser.emitError(location) << "expected #tile<d>, #reduce<op> or #any";
    return success();
  }
  if (keyword == "any")
    attr = AnyAttr::get(context);
  else if (keyword == "sum")
    attr = ReduceAttr::get(context, ReductionKind::Add);
  else if (keyword == "tile")
    attr = TileAttr::parse(parser, {});
  else if (keyword == "reduce")
    attr = ReduceAttr::parse(parser, {});
  else
    return parser.emitError(location) << "expected tile<d>, reduce<op>, sum or any";
  return success(attr != nullptr);
}

ParseResult LoopOp::parse(OpAsmParser &parser, OperationState &result) {
  std::string axis;
  SmallVector<Attribute> attrs;
  OpAsmParser::Argument range;
  if (parser.parseString(&axis) ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square,
          [&] { return parse_loop_attr(parser, attrs.emplace_back()); }) ||
      parser.parseLParen() || parser.parseArgument(range, /*allowType=*/true) ||
      parser.parseRParen() || parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  Builder &builder = parser.getBuilder();
  result.addAttribute(getAxisAttrName(result.name), builder.getStringAttr(axis));
  result.addAttribute(getLoopAttrsAttrName(result.name), builder.getArrayAttr(attrs));

  ranges_in_scope.emplace_back(range.ssaName.name, range.type);
  ParseResult body = parser.parseRegion(*result.addRegion(), {range});
  ranges_in_scope.pop_back();
  if (failed(body))
    return failure();
  return parser.parseOptionalColonTypeList(result.types);
}

void LoopOp::print(OpAsmPrinter &p) {
  p << ' ' << getAxisAttr() << " [";
  llvm::interleaveComma(getLoopAttrs(), p, [&](Attribute attr) {
    if (auto tile = dyn_cast<TileAttr>(attr))
      p << "#tile<" << tile.getDim() << '>';
    else if (auto reduce = dyn_cast<ReduceAttr>(attr))
      p << "#reduce<" << stringifyReductionKind(reduce.getKind()) << '>';
    else
      p << attr;
  });
  BlockArgument range = getBody().getArgument(0);
  p << "] (" << range << " : " << range.getType() << ')';
  p.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                     {getAxisAttrName(), getLoopAttrsAttrName()});
  p << ' ';
  p.printRegion(getBody(), /*printEntryBlockArgs=*/false);
  if (getNumResults() != 0)
    p << " : " << getResultTypes();
}

/// Whether a range variable over `axis` is in scope where `op` stands.
static bool is_in_scope(Operation *op, StringRef axis) {
  for (Region *region = op->getParentRegion(); region; region = region->getParentRegion())
    for (Type type : region->getArgumentTypes())
      if (auto range = dyn_cast<RangeType>(type); range && range.getAxis() == axis)
        return true;
  return false;
}

/// Checks one result by its attribute; `size` is M(a) where a mesh is known.
static LogicalResult verify_result(LoopOp op, unsigned index, std::optional<int64_t> size) {
  Attribute attr = op.getLoopAttrs()[index];
  Value yielded = op.get_yield().getOperand(index);
  auto body = dyn_cast<RankedTensorType>(yielded.getType());
  auto result = dyn_cast<RankedTensorType>(op.getResult(index).getType());
  if (!body || !result)
    return op.emitOpError() << "T-Var: result " << index << " is not a tensor";

  SmallVector<int64_t> shape = llvm::to_vector(body.getShape());
  StringRef rule = "T-Any";
  if (auto tile = dyn_cast<TileAttr>(attr)) {
    rule = "T-Tile";
    int64_t d = tile.getDim();
    if (d < 0 || d >= body.getRank())
      return op.emitOpError() << "T-Tile premise 1: dimension " << d << " of result " << index
                              << " is not less than the rank " << body.getRank();
    // Without a mesh the declared result says how large the axis is, if it is a multiple.
    if (size)
      shape[d] *= *size;
    else if (result.getRank() == body.getRank() && body.getDimSize(d) > 0 &&
             result.getDimSize(d) % body.getDimSize(d) == 0)
      shape[d] = result.getDimSize(d);
  } else if (auto reduce = dyn_cast<ReduceAttr>(attr)) {
    rule = "T-Reduce";
    if (!is_defined_on(reduce.getKind(), body.getElementType()))
      return op.emitOpError() << "T-Reduce premise 1: " << stringifyReductionKind(reduce.getKind())
                              << " is not defined on element type " << body.getElementType()
                              << " of result " << index;
  } else if (is_tainted_by(yielded, op.get_range())) {
    return op.emitOpError() << "T-Any premise 1: result " << index
                            << " depends on the range variable";
  }
  auto expected = RankedTensorType::get(shape, body.getElementType(), body.getEncoding());
  if (result != expected)
    return op.emitOpError() << rule << ": result " << index << " has type " << result
                            << ", expected " << expected;
  return success();
}

LogicalResult LoopOp::verifyRegions() {
  Block &block = getBody().front();
  auto range = block.getNumArguments() == 1 ? dyn_cast<RangeType>(block.getArgument(0).getType())
                                            : RangeType();
  if (!range || range.getAxis() != getAxisAttr())
    return emitOpError() << "the body has one argument, of type !partir_core.range<"
                         << getAxisAttr() << '>';
  YieldOp yield = get_yield();
  if (!yield)
    return emitOpError() << "the body ends in partir_core.yield";

  std::optional<MeshView> mesh = find_mesh(*this);
  std::optional<int64_t> size = mesh ? mesh->size_of(getAxis()) : std::nullopt;
  if (mesh && !size)
    return emitOpError() << "T-Loop premise 1: axis " << getAxisAttr() << " is not in the mesh";
  if (is_in_scope(*this, getAxis()))
    return emitOpError() << "T-Loop premise 2: a loop over axis " << getAxisAttr()
                         << " stands inside another";
  size_t count = getLoopAttrs().size();
  if (count != yield.getNumOperands() || count != getNumResults())
    return emitOpError() << "T-Loop premise 3: " << count << " attributes, "
                         << yield.getNumOperands() << " yielded values and " << getNumResults()
                         << " results";
  for (size_t i = 0; i < count; ++i)
    if (failed(verify_result(*this, i, size)))
      return failure();
  return success();
}

//===--------------------------------------------------------------------------------------------===
// SliceOp
//===--------------------------------------------------------------------------------------------===

ParseResult SliceOp::parse(OpAsmParser &parser, OperationState &result) {
  int64_t dim;
  OpAsmParser::UnresolvedOperand operand, range;
  Type range_type;
  Type operand_type;
  if (parser.parseInteger(dim) || parser.parseOperand(operand) || parser.parseLSquare() ||
      parser.parseOperand(range))
    return failure();
  if (succeeded(parser.parseOptionalColon())) {
    if (parser.parseType(range_type))
      return failure();
  } else {
    for (auto [name, type] : llvm::reverse(ranges_in_scope))
      if (name == range.name) {
        range_type = type;
        break;
      }
    if (!range_type)
      return parser.emitError(range.location) << "T-Slice premise 2: " << range.name
                                              << " is not the range variable of a loop around "
                                              << "this slice (one from elsewhere needs its type: ["
                                              << range.name << " : !partir_core.range<\"a\">])";
  }
  if (parser.parseRSquare() || parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(operand_type) || parser.parseArrow() ||
      parser.parseType(result.types.emplace_back()) ||
      parser.resolveOperand(operand, operand_type, result.operands) ||
      parser.resolveOperand(range, range_type, result.operands))
    return failure();
  result.addAttribute(getDimAttrName(result.name), parser.getBuilder().getI64IntegerAttr(dim));
  return success();
}

void SliceOp::print(OpAsmPrinter &p) {
  p << ' ' << getDim() << ' ' << getOperand() << '[' << getRange();
  auto argument = dyn_cast<BlockArgument>(getRange());
  if (!argument || !isa_and_nonnull<LoopOp>(argument.getOwner()->getParentOp()))
    p << " : " << getRange().getType();
  p << ']';
  p.printOptionalAttrDict((*this)->getAttrs(), {getDimAttrName()});
  p << " : " << getOperand().getType() << " -> " << getType();
}

LogicalResult SliceOp::verify() {
  auto operand = dyn_cast<RankedTensorType>(getOperand().getType());
  if (!operand)
    return emitOpError() << "T-Slice premise 1: the operand has type " << getOperand().getType()
                         << ", not a tensor";
  auto range = dyn_cast<RangeType>(getRange().getType());
  if (!range)
    return emitOpError() << "T-Slice premise 2: the index has type " << getRange().getType()
                         << ", not a range";
  int64_t d = getDim();
  if (d < 0 || d >= operand.getRank())
    return emitOpError() << "T-Slice premise 3: dimension " << d << " is not less than the rank "
                         << operand.getRank();
  std::optional<MeshView> mesh = find_mesh(*this);
  std::optional<int64_t> size = mesh ? mesh->size_of(range.getAxis()) : std::nullopt;
  int64_t extent = operand.getDimSize(d);
  if (mesh && !size)
    return emitOpError() << "T-Slice premise 2: axis " << range.getAxis() << " is not in the mesh";
  if (size && extent % *size != 0)
    return emitOpError() << "T-Slice premise 4: " << *size << " does not divide the extent "
                         << extent << " of dimension " << d;
  if (size && *size > extent)
    return emitOpError() << "T-Slice premise 5: " << *size << " exceeds the extent " << extent
                         << " of dimension " << d;
  SmallVector<int64_t> shape = llvm::to_vector(operand.getShape());
  auto result = dyn_cast<RankedTensorType>(getType());
  if (size)
    shape[d] = extent / *size;
  else if (result && result.getRank() == operand.getRank() && result.getDimSize(d) > 0 &&
           extent % result.getDimSize(d) == 0)
    shape[d] = result.getDimSize(d);
  auto expected = RankedTensorType::get(shape, operand.getElementType(), operand.getEncoding());
  if (result != expected)
    return emitOpError() << "T-Slice: result has type " << getType() << ", expected " << expected;
  return success();
}

} // namespace partir_core
} // namespace partir::dialects

#define GET_OP_CLASSES
#include "partir_gen/partir_core_ops.cpp.inc"
