// Roundings that come earlier than SPEC's: log(bf16(p)) for bf16(log(p)). How much of the result they cost depends on the numbers, and little may be left where
// numbers cancel; a sum that is rounded afterwards hides it in most runs. So a value that the Core program has in wider types alone must not be rounded, unless
// what the Core program rounds is made of it by an op with which rounding goes in any order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "proofs/made_of.h"
#include "proofs/procedure_bound.h"
#include "proofs/subject.h"
#include "proofs/sums.h"
#include "semantics/core.h"

namespace partir {

/// Follows a program and notes how many digits its floats have, by numbers (MadeOf) that do not tell roundings apart.
class Digits : public MadeOf {
 public:
  Digits(uint64_t key, uint64_t own, Sums::TypeOf type) : MadeOf(key, own, false), type_(std::move(type)) {}
  /// Digits of the elements of a value that depends on the arguments, in bits; 0 if these are no floats.
  int of_value(ValueId x) const {
    const auto at = digits_.find(x);
    return at == digits_.end() ? 0 : at->second;
  }
  /// An op's result and an operand that may as well be rounded before. `adds`: if it is a sum that several devices have parts of.
  struct Step {
    ValueId result, operand;
    bool adds;
  };
  const std::vector<Step>& steps() const { return steps_; }
  /// The floats, in their order, with the places of the ops that make them.
  const std::vector<std::pair<ValueId, Location>>& values() const { return values_; }
  /// Whether a value is added up over devices, or is such a sum. So are conversions and moves of these: they have the same number.
  bool is_part(ValueId x) const { return parts_.contains(of(x)); }

  void argument(ValueId x, size_t i) override {
    MadeOf::argument(x, i);
    note(x, precision(x), {});
  }
  void op(const OpSite& s) override {
    MadeOf::op(s);
    if (!s.depends) return;
    const Op& op = s.op;
    const bool converts = op.get_if<Convert>() || op.get_if<ReducePrecision>();
    const bool keeps = converts || passes_on(s);
    for (ValueId r : s.results) {
      int digits = precision(r);
      if (digits == 0) continue;
      if (const auto* to = op.get_if<ReducePrecision>()) digits = std::min(digits, static_cast<int>(to->mantissa_bits) + 1);
      if (keeps) {
        int most = 0;
        for (size_t i = 0; i < s.operands.size(); ++i) {
          const ElementType e = s.operands[i].element;
          most = std::max(most, is_float(e) ? (s.operand_depends[i] ? of_value(s.operand_values[i]) : 0) : converts ? static_cast<int>(bit_width(e)) : 0);
        }
        if (most > 0) digits = std::min(digits, most);
      }
      note(r, digits, s.location);
      const bool adds = op.get_if<Add>() || op.get_if<Subtract>();
      if (!keeps && !adds && !scales(s)) continue;
      for (size_t i = 0; i < s.operands.size(); ++i)
        if (s.operand_depends[i] && is_float(s.operands[i].element)) steps_.push_back({r, s.operand_values[i], adds});
    }
  }
  void moved(ValueId result, std::span<const ValueId> operands, bool loses) override {
    MadeOf::moved(result, operands, loses);
    int digits = 0;
    for (ValueId x : operands) digits = std::max(digits, of_value(x));
    if (digits > 0) note(result, std::min(digits, precision(result)), {});
  }
  void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t of_devices) override {
    MadeOf::reduced(result, operand, by, of_devices);
    if (by == ScalarFn::Add) parts_.insert({of(operand), of(result)});
    const bool chooses = by == ScalarFn::Max || by == ScalarFn::Min;
    if (chooses) steps_.push_back({result, operand, false});
    if (const int p = precision(result)) note(result, chooses ? std::min(p, of_value(operand)) : p, {});
  }

 private:
  int precision(ValueId x) const {
    const std::optional<TensorType> t = type_(x);
    return t && is_float(t->element) ? float_format(t->element).precision : 0;
  }
  void note(ValueId x, int digits, const Location& where) {
    if (digits == 0) return;
    const auto [at, is_new] = digits_.emplace(x, digits);
    if (is_new) values_.emplace_back(x, where);
    at->second = std::max(at->second, digits);  // of both times that it is told of a loop's body
  }
  /// Whether an op's results are numbers of its operands: it moves, chooses or orders them, or changes their signs.
  static bool passes_on(const OpSite& s) {
    const Op& op = s.op;
    if (op.moves()) return true;
    if (const auto* r = op.get_if<VariadicReduce>()) return detail::only_choose(r->body.nodes);
    if (const auto* w = op.get_if<ReduceWindow>()) return detail::only_choose(w->body.nodes);
    const std::optional<Comprehension> c = op.comprehension(s.operands);
    return c && (!c->reducer || c->reducer == Monoid::Max || c->reducer == Monoid::Min) && detail::only_choose(c->body, true);
  }
  /// Whether it multiplies by numbers that no argument decides.
  static bool scales(const OpSite& s) {
    return (s.op.get_if<Multiply>() && s.operand_depends[0] != s.operand_depends[1]) || (s.op.get_if<Divide>() && !s.operand_depends[1]);
  }

  Sums::TypeOf type_;
  std::map<ValueId, int> digits_;
  std::vector<std::pair<ValueId, Location>> values_;
  std::vector<Step> steps_;
  std::set<uint64_t> parts_;
};

/// The first value of `subject` that is rounded to fewer digits than the Core program ever rounds it to, and is a value of the Core program's; a text for
/// people, empty if there is none. `key`: see MadeOf.
inline std::string rounded_early(const core::Program& core, const Subject& subject, uint64_t key) {
  const MeshBody body = subject.body();
  Digits of_core(key, 1, types_of(core)), of_subject(key, 2, types_of(body));
  follow(core, of_core);
  subject.follow(of_subject);
  // the fewest that each number has, or may have as it is rounded afterwards; of parts of a sum also as what is added to it is
  std::map<uint64_t, int> fewest, of_parts;
  for (const auto& [x, where] : of_core.values()) {
    const int digits = of_core.of_value(x);
    int& least = fewest.emplace(of_core.of(x), digits).first->second;
    least = std::min(least, digits);
  }
  of_parts = fewest;
  const auto& steps = of_core.steps();
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const uint64_t from = of_core.of(step->result), to = of_core.of(step->operand);
    if (!fewest.contains(from) || !fewest.contains(to)) continue;
    if (!step->adds) fewest[to] = std::min(fewest[to], fewest[from]);
    of_parts[to] = std::min(of_parts[to], of_parts[from]);
  }
  for (const auto& [x, where] : of_subject.values()) {
    const uint64_t number = of_subject.of(x);
    const auto& least = of_subject.is_part(x) ? of_parts : fewest;
    const auto at = least.find(number);
    if (at == least.end() || of_subject.of_value(x) >= at->second || !of_subject.is_used(x)) continue;
    return "rounds a number" + (where.known() ? " at " + to_string(where) : std::string()) + " to " + std::to_string(of_subject.of_value(x)) + " bits, of which the Core program keeps " +
           std::to_string(at->second);
  }
  return "";
}

}  // namespace partir
