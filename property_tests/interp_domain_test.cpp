// Scalar domains, tensors, kernels against the literal evaluator, .npy files.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <limits>

#include "interp/evaluate.h"
#include "interp/exact.h"
#include "interp/field.h"
#include "interp/kernels.h"
#include "interp/native.h"
#include "interp/npy.h"
#include "interp/random.h"

namespace partir::interp_domain_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// ---- Field

using E = FieldElement;

/// Mostly finite elements, sometimes specials and small integers.
E element(uint64_t seed) {
  const uint64_t r = mix64(seed);
  switch (r % 11) {
    case 0: return E::infinity();
    case 1: return E::minus_infinity();
    case 2: return E::nan();
    case 3: return {0};
    case 4: return Field::integer(static_cast<int64_t>(r >> 8) % 5);
    default: return {r % FieldModel::mersenne};
  }
}
E add(E x, E y) { return Field::binary<ScalarFn::Add>(x, y); }
E mul(E x, E y) { return Field::binary<ScalarFn::Multiply>(x, y); }
E max(E x, E y) { return Field::binary<ScalarFn::Max>(x, y); }
E min(E x, E y) { return Field::binary<ScalarFn::Min>(x, y); }

template <class Property>
void holds_for_elements(const char* what, Property&& property) {
  EXPECT_TRUE(rc::check(what, [&](uint64_t a, uint64_t b, uint64_t c) {
    RC_ASSERT(property(element(a), element(b), element(c)));
  }));
}

TEST(Field, monoids_are_commutative_and_associative_specials_included) {
  using Op = E (*)(E, E);
  for (Op op : {Op(add), Op(mul), Op(max), Op(min)}) {
    holds_for_elements("commutative", [&](E x, E y, E) { return op(x, y) == op(y, x); });
    holds_for_elements("associative",
                       [&](E x, E y, E z) { return op(op(x, y), z) == op(x, op(y, z)); });
  }
}

TEST(Field, is_a_field_on_finite_elements) {
  EXPECT_TRUE(rc::check([](uint64_t a, uint64_t b, uint64_t c) {
    const E x{mix64(a) % FieldModel::mersenne}, y{mix64(b) % FieldModel::mersenne}, z{mix64(c) % FieldModel::mersenne};
    RC_ASSERT(mul(x, add(y, z)) == add(mul(x, y), mul(x, z)));
    RC_ASSERT(add(x, Field::negate(x)) == E{0});
    if (y.v != 0) RC_ASSERT(mul(Field::divide(x, y), y) == x);
    // by 128-bit arithmetic
    RC_ASSERT(mul(x, y).v == static_cast<uint64_t>(static_cast<unsigned __int128>(x.v) * y.v % FieldModel::mersenne));
  }));
}

TEST(Field, reduce_agrees_with_the_remainder) {
  const unsigned __int128 ones = ~static_cast<unsigned __int128>(0);
  for (unsigned __int128 x : {ones, ones - 1, ones >> 6, static_cast<unsigned __int128>(FieldModel::mersenne),
                              static_cast<unsigned __int128>(FieldModel::mersenne) * FieldModel::mersenne})
    EXPECT_EQ(FieldModel::reduce_mersenne(x), static_cast<uint64_t>(x % FieldModel::mersenne));
}

TEST(Field, max_and_min_form_a_distributive_lattice_off_nan) {
  holds_for_elements("distributes", [](E x, E y, E z) {
    if (x.is_nan() || y.is_nan() || z.is_nan()) return true;
    return max(x, min(y, z)) == min(max(x, y), max(x, z)) && max(x, min(x, y)) == x;
  });
}

TEST(Field, specials) {
  const E inf = E::infinity(), minus = E::minus_infinity(), nan = E::nan(), one{1}, zero{0};
  EXPECT_EQ(add(inf, minus), nan);
  EXPECT_EQ(add(inf, one), inf);
  EXPECT_EQ(mul(zero, inf), nan);
  EXPECT_EQ(mul(Field::integer(-1), inf), minus);
  EXPECT_EQ(Field::divide(one, zero), nan);
  EXPECT_EQ(Field::divide(one, inf), zero);
  EXPECT_EQ(Field::divide(inf, inf), nan);
  EXPECT_EQ(max(one, nan), nan);
  EXPECT_EQ(min(nan, one), nan);
  EXPECT_EQ(max(minus, one), one);
  EXPECT_EQ(min(inf, one), one);
  EXPECT_FALSE(Field::compare<ScalarFn::Eq>(nan, nan));
  EXPECT_TRUE(Field::compare<ScalarFn::Ne>(nan, nan));
  EXPECT_FALSE(Field::compare<ScalarFn::Ge>(nan, one));
  EXPECT_TRUE(Field::compare<ScalarFn::Lt>(minus, zero));
  EXPECT_FALSE(Field::is_finite(inf));
  EXPECT_TRUE(Field::is_finite(one));
  // a masked softmax: exp(-inf - m) is 0
  EXPECT_EQ(Field::unary<ScalarFn::Exp>(minus), zero);
  EXPECT_EQ(Field::unary<ScalarFn::Exp>(nan), nan);
  EXPECT_EQ(Field::unary<ScalarFn::Sine>(inf), nan);
}

