// What programs make of the greatest, or another first, of numbers and of where it is: an argmax of the whole, or of parts and
// then of these. Which numbers these are does not matter, only which of them are equal, and which is the greater.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "interp/core_interp.h"
#include "interp/field.h"
#include "proofs/inputs.h"
#include "proofs/locate.h"
#include "proofs/made_of.h"
#include "proofs/subject.h"
#include "proofs/value_flow.h"
#include "semantics/verdict.h"

namespace partir {

/// Follows a program whose results are elements of one of its arguments, and numbers that no argument decides, chosen by comparisons
/// of its elements with each other alone. With `bodies` (MadeOf::of_bodies) reductions may have these.
class OrderCone : public StraightFlow {
 public:
  /// `of`: which argument.
  OrderCone(const MadeOf& made, const std::set<uint64_t>& bodies, size_t of) : made_(made), bodies_(bodies), of_(of) {}

  void argument(ValueId x, size_t i) override { kind_[x] = i == of_ ? Kind::Element : Kind::Other; }
  void op(const OpSite& s) override {
    using enum Kind;
    std::vector<Kind> x;
    int most = 0, sum = 0;
    for (ValueId v : s.operand_values) {
      x.push_back(kind_[v]);
      most = std::max(most, compared_[v]);
      sum += compared_[v];
    }
    // runs have the elements of `of` in many orders, but those of other arguments in one
    if (std::find(x.begin(), x.end(), Other) != x.end()) fail(s, is_none);
    const auto all = [&](Kind k) { return std::all_of(x.begin(), x.end(), [&](Kind y) { return y == k; }); };
    const Op& op = s.op;
    std::optional<Kind> r;
    if (all(Fixed)) r = Fixed;
    else if (op.get_if<Reshape>() || op.get_if<BroadcastInDim>() || op.get_if<Transpose>() || op.get_if<OptimizationBarrier>()) r = x[0];
    else if (const auto* f = op.get_if<SliceOp>(); f && sorted_.contains(s.operand_values[0]) && std::all_of(f->start.begin(), f->start.end(), [](int64_t i) { return i == 0; })) r = x[0];
    else if (const auto* c = op.get_if<Compare>(); c && c->order == ComparisonOrder::Usual && all(Element)) r = Answer;
    else if (op.get_if<Or>() && all(Answer)) r = Answer;
    else if (op.get_if<Select>() && x[0] == Answer && x[1] == Element && x[2] == Element) r = Element;
    else if (op.get_if<Select>() && x[0] == Answer && x[1] != Element && x[2] != Element && x[1] != Answer && x[2] != Answer) r = Place;
    else if (op.get_if<Add>() && x[0] != Element && x[1] != Element && is_integer(s.result_type.element) && !all(Place)) r = Place;
    else if (const auto* f = op.get_if<Reduce>(); f && (f->reducer == Monoid::Max || f->reducer == Monoid::Min) && x[1] == Fixed && x[0] != Answer) r = x[0];
    else if ((op.get_if<Sort>() || op.get_if<VariadicReduce>()) && x[0] == Element && bodies_.contains(made_.of_bodies(s))) {
      const size_t n = s.results.size();
      for (size_t i = 0; i < n; ++i) {
        kind_[s.results[i]] = x[i] == Fixed ? Place : x[i];
        takes(s.results[i], most * sorted_at_once(s));
        if (op.get_if<Sort>()) sorted_.insert(s.results[i]);
        if (x[i] == Element && most == 0) first_.insert(s.results[i]);
        if (x[i] == Answer || (op.get_if<VariadicReduce>() && x[n + i] != Fixed)) fail(s, is_none);
      }
      return;
    }
    if (const auto* f = op.get_if<Reduce>(); f && r == Element) taken(f->reducer == Monoid::Max);
    if (!r) fail(s, is_none);
    const ValueId result = s.results[0];
    kind_[result] = r.value_or(Fixed);
    if (const auto* f = op.get_if<Reduce>()) {
      joins(result, s.operand_values[0], s.operands[0].elements() / std::max<int64_t>(s.result_type.elements(), 1), f->reducer == Monoid::Max);
      return;
    }
    const bool chooses = op.get_if<Select>() && x[0] == Answer;
    const bool is_one_answer = op.get_if<Or>() && (adds_nan(s.operand_values[0], s.operand_values[1]) || adds_nan(s.operand_values[1], s.operand_values[0]));
    const int compared = is_one_answer ? 1 : chooses ? compared_[s.operand_values[0]] + std::max(compared_[s.operand_values[1]], compared_[s.operand_values[2]]) : op.get_if<Or>() ? sum : most + (r == Answer);
    takes(result, compared);
    const auto is_first = [&](ValueId v) { return first_.contains(v); };
    if (op.get_if<Compare>() && most == 0) compares_[result] = {s.operand_values[0], s.operand_values[1]};
    if (is_one_answer)
      for (std::set<ValueId>* known : {&by_first_, &by_firsts_})
        if (known->contains(s.operand_values[0]) || known->contains(s.operand_values[1])) known->insert(result);
    if (op.get_if<Compare>() && most == 0 && std::any_of(s.operand_values.begin(), s.operand_values.end(), is_first)) {
      by_first_.insert(result);
      if (std::all_of(s.operand_values.begin(), s.operand_values.end(), is_first)) by_firsts_.insert(result);
    }
    if (chooses && by_first_.contains(s.operand_values[0])) chosen(result, s.operand_values[0], s.operand_values[1], s.operand_values[2]);
    if (x.size() == 1 || op.get_if<Add>()) same_as(result, s.operand_values);
  }
  void moved(ValueId result, std::span<const ValueId> operands, bool) override {
    kind_[result] = kind_[operands[0]];
    for (ValueId v : operands) compared_[result] = std::max(compared_[result], compared_[v]);
    same_as(result, operands);
  }
  void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t of) override {
    if (by != ScalarFn::Max && by != ScalarFn::Min) fail("reduces over devices by neither max nor min");
    kind_[result] = kind_[operand];
    if (kind_[operand] == Kind::Element) taken(by == ScalarFn::Max);
    joins(result, operand, of, by == ScalarFn::Max);
  }
  void device(ValueId result) override { kind_[result] = Kind::Fixed; }
  /// The most comparisons that decide a value at once, but for those in bodies.
  int compared() const {
    int most = 0;
    for (const auto& [x, n] : compared_) most = std::max(most, n);
    return most;
  }

