// What the checker of certificates (proofs/replay.h) asks of moves: that a statement is one, and
// that the two comprehensions are the same but for what moves, as far as it must.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proofs/certificate.h"
#include "proofs/replay_polynomial.h"

namespace partir::replaying {

/// What chunks and sums of parts have in common: the steps, and that whatever moves does so as it
/// must.
class ReplayMoves {
 protected:
  explicit ReplayMoves(const Certificate& c) : s_(c.statement), unknowns_(s_.unknowns.size()) {
    if (unknowns_ == 0) gap("no axis size");
    for (const certificate::Operand& o : s_.operands) operand(o);
    for (const certificate::Comprehension* k : {&s_.whole, &s_.part}) well_formed(*k);
    for (const certificate::Step& step : c.steps)
      std::visit([&](const auto& of) { take(of); }, step);
  }

  using Kind = certificate::Attr::Kind;
  using Index = certificate::Index;
  using Law = certificate::Law;

  Sum sum(const certificate::Polynomial& p) const { return sum_of(p, unknowns_); }
  Sum axis() const { return {{{static_cast<int>(unknowns_) - 1}, 1}}; }
  bool equal(const certificate::Polynomial& a, const certificate::Polynomial& b) const {
    return a == b || sum(a) == sum(b);
  }
  size_t variables() const { return s_.whole.shape.size() + s_.whole.reduction.size(); }
  static const certificate::Polynomial& range(const certificate::Comprehension& c, size_t v) {
    return v < c.shape.size() ? c.shape[v] : c.reduction[v - c.shape.size()];
  }

  // ---- that the statement is one

  void operand(const certificate::Operand& o) const {
    const bool tiled = o.attr.kind == Kind::Tile;
    if (o.whole.size() != o.part.size()) gap("an operand has another rank in a part");
    if (tiled && (o.attr.dim < 0 || static_cast<size_t>(o.attr.dim) >= o.whole.size()))
      gap("a dimension is tiled that is none");
    for (size_t d = 0; d < o.whole.size(); ++d) {
      const bool along = tiled && static_cast<size_t>(o.attr.dim) == d;
      if (sum(o.whole[d]) != (along ? multiply(axis(), sum(o.part[d])) : sum(o.part[d])))
        gap("an operand's extents are not those of its parts together");
    }
  }
  static void need(bool holds) {
    if (!holds) gap("a comprehension that is none");
  }
  void well_formed(const certificate::Comprehension& c) const {
    const size_t all = c.shape.size() + c.reduction.size();
    need(!c.body.empty() && (c.reducer || (c.reduction.empty() && !c.init)));
    if (c.init)
      need(is_operand(*c.init) && s_.operands[static_cast<size_t>(*c.init)].whole.empty());
    const auto affine = [&](const Index& e) {
      for (const certificate::Term& t : e.terms)
        need(t.variable >= 0 && static_cast<size_t>(t.variable) < all);
    };
    const auto list = [&](const std::vector<Index>& index, size_t rank) {
      need(index.size() == rank);
      for (const Index& e : index) affine(e);
    };
    for (size_t n = 0; n < c.body.size(); ++n) {
      const auto& expr = c.body[n].expr;
      const auto earlier = [&](int node) { need(node >= 0 && static_cast<size_t>(node) < n); };
      if (const auto* r = std::get_if<certificate::Read>(&expr)) {
        need(is_operand(r->operand));
        list(r->index, s_.operands[static_cast<size_t>(r->operand)].whole.size());
      } else if (const auto* r = std::get_if<certificate::DynamicRead>(&expr)) {
        need(is_operand(r->operand) && r->at.size() == r->index.size() &&
             r->limit.size() == r->index.size());
        list(r->index, s_.operands[static_cast<size_t>(r->operand)].whole.size());
        for (int at : r->at)
          if (at >= 0) earlier(at);
      } else if (const auto* k = std::get_if<certificate::Constant>(&expr)) {
        need(k->element == c.body[n].element);
        if (!k->splat) list(k->index, k->extents.size());
      } else if (const auto* v = std::get_if<certificate::IndexValue>(&expr)) {
        affine(v->value);
      } else if (const auto* a = std::get_if<certificate::Apply>(&expr)) {
        need(a->args.size() == static_cast<size_t>(arity(a->fn)));
        for (int i : a->args) earlier(i);
      } else if (const auto* g = std::get_if<certificate::Guard>(&expr)) {
        affine(g->condition), earlier(g->then_node), earlier(g->else_node);
      } else if (const auto* k = std::get_if<certificate::Choose>(&expr)) {
        earlier(k->condition), earlier(k->then_node), earlier(k->else_node);
      }
    }
  }
  bool is_operand(int o) const { return o >= 0 && static_cast<size_t>(o) < s_.operands.size(); }

