// A reading of ops in which all that integers, i1 and comparisons decide may turn out either way. Two programs that agree in
// it agree whatever those ops mean, as long as they mean the same in both: no run has to meet what they would do.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interp/evaluate.h"
#include "interp/field.h"
#include "interp/op_reading.h"
#include "interp/random.h"
#include "proofs/core_sites.h"
#include "proofs/index_places.h"
#include "proofs/ranges.h"
#include "proofs/subject.h"
#include "proofs/tensor_bits.h"

namespace partir {

/// Reads the ops of two programs so. What no argument decides is what it is. All other integers and i1 are numbers modulo
/// Field's modulus M, however narrow their type is, so that no difference gets lost on the way: tensors of integers hold
/// them as i64, those of i1 as ui64, "carriers" below. An i1 is 0, 1, or any number, "partly true".
///   add, subtract, multiply, negate, not, dot_general, convolution of integers   what they are modulo M: programs that are equal by
///                                 the laws of these are so modulo 2^k
///   not, and, or, xor of i1       1 - x, x·y, x + y - x·y, x + y - 2·x·y, which are what they are of 0 and 1
///   max, min, and, or of integers   commute, associate and have their identities, and every argument counts
///   compare                       integers that are equal are so, x < y is y > x, not equal is that they are not equal; else a random
///                                 number. Whether a float is equal to itself, or infinite, is a function of it and of how it is made
///   select                        p·a + (1 - p)·b. In every other pair of readings an infinity, or NaN, is some number there, else
///                                 it is chosen or not
///   convert                       the same number where the type has it, else a function of its own
///   abs, sign of floats           an even and an odd function
///   bitcast_convert               a function of the elements that one is made of
///   gather, dynamic_slice, dynamic_update_slice, scatter   a mean of all places, or of some where these are too many,
///                                 weighted by a function of the index
///   all else that makes integers or i1   a function of its operands; sort, .. what they are of numbers of the operands' types
/// With `lattices` an i1 is 0 or 1, and max, min, and, or of integers are the greater in some order, so that all their laws
/// hold, but not every argument counts.
class FreeReading : public OpReading {
 public:
  /// What is known of some ops.
  struct Known {
    std::set<const Op*> shared;  ///< both programs have it, on operands that were put together of no pieces
    std::set<const Op*> within;  ///< its operands have no integers that may have left their type's range; of a convert the result has none, too
    std::set<const Op*> held;    ///< converts of integers that the float type holds, whichever they are
    std::map<const Op*, uint64_t> of_made;  ///< of what compare and is_finite are told: what it is made of (MadeOf)
  };
  /// Borrows both programs.
  FreeReading(const core::Program& core, const Subject& subject, Known known, bool lattices) : lattices_(lattices), known_(std::move(known)) {
    const auto see = [&](const OpSite& s) {
      if (s.depends) sites_.insert_or_assign(&s.op, Site{s.operands, s.op.infer(s.operands), s.operand_depends});
      const auto* c = s.op.get_if<Constant>();
      if (c && is_integer(c->value.type.element) && c->value.type.elements() <= 4096)
        for (__int128 x : integers(Tensor<Field>::from_literal(c->value))) constants_.insert(x);
    };
    for_each_site(core, see);
    subject.for_each_site(see);
  }
  /// Another reading of this kind.
  void choose(uint64_t key) {
    key_ = mix64(key ^ 0xf1ee);
    constants_first_ = key % 4 < 2;
    infinities_ = key / 2 % 2 == 1;
    // how often a predicate is true, with `lattices`
    constexpr std::array biases{0.5, 0.5, 0.9, 0.1, 0.5, 0.98, 0.02, 0.5};
    true_below_ = static_cast<uint64_t>(biases[key % biases.size()] * 0x1p63) * 2;
  }
  /// Why the runs so far do not tell what they should; empty if they do.
  const std::string& why_not() const { return why_not_; }

  /// Random elements of an argument of integers or i1.
  Tensor<Field> argument(const TensorType& type, uint64_t seed) const {
    Numbers v(static_cast<size_t>(type.elements()));
    for (size_t k = 0; k < v.size(); ++k) v[k] = is_bool(type.element) ? truth(mix64(seed + k)) : any(mix64(seed + k));
    return carrier(type, v);
  }
  /// What a tensor of a type has: integers and i1 in their carrier.
  static Tensor<Field> carried(const Tensor<Field>& t, ElementType e) { return is_discrete_type(e) ? carrier({t.shape(), e}, numbers(t, e)) : t; }

  bool read(const Op& op, const std::vector<Tensor<Field>>& x, std::vector<Tensor<Field>>& results) override {
    const auto found = sites_.find(&op);
    if (found == sites_.end()) return false;
    const Site& s = found->second;
    const OpReading::Use none(nullptr);
    if (auto read = result(op, s, x)) {
      results = std::move(*read);
      return true;
    }
    // what is left makes floats of floats, but for ops that take numbers of their operands' types
    std::vector<Tensor<Field>> plain = x;
    bool changed = false;
    for (size_t i = 0; i < x.size(); ++i) {
      if (x[i].element() == s.operands[i].element) continue;
      plain[i] = of_type(x[i], s.operands[i].element);
      changed = true;
    }
    if (changed) results = apply_op<Field>(op, plain);
    return changed;
  }
  bool combine(Monoid m, const Tensor<Field>& a, const Tensor<Field>& b, std::optional<Tensor<Field>>& result) override {
    const auto truths = [](const Tensor<Field>& t) { return is_bool(t.element()) || t.element() == ElementType::UI64; };
    const bool carriers = is_carrier(a.element()) || is_carrier(b.element());
    if (!carriers || !is_discrete_type(a.element()) || !is_discrete_type(b.element()) || a.shape() != b.shape()) return false;
    const ElementType e = truths(a) && truths(b) ? ElementType::I1 : ElementType::I64;
    result = carrier({a.shape(), e}, joined(m, e, std::nullopt, numbers(a, e), numbers(b, e)));
    return true;
  }
  bool stands_for(const TensorType& carrier, const TensorType& type) const override {
    return carrier.shape == type.shape && is_discrete_type(type.element) && carrier.element == carrier_of(type.element);
  }
  std::optional<Tensor<Field>> decide(const Tensor<Field>& t, ElementType e) override {
    if (t.element() == e || t.element() != carrier_of(e)) return std::nullopt;
    if (is_bool(e)) return of_type(t, e);
    // which of some branches
    const Numbers v = numbers(t, e);
    return of_low_bits<Field>({t.shape(), e}, [&](size_t k) {
      const auto small = small_integer(v[k]);
      return small ? static_cast<uint64_t>(*small) : mix64(key_ ^ v[k]) % 8;
    });
  }

