// What a program does to integers that the other one, which it is compared with, does nowhere, and what runs must meet
// before that is known to be no difference. A comparison, a maximum: numbers one below, equal and one above. An index: each
// place, of several indices each tuple of places. Quotients, shifts, bits of a number of few values: each value. A branch: that
// it was taken. Of anything else that depends on integers beyond sums and products, no run says enough. Values that both
// programs make of the arguments (made_of.h) count as one. Besides, whether a reduction may use its initial value more than once.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "interp/field.h"
#include "interp/native.h"
#include "interp/op_watch.h"
#include "proofs/comprehension_bound.h"
#include "proofs/left_open.h"
#include "proofs/made_of.h"
#include "proofs/ranges.h"
#include "proofs/subject.h"
#include "proofs/tensor_bits.h"
#include "semantics/instances.h"
#include "semantics/verdict.h"

namespace partir {

/// Watches runs of two programs.
class OwnOps : public OpWatch {
 public:
  OwnOps() = default;
  /// Borrows both. `by_reals`: another formula for the same real numbers may choose another where it overflows.
  OwnOps(const core::Program& core, const Subject& subject, bool by_reals) : by_reals_(by_reals) {
    const uint64_t key = MadeOf::random_key();
    MadeOf of_core(key, 1), of_subject(key, 2);
    follow(core, of_core);
    subject.follow(of_subject);
    Finder in_core(*this, of_core, of_subject.all(), "the Core program's", true);
    Finder in_subject(*this, of_subject, of_core.all(), "the " + subject.noun() + "'s", false);
    follow(core, in_core);
    subject.follow(in_subject);
    std::set<std::vector<uint64_t>> starts;
    for_each_site(core, [&](const OpSite& s) {
      if (const auto start = start_of(of_core, s); start && s.function == 0 && of_core.is_used(s)) starts.insert(*start);
    });
    subject.for_each_site([&](const OpSite& s) {
      const auto start = start_of(of_subject, s);
      if (start && (s.function != 0 || (of_subject.is_used(s) && !starts.contains(*start)))) starts_[&s.op] = "the " + subject.noun() + "'s " + std::string(s.op.name()) + " at " + to_string(s.location);
    });
    subject.for_each_site([&](const OpSite& s) {
      const bool is_own = s.function != 0 || (of_subject.is_used(s) && !of_core.fixed().contains(of_subject.of(s.results[0])));
      if (!s.depends && is_own && LeftOpen::may_be(s)) fixed_[&s.op] = "the " + subject.noun() + "'s " + std::string(s.op.name()) + " at " + to_string(s.location);
    });
    // of functions that regions call nothing is known
    subject.for_each_site([&](const OpSite& s) {
      if (s.function != 0) in_subject.apart(s);
    });
    for (auto& [op, needs] : needs_)
      for (Need& n : needs)
        if (n.kind == Need::Kind::Blocks) n.blocks = ordered_[false];
  }

  void see(const Op& op, const std::vector<Tensor<Native>>& operands, const std::vector<Tensor<Native>>& results) override;
  void see(const Op& op, const std::vector<Tensor<Field>>& operands, const std::vector<Tensor<Field>>& results) override;
  void take(const void* branch) override { branches_.erase(branch); }
  void skip(const Location& permute) override {
    if (left_open_.empty()) left_open_ = "collective_permute at " + to_string(permute) + " may let devices wait for those that do not reach it as often";
  }

  /// What no run met, as a reason; empty if all was.
  std::string missing() const {
    if (!beyond_.empty()) return beyond_;
    for (const auto& [block, what] : branches_) return what + " was taken in no run";
    for (const auto& [op, needs] : needs_)
      for (const Need& n : needs)
        if (std::string why = n.missing(); !why.empty()) return why;
    for (const auto& [op, what] : to_run_) return what + " never ran";
    return "";
  }
  /// Whether runs must meet something at an op.
  bool asks(const Op& op) const {
    const auto found = needs_.find(&op);
    return found != needs_.end() && !found->second.empty();
  }
  /// How much more runs may meet of what is missing: 0 where none can.
  int64_t open() const {
    if (!beyond_.empty()) return 0;
    auto n = static_cast<int64_t>(branches_.size() + to_run_.size());
    for (const auto& [op, needs] : needs_)
      for (const Need& need : needs) n += need.open();
    return n;
  }
  /// Numbers that an op compares with what the arguments give.
  std::set<double> keys() const {
    std::set<double> all;
    for (const auto& [op, needs] : needs_)
      for (const Need& need : needs)
        if (need.by_key && !need.of_floats)
          for (const auto& [key, met] : need.met)
            if (met != 7) all.insert(static_cast<double>(key));
    return all;
  }
  /// Which op in Native since `forget_hidden` one program alone has and asked of an infinity or NaN whether it is one, compared it or
  /// put a number in its place; empty if none.
  const std::string& hidden() const { return hidden_; }
  void forget_hidden() { hidden_.clear(); }
  /// Which op of the subject reduces from an initial value that changes the result if it is used more than once, as StableHLO allows, where the Core program has no
  /// op that starts the same fold from it; empty if no run met any.
  const std::string& repeats() const { return repeats_; }
  /// Which op of the subject that no argument decides, and the Core program does not have, has a result that StableHLO leaves open, and why; or which permute some
  /// devices skip; empty if no run met any.
  const std::string& left_open() const { return left_open_; }
  /// Of how many elements one program, true: the Core program, puts some in order.
  const std::set<int64_t>& ordered(bool core) const { return ordered_[core]; }

