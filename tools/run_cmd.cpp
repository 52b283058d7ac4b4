// partir run FILE: one semantics, on given or random inputs, with an optional trace.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "interp/core_interp.h"
#include "interp/exact.h"
#include "interp/field.h"
#include "interp/native.h"
#include "interp/npy.h"
#include "interp/random.h"
#include "interp/spmd_interp.h"
#include "interp/trace.h"
#include "lowering/lower.h"
#include "mlir_bridge/import.h"
#include "proofs/consistent.h"
#include "semantics/core_typing.h"
#include "semantics/dist_typing.h"
#include "semantics/hlo_typing.h"
#include "tools/command.h"

namespace partir {
namespace {

struct RunOptions {
  std::string file, semantics, domain = "native", save;
  std::vector<std::string> inputs;
  uint64_t seed = 0;
  bool trace = false, json = false;
  Limits limits;
};

/// The global arguments: from files where given, random elsewhere.
template <class D>
std::vector<Tensor<D>> arguments(const std::vector<TensorType>& types,
                                 const std::vector<std::string>& names, const RunOptions& o) {
  std::vector<Tensor<D>> args;
  for (size_t i = 0; i < types.size(); ++i)
    args.push_back(random_tensor<D>(types[i], argument_seed(o.seed, i)));
  std::set<size_t> given;
  for (const std::string& input : o.inputs) {
    const auto refuse = [&](const std::string& why) {
      throw UsageError("run", "--input " + input + ": " + why);
    };
    const size_t eq = input.find('=');
    if (eq == std::string::npos || eq == 0 || eq + 1 == input.size())
      refuse(eq == std::string::npos ? "expected name=file.npy"
             : eq == 0               ? "no argument's name before ="
                                     : "no file name after =");
    std::string key = input.substr(0, eq);
    const std::string path = input.substr(eq + 1);
    if (key[0] == '%') key.erase(0, 1);
    size_t i = 0;
    while (i < names.size() && names[i] != key && "arg" + std::to_string(i) != key) ++i;
    if (i == names.size()) refuse("no argument is named \"" + key + "\"");
    if (!given.insert(i).second) refuse("argument " + std::to_string(i) + " is given twice");
    if constexpr (std::is_same_v<D, Native>) {
      Tensor<Native> t = read_npy(path);
      if (t.type() != types[i])
        throw BadInput("holds a " + to_string(t.type()) + ", expected " + to_string(types[i]) +
                           " for %" + key,
                       {path, 0, 0, ""});
      args[i] = t;
    } else {
      throw UsageError("run", "--input needs --domain native");
    }
  }
  return args;
}

template <class D>
void save_results(const std::vector<Tensor<D>>& results, const RunOptions& o) {
  if (o.save.empty()) return;
  if constexpr (std::is_same_v<D, Native>) {
    for (size_t i = 0; i < results.size(); ++i)
      write_npy(o.save + std::to_string(i) + ".npy", results[i]);
  } else {
    throw UsageError("run", "--save needs --domain native");
  }
}

/// What both semantics report first.
Json report_head(const char* semantics, const RunOptions& o) {
  return {{"semantics", semantics}, {"domain", o.domain}, {"seed", o.seed}};
}

/// Runs, with --trace to standard output or, with --json, into the lines of the report's "trace":
/// these also where the run does not come to its end.
template <class D, class Trace, class Program, class Args>
Args run_traced(const Program& p, const Args& args, const RunOptions& o, Json& report) {
  if (!o.trace) return run<D>(p, args, nullptr);
  std::stringstream text;
  Trace trace(p, o.json ? static_cast<std::ostream&>(text) : std::cout);
  const auto keep = [&] {
    if (!o.json) return;
    report["trace"] = Json::array();
    for (std::string line; std::getline(text, line);) report["trace"].push_back(line);
  };
  try {
    Args results = run<D>(p, args, &trace);
    keep();
    return results;
  } catch (const Error&) {
    keep();
    throw;
  }
}

template <class D>
int run_core(const core::Program& p, const RunOptions& o, Json& report) {
  require_room(p.main);
  std::vector<TensorType> types;
  std::vector<std::string> names;
  for (ValueId x : p.main.params) {
    types.push_back(p.main.type(x));
    names.push_back(p.main.values[x].name);
  }
  progress::phase("drawing arguments");
  const std::vector<Tensor<D>> args = arguments<D>(types, names, o);
  report = report_head("core", o);
  progress::phase("running the program");
  const std::vector<Tensor<D>> results = run_traced<D, CoreTrace<D>>(p, args, o, report);
  save_results(results, o);
  report["results"] = Json::array();
  for (size_t i = 0; i < results.size(); ++i) {
    if (o.json)
      report["results"].push_back({{"type", to_string(results[i].type())},
                                   {"value", to_string(results[i])},
                                   {"hash", results[i].hash()}});
    else
      std::cout << "result " << i << " : " << to_string(results[i].type()) << " = "
                << to_string(results[i]) << "\n";
  }
  return 0;
}

template <class D>
int run_spmd(const hlo::Program& p, const RunOptions& o, Json& report) {
  require_room(p.main);
  std::vector<TensorType> types;
  std::vector<std::string> names;
  for (size_t i = 0; i < p.main.params.size(); ++i) {
    types.push_back(p.main.param_dists[i].global);
    names.push_back(p.main.values[p.main.params[i]].name);
  }
  progress::phase("drawing arguments");
  const std::vector<Tensor<D>> globals = arguments<D>(types, names, o);
  std::vector<Family<D>> args;
  for (size_t i = 0; i < globals.size(); ++i)
    args.push_back(distribute(p.mesh, p.main.param_dists[i], globals[i]));
  report = report_head("spmd", o);
  report["mesh"] = to_string(p.mesh);
  progress::phase("running the program on every device");
  const std::vector<Family<D>> results = run_traced<D, SpmdTrace<D>>(p, args, o, report);
  report["results"] = Json::array();
  std::vector<Tensor<D>> whole;
  std::string disagreeing;  // the results that represent no global value
  for (size_t i = 0; i < results.size(); ++i) {
    const DistType& dist = p.main.result_dists[i];
    const Tensor<D> global = assemble(p.mesh, dist, results[i]);
    whole.push_back(global);
    const auto mismatch = represents(p.mesh, dist, results[i], global);
    if (mismatch) disagreeing += (disagreeing.empty() ? "" : ", ") + std::to_string(i);
    if (o.json) {
      Json j{{"type", to_string(global.type())}, {"dist", to_string(dist)},
             {"value", to_string(global)}, {"hash", global.hash()}, {"consistent", !mismatch}};
      if (mismatch)
        j["disagreement"] = {{"device", to_string(p.mesh, mismatch->device)},
                             {"index", to_string(mismatch->index)},
                             {"found", mismatch->found}, {"expected", mismatch->expected}};
      report["results"].push_back(std::move(j));
      continue;
    }
    std::cout << "result " << i << " : " << to_string(dist) << " = " << to_string(global) << "\n";
    if (mismatch)
      std::cout << "  devices disagree: " << to_string(p.mesh, mismatch->device) << " at "
                << to_string(mismatch->index) << " has " << mismatch->found << ", expected "
                << mismatch->expected << "\n";
  }
  if (disagreeing.empty()) save_results(whole, o);
  if (disagreeing.empty()) return 0;
  std::cout.flush();
  std::cerr << to_string(p.main.location) << ": error: devices disagree on result " << disagreeing
            << ", which has no value as a whole"
            << (o.save.empty() ? "" : "; " + o.save + "*.npy: not written") << "\n";
  return 1;
}

template <class D>
int run_any(const Imported& imported, const RunOptions& o, Json& report) {
  if (const auto* core = std::get_if<ImportedCore>(&imported)) {
    check(core->program);
    if (o.semantics != "spmd") return run_core<D>(core->program, o, report);
    const hlo::Program hlo = lower(core->program);
    check(hlo);
    return run_spmd<D>(hlo, o, report);
  }
  const auto& hlo = std::get<hlo::Program>(imported);
  if (o.semantics == "core")
    throw BadInput("PartIR:HLO has SPMD semantics only; use --semantics spmd", {o.file, 0, 0, ""});
  check(hlo);
  return run_spmd<D>(hlo, o, report);
}

}  // namespace

void add_run_command(CLI::App& app, int& exit_code) {
  auto o = std::make_shared<RunOptions>();
  CLI::App* c = app.add_subcommand("run", "Run a program under one of the two semantics");
  c->add_option("FILE", o->file,
                "StableHLO, PartIR:Core or PartIR:HLO text, or - for standard input")
      ->required()
      ->check(not_empty);
  c->add_option("--semantics", o->semantics,
                "core: sequential; spmd: every device of the mesh; by default spmd for PartIR:HLO "
                "text, core otherwise")
      ->check(CLI::IsMember({"core", "spmd"}));
  c->add_option("--domain", o->domain, "arithmetic of the elements")
      ->check(CLI::IsMember({"native", "field", "exact"}))
      ->capture_default_str();
  c->add_option("--input", o->inputs, "name=file.npy, one argument's value (repeatable)");
  c->add_option("--seed", o->seed, "seed of the random arguments")
      ->check(seed_integer)
      ->capture_default_str();
  c->add_option("--save", o->save, "write results to PREFIX0.npy, PREFIX1.npy, ..")
      ->check(not_empty);
  c->add_flag("--trace", o->trace,
              "print every value as it is computed; with --json, lines of its \"trace\"");
  add_limit_options(*c, o->limits);
  c->add_flag("--json", o->json, "report as JSON");
  set_examples(*c,
               "  partir run chain.mlir --semantics core --seed 1\n"
               "  partir run chain.hlo.mlir --trace\n"
               "  partir run chain.mlir --input arg0=x.npy --save out\n");
  const auto run_file = [o](Json& report) {
    const Imported imported = import_any(o->file);
    if (o->domain == "native") return run_any<Native>(imported, *o, report);
    if (o->domain == "field") return run_any<Field>(imported, *o, report);
    return run_any<Exact>(imported, *o, report);
  };
  c->callback([o, run_file, &exit_code] { exit_code = run_command(o->limits, {"run", o->file, o->json}, run_file); });
}

}  // namespace partir
