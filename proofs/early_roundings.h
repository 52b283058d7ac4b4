// Roundings that come earlier than SPEC's: log(bf16(p)) for bf16(log(p)). How much of the result they cost depends on the numbers, and little may be left where
// numbers cancel; a sum that is rounded afterwards hides it in most runs, and so do an index or truth values that choose it in few. So what is rounded to less
// than the Core program's widest type must be a number that the Core program has, made by the same ops or of the same elements, and rounds to as few digits; or
// what the Core program rounds is made of it by an op with which rounding goes in any order. The parts of a sum have the number of the whole (MadeOf), so where
// the Core program rounds the whole, devices may round them. Adding something else is no such op. Nor must an operand of an op or a result be rounded, if the
// Core program rounds that value only for something else.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "proofs/decisions.h"
#include "proofs/index_places.h"
#include "proofs/made_of.h"
#include "proofs/procedure_bound.h"
#include "proofs/same_elements.h"
#include "proofs/subject.h"
#include "proofs/sums.h"
#include "semantics/core.h"

namespace partir {

/// Which digits of a value are meant.
enum class DigitsOf : uint8_t {
  Any,          ///< of the element that has the fewest
  All,          ///< of the element that has the most
  AnyOnTheWay,  ///< the fewest that a conversion left of what an element is made of, through all ops, decisions and indices too; of the element that has the fewest
  AllOnTheWay   ///< the same of the element that has the most
};

/// Follows a program and notes how many digits its floats have, by numbers (MadeOf) that do not tell roundings apart.
class Digits : public MadeOf {
 public:
  static constexpr int unrounded = 1000;  ///< the digits of what nothing rounded: more than any type has
  /// `ops_round`: whether on the way each op rounds to its type, too, and not only a conversion.
  Digits(DigitsOf of, uint64_t key, uint64_t own, Sums::TypeOf type, bool ops_round)
      : MadeOf(key, own, false), digits_of_(of), ops_round_(ops_round), type_(std::move(type)) {}
  /// In bits; 0 of a value that has none.
  int of_value(ValueId x) const {
    const auto at = digits_.find(x);
    return at == digits_.end() ? 0 : at->second;
  }
  /// An op's result and an operand that may as well be rounded before.
  struct Step {
    ValueId result, operand;
  };
  const std::vector<Step>& steps() const { return steps_; }
  /// An operand of an op whose results are others than its operands.
  struct Use {
    ValueId result, operand;
    size_t place;  ///< which of the operands it is; 0 if they may be exchanged
    bool scales;   ///< whether the op is one of `steps`
    Location where;
  };
  const std::vector<Use>& uses() const { return uses_; }
  /// The result of an op that rounds it to so many digits.
  struct Rounding {
    ValueId result;
    int digits;
    Location where;
  };
  const std::vector<Rounding>& roundings() const { return roundings_; }
  /// The digits of its widest type.
  int widest() const { return widest_; }
  /// The values that have digits, in their order, with the places of the ops that make them.
  const std::vector<std::pair<ValueId, Location>>& values() const { return values_; }
  const std::vector<ValueId>& results() const { return results_; }
  /// Whether a value has outcomes of decisions: comparisons, whole numbers, or what moves and chooses among these.
  bool is_decided(ValueId x) const { return decided_.contains(x); }

