// The domain Field: floats are elements of a prime field with two infinities and an absorbing NaN (architecture.md,
// "Scalar domains"). Sums are exact in any order, so any difference between two programs is structural. Which prime,
// and which laws hold besides, is the current model's (field_model.h): the field of 2^61-1 with those of the real
// numbers unless another is in use.
//
// What each function means on the float types:
//   constants    the exact rational m·2^e; infinities and NaN the specials. f16..f64 are all this type.
//   add, ..      the field's, or functions with fewer laws; inf - inf, 0·inf, inf/inf are NaN; x/inf is 0; x/0 is
//                NaN (1/0 too)
//   log(0)       -inf
//   x·inf        in the field carries the quadratic character of x as its sign. Halving the representatives would
//                be no sign: it is not multiplicative; the character is.
//   abs, sign    by halves: representatives up to p/2 count as positive
//   max, min, <  the order of representatives in (-p/2, p/2], so that max(x, 0) is either of them about
//                equally often; -inf least, +inf greatest; a NaN wins max and min (where the model does not choose,
//                max and min of two numbers are functions of both),
//                and compares false except under NE. In models without an order the compare op is a coin for each
//                pair of numbers that differ, another for < and for <=; x > y is y < x.
//   power        repeated multiplication for integer exponents (in the field; elsewhere for the square), else
//                pseudo-random
//   floor, ceil, rounding, convert to integers: integers below 2^31 in magnitude stay (and wrap);
//                other arguments are pseudo-random
//   complex      the field of p^2 elements where -1 has no root modulo p. Functions of complex numbers
//                that are not polynomials or quotients are pseudo-random, and NaN at specials
//   exp, log, sqrt, tanh, .. fixed pseudo-random functions, with the limits that floats have at ±inf. Under
//                Freedom::Reals they keep these identities, which are those of the table in docs/verdicts.md:
//                exp(-x) = 1/exp(x), expm1(x) = exp(x) - 1, logistic(x) = 1/(1 + exp(-x)), tanh(x) = 1 - 2/(exp(2x) + 1),
//                sinh, cosh by exp, log1p(x) = log(1 + x), rsqrt(x) = 1/sqrt(x), power(x, 1/2) = sqrt(x),
//                power(x, -1/2) = rsqrt(x), tan = sine/cosine, erfc(x) = 1 - erf(x), sine and erf odd, cosine even.
//                With exponents exp, log, sqrt and power keep more (field_model.h).
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include "interp/complex.h"
#include "interp/domain.h"
#include "interp/field_model.h"

namespace partir {

/// An element of the field (`v < FieldModel::current().modulus()`) or a special (`v >> 61 != 0`).
struct FieldElement {
  uint64_t v;
  static constexpr FieldElement infinity() { return {uint64_t{1} << 61}; }
  static constexpr FieldElement minus_infinity() { return {(uint64_t{1} << 61) + 1}; }
  static constexpr FieldElement nan() { return {(uint64_t{1} << 61) + 2}; }
  constexpr bool special() const { return v >> 61; }
  constexpr bool is_nan() const { return v == nan().v; }
  constexpr bool is_infinite() const { return special() && !is_nan(); }
  friend constexpr bool operator==(FieldElement, FieldElement) = default;
};

namespace detail {
template <ElementType E>
struct FieldScalar : DiscreteScalar<E> {};
template <> struct FieldScalar<ElementType::BF16> { using type = FieldElement; };
template <> struct FieldScalar<ElementType::F16> { using type = FieldElement; };
template <> struct FieldScalar<ElementType::F32> { using type = FieldElement; };
template <> struct FieldScalar<ElementType::F64> { using type = FieldElement; };
template <> struct FieldScalar<ElementType::C64> { using type = Complex<FieldElement>; };
template <> struct FieldScalar<ElementType::C128> { using type = Complex<FieldElement>; };
}  // namespace detail

/// Arithmetic of the current model on the float types (see domain.h for the members' meaning).
struct Field {
  using E = FieldElement;
  static const FieldModel& model() { return FieldModel::current(); }
  static uint64_t modulus() { return model().modulus(); }
  static constexpr std::string_view name = "field";
  template <ElementType T>
  using Scalar = typename detail::FieldScalar<T>::type;
  template <class T>
  using Accumulator = T;

