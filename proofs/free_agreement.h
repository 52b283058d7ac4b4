// Whether two programs agree whatever their ops on integers, i1 and comparisons mean (free_reading.h).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "interp/core_interp.h"
#include "interp/field.h"
#include "interp/op_watch.h"
#include "proofs/cut.h"
#include "proofs/free_reading.h"
#include "proofs/inputs.h"
#include "proofs/locate.h"
#include "proofs/made_of.h"
#include "proofs/made_otherwise.h"
#include "proofs/measured.h"
#include "proofs/ranges.h"
#include "proofs/rounded_twice.h"
#include "proofs/same_elements.h"
#include "proofs/structure.h"
#include "proofs/subject.h"
#include "proofs/sum_errors.h"
#include "proofs/sums.h"
#include "semantics/makes_promises.h"
#include "semantics/verdict.h"

namespace partir {

/// What a free reading does not free of a program: bodies of ops, many branches, loops that data end, numbers that are
/// calculated of no argument by way of floats. Of these a program may have only what the other one has, too.
class UnfreedOps : public ValueFlow {
 public:
  /// What a program has: bodies one after the other, promises about indices and far numbers (see note_far).
  struct Has {
    std::vector<uint64_t> bodies;
    std::set<uint64_t> promises;
    std::set<double> far;
    void note(const OpSite& s, const MadeOf& made) {
      if (has_body(s)) bodies.push_back(body(s, made));
      if (makes_promises(s.op)) promises.insert(UnfreedOps::promises(s, made));
      if (takes_diagonal_for_ones(s.op)) promises.insert(UnfreedOps::diagonal(s, made));
      note_far(s, far);
    }
  };
  /// `made`: followed the same program; `others`: what the other one's values are made of, and what else it has; `bodies`: which bodies both have.
  /// `lattices`: in the reading max, min, and, or choose (free_reading.h).
  UnfreedOps(const MadeOf& made, const std::set<uint64_t>& others, const Has& other, const std::set<uint64_t>& bodies, bool lattices)
      : made_(made), others_(others), other_(other), bodies_(bodies), lattices_(lattices) {}
  /// The first such op; empty if there is none.
  const std::string& found() const { return found_; }
  /// Ops of which all results are made as the other program's.
  const std::set<const Op*>& shared() const { return shared_; }
  /// Ops of which no operand has integers that may have left their type's range; of a convert the result has none, too.
  const std::set<const Op*>& within() const { return within_; }
  /// Converts of integers that the float type holds, whichever they are.
  const std::set<const Op*>& held() const { return held_; }
  /// Of what compare and is_finite are told, what it is made of.
  const std::map<const Op*, uint64_t>& of_made() const { return of_made_; }
  /// The branches among which data choose.
  const std::set<const void*>& branches() const { return branches_; }

  /// The floats of a constant beside which others get lost in sums and products, which the field's do not; among them those beside which a
  /// fraction gets lost in a sum of this type.
  static void note_far(const OpSite& s, std::set<double>& far) {
    const auto* c = s.op.get_if<Constant>();
    if (!c || !is_float(s.result_type.element)) return;
    for (int64_t i = 0, n = c->value.splat ? std::min<int64_t>(1, s.result_type.elements()) : s.result_type.elements(); i < n; ++i) {
      const double x = c->value.as_double(i);
      if (std::isnan(x)) far.insert(std::numeric_limits<double>::infinity());  // as bad as that one
      else if (std::fabs(x) >= std::min(1e7, std::ldexp(1.0, float_format(s.result_type.element).precision - 1)) || (x != 0 && std::fabs(x) <= 1e-20)) far.insert(x);
    }
  }

