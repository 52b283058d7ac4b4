// A program and its implementation at arguments that somebody gives, and only there: how a counterexample is run again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interp/native.h"
#include "proofs/native_check.h"
#include "semantics/core.h"
#include "semantics/freedom.h"
#include "semantics/verdict.h"

namespace partir {

struct CompareOptions;
class Subject;

/// The whole arguments of a program, in its own types.
using Arguments = std::vector<Tensor<Native>>;

/// Reads `directory`/arg0.npy, arg1.npy, .., one file for each parameter of `spec`. Throws BadInput, located at the file, where one is
/// missing, cannot be read or is of another type, and where there is one for which the program has no parameter.
Arguments read_arguments(const core::Program& spec, const std::string& directory);

/// What one run of both programs shows.
struct Replay {
  /// Refuted where a result differs by more than the derived bound, or by more than rounding was measured to make of it, and where the
  /// program under test has no outcome. Else Undecided, as one run decides nothing.
  Verdict verdict;
  std::vector<Tensor<Native>> expected;   ///< the results of SPEC; none where it has no meaning at these arguments
  std::vector<Family<Native>> found;      ///< those of the program under test on each device; none without an outcome
  std::optional<BoundViolation> differs;  ///< the first element that does
};

/// Runs both at the arguments that `read_arguments` finds in `directory`. The parts of parameters that lie on the devices as parts of a
/// sum are drawn by `seed`. Throws Unsupported as the interpreters do.
Replay replay(const core::Program& spec, const Subject& impl, const std::string& directory, uint64_t seed, Freedom freedom);

/// Arguments at which a comparison refutes a program.
struct RefutingArguments {
  std::optional<Counterexample> counterexample;  ///< as the comparison reports it; nothing where the program has no outcome
  /// In the programs' own types: first as simple as the counterexample's, then as they were drawn. Of a program without an outcome those
  /// at which it was found to have none, and zeros, ones and 1, 2, 3, ..: which of them show it is to be tried. None where the comparison
  /// does not refute.
  std::vector<Arguments> candidates;
};
/// Compares once more, since a verdict keeps its arguments as text alone.
RefutingArguments refuting_arguments(const core::Program& spec, const Subject& impl, const CompareOptions& options);

}  // namespace partir
