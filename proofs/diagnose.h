// The first divergent op of a refuted program on a mesh: operands that represent Core values, a result that
// represents nothing (or not what it must), and why.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "proofs/relate.h"

namespace partir {

/// Where a program on a mesh parts from the Core program.
struct Divergence {
  std::optional<size_t> stmt;     ///< index in the body; nothing if a parameter is returned as it is
  ValueId value = 0;              ///< the value that is wrong
  std::optional<ValueId> core;    ///< the Core value that it should be,
  DistType dist;                  ///< laid out like this
  std::string explanation;
};

/// Finds the divergence behind result `i`, which does not represent its Core value.
template <class D>
class Diagnosis {
 public:
  Diagnosis(const core::Program& core, const MeshBody& body, Relation<D>& relation)
      : mesh_(body.mesh), core_(core.main), body_(body), relation_(relation),
        definition_(body_.values.size()), given_(body_.values.size()) {
    for (ValueId x : body_.params) given_[x] = 1;
    for (size_t s = 0; s < body_.stmts.size(); ++s) {
      const MeshBody::Stmt& stmt = body_.stmts[s];
      const bool given = std::any_of(stmt.operands.begin(), stmt.operands.end(),
                                     [&](ValueId x) { return given_[x]; });
      for (ValueId x : stmt.results) definition_[x] = s, given_[x] = given;
    }
  }

  Divergence operator()(size_t i) {
    const ValueId v = body_.results[i], y = core_.body.results[i];
    if (const auto& rep = relation_.of(v, {y})) return wrong_layout(i, v, y, *rep);
    // What does not depend on the arguments (a device's number, offsets made of it) need not be a
    // value of the Core program: such operands are only looked behind where nothing else is left.
    std::vector<char> bad;
    auto first = first_unrelated(v, body_.all_represent || !given_[v], bad);
    if (!first) first = first_unrelated(v, true, bad);
    if (!first)
      return {std::nullopt, v, y, body_.result_dists[i], "no operation of this program has operands "
              "that represent values of the Core program"};
    const size_t s = past_movement(*first, bad);
    Divergence d = at_stmt(s);
    if (const auto& results = body_.stmts[s].results; !d.core && std::find(results.begin(), results.end(), v) != results.end()) {
      d.value = v;
      d.core = y;
      d.dist = body_.result_dists[i];
    }
    return d;
  }

 private:
  /// Backwards over what `v` is made of, as long as it represents nothing: the first statement all of
  /// whose operands do, or with `constants` false do not depend on the arguments.
  std::optional<size_t> first_unrelated(ValueId v, bool constants, std::vector<char>& bad) {
    bad.assign(body_.values.size(), 0);
    bad[v] = 1;
    std::optional<size_t> first;
    for (size_t s = body_.stmts.size(); s-- > 0;) {
      const MeshBody::Stmt& stmt = body_.stmts[s];
      if (std::none_of(stmt.results.begin(), stmt.results.end(), [&](ValueId x) { return bad[x]; }))
        continue;
      bool all = true;
      for (ValueId x : stmt.operands)
        if ((constants || given_[x]) && !relation_.of(x)) {
          bad[x] = 1;
          all = false;
        }
      if (all) first = s;
    }
    return first;
  }
  /// Elsewhere than in PartIR:HLO a value may be on its way: pieces that neighbours sent, padded so that each
  /// device finds its part. What only moves elements is to blame where the way ends: at the result, or where
  /// something is computed of it.
  size_t past_movement(size_t s, const std::vector<char>& bad) const {
    if (body_.all_represent) return s;
    for (size_t t = s + 1; t < body_.stmts.size() && body_.stmts[s].moves; ++t) {
      const MeshBody::Stmt &from = body_.stmts[s], &to = body_.stmts[t];
      const auto is_bad = [&](ValueId x) { return bad[x] != 0; };
      const auto is_ours = [&](ValueId x) {
        return std::find(from.results.begin(), from.results.end(), x) != from.results.end();
      };
      if (std::none_of(to.results.begin(), to.results.end(), is_bad) ||
          std::none_of(to.operands.begin(), to.operands.end(), is_ours))
        continue;
      if (!to.moves) return s;
      s = t;
    }
    return s;
  }
  std::string name(ValueId x) const { return value_name(body_, x); }
  std::string core_name(ValueId y) const { return "Core's " + value_name(core_, y); }
  static std::string layout(const DistType& D_) {
    std::string s = "tiled " + to_string(D_.dims);
    if (!D_.partial.empty())
      s += ", still partial<" + std::string(partir::name(D_.monoid)) + "> over " +
           to_string(D_.partial);
    return s;
  }
  /// The result represents a Core value, but another one or at another D than declared.
  Divergence wrong_layout(size_t i, ValueId v, ValueId y, const Representation& rep) {
    const DistType& declared = body_.result_dists[i];
    Divergence d{definition_[v], v, y, declared, ""};
    const std::string what = "result " + std::to_string(i) + " (" + name(v) + ") ";
    if (rep.core != y)
      d.explanation = what + "is " + core_name(rep.core) + ", expected " + core_name(y);
    else if (!rep.dist.partial.empty())
      d.explanation = what + "is still partial<" + std::string(partir::name(rep.dist.monoid)) +
                      "> over " + to_string(rep.dist.partial) +
                      ": an all_reduce or reduce_scatter is missing";
    else if (rep.dist == declared)
      d.explanation = what + "differs by less than what can be told from rounding here";
    else
      d.explanation = what + "is the right value at another layout: it is " + layout(rep.dist) +
                      ", declared " + layout(declared);
    return d;
  }

