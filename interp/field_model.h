// Which numbers the domain Field calculates with, and which laws they keep: the model in which two programs are
// compared. Each `Freedom` has one, in which two programs are equal, but for an accident of probability about
// 2^-60 an operation, iff they are equal by the laws that the freedom allows:
//
//   Bits       add is a commutative function, else without a law; products, quotients and rounding likewise
//   Sums       add is that of a group; the rest as in Bits
//   Roundings  as Sums, but a conversion between float types does not round. Whether one side rounds on a path on
//              which the other does not, is what runs with `lost` tell.
//   Reals      the field, and functions that keep the identities that field.h lists
//   Reals with exponents
//              the integers modulo 2p·q (exponents.h) instead of a field: also exp(a + b) = exp(a)·exp(b),
//              log(a·b) = log(a) + log(b), exp(log(a)) = a, log(exp(a)) = a, sqrt(a·b) = sqrt(a)·sqrt(b),
//              cbrt(a) = exp(log(a)/3), a^b = exp(b·log(a)). Modulo q exp is what it should be, and modulo 2p what it says is any other function;
//              log the other way round. So two numbers are the same if they are so modulo 2p or modulo q. An accident has
//              a probability of about 2^-29. As what is made of an exp is only known modulo q, exp of that is any
//              function of how it was calculated; so there is a second such model, in which tanh, logistic, sinh, cosh
//              and expm1 are functions of their own, for programs that have them behind an exp.
//
// In a model without signs the negative of a number is the number itself, a difference is a sum, and a constant counts by its magnitude. A product by 2^k is
// what it is for k > 0 only, and else one by the |k|-th power of some other number than 1/2. A product by 0
// of what may be infinite, and its quotient by an infinity, are functions of it, and so is the greater of it and infinity; added to it, an infinity is some
// number. Nothing cancels there, and nothing is lost. So two programs differ there if one of them adds something and takes it away again, or makes it small and large again, or multiplies it by 0,
// though they are equal in the model with signs.
//
// What every float type calculates without rounding is exact in every model: negation, a product or quotient by
// ±2^k, sums and products of integers of at most 8 bits.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "interp/exponents.h"
#include "interp/modular.h"
#include "semantics/freedom.h"
#include "semantics/types.h"

namespace partir {

/// What a float format can hold.
struct FloatFormat {
  int exponent_bits = 0;
  int precision = 0;  ///< significant bits, the leading one included
  friend constexpr bool operator==(FloatFormat, FloatFormat) = default;
  friend constexpr auto operator<=>(FloatFormat, FloatFormat) = default;
};
/// Of a float type, or of the parts of a complex one.
constexpr FloatFormat float_format(ElementType e) {
  switch (real_part(e)) {
    case ElementType::BF16: return {8, 8};
    case ElementType::F16: return {5, 11};
    case ElementType::F32: return {8, 24};
    default: return {11, 53};
  }
}
/// Whether every value of `a` is one of `b`.
constexpr bool fits(FloatFormat a, FloatFormat b) {
  return a.exponent_bits <= b.exponent_bits && a.precision <= b.precision;
}

/// What some roundings take away from a number: the bits beyond a precision, or the range beyond an exponent.
struct RoundingLoss {
  bool range = false;  ///< else precision
  int bits = 0;        ///< exponent bits, or significant bits, of which no more are left
  /// Whether a number of format `f` has nothing left of it.
  constexpr bool lost_in(FloatFormat f) const { return (range ? f.exponent_bits : f.precision) <= bits; }
  friend constexpr auto operator<=>(RoundingLoss, RoundingLoss) = default;
};

/// A model. `FieldModel::Use` makes it the one in which Field calculates.
class FieldModel {
 public:
  static constexpr uint64_t mersenne = (uint64_t{1} << 61) - 1;

