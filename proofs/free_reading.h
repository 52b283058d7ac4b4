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

/// Reads the ops of two programs so. Where no argument decides an operand, its elements are what they are. What else an op
/// makes of its operands' elements is a pseudo-random function of them and of the op's name, of which only this is kept:
///   add, subtract, multiply, negate, not   what they are; and of convert the bits that both types have
///   and, or of i1                 commute, associate and have their identities: and is x ↔ y, or is x xor y
///   max, min, and, or of integers   commute, associate and have their identities, and every argument counts
///     As those of a group these keep laws that are none (x or x would be false), so in every other reading, and with
///     `lattices` in all, and, or of i1 are themselves, and those of integers the greater in some order.
///   compare                       integers that are equal are so, x < y is y > x, not equal is not that they are equal. Whether
///                                 a float is equal to itself, or infinite, is a function of it and of how it is made
///   select                        a mean of both, weighted by the predicate: both count, whichever it chooses. In every other
///                                 pair of readings an infinity, or NaN, is some number there, else it is chosen or not
///   abs, sign of floats           an even and an odd function
///   bitcast_convert               a function of the elements that one is made of
///   gather, dynamic_slice, dynamic_update_slice, scatter   a mean of all places, or of some where these are too many,
///                                 weighted by a function of the index
///   all else that makes integers or i1   a function of its operands
class FreeReading : public OpReading {
 public:
  /// What is known of some ops.
  struct Known {
    std::set<const Op*> shared;  ///< both programs have it, on operands that were put together of no pieces
    std::set<const Op*> within;  ///< converts of integers that are no sums which may have left their type's range
    std::set<const Op*> held;    ///< converts of integers that the float type holds, whichever they are
    std::map<const Op*, uint64_t> of_made;  ///< of what compare and is_finite are told: what it is made of (MadeOf)
  };
  /// Borrows both programs.
  FreeReading(const core::Program& core, const Subject& subject, Known known, bool lattices) : lattices_(lattices), known_(std::move(known)) {
    const auto see = [&](const OpSite& s) {
      if (s.depends) depends_[&s.op] = s.operand_depends;
      const auto* c = s.op.get_if<Constant>();
      if (c && is_integer(c->value.type.element) && c->value.type.elements() <= 4096)
        for (uint64_t x : low_bits(Tensor<Field>::from_literal(c->value))) constants_.insert(x);
    };
    for_each_site(core, see);
    subject.for_each_site(see);
  }
  /// Another reading of this kind.
  void choose(uint64_t key) {
    key_ = mix64(key ^ 0xf1ee);
    constants_first_ = key % 4 < 2;
    orders_ = lattices_ || key % 2 == 1;
    infinities_ = key / 2 % 2 == 1;
    // how often a predicate is true
    constexpr std::array biases{0.5, 0.5, 0.9, 0.1, 0.5, 0.98, 0.02, 0.5};
    true_below_ = static_cast<uint64_t>(biases[key % biases.size()] * 0x1p63) * 2;
  }
  /// Why the runs so far do not tell what they should; empty if they do.
  const std::string& why_not() const { return why_not_; }
  /// Whether in some run each product of integers was odd, so that more than its last bit counted in what is made of it. After all runs.
  bool has_odd_products() const {
    return std::all_of(odd_.begin(), odd_.end(), [](const auto& of_op) { return std::find(of_op.second.begin(), of_op.second.end(), 0) == of_op.second.end(); });
  }

