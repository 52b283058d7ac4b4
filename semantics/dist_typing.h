// Inference of distributed types for PartIR:HLO (calculus.md section 2). A local op can be part of
// several global ones (a local broadcast may be a piece of a larger one), so along each axis every
// value has a set of attributes it may carry; each rule narrows the sets of its operands and results,
// to a fixed point, and what stays open is decided in program order, replicated first. Then the order
// of axes on a dimension (dist_order.h). The D-rules (dist_rules.h) judge the outcome, so what is
// accepted is well typed; a program whose only Ds need two such decisions together may be rejected.
#pragma once

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "semantics/dist_order.h"
#include "semantics/dist_rules.h"
#include "semantics/instances.h"

namespace partir {
namespace hlo {

/// The attributes that one value may carry along one axis: `any`, `tile<d>` or `partial<⊕>`.
using AttrSet = std::vector<EntryAttr>;

/// One way in which a statement's operands and results may be distributed along one axis.
struct DistRow {
  std::vector<EntryAttr> operands, results;
};

/// The rows of an op: entries of the op of which the local op is a part, and all-replicated.
inline std::vector<DistRow> op_rows(const OpExpr& e, const Operands& locals, int64_t n) {
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
    if (!widen(e.op, entry, n, whole)) continue;
    DistRow row{entry.operands, entry.results};
    auto same = [&](const DistRow& r) {
      return r.operands == row.operands && r.results == row.results;
    };
    if (std::none_of(rows.begin(), rows.end(), same)) rows.push_back(std::move(row));
  }
  return rows;
}

/// The rows of a collective along one axis. Axes that it does not mention pass
/// through (over an all_reduce or reduce_scatter, parts of its ⊕ only).
inline std::vector<DistRow> collective_rows(const Expr& e, const Axis& a, const AttrSet& all) {
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

inline std::string to_text(const AttrSet& set) {
  std::string s;
  for (const EntryAttr& a : set) s += (s.empty() ? "" : " or ") + partir::to_string(a);
  return s.empty() ? "nothing" : s;
}

/// Solves one axis: narrows sets by the rows of every statement.
class AxisSolver {
 public:
  AxisSolver(const Program& p, const Axis& a, const Splats& splats)
      : f_(p.main), a_(a), sets_(f_.values.size()), users_(f_.values.size()) {
    for (size_t i = 0; i < f_.params.size(); ++i)
      sets_[f_.params[i]] = {attr_along(f_.param_dists[i], a)};
    rows_.resize(f_.body.stmts.size());
    for (size_t s = 0; s < f_.body.stmts.size(); ++s) {
      const Stmt& stmt = f_.body.stmts[s];
      if (const auto* op = std::get_if<OpExpr>(&stmt.expr)) {
        const Operands locals = local_operands(f_, *op, splats);
        rows_[s] = op_rows(*op, locals, p.mesh.size(a));
      } else {
        rows_[s] = collective_rows(stmt.expr, a, universe(f_.type(stmt.results[0])));
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
      const EntryAttr want = attr_along(f_.result_dists[i], a_);
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
    const std::span<const ValueId> xs = hlo::operands(stmt.expr);
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
    throw Rejected(dist_rule(stmt.expr), premise(stmt), stmt.location,
                   found + " along \"" + a_ + "\" in " + phrase(f_, stmt), expected);
  }

  /// Which premise of the collective's D-rule its operand fails.
  int premise(const Stmt& stmt) const {
    const Rule rule = dist_rule(stmt.expr);
    if (rule == Rule::D_Op || rule == Rule::D_Gather) return 1;
    const AttrSet& set = sets_[hlo::operands(stmt.expr)[0]];
    const bool partial = std::any_of(set.begin(), set.end(), [](const EntryAttr& s) { return s.is_partial(); });
    return partial ? 2 : 1;
  }

  const Function& f_;
  const Axis& a_;
  std::vector<AttrSet> sets_;
  std::vector<std::vector<size_t>> users_;
  std::vector<std::vector<DistRow>> rows_;
  std::deque<size_t> queue_;
  std::vector<char> queued_;
};

}  // namespace detail
}  // namespace hlo

/// The distributed type of every value (by ValueId), by the D-rules; throws Rejected where none is
/// found. Run `check` first. What an op alone makes tiled (a splat constant, a broadcast) is tiled as
/// its uses and the function's results want it, replicated where they do not say.
PARTIR_INLINE std::vector<DistType> infer_dists(const hlo::Program& p, Derivation* derivation = nullptr)
#if PARTIR_SEMANTICS_BODIES
{
  const hlo::Function& f = p.main;
  const hlo::Splats splats = hlo::splats_of(f);
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
  hlo::OrderSolver orders(p, splats, attrs);
  orders.solve();

  std::vector<DistType> dists(f.values.size());
  for (ValueId x = 0; x < f.values.size(); ++x) {
    dists[x] = DistType::replicated(f.type(x));
    dists[x].dims = orders.lists(x);
  }
  for (size_t i = 0; i < p.mesh.rank(); ++i)
    for (ValueId x = 0; x < f.values.size(); ++x)
      if (attrs[i][x].is_tile()) dists[x].global.shape[attrs[i][x].dim] *= p.mesh.axes()[i].second;
  for (const hlo::Stmt& s : f.body.stmts)
    for (ValueId x : s.results)
      for (size_t i = 0; i < p.mesh.rank(); ++i) {
        const EntryAttr& attr = attrs[i][x];
        if (!attr.is_partial()) continue;
        DistType& d = dists[x];
        Premises(hlo::dist_rule(s.expr), s.location)(
            1, d.partial.empty() || d.monoid == attr.monoid,
            [&] {
              return value_name(f, x) + " partial under " + std::string(name(d.monoid)) + " and " +
                     std::string(name(attr.monoid)) + " in " + phrase(f, s);
            },
            std::string("one reduction"));
        d.monoid = attr.monoid;
        d.partial.push_back(p.mesh.axes()[i].first);
      }
  for (size_t i = 0; i < f.params.size(); ++i) dists[f.params[i]] = f.param_dists[i];
  hlo::D_Func(p, dists, derivation);
  return dists;
}
#else
    ;
#endif

}  // namespace partir