  /// `m · 2^e`.
  static uint64_t scaled(uint64_t m, int e) {
    const FieldModel& f = model();
    return f.times(m, e >= 0 ? f.power(2, static_cast<uint64_t>(e)) : f.power(f.half(), static_cast<uint64_t>(-e)));
  }
  static E integer(int64_t i) {
    const uint64_t m = model().reduce(i < 0 ? uint64_t{0} - static_cast<uint64_t>(i) : static_cast<uint64_t>(i));
    return {i < 0 && m != 0 ? modulus() - m : m};
  }
  /// A float's exact rational value.
  static E rational(double d) {
    if (d != d) return E::nan();
    if (std::isinf(d)) return d > 0 ? E::infinity() : E::minus_infinity();
    int e;
    const double fraction = std::frexp(std::fabs(d), &e);
    // without factors of 2, which with exponents is not the inverse of 1/2 modulo 2p
    const auto m = static_cast<uint64_t>(std::ldexp(fraction, 53));
    const int twos = m == 0 ? 0 : std::countr_zero(m);
    const uint64_t v = scaled(m >> twos, e - 53 + twos);
    return {d < 0 && v != 0 ? modulus() - v : v};
  }

  static E negate(E x) {
    if (x.special()) return x.is_nan() ? x : x == E::infinity() ? E::minus_infinity() : E::infinity();
    return {x.v == 0 ? 0 : modulus() - x.v};
  }
  /// What negation makes of it.
  static E negative(E x) { return model().signs() || x.special() ? negate(x) : x; }
  /// Of a number m·2^k, with an integer m below 2^31 and k from -60 on, |m|·2^k; of any other number a function of the two that are each other's negatives: no
  /// sum of such is one by a law.
  static E magnitude(E x) {
    if (x.special()) return x;
    int64_t m;
    E shifted = x;
    for (int k = 0; k < 61; ++k, shifted = sum(shifted, shifted))
      if (small_integer(shifted, m)) return m < 0 ? negate(x) : x;
    return random(static_cast<uint64_t>(ScalarFn::Abs), (is_low(x) ? x : negate(x)).v, 1);
  }
  /// Whether x counts as positive or zero; of an infinity its own sign.
  static bool is_low(E x) {
    return x.special() ? x == E::infinity() : model().seen(x.v) <= model().seen_modulus() / 2;
  }
  /// What functions but exp see of it.
  static uint64_t seen(E x) { return x.special() ? x.v : model().seen(x.v); }
  static bool is_zero(E x) { return !x.special() && model().seen(x.v) == 0; }
  /// A sign that products multiply: in the field the quadratic character, elsewhere that of `is_low`; 0 for 0 and NaN.
  static int product_sign(E x) {
    if (x.is_nan() || is_zero(x)) return 0;
    if (x.special() || !model().is_ring()) return is_low(x) ? 1 : -1;
    const uint64_t p = model().seen_modulus();
    return power_modulo(model().seen(x.v), (p - 1) / 2, p) == 1 ? 1 : -1;
  }
  static E add(E x, E y) {
    if ((x.v | y.v) >> 61) {
      if (x.is_nan() || y.is_nan()) return E::nan();
      if (!model().signs())  // what may be infinite, too, is not lost beside an infinity
        for (const auto& [number, infinity] : {std::pair(x, y), std::pair(y, x)})
          if (!number.special() && may_be_infinite(number)) return sum(number, random(static_cast<uint64_t>(ScalarFn::Add), infinity.v));
      if (!x.special()) return y;
      return !y.special() || x == y ? x : E::nan();
    }
    if (model().laws() == Freedom::Bits && !model().lost()) return function_of_bits(x, y);
    return sum(x, y);
  }
  static E multiply(E x, E y) {
    if ((x.v | y.v) >> 61) {
      const int s = product_sign(x) * product_sign(y);
      return s == 0 ? E::nan() : s > 0 ? E::infinity() : E::minus_infinity();
    }
    const FieldModel& f = model();
    if (f.is_ring()) return {f.times(x.v, y.v)};
    if (f.lost()) return passed_on(ScalarFn::Multiply, sum(x, y));
    if (!f.signs()) return product_without_signs(x, y);
    if (keeps_laws(x, factor_kind(x), y, factor_kind(y))) return {f.times(x.v, y.v)};
    // signs come out of a product exactly, and its factors may change places
    const E r = product(factor(x), factor(y));
    return is_low(x) == is_low(y) ? r : negate(r);
  }
  /// Whether a number, no infinity itself, may be one for other arguments; of a model without signs.
  static bool may_be_infinite(E y) { return factor_kind(y) == FactorKind::Other && !model().is_fixed(y.v); }
  static E product_without_signs(E x, E y) {
    const FieldModel& f = model();
    FactorKind of_x = factor_kind(x), of_y = factor_kind(y);
    if (of_x > of_y) std::swap(x, y), std::swap(of_x, of_y);
    if (of_x == FactorKind::Zero) return may_be_infinite(y) ? random(static_cast<uint64_t>(ScalarFn::Multiply), factor(y)) : E{0};
    if (of_x == FactorKind::Power && of_y == FactorKind::Other) {
      const int k = *f.exponent(x.v);
      const uint64_t by = random(static_cast<uint64_t>(ScalarFn::Multiply), static_cast<uint64_t>(FactorKind::Power)).v;
      return {f.times(y.v, k >= 0 ? x.v : f.power(by, static_cast<uint64_t>(std::abs(k))))};
    }
    return keeps_laws(x, of_x, y, of_y) ? E{f.times(x.v, y.v)} : product(factor(x), factor(y));
  }
  /// Of products that keep no law: what of a factor, but for its sign, decides them, and what two factors make.
  static uint64_t factor(E x) { return mix64(mix64(static_cast<uint64_t>(ScalarFn::Multiply)) ^ (is_low(x) ? x.v : negate(x).v)); }
  static E product(uint64_t x, uint64_t y) { return {model().unknown(model().below(mix64(x + y)))}; }
  /// What decides whether a product keeps a law after all.
  enum class FactorKind : char { Special, Zero, Power, Integer, Other };
  static FactorKind factor_kind(E x) {
    int64_t i;
    if (x.special()) return FactorKind::Special;
    if (x.v == 0) return FactorKind::Zero;
    if (model().is_power_of_two(x.v)) return FactorKind::Power;
    return exact_integer(x, i) ? FactorKind::Integer : FactorKind::Other;
  }
  /// Products by 0 and by powers of two do, of two small integers if every float type holds their product.
  static bool keeps_laws(E x, FactorKind of_x, E y, FactorKind of_y) {
    if (std::min(of_x, of_y) <= FactorKind::Power) return true;
    int64_t i, j;
    return std::max(of_x, of_y) == FactorKind::Integer && small_integer(x, i) && small_integer(y, j) && is_exact(i * j);
  }
  static E divide(E x, E y) {
    const FieldModel& f = model();
    if (y.is_infinite()) return x.special() ? E::nan() : !f.signs() && may_be_infinite(x) ? random(static_cast<uint64_t>(ScalarFn::Divide), factor(x)) : E{0};
    if (f.lost() && !x.special() && !y.special())
      return passed_on(ScalarFn::Divide, sum(x, passed_on(ScalarFn::Divide, y)));
    if (y.is_nan() || is_zero(y)) return E::nan();
    if (!f.signs() && x.v == 0) return may_be_infinite(y) ? random(static_cast<uint64_t>(ScalarFn::Divide), factor(y)) : x;
    int64_t i, j;
    if (f.is_ring() || x.special() || x.v == 0 || f.is_power_of_two(y.v) ||
        (exact_integer(x, i) && exact_integer(y, j) && i % j == 0))
      return multiply(x, {f.inverse(y.v)});
    const E r = random(static_cast<uint64_t>(ScalarFn::Divide), is_low(x) ? x.v : negate(x).v,
                       is_low(y) ? y.v : negate(y).v);
    return is_low(x) == is_low(y) ? r : negate(r);
  }
  /// Position in the total order of all but NaN.
  static uint64_t position(E x) {
    const uint64_t p = model().seen_modulus();
    if (x.special()) return x == E::minus_infinity() ? 0 : p + 1;
    const uint64_t v = model().seen(x.v);
    return v <= p / 2 ? v + p / 2 + 1 : v - p / 2;
  }
  /// The value of a fixed pseudo-random function numbered `tag`.
  static E random(uint64_t tag, uint64_t x, uint64_t y = 0) {
    return {model().unknown(model().below(mix64(mix64(mix64(tag) ^ x) + y)))};
  }
  /// Whether x is an integer below 2^31 in magnitude, and which.
  static bool small_integer(E x, int64_t& i) {
    constexpr uint64_t limit = uint64_t{1} << 31;
    if (x.special() || (x.v >= limit && modulus() - x.v >= limit)) return false;
    i = x.v < limit ? static_cast<int64_t>(x.v) : -static_cast<int64_t>(modulus() - x.v);
    return true;
  }
  /// Whether every float type holds the integer.
  static constexpr bool is_exact(int64_t i) { return i >= -256 && i <= 256; }
  /// Whether x is such an integer, and which.
  static bool exact_integer(E x, int64_t& i) { return small_integer(x, i) && is_exact(i); }