  void argument(ValueId x, size_t i) override {
    MadeOf::argument(x, i);
    widest_ = std::max(widest_, precision(x));
    note(x, on_the_way() ? unrounded : precision(x), {});
  }
  void op(const OpSite& s) override {
    MadeOf::op(s);
    if (!s.depends) {
      fixed(s);
      return;
    }
    const Op& op = s.op;
    const bool converts = op.get_if<Convert>() || op.get_if<ReducePrecision>();
    const bool keeps = converts || passes_on(s), scaled = scales(s);
    std::vector<ValueId> from;
    for (size_t i = 0; i < s.operands.size(); ++i)
      if (s.operand_depends[i]) from.push_back(s.operand_values[i]);
    const bool decides = is_decided_by(s), may_pass = std::any_of(from.begin(), from.end(), [&](ValueId x) { return is_decided(x); });
    for (ValueId r : s.results) {
      int digits = precision(r);
      widest_ = std::max(widest_, digits);
      if (decides || (may_pass && (keeps || digits == 0))) decided_.insert(r);
      if (const auto* to = op.get_if<ReducePrecision>()) digits = std::min(digits, static_cast<int>(to->mantissa_bits) + 1);
      if (on_the_way()) {
        const bool narrows = op.get_if<ReducePrecision>() || (converts && digits < precision(s.operand_values[0])) || (ops_round_ && !keeps);
        const auto [elements, others] = operands(s, keeps);
        note(r, std::min(joined(elements, others), narrows && digits > 0 ? digits : unrounded), s.location);
      } else if (digits > 0) {
        if (!keeps || (converts && digits < digits_in(s.operands[0].element))) roundings_.push_back({r, digits, s.location});
        if (keeps) digits = std::min(digits, converts && !is_float(real_part(s.operands[0].element)) ? digits_in(s.operands[0].element) : joined(from));
        note(r, digits, s.location);
      }
      for (size_t i = 0; i < s.operands.size() && digits > 0 && (keeps || scaled); ++i)
        if (s.operand_depends[i] && is_float(real_part(s.operands[i].element))) steps_.push_back({r, s.operand_values[i]});
    }
    const bool any_order = op.get_if<Add>() || op.get_if<Multiply>() || op.get_if<Maximum>() || op.get_if<Minimum>();
    for (size_t i = 0; i < s.operands.size() && !keeps && !on_the_way(); ++i)
      if (of_value(s.operand_values[i]) > 0 && is_float(real_part(s.operands[i].element))) uses_.push_back({s.results[0], s.operand_values[i], any_order ? 0 : i, scaled, s.location});
  }
  void moved(ValueId result, std::span<const ValueId> operands, bool loses) override {
    MadeOf::moved(result, operands, loses);
    join(result, operands);
  }
  void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t of_devices) override {
    MadeOf::reduced(result, operand, by, of_devices);
    const bool chooses = by == ScalarFn::Max || by == ScalarFn::Min;
    if (chooses) steps_.push_back({result, operand});
    if (chooses || on_the_way()) join(result, {&operand, 1});
    else note(result, precision(result), {});
  }
  void chosen(std::span<const ValueId> results, ValueId by, const std::vector<BranchSite>& branches, const Location& where) override {
    MadeOf::chosen(results, by, branches, where);
    for (size_t i = 0; i < results.size(); ++i) {
      std::vector<ValueId> from;
      for (const BranchSite& b : branches) from.push_back(b.results[i]);
      join(results[i], from, std::span(&by, 1));
    }
  }
  void enters(std::span<const ValueId> carried, std::span<const ValueId> from) override {
    MadeOf::enters(carried, from);
    for (size_t i = 0; i < carried.size(); ++i) join(carried[i], from.subspan(i, 1));
  }
  void repeats(std::span<const ValueId> carried, std::span<const ValueId> from) override {
    MadeOf::repeats(carried, from);
    for (size_t i = 0; i < carried.size(); ++i) join(carried[i], from.subspan(i, 1));
  }
  void leaves(std::span<const ValueId> results, std::span<const ValueId> carried, ValueId condition) override {
    MadeOf::leaves(results, carried, condition);
    for (size_t i = 0; i < results.size(); ++i) join(results[i], carried.subspan(i, 1), std::span(&condition, 1));
  }
  void returned(std::span<const ValueId> results) override {
    MadeOf::returned(results);
    results_.assign(results.begin(), results.end());
  }

