// What programs hold very often is kept small: names, types and locations are pointers to one in memory, and are what
// they point to; dimensions have four bytes.
#include "semantics/interned.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <limits>
#include <sstream>
#include <thread>
#include <vector>

#include "semantics/core.h"
#include "semantics/registry.h"

namespace partir::interned_test {
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
TEST(InternedType, is_its_type) {
  EXPECT_TRUE(rc::check([](const std::vector<int64_t>& a, const std::vector<int64_t>& b, bool wide) {
    const TensorType s{a, ElementType::F32}, t{b, wide ? ElementType::F64 : ElementType::F32};
    const InternedType x = s, y = t, again = TensorType(s);
    RC_ASSERT(*x == s);
    RC_ASSERT(x == s);
    RC_ASSERT(&*x == &*again);
    RC_ASSERT((x == y) == (s == t));
    RC_ASSERT((x == t) == (s == t));
    RC_ASSERT(x->rank() == s.rank());
  }));
  EXPECT_EQ(*InternedType(), TensorType{});
}
TEST(Location, is_its_parts) {
  EXPECT_TRUE(rc::check([](const std::string& file, unsigned line, unsigned column, const std::string& name, bool other) {
    const Location l(file, line, column, name), again(std::string(file), line, column, name);
    RC_ASSERT(l.file() == file);
    RC_ASSERT(l.line() == line);
    RC_ASSERT(l.column() == column);
    RC_ASSERT(l.name() == name);
    RC_ASSERT(l.known() == (line != 0));
    RC_ASSERT(l == again);
    RC_ASSERT(&l.name() == &again.name());
    RC_ASSERT(!(l == Location(file + "x", line, column, name)));
    RC_ASSERT(!(l == Location(file, line + 1, column, name)));
    RC_ASSERT(!(l == Location(file, line, column + 1, name)));
    const std::string as = other ? name : name + "x";
    RC_ASSERT(l.named(as) == Location(file, line, column, as));
    RC_ASSERT((l.named(as) == l) == other);
  }));
}
TEST(Location, is_unknown_to_begin_with) {
  EXPECT_EQ(Location(), Location("", 0, 0));
  EXPECT_FALSE(Location().known());
  EXPECT_EQ(to_string(Location()), "<unknown>");
  EXPECT_EQ(to_string(Location().named("dot")), "\"dot\"");
  EXPECT_EQ(to_string(Location("f", 0, 0)), "f");
  EXPECT_EQ(to_string(Location("f", 2, 3, "dot")), "f:2:3");
}
TEST(Dimension, beyond_four_bytes_is_no_tensors_dimension) {
  const int64_t far = int64_t{1} << 32;
  EXPECT_EQ(tile(1).dim, 1);
  EXPECT_EQ(tile(far).dim, std::numeric_limits<int32_t>::max());
  EXPECT_EQ(tile(-far).dim, std::numeric_limits<int32_t>::min());
  EXPECT_EQ(core::LoopAttr::tile(far + 1).dim, std::numeric_limits<int32_t>::max());
  EXPECT_FALSE(extents_divide({tile(far)}, {TensorType{{4}, ElementType::F32}}, 2));
}

}  // namespace
}  // namespace partir::interned_test