  Divergence at_stmt(size_t s) {
    const MeshBody::Stmt& stmt = body_.stmts[s];
    Divergence d{s, stmt.results.at(0), std::nullopt, {}, ""};
    std::string operands;
    bool related = true;
    for (ValueId x : stmt.operands) {
      const auto& r = relation_.of(x);
      related = related && r;
      operands += (operands.empty() ? "" : "; ") + name(x) + " is " +
                  (r ? core_name(r->core) + " " + layout(r->dist)
                     : "no value of the Core program");
    }
    std::string why;
    if (const auto* e = stmt.expr ? std::get_if<OpExpr>(&*stmt.expr) : nullptr) why = op(*e, stmt, d);
    else if (stmt.expr && related) why = collective(*stmt.expr, d);
    if (d.core) choose_layout(d);
    d.explanation = why + (why.empty() || operands.empty() ? "" : "; ") + operands;
    return d;
  }

  /// Why a collective, whose operands represent Core values, does not.
  std::string collective(const hlo::Expr& expr, Divergence& d) {
    return std::visit(
        Overloaded{[](const OpExpr&) { return std::string(); },
                   [&](const hlo::AllSlice& e) { return slice(e.operand, flatten(e.axes), d); },
                   [&](const hlo::AllGather& e) { return gather(e.operand, e.axes, d); },
                   [&](const hlo::AllReduce& e) { return reduce(e.operand, e.monoid, e.axes, d); },
                   [&](const hlo::ReduceScatter& e) {
                     return reduce(e.operand, e.monoid, flatten(e.axes), d);
                   },
                   [&](const hlo::AllToAll& e) {
                     AxisLists lists(body_.values[e.operand].type->shape.size());
                     lists[e.from] = e.axes;
                     return gather(e.operand, lists, d);
                   }},
        expr);
  }

  /// The layout of the expected value that the found one comes closest to.
  void choose_layout(Divergence& d) {
    std::optional<int64_t> fewest;
    for (const DistType& D_ : relation_.layouts(d.value, *d.core)) {
      const auto difference = relation_.difference(d.value, *d.core, D_);
      const int64_t n = difference ? difference->elements : 0;
      if (fewest && *fewest <= n) continue;
      fewest = n;
      d.dist = D_;
    }
    if (!fewest) d.core.reset();
  }

  /// The Core statement that does the same on the values that the operands represent: the one with
  /// most operands agreeing, then of the same name.
  const core::Stmt* counterpart(const OpExpr& e, const MeshBody::Stmt& stmt) {
    const core::Stmt* best = nullptr;
    size_t best_score = 0;
    core::walk(core_.body, [&](const core::Stmt& c, int) {
      const auto* o = std::get_if<OpExpr>(&c.expr);
      if (!o || o->op.name() != e.op.name() || o->operands.size() != e.operands.size()) return;
      if (relation_.layouts(stmt.results[0], c.results[0]).empty()) return;
      size_t score = 0;
      for (size_t k = 0; k < o->operands.size(); ++k)
        score += relation_.as(e.operands[k], o->operands[k]) ? 2 : 0;
      if (score == 0) return;
      score += core_.values[c.results[0]].name == body_.values[stmt.results[0]].name;
      if (score > best_score) {
        best_score = score;
        best = &c;
      }
    });
    return best;
  }