TEST(Field, functions_are_fixed_distinct_and_respect_sign) {
  const E x{123456789};
  EXPECT_EQ(Field::unary<ScalarFn::Exp>(x), Field::unary<ScalarFn::Exp>(x));
  EXPECT_NE(Field::unary<ScalarFn::Exp>(x), Field::unary<ScalarFn::Log>(x));
  EXPECT_NE(Field::unary<ScalarFn::Exp>(x), Field::unary<ScalarFn::Exp>(E{123456790}));
  EXPECT_TRUE(rc::check([](uint64_t a) {
    const E v{mix64(a) % FieldModel::mersenne};
    RC_ASSERT(mul(Field::unary<ScalarFn::Sign>(v), Field::unary<ScalarFn::Abs>(v)) == v);
  }));
}

TEST(Field, constants_enter_exactly) {
  for (double d : {0.5, -3.75, 0x1p-1074, 1e300, -1e-300, 0.1, 65504.0}) {
    // the same rational by other means
    const ExactNumber q = Exact::rational(d);
    const auto n = static_cast<uint64_t>(abs(numerator(q.value)) % FieldModel::mersenne);
    const auto m = static_cast<uint64_t>(denominator(q.value) % FieldModel::mersenne);
    const E expected = Field::divide(d < 0 ? Field::negate({n}) : E{n}, {m});
    EXPECT_EQ(Field::rational(d), expected) << d;
  }
  EXPECT_EQ(Field::rational(infinity), E::infinity());
  EXPECT_EQ(Field::rational(not_a_number), E::nan());
  EXPECT_EQ(Field::text(Field::rational(-3.75)), "-3.75");
  EXPECT_EQ((Field::convert<int32_t, E>(Field::integer(-7))), -7);
  EXPECT_EQ((Field::convert<E, uint64_t>(~uint64_t{0})).v, ~uint64_t{0} % FieldModel::mersenne);
}

// ---- integers and i1

TEST(Integers, what_stablehlo_leaves_open_is_fixed) {
  using enum ScalarFn;
  EXPECT_EQ(Integers::binary<Divide>(7, 0), -1);
  EXPECT_EQ(Integers::binary<Divide>(uint8_t{7}, uint8_t{0}), 255);
  EXPECT_EQ(Integers::binary<Divide>(std::numeric_limits<int64_t>::min(), int64_t{-1}),
            std::numeric_limits<int64_t>::min());
  EXPECT_EQ(Integers::binary<Divide>(int8_t{-128}, int8_t{-1}), -128);
  EXPECT_EQ(Integers::binary<Divide>(-7, 2), -3);
  EXPECT_EQ(Integers::binary<Remainder>(-7, 3), -1);
  EXPECT_EQ(Integers::binary<Remainder>(7, 0), 7);
  EXPECT_EQ(Integers::binary<Remainder>(std::numeric_limits<int32_t>::min(), -1), 0);
  EXPECT_EQ(Integers::binary<Add>(int8_t{127}, int8_t{1}), -128);
  EXPECT_EQ(Integers::binary<Multiply>(uint16_t{65535}, uint16_t{65535}), 1);
  EXPECT_EQ(Integers::binary<MultiplyHigh>(-1, 1), -1);
  EXPECT_EQ(Integers::binary<MultiplyHigh>(uint16_t{65535}, uint16_t{65535}), 65534);
  EXPECT_EQ(Integers::binary<MultiplyHigh>(std::numeric_limits<int64_t>::min(),
                                           std::numeric_limits<int64_t>::min()),
            int64_t{1} << 62);
  EXPECT_EQ(Integers::binary<MultiplyHigh>(~uint64_t{0}, uint64_t{3}), 2u);
  EXPECT_EQ(Integers::binary<Power>(2, 10), 1024);
  EXPECT_EQ(Integers::binary<Power>(2, -1), 0);
  EXPECT_EQ(Integers::binary<Power>(-1, -3), -1);
  EXPECT_EQ(Integers::binary<Power>(int8_t{3}, int8_t{6}), static_cast<int8_t>(729));
  EXPECT_EQ(Integers::binary<ShiftLeft>(1, 32), 0);
  EXPECT_EQ(Integers::binary<ShiftLeft>(int8_t{1}, int8_t{7}), -128);
  EXPECT_EQ(Integers::binary<ShiftRightLogical>(int8_t{-8}, int8_t{1}), 124);
  EXPECT_EQ(Integers::binary<ShiftRightLogical>(-1, 32), 0);
  EXPECT_EQ(Integers::binary<ShiftRightArithmetic>(-8, 1), -4);
  EXPECT_EQ(Integers::binary<ShiftRightArithmetic>(-8, 99), -1);
  EXPECT_EQ(Integers::binary<ShiftRightArithmetic>(8, -1), 0);
  EXPECT_EQ(Integers::unary<Negate>(std::numeric_limits<int32_t>::min()),
            std::numeric_limits<int32_t>::min());
  EXPECT_EQ(Integers::unary<Not>(uint8_t{0x0f}), 0xf0);
  EXPECT_EQ(Integers::binary<Max>(Bool(false), Bool(true)), Bool(true));
  EXPECT_EQ(Integers::binary<Min>(Bool(false), Bool(true)), Bool(false));
  EXPECT_EQ((Integers::convert<Bool, int64_t>(256)), Bool(true));
}

