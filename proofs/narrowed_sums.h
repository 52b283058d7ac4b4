// Whether sums that SPEC converts to a narrower type are added up in that type over devices at most: gradients are often sent so.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "proofs/error_bound.h"
#include "proofs/subject.h"
#include "proofs/sums.h"
#include "proofs/value_flow.h"
#include "semantics/core.h"

namespace partir {

/// How many numbers a straight program adds up on one device, by their type, and to which types it narrows floats.
class NarrowedSums : public StraightFlow {
 public:
  const std::set<ElementType>& narrowed() const { return narrowed_; }
  /// Terms of a type.
  double terms(ElementType e) const {
    const auto at = terms_.find(e);
    return at == terms_.end() ? 0 : at->second;
  }
  void argument(ValueId, size_t) override {}
  void op(const OpSite& s) override {
    if (!s.depends) return;
    terms_[s.result_type.element] += terms_added(s);
    if (is_narrowing(s.op, s.operands, s.result_type.element)) narrowed_.insert(s.result_type.element);
  }
  void moved(ValueId, std::span<const ValueId>, bool) override {}
  void reduced(ValueId, ValueId, std::optional<ScalarFn>, int64_t) override {}
  void device(ValueId) override {}

 private:
  std::map<ElementType, double> terms_;
  std::set<ElementType> narrowed_;
};

/// The bounds that are allowed for what `subject` makes of the Core program's values: where it is straight and its devices add up no more in each type to which
/// the Core program narrows floats than that does itself, it may narrow sums in parts, one for each device.
inline BoundOptions bound_options(const core::Program& core, const Subject& subject) {
  BoundOptions options{subject.mesh().devices()};
  NarrowedSums of_core, of_subject;
  follow(core, of_core);
  if (of_core.narrowed().empty()) return options;
  subject.follow(of_subject);
  options.narrows = of_core.why_not().empty() && of_subject.why_not().empty() && std::all_of(of_core.narrowed().begin(), of_core.narrowed().end(), [&](ElementType e) { return of_subject.terms(e) <= of_core.terms(e); });
  return options;
}

}  // namespace partir
