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

#include "proofs/made_of.h"
#include "proofs/mesh_body.h"
#include "proofs/same_elements.h"
#include "proofs/subject.h"
#include "proofs/value_flow.h"
#include "semantics/diagnostics.h"

namespace partir {

/// Whether nothing bounds what comes of the roundings in an op, or of those of its operands.
inline bool has_no_bound(const Op& op) {
  return op.get_if<Cholesky>() || op.get_if<TriangularSolve>() || op.get_if<BatchNormTraining>() || op.get_if<BatchNormGrad>() || op.get_if<BatchNormInference>() || op.get_if<Fft>() ||
         op.get_if<Acos>() || op.get_if<Acosh>() || op.get_if<Asin>() || op.get_if<Atanh>() || op.get_if<Digamma>() || op.get_if<ErfInv>() || op.get_if<Lgamma>() || op.get_if<Tan>() ||
         op.get_if<Polygamma>() || op.get_if<Zeta>();
}
/// How many terms an op adds one after the other to one element of its `k`-th result; 0 if it adds none.
inline double terms_added(const OpSite& s, size_t k = 0) {
  const Op& op = s.op;
  const auto product = [](const std::vector<int64_t>& of) {
    double p = 1;
    for (int64_t n : of) p *= static_cast<double>(n);
    return p;
  };
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
  if (const auto* r = op.get_if<Reduce>()) return r->reducer == Monoid::Add ? elements(s.operands[0]) / elements(s.result_type) : 0;
  if (const auto* r = op.get_if<VariadicReduce>()) return adds(r->body) ? elements(s.operands[0]) / elements(s.result_type) : 0;
  if (const auto* w = op.get_if<ReduceWindow>()) return adds(w->body) ? product(w->lists.size) : 0;
  if (const auto* w = op.get_if<SelectAndScatter>()) return adds(w->scatter) ? product(w->size) : 0;
  if (const auto* d = op.get_if<DotGeneral>()) {
    double terms = 1;
    for (int64_t dim : d->lhs_contract) terms *= static_cast<double>(s.operands[0].shape[static_cast<size_t>(dim)]);
    return terms;
  }
  if (const auto* c = op.get_if<Convolution>()) return elements(s.operands[1]) / static_cast<double>(std::max<int64_t>(s.operands[1].shape[static_cast<size_t>(c->kernel_output)], 1));
  if (const auto* scatter = op.get_if<Scatter>(); scatter && adds(scatter->body)) {
    const TensorType& updates = s.operands.back();
    double terms = 1;
    for (int64_t dim : scatter->scatter_dims(updates.rank())) terms *= static_cast<double>(updates.shape[static_cast<size_t>(dim)]);
    return terms;
  }
  return 0;
}

/// Follows a program and notes what it adds up, by numbers (MadeOf) that do not tell roundings apart, and of how many terms, one after the
/// other. A sum of sums has as many as the longest of them and its own, so that a tree has few.
class Sums : public MadeOf {
 public:
  struct Sum {
    int precision = 0;  ///< of the type that it is added up in, in bits
    double terms = 0;   ///< one after the other, all in a type of this precision
    Location where;
    /// Whether there are so many that those added last may be lost: of equal terms the sum of 2^(precision - 4) has four bits to spare.
    bool sticks() const { return terms > std::exp2(precision - 4); }
  };
  using TypeOf = std::function<std::optional<TensorType>(ValueId)>;
  /// `in_loops`: how many terms a sum counts for that grows from one iteration of a loop to the next. `others`: those of another program; what it adds up in a
  /// type that is as narrow counts as one term here.
  Sums(uint64_t key, uint64_t own, TypeOf type, double in_loops, const Sums* others = nullptr)
      : MadeOf(key, own, false), type_(std::move(type)), in_loops_(in_loops), others_(others) {}
  const std::multimap<uint64_t, Sum>& all_sums() const { return sums_; }
  /// The sum that a value is, or is made of by ops that leave the sizes of its terms what they are; null if there is none.
  const Sum* sum_of(ValueId x) const {
    const auto at = chains_.find(x);
    return at == chains_.end() || at->second.precision == 0 ? nullptr : &at->second;
  }
  /// Whether this program has a sum of such a number; with `precision` one in no wider type.
  bool has(uint64_t number, int precision = 64) const {
    const auto [from, to] = sums_.equal_range(number);
    return std::any_of(from, to, [&](const auto& sum) { return sum.second.precision <= precision; });
  }

