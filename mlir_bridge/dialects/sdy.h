// Classes of the `sdy` dialect, generated from sdy.td.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "partir_gen/sdy_dialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "partir_gen/sdy_attrs.h.inc"

#define GET_OP_CLASSES
#include "partir_gen/sdy_ops.h.inc"

namespace partir::dialects::sdy {

/// The mesh of a sharding: its own, or the one that its symbol names near `from`; null when there
/// is no such mesh.
MeshAttr mesh_of(TensorShardingAttr sharding, mlir::Operation *from);

} // namespace partir::dialects::sdy