 private:
  using Wide = __int128;
  /// Which operands of an op that reduces are its initial values, and what it folds by: a body, or a monoid, or a body that is one.
  struct Start {
    std::vector<size_t> initial;
    const ScalarBody* body = nullptr;
    std::optional<Monoid> monoid;
  };
  static std::optional<Start> start(const Op& op, size_t operands) {
    Start s;
    if (const auto* r = op.get_if<Reduce>()) {
      s.monoid = r->reducer;
      s.initial = {1};
      return s;
    }
    if (const auto* r = op.get_if<VariadicReduce>()) s.body = &r->body;
    else if (const auto* w = op.get_if<ReduceWindow>()) s.body = &w->body;
    else if (const auto* c = op.get_if<SelectAndScatter>()) s.body = &c->scatter;
    else return std::nullopt;
    s.monoid = monoid_of(*s.body);
    if (op.get_if<SelectAndScatter>()) s.initial = {2};
    else
      for (size_t i = operands / 2; i < operands; ++i) s.initial.push_back(i);
    return s;
  }
  /// Numbers (MadeOf) of what an op folds, by what and from which initial values: the same for any op of the kind that starts the same fold of the same from the same.
  static std::optional<std::vector<uint64_t>> start_of(const MadeOf& made, const OpSite& s) {
    const std::optional<Start> from = start(s.op, s.operands.size());
    if (!from) return std::nullopt;
    const bool of_windows = s.op.get_if<ReduceWindow>() || s.op.get_if<SelectAndScatter>();
    std::vector<uint64_t> numbers{of_windows, from->monoid ? static_cast<uint64_t>(*from->monoid) : made.of_bodies(s)};
    for (ValueId x : s.operand_values) numbers.push_back(made.of(x));
    return numbers;
  }
  /// Whether folding the initial values with themselves gives others.
  static bool changes_if_repeated(const Op& op, const std::vector<Tensor<Native>>& operands) {
    const std::optional<Start> from = start(op, operands.size());
    const OpWatch::Use unwatched(nullptr);
    std::vector<Tensor<Native>> once, twice;
    for (size_t i : from->initial) once.push_back(operands.at(i));
    if (from->monoid) {
      twice = {combine(*from->monoid, once[0], once[0])};
    } else {
      for (size_t i = 0; i < once.size(); ++i)
        if (const ElementType e = from->body->params.at(i); once[i].element() != e) once[i] = apply_op<Native>(Convert{e}, {once[i]})[0];
      std::vector<Tensor<Native>> both = once;
      both.insert(both.end(), once.begin(), once.end());
      twice = apply_body<Native>(*from->body, both);
    }
    for (size_t i = 0; i < once.size(); ++i)
      if (!equal(once[i], twice.at(i))) return true;
    return false;
  }
  /// What runs must meet at one op.
  struct Need {
    enum class Kind : uint8_t { Beside, Values, Places, Blocks } kind = Kind::Beside;
    std::string what;
    size_t left = 0, right = 0;  ///< Beside: the operands that are compared; Values: `left` is the operand
    bool with_zero = false;      ///< Beside: with 0 in place of the right one
    bool of_floats = false;      ///< Beside: only equal; numbers by their bits as doubles
    bool by_key = false;         ///< of each number on the side that no argument decides, for itself
    bool key_is_left = false;
    IntegerRange range = {};     ///< Beside: of left minus right; Values: of the operand
    IntegerRange left_range = {}, right_range = {};
    std::map<Wide, unsigned> met = {};    ///< Beside: of each number which of -1, 0, 1 the difference was
    std::vector<char> values = {};        ///< Values, Places: which were met
    int64_t unmet = 0;
    std::vector<IndexPlaces> places = {};
    std::vector<int64_t> first = {}, extent = {};  ///< Places: which of each component may be reached
    int64_t dim = 0, extent_of_dim = 0;  ///< Blocks: along which elements are put in order
    std::set<int64_t> blocks = {};       ///< of so many elements along it
    std::set<std::pair<int64_t, int64_t>> blocks_met = {};  ///< of which extent, and which of them, gave the first of a result alone
    bool ran = false;

