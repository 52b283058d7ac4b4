#include "tools/verify_pair.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "mlir_bridge/asked_accuracy.h"
#include "mlir_bridge/import_mesh.h"
#include "mlir_bridge/import_sharded.h"
#include "mlir_bridge/import_spmd.h"
#include "proofs/made_of.h"
#include "proofs/other_outcomes.h"
#include "proofs/spmd_subject.h"
#include "proofs/verify.h"
#include "tools/boundary_json.h"
#include "tools/command.h"
#include "tools/files.h"
#include "tools/replay.h"

namespace partir {

namespace {

/// StableHLO or PartIR:Core.
core::Program plain_spec(const std::string& text, const std::string& name) {
  ImportOptions plain;
  plain.shardings = false;  // how its values might lie is no part of its meaning
  Imported read = import_any_text(text, name, plain);
  if (const auto* hlo = std::get_if<hlo::Program>(&read))
    throw BadInput("this program is PartIR:HLO, expected PartIR:Core or StableHLO", hlo->main.location);
  core::Program p = std::move(std::get<ImportedCore>(read).program);
  check(p);
  return p;
}

/// The boundary that another file states: JSON, or the text of a program with shardings.
BoundaryText shardings_of(const std::string& path, const std::string& contents, const Signature& global) {
  BoundaryText text;
  if (path.ends_with(".json")) {
    text.stated.push_back(parse_boundary_json(contents, path, global));
    text.params.resize(global.params.size());
    text.results.resize(global.results.size());
    return text;
  }
  text = read_boundary_text(contents, name_of_input(path), global);
  if (text.stated.empty())
    throw BadInput("no parameter and no result has an sdy.sharding or an mhlo.sharding", {path, 0, 0, ""});
  return text;
}

/// Numbers the values of a program, and notes where each number is made, in the order in which it makes them.
class MadeAt : public MadeOf {
 public:
  using MadeOf::MadeOf;
  void op(const OpSite& s) override {
    MadeOf::op(s);
    if (s.results.empty()) return;
    std::vector<Location>& at = made_[of(s.results[0])];
    if (std::find(at.begin(), at.end(), s.location) == at.end()) at.push_back(s.location);
  }
  const std::map<uint64_t, std::vector<Location>>& made() const { return made_; }