  constexpr FieldModel() = default;
  /// `lost`: floats stand for what a rounding to `*lost` takes away, as far as it reaches: parameters of types that
  /// have it are random, so are constants that it does not hold, functions and products pass it on and add to it, a
  /// rounding ends it.
  /// `chooses`: whether max and min are the greater and the lesser; else they are functions that only keep that their
  /// arguments go in any order and grouping, and that infinities are the least and the greatest: each argument tells.
  explicit FieldModel(Freedom laws, uint64_t modulus = mersenne, bool ordered = false,
                      std::optional<RoundingLoss> lost = std::nullopt, bool chooses = true)
      : laws_(laws), ordered_(ordered || laws == Freedom::Reals), chooses_(chooses), modulus_(modulus), lost_(lost) {
    width_ = std::bit_width(modulus_);
    inverse_ = static_cast<uint64_t>((static_cast<unsigned __int128>(1) << 2 * width_) / modulus_);
    half_ = (modulus_ + 1) / 2;
    if (!is_ring() && !lost_) note_powers();
  }

  /// Among the real numbers, with the laws of exp, log and sqrt. `apart`: tanh, logistic, .. are no formulas of that exp.
  static FieldModel with_exponents(uint64_t seed, bool apart, bool chooses = true) {
    const Exponents& e = Exponents::of(seed);
    FieldModel m(Freedom::Reals, e.modulus(), true, std::nullopt, chooses);
    m.exponents_ = &e;
    m.apart_ = apart;
    m.half_ = e.inverse(2);
    return m;
  }

  /// The same without signs.
  FieldModel without_signs() const {
    FieldModel m = *this;
    m.signs_ = false;
    m.fixed_ = std::make_shared<std::unordered_set<uint64_t>>();
    return m;
  }
  /// Of a model without signs: notes a finite number that no argument decides, and whether it was noted.
  void note_fixed(uint64_t v) const { fixed_->insert(v); }
  bool is_fixed(uint64_t v) const { return fixed_->contains(v); }

  Freedom laws() const { return laws_; }
  bool signs() const { return signs_; }
  /// Whether formulas are the same in this model where one of them adds something and takes it away again, but not where it has other products or functions. Then two
  /// programs are also compared without signs.
  bool cancels() const { return laws_ == Freedom::Sums || laws_ == Freedom::Roundings; }
  /// Whether products distribute over sums.
  bool is_ring() const { return laws_ == Freedom::Reals; }
  /// Whether float conversions round.
  bool rounds() const { return laws_ < Freedom::Roundings; }
  /// Whether the compare op asks for the numbers' order; else each of <, <= .. is a function of its own of two
  /// numbers that differ.
  bool ordered() const { return ordered_; }
  bool chooses() const { return chooses_; }
  const std::optional<RoundingLoss>& lost() const { return lost_; }
  uint64_t modulus() const { return modulus_; }
  /// Null but for models with exponents.
  const Exponents* exponents() const { return exponents_; }
  bool hyperbolic_apart() const { return apart_; }
  /// What functions but exp see of a number, and its order and sign go by: all of it, or modulo q.
  uint64_t seen(uint64_t v) const { return exponents_ ? v % exponents_->q() : v; }
  /// The number of values of `seen`.
  uint64_t seen_modulus() const { return exponents_ ? exponents_->q() : modulus_; }
  /// A number that is no constant, for a random one below the modulus.
  uint64_t unknown(uint64_t random) const { return exponents_ ? random & ~uint64_t{1} : random; }
  /// 1/v.
  uint64_t inverse(uint64_t v) const { return exponents_ ? exponents_->inverse(v) : power(v, modulus_ - 2); }
  /// 1/2.
  uint64_t half() const { return half_; }

