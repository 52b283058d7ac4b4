#include "mlir_bridge/import_module.h"

#include <optional>
#include <utility>

#include "llvm/ADT/DenseMap.h"
#include "mlir_bridge/custom_call.h"
#include "mlir_bridge/device_function.h"
#include "mlir_bridge/import_parallel.h"
#include "mlir_bridge/importer.h"
#include "mlir_bridge/op_import.h"
#include "semantics/module_scan.h"

namespace partir {

namespace {

using bridge::attribute;
using bridge::quoted;
using bridge::Source;
using bridge::reason_of;
using bridge::text_of;
namespace check = dialects::check;
namespace interpreter = dialects::interpreter;
namespace sdy = dialects::sdy;
namespace stablehlo = dialects::stablehlo;

shlo::Type type_of(mlir::Type type, const Location& where) {
  if (llvm::isa<stablehlo::TokenType>(type)) return shlo::TokenType{};
  if (auto tuple = llvm::dyn_cast<mlir::TupleType>(type)) {
    shlo::TupleType elements;
    for (mlir::Type element : tuple.getTypes())
      elements.elements.push_back(type_of(element, where));
    return elements;
  }
  try {
    return bridge::tensor_type(type, where);
  } catch (const Unsupported&) {
    return shlo::OutsideType{text_of(type)};
  }
}

/// Why a type is outside of the fragment, if it is.
std::optional<std::string> outside(mlir::Type type, const Location& where) {
  if (llvm::isa<stablehlo::TokenType>(type)) return std::nullopt;
  if (auto tuple = llvm::dyn_cast<mlir::TupleType>(type)) {
    for (mlir::Type element : tuple.getTypes())
      if (auto why = outside(element, where)) return why;
    return std::nullopt;
  }
  try {
    bridge::tensor_type(type, where);
    return std::nullopt;
  } catch (const Unsupported& e) {
    return reason_of(e);
  }
}

/// Whether a function speaks of shardings: what its processes run, and on tensors of which types,
/// is decided when it is partitioned.
bool is_sharded(mlir::func::FuncOp function) {
  const auto has_sharding = [](mlir::DictionaryAttr attrs) {
    return attrs && attrs.contains("sdy.sharding");
  };
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (has_sharding(function.getArgAttrDict(i))) return true;
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (has_sharding(function.getResultAttrDict(i))) return true;
  const auto found = function.walk([](mlir::Operation* op) {
    return op->getName().getDialectNamespace() == "sdy" ? mlir::WalkResult::interrupt()
                                                        : mlir::WalkResult::advance();
  });
  return found.wasInterrupted();
}

/// A function of a module that has a body.
struct DefinedFunction {
  std::string why_not;   ///< why it is not known what processes run of it; empty where it is
  int64_t devices = 0;   ///< the partitions that it is for, if it is for so many
};
using Defined = llvm::DenseMap<mlir::StringAttr, DefinedFunction>;

/// One function of a module.
class FunctionImporter {
 public:
  FunctionImporter(const Source& source, const Defined& defined)
      : source_(source), defined_(defined) {}

  shlo::Function operator()(mlir::func::FuncOp from) {
    f_.name = from.getName().str();
    f_.location = source_.location(from);
    f_.is_public = from.isPublic();
    for (mlir::BlockArgument argument : from.getArguments())
      f_.params.push_back(define(argument, source_.location(argument)));
    for (mlir::Type type : from.getResultTypes())
      f_.result_types.push_back(type_of(type, f_.location));
    if (!from.getBody().hasOneBlock()) {
      // Results that nobody computes: the function ends before it returns.
      f_.body.stmts.push_back({{}, shlo::Outside{"control flow between blocks in @" + f_.name},
                               f_.location});
      for (const shlo::Type& type : f_.result_types) {
        f_.body.results.push_back(f_.add_value(type));
        f_.body.stmts[0].results.push_back(f_.body.results.back());
      }
      return std::move(f_);
    }
    f_.body = block<mlir::func::ReturnOp>(from.getBody().front());
    return std::move(f_);
  }

 private:
  ValueId lookup(mlir::Value value, const Location& where) const {
    const auto found = values_.find(value);
    if (found != values_.end()) return found->second;
    const std::string name = source_.name(value);
    throw Rejected(Rule::T_Var, 1, where,
                   (name.empty() ? "a value" : "%" + name) + ", used before its definition",
                   "a value in scope");
  }
  std::vector<ValueId> operands(mlir::Operation& op, const Location& where) const {
    std::vector<ValueId> ids;
    for (mlir::Value v : op.getOperands()) ids.push_back(lookup(v, where));
    return ids;
  }
  ValueId define(mlir::Value value, const Location& where) {
    const ValueId id = f_.add_value(type_of(value.getType(), where), source_.name(value), where);
    values_.insert_or_assign(value, id);
    return id;
  }
  void push(mlir::Operation& op, shlo::Block& into, shlo::Expr expr, const Location& where) {
    std::vector<ValueId> results;
    for (mlir::Value v : op.getResults()) results.push_back(define(v, where));
    into.stmts.push_back({std::move(results), std::move(expr), where});
  }