  // ---- the steps, each told once

  static void once(bool first) {
    if (!first) gap("a step is told twice");
  }
  void take(const certificate::VariableMoves& m) {
    once(moves_.emplace(m.variable, sum(m.by)).second);
  }
  void take(const certificate::IndexMoves& m) {
    once(index_moves_.emplace(std::pair(m.node, m.position), &m).second);
  }
  void take(const certificate::SplitReduction&) { once(!std::exchange(split_, true)); }
  void take(const certificate::InitialValue& v) { once(!initial_), initial_ = v.why; }
  void take(const certificate::SameRest&) { once(!std::exchange(same_rest_, true)); }
  void take(const certificate::HomomorphicBody&) { once(!std::exchange(homomorphic_, true)); }
  void take(const certificate::NodeLaw& l) {
    if (l.law == Law::Idempotent || l.law == Law::Identity)
      once(free_.emplace(std::pair(l.node, l.monoid), l.law).second);
    else
      once(dependent_.emplace(l.node, &l).second);
  }
  void take(const certificate::MapVariables& m) { once(!maps_), maps_ = &m; }

  // ---- what does not move is the same

  void same_structure() const {
    const certificate::Comprehension &g = s_.whole, &l = s_.part;
    if (!same_rest_) gap("nothing says that the comprehensions are the same but for what moves");
    if (g.element != l.element || g.shape.size() != l.shape.size() ||
        g.body.size() != l.body.size() || g.reduction.size() != l.reduction.size() ||
        g.reducer != l.reducer || g.init != l.init)
      gap("the part's comprehension has another structure");
  }
  const Sum& by(int variable) const {
    static const Sum none;
    const auto it = moves_.find(variable);
    return it == moves_.end() ? none : it->second;
  }
  /// That the variables range as their moves say.
  void ranges() const {
    for (const auto& [v, m] : moves_)
      if (v < 0 || static_cast<size_t>(v) >= variables() || m.empty())
        gap("what moves is no variable");
    for (size_t v = 0; v < variables(); ++v) {
      const Sum whole = sum(range(s_.whole, v)), part = sum(range(s_.part, v)),
                &m = by(static_cast<int>(v));
      if (m.empty() ? whole != part : m != part || whole != multiply(axis(), part))
        gap("variable " + std::to_string(v) + " does not range over as much as it moves");
    }
  }
  bool same(const Index& a, const Index& b) const {
    if (a == b) return true;
    if (a.terms.size() != b.terms.size()) return false;
    for (size_t t = 0; t < a.terms.size(); ++t)
      if (a.terms[t].variable != b.terms[t].variable || !equal(a.terms[t].div, b.terms[t].div) ||
          !equal(a.terms[t].coefficient, b.terms[t].coefficient))
        return false;
    return equal(a.offset, b.offset) && equal(a.div, b.div) && equal(a.mod, b.mod);
  }
  /// a = b · q, where b is at least 1 unless a is 0.
  void quotient(const Sum& a, const Sum& b, const Sum& q, int node) const {
    if (a != multiply(b, q) || (!a.empty() && !is_positive(b)))
      gap("an index of node " + std::to_string(node) + " has another quotient");
  }
  /// That `whole` at moved variables is `part` and i times `expected`.
  void index(int node, size_t position, const Index& whole, const Index& part,
             const Sum& expected) {
    const std::string what = "an index of node " + std::to_string(node);
    if (!same(whole, part)) gap(what + " is another in a part");
    const bool moves = std::any_of(whole.terms.begin(), whole.terms.end(),
                                   [&](const auto& t) { return !by(t.variable).empty(); });
    Sum found;
    if (moves) {
      const auto at = index_moves_.find({node, static_cast<int>(position)});
      if (at == index_moves_.end()) gap(what + " moves, and no step says by how much");
      const certificate::IndexMoves& step = *at->second;
      index_moves_.erase(at);
      if (step.terms.size() != whole.terms.size()) gap(what + " has other terms");
      Sum all;
      for (size_t t = 0; t < whole.terms.size(); ++t) {
        const Sum q = sum(step.terms[t]);
        quotient(by(whole.terms[t].variable), sum(whole.terms[t].div), q, node);
        all = add(std::move(all), multiply(sum(whole.terms[t].coefficient), q));
      }
      found = sum(step.quotient);
      quotient(all, sum(whole.div), found, node);
      const Sum wraps = sum(step.wraps), mod = sum(whole.mod);
      if (mod.empty() && !wraps.empty()) gap(what + " does not wrap");
      if (!mod.empty()) {
        quotient(found, mod, wraps, node);
        found.clear();
      }
    }
    if (found != expected) gap(what + " does not move as it must");
    if (moves) try_numbers(whole, part, expected, what);
  }

