// The comparison of the toolkit with the oracle on many random programs.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "property_tests/oracle/answer.h"
#include "property_tests/oracle/draw.h"
#include "property_tests/oracle/process.h"

namespace partir::oracle {

/// What a campaign has looked at.
struct Tally {
  int64_t programs = 0;    ///< all; the others are parts of them
  int64_t well_typed = 0;  ///< by both sides, and evaluated by both
  int64_t unchanged = 0;   ///< in which a mutation had no place
  int64_t hlo_statements = 0, device_tensors = 0;
  std::map<std::string, int64_t> ops;          ///< statements of well-typed programs: ops, slices, loops by σ
  std::map<std::string, int64_t> collectives;  ///< of their translations
  std::map<std::string, int64_t> spmd;         ///< of the other device-local programs
  std::map<std::string, int64_t> rejected;     ///< both kinds of programs, by rule and premise
  std::map<std::string, int64_t> meshes;       ///< by the number of axes
};

/// A program of which the two say different things.
struct Finding {
  Draw draw;
  Question question;
  std::string request;  ///< as the oracle read it
  std::string why;
  int64_t programs = 0;  ///< up to it
};

/// What campaigns are about.
struct Options {
  uint64_t seed = 1;  ///< of the first program
  int64_t programs = 20'000;
  int64_t batch = 100;
  bool shrink = true;
};

/// Compares on programs, in batches, until all agree or one does not; `progress` is called after each batch.
std::optional<Finding> campaign(Process& oracle, const Options& options, Tally& tally,
                                const std::function<void(const Tally&)>& progress = {});

}  // namespace partir::oracle
