// Values that a program under test makes otherwise than the Core program makes the same: of the same elements by the laws of the field, but
// by other ops. What roundings, overflows and NaN do there shows at the value itself, however few arguments let a result depend on it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "interp/field.h"
#include "proofs/cut.h"
#include "proofs/made_of.h"
#include "proofs/same_elements.h"
#include "proofs/subject.h"
#include "proofs/tables.h"
#include "proofs/taken_away.h"

namespace partir {

/// Such values of its body that are floats, each with the first value of the Core program that it was equal to in a run of both. What is made as
/// the Core program makes only other elements is made otherwise, too.
inline ValuePairs made_otherwise(const Subject& subject, const SameElements& same, const MadeOf& of_core, const MadeOf& of_subject) {
  ValuePairs pairs;
  for (const MeshBody::Stmt& s : subject.body().stmts)
    for (ValueId x : s.results) {
      if (!of_subject.is_used(x) || !of_subject.all().contains(of_subject.of(x))) continue;
      const SameElements::There* first = nullptr;
      bool is_made = false;
      for (const SameElements::There& y : same.in_core(x)) {
        if (!y.same_type) continue;
        if (!first) first = &y;
        is_made = is_made || of_core.of(y.value) == of_subject.of(x);
      }
      if (first && !is_made) pairs.add(first->value, {x, first->dist});
    }
  return pairs;
}

/// Where the Core program compares two values that are the same but for roundings, and the program under test does not; a text for people, empty if
/// nowhere.
inline std::string compares_roundings(const core::Program& core, const CoreTable<Field>& core_values, const MadeOf& of_core, const MadeOf& of_subject) {
  const core::Function& f = core.main;
  const auto equal = [&](ValueId x, ValueId y) {
    const auto value = [&](ValueId z) -> const Tensor<Field>* { return core_values.axes(z).empty() && core_values.at(z).size() == 1 ? &core_values.at(z)[0] : nullptr; };
    const Tensor<Field>*a = value(x), *b = value(y);
    return a && b && a->type() == b->type() && !first_difference(*a, *b);
  };
  const std::vector<char> depends = argument_dependent(core);
  for (const core::Stmt& s : f.body.stmts) {
    const auto* o = std::get_if<OpExpr>(&s.expr);
    if (!o || !o->op.get_if<Compare>() || !of_core.is_used(s.results[0]) || of_subject.all().contains(of_core.of(s.results[0]))) continue;
    const ValueId x = o->operands[0], y = o->operands[1];
    if (x != y && depends[x] && depends[y] && is_float(f.type(x).element) && of_core.of(x) != of_core.of(y) && equal(x, y))
      return "%" + f.values[s.results[0]].name + " compares %" + f.values[x].name + " with %" + f.values[y].name + ", which are the same but for roundings";
  }
  return "";
}

/// What one of the two programs adds and takes away again, as the other one does not; a text for people, empty if there is nothing. `key`: see MadeOf;
/// `same`: which of their values have the same elements, where that is known.
inline std::string takes_away(const core::Program& core, const Subject& subject, uint64_t key, const SameElements* same) {
  MadeOf of_core(key, 1, false), of_subject(key, 2, false);
  follow(core, of_core);
  subject.follow(of_subject);
  TakenAway in_core(of_core), in_subject(of_subject), at_places(of_core, true);
  follow(core, in_core);
  subject.follow(in_subject);
  follow(core, at_places);
  for (const auto& [term, where] : in_subject.terms())
    if (!in_core.terms().contains(term)) return "the sum at " + to_string(where) + " takes away again what was added before, which the Core program does not do";
  // What the Core program takes away from one number the other program may not take away from another: there must be a sum of the same number; or all that has the
  // same elements must be without it, too; or, if nothing is known to have the same elements, a sum with all its terms that the other program makes nowhere else.
  std::map<uint64_t, ValueId> numbers;
  for (const auto& [y, taken] : in_core.sums()) numbers.emplace(of_core.of(y), y);
  const auto takes_it_too = [&](ValueId x, uint64_t term) {
    if (const auto number = numbers.find(of_subject.of(x)); number != numbers.end() && in_core.takes_away(number->second, term, in_subject, x)) return true;
    if (same && !same->in_core(x).empty() && !same->in_core(x)[0].zero)
      return std::all_of(same->in_core(x).begin(), same->in_core(x).end(), [&](const SameElements::There& y) { return in_core.takes_away(y.value, term, in_subject, x); });
    return std::any_of(in_core.sums().begin(), in_core.sums().end(), [&](const auto& sum) {
      const ValueId y = sum.first;
      return !of_subject.all().contains(of_core.of(y)) && in_core.takes_away(y, term, in_subject, x) && in_core.has_all_of(y, in_subject, x);
    });
  };
  for (const auto& [x, taken] : in_subject.sums())
    for (uint64_t term : taken) {
      if (takes_it_too(x, term)) continue;
      const Location& where = in_subject.where(x);
      return (where.known() ? "the sum at " + to_string(where) : std::string("a sum over devices")) + " takes away again what was added before, which the Core program does not do there";
    }
  // Several sums of the Core program may have one number, as rows do that are calculated alike. Then the other program's sum must also be of the same elements.
  std::map<uint64_t, int64_t> sums;
  for (const auto& [y, what] : at_places.sums()) ++sums[of_core.of(y)];
  for (const auto& [y, what] : at_places.sums()) {
    bool is_made = of_subject.all().contains(of_core.of(y));
    if (is_made && same && sums[of_core.of(y)] > 1) {
      const std::vector<ValueId>& there = same->in_subject(y);
      is_made = std::any_of(there.begin(), there.end(), [&](ValueId x) { return of_subject.of(x) == of_core.of(y); });
    }
    // Of a sum that is the only one with its number it is enough that the other program takes away the same terms somewhere, in any order.
    const auto taken = in_core.sums().find(y);
    const bool takes_it_too = taken != in_core.sums().end() && std::all_of(taken->second.begin(), taken->second.end(), [&](uint64_t t) { return in_subject.terms().contains(t); });
    if (!is_made && !(takes_it_too && sums[of_core.of(y)] == 1)) return "%" + core.main.values[y].name + " is rounded by what is added and taken away again, which the " + subject.noun() + " does not do";
  }
  return "";
}

}  // namespace partir
