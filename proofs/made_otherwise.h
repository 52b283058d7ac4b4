// Values that a program under test makes otherwise than the Core program makes the same: of the same elements by the laws of the field, but
// by other ops. What roundings, overflows and NaN do there shows at the value itself, however few arguments let a result depend on it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
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

}  // namespace partir
