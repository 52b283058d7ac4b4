// The boundary that a verdict is about: who says how each parameter and each result lies on the devices, whether all
// that say it agree, and how it is shown.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mlir_bridge/import_spmd.h"
#include "semantics/hlo.h"
#include "tools/command.h"

namespace partir {

/// A parameter or a result of what was checked.
struct CheckedTensor {
  std::string name;  ///< `%x`, or what JAX calls it; empty where no text names it
  TensorType local;
  /// The texts that say how it lies (SPEC, IMPL, --shardings) and where; the first decides, the others agree. Nobody:
  /// it is taken as whole on every device, unless ways were tried.
  std::vector<std::pair<std::string, Location>> said_by;
  size_t ways = 0;   ///< where nobody says it, how many the local type allows; 0: none were tried
};
/// Beside the mesh and the distributed types of an SpmdProgram.
struct CheckedBoundary {
  std::vector<CheckedTensor> params, results;
  std::vector<std::string> notes;  ///< `file:line:col: note: ..`
};

/// A text that may say how the boundary lies, under the name that messages give it.
struct BoundarySource {
  std::string who;
  BoundaryText text;
};

/// The boundary of `impl`, of which the first of `sources` decides that says something of a tensor, before one that
/// leaves dimensions open. Throws BadInput that shows both where two of them do not mean the same, or where a local
/// type of IMPL is not the one that follows; BadInput where nobody says anything, and Unsupported where the only
/// statement cannot be read, or no mesh has all that is said. The sources have as many tensors as `global`, and IMPL is
/// among them.
std::pair<SpmdProgram, CheckedBoundary> decide_boundary(ImplText impl, const std::vector<BoundarySource>& sources,
                                                        const Signature& global);

/// The boundary that a PartIR:HLO program states in its signature.
CheckedBoundary stated_boundary(const hlo::Program& p);

/// Names that two texts give to tensors, where they are the same ones in another order: a note for each kind of name.
std::vector<std::string> swapped_names(const std::vector<TensorNames>& spec, const std::vector<TensorNames>& impl,
                                       const std::vector<Location>& places, const std::string& noun);

/// A boundary to be shown: over a mesh whose device d is number `partition_of[d]` (empty: d).
struct ShownBoundary {
  const Mesh& mesh;
  const std::vector<int64_t>& partition_of;
  const std::vector<DistType>&params, &results;
  const CheckedBoundary& checked;
};
/// One line for each tensor; tensors that lie alike together where there are more than 24. Then the notes.
std::string to_text(const ShownBoundary& b);
/// All of them.
Json to_json(const ShownBoundary& b);

}  // namespace partir
