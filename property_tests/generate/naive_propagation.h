// Propagation once more, read off section 7 word by word and without regard for time: all cells that can be
// set are found anew in every round, until there is none. partition/propagate.h is held against it.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "partition/state.h"

namespace partir::generate {

/// The tilings that actions asked for, T(x), and the cells that propagation may set: statement and axis.
struct Table {
  const core::Program& p;
  std::map<ValueId, std::vector<Tiling>> tilings;
  std::map<int, std::vector<std::pair<Axis, Entry>>> cells;

  const Entry* cell(int s, const Axis& a) const {
    if (auto it = cells.find(s); it != cells.end())
      for (const auto& [axis, entry] : it->second)
        if (axis == a) return &entry;
    return nullptr;
  }
  const Tiling* tiling(ValueId x, const Axis& a) const {
    if (auto it = tilings.find(x); it != tilings.end())
      for (const Tiling& t : it->second)
        if (t.axis == a) return &t;
    return nullptr;
  }
};

namespace detail {

inline const OpExpr& op_at(const Table& t, size_t s) { return std::get<OpExpr>(t.p.main.body.stmts[s].expr); }

/// tile<d> of the result of a tile loop over a, any of that of an any loop; else nothing.
inline std::optional<EntryAttr> offers(const Table& t, ValueId x, const Axis& a) {
  if (const Tiling* own = t.tiling(x, a)) return own->dim ? tile(*own->dim) : any;
  const auto& stmts = t.p.main.body.stmts;
  for (size_t s = 0; s < stmts.size(); ++s)
    for (size_t k = 0; k < stmts[s].results.size(); ++k)
      if (stmts[s].results[k] == x)
        if (const Entry* e = t.cell(static_cast<int>(s), a); e && !e->results[k].is_partial()) return e->results[k];
  return std::nullopt;
}
/// tile<d> where x is used, is no function result, and every use slices it on d by a.
inline std::optional<EntryAttr> demanded(const Table& t, ValueId x, const Axis& a) {
  const core::Function& f = t.p.main;
  bool used = std::find(f.body.results.begin(), f.body.results.end(), x) != f.body.results.end();
  const bool result = used;
  std::set<int64_t> dims;
  bool all_slice = true;
  for (size_t s = 0; s < f.body.stmts.size(); ++s)
    for (size_t i = 0; i < op_at(t, s).operands.size(); ++i)
      if (op_at(t, s).operands[i] == x) {
        used = true;
        const Entry* e = t.cell(static_cast<int>(s), a);
        if (e && e->operands[i].is_tile()) dims.insert(e->operands[i].dim);
        else all_slice = false;
      }
  // uses read x through the nest over T(x), results too
  if (const Tiling* own = t.tiling(x, a))
    return used && own->dim ? std::optional(tile(*own->dim)) : std::nullopt;
  if (!used || result || !all_slice || dims.size() != 1) return std::nullopt;
  return tile(*dims.begin());
}
/// The op of statement s inside of the loops that its cells put it in.
inline std::pair<Op, Operands> inner(const Table& t, size_t s) {
  Op op = op_at(t, s).op;
  Operands operands;
  for (ValueId x : op_at(t, s).operands) {
    operands.push_back({t.p.main.type(x), std::nullopt});
    for (const core::Stmt& d : t.p.main.body.stmts)
      if (d.results[0] == x)
        if (const auto* c = std::get<OpExpr>(d.expr).op.get_if<Constant>(); c && c->value.splat)
          operands.back().splat = c->value.bits(0);
  }
  if (auto it = t.cells.find(static_cast<int>(s)); it != t.cells.end())
    for (const auto& [a, e] : it->second) {
      op = op.localise(e, t.p.mesh.size(a), types_of(operands));
      for (size_t i = 0; i < operands.size(); ++i)
        if (e.operands[i].is_tile()) operands[i].type.shape[e.operands[i].dim] /= t.p.mesh.size(a);
    }
  return {op, operands};
}

}  // namespace detail

/// A free cell: its candidates, whether a tile is offered, and whether there would be candidates were it not
/// for operands that are held back.
struct FreeCell {
  std::vector<Entry> candidates;
  bool tiles_offered = false, held_back = false;
};
inline FreeCell free_cell(const Table& t, size_t s, const Axis& a) {
  FreeCell cell;
  const auto& xs = detail::op_at(t, s).operands;
  const auto& ys = t.p.main.body.stmts[s].results;
  for (ValueId x : xs)
    if (const auto o = detail::offers(t, x, a)) cell.tiles_offered = cell.tiles_offered || o->is_tile();
  const auto [op, operands] = detail::inner(t, s);
  for (const Entry& e : valid_entries(op, operands, t.p.mesh.size(a))) {
    bool partial = false, matches = false, contradicts = false, against_any = false;
    for (size_t i = 0; i < xs.size(); ++i) {
      partial = partial || e.operands[i].is_partial();
      const auto o = detail::offers(t, xs[i], a);
      if (!o) continue;
      if (o->is_any()) against_any = against_any || !(*o == e.operands[i]);
      else (*o == e.operands[i] ? matches : contradicts) = true;
    }
    for (size_t j = 0; j < ys.size(); ++j)
      if (const auto d = detail::demanded(t, ys[j], a)) (*d == e.results[j] ? matches : contradicts) = true;
    if (partial || !matches || contradicts) continue;
    if (against_any) cell.held_back = true;
    else cell.candidates.push_back(e);
  }
  return cell;
}
/// The cells of one axis that can be set, each from the same table.
inline std::vector<std::pair<int, Entry>> decided(const Table& t, const Axis& a) {
  std::vector<std::pair<int, Entry>> all;
  for (size_t s = 0; s < t.p.main.body.stmts.size(); ++s) {
    if (t.cell(static_cast<int>(s), a)) continue;
    const FreeCell cell = free_cell(t, s, a);
    if (cell.candidates.size() == 1) all.emplace_back(static_cast<int>(s), cell.candidates[0]);
  }
  return all;
}
inline std::string conflict_text(const Axis& a, size_t candidates, bool held_back) {
  return " \"" + a + "\" of " + std::to_string(candidates) + (held_back ? " held back" : "");
}
/// What is to be reported: several candidates, or none where tiles are offered or `any` holds back.
inline std::map<ValueId, std::string> conflicts_of(const Table& t, const AxisList& axes) {
  std::map<ValueId, std::string> all;
  AxisList sorted = axes;
  std::sort(sorted.begin(), sorted.end());
  for (size_t s = 0; s < t.p.main.body.stmts.size(); ++s)
    for (const Axis& a : sorted) {
      if (t.cell(static_cast<int>(s), a)) continue;
      const FreeCell cell = free_cell(t, s, a);
      if (cell.candidates.size() > 1 || (cell.candidates.empty() && (cell.tiles_offered || cell.held_back)))
        all[t.p.main.body.stmts[s].results[0]] +=
            conflict_text(a, cell.candidates.size(), cell.candidates.empty() && cell.held_back);
    }
  return all;
}
/// What R-Forward and R-Backward come to from `t` on. Axes one after another, over and over, as in
/// partition/propagate.h (its DEVIATIONs, also that an `any` offer only contradicts).
inline void propagate_naively(Table& t, const AxisList& axes) {
  for (bool more = true; more;) {
    more = false;
    for (const Axis& a : axes)
      for (auto cells = decided(t, a); !cells.empty(); cells = decided(t, a)) {
        for (auto& [s, e] : cells) t.cells[s].emplace_back(a, std::move(e));
        more = true;
      }
  }
}

}  // namespace partir::generate
