// Registry entries proved for all extents and axis sizes (calculus.md section 6; Theorem 3 for one op).
//
// With axis size n and device i, an operand tiled along d is read by the local op at `j_d` where the global op reads
// `i·l + j_d`, l the local extent. So a tile entry is valid where the local comprehension is the global one at result (or
// reduction) variables moved on by i times their local extent: then each read moves by just i·l in the tiled dimensions,
// guards and index values do not move, and all else is the same. A variable of K that moves splits the reduction:
// the result is partial in its ⊕. A partial operand is valid where the body is a homomorphism of ⊕ in it.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proofs/entry_problem.h"
#include "proofs/homomorphism.h"
#include "proofs/map_dimensions.h"
#include "proofs/split_family.h"
#include "semantics/instances.h"

namespace partir {

namespace detail {

/// Tries to prove one; the first failure ends it.
class EntryProver : public ProofSteps {
 public:
  using ProofSteps::ProofSteps;

  EntryProof prove() {
    EntryProof proof;
    try {
      partials() ? partial_operands() : tiles();
      extents();
      proof.proved = true;
    } catch (const Failed& f) {
      proof.why_not = f.why;
      return proof;
    }
    proof.certificate = {statement_of(p_), std::move(steps_)};
    if (std::vector<int> maps = map_variables(p_); !maps.empty()) {
      proof.certificate.statement.maps = maps;
      proof.certificate.steps.push_back(certificate::MapVariables{std::move(maps)});
    }
    for (const certificate::Step& s : proof.certificate.steps)
      proof.steps.push_back(certificate::to_string(s, proof.certificate.statement));
    return proof;
  }

 private:
  std::string variable(size_t v) const { return partir::detail::variable_name(static_cast<int>(v), p_.global.shape.size()); }
  /// Whether it is about partial operands; one that is an initial value may stand beside tiles.
  bool partials() const {
    bool partial = false;
    for (const EntryAttr& σ : p_.entry.operands) {
      if (σ.is_tile()) return false;
      partial |= σ.is_partial();
    }
    return partial;
  }
  /// That operands are as long as their parts together.
  void extents() const {
    for (size_t o = 0; o < p_.extents.size(); ++o)
      for (size_t d = 0; d < p_.extents[o].size(); ++d) {
        const EntryAttr& σ = p_.entry.operands[o];
        const Polynomial &whole = p_.extents[o][d], &part = p_.local_extents[o][d];
        if (whole != (σ.is_tile() && σ.dim == static_cast<int64_t>(d) ? axis() * part : part))
          fail("extent " + std::to_string(d) + " of x" + std::to_string(o) + " is " + text(whole) + " in the whole and " + text(part) + " in a part");
      }
  }
  Polynomial axis() const { return Polynomial::unknown(static_cast<int>(p_.n())); }

  // ---- tiles

  void tiles() {
    const symbolic::Comprehension &g = p_.global, &l = p_.local;
    if (g.body.size() != l.body.size() || g.shape.size() != l.shape.size() || g.reduction.size() != l.reduction.size() ||
        g.reducer != l.reducer || g.init != l.init)
      fail("the parts' comprehension has another structure");
    const EntryAttr& result = p_.entry.results[0];
    for (size_t d = 0; d < g.shape.size(); ++d) variable_moves(d, g.shape[d], l.shape[d]);
    std::optional<size_t> split;
    for (size_t v = g.shape.size(); v < g.shape.size() + g.reduction.size(); ++v) {
      if (!variable_moves(v, g.reduction[v - g.shape.size()], l.reduction[v - g.shape.size()])) continue;
      if (split) fail(variable(*split) + " and " + variable(v) + " are both divided: no part has one of a chunk and the other of another");
      split = v;
    }
    const bool splits = split.has_value();
    for (size_t d = 0; d < g.shape.size(); ++d)
      if (!moves_[d].is_zero() != (result.is_tile() && result.dim == static_cast<int64_t>(d)))
        fail(result.is_tile() && result.dim == static_cast<int64_t>(d)
                 ? "dimension " + std::to_string(d) + " of a part is " + text(l.shape[d]) + " long, the whole " + text(g.shape[d])
                 : "dimension " + std::to_string(d) + " of the result is divided, too");
    if (splits != result.is_partial())
      fail(splits ? "a reduction is split, so that the result is partial" : "no reduction is split: each part has all of it");
    if (splits) {
      if (*g.reducer != result.monoid)
        fail("the reduction is by " + std::string(name(*g.reducer)) + ", not by " + std::string(name(result.monoid)));
      step(certificate::SplitReduction{});
      if (g.init) split_initial_value(*g.init, *g.reducer);
    }
    for (size_t o = 0; o < p_.entry.operands.size(); ++o)
      if (is_partial(static_cast<int>(o)) && !(splits && g.init == static_cast<int>(o))) fail("an operand is tiled, another is partial");
    same_rest();
  }
  void same_rest() {
    for (size_t n = 0; n < p_.global.body.size(); ++n) same_node(static_cast<int>(n), p_.global.body[n], p_.local.body[n]);
    step(certificate::SameRest{});
  }

