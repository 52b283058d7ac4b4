#include "tools/verify_pair.h"

#include <iostream>
#include <iterator>
#include <optional>

#include "mlir_bridge/import_mesh.h"
#include "mlir_bridge/import_sharded.h"
#include "mlir_bridge/import_spmd.h"
#include "proofs/verify.h"
#include "tools/boundary_json.h"
#include "tools/command.h"
#include "tools/files.h"

namespace partir {

namespace {

/// The boundary that another file states: JSON, or the text of a program with shardings.
Boundary boundary_of(const std::string& path, const Signature& global) {
  if (path.ends_with(".json")) return read_boundary_json(path, global);
  if (auto b = read_boundary(path, global)) return *b;
  throw BadInput("no parameter and no result has an sdy.sharding or an mhlo.sharding", {path, 0, 0, ""});
}

std::string text_of(const std::string& path) {
  progress::phase("reading " + path);
  return path == "-" ? std::string(std::istreambuf_iterator<char>(std::cin), {}) : read_file(path);
}

/// IMPL in whatever form it comes.
SpmdProgram read_impl(const std::string& spec, const std::string& impl, const std::string& shardings,
                      const Signature& global) {
  const std::string text = text_of(impl), name = impl == "-" ? "<stdin>" : impl;
  if (is_sharded_program_text(text, name)) {
    if (!shardings.empty())
      throw UsageError("verify", "--shardings " + shardings + ": " + name +
                                     " is on whole tensors and says itself how they lie on the devices");
    return import_sharded_text(text, name);
  }
  if (!shardings.empty()) return import_spmd_text(text, name, global, boundary_of(shardings, global));
  try {
    return import_spmd_text(text, name, global);
  } catch (const NoBoundary&) {
    // the program that was partitioned may have said how
    const std::optional<Boundary> asked = spec == "-" ? std::nullopt : read_boundary(spec, global);
    if (!asked) throw;
    return import_spmd_text(text, name, global, asked);
  }
}

/// StableHLO or PartIR:Core.
core::Program plain_spec(const std::string& path) {
  ImportOptions plain;
  plain.shardings = false;  // how its values might lie is no part of its meaning
  core::Program p = import_core_only(path, plain).program;
  check(p);
  return p;
}

}  // namespace

core::Program read_spec(const std::string& path) {
  if (path != "-")
    if (const std::string text = read_file(path); is_mesh_text(text))
      return import_mesh_spec_text(text, path);
  return plain_spec(path);
}

VerifyPair read_verify_pair(const std::string& spec, const std::string& impl, const std::string& shardings) {
  if (spec == "-" && impl == "-")
    throw UsageError("verify", "only one of SPEC and IMPL can be standard input");
  if (spec != "-")
    if (const std::string text = read_file(spec); is_mesh_text(text)) {
      if (!shardings.empty())
        throw UsageError("verify",
                         "--shardings " + shardings + ": " + spec + " says itself, with mesh.shard");
      return {import_mesh_spec_text(text, spec),
              import_mesh_candidates_text(text, spec, text_of(impl), impl == "-" ? "<stdin>" : impl)};
    }
  VerifyPair p{plain_spec(spec), {}};
  p.impls.push_back(read_impl(spec, impl, shardings, signature_of(p.spec)));
  return p;
}

PairVerdict judge(const VerifyPair& pair, int64_t runs, uint64_t seed) {
  require_room(pair.spec.main);
  progress::phase("comparing");
  CompareOptions options;
  options.runs = options.native_runs = runs;
  options.seed = seed;
  std::optional<Verdict> v;
  size_t judged = 0;
  for (size_t i = 0; i < pair.impls.size() && !(v && v->holds()); ++i)
    if (Verdict found = verify(pair.spec, pair.impls[i], options); !v || found.holds())
      v = std::move(found), judged = i;
  if (pair.impls.size() > 1 && !v->holds())
    v->detail += "; and so are all " + std::to_string(pair.impls.size()) +
                 " ways in which unannotated tensors may lie";
  return {std::move(*v), judged};
}

}  // namespace partir
