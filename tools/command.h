// What subcommands share: registration, exit codes, JSON of verdicts and errors, progress.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json_fwd.hpp>

#include "mlir_bridge/import.h"
#include "proofs/nearest_name.h"
#include "semantics/diagnostics.h"
#include "semantics/verdict.h"

namespace partir {

struct CollectiveCounts;

/// Keeps key order, so that reports read as they were written.
using Json = nlohmann::ordered_json;

/// Registers a subcommand on `app`; its callback stores the exit code in `exit_code`.
void add_partition_command(CLI::App& app, int& exit_code);
void add_run_command(CLI::App& app, int& exit_code);
void add_check_command(CLI::App& app, int& exit_code);
void add_lower_command(CLI::App& app, int& exit_code);
void add_conformance_command(CLI::App& app, int& exit_code);
void add_fuzz_command(CLI::App& app, int& exit_code);
void add_tmr_command(CLI::App& app, int& exit_code);
void add_verify_command(CLI::App& app, int& exit_code);
void add_model_command(CLI::App& app, int& exit_code);
void add_search_command(CLI::App& app, int& exit_code);

/// Text that `--help` shows below the options.
void set_examples(CLI::App& command, const std::string& examples);

/// Runs a subcommand's body on `file`: its exit code, or that of the error that it throws. The
/// error is text on standard error; with `json` it is also `"error"` of an object on standard
/// output, beside what `body` had put into its report by then. Memory that runs out is an error
/// about `file`, with `remedy`.
int run_command(const std::string& file, bool json, const std::function<int(Json& report)>& body,
                const std::string& remedy = "");

/// `{"message", "file", "line", "column", "kind"}`; null where there is no position.
Json error_json(const std::string& message, const Location& where, const std::string& kind);

/// What the command line asks for and cannot have, found only once its options are read.
class UsageError : public BadInput {
 public:
  UsageError(const std::string& command, const std::string& what)
      : BadInput(what, {"partir " + command, 0, 0, ""}) {}
};

/// Options' validators: what is wrong with `text`, or nothing. From 1, or from 0, to the largest
/// number of 64 bits, which the parser would otherwise wrap around or cut off.
std::string positive_integer(const std::string& text);
std::string seed_integer(const std::string& text);
/// `--runs` and `--seed` of a command that checks by random runs.
void add_run_options(CLI::App& c, int64_t& runs, uint64_t& seed);

/// An option's validator: an empty text is a usage error that names the option.
std::string not_empty(const std::string& text);

/// Reads what a command takes as PartIR:Core or StableHLO. BadInput, at the function, for PartIR:HLO: its
/// types are those of one device, and would be taken for the whole program's.
ImportedCore import_core_only(const std::string& path, const ImportOptions& options = {});

/// `{"verdict": "tested", "detail": .., "runs": .., "counterexample": {..}}`; `runs` counts those
/// in Field and those in native together.
Json to_json(const Verdict& verdict);
Json to_json(const Location& location);
Json to_json(const CollectiveCounts& counts);

/// The text of a report; bytes that are not UTF-8 (file and axis names) are replaced.
std::string json_text(const Json& report);

/// The end of a command that makes a program: its text to the file `output`, or where that is empty to standard
/// output; with `json` the report goes there, with "output" or the "program" itself.
void write_program(const std::string& text, const std::string& output, bool json, Json& report);

/// A verdict for people; a refutation with its counterexample.
std::string to_text(const Verdict& verdict);

/// One line on standard error that is rewritten while long work goes on, on a terminal only.
class Progress {
 public:
  explicit Progress(bool wanted);
  ~Progress();
  void operator()(const std::string& what);

 private:
  bool on_;
};

/// `12.3 KiB`.
std::string bytes_text(int64_t bytes);

}  // namespace partir
