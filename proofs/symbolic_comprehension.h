// Comprehensions (semantics/comprehension.h) at unknown extents: what is a number there is a polynomial here.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "proofs/polynomial.h"
#include "semantics/comprehension.h"

namespace partir::symbolic {

/// See IndexTerm.
struct Term {
  int variable;
  Polynomial coefficient = 1, div = 1;
  friend bool operator==(const Term&, const Term&) = default;
};
/// See IndexExpr.
struct Index {
  std::vector<Term> terms;
  Polynomial offset = 0, div = 1, mod = 0;
  friend bool operator==(const Index&, const Index&) = default;
};
/// The nodes of a comprehension's body: see ReadNode, DynamicReadNode, LiteralNode, IndexNode, ApplyNode, GuardNode and
/// ChooseNode.
struct Read {
  int operand;
  std::vector<Index> index;
};
struct DynamicRead {
  int operand;
  std::vector<Index> index;
  std::vector<int> at;
  std::vector<Polynomial> limit;
  Polynomial scale;
};
struct Constant {
  std::shared_ptr<const Literal> literal;
  std::vector<Index> index;
};
struct IndexValue {
  Index value;
};
struct Guard {
  Index condition;
  int then_node, else_node;
  Polynomial least;
};
struct Node {
  ElementType element;
  std::variant<Read, DynamicRead, Constant, IndexValue, ApplyNode, Guard, ChooseNode> expr;
};
/// See partir::Comprehension.
struct Comprehension {
  ElementType element;
  std::vector<Polynomial> shape, reduction;  ///< of the result; of K
  std::vector<Node> body;
  std::optional<Monoid> reducer;
  std::optional<int> init;
};

/// What a comprehension has in a fixed order where it has numbers, and all else.
/// `numbers(c)` of two comprehensions are of one length and `shape_of(c)` equal iff they differ in numbers alone.
namespace detail {

template <class F>
void for_numbers(IndexExpr& e, F&& f) {
  for (IndexTerm& t : e.terms) f(t.coefficient), f(t.div);
  f(e.offset), f(e.div), f(e.mod);
}
template <class F>
void for_numbers(partir::Comprehension& c, F&& f) {
  for (int64_t& e : c.result.shape) f(e);
  for (int64_t& e : c.reduction) f(e);
  for (partir::Node& n : c.body) {
    const auto list = [&](std::vector<IndexExpr>& index) {
      for (IndexExpr& e : index) for_numbers(e, f);
    };
    if (auto* r = std::get_if<ReadNode>(&n.expr)) list(r->index);
    if (auto* r = std::get_if<DynamicReadNode>(&n.expr)) {
      list(r->index);
      for (int64_t& l : r->limit) f(l);
      f(r->scale);
    }
    if (auto* l = std::get_if<LiteralNode>(&n.expr)) list(l->index);
    if (auto* i = std::get_if<IndexNode>(&n.expr)) for_numbers(i->value, f);
    if (auto* g = std::get_if<GuardNode>(&n.expr)) for_numbers(g->condition, f), f(g->least);
  }
}

}  // namespace detail

/// The numbers of a comprehension, in a fixed order.
inline std::vector<int64_t> numbers(partir::Comprehension c) {
  std::vector<int64_t> all;
  detail::for_numbers(c, [&](int64_t& v) { all.push_back(v); });
  return all;
}
/// Whether `a` and `b` differ in their numbers alone, and in the shapes of splat constants.
inline bool same_structure(partir::Comprehension a, partir::Comprehension b) {
  if (a.result.shape.size() != b.result.shape.size() || a.reduction.size() != b.reduction.size()) return false;
  for (partir::Comprehension* c : {&a, &b}) {
    detail::for_numbers(*c, [](int64_t& v) { v = 0; });
    for (partir::Node& n : c->body)
      if (auto* l = std::get_if<LiteralNode>(&n.expr); l && l->literal->splat)
        l->literal = std::make_shared<const Literal>(Literal::splat_bits({{}, l->literal->type.element}, l->literal->bits(0)));
  }
  return a.result == b.result && a.reduction == b.reduction && a.body == b.body && a.reducer == b.reducer && a.init == b.init;
}
/// `c` with `values` in place of its numbers, in their order.
inline Comprehension with_numbers(const partir::Comprehension& c, const std::vector<Polynomial>& values) {
  size_t next = 0;
  const auto number = [&] { return values.at(next++); };
  const auto index = [&](const IndexExpr& e) {
    Index i;
    for (const IndexTerm& t : e.terms) {
      Term term{t.variable, 1, 1};
      term.coefficient = number();
      term.div = number();
      i.terms.push_back(std::move(term));
    }
    i.offset = number();
    i.div = number();
    i.mod = number();
    return i;
  };
  const auto list = [&](const std::vector<IndexExpr>& all) {
    std::vector<Index> r;
    for (const IndexExpr& e : all) r.push_back(index(e));
    return r;
  };
  Comprehension s{c.result.element, {}, {}, {}, c.reducer, c.init};
  for (size_t d = 0; d < c.result.shape.size(); ++d) s.shape.push_back(number());
  for (size_t k = 0; k < c.reduction.size(); ++k) s.reduction.push_back(number());
  struct Visitor {
    decltype(number)& number_;
    decltype(index)& index_;
    decltype(list)& list_;
    using Expr = decltype(Node::expr);
    Expr operator()(const ReadNode& r) const { return Read{r.operand, list_(r.index)}; }
    Expr operator()(const DynamicReadNode& r) const {
      DynamicRead d{r.operand, list_(r.index), r.at, {}, 1};
      for (size_t i = 0; i < r.limit.size(); ++i) d.limit.push_back(number_());
      d.scale = number_();
      return d;
    }
    Expr operator()(const LiteralNode& l) const { return Constant{l.literal, list_(l.index)}; }
    Expr operator()(const IndexNode& i) const { return IndexValue{index_(i.value)}; }
    Expr operator()(const ApplyNode& a) const { return a; }
    Expr operator()(const GuardNode& g) const {
      Guard s{index_(g.condition), g.then_node, g.else_node, 0};
      s.least = number_();
      return s;
    }
    Expr operator()(const ChooseNode& g) const { return g; }
  };
  for (const partir::Node& n : c.body) s.body.push_back({n.element, std::visit(Visitor{number, index, list}, n.expr)});
  return s;
}

/// Calls `f` on each of its polynomials, in a fixed order; `C` is Comprehension or const.
template <class C, class F>
void for_polynomials(C& c, F&& f) {
  const auto index = [&](auto& e) {
    for (auto& t : e.terms) f(t.coefficient), f(t.div);
    f(e.offset), f(e.div), f(e.mod);
  };
  const auto list = [&](auto& all) {
    for (auto& e : all) index(e);
  };
  for (auto& p : c.shape) f(p);
  for (auto& p : c.reduction) f(p);
  for (auto& n : c.body) {
    if (auto* r = std::get_if<Read>(&n.expr)) list(r->index);
    if (auto* r = std::get_if<DynamicRead>(&n.expr)) {
      list(r->index), f(r->scale);
      for (auto& p : r->limit) f(p);
    }
    if (auto* k = std::get_if<Constant>(&n.expr)) list(k->index);
    if (auto* i = std::get_if<IndexValue>(&n.expr)) index(i->value);
    if (auto* g = std::get_if<Guard>(&n.expr)) index(g->condition), f(g->least);
  }
}
/// Each unknown replaced by a polynomial.
inline Comprehension substituted(Comprehension c, const std::vector<Polynomial>& by) {
  for_polynomials(c, [&](Polynomial& p) { p = p.at(by); });
  return c;
}

/// The comprehension at numbers for the unknowns.
inline partir::Comprehension at(const Comprehension& s, const std::vector<int64_t>& values) {
  const auto index = [&](const Index& e) {
    IndexExpr i;
    for (const Term& t : e.terms) i.terms.push_back({t.variable, t.coefficient.at(values), t.div.at(values)});
    i.offset = e.offset.at(values), i.div = e.div.at(values), i.mod = e.mod.at(values);
    return i;
  };
  const auto list = [&](const std::vector<Index>& all) {
    std::vector<IndexExpr> r;
    for (const Index& e : all) r.push_back(index(e));
    return r;
  };
  partir::Comprehension c;
  c.result.element = s.element;
  for (const Polynomial& p : s.shape) c.result.shape.push_back(p.at(values));
  for (const Polynomial& p : s.reduction) c.reduction.push_back(p.at(values));
  c.reducer = s.reducer;
  c.init = s.init;
  for (const Node& n : s.body) {
    partir::Node to{n.element, ReadNode{0, {}}};
    if (const auto* r = std::get_if<Read>(&n.expr)) to.expr = ReadNode{r->operand, list(r->index)};
    if (const auto* r = std::get_if<DynamicRead>(&n.expr)) {
      DynamicReadNode d{r->operand, list(r->index), r->at, {}, r->scale.at(values)};
      for (const Polynomial& l : r->limit) d.limit.push_back(l.at(values));
      to.expr = std::move(d);
    }
    if (const auto* k = std::get_if<Constant>(&n.expr)) to.expr = LiteralNode{k->literal, list(k->index)};
    if (const auto* i = std::get_if<IndexValue>(&n.expr)) to.expr = IndexNode{index(i->value)};
    if (const auto* a = std::get_if<ApplyNode>(&n.expr)) to.expr = *a;
    if (const auto* g = std::get_if<Guard>(&n.expr)) to.expr = GuardNode{index(g->condition), g->then_node, g->else_node, g->least.at(values)};
    if (const auto* k = std::get_if<ChooseNode>(&n.expr)) to.expr = *k;
    c.body.push_back(std::move(to));
  }
  return c;
}

/// `(n*e0*i0 + i1) mod e1`, with the names of unknowns and of variables.
inline std::string to_string(const Index& e, const std::vector<std::string>& unknowns, size_t rank) {
  std::string s;
  for (const Term& t : e.terms) {
    if (!s.empty()) s += " + ";
    if (t.coefficient != Polynomial(1)) {
      const std::string c = partir::to_string(t.coefficient, unknowns);
      s += (t.coefficient.terms().size() > 1 ? "(" + c + ")" : c) + "*";
    }
    const std::string v = partir::detail::variable_name(t.variable, rank);
    s += t.div == Polynomial(1) ? v : "(" + v + " div " + partir::to_string(t.div, unknowns) + ")";
  }
  if (!e.offset.is_zero() || s.empty()) {
    const std::string o = partir::to_string(e.offset, unknowns);
    s += s.empty() ? o : o[0] == '-' ? " - " + o.substr(1) : " + " + o;
  }
  if (e.div != Polynomial(1)) s = "(" + s + ") div (" + partir::to_string(e.div, unknowns) + ")";
  if (!e.mod.is_zero()) s = "(" + s + ") mod (" + partir::to_string(e.mod, unknowns) + ")";
  return s;
}

}  // namespace partir::symbolic
