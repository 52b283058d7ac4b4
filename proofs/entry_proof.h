// Registry entries proved for all extents and axis sizes (calculus.md section 6; Theorem 3 for one op).
//
// With axis size n and device i, an operand tiled along d is read by the local op at `j_d` where the global op reads
// `i·l + j_d`, l the local extent. So a tile entry is valid where the local comprehension is the global one at result (or
// reduction) variables moved on by i times their local extent: then each read moves by just i·l in the tiled dimensions,
// guards and index values do not move, and all else is the same. A variable of K that moves splits the reduction:
// the result is partial in its ⊕. A partial operand is valid where the body is a homomorphism of ⊕ in it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "proofs/entry_problem.h"
#include "proofs/extent_family.h"
#include "proofs/homomorphism.h"

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
      proof.proved = true;
    } catch (const Failed& f) {
      proof.why_not = f.why;
    }
    proof.steps = std::move(steps_);
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
  Polynomial axis() const { return Polynomial::unknown(static_cast<int>(p_.n())); }

  // ---- tiles

  void tiles() {
    const symbolic::Comprehension &g = p_.global, &l = p_.local;
    if (g.body.size() != l.body.size() || g.shape.size() != l.shape.size() || g.reduction.size() != l.reduction.size() ||
        g.reducer != l.reducer || g.init != l.init)
      fail("the parts' comprehension has another structure");
    const EntryAttr& result = p_.entry.results[0];
    for (size_t d = 0; d < g.shape.size(); ++d) variable_moves(d, g.shape[d], l.shape[d]);
    bool splits = false;
    for (size_t k = 0; k < g.reduction.size(); ++k)
      splits |= variable_moves(g.shape.size() + k, g.reduction[k], l.reduction[k]);
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
      step(std::string(name(*g.reducer)) + " is associative and commutative, so the reduction over all of K is that of the parts' reductions");
      if (g.init && is_partial(*g.init)) {
        if (p_.entry.operands[static_cast<size_t>(*g.init)].monoid != *g.reducer) fail("the initial value is partial in another way");
        step("the initial value is that of the parts together: each folds its own in");
      } else if (g.init && is_idempotent(*g.reducer)) {
        step(std::string(name(*g.reducer)) + " is idempotent: the initial value may be folded in once per part");
      } else if (g.init) {
        if (!neutral(*g.init)) fail("each part folds the initial value in, which is not known to be the identity of " + std::string(name(*g.reducer)));
        step("operand " + std::to_string(*g.init) + " is the identity of " + std::string(name(*g.reducer)) + ": folding it in once per part changes nothing");
      }
    }
    for (size_t o = 0; o < p_.entry.operands.size(); ++o)
      if (is_partial(static_cast<int>(o)) && !(splits && g.init == static_cast<int>(o))) fail("an operand is tiled, another is partial");
    for (size_t n = 0; n < g.body.size(); ++n) same_node(g.body[n], l.body[n]);
    step("all else of the two comprehensions is the same");
  }

  /// Whether variable v goes over n times as many values in the whole: then it is moved on by i times the local number.
  bool variable_moves(size_t v, const Polynomial& whole, const Polynomial& part) {
    if (whole == part) {
      moves_.push_back(0);
      return false;
    }
    if (whole != axis() * part) fail("the range of " + variable(v) + " is " + text(whole) + " in the whole and " + text(part) + " in a part");
    step(variable(v) + " goes over " + text(whole) + " values in the whole, " + text(part) + " in a part: " + variable(v) + " there is i*(" +
         text(part) + ") + " + variable(v) + " here");
    moves_.push_back(part);
    return true;
  }

  /// By how much, times i, the expression moves on where its variables do. Divisions and remainders by what does not
  /// divide that have no such number.
  Polynomial moved(const symbolic::Index& e) const {
    Polynomial by = 0;
    for (const symbolic::Term& t : e.terms) {
      const std::optional<Polynomial> q = exact_quotient(moves_[static_cast<size_t>(t.variable)], t.div);
      if (!q) fail(text(e) + " does not move evenly: " + text(t.div) + " does not divide " + text(moves_[static_cast<size_t>(t.variable)]));
      by = by + t.coefficient * *q;
    }
    std::optional<Polynomial> q = exact_quotient(by, e.div);
    if (!q) fail(text(e) + " does not move evenly: " + text(e.div) + " does not divide " + text(by));
    if (e.mod.is_zero()) return *q;
    if (!exact_quotient(*q, e.mod)) fail(text(e) + " wraps at the wrong places: " + text(e.mod) + " does not divide " + text(*q));
    return 0;
  }
  /// The whole's expression at moved variables is the part's, moved by i times `by`.
  void same_index(const symbolic::Index& whole, const symbolic::Index& part, const Polynomial& by, const std::string& what) {
    if (!(whole == part)) fail(what + " is " + text(whole) + " in the whole and " + text(part) + " in a part");
    const Polynomial found = moved(whole);
    if (found != by)
      fail(what + ", " + text(whole) + ", moves by i*(" + text(found) + ")" +
           (by.is_zero() ? ", and must not" : ", not by i*(" + text(by) + ")"));
    if (!by.is_zero()) step(what + ", " + text(whole) + ", moves by i*(" + text(by) + "): the place in chunk i");
  }
  /// `dynamic(d)`: whether a value decides the place along d.
  template <class Dynamic>
  void same_list(const std::vector<symbolic::Index>& whole, const std::vector<symbolic::Index>& part, int operand, Dynamic&& dynamic) {
    if (whole.size() != part.size()) fail("reads of different rank");
    const EntryAttr* σ = operand < 0 ? nullptr : &p_.entry.operands[static_cast<size_t>(operand)];
    for (size_t d = 0; d < whole.size(); ++d) {
      const bool tiled = σ && σ->is_tile() && σ->dim == static_cast<int64_t>(d);
      const std::string what = operand < 0 ? "an index of a constant" : "the index of x" + std::to_string(operand) + " along " + std::to_string(d);
      if (tiled && dynamic(d)) fail(what + " depends on values, which know nothing of parts");
      same_index(whole[d], part[d], tiled ? p_.local_extents[static_cast<size_t>(operand)][d] : Polynomial(0), what);
    }
  }
  static constexpr auto never = [](size_t) { return false; };
  void same_node(const symbolic::Node& whole, const symbolic::Node& part) {
    if (whole.element != part.element || whole.expr.index() != part.expr.index()) fail("the parts' comprehension has another structure");
    if (const auto* r = std::get_if<symbolic::Read>(&whole.expr)) {
      const auto& s = std::get<symbolic::Read>(part.expr);
      if (r->operand != s.operand) fail("another operand is read");
      same_list(r->index, s.index, r->operand, never);
    } else if (const auto* r = std::get_if<symbolic::DynamicRead>(&whole.expr)) {
      const auto& s = std::get<symbolic::DynamicRead>(part.expr);
      if (r->operand != s.operand || r->at != s.at || r->scale != s.scale) fail("another operand is read");
      for (size_t d = 0; d < r->limit.size(); ++d)
        if (r->at[d] >= 0 && r->limit[d] != s.limit[d])
          fail("the index of x" + std::to_string(r->operand) + " along " + std::to_string(d) + " is clamped to " + text(r->limit[d]) +
               " in the whole and to " + text(s.limit[d]) + " in a part");
      // clamp(0, v, 0) is 0
      same_list(r->index, s.index, r->operand, [&](size_t d) { return r->at[d] >= 0 && !r->limit[d].is_zero(); });
    } else if (const auto* c = std::get_if<symbolic::Constant>(&whole.expr)) {
      const auto& s = std::get<symbolic::Constant>(part.expr);
      if (c->literal->splat && s.literal->splat && c->literal->type.element == s.literal->type.element &&
          c->literal->bits(0) == s.literal->bits(0))
        return;
      if (!(*c->literal == *s.literal)) fail("a constant has other elements in a part");
      same_list(c->index, s.index, -1, never);
    } else if (const auto* v = std::get_if<symbolic::IndexValue>(&whole.expr)) {
      same_index(v->value, std::get<symbolic::IndexValue>(part.expr).value, 0, "the value of an index");
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
      same_index(a, b, 0, "the condition of a guard");
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
    for (size_t n = 0; n < g.body.size(); ++n) same_node(g.body[n], p_.local.body[n]);
    HomomorphismProver of(p_);
    try {
      of.prove();
    } catch (...) {
      steps_ = of.take_steps();
      throw;
    }
    steps_ = of.take_steps();
  }

  std::vector<Polynomial> moves_;  ///< by variable: 0, or the local range
};

}  // namespace detail

