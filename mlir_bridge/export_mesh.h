// Programs out as input for upstream MLIR's mesh lowering: linalg, tosa and arith ops with `mesh.shard` annotations. No
// MLIR in this header.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "semantics/core.h"
#include "semantics/dist_type.h"

namespace partir {

/// `mesh.shard` of one value: as it is made, and `annotate_for_users`. Extents need not divide.
struct MeshAnnotations {
  std::optional<DistType> made, read;
};

/// A loop-free program in upstream's dialects, as `import_mesh_spec` reads it. Elementwise ops of f32 and i32 are tosa's;
/// other comprehensions are linalg's named contractions or `linalg.generic`, which accumulate into parameters of their
/// own (`%o3`, after the program's): the text's function is of one more argument for each of these, so it means the
/// program only where they are neutral. Parameters that nothing reads are left out. Throws Unsupported, located, for
/// loops, for complex elements, and for ops whose comprehension is more than reads at single indices, scalar functions
/// of arith and math, and one reduction.
std::string print_mesh(const core::Program& program, const std::map<ValueId, MeshAnnotations>& annotations);

}  // namespace partir
