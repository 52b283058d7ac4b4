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

SdySharding SdyMeshes::read_uneven(sdy::TensorShardingAttr sharding, TensorType type, mlir::Operation* from,
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
  AxisLists all = d.dims;
  all.push_back(d.partial);
  if (!all_distinct(all)) throw BadInput("an axis is listed twice: " + text_of(sharding), where);
  const Mesh mesh = meshes_[*found.mesh].refinement.refined();
  std::sort(d.partial.begin(), d.partial.end(),
            [&](const Axis& a, const Axis& b) { return mesh.index(a) < mesh.index(b); });
  if (const mlir::StringAttr kind = sharding.getUnreducedKind()) {
    const std::optional<Monoid> m = partir::monoid(kind.getValue().str());
    if (!m) throw Unsupported("axes unreduced by " + kind.getValue().str(), where);
    d.monoid = *m;
  }
  return found;
}

SdySharding SdyMeshes::read(sdy::TensorShardingAttr sharding, TensorType type, mlir::Operation* from,
                            const Location& where) const {
  SdySharding found = read_uneven(sharding, std::move(type), from, where);
  if (!found.mesh) return found;
  const DistType& d = found.dist;
  const Mesh mesh = meshes_[*found.mesh].refinement.refined();
  for (size_t i = 0; i < d.dims.size(); ++i)
    if (const int64_t n = mesh.size(d.dims[i]); d.global.shape[i] % n != 0)
      throw Unsupported("shards of unequal extents: dimension " + std::to_string(i) + " of " + to_string(d.global) +
                            " over " + std::to_string(n) + " devices, " + text_of(sharding), where);
  if (const std::string why = ill_formed(mesh, d); !why.empty()) throw BadInput(why + ": " + text_of(sharding), where);
  return found;
}

Placement placement_of(sdy::TensorShardingAttr sharding, const TensorType& type, mlir::Operation* from,
                       const Location& where) {
  const sdy::MeshAttr attr = sdy::mesh_of(sharding, from);
  if (attr && attr.getAxisNames().empty() && !attr.getDeviceIds().empty()) {
    Placement p;
    p.parts.assign(type.shape.size(), 1);
    p.only = attr.getDeviceIds()[0];
    return p;
  }
  SdyMeshes meshes;
  meshes.use(sharding, from, where);
  const SdySharding s = meshes.read_uneven(sharding, type, from, where);
  Placement p;
  p.parts.assign(type.shape.size(), 1);
  if (s.mesh) {
    const SdyMesh& m = meshes.meshes()[*s.mesh];
    p = placement_of(m.refinement.refined(), m.partition_of, s.dist);
  }
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings()) p.open.push_back(!dim.getIsClosed());
  if (!p.is_open() || !s.mesh || sharding.getReplicatedAxes().empty()) return p;
  // devices that differ along the replicated axes alone
  MeshRefinement refinement(meshes.meshes()[*s.mesh].refinement.mesh());
  for (sdy::AxisRefAttr axis : sharding.getReplicatedAxes()) refinement.use(part(axis), where);
  const Mesh mesh = refinement.refined();
  AxisList replicated, others;
  for (sdy::AxisRefAttr axis : sharding.getReplicatedAxes())
    for (Axis& a : refinement.axes(part(axis))) replicated.push_back(std::move(a));
  for (const auto& [a, n] : mesh.axes())
    if (!contains(replicated, a)) others.push_back(a);
  const std::vector<int64_t> index = detail::indices_along(mesh, others),
                             &ids = meshes.meshes()[*s.mesh].partition_of;
  const auto number = [&](size_t d) { return ids.empty() ? static_cast<int64_t>(d) : ids[d]; };
  std::vector<int64_t> first(index.size(), -1);
  p.alike.assign(index.size(), 0);
  for (size_t d = 0; d < index.size(); ++d) {
    int64_t& like = first[static_cast<size_t>(index[d])];
    if (like < 0) like = number(d);
    p.alike[static_cast<size_t>(number(d))] = like;
  }
  return p;
}

}  // namespace partir::bridge
