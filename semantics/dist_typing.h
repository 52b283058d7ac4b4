// Distributed typing of PartIR:HLO, D-rules (calculus.md section 2). A local op can be part of several
// global ones (a local broadcast may be a piece of a larger one), so along each axis every value has a
// set of attributes it may carry; each rule narrows the sets of its operands and results, to a fixed
// point, and what stays open is decided in program order, replicated first.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "semantics/hlo.h"
#include "semantics/phrase.h"
#include "semantics/premises.h"

namespace partir {
namespace hlo {

/// The attributes that one value may carry along one axis: `any`, `tile<d>` or `partial<⊕>`.
using AttrSet = std::vector<EntryAttr>;

/// One way in which a statement's operands and results may be distributed along one axis.
struct DistRow {
  std::vector<EntryAttr> operands, results;
};

/// D-Op along one axis: entries of the op of which the local op is a part, and all-replicated.
inline std::vector<DistRow> D_Op(const OpExpr& e, const Operands& locals, int64_t n) {
  std::vector<DistRow> rows;
  const Types types = types_of(locals);
  const Types results = e.op.infer(types);
  rows.push_back({std::vector<EntryAttr>(types.size(), any),
                  std::vector<EntryAttr>(results.size(), any)});
  std::vector<Entry> candidates = e.op.entries(locals);
  // Extents of 1 hide a dimension from entries that are read off local shapes (a reshape's groups, a
  // broadcast's expanded dimensions): with at most one operand all pairs are tried.
  if (types.size() <= 1 && results.size() == 1)
    for (int64_t to = 0; to < results[0].rank(); ++to) {
      if (types.empty()) {
        candidates.push_back(partir::operands() >> tile(to));
        continue;
      }
      candidates.push_back(partir::operands(any) >> tile(to));
      for (int64_t from = 0; from < types[0].rank(); ++from)
        candidates.push_back(partir::operands(tile(from)) >> tile(to));
    }
  for (const Entry& entry : candidates) {
    Operands whole = locals;
    for (size_t i = 0; i < whole.size(); ++i)
      if (entry.operands[i].is_tile()) whole[i].type.shape[entry.operands[i].dim] *= n;
    try {
      const Op op = e.op.globalise(entry, n);
      const std::vector<Entry> valid = valid_entries(op, whole, n);
      if (std::find(valid.begin(), valid.end(), entry) == valid.end()) continue;
      if (!(op.localise(entry, n, types_of(whole)) == e.op)) continue;
    } catch (const ConstraintViolation&) {
      continue;  // not an op at these shapes
    }
    DistRow row{entry.operands, entry.results};
    auto same = [&](const DistRow& r) {
      return r.operands == row.operands && r.results == row.results;
    };
    if (std::none_of(rows.begin(), rows.end(), same)) rows.push_back(std::move(row));
  }
  return rows;
}

/// D-Slice, D-Gather, D-Reduce, D-Scatter, D-AllToAll along one axis: the rows of a collective. Axes
/// that it does not mention pass through (all_reduce's and reduce_scatter's parts of the same ⊕ only).
inline std::vector<DistRow> D_Collective(const Expr& e, const Axis& a, const AttrSet& all) {
  std::vector<DistRow> rows;
  auto dim_of = [&](const AxisLists& lists) {
    for (size_t d = 0; d < lists.size(); ++d)
      if (contains(lists[d], a)) return static_cast<int64_t>(d);
    return int64_t{-1};
  };
  auto pass = [&](auto allowed) {
    for (const EntryAttr& s : all)
      if (allowed(s)) rows.push_back({{s}, {s}});
  };
  auto any_attr = [](const EntryAttr&) { return true; };
  auto same_monoid = [](Monoid m) {
    return [m](const EntryAttr& s) { return !s.is_partial() || s.monoid == m; };
  };
  std::visit(Overloaded{[](const OpExpr&) {},
                        [&](const AllSlice& c) {
                          const int64_t d = dim_of(c.axes);
                          if (d >= 0) rows.push_back({{any}, {tile(d)}});
                          else pass(any_attr);
                        },
                        [&](const AllGather& c) {
                          const int64_t d = dim_of(c.axes);
                          if (d >= 0) rows.push_back({{tile(d)}, {any}});
                          else pass(any_attr);
                        },
                        [&](const AllReduce& c) {
                          if (contains(c.axes, a)) rows.push_back({{partial(c.monoid)}, {any}});
                          else pass(same_monoid(c.monoid));
                        },
                        [&](const ReduceScatter& c) {
                          const int64_t d = dim_of(c.axes);
                          if (d >= 0) rows.push_back({{partial(c.monoid)}, {tile(d)}});
                          else pass(same_monoid(c.monoid));
                        },
                        [&](const AllToAll& c) {
                          if (contains(c.axes, a)) rows.push_back({{tile(c.from)}, {tile(c.to)}});
                          else pass(any_attr);
                        }},
             e);
  return rows;
}

namespace detail {

/// The rule that a statement's distributed typing falls under, and the premise that its rows state.
inline Rule dist_rule(const Expr& e) {
  return std::visit(Overloaded{[](const OpExpr&) { return Rule::D_Op; },
                               [](const AllSlice&) { return Rule::D_Slice; },
                               [](const AllGather&) { return Rule::D_Gather; },
                               [](const AllReduce&) { return Rule::D_Reduce; },
                               [](const ReduceScatter&) { return Rule::D_Scatter; },
                               [](const AllToAll&) { return Rule::D_AllToAll; }},
                    e);
}

inline std::string to_text(const AttrSet& set) {
  std::string s;
  for (const EntryAttr& a : set) s += (s.empty() ? "" : " or ") + partir::to_string(a);
  return s.empty() ? "nothing" : s;
}

/// Solves one axis: narrows sets by the rows of every statement.
class AxisSolver {
 public:
  AxisSolver(const Program& p, const Axis& a, const std::map<ValueId, uint64_t>& splats)
      : f_(p.main), a_(a), sets_(f_.values.size()), users_(f_.values.size()) {
    for (size_t i = 0; i < f_.params.size(); ++i)
      sets_[f_.params[i]] = {attr_of(f_.param_dists[i], a)};
    rows_.resize(f_.body.stmts.size());
    for (size_t s = 0; s < f_.body.stmts.size(); ++s) {
      const Stmt& stmt = f_.body.stmts[s];
      if (const auto* op = std::get_if<OpExpr>(&stmt.expr)) {
        Operands locals;
        for (ValueId x : op->operands) {
          auto it = splats.find(x);
          locals.push_back({f_.type(x), it == splats.end() ? std::nullopt
                                                           : std::optional<uint64_t>(it->second)});
        }
        rows_[s] = D_Op(*op, locals, p.mesh.size(a));
      } else {
        rows_[s] = D_Collective(stmt.expr, a, universe(f_.type(stmt.results[0])));
      }
      for (ValueId x : hlo::operands(stmt.expr)) users_[x].push_back(s);
      for (size_t j = 0; j < stmt.results.size(); ++j) {
        users_[stmt.results[j]].push_back(s);
        AttrSet& set = sets_[stmt.results[j]];
        for (const DistRow& r : rows_[s])
          if (std::find(set.begin(), set.end(), r.results[j]) == set.end())
            set.push_back(r.results[j]);
      }
    }
  }

