// What each value of a program is made of, as a number of 64 bits: two values have the same one if the same functions make
// them of the same arguments, and else only by an accident of the random key. Where elements come from and on which device
// they are is left out: a value and its shards, broadcasts, transposes are made of the same. So are a sum and the sum of
// partial sums. That a program moves elements to the right places is what runs show; what it does to an element may depend
// on the element in ways that no run shows, and of that a program whose values are all made as another's does nothing new.
// But what data index, and integers that data are compared with, are made as another only where their elements were not moved
// one by one before: of a table of which one element is another's, hardly any run reads that.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "interp/random.h"
#include "proofs/index_places.h"
#include "proofs/subject.h"
#include "proofs/value_flow.h"

namespace partir {

/// Follows a program and numbers its values.
class MadeOf : public ValueFlow {
 public:
  /// `key`: random, the same of programs that are compared; `own`: a small number of which each of them has another.
  /// `rounds`: of other roundings it is another.
  MadeOf(uint64_t key, uint64_t own, bool rounds = true) : key_(key), own_(own << 32), rounds_(rounds) {}
  /// Drawn anew each time: no program can have been written for two of its values to get one number.
  static uint64_t random_key() { return mix64(std::random_device{}()) ^ std::random_device{}(); }
  /// Of the entry's value.
  uint64_t of(ValueId x) const { return at(x).number; }
  /// Of the values whose elements were put together in this one, as far as they depend on the arguments; of others that of the value.
  std::set<uint64_t> parts_of(ValueId x) const {
    const Made& m = at(x);
    return m.parts ? *m.parts : std::set{m.number};
  }
  /// Of all values that depend on the arguments and of which the results are made: others may be left out.
  const std::set<uint64_t>& all() const { return all_; }
  /// Of all others of which the results are made.
  const std::set<uint64_t>& fixed() const { return fixed_; }
  /// Whether a result is made of it.
  bool is_used(ValueId x) const { return used_.contains(x); }
  /// Whether a result is made of any of an op's.
  bool is_used(const OpSite& s) const {
    return std::any_of(s.results.begin(), s.results.end(), [&](ValueId x) { return is_used(x); });
  }

  /// Whether some of its elements were moved one by one, or may be.
  bool is_cut(ValueId x) const { return at(x).cut; }
  /// Whether all its elements are known to be integers, of magnitude `most` at most.
  bool has_integers(ValueId x, double most) const {
    const auto& values = at(x).values;
    return values && std::all_of(values->begin(), values->end(), [&](double v) { return v == std::floor(v) && std::fabs(v) <= most; });
  }
  /// A number for how its elements were put into another order, dimensions exchanged or turned round; 0 if they were not.
  uint64_t order_of(ValueId x) const { return at(x).order; }
  /// Of elements in their order, or one of which no other value is made where they were moved one by one.
  uint64_t in_order(ValueId x) const { return at(x).cut ? numbered("in order", {x, own_}) : at(x).number; }
  /// Of an op's bodies, with the types of its operands.
  uint64_t of_bodies(const OpSite& s) const {
    const auto* sort = s.op.get_if<Sort>();
    std::vector<uint64_t> parts{sort && sort->is_stable};
    for (const TensorType& t : s.operands) parts.push_back(static_cast<uint64_t>(t.element));
    for (const ScalarBody* b : s.op.bodies()) parts.push_back(of_body(*b));
    return numbered(s.op.name(), parts);
  }
  /// Of how many elements at once an op puts some in order, how many of them it takes, and whether equal ones stay in theirs; nothing of other ops.
  static std::vector<uint64_t> ordered(const OpSite& s) {
    if (const auto* k = s.op.get_if<TopK>()) return {static_cast<uint64_t>(k->k), static_cast<uint64_t>(s.operands[0].shape.back())};
    if (const auto* sort = s.op.get_if<Sort>()) return {static_cast<uint64_t>(sort->is_stable), static_cast<uint64_t>(s.operands[0].shape.at(static_cast<size_t>(sort->along(s.operands[0].rank()))))};
    if (s.op.get_if<VariadicReduce>()) return {static_cast<uint64_t>(s.operands[0].elements() / std::max<int64_t>(s.result_type.elements(), 1))};
    return {};
  }

