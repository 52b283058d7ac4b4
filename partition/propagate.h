// Propagation: R-Forward and R-Backward on the table of cells, and conflicts (calculus.md section 7).
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "partition/state.h"
#include "semantics/instances.h"

namespace partir {

/// Why a cell that was offered tiles stays free.
struct Conflict {
  int stmt;
  Axis axis;
  std::string op;                       ///< the statement, for people
  Location location;
  std::vector<std::string> offers;      ///< `%arg0: tile<0> (tactic BP)`, and the demand if any
  std::vector<Entry> candidates;        ///< several, or none
  bool held_back = false;               ///< by `atomic`: not a conflict, but reported
};

/// What an operand offers or a result demands on one axis: `tile<d>` or `any`, and who is behind it.
struct Offer {
  EntryAttr attr;
  Name tactic;
};

/// What operand value `x` offers on `a`: `tile<d>` if it is the result of a tile loop over `a`, `any`
/// of an any loop; a reduce result, a plain value and a parameter offer nothing.
inline std::optional<Offer> offer(const State& state, ValueId x, const Axis& a) {
  if (const Tiling* t = state.tiling(x, a)) return Offer{t->dim ? tile(*t->dim) : any, t->tactic};
  const int def = state.definition(x);
  if (def < 0) return std::nullopt;
  const Cell* c = state.cell(def, a);
  if (!c) return std::nullopt;
  const auto& results = state.stmt(def).results;
  const size_t k = std::find(results.begin(), results.end(), x) - results.begin();
  if (c->entry.results[k].is_partial()) return std::nullopt;
  return Offer{c->entry.results[k], c->tactic};
}

/// What is demanded of `x` on `a`: `tile<d>` if it has a use, no use is a function result, and every
/// use slices it on `d` by `a`. Where `T(x)` holds `a`, the uses of `x` are the slices of those nests.
/// DEVIATION from [R-Backward]: nests over other axes of `T(x)` are looked through, since the uses
/// behind them slice the same elements; taken literally they would hide every demand.
inline std::optional<Offer> demand(const State& state, ValueId x, const Axis& a) {
  if (state.uses(x).empty()) return std::nullopt;
  if (const Tiling* t = state.tiling(x, a)) {
    if (!t->dim) return std::nullopt;
    return Offer{tile(*t->dim), t->tactic};
  }
  std::optional<Offer> all;
  for (const Use& u : state.uses(x)) {
    if (u.stmt < 0) return std::nullopt;
    const Cell* c = state.cell(u.stmt, a);
    if (!c || !c->entry.operands[u.operand].is_tile()) return std::nullopt;
    if (all && !(all->attr == c->entry.operands[u.operand])) return std::nullopt;
    all = Offer{c->entry.operands[u.operand], c->tactic};
  }
  return all;
}

/// How a free cell stands: what is offered and demanded, and which entries are candidates.
struct CellView {
  Few<std::optional<Offer>, 2> offers;   ///< per operand
  Few<std::optional<Offer>, 1> demands;  ///< per result
  std::vector<Entry> candidates;
  bool tiles_offered = false;  ///< an operand offers a tile
  bool demanded = false;       ///< a result demands one
  bool only_atomic_blocks = false;  ///< without `any` offers there would be a candidate
};

/// The entries that a cell may take at all: valid inside the op's loops, no operand in parts of ⊕.
inline std::vector<Entry> cell_entries(const State& state, int stmt, const Axis& a) {
  const State::Local l = state.local(stmt);
  std::vector<Entry> entries = valid_entries(l.op, l.operands, state.mesh().size(a));
  std::erase_if(entries, [](const Entry& e) { return e.has_partial_operand(); });
  return entries;
}

/// Fills in what of `entries` the offers and demands of `v` leave. A candidate matches a tile offer or a
/// demand, and contradicts none (`any` agrees with `any` alone).
/// DEVIATION from [R-Forward]: an `any` offer contradicts but does not match, else an atomic operand
/// of a dot_general would by itself tile the other operand, and propagation would not stop there.
inline void match(CellView& v, const std::vector<Entry>& entries) {
  for (const auto& o : v.offers) v.tiles_offered |= o && o->attr.is_tile();
  for (const auto& d : v.demands) v.demanded |= d.has_value();
  for (const Entry& e : entries) {
    bool matches = false, contradicts = false, blocked = false;
    for (size_t i = 0; i < v.offers.size(); ++i) {
      if (!v.offers[i]) continue;
      const bool same = v.offers[i]->attr == e.operands[i];
      if (v.offers[i]->attr.is_any()) blocked |= !same;
      else (same ? matches : contradicts) = true;
    }
    for (size_t j = 0; j < v.demands.size(); ++j)
      if (v.demands[j]) (v.demands[j]->attr == e.results[j] ? matches : contradicts) = true;
    if (!matches || contradicts) continue;
    if (blocked) v.only_atomic_blocks = true;
    else v.candidates.push_back(e);
  }
}

/// The offers and demands of a cell, nothing matched with them yet.
inline CellView claims(const State& state, int stmt, const Axis& a) {
  CellView v;
  for (ValueId x : state.op(stmt).operands) v.offers.push_back(offer(state, x, a));
  for (ValueId x : state.stmt(stmt).results) v.demands.push_back(demand(state, x, a));
  return v;
}

/// How a free cell stands.
inline CellView view(const State& state, int stmt, const Axis& a) {
  CellView v = claims(state, stmt, a);
  match(v, {});
  if (v.tiles_offered || v.demanded) match(v, cell_entries(state, stmt, a));
  return v;
}

/// R-Forward: exactly one candidate, and operands offer tiles.
inline std::optional<Cell> R_Forward(const CellView& v, const Axis& a, const Name& tactic) {
  if (!v.tiles_offered || v.candidates.size() != 1) return std::nullopt;
  return Cell{a, v.candidates[0], Rule::R_Forward, tactic};
}

/// R-Backward: exactly one candidate, from the demand alone.
inline std::optional<Cell> R_Backward(const CellView& v, const Axis& a, const Name& tactic) {
  if (v.tiles_offered || !v.demanded || v.candidates.size() != 1) return std::nullopt;
  return Cell{a, v.candidates[0], Rule::R_Backward, tactic};
}

namespace detail {
inline Conflict describe(const State& state, int stmt, const Axis& a, const CellView& v) {
  Conflict c{stmt, a, phrase(state.function(), state.stmt(stmt)), state.stmt(stmt).location,
             {}, v.candidates, v.candidates.empty() && v.only_atomic_blocks};
  const OpExpr& e = state.op(stmt);
  for (size_t i = 0; i < v.offers.size(); ++i)
    if (v.offers[i])
      c.offers.push_back(value_name(state.function(), e.operands[i]) + " offers " +
                         to_string(v.offers[i]->attr) + " (tactic " + v.offers[i]->tactic + ")");
  for (size_t j = 0; j < v.demands.size(); ++j)
    if (v.demands[j])
      c.offers.push_back(value_name(state.function(), state.stmt(stmt).results[j]) + " is demanded " +
                         to_string(v.demands[j]->attr) + " (tactic " + v.demands[j]->tactic + ")");
  return c;
}

/// Statements to be looked at, each once.
class Dirty {
 public:
  explicit Dirty(size_t statements) : listed_(statements, 0) {}
  bool empty() const { return list_.empty(); }
  void insert(int s) {
    if (!std::exchange(listed_[s], char{1})) list_.push_back(s);
  }
  /// All of them, in program order; none is left.
  std::vector<int> take() {
    for (int s : list_) listed_[s] = 0;
    std::sort(list_.begin(), list_.end());
    return std::exchange(list_, {});
  }

