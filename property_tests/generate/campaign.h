// Statements on many generated programs, in tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>

#include "property_tests/generate/statements.h"

namespace partir::generate {

/// The sanitizers look at a tenth of the programs.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr int64_t part = 10;
#else
inline constexpr int64_t part = 1;
#endif

/// The statement on its number of programs from seed `first` on; the first that fails, as simple as it gets.
inline void for_programs(const Statement& s, uint64_t first) {
  const auto start = std::chrono::steady_clock::now();
  int64_t count = s.programs / part;
  // PARTIR_CAMPAIGN=20 looks at twenty times as many
  if (const char* more = std::getenv("PARTIR_CAMPAIGN")) count *= std::max(1, std::atoi(more));
  for (uint64_t seed = first; seed < first + static_cast<uint64_t>(count); ++seed) {
    auto why_not = [&](const Recipe& r) { return reason(s, decode(r), seed); };
    const Recipe r = draw(seed, limits(s));
    if (why_not(r).empty()) continue;
    const Recipe small = shrunk(r, [&](const Recipe& t) { return !why_not(t).empty(); }, 3000);
    ADD_FAILURE() << s.name << ", seed " << seed << ": " << why_not(small) << "\n" << text(decode(small));
    return;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::printf("%-16s %8lld programs, %6.0f a second: %s\n", s.name, static_cast<long long>(count),
              static_cast<double>(count) / took.count(), s.says);
}

}  // namespace partir::generate