  /// Of how many elements an op reduces each window, and how far windows are apart; nothing of other ops.
  static std::vector<int64_t> windows(const Op& op) {
    const auto* c = op.get_if<SelectAndScatter>();
    const auto* w = op.get_if<ReduceWindow>();
    std::vector<int64_t> all = w ? w->lists.size : c ? c->size : std::vector<int64_t>{};
    const std::vector<int64_t> apart = w ? w->lists.stride : c ? c->stride : std::vector<int64_t>{};
    all.insert(all.end(), apart.begin(), apart.end());
    return all;
  }

  /// Whether a type has all that the elements of a value of type `from` may be: by what they are, where that is known, or by the type.
  bool fits_in(ValueId x, ElementType from, ElementType to) const { return is_held(at(x), from, to); }

  void argument(ValueId x, size_t i) override { set(x, {numbered("argument", {i})}, true); }
  void op(const OpSite& s) override {
    const std::vector<Made> results = made(s);
    for (size_t i = 0; i < s.results.size(); ++i) set(s.results[i], results[std::min(i, results.size() - 1)], s.depends, s.operand_values);
  }
  void moved(ValueId result, std::span<const ValueId> operands, bool loses) override {
    std::vector<Made> all;
    for (ValueId x : operands) all.push_back(at(x));
    set(result, joined(all, loses), true, operands);
  }
  void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t) override {
    set(result, by ? folded(*by, at(operand)) : Made{numbered("combined", {at(operand).number})}, true, {&operand, 1});
  }
  void device(ValueId result) override { set(result, {numbered("device", {})}, false); }
  void unknown(ValueId result) override { set(result, {numbered("unknown", {++unknowns_ ^ own_})}, true); }
  void chosen(std::span<const ValueId> results, ValueId by, const std::vector<BranchSite>& branches, const Location&) override {
    for (size_t i = 0; i < results.size(); ++i) {
      std::vector<uint64_t> parts{at(by).number};
      std::vector<ValueId> from{by};
      for (const BranchSite& b : branches) {
        parts.push_back(at(b.results[i]).number);
        from.push_back(b.results[i]);
      }
      set(results[i], {numbered("chosen", parts)}, true, from);
    }
  }
  void enters(std::span<const ValueId> carried, std::span<const ValueId> from) override {
    for (size_t i = 0; i < carried.size(); ++i) set(carried[i], {numbered("carried", {at(from[i]).number})}, true, from.subspan(i, 1));
  }
  void repeats(std::span<const ValueId> carried, std::span<const ValueId> from) override {
    for (size_t i = 0; i < carried.size(); ++i) set(carried[i], {numbered("carried", {at(carried[i]).number, at(from[i]).number})}, true, from.subspan(i, 1));
  }
  void leaves(std::span<const ValueId> results, std::span<const ValueId> carried, ValueId condition) override {
    for (size_t i = 0; i < results.size(); ++i)
      set(results[i], {numbered("left", {at(carried[i]).number, at(condition).number})}, true, std::array{carried[i], condition});
  }
  void returned(std::span<const ValueId> results) override {
    std::vector<ValueId> open(results.begin(), results.end());
    while (!open.empty()) {
      const ValueId x = open.back();
      open.pop_back();
      if (!used_.insert(x).second) continue;
      (at(x).depends ? all_ : fixed_).insert(at(x).number);
      const auto from = from_.find(x);
      if (from != from_.end()) open.insert(open.end(), from->second.begin(), from->second.end());
    }
  }

