#include "mlir_bridge/custom_call.h"

#include "mlir_bridge/convert.h"
#include "mlir_bridge/importer.h"
#include "semantics/verdict.h"

namespace partir::bridge {

namespace {

/// `(x) -> ui32(x >> shift)`, element by element.
Op half_of(const TensorType& x, const TensorType& to, int64_t shift) {
  ScalarBody body = ScalarBody::of({x.element});
  int value = 0;
  if (shift != 0) {
    const auto by = std::make_shared<const Literal>(
        Literal::splat_bits({{}, x.element}, static_cast<ElementBits>(shift)));
    const int amount = body.add(x.element, LiteralNode{by, {}});
    value = body.add(x.element, ApplyNode{ScalarFn::ShiftRightLogical, {0, amount}});
  }
  body.results = {body.add(to.element, ApplyNode{ScalarFn::Convert, {value}})};
  Map map;
  for (int64_t d = 0; d < x.rank(); ++d) map.dims.push_back(d);
  map.body = std::move(body);
  return map;
}

void expect_counts(mlir::Operation* op, const std::string& target, unsigned operands,
                   unsigned results, const Location& where) {
  if (op->getNumOperands() == operands && op->getNumResults() == results) return;
  throw BadInput(quoted(op) + " of @" + target + " has " + counted(operands, "operand") + " and " +
                     counted(results, "result"),
                 where);
}

}  // namespace

std::string custom_call_target(mlir::Operation* op, const Location& where) {
  return attribute<mlir::StringAttr>(op, "call_target_name", where).str();
}

bool only_annotates(mlir::Operation* op, const std::string& target, const Location& where) {
  static constexpr std::string_view targets[] = {
      "Sharding", "annotate_device_placement", "xla.sdy.FuncResultSharding", "InspectSharding",
      "LayoutConstraint", "MoveToDevice", "MoveToHost", "xla.megascale.provide_metadata"};
  if (std::find(std::begin(targets), std::end(targets), target) == std::end(targets) ||
      op->getNumOperands() != 1 || op->getNumResults() != 1)
    return false;
  if (op->getOperand(0).getType() != op->getResult(0).getType())
    throw BadInput(quoted(op) + " of @" + target + " changes the type", where);
  return true;
}

std::optional<Op> read_custom_call(mlir::Operation* op, const std::string& target,
                                   const Location& where) {
  if (target == "mhlo.erf") {
    expect_counts(op, target, 1, 1, where);
    return Erf{};
  }
  if (target == "X64SplitLow" || target == "X64SplitHigh") {
    expect_counts(op, target, 1, 1, where);
    const TensorType x = tensor_type(op->getOperand(0).getType(), where),
                     to = tensor_type(op->getResult(0).getType(), where);
    if (!is_integer(x.element) || bit_width(x.element) != 64 || !is_integer(to.element) ||
        bit_width(to.element) != 32)
      throw Unsupported(quoted(op) + " of @" + target + " from " + to_string(x) + " to " + to_string(to), where);
    return half_of(x, to, target == "X64SplitHigh" ? 32 : 0);
  }
  if (target == "mhlo.topk") {
    expect_counts(op, target, 1, 2, where);
    const auto attrs = attribute<mlir::DictionaryAttr>(op, "mhlo.attributes", where);
    const auto k = attrs.getAs<mlir::IntegerAttr>("k");
    const auto largest = attrs.getAs<mlir::BoolAttr>("largest");
    if (!k || k.getValue().getSignificantBits() > 64)
      throw BadInput(quoted(op) + " of @" + target + " needs an integer k in mhlo.attributes", where);
    if (largest && !largest.getValue())
      throw Unsupported(quoted(op) + " of @" + target + " of the smallest elements", where);
    return TopK{k.getValue().getSExtValue()};
  }
  return std::nullopt;
}

}  // namespace partir::bridge
