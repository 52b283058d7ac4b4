// What each device runs of one sharded function. Internal to the bridge.
#pragma once

#include <optional>
#include <string>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir_bridge/source.h"

#include "semantics/module.h"

namespace partir::bridge {

/// `function` on local types (import_sharded.h), called as it is; it may call others of the text, which are not part
/// of it. Nothing where it is not covered, and `why_not` says why.
std::optional<shlo::Function> device_function(const Source& source, mlir::func::FuncOp function,
                                              std::string& why_not);

}  // namespace partir::bridge