 private:
  /// The least of some elements is hardly ever greater than the greatest of others.
  void taken(bool greatest) {
    (greatest ? takes_greatest_ : takes_least_) = true;
    if (takes_greatest_ && takes_least_) fail("takes both the greatest and the least of elements");
  }
  /// Of no argument; chosen among elements; a comparison of them; a number that comparisons choose; of another argument.
  enum class Kind : uint8_t { Fixed, Element, Answer, Place, Other };
  static constexpr const char* is_none = "is no choice among elements";
  void takes(ValueId result, int64_t comparisons) {
    if (comparisons > most_compared) fail("depends on more comparisons at once than runs meet in all their outcomes");
    compared_[result] = static_cast<int>(std::min<int64_t>(comparisons, most_compared));
  }
  /// The greatest or least of `n` elements, or of the numbers that comparisons chose for them. Of the latter each may depend on comparisons of its own, so that
  /// all of them count. But where an element has its number if it is the first of all, a comparison with that, any two elements show what there is to show;
  /// and so do any two parts where one has its number if its first element is the first of all.
  void joins(ValueId result, ValueId operand, int64_t n, bool greatest) {
    const int compared = compared_[operand];
    const auto by = joined_by_.find(operand);
    const bool is_simple = compared == 0 || (by == joined_by_.end() ? compared == 1 && placed_.contains(operand) : compared <= 2 && by->second == greatest);
    takes(result, is_simple || n <= 1 ? compared : compared * n);
    if (kind_[result] == Kind::Element && compared == 0) first_.insert(result);
    if (is_simple && compared > 0) joined_by_[result] = greatest;
  }
  /// Whether `b` asks whether a number that `a` compares is NaN: together they are one comparison with three outcomes.
  bool adds_nan(ValueId a, ValueId b) const {
    const auto x = compares_.find(a), y = compares_.find(b);
    return x != compares_.end() && y != compares_.end() && by_first_.contains(a) && y->second.first == y->second.second && (x->second.first == y->second.first || x->second.second == y->second.first);
  }
  /// By a comparison with a first element between numbers that are fixed, or come with it, or between a fixed one and what such a choice and `joins` made.
  void chosen(ValueId result, ValueId answer, ValueId a, ValueId b) {
    if (kind_[a] != Kind::Element && kind_[b] != Kind::Element && compared_[a] == 0 && compared_[b] == 0) placed_.insert(result);
    for (const auto& [place, other] : {std::pair{a, b}, std::pair{b, a}})
      if (const auto by = joined_by_.find(place); by != joined_by_.end() && compared_[place] == 1 && kind_[other] == Kind::Fixed && by_firsts_.contains(answer)) joined_by_[result] = by->second;
  }
  void same_as(ValueId result, std::span<const ValueId> operands) {
    std::vector<ValueId> of;  // those that an argument decides
    for (ValueId v : operands)
      if (kind_[v] != Kind::Fixed) of.push_back(v);
    if (of.empty()) return;
    for (std::set<ValueId>* known : {&first_, &by_first_, &by_firsts_, &placed_})
      if (std::all_of(of.begin(), of.end(), [&](ValueId v) { return known->contains(v); })) known->insert(result);
    const auto by = joined_by_.find(of[0]);
    if (by != joined_by_.end() && std::all_of(of.begin(), of.end(), [&](ValueId v) { return joined_by_.contains(v) && joined_by_[v] == by->second; })) joined_by_[result] = by->second;
  }
  /// How many elements a sort or reduction takes at once.
  static int64_t sorted_at_once(const OpSite& s) {
    if (const auto* sort = s.op.get_if<Sort>()) return s.operands[0].shape.at(static_cast<size_t>(sort->along(s.operands[0].rank())));
    return s.operands[0].elements() / std::max<int64_t>(s.result_type.elements(), 1);
  }

