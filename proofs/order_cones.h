// What programs make of the greatest, or another first, of numbers and of where it is: an argmax of the whole, or of parts and
// then of these. Which numbers these are does not matter, only which of them are equal, and which is the greater.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "interp/core_interp.h"
#include "interp/evaluate.h"
#include "interp/field.h"
#include "interp/native.h"
#include "interp/op_watch.h"
#include "proofs/bounded_tensor.h"
#include "proofs/inputs.h"
#include "proofs/locate.h"
#include "proofs/made_of.h"
#include "proofs/procedure_bound.h"
#include "proofs/ranges.h"
#include "proofs/subject.h"
#include "proofs/value_flow.h"
#include "semantics/verdict.h"

namespace partir {

/// Follows a program whose results are elements of one of its arguments, and numbers that no argument decides, chosen by comparisons
/// of its elements with each other alone. With `bodies` (MadeOf::of_bodies) reductions may have these.
class OrderCone : public StraightFlow {
 public:
  /// `of`: which argument. `devices`: how many there are.
  OrderCone(const MadeOf& made, const std::set<uint64_t>& bodies, size_t of, int64_t devices) : made_(made), bodies_(bodies), of_(of), devices_(devices) {}

  void argument(ValueId x, size_t i) override { kind_[x] = i == of_ ? Kind::Element : Kind::Other; }
  void op(const OpSite& s) override {
    using enum Kind;
    ranges_.follow(s);
    follow_number(s);
    std::vector<Kind> x;
    int64_t most = 0, sum = 0;
    for (ValueId v : s.operand_values) {
      x.push_back(kind_[v]);
      most = std::max(most, depends_on_[v].all);
      sum += depends_on_[v].all;
    }
    // runs have the elements of `of` in many orders, but those of other arguments in one
    if (std::find(x.begin(), x.end(), Other) != x.end()) fail(s, is_none);
    const auto all = [&](Kind k) { return std::all_of(x.begin(), x.end(), [&](Kind y) { return y == k; }); };
    const Op& op = s.op;
    // hardly any run has the k-th greatest of some elements above all others
    const bool of_sorted = !takes_the_first(s) && std::any_of(s.operand_values.begin(), s.operand_values.end(), [&](ValueId v) { return of_sorted_.contains(v); });
    std::optional<Kind> r;
    bool moves = false;
    if (all(Fixed)) r = Fixed;
    else if (op.get_if<Reshape>() || op.get_if<BroadcastInDim>() || op.get_if<Transpose>() || op.get_if<OptimizationBarrier>()) moves = true;
    else if (const auto* f = op.get_if<SliceOp>(); f && sorted_.contains(s.operand_values[0]) && takes_first(*f)) moves = true;
    else if (const auto* c = op.get_if<Compare>(); c && c->order == ComparisonOrder::Usual && all(Element) && !of_sorted) r = Answer;
    else if (op.get_if<Or>() && all(Answer)) r = Answer;
    else if (op.get_if<Select>() && x[0] == Answer && x[1] == Element && x[2] == Element) r = Element;
    else if (op.get_if<Select>() && x[0] == Answer && x[1] != Element && x[2] != Element && x[1] != Answer && x[2] != Answer) r = Place;
    else if (op.get_if<Add>() && x[0] != Element && x[1] != Element && is_integer(s.result_type.element) && !all(Place)) r = Place;
    else if (const auto* f = op.get_if<Reduce>(); f && (f->reducer == Monoid::Max || f->reducer == Monoid::Min) && x[1] == Fixed && x[0] != Answer && !of_sorted) r = x[0];
    else if ((op.get_if<Sort>() || op.get_if<VariadicReduce>()) && x[0] == Element && bodies_.contains(made_.of_bodies(s))) return chosen_by_body(s, x);
    if (moves) r = x[0];
    if (const auto* f = op.get_if<Reduce>(); f && r == Element) {
      taken(f->reducer == Monoid::Max);
      if (!is_neutral(s.operand_values[1], f->reducer)) fail(s, may_take_start);
    }
    if (!r) fail(s, is_none);
    const ValueId result = s.results[0], first = s.operand_values[0];
    kind_[result] = r.value_or(Fixed);
    if (of_sorted) of_sorted_.insert(result);
    if (const auto* f = op.get_if<Reduce>()) {
      joins(result, first, f->dims, s.operands[0].elements() / std::max<int64_t>(s.result_type.elements(), 1), f->reducer == Monoid::Max);
      for (Extreme& e : extremes_[result])
        for (int64_t d = 0; d < s.operands[0].rank(); ++d)
          if (std::find(f->dims.begin(), f->dims.end(), d) == f->dims.end()) e.places.push_back(d);
      return;
    }
    if (const auto* c = op.get_if<Compare>()) {
      const ValueId second = s.operand_values[1];
      const bool greater = c->direction == ComparisonDirection::GT || c->direction == ComparisonDirection::GE;
      const bool less = c->direction == ComparisonDirection::LT || c->direction == ComparisonDirection::LE;
      compared_[result] = {first, second, greater || less ? std::optional(greater) : std::nullopt};
      if (c->direction == ComparisonDirection::EQ)
        for (const auto& [v, of] : {std::pair{first, second}, std::pair{second, first}})
          for (const Extreme& e : extremes_[of])
            if (e.of == v && is_beside(e, s.operands[0])) meets_[result] = e;
      const int64_t n = most + weight(first, second);
      return takes(result, {n, n});
    }
    if (op.get_if<Or>()) {
      const ValueId second = s.operand_values[1];
      for (const auto& [a, b] : {std::pair{first, second}, std::pair{second, first}})
        if (adds_nan(a, b)) {
          if (const auto met = meets_.find(a); met != meets_.end()) meets_[result] = met->second;
          compared_[result] = compared_.at(a);
          return takes(result, depends_on_[a]);
        }
      return takes(result, {sum, sum});
    }
    if (op.get_if<Select>() && x[0] == Answer) return selected(s, result);
    // moved, or with an offset
    if (s.operands.size() == 1 || (op.get_if<Add>() && r == Place)) {
      if (s.operands.size() == 1) spread(s, extremes_[first], result);
      for (ValueId v : s.operand_values)
        if (moves || kind_[v] == Place) before_[result] = before(v);
      return takes(result, most_of(s.operand_values));
    }
    takes(result, {most, most});
  }
  void moved(ValueId result, std::span<const ValueId> operands, bool) override {
    kind_[result] = kind_[operands[0]];
    if (std::any_of(operands.begin(), operands.end(), [&](ValueId v) { return of_sorted_.contains(v); })) of_sorted_.insert(result);
    if (operands.size() == 1) before_[result] = before(operands[0]);
    takes(result, most_of(operands));
  }
  void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t of) override {
    if (by != ScalarFn::Max && by != ScalarFn::Min) fail("reduces over devices by neither max nor min");
    if (of_sorted_.contains(operand)) fail("reduces over devices what was put in order");
    kind_[result] = kind_[operand];
    if (kind_[operand] == Kind::Element) taken(by == ScalarFn::Max);
    joins(result, operand, {}, of, by == ScalarFn::Max);
  }
  void device(ValueId result) override {
    kind_[result] = Kind::Fixed;
    ranges_.is_within(result, ElementType::UI32, {0, devices_ - 1});
  }
  void returned(std::span<const ValueId> results) override {
    for (ValueId x : results) meets_all(x);
  }
  /// Whether it takes greatest elements; the least are never taken beside these.
  bool takes_greatest() const { return takes_greatest_; }
  /// Whether it puts elements in order; whether it reduces them by a body, which may choose where the reduction starts from.
  bool sorts() const { return !sorted_.empty(); }
  bool reduces_by_body() const { return reduces_by_body_; }
  /// The most comparisons that decide a value at once.
  int compared() const { return static_cast<int>(most_at_once_); }

