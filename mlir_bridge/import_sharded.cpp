#include "mlir_bridge/import_sharded.h"

#include <algorithm>

#include "lowering/global_to_local.h"
#include "mlir_bridge/custom_call.h"
#include "mlir_bridge/device_function.h"
#include "mlir_bridge/import_parallel.h"
#include "mlir_bridge/op_import.h"
#include "mlir_bridge/sdy_sharding.h"

namespace partir {

namespace {

using bridge::attribute;
using bridge::quoted;
using bridge::SdyMeshes;
using bridge::SdySharding;
using bridge::Source;
using bridge::text_of;
namespace sdy = dialects::sdy;
namespace stablehlo = dialects::stablehlo;

bool is_sdy(mlir::Operation* op) { return op->getName().getDialectNamespace() == "sdy"; }

/// The functions that a run of `entry` calls, itself first. Their depth is bounded by CallGraph::check.
std::vector<mlir::func::FuncOp> reachable(const Source& source, mlir::func::FuncOp entry) {
  bridge::CallGraph calls(source);
  calls.check(entry);
  std::vector<mlir::func::FuncOp> found{entry};
  for (size_t i = 0; i < found.size(); ++i)
    mlir::func::FuncOp(found[i])->walk([&](mlir::func::CallOp call) {
      mlir::func::FuncOp callee = calls.callee(call);
      if (!llvm::is_contained(found, callee)) found.push_back(callee);
    });
  return found;
}

/// The shardings that an op gives its results, one for each, or none at all.
llvm::ArrayRef<sdy::TensorShardingAttr> shardings_of(mlir::Operation* op, const Location& where) {
  sdy::TensorShardingPerValueAttr each;
  if (auto manual = llvm::dyn_cast<sdy::ManualComputationOp>(op)) each = manual.getOutShardingsAttr();
  else if (mlir::Attribute attr = op->getAttr("sdy.sharding"))
    each = attribute<sdy::TensorShardingPerValueAttr>(op, "sdy.sharding", where);
  if (!each) return {};
  if (each.getShardings().size() != op->getNumResults())
    throw BadInput(quoted(op) + " has " + std::to_string(each.getShardings().size()) + " shardings for " +
                       std::to_string(op->getNumResults()) + " results", where);
  return each.getShardings();
}

/// The sharding after a collective or a reshard; null for other ops.
sdy::TensorShardingAttr out_sharding(mlir::Operation* op, const Location& where) {
  if (!is_sdy(op)) return {};
  const char* key = llvm::isa<sdy::ReshardOp, sdy::ShardingConstraintOp>(op) ? "sharding" : "out_sharding";
  if (!op->getAttr(key)) return {};
  return attribute<sdy::TensorShardingAttr>(op, key, where);
}

/// Every sharding of a function is used, those of the entry's boundary first: their mesh is the program's.
void use_all(const Source& source, SdyMeshes& meshes, mlir::func::FuncOp f) {
  const Location place = source.location(f);
  const auto use_boundary = [&](bool tiles) {
    const auto use = [&](sdy::TensorShardingAttr s, const Location& where) {
      const bool has_axes = s && (!s.getUnreducedAxes().empty() ||
                                  llvm::any_of(s.getDimShardings(), [](auto d) { return !d.getAxes().empty(); }));
      if (has_axes == tiles) meshes.use(s, f, where);
    };
    for (unsigned i = 0; i < f.getNumArguments(); ++i) {
      const Location where = source.location(f.getArgument(i));
      use(bridge::argument_sharding(f, i, where), where);
    }
    for (unsigned i = 0; i < f.getNumResults(); ++i) use(bridge::result_sharding(f, i, place), place);
  };
  use_boundary(true);
  f.getBody().walk([&](mlir::Operation* op) {
    const Location where = source.location(op);
    if (is_sdy(op)) source.check_structure(op);
    for (sdy::TensorShardingAttr s : shardings_of(op, where)) meshes.use(s, op, where);
    const sdy::TensorShardingAttr out = out_sharding(op, where);
    meshes.use(out, op, where);
    if (auto manual = llvm::dyn_cast<sdy::ManualComputationOp>(op))
      for (sdy::TensorShardingAttr s : manual.getInShardingsAttr().getShardings()) meshes.use(s, op, where);
    if (!out) return;
    for (const char* key : {"gathering_axes", "slicing_axes", "reduce_scatter_axes", "reduction_axes", "params"})
      meshes.use(op->getAttr(key), out, op, where);
  });
  use_boundary(false);
}

/// Reads one function.
class ShardedImporter {
 public:
  ShardedImporter(const Source& source, const SdyMeshes& meshes) : source_(source), meshes_(meshes) {}