 private:
  bool on_the_way() const { return digits_of_ == DigitsOf::AnyOnTheWay || digits_of_ == DigitsOf::AllOnTheWay; }
  /// An op of which no argument decides the results: a table of numbers, a threshold. Constants are not rounded.
  void fixed(const OpSite& s) {
    const Op& op = s.op;
    const ValueId r = s.results[0];
    int digits = precision(r);
    if (!op.get_if<Constant>()) widest_ = std::max(widest_, digits);  // of a wide type in which nothing is calculated nothing is lost
    if (digits == 0 && !on_the_way()) return;
    const auto* to = op.get_if<ReducePrecision>();
    const bool converts = op.get_if<Convert>() || to;
    const auto* iota = op.get_if<Iota>();
    const bool is_short = iota && s.result_type.shape[static_cast<size_t>(iota->dimension)] <= 2;
    const bool holds = op.get_if<Constant>() || is_short || (iota && fits_in(r, ElementType::F64, s.result_type.element)) ||
                       (converts && !to && fits_in(s.operand_values[0], s.operands[0].element, s.result_type.element));
    const bool keeps = holds || op.get_if<OptimizationBarrier>() || (!iota && !converts && passes_on(s));
    if (to) digits = std::min(digits, static_cast<int>(to->mantissa_bits) + 1);
    const bool rounds = digits > 0 && !keeps && (converts || iota || ops_round_ || !on_the_way());
    const auto [elements, others] = operands(s, keeps || converts);
    const int before = joined(elements, others);
    note(r, rounds ? std::min(before, digits) : before, s.location);
    if (rounds && !on_the_way()) roundings_.push_back({r, digits, s.location});
  }
  /// The operands of which an op's results have the elements, if it `keeps` any, and all others. Elements that no argument decides, such as a padding, are left out
  /// where arguments decide the rest.
  static std::pair<std::vector<ValueId>, std::vector<ValueId>> operands(const OpSite& s, bool keeps) {
    std::pair<std::vector<ValueId>, std::vector<ValueId>> r;
    for (size_t i = 0; i < s.operands.size(); ++i) {
      const bool is_element = keeps && !chooses_by(s, i);
      if (!is_element || s.operand_depends[i] || !s.depends) (is_element ? r.first : r.second).push_back(s.operand_values[i]);
    }
    return r;
  }
  /// Whether an operand only says which elements of the others an op's results have.
  static bool chooses_by(const OpSite& s, size_t operand) {
    if (s.op.get_if<Select>()) return operand == 0;
    const std::vector<IndexPlaces> places = index_places(s.op, s.operands);
    return operand >= first_start(s.op) || std::any_of(places.begin(), places.end(), [&](const IndexPlaces& p) { return p.operand == operand; });
  }
  /// How many digits a number of a type may have.
  static int digits_in(ElementType e) { return is_float(real_part(e)) ? float_format(e).precision : static_cast<int>(bit_width(e)); }
  int precision(ValueId x) const { return float_precision(type_(x)); }
  int of_both(int a, int b) const { return digits_of_ == DigitsOf::All || digits_of_ == DigitsOf::AllOnTheWay ? std::max(a, b) : std::min(a, b); }
  /// Of what has elements of all of `from`, of those that have digits. On the way each element is made of all of `others`, too.
  int joined(std::span<const ValueId> from, std::span<const ValueId> others = {}) const {
    int digits = 0;
    for (ValueId x : from)
      if (const int d = of_value(x)) digits = digits == 0 ? d : of_both(digits, d);
    if (digits == 0) digits = unrounded;
    for (ValueId x : others)
      if (const int d = of_value(x); d > 0 && on_the_way()) digits = std::min(digits, d);
    return digits;
  }
  void join(ValueId result, std::span<const ValueId> from, std::span<const ValueId> others = {}) {
    if (std::any_of(from.begin(), from.end(), [&](ValueId x) { return is_decided(x); })) decided_.insert(result);
    const int p = precision(result);
    const bool is_known = std::any_of(from.begin(), from.end(), [&](ValueId x) { return of_value(x) > 0; });
    if (on_the_way() || p > 0) note(result, is_known || on_the_way() ? joined(from, others) : p, {});
  }
  void note(ValueId x, int digits, const Location& where) {
    if (digits == 0) return;
    const auto [at, is_new] = digits_.emplace(x, digits);
    if (is_new) values_.emplace_back(x, where);
    at->second = of_both(at->second, digits);  // of both times that it is told of a loop's body
  }
  /// Whether an op's results are numbers of its operands: it moves, chooses or orders them, or changes their signs.
  static bool passes_on(const OpSite& s) {
    const Op& op = s.op;
    if (op.moves()) return true;
    if (is_bool(s.result_type.element) && !op.get_if<Select>()) return false;  // what is compared, and combined, is all that it is made of
    if (const auto* r = op.get_if<VariadicReduce>()) return detail::only_choose(r->body.nodes);
    if (const auto* w = op.get_if<ReduceWindow>()) return detail::only_choose(w->body.nodes);
    const std::optional<Comprehension> c = op.comprehension(s.operands);
    return c && (!c->reducer || c->reducer == Monoid::Max || c->reducer == Monoid::Min) && detail::only_choose(c->body, true);
  }
  /// Whether it multiplies by numbers that no argument decides.
  static bool scales(const OpSite& s) {
    return (s.op.get_if<Multiply>() && s.operand_depends[0] != s.operand_depends[1]) || (s.op.get_if<Divide>() && !s.operand_depends[1]);
  }

