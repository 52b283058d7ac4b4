// Which formats the numbers of a program are rounded to on their way. Where a number is compared, or made an integer, another rounding of it is
// another decision, however little it takes away: what is then chosen differs by as much as the choices do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "interp/field.h"
#include "interp/field_model.h"
#include "interp/op_watch.h"
#include "proofs/core_sites.h"
#include "proofs/decisions.h"
#include "proofs/made_of.h"
#include "proofs/structure.h"
#include "proofs/subject.h"
#include "proofs/value_flow.h"

namespace partir {

/// The narrowest formats that the floats of a program were rounded to on their way from its arguments, and those before each of its decisions.
class RoundedFlow : public ValueFlow {
 public:
  /// Of several formats the least exponent and significant bits that one has, and the most.
  struct Formats {
    FloatFormat least{most, most}, greatest{0, 0};
    void add(FloatFormat f) {
      least = narrower(least, f);
      greatest = {std::max(greatest.exponent_bits, f.exponent_bits), std::max(greatest.precision, f.precision)};
    }
  };
  /// `made`: followed the same program without regard to roundings. `of_constants`: whether it counts, too, what constants are rounded to.
  /// `rounded`: followed it with regard to roundings, if `Told::rounded` is asked for.
  explicit RoundedFlow(const MadeOf& made, bool of_constants = false, const MadeOf* rounded = nullptr) : made_(made), of_constants_(of_constants), rounded_(rounded) {}
  /// What the numbers by which a decision is made went through, the types of arguments among that; what they were rounded to at last; and the narrowest
  /// that they were rounded to by an op.
  struct Told {
    Formats on_the_way, at_last, by_ops;
    std::map<uint64_t, Location> rounded;  ///< numbers (MadeOf, with regard to roundings) of what the decision is made by, and where
  };
  /// Of each operand of each decision, by what the decision and the operand are made of.
  const std::map<uint64_t, Told>& decisions() const { return decisions_; }
  /// Of all floats, and of those that an op rounded.
  FloatFormat least() const { return least_; }
  FloatFormat least_by_ops() const { return narrower(least_by_ops_, widest_); }
  /// Of what each result is made of.
  const std::vector<FloatFormat>& results() const { return results_; }

  void argument(ValueId, size_t) override {}
  void op(const OpSite& s) override {
    FloatFormat told{most, most};
    for (size_t i = 0; i < s.operands.size(); ++i) {
      if (!is_number(s.operands[i].element)) continue;
      const FloatFormat type = float_format(s.operands[i].element);
      widest_ = {std::max(widest_.exponent_bits, type.exponent_bits), std::max(widest_.precision, type.precision)};
      if (summed_.contains(s.operand_values[i])) note_by_ops(s.operand_values[i], type);
      // a constant is what it is, of whatever type; an argument is of its own type
      if (s.operand_depends[i]) told = narrower(told, narrower(of(s.operand_values[i]), float_format(s.operands[i].element)));
      else if (of_constants_) told = narrower(told, of(s.operand_values[i]));
    }
    if (s.depends && is_decided_by(s) && told.precision < most)
      for (ValueId x : s.results)
        if (made_.is_used(x)) note_decision(s, x);
    FloatFormat made = told;
    const bool is_constant = of_constants_ && s.operands.empty();
    if (!is_constant) for_each_rounding(s.op, s.operands, [&](FloatFormat f) { made = narrower(made, f); });
    for (ValueId x : s.results) {
      note(x, made);
      if (!is_number(s.result_type.element)) continue;
      at_last_[x] = rounded_at_last(s);
      for (ValueId o : s.operand_values) note_by_ops(x, by_ops(o));
      if (s.depends && rounds(s)) note_by_ops(x, float_format(s.result_type.element));
      if (const auto* r = s.op.get_if<ReducePrecision>()) note_by_ops(x, {static_cast<int>(r->exponent_bits), static_cast<int>(r->mantissa_bits) + 1});
    }
  }
  void moved(ValueId result, std::span<const ValueId> operands, bool) override {
    for (ValueId x : operands) pass(result, x);
    if (operands.size() == 1) hand_over(result, operands[0]);
  }
  void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t) override {
    pass(result, operand);
    if (by != ScalarFn::Max && by != ScalarFn::Min) summed_.insert(result);
    if (by == ScalarFn::Max || by == ScalarFn::Min) hand_over(result, operand);
  }
  void device(ValueId) override {}
  void unknown(ValueId) override {}
  void chosen(std::span<const ValueId> results, ValueId, const std::vector<BranchSite>& branches, const Location&) override {
    for (size_t i = 0; i < results.size(); ++i)
      for (const BranchSite& b : branches) pass(results[i], b.results[i]);
  }
  void enters(std::span<const ValueId> carried, std::span<const ValueId> from) override { each(carried, from); }
  void repeats(std::span<const ValueId> carried, std::span<const ValueId> from) override { each(carried, from); }
  void leaves(std::span<const ValueId> results, std::span<const ValueId> carried, ValueId) override { each(results, carried); }
  void returned(std::span<const ValueId> results) override {
    for (ValueId x : results) results_.push_back(of(x));
  }

