// A campaign of random programs: statements on batches of them, each batch in a process of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

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
  std::string core;                ///< text of the program, for `partir check`
  std::optional<std::string> hlo;  ///< text of an HLO program that shows it beside
};

/// Where a campaign stands: enough to go on with it.
struct FuzzState {
  uint64_t next = 0;                          ///< batches that each statement is done with
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

}  // namespace partir
