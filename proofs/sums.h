// Sums in a type that is too narrow for their number of terms: what is added last may be lost as a whole, so that the sum stops to grow. In
// bf16 256 + 1 is 256. Terms of one magnitude show that; those that are drawn at random, half of them negative, hardly ever do.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "proofs/comprehension_bound.h"
#include "proofs/made_of.h"
#include "proofs/mesh_body.h"
#include "proofs/same_elements.h"
#include "proofs/subject.h"
#include "proofs/value_flow.h"
#include "semantics/diagnostics.h"

namespace partir {

/// Whether no bound is derived of what comes of the roundings in an op, or of those of its operands, or one that is wide where numbers cancel: of a
/// batch's variance.
inline bool has_no_bound(const OpSite& s) {
  const Op& op = s.op;
  if (detail::is_stable_procedure(op) || op.get_if<BatchNormTraining>() || op.get_if<BatchNormGrad>() || op.get_if<BatchNormInference>()) return true;
  const std::optional<Comprehension> c = op.comprehension(s.operands);
  return c && !detail::ComprehensionBound::is_derived(c->body);
}
/// How many elements the window has of an op that goes through its operand by windows.
inline std::optional<double> elements_of_window(const Op& op) {
  const auto* w = op.get_if<ReduceWindow>();
  const auto* c = op.get_if<SelectAndScatter>();
  if (!w && !c) return std::nullopt;
  double n = 1;
  for (int64_t size : w ? w->lists.size : c->size) n *= static_cast<double>(size);
  return n;
}
/// How many terms an op on operands of these types adds one after the other to one element of its `k`-th result, of type `result`; 0 if it adds none.
inline double terms_added(const Op& op, const Types& operands, const TensorType& result, size_t k = 0) {
  const auto elements = [](const TensorType& t) { return static_cast<double>(std::max<int64_t>(t.elements(), 1)); };
  const auto adds = [&](const ScalarBody& b) {
    const std::optional<ScalarFn> by = folds_by(b, k);
    const auto adds_somewhere = [](const Node& n) {
      const auto* a = std::get_if<ApplyNode>(&n.expr);
      return a && (a->fn == ScalarFn::Add || a->fn == ScalarFn::Subtract);
    };
    return by ? by == ScalarFn::Add : std::any_of(b.nodes.begin(), b.nodes.end(), adds_somewhere);
  };
  if (op.get_if<Add>() || op.get_if<Subtract>()) return 1;
  if (const auto* r = op.get_if<Reduce>()) return r->reducer == Monoid::Add ? elements(operands[0]) / elements(result) : 0;
  if (const auto* r = op.get_if<VariadicReduce>()) return adds(r->body) ? elements(operands[0]) / elements(result) : 0;
  if (const auto* w = op.get_if<ReduceWindow>()) return adds(w->body) ? *elements_of_window(op) : 0;
  if (const auto* w = op.get_if<SelectAndScatter>()) return adds(w->scatter) ? *elements_of_window(op) : 0;
  if (const auto* d = op.get_if<DotGeneral>()) {
    double terms = 1;
    for (int64_t dim : d->lhs_contract) terms *= static_cast<double>(operands[0].shape[static_cast<size_t>(dim)]);
    return terms;
  }
  if (const auto* c = op.get_if<Convolution>()) return elements(operands[1]) / static_cast<double>(std::max<int64_t>(operands[1].shape[static_cast<size_t>(c->kernel_output)], 1));
  if (const auto* scatter = op.get_if<Scatter>(); scatter && adds(scatter->body)) {
    const TensorType& updates = operands.back();
    double terms = 1;
    for (int64_t dim : scatter->scatter_dims(updates.rank())) terms *= static_cast<double>(updates.shape[static_cast<size_t>(dim)]);
    return terms;
  }
  return 0;
}
inline double terms_added(const OpSite& s, size_t k = 0) { return terms_added(s.op, s.operands, s.result_type, k); }

/// In bits, of a float or of each part of a complex number; 0 of other types and of no tensor.
inline int float_precision(const std::optional<TensorType>& t) { return t && is_float(real_part(t->element)) ? float_format(t->element).precision : 0; }

/// Follows a program and notes how often what it adds up is rounded, by numbers (MadeOf) that do not tell roundings apart. A sum of sums counts as the
/// longest of them and its own terms, so that a tree has few. What is added up in a wide type and then converted to a narrow one is rounded to that once;
/// but so it is after each addition to what was converted before, which is no better than to add in the narrow type. All roundings of a sum are counted, too:
/// if the terms nearly cancel, each that was rounded leaves its error, in a tree as in a chain.
class Sums : public MadeOf {
 public:
  struct Sum {
    int precision = 0;  ///< in bits
    double terms = 0;   ///< how many were added one after the other, each time with a rounding to this precision
    double roundings = 0;  ///< how many there are to this precision in all, in the sum and in its terms
    Location where;
    bool by_adding = false;  ///< whether it was added up in a type of this precision at last, not converted to it
    bool is_open = false;    ///< whether something was added in a wider type since the last such rounding
    bool over_devices = false;  ///< whether it is one of several devices' numbers
    /// Whether there are so many that those added last may be lost: of equal terms the sum of 2^(precision - 4) has four bits to spare.
    bool sticks() const { return terms > std::exp2(precision - 4); }
  };
  using ByPrecision = std::map<int, Sum>;
  using TypeOf = std::function<std::optional<TensorType>(ValueId)>;
  /// What counts, beside ops of one device.
  struct Counted {
    bool collectives = true;
    double in_loops = 0;            ///< how many terms a sum counts for that grows from one iteration of a loop to the next
    const Sums* others = nullptr;  ///< those of another program: what it rounds as often counts as one term here
  };
  Sums(uint64_t key, uint64_t own, TypeOf type, Counted counted) : MadeOf(key, own, false), type_(std::move(type)), counted_(counted) {}
  const std::multimap<uint64_t, Sum>& all_sums() const { return sums_; }
  /// The sums that a value is, or is made of by ops that leave the sizes of its terms what they are.
  const ByPrecision& sums_of(ValueId x) const {
    static const ByPrecision none;
    const auto at = chains_.find(x);
    return at == chains_.end() ? none : at->second;
  }
  /// Whether this program has a sum of such a number, rounded to `precision` or more.
  bool has(uint64_t number, int precision = 0) const {
    const auto [from, to] = sums_.equal_range(number);
    return std::any_of(from, to, [&](const auto& sum) { return sum.second.precision >= precision; });
  }
  /// How often sums are rounded to some precision: the most of some sums.
  struct Often {
    double terms = 0, roundings = 0;
    void or_as(const Sum& sum) {
      terms = std::max(terms, sum.terms);
      roundings = std::max(roundings, sum.roundings);
    }
  };
  /// How often its sums of such a number are rounded to no more than `precision`.
  Often often(uint64_t number, int precision) const {
    const auto [from, to] = sums_.equal_range(number);
    Often most;
    for (auto at = from; at != to; ++at)
      if (at->second.precision <= precision) most.or_as(at->second);
    return most;
  }
  /// Whether it has such a sum of at least half as many terms, which may stop to grow as well: parts may be padded.
  bool has_as_long(uint64_t number, const Sum& sum) const { return often(number, sum.precision).terms >= sum.terms / 2; }
  /// Of its longest sum, in whatever order. How often another program's loops run is not looked at: one that makes such a sum adds up no more than that.
  double most_terms() const {
    double most = 1;
    for (const auto& [number, sum] : sums_) most = std::max(most, sum.terms);
    for (const auto& [x, terms] : in_all_) most = std::max(most, terms);
    return most;
  }
  /// Whether numbers of several devices are added up.
  bool adds_over_devices() const { return adds_over_devices_; }
  /// Whether there are no loops, no branches, and no values of which nothing is known.
  bool is_straight() const { return is_straight_; }

