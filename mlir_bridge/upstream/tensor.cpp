// tensor and scf: slices, reshapes, elements at indices, branches.
#include <algorithm>
#include <initializer_list>
#include <limits>
#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir_bridge/upstream/translator.h"

namespace partir::bridge {

namespace {

using Values = std::vector<ValueId>;

//===--------------------------------------------------------------------------------------------===
// Slices
//===--------------------------------------------------------------------------------------------===

/// The least and the greatest that an index may be, as far as constants say.
struct IndexBounds {
  std::optional<int64_t> low, high;
};
unsigned width_of(mlir::Value v) { return v.getType().isIndex() ? 64 : v.getType().getIntOrFloatBitWidth(); }
bool fits(const IndexBounds& b, unsigned width) {
  return b.low && b.high && llvm::isIntN(width, *b.low) && llvm::isIntN(width, *b.high);
}

/// A sum, a difference or a product of what is bounded on both sides, unless it may wrap; a quotient or a rest of numbers that are known.
IndexBounds bounds_of_arithmetic(llvm::StringRef name, const IndexBounds& a, const IndexBounds& b, unsigned width) {
  if (!a.low || !a.high || !b.low || !b.high) return {};
  const auto fit = [&](std::initializer_list<__int128> values) -> IndexBounds {
    const __int128 low = std::min(values), high = std::max(values);
    if (low < std::numeric_limits<int64_t>::min() || high > std::numeric_limits<int64_t>::max()) return {};
    const IndexBounds r{static_cast<int64_t>(low), static_cast<int64_t>(high)};
    return fits(r, width) ? r : IndexBounds();
  };
  const __int128 a0 = *a.low, a1 = *a.high, b0 = *b.low, b1 = *b.high;
  if (name == "arith.addi") return fit({a0 + b0, a1 + b1});
  if (name == "arith.subi") return fit({a0 - b1, a1 - b0});
  if (name == "arith.muli") return fit({a0 * b0, a0 * b1, a1 * b0, a1 * b1});
  if (a0 != a1 || b0 != b1 || a0 < 0 || b0 <= 0) return {};
  if (name == "arith.divsi" || name == "arith.divui" || name == "arith.floordivsi") return fit({a0 / b0});
  if (name == "arith.remsi" || name == "arith.remui") return fit({a0 % b0});
  return {};
}

/// `steps`: how many more values may be looked at.
IndexBounds bounds_of(mlir::Value v, int& steps) {
  if (const auto n = mlir::getConstantIntValue(v)) return {*n, *n};
  mlir::Operation* op = v.getDefiningOp();
  if (!op || op->getNumResults() != 1 || op->getName().getDialectNamespace() != "arith" || --steps < 0) return {};
  const llvm::StringRef name = op->getName().getStringRef();
  const bool is_unsigned = name == "arith.index_castui" || name == "arith.extui";
  if (is_unsigned || name == "arith.index_cast" || name == "arith.extsi" || name == "arith.trunci") {
    const IndexBounds b = bounds_of(op->getOperand(0), steps);
    const unsigned from = width_of(op->getOperand(0)), to = width_of(v);
    if (to < from) return fits(b, to) ? b : IndexBounds();
    return is_unsigned && to > from && !(b.low && *b.low >= 0) ? IndexBounds() : b;
  }
  if (op->getNumOperands() != 2) return {};
  const IndexBounds a = bounds_of(op->getOperand(0), steps), b = bounds_of(op->getOperand(1), steps);
  if (name != "arith.minsi" && name != "arith.maxsi") return bounds_of_arithmetic(name, a, b, width_of(v));
  const bool least = name == "arith.minsi";
  // of a minimum one upper bound is enough, of a maximum one lower bound
  const auto of_either = [&](std::optional<int64_t> x, std::optional<int64_t> y) {
    if (!x || !y) return x ? x : y;
    return std::optional(least ? std::min(*x, *y) : std::max(*x, *y));
  };
  const auto of_both = [&](std::optional<int64_t> x, std::optional<int64_t> y) {
    return x && y ? std::optional(least ? std::min(*x, *y) : std::max(*x, *y)) : std::nullopt;
  };
  return {least ? of_both(a.low, b.low) : of_either(a.low, b.low), least ? of_either(a.high, b.high) : of_both(a.high, b.high)};
}
/// What a value is on one device, as MLIR folds the ops that make it of the device's number.
class OnOneDevice {
 public:
  OnOneDevice(const Mesh& mesh, int64_t device) : mesh_(mesh), device_(device) {}
  /// Nothing where something else decides it, too.
  mlir::Attribute of(mlir::Value v) {
    const auto [at, is_new] = known_.try_emplace(v);
    if (!is_new) return at->second;
    const mlir::Attribute a = made(v);
    known_[v] = a;
    return a;
  }

