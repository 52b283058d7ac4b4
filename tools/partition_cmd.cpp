// partir partition FILE --schedule S.json: the main job.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "mlir_bridge/export.h"
#include "mlir_bridge/import.h"
#include "partition/scale.h"
#include "tools/files.h"
#include "tools/partition_report.h"
#include "tools/schedule_json.h"

namespace partir {
namespace {

struct Options {
  std::string file, schedule, emit, after, output;
  int64_t scale = 0, runs = 1;
  uint64_t seed = 1;
  bool json = false, no_check = false, merge = false, details = false;
};

/// The tactic that a module's own shardings ask for: tile every named dimension, major axes first.
Tactic sdy_tactic(const ImportedCore& imported) {
  Tactic tactic{"sdy", {}, {}};
  for (const ShardingHint& h : imported.shardings) {
    Directive d;
    d.location = h.location;
    switch (h.where) {
      case ShardingHint::Where::Argument:
        d.target = Directive::Target::Input;
        d.pattern = "%arg" + std::to_string(h.index);
        break;
      case ShardingHint::Where::Result:
        d.target = Directive::Target::Output;
        d.pattern = std::to_string(h.index);
        break;
      case ShardingHint::Where::Value:
        d.target = Directive::Target::Value;
        d.pattern = value_name(imported.program.main, h.value);
        break;
    }
    for (size_t dim = 0; dim < h.dims.size(); ++dim)
      for (const Axis& a : h.dims[dim]) {
        d.axis = a;
        d.dim = static_cast<int64_t>(dim);
        tactic.directives.push_back(d);
      }
    for (const Axis& a : h.replicated) {
      d.axis = a;
      d.dim = std::nullopt;
      tactic.directives.push_back(d);
    }
  }
  return tactic;
}

std::string emitted(const TacticReport& r, const std::string& what) {
  if (what == "core") return print(r.core);
  if (what == "hlo") return print(r.hlo);
  return print_stablehlo(r.hlo);
}

int partition(const Options& o) {
  ImportedCore imported = import_core(o.file);
  Schedule schedule;
  if (!o.schedule.empty()) {
    schedule = read_schedule(o.schedule);
  } else {
    schedule.mesh = imported.program.mesh;
    schedule.tactics = {sdy_tactic(imported)};
    if (schedule.tactics[0].directives.empty())
      throw BadInput("no --schedule is given and the module has no sdy shardings to take",
                     {o.file, 0, 0, ""});
  }
  if (!o.after.empty()) {
    size_t n = 0;
    while (n < schedule.tactics.size() && schedule.tactics[n].name != o.after) ++n;
    if (n == schedule.tactics.size())
      throw BadInput("--after: the schedule has no tactic \"" + o.after + "\"",
                     {o.schedule.empty() ? o.file : o.schedule, 0, 0, ""});
    schedule.tactics.resize(n + 1);
  }
  imported.program.mesh = schedule.mesh;
  check(imported.program);

  Json report{{"file", o.file}, {"mesh", Json::array()}, {"tactics", Json::array()}};
  for (const auto& [a, n] : schedule.mesh.axes()) report["mesh"].push_back({a, n});
  std::ostream& out = o.emit.empty() || !o.output.empty() ? std::cout : std::cerr;
  const bool table = !o.json;
  if (o.scale > 0) {
    Scaled scaled = scale(imported.program, schedule.mesh, schedule.tactics, o.scale);
    report["scaled"] = scaled.report;
    if (table)
      for (const std::string& line : scaled.report) out << "scaled " << line << "\n";
    imported.program = std::move(scaled.program);
  }

  PartitionOptions options;
  options.check = !o.no_check;
  options.checks.runs = o.runs;
  options.checks.seed = o.seed;
  options.simplify.merge_parameter_gathers = o.merge;
  auto progress = std::make_shared<Progress>(true);
  options.progress = [progress](const std::string& what) { (*progress)(what); };
  CheckedPartition partition(imported.program, schedule.mesh, options);
  if (table) out << table_head(imported.program, schedule.mesh);
  int exit_code = 0;
  std::string text;
  for (const Tactic& tactic : schedule.tactics) {
    const TacticReport r = partition.apply(tactic);
    (*progress)("");
    report["tactics"].push_back(to_json(r));
    if (table) {
      out << table_row(r);
      if (o.details)
        for (const auto& [what, v] : r.parts) out << "  " << what << ": " << to_text(v);
      out << std::flush;
    }
    const int code = r.verdict.exit_code();
    if (code == 1 || exit_code == 0) exit_code = code;  // refuted outweighs undecided
    if (!o.emit.empty() && &tactic == &schedule.tactics.back()) text = emitted(r, o.emit);
  }
  if (table)
    out << "AG all_gather, AR all_reduce, RS reduce_scatter, A2A all_to_all, AS all_slice\n";
  if (o.json) (o.emit.empty() || !o.output.empty() ? std::cout : std::cerr) << json_text(report) << "\n";
  if (!o.emit.empty()) {
    if (o.output.empty()) std::cout << text;
    else if (exit_code == 0) write_file(o.output, text);
    else std::cerr << o.output << ": not written, since the check does not hold\n";
  }
  return exit_code;
}

}  // namespace

void add_partition_command(CLI::App& app, int& exit_code) {
  auto o = std::make_shared<Options>();
  CLI::App* c = app.add_subcommand(
      "partition", "Partition a StableHLO module by a schedule and check every tactic");
  c->add_option("FILE", o->file, "StableHLO text as JAX prints it")->required();
  c->add_option("--schedule", o->schedule,
                "JSON: mesh and tactics (docs/schedules.md); without it, the module's sdy shardings");
  c->add_option("--emit", o->emit, "print the IR after the last tactic; the report goes to stderr")
      ->check(CLI::IsMember({"core", "hlo", "stablehlo"}));
  c->add_option("--after", o->after, "stop after this tactic");
  c->add_option("-o,--output", o->output, "where --emit writes, instead of standard output");
  c->add_option("--scale", o->scale,
                "scale extents down until no tensor has more elements than this; counts stay")
      ->check(CLI::PositiveNumber);
  c->add_option("--runs", o->runs, "random inputs per check")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  c->add_option("--seed", o->seed, "seed of the random inputs")->capture_default_str();
  c->add_flag("--merge-parameter-gathers", o->merge,
              "share the gathers of a sharded parameter among its uses");
  c->add_flag("--no-check", o->no_check, "typing only: do not run the two semantics");
  c->add_flag("--details", o->details, "each check's own verdict below its row");
  c->add_flag("--json", o->json, "report as JSON");
  set_examples(*c,
               "  partir partition examples/matmul_chain.mlir --schedule "
               "examples/matmul_chain.bp_mp.json\n"
               "  partir partition step.mlir --schedule s.json --after BP --emit hlo -o bp.hlo.mlir\n"
               "  partir partition llama.mlir --scale 65536\n");
  c->callback([o, &exit_code] { exit_code = partition(*o); });
}

}  // namespace partir
