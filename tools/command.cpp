#include "tools/command.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "lowering/collectives.h"
#include "proofs/counterexample_text.h"
#include "semantics/shown.h"
#include "tools/files.h"

namespace partir {

void set_examples(CLI::App& command, const std::string& examples) {
  command.footer("Examples:\n" + examples +
                 "\nExit codes: 0 holds; 1 refuted, ill-typed, stuck or devices that "
                 "disagree; 2 usage, parse error or unsupported; 3 undecided.");
}

namespace {

std::string kind_of(const Error& e) {
  if (dynamic_cast<const Rejected*>(&e)) return "rejected";
  if (dynamic_cast<const Stuck*>(&e)) return "stuck";
  if (dynamic_cast<const Unsupported*>(&e)) return "unsupported";
  if (dynamic_cast<const BadAction*>(&e)) return "bad_action";
  if (dynamic_cast<const UsageError*>(&e)) return "usage";
  return "bad_input";
}

/// Who writes the report: the first that sets it.
enum class Reporter { None, Command, Watchdog };
std::atomic<Reporter> reporter = Reporter::None;
bool reports(Reporter who) {
  Reporter first = Reporter::None;
  return reporter.compare_exchange_strong(first, who) || first == who;
}

/// What is said of a command that a limit ends.
struct Unfinished {
  std::string text;  ///< on standard error
  Json report;
};
Unfinished unfinished(Json report, OutOfBudget e, const std::string& file, const std::string& remedy) {
  e.locate({file, 0, 0, ""});
  const budget::Standing s = budget::standing();
  const std::string what = e.what() + (std::string(e.what()).starts_with("out of memory") ? remedy : ""),
                    at = what + (s.phase.empty() ? "" : "; it was " + s.phase),
                    decided = "decided so far: " + (s.decided.empty() ? "nothing" : s.decided);
  report["verdict"] = name(Verdict::Kind::Undecided);
  report["detail"] = at + "; " + decided;
  report["runs"] = s.runs;
  report["error"] = error_json(at, e.where(), "out_of_budget");
  return {to_string(e.where()) + ": error: " + at + "\nundecided; " + decided, std::move(report)};
}

/// Past streams, which the command may be at.
void write_all(int to, const std::string& text) {
  for (size_t at = 0; at < text.size();) {
    const ssize_t n = write(to, text.data() + at, text.size() - at);
    if (n < 0 && errno != EINTR) return;
    if (n > 0) at += static_cast<size_t>(n);
  }
}

/// The report as it is printed: what each has, then the command's own.
Json whole(const Reported& reported, int exit_code, const Json& report) {
  Json all{{"command", reported.command}, {"exit_code", exit_code}, {"verdict", nullptr}, {"detail", ""}, {"error", nullptr}};
  all.update(report);
  return all;
}
/// A limit that is met meanwhile does not write another into it.
void print_report(const Reported& reported, int exit_code, const Json& report) {
  if (!reported.json || report.is_null()) return;
  const std::string text = json_text(whole(reported, exit_code, report)) + "\n";
  while (!reports(Reporter::Command)) pause();  // until the watchdog, which was first, ends the process
  *reported.to << text << std::flush;
}

/// The command, watched or not.
int run_watched(const Limits* limits, const Reported& reported, const std::function<int(Json& report)>& body) {
  Json report = Json::object();
  // text on standard error, and an error in the report
  const auto ends = [&](int exit_code, const std::string& text) {
    std::cout.flush();
    std::cerr << text << "\n";
    print_report(reported, exit_code, report);
    return exit_code;
  };
  const auto out_of_budget = [&](const OutOfBudget& e) {
    Unfinished u = unfinished(std::move(report), e, reported.file, reported.remedy);
    Watchdog::stop_watching();
    report = std::move(u.report);
    return ends(e.exit_code(), u.text);
  };
  // outlives what the command leaves behind as it ends
  std::optional<Watchdog> watchdog;
  try {
    if (limits)
      watchdog.emplace(*limits, [&](const OutOfBudget& e) {
        const Unfinished u = unfinished(Json::object(), e, reported.file, reported.remedy);
        write_all(STDERR_FILENO, u.text + "\n");
        if (reported.json && reports(Reporter::Watchdog))
          write_all(reported.to == &std::cout ? STDOUT_FILENO : STDERR_FILENO, json_text(whole(reported, e.exit_code(), u.report)) + "\n");
      });
    const int exit_code = body(report);
    print_report(reported, exit_code, report);
    std::cout.flush();
    return exit_code;
  } catch (const OutOfBudget& e) {
    return out_of_budget(e);
  } catch (const Error& e) {
    const std::string kind = kind_of(e);
    report["error"] = error_json(e.what(), kind == "usage" ? Location{} : e.where(), kind);
    if (const auto* rejected = dynamic_cast<const Rejected*>(&e)) {
      report["error"]["rule"] = name(rejected->rule);
      report["error"]["premise"] = rejected->premise;
    }
    return ends(e.exit_code(), e.report());
  } catch (const std::bad_alloc&) {
    return out_of_budget({budget::standing().at, "out of memory: the system has no more"});
  } catch (const std::length_error&) {
    return out_of_budget({budget::standing().at, "out of memory: more than a list can hold"});
  } catch (const std::exception& e) {
    // Crash and whatever else ought to be impossible: a bug of ours, said so
    const std::string what = std::string("internal error, please report it: ") + e.what();
    report["error"] = error_json(what, {reported.file, 0, 0, ""}, "internal");
    return ends(70, "partir: " + what);
  }
}

}  // namespace

int run_command(const Limits& limits, const Reported& reported, const std::function<int(Json& report)>& body) {
  return run_watched(&limits, reported, body);
}
int run_command(const Reported& reported, const std::function<int(Json& report)>& body) { return run_watched(nullptr, reported, body); }

Json verdict_word(int exit_code, Verdict::Kind if_all_hold) {
  return name(exit_code == 0 ? if_all_hold : exit_code == 3 ? Verdict::Kind::Undecided : Verdict::Kind::Refuted);
}

Json error_json(const std::string& message, const Location& where, const std::string& kind) {
  Json j{{"message", message}, {"file", nullptr}, {"line", nullptr}, {"column", nullptr}};
  if (!where.file().empty()) j["file"] = where.file();
  if (where.known()) {
    j["line"] = where.line();
    j["column"] = where.column();
  }
  j["kind"] = kind;
  return j;
}

namespace {
template <class Int>
std::string integer_from(Int least, const std::string& text) {
  Int n = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, n);
  if (error == std::errc() && stopped == end && n >= least) return "";
  return "expected an integer from " + std::to_string(least) + " to " +
         std::to_string(std::numeric_limits<Int>::max()) + ", found \"" + text + "\"";
}
}  // namespace

