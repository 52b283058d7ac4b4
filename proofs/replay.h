// The checker of certificates: whether each obligation of a statement is discharged by the steps.
// It shares no code with the search; it knows nothing of ops, and believes no step that it does not
// see to be right.
//
// Why what it accepts holds. With axis size n and device i, part i of an operand tiled along d is
// at j what the whole is at i·l + j, l the part's extent. Say that variable v of the whole is
// `i·m_v + v` of part i. By induction over nodes each node of the whole is there what the same node
// of the part is here: reads, since their indices move by i·l in tiled dimensions alone; guards and
// values of indices, since they do not move. So the result is, at moved places, that of the part; a
// variable of K that moves, the only one, has each value once in one part, so that the ⊕ over the
// parts is that over K. Parts that are summed: by induction each node is either alike in all parts or the ⊕ of
// what it is in them, by the laws.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "proofs/certificate.h"
#include "proofs/replay_laws.h"
#include "proofs/replay_moves.h"
#include "proofs/replay_polynomial.h"
#include "semantics/instances.h"

namespace partir {

namespace replaying {

class Replay : private ReplayMoves {
 public:
  explicit Replay(const Certificate& c) : ReplayMoves(c) {}

  void check() {
    same_structure();
    bool tiled = false, partial = false;
    for (const certificate::Operand& o : s_.operands) {
      tiled |= o.attr.kind == Kind::Tile;
      partial |= o.attr.kind == Kind::Partial;
    }
    partial && !tiled ? homomorphism() : chunks();
    maps();
    if (!index_moves_.empty()) gap("a step is about an index that does not move");
    if (!dependent_.empty() || !free_.empty()) gap("a law is about a node that needs none");
    if (initial_) gap("an initial value is told of that is not folded in by parts");
  }

 private:
  // ---- chunks

  void chunks() {
    ranges();
    const certificate::Comprehension& g = s_.whole;
    for (size_t d = 0; d < g.shape.size(); ++d) {
      const bool along = s_.result.kind == Kind::Tile && s_.result.dim == static_cast<int64_t>(d);
      if (along == by(static_cast<int>(d)).empty())
        gap("the result is not divided as the entry says");
    }
    if (s_.result.kind == Kind::Tile &&
        (s_.result.dim < 0 || static_cast<size_t>(s_.result.dim) >= g.shape.size()))
      gap("the result has no such dimension");
    // two in K would leave out the pairs from different chunks
    if (moves_.size() > 1) gap("more than one variable moves");
    const bool splits =
        !moves_.empty() && moves_.rbegin()->first >= static_cast<int>(g.shape.size());
    if (splits != (s_.result.kind == Kind::Partial))
      gap("the result is not partial as the reduction is split");
    if (homomorphic_) gap("a homomorphism is told of where chunks are put together");
    if (splits != split_) gap("a reduction is split that is not told of, or the other way around");
    if (splits && g.reducer != s_.result.monoid)
      gap("the reduction is by another ⊕ than the entry's");
    std::optional<int> own;  // an initial value of which each part has its own
    if (splits && g.init) {
      if (attr(*g.init).kind == Kind::Partial) own = g.init;
      initial(*g.init, *g.reducer);
    }
    for (size_t o = 0; o < s_.operands.size(); ++o)
      if (s_.operands[o].attr.kind == Kind::Partial && own != static_cast<int>(o))
        gap("an operand is partial beside tiles");
    nodes();
  }
  const certificate::Attr& attr(int operand) const {
    return s_.operands[static_cast<size_t>(operand)].attr;
  }