  void op(const OpSite& s) override {
    MadeOf::op(s);
    const auto* to = s.op.get_if<ReducePrecision>();
    const bool converts = s.op.get_if<Convert>() || to;
    for (size_t k = 0; k < s.results.size(); ++k) {
      const double terms = !s.depends ? 0 : has_no_bound(s) ? std::numeric_limits<double>::infinity() : terms_added(s, k);
      forget(s.results[k]);
      if (terms > 0) added(s.results[k], s.operand_values, terms, s.location);
      else if (passes_on(s)) passed_on(s.results[k], s.operand_values);
      if (s.depends) in_all_[s.results[k]] = all_terms(s, terms);
      if (converts && s.depends) rounded(s.results[k], to ? static_cast<int>(to->mantissa_bits) + 1 : precision(s.results[k]), s.location);
    }
  }
  void moved(ValueId result, std::span<const ValueId> operands, bool loses) override {
    MadeOf::moved(result, operands, loses);
    forget(result);
    passed_on(result, operands);
    in_all_[result] = most_of(operands);
  }
  void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t of) override {
    MadeOf::reduced(result, operand, by, of);
    adds_over_devices_ = adds_over_devices_ || by == ScalarFn::Add;
    forget(result);
    in_all_[result] = most_of({&operand, 1}) * (by == ScalarFn::Add ? static_cast<double>(of) : 1);
    if (by == ScalarFn::Add && counted_.collectives) added(result, {&operand, 1}, static_cast<double>(of), {});
    else passed_on(result, {&operand, 1});
    if (by == ScalarFn::Add)
      for (auto& [precision, sum] : chains_[result]) sum.over_devices = true;
  }
  void unknown(ValueId result) override {
    MadeOf::unknown(result);
    is_straight_ = false;
  }
  void chosen(std::span<const ValueId> results, ValueId by, const std::vector<BranchSite>& branches, const Location& where) override {
    MadeOf::chosen(results, by, branches, where);
    is_straight_ = false;
    for (size_t i = 0; i < results.size(); ++i) {
      forget(results[i]);
      for (const BranchSite& b : branches) passed_on(results[i], b.results.subspan(i, 1));
    }
  }
  void enters(std::span<const ValueId> carried, std::span<const ValueId> from) override {
    MadeOf::enters(carried, from);
    is_straight_ = false;
    for (size_t i = 0; i < carried.size(); ++i) {
      forget(carried[i]);
      passed_on(carried[i], from.subspan(i, 1));
    }
  }
  void repeats(std::span<const ValueId> carried, std::span<const ValueId> from) override {
    MadeOf::repeats(carried, from);
    for (size_t i = 0; i < carried.size(); ++i) {
      chains_[carried[i]] = grown(carried[i], from[i]);
      next_[carried[i]] = from[i];
    }
  }
  void leaves(std::span<const ValueId> results, std::span<const ValueId> carried, ValueId condition) override {
    MadeOf::leaves(results, carried, condition);
    for (size_t i = 0; i < results.size(); ++i) {
      chains_[results[i]] = grown(carried[i], next_.at(carried[i]));
      for (auto& [precision, sum] : chains_[results[i]])
        if (grows(sums_of(carried[i]), sum) || grows(sums_of(carried[i]), sum, &Sum::roundings)) note(results[i], sum);
    }
  }

