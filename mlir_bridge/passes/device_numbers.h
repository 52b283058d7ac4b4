// The devices of a mesh by number. Internal to the passes.
#pragma once

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir_bridge/dialects/partir_core.h"

namespace partir::passes {

/// The mesh around `op`, if it is one of at least one and at most 2^20 devices; else reports an error at
/// `op`.
mlir::FailureOr<dialects::MeshView> checked_mesh(mlir::Operation *op);

/// |ā|; the axes are in the mesh.
int64_t size_of(const dialects::MeshView &mesh, llvm::ArrayRef<llvm::StringRef> axes);

/// Devices are numbered row-major in mesh order; a device's number is the id of the partition that it runs.
class DeviceNumbers {
public:
  /// The mesh is one that `checked_mesh` gave.
  explicit DeviceNumbers(dialects::MeshView mesh);

  /// Coordinates along some axes as a digit of the number: (number div stride) mod size.
  struct Digit {
    int64_t stride, size;
  };

  int64_t count() const { return count_; }
  const dialects::MeshView &mesh() const { return mesh_; }
  /// The digits that, row-major, are a device's index in `axes`. Axes that are neighbours in the mesh in
  /// this order share one.
  llvm::SmallVector<Digit> digits(llvm::ArrayRef<llvm::StringRef> axes) const;
  /// The groups of devices that differ along `axes` (an array of strings) only, each row-major in `axes`.
  mlir::DenseIntElementsAttr groups(mlir::ArrayAttr axes);

private:
  Digit digit(llvm::StringRef axis) const;
  /// The numbers of the devices whose coordinates off `axes` are 0, row-major in `axes`.
  llvm::SmallVector<int64_t> numbers(llvm::ArrayRef<llvm::StringRef> axes) const;

  dialects::MeshView mesh_;
  llvm::SmallVector<int64_t> strides_;
  int64_t count_ = 1;
  llvm::DenseMap<mlir::Attribute, mlir::DenseIntElementsAttr> groups_; ///< a million numbers at worst
};

} // namespace partir::passes
