#include "mlir_bridge/call_graph.h"

namespace partir::bridge {

namespace {
constexpr size_t max_depth = 100;
constexpr size_t max_ops = 2'000'000;

mlir::FlatSymbolRefAttr callee_name(const Source& source, mlir::Operation* call) {
  auto name = llvm::dyn_cast_or_null<mlir::FlatSymbolRefAttr>(call->getAttr("callee"));
  if (!name) throw BadInput("'func.call' lacks a proper attribute 'callee'", source.location(call));
  return name;
}
}  // namespace

CallGraph::CallGraph(const Source& source) : source_(source) {
  for (mlir::Operation& op : *source.module().getBody()) {
    auto name = op.getAttrOfType<mlir::StringAttr>(mlir::SymbolTable::getSymbolAttrName());
    if (name && !symbols_.try_emplace(name, &op).second)
      throw BadInput("@" + name.str() + " is defined twice", source.location(&op));
  }
}

mlir::func::FuncOp CallGraph::callee(mlir::Operation* call) const {
  const mlir::FlatSymbolRefAttr name = callee_name(source_, call);
  const auto found = symbols_.find(name.getAttr());
  auto function = found == symbols_.end() ? mlir::func::FuncOp()
                                          : llvm::dyn_cast<mlir::func::FuncOp>(found->second);
  if (!function || function.isDeclaration())
    throw BadInput("call of @" + name.getValue().str() + ", which has no definition here",
                   source_.location(call));
  return function;
}

const CallGraph::Size& CallGraph::size_of(mlir::func::FuncOp function) {
  const auto known = sizes_.find(function);
  if (known != sizes_.end()) return known->second;
  running_.push_back(function);
  Size size;
  std::vector<mlir::Operation*> calls;
  function->walk([&](mlir::Operation* op) {
    size.ops += std::max(1u, op->getNumResults());
    if (llvm::isa<mlir::func::CallOp>(op)) calls.push_back(op);
  });
  if (size.ops > max_ops)
    throw Unsupported("more than two million ops in @" + function.getName().str(),
                      source_.location(function));
  for (mlir::Operation* call : calls) {
    mlir::func::FuncOp next = callee(call);
    if (llvm::is_contained(running_, next.getOperation()))
      throw Unsupported("recursion: @" + callee_name(source_, call).getValue().str() +
                            " is called while it runs", source_.location(call));
    // The limit keeps this recursion shallow as well.
    if (running_.size() > max_depth || running_.size() + size_of(next).depth > max_depth)
      throw Unsupported("calls nested deeper than 100", source_.location(call));
    const Size& inner = size_of(next);
    size.ops += inner.ops;
    size.depth = std::max(size.depth, inner.depth + 1);
    if (size.ops > max_ops)
      throw Unsupported("calls of calls: with them inlined @" + function.getName().str() +
                            " would have more than two million ops", source_.location(call));
  }
  running_.pop_back();
  return sizes_[function] = size;
}

void CallGraph::check(mlir::func::FuncOp entry) { size_of(entry); }

}  // namespace partir::bridge