 private:
  mlir::Attribute made(mlir::Value v) {
    mlir::Operation* op = v.getDefiningOp();
    if (!op || op->getNumRegions() != 0) return {};
    const llvm::StringRef name = op->getName().getStringRef();
    const unsigned number = llvm::cast<mlir::OpResult>(v).getResultNumber();
    if (name == "mesh.process_linear_index") return index(v, device_);
    if (name == "mesh.process_multi_index" || name == "mesh.mesh_shape") {
      const auto axes = op->getAttrOfType<mlir::DenseI16ArrayAttr>("axes");
      const size_t axis = axes && !axes.empty() ? static_cast<size_t>(axes[number]) : number;
      if (axis >= mesh_.rank()) return {};
      return index(v, name == "mesh.mesh_shape" ? mesh_.axes()[axis].second : mesh_.device(device_)[axis]);
    }
    mlir::Attribute constant;
    if (mlir::matchPattern(v, mlir::m_Constant(&constant))) return constant;
    llvm::SmallVector<mlir::Attribute> operands;
    for (mlir::Value x : op->getOperands()) operands.push_back(of(x));
    // a fold may change the op that it is of
    mlir::Operation* copy = op->clone();
    llvm::SmallVector<mlir::OpFoldResult> results;
    mlir::Attribute folded;
    if (mlir::succeeded(copy->fold(operands, results)) && number < results.size()) {
      const mlir::OpFoldResult r = results[number];
      folded = llvm::dyn_cast_if_present<mlir::Attribute>(r);
      if (const auto same = llvm::dyn_cast_if_present<mlir::Value>(r); same && same.getDefiningOp() != copy) folded = of(same);
    }
    copy->destroy();
    return folded;
  }
  static mlir::Attribute index(mlir::Value v, int64_t n) { return mlir::IntegerAttr::get(v.getType(), n); }