  /// Whether an op makes no other numbers but by a conversion, or by signs.
  static bool hands_over(const OpSite& s) {
    const Op& op = s.op;
    const auto* reduce = op.get_if<Reduce>();
    return only_moves(op, s.operands) || op.get_if<Convert>() || op.get_if<Negate>() || op.get_if<Abs>() || op.get_if<Maximum>() || op.get_if<Minimum>() ||
           op.get_if<Clamp>() || op.get_if<Select>() || (reduce && (reduce->reducer == Monoid::Max || reduce->reducer == Monoid::Min));
  }
  /// Whether the numbers that an op makes are rounded to its type.
  static bool rounds(const OpSite& s) {
    if (s.op.get_if<Convert>() && is_number(s.operands[0].element)) return !fits(float_format(s.operands[0].element), float_format(s.result_type.element));
    return !hands_over(s) && !s.op.get_if<Convert>();
  }

 private:
  static constexpr int most = std::numeric_limits<int>::max();
  static FloatFormat narrower(FloatFormat a, FloatFormat b) { return {std::min(a.exponent_bits, b.exponent_bits), std::min(a.precision, b.precision)}; }
  static bool is_number(ElementType e) { return is_float(e) || is_complex(e); }
  /// Each operand by itself: a < b with a rounded is another decision than with b rounded.
  void note_decision(const OpSite& s, ValueId result) {
    for (size_t i = 0; i < s.operands.size(); ++i) {
      if (!is_number(s.operands[i].element) || !s.operand_depends[i]) continue;
      const FloatFormat type = float_format(s.operands[i].element);
      Told& told = decisions_[mix64(made_.of(result) + mix64(made_.of(s.operand_values[i])))];
      told.on_the_way.add(narrower(of(s.operand_values[i]), type));
      told.at_last.add(at_last(s.operand_values[i], type));
      told.by_ops.add(by_ops(s.operand_values[i]));
      if (rounded_) told.rounded.emplace(rounded_->of(s.operand_values[i]), s.location);
    }
  }
  /// What a result was rounded to at last: an operand's format where the op only hands over its elements or changes signs, or converts them to
  /// a type that has them; else that of its type.
  FloatFormat rounded_at_last(const OpSite& s) const {
    const FloatFormat type = float_format(s.result_type.element);
    if (const auto* r = s.op.get_if<ReducePrecision>()) return narrower(type, {static_cast<int>(r->exponent_bits), static_cast<int>(r->mantissa_bits) + 1});
    if (!hands_over(s)) return type;
    FloatFormat least = type;
    for (size_t i = 0; i < s.operands.size(); ++i)
      if (is_number(s.operands[i].element) && s.operand_depends[i]) least = narrower(least, at_last(s.operand_values[i], float_format(s.operands[i].element)));
    return least;
  }
  FloatFormat by_ops(ValueId x) const {
    const auto at = by_ops_.find(x);
    return at == by_ops_.end() ? FloatFormat{most, most} : at->second;
  }
  void note_by_ops(ValueId x, FloatFormat f) {
    by_ops_[x] = narrower(by_ops(x), f);
    least_by_ops_ = narrower(least_by_ops_, f);
  }
  FloatFormat at_last(ValueId x, FloatFormat type) const {
    const auto at = at_last_.find(x);
    return at == at_last_.end() ? type : at->second;
  }
  void hand_over(ValueId result, ValueId operand) {
    if (const auto at = at_last_.find(operand); at != at_last_.end()) at_last_[result] = at->second;
  }
  FloatFormat of(ValueId x) const {
    const auto at = formats_.find(x);
    return at == formats_.end() ? FloatFormat{most, most} : at->second;
  }
  void note(ValueId x, FloatFormat f) {
    formats_[x] = narrower(of(x), f);
    least_ = narrower(least_, f);
  }
  void each(std::span<const ValueId> to, std::span<const ValueId> from) {
    for (size_t i = 0; i < to.size(); ++i) pass(to[i], from[i]);
  }
  void pass(ValueId to, ValueId from) {
    note(to, of(from));
    note_by_ops(to, by_ops(from));
    if (summed_.contains(from)) summed_.insert(to);
  }

