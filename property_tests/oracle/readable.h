// Programs as people, and `partir run`, read them.
#pragma once

#include <string>

#include "semantics/core.h"
#include "semantics/hlo.h"

namespace partir::oracle {

/// MLIR text where that is built in (mlir_text.cpp), else our own (plain_text.cpp).
std::string readable(const core::Program& p);
std::string readable(const hlo::Program& p);

}  // namespace partir::oracle
