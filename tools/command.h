// What subcommands share: registration, exit codes, JSON of verdicts and errors, progress.
#pragma once

#include <cstdio>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json_fwd.hpp>

#include "mlir_bridge/import.h"
#include "proofs/nearest_name.h"
#include "semantics/diagnostics.h"
#include "semantics/freedom.h"
#include "semantics/verdict.h"
#include "tools/watchdog.h"

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

/// What a command's report says of it, and who reads that.
struct Reported {
  std::string command;     ///< "verify", "tmr list"
  std::string file;        ///< what it is about; errors without a place of their own name it
  bool json = false;       ///< whether the report is printed
  std::string remedy = ""; ///< how to do with less memory, after "out of memory: .."
  std::ostream* to = &std::cout;
};
/// Runs a subcommand's body: its exit code, or that of the error that it throws, which is text on standard error. With `json` the
/// report is printed as the command ends, however it does: an object with "command", "exit_code", "verdict" (null of a command
/// that judges nothing), "detail" and "error" (null if there is none), then what `body` has put into it (docs/verdicts.md). A body
/// that makes it null prints none. Where time or memory runs out that is an error at the statement that ran, or about the file, and
/// the verdict is undecided.
int run_command(const Limits& limits, const Reported& reported, const std::function<int(Json& report)>& body);
/// The same for a command that holds each of its programs to limits, in processes of their own.
int run_command(const Reported& reported, const std::function<int(Json& report)>& body);
/// The weakest verdict that goes with an exit code: of commands that judge many things. `if_all_hold` where none failed.
Json verdict_word(int exit_code, Verdict::Kind if_all_hold);

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
/// A number above 0.
std::string positive_seconds(const std::string& text);
/// `--runs` and `--seed` of a command that checks by random runs.
void add_run_options(CLI::App& c, int64_t& runs, uint64_t& seed);

/// `--freedom` of a command that judges one program against another.
void add_freedom_option(CLI::App& c, Freedom& freedom);

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
/// output; with `json` the report has "output" or the "program" itself.
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
