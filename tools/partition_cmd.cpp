// partir partition FILE --schedule S.json: the main job.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "mlir_bridge/export.h"
#include "mlir_bridge/import.h"
#include "partition/resolve.h"
#include "tools/conflict_report.h"
#include "tools/device_json.h"
#include "tools/files.h"
#include "tools/partition_report.h"
#include "tools/schedule_json.h"
#include "tools/simulation_report.h"

namespace partir {
namespace {

struct Options {
  std::string file, schedule, emit, after, output, device;
  int64_t scale = 0, runs = 0, per_op = 0;
  uint64_t seed = 1;
  bool json = false, no_check = false, merge = false, details = false;
  Limits limits;
};

/// Refuses two shardings that name the axes of one dimension of a value in different orders: the
/// first tiles, and the second's axes would nest otherwise than it says.
void check_order(const core::Function& f, const ShardingHint& h, size_t dim,
                 std::vector<std::pair<Axis, const ShardingHint*>>& taken) {
  size_t last = 0;
  for (const Axis& a : h.dims[dim]) {
    const auto at = std::find_if(taken.begin(), taken.end(), [&](auto& t) { return t.first == a; });
    const size_t place = static_cast<size_t>(at - taken.begin());
    if (place < last)
      throw BadAction("a sharding gives dimension " + std::to_string(dim) + " of " +
                          value_name(f, h.value) + " the axes " + to_string(AxisList(h.dims[dim])) +
                          ", but \"" + a + "\" is major there by the sharding at " +
                          to_string(at->second->location),
                      h.location);
    last = place;
    if (at == taken.end()) taken.push_back({a, &h});
  }
}

/// The tactic that a module's own shardings ask for: tile every named dimension, major axes first.
Tactic sdy_tactic(const ImportedCore& imported) {
  Tactic tactic{"sdy", {}, {}};
  const core::Function& f = imported.program.main;
  std::map<std::pair<ValueId, size_t>, std::vector<std::pair<Axis, const ShardingHint*>>> taken;
  for (const ShardingHint& h : imported.shardings) {
    Directive d;
    d.location = h.location;
    d.value = h.value;  // a name may be that of other values too, or of none that a glob is over
    for (size_t dim = 0; dim < h.dims.size(); ++dim) {
      check_order(f, h, dim, taken[{h.value, dim}]);
      for (const Axis& a : h.dims[dim]) {
        d.axis = a;
        d.dim = static_cast<int64_t>(dim);
        tactic.directives.push_back(d);
      }
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

/// The schedule that the options ask for, cut off after --after.
Schedule chosen_schedule(const Options& o, const ImportedCore& imported) {
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
  if (o.after.empty()) return schedule;
  size_t n = 0;
  std::string names;
  for (; n < schedule.tactics.size() && schedule.tactics[n].name != o.after; ++n)
    names += (n ? ", " : "; it has ") + schedule.tactics[n].name;
  if (n == schedule.tactics.size())
    throw BadInput("--after: the schedule has no tactic \"" + o.after + "\"" + names,
                   {o.schedule.empty() ? o.file : o.schedule, 0, 0, ""});
  schedule.tactics.resize(n + 1);
  return schedule;
}

/// Original and scaled extents, for people.
std::string scaled_text(const Scaled& image) {
  std::string s = "what is run is scaled; bytes and counts are the program's own\n";
  s += "  largest tensor: " + std::to_string(image.largest_before) + " elements -> " +
       std::to_string(image.largest_after) + "\n";
  for (const std::string& line : image.report) s += "  " + line + "\n";
  return s;
}

/// Says so where running a program, which all devices of both semantics do, is going to take long.
void note_size(const Options& o, const core::Program& program) {
  int64_t largest = 0;
  for (const Value& v : program.main.values) largest = std::max(largest, v.type->elements());
  if (o.scale == 0 && !o.no_check && largest > 50'000'000)
    std::cerr << o.file << ": note: the largest tensor has " << largest
              << " elements, and all are computed; --scale 65536 runs a copy with smaller extents, --no-check none\n";
}

int partition(const Options& o, Json& report) {
  ImportedCore imported = import_core_only(o.file);
  Schedule schedule = chosen_schedule(o, imported);
  imported.program.mesh = schedule.mesh;
  check(imported.program);
  note_size(o, imported.program);
  if (o.scale == 0 && !o.no_check) require_room(imported.program.main);
  std::optional<DeviceSpec> device;
  if (!o.device.empty()) device = read_device(o.device, schedule.mesh);
  Progress progress(true);
  Resolved plain_schedule = resolved(imported.program, schedule.mesh, schedule.tactics, device, show_searches(progress));
  schedule.tactics = std::move(plain_schedule.tactics);
  progress("");

  std::optional<SimulationReport> simulation;
  if (device) simulation.emplace(*device, imported.program, static_cast<size_t>(o.per_op));

  report = {{"file", o.file}, {"mesh", Json::array()}, {"tactics", Json::array()}};
  for (const auto& [a, n] : schedule.mesh.axes()) report["mesh"].push_back({a, n});
  if (simulation) report["simulated"] = simulation->head_json();
  std::ostream& out = o.emit.empty() || !o.output.empty() ? std::cout : std::cerr;
  const bool table = !o.json;

  PartitionOptions options;
  options.check = !o.no_check;
  options.checks.runs = options.checks.native_runs = o.runs;
  options.checks.seed = o.seed;
  options.simplify.merge_parameter_gathers = o.merge;
  options.progress = [&progress](const std::string& what) {
    progress(what);
    progress::phase("at the tactic " + what);
  };
  std::optional<CheckedPartition> plain;
  std::optional<ScaledPartition> scaled;
  if (o.scale > 0) {
    scaled.emplace(imported.program, schedule.mesh, schedule.tactics, o.scale, options);
    const Scaled& image = scaled->image();
    report["scaled"] = {{"arguments", image.report},
                        {"largest_before", image.largest_before},
                        {"largest_after", image.largest_after}};
    if (table) out << scaled_text(image);
  } else {
    plain.emplace(imported.program, schedule.mesh, options);
  }
  if (table && simulation) out << simulation->head();
  if (table) out << table_head(imported.program, schedule.mesh);

  ConflictReport conflicts(imported.program, o.file);
  int exit_code = 0;
  Verdict::Kind weakest_yet = Verdict::Kind::ProvedAllShapes;
  std::string text;
  auto apply = [&](const Tactic& tactic) {
    const TacticReport r = scaled ? scaled->apply(tactic) : plain->apply(tactic);
    progress("");
    progress::decided(tactic.name + ": " + std::string(name(r.verdict.kind)));
    conflicts.next(tactic, r.conflicts);
    if (simulation) simulation->next(r.hlo);
    if (table) {
      out << table_row(r, conflicts.text());
      if (simulation) out << simulation->row();
      if (o.details)
        for (const auto& [what, v] : r.parts) out << "  " << what << ": " << to_text(v);
      out << std::flush;
    }
    // where typing alone was asked for, its rules decide
    const Verdict asked = o.no_check ? weakest(r.parts) : r.verdict;
    if (asked.exit_code() == 1 || exit_code == 0) exit_code = asked.exit_code();  // refuted outweighs undecided
    if (asked.holds()) weakest_yet = std::max(weakest_yet, asked.kind);
    if (!o.emit.empty()) text = emitted(r, o.emit);
    Json j = to_json(r);
    conflicts.add_to(j["conflicts"]);
    if (simulation) j["simulated"] = simulation->json();
    return j;
  };
  for (const Tactic& tactic : schedule.tactics) report["tactics"].push_back(apply(tactic));
  // no tactics are no reason to check nothing: the program itself, on every device
  if (schedule.tactics.empty()) report["unpartitioned"] = apply(Tactic{"(none)", {}, {}});
  if (!plain_schedule.missed.empty()) {
    if (exit_code == 0) exit_code = 3;
    report["missed_memory"] = to_json(plain_schedule.missed);
    if (table) out << missed_text(plain_schedule.missed);
  }
  report["verdict"] = o.no_check && exit_code == 0 ? Json(nullptr) : verdict_word(exit_code, weakest_yet);
  if (o.no_check) report["detail"] = meaning_not_run;
  if (table) {
    out << "AG all_gather, AR all_reduce, RS reduce_scatter, A2A all_to_all, AS all_slice\n";
    if (o.no_check) out << "undecided: " << meaning_not_run << "\n";
  }
  // the file first: if it cannot be written, the report has that error, once
  if (!o.output.empty()) write_unless_refuted(o.output, text, exit_code);
  if (o.output.empty()) std::cout << text;
  return exit_code;
}

}  // namespace

void add_partition_command(CLI::App& app, int& exit_code) {
  auto o = std::make_shared<Options>();
  CLI::App* c = app.add_subcommand(
      "partition", "Partition a StableHLO module by a schedule and check every tactic");
  c->add_option("FILE", o->file, "StableHLO text as JAX prints it, or - for standard input")
      ->required()
      ->check(not_empty);
  c->add_option("--schedule", o->schedule,
                "JSON: mesh and tactics (docs/schedules.md); without it, the module's sdy "
                "shardings")
      ->check(not_empty);
  CLI::Option* emit = c->add_option(
      "--emit", o->emit, "print the IR after the last tactic; the report goes to stderr");
  emit->check(CLI::IsMember({"core", "hlo", "stablehlo"}));
  c->add_option("--after", o->after, "stop after this tactic")->check(not_empty);
  c->add_option("-o,--output", o->output,
                "where --emit writes, instead of standard output; not written on failure")
      ->check(not_empty)
      ->needs(emit);
  c->add_option("--scale", o->scale,
                "run a copy whose extents are scaled down until no tensor has more elements than "
                "this; bytes, counts and --emit stay the program's own")
      ->check(positive_integer);
  CLI::Option* device = c->add_option("--device", o->device,
                                      "JSON: a device and its links (docs/simulator.md); estimates time and "
                                      "memory after each tactic");
  device->check(not_empty);
  c->add_option("--per-op", o->per_op, "with --device: also what this many of the most expensive ops take")
      ->check(positive_integer)
      ->needs(device);
  add_run_options(*c, o->runs, o->seed);
  add_limit_options(*c, o->limits);
  c->add_flag("--merge-parameter-gathers", o->merge,
              "share the gathers of a sharded parameter among its uses");
  c->add_flag("--no-check", o->no_check,
              "typing only: the two semantics are not run, so that whether the meaning is kept is undecided; exit code 0 where the "
              "typing rules hold");
  c->add_flag("--details", o->details, "each check's own verdict below its row");
  c->add_flag("--json", o->json, "report as JSON");
  set_examples(*c,
               "  partir partition examples/matmul_chain.mlir --schedule "
               "examples/matmul_chain.bp_mp.json\n"
               "  partir partition step.mlir --schedule s.json --after BP --emit hlo -o bp.mlir\n"
               "  partir partition llama.mlir --scale 65536\n"
               "  partir partition examples/train_step.mlir --schedule "
               "examples/train_step.bp_mp_z3.json --device examples/devices/tpu_v4.json\n");
  c->callback([o, &exit_code] {
    exit_code = run_command(
        o->limits, {"partition", o->file, o->json, "; --scale makes extents smaller", o->emit.empty() || !o->output.empty() ? &std::cout : &std::cerr},
        [&](Json& report) { return partition(*o, report); });
  });
}

}  // namespace partir