    static constexpr const char* sides[3] = {"one below", "equal to", "one above"};

    std::string key_text(Wide key) const {
      char number[40];
      std::snprintf(number, sizeof number, "%.17g", of_floats ? std::bit_cast<double>(static_cast<uint64_t>(key)) : static_cast<double>(key));
      return number;
    }
    /// Whether the difference may be -1, 0, 1 at this number.
    bool reaches(Wide key, int side) const {
      const Wide d = side - 1;
      if (of_floats) return d == 0;  // its value on either side coverage asks for (coverage.h)
      if (!by_key) return range.low <= d && d <= range.high;
      const IntegerRange& r = key_is_left ? right_range : left_range;
      const Wide other = key_is_left ? key - d : key + d;
      return r.low <= other && other <= r.high;
    }
    int64_t blocks_unmet() const {
      int64_t all = 0;
      for (int64_t b : blocks)
        if (b > 1 && b < extent_of_dim) all += extent_of_dim / b;
      return all - static_cast<int64_t>(blocks_met.size());
    }
    int64_t open() const {
      if (kind == Kind::Blocks) return ran ? blocks_unmet() : 1;
      if (kind != Kind::Beside) return unmet;
      int64_t n = ran ? 0 : 1;
      for (const auto& [key, sides_met] : met)
        for (int side = 0; side < 3; ++side) n += !(sides_met >> side & 1) && reaches(key, side);
      return n;
    }
    std::string missing() const {
      if (!ran) return what + " never ran";
      if (kind == Kind::Blocks)
        return blocks_unmet() == 0 ? "" : what + " did not take its first elements from each part of " + std::to_string(*blocks.begin()) + " alone, as one device of the other program has it";
      if (kind != Kind::Beside) {
        if (unmet == 0) return "";
        return what + " met " + std::to_string(static_cast<int64_t>(values.size()) - unmet) + " of " + counted(static_cast<int64_t>(values.size()), kind == Kind::Values ? "value" : "place");
      }
      for (const auto& [key, sides_met] : met)
        for (int side = 0; side < 3; ++side)
          if (!(sides_met >> side & 1) && reaches(key, side))
            return what + " met no number " + sides[side] + " " + (by_key ? key_text(key) : "the other");
      if (met.empty()) return what + " met no number beside the other";
      return "";
    }
  };

  /// Finds what each op of one program asks for.
  class Finder : public ValueFlow {
   public:
    Finder(OwnOps& to, MadeOf& made, const std::set<uint64_t>& others, std::string whose, bool is_core)
        : to_(to), made_(made), others_(others), whose_(std::move(whose)), is_core_(is_core) {}

