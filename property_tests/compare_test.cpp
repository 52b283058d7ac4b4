// The comparison's verdicts, its derived error bound and the GoogleTest matcher.
#include "proofs/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "lowering/lower.h"
#include "proofs/gtest.h"
#include "property_tests/proof_programs.h"

namespace partir::compare_test {
namespace {

using namespace proof_programs;  // NOLINT: the programs under test

// ---- the bound of scalar functions

/// Another evaluation's operand: within `e` of `v`, as a float.
float within(float v, double e, std::mt19937& random) {
  std::uniform_real_distribution<double> d(-e, e);
  float x = static_cast<float>(v + d(random));
  while (std::fabs(static_cast<double>(x) - v) > e) x = std::nextafter(x, v);
  return x;
}
Tensor<Native> vector_of(const std::vector<float>& v) {
  return Tensor<Native>::make<float>({{static_cast<int64_t>(v.size())}, ElementType::F32}, v);
}
BoundedTensor bounded(const std::vector<float>& v, const std::vector<double>& e) {
  return {vector_of(v), Tensor<Native>::make<double>({{static_cast<int64_t>(v.size())}, ElementType::F64}, e), false};
}

/// For every elementwise op on f32: results of operands moved within their bounds stay within the
/// result's bound, and so does an evaluation in double.
TEST(ErrorBound, dominates_every_scalar_function) {
  std::mt19937 random(5);
  int ops = 0;
  // no bound is derived for these but at exact operands: others are estimates, which hardly ever are too small
  const std::set<std::string_view> estimated = {"acos", "acosh", "asin", "atanh", "digamma", "erf_inv",
                                                 "lgamma", "polygamma", "tan", "zeta"};
  for_each_op([&](auto op) {
    using T = decltype(op);
    if constexpr (requires { T::fn; T::arity; }) {
      if (!accepts(T::accepted, ElementType::F32)) return;
      if (is_complex(op.infer(Types(T::arity, f32(1)))[0].element)) return;  // see below
      ++ops;
      constexpr int n = T::arity;
      const int size = 2000;
      std::vector<BoundedTensor> x;
      std::vector<Tensor<Native>> moved, wide;
      for (int k = 0; k < n; ++k) {
        std::vector<float> v(size), other(size);
        std::vector<double> e(size), exact(size);
        for (int i = 0; i < size; ++i) {
          const float scale = i % 3 == 0 ? 0.01f : i % 3 == 1 ? 1.f : 6.f;
          v[i] = std::uniform_real_distribution<float>(-scale, scale)(random);
          e[i] = i % 5 == 0 ? 0 : std::ldexp(std::fabs(v[i]) + 1e-3, -(i % 20) - 4);
          other[i] = within(v[i], e[i], random);
          exact[i] = other[i];
        }
        x.push_back(bounded(v, e));
        moved.push_back(vector_of(other));
        wide.push_back(Tensor<Native>::make<double>({{size}, ElementType::F64}, exact));
      }
      Branches branches;
      const BoundedTensor y = bounded_op(Op(op), x, {}, branches)[0];
      const auto e = y.bound.values<double>();
      auto reference = as_doubles(y.value).values<double>();
      auto narrow = as_doubles(E_Op<Native>(Op(op), moved)[0]).values<double>();
      auto exact = as_doubles(E_Op<Native>(Op(op), wide)[0]).values<double>();
      int bounded_elements = 0, beyond = 0;
      for (int i = 0; i < size; ++i) {
        if (std::isinf(e[i])) continue;
        ++bounded_elements;
        for (double other : {narrow[i], exact[i]}) {
          if (std::isnan(other) && std::isnan(reference[i])) continue;
          const bool is_beyond = std::fabs(other - reference[i]) > e[i];
          beyond += is_beyond;
          ASSERT_FALSE(is_beyond && !y.estimated) << Op(op).name() << " element " << i << ": " << reference[i] << " and " << other;
        }
      }
      EXPECT_EQ(y.estimated, estimated.contains(T::name)) << Op(op).name();
      EXPECT_LE(beyond, size / 100) << Op(op).name();
      EXPECT_GE(bounded_elements, size / 5) << Op(op).name();
    }
  });
  EXPECT_GE(ops, 35);
}

/// An operand, how far it may be, and two evaluations that differ by less: in floats, and in doubles.
struct MovedOperand {
  BoundedTensor x;
  Tensor<Native> moved, wide;

