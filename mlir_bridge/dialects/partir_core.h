// Classes of the `partir_core` dialect, generated from partir_core.td, and the mesh of a program.
#pragma once

#include <optional>

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "partir_gen/partir_core_enums.h.inc"

#include "partir_gen/partir_core_dialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "partir_gen/partir_core_attrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "partir_gen/partir_core_types.h.inc"

#define GET_OP_CLASSES
#include "partir_gen/partir_core_ops.h.inc"

namespace partir::dialects {

/// The mesh that a program is typed under, as far as the syntax gives one.
struct MeshView {
  llvm::ArrayRef<mlir::StringAttr> names;
  llvm::ArrayRef<int64_t> sizes;

  /// M(a), or nothing where a is not in M.
  std::optional<int64_t> size_of(llvm::StringRef axis) const;
};

/// The mesh around `op`: the nearest `partir_core.mesh` attribute, else the only `sdy.mesh` of the
/// enclosing module, else none.
std::optional<MeshView> find_mesh(mlir::Operation *op);

/// Whether ⊕ is defined on an element type: add and mul on numbers, max and min on integers and
/// floats, and and or on integers (i1 among them).
bool is_defined_on(partir_core::ReductionKind kind, mlir::Type element_type);

/// Whether `value` depends on the range variable `range`, as T-Any defines it.
bool is_tainted_by(mlir::Value value, mlir::Value range);

} // namespace partir::dialects