  // ---- the same at numbers, in case the above is mistaken

  int64_t evaluated(const Index& e, const std::vector<int64_t>& at,
                    const std::vector<int64_t>& numbers) const {
    const auto number = [&](const certificate::Polynomial& p) { return value_at(sum(p), numbers); };
    const auto divided = [](int64_t a, int64_t b) {
      if (b < 1) gap("a division by less than 1");
      return floor_quotient(a, b);
    };
    int64_t v = number(e.offset);
    for (const certificate::Term& t : e.terms)
      v = plus(v, times(number(t.coefficient),
                        divided(at[static_cast<size_t>(t.variable)], number(t.div))));
    v = divided(v, number(e.div));
    const int64_t mod = number(e.mod);
    return mod == 0 ? v : plus(v, -times(mod, divided(v, mod)));
  }
  void try_numbers(const Index& whole, const Index& part, const Sum& moved,
                   const std::string& what) const {
    uint64_t state = 1;
    const auto below = [&](int64_t most) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      return static_cast<int64_t>((state >> 33) %
                                  static_cast<uint64_t>(std::max<int64_t>(most, 1)));
    };
    for (int tries = 0; tries < 3; ++tries) {
      std::vector<int64_t> numbers(unknowns_), here(variables()), there(variables());
      for (int64_t& u : numbers) u = 1 + below(7);
      const int64_t i = below(numbers.back());
      for (size_t v = 0; v < variables(); ++v) {
        here[v] = below(value_at(sum(range(s_.part, v)), numbers));
        there[v] = plus(here[v], times(i, value_at(by(static_cast<int>(v)), numbers)));
      }
      if (evaluated(whole, there, numbers) !=
          plus(evaluated(part, here, numbers), times(i, value_at(moved, numbers))))
        gap(what + " does not move so at numbers");
    }
  }

  // ---- nodes

