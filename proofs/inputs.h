// How every checker here draws arguments. Uniform values tell polynomials apart, but not programs that
// branch or saturate: an `and` over a hundred coins is false whatever the shards do, a one-hot of a class
// number out of range is zero. So a program gets as many kinds of draws as its ops can tell apart.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "interp/field.h"
#include "interp/native.h"
#include "interp/random.h"
#include "proofs/index_places.h"
#include "proofs/tensor_bits.h"
#include "semantics/core.h"
#include "semantics/hlo.h"
#include "semantics/makes_promises.h"

namespace partir {

/// A kind of draw.
struct Draw {
  enum class Kind : uint8_t {
    Uniform,  ///< floats uniform (`random_tensor`), integers small, i1 coins
    Whole,    ///< the same, integers of their whole range
    Extents,  ///< everything an integer below an extent of the program: classes, positions, shifts
    One,      ///< ⊕'s identity (without ⊕: 0, 1 or -1) but in one place
    Sparse,   ///< likewise, but in as many places as the square root of all
    Special,  ///< uniform but for an infinity or NaN in one place of each float argument
    Around,   ///< on one side of a constant of a program, but in one place on its other side
    Near,     ///< each element below, at or above some constant of a program
    Places,   ///< uniform, but integers at, between and beyond the ends of what the programs index
    All,      ///< ⊕'s identity everywhere
    Rising    ///< uniform, but integers 0, 1, 2, ..: sorted and distinct, as indices are promised to be
  };
  Kind kind = Kind::Uniform;
  std::optional<Monoid> monoid;  ///< of One and Sparse
  double constant = 0;           ///< of Around
  int side = 0;  ///< of Around: which of `sides`, the next for each next argument; of Places likewise; of One and
                 ///< Special: any place, the first, the last; the first row all -inf
  friend auto operator<=>(const Draw&, const Draw&) = default;
};

/// `uniform`, `whole range`, `below an extent`, `identity of max but in one place`, ..
inline std::string text(const Draw& d) {
  switch (d.kind) {
    case Draw::Kind::Uniform: return "uniform";
    case Draw::Kind::Whole: return "whole range";
    case Draw::Kind::Extents: return "below an extent";
    case Draw::Kind::Special: return "uniform but for an infinity or NaN";
    case Draw::Kind::Near: return "near the programs' constants";
    case Draw::Kind::Places: return "uniform, integers near the ends of what is indexed";
    case Draw::Kind::Rising: return "uniform, integers 0, 1, 2, ..";
    case Draw::Kind::All: return "identity of " + std::string(name(*d.monoid)) + " everywhere";
    case Draw::Kind::Around: {
      char number[32];
      std::snprintf(number, sizeof number, "%g", d.constant);
      return std::string("around ") + number + ", " + std::to_string(d.side);
    }
    default: break;
  }
  return (d.monoid ? "identity of " + std::string(name(*d.monoid)) : "constant") +
         (d.kind == Draw::Kind::One ? " but in one place" : " but in some places");
}

/// How the floats of a run in Native are drawn. All have full mantissas.
enum class FloatDraw : uint8_t {
  Positive,  ///< in (0, 2], scaled down so that contractions keep them near 1: no cancellation, tight bounds
  Signed,    ///< in [-2, 2], scaled likewise
  Wide,      ///< of any sign, exponents spread over a quarter of the type's range
  Large,     ///< in [-200, 200]: beyond where exp of f32 and f16 overflows
  Extreme,   ///< signed, but in some places the largest, the least, zeros of both signs, infinities, NaN
  Near,      ///< each element below, at or above some constant of a program
  Negative,  ///< in [-2, 0): below every initial value and padding of 0
  Small,     ///< of -2, -1, -0, 0, 1, 2: ties
  Single,    ///< signed, but one element of each argument, or a row, is infinite, NaN, a zero or subnormal
  Three,     ///< signed, but three elements of each argument are NaN and the two infinities
  Top,       ///< signed, but half of the arguments near the type's largest: what overflows
  High,      ///< likewise, at three quarters of the exponents: products overflow, sums do not
  Bottom,    ///< signed, but half of the arguments near the type's least: what is lost as it gets smaller
  Peaks,     ///< all arguments near the type's largest, of which two together overflow
  Opposed,   ///< the same, every other argument negative
  Some,      ///< some arguments near the type's largest, of either sign, others signed: other ones each time
  Unit,      ///< 1, but a few of -1, 2 and 1/2: products that neither overflow nor vanish
  Hundredth,   ///< signed, times 2^-6, all arguments: sums beside which a number of a program is large
  Thousandth,  ///< times 2^-10: squares that f16 does not hold
  Millionth,   ///< times 2^-18
  Low,         ///< in [-24, -8]: where exp and logistic nearly vanish
  Beside,      ///< signed, beside one far larger number: differences of these cancel
  Nearly,      ///< nearly 1, where a logarithm vanishes
  Steep,       ///< all where exp grows by far, but does not overflow
  Cancelling   ///< 1, but one argument, or two, also has large numbers that cancel, beside which a type of few digits loses the ones (see `Cancelling`)
};
inline constexpr std::array float_draws = {FloatDraw::Positive, FloatDraw::Signed,   FloatDraw::Large,
                                           FloatDraw::Single,   FloatDraw::Negative, FloatDraw::Small,
                                           FloatDraw::Near,     FloatDraw::Unit,     FloatDraw::Extreme,
                                           FloatDraw::Wide,     FloatDraw::Top,      FloatDraw::High,
                                           FloatDraw::Bottom, FloatDraw::Peaks, FloatDraw::Opposed,
                                           FloatDraw::Hundredth, FloatDraw::Thousandth, FloatDraw::Millionth, FloatDraw::Low, FloatDraw::Beside, FloatDraw::Nearly, FloatDraw::Steep};
/// Of programs that are too large for more than a few runs.
inline constexpr std::array heavy_float_draws = {FloatDraw::Positive, FloatDraw::Three, FloatDraw::Large, FloatDraw::Top, FloatDraw::Single, FloatDraw::Thousandth};
constexpr std::string_view text(FloatDraw d) {
  constexpr std::string_view texts[] = {"positive", "signed", "of all magnitudes", "in [-200, 200]",
                                        "signed but for extremes", "near the programs' constants", "negative",
                                        "small integers", "signed but for one special", "signed but for three specials", "near the largest",
                                        "large", "near the least", "all near the largest", "all near the largest or its negative",
                                        "some near the largest or its negative", "mostly 1", "of about a hundredth",
                                        "of about a thousandth", "of about a millionth", "in [-24, -8]", "beside one far larger number", "nearly 1", "where exp is steep",
                                        "1 but for large ones that cancel"};
  return texts[static_cast<size_t>(d)];
}

/// How a run draws floats that cancel: in all blocks of `block` elements along a dimension of `argument` the first is `large`, the last is its
/// negative; or all of `argument` are `large`, and those of `other` its negative. All else is 1. A sum of these, in their order, is one of ones;
/// but where `large` and 1 come to `large`, because the type has few digits, it is 0 or less, in all elements.
struct Cancelling {
  size_t argument = 0, dimension = 0;
  int64_t block = 0;
  std::optional<size_t> other = std::nullopt;
  double large = 0;
  bool rises = false;  ///< integers are 0, 1, 2, ..; else all 0
  friend bool operator==(const Cancelling&, const Cancelling&) = default;
};

/// Draws a program's arguments: argument i of a run depends on the programs' types and constants, the run's seed and i.
class Inputs {
 public:
  /// Of a well-typed program.
  explicit Inputs(const core::Program& p) {
    for (ValueId x : p.main.params) types_.push_back(p.main.type(x));
    for (const Value& v : p.main.values) see(v.type);
    core::walk(p.main.body, [&](const core::Stmt& s, int) {
      if (const auto* o = std::get_if<OpExpr>(&s.expr)) see(p.main, *o, p.main.type(s.results[0]));
      if (const auto* l = std::get_if<core::LoopExpr>(&s.expr))
        for (const core::LoopAttr& σ : l->attrs)
          if (σ.kind == core::LoopAttr::Kind::Reduce)
            for (ValueId x : s.results) see(σ.monoid, p.main.type(x));
    });
    plan();
  }
  /// Of global tensors for the parameters of a well-typed HLO program.
  explicit Inputs(const hlo::Program& p) {
    for (const DistType& d : p.main.param_dists) {
      types_.push_back(d.global);
      see(d.global);
      if (!d.partial.empty()) see(d.monoid, d.global);
    }
    for (const Value& v : p.main.values) see(v.type);
    for (const hlo::Stmt& s : p.main.body.stmts) {
      const TensorType& result = p.main.type(s.results[0]);
      if (const auto* o = std::get_if<OpExpr>(&s.expr)) see(p.main, *o, result);
      if (const auto* r = std::get_if<hlo::AllReduce>(&s.expr)) see(r->monoid, result);
      if (const auto* r = std::get_if<hlo::ReduceScatter>(&s.expr)) see(r->monoid, result);
    }
    plan();
  }

