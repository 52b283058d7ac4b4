// Boundaries in JSON: how a program's parameters and results lie on a mesh (docs/verify.md).
#pragma once

#include <string>

#include "mlir_bridge/boundary.h"

namespace partir {

/// Reads
///   {"mesh": [["x", 2], ["y", 4]], "device_ids": [0, 1, ..],
///    "params": [[["x"], []], "replicated", {"dims": [["x"], []], "partial": ["y"], "monoid": "add"}],
///    "results": [..]}
/// for tensors of the types `global`; `device_ids` may be left out. BadInput, located, for anything else.
StatedBoundary read_boundary_json(const std::string& path, const Signature& global);
/// The same from text; `name` stands for the file in messages.
StatedBoundary parse_boundary_json(const std::string& text, const std::string& name, const Signature& global);

}  // namespace partir