 private:
  /// Whether an op, which adds nothing, leaves the relative sizes of a sum and of what is added to it later what they are: it moves, chooses or scales.
  static bool passes_on(const OpSite& s) {
    const Op& op = s.op;
    return only_moves(op, s.operands) || op.get_if<Convert>() || op.get_if<ReducePrecision>() || op.get_if<Negate>() || op.get_if<Abs>() || op.get_if<Select>() || op.get_if<Multiply>() || op.get_if<Divide>() ||
           op.get_if<Maximum>() || op.get_if<Minimum>() || op.get_if<Clamp>() || op.get_if<Reduce>() || op.get_if<VariadicReduce>() || op.get_if<ReduceWindow>() || op.get_if<Sort>() || op.get_if<TopK>() ||
           op.get_if<Pad>() || op.get_if<DynamicUpdateSlice>() || op.get_if<Scatter>() || op.get_if<SelectAndScatter>();
  }
  int precision(ValueId x) const { return float_precision(type_(x)); }
  /// Whether a sum has more terms, or more roundings, after an iteration than `before` it: then it grows in each.
  static bool grows(const ByPrecision& before, const Sum& sum, double Sum::*many = &Sum::terms) {
    const auto at = before.find(sum.precision);
    return at != before.end() && sum.*many > at->second.*many;
  }
  /// What a value that a loop carries is after an iteration of which `next` is the result.
  ByPrecision grown(ValueId carried, ValueId next) const {
    const ByPrecision& before = sums_of(carried);
    ByPrecision sums = before;
    for (Sum sum : values_of(sums_of(next))) {
      for (double Sum::*many : {&Sum::terms, &Sum::roundings})
        if (grows(before, sum, many)) sum.*many = std::max(sum.*many, counted_.in_loops);
      Sum& most = sums[sum.precision];
      sum.roundings = std::max(sum.roundings, most.roundings);
      if (most.precision == 0 || sum.terms > most.terms) most = std::move(sum);
      else most.roundings = sum.roundings;
    }
    return sums;
  }
  /// What was known of a value in the iteration before.
  void forget(ValueId x) { chains_.erase(x); }
  /// The most terms in all that one of these has; 1 of what is no sum.
  double most_of(std::span<const ValueId> values) const {
    double most = 1;
    for (ValueId x : values)
      if (const auto at = in_all_.find(x); at != in_all_.end()) most = std::max(most, at->second);
    return most;
  }
  /// How many terms the result of an op that adds up so many has in all, in whatever order. A product of sums is no sum.
  double all_terms(const OpSite& s, double terms) const {
    const Op& op = s.op;
    if (!std::isfinite(terms)) return 1;
    if (op.get_if<DotGeneral>() || op.get_if<Convolution>()) return terms;
    if (op.get_if<Add>() || op.get_if<Subtract>()) return most_of({&s.operand_values[0], 1}) + most_of({&s.operand_values[1], 1});
    const bool multiplies = (op.get_if<Multiply>() && s.operand_depends[0] && s.operand_depends[1]) || (op.get_if<Divide>() && s.operand_depends[1]);
    return terms == 0 && (multiplies || !passes_on(s)) ? 1 : std::max(terms, 1.0) * most_of(s.operand_values);
  }
  static std::vector<Sum> values_of(const ByPrecision& sums) {
    std::vector<Sum> all;
    for (const auto& [precision, sum] : sums) all.push_back(sum);
    return all;
  }
  void added(ValueId result, std::span<const ValueId> operands, double terms, const Location& where) {
    const int p = precision(result);
    if (p == 0) return;
    passed_on(result, operands);
    ByPrecision& sums = chains_[result];
    for (auto& [q, sum] : sums) {
      sum.is_open = sum.is_open || q < p;
      sum.roundings = 0;
      for (ValueId x : operands)
        if (const auto at = sums_of(x).find(q); at != sums_of(x).end() && at->second.roundings > 0) sum.roundings += at->second.roundings * terms;
    }
    Sum& sum = sums[p];
    sum = {p, sum.terms + terms, sum.roundings + terms, where.known() ? where : sum.where, true, false, sum.over_devices};
    note(result, sum);
  }
  /// After a conversion of a value, of which `result` has the sums.
  void rounded(ValueId result, int to, const Location& where) {
    ByPrecision& sums = chains_[result];
    if (to == 0 || sums.empty() || sums.rbegin()->first <= to) return;  // nothing was added up in a wider type
    Sum& sum = sums[to];
    if (sum.precision != 0 && !sum.is_open) return;
    const bool over_devices = std::any_of(sums.begin(), sums.end(), [](const auto& other) { return other.second.over_devices; });
    sum = {to, sum.terms + 1, sum.roundings + 1, where, false, false, over_devices};
    note(result, sum);
  }
  void note(ValueId result, Sum& sum) {
    sums_.emplace(of(result), sum);
    if (counted_.others && counted_.others->has_as_long(of(result), sum)) sum.terms = 0;
  }
  void passed_on(ValueId result, std::span<const ValueId> operands) {
    for (ValueId x : operands)
      for (const Sum& sum : values_of(sums_of(x))) {
        Sum& longest = chains_[result][sum.precision];
        const bool is_open = longest.is_open || sum.is_open, over_devices = longest.over_devices || sum.over_devices;
        const double roundings = std::max(longest.roundings, sum.roundings);
        if (longest.precision == 0 || sum.terms > longest.terms) longest = sum;
        longest.roundings = roundings;
        longest.is_open = is_open;
        longest.over_devices = over_devices;
      }
  }

