// From a file to a program: which function, which mesh, which language.
#include "mlir_bridge/import.h"

#include "mlir_bridge/importer.h"

namespace partir {

mlir::func::FuncOp bridge::find_function(const Source& source) {
  std::vector<mlir::func::FuncOp> all, open;
  for (mlir::Operation& op : *source.module().getBody()) {
    auto function = llvm::dyn_cast<mlir::func::FuncOp>(op);
    if (!function) continue;
    source.check_structure(function);
    if (function.isDeclaration()) continue;
    if (function.getName() == "main") return function;
    all.push_back(function);
    if (function.isPublic()) open.push_back(function);
  }
  const Location start{source.file(), 1, 1, {}};
  if (all.empty()) throw BadInput("no function", start);
  if (open.empty()) open = all;
  if (open.size() == 1) return open.front();
  std::string names;
  for (mlir::func::FuncOp f : open) names += " @" + f.getName().str();
  throw BadInput("no @main, and several functions that could be meant:" + names,
                 source.location(open[1]));
}

namespace {

using bridge::attribute;
using bridge::carried;
using bridge::find_function;
using bridge::Source;
using bridge::text_of;
namespace core_dialect = dialects::partir_core;
namespace hlo_dialect = dialects::partir_hlo;
namespace sdy = dialects::sdy;

//===--------------------------------------------------------------------------------------------===
// The function and its mesh
//===--------------------------------------------------------------------------------------------===

/// The shardings that `op` mentions, its own and those on arguments and results of a function.
std::vector<sdy::TensorShardingAttr> shardings_of(mlir::Operation* op) {
  std::vector<sdy::TensorShardingAttr> found;
  auto add = [&](mlir::Attribute attr) {
    if (auto one = llvm::dyn_cast_or_null<sdy::TensorShardingAttr>(attr)) found.push_back(one);
    if (auto each = llvm::dyn_cast_or_null<sdy::TensorShardingPerValueAttr>(attr))
      found.insert(found.end(), each.getShardings().begin(), each.getShardings().end());
  };
  add(op->getAttr("sdy.sharding"));
  add(op->getAttr("sharding"));
  if (auto function = llvm::dyn_cast<mlir::func::FuncOp>(op)) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      add(function.getArgAttr(i, "sdy.sharding"));
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      add(function.getResultAttr(i, "sdy.sharding"));
  }
  return found;
}

/// The mesh of the program: given, or `partir_core.mesh`, or the sdy mesh that shardings refer to.
Mesh find_mesh(const Source& source, mlir::func::FuncOp function, const ImportOptions& options) {
  if (options.mesh) return *options.mesh;
  mlir::ModuleOp module = source.module();
  const Location where = source.location(module);
  if (mlir::Attribute attr = module->getAttr(core_dialect::PartirCoreDialect::mesh_attr_name)) {
    auto mesh = llvm::dyn_cast<core_dialect::MeshAttr>(attr);
    if (!mesh) throw BadInput("partir_core.mesh is not a #partir_core.mesh<..>", where);
    return bridge::mesh(mesh.getAxisNames(), mesh.getAxisSizes(), where);
  }
  // Meshes without axes stand for "anywhere" and say nothing.
  std::vector<sdy::MeshAttr> used;
  std::vector<mlir::Operation*> definitions;
  for (mlir::Operation& op : *module.getBody())
    if (llvm::isa<sdy::MeshOp>(op)) definitions.push_back(&op);
  auto add = [&](sdy::MeshAttr mesh) {
    if (mesh && !mesh.getAxisNames().empty() && !llvm::is_contained(used, mesh))
      used.push_back(mesh);
  };
  auto add_all = [&](mlir::Operation* op) {
    for (sdy::TensorShardingAttr sharding : shardings_of(op)) add(sdy::mesh_of(sharding, op));
  };
  add_all(function);
  for (mlir::Operation& op : function.getBody().front()) add_all(&op);
  if (used.empty())
    for (mlir::Operation* op : definitions) add(attribute<sdy::MeshAttr>(op, "mesh", where));
  if (used.empty()) return {};
  const auto place = [&](sdy::MeshAttr mesh) {
    for (mlir::Operation* op : definitions)
      if (op->getAttr("mesh") == mesh) return source.location(op);
    return where;
  };
  if (used.size() > 1)
    throw Unsupported("several meshes: " + text_of(used[0]) + " and " + text_of(used[1]),
                      place(used[1]));
  if (!used[0].getDeviceIds().empty())
    throw Unsupported("a mesh with its own order of devices: " + text_of(used[0]), place(used[0]));
  return bridge::mesh(used[0].getAxisNames(), used[0].getAxisSizes(), place(used[0]));
}

//===--------------------------------------------------------------------------------------------===
// Programs
//===--------------------------------------------------------------------------------------------===

CarriedAttributes module_attributes(const Source& source) {
  return carried(source.module()->getAttrs(), core_dialect::PartirCoreDialect::mesh_attr_name);
}

ImportedCore core_of(const Source& source, mlir::func::FuncOp function,
                     const ImportOptions& options) {
  ImportedCore imported;
  imported.program.mesh = find_mesh(source, function, options);
  imported.program.attributes = module_attributes(source);
  bridge::Importer<bridge::CoreIr> importer(source, imported.program.mesh, !options.mesh);
  imported.program.main = importer.function(function);
  imported.shardings = importer.take_hints();
  return imported;
}

hlo::Program hlo_of(const Source& source, mlir::func::FuncOp function,
                    const ImportOptions& options) {
  hlo::Program program;
  program.mesh = find_mesh(source, function, options);
  program.attributes = module_attributes(source);
  bridge::Importer<bridge::HloIr> importer(source, program.mesh, !options.mesh);
  program.main = importer.function(function);
  return program;
}

bool is_hlo(mlir::func::FuncOp function) {
  const llvm::StringRef dist = hlo_dialect::PartirHloDialect::dist_attr_name;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (function.getArgAttr(i, dist)) return true;
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (function.getResultAttr(i, dist)) return true;
  bool found = false;
  function->walk([&](mlir::Operation* op) {
    found = found || op->getName().getDialectNamespace() == "partir_hlo";
  });
  return found;
}

Imported any_of(const Source& source, const ImportOptions& options) {
  const mlir::func::FuncOp function = find_function(source);
  if (is_hlo(function)) return hlo_of(source, function, options);
  return core_of(source, function, options);
}

}  // namespace

ImportedCore import_core(const std::string& path, const ImportOptions& options) {
  const Source source = Source::read(path);
  return core_of(source, find_function(source), options);
}
hlo::Program import_hlo(const std::string& path, const ImportOptions& options) {
  const Source source = Source::read(path);
  return hlo_of(source, find_function(source), options);
}
Imported import_any(const std::string& path, const ImportOptions& options) {
  return any_of(Source::read(path), options);
}

ImportedCore import_core_text(const std::string& text, const std::string& name,
                              const ImportOptions& options) {
  const Source source = Source::parse(text, name);
  return core_of(source, find_function(source), options);
}
hlo::Program import_hlo_text(const std::string& text, const std::string& name,
                             const ImportOptions& options) {
  const Source source = Source::parse(text, name);
  return hlo_of(source, find_function(source), options);
}
Imported import_any_text(const std::string& text, const std::string& name,
                         const ImportOptions& options) {
  return any_of(Source::parse(text, name), options);
}

}  // namespace partir