  /// Sees an op of the program under test, too: its thresholds, offsets and tables decide what is worth drawing.
  void see(const Op& op, const Types& operands) {
    see_constants(op);
    see_places(op, operands);
    see_reducers(op, operands);
    for (const TensorType& t : operands) see(t);
    for (const TensorType& t : op.infer(operands)) see(t);
  }
  /// Plans the draws, after the last `see`.
  void plan();

  /// How many consecutive seeds make every kind of draw that matters here, and at least two, or four where that is cheap.
  int64_t runs() const { return std::max<int64_t>(heavy_ ? 2 : 4, static_cast<int64_t>(kinds_.size())); }
  /// The same in Native, where integers and i1 have these kinds, and floats those of `float_draws`.
  int64_t native_runs() const {
    if (heavy_) return heavy_float_draws.size();
    return std::max<int64_t>(float_draws.size() + peaks() + cancelling_.size(), discrete_arguments() ? runs() + 1 : 0);
  }
  /// How often each kind of `float_draws` is to be drawn until even the smallest argument had some hundred elements of it, as far as that is cheap.
  int64_t rounds() const {
    int64_t fewest = std::numeric_limits<int64_t>::max();
    for (const TensorType& t : types_)
      if ((is_float(t.element) || is_complex(t.element)) && t.elements() > 0) fewest = std::min(fewest, t.elements());
    return std::clamp<int64_t>(std::min(128 / fewest, static_cast<int64_t>(4e5 / std::max(cost_, 1.0))), 1, 8);
  }
  /// How many runs in Native make of each float argument something near the type's largest, beside others that are not.
  size_t peaks() const {
    size_t n = 1;
    for (const TensorType& t : types_)
      if ((is_float(t.element) || is_complex(t.element)) && n < 27) n *= 3;
    return n < 9 || cost_ > 1e5 ? 0 : n;
  }
  /// How the `r`-th run in Native draws floats.
  FloatDraw float_draw(int64_t r) const {
    const auto i = static_cast<size_t>(r);
    const size_t peaks_end = float_draws.size() + peaks();
    if (!heavy_ && i >= float_draws.size() && i < peaks_end) return FloatDraw::Some;
    if (!heavy_ && i >= peaks_end && i < peaks_end + cancelling_.size()) return FloatDraw::Cancelling;
    return heavy_ ? heavy_float_draws[i % heavy_float_draws.size()] : float_draws[i % float_draws.size()];
  }
  /// A number that a program compares with, clamps to, divides by, ..
  void see_constant(double v) {
    if (std::isfinite(v) && std::fabs(v) < 0x1p53) constants_.insert(v);
  }
  /// Plans kinds of draws as for a program of discrete choices, of which max and min are some.
  void with_choices() { discrete_ = choices_ = true; }
  /// Whether kinds of draws that would matter are left out, because a run costs too much for them all.
  bool fewer_kinds() const { return heavy_ && discrete_; }
  /// Whether a run costs so much that only few are made.
  bool heavy() const { return heavy_; }
  /// Scalar operations of a run, about.
  double cost() const { return cost_; }
  /// Scalar operations of a run above which it does.
  static constexpr int64_t heavy_from = 50'000'000;
  /// The kind of the run with `seed`.
  const Draw& kind(uint64_t seed) const {
    return kinds_[(seed + kinds_.size() - 1) % kinds_.size()];
  }

