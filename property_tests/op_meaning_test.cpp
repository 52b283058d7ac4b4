// What ops mean, against definitions that are written down here once more and naively: windows and paddings of every
// kind, functions of floats rounded from extended precision.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "interp/core_interp.h"
#include "interp/exact.h"
#include "property_tests/build.h"
#include "semantics/sanitizer.h"

namespace partir::op_meaning_test {
namespace {

using namespace build;
using enum ElementType;
using Ints = std::vector<int64_t>;

//===--------------------------------------------------------------------------------------------===
// Windows
//===--------------------------------------------------------------------------------------------===

/// A dimension that is spread `base` apart and padded: its elements, -1 where there is padding. Negative paddings crop.
Ints laid_out(int64_t n, int64_t low, int64_t high, int64_t base) {
  Ints line;
  for (int64_t i = 0; i < n; ++i) {
    line.push_back(i);
    if (i + 1 < n) line.insert(line.end(), static_cast<size_t>(base - 1), -1);
  }
  line.insert(line.begin(), static_cast<size_t>(std::max<int64_t>(low, 0)), -1);
  line.insert(line.end(), static_cast<size_t>(std::max<int64_t>(high, 0)), -1);
  if (low < 0) line.erase(line.begin(), line.begin() + std::min<int64_t>(-low, static_cast<int64_t>(line.size())));
  if (high < 0) line.erase(line.end() - std::min<int64_t>(-high, static_cast<int64_t>(line.size())), line.end());
  return line;
}
Tensor<Native> numbers(const Ints& v, Shape shape) {
  return Tensor<Native>::make<int32_t>({std::move(shape), I32}, std::vector<int32_t>(v.begin(), v.end()));
}
Ints counted_from(int64_t first, int64_t n) {
  Ints v;
  for (int64_t i = 0; i < n; ++i) v.push_back(first + i);
  return v;
}
Ints values(const Tensor<Native>& t) {
  const std::vector<int32_t> v = t.values<int32_t>();
  return {v.begin(), v.end()};
}
/// The op's one result by its definition and by its fast ways, which must be the same.
Tensor<Native> both_ways(const Op& op, const std::vector<Tensor<Native>>& x) {
  Types types;
  for (const Tensor<Native>& t : x) types.push_back(t.type());
  const Tensor<Native> fast = apply_op<Native>(op, x)[0];
  if (const auto c = op.comprehension(types)) {
    const Tensor<Native> literal = evaluate<Native>(*c, x);
    EXPECT_TRUE(equal(fast, literal)) << op.name() << " of " << to_string(types) << ": " << to_string(fast)
                                      << ", by its definition " << to_string(literal);
    if (const auto kernel = evaluate_by_kernels<Native>(*c, x)) {
      EXPECT_TRUE(equal(*kernel, literal)) << op.name() << " of " << to_string(types);
    }
  }
  return fast;
}

TEST(Windows, pads_of_every_kind_on_every_extent) {
  int64_t pads = 0;
  for (int64_t n = 0; n <= 3; ++n)
    for (int64_t low = -4; low <= 3; ++low)
      for (int64_t high = -4; high <= 3; ++high)
        for (int64_t interior = 0; interior <= 3; ++interior) {
          const int64_t spread = n == 0 ? 0 : (n - 1) * (interior + 1) + 1;
          if (low + high + spread < 0) continue;
          // what a low crops of a high's padding is cropped, too
          Ints line = laid_out(n, std::max<int64_t>(low, 0), std::max<int64_t>(high, 0), interior + 1);
          if (low < 0) line.erase(line.begin(), line.begin() - low);
          if (high < 0) line.erase(line.end() + high, line.end());
          Ints expected;
          for (int64_t i : line) expected.push_back(i < 0 ? 99 : 10 + i);
          const auto x = numbers(counted_from(10, n), {n});
          const auto found = both_ways(Pad{{low}, {high}, {interior}}, {x, numbers({99}, {})});
          EXPECT_EQ(values(found), expected) << n << " by " << low << ", " << high << ", " << interior;
          ++pads;
          // beside another dimension, before and after it
          if (std::abs(low) > 2 || std::abs(high) > 2) continue;
          Ints wide, tall;
          for (int64_t v : expected) wide.insert(wide.end(), {v, 99});
          for (int64_t c = 0; c < 2; ++c)
            for (int64_t v : expected) tall.push_back(c == 0 ? v : 99);
          EXPECT_EQ(values(both_ways(Pad{{low, 0}, {high, 1}, {interior, 0}},
                                     {numbers(counted_from(10, n), {n, 1}), numbers({99}, {})})), wide);
          EXPECT_EQ(values(both_ways(Pad{{0, low}, {1, high}, {0, interior}},
                                     {numbers(counted_from(10, n), {1, n}), numbers({99}, {})})), tall);
        }
  EXPECT_GT(pads, 600);
}

TEST(Windows, folds_over_every_kind_of_window) {
  int64_t windows = 0;
  for (int64_t n = 0; n <= 3; ++n)
    for (int64_t low = -2; low <= 2; ++low)
      for (int64_t high = -2; high <= 2; ++high)
        for (int64_t base = 1; base <= 3; ++base) {
          const int64_t spread = n == 0 ? 0 : (n - 1) * base + 1;
          if (low + high + spread < 0) continue;
          Ints line = laid_out(n, std::max<int64_t>(low, 0), std::max<int64_t>(high, 0), base);
          if (low < 0) line.erase(line.begin(), line.begin() - low);
          if (high < 0) line.erase(line.end() + high, line.end());
          for (int64_t size = 1; size <= 3; ++size)
            for (int64_t stride = 1; stride <= 2; ++stride)
              for (int64_t dilation = 1; dilation <= 2; ++dilation) {
                const int64_t reach = (size - 1) * dilation + 1;
                Ints sums, differences;
                for (int64_t o = 0; o + reach <= static_cast<int64_t>(line.size()); o += stride) {
                  int64_t sum = 7, difference = 7;
                  for (int64_t k = 0; k < size; ++k) {
                    const int64_t i = line[static_cast<size_t>(o + k * dilation)];
                    sum += i < 0 ? 7 : 10 + i, difference -= i < 0 ? 7 : 10 + i;
                  }
                  sums.push_back(sum);
                  differences.push_back(difference);
                }
                const WindowLists lists{{size}, {stride}, {low}, {high}, {base}, {dilation}};
                const std::vector<Tensor<Native>> x = {numbers(counted_from(10, n), {n}), numbers({7}, {})};
                const std::string what = to_string(x[0].type()) + " by " + std::to_string(low) + ", " +
                                         std::to_string(high) + ", base " + std::to_string(base) + ", size " + std::to_string(size) + ", stride " +
                                         std::to_string(stride) + ", dilation " + std::to_string(dilation);
                EXPECT_EQ(values(both_ways(ReduceWindow{lists, monoid_body(Monoid::Add, I32)}, x)), sums) << what;
                EXPECT_EQ(values(both_ways(ReduceWindow{lists, binary_body(ScalarFn::Subtract, I32, I32)}, x)),
                          differences) << what;
                ++windows;
              }
        }
  EXPECT_GT(windows, 2000);
}

template <class T>
void expect_running_sums_round_at_each_step(ElementType e) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal(0, 4);
  std::vector<T> v, expected;
  for (int i = 0; i < 8 * 9; ++i) v.push_back(T(normal(random)));
  std::vector<T> sums(9, T(0.0f));
  for (size_t i = 0; i < v.size(); ++i) {
    T& sum = sums[i % 9];
    sum = T(float(sum) + float(v[i]));
    expected.push_back(sum);
  }
  const auto x = Tensor<Native>::make<T>({{8, 9}, e}, v), zero = Tensor<Native>::make<T>({{}, e}, {T(0.0f)});
  const WindowLists running{{8, 1}, {1, 1}, {7, 0}, {0, 0}, {1, 1}, {1, 1}};
  const auto found = both_ways(ReduceWindow{running, monoid_body(Monoid::Add, e)}, {x, zero});
  EXPECT_TRUE(equal(found, Tensor<Native>::make<T>({{8, 9}, e}, expected))) << to_string(found);
}
TEST(Windows, running_sums_of_small_floats_round_at_each_step) {
  expect_running_sums_round_at_each_step<BFloat16>(BF16);
  expect_running_sums_round_at_each_step<Float16>(F16);
}

//===--------------------------------------------------------------------------------------------===
// Functions of floats
//===--------------------------------------------------------------------------------------------===

using Real = long double;
struct Function {
  Op op;
  std::function<Real(Real)> means;
};
std::vector<Function> elementary() {
  return {{Acos{}, [](Real x) { return std::acos(x); }},
          {Acosh{}, [](Real x) { return std::acosh(x); }},
          {Asin{}, [](Real x) { return std::asin(x); }},
          {Asinh{}, [](Real x) { return std::asinh(x); }},
          {Atan{}, [](Real x) { return std::atan(x); }},
          {Atanh{}, [](Real x) { return std::atanh(x); }},
          {Cbrt{}, [](Real x) { return std::cbrt(x); }},
          {Cosine{}, [](Real x) { return std::cos(x); }},
          {Erf{}, [](Real x) { return std::erf(x); }},
          {Erfc{}, [](Real x) { return std::erfc(x); }},
          {Exponential{}, [](Real x) { return std::exp(x); }},
          {ExponentialMinusOne{}, [](Real x) { return std::expm1(x); }},
          {Log{}, [](Real x) { return std::log(x); }},
          {LogPlusOne{}, [](Real x) { return std::log1p(x); }},
          {Logistic{}, [](Real x) { return 1 / (1 + std::exp(-x)); }},
          {Rsqrt{}, [](Real x) { return 1 / std::sqrt(x); }},
          {Sine{}, [](Real x) { return std::sin(x); }},
          {Sqrt{}, [](Real x) { return std::sqrt(x); }},
          {Tan{}, [](Real x) { return std::tan(x); }},
          {Tanh{}, [](Real x) { return std::tanh(x); }}};
}
template <class T>
T rounded(Real x) {
  if constexpr (std::is_same_v<T, float>) return static_cast<float>(x);
  else return T(detail::round_to_odd(x));
}
/// `op` by its kernel and by its definition on all of `v`; how often either is not the nearest there is. A NaN is one.
template <class T>
void expect_nearest(const Function& f, ElementType e, const std::vector<T>& v, double misses) {
  const auto x = Tensor<Native>::make<T>({{static_cast<int64_t>(v.size())}, e}, v);
  const std::vector<Tensor<Native>> ways = {apply_op<Native>(f.op, {x})[0],
                                            evaluate<Native>(*f.op.comprehension({x.type()}), {x})};
  for (const Tensor<Native>& way : ways) {
    const std::vector<T> found = way.values<T>();
    int64_t missed = 0;
    for (size_t i = 0; i < v.size(); ++i) {
      const float a = float(found[i]), b = float(rounded<T>(f.means(static_cast<Real>(float(v[i])))));
      if ((std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b))) continue;
      ++missed;
      // the neighbour at most
      const T next = Native::binary<ScalarFn::NextAfter>(found[i], rounded<T>(static_cast<Real>(b)));
      EXPECT_EQ(float(next), b) << f.op.name() << " of " << float(v[i]) << " is " << a << " in " << name(e);
    }
    EXPECT_LE(static_cast<double>(missed), misses * static_cast<double>(v.size())) << f.op.name() << " in " << name(e);
  }
}
TEST(Floats, elementary_functions_of_small_floats_are_rounded_once) {
  for (const Function& f : elementary()) {
    std::vector<BFloat16> b;
    std::vector<Float16> h;
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
      b.push_back(std::bit_cast<BFloat16>(static_cast<uint16_t>(bits)));
      h.push_back(std::bit_cast<Float16>(static_cast<uint16_t>(bits)));
    }
    expect_nearest(f, BF16, b, 0);
    expect_nearest(f, F16, h, 0);
  }
}
TEST(Floats, elementary_functions_of_f32_are_the_nearest) {
  std::vector<float> v = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, NAN, 0x1p-149f, -0x1p-149f, 0x1p-126f,
                          std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest()};
  std::mt19937 random(7);
  std::normal_distribution<float> normal(0, 3), large(0, 60);
  for (int i = 0; i < 20000; ++i) {
    v.push_back(std::bit_cast<float>(static_cast<uint32_t>(random())));
    v.push_back(normal(random));
    v.push_back(large(random));
  }
  // doubles are some 2^29 times finer: a result is between two floats for them one time in some ten million
  for (const Function& f : elementary()) expect_nearest(f, F32, v, 2e-5);
}
TEST(Floats, elementary_functions_of_f64_are_near) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal(0, 3);
  std::vector<double> v;
  for (int i = 0; i < 20000; ++i) v.push_back(normal(random));
  const auto x = Tensor<Native>::make<double>({{20000}, F64}, v);
  for (const Function& f : elementary()) {
    const std::vector<double> found = apply_op<Native>(f.op, {x})[0].values<double>();
    for (size_t i = 0; i < v.size(); ++i) {
      const Real y = f.means(v[i]);
      if (std::isnan(y) && std::isnan(found[i])) continue;
      EXPECT_LE(std::fabs(found[i] - y), 4 * 0x1p-52L * std::fabs(y)) << f.op.name() << " of " << v[i];
    }
  }
}
/// sinh and cosh are CHLO's, whose meaning is what it legalises them to.
TEST(Floats, sinh_and_cosh_round_where_their_legalisation_does) {
  std::mt19937 random(3);
  std::normal_distribution<float> normal(0, 3), large(0, 60);
  std::vector<float> v = {0.0f, -0.0f, 0x1p-149f, INFINITY, -INFINITY, 1.0f, -1.0f, 0.99999f};
  for (int i = 0; i < 10000; ++i) v.push_back(normal(random)), v.push_back(large(random));
  const TensorType type{{static_cast<int64_t>(v.size())}, F32};
  const auto x = Tensor<Native>::make<float>(type, v);
  const auto op = [](const Op& o, std::vector<Tensor<Native>> args) { return apply_op<Native>(o, args)[0]; };
  const auto all = [&](float c) { return Tensor<Native>::splat<float>(type, c); };
  const auto up = op(Exponential{}, {op(Add{}, {x, all(-0.693147182f)})});
  const auto down = op(Exponential{}, {op(Subtract{}, {all(-0.693147182f), x})});
  EXPECT_TRUE(equal(op(Cosh{}, {x}), op(Add{}, {up, down})));
  const auto m = op(ExponentialMinusOne{}, {x});
  const auto small = op(Multiply{}, {all(0.5f), op(Add{}, {m, op(Divide{}, {m, op(Add{}, {m, all(1)})})})});
  const auto is_small = op(Compare{ComparisonDirection::LT}, {op(Abs{}, {x}), all(1)});
  EXPECT_TRUE(equal(op(Sinh{}, {x}), op(Select{}, {is_small, small, op(Subtract{}, {up, down})})));
  // small floats compute in f32
  for (ElementType e : {BF16, F16})
    for (const Op& f : {Op(Sinh{}), Op(Cosh{})}) {
      const auto s = op(Convert{e}, {x});
      EXPECT_TRUE(equal(op(f, {s}), op(Convert{e}, {op(f, {op(Convert{F32}, {s})})}))) << f.name();
    }
}
/// Every f16, under the sanitizer every 17th, to every smaller format, by arithmetic on doubles.
TEST(Floats, reduced_precision_is_that_of_the_format) {
  for (int e = 1; e <= 6; ++e)
    for (int m = 0; m <= 11; ++m) {
      ReducePrecision op;
      op.exponent_bits = e, op.mantissa_bits = m;
      std::vector<Float16> v;
      for (uint32_t bits = 0; bits < 0x10000; bits += address_sanitizer ? 17 : 1) v.push_back(std::bit_cast<Float16>(static_cast<uint16_t>(bits)));
      const auto found = both_ways(op, {Tensor<Native>::make<Float16>({{std::ssize(v)}, F16}, v)}).values<Float16>();
      for (size_t i = 0; i < v.size(); ++i) {
        const double x = float(v[i]);
        double y = x;
        if (std::isnan(x)) {
          if (m == 0) y = INFINITY;
        } else if (std::isfinite(x) && x != 0) {
          // f16's own subnormals have their fewer bits
          int exponent = std::max(std::ilogb(x), -14);
          if (m < 10) y = std::ldexp(std::nearbyint(std::ldexp(x, m - exponent)), exponent - m);
          // a power of two is even as its exponent field is
          if (m == 0 && std::fabs(x) == std::ldexp(1.5, exponent))
            y = std::copysign(std::ldexp(1.0, exponent + (exponent + 15) % 2), x);
          if (std::fabs(y) >= 65536) y = std::copysign(INFINITY, x);
          const int bias = (1 << (e - 1)) - 1;
          if (e < 5 && y != 0 && std::isfinite(y)) {
            exponent = std::ilogb(y);
            if (exponent > bias) y = std::copysign(INFINITY, x);
            else if (exponent < 1 - bias || std::fabs(y) < 0x1p-14) y = std::copysign(0.0, x);
          }
        }
        const double z = float(found[i]);
        EXPECT_TRUE((std::isnan(y) && std::isnan(z)) || (y == z && std::signbit(y) == std::signbit(z)))
            << x << " to e" << e << "m" << m << " is " << z << ", not " << y;
      }
    }
}

}  // namespace
}  // namespace partir::op_meaning_test