  const MadeOf& made_;
  const std::set<uint64_t>& bodies_;
  size_t of_;
  std::map<ValueId, Kind> kind_;
  std::set<ValueId> sorted_;
  bool takes_greatest_ = false, takes_least_ = false;
  static constexpr int most_compared = 6;
  std::map<ValueId, int> compared_;  ///< of how many comparisons at once a value is made, but for those in bodies
  std::set<ValueId> first_;                   ///< elements that are the greatest, or least, of some
  std::set<ValueId> by_first_, by_firsts_;    ///< comparisons with such a one, and of two of them
  std::map<ValueId, std::pair<ValueId, ValueId>> compares_;  ///< the operands of comparisons
  std::set<ValueId> placed_;                  ///< one of two fixed numbers, chosen by such a comparison
  std::map<ValueId, bool> joined_by_;         ///< the greatest (true) or least of these
};

/// Whether a body only compares its arguments with each other and chooses among them.
inline bool only_chooses(const ScalarBody& b) {
  using enum ScalarFn;
  return std::all_of(b.nodes.begin(), b.nodes.end(), [](const Node& n) {
    const auto* a = std::get_if<ApplyNode>(&n.expr);
    if (!a) return is_bool(n.element) || !std::holds_alternative<LiteralNode>(n.expr);
    return is_comparison(a->fn) || a->fn == And || a->fn == Or || a->fn == Not || a->fn == Select || a->fn == Max || a->fn == Min;
  });
}

