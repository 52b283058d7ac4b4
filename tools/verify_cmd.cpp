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
  const auto [v, judged] = judge(p, o.runs, o.seed);
  const SpmdProgram& impl = p.impls[judged];
  report["mesh"] = to_json(impl.mesh);
  report["params"] = to_json(impl.params);
  report["results"] = to_json(impl.results);
  report.update(partir::to_json(v));
  if (o.json) {
    print_report(report);
  } else {
    std::cout << "mesh " << to_string(impl.mesh) << ", " << counted(impl.mesh.devices(), "device") << "\n"
              << "equal meaning: " << to_text(v);
  }
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