std::string positive_integer(const std::string& text) { return integer_from<int64_t>(1, text); }
void add_run_options(CLI::App& c, int64_t& runs, uint64_t& seed) {
  c.add_option("--runs", runs,
               "random inputs per check, in Field and again in native; by default as many as the "
               "program's kinds of reductions and integers need")
      ->check(positive_integer);
  c.add_option("--seed", seed, "seed of the random inputs")
      ->check(seed_integer)
      ->capture_default_str();
}

void add_freedom_option(CLI::App& c, Freedom& freedom) {
  c.add_option_function<std::string>(
       "--freedom", [&freedom](const std::string& text) { freedom = *freedom_named(text); },
       "what the program under test may do differently, each including the one before: bits nothing; sums another "
       "order of additions; roundings also partial sums that are rounded, and roundings elsewhere on the same path; "
       "reals also what holds of real numbers")
      ->check([](const std::string& text) {
        return freedom_named(text) ? "" : "expected bits, sums, roundings or reals, found \"" + text + "\"";
      })
      ->default_str(std::string(name(freedom)));
}

std::string seed_integer(const std::string& text) { return integer_from<uint64_t>(0, text); }

std::string positive_seconds(const std::string& text) {
  char* end = nullptr;
  const double s = std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0' && s > 0 && std::isfinite(s) ? "" : "expected a number of seconds above 0, found " + shown(text);
}

std::string not_empty(const std::string& text) {
  return text.empty() ? "expected a name, found an empty text" : "";
}

ImportedCore import_core_only(const std::string& path, const ImportOptions& options) {
  Imported imported = import_any(path, options);
  if (auto* core = std::get_if<ImportedCore>(&imported)) return std::move(*core);
  throw BadInput("this program is PartIR:HLO, expected PartIR:Core or StableHLO",
                 std::get<hlo::Program>(imported).main.location);
}

Json to_json(const Location& l) {
  Json j{{"file", l.file()}, {"line", l.line()}, {"column", l.column()}};
  if (!l.name().empty()) j["name"] = l.name();
  return j;
}

Json to_json(const Verdict& v) {
  Json j{{"verdict", name(v.kind)}, {"detail", v.detail}, {"runs", v.runs}};
  if (v.counterexample) {
    const Counterexample& c = *v.counterexample;
    j["counterexample"] = {{"mesh", c.mesh},         {"op", c.op},
                           {"location", c.location}, {"device", c.device},
                           {"index", c.index},       {"expected", c.expected},
                           {"found", c.found},       {"explanation", c.explanation},
                           {"inputs", c.inputs}};
    if (!c.mend.empty()) j["counterexample"]["mend"] = c.mend;
  }
  return j;
}

Json to_json(const CollectiveCounts& c) {
  return {{"all_gather", c.all_gather},
          {"all_reduce", c.all_reduce},
          {"reduce_scatter", c.reduce_scatter},
          {"all_to_all", c.all_to_all},
          {"all_slice", c.all_slice}};
}

std::string json_text(const Json& report) {
  return report.dump(2, ' ', false, Json::error_handler_t::replace);
}

void write_program(const std::string& text, const std::string& output, bool json, Json& report) {
  if (!output.empty()) write_file(output, text);
  if (json) {
    if (output.empty()) report["program"] = text;
    else report["output"] = output;
  } else if (output.empty()) {
    std::cout << text;
  }
}

std::string to_text(const Verdict& v) {
  return std::string(name(v.kind)) + (v.detail.empty() ? "" : ": " + v.detail) +
         (v.counterexample ? to_string(*v.counterexample) : "") + "\n";
}

Progress::Progress(bool wanted) : on_(wanted && isatty(STDERR_FILENO)) {}
Progress::~Progress() {
  if (on_) std::fputs("\r\033[K", stderr);
}
void Progress::operator()(const std::string& what) {
  if (!on_) return;
  std::fprintf(stderr, "\r\033[K%s", what.c_str());
  std::fflush(stderr);
}

std::string bytes_text(int64_t bytes) {
  const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double v = static_cast<double>(bytes);
  int u = 0;
  while (v >= 1024 && u < 4) {
    v /= 1024;
    ++u;
  }
  char text[32];
  std::snprintf(text, sizeof text, u ? "%.1f %s" : "%.0f %s", v, units[u]);
  return text;
}

}  // namespace partir
