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
#include "proofs/relate.h"
#include "proofs/subject.h"
#include "proofs/tables.h"

namespace partir {

/// Such values of its body that are floats, each with the first value of the Core program that it was equal to in a run of both. Values in
/// loops are left out, and those that each device has only a part of a sum of.
inline ValuePairs made_otherwise(const core::Program& core, const Subject& subject, const CoreTable<Field>& core_values, const FamilyTable<Field>& families,
                                 const MadeOf& of_core, const MadeOf& of_subject) {
  const MeshBody body = subject.body();
  Relation<Field> relation(core, core_values, body, families);
  std::vector<ValueId> of_body = core.main.params;
  for (const core::Stmt& s : core.main.body.stmts) of_body.insert(of_body.end(), s.results.begin(), s.results.end());
  const std::vector<char> depends = argument_dependent(core);
  std::erase_if(of_body, [&](ValueId y) { return !is_float(core.main.type(y).element) || !depends[y] || !core_values.axes(y).empty() || core_values.at(y).empty(); });
  ValuePairs pairs;
  // of a large program the first ones
  constexpr int64_t most_tried = 200'000;
  int64_t tried = 0;
  for (const MeshBody::Stmt& s : body.stmts)
    for (ValueId x : s.results) {
      const auto& type = body.values[x].type;
      const bool own = of_subject.is_used(x) && of_subject.all().contains(of_subject.of(x)) && !of_core.all().contains(of_subject.of(x));
      if (!own || !type || !is_float(type->element) || !families[x]) continue;
      for (ValueId y : of_body) {
        if (++tried > most_tried) return pairs;
        if (core.main.type(y).element != type->element) continue;
        if (const auto d = relation.in_whole(x, y)) {
          pairs.add(y, {x, *d});
          break;
        }
      }
    }
  return pairs;
}

/// What the Core program does with roundings alone, where the program under test does not do the same: a value that it rounds by adding something
/// that it takes away again, `(x + c) - c`; a comparison of two values that are the same but for roundings. A text for people, empty if there is none.
inline std::string meant_by_roundings(const core::Program& core, const CoreTable<Field>& core_values, const MadeOf& of_core, const MadeOf& of_subject) {
  const core::Function& f = core.main;
  std::map<ValueId, const OpExpr*> sums;
  const auto value = [&](ValueId x) -> const Tensor<Field>* { return core_values.axes(x).empty() && core_values.at(x).size() == 1 ? &core_values.at(x)[0] : nullptr; };
  const auto equal = [&](ValueId x, ValueId y) {
    const Tensor<Field>*a = value(x), *b = value(y);
    return a && b && a->type() == b->type() && !first_difference(*a, *b);
  };
  const std::vector<char> depends = argument_dependent(core);
  for (const core::Stmt& s : f.body.stmts) {
    const auto* o = std::get_if<OpExpr>(&s.expr);
    if (!o || s.results.size() != 1 || !depends[s.results[0]]) continue;
    const ValueId result = s.results[0];
    const bool is_own = of_core.is_used(result) && !of_subject.all().contains(of_core.of(result));
    if (o->op.get_if<Compare>() && is_own) {
      const ValueId x = o->operands[0], y = o->operands[1];
      if (x != y && depends[x] && depends[y] && is_float(f.type(x).element) && of_core.of(x) != of_core.of(y) && equal(x, y)) return "%" + f.values[result].name + " compares %" + f.values[x].name + " with %" + f.values[y].name + ", which are the same but for roundings";
    }
    if (!(o->op.get_if<Add>() || o->op.get_if<Subtract>()) || !is_float(f.type(result).element)) continue;
    sums[result] = o;
    if (!is_own) continue;
    for (ValueId x : o->operands) {
      const auto sum = sums.find(x);
      if (sum == sums.end()) continue;
      for (ValueId y : sum->second->operands)
        if (depends[y] && equal(result, y) && !equal(x, y)) return "%" + f.values[result].name + " is %" + f.values[y].name + ", rounded by what is added and taken away again";
    }
  }
  return "";
}

}  // namespace partir
