// Whether the devices of a program add up in a narrow type only what the Core program adds up in it, too. Then a sum that the Core program converts to that
// type may be converted part by part, and the parts be added up by collectives: gradients are often sent so.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "proofs/error_bound.h"
#include "proofs/made_of.h"
#include "proofs/subject.h"
#include "proofs/sums.h"
#include "semantics/core.h"

namespace partir {

/// What the ops of a program add up, by numbers (MadeOf) that do not tell roundings apart, and the types in which they do. Collectives are no ops.
class AddedByOps : public MadeOf {
 public:
  using Sum = std::pair<uint64_t, ElementType>;
  AddedByOps(uint64_t key, uint64_t own) : MadeOf(key, own, false) {}
  const std::set<Sum>& sums() const { return sums_; }
  /// Whether there are no loops, in which a collective rounds more than once, no branches, and no values of which nothing is known.
  bool is_straight() const { return is_straight_; }
  void op(const OpSite& s) override {
    MadeOf::op(s);
    if (!s.depends) return;
    const Types results = s.op.infer(s.operands);
    for (size_t k = 0; k < s.results.size(); ++k)
      if (terms_added(s, k) > 0) sums_.insert({of(s.results[k]), results[k].element});
  }
  void enters(std::span<const ValueId> carried, std::span<const ValueId> from) override {
    MadeOf::enters(carried, from);
    is_straight_ = false;
  }
  void chosen(std::span<const ValueId> results, ValueId by, const std::vector<BranchSite>& branches, const Location& where) override {
    MadeOf::chosen(results, by, branches, where);
    is_straight_ = false;
  }
  void unknown(ValueId result) override {
    MadeOf::unknown(result);
    is_straight_ = false;
  }

 private:
  std::set<Sum> sums_;
  bool is_straight_ = true;
};

/// How far the results of `subject` may be from the Core program's: BoundOptions::narrows as above.
inline BoundOptions bound_options(const core::Program& core, const Subject& subject) {
  BoundOptions options{subject.mesh().devices()};
  std::set<ElementType> narrowed;  // to which the Core program converts floats
  for_each_site(core, [&](const OpSite& s) {
    if (is_narrowing(s.op, s.operands, s.result_type.element)) narrowed.insert(s.result_type.element);
  });
  if (narrowed.empty()) return options;
  const uint64_t key = MadeOf::random_key();
  AddedByOps of_core(key, 1), of_subject(key, 2);
  follow(core, of_core);
  subject.follow(of_subject);
  options.narrows = of_subject.is_straight() && std::all_of(of_subject.sums().begin(), of_subject.sums().end(), [&](const AddedByOps::Sum& sum) { return !narrowed.contains(sum.second) || of_core.sums().contains(sum); });
  return options;
}

}  // namespace partir
