// Numbers that a program has in two roundings. Where it asks one of them whether it is below a threshold, and calculates with the other, or asks that, too, the
// answers need not fit together: s == max(s) of another order of the same sums holds nowhere. Nor need they cancel where both are calculated with: exp(s - max(s)) is
// never above 1, and s * c - s * c is 0, however s was rounded.
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
    const bool rounds = converts && float_format(s.result_type.element).precision < float_precision(s.operands[0]);
    (rounds || s.op.get_if<ReducePrecision>() ? converted_ : used_).insert(s.operand_values.begin(), s.operand_values.end());
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

/// Which values of a program come together in what it calculates.
class Meetings : public ValueFlow {
 public:
  /// Whether something is calculated of both; of one value whether something is of several of its elements, or of what several devices have of it. Where a device has both
  /// (`on_one`), in any op; else of what comes from other devices.
  bool meet(ValueId x, ValueId y, bool on_one) {
    const std::set<ValueId>& of_x = made_of(x);
    if (x == y) return std::any_of(of_x.begin(), of_x.end(), [&](ValueId z) { return (on_one ? folds_ : from_others_).contains(z); });
    const std::set<ValueId>& of_y = made_of(y);
    const auto both = [&](const std::set<ValueId>& a, const std::set<ValueId>& b) { return std::any_of(a.begin(), a.end(), [&](ValueId z) { return calculated_.contains(z) && b.contains(z); }); };
    if (on_one) return both(of_x, of_y);
    const auto meets_from_others = [&](const std::set<ValueId>& a, const std::set<ValueId>& b) {
      return std::any_of(a.begin(), a.end(), [&](ValueId z) { return from_others_.contains(z) && both(made_of(z), b); });
    };
    return meets_from_others(of_x, of_y) || meets_from_others(of_y, of_x);
  }

  void argument(ValueId, size_t) override {}
  void op(const OpSite& s) override {
    for (size_t k = 0; k < s.results.size(); ++k) {
      uses(s.results[k], s.operand_values);
      if (!only_moves(s.op, s.operands)) calculated_.insert(s.results[k]);
      if (terms_added(s, k) > 1) folds_.insert(s.results[k]);
    }
  }
  void moved(ValueId result, std::span<const ValueId> operands, bool) override {
    uses(result, operands);
    from_others_.insert(result);
  }
  void reduced(ValueId result, ValueId operand, std::optional<ScalarFn>, int64_t) override {
    uses(result, {&operand, 1});
    calculated_.insert(result);
    from_others_.insert(result);
  }
  void device(ValueId) override {}
  void unknown(ValueId) override {}
  void chosen(std::span<const ValueId> results, ValueId by, const std::vector<BranchSite>& branches, const Location&) override {
    for (size_t i = 0; i < results.size(); ++i) {
      uses(results[i], {&by, 1});
      for (const BranchSite& b : branches) uses(results[i], b.results.subspan(i, 1));
    }
  }
  void enters(std::span<const ValueId> carried, std::span<const ValueId> from) override { each(carried, from); }
  void repeats(std::span<const ValueId> carried, std::span<const ValueId> from) override { each(carried, from); }
  void leaves(std::span<const ValueId> results, std::span<const ValueId> carried, ValueId) override { each(results, carried); }
  void returned(std::span<const ValueId>) override {}

 private:
  void uses(ValueId result, std::span<const ValueId> operands) {
    for (ValueId x : operands) made_of_[x].insert(result);
  }
  void each(std::span<const ValueId> to, std::span<const ValueId> from) {
    for (size_t i = 0; i < to.size(); ++i) uses(to[i], from.subspan(i, 1));
  }
  /// All that is made of a value, and the value.
  const std::set<ValueId>& made_of(ValueId x) {
    std::set<ValueId>& all = all_made_of_[x];
    if (!all.empty()) return all;
    std::vector<ValueId> left{x};
    while (!left.empty()) {
      const ValueId y = left.back();
      left.pop_back();
      if (!all.insert(y).second) continue;
      if (const auto at = made_of_.find(y); at != made_of_.end()) left.insert(left.end(), at->second.begin(), at->second.end());
    }
    return all;
  }
  std::map<ValueId, std::set<ValueId>> made_of_, all_made_of_;
  std::set<ValueId> calculated_, folds_, from_others_;
};

