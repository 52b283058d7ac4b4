// partir conformance: files of StableHLO that judge themselves by their checks.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "interp/module_interp.h"
#include "mlir_bridge/import_module.h"
#include "semantics/module_typing.h"
#include "tools/command.h"
#include "tools/files.h"
#include "tools/workers.h"

namespace partir {
namespace {

struct ConformanceOptions {
  std::vector<std::string> paths;
  int64_t jobs = 0;
  double seconds = 60;
  bool json = false;
  Limits limits;
};

enum class Outcome { Pass, Fail, Unsupported, Undecided };  ///< the last: out of time or memory
constexpr const char* outcome_names[] = {"pass", "fail", "unsupported", "undecided"};

/// What is known of a file, or of one function in it.
struct Judgement {
  Outcome outcome = Outcome::Pass;
  std::string reason;
  Location where;
  int64_t functions = 0, checks = 0;

  /// The file is as bad as its worst function, and has the reason of the first of those.
  void add(const Judgement& j) {
    const auto badness = [](Outcome o) {
      return o == Outcome::Fail ? 3 : o == Outcome::Undecided ? 2 : o == Outcome::Unsupported ? 1 : 0;
    };
    functions += j.functions;
    checks += j.checks;
    if (badness(j.outcome) <= badness(outcome)) return;
    outcome = j.outcome;
    reason = j.reason;
    where = j.where;
  }
};

/// What an error says of a test. A test that the rules reject, or that gets stuck, is wrong or
/// shows a fault of ours; what cannot be read, or is not covered, is no verdict.
template <class F>
Judgement judged(const Location& at, F&& run) {
  Judgement j;
  const auto end = [&](Outcome outcome, const std::string& reason, const Location& where) {
    j.outcome = outcome;
    j.reason = reason;
    j.where = where;
  };
  try {
    run(j);
  } catch (const Unsupported& e) {
    const std::string what = e.what(), word = "unsupported: ";  // which the result says already
    end(Outcome::Unsupported, what.substr(what.starts_with(word) ? word.size() : 0), e.where());
  } catch (const BadInput& e) {
    end(Outcome::Unsupported, std::string("cannot be read: ") + e.what(), e.where());
  } catch (const OutOfBudget& e) {
    end(Outcome::Undecided, e.what(), e.where().known() ? e.where() : at);
  } catch (const std::bad_alloc&) {
    end(Outcome::Undecided, "out of memory", at);
  } catch (const Error& e) {
    end(Outcome::Fail, e.what(), e.where());
  } catch (const std::exception& e) {
    end(Outcome::Fail, std::string("internal error, please report it: ") + e.what(), at);
  }
  return j;
}

Judgement judge_function(const shlo::Module& m, const shlo::Function& f) {
  return judged(f.location, [&](Judgement& j) {
    Watchdog::next_program();
    j.functions = 1;
    const ModuleOutcome run = ModuleInterpreter(m)(f, {});
    j.checks = run.checks;
    if (run.failed == 0) return;
    j.outcome = Outcome::Fail;
    j.reason = to_string(run.failures[0]);
    j.where = run.failures[0].where;
    if (run.failed > 1) j.reason += "; " + std::to_string(run.failed) + " checks fail in all";
  });
}

/// Whether a file's own suite does not interpret it: a comment `RUN-DISABLED` in place of a `RUN`.
bool is_disabled(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("// RUN-DISABLED") && line.find("--interpret") != std::string::npos)
      return true;
  return false;
}

Judgement judge_file(const std::string& path) {
  Judgement file;
  const Location start{path, 1, 1, {}};
  bool disabled = false;
  file.add(judged(start, [&](Judgement& whole) {
    const std::string text = read_file(path);
    disabled = is_disabled(text);
    for (const ModuleText& piece : split_modules(text))
      whole.add(judged({path, piece.first_line, 1, {}}, [&](Judgement& part) {
        const shlo::Module m = import_module_text(piece.text, path, piece.first_line);
        shlo::check(m);
        for (const shlo::Function* f : m.tests()) part.add(judge_function(m, *f));
      }));
    if (whole.functions == 0 && whole.outcome == Outcome::Pass)
      throw Unsupported("no function to run that takes no arguments", start);
  }));
  // a check that its suite's own interpreter misses judges nobody
  if (disabled && file.outcome == Outcome::Fail) {
    file.outcome = Outcome::Unsupported;
    file.reason = "its suite does not interpret it (RUN-DISABLED): " + file.reason;
  }
  return file;
}

Json judgement_json(const Judgement& j) {
  Json location = nullptr;
  if (j.outcome != Outcome::Pass) location = to_json(j.where);
  return {{"result", outcome_names[static_cast<int>(j.outcome)]}, {"reason", j.reason},
          {"location", location}, {"place", j.outcome == Outcome::Pass ? "" : to_string(j.where)},
          {"functions", j.functions}, {"checks", j.checks}};
}

/// The `.mlir` files of a folder and the folders in it, in order; a file is itself.
std::vector<std::string> files_of(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::exists(path, error)) throw BadInput("no such file or folder", {path, 0, 0, ""});
  if (!fs::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  fs::recursive_directory_iterator it(path, error), end;
  for (; !error && it != end; it.increment(error))
    if (it->path().extension() == ".mlir" && it->is_regular_file()) files.push_back(it->path());
  if (error) throw BadInput("cannot be listed: " + error.message(), {path, 0, 0, ""});
  if (files.empty()) throw BadInput("a folder without .mlir files", {path, 0, 0, ""});
  std::sort(files.begin(), files.end());
  return files;
}

/// What a worker said, or why it did not.
Json report_of(const WorkerResult& r, const std::string& file, double seconds) {
  Judgement j;
  j.outcome = Outcome::Fail;
  j.where = {file, 0, 0, ""};
  if (r.end == WorkerResult::End::Crashed) {
    j.reason = "crashed: " + r.why;
  } else if (r.end == WorkerResult::End::TimedOut) {
    j.reason = "no end after " + CLI::detail::to_string(seconds) + " s";
  } else if (r.end == WorkerResult::End::OutOfBudget) {
    j.outcome = Outcome::Undecided;
    j.reason = "out of time or memory, in what cannot be ended otherwise than with the file";
  } else {
    return Json::parse(r.answer);
  }
  return judgement_json(j);
}

int conformance(const ConformanceOptions& o, Json& report) {
  std::vector<std::string> files;
  for (const std::string& path : o.paths)
    for (std::string& file : files_of(path)) files.push_back(std::move(file));
  size_t ended = 0;
  std::vector<WorkerResult> workers;
  {
    Progress progress(!o.json);
    const size_t cores = std::max(1u, std::thread::hardware_concurrency());
    workers = run_workers(
        files.size(), o.jobs ? static_cast<size_t>(o.jobs) : cores, o.seconds,
        [&](size_t i) {
          const Watchdog watchdog(o.limits, [](const OutOfBudget&) {});
          return json_text(judgement_json(judge_file(files[i])));
        },
        [&](size_t i) {
          progress(std::to_string(++ended) + "/" + std::to_string(files.size()) + " " + files[i]);
        });
  }
  std::map<std::string, size_t> count;
  size_t width = 4;
  for (const std::string& file : files) width = std::max(width, file.size());
  report["files"] = Json::array();
  if (!o.json)
    std::cout << "file" << std::string(width - 4 + 2, ' ')
              << "result       functions  checks  reason\n";
  for (size_t i = 0; i < files.size(); ++i) {
    Json found = report_of(workers[i], files[i], o.seconds);
    const auto result = found["result"].get<std::string>();
    ++count[result];
    if (!o.json) {
      char figures[64];
      std::snprintf(figures, sizeof figures, "%-11s  %9lld  %6lld", result.c_str(),
                    static_cast<long long>(found["functions"].get<int64_t>()),
                    static_cast<long long>(found["checks"].get<int64_t>()));
      const auto reason = found["reason"].get<std::string>();
      const auto place = found["place"].get<std::string>();
      std::cout << files[i] << std::string(width - files[i].size() + 2, ' ') << figures;
      // The table names the file already.
      const std::string at = place.starts_with(files[i]) ? place.substr(files[i].size()) : place;
      if (!reason.empty()) std::cout << "  " << (at.empty() ? "" : at.substr(1) + ": ") << reason;
      std::cout << "\n";
    }
    found.erase("place");
    Json entry{{"file", files[i]}};
    entry.update(found);
    entry["seconds"] = workers[i].seconds;
    report["files"].push_back(std::move(entry));
  }
  report["passed"] = count["pass"];
  report["failed"] = count["fail"];
  report["unsupported"] = count["unsupported"];
  report["undecided"] = count["undecided"];
  const int exit_code = count["fail"] ? 1 : count["undecided"] ? 3 : 0;
  report["verdict"] = verdict_word(exit_code, Verdict::Kind::Tested);
  if (!o.json)
    std::cout << count["pass"] << " passed, " << count["fail"] << " failed, "
              << count["unsupported"] << " unsupported"
              << (count["undecided"] ? ", " + std::to_string(count["undecided"]) + " undecided" : "") << "\n";
  return exit_code;
}

}  // namespace

void add_conformance_command(CLI::App& app, int& exit_code) {
  auto o = std::make_shared<ConformanceOptions>();
  CLI::App* c = app.add_subcommand("conformance",
                                   "Run StableHLO test files, which judge themselves by checks");
  c->add_option("PATH", o->paths, "files, or folders of .mlir files; `// -----` separates modules")
      ->required()
      ->check(not_empty);
  c->add_option("--jobs", o->jobs, "files at a time; by default one for each core")
      ->check(positive_integer);
  c->add_option("--timeout", o->seconds, "seconds for each file, after which it fails")
      ->check(CLI::Range(0.01, 1e6))
      ->capture_default_str();
  add_limit_options(*c, o->limits, "one function");
  c->add_flag("--json", o->json, "report as JSON");
  set_examples(*c,
               "  partir conformance ../shared/data/stablehlo_testdata\n"
               "  partir conformance add.mlir while.mlir --json\n");
  c->callback([o, &exit_code] {
    exit_code = run_command({"conformance", o->paths.front(), o->json},
                            [&](Json& report) { return conformance(*o, report); });
  });
}

}  // namespace partir