  template <class D>
  Tensor<D> draw(size_t i, uint64_t seed) const {
    const TensorType& type = types_.at(i);
    const uint64_t stream = argument_seed(seed, i);
    switch (kind(seed).kind) {
      case Draw::Kind::Uniform: break;
      case Draw::Kind::Whole:
        if (is_integer(type.element)) return whole<D>(type, stream);
        break;
      case Draw::Kind::Extents: return below<D>(type, stream);
      case Draw::Kind::One: case Draw::Kind::Sparse: case Draw::Kind::All: return sparse<D>(type, kind(seed), stream);
      case Draw::Kind::Special: return special<D>(type, kind(seed).side, stream);
      case Draw::Kind::Around: return around<D>(type, kind(seed), static_cast<int>(i), stream);
      case Draw::Kind::Near: return near<D>(type, stream);
      case Draw::Kind::Places:
        if (is_integer(type.element) || (is_float(type.element) && kind(seed).side % 2 == 1))
          return places<D>(type, kind(seed).side + static_cast<int>(i), stream);
        break;
      case Draw::Kind::Rising:
        if (!is_integer(type.element)) break;
        return rising<D>(type);
    }
    return random_tensor<D>(type, stream);
  }
  /// Arguments of moderate size for runs that decide nothing themselves (decisions.h): floats of up to 1/2 with all digits that
  /// their type has, small integers.
  enum class Moderate : uint8_t {
    Signed,
    Positive,  ///< integers rise
    Negative,
    Scaled,    ///< all floats of an argument far greater or less, or not
    Halves     ///< whole numbers and halves of up to 2
  };
  static constexpr std::array all_moderate = {Moderate::Signed, Moderate::Positive, Moderate::Negative, Moderate::Scaled, Moderate::Halves};
  /// Of a type other than i1.
  static Tensor<Native> moderate(const TensorType& type, uint64_t stream, Moderate kind) {
    const ElementType e = type.element;
    if (is_integer(e))
      return of_low_bits<Native>(type, [&](size_t k) {
        if (kind == Moderate::Positive) return mix64(stream) % 4 + k;
        return mix64(stream + k) % 13 - (is_signed_int(e) ? 4 : 0);
      });
    const int by = kind == Moderate::Scaled ? (static_cast<int>(mix64(stream ^ 5) % 3) - 1) * std::min(18, (1 << float_format(real_part(e)).exponent_bits) / 4) : 0;
    return of_reals(type, [&](int64_t k) {
      double x = static_cast<double>(mix64(stream + static_cast<uint64_t>(k)) >> 11) * 0x1p-53;  // below 1
      if (kind == Moderate::Positive || kind == Moderate::Negative) x = (kind == Moderate::Positive ? 1 : -1) * (x / 2 + 0x1p-10);
      else x -= 0.5;
      if (kind == Moderate::Halves) x = std::round(8 * x) / 2;
      return std::ldexp(x, by);
    });
  }
  /// Floats, or complex numbers of two each; `real` says, of a position among them, which number.
  template <class F>
  static Tensor<Native> of_reals(const TensorType& type, F&& real) {
    const ElementType e = real_part(type.element);
    const auto number = [&]<class R>(int64_t i) { return Native::from_bits<R>(e, Literal::encode(e, real(i))); };
    return build<Native>(type, [&]<class T>(int64_t i) -> T {
      if constexpr (is_complex_scalar<T>) return {number.template operator()<RealOf<T>>(2 * i), number.template operator()<RealOf<T>>(2 * i + 1)};
      else if constexpr (!is_discrete<T>) return number.template operator()<T>(i);
      else return T{};  // not reached: no integers
    });
  }
  /// Uniform, integers of their whole range.
  template <class D>
  static Tensor<D> free(const TensorType& type, uint64_t stream) {
    return is_integer(type.element) ? whole<D>(type, stream) : random_tensor<D>(type, stream);
  }
  /// All arguments of a run.
  template <class D>
  std::vector<Tensor<D>> draw_all(uint64_t seed) const {
    std::vector<Tensor<D>> args;
    for (size_t i = 0; i < types_.size(); ++i) args.push_back(draw<D>(i, seed));
    return args;
  }
  /// The arguments of a run in Native: floats by `how`, all else as `seed` says. `everywhere`: where floats are of extreme magnitude, those
  /// of all arguments are, not of some.
  std::vector<Tensor<Native>> draw_native(uint64_t seed, FloatDraw how, bool everywhere = false) const {
    std::vector<Tensor<Native>> args;
    const auto of_floats = [](const TensorType& t) { return is_float(t.element) || is_complex(t.element); };
    const bool peaks = how == FloatDraw::Peaks || how == FloatDraw::Opposed;
    // of each argument by turns: tame, near the largest, near its negative; of many arguments at random
    const auto turn = [&](size_t i) -> uint64_t {
      if (how != FloatDraw::Some) return 0;
      uint64_t before = 1;
      for (size_t j = 0; j < i; ++j) before *= of_floats(types_[j]) ? 3 : 1;
      return before < 27 ? seed / before % 3 : mix64(mix64(seed ^ 18) + i) % 3;
    };
    const bool extreme = how == FloatDraw::Top || how == FloatDraw::High || how == FloatDraw::Bottom;
    const bool only = std::count_if(types_.begin(), types_.end(), of_floats) == 1;
    if (how == FloatDraw::Cancelling && !cancelling_.empty()) {
      for (size_t i = 0; i < types_.size(); ++i) args.push_back(cancelling(types_[i], i, cancelling_[seed % cancelling_.size()]));
      return args;
    }
    for (size_t i = 0; i < types_.size(); ++i)
      args.push_back(of_floats(types_[i]) ? floats(types_[i], how, peaks || turn(i) > 0 || (extreme && (only || everywhere || (mix64(seed) + i) % 2 == 0)), how == FloatDraw::Opposed ? i : how == FloatDraw::Some ? turn(i) / 2 : seed + i, argument_seed(seed, i))
                                          : draw<Native>(i, seed));
    return args;
  }
  friend bool same_plan(const Inputs& a, const Inputs& b) {
    return a.kinds_ == b.kinds_ && a.constants_ == b.constants_ && a.extents_ == b.extents_ && a.places_ == b.places_ && a.cancelling_ == b.cancelling_;
  }