  void argument(ValueId, size_t) override {}
  void op(const OpSite& s) override {
    follow_far(s);
    if (!s.depends) fixed_.insert(s.results.begin(), s.results.end());
    if (s.results.size() == 1) elements_[s.results[0]] = s.result_type.element;
    const bool shared = std::all_of(s.results.begin(), s.results.end(), [&](ValueId x) { return others_.contains(made_.of(x)) || !made_.is_used(x); });
    if (shared) shared_.insert(&s.op);
    std::vector<ValueId> told;  // which arguments decide, but for places
    const std::vector<IndexPlaces> places = index_places(s.op, s.operands);
    bool wraps = false;
    for (size_t i = 0; i < s.operands.size(); ++i) {
      if (!s.operand_depends[i]) continue;
      wraps = wraps || wraps_.contains(s.operand_values[i]);
      if (std::none_of(places.begin(), places.end(), [&](const IndexPlaces& p) { return p.operand == i; })) told.push_back(s.operand_values[i]);
    }
    // what a loop carries is known to wrap only when its ops are told of the second time
    if (wraps || !stays_within(s)) within_.erase(&s.op);
    else within_.insert(&s.op);
    if (s.op.get_if<Convert>() && is_float(s.result_type.element) && is_held(ranges_.of_operand(s, 0), s.result_type.element)) held_.insert(&s.op);
    if (s.op.get_if<Compare>() || s.op.get_if<IsFinite>()) {
      uint64_t made = 0;
      for (ValueId x : s.operand_values) made += mix64(made_.of(x));  // in either order
      of_made_[&s.op] = made;
    }
    ranges_.follow(s);
    if (!s.depends && made_.is_used(s)) see_left_open(s);
    // what no argument decides is calculated as it is, and to another type a number is converted as its own type has it
    const bool of_another_type = s.op.get_if<Convert>() && s.operands[0].element != s.result_type.element;
    for (ValueId x : s.results) {
      if (!s.depends) continue;
      if (calculates(s.op) && !ranges_.knows(s.function, x)) wraps_.insert(x);
      if (!of_another_type && (s.results.size() > 1 || is_integer(s.result_type.element))) carry(x, told, wraps_);
    }
    see(s, shared, places);
  }
  /// An op of a function of which no flow is known.
  void see(const OpSite& s) { see(s, false, index_places(s.op, s.operands)); }
  void moved(ValueId result, std::span<const ValueId> operands, bool loses) override {
    carry(result, operands);
    if (operands.size() == 1) keep_range(result, operands[0], 1, loses);
    if (std::all_of(operands.begin(), operands.end(), [&](ValueId x) { return fixed_.contains(x); })) fixed_.insert(result);
  }
  void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t of) override {
    const bool shared = others_.contains(made_.of(result)), of_integers = may_be_integer(operand);
    if (!by || (!shared && of_integers && *by == ScalarFn::Xor)) note("a collective reduces as the other program does nowhere");
    if (lattices_ && !shared && of_integers && by != ScalarFn::Add && by != ScalarFn::Multiply) note("a collective chooses as the other program does nowhere");
    if (fixed_.contains(operand)) {
      fixed_.insert(result);
      // sums of integers that the type holds are the same in any order
      const auto is_exact = [&] { return by == ScalarFn::Add && made_.has_integers(operand, std::ldexp(1.0, float_format(real_part(elements_.at(operand))).precision) / static_cast<double>(of)); };
      if (!of_integers && (by == ScalarFn::Add || by == ScalarFn::Multiply) && !is_exact()) note("a collective sums floats that no argument decides, in any order");
    }
    carry(result, {&operand, 1});
    const bool chooses = by == ScalarFn::Max || by == ScalarFn::Min;
    const bool is_within = (chooses || by == ScalarFn::Add) && keep_range(result, operand, chooses ? 1 : of);
    if (chooses) return;
    if (!is_within) wraps_.insert(result);
    if (far_.contains(operand)) note("a collective " + of_far_numbers);
  }
  void device(ValueId x) override { fixed_.insert(x); }
  void unknown(ValueId result) override { wraps_.insert(result); }
  void chosen(std::span<const ValueId> results, ValueId by, const std::vector<BranchSite>& branches, const Location&) override {
    wraps_.insert(results.begin(), results.end());
    for (const BranchSite& b : branches) {
      branches_.insert(b.block);
      for (size_t i = 0; i < results.size(); ++i) carry_far(results[i], b.results.subspan(i, 1));
    }
    if (fixed_.contains(by)) return;
    // each hides what the ones before it decide in every other reading, one among many branches in seven of eight
    choices_ += branches.size() > 2 ? most_choices : 1;
    if (open_regions_ > 0) note("data choose among branches in a loop");
    if (choices_ > most_choices) note("data choose among branches more than " + std::to_string(most_choices) + " times, or among many more than once");
  }
  void enters(std::span<const ValueId> carried, std::span<const ValueId> from) override {
    ++open_regions_;
    for (size_t i = 0; i < carried.size(); ++i) carry(carried[i], from.subspan(i, 1));
  }
  /// What one of them is told, another one may be told in the next turn.
  void repeats(std::span<const ValueId> carried, std::span<const ValueId> from) override {
    for (size_t i = 0; i < carried.size(); ++i) carry(carried[i], from.subspan(i, 1));
    if (std::any_of(from.begin(), from.end(), [&](ValueId x) { return wraps_.contains(x); })) wraps_.insert(carried.begin(), carried.end());
    for (ValueId x : carried) carry_far(x, from);
  }
  void leaves(std::span<const ValueId> results, std::span<const ValueId> carried, ValueId condition) override {
    open_regions_ -= 2;
    if (!fixed_.contains(condition)) note("data decide how often a loop runs");
    for (size_t i = 0; i < results.size(); ++i) carry(results[i], carried.subspan(i, 1));
  }
  void returned(std::span<const ValueId>) override {}

