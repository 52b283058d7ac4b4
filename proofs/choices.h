// Among how many numbers a program chooses: of how many it takes the greatest, the least, or asks whether all or any are true, and which of two
// a select takes. A run in which max, min, and, or, select choose one of their arguments tells nothing of the others.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "proofs/free_reading.h"
#include "proofs/sums.h"
#include "proofs/value_flow.h"

namespace partir {

/// Follows a program; values that no argument decides are among the numbers.
///
/// Of n numbers put together to one by one of those functions, at once or one after another, a run sees each with a chance of 1/n. Where several of
/// them make one number of n, a run tells two such formulas apart if some of the n are above all others and the two differ when those are true and
/// the others false: the chance is one of n over n/2 at least, and of truth values, which are not in an order, one of 2^n. Where numbers are
/// calculated with what was chosen, and that is chosen from again, the chances are multiplied. So are those of a number that is multiplied with truth
/// values, or with what is chosen among 0 and others, one after another: a run sees it where none of them is 0.
/// A number that reaches the results in several ways is seen by the best of them. So chances are followed from the results back, once all of the
/// program is known.
class Choices : public ValueFlow {
 public:
  /// One of so many runs sees the number that is seen least, of those that an op takes.
  double most() const { return most_; }

  void argument(ValueId, size_t) override {}
  void op(const OpSite& s) override {
    Choice choice = chooses(s);
    const bool by = choice.by != By::Nothing;
    const std::span<const ValueId> operands = s.operand_values;
    const double each = static_cast<double>(s.operands.empty() ? 1 : s.operands[0].elements()) / static_cast<double>(std::max<int64_t>(s.result_type.elements(), 1));
    for (ValueId x : s.results) {
      // what only moves elements hands on what they are chosen from
      if (!by && only_moves(s.op, s.operands)) {
        moved(x, operands, false);
        continue;
      }
      factors_[x] = factor(s);
      if (is_bool(s.result_type.element)) of_truths_.insert(x);
      if (!by) {
        for (size_t i = 0; i < operands.size(); ++i) {
          double of = s.op.get_if<Map>() ? 1 : among(s);
          for (size_t k = 0; k < operands.size(); ++k)
            if (k != i) of *= (multiplies(s) ? factor(s, k).nonzero : 1) * factor(s, k).finite;
          if (const double n = multiplied(s, each); i == 0 && n > 1) of *= std::pow(factor(s, 0).nonzero, n - 1);
          step(x, operands.subspan(i, 1), of);
        }
        continue;
      }
      double of = 0;
      for (ValueId o : is_elementwise(s) ? operands : operands.subspan(0, 1)) of += s.op.get_if<Not>() ? at(o).of : leaves(o, choice);
      of = s.op.get_if<Map>() ? of + among(s) : is_elementwise(s) ? of : of * std::max(each, window(s));
      note(x, operands, {choice, of});
    }
  }
  void moved(ValueId result, std::span<const ValueId> operands, bool) override {
    for (ValueId o : operands) join(result, o);
    step(result, operands, 1, Step::Moves);
  }
  void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t of) override {
    if (is_choice(by)) {
      Choice choice{of_truths_.contains(operand), by_one(by)};
      const double each = leaves(operand, choice);
      note(result, {&operand, 1}, {choice, static_cast<double>(of) * each});
    } else step(result, {&operand, 1}, by == ScalarFn::Multiply ? std::pow(factor(operand).nonzero, static_cast<double>(of - 1)) : 1);
    if (of_truths_.contains(operand)) of_truths_.insert(result);
    factors_[result] = factor(operand);
  }
  void device(ValueId) override {}
  void unknown(ValueId) override {}
  void chosen(std::span<const ValueId> results, ValueId by, const std::vector<BranchSite>& branches, const Location&) override {
    for (size_t i = 0; i < results.size(); ++i) {
      step(results[i], {&by, 1});
      for (const BranchSite& b : branches) {
        join(results[i], b.results[i]);
        step(results[i], b.results.subspan(i, 1), static_cast<double>(branches.size()));
      }
    }
  }
  void enters(std::span<const ValueId> carried, std::span<const ValueId> from) override { carry(carried, from, Step::Enters); }
  /// What grows in one iteration may grow in all.
  void repeats(std::span<const ValueId> carried, std::span<const ValueId> from) override {
    for (size_t i = 0; i < carried.size(); ++i) {
      if (at(from[i]).among() > at(carried[i]).among()) most_ = std::numeric_limits<double>::infinity();
      step(carried[i], from.subspan(i, 1), 1, Step::Repeats);
    }
  }
  void leaves(std::span<const ValueId> results, std::span<const ValueId> carried, ValueId condition) override {
    carry(results, carried, Step::Moves);
    for (ValueId x : results) step(x, {&condition, 1});
  }
  void returned(std::span<const ValueId> results) override {
    for (ValueId x : results) seen_[x].alone = 1;
    for (auto s = steps_.rbegin(); s != steps_.rend(); ++s) look_back(*s);
  }

