#include "mlir_bridge/import.h"

#include <map>
#include <set>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir_bridge/call_graph.h"
#include "mlir_bridge/convert.h"
#include "mlir_bridge/dialects.h"
#include "mlir_bridge/op_import.h"
#include "mlir_bridge/source.h"

namespace partir {

namespace {

using bridge::Source;
using bridge::text_of;
namespace core_dialect = dialects::partir_core;
namespace hlo_dialect = dialects::partir_hlo;
namespace sdy = dialects::sdy;
namespace stablehlo = dialects::stablehlo;

/// Names of what inlining copies, a prefix for each call around it, are cut off here.
constexpr size_t max_inlined_name = 200;

std::string quoted(mlir::Operation* op) {
  return "'" + op->getName().getStringRef().str() + "'";
}

/// The attribute `key` of `op`, of class `T`; throws BadInput where it is missing or another.
template <class T>
T attribute(mlir::Operation* op, const char* key, const Location& where) {
  auto typed = llvm::dyn_cast_or_null<T>(op->getAttr(key));
  if (!typed) throw BadInput(quoted(op) + " lacks a proper attribute '" + key + "'", where);
  return typed;
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
}

//===--------------------------------------------------------------------------------------------===
// The function and its mesh
//===--------------------------------------------------------------------------------------------===

/// `@main`, else the only public function, else the only function.
mlir::func::FuncOp find_function(const Source& source) {
  std::vector<mlir::func::FuncOp> all, open;
  for (mlir::Operation& op : *source.module().getBody()) {
    auto function = llvm::dyn_cast<mlir::func::FuncOp>(op);
    if (!function) continue;
    source.check_structure(function);
    if (function.isDeclaration()) continue;
    if (function.getName() == "main") return function;
    all.push_back(function);
    if (function.isPublic()) open.push_back(function);
  }
  const Location start{source.file(), 1, 1, {}};
  if (all.empty()) throw BadInput("no function", start);
  if (open.empty()) open = all;
  if (open.size() == 1) return open.front();
  std::string names;
  for (mlir::func::FuncOp f : open) names += " @" + f.getName().str();
  throw BadInput("no @main, and several functions that could be meant:" + names,
                 source.location(open[1]));
}

/// The shardings that `op` mentions, its own and those on arguments and results of a function.
std::vector<sdy::TensorShardingAttr> shardings_of(mlir::Operation* op) {
  std::vector<sdy::TensorShardingAttr> found;
  auto add = [&](mlir::Attribute attr) {
    if (auto one = llvm::dyn_cast_or_null<sdy::TensorShardingAttr>(attr)) found.push_back(one);
    if (auto each = llvm::dyn_cast_or_null<sdy::TensorShardingPerValueAttr>(attr))
      found.insert(found.end(), each.getShardings().begin(), each.getShardings().end());
  };
  add(op->getAttr("sdy.sharding"));
  add(op->getAttr("sharding"));
  if (auto function = llvm::dyn_cast<mlir::func::FuncOp>(op)) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      add(function.getArgAttr(i, "sdy.sharding"));
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      add(function.getResultAttr(i, "sdy.sharding"));
  }
  return found;
}

/// The mesh of the program: given, or `partir_core.mesh`, or the sdy mesh that shardings refer to.
Mesh find_mesh(const Source& source, mlir::func::FuncOp function, const ImportOptions& options) {
  if (options.mesh) return *options.mesh;
  mlir::ModuleOp module = source.module();
  const Location where = source.location(module);
  if (mlir::Attribute attr = module->getAttr(core_dialect::PartirCoreDialect::mesh_attr_name)) {
    auto mesh = llvm::dyn_cast<core_dialect::MeshAttr>(attr);
    if (!mesh) throw BadInput("partir_core.mesh is not a #partir_core.mesh<..>", where);
    return bridge::mesh(mesh.getAxisNames(), mesh.getAxisSizes(), where);
  }
  // Meshes without axes stand for "anywhere" and say nothing.
  std::vector<sdy::MeshAttr> used;
  std::vector<mlir::Operation*> definitions;
  for (mlir::Operation& op : *module.getBody())
    if (llvm::isa<sdy::MeshOp>(op)) definitions.push_back(&op);
  auto add = [&](sdy::MeshAttr mesh) {
    if (mesh && !mesh.getAxisNames().empty() && !llvm::is_contained(used, mesh))
      used.push_back(mesh);
  };
  auto add_all = [&](mlir::Operation* op) {
    for (sdy::TensorShardingAttr sharding : shardings_of(op)) add(sdy::mesh_of(sharding, op));
  };
  add_all(function);
  for (mlir::Operation& op : function.getBody().front()) add_all(&op);
  if (used.empty())
    for (mlir::Operation* op : definitions) add(attribute<sdy::MeshAttr>(op, "mesh", where));
  if (used.empty()) return {};
  const auto place = [&](sdy::MeshAttr mesh) {
    for (mlir::Operation* op : definitions)
      if (op->getAttr("mesh") == mesh) return source.location(op);
    return where;
  };
  if (used.size() > 1)
    throw Unsupported("several meshes: " + text_of(used[0]) + " and " + text_of(used[1]),
                      place(used[1]));
  if (!used[0].getDeviceIds().empty())
    throw Unsupported("a mesh with its own order of devices: " + text_of(used[0]), place(used[0]));
  return bridge::mesh(used[0].getAxisNames(), used[0].getAxisSizes(), place(used[0]));
}

//===--------------------------------------------------------------------------------------------===
// Bodies
//===--------------------------------------------------------------------------------------------===

/// The two target languages and the rules that say what a name must stand for in each.
struct CoreIr {
  using Function = core::Function;
  using Stmt = core::Stmt;
  using Block = core::Block;
  static constexpr bool is_core = true;
  static constexpr Rule variable = Rule::T_Var, tuple = Rule::T_Tuple;
};
struct HloIr {
  using Function = hlo::Function;
  using Stmt = hlo::Stmt;
  using Block = hlo::Block;
  static constexpr bool is_core = false;
  static constexpr Rule variable = Rule::H_Op, tuple = Rule::H_Tuple;
};

/// Imports one function with what it calls.
template <class Ir>
class Importer {
 public:
  Importer(const Source& source, Mesh mesh, bool own_mesh)
      : source_(source), calls_(source), mesh_(std::move(mesh)), own_mesh_(own_mesh) {}

