// Numbers that are made of nothing but roundings, as the error of a sum in bf16, (x + y in bf16) - (x + y in f32), is one. The field has 0 for them,
// and would find anything equal that is made of them.
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

#include "interp/core_interp.h"
#include "interp/field.h"
#include "proofs/bounded_tensor.h"
#include "proofs/made_of.h"
#include "proofs/mesh_body.h"
#include "proofs/rounded_decisions.h"
#include "proofs/subject.h"
#include "proofs/sums.h"
#include "proofs/tables.h"
#include "proofs/value_flow.h"

namespace partir {

/// Finds the floats of two programs that are one number in every run in the field that it is told of, and more than one in runs in the programs'
/// own types.
class RoundingsAlone {
 public:
  /// Borrows both.
  RoundingsAlone(const core::Program& core, const Subject& subject)
      : core_(core), subject_(subject), body_(subject.body()), of_core_(core.main.values.size()), of_subject_(body_.values.size()) {}

  /// Runs both at these arguments. What results of the two differ in, in their own types, bit for bit, is kept.
  template <class D>
  void run_at(const std::vector<Tensor<D>>& args, uint64_t seed) {
    CoreTable<D> core_values(core_);
    FamilyTable<D> families(body_.values.size());
    const std::vector<Tensor<D>> expected = run<D>(core_, args, &core_values);
    const std::vector<Family<D>> found = subject_.run(distribute_arguments(subject_.mesh(), subject_.params(), args, seed), &families);
    for (ValueId y = 0; y < of_core_.size(); ++y)
      for (const Tensor<D>& t : core_values.at(y)) of_core_[y].note(t);
    for (ValueId x = 0; x < of_subject_.size(); ++x)
      if (families[x])
        for (const Tensor<D>& t : families[x]->parts()) of_subject_[x].note(t);
    if constexpr (std::is_same_v<D, Native>)
      for (size_t i = 0; i < found.size(); ++i)
        if (represents(subject_.mesh(), subject_.results()[i], found[i], expected[i])) differ_.insert(i);
  }

  /// Such a number of which the two do not make the same: a text for people, empty if there is none. Each program's must be made by the same ops as
  /// one of the other's (`key`: see MadeOf), and results that are made of one of the Core program's must have been equal bit for bit.
  std::string found(uint64_t key) const {
    FromRoundings in_core(of_core_), in_subject(of_subject_);
    follow(core_, in_core);
    subject_.follow(in_subject);
    if (in_core.all().empty() && in_subject.all().empty()) return "";
    MadeOf made_in_core(key, 1), made_in_subject(key, 2);
    follow(core_, made_in_core);
    subject_.follow(made_in_subject);
    const std::string what = " is made of nothing but roundings";
    for (ValueId y : in_core.all())
      if (made_in_core.is_used(y) && !made_in_subject.all().contains(made_in_core.of(y)))
        return "%" + core_.main.values[y].name + what + ", and the " + subject_.noun() + " makes no such number";
    for (ValueId x : in_subject.all())
      if (made_in_subject.is_used(x) && !made_in_core.all().contains(made_in_subject.of(x)))
        return "%" + body_.values[x].name + " of the " + subject_.noun() + what + ", and the Core program makes no such number";
    for (size_t i : differ_)
      if (in_core.results().at(i))
        return "%" + core_.main.values[*in_core.all().begin()].name + what + ", and result " + std::to_string(i) + ", which is made of such a number, is not the same bit for bit";
    return "";
  }

 private:
  /// What runs showed of a value, where it was a finite number.
  class Seen {
   public:
    template <class D>
    void note(const Tensor<D>& t) {
      if (!is_float(real_part(t.element())) || t.elements() == 0) return;
      const size_t each = parts_of(t.element());
      if constexpr (std::is_same_v<D, Native>) {
        const std::vector<double> v = parts(t);
        for (size_t k = 0; k < v.size(); ++k)
          if (std::isfinite(v[k])) note(in_its_type_[k % each], v[k], varies_in_its_type_);
      } else if (each == 1) {
        for (const FieldElement& e : t.template values<FieldElement>()) note(e, 0);
      } else {
        for (const Complex<FieldElement>& e : t.template values<Complex<FieldElement>>()) note(e.re, 0), note(e.im, 1);
      }
    }
    /// Whether it was one number in the field.
    bool is_one() const { return in_field_[0] && !varies_in_field_; }
    bool varies_in_field() const { return varies_in_field_; }
    bool varies_in_its_type() const { return varies_in_its_type_; }