  /// Forward only: what each statement can be given what came before it; throws at the first that
  /// cannot be typed at all, before results are considered.
  void solve() {
    for (size_t s = 0; s < rows_.size(); ++s) queue(s);
    run();
    for (size_t i = 0; i < f_.body.results.size(); ++i) {
      const EntryAttr want = attr_of(f_.result_dists[i], a_);
      AttrSet& set = sets_[f_.body.results[i]];
      Premises(Rule::D_Func, f_.location)(
          1, std::find(set.begin(), set.end(), want) != set.end(),
          [&] { return value_name(f_, f_.body.results[i]) + " : " + to_text(set) + " along \"" + a_ + "\""; },
          [&] { return partir::to_string(want) + " for result " + std::to_string(i); });
      if (set.size() > 1) {
        set = {want};
        for (size_t s : users_[f_.body.results[i]]) queue(s);
        run();
      }
    }
    for (size_t s = 0; s < rows_.size(); ++s)
      for (ValueId x : f_.body.stmts[s].results)
        if (sets_[x].size() > 1) {
          sets_[x] = {sets_[x].front()};  // replicated first: rows list it first
          for (size_t u : users_[x]) queue(u);
          run();
        }
  }
  const EntryAttr& attr(ValueId x) const { return sets_[x].front(); }

  static EntryAttr attr_of(const DistType& d, const Axis& a) {
    const int64_t dim = d.tiled_dim(a);
    if (dim >= 0) return tile(dim);
    return contains(d.partial, a) ? partial(d.monoid) : any;
  }

