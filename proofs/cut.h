// Programs cut at some of their values, which then are further arguments.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "proofs/core_sites.h"
#include "proofs/made_of.h"
#include "proofs/relate.h"
#include "proofs/subject.h"
#include "proofs/tables.h"
#include "semantics/core.h"
#include "semantics/needed.h"

namespace partir {

/// The program in which these values of the body are further arguments, and which returns that.
inline core::Program cut(core::Program p, const std::vector<ValueId>& arguments, const std::vector<ValueId>& results) {
  core::Function& f = p.main;
  f.params.insert(f.params.end(), arguments.begin(), arguments.end());
  f.body.results = {};
  f.result_types.clear();
  f.result_attributes.clear();
  for (ValueId x : results) {
    f.body.results.push_back(x);
    f.result_types.push_back(f.type(x));
  }
  leave_needed(f.body, f.params);
  return p;
}

/// Values of the Core program with those of the other one that are the same, and how these are distributed.
struct ValuePairs {
  std::vector<ValueId> core;
  std::vector<std::pair<ValueId, DistType>> subject;
  void add(ValueId x, const std::pair<ValueId, DistType>& there) {
    core.push_back(x);
    subject.push_back(there);
  }
  /// Those of `other` that come after as many as `first` has.
  void add_new(const ValuePairs& other, const ValuePairs& first) {
    for (size_t i = first.core.size(); i < other.core.size(); ++i) add(other.core[i], other.subject[i]);
  }
};

/// The results of both.
inline ValuePairs results_of(const core::Program& core, const MeshBody& subject) {
  ValuePairs results{{core.main.body.results.begin(), core.main.body.results.end()}, {}};
  for (size_t i = 0; i < subject.results.size(); ++i) results.subject.emplace_back(subject.results[i], subject.result_dists[i]);
  return results;
}

/// The truth values that a Core program chooses by, or makes numbers of, and that its arguments decide: of a predicate that is reshaped,
/// broadcast or transposed the value before that. Those of the body alone, not those in loops.
inline std::vector<ValueId> decisions_of(const core::Program& p) {
  const core::Function& f = p.main;
  const std::vector<char> depends = argument_dependent(p);
  std::map<ValueId, const OpExpr*> made_by;
  for (const core::Stmt& s : f.body.stmts)
    if (const auto* o = std::get_if<OpExpr>(&s.expr); o && s.results.size() == 1) made_by[s.results[0]] = o;
  std::vector<ValueId> found;
  core::walk(f.body, [&](const core::Stmt& s, int) {
    const auto* o = std::get_if<OpExpr>(&s.expr);
    if (!o || is_bool(f.type(s.results[0]).element)) return;
    for (ValueId x : o->operands) {
      if (!is_bool(f.type(x).element)) continue;
      auto at = made_by.find(x);
      while (at != made_by.end() && (at->second->op.get_if<Reshape>() || at->second->op.get_if<BroadcastInDim>() || at->second->op.get_if<Transpose>())) {
        x = at->second->operands[0];
        at = made_by.find(x);
      }
      if (at != made_by.end() && depends[x] && std::find(found.begin(), found.end(), x) == found.end()) found.push_back(x);
    }
  });
  return found;
}

/// The floats that a Core program makes by ops of which nothing bounds the rounding, nor that of what is made of them (error_bound.h). Those of the
/// body alone, not those in loops.
inline std::vector<ValueId> without_bounds(const core::Program& p) {
  const core::Function& f = p.main;
  const std::vector<char> depends = argument_dependent(p);
  std::vector<ValueId> found;
  for (const core::Stmt& s : f.body.stmts) {
    const auto* o = std::get_if<OpExpr>(&s.expr);
    if (!o) continue;
    Types types;
    for (ValueId x : o->operands) types.push_back(f.type(x));
    if (o->op.comprehension(types) && index_places(o->op, types).empty()) continue;
    for (ValueId x : s.results)
      if (depends[x] && is_float(f.type(x).element)) found.push_back(x);
  }
  return found;
}

/// A run of both programs in their own types.
struct NativeTables {
  CoreTable<Native> core;
  FamilyTable<Native> subject;
};

/// Two programs made of two.
struct ProgramPair {
  core::Program core;
  std::unique_ptr<Subject> subject;
};

/// Two programs in which values that both make of the same, and that were the same in all of some runs, are given to both as
/// further arguments: whatever these are, the rest of the two can be compared. Of `values`, of the Core program's body, those that the other
/// one makes, too, and that neither makes twice; of truth values that it does not make, those that they are made of. Nothing if there is none.
/// `key`, `rounds`: see MadeOf.
inline std::optional<ProgramPair> given(const core::Program& core, const Subject& subject, const std::vector<ValueId>& values,
                                        const std::vector<NativeTables>& runs, uint64_t key, bool rounds) {
  MadeOf of_core(key, 1, rounds), of_subject(key, 2, rounds), rounded_core(key, 1), rounded_subject(key, 2);
  follow(core, of_core);
  subject.follow(of_subject);
  follow(core, rounded_core);
  subject.follow(rounded_subject);
  const MeshBody body = subject.body();
  std::vector<Relation<Native>> relations;
  for (const NativeTables& t : runs) relations.emplace_back(core, t.core, body, t.subject);
  std::set<ValueId> taken;
  const auto there = [&](ValueId y) -> std::optional<std::pair<ValueId, DistType>> {
    // of several one that is the same with regard to roundings, too: two comparisons may have had one outcome in all runs
    for (const bool as_rounded : {true, false})
      for (const MeshBody::Stmt& s : body.stmts)
        for (ValueId x : s.results) {
          const auto& type = body.values[x].type;
          if (taken.contains(x) || !type || type->element != core.main.type(y).element || of_subject.of(x) != of_core.of(y)) continue;
          if (as_rounded != (rounded_subject.of(x) == rounded_core.of(y))) continue;
          for (const DistType& d : relations.at(0).layouts(x, y))
            if (std::none_of(relations.begin(), relations.end(), [&](Relation<Native>& r) { return r.difference(x, y, d).has_value(); })) return std::pair{x, d};
        }
    return std::nullopt;
  };
  const std::vector<char> depends = argument_dependent(core);
  std::map<ValueId, const OpExpr*> made_by;
  for (const core::Stmt& s : core.main.body.stmts)
    if (const auto* o = std::get_if<OpExpr>(&s.expr); o && s.results.size() == 1) made_by[s.results[0]] = o;
  ValuePairs pairs;
  std::vector<ValueId> asked = values;
  for (size_t i = 0; i < asked.size(); ++i) {
    const auto& params = core.main.params;
    if (std::find(params.begin(), params.end(), asked[i]) != params.end()) continue;
    if (const auto x = there(asked[i])) {
      pairs.add(asked[i], *x);
      taken.insert(x->first);
    } else if (const auto by = made_by.find(asked[i]); by != made_by.end()) {
      for (ValueId y : by->second->operands)
        if (depends[y] && is_bool(core.main.type(y).element) && std::find(asked.begin(), asked.end(), y) == asked.end()) asked.push_back(y);
    }
  }
  const ValuePairs results = results_of(core, body);
  while (!pairs.core.empty()) {
    ProgramPair g{cut(core, pairs.core, results.core), subject.cut(pairs.subject, results.subject)};
    if (!g.subject) return std::nullopt;
    MadeOf rest_of_core(key, 1, rounds), rest_of_subject(key, 2, rounds);
    follow(g.core, rest_of_core);
    g.subject->follow(rest_of_subject);
    // what one of the two still makes is not only what the other one is given
    ValuePairs once;
    for (size_t i = 0; i < pairs.core.size(); ++i) {
      const uint64_t made = of_core.of(pairs.core[i]);
      if (!rest_of_core.all().contains(made) && !rest_of_subject.all().contains(made)) once.add(pairs.core[i], pairs.subject[i]);
    }
    if (once.core.size() == pairs.core.size()) return g;
    pairs = std::move(once);
  }
  return std::nullopt;
}

}  // namespace partir
