// Lowerings that FileCheck tests state in their comments, as programs.
#pragma once

#include <string>
#include <vector>

#include "semantics/diagnostics.h"

namespace partir {

/// A function of a test and what its CHECK lines say becomes of it, both as modules with one @main.
struct GoldenLowering {
  std::string function;  ///< its name
  Location location;
  std::string before;    ///< the function as it stands
  std::string lowered;   ///< the checked ops in its place; empty where these are no whole program
  std::string why_not;   ///< why not
};

/// The functions of a test of Shardy's reshards (`file` is what locations cite) in their order. Captures,
/// `%[[X:.*]]`, are values; an op of sdy without a type has that of its operand, and its sharding may be left
/// open. Where a function's result has no sharding and is what an `sdy.reshard` gives, it gets the one that was
/// asked for. A result on another mesh than the first parameter's is put together at the end, as a boundary has
/// one mesh.
std::vector<GoldenLowering> golden_lowerings(const std::string& text, const std::string& file);

}  // namespace partir