// ---- Native and Exact

TEST(Native, conversions_truncate_and_saturate) {
  EXPECT_EQ((Native::convert<int32_t, float>(-1.9f)), -1);
  EXPECT_EQ((Native::convert<int32_t, float>(3e9f)), std::numeric_limits<int32_t>::max());
  EXPECT_EQ((Native::convert<int8_t, double>(-1e9)), -128);
  EXPECT_EQ((Native::convert<uint8_t, float>(-1.0f)), 0);
  EXPECT_EQ((Native::convert<uint64_t, double>(infinity)), std::numeric_limits<uint64_t>::max());
  EXPECT_EQ((Native::convert<int64_t, double>(not_a_number)), 0);
  EXPECT_EQ((Native::convert<Bool, double>(not_a_number)), Bool(true));
  EXPECT_EQ(float(Native::convert<Float16, double>(1e6)), std::numeric_limits<float>::infinity());
  // rounding through float would go to even twice: 1 + 2^-8 + 2^-40 is above the tie of bf16
  EXPECT_EQ(float(Native::convert<BFloat16, double>(1 + 0x1p-8 + 0x1p-40)), 1 + 0x1p-7);
  EXPECT_EQ(float(Native::convert<BFloat16, double>(1 + 0x1p-8)), 1);
}

TEST(Native, nan_wins_max_and_min_and_compares_false) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (auto [x, y] : {std::pair{nan, 1.0f}, std::pair{1.0f, nan}}) {
    EXPECT_TRUE(std::isnan(Native::binary<ScalarFn::Max>(x, y)));
    EXPECT_TRUE(std::isnan(Native::binary<ScalarFn::Min>(x, y)));
    EXPECT_FALSE(Native::compare<ScalarFn::Le>(x, y));
    EXPECT_TRUE(Native::compare<ScalarFn::Ne>(x, y));
  }
}

TEST(Native, small_floats_round_once_per_function_and_once_per_sum) {
  const BFloat16 one(1.0f), tiny(0x1p-8f);
  EXPECT_EQ(float(Native::binary<ScalarFn::Add>(one, tiny)), 1.0f);
  auto x = Tensor<Native>::make<BFloat16>({{3}, ElementType::BF16}, {one, tiny, tiny});
  auto zero = Tensor<Native>::make<BFloat16>({{}, ElementType::BF16}, {BFloat16(0.0f)});
  const auto sum = apply_op<Native>(Reduce{{0}, Monoid::Add}, {x, zero})[0];
  EXPECT_EQ(sum.to_double({}), 1 + 0x1p-7);
}

TEST(Exact, rationals_specials_and_what_is_unsupported) {
  using N = ExactNumber;
  const N third = Exact::divide(N::of(1), N::of(3));
  EXPECT_EQ(Exact::text(Exact::add(third, third)), "2/3");
  EXPECT_TRUE(Exact::divide(N::of(1), N::of(0)).is_nan());
  EXPECT_TRUE(Exact::add(N::infinity(1), N::infinity(-1)).is_nan());
  EXPECT_TRUE(Exact::multiply(N::of(0), N::infinity(1)).is_nan());
  EXPECT_EQ(Exact::unary<ScalarFn::RoundEven>(N::of({5, 2})), N::of(2));
  EXPECT_EQ(Exact::unary<ScalarFn::RoundAfz>(N::of({-5, 2})), N::of(-3));
  EXPECT_EQ(Exact::unary<ScalarFn::Floor>(N::of({-1, 2})), N::of(-1));
  EXPECT_EQ(Exact::unary<ScalarFn::Sqrt>(N::of({9, 4})), N::of({3, 2}));
  EXPECT_EQ((Exact::convert<int8_t, N>(N::of({-1000, 3}))), -128);
  EXPECT_EQ(Exact::binary<ScalarFn::Remainder>(N::of({-7, 2}), N::of(2)), N::of({-3, 2}));
  EXPECT_THROW(Exact::unary<ScalarFn::Exp>(N::of(1)), Unsupported);
  EXPECT_THROW(Exact::unary<ScalarFn::Sqrt>(N::of(2)), Unsupported);
  // squaring doubles the bits each time; what would not end is refused
  N big = N::of(N::Rational(3, 7));
  EXPECT_THROW(
      {
        for (int i = 0; i < 64; ++i) big = Exact::multiply(big, big);
      },
      Unsupported);
}

// ---- tensors

