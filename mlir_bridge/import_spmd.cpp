#include "mlir_bridge/import_spmd.h"

#include "mlir_bridge/import_module.h"
#include "mlir_bridge/importer.h"
#include "mlir_bridge/sdy_sharding.h"

namespace partir {

namespace {

using bridge::Source;

SpmdProgram program(const Source& source, const Signature& global, const std::optional<Boundary>& boundary) {
  mlir::func::FuncOp function = bridge::find_function(source);
  SpmdProgram p;
  p.location = source.location(function);
  p.entry = function.getName().str();
  std::optional<Boundary> b = boundary ? boundary : bridge::read_boundary(source, global);
  if (!b)
    throw NoBoundary("nothing says how @" + p.entry + "'s parameters and results lie on the devices: "
                   "no sdy.sharding, no mhlo.sharding, no other file or text with them", p.location);
  p.mesh = std::move(b->mesh);
  p.partition_of = std::move(b->partition_of);
  p.params = std::move(b->params);
  p.results = std::move(b->results);
  const int64_t partitions = bridge::stated_count(source, "mhlo.num_partitions").value_or(0),
                replicas = bridge::stated_count(source, "mhlo.num_replicas").value_or(0),
                devices = p.mesh.devices();
  if (partitions > 1 && replicas > 1)
    throw Unsupported("several replicas of several partitions", p.location);
  p.devices_are_replicas = replicas > 1;
  if (const int64_t n = std::max(partitions, replicas); n > 0 && n != devices)
    throw BadInput("@" + p.entry + " is for " + std::to_string(n) + " devices, its boundary is on " +
                       std::to_string(devices) + ", the mesh " + to_string(p.mesh), p.location);
  p.module = bridge::import_module(source);
  return p;
}

}  // namespace

Signature signature_of(const core::Program& p) {
  Signature s;
  for (ValueId x : p.main.params) s.params.push_back(p.main.type(x));
  s.results = p.main.result_types;
  return s;
}

SpmdProgram import_spmd(const std::string& path, const Signature& global,
                        const std::optional<Boundary>& boundary) {
  return program(Source::read(path), global, boundary);
}
SpmdProgram import_spmd_text(const std::string& text, const std::string& name, const Signature& global,
                             const std::optional<Boundary>& boundary) {
  return program(Source::parse(text, name), global, boundary);
}

}  // namespace partir