  template <class Terminator>
  shlo::Block block(mlir::Block& from) {
    mlir::Operation* parent = from.getParentOp();
    if (from.empty() || !llvm::isa<Terminator>(from.back()))
      throw BadInput("the body of " + quoted(parent) + " does not end in '" +
                         Terminator::getOperationName().str() + "'",
                     source_.location(from.empty() ? parent : &from.back()));
    shlo::Block into;
    for (mlir::Operation& op : from)
      if (&op != &from.back()) statement(op, into);
    into.results = operands(from.back(), source_.location(&from.back()));
    return into;
  }
  /// A region of one block; `arguments` says whether it may have some.
  shlo::Region region(mlir::Region& from, bool arguments) {
    mlir::Block& entry = from.front();
    shlo::Region r;
    for (mlir::BlockArgument a : entry.getArguments())
      r.params.push_back(define(a, source_.location(a)));
    if (!arguments && !r.params.empty())
      throw BadInput("a branch of " + quoted(from.getParentOp()) + " takes no arguments",
                     source_.location(from.getParentOp()));
    r.body = block<stablehlo::ReturnOp>(entry);
    return r;
  }

  void statement(mlir::Operation& op, shlo::Block& into) {
    const Location where = source_.location(&op);
    // Values outside of the fragment have no ops here but calls and control flow, which hand on.
    std::optional<shlo::Expr> expr;
    try {
      if (llvm::isa<dialects::chlo::ScanOp>(op)) expr = scan(op, into, where);
      else expr = special(op, where);
      if (!expr && bridge::is_parallel(&op)) expr = parallel(op, where);
      if (!expr) expr = ordinary(op, where);
    } catch (const Unsupported& e) {
      expr = shlo::Outside{reason_of(e)};
    }
    push(op, into, std::move(*expr), where);
  }

  void check_types(mlir::Operation& op, const Location& where) const {
    for (mlir::TypeRange types : {mlir::TypeRange(op.getOperandTypes()),
                                  mlir::TypeRange(op.getResultTypes())})
      for (mlir::Type type : types)
        if (auto why = outside(type, where))
          throw Unsupported("op " + quoted(&op) + " on " + *why, where);
  }
  /// An op of AllOps on tensors of supported types.
  shlo::Expr ordinary(mlir::Operation& op, const Location& where) {
    check_types(op, where);
    std::optional<Op> read = bridge::read_op(source_, &op);
    if (!read) throw Unsupported("op " + quoted(&op), where);
    return OpExpr{std::move(*read), operands(op, where)};
  }

  /// The forms that are no ops of AllOps.
  std::optional<shlo::Expr> special(mlir::Operation& op, const Location& where) {
    if (llvm::isa<mlir::func::CallOp>(op)) return call(op, "callee", where);
    if (llvm::isa<stablehlo::CompositeOp>(op)) return call(op, "decomposition", where);
    if (llvm::isa<stablehlo::WhileOp, stablehlo::IfOp, stablehlo::CaseOp, stablehlo::TupleOp,
                  stablehlo::GetTupleElementOp, stablehlo::AfterAllOp,
                  stablehlo::CreateTokenOp>(op))
      source_.check_structure(&op);
    if (auto loop = llvm::dyn_cast<stablehlo::WhileOp>(op)) {
      shlo::While e;
      e.operands = operands(op, where);
      e.cond = region(loop.getCond(), true);
      e.body = region(loop.getBody(), true);
      return e;
    }
    if (auto choice = llvm::dyn_cast<stablehlo::IfOp>(op)) {
      shlo::If e;
      e.pred = lookup(choice.getPred(), where);
      e.on_true = region(choice.getTrueBranch(), false).body;
      e.on_false = region(choice.getFalseBranch(), false).body;
      return e;
    }
    if (auto choice = llvm::dyn_cast<stablehlo::CaseOp>(op)) {
      shlo::Case e;
      e.index = lookup(choice.getIndex(), where);
      for (mlir::Region& branch : choice.getBranches())
        e.branches.push_back(region(branch, false).body);
      return e;
    }
    if (llvm::isa<stablehlo::TupleOp>(op)) return shlo::Tuple{operands(op, where)};
    if (auto get = llvm::dyn_cast<stablehlo::GetTupleElementOp>(op))
      return shlo::GetTupleElement{lookup(get.getOperand(), where),
                                   static_cast<int32_t>(get.getIndex())};
    if (llvm::isa<stablehlo::AfterAllOp, stablehlo::CreateTokenOp>(op))
      return shlo::AfterAll{operands(op, where)};
    // What only annotates, or orders, hands its operands on.
    if (llvm::isa<stablehlo::OptimizationBarrierOp, sdy::ShardingConstraintOp, sdy::ReshardOp>(op))
      return shlo::Forward{operands(op, where)};
    // What only shows a value to somebody changes nothing.
    if (llvm::isa<interpreter::ProbeOp>(op)) {
      source_.check_structure(&op);
      return shlo::Forward{operands(op, where)};
    }
    if (llvm::isa<interpreter::PrintOp>(op)) {
      source_.check_structure(&op);
      operands(op, where);
      return shlo::Forward{};
    }
    if (llvm::isa<stablehlo::CustomCallOp>(op)) return custom_call(op, where);
    if (llvm::isa_and_nonnull<check::CheckDialect>(op.getDialect())) return expectation(op, where);
    return std::nullopt;
  }