  /// That the initial value may be folded in once per part.
  void initial(int operand, Monoid m) {
    using certificate::Initial;
    if (!initial_) gap("nothing says why the initial value may be folded in once per part");
    const certificate::Initial why = *std::exchange(initial_, std::nullopt);
    const bool own = attr(operand).kind == Kind::Partial;
    if (own && attr(operand).monoid != m) gap("the initial value is partial in another way");
    bool holds = false;
    switch (why) {
      // in a homomorphism reads of it are accounted for by laws
      case Initial::OfParts: holds = own && (homomorphic_ || !reads(last(), operand)); break;
      case Initial::OfPartsChosen:
        holds = own && replaying::is_idempotent(m) && is_chosen(last(), operand);
        break;
      case Initial::Idempotent: holds = !own && replaying::is_idempotent(m); break;
      case Initial::Identity:
        holds = !own && m == s_.result.monoid && s_.operands[static_cast<size_t>(operand)].identity;
        break;
    }
    if (!holds) gap("the initial value may not be folded in once per part");
  }
  int last() const { return static_cast<int>(s_.whole.body.size()) - 1; }
  const certificate::Node& at(int node) const { return s_.whole.body[static_cast<size_t>(node)]; }
  /// The nodes that a node is made of.
  std::vector<int> arguments(int node) const {
    const auto& expr = at(node).expr;
    if (const auto* a = std::get_if<certificate::Apply>(&expr)) return a->args;
    if (const auto* g = std::get_if<certificate::Guard>(&expr)) return {g->then_node, g->else_node};
    if (const auto* k = std::get_if<certificate::Choose>(&expr))
      return {k->condition, k->then_node, k->else_node};
    std::vector<int> places;
    if (const auto* r = std::get_if<certificate::DynamicRead>(&expr))
      for (int place : r->at)
        if (place >= 0) places.push_back(place);
    return places;
  }
  std::optional<int> operand_of(int node) const {
    if (const auto* r = std::get_if<certificate::Read>(&at(node).expr)) return r->operand;
    if (const auto* r = std::get_if<certificate::DynamicRead>(&at(node).expr)) return r->operand;
    return std::nullopt;
  }
  /// Whether the node's value depends on an operand.
  bool reads(int node, int operand) const {
    std::set<int> seen;
    std::vector<int> open{node};
    while (!open.empty()) {
      const int n = open.back();
      open.pop_back();
      if (!seen.insert(n).second) continue;
      if (operand_of(n) == operand) return true;
      for (int next : arguments(n)) open.push_back(next);
    }
    return false;
  }
  /// Whether the node is a choice, by what does not depend on the operand, of the operand itself
  /// and of what does not depend on it.
  bool is_chosen(int node, int operand) const {
    if (operand_of(node) == operand)
      return std::holds_alternative<certificate::Read>(at(node).expr);
    if (!reads(node, operand)) return true;
    if (const auto* g = std::get_if<certificate::Guard>(&at(node).expr))
      return is_chosen(g->then_node, operand) && is_chosen(g->else_node, operand);
    if (const auto* k = std::get_if<certificate::Choose>(&at(node).expr))
      return !reads(k->condition, operand) && is_chosen(k->then_node, operand) &&
             is_chosen(k->else_node, operand);
    return false;
  }

  // ---- sums of parts

  void homomorphism() {
    const certificate::Comprehension& g = s_.whole;
    if (!moves_.empty() || split_) gap("nothing moves where operands are partial");
    ranges();
    nodes();
    if (s_.result.kind != Kind::Partial) gap("the result of partial operands is not partial");
    const Monoid m = s_.result.monoid;
    for (size_t n = 0; n < g.body.size(); ++n) kinds_.push_back(kind(static_cast<int>(n)));
    pass_for(last(), m);
    if (!homomorphic_) gap("nothing says that the body's ⊕ is the result's");
    if (g.reducer && *g.reducer != m) gap("a reduction by another ⊕");
    if (g.init) initial(*g.init, m);
    // a node may pass for ⊕ in more than one place
    for (const auto& used : used_) free_.erase(used);
  }
  /// That a node is the m of what it is in the parts, or may be taken for that.
  void pass_for(int node, Monoid m) {
    const std::optional<Monoid>& is = kinds_[static_cast<size_t>(node)];
    if (is == m) return;
    const std::string what = "node " + std::to_string(node);
    if (is) gap(what + " is combined in another way");
    const auto step = free_.find({node, m});
    if (step == free_.end())
      gap(what + " is alike in all parts, and no step says that this is right");
    used_.insert(step->first);
    if (step->second == Law::Idempotent ? !replaying::is_idempotent(m) : !is_identity(node, m))
      gap(what + " is alike in all parts, which is wrong");
  }
  bool is_identity(int node, Monoid m) const {
    if (const std::optional<int> o = operand_of(node))
      return m == s_.result.monoid && s_.operands[static_cast<size_t>(*o)].identity;
    const auto* k = std::get_if<certificate::Constant>(&at(node).expr);
    return k && k->splat && is_identity_element(m, k->element, k->data);
  }
  /// What the node is the ⊕ of in the parts; nothing if it is alike in all.
  std::optional<Monoid> kind(int n) {
    const std::string what = "node " + std::to_string(n);
    const auto depends = [&](int node) { return kinds_[static_cast<size_t>(node)].has_value(); };
    const std::vector<int> of = arguments(n);
    const std::optional<int> operand = operand_of(n);
    const bool parts = operand && attr(*operand).kind == Kind::Partial;
    if (!parts && std::none_of(of.begin(), of.end(), depends)) return std::nullopt;
    const auto step = dependent_.find(n);
    if (step == dependent_.end()) gap(what + " depends on parts, and no step says how");
    const certificate::NodeLaw& law = *step->second;
    dependent_.erase(step);
    const auto as = [&](bool holds) {
      if (!holds) gap(what + " is not combined as its step says");
    };
    if (operand) {
      // what decides the place is alike
      as(std::none_of(of.begin(), of.end(), depends) && law.law == Law::Parts &&
         law.monoid == attr(*operand).monoid && is_defined_on(law.monoid, at(n).element));
    } else if (const auto* a = std::get_if<certificate::Apply>(&at(n).expr)) {
      Application of_parts{a->fn, at(n).element, {}, {}, law.monoid};
      std::optional<Monoid> in;
      for (int i : a->args) {
        of_parts.from.push_back(at(i).element);
        of_parts.dependent.push_back(depends(i));
        if (!depends(i)) continue;
        as(!in || in == kinds_[static_cast<size_t>(i)]);
        in = kinds_[static_cast<size_t>(i)];
      }
      of_parts.of = *in;
      const Arguments need = arguments_of(law.law, of_parts, law.monoid);
      as(need != Arguments::Wrong);
      if (need == Arguments::All)
        for (size_t i = law.law == Law::Choice ? 1 : 0; i < a->args.size(); ++i)
          pass_for(a->args[i], law.monoid);
    } else {
      const bool choose = std::holds_alternative<certificate::Choose>(at(n).expr);
      as(law.law == Law::Choice && (!choose || !depends(of[0])));
      for (size_t i = choose ? 1 : 0; i < of.size(); ++i) pass_for(of[i], law.monoid);
    }
    return law.monoid;
  }

