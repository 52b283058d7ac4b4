// How exactly a text asks its ops to calculate, which is no part of what the toolkit calculates: here all of them are exact but for rounding.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "semantics/diagnostics.h"

namespace partir {

/// What the ops of a StableHLO text ask for.
struct AskedAccuracy {
  /// An op, what it asks for as it is written, and where it stands.
  struct Asked {
    std::string op, what;
    Location where;
  };
  int least_precision = 2;              ///< of all dot products and convolutions of floats: 0 DEFAULT, 1 HIGH, 2 HIGHEST or an algorithm
  std::optional<Asked> least_precise;   ///< the first that asks for no more
  std::vector<Asked> tolerances;        ///< ops whose results may be off by a `result_accuracy`
};
/// `name` is the file that locations cite.
AskedAccuracy read_asked_accuracy_text(const std::string& text, const std::string& name);

/// Throws Unsupported where `impl` asks for less than `spec`: all dot products of SPEC for HIGHEST, and one of IMPL for DEFAULT, which hardware
/// may calculate in bf16; or for a tolerance that no such op of SPEC has. Both are StableHLO texts.
void check_asked_accuracy(const std::string& spec, const std::string& spec_name, const std::string& impl, const std::string& impl_name);

}  // namespace partir
