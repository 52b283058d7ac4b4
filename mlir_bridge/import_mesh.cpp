#include "mlir_bridge/import_mesh.h"

#include "mlir/Dialect/Mesh/IR/MeshOps.h"
#include "mlir_bridge/importer.h"
#include "mlir_bridge/upstream/boundary.h"
#include "mlir_bridge/upstream/propagation.h"
#include "semantics/core_typing.h"
#include "semantics/module_typing.h"

namespace partir {

bool is_mesh_text(const std::string& text) {
  for (const char* definition : {"mesh.mesh @", "shard.grid @", "\"mesh.mesh\"(", "\"shard.grid\"("})
    for (size_t at = text.find(definition); at != std::string::npos; at = text.find(definition, at + 1)) {
      const size_t line = text.rfind('\n', at) + 1;
      if (text.find_first_not_of(" \t", line) == at) return true;
    }
  return false;
}

namespace {

using bridge::Source;
using bridge::Translator;
using bridge::UpstreamMesh;

UpstreamMesh find_mesh(const Source& source) {
  std::vector<mlir::mesh::MeshOp> all;
  for (mlir::Operation& op : *source.module().getBody())
    if (auto mesh = llvm::dyn_cast<mlir::mesh::MeshOp>(op)) all.push_back(mesh);
  if (all.empty()) throw BadInput("no mesh.mesh", Location{source.file(), 1, 1});
  const Location where = source.location(all.back());
  if (all.size() > 1) throw Unsupported("several meshes", where);
  std::vector<mlir::StringAttr> names;
  for (int64_t size : all[0].getShape()) {
    if (mlir::ShapedType::isDynamic(size)) throw Unsupported("a mesh of unknown size", where);
    names.push_back(mlir::StringAttr::get(all[0]->getContext(), std::to_string(names.size())));
  }
  return {all[0].getSymName().str(), bridge::mesh(names, all[0].getShape(), where)};
}

/// A text whose dialects accept it: its function of one block, and its mesh.
struct Subject {
  const Source& source;
  mlir::func::FuncOp function;
  UpstreamMesh mesh;

