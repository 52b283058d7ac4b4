// How tensors lie on the devices where a lowered function begins and ends: by the annotations of the text
// before, and by the local types of the text after. Internal to the bridge.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mlir/IR/Value.h"
#include "mlir_bridge/upstream/translator.h"
#include "semantics/dist_type.h"

namespace partir::bridge {

/// A `mesh.shard` at the boundary. One that is for the users of an argument alone does not bind: the
/// argument may come otherwise and be resharded.
struct Annotation {
  DistType dist;
  bool binds = true;
  Location where;
};
/// What is annotated of an argument; throws BadInput where two annotations contradict one another.
std::optional<Annotation> argument_annotation(const Source& source, const UpstreamMesh& mesh,
                                              mlir::Value argument);
/// What is annotated of a value that is returned.
std::optional<Annotation> result_annotation(const Source& source, const UpstreamMesh& mesh,
                                            mlir::Value returned);

/// The distributions by which `global` can be `local` on each device, the one guessed first; `what` names
/// the tensor. Throws Rejected (H-Func) where there is none, Unsupported where they are too many.
std::vector<DistType> distributions(const Mesh& mesh, const TensorType& global, const TensorType& local,
                                    const std::optional<Annotation>& annotation, const AxisLists& guess,
                                    const std::string& what, const Location& where);

/// The most distributions that are told apart.
inline constexpr size_t max_candidates = 64;

}  // namespace partir::bridge