 private:
  using Numbers = std::vector<uint64_t>;
  using Results = std::vector<Tensor<Field>>;
  struct Site {
    Types operands, results;
    std::vector<char> depends;
  };

  //===------------------------------------------------------------------------------------------===
  // Numbers and their carriers
  //===------------------------------------------------------------------------------------------===

  static bool is_discrete_type(ElementType e) { return is_bool(e) || is_integer(e); }
  static bool is_number_type(ElementType e) { return is_float(e) || is_complex(e); }
  static ElementType carrier_of(ElementType e) { return is_bool(e) ? ElementType::UI64 : ElementType::I64; }
  static bool is_carrier(ElementType e) { return e == ElementType::I64 || e == ElementType::UI64; }
  static uint64_t modulus() { return Field::model().modulus(); }
  static uint64_t plus(uint64_t a, uint64_t b) { return a + b >= modulus() ? a + b - modulus() : a + b; }
  static uint64_t minus(uint64_t a) { return a == 0 ? 0 : modulus() - a; }
  static uint64_t times(uint64_t a, uint64_t b) { return Field::model().times(a, b); }
  static uint64_t negation(uint64_t p) { return plus(1, minus(p)); }
  static uint64_t number(__int128 x) {
    const uint64_t size = Field::model().reduce(static_cast<unsigned __int128>(x < 0 ? -x : x));
    return x < 0 ? minus(size) : size;
  }
  static std::optional<int64_t> small_integer(uint64_t v) {
    int64_t i;
    return Field::small_integer({v}, i) ? std::optional(i) : std::nullopt;
  }
  /// Integers or i1 of a type, or their carrier's.
  static Numbers numbers(const Tensor<Field>& t, ElementType e) {
    if (is_bool(t.element()) || is_bool(e)) {
      Numbers v = low_bits(t);
      for (uint64_t& x : v) x = Field::model().reduce(x);
      return v;
    }
    Numbers v;
    for (__int128 x : integers(t)) v.push_back(number(x));
    return v;
  }
  static Numbers numbers(const Tensor<Field>& floats) {
    Numbers v;
    for (FieldElement x : floats.values<FieldElement>()) v.push_back(x.v);
    return v;
  }
  static Tensor<Field> carrier(const TensorType& type, const Numbers& v) {
    return of_low_bits<Field>({type.shape, carrier_of(type.element)}, [&](size_t k) { return v[k]; });
  }
  static Tensor<Field> floats(const TensorType& type, const Numbers& v) {
    return Tensor<Field>::build<FieldElement>(type, [&](FieldElement* out) {
      for (size_t k = 0; k < v.size(); ++k) out[k] = {v[k]};
    });
  }
  /// Integers and i1 of their own type that stand for a carrier's: small ones are themselves.
  Tensor<Field> of_type(const Tensor<Field>& t, ElementType e) const {
    const Numbers v = numbers(t, e);
    const auto range = is_bool(e) ? IntegerRange{0, 1} : Ranges::of_type(e);
    return of_low_bits<Field>({t.shape(), e}, [&](size_t k) -> uint64_t {
      if (is_bool(e)) return is_true(v[k]);
      const auto small = small_integer(v[k]);
      return small && *small >= range.low && *small <= range.high ? static_cast<uint64_t>(*small) : mix64(key_ ^ v[k]);
    });
  }
  /// What a number makes known of itself to functions; integers are the same among integers and among floats.
  static uint64_t hash(uint64_t v) { return Field::hash(FieldElement{v}); }
  static std::vector<uint64_t> hashes(const Tensor<Field>& t, ElementType e) {
    std::vector<uint64_t> all;
    if (is_discrete_type(e)) {
      for (uint64_t v : numbers(t, e)) all.push_back(hash(v));
      return all;
    }
    return with_scalar<Field>(t.element(), [&]<class T>() {
      for (const T& v : t.template values<T>()) all.push_back(Field::hash<T>(v));
      return all;
    });
  }
  /// A random number.
  uint64_t any(uint64_t random) const { return Field::model().unknown(Field::model().below(mix64(random))); }
  /// A random i1.
  uint64_t truth(uint64_t random) const { return lattices_ ? uint64_t{mix64(random) < true_below_} : any(random); }
  uint64_t of_kind(ElementType e, uint64_t random) const { return is_bool(e) ? truth(random) : any(random); }
  /// Elements of a type, each of which 64 random bits decide.
  Tensor<Field> of_randoms(const TensorType& type, const std::vector<uint64_t>& bits) const {
    if (is_discrete_type(type.element)) {
      Numbers v;
      for (uint64_t b : bits) v.push_back(of_kind(type.element, b));
      return carrier(type, v);
    }
    return with_scalar<Field>(type.element, [&]<class T>() {
      if constexpr (is_discrete<T>) return Tensor<Field>();  // not reached
      else
        return Tensor<Field>::template build<T>(type, [&](T* out) {
          for (size_t k = 0; k < bits.size(); ++k) {
            if constexpr (is_complex_scalar<T>) out[k] = {Field::random(1, bits[k]), Field::random(2, bits[k])};
            else out[k] = Field::random(1, bits[k]);
          }
        });
    });
  }
  /// Whether something that is partly true is taken for true: then its contrary is not.
  bool is_true(uint64_t p) const {
    if (p <= 1) return p == 1;
    const uint64_t contrary = negation(p);
    return ((mix64(key_ ^ mix64(std::min(p, contrary))) & 1) != 0) == (p < contrary);
  }
  /// A number for an op's name.
  uint64_t named(const Op& op) const {
    uint64_t h = key_;
    for (char c : op.name()) h = mix64(h + static_cast<unsigned char>(c));
    return h;
  }
  /// Another one for each type, where integers may have left the type's range: then they are others in another type.
  uint64_t typed(const Op& op, ElementType e) const {
    return is_discrete_type(e) && !known_.within.contains(&op) ? mix64(77 + static_cast<uint64_t>(e)) : 0;
  }