  uint64_t times(uint64_t a, uint64_t b) const {
    const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    if (modulus_ == mersenne) return reduce_mersenne(product);
    // Barrett's reduction: the quotient by the scaled inverse is too small by two at most
    const auto q = static_cast<uint64_t>((product >> (width_ - 1)) * inverse_ >> (width_ + 1));
    uint64_t r = static_cast<uint64_t>(product) - q * modulus_;
    while (r >= modulus_) r -= modulus_;
    return r;
  }
  /// For a random number of 64 bits one below the modulus.
  uint64_t below(uint64_t random) const {
    return static_cast<uint64_t>(static_cast<unsigned __int128>(random) * modulus_ >> 64);
  }
  uint64_t reduce(unsigned __int128 x) const {
    return modulus_ == mersenne ? reduce_mersenne(x) : static_cast<uint64_t>(x % modulus_);
  }
  uint64_t power(uint64_t base, uint64_t e) const {
    uint64_t r = 1;
    for (; e != 0; e >>= 1, base = times(base, base))
      if (e & 1) r = times(r, base);
    return r;
  }
  static constexpr uint64_t reduce_mersenne(unsigned __int128 x) {
    // 128 = 61 + 61 + 6 bits
    const uint64_t s = (static_cast<uint64_t>(x) & mersenne) + (static_cast<uint64_t>(x >> 61) & mersenne) +
                       static_cast<uint64_t>(x >> 122);
    const uint64_t t = (s & mersenne) + (s >> 61);
    return t >= mersenne ? t - mersenne : t;
  }
  /// Whether `v` is 2^k or -2^k for a k that float types have. Only where products keep no law.
  bool is_power_of_two(uint64_t v) const { return exponent(v).has_value(); }
  /// The k nearest to 0.
  std::optional<int> exponent(uint64_t v) const {
    if (powers_.empty()) return std::nullopt;
    for (size_t at = slot(v); powers_[at].v != 0; at = (at + 1) % powers_.size())
      if (powers_[at].v == v) return powers_[at].exponent;
    return std::nullopt;
  }

  /// A prime between 2^60 and 2^61, drawn by `seed`.
  static uint64_t random_prime(uint64_t seed) {
    for (uint64_t i = 0;; ++i) {
      uint64_t x = seed * 0x9e3779b97f4a7c15u + i * 0xbf58476d1ce4e5b9u;
      x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
      x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
      x = ((x ^ (x >> 31)) >> 4) | (uint64_t{1} << 60) | 1;
      if (is_prime(x)) return x;
    }
  }

  /// The one that Field calculates with, on this thread.
  static const FieldModel& current() { return *current_; }
  /// Calculates with `m` as long as it lives.
  class Use {
   public:
    explicit Use(const FieldModel& m) : before_(current_) { current_ = &m; }
    ~Use() { current_ = before_; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    const FieldModel* before_;
  };

 private:
  static constexpr int most_exponent = 200;
  size_t slot(uint64_t v) const { return static_cast<size_t>(v * 0x9e3779b97f4a7c15u >> 40) % powers_.size(); }
  void note_powers() {
    powers_.assign(2039, {});  // a prime, more than twice as many as there are
    uint64_t up = 1, down = 1;
    const auto note = [&](uint64_t v, int k) {
      size_t at = slot(v);
      while (powers_[at].v != 0 && powers_[at].v != v) at = (at + 1) % powers_.size();
      if (powers_[at].v == 0) powers_[at] = {v, k};
    };
    for (int k = 0; k <= most_exponent; ++k, up = times(up, 2), down = times(down, half_)) {
      note(up, k), note(modulus_ - up, k);
      note(down, -k), note(modulus_ - down, -k);
    }
  }

  Freedom laws_ = Freedom::Reals;
  bool ordered_ = true, chooses_ = true, signs_ = true;
  uint64_t modulus_ = mersenne;
  uint64_t half_ = uint64_t{1} << 60;
  int width_ = 61;        ///< bits of the modulus
  uint64_t inverse_ = 0;  ///< 2^(2 width) by the modulus
  std::optional<RoundingLoss> lost_;
  const Exponents* exponents_ = nullptr;
  bool apart_ = false;
  /// 2^exponent or its negative, or 0 for none.
  struct Power {
    uint64_t v = 0;
    int exponent = 0;
  };
  std::vector<Power> powers_;
  std::shared_ptr<std::unordered_set<uint64_t>> fixed_;  ///< null with signs

  static const FieldModel standard_;
  static thread_local const FieldModel* current_;
};

inline const FieldModel FieldModel::standard_{};
inline thread_local constinit const FieldModel* FieldModel::current_ = &FieldModel::standard_;

}  // namespace partir
