// Switches of planted faults. plant.py writes copies of our headers in which each fault of faults.py stands
// beside what is right; planted_faults_test.cpp is compiled against those copies and turns on one at a time.
// Nothing else is: no user binary has them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace partir::faults {

/// The fault that is in effect, by its place in `names`; -1 for none. What it was asked for is counted.
inline int planted = -1;
inline long reached = 0;

/// Whether fault `n` is in effect.
inline bool on(int n) { return planted == n && ++reached > 0; }

}  // namespace partir::faults
