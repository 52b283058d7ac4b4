// Floats that a program makes by ops of its own and that hardly any run shows: behind an index, a conjunction, a chain of selects. What overflows
// or cancels there does not in the field, and in the programs' own types it is met by accident only.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "proofs/index_places.h"
#include "proofs/made_of.h"
#include "proofs/procedure_bound.h"
#include "proofs/subject.h"
#include "proofs/sums.h"
#include "proofs/sum_terms.h"
#include "proofs/value_flow.h"
#include "semantics/diagnostics.h"

namespace partir {

/// Whether data choose among an op's operands or their elements: by a select, or by indices.
inline bool data_choose(const OpSite& s) {
  if (s.op.get_if<Select>()) return s.operand_depends.at(0);
  const std::vector<IndexPlaces> places = index_places(s.op, s.operands);
  return std::any_of(places.begin(), places.end(), [&](const IndexPlaces& p) { return s.operand_depends.at(p.operand) != 0; });
}

/// Follows a program under test, of which `made` numbers the values. What it makes of floats is its own where the Core program has none of that
/// number (`others`: that program, numbered), until it comes to a value that is `compared` with one of the Core program by itself (made_otherwise.h).
class HiddenFloats : public ValueFlow {
 public:
  /// `most`: so many bits may hide a value, so that one of 2^most runs shows it; with 0 none may come to a result, either.
  /// `sums`, `others_sums`: what both add up. `chosen_from`: numbers of what data choose from in the Core program.
  HiddenFloats(const MadeOf& made, const MadeOf& others, const SumTerms& sums, const SumTerms& others_sums, std::set<uint64_t> chosen_from, std::set<ValueId> compared, double most)
      : made_(made), others_(others), sums_(sums), others_sums_(others_sums), chosen_from_(std::move(chosen_from)), compared_(std::move(compared)), most_(most) {}
  /// The first that is hidden; a text for people, empty if there is none.
  const std::string& found() const { return found_; }

