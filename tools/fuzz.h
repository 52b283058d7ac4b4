// A campaign of random programs: statements on batches of them, each batch in a process of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "semantics/verdict.h"

namespace partir {

namespace generate {
struct Statement;
}

/// What a campaign looks for, and how long.
struct FuzzOptions {
  double minutes = 1;
  uint64_t seed = 1;         ///< of the first program of each statement
  size_t jobs = 1;           ///< batches at a time
  int64_t batch = 500;       ///< programs of one
  double batch_seconds = 120;  ///< after which a batch hangs
};

/// The first refutation: a program as simple as it got.
struct FuzzFinding {
  std::string statement, why;
  uint64_t seed = 0;
  /// Text of the program, which names the statement and the seed for `replay`. Empty for a batch that
  /// crashed or hangs, and where the text, whose values are numbered anew, does not show the fault: then the
  /// seed does.
  std::string core;
};

/// Where a campaign stands: enough to go on with it.
struct FuzzState {
  std::map<std::string, uint64_t> next;       ///< batches that each statement is done with
  std::map<std::string, int64_t> programs;    ///< by statement
  std::map<std::string, int64_t> silent;      ///< of those, how many the statement said nothing of
  std::map<std::string, int64_t> rules;       ///< how often each rule fired, on a sample
  double seconds = 0;
};

/// Runs rounds of one batch of each statement until time is up or one is refuted. `state` goes on from
/// where it stands; `progress` is called after each round. A batch that crashes or hangs is a finding.
std::optional<FuzzFinding> fuzz(const FuzzOptions& options,
                                const std::vector<generate::Statement>& statements, FuzzState& state,
                                const std::function<void(const FuzzState&)>& progress);

/// The verdict of the statement that `text`, a finding's, is about, on the program in it. Throws BadInput
/// where it names none of `statements`, and as import_core does. `path` is for locations.
Verdict replay(const std::string& text, const std::string& path, const std::vector<generate::Statement>& statements);

}  // namespace partir
