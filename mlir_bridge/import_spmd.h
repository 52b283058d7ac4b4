// SPMD programs in MLIR text, to be judged against what they were made from.
#pragma once

#include <string>
#include <variant>

#include "mlir_bridge/boundary.h"
#include "semantics/core.h"
#include "semantics/hlo.h"
#include "semantics/spmd_program.h"

namespace partir {

/// The types at the boundary of a Core program.
Signature signature_of(const core::Program& p);

/// A text of what each device runs: `@main`, else its only public function.
struct ImplText {
  /// Without a boundary, unless the text is on whole tensors: then its own.
  SpmdProgram program;
  bool on_whole_tensors = false;  ///< import_sharded.h
  BoundaryText said;
};
/// Reads either form; `name` is the file that locations cite, `global` are the types of the whole tensors. Throws
/// BadInput, Unsupported and Rejected as import_module_text, import_sharded_text and read_boundary_text do.
ImplText import_impl_text(const std::string& text, const std::string& name, const Signature& global);
/// A device-local program with its boundary. Which devices there are is the boundary's mesh's business; throws
/// BadInput where `mhlo.num_partitions` or `mhlo.num_replicas` is stated and does not agree.
SpmdProgram with_boundary(ImplText impl, Boundary boundary);
/// Throws the BadInput that nothing says how the program's boundary lies.
[[noreturn]] void no_boundary(const SpmdProgram& p);

/// A device-local program whose own text says how its parameters and results lie on the devices.
SpmdProgram import_spmd_text(const std::string& text, const std::string& name, const Signature& global);

}  // namespace partir
