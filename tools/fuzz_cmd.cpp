// partir fuzz: a campaign against the toolkit's own theorems.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "property_tests/generate/statements.h"
#include "tools/command.h"
#include "tools/files.h"
#include "tools/fuzz.h"

namespace partir {
namespace {

struct Options {
  FuzzOptions fuzz;
  int64_t jobs = 0;
  std::string state, replay, out = ".";
  std::vector<std::string> only;
  bool json = false;
};

Json state_json(const FuzzState& s, uint64_t seed) {
  return {{"seed", seed}, {"next", s.next}, {"seconds", s.seconds}, {"programs", s.programs}, {"silent", s.silent}, {"rules", s.rules}};
}
/// A campaign that was interrupted; a new one where there is no such file.
FuzzState read_state(const Options& o) {
  FuzzState s;
  if (o.state.empty() || !std::filesystem::exists(o.state)) return s;
  const Json j = Json::parse(read_file(o.state), nullptr, false);
  try {
    if (j.at("seed").get<uint64_t>() != o.fuzz.seed)
      throw BadInput("is of a campaign with --seed " + std::to_string(j.at("seed").get<uint64_t>()), {o.state, 0, 0, ""});
    s.next = j.at("next").get<std::map<std::string, uint64_t>>();
    s.seconds = j.at("seconds").get<double>();
    s.programs = j.at("programs").get<std::map<std::string, int64_t>>();
    s.silent = j.at("silent").get<std::map<std::string, int64_t>>();
    s.rules = j.at("rules").get<std::map<std::string, int64_t>>();
  } catch (const Json::exception&) {
    throw BadInput("is not the state of a campaign", {o.state, 0, 0, ""});
  }
  return s;
}
int replay_command(const Options& o, Json& report) {
  const Verdict v = replay(read_file(o.replay), o.replay, generate::statements());
  report["verdict"] = name(v.kind);
  report["why"] = generate::why(v);
  if (o.json) std::cout << json_text(report) << "\n";
  else std::cout << to_text(v);
  return v.exit_code();
}
int fuzz_command(Options o, Json& report) {
  if (!o.replay.empty()) return replay_command(o, report);
  std::vector<generate::Statement> statements;
  for (const generate::Statement& s : generate::statements())
    if (o.only.empty() || std::find(o.only.begin(), o.only.end(), s.name) != o.only.end()) statements.push_back(s);
  o.fuzz.jobs = o.jobs ? static_cast<size_t>(o.jobs) : std::max(1u, std::thread::hardware_concurrency());
  FuzzState state = read_state(o);
  Progress show(!o.json);
  const auto found = fuzz(o.fuzz, statements, state, [&](const FuzzState& s) {
    int64_t programs = 0;
    for (const auto& [name, n] : s.programs) programs += n;
    show(std::to_string(programs) + " programs, " + std::to_string(static_cast<int64_t>(static_cast<double>(programs) / std::max(s.seconds, 0.001))) + " a second");
    if (!o.state.empty()) write_file(o.state, json_text(state_json(s, o.fuzz.seed)) + "\n");
  });
  report = state_json(state, o.fuzz.seed);
  report["refuted"] = found.has_value();
  if (found) {
    Json& f = report["finding"];
    f = {{"statement", found->statement}, {"seed", found->seed}, {"why", found->why}};
    if (!found->core.empty()) {
      const std::string stem = o.out + "/fuzz-" + found->statement + "-" + std::to_string(found->seed);
      write_file(stem + ".core.mlir", found->core);
      f["replay"] = "partir fuzz --replay " + stem + ".core.mlir";
    }
  }
  if (o.json) {
    std::cout << json_text(report) << "\n";
    return found ? 1 : 0;
  }
  std::cout << "statement          programs  silent  it says\n";
  for (const generate::Statement& s : statements)
    std::printf("%-16s %10lld  %6lld  %s\n", s.name, static_cast<long long>(state.programs[s.name]),
                static_cast<long long>(state.silent[s.name]), s.says);
  std::fflush(stdout);
  if (!found) {
    std::cout << "no counterexample in " << static_cast<int64_t>(state.seconds) << " s\n";
    return 0;
  }
  std::cout << "refuted: " << found->statement << ", seed " << found->seed << ": " << found->why << "\n";
  if (report["finding"].contains("replay"))
    std::cout << "replay: " << report["finding"]["replay"].get<std::string>() << "\n";
  return 1;
}

}  // namespace

void add_fuzz_command(CLI::App& app, int& exit_code) {
  auto o = std::make_shared<Options>();
  CLI::App* c = app.add_subcommand("fuzz", "Hunt for counterexamples to the theorems on random programs");
  c->add_option("--minutes", o->fuzz.minutes, "how long, unless one is found")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  c->add_option("--seed", o->fuzz.seed, "of the first program")->check(seed_integer)->capture_default_str();
  c->add_option("--jobs", o->jobs, "batches at a time; by default one for each core")->check(positive_integer);
  std::vector<std::string> names;
  for (const generate::Statement& s : generate::statements()) names.emplace_back(s.name);
  c->add_option("--statement", o->only, "only these statements; may be repeated")->check(CLI::IsMember(names));
  c->add_option("--state", o->state, "a file to go on from, and to keep up to date")->check(not_empty);
  c->add_option("--out", o->out, "the folder for what refutes")->check(CLI::ExistingDirectory)->capture_default_str();
  c->add_option("--replay", o->replay, "judge the program that a campaign left, and nothing else")->check(CLI::ExistingFile);
  c->add_flag("--json", o->json, "report as JSON");
  set_examples(*c,
               "  partir fuzz --minutes 10\n"
               "  partir fuzz --statement theorem4 --seed 7 --state campaign.json\n"
               "  partir fuzz --replay fuzz-theorem4-123.core.mlir");
  c->callback([o, &exit_code] {
    exit_code = run_command(o->state.empty() ? "fuzz" : o->state, o->json,
                            [&](Json& report) { return fuzz_command(*o, report); });
  });
}

}  // namespace partir
