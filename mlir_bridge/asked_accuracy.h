// How exactly a text asks its ops to calculate, which is no part of what the toolkit calculates: here all of them are exact but for rounding.
#pragma once

#include <functional>
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
    int precision = 0;  ///< of a product: 0 DEFAULT, 1 HIGH, 2 HIGHEST or an algorithm
  };
  std::vector<Asked> products;    ///< dot products and convolutions of floats
  std::vector<Asked> tolerances;  ///< ops whose results may be off by a `result_accuracy`
  std::vector<Asked> most_exact;  ///< ops that ask for the `result_accuracy` HIGHEST
};
/// `name` is the file that locations cite.
AskedAccuracy read_asked_accuracy_text(const std::string& text, const std::string& name);

/// Where the two programs have ops whose results are made as that of one op of IMPL, in the order in which each makes them. That op is among `impl`.
struct SameProducts {
  std::vector<Location> spec, impl;
};
/// Finds them for the op of IMPL at a location: for a product, or for an op with a tolerance.
using FindSameProducts = std::function<SameProducts(const Location&)>;

/// Throws Unsupported where `impl` asks for less than `spec`: a product for less precision than the same one of SPEC, as hardware may calculate it
/// in bf16 for DEFAULT (one that SPEC has nowhere is held to the most that SPEC asks for); or an op for a tolerance that no such op of SPEC has; or fewer ops of a
/// kind for the result_accuracy HIGHEST.
/// Both are StableHLO texts.
void check_asked_accuracy(const std::string& spec, const std::string& spec_name, const std::string& impl, const std::string& impl_name,
                          const FindSameProducts& same);

}  // namespace partir