  //===------------------------------------------------------------------------------------------===
  // Ops
  //===------------------------------------------------------------------------------------------===

  /// Nothing where it is read as it is.
  std::optional<Results> result(const Op& op, const Site& s, const Results& x) {
    const ElementType e = s.operands.empty() ? s.results[0].element : s.operands[0].element;
    const auto one = [](Tensor<Field> t) { return Results{std::move(t)}; };
    if (const auto* c = op.get_if<Compare>()) return one(carrier(s.results[0], compare(*c, op, e, x)));
    if (op.get_if<Select>()) return one(select(s, x));
    if (const auto* c = op.get_if<Convert>()) return convert(*c, op, e, x[0]);
    if (op.get_if<IsFinite>() || op.get_if<IsInf>() || op.get_if<IsPosInf>() || op.get_if<IsNegInf>()) return one(carrier(s.results[0], is_finite(op, x[0])));
    if (op.get_if<BitcastConvert>()) return s.results[0].element == e ? std::nullopt : std::optional(one(bitcast(op, s, x[0])));
    if (is_float(e) && (op.get_if<Abs>() || op.get_if<Sign>())) return one(even_or_odd(op, x[0]));
    for (const IndexPlaces& p : index_places(op, s.operands))
      if (s.depends.at(p.operand)) return indexed(op, s, x);
    if (const auto* v = op.get_if<VariadicReduce>()) return reduce_each(*v, s, x);
    if (const auto* m = op.get_if<Map>()) return map(*m, op, s, x);
    if (!is_discrete_type(e)) return std::nullopt;
    if (moves(op)) return moved(op, s, x);
    if (const auto* r = op.get_if<Reduce>()) return reduce(r->reducer, e, x[0], x[1], [&](Monoid m) { return Op(Reduce{r->dims, m}); });
    if (const auto* w = op.get_if<ReduceWindow>()) {
      const auto m = x.size() == 2 && e == w->body.params[0] ? monoid_of(w->body) : std::nullopt;
      return m ? reduce(*m, e, x[0], x[1], [&](Monoid n) { return Op(ReduceWindow{w->lists, monoid_body(n, ElementType::F64)}); }) : std::nullopt;
    }
    if (op.get_if<DotGeneral>() || op.get_if<Convolution>()) return one(product(op, s, x));
    if (const auto* c = op.get_if<Scatter>()) return scatter(*c, s, x);
    std::vector<Numbers> v;
    for (size_t i = 0; i < x.size(); ++i) {
      if (!is_discrete_type(s.operands[i].element)) return std::nullopt;
      v.push_back(numbers(x[i], s.operands[i].element));
    }
    const auto by = [&](Monoid m) { return one(carrier(s.results[0], joined(m, e, identity(m, e), v[0], v[1]))); };
    const auto each = [&](auto&& f) {
      Numbers r(static_cast<size_t>(s.results[0].elements()));
      for (size_t k = 0; k < r.size(); ++k) r[k] = f(k);
      return one(carrier(s.results[0], r));
    };
    if (op.get_if<And>()) return by(Monoid::And);
    if (op.get_if<Or>()) return by(Monoid::Or);
    if (op.get_if<Add>()) return by(Monoid::Add);
    if (op.get_if<Multiply>()) return by(Monoid::Mul);
    if (op.get_if<Maximum>()) return by(Monoid::Max);
    if (op.get_if<Minimum>()) return by(Monoid::Min);
    if (op.get_if<Clamp>())
      return one(carrier(s.results[0], joined(Monoid::Min, e, identity(Monoid::Min, e), joined(Monoid::Max, e, identity(Monoid::Max, e), v[1], v[0]), v[2])));
    if (op.get_if<Not>()) return each([&](size_t k) { return is_bool(e) ? negation(v[0][k]) : minus(plus(v[0][k], 1)); });
    if (op.get_if<Subtract>()) return each([&](size_t k) { return plus(v[0][k], minus(v[1][k])); });
    if (op.get_if<Negate>()) return each([&](size_t k) { return minus(v[0][k]); });
    if (op.get_if<Xor>() && is_bool(e)) return each([&](size_t k) { return different(v[0][k], v[1][k]); });
    if (op.get_if<Sort>() || op.get_if<TopK>() || op.get_if<SelectAndScatter>()) return std::nullopt;
    // a function of the operands; where its meaning does not depend on the type, the same one for all types that have them
    const bool of_numbers = op.get_if<Divide>() || op.get_if<Remainder>() || op.get_if<Sign>() || op.get_if<Abs>() || op.get_if<Xor>();
    const uint64_t which = named(op) + (of_numbers ? typed(op, e) : mix64(static_cast<uint64_t>(e)));
    return each([&](size_t k) {
      std::vector<uint64_t> h;
      for (const Numbers& a : v) h.push_back(hash(a[a.size() == 1 ? 0 : k]));
      if (op.get_if<Xor>()) std::sort(h.begin(), h.end());
      uint64_t r = which;
      for (uint64_t a : h) r = mix64(mix64(r) ^ a);
      return of_kind(s.results[0].element, r);
    });
  }
  /// Whether its result has elements of operands, where no argument decides the places.
  static bool moves(const Op& op) {
    return op.get_if<Reshape>() || op.get_if<BroadcastInDim>() || op.get_if<Transpose>() || op.get_if<OptimizationBarrier>() || op.get_if<SliceOp>() ||
           op.get_if<Reverse>() || op.get_if<Concatenate>() || op.get_if<Pad>() || op.get_if<DynamicSlice>() || op.get_if<DynamicUpdateSlice>() || op.get_if<Gather>();
  }
  /// The operands with those carried of which elements are, the indices with their own type.
  Results with_data_carried(const Op& op, const Site& s, Results x) const {
    for (size_t i = 0; i < x.size(); ++i) {
      if (!is_index_operand(op, s.operands, i)) x[i] = carried(x[i], s.operands[i].element);
      else if (x[i].element() != s.operands[i].element) x[i] = of_type(x[i], s.operands[i].element);
    }
    return x;
  }
  Results moved(const Op& op, const Site& s, const Results& x) const { return apply_op<Field>(op, with_data_carried(op, s, x)); }

