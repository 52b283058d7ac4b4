// The toolkit's programs out as MLIR text.
#pragma once

#include <string>

#include "semantics/core.h"
#include "semantics/hlo.h"

namespace partir {

/// How programs are printed.
struct PrintOptions {
  /// Print `loc("..")` of what has a name in the source, so that reading it back keeps the names.
  bool locations = false;
  /// State the mesh as `partir_core.mesh`; StableHLO alone has it as `sdy.mesh`, where there are shardings.
  bool core_mesh = true;
};

/// PartIR:Core with StableHLO ops; `import_core` reads it back to an equal program. Values keep
/// their names where these are not numbers, made unique; the others are numbered anew. Does not
/// need the program to be well typed, only its identifiers to be in range; throws Crash where a
/// value is used that nothing defines.
std::string print(const core::Program& program, const PrintOptions& options = {});

/// PartIR:HLO; `import_hlo` reads it back to an equal program.
std::string print(const hlo::Program& program, const PrintOptions& options = {});

/// The device-local program in plain StableHLO: collectives with replica groups over device ids
/// (row-major in mesh order), all_slice as dynamic_slice at offsets computed from partition_id.
/// A comment at the head records the mesh and the distributed type of each parameter and result.
/// The program must be well typed.
std::string print_stablehlo(const hlo::Program& program, const PrintOptions& options = {});

}  // namespace partir
