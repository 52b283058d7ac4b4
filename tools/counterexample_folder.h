// A refutation as a folder that shows it again: both programs, their inputs and results as .npy, the command, and what it prints.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "semantics/freedom.h"
#include "tools/command.h"
#include "tools/replay.h"

namespace partir {

/// `--counterexample` and `--at` of a command that judges one program against another; after its `--runs`.
void add_replay_options(CLI::App& c, std::string& counterexample, std::string& at);

/// A text that a command read.
struct NamedText {
  std::string name;  ///< of the file that holds it in a folder: `spec.mlir`
  std::string text;
};

/// A command that was run at given inputs.
struct ReplayedCommand {
  Replay replay;
  std::string printed;  ///< on standard output
};

/// What is refuted, at what, and how that is run again.
struct Refutation {
  std::string command;           ///< `verify` or `check`
  std::vector<NamedText> texts;  ///< of the specification, the implementation and, where there is one, the file of shardings
  Freedom freedom = Freedom::Roundings;
  uint64_t seed = 1;
  std::string printed;  ///< by the command that refuted
  core::Program spec;
  Mesh mesh;
  std::vector<DistType> params, results;  ///< how they lie on it
  /// The first of them at which the command refutes is kept. `are_named`: the counterexample names the first.
  std::vector<Arguments> candidates;
  bool are_named = true;
  /// Runs the command on the texts in `directory`, at `directory`/inputs.
  std::function<ReplayedCommand(const std::string& directory, uint64_t seed)> run;
};

/// The folder that `--counterexample` asks for.
class CounterexampleFolder {
 public:
  /// It is not made yet. Throws BadInput where it is there and not empty, or cannot be made. Without a name none is wanted.
  explicit CounterexampleFolder(std::string name);

  /// Makes the folder if one is wanted and `verdict` refutes: writes everything beside the folder's place, runs the command on what was
  /// written, and moves it to its place only if that refutes. Where a limit of time or memory is met, no folder is made, and the command
  /// goes on without the limit.
  void keep(const Verdict& verdict, const std::function<Refutation()>& refutation);

  /// Notes beside a report's counterexample where the folder is, or why there is none.
  void note(Json& report) const;
  /// The same as a line of text below a counterexample; empty where no folder was to be made.
  std::string line() const;
  /// Throws the BadInput, located at the folder, that it could not be written: once the verdict is printed.
  void throw_if_not_written() const;

 private:
  void write(const Refutation& refutation);

  std::string name_, why_not_ = "nothing is refuted";
  bool was_tried_ = false;
  std::optional<BadInput> not_written_;
};

}  // namespace partir