  typename Ir::Function function(mlir::func::FuncOp from);
  std::vector<ShardingHint> take_hints() { return std::move(hints_); }

 private:
  using Block = typename Ir::Block;

  // Names.
  ValueId lookup(mlir::Value value, Rule rule, const Location& where) const;
  std::vector<ValueId> operands(mlir::Operation& op, Rule rule, const Location& where) const;
  ValueId define(mlir::Value value, Location where);
  std::vector<ValueId> define_results(mlir::Operation& op, const Location& where);
  void alias(mlir::Value value, ValueId id) { values_.insert_or_assign(value, id); }
  std::string describe(mlir::Value value) const {
    const std::string name = source_.name(value);
    return (name.empty() ? "a value" : "%" + name) + " of type " + text_of(value.getType());
  }

  // Statements.
  template <class Terminator>
  std::vector<ValueId> block(mlir::Block& from, Block& into);
  void statement(mlir::Operation& op, Block& into);
  bool special_statement(mlir::Operation& op, Block& into, const Location& where);
  void push(Block& into, std::vector<ValueId> results, typename Ir::Stmt stmt);
  void inline_call(mlir::Operation& op, Block& into, const Location& where);
  void barrier(mlir::Operation& op, Block& into, const Location& where);
  void custom_call(mlir::Operation& op, const Location& where);
  void loop(core_dialect::LoopOp op, Block& into, const Location& where);
  void slice(mlir::Operation& op, Block& into, const Location& where);
  void collective(mlir::Operation& op, Block& into, const Location& where);