/// 0, 1, 2, .. in row-major order.
Tensor<Native> counting(Shape shape) {
  std::vector<float> v(static_cast<size_t>(num_elements(shape)));
  for (size_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(i);
  return Tensor<Native>::make<float>({std::move(shape), ElementType::F32}, v);
}

TEST(Tensor, views) {
  const auto t = counting({2, 3});
  EXPECT_EQ(to_string(t.transpose({1, 0})), "tensor<3x2xf32> [[0, 3], [1, 4], [2, 5]]");
  EXPECT_EQ(to_string(t.chunk(1, 2, 3)), "tensor<2x1xf32> [[2], [5]]");
  EXPECT_EQ(to_string(t.slice({0, 0}, {2, 3}, {1, 2})), "tensor<2x2xf32> [[0, 2], [3, 5]]");
  EXPECT_EQ(to_string(counting({2}).broadcast({0}, {2, 2})), "tensor<2x2xf32> [[0, 0], [1, 1]]");
  EXPECT_EQ(to_string(t.transpose({1, 0}).reshape({6})), "tensor<6xf32> [0, 3, 1, 4, 2, 5]");
  EXPECT_EQ(t.reshape({3, 2}).data<float>(), t.data<float>());
  EXPECT_FALSE(t.chunk(1, 0, 3).is_contiguous());
  EXPECT_TRUE(t.chunk(0, 1, 2).is_contiguous());
  EXPECT_TRUE(equal(concat<Native>(1, {t.chunk(1, 0, 3), t.chunk(1, 1, 3), t.chunk(1, 2, 3)}), t));
  EXPECT_TRUE(equal(concat<Native>(0, {t.chunk(0, 0, 2), t.chunk(0, 1, 2)}), t));
  EXPECT_EQ(to_string(counting({20})), "tensor<20xf32> [0, 1, 2, 3, .., 17, 18, 19]");
  EXPECT_EQ(t.bytes(), 24);
}

TEST(Tensor, large_transposes_are_copied_right) {
  const auto t = counting({3, 70, 50});
  for (auto perm : {std::vector<int64_t>{0, 2, 1}, {2, 1, 0}, {1, 2, 0}, {2, 0, 1}}) {
    const auto view = t.transpose(perm), copy = view.contiguous();
    ASSERT_TRUE(copy.is_contiguous());
    for (int64_t i = 0; i < view.shape()[0]; ++i)
      for (int64_t j = 0; j < view.shape()[1]; ++j)
        for (int64_t k = 0; k < view.shape()[2]; ++k)
          ASSERT_EQ(copy.at<float>({i, j, k}), view.at<float>({i, j, k}));
  }
}

TEST(Tensor, rank_0_and_empty) {
  const auto scalar = counting({});
  EXPECT_EQ(to_string(scalar), "tensor<f32> 0");
  EXPECT_TRUE(equal(scalar, scalar.contiguous()));
  const auto empty = counting({2, 0, 3});
  EXPECT_EQ(to_string(empty.transpose({2, 0, 1})), "tensor<3x2x0xf32> [[[], []], [[], []], [[], []]]");
  EXPECT_TRUE(equal(empty, empty.transpose({2, 1, 0}).contiguous().transpose({2, 1, 0})));
  EXPECT_TRUE(equal(combine(Monoid::Add, empty, empty), empty));
  EXPECT_EQ(concat<Native>(1, {empty, counting({2, 1, 3})}).elements(), 6);
  EXPECT_EQ(empty.hash(), empty.contiguous().hash());
}

TEST(Tensor, equality_difference_hash) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const TensorType type{{2, 2}, ElementType::F32};
  const auto a = Tensor<Native>::make<float>(type, {0.0f, nan, 1, 2});
  const auto b = Tensor<Native>::make<float>(type, {-0.0f, -nan, 1, 2});
  const auto c = Tensor<Native>::make<float>(type, {0.0f, nan, 1, 3});
  EXPECT_TRUE(equal(a, b));
  EXPECT_EQ(a.hash(), b.hash());
  EXPECT_EQ(a.transpose({1, 0}).hash(), a.transpose({1, 0}).contiguous().hash());
  EXPECT_NE(a.hash(), a.transpose({1, 0}).hash());
  EXPECT_FALSE(equal(a, c));
  EXPECT_NE(a.hash(), c.hash());
  EXPECT_EQ(first_difference(a, c), (std::vector<int64_t>{1, 1}));
  EXPECT_EQ(first_difference(a.transpose({1, 0}), c.transpose({1, 0})), (std::vector<int64_t>{1, 1}));
  EXPECT_FALSE(equal(counting({4}), counting({2, 2})));
  EXPECT_NE(counting({4}).hash(), counting({2, 2}).hash());
}

