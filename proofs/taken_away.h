// What a program adds to a number and takes away again: `(x + c) - c`, in one place or by devices that add what others take away. By the laws of the
// field nothing is left of it; in floats it rounds the number, and a summand that is far larger than the number leaves nothing of that.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "interp/random.h"
#include "proofs/core_sites.h"
#include "proofs/made_of.h"
#include "proofs/sums.h"
#include "proofs/value_flow.h"

namespace partir {

/// Follows a program, of which `made` numbers the values. Which terms a sum is of is told by their numbers alone: not, of which of their elements.
class TakenAway : public ValueFlow {
 public:
  /// `places`: whether what was cut out or put together is another term, so that x[1:] - x[:-1] takes nothing away.
  explicit TakenAway(const MadeOf& made, bool places = false) : made_(made), places_(places) {}
  /// The sums of which something was taken away that had been added before, of those the results are made of, and the terms that
  /// it was: of values as in `terms`, of constants a number that is not among those.
  const std::map<ValueId, std::set<uint64_t>>& sums() const { return sums_; }
  /// What that was: numbers of values, and of the magnitudes of constants, each with the sum that was the first.
  const std::map<uint64_t, Location>& terms() const { return taken_; }
  /// The sum is at that place.
  const Location& where(ValueId sum) const { return where_.at(sum); }
  /// Whether what a sum of the other program takes away is taken away in a value of this one, or in what it is made of.
  bool takes_away(ValueId x, uint64_t term, const TakenAway& others, ValueId sum) const {
    const Times *here = times(x, term), *there = others.times(sum, term);
    return here && there && here->is_taken_away() && (term != of_constants || here->magnitude == there->magnitude);
  }
  /// Whether all terms of a sum of the other program are terms of a value of this one.
  bool has_all_of(ValueId x, const TakenAway& others, ValueId sum) const {
    const auto here = terms_.find(x), there = others.terms_.find(sum);
    return here != terms_.end() && there != others.terms_.end() &&
           std::all_of(there->second.begin(), there->second.end(), [&](const auto& term) { return here->second.contains(term.first); });
  }
  /// Whether a value is a sum of terms that are not all in one sum of the other program.
  bool has_own_terms(ValueId x, const TakenAway& others) const {
    const auto at = terms_.find(x);
    if (at == terms_.end() || !is_sum_.contains(x) || at->second.size() < 2) return false;
    return std::none_of(others.is_sum_.begin(), others.is_sum_.end(), [&](ValueId y) {
      const auto there = others.terms_.find(y);
      return there != others.terms_.end() && std::all_of(at->second.begin(), at->second.end(), [&](const auto& term) { return there->second.contains(term.first); });
    });
  }

  void argument(ValueId, size_t) override {}
  void op(const OpSite& s) override {
    if (!s.depends) note_sign(s);
    for (size_t k = 0; k < s.results.size(); ++k)
      if (is_float(real_part(s.result_type.element)) || s.op.get_if<Constant>()) see(s, k);
  }
  void moved(ValueId result, std::span<const ValueId> operands, bool) override { join(result, operands); }
  void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t) override {
    if (by != ScalarFn::Add) return;
    join(result, {&operand, 1});
    note(result, {});
  }
  void device(ValueId x) override { of_device_.insert(x); }
  void unknown(ValueId) override {}
  void chosen(std::span<const ValueId> results, ValueId, const std::vector<BranchSite>& branches, const Location&) override {
    for (size_t i = 0; i < results.size(); ++i)
      for (const BranchSite& b : branches) join(results[i], b.results.subspan(i, 1));
  }
  void enters(std::span<const ValueId> carried, std::span<const ValueId> from) override { each(carried, from); }
  void repeats(std::span<const ValueId> carried, std::span<const ValueId> from) override { each(carried, from); }
  void leaves(std::span<const ValueId> results, std::span<const ValueId> carried, ValueId) override { each(results, carried); }
  void returned(std::span<const ValueId>) override {}

