// The domain Wide: the reals to 128 bits.
#include "interp/wide.h"

#include <gtest/gtest.h>

#include "interp/core_interp.h"
#include "interp/native.h"
#include "proofs/wide_errors.h"

namespace partir::wide_test {
namespace {

using enum ScalarFn;
using W = WideFloat;

W parse(const char* digits) { return W(digits); }
/// Within a few units of the 128th bit.
::testing::AssertionResult near(const W& x, const W& y) {
  if (abs(W(x - y)) <= abs(y) * ldexp(W(1), -118)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << x.str(40) << " is not " << y.str(40);
}

TEST(Wide, functions_to_38_digits) {
  EXPECT_TRUE(near(Wide::unary<Exp>(W(1)), parse("2.7182818284590452353602874713526624977572")));
  EXPECT_TRUE(near(Wide::unary<Log>(W(2)), parse("0.69314718055994530941723212145817656807550")));
  EXPECT_TRUE(near(Wide::unary<Sqrt>(W(2)), parse("1.4142135623730950488016887242096980785697")));
  EXPECT_TRUE(near(Wide::unary<Tanh>(W(1)), parse("0.76159415595576488811945828260479359041277")));
  EXPECT_TRUE(near(Wide::unary<Cbrt>(W(-27)), W(-3)));
  EXPECT_TRUE(near(Wide::unary<Logistic>(W(0)), W(0.5)));
  EXPECT_TRUE(near(Wide::binary<Power>(W(-2), W(-3)), W(-0.125)));
  EXPECT_TRUE(near(Wide::binary<Atan2>(W(1), W(1)) * 4, parse("3.1415926535897932384626433832795028841972")));
  EXPECT_TRUE(near(Wide::unary<Sinh>(W(1)), parse("1.1752011936438014568823818505956008151557")));
  EXPECT_TRUE(near(Wide::unary<Cosh>(W(1)), parse("1.5430806348152437784779056207570616826015")));
  EXPECT_TRUE(near(Wide::unary<Asinh>(Wide::unary<Sinh>(W(-3))), W(-3)));
  EXPECT_TRUE(near(Wide::unary<Acosh>(Wide::unary<Cosh>(W(3))), W(3)));
  EXPECT_TRUE(near(Wide::unary<Atanh>(Wide::unary<Tanh>(W(0.5))), W(0.5)));
  EXPECT_EQ(Wide::unary<Asinh>(-Wide::infinity()), -Wide::infinity());
  EXPECT_EQ(Wide::unary<Atanh>(W(-1)), -Wide::infinity());
  // where 1 cancels
  const W tiny = ldexp(W(1), -100);
  EXPECT_TRUE(near(Wide::unary<Expm1>(tiny), W(tiny + tiny * tiny / 2)));
  EXPECT_TRUE(near(Wide::unary<Log1p>(tiny), W(tiny - tiny * tiny / 2)));
  // on both sides of the border between series and definition
  for (double x : {0x1.fp-31, -0x1.fp-31, 0x1.1p-30, -0x1.1p-30}) {
    EXPECT_LE(abs(W(Wide::unary<Log1p>(Wide::unary<Expm1>(W(x))) - W(x))), abs(W(x)) * ldexp(W(1), -90)) << x;
  }
}
TEST(Wide, infinities_and_nan_are_those_of_ieee) {
  const W inf = Wide::infinity(), nan = Wide::nan();
  EXPECT_TRUE(Wide::is_nan(Wide::binary<Subtract>(inf, inf)));
  EXPECT_TRUE(Wide::is_nan(Wide::binary<Multiply>(W(0), inf)));
  EXPECT_TRUE(Wide::is_nan(Wide::binary<Divide>(W(0), W(0))));
  EXPECT_EQ(Wide::binary<Divide>(W(-1), W(0)), -inf);
  EXPECT_EQ(Wide::unary<Exp>(-inf), 0);
  EXPECT_EQ(Wide::unary<Log>(W(0)), -inf);
  EXPECT_TRUE(Wide::is_nan(Wide::unary<Sqrt>(W(-1))));
  EXPECT_TRUE(Wide::is_nan((Wide::binary<Max>(W(1), nan))));
  EXPECT_TRUE((Wide::compare<Ne>(nan, nan)));
  EXPECT_FALSE((Wide::compare<Le>(nan, nan)));
  EXPECT_TRUE((Wide::total_le<W>(W(-0.0), W(0.0))));
  EXPECT_FALSE((Wide::total_le<W>(W(0.0), W(-0.0))));
  EXPECT_EQ((Wide::convert<int8_t, W>(W(-1000))), -128);
  EXPECT_EQ((Wide::convert<int32_t, W>(W(-2.75))), -2);
  EXPECT_EQ((Wide::convert<int32_t, W>(nan)), 0);
  EXPECT_EQ(Wide::unary<RoundEven>(W(2.5)), 2);
  EXPECT_EQ(Wide::unary<RoundEven>(W(-3.5)), -4);
  EXPECT_EQ(Wide::unary<RoundAfz>(W(-2.5)), -3);
}
/// Wide's value, and Native's, in f64, for each pair of arguments; they may differ in the last bits.
template <ScalarFn F>
void as_native() {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const double grid[] = {0.0, -0.0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2.5, -2.5, 3, -3, 1e9, -1e9, inf, -inf, nan};
  for (double x : grid)
    for (double y : grid) {
      double expected;
      W found;
      if constexpr (arity(F) == 1) {
        expected = Native::unary<F>(x), found = Wide::unary<F>(W(x));
      } else {
        if (F == Power && (std::isinf(x) || std::isinf(y)) && y != 0 && x != 1 && !std::isnan(x) && !std::isnan(y)) continue;
        expected = Native::binary<F>(x, y), found = Wide::binary<F>(W(x), W(y));
      }
      const double d = Wide::to_double(found);
      const std::string what = std::string(name(F)) + " " + std::to_string(x) + " " + std::to_string(y) + ": " + std::to_string(d);
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(d)) << what;
      } else {
        EXPECT_EQ(std::signbit(d), std::signbit(expected)) << what;
        if (d != expected) {
          EXPECT_NEAR(d, expected, std::fabs(expected) * 0x1p-50) << what;
        }
      }
    }
}
TEST(Wide, signs_zeros_infinities_and_nan_are_natives) {
  as_native<Add>(), as_native<Subtract>(), as_native<partir::ScalarFn::Multiply>(), as_native<Divide>(), as_native<Max>(), as_native<Min>();
  as_native<Remainder>(), as_native<Power>(), as_native<Atan2>();
  as_native<Floor>(), as_native<Ceil>(), as_native<RoundAfz>(), as_native<RoundEven>(), as_native<Sign>(), as_native<Abs>();
  as_native<Sqrt>(), as_native<Rsqrt>(), as_native<Cbrt>(), as_native<Exp>(), as_native<Expm1>(), as_native<Log>(), as_native<Log1p>();
  as_native<Tanh>(), as_native<Logistic>(), as_native<Sinh>(), as_native<Cosh>(), as_native<Asinh>(), as_native<Acosh>(), as_native<Atanh>();
  as_native<Sine>(), as_native<Cosine>(), as_native<Tan>(), as_native<Asin>(), as_native<Acos>(), as_native<Atan>();
}
TEST(Wide, large_angles_and_remainders_have_all_bits) {
  for (double x : {1e9, 1e22, 1e36, -3e38, 1e100, 1.7e308}) {
    EXPECT_NEAR(Wide::to_double(Wide::unary<Sine>(W(x))), std::sin(x), 0x1p-50) << x;
    EXPECT_NEAR(Wide::to_double(Wide::unary<Cosine>(W(x))), std::cos(x), 0x1p-50) << x;
    for (double y : {0.7, -3.0, 1e-300, 1e10}) EXPECT_EQ(Wide::to_double(Wide::binary<Remainder>(W(x), W(y))), std::fmod(x, y)) << x << " " << y;
  }
  // 2^127 + 1 has 128 bits, and is whole
  const W large = ldexp(W(1), 127) + 1;
  EXPECT_EQ(Wide::unary<RoundEven>(large), large);
  EXPECT_EQ(Wide::unary<RoundAfz>(W(W(0.5) - ldexp(W(1), -129))), 0);
  // where exponentials or squares cancel
  EXPECT_TRUE(near(Wide::unary<Sinh>(ldexp(W(1), -29)) / ldexp(W(1), -29), 1 + ldexp(W(1), -58) / 6 + ldexp(W(1), -116) / 120));
  EXPECT_TRUE(near(Wide::unary<Cosh>(Wide::unary<Acosh>(W(1 + ldexp(W(1), -50)))), 1 + ldexp(W(1), -50)));
}
TEST(Wide, what_rounds_on_purpose_or_looks_at_bits_is_refused) {
  EXPECT_THROW(Wide::reduce_precision(W(1), 5, 2), Unsupported);
  EXPECT_THROW(Wide::to_bits(W(1)), Unsupported);
  EXPECT_THROW((Wide::binary<NextAfter>(W(1), W(2))), Unsupported);
}

/// A program of one op on its parameters.
core::Program one_op(const Op& op, const Types& types) {
  core::Program p;
  std::vector<ValueId> xs;
  for (const TensorType& t : types) p.main.params.push_back(p.main.add_value(t, {}, {})), xs.push_back(p.main.params.back());
  const ValueId y = p.main.add_value(op.infer(types)[0], {}, {});
  p.main.body.stmts.push_back({{y}, OpExpr{op, xs}, {}});
  p.main.body.results = {y};
  p.main.result_types = {p.main.type(y)};
  return p;
}
TEST(WideErrors, are_the_rounding_of_one_op) {
  const TensorType f32{{2}, ElementType::F32};
  const core::Program p = one_op(partir::Add{}, {f32, f32});
  const std::vector<Tensor<Native>> args{Tensor<Native>::make(f32, std::vector<float>{1, 3}),
                                         Tensor<Native>::make(f32, std::vector<float>{0x1p-30f, 4})};
  const auto errors = wide_errors(p, args, run<Native>(p, args));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0][0].error, 0x1p-30);
  EXPECT_EQ(errors[0][1].error, 0);
  EXPECT_EQ(errors[0][1].wide, 7);
}
TEST(WideErrors, judge_f64_too) {
  const TensorType f64{{1}, ElementType::F64};
  const core::Program p = one_op(partir::Multiply{}, {f64, f64});
  const Tensor<Native> x = Tensor<Native>::make(f64, std::vector<double>{1 + 0x1p-52});
  const auto errors = wide_errors(p, {x, x}, run<Native>(p, {x, x}));
  EXPECT_EQ(errors[0][0].error, 0x1p-104);
}

}  // namespace
}  // namespace partir::wide_test
