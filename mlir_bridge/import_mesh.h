// Upstream MLIR's mesh lowering as a subject: what its input means, and what it made of it. The input is
// a function of linalg, tosa, tensor and arith ops with `mesh.shard` annotations; the output is what
// `sharding-propagation,mesh-spmdization` prints. The dialect's later spelling, `shard`, is read too. No
// MLIR in this header.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "semantics/core.h"
#include "semantics/spmd_program.h"

namespace partir {

/// Whether a text defines a mesh of upstream MLIR's.
bool is_mesh_text(const std::string& text);

/// What elements are that nothing may depend on (`tensor.empty`): another number in the specification
/// than on the devices, so that a device's program that depends on them is seen to.
inline constexpr double undefined_in_spec = 0, undefined_on_devices = 7;

/// The meaning of `path` without its annotations, type-checked, as a PartIR:Core program without loops.
/// Its mesh is that of the file, axes named by their numbers. Scalars and indices (as i64) are tensors of
/// rank 0. Throws BadInput where the text is not well formed, Unsupported for ops outside of what is
/// covered, Rejected where it is ill-typed.
core::Program import_mesh_spec(const std::string& path, double undefined = undefined_in_spec);

/// The program that each device runs, `impl_path`, type-checked, with the distributions of its parameters
/// and results. These are what `spec_path` annotates where it does: `mesh.shard` of an argument and of
/// what is returned; else what the local types say, tilings alone: a partial result that nothing marks is
/// none. Throws as `import_mesh_spec` does; Rejected (H-Func) where the local types are not those of the
/// annotations, or of no distribution at all, as where elements are left out.
SpmdProgram import_mesh_spmd(const std::string& spec_path, const std::string& impl_path);

/// All of the distributions that the local types allow, the one above first: on a 2x2 mesh an extent that
/// is halved may lie along either axis, and the axes to which the annotations lead come first. An
/// implementation is right if it is for one of them. Throws Unsupported where they are more than 64.
std::vector<SpmdProgram> import_mesh_candidates(const std::string& spec_path,
                                                const std::string& impl_path);

/// Where a text annotates its parameters and results, by `mesh.shard`; nothing where it does not.
struct MeshAnnotations {
  std::vector<std::optional<Location>> params, results;
};
MeshAnnotations mesh_annotations_text(const std::string& spec, const std::string& name);

/// The same from memory; names are the files that locations cite.
core::Program import_mesh_spec_text(const std::string& text, const std::string& name,
                                    double undefined = undefined_in_spec);
std::vector<SpmdProgram> import_mesh_candidates_text(const std::string& spec, const std::string& spec_name,
                                                     const std::string& impl, const std::string& impl_name);

}  // namespace partir
