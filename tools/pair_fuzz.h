// A campaign on pairs of programs whose verdict is known, and on such pairs with one more fault: it looks for mistakes of the judge.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "semantics/freedom.h"
#include "tools/watchdog.h"

namespace partir {

/// A pair of a folder: `NAME.spec.mlir` is the program, `NAME.wrong.mlir` an implementation that must not be accepted, `NAME.right.mlir` one that
/// must be. The freedom within which it is judged stands in the implementation's first line, `// freedom: reals`; else it is the default.
struct KnownPair {
  std::string name, spec, impl;  ///< the last two are paths
  bool is_right = false;
  Freedom freedom = Freedom::Roundings;
};
/// By name, the wrong one first. Throws BadInput where an implementation has no program, its freedom is none, or there are no pairs.
std::vector<KnownPair> read_known_pairs(const std::string& folder);

struct PairFuzzOptions {
  double minutes = 1;
  uint64_t seed = 1;
  size_t jobs = 1;
  Limits limits;  ///< of one verdict
};
/// A verdict that is wrong.
struct PairFinding {
  KnownPair pair;
  std::string fault;     ///< that was planted in its implementation; empty: none
  std::string why;       ///< what should not be, in one line
  std::string verdict;   ///< for people, as `partir verify` prints it
};
/// How far a campaign is.
struct PairFuzzReport {
  int64_t pairs = 0;                    ///< verdicts on pairs as they stand
  int64_t mutants = 0;                  ///< verdicts on pairs with a fault that plainly changes the results
  std::map<std::string, int64_t> ends;  ///< of both: `refuted`, `out of time`, ..
  double seconds = 0;
  std::optional<PairFinding> finding;
  /// Whether there was not one verdict: all is unsupported, cannot be read or took too long.
  bool says_nothing() const {
    const auto none = [](const auto& end) { return end.first == "unsupported" || end.first == "error" || end.first == "out of time"; };
    return std::all_of(ends.begin(), ends.end(), none);
  }
};

/// Judges every pair once, in an order drawn by the seed, then pairs with one fault planted in the implementation with which its results plainly differ
/// from the program's (proofs/plain_difference.h), until the time is up or a verdict is wrong: a wrong program is accepted, a right one is not (though
/// supported, and within the time), or the judge crashes. Each verdict, with its audit as `partir verify` has it, is made in a process of its own.
PairFuzzReport fuzz_pairs(const std::vector<KnownPair>& pairs, const PairFuzzOptions& options, const std::function<void(const PairFuzzReport&)>& progress);

}  // namespace partir
