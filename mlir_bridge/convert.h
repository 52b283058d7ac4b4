// Types, literals and monoids between MLIR and the toolkit. Internal to the bridge.
#pragma once

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir_bridge/dialects/partir_core.h"

#include "semantics/diagnostics.h"
#include "semantics/literal.h"
#include "semantics/mesh.h"

namespace partir::bridge {

/// `tensor<..>` of a static shape and a supported element type; throws Unsupported.
TensorType tensor_type(mlir::Type type, const Location& where);
mlir::RankedTensorType to_mlir(mlir::MLIRContext* context, const TensorType& type);
mlir::Type to_mlir(mlir::MLIRContext* context, ElementType type);

/// The bits of a constant: splats stay splats. Throws Unsupported for what is not dense
/// (resources).
Literal literal(mlir::Attribute value, const Location& where);
mlir::DenseElementsAttr to_mlir(mlir::MLIRContext* context, const Literal& literal);

Monoid monoid(dialects::partir_core::ReduceAttr attr);
dialects::partir_core::ReduceAttr to_mlir(mlir::MLIRContext* context, Monoid monoid);

/// A mesh from names and sizes; throws BadInput where it is not one or has over a million devices.
Mesh mesh(llvm::ArrayRef<mlir::StringAttr> names, llvm::ArrayRef<int64_t> sizes,
          const Location& where);

/// As MLIR prints it.
std::string text_of(mlir::Attribute attr);
std::string text_of(mlir::Type type);
/// What an error says, without the word `unsupported`.
std::string reason_of(const Error& e);

}  // namespace partir::bridge