  template <ScalarFn F, class T>
  static T unary(const T& x) {
    using enum ScalarFn;
    if constexpr (is_discrete<T>) {
      return Integers::unary<F>(x);
    } else if constexpr (is_complex_scalar<T>) {
      return ComplexOps<Field>::unary<F>(x);
    } else {
      if (x.is_nan()) return x;
      const bool low = is_low(x);
      if constexpr (F == Negate) return negative(x);
      else if (model().lost() && !x.special()) {
        constexpr bool whole = F == Sign || F == Floor || F == Ceil || F == RoundAfz || F == RoundEven;
        return whole ? E{0} : F == Abs ? x : passed_on(F, x);
      }
      else if constexpr (F == Abs) return low ? x : negate(x);
      else if constexpr (F == Sign) return x.v == 0 ? x : integer(low ? 1 : -1);
      else if (x.special()) return at_infinity<F>(low);
      else {
        if constexpr (F == Floor || F == Ceil || F == RoundAfz || F == RoundEven) {
          int64_t i;
          if (small_integer(x, i)) return x;
        }
        if (F == Log && x.v == 0) return E::minus_infinity();
        if (model().is_ring()) return by_identity<F>(x);
        return random(static_cast<uint64_t>(F), x.v);
      }
    }
  }
  /// Exp, log and square root where they keep the laws of exponents.
  static E exponential(const Exponents& of, E x) {
    const uint64_t y = of.power(x.v % of.order());
    return y == 1 ? E{1} : E{of.join(of.even(mix64(y)), y)};
  }
  static E logarithm(const Exponents& of, E x) {
    const uint64_t y = x.v % of.q();
    if (y == 0) return E::minus_infinity();
    const uint64_t e = of.logarithm(y);
    return e == 0 ? E{0} : E{of.join(e, mix64(e) % of.q())};
  }
  static E root(const Exponents& of, ScalarFn f, E x) {
    const uint64_t y = f == ScalarFn::Sqrt ? of.square_root(x.v % of.q()) : of.cube_root(x.v % of.q());
    return y <= 1 ? E{y} : E{of.join(of.even(mix64(y)), y)};
  }
  /// An elementary function that keeps the identities named above.
  template <ScalarFn F>
  static E by_identity(E x) {
    using enum ScalarFn;
    const E one{1};
    const Exponents* const exponents = model().exponents();
    auto plain = [&](ScalarFn f, E a) {
      if (exponents && f == Log) return logarithm(*exponents, a);
      if (exponents && (f == Sqrt || f == Cbrt)) return root(*exponents, f, a);
      return random(static_cast<uint64_t>(f), model().seen(a.v));
    };
    auto exp = [&](E a) {
      if (a.v == 0) return one;
      if (exponents && (F == Exp || !model().hyperbolic_apart())) return exponential(*exponents, a);
      return is_low(a) ? plain(Exp, a) : divide(one, plain(Exp, negate(a)));
    };
    auto odd = [&](ScalarFn f, E a) {
      return a.v == 0 ? a : is_low(a) ? plain(f, a) : negate(plain(f, negate(a)));
    };
    auto cosine = [&](E a) { return plain(Cosine, is_low(a) ? a : negate(a)); };
    if constexpr (F == Exp) return exp(x);
    else if constexpr (F == Expm1) return sum(exp(x), negate(one));
    else if constexpr (F == Logistic) return divide(one, sum(one, exp(negate(x))));
    else if constexpr (F == Tanh) return sum(one, negate(divide(integer(2), sum(exp(sum(x, x)), one))));
    else if constexpr (F == Sinh || F == Cosh) {
      const E a = exp(x), b = exp(negate(x));
      return {model().times(sum(a, F == Cosh ? b : negate(b)).v, model().half())};
    } else if constexpr (F == Log1p) {
      const E a = sum(one, x);
      return a.v == 0 ? E::minus_infinity() : plain(Log, a);
    }
    else if constexpr (F == Rsqrt) return divide(one, plain(Sqrt, x));
    else if constexpr (F == Sine || F == Erf) return odd(F, x);
    else if constexpr (F == Cosine) return cosine(x);
    else if constexpr (F == Tan) return divide(odd(Sine, x), cosine(x));
    else if constexpr (F == Erfc) return sum(one, negate(odd(Erf, x)));
    else return plain(F, x);
  }