TEST(Tensor, every_element_type_of_every_domain_takes_literals) {
  auto in = [&]<class D>() {
    for (ElementType e : all_element_types) {
      const auto t = Tensor<D>::from_literal(Literal::splat_value({{2, 2}, e}, 1));
      EXPECT_EQ(t.to_double({1, 0}), 1) << name(e);
      EXPECT_TRUE(equal(t, t.contiguous()));
    }
  };
  in.template operator()<Native>();
  in.template operator()<Field>();
  in.template operator()<Exact>();
}

TEST(Tensor, misuse_is_a_crash_not_undefined) {
  EXPECT_THROW(counting({4}).data<double>(), Crash);
  EXPECT_THROW(counting({4}).chunk(0, 0, 3), Crash);
  EXPECT_THROW(counting({4}).reshape({3}), Crash);
  EXPECT_THROW(combine(Monoid::And, counting({4}), counting({4})), Crash);
  EXPECT_THROW(combine(Monoid::Add, counting({4}), counting({2})), Crash);
  EXPECT_THROW(concat<Native>(0, {counting({4}), counting({2, 2})}), Crash);
}

// ---- kernels against the literal evaluator

/// The largest number of scalar operations behind one result.
double depth(const Comprehension& c) {
  return static_cast<double>(std::max<int64_t>(num_elements(c.reduction), 1) + 1);
}

/// Whether elements agree: exactly off floats of Native; there within `depth` roundings of magnitudes
/// up to `scale`, and 4 units in the last place for Eigen's functions.
template <class D>
void expect_agreement(const Tensor<D>& fast, const Tensor<D>& slow, double roundings, double scale,
                      const std::string& what) {
  ASSERT_EQ(fast.type(), slow.type()) << what;
  if (!std::is_same_v<D, Native> || !is_float(slow.element())) {
    EXPECT_TRUE(equal(fast, slow)) << what << "\n" << to_string(fast) << "\n" << to_string(slow);
    return;
  }
  const ElementType e = slow.element();
  const double unit = e == ElementType::F64 ? 0x1p-53 : e == ElementType::F32 ? 0x1p-24
                      : e == ElementType::F16 ? 0x1p-11 : 0x1p-8;
  if (slow.elements() == 0) return;
  std::vector<int64_t> index(slow.shape().size(), 0);
  do {
    const double x = fast.to_double(index), y = slow.to_double(index);
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    const double bound = unit * (roundings * scale + 8 * std::fabs(y));
    EXPECT_LE(std::fabs(x - y), bound) << what << " at " << to_string(index) << ": " << x
                                       << " instead of " << y;
  } while (next_index(index, slow.shape()));
}

/// Inputs of an op: random, with NaN and infinities among the floats if `specials`. `layout` 1 makes
/// transposed storage, 2 makes gaps.
template <class D>
Tensor<D> input(const TensorType& type, uint64_t seed, bool specials, int layout) {
  auto values = [&](const TensorType& t) {
    const Tensor<D> r = random_tensor<D>(t, seed);
    if (!specials || !(is_float(t.element) || is_complex(t.element))) return r;
    return with_scalar<D>(t.element, [&]<class T>() {
      std::vector<T> v = r.template values<T>();
      for (size_t i = 0; i < v.size(); ++i) {
        const double s[] = {infinity, -infinity, not_a_number, 0, -1e30};
        const uint64_t m = mix64(seed + 77 * i);
        if (m % 4 == 0)
          v[i] = D::template from_bits<T>(t.element, Literal::encode(t.element, s[(m >> 8) % 5]));
      }
      return Tensor<D>::template make<T>(t, v);
    });
  };
  TensorType stored = type;
  if (layout == 1) {
    std::reverse(stored.shape.begin(), stored.shape.end());
    std::vector<int64_t> perm;
    for (int64_t d = type.rank(); d-- > 0;) perm.push_back(d);
    return values(stored).transpose(perm);
  }
  if (layout == 2) {
    std::vector<int64_t> start, limit, stride;
    for (int64_t& n : stored.shape) {
      start.push_back(1);
      limit.push_back(1 + 2 * n);
      stride.push_back(2);
      n = 2 * n + 1;
    }
    return values(stored).slice(start, limit, stride);
  }
  return values(type);
}

/// The op's result by its procedure or by kernels; nothing where neither takes it.
template <class D>
std::optional<Tensor<D>> fast_result(const Op& op, const Comprehension& c,
                                     const std::vector<Tensor<D>>& x) {
  auto results = op.visit([&](const auto& o) -> std::vector<Tensor<D>> {
    if constexpr (requires { procedure<D>(o, x); }) return procedure<D>(o, x);
    else return {};
  });
  if (!results.empty()) return results.at(0);
  return evaluate_by_kernels<D>(c, x);
}

