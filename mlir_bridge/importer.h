// One function of MLIR into one of the toolkit's. Internal to the bridge.
#pragma once

#include <map>

#include "mlir_bridge/call_graph.h"
#include "mlir_bridge/convert.h"
#include "mlir_bridge/dialects.h"
#include "mlir_bridge/import.h"
#include "mlir_bridge/import_module.h"
#include "mlir_bridge/source.h"

namespace partir::bridge {

namespace core_dialect = dialects::partir_core;
namespace hlo_dialect = dialects::partir_hlo;
namespace sdy = dialects::sdy;
namespace stablehlo = dialects::stablehlo;

/// The function that a file is about: `@main`, else the only public function, else the only one; throws
/// BadInput where there is none, or no telling.
mlir::func::FuncOp find_function(const Source& source);

/// An op's name for messages, `'stablehlo.add'`.
std::string quoted(mlir::Operation* op);

/// As import_module_text.
shlo::Module import_module(const Source& source);

/// The attribute `key` of `op`, of class `T`; throws BadInput where it is missing or another.
template <class T>
T attribute(mlir::Operation* op, const char* key, const Location& where) {
  auto typed = llvm::dyn_cast_or_null<T>(op->getAttr(key));
  if (!typed) throw BadInput(quoted(op) + " lacks a proper attribute '" + key + "'", where);
  return typed;
}

/// `["B", "M"]` and a list of such; throw BadInput for anything else.
AxisList axis_list(mlir::Attribute attr, const Location& where);
AxisLists axis_lists(mlir::ArrayAttr attr, const Location& where);

/// All attributes but one, as text.
CarriedAttributes carried(llvm::ArrayRef<mlir::NamedAttribute> attrs, llvm::StringRef except);

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
  Importer(const Source& source, Mesh mesh, bool own_mesh, bool with_hints = true)
      : source_(source), calls_(source), mesh_(std::move(mesh)), own_mesh_(own_mesh),
        with_hints_(with_hints) {}

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
  void custom_call(mlir::Operation& op, Block& into, const Location& where);
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
  CallGraph calls_;
  Mesh mesh_;
  bool own_mesh_;    ///< the text's own mesh, which its shardings must fit
  bool with_hints_;  ///< whether shardings are looked at
  typename Ir::Function f_;
  std::vector<ShardingHint> hints_;
  llvm::DenseMap<mlir::Value, ValueId> values_;
  llvm::DenseMap<mlir::Value, RangeId> ranges_;
  std::map<std::string, int> call_counts_;
  std::string prefix_;  ///< of the names of an inlined function's values
};
}  // namespace partir::bridge