 private:
  /// By what factors a term was multiplied before it was added.
  struct Factors {
    double least = std::numeric_limits<double>::infinity(), greatest = 0;
    void include(const Factors& other) { least = std::min(least, other.least), greatest = std::max(greatest, other.greatest); }
    Factors times(double f) const { return {least * f, greatest * f}; }
    /// Whether one of these may be about the same as one of the others.
    bool meet(const Factors& other) const { return least * 7 <= other.greatest * 8 && other.least * 7 <= greatest * 8; }
  };
  /// How often a term is in a sum: with its signs, and without them. Of constants it is what they come to, and their magnitudes.
  struct Times {
    double all = 0, magnitude = 0;
    bool noted = false;  ///< taken away in a sum that was seen before
    double either = 0;   ///< by how much more or less, as signs are not known
    /// Of those that are added, and of those that are subtracted: a number stands for all elements of a value on all devices, of which one may be taken
    /// away among many that are added. Not of constants.
    Factors added{}, subtracted{};

    static Times once() { return {1, 1, false, 0, {1, 1}, {}}; }
    Times times(double f) const {
      Times t{all * f, magnitude * std::fabs(f), noted, either * std::fabs(f), added.times(std::fabs(f)), subtracted.times(std::fabs(f))};
      if (f < 0) std::swap(t.added, t.subtracted);
      return t;
    }
    /// The same with any sign.
    Times of_any_sign() const {
      Times t{0, magnitude, noted, magnitude, added, subtracted};
      t.added.include(subtracted);
      t.subtracted = t.added;
      return t;
    }
    /// Of what was added hardly anything is left, or may be.
    bool is_taken_away() const { return magnitude > 0 && (std::fabs(all) - either <= magnitude / 8 || added.meet(subtracted)); }
  };
  using Terms = std::map<uint64_t, Times>;
  static constexpr size_t most = 4096;  ///< terms of one sum that are told apart
  static constexpr uint64_t of_constants = 1;