   private:
    void note(const FieldElement& e, size_t part) {
      if (!e.special()) note(in_field_[part], e.v, varies_in_field_);
    }
    template <class T>
    static void note(std::optional<T>& first, T now, bool& varies) {
      if (!first) first = now;
      varies = varies || now != *first;
    }
    std::optional<uint64_t> in_field_[2];  ///< of complex numbers both parts
    std::optional<double> in_its_type_[2];
    bool varies_in_field_ = false, varies_in_its_type_ = false;
  };
  /// The numbers of a program that are made of nothing but roundings: sums of numbers that vary in the field, though the sum does not, if these were
  /// rounded to several formats (else it is another order of additions, as good as any), and what is made of such sums and does not vary there, either;
  /// and which results are made of any of them.
  class FromRoundings : public ValueFlow {
   public:
    explicit FromRoundings(const std::vector<Seen>& seen) : seen_(seen) {}
    const std::set<ValueId>& all() const { return all_; }
    const std::vector<char>& results() const { return results_; }
    void argument(ValueId, size_t) override {}
    void op(const OpSite& s) override {
      for (size_t k = 0; k < s.results.size(); ++k) {
        const ValueId x = s.results[k];
        for (ValueId o : s.operand_values) add_formats(x, o);
        if (s.depends && is_float(real_part(s.result_type.element)) && RoundedFlow::rounds(s)) formats_[x].insert(float_format(s.result_type.element));
        const bool cancels = s.depends && terms_added(s, k) > 0 && std::any_of(s.operand_values.begin(), s.operand_values.end(), [&](ValueId o) { return seen_.at(o).varies_in_field(); });
        if (cancels && formats_[x].size() > 1 && is_one(x)) all_.insert(x), reached_.insert(x);
        pass(x, s.operand_values);
      }
    }
    void moved(ValueId result, std::span<const ValueId> operands, bool) override { pass(result, operands); }
    void reduced(ValueId result, ValueId operand, std::optional<ScalarFn>, int64_t) override { pass(result, {&operand, 1}); }
    void device(ValueId) override {}
    void unknown(ValueId result) override { reached_.insert(result); }
    void chosen(std::span<const ValueId> results, ValueId by, const std::vector<BranchSite>& branches, const Location&) override {
      for (size_t i = 0; i < results.size(); ++i) {
        pass(results[i], {&by, 1});
        for (const BranchSite& b : branches) pass(results[i], b.results.subspan(i, 1));
      }
    }
    void enters(std::span<const ValueId> carried, std::span<const ValueId> from) override { each(carried, from); }
    void repeats(std::span<const ValueId> carried, std::span<const ValueId> from) override { each(carried, from); }
    void leaves(std::span<const ValueId> results, std::span<const ValueId> carried, ValueId condition) override {
      each(results, carried);
      for (ValueId x : results) pass(x, {&condition, 1});
    }
    void returned(std::span<const ValueId> results) override {
      for (ValueId x : results) results_.push_back(reached_.contains(x));
    }

   private:
    bool is_one(ValueId x) const { return seen_.at(x).is_one() && seen_.at(x).varies_in_its_type(); }
    void add_formats(ValueId to, ValueId from) {
      if (const auto at = formats_.find(from); at != formats_.end() && to != from) formats_[to].insert(at->second.begin(), at->second.end());
    }
    void pass(ValueId to, std::span<const ValueId> from) {
      for (ValueId x : from) add_formats(to, x);
      if (std::none_of(from.begin(), from.end(), [&](ValueId x) { return reached_.contains(x); })) return;
      reached_.insert(to);
      if (std::any_of(from.begin(), from.end(), [&](ValueId x) { return all_.contains(x); }) && is_one(to)) all_.insert(to);
    }
    void each(std::span<const ValueId> to, std::span<const ValueId> from) {
      for (size_t i = 0; i < to.size(); ++i) pass(to[i], from.subspan(i, 1));
    }
    const std::vector<Seen>& seen_;
    std::map<ValueId, std::set<FloatFormat>> formats_;  ///< to which ops rounded it and what it is made of
    std::set<ValueId> all_, reached_;
    std::vector<char> results_;
  };

  const core::Program& core_;
  const Subject& subject_;
  MeshBody body_;
  std::vector<Seen> of_core_, of_subject_;
  std::set<size_t> differ_;
};

}  // namespace partir