  bool read(const Op& op, const std::vector<Tensor<Field>>& x, std::vector<Tensor<Field>>& results) override {
    const auto found = depends_.find(&op);
    if (found == depends_.end()) return false;
    if (const auto* c = op.get_if<Compare>()) {
      results = {compare(*c, op, x)};
      return true;
    }
    if (op.get_if<Select>()) return found->second[0] && select(x, results);
    if (const auto* c = op.get_if<Convert>()) return convert(*c, op, x[0], results);
    if (const auto* r = op.get_if<Reduce>())
      return reduce(r->reducer, x, results, [&](Monoid m) { return Op(Reduce{r->dims, m}); });
    if (const auto* w = op.get_if<ReduceWindow>()) {
      const auto m = x.size() == 2 && x[0].element() == w->body.params[0] ? monoid_of(w->body) : std::nullopt;
      return m && reduce(*m, x, results, [&](Monoid n) { return Op(ReduceWindow{w->lists, monoid_body(n, ElementType::UI64)}); });
    }
    if (const auto* v = op.get_if<VariadicReduce>()) return reduce_each(*v, x, results);
    for (const IndexPlaces& p : index_places(op, types(x)))
      if (found->second.at(p.operand)) return indexed(op, x, results);
    if (op.get_if<IsFinite>()) {
      results = {is_finite(op, x[0])};
      return true;
    }
    if (const auto* b = op.get_if<BitcastConvert>()) return bitcast(*b, op, x[0], results);
    if ((op.get_if<Abs>() || op.get_if<Sign>()) && is_float(x[0].element())) {
      results = {even_or_odd(op, x[0])};
      return true;
    }
    if (op.get_if<Multiply>() && is_integer(x[0].element())) note_odd(op, x);
    if (x.empty() || !is_discrete_type(x[0].element())) return false;
    const bool of_bits = is_bool(x[0].element());
    const auto by = [&](Monoid m) {
      results = {combined(m, x[0], x[1])};
      return true;
    };
    if (op.get_if<And>()) return by(Monoid::And);
    if (op.get_if<Or>()) return by(Monoid::Or);
    if (op.get_if<Maximum>() || (of_bits && op.get_if<Add>())) return by(Monoid::Max);
    if (op.get_if<Minimum>() || (of_bits && op.get_if<Multiply>())) return by(Monoid::Min);
    if (op.get_if<Clamp>()) {
      results = {combined(Monoid::Min, combined(Monoid::Max, x[1], x[0]), x[2])};
      return true;
    }
    if (op.get_if<Xor>()) {
      results = {function(op, x[0].type(), x, true)};
      return true;
    }
    if (!of_bits && (op.get_if<Divide>() || op.get_if<Remainder>() || op.get_if<Power>() || op.get_if<ShiftLeft>() ||
                     op.get_if<ShiftRightArithmetic>() || op.get_if<ShiftRightLogical>() || op.get_if<Popcnt>() ||
                     op.get_if<CountLeadingZeros>() || op.get_if<Mulhi>() || op.get_if<Sign>() || op.get_if<Abs>())) {
      results = {function(op, x[0].type(), x)};
      return true;
    }
    return false;
  }
  bool combine(Monoid m, const Tensor<Field>& a, const Tensor<Field>& b, std::optional<Tensor<Field>>& result) override {
    if (!is_discrete_type(a.element()) || (!is_bool(a.element()) && (m == Monoid::Add || m == Monoid::Mul))) return false;
    result = combined(m, a, b);
    return true;
  }