/// Where a program on a mesh has the same numbers as where it decides by them, or as the Core program's sums and roundings of them, as one run in a free reading shows, in which equal
/// elements are equal functions of the arguments but for roundings.
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
    decide_ = asked;
    // of sums that decide nothing only in programs of which few elements are to be told apart
    double elements = 0;
    for (const auto& f : families)
      for (int64_t i = 0; f && i < static_cast<int64_t>(f->parts().size()); ++i) elements += static_cast<double>(f->parts()[static_cast<size_t>(i)].elements());
    if (elements <= most_elements) {
      for_each_site(core, [&](const OpSite& s) {
        for (size_t k = 0; k < s.results.size(); ++k)
          if (s.depends && (terms_added(s, k) > 0 || s.op.get_if<Convert>() || s.op.get_if<ReducePrecision>()) && core_values.at(s.results[k]).size() == 1 &&
              is_float(core.main.type(s.results[k]).element))
            for (const uint64_t key : keys(core_values.at(s.results[k])[0]))
              if (key != 0) asked.insert(key);
      });
      subject.follow(meetings_);
    }
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

  /// Notes of which numbers the Core program has two roundings at these arguments, in its own types and with sums that are rounded by their order (RoundedAtWill).
  void note_core(const core::Program& core, const std::vector<Tensor<Native>>& args) {
    if (of_subject_.empty()) return;
    RoundedAtWill at_will;
    const OpReading::Use use(&at_will);
    CoreTable<Native> core_values(core);
    run<Native>(core, args, &core_values);
    Found in_core(asked_);
    for (const Places& p : of_core_)
      if (core_values.at(p.value).size() == 1) in_core.see(p, 0, core_values.at(p.value)[0]);
    for (const auto& [key, roundings] : in_core.twice) twice_in_core_.insert(key);
  }
  /// What the program does with a number of which it has two roundings there, and the Core program was seen to have one; empty if there is none.
  std::string at(const Subject& subject, const std::vector<Tensor<Native>>& args, uint64_t seed) const {
    if (of_subject_.empty()) return "";
    RoundedAtWill at_will;
    const OpReading::Use use(&at_will);
    FamilyTable<Native> families(subject.body().values.size());
    try {
      subject.run(distribute_arguments(subject.mesh(), subject.params(), args, seed), &families);
    } catch (const Stuck& e) {
      return std::string("where sums are rounded otherwise, there is no outcome: ") + e.what();
    }
    Found in_subject(asked_);
    const Mesh& mesh = subject.mesh();
    for (const Places& p : of_subject_) {
      if (!families[p.value]) continue;
      const Family<Native>& f = *families[p.value];
      if (f.depends_on() == p.axes) {
        for (size_t i = 0; i < f.parts().size(); ++i) in_subject.see(p, i, f.parts()[i]);
        continue;
      }
      for (int64_t id = 0; id < mesh.devices(); ++id) {
        const Device device = mesh.device(id);
        in_subject.see(p, static_cast<size_t>(mesh.index_in(p.axes, device)), f.at(device));
      }
    }
    std::erase_if(in_subject.twice, [&](const auto& at) { return twice_in_core_.contains(at.first); });
    for (const auto& [key, roundings] : in_subject.twice)
      if (decide_.contains(key)) return "decides by two roundings of one number, which need not fit together: " + to_string(roundings);
    // which of all that have these numbers, and on which devices
    struct There {
      Seen seen;
      std::set<int64_t> devices;
    };
    std::map<uint64_t, std::vector<There>> all;
    for (const Places& p : of_subject_)
      for (int64_t id = 0; id < mesh.devices() && families[p.value] && !in_subject.twice.empty(); ++id) {
        const Device device = mesh.device(id);
        const std::vector<double> v = as_doubles(families[p.value]->at(device)).template values<double>();
        const std::vector<uint64_t>& keys = p.keys.at(static_cast<size_t>(mesh.index_in(p.axes, device)));
        for (size_t i = 0; i < v.size() && i < keys.size(); ++i) {
          if (!in_subject.twice.contains(keys[i])) continue;
          std::vector<There>& there = all[keys[i]];
          const auto same = std::find_if(there.begin(), there.end(), [&](const There& t) { return t.seen.value == p.value && t.seen.number == v[i]; });
          if (same != there.end()) same->devices.insert(id);
          else there.push_back({{v[i], &p.name, p.value}, {id}});
        }
      }
    for (const auto& [key, there] : all)
      for (const There& x : there)
        for (const There& y : there) {
          if (x.seen.number == y.seen.number || x.seen.value > y.seen.value) continue;
          const bool on_one = std::any_of(x.devices.begin(), x.devices.end(), [&](int64_t d) { return y.devices.contains(d); });
          if (meetings_.meet(x.seen.value, y.seen.value, on_one)) return "calculates with two roundings of one number, which need not cancel: " + to_string({x.seen, y.seen});
        }
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
    ValueId value;
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
        const Seen now{v[i], &p.name, p.value}, before = first.try_emplace(keys[i], now).first->second;
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

  static constexpr double most_elements = 2e6;  ///< over all devices

  std::vector<Places> of_subject_, of_core_;
  std::unordered_set<uint64_t> asked_, decide_, twice_in_core_;  ///< all that are asked for, those that decide something, and those of which the Core program has two roundings
  mutable Meetings meetings_;
};

}  // namespace partir