 private:
  struct Made {
    uint64_t number = 0;
    std::optional<ScalarFn> fold = std::nullopt;  ///< by which it is a reduction
    bool cut = false;                           ///< of parts that were cut out or put together
    uint64_t order = 0;                         ///< see `order_of`
    uint64_t layout = 0;                        ///< a number for the order of what no argument decides, which `number` does not tell
    std::shared_ptr<const std::vector<double>> values = nullptr;  ///< all that its elements may be, where they are known: those of which any are rounded, if some are
    bool depends = false;                                         ///< on the arguments
    std::shared_ptr<const std::set<uint64_t>> parts = nullptr;    ///< `parts_of`, if it is put together
    std::optional<ElementType> held = std::nullopt;  ///< a narrower float type that it was converted from, and that has all of its elements
    /// Of an op: a type, and the number of what the op makes in that type, where it is the same if this value is rounded to it.
    std::optional<std::pair<ElementType, uint64_t>> in_narrower = std::nullopt;
    void forget_types() {
      held.reset();
      in_narrower.reset();
    }
  };
  void set(ValueId x, const Made& m, bool depends, std::span<const ValueId> from = {}) {
    made_[x] = m;
    made_[x].depends = depends;
    from_[x].insert(from_[x].end(), from.begin(), from.end());
  }
  const Made& at(ValueId x) const {
    static const Made nothing;
    const auto found = made_.find(x);
    return found == made_.end() ? nothing : found->second;
  }
  uint64_t numbered(std::string_view what, const std::vector<uint64_t>& parts) const {
    uint64_t h = key_;
    for (char c : what) h = mix64(h + static_cast<unsigned char>(c));
    for (uint64_t p : parts) h = mix64(mix64(h ^ key_) + p);
    return h;
  }
  uint64_t sorted(std::string_view what, std::vector<uint64_t> parts) const {
    std::sort(parts.begin(), parts.end());
    return numbered(what, parts);
  }
  uint64_t both_orders(uint64_t a, uint64_t b) const { return b == 0 || a == b ? a : a == 0 ? b : numbered("orders", {a, b}); }
  /// Of elements of all of these.
  Made joined(const std::vector<Made>& all, bool cut) const {
    std::set<uint64_t> distinct, parts;
    for (const Made& m : all) {
      distinct.insert(m.number);
      cut = cut || m.cut;
      if (m.parts) parts.insert(m.parts->begin(), m.parts->end());
      else if (m.depends) parts.insert(m.number);
    }
    Made r = distinct.size() == 1 ? all[0] : Made{numbered("joined", {distinct.begin(), distinct.end()})};
    for (const Made& m : all) r.order = both_orders(r.order, m.order);
    r.cut = cut;
    if (std::any_of(all.begin(), all.end(), [&](const Made& m) { return m.held != all[0].held || m.in_narrower != all[0].in_narrower; })) r.forget_types();
    if (distinct.size() > 1) r.parts = std::make_shared<const std::set<uint64_t>>(std::move(parts));
    if (distinct.size() > 1 && std::all_of(all.begin(), all.end(), [](const Made& m) { return m.values != nullptr; })) {
      std::vector<double> values;
      for (const Made& m : all) values.insert(values.end(), m.values->begin(), m.values->end());
      r.values = of_values(std::move(values));
    }
    return r;
  }
  Made folded(ScalarFn by, const Made& x) const {
    if (x.fold == by) {
      Made r = x;
      r.forget_types();  // a type that has the terms need not have their sum
      return r;
    }
    return {numbered("fold", {static_cast<uint64_t>(by), x.number}), by, x.cut};
  }
  static std::shared_ptr<const std::vector<double>> of_values(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return std::make_shared<const std::vector<double>>(std::move(values));
  }
  /// Whether a conversion leaves each element what it is: by its values, or by its type where they are not known.
  static bool is_held(const Made& x, ElementType from, ElementType to) {
    if (is_complex(from) || is_complex(to)) return from == to;
    if (x.values) return std::all_of(x.values->begin(), x.values->end(), [&](double v) { return Literal::splat_value({{}, to}, v).as_double(0) == v; });
    if (is_float(from)) return is_float(to) && fits(float_format(from), float_format(to));
    const auto digits = [](ElementType e) { return bit_width(e) - is_signed_int(e); };
    if (is_float(to)) return digits(from) <= float_format(to).precision;
    return digits(from) <= digits(to) && (is_signed_int(to) || !is_signed_int(from));
  }
  /// Of a constant its elements in their order; of one that is one number everywhere that.
  Made constant(const Literal& l) const {
    std::vector<uint64_t> values;
    std::vector<double> numbers;
    bool all_exact = true;
    for (int64_t i = 0, n = l.splat ? std::min<int64_t>(1, l.type.elements()) : l.type.elements(); i < n; ++i) {
      const ElementBits bits = l.bits(i);
      const double v = is_complex(l.type.element) ? std::numeric_limits<double>::infinity() : l.as_double(i);
      const bool exact = std::fabs(v) < 0x1p53;
      all_exact = all_exact && exact;
      if (all_exact) numbers.push_back(v);
      values.push_back(exact ? std::bit_cast<uint64_t>(v == 0 ? 0.0 : v)
                             : numbered("bits", {static_cast<uint64_t>(l.type.element), static_cast<uint64_t>(bits), static_cast<uint64_t>(bits >> 64)}));
    }
    if (std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end()) values.resize(std::min<size_t>(values.size(), 1));
    Made r{numbered("constant", values)};
    if (all_exact) r.values = of_values(std::move(numbers));
    return r;
  }
  uint64_t of_body(const ScalarBody& b) const {
    std::vector<uint64_t> nodes;
    for (const Node& n : b.nodes) {
      std::vector<uint64_t> parts{static_cast<uint64_t>(n.element)};
      if (const auto* a = std::get_if<ApplyNode>(&n.expr)) {
        using enum ScalarFn;
        std::vector<uint64_t> args;
        for (int x : a->args) args.push_back(nodes.at(static_cast<size_t>(x)));
        const bool swapped = a->fn == Gt || a->fn == Ge;
        if (swapped) std::swap(args[0], args[1]);
        if (a->fn == Add || a->fn == Multiply || a->fn == Max || a->fn == Min || a->fn == And || a->fn == Or || a->fn == Xor || a->fn == Eq || a->fn == Ne)
          std::sort(args.begin(), args.end());
        parts.push_back(static_cast<uint64_t>(a->fn == Gt ? Lt : a->fn == Ge ? Le : a->fn));
        parts.insert(parts.end(), args.begin(), args.end());
        nodes.push_back(numbered("apply", parts));
      } else if (const auto* l = std::get_if<LiteralNode>(&n.expr)) {
        nodes.push_back(constant(*l->literal).number);
      } else {
        nodes.push_back(numbered("parameter", {nodes.size()}));
      }
    }
    std::vector<uint64_t> results;
    for (int r : b.results) results.push_back(nodes.at(static_cast<size_t>(r)));
    return numbered("body", results);
  }
  std::vector<Made> made(const OpSite& s) {
    std::vector<Made> results = numbers(s);
    for (ValueId v : s.operand_values)
      for (Made& m : results) {
        m.cut = m.cut || at(v).cut;
        if (at(v).layout != 0) m.layout = mix64(m.layout + at(v).layout);
        m.order = both_orders(m.order, at(v).order);
      }
    if (const std::vector<int64_t> dims = exchanged(s.op); !dims.empty())
      for (Made& m : results) m.order = numbered(s.op.name(), std::vector<uint64_t>(dims.begin(), dims.end())) + 3 * m.order;
    if (const auto narrower = narrower_type(s)) {
      OpSite in_narrower = s;
      in_narrower.result_type.element = *narrower;
      results[0].in_narrower = {*narrower, numbers(in_narrower)[0].number};
    }
    // along which dimension the numbers of iota go, and where those of a table are that is transposed, reshaped or broadcast
    const auto* t = s.op.get_if<Transpose>();
    const auto* i = s.op.get_if<Iota>();
    const auto* b = s.op.get_if<BroadcastInDim>();
    if (s.result_type.rank() > 1 && (i || (!s.depends && (t || s.op.get_if<Reshape>() || (b && s.operands[0].rank() > 0))))) {
      std::vector<uint64_t> order(s.result_type.shape.begin(), s.result_type.shape.end());
      if (t) order.insert(order.end(), t->permutation.begin(), t->permutation.end());
      if (i) order.push_back(static_cast<uint64_t>(i->dimension));
      if (b) order.insert(order.end(), b->dims.begin(), b->dims.end());
      for (Made& m : results) m.layout = numbered(s.op.name(), order) + 3 * m.layout;
    }
    return results;
  }
  /// Where an op puts dimensions in another order, or turns some round, those; else nothing.
  static std::vector<int64_t> exchanged(const Op& op) {
    if (const auto* r = op.get_if<Reverse>()) return r->dims;
    const auto* t = op.get_if<Transpose>();
    const auto* b = op.get_if<BroadcastInDim>();
    const std::vector<int64_t> dims = t ? t->permutation : b ? b->dims : std::vector<int64_t>{};
    return std::is_sorted(dims.begin(), dims.end()) ? std::vector<int64_t>{} : dims;
  }
  /// A type that has all numbers of an op's operands, and that is so narrow that rounding the op's result first to the op's own type changes nothing: for p digits
  /// that one has at least 2 p + 2 (S. A. Figueroa, When is double rounding innocuous?, 1995; denormal results apart).
  std::optional<ElementType> narrower_type(const OpSite& s) const {
    const ElementType own = s.result_type.element;
    if (!rounds_ || !s.depends || !is_float(own) ||
        !(s.op.get_if<Add>() || s.op.get_if<Subtract>() || s.op.get_if<Multiply>() || s.op.get_if<Divide>() || s.op.get_if<Sqrt>()))
      return std::nullopt;
    std::optional<ElementType> narrower;
    for (ValueId v : s.operand_values)
      if (const auto& held = at(v).held; held && (!narrower || !fits(float_format(*held), float_format(*narrower)))) narrower = held;
    const auto has = [&](ValueId v) { return at(v).held ? fits(float_format(*at(v).held), float_format(*narrower)) : at(v).values && is_held(at(v), own, *narrower); };
    if (!narrower || !std::all_of(s.operand_values.begin(), s.operand_values.end(), has)) return std::nullopt;
    const FloatFormat f = float_format(*narrower), in = float_format(own);
    return in.exponent_bits >= f.exponent_bits && in.precision >= 2 * f.precision + 2 ? narrower : std::nullopt;
  }
  std::vector<Made> numbers(const OpSite& s) {
    const Op& op = s.op;
    std::vector<Made> x;
    // without regard to roundings the widest of its kind
    const auto type = [&](ElementType e) { return static_cast<uint64_t>(rounds_ || !is_float(real_part(e)) ? e : is_complex(e) ? ElementType::C128 : ElementType::F64); };
    std::vector<uint64_t> parts{type(s.result_type.element)};
    for (size_t i = 0; i < s.operands.size(); ++i) {
      x.push_back(at(s.operand_values[i]));
      // which of a table of numbers an element is compared with may be another's
      if (s.depends && x.back().cut && !s.operand_depends[i] && is_integer(s.operands[i].element)) x.back().number = numbered("cut", {++unknowns_ ^ own_});
      parts.push_back(x.back().number);
    }
    if (const auto* c = op.get_if<Constant>()) return {constant(c->value)};
    if (const auto* i = op.get_if<Iota>()) {
      const int64_t n = s.result_type.shape.at(static_cast<size_t>(i->dimension));
      Made r{numbered("iota", {static_cast<uint64_t>(n)})};
      // a type that holds the greatest and the one before holds all
      if (n > 2 && n <= int64_t{1} << bit_width(ElementType::I32)) r.values = of_values({0, 1, static_cast<double>(n - 2), static_cast<double>(n - 1)});
      return {r};
    }
    if (op.get_if<Reshape>() || op.get_if<BroadcastInDim>() || op.get_if<Transpose>() || op.get_if<OptimizationBarrier>()) return {x[0]};
    // of which no argument decides the place
    const auto depends_on = [&](size_t from) {
      return std::any_of(s.operand_depends.begin() + static_cast<int64_t>(from), s.operand_depends.end(), [](char d) { return d != 0; });
    };
    if (op.get_if<SliceOp>() || op.get_if<Reverse>() || (op.get_if<DynamicSlice>() && !depends_on(1)) || (op.get_if<Gather>() && !depends_on(1)))
      return {joined({x[0]}, true)};
    if (op.get_if<Pad>() || (op.get_if<DynamicUpdateSlice>() && !depends_on(2))) return {joined({x[0], x[1]}, true)};
    if (op.get_if<Select>() && !s.operand_depends[0]) return {joined({x[1], x[2]}, true)};
    if (op.get_if<Concatenate>()) return {joined(x, true)};
    // a wider type has the same number
    const ElementType from = op.get_if<Convert>() ? s.operands[0].element : ElementType::I1, to = s.result_type.element;
    if (is_float(real_part(from)) && is_float(real_part(to)) && is_complex(from) == is_complex(to) &&
        (!rounds_ || fits(float_format(from), float_format(to)) || (x[0].held && fits(float_format(*x[0].held), float_format(to))))) {
      if (is_float(from) && !x[0].held) x[0].held = from;
      return {x[0]};
    }
    if (op.get_if<Convert>() && x[0].in_narrower && x[0].in_narrower->first == to) return {{x[0].in_narrower->second}};
    if (op.get_if<ReducePrecision>() && !rounds_) return {x[0]};
    if (!s.depends) {
      if (op.get_if<Convert>() && is_held(x[0], s.operands[0].element, s.result_type.element)) return {x[0]};
      for (const ScalarBody* b : op.bodies()) parts.push_back(of_body(*b));
      return {{numbered(op.name(), parts)}};
    }
    if (const auto* r = op.get_if<Reduce>()) {
      const ElementType e = s.operands[0].element;
      if (x[1].number == constant(Literal::splat_bits({{}, e}, identity_bits(r->reducer, e))).number) return {folded(scalar_fn(r->reducer), x[0])};
      return {{numbered("fold from", {static_cast<uint64_t>(scalar_fn(r->reducer)), x[0].number, x[1].number})}};
    }
    if (op.get_if<DotGeneral>() || op.get_if<Convolution>()) return {{numbered(op.name(), parts), ScalarFn::Add}};
    const auto is_sum = [&](size_t i) { return x[i].fold == ScalarFn::Add; };
    // whose sums are sums of what its operands are sums of
    const bool of_sums = ((op.get_if<Add>() || op.get_if<Subtract>()) && is_sum(0) && is_sum(1)) || (op.get_if<Multiply>() && (is_sum(0) || is_sum(1))) ||
                         (op.get_if<Divide>() && is_sum(0) && !is_integer(s.result_type.element)) || (op.get_if<Negate>() && is_sum(0));
    const std::optional<ScalarFn> fold = of_sums ? std::optional(ScalarFn::Add) : std::nullopt;
    if (op.get_if<Add>() || op.get_if<Multiply>() || op.get_if<And>() || op.get_if<Or>() || op.get_if<Xor>() || op.get_if<Maximum>() ||
        op.get_if<Minimum>())
      return {{sorted(op.name(), parts), fold}};
    if (fold) return {{numbered(op.name(), parts), fold}};
    if (const auto* c = op.get_if<Compare>()) {
      using enum ComparisonDirection;
      const auto code = [&](ComparisonDirection d) { return 2 * static_cast<uint64_t>(d) + (c->order == ComparisonOrder::Total); };
      const uint64_t e = type(s.operands[0].element);
      if (c->direction == EQ || c->direction == NE)
        return {{sorted("compare", {e + 1000, code(c->direction), x[0].number, x[1].number})}};
      const bool swapped = c->direction == GT || c->direction == GE;
      const ComparisonDirection d = c->direction == GT ? LT : c->direction == GE ? LE : c->direction;
      return {{numbered("compare", {e, code(d), x[swapped].number, x[!swapped].number})}};
    }
    if (const auto* v = op.get_if<VariadicReduce>()) {
      // of several reductions at once each for itself
      const size_t n = s.operands.size() / 2;
      std::vector<Made> each;
      for (size_t i = 0; i < n; ++i) {
        const auto by = folds_by(v->body, i);
        const auto m = by ? monoid_of(*by) : std::nullopt;
        if (!by || s.operands[i].element != v->body.params[i]) break;
        const ElementBits start = m ? identity_bits(*m, s.operands[i].element) : ElementBits{0};
        if (x[n + i].number == constant(Literal::splat_bits({{}, s.operands[i].element}, start)).number) each.push_back(folded(*by, x[i]));
        else each.push_back({numbered("fold from", {static_cast<uint64_t>(*by), x[i].number, x[n + i].number})});
      }
      if (each.size() == n) return each;
    }
    for (uint64_t n : ordered(s)) parts.push_back(n);
    if (const auto* r = op.get_if<ReducePrecision>())
      parts.insert(parts.end(), {static_cast<uint64_t>(r->exponent_bits), static_cast<uint64_t>(r->mantissa_bits)});
    for (const IndexPlaces& p : index_places(op, s.operands)) {
      parts.push_back(static_cast<uint64_t>(p.last));
      if (x[0].cut) parts.push_back(++unknowns_ ^ own_);
      parts.push_back(x[0].layout);
    }
    for (const ScalarBody* b : op.bodies()) parts.push_back(of_body(*b));
    for (int64_t n : windows(op)) parts.push_back(static_cast<uint64_t>(n));
    std::vector<Made> results;
    for (size_t i = 0; i < s.results.size(); ++i) {
      std::vector<uint64_t> of_result = parts;
      if (i > 0) of_result.push_back(i);
      results.push_back({numbered(op.name(), of_result)});
    }
    return results;
  }
  std::map<ValueId, Made> made_;
  std::map<ValueId, std::vector<ValueId>> from_;
  std::set<ValueId> used_;
  std::set<uint64_t> all_, fixed_;
  uint64_t key_, own_, unknowns_ = 0;
  bool rounds_;
};

/// A number of two programs that another constant in one of them makes another, even one that MadeOf does not look at.
inline uint64_t digest(const core::Program& core, const Subject& subject) {
  uint64_t d = 0;
  const auto see = [&](const OpSite& s) {
    const auto* c = s.op.get_if<Constant>();
    for (int64_t i = 0, n = !c ? 0 : c->value.splat ? std::min<int64_t>(1, s.result_type.elements()) : s.result_type.elements(); i < n; ++i) {
      const ElementBits bits = c->value.bits(i);
      d = mix64(mix64(d + static_cast<uint64_t>(bits)) + static_cast<uint64_t>(bits >> 64));
    }
  };
  for_each_site(core, see);
  subject.for_each_site(see);
  const auto add = [&](const MadeOf& made) {
    for (uint64_t number : made.all()) d = mix64(d + number);
  };
  MadeOf of_core(1, 1), of_subject(1, 2);
  follow(core, of_core);
  add(of_core);
  subject.follow(of_subject);
  add(of_subject);
  return d;
}

}  // namespace partir