    void argument(ValueId x, size_t) override { facts_[x] = {}; }
    void op(const OpSite& s) override {
      ranges_.follow(s);
      if (s.results.size() == 1) elements_[s.results[0]] = s.result_type.element;
      const bool used = s.depends && made_.is_used(s);
      const bool own = used && std::any_of(s.results.begin(), s.results.end(), [&](ValueId x) { return is_own(x); });
      Fact f = fact(s);
      if (own) need(s, f);
      // what data put somewhere, a program may change there alone
      else if (used && (s.op.get_if<Scatter>() || s.op.get_if<DynamicUpdateSlice>())) need_places(s, to_.needs_[&s.op] = {});
      if (own) need_blocks(s);
      for (ValueId x : s.results) facts_[x] = f;  // also where both have it: what the other does with it is another matter
    }
    void moved(ValueId result, std::span<const ValueId> operands, bool loses) override {
      Fact f;
      for (ValueId x : operands) f = both(f, facts_[x]);
      if (operands.size() == 1) ranges_.carry(result, operands[0], 1, elements_[result] = element(operands[0]), loses);
      facts_[result] = f;
    }
    void reduced(ValueId result, ValueId operand, std::optional<ScalarFn> by, int64_t of) override {
      Fact f = facts_[operand];
      elements_[result] = element(operand);
      const bool keeps_range = by == ScalarFn::Add || by == ScalarFn::Max || by == ScalarFn::Min;
      const bool bounded = keeps_range && ranges_.carry(result, operand, by == ScalarFn::Add ? of : 1, element(operand));
      if (by == ScalarFn::Add || by == ScalarFn::Multiply || by == ScalarFn::Xor || !by) {
        f.may_wrap = !bounded;
        f.one = f.one && bounded;
      }
      facts_[result] = f;
    }
    void device(ValueId result) override { facts_[result] = {}; }
    void unknown(ValueId result) override { facts_[result] = {true, false}; }
    void chosen(std::span<const ValueId> results, ValueId, const std::vector<BranchSite>& branches, const Location& where) override {
      for (size_t k = 0; k < branches.size(); ++k)
        to_.branches_[branches[k].block] = whose_ + " branch " + std::to_string(k) + " at " + to_string(where);
      for (size_t i = 0; i < results.size(); ++i) {
        Fact f;
        for (const BranchSite& b : branches) f = both(f, facts_[b.results[i]]);
        facts_[results[i]] = f;
      }
    }
    void enters(std::span<const ValueId> carried, std::span<const ValueId> from) override {
      for (size_t i = 0; i < carried.size(); ++i) facts_[carried[i]] = facts_[from[i]];
    }
    void repeats(std::span<const ValueId> carried, std::span<const ValueId> from) override {
      for (size_t i = 0; i < carried.size(); ++i) facts_[carried[i]] = {facts_[from[i]].may_wrap, true};
    }
    void leaves(std::span<const ValueId> results, std::span<const ValueId> carried, ValueId) override {
      for (size_t i = 0; i < results.size(); ++i) facts_[results[i]] = facts_[carried[i]];
    }
    void returned(std::span<const ValueId>) override {}
    /// An op of a function of which no flow is known.
    void apart(const OpSite& s) {
      ranges_.follow(s);
      Fact f{true, false};
      if (!s.depends) return;
      need(s, f);
      need_blocks(s);
    }

   private:
    /// What is known of a value's integers besides.
    struct Fact {
      bool may_wrap = false;  ///< sums or products of them may have left their type's range
      bool one = true;        ///< each is a number that the arguments give, moved by a constant: no code of several numbers
    };
    static Fact both(const Fact& a, const Fact& b) { return {a.may_wrap || b.may_wrap, a.one && b.one}; }
    /// Of a value; of one of which it is not known the narrowest.
    ElementType element(ValueId x) const {
      const auto found = elements_.find(x);
      return found == elements_.end() ? ElementType::I2 : found->second;
    }
    /// Of an operand; values of a function that a region calls have no flow, so that nothing good is known of them.
    Fact of_operand(const OpSite& s, size_t i) const {
      if (s.function != 0) return {true, false};
      const auto found = facts_.find(s.operand_values[i]);
      return found == facts_.end() ? Fact{} : found->second;
    }
    bool is_own(ValueId x) const { return !others_.contains(made_.of(x)); }
    bool is_bounded(const OpSite& s) const { return ranges_.knows(s.function, s.results[0]); }

    Fact fact(const OpSite& s) {
      Fact f;
      int64_t data = 0;
      for (size_t i = 0; i < s.operands.size(); ++i) {
        if (!s.operand_depends[i]) continue;
        ++data;
        f = both(f, of_operand(s, i));
      }
      const Op& op = s.op;
      const auto* r = op.get_if<Reduce>();
      const bool adds = op.get_if<Add>() || op.get_if<Subtract>();
      const bool multiplies = op.get_if<Multiply>() || op.get_if<DotGeneral>() || op.get_if<Convolution>() || op.get_if<Power>();
      const bool folds = (r && (r->reducer == Monoid::Add || r->reducer == Monoid::Mul)) || op.get_if<ReduceWindow>() || op.get_if<Map>() ||
                         op.get_if<Scatter>() || op.get_if<SelectAndScatter>() || op.get_if<VariadicReduce>();
      // a table that no argument decides may have one number for several indices
      if (op.get_if<Gather>() || op.get_if<DynamicSlice>())
        return {of_operand(s, 0).may_wrap, s.operand_depends[0] && of_operand(s, 0).one};
      if (adds || multiplies || folds || op.get_if<Negate>()) {
        const bool bounded = is_bounded(s);
        const bool chooses = op.get_if<VariadicReduce>() && !calculates(op);
        f.may_wrap = !bounded && (!chooses || f.may_wrap);
        if (adds) f.one = f.one && data == 1;
        else if (op.get_if<Multiply>()) f.one = f.one && data == 1 && bounded;
        else if (multiplies || folds) f.one = chooses && f.one;
      }
      return f;
    }
    /// Whether a body makes other numbers than its arguments.
    static bool calculates(const Op& op) {
      for (const ScalarBody* b : op.bodies())
        for (const Node& n : b->nodes)
          if (const auto* a = std::get_if<ApplyNode>(&n.expr); a && !is_bool(n.element) && a->fn != ScalarFn::Select && a->fn != ScalarFn::Max && a->fn != ScalarFn::Min)
            return true;
      return false;
    }
    std::string text(const OpSite& s) const { return whose_ + " " + std::string(s.op.name()) + " at " + to_string(s.location); }
    void beyond(const OpSite& s, const std::string& why) {
      if (to_.beyond_.empty()) to_.beyond_ = text(s) + " " + why;
    }
    static constexpr const char* of_any = "is of integers that no runs cover, and the other program computes nothing like it";
    static bool is_discrete_op(ScalarFn f) {
      using enum ScalarFn;
      switch (f) {
        case Divide: case Remainder: case ShiftLeft: case ShiftRightArithmetic: case ShiftRightLogical: case And: case Or: case Xor:
        case Not: case Popcnt: case CountLeadingZeros: case MultiplyHigh: case Power: case Convert: case Bitcast: return true;
        default: return false;
      }
    }