template <class D>
void compare_kernels(const Op& op, const Types& types, const std::string& what) {
  const std::optional<Comprehension> definition = op.comprehension(types);
  if (!definition) return;  // a procedure is its own definition
  const Comprehension& c = *definition;
  for (bool specials : {false, true}) {
    std::vector<std::vector<Tensor<D>>> layouts;
    std::optional<Tensor<D>> first;
    for (int layout : {0, 1, 2}) {
      std::vector<Tensor<D>> x;
      for (size_t i = 0; i < types.size(); ++i)
        x.push_back(input<D>(types[i], 100 * i + 1, specials, layout));
      std::optional<Tensor<D>> fast, slow;
      try {
        slow = evaluate<D>(c, x);
      } catch (const Unsupported&) {
        EXPECT_THROW(fast_result<D>(op, c, x), Unsupported) << what;
        continue;
      }
      fast = fast_result<D>(op, c, x);
      ASSERT_TRUE(fast) << what << " has no kernel: " << to_string(c);
      // -1e30 overflows f16 products only; sums with it are compared where its kind is the same
      if (specials && std::is_same_v<D, Native> && c.reducer == Monoid::Add) continue;
      const double k = depth(c);
      expect_agreement(*fast, *slow, c.reducer == Monoid::Add ? k : 0, 4 * k, what);

      // the layout of operands changes nothing, not even rounding
      std::vector<Tensor<D>> dense;
      for (const Tensor<D>& t : x) dense.push_back(t.contiguous());
      EXPECT_TRUE(equal(*fast, *fast_result<D>(op, c, dense))) << what;
    }
  }
}

template <class D>
void compare_all_samples() {
  for_each_op([](auto op) {
    for (const auto& s : decltype(op)::samples()) {
      std::string what = std::string(op.name) + to_string(s.operands);
      compare_kernels<D>(s.op, s.operands, what);
    }
  });
}
TEST(Kernels, agree_with_the_comprehension_in_field) { compare_all_samples<Field>(); }
TEST(Kernels, agree_with_the_comprehension_in_native) { compare_all_samples<Native>(); }
TEST(Kernels, agree_with_the_comprehension_in_exact) { compare_all_samples<Exact>(); }

/// Shapes that samples lack: empty, rank 0, extent 1, larger than a block.
template <class D>
void compare_odd_shapes() {
  for (ElementType e : {ElementType::F32, ElementType::F64, ElementType::F16, ElementType::BF16,
                        ElementType::I8, ElementType::UI64}) {
    auto t = [e](Shape s) { return TensorType{std::move(s), e}; };
    const std::string what = std::string(name(e));
    for (const Shape& s : {Shape{}, Shape{0}, Shape{1}, Shape{3, 0}, Shape{1, 1}, Shape{1, 5},
                           Shape{17}, Shape{5, 33}, Shape{1100}, Shape{3, 1, 2}}) {
      compare_kernels<D>(Add{}, {t(s), t(s)}, what + " add " + to_string(s));
      compare_kernels<D>(Maximum{}, {t(s), t(s)}, what + " max " + to_string(s));
      if (is_float(e)) compare_kernels<D>(Tanh{}, {t(s)}, what + " tanh " + to_string(s));
      if (is_float(e)) compare_kernels<D>(Exponential{}, {t(s)}, what + " exp " + to_string(s));
      compare_kernels<D>(Convert{ElementType::F32}, {t(s)}, what + " to f32 " + to_string(s));
      compare_kernels<D>(Convert{ElementType::I16}, {t(s)}, what + " to i16 " + to_string(s));
      std::vector<int64_t> all;
      for (int64_t d = 0; d < static_cast<int64_t>(s.size()); ++d) all.push_back(d);
      for (Monoid m : {Monoid::Add, Monoid::Max, Monoid::Mul}) {
        compare_kernels<D>(Reduce{all, m}, {t(s), t({})}, what + " reduce all " + to_string(s));
        for (int64_t d : all)
          compare_kernels<D>(Reduce{{d}, m}, {t(s), t({})}, what + " reduce " + to_string(s));
      }
      compare_kernels<D>(Clamp{}, {t({}), t(s), t(s)}, what + " clamp " + to_string(s));
    }
    for (auto [m, k, n] : {std::array<int64_t, 3>{1, 1, 1}, {0, 3, 2}, {3, 0, 2}, {2, 3, 0},
                           {1, 7, 5}, {5, 7, 1}, {5, 1, 7}, {1, 70, 1}, {9, 40, 11}, {33, 70, 20}}) {
      const std::string dims = to_string(std::vector<int64_t>{m, k, n});
      compare_kernels<D>(DotGeneral{{}, {}, {1}, {0}, e}, {t({m, k}), t({k, n})}, what + " dot" + dims);
      compare_kernels<D>(DotGeneral{{}, {}, {0}, {1}, e}, {t({k, m}), t({n, k})}, what + " dotT" + dims);
      compare_kernels<D>(DotGeneral{{0}, {2}, {1}, {1}, e}, {t({2, k, m}), t({n, k, 2})},
                         what + " batched dot" + dims);
      compare_kernels<D>(DotGeneral{{0}, {0}, {1}, {1}, e}, {t({m, k}), t({m, k})},
                         what + " rows' dot" + dims);
    }
    compare_kernels<D>(DotGeneral{{}, {}, {1, 2}, {2, 0}, e}, {t({3, 4, 5}), t({5, 2, 4})}, what);
    compare_kernels<D>(Concatenate{0}, {t({0, 2}), t({3, 2}), t({1, 2})}, what + " concatenate");
    compare_kernels<D>(Reshape{{0, 7}}, {t({5, 0})}, what + " reshape");
    compare_kernels<D>(Reshape{{}}, {t({1, 1})}, what + " reshape");
    compare_kernels<D>(Reshape{{4, 1, 15}}, {t({2, 6, 5})}, what + " reshape");
    compare_kernels<D>(Reverse{{0, 1}}, {t({3, 4})}, what + " reverse");
    compare_kernels<D>(SliceOp{{1, 4}, {3, 4}, {2, 1}}, {t({3, 4})}, what + " slice");
    compare_kernels<D>(BroadcastInDim{{1}, {3, 0}}, {t({1})}, what + " broadcast");
  }
}
TEST(Kernels, odd_shapes_in_field) { compare_odd_shapes<Field>(); }
TEST(Kernels, odd_shapes_in_native) { compare_odd_shapes<Native>(); }

