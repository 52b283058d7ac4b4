// A program and an SPMD implementation of it, in whatever text they come, and the verdict on them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "semantics/core.h"
#include "semantics/freedom.h"
#include "semantics/spmd_program.h"
#include "semantics/verdict.h"
#include "tools/checked_boundary.h"

namespace partir {

struct CompareOptions;
struct RefutingArguments;
struct Replay;

/// A program, and the ways in which its implementation's tensors may lie on the devices: the first that holds
/// counts.
struct VerifyPair {
  core::Program spec;
  std::vector<SpmdProgram> impls;
  CheckedBoundary boundary;  ///< who says how they lie
  std::string spec_text, impl_text;          ///< as they were read
  std::optional<std::string> shardings_text;  ///< of the file of the boundary, where there is one
};

/// The program that is to be implemented: StableHLO, PartIR:Core, or upstream's mesh dialect; type-checked.
/// `path` may be "-". Throws as import_core and import_mesh_spec do.
core::Program read_spec(const std::string& path);
/// The same with its implementation: the device-local program in any of the forms of docs/verify.md.
/// `shardings` is the file of the boundary, empty where the texts say it. Throws as the imports do,
/// UsageError where files do not go together, BadInput where they do not mean the same boundary
/// (tools/checked_boundary.h).
VerifyPair read_verify_pair(const std::string& spec, const std::string& impl,
                            const std::string& shardings = "");

/// The verdict of proofs/verify.h on the first implementation that holds, else on the first; `judged` is its
/// number.
struct PairVerdict {
  Verdict verdict;
  size_t judged = 0;
};
/// How a pair is compared: `runs` in each domain, 0 for as many as the programs need.
CompareOptions compare_options(int64_t runs, uint64_t seed, Freedom freedom);
/// `runs` of 0: as many as the programs need. Throws as `verify` does.
PairVerdict judge(const VerifyPair& pair, int64_t runs = 0, uint64_t seed = 1, Freedom freedom = Freedom::Roundings);

/// Both at given inputs alone, as tools/replay.h says; of several implementations each must differ there. Where SPEC itself has more than one
/// outcome, as its sorts are not stable, a difference decides nothing.
Replay replay(const VerifyPair& pair, const std::string& directory, uint64_t seed, Freedom freedom);
/// At what arguments a pair is refuted, of which `judge` has judged that implementation.
RefutingArguments refuting_arguments(const VerifyPair& pair, size_t judged, const CompareOptions& options);

}  // namespace partir
