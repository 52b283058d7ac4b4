// Shardy's shardings as distributed types over refined meshes. Internal to the bridge.
#pragma once

#include <optional>
#include <vector>

#include "mlir_bridge/boundary.h"
#include "mlir_bridge/importer.h"
#include "semantics/dist_type.h"
#include "semantics/mesh_refinement.h"
#include "semantics/placement.h"

namespace partir::bridge {

/// A mesh of a text with the parts of axes that are used of it, and where its devices are.
struct SdyMesh {
  sdy::MeshAttr attr;
  MeshRefinement refinement;
  std::vector<int64_t> partition_of;  ///< empty: the devices in order
};

/// The sharding of a value: a mesh of `SdyMeshes`, or none where the value is whole on every device.
struct SdySharding {
  std::optional<size_t> mesh;
  DistType dist;
};

/// The meshes that the shardings of a text refer to. First every sharding is used, then it can be read.
class SdyMeshes {
 public:
  /// Takes note of a sharding that stands at `from`: its mesh, and the parts of axes that it uses. Throws
  /// BadInput and Unsupported.
  void use(sdy::TensorShardingAttr sharding, mlir::Operation* from, const Location& where);
  /// The same of a list of axes of a collective, which are of the mesh of its sharding.
  void use(mlir::Attribute axes, sdy::TensorShardingAttr sharding, mlir::Operation* from, const Location& where);

  const std::vector<SdyMesh>& meshes() const { return meshes_; }
  /// The mesh of a sharding that was used; nothing where it is a mesh without axes, or without `sharding`.
  std::optional<size_t> mesh(sdy::TensorShardingAttr sharding, mlir::Operation* from) const;
  /// What a used sharding says of a tensor; replicated without one. Throws BadInput, and Unsupported where an
  /// extent does not divide.
  SdySharding read(sdy::TensorShardingAttr sharding, TensorType type, mlir::Operation* from,
                   const Location& where) const;
  /// The same, whether the extents divide or not.
  SdySharding read_uneven(sdy::TensorShardingAttr sharding, TensorType type, mlir::Operation* from,
                          const Location& where) const;
  /// The axes of the refined mesh that a list `{"a", "b":(1)2}` names.
  AxisList axes(llvm::ArrayRef<sdy::AxisRefAttr> list, size_t mesh) const;

 private:
  sdy::MeshAttr find(sdy::TensorShardingAttr sharding, mlir::Operation* from, const Location& where) const;

  std::vector<SdyMesh> meshes_;
};

/// What a sharding that stands at `from` means, by itself. Throws BadInput where it is none of a tensor of this type,
/// Unsupported for parts of axes that lie across one another and for unknown kinds of summands.
Placement placement_of(sdy::TensorShardingAttr sharding, const TensorType& type, mlir::Operation* from,
                       const Location& where);

/// `sdy.sharding` of an argument or a result of a function; null where there is none. Throws BadInput for another
/// attribute of that name.
sdy::TensorShardingAttr argument_sharding(mlir::func::FuncOp function, unsigned index, const Location& where);
sdy::TensorShardingAttr result_sharding(mlir::func::FuncOp function, unsigned index, const Location& where);

/// A count that the module states, `mhlo.num_partitions`; nothing where it does not. Throws BadInput where it is none.
std::optional<int64_t> stated_count(const Source& source, const char* key);
/// As partir::read_boundary_text.
BoundaryText read_boundary(const Source& source, const Signature& global);

}  // namespace partir::bridge
