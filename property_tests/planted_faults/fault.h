// Switches of planted faults. plant.py writes copies of our headers in which each fault of faults.py stands
// beside what is right; planted_faults_test.cpp is compiled against those copies and turns on one at a time.
// Nothing else is: no user binary has them.
#pragma once

namespace partir::faults {

/// The fault that is in effect, by its place in `names`; -1 for none.
inline int planted = -1;

/// Where a 1 is written for each fault to whose place the program comes, by the same number; null where nobody asks.
inline char* reached = nullptr;

inline bool on(int n) {
  if (reached) reached[n] = 1;
  return planted == n;
}

}  // namespace partir::faults
