// How every checker here draws arguments. Uniform values tell polynomials apart, but not programs that
// branch or saturate: an `and` over a hundred coins is false whatever the shards do, a one-hot of a class
// number out of range is zero. So a program gets as many kinds of draws as its ops can tell apart.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "interp/field.h"
#include "interp/native.h"
#include "interp/random.h"
#include "semantics/core.h"
#include "semantics/hlo.h"

namespace partir {

/// A kind of draw.
struct Draw {
  enum class Kind : uint8_t {
    Uniform,  ///< floats uniform (`random_tensor`), integers small, i1 coins
    Whole,    ///< the same, integers of their whole range
    Extents,  ///< everything an integer below an extent of the program: classes, positions, shifts
    One,      ///< ⊕'s identity (without ⊕: 0, 1 or -1) but in one place
    Sparse    ///< likewise, but in as many places as the square root of all
  };
  Kind kind = Kind::Uniform;
  std::optional<Monoid> monoid;  ///< of One and Sparse
  friend auto operator<=>(const Draw&, const Draw&) = default;
};

/// `uniform`, `whole range`, `below an extent`, `identity of max but in one place`, ..
inline std::string text(const Draw& d) {
  switch (d.kind) {
    case Draw::Kind::Uniform: return "uniform";
    case Draw::Kind::Whole: return "whole range";
    case Draw::Kind::Extents: return "below an extent";
    default: break;
  }
  return (d.monoid ? "identity of " + std::string(name(*d.monoid)) : "constant") +
         (d.kind == Draw::Kind::One ? " but in one place" : " but in some places");
}

/// Draws a program's arguments: argument i of a run depends on the program's types, the run's seed and i.
/// Floats of Native are uniform in every run: elsewhere its error bounds see little.
class Inputs {
 public:
  /// Of a well-typed program.
  explicit Inputs(const core::Program& p) {
    for (ValueId x : p.main.params) types_.push_back(p.main.type(x));
    for (const Value& v : p.main.values) see(v.type);
    core::walk(p.main.body, [&](const core::Stmt& s, int) {
      if (const auto* o = std::get_if<OpExpr>(&s.expr)) see(o->op, p.main.type(s.results[0]));
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
      if (const auto* o = std::get_if<OpExpr>(&s.expr)) see(o->op, result);
      if (const auto* r = std::get_if<hlo::AllReduce>(&s.expr)) see(r->monoid, result);
      if (const auto* r = std::get_if<hlo::ReduceScatter>(&s.expr)) see(r->monoid, result);
    }
    plan();
  }

  /// How many consecutive seeds make every kind of draw that matters here, and at least two.
  int64_t runs() const { return std::max<int64_t>(2, static_cast<int64_t>(kinds_.size())); }
  /// The same in Native, where floats are uniform in every run: only integers and i1 have kinds.
  int64_t native_runs() const { return discrete_arguments() ? runs() : 2; }
  /// The kind of the run with `seed`.
  const Draw& kind(uint64_t seed) const {
    return kinds_[(seed + kinds_.size() - 1) % kinds_.size()];
  }

  template <class D>
  Tensor<D> draw(size_t i, uint64_t seed) const {
    const TensorType& type = types_.at(i);
    const uint64_t stream = seed * 1000003 + i;
    if (std::is_same_v<D, Native> && is_float(type.element)) return random_tensor<D>(type, stream);
    switch (kind(seed).kind) {
      case Draw::Kind::Uniform: break;
      case Draw::Kind::Whole:
        if (is_integer(type.element)) return whole<D>(type, stream);
        break;
      case Draw::Kind::Extents: return below<D>(type, stream);
      case Draw::Kind::One: case Draw::Kind::Sparse: return sparse<D>(type, kind(seed), stream);
    }
    return random_tensor<D>(type, stream);
  }
  /// All arguments of a run.
  template <class D>
  std::vector<Tensor<D>> draw(uint64_t seed) const {
    std::vector<Tensor<D>> args;
    for (size_t i = 0; i < types_.size(); ++i) args.push_back(draw<D>(i, seed));
    return args;
  }

 private:
  void see(const TensorType& t) {
    discrete_ = discrete_ || !is_float(t.element);
    for (int64_t n : t.shape)
      if (n > 1) extents_.push_back(n);
  }
  /// Reductions of floats do not saturate: of two shards' maxima of uniform values one is less.
  void see(Monoid m, const TensorType& of) {
    if (m != Monoid::Add && !is_float(of.element)) monoids_.insert(m);
  }
  void see(const Op& op, const TensorType& result) {
    if (const auto* r = op.get_if<Reduce>()) see(r->reducer, result);
  }
  void plan() {
    std::sort(extents_.begin(), extents_.end());
    extents_.erase(std::unique(extents_.begin(), extents_.end()), extents_.end());
    using Kind = Draw::Kind;
    kinds_ = {{Kind::Uniform, {}}};
    if (!discrete_) return;
    kinds_.push_back({Kind::Extents, {}});
    for (Monoid m : monoids_) {
      kinds_.push_back({Kind::One, m});
      kinds_.push_back({Kind::Sparse, m});
    }
    if (!discrete_arguments()) return;
    kinds_.push_back({Kind::Whole, {}});
    if (monoids_.empty()) kinds_.push_back({Kind::Sparse, {}});
  }
  bool discrete_arguments() const {
    return std::any_of(types_.begin(), types_.end(),
                       [](const TensorType& t) { return !is_float(t.element); });
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
      if constexpr (std::is_integral_v<T>) return static_cast<T>(bits(stream, i));
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
    const uint64_t background_bits =
        of_monoid && (is_bool(type.element) || is_integer(type.element) || *draw.monoid == Monoid::Mul)
            ? identity_bits(*draw.monoid, type.element)
        : is_bool(type.element)
            ? which % 2
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
          const bool exception = bits(stream ^ 3, i) >> 1 < threshold ||
                                 static_cast<uint64_t>(i) == which % static_cast<uint64_t>(type.elements());
          out[i] = !exception ? background
                   : of_monoid ? unlike(*draw.monoid, random[i], background, bits(stream ^ 4, i))
                               : unlike(Monoid::Max, random[i], background, bits(stream ^ 4, i));
        }
      });
    });
  }
  /// An exception to the identity that many others do not swallow: of i1 the other value, for and (or)
  /// one bit cleared (set), for mul of integers a unit, which never leads to 0.
  template <class T>
  static T unlike(Monoid m, const T& random, const T& identity, uint64_t bits) {
    if constexpr (std::is_same_v<T, Bool>) return Bool(!identity.bit);
    else if constexpr (std::is_integral_v<T>) {
      const T one_bit = static_cast<T>(uint64_t{1} << bits % (8 * sizeof(T)));
      switch (m) {
        case Monoid::And: case Monoid::Or: return static_cast<T>(identity ^ one_bit);
        case Monoid::Mul: return static_cast<T>(bits | 1);
        default: return static_cast<T>(bits);
      }
    } else return random;
  }

  Types types_;
  std::vector<int64_t> extents_;  ///< of all values, ascending, distinct, above 1
  bool discrete_ = false;         ///< some value is an integer or an i1
  std::set<Monoid> monoids_;      ///< of the reductions of integers and i1, but add
  std::vector<Draw> kinds_;
};

/// The arguments of a run of `program` with `seed`.
template <class D>
std::vector<Tensor<D>> random_arguments(const core::Program& program, uint64_t seed) {
  return Inputs(program).draw<D>(seed);
}

}  // namespace partir