    void need(const OpSite& s, Fact& f) {
      for (const TensorType& t : s.operands)
        if (t.elements() == 0) return;
      const Op& op = s.op;
      to_.to_run_[&op] = text(s);
      std::vector<Need>& needs = to_.needs_[&op];
      needs.clear();
      if (s.operands.empty()) return;
      const auto of = [&](size_t i) { return s.operands.at(i).element; };
      const auto one = [&](size_t i) { return !s.operand_depends[i] || of_operand(s, i).one; };
      const auto beside = [&](size_t a, size_t b, bool with_zero = false) {
        if (!one(a) || (!with_zero && !one(b))) return beyond(s, "compares a code of several integers, which the other program computes nowhere");
        Need n{Need::Kind::Beside, text(s), a, b, with_zero};
        n.left_range = ranges_.of_operand(s, a);
        n.right_range = with_zero ? IntegerRange{0, 0} : ranges_.of_operand(s, b);
        n.range = {n.left_range.low - n.right_range.high, n.left_range.high - n.right_range.low};
        if (n.range.low > 1 || n.range.high < -1) return;
        n.by_key = with_zero || !s.operand_depends[a] || !s.operand_depends[b];
        n.key_is_left = n.by_key && !with_zero && !s.operand_depends[a];
        if (n.by_key && !with_zero && !s.operand_depends[a] && !s.operand_depends[b]) return;
        needs.push_back(std::move(n));
      };
      const auto by_values = [&] {
        size_t data = 0;
        int64_t count = 0;
        for (size_t i = 0; i < s.operands.size(); ++i)
          if (s.operand_depends[i]) data = i, ++count;
        const IntegerRange r = ranges_.of_operand(s, data);
        if (count != 1 || !one(data) || r.high - r.low >= most_values) return beyond(s, of_any);
        Need n{Need::Kind::Values, text(s), data};
        n.range = r;
        n.unmet = static_cast<int64_t>(r.high - r.low + 1);
        n.values.assign(static_cast<size_t>(n.unmet), 0);
        f.one = true;
        needs.push_back(std::move(n));
      };

      if (op.get_if<Compare>() || op.get_if<Maximum>() || op.get_if<Minimum>()) {
        if (is_integer(of(0)) && !(op.get_if<Compare>() && ranges_.decided(s))) beside(0, 1);
        if (op.get_if<Compare>() && is_float(of(0)) && s.operand_values[0] != s.operand_values[1]) {
          Need n{Need::Kind::Beside, text(s), 0, 1};
          n.of_floats = true;
          n.by_key = !s.operand_depends[0] || !s.operand_depends[1];
          n.key_is_left = !s.operand_depends[0];
          needs.push_back(std::move(n));
        }
      } else if (op.get_if<Clamp>() && is_integer(of(1))) {
        beside(1, 0);
        beside(1, 2);
      } else if ((op.get_if<Sign>() || op.get_if<Abs>()) && is_integer(of(0))) {
        beside(0, 0, true);
      } else if (const auto* c = op.get_if<Convert>()) {
        need_of_convert(s, c->element, beside, by_values);
      } else if (is_integer(of(0)) && (op.get_if<Divide>() || op.get_if<Remainder>() || op.get_if<ShiftLeft>() || op.get_if<ShiftRightLogical>() ||
                                       op.get_if<ShiftRightArithmetic>() || op.get_if<And>() || op.get_if<Or>() || op.get_if<Xor>() ||
                                       op.get_if<Not>() || op.get_if<Popcnt>() || op.get_if<CountLeadingZeros>() || op.get_if<Mulhi>() ||
                                       op.get_if<Power>())) {
        by_values();
      } else if (op.get_if<BitcastConvert>()) {
        beyond(s, of_any);
      }
      for (const ScalarBody* b : op.bodies()) need_of_body(s, *b);
      need_places(s, needs);
      const bool of_floats = std::any_of(s.operands.begin(), s.operands.end(), [](const TensorType& t) { return is_float(t.element); });
      const auto* r = op.get_if<Reduce>();
      if (of_floats && (op.get_if<Compare>() || op.get_if<IsFinite>() || op.get_if<IsInf>() || op.get_if<IsPosInf>() || op.get_if<IsNegInf>() ||
                        op.get_if<Maximum>() || op.get_if<Minimum>() || op.get_if<Clamp>() || op.get_if<Sign>() ||
                        (op.get_if<Convert>() && !is_float(s.result_type.element)) ||
                        (!to_.by_reals_ && (op.get_if<Sort>() || op.get_if<TopK>() || (r && r->reducer != Monoid::Add && r->reducer != Monoid::Mul) ||
                                            (!op.get_if<Scatter>() && !op.bodies().empty() && !r)))))
        to_.of_floats_[&op] = text(s);
    }
    void need_of_body(const OpSite& s, const ScalarBody& b) {
      // bits of many numbers combined are each combined of their own
      const std::optional<ScalarFn> fn = single_fn(b);
      const bool of_bits = fn == ScalarFn::And || fn == ScalarFn::Or || fn == ScalarFn::Xor;
      for (const Node& n : b.nodes) {
        const auto* a = std::get_if<ApplyNode>(&n.expr);
        if (!of_bits && a && is_discrete_op(a->fn) && is_integer(b.nodes.at(static_cast<size_t>(a->args[0])).element))
          beyond(s, "applies to integers what no runs cover, and the other program nowhere does");
        if (!monoid_of(b) && std::holds_alternative<LiteralNode>(n.expr) && is_integer(n.element))
          beyond(s, "holds integers against a number in its body, which no runs cover, and the other program nowhere does");
      }
    }
    template <class Beside, class Values>
    void need_of_convert(const OpSite& s, ElementType to, Beside&& beside, Values&& by_values) {
      const ElementType from = s.operands[0].element;
      if (is_float(from) && is_integer(to)) return beyond(s, "makes integers of floats, which the other program does not");
      if (!is_integer(from)) return;
      if (is_bool(to)) return beside(0, 0, true);
      if (is_integer(to) && bit_width(from) == bit_width(to)) return;
      if (of_operand(s, 0).may_wrap) return beyond(s, "is of sums or products that may have left their type's range, and the other program computes nothing like it");
      // what the type holds exactly, of a complex one nothing
      const Wide most = static_cast<Wide>(1) << float_format(to).precision;
      const IntegerRange held = is_integer(to) ? Ranges::of_type(to) : is_float(to) ? IntegerRange{-most, most} : IntegerRange{1, 0};
      const IntegerRange r = ranges_.of_operand(s, 0);
      if (r.low < held.low || r.high > held.high) by_values();
    }
    /// Of an op that puts elements in order. Blocks are those that the other program's have.
    void need_blocks(const OpSite& s) {
      const auto* sort = s.op.get_if<Sort>();
      if (!sort && !s.op.get_if<TopK>()) return;
      const int64_t dim = sort ? sort->along(s.operands[0].rank()) : s.operands[0].rank() - 1;
      if (s.operands[0].elements() == 0 || is_complex(s.operands[0].element)) return;
      const int64_t n = s.operands[0].shape.at(static_cast<size_t>(dim));
      to_.ordered_[is_core_].insert(n);
      if (!is_core_) return;
      Need need{Need::Kind::Blocks, text(s)};
      need.dim = dim;
      to_.needs_[&s.op].push_back(std::move(need));
    }
    void need_places(const OpSite& s, std::vector<Need>& needs) {
      Need n{Need::Kind::Places, text(s)};
      Wide tuples = 1;
      for (const IndexPlaces& p : index_places(s.op, s.operands)) {
        if (!s.operand_depends.at(p.operand) || p.last <= 0) continue;
        const IntegerRange r = ranges_.of_operand(s, p.operand, p.vector_dim, p.component);
        const Wide low = std::max<Wide>(r.low, 0), high = std::min<Wide>(r.high, p.last);
        if (low > high) continue;
        n.places.push_back(p);
        n.first.push_back(static_cast<int64_t>(low));
        n.extent.push_back(static_cast<int64_t>(high - low + 1));
        tuples *= high - low + 1;
        if (tuples > most_places) return beyond(s, "indexes more places than runs can meet, and the other program has no such index");
      }
      if (n.places.empty()) return;
      n.unmet = static_cast<int64_t>(tuples);
      n.values.assign(static_cast<size_t>(tuples), 0);
      needs.push_back(std::move(n));
    }