  MovedOperand(Shape shape, bool is_real, bool is_exact, std::mt19937& random) {
    const TensorType type{std::move(shape), is_real ? ElementType::F32 : ElementType::C64};
    std::vector<double> v, near, e;
    const int64_t n = num_elements(type.shape) * static_cast<int64_t>(parts_of(type.element));
    for (int64_t i = 0; i < n; ++i) {
      const float scale = i % 3 == 0 ? 0.01f : i % 3 == 1 ? 1.f : 6.f;
      const float part = std::uniform_real_distribution<float>(-scale, scale)(random);
      v.push_back(part);
      e.push_back(is_exact || i % 5 == 0 ? 0 : std::ldexp(std::fabs(part) + 1e-3, -static_cast<int>(i % 20) - 4));
      near.push_back(within(part, e.back(), random));
    }
    const auto narrow = [&](const std::vector<double>& z) { return E_Op<Native>(Convert{type.element}, {of_parts(type, z)})[0]; };
    x = {narrow(v), of_parts(type, e), is_exact};
    moved = narrow(near);
    wide = of_parts(type, near);
  }
  /// An operand that is the same in every evaluation.
  explicit MovedOperand(const Tensor<Native>& t) : x(BoundedTensor::exactly(t)), moved(t), wide(t) {}
};
/// How many parts of a result of `op` (in doubles `wide_op`) are bounded; fails where one of the other evaluations is further away, of estimates where
/// a hundredth is.
int64_t bounded_parts(const Op& op, const Op& wide_op, const std::vector<MovedOperand>& operands, bool* estimated = nullptr, size_t result = 0) {
  std::vector<BoundedTensor> x;
  std::vector<Tensor<Native>> moved, wide;
  for (const MovedOperand& o : operands) x.push_back(o.x), moved.push_back(o.moved), wide.push_back(o.wide);
  Branches branches;
  const BoundedTensor y = bounded_op(op, x, {}, branches)[result];
  if (estimated) *estimated = y.estimated;
  const std::vector<double> e = parts(y.bound), reference = parts(y.value), narrow = parts(E_Op<Native>(op, moved)[result]), exact = parts(E_Op<Native>(wide_op, wide)[result]);
  int64_t n = 0, beyond = 0;
  for (size_t i = 0; i < e.size(); ++i) {
    if (std::isinf(e[i])) continue;
    ++n;
    for (double other : {narrow[i], exact[i]}) {
      const bool is_beyond = std::fabs(other - reference[i]) > e[i];
      beyond += is_beyond;
      EXPECT_FALSE(is_beyond && !y.estimated) << op.name() << " part " << i << ": " << reference[i] << " and " << other;
    }
  }
  EXPECT_LE(beyond, static_cast<int64_t>(e.size()) / 100) << op.name();
  return n;
}

TEST(ErrorBound, dominates_functions_of_complex_numbers) {
  std::mt19937 random(7);
  const int64_t size = 2000;
  // those of the others are estimates
  const std::set<std::string_view> derived = {"abs", "add", "complex", "conj", "divide", "exponential", "imag", "multiply", "negate", "real", "subtract"};
  int ops = 0;
  const auto judge = [&](const Op& op, int arity, bool is_real) {
    std::vector<MovedOperand> operands;
    for (int k = 0; k < arity; ++k) operands.emplace_back(Shape{size}, is_real, false, random);
    bool estimated = false;
    EXPECT_GT(bounded_parts(op, op, operands, &estimated), size * 3 / 4) << op.name();
    EXPECT_EQ(estimated, !derived.contains(op.name())) << op.name();
    ops += !estimated;
  };
  for_each_op([&](auto op) {
    using T = decltype(op);
    if constexpr (requires { T::fn; T::arity; }) {
      if (T::accepted == Accepts::ComplexParts) judge(op, T::arity, true);
      else if (accepts(T::accepted, ElementType::C64)) judge(op, T::arity, false);
    }
  });
  judge(Conj{}, 1, false);
  EXPECT_EQ(ops, static_cast<int>(derived.size()));
}

TEST(ErrorBound, dominates_sums_of_complex_numbers_and_is_not_absurdly_loose) {
  std::mt19937 random(8);
  const Op product = DotGeneral{{}, {}, {1}, {0}, ElementType::C64}, wide_product = DotGeneral{{}, {}, {1}, {0}, ElementType::C128};
  for (const bool is_exact : {true, false})
    EXPECT_EQ(bounded_parts(product, wide_product, {{{8, 64}, false, is_exact, random}, {{64, 8}, false, is_exact, random}}), 128);
  const MovedOperand a({1, 64}, false, true, random), b({64, 1}, false, true, random);
  Branches branches;
  double mass = 0;
  const std::vector<double> u = parts(a.x.value), v = parts(b.x.value);
  for (size_t k = 0; k < u.size(); k += 2) mass += std::hypot(u[k], u[k + 1]) * std::hypot(v[k], v[k + 1]);
  for (double e : parts(bounded_op(product, {a.x, b.x}, {}, branches)[0].bound)) EXPECT_LE(e, 5 * 75 * 0x1p-24 * mass);
}

/// Procedures without a derived bound: other evaluations are within the estimate, which is no more than some hundred roundings
/// of the largest element where operands are exact, and infinite where an operand is.
TEST(ErrorBound, estimates_stable_procedures) {
  std::mt19937 random(9);
  const Op fft = Fft{FftType::Fft, {16}}, of_reals = Fft{FftType::Rfft, {16}};
  for (const bool is_exact : {true, false}) {
    bool estimated = false;
    EXPECT_EQ(bounded_parts(fft, fft, {{{8, 16}, false, is_exact, random}}, &estimated), 2 * 8 * 16);
    EXPECT_TRUE(estimated);
    EXPECT_EQ(bounded_parts(of_reals, of_reals, {{{8, 16}, true, is_exact, random}}), 2 * 8 * 9);
  }
  MovedOperand x({2, 16}, false, true, random);
  Branches branches;
  double largest = 0;
  const BoundedTensor y = bounded_op(fft, {x.x}, {}, branches)[0];
  for (double v : parts(y.value)) largest = std::max(largest, std::fabs(v));
  for (double e : parts(y.bound)) EXPECT_LE(e, 1000 * 0x1p-24 * largest);
  x.x.exact = false;
  std::vector<double> e(2 * 2 * 16, 0.0);
  e[3] = std::numeric_limits<double>::infinity();
  x.x.bound = of_parts(x.x.value.type(), e);
  const std::vector<double> beside = parts(bounded_op(fft, {x.x}, {}, branches)[0].bound);
  for (size_t k = 0; k < beside.size(); ++k) EXPECT_EQ(std::isinf(beside[k]), k < 32) << k;
}

TEST(ErrorBound, dominates_scatters) {
  std::mt19937 random(10);
  constexpr int64_t places = 16, updates = 40;
  std::vector<int32_t> at;
  for (int64_t i = 0; i < updates; ++i) at.push_back(static_cast<int32_t>(random() % (places + 2)));  // two are outside
  const MovedOperand indices(Tensor<Native>::make<int32_t>({{updates, 1}, ElementType::I32}, at));
  const auto scatter = [](const ScalarBody& body) { return Op(Scatter{{}, {0}, {}, {}, {0}, 1, false, false, body}); };
  using enum ElementType;
  for (const bool is_exact : {true, false}) {
    for (const bool is_real : {true, false}) {
      const std::vector<MovedOperand> operands = {{{places}, is_real, is_exact, random}, indices, {{updates}, is_real, is_exact, random}};
      const ElementType t = is_real ? F32 : C64, wide = is_real ? F64 : C128;
      const int64_t all = is_real ? places : 2 * places;
      EXPECT_EQ(bounded_parts(scatter(monoid_body(Monoid::Add, t)), scatter(monoid_body(Monoid::Add, wide)), operands), all);
      EXPECT_EQ(bounded_parts(scatter(second_body(t)), scatter(second_body(wide)), operands), all);
      if (!is_real) continue;
      for (Monoid m : {Monoid::Max, Monoid::Min})
        EXPECT_EQ(bounded_parts(scatter(monoid_body(m, t)), scatter(monoid_body(m, wide)), operands), all);
    }
    const auto pool = [](ElementType e) { return Op(SelectAndScatter{{3}, {2}, {1}, {0}, comparison_body(ScalarFn::Ge, e), monoid_body(Monoid::Add, e)}); };
    // selected alike in both types
    MovedOperand selected({15}, true, true, random);
    selected.wide = as_doubles(selected.moved);
    EXPECT_EQ(bounded_parts(pool(F32), pool(F64), {selected, {{7}, true, is_exact, random}, {{}, true, is_exact, random}}), 15);
  }
}

/// What one update alone makes of 0 is exact, as are sums that no order rounds; others are within a rounding for each number, and without a bound where
/// an order overflows or a place is not exact.
TEST(ErrorBound, of_scatters_is_not_loose) {
  const Op add = Scatter{{}, {0}, {}, {}, {0}, 1, false, false, monoid_body(Monoid::Add, ElementType::F32)};
  const auto bounds = [&](const std::vector<float>& input, const std::vector<int32_t>& at, const std::vector<float>& updates, bool places_are_exact = true) {
    const auto n = static_cast<int64_t>(at.size());
    BoundedTensor indices = BoundedTensor::exactly(Tensor<Native>::make<int32_t>({{n, 1}, ElementType::I32}, at));
    indices.exact = places_are_exact;
    Branches branches;
    return parts(bounded_op(add, {BoundedTensor::exactly(vector_of(input)), indices, BoundedTensor::exactly(vector_of(updates))}, {}, branches)[0].bound);
  };
  using testing::ElementsAre, testing::Each;
  const float inf = std::numeric_limits<float>::infinity(), most = std::numeric_limits<float>::max();
  EXPECT_THAT(bounds({0, 0, 0.1f}, {0, 1}, {0.1f, 0.3f}), Each(0.0));
  EXPECT_THAT(bounds({1, 2, 3}, {0, 0, 1}, {5, 6, 7}), Each(0.0));
  const std::vector<double> e = bounds({1, 0, 0}, {0, 0, 1}, {0.1f, 0.3f, 0.1f});
  EXPECT_GT(e[0], 0x1p-24);
  EXPECT_LT(e[0], 40 * 0x1p-24);
  EXPECT_EQ(e[1], 0);
  EXPECT_TRUE(std::isinf(bounds({most, 0}, {0}, {most})[0]));
  EXPECT_THAT(bounds({1, 2}, {0}, {0.5f}, false), Each(std::numeric_limits<double>::infinity()));
  EXPECT_THAT(bounds({inf, std::nanf("")}, {0, 1}, {0.1f, 0.1f}), ElementsAre(0, 0));
}

/// Numbers that are sorted are as far off as the furthest of their row; what is sorted along, and indices, only where the order is the same in every evaluation.
TEST(ErrorBound, dominates_sorts) {
  std::mt19937 random(11);
  using enum ElementType;
  const auto by_first = [](ElementType e) {
    ScalarBody b = ScalarBody::of({e, e, e, e});
    b.results = {b.add(I1, ApplyNode{ScalarFn::Gt, {0, 1}})};
    return b;
  };
  for (const bool is_exact : {true, false}) {
    const Shape shape{5, 7, 3};
    const std::vector<MovedOperand> operands = {{shape, true, is_exact, random}, {shape, true, false, random}};
    const Op one = Sort{1, true, comparison_body(ScalarFn::Lt, F32)}, wide = Sort{1, true, comparison_body(ScalarFn::Lt, F64)};
    EXPECT_EQ(bounded_parts(one, wide, {operands[0]}), 105);
    const Op two = Sort{1, true, by_first(F32)}, wide_two = Sort{1, true, by_first(F64)};
    EXPECT_EQ(bounded_parts(two, wide_two, operands), 105);
    const int64_t along = bounded_parts(two, wide_two, operands, nullptr, 1);
    EXPECT_EQ(along == 105, is_exact) << along;
    const Op top = TopK{2};
    EXPECT_EQ(bounded_parts(top, top, {operands[0]}), 70);
    const int64_t indices = bounded_parts(top, top, {operands[0]}, nullptr, 1);
    EXPECT_GT(indices, 5);
    EXPECT_EQ(indices == 70, is_exact) << indices;
  }
  Branches branches;
  const auto indices = [&](double e) {
    const BoundedTensor x = bounded({4, 1, 3, 0}, std::vector<double>(4, e));
    return parts(bounded_op(TopK{2}, {x}, {}, branches)[1].bound);
  };
  EXPECT_THAT(indices(0.4), testing::Each(0.0));
  EXPECT_THAT(indices(0.6), testing::Each(std::numeric_limits<double>::infinity()));
  const auto place = [&](double e, const std::vector<float>& v = {4, 1, 3, 0}) {
    const Shape shape{4};
    const auto zero = BoundedTensor::exactly(Tensor<Native>::splat<int32_t>({{}, I32}, 0)), low = BoundedTensor::exactly(Tensor<Native>::splat<float>({{}, F32}, -100));
    const auto indices = BoundedTensor::exactly(Tensor<Native>::make<int32_t>({shape, I32}, {0, 1, 2, 3}));
    const std::vector<BoundedTensor> r = bounded_op(VariadicReduce{{0}, argmax_body(F32, I32)}, {bounded(v, std::vector<double>(4, e)), indices, low, zero}, {}, branches);
    return std::pair(parts(r[0].bound)[0], parts(r[1].bound)[0]);
  };
  const double none = std::numeric_limits<double>::infinity();
  EXPECT_EQ(place(0.4), std::pair(0.4, 0.0));
  EXPECT_EQ(place(0.6), std::pair(0.6, none));
  EXPECT_EQ(place(0.4, {4, 1, std::nanf(""), 0}), std::pair(none, none));
  // exact numbers have one place in every evaluation
  EXPECT_EQ(place(0, {4, 1, std::nanf(""), 0}).second, 0);
  EXPECT_EQ(place(0, {4, 1, std::numeric_limits<float>::infinity(), 0}).second, 0);
  // another order than that of numbers
  ScalarBody by_square = ScalarBody::of({F32, F32});
  const int left = by_square.add(F32, ApplyNode{ScalarFn::Multiply, {0, 0}}), right = by_square.add(F32, ApplyNode{ScalarFn::Multiply, {1, 1}});
  by_square.results = {by_square.add(I1, ApplyNode{ScalarFn::Lt, {left, right}})};
  EXPECT_THAT(parts(bounded_op(Sort{0, true, by_square}, {bounded({-3, 2, 1}, {1, 1, 1})}, {}, branches)[0].bound), testing::Each(std::numeric_limits<double>::infinity()));
}

/// The statistics of a batch and gradients of these, also where the variance is a mean of squares less the square of a mean.
TEST(ErrorBound, dominates_batch_norms) {
  std::mt19937 random(12);
  for (const bool is_exact : {true, false}) {
    std::vector<MovedOperand> x = {{{24, 4}, true, is_exact, random}, {{4}, true, is_exact, random}, {{4}, true, is_exact, random}};
    for (size_t result : {0, 1, 2}) EXPECT_GE(bounded_parts(BatchNormTraining{0.5, 1}, BatchNormTraining{0.5, 1}, x, nullptr, result), result == 0 ? 90 : 4) << result;
    std::vector<MovedOperand> y = {x[0], x[1], x[2], {{4}, true, is_exact, random}, {{24, 4}, true, is_exact, random}};
    y[3] = MovedOperand(Tensor<Native>::splat<float>({{4}, ElementType::F32}, 2));
    y[3].wide = as_doubles(y[3].wide);
    for (size_t result : {0, 1, 2}) EXPECT_GE(bounded_parts(BatchNormGrad{0.5, 1}, BatchNormGrad{0.5, 1}, y, nullptr, result), result == 0 ? 90 : 4) << result;
  }
  const int64_t n = 64;
  std::vector<float> v;
  double sum = 0;
  for (int64_t i = 0; i < n; ++i) v.push_back(1000 + std::normal_distribution<float>()(random));
  float all = 0, of_squares = 0;
  for (float a : v) all += a, of_squares += a * a, sum += a;
  const float mean = all / n, variance = of_squares / n - mean * mean;
  Branches branches;
  const BoundedTensor batch = BoundedTensor::exactly(vector_of(v).reshape({n, 1})), one = BoundedTensor::exactly(vector_of({1}));
  const BoundedTensor y = bounded_op(BatchNormTraining{0.5, 1}, {batch, one, one}, {}, branches)[2];
  const double e = parts(y.bound)[0];
  EXPECT_LE(std::fabs(parts(y.value)[0] - static_cast<double>(variance)), e);
  EXPECT_LE(e, 1000 * n * 0x1p-24 * sum);
}

TEST(ErrorBound, is_not_absurdly_loose_for_a_dot) {
  const int64_t K = 64;
  Core c{Mesh{}};
  const ValueId a = c.param(f32(8, K)), b = c.param(f32(K, 8));
  const core::Program p = c.returns({c.op(matmul(), {a, b})});
  const auto args = random_arguments<Native>(p, 3);
  const BoundedRun r = bounded_run(p, args, {});
  const auto bound = r.results[0].bound.values<double>();
  const auto found = as_doubles(r.results[0].value).values<double>();
  const auto av = as_doubles(args[0]).values<double>(), bv = as_doubles(args[1]).values<double>();
  for (int64_t i = 0; i < 8; ++i)
    for (int64_t j = 0; j < 8; ++j) {
      double exact = 0, mass = 0;
      for (int64_t k = 0; k < K; ++k) {
        exact += av[i * K + k] * bv[k * 8 + j];
        mass += std::fabs(av[i * K + k] * bv[k * 8 + j]);
      }
      EXPECT_LE(std::fabs(found[i * 8 + j] - exact), bound[i * 8 + j]);
      EXPECT_LE(bound[i * 8 + j], 2.5 * (K + 10) * 0x1p-24 * mass);
      EXPECT_GT(bound[i * 8 + j], 0);
    }
}

TEST(ErrorBound, a_contraction_agrees_with_the_general_definition) {
  // x·w as a dot_general, and as a reduce of a product: the first takes the fast path
  std::mt19937 random(1);
  std::vector<float> v(6 * 5), w(5 * 4);
  std::vector<double> ev(v.size()), ew(w.size());
  for (size_t i = 0; i < v.size(); ++i) v[i] = std::normal_distribution<float>()(random), ev[i] = 1e-3;
  for (size_t i = 0; i < w.size(); ++i) w[i] = std::normal_distribution<float>()(random), ew[i] = 2e-3;
  BoundedTensor a = bounded(v, ev), b = bounded(w, ew);
  a = {a.value.reshape({6, 5}), a.bound.reshape({6, 5}), false};
  b = {b.value.reshape({5, 4}), b.bound.reshape({5, 4}), false};
  Branches branches;
  const auto fast = bounded_op(matmul(), {a, b}, {}, branches)[0].bound.values<double>();
  const Op left = BroadcastInDim{{0, 1}, {6, 5, 4}}, right = BroadcastInDim{{1, 2}, {6, 5, 4}};
  const BoundedTensor product =
      bounded_op(Multiply{}, {bounded_op(left, {a}, {}, branches)[0],
                              bounded_op(right, {b}, {}, branches)[0]}, {}, branches)[0];
  const BoundedTensor zero =
      BoundedTensor::exactly(Tensor<Native>::splat<float>({{}, ElementType::F32}, 0));
  const auto slow =
      bounded_op(Reduce{{1}, Monoid::Add}, {product, zero}, {}, branches)[0].bound.values<double>();
  for (size_t i = 0; i < fast.size(); ++i) {
    EXPECT_LT(fast[i], 1.01 * slow[i]);
    EXPECT_LT(slow[i], 1.01 * fast[i]);
  }
}

TEST(ErrorBound, covers_any_order_of_summation_over_devices) {
  for (auto [b, m] : {std::pair{1, 1}, {2, 3}, {3, 2}}) {
    const Verdict v = compare(chain_original(), lower(chain(mesh(b, m))),
                                             {.runs = 0, .native_runs = 3, .field = false});
    EXPECT_EQ(v.kind, Verdict::Kind::Tested) << v.detail;
    EXPECT_NE(v.detail.find("largest error"), std::string::npos);
  }
}

/// `x > w·x` as a branch that rounding decides: counted, covered, and not taken for a proof.
TEST(ErrorBound, an_ambiguous_branch_is_counted_and_covers_both_sides) {
  Core c{Mesh{}};
  const ValueId x = c.param(f32(4, 4), "x");
  const ValueId d = c.op(matmul(), {x, x}), e = c.op(matmul(), {x, x});
  const ValueId cmp = c.op(Compare{ComparisonDirection::GT}, {d, e});
  const ValueId s = c.op(Select{}, {cmp, x, c.op(Negate{}, {x})});
  const core::Program p = c.returns({s});
  const auto args = random_arguments<Native>(p, 3);
  const BoundedRun r = bounded_run(p, args, {});
  EXPECT_EQ(r.branches.ambiguous, 16);
  const auto bound = r.results[0].bound.values<double>();
  const auto values = as_doubles(args[0]).values<double>();
  for (size_t i = 0; i < bound.size(); ++i) EXPECT_NEAR(bound[i], 2 * std::fabs(values[i]), 1e-6);
}

TEST(ErrorBound, says_so_where_it_has_none) {
  Core c{Mesh{}};
  const ValueId x = c.param(f32(4, 4), "x");
  const ValueId d = c.op(matmul(), {x, x}), e = c.op(matmul(), {x, x});
  const core::Program p = c.returns({c.op(Divide{}, {x, c.op(Subtract{}, {d, e})})});
  const BoundedRun r = bounded_run(p, random_arguments<Native>(p, 3), {});
  for (double b : r.results[0].bound.values<double>()) EXPECT_TRUE(std::isinf(b));
  // one of the products with its contraction over M: quotients of rounding errors
  Core l(mesh(1, 2));
  const ValueId u = l.param(f32(4, 4), "x");
  const ValueId split = l.loop("M", LoopAttr::reduce(Monoid::Add), [&](RangeId r) {
    const ValueId a = l.op(Tanh{}, {l.slice(1, u, r)}), b = l.op(Tanh{}, {l.slice(0, u, r)});
    return l.op(matmul(), {a, b});
  });
  const ValueId t = l.op(Tanh{}, {u});
  const core::Program q = l.returns({l.op(Divide{}, {u, l.op(Subtract{}, {split, l.op(matmul(), {t, t})})})});
  Core o{Mesh{}};
  const ValueId w = o.param(f32(4, 4), "x"), s = o.op(Tanh{}, {w});
  const core::Program whole = o.returns(
      {o.op(Divide{}, {w, o.op(Subtract{}, {o.op(matmul(), {s, s}), o.op(matmul(), {s, s})})})});
  const Verdict v = compare(whole, lower(q), {.runs = 0, .field = false});
  EXPECT_EQ(v.kind, Verdict::Kind::Undecided) << v.detail;
}

TEST(ErrorBound, integers_and_moves_are_exact) {
  Core c{Mesh{}};
  const ValueId x = c.param(i32(3, 4), "x"), y = c.param(f32(3, 4), "y");
  const core::Program p = c.returns(
      {c.op(Multiply{}, {x, x}), c.op(Transpose{{1, 0}}, {y}), c.op(Maximum{}, {y, y})});
  for (const BoundedTensor& t : bounded_run(p, random_arguments<Native>(p, 1), {}).results)
    EXPECT_TRUE(t.exact);
}

/// The bound of the sum of some f32, by a reduction and as a product with ones.
std::vector<double> bounds_of_sum(const std::vector<float>& terms) {
  const auto n = static_cast<int64_t>(terms.size());
  Core c{Mesh{}};
  const ValueId x = c.param(f32(n), "x");
  const ValueId ones = c.op(splat(f32(n), 1), {}), zero = c.op(splat(f32(), 0), {});
  const core::Program p = c.returns({c.op(Reduce{{0}, Monoid::Add}, {x, zero}), c.op(DotGeneral{{}, {}, {0}, {0}}, {x, ones})});
  std::vector<double> bounds;
  for (const BoundedTensor& t : bounded_run(p, {vector_of(terms)}).results) bounds.push_back(t.bound.values<double>()[0]);
  return bounds;
}

TEST(ErrorBound, sums_that_no_order_rounds_are_exact) {
  using testing::Each;
  EXPECT_THAT(bounds_of_sum(std::vector<float>(3000, 1)), Each(0));
  EXPECT_THAT(bounds_of_sum({-3, 0, -5, -8}), Each(0));
  EXPECT_THAT(bounds_of_sum({0.75f, 0.125f, 1000}), Each(0));
  EXPECT_THAT(bounds_of_sum({0, 0}), Each(0));
  // 2^24 + 1 is no f32, nor is one more than that a sum of ones
  EXPECT_THAT(bounds_of_sum({0x1p24f, 1}), Each(testing::Gt(0)));
  EXPECT_THAT(bounds_of_sum({0x1p23f, 0x1p-1f, 0x1p-1f}), Each(testing::Gt(0)));
  EXPECT_THAT(bounds_of_sum({0.1f, 0.2f}), Each(testing::Gt(0)));
  // numbers of both signs may be sums themselves, of larger ones
  EXPECT_THAT(bounds_of_sum({3, -2}), Each(testing::Gt(0)));
}

/// A count that is scaled may have been scaled part by part, which rounds more than once.
TEST(ErrorBound, of_a_scaled_count_covers_scaled_parts) {
  std::mt19937 random(3);
  for (int k = 0; k < 200; ++k) {
    const auto n = static_cast<int64_t>(2 + random() % 30);
    const float by = std::uniform_real_distribution<float>(0.1f, 1)(random);
    std::vector<float> terms;
    for (int64_t i = 0; i < n; ++i) terms.push_back(static_cast<float>(random() % 1000));
    Core c{Mesh{}};
    const ValueId x = c.param(f32(n), "x"), zero = c.op(splat(f32(), 0), {});
    const core::Program p = c.returns({c.op(Multiply{}, {c.op(Reshape{{}}, {c.op(Reduce{{0}, Monoid::Add}, {x, zero})}), c.op(splat(f32(), by), {})})});
    const BoundedTensor r = bounded_run(p, {vector_of(terms)}, {.parts = n}).results[0];
    float in_parts = 0;
    for (float t : terms) in_parts += t * by;
    EXPECT_LE(std::fabs(in_parts - as_doubles(r.value).values<double>()[0]), r.bound.values<double>()[0]);
  }
}

/// Sums and products whose partial results leave the type's range in some order have no bound there.
TEST(ErrorBound, says_so_where_another_order_may_overflow) {
  for (Monoid m : {Monoid::Add, Monoid::Mul}) {
    Core c{Mesh{}};
    const ValueId x = c.param(f32(4), "x");
    const ValueId unit = c.op(splat(f32(), m == Monoid::Mul ? 1 : 0), {});
    const core::Program p = c.returns({c.op(Reduce{{0}, m}, {x, unit})});
    const std::vector<float> values = m == Monoid::Add ? std::vector<float>{3e38f, -3e38f, 3e38f, -3e38f}
                                                       : std::vector<float>{1e-30f, 1e-30f, 1e30f, 1e30f};
    const BoundedRun r = bounded_run(p, {vector_of(values)});
    EXPECT_TRUE(std::isinf(r.results[0].bound.values<double>()[0])) << name(m);
    const BoundedRun tame = bounded_run(p, {vector_of({1.5f, -2, 0.25f, 3})});
    EXPECT_LT(tame.results[0].bound.values<double>()[0], 1e-4) << name(m);
  }
}

TEST(ErrorBound, is_quick_enough_for_a_training_step) {
  Core c{Mesh{}};
  const ValueId x = c.param(f32(96, 784)), w = c.param(f32(784, 512));
  const core::Program p = c.returns({c.op(matmul(), {x, w})});
  const auto args = random_arguments<Native>(p, 1);
  const auto start = std::chrono::steady_clock::now();
  bounded_run(p, args, {});
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_LT(taken.count(), 10.0);  // under 1 s in a release build on an idle machine
}

// ---- verdicts

/// What the native check can see is reported: on inputs without cancellation the bounds are a small
/// part of the values even after several layers.
TEST(Compare, reports_how_tight_its_bounds_are) {
  const Verdict v = compare(chain_original(), lower(chain(mesh(2, 3))));
  const std::string label = "mean bound ";
  const size_t at = v.detail.find(label);
  ASSERT_NE(at, std::string::npos) << v.detail;
  const double part = std::stod(v.detail.substr(at + label.size()));
  EXPECT_GT(part, 0);
  EXPECT_LT(part, 1e-4);
}

TEST(Compare, native_alone_refutes_what_exceeds_the_bound) {
  const core::Program p = chain_original();
  hlo::Program h = lower(chain(mesh(2, 3)));
  for (hlo::Stmt& s : h.main.body.stmts)
    if (auto* r = std::get_if<hlo::AllReduce>(&s.expr)) r->axes = {};
  const Verdict v = compare(p, h, {.runs = 0, .field = false});
  ASSERT_EQ(v.kind, Verdict::Kind::Refuted);
  EXPECT_NE(v.detail.find("more than the derived bound"), std::string::npos) << v.detail;
  EXPECT_NE(v.counterexample->explanation.find("still partial<add> over {\"M\"}"), std::string::npos)
      << v.counterexample->explanation;
}

/// A difference beyond the bound and below what locating tells apart at first is located with a finer resolution: of
/// p - a / (√v + 1e-8) with the sum made a difference, at the difference.
TEST(Compare, small_differences_are_located) {
  const auto step = [](auto& c, const Op& op, ValueId p, ValueId a, ValueId v) {
    const TensorType t{{8}, ElementType::F64};
    const ValueId e = c.op(splat(t, 1e-8), {}, "e"), d = c.op(op, {c.op(Sqrt{}, {v}, "s"), e}, "d");
    return c.op(Subtract{}, {p, c.op(Multiply{}, {c.op(splat(t, 1e-3), {}, "l"), c.op(Divide{}, {a, d}, "q")}, "u")}, "r");
  };
  const TensorType t{{8}, ElementType::F64};
  Core c{Mesh{}};
  const ValueId p = c.param(t, "p"), a = c.param(t, "a"), v = c.param(t, "v");
  const core::Program right = c.returns({step(c, Add{}, p, a, v)});
  Hlo b(mesh(2, 1));
  const DistType whole = dist(t, {{}});
  const ValueId hp = b.param(whole, "p"), ha = b.param(whole, "a"), hv = b.param(whole, "v");
  const hlo::Program wrong = b.returns({step(b, Subtract{}, hp, ha, hv)}, {whole});
  const Verdict verdict = compare(right, wrong, {.freedom = Freedom::Roundings});
  ASSERT_EQ(verdict.kind, Verdict::Kind::Refuted) << verdict.detail;
  EXPECT_EQ(verdict.counterexample->op, "%d = subtract(%s, %e)") << verdict.counterexample->explanation;
}

/// A rounding error that a branch turns into another value altogether is no refutation.
TEST(Compare, flipped_branches_are_covered) {
  // sign(Σ a·b) where the sum is zero up to the order of summation
  Core c{Mesh{}};
  const ValueId x = c.param(f32(64, 96), "x"), w = c.param(f32(96, 64), "w");
  const ValueId whole = c.op(matmul(), {x, w});
  const ValueId halves = c.op(
      Add{}, {c.op(matmul(), {c.op(SliceOp{{0, 0}, {64, 48}, {1, 1}}, {x}),
                              c.op(SliceOp{{0, 0}, {48, 64}, {1, 1}}, {w})}),
              c.op(matmul(), {c.op(SliceOp{{0, 48}, {64, 96}, {1, 1}}, {x}),
                              c.op(SliceOp{{48, 0}, {96, 64}, {1, 1}}, {w})})});
  const core::Program p = c.returns({c.op(Sign{}, {c.op(Subtract{}, {whole, halves})})});
  // the same with the contraction over M
  Core d(mesh(1, 3));
  const ValueId u = d.param(f32(64, 96), "x"), v = d.param(f32(96, 64), "w");
  auto product = [&](ValueId a, ValueId b) {
    return d.loop("M", LoopAttr::reduce(Monoid::Add), [&](RangeId r) {
      return d.op(matmul(), {d.slice(1, a, r), d.slice(0, b, r)});
    });
  };
  const ValueId h = d.op(
      Add{}, {product(d.op(SliceOp{{0, 0}, {64, 48}, {1, 1}}, {u}),
                      d.op(SliceOp{{0, 0}, {48, 64}, {1, 1}}, {v})),
              product(d.op(SliceOp{{0, 48}, {64, 96}, {1, 1}}, {u}),
                      d.op(SliceOp{{48, 0}, {96, 64}, {1, 1}}, {v}))});
  const hlo::Program q = lower(d.returns({d.op(Sign{}, {d.op(Subtract{}, {product(u, v), h})})}));
  const Verdict verdict = compare(p, q);
  EXPECT_EQ(verdict.kind, Verdict::Kind::Tested) << verdict.detail;
  EXPECT_NE(verdict.detail.find("bounded over both sides"), std::string::npos) << verdict.detail;
}

/// A fault that only order shows: relu before the all_reduce instead of after it.
TEST(Compare, relu_does_not_commute_with_a_sum) {
  Core c{Mesh{}};
  const ValueId x = c.param(f32(4, 6), "x"), w = c.param(f32(6, 4), "w");
  const ValueId h = c.op(matmul(), {x, w}, "h"), zero = c.op(splat(f32(4, 4), 0), {}, "zero");
  const core::Program p = c.returns({c.op(Maximum{}, {h, zero}, "relu")});
  Hlo b(mesh(1, 3));
  const ValueId hx = b.param(dist(f32(4, 6), {{}, {"M"}}), "x");
  const ValueId hw = b.param(dist(f32(6, 4), {{"M"}, {}}), "w");
  const ValueId hz = b.op(splat(f32(4, 4), 0), {}, "zero");
  const ValueId part = b.op(Maximum{}, {b.op(matmul(), {hx, hw}, "h"), hz}, "relu");
  const hlo::Program q =
      b.returns({b.all_reduce(Monoid::Add, {"M"}, part)}, {dist(f32(4, 4), {{}, {}})});
  for (bool field : {true, false}) {
    const Verdict v = compare(p, q, {.field = field, .native = !field});
    ASSERT_EQ(v.kind, Verdict::Kind::Refuted) << v.detail;
    EXPECT_NE(v.counterexample->op.find("maximum"), std::string::npos) << v.counterexample->op;
    EXPECT_NE(v.counterexample->explanation.find("an all_reduce is missing"), std::string::npos);
  }
}

TEST(Compare, no_run_is_undecided) {
  EXPECT_EQ(compare(chain_original(), lower(chain(mesh(2, 3))), {.field = false, .native = false}).kind,
            Verdict::Kind::Undecided);
}

TEST(Compare, another_signature_is_bad_input) {
  EXPECT_THROW(compare(chain_original(), lower(total(mesh(2, 3)))), BadInput);
  EXPECT_THROW(compare(chain(mesh(2, 3)), lower(chain(mesh(3, 2)))), BadInput);
}

TEST(Compare, laws_of_exponents_hold_among_reals_alone) {
  // exp(x)·exp(y) for exp(x+y)
  Core c{Mesh{}};
  const ValueId x = c.param(f32(4), "x"), y = c.param(f32(4), "y");
  const core::Program p = c.returns({c.op(Exponential{}, {c.op(Add{}, {x, y})})});
  Core d{Mesh{}};
  const ValueId u = d.param(f32(4), "x"), v = d.param(f32(4), "y");
  const core::Program q =
      d.returns({d.op(Multiply{}, {d.op(Exponential{}, {u}), d.op(Exponential{}, {v})})});
  const Verdict verdict = compare(p, translate(q));
  EXPECT_EQ(verdict.kind, Verdict::Kind::Tested) << verdict.detail;
  EXPECT_NE(verdict.detail.find("equal by the laws of exp, log and sqrt"), std::string::npos) << verdict.detail;
  EXPECT_FALSE(compare(p, translate(q), {.freedom = Freedom::Roundings}).holds());
}

/// 2·log(x - y) for 2·log(y - x): a number where the other is none, though the model of those laws has them equal.
TEST(Compare, laws_of_exponents_say_nothing_of_where_functions_are_defined) {
  const auto program = [](bool turned) {
    Core c{Mesh{}};
    const ValueId x = c.param(f32(4), "x"), y = c.param(f32(4), "y");
    const ValueId l = c.op(Log{}, {c.op(Subtract{}, {turned ? y : x, turned ? x : y})});
    return c.returns({c.op(Multiply{}, {l, c.op(splat(f32(4), 2), {})})});
  };
  const Verdict v = compare(program(false), translate(program(true)));
  EXPECT_FALSE(v.holds()) << v.detail;
}

/// A law that only the HLO program's ops lack: |x·x| is x·x over the reals, not in Field. No difference in Field is
/// ever passed over, though.
TEST(Compare, laws_that_the_hlo_program_needs_are_not_refutations_and_not_accepted) {
  Core c{Mesh{}};
  const ValueId x = c.param(f32(8), "x");
  const core::Program p = c.returns({c.op(Multiply{}, {x, x})});
  Hlo h(mesh(1, 2));
  const ValueId y = h.param(dist(f32(8), {{}}), "x");
  const ValueId square = h.op(Multiply{}, {y, y});
  const hlo::Program q = h.returns({h.op(Abs{}, {square})}, {dist(f32(8), {{}})});
  const Verdict verdict = compare(p, q);
  EXPECT_EQ(verdict.kind, Verdict::Kind::Undecided) << verdict.detail;
  EXPECT_NE(verdict.detail.find(" = abs("), std::string::npos) << verdict.detail;
}

/// The derived bound of six layers in bf16 is larger than any value. What rounding is measured to do is not.
TEST(Compare, measured_rounding_decides_where_the_derived_bound_is_loose) {
  const auto bf16 = [](auto... n) { return TensorType{{static_cast<int64_t>(n)...}, ElementType::BF16}; };
  const Op dot = DotGeneral{{}, {}, {1}, {0}, ElementType::BF16};
  const int64_t n = 64;
  Core c{Mesh{}};
  ValueId x = c.param(bf16(n, n), "x");
  const ValueId w = c.param(bf16(n, n), "w");
  for (int i = 0; i < 6; ++i) x = c.op(Tanh{}, {c.op(dot, {x, w})});
  const core::Program p = c.returns({x});
  auto layers = [&](double scale) {
    Hlo h(mesh(1, 2));
    ValueId v = h.param(dist(bf16(n, n), {{}, {}}), "x");
    const ValueId u = h.param(dist(bf16(n, n), {{}, {}}), "w");
    for (int i = 0; i < 6; ++i) v = h.op(Tanh{}, {h.op(dot, {v, u})});
    if (scale != 1) v = h.op(Multiply{}, {v, h.op(splat(bf16(n, n), scale), {})});
    return h.returns({v}, {dist(bf16(n, n), {{}, {}})});
  };
  EXPECT_EQ(compare(p, layers(1)).kind, Verdict::Kind::Tested);
  const Verdict v = compare(p, layers(1.5));
  EXPECT_EQ(v.kind, Verdict::Kind::Refuted) << v.detail;
  const Verdict small = compare(p, layers(1 + 0x1p-7));
  EXPECT_EQ(small.kind, Verdict::Kind::Refuted) << small.detail;
}

/// NaN everywhere in Field and without a bound in Native: neither says anything, unless what rounding does is measured.
TEST(Compare, what_neither_domain_has_seen_is_undecided) {
  const auto measured = [](auto& b, ValueId s) {
    const ValueId zero = b.op(splat(f32(), 0), {}), one = b.op(splat(f32(), 1), {});
    const ValueId inf = b.op(Divide{}, {one, zero});
    const ValueId eps = b.op(splat(f32(), 1e-12), {});
    const ValueId quotient = b.op(Divide{}, {eps, b.op(Add{}, {b.op(Subtract{}, {s, s}), eps})});
    return b.op(Add{}, {b.op(Minimum{}, {inf, s}), quotient});
  };
  const auto nowhere = [](auto& b, ValueId s) {
    const ValueId zero = b.op(Subtract{}, {s, s});
    return b.op(Divide{}, {zero, zero});
  };
  const auto judge = [](const auto& rest) {
  Core c{Mesh{}};
  const ValueId x = c.param(f32(8), "x");
  const ValueId sum = c.op(Reduce{{0}, Monoid::Add}, {x, c.op(splat(f32(), 0), {})});
  const core::Program p = c.returns({rest(c, sum)});
  Hlo h(mesh(1, 2));  // forgets the all_reduce
  const ValueId y = h.param(dist(f32(8), {{"M"}}), "x");
  const ValueId part = h.op(Reduce{{0}, Monoid::Add}, {y, h.op(splat(f32(), 0), {})});
  const hlo::Program q = h.returns({rest(h, part)}, {dist(f32(), {})});
  return compare(p, q, {.native_runs = 2});  // without infinities among the arguments
  };
  EXPECT_EQ(judge(measured).kind, Verdict::Kind::Refuted);
  const Verdict v = judge(nowhere);
  EXPECT_EQ(v.kind, Verdict::Kind::Undecided) << v.detail;
  EXPECT_NE(v.detail.find("1 element of 1 of result 0"), std::string::npos) << v.detail;
}

TEST(Compare, partial_and_tiled_signatures) {
  const Mesh m = mesh(2, 3);
  Core c{Mesh{}};
  const ValueId x = c.param(f32(6, 6), "x"), w = c.param(f32(6, 6), "w");
  const core::Program p = c.returns({c.op(matmul(), {x, w})});
  Hlo h(m);
  const ValueId hx = h.param(dist(f32(6, 6), {{"B"}, {"M"}}), "x");
  const ValueId hw = h.param(dist(f32(6, 6), {{"M"}, {}}), "w");
  const ValueId part = h.op(matmul(), {hx, hw});
  EXPECT_THAT(h.returns({part}, {dist(f32(6, 6), {{"B"}, {}}, {"M"})}), Implements(p));
  const ValueId done = h.reduce_scatter(Monoid::Add, {{}, {"M"}}, part);
  EXPECT_THAT(h.returns({done}, {dist(f32(6, 6), {{"B"}, {"M"}})}), Implements(p));
  EXPECT_THAT(h.returns({part}, {dist(f32(6, 6), {{"B"}, {}}, {"M"}, Monoid::Max)}),
              Refutes(p));
}

TEST(Matcher, explains_a_failure) {
  const core::Program p = chain(mesh(2, 3));
  hlo::Program h = lower(p);
  for (hlo::Stmt& s : h.main.body.stmts)
    if (auto* r = std::get_if<hlo::AllReduce>(&s.expr)) r->monoid = Monoid::Mul;
  std::ostringstream os;
  EXPECT_FALSE(Implements(p).MatchAndExplain(h, &os));
  for (const char* part : {"refuted", "\n  first divergent op  ", "all_reduce <mul>", "\n  device      ", "\n  expected    ",
                           "\n  input       "})
    EXPECT_NE(os.str().find(part), std::string::npos) << os.str();
  h.main.body.stmts.pop_back();
  std::ostringstream ill;
  EXPECT_FALSE(Implements(p).MatchAndExplain(h, &ill));
  EXPECT_NE(ill.str().find("H-"), std::string::npos) << ill.str();
}

}  // namespace
}  // namespace partir::compare_test
