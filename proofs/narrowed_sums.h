// Whether the devices of a program round sums to a narrow type no more often than the Core program does, but for a part of each. Then a sum that the Core
// program converts to that type may be converted part by part, and the parts be added up by collectives: gradients are often sent so.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>

#include "proofs/error_bound.h"
#include "proofs/mesh_body.h"
#include "proofs/subject.h"
#include "proofs/sums.h"
#include "semantics/core.h"

namespace partir {

/// How far the results of `subject` may be from the Core program's: BoundOptions::narrows as above.
inline BoundOptions bound_options(const core::Program& core, const Subject& subject) {
  BoundOptions options{subject.mesh().devices()};
  std::set<int> narrowed;  // the precisions to which the Core program converts floats
  for_each_site(core, [&](const OpSite& s) {
    if (is_narrowing(s.op, s.operands, s.result_type.element)) narrowed.insert(float_format(real_part(s.result_type.element)).precision);
  });
  if (narrowed.empty()) return options;
  const uint64_t key = MadeOf::random_key();
  const MeshBody body = subject.body();
  Sums of_core(key, 1, types_of(core), {}), of_subject(key, 2, types_of(body), {.collectives = false});
  follow(core, of_core);
  subject.follow(of_subject);
  // what was converted, added up over the devices and has a term added, such as a bias, may be converted again: that is left undecided (early_roundings.h), not refuted
  const auto may_be_rounded = [&](const auto& of) {
    const auto& [number, sum] = of;
    const double there = of_core.often(number, sum.precision).terms;
    return !narrowed.contains(sum.precision) || sum.terms <= (sum.by_adding ? there : std::max(there, 1.0) + (sum.over_devices ? 1 : 0));
  };
  const bool narrows = of_subject.adds_over_devices() && std::all_of(of_subject.all_sums().begin(), of_subject.all_sums().end(), may_be_rounded);
  (of_subject.is_straight() ? options.narrows : options.may_narrow) = narrows;
  return options;
}

}  // namespace partir
