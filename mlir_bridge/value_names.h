// Names for people in printed text. Internal to the bridge.
#pragma once

#include <string>

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace partir::bridge {

/// `text`, which is `module` printed, with the names that `wanted` gives its values in place of
/// MLIR's numbers, made unique: `%x`, then `%x_0`. Results of one op are named one by one. Values
/// without a name that MLIR's syntax has are numbered in the order of the text.
std::string with_value_names(const std::string& text, mlir::ModuleOp module,
                             const llvm::DenseMap<mlir::Value, std::string>& wanted);

}  // namespace partir::bridge
