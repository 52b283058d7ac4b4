// Names, statements and regions.
#include <utility>

#include "mlir_bridge/custom_call.h"
#include "mlir_bridge/importer.h"
#include "mlir_bridge/op_import.h"

namespace partir::bridge {

namespace {
/// Names of what inlining copies, a prefix for each call around it, are cut off here.
constexpr size_t max_inlined_name = 200;
}  // namespace

std::string quoted(mlir::Operation* op) {
  return "'" + op->getName().getStringRef().str() + "'";
}

AxisList axis_list(mlir::Attribute attr, const Location& where) {
  AxisList axes;
  auto array = llvm::dyn_cast<mlir::ArrayAttr>(attr);
  if (!array) throw BadInput("a list of axes is expected, not " + text_of(attr), where);
  for (mlir::Attribute axis : array) {
    auto name = llvm::dyn_cast<mlir::StringAttr>(axis);
    if (!name) throw BadInput("an axis is expected, not " + text_of(axis), where);
    axes.push_back(name.str());
  }
  return axes;
}

AxisLists axis_lists(mlir::ArrayAttr attr, const Location& where) {
  AxisLists lists;
  for (mlir::Attribute list : attr) lists.push_back(axis_list(list, where));
  return lists;
}

CarriedAttributes carried(llvm::ArrayRef<mlir::NamedAttribute> attrs, llvm::StringRef except) {
  CarriedAttributes result;
  for (mlir::NamedAttribute a : attrs)
    if (a.getName() != except) result.emplace_back(a.getName().str(), text_of(a.getValue()));
  return result;
}template <class Ir>
ValueId Importer<Ir>::lookup(mlir::Value value, Rule rule, const Location& where) const {
  const auto found = values_.find(value);
  if (found != values_.end()) return found->second;
  if (llvm::isa<core_dialect::RangeType>(value.getType()))
    throw Rejected(rule, 1, where, "the range variable " + describe(value), "a tensor");
  throw Rejected(rule, 1, where, describe(value) + ", used before its definition",
                 "a tensor in scope");
}

template <class Ir>
std::vector<ValueId> Importer<Ir>::operands(mlir::Operation& op, Rule rule,
                                            const Location& where) const {
  std::vector<ValueId> ids;
  for (mlir::Value v : op.getOperands()) ids.push_back(lookup(v, rule, where));
  return ids;
}

template <class Ir>
ValueId Importer<Ir>::define(mlir::Value value, Location where) {
  std::string name = source_.name(value);
  if (!prefix_.empty() && !name.empty()) name = (prefix_ + name).substr(0, max_inlined_name);
  TensorType type = tensor_type(value.getType(), where);
  const ValueId id = f_.add_value(std::move(type), std::move(name), where);
  values_.insert_or_assign(value, id);
  return id;
}

template <class Ir>
std::vector<ValueId> Importer<Ir>::define_results(mlir::Operation& op, const Location& where) {
  std::vector<ValueId> ids;
  for (mlir::Value v : op.getResults()) ids.push_back(define(v, where));
  return ids;
}

template <class Ir>
void Importer<Ir>::push(Block& into, std::vector<ValueId> results, typename Ir::Stmt stmt) {
  stmt.results = std::move(results);
  into.stmts.push_back(std::move(stmt));
}

//===--------------------------------------------------------------------------------------------===
// Statements
//===--------------------------------------------------------------------------------------------===

/// Imports a block that ends in a `Terminator`; returns what that hands out.
template <class Ir>
template <class Terminator>
std::vector<ValueId> Importer<Ir>::block(mlir::Block& from, Block& into) {
  mlir::Operation* parent = from.getParentOp();
  if (from.empty() || !llvm::isa<Terminator>(from.back()))
    throw BadInput("the body of " + quoted(parent) + " does not end in '" +
                       Terminator::getOperationName().str() + "'",
                   source_.location(from.empty() ? parent : &from.back()));
  for (mlir::Operation& op : from) {
    if (&op == &from.back()) break;
    statement(op, into);
  }
  return operands(from.back(), Ir::tuple, source_.location(&from.back()));
}

template <class Ir>
void Importer<Ir>::statement(mlir::Operation& op, Block& into) {
  const Location where = source_.location(&op);
  if (special_statement(op, into, where)) {
    op_hints(op, where);
    return;
  }
  std::optional<Op> read = read_op(source_, &op);
  if (!read) throw Unsupported("op " + quoted(&op), where);
  OpExpr expr{std::move(*read), operands(op, Ir::variable, where)};
  push(into, define_results(op, where), {{}, std::move(expr), where});
  op_hints(op, where);
}

/// Ops that are not one statement of an op of AllOps.
template <class Ir>
bool Importer<Ir>::special_statement(mlir::Operation& op, Block& into, const Location& where) {
  if (llvm::isa<mlir::func::CallOp>(op)) {
    inline_call(op, into, where);
  } else if (llvm::isa<stablehlo::OptimizationBarrierOp>(op)) {
    barrier(op, into, where);
  } else if (llvm::isa<stablehlo::CustomCallOp>(op)) {
    custom_call(op, into, where);
  } else if (llvm::isa<sdy::ShardingConstraintOp>(op)) {
    source_.check_structure(&op);
    const ValueId x = lookup(op.getOperand(0), Ir::variable, where);
    alias(op.getResult(0), x);
    ShardingHint h;
    h.where = ShardingHint::Where::Value;
    h.value = x;
    h.location = where;
    hint(attribute<sdy::TensorShardingAttr>(&op, "sharding", where), std::move(h));
  } else if (llvm::isa<sdy::ReshardOp>(op)) {
    // where the value goes from here on, which is no wish for a partitioner; the value is the same
    source_.check_structure(&op);
    alias(op.getResult(0), lookup(op.getOperand(0), Ir::variable, where));
  } else if (auto loop_op = llvm::dyn_cast<core_dialect::LoopOp>(op)) {
    loop(loop_op, into, where);
  } else if (llvm::isa<core_dialect::SliceOp>(op)) {
    slice(op, into, where);
  } else if (llvm::isa<hlo_dialect::AllSliceOp, hlo_dialect::AllGatherOp, hlo_dialect::AllReduceOp,
                       hlo_dialect::ReduceScatterOp, hlo_dialect::AllToAllOp>(op)) {
    collective(op, into, where);
  } else {
    return false;
  }
  return true;
}

template <class Ir>
void Importer<Ir>::inline_call(mlir::Operation& op, Block& into, const Location& where) {
  mlir::func::FuncOp function = calls_.callee(&op);
  const std::string name = function.getName().str();
  source_.check_structure(function);
  if (!function.getBody().hasOneBlock())
    throw Unsupported("control flow between blocks in @" + name, where);
  if (op.getOperandTypes() != llvm::ArrayRef(function.getArgumentTypes()) ||
      op.getResultTypes() != llvm::ArrayRef(function.getResultTypes()))
    throw BadInput("call of @" + name + " with other types than its own, " +
                       text_of(function.getFunctionType()), where);
  for (auto [argument, operand] : llvm::zip(function.getArguments(), op.getOperands()))
    alias(argument, lookup(operand, Ir::variable, where));

  const int count = call_counts_[name]++;
  const std::string outer = std::exchange(
      prefix_, prefix_ + name + (count ? "_" + std::to_string(count) : "") + ".");
  if (prefix_.size() > max_inlined_name) prefix_ = outer;
  const std::vector<ValueId> results =
      block<mlir::func::ReturnOp>(function.getBody().front(), into);
  prefix_ = outer;
  if (results.size() != op.getNumResults())
    throw BadInput("@" + name + " returns another number of values than it declares", where);
  for (size_t i = 0; i < results.size(); ++i) alias(op.getResult(i), results[i]);
}

/// A barrier of several values is one for each: only their values are given a meaning.
template <class Ir>
void Importer<Ir>::barrier(mlir::Operation& op, Block& into, const Location& where) {
  if (op.getNumOperands() != op.getNumResults())
    throw BadInput(quoted(&op) + " has one result for each operand", where);
  for (unsigned i = 0; i < op.getNumOperands(); ++i) {
    const ValueId x = lookup(op.getOperand(i), Ir::variable, where);
    push(into, {define(op.getResult(i), where)},
         {{}, OpExpr{OptimizationBarrier{}, {x}}, where});
  }
}

/// Calls that only annotate their operand hand it on; others are ops.
template <class Ir>
void Importer<Ir>::custom_call(mlir::Operation& op, Block& into, const Location& where) {
  const std::string target = custom_call_target(&op, where);
  if (only_annotates(&op, target, where))
    return alias(op.getResult(0), lookup(op.getOperand(0), Ir::variable, where));
  std::optional<Op> read = read_custom_call(&op, target, where);
  if (!read) throw Unsupported("op " + quoted(&op) + " of @" + target, where);
  OpExpr expr{std::move(*read), operands(op, Ir::variable, where)};
  push(into, define_results(op, where), {{}, std::move(expr), where});
}

template <class Ir>
void Importer<Ir>::loop(core_dialect::LoopOp op, Block& into, const Location& where) {
  if constexpr (!Ir::is_core) {
    throw BadInput(quoted(op) + " is of PartIR:Core, this program is of PartIR:HLO", where);
  } else {
    source_.check_structure(op);
    if (!op.getBody().hasOneBlock()) throw BadInput(quoted(op) + " has one block", where);
    mlir::Block& body = op.getBody().front();
    auto range = body.getNumArguments() == 1
                     ? llvm::dyn_cast<core_dialect::RangeType>(body.getArgument(0).getType())
                     : core_dialect::RangeType();
    core::LoopExpr expr;
    expr.axis = op.getAxis().str();
    if (!range || range.getAxis() != op.getAxisAttr())
      throw BadInput("the body of a loop over \"" + expr.axis +
                         "\" has one argument, of type !partir_core.range<\"" + expr.axis + "\">",
                     where);
    for (mlir::Attribute attr : op.getLoopAttrs()) {
      if (auto tile = llvm::dyn_cast<core_dialect::TileAttr>(attr)) {
        const int64_t d = tile.getDim();
        if (d != dimension(d))  // the checker would name another
          throw Rejected(Rule::T_Tile, 1, where, "d = " + std::to_string(d), "a dimension of a tensor");
        expr.attrs.push_back(core::LoopAttr::tile(d));
      } else if (auto reduce = llvm::dyn_cast<core_dialect::ReduceAttr>(attr))
        expr.attrs.push_back(core::LoopAttr::reduce(monoid(reduce)));
      else
        expr.attrs.push_back(core::LoopAttr::any());
    }
    expr.range = f_.add_range(expr.axis, source_.name(body.getArgument(0)));
    ranges_.insert_or_assign(body.getArgument(0), expr.range);
    expr.body->results = block<core_dialect::YieldOp>(body, *expr.body);
    push(into, define_results(*op, where), {{}, std::move(expr), where});
  }
}

template <class Ir>
void Importer<Ir>::slice(mlir::Operation& op, Block& into, const Location& where) {
  if constexpr (!Ir::is_core) {
    throw BadInput(quoted(&op) + " is of PartIR:Core, this program is of PartIR:HLO", where);
  } else {
    if (op.getNumOperands() != 2 || op.getNumResults() != 1)
      throw BadInput(quoted(&op) + " has two operands and one result", where);
    core::SliceExpr expr;
    expr.operand = lookup(op.getOperand(0), Rule::T_Slice, where);
    const auto range = ranges_.find(op.getOperand(1));
    if (range == ranges_.end())
      throw Rejected(Rule::T_Slice, 2, where, describe(op.getOperand(1)),
                     "the range variable of a loop around this slice");
    expr.range = range->second;
    // A dimension beyond 64 bits is below no rank, like -1.
    const llvm::APInt dim = attribute<mlir::IntegerAttr>(&op, "dim", where).getValue();
    expr.dim = dim.getSignificantBits() > 64 ? -1 : dim.getSExtValue();
    push(into, define_results(op, where), {{}, expr, where});
  }
}

template <class Ir>
void Importer<Ir>::collective(mlir::Operation& op, Block& into, const Location& where) {
  if constexpr (Ir::is_core) {
    throw BadInput(quoted(&op) + " is of PartIR:HLO, this program is of PartIR:Core", where);
  } else {
    if (op.getNumOperands() != 1 || op.getNumResults() != 1)
      throw BadInput(quoted(&op) + " has one operand and one result", where);
    auto operand = [&](Rule rule) { return lookup(op.getOperand(0), rule, where); };
    const auto axes = attribute<mlir::ArrayAttr>(&op, "axes", where);
    auto lists = [&] { return axis_lists(axes, where); };
    auto reduction = [&] {
      return monoid(attribute<core_dialect::ReduceAttr>(&op, "reduction", where));
    };
    auto dim = [&](const char* key) {
      const llvm::APInt d = attribute<mlir::IntegerAttr>(&op, key, where).getValue();
      return d.getSignificantBits() > 64 ? int64_t{-1} : d.getSExtValue();
    };
    auto expr = [&]() -> hlo::Expr {
      if (llvm::isa<hlo_dialect::AllSliceOp>(op))
        return hlo::AllSlice{lists(), operand(Rule::H_Slice)};
      if (llvm::isa<hlo_dialect::AllGatherOp>(op))
        return hlo::AllGather{lists(), operand(Rule::H_Gather)};
      if (llvm::isa<hlo_dialect::AllReduceOp>(op))
        return hlo::AllReduce{reduction(), axis_list(axes, where), operand(Rule::H_Reduce)};
      if (llvm::isa<hlo_dialect::ReduceScatterOp>(op))
        return hlo::ReduceScatter{reduction(), lists(), operand(Rule::H_Scatter)};
      return hlo::AllToAll{dim("src_dim"), dim("dst_dim"), axis_list(axes, where),
                           operand(Rule::H_AllToAll)};
    };
    push(into, define_results(op, where), {{}, expr(), where});
  }
}

// What import_signature.cpp uses of this file.
template ValueId Importer<CoreIr>::define(mlir::Value, Location);
template ValueId Importer<HloIr>::define(mlir::Value, Location);
template ValueId Importer<CoreIr>::lookup(mlir::Value, Rule, const Location&) const;
template ValueId Importer<HloIr>::lookup(mlir::Value, Rule, const Location&) const;
template std::vector<ValueId> Importer<CoreIr>::block<mlir::func::ReturnOp>(mlir::Block&, Block&);
template std::vector<ValueId> Importer<HloIr>::block<mlir::func::ReturnOp>(mlir::Block&, Block&);

}  // namespace partir::bridge