  TypeOf type_;
  Counted counted_;
  bool adds_over_devices_ = false, is_straight_ = true;
  std::multimap<uint64_t, Sum> sums_;
  std::map<ValueId, ByPrecision> chains_;
  std::map<ValueId, double> in_all_;  ///< `all_terms`
  std::map<ValueId, ValueId> next_;  ///< of what a loop carries, that of the next iteration
};

/// The types of a program's values.
inline Sums::TypeOf types_of(const core::Program& core) {
  return [&core](ValueId x) { return std::optional<TensorType>(core.main.type(x)); };
}
inline Sums::TypeOf types_of(const MeshBody& body) {
  return [&body](ValueId x) { return x < body.values.size() ? body.values[x].type : std::nullopt; };
}

/// Looks for a sum of `subject` for which `is_wrong` holds, told how often the Core program's sums of the same elements are rounded to no more: where it is, empty
/// if there is none. At least one of the Core program's must be rounded to more.
inline std::string sum_of_same_elements(const Sums& of_core, const Sums& of_subject, const MeshBody& body, const SameElements& same,
                                        const std::function<bool(const Sums::Sum&, const Sums::Often& there)>& is_wrong) {
  for (const MeshBody::Stmt& s : body.stmts)
    for (ValueId x : s.results)
      for (const auto& [precision, sum] : of_subject.sums_of(x)) {
        bool is_wider = false;
        Sums::Often often;
        for (const SameElements::There& y : same.in_core(x))
          for (const auto& [q, there] : of_core.sums_of(y.value)) {
            is_wider = is_wider || q > precision;
            if (q <= precision) often.or_as(there);
          }
        if (is_wider && is_wrong(sum, often)) return to_string(sum.where);
      }
  return "";
}