  /// chlo.scan: its loop, whose results are handed on.
  shlo::Expr scan(mlir::Operation& op, shlo::Block& into, const Location& where) {
    check_types(op, where);
    source_.check_structure(&op);
    auto from = llvm::cast<dialects::chlo::ScanOp>(op);
    shlo::Scan s;
    for (mlir::Value v : from.getInputs()) s.inputs.push_back(lookup(v, where));
    for (mlir::Value v : from.getInits()) s.inits.push_back(lookup(v, where));
    s.dimension = static_cast<int64_t>(from.getDimension());
    s.is_reverse = from.getIsReverse();
    for (mlir::Value v : from.getOutputs())
      s.outputs.push_back(bridge::tensor_type(v.getType(), where));
    s.body = region(from.getBody(), true);
    if (const std::string why = shlo::malformed(f_, s); !why.empty())
      throw BadInput(quoted(&op) + " " + why, where);
    shlo::Block loop = shlo::as_loop(f_, std::move(s), where);
    for (shlo::Stmt& stmt : loop.stmts) into.stmts.push_back(std::move(stmt));
    return shlo::Forward{std::move(loop.results)};
  }

  /// What processes of a grid do, or a run of them.
  shlo::Expr parallel(mlir::Operation& op, const Location& where) {
    check_types(op, where);
    std::optional<shlo::Expr> expr = bridge::read_parallel(source_, &op, operands(op, where));
    if (const auto* run = std::get_if<shlo::RunParallel>(&*expr)) {
      for (const auto& replica : run->programs)
        for (const std::string& name : replica) check_program(op, name, run->grid(), where);
      for (const std::string& name : run->infeed) check_program(op, name, run->grid(), where);
    }
    return std::move(*expr);
  }
  void check_program(mlir::Operation& op, const std::string& name, const shlo::ProcessGrid& grid,
                     const Location& where) const {
    const auto found = defined_.find(mlir::StringAttr::get(op.getContext(), name));
    if (found == defined_.end())
      throw Unsupported(quoted(&op) + " of @" + name + ", which has no definition here", where);
    const DefinedFunction& f = found->second;
    if (!f.why_not.empty()) throw Unsupported(quoted(&op) + " of @" + name + ", which " + f.why_not, where);
    if (f.devices != 0 && (grid.replicas != 1 || grid.partitions != f.devices))
      throw Unsupported(quoted(&op) + " of @" + name + ", which is for " + std::to_string(f.devices) +
                            " partitions, on " + to_string(grid), where);
  }

  shlo::Expr call(mlir::Operation& op, const char* key, const Location& where) {
    const auto callee = attribute<mlir::FlatSymbolRefAttr>(&op, key, where);
    if (!defined_.contains(callee.getAttr()))
      throw Unsupported("call of @" + callee.getValue().str() + ", which has no definition here",
                        where);
    return shlo::Call{callee.getValue().str(), operands(op, where)};
  }

  shlo::Expr custom_call(mlir::Operation& op, const Location& where) {
    using Kind = shlo::Criterion::Kind;
    const std::string target = bridge::custom_call_target(&op, where);
    const auto expect = [&](shlo::Criterion criterion) -> shlo::Expr {
      if (op.getNumOperands() != 2)
        throw BadInput(quoted(&op) + " of @" + target + " has two operands", where);
      if (auto why = outside(op.getOperand(0).getType(), where))
        throw Unsupported("'" + target + "' on " + *why, where);
      const std::vector<ValueId> x = operands(op, where);
      return shlo::Check{target, criterion, x[0], x[1]};
    };
    if (target == "check.expect_eq") return expect({Kind::Equal});
    if (target == "check.expect_almost_eq")
      return expect({Kind::AlmostEqual, shlo::Criterion::custom_call_tolerance});
    if (target == "check.expect_close") return expect({Kind::Close});
    if (bridge::only_annotates(&op, target, where)) return shlo::Forward{operands(op, where)};
    check_types(op, where);
    std::optional<Op> read = bridge::read_custom_call(&op, target, where);
    if (!read) throw Unsupported("op " + quoted(&op) + " of @" + target, where);
    return OpExpr{std::move(*read), operands(op, where)};
  }