  void argument(ValueId x, size_t) override {
    bits_[x] = 1;
    drawn_.insert(x);
  }
  void op(const OpSite& s) override {
    const Op& op = s.op;
    for (size_t k = 0; k < s.results.size(); ++k) {
      const ValueId x = s.results[k];
      double bits = 0;
      for (size_t i = 0; i < s.operands.size(); ++i)
        if (s.operand_depends.at(i)) bits = op.get_if<And>() || op.get_if<Or>() || op.get_if<Xor>() ? bits + bits_[s.operand_values[i]] : std::max(bits, bits_[s.operand_values[i]]);
      if (const auto* r = op.get_if<Reduce>(); r && is_bool(s.result_type.element)) bits *= of_reduced(s);
      bits_[x] = is_bool(s.result_type.element) && !is_bool(s.operands.empty() ? s.result_type.element : s.operands[0].element) ? std::max(1.0, decided_by(s)) : bits;
      if (const std::optional<Truths> t = truths(s)) truths_[x] = *t;
      if (is_drawn(s)) drawn_.insert(x);
      numbers_[x] = numbers_of(s);
      Own own = of(s.operand_values);
      const bool is_own = (s.depends || rounds_constants(s, x)) && made_.is_used(x) && !has_other(x), negates = op.get_if<Negate>();
      const bool calculates = calculates_floats(s) || sums_.has_own(x, others_sums_);
      if (is_own && own.what.empty() && (calculates || negates)) own = {std::string(op.name()) + " at " + to_string(s.location), 0, negates};
      if (is_own && own.what.empty() && chooses_other(s)) own = {std::string(op.name()) + " at " + to_string(s.location)};
      if (is_own && (calculates || op.get_if<Add>())) own.exact = false;
      own.hidden += hides(s);
      own.mixed = is_mixed(s);
      set(x, std::move(own));
    }
  }
  void moved(ValueId result, std::span<const ValueId> operands, bool) override {
    for (ValueId o : operands) bits_[result] = std::max(bits_[result], bits_[o]);
    if (const std::optional<Truths> t = most_of(operands)) truths_[result] = *t;
    if (std::all_of(operands.begin(), operands.end(), [&](ValueId x) { return drawn_.contains(x); })) drawn_.insert(result);
    for (ValueId o : operands) numbers_[result] = std::max(numbers_of(o), numbers_[result]);
    set(result, of(operands));
  }
  void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t of_devices) override {
    bits_[result] = by == ScalarFn::And || by == ScalarFn::Or ? bits_[operand] * static_cast<double>(of_devices) : bits_[operand];
    if (const std::optional<Truths> t = most_of({&operand, 1})) truths_[result] = {t->bits * static_cast<double>(of_devices), t->counts || by == ScalarFn::Add};
    numbers_[result] = numbers_of(operand) * (by == ScalarFn::Max || by == ScalarFn::Min ? static_cast<double>(of_devices) : 1);
    Own own = of({&operand, 1});
    if (by == ScalarFn::Add) own.exact = false;
    set(result, std::move(own));
  }
  void device(ValueId) override {}
  void unknown(ValueId result) override { bits_[result] = 1; }
  void chosen(std::span<const ValueId> results, ValueId by, const std::vector<BranchSite>& branches, const Location&) override {
    for (size_t i = 0; i < results.size(); ++i) {
      std::vector<ValueId> from;
      for (const BranchSite& b : branches) {
        from.push_back(b.results[i]);
        bits_[results[i]] = std::max(bits_[results[i]], bits_[b.results[i]]);
      }
      Own own = of(from);
      own.hidden += std::max(bits_[by], std::log2(static_cast<double>(branches.size())));
      set(results[i], std::move(own));
    }
  }
  void enters(std::span<const ValueId> carried, std::span<const ValueId> from) override { each(carried, from); }
  void repeats(std::span<const ValueId> carried, std::span<const ValueId> from) override { each(carried, from); }
  void leaves(std::span<const ValueId> results, std::span<const ValueId> carried, ValueId) override { each(results, carried); }
  void returned(std::span<const ValueId> results) override {
    if (const Own own = of(results); most_ == 0 && !own.exact && found_.empty()) found_ = own.what;
  }