/// A sum of `subject` that may stop to grow, of what the Core program adds up in wider types only or, if it does so nowhere, beside as many of
/// which the same holds there; a text for people, empty if there is none. `same`: which of their values have the same elements, where that is known.
inline std::string sum_that_sticks(const core::Program& core, const Subject& subject, uint64_t key, const SameElements* same = nullptr) {
  Sums of_core(key, 1, types_of(core), {});
  follow(core, of_core);
  Sums::Counted counted{.in_loops = of_core.most_terms()};
  const MeshBody body = subject.body();
  if (same) {
    Sums alone(key, 2, types_of(body), counted);
    subject.follow(alone);
    const std::string where = sum_of_same_elements(of_core, alone, body, *same, [](const Sums::Sum& sum, const Sums::Often& there) { return sum.sticks() && there.terms < sum.terms / 2; });
    if (!where.empty()) return where;
  }
  counted.others = &of_core;
  Sums of_subject(key, 2, types_of(body), counted);
  subject.follow(of_subject);
  std::set<uint64_t> core_alone, subject_alone;  // such sums that the other program has not
  int narrowest = 64;
  for (const auto& [number, sum] : of_core.all_sums())
    if (sum.sticks() && !of_subject.has(number)) {
      core_alone.insert(number);
      narrowest = std::min(narrowest, sum.precision);
    }
  std::string where;
  for (const auto& [number, sum] : of_subject.all_sums()) {
    if (!sum.sticks() || of_core.has_as_long(number, sum)) continue;
    where = to_string(sum.where);
    if (of_core.has(number) || sum.precision < narrowest) return where;
    subject_alone.insert(number);
  }
  return subject_alone.size() > core_alone.size() ? where : "";
}

/// A sum that the Core program has in a wider type, too, and that one device of `subject` rounds too often to a type to which the Core program rounds it n times:
/// more than n times and more than once by adding it up in that type, or more than 2 n + 3 times by converting it. Roundings are counted one after the other; but
/// if the sum and its terms have m in all in the Core program, they must not have more than 2 m + 3 in `subject`, either. As above.
inline std::string sum_rounded_often(const core::Program& core, const Subject& subject, uint64_t key, const SameElements* same = nullptr) {
  const auto is_wrong = [](const Sums::Sum& sum, const Sums::Often& there) {
    return sum.terms > (sum.by_adding ? std::max(there.terms, 1.0) : 2 * there.terms + 3) || sum.roundings > 2 * there.roundings + 3;
  };
  Sums of_core(key, 1, types_of(core), {});
  follow(core, of_core);
  const MeshBody body = subject.body();
  Sums of_subject(key, 2, types_of(body), {.collectives = false, .in_loops = of_core.most_terms()});
  subject.follow(of_subject);
  std::optional<Location> where;  // the first, as numbers have another order in each run
  for (const auto& [number, sum] : of_subject.all_sums())
    if (of_core.has(number, sum.precision + 1) && is_wrong(sum, of_core.often(number, sum.precision)) &&
        (!where || std::pair(sum.where.line(), sum.where.column()) < std::pair(where->line(), where->column())))
      where = sum.where;
  if (where) return to_string(*where);
  return same ? sum_of_same_elements(of_core, of_subject, body, *same, is_wrong) : "";
}

}  // namespace partir
