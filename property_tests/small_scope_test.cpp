// The theorems on all small programs: that there is no counterexample up to a size is a statement.
#include <gtest/gtest.h>

#include <iostream>
#include <set>

#include "property_tests/generate/campaign.h"
#include "property_tests/generate/enumerate.h"

namespace partir {
namespace {

using namespace generate;  // NOLINT: what the statements are about

/// Theorems 1 and 2 of one program, or why one fails.
std::string fails(const core::Program& p, uint64_t seed) {
  check(p);
  if (std::string bad = why(theorem1(p)); !bad.empty()) return bad;
  const hlo::Program h = translate(p);
  if (std::string bad = why(theorem2<Field>(p, h, {1, seed})); !bad.empty()) return bad;
  return why(theorem2<Native>(p, h, {1, seed}));
}
const Statement both{"theorems", "Theorems 1 and 2", 0, false, fails};
/// Theorem 1, Theorem 2 at every device in Field and Native, for every program of the scope.
int64_t holds_for_all(const SmallScope& scope) {
  int64_t failed = 0;
  uint64_t seed = 1;
  const int64_t count = enumerate(scope, [&](const core::Program& p) {
    if (failed >= 3) return;
    const std::string bad = reason(both, p, ++seed);
    if (bad.empty()) return;
    ++failed;
    ADD_FAILURE() << bad << "\n" << generate::text(p);
  });
  std::cout << "k = " << scope.statements << " over " << to_string(scope.mesh) << ": " << count << " programs\n";
  return count;
}

TEST(SmallScope, one_axis) {
  SmallScope scope{Mesh({{"B", 2}}), {{4, 2}, ElementType::F32}, 4};
  scope.monoids = {Monoid::Add, Monoid::Max};
  EXPECT_GT(holds_for_all(scope), 1000);
}
TEST(SmallScope, two_axes) {
  SmallScope scope{Mesh({{"B", 2}, {"M", 3}}), {{6, 1}, ElementType::F32}, part == 1 ? 5 : 3};
  EXPECT_GT(holds_for_all(scope), part == 1 ? 200000 : 100);
}
TEST(SmallScope, an_axis_of_size_1_and_an_empty_tensor) {
  holds_for_all({Mesh({{"B", 1}, {"M", 2}}), {{2}, ElementType::I8}, 3});
  holds_for_all({Mesh({{"B", 2}}), {{0, 2}, ElementType::F32}, 3});
}
TEST(SmallScope, no_program_comes_twice) {
  std::set<std::string> seen;
  const int64_t n = enumerate({Mesh({{"B", 2}, {"M", 3}}), {{6, 1}, ElementType::F32}, 3},
                              [&](const core::Program& p) { seen.insert(generate::text(p)); });
  EXPECT_EQ(seen.size(), static_cast<size_t>(n));
}

}  // namespace
}  // namespace partir
