// Values that a program under test makes otherwise than the Core program makes the same: of the same elements by the laws of the field, but
// by other ops. What roundings, overflows and NaN do there shows at the value itself, however few arguments let a result depend on it.
#pragma once

#include <algorithm>
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

}  // namespace partir
