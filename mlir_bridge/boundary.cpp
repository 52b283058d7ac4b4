#include "mlir_bridge/boundary.h"

#include "mlir_bridge/sdy_sharding.h"

namespace partir {

namespace {

using bridge::Source;

Boundary boundary_of(const Source& source, mlir::func::FuncOp function) {
  const Location place = source.location(function);
  bridge::SdyMeshes meshes(source);
  const auto for_each = [&](auto&& visit) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      const Location where = source.location(function.getArgument(i));
      visit(bridge::argument_sharding(function, i, where), function.getArgumentTypes()[i], where, true);
    }
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      visit(bridge::result_sharding(function, i, place), function.getResultTypes()[i], place, false);
  };
  for_each([&](auto sharding, mlir::Type, const Location& where, bool) { meshes.use(sharding, function, where); });

  Boundary b;
  std::optional<size_t> used;
  for_each([&](auto sharding, mlir::Type type, const Location& where, bool is_param) {
    bridge::SdySharding s = meshes.read(sharding, bridge::tensor_type(type, where), function, where);
    // a tensor that is whole everywhere is so on any mesh of these devices
    const bool whole = !s.mesh || (flatten(s.dist.dims).empty() && s.dist.partial.empty());
    if (!whole && used && *used != *s.mesh)
      throw Unsupported("a boundary on two meshes, " + bridge::text_of(meshes.meshes()[*used].attr) + " and " +
                            bridge::text_of(meshes.meshes()[*s.mesh].attr), where);
    if (!whole) used = s.mesh;
    (is_param ? b.params : b.results).push_back(std::move(s.dist));
  });
  if (!used && !meshes.meshes().empty()) used = 0;
  if (!used) return b;
  const bridge::SdyMesh& m = meshes.meshes()[*used];
  b.mesh = m.refinement.refined();
  b.partition_of = m.partition_of;
  for (const bridge::SdyMesh& other : meshes.meshes())
    if (other.refinement.mesh().devices() != b.mesh.devices())
      throw Unsupported("a boundary on meshes of different sizes, " + bridge::text_of(m.attr) + " and " +
                            bridge::text_of(other.attr), place);
  return b;
}

std::optional<Boundary> boundary_of(const Source& source) {
  mlir::func::FuncOp function = bridge::find_function(source);
  bool stated = false;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) stated |= bool(function.getArgAttr(i, "sdy.sharding"));
  for (unsigned i = 0; i < function.getNumResults(); ++i) stated |= bool(function.getResultAttr(i, "sdy.sharding"));
  if (!stated) return std::nullopt;
  return boundary_of(source, function);
}

}  // namespace

std::optional<Boundary> read_sdy_boundary(const std::string& path) { return boundary_of(Source::read(path)); }
std::optional<Boundary> read_sdy_boundary_text(const std::string& text, const std::string& name) {
  return boundary_of(Source::parse(text, name));
}

}  // namespace partir