  static uint64_t different(uint64_t p, uint64_t q) {
    if (p == q) return 0;
    if (p == negation(q)) return 1;
    const uint64_t both = times(p, q);
    return plus(plus(p, q), minus(plus(both, both)));
  }
  static bool is_or(Monoid m) { return m == Monoid::Or || m == Monoid::Max || m == Monoid::Add; }
  static uint64_t conjunction(uint64_t p, uint64_t q) { return p == q ? p : p == negation(q) ? 0 : times(p, q); }
  static std::optional<uint64_t> identity(Monoid m, ElementType e) {
    return numbers(Tensor<Field>::from_literal(Literal::splat_bits({{}, e}, identity_bits(m, e))), e)[0];
  }
  /// `a ⊕ b` of a type; either may be one element.
  Numbers joined(Monoid m, ElementType e, std::optional<uint64_t> identity, const Numbers& a, const Numbers& b) const {
    const Places places(*this, m);
    Numbers r(std::max(a.size(), b.size()));
    if (a.empty() || b.empty()) r.clear();
    for (size_t k = 0; k < r.size(); ++k) {
      const uint64_t x = a[a.size() == 1 ? 0 : k], y = b[b.size() == 1 ? 0 : k];
      if (is_bool(e)) r[k] = is_or(m) ? negation(conjunction(negation(x), negation(y))) : conjunction(x, y);
      else if (m == Monoid::Add) r[k] = plus(x, y);
      else if (m == Monoid::Mul) r[k] = times(x, y);
      else if (x == y || y == identity || (m == Monoid::Or && y == 0)) r[k] = x;
      else if (x == identity || (m == Monoid::Or && x == 0)) r[k] = y;
      else r[k] = places.joined(x, y);
    }
    return r;
  }
  /// Integers as what ⊕ puts together: elements of a group, as all of them count in it, or with `lattices` places in an order,
  /// of which one counts.
  class Places {
   public:
    Places(const FreeReading& reading, Monoid m) : reading_(reading), key_(mix64(reading.key_ + 7 * static_cast<uint64_t>(m))) {}
    uint64_t joined(uint64_t x, uint64_t y) const {
      if (reading_.lattices_) return place(x) > place(y) ? x : y;
      return element(plus(of(x), of(y)));
    }
    /// A random permutation of the numbers, and back.
    uint64_t of(uint64_t x) const {
      do {
        for (uint64_t i = 0; i < rounds; ++i) x = (x & half) << 31 | ((x >> 31) ^ (mix64((key_ + i) ^ (x & half)) & half));
      } while (x >= modulus());
      return x;
    }
    uint64_t element(uint64_t x) const {
      do {
        for (uint64_t i = rounds; i-- > 0;) x = ((x & half) ^ (mix64((key_ + i) ^ (x >> 31)) & half)) << 31 | x >> 31;
      } while (x >= modulus());
      return x;
    }
    /// In every other reading the programs' constants are greater than other numbers, among which they would hardly ever be the greatest.
    uint64_t place(uint64_t x) const {
      const uint64_t at = mix64(key_ ^ mix64(x)) >> 2 | 1;
      return reading_.constants_first_ && reading_.is_constant(x) ? at | uint64_t{1} << 62 : at;
    }

