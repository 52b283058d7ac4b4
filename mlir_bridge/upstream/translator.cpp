#include "mlir_bridge/upstream/translator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir_bridge/convert.h"

namespace partir::bridge {

ValueId Translator::value(mlir::Value value, const Location& where) const {
  const auto found = values_.find(value);
  if (found != values_.end()) return found->second;
  const std::string name = source_.name(value);
  throw Rejected(Rule::T_Var, 1, where,
                 (name.empty() ? "a value" : "%" + name) + " of type " + text_of(value.getType()) +
                     ", which has no meaning here",
                 "a tensor in scope");
}

std::vector<ValueId> Translator::values(mlir::ValueRange values, const Location& where) const {
  std::vector<ValueId> ids;
  for (mlir::Value v : values) ids.push_back(value(v, where));
  return ids;
}

std::vector<ValueId> Translator::block(mlir::Block& from) {
  for (mlir::Operation& op : from.without_terminator()) statement(op);
  mlir::Operation* end = from.getTerminator();
  return values(end->getOperands(), source_.location(end));
}

void Translator::statement(mlir::Operation& op) {
  const Reading r{*this, builder_, &op, source_.location(&op)};
  const size_t before = builder_.size();
  std::vector<ValueId> results;
  const std::string name = op.getName().getStringRef().str();
  const TranslationTable* table = nullptr;
  for (const TranslationTable* t : {&tensor_table(), &tosa_table(), &mesh_table()})
    if (t->contains(name)) table = t;
  // an attribute of a later tosa may say that the op means something else
  if (llvm::StringRef(name).starts_with("tosa."))
    for (const mlir::NamedAttribute& a : op.getDiscardableAttrs())
      if (!a.getName().getValue().contains('.')) r.unsupported("attribute '" + a.getName().str() + "', which this tosa has not");
  if (table) {
    results = table->at(name)(r);
  } else if (auto structured = structured_op(r)) {
    results = std::move(*structured);
  } else if (auto element = elementwise_op(r)) {
    results = {*element};
  } else {
    r.unsupported("");
  }
  if (results.size() != op.getNumResults()) throw Crash(name + " with another number of results");
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    const mlir::Value to = op.getResult(i);
    const TensorType declared = r.result_type(i);
    // What the op made is of the declared type, which `check` judges; what it hands on has its own.
    if (results[i] >= before) builder_.declare(results[i], declared, source_.name(to));
    else if (builder_.type(results[i]) != declared)
      throw Rejected(Rule::T_Op, 2, r.where, to_string(declared),
                     to_string(builder_.type(results[i])));
    bind(to, results[i]);
  }
}

std::optional<std::vector<int64_t>> Translator::known_integers(mlir::Value value) const {
  mlir::Attribute attr;
  if (!mlir::matchPattern(value, mlir::m_Constant(&attr))) return std::nullopt;
  if (auto one = llvm::dyn_cast<mlir::IntegerAttr>(attr))
    return std::vector<int64_t>{one.getValue().getSExtValue()};
  auto dense = llvm::dyn_cast<mlir::DenseIntElementsAttr>(attr);
  if (!dense || dense.getNumElements() > 1024) return std::nullopt;
  std::vector<int64_t> all;
  for (const llvm::APInt& v : dense.getValues<llvm::APInt>()) all.push_back(v.getSExtValue());
  return all;
}

std::optional<ValueId> elementwise_op(const Reading& r) {
  if (r.op->getNumResults() != 1) return std::nullopt;
  if (auto constant = llvm::dyn_cast<mlir::arith::ConstantOp>(r.op))
    return r.b.constant(constant_of(constant.getValue(), r.where), r.where);
  const llvm::StringRef dialect = r.op->getName().getDialectNamespace();
  if (dialect != "arith" && dialect != "math" && dialect != "affine") return std::nullopt;
  ElementGraph graph;
  std::vector<int> args;
  std::vector<ValueId> operands;
  for (unsigned i = 0; i < r.op->getNumOperands(); ++i) {
    operands.push_back(r.x(i));
    args.push_back(graph.add(r.type(operands[i]).element, ElementGraph::Argument{static_cast<int>(i)}));
  }
  const std::optional<int> root = add_scalar_op(graph, r.op, args, r.where);
  if (!root) return std::nullopt;
  ElementSpace space{r.result_type().shape, {}, {}};
  // A scalar condition chooses between whole tensors.
  space.argument = [&](int i) {
    const ValueId x = operands[i];
    return r.type(x).shape.empty() ? r.b.spread(x, space.shape, r.where) : x;
  };
  return evaluate(r.b, graph, *root, space, r.where);
}

}  // namespace partir::bridge
