// The partitioner's state: a loop-free program, the tilings T(x) that actions asked for, and the table
// with a cell for each op instance and axis (calculus.md section 7).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "semantics/core.h"
#include "semantics/core_typing.h"

namespace partir {

/// One entry of `T(x)`: `x` is tiled by `axis` on `dim`, or held replicated (`atomic`, no dim).
struct Tiling {
  Axis axis;
  std::optional<int64_t> dim;
  Name tactic;  ///< who asked
};

/// A set cell: op instance `o` stands in a loop over `axis` with operands and results as `entry` says.
struct Cell {
  Axis axis;
  Entry entry;
  Rule rule;           ///< R_Forward or R_Backward
  Name tactic;         ///< whose propagation set it
};

/// A use of a value: operand `operand` of statement `stmt`, or function result `operand` (stmt -1).
struct Use {
  int stmt;
  int operand;
};

/// The state between actions. Op instances are the statements of `program`, by index; cells of one op
/// are in the order in which they were set, the outermost loop first.
class State {
 public:
  /// Takes a loop-free, well-typed program; throws BadInput where it meets a loop. Copies share it.
  explicit State(core::Program program) : given_(std::make_shared<Given>(std::move(program))) {
    tilings_.resize(function().values.size());
    cells_.resize(function().body.stmts.size());
  }

  const core::Program& program() const { return given_->program; }
  const Mesh& mesh() const { return program().mesh; }
  const core::Function& function() const { return program().main; }
  size_t size() const { return cells_.size(); }
  const OpExpr& op(int stmt) const {
    return std::get<OpExpr>(function().body.stmts[stmt].expr);
  }
  const core::Stmt& stmt(int s) const { return function().body.stmts[s]; }
  /// `T(x)`, oldest first.
  const std::vector<Tiling>& tilings(ValueId x) const { return tilings_[x]; }
  /// The set cells of an op instance, outermost loop first.
  const std::vector<Cell>& cells(int stmt) const { return cells_[stmt]; }
  const Few<Use, 2>& uses(ValueId x) const { return given_->uses[x]; }
  /// The statement that defines `x`, or -1 for a parameter.
  int definition(ValueId x) const { return given_->definition[x]; }

  const Cell* cell(int stmt, const Axis& a) const {
    for (const Cell& c : cells_[stmt])
      if (c.axis == a) return &c;
    return nullptr;
  }
  const Tiling* tiling(ValueId x, const Axis& a) const {
    for (const Tiling& t : tilings_[x])
      if (t.axis == a) return &t;
    return nullptr;
  }
  /// On an axis that has acted.
  void set(int stmt, Cell cell) {
    if (!contains(acted_, cell.axis)) throw Crash("a cell on an axis on which no action was taken");
    for (ValueId x : this->stmt(stmt).results) touch_uses(x, cell.axis);
    for (ValueId x : op(stmt).operands) touch_definition(x, cell.axis);
    for (const Axis& other : acted_)
      if (other != cell.axis) touched_.push_back({stmt, other});
    cells_[stmt].push_back(std::move(cell));
  }
  void add(ValueId x, Tiling tiling) {
    if (!contains(acted_, tiling.axis)) acted_.push_back(tiling.axis);
    touch_uses(x, tiling.axis), touch_definition(x, tiling.axis);
    tilings_[x].push_back(std::move(tiling));
  }
  /// The axes on which actions were taken, in the order of each one's first.
  const AxisList& acted() const { return acted_; }

  /// A cell, set or not.
  struct Place {
    int stmt;
    Axis axis;
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  /// Where offers, demands or entries may have changed since this was last asked; a place may come several times. A
  /// tiling of x speaks to the uses and the definition of x, a cell to its op's neighbours on the same axis and, as it
  /// leaves less of the op, to the op's cells on other axes.
  std::vector<Place> take_touched() { return std::exchange(touched_, {}); }
  /// The cells that were offered or demanded something and that propagation could not set; some may be set since.
  const std::set<Place>& stuck() const { return stuck_; }
  void set_stuck(const Place& p, bool is) {
    if (is) stuck_.insert(p);
    else if (!stuck_.empty()) stuck_.erase(p);
  }