   private:
    static constexpr uint64_t half = (uint64_t{1} << 31) - 1, rounds = 4;
    const FreeReading& reading_;
    uint64_t key_;
  };
  bool is_constant(uint64_t v) const {
    if (constants_modulus_ != modulus()) {
      constants_modulus_ = modulus();
      constant_numbers_.clear();
      for (__int128 x : constants_) constant_numbers_.insert(number(x));
    }
    return constant_numbers_.contains(v);
  }
  /// What an op makes in the ring of numbers, of which f64 has all.
  static Numbers in_ring(const Op& op, const Results& x) {
    const FieldModel ring(Freedom::Reals, modulus());
    const FieldModel::Use in_use(Field::model().is_ring() ? Field::model() : ring);
    return numbers(apply_op<Field>(op, x)[0]);
  }
  /// By a monoid; `by` gives the same reduction of f64 by another one.
  template <class F>
  std::optional<Results> reduce(Monoid m, ElementType e, const Tensor<Field>& x, const Tensor<Field>& start, const F& by) const {
    const bool plain = !is_bool(e) && (m == Monoid::Add || m == Monoid::Mul);
    const Places places(*this, m);
    const uint64_t none = identity(m, e).value();
    std::unordered_map<uint64_t, uint64_t> at;  // by place
    const auto standing_for = [&](const Tensor<Field>& t) {
      Numbers v = numbers(t, e);
      for (uint64_t& n : v) {
        if (is_bool(e)) n = is_or(m) ? negation(n) : n;
        else if (!plain && lattices_) at[places.place(n)] = n, n = n == none ? 0 : places.place(n);
        else if (!plain) n = n == none ? 0 : places.of(n);
      }
      return v;
    };
    const auto reduced = [&](Monoid n) { return in_ring(by(n), {floats({x.shape(), ElementType::F64}, standing_for(x)), floats({{}, ElementType::F64}, standing_for(start))}); };
    const auto shape = [&] { return by(Monoid::Add).infer({{x.shape(), ElementType::F64}, {{}, ElementType::F64}})[0].shape; };
    Numbers v;
    if (!plain && !is_bool(e) && lattices_) {
      const auto of = [&](const Tensor<Field>& t) {
        const Numbers n = standing_for(t);
        return of_low_bits<Field>({t.shape(), ElementType::UI64}, [&](size_t k) { return n[k]; });
      };
      const Op greatest = by(Monoid::Max);
      const auto* w = greatest.get_if<ReduceWindow>();
      v = low_bits(apply_op<Field>(w ? Op(ReduceWindow{w->lists, monoid_body(Monoid::Max, ElementType::UI64)}) : greatest, {of(x), of(start)})[0]);
      for (uint64_t& n : v) n = n == 0 ? none : at.at(n);
    } else {
      v = reduced(is_bool(e) ? Monoid::Mul : plain ? m : Monoid::Add);
      for (uint64_t& n : v) {
        if (is_bool(e)) n = is_or(m) ? negation(n) : n;
        else if (!plain) n = n == 0 ? none : places.element(n);
      }
    }
    return Results{carrier({shape(), e}, v)};
  }
  /// Several reductions by monoids at once.
  std::optional<Results> reduce_each(const VariadicReduce& v, const Site& s, const Results& x) const {
    const size_t n = x.size() / 2;
    Results each;
    for (size_t i = 0; i < n; ++i) {
      const auto fn = folds_by(v.body, i);
      const auto m = fn ? monoid_of(*fn) : std::nullopt;
      const ElementType e = s.operands[i].element;
      if (!m || e != v.body.params[i]) return std::nullopt;
      const auto by = [&](Monoid k) { return Op(Reduce{v.dims, k}); };
      each.push_back(is_discrete_type(e) ? (*reduce(*m, e, x[i], x[n + i], by))[0] : apply_op<Field>(by(*m), {x[i], x[n + i]})[0]);
    }
    return each;
  }
  /// A function that decides or calculates with integers is any one, the same of the same body.
  std::optional<Results> map(const Map& m, const Op& op, const Site& s, const Results& x) const {
    const auto plain = [](const Node& n) {
      const auto* a = std::get_if<ApplyNode>(&n.expr);
      return is_number_type(n.element) && !(a && (a->fn == ScalarFn::Abs || a->fn == ScalarFn::Sign));
    };
    if (std::all_of(m.body.nodes.begin(), m.body.nodes.end(), plain)) return std::nullopt;
    uint64_t which = named(op);
    const auto note = [&](uint64_t n) { which = mix64(mix64(which) + n); };
    for (const Node& n : m.body.nodes) {
      note(static_cast<uint64_t>(n.element));
      if (const auto* a = std::get_if<ApplyNode>(&n.expr)) {
        note(static_cast<uint64_t>(a->fn) + 1000);
        for (int i : a->args) note(static_cast<uint64_t>(i));
      } else if (const auto* l = std::get_if<LiteralNode>(&n.expr)) {
        const ElementBits bits = l->literal->bits(0);
        note(static_cast<uint64_t>(bits));
        note(static_cast<uint64_t>(bits >> 64));
      }
    }
    for (int r : m.body.results) note(static_cast<uint64_t>(r));
    std::vector<uint64_t> made(static_cast<size_t>(s.results[0].elements()), which);
    for (size_t i = 0; i < x.size(); ++i) {
      const std::vector<uint64_t> h = hashes(x[i], s.operands[i].element);
      for (size_t k = 0; k < made.size(); ++k) made[k] = mix64(mix64(made[k]) ^ h[k]);
    }
    return Results{of_randoms(s.results[0], made)};
  }
  /// Sums of products. What a narrower type has lost of an operand a wider result does not know.
  Tensor<Field> product(const Op& op, const Site& s, const Results& x) const {
    Results f;
    for (size_t i = 0; i < x.size(); ++i) {
      const ElementType from = s.operands[i].element, to = s.results[0].element;
      Numbers v = numbers(x[i], from);
      if (from != to && is_integer(from)) v = is_integer(to) ? converted(op, from, to, std::move(v)) : to_float(op, from, to, std::move(v));
      f.push_back(floats({x[i].shape(), ElementType::F64}, v));
    }
    Op of_floats = op;
    if (const auto* d = op.get_if<DotGeneral>()) {
      DotGeneral other = *d;
      other.element = ElementType::F64;
      of_floats = Op(other);
    } else {
      Convolution other = *op.get_if<Convolution>();
      other.element = ElementType::F64;
      of_floats = Op(other);
    }
    const Numbers v = in_ring(of_floats, f);
    return is_discrete_type(s.results[0].element) ? carrier(s.results[0], v) : floats(s.results[0], v);
  }
  /// Of one operand that sums up or overwrites, where no argument decides the places.
  std::optional<Results> scatter(const Scatter& c, const Site& s, const Results& x) const {
    const ElementType e = s.operands[0].element;
    if (x.size() != 3 || c.body.params[0] != e) return std::nullopt;
    Results of = x;
    if (x[1].element() != s.operands[1].element) of[1] = of_type(x[1], s.operands[1].element);
    Scatter other = c;
    if (is_second(c.body)) {
      other.body = second_body(carrier_of(e));
      for (size_t i : {0, 2}) of[i] = carried(x[i], e);
      return apply_op<Field>(Op(other), of);
    }
    const auto m = monoid_of(c.body);
    if (!m || is_bool(e) || (*m != Monoid::Add && *m != Monoid::Mul)) return std::nullopt;
    other.body = monoid_body(*m, ElementType::F64);
    for (size_t i : {0, 2}) of[i] = floats({x[i].shape(), ElementType::F64}, numbers(x[i], e));
    return Results{carrier({x[0].shape(), e}, in_ring(Op(other), of))};
  }

