// partir check FILE: typing (with its derivation) and the theorems on one program;
// partir check CORE HLO: do the two mean the same?
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "mlir_bridge/import.h"
#include "proofs/checked_partition.h"
#include "proofs/compare.h"
#include "proofs/consistent.h"
#include "tools/checked_boundary.h"
#include "tools/command.h"

namespace partir {
namespace {

struct Options {
  std::string file, other;
  int64_t runs = 0;
  uint64_t seed = 1;
  Freedom freedom = Freedom::Roundings;
  bool derivation = false, json = false;
  Limits limits;
};

using Parts = std::vector<std::pair<std::string, Verdict>>;

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

int check_command(const Options& o, Json& report) {
  Derivation derivation;
  Derivation* wanted = o.derivation ? &derivation : nullptr;
  Parts parts;
  if (!o.other.empty()) {
    if (o.file == "-" && o.other == "-")
      throw UsageError("check", "only one of FILE and HLO can be standard input");
    Imported first = import_any(o.file);
    const auto* core = std::get_if<ImportedCore>(&first);
    if (!core)
      throw BadInput("the first file is PartIR:HLO, expected PartIR:Core", {o.file, 0, 0, ""});
    ImportOptions options;
    const hlo::Program hlo = import_hlo(o.other, options);
    core::Program reference = core->program;
    if (reference.mesh.rank() == 0) reference.mesh = hlo.mesh;  // StableHLO names no mesh
    add_part(parts, "typing", [&] {
      check(reference, wanted);
      check(hlo, wanted);
      return typed("T- and H-rules");
    });
    require_room(reference.main);
    const CheckedBoundary checked = stated_boundary(hlo);
    const ShownBoundary shown{hlo.mesh, {}, hlo.main.param_dists, hlo.main.result_dists, checked};
    if (o.json) report["boundary"] = to_json(shown);
    else std::cout << to_text(shown);
    CompareOptions compare_options;
    compare_options.freedom = o.freedom;
    compare_options.coverage = true;
    compare_options.runs = compare_options.native_runs = o.runs;
    compare_options.seed = o.seed;
    add_part(parts, "equal meaning", [&] { return compare(reference, hlo, compare_options); });
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
    print_report(report);
  } else {
    for (const DerivationStep& s : derivation) {
      const std::string rule(name(s.rule));
      std::cout << rule << std::string(rule.size() < 12 ? 12 - rule.size() : 1, ' ')
                << std::string(2 * static_cast<size_t>(s.depth), ' ') << s.phrase << " : "
                << s.conclusion << "\n";
    }
    for (const auto& [what, v] : parts) std::cout << what << ": " << to_text(v);
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
  c->add_flag("--derivation", o->derivation, "name each typing rule as it is applied");
  c->add_flag("--json", o->json, "report as JSON");
  set_examples(*c,
               "  partir check examples/chain.core.mlir --derivation\n"
               "  partir check examples/chain.core.mlir examples/chain.wrong.hlo.mlir\n");
  c->callback([o, &exit_code] {
    exit_code =
        run_command(o->limits, o->file, o->json, [&](Json& report) { return check_command(*o, report); });
  });
}

}  // namespace partir
