// Numbers that a program has in two roundings, and decides something by: where it asks one of them whether it is below a threshold, and
// calculates with the other, or asks that, too, the answers need not fit together. s == max(s) of another order of the same sums holds nowhere.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "interp/collectives.h"
#include "interp/field.h"
#include "interp/native.h"
#include "proofs/error_bound.h"
#include "proofs/locate.h"
#include "proofs/made_of.h"
#include "proofs/ranges.h"
#include "proofs/rounded_at_will.h"
#include "proofs/rounded_decisions.h"
#include "proofs/subject.h"
#include "proofs/sums.h"
#include "proofs/tables.h"
#include "proofs/value_flow.h"

namespace partir {

/// The floats that a program decides something by, and those that they are made of, element by element: a sum's rounding is its own, not that of its
/// terms. Not those that are made of truth values and short integers alone, which two values may be by chance.
class DecidingFloats : public ValueFlow {
 public:
  const std::set<ValueId>& all() const { return all_; }
  /// Those that ops are decided by themselves.
  const std::set<ValueId>& direct() const { return direct_; }
  /// Whether a value is nothing but the operand of conversions between floats: an op done in a wider type, whose result is then rounded. No decision
  /// sees it.
  bool is_converted_alone(ValueId x) const { return converted_.contains(x) && !used_.contains(x); }

  void argument(ValueId, size_t) override {}
  void op(const OpSite& s) override {
    std::vector<ValueId> floats;
    const bool converts = (s.op.get_if<Convert>() || s.op.get_if<ReducePrecision>()) && is_float(s.result_type.element);
    (converts ? converted_ : used_).insert(s.operand_values.begin(), s.operand_values.end());
    for (size_t i = 0; i < s.operands.size(); ++i)
      if (s.operand_depends[i] && is_float(s.operands[i].element)) floats.push_back(s.operand_values[i]);
    ranges_.follow(s);
    const bool of_wide_integers = s.depends && s.op.get_if<Convert>() && is_integer(s.operands[0].element) && !is_short(ranges_.of_operand(s, 0));
    if (!of_wide_integers && std::all_of(floats.begin(), floats.end(), [&](ValueId x) { return of_integers_.contains(x); })) of_integers_.insert(s.results.begin(), s.results.end());
    if (s.depends && is_decided_by(s))
      for (ValueId x : floats) note(x), direct_.insert(x);
    if (terms_added(s) == 0 || s.op.get_if<Add>() || s.op.get_if<Subtract>())
      for (ValueId x : s.results) from_[x] = floats;
  }
  void moved(ValueId result, std::span<const ValueId> operands, bool) override {
    from_[result] = {operands.begin(), operands.end()};
    use(operands);
    if (std::all_of(operands.begin(), operands.end(), [&](ValueId x) { return of_integers_.contains(x); })) of_integers_.insert(result);
  }
  void reduced(ValueId, ValueId operand, std::optional<ScalarFn>, int64_t) override { used_.insert(operand); }
  void device(ValueId) override {}
  void unknown(ValueId) override {}
  void chosen(std::span<const ValueId>, ValueId, const std::vector<BranchSite>& branches, const Location&) override {
    for (const BranchSite& b : branches) use(b.results);
  }
  void enters(std::span<const ValueId>, std::span<const ValueId> from) override { use(from); }
  void repeats(std::span<const ValueId>, std::span<const ValueId> from) override { use(from); }
  void leaves(std::span<const ValueId>, std::span<const ValueId> carried, ValueId) override { use(carried); }
  void returned(std::span<const ValueId> results) override { use(results); }

 private:
  /// Whether 16 bits and a sign hold all of these: of so few numbers two values are often equal by chance.
  static bool is_short(const IntegerRange& r) { return r.low >= -(1 << 16) && r.high <= 1 << 16; }
  void note(ValueId x) {
    if (of_integers_.contains(x) || !all_.insert(x).second) return;
    if (const auto from = from_.find(x); from != from_.end())
      for (ValueId y : from->second) note(y);
  }
  std::map<ValueId, std::vector<ValueId>> from_;
  void use(std::span<const ValueId> values) { used_.insert(values.begin(), values.end()); }
  std::set<ValueId> of_integers_, all_, direct_, converted_, used_;
  Ranges ranges_;
};

/// Where a program on a mesh has the same numbers as where it decides by them, as one run in a free reading shows, in which equal elements are
/// equal functions of the arguments but for roundings.
class RoundedTwice {
 public:
  /// Of a run that kept all values of both.
  RoundedTwice(const core::Program& core, const Subject& subject, const CoreTable<Field>& core_values, const FamilyTable<Field>& families, const MadeOf& of_subject) {
    const MeshBody body = subject.body();
    DecidingFloats deciding;
    subject.follow(deciding);
    std::unordered_set<uint64_t> asked;
    for (ValueId x : deciding.all())
      if (x < families.size() && families[x])
        for (const Tensor<Field>& t : families[x]->parts())
          for (const uint64_t k : keys(t))
            if (k != 0) asked.insert(k);
    if (asked.empty()) return;
    const auto is_asked = [&](const std::vector<uint64_t>& of) { return std::any_of(of.begin(), of.end(), [&](uint64_t k) { return asked.contains(k); }); };
    for (ValueId x = 0; x < families.size(); ++x) {
      const auto& type = body.values[x].type;
      if (!families[x] || !type || !is_float(type->element) || !of_subject.is_used(x) || deciding.is_converted_alone(x)) continue;
      std::vector<std::vector<uint64_t>> parts;
      bool any = false;
      for (const Tensor<Field>& t : families[x]->parts()) {
        parts.push_back(keys(t));
        any = any || is_asked(parts.back());
      }
      if (any) of_subject_.push_back({x, body.values[x].name, families[x]->depends_on(), std::move(parts)});
    }
    for (ValueId y = 0; y < core_values.size(); ++y) {
      if (!is_float(core.main.type(y).element) || core_values.at(y).size() != 1) continue;
      std::vector<uint64_t> of = keys(core_values.at(y)[0]);
      if (is_asked(of)) of_core_.push_back({y, "", {}, {std::move(of)}});
    }
    asked_ = std::move(asked);
  }

