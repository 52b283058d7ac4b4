// Which roundings are behind the numbers that a program decides by, element by element. The narrowest format on the way to a decision
// (rounded_decisions.h) does not tell one path from another, nor one row.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "interp/field.h"
#include "proofs/made_of.h"
#include "proofs/mesh_body.h"
#include "proofs/relate.h"
#include "proofs/rounded_twice.h"
#include "proofs/same_elements.h"
#include "proofs/subject.h"
#include "proofs/tables.h"

namespace partir {

/// Pairs of a float that the program under test decides by, and those of the Core program with the same elements but for roundings: those that it
/// decides by, if there are any.
class DecidingLosses {
 public:
  /// Of a run of both in the field that kept all values. Borrows the programs.
  DecidingLosses(const core::Program& core, const Subject& subject, const CoreTable<Field>& core_values, const FamilyTable<Field>& families)
      : core_(core), body_(subject.body()) {
    DecidingFloats in_core, in_subject;
    follow(core, in_core);
    subject.follow(in_subject);
    MadeOf made(MadeOf::random_key(), 2);
    subject.follow(made);
    const SameElements same(core, subject, core_values, families);
    for (ValueId x : in_subject.direct()) {
      if (!made.is_used(x) || x >= body_.values.size()) continue;
      std::vector<ValueId> all, deciding;
      for (const SameElements::There& y : same.in_core(x)) {
        all.push_back(y.value);
        if (in_core.direct().contains(y.value)) deciding.push_back(y.value);
      }
      if (!all.empty()) pairs_.push_back({x, deciding.empty() ? std::move(all) : std::move(deciding)});
    }
  }
  bool empty() const { return pairs_.empty(); }

  /// Of a run of both in a model with a loss (FieldModel): the first such number that has lost something else, as a text for people; empty if none has.
  std::string found(const CoreTable<Field>& core_values, const FamilyTable<Field>& families) const {
    Relation<Field> relation(core_, core_values, body_, families);
    for (const auto& [x, all] : pairs_)
      if (std::none_of(all.begin(), all.end(), [&, x = x](ValueId y) { return relation.in_whole(x, y, true).has_value(); }))
        return "%" + body_.values[x].name + ", by which it decides something, and %" + core_.main.values[all[0]].name + " of the Core program are not rounded on the same paths";
    return "";
  }

 private:
  const core::Program& core_;
  MeshBody body_;
  std::vector<std::pair<ValueId, std::vector<ValueId>>> pairs_;
};

}  // namespace partir