    static constexpr Wide most_values = 1 << 16, most_places = 1 << 22;
    OwnOps& to_;
    MadeOf& made_;
    const std::set<uint64_t>& others_;
    std::string whose_;
    bool is_core_;
    Ranges ranges_;
    std::map<ValueId, Fact> facts_;
    std::map<ValueId, ElementType> elements_;
  };

  template <class D>
  void see_in(const Op& op, const std::vector<Tensor<D>>& operands, const std::vector<Tensor<D>>& results) {
    if (!to_run_.empty()) to_run_.erase(&op);
    const auto found = needs_.find(&op);
    if (found == needs_.end()) return;
    for (Need& n : found->second) {
      n.ran = true;
      if (n.of_floats) see_floats(n, operands);
      else if (n.kind == Need::Kind::Beside) see_beside(n, operands);
      else if (n.kind == Need::Kind::Blocks) see_blocks(n, operands[0], results[0]);
      else if (n.unmet > 0) see_values(n, operands);
    }
  }
  template <class D>
  static void see_beside(Need& n, const std::vector<Tensor<D>>& operands) {
    const std::vector<Wide> a = integers(operands.at(n.left)), b = n.with_zero ? std::vector<Wide>{0} : integers(operands.at(n.right));
    const size_t size = std::max(a.size(), b.size());
    if (a.empty() || b.empty()) return;
    for (size_t k = 0; k < size; ++k) {
      const Wide x = a[a.size() == 1 ? 0 : k], y = b[b.size() == 1 ? 0 : k], d = x - y;
      unsigned& met = n.met[!n.by_key ? 0 : n.key_is_left ? x : y];
      if (d >= -1 && d <= 1) met |= 1u << static_cast<int>(d + 1);
    }
  }
  static void see_floats(Need&, const std::vector<Tensor<Field>>&) {}  // which has no floats
  static void see_floats(Need& n, const std::vector<Tensor<Native>>& operands) {
    const std::vector<double> a = as_doubles(operands.at(n.left)).values<double>(), b = as_doubles(operands.at(n.right)).values<double>();
    for (size_t k = 0; k < a.size(); ++k) {
      if (std::isnan(a[k]) || std::isnan(b[k])) continue;
      const double key = !n.by_key ? 0 : (n.key_is_left ? a[k] : b[k]) + 0.0;
      unsigned& met = n.met[std::bit_cast<uint64_t>(key)];
      met |= a[k] < b[k] ? 1 : a[k] > b[k] ? 4 : 2;
    }
  }
  /// Which parts gave all of the first elements of a row of the result.
  template <class D>
  static void see_blocks(Need& n, const Tensor<D>& x, const Tensor<D>& y) {
    const auto d = static_cast<size_t>(n.dim);
    n.extent_of_dim = x.shape()[d];
    if (n.blocks_unmet() == 0) return;
    with_scalar<D>(x.element(), [&]<class T>() {
      const std::vector<T> all = x.template values<T>(), first = y.template values<T>();
      const int64_t stride = row_major_strides(x.shape())[d], extent = x.shape()[d], of_result = y.shape()[d];
      for (int64_t row = 0; row < x.elements() / extent; ++row) {
        const int64_t outer = row / stride, inner = row % stride;
        const auto at = [&](const std::vector<T>& v, int64_t length, int64_t k) { return v[static_cast<size_t>((outer * length + k) * stride + inner)]; };
        for (int64_t b : n.blocks) {
          if (b <= 1 || b >= extent) continue;
          // the part from which each of the first elements is, and no other has it
          std::optional<int64_t> part;
          bool alone = true;
          for (int64_t k = 0; k < std::min(b, of_result) && alone; ++k)
            for (int64_t i = 0; i < extent && alone; ++i) {
              if (!D::template same<T>(at(all, extent, i), at(first, of_result, k))) continue;
              if (!part) part = i / b;
              alone = *part == i / b;
            }
          if (alone && part && (*part + 1) * b <= extent) n.blocks_met.insert({b, *part});
        }
      }
    });
  }
  template <class D>
  static void see_values(Need& n, const std::vector<Tensor<D>>& operands) {
    const auto meet = [&](size_t at) {
      if (!n.values[at]) n.values[at] = 1, --n.unmet;
    };
    if (n.kind == Need::Kind::Values) {
      for (Wide x : integers(operands.at(n.left)))
        if (x >= n.range.low && x <= n.range.high) meet(static_cast<size_t>(x - n.range.low));
      return;
    }
    std::vector<std::vector<Wide>> components;
    for (const IndexPlaces& p : n.places) {
      const Tensor<D>& t = operands.at(p.operand);
      components.push_back(indices_among(p, t.shape(), integers(t)));
    }
    for (size_t k = 0; k < components[0].size(); ++k) {
      size_t at = 0;
      bool inside = true;
      for (size_t c = 0; c < components.size() && inside; ++c) {
        const Wide x = components[c].at(components[c].size() == 1 ? 0 : k) - n.first[c];
        inside = x >= 0 && x < n.extent[c];
        at = at * static_cast<size_t>(n.extent[c]) + static_cast<size_t>(inside ? x : 0);
      }
      if (inside) meet(at);
    }
  }

