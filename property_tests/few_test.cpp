// A list that stands in its owner does what a std::vector does, whatever is done to it in whatever order.
#include "semantics/few.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "semantics/core.h"

namespace partir::few_test {
namespace {

struct Wide {
  int64_t number = 7;
  uint8_t letter = 1;
  friend bool operator==(const Wide&, const Wide&) = default;
};
template <class T>
T element(uint8_t n) {
  if constexpr (std::is_same_v<T, Wide>) return {n * int64_t{1000003}, n};
  else return static_cast<T>(n) * 1000003;
}

/// Both lists, to which the same is done.
template <class T, uint32_t N>
struct Both {
  Few<T, N> few;
  std::vector<T> vector;

  void expect_equal() const {
    RC_ASSERT(few.size() == vector.size());
    RC_ASSERT(few.empty() == vector.empty());
    RC_ASSERT(few == vector);
    RC_ASSERT(std::equal(few.rbegin(), few.rend(), vector.rbegin(), vector.rend()));
    RC_ASSERT(few.capacity() >= few.size());
    RC_ASSERT((few.capacity() > N) == (static_cast<const void*>(few.data()) < static_cast<const void*>(&few) ||
                                       static_cast<const void*>(few.data()) >= static_cast<const void*>(&few + 1)));
    RC_ASSERT_THROWS_AS(few.at(few.size()), std::out_of_range);
    if (!vector.empty()) RC_ASSERT((few.front() == vector.front() && few.back() == vector.back() && few.at(0) == few[0]));
  }
  void change(uint8_t what, uint8_t n, uint8_t m) {
    const size_t size = vector.size(), at = size == 0 ? 0 : n % (size + 1), end = at + (size - at == 0 ? 0 : m % (size - at + 1));
    const auto begin = [&](auto& list) { return list.begin() + static_cast<ptrdiff_t>(at); };
    const auto same = [](auto& list) { return list; };
    switch (what % 21) {
      case 0: few.push_back(element<T>(n)), vector.push_back(element<T>(n)); break;
      case 1: few.emplace_back(element<T>(n)), vector.emplace_back(element<T>(n)); break;
      case 2:
        if (size != 0) few.pop_back(), vector.pop_back();
        break;
      case 3: few.resize(n % 9), vector.resize(n % 9); break;
      case 4: few.resize(n % 9, element<T>(m)), vector.resize(n % 9, element<T>(m)); break;
      case 5: few.reserve(n % 20), vector.reserve(n % 20); break;
      case 6: few.clear(), vector.clear(); break;
      case 7: few.insert(begin(few), element<T>(m)), vector.insert(begin(vector), element<T>(m)); break;
      case 8: few.insert(begin(few), m % 5, element<T>(n)), vector.insert(begin(vector), m % 5, element<T>(n)); break;
      case 9: {
        const std::vector<T> more(m % 5, element<T>(m));
        const auto i = few.insert(begin(few), more.begin(), more.end());
        RC_ASSERT(i - few.begin() == static_cast<ptrdiff_t>(at));
        vector.insert(begin(vector), more.begin(), more.end());
        break;
      }
      case 10:
        if (at < size) few.erase(begin(few)), vector.erase(begin(vector));
        break;
      case 11:
        few.erase(begin(few), few.begin() + static_cast<ptrdiff_t>(end));
        vector.erase(begin(vector), vector.begin() + static_cast<ptrdiff_t>(end));
        break;
      case 12:  // of itself: what it stands in may be freed meanwhile
        if (size != 0) few.push_back(few.front()), vector.push_back(same(vector).front());
        break;
      case 13:
        if (size != 0) few.insert(begin(few), few.back()), vector.insert(begin(vector), same(vector).back());
        break;
      case 14: std::reverse(vector.begin(), vector.end()), few = Few<T, N>(few.rbegin(), few.rend()); break;
      case 15: {
        Few<T, N> copy = few, moved = std::move(few);
        RC_ASSERT(few.empty());  // NOLINT: what a moved-from list is, is said
        RC_ASSERT(copy == moved);
        few = copy;
        moved = std::move(copy);
        few.swap(moved);
        break;
      }
      case 16: {
        auto& itself = few;
        few = itself;
        few = std::move(itself);
        break;
      }
      case 17: few.assign(m % 7, element<T>(n)), vector.assign(m % 7, element<T>(n)); break;
      case 18: {
        const auto odd = [](const T& x) { return reinterpret_cast<const uint8_t&>(x) % 2 == 1; };
        RC_ASSERT(erase_if(few, odd) == std::erase_if(vector, odd));
        break;
      }
      case 19:  // one that stands in it
        if (size != 0) RC_ASSERT(erase(few, few[n % size]) == std::erase(vector, T(vector[n % size])));
        break;
      default: few = std::vector<T>(few), few = std::span<const T>(vector); break;
    }
  }
};

template <class T, uint32_t N>
bool does_the_same() {
  return rc::check([](const std::vector<std::tuple<uint8_t, uint8_t, uint8_t>>& changes) {
    Both<T, N> both;
    both.expect_equal();
    for (const auto& [what, n, m] : changes) {
      both.change(what, n, m);
      both.expect_equal();
    }
  });
}
TEST(Few, does_what_a_vector_does) {
  EXPECT_TRUE((does_the_same<uint32_t, 2>()));
  EXPECT_TRUE((does_the_same<int64_t, 4>()));
  EXPECT_TRUE((does_the_same<int64_t, 1>()));
  EXPECT_TRUE((does_the_same<uint8_t, 1>()));  // less than a pointer
  EXPECT_TRUE((does_the_same<Wide, 1>()));
}

TEST(Few, lists_and_sizes_are_told_apart_as_a_vector_does) {
  EXPECT_EQ((Few<int64_t, 4>{3, 2}), (std::vector<int64_t>{3, 2}));
  EXPECT_EQ((Few<int64_t, 4>(3, 2)), (std::vector<int64_t>{2, 2, 2}));
  EXPECT_EQ((Few<int64_t, 4>(3)), (std::vector<int64_t>{0, 0, 0}));
  EXPECT_EQ((Few<Wide, 2>(3)), (std::vector<Wide>(3)));
  EXPECT_LT((Few<int64_t, 4>{1, 2}), (Few<int64_t, 4>{1, 2, 0}));
  EXPECT_GT((Few<int64_t, 4>{2}), (Few<int64_t, 4>{1, 2, 0}));
}

TEST(Few, refuses_more_than_it_can_count) {
  Few<uint8_t, 2> list = {1, 2, 3};
  EXPECT_THROW(list.reserve(size_t{1} << 32), std::length_error);
  EXPECT_EQ(list, (std::vector<uint8_t>{1, 2, 3}));
}

/// What the layout is for: the lists of a program's statements of usual size are not allocated.
TEST(Few, statements_hold_their_lists) {
  const auto within = [](const auto& owner, const void* p) {
    const auto* at = static_cast<const std::byte*>(p);
    const auto* first = reinterpret_cast<const std::byte*>(&owner);
    return first <= at && at < first + sizeof owner;
  };
  const OpExpr op{Add{}, {1, 2}};
  EXPECT_TRUE(within(op, op.operands.data()));
  const TensorType t{{2, 3, 5, 7}, ElementType::F32};
  EXPECT_TRUE(within(t, t.shape.data()));
  EXPECT_FALSE(within(t, TensorType{{2, 3, 5, 7, 11}, ElementType::F32}.shape.data()));
  const AxisList axes = {"B"};
  EXPECT_TRUE(within(axes, axes.data()));
  const Entry e = operands(tile(0), any) >> tile(1);
  EXPECT_TRUE(within(e, e.operands.data()) && within(e, e.results.data()));
}

}  // namespace
}  // namespace partir::few_test