 private:
  /// The least of some elements is hardly ever greater than the greatest of others.
  void taken(bool greatest) {
    (greatest ? takes_greatest_ : takes_least_) = true;
    if (takes_greatest_ && takes_least_) fail("takes both the greatest and the least of elements");
  }
  /// Of no argument; chosen among elements; a comparison of them; a number that comparisons choose; of another argument.
  enum class Kind : uint8_t { Fixed, Element, Answer, Place, Other };
  static constexpr const char* is_none = "is no choice among elements";
  static constexpr const char* may_take_start = "starts from a number that may be chosen in place of an element";
  /// How many comparisons decide a value: all, and those of which runs must meet all outcomes. The latter are fewer where a place is that of the first of all: of
  /// those elements that are the extreme the least, or greatest, number (`joins`), what a body chooses (`chosen_by_body`), or the place of the greater of two that
  /// are such themselves (`merged`). There any two elements show what there is to show.
  struct DependsOn {
    int64_t at_once = 0, all = 0;
  };
  DependsOn most_of(std::span<const ValueId> values) {
    DependsOn most;
    for (ValueId v : values) most = {std::max(most.at_once, depends_on_[v].at_once), std::max(most.all, depends_on_[v].all)};
    return most;
  }
  void takes(ValueId result, const DependsOn& d) {
    depends_on_[result] = {std::min<int64_t>(d.at_once, 1 << 20), std::min<int64_t>(d.all, 1 << 20)};
    if (kind_[result] != Kind::Answer) meets_all(result);
  }
  void meets_all(ValueId x) {
    const int64_t at_once = depends_on_[x].at_once;
    if (at_once > most_compared) return fail("depends on more comparisons at once than runs meet in all their outcomes");
    most_at_once_ = std::max(most_at_once_, at_once);
  }
  /// The greatest or least of a value along dimensions, or over devices, or both. Where that is broadcast, each dimension is one of the value, or none (-1).
  struct Extreme {
    ValueId of = 0;
    std::vector<int64_t> dims, places;
    bool over_devices = false;
    ValueId is = 0;  ///< before it was broadcast
  };
  /// Whether each element is beside the extreme of its own row: one over devices alone always is, as nothing moves it.
  static bool is_beside(const Extreme& e, const TensorType& of) {
    for (size_t d = 0; d < of.shape.size() && !e.dims.empty(); ++d) {
      const bool is_reduced = std::find(e.dims.begin(), e.dims.end(), static_cast<int64_t>(d)) != e.dims.end();
      if (!is_reduced && of.shape[d] > 1 && e.places.at(d) != static_cast<int64_t>(d)) return false;
    }
    return true;
  }
  void spread(const OpSite& s, const std::vector<Extreme>& all, ValueId result) {
    std::vector<Extreme> spread;
    for (const Extreme& e : all)
      if (const auto places = spread_places(s, e)) spread.push_back({e.of, e.dims, *places, e.over_devices, e.is});
    if (!spread.empty()) extremes_[result] = std::move(spread);
  }
  static std::optional<std::vector<int64_t>> spread_places(const OpSite& s, const Extreme& e) {
    const std::vector<int64_t>& from = s.operands[0].shape;
    const std::vector<int64_t>& to = s.result_type.shape;
    std::vector<int64_t> places(to.size(), -1);
    if (const auto* b = s.op.get_if<BroadcastInDim>(); b && !e.dims.empty()) {
      for (size_t d = 0; d < from.size(); ++d)
        if (from[d] > 1) places[static_cast<size_t>(b->dims[d])] = e.places[d];
    } else if (s.op.get_if<Reshape>() && !e.dims.empty()) {
      // dimensions of one element come and go
      size_t d = 0;
      for (size_t t = 0; t < to.size(); ++t) {
        while (d < from.size() && from[d] == 1) ++d;
        if (to[t] == 1) continue;
        if (d == from.size() || from[d] != to[t]) return std::nullopt;
        places[t] = e.places[d++];
      }
    } else if (s.op.get_if<OptimizationBarrier>()) {
      places = e.places;
    } else {
      return std::nullopt;
    }
    return places;
  }
  /// Numbers of those elements that are the extreme of their value. The others have a number no less, or no greater, than any of these.
  struct Numbered {
    Extreme extreme;
    bool others_no_less = false, others_no_greater = false;
  };
  /// The greatest or least of `n` elements of a value along dimensions (none: of devices).
  void joins(ValueId result, ValueId operand, const std::vector<int64_t>& dims, int64_t n, bool greatest) {
    const DependsOn& d = depends_on_[operand];
    const auto numbered = numbered_.find(operand);
    bool is_first_of_all = false;
    if (numbered != numbered_.end()) {
      Numbered of = numbered->second;
      is_first_of_all = of.extreme.dims == dims && (!dims.empty() || of.extreme.over_devices) && (greatest ? of.others_no_greater : of.others_no_less);
      if (is_first_of_all && (dims.empty() || !of.extreme.over_devices)) places_of_[result] = of.extreme.is;
      of.extreme.dims = {};
      if (is_first_of_all && !dims.empty() && of.extreme.over_devices) numbered_[result] = of;
    }
    if (d.all == 0 && n > 1 && kind_[result] == Kind::Element) {
      std::vector<Extreme> of{{operand, dims, {}, dims.empty(), result}};
      for (Extreme e : extremes_[operand])
        if (dims.empty() && !e.over_devices) {
          e.over_devices = true;
          e.is = result;
          of.push_back(std::move(e));
        }
      extremes_[result] = std::move(of);
    }
    elements_[result] = elements_of(operand) * n;
    takes(result, {is_first_of_all || n <= 1 ? d.at_once : d.all * n, d.all * n});
  }
  /// Whether `b` asks whether a number is NaN that `a` compares with its extreme, or with another: together they are one comparison with three outcomes.
  bool adds_nan(ValueId a, ValueId b) const {
    const auto of = compared_.find(a), nan = compared_.find(b);
    if (of == compared_.end() || nan == compared_.end() || nan->second.first != nan->second.second) return false;
    const auto met = meets_.find(a);
    return met != meets_.end() ? nan->second.first == met->second.of : nan->second.first == of->second.first || nan->second.first == of->second.second;
  }
  void selected(const OpSite& s, ValueId result) {
    const ValueId answer = s.operand_values[0], then = s.operand_values[1], otherwise = s.operand_values[2];
    if (merged(answer, then, otherwise, result)) return;
    const auto met = meets_.find(answer);
    const DependsOn a = depends_on_[then], b = depends_on_[otherwise];
    const int64_t all = depends_on_[answer].all + std::max(a.all, b.all);
    elements_[result] = elements_of(then) + elements_of(otherwise);
    // numbers that data choose must be those of the very elements that are compared
    if (met == meets_.end() || kind_[result] == Kind::Element || b.all > 0 || (a.all > 0 && !is_place_of(then, met->second.of))) return takes(result, {all, all});
    const IntegerRange number = ranges_.of_operand(s, 1), other = ranges_.of_operand(s, 2);
    numbered_[result] = {met->second, other.low >= number.high, other.high <= number.low};
    takes(result, {1 + a.at_once, all});
  }
  /// Whether a selection takes the greater, or the lesser, of two elements that were compared, or the place of that one: numbers that no argument decides are
  /// places of any elements. If so, notes it.
  bool merged(ValueId answer, ValueId then, ValueId otherwise, ValueId result) {
    const auto of = compared_.find(answer);
    if (of == compared_.end() || !of->second.by_greater) return false;
    const auto& [first, second, by_greater] = of->second;
    const bool is_element = kind_[result] == Kind::Element;
    const auto stands_for = [&](ValueId x, ValueId element) { return is_element ? x == element : kind_[x] == Kind::Fixed || is_place_of(x, element); };
    const bool straight = stands_for(then, first) && stands_for(otherwise, second), crossed = !straight && stands_for(then, second) && stands_for(otherwise, first);
    if (!straight && !crossed) return false;
    taken(*by_greater == straight);
    const DependsOn both = most_of(std::array{then, otherwise});
    if (is_element) {
      elements_[result] = elements_of(first) + elements_of(second);
      merges_[answer] = result;
      takes(result, both);
    } else {
      places_of_[result] = answer;
      takes(result, {std::max<int64_t>(1, both.at_once), 2 * both.all + 1});
    }
    return true;
  }
  /// What a sort, or a reduction by a body of SPEC, makes of elements and of what goes with them.
  void chosen_by_body(const OpSite& s, const std::vector<Kind>& x) {
    const size_t n = s.results.size();
    const ValueId keys = s.operand_values[0], chosen = s.results[0];
    const int64_t m = sorted_at_once(s), of_keys = depends_on_[keys].all * m;
    const bool greatest = first_is_greatest(s), reduces = s.op.get_if<VariadicReduce>() != nullptr;
    taken(greatest);
    reduces_by_body_ = reduces_by_body_ || reduces;
    if (reduces && of_sorted_.contains(keys)) fail(s, "reduces what was put in order");
    for (size_t i = 0; i < n; ++i) {
      const ValueId operand = s.operand_values[i], result = s.results[i];
      kind_[result] = x[i] == Kind::Fixed ? Kind::Place : x[i];
      if (const auto* sort = s.op.get_if<Sort>()) {
        sorted_[result] = sort->along(s.operands[0].rank());
        of_sorted_.insert(result);
      }
      if (x[i] == Kind::Answer || (reduces && x[n + i] != Kind::Fixed)) fail(s, is_none);
      // where all elements are neutral, too, the body may choose the start: rows of such elements show what comes of that (`agree_at_orders`)
      if (reduces && x[i] == Kind::Element && !is_neutral(s.operand_values[n + i], greatest ? Monoid::Max : Monoid::Min)) fail(s, may_take_start);
      elements_[result] = elements_of(operand) * m;
      if (operand == keys) {
        takes(result, {of_keys, of_keys});
        continue;
      }
      if (kind_[result] == Kind::Place) places_of_[result] = chosen;
      const DependsOn d = depends_on_[operand];
      const int64_t all = of_keys + d.all + m - 1;
      const bool goes_with_keys = x[i] == Kind::Fixed || (x[i] == Kind::Place && is_place_of(operand, keys));
      takes(result, {goes_with_keys && of_keys == 0 ? std::max<int64_t>(1, d.at_once) : all, all});
    }
  }
  /// Whether a slice takes elements from the first on, none left out.
  static bool takes_first(const SliceOp& f) {
    return std::all_of(f.start.begin(), f.start.end(), [](int64_t i) { return i == 0; }) && std::all_of(f.strides.begin(), f.strides.end(), [](int64_t i) { return i == 1; });
  }
  /// Whether an op takes the first alone of what a sort returns.
  bool takes_the_first(const OpSite& s) const {
    const auto* f = s.op.get_if<SliceOp>();
    if (!f || !takes_first(*f)) return false;
    const auto sorted = sorted_.find(s.operand_values[0]);
    return sorted != sorted_.end() && s.result_type.shape.at(static_cast<size_t>(sorted->second)) == 1;
  }
  /// Evaluates what is one number on all devices.
  void follow_number(const OpSite& s) {
    std::vector<Tensor<Native>> x;
    for (ValueId v : s.operand_values) {
      const auto at = numbers_.find(v);
      if (at == numbers_.end()) return;
      x.push_back(at->second);
    }
    if (s.results.size() == 1 && s.result_type.elements() == 1) numbers_.insert_or_assign(s.results[0], apply_op<Native>(s.op, x)[0]);
  }
  /// Whether `x` is known to be the neutral number of `m`, the same on all devices.
  bool is_neutral(ValueId x, Monoid m) const {
    const auto at = numbers_.find(x);
    if (at == numbers_.end() || !defined_on(m, at->second.element())) return false;
    return equal(at->second, Tensor<Native>::from_literal(Literal::splat_bits(at->second.type(), exact_identity_bits(m, at->second.element()))));
  }
  /// What a value was before it was moved, or had an offset.
  ValueId before(ValueId x) const {
    const auto at = before_.find(x);
    return at == before_.end() ? x : at->second;
  }
  int64_t elements_of(ValueId x) const {
    const auto at = elements_.find(before(x));
    return at == elements_.end() ? 1 : at->second;
  }
  /// As how many comparisons one of two values counts: that an element is greater than each of m others is one order of m + 1, which is as rare as m comparisons may be.
  int64_t weight(ValueId a, ValueId b) const { return elements_of(a) + elements_of(b) - 1; }
  /// Whether `place` has the places of the elements of `x`. If they were moved otherwise than the elements, they are hardly ever right, which any run shows.
  bool is_place_of(ValueId place, ValueId x) const {
    const auto of = places_of_.find(before(place));
    if (of == places_of_.end()) return false;
    const auto merge = merges_.find(of->second);
    return before(merge == merges_.end() ? of->second : merge->second) == before(x);
  }
  /// Whether a sort's first element, or what a reduction takes, is a greatest one rather than a least one: of 1 and 0, whether its body takes the 1.
  static bool first_is_greatest(const OpSite& s) {
    const auto* sort = s.op.get_if<Sort>();
    const ScalarBody& body = sort ? sort->comparator : s.op.get_if<VariadicReduce>()->body;
    std::vector<Tensor<Native>> numbers;
    for (size_t i = 0; i < body.params.size(); ++i) numbers.push_back(Tensor<Native>::from_literal(Literal::splat_value({{}, body.params[i]}, i == 0)));
    return as_doubles(apply_body<Native>(body, numbers).at(0)).values<double>().at(0) != 0;
  }
  /// How many elements a sort or reduction takes at once.
  static int64_t sorted_at_once(const OpSite& s) {
    if (const auto* sort = s.op.get_if<Sort>()) return s.operands[0].shape.at(static_cast<size_t>(sort->along(s.operands[0].rank())));
    return s.operands[0].elements() / std::max<int64_t>(s.result_type.elements(), 1);
  }