TEST(Kernels, elementwise_results_do_not_depend_on_place) {
  // why a chunk's exp is the chunk of the exp, bit for bit
  const auto x = random_tensor<Native>({{4099}, ElementType::F32}, 5);
  for (const Op& op : {Op(Exponential{}), Op(Tanh{}), Op(Logistic{}), Op(Sine{})}) {
    const auto whole = apply_op<Native>(op, {x})[0];
    for (int64_t start : {1, 2, 3, 5, 1023, 4090})
      for (int64_t n : {1, 3, 8, 9}) {
        const auto part = apply_op<Native>(op, {x.slice({start}, {start + n}, {1})})[0];
        EXPECT_TRUE(equal(part, whole.slice({start}, {start + n}, {1}))) << op.name();
      }
  }
}

TEST(Kernels, movement_is_a_view) {
  const auto x = random_tensor<Native>({{6, 4}, ElementType::F32}, 5);
  auto shares = [&](const Op& op) {
    const auto y = apply_op<Native>(op, {x})[0];
    const float *p = y.data<float>(), *begin = x.data<float>();
    return p >= begin && p < begin + 24;
  };
  EXPECT_TRUE(shares(Transpose{{1, 0}}));
  EXPECT_TRUE(shares(Reshape{{8, 3}}));
  EXPECT_TRUE(shares(SliceOp{{1, 0}, {6, 4}, {2, 1}}));
  EXPECT_TRUE(shares(Reverse{{0}}));
  EXPECT_TRUE(shares(BroadcastInDim{{0, 2}, {6, 5, 4}}));
}

TEST(Kernels, guards_do_not_evaluate_the_other_side) {
  // out[i] = i - 3 >= 0 ? x[i - 3] : 0, whose read is out of bounds on the other side; and the same
  // with the condition's coefficient negative: 5 - i >= 0 ? x[5 - i] : 0
  const auto x = counting({4});
  for (int64_t sign : {1, -1}) {
    Comprehension c;
    c.result = {{7}, ElementType::F32};
    const IndexExpr shifted{{{0, sign}}, sign > 0 ? -3 : 5, 1, 0};
    int zero = c.add(ElementType::F32,
                     LiteralNode{std::make_shared<const Literal>(
                                     Literal::splat_value({{}, ElementType::F32}, 0)), {}});
    int read = c.add(ElementType::F32, ReadNode{0, {shifted}});
    c.add(ElementType::F32, GuardNode{shifted, read, zero});
    const auto source = sign > 0 ? x : counting({6});
    const auto fast = evaluate_by_kernels<Native>(c, {source});
    ASSERT_TRUE(fast);
    EXPECT_TRUE(equal(*fast, evaluate<Native>(c, {source})));
    EXPECT_EQ(to_string(*fast), sign > 0 ? "tensor<7xf32> [0, 0, 0, 0, 1, 2, 3]"
                                         : "tensor<7xf32> [5, 4, 3, 2, 1, 0, 0]");
  }
}

TEST(Kernels, reads_outside_a_tensor_are_a_crash_in_the_literal_evaluator) {
  Comprehension c;
  c.result = {{5}, ElementType::F32};
  c.add(ElementType::F32, ReadNode{0, identity_index(1)});
  EXPECT_THROW(evaluate<Native>(c, {counting({4})}), Crash);
}

// ---- random tensors

TEST(Random, is_reproducible_and_the_same_across_domains) {
  for (ElementType e : all_element_types) {
    const TensorType type{{5, 7}, e};
    EXPECT_TRUE(equal(random_tensor<Native>(type, 3), random_tensor<Native>(type, 3)));
    EXPECT_FALSE(equal(random_tensor<Native>(type, 3), random_tensor<Native>(type, 4)));
    const auto native = random_tensor<Native>(type, 3);
    const auto exact = random_tensor<Exact>(type, 3);
    const auto field = random_tensor<Field>(type, 3);
    std::vector<int64_t> index(2, 0);
    do {
      EXPECT_EQ(native.to_double(index), exact.to_double(index));
      if (is_bool(e) || is_integer(e)) {
        EXPECT_EQ(native.to_double(index), field.to_double(index));
      }
      EXPECT_LE(std::fabs(native.to_double(index)), is_float(e) ? 2 : 15);
    } while (next_index(index, type.shape));
  }
  // pinned, so that a seed in a report means the same tomorrow
  EXPECT_EQ(to_string(random_tensor<Native>({{2}, ElementType::BF16}, 7)),
            "tensor<2xbf16> [-1.4844, -1.9219]");
}