 private:
  std::map<uint64_t, std::vector<Location>> made_;
};
/// Borrows both, and numbers them when it is asked first.
FindSameOps same_ops(const core::Program& spec, const SpmdProgram& impl) {
  return [&, numbered = std::optional<std::pair<MadeAt, MadeAt>>()](const Location& where) mutable {
    if (!numbered) {
      const uint64_t key = MadeOf::random_key();
      numbered.emplace(MadeAt(key, 1), MadeAt(key, 2));
      follow(spec, numbered->first);
      SpmdSubject(impl).follow(numbered->second);
    }
    std::vector<std::vector<Location>> same;
    for (const auto& [number, at] : numbered->second.made()) {
      if (std::find(at.begin(), at.end(), where) == at.end()) continue;
      const auto there = numbered->first.made().find(number);
      same.push_back(there == numbered->first.made().end() ? std::vector<Location>() : there->second);
    }
    return same;
  };
}

/// A pair of which SPEC is StableHLO or PartIR:Core, and IMPL in either form.
VerifyPair plain_pair(const std::string& spec_text, const std::string& spec_name, const std::string& impl,
                      const std::string& shardings) {
  VerifyPair p;
  p.spec = plain_spec(spec_text, spec_name);
  const Signature global = signature_of(p.spec);
  std::vector<BoundarySource> sources;
  if (!shardings.empty()) {
    p.shardings_text = read_input(shardings);
    sources.push_back({"--shardings", shardings_of(shardings, *p.shardings_text, global)});
  }
  p.spec_text = spec_text;
  p.impl_text = read_input(impl);
  ImplText read = import_impl_text(p.impl_text, name_of_input(impl), global);
  if (read.on_whole_tensors && !shardings.empty())
    throw UsageError("verify", "--shardings " + shardings + ": " + name_of_input(impl) +
                                   " is on whole tensors and says itself how they lie on the devices");
  sources.push_back({"IMPL", read.said});
  sources.push_back({"SPEC", read_boundary_text(spec_text, spec_name, global)});
  auto [program, checked] = decide_boundary(std::move(read), sources, global);
  p.impls.push_back(std::move(program));
  p.boundary = std::move(checked);
  check_asked_accuracy(p.spec_text, spec_name, p.impl_text, name_of_input(impl), same_ops(p.spec, p.impls[0]));
  return p;
}

/// Who says it of a program for upstream's mesh dialect: its annotations, or nobody.
CheckedBoundary boundary_of_candidates(const std::vector<SpmdProgram>& all, const MeshAnnotations& annotated) {
  CheckedBoundary b;
  const SpmdProgram& p = all.front();
  const auto tensors = [&](std::vector<DistType> SpmdProgram::*dists, const std::vector<std::optional<Location>>& places,
                           auto&& name) {
    std::vector<CheckedTensor> list;
    for (size_t i = 0; i < (p.*dists).size(); ++i) {
      std::vector<DistType> ways;
      for (const SpmdProgram& candidate : all)
        if (std::find(ways.begin(), ways.end(), (candidate.*dists)[i]) == ways.end()) ways.push_back((candidate.*dists)[i]);
      CheckedTensor t{name(i), local(p.mesh, (p.*dists)[i]), {}, 0};
      if (ways.size() == 1 && places.at(i)) t.said_by.emplace_back("SPEC", *places[i]);
      else t.ways = ways.size();
      list.push_back(std::move(t));
    }
    return list;
  };
  b.params = tensors(&SpmdProgram::params, annotated.params, [&](size_t i) {
    const std::string name = p.function()->values[p.function()->params[i]].name;
    return name.empty() ? "" : "%" + name;
  });
  b.results = tensors(&SpmdProgram::results, annotated.results, [](size_t) { return std::string(); });
  return b;
}

}  // namespace

core::Program read_spec(const std::string& path) {
  const std::string text = read_input(path);
  return is_mesh_text(text) ? import_mesh_spec_text(text, name_of_input(path)) : plain_spec(text, name_of_input(path));
}

VerifyPair read_verify_pair(const std::string& spec, const std::string& impl, const std::string& shardings) {
  if (spec == "-" && impl == "-")
    throw UsageError("verify", "only one of SPEC and IMPL can be standard input");
  const std::string text = read_input(spec), name = name_of_input(spec);
  if (!is_mesh_text(text)) return plain_pair(text, name, impl, shardings);
  if (!shardings.empty())
    throw UsageError("verify", "--shardings " + shardings + ": " + name + " says itself, with mesh.shard");
  VerifyPair p;
  p.spec = import_mesh_spec_text(text, name);
  p.spec_text = text;
  p.impl_text = read_input(impl);
  p.impls = import_mesh_candidates_text(text, name, p.impl_text, name_of_input(impl));
  p.boundary = boundary_of_candidates(p.impls, mesh_annotations_text(text, name));
  return p;
}

CompareOptions compare_options(int64_t runs, uint64_t seed, Freedom freedom) {
  CompareOptions options;
  options.runs = options.native_runs = runs;
  options.seed = seed;
  options.freedom = freedom;
  options.coverage = true;
  return options;
}

PairVerdict judge(const VerifyPair& pair, int64_t runs, uint64_t seed, Freedom freedom) {
  require_room(pair.spec.main);
  progress::phase("comparing");
  const CompareOptions options = compare_options(runs, seed, freedom);
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

Replay replay(const VerifyPair& pair, const std::string& directory, uint64_t seed, Freedom freedom) {
  require_room(pair.spec.main);
  const auto other_spec = with_other_outcomes(pair.spec);
  const auto judged = [&](const SpmdProgram& impl) {
    Replay r = replay(pair.spec, SpmdSubject(impl), directory, seed, freedom);
    if (r.verdict.kind != Verdict::Kind::Refuted || !other_spec) return r;
    if (Replay w = replay(*other_spec, SpmdSubject(impl), directory, seed, freedom); w.verdict.kind != Verdict::Kind::Refuted) return w;
    if (!orders_as_it_likes(pair.spec)) return r;
    r.verdict.kind = Verdict::Kind::Undecided;
    r.verdict.detail += "; but equal keys in a sort of SPEC that is not stable may come out in another order";
    r.verdict.counterexample.reset();
    return r;
  };
  std::optional<Replay> first;
  for (const SpmdProgram& impl : pair.impls) {
    Replay r = judged(impl);
    if (const auto other = with_other_outcomes(impl); other && r.verdict.kind != Verdict::Kind::Refuted) r = judged(*other);
    if (r.verdict.kind != Verdict::Kind::Refuted) return r;
    if (!first) first = std::move(r);
  }
  return std::move(*first);
}

RefutingArguments refuting_arguments(const VerifyPair& pair, size_t judged, const CompareOptions& options) {
  const SpmdProgram& impl = pair.impls.at(judged);
  RefutingArguments found = refuting_arguments(pair.spec, SpmdSubject(impl), options);
  if (const auto other = with_other_outcomes(impl); other && found.candidates.empty())
    found = refuting_arguments(pair.spec, SpmdSubject(*other), options);
  return found;
}

}  // namespace partir