  const MadeOf& made_;
  const std::set<uint64_t>& bodies_;
  size_t of_;
  int64_t devices_;
  std::map<ValueId, Kind> kind_;
  std::map<ValueId, int64_t> sorted_;  ///< what a sort returns, along which dimension
  std::set<ValueId> of_sorted_;        ///< that, and all values that have elements of such; not the first alone
  bool takes_greatest_ = false, takes_least_ = false, reduces_by_body_ = false;
  static constexpr int most_compared = 6;
  std::map<ValueId, DependsOn> depends_on_;
  /// What is compared, and whether the answer is that the first is the greater, or that it is the lesser, if it is one of these.
  struct Compared {
    ValueId first, second;
    std::optional<bool> by_greater;
  };
  std::map<ValueId, Compared> compared_;
  std::map<ValueId, ValueId> before_;     ///< of values that were moved, or have an offset
  std::map<ValueId, ValueId> places_of_;  ///< the elements whose places they are, or the comparison that chose among such
  std::map<ValueId, ValueId> merges_;     ///< of comparisons: the greater, or the lesser, of what they compare
  std::map<ValueId, int64_t> elements_;   ///< among how many each was chosen, if more than one
  int64_t most_at_once_ = 0;
  std::map<ValueId, std::vector<Extreme>> extremes_;
  std::map<ValueId, Extreme> meets_;  ///< comparisons whether elements are the extreme of their value
  std::map<ValueId, Numbered> numbered_;
  std::map<ValueId, Tensor<Native>> numbers_;  ///< of one element, the same on all devices whatever the arguments
  Ranges ranges_;
};

