#include "mlir_bridge/sdy_sharding.h"

#include <algorithm>

namespace partir::bridge {

namespace {

AxisPart part(sdy::AxisRefAttr axis) {
  AxisPart p{axis.getName().str(), 1, 0};
  if (axis.is_sub_axis()) p.pre = axis.getPreSize(), p.size = axis.getSize();
  return p;
}

/// The devices of a mesh in its order. Throws BadInput where they are not numbers from 0 on, each once.
std::vector<int64_t> partitions(sdy::MeshAttr mesh, int64_t devices, const Location& where) {
  std::vector<int64_t> ids(mesh.getDeviceIds().begin(), mesh.getDeviceIds().end()), sorted = ids;
  if (ids.empty()) return ids;
  std::sort(sorted.begin(), sorted.end());
  for (int64_t i = 0; i < devices; ++i)
    if (static_cast<int64_t>(sorted.size()) != devices || sorted[static_cast<size_t>(i)] != i)
      throw BadInput("the devices of the mesh " + text_of(mesh) + " are not 0 to " + std::to_string(devices - 1) +
                         ", each once", where);
  if (ids == sorted) ids.clear();
  return ids;
}

sdy::TensorShardingAttr sharding_of(mlir::Attribute attr, const Location& where) {
  if (!attr) return {};
  auto sharding = llvm::dyn_cast<sdy::TensorShardingAttr>(attr);
  if (!sharding) throw BadInput("sdy.sharding is not a #sdy.sharding<..>", where);
  return sharding;
}

}  // namespace

sdy::TensorShardingAttr argument_sharding(mlir::func::FuncOp function, unsigned index, const Location& where) {
  return sharding_of(function.getArgAttr(index, "sdy.sharding"), where);
}
sdy::TensorShardingAttr result_sharding(mlir::func::FuncOp function, unsigned index, const Location& where) {
  return sharding_of(function.getResultAttr(index, "sdy.sharding"), where);
}

sdy::MeshAttr SdyMeshes::find(sdy::TensorShardingAttr sharding, mlir::Operation* from,
                              const Location& where) const {
  const sdy::MeshAttr mesh = sdy::mesh_of(sharding, from);
  if (!mesh) throw BadInput("there is no mesh " + text_of(sharding.getMeshOrRef()), where);
  if (mesh.getAxisNames().empty() && !mesh.getDeviceIds().empty())
    throw Unsupported("a tensor that lives on one device, " + text_of(sharding), where);
  return mesh;
}

void SdyMeshes::use(sdy::TensorShardingAttr sharding, mlir::Operation* from, const Location& where) {
  if (!sharding) return;
  const sdy::MeshAttr attr = find(sharding, from, where);
  if (attr.getAxisNames().empty()) return;
  auto at = std::find_if(meshes_.begin(), meshes_.end(), [&](const SdyMesh& m) { return m.attr == attr; });
  if (at == meshes_.end()) {
    Mesh m = bridge::mesh(attr.getAxisNames(), attr.getAxisSizes(), where);
    std::vector<int64_t> ids = partitions(attr, m.devices(), where);
    at = meshes_.insert(at, {attr, MeshRefinement(std::move(m)), std::move(ids)});
  }
  const auto all = [&](llvm::ArrayRef<sdy::AxisRefAttr> list) {
    for (sdy::AxisRefAttr axis : list) at->refinement.use(part(axis), where);
  };
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings()) all(dim.getAxes());
  all(sharding.getUnreducedAxes());
}

void SdyMeshes::use(mlir::Attribute axes, sdy::TensorShardingAttr sharding, mlir::Operation* from,
                    const Location& where) {
  const std::optional<size_t> m = mesh(sharding, from);
  if (!m || !axes) return;
  MeshRefinement& refinement = meshes_[*m].refinement;
  axes.walk([&](sdy::AxisRefAttr axis) { refinement.use(part(axis), where); });
}

std::optional<size_t> SdyMeshes::mesh(sdy::TensorShardingAttr sharding, mlir::Operation* from) const {
  if (!sharding) return std::nullopt;
  const sdy::MeshAttr attr = sdy::mesh_of(sharding, from);
  for (size_t i = 0; i < meshes_.size(); ++i)
    if (meshes_[i].attr == attr) return i;
  return std::nullopt;
}

AxisList SdyMeshes::axes(llvm::ArrayRef<sdy::AxisRefAttr> list, size_t mesh) const {
  AxisList all;
  for (sdy::AxisRefAttr axis : list)
    for (Axis& a : meshes_[mesh].refinement.axes(part(axis))) all.push_back(std::move(a));
  return all;
}

SdySharding SdyMeshes::read(sdy::TensorShardingAttr sharding, TensorType type, mlir::Operation* from,
                            const Location& where) const {
  SdySharding found{mesh(sharding, from), DistType::replicated(std::move(type))};
  if (!sharding) return found;
  DistType& d = found.dist;
  if (static_cast<int64_t>(sharding.getDimShardings().size()) != d.global.rank())
    throw BadInput("a sharding of " + std::to_string(sharding.getDimShardings().size()) + " dimensions on " +
                       to_string(d.global), where);
  if (!found.mesh) {
    if (!llvm::all_of(sharding.getDimShardings(), [](auto dim) { return dim.getAxes().empty(); }))
      throw BadInput("axes of a mesh without axes in " + text_of(sharding), where);
    return found;
  }
  for (size_t i = 0; i < d.dims.size(); ++i)
    d.dims[i] = axes(sharding.getDimShardings()[i].getAxes(), *found.mesh);
  d.partial = axes(sharding.getUnreducedAxes(), *found.mesh);
  const Mesh mesh = meshes_[*found.mesh].refinement.refined();
  for (const Axis& a : d.partial)
    if (!mesh.contains(a)) return found;
  std::sort(d.partial.begin(), d.partial.end(),
            [&](const Axis& a, const Axis& b) { return mesh.index(a) < mesh.index(b); });
  if (const mlir::StringAttr kind = sharding.getUnreducedKind()) {
    const std::optional<Monoid> m = partir::monoid(kind.getValue().str());
    if (!m) throw Unsupported("axes unreduced by " + kind.getValue().str(), where);
    d.monoid = *m;
  }
  for (size_t i = 0; i < d.dims.size(); ++i)
    if (const int64_t n = mesh.size(d.dims[i]); d.global.shape[i] % n != 0)
      throw Unsupported("shards of unequal extents: dimension " + std::to_string(i) + " of " + to_string(d.global) +
                            " over " + std::to_string(n) + " devices, " + text_of(sharding), where);
  if (const std::string why = ill_formed(mesh, d); !why.empty()) throw BadInput(why + ": " + text_of(sharding), where);
  return found;
}

}  // namespace partir::bridge