 private:
  void see(const OpSite& s, bool shared, const std::vector<IndexPlaces>& places) {
    const auto data = std::count(s.operand_depends.begin(), s.operand_depends.end(), 1);
    const ElementType of = s.operands.empty() ? s.result_type.element : s.operands[0].element;
    // though made of the same, elements may be in another order
    const bool may_be_others = s.function != 0 || std::any_of(s.operand_values.begin(), s.operand_values.end(), [&](ValueId x) { return made_.is_cut(x); });
    if ((!shared || may_be_others) && has_body(s) && !bodies_.contains(body(s, made_))) note(s, "has a body that no op of the other program has");
    // whether a promise about places that no argument decides is kept, each run shows
    const bool of_data = std::any_of(places.begin(), places.end(), [&](const IndexPlaces& p) { return s.operand_depends[p.operand] != 0; });
    if (makes_promises(s.op) && of_data && !other_.promises.contains(promises(s, made_))) note(s, "promises of its indices what the other program does not");
    if (!shared && takes_diagonal_for_ones(s.op) && !other_.promises.contains(diagonal(s, made_))) note(s, "takes a diagonal for ones, which the other program does not");
    if (!shared && data > 0 && is_bool(s.result_type.element) && (s.op.get_if<DotGeneral>() || s.op.get_if<Convolution>())) note(s, "has a product of truth values as the other program does nowhere");
    // what they decide may be met in hardly any run
    const bool of_decisions = std::any_of(s.operands.begin(), s.operands.end(), [](const TensorType& t) { return is_integer_or_i1(t.element); }) || is_integer_or_i1(s.result_type.element);
    if (lattices_ && !shared && data > 0 && of_decisions && !only_moves(s.op, s.operands)) note(s, "decides as the other program does nowhere");
    if (!s.op.bodies().empty()) of_made_[&s.op] = made_.of_bodies(s);
    if (s.op.get_if<Convert>() && data == 0 && is_float(of) && !is_float(s.result_type.element)) note(s, "converts floats that no argument decides");
  }
  /// An op that no argument decides, and of which StableHLO leaves the order to the implementation. What else it leaves open there, runs show (own_ops.h).
  void see_left_open(const OpSite& s) {
    const Op& op = s.op;
    if (const auto* sort = op.get_if<Sort>(); sort && !sort->is_stable) note(s, "may put equal keys in any order");
    if (op.get_if<VariadicReduce>() || op.get_if<ReduceWindow>() || op.get_if<SelectAndScatter>())
      for (const ScalarBody* b : op.bodies())
        if (b->params.size() == 2 * b->results.size() && !folds_in_any_order(*b)) note(s, "reduces in any order by what depends on it");
  }
  /// Whether each result of a body of pairs is a fold of its own pair by a monoid.
  static bool folds_in_any_order(const ScalarBody& b) {
    for (size_t i = 0; i < b.results.size(); ++i) {
      const std::optional<ScalarFn> by = folds_by(b, i);
      constexpr ScalarFn monoids[] = {ScalarFn::Add, ScalarFn::Multiply, ScalarFn::Max, ScalarFn::Min, ScalarFn::And, ScalarFn::Or, ScalarFn::Xor};
      if (!by || std::find(std::begin(monoids), std::end(monoids), *by) == std::end(monoids)) return false;
    }
    return true;
  }
  /// Whether an op takes the numbers on the diagonal of its matrix for ones, and does not read them.
  static bool takes_diagonal_for_ones(const Op& op) {
    const auto* t = op.get_if<TriangularSolve>();
    return t && t->unit_diagonal;
  }
  /// A number for what such an op says of its matrix.
  static uint64_t diagonal(const OpSite& s, const MadeOf& made) { return mix64(made_of(s, 0, made) + 7); }
  /// Where sums and products of a constant's far numbers lose others, which those of the field do not.
  void follow_far(const OpSite& s) {
    const Op& op = s.op;
    std::set<double> far;
    note_far(s, far);
    if (std::any_of(far.begin(), far.end(), [&](double x) { return !other_.far.contains(x); })) far_[s.results[0]] = *far.rbegin() < 0 ? Far::Negative : Far::Any;
    std::optional<Far> all;  // of operands
    size_t count = 0;
    // what reductions start from is the least there is, or the greatest
    const size_t n = s.operands.size();
    const size_t starts = op.get_if<Reduce>() || op.get_if<ReduceWindow>() || op.get_if<VariadicReduce>() ? n / 2 : op.get_if<SelectAndScatter>() ? 2 : n;
    for (size_t i = 0; i < starts; ++i) {
      const auto at = far_.find(s.operand_values[i]);
      if (at == far_.end()) continue;
      all = count++ == 0 || all == at->second ? at->second : Far::Any;
    }
    if (!all) return;
    if (!s.depends) {
      far_[s.results[0]] = only_moves(op, s.operands) ? *all : Far::Any;
      return;
    }
    // a maximum that nothing has reached yet, and how much less than another one it is
    if (op.get_if<Clamp>() || (op.get_if<Maximum>() && all == Far::Negative) || (op.get_if<Exponential>() && all != Far::Any)) return;
    const bool lowers = op.get_if<Add>() || (op.get_if<Subtract>() && far_.contains(s.operand_values[0]));
    if (lowers && all == Far::Negative && count == 1) {
      far_[s.results[0]] = Far::Lowered;
      return;
    }
    if (calculates(op)) note(s, of_far_numbers);
    for (ValueId x : s.results) far_[x] = op.get_if<Negate>() || op.get_if<Abs>() ? Far::Any : *all;
  }
  /// What an operand is made of, with the order of its elements, as far as that is known.
  static uint64_t made_of(const OpSite& s, size_t operand, const MadeOf& made) { return s.function == 0 ? made.in_order(s.operand_values[operand]) : 0; }
  /// A number for its bodies and what they are applied to.
  static uint64_t body(const OpSite& s, const MadeOf& made) {
    uint64_t h = made.of_bodies(s);
    for (size_t i = 0; i < s.operands.size(); ++i)
      if (!s.op.get_if<Scatter>() || i != s.operands.size() / 2) h = mix64(h + made_of(s, i, made));  // places are another matter
    for (int64_t n : MadeOf::windows(s.op)) h = mix64(h + static_cast<uint64_t>(n));
    return h;
  }
  /// Whether there is more to an op's bodies than sums, products, or of floats what free readings know.
  static bool has_body(const OpSite& s) {
    // of which a reading is any function
    if (s.op.get_if<Map>() || s.op.get_if<Sort>()) return false;
    if (const auto* v = s.op.get_if<VariadicReduce>(); v && !FreeReading::is_each_for_itself(v->body)) return false;
    if (const auto* w = s.op.get_if<SelectAndScatter>(); w && FreeReading::adds_up(*w)) return false;
    // which are read as reductions are
    const bool each_for_itself = s.op.get_if<VariadicReduce>() || (s.op.get_if<ReduceWindow>() && s.operands.size() == 2 && !is_float(s.operands[0].element) && s.op.bodies()[0]->params[0] == s.operands[0].element);
    for (const ScalarBody* b : s.op.bodies())
      for (size_t i = 0; i < b->results.size(); ++i) {
        const auto by = folds_by(*b, i);
        if (each_for_itself && by && *by != ScalarFn::Xor) continue;
        if (!by || (!is_float(b->params.at(i)) && *by != ScalarFn::Add && *by != ScalarFn::Multiply)) return true;
      }
    return false;
  }
  /// A number for what an op promises, and of which indices.
  static uint64_t promises(const OpSite& site, const MadeOf& made) {
    const auto* s = site.op.get_if<Scatter>();
    uint64_t h = s ? 2 + 2 * static_cast<uint64_t>(s->unique_indices) + static_cast<uint64_t>(s->indices_are_sorted) : 1;
    const std::vector<IndexPlaces> places = index_places(site.op, site.operands);
    // what is indexed has the same extents, windows the same sizes, and indices the same order
    const auto* g = site.op.get_if<Gather>();
    for (int64_t d : s ? s->to_operand : g->start_index_map) h = mix64(mix64(h + static_cast<uint64_t>(d)) + static_cast<uint64_t>(site.operands[0].shape[static_cast<size_t>(d)]));
    for (int64_t d : s ? s->indices_batching : g->indices_batching) h = mix64(h + static_cast<uint64_t>(d));
    for (const IndexPlaces& p : places) {
      h = mix64(mix64(h + static_cast<uint64_t>(p.last)) + made.order_of(site.operand_values[p.operand]));
      // of one index there is nothing to promise
      const TensorType& type = site.operands[p.operand];
      const int64_t of_vector = p.vector_dim < 0 ? 1 : type.shape[static_cast<size_t>(p.vector_dim)];
      if (type.elements() > of_vector) h = mix64(mix64(h + made_of(site, p.operand, made)) + static_cast<uint64_t>(64 * of_vector + p.component));
    }
    return h;
  }
  void carry(ValueId result, std::span<const ValueId> from) {
    carry(result, from, wraps_);
    if (from.size() == 1)
      if (const auto at = elements_.find(from[0]); at != elements_.end()) elements_[result] = ElementType(at->second);
    carry_far(result, from);
  }
  bool may_be_integer(ValueId x) const {
    const auto at = elements_.find(x);
    return at == elements_.end() || is_integer(at->second);
  }
  /// See Ranges::carry.
  bool keep_range(ValueId result, ValueId operand, int64_t of, bool or_zero = false) {
    const auto at = elements_.find(operand);
    return at != elements_.end() && ranges_.carry(result, operand, of, at->second, or_zero);
  }
  void carry_far(ValueId result, std::span<const ValueId> from) {
    for (ValueId x : from)
      if (const auto at = far_.find(x); at != far_.end()) {
        const auto [own, is_new] = far_.try_emplace(result, at->second);
        if (!is_new && own->second != at->second) own->second = Far::Any;
      }
  }
  static void carry(ValueId result, std::span<const ValueId> from, std::set<ValueId>& all) {
    for (ValueId x : from)
      if (all.contains(x)) all.insert(result);
  }
  /// Whether a convert between integers is known to be told only what its result's type has.
  bool stays_within(const OpSite& s) const {
    if (!s.op.get_if<Convert>() || !is_integer(s.operands[0].element) || !is_integer(s.result_type.element)) return true;
    const IntegerRange known = ranges_.of_operand(s, 0), has = Ranges::of_type(s.result_type.element);
    return has.low <= known.low && known.high <= has.high;
  }
  /// Whether a float type holds all integers of a range.
  static bool is_held(const IntegerRange& r, ElementType e) {
    const __int128 most = static_cast<__int128>(1) << float_format(e).precision;
    return -most <= r.low && r.high <= most;
  }
  /// Whether it makes numbers that may be greater than its operands.
  static bool calculates(const Op& op) {
    const auto* r = op.get_if<Reduce>();
    return op.get_if<Add>() || op.get_if<Subtract>() || op.get_if<Multiply>() || op.get_if<Negate>() || op.get_if<Abs>() || op.get_if<Power>() ||
           op.get_if<Divide>() || op.get_if<Remainder>() || op.get_if<ShiftLeft>() || op.get_if<DotGeneral>() || op.get_if<Convolution>() || !op.bodies().empty() ||
           (r && r->reducer != Monoid::Max && r->reducer != Monoid::Min);
  }
  void note(const std::string& what) {
    if (found_.empty()) found_ = what;
  }
  void note(const OpSite& s, const std::string& what) { note(std::string(s.op.name()) + " at " + to_string(s.location) + " " + what); }

