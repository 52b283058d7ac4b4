// Dimensions of which an op may have any number: a proof of an entry for one rank is one for all
// ranks that arise so.
//
// Lemma. Let a certificate prove an entry. Let variables w̄ be added to the result (and to K, where
// there is a reduction), each with an extent of its own that a part has, too; and dimensions to
// operands, each with an extent that a part has, too, and in each read of the operand an index
// there in which no variables but w̄ occur, the same in a part, and no values decide. (Over which
// the op is a map, if that index is just w.) w̄ occur nowhere else. Then the same steps, variables
// and places shifted, prove the entry with its dimensions shifted.
// Proof. Each obligation of the checker is one of before, or is about what is new. Ranges: those of
// w̄ are the same in a part, so that w̄ do not move, the result is not tiled along them, and a
// reduction is split iff it was. Operands: their new extents are the same in a part, and must be,
// as the entry tiles none of them. Indices: the new ones are the same in a part; no variable of
// theirs moves, and they must not. The others are as they were. Laws are about nodes, their types,
// the reducer and operands as wholes, which are as they were. ∎
// Nor do the steps need what is new, so that such variables and dimensions may be taken out, too.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "proofs/entry_problem.h"

namespace partir::detail {

/// The variables and dimensions of a problem that may be taken out, by the lemma.
struct MapDimensions {
  std::vector<char> variables;                ///< of the result, then of K
  std::vector<std::vector<char>> dimensions;  ///< of operands

  explicit MapDimensions(const EntryProblem& p) {
    const symbolic::Comprehension &g = p.global, &l = p.local;
    for (size_t d = 0; d < g.shape.size(); ++d) variables.push_back(g.shape[d] == l.shape[d]);
    for (size_t k = 0; k < g.reduction.size(); ++k)
      variables.push_back(g.reduction[k] == l.reduction[k]);
    for (size_t o = 0; o < p.extents.size(); ++o) {
      dimensions.emplace_back();
      const EntryAttr& σ = p.entry.operands[o];
      for (size_t d = 0; d < p.extents[o].size(); ++d)
        dimensions[o].push_back(!σ.is_tile() || σ.dim != static_cast<int64_t>(d));
    }
    // the most that are closed under what the lemma asks
    do changed_ = false, restrict(g);
    while (changed_);
  }

 private:
  void take(char& from) {
    changed_ |= from != 0;
    from = 0;
  }
  void keep_variables(const symbolic::Index& e) {
    for (const symbolic::Term& t : e.terms) take(variables[static_cast<size_t>(t.variable)]);
  }
  void restrict_read(int operand, const std::vector<symbolic::Index>& index,
                     const std::vector<int>* at) {
    std::vector<char>& of = dimensions[static_cast<size_t>(operand)];
    for (size_t d = 0; d < index.size(); ++d) {
      const auto& terms = index[d].terms;
      if ((at && (*at)[d] >= 0) || !std::all_of(terms.begin(), terms.end(), [&](const auto& t) {
            return variables[static_cast<size_t>(t.variable)] != 0;
          }))
        take(of[d]);
      if (!of[d]) keep_variables(index[d]);
    }
  }
  void restrict(const symbolic::Comprehension& c) {
    for (const symbolic::Node& n : c.body) {
      if (const auto* r = std::get_if<symbolic::Read>(&n.expr))
        restrict_read(r->operand, r->index, nullptr);
      if (const auto* r = std::get_if<symbolic::DynamicRead>(&n.expr))
        restrict_read(r->operand, r->index, &r->at);
      if (const auto* k = std::get_if<symbolic::Constant>(&n.expr); k && !k->literal->splat)
        for (const symbolic::Index& e : k->index) keep_variables(e);
      if (const auto* i = std::get_if<symbolic::IndexValue>(&n.expr)) keep_variables(i->value);
      if (const auto* g = std::get_if<symbolic::Guard>(&n.expr)) keep_variables(g->condition);
    }
  }