  template <ScalarFn F, class T>
  static T binary(const T& x, const T& y) {
    using enum ScalarFn;
    if constexpr (is_discrete<T>) return Integers::binary<F>(x, y);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Field>::binary<F>(x, y);
    else if constexpr (F == Add) return add(x, y);
    else if constexpr (F == Subtract) return add(x, negative(y));
    else if constexpr (F == Multiply) return multiply(x, y);
    else if constexpr (F == Divide) return divide(x, y);
    else if constexpr (F == Max || F == Min) {
      if (x.is_nan() || y.is_nan()) return E::nan();
      if (!model().signs()) {
        const E most = F == Max ? E::infinity() : E::minus_infinity(), other = x == most ? y : x;
        if ((x == most || y == most) && !other.special() && may_be_infinite(other)) return random(static_cast<uint64_t>(F), factor(other), 1);
      }
      if (model().chooses() || x.special() || y.special()) return (position(x) < position(y)) == (F == Max) ? y : x;
      // a product of numbers that are counted from elsewhere
      const FieldModel& f = model();
      const E from = random(static_cast<uint64_t>(F), 1), by = random(static_cast<uint64_t>(F), 2);
      return sum(from, {f.times(f.times(sum(x, negate(from)).v, sum(y, negate(from)).v), by.v)});
    } else {
      if (model().lost() && !x.special() && !y.special()) return passed_on(F, sum(x, passed_on(F, y)));
      if constexpr (F == Power) {
        int64_t e;
        if (model().is_ring() && !x.special()) {
          const E half{model().half()};
          if (y == half) return by_identity<Sqrt>(x);
          if (y == negate(half)) return by_identity<Rsqrt>(x);
        }
        // x² is exactly x·x, and x⁻¹ is 1/x; other powers only among the reals
        if (small_integer(y, e) && (model().is_ring() || (e >= -1 && e <= 2))) {
          E r{1}, base = x;
          for (uint64_t n = static_cast<uint64_t>(e < 0 ? -e : e); n != 0; n >>= 1) {
            if (n & 1) r = multiply(r, base);
            base = multiply(base, base);
          }
          return e < 0 ? divide({1}, r) : r;
        }
      }
      if (x.is_nan() || y.is_nan()) return E::nan();
      if (F == Power && model().exponents() && !x.special() && !y.special()) {
        const E l = by_identity<Log>(x);
        return l.special() ? E::nan() : by_identity<Exp>(multiply(y, l));
      }
      return random(static_cast<uint64_t>(F), seen(x), seen(y));
    }
  }