 private:
  static bool is_discrete_type(ElementType e) { return is_bool(e) || is_integer(e); }
  static Types types(const std::vector<Tensor<Field>>& x) {
    Types t;
    for (const Tensor<Field>& a : x) t.push_back(a.type());
    return t;
  }
  static std::vector<uint64_t> hashes(const Tensor<Field>& t) {
    return with_scalar<Field>(t.element(), [&]<class T>() {
      std::vector<uint64_t> all;
      for (const T& v : t.template values<T>()) all.push_back(Field::hash<T>(v));
      return all;
    });
  }
  /// The same, but integers have one hash as integers and as floats: numbers compare alike in every type that has them.
  static std::vector<uint64_t> numbers(const Tensor<Field>& t) {
    std::vector<uint64_t> all = hashes(t);
    if (is_float(t.element())) {
      const std::vector<FieldElement> x = t.values<FieldElement>();
      int64_t i;
      for (size_t k = 0; k < x.size(); ++k)
        if (Field::small_integer(x[k], i)) all[k] = Integers::hash(i);
    }
    return all;
  }
  static uint64_t hash_of(ElementType e, ElementBits bits) { return hashes(Tensor<Field>::from_literal(Literal::splat_bits({{}, e}, bits)))[0]; }
  /// A number for an op's name.
  uint64_t named(const Op& op) const {
    uint64_t h = key_;
    for (char c : op.name()) h = mix64(h + static_cast<unsigned char>(c));
    return h;
  }
  uint64_t coin(uint64_t tag, uint64_t a, uint64_t b = 0) const { return mix64(mix64(tag ^ a) + b) < true_below_; }
  /// Any function of the operands' elements.
  Tensor<Field> function(const Op& op, const TensorType& type, const std::vector<Tensor<Field>>& x, bool commutes = false) const {
    std::vector<std::vector<uint64_t>> h;
    for (const Tensor<Field>& t : x) h.push_back(hashes(t));
    const uint64_t which = named(op) + 64 * static_cast<uint64_t>(x[0].element());
    return of_low_bits<Field>(type, [&](size_t k) {
      std::vector<uint64_t> v;
      for (const auto& a : h) v.push_back(a[a.size() == 1 ? 0 : k]);
      if (commutes) std::sort(v.begin(), v.end());
      uint64_t r = which;
      for (uint64_t a : v) r = mix64(mix64(r) ^ a);
      return is_bool(type.element) ? coin(which, r) : r;
    });
  }
  /// Numbers of a type, each made of 64 random bits.
  static Tensor<Field> of_hashes(const TensorType& type, const std::vector<uint64_t>& h) {
    if (is_discrete_type(type.element)) return of_low_bits<Field>(type, [&](size_t k) { return h[k]; });
    return with_scalar<Field>(type.element, [&]<class T>() {
      if constexpr (is_discrete<T>) return Tensor<Field>();  // not reached
      else
        return Tensor<Field>::template build<T>(type, [&](T* out) {
          for (size_t k = 0; k < h.size(); ++k) {
            if constexpr (is_complex_scalar<T>) out[k] = {Field::random(1, h[k]), Field::random(2, h[k])};
            else out[k] = Field::random(1, h[k]);
          }
        });
    });
  }
  bool bitcast(const BitcastConvert& b, const Op& op, const Tensor<Field>& x, std::vector<Tensor<Field>>& results) const {
    const TensorType type = b.infer({x.type()})[0];
    if (type.element == x.element()) return false;
    const std::vector<uint64_t> h = hashes(x);
    const auto n = static_cast<size_t>(type.elements());
    const uint64_t which = named(op) + 64 * static_cast<uint64_t>(x.element()) + static_cast<uint64_t>(type.element);
    std::vector<uint64_t> made(n, which);
    for (size_t k = 0; k < std::max(n, h.size()); ++k) {
      // of several elements one is made, or of one several
      uint64_t& m = made[n < h.size() ? k / (h.size() / n) : k];
      m = n > h.size() ? mix64(mix64(m ^ h[k / (n / h.size())]) + k % (n / h.size())) : mix64(mix64(m) ^ h[k]);
    }
    results = {of_hashes(type, made)};
    return true;
  }
  Tensor<Field> even_or_odd(const Op& op, const Tensor<Field>& x) const {
    const std::vector<FieldElement> v = x.values<FieldElement>();
    const uint64_t which = named(op);
    const bool even = op.get_if<Abs>();
    const OpReading::Use none(nullptr);
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
  /// Whether the numbers that an op is told are infinite, or NaN, or one that is made so overflows.
  uint64_t overflows(const Op& op) const {
    const auto made = known_.of_made.find(&op);
    return mix64(named(op) + (made == known_.of_made.end() ? 0 : made->second));
  }
  Tensor<Field> is_finite(const Op& op, const Tensor<Field>& x) const {
    const std::vector<uint64_t> h = hashes(x);
    const std::vector<char> special = special_elements({x});
    const uint64_t which = overflows(op);
    return of_low_bits<Field>({x.shape(), ElementType::I1}, [&](size_t k) -> uint64_t { return special[k] ? 0 : coin(which, h[k]); });
  }
  void note_odd(const Op& op, const std::vector<Tensor<Field>>& x) {
    const auto& depends = depends_.at(&op);
    if (!depends[0] || !depends[1]) return;
    const std::vector<uint64_t> a = low_bits(x[0]), b = low_bits(x[1]);
    std::vector<char>& odd = odd_[&op];
    odd.resize(a.size());
    for (size_t k = 0; k < a.size(); ++k) odd[k] = odd[k] || (a[k] & b[k] & 1) != 0;
  }
  static bool is_or(Monoid m) { return m == Monoid::Or || m == Monoid::Max || m == Monoid::Add; }
  /// `a ⊕ b`; either may be a scalar.
  Tensor<Field> combined(Monoid m, const Tensor<Field>& x, const Tensor<Field>& y) const {
    const std::vector<uint64_t> a = low_bits(x), b = low_bits(y);
    const TensorType& type = x.type().rank() >= y.type().rank() ? x.type() : y.type();
    const auto i = [&](size_t k) { return a.size() == 1 ? 0 : k; };
    const auto j = [&](size_t k) { return b.size() == 1 ? 0 : k; };
    if (is_bool(type.element))
      return of_low_bits<Field>(type, [&](size_t k) { return !orders_ ? a[i(k)] ^ b[j(k)] ^ uint64_t{!is_or(m)} : is_or(m) ? a[i(k)] | b[j(k)] : a[i(k)] & b[j(k)]; });
    const Order order(*this, m, type.element);
    return of_low_bits<Field>(type, [&](size_t k) { return order.number(order.joined(order.of(a[i(k)]), order.of(b[j(k)]))); });
  }
  /// Integers as what ⊕ puts together, by turns: elements of a group, as all of them count in it, or places in an order, of
  /// which one counts. The identity is 0.
  class Order {
   public:
    Order(const FreeReading& reading, Monoid m, ElementType e)
        : reading_(reading), bits_(bit_width(e)), mask_(bits_ == 64 ? ~uint64_t{0} : (uint64_t{1} << bits_) - 1), half_((bits_ + 1) / 2),
          identity_(static_cast<uint64_t>(identity_bits(m, e))), factor_(mix64(reading.key_ + 7 * static_cast<uint64_t>(m)) | 1),
          m_(m) {
      inverse_ = factor_;
      for (int i = 0; i < 6; ++i) inverse_ *= 2 - factor_ * inverse_;
    }
    uint64_t of(uint64_t x) const {
      if (reading_.orders_) return (x & mask_) == (identity_ & mask_) ? 0 : place(x & mask_);
      uint64_t y = (x - identity_) & mask_;
      for (int i = 0; i < 2; ++i) y = (shifted(y) * factor_) & mask_;
      return shifted(y);
    }
    uint64_t joined(uint64_t p, uint64_t q) const { return reading_.orders_ ? std::max(p, q) : p + q; }
    /// The integer, of which `of` has been asked.
    uint64_t number(uint64_t p) const {
      if (reading_.orders_) return p == 0 ? identity_ : numbers_.at(p);
      uint64_t y = shifted(p & mask_);
      for (int i = 0; i < 2; ++i) y = shifted((y * inverse_) & mask_);
      return (y + identity_) & mask_;
    }

   private:
    uint64_t shifted(uint64_t y) const { return y ^ (y >> half_); }
    /// In every other reading the programs' constants are greater than other numbers, among which they would hardly ever be the greatest.
    uint64_t place(uint64_t x) const {
      uint64_t at = mix64(reading_.key_ ^ mix64(x + static_cast<uint64_t>(m_))) >> 1 | 1;
      if (reading_.constants_first_ && reading_.constants_.contains(x)) at |= uint64_t{1} << 63;
      numbers_[at] = x;
      return at;
    }
    const FreeReading& reading_;
    int bits_;
    uint64_t mask_;
    int half_;
    uint64_t identity_, factor_, inverse_;
    Monoid m_;
    mutable std::unordered_map<uint64_t, uint64_t> numbers_;
  };
  /// By a monoid; `by` gives the same reduction of UI64 by another one.
  template <class F>
  bool reduce(Monoid m, const std::vector<Tensor<Field>>& x, std::vector<Tensor<Field>>& results, const F& by) const {
    const ElementType e = x[0].element();
    if (!is_discrete_type(e) || (is_bool(e) && orders_) || (!is_bool(e) && (m == Monoid::Add || m == Monoid::Mul))) return false;
    // by a reduction that all domains have, of numbers that stand for these
    const bool of_bits = is_bool(e), negated = of_bits && !is_or(m);
    const Order order(*this, of_bits ? Monoid::Max : m, of_bits ? ElementType::UI8 : e);
    const auto standing_for = [&](const Tensor<Field>& t) {
      const std::vector<uint64_t> low = low_bits(t);
      return of_low_bits<Field>({t.shape(), ElementType::UI64}, [&](size_t k) { return of_bits ? low[k] ^ uint64_t{negated} : order.of(low[k]); });
    };
    const OpReading::Use none(nullptr);
    const Tensor<Field> found = apply_op<Field>(by(of_bits || !orders_ ? Monoid::Add : Monoid::Max), {standing_for(x[0]), standing_for(x[1])})[0];
    const std::vector<uint64_t> low = low_bits(found);
    results = {of_low_bits<Field>({found.shape(), e}, [&](size_t k) { return of_bits ? (low[k] & 1) ^ uint64_t{negated} : order.number(low[k]); })};
    return true;
  }
  /// Several reductions by monoids at once.
  bool reduce_each(const VariadicReduce& v, const std::vector<Tensor<Field>>& x, std::vector<Tensor<Field>>& results) const {
    const size_t n = x.size() / 2;
    std::vector<Tensor<Field>> each;
    for (size_t i = 0; i < n; ++i) {
      const auto fn = folds_by(v.body, i);
      const auto m = fn ? monoid_of(*fn) : std::nullopt;
      if (!m || x[i].element() != v.body.params[i]) return false;
      std::vector<Tensor<Field>> one;
      const auto by = [&](Monoid k) { return Op(Reduce{v.dims, k}); };
      if (!reduce(*m, {x[i], x[n + i]}, one, by)) {
        const OpReading::Use none(nullptr);
        one = apply_op<Field>(by(*m), {x[i], x[n + i]});
      }
      each.push_back(one[0]);
    }
    results = std::move(each);
    return true;
  }
  bool convert(const Convert& c, const Op& op, const Tensor<Field>& x, std::vector<Tensor<Field>>& results) const {
    const ElementType from = x.element(), to = c.element;
    if (is_bool(to) && !is_bool(from)) {
      const std::vector<uint64_t> h = hashes(x);
      const uint64_t zero = hash_of(from, 0), which = named(op);
      results = {of_low_bits<Field>({x.shape(), to}, [&](size_t k) { return h[k] == zero ? 0 : coin(which, h[k]); })};
      return true;
    }
    if (is_bool(from) && is_float(to) && !orders_) {
      // as select weights, so that a mask is one whether it multiplies or chooses
      const std::vector<uint64_t> p = low_bits(x);
      const auto [t, rest] = weights();
      results = {Tensor<Field>::build<FieldElement>({x.shape(), to}, [&](FieldElement* out) {
        for (size_t k = 0; k < p.size(); ++k) out[k] = {p[k] ? t : rest};
      })};
      return true;
    }
    if (is_integer(from) && is_float(to)) return to_float(op, x, to, results);
    if (is_float(from) && is_integer(to)) {
      results = {to_integer(op, x, to)};
      return true;
    }
    if (!is_integer(from) || !is_integer(to) || bit_width(to) <= bit_width(from) || known_.within.contains(&op)) return false;
    // sums may have left the narrower type's range: what the wider one has besides is not known
    const std::vector<uint64_t> low = low_bits(x), h = hashes(x);
    const uint64_t which = named(op) + static_cast<uint64_t>(from);
    results = {of_low_bits<Field>({x.shape(), to}, [&](size_t k) { return low[k] + (mix64(which ^ h[k]) << bit_width(from)); })};
    return true;
  }
  /// What the float type may not hold exactly it makes any number of.
  bool to_float(const Op& op, const Tensor<Field>& x, ElementType to, std::vector<Tensor<Field>>& results) const {
    const int precision = float_format(to).precision;
    const bool may_wrap = !known_.within.contains(&op);
    if (!may_wrap && (bit_width(x.element()) <= precision || known_.held.contains(&op))) return false;
    const OpReading::Use none(nullptr);
    const std::vector<FieldElement> exact = apply_op<Field>(op, {x})[0].values<FieldElement>();
    const std::vector<double> numbers = with_scalar<Field>(x.element(), [&]<class T>() {
      std::vector<double> all;
      if constexpr (is_discrete<T>)
        for (const T& v : x.values<T>()) all.push_back(Integers::to_double(v));
      return all;
    });
    const uint64_t which = named(op) + static_cast<uint64_t>(precision);
    results = {Tensor<Field>::build<FieldElement>({x.shape(), to}, [&](FieldElement* out) {
      for (size_t k = 0; k < exact.size(); ++k)
        out[k] = !may_wrap && std::fabs(numbers[k]) <= std::ldexp(1, precision) ? exact[k] : Field::random(which, exact[k].v);
    })};
    return true;
  }
  /// Integers that the type has are what they are; what else it makes of a float is a function of its own.
  Tensor<Field> to_integer(const Op& op, const Tensor<Field>& x, ElementType to) const {
    const std::vector<uint64_t> h = hashes(x);
    const std::vector<FieldElement> v = x.values<FieldElement>();
    const auto [low, high] = Ranges::of_type(to);
    const uint64_t which = named(op) + 64 * static_cast<uint64_t>(to);
    return of_low_bits<Field>({x.shape(), to}, [&](size_t k) {
      int64_t i;
      return Field::small_integer(v[k], i) && i >= low && i <= high ? static_cast<uint64_t>(i) : mix64(which ^ h[k]);
    });
  }
  Tensor<Field> compare(const Compare& c, const Op& op, const std::vector<Tensor<Field>>& x) const {
    using enum ComparisonDirection;
    const std::vector<uint64_t> a = numbers(x[0]), b = numbers(x[1]);
    const uint64_t which = named(op) + 8 * static_cast<uint64_t>(c.order == ComparisonOrder::Total);
    const bool of_floats = is_float(x[0].element());
    const uint64_t itself = overflows(op);
    const std::vector<char> special_a = special_elements({x[0]}), special_b = special_elements({x[1]});
    std::vector<Bool> usual;
    if (std::count(special_a.begin(), special_a.end(), 1) + std::count(special_b.begin(), special_b.end(), 1) > 0) {
      const OpReading::Use none(nullptr);
      usual = apply_op<Field>(op, x)[0].template values<Bool>();
    }
    // integers among floats are no NaN
    std::vector<char> may_be_nan(a.size());
    if (of_floats) {
      const std::vector<FieldElement> v = x[0].values<FieldElement>();
      int64_t i;
      for (size_t k = 0; k < v.size(); ++k) may_be_nan[k] = !Field::small_integer(v[k], i);
    }
    return of_low_bits<Field>({x[0].shape(), ElementType::I1}, [&](size_t k) -> uint64_t {
      const uint64_t p = a[k], q = b[k];
      if (special_a[k] && special_b[k]) return usual[k].bit;
      if (special_a[k] || special_b[k]) {
        // beside an infinity, which may be another's where this one overflows
        const bool overflow = coin(itself, special_a[k] ? q : p, 1);
        return overflow ? coin(itself, special_a[k] ? q : p, 2) : usual[k].bit;
      }
      const auto equal = [&] { return p == q && (!may_be_nan[k] || coin(itself, p)); };
      switch (c.direction) {
        case EQ: case NE: return (p == q ? equal() : coin(which, std::min(p, q), std::max(p, q)) != 0) == (c.direction == EQ);
        case LT: return p != q && coin(which + 1, p, q);
        case GT: return p != q && coin(which + 1, q, p);
        // of integers it is the contrary of <
        case LE: return p == q ? equal() : of_floats ? coin(which + 2, p, q) != 0 : !coin(which + 1, q, p);
        default: return p == q ? equal() : of_floats ? coin(which + 2, q, p) != 0 : !coin(which + 1, p, q);
      }
    });
  }
  /// Which elements of operands are infinite or NaN.
  static std::vector<char> special_elements(const std::vector<Tensor<Field>>& x) {
    std::vector<char> any(static_cast<size_t>(x[0].elements()));
    for (const Tensor<Field>& t : x)
      if (is_float(t.element())) {
        const std::vector<FieldElement> v = t.values<FieldElement>();
        for (size_t k = 0; k < v.size(); ++k) any[k] = any[k] || v[k].special();
      }
    return any;
  }
  static FieldElement scaled(uint64_t by, FieldElement x) { return x.special() ? x : FieldElement{Field::model().times(by, x.v)}; }
  static FieldElement sum(FieldElement x, FieldElement y) {
    if (x.special() || y.special()) return Field::add(x, y);
    return {Field::model().reduce(x.v + y.v)};
  }
  /// What a branch counts that a predicate chooses, and what the other one counts.
  std::pair<uint64_t, uint64_t> weights() const {
    const FieldModel& f = Field::model();
    const uint64_t t = f.unknown(f.below(key_));
    return {t, f.reduce(uint64_t{1} + f.modulus() - t)};
  }
  /// What stands for an infinity or NaN: of the two infinities one is the other's negative.
  FieldElement some_number(FieldElement x) const {
    if (!x.special()) return x;
    const FieldElement r = Field::random(key_, x.is_nan());
    return x == Field::negate(FieldElement::infinity()) ? Field::negate(r) : r;
  }
  bool select(const std::vector<Tensor<Field>>& x, std::vector<Tensor<Field>>& results) const {
    const std::vector<uint64_t> p = low_bits(x[0]);
    const auto chooses = [&](size_t k) { return p[p.size() == 1 ? 0 : k] != 0; };
    const ElementType e = x[1].element();
    if (!is_discrete_type(e)) {
      const auto [t, rest] = weights();
      const auto mean = [&](size_t k, FieldElement a, FieldElement b) {
        if (a == b) return a;
        if (infinities_ && (a.special() || b.special())) return chooses(k) ? a : b;
        return sum(scaled(chooses(k) ? t : rest, some_number(a)), scaled(chooses(k) ? rest : t, some_number(b)));
      };
      results = {with_scalar<Field>(e, [&]<class T>() {
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
      })};
      return true;
    }
    if (is_bool(e) && orders_) return false;
    const std::vector<uint64_t> a = low_bits(x[1]), b = low_bits(x[2]);
    if (is_bool(e)) {
      results = {of_low_bits<Field>(x[1].type(), [&](size_t k) { return a[k] == b[k] ? a[k] : coin(key_ + 99, chooses(k) ? a[k] : b[k]); })};
      return true;
    }
    results = {of_low_bits<Field>(x[1].type(), [&](size_t k) { return chooses(k) ? key_ * a[k] + (1 - key_) * b[k] : (1 - key_) * a[k] + key_ * b[k]; })};
    return true;
  }
  /// The op without its promises, which another place may break.
  static Op without_promises(const Op& op) {
    if (const auto* g = op.get_if<Gather>()) {
      Gather free = *g;
      free.indices_are_sorted = false;
      return Op(free);
    }
    if (const auto* s = op.get_if<Scatter>()) {
      Scatter free = *s;
      free.indices_are_sorted = free.unique_indices = false;
      return Op(free);
    }
    return op;
  }
  bool indexed(const Op& op_, const std::vector<Tensor<Field>>& x, std::vector<Tensor<Field>>& results) {
    const Types t = types(x);
    const auto& depends = depends_.at(&op_);
    std::vector<IndexPlaces> places;
    int64_t tuples = 1;
    for (const IndexPlaces& p : index_places(op_, t)) {
      if (!depends.at(p.operand)) continue;
      places.push_back(p);
      tuples = std::min(tuples, most_work + 1) * std::min(p.last + 3, most_work + 1);  // and one beyond at either end
    }
    const Op op = without_promises(op_);
    int64_t size = 0;
    for (const TensorType& r : op.infer(t)) size += r.elements();
    for (const TensorType& a : t) size += op.get_if<Scatter>() ? a.elements() : 0;
    // what is in both as it is, a few of the places tell
    const bool some = tuples > most_work / std::max<int64_t>(size, 1);
    if (some && (!known_.shared.contains(&op_) || !(op_.get_if<Gather>() || op_.get_if<DynamicSlice>()))) why_not_ = "an index has too many places";
    if (some) tuples = 4;
    std::vector<Tensor<Field>> placed = x;
    std::vector<std::vector<uint64_t>> first, now;  // of each operand with indices
    std::vector<std::vector<size_t>> at;
    for (const IndexPlaces& p : places) {
      const std::vector<uint64_t> h = hashes(x[p.operand]);
      std::vector<size_t> all(h.size());
      for (size_t k = 0; k < all.size(); ++k) all[k] = k;
      at.push_back(indices_among(p, t[p.operand].shape, std::move(all)));
      first.push_back(h);
    }
    const OpReading::Use none(nullptr);
    OpCache cache;
    for (int64_t shift = 0; shift < tuples; ++shift) {
      std::map<size_t, std::vector<uint64_t>> indices;
      int64_t rest = shift;
      for (size_t c = 0; c < places.size(); ++c) {
        const IndexPlaces& p = places[c];
        auto& of_operand = indices.try_emplace(p.operand, low_bits(x[p.operand])).first->second;
        const auto extent = static_cast<uint64_t>(p.last + 3);
        for (size_t k : at[c]) of_operand[k] = (mix64(key_ ^ first[c][k]) % extent + (some ? mix64(key_ + static_cast<uint64_t>(shift) * 31 + c) : static_cast<uint64_t>(rest)) % extent) % extent - 1;
        rest /= p.last + 3;
      }
      for (const auto& [i, bits] : indices) placed[i] = of_low_bits<Field>(t[i], [&](size_t k) { return bits[k]; });
      std::vector<Tensor<Field>> here = apply_op<Field>(op, placed, cache);
      const uint64_t weight = mix64(key_ + static_cast<uint64_t>(shift));
      for (size_t i = 0; i < here.size(); ++i) here[i] = weighted(weight, here[i], shift == 0 ? nullptr : &results[i]);
      results = std::move(here);
    }
    return true;
  }
  /// `by` · `x`, and `before` besides.
  static Tensor<Field> weighted(uint64_t by, const Tensor<Field>& x, const Tensor<Field>* before) {
    if (is_discrete_type(x.element())) {
      const std::vector<uint64_t> a = low_bits(x), b = before ? low_bits(*before) : std::vector<uint64_t>(a.size());
      if (is_bool(x.element())) return of_low_bits<Field>(x.type(), [&](size_t k) { return (a[k] & by) ^ b[k]; });
      return of_low_bits<Field>(x.type(), [&](size_t k) { return (by | 1) * a[k] + b[k]; });
    }
    const uint64_t factor = Field::model().unknown(Field::model().below(by));
    return with_scalar<Field>(x.element(), [&]<class T>() {
      if constexpr (is_discrete<T>) {
        return x;  // not reached
      } else {
        const std::vector<T> a = x.template values<T>(), b = before ? before->template values<T>() : std::vector<T>(a.size(), T{});
        return Tensor<Field>::template build<T>(x.type(), [&](T* out) {
          for (size_t k = 0; k < a.size(); ++k) {
            if constexpr (is_complex_scalar<T>) out[k] = {sum(scaled(factor, a[k].re), b[k].re), sum(scaled(factor, a[k].im), b[k].im)};
            else out[k] = sum(scaled(factor, a[k]), b[k]);
          }
        });
      }
    });
  }

  static constexpr int64_t most_work = 1 << 20;
  std::map<const Op*, std::vector<char>> depends_;
  bool lattices_, orders_ = true;  ///< orders_: in this reading and, or, max, min keep their laws
  bool infinities_ = true;         ///< infinities that a select chooses are infinite
  Known known_;
  uint64_t key_ = 0, true_below_ = uint64_t{1} << 63;
  std::string why_not_;
  std::map<const Op*, std::vector<char>> odd_;  ///< elements of products that were odd in some run
  std::set<uint64_t> constants_;  ///< integers of the programs, by their bits
  bool constants_first_ = false;
};

}  // namespace partir
