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
#include "proofs/decisions.h"
#include "proofs/index_places.h"
#include "proofs/ranges.h"
#include "proofs/subject.h"
#include "proofs/tensor_bits.h"
#include "proofs/without_signs.h"

namespace partir {

/// Reads the ops of two programs so. What no argument decides is what it is. All other integers and i1 are numbers modulo
/// Field's modulus M, however narrow their type is, so that two that differ do not become equal by wrapping around: tensors
/// of integers hold them as i64, those of i1 as ui64 (below: their carriers). An i1 is 0, 1, or any number, "partly true".
///   add, subtract, multiply, negate, not, dot_general, convolution of integers   what they are modulo M: programs that are equal by
///                                 the laws of these are so modulo 2^k
///   not, and, or, xor of i1       1 - x, x·y, x + y - x·y, x + y - 2·x·y, which are what they are of 0 and 1
///   max, min, and, or of integers   commute, associate and have their identities, and every argument counts; max and min of integers that
///                                 may have left their type's range are others in another type
///   compare                       integers that are equal are so, x < y is y > x, not equal is that they are not equal; a sum of i1 as
///                                 integers is its least number where none is true, and its greatest where all are; else a random number.
///                                 Whether a float is equal to itself, or infinite, is a function of it and of how it is made
///   select                        p·a + (1 - p)·b. In every other pair of readings an infinity, or NaN, is some number there, else
///                                 it is chosen or not
///   convert                       the same number where the type has it, else a function of its own
///   abs, sign of floats           an even and an odd function; with `lattices` under the laws of real numbers, what Field makes of them
///   bitcast_convert               a function of the elements that one is made of
///   gather, dynamic_slice, dynamic_update_slice, scatter   a mean of all places, or of some and a function of all where these are
///                                 too many, weighted by a function of the index; an infinity as for select
///   sort, top_k, argmax           what they are, of a random number for each element, a function of it and of all that it is compared with
///   select_and_scatter            a mean over each window, weighted likewise
///   all else that makes integers or i1   a function of its operands
/// With `lattices` an i1 is 0 or 1, and max, min, and, or of integers are the greater in some order, so that all their laws
/// hold, but not every argument counts.
class FreeReading : public OpReading {
 public:
  /// What is known of some ops.
  struct Known {
    std::set<const Op*> shared;  ///< both programs have it, on operands that were put together of no pieces
    std::set<const Op*> within;  ///< its operands have no integers that may have left their type's range; of a convert the result has none, too
    std::set<const Op*> held;    ///< converts of integers that the float type holds, whichever they are
    std::map<const Op*, uint64_t> of_made;  ///< of what compare and is_finite are told what it is made of, of others their bodies (MadeOf)
  };
  /// Borrows both programs. `among`: 0, or with `lattices` among how many numbers max, min, and, or choose at most (choices.h).
  FreeReading(const core::Program& core, const Subject& subject, Known known, double among) : lattices_(among > 0), among_(among), known_(std::move(known)) {
    const auto see = [&](const OpSite& s) {
      if (!s.depends && s.handed_on) handed_on_.insert(&s.op);
      if (s.depends) sites_.insert_or_assign(&s.op, Site{s.operands, s.op.infer(s.operands), s.operand_depends, index_places(s.op, s.operands), only_moves(s.op, s.operands), first_start(s.op)});
      if (s.depends && takes_extremes(s.op) && is_integer(s.operands[0].element)) {
        extremes_.insert(s.operands[0].element);
        extremes_may_wrap_ = extremes_may_wrap_ || !known_.within.contains(&s.op);
      }
      for (const TensorType& t : s.operands) has_ui64_ = has_ui64_ || t.element == ElementType::UI64;
      has_ui64_ = has_ui64_ || s.result_type.element == ElementType::UI64;
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
    tallies_.clear();
    constants_first_ = key % 4 < 2;
    infinities_ = key / 2 % 2 == 1;
    true_below_ = static_cast<uint64_t>(bias(key) * 0x1p63) * 2;
  }
  /// From now on ops are read in this model without its signs (without_signs.h), and integers without theirs.
  void without_signs(const FieldModel& model) { signless_ = model.without_signs(); }
  /// From now on what is decided is added to these, if there are any.
  void note_in(Decisions* decisions) { decisions_ = decisions; }
  /// What an argument of integers or i1 that may be partly true is in a run that decides the same: bits.
  std::vector<uint64_t> decided_bits(const Tensor<Field>& argument) const {
    Numbers v = numbers(argument, ElementType::I1);
    for (uint64_t& p : v) p = leans(p);
    return v;
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
  static Tensor<Field> carried(const Tensor<Field>& t, ElementType e) { return is_integer_or_i1(e) ? carrier({t.shape(), e}, numbers(t, e)) : t; }

  bool read(const Op& op, const std::vector<Tensor<Field>>& operands, std::vector<Tensor<Field>>& results) override {
    if (signless_.has_value() && handed_on_.contains(&op)) {
      results = handed_on_without_signs(op, operands, *signless_);
      return true;
    }
    const auto found = sites_.find(&op);
    if (found == sites_.end()) return false;
    const Site& s = found->second;
    const OpReading::Use none(nullptr);
    const FieldModel::Use model(signless_ ? *signless_ : Field::model());
    const std::vector<Tensor<Field>> x = signless_.has_value() ? partir::without_signs(s.depends, operands, *signless_) : operands;
    if (auto read = result(op, s, x)) {
      results = std::move(*read);
      // a comparison that follows from other truth values is left to the run in which those are decided
      if (decisions_ && decides(op, s.operands)) decisions_->made.push_back({s.results[0], asks_of_tally(op, s, x) ? std::nullopt : std::optional(bits(op, s, results[0]))});
      return true;
    }
    if (decisions_ && decides(op, s.operands)) why_not_ = std::string(op.name()) + " decides, and is not read";
    // what is left makes floats of floats, but for ops that take numbers of their operands' types
    std::vector<Tensor<Field>> plain = x;
    bool changed = signless_.has_value();
    for (size_t i = 0; i < x.size(); ++i) {
      if (x[i].element() == s.operands[i].element) continue;
      plain[i] = of_type(x[i], s.operands[i].element);
      changed = true;
    }
    if (changed) results = apply_op<Field>(op, plain);
    return changed;
  }
  bool combine(Monoid m, const Tensor<Field>& a, const Tensor<Field>& b, std::optional<Tensor<Field>>& result) override {
    if (signless_.has_value()) result = combined_without_signs(m, a, b, *signless_);
    if (result.has_value()) return true;
    const auto truths = [](const Tensor<Field>& t) { return is_bool(t.element()) || t.element() == ElementType::UI64; };
    const bool carriers = is_carrier(a.element()) || is_carrier(b.element());
    if (!carriers || !is_integer_or_i1(a.element()) || !is_integer_or_i1(b.element()) || a.shape() != b.shape()) return false;
    if (has_ui64_ && a.element() == ElementType::UI64 && b.element() == ElementType::UI64) why_not_ = "what is reduced over devices may be of ui64 or i1";
    const ElementType e = truths(a) && truths(b) ? ElementType::I1 : ElementType::I64;
    result = carrier({a.shape(), e}, joined(m, e, std::nullopt, numbers(a, e), numbers(b, e)));
    return true;
  }
  bool stands_for(const TensorType& carrier, const TensorType& type) const override {
    return carrier.shape == type.shape && is_integer_or_i1(type.element) && carrier.element == carrier_of(type.element);
  }
  std::optional<Tensor<Field>> decide(const Tensor<Field>& t, ElementType e) override {
    std::optional<Tensor<Field>> decided;
    if (t.element() != e && t.element() == carrier_of(e)) decided = is_bool(e) ? of_type(t, e) : branch(t, e);
    if (decisions_) decisions_->made.push_back({{t.shape(), e}, decided ? std::optional(low_bits(*decided)) : std::nullopt});
    return decided;
  }
  bool read(const Op&, const std::vector<Tensor<Native>>&, std::vector<Tensor<Native>>&) override { return false; }
  std::optional<Tensor<Native>> decide(const Tensor<Native>&, ElementType) override { return std::nullopt; }

  /// Whether several reductions at once are one by a function for each of them.
  static bool is_each_for_itself(const ScalarBody& b) {
    for (size_t i = 0; i < b.results.size(); ++i)
      if (!folds_by(b, i)) return false;
    return true;
  }
  /// Whether what several windows choose is added up.
  static bool adds_up(const SelectAndScatter& w) { return folds_by(w.scatter, 0) == ScalarFn::Add; }

 private:
  using Numbers = std::vector<uint64_t>;
  using Results = std::vector<Tensor<Field>>;
  struct Site {
    Types operands, results;
    std::vector<char> depends;
    std::vector<IndexPlaces> places;
    bool moves;  ///< see only_moves
    size_t starts;  ///< the operands from this one on are starts, of which those that can only be 0 are not in `places`
    bool is_index(size_t operand) const {
      return operand >= starts || std::any_of(places.begin(), places.end(), [&](const IndexPlaces& p) { return p.operand == operand; });
    }
  };

  //===------------------------------------------------------------------------------------------===
  // Numbers and their carriers
  //===------------------------------------------------------------------------------------------===

  static bool is_number_type(ElementType e) { return is_float(e) || is_complex(e); }
  static ElementType carrier_of(ElementType e) { return is_bool(e) ? ElementType::UI64 : ElementType::I64; }
  static bool is_carrier(ElementType e) { return e == ElementType::I64 || e == ElementType::UI64; }
  static uint64_t modulus() { return Field::model().modulus(); }
  static uint64_t plus(uint64_t a, uint64_t b) { return a + b >= modulus() ? a + b - modulus() : a + b; }
  static uint64_t minus(uint64_t a) { return a == 0 ? 0 : modulus() - a; }
  /// What negation makes of an integer: without signs itself, so that floats that integers are converted to have none, either.
  static uint64_t negative(uint64_t a) { return Field::model().signs() ? minus(a) : a; }
  static uint64_t times(uint64_t a, uint64_t b) { return Field::model().times(a, b); }
  static uint64_t negation(uint64_t p) { return plus(1, minus(p)); }
  static uint64_t number(__int128 x) {
    const uint64_t size = Field::model().reduce(static_cast<unsigned __int128>(x < 0 ? -x : x));
    return x < 0 ? negative(size) : size;
  }
  /// The integer that a number is, if it is a small one; in a type's range only.
  static std::optional<int64_t> small_integer(uint64_t v) {
    int64_t i;
    return Field::small_integer({v}, i) ? std::optional(i) : std::nullopt;
  }
  static std::optional<int64_t> small_integer(uint64_t v, const IntegerRange& range) {
    const auto i = small_integer(v);
    return i && *i >= range.low && *i <= range.high ? i : std::nullopt;
  }
  /// Integers or i1 of a type, or their carrier's, or as f64 has them.
  static Numbers numbers(const Tensor<Field>& t, ElementType e) {
    if (is_float(t.element())) return numbers(t);
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
      const auto small = small_integer(v[k], range);
      return small ? static_cast<uint64_t>(*small) : mix64(key_ ^ v[k]);
    });
  }
  /// What a number makes known of itself to functions; integers are the same among integers and among floats.
  static uint64_t hash(uint64_t v) { return Field::hash(FieldElement{v}); }
  static std::vector<uint64_t> hashes(const Tensor<Field>& t, ElementType e) {
    std::vector<uint64_t> all;
    if (is_integer_or_i1(e)) {
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
  /// How often a predicate is true in a reading: with `lattices` an i1 itself, else where a run in another domain decides the same.
  double bias(uint64_t key) const {
    constexpr std::array without_lattices{0.5, 0.5, 0.9, 0.1, 0.5, 0.98, 0.02, 0.5};
    if (!lattices_) return without_lattices[key % without_lattices.size()];
    // A single one of n truth values decides an `or` most often where about one of them is true, and an `and` where about one is false.
    const double one = 1 / std::max(among_, 2.0);
    const bool turned = key / 8 % 2 == 1;
    switch (key % 8) {
      case 0: case 4: return one;
      case 1: case 5: return 1 - one;
      case 2: return 0.9;
      case 3: return 0.1;
      case 6: return turned ? 0.98 : 0.02;
      // an `or` of `and`s, and the like, needs shares between these
      default: {
        const double few = std::ldexp(0.5, -static_cast<int>(key / 16 % static_cast<uint64_t>(1 + std::log2(std::max(among_, 2.0)))));
        return turned ? 1 - few : few;
      }
    }
  }
  /// A random i1.
  uint64_t truth(uint64_t random) const { return lattices_ ? uint64_t{mix64(random) < true_below_} : any(random); }
  uint64_t of_kind(ElementType e, uint64_t random) const { return is_bool(e) ? truth(random) : any(random); }
  /// Elements of a type, each of which 64 random bits decide.
  Tensor<Field> of_randoms(const TensorType& type, const std::vector<uint64_t>& bits) const {
    if (is_integer_or_i1(type.element)) {
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
  /// Which of some branches.
  Tensor<Field> branch(const Tensor<Field>& t, ElementType e) const {
    const Numbers v = numbers(t, e);
    return of_low_bits<Field>({t.shape(), e}, [&](size_t k) {
      const auto small = small_integer(v[k]);
      return small ? static_cast<uint64_t>(*small) : mix64(key_ ^ v[k]) % 8;
    });
  }
  /// The same, but as often as `choose` says; of the contrary this may say the same.
  bool leans(uint64_t p) const { return p <= 1 ? p == 1 : mix64(key_ ^ mix64(p)) < true_below_; }
  /// What a run decides of which this reading made partly true numbers.
  Numbers bits(const Op& op, const Site& s, const Tensor<Field>& made) const {
    using enum ComparisonDirection;
    const auto* c = op.get_if<Compare>();
    // those that are read as the contrary of another one decide the contrary
    const bool contrary = c && (c->direction == NE || (is_integer(s.operands[0].element) && (c->direction == LE || c->direction == GE)));
    Numbers v = numbers(made, ElementType::I1);
    for (uint64_t& p : v) p = contrary ? !leans(negation(p)) : leans(p);
    return v;
  }
  /// A number for an op's name.
  uint64_t named(const Op& op) const {
    uint64_t h = key_;
    for (char c : op.name()) h = mix64(h + static_cast<unsigned char>(c));
    return h;
  }
  /// Another one for each type, where integers may have left the type's range: then they are others in another type.
  uint64_t typed(const Op& op, ElementType e) const {
    return is_integer_or_i1(e) && !known_.within.contains(&op) ? mix64(77 + static_cast<uint64_t>(e)) : 0;
  }

  /// Whether it answers with the greatest or the least of some.
  static bool takes_extremes(const Op& op) {
    const auto is_extreme = [](std::optional<Monoid> m) { return m == Monoid::Max || m == Monoid::Min; };
    if (const auto* r = op.get_if<Reduce>()) return is_extreme(r->reducer);
    if (const auto* w = op.get_if<ReduceWindow>()) return is_extreme(monoid_of(w->body));
    if (const auto* v = op.get_if<VariadicReduce>())
      for (size_t i = 0; i < v->body.results.size(); ++i)
        if (const auto f = folds_by(v->body, i); f && is_extreme(monoid_of(*f))) return true;
    return op.get_if<Maximum>() || op.get_if<Minimum>() || op.get_if<Clamp>();
  }
  /// The same of the greatest and the least. Collectives do not tell their type, so that it is one for all where only one takes part.
  uint64_t typed_extreme(const Op& op, ElementType e) const { return extremes_may_wrap_ && extremes_.size() > 1 && takes_extremes(op) ? typed(op, e) : 0; }

  //===------------------------------------------------------------------------------------------===
  // Sums of truth values
  //===------------------------------------------------------------------------------------------===

  /// Of a number that is the sum of some i1, as integers, and of constants: it is `low` iff none of them is true, `high` iff all are.
  struct Tally {
    uint64_t all, none;  ///< i1
    int64_t low, high;
  };
  std::optional<Tally> tally(uint64_t v) const {
    if (const auto at = tallies_.find(v); at != tallies_.end()) return at->second;
    const auto small = small_integer(v);
    return small ? std::optional(Tally{1, 1, *small, *small}) : std::nullopt;
  }
  /// Sums without truth values are what they are; of so many that their sum may not be a 64-bit integer nothing is known.
  void note(uint64_t v, const Tally& t) const {
    constexpr int64_t most = int64_t{1} << 40;
    if (t.low != t.high && t.low >= -most && t.high <= most) tallies_.insert_or_assign(v, t);
  }
  void note_sum(uint64_t x, uint64_t y) const {
    if (tallies_.empty()) return;
    const auto a = tally(x), b = tally(y);
    if (a && b) note(plus(x, y), {conjunction(a->all, b->all), conjunction(a->none, b->none), a->low + b->low, a->high + b->high});
  }
  /// The same of a reduction that adds up; `by`: the reduction by a monoid in f64.
  template <class F>
  void note_sums(const Tensor<Field>& x, const Tensor<Field>& start, const Numbers& sums, const F& by) const {
    if (tallies_.empty()) return;
    std::array<Results, 4> parts;  // all, none, low, high of the operands
    for (const Tensor<Field>* t : {&x, &start}) {
      std::array<Numbers, 4> v;
      for (uint64_t n : numbers(*t, ElementType::I64)) {
        const auto of = tally(n);
        if (!of) return;
        v[0].push_back(of->all);
        v[1].push_back(of->none);
        v[2].push_back(number(of->low));
        v[3].push_back(number(of->high));
      }
      for (size_t i = 0; i < v.size(); ++i) parts[i].push_back(floats({t->shape(), ElementType::F64}, v[i]));
    }
    std::array<Numbers, 4> reduced;
    for (size_t i = 0; i < parts.size(); ++i) reduced[i] = numbers(in_ring(by(i < 2 ? Monoid::Mul : Monoid::Add, ElementType::F64), parts[i])[0]);
    for (size_t k = 0; k < sums.size(); ++k) {
      const auto low = small_integer(reduced[2][k]), high = small_integer(reduced[3][k]);
      if (low && high) note(sums[k], {reduced[0][k], reduced[1][k], *low, *high});
    }
  }
  /// Whether x < c, or x = c, where x is such a sum, of which the type has all that it may be; nothing where its truth values do not tell.
  std::optional<uint64_t> of_tally(bool equal, uint64_t x, int64_t c, const IntegerRange& range) const {
    const auto at = tallies_.find(x);
    if (at == tallies_.end() || at->second.low < range.low || at->second.high > range.high) return std::nullopt;
    const Tally& t = at->second;
    if (equal && (c < t.low || c > t.high)) return 0;
    if (equal) return c == t.low ? std::optional(t.none) : c == t.high ? std::optional(t.all) : std::nullopt;
    if (c <= t.low) return 0;
    if (c > t.high) return 1;
    return c == t.low + 1 ? std::optional(t.none) : c == t.high ? std::optional(negation(t.all)) : std::nullopt;
  }
  /// The same of a comparison in any direction, with the sum on either side.
  std::optional<uint64_t> of_tally(ComparisonDirection direction, uint64_t x, uint64_t y, const IntegerRange& range) const {
    using enum ComparisonDirection;
    const auto contrary = [](std::optional<uint64_t> p) { return p ? std::optional(negation(*p)) : std::nullopt; };
    if (direction == NE) return contrary(of_tally(EQ, x, y, range));
    if (direction == GE) return contrary(of_tally(LT, x, y, range));
    if (direction == LE) return contrary(of_tally(LT, y, x, range));
    if (direction == GT) return of_tally(LT, y, x, range);
    const bool is_left = tallies_.contains(x), equal = direction == EQ;
    const auto small = small_integer(is_left ? y : x, range);
    if (!small) return std::nullopt;
    if (is_left || equal) return of_tally(equal, is_left ? x : y, *small, range);
    // x < y is that y is not less than x + 1, which the type need not have
    return *small < std::numeric_limits<int64_t>::max() ? contrary(of_tally(false, y, *small + 1, range)) : std::nullopt;
  }
  /// Whether some element of a comparison is one of these.
  bool asks_of_tally(const Op& op, const Site& s, const Results& x) const {
    const auto* c = op.get_if<Compare>();
    const ElementType e = s.operands[0].element;
    if (!c || !is_integer(e) || tallies_.empty()) return false;
    const Numbers a = numbers(x[0], e), b = numbers(x[1], e);
    for (size_t k = 0; k < a.size(); ++k)
      if (of_tally(c->direction, a[k], b[k], Ranges::of_type(e))) return true;
    return false;
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
    // where they are to keep all their laws, they follow the order of floats that max and min choose by
    const bool in_order_of_floats = lattices_ && Field::model().laws() == Freedom::Reals;
    if (is_float(e) && (op.get_if<Abs>() || op.get_if<Sign>()) && !in_order_of_floats) return one(even_or_odd(op, x[0]));
    for (const IndexPlaces& p : s.places)
      if (s.depends.at(p.operand)) return indexed(op, s, x);
    if (const auto* v = op.get_if<VariadicReduce>(); v && is_each_for_itself(v->body)) return reduce_each(op, *v, s, x);
    if (const auto o = order(op, s.operands)) return in_order(op, *o, s, x);
    if (const auto* w = op.get_if<SelectAndScatter>(); w && adds_up(*w)) return one(select_and_scatter(op, *w, s, x));
    if (const auto* m = op.get_if<Map>()) return map(op, s, x, *m);
    if (!is_integer_or_i1(e)) return std::nullopt;
    if (const auto* c = op.get_if<Scatter>()) return scatter(*c, s, x);
    if (s.moves || !s.places.empty()) return apply_op<Field>(op, data_carried(s, x));
    if (const auto* r = op.get_if<Reduce>()) return reduce(r->reducer, e, typed_extreme(op, e), x[0], x[1], [&](Monoid m, ElementType) { return Op(Reduce{r->dims, m}); });
    if (const auto* w = op.get_if<ReduceWindow>()) {
      const auto m = x.size() == 2 && e == w->body.params[0] ? monoid_of(w->body) : std::nullopt;
      return m ? reduce(*m, e, typed_extreme(op, e), x[0], x[1], [&](Monoid n, ElementType of) { return Op(ReduceWindow{w->lists, monoid_body(n, of)}); }) : std::nullopt;
    }
    if (op.get_if<DotGeneral>() || op.get_if<Convolution>()) return one(product(op, s, x));
    std::vector<Numbers> v;
    for (size_t i = 0; i < x.size(); ++i) {
      if (!is_integer_or_i1(s.operands[i].element)) return std::nullopt;
      v.push_back(numbers(x[i], s.operands[i].element));
    }
    const auto by = [&](Monoid m) { return one(carrier(s.results[0], joined(m, e, identity(m, e), v[0], v[1], typed_extreme(op, e)))); };
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
    if (op.get_if<Clamp>()) {
      const uint64_t type = typed_extreme(op, e);
      return one(carrier(s.results[0], joined(Monoid::Min, e, identity(Monoid::Min, e), joined(Monoid::Max, e, identity(Monoid::Max, e), v[1], v[0], type), v[2], type)));
    }
    if (op.get_if<Not>() && is_bool(e)) return each([&](size_t k) { return negation(v[0][k]); });
    if (op.get_if<Not>()) {
      // of an unsigned number what is left to the greatest, of a signed one to -1
      const uint64_t all = is_signed_int(e) ? negative(1) : number(Ranges::of_type(e).high);
      return each([&](size_t k) { return plus(all, negative(v[0][k])); });
    }
    if (op.get_if<Subtract>()) return each([&](size_t k) { return plus(v[0][k], negative(v[1][k])); });
    if (op.get_if<Negate>()) return each([&](size_t k) { return negative(v[0][k]); });
    if (op.get_if<Xor>() && is_bool(e)) return each([&](size_t k) { return different(v[0][k], v[1][k]); });
    // a function of the operands; where its meaning does not depend on the type, the same one for all types that have them
    const bool of_numbers = op.get_if<Divide>() || op.get_if<Remainder>() || op.get_if<Sign>() || op.get_if<Abs>() || op.get_if<Xor>();
    const uint64_t which = named(op) + (of_numbers ? typed(op, e) : mix64(static_cast<uint64_t>(e)));
    return each([&](size_t k) {
      std::vector<uint64_t> h;
      for (const Numbers& a : v) h.push_back(hash(a[a.size() == 1 ? 0 : k]));
      if (op.get_if<Xor>() != nullptr) std::sort(h.begin(), h.end());
      uint64_t r = which;
      for (uint64_t a : h) r = mix64(mix64(r) ^ a);
      return of_kind(s.results[0].element, r);
    });
  }
  /// The operands, of which elements are carried, and indices have their own type.
  Results data_carried(const Site& s, Results x) const {
    for (size_t i = 0; i < x.size(); ++i)
      if (!s.is_index(i)) x[i] = carried(x[i], s.operands[i].element);
      else if (x[i].element() != s.operands[i].element) x[i] = of_type(x[i], s.operands[i].element);
    return x;
  }

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
  /// `a ⊕ b` of a type; either may be one element. `type`: see typed_extreme.
  Numbers joined(Monoid m, ElementType e, std::optional<uint64_t> identity, const Numbers& a, const Numbers& b, uint64_t type = 0) const {
    const Places places(*this, m, type);
    Numbers r(std::max(a.size(), b.size()));
    if (a.empty() || b.empty()) r.clear();
    for (size_t k = 0; k < r.size(); ++k) {
      const uint64_t x = a[a.size() == 1 ? 0 : k], y = b[b.size() == 1 ? 0 : k];
      if (is_bool(e)) r[k] = is_or(m) ? negation(conjunction(negation(x), negation(y))) : conjunction(x, y);
      else if (m == Monoid::Add) note_sum(x, y), r[k] = plus(x, y);
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
    Places(const FreeReading& reading, Monoid m, uint64_t type) : reading_(reading), key_(mix64((reading.key_ ^ type) + 7 * static_cast<uint64_t>(m))) {}
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
      const uint64_t at = mix64(key_ ^ mix64(x)) >> 8 | 1;
      return reading_.constants_first_ && reading_.is_constant(x) ? at | uint64_t{1} << 56 : at;
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
  static Results in_ring(const Op& op, const Results& x) {
    const FieldModel ring(Freedom::Reals, modulus());
    const FieldModel::Use in_use(Field::model().is_ring() ? Field::model() : ring);
    return apply_op<Field>(op, x);
  }
  /// By a monoid; `by` gives the same reduction by another one, of another type. `type`: see typed_extreme.
  template <class F>
  std::optional<Results> reduce(Monoid m, ElementType e, uint64_t type, const Tensor<Field>& x, const Tensor<Field>& start, const F& by) const {
    const bool plain = !is_bool(e) && (m == Monoid::Add || m == Monoid::Mul);
    const Places places(*this, m, type);
    const uint64_t none = identity(m, e).value();
    std::unordered_map<uint64_t, uint64_t> at;  // by place
    // a number by one that products, sums or maxima put together as ⊕ does, and back
    const auto there = [&](uint64_t n) {
      if (plain) return n;
      if (is_bool(e)) return is_or(m) ? negation(n) : n;
      if (n == none) return uint64_t{0};
      if (!lattices_) return places.of(n);
      at[places.place(n)] = n;
      return places.place(n);
    };
    const auto back = [&](uint64_t n) {
      if (plain) return n;
      if (is_bool(e)) return is_or(m) ? negation(n) : n;
      if (n == 0) return none;
      return lattices_ ? at.at(n) : places.element(n);
    };
    const bool greatest = !plain && !is_bool(e) && lattices_;
    const auto standing_for = [&](const Tensor<Field>& t) {
      Numbers v = numbers(t, e);
      for (uint64_t& n : v) n = there(n);
      return greatest ? carrier({t.shape(), ElementType::I64}, v) : floats({t.shape(), ElementType::F64}, v);
    };
    const Results of{standing_for(x), standing_for(start)};
    const Op op = by(greatest ? Monoid::Max : is_bool(e) ? Monoid::Mul : plain ? m : Monoid::Add, of[0].element());
    const Tensor<Field> found = (greatest ? apply_op<Field>(op, of) : in_ring(op, of))[0];
    Numbers v = numbers(found, ElementType::I64);
    for (uint64_t& n : v) n = back(n);
    if (plain && m == Monoid::Add) note_sums(x, start, v, by);
    return Results{carrier({found.shape(), e}, v)};
  }
  /// Several reductions by monoids at once.
  std::optional<Results> reduce_each(const Op& op, const VariadicReduce& v, const Site& s, const Results& x) const {
    const size_t n = x.size() / 2;
    Results each;
    for (size_t i = 0; i < n; ++i) {
      const auto fn = folds_by(v.body, i);
      const auto m = fn ? monoid_of(*fn) : std::nullopt;
      const ElementType e = s.operands[i].element;
      if (!m || e != v.body.params[i]) return std::nullopt;
      const auto by = [&](Monoid k, ElementType) { return Op(Reduce{v.dims, k}); };
      each.push_back(is_integer_or_i1(e) ? (*reduce(*m, e, typed_extreme(op, e), x[i], x[n + i], by))[0] : apply_op<Field>(by(*m, e), {x[i], x[n + i]})[0]);
    }
    return each;
  }
  /// Of an op that puts elements in order: how many of its operands have these, and along which dimensions they lie that are
  /// compared.
  struct Order {
    size_t operands;
    std::vector<int64_t> dims;
  };
  static std::optional<Order> order(const Op& op, const Types& x) {
    if (const auto* o = op.get_if<Sort>()) return Order{x.size(), {o->along(x[0].rank())}};
    if (op.get_if<TopK>()) return Order{1, {x[0].rank() - 1}};
    if (const auto* v = op.get_if<VariadicReduce>(); v && !is_each_for_itself(v->body)) return Order{x.size() / 2, v->dims};
    return std::nullopt;
  }
  /// Any function of all of them, in their order, may be what comes first: in place of each the op is told a random one that
  /// depends on it, on its place, and on the others.
  Results in_order(const Op& op, const Order& o, const Site& s, Results x) const {
    const Shape& shape = s.operands[0].shape;
    const auto n = static_cast<size_t>(s.operands[0].elements());
    const std::vector<int64_t> strides = row_major_strides(shape);
    std::vector<size_t> set(n);  // of the elements that are compared with one another
    size_t sets = 1;
    for (size_t d = shape.size(); d-- > 0;) {
      if (std::find(o.dims.begin(), o.dims.end(), static_cast<int64_t>(d)) != o.dims.end()) continue;
      for (size_t k = 0; k < n; ++k) set[k] += sets * (k / static_cast<size_t>(strides[d]) % static_cast<size_t>(shape[d]));
      sets *= static_cast<size_t>(shape[d]);
    }
    std::vector<uint64_t> all(sets, overflows(op));
    for (size_t i = 0; i < x.size(); ++i) {
      const ElementType e = s.operands[i].element;
      const std::vector<uint64_t> h = hashes(x[i], e);
      for (size_t k = 0; k < (i < o.operands ? n : sets); ++k) {
        uint64_t& of_set = all[i < o.operands ? set[k] : k];
        of_set = mix64(mix64(of_set) ^ h[i < o.operands ? k : 0] ^ typed(op, e));
      }
    }
    for (size_t i = 0; i < x.size(); ++i) {
      const TensorType& type = s.operands[i];
      std::vector<uint64_t> bits(n), place(sets);
      if (i < o.operands)
        for (size_t k = 0; k < n; ++k) bits[k] = mix64(all[set[k]] ^ mix64(++place[set[k]] + (i << 40)));
      if (i >= o.operands) x[i] = x[i].element() == type.element ? x[i] : of_type(x[i], type.element);
      else if (!is_integer_or_i1(type.element)) x[i] = of_randoms(type, bits);
      else x[i] = of_low_bits<Field>(type, [&](size_t k) { return is_bool(type.element) ? bits[k] & 1 : bits[k]; });
    }
    std::vector<Tensor<Field>> results = apply_op<Field>(op, x);
    // of truth values put in order the first is hardly ever the greater one
    for (size_t i = 0; i < results.size(); ++i)
      if (is_bool(s.results[i].element)) {
        Numbers v(static_cast<size_t>(s.results[i].elements()));
        std::vector<uint64_t> place(sets);
        const bool whole = v.size() == n;
        for (size_t k = 0; k < v.size(); ++k) v[k] = truth(mix64(all[whole ? set[k] : k] ^ mix64(++place[whole ? set[k] : k] + (i << 20))));
        results[i] = carrier(s.results[i], v);
      }
    return results;
  }
  /// Which element of a window is chosen is any function of all of them, in their order: each is, with a weight.
  Tensor<Field> select_and_scatter(const Op& op, const SelectAndScatter& w, const Site& s, const Results& x) const {
    const TensorType& type = s.operands[0];
    const bool of_integers = is_integer_or_i1(type.element);
    const auto elements = [&](const Tensor<Field>& t) {
      std::vector<FieldElement> v;
      if (!of_integers) return t.values<FieldElement>();
      for (uint64_t n : numbers(t, type.element)) v.push_back({n});
      return v;
    };
    const std::vector<FieldElement> source = elements(x[1]);
    std::vector<FieldElement> made(static_cast<size_t>(type.elements()), elements(x[2])[0]);
    const std::vector<uint64_t> h = hashes(x[0], type.element);
    const Shape &shape = type.shape, &windows = s.operands[1].shape;
    const std::vector<int64_t> of_windows = row_major_strides(windows), of_operand = row_major_strides(shape), of_window = row_major_strides(w.size);
    int64_t size = 1;
    for (int64_t n : w.size) size *= n;
    for (size_t i = 0; i < source.size(); ++i) {
      std::vector<size_t> inside;
      uint64_t all = overflows(op) + typed(op, type.element);
      for (int64_t j = 0; j < size; ++j) {
        int64_t k = 0;
        bool is_inside = true;
        for (size_t d = 0; d < shape.size(); ++d) {
          const int64_t at = static_cast<int64_t>(i) / of_windows[d] % windows[d] * w.stride[d] - w.low[d] + j / of_window[d] % w.size[d];
          is_inside = is_inside && at >= 0 && at < shape[d];
          k += at * of_operand[d];
        }
        if (!is_inside) continue;
        inside.push_back(static_cast<size_t>(k));
        all = mix64(mix64(all) ^ h[inside.back()]);
      }
      for (size_t j = 0; j < inside.size(); ++j) made[inside[j]] = sum(made[inside[j]], scaled(any(all ^ mix64(j)), some_number(source[i])));
    }
    Numbers v;
    for (FieldElement m : made) v.push_back(m.v);
    return of_integers ? carrier(type, v) : floats(type, v);
  }
  /// A function that decides or calculates with integers is any one, the same of the same body.
  std::optional<Results> map(const Op& op, const Site& s, const Results& x, const Map& m) const {
    const auto plain = [](const Node& n) {
      const auto* a = std::get_if<ApplyNode>(&n.expr);
      return is_number_type(n.element) && !(a && (a->fn == ScalarFn::Abs || a->fn == ScalarFn::Sign));
    };
    if (std::all_of(m.body.nodes.begin(), m.body.nodes.end(), plain)) return std::nullopt;
    std::vector<uint64_t> made(static_cast<size_t>(s.results[0].elements()), overflows(op));
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
    const Numbers v = numbers(in_ring(of_floats, f)[0]);
    return is_integer_or_i1(s.results[0].element) ? carrier(s.results[0], v) : floats(s.results[0], v);
  }
  /// A scatter of integers or i1 as one of numbers: of carriers where it overwrites, of f64 where it adds up or multiplies.
  static std::optional<Scatter> of_numbers(const Scatter& c, const Types& operands) {
    const ElementType e = operands[0].element;
    if (operands.size() != 3 || c.body.params[0] != e || !is_integer_or_i1(e)) return std::nullopt;
    const auto m = monoid_of(c.body);
    if (!is_second(c.body) && (is_bool(e) || (m != Monoid::Add && m != Monoid::Mul))) return std::nullopt;
    Scatter other = c;
    other.body = is_second(c.body) ? second_body(carrier_of(e)) : monoid_body(*m, ElementType::F64);
    return other;
  }
  /// What it makes of operands whose data are carried.
  static Results scattered(const Scatter& c, Results x) {
    if (is_second(c.body)) return apply_op<Field>(Op(c), x);
    for (size_t i : {0, 2}) x[i] = floats({x[i].shape(), ElementType::F64}, numbers(x[i], ElementType::I64));
    return in_ring(Op(c), x);
  }
  /// Where no argument decides the places.
  std::optional<Results> scatter(const Scatter& c, const Site& s, const Results& x) const {
    const auto other = of_numbers(c, s.operands);
    if (!other) return std::nullopt;
    return Results{carrier(s.results[0], numbers(scattered(*other, data_carried(s, x))[0], s.results[0].element))};
  }

  /// Small integers in a range are what they are; of others it is any function.
  Numbers kept(Numbers v, const IntegerRange& range, uint64_t which) const {
    for (uint64_t& n : v)
      if (!small_integer(n, range)) n = any(which ^ hash(n));
    return v;
  }
  /// Integers of a type as another's: the same where that is known to have them.
  Numbers converted(const Op& op, ElementType from, ElementType to, Numbers v) const {
    if (from == to || known_.within.contains(&op)) return v;
    return kept(std::move(v), Ranges::of_type(to), mix64(mix64(key_ + static_cast<uint64_t>(from)) + static_cast<uint64_t>(to)));
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
    if (is_float(from)) return Results{carrier(type, kept(numbers(x), Ranges::of_type(to), named(op) + 64 * static_cast<uint64_t>(to)))};
    Numbers v = numbers(x, from);
    if (is_integer(from)) v = is_integer(to) ? converted(op, from, to, std::move(v)) : to_float(op, from, to, std::move(v));
    if (is_bool(from) && is_integer(to) && !lattices_)
      for (uint64_t p : v)
        if (p > 1) note(p, {p, negation(p), 0, 1});
    if (is_integer(to)) return Results{carrier(type, v)};
    if (is_float(to)) return Results{floats(type, v)};
    return apply_op<Field>(op, {floats({x.shape(), ElementType::F64}, v)});
  }
  /// What the float type may not hold exactly it makes any number of.
  Numbers to_float(const Op& op, ElementType from, ElementType to, Numbers v) const {
    const int precision = float_format(to).precision;
    const bool within = known_.within.contains(&op);
    if (within && (known_.held.contains(&op) || bit_width(from) <= precision)) return v;
    const __int128 most = within ? static_cast<__int128>(1) << std::min(precision, 40) : -1;
    return kept(std::move(v), {-most, most}, named(op) + static_cast<uint64_t>(precision) + typed(op, from));
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

  /// A number for an op and what of_made says of it: what decides whether the numbers that it is told are infinite, or NaN, or
  /// one that is made so overflows; or which function it is.
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
    if (is_integer_or_i1(e)) {
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
        const auto i = small_integer(first[k], range), j = small_integer(second[k], range);
        if (i && j) {
          const bool r = c.direction == EQ ? *i == *j : c.direction == NE ? *i != *j : c.direction == LT ? *i < *j : c.direction == GT ? *i > *j : c.direction == LE ? *i <= *j : *i >= *j;
          v[k] = r;
          continue;
        }
        if (const auto known = of_tally(c.direction, first[k], second[k], range)) {
          v[k] = *known;
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
    if (is_integer_or_i1(e)) {
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
    return of_two(x[1], x[2], mean);
  }
  /// The op without its promises, which another place may break.
  static Op free_of_promises(const Op& op) {
    if (const auto* g = op.get_if<Gather>()) {
      Gather free = *g;
      free.indices_are_sorted = false;
      return Op(free);
    }
    if (const auto* c = op.get_if<Scatter>()) {
      Scatter free = *c;
      free.indices_are_sorted = free.unique_indices = false;
      return Op(free);
    }
    return op;
  }
  std::optional<Results> indexed(const Op& op_, const Site& s, const Results& x) {
    const Types& t = s.operands;
    std::vector<IndexPlaces> places;
    int64_t tuples = 1;
    for (const IndexPlaces& p : s.places) {
      if (!s.depends.at(p.operand)) continue;
      places.push_back(p);
      tuples = std::min(tuples, most_work + 1) * std::min(p.last + 3, most_work + 1);  // and one beyond at either end
    }
    const Op op = free_of_promises(op_);
    int64_t size = 0;
    for (const TensorType& r : s.results) size += r.elements();
    for (const TensorType& a : t) size += op.get_if<Scatter>() ? a.elements() : 0;
    // what is in both as it is, a few of the places tell
    const bool some = tuples > most_work / std::max<int64_t>(size, 1);
    if (some && (!known_.shared.contains(&op_) || !(op.get_if<Gather>() || op.get_if<DynamicSlice>()))) why_not_ = "an index has too many places";
    if (some) tuples = 4;
    // a scatter of another kind works on its own type
    const auto* c = op.get_if<Scatter>();
    const auto scatter = c ? of_numbers(*c, t) : std::nullopt;
    Results placed = x;
    if (!c || scatter) {
      placed = data_carried(s, x);
    } else {
      for (size_t i = 0; i < x.size(); ++i)
        if (x[i].element() != t[i].element) placed[i] = of_type(x[i], t[i].element);
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
    Results results, chosen;
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
      Results here = scatter ? scattered(*scatter, placed) : apply_op<Field>(op, placed, cache);
      const uint64_t weight = any(key_ + static_cast<uint64_t>(shift));
      if (infinities_ && static_cast<uint64_t>(shift) == key_ % static_cast<uint64_t>(tuples)) chosen = here;
      for (size_t i = 0; i < here.size(); ++i) here[i] = weighted(weight, here[i], s.results[i], shift == 0 ? nullptr : &results[i]);
      results = std::move(here);
    }
    for (size_t i = 0; i < chosen.size(); ++i)
      if (!is_integer_or_i1(s.results[i].element)) results[i] = with_infinities(chosen[i], results[i]);
    if (some) {
      // all of what it may read
      const std::vector<uint64_t> beside = c ? all_alike(op, s, x) : columns(op, s, x[0]);
      return Results{with_number(results[0], s.results[0], [&](size_t k) { return beside[k]; })};
    }
    if (c && monoid_of(c->body) != Monoid::Add && std::any_of(first.begin(), first.end(), [](const auto& h) { return h.size() > 1; })) {
      // several at once: where they name one place, which one counts is any function of all
      uint64_t all = named(op);
      for (const auto& h : first)
        for (uint64_t n : h) all = mix64(mix64(all) ^ n);
      for (size_t i = 0; i < results.size(); ++i) results[i] = with_number(results[i], s.results[i], [&](size_t) { return all; });
    }
    return results;
  }
  /// For each element that a scatter makes, one random number that all elements of all operands decide.
  std::vector<uint64_t> all_alike(const Op& op, const Site& s, const std::vector<Tensor<Field>>& x) const {
    uint64_t all = named(op);
    for (size_t i = 0; i < x.size(); ++i)
      for (const uint64_t h : hashes(x[i], s.operands[i].element)) all = mix64(mix64(all) ^ h);
    return std::vector<uint64_t>(static_cast<size_t>(s.results[0].elements()), all);
  }
  /// For each element that a gather or dynamic_slice makes, a random number that all elements decide which it may read.
  std::vector<uint64_t> columns(const Op& op, const Site& s, const Tensor<Field>& table) const {
    const Comprehension c = *op.comprehension(s.operands);
    const DynamicReadNode* read = nullptr;
    for (const Node& n : c.body)
      if (const auto* r = std::get_if<DynamicReadNode>(&n.expr)) read = r;
    const Shape& shape = s.operands[0].shape;
    std::vector<int64_t> strides(shape.size());  // of the dimensions along which no index goes
    int64_t count = 1;
    for (size_t d = shape.size(); d-- > 0;)
      if (read->at[d] < 0) strides[d] = std::exchange(count, count * shape[d]);
    std::vector<uint64_t> all(static_cast<size_t>(count), named(op));
    const std::vector<uint64_t> h = hashes(table, s.operands[0].element);
    const std::vector<int64_t> of_table = row_major_strides(shape), of_result = row_major_strides(s.results[0].shape);
    for (size_t k = 0; k < h.size(); ++k) {
      int64_t column = 0;
      for (size_t d = 0; d < shape.size(); ++d)
        if (strides[d] != 0) column += strides[d] * (static_cast<int64_t>(k) / of_table[d] % shape[d]);
      uint64_t& of_column = all[static_cast<size_t>(column)];
      of_column = mix64(mix64(of_column) ^ h[k]);
    }
    std::vector<uint64_t> result(static_cast<size_t>(s.results[0].elements()));
    std::vector<int64_t> at(of_result.size());
    for (size_t k = 0; k < result.size(); ++k) {
      for (size_t d = 0; d < at.size(); ++d) at[d] = static_cast<int64_t>(k) / of_result[d] % s.results[0].shape[d];
      int64_t column = 0;
      for (size_t d = 0; d < shape.size(); ++d)
        if (strides[d] != 0) column += strides[d] * read->index[d](at.data());
      result[k] = all[static_cast<size_t>(column)];
    }
    return result;
  }
  /// Each element and a random number more, which `bits(k)` decide.
  template <class F>
  Tensor<Field> with_number(const Tensor<Field>& x, const TensorType& type, const F& bits) const {
    if (is_integer_or_i1(type.element)) {
      Numbers v = numbers(x, type.element);
      for (size_t k = 0; k < v.size(); ++k) v[k] = plus(v[k], any(bits(k)));
      return carrier(type, v);
    }
    return of_two(x, x, [&](size_t k, FieldElement a, FieldElement) { return sum(a, FieldElement{any(bits(k))}); });
  }
  /// `x` where it is infinite or NaN, else `y`.
  static Tensor<Field> with_infinities(const Tensor<Field>& x, const Tensor<Field>& y) {
    return of_two(x, y, [](size_t, FieldElement a, FieldElement b) { return a.special() ? a : b; });
  }
  /// `f(k, a, b)` of the k-th elements of two tensors of floats or complex numbers of one type, part by part.
  template <class F>
  static Tensor<Field> of_two(const Tensor<Field>& x, const Tensor<Field>& y, const F& f) {
    return with_scalar<Field>(x.element(), [&]<class T>() {
      if constexpr (is_discrete<T>) {
        return x;  // not reached
      } else {
        const std::vector<T> a = x.template values<T>(), b = y.template values<T>();
        return Tensor<Field>::template build<T>(x.type(), [&](T* out) {
          for (size_t k = 0; k < a.size(); ++k) {
            if constexpr (is_complex_scalar<T>) out[k] = {f(k, a[k].re, b[k].re), f(k, a[k].im, b[k].im)};
            else out[k] = f(k, a[k], b[k]);
          }
        });
      }
    });
  }
  /// `by` · `x`, and `before` besides; infinities and NaN are some number.
  Tensor<Field> weighted(uint64_t by, const Tensor<Field>& x, const TensorType& type, const Tensor<Field>* before) const {
    if (is_integer_or_i1(type.element)) {
      Numbers v = numbers(x, type.element);
      const Numbers b = before ? numbers(*before, type.element) : Numbers(v.size());
      for (size_t k = 0; k < v.size(); ++k) v[k] = plus(times(by, v[k]), b[k]);
      return carrier(type, v);
    }
    return of_two(x, before ? *before : x, [&](size_t, FieldElement a, FieldElement b) {
      const FieldElement part = scaled(by, some_number(a));
      return before ? sum(part, b) : part;
    });
  }

  static constexpr int64_t most_work = 1 << 20;
  std::map<const Op*, Site> sites_;  ///< those that depend on arguments
  std::set<const Op*> handed_on_;    ///< others, see OpSite
  bool lattices_;
  double among_;
  bool has_ui64_ = false;            ///< so that a ui64 may be one of its own type, and no carrier
  std::set<ElementType> extremes_;   ///< types of which an op takes the greatest or the least integers
  bool extremes_may_wrap_ = false;   ///< some of these may have left their type's range
  bool infinities_ = true;           ///< infinities that a select chooses are infinite
  Known known_;
  std::optional<FieldModel> signless_;
  Decisions* decisions_ = nullptr;
  uint64_t key_ = 0, true_below_ = uint64_t{1} << 63;
  std::string why_not_;
  mutable std::unordered_map<uint64_t, Tally> tallies_;  ///< by their numbers
  std::set<__int128> constants_;  ///< integers of the programs
  mutable std::set<uint64_t> constant_numbers_;
  mutable uint64_t constants_modulus_ = 0;
  bool constants_first_ = false;
};

}  // namespace partir