  template <ScalarFn F, class T>
  static bool compare(const T& x, const T& y) {
    if constexpr (is_discrete<T>) return Integers::compare<F>(x, y);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Field>::compare<F>(x, y);
    else if (x.is_nan() || y.is_nan()) return F == ScalarFn::Ne;
    else if (in_compare_op_ && !model().ordered()) return compare_without_order<F>(x, y);
    else return Integers::compare<F>(position(x), position(y));
  }
  /// While it lives, comparisons are those of the compare op (`yes`), or of a sort, an argmax, ..
  class CompareOp {
   public:
    explicit CompareOp(bool yes) : before_(in_compare_op_) { in_compare_op_ = yes; }
    ~CompareOp() { in_compare_op_ = before_; }
    CompareOp(const CompareOp&) = delete;
    CompareOp& operator=(const CompareOp&) = delete;

   private:
    bool before_;
  };
  /// The compare op's: where the model has no order, <, <= .. of two numbers that differ are functions with no
  /// law but that x > y is y < x.
  template <ScalarFn F>
  static bool compare_without_order(E x, E y) {
    using enum ScalarFn;
    if constexpr (F == Gt) return compare_without_order<Lt>(y, x);
    else if constexpr (F == Ge) return compare_without_order<Le>(y, x);
    else {
      int64_t i, j;
      const bool known = F == Eq || F == Ne || x == y || x.special() || y.special() ||
                         (small_integer(x, i) && small_integer(y, j));
      if (known) return Integers::compare<F == TotalLe ? Le : F>(position(x), position(y));
      return mix64(mix64(mix64(static_cast<uint64_t>(F)) ^ x.v) + y.v) >> 63;
    }
  }
  template <class T>
  static bool is_finite(const T& x) {
    return !x.special();
  }
  /// A NaN is the greatest.
  template <class T>
  static bool total_le(const T& x, const T& y) {
    auto place = [](const T& a) { return a.is_nan() ? model().seen_modulus() + 2 : position(a); };
    if constexpr (std::is_same_v<T, E>)
      if (in_compare_op_ && !model().ordered() && x != y && !x.special() && !y.special())
        return compare_without_order<ScalarFn::TotalLe>(x, y);
    return place(x) <= place(y);
  }
  template <class T>
  static T reduce_precision(const T& x, int exponent_bits, int mantissa_bits) {
    return round_to({exponent_bits, mantissa_bits + 1}, x);
  }
  /// Rounding to a format: a function of its own, which keeps what every format holds and what it made itself, or
  /// nothing at all.
  static E round_to(FloatFormat to, E x) {
    if (x.special()) return x;
    const FieldModel& f = model();
    if (f.lost()) return f.lost()->lost_in(to) ? E{0} : x;
    int64_t i;
    if (!f.rounds() || exact_integer(x, i) || f.is_power_of_two(x.v)) return x;
    // The last 20 bits of a rounded number say twice to which format it was: one number in a million looks so by chance.
    constexpr uint64_t half = 10, both = (uint64_t{1} << 2 * half) - 1;
    const auto code = [](FloatFormat g) {
      return static_cast<uint64_t>((g.exponent_bits & 15) << 6 | (g.precision & 63));
    };
    const uint64_t v = is_low(x) ? x.v : negate(x).v, once = v & (both >> half);
    if (const FloatFormat was{static_cast<int>(once >> 6), static_cast<int>(once & 63)};
        (v & both) == (once << half | once) && was.precision > 0 && was.exponent_bits > 0 && fits(was, to))
      return x;
    const uint64_t h = random(static_cast<uint64_t>(ScalarFn::ReducePrecision) + 512 * code(to), v).v;
    const E r{(h & ((uint64_t{1} << 59) - 1)) >> 2 * half << 2 * half | code(to) << half | code(to)};
    return is_low(x) ? r : negate(r);
  }
  /// Between float types: wider, the same number; else rounded.
  static E convert_float(FloatFormat from, FloatFormat to, E x) {
    return fits(from, to) ? x : round_to(to, x);
  }