  const Mesh& mesh_;
  int64_t device_;
  llvm::DenseMap<mlir::Value, mlir::Attribute> known_;
};
/// An index outside 0 .. last has no meaning upstream, though slices here are moved inside.
[[noreturn]] void outside(const Reading& r, const std::string& what, int64_t last) {
  r.unsupported(what + " 0 .. " + std::to_string(last) + ", outside of which the op has no meaning");
}
void check_index(const Reading& r, int64_t n, int64_t last) {
  if (n < 0 || n > last) outside(r, "an index that is " + std::to_string(n) + ", which is not in", last);
}
/// What arguments decide must be clamped, by constants; what devices' numbers decide is checked on each.
void check_index(const Reading& r, mlir::Value v, int64_t last) {
  int steps = 256;
  const IndexBounds bounds = bounds_of(v, steps);
  if (bounds.low && *bounds.low >= 0 && bounds.high && *bounds.high <= last) return;
  if ((bounds.low && *bounds.low > last) || (bounds.high && *bounds.high < 0)) outside(r, "an index that is never in", last);
  for (int64_t device = 0; device < r.t.mesh().mesh.devices(); ++device) {
    const auto n = llvm::dyn_cast_if_present<mlir::IntegerAttr>(OnOneDevice(r.t.mesh().mesh, device).of(v));
    if (!n) outside(r, "an index that arguments decide and constants do not clamp to", last);
    const int64_t at = n.getValue().getSExtValue();
    if (at < 0 || at > last) outside(r, "an index that is " + std::to_string(at) + " on device " + std::to_string(device) + ", which is not in", last);
  }
}

/// A rectangle of a tensor: starts that may depend on the device, sizes and strides that may not. One that
/// leaves the tensor has no meaning upstream; at starts that are made of devices' numbers it is moved inside.
struct Rectangle {
  std::vector<int64_t> start, size, stride;  ///< a start that is a value counts as 0
  std::vector<ValueId> starts;               ///< all of them as values, if one is
  bool is_strided() const {
    return std::any_of(stride.begin(), stride.end(), [](int64_t s) { return s != 1; });
  }
  int64_t span(size_t d) const { return size[d] == 0 ? 0 : (size[d] - 1) * stride[d] + 1; }
};
Rectangle rectangle_of(const Reading& r, mlir::OffsetSizeAndStrideOpInterface op, const Shape& whole) {
  Rectangle rect;
  bool known = true;
  for (mlir::OpFoldResult s : op.getMixedOffsets()) {
    const auto n = mlir::getConstantIntValue(s);
    known = known && n;
    rect.start.push_back(n.value_or(0));
  }
  for (mlir::OpFoldResult s : op.getMixedSizes()) {
    const auto n = mlir::getConstantIntValue(s);
    if (!n) r.unsupported("a size that is not constant");
    rect.size.push_back(*n);
  }
  for (mlir::OpFoldResult s : op.getMixedStrides()) {
    const auto n = mlir::getConstantIntValue(s);
    if (!n || *n < 1) r.unsupported("a stride that is not a positive constant");
    rect.stride.push_back(*n);
  }
  if (known) return rect;
  for (size_t d = 0; d < rect.size.size(); ++d) {
    const mlir::OpFoldResult s = op.getMixedOffsets()[d];
    const auto n = mlir::getConstantIntValue(s);
    const int64_t last = whole[d] - rect.span(d);
    if (n) check_index(r, *n, last);
    else check_index(r, llvm::cast<mlir::Value>(s), last);
    rect.starts.push_back(n ? r.b.index(*n, r.where)
                            : r.t.value(llvm::cast<mlir::Value>(s), r.where));
  }
  return rect;
}

Values extract_slice(const Reading& r) {
  const Rectangle rect = rectangle_of(r, llvm::cast<mlir::tensor::ExtractSliceOp>(r.op), r.type(r.x(0)).shape);
  ValueId x = r.x(0);
  std::vector<int64_t> span(rect.size.size()), limit(rect.size.size());
  for (size_t d = 0; d < span.size(); ++d) {
    span[d] = rect.span(d);
    limit[d] = rect.start[d] + span[d];
  }
  if (rect.starts.empty()) {
    if (rect.is_strided()) x = r.emit(SliceOp{rect.start, limit, rect.stride}, {x});
    else x = r.b.slice(x, rect.start, limit, r.where);
  } else {
    Values operands{x};
    operands.insert(operands.end(), rect.starts.begin(), rect.starts.end());
    x = r.emit(DynamicSlice{span}, std::move(operands));
    if (rect.is_strided())
      x = r.emit(SliceOp{std::vector<int64_t>(span.size(), 0), span, rect.stride}, {x});
  }
  return {r.b.reshape(x, r.result_type().shape, r.where)};
}

Values insert_slice(const Reading& r) {
  const Rectangle rect = rectangle_of(r, llvm::cast<mlir::tensor::InsertSliceOp>(r.op), r.type(r.x(1)).shape);
  if (rect.is_strided()) r.unsupported("strides other than 1");
  Values operands{r.x(1), r.b.reshape(r.x(0), rect.size, r.where)};
  if (rect.starts.empty())
    for (size_t d = 0; d < rect.start.size(); ++d) {
      check_index(r, rect.start[d], r.type(r.x(1)).shape[d] - rect.span(d));
      operands.push_back(r.b.index(rect.start[d], r.where));
    }
  operands.insert(operands.end(), rect.starts.begin(), rect.starts.end());
  if (rect.start.empty()) return {operands[1]};
  return {r.emit(DynamicUpdateSlice{}, std::move(operands))};
}

/// The element at indices that are values.
Values extract(const Reading& r) {
  Values operands{r.x(0)};
  const size_t rank = r.type(operands[0]).shape.size();
  for (unsigned i = 1; i < r.op->getNumOperands(); ++i) {
    check_index(r, r.op->getOperand(i), r.type(operands[0]).shape[i - 1] - 1);
    operands.push_back(r.x(i));
  }
  if (rank == 0) return operands;
  return {r.b.reshape(r.emit(DynamicSlice{std::vector<int64_t>(rank, 1)}, std::move(operands)), {}, r.where)};
}
Values insert(const Reading& r) {
  const ValueId into = r.x(1);
  const size_t rank = r.type(into).shape.size();
  if (rank == 0) return {r.x(0)};
  Values operands{into, r.b.reshape(r.x(0), Shape(rank, 1), r.where)};
  for (unsigned i = 2; i < r.op->getNumOperands(); ++i) {
    check_index(r, r.op->getOperand(i), r.type(into).shape[i - 2] - 1);
    operands.push_back(r.x(i));
  }
  return {r.emit(DynamicUpdateSlice{}, std::move(operands))};
}

//===--------------------------------------------------------------------------------------------===
// Shapes
//===--------------------------------------------------------------------------------------------===

Values reshaped(const Reading& r) { return {r.b.reshape(r.x(0), r.result_type().shape, r.where)}; }
/// Types with and without what is known of a shape; here all is known.
Values cast(const Reading& r) { return {r.x(0)}; }
Values empty(const Reading& r) { return {r.b.undefined(r.result_type(), r.where)}; }
Values splat(const Reading& r) { return {r.b.spread(r.x(0), r.result_type().shape, r.where)}; }

Values bitcast(const Reading& r) {
  return {r.emit(BitcastConvert{r.result_type().element}, {r.x(0)})};
}

Values dim(const Reading& r) {
  const auto d = r.t.known_integers(r.op->getOperand(1));
  const Shape& shape = r.type(r.x(0)).shape;
  if (!d || (*d)[0] < 0 || (*d)[0] >= static_cast<int64_t>(shape.size()))
    r.unsupported("a dimension that is not a constant below the rank");
  return {r.b.index(shape[(*d)[0]], r.where)};
}
Values rank(const Reading& r) { return {r.b.index(r.type(r.x(0)).rank(), r.where)}; }

Values concat(const Reading& r) {
  Values pieces;
  for (unsigned i = 0; i < r.op->getNumOperands(); ++i) pieces.push_back(r.x(i));
  return {r.emit(Concatenate{r.integer("dim")}, std::move(pieces))};
}
Values from_elements(const Reading& r) {
  const TensorType type = r.result_type();
  if (type.elements() == 0) return {r.b.undefined(type, r.where)};
  Values pieces;
  for (unsigned i = 0; i < r.op->getNumOperands(); ++i) pieces.push_back(r.b.reshape(r.x(i), {1}, r.where));
  const ValueId flat = pieces.size() == 1 ? pieces[0] : r.emit(Concatenate{0}, pieces);
  return {r.b.reshape(flat, type.shape, r.where)};
}

/// Padding by one value from around the op.
Values pad(const Reading& r) {
  auto op = llvm::cast<mlir::tensor::PadOp>(r.op);
  const auto numbers = [&](const llvm::SmallVector<mlir::OpFoldResult>& all) {
    std::vector<int64_t> known;
    for (mlir::OpFoldResult p : all) {
      const auto n = mlir::getConstantIntValue(p);
      if (!n) r.unsupported("a padding that is not constant");
      known.push_back(*n);
    }
    return known;
  };
  mlir::Block& body = op.getRegion().front();
  for (mlir::BlockArgument a : body.getArguments())
    if (!a.use_empty()) r.unsupported("a padding value that depends on the place");
  const Values value = r.t.block(body);
  const std::vector<int64_t> low = numbers(op.getMixedLowPad()), high = numbers(op.getMixedHighPad());
  return {r.emit(Pad{low, high, std::vector<int64_t>(low.size(), 0)}, {r.x(0), value.at(0)})};
}

/// The body at each index.
Values generate(const Reading& r) {
  auto op = llvm::cast<mlir::tensor::GenerateOp>(r.op);
  const TensorType type = r.result_type();
  mlir::Block& body = op.getBody().front();
  ElementGraph graph;
  llvm::DenseMap<mlir::Value, int> nodes;
  for (mlir::BlockArgument a : body.getArguments())
    nodes[a] = graph.add(ElementType::I64, ElementGraph::LoopIndex{static_cast<int>(a.getArgNumber())});
  const auto node = [&](mlir::Value v) {
    const auto found = nodes.find(v);
    if (found != nodes.end()) return found->second;
    const ValueId captured = r.t.value(v, r.where);
    if (!r.type(captured).shape.empty()) r.unsupported("a tensor in its body");
    return graph.add(r.type(captured).element, ElementGraph::Captured{captured});
  };
  for (mlir::Operation& inner : body.without_terminator()) {
    const Location where = r.t.source().location(&inner);
    std::vector<int> args;
    for (mlir::Value v : inner.getOperands()) args.push_back(node(v));
    const auto result = add_scalar_op(graph, &inner, args, where);
    if (!result)
      throw Unsupported("op '" + inner.getName().getStringRef().str() + "' inside of " + r.name(), where);
    nodes[inner.getResult(0)] = *result;
  }
  const int root = node(body.getTerminator()->getOperand(0));
  const ElementSpace space{type.shape, {}, [&](int d) {
                             return r.emit(Iota{d, type.shape, ElementType::I64}, {});
                           }};
  return {evaluate(r.b, graph, root, space, r.where)};
}

//===--------------------------------------------------------------------------------------------===
// Branches
//===--------------------------------------------------------------------------------------------===

/// A choice between both branches' values: they have no effects but that devices wait for one another,
/// and where they do that the branch stays one.
Values branch(const Reading& r) {
  auto op = llvm::cast<mlir::scf::IfOp>(r.op);
  const ValueId condition = r.x(0);
  if (op.getElseRegion().empty()) {
    if (communicates(op)) r.unsupported("devices that communicate in a branch without another");
    r.t.block(op.getThenRegion().front());
    return {};
  }
  if (communicates(op)) {
    if (!r.b.module()) r.unsupported("devices that communicate");
    shlo::If both{condition, r.b.module()->nested([&] { return r.t.block(op.getThenRegion().front()); }),
                  r.b.module()->nested([&] { return r.t.block(op.getElseRegion().front()); })};
    Types types;
    for (mlir::Value v : op.getResults()) types.push_back(value_type(v.getType(), r.where));
    return r.b.module()->emit_form(std::move(both), types, r.where);
  }
  const Values on_true = r.t.block(op.getThenRegion().front());
  const Values on_false = r.t.block(op.getElseRegion().front());
  Values results;
  for (size_t i = 0; i < on_true.size(); ++i)
    results.push_back(r.emit(Select{}, {condition, on_true[i], on_false.at(i)}));
  return results;
}

}  // namespace

const TranslationTable& tensor_table() {
  static const TranslationTable table = {
      {"tensor.empty", empty},
      {"tensor.splat", splat},
      {"tensor.from_elements", from_elements},
      {"tensor.generate", generate},
      {"tensor.cast", cast},
      {"tensor.bitcast", bitcast},
      {"tensor.dim", dim},
      {"tensor.rank", rank},
      {"tensor.extract", extract},
      {"tensor.insert", insert},
      {"tensor.extract_slice", extract_slice},
      {"tensor.insert_slice", insert_slice},
      {"tensor.collapse_shape", reshaped},
      {"tensor.expand_shape", reshaped},
      {"tensor.reshape", reshaped},
      {"tensor.concat", concat},
      {"tensor.pad", pad},
      {"scf.if", branch},
  };
  return table;
}

}  // namespace partir::bridge
