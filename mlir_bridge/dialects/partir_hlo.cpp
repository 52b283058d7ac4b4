#include "mlir_bridge/dialects/partir_hlo.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

#include "mlir_bridge/dialects/assembly.h"

using namespace mlir;

#include "partir_gen/partir_hlo_dialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "partir_gen/partir_hlo_attrs.cpp.inc"

namespace partir::dialects::partir_hlo {

using partir_core::ReduceAttr;

void PartirHloDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "partir_gen/partir_hlo_attrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "partir_gen/partir_hlo_ops.cpp.inc"
      >();
}

//===--------------------------------------------------------------------------------------------===
// Access to attributes
//===--------------------------------------------------------------------------------------------===

SmallVector<StringRef> axis_names(ArrayAttr axes) {
  return llvm::to_vector(axes.getAsValueRange<StringAttr>());
}

SmallVector<SmallVector<StringRef>> axis_lists(ArrayAttr lists) {
  return llvm::map_to_vector(lists.getAsRange<ArrayAttr>(), axis_names);
}

ArrayAttr axes_attr(MLIRContext *context, ArrayRef<StringRef> axes) {
  return Builder(context).getStrArrayAttr(axes);
}

ArrayAttr axis_lists_attr(MLIRContext *context, ArrayRef<SmallVector<StringRef>> lists) {
  return ArrayAttr::get(context, llvm::map_to_vector(lists, [&](ArrayRef<StringRef> axes) {
                          return Attribute(axes_attr(context, axes));
                        }));
}

DistAttr param_dist(Operation *function, unsigned index) {
  return cast<FunctionOpInterface>(function).getArgAttrOfType<DistAttr>(
      index, PartirHloDialect::dist_attr_name);
}

DistAttr result_dist(Operation *function, unsigned index) {
  return cast<FunctionOpInterface>(function).getResultAttrOfType<DistAttr>(
      index, StringAttr::get(function->getContext(), PartirHloDialect::dist_attr_name));
}

//===--------------------------------------------------------------------------------------------===
// DistAttr
//===--------------------------------------------------------------------------------------------===

Attribute DistAttr::parse(AsmParser &parser, Type) {
  ArrayAttr tilings, axes = parser.getBuilder().getArrayAttr({});
  ReduceAttr partial;
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseLess() || parse_axis_lists(parser, tilings))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("partial") || parser.parseCustomAttributeWithFallback(partial) ||
        parse_axes(parser, axes))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return DistAttr::getChecked([&] { return parser.emitError(location); }, parser.getContext(),
                              tilings, partial, axes);
}

void DistAttr::print(AsmPrinter &printer) const {
  printer << '<';
  print_axis_lists(printer, getTilings());
  if (getPartial()) {
    printer << ", partial";
    getPartial().print(printer);
    printer << ' ';
    print_axes(printer, getPartialAxes());
  }
  printer << '>';
}

LogicalResult DistAttr::verify(function_ref<InFlightDiagnostic()> emitError, ArrayAttr tilings,
                               ReduceAttr partial, ArrayAttr partial_axes) {
  if (!partial != partial_axes.empty())
    return emitError() << "a pending reduction has both a semigroup and axes";
  llvm::StringSet<> seen;
  for (ArrayRef<StringRef> axes : axis_lists(tilings))
    for (StringRef axis : axes)
      if (!seen.insert(axis).second)
        return emitError() << "H-Func premise 4: axis \"" << axis
                           << "\" occurs twice in a distributed type";
  for (StringRef axis : axis_names(partial_axes))
    if (!seen.insert(axis).second)
      return emitError() << "H-Func premise 4: axis \"" << axis
                           << "\" occurs twice in a distributed type";
  return success();
}