  sharded::Function operator()(mlir::func::FuncOp from) {
    f_.name = from.getName().str();
    f_.location = source_.location(from);
    if (!from.getBody().hasOneBlock())
      throw Unsupported("control flow between blocks in @" + f_.name, f_.location);
    for (unsigned i = 0; i < from.getNumArguments(); ++i) {
      mlir::BlockArgument argument = from.getArgument(i);
      const Location where = source_.location(argument);
      f_.params.push_back(define(argument, layout(bridge::argument_sharding(from, i, where), argument.getType(), from,
                                                  where), where));
    }
    f_.body = block<mlir::func::ReturnOp>(from.getBody().front());
    if (f_.body.results.size() != from.getNumResults())
      throw BadInput("@" + f_.name + " returns " + std::to_string(f_.body.results.size()) + " values for " +
                         std::to_string(from.getNumResults()) + " results", f_.location);
    for (unsigned i = 0; i < from.getNumResults(); ++i) {
      const sdy::TensorShardingAttr stated = bridge::result_sharding(from, i, f_.location);
      f_.results.push_back(stated ? layout(stated, from.getResultTypes()[i], from, f_.location)
                                  : f_.layout(f_.body.results[i]));
      f_.results.back().dist.global = bridge::tensor_type(from.getResultTypes()[i], f_.location);
    }
    return std::move(f_);
  }

 private:
  ValueId lookup(mlir::Value value, const Location& where) const {
    const auto found = values_.find(value);
    if (found != values_.end()) return found->second;
    const std::string name = source_.name(value);
    throw Rejected(Rule::T_Var, 1, where, (name.empty() ? "a value" : "%" + name) + ", used before its definition",
                   "a value in scope");
  }
  ValueId define(mlir::Value value, sharded::Layout layout, const Location& where) {
    const ValueId id = f_.add_value(std::move(layout), source_.name(value), where);
    values_.insert_or_assign(value, id);
    return id;
  }
  sharded::Layout layout(sdy::TensorShardingAttr sharding, mlir::Type type, mlir::Operation* at,
                         const Location& where) const {
    SdySharding s = meshes_.read(sharding, bridge::tensor_type(type, where), at, where);
    return {s.mesh.value_or(0), std::move(s.dist)};
  }
  /// Of a result, as its op says.
  sharded::Layout result_layout(mlir::OpResult result, const Location& where) const {
    mlir::Operation* op = result.getOwner();
    sdy::TensorShardingAttr sharding = out_sharding(op, where);
    const auto each = shardings_of(op, where);
    if (!each.empty()) sharding = each[result.getResultNumber()];
    try {
      return layout(sharding, result.getType(), op, where);
    } catch (const Unsupported& e) {
      const std::string_view prefix = "unsupported: ", what = e.what();
      throw Unsupported(quoted(op) + ": " + std::string(what.substr(what.starts_with(prefix) ? prefix.size() : 0)),
                        where);
    }
  }

  template <class Terminator>
  sharded::Block block(mlir::Block& from) {
    mlir::Operation* parent = from.getParentOp();
    if (from.empty() || !llvm::isa<Terminator>(from.back()))
      throw BadInput("the body of " + quoted(parent) + " does not end in '" +
                         Terminator::getOperationName().str() + "'",
                     source_.location(from.empty() ? parent : &from.back()));
    sharded::Block into;
    for (mlir::Operation& op : from)
      if (&op != &from.back()) into.stmts.push_back(statement(op));
    for (mlir::Value v : from.back().getOperands()) into.results.push_back(lookup(v, source_.location(&from.back())));
    return into;
  }

  sharded::Stmt statement(mlir::Operation& op) {
    const Location where = source_.location(&op);
    sharded::Stmt s{{}, sharded::Reshard{}, {}, where};
    for (mlir::Value v : op.getOperands()) s.operands.push_back(lookup(v, where));
    s.expr = expression(op, s.operands, where);
    for (mlir::OpResult r : op.getResults()) s.results.push_back(define(r, result_layout(r, where), where));
    return s;
  }

  //===------------------------------------------------------------------------------------------===
  // Right-hand sides
  //===------------------------------------------------------------------------------------------===

