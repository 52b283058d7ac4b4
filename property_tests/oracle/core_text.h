// A program as people, and `partir run`, read it.
#pragma once

#include <string>

#include "semantics/core.h"

namespace partir::oracle {

/// MLIR text where that is built in (mlir_text.cpp), else our own (plain_text.cpp).
std::string core_text(const core::Program& p);

}  // namespace partir::oracle
