// partir verify SPEC IMPL: is the SPMD program IMPL a correct partitioning of SPEC?
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "tools/command.h"
#include "tools/verify_pair.h"

namespace partir {
namespace {

struct VerifyOptions {
  std::string spec, impl, shardings;
  int64_t runs = 0;
  uint64_t seed = 1;
  Freedom freedom = Freedom::Roundings;
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
  progress::phase("comparing");
  const auto [v, judged] = judge(p, o.runs, o.seed, o.freedom);
  if (p.impls.size() > 1) show_boundary(p.impls[judged]);
  report.update(partir::to_json(v));
  if (o.json) print_report(report);
  else std::cout << "equal meaning: " << to_text(v);
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
