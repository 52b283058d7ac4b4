// partir verify SPEC IMPL: is the SPMD program IMPL a correct partitioning of SPEC?
#include <CLI/CLI.hpp>
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>

#include "proofs/mend.h"
#include "tools/audited.h"
#include "tools/command.h"
#include "tools/counterexample_folder.h"
#include "tools/verify_pair.h"
#include "tools/watchdog.h"

namespace partir {
namespace {

struct VerifyOptions {
  std::string spec, impl, shardings, counterexample, at;
  int64_t runs = 0;
  uint64_t seed = 1;
  Freedom freedom = Freedom::Roundings;
  AuditWhen audit = AuditWhen::Tested;
  bool mends = true;
  bool json = false;
  Limits limits;
};

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

ShownBoundary shown(const VerifyPair& p, size_t judged) {
  const SpmdProgram& impl = p.impls[judged];
  return {impl.mesh, impl.partition_of, impl.params, impl.results, p.boundary};
}
void report_boundary(const VerifyPair& p, size_t judged, Json& report) {
  const SpmdProgram& impl = p.impls[judged];
  report["mesh"] = to_json(impl.mesh);
  report["params"] = to_json(impl.params);
  report["results"] = to_json(impl.results);
  report["boundary"] = partir::to_json(shown(p, judged));
}
std::string meaning_text(const Verdict& v) { return "equal meaning: " + partir::to_text(v); }

/// The command at the inputs that `o.at` names.
ReplayedCommand replay_command(const VerifyOptions& o, Json& report) {
  const VerifyPair p = read_verify_pair(o.spec, o.impl, o.shardings);
  report_boundary(p, 0, report);
  Replay r = replay(p, o.at, o.seed, o.freedom);
  report.update(partir::to_json(r.verdict));
  std::string printed = to_text(shown(p, 0)) + meaning_text(r.verdict);
  return {std::move(r), std::move(printed)};
}

/// What a folder is made of where `v` refutes. Its counterexample becomes that of the arguments that are kept.
Refutation refutation(const VerifyOptions& o, const VerifyPair& p, size_t judged, Verdict& v) {
  RefutingArguments found = refuting_arguments(p, judged, compare_options(o.runs, o.seed, o.freedom));
  Refutation r;
  r.are_named = found.counterexample.has_value();
  if (r.are_named) v.counterexample = found.counterexample;
  r.command = "verify";
  r.texts = {{"spec.mlir", p.spec_text}, {"impl.mlir", p.impl_text}};
  const std::string shardings = o.shardings.ends_with(".json") ? "shardings.json" : "shardings.mlir";
  if (p.shardings_text) r.texts.push_back({shardings, *p.shardings_text});
  r.freedom = o.freedom;
  r.seed = o.seed;
  r.printed = to_text(shown(p, judged)) + meaning_text(v);
  r.spec = p.spec;
  r.mesh = p.impls[judged].mesh;
  r.params = p.impls[judged].params;
  r.results = p.impls[judged].results;
  r.candidates = std::move(found.candidates);
  r.run = [o, shardings, &p](const std::string& directory, uint64_t seed) {
    VerifyOptions there = o;
    there.spec = directory + "/spec.mlir";
    there.impl = directory + "/impl.mlir";
    there.shardings = p.shardings_text ? directory + "/" + shardings : "";
    there.at = directory + "/inputs";
    there.seed = seed;
    Json ignored;
    return replay_command(there, ignored);
  };
  return r;
}

/// Notes in a refutation the edit that mends IMPL, if one is found soon. The refutation stands whatever the search comes to.
void name_mend(const VerifyOptions& o, const VerifyPair& p, size_t judged, Verdict& v) {
  if (v.kind != Verdict::Kind::Refuted || !v.counterexample) return;
  constexpr double seconds = 5;
  try {
    progress::phase("looking for an edit that mends it");
    Watchdog::at_most(seconds);
    const auto found = mend(p.spec, p.impls[judged], *v.counterexample, compare_options(o.runs, o.seed, o.freedom), seconds);
    if (found) v.counterexample->mend = to_string(found->location) + ": " + found->what;
  } catch (const OutOfBudget&) {
  }
  Watchdog::stop_watching();  // what is left is to print
}

int verify_command(const VerifyOptions& o, Json& report) {
  if (!o.at.empty()) {
    const ReplayedCommand r = replay_command(o, report);
    if (!o.json) std::cout << r.printed;
    return r.replay.verdict.exit_code();
  }
  CounterexampleFolder folder(o.counterexample);
  const VerifyPair p = read_verify_pair(o.spec, o.impl, o.shardings);
  const auto show_boundary = [&](size_t judged) {
    report_boundary(p, judged, report);
    if (!o.json) std::cout << to_text(shown(p, judged)) << std::flush;
  };
  // first of all, however the run ends; where ways are tried it ends with the one that it is about
  if (p.impls.size() == 1) show_boundary(0);
  const auto start = std::chrono::steady_clock::now();
  auto [v, judged] = judge(p, o.runs, o.seed, o.freedom);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (p.impls.size() > 1) show_boundary(judged);
  const std::optional<AuditReport> audited =
      audit(p.spec, p.impls[judged], v, compare_options(o.runs, o.seed, o.freedom), o.audit, o.limits.seconds / 2);
  folder.keep(v, [&, &v = v, judged = judged] { return refutation(o, p, judged, v); });
  // a program that takes long for one verdict leaves no time for those on edits of it
  constexpr double soon = 2;
  if (o.mends && took.count() < soon) name_mend(o, p, judged, v);
  report.update(partir::to_json(v));
  if (audited) report["audit"] = partir::to_json(*audited);
  folder.note(report);
  if (!o.json) std::cout << meaning_text(v) << folder.line() << (audited ? partir::to_text(*audited) : "");
  folder.throw_if_not_written();
  return v.exit_code();
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
  add_freedom_option(*c, o->freedom);
  add_limit_options(*c, o->limits);
  add_audit_option(*c, o->audit);
  c->add_flag("!--no-mend", o->mends, "do not look for an edit that mends what is refuted, which takes up to 5 seconds");
  add_replay_options(*c, o->counterexample, o->at);
  c->get_option("--at")->excludes("--audit");
  c->add_flag("--json", o->json, "report as JSON");
  set_examples(*c,
               "  partir verify step.mlir step.spmd.mlir\n"
               "  partir verify before.mlir local.mlir --shardings after.sdy.mlir --json\n"
               "  partir verify step.mlir step.spmd.mlir --counterexample wrong\n"
               "  partir verify wrong/spec.mlir wrong/impl.mlir --at wrong/inputs\n");
  c->callback([o, &exit_code] {
    exit_code = run_command(o->limits, {"verify", o->impl, o->json}, [&](Json& report) { return verify_command(*o, report); });
  });
}

}  // namespace partir