 private:
  std::vector<int> list_;
  std::vector<char> listed_;
};
}  // namespace detail

/// Propagates to a fixed point. Rounds are synchronous: every cell decides from the same state, so the
/// order of statements does not matter; each cell is set once, so it ends. Only cells whose offers, demand
/// or entries may have changed are looked at, since the last time as well. DEVIATION from [R-Forward]: axes go one after another,
/// and again where another axis has set a cell since: two cells of one op set in the same round could each
/// divide its extents and jointly not (T-Slice 4), and cells of one axis read only offers and demands of
/// that axis; but what is left of an op inside its loops may have entries that it had not (a reshape of
/// 2×3 to 6 tiles along 3 once 2 is split). Their order is that of the actions, so that the loops of an op
/// nest as those over T(x) do: the other way about, chunks would have to move. Returns the conflicts, those
/// of earlier propagation that stand as well, in program order.
PARTIR_INLINE std::vector<Conflict> propagate(State& state, const Name& tactic)
#if PARTIR_PARTITION_BODIES
{
  const AxisList axes = state.acted();
  std::vector<detail::Dirty> dirty(axes.size(), detail::Dirty(state.size()));  // per axis
  bool again = true;
  const auto look_where_touched = [&](size_t now) {
    for (const State::Place& p : state.take_touched()) {
      const auto k = static_cast<size_t>(std::find(axes.begin(), axes.end(), p.axis) - axes.begin());
      dirty[k].insert(p.stmt);
      again |= k < now;
    }
  };
  look_where_touched(0);
  while (again) {
    again = false;
    for (size_t k = 0; k < axes.size(); ++k) {
      const Axis& a = axes[k];
      while (!dirty[k].empty()) {
        std::vector<std::pair<int, Cell>> decided;
        for (int s : dirty[k].take()) {
          if (state.cell(s, a)) continue;
          const CellView v = view(state, s, a);
          std::optional<Cell> c = R_Forward(v, a, tactic);
          if (!c) c = R_Backward(v, a, tactic);
          state.set_stuck({s, a}, !c && (v.candidates.size() > 1 || v.tiles_offered || v.only_atomic_blocks));
          if (c) decided.push_back({s, std::move(*c)});
        }
        for (auto& [s, c] : decided) state.set(s, std::move(c));
        look_where_touched(k);
      }
    }
  }
  std::vector<Conflict> conflicts;
  for (const Axis& a : axes)
    for (const State::Place& p : state.stuck())
      if (p.axis == a && !state.cell(p.stmt, a)) conflicts.push_back(detail::describe(state, p.stmt, a, view(state, p.stmt, a)));
  std::stable_sort(conflicts.begin(), conflicts.end(),
                   [](const Conflict& l, const Conflict& r) { return l.stmt < r.stmt; });
  return conflicts;
}
#else
    ;
#endif

}  // namespace partir