  void see(const OpSite& s, size_t k) {
    const Op& op = s.op;
    const ValueId x = s.results[k];
    if (const auto* c = op.get_if<Constant>()) {
      constant(x, *c, s.result_type);
      return;
    }
    if (op.get_if<Convert>() && !is_float(real_part(s.operands[0].element))) {
      if (const auto at = constants_.find(s.operand_values[0]); at != constants_.end()) constant(x, at->second);
      return;  // else it is a term
    }
    const bool multiplies = op.get_if<DotGeneral>() || op.get_if<Convolution>(), adds = terms_added(s, k) > 0 && !multiplies;
    // a product is a term of its own; but one with a table that has negative numbers, of terms that were put together, is a sum, too: [x, c, c] times [1, 1, -1]
    if (multiplies && s.operand_depends[0] != s.operand_depends[1] && made_.is_used(x)) {
      const size_t table = s.operand_depends[0] ? 1 : 0;
      if (negative_.contains(s.operand_values[table]) && of(s.operand_values[1 - table]).size() > 1) taken_.try_emplace(made_.of(x), s.location);
    }
    const bool hands_over = op.get_if<Select>() || op.get_if<Negate>() || op.get_if<Convert>() || op.get_if<DynamicUpdateSlice>() || op.get_if<Sort>() || only_moves(op, s.operands);
    const std::optional<double> factor = factor_of(s);
    if (!adds && !hands_over && !factor) return;
    Terms all;
    for (size_t i = 0; i < s.operands.size(); ++i) {
      if (!is_float(real_part(s.operands[i].element)) || (factor && !s.operand_depends[i])) continue;
      const double times = factor ? *factor : op.get_if<Negate>() || (op.get_if<Subtract>() && i == 1) ? -1 : 1;
      for (const auto& [term, t] : of(s.operand_values[i])) {
        const Times of_result = factor && has_any_sign(s) ? t.times(times).of_any_sign() : t.times(times);
        add(all, places_ ? there(term, s, x) : term, of_result, adds);
      }
    }
    if (all.size() > most) return;  // it is a term of what it is added to
    terms_[x] = std::move(all);
    if (adds) note(x, s.location);
  }
  /// By what an op multiplies its one operand that depends on the arguments.
  std::optional<double> factor_of(const OpSite& s) const {
    if ((!s.op.get_if<Multiply>() && !s.op.get_if<Divide>()) || s.operand_depends[0] == s.operand_depends[1]) return std::nullopt;
    const size_t fixed = s.operand_depends[0] ? 1 : 0;
    if (fixed == 0 && s.op.get_if<Divide>()) return std::nullopt;
    if (has_any_sign(s)) return 1;
    const auto at = constants_.find(s.operand_values[fixed]);
    if (at == constants_.end()) return std::nullopt;
    const double f = s.op.get_if<Divide>() ? 1 / at->second : at->second;
    return std::isfinite(f) && f != 0 ? std::optional(f) : std::nullopt;
  }
  /// Whether it multiplies by a number that depends on the device, and may be negative on some and positive on others, as 1 - 2 * partition_id is.
  bool has_any_sign(const OpSite& s) const {
    if ((!s.op.get_if<Multiply>() && !s.op.get_if<Divide>()) || s.operand_depends[0] == s.operand_depends[1]) return false;
    const ValueId fixed = s.operand_values[s.operand_depends[0] ? 1 : 0];
    return of_device_.contains(fixed) && negative_.contains(fixed);
  }
  /// Of an op on numbers that no argument decides. Functions such as cos, whose values hardly ever are each other's negatives, are left out.
  void note_sign(const OpSite& s) {
    const Op& op = s.op;
    const auto any_of = [&](const std::set<ValueId>& set) { return std::any_of(s.operand_values.begin(), s.operand_values.end(), [&](ValueId v) { return set.contains(v); }); };
    bool negative = op.get_if<Subtract>() || op.get_if<Negate>();
    if (const auto* c = op.get_if<Constant>())
      for (int64_t i = 0, n = c->value.splat ? std::min<int64_t>(1, c->value.type.elements()) : c->value.type.elements(); i < n; ++i)
        negative = negative || is_complex(c->value.type.element) || c->value.as_double(i) < 0;
    if (only_moves(op, s.operands) || op.get_if<Convert>() || op.get_if<Add>() || op.get_if<Multiply>() || op.get_if<Divide>() || op.get_if<Select>() || op.get_if<MakeComplex>() || op.get_if<Sign>())
      negative = negative || any_of(negative_);
    for (ValueId x : s.results) {
      if (negative) negative_.insert(x);
      if (any_of(of_device_)) of_device_.insert(x);
    }
  }
  void constant(ValueId x, const Constant& c, const TensorType& type) {
    if (type.elements() == 0 || is_complex(type.element)) return;
    double greatest = 0;
    for (int64_t i = 0, n = c.value.splat ? 1 : type.elements(); i < n; ++i)
      if (const double v = c.value.as_double(i); std::isfinite(v) && std::fabs(v) > std::fabs(greatest)) greatest = v;
    constant(x, greatest);
    if (!c.value.splat) constants_.erase(x);
  }
  void constant(ValueId x, double v) {
    constants_[x] = v;
    terms_[x];
    if (v != 0) terms_[x][of_constants] = {v, std::fabs(v)};
  }
  /// A term of an operand as one of the result; that of a constant stays what it is.
  uint64_t there(uint64_t term, const OpSite& s, ValueId result) const {
    const Op& op = s.op;
    const bool stays = term == of_constants || terms_added(s) > 0 || factor_of(s) || op.get_if<Negate>() || op.get_if<Convert>() || op.get_if<Select>() || op.get_if<OptimizationBarrier>();
    if (stays) return term;
    const bool whole = op.get_if<Reshape>() || op.get_if<BroadcastInDim>() || op.get_if<Transpose>();
    uint64_t h = mix64(term + (whole ? 0 : mix64(result)));
    for (int64_t n : s.result_type.shape) h = mix64(h + static_cast<uint64_t>(n));
    return h;
  }
  /// Adds to what is there, or where values stand for one another takes the one of more.
  static void add(Terms& all, uint64_t term, Times t, bool adds) {
    Times& there = all[term];
    Factors added = there.added, subtracted = there.subtracted;
    added.include(t.added), subtracted.include(t.subtracted);
    if (adds) there = {there.all + t.all, there.magnitude + t.magnitude, there.noted || t.noted, there.either + t.either};
    else if (t.magnitude > there.magnitude) there = t;
    else if (t.magnitude == there.magnitude && t.all != there.all) there.all = 0, there.either = there.magnitude;  // y or -y: added to y, one of them takes it away
    there.added = added, there.subtracted = subtracted;
  }
  /// How often a term is in a value; null where it is not.
  const Times* times(ValueId x, uint64_t term) const {
    const auto at = terms_.find(x);
    if (at == terms_.end()) return nullptr;
    const auto of_x = at->second.find(term);
    return of_x == at->second.end() ? nullptr : &of_x->second;
  }
  Terms of(ValueId x) const {
    const auto at = terms_.find(x);
    return at != terms_.end() ? at->second : Terms{{made_.of(x), Times::once()}};
  }
  void join(ValueId result, std::span<const ValueId> operands) {
    Terms all = terms_.contains(result) ? terms_[result] : Terms{};
    for (ValueId x : operands) {
      const auto at = constants_.find(x);
      if (at != constants_.end() && operands.size() == 1) constants_[result] = at->second;
      for (const auto& [term, t] : of(x)) add(all, term, t, false);
    }
    if (all.size() <= most) terms_[result] = std::move(all);
  }
  void each(std::span<const ValueId> to, std::span<const ValueId> from) {
    for (size_t i = 0; i < to.size(); ++i) join(to[i], from.subspan(i, 1));
  }
  void note(ValueId sum, const Location& where) {
    is_sum_.insert(sum);
    const auto at = terms_.find(sum);
    if (at == terms_.end() || !made_.is_used(sum)) return;
    for (auto& [term, t] : at->second) {
      if (!t.is_taken_away() || std::exchange(t.noted, true)) continue;
      taken_.try_emplace(term == of_constants ? mix64(std::bit_cast<uint64_t>(t.magnitude)) : term, where);
      sums_[sum].insert(term);
      where_.try_emplace(sum, where);
    }
  }

  const MadeOf& made_;
  bool places_;
  std::map<ValueId, double> constants_;  ///< of one number
  std::set<ValueId> of_device_, negative_;  ///< numbers that depend on the device, and that may be negative, of those that no argument decides
  std::map<ValueId, Terms> terms_;
  std::map<uint64_t, Location> taken_;
  std::map<ValueId, std::set<uint64_t>> sums_;
  std::map<ValueId, Location> where_;
  std::set<ValueId> is_sum_;
};

/// The sums of a program (core::Program, Subject), of those that its results are made of, from which it takes away again what it added before. `places`: see TakenAway.
inline std::set<ValueId> sums_taken_from(const auto& program, bool places) {
  MadeOf made(MadeOf::random_key(), 1, false);
  TakenAway taken(made, places);
  for (ValueFlow* flow : {static_cast<ValueFlow*>(&made), static_cast<ValueFlow*>(&taken)})
    if constexpr (std::is_same_v<std::decay_t<decltype(program)>, core::Program>) follow(program, *flow);
    else program.follow(*flow);
  std::set<ValueId> sums;
  for (const auto& [x, terms] : taken.sums()) sums.insert(x);
  return sums;
}

}  // namespace partir