  /// An op of the dialect `check`.
  shlo::Expr expectation(mlir::Operation& op, const Location& where) {
    using Kind = shlo::Criterion::Kind;
    if (!op.isRegistered()) throw Unsupported("op " + quoted(&op), where);
    source_.check_structure(&op);
    if (auto why = outside(op.getOperand(0).getType(), where))
      throw Unsupported(quoted(&op) + " on " + *why, where);
    shlo::Check e;
    e.name = op.getName().getStringRef().str();
    e.actual = lookup(op.getOperand(0), where);
    if (mlir::Attribute value = op.getAttr("value")) e.expected = bridge::literal(value, where);
    else e.expected = lookup(op.getOperand(1), where);
    const auto almost = [&](std::optional<llvm::APFloat> tolerance) {
      e.criterion.kind = Kind::AlmostEqual;
      if (tolerance) e.criterion.tolerance = tolerance->convertToDouble();
    };
    if (auto op_ = llvm::dyn_cast<check::ExpectAlmostEqOp>(op)) almost(op_.getTolerance());
    if (auto op_ = llvm::dyn_cast<check::ExpectAlmostEqConstOp>(op)) almost(op_.getTolerance());
    if (auto close = llvm::dyn_cast<check::ExpectCloseOp>(op)) {
      e.criterion.kind = Kind::Close;
      e.criterion.max_ulp = close.getMaxUlpDifference().value_or(shlo::Criterion::default_max_ulp);
      e.criterion.min_ulp = close.getMinUlpDifference().value_or(0);
    }
    return e;
  }

  const Source& source_;
  const Defined& defined_;
  shlo::Function f_;
  llvm::DenseMap<mlir::Value, ValueId> values_;
};

}  // namespace

std::vector<ModuleText> split_modules(const std::string& file) {
  std::vector<ModuleText> pieces;
  ModuleText piece;
  bool is_empty = true;  // so far, but for blanks and comments
  unsigned line = 1;
  const auto finish = [&] {
    if (!is_empty) pieces.push_back(std::move(piece));
    piece = {{}, line + 1};
    is_empty = true;
  };
  for (size_t at = 0; at < file.size(); ++line) {
    const size_t end = std::min(file.find('\n', at), file.size());
    const llvm::StringRef text = llvm::StringRef(file).slice(at, end).rtrim();
    at = end + 1;
    if (text == "// -----") {
      finish();
      continue;
    }
    is_empty = is_empty && (text.trim().empty() || text.trim().starts_with("//"));
    piece.text.append(text.begin(), text.end()).push_back('\n');
  }
  finish();
  return pieces;
}

namespace {

shlo::Module import_functions(const Source& source, bool by_device) {
  std::vector<mlir::func::FuncOp> functions;
  Defined defined;
  llvm::DenseMap<mlir::Operation*, shlo::Function> devices;
  for (mlir::Operation& op : *source.module().getBody()) {
    auto function = llvm::dyn_cast<mlir::func::FuncOp>(op);
    if (!function) continue;
    source.check_structure(function);
    // A declaration has no meaning; calling it is calling what is not there.
    if (function.isDeclaration()) continue;
    functions.push_back(function);
    DefinedFunction f;
    if (is_sharded(function)) {
      if (!by_device) {
        f.why_not = "has shardings and is not partitioned";
      } else if (auto device = bridge::device_function(source, function, f.why_not)) {
        f.devices = device->devices;
        devices.try_emplace(function, std::move(device->function));
      } else {
        f.why_not = "is not run by its shardings: " + f.why_not;
      }
    }
    defined.try_emplace(function.getSymNameAttr(), std::move(f));
  }
  shlo::Module module;
  for (mlir::func::FuncOp function : functions) {
    const auto device = devices.find(function);
    if (device != devices.end()) module.add(std::move(device->second));
    else module.add(FunctionImporter(source, defined)(function));
  }
  return module;
}

}  // namespace

shlo::Module bridge::import_module(const Source& source) { return import_functions(source, false); }
shlo::Module import_module_text(const std::string& text, const std::string& name, unsigned first_line) {
  return bridge::import_module(Source::parse(text, name, first_line));
}
shlo::Module import_executable_text(const std::string& text, const std::string& name, unsigned first_line) {
  return import_functions(Source::parse(text, name, first_line), true);
}

}  // namespace partir
