// partir lower CORE.mlir: the translation, and its simplification.
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "lowering/collectives.h"
#include "lowering/lower.h"
#include "mlir_bridge/export.h"
#include "mlir_bridge/import.h"
#include "semantics/core_typing.h"
#include "semantics/hlo_typing.h"
#include "tools/command.h"

namespace partir {

void add_lower_command(CLI::App& app, int& exit_code) {
  struct Options {
    std::string file, output;
    bool no_simplify = false, merge = false, stablehlo = false, json = false;
    Limits limits;
  };
  auto o = std::make_shared<Options>();
  CLI::App* c = app.add_subcommand("lower", "Translate PartIR:Core to PartIR:HLO");
  c->add_option("FILE", o->file, "PartIR:Core or StableHLO text, or - for standard input")
      ->required()
      ->check(not_empty);
  c->add_flag("--no-simplify", o->no_simplify, "only the L-rules, no rewriting");
  c->add_flag("--merge-parameter-gathers", o->merge,
              "share the gathers of a sharded parameter among its uses");
  c->add_flag("--stablehlo", o->stablehlo, "print device-local StableHLO with collectives");
  c->add_option("-o,--output", o->output, "write there instead of standard output")
      ->check(not_empty);
  c->add_flag("--json", o->json,
              "report as JSON, with the program as its \"program\" where -o writes no file");
  add_limit_options(*c, o->limits);
  set_examples(*c,
               "  partir lower chain.core.mlir\n"
               "  partir lower chain.core.mlir --no-simplify -o chain.hlo.mlir\n");
  const auto lower_file = [o](Json& report) {
    const core::Program core = import_core_only(o->file).program;
    progress::phase("checking and lowering");
    check(core);
    hlo::Program hlo = translate(core);
    if (!o->no_simplify) {
      SimplifyOptions options;
      options.merge_parameter_gathers = o->merge;
      hlo = simplify(std::move(hlo), options);
    }
    check(hlo);
    if (o->json) {
      report = {{"file", o->file}, {"mesh", to_string(hlo.mesh)}};
      report["collectives"] = to_json(counts(hlo));
    }
    write_program(o->stablehlo ? print_stablehlo(hlo) : print(hlo), o->output, o->json, report);
    return 0;
  };
  c->callback([o, lower_file, &exit_code] {
    exit_code = run_command(o->limits, {"lower", o->file, o->json}, lower_file);
  });
}

}  // namespace partir
