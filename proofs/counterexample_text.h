// Counterexamples for people.
#pragma once

#include <string>

#include "semantics/verdict.h"

namespace partir {

/// A counterexample as lines of text, each starting a new one: what it is, and its value in a column.
inline std::string to_string(const Counterexample& c) {
  std::string s;
  auto row = [&](std::string what, const std::string& value) {
    what.resize(20, ' ');
    if (!value.empty()) s += "\n  " + what + value;
  };
  row("first divergent op", c.op);
  row("at", c.location);
  row("mesh", c.mesh);
  row("device", c.device);
  row("index", c.index);
  row("expected", c.expected);
  row("found", c.found);
  row("why", c.explanation);
  for (const std::string& input : c.inputs) row("input", input);
  row("mended by", c.mend);
  return s;
}

}  // namespace partir
