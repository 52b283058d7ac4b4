// Axes are copied and compared as pointers, and are what their names are.
#include "semantics/axis.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <sstream>
#include <thread>
#include <vector>

#include "semantics/mesh.h"

namespace partir {
namespace {

TEST(Axis, is_its_name) {
  EXPECT_TRUE(rc::check([](const std::string& a, const std::string& b) {
    const Axis x = a, y = b, again = std::string_view(a);
    RC_ASSERT(x.name() == a);
    RC_ASSERT(x == again);
    RC_ASSERT(&x.name() == &again.name());
    RC_ASSERT((x == y) == (a == b));
    RC_ASSERT((x < y) == (a < b));
    RC_ASSERT((x <=> y) == (a <=> b));
    RC_ASSERT(x.empty() == a.empty());
    RC_ASSERT("<" + x + "," + y + ">" == "<" + a + "," + b + ">");
    RC_ASSERT(x + b == a + b);
    std::ostringstream out;
    out << x;
    RC_ASSERT(out.str() == a);
    const std::string copy = x;
    RC_ASSERT(copy == a);
  }));
}
TEST(Axis, has_no_name_to_begin_with) {
  EXPECT_EQ(Axis(), Axis(""));
  EXPECT_TRUE(Axis().empty());
}
TEST(Axis, is_made_by_threads_side_by_side) {
  std::vector<std::vector<Axis>> made(8);
  {
    std::vector<std::jthread> threads;
    for (size_t t = 0; t < made.size(); ++t)
      threads.emplace_back([&, t] {
        for (size_t i = 0; i < 5000; ++i) made[t].push_back("side by side " + std::to_string((i * (t + 1)) % 5000));
      });
  }
  for (std::vector<Axis>& axes : made) {
    std::sort(axes.begin(), axes.end());
    axes.erase(std::unique(axes.begin(), axes.end()), axes.end());
    EXPECT_TRUE(std::includes(made[0].begin(), made[0].end(), axes.begin(), axes.end()));
  }
  EXPECT_EQ(made[0].size(), 5000u);
}
TEST(Axis, lists_of_two_stand_in_place) {
  const AxisList list = {"B", "M"};
  const auto* first = reinterpret_cast<const std::byte*>(&list);
  const auto* at = reinterpret_cast<const std::byte*>(list.data());
  EXPECT_TRUE(first <= at && at < first + sizeof list);
}

}  // namespace
}  // namespace partir