  const MadeOf& made_;
  bool of_constants_;
  const MadeOf* rounded_;
  std::map<ValueId, FloatFormat> formats_;
  std::map<ValueId, FloatFormat> at_last_, by_ops_;
  std::map<uint64_t, Told> decisions_;
  FloatFormat least_{most, most}, least_by_ops_{most, most}, widest_{0, 0};
  std::set<ValueId> summed_;  ///< over devices: rounded to their type, which the ops that they go to know
  std::vector<FloatFormat> results_;
};

/// In a model of what roundings take away (FieldModel::lost), whether an op took it from a number that still had it. Numbers that a format
/// holds as they are, such as small counts, have nothing to lose there.
class EndedLosses : public OpWatch {
 public:
  explicit EndedLosses(RoundingLoss lost) : lost_(lost) {}
  bool any() const { return any_; }

  void see(const Op&, const std::vector<Tensor<Native>>&, const std::vector<Tensor<Native>>&) override {}
  void see(const Op& op, const std::vector<Tensor<Field>>& operands, const std::vector<Tensor<Field>>&) override {
    if (any_ || std::none_of(operands.begin(), operands.end(), has_something)) return;
    Types types;
    for (const Tensor<Field>& x : operands) types.push_back(x.type());
    for_each_rounding(op, types, [&](FloatFormat f) { any_ = any_ || lost_.lost_in(f); });
  }

 private:
  static bool has_something(const Tensor<Field>& x) {
    return with_scalar<Field>(x.element(), [&]<class T>() {
      if constexpr (std::is_same_v<T, FieldElement>) {
        const std::vector<T> v = x.template values<T>();
        return std::any_of(v.begin(), v.end(), [](const T& e) { return e.v != 0; });
      } else {
        return is_complex(x.element());
      }
    });
  }

  RoundingLoss lost_;
  bool any_ = false;
};

/// For which of `losses` a result of the program under test is made of numbers that were rounded so far, and nothing that the same result of the
/// Core program is made of. Another formula has other paths, on which roundings cannot be compared one by one; this can.
inline std::set<RoundingLoss> losses_of_results(const core::Program& core, const Subject& subject, const std::set<RoundingLoss>& losses) {
  const MadeOf ignored(1, 1, false);
  RoundedFlow in_core(ignored, true), in_subject(ignored, true);
  follow(core, in_core);
  subject.follow(in_subject);
  std::set<RoundingLoss> found;
  for (const RoundingLoss& loss : losses)
    for (size_t i = 0; i < in_core.results().size() && i < in_subject.results().size(); ++i)
      if (loss.lost_in(in_subject.results()[i]) && !loss.lost_in(in_core.results()[i])) found.insert(loss);
  return found;
}

