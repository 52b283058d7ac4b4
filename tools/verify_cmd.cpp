// partir verify SPEC IMPL: is the SPMD program IMPL a correct partitioning of SPEC?
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "proofs/audit.h"
#include "tools/command.h"
#include "tools/verify_pair.h"

namespace partir {
namespace {

struct VerifyOptions {
  std::string spec, impl, shardings;
  int64_t runs = 0;
  uint64_t seed = 1;
  Freedom freedom = Freedom::Roundings;
  std::string audit = "off";
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

Json to_json(const AuditReport& a) {
  Json survivors = Json::array();
  for (const Mutant& m : a.survivors)
    survivors.push_back({{"kind", name(m.kind)}, {"what", m.what}, {"location", to_string(m.location)}});
  return {{"planned", a.planned}, {"run", a.run}, {"refuted", a.refuted}, {"undecided", a.undecided}, {"shown_equal", a.equal},
          {"given_up", a.given_up}, {"survivors", survivors}};
}
std::string to_text(const AuditReport& a) {
  std::string s = "audit: " + to_string(a) + "\n";
  for (const Mutant& m : a.survivors) s += "  not noticed: " + to_string(m.location) + ": " + m.what + "\n";
  return s;
}

int verify_command(const VerifyOptions& o, Json& report) {
  const VerifyPair p = read_verify_pair(o.spec, o.impl, o.shardings);
  const auto show_boundary = [&](const SpmdProgram& impl) {
    const ShownBoundary boundary{impl.mesh, impl.partition_of, impl.params, impl.results, p.boundary};
    report["mesh"] = to_json(impl.mesh);
    report["params"] = to_json(impl.params);
    report["results"] = to_json(impl.results);
    report["boundary"] = partir::to_json(boundary);
    if (!o.json) std::cout << to_text(boundary) << std::flush;
  };
  // first of all, however the run ends; where ways are tried it ends with the one that it is about
  if (p.impls.size() == 1) show_boundary(p.impls[0]);
  auto [v, judged] = judge(p, o.runs, o.seed, o.freedom);
  if (p.impls.size() > 1) show_boundary(p.impls[judged]);
  std::optional<AuditReport> audit;
  if (v.holds() && (o.audit == "on" || (o.audit == "auto" && v.kind == Verdict::Kind::Tested))) {
    progress::phase("auditing the verdict");
    AuditOptions options;
    options.seed = o.seed;
    audit = partir::audit(p.spec, p.impls[judged], compare_options(o.runs, o.seed, o.freedom), options);
    v = audited(std::move(v), *audit);
  }
  report.update(partir::to_json(v));
  if (audit) report["audit"] = to_json(*audit);
  if (o.json) print_report(report);
  else std::cout << "equal meaning: " << partir::to_text(v) << (audit ? to_text(*audit) : "");
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
  c->add_option("--audit", o->audit,
                "whether the verdict audits itself: faults planted in IMPL must be refuted by the same runs; auto: where "
                "it would be tested")
      ->check(CLI::IsMember({"on", "off", "auto"}))
      ->capture_default_str();
  c->add_flag("--json", o->json, "report as JSON");
  set_examples(*c,
               "  partir verify step.mlir step.spmd.mlir\n"
               "  partir verify before.mlir local.mlir --shardings after.sdy.mlir --json\n");
  c->callback([o, &exit_code] {
    exit_code =
        run_command(o->limits, o->impl, o->json, [&](Json& report) { return verify_command(*o, report); });
  });
}

}  // namespace partir