 private:
  void see(const TensorType& t) {
    discrete_ = discrete_ || !(is_float(t.element) || is_complex(t.element));
    for (int64_t n : t.shape)
      if (n > 1) extents_.push_back(n);
    if (is_float(real_part(t.element))) precisions_.insert(float_format(real_part(t.element)).precision);
  }
  /// Reductions of floats do not saturate: of two shards' maxima of uniform values one is less.
  void see(Monoid m, const TensorType& of) {
    if (m != Monoid::Add && !is_float(of.element) && !is_complex(of.element)) monoids_.insert(m);
  }
  template <class Function>
  void see(const Function& f, const OpExpr& e, const TensorType& result) {
    Types operands;
    for (ValueId x : e.operands) operands.push_back(f.type(x));
    cost_ += e.op.flops(operands);
    heavy_ = cost_ > static_cast<double>(heavy_from);
    const Op& op = e.op;
    for (const ScalarBody* b : op.bodies())
      if (const auto m = monoid_of(*b)) see(*m, result);
    see_reducers(op, operands);
    see_constants(op);
    see_places(op, operands);
  }
  /// What reductions are by. One of several operands, such as an argmax, may start from the least or from the greatest number.
  void see_reducers(const Op& op, const Types& operands) {
    if (const auto* r = op.get_if<Reduce>()) see(r->reducer, operands[0]);
    if (!op.get_if<VariadicReduce>() || !is_integer(operands[0].element)) return;
    see(Monoid::Max, operands[0]);
    see(Monoid::Min, operands[0]);
  }
  /// Integers that name the ends of what the op indexes, the places beside them, and the ends of each part of such an
  /// extent: what is one device's of a whole that is another program's.
  void see_places(const Op& op, const Types& operands) {
    for (const IndexPlaces& p : index_places(op, operands)) {
      const TensorType& t = operands.at(p.operand);
      if (t.elements() > 0) lasts_.insert(p.last);
    }
  }
  /// All values of a constant, of a table so many that each device's is among them.
  void see_constants(const Op& op) {
    promises_ = promises_ || makes_promises(op);
    const auto see = [&](const Literal& l) {
      constexpr int64_t most = 4096;
      if (!(is_integer(l.type.element) || is_float(l.type.element)) || l.type.elements() == 0) return;
      for (int64_t i = 0, n = l.splat ? 1 : std::min(l.type.elements(), most); i < n; ++i)
        see_constant(l.as_double(i));
    };
    if (const auto* c = op.get_if<Constant>()) see(c->value);
    for (const ScalarBody* b : op.bodies())
      for (const Node& n : b->nodes) {
        if (const auto* l = std::get_if<LiteralNode>(&n.expr)) see(*l->literal);
        discrete_ = discrete_ || is_bool(n.element) || is_integer(n.element);
      }
  }
  bool discrete_arguments() const {
    return std::any_of(types_.begin(), types_.end(), [](const TensorType& t) {
      return is_bool(t.element) || is_integer(t.element);
    });
  }

