// The D-rules (calculus.md section 2) as they read: given the distributed types of the operands, what
// a statement's results have. Inference (dist_typing.h) proposes; these functions decide.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "semantics/hlo.h"
#include "semantics/phrase.h"
#include "semantics/premises.h"

namespace partir {
namespace hlo {

/// The element bits of values that are splat constants.
using Splats = std::map<ValueId, ElementBits>;
inline Splats splats_of(const Function& f) {
  Splats splats;
  for (const Stmt& s : f.body.stmts)
    if (const auto* op = std::get_if<OpExpr>(&s.expr))
      if (const auto* c = op->op.get_if<Constant>())
        if (c->value.splat) splats[s.results[0]] = c->value.bits(0);
  return splats;
}
/// Local operand types of an op statement and what is known of the values.
inline Operands local_operands(const Function& f, const OpExpr& e, const Splats& splats) {
  Operands locals;
  for (ValueId x : e.operands) {
    auto it = splats.find(x);
    locals.push_back({f.type(x), it == splats.end() ? std::nullopt : std::optional(it->second)});
  }
  return locals;
}

/// What `D` says along one axis: `any`, `tile<d>` or `partial<⊕>`.
inline EntryAttr attr_along(const DistType& D, const Axis& a) {
  const int64_t d = D.tiled_dim(a);
  if (d >= 0) return tile(d);
  return contains(D.partial, a) ? partial(D.monoid) : any;
}

/// One part's step up: the op of which `op` at `locals` is one of `n` parts under `entry`, if the
/// entry is valid there; `locals` become that op's operands.
inline std::optional<Op> widen(const Op& op, const Entry& entry, int64_t n, Operands& locals) {
  Operands whole = locals;
  for (size_t i = 0; i < whole.size(); ++i)
    if (entry.operands[i].is_tile()) whole[i].type.shape[entry.operands[i].dim] *= n;
  try {
    Op wider = op.globalise(entry, n);
    const std::vector<Entry> valid = valid_entries(wider, whole, n);
    if (std::find(valid.begin(), valid.end(), entry) == valid.end()) return std::nullopt;
    if (!(wider.localise(entry, n, types_of(whole)) == op)) return std::nullopt;
    locals = std::move(whole);
    return wider;
  } catch (const ConstraintViolation&) {
    return std::nullopt;  // not an op at these shapes
  }
}

/// The axes of all lists in an order that agrees with each list, mesh order where they say nothing;
/// nothing if they disagree.
inline std::optional<AxisList> common_order(const Mesh& M, const AxisLists& lists) {
  AxisList order;
  while (true) {
    bool rest = false, found = false;
    for (const auto& [a, n] : M.axes()) {
      if (contains(order, a)) continue;
      bool listed = false, first = true;  // no axis before `a` is still to come
      for (const AxisList& l : lists) {
        const auto at = std::find(l.begin(), l.end(), a);
        if (at == l.end()) continue;
        listed = true;
        first = first && std::all_of(l.begin(), at, [&](const Axis& b) { return contains(order, b); });
      }
      rest |= listed;
      if (listed && first) {
        order.push_back(a);
        found = true;
        break;
      }
    }
    if (!rest) return order;
    if (!found) return std::nullopt;
  }
}

/// A statement under the D-rules: Ds of its operands and, for ops, of its results.
struct DistStmt {
  const Mesh& M;
  const Function& f;
  const Stmt& stmt;
  const std::vector<DistType>& D;  ///< per ValueId

