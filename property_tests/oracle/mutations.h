// Changes of well-typed programs, most of which make them ill typed.
#pragma once

#include <vector>

#include "property_tests/generate/recipe.h"
#include "semantics/core.h"

namespace partir::oracle {

using generate::Source;

/// `p` with the types declared that its right-hand sides have, where they have one.
core::Program redeclared(core::Program p);

/// A change to a program. Where it finds no place, it leaves the program as it was and returns false.
struct Mutation {
  const char* name;
  bool (*apply)(core::Program&, Source&);
};
/// Changes of dimensions, extents, axes, monoids, attributes, operands: mostly, not always, to ill-typed
/// programs.
const std::vector<Mutation>& mutations();

}  // namespace partir::oracle
