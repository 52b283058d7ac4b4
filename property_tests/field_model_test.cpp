// What each model of Field equates and tells apart.
#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <vector>

#include "interp/evaluate.h"
#include "interp/field.h"
#include "interp/random.h"

namespace partir::field_model_test {
namespace {

using E = FieldElement;
using enum ScalarFn;

E number(uint64_t seed) { return {mix64(seed + 17) % Field::modulus()}; }
E add(E x, E y) { return Field::binary<Add>(x, y); }
E subtract(E x, E y) { return Field::binary<Subtract>(x, y); }
E multiply(E x, E y) { return Field::binary<Multiply>(x, y); }
E divide(E x, E y) { return Field::binary<Divide>(x, y); }
template <ScalarFn F>
E apply(E x) {
  return Field::unary<F>(x);
}
E constant(double d, ElementType e = ElementType::F32) { return Field::from_bits<E>(e, Literal::encode(e, d)); }
const FloatFormat bf16 = float_format(ElementType::BF16), f16 = float_format(ElementType::F16),
                  f32 = float_format(ElementType::F32);

std::vector<FieldModel> models() {
  std::vector<FieldModel> all;
  for (Freedom f : freedoms)
    for (uint64_t n : {FieldModel::mersenne, FieldModel::random_prime(1), FieldModel::random_prime(2)})
      all.push_back(FieldModel(f, n));
  return all;
}

TEST(FieldModel, random_primes_are_primes_of_61_bits_and_differ) {
  EXPECT_TRUE(is_prime(FieldModel::mersenne));
  EXPECT_FALSE(is_prime(FieldModel::mersenne - 2));
  EXPECT_FALSE(is_prime((uint64_t{1} << 30) * 3 + 3));
  std::set<uint64_t> seen;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const uint64_t n = FieldModel::random_prime(seed);
    EXPECT_GT(n, uint64_t{1} << 60);
    EXPECT_LT(n, uint64_t{1} << 61);
    EXPECT_TRUE(is_prime(n));
    seen.insert(n);
  }
  EXPECT_EQ(seen.size(), 50u);
}

TEST(FieldModel, products_modulo_a_random_prime_are_exact) {
  const FieldModel m(Freedom::Reals, FieldModel::random_prime(7));
  for (uint64_t i = 0; i < 100000; ++i) {
    const uint64_t a = mix64(i) % m.modulus(), b = mix64(~i) % m.modulus();
    ASSERT_EQ(m.times(a, b), times_modulo(a, b, m.modulus())) << a << " " << b;
  }
  for (uint64_t a : {uint64_t{0}, uint64_t{1}, m.modulus() - 1, m.modulus() / 2})
    for (uint64_t b : {uint64_t{0}, uint64_t{1}, m.modulus() - 1, m.modulus() / 2})
      EXPECT_EQ(m.times(a, b), times_modulo(a, b, m.modulus()));
}

TEST(FieldModel, in_every_model_what_floats_do_exactly_is_exact) {
  for (const FieldModel& m : models()) {
    const FieldModel::Use in_use(m);
    for (uint64_t i = 0; i < 20; ++i) {
      const E x = number(i), y = number(i + 100);
      EXPECT_EQ(add(x, y), add(y, x));
      EXPECT_EQ(multiply(x, y), multiply(y, x));
      EXPECT_EQ(subtract(x, y), add(x, Field::negate(y)));
      EXPECT_EQ(add(x, Field::negate(x)), E{0});
      EXPECT_EQ(Field::negate(add(x, y)), add(Field::negate(x), Field::negate(y)));
      EXPECT_EQ(multiply(Field::negate(x), y), Field::negate(multiply(x, y)));
      EXPECT_EQ(multiply(x, E{1}), x);
      EXPECT_EQ(divide(x, constant(4)), multiply(x, constant(0.25)));
      EXPECT_EQ(multiply(multiply(x, constant(0.5)), constant(2)), x);
      EXPECT_EQ(add(constant(100), constant(28)), constant(128));
      EXPECT_EQ(multiply(constant(12), constant(12)), constant(144));
      EXPECT_EQ((Field::binary<Power>(x, constant(2))), multiply(x, x));
    }
  }
}

TEST(FieldModel, sums_go_in_any_order_in_all_models_but_bits) {
  for (const FieldModel& m : models()) {
    const FieldModel::Use in_use(m);
    const E x = number(1), y = number(2), z = number(3);
    EXPECT_EQ(add(add(x, y), z) == add(x, add(y, z)), m.laws() != Freedom::Bits);
    EXPECT_EQ(add(x, E{0}) == x, m.laws() != Freedom::Bits);
  }
}

TEST(FieldModel, only_among_reals_products_distribute_and_associate) {
  for (const FieldModel& m : models()) {
    const FieldModel::Use in_use(m);
    const E x = number(1), y = number(2), z = number(3);
    const bool reals = m.laws() == Freedom::Reals;
    EXPECT_EQ(multiply(x, add(y, z)) == add(multiply(x, y), multiply(x, z)), reals);
    EXPECT_EQ(multiply(multiply(x, y), z) == multiply(x, multiply(y, z)), reals);
    EXPECT_EQ(divide(x, y) == multiply(x, divide(E{1}, y)), reals);
    EXPECT_EQ(divide(multiply(x, y), y) == x, reals);
    EXPECT_EQ(divide(x, constant(3)) == multiply(x, constant(1 / 3.0)), reals);
  }
}

TEST(FieldModel, identities_of_functions_hold_among_reals_alone) {
  for (const FieldModel& m : models()) {
    const FieldModel::Use in_use(m);
    const bool reals = m.laws() == Freedom::Reals;
    const E one{1};
    for (uint64_t i = 0; i < 10; ++i) {
      const E x = number(i), e = apply<Exp>(x);
      EXPECT_EQ(apply<Logistic>(x) == divide(one, add(one, apply<Exp>(Field::negate(x)))), reals);
      EXPECT_EQ(apply<Tanh>(x) == subtract(multiply(constant(2), apply<Logistic>(multiply(constant(2), x))), one), reals);
      EXPECT_EQ(apply<Expm1>(x) == subtract(e, one), reals);
      EXPECT_EQ(apply<Log1p>(x) == apply<Log>(add(one, x)), reals);
      EXPECT_EQ(apply<Rsqrt>(x) == divide(one, apply<Sqrt>(x)), reals);
      EXPECT_EQ((Field::binary<Power>(x, constant(0.5)) == apply<Sqrt>(x)), reals);
      EXPECT_EQ(apply<Tan>(x) == divide(apply<Sine>(x), apply<Cosine>(x)), reals);
      EXPECT_EQ(apply<Erfc>(x) == subtract(one, apply<Erf>(x)), reals);
      EXPECT_EQ(apply<Cosh>(x) == divide(add(e, apply<Exp>(Field::negate(x))), constant(2)), reals);
      // and these nowhere
      EXPECT_NE(apply<Exp>(multiply(constant(3), x)), multiply(e, multiply(e, e)));
      EXPECT_NE(apply<Log>(x), x);
      EXPECT_NE(apply<Sqrt>(x), apply<Cbrt>(x));
    }
  }
}

std::vector<FieldModel> with_exponents() {
  std::vector<FieldModel> all;
  for (uint64_t seed = 0; seed < 4; ++seed)
    for (bool apart : {false, true}) all.push_back(FieldModel::with_exponents(seed, apart));
  return all;
}
E unknown(uint64_t seed) { return {Field::model().unknown(number(seed).v)}; }
bool same(E x, E y) { return Field::same<E>(x, y); }
E power(E x, E y) { return Field::binary<Power>(x, y); }

TEST(FieldModel, exponents_are_of_primes_and_log_undoes_exp) {
  for (uint64_t seed = 0; seed < 4; ++seed) {
    const Exponents& e = Exponents::of(seed);
    EXPECT_TRUE(is_prime(e.q()));
    EXPECT_TRUE(is_prime(e.order() / 2));
    EXPECT_EQ(e.q(), e.order() + 1);
    EXPECT_LT(e.modulus(), uint64_t{1} << 61);
    EXPECT_EQ(e.order() / 2 % 4, 1u);
    for (uint64_t i = 0; i < 200; ++i) {
      const uint64_t k = mix64(i) % e.order();
      EXPECT_EQ(e.logarithm(e.power(k)), k);
      const uint64_t v = e.join(k, mix64(~i) % e.q());
      EXPECT_EQ(v % e.order(), k);
      EXPECT_EQ(v % e.q(), mix64(~i) % e.q());
      EXPECT_EQ(times_modulo(v % e.q(), e.inverse(v) % e.q(), e.q()), 1u);
    }
    for (uint64_t k : {uint64_t{0}, uint64_t{1}, e.order() - 1, e.order() / 2}) EXPECT_EQ(e.logarithm(e.power(k)), k);
    EXPECT_EQ(e.power(e.order() / 2), e.q() - 1) << "g generates all, as half way around is -1";
  }
}

TEST(FieldModel, with_exponents_the_laws_of_exp_log_and_roots_hold) {
  for (const FieldModel& m : with_exponents()) {
    const FieldModel::Use in_use(m);
    const E one{1}, half = constant(0.5);
    for (uint64_t i = 0; i < 20; ++i) {
      const E x = unknown(i), y = unknown(i + 100), a = apply<Exp>(x), b = apply<Exp>(y);
      // the field's
      EXPECT_EQ(multiply(x, add(y, one)), add(multiply(x, y), x));
      EXPECT_EQ(multiply(divide(x, y), y), x);
      EXPECT_EQ(divide(x, constant(3)), multiply(x, constant(1 / 3.0)));
      EXPECT_EQ(divide(x, constant(4)), multiply(x, constant(0.25)));
      EXPECT_EQ(multiply(multiply(x, half), constant(2)), x);
      EXPECT_EQ(add(x, Field::negate(x)), E{0});
      EXPECT_EQ(constant(0.5), divide(one, constant(2)));
      EXPECT_EQ(multiply(constant(12), constant(12)), constant(144));
      // those of exponents
      EXPECT_TRUE(same(apply<Exp>(add(x, y)), multiply(a, b)));
      EXPECT_TRUE(same(apply<Exp>(subtract(x, y)), divide(a, b)));
      EXPECT_TRUE(same(apply<Exp>(Field::negate(x)), divide(one, a)));
      EXPECT_TRUE(same(apply<Exp>(apply<Log>(x)), x));
      EXPECT_TRUE(same(apply<Log>(a), x));
      EXPECT_TRUE(same(apply<Log>(multiply(x, y)), add(apply<Log>(x), apply<Log>(y))));
      EXPECT_TRUE(same(apply<Log>(divide(x, y)), subtract(apply<Log>(x), apply<Log>(y))));
      EXPECT_TRUE(same(apply<Log1p>(x), apply<Log>(add(one, x))));
      EXPECT_TRUE(same(apply<Log>(add(a, b)), add(x, apply<Log>(add(one, apply<Exp>(subtract(y, x)))))));
      EXPECT_TRUE(same(divide(a, add(a, b)), apply<Exp>(subtract(x, apply<Log>(add(a, b))))));
      EXPECT_TRUE(same(apply<Sqrt>(multiply(x, y)), multiply(apply<Sqrt>(x), apply<Sqrt>(y))));
      EXPECT_TRUE(same(apply<Rsqrt>(x), apply<Exp>(multiply(constant(-0.5), apply<Log>(x)))));
      EXPECT_TRUE(same(apply<Cbrt>(x), apply<Exp>(divide(apply<Log>(x), constant(3)))));
      EXPECT_TRUE(same(power(x, y), apply<Exp>(multiply(y, apply<Log>(x)))));
      EXPECT_TRUE(same(power(x, constant(0.5)), apply<Sqrt>(x)));
      EXPECT_TRUE(same(power(x, constant(3)), multiply(x, multiply(x, x))));
      EXPECT_TRUE(same(apply<Logistic>(x), divide(one, add(one, apply<Exp>(Field::negate(x))))) == !m.hyperbolic_apart());
      EXPECT_TRUE(same(apply<Tanh>(x), subtract(multiply(constant(2), apply<Logistic>(multiply(constant(2), x))), one)));
    }
    EXPECT_EQ(apply<Exp>(E{0}), one);
    EXPECT_EQ(apply<Log>(one), E{0});
    EXPECT_EQ(apply<Log>(E{0}), E::minus_infinity());
    EXPECT_EQ(apply<Log1p>(constant(-1)), E::minus_infinity());
    EXPECT_TRUE(divide(one, E{0}).is_nan());
  }
}

TEST(FieldModel, with_exponents_nothing_else_holds) {
  for (const FieldModel& m : with_exponents()) {
    const FieldModel::Use in_use(m);
    const E one{1}, two = constant(2), half = constant(0.5);
    int64_t by_character[4] = {};
    for (uint64_t i = 0; i < 200; ++i) {
      const E x = unknown(i), y = unknown(i + 1000), a = apply<Exp>(x), b = apply<Exp>(y), l = apply<Log>(x), k = apply<Log>(y);
      EXPECT_FALSE(same(x, y));
      EXPECT_FALSE(same(x, E{0}));
      EXPECT_FALSE(same(a, b));
      EXPECT_FALSE(same(a, one));
      EXPECT_FALSE(same(a, Field::negate(a)));
      EXPECT_FALSE(same(l, k));
      EXPECT_FALSE(same(x, add(x, one)));
      EXPECT_FALSE(same(add(x, constant(1e-12)), x));
      EXPECT_FALSE(same(a, add(a, constant(1e-12))));
      EXPECT_FALSE(same(apply<Exp>(multiply(x, y)), multiply(a, b)));
      EXPECT_FALSE(same(apply<Exp>(two), constant(4)));
      EXPECT_FALSE(same(apply<Exp>(add(x, one)), add(a, one)));
      EXPECT_FALSE(same(apply<Exp>(a), one));
      EXPECT_FALSE(same(apply<Exp>(a), apply<Exp>(b)));
      EXPECT_FALSE(same(apply<Exp>(add(a, b)), apply<Exp>(add(a, apply<Exp>(add(y, one))))));
      EXPECT_FALSE(same(apply<Log>(add(x, y)), add(l, k)));
      EXPECT_FALSE(same(l, apply<Log>(Field::negate(x)))) << "where one is a number the other is none";
      EXPECT_FALSE(same(multiply(l, half), multiply(apply<Log>(Field::negate(x)), half)));
      EXPECT_FALSE(same(divide(l, constant(6)), divide(apply<Log>(Field::negate(x)), constant(6))));
      EXPECT_FALSE(same(multiply(l, k), add(l, k)));
      EXPECT_FALSE(same(apply<Log>(l), l));
      EXPECT_FALSE(same(apply<Log>(apply<Log>(x)), apply<Log>(apply<Log>(y))));
      EXPECT_FALSE(same(apply<Sqrt>(x), apply<Sqrt>(Field::negate(x))));
      EXPECT_FALSE(same(apply<Sqrt>(x), x));
      EXPECT_FALSE(same(apply<Sqrt>(add(x, y)), add(apply<Sqrt>(x), apply<Sqrt>(y))));
      EXPECT_FALSE(same(apply<Sqrt>(x), apply<Cbrt>(x)));
      EXPECT_FALSE(same(apply<Tanh>(x), apply<Tanh>(y)));
      EXPECT_FALSE(same(apply<Tanh>(a), apply<Tanh>(b)));
      EXPECT_FALSE(same(apply<Sine>(x), apply<Cosine>(x)));
      EXPECT_FALSE(same(apply<Erf>(a), apply<Erf>(b)));
      EXPECT_FALSE(same(power(x, y), power(y, x)));
      // of numbers that may be negative, about half of the time
      by_character[0] += same(apply<Sqrt>(multiply(x, x)), x);
      by_character[1] += same(multiply(apply<Log>(multiply(x, x)), half), l);
      by_character[2] += same(multiply(apply<Sqrt>(x), apply<Sqrt>(x)), x);
      by_character[3] += Field::is_low(x);
    }
    for (int64_t n : by_character) {
      EXPECT_GT(n, 60);
      EXPECT_LT(n, 140);
    }
  }
}

TEST(FieldModel, two_to_the_61_is_one_for_one_prime_only) {
  const FieldModel mersenne(Freedom::Reals), random(Freedom::Reals, FieldModel::random_prime(3));
  const auto equal = [](const FieldModel& m) {
    const FieldModel::Use in_use(m);
    return constant(0x1p61) == constant(1);
  };
  EXPECT_TRUE(equal(mersenne));
  EXPECT_FALSE(equal(random));
}

TEST(FieldModel, a_narrowing_is_a_function_up_to_sums_and_the_identity_beyond) {
  for (const FieldModel& m : models()) {
    const FieldModel::Use in_use(m);
    const bool rounds = m.laws() < Freedom::Roundings;
    const E x = number(5), y = number(6);
    const E narrow = Field::convert_float(f32, bf16, x);
    // a number that looks rounded by chance, one in a million, would hide that a program rounds it
    int64_t moved = 0;
    for (uint64_t i = 0; i < 10'000; ++i) moved += Field::convert_float(f32, bf16, number(i)) != number(i);
    EXPECT_GE(moved, rounds ? 9'999 : 0);
    EXPECT_LE(moved, rounds ? 10'000 : 0);
    EXPECT_EQ(Field::convert_float(bf16, f32, narrow), narrow) << "widening keeps a number";
    EXPECT_EQ(Field::convert_float(f32, bf16, narrow), narrow) << "rounding twice is rounding once";
    EXPECT_EQ(Field::convert_float(f32, bf16, Field::negate(x)), Field::negate(narrow));
    EXPECT_EQ(Field::convert_float(f32, f16, x) != narrow, rounds);
    EXPECT_EQ((Field::convert_float(f32, bf16, add(x, y)) != add(narrow, Field::convert_float(f32, bf16, y))), rounds);
    EXPECT_EQ(Field::convert_float(f32, bf16, constant(3)), constant(3));
    EXPECT_EQ(Field::reduce_precision(x, 8, 7), narrow) << "reduce_precision to bf16's format is a conversion there and back";
  }
}

TEST(FieldModel, what_roundings_take_away) {
  const RoundingLoss beyond_bf16{false, 8};
  const FieldModel m(Freedom::Roundings, FieldModel::random_prime(1), false, beyond_bf16);
  const FieldModel::Use in_use(m);
  const E x = number(1), y = number(2);
  EXPECT_EQ(Field::convert_float(f32, bf16, x), E{0});
  EXPECT_EQ(Field::convert_float(f32, f16, x), x) << "f16 has more bits than bf16";
  EXPECT_EQ(Field::convert_float(bf16, f32, E{0}), E{0}) << "a wider type alone adds nothing";
  EXPECT_NE(multiply(E{0}, E{0}), E{0}) << "but a product does";
  EXPECT_EQ(constant(3), E{0}) << "bf16 holds it";
  EXPECT_NE(constant(0.1), E{0});
  EXPECT_EQ(constant(0.2), constant(0.1)) << "what is lost of it is the same but for a power of two";
  EXPECT_EQ(constant(-0.1), Field::negate(constant(0.1)));
  EXPECT_NE(multiply(x, constant(3)), E{0});
  EXPECT_NE(add(x, Field::convert_float(f32, bf16, y)), add(Field::convert_float(f32, bf16, x), Field::convert_float(f32, bf16, y)));
  EXPECT_NE(add(x, Field::convert_float(f32, bf16, y)), add(x, y)) << "which path rounds is told apart";
  EXPECT_NE(apply<Exp>(E{0}), E{0});
  EXPECT_NE(divide(E{0}, E{0}), E{0});
  EXPECT_EQ(random_tensor<Field>({{4}, ElementType::BF16}, 1).values<E>(), std::vector<E>(4, E{0}));
  EXPECT_NE(random_tensor<Field>({{4}, ElementType::F32}, 1).values<E>()[0], E{0});
}

Tensor<Field> compared(ComparisonDirection direction, const Tensor<Field>& x, const Tensor<Field>& y) {
  Compare op;
  op.direction = direction;
  return apply_op<Field>(op, {x, y})[0];
}

TEST(FieldModel, without_an_order_less_and_less_or_equal_are_two_functions) {
  const TensorType type{{256}, ElementType::F32};
  const FieldModel ordered(Freedom::Roundings, FieldModel::mersenne, true), coins(Freedom::Roundings);
  for (const FieldModel* m : {&ordered, &coins}) {
    const FieldModel::Use in_use(*m);
    const Tensor<Field> x = random_tensor<Field>(type, 1), y = random_tensor<Field>(type, 2);
    using enum ComparisonDirection;
    const auto lt = compared(LT, x, y).values<Bool>(), le = compared(LE, x, y).values<Bool>(),
               gt = compared(GT, y, x).values<Bool>(), ge = compared(GE, y, x).values<Bool>();
    EXPECT_EQ(lt == le, m->ordered());
    EXPECT_EQ(lt, gt);
    EXPECT_EQ(le, ge);
    EXPECT_EQ(compared(LT, x, x).values<Bool>(), std::vector<Bool>(256, Bool(false)));
    EXPECT_EQ(compared(LE, x, x).values<Bool>(), std::vector<Bool>(256, Bool(true)));
    EXPECT_EQ(compared(EQ, x, y).values<Bool>(), std::vector<Bool>(256, Bool(false)));
  }
}

TEST(FieldModel, a_contraction_is_the_sum_of_the_models_products) {
  for (const FieldModel& m : models())
    for (int64_t n : {5, 100})  // the reduction is deferred over 32 products
      for (bool special : {false, true}) {
        const FieldModel::Use in_use(m);
        Tensor<Field> a = random_tensor<Field>({{3, n}, ElementType::F32}, 1), b = random_tensor<Field>({{n, 4}, ElementType::F32}, 2);
        if (special) {
          std::vector<E> x = a.values<E>(), y = b.values<E>();
          x[n + 3] = E::infinity();  // of row 1
          y[4 * 2 + 1] = E::minus_infinity();  // of column 1
          y[2] = E::nan();  // of column 2
          a = Tensor<Field>::make(a.type(), x);
          b = Tensor<Field>::make(b.type(), y);
        }
        DotGeneral dot;
        dot.lhs_contract = {1};
        dot.rhs_contract = {0};
        const Tensor<Field> c = apply_op<Field>(dot, {a, b})[0];
        for (int64_t i = 0; i < 3; ++i)
          for (int64_t j = 0; j < 4; ++j) {
            E sum = multiply(a.at<E>({i, 0}), b.at<E>({0, j}));
            for (int64_t k = 1; k < n; ++k) sum = add(sum, multiply(a.at<E>({i, k}), b.at<E>({k, j})));
            EXPECT_EQ(c.at<E>({i, j}), sum);
          }
      }
}

TEST(FieldModel, without_signs_nothing_cancels) {
  for (Freedom laws : {Freedom::Sums, Freedom::Roundings}) {
    const FieldModel with(laws), without = with.without_signs();
    const auto constant = [](double d) { return Field::from_bits<E>(ElementType::F64, static_cast<ElementBits>(std::bit_cast<uint64_t>(d))); };
    E minus_three, tenth;
    {
      const FieldModel::Use in_use(with);
      minus_three = constant(-3), tenth = constant(-0.1F);
      // of numbers m·2^k with few bits the sign is known, whatever k is
      EXPECT_EQ(Field::magnitude(minus_three), constant(3));
      EXPECT_EQ(Field::magnitude(tenth), constant(0.1F));
      EXPECT_EQ(Field::magnitude(constant(-0x1.8p-100)), constant(0x1.8p-100));
      EXPECT_EQ(Field::magnitude(constant(0x1.8p90)), constant(0x1.8p90));
      EXPECT_EQ(Field::magnitude(E::minus_infinity()), E::minus_infinity());
      EXPECT_TRUE(with.signs() && with.cancels());
      EXPECT_FALSE(FieldModel(Freedom::Bits).cancels() || FieldModel(Freedom::Reals).cancels());
    }
    const FieldModel::Use in_use(without);
    const E x = Field::random(1, 2), y = Field::random(3, 4);
    const auto minus = [](E a) { return Field::unary<ScalarFn::Negate, E>(a); };
    const auto difference = [](E a, E b) { return Field::binary<ScalarFn::Subtract, E>(a, b); };
    EXPECT_EQ(minus(x), x);
    EXPECT_EQ(difference(x, y), add(x, y));
    EXPECT_NE(difference(add(x, y), y), x);
    EXPECT_EQ(constant(-3), constant(3));
    // nor is a number what it was when it is scaled there and back, though twice a number is it added to itself
    const E two = constant(2), half = constant(0.5);
    EXPECT_NE(Field::multiply(Field::multiply(x, two), half), x);
    EXPECT_EQ(Field::multiply(x, two), add(x, x));
    EXPECT_EQ(Field::multiply(Field::multiply(x, half), half), Field::multiply(x, constant(0.25)));
    // what is multiplied by 0, or is the lesser of two of which the other is -infinity, may be NaN; a number that no argument decides is not
    EXPECT_NE(Field::multiply(E{0}, x), E{0});
    EXPECT_NE(Field::divide(x, E::infinity()), E{0});
    const E least = Field::binary<ScalarFn::Min, E>(x, E::minus_infinity());
    EXPECT_FALSE(least.special());
    EXPECT_EQ((Field::binary<ScalarFn::Max, E>(x, E::minus_infinity())), x);
    EXPECT_FALSE(add(x, E::minus_infinity()).special());
    EXPECT_EQ(add(constant(3), E::minus_infinity()), E::minus_infinity());
    without.note_fixed(y.v);
    EXPECT_EQ(Field::multiply(y, E{0}), E{0});
    EXPECT_EQ(minus(E::infinity()), E::minus_infinity());
  }
}

}  // namespace
}  // namespace partir::field_model_test