  /// Whether an operand of one element is the initial value of a reduction, which may be infinite.
  static bool has_initial(const Op& op, size_t elements) { return elements == 1 && (op.get_if<Reduce>() || !op.bodies().empty()); }
  /// Whether a number, or an answer, comes of an infinity or NaN.
  static bool hides(const Op& op, const std::vector<Tensor<Native>>& operands, const std::vector<Tensor<Native>>& results) {
    const auto finite = [](double v) { return std::isfinite(v); };
    std::vector<std::vector<double>> x;
    for (size_t i = 0; i < operands.size(); ++i)
      if (is_float(operands[i].element())) x.push_back(as_doubles(operands[i]).values<double>());
    for (const Tensor<Native>& result : results) {
      const auto n = static_cast<size_t>(result.elements());
      const std::vector<double> y = is_float(result.element()) ? as_doubles(result).values<double>() : std::vector<double>(n);
      const bool any = std::any_of(y.begin(), y.end(), finite);
      for (const std::vector<double>& v : x) {
        // where elements have no place in common, of any of them
        if (v.size() != n && v.size() != 1 && any && !std::all_of(v.begin(), v.end(), finite) && !has_initial(op, v.size())) return true;
        for (size_t k = 0; k < n && (v.size() == n || v.size() == 1) && !has_initial(op, v.size()); ++k)
          if (finite(y[k]) && !finite(v[v.size() == 1 ? 0 : k])) return true;
      }
    }
    return false;
  }