  static uint64_t bits(uint64_t stream, int64_t i) { return mix64(mix64(stream) + static_cast<uint64_t>(i)); }
  static uint64_t bits_below(uint64_t bits, uint64_t n) {
    return static_cast<uint64_t>(static_cast<unsigned __int128>(bits) * n >> 64);
  }
  template <class D, class F>
  static Tensor<D> build(const TensorType& type, F&& element) {
    return with_scalar<D>(type.element, [&]<class T>() {
      return Tensor<D>::template build<T>(type, [&](T* out) {
        for (int64_t i = 0, n = type.elements(); i < n; ++i) out[i] = element.template operator()<T>(i);
      });
    });
  }
  template <class D>
  static Tensor<D> whole(const TensorType& type, uint64_t stream) {
    return build<D>(type, [&]<class T>(int64_t i) {
      if constexpr (std::is_integral_v<T> || is_narrow<T>) {
        const uint64_t which = bits(stream ^ 11, i);
        if (which % 8 != 0) return static_cast<T>(bits(stream, i));
        if constexpr (is_narrow<T>) return T(which & 8 ? T::least : T::greatest);
        else return which & 8 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
      }
      else return D::template from_index<T>(0);  // not reached: integers only
    });
  }
  template <class D>
  Tensor<D> below(const TensorType& type, uint64_t stream) const {
    return build<D>(type, [&]<class T>(int64_t i) {
      const uint64_t which = bits(stream ^ 1, i);
      uint64_t n = 2;
      if (!extents_.empty())  // half of the time the largest
        n = static_cast<uint64_t>(which & 1 ? extents_.back() : extents_[(which >> 1) % extents_.size()]);
      const auto v = static_cast<int64_t>(bits_below(bits(stream, i), n));
      if constexpr (std::is_same_v<T, Bool>) return Bool(v % 2 != 0);
      else return D::template from_bits<T>(
          type.element, Literal::encode(type.element, static_cast<double>(v)));
    });
  }
  template <class D>
  static Tensor<D> sparse(const TensorType& type, const Draw& draw, uint64_t stream) {
    const bool of_monoid = draw.monoid && defined_on(*draw.monoid, type.element);
    const uint64_t which = mix64(stream ^ 2);
    // Floats keep to finite values: an infinite identity would turn sums and products into NaN.
    const ElementBits background_bits =
        of_monoid && (is_bool(type.element) || is_integer(type.element) || *draw.monoid == Monoid::Mul)
            ? identity_bits(*draw.monoid, type.element)
        : is_bool(type.element)
            ? ElementBits{which % 2}
            : Literal::encode(type.element, std::array{0.0, 1.0, -1.0}[which % 3]);
    const auto n = static_cast<double>(type.elements());
    const double share = draw.kind == Draw::Kind::One ? 0 : std::min(0.5, 1 / std::sqrt(n));
    const auto threshold = static_cast<uint64_t>(share * 0x1p63);
    const Tensor<D> drawn = random_tensor<D>(type, stream);
    return with_scalar<D>(type.element, [&]<class T>() {
      const T background = D::template from_bits<T>(type.element, background_bits);
      const Tensor<D> contiguous = drawn.contiguous();
      const T* random = contiguous.template data<T>();
      return Tensor<D>::template build<T>(type, [&](T* out) {
        for (int64_t i = 0; i < type.elements(); ++i) {
          const int64_t last = type.elements() - 1;
          const int64_t one = draw.side == 1 ? 0 : draw.side == 2 ? last : static_cast<int64_t>(which % static_cast<uint64_t>(last + 1));
          const bool exception = draw.kind != Draw::Kind::All && (bits(stream ^ 3, i) >> 1 < threshold || i == one);
          out[i] = !exception ? background
                   : of_monoid ? unlike(*draw.monoid, random[i], background, bits(stream ^ 4, i))
                               : unlike(Monoid::Max, random[i], background, bits(stream ^ 4, i));
        }
      });
    });
  }
  /// `t` with element `at` replaced, or as many from there on.
  template <class D>
  static Tensor<D> with_element(const Tensor<D>& t, uint64_t at, double value, uint64_t many = 1) {
    return with_scalar<D>(t.element(), [&]<class T>() {
      std::vector<T> v = t.template values<T>();
      const T one = D::template from_bits<T>(t.element(), Literal::encode(t.element(), value));
      for (uint64_t i = 0; i < many; ++i) v[(at + i) % v.size()] = one;
      return Tensor<D>::make(t.type(), v);
    });
  }
  template <class D>
  static Tensor<D> special(const TensorType& type, int side, uint64_t stream) {
    const Tensor<D> t = random_tensor<D>(type, stream);
    if (!is_float(type.element) || type.elements() == 0) return t;
    constexpr double inf = std::numeric_limits<double>::infinity();
    const double values[] = {inf, -inf, std::numeric_limits<double>::quiet_NaN()};
    // one element, or all in a row; the first or the last
    const uint64_t which = mix64(stream ^ 6), n = static_cast<uint64_t>(type.elements());
    if (side == 1 || side == 2) return with_element(t, side == 1 ? 0 : n - 1, values[which % 3]);
    if (side == 3 && type.rank() > 0) return with_element(t, 0, -inf, static_cast<uint64_t>(type.shape.back()));
    const uint64_t first = mix64(stream ^ 5) % n;
    const uint64_t row = which / 3 % 2 == 0 && type.rank() > 0 ? static_cast<uint64_t>(type.shape.back()) : 1;
    return with_element(t, first / row * row, values[which % 3], row);
  }
  /// All elements c - 1 but one c + 1; the other way round; c + 1 but one c; c but one c + 1; all beyond c, on either side. Of
  /// large constants floats are farther than 1.
  template <class D>
  static Tensor<D> around(const TensorType& type, const Draw& draw, int argument, uint64_t stream) {
    const double c = draw.constant;
    const double by = is_integer(type.element) || std::fabs(c) < 256 ? 1 : std::fabs(c) / 8;
    const double sides[sides_of_constant][2] = {{c - by, c + by}, {c + by, c - by}, {c + by, c},
                                                {c, c + by}, {c - 2 * by, c - by}, {c + 2 * by, c + by}};
    // a side beyond is the first two, with the exception at the first or the last place
    const int side = draw.side < sides_of_constant ? (draw.side + argument) % sides_of_constant : draw.side % 2;
    const auto& [all, one] = sides[side];
    const uint64_t place = draw.side < sides_of_constant ? mix64(stream ^ 5)
                           : draw.side < sides_of_constant + 2 ? 0 : static_cast<uint64_t>(type.elements()) - 1;
    auto encoded = [&](double v) { return Literal::encode(type.element, v); };
    if (is_bool(type.element)) {
      const bool most = mix64(stream ^ 7) % 2 != 0;
      const Tensor<D> t = Tensor<D>::from_literal(Literal::splat_value(type, most));
      return type.elements() == 0 ? t : with_element(t, place, !most);
    }
    const Tensor<D> t = Tensor<D>::from_literal(Literal::splat_bits(type, encoded(all)));
    return type.elements() == 0 ? t : with_element(t, place, one);
  }
  /// Integers 0, 1, 2, .., row-major.
  template <class D>
  static Tensor<D> rising(const TensorType& type) {
    return build<D>(type, [&]<class T>(int64_t k) {
      return D::template from_bits<T>(type.element, Literal::encode(type.element, static_cast<double>(k)));
    });
  }
  static Tensor<Native> cancelling(const TensorType& type, size_t i, const Cancelling& c) {
    if (is_integer(type.element) && c.rises) return rising<Native>(type);
    if (is_integer(type.element) || is_bool(type.element)) return Tensor<Native>::from_literal(Literal::splat_value(type, is_bool(type.element)));
    int64_t inner = 1;
    for (size_t d = c.dimension + 1; d < type.shape.size(); ++d) inner *= type.shape[d];
    const int64_t parts = is_complex(type.element) ? 2 : 1;
    return of_reals(type, [&](int64_t k) -> double {
      if (c.other) return i == c.argument ? c.large : i == *c.other ? -c.large : 1;
      if (i != c.argument) return 1;
      const int64_t at = k / parts / inner % c.block;
      return at == 0 ? c.large : at == c.block - 1 ? -c.large : 1;
    });
  }
  /// For programs with floats of several precisions: for each of the narrower types a run along each dimension of each argument in blocks of each of the
  /// programs' extents, as devices' parts have them, and one for each two arguments of one shape. If these are too many, some of them.
  void plan_cancelling() {
    cancelling_.clear();
    if (precisions_.size() < 2 || heavy_) return;
    // floats whose type holds 2^exponent
    const auto holds = [&](size_t i, int exponent) {
      const ElementType e = real_part(types_[i].element);
      return is_float(e) && exponent < 1 << (float_format(e).exponent_bits - 1);
    };
    const bool have_integers = std::any_of(types_.begin(), types_.end(), [](const TensorType& t) { return is_integer(t.element); });
    std::vector<Cancelling> all;
    for (auto precision = precisions_.begin(); precision != std::prev(precisions_.end()); ++precision)
      for (size_t i = 0; i < types_.size(); ++i) {
        const int exponent = *precision + 1;
        if (!holds(i, exponent) || types_[i].elements() == 0) continue;
        Cancelling c{.argument = i, .large = std::ldexp(1.0, exponent)};
        for (size_t d = 0; d < types_[i].shape.size(); ++d)
          for (int64_t block : extents_)
            if (block > 2 && types_[i].shape[d] % block == 0) {
              c.dimension = d, c.block = block;
              all.push_back(c);
            }
        for (size_t j = i + 1; j < types_.size(); ++j)
          if (holds(j, exponent) && types_[j].shape == types_[i].shape) {
            c.other = j;
            all.push_back(c);
          }
      }
    if (have_integers)
      for (size_t k = 0, n = all.size(); k < n; ++k) {
        all.push_back(all[k]);
        all.back().rises = true;
      }
    const size_t most = static_cast<size_t>(std::clamp(4e6 / std::max(cost_, 1.0), 4.0, 32.0));
    const size_t n = std::min(all.size(), most);
    for (size_t k = 0; k < n; ++k) cancelling_.push_back(all[k * all.size() / n]);
  }
  /// Few elements are one place after another, from run to run and argument to argument; many are random ones.
  template <class D>
  Tensor<D> places(const TensorType& type, int side, uint64_t stream) const {
    const uint64_t n = places_.size();
    const bool many = type.elements() >= static_cast<int64_t>(2 * n);
    return build<D>(type, [&]<class T>(int64_t i) -> T {
      const uint64_t which = many ? bits(stream ^ 13, i) : static_cast<uint64_t>(side) + static_cast<uint64_t>(i);
      return D::template from_bits<T>(type.element, Literal::encode(type.element, static_cast<double>(places_[which % n])));
    });
  }
  template <class D>
  Tensor<D> near(const TensorType& type, uint64_t stream) const {
    const std::vector<double> centres(constants_.begin(), constants_.end());
    return build<D>(type, [&]<class T>(int64_t i) -> T {
      const uint64_t which = bits(stream ^ 8, i);
      if constexpr (std::is_same_v<T, Bool>) return Bool(which & 1);
      else {
        const double c = centres.empty() ? 0 : centres[(which >> 8) % centres.size()];
        const double by = std::array{-1.0, 0.0, 1.0, 0.0, -0.5, 0.5, -2.0, 2.0}[which % 8];
        const bool whole = is_integer(type.element);
        return D::template from_bits<T>(type.element,
                                        Literal::encode(type.element, whole ? std::floor(c + by) : c + by));
      }
    });
  }
  /// Floats or complex numbers of Native.
  /// `far`: one of the arguments that are of extreme magnitude; `special_number`: which special number a single one is.
  Tensor<Native> floats(const TensorType& type, FloatDraw how, bool far, uint64_t special_number, uint64_t stream) const {
    const ElementType e = real_part(type.element);
    if (how == FloatDraw::Near && !is_complex(type.element)) return near<Native>(type, stream);
    double scale = 1;
    if ((how == FloatDraw::Positive || how == FloatDraw::Signed) && type.rank() >= 2)
      for (int64_t n = *std::min_element(type.shape.begin(), type.shape.end()); n > 1; n /= 2) scale /= 2;
    if (how == FloatDraw::Large) scale = 100;
    if (how == FloatDraw::Hundredth) scale = 0x1p-6;
    if (how == FloatDraw::Thousandth) scale = 0x1p-10;
    if (how == FloatDraw::Millionth) scale = 0x1p-18;
    uint64_t single = type.elements() == 0 ? 0 : mix64(stream ^ 12) % static_cast<uint64_t>(type.elements());
    uint64_t single_end = single + 1;
    if (mix64(stream ^ 15) % 2 == 0 && type.rank() > 0 && type.elements() > 0) {
      const auto n = static_cast<uint64_t>(type.shape.back());
      single = single / n * n;
      single_end = single + n;
    }
    constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
    const auto n = static_cast<uint64_t>(std::max<int64_t>(type.elements(), 1));
    const std::array three = {mix64(stream ^ 16) % n, mix64(stream ^ 17) % n, mix64(stream ^ 18) % n};
    const FloatFormat format = float_format(e);
    const double beside = std::ldexp(1.0, std::max(1, (format.precision - 4) / 2)), steepest = std::log(2.0) * ((1 << (format.exponent_bits - 1)) - 2);
    return of_reals(type, [&](int64_t i) -> double {
      const uint64_t h = bits(stream ^ 9, i), k = bits(stream ^ 10, i);
      // 53 random bits, rounded to the type
      double v = std::ldexp(static_cast<double>(h >> 11), -52) * scale;
      if (how == FloatDraw::Negative || (how != FloatDraw::Positive && (k & 1))) v = -v;
      if (how == FloatDraw::Low) v = -8 - 8 * std::fabs(v);
      if (how == FloatDraw::Beside || how == FloatDraw::Nearly) v = (beside + v) / (how == FloatDraw::Nearly ? beside : 1);
      if (how == FloatDraw::Steep) v = steepest * (0.75 + v / 8);
      if (how == FloatDraw::Unit) v = (k >> 1) % 32 != 0 ? 1 : std::array{-1.0, 2.0, 0.5}[(k >> 8) % 3];
      if (how == FloatDraw::Small) v = std::array{-2.0, -1.0, -0.0, 0.0, 1.0, 2.0}[k % 6];
      if (how == FloatDraw::Wide) {
        const int spread = 1 << (format.exponent_bits - 2);
        v = std::ldexp(v, static_cast<int>((k >> 1) % static_cast<uint64_t>(spread)) - spread / 2);
      }
      if (far) {
        const int bias = 1 << (format.exponent_bits - 1);
        // more than half of them in the outermost binade
        const int binades = std::min(8, bias / 4), by = std::max(0, static_cast<int>((k >> 1) % static_cast<uint64_t>(2 * binades)) - binades);
        if (how == FloatDraw::Top) v = std::fabs(v);
        if (how == FloatDraw::Peaks || how == FloatDraw::Opposed || how == FloatDraw::Some) {
          // between 3/4 and all of the largest
          const double near = std::ldexp(1.5 + std::fabs(v) / 8, bias - 1);
          return how != FloatDraw::Peaks && special_number % 2 == 1 ? -near : near;
        }
        v = std::ldexp(v, how == FloatDraw::Bottom ? 3 - bias + by : how == FloatDraw::High ? bias * 3 / 4 - by : bias - 2 - by);
      }
      for (size_t of = 0; of < three.size() && how == FloatDraw::Three; ++of)
        if (static_cast<uint64_t>(i) == three[of]) v = std::array{nan, inf, -inf}[of];
      const bool special = how == FloatDraw::Extreme ? (k >> 1) % 4 == 0
                           : how == FloatDraw::Single && static_cast<uint64_t>(i) >= single && static_cast<uint64_t>(i) < single_end;
      if (special) {
        const double largest = (2 - std::ldexp(1, 1 - format.precision)) * std::ldexp(1, (1 << (format.exponent_bits - 1)) - 1);
        const double least = std::ldexp(1, 3 - (1 << (format.exponent_bits - 1)) - format.precision);
        if (how == FloatDraw::Single) v = std::array{-0.0, nan, inf, -inf, nan, 0.0, inf, least}[special_number % 8];
        else v = std::array{0.0, -0.0, inf, -inf, nan, largest, -largest, least}[(k >> 5) % 8];
      }
      return v;
    });
  }
  /// An exception to the identity that many others do not swallow: of i1 the other value, for and (or)
  /// one bit cleared (set), for mul of integers a unit, which never leads to 0.
  template <class T>
  static T unlike(Monoid m, const T& random, const T& identity, uint64_t bits) {
    if constexpr (std::is_same_v<T, Bool>) return Bool(!identity.bit);
    else if constexpr (std::is_integral_v<T> || is_narrow<T>) {
      const auto one_bit = static_cast<T>(uint64_t{1} << bits % integer_bits<T>);
      switch (m) {
        case Monoid::And: case Monoid::Or:
          return Integers::binary<ScalarFn::Xor>(identity, one_bit);
        case Monoid::Mul: return static_cast<T>(bits | 1);
        default: return static_cast<T>(bits);
      }
    } else return random;
  }

