// Counterexamples for people.
#pragma once

#include <string>

#include "semantics/verdict.h"

namespace partir {

/// A counterexample as several lines of text.
inline std::string to_string(const Counterexample& c) {
  std::string s;
  auto line = [&](const char* label, const std::string& text) {
    if (!text.empty()) s += std::string("\n  ") + label + text;
  };
  line("first divergent op: ", c.op);
  line("at: ", c.location);
  line("mesh: ", c.mesh);
  line("device: ", c.device);
  line("index: ", c.index);
  line("expected: ", c.expected);
  line("found: ", c.found);
  line("because: ", c.explanation);
  for (const std::string& input : c.inputs) line("input ", input);
  return s;
}

}  // namespace partir
