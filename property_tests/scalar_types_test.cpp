// Element types beyond the plain ones: integers of 2 and 4 bits and complex numbers in every domain;
// functions of them, and the special functions of floats.
#include <gtest/gtest.h>

#include <unistd.h>

#include <cmath>
#include <complex>
#include <filesystem>
#include <limits>

#include "interp/criteria.h"
#include "interp/evaluate.h"
#include "interp/exact.h"
#include "interp/field.h"
#include "interp/npy.h"
#include "interp/parts.h"
#include "interp/random.h"
#include "property_tests/build.h"
#include "proofs/native_check.h"
#include "proofs/widen.h"

namespace partir::scalar_types_test {
namespace {
using namespace build;
using enum ElementType;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// ---- integers of fewer than 8 bits

/// All values of an element type of few bits, in order.
template <class T>
std::vector<T> all_values() {
  std::vector<T> v;
  for (int i = T::least; i <= T::greatest; ++i) v.push_back(T(i));
  return v;
}
/// `f<T>()` for each type of fewer than 8 bits.
template <class F>
void for_each_narrow(F&& f) {
  f.template operator()<Narrow<2, int8_t>>();
  f.template operator()<Narrow<4, int8_t>>();
  f.template operator()<Narrow<2, uint8_t>>();
  f.template operator()<Narrow<4, uint8_t>>();
}
/// `i` modulo 2^bits, in T's range.
template <class T>
int wrapped(int64_t i) {
  const int64_t n = int64_t{1} << integer_bits<T>;
  const int64_t r = ((i % n) + n) % n;
  return static_cast<int>(r > T::greatest ? r - n : r);
}

TEST(Narrow, arithmetic_is_that_of_integers_modulo_two_to_the_bits) {
  for_each_narrow([]<class T>() {
    for (T x : all_values<T>()) {
      const int a = x.value;
      EXPECT_EQ(Integers::unary<ScalarFn::Negate>(x).value, wrapped<T>(-a));
      EXPECT_EQ(Integers::unary<ScalarFn::Abs>(x).value, wrapped<T>(std::abs(a)));
      EXPECT_EQ(Integers::unary<ScalarFn::Not>(x).value, wrapped<T>(~a));
      EXPECT_EQ(Integers::unary<ScalarFn::Sign>(x).value, wrapped<T>((a > 0) - (a < 0)));
      int bits = 0, leading = 0;
      for (int b = 0; b < integer_bits<T>; ++b) bits += (a >> b) & 1;
      while (leading < integer_bits<T> && !((a >> (integer_bits<T> - 1 - leading)) & 1)) ++leading;
      EXPECT_EQ(Integers::unary<ScalarFn::Popcnt>(x).value, wrapped<T>(bits));
      EXPECT_EQ(Integers::unary<ScalarFn::CountLeadingZeros>(x).value, wrapped<T>(leading));
      for (T y : all_values<T>()) {
        const int b = y.value;
        EXPECT_EQ(Integers::binary<ScalarFn::Add>(x, y).value, wrapped<T>(a + b));
        EXPECT_EQ(Integers::binary<ScalarFn::Subtract>(x, y).value, wrapped<T>(a - b));
        EXPECT_EQ(Integers::binary<ScalarFn::Multiply>(x, y).value, wrapped<T>(a * b));
        EXPECT_EQ(Integers::binary<ScalarFn::MultiplyHigh>(x, y).value, (a * b) >> integer_bits<T>);
        EXPECT_EQ(Integers::binary<ScalarFn::Xor>(x, y).value, wrapped<T>(a ^ b));
        EXPECT_EQ(Integers::binary<ScalarFn::Max>(x, y).value, std::max(a, b));
        EXPECT_EQ(Integers::binary<ScalarFn::Divide>(x, y).value, wrapped<T>(b == 0 ? -1 : a / b));
        EXPECT_EQ(Integers::binary<ScalarFn::Remainder>(x, y).value, b == 0 ? a : a % b);
        EXPECT_EQ(Integers::compare<ScalarFn::Lt>(x, y), a < b);
      }
    }
  });
}
TEST(Narrow, shifts_count_the_types_own_bits) {
  for_each_narrow([]<class T>() {
    const int width = integer_bits<T>;
    for (T x : all_values<T>())
      for (T y : all_values<T>()) {
        const int a = x.value, by = Integers::unsigned_bits(y), bits = Integers::unsigned_bits(x);
        const int sign = bits >> (width - 1) & 1 ? bits - (1 << width) : bits;
        EXPECT_EQ(Integers::binary<ScalarFn::ShiftLeft>(x, y).value, wrapped<T>(by >= width ? 0 : a << by));
        EXPECT_EQ(Integers::binary<ScalarFn::ShiftRightLogical>(x, y).value,
                  wrapped<T>(by >= width ? 0 : bits >> by));
        EXPECT_EQ(Integers::binary<ScalarFn::ShiftRightArithmetic>(x, y).value,
                  wrapped<T>(sign >> std::min(by, width - 1)));
      }
  });
}
template <class D>
void converts_narrow() {
  using I4 = Narrow<4, int8_t>;
  using U2 = Narrow<2, uint8_t>;
  using F = typename D::template Scalar<F32>;
  auto real = [](double v) { return D::template from_bits<F>(F32, Literal::encode(F32, v)); };
  EXPECT_EQ((D::template to_double<F>(D::template convert<F>(I4(-8)))), -8);
  EXPECT_EQ((D::template to_double<F>(D::template convert<F>(U2(3)))), 3);
  EXPECT_EQ((D::template convert<I4>(real(-3))).value, -3);
  EXPECT_EQ((D::template convert<I4>(int32_t{23})).value, 7);  // the low bits
  EXPECT_EQ((D::template convert<Bool>(I4(-2))), Bool(true));
  EXPECT_EQ((D::template convert<I4>(Bool(true))).value, 1);
}
TEST(Narrow, converts_in_every_domain_and_saturates_where_floats_do) {
  converts_narrow<Native>();
  converts_narrow<Field>();
  converts_narrow<Exact>();
  using I4 = Narrow<4, int8_t>;
  EXPECT_EQ((Native::convert<I4>(99.5f)).value, 7);
  EXPECT_EQ((Native::convert<I4>(-99.5f)).value, -8);
  EXPECT_EQ((Native::convert<I4>(-infinity)).value, -8);
  EXPECT_EQ((Native::convert<I4>(not_a_number)).value, 0);
  EXPECT_EQ((Exact::convert<I4>(ExactNumber::of(1000))).value, 7);
}
TEST(Narrow, constants_have_one_form_and_read_sign_extended) {
  const Literal minus = Literal::splat_value({{}, I4}, -1);
  EXPECT_EQ(minus.data[0], std::byte{0x0f});
  EXPECT_EQ(minus.as_int(0), -1);
  EXPECT_EQ(minus.as_double(0), -1);
  EXPECT_EQ(Literal::splat_value({{}, I2}, -2).as_double(0), -2);
  EXPECT_EQ(Literal::splat_value({{}, UI4}, 15).as_int(0), 15);
  EXPECT_EQ(Tensor<Native>::from_literal(minus).to_double({}), -1);
  EXPECT_EQ((Native::from_bits<Narrow<4, int8_t>>(I4, identity_bits(Monoid::Max, I4)).value), -8);
  EXPECT_EQ((Native::from_bits<Narrow<4, int8_t>>(I4, identity_bits(Monoid::Min, I4)).value), 7);
  EXPECT_EQ((Native::from_bits<Narrow<2, uint8_t>>(UI2, identity_bits(Monoid::And, UI2)).value), 3);
}

// ---- complex numbers

using C = Complex<double>;
std::complex<double> std_complex(const C& z) { return {z.re, z.im}; }
C complex_value(uint64_t seed) {
  return random_tensor<Native>({{}, C128}, seed).at<C>({});
}
template <ScalarFn F>
C unary(const C& z) { return Native::unary<F>(z); }

/// Whether `found` is `expected` but for rounding.
testing::AssertionResult near(const C& found, const std::complex<double>& expected, double slack = 1e-13) {
  if (std::abs(std_complex(found) - expected) <= slack * (1 + std::abs(expected)))
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << Native::text(found) << " is not (" << expected.real() << ", "
                                     << expected.imag() << ")";
}

TEST(Complex, elementary_functions_are_inverses_and_have_their_identities) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const C z = complex_value(seed), w = complex_value(seed + 1000);
    if (z.re == 0 || z.im == 0) continue;
    const std::complex<double> x = std_complex(z), y = std_complex(w);
    using enum ScalarFn;
    EXPECT_TRUE(near(unary<Exp>(unary<Log>(z)), x));
    EXPECT_TRUE(near(unary<Log1p>(unary<Expm1>(z)), x));
    EXPECT_TRUE(near(unary<Expm1>(z), std::exp(x) - 1.0));
    EXPECT_TRUE(near(unary<Sine>(unary<Asin>(z)), x, 1e-12));
    EXPECT_TRUE(near(unary<Cosine>(unary<Acos>(z)), x, 1e-12));
    EXPECT_TRUE(near(unary<Tan>(unary<Atan>(z)), x, 1e-11));
    EXPECT_TRUE(near(unary<Sinh>(unary<Asinh>(z)), x, 1e-12));
    EXPECT_TRUE(near(unary<Cosh>(unary<Acosh>(z)), x, 1e-12));
    EXPECT_TRUE(near(unary<Tanh>(unary<Atanh>(z)), x, 1e-11));
    const std::complex<double> cbrt = std_complex(unary<Cbrt>(z));
    EXPECT_TRUE(near({(cbrt * cbrt * cbrt).real(), (cbrt * cbrt * cbrt).imag()}, x));
    EXPECT_TRUE(near(unary<Sqrt>(z), std::sqrt(x)));
    EXPECT_TRUE(near(unary<Rsqrt>(z), 1.0 / std::sqrt(x)));
    EXPECT_TRUE(near(unary<Logistic>(z), 1.0 / (1.0 + std::exp(-x)), 1e-12));
    EXPECT_TRUE(near(unary<Sign>(z), x / std::abs(x)));
    EXPECT_TRUE(near((Native::binary<Divide>(z, w)), x / y));
    EXPECT_TRUE(near((Native::binary<Power>(z, w)), std::exp(y * std::log(x)), 1e-12));
    EXPECT_TRUE(near((Native::binary<Multiply>(z, w)), x * y));
    EXPECT_DOUBLE_EQ(Native::magnitude(z), std::abs(x));
    const double a = std::fabs(z.re), b = std::fabs(z.im);
    EXPECT_TRUE(near((Native::binary<Atan2>(C{a, 0}, C{b, 0})), std::atan2(a, b)));
  }
}
TEST(Complex, powers_of_zero_and_to_zero) {
  auto power = [](C x, C y) { return Native::binary<ScalarFn::Power>(x, y); };
  EXPECT_EQ(power({0, 0}, {0, 0}), (C{1, 0}));
  EXPECT_EQ(power({0, 0}, {2, 1}), (C{0, 0}));
  EXPECT_EQ(power({3, 4}, {0, 0}), (C{1, 0}));
}
TEST(Complex, sign_of_zero_is_zero_and_of_NaN_is_NaN) {
  EXPECT_EQ(unary<ScalarFn::Sign>({0, 0}), (C{0, 0}));
  EXPECT_EQ(unary<ScalarFn::Sign>({0, -3}), (C{0, -1}));
  EXPECT_TRUE(ComplexOps<Native>::has_nan(unary<ScalarFn::Sign>({not_a_number, 0})));
}
TEST(Complex, order_is_by_real_then_imaginary_part_and_a_NaN_wins) {
  auto max = [](C x, C y) { return Native::binary<ScalarFn::Max>(x, y); };
  auto min = [](C x, C y) { return Native::binary<ScalarFn::Min>(x, y); };
  EXPECT_EQ(max({1, 5}, {2, -5}), (C{2, -5}));
  EXPECT_EQ(min({1, 5}, {2, -5}), (C{1, 5}));
  EXPECT_EQ(max({1, 5}, {1, 6}), (C{1, 6}));
  EXPECT_EQ(min({1, 5}, {1, 6}), (C{1, 5}));
  EXPECT_TRUE(std::isnan(max({1, not_a_number}, {2, 0}).im));
  EXPECT_TRUE(std::isnan(min({0, 0}, {1, not_a_number}).im));
}
TEST(Complex, numbers_of_Field_are_a_field) {
  using Z = Complex<FieldElement>;
  using enum ScalarFn;
  auto mul = [](Z x, Z y) { return Field::binary<Multiply>(x, y); };
  auto add = [](Z x, Z y) { return Field::binary<Add>(x, y); };
  const Z one{{1}, {0}}, i{{0}, {1}};
  EXPECT_EQ(mul(i, i), (Z{Field::integer(-1), {0}}));
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const auto v = random_tensor<Field>({{3}, C64}, seed).values<Z>();
    const Z x = v[0], y = v[1], z = v[2];
    EXPECT_EQ(mul(x, mul(y, z)), mul(mul(x, y), z));
    EXPECT_EQ(mul(x, y), mul(y, x));
    EXPECT_EQ(mul(x, add(y, z)), add(mul(x, y), mul(x, z)));
    EXPECT_EQ(mul(Field::binary<Divide>(x, y), y), x);
    EXPECT_EQ(Field::binary<Power>(x, Z{{3}, {0}}), mul(x, mul(x, x)));
    EXPECT_EQ(Field::binary<Power>(x, Z{Field::integer(-1), {0}}), Field::binary<Divide>(one, x));
    EXPECT_EQ(Field::unary<Exp>(x), Field::unary<Exp>(x));
    EXPECT_NE(Field::unary<Exp>(x), Field::unary<Log>(x));
    EXPECT_NE(Field::unary<Exp>(x), Field::unary<Exp>(y));
  }
}
TEST(Complex, numbers_of_Exact_are_rational_pairs) {
  using Z = Complex<ExactNumber>;
  using N = ExactNumber;
  const Z x{N::of(3), N::of(4)}, y{N::of(1), N::of(-2)};
  EXPECT_EQ(Exact::text(Exact::binary<ScalarFn::Multiply>(x, y)), "(11, -2)");
  EXPECT_EQ(Exact::text(Exact::binary<ScalarFn::Divide>(x, y)), "(-1, 2)");
  EXPECT_EQ(Exact::text(Exact::unary<ScalarFn::Sign>(x)), "(3/5, 4/5)");
  EXPECT_EQ(Exact::text(Exact::magnitude(x)), "5");
  EXPECT_EQ(Exact::text(Exact::binary<ScalarFn::Power>(x, Z{N::of(2), N::of(0)})), "(-7, 24)");
  EXPECT_THROW(Exact::unary<ScalarFn::Exp>(x), Unsupported);
  EXPECT_THROW(Exact::binary<ScalarFn::Power>(x, y), Unsupported);
}
TEST(Complex, constants_have_both_parts_in_every_domain) {
  const Literal l = Literal::splat_bits({{2}, C128}, Literal::encode(C128, 1.5, -0.25));
  EXPECT_EQ(l.data.size(), 16u);
  EXPECT_EQ(Tensor<Native>::from_literal(l).element_text({1}), "(1.5, -0.25)");
  EXPECT_EQ(Tensor<Field>::from_literal(l).element_text({1}), "(1.5, -0.25)");
  EXPECT_EQ(Tensor<Exact>::from_literal(l).element_text({1}), "(3/2, -1/4)");
  EXPECT_EQ(Literal::decode_imag(C64, Literal::encode(C64, 2, -3)), -3);
  Literal wide = Literal::splat_bits({{}, C64}, Literal::encode(C64, 1.5, -0.25));
  detail::widen(wide);
  EXPECT_EQ(wide, Literal::splat_bits({{}, C128}, Literal::encode(C128, 1.5, -0.25)));
}
TEST(Complex, identities_of_monoids_have_both_parts) {
  for (ElementType e : {C64, C128})
    for (Monoid m : {Monoid::Add, Monoid::Mul, Monoid::Max, Monoid::Min}) {
      const Tensor<Native> x = random_tensor<Native>({{9}, e}, 5);
      const auto one = Tensor<Native>::from_literal(Literal::splat_bits({{9}, e}, identity_bits(m, e)));
      EXPECT_TRUE(equal(combine(m, x, one), x)) << name(m) << name(e);
      EXPECT_TRUE(is_identity(m, e, identity_bits(m, e)));
      EXPECT_FALSE(is_identity(m, e, Literal::encode(e, 1, 1)));
      EXPECT_FALSE(is_identity(m, e, Literal::encode(e, 0, 1)));
    }
  EXPECT_TRUE(is_identity(Monoid::Add, C128, Literal::encode(C128, -0.0, -0.0)));
  EXPECT_FALSE(defined_on(Monoid::And, C64));
}
TEST(Complex, random_parts_combine_to_the_whole) {
  for (ElementType e : {C64, I4, UI2})
    for (Monoid m : all_monoids) {
      if (!defined_on(m, e)) continue;
      auto combines = [&]<class D>(const Tensor<D>& whole) {
        std::vector<Tensor<D>> parts = random_parts(m, whole, 3, 11);
        Tensor<D> sum = parts[0];
        for (size_t r = 1; r < parts.size(); ++r) sum = combine(m, sum, parts[r]);
        EXPECT_TRUE(equal(sum, whole)) << name(m) << " " << name(e);
      };
      combines(random_tensor<Field>({{20}, e}, 3));
      combines(random_tensor<Native>({{20}, e}, 3));
    }
}
TEST(Complex, parts_are_compared_one_by_one) {
  using Z = Complex<float>;
  const auto x = Tensor<Native>::make<Z>({{2}, C64}, {{1, 2}, {3, -0.0f}});
  const auto y = Tensor<Native>::make<Z>({{2}, C64}, {{1, 2}, {3, 0}});
  const auto z = Tensor<Native>::make<Z>({{2}, C64}, {{1, std::nextafter(2.0f, 3.0f)}, {3, 0}});
  shlo::Criterion c;
  EXPECT_FALSE(differences(c, x, y));
  EXPECT_TRUE(differences(c, x, z));
  c.kind = shlo::Criterion::Kind::AlmostEqual;
  EXPECT_FALSE(differences(c, x, z));
  c.kind = shlo::Criterion::Kind::Close;
  EXPECT_FALSE(differences(c, x, z));
  c.max_ulp = 0;
  const auto d = differences(c, x, z);
  ASSERT_TRUE(d);
  EXPECT_EQ(d->index, std::vector<int64_t>{0});
  EXPECT_EQ(d->found, "(1, 2) (1 ulp away)");
}
TEST(Complex, each_part_has_a_bound_of_its_own) {
  const TensorType t{{3}, C64};
  const auto x = random_tensor<Native>(t, 1);
  const std::vector<Complex<float>> v = x.values<Complex<float>>();
  const std::vector<double> in_turn = parts(x);
  for (size_t k = 0; k < v.size(); ++k) {
    EXPECT_EQ(in_turn[2 * k], v[k].re);
    EXPECT_EQ(in_turn[2 * k + 1], v[k].im);
  }
  EXPECT_TRUE(detail::ComprehensionBound::is_exact(*Op(Negate{}).comprehension({t}), {BoundedTensor::exactly(x)}));
  EXPECT_FALSE(detail::ComprehensionBound::is_exact(*Op(Abs{}).comprehension({t}), {BoundedTensor::exactly(x)}));
  Branches branches;
  const Comprehension add = *Op(Add{}).comprehension({t, t});
  const std::vector<BoundedTensor> operands(2, BoundedTensor::exactly(x));
  EXPECT_FALSE(detail::ComprehensionBound::is_exact(add, operands));
  const std::vector<double> sum = parts(E_Op<Native>(Add{}, {x, x})[0]), bounds = parts(detail::ComprehensionBound(add, operands, {}, branches)());
  for (size_t k = 0; k < sum.size(); ++k) {
    EXPECT_GT(bounds[k], 0) << k;
    EXPECT_LE(bounds[k], 4 * 0x1p-24 * std::fabs(sum[k]) + 0x1p-140) << k;
  }
  // an imaginary part that differs is seen
  std::vector<Complex<float>> moved = v;
  moved[1].im += 1;
  NativeSummary summary;
  const auto at = [&](const Tensor<Native>& found) {
    return check_within_bound(Mesh{}, DistType::replicated(t), Family<Native>::replicated(std::make_shared<const Mesh>(), found), BoundedTensor::exactly(x), summary);
  };
  EXPECT_FALSE(at(x));
  const auto bad = at(Tensor<Native>::make(t, moved));
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->index, std::vector<int64_t>{1});
}

