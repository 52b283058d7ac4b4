// Programs out as input for upstream MLIR's mesh lowering: linalg, tosa and arith ops with `mesh.shard`
// annotations. No MLIR in this header.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "semantics/core.h"
#include "semantics/dist_type.h"

namespace partir {

/// `mesh.shard` of one value: as it is made, `annotate_for_users`, and as made again after that. Extents need
/// not divide.
struct MeshShards {
  std::optional<DistType> made, read, again;
  std::optional<DistType> into;  ///< of an op's result: the parameter that it accumulates into, for its users
};

/// A loop-free program in upstream's dialects, as `import_mesh_spec` reads it. Elementwise ops of f32 and i32
/// are tosa's; other comprehensions are linalg's named contractions or `linalg.generic`, and accumulate into
/// parameters of their own
/// (`%o3`, after the program's): the function has one more for each, and adds it. Initial values are not
/// printed, nor are parameters that nothing reads. Throws Unsupported, located, for loops, for complex
/// elements, and for ops whose comprehension is more than reads at plain indices, scalar functions of arith
/// and math, and one reduction.
std::string print_mesh(const core::Program& program, const std::map<ValueId, MeshShards>& annotations);

}  // namespace partir
