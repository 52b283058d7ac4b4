// partir fuzz: a campaign against the toolkit's own theorems, against a lowering, or against the judge.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "property_tests/generate/statements.h"
#include "tools/command.h"
#include "tools/files.h"
#include "tools/fuzz.h"
#include "tools/lowering_fuzz.h"
#include "tools/pair_fuzz.h"
#include "tools/ranks.h"

namespace partir {
namespace {

struct Options {
  FuzzOptions fuzz;
  int64_t jobs = 0;
  std::string state, replay, out = ".";
  std::vector<std::string> only;
  std::string lowering, pairs;
  LoweringInput input = LoweringInput::Stablehlo;
  int64_t programs = 0, subject_mib = 2048;
  double subject_seconds = 0;
  bool json = false, strict = false;
};

int replay_command(const Options& o, Json& report) {
  const Verdict v = replay(read_file(o.replay), o.replay, generate::statements());
  report["verdict"] = name(v.kind);
  report["detail"] = generate::why(v);
  if (!o.json) std::cout << to_text(v);
  return v.exit_code();
}
/// The cores that this rank may use: those that it is bound to, or its part of all.
size_t jobs_of(const Ranks& ranks) {
  const auto all = static_cast<size_t>(std::max(1l, sysconf(_SC_NPROCESSORS_ONLN)));
  const size_t mine = std::max(1u, std::thread::hardware_concurrency());
  return std::max<size_t>(1, std::min(mine, all / static_cast<size_t>(ranks.local_size())));
}
/// The campaign to go on with: of a file that rank 0 reads, a new one where there is no such file. None at the other
/// ranks where rank 0 cannot go on.
std::optional<FuzzState> shared_state(const Options& o, Ranks& ranks) {
  std::string text;
  if (ranks.rank() == 0) try {
      FuzzState s;
      if (!o.state.empty() && std::filesystem::exists(o.state)) s = read_state(read_file(o.state), o.fuzz.seed, o.state);
      text = state_text(s, o.fuzz.seed);
    } catch (...) {
      ranks.broadcast("");
      throw;
    }
  text = ranks.broadcast(text);
  if (text.empty()) return std::nullopt;
  return read_state(text, o.fuzz.seed, o.state);
}
int fuzz_command(Options o, Ranks& ranks, FuzzState& state, Json& report) {
  std::vector<generate::Statement> statements;
  for (const generate::Statement& s : generate::statements())
    if (o.only.empty() || std::find(o.only.begin(), o.only.end(), s.name) != o.only.end()) statements.push_back(s);
  o.fuzz.jobs = o.jobs ? static_cast<size_t>(o.jobs) : jobs_of(ranks);
  std::optional<FuzzState> shared = shared_state(o, ranks);
  if (!shared) {
    report = nullptr;
    return 0;
  }
  state = *shared;
  Progress show(!o.json && ranks.rank() == 0);
  auto written = std::chrono::steady_clock::now();
  const auto found = fuzz(o.fuzz, statements, state, [&](const FuzzState& s) {
    int64_t programs = 0;
    for (const auto& [name, n] : s.programs) programs += n;
    show(std::to_string(programs) + " programs, " + std::to_string(static_cast<int64_t>(static_cast<double>(programs) / std::max(s.seconds, 0.001))) + " a second");
    if (o.state.empty() || std::chrono::steady_clock::now() - written < std::chrono::seconds(1)) return;
    write_file(o.state, state_text(s, o.fuzz.seed) + "\n");
    written = std::chrono::steady_clock::now();
  }, ranks);
  if (ranks.rank() != 0) {
    report = nullptr;
    return 0;
  }
  if (!o.state.empty()) write_file(o.state, state_text(state, o.fuzz.seed) + "\n");
  report = Json::parse(state_text(state, o.fuzz.seed));
  report["ranks"] = ranks.size();
  report["lost"] = state.lost;
  report["verdict"] = verdict_word(found ? 1 : 0, Verdict::Kind::Tested);
  if (found) {
    Json& f = report["finding"];
    f = {{"statement", found->statement}, {"seed", found->seed}, {"why", found->why}};
    if (!found->core.empty()) {
      const std::string stem = o.out + "/fuzz-" + found->statement + "-" + std::to_string(found->seed);
      write_file(stem + ".core.mlir", found->core);
      f["replay"] = "partir fuzz --replay " + stem + ".core.mlir";
    }
  }
  if (o.json) return found ? 1 : 0;
  std::cout << "statement          programs  silent  it says\n";
  for (const generate::Statement& s : statements)
    std::printf("%-16s %10lld  %6lld  %s\n", s.name, static_cast<long long>(state.programs[s.name]),
                static_cast<long long>(state.silent[s.name]), s.says);
  std::fflush(stdout);
  for (const int rank : state.lost)
    std::cout << "rank " << rank << " is lost, with the batches that it was at\n";
  if (!found) {
    std::cout << "no counterexample in " << static_cast<int64_t>(state.seconds) << " s\n";
    return 0;
  }
  std::cout << "refuted: " << found->statement << ", seed " << found->seed << ": " << found->why << "\n";
  if (report["finding"].contains("replay"))
    std::cout << "replay: " << report["finding"]["replay"].get<std::string>() << "\n";
  return 1;
}

/// Of a campaign on this machine alone.
size_t jobs_of(const Options& o) { return o.jobs ? static_cast<size_t>(o.jobs) : std::max(1u, std::thread::hardware_concurrency()); }

/// Lines of what was counted, the frequent first.
void print_counts(const char* what, const std::map<std::string, int64_t>& counts) {
  std::vector<std::pair<int64_t, std::string>> sorted;
  for (const auto& [text, n] : counts) sorted.emplace_back(-n, text);
  std::sort(sorted.begin(), sorted.end());
  for (const auto& [n, text] : sorted) std::printf("  %6lld  %s: %s\n", static_cast<long long>(-n), what, text.c_str());
}

int lowering_command(const Options& o, Json& report) {
  LoweringFuzzOptions options;
  options.minutes = o.fuzz.minutes;
  options.programs = o.programs;
  options.seed = o.fuzz.seed;
  options.jobs = jobs_of(o);
  const LoweringSubject subject = lowering_subject(o.lowering, o.input);
  options.limits = o.fuzz.limits;
  options.subject.seconds = o.subject_seconds > 0 ? o.subject_seconds : subject.seconds;
  options.subject.bytes = o.subject_mib << 20;
  options.strict = o.strict;
  Progress show(!o.json);
  const LoweringReport r = fuzz_lowering(subject, options, [&](const LoweringReport& now) {
    show(std::to_string(now.programs) + " programs, " + std::to_string(now.judged()) + " judged, " +
         counted(static_cast<int64_t>(now.groups.size()), "kind") + " of findings");
  });
  report["lowering"] = o.lowering;
  report["seed"] = o.fuzz.seed;
  report["seconds"] = r.seconds;
  report["programs"] = r.programs;
  report["judged"] = r.judged();
  report["ends"] = r.ends;
  report["unsupported"] = r.unsupported;
  report["refused"] = r.refused;
  report["undecided"] = r.undecided;
  report["passed_over"] = r.passed_over;
  report["findings"] = Json::array();
  std::vector<std::string> paths;
  for (const LoweringGroup& g : r.groups) {
    paths.push_back(write_reproducer(g, o.out, paths.size() + 1));
    Json f{{"kind", name(g.kind)}, {"op", g.op}, {"rule", g.rule}, {"count", g.count}, {"reproducer", paths.back()}};
    for (const char* member : {"seed", "ops", "shrunk", "detail", "verdict", "command"})
      if (g.example.contains(member)) f[member] = g.example[member];
    report["findings"].push_back(std::move(f));
  }
  report["says_little"] = r.says_little();
  const int exit_code = !r.groups.empty() ? 1 : r.says_little() ? 3 : 0;
  report["verdict"] = verdict_word(exit_code, Verdict::Kind::Tested);
  if (o.json) return exit_code;
  std::printf("%s in %.0f s, %lld judged\n", counted(r.programs, "program").c_str(), r.seconds, static_cast<long long>(r.judged()));
  for (const auto& [end, n] : r.ends) std::printf("  %6lld  %s\n", static_cast<long long>(n), end.c_str());
  print_counts("refused", r.refused);
  print_counts("unsupported", r.unsupported);
  print_counts("undecided", r.undecided);
  print_counts("passed over", r.passed_over);
  for (size_t i = 0; i < r.groups.size(); ++i) {
    const LoweringGroup& g = r.groups[i];
    std::printf("%s, %lld times%s%s%s%s: %s, %s\n", std::string(name(g.kind)).c_str(), static_cast<long long>(g.count),
                g.op.empty() ? "" : ", at ", g.op.c_str(), g.rule.empty() ? "" : ", ", g.rule.c_str(),
                counted(g.example.value("ops", int64_t{0}), "op").c_str(), paths[i].c_str());
  }
  if (r.says_little())
    std::printf("too few outputs were judged to say anything of this lowering\n");
  else if (r.groups.empty())
    std::printf("no fault found\n");
  std::fflush(stdout);
  return exit_code;
}

int pairs_command(const Options& o, Json& report) {
  PairFuzzOptions options;
  options.minutes = o.fuzz.minutes;
  options.seed = o.fuzz.seed;
  options.jobs = jobs_of(o);
  options.limits = o.fuzz.limits;
  const std::vector<KnownPair> pairs = read_known_pairs(o.pairs);
  Progress show(!o.json);
  const PairFuzzReport r = fuzz_pairs(pairs, options, [&](const PairFuzzReport& now) {
    show(std::to_string(now.pairs) + " of " + counted(static_cast<int64_t>(pairs.size()), "pair") + ", " + std::to_string(now.mutants) + " with another fault");
  });
  report["pairs_known"] = pairs.size();
  report["seed"] = o.fuzz.seed;
  report["seconds"] = r.seconds;
  report["pairs"] = r.pairs;
  report["mutants"] = r.mutants;
  report["ends"] = r.ends;
  const int exit_code = r.finding ? 1 : r.says_nothing() ? 3 : 0;
  report["verdict"] = verdict_word(exit_code, Verdict::Kind::Tested);
  std::string again;
  if (r.finding) {
    const PairFinding& f = *r.finding;
    again = "partir verify " + f.pair.spec + " " + f.pair.impl + " --freedom " + std::string(name(f.pair.freedom));
    Json& j = report["finding"];
    j = {{"pair", f.pair.name}, {"right", f.pair.is_right}, {"why", f.why}, {"fault", f.fault}, {"verdict_text", f.verdict}};
    if (f.fault.empty()) j["replay"] = again;
  }
  if (o.json) return exit_code;
  std::printf("%lld of %s, and %lld with another fault, in %.0f s\n", static_cast<long long>(r.pairs), counted(static_cast<int64_t>(pairs.size()), "pair").c_str(),
              static_cast<long long>(r.mutants), r.seconds);
  for (const auto& [end, n] : r.ends) std::printf("  %6lld  %s\n", static_cast<long long>(n), end.c_str());
  if (!r.finding) {
    std::printf(exit_code == 0 ? "no wrong verdict\n" : "not one verdict\n");
  } else {
    const PairFinding& f = *r.finding;
    std::printf("%s: %s%s\n%s", f.pair.impl.c_str(), f.why.c_str(), f.fault.empty() ? "" : (": " + f.fault).c_str(), f.verdict.c_str());
    if (f.fault.empty()) std::printf("again: %s\n", again.c_str());
  }
  std::fflush(stdout);
  return exit_code;
}

}  // namespace

void add_fuzz_command(CLI::App& app, int& exit_code) {
  auto o = std::make_shared<Options>();
  CLI::App* c = app.add_subcommand("fuzz", "Hunt for counterexamples on random programs: to the theorems, to a lowering, or to the judge's own verdicts");
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
  CLI::Option* replay =
      c->add_option("--replay", o->replay, "judge the program that a campaign left, and nothing else")->check(CLI::ExistingFile);
  CLI::Option* lowering = c->add_option(
      "--lowering", o->lowering,
      "a lowering under test: reference, mlir, mesh (upstream's, by mlir-opt-19), or a command for the shell, in which "
      "%in, %out (else it prints) and %actions (else none) stand for the program's file, its own, and -partir-tile's actions");
  lowering->check(not_empty)->excludes(replay)->excludes(c->get_option("--statement"))->excludes(c->get_option("--state"));
  c->add_option("--pairs", o->pairs, "a folder of pairs whose verdict is known: NAME.spec.mlir, and beside it NAME.wrong.mlir, NAME.right.mlir or both, each with a first line `// freedom: reals` if not judged within the default; judges all of them, then copies with another fault")
      ->check(CLI::ExistingDirectory)
      ->excludes(replay)
      ->excludes(lowering)
      ->excludes(c->get_option("--statement"))
      ->excludes(c->get_option("--state"));
  const std::map<std::string, LoweringInput> inputs{
      {"stablehlo", LoweringInput::Stablehlo}, {"core", LoweringInput::Core}, {"mesh", LoweringInput::Mesh}};
  c->add_option("--input", o->input, "what the command reads: stablehlo (with sdy.sharding), core or mesh; by default stablehlo")
      ->transform(CLI::CheckedTransformer(inputs, CLI::ignore_case))
      ->needs(lowering);
  c->add_option("--programs", o->programs, "how many go through the lowering at most")->check(positive_integer)->needs(lowering);
  c->add_option("--subject-time-limit", o->subject_seconds, "seconds for one run of the command; by default 10, of mesh 2")
      ->check(CLI::Range(0.1, 3600.0))->needs(lowering);
  c->add_option("--subject-memory-limit", o->subject_mib, "MiB of address space for one run of the command")
      ->check(CLI::Range(int64_t{16}, int64_t{1} << 24))->needs(lowering)->capture_default_str();
  c->add_flag("--strict", o->strict, "a program that the command refuses (an exit code) is a finding, too")->needs(lowering);
  add_limit_options(*c, o->fuzz.limits, "one program");
  c->add_flag("--json", o->json, "report as JSON");
  set_examples(*c,
               "  partir fuzz --minutes 10\n"
               "  partir fuzz --statement theorem4 --seed 7 --state campaign.json\n"
               "  mpirun -n 8 partir fuzz --minutes 60 --state campaign.json\n"
               "  partir fuzz --replay fuzz-theorem4-123.core.mlir\n"
               "  partir fuzz --pairs known --minutes 10\n"
               "  partir fuzz --lowering mesh --minutes 2 --out findings\n"
               "  partir fuzz --lowering 'my_opt --partition %in -o %out' --subject-time-limit 5 --subject-memory-limit 1024\n"
               "  partir fuzz --lowering 'partir-opt -partir-core-to-hlo -partir-hlo-to-stablehlo %in' --input core");
  c->callback([o, &exit_code] {
    std::unique_ptr<Ranks> ranks;
    FuzzState state;
    if (!o->replay.empty()) {
      exit_code = run_command(o->fuzz.limits, {"fuzz", o->replay, o->json}, [&](Json& report) { return replay_command(*o, report); });
      return;
    }
    exit_code = run_command({"fuzz", o->state.empty() ? "fuzz" : o->state, o->json}, [&](Json& report) {
      if (!o->lowering.empty()) return lowering_command(*o, report);
      if (!o->pairs.empty()) return pairs_command(*o, report);
      ranks = join_ranks();
      return fuzz_command(*o, *ranks, state, report);
    });
    // a campaign without rank 0 has no report
    if (ranks) ranks->leave(!state.lost.empty(), state.lost.count(0) ? 2 : exit_code);
  });
}

}  // namespace partir