 private:
  /// By what numbers are put together: truth values, or numbers in an order; by one function alone, or by several.
  enum class By : uint8_t { Nothing, Max, Min, And, Or, Several };
  struct Choice {
    bool of_truths = false;
    By by = By::Nothing;
  };
  struct Chosen {
    Choice choice = {};
    double of = 1;  ///< numbers, if there is a choice
    /// One of so many runs sees each of them.
    double among() const {
      if (choice.by != By::Several) return of;
      return choice.of_truths ? std::exp2(of) : std::exp(std::lgamma(of + 1) - 2 * std::lgamma(of / 2 + 1));
    }
  };
  /// Of how many runs one has a value not 0, and one has it finite, where truth values or choices may make it 0.
  struct Factor {
    double nonzero = 1, finite = 1;
  };
  /// What makes a value of others, each of which it is with a chance of 1/of.
  struct Step {
    enum Kind : uint8_t { Makes, Moves, Enters, Repeats };
    ValueId result;
    std::vector<ValueId> operands;
    double of = 1;
    Kind kind = Makes;
    bool chooses = false;  ///< where the number counts those behind it, too
  };
  /// The chance that a value shows in a result; and if it is chosen by the function that chooses from it, that one of the numbers behind it does.
  struct Seen {
    double alone = 0, each = 0;
    double in_iteration = 0;  ///< of what a loop carries, the first of them after all iterations but the last
  };