  /// See complex.h.
  static E magnitude_of(const Complex<E>& x) {
    if (x.re.special() || x.im.special()) return E::nan();
    return random(static_cast<uint64_t>(ScalarFn::Abs), x.re.v, mix64(x.im.v));
  }
  template <class R>
  static R magnitude(const Complex<R>& x) {
    return magnitude_of(x);
  }
  template <ScalarFn F, class R>
  static Complex<R> complex_unary(const Complex<R>& x) {
    return random_pair(F, x.re, x.im, {0}, {0});
  }
  template <ScalarFn F, class R>
  static Complex<R> complex_binary(const Complex<R>& x, const Complex<R>& y) {
    using enum ScalarFn;
    if constexpr (F == Divide) return ComplexOps<Field>::exact_quotient(x, y);
    if constexpr (F == Power) {
      int64_t e;
      if (y.im.v == 0 && small_integer(y.re, e)) return ComplexOps<Field>::integer_power(x, e);
    }
    return random_pair(F, x.re, x.im, y.re, y.im);
  }

  template <class To, class From>
  static To convert(const From& x) {
    if constexpr (std::is_same_v<To, From>) {
      return x;
    } else if constexpr (is_complex_scalar<To> || is_complex_scalar<From>) {
      return ComplexOps<Field>::convert<To>(x);
    } else if constexpr (is_discrete<To> && is_discrete<From>) {
      return Integers::convert<To>(x);
    } else if constexpr (is_narrow<From>) {
      return model().lost() ? E{0} : integer(x.value);
    } else if constexpr (std::is_same_v<From, Bool>) {
      return model().lost() ? E{0} : integer(x.bit);
    } else if constexpr (is_discrete<From>) {
      if (model().lost()) return {0};
      if constexpr (std::is_unsigned_v<From>) return {model().reduce(static_cast<uint64_t>(x))};
      else return integer(x);
    } else if constexpr (std::is_same_v<To, Bool>) {
      return Bool(x.v != 0);
    } else {
      int64_t i;
      if (small_integer(x, i)) return static_cast<To>(i);
      if (x.is_nan()) return To(0);
      return static_cast<To>(random(static_cast<uint64_t>(ScalarFn::Convert), seen(x)).v);
    }
  }