// ---- .npy

class Npy : public testing::Test {
 protected:
  void SetUp() override {
    path_ = std::filesystem::temp_directory_path() /
            ("partir_" + std::to_string(::getpid()) + ".npy");
  }
  void TearDown() override { std::filesystem::remove(path_); }
  void write(const std::string& bytes) { std::ofstream(path_, std::ios::binary) << bytes; }
  /// Version 1.0 with the given header text and data.
  void write(const std::string& header, const std::string& data) {
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(header.size() & 0xff);
    bytes += static_cast<char>(header.size() >> 8);
    write(bytes + header + data);
  }
  std::string rejected() {
    try {
      read_npy(path_.string());
    } catch (const BadInput& e) {
      EXPECT_EQ(e.where().file(), path_.string());
      EXPECT_EQ(e.exit_code(), 2);
      return e.what();
    }
    return "accepted";
  }
  std::filesystem::path path_;
};

TEST_F(Npy, round_trips_every_type_and_odd_shapes) {
  for (ElementType e : all_element_types)
    for (const Shape& s : {Shape{}, Shape{0}, Shape{1}, Shape{5}, Shape{2, 3}, Shape{2, 0, 3}}) {
      const auto t = random_tensor<Native>({s, e}, 11);
      write_npy(path_.string(), t);
      // narrow integers are kept in bytes: only who asks for them gets them back
      std::optional<ElementType> asked;
      if (is_integer(t.element()) && bit_width(t.element()) < 8) asked = t.element();
      EXPECT_TRUE(equal(read_npy(path_.string(), asked), t)) << to_string(t.type());
    }
  const auto view = random_tensor<Native>({{4, 6}, ElementType::F32}, 1).transpose({1, 0});
  write_npy(path_.string(), view);
  EXPECT_TRUE(equal(read_npy(path_.string()), view));
  EXPECT_EQ(std::filesystem::file_size(path_) % 64, 96 % 64);  // a header of 128, 96 of data
}

TEST_F(Npy, reads_fortran_order_and_version_2) {
  const float data[] = {0, 3, 1, 4, 2, 5};
  const std::string bytes(reinterpret_cast<const char*>(data), sizeof data);
  write("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }   \n", bytes);
  EXPECT_TRUE(equal(read_npy(path_.string()), counting({2, 3})));
  const std::string header = "{\"shape\": (6,), \"fortran_order\": False, \"descr\": \"<f4\"}\n";
  std::string v2("\x93NUMPY\x02\x00", 8);
  v2 += static_cast<char>(header.size());
  v2 += std::string(3, '\0');
  write(v2 + header + bytes);
  EXPECT_EQ(to_string(read_npy(path_.string())), "tensor<6xf32> [0, 3, 1, 4, 2, 5]");
  write("{'descr': '<u2', 'fortran_order': False, 'shape': (1,)}", std::string("\x80\x3f", 2));
  EXPECT_EQ(to_string(read_npy(path_.string(), ElementType::BF16)), "tensor<1xbf16> [1]");
  EXPECT_EQ(to_string(read_npy(path_.string())), "tensor<1xui16> [16256]");
}

TEST_F(Npy, malformed_files_are_bad_input) {
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
  EXPECT_NE(rejected().find("cannot open"), std::string::npos);
  for (const std::string& bytes :
       {std::string(), std::string("\x93NUM"), std::string("not numpy at all"),
        std::string("\x93NUMPY\x01\x00\xff\xff{", 11), std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12),
        std::string("\x93NUMPY\x09\x00\x01\x00 ", 11)}) {
    write(bytes);
    EXPECT_NE(rejected(), "accepted") << bytes;
  }
  for (const std::string header :
       {"", "{", "{}", "{'descr': '<f4'}", "{'descr': 4, 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (999999999999, 999999999999)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
        "{'descr': '>f4', 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '|O', 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'more': (1,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} tail",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'descr': 'unterminated"}) {
    write(header, std::string(8, '\0'));
    EXPECT_NE(rejected(), "accepted") << header;
  }
  write(good, std::string(8, '\0'));
  EXPECT_EQ(rejected(), "accepted");
  // every truncation of a good file
  std::ifstream in(path_, std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(in)), {});
  for (size_t n = 0; n < whole.size(); ++n) {
    write(whole.substr(0, n));
    EXPECT_NE(rejected(), "accepted") << n;
  }
}

}  // namespace
}  // namespace partir::interp_domain_test