 private:
  /// What a value is made of by an op that the other program has nowhere, and one of how many runs shows it, as a power of 2.
  struct Own {
    std::string what = "";
    double hidden = 0;
    bool exact = false;  ///< it loses nothing, until something is added to it
    bool mixed = false;  ///< some of its elements are made as the other program makes some
  };
  Own of(std::span<const ValueId> xs) const {
    Own r;
    for (ValueId x : xs)
      if (const auto at = own_.find(x); at != own_.end() && (r.what.empty() || std::pair(!at->second.exact, at->second.hidden) > std::pair(!r.exact, r.hidden))) r = at->second;
    return r;
  }
  void set(ValueId x, Own own) {
    const bool is_own = !own.what.empty() && !has_other(x);
    // what is compared only now was hidden there, too
    if (is_own && own.hidden > most_ && !own.exact && found_.empty()) found_ = own.what;
    if (!is_own || compared_.contains(x)) {
      own_.erase(x);
      return;
    }
    own_[x] = std::move(own);
  }
  void each(std::span<const ValueId> to, std::span<const ValueId> from) {
    for (size_t i = 0; i < to.size(); ++i) moved(to[i], from.subspan(i, 1), false);
  }
  bool has_other(ValueId x) const { return others_.all().contains(made_.of(x)) || others_.fixed().contains(made_.of(x)); }
  /// Whether data choose from what the Core program calculates, too, but chooses from nowhere: there may be another value that it rounds otherwise.
  bool chooses_other(const OpSite& s) const {
    if (!is_float(real_part(s.result_type.element)) || !data_choose(s)) return false;
    for (size_t i = 0; i < s.operands.size(); ++i) {
      const ValueId x = s.operand_values[i];
      if (is_float(real_part(s.operands[i].element)) && s.operand_depends.at(i) && !drawn_.contains(x) && has_other(x) && !chosen_from_.contains(made_.of(x))) return true;
    }
    return false;
  }
  /// Whether it makes other numbers of floats that no argument decides.
  bool rounds_constants(const OpSite& s, ValueId x) const {
    return (s.op.get_if<Convert>() || s.op.get_if<ReducePrecision>()) && is_float(s.operands[0].element) && made_.of(x) != made_.of(s.operand_values[0]);
  }
  static bool calculates_floats(const OpSite& s) {
    const ElementType e = real_part(s.result_type.element);
    const Op& op = s.op;
    if (!is_float(e) || only_moves(op, s.operands)) return false;
    if (const auto* r = op.get_if<Reduce>()) return r->reducer == Monoid::Add || r->reducer == Monoid::Mul;
    return !(op.get_if<Add>() || op.get_if<Negate>() || op.get_if<Select>() || op.get_if<Maximum>() || op.get_if<Minimum>() || op.get_if<Clamp>() || op.get_if<Abs>() || op.get_if<Gather>() || op.get_if<Scatter>() || op.get_if<DynamicSlice>() || op.get_if<DynamicUpdateSlice>() || op.get_if<Sort>() ||
             op.get_if<TopK>() || op.get_if<OptimizationBarrier>() || op.get_if<Constant>());
  }
  /// A number that is made of truth values: 0 or 1, or how many are true.
  struct Truths {
    double bits = 0;      ///< one of how many runs has it another than what it mostly is, at least, as a power of 2
    bool counts = false;  ///< it may be more than 1
  };
  std::optional<Truths> most_of(std::span<const ValueId> xs) const {
    std::optional<Truths> most;
    for (ValueId x : xs)
      if (const auto t = truths_.find(x); t != truths_.end() && (!most || t->second.bits > most->bits)) most = t->second;
    return most;
  }
  /// Of how many elements a reduction makes one.
  static double of_reduced(const OpSite& s) {
    if (const auto n = elements_of_window(s.op)) return *n;
    return static_cast<double>(s.operands[0].elements()) / static_cast<double>(std::max<int64_t>(s.result_type.elements(), 1));
  }
  /// Whether it is an argument, or one moved by what no argument decides: of such draws some meet each constant of the programs.
  bool is_drawn(const OpSite& s) const {
    const Op& op = s.op;
    if (!only_moves(op, s.operands) && !op.get_if<Convert>() && !op.get_if<Add>() && !op.get_if<Subtract>() && !op.get_if<Negate>() && !op.get_if<Clamp>() && !op.get_if<Maximum>() && !op.get_if<Minimum>()) return false;
    int64_t of = 0;
    for (size_t i = 0; i < s.operands.size(); ++i)
      if (s.operand_depends.at(i)) of += drawn_.contains(s.operand_values[i]) ? 1 : 2;
    return of == 1;
  }
  /// One of how many runs has a comparison another than it mostly is, as a power of 2, where an operand is made of truth values or of several
  /// integers; 0 of others.
  double decided_by(const OpSite& s) const {
    double bits = 0;
    for (size_t i = 0; i < s.operands.size(); ++i) {
      const ValueId x = s.operand_values[i];
      if (!s.operand_depends.at(i)) continue;
      if (const auto t = truths_.find(x); t != truths_.end()) bits = std::max(bits, t->second.bits);
      else if (is_integer(s.operands[i].element) && !drawn_.contains(x)) bits = std::max(bits, static_cast<double>(bit_width(s.operands[i].element)));
    }
    return bits;
  }
  /// What an op makes of truth values and of numbers that no argument decides.
  std::optional<Truths> truths(const OpSite& s) {
    const Op& op = s.op;
    if (op.get_if<Convert>() && is_bool(s.operands[0].element)) return Truths{bits_[s.operand_values[0]], false};
    Truths all;
    for (size_t i = 0; i < s.operands.size(); ++i) {
      if (!s.operand_depends.at(i)) continue;
      const std::optional<Truths> t = most_of({&s.operand_values[i], 1});
      if (!t) return std::nullopt;
      all = {all.bits + t->bits, all.counts || t->counts};
    }
    if (all.bits == 0 || is_bool(s.result_type.element)) return std::nullopt;
    if (op.get_if<Add>() || op.get_if<Subtract>()) return Truths{all.bits, true};
    // of a count that is cut off it is as a conjunction
    if (op.get_if<Maximum>() || op.get_if<Minimum>() || op.get_if<Clamp>() || op.get_if<Divide>() || op.get_if<Floor>()) return Truths{all.bits, false};
    if (const auto* r = op.get_if<Reduce>()) return Truths{all.bits * of_reduced(s), r->reducer == Monoid::Add};
    if (const auto* d = op.get_if<DotGeneral>()) {
      for (int64_t dim : d->lhs_contract) all.bits *= static_cast<double>(s.operands[0].shape[static_cast<size_t>(dim)]);
      return Truths{all.bits, true};
    }
    if (only_moves(op, s.operands) || op.get_if<Convert>() || op.get_if<Multiply>() || op.get_if<And>() || op.get_if<Or>() || op.get_if<Negate>() || op.get_if<Abs>()) return all;
    return std::nullopt;
  }
  /// Whether it takes one of many elements of an operand, as the greatest.
  static bool takes_of_many(const Op& op) {
    const auto* r = op.get_if<Reduce>();
    const auto* v = op.get_if<VariadicReduce>();
    const auto* w = op.get_if<ReduceWindow>();
    return (r && (r->reducer == Monoid::Max || r->reducer == Monoid::Min)) || (v && detail::only_choose(v->body.nodes)) || (w && detail::only_choose(w->body.nodes)) || op.get_if<SelectAndScatter>();
  }
  /// Or one of its operands.
  static bool takes_extreme(const Op& op) { return op.get_if<Maximum>() || op.get_if<Minimum>() || op.get_if<Clamp>() != nullptr || takes_of_many(op); }
  /// Whether some elements of a result are of its own, and others are not.
  bool is_mixed(const OpSite& s) const {
    bool any = false, all = true, whole = false;
    for (size_t i = 0; i < s.operands.size(); ++i) {
      if (!s.operand_depends.at(i) || !is_float(real_part(s.operands[i].element))) continue;
      const auto own = own_.find(s.operand_values[i]);
      any = any || own != own_.end();
      all = all && own != own_.end() && !own->second.mixed;
      whole = whole || (own != own_.end() && !own->second.mixed);
    }
    const auto* r = s.op.get_if<Reduce>();
    if (s.op.get_if<DotGeneral>() || s.op.get_if<Convolution>() || (r && r->reducer == Monoid::Add)) return false;
    return any && (only_moves(s.op, s.operands) || s.op.get_if<Select>() || s.op.get_if<DynamicUpdateSlice>() || s.op.get_if<Scatter>() ? !all : !whole);
  }
  /// Of how many numbers a value is the greatest or the least.
  double numbers_of(ValueId x) const {
    const auto n = numbers_.find(x);
    return n == numbers_.end() ? 1 : std::max(n->second, 1.0);
  }
  double numbers_of(const OpSite& s) const {
    double all = 0, most = 1;
    for (size_t i = 0; i < s.operands.size(); ++i)
      if (s.operand_depends.at(i)) all += numbers_of(s.operand_values[i]), most = std::max(most, numbers_of(s.operand_values[i]));
    if (takes_extreme(s.op)) return takes_of_many(s.op) ? most * of_reduced(s) : all;
    return only_moves(s.op, s.operands) ? most : 1;
  }
  /// One of how many runs shows an operand in a result, as a power of 2.
  double hides(const OpSite& s) {
    if (s.op.get_if<Select>() && s.operand_depends.at(0)) return bits_[s.operand_values[0]];
    if (s.op.get_if<Multiply>() || s.op.get_if<DotGeneral>()) {
      double bits = 0;
      for (ValueId x : s.operand_values)
        if (const auto t = truths_.find(x); t != truths_.end() && !t->second.counts) bits += t->second.bits;
      return bits;
    }
    // the greatest of some that are its own and others that are not
    if (takes_of_many(s.op) && of(s.operand_values).mixed) return std::log2(std::max(of_reduced(s), 1.0));
    if (takes_extreme(s.op) && !takes_of_many(s.op)) {
      double own = 0, others = 0;
      for (size_t i = 0; i < s.operands.size(); ++i)
        if (s.operand_depends.at(i)) (own_.contains(s.operand_values[i]) ? own : others) += numbers_of(s.operand_values[i]);
      return own > 0 ? std::log2((own + others) / own) : 0;
    }
    double bits = 0;
    for (const IndexPlaces& p : index_places(s.op, s.operands))
      if (s.operand_depends.at(p.operand)) bits += std::log2(static_cast<double>(p.last) + 1);
    return bits;
  }