  /// The op of an instance and its operands inside the loops of its set cells.
  struct Local {
    Op op;
    Operands operands;
  };
  Local local(int stmt) const {
    const OpExpr& e = op(stmt);
    Local l{e.op, {}};
    for (ValueId x : e.operands) {
      auto splat = given_->splats.find(x);
      l.operands.push_back({function().type(x), splat == given_->splats.end()
                                                    ? std::nullopt
                                                    : std::optional<ElementBits>(splat->second)});
    }
    for (const Cell& c : cells_[stmt]) {
      const int64_t n = mesh().size(c.axis);
      const Types types = types_of(l.operands);
      l.op = l.op.localise(c.entry, n, types);
      const Types locals = local_types(types, c.entry.operands, n);
      for (size_t i = 0; i < locals.size(); ++i) l.operands[i].type = locals[i];
    }
    return l;
  }

 private:
  /// What no action changes.
  struct Given {
    core::Program program;
    std::vector<Few<Use, 2>> uses;
    std::vector<int> definition;
    std::map<ValueId, ElementBits> splats;

    explicit Given(core::Program p) : program(std::move(p)) {
      const core::Function& f = program.main;
      uses.resize(f.values.size());
      definition.assign(f.values.size(), -1);
      for (size_t s = 0; s < f.body.stmts.size(); ++s) {
        const core::Stmt& stmt = f.body.stmts[s];
        const auto* op = std::get_if<OpExpr>(&stmt.expr);
        if (!op) throw BadInput("a program that already has loops cannot be partitioned", stmt.location);
        for (size_t i = 0; i < op->operands.size(); ++i)
          uses[op->operands[i]].push_back({static_cast<int>(s), static_cast<int>(i)});
        for (ValueId x : stmt.results) definition[x] = static_cast<int>(s);
        if (const auto* constant = op->op.get_if<Constant>())
          if (constant->value.splat) splats[stmt.results[0]] = constant->value.bits(0);
      }
      for (size_t i = 0; i < f.body.results.size(); ++i)
        uses[f.body.results[i]].push_back({-1, static_cast<int>(i)});
    }
  };
  void touch_uses(ValueId x, const Axis& a) {
    for (const Use& u : uses(x))
      if (u.stmt >= 0) touched_.push_back({u.stmt, a});
  }
  void touch_definition(ValueId x, const Axis& a) {
    if (definition(x) >= 0) touched_.push_back({definition(x), a});
  }

  std::shared_ptr<const Given> given_;
  std::vector<std::vector<Tiling>> tilings_;
  std::vector<std::vector<Cell>> cells_;
  AxisList acted_;
  std::vector<Place> touched_;
  std::set<Place> stuck_;
};

/// A number for what has been done to a program: the same for the same tilings and cells, in whatever order the
/// actions came that led there.
inline uint64_t key_of(const State& state) {
  uint64_t h = 0xcbf29ce484222325ull;
  auto mix = [&](uint64_t v) { h = (h ^ v) * 0x100000001b3ull, h ^= h >> 29; };
  auto mix_axis = [&](const Axis& a) { mix(state.mesh().index(a) + 1); };
  auto mix_attr = [&](const EntryAttr& a) {
    mix(a.is_tile() ? 2 + static_cast<uint64_t>(a.dim) : a.is_partial() ? 1000 + static_cast<uint64_t>(a.monoid) : 1);
  };
  for (const Axis& a : state.acted()) mix_axis(a);  // later loops nest in this order
  for (ValueId x = 0; x < state.function().values.size(); ++x)
    for (const Tiling& t : state.tilings(x)) mix(x), mix_axis(t.axis), mix(t.dim ? static_cast<uint64_t>(*t.dim) + 2 : 1);
  for (int s = 0; s < static_cast<int>(state.size()); ++s)
    for (const Cell& c : state.cells(s)) {
      mix(static_cast<uint64_t>(s)), mix_axis(c.axis);
      for (const EntryAttr& a : c.entry.operands) mix_attr(a);
      for (const EntryAttr& a : c.entry.results) mix_attr(a);
    }
  return h;
}

}  // namespace partir