/// H-Func premise 4: D is well formed over M.
static LogicalResult verify_dist(Operation *function, NamedAttribute attribute, Type type) {
  if (attribute.getName() != PartirHloDialect::dist_attr_name)
    return success();
  auto dist = dyn_cast<DistAttr>(attribute.getValue());
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!dist || !tensor)
    return function->emitOpError()
           << "H-Func premise 4: partir_hlo.dist is a #partir_hlo.dist<..> on a tensor";
  if (static_cast<int64_t>(dist.getTilings().size()) != tensor.getRank())
    return function->emitOpError() << "H-Func premise 4: " << dist.getTilings().size()
                                   << " axis lists for a tensor of rank " << tensor.getRank();
  std::optional<MeshView> mesh = find_mesh(function);
  if (!mesh)
    return success();
  SmallVector<StringRef> axes = axis_names(dist.getPartialAxes());
  for (ArrayRef<StringRef> tiling : axis_lists(dist.getTilings()))
    llvm::append_range(axes, tiling);
  for (StringRef axis : axes)
    if (!mesh->size_of(axis))
      return function->emitOpError()
             << "H-Func premise 4: axis \"" << axis << "\" is not in the mesh";
  if (dist.getPartial() && !is_defined_on(dist.getPartial().getKind(), tensor.getElementType()))
    return function->emitOpError()
           << "H-Func premise 4: " << stringifyReductionKind(dist.getPartial().getKind())
           << " is not defined on element type " << tensor.getElementType();
  return success();
}

LogicalResult PartirHloDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned index,
                                                         NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  return verify_dist(op, attribute, function.getArgumentTypes()[index]);
}

LogicalResult PartirHloDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned index,
                                                            NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  return verify_dist(op, attribute, function.getResultTypes()[index]);
}

//===--------------------------------------------------------------------------------------------===
// Local typing, H-*
//===--------------------------------------------------------------------------------------------===

namespace {

/// The premises of one rule, in turn; `number` is the one of semantics/rules.def. Each check says
/// whether it holds and reports it where not.
class Premises {
public:
  Premises(Operation *op, StringRef rule)
      : op(op), rule(rule), mesh(find_mesh(op)),
        operand(dyn_cast<RankedTensorType>(op->getOperand(0).getType())) {}

  bool is_tensor(unsigned number) {
    if (operand)
      return true;
    report(number) << "the operand has type " << op->getOperand(0).getType() << ", not a tensor";
    return false;
  }

  bool one_list_each(unsigned number, ArrayAttr lists) {
    if (static_cast<int64_t>(lists.size()) == operand.getRank())
      return true;
    report(number) << lists.size() << " axis lists for a tensor of rank " << operand.getRank();
    return false;
  }

  bool is_in_mesh(unsigned number, ArrayRef<StringRef> axes) {
    for (StringRef axis : axes)
      if (mesh && !mesh->size_of(axis)) {
        report(number) << "axis \"" << axis << "\" is not in the mesh";
        return false;
      }
    return true;
  }

  bool are_distinct(unsigned number, ArrayRef<StringRef> axes) {
    llvm::StringSet<> seen;
    for (StringRef axis : axes)
      if (!seen.insert(axis).second) {
        report(number) << "axis \"" << axis << "\" occurs twice";
        return false;
      }
    return true;
  }

  /// Two premises: |ā| divides n_d; then |ā| <= n_d. Over no axes nothing is divided, so n_d may be 0.
  bool divides(unsigned number, int64_t d, ArrayRef<StringRef> axes) {
    if (!mesh || axes.empty())
      return true;
    int64_t extent = operand.getDimSize(d), parts = product(axes);
    if (extent % parts != 0) {
      report(number) << parts << " does not divide the extent " << extent << " of dimension " << d;
      return false;
    }
    if (parts > extent) {
      report(number + 1) << parts << " exceeds the extent " << extent << " of dimension " << d;
      return false;
    }
    return true;
  }

  bool reduces(unsigned number, ReduceAttr reduction) {
    if (is_defined_on(reduction.getKind(), operand.getElementType()))
      return true;
    report(number) << stringifyReductionKind(reduction.getKind())
                   << " is not defined on element type " << operand.getElementType();
    return false;
  }

  /// The conclusion: the result has the operand's type with these extents. Without a mesh, only
  /// rank and element type, and extents along dimensions without axes, are known.
  bool concludes(ArrayRef<int64_t> shape, ArrayRef<bool> is_known) {
    auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<int64_t> expected_shape = llvm::to_vector(shape);
    if (result && result.getRank() == operand.getRank() && !mesh)
      for (size_t d = 0; d < expected_shape.size(); ++d)
        if (!is_known[d])
          expected_shape[d] = result.getDimSize(d);
    auto expected =
        RankedTensorType::get(expected_shape, operand.getElementType(), operand.getEncoding());
    if (result == expected)
      return true;
    op->emitOpError() << rule << ": result has type " << op->getResult(0).getType() << ", expected "
                      << expected;
    return false;
  }

