// partir check FILE: typing (with its derivation) and the theorems on one program;
// partir check CORE HLO: do the two mean the same?
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "mlir_bridge/export.h"
#include "mlir_bridge/import.h"
#include "mlir_bridge/import_spmd.h"
#include "proofs/checked_partition.h"
#include "proofs/compare.h"
#include "proofs/consistent.h"
#include "proofs/hlo_subject.h"
#include "tools/audited.h"
#include "tools/checked_boundary.h"
#include "tools/command.h"
#include "tools/counterexample_folder.h"
#include "tools/files.h"
#include "tools/verify_pair.h"

namespace partir {
namespace {

struct Options {
  std::string file, other, counterexample, at;
  int64_t runs = 0;
  uint64_t seed = 1;
  Freedom freedom = Freedom::Roundings;
  AuditWhen audit = AuditWhen::Tested;
  bool derivation = false, json = false;
  Limits limits;
};

using Parts = std::vector<std::pair<std::string, Verdict>>;

/// Audits what `hlo` was judged to be against `core`, on mutants of the StableHLO that it is written as. A program that StableHLO has no text for is not
/// audited, and the verdict says so.
std::optional<AuditReport> audit_hlo(const core::Program& core, const hlo::Program& hlo, const Options& o, Verdict& v) {
  const auto not_audited = [&](const Error& e) {
    v.detail += "; not audited: " + std::string(e.what());
    return std::nullopt;
  };
  if (!is_audited(v, o.audit)) return std::nullopt;
  try {
    const SpmdProgram impl = with_boundary(import_impl_text(print_stablehlo(hlo), "the program as StableHLO", signature_of(core)),
                                           {hlo.mesh, {}, hlo.main.param_dists, hlo.main.result_dists});
    return audit(core, impl, v, compare_options(o.runs, o.seed, o.freedom), o.audit, o.limits.seconds / 2);
  } catch (const Unsupported& e) {
    return not_audited(e);
  } catch (const BadInput& e) {
    return not_audited(e);
  }
}

Verdict typed(const char* rules) { return {Verdict::Kind::Proved, rules, 0, std::nullopt}; }

/// Adds what `judge` says; where a limit is met later, that is what was decided.
template <class Judge>
void add_part(Parts& parts, const std::string& what, Judge&& judge) {
  progress::phase("checking: " + what);
  const Verdict& v = parts.emplace_back(what, judge()).second;
  progress::decided(what + ": " + std::string(name(v.kind)));
}

Parts check_core(const core::Program& p, const Options& o, Derivation* derivation) {
  Parts parts;
  add_part(parts, "typing", [&] {
    check(p, derivation);
    return typed("T-rules");
  });
  require_room(p.main);
  CompareOptions options;
  options.runs = options.native_runs = o.runs;
  options.seed = o.seed;
  add_part(parts, "Theorem 1", [&] { return theorem1(p); });
  add_part(parts, "Theorem 2", [&] { return theorem2(p, options); });
  add_part(parts, "its lowering", [&] {
    const hlo::Program hlo = lower(p);
    check(hlo);
    return Reference(p, options).check(hlo);
  });
  return parts;
}

Parts check_hlo(const hlo::Program& p, const Options& o, Derivation* derivation) {
  Parts parts;
  add_part(parts, "typing", [&] {
    check(p, derivation);
    return typed("H-rules");
  });
  add_part(parts, "distributed typing", [&]() -> Verdict {
    try {
      infer_dists(p, derivation);
      return typed("D-rules");
    } catch (const Rejected& e) {
      // ill distributed is not ill typed: the program runs, but what results represent is open
      return {Verdict::Kind::Undecided, e.report(), 0, std::nullopt};
    }
  });
  require_room(p.main);
  add_part(parts, "SPMD run", [&] { return run_consistently(p, o.runs, o.seed); });
  return parts;
}

/// A Core program and what is judged against it, with their texts.
struct Pair {
  std::string core_text, hlo_text;
  core::Program core;
  hlo::Program hlo;
};

Pair read_pair(const Options& o) {
  if (o.file == "-" && o.other == "-")
    throw UsageError("check", "only one of FILE and HLO can be standard input");
  Pair p;
  p.core_text = read_input(o.file);
  Imported first = import_any_text(p.core_text, name_of_input(o.file));
  auto* core = std::get_if<ImportedCore>(&first);
  if (!core)
    throw BadInput("the first file is PartIR:HLO, expected PartIR:Core", {o.file, 0, 0, ""});
  p.core = std::move(core->program);
  p.hlo_text = read_input(o.other);
  p.hlo = import_hlo_text(p.hlo_text, name_of_input(o.other));
  if (p.core.mesh.rank() == 0) p.core.mesh = p.hlo.mesh;  // StableHLO names no mesh
  return p;
}

void add_typing(Parts& parts, const Pair& p, Derivation* wanted) {
  add_part(parts, "typing", [&] {
    check(p.core, wanted);
    check(p.hlo, wanted);
    return typed("T- and H-rules");
  });
  require_room(p.core.main);
}

std::string boundary_text(const Pair& p, Json& report) {
  const CheckedBoundary checked = stated_boundary(p.hlo);
  const ShownBoundary shown{p.hlo.mesh, {}, p.hlo.main.param_dists, p.hlo.main.result_dists, checked};
  report["boundary"] = to_json(shown);
  return to_text(shown);
}

std::string to_text(const Parts& parts) {
  std::string s;
  for (const auto& [what, v] : parts) s += what + ": " + to_text(v);
  return s;
}

/// The command at the inputs that `o.at` names.
ReplayedCommand replay_command(const Options& o, Parts& parts, Json& report) {
  const Pair p = read_pair(o);
  add_typing(parts, p, nullptr);
  const std::string boundary = boundary_text(p, report);
  Replay r = replay(p.core, HloSubject(&p.hlo), o.at, o.seed, o.freedom);
  parts.emplace_back("equal meaning", r.verdict);
  return {std::move(r), boundary + to_text(parts)};
}

/// What a folder is made of where the last of `parts` refutes. Its counterexample becomes that of the arguments that are kept.
Refutation refutation(const Options& o, const Pair& p, Parts& parts) {
  RefutingArguments found = refuting_arguments(p.core, HloSubject(&p.hlo), compare_options(o.runs, o.seed, o.freedom));
  if (found.counterexample) parts.back().second.counterexample = found.counterexample;
  Refutation r;
  r.command = "check";
  r.texts = {{"spec.mlir", p.core_text}, {"impl.mlir", p.hlo_text}};
  r.freedom = o.freedom;
  r.seed = o.seed;
  Json ignored;
  r.printed = boundary_text(p, ignored) + to_text(parts);
  r.spec = p.core;
  r.mesh = p.hlo.mesh;
  r.params = p.hlo.main.param_dists;
  r.results = p.hlo.main.result_dists;
  r.candidates = std::move(found.candidates);
  r.run = [o](const std::string& directory, uint64_t seed) {
    Options there = o;
    there.file = directory + "/spec.mlir";
    there.other = directory + "/impl.mlir";
    there.at = directory + "/inputs";
    there.seed = seed;
    Parts of_replay;
    Json of_replay_too;
    return replay_command(there, of_replay, of_replay_too);
  };
  return r;
}

int check_command(const Options& o, Json& report) {
  Derivation derivation;
  Derivation* wanted = o.derivation ? &derivation : nullptr;
  Parts parts;
  std::optional<AuditReport> audited;
  CounterexampleFolder folder(o.counterexample);
  if (o.other.empty() && !(o.counterexample.empty() && o.at.empty()))
    throw UsageError("check", std::string(o.at.empty() ? "--counterexample" : "--at") + " is of two programs, FILE and HLO");
  if (!o.at.empty()) {
    const ReplayedCommand r = replay_command(o, parts, report);
    if (!o.json) std::cout << r.printed;
  } else if (!o.other.empty()) {
    const Pair p = read_pair(o);
    add_typing(parts, p, wanted);
    const std::string boundary = boundary_text(p, report);
    if (!o.json) std::cout << boundary << std::flush;
    add_part(parts, "equal meaning", [&] {
      Verdict v = compare(p.core, p.hlo, compare_options(o.runs, o.seed, o.freedom));
      audited = audit_hlo(p.core, p.hlo, o, v);
      return v;
    });
    folder.keep(parts.back().second, [&] { return refutation(o, p, parts); });
  } else {
    const Imported imported = import_any(o.file);
    if (const auto* core = std::get_if<ImportedCore>(&imported))
      parts = check_core(core->program, o, wanted);
    else
      parts = check_hlo(std::get<hlo::Program>(imported), o, wanted);
  }
  const Verdict all = weakest(parts);
  if (o.json) {
    report.update(to_json(all));
    if (audited) report["audit"] = to_json(*audited);
    folder.note(report);
    report["checks"] = Json::array();
    for (const auto& [what, v] : parts) {
      Json part{{"what", what}};
      const Json found = to_json(v);
      for (const auto& [key, value] : found.items()) part[key] = value;
      report["checks"].push_back(std::move(part));
    }
    if (o.derivation) {
      report["derivation"] = Json::array();
      for (const DerivationStep& s : derivation)
        report["derivation"].push_back({{"rule", name(s.rule)},
                                        {"depth", s.depth},
                                        {"phrase", s.phrase},
                                        {"conclusion", s.conclusion}});
    }
    folder.throw_if_not_written();
  } else if (o.at.empty()) {
    for (const DerivationStep& s : derivation) {
      const std::string rule(name(s.rule));
      std::cout << rule << std::string(rule.size() < 12 ? 12 - rule.size() : 1, ' ')
                << std::string(2 * static_cast<size_t>(s.depth), ' ') << s.phrase << " : "
                << s.conclusion << "\n";
    }
    std::cout << to_text(parts) << folder.line() << (audited ? to_text(*audited) : "");
    folder.throw_if_not_written();
  }
  return all.exit_code();
}

}  // namespace

void add_check_command(CLI::App& app, int& exit_code) {
  auto o = std::make_shared<Options>();
  CLI::App* c = app.add_subcommand(
      "check", "Type-check and run a Core or HLO program, or compare a Core with an HLO program");
  c->add_option("FILE", o->file,
                "StableHLO, PartIR:Core or PartIR:HLO text, or - for standard input")
      ->required()
      ->check(not_empty);
  c->add_option("HLO", o->other, "PartIR:HLO text that should mean what FILE means, or -")
      ->check(not_empty);
  add_run_options(*c, o->runs, o->seed);
  add_freedom_option(*c, o->freedom);
  add_limit_options(*c, o->limits);
  add_audit_option(*c, o->audit);
  add_replay_options(*c, o->counterexample, o->at);
  c->get_option("--at")->excludes("--audit");
  c->add_flag("--derivation", o->derivation, "name each typing rule as it is applied")->excludes("--at");
  c->add_flag("--json", o->json, "report as JSON");
  set_examples(*c,
               "  partir check examples/chain.core.mlir --derivation\n"
               "  partir check examples/chain.core.mlir examples/chain.wrong.hlo.mlir\n"
               "  partir check examples/chain.core.mlir examples/chain.wrong.hlo.mlir --counterexample wrong\n"
               "  partir check wrong/spec.mlir wrong/impl.mlir --at wrong/inputs\n");
  c->callback([o, &exit_code] {
    exit_code =
        run_command(o->limits, {"check", o->file, o->json}, [&](Json& report) { return check_command(*o, report); });
  });
}

}  // namespace partir
