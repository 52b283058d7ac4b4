// Symbolic comprehensions and the problem of an entry, as the plain data of certificates.
#pragma once

#include <utility>
#include <vector>

#include "proofs/certificate.h"
#include "proofs/symbolic_comprehension.h"
#include "semantics/registry.h"

namespace partir::certificate {

inline Polynomial plain(const partir::Polynomial& p) {
  Polynomial r;
  for (const auto& [unknowns, coefficient] : p.terms()) r.push_back({coefficient, unknowns});
  return r;
}
inline std::vector<Polynomial> plain(const std::vector<partir::Polynomial>& all) {
  std::vector<Polynomial> r;
  for (const partir::Polynomial& p : all) r.push_back(plain(p));
  return r;
}
inline Index plain(const symbolic::Index& e) {
  Index i{{}, plain(e.offset), plain(e.div), plain(e.mod)};
  for (const symbolic::Term& t : e.terms)
    i.terms.push_back({t.variable, plain(t.coefficient), plain(t.div)});
  return i;
}
inline Constant plain(const Literal& l, std::vector<Index> index) {
  Constant k{l.type.element, l.splat, {}, l.data, std::move(index)};
  if (!l.splat) k.extents = l.type.shape;
  return k;
}
inline Comprehension plain(const symbolic::Comprehension& c) {
  const auto list = [](const std::vector<symbolic::Index>& all) {
    std::vector<Index> r;
    for (const symbolic::Index& e : all) r.push_back(plain(e));
    return r;
  };
  struct Visitor {
    decltype(list)& of;
    using Expr = decltype(Node::expr);
    Expr operator()(const symbolic::Read& r) const { return Read{r.operand, of(r.index)}; }
    Expr operator()(const symbolic::DynamicRead& r) const {
      return DynamicRead{r.operand, of(r.index), r.at, plain(r.limit), plain(r.scale)};
    }
    Expr operator()(const symbolic::Constant& k) const { return plain(*k.literal, of(k.index)); }
    Expr operator()(const symbolic::IndexValue& v) const { return IndexValue{plain(v.value)}; }
    Expr operator()(const ApplyNode& a) const { return Apply{a.fn, a.args}; }
    Expr operator()(const symbolic::Guard& g) const {
      return Guard{plain(g.condition), g.then_node, g.else_node, plain(g.least)};
    }
    Expr operator()(const ChooseNode& k) const {
      return Choose{k.condition, k.then_node, k.else_node};
    }
  };
  Comprehension r{c.element, plain(c.shape), plain(c.reduction), {}, c.reducer, c.init};
  for (const symbolic::Node& n : c.body)
    r.body.push_back({n.element, std::visit(Visitor{list}, n.expr)});
  return r;
}
inline Attr plain(const EntryAttr& a) {
  const Attr::Kind kind = a.is_tile()      ? Attr::Kind::Tile
                          : a.is_partial() ? Attr::Kind::Partial
                                           : Attr::Kind::Any;
  return {kind, a.dim, a.monoid};
}

/// A polynomial of a certificate for the search's arithmetic, and to be printed.
inline partir::Polynomial polynomial(const Polynomial& p) {
  partir::Polynomial sum;
  for (const Monomial& m : p) {
    partir::Polynomial product(m.coefficient);
    for (int u : m.unknowns) product = product * partir::Polynomial::unknown(u);
    sum = sum + product;
  }
  return sum;
}
inline symbolic::Index index(const Index& e) {
  symbolic::Index i{{}, polynomial(e.offset), polynomial(e.div), polynomial(e.mod)};
  for (const Term& t : e.terms)
    i.terms.push_back({t.variable, polynomial(t.coefficient), polynomial(t.div)});
  return i;
}

}  // namespace partir::certificate