  bool by_reals_ = false;
  std::string beyond_, hidden_;
  std::map<const Op*, std::string> starts_;  ///< ops of the subject that start a fold from values from which the Core program starts none of the kind, and how they are called
  std::string repeats_, left_open_;
  std::map<const Op*, std::string> fixed_;  ///< ops of the subject that no argument decides, and the Core program does not have
  std::map<const Op*, std::string> of_floats_;
  std::array<std::set<int64_t>, 2> ordered_;
  std::map<const Op*, std::vector<Need>> needs_;
  std::map<const Op*, std::string> to_run_;
  std::map<const void*, std::string> branches_;
};

#if PARTIR_PROOFS_BODIES  // each compiles the same code for another domain
PARTIR_INLINE void OwnOps::see(const Op& op, const std::vector<Tensor<Native>>& operands, const std::vector<Tensor<Native>>& results) {
  see_in(op, operands, results);
  if (const auto found = starts_.find(&op); repeats_.empty() && found != starts_.end() && changes_if_repeated(op, operands)) repeats_ = found->second;
  if (const auto found = fixed_.find(&op); left_open_.empty() && found != fixed_.end()) {
    const OpWatch::Use unwatched(nullptr);
    if (const std::string why = LeftOpen::why(op, operands, results[0]); !why.empty()) left_open_ = found->second + " " + why;
  }
  if (const auto found = of_floats_.find(&op); found != of_floats_.end() && hides(op, operands, results)) hidden_ = found->second;
}
PARTIR_INLINE void OwnOps::see(const Op& op, const std::vector<Tensor<Field>>& operands, const std::vector<Tensor<Field>>& results) {
  see_in(op, operands, results);
}
#endif

}  // namespace partir