  AxisList axes(llvm::ArrayRef<sdy::AxisRefAttr> list, size_t mesh) const { return meshes_.axes(list, mesh); }
  AxisList axes(mlir::Attribute attr, size_t mesh, mlir::Operation& op, const Location& where) const {
    std::vector<sdy::AxisRefAttr> list;
    auto array = llvm::dyn_cast_or_null<mlir::ArrayAttr>(attr);
    for (mlir::Attribute a : array ? array.getValue() : llvm::ArrayRef<mlir::Attribute>()) {
      auto axis = llvm::dyn_cast<sdy::AxisRefAttr>(a);
      if (!axis) array = {};
      if (!array) break;
      list.push_back(axis);
    }
    if (!array) throw BadInput(quoted(&op) + " lacks a proper list of axes", where);
    return axes(list, mesh);
  }
  AxisLists axis_lists(const char* key, size_t mesh, mlir::Operation& op, const Location& where) const {
    AxisLists lists;
    for (mlir::Attribute list : attribute<mlir::ArrayAttr>(&op, key, where))
      lists.push_back(axes(list, mesh, op, where));
    return lists;
  }

  sharded::Expr expression(mlir::Operation& op, const std::vector<ValueId>& operands, const Location& where) {
    if (is_sdy(&op) && !llvm::isa<sdy::ConstantOp>(op)) return of_sdy(op, where);
    if (auto call = llvm::dyn_cast<mlir::func::CallOp>(op)) return sharded::Call{call.getCallee().str()};
    if (llvm::isa<stablehlo::PartitionIdOp>(op)) return sharded::Partition{};
    if (bridge::is_parallel(&op)) {
      const std::optional<shlo::Expr> e = bridge::read_parallel(source_, &op, operands);
      if (const auto* c = std::get_if<shlo::Collective>(&*e)) return sharded::LocalCollective{c->grouping, c->op};
      throw Unsupported("op " + quoted(&op) + " in a sharded program", where);
    }
    std::optional<Op> read;
    if (llvm::isa<stablehlo::CustomCallOp>(op)) {
      const std::string target = bridge::custom_call_target(&op, where);
      if (bridge::only_annotates(&op, target, where)) return sharded::Apply{OptimizationBarrier{}};
      read = bridge::read_custom_call(&op, target, where);
      if (!read) throw Unsupported("op " + quoted(&op) + " of @" + target, where);
    } else {
      read = bridge::read_op(source_, &op);
    }
    if (!read) throw Unsupported("op " + quoted(&op), where);
    return sharded::Apply{std::move(*read)};
  }

  sharded::Expr of_sdy(mlir::Operation& op, const Location& where) {
    source_.check_structure(&op);
    if (auto manual = llvm::dyn_cast<sdy::ManualComputationOp>(op)) return manual_computation(manual, where);
    if (llvm::isa<sdy::ReshardOp, sdy::ShardingConstraintOp>(op)) return sharded::Reshard{};
    if (llvm::isa<sdy::CollectivePermuteOp>(op)) return sharded::CollectivePermute{};
    const sdy::TensorShardingAttr out = out_sharding(&op, where);
    if (!out) throw Unsupported("op " + quoted(&op), where);
    const std::optional<size_t> found = meshes_.mesh(out, &op);
    if (!found) throw BadInput(quoted(&op) + " on a mesh without axes", where);
    const size_t mesh = *found;
    if (llvm::isa<sdy::AllGatherOp>(op))
      return sharded::AllGather{axis_lists("gathering_axes", mesh, op, where)};
    if (llvm::isa<sdy::AllSliceOp>(op)) return sharded::AllSlice{axis_lists("slicing_axes", mesh, op, where)};
    if (llvm::isa<sdy::ReduceScatterOp>(op))
      return sharded::ReduceScatter{axis_lists("reduce_scatter_axes", mesh, op, where)};
    if (llvm::isa<sdy::AllReduceOp>(op))
      return sharded::AllReduce{axes(op.getAttr("reduction_axes"), mesh, op, where)};
    if (auto all_to_all = llvm::dyn_cast<sdy::AllToAllOp>(op)) {
      sharded::AllToAll moves;
      for (sdy::AllToAllParamAttr p : all_to_all.getParams().getAsRange<sdy::AllToAllParamAttr>())
        moves.moves.push_back({axes(p.getAxes(), mesh), p.getSrcDim(), p.getTgtDim()});
      return moves;
    }
    throw Unsupported("op " + quoted(&op), where);
  }