  /// One that is partial may not be read by the body, too, unless ⊕ is idempotent and the body chooses it: a part has
  /// folded its own in already.
  void split_initial_value(int operand, Monoid m) {
    const int body = static_cast<int>(p_.global.body.size()) - 1;
    if (!is_partial(operand) || !reads(body, operand)) return initial_value(operand, m);
    if (p_.entry.operands[static_cast<size_t>(operand)].monoid != m) fail("the initial value is partial in another way");
    if (!is_idempotent(m)) fail("the body reads the initial value, of which each part has but a part");
    if (!is_chosen(body, operand)) fail("the body computes with the initial value, of which each part has but a part");
    step(certificate::InitialValue{certificate::Initial::OfPartsChosen});
  }
  /// The nodes that a node is made of, besides those that decide the place of a read.
  std::vector<int> arguments(int node) const {
    const auto& expr = p_.global.body[static_cast<size_t>(node)].expr;
    if (const auto* a = std::get_if<ApplyNode>(&expr)) return a->args;
    if (const auto* g = std::get_if<symbolic::Guard>(&expr)) return {g->then_node, g->else_node};
    if (const auto* c = std::get_if<ChooseNode>(&expr)) return {c->condition, c->then_node, c->else_node};
    return {};
  }
  bool reads(int node, int operand) const {
    const auto& expr = p_.global.body[static_cast<size_t>(node)].expr;
    if (const auto* r = std::get_if<symbolic::Read>(&expr)) return r->operand == operand;
    if (const auto* r = std::get_if<symbolic::DynamicRead>(&expr))
      return r->operand == operand || std::any_of(r->at.begin(), r->at.end(), [&](int at) { return at >= 0 && reads(at, operand); });
    const std::vector<int> of = arguments(node);
    return std::any_of(of.begin(), of.end(), [&](int i) { return reads(i, operand); });
  }
  /// Whether it is that operand, or what does not depend on it, as chosen by what does not.
  bool is_chosen(int node, int operand) const {
    if (!reads(node, operand)) return true;
    const auto& expr = p_.global.body[static_cast<size_t>(node)].expr;
    if (const auto* r = std::get_if<symbolic::Read>(&expr)) return r->operand == operand;
    if (const auto* g = std::get_if<symbolic::Guard>(&expr)) return is_chosen(g->then_node, operand) && is_chosen(g->else_node, operand);
    const auto* c = std::get_if<ChooseNode>(&expr);
    return c && !reads(c->condition, operand) && is_chosen(c->then_node, operand) && is_chosen(c->else_node, operand);
  }

  /// Whether variable v goes over n times as many values in the whole: then it is moved on by i times the local number.
  bool variable_moves(size_t v, const Polynomial& whole, const Polynomial& part) {
    if (whole == part) {
      moves_.push_back(0);
      return false;
    }
    if (whole != axis() * part) fail("the range of " + variable(v) + " is " + text(whole) + " in the whole and " + text(part) + " in a part");
    step(certificate::VariableMoves{static_cast<int>(v), certificate::plain(part)});
    moves_.push_back(part);
    return true;
  }