  /// What a rounding to FieldModel::lost takes away from a constant: nothing if the format holds it, else the same for all constants that
  /// differ by a power of two.
  static E lost_of_constant(double d) {
    const RoundingLoss lost = *model().lost();
    int exponent = 0;
    const double significand = std::frexp(std::fabs(d), &exponent);  // in [1/2, 1)
    const auto is_in_range = [&] {
      const int greatest = 1 << (lost.bits - 1);  // exponent, with such a significand; the least is 3 - greatest
      return exponent <= greatest && exponent >= 3 - greatest;
    };
    const auto is_whole = [](double x) { return x == std::floor(x); };
    const bool is_held = lost.range ? is_in_range() : is_whole(std::ldexp(significand, lost.bits));
    if (d == 0 || is_held) return E{0};
    const E r = random(static_cast<uint64_t>(ScalarFn::ReducePrecision), std::bit_cast<uint64_t>(lost.range ? std::fabs(d) : significand));
    return d < 0 ? negate(r) : r;
  }
  template <class T>
  static T from_bits(ElementType e, ElementBits bits) {
    if constexpr (is_discrete<T>) return Integers::from_bits<T>(static_cast<uint64_t>(bits));
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Field>::from_bits<E>(e, bits);
    else {
      const double d = Literal::decode(e, bits);
      if (model().lost() && std::isfinite(d)) return lost_of_constant(d);
      if (!model().signs() && std::isfinite(d)) return rational(std::fabs(d));
      if (model().is_ring())
        if (const auto f = rounded_fraction(e, d)) return divide(integer(f->first), integer(f->second));
      return rational(d);
    }
  }
  /// A number has no bits here: a fixed pseudo-random function stands for them.
  template <class T>
  static ElementBits to_bits(const T& x) {
    if constexpr (is_discrete<T>) return Integers::to_bits(x);
    else return static_cast<ElementBits>(mix64(hash(x))) << 64 | hash(x);
  }
  template <class T>
  static T of_bits(ElementBits bits) {
    constexpr auto tag = static_cast<uint64_t>(ScalarFn::Bitcast);
    const auto low = static_cast<uint64_t>(bits), high = static_cast<uint64_t>(bits >> 64);
    if constexpr (is_discrete<T>) return Integers::of_bits<T>(bits);
    else if constexpr (is_complex_scalar<T>) return {random(tag, low, high), random(tag + 256, low, high)};
    else return random(tag, low, high);
  }
  template <class T>
  static T from_index(int64_t i) {
    return convert<T, int64_t>(i);
  }
  /// With exponents, modulo 2p or modulo q.
  template <class T>
  static bool same(const T& x, const T& y) {
    if constexpr (std::is_same_v<T, E>)
      if (const Exponents* e = model().exponents(); e && x != y && !x.special() && !y.special())
        return x.v % e->order() == y.v % e->order() || x.v % e->q() == y.v % e->q();
    if constexpr (is_complex_scalar<T>) return same(x.re, y.re) && same(x.im, y.im);
    else return x == y;
  }
  template <class T>
  static uint64_t hash(const T& x) {
    if constexpr (is_discrete<T>) return Integers::hash(x);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Field>::hash(x);
    else return mix64(seen(x));
  }
  /// A dyadic rational of few bits as itself, any other element as its representative; of a complex
  /// number the real part.
  template <class T>
  static double to_double(const T& x) {
    if constexpr (is_discrete<T>) return Integers::to_double(x);
    else if constexpr (is_complex_scalar<T>) return to_double(x.re);
    else {
      if (x.is_nan()) return std::numeric_limits<double>::quiet_NaN();
      if (x.special())
        return (x == E::infinity() ? 1 : -1) * std::numeric_limits<double>::infinity();
      for (int k = 0; k <= 16; ++k) {
        int64_t i;
        if (small_integer({scaled(x.v, k)}, i)) return std::ldexp(static_cast<double>(i), -k);
      }
      return static_cast<double>(x.v);
    }
  }
  template <class T>
  static std::string text(const T& x) {
    if constexpr (is_discrete<T>) return Integers::text(x);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Field>::text(x);
    else {
      const double d = to_double(x);
      if (!x.special() && std::fabs(d) >= 0x1p31) return std::to_string(x.v);
      char buffer[40];
      std::snprintf(buffer, sizeof buffer, "%.17g", d);
      return buffer;
    }
  }

