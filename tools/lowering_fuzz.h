// A campaign against a lowering: generated programs with shardings go through it, and each is compared with
// what it became. What is wrong is made small and sorted by kind, first divergent op and rule.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/command.h"
#include "tools/lowering_subjects.h"
#include "tools/subprocess.h"

namespace partir {

/// How long, and within which limits.
struct LoweringFuzzOptions {
  double minutes = 1;
  int64_t programs = 0;  ///< at most; 0: as many as there is time for
  uint64_t seed = 1;     ///< of the first program
  size_t jobs = 1;
  RunLimits subject;     ///< of the command's run on one program
  Limits limits;         ///< of what else is done for one
  bool strict = false;  ///< a program that the lowering refuses is a finding, too
};

/// What became of one program. The first ones are answers, the next findings, the last say nothing.
enum class LoweringEnd {
  Holds,
  Refuted,    ///< by a counterexample
  IllTyped,   ///< what it printed violates a typing rule
  Malformed,  ///< what it printed cannot be read, or has another boundary
  Crash,      ///< a signal
  TimedOut,
  OutOfMemory,
  Blind,     ///< this program accepts what the lowering printed, and also a copy of it with a planted fault that plainly changes the results
  Internal,  ///< this program failed on what the lowering printed
  Refused,   ///< the lowering failed with an exit code
  Undecided,
  Unsupported,
  PassedOver,  ///< not lowered: most programs like it crash the lowering, or make it hang
};
std::string_view name(LoweringEnd end);

/// Findings that are alike.
struct LoweringGroup {
  LoweringEnd kind = LoweringEnd::Refuted;
  std::string op;    ///< the first divergent one, or that where the text stops being right
  std::string rule;  ///< the typing rule, or what is wrong, without names and numbers
  int64_t count = 0;
  Json example;  ///< the smallest: seed, texts, command line, verdict
};

/// What a campaign found.
struct LoweringReport {
  int64_t programs = 0;
  std::map<std::string, int64_t> ends;         ///< by name(LoweringEnd)
  std::map<std::string, int64_t> unsupported;  ///< by what, and so of the next two
  std::map<std::string, int64_t> refused, undecided, passed_over;
  std::vector<LoweringGroup> groups;  ///< in the order of kinds, the frequent first
  double seconds = 0;

  int64_t judged() const;  ///< programs on whose lowering there was a verdict
  /// Programs that the command was given: all but those passed over.
  int64_t lowered() const;
  /// Whether that is too few to say anything: less than a tenth.
  bool says_little() const { return judged() * 10 < lowered() || judged() == 0; }
};

/// Runs programs of seeds from `options.seed` on, in processes of their own, until time or programs are up;
/// every kind of finding is shrunk as it is met. `progress` is called as they end. Throws UsageError where
/// the shell does not find the command.
LoweringReport fuzz_lowering(const LoweringSubject& subject, const LoweringFuzzOptions& options,
                             const std::function<void(const LoweringReport&)>& progress);

/// Writes the example of a group below `folder`, in a folder of its own, whose path is returned: before.mlir,
/// after.mlir (what there was of it), stderr.txt, inputs.txt, verdict.txt, verdict.json, command.txt with the
/// command line and how to replay.
std::string write_reproducer(const LoweringGroup& group, const std::string& folder, size_t number);

}  // namespace partir