  /// By how much, times i, the expression moves on where its variables do; `found` has the quotients. Divisions and
  /// remainders by what does not divide that have no such number.
  Polynomial moved(const symbolic::Index& e, certificate::IndexMoves& found) const {
    const auto divided = [](const Polynomial& a, const Polynomial& b) {
      return a.is_zero() || b.is_at_least(1) ? exact_quotient(a, b) : std::nullopt;
    };
    Polynomial by = 0;
    for (const symbolic::Term& t : e.terms) {
      const std::optional<Polynomial> q = divided(moves_[static_cast<size_t>(t.variable)], t.div);
      if (!q) fail(text(e) + " does not move evenly: " + text(t.div) + " does not divide " + text(moves_[static_cast<size_t>(t.variable)]));
      found.terms.push_back(certificate::plain(*q));
      by = by + t.coefficient * *q;
    }
    const std::optional<Polynomial> q = divided(by, e.div);
    if (!q) fail(text(e) + " does not move evenly: " + text(e.div) + " does not divide " + text(by));
    found.quotient = certificate::plain(*q);
    if (e.mod.is_zero()) return *q;
    const std::optional<Polynomial> wraps = divided(*q, e.mod);
    if (!wraps) fail(text(e) + " wraps at the wrong places: " + text(e.mod) + " does not divide " + text(*q));
    found.wraps = certificate::plain(*wraps);
    return 0;
  }
  /// The whole's expression at moved variables is the part's, moved by i times `by`.
  void same_index(int node, size_t position, const symbolic::Index& whole, const symbolic::Index& part, const Polynomial& by,
                  const std::string& what) {
    if (!(whole == part)) fail(what + " is " + text(whole) + " in the whole and " + text(part) + " in a part");
    certificate::IndexMoves moves{node, static_cast<int>(position), {}, {}, {}};
    const Polynomial found = moved(whole, moves);
    if (found != by)
      fail(what + ", " + text(whole) + ", moves by i*(" + text(found) + ")" +
           (by.is_zero() ? ", and must not" : ", not by i*(" + text(by) + ")"));
    if (std::any_of(whole.terms.begin(), whole.terms.end(),
                    [&](const symbolic::Term& t) { return !moves_[static_cast<size_t>(t.variable)].is_zero(); }))
      step(std::move(moves));
  }
  /// `dynamic(d)`: whether a value decides the place along d.
  template <class Dynamic>
  void same_list(int node, const std::vector<symbolic::Index>& whole, const std::vector<symbolic::Index>& part, int operand, Dynamic&& dynamic) {
    if (whole.size() != part.size()) fail("reads of different rank");
    const EntryAttr* σ = operand < 0 ? nullptr : &p_.entry.operands[static_cast<size_t>(operand)];
    for (size_t d = 0; d < whole.size(); ++d) {
      const bool tiled = σ && σ->is_tile() && σ->dim == static_cast<int64_t>(d);
      const std::string what = operand < 0 ? "an index of a constant" : "the index of x" + std::to_string(operand) + " along " + std::to_string(d);
      if (tiled && dynamic(d)) fail(what + " depends on values, which know nothing of parts");
      same_index(node, d, whole[d], part[d], tiled ? p_.local_extents[static_cast<size_t>(operand)][d] : Polynomial(0), what);
    }
  }
  static constexpr auto never = [](size_t) { return false; };
  void same_node(int n, const symbolic::Node& whole, const symbolic::Node& part) {
    if (whole.element != part.element || whole.expr.index() != part.expr.index()) fail("the parts' comprehension has another structure");
    if (const auto* r = std::get_if<symbolic::Read>(&whole.expr)) {
      const auto& s = std::get<symbolic::Read>(part.expr);
      if (r->operand != s.operand) fail("another operand is read");
      same_list(n, r->index, s.index, r->operand, never);
    } else if (const auto* r = std::get_if<symbolic::DynamicRead>(&whole.expr)) {
      const auto& s = std::get<symbolic::DynamicRead>(part.expr);
      if (r->operand != s.operand || r->at != s.at || r->scale != s.scale) fail("another operand is read");
      for (size_t d = 0; d < r->limit.size(); ++d)
        if (r->at[d] >= 0 && r->limit[d] != s.limit[d])
          fail("the index of x" + std::to_string(r->operand) + " along " + std::to_string(d) + " is clamped to " + text(r->limit[d]) +
               " in the whole and to " + text(s.limit[d]) + " in a part");
      // clamp(0, v, 0) is 0
      same_list(n, r->index, s.index, r->operand, [&](size_t d) { return r->at[d] >= 0 && !r->limit[d].is_zero(); });
    } else if (const auto* c = std::get_if<symbolic::Constant>(&whole.expr)) {
      const auto& s = std::get<symbolic::Constant>(part.expr);
      if (c->literal->splat && s.literal->splat && c->literal->type.element == s.literal->type.element &&
          c->literal->bits(0) == s.literal->bits(0))
        return;
      if (!(*c->literal == *s.literal)) fail("a constant has other elements in a part");
      same_list(n, c->index, s.index, -1, never);
    } else if (const auto* v = std::get_if<symbolic::IndexValue>(&whole.expr)) {
      same_index(n, 0, v->value, std::get<symbolic::IndexValue>(part.expr).value, 0, "the value of an index");
    } else if (const auto* a = std::get_if<ApplyNode>(&whole.expr)) {
      if (!(*a == std::get<ApplyNode>(part.expr))) fail("another scalar function is applied");
    } else if (const auto* g = std::get_if<symbolic::Guard>(&whole.expr)) {
      const auto& s = std::get<symbolic::Guard>(part.expr);
      if (g->then_node != s.then_node || g->else_node != s.else_node) fail("the parts' comprehension has another structure");
      // `condition >= least` is about their difference
      symbolic::Index a = g->condition, b = s.condition;
      if (a.div == Polynomial(1) && a.mod.is_zero() && b.div == Polynomial(1) && b.mod.is_zero()) {
        a.offset = a.offset - g->least;
        b.offset = b.offset - s.least;
      } else if (g->least != s.least) {
        fail("a guard has another bound");
      }
      same_index(n, 0, a, b, 0, "the condition of a guard");
    } else if (!(std::get<ChooseNode>(whole.expr) == std::get<ChooseNode>(part.expr))) {
      fail("the parts' comprehension has another structure");
    }
  }