/// Proves `entry` for all instances of the family of `x`: its extents and the axis size are unknown, what else it has
/// (ranks, attributes, known operands) is given. An op without comprehension is not proved.
inline EntryProof prove_entry(const OpInstance& x, const Entry& entry) {
  const auto not_proved = [](std::string why) { return EntryProof{false, {}, std::move(why)}; };
  const Types types = types_of(x.operands);
  if (!x.op.comprehension(types)) return not_proved("has no comprehension");
  if (entry.results.size() != 1 || entry.operands.size() != x.operands.size()) return not_proved("the entry is of other operands or results");
  // an entry that is listed is about the instances that list it; any other is about all
  const auto lists = [&](const OpInstance& y) {
    const std::vector<Entry> listed = y.op.entries(y.operands);
    return std::find(listed.begin(), listed.end(), entry) != listed.end();
  };
  const ExtentFamily family(x, lists(x) ? ExtentFamily::Accepts(lists) : [](const OpInstance&) { return true; });
  std::vector<int64_t> start = family.start();
  const size_t k = start.size();
  const Lifted global = lift([&](const std::vector<int64_t>& t) {
    const OpInstance y = family.at(t);
    return *y.op.comprehension(types_of(y.operands));
  }, start);
  if (!global.comprehension) return not_proved("the whole: " + global.why_not);
  // what is tiled is c·t·.. for unknowns of which one, the first, is a multiple of n
  std::vector<std::pair<Polynomial, std::string>> tiled;
  for (size_t o = 0; o < entry.operands.size(); ++o)
    if (const EntryAttr& σ = entry.operands[o]; σ.is_tile())
      tiled.emplace_back(family.extent(static_cast<int>(o), σ.dim), "extent " + std::to_string(σ.dim) + " of x" + std::to_string(o));
  if (const EntryAttr& σ = entry.results[0]; σ.is_tile()) {
    if (static_cast<size_t>(σ.dim) >= global.comprehension->shape.size()) return not_proved("the result has no such dimension");
    tiled.emplace_back(global.comprehension->shape[static_cast<size_t>(σ.dim)], "extent " + std::to_string(σ.dim) + " of the result");
  }
  std::vector<char> divided(k, 0);
  const auto unknowns = [](const Polynomial& p) { return p.terms().begin()->first; };
  for (const auto& [extent, what] : tiled) {
    if (extent.constant()) return not_proved(what + " does not vary");
    if (extent.terms().size() != 1) return not_proved(what + " has a part that does not divide");
  }
  std::stable_sort(tiled.begin(), tiled.end(), [&](const auto& a, const auto& b) { return unknowns(a.first).size() < unknowns(b.first).size(); });
  for (const auto& [extent, what] : tiled) {
    const Polynomial::Monomial of = unknowns(extent);
    const auto n = std::count_if(of.begin(), of.end(), [&](int u) { return divided[static_cast<size_t>(u)] != 0; });
    if (n == 0) divided[static_cast<size_t>(of[0])] = 1;
  }
  const auto whole = [&](const std::vector<int64_t>& t) {
    std::vector<int64_t> global(t.begin(), t.begin() + static_cast<int64_t>(k));
    for (size_t c = 0; c < k; ++c)
      if (divided[c]) global[c] *= t[k];
    return family.at(global);
  };
  detail::EntryProblem problem;
  problem.entry = entry;
  std::vector<Polynomial> in_parts;  // the unknowns of the whole
  for (size_t c = 0; c < k; ++c) {
    problem.names.push_back((divided[c] ? "l" : "e") + std::to_string(c));
    const Polynomial u = Polynomial::unknown(static_cast<int>(c));
    in_parts.push_back(divided[c] ? Polynomial::unknown(static_cast<int>(k)) * u : u);
  }
  problem.names.emplace_back("n");
  start.push_back(2);
  Lifted local;
  try {
    local = lift([&](const std::vector<int64_t>& t) {
      const OpInstance y = whole(t);
      const Types all = types_of(y.operands);
      return *y.op.localise(entry, t[k], all).comprehension(local_types(all, entry.operands, t[k]));
    }, start);
  } catch (const ConstraintViolation& v) {
    return not_proved("the local op is ill-typed: " + v.label + " " + v.text + ": " + v.found);
  }
  if (!local.comprehension) return not_proved("a part: " + local.why_not);
  problem.local = std::move(*local.comprehension);
  problem.global = symbolic::substituted(*global.comprehension, in_parts);
  for (size_t o = 0; o < x.operands.size(); ++o) {
    problem.local_extents.emplace_back();
    for (int64_t d = 0; d < x.operands[o].type.rank(); ++d)
      problem.local_extents[o].push_back(family.extent(static_cast<int>(o), d));  // in unknowns of a part
    const EntryAttr& result = entry.results[0];
    problem.neutral.push_back(result.is_partial() && is_known_identity(result.monoid, x.operands[o]));
  }
  return detail::EntryProver(problem).prove();
}

}  // namespace partir