  // Signatures and shardings.
  void parameter(mlir::func::FuncOp from, unsigned index);
  void result(mlir::func::FuncOp from, unsigned index);
  DistType dist(mlir::Attribute attr, TensorType local, const Location& where) const;
  void hint(sdy::TensorShardingAttr sharding, ShardingHint hint);
  void op_hints(mlir::Operation& op, const Location& where);

  const Source& source_;
  bridge::CallGraph calls_;
  Mesh mesh_;
  bool own_mesh_;  ///< the text's own mesh, which its shardings must fit
  typename Ir::Function f_;
  std::vector<ShardingHint> hints_;
  llvm::DenseMap<mlir::Value, ValueId> values_;
  llvm::DenseMap<mlir::Value, RangeId> ranges_;
  std::map<std::string, int> call_counts_;
  std::string prefix_;  ///< of the names of an inlined function's values
};

template <class Ir>
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
  TensorType type = bridge::tensor_type(value.getType(), where);
  const ValueId id = f_.add_value(std::move(type), std::move(name), std::move(where));
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
  std::optional<Op> read = bridge::read_op(source_, &op);
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
    custom_call(op, where);
  } else if (llvm::isa<sdy::ShardingConstraintOp>(op)) {
    source_.check_structure(&op);
    const ValueId x = lookup(op.getOperand(0), Ir::variable, where);
    alias(op.getResult(0), x);
    ShardingHint h;
    h.where = ShardingHint::Where::Value;
    h.value = x;
    h.location = where;
    hint(attribute<sdy::TensorShardingAttr>(&op, "sharding", where), std::move(h));
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

/// Calls that only annotate their operand hand it on.
template <class Ir>
void Importer<Ir>::custom_call(mlir::Operation& op, const Location& where) {
  const std::string target = attribute<mlir::StringAttr>(&op, "call_target_name", where).str();
  const bool annotates = target == "Sharding" || target == "annotate_device_placement" ||
                         target == "xla.sdy.FuncResultSharding";
  if (!annotates || op.getNumOperands() != 1 || op.getNumResults() != 1)
    throw Unsupported("op " + quoted(&op) + " of @" + target, where);
  if (op.getOperand(0).getType() != op.getResult(0).getType())
    throw BadInput(quoted(&op) + " of @" + target + " changes the type", where);
  alias(op.getResult(0), lookup(op.getOperand(0), Ir::variable, where));
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
      if (auto tile = llvm::dyn_cast<core_dialect::TileAttr>(attr))
        expr.attrs.push_back(core::LoopAttr::tile(tile.getDim()));
      else if (auto reduce = llvm::dyn_cast<core_dialect::ReduceAttr>(attr))
        expr.attrs.push_back(core::LoopAttr::reduce(bridge::monoid(reduce)));
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
      return bridge::monoid(attribute<core_dialect::ReduceAttr>(&op, "reduction", where));
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

//===--------------------------------------------------------------------------------------------===
// Signature and shardings
//===--------------------------------------------------------------------------------------------===

/// The text gives local types; the global one has the extents that the axes divide.
template <class Ir>
DistType Importer<Ir>::dist(mlir::Attribute attr, TensorType local, const Location& where) const {
  if (!attr) return DistType::replicated(std::move(local));
  auto given = llvm::dyn_cast<hlo_dialect::DistAttr>(attr);
  if (!given) throw BadInput("partir_hlo.dist is not a #partir_hlo.dist<..>", where);
  DistType d;
  d.dims = axis_lists(given.getTilings(), where);
  d.global = std::move(local);
  for (size_t i = 0; i < d.dims.size() && i < d.global.shape.size(); ++i)
    for (const Axis& a : d.dims[i])
      if (mesh_.contains(a)) d.global.shape[i] *= mesh_.size(a);
  d.partial = axis_list(given.getPartialAxes(), where);
  std::stable_sort(d.partial.begin(), d.partial.end(), [&](const Axis& a, const Axis& b) {
    return mesh_.find(a).value_or(mesh_.rank()) < mesh_.find(b).value_or(mesh_.rank());
  });
  if (given.getPartial()) d.monoid = bridge::monoid(given.getPartial());
  return d;
}

template <class Ir>
void Importer<Ir>::parameter(mlir::func::FuncOp from, unsigned index) {
  mlir::BlockArgument argument = from.getArgument(index);
  Location where = source_.location(argument);
  if (auto info = from.getArgAttrOfType<mlir::StringAttr>(index, "jax.arg_info"))
    where.name = info.str();
  if (llvm::isa<core_dialect::RangeType>(argument.getType()))
    throw Rejected(Ir::variable, 1, where, "the parameter " + describe(argument), "a tensor");
  const ValueId id = define(argument, where);
  f_.params.push_back(id);
  f_.param_attributes.push_back(carried(mlir::function_interface_impl::getArgAttrs(from, index),
                                        hlo_dialect::PartirHloDialect::dist_attr_name));
  if constexpr (!Ir::is_core)
    f_.param_dists.push_back(
        dist(from.getArgAttr(index, hlo_dialect::PartirHloDialect::dist_attr_name), f_.type(id),
             where));
  if (auto sharding = from.getArgAttrOfType<sdy::TensorShardingAttr>(index, "sdy.sharding"))
    hint(sharding, {ShardingHint::Where::Argument, index, id, {}, {}, {}, where});
}

template <class Ir>
void Importer<Ir>::result(mlir::func::FuncOp from, unsigned index) {
  const Location where = source_.location(from);
  TensorType type = bridge::tensor_type(from.getResultTypes()[index], where);
  llvm::ArrayRef<mlir::NamedAttribute> attrs;
  if (mlir::DictionaryAttr dictionary = from.getResultAttrDict(index))
    attrs = dictionary.getValue();
  f_.result_attributes.push_back(carried(attrs, hlo_dialect::PartirHloDialect::dist_attr_name));
  if constexpr (Ir::is_core)
    f_.result_types.push_back(std::move(type));
  else
    f_.result_dists.push_back(
        dist(from.getResultAttr(index, hlo_dialect::PartirHloDialect::dist_attr_name),
             std::move(type), where));
  auto sharding = llvm::dyn_cast_or_null<sdy::TensorShardingAttr>(
      from.getResultAttr(index, "sdy.sharding"));
  if (sharding && index < f_.body.results.size())
    hint(sharding,
         {ShardingHint::Where::Result, index, f_.body.results[index], {}, {}, {}, where});
}

template <class Ir>
void Importer<Ir>::hint(sdy::TensorShardingAttr sharding, ShardingHint hint) {
  if (!Ir::is_core) return;
  auto add = [&](AxisList& list, sdy::AxisRefAttr axis) {
    if (axis.is_sub_axis())
      throw Unsupported("part of an axis in " + text_of(sharding), hint.location);
    if (own_mesh_ && !mesh_.contains(axis.getName().str()))
      throw BadInput("axis \"" + axis.getName().str() + "\" of a sharding is not in the mesh " +
                         to_string(mesh_), hint.location);
    list.push_back(axis.getName().str());
  };
  if (!sharding.getUnreducedAxes().empty())
    throw Unsupported("unreduced axes in " + text_of(sharding), hint.location);
  if (static_cast<int64_t>(sharding.getDimShardings().size()) != f_.type(hint.value).rank())
    throw BadInput("a sharding of " + std::to_string(sharding.getDimShardings().size()) +
                       " dimensions on " + to_string(f_.type(hint.value)), hint.location);
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings()) {
    AxisList& axes = hint.dims.emplace_back();
    for (sdy::AxisRefAttr axis : dim.getAxes()) add(axes, axis);
    hint.open.push_back(!dim.getIsClosed());
  }
  for (sdy::AxisRefAttr axis : sharding.getReplicatedAxes()) add(hint.replicated, axis);
  hints_.push_back(std::move(hint));
}

/// Shardings that stand on an op of their own accord, one for each result.
template <class Ir>
void Importer<Ir>::op_hints(mlir::Operation& op, const Location& where) {
  const auto each = op.getAttrOfType<sdy::TensorShardingPerValueAttr>("sdy.sharding");
  if (!each || each.getShardings().size() != op.getNumResults()) return;
  for (unsigned i = 0; i < op.getNumResults(); ++i)
    hint(each.getShardings()[i], {ShardingHint::Where::Value, 0,
                                  lookup(op.getResult(i), Ir::variable, where), {}, {}, {}, where});
}

template <class Ir>
typename Ir::Function Importer<Ir>::function(mlir::func::FuncOp from) {
  f_.name = from.getName().str();
  f_.location = source_.location(from);
  if (!from.getBody().hasOneBlock())
    throw Unsupported("control flow between blocks in @" + f_.name, f_.location);
  calls_.check(from);
  for (unsigned i = 0; i < from.getNumArguments(); ++i) parameter(from, i);
  f_.body.results = block<mlir::func::ReturnOp>(from.getBody().front(), f_.body);
  for (unsigned i = 0; i < from.getNumResults(); ++i) result(from, i);
  return std::move(f_);
}

//===--------------------------------------------------------------------------------------------===
// Programs
//===--------------------------------------------------------------------------------------------===

CarriedAttributes module_attributes(const Source& source) {
  return carried(source.module()->getAttrs(), core_dialect::PartirCoreDialect::mesh_attr_name);
}

ImportedCore core_of(const Source& source, mlir::func::FuncOp function,
                     const ImportOptions& options) {
  ImportedCore imported;
  imported.program.mesh = find_mesh(source, function, options);
  imported.program.attributes = module_attributes(source);
  Importer<CoreIr> importer(source, imported.program.mesh, !options.mesh);
  imported.program.main = importer.function(function);
  imported.shardings = importer.take_hints();
  return imported;
}

hlo::Program hlo_of(const Source& source, mlir::func::FuncOp function,
                    const ImportOptions& options) {
  hlo::Program program;
  program.mesh = find_mesh(source, function, options);
  program.attributes = module_attributes(source);
  program.main = Importer<HloIr>(source, program.mesh, !options.mesh).function(function);
  return program;
}

bool is_hlo(mlir::func::FuncOp function) {
  const llvm::StringRef dist = hlo_dialect::PartirHloDialect::dist_attr_name;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (function.getArgAttr(i, dist)) return true;
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (function.getResultAttr(i, dist)) return true;
  bool found = false;
  function->walk([&](mlir::Operation* op) {
    found = found || op->getName().getDialectNamespace() == "partir_hlo";
  });
  return found;
}

Imported any_of(const Source& source, const ImportOptions& options) {
  const mlir::func::FuncOp function = find_function(source);
  if (is_hlo(function)) return hlo_of(source, function, options);
  return core_of(source, function, options);
}

}  // namespace

ImportedCore import_core(const std::string& path, const ImportOptions& options) {
  const Source source = Source::read(path);
  return core_of(source, find_function(source), options);
}
hlo::Program import_hlo(const std::string& path, const ImportOptions& options) {
  const Source source = Source::read(path);
  return hlo_of(source, find_function(source), options);
}
Imported import_any(const std::string& path, const ImportOptions& options) {
  return any_of(Source::read(path), options);
}

ImportedCore import_core_text(const std::string& text, const std::string& name,
                              const ImportOptions& options) {
  const Source source = Source::parse(text, name);
  return core_of(source, find_function(source), options);
}
hlo::Program import_hlo_text(const std::string& text, const std::string& name,
                             const ImportOptions& options) {
  const Source source = Source::parse(text, name);
  return hlo_of(source, find_function(source), options);
}
Imported import_any_text(const std::string& text, const std::string& name,
                         const ImportOptions& options) {
  return any_of(Source::parse(text, name), options);
}

}  // namespace partir
