// A campaign of random programs: statements on batches of them, each batch in a process of its own, on one machine
// or on the ranks of an MPI job.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "semantics/verdict.h"
#include "tools/watchdog.h"

namespace partir {

namespace generate {
struct Statement;
}

class Ranks;

/// What a campaign looks for, and how long.
struct FuzzOptions {
  double minutes = 1;
  uint64_t seed = 1;         ///< of the first program of each statement
  size_t jobs = 1;           ///< batches at a time
  int64_t batch = 500;       ///< programs of one
  Limits limits;               ///< of one program
  double batch_seconds() const { return std::max(120.0, 2 * limits.seconds); }  ///< after which a batch hangs
  double silence_seconds = 20;  ///< after which a rank is lost
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

/// The batches that a statement is done with: from each first number to before its last, in order and apart.
class FuzzBatches {
 public:
  using Ranges = std::map<uint64_t, uint64_t>;  ///< from, to

  void add(uint64_t batch) { add(batch, batch + 1); }
  void add(uint64_t from, uint64_t to);
  /// The first that is not done.
  uint64_t first_left() const { return done_.empty() || done_.begin()->first != 0 ? 0 : done_.begin()->second; }
  uint64_t count() const;
  const Ranges& ranges() const { return done_; }

 private:
  Ranges done_;
};

/// Where a campaign stands: enough to go on with it.
struct FuzzState {
  std::map<std::string, FuzzBatches> batches;  ///< by statement
  std::map<std::string, int64_t> programs;    ///< by statement
  std::map<std::string, int64_t> silent;      ///< of those, how many the statement said nothing of
  std::map<std::string, int64_t> rules;       ///< how often each rule fired, on a sample
  double seconds = 0;
  std::set<int> lost;  ///< ranks
};

/// As a JSON text, and from one. The latter throws BadInput, naming `path`, where it is none, or of another seed.
std::string state_text(const FuzzState& state, uint64_t seed);
FuzzState read_state(const std::string& text, uint64_t seed, const std::string& path);

/// Runs batches, of each statement in turn and at least one of each, until time is up or one is refuted. `state` goes
/// on from where it stands; `progress` is called as batches end. A batch that crashes or hangs is a finding.
///
/// The ranks share the batches: each takes those that leave its own number when the ones not yet done are counted by
/// `size()`. Rank 0 learns of each batch as it ends, so that a rank that is lost (nothing heard of it for
/// `silence_seconds`) takes with it the batches that it was at, and no more. At another rank than 0 nothing is returned.
std::optional<FuzzFinding> fuzz(const FuzzOptions& options, const std::vector<generate::Statement>& statements,
                                FuzzState& state, const std::function<void(const FuzzState&)>& progress, Ranks& ranks);

/// The verdict of the statement that `text`, a finding's, is about, on the program in it. Throws BadInput
/// where it names none of `statements`, and as import_core does. `path` is for locations.
Verdict replay(const std::string& text, const std::string& path, const std::vector<generate::Statement>& statements);

}  // namespace partir
