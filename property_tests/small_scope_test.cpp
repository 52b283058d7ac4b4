// The theorems on all small programs: that there is no counterexample up to a size is a statement.
#include <gtest/gtest.h>

#include <iostream>
#include <set>

#include "property_tests/generate/campaign.h"
#include "property_tests/generate/enumerate.h"

namespace partir::small_scope_test {
namespace {

using namespace generate;  // NOLINT: what the statements are about

/// Theorems 1 and 2 of one program.
Verdict theorems(const core::Program& p, uint64_t seed) {
  check(p);
  Verdict v = theorem1(p);
  const hlo::Program h = translate(p);
  if (v.holds()) v = theorem2<Field>(p, h, {1, seed});
  if (v.holds()) v = theorem2<Native>(p, h, {1, seed});
  return v;
}
const Statement both{"theorems", "Theorems 1 and 2", 0, theorems};
/// Theorem 1, Theorem 2 at every device in Field and Native, for every program of the scope.
int64_t holds_for_all(const SmallScope& scope) {
  int64_t failed = 0;
  uint64_t seed = 1;
  const int64_t count = enumerate(scope, [&](const core::Program& p) {
    if (failed >= 3) return;
    const Verdict v = judge(both, p, ++seed);
    if (v.holds()) return;
    ++failed;
    ADD_FAILURE() << why(v) << "\n" << generate::text(p);
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
}  // namespace partir::small_scope_test