  /// |ā|, or 1 where no mesh is known.
  int64_t product(ArrayRef<StringRef> axes) const {
    int64_t product = 1;
    for (StringRef axis : axes)
      product *= mesh ? *mesh->size_of(axis) : 1;
    return product;
  }

  InFlightDiagnostic report(unsigned number) {
    return op->emitOpError() << rule << " premise " << number << ": ";
  }

  Operation *op;
  StringRef rule;
  std::optional<MeshView> mesh;
  RankedTensorType operand;
};

enum class Extent { divided, multiplied };

/// H-Slice, H-Gather and H-Scatter, which differ in what happens to extents and whether ⊕ is
/// applied.
LogicalResult verify_lists(Operation *op, StringRef rule, ArrayAttr lists, Extent extent,
                           ReduceAttr reduction = {}) {
  Premises premises(op, rule);
  if (!premises.is_tensor(1) || !premises.one_list_each(2, lists))
    return failure();
  SmallVector<SmallVector<StringRef>> axes = axis_lists(lists);
  SmallVector<StringRef> all;
  for (ArrayRef<StringRef> each : axes)
    llvm::append_range(all, each);
  if (!premises.is_in_mesh(3, all) || !premises.are_distinct(4, all))
    return failure();
  SmallVector<int64_t> shape = llvm::to_vector(premises.operand.getShape());
  SmallVector<bool> is_known;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (extent == Extent::divided && !premises.divides(5, d, axes[d]))
      return failure();
    int64_t parts = premises.product(axes[d]);
    shape[d] = extent == Extent::divided ? shape[d] / parts : shape[d] * parts;
    is_known.push_back(axes[d].empty());
  }
  if (reduction && !premises.reduces(7, reduction))
    return failure();
  return success(premises.concludes(shape, is_known));
}

} // namespace

LogicalResult AllSliceOp::verify() {
  return verify_lists(*this, "H-Slice", getAxes(), Extent::divided);
}

LogicalResult AllGatherOp::verify() {
  return verify_lists(*this, "H-Gather", getAxes(), Extent::multiplied);
}

LogicalResult ReduceScatterOp::verify() {
  return verify_lists(*this, "H-Scatter", getAxes(), Extent::divided, getReduction());
}

LogicalResult AllReduceOp::verify() {
  Premises premises(*this, "H-Reduce");
  SmallVector<StringRef> axes = axis_names(getAxes());
  if (!premises.is_tensor(1) || !premises.is_in_mesh(2, axes) || !premises.are_distinct(3, axes) ||
      !premises.reduces(4, getReduction()))
    return failure();
  ArrayRef<int64_t> shape = premises.operand.getShape();
  return success(premises.concludes(shape, SmallVector<bool>(shape.size(), true)));
}

LogicalResult AllToAllOp::verify() {
  Premises premises(*this, "H-AllToAll");
  SmallVector<StringRef> axes = axis_names(getAxes());
  if (!premises.is_tensor(1))
    return failure();
  int64_t src = getSrcDim(), dst = getDstDim(), rank = premises.operand.getRank();
  for (int64_t d : {src, dst})
    if (d < 0 || d >= rank)
      return premises.report(2) << "dimension " << d << " is not less than the rank " << rank;
  if (src == dst)
    return premises.report(3) << "dimension " << src << " is both source and destination";
  if (!premises.is_in_mesh(4, axes) || !premises.are_distinct(5, axes) ||
      !premises.divides(6, dst, axes))
    return failure();
  SmallVector<int64_t> shape = llvm::to_vector(premises.operand.getShape());
  SmallVector<bool> is_known(shape.size(), true);
  shape[src] *= premises.product(axes);
  shape[dst] /= premises.product(axes);
  is_known[src] = is_known[dst] = axes.empty();
  return success(premises.concludes(shape, is_known));
}

} // namespace partir::dialects::partir_hlo

#define GET_OP_CLASSES
#include "partir_gen/partir_hlo_ops.cpp.inc"