 private:
  static AttrSet universe(const TensorType& t) {
    AttrSet all{any};
    for (int64_t d = 0; d < t.rank(); ++d) all.push_back(tile(d));
    for (Monoid m : all_monoids)
      if (defined_on(m, t.element)) all.push_back(partial(m));
    return all;
  }
  void queue(size_t s) {
    if (queued_.size() < rows_.size()) queued_.resize(rows_.size());
    if (!queued_[s]) {
      queued_[s] = 1;
      queue_.push_back(s);
    }
  }
  static bool has(const AttrSet& set, const EntryAttr& a) {
    return std::find(set.begin(), set.end(), a) != set.end();
  }
  void run() {
    while (!queue_.empty()) {
      const size_t s = queue_.front();
      queue_.pop_front();
      queued_[s] = 0;
      narrow(s);
    }
  }
  void narrow(size_t s) {
    const Stmt& stmt = f_.body.stmts[s];
    const std::vector<ValueId> xs = hlo::operands(stmt.expr);
    std::vector<DistRow> kept;
    for (const DistRow& r : rows_[s]) {
      bool fits = true;
      for (size_t i = 0; i < xs.size() && fits; ++i) fits = has(sets_[xs[i]], r.operands[i]);
      for (size_t j = 0; j < stmt.results.size() && fits; ++j)
        fits = has(sets_[stmt.results[j]], r.results[j]);
      if (fits) kept.push_back(r);
    }
    if (kept.empty()) reject(s);
    rows_[s] = std::move(kept);
    auto shrink = [&](ValueId x, auto attr_in) {
      AttrSet set;
      for (const EntryAttr& a : sets_[x])
        if (std::any_of(rows_[s].begin(), rows_[s].end(),
                        [&](const DistRow& r) { return attr_in(r) == a; }))
          set.push_back(a);
      if (set.size() != sets_[x].size()) {
        sets_[x] = std::move(set);
        for (size_t u : users_[x])
          if (u != s) queue(u);
      }
    };
    for (size_t i = 0; i < xs.size(); ++i)
      shrink(xs[i], [&](const DistRow& r) { return r.operands[i]; });
    for (size_t j = 0; j < stmt.results.size(); ++j)
      shrink(stmt.results[j], [&](const DistRow& r) { return r.results[j]; });
  }
  [[noreturn]] void reject(size_t s) const {
    const Stmt& stmt = f_.body.stmts[s];
    std::string found, expected;
    for (ValueId x : hlo::operands(stmt.expr))
      found += (found.empty() ? "" : ", ") + value_name(f_, x) + " : " + to_text(sets_[x]);
    for (const DistRow& r : rows_[s]) {
      std::string row;
      for (const EntryAttr& a : r.operands) row += (row.empty() ? "" : ", ") + partir::to_string(a);
      if (expected.size() < 200) expected += (expected.empty() ? "(" : " or (") + row + ")";
    }
    throw Rejected(dist_rule(stmt.expr), 1, stmt.location,
                   found + " along \"" + a_ + "\" in " + phrase(f_, stmt), expected);
  }