  // ---- variables of which there may be more or fewer

  /// By the lemma of proofs/map_dimensions.h: where they occur, no other variable does, along what
  /// is not tiled, and no value has a say.
  void maps() const {
    if (s_.maps != (maps_ ? maps_->variables : std::vector<int>()))
      gap("map variables are not told of");
    std::set<int> told;
    for (int v : s_.maps) {
      once(told.insert(v).second);
      if (v < 0 || static_cast<size_t>(v) >= variables() || !by(v).empty())
        gap("what moves is no map variable");
    }
    const auto are = [](bool holds) {
      if (!holds) gap("a variable is told of as one of many that is not");
    };
    const auto among = [&](const Index& e) {
      return std::count_if(e.terms.begin(), e.terms.end(),
                           [&](const auto& t) { return told.count(t.variable) > 0; });
    };
    const auto list = [&](int operand, const std::vector<Index>& index,
                          const std::vector<int>* places) {
      const certificate::Attr& σ = attr(operand);
      for (size_t d = 0; d < index.size(); ++d) {
        const auto n = among(index[d]);
        if (n == 0) continue;
        are(n == static_cast<int64_t>(index[d].terms.size()) && (!places || (*places)[d] < 0));
        are(σ.kind != Kind::Tile || static_cast<size_t>(σ.dim) != d);
        alone(operand, d, told);
      }
    };
    for (const certificate::Node& n : s_.whole.body) {
      if (const auto* r = std::get_if<certificate::Read>(&n.expr))
        list(r->operand, r->index, nullptr);
      if (const auto* r = std::get_if<certificate::DynamicRead>(&n.expr))
        list(r->operand, r->index, &r->at);
      if (const auto* k = std::get_if<certificate::Constant>(&n.expr); k && !k->splat)
        for (const Index& e : k->index) are(among(e) == 0);
      if (const auto* i = std::get_if<certificate::IndexValue>(&n.expr)) are(among(i->value) == 0);
      if (const auto* g = std::get_if<certificate::Guard>(&n.expr)) are(among(g->condition) == 0);
    }
  }
  /// That all reads of the operand have but those variables along the dimension.
  void alone(int operand, size_t d, const std::set<int>& variables) const {
    for (const certificate::Node& n : s_.whole.body) {
      const auto* r = std::get_if<certificate::Read>(&n.expr);
      const auto* q = std::get_if<certificate::DynamicRead>(&n.expr);
      if ((r ? r->operand : q ? q->operand : -1) != operand) continue;
      if (q && q->at[d] >= 0) gap("values decide along a dimension that may go");
      for (const certificate::Term& t : (r ? r->index : q->index)[d].terms)
        if (variables.count(t.variable) == 0) gap("another variable along a dimension that may go");
    }
  }

  std::set<std::pair<int, Monoid>> used_;     ///< of free_
  std::vector<std::optional<Monoid>> kinds_;  ///< by node
};

}  // namespace replaying

/// The first obligation of the statement that the steps do not discharge; nothing if they all are,
/// so that it holds.
PARTIR_INLINE std::optional<std::string> replay(const Certificate& certificate)
#if PARTIR_PROOFS_BODIES
try {
  replaying::Replay(certificate).check();
  return std::nullopt;
} catch (const replaying::Gap& g) {
  return g.what;
}
#else
    ;
#endif

}  // namespace partir
