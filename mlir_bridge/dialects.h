// The door to the dialects: registration, and the generated classes of all of them.
#pragma once

#include <string>

#include "mlir_bridge/dialects/check.h"
#include "mlir_bridge/dialects/chlo.h"
#include "mlir_bridge/dialects/interpreter.h"
#include "mlir_bridge/dialects/partir_core.h"
#include "mlir_bridge/dialects/partir_hlo.h"
#include "mlir_bridge/dialects/sdy.h"
#include "mlir_bridge/dialects/stablehlo.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace partir::dialects {

/// Registers stablehlo, chlo, check, interpreter, sdy, partir_core and partir_hlo, the helper
/// dialects that read `#tile<d>` and `#reduce<op>`, and upstream's func and arith.
void register_dialects(mlir::DialectRegistry &registry);

/// Lets a program write `#any` and `#sum` as calculus.md does: MLIR reads both as attribute
/// aliases, so their definitions are put in front of each chunk (`// -----` separates chunks) that
/// uses but does not define them. No line is added; columns change only where a chunk's first line
/// is neither blank nor a comment. Text that uses neither comes back unchanged.
std::string with_aliases(llvm::StringRef text);

} // namespace partir::dialects