  void op(const OpSite& s) override {
    MadeOf::op(s);
    for (size_t k = 0; k < s.results.size(); ++k) {
      const double terms = !s.depends ? 0 : has_no_bound(s.op) ? std::numeric_limits<double>::infinity() : terms_added(s, k);
      if (terms > 0) added(s.results[k], s.operand_values, terms, s.location);
      else if (passes_on(s)) passed_on(s.results[k], s.operand_values);
    }
  }
  void moved(ValueId result, std::span<const ValueId> operands, bool loses) override {
    MadeOf::moved(result, operands, loses);
    passed_on(result, operands);
  }
  void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t of) override {
    MadeOf::reduced(result, operand, by, of);
    if (by == ScalarFn::Add) added(result, {&operand, 1}, static_cast<double>(of), {});
    else passed_on(result, {&operand, 1});
  }
  void chosen(std::span<const ValueId> results, ValueId by, const std::vector<BranchSite>& branches, const Location& where) override {
    MadeOf::chosen(results, by, branches, where);
    for (size_t i = 0; i < results.size(); ++i)
      for (const BranchSite& b : branches) passed_on(results[i], b.results.subspan(i, 1));
  }
  void enters(std::span<const ValueId> carried, std::span<const ValueId> from) override {
    MadeOf::enters(carried, from);
    for (size_t i = 0; i < carried.size(); ++i) passed_on(carried[i], from.subspan(i, 1));
  }
  void repeats(std::span<const ValueId> carried, std::span<const ValueId> from) override {
    MadeOf::repeats(carried, from);
    for (size_t i = 0; i < carried.size(); ++i) {
      const auto last = chains_.find(from[i]);
      if (last == chains_.end() || last->second.terms <= chains_[carried[i]].terms) continue;
      Sum sum = last->second;
      sum.terms = std::max(sum.terms, in_loops_);
      chains_[carried[i]] = std::move(sum);
    }
  }
  void leaves(std::span<const ValueId> results, std::span<const ValueId> carried, ValueId condition) override {
    MadeOf::leaves(results, carried, condition);
    for (size_t i = 0; i < results.size(); ++i) passed_on(results[i], carried.subspan(i, 1));
  }

 private:
  /// Whether an op, which adds nothing, leaves the relative sizes of a sum and of what is added to it later what they are: it moves, chooses or scales.
  static bool passes_on(const OpSite& s) {
    const Op& op = s.op;
    return only_moves(op, s.operands) || op.get_if<Convert>() || op.get_if<ReducePrecision>() || op.get_if<Negate>() || op.get_if<Abs>() || op.get_if<Select>() || op.get_if<Multiply>() || op.get_if<Divide>() ||
           op.get_if<Maximum>() || op.get_if<Minimum>() || op.get_if<Clamp>() || op.get_if<Reduce>() || op.get_if<VariadicReduce>() || op.get_if<ReduceWindow>() || op.get_if<Sort>() || op.get_if<TopK>() ||
           op.get_if<Pad>() || op.get_if<DynamicUpdateSlice>() || op.get_if<Scatter>() || op.get_if<SelectAndScatter>();
  }
  int precision(ValueId x) const {
    const std::optional<TensorType> t = type_(x);
    return t && is_float(real_part(t->element)) ? float_format(t->element).precision : 0;
  }
  void added(ValueId result, std::span<const ValueId> operands, double terms, const Location& where) {
    const int p = precision(result);
    if (p == 0) return;
    Sum longest;
    for (ValueId x : operands)
      if (const auto c = chains_.find(x); c != chains_.end() && c->second.precision == p && c->second.terms >= longest.terms) longest = c->second;
    Sum sum{p, terms + longest.terms, where.known() ? where : longest.where};
    sums_.emplace(of(result), sum);
    if (others_ && others_->has(of(result), p)) sum.terms = 0;
    chains_[result] = std::move(sum);
  }
  void passed_on(ValueId result, std::span<const ValueId> operands) {
    for (ValueId x : operands)
      if (const auto c = chains_.find(x); c != chains_.end() && c->second.terms > chains_[result].terms) chains_[result] = c->second;
  }

  TypeOf type_;
  double in_loops_;
  const Sums* others_;
  std::multimap<uint64_t, Sum> sums_;
  std::map<ValueId, Sum> chains_;
};

/// A sum of `subject` that may stop to grow, of what the Core program adds up in wider types only or, if it does so nowhere, beside as many of
/// which the same holds there; a text for people, empty if there is none. `same`: which of their values have the same elements, where that is known.
inline std::string sum_that_sticks(const core::Program& core, const Subject& subject, uint64_t key, const SameElements* same = nullptr) {
  Sums of_core(key, 1, [&](ValueId x) { return std::optional<TensorType>(core.main.type(x)); }, 0);
  follow(core, of_core);
  // how often loops run is not looked at: a loop that makes a sum of the Core program adds up no more than that
  double most = 1;
  for (const auto& [number, sum] : of_core.all_sums()) most = std::max(most, sum.terms);
  const MeshBody body = subject.body();
  const auto type = [&](ValueId x) { return x < body.values.size() ? body.values[x].type : std::nullopt; };
  if (same) {
    Sums alone(key, 2, type, most);
    subject.follow(alone);
    for (const MeshBody::Stmt& s : body.stmts)
      for (ValueId x : s.results) {
        const Sums::Sum* sum = alone.sum_of(x);
        if (!sum || !sum->sticks()) continue;
        std::optional<int> narrowest;
        for (const SameElements::There& y : same->in_core(x))
          if (const Sums::Sum* there = of_core.sum_of(y.value)) narrowest = std::min(narrowest.value_or(there->precision), there->precision);
        if (narrowest && *narrowest > sum->precision) return to_string(sum->where);
      }
  }
  Sums of_subject(key, 2, type, most, &of_core);
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
    if (!sum.sticks() || of_core.has(number, sum.precision)) continue;
    where = to_string(sum.where);
    if (of_core.has(number) || sum.precision < narrowest) return where;
    subject_alone.insert(number);
  }
  return subject_alone.size() > core_alone.size() ? where : "";
}

}  // namespace partir