/// Notes which places of a row each sort on each device puts in order together. It watches runs on rows of the numbers 0, 1, 2, .. in a random order, by which it
/// tells the places apart. Where a sort is given what other sorts hand on, those places count that were handed on in some run.
class PartsInOrder : public OpWatch {
 public:
  void see(const Op&, const std::vector<Tensor<Native>>&, const std::vector<Tensor<Native>>&) override {}
  void see(const Op& op, const std::vector<Tensor<Field>>& operands, const std::vector<Tensor<Field>>&) override {
    const auto* sort = op.get_if<Sort>();
    if (!sort) return;
    const std::vector<int64_t>& shape = operands[0].type().shape;
    const auto dim = static_cast<size_t>(sort->along(operands[0].type().rank()));
    const int64_t n = shape[dim], stride = row_major_strides(shape)[dim];
    const auto first = static_cast<size_t>(sorts_);
    sorts_ += n > 0 ? operands[0].elements() / n : 0;
    if (parts_.size() < static_cast<size_t>(sorts_)) parts_.resize(static_cast<size_t>(sorts_));
    with_scalar<Field>(operands[0].element(), [&]<class T>() {
      const std::vector<T> numbers = operands[0].template values<T>();
      for (size_t k = 0; k < numbers.size(); ++k) {
        const auto i = static_cast<int64_t>(k);
        int64_t number = -1;
        if constexpr (std::is_same_v<T, FieldElement>) number = numbers[k].special() ? -1 : static_cast<int64_t>(numbers[k].v);
        else if constexpr (is_discrete<T> && !std::is_same_v<T, Bool>) number = static_cast<int64_t>(numbers[k]);
        if (number >= 0 && number < static_cast<int64_t>(place_of_.size()))
          parts_[first + static_cast<size_t>(i / (stride * n) * stride + i % stride)].insert(place_of_[static_cast<size_t>(number)]);
      }
    });
  }
  /// Before a run: at which place each number is.
  void starts(std::vector<int64_t> place_of) {
    place_of_ = std::move(place_of);
    sorts_ = 0;
  }
  /// The parts of a row, less all of it.
  std::vector<std::set<int64_t>> parts() const {
    std::vector<std::set<int64_t>> all = parts_;
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::erase_if(all, [&](const auto& part) { return part.empty() || part.size() == place_of_.size(); });
    return all;
  }

