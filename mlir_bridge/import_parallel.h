// What StableHLO modules do in parallel, and ops whose attributes are operands, out of MLIR ops.
// Internal to the bridge.
#pragma once

#include <optional>
#include <vector>

#include "mlir/IR/Operation.h"
#include "mlir_bridge/source.h"

#include "semantics/module.h"

namespace partir::bridge {

/// The form that `op` is, on `operands`; nothing where it is none of them. Throws BadInput where an
/// attribute is missing or of another kind, Unsupported where the toolkit does not cover its value.
std::optional<shlo::Expr> read_parallel(const Source& source, mlir::Operation* op,
                                        const std::vector<ValueId>& operands);

/// Whether `op` is a form that `read_parallel` reads.
bool is_parallel(mlir::Operation* op);

}  // namespace partir::bridge
