// SPMD programs in MLIR text, to be judged against what they were made from.
#pragma once

#include <string>
#include <variant>

#include "mlir_bridge/boundary.h"
#include "semantics/core.h"
#include "semantics/hlo.h"
#include "semantics/spmd_program.h"

namespace partir {

/// Nothing says how a program's parameters and results lie on the devices.
class NoBoundary : public BadInput {
 public:
  using BadInput::BadInput;
};

/// The types at the boundary of a Core program.
Signature signature_of(const core::Program& p);

/// Reads `path` as the device-local StableHLO program of one partition: `@main`, else its only public function.
/// Without `boundary` the text itself says how the parameters and results lie on the devices (`sdy.sharding`,
/// `mhlo.sharding`); `global` are the types of the whole tensors. Which devices there are is the boundary's
/// mesh's business; `mhlo.num_partitions` or `mhlo.num_replicas`, if stated, must agree. Throws BadInput,
/// Unsupported and Rejected as import_module_text does; NoBoundary where none is known.
SpmdProgram import_spmd(const std::string& path, const Signature& global,
                        const std::optional<Boundary>& boundary = {});
/// The same from memory; `name` is the file that locations cite.
SpmdProgram import_spmd_text(const std::string& text, const std::string& name, const Signature& global,
                             const std::optional<Boundary>& boundary = {});

}  // namespace partir
