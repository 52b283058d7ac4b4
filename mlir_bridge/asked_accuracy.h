// How exactly a text asks its ops to calculate, which is no part of what the toolkit calculates: here all of them are exact but for rounding.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "semantics/diagnostics.h"

namespace partir {

/// What the ops of a StableHLO text ask for.
struct AskedAccuracy {
  /// An op, and where it stands.
  struct Asked {
    std::string op;
    Location where;
    std::vector<int> precision;  ///< of a product for each operand: 0 DEFAULT, 1 HIGH, 2 HIGHEST or an algorithm; of a function: 2 for the `result_accuracy` HIGHEST, else 0
    std::string tolerance = "";  ///< of a function: by how much its results may be off, as it is written; empty if it says nothing of that
    bool algorithm = false;
  };
  std::vector<Asked> products;   ///< dot products and convolutions of floats
  std::vector<Asked> functions;  ///< ops that may have a `result_accuracy`, such as exponential
};
/// `name` is the file that locations cite.
AskedAccuracy read_asked_accuracy_text(const std::string& text, const std::string& name);

/// Finds, for the op of IMPL at a location, where SPEC has ops whose results are made by the same ops of the same arguments, though perhaps of other elements of
/// these: one list for each value that the op makes. An op of a function that is called twice makes two.
using FindSameOps = std::function<std::vector<std::vector<Location>>(const Location&)>;

/// Throws Unsupported where an op of `impl` asks for less than some op of `spec` whose result is made by the same ops: a product for less precision of an operand, as
/// hardware may calculate it in bf16 for DEFAULT; a function not for the result_accuracy HIGHEST, or for a tolerance that not all of those have. Where SPEC has
/// no such op, all its products, or all its functions of that kind, count. Both are StableHLO texts.
void check_asked_accuracy(const std::string& spec, const std::string& spec_name, const std::string& impl, const std::string& impl_name,
                          const FindSameOps& find_same);

}  // namespace partir
