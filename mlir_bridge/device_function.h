// What each device runs of one sharded function. Internal to the bridge.
#pragma once

#include <optional>
#include <string>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir_bridge/source.h"

#include "semantics/spmd_program.h"

namespace partir::bridge {

/// What a device runs of a function, and of how many it is one: these must be the partitions that run it; 0 where it
/// does not depend on the others, and may run anywhere.
struct DeviceFunction {
  shlo::Function function;
  int64_t devices = 0;
};

/// `function` on local types (import_sharded.h), called as it is; it may call others of the text, which are not part
/// of it. It need not be lowered yet: ops that devices cannot run on their parts run on the whole
/// (`Indivisible::Gather`). Nothing where it is not covered, and `why_not` says why.
std::optional<DeviceFunction> device_function(const Source& source, mlir::func::FuncOp function,
                                              std::string& why_not);

/// As is_sharded_program and import_sharded (import_sharded.h).
bool is_sharded(const Source& source);
SpmdProgram import_sharded(const Source& source);

}  // namespace partir::bridge