  const MadeOf& made_;
  const std::set<uint64_t>& others_;
  const Has& other_;
  const std::set<uint64_t>& bodies_;
  /// Of which constants some numbers are that the other program has not (note_far): of any, of negative ones, of one added to something.
  enum class Far : uint8_t { Any, Negative, Lowered };
  std::map<ValueId, Far> far_;
  static inline const std::string of_far_numbers = "calculates with a number far from 1 that the other program has not";
  bool lattices_;
  std::set<ValueId> fixed_;  ///< results of ops that no argument decides, and devices' numbers
  std::map<ValueId, ElementType> elements_;  ///< the types of values, where they are known
  std::set<const void*> branches_;
  static constexpr int most_choices = 3;
  int choices_ = 0;
  int open_regions_ = 0;  ///< conditions and bodies of loops, which a ValueFlow enters one by one and leaves together
  std::set<const Op*> shared_, within_, held_;
  std::map<const Op*, uint64_t> of_made_;
  std::set<ValueId> wraps_;  ///< integers that may have left their type's range
  Ranges ranges_;
  std::string found_;
};

/// The outcome of `agree_freely`.
struct FreeAgreement {
  int64_t runs = 0;     ///< in how many they agreed; 0 if that is not known
  std::string why_not;  ///< why it is not
  /// Where they agreed and decide something: the two without what they decide alike, which is given to them.
  std::shared_ptr<ProgramPair> given = nullptr;
  /// Which of their values have the same elements, if that is known.
  std::shared_ptr<SameElements> same = nullptr;
  /// Of both the values that the other program makes otherwise, if that is known, also where they do not agree.
  std::shared_ptr<ProgramPair> otherwise = nullptr;
  /// What the Core program alone compares, though it is the same but for roundings, if that is known; a text for people.
  std::string compares_roundings = "";
  /// Where one of the two takes away what it added and the other one does not, where they agreed; a text for people.
  std::string takes_away = "";
  /// What a reading says of the errors of the Core program's sums, if one was made.
  std::shared_ptr<SumErrors> errors = nullptr;
  /// Which numbers the program under test may decide by in two roundings, if that is known.
  std::shared_ptr<RoundedTwice> twice = nullptr;
};