  // ---- partial operands

  void partial_operands() {
    const symbolic::Comprehension& g = p_.global;
    if (!p_.entry.results[0].is_partial()) fail("the result of partial operands is not partial");
    // each part computes what the whole computes, of its own operands
    moves_.assign(g.shape.size() + g.reduction.size(), 0);
    if (g.shape != p_.local.shape || g.reduction != p_.local.reduction || g.body.size() != p_.local.body.size() ||
        g.reducer != p_.local.reducer || g.init != p_.local.init)
      fail("a part is of another shape");
    same_rest();
    HomomorphismProver of(p_);
    of.prove();
    for (certificate::Step& s : of.take_steps()) step(std::move(s));
  }

  std::vector<Polynomial> moves_;  ///< by variable: 0, or the local range
};

}  // namespace detail

namespace detail {
/// Whether something that the entry tiles has one element there: no axis of more than one device divides it.
inline bool tiles_one_element(const OpInstance& x, const Entry& entry) {
  const Types types = types_of(x.operands);
  const auto one = [](const EntryAttrs& attrs, const Types& of) {
    for (size_t i = 0; i < attrs.size(); ++i)
      if (attrs[i].is_tile() && of[i].shape.at(static_cast<size_t>(attrs[i].dim)) == 1) return true;
    return false;
  };
  return one(entry.operands, types) || one(entry.results, x.op.infer(types));
}
/// `seen`: comprehensions of the cases that are being proved.
PARTIR_INLINE EntryProof prove_cases(const OpInstance& x, const Entry& entry, const LiftedFamily& of, std::vector<Comprehension>& seen)
#if PARTIR_PROOFS_BODIES
{
  const SplitFamily family(x, entry, of);
  if (!family.problem()) return EntryProof{false, {}, family.why_not(), {}};
  EntryProof proof = EntryProver(*family.problem()).prove();
  seen.push_back(*comprehension_like(x.op, x.op, types_of(x.operands)));
  proof.fixed = family.problem()->fixed;
  std::vector<OpInstance> others = family.other_cases();
  for (const std::vector<int64_t>& t : of.global.other_cases) others.push_back(of.family.at(t));
  for (const OpInstance& y : others) {
    if (!proof.proved) break;
    if (tiles_one_element(y, entry)) continue;
    const Comprehension c = *comprehension_like(x.op, y.op, types_of(y.operands));
    if (std::any_of(seen.begin(), seen.end(), [&](const Comprehension& s) { return symbolic::same_structure(s, c); })) continue;
    EntryProof other = prove_cases(y, entry, LiftedFamily(y, of.accepts), seen);
    const std::string where = "where the extents are as in " + partir::to_string(types_of(y.operands)) + ", the definition is another";
    if (!other.proved) return EntryProof{false, {}, where + ": " + other.why_not, {}};
    proof.steps.push_back(where + ":");
    proof.steps.insert(proof.steps.end(), other.steps.begin(), other.steps.end());
    proof.other_cases.push_back(std::move(other));
  }
  return proof;
}
#else
    ;
#endif
}  // namespace detail

/// Proves `entry` for all instances of a family of `x`: its extents and the axis size are unknown, what else it has
/// (attributes, known operands) is given. Where the comprehension has another structure at some extents (an update that
/// fills its operand), these are proved as a case of their own.
PARTIR_INLINE EntryProof prove_entry(const OpInstance& x, const Entry& entry, const LiftedFamily& of)
#if PARTIR_PROOFS_BODIES
{
  std::vector<Comprehension> seen;
  return detail::prove_cases(x, entry, of, seen);
}
#else
    ;
#endif
/// The same for the instances that list an entry; for all, if `x` does not. An op without comprehension is not proved.
PARTIR_INLINE EntryProof prove_entry(const OpInstance& x, const Entry& entry)
#if PARTIR_PROOFS_BODIES
{
  return prove_entry(x, entry, LiftedFamily(x, instances_that_list(x, entry)));
}
#else
    ;
#endif

}  // namespace partir