/// Whether two programs of one argument that matters, `of`, of which `dim` is reduced, choose alike; empty, or why that is not known.
PARTIR_INLINE std::string agree_at_orders(const core::Program& core, const Subject& subject, size_t of, int64_t dim, uint64_t seed)
#if PARTIR_PROOFS_BODIES
{
  const uint64_t key = MadeOf::random_key();
  MadeOf of_core(key, 1), of_subject(key, 2);
  follow(core, of_core);
  subject.follow(of_subject);
  std::set<uint64_t> bodies;
  for_each_site(core, [&](const OpSite& s) {
    const std::vector<const ScalarBody*> all = s.op.bodies();
    const bool choose = std::all_of(all.begin(), all.end(), [](const ScalarBody* b) { return only_chooses(*b); });
    if (choose && (s.op.get_if<VariadicReduce>() || s.op.get_if<Sort>())) bodies.insert(of_core.of_bodies(s));
  });
  OrderCone in_core(of_core, bodies, of), in_subject(of_subject, bodies, of);
  follow(core, in_core);
  subject.follow(in_subject);
  for (const OrderCone* cone : {&in_core, &in_subject})
    if (!cone->why_not().empty()) return cone->why_not();
  const FieldModel model(Freedom::Reals);
  const FieldModel::Use in_use(model);
  const auto type = [&](size_t i) -> const TensorType& { return core.main.type(core.main.params[i]); };
  const TensorType& t = type(of);
  std::vector<Tensor<Field>> args;
  for (size_t i = 0; i < core.main.params.size(); ++i) args.push_back(Inputs::free<Field>(type(i), argument_seed(seed, i)));
  const int64_t n = t.shape[static_cast<size_t>(dim)], stride = row_major_strides(t.shape)[static_cast<size_t>(dim)];
  const bool has_nan = is_float(t.element);
  // pairs that are both the greatest, or the least, or NaN, and all between two, beside numbers of which many are equal
  const int64_t pairs = n * n, kinds = has_nan ? 8 : 7, rows = t.elements() / std::max<int64_t>(n, 1), planned = pairs * kinds * 3;
  // Then any numbers: c comparisons order c + 1 elements at most that hang together, each order of which is among 300 times as many rows some 20 times.
  int64_t any = 300;
  for (int c = std::max(in_core.compared(), in_subject.compared()); c > 0; --c) any *= c + 1;
  const int64_t runs = std::max<int64_t>(64, (planned + any + rows - 1) / std::max<int64_t>(rows, 1));
  if (rows == 0 || runs > 40'000 || static_cast<double>(runs) * static_cast<double>(t.elements()) * static_cast<double>(subject.mesh().devices() + 1) > 2e7)
    return "too many numbers are put in order";
  constexpr std::array<uint64_t, 5> levels = {2, 3, 4, 6, 20};
  for (int64_t r = 0; r < runs; ++r) {
    const uint64_t of_run = mix64(seed + static_cast<uint64_t>(r));
    args[of] = with_scalar<Field>(t.element, [&]<class T>() {
      return Tensor<Field>::build<T>(t, [&](T* out) {
        for (int64_t k = 0; k < t.elements(); ++k) {
          const int64_t at = k / stride % n, row = k / (stride * n) * stride + k % stride, which = r * rows + row;
          const int64_t kind = which / pairs % kinds, i = which % pairs / n, j = which % pairs % n;
          const bool between = kind >= 4 && kind < 7;  // in any order; equal; the least
          const bool is_free = which >= planned;
          const bool planted = !is_free && (between ? at >= std::min(i, j) && at <= std::max(i, j) : at == i || at == j);
          const uint64_t random = mix64(of_run + static_cast<uint64_t>(k));
          const int64_t base = kind == 3 ? -100 : 0;
          int64_t value = base + static_cast<int64_t>(random % (kind == 2 ? 2 : 20)) - (is_unsigned_int(t.element) ? 0 : 10);
          if (planted && between) value = kind == 4 ? 30 + static_cast<int64_t>((random >> 32) % 60) : kind == 5 ? 30 : is_unsigned_int(t.element) ? 0 : -30 - static_cast<int64_t>((random >> 32) % 60);
          const uint64_t of_row = mix64(seed ^ mix64(static_cast<uint64_t>(which)));
          if (is_free) value = static_cast<int64_t>(random % levels[of_row % levels.size()]);
          if (planted && kind < 4 && kind != 2) value = base + (kind == 1 ? (is_unsigned_int(t.element) ? 0 : -12) : 21);
          if constexpr (std::is_same_v<T, FieldElement>) out[k] = (kind == 7 && planted) || (is_free && (of_row >> 32) % 2 == 0 && (random >> 32) % 3 == 0) ? FieldElement::nan() : Field::integer(value);
          else if constexpr (is_discrete<T> && !std::is_same_v<T, Bool>) out[k] = Integers::of_bits<T>(static_cast<ElementBits>(value));
        }
      });
    });
    const std::vector<Tensor<Field>> expected = run<Field>(core, args);
    const std::vector<Family<Field>> found = subject.run(distribute_arguments(subject.mesh(), subject.params(), args, seed));
    for (size_t i = 0; i < found.size(); ++i)
      if (represents(subject.mesh(), subject.results()[i], found[i], expected[i])) return "chooses another element";
  }
  return "";
}
#else
    ;
#endif

}  // namespace partir
