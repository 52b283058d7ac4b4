// partir verify SPEC IMPL: is the SPMD program IMPL a correct partitioning of SPEC?
#include <CLI/CLI.hpp>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "mlir_bridge/import_mesh.h"
#include "mlir_bridge/import_sharded.h"
#include "mlir_bridge/import_spmd.h"
#include "proofs/verify.h"
#include "tools/boundary_json.h"
#include "tools/command.h"
#include "tools/files.h"

namespace partir {
namespace {

struct VerifyOptions {
  std::string spec, impl, shardings;
  int64_t runs = 0;
  uint64_t seed = 1;
  bool json = false;
};

/// The boundary that another file states: JSON, or the text of a program with shardings.
Boundary boundary_of(const std::string& path, const Signature& global) {
  if (path.ends_with(".json")) return read_boundary_json(path, global);
  if (auto b = read_boundary(path, global)) return *b;
  throw BadInput("no parameter and no result has an sdy.sharding or an mhlo.sharding", {path, 0, 0, ""});
}

Json to_json(const Mesh& mesh) {
  Json axes = Json::array();
  for (const auto& [a, n] : mesh.axes()) axes.push_back({a, n});
  return axes;
}
Json to_json(const std::vector<DistType>& dists) {
  Json list = Json::array();
  for (const DistType& d : dists) list.push_back(to_string(d));
  return list;
}

std::string text_of(const std::string& path) {
  return path == "-" ? std::string(std::istreambuf_iterator<char>(std::cin), {}) : read_file(path);
}

/// IMPL in whatever form it comes.
SpmdProgram read_impl(const VerifyOptions& o, const Signature& global) {
  const std::string text = text_of(o.impl), name = o.impl == "-" ? "<stdin>" : o.impl;
  if (is_sharded_program_text(text, name)) {
    if (!o.shardings.empty())
      throw UsageError("verify", "--shardings " + o.shardings + ": " + name +
                                     " is on whole tensors and says itself how they lie on the devices");
    return import_sharded_text(text, name);
  }
  if (!o.shardings.empty())
    return import_spmd_text(text, name, global, boundary_of(o.shardings, global));
  try {
    return import_spmd_text(text, name, global);
  } catch (const NoBoundary&) {
    // the program that was partitioned may have said how
    const std::optional<Boundary> asked =
        o.spec == "-" ? std::nullopt : read_boundary(o.spec, global);
    if (!asked) throw;
    return import_spmd_text(text, name, global, asked);
  }
}

/// A program, and the ways in which its implementation's tensors may lie: the first that holds counts.
struct Pair {
  core::Program spec;
  std::vector<SpmdProgram> impls;
};

Pair read_pair(const VerifyOptions& o) {
  if (o.spec == "-" && o.impl == "-")
    throw UsageError("verify", "only one of SPEC and IMPL can be standard input");
  if (o.spec != "-")
    if (const std::string spec = read_file(o.spec); is_mesh_text(spec)) {
      if (!o.shardings.empty())
        throw UsageError("verify", "--shardings " + o.shardings + ": " + o.spec + " says itself, with mesh.shard");
      return {import_mesh_spec_text(spec, o.spec),
              import_mesh_candidates_text(spec, o.spec, text_of(o.impl), o.impl == "-" ? "<stdin>" : o.impl)};
    }
  ImportOptions plain;
  plain.shardings = false;  // how SPEC's values might lie is no part of its meaning
  Pair p{import_core_only(o.spec, plain).program, {}};
  check(p.spec);
  p.impls.push_back(read_impl(o, signature_of(p.spec)));
  return p;
}

int verify_command(const VerifyOptions& o, Json& report) {
  const Pair p = read_pair(o);
  CompareOptions options;
  options.runs = options.native_runs = o.runs;
  options.seed = o.seed;
  std::optional<Verdict> v;
  size_t judged = 0;  // the candidate whose verdict it is
  for (size_t i = 0; i < p.impls.size() && !(v && v->holds()); ++i)
    if (Verdict found = verify(p.spec, p.impls[i], options); !v || found.holds()) v = std::move(found), judged = i;
  const SpmdProgram& impl = p.impls[judged];
  if (p.impls.size() > 1 && !v->holds())
    v->detail += "; and so are all " + std::to_string(p.impls.size()) + " ways in which unannotated tensors may lie";
  report["mesh"] = to_json(impl.mesh);
  report["params"] = to_json(impl.params);
  report["results"] = to_json(impl.results);
  report.update(partir::to_json(*v));
  if (o.json) {
    std::cout << json_text(report) << "\n";
  } else {
    std::cout << "mesh " << to_string(impl.mesh) << ", " << counted(impl.mesh.devices(), "device") << "\n"
              << "equal meaning: " << to_text(*v);
  }
  return v->exit_code();
}

}  // namespace

void add_verify_command(CLI::App& app, int& exit_code) {
  auto o = std::make_shared<VerifyOptions>();
  CLI::App* c = app.add_subcommand(
      "verify", "Is a device-local SPMD program a correct partitioning of another program?");
  c->add_option("SPEC", o->spec, "the program on whole tensors: StableHLO, PartIR:Core, or -")
      ->required()
      ->check(not_empty);
  c->add_option("IMPL", o->impl, "what each device runs: StableHLO with collectives, or -")
      ->required()
      ->check(not_empty);
  c->add_option("--shardings", o->shardings,
                "how parameters and results lie on the devices: JSON, or a program whose text says so; "
                "by default IMPL's own, then SPEC's")
      ->check(not_empty);
  add_run_options(*c, o->runs, o->seed);
  c->add_flag("--json", o->json, "report as JSON");
  set_examples(*c,
               "  partir verify step.mlir step.spmd.mlir\n"
               "  partir verify before.mlir local.mlir --shardings after.sdy.mlir --json\n");
  c->callback([o, &exit_code] {
    exit_code =
        run_command(o->impl, o->json, [&](Json& report) { return verify_command(*o, report); });
  });
}

}  // namespace partir