 private:
  std::vector<int64_t> place_of_;
  int64_t sorts_ = 0;  ///< in this run
  std::vector<std::set<int64_t>> parts_;
};

/// Whether a body only compares its arguments with each other and chooses among them.
inline bool only_chooses(const ScalarBody& b) {
  const bool has_numbers = std::any_of(b.nodes.begin(), b.nodes.end(), [](const Node& n) { return std::holds_alternative<LiteralNode>(n.expr) && !is_bool(n.element); });
  return !has_numbers && detail::only_choose(b.nodes);
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
  OrderCone in_core(of_core, bodies, of, 1), in_subject(of_subject, bodies, of, subject.mesh().devices());
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
  constexpr const char* are_too_many = "too many numbers are put in order";
  if (n > 256) return are_too_many;  // there are n² pairs, of n elements each
  const bool has_nan = is_float(t.element);
  // Rows in which two elements are both the greatest, or the least, or NaN, or all from one to another are, beside numbers of which many are equal. For reductions
  // by a body, which may choose what they start from, also rows in which those between two, or all but two, are equal to that.
  const IntegerRange all = Ranges::of_type(t.element);
  const bool greatest = in_core.takes_greatest();
  const int64_t end = static_cast<int64_t>(greatest ? all.low : all.high), from_end = greatest ? 1 : -1;
  const bool starts = in_core.reduces_by_body() || in_subject.reduces_by_body();
  std::vector<std::pair<int64_t, int64_t>> pair_of;
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = i; j < n; ++j) pair_of.emplace_back(i, j);
  const auto pairs = static_cast<int64_t>(pair_of.size());
  const int64_t of_start = has_nan ? 8 : 7, kinds = starts ? of_start + 2 : of_start;
  const int64_t rows = t.elements() / std::max<int64_t>(n, 1), planned = pairs * kinds * 3;
  // Then any numbers: c comparisons order c + 1 elements at most that hang together, each order of which is among 300 times as many rows some 20 times.
  int64_t any = 300;
  for (int c = std::max(in_core.compared(), in_subject.compared()); c > 0; --c) any *= c + 1;
  const int64_t of_orders = std::max<int64_t>(64, (planned + any + rows - 1) / std::max<int64_t>(rows, 1));
  const auto too_many = [&](int64_t runs) {
    return runs > 40'000 || static_cast<double>(runs) * static_cast<double>(t.elements()) * static_cast<double>(subject.mesh().devices() + 1) > 2e7;
  };
  if (rows == 0 || too_many(of_orders) || (in_subject.sorts() && !has_nan && n - 1 > all.high)) return are_too_many;
  struct Element {
    int64_t value = 0;
    bool is_nan = false, is_end = false;  ///< not a number; what reductions start from
  };
  // draws all elements by `element(k, at)`: of element k, which is in place `at` of its row
  const auto draw = [&](auto&& element) {
    args[of] = with_scalar<Field>(t.element, [&]<class T>() {
      return Tensor<Field>::build<T>(t, [&](T* out) {
        for (int64_t k = 0; k < t.elements(); ++k) {
          const Element e = element(k, k / stride % n);
          if constexpr (std::is_same_v<T, FieldElement>)
            out[k] = e.is_end ? greatest ? FieldElement::minus_infinity() : FieldElement::infinity() : e.is_nan ? FieldElement::nan() : Field::integer(e.value);
          else if constexpr (std::is_same_v<T, Bool>) out[k] = Bool(e.value % 2 != 0);
          else if constexpr (is_discrete<T>) out[k] = Integers::of_bits<T>(static_cast<ElementBits>(e.value));
        }
      });
    });
  };
  const auto run_subject = [&] { return subject.run(distribute_arguments(subject.mesh(), subject.params(), args, seed)); };
  // where a device keeps too few elements of a part, this matters if all that are to be chosen are in that part
  PartsInOrder in_order;
  for (uint64_t r = 0; r < (in_subject.sorts() ? 16 : 0); ++r) {
    std::vector<int64_t> place_of(static_cast<size_t>(n)), number_of(place_of.size());
    std::iota(place_of.begin(), place_of.end(), 0);
    for (size_t i = 0; i < place_of.size(); ++i) std::swap(place_of[i], place_of[mix64(seed ^ mix64(r << 32 | i)) % (i + 1)]);
    for (size_t i = 0; i < place_of.size(); ++i) number_of[static_cast<size_t>(place_of[i])] = static_cast<int64_t>(i);
    draw([&](int64_t, int64_t at) { return Element{number_of[static_cast<size_t>(at)]}; });
    in_order.starts(std::move(place_of));
    const OpWatch::Use watch(&in_order);
    run_subject();
  }
  const std::vector<std::set<int64_t>> parts = in_order.parts();
  constexpr int64_t of_each_part = 12;
  const int64_t of_parts = of_each_part * static_cast<int64_t>(parts.size());
  if (too_many(of_orders + of_parts)) return are_too_many;
  constexpr std::array<uint64_t, 5> levels = {2, 3, 4, 6, 20};
  const auto of_any_order = [&](int64_t r, int64_t k, int64_t at, uint64_t random) -> Element {
    const int64_t row = k / (stride * n) * stride + k % stride, which = r * rows + row;
    const int64_t kind = which / pairs % kinds;
    const uint64_t of_row = mix64(seed ^ mix64(static_cast<uint64_t>(which)));
    const auto from_start = [&](int64_t by) -> Element { return {end + from_end * by, false, by == 0}; };
    if (which >= planned) {
      const auto value = static_cast<int64_t>(random % levels[of_row % levels.size()]);
      if ((of_row >> 40) % 4 == 0) return from_start(value);
      return {value, (of_row >> 32) % 2 == 0 && (random >> 32) % 3 == 0};
    }
    const bool between = (kind >= 4 && kind < 7) || kind == of_start;  // in any order; equal; the least; as what is started from
    const auto& [i, j] = pair_of[static_cast<size_t>(which % pairs)];
    const bool is_planted = between ? at >= i && at <= j : at == i || at == j;
    if (kind >= of_start) return from_start(is_planted == (kind == of_start) ? 0 : 1 + static_cast<int64_t>(random % 20));
    const bool is_unsigned = is_unsigned_int(t.element);
    const int64_t base = kind == 3 ? -100 : 0, far = 30 + static_cast<int64_t>((random >> 32) % 60);
    if (is_planted && between) return {kind == 4 ? far : kind == 5 ? 30 : is_unsigned ? 0 : -far};
    if (is_planted && kind < 4 && kind != 2) return {base + (kind == 1 ? (is_unsigned ? 0 : -12) : 21)};
    return {base + static_cast<int64_t>(random % (kind == 2 ? 2 : 20)) - (is_unsigned ? 0 : 10), kind == 7 && is_planted};
  };
  // those of one part are the greatest; the least; equal and greater than all others, which are equal
  const auto of_a_part = [&](int64_t r, int64_t at, uint64_t random) -> Element {
    const bool is_in = parts[static_cast<size_t>(r / of_each_part)].contains(at);
    if (r % 3 == 2) return {is_in};
    return {static_cast<int64_t>(random % 30) + (is_in == (r % 3 == 0) ? 40 : 0)};
  };
  for (int64_t r = 0; r < of_orders + of_parts; ++r) {
    const uint64_t of_run = mix64(seed + static_cast<uint64_t>(r));
    draw([&](int64_t k, int64_t at) {
      const uint64_t random = mix64(of_run + static_cast<uint64_t>(k));
      return r < of_orders ? of_any_order(r, k, at, random) : of_a_part(r - of_orders, at, random);
    });
    const std::vector<Tensor<Field>> expected = run<Field>(core, args);
    const std::vector<Family<Field>> found = run_subject();
    for (size_t i = 0; i < found.size(); ++i)
      if (represents(subject.mesh(), subject.results()[i], found[i], expected[i])) return "chooses another element";
  }
  return "";
}
#else
    ;
#endif

}  // namespace partir
