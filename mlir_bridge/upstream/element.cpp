// Element types, constants, and the statements that a scalar expression becomes.
#include "mlir_bridge/upstream/element.h"

#include <map>

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir_bridge/convert.h"

namespace partir::bridge {

std::vector<char> ElementGraph::needed(int root) const {
  std::vector<char> reads(nodes.size());
  reads[root] = 1;
  for (int n = root; n >= 0; --n)
    if (reads[n])
      if (const Apply* a = applied(n))
        for (int arg : a->args) reads[arg] = 1;
  return reads;
}

TensorType value_type(mlir::Type type, const Location& where) {
  auto wide = [](mlir::Type element) -> mlir::Type {
    return element.isIndex() ? mlir::IntegerType::get(element.getContext(), 64) : element;
  };
  if (auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type))
    return tensor_type(tensor.clone(wide(tensor.getElementType())), where);
  if (type.isIntOrIndexOrFloat())
    return tensor_type(mlir::RankedTensorType::get({}, wide(type)), where);
  throw Unsupported("type " + text_of(type) + ", which is neither a ranked tensor nor a scalar",
                    where);
}

Literal constant_of(mlir::Attribute value, const Location& where) {
  if (auto typed = llvm::dyn_cast_or_null<mlir::TypedAttr>(value);
      typed && typed.getType().isIntOrIndexOrFloat()) {
    TensorType type = value_type(typed.getType(), where);
    if (auto integer = llvm::dyn_cast<mlir::IntegerAttr>(value))
      return Literal::splat_bits(std::move(type), integer.getValue().getZExtValue());
    if (auto real = llvm::dyn_cast<mlir::FloatAttr>(value))
      return Literal::splat_bits(std::move(type),
                                 real.getValue().bitcastToAPInt().getZExtValue());
  }
  auto dense = llvm::dyn_cast_or_null<mlir::DenseIntElementsAttr>(value);
  if (!dense || !dense.getElementType().isIndex()) return literal(value, where);
  Literal indices{value_type(dense.getType(), where), dense.isSplat(), {}};
  const llvm::ArrayRef<char> raw = dense.getRawData();
  const auto* bytes = reinterpret_cast<const std::byte*>(raw.data());
  indices.data.assign(bytes, bytes + raw.size());
  return indices;
}

ElementType with_sign(ElementType e, bool is_signed) {
  if (!is_integer(e) || is_signed == is_signed_int(e)) return e;
  for (ElementType other : all_element_types)
    if (is_integer(other) && bit_width(other) == bit_width(e) && is_signed_int(other) == is_signed)
      return other;
  throw Crash("an integer type without its counterpart");
}

namespace {

/// The ops of AllOps that are a scalar function and nothing else.
const std::map<ScalarFn, Op>& plain_ops() {
  static const std::map<ScalarFn, Op> table = [] {
    std::map<ScalarFn, Op> t;
    for_each_op([&](const auto& op) {
      using T = std::decay_t<decltype(op)>;
      if constexpr (requires {
                      { T::fn } -> std::same_as<const ScalarFn&>;
                      T::accepted;
                    })
        t.emplace(T::fn, op);
    });
    return t;
  }();
  return table;
}

}  // namespace

Op elementwise_op(ScalarFn fn, ElementType e, const Location& where) {
  using enum ComparisonDirection;
  static const std::map<ScalarFn, ComparisonDirection> relations = {
      {ScalarFn::Eq, EQ}, {ScalarFn::Ne, NE}, {ScalarFn::Ge, GE},
      {ScalarFn::Gt, GT}, {ScalarFn::Le, LE}, {ScalarFn::Lt, LT}};
  if (const auto r = relations.find(fn); r != relations.end()) return Compare{r->second};
  if (fn == ScalarFn::Select) return Select{};
  if (fn == ScalarFn::Convert) return Convert{e};
  if (fn == ScalarFn::Bitcast) return BitcastConvert{e};
  const auto found = plain_ops().find(fn);
  if (found == plain_ops().end())
    throw Unsupported("the scalar function " + std::string(name(fn)) + " on tensors", where);
  return found->second;
}

ValueId evaluate(Builder& builder, const ElementGraph& graph, int root, const ElementSpace& space,
                 const Location& where) {
  const std::vector<char> needed = graph.needed(root);
  std::vector<ValueId> values(graph.nodes.size());
  for (int n = 0; n <= root; ++n) {
    if (!needed[n]) continue;
    const ElementGraph::Node& node = graph.nodes[n];
    values[n] = std::visit(
        Overloaded{[&](const ElementGraph::Argument& a) { return space.argument(a.index); },
                   [&](const ElementGraph::LoopIndex& i) { return space.loop_index(i.dim); },
                   [&](const ElementGraph::Captured& c) {
                     return builder.spread(c.scalar, space.shape, where);
                   },
                   [&](const Literal& l) {
                     return builder.constant(
                         Literal::splat_bits({space.shape, node.element}, l.bits(0)), where);
                   },
                   [&](const ElementGraph::Apply& a) {
                     std::vector<ValueId> args;
                     for (int arg : a.args) args.push_back(values[arg]);
                     return builder.emit(elementwise_op(a.fn, node.element, where),
                                         std::move(args), where);
                   }},
        node.expr);
  }
  return values[root];
}

}  // namespace partir::bridge
