// The laws of the checker of certificates: each is tried on all values of small types.
#include "proofs/replay_laws.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>

#include "semantics/literal.h"

namespace partir::replay_laws_test {
namespace {

/// An integer or i1 of a small type.
int64_t wrapped(int64_t v, ElementType t) {
  if (is_bool(t)) return v & 1;
  const int w = bit_width(t);
  const int64_t low = v & ((int64_t{1} << w) - 1);
  return is_signed_int(t) && (low >> (w - 1)) ? low - (int64_t{1} << w) : low;
}
std::vector<int64_t> values(ElementType t) {
  std::vector<int64_t> all;
  for (int64_t v = 0; v < int64_t{1} << bit_width(t); ++v) all.push_back(wrapped(v, t));
  return all;
}
/// What scalar functions are on small types; nothing of those that the laws are not about.
std::optional<int64_t> applied(ScalarFn fn, ElementType to, const std::vector<int64_t>& x) {
  const bool flag = is_bool(to);
  switch (fn) {
    case ScalarFn::Add: return flag ? x[0] | x[1] : wrapped(x[0] + x[1], to);
    case ScalarFn::Multiply: return flag ? x[0] & x[1] : wrapped(x[0] * x[1], to);
    case ScalarFn::Subtract: return wrapped(x[0] - x[1], to);
    case ScalarFn::Negate: return wrapped(-x[0], to);
    case ScalarFn::Max: return std::max(x[0], x[1]);
    case ScalarFn::Min: return std::min(x[0], x[1]);
    case ScalarFn::And: return x[0] & x[1];
    case ScalarFn::Or: return x[0] | x[1];
    case ScalarFn::Not: return wrapped(~x[0], to);
    case ScalarFn::ShiftLeft:
      return x[1] < 0 || x[1] >= bit_width(to) ? 0 : wrapped(x[0] << x[1], to);
    case ScalarFn::Convert: return flag ? x[0] != 0 : wrapped(x[0], to);
    case ScalarFn::Abs: return wrapped(std::abs(x[0]), to);
    case ScalarFn::Sign: return x[0] < 0 ? -1 : x[0] > 0;
    case ScalarFn::Select: return x[0] ? x[1] : x[2];
    default: return std::nullopt;
  }
}
int64_t combined(Monoid m, ElementType t, int64_t a, int64_t b) {
  return *applied(scalar_fn(m), t, {a, b});
}
bool is_neutral(Monoid m, ElementType t, int64_t c) {
  for (int64_t v : values(t))
    if (combined(m, t, c, v) != v) return false;
  return true;
}
/// Whether the law is right for all values of two parts, and of arguments alike in both that it
/// allows.
bool law_is_right(const replaying::Application& a, replaying::Arguments need, Monoid to) {
  const size_t n = a.from.size();
  const ElementType from = a.from[n - 1];
  std::vector<int64_t> first(n), second(n), whole(n);
  std::function<bool(size_t)> all = [&](size_t i) {
    if (i == n) {
      const auto x = applied(a.fn, a.to, first), y = applied(a.fn, a.to, second),
                 z = applied(a.fn, a.to, whole);
      return x && combined(to, a.to, *x, *y) == *z;
    }
    const bool predicate = a.fn == ScalarFn::Select && i == 0;
    for (int64_t v : values(a.from[i])) {
      if (!a.dependent[i]) {
        const bool passes = predicate || need == replaying::Arguments::AsTold ||
                            replaying::is_idempotent(a.of) || is_neutral(a.of, from, v);
        first[i] = second[i] = whole[i] = v;
        if (passes && !all(i + 1)) return false;
        continue;
      }
      for (int64_t u : values(a.from[i])) {
        first[i] = v, second[i] = u, whole[i] = combined(a.of, a.from[i], v, u);
        if (!all(i + 1)) return false;
      }
    }
    return true;
  };
  return all(0);
}
TEST(Laws, hold_for_all_values_of_small_types) {
  using enum ElementType;
  const ElementType types[] = {I1, I2, UI2, I4, UI4};
  int64_t told = 0, right = 0;
  for (int law = 0; law <= static_cast<int>(certificate::Law::Identity); ++law)
    for (size_t f = 0; f < scalar_fns.size(); ++f)
      for (ElementType from : types)
        for (ElementType to : types)
          for (Monoid m : all_monoids)
            for (Monoid m_to : all_monoids)
              for (int bits = 1; bits < 1 << scalar_fns[f].arity; ++bits) {
                const auto fn = static_cast<ScalarFn>(f);
                replaying::Application a{fn, to, {}, {}, m};
                for (int i = 0; i < arity(fn); ++i) {
                  a.from.push_back(fn == ScalarFn::Select && i == 0 ? I1 : from);
                  a.dependent.push_back(bits >> i & 1);
                }
                ++told;
                const auto need =
                    replaying::arguments_of(static_cast<certificate::Law>(law), a, m_to);
                if (need == replaying::Arguments::Wrong) continue;
                ++right;
                EXPECT_TRUE(law_is_right(a, need, m_to))
                    << "law " << law << ": " << name(fn) << " of " << name(from) << " to "
                    << name(to) << ", " << name(m) << " to " << name(m_to) << ", arguments "
                    << bits;
              }
  std::printf("%lld of %lld applications by a law\n", static_cast<long long>(right),
              static_cast<long long>(told));
  EXPECT_GT(right, 300);
}
TEST(Laws, are_told_from_wrong_ones) {
  using enum ElementType;
  const auto is_right = [](ScalarFn fn, ElementType from, ElementType to,
                           std::vector<char> dependent, Monoid m) {
    const replaying::Application a{fn, to, std::vector<ElementType>(dependent.size(), from),
                                   dependent, m};
    return law_is_right(a, replaying::Arguments::AsTold, m);
  };
  // |3·3| is 7 in i4, |3|·|3| is -7
  EXPECT_FALSE(is_right(ScalarFn::Abs, I4, I4, {1}, Monoid::Mul));
  EXPECT_FALSE(is_right(ScalarFn::Multiply, I4, I4, {1, 1}, Monoid::Add));
  EXPECT_FALSE(is_right(ScalarFn::Convert, I2, I4, {1}, Monoid::Add));
  EXPECT_FALSE(is_right(ScalarFn::Convert, I4, I2, {1}, Monoid::Max));
  EXPECT_FALSE(is_right(ScalarFn::Add, I4, I4, {1, 0}, Monoid::Add));
  EXPECT_TRUE(is_right(ScalarFn::Multiply, I4, I4, {1, 0}, Monoid::Add));
}
TEST(Laws, know_the_identities) {
  using enum ElementType;
  for (Monoid m : all_monoids)
    for (ElementType t : all_element_types) {
      if (!defined_on(m, t)) continue;
      const Literal known = Literal::splat_bits({{}, t}, identity_bits(m, t)),
                    two = Literal::splat_value({{}, t}, 3);
      EXPECT_TRUE(replaying::is_identity_element(m, t, known.data)) << name(m) << " of " << name(t);
      EXPECT_EQ(replaying::is_identity_element(m, t, two.data), is_identity(m, t, two.bits(0)))
          << name(m) << " of " << name(t);
      if (!is_integer(t) || bit_width(t) > 4) continue;
      for (int64_t v : values(t))
        EXPECT_EQ(replaying::is_identity_element(
                      m, t, Literal::splat_value({{}, t}, static_cast<double>(v)).data),
                  is_neutral(m, t, v));
    }
}

}  // namespace
}  // namespace partir::replay_laws_test