  std::string op(const OpExpr& e, const MeshBody::Stmt& stmt, Divergence& d) {
    const core::Stmt* c = counterpart(e, stmt);
    if (!c) return "the Core program has no " + std::string(e.op.name()) + " of these values";
    d.core = c->results[0];
    const auto& o = std::get<OpExpr>(c->expr);
    std::vector<std::optional<DistType>> dists;
    Operands types;
    for (size_t k = 0; k < e.operands.size(); ++k) {
      dists.push_back(relation_.as(e.operands[k], o.operands[k]));
      types.push_back({core_.type(o.operands[k]), splat(o.operands[k])});
      if (!dists.back())
        return "operand " + name(e.operands[k]) + " is not " + core_name(o.operands[k]);
    }
    for (const auto& axis : mesh_.axes()) {
      const std::vector<EntryAttr> attrs = along(axis.first, dists);
      bool found = std::all_of(attrs.begin(), attrs.end(), [](auto& a) { return a.is_any(); });
      for (const Entry& entry : o.op.entries(types))
        found = found || entry.operands == attrs;
      if (found) continue;
      for (size_t k = 0; k < attrs.size(); ++k)
        if (attrs[k].is_partial())
          return "operand " + name(e.operands[k]) + " is still " + to_string(attrs[k]) +
                 " over {\"" + axis.first + "\"}: an all_reduce is missing";
      return "along \"" + axis.first + "\" no registry entry of " + std::string(e.op.name()) +
             " has operands (" + list(attrs) + ")";
    }
    if (!(o.op == e.op)) return "its attributes are not those of the Core op";
    return "the operands tile corresponding dimensions in different axis orders";
  }
  /// The element of a splat constant: entries of reductions ask for it.
  std::optional<ElementBits> splat(ValueId y) const {
    std::optional<ElementBits> bits;
    core::walk(core_.body, [&](const core::Stmt& c, int) {
      if (c.results[0] != y) return;
      if (const auto* o = std::get_if<OpExpr>(&c.expr))
        if (const auto* k = o->op.get_if<Constant>(); k && k->value.splat) bits = k->value.bits(0);
    });
    return bits;
  }
  static std::vector<EntryAttr> along(const Axis& a,
                                      const std::vector<std::optional<DistType>>& dists) {
    std::vector<EntryAttr> attrs;
    for (const auto& D_ : dists)
      attrs.push_back(contains(D_->partial, a) ? partial(D_->monoid)
                      : D_->tiled_dim(a) >= 0  ? tile(D_->tiled_dim(a))
                                               : any);
    return attrs;
  }
  static std::string list(const EntryAttrs& attrs) {
    std::string s;
    for (const EntryAttr& a : attrs) s += (s.empty() ? "" : ", ") + to_string(a);
    return s;
  }

  /// A collective means its operand's value, laid out otherwise.
  const DistType& operand_of_collective(ValueId x, Divergence& d) {
    const Representation& r = *relation_.of(x);
    d.core = r.core;
    return r.dist;
  }
  std::string slice(ValueId x, const AxisList& axes, Divergence& d) {
    const DistType& D_ = operand_of_collective(x, d);
    for (const Axis& a : axes)
      if (D_.uses(a))
        return "axis \"" + a + "\" is already used by " + name(x) + ", which is " + layout(D_);
    return "";
  }
  std::string gather(ValueId x, const AxisLists& axes, Divergence& d) {
    const DistType& D_ = operand_of_collective(x, d);
    for (size_t k = 0; k < axes.size(); ++k) {
      AxisList have = D_.dims[k], want;
      for (const Axis& a : axes[k])
        if (mesh_.size(a) > 1) want.push_back(a);
      if (want.size() <= have.size() && std::equal(want.rbegin(), want.rend(), have.rbegin()))
        continue;
      return "dimension " + std::to_string(k) + " of " + name(x) + " is tiled " + to_string(have) +
             ", so gathering " + to_string(axes[k]) + " puts its chunks in another order";
    }
    return "";
  }
  std::string reduce(ValueId x, Monoid m, const AxisList& axes, Divergence& d) {
    const DistType& D_ = operand_of_collective(x, d);
    for (const Axis& a : axes) {
      if (mesh_.size(a) == 1) continue;
      if (!contains(D_.partial, a))
        return name(x) + " is not partial over \"" + a + "\" (it is " + layout(D_) +
               "), so reducing over it combines values that are no parts";
      if (D_.monoid != m)
        return name(x) + " is partial<" + std::string(partir::name(D_.monoid)) +
               ">, and is reduced by " + std::string(partir::name(m));
    }
    return "";
  }

  const Mesh& mesh_;
  const core::Function& core_;
  const MeshBody& body_;
  Relation<D>& relation_;
  std::vector<std::optional<size_t>> definition_;
  std::vector<char> given_;  ///< values that depend on the arguments
};

}  // namespace partir