  explicit Subject(const Source& s) : source(s) {
    source.verify();
    function = bridge::find_function(source);
    if (!function.getBody().hasOneBlock())
      throw Unsupported("control flow between blocks in @" + function.getName().str(), location());
    mesh = find_mesh(source);
  }
  mlir::Block& block() { return function.getBody().front(); }
  Location location() { return source.location(function); }
};

/// Parameters, body and result types of a function of either language.
template <class Function, class Builder>
Function translated(Subject& subject, double undefined) {
  Function f;
  f.name = subject.function.getName().str();
  f.location = subject.location();
  Builder builder(f, undefined);
  Translator translator(subject.source, builder, subject.mesh);
  for (mlir::BlockArgument a : subject.block().getArguments()) {
    const Location where = subject.source.location(a);
    const ValueId x = f.add_value(bridge::value_type(a.getType(), where), subject.source.name(a), where);
    f.params.push_back(x);
    translator.bind(a, x);
  }
  for (mlir::Type t : subject.function.getResultTypes())
    f.result_types.push_back(bridge::value_type(t, f.location));
  f.body.results = translator.block(subject.block());
  return f;
}

core::Program spec_of(const Source& source, double undefined) {
  Subject subject(source);
  core::Program program;
  program.mesh = subject.mesh.mesh;
  program.main = translated<core::Function, bridge::CoreBuilder>(subject, undefined);
  check(program);
  return program;
}

std::vector<SpmdProgram> candidates_of(const Source& spec_source, const Source& impl_source) {
  Subject spec(spec_source), impl(impl_source);
  if (!(spec.mesh.mesh == impl.mesh.mesh))
    throw BadInput("the mesh is " + to_string(impl.mesh.mesh) + ", before it was " +
                       to_string(spec.mesh.mesh), impl.location());
  SpmdProgram program;
  program.mesh = impl.mesh.mesh;
  program.location = impl.location();
  shlo::Function f = translated<shlo::Function, bridge::ModuleBuilder>(impl, undefined_on_devices);
  program.entry = f.name;
  const std::vector<ValueId> params = f.params;
  program.module.add(std::move(f));
  shlo::check(program.module);

  const auto same_number = [&](size_t before, size_t after, const char* what) {
    if (before != after)
      throw BadInput(std::to_string(after) + " " + what + ", before there were " +
                         std::to_string(before), impl.location());
  };
  same_number(spec.function.getNumArguments(), impl.function.getNumArguments(), "parameters");
  same_number(spec.function.getNumResults(), impl.function.getNumResults(), "results");

  std::vector<SpmdProgram> all{program};
  const auto choose = [&](const std::vector<DistType>& ways, std::vector<DistType> SpmdProgram::*member,
                          const Location& where) {
    if (all.size() * ways.size() > bridge::max_candidates)
      throw Unsupported("more than 64 ways in which its tensors may lie on the devices", where);
    std::vector<SpmdProgram> next;
    for (const SpmdProgram& p : all)
      for (const DistType& d : ways) {
        next.push_back(p);
        (next.back().*member).push_back(d);
      }
    all = std::move(next);
  };
  const shlo::Function& made = *program.function();
  const bridge::Guesses guesses = bridge::propagate(spec.mesh, spec.block());
  for (unsigned i = 0; i < spec.function.getNumArguments(); ++i) {
    const mlir::BlockArgument a = spec.function.getArgument(i);
    const Location where = impl.source.location(impl.function.getArgument(i));
    choose(bridge::distributions(program.mesh, bridge::value_type(a.getType(), spec.source.location(a)),
                                 *made.type(params[i]).tensor(),
                                 bridge::argument_annotation(spec.source, spec.mesh, a), guesses.lookup(a),
                                 "parameter " + std::to_string(i), where),
           &SpmdProgram::params, where);
  }
  mlir::Operation* end = spec.block().getTerminator();
  mlir::Operation* impl_end = impl.block().getTerminator();
  for (unsigned i = 0; i < spec.function.getNumResults(); ++i) {
    const Location where = impl.source.location(impl_end);
    const mlir::Value returned = end->getOperand(i);
    choose(bridge::distributions(program.mesh, bridge::value_type(returned.getType(), spec.location()),
                                 *made.result_types[i].tensor(),
                                 bridge::result_annotation(spec.source, spec.mesh, returned),
                                 guesses.lookup(returned),
                                 "result " + std::to_string(i), where),
           &SpmdProgram::results, where);
  }
  return all;
}

}  // namespace

MeshAnnotations mesh_annotations_text(const std::string& spec, const std::string& name) {
  const Source source = Source::parse(spec, name, 1, bridge::Dialects::Upstream);
  Subject subject(source);
  MeshAnnotations found;
  const auto place = [](const std::optional<bridge::Annotation>& a) {
    return a ? std::optional(a->where) : std::nullopt;
  };
  for (mlir::BlockArgument a : subject.block().getArguments())
    found.params.push_back(place(bridge::argument_annotation(source, subject.mesh, a)));
  for (mlir::Value v : subject.block().getTerminator()->getOperands())
    found.results.push_back(place(bridge::result_annotation(source, subject.mesh, v)));
  return found;
}

core::Program import_mesh_spec(const std::string& path, double undefined) {
  return spec_of(Source::read(path, bridge::Dialects::Upstream), undefined);
}
core::Program import_mesh_spec_text(const std::string& text, const std::string& name, double undefined) {
  return spec_of(Source::parse(text, name, 1, bridge::Dialects::Upstream), undefined);
}
std::vector<SpmdProgram> import_mesh_candidates(const std::string& spec_path, const std::string& impl_path) {
  return candidates_of(Source::read(spec_path, bridge::Dialects::Upstream),
                       Source::read(impl_path, bridge::Dialects::Upstream));
}
SpmdProgram import_mesh_spmd(const std::string& spec_path, const std::string& impl_path) {
  return import_mesh_candidates(spec_path, impl_path).front();
}
std::vector<SpmdProgram> import_mesh_candidates_text(const std::string& spec, const std::string& spec_name,
                                                     const std::string& impl, const std::string& impl_name) {
  return candidates_of(Source::parse(spec, spec_name, 1, bridge::Dialects::Upstream),
                       Source::parse(impl, impl_name, 1, bridge::Dialects::Upstream));
}

}  // namespace partir
