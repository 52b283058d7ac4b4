// Proofs that the checker of certificates has accepted.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "proofs/entry_problem.h"
#include "proofs/replay.h"
#include "semantics/diagnostics.h"
#include "semantics/instances.h"

namespace partir {

/// The steps of a proof, once they are replayed; throws Crash where they have a gap.
PARTIR_INLINE std::vector<std::string> replayed_steps(EntryProof proof)
#if PARTIR_PROOFS_BODIES
{
  if (const auto gap = replay(proof.certificate)) throw Crash("a proof with a gap: " + *gap);
  for (EntryProof& other : proof.other_cases) replayed_steps(std::move(other));
  return std::move(proof.steps);
}
#else
    ;
#endif

}  // namespace partir