// ---- files

TEST(NpyTypes, complex_and_narrow_tensors_come_back) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("partir_types_" + std::to_string(getpid()))).string();
  for (ElementType e : {C64, C128, I4, UI2}) {
    const auto t = random_tensor<Native>({{3, 2}, e}, 5);
    write_npy(path, t);
    EXPECT_TRUE(equal(read_npy(path, e), t)) << name(e);
    if (is_integer(e)) {
      EXPECT_EQ(read_npy(path).element(), is_signed_int(e) ? I8 : UI8);
    }
  }
  write_npy(path, Tensor<Native>::make<int8_t>({{1}, I8}, {8}));
  EXPECT_THROW(read_npy(path, I4), BadInput);
  std::filesystem::remove(path);
}

// ---- functions of floats

template <ScalarFn F, class T = double>
double at(double x) { return static_cast<double>(Native::unary<F>(static_cast<T>(x))); }
template <ScalarFn F, class T = double>
double at(double x, double y) {
  return static_cast<double>(Native::binary<F>(static_cast<T>(x), static_cast<T>(y)));
}

TEST(Special, known_values) {
  constexpr double pi = 3.141592653589793, euler = 0.5772156649015329;
  using enum ScalarFn;
  EXPECT_DOUBLE_EQ(at<Digamma>(1), -euler);
  EXPECT_DOUBLE_EQ(at<Digamma>(0.5), -euler - 2 * std::log(2));
  EXPECT_DOUBLE_EQ((at<Zeta>(2, 1)), pi * pi / 6);
  EXPECT_DOUBLE_EQ((at<Zeta>(4, 1)), std::pow(pi, 4) / 90);
  EXPECT_DOUBLE_EQ((at<Zeta>(2, 0.5)), pi * pi / 2);
  EXPECT_DOUBLE_EQ((at<Polygamma>(1, 1)), pi * pi / 6);
  EXPECT_DOUBLE_EQ((at<Polygamma>(2, 1)), -2 * 1.2020569031595942);
  EXPECT_DOUBLE_EQ((at<Polygamma>(0, 3)), at<Digamma>(3));
  EXPECT_DOUBLE_EQ(at<BesselI1e>(1), 0.56515910399248503 / std::exp(1));
  EXPECT_DOUBLE_EQ(at<BesselI1e>(-1), -at<BesselI1e>(1));
  EXPECT_DOUBLE_EQ(at<Lgamma>(5), std::log(24));
}
TEST(Special, laws) {
  using enum ScalarFn;
  for (double x : {0.3, 1.7, 2.5, 9.25, 30.0, -0.4, -3.7, -20.6}) {
    EXPECT_NEAR(at<Digamma>(x + 1), at<Digamma>(x) + 1 / x, 1e-13 * (1 + std::fabs(at<Digamma>(x))));
    EXPECT_NEAR((at<Zeta>(3, x)), (at<Zeta>(3, x + 1)) + 1 / (x * x * x), 1e-13 * (1 + std::fabs(1 / (x * x * x))));
  }
  for (double x : {1e-10, 0.01, 0.3, 0.5, 0.77, 0.999, 1 - 1e-9})
    EXPECT_NEAR(at<Erf>(at<ErfInv>(x)), x, 4e-16 * x) << x;
  // both representations of the Bessel function agree where one hands over to the other
  EXPECT_NEAR(at<BesselI1e>(39.999999), at<BesselI1e>(40.000001), 1e-8);
  EXPECT_NEAR(at<BesselI1e>(300) * std::sqrt(2 * 3.141592653589793 * 300), 1 - 3.0 / 2400, 1e-5);
}
TEST(Special, domains_and_poles) {
  using enum ScalarFn;
  EXPECT_TRUE(std::isnan(at<ErfInv>(1.5)));
  EXPECT_EQ(at<ErfInv>(1), infinity);
  EXPECT_EQ(at<ErfInv>(-1), -infinity);
  EXPECT_EQ(at<Lgamma>(0), infinity);
  EXPECT_EQ(at<Lgamma>(-3), infinity);
  EXPECT_EQ(at<Lgamma>(-infinity), infinity);
  EXPECT_TRUE(std::isnan(at<Digamma>(0)));
  EXPECT_TRUE(std::isnan(at<Digamma>(-2)));
  EXPECT_EQ(at<Digamma>(infinity), infinity);
  EXPECT_EQ((at<Zeta>(1, 3)), infinity);
  EXPECT_TRUE(std::isnan((at<Zeta>(0.5, 3))));
  EXPECT_EQ((at<Zeta>(2, -1)), infinity);
  EXPECT_TRUE(std::isnan((at<Zeta>(3, -1))));
  EXPECT_TRUE(std::isnan((at<Zeta>(2.5, -0.5))));
  EXPECT_TRUE(std::isnan((at<Polygamma>(0.5, 1))));
  EXPECT_TRUE(std::isnan((at<Polygamma>(-1, 1))));
  EXPECT_EQ(at<BesselI1e>(infinity), 0);
  EXPECT_TRUE(std::isnan(at<Acosh>(0.5)));
  EXPECT_TRUE(std::isnan(at<Atanh>(2)));
}
TEST(Special, next_after_is_the_neighbour_in_every_float_type) {
  auto next = []<class T>(T x, T y) { return float(Native::binary<ScalarFn::NextAfter>(x, y)); };
  EXPECT_EQ(next(BFloat16(1), BFloat16(2)), 1 + 0x1p-7f);
  EXPECT_EQ(next(BFloat16(1), BFloat16(0)), 1 - 0x1p-8f);
  EXPECT_EQ(next(BFloat16(-1), BFloat16(0)), -1 + 0x1p-8f);
  EXPECT_EQ(next(Float16(0), Float16(1)), 0x1p-24f);
  EXPECT_EQ(next(Float16(0), Float16(-1)), -0x1p-24f);
  EXPECT_EQ(next(Float16(3), Float16(3)), 3);
  EXPECT_EQ(next(1.0f, 2.0f), std::nextafter(1.0f, 2.0f));
  EXPECT_TRUE(std::isnan(next(Float16(1), Float16(NAN))));
}
TEST(Special, reduced_precision_rounds_to_even_overflows_and_flushes) {
  auto reduced = []<class T>(T x, int e, int m) { return double(Native::reduce_precision(x, e, m)); };
  EXPECT_EQ(reduced(1.25f, 8, 1), 1);                // a tie, to even
  EXPECT_EQ(reduced(1.75f, 8, 1), 2);                // the carry reaches the exponent
  EXPECT_EQ(reduced(-1.26f, 8, 1), -1.5);
  EXPECT_EQ(reduced(65504.0, 5, 10), 65504);
  EXPECT_EQ(reduced(65520.0, 5, 10), infinity);
  EXPECT_EQ(reduced(-1e9f, 5, 10), -infinity);
  EXPECT_EQ(reduced(0x1p-14f, 5, 10), 0x1p-14);
  EXPECT_EQ(reduced(0x1p-15f, 5, 10), 0);
  EXPECT_TRUE(std::signbit(reduced(-0x1p-15f, 5, 10)));
  EXPECT_EQ(reduced(infinity, 2, 0), infinity);
  EXPECT_TRUE(std::isnan(reduced(not_a_number, 2, 1)));
  EXPECT_EQ(reduced(-std::fabs(not_a_number), 2, 0), infinity);  // without a mantissa there is no NaN
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const double x = random_tensor<Native>({{}, F64}, seed).to_double({}) * 1.2345;
    EXPECT_EQ(reduced(x, 8, 7), float(Native::convert<BFloat16>(x)));
    EXPECT_EQ(reduced(x, 11, 52), x);
  }
}
TEST(Special, total_order_has_signed_zeros_and_NaN_at_the_ends) {
  const double order[] = {-not_a_number, -infinity, -1, -0.0, 0.0, 1, infinity, std::fabs(not_a_number)};
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      for (auto d : {ComparisonDirection::EQ, ComparisonDirection::NE, ComparisonDirection::LT,
                     ComparisonDirection::LE, ComparisonDirection::GT, ComparisonDirection::GE}) {
        using enum ComparisonDirection;
        const double x = i == 0 ? -std::fabs(order[0]) : order[i], y = j == 0 ? -std::fabs(order[0]) : order[j];
        const TensorType t{{}, F64};
        const auto found = apply_op<Native>(Op(Compare{d, ComparisonOrder::Total}),
                                            {Tensor<Native>::splat(t, x), Tensor<Native>::splat(t, y)})[0];
        const bool expected = d == EQ ? i == j : d == NE ? i != j : d == LT ? i < j
                            : d == LE ? i <= j : d == GT ? i > j : i >= j;
        EXPECT_EQ(found.to_double({}), expected) << x << " " << y;
      }
}
TEST(Special, ops_between_complex_numbers_and_reals) {
  auto apply = [](const Op& op, std::vector<Tensor<Native>> x) { return apply_op<Native>(op, x)[0]; };
  const auto x = random_tensor<Native>(f32(5), 1), y = random_tensor<Native>(f32(5), 2);
  const auto z = apply(MakeComplex{}, {x, y});
  EXPECT_EQ(z.element(), C64);
  EXPECT_TRUE(equal(apply(Real{}, {z}), x));
  EXPECT_TRUE(equal(apply(Imag{}, {z}), y));
  EXPECT_TRUE(equal(apply(Real{}, {x}), x));
  EXPECT_EQ(apply(Imag{}, {x}).to_double({2}), 0);
  EXPECT_TRUE(equal(apply(Imag{}, {apply(Conj{}, {z})}), apply(Negate{}, {y})));
  EXPECT_TRUE(equal(apply(Conj{}, {x}), x));
  EXPECT_TRUE(equal(apply(Convert{C64}, {x}), apply(MakeComplex{}, {x, apply(Subtract{}, {x, x})})));
  EXPECT_TRUE(equal(apply(Convert{F32}, {z}), x));
  EXPECT_TRUE(equal(apply(Convert{C128}, {apply(Convert{C64}, {z})}), apply(Convert{C128}, {z})));
  EXPECT_EQ(apply(Convert{I32}, {z}).to_double({0}), std::trunc(x.to_double({0})));
  EXPECT_TRUE(equal(apply(Square{}, {z}), apply(Multiply{}, {z, z})));
  EXPECT_EQ(apply(Abs{}, {z}).element(), F32);
  const auto special = Tensor<Native>::make<double>({{4}, F64}, {infinity, -infinity, not_a_number, 1});
  auto truths = [&](const Op& op) {
    std::vector<int> v;
    for (Bool b : apply(op, {special}).values<Bool>()) v.push_back(b.bit);
    return v;
  };
  EXPECT_EQ(truths(IsInf{}), (std::vector<int>{1, 1, 0, 0}));
  EXPECT_EQ(truths(IsPosInf{}), (std::vector<int>{1, 0, 0, 0}));
  EXPECT_EQ(truths(IsNegInf{}), (std::vector<int>{0, 1, 0, 0}));
  const auto i = Tensor<Native>::make<int16_t>({{2}, I16}, {-1, 5});
  EXPECT_EQ(apply(Popcnt{}, {i}).values<int16_t>(), (std::vector<int16_t>{16, 2}));
  EXPECT_EQ(apply(CountLeadingZeros{}, {i}).values<int16_t>(), (std::vector<int16_t>{0, 13}));
}

}  // namespace
}  // namespace partir::scalar_types_test