/// The formats before the decisions of two programs.
struct RoundedDecisions {
  std::map<uint64_t, RoundedFlow::Told> in_core, in_subject;
  FloatFormat least_in_core, least_by_ops_of_subject;

  RoundedDecisions(const core::Program& core, const Subject& subject) {
    const uint64_t key = MadeOf::random_key();
    MadeOf of_core(key, 1, false), of_subject(key, 2, false);
    follow(core, of_core);
    subject.follow(of_subject);
    MadeOf rounded_of_core(key, 1, true), rounded_of_subject(key, 2, true);
    follow(core, rounded_of_core);
    subject.follow(rounded_of_subject);
    RoundedFlow core_flow(of_core, false, &rounded_of_core), subject_flow(of_subject, false, &rounded_of_subject);
    follow(core, core_flow);
    subject.follow(subject_flow);
    in_core = core_flow.decisions();
    in_subject = subject_flow.decisions();
    least_in_core = core_flow.least();
    least_by_ops_of_subject = subject_flow.least_by_ops();
  }
  /// What `is` has lost that `has` has not.
  static std::optional<RoundingLoss> lost(FloatFormat has, FloatFormat is) {
    if (is.precision < has.precision) return RoundingLoss{false, is.precision};
    if (is.exponent_bits < has.exponent_bits) return RoundingLoss{true, is.exponent_bits};
    return std::nullopt;
  }
  static std::optional<RoundingLoss> lost(const RoundedFlow::Told& has, const RoundedFlow::Told& is) {
    if (const auto least = lost(has.on_the_way.least, is.on_the_way.least)) return least;
    if (const auto greatest = lost(has.on_the_way.greatest, is.on_the_way.greatest)) return greatest;
    if (const auto by_ops = lost(has.by_ops.least, is.by_ops.least)) return by_ops;
    return lost(has.at_last.least, is.at_last.least);
  }
};

/// What the program under test has lost by rounding of a number that it decides something by, where the Core program decides the same by a number
/// that was rounded less. A decision that the Core program makes nowhere is held against the narrowest format that any of its floats has.
inline std::optional<RoundingLoss> rounds_before_deciding(const core::Program& core, const Subject& subject) {
  const RoundedDecisions decisions(core, subject);
  for (const auto& [made, told] : decisions.in_subject) {
    const auto there = decisions.in_core.find(made);
    const auto lost = there == decisions.in_core.end() ? RoundedDecisions::lost(decisions.least_in_core, told.on_the_way.least) : RoundedDecisions::lost(there->second, told);
    if (lost) return lost;
  }
  return std::nullopt;
}
/// Where one of the two programs decides the same as the other by a number that the other does not decide it by, as it rounds that otherwise on its way: less, once
/// more, or to another format in between. A decision that the program under test makes nowhere is held against the narrowest format to which any of its ops rounds.
/// A text for people; empty if there is no such decision.
inline std::string decides_by_other_roundings(const core::Program& core, const Subject& subject) {
  const RoundedDecisions decisions(core, subject);
  for (const auto& [made, told] : decisions.in_subject) {
    const auto there = decisions.in_core.find(made);
    if (there == decisions.in_core.end()) continue;
    for (const auto& [number, where] : told.rounded)
      if (!there->second.rounded.contains(number)) return "decides" + at_place(where) + " by a number that the Core program rounds otherwise";
  }
  for (const auto& [made, told] : decisions.in_core) {
    const auto there = decisions.in_subject.find(made);
    if (there == decisions.in_subject.end()) {
      if (const auto lost = RoundedDecisions::lost(decisions.least_by_ops_of_subject, told.by_ops.least))
        return "makes a decision nowhere that the Core program makes by a number that was rounded to " + to_string(*lost) + ", and rounds no number to so few";
      continue;
    }
    for (const auto& [number, where] : told.rounded)
      if (!there->second.rounded.contains(number)) return "makes the Core program's decision" + at_place(where) + " by numbers that are rounded otherwise";
  }
  return "";
}

}  // namespace partir