 private:
  inline static thread_local bool in_compare_op_ = false;
  static E sum(E x, E y) {
    const uint64_t s = x.v + y.v, p = modulus();
    return {s >= p ? s - p : s};
  }
  /// An addition that is a function of two numbers in any order, and odd; exact on small integers.
  static E function_of_bits(E x, E y) {
    int64_t i, j;
    if (exact_integer(x, i) && exact_integer(y, j)) return sum(x, y);
    const E a = is_low(x) ? x : negate(x), b = is_low(y) ? y : negate(y);
    if (a == b && x != y) return {0};
    const bool low = is_low(a.v >= b.v ? x : y);
    const E u = low ? x : negate(x), v = low ? y : negate(y);
    const E r = random(static_cast<uint64_t>(ScalarFn::Add), std::min(u.v, v.v), std::max(u.v, v.v));
    return low ? r : negate(r);
  }
  /// What a function passes on of what roundings take away, and what it adds: a product of two numbers that have nothing
  /// to lose has.
  static E passed_on(ScalarFn f, E x) {
    const auto tag = static_cast<uint64_t>(f) + 512;
    return sum({model().times(x.v, random(tag, 1).v)}, random(tag, 2));
  }
  /// The fraction a / b that the constant was rounded from, if there is one with b at most 1024 and no power of
  /// two: among real numbers x * (1/3) is x / 3, whatever float stands for 1/3.
  static std::optional<std::pair<int64_t, int64_t>> rounded_fraction(ElementType e, double d) {
    if (float_format(e).precision < 24 || !std::isfinite(d) || d == 0 || std::fabs(d) > 1024) return std::nullopt;
    // continued fraction: convergents are the best approximations
    double x = std::fabs(d);
    int64_t a0 = 0, b0 = 1, a1 = 1, b1 = 0;
    for (int step = 0; step < 16; ++step) {
      const double whole = std::floor(x);
      if (whole > 1e6) return std::nullopt;
      const auto n = static_cast<int64_t>(whole);
      const int64_t a = n * a1 + a0, b = n * b1 + b0;
      if (b > 1024) return std::nullopt;
      const double value = static_cast<double>(a) / static_cast<double>(b);
      if (e == ElementType::F64 ? value == std::fabs(d) : static_cast<float>(value) == std::fabs(d))
        return (b & (b - 1)) == 0 ? std::nullopt : std::optional(std::pair{d < 0 ? -a : a, b});
      if (x == whole) return std::nullopt;
      x = 1 / (x - whole);
      a0 = a1, b0 = b1, a1 = a, b1 = b;
    }
    return std::nullopt;
  }
  /// The pair of a fixed pseudo-random function, NaN where an argument is special.
  static Complex<E> random_pair(ScalarFn f, E a, E b, E c, E d) {
    if (a.special() || b.special() || c.special() || d.special()) return {E::nan(), E::nan()};
    const uint64_t tag = static_cast<uint64_t>(f) + 256;
    const uint64_t x = mix64(a.v + mix64(b.v)), y = mix64(c.v + mix64(d.v));
    return {random(tag, x, y), random(tag + 256, x, y)};
  }
  /// What floats have at an infinity, NaN where they have no limit.
  template <ScalarFn F>
  static E at_infinity(bool positive) {
    using enum ScalarFn;
    const E self = positive ? E::infinity() : E::minus_infinity();
    if constexpr (F == Floor || F == Ceil || F == RoundAfz || F == RoundEven || F == Cbrt ||
                  F == Asinh || F == Sinh) return self;
    else if constexpr (F == Exp) return positive ? self : E{0};
    else if constexpr (F == Cosh || F == Lgamma) return E::infinity();
    else if constexpr (F == Erfc) return integer(positive ? 0 : 2);
    else if constexpr (F == BesselI1e) return E{0};
    else if constexpr (F == Acosh || F == Digamma) return positive ? self : E::nan();
    else if constexpr (F == Expm1) return positive ? self : integer(-1);
    else if constexpr (F == Logistic) return E{positive ? 1u : 0u};
    else if constexpr (F == Tanh || F == Erf) return integer(positive ? 1 : -1);
    else if constexpr (F == Log || F == Log1p || F == Sqrt) return positive ? self : E::nan();
    else if constexpr (F == Rsqrt) return positive ? E{0} : E::nan();
    else return E::nan();  // sine, acos, ..; arctangents leave the rationals
  }
};

}  // namespace partir
