// Ops of AllOps out of MLIR ops, by reflection over their attributes. Internal to the bridge.
#pragma once

#include <optional>

#include "mlir/IR/Operation.h"
#include "mlir_bridge/source.h"

#include "semantics/op.h"

namespace partir::bridge {

/// The op of AllOps that `op` is, with its attributes; nothing where there is none of that name.
/// Constants of other dialects and `stablehlo.dot` are read as what they mean; on i1, StableHLO's
/// add and multiply are or and and. Throws BadInput where an attribute is missing or of another
/// kind, Unsupported where the toolkit does not cover its value.
std::optional<Op> read_op(const Source& source, mlir::Operation* op);

/// As `read_op`, of an op that has an attribute of another one as an operand (dynamic_gather,
/// dynamic_conv): the other one, that attribute empty or zero; nothing for all others.
std::optional<Op> read_static_op(const Source& source, mlir::Operation* op);

/// The function of scalars that a region is: its ops are of AllOps at rank 0, or calls of functions of
/// such; it reads nothing from around it but constants. Throws Unsupported for others, BadInput or
/// Rejected for what is none at all.
ScalarBody read_body(const Source& source, mlir::Region& region, const Location& where);

/// `attr` as a list of integers, `array<i64: ..>` or `dense<..> : tensor<nxi64>`; nothing
/// otherwise.
std::optional<std::vector<int64_t>> integers(mlir::Attribute attr);

}  // namespace partir::bridge