  std::string operand_text() const {
    std::string s;
    for (ValueId x : hlo::operands(stmt.expr))
      s += (s.empty() ? "" : ", ") + value_name(f, x) + " : " + to_string(D[x]);
    return s + " in " + phrase(f, stmt);
  }
  auto found() const {
    return [this] { return operand_text(); };
  }
};

/// D-Op: axis by axis the local op is a part of a wider one by a valid entry, the minor axes of a
/// dimension first, up to the op on the global types. (One axis at a time is not enough: a reshape's
/// entries depend on the extents that the other axes leave.) Returns that op.
inline Op D_Op(const DistStmt& s, const OpExpr& e, const Splats& splats) {
  Premises premise(Rule::D_Op, s.stmt.location);
  AxisLists lists;
  for (const auto* xs : {&e.operands, &s.stmt.results})
    for (ValueId x : *xs) {
      lists.insert(lists.end(), s.D[x].dims.begin(), s.D[x].dims.end());
      for (const Axis& a : s.D[x].partial) lists.push_back({a});  // in no order
    }
  const std::optional<AxisList> order = common_order(s.M, lists);
  auto found = [&] {
    std::string t = s.operand_text();
    for (ValueId x : s.stmt.results) t += ", giving " + value_name(s.f, x) + " : " + to_string(s.D[x]);
    return t;
  };
  premise(1, order.has_value(), found,
          std::string("axes on one dimension in one order for all operands and results"));
  Op op = e.op;
  Operands types = local_operands(s.f, e, splats);
  AxisList done;
  for (size_t i = order->size(); i-- > 0;) {
    const Axis& a = (*order)[i];
    Entry entry;
    for (ValueId x : e.operands) entry.operands.push_back(attr_along(s.D[x], a));
    for (ValueId x : s.stmt.results) entry.results.push_back(attr_along(s.D[x], a));
    const std::optional<Op> wider = widen(op, entry, s.M.size(a), types);
    premise(1, wider.has_value(), found, [&] {
      std::string t = "a valid entry along \"" + a + "\", not " + to_string(entry);
      return done.empty() ? t : t + " of the op already widened along " + to_string(done);
    });
    op = *wider;
    done.push_back(a);
  }
  Types whole, results;
  for (ValueId x : e.operands) whole.push_back(s.D[x].global);
  for (ValueId x : s.stmt.results) results.push_back(s.D[x].global);
  premise(1, types_of(types) == whole && op.infer(whole) == results, found,
          std::string("global types of one op"));
  return op;
}

/// D-Slice: `ā` at the minor end.
inline DistType D_Slice(const DistStmt& s, const AllSlice& e) {
  Premises premise(Rule::D_Slice, s.stmt.location);
  DistType D = s.D[e.operand];
  for (size_t d = 0; d < e.axes.size(); ++d)
    for (const Axis& a : e.axes[d]) {
      premise(1, s.D[e.operand].tiled_dim(a) < 0, s.found(), [&] { return "\"" + a + "\" not used"; });
      premise(2, !contains(D.partial, a), s.found(), [&] { return "\"" + a + "\" not partial"; });
      D.dims[d].push_back(a);
    }
  return D;
}

/// D-Gather: a minor suffix only.
inline DistType D_Gather(const DistStmt& s, const AllGather& e) {
  Premises premise(Rule::D_Gather, s.stmt.location);
  DistType D = s.D[e.operand];
  for (size_t d = 0; d < e.axes.size(); ++d) {
    const AxisList& ā = e.axes[d];
    AxisList& l = D.dims[d];
    premise(1, l.size() >= ā.size() && std::equal(ā.begin(), ā.end(), l.end() - ā.size()), s.found(),
            [&] { return to_string(ā) + " as a minor suffix on dimension " + std::to_string(d); });
    l.resize(l.size() - ā.size());
  }
  return D;
}

/// Removes partial axes under `⊕`: premises 1 and 2 of D-Reduce and D-Scatter.
inline DistType reduced(const DistStmt& s, const Premises& premise, ValueId x, Monoid m,
                        const AxisList& axes) {
  DistType D = s.D[x];
  for (const Axis& a : axes) {
    premise(1, contains(D.partial, a), s.found(), [&] { return "\"" + a + "\" partial"; });
    premise(2, D.monoid == m, s.found(), [&] { return "parts of " + std::string(name(m)); });
    D.partial.erase(std::find(D.partial.begin(), D.partial.end(), a));
  }
  return D;
}

/// D-Reduce.
inline DistType D_Reduce(const DistStmt& s, const AllReduce& e) {
  return reduced(s, Premises(Rule::D_Reduce, s.stmt.location), e.operand, e.monoid, e.axes);
}

/// D-Scatter: D-Slice ∘ D-Reduce.
inline DistType D_Scatter(const DistStmt& s, const ReduceScatter& e) {
  DistType D = reduced(s, Premises(Rule::D_Scatter, s.stmt.location), e.operand, e.monoid, flatten(e.axes));
  for (size_t d = 0; d < e.axes.size(); ++d)
    D.dims[d].insert(D.dims[d].end(), e.axes[d].begin(), e.axes[d].end());
  return D;
}

/// D-AllToAll: D-Slice[d'] ∘ D-Gather[d].
inline DistType D_AllToAll(const DistStmt& s, const AllToAll& e) {
  Premises premise(Rule::D_AllToAll, s.stmt.location);
  DistType D = s.D[e.operand];
  for (const Axis& a : e.axes)
    premise(2, !contains(D.partial, a), s.found(), [&] { return "\"" + a + "\" not partial"; });
  AxisList& l = D.dims[e.from];
  premise(1, l.size() >= e.axes.size() && std::equal(e.axes.begin(), e.axes.end(), l.end() - e.axes.size()),
          s.found(),
          [&] { return to_string(e.axes) + " as a minor suffix on dimension " + std::to_string(e.from); });
  l.resize(l.size() - e.axes.size());
  D.dims[e.to].insert(D.dims[e.to].end(), e.axes.begin(), e.axes.end());
  return D;
}

/// The D-rule of a right-hand side.
inline Rule dist_rule(const Expr& e) {
  return std::visit(Overloaded{[](const OpExpr&) { return Rule::D_Op; },
                               [](const AllSlice&) { return Rule::D_Slice; },
                               [](const AllGather&) { return Rule::D_Gather; },
                               [](const AllReduce&) { return Rule::D_Reduce; },
                               [](const ReduceScatter&) { return Rule::D_Scatter; },
                               [](const AllToAll&) { return Rule::D_AllToAll; }},
                    e);
}

/// The same D: partial axes are a set.
inline bool same_dist(const Mesh& M, DistType a, DistType b) {
  for (DistType* d : {&a, &b})
    std::sort(d->partial.begin(), d->partial.end(),
              [&](const Axis& l, const Axis& r) { return M.index(l) < M.index(r); });
  return a == b;
}

/// D-Let: one statement, its results at the Ds given for them.
inline void D_Let(const DistStmt& s, const Splats& splats) {
  const std::optional<DistType> result = std::visit(
      Overloaded{[&](const OpExpr& e) -> std::optional<DistType> {
                   D_Op(s, e, splats);
                   return std::nullopt;
                 },
                 [&](const AllSlice& e) -> std::optional<DistType> { return D_Slice(s, e); },
                 [&](const AllGather& e) -> std::optional<DistType> { return D_Gather(s, e); },
                 [&](const AllReduce& e) -> std::optional<DistType> { return D_Reduce(s, e); },
                 [&](const ReduceScatter& e) -> std::optional<DistType> { return D_Scatter(s, e); },
                 [&](const AllToAll& e) -> std::optional<DistType> { return D_AllToAll(s, e); }},
      s.stmt.expr);
  Premises premise(Rule::D_Let, s.stmt.location);
  for (ValueId x : s.stmt.results) {
    const std::string why = ill_formed(s.M, s.D[x]);
    premise(1, why.empty(), [&] { return value_name(s.f, x) + " : " + to_string(s.D[x]) + ": " + why; },
            std::string("a distributed type over the mesh"));
    premise(1, !result || same_dist(s.M, *result, s.D[x]),
            [&] { return value_name(s.f, x) + " : " + to_string(s.D[x]); },
            [&] { return to_string(*result); });
  }
}

/// D-Func: the whole function at Ds given for its values (per ValueId). Throws Rejected.
inline void D_Func(const Program& p, const std::vector<DistType>& D, Derivation* derivation = nullptr) {
  const Function& f = p.main;
  const Splats splats = splats_of(f);
  Premises premise(Rule::D_Func, f.location);
  auto declared = [&](ValueId x, const DistType& d, const char* what, size_t i) {
    premise(1, same_dist(p.mesh, D[x], d), [&] { return value_name(f, x) + " : " + to_string(D[x]); },
            [&] { return to_string(d) + " for " + what + " " + std::to_string(i); });
  };
  for (size_t i = 0; i < f.params.size(); ++i) declared(f.params[i], f.param_dists[i], "parameter", i);
  for (const Stmt& s : f.body.stmts) {
    D_Let({p.mesh, f, s, D}, splats);
    for (ValueId x : s.results)
      if (derivation) derive(derivation, dist_rule(s.expr), 0, phrase(f, s), to_string(D[x]));
  }
  for (size_t i = 0; i < f.body.results.size(); ++i)
    declared(f.body.results[i], f.result_dists[i], "result", i);
  derive(derivation, Rule::D_Func, 0, "func " + f.name, "");
}

}  // namespace hlo
}  // namespace partir