  const Function& f_;
  const Axis& a_;
  std::vector<AttrSet> sets_;
  std::vector<std::vector<size_t>> users_;
  std::vector<std::vector<DistRow>> rows_;
  std::deque<size_t> queue_;
  std::vector<char> queued_;
};

/// Merges an operand's axis order into `order`, where both constrain it; false if they disagree.
inline bool merge_order(std::vector<AxisList>& constraints, const AxisList& list) {
  if (list.size() < 2) return true;
  for (const AxisList& c : constraints) {
    AxisList common_c, common_l;
    for (const Axis& a : c)
      if (contains(list, a)) common_c.push_back(a);
    for (const Axis& a : list)
      if (contains(c, a)) common_l.push_back(a);
    if (common_c != common_l) return false;
  }
  constraints.push_back(list);
  return true;
}

}  // namespace detail
}  // namespace hlo

/// The distributed type of every value (by ValueId), by the D-rules; throws Rejected where none exists.
/// Run `check` first. The order of axes on one dimension follows the parameters and collectives; a
/// value made tiled by an op alone (a splat constant, a broadcast) has any order.
inline std::vector<DistType> infer_dists(const hlo::Program& p, Derivation* derivation = nullptr) {
  const hlo::Function& f = p.main;
  std::map<ValueId, uint64_t> splats;
  for (const hlo::Stmt& s : f.body.stmts)
    if (const auto* op = std::get_if<OpExpr>(&s.expr))
      if (const auto* c = op->op.get_if<Constant>())
        if (c->value.splat) splats[s.results[0]] = c->value.bits(0);

  std::vector<DistType> dists(f.values.size());
  for (size_t x = 0; x < f.values.size(); ++x) dists[x] = DistType::replicated(f.values[x].type);
  std::vector<std::vector<EntryAttr>> attrs;  // per axis, per value
  for (const auto& [a, n] : p.mesh.axes()) {
    hlo::detail::AxisSolver solver(p, a, splats);
    solver.solve();
    attrs.emplace_back(f.values.size());
    auto keep = [&](ValueId x) { attrs.back()[x] = solver.attr(x); };
    for (ValueId x : f.params) keep(x);
    for (const hlo::Stmt& s : f.body.stmts)
      for (ValueId x : s.results) keep(x);
  }
  std::vector<char> free_order(f.values.size());
  auto assign = [&](ValueId x, const std::vector<AxisList>& orders, const Location& where, Rule rule) {
    DistType d = DistType::replicated(f.type(x));
    bool partial_seen = false;
    for (size_t i = 0; i < p.mesh.rank(); ++i) {
      const Axis& a = p.mesh.axes()[i].first;
      const EntryAttr& s = attrs[i][x];
      if (s.is_tile()) {
        d.dims[s.dim].push_back(a);
        d.global.shape[s.dim] *= p.mesh.axes()[i].second;
      } else if (s.is_partial()) {
        if (partial_seen && d.monoid != s.monoid)
          throw Rejected(rule, 1, where, value_name(f, x) + " partial under two reductions",
                         "one reduction");
        partial_seen = true;
        d.monoid = s.monoid;
        d.partial.push_back(a);
      }
    }
    for (AxisList& list : d.dims)  // as the orders say, mesh order otherwise
      std::stable_sort(list.begin(), list.end(), [&](const Axis& l, const Axis& r) {
        for (const AxisList& o : orders)
          if (contains(o, l) && contains(o, r))
            return std::find(o.begin(), o.end(), l) < std::find(o.begin(), o.end(), r);
        return false;
      });
    dists[x] = std::move(d);
  };
  for (size_t i = 0; i < f.params.size(); ++i) dists[f.params[i]] = f.param_dists[i];
  for (const hlo::Stmt& s : f.body.stmts) {
    std::vector<AxisList> orders;
    const Rule rule = hlo::detail::dist_rule(s.expr);
    if (std::holds_alternative<OpExpr>(s.expr)) {
      for (ValueId x : hlo::operands(s.expr)) {
        if (free_order[x]) continue;
        for (const AxisList& list : dists[x].dims)
          if (!hlo::detail::merge_order(orders, list))
            throw Rejected(Rule::D_Op, 1, s.location,
                           to_string(dists[x]) + " for " + value_name(f, x) + " in " + phrase(f, s),
                           "axes on one dimension in one order for all operands");
      }
    } else {
      const ValueId x = hlo::operands(s.expr)[0];
      orders = dists[x].dims;
      if (free_order[x]) orders.clear();
      auto append = [&](int64_t d, const AxisList& ā) {  // ā goes to the minor end
        if (static_cast<size_t>(d) < orders.size()) orders[d].insert(orders[d].end(), ā.begin(), ā.end());
        else orders.push_back(ā);
      };
      auto suffix = [&](int64_t d, const AxisList& ā) {
        if (free_order[x] || ā.empty()) return;
        const AxisList& l = dists[x].dims[d];
        if (l.size() < ā.size() || !std::equal(ā.begin(), ā.end(), l.end() - ā.size()))
          throw Rejected(rule, 1, s.location,
                         to_string(dists[x]) + " for " + value_name(f, x) + " in " + phrase(f, s),
                         to_string(ā) + " as a minor suffix on dimension " + std::to_string(d));
      };
      std::visit(Overloaded{[](const OpExpr&) {},
                            [&](const hlo::AllSlice& c) {
                              for (size_t d = 0; d < c.axes.size(); ++d) append(d, c.axes[d]);
                            },
                            [&](const hlo::AllGather& c) {
                              for (size_t d = 0; d < c.axes.size(); ++d) suffix(d, c.axes[d]);
                            },
                            [](const hlo::AllReduce&) {},
                            [&](const hlo::ReduceScatter& c) {
                              for (size_t d = 0; d < c.axes.size(); ++d) append(d, c.axes[d]);
                            },
                            [&](const hlo::AllToAll& c) {
                              suffix(c.from, c.axes);
                              append(c.to, c.axes);
                            }},
                 s.expr);
    }
    for (ValueId x : s.results) {
      assign(x, orders, s.location, rule);
      for (const AxisList& list : dists[x].dims) {
        auto constrained = [&](const AxisList& o) {
          return std::count_if(list.begin(), list.end(),
                               [&](const Axis& a) { return contains(o, a); }) >= 2;
        };
        if (list.size() >= 2 && std::none_of(orders.begin(), orders.end(), constrained))
          free_order[x] = std::holds_alternative<OpExpr>(s.expr);
      }
      derive(derivation, rule, 0, phrase(f, s), to_string(dists[x]));
    }
  }
  for (size_t i = 0; i < f.body.results.size(); ++i) {
    const ValueId x = f.body.results[i];
    Premises(Rule::D_Func, f.location)(
        1, dists[x] == f.result_dists[i] || (free_order[x] && local(p.mesh, dists[x]) == f.type(x)),
        [&] { return value_name(f, x) + " : " + to_string(dists[x]); },
        [&] { return to_string(f.result_dists[i]) + " for result " + std::to_string(i); });
  }
  return dists;
}

}  // namespace partir