  static By by_one(std::optional<ScalarFn> f) {
    using enum By;
    return f == ScalarFn::Max ? Max : f == ScalarFn::Min ? Min : f == ScalarFn::And ? And : f == ScalarFn::Or ? Or : Nothing;
  }
  static bool is_choice(std::optional<ScalarFn> f) { return by_one(f) != By::Nothing; }
  static bool is_elementwise(const OpSite& s) {
    return s.op.get_if<Maximum>() || s.op.get_if<Minimum>() || s.op.get_if<And>() || s.op.get_if<Or>() || s.op.get_if<Xor>() || s.op.get_if<Not>() || s.op.get_if<Select>() ||
           s.op.get_if<Compare>() || s.op.get_if<Clamp>() || s.op.get_if<Map>();
  }
  /// How many functions in a map's body choose; of how many numbers top-k takes one.
  static double among(const OpSite& s) {
    double n = 0;
    if (s.op.get_if<Map>()) {
      for (const ScalarBody* b : s.op.bodies())
        for (const Node& node : b->nodes) {
          const auto* a = std::get_if<ApplyNode>(&node.expr);
          n += std::holds_alternative<ChooseNode>(node.expr) || (a && (is_choice(a->fn) || a->fn == ScalarFn::Select || is_comparison(a->fn)));
        }
      return n;
    }
    if (const auto* k = s.op.get_if<TopK>()) return static_cast<double>(s.operands[0].shape.back()) / static_cast<double>(std::max<int64_t>(k->k, 1));
    return 1;
  }
  static double window(const OpSite& s) {
    return s.op.get_if<ReduceWindow>() ? *elements_of_window(s.op) : 1;
  }
  /// How the op chooses its results, if it does.
  Choice chooses(const OpSite& s) const {
    if (s.operands.empty()) return {};
    const bool truths = is_bool(s.result_type.element);
    const auto by = [&](By f) { return Choice{truths, !truths ? f : f == By::Max ? By::Or : f == By::Min ? By::And : f}; };
    if (s.op.get_if<Maximum>()) return by(By::Max);
    if (s.op.get_if<Minimum>()) return by(By::Min);
    if (s.op.get_if<partir::And>()) return by(By::And);
    if (s.op.get_if<partir::Or>()) return by(By::Or);
    if (s.op.get_if<Clamp>() || (s.op.get_if<Map>() && among(s) > 0)) return by(By::Several);
    if (truths && (s.op.get_if<Xor>() || s.op.get_if<Select>() || (s.op.get_if<Compare>() && is_bool(s.operands[0].element)))) return by(By::Several);
    if (truths && s.op.get_if<Not>()) {
      const By from = at(s.operand_values[0]).choice.by;
      return by(from == By::And ? By::Or : from == By::Or ? By::And : from);
    }
    if (const auto* r = s.op.get_if<Reduce>()) return by(by_one(scalar_fn(r->reducer)));
    By found = By::Nothing;
    if (s.op.get_if<ReduceWindow>() || s.op.get_if<VariadicReduce>() || s.op.get_if<Scatter>())
      for (const ScalarBody* b : s.op.bodies())
        for (const Node& n : b->nodes)
          if (const auto* a = std::get_if<ApplyNode>(&n.expr); a && is_choice(a->fn)) found = found == By::Nothing || found == by_one(a->fn) ? by_one(a->fn) : By::Several;
    return by(found);
  }
  /// How many numbers a value counts for where it is chosen from; of such as another function chose, these are several.
  double leaves(ValueId x, Choice& c) const {
    const Chosen& from = at(x);
    if (from.choice.by == By::Nothing || from.choice.of_truths != c.of_truths) return 1;
    if (from.choice.by != c.by) c.by = By::Several;
    return from.of;
  }
  /// Whether one of its operands, if it is 0, leaves nothing of the others.
  static bool multiplies(const OpSite& s) {
    return s.op.get_if<Map>() || s.op.get_if<Multiply>() || s.op.get_if<Divide>() || s.op.get_if<DotGeneral>() || s.op.get_if<Convolution>();
  }
  /// How many elements of its first operand, which has `each` for one of the result's, it multiplies with one another.
  static double multiplied(const OpSite& s, double each) {
    if (const auto* r = s.op.get_if<Reduce>()) return r->reducer == Monoid::Mul ? each : 1;
    if (s.op.get_if<ReduceWindow>() || s.op.get_if<VariadicReduce>() || s.op.get_if<Scatter>())
      for (const ScalarBody* b : s.op.bodies())
        for (const Node& n : b->nodes)
          if (const auto* a = std::get_if<ApplyNode>(&n.expr); a && a->fn == ScalarFn::Multiply) return std::max(each, window(s));
    return 1;
  }
  /// Whether an operand that is 0 may make its result infinite, or NaN.
  static bool makes_infinite(const OpSite& s, size_t operand) {
    if (s.op.get_if<Divide>() || s.op.get_if<Remainder>()) return operand == 1;
    return s.op.get_if<Log>() || s.op.get_if<Rsqrt>() || s.op.get_if<Power>() || s.op.get_if<Lgamma>() || s.op.get_if<Digamma>() || s.op.get_if<Polygamma>() || s.op.get_if<Zeta>();
  }
  Factor factor(ValueId x) const {
    const auto found = factors_.find(x);
    return found == factors_.end() ? Factor{} : found->second;
  }
  Factor factor(const OpSite& s, size_t i) const {
    if (!s.operand_depends.at(i)) return {};
    Factor f = factor(s.operand_values[i]);
    if (is_bool(s.operands[i].element)) f.nonzero = std::max(f.nonzero, 2.0);
    return f;
  }
  /// The same of its results.
  Factor factor(const OpSite& s) const {
    const bool of_bools = is_bool(s.result_type.element);
    double all = 1, most = 1, finite = 1, most_finite = 1;
    bool each = true;
    size_t depends = 0;
    for (size_t i = 0; i < s.operands.size(); ++i) {
      if (!s.operand_depends.at(i)) continue;
      const Factor f = factor(s, i);
      ++depends;
      all *= f.nonzero;
      most = std::max(most, f.nonzero);
      each = each && f.nonzero > 1;
      finite *= f.finite * (makes_infinite(s, i) ? f.nonzero : 1);
      most_finite = std::max(most_finite, f.finite);
    }
    if (multiplies(s)) return {s.op.get_if<Map>() ? all * std::exp2(among(s)) : all, finite};
    // what is chosen may be a constant, and that 0
    if (!of_bools && (s.op.get_if<Maximum>() || s.op.get_if<Minimum>() || s.op.get_if<And>() || s.op.get_if<Or>() || s.op.get_if<Clamp>())) return {depends < s.operands.size() ? 2 * most : most, most_finite};
    if (of_bools) finite = 1;
    if (!each) return {of_bools ? 2.0 : 1.0, finite};
    return {s.op.get_if<And>() || s.op.get_if<Or>() || s.op.get_if<Select>() ? all : most, finite};
  }
  const Chosen& at(ValueId x) const {
    static const Chosen one;
    const auto found = chosen_.find(x);
    return found == chosen_.end() ? one : found->second;
  }
  void join(ValueId x, ValueId from) {
    factors_[x] = {std::max(factor(x).nonzero, factor(from).nonzero), std::max(factor(x).finite, factor(from).finite)};
    if (const Chosen& c = at(from); c.among() > at(x).among() || (c.choice.by != By::Nothing && at(x).choice.by == By::Nothing)) chosen_[x] = c;
    if (of_truths_.contains(from)) of_truths_.insert(x);
  }
  void step(ValueId result, std::span<const ValueId> operands, double of = 1, Step::Kind kind = Step::Makes) {
    steps_.push_back({result, {operands.begin(), operands.end()}, of, kind});
  }
  void note(ValueId x, std::span<const ValueId> operands, const Chosen& c) {
    chosen_[x] = c;
    step(x, operands, c.among());
    steps_.back().chooses = true;
    most_ = std::max(most_, c.among());
  }
  void carry(std::span<const ValueId> to, std::span<const ValueId> from, Step::Kind kind) {
    for (size_t i = 0; i < to.size(); ++i) {
      join(to[i], from[i]);
      step(to[i], from.subspan(i, 1), 1, kind);
    }
  }
  /// From a value to what it is made of.
  void look_back(const Step& s) {
    const Seen of_result = seen_[s.result];
    if (s.kind == Step::Repeats) seen_[s.result] = {0, 0, of_result.alone};  // what the iteration itself makes of it is asked next
    // what an iteration hides, all iterations may hide
    if (s.kind == Step::Enters && of_result.alone > 0 && of_result.alone < of_result.in_iteration) most_ = std::numeric_limits<double>::infinity();
    // however small it is, it is more than of what no result is made of
    const double least = of_result.alone + of_result.each > 0 ? 1e-300 : 0;
    const double number = s.chooses ? std::max({least, of_result.each, of_result.alone / s.of}) : std::max(least, of_result.alone / s.of);
    for (ValueId o : s.operands) {
      Seen& seen = seen_[o];
      const Choice &of_operand = at(o).choice, &of_this = at(s.result).choice;
      const bool same = (s.chooses || s.kind != Step::Makes) && of_operand.by != By::Nothing && of_this.by != By::Nothing && of_operand.of_truths == of_this.of_truths;
      if (s.chooses && same) {
        seen.each = std::max(seen.each, number);
      } else {
        seen.alone = std::max(seen.alone, number);
        if (same) seen.each = std::max(seen.each, of_result.each);
        else if (s.kind != Step::Makes) seen.alone = std::max(seen.alone, of_result.each);
      }
    }
    if (number > 0) most_ = std::max(most_, 1 / number);
  }

  std::map<ValueId, Chosen> chosen_;
  std::set<ValueId> of_truths_;
  std::map<ValueId, Factor> factors_;
  std::map<ValueId, Seen> seen_;
  std::vector<Step> steps_;
  double most_ = 1;
};

}  // namespace partir
