// Statements on many generated programs, in tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>

#include "property_tests/generate/statements.h"
#include "property_tests/part.h"

namespace partir::generate {

/// The statement on its number of programs from seed `first` on; the first that fails, as simple as it gets.
inline void for_programs(const Statement& s, uint64_t first) {
  const auto start = std::chrono::steady_clock::now();
  int64_t count = s.programs / part;
  // PARTIR_CAMPAIGN=20 looks at twenty times as many
  if (const char* more = std::getenv("PARTIR_CAMPAIGN")) count *= std::max(1, std::atoi(more));
  Tally tally;
  for (uint64_t seed = first; seed < first + static_cast<uint64_t>(count); ++seed) {
    auto verdict = [&](const Recipe& r) { return judge(s, decode(r), seed); };
    const Recipe r = draw(seed, s.limits);
    const Verdict v = verdict(r);
    tally.add(v);
    if (!refutes(v)) continue;
    const Recipe small = shrunk(r, [&](const Recipe& t) { return refutes(verdict(t)); }, 3000);
    ADD_FAILURE() << s.name << ", seed " << seed << ": " << why(verdict(small)) << "\n" << text(decode(small));
    return;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::printf("%-16s %7lld programs, %4lld said nothing of, %6.0f a second: %s\n", s.name,
              static_cast<long long>(tally.programs), static_cast<long long>(tally.silent),
              static_cast<double>(count) / took.count(), s.says);
  // what is left out is counted, and bounded
  EXPECT_LE(tally.silent * 100, s.silent * count) << s.name << " says nothing of too many programs";
}

}  // namespace partir::generate