  /// Integers of a type as another's: the same where that is known to have them.
  Numbers converted(const Op& op, ElementType from, ElementType to, Numbers v) const {
    if (from == to || known_.within.contains(&op)) return v;
    const uint64_t which = mix64(mix64(key_ + static_cast<uint64_t>(from)) + static_cast<uint64_t>(to));
    const auto range = Ranges::of_type(to);
    for (uint64_t& n : v) {
      const auto small = small_integer(n);
      if (!small || *small < range.low || *small > range.high) n = any(which ^ hash(n));
    }
    return v;
  }
  std::optional<Results> convert(const Convert& c, const Op& op, ElementType from, const Tensor<Field>& x) const {
    const ElementType to = c.element;
    const TensorType type{x.shape(), to};
    if (is_complex(from) || (is_number_type(from) && is_number_type(to))) return std::nullopt;
    if (is_bool(to)) {
      if (is_bool(from)) return Results{carried(x, from)};
      // whether it is not 0
      Numbers v;
      const uint64_t which = named(op) + typed(op, from);
      for (uint64_t h : hashes(x, from)) v.push_back(h == hash(0) ? 0 : truth(which ^ h));
      return Results{carrier(type, v)};
    }
    if (is_float(from)) return Results{carrier(type, to_integer(op, x, to))};
    Numbers v = numbers(x, from);
    if (is_integer(from)) v = is_integer(to) ? converted(op, from, to, std::move(v)) : to_float(op, from, to, std::move(v));
    if (is_integer(to)) return Results{carrier(type, v)};
    if (is_float(to)) return Results{floats(type, v)};
    return apply_op<Field>(op, {floats({x.shape(), ElementType::F64}, v)});
  }
  /// What the float type may not hold exactly it makes any number of.
  Numbers to_float(const Op& op, ElementType from, ElementType to, Numbers v) const {
    const int precision = float_format(to).precision;
    const bool within = known_.within.contains(&op);
    if (within && (known_.held.contains(&op) || bit_width(from) <= precision)) return v;
    const uint64_t which = named(op) + static_cast<uint64_t>(precision) + typed(op, from);
    for (uint64_t& n : v) {
      const auto small = within ? small_integer(n) : std::nullopt;
      if (!small || std::llabs(*small) > int64_t{1} << std::min(precision, 40)) n = any(which ^ hash(n));
    }
    return v;
  }
  /// Integers that the type has are what they are; what else it makes of a float is a function of its own.
  Numbers to_integer(const Op& op, const Tensor<Field>& x, ElementType to) const {
    const auto range = Ranges::of_type(to);
    const uint64_t which = named(op) + 64 * static_cast<uint64_t>(to);
    Numbers v = numbers(x);
    for (uint64_t& n : v) {
      int64_t i;
      if (!Field::small_integer({n}, i) || i < range.low || i > range.high) n = any(which ^ hash(n));
    }
    return v;
  }
  Tensor<Field> bitcast(const Op& op, const Site& s, const Tensor<Field>& x) const {
    const ElementType from = s.operands[0].element;
    const TensorType& type = s.results[0];
    const std::vector<uint64_t> h = hashes(x, from);
    const auto n = static_cast<size_t>(type.elements());
    const uint64_t which = named(op) + 64 * static_cast<uint64_t>(from) + static_cast<uint64_t>(type.element);
    std::vector<uint64_t> made(n, which);
    for (size_t k = 0; k < std::max(n, h.size()); ++k) {
      // of several elements one is made, or of one several
      uint64_t& m = made[n < h.size() ? k / (h.size() / n) : k];
      m = n > h.size() ? mix64(mix64(m ^ h[k / (n / h.size())]) + k % (n / h.size())) : mix64(mix64(m) ^ h[k]);
    }
    return of_randoms(type, made);
  }
  Tensor<Field> even_or_odd(const Op& op, const Tensor<Field>& x) const {
    const std::vector<FieldElement> v = x.values<FieldElement>();
    const uint64_t which = named(op);
    const bool even = op.get_if<Abs>();
    const std::vector<FieldElement> usual = apply_op<Field>(op, {x})[0].values<FieldElement>();
    return Tensor<Field>::build<FieldElement>(x.type(), [&](FieldElement* out) {
      for (size_t k = 0; k < v.size(); ++k) {
        if (v[k].special() || v[k] == FieldElement{0}) {
          out[k] = usual[k];
          continue;
        }
        const uint64_t h = Field::hash(v[k]), opposite = Field::hash(Field::negate(v[k]));
        const FieldElement r = Field::random(which, std::min(h, opposite));
        out[k] = even || h < opposite ? r : Field::negate(r);
      }
    });
  }

