// stablehlo.custom_call: the targets of XLA and JAX whose meaning is that of an op here. Internal to the bridge.
#pragma once

#include <optional>
#include <string>

#include "mlir/IR/Operation.h"

#include "semantics/op.h"

namespace partir::bridge {

/// The call's target; throws BadInput where the op names none.
std::string custom_call_target(mlir::Operation* op, const Location& where);

/// Whether a call hands its one operand on: it says where a value lives or how it is laid out, or shows it to
/// somebody. Throws BadInput where such a call changes the type.
bool only_annotates(mlir::Operation* op, const std::string& target, const Location& where);

/// The op that a call is: `mhlo.erf`, `mhlo.topk` of the largest, the halves of 64-bit integers; nothing for other
/// targets. Throws BadInput or Unsupported where the call is not of its target's form.
std::optional<Op> read_custom_call(mlir::Operation* op, const std::string& target, const Location& where);

}  // namespace partir::bridge
