// Regions on scalars as bodies: each op's comprehension at rank 0, one after the other.
#include "mlir/IR/SymbolTable.h"

#include "mlir_bridge/convert.h"
#include "mlir_bridge/dialects.h"
#include "mlir_bridge/op_import.h"

namespace partir::bridge {

namespace {

namespace stablehlo = dialects::stablehlo;

class BodyImporter {
 public:
  BodyImporter(const Source& source, const Location& where) : source_(source), where_(where) {}

  ScalarBody operator()(mlir::Block& block) {
    std::vector<ElementType> params;
    for (mlir::Value argument : block.getArguments()) {
      values_[argument] = static_cast<int>(params.size());
      params.push_back(scalar(argument.getType(), where_));
    }
    body_ = ScalarBody::of(std::move(params));
    body_.results = statements(block);
    return std::move(body_);
  }

 private:
  static ElementType scalar(mlir::Type type, const Location& where) {
    const TensorType t = tensor_type(type, where);
    if (t.rank() != 0)
      throw Unsupported("a body that computes with a " + to_string(t) + ", which is no scalar",
                        where);
    return t.element;
  }

  /// The nodes of what the block returns.
  std::vector<int> statements(mlir::Block& block) {
    for (mlir::Operation& op : block) {
      if (&op == &block.back()) {
        // a callee returns as functions do
        if (depth_ > 0 ? !llvm::isa<mlir::func::ReturnOp>(op) : !llvm::isa<stablehlo::ReturnOp>(op))
          break;
        return operands(op);
      }
      statement(op);
    }
    throw BadInput("a body that does not end in 'stablehlo.return'", where_);
  }
  std::vector<int> operands(mlir::Operation& op) {
    std::vector<int> nodes;
    for (mlir::Value v : op.getOperands()) nodes.push_back(node(v, source_.location(&op)));
    return nodes;
  }
  /// Of a value from outside of the body nothing is known but a constant.
  int node(mlir::Value value, const Location& where) {
    if (const auto found = values_.find(value); found != values_.end()) return found->second;
    mlir::Operation* definition = value.getDefiningOp();
    const std::optional<Op> read = definition ? read_op(source_, definition) : std::nullopt;
    if (!read || !read->get_if<Constant>() || definition->getNumResults() != 1)
      throw Unsupported("a body that reads a value from around it, which is no constant", where);
    statement(*definition);
    return values_.at(value);
  }

  void statement(mlir::Operation& op) {
    const Location where = source_.location(&op);
    // calls of functions that call others twice double
    constexpr int most = 1'000'000;
    if (++statements_ > most)
      throw Unsupported("a body of more than a million ops, those of calls included", where);
    if (auto call = llvm::dyn_cast<mlir::func::CallOp>(op)) return inlined(call, where);
    const std::optional<Op> read = read_op(source_, &op);
    if (!read || op.getNumRegions() != 0 || op.getNumResults() != 1)
      throw Unsupported("op '" + op.getName().getStringRef().str() + "' in a body", where);
    Types types;
    for (mlir::Value v : op.getOperands()) types.push_back({{}, scalar(v.getType(), where)});
    const std::vector<int> args = operands(op);
    std::optional<Comprehension> c;
    try {
      c = read->comprehension(types);
    } catch (const ConstraintViolation& v) {
      throw Rejected(Rule::T_Op, 1, where, v.found,
                     std::string(read->name()) + " " + v.label + ": " + v.text);
    }
    const TensorType declared{{}, scalar(op.getResult(0).getType(), where)};
    if (c && c->result != declared)
      throw Rejected(Rule::T_Op, 2, where, to_string(declared), to_string(c->result));
    if (!c || c->reducer)
      throw Unsupported("op '" + op.getName().getStringRef().str() + "' in a body", where);
    for (const Node& n : c->body)
      if (!std::holds_alternative<ReadNode>(n.expr) && !std::holds_alternative<ApplyNode>(n.expr) &&
          !std::holds_alternative<LiteralNode>(n.expr))
        throw Unsupported("op '" + op.getName().getStringRef().str() + "' in a body", where);
    values_[op.getResult(0)] = splice(body_, c->body, args).back();
  }

  /// A call is the callee's body; one function may be called several times.
  void inlined(mlir::func::CallOp call, const Location& where) {
    auto callee = mlir::SymbolTable::lookupNearestSymbolFrom<mlir::func::FuncOp>(
        call, call.getCalleeAttr());
    constexpr int deepest = 50;
    if (!callee || callee.isDeclaration() || !callee.getBody().hasOneBlock() || depth_ >= deepest)
      throw Unsupported("the call of @" + call.getCallee().str() + " in a body", where);
    mlir::Block& block = callee.getBody().front();
    if (block.getNumArguments() != call.getNumOperands() ||
        block.getArgumentTypes() != mlir::TypeRange(call.getOperandTypes()))
      throw BadInput("call of @" + call.getCallee().str() + " with other types than its own", where);
    const std::vector<int> args = operands(*call);
    auto outer = values_;
    for (size_t i = 0; i < args.size(); ++i) values_[block.getArgument(i)] = args[i];
    ++depth_;
    const std::vector<int> results = statements(block);
    --depth_;
    values_ = std::move(outer);
    if (results.size() != call.getNumResults())
      throw BadInput("@" + call.getCallee().str() + " returns another number of values", where);
    for (size_t i = 0; i < results.size(); ++i) values_[call.getResult(i)] = results[i];
  }

  const Source& source_;
  const Location& where_;
  ScalarBody body_;
  llvm::DenseMap<mlir::Value, int> values_;
  int depth_ = 0, statements_ = 0;
};

}  // namespace

ScalarBody read_body(const Source& source, mlir::Region& region, const Location& where) {
  if (!region.hasOneBlock()) throw BadInput("a body is one block", where);
  return BodyImporter(source, where)(region.front());
}

}  // namespace partir::bridge