  const MadeOf& made_;
  const MadeOf& others_;
  const SumTerms &sums_, &others_sums_;
  std::set<uint64_t> chosen_from_;
  std::set<ValueId> compared_;
  double most_;
  std::map<ValueId, double> bits_;  ///< one of how many runs has a truth value true, as a power of 2
  std::map<ValueId, Truths> truths_;
  std::set<ValueId> drawn_;
  std::map<ValueId, double> numbers_;
  std::map<ValueId, Own> own_;
  std::string found_;
};

/// Whether one of two programs has a constant with a -0 and the other has none, where data index or choose: the field has one zero, and it may be
/// that no run reads that place.
inline bool hides_negative_zero(const core::Program& core, const Subject& subject) {
  bool chooses = false;
  const auto has = [&](const OpSite& s) {
    chooses = chooses || data_choose(s);
    const auto* c = s.op.get_if<Constant>();
    if (!c || !is_float(s.result_type.element)) return false;
    for (int64_t i = 0, n = c->value.splat ? std::min<int64_t>(1, s.result_type.elements()) : s.result_type.elements(); i < n; ++i)
      if (const double x = c->value.as_double(i); x == 0 && std::signbit(x)) return true;
    return false;
  };
  bool in_core = false, in_subject = false;
  for_each_site(core, [&](const OpSite& s) { in_core = has(s) || in_core; });
  subject.for_each_site([&](const OpSite& s) { in_subject = has(s) || in_subject; });
  return chooses && in_core != in_subject;
}

/// What `subject` makes so, where values of those numbers in its body are compared with some of the Core program's; a text for people, empty if there is
/// nothing. `most`: see HiddenFloats; `key`: see MadeOf.
inline std::string hidden_floats(const core::Program& core, const Subject& subject, const std::set<ValueId>& compared, double most, uint64_t key) {
  MadeOf of_core(key, 1), of_subject(key, 2);
  follow(core, of_core);
  subject.follow(of_subject);
  SumTerms sums_of_core(of_core), sums_of_subject(of_subject);
  follow(core, sums_of_core);
  subject.follow(sums_of_subject);
  std::set<uint64_t> chosen_from;
  for_each_site(core, [&](const OpSite& s) {
    if (data_choose(s)) std::for_each(s.operand_values.begin(), s.operand_values.end(), [&](ValueId x) { chosen_from.insert(of_core.of(x)); });
  });
  HiddenFloats hidden(of_subject, of_core, sums_of_subject, sums_of_core, std::move(chosen_from), compared, most);
  subject.follow(hidden);
  return hidden.found();
}

}  // namespace partir