  void nodes() {
    for (size_t n = 0; n < s_.whole.body.size(); ++n)
      node(static_cast<int>(n), s_.whole.body[n], s_.part.body[n]);
  }
  void list(int node, const std::vector<Index>& whole, const std::vector<Index>& part,
            const certificate::Operand* of) {
    for (size_t d = 0; d < whole.size(); ++d) {
      const bool along =
          of && of->attr.kind == Kind::Tile && static_cast<size_t>(of->attr.dim) == d;
      index(node, d, whole[d], part[d], along ? sum(of->part[d]) : Sum());
    }
  }
  void node(int n, const certificate::Node& whole, const certificate::Node& part) {
    const std::string what = "node " + std::to_string(n);
    const auto as = [&](bool holds) {
      if (!holds) gap(what + " is another in a part");
    };
    as(whole.element == part.element && whole.expr.index() == part.expr.index());
    if (const auto* r = std::get_if<certificate::Read>(&whole.expr)) {
      const auto& s = std::get<certificate::Read>(part.expr);
      as(r->operand == s.operand);
      list(n, r->index, s.index, &s_.operands[static_cast<size_t>(r->operand)]);
    } else if (const auto* r = std::get_if<certificate::DynamicRead>(&whole.expr)) {
      const auto& s = std::get<certificate::DynamicRead>(part.expr);
      as(r->operand == s.operand && r->at == s.at && equal(r->scale, s.scale));
      const certificate::Operand& of = s_.operands[static_cast<size_t>(r->operand)];
      for (size_t d = 0; d < r->at.size(); ++d) {
        if (r->at[d] < 0) continue;
        as(equal(r->limit[d], s.limit[d]));
        // values know nothing of chunks; where the limit is 0, neither has a say
        if (of.attr.kind == Kind::Tile && static_cast<size_t>(of.attr.dim) == d &&
            !sum(r->limit[d]).empty())
          gap(what + " reads a chunk at a place that values decide");
      }
      list(n, r->index, s.index, &of);
    } else if (const auto* k = std::get_if<certificate::Constant>(&whole.expr)) {
      const auto& s = std::get<certificate::Constant>(part.expr);
      as(k->splat == s.splat && k->element == s.element && k->extents == s.extents &&
         k->data == s.data);
      if (!k->splat) list(n, k->index, s.index, nullptr);
    } else if (const auto* v = std::get_if<certificate::IndexValue>(&whole.expr)) {
      index(n, 0, v->value, std::get<certificate::IndexValue>(part.expr).value, {});
    } else if (const auto* g = std::get_if<certificate::Guard>(&whole.expr)) {
      const auto& s = std::get<certificate::Guard>(part.expr);
      as(g->then_node == s.then_node && g->else_node == s.else_node);
      guard(n, *g, s);
    } else if (const auto* a = std::get_if<certificate::Apply>(&whole.expr)) {
      as(*a == std::get<certificate::Apply>(part.expr));
    } else {
      as(std::get<certificate::Choose>(whole.expr) == std::get<certificate::Choose>(part.expr));
    }
  }
  /// `condition >= least` is about their difference where nothing divides it.
  void guard(int n, const certificate::Guard& whole, const certificate::Guard& part) {
    Index a = whole.condition, b = part.condition;
    const Sum one{{{}, 1}};
    const auto plain = [&](const Index& e) { return sum(e.div) == one && sum(e.mod).empty(); };
    if (plain(a) && plain(b)) {
      const auto shift = [](Index& e, const certificate::Polynomial& least) {
        for (const certificate::Monomial& m : least)
          e.offset.push_back({times(m.coefficient, -1), m.unknowns});
      };
      shift(a, whole.least), shift(b, part.least);
    } else if (!equal(whole.least, part.least)) {
      gap("node " + std::to_string(n) + " has another bound in a part");
    }
    index(n, 0, a, b, {});
  }

  const certificate::Statement& s_;
  const size_t unknowns_;
  std::map<int, Sum> moves_;  ///< by variable
  std::map<std::pair<int, int>, const certificate::IndexMoves*>
      index_moves_;                                       ///< by node, position; not yet used
  std::map<int, const certificate::NodeLaw*> dependent_;  ///< by node; not yet used
  std::map<std::pair<int, Monoid>, Law> free_;            ///< of nodes alike in all parts
  std::optional<certificate::Initial> initial_;
  bool split_ = false, same_rest_ = false, homomorphic_ = false;
  const certificate::MapVariables* maps_ = nullptr;
};

}  // namespace partir::replaying