  sharded::Expr manual_computation(sdy::ManualComputationOp op, const Location& where) {
    sharded::Manual e;
    const auto in = op.getInShardingsAttr().getShardings(), out = op.getOutShardingsAttr().getShardings();
    mlir::Block& body = op.getBody().front();
    if (in.size() != op.getNumOperands() || body.getNumArguments() != in.size() || out.size() != op.getNumResults())
      throw BadInput(quoted(op) + " has a sharding for each operand and result, and an argument for each operand",
                     where);
    // the manual axes are of the mesh that the shardings have, whatever parts of them are in use
    std::optional<size_t> mesh;
    for (const auto& list : {in, out})
      for (sdy::TensorShardingAttr s : list)
        if (const auto m = meshes_.mesh(s, op)) mesh = m;
    for (mlir::StringAttr name : op.getManualAxesAttr().getAxes()) {
      if (!mesh || !meshes_.meshes()[*mesh].refinement.mesh().contains(name.str()))
        throw BadInput("the manual axis " + text_of(name) + " is of no mesh of " + quoted(op), where);
      for (Axis& a : meshes_.meshes()[*mesh].refinement.axes({name.str(), 1, 0})) e.axes.push_back(std::move(a));
    }
    for (size_t i = 0; i < in.size(); ++i) {
      e.in.push_back(layout(in[i], op.getOperand(static_cast<unsigned>(i)).getType(), op, where));
      mlir::BlockArgument argument = body.getArgument(static_cast<unsigned>(i));
      const Location place = source_.location(argument);
      sharded::Layout inside = e.in.back();
      for (AxisList& axes : inside.dist.dims)
        erase_if(axes, [&](const Axis& a) { return contains(e.axes, a); });
      erase_if(inside.dist.partial, [&](const Axis& a) { return contains(e.axes, a); });
      inside.dist.global = bridge::tensor_type(argument.getType(), place);
      e.params.push_back(define(argument, std::move(inside), place));
    }
    for (size_t i = 0; i < out.size(); ++i)
      e.out.push_back(layout(out[i], op.getResult(static_cast<unsigned>(i)).getType(), op, where));
    e.body = block<sdy::ReturnOp>(body);
    return e;
  }

  const Source& source_;
  const SdyMeshes& meshes_;
  sharded::Function f_;
  llvm::DenseMap<mlir::Value, ValueId> values_;
};

sharded::Program program_of(const Source& source, mlir::func::FuncOp entry) {
  SdyMeshes meshes;
  const std::vector<mlir::func::FuncOp> functions = reachable(source, entry);
  for (mlir::func::FuncOp f : functions) use_all(source, meshes, f);
  sharded::Program program;
  if (!meshes.meshes().empty()) program.meshes.clear();
  for (const bridge::SdyMesh& m : meshes.meshes())
    program.meshes.push_back({m.refinement.refined(), m.partition_of});
  for (mlir::func::FuncOp f : functions) program.functions.push_back(ShardedImporter(source, meshes)(f));
  return program;
}

sharded::Program program_of(const Source& source) { return program_of(source, bridge::find_function(source)); }

}  // namespace

bool bridge::is_sharded(const Source& source) {
  const auto found = bridge::find_function(source).getBody().walk([](mlir::Operation* op) {
    return is_sdy(op) || op->hasAttr("sdy.sharding") ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return found.wasInterrupted();
}
SpmdProgram bridge::import_sharded(const Source& source) { return global_to_local(program_of(source)); }

std::optional<bridge::DeviceFunction> bridge::device_function(const Source& source, mlir::func::FuncOp function,
                                                              std::string& why_not) {
  try {
    const sharded::Program program = program_of(source, function);
    shlo::Module module = functions_to_local(program, Indivisible::Gather);
    bridge::DeviceFunction f{std::move(module.functions.front()), 0};
    // ops alone do the same wherever they run
    for (const shlo::Stmt& s : f.function.body.stmts)
      if (!std::holds_alternative<OpExpr>(s.expr)) f.devices = program.meshes[0].mesh.devices();
    return f;
  } catch (const Error& e) {
    why_not = e.report();
    return std::nullopt;
  }
}

bool is_sharded_program(const std::string& path) { return bridge::is_sharded(Source::read(path)); }
bool is_sharded_program_text(const std::string& text, const std::string& name) {
  return bridge::is_sharded(Source::parse(text, name));
}
sharded::Program read_sharded(const std::string& path) { return program_of(Source::read(path)); }
sharded::Program read_sharded_text(const std::string& text, const std::string& name) {
  return program_of(Source::parse(text, name));
}
SpmdProgram import_sharded(const std::string& path) { return bridge::import_sharded(Source::read(path)); }
SpmdProgram import_sharded_text(const std::string& text, const std::string& name) {
  return bridge::import_sharded(Source::parse(text, name));
}

}  // namespace partir