  /// Of which number the program has two roundings at these arguments, in its own types and with sums that are rounded by their order (RoundedAtWill), and the Core program one;
  /// empty if of none.
  std::string at(const core::Program& core, const Subject& subject, const std::vector<Tensor<Native>>& args, uint64_t seed) const {
    if (of_subject_.empty()) return "";
    RoundedAtWill at_will;
    const OpReading::Use use(&at_will);
    CoreTable<Native> core_values(core);
    run<Native>(core, args, &core_values);
    Found in_core(asked_);
    for (const Places& p : of_core_)
      if (core_values.at(p.value).size() == 1) in_core.see(p, 0, core_values.at(p.value)[0]);
    FamilyTable<Native> families(subject.body().values.size());
    try {
      subject.run(distribute_arguments(subject.mesh(), subject.params(), args, seed), &families);
    } catch (const Stuck& e) {
      return std::string("where sums are rounded otherwise, there is no outcome: ") + e.what();
    }
    Found in_subject(asked_);
    for (const Places& p : of_subject_) {
      if (!families[p.value]) continue;
      const Family<Native>& f = *families[p.value];
      if (f.depends_on() == p.axes) {
        for (size_t i = 0; i < f.parts().size(); ++i) in_subject.see(p, i, f.parts()[i]);
        continue;
      }
      const Mesh& mesh = subject.mesh();
      for (int64_t id = 0; id < mesh.devices(); ++id) {
        const Device device = mesh.device(id);
        in_subject.see(p, static_cast<size_t>(mesh.index_in(p.axes, device)), f.at(device));
      }
    }
    for (const auto& [key, roundings] : in_subject.twice)
      if (!in_core.twice.contains(key)) return to_string(roundings);
    return "";
  }

 private:
  /// What stands at each element of each part of a value: 0 for what is no number that arguments decide.
  struct Places {
    ValueId value;
    std::string name;
    AxisList axes;
    std::vector<std::vector<uint64_t>> keys;
  };
  /// A number that was seen in a value.
  struct Seen {
    double number;
    const std::string* name;
  };
  using TwoRoundings = std::pair<Seen, Seen>;
  static std::string to_string(const TwoRoundings& r) {
    const auto text = [](const Seen& s) {
      char number[32];
      std::snprintf(number, sizeof number, "%.9g", s.number);
      return "%" + *s.name + " has " + number;
    };
    return text(r.first) + ", and " + text(r.second);
  }
  /// The numbers that were seen at the places that are asked for.
  struct Found {
    explicit Found(const std::unordered_set<uint64_t>& asked) : asked(asked) {}
    void see(const Places& p, size_t part, const Tensor<Native>& t) {
      const std::vector<double> v = as_doubles(t).template values<double>();
      const std::vector<uint64_t>& keys = p.keys.at(part);
      for (size_t i = 0; i < v.size() && i < keys.size(); ++i) {
        if (!asked.contains(keys[i])) continue;
        const Seen now{v[i], &p.name}, before = first.try_emplace(keys[i], now).first->second;
        const bool same = before.number == now.number || (std::isnan(before.number) && std::isnan(now.number));
        if (!same) twice.try_emplace(keys[i], before, now);
      }
    }
    const std::unordered_set<uint64_t>& asked;
    std::unordered_map<uint64_t, Seen> first;
    std::map<uint64_t, TwoRoundings> twice;
  };
  /// A number for each element, of its type; 0 for infinities, NaN and small integers, which several values may be by chance.
  static std::vector<uint64_t> keys(const Tensor<Field>& t) {
    std::vector<uint64_t> found;
    with_scalar<Field>(t.element(), [&]<class T>() {
      if constexpr (std::is_same_v<T, FieldElement>)
        for (const FieldElement& e : t.template values<T>()) {
          int64_t i;
          found.push_back(e.special() || Field::small_integer(e, i) ? 0 : mix64(e.v + static_cast<uint64_t>(t.element())));
        }
    });
    return found;
  }

  std::vector<Places> of_subject_, of_core_;
  std::unordered_set<uint64_t> asked_;
};

}  // namespace partir