  bool changed_ = false;
};

/// The variables, of the result and then of K, of which there may be any number.
inline std::vector<int> map_variables(const EntryProblem& p) {
  const MapDimensions maps(p);
  std::vector<int> all;
  for (size_t v = 0; v < maps.variables.size(); ++v)
    if (maps.variables[v]) all.push_back(static_cast<int>(v));
  return all;
}

/// The elements of a list that do not go, by their places.
template <class T>
void keep_rest(std::vector<T>& list, const std::vector<char>& goes, size_t offset = 0) {
  std::vector<T> rest;
  for (size_t i = 0; i < list.size(); ++i)
    if (!goes[offset + i]) rest.push_back(std::move(list[i]));
  list = std::move(rest);
}
/// The problem without what the lemma lets one take out, variables and dimensions numbered anew. A
/// proof of it is one of the problem.
inline EntryProblem base_form(EntryProblem p) {
  const MapDimensions maps(p);
  const size_t rank = p.global.shape.size();
  std::vector<int> number;  // of variables that stay
  int stay = 0;
  for (char gone : maps.variables) number.push_back(gone ? -1 : stay++);
  const auto shift = [](EntryAttr& σ, const std::vector<char>& gone) {
    if (σ.is_tile()) σ.dim -= std::count(gone.begin(), gone.begin() + σ.dim, 1);
  };
  shift(p.entry.results[0], maps.variables);
  for (size_t o = 0; o < p.extents.size(); ++o) {
    shift(p.entry.operands[o], maps.dimensions[o]);
    keep_rest(p.extents[o], maps.dimensions[o]);
    keep_rest(p.local_extents[o], maps.dimensions[o]);
  }
  const auto renumber = [&](symbolic::Index& e) {
    for (symbolic::Term& t : e.terms) t.variable = number[static_cast<size_t>(t.variable)];
  };
  const auto renumber_all = [&](std::vector<symbolic::Index>& all) {
    for (symbolic::Index& e : all) renumber(e);
  };
  for (symbolic::Comprehension* c : {&p.global, &p.local}) {
    keep_rest(c->shape, maps.variables);
    keep_rest(c->reduction, maps.variables, rank);
    for (symbolic::Node& n : c->body) {
      if (auto* r = std::get_if<symbolic::Read>(&n.expr)) {
        keep_rest(r->index, maps.dimensions[static_cast<size_t>(r->operand)]);
        renumber_all(r->index);
      }
      if (auto* r = std::get_if<symbolic::DynamicRead>(&n.expr)) {
        const std::vector<char>& gone = maps.dimensions[static_cast<size_t>(r->operand)];
        keep_rest(r->index, gone), keep_rest(r->at, gone), keep_rest(r->limit, gone);
        renumber_all(r->index);
      }
      if (auto* k = std::get_if<symbolic::Constant>(&n.expr)) {
        // the places of a splat say nothing
        if (k->literal->splat) k->index.clear();
        renumber_all(k->index);
      }
      if (auto* i = std::get_if<symbolic::IndexValue>(&n.expr)) renumber(i->value);
      if (auto* g = std::get_if<symbolic::Guard>(&n.expr)) renumber(g->condition);
    }
  }
  return p;
}

/// The problem with its unknowns renamed in the order in which they occur, those that do not left
/// out: two that differ in the names of unknowns alone become one.
inline EntryProblem with_canonical_unknowns(EntryProblem p) {
  std::vector<Polynomial> by(p.names.size(), 0);
  std::vector<char> met(p.names.size(), 0);
  std::vector<std::string> names;
  const auto meet = [&](int u) {
    const auto at = static_cast<size_t>(u);
    if (at == p.n() || std::exchange(met[at], 1)) return;
    by[at] = Polynomial::unknown(static_cast<int>(names.size()));
    names.push_back(p.names[at].substr(0, 1) + std::to_string(names.size()));
  };
  const auto meet_all = [&](const Polynomial& q) {
    for (const auto& [unknowns, coefficient] : q.terms())
      for (int u : unknowns) meet(u);
  };
  // operands first: what is not read is a dimension all the same
  for (const auto& extents : p.local_extents)
    for (const Polynomial& e : extents) meet_all(e);
  for (const symbolic::Comprehension* c : {&p.local, &p.global})
    symbolic::for_polynomials(*c, meet_all);
  by[p.n()] = Polynomial::unknown(static_cast<int>(names.size()));
  names.push_back(p.names.back());
  for (symbolic::Comprehension* c : {&p.local, &p.global}) *c = symbolic::substituted(*c, by);
  for (auto* all : {&p.extents, &p.local_extents})
    for (auto& extents : *all)
      for (Polynomial& e : extents) e = e.at(by);
  p.names = std::move(names);
  return p;
}

}  // namespace partir::detail
