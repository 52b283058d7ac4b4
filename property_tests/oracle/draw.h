// Programs that the oracle knows: the generator's, of some ops and element types; and such programs a little
// changed, most of which are ill typed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "property_tests/generate/recipe.h"
#include "property_tests/oracle/answer.h"

namespace partir::oracle {

using generate::Recipe;

/// What a case of the campaign is made of: a recipe, and which mutation of the program is to happen, if any.
struct Draw {
  Recipe recipe;
  int mutation = -1;  ///< of `mutations`, or after those of `generate::breakages`; -1 for none
  uint64_t seed = 0;  ///< of arguments, place of the mutation, device-local program
  int64_t statements = most_statements;  ///< of the device-local program at most; -1 for no such program
  static constexpr int64_t most_statements = 1000;
};
Draw draw(uint64_t seed);
/// The program of a draw, with arguments, and a device-local program where it is well typed: what it is
/// lowered to, or one that is dense in collectives.
Question question(const Draw& d);
/// For people: `well typed`, or the mutation.
std::string describe(const Draw& d);
/// Draws that are a little simpler.
std::vector<Draw> simpler(const Draw& d);

}  // namespace partir::oracle
