#include "mlir_bridge/boundary.h"

#include "mlir_bridge/sdy_sharding.h"
#include "semantics/gspmd_sharding.h"

namespace partir {

namespace {

using bridge::Source;

/// The parameters' and results' types: those of the text, or those that are given. Throws BadInput where there are
/// others in number.
Signature signature(const Source& source, mlir::func::FuncOp function, const Signature* global) {
  const Location place = source.location(function);
  if (global) {
    const auto count = [&](const char* what, size_t found, size_t expected) {
      if (found != expected)
        throw BadInput("@" + function.getName().str() + " has " + std::to_string(found) + " " + what + ", expected " +
                           std::to_string(expected), place);
    };
    count("parameters", function.getNumArguments(), global->params.size());
    count("results", function.getNumResults(), global->results.size());
    return *global;
  }
  Signature s;
  for (mlir::BlockArgument a : function.getArguments())
    s.params.push_back(bridge::tensor_type(a.getType(), source.location(a)));
  for (mlir::Type t : function.getResultTypes()) s.results.push_back(bridge::tensor_type(t, place));
  return s;
}

Boundary sdy_boundary(const Source& source, mlir::func::FuncOp function, const Signature& types) {
  const Location place = source.location(function);
  bridge::SdyMeshes meshes;
  const auto for_each = [&](auto&& visit) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      const Location where = source.location(function.getArgument(i));
      visit(bridge::argument_sharding(function, i, where), types.params[i], where, true);
    }
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      visit(bridge::result_sharding(function, i, place), types.results[i], place, false);
  };
  for_each([&](auto sharding, const TensorType&, const Location& where, bool) { meshes.use(sharding, function, where); });

  Boundary b;
  std::optional<size_t> used;
  for_each([&](auto sharding, const TensorType& type, const Location& where, bool is_param) {
    bridge::SdySharding s = meshes.read(sharding, type, function, where);
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

/// Whether a parameter or a result of `function` has the attribute `key`.
bool states(mlir::func::FuncOp function, const char* key) {
  bool stated = false;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) stated |= bool(function.getArgAttr(i, key));
  for (unsigned i = 0; i < function.getNumResults(); ++i) stated |= bool(function.getResultAttr(i, key));
  return stated;
}

std::optional<Boundary> sdy_boundary(const Source& source, const Signature* global) {
  mlir::func::FuncOp function = bridge::find_function(source);
  if (!states(function, "sdy.sharding")) return std::nullopt;
  return sdy_boundary(source, function, signature(source, function, global));
}

/// What the module says of the number of its devices; nothing where it does not.
std::optional<int64_t> stated_devices(const Source& source) {
  std::optional<int64_t> devices;
  for (const char* key : {"mhlo.num_partitions", "mhlo.num_replicas"})
    if (const auto n = bridge::stated_count(source, key)) devices = devices.value_or(1) * *n;
  return devices;
}

std::optional<Boundary> gspmd_boundary(const Source& source, const Signature* global) {
  constexpr const char* key = "mhlo.sharding";
  mlir::func::FuncOp function = bridge::find_function(source);
  if (!states(function, key)) return std::nullopt;
  const Signature types = signature(source, function, global);
  std::optional<int64_t> devices = stated_devices(source);
  std::vector<GspmdTensor> tensors;
  const auto add = [&](mlir::Attribute attr, const TensorType& type, const Location& where) {
    GspmdTensor t{{}, type, where};
    if (attr) {
      const auto text = llvm::dyn_cast<mlir::StringAttr>(attr);
      if (!text) throw BadInput("mhlo.sharding is not a string", where);
      t.sharding = read_gspmd_sharding(text.getValue().str(), where);
      if (!t.sharding.grid.empty() && !devices) devices = static_cast<int64_t>(t.sharding.devices.size());
    }
    tensors.push_back(std::move(t));
  };
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    add(function.getArgAttr(i, key), types.params[i], source.location(function.getArgument(i)));
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    add(function.getResultAttr(i, key), types.results[i], source.location(function));
  GspmdLayout layout = gspmd_layout(tensors, devices.value_or(1));
  for (size_t i = 0; i < tensors.size(); ++i)
    if (const std::string why = ill_formed(layout.mesh, layout.tensors[i]); !why.empty())
      throw BadInput("a sharding that does not fit " + to_string(tensors[i].global) + ": " + why, tensors[i].where);
  Boundary b{std::move(layout.mesh), {}, {}, {}};
  const auto middle = layout.tensors.begin() + static_cast<std::ptrdiff_t>(types.params.size());
  b.params.assign(layout.tensors.begin(), middle);
  b.results.assign(middle, layout.tensors.end());
  return b;
}

}  // namespace

std::optional<Boundary> read_sdy_boundary(const std::string& path) {
  return sdy_boundary(Source::read(path), nullptr);
}
std::optional<Boundary> read_sdy_boundary_text(const std::string& text, const std::string& name) {
  return sdy_boundary(Source::parse(text, name), nullptr);
}
std::optional<int64_t> bridge::stated_count(const Source& source, const char* key) {
  const auto n = llvm::dyn_cast_or_null<mlir::IntegerAttr>(source.module()->getAttr(key));
  if (!n) return std::nullopt;
  if (n.getValue().getSignificantBits() > 32 || n.getValue().isNonPositive())
    throw BadInput(std::string(key) + " is no number of devices", source.location(source.module()));
  return n.getValue().getSExtValue();
}
std::optional<Boundary> bridge::read_boundary(const Source& source, const Signature& global) {
  if (auto b = sdy_boundary(source, &global)) return b;
  return gspmd_boundary(source, &global);
}
std::optional<Boundary> read_boundary(const std::string& path, const Signature& global) {
  return bridge::read_boundary(Source::read(path), global);
}

}  // namespace partir