  DigitsOf digits_of_;
  bool ops_round_;
  Sums::TypeOf type_;
  std::map<ValueId, int> digits_;
  std::vector<std::pair<ValueId, Location>> values_;
  std::vector<Step> steps_;
  std::vector<Use> uses_;
  std::vector<Rounding> roundings_;
  int widest_ = 0;
  std::vector<ValueId> results_;
  std::set<ValueId> decided_;
};

/// The first value of `subject`, operand of an op or result that has fewer digits than any of the Core program's that is made of the same, or that is rounded and
/// made as none of the Core program's: a text for people, empty if there is none. `key`: see MadeOf. `same`: which of their values have the same elements, where
/// that is known; of ops that are made of the same, and of which the Core program has some that are rounded before, it tells them apart.
inline std::string rounded_early(const core::Program& core, const Subject& subject, uint64_t key, DigitsOf digits_of, const SameElements* same) {
  const MeshBody body = subject.body();
  Digits of_core(digits_of, key, 1, types_of(core), true), of_subject(digits_of, key, 2, types_of(body), false);
  follow(core, of_core);
  subject.follow(of_subject);
  // the fewest that each number has, or may have as it is rounded afterwards
  std::map<uint64_t, int> fewest;
  for (const auto& [x, where] : of_core.values()) {
    const int digits = of_core.of_value(x);
    int& least = fewest.emplace(of_core.of(x), digits).first->second;
    least = std::min(least, digits);
  }
  const auto& steps = of_core.steps();
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const uint64_t from = of_core.of(step->result), to = of_core.of(step->operand);
    if (!fewest.contains(from) || !fewest.contains(to)) continue;
    fewest[to] = std::min(fewest[to], fewest[from]);
  }
  const auto told = [&](const std::string& what, const Location& where, int digits) {
    return "rounds " + what + at_place(where) + " to " + std::to_string(digits) + " bits, where the Core program does not";
  };
  for (const auto& [x, where] : of_subject.values()) {
    const auto at = fewest.find(of_subject.of(x));
    if (at == fewest.end() || of_subject.of_value(x) >= at->second || !of_subject.is_used(x)) continue;
    return told("a number", where, of_subject.of_value(x));
  }
  const auto is_same_rounded = [&](const Digits::Rounding& r) {
    return same && std::any_of(same->in_core(r.result).begin(), same->in_core(r.result).end(), [&](const SameElements::There& y) {
      const auto at = fewest.find(of_core.of(y.value));
      return at != fewest.end() && at->second <= r.digits;
    });
  };
  for (const Digits::Rounding& r : of_subject.roundings()) {
    if (r.digits >= of_core.widest() || !of_subject.is_used(r.result) || is_same_rounded(r)) continue;
    for (uint64_t number : of_subject.parts_of(r.result)) {
      const auto at = fewest.find(number);
      if (at == fewest.end()) return "rounds a number" + at_place(r.where) + ", which the Core program does not have, to " + std::to_string(r.digits) + " bits";
      if (r.digits < at->second) return told("a number", r.where, r.digits);
    }
  }
  // the ops with such a result and operand, and the most digits that an operand has of any op
  std::map<std::pair<uint64_t, uint64_t>, std::vector<const Digits::Use*>> used;
  std::map<uint64_t, int> most_used;
  for (const Digits::Use& use : of_core.uses())
    for (uint64_t number : of_core.parts_of(use.operand)) {
      used[{of_core.of(use.result), number}].push_back(&use);
      int& most = most_used[number];
      most = std::max(most, of_core.of_value(use.operand));
    }
  const auto is_there = [&](ValueId x, ValueId y) {
    return same && std::any_of(same->in_core(x).begin(), same->in_core(x).end(), [&](const SameElements::There& there) { return there.value == y; });
  };
  // of an op of the Core program's on the same elements; if there is none, the most of one on such numbers
  const auto kept_by = [&](const Digits::Use& use, uint64_t number) {
    const auto at = used.find({of_subject.of(use.result), number});
    if (at == used.end()) return most_used.contains(number) ? most_used.at(number) : 0;
    int most = 0, least_there = Digits::unrounded;
    bool found = false;
    for (const Digits::Use* y : at->second) {
      if (y->place != use.place) continue;
      const int digits = of_core.of_value(y->operand);
      most = std::max(most, digits);
      if (!is_there(use.result, y->result) && !is_there(use.operand, y->operand)) continue;
      found = true;
      least_there = std::min(least_there, digits);
    }
    return found ? least_there : most;
  };
  for (const Digits::Use& use : of_subject.uses()) {
    if (!of_subject.is_used(use.result)) continue;
    const int digits = of_subject.of_value(use.operand);
    for (uint64_t number : of_subject.parts_of(use.operand)) {
      if (digits >= kept_by(use, number)) continue;
      const auto of_result = fewest.find(of_subject.of(use.result));
      if (use.scales && of_result != fewest.end() && digits >= of_result->second) continue;
      return told("an operand of the op", use.where, digits);
    }
  }
  for (size_t i = 0; i < of_core.results().size() && i < of_subject.results().size(); ++i) {
    const int digits = of_subject.of_value(of_subject.results()[i]), kept = of_core.of_value(of_core.results()[i]);
    if (digits > 0 && digits < kept) return told("what result #" + std::to_string(i) + " is made of", {}, digits);
  }
  return "";
}
/// The first value or result of `subject` that decisions make and that is made of numbers that the Core program rounds and `subject` does not. As above.
inline std::string decided_unrounded(const core::Program& core, const Subject& subject, uint64_t key) {
  const MeshBody body = subject.body();
  Digits of_core(DigitsOf::AllOnTheWay, key, 1, types_of(core), false), of_subject(DigitsOf::AllOnTheWay, key, 2, types_of(body), true);
  follow(core, of_core);
  subject.follow(of_subject);
  std::map<uint64_t, int> most;
  for (const auto& [x, where] : of_core.values()) {
    int& digits = most.emplace(of_core.of(x), 0).first->second;
    digits = std::max(digits, of_core.of_value(x));
  }
  const auto is_other = [&](ValueId x, int digits) { return digits > 0 && of_subject.is_decided(x) && of_subject.of_value(x) > digits; };
  const auto told = [&](const std::string& what, const Location& where, int digits) {
    return "does not round " + what + at_place(where) + " to " + std::to_string(digits) + " bits before it decides, as the Core program does";
  };
  for (const auto& [x, where] : of_subject.values()) {
    const auto at = most.find(of_subject.of(x));
    if (at != most.end() && of_subject.is_used(x) && is_other(x, at->second)) return told("a number", where, at->second);
  }
  for (size_t i = 0; i < of_core.results().size() && i < of_subject.results().size(); ++i) {
    const int digits = of_core.of_value(of_core.results()[i]);
    if (is_other(of_subject.results()[i], digits)) return told("what result #" + std::to_string(i) + " is made of", {}, digits);
  }
  return "";
}
/// Whether the two round in the same places, as far as the above tell: a text for people, empty if they do.
inline std::string rounded_elsewhere(const core::Program& core, const Subject& subject, uint64_t key, const SameElements* same = nullptr) {
  for (DigitsOf digits_of : {DigitsOf::All, DigitsOf::Any, DigitsOf::AnyOnTheWay})
    if (const std::string why = rounded_early(core, subject, key, digits_of, same); !why.empty()) return why;
  return decided_unrounded(core, subject, key);
}

}  // namespace partir
