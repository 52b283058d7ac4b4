// partir model NAME: a model of examples/models as StableHLO.
#include <CLI/CLI.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "examples/models/models.h"
#include "mlir_bridge/export.h"
#include "semantics/core_typing.h"
#include "tools/command.h"

namespace partir {
namespace {

using models::NamedModel;

const NamedModel& model_named(const std::string& name) {
  std::string known;
  for (const NamedModel& m : models::all_models()) {
    if (m.name == name) return m;
    known += (known.empty() ? "" : ", ") + m.name;
  }
  throw UsageError("model", "no model is named \"" + name + "\"; the models are " + known);
}

/// The extents of `m`, with what the command line says instead.
std::map<std::string, int64_t> sizes_of(const NamedModel& m, bool small, const std::map<std::string, int64_t>& given) {
  std::map<std::string, int64_t> sizes = m.sizes(small);
  for (const auto& [key, value] : given) {
    if (!sizes.contains(key)) {
      std::string known;
      for (const auto& [k, v] : sizes) known += " --" + k;
      throw UsageError("model", "model " + m.name + " has no --" + key + "; it has" + known);
    }
    sizes[key] = value;
  }
  return sizes;
}

}  // namespace

void add_model_command(CLI::App& app, int& exit_code) {
  struct Options {
    std::string name, output;
    bool small = false, json = false;
    std::map<std::string, int64_t> extents;
    Limits limits;
  };
  auto o = std::make_shared<Options>();
  CLI::App* c = app.add_subcommand("model", "Write a model of examples/models as StableHLO");
  std::string names;
  std::map<std::string, std::string> extents;  // and whose they are
  for (const NamedModel& m : models::all_models()) {
    names += (names.empty() ? "" : "; ") + m.name + ": " + m.description;
    for (const auto& [key, value] : m.sizes(false)) extents[key] += (extents[key].empty() ? "" : ", ") + m.name;
  }
  c->add_option("NAME", o->name, names)->required()->check(not_empty);
  c->add_flag("--small", o->small, "extents small enough to run both semantics");
  for (const auto& [key, whose] : extents)
    c->add_option_function<int64_t>(
         "--" + key, [o, key = key](const int64_t& n) { o->extents[key] = n; }, "of " + whose)
        ->check(positive_integer);
  c->add_option("-o,--output", o->output, "write there instead of standard output")->check(not_empty);
  c->add_flag("--json", o->json, "report as JSON, with the program as its \"program\" where -o writes no file");
  add_limit_options(*c, o->limits);
  set_examples(*c,
               "  partir model T32 --small --layers 2 -o t32.mlir\n"
               "  partir model MLP --batch 64 --d 32 --d-hidden 64\n");
  const auto write = [o](Json& report) {
    const NamedModel& m = model_named(o->name);
    const std::map<std::string, int64_t> sizes = sizes_of(m, o->small, o->extents);
    progress::phase("building " + m.name);
    const core::Program program = m.build(sizes);
    check(program);
    PrintOptions plain;
    plain.core_mesh = false;  // without a mesh it is StableHLO, which others read, too
    if (o->json) report = {{"model", m.name}, {"ops", program.main.body.stmts.size()}, {"sizes", sizes}};
    write_program(print(program, plain), o->output, o->json, report);
    return 0;
  };
  c->callback([o, write, &exit_code] {
    exit_code = run_command(o->limits, {"model", o->name, o->json, "; extents can be made smaller"}, write);
  });
}

}  // namespace partir
