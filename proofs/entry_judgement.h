// A registry entry judged: proved for all extents and axis sizes, else refuted on a smallest instance,
// else tested.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proofs/entry_proof.h"
#include "proofs/entry_witness.h"
#include "proofs/replayed.h"
#include "semantics/instances.h"
#include "semantics/verdict.h"

namespace partir {

/// The verdict on an entry; if it is proved, the steps; if it is refuted, a program that shows it, if
/// there is one.
struct EntryJudgement {
  Verdict verdict;
  std::vector<std::string> steps;
  std::optional<core::Program> program{};
};

namespace detail {

/// `reduce of (tensor<2xf32>, tensor<f32>)`.
inline std::string instance_text(const OpInstance& x) {
  return std::string(x.op.name()) + " of " + to_string(types_of(x.operands));
}
/// `x0`, `x1`, ..
inline std::vector<std::string> operand_names(size_t count) {
  std::vector<std::string> names;
  for (size_t o = 0; o < count; ++o) names.push_back("x" + std::to_string(o));
  return names;
}
/// What becomes of an entry that fails at an instance. What fails in Field alone, where no native values
/// show it, may hold over the reals, which have an order and roots that Field lacks.
inline void refute(EntryJudgement& j, const std::string& instance, const std::string& law,
                   bool by_type, const std::optional<WitnessValues>& values,
                   const std::string& why_not) {
  const bool refuted = by_type || values.has_value();
  j.verdict.kind = refuted ? Verdict::Kind::Refuted : Verdict::Kind::Undecided;
  j.verdict.runs = 1;
  j.verdict.detail = instance + ": " + (values ? to_string(values->difference) : law) +
                     (by_type    ? "; by its types, so no program shows it"
                      : !refuted ? "; refuted in Field only: no small native values show it, those aside that overflow, "
                                   "underflow or are undefined"
                      : !j.program ? "; too large for a program that shows it"
                                 : "") +
                     " (" + why_not + ")";
}

inline EntryJudgement judged_by(EntryWitness w, const std::string& why_not) {
  const std::string text = instance_text(w.instance);
  EntryJudgement j;
  j.program = std::move(w.program);
  refute(j, text + " at axis size " + std::to_string(w.n), w.law, w.by_type, w.values, why_not);
  if (w.values)
    j.verdict.counterexample =
        counterexample(*w.values, text, w.n, operand_names(w.instance.operands.size()));
  return j;
}

}  // namespace detail

/// Proved, or the smallest instance (extents, then axis size) on which the law fails, for inputs of
/// `seeds` seeds each. Verified where an op without comprehension states the entry, and it holds when run;
/// tested where an op lists the entry and neither is found, with the reason why there is no proof. Undecided for
/// others, and where the law fails in Field only.
PARTIR_INLINE EntryJudgement judge_entry(const OpInstance& x, const Entry& entry, int64_t seeds = 24)
#if PARTIR_PROOFS_BODIES
{
  EntryProof proof = prove_entry(x, entry);
  std::string where = "for all extents and axis sizes";
  for (const std::string& fixed : proof.fixed) where += (&fixed == proof.fixed.data() ? ", where " : ", ") + fixed;
  if (proof.proved)
    return {{Verdict::Kind::ProvedAllShapes, where, 0, {}},
            replayed_steps(std::move(proof))};
  EntrySearch search = search_entry_witness(x, entry, seeds);
  if (search.witness) return detail::judged_by(std::move(*search.witness), proof.why_not);
  const std::string alone = search.divides ? ""
                            : !search.too_large.empty()
                                ? search.too_large + "; "
                                : "no axis of more than one device divides a small instance; ";
  if (search.runs == 0) return {{Verdict::Kind::Undecided, alone + "no proof: " + proof.why_not, 0, {}}, {}};
  const int64_t runs = search.inputs;
  const bool is_listed = lists(x, entry);
  const bool stated = is_listed && !x.op.comprehension(types_of(x.operands));
  if (stated && search.divides)
    return {{Verdict::Kind::Verified,
             "by the op's definition, which says over which dimensions it is a map; " + counted(runs, "run") + " agree", runs, {}}, {}};
  if (!is_listed)
    return {{Verdict::Kind::Undecided,
             (search.divides ? "holds on small instances; " : alone) + "no proof: " + proof.why_not, runs, {}}, {}};
  return {{Verdict::Kind::Tested, alone + "no proof: " + proof.why_not, runs, {}}, {}};
}
#else
    ;
#endif

}  // namespace partir
