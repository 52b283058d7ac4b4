#include "mlir_bridge/import_spmd.h"

#include "mlir_bridge/device_function.h"
#include "mlir_bridge/import_module.h"
#include "mlir_bridge/importer.h"
#include "mlir_bridge/sdy_sharding.h"

namespace partir {

namespace {

using bridge::Source;

ImplText local_text(const Source& source, const Signature& global) {
  mlir::func::FuncOp function = bridge::find_function(source);
  ImplText impl;
  impl.program.location = source.location(function);
  impl.program.entry = function.getName().str();
  impl.said = bridge::read_boundary(source, global);
  const int64_t partitions = bridge::stated_count(source, "mhlo.num_partitions").value_or(0),
                replicas = bridge::stated_count(source, "mhlo.num_replicas").value_or(0);
  if (partitions > 1 && replicas > 1)
    throw Unsupported("several replicas of several partitions", impl.program.location);
  impl.program.devices_are_replicas = replicas > 1;
  impl.program.module = bridge::import_module(source);
  return impl;
}

}  // namespace

Signature signature_of(const core::Program& p) {
  Signature s;
  for (ValueId x : p.main.params) s.params.push_back(p.main.type(x));
  s.results = p.main.result_types;
  return s;
}

ImplText import_impl_text(const std::string& text, const std::string& name, const Signature& global) {
  const Source source = Source::parse(text, name);
  if (!bridge::is_sharded(source)) return local_text(source, global);
  return {bridge::import_sharded(source), true, bridge::read_boundary(source, global)};
}

void no_boundary(const SpmdProgram& p) {
  throw BadInput("nothing says how @" + p.entry + "'s parameters and results lie on the devices: "
                 "no sdy.sharding, no mhlo.sharding, no other file or text with them", p.location);
}

SpmdProgram with_boundary(ImplText impl, Boundary boundary) {
  SpmdProgram& p = impl.program;
  p.mesh = std::move(boundary.mesh);
  p.partition_of = std::move(boundary.partition_of);
  p.params = std::move(boundary.params);
  p.results = std::move(boundary.results);
  if (const int64_t n = impl.said.devices.value_or(0), devices = p.mesh.devices(); n > 0 && n != devices)
    throw BadInput("@" + p.entry + " is for " + std::to_string(n) + " devices, its boundary is on " +
                       std::to_string(devices) + ", the mesh " + to_string(p.mesh), p.location);
  return std::move(p);
}

SpmdProgram import_spmd_text(const std::string& text, const std::string& name, const Signature& global) {
  ImplText impl = local_text(Source::parse(text, name), global);
  if (impl.said.stated.empty()) no_boundary(impl.program);
  const StatedBoundary& first = impl.said.stated.front();
  if (!first.boundary) std::rethrow_exception(first.why_not);
  Boundary boundary = *first.boundary;
  return with_boundary(std::move(impl), std::move(boundary));
}

}  // namespace partir
