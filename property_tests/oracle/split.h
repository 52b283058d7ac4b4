// Device-local programs whose collectives are over one dimension each: the oracle's have a dimension, where
// the concrete text has a list for each.
#pragma once

#include "semantics/hlo.h"

namespace partir::oracle {

/// A well-typed program with a chain of collectives for each that has axes on several dimensions, and none
/// for one that has axes on none.
hlo::Program split(const hlo::Program& p);

}  // namespace partir::oracle