/// What differs in a run in which one of the two has an element beyond what rounding explains, or no number.
inline std::string how_different(const std::optional<BoundViolation>& bad) {
  return bad ? "result " + std::to_string(bad->result) + " is " + bad->found + " for " + bad->expected : "only one has numbers";
}

/// Whether one of two programs decides something by its arguments.
inline bool still_decides(const core::Program& core, const Subject& subject) {
  bool found = false;
  const auto see = [&](const OpSite& s) { found = found || (s.depends && decides(s.op, s.operands)); };
  for_each_site(core, see);
  subject.for_each_site(see);
  return found;
}

/// What `agreement` says; where a program cannot run, why.
template <class F>
FreeAgreement unless_stuck(F&& agreement) {
  try {
    return agreement();
  } catch (const BrokenPromise& e) {
    return {0, e.what()};
  } catch (const Stuck& e) {
    return {0, e.what()};
  } catch (const Unsupported& e) {
    return {0, e.what()};
  } catch (const BadInput& e) {
    return {0, e.what()};
  }
}

/// Whether `subject` agrees with `core` in free readings, calculating with floats as `laws` does, in so many runs. Arguments are random.
/// `among`: 0, or max, min, and, or keep all their laws, but which of their arguments decides them is only what runs meet; so many as they choose among at most
/// (choices.h).
PARTIR_INLINE FreeAgreement agree_freely(const core::Program& core, const Subject& subject, StructureModel laws, uint64_t seed, int64_t runs, double among)
#if PARTIR_PROOFS_BODIES
{
  const uint64_t key = MadeOf::random_key();
  const bool lattices = among > 0;
  const bool rounds = laws.laws < Freedom::Roundings;
  MadeOf of_core(key, 1, rounds), of_subject(key, 2, rounds);
  follow(core, of_core);
  subject.follow(of_subject);
  UnfreedOps::Has core_has, subject_has;
  for_each_site(core, [&](const OpSite& s) { core_has.note(s, of_core); });
  subject.for_each_site([&](const OpSite& s) { subject_has.note(s, of_subject); });
  // ops that have them in another order may have exchanged them
  std::set<uint64_t> bodies;
  if (core_has.bodies == subject_has.bodies) bodies.insert(core_has.bodies.begin(), core_has.bodies.end());
  UnfreedOps in_core(of_core, of_subject.all(), subject_has, bodies, lattices), in_subject(of_subject, of_core.all(), core_has, bodies, lattices);
  follow(core, in_core);
  subject.follow(in_subject);
  subject.for_each_site([&](const OpSite& s) {
    if (s.function != 0) in_subject.see(s);
  });
  for (const UnfreedOps* u : {&in_subject, &in_core})
    if (!u->found().empty()) return {0, u->found()};

  /// Which branches were taken.
  struct Taken : OpWatch {
    std::set<const void*> open;
    void see(const Op&, const std::vector<Tensor<Native>>&, const std::vector<Tensor<Native>>&) override {}
    void see(const Op&, const std::vector<Tensor<Field>>&, const std::vector<Tensor<Field>>&) override {}
    void take(const void* branch) override { open.erase(branch); }
  } taken;
  taken.open = in_subject.branches();
  const OpWatch::Use watch(&taken);

  const auto of_both = [&](const std::set<const Op*>& (UnfreedOps::*ops)() const) {
    std::set<const Op*> all = (in_core.*ops)();
    all.insert((in_subject.*ops)().begin(), (in_subject.*ops)().end());
    return all;
  };
  std::map<const Op*, uint64_t> made = in_core.of_made();
  made.insert(in_subject.of_made().begin(), in_subject.of_made().end());
  for (const DistType& d : subject.params())
    if (!d.partial.empty() && is_integer_or_i1(d.global.element)) return {0, "an argument that is no float is in parts"};
  FreeReading reading(core, subject, {of_both(&UnfreedOps::shared), of_both(&UnfreedOps::within), of_both(&UnfreedOps::held), std::move(made)}, among);
  FreeAgreement agreement;
  const auto unlike = [&](std::string why) {
    agreement.why_not = std::move(why);
    return agreement;
  };
  laws.chooses = lattices;
  laws.ordered = false;
  double elements = 1;
  for (const Value& v : core.main.values) elements += static_cast<double>(v.type->elements());
  const int64_t native_runs = runs < 8 ? 1 : static_cast<int64_t>(Inputs::all_moderate.size()) * std::clamp<int64_t>(static_cast<int64_t>(20'000 / elements), 1, 8);
  // what three branches decide counts in every eighth run: all miss it once in 200 times
  if (!taken.open.empty()) runs = std::max<int64_t>(runs, 40);
  // of many readings about 64 are also run in the programs' own types; an odd step meets every way in which a reading may lean
  const int64_t native_step = (runs / 64) | 1;
  std::vector<std::vector<char>> known;
  // what their own types make of it, once one of the two decides something
  std::optional<Measured> measured;
  // some of those runs
  struct Decided {
    uint64_t seed;
    std::vector<Tensor<Native>> args;
    Measured::Decided by;
  };
  std::vector<Decided> decided_runs;
  // in the programs' own types: whether one of the two decides something, and of each kind of arguments how many runs were judged, how many of them differed, and how
  std::vector<ValueId> to_give = decisions_of(core);
  for (ValueId x : without_bounds(core)) to_give.push_back(x);
  bool decides = !to_give.empty();
  std::array<DifferingRuns, Inputs::all_moderate.size()> kinds;
  constexpr const char* in_own_types = "in the programs' own types, where comparisons decide otherwise, ";
  const bool cancels = laws.at(0, seed).cancels();
  const auto arguments = [&](uint64_t of_run) {
    std::vector<Tensor<Field>> args;
    for (ValueId x : core.main.params) {
      const TensorType& type = core.main.type(x);
      const uint64_t stream = argument_seed(of_run, args.size());
      args.push_back(is_integer_or_i1(type.element) ? reading.argument(type, stream) : Inputs::free<Field>(type, stream));
    }
    return args;
  };
  if (cancels && !lattices) {
    agreement.errors = std::make_shared<SumErrors>(core);
    // where max and min count all that they choose from: the greatest of some numbers is not by chance one of them
    const FieldModel model(Freedom::Sums, FieldModel::mersenne, false, std::nullopt, false);
    const FieldModel::Use in_use(model);
    reading.choose(seed);
    const std::vector<Tensor<Field>> args = arguments(seed);
    const OpReading::Use use(&reading);
    const OpWatch::Use watched(agreement.errors.get());
    run<Field>(core, args);
  }
  for (int64_t r = 0; r < runs + cancels; ++r) {
    const bool signs = r < runs;  // the last run is without
    const uint64_t of_run = seed + static_cast<uint64_t>(r);
    reading.choose(of_run);
    const FieldModel model = laws.at(signs ? r : 1, of_run);
    const FieldModel::Use in_use(model);
    if (!signs) reading.without_signs(model);
    const std::vector<Tensor<Field>> args = arguments(of_run);
    const OpReading::Use use(&reading);
    Measured::Decided decided;
    reading.note_in(&decided.core);
    // a large program's values would take too much memory together
    const bool keeps = r == 0 && !keeps_too_much(core, subject);
    std::optional<CoreTable<Field>> core_values;
    FamilyTable<Field> families;
    if (keeps) {
      core_values.emplace(core);
      families.resize(subject.body().values.size());
    }
    const std::vector<Tensor<Field>> expected = run<Field>(core, args, keeps ? &*core_values : nullptr);
    reading.note_in(&decided.subject);
    const std::vector<Family<Field>> found = subject.run(distribute_arguments(subject.mesh(), subject.params(), args, of_run), keeps ? &families : nullptr);
    reading.note_in(nullptr);
    if (keeps && !lattices) agreement.twice = std::make_shared<RoundedTwice>(core, subject, *core_values, families, of_subject);
    if (keeps && laws.laws < Freedom::Reals) {
      agreement.same = std::make_shared<SameElements>(core, subject, *core_values, families);
      const ValuePairs values = made_otherwise(subject, *agreement.same, of_core, of_subject);
      agreement.compares_roundings = compares_roundings(core, *core_values, of_core, of_subject);
      auto part = values.core.empty() ? nullptr : subject.cut({}, values.subject);
      if (part) agreement.otherwise = std::make_shared<ProgramPair>(cut(core, {}, values.core), std::move(part));
    }
    if (!reading.why_not().empty()) return unlike(reading.why_not());
    known.resize(expected.size());
    for (size_t i = 0; i < found.size(); ++i) {
      const DistType& dist = subject.results()[i];
      const ElementType e = dist.global.element;
      std::vector<Tensor<Field>> parts;
      for (const Tensor<Field>& t : found[i].parts()) parts.push_back(FreeReading::carried(t, e));
      const Tensor<Field> whole = FreeReading::carried(expected[i], e);
      if (represents(subject.mesh(), dist, Family<Field>(found[i].shared_mesh(), found[i].depends_on(), std::move(parts)), whole)) {
        const Counterexample c = Locator<Field>(core, subject, args, of_run, i).counterexample("");
        const std::string where = ", first in " + c.op + " at " + c.location;
        if (signs) return unlike("result " + std::to_string(i) + " differs" + where);
        agreement.takes_away = "one of the two adds something to result " + std::to_string(i) +
                               " that it takes away again, or scales it there and back, or multiplies it by 0, as the other one does not: without signs they differ" + where;
        break;
      }
      if (signs) note_known(expected[i], known[i]);
    }
    if (!signs) break;
    for (const Decisions* d : {&decided.core, &decided.subject})
      decides = decides || std::any_of(d->made.begin(), d->made.end(), [](const Decisions::Decision& x) { return x.elements.has_value(); });
    // what nothing decides the other runs show
    if (!decides || r % native_step != 0) continue;
    if (!measured) measured.emplace(core, subject, laws.laws == Freedom::Reals);
    if (!measured->usable()) continue;  // where ops mean something else in f64
    for (int64_t k = 0; k < native_runs; ++k) {
      const auto at = static_cast<size_t>(r + k) % kinds.size();
      const Inputs::Moderate kind = Inputs::all_moderate[at];
      const bool scaled = kind == Inputs::Moderate::Scaled;
      if (laws.laws == Freedom::Reals && scaled) continue;  // where formulas for the same real numbers are not the same
      std::vector<Tensor<Native>> own;
      for (size_t i = 0; i < args.size(); ++i) {
        const TensorType& type = core.main.type(core.main.params[i]);
        if (is_bool(type.element)) {
          const std::vector<uint64_t> bits = reading.decided_bits(args[i]);
          own.push_back(of_low_bits<Native>(type, [&](size_t j) { return bits[j]; }));
        } else {
          own.push_back(Inputs::moderate(type, argument_seed(mix64(of_run) + static_cast<uint64_t>(k), i), kind));
        }
      }
      try {
        Measured::NumberInOne number_in_one;
        const auto bad = (*measured)(own, of_run, Measured::Excuse::CoreAnywhere, true, &number_in_one, false, true, &decided);
        if (k == 0) decided_runs.push_back({of_run, own, decided});
        kinds[at].note(bad || (number_in_one && !scaled), how_different(bad));
      } catch (const BrokenPromise&) {  // the Core program has no meaning there
      }
    }
  }
  for (const std::vector<char>& result : known)
    if (std::find(result.begin(), result.end(), 0) != result.end()) return unlike("a result is NaN in every run");
  if (!taken.open.empty()) return unlike("a branch was never taken");
  if (decides && std::all_of(kinds.begin(), kinds.end(), [](const DifferingRuns& k) { return k.judged == 0; })) return unlike("what comparisons decide was not run in the programs' own types");
  for (const DifferingRuns& k : kinds)
    if (k.differs()) return unlike(in_own_types + k.how);
  if (!reading.why_not().empty()) return unlike(reading.why_not());
  if (lattices && !agreement.takes_away.empty()) return unlike(agreement.takes_away);
  if (!to_give.empty() && !decided_runs.empty()) {
    std::vector<NativeTables> tables;
    for (const Decided& d : decided_runs) tables.push_back(measured->tables(d.args, d.seed, d.by));
    if (auto given = partir::given(core, subject, to_give, tables, key, rounds)) agreement.given = std::make_shared<ProgramPair>(std::move(*given));
  }
  // what is not given, as it is decided in a loop or made otherwise, meets all kinds of floats here, as far as two widths tell
  const bool all_given = agreement.given && !still_decides(agreement.given->core, *agreement.given->subject);
  agreement.runs = runs;
  if (!decides || all_given || laws.laws == Freedom::Reals) return agreement;
  const Inputs inputs(core);
  for (FloatDraw draw : {FloatDraw::Single, FloatDraw::Three, FloatDraw::Small, FloatDraw::Near, FloatDraw::Wide, FloatDraw::Bottom, FloatDraw::Top, FloatDraw::High}) {
    DifferingRuns of_kind;
    for (size_t k = 0; k < 3 * decided_runs.size() && k < 24; ++k) {
      const Decided& d = decided_runs[k % decided_runs.size()];
      std::vector<Tensor<Native>> own = inputs.draw_native(mix64(d.seed + k), draw, k % 2 == 0);
      for (size_t i = 0; i < own.size(); ++i)
        if (!is_float(own[i].element())) own[i] = d.args[i];
      try {
        Measured::NumberInOne number_in_one;
        const auto bad = (*measured)(own, d.seed, Measured::Excuse::CoreAnywhere, true, &number_in_one, false, measured->adds_nothing() || draw == FloatDraw::High, &d.by);
        of_kind.note(bad || number_in_one.core, how_different(bad));
      } catch (const BrokenPromise&) {  // the Core program has no meaning there
      }
    }
    if (of_kind.differs()) {
      agreement.runs = 0;
      return unlike(in_own_types + of_kind.how + " (floats " + std::string(text(draw)) + ")");
    }
  }
  return agreement;
}
#else
    ;
#endif

}  // namespace partir