  static constexpr int sides_of_constant = 6;

  Types types_;
  std::vector<int64_t> extents_;  ///< of all values, ascending, distinct, above 1
  bool promises_ = false;         ///< some op promises something of its indices
  bool discrete_ = false;         ///< some value is an integer or an i1
  std::set<double> constants_;    ///< of the program
  std::set<int64_t> lasts_;       ///< the greatest places that indices may name
  std::vector<int64_t> places_;   ///< of Draw::Kind::Places, distinct
  bool choices_ = false;          ///< max and min are to choose both of their arguments
  double cost_ = 0;               ///< scalar operations of a run
  bool heavy_ = false;            ///< a run costs so much that fewer must do
  std::set<Monoid> monoids_;      ///< of the reductions of integers and i1, but add
  std::vector<Draw> kinds_;
  std::set<int> precisions_;             ///< of the floats, in bits
  std::vector<Cancelling> cancelling_;   ///< a run for each
};

inline void Inputs::plan() {
  std::sort(extents_.begin(), extents_.end());
  extents_.erase(std::unique(extents_.begin(), extents_.end()), extents_.end());
  plan_cancelling();
  using Kind = Draw::Kind;
  kinds_ = {{Kind::Uniform, {}}};
  if (!discrete_) return;
  kinds_.push_back({Kind::Extents, {}});
  for (Monoid m : monoids_) {
    for (int side = 0; side < (heavy_ ? 1 : 3); ++side) kinds_.push_back({Kind::One, m, 0, side});
    kinds_.push_back({Kind::Sparse, m});
    if (!heavy_) kinds_.push_back({Kind::All, m});
  }
  if (discrete_arguments()) {
    kinds_.push_back({Kind::Whole, {}});
    if (monoids_.empty()) kinds_.push_back({Kind::Sparse, {}});
  }
  // what one of so many devices has of a whole is met
  constexpr int64_t most_parts = 256;
  constexpr size_t most_places = 96;
  // one place after another, so that a single index meets each in some run
  std::set<int64_t> places;
  for (int64_t last : lasts_)
    for (int64_t at : {int64_t{-1}, int64_t{0}, last / 2, last - 1, last, last + 1}) places.insert(at);
  for (int64_t part : lasts_)
    for (int64_t at = part + 1; at <= *lasts_.rbegin() && at / (part + 1) <= most_parts; at += part + 1) places.insert({at - 1, at});
  places_.assign(places.begin(), places.end());
  int64_t fewest = 0;  // elements of an argument of integers
  for (const TensorType& t : types_)
    if (is_integer(t.element) && t.elements() > 0) fewest = fewest == 0 ? t.elements() : std::min(fewest, t.elements());
  if (fewest > 0 && !places_.empty()) {
    const size_t needed = places_.size() / static_cast<size_t>(fewest) + 1;
    const size_t n = heavy_ ? 1 : std::min(std::max(needed, std::min<size_t>(places_.size(), 8)), most_places);
    for (size_t i = 0; i < n; ++i) kinds_.push_back({Kind::Places, {}, 0, static_cast<int>(i * places_.size() / n)});
  }
  if (promises_) kinds_.push_back({Kind::Rising, {}});
  // without it is_finite is true in every run
  for (int side = 0; side < (heavy_ ? 1 : 4); ++side) kinds_.push_back({Kind::Special, {}, 0, side});
  // thresholds, offsets, padding and class numbers: what a branch compares with
  kinds_.push_back({Kind::Near, {}});
  if (!heavy_) kinds_.push_back({Kind::Near, {}, 0, 1});
  std::vector<double> around(constants_.begin(), constants_.end());
  std::stable_partition(around.begin(), around.end(), [](double c) { return std::fabs(c) > 1; });
  if (around.empty()) around = {0};
  // all sides of a few; of more, by turns, one; of all together what `Near` draws
  constexpr size_t few = 3, most = 12;
  if (heavy_) around.resize(1);
  else if (around.size() > most) around.resize(most);
  for (size_t i = 0; i < around.size(); ++i)
    for (int side = 0; side < sides_of_constant; ++side)
      if (heavy_ ? side == 0 : around.size() <= few || i < few || side == static_cast<int>(i % sides_of_constant))
        kinds_.push_back({Kind::Around, {}, around[i], side});
  if (choices_)
    for (int side = 0; side < 4; ++side) kinds_.push_back({Kind::Around, {}, around[0], sides_of_constant + side});
}

/// Whether an element, as text, is neither infinite nor NaN nor has such a part. Where an argument is, a sum or product that is taken apart may be NaN and the
/// whole infinite (inf - inf, 0 · inf); what is a number on one side alone is another function.
inline bool is_number(const std::string& element) {
  return element.find("inf") == std::string::npos && element.find("nan") == std::string::npos;
}

/// The arguments of a run of `program` with `seed`.
template <class D>
std::vector<Tensor<D>> random_arguments(const core::Program& program, uint64_t seed) {
  if constexpr (std::is_same_v<D, Native>) return Inputs(program).draw_native(seed, FloatDraw::Signed);
  else return Inputs(program).draw_all<D>(seed);
}

}  // namespace partir