  /// What decides whether the numbers that an op is told are infinite, or NaN, or one that is made so overflows.
  uint64_t overflows(const Op& op) const {
    const auto made = known_.of_made.find(&op);
    return mix64(named(op) + (made == known_.of_made.end() ? 0 : made->second));
  }
  Numbers is_finite(const Op& op, const Tensor<Field>& x) const {
    const uint64_t which = overflows(op);
    const Numbers n = numbers(x);
    Numbers v = low_bits(apply_op<Field>(op, {x})[0]);
    for (size_t k = 0; k < v.size(); ++k)
      if (!FieldElement{n[k]}.special()) v[k] = truth(which ^ hash(n[k]));
    return v;
  }
  Numbers compare(const Compare& c, const Op& op, ElementType e, const Results& x) const {
    using enum ComparisonDirection;
    const bool of_equality = c.direction == EQ || c.direction == NE;
    if (is_bool(e) && of_equality) {
      Numbers a = numbers(x[0], e);
      const Numbers b = numbers(x[1], e);
      for (size_t k = 0; k < a.size(); ++k) a[k] = c.direction == NE ? different(a[k], b[k]) : negation(different(a[k], b[k]));
      return a;
    }
    const std::vector<uint64_t> a = hashes(x[0], e), b = hashes(x[1], e);
    const uint64_t total = static_cast<uint64_t>(c.order == ComparisonOrder::Total);
    const uint64_t itself = overflows(op);
    Numbers first, second;
    std::vector<char> usual(a.size());
    const bool of_floats = is_float(e);
    if (is_discrete_type(e)) {
      first = numbers(x[0], e);
      second = numbers(x[1], e);
    } else if (of_floats) {
      first = numbers(x[0]);
      second = numbers(x[1]);
      const std::vector<Bool> r = apply_op<Field>(op, x)[0].template values<Bool>();
      for (size_t k = 0; k < r.size(); ++k) usual[k] = r[k].bit;
    }
    const auto range = is_integer(e) ? Ranges::of_type(e) : IntegerRange{0, 0};
    Numbers v(a.size());
    for (size_t k = 0; k < v.size(); ++k) {
      uint64_t p = a[k], q = b[k], which = named(op) + 8 * total + typed(op, e);
      if (of_floats) {
        const FieldElement s{first[k]}, t{second[k]};
        if ((s.special() && t.special()) || s.is_nan() || t.is_nan()) {
          v[k] = usual[k];
          continue;
        }
        // beside an infinity, which may be another's where this one overflows
        if (s.special() || t.special()) which += itself;
      } else if (is_integer(e)) {
        const auto i = small_integer(first[k]), j = small_integer(second[k]);
        if (i && j && *i >= range.low && *i <= range.high && *j >= range.low && *j <= range.high) {
          const bool r = c.direction == EQ ? *i == *j : c.direction == NE ? *i != *j : c.direction == LT ? *i < *j : c.direction == GT ? *i > *j : c.direction == LE ? *i <= *j : *i >= *j;
          v[k] = r;
          continue;
        }
      }
      const auto decided = [&](uint64_t tag, uint64_t m, uint64_t n) { return truth(mix64(which + tag) ^ mix64(m + mix64(n))); };
      // what makes a number of the field may make a NaN of floats
      const auto equal = [&]() -> uint64_t {
        if (p != q) return decided(0, std::min(p, q), std::max(p, q));
        return of_floats ? truth(itself ^ mix64(p)) : 1;
      };
      const auto less = [&](uint64_t m, uint64_t n) -> uint64_t { return m == n ? 0 : decided(1, m, n); };
      // of integers ≤ is the contrary of >
      const auto at_most = [&](uint64_t m, uint64_t n) -> uint64_t { return m == n ? equal() : of_floats ? decided(2, m, n) : negation(less(n, m)); };
      switch (c.direction) {
        case EQ: v[k] = equal(); break;
        case NE: v[k] = negation(equal()); break;
        case LT: v[k] = less(p, q); break;
        case GT: v[k] = less(q, p); break;
        case LE: v[k] = at_most(p, q); break;
        default: v[k] = at_most(q, p);
      }
    }
    return v;
  }
  static FieldElement scaled(uint64_t by, FieldElement x) { return x.special() ? x : FieldElement{times(by, x.v)}; }
  static FieldElement sum(FieldElement x, FieldElement y) { return x.special() || y.special() ? Field::add(x, y) : FieldElement{plus(x.v, y.v)}; }
  /// What stands for an infinity or NaN: of the two infinities one is the other's negative.
  FieldElement some_number(FieldElement x) const {
    if (!x.special()) return x;
    const FieldElement r = Field::random(key_, x.is_nan());
    return x == Field::negate(FieldElement::infinity()) ? Field::negate(r) : r;
  }
  Tensor<Field> select(const Site& s, const Results& x) const {
    const ElementType e = s.results[0].element;
    const Numbers p = numbers(x[0], ElementType::I1);
    // with `lattices` a predicate tells which of two weights each branch has
    const uint64_t weight = any(key_);
    const bool weighs = lattices_ && s.depends[0];
    const auto share = [&](size_t k) {
      const uint64_t t = p[p.size() == 1 ? 0 : k];
      return weighs ? (t ? weight : negation(weight)) : t;
    };
    if (is_discrete_type(e)) {
      Numbers a = numbers(x[1], e);
      const Numbers b = numbers(x[2], e);
      for (size_t k = 0; k < a.size(); ++k) {
        const uint64_t t = is_bool(e) ? p[p.size() == 1 ? 0 : k] : share(k);
        if (a[k] != b[k]) a[k] = plus(times(t, a[k]), times(negation(t), b[k]));
      }
      return carrier(s.results[0], a);
    }
    const auto mean = [&](size_t k, FieldElement a, FieldElement b) {
      if (a == b) return a;
      const uint64_t t = share(k);
      if (t <= 1) return t == 1 ? a : b;
      if (infinities_ && (a.special() || b.special())) return is_true(t) ? a : b;
      return sum(scaled(t, some_number(a)), scaled(negation(t), some_number(b)));
    };
    return with_scalar<Field>(e, [&]<class T>() {
      if constexpr (is_discrete<T>) return x[1];  // not reached
      else {
        const std::vector<T> a = x[1].template values<T>(), b = x[2].template values<T>();
        return Tensor<Field>::template build<T>(x[1].type(), [&](T* out) {
          for (size_t k = 0; k < a.size(); ++k) {
            if constexpr (is_complex_scalar<T>) out[k] = {mean(k, a[k].re, b[k].re), mean(k, a[k].im, b[k].im)};
            else out[k] = mean(k, a[k], b[k]);
          }
        });
      }
    });
  }
  /// The op without its promises, which another place may break, and writing numbers.
  static Op free_of_promises(const Op& op, const Site& s) {
    if (const auto* g = op.get_if<Gather>()) {
      Gather free = *g;
      free.indices_are_sorted = false;
      return Op(free);
    }
    if (const auto* c = op.get_if<Scatter>()) {
      Scatter free = *c;
      free.indices_are_sorted = free.unique_indices = false;
      if (s.operands.size() == 3 && is_discrete_type(s.operands[0].element) && is_second(c->body)) free.body = second_body(carrier_of(s.operands[0].element));
      return Op(free);
    }
    return op;
  }
  std::optional<Results> indexed(const Op& op_, const Site& s, const Results& x) {
    const Types& t = s.operands;
    std::vector<IndexPlaces> places;
    int64_t tuples = 1;
    for (const IndexPlaces& p : index_places(op_, t)) {
      if (!s.depends.at(p.operand)) continue;
      places.push_back(p);
      tuples = std::min(tuples, most_work + 1) * std::min(p.last + 3, most_work + 1);  // and one beyond at either end
    }
    const Op op = free_of_promises(op_, s);
    int64_t size = 0;
    for (const TensorType& r : s.results) size += r.elements();
    for (const TensorType& a : t) size += op.get_if<Scatter>() ? a.elements() : 0;
    // what is in both as it is, a few of the places tell
    const bool some = tuples > most_work / std::max<int64_t>(size, 1);
    if (some && (!known_.shared.contains(&op_) || !(op.get_if<Gather>() || op.get_if<DynamicSlice>()))) why_not_ = "an index has too many places";
    if (some) tuples = 4;
    // a scatter that adds up integers does it among those of its own type
    const bool writes = op.get_if<Scatter>() && !(t.size() == 3 && is_second(op.get_if<Scatter>()->body));
    Results placed = x;
    for (size_t i = 0; i < x.size(); ++i) {
      if (x[i].element() == t[i].element && (writes || !is_discrete_type(t[i].element))) continue;
      placed[i] = writes || is_index_operand(op, t, i) ? (x[i].element() == t[i].element ? x[i] : of_type(x[i], t[i].element)) : carried(x[i], t[i].element);
    }
    std::vector<std::vector<uint64_t>> first;  // of each operand with indices
    std::vector<std::vector<size_t>> at;
    for (const IndexPlaces& p : places) {
      std::vector<uint64_t> h = hashes(x[p.operand], t[p.operand].element);
      for (uint64_t& n : h) n ^= typed(op_, t[p.operand].element);
      std::vector<size_t> all(h.size());
      for (size_t k = 0; k < all.size(); ++k) all[k] = k;
      at.push_back(indices_among(p, t[p.operand].shape, std::move(all)));
      first.push_back(std::move(h));
    }
    std::map<size_t, std::vector<uint64_t>> own;
    for (const IndexPlaces& p : places) own.try_emplace(p.operand, low_bits(placed[p.operand]));
    OpCache cache;
    Results results;
    for (int64_t shift = 0; shift < tuples; ++shift) {
      std::map<size_t, std::vector<uint64_t>> indices = own;
      int64_t rest = shift;
      for (size_t c = 0; c < places.size(); ++c) {
        const IndexPlaces& p = places[c];
        auto& of_operand = indices.at(p.operand);
        const auto extent = static_cast<uint64_t>(p.last + 3);
        for (size_t k : at[c]) of_operand[k] = (mix64(key_ ^ first[c][k]) % extent + (some ? mix64(key_ + static_cast<uint64_t>(shift) * 31 + c) : static_cast<uint64_t>(rest)) % extent) % extent - 1;
        rest /= p.last + 3;
      }
      for (const auto& [i, bits] : indices) placed[i] = of_low_bits<Field>(t[i], [&](size_t k) { return bits[k]; });
      Results here = apply_op<Field>(op, placed, cache);
      const uint64_t weight = any(key_ + static_cast<uint64_t>(shift));
      for (size_t i = 0; i < here.size(); ++i) here[i] = weighted(weight, here[i], s.results[i], shift == 0 ? nullptr : &results[i]);
      results = std::move(here);
    }
    return results;
  }
  static bool is_index_operand(const Op& op, const Types& t, size_t i) {
    return (op.get_if<DynamicSlice>() && i >= 1) || (op.get_if<DynamicUpdateSlice>() && i >= 2) || (op.get_if<Gather>() && i == 1) || (op.get_if<Scatter>() && i == t.size() / 2);
  }
  /// `by` · `x`, and `before` besides.
  static Tensor<Field> weighted(uint64_t by, const Tensor<Field>& x, const TensorType& type, const Tensor<Field>* before) {
    if (is_discrete_type(type.element)) {
      Numbers v = numbers(x, type.element);
      const Numbers b = before ? numbers(*before, type.element) : Numbers(v.size());
      for (size_t k = 0; k < v.size(); ++k) v[k] = plus(times(by, v[k]), b[k]);
      return carrier(type, v);
    }
    return with_scalar<Field>(x.element(), [&]<class T>() {
      if constexpr (is_discrete<T>) {
        return x;  // not reached
      } else {
        const std::vector<T> a = x.template values<T>(), b = before ? before->template values<T>() : std::vector<T>(a.size(), T{});
        return Tensor<Field>::template build<T>(x.type(), [&](T* out) {
          for (size_t k = 0; k < a.size(); ++k) {
            if constexpr (is_complex_scalar<T>) out[k] = {sum(scaled(by, a[k].re), b[k].re), sum(scaled(by, a[k].im), b[k].im)};
            else out[k] = sum(scaled(by, a[k]), b[k]);
          }
        });
      }
    });
  }

  static constexpr int64_t most_work = 1 << 20;
  std::map<const Op*, Site> sites_;  ///< those that depend on arguments
  bool lattices_;
  bool infinities_ = true;           ///< infinities that a select chooses are infinite
  Known known_;
  uint64_t key_ = 0, true_below_ = uint64_t{1} << 63;
  std::string why_not_;
  std::set<__int128> constants_;  ///< integers of the programs
  mutable std::set<uint64_t> constant_numbers_;
  mutable uint64_t constants_modulus_ = 0;
  bool constants_first_ = false;
};

}  // namespace partir
