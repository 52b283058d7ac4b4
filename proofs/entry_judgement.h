// A registry entry judged: proved for all extents and axis sizes, else refuted on a smallest instance, else tested.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "proofs/entry_proof.h"
#include "proofs/theorem3.h"
#include "semantics/verdict.h"

namespace partir {

/// The verdict on an entry, and, if it is proved, the steps.
struct EntryJudgement {
  Verdict verdict;
  std::vector<std::string> steps;
};

namespace detail {
/// Instances like `x` with small extents, the smallest first; `x` itself last.
inline std::vector<OpInstance> small_instances(const OpInstance& x) {
  const ExtentFamily family(x, [](const OpInstance&) { return true; });
  const size_t k = family.start().size();
  constexpr int64_t most = 6;
  constexpr size_t enough = 1500;
  std::vector<std::vector<int64_t>> all;
  std::vector<int64_t> t(k, 1);
  for (bool more = k > 0; more && all.size() < enough;) {
    all.push_back(t);
    more = false;
    for (size_t u = 0; u < k && !more; ++u) {
      more = ++t[u] <= most;
      if (!more) t[u] = 1;
    }
  }
  std::vector<std::pair<int64_t, OpInstance>> sized;
  for (const auto& at : all) {
    try {
      OpInstance y = family.at(at);
      int64_t elements = 0;
      for (const TensorType& r : y.op.infer(types_of(y.operands))) elements += r.elements();
      for (const OperandInfo& o : y.operands) elements += o.type.elements();
      sized.emplace_back(elements, std::move(y));
    } catch (const ConstraintViolation&) {
      // extents that are ill-typed together
    }
  }
  std::stable_sort(sized.begin(), sized.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<OpInstance> instances;
  for (auto& [size, y] : sized) instances.push_back(std::move(y));
  instances.push_back(x);
  return instances;
}
}  // namespace detail

/// Proved, or the smallest instance (extents, then axis size) on which the law fails, for inputs of `seeds` seeds each;
/// tested where neither is found, with the reason why there is no proof.
inline EntryJudgement judge_entry(const OpInstance& x, const Entry& entry, int64_t seeds = 24) {
  EntryProof proof = prove_entry(x, entry);
  if (proof.proved)
    return {{Verdict::Kind::ProvedAllShapes, "for all extents and axis sizes", 0, {}}, std::move(proof.steps)};
  const std::vector<OpInstance> instances = detail::small_instances(x);
  int64_t runs = 0;
  for (const OpInstance& y : instances)
    for (int64_t n : {2, 3, 1}) {  // 1 where no other is allowed: one group is not divided
      const Types types = types_of(y.operands);
      if (!extents_divide(entry.operands, types, n) || !extents_divide(entry.results, y.op.infer(types), n) || !y.op.allows(entry, n))
        continue;
      if (++runs > 40 && &y != &instances.back()) continue;  // the smallest tell
      for (int64_t seed = 0; seed < seeds; ++seed)
        if (const std::string why = theorem3_violation(y.op, y.operands, entry, n, static_cast<uint64_t>(1000 * seed)); !why.empty())
          return {{Verdict::Kind::Refuted, std::string(y.op.name()) + " of " + to_string(types) + " at axis size " + std::to_string(n) + ": " +
                                               why + " (" + proof.why_not + ")", 1, {}}, {}};
    }
  if (runs == 0) return {{Verdict::Kind::Undecided, "no instance divides; no proof: " + proof.why_not, 0, {}}, {}};
  return {{Verdict::Kind::Tested, "no proof: " + proof.why_not, std::min<int64_t>(runs, 41) * seeds, {}}, {}};
}

}  // namespace partir
