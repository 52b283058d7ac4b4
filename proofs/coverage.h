// What the runs of a comparison met: of each predicate both values, of each index that the arguments decide its first
// and last places, one between and those outside, of each reduction of i1 some that decide it. A branch that no run took
// is a branch that nothing was said of.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "interp/field.h"
#include "interp/index.h"
#include "interp/native.h"
#include "interp/op_watch.h"
#include "proofs/core_sites.h"
#include "proofs/index_places.h"
#include "proofs/ranges.h"
#include "proofs/subject.h"
#include "semantics/core.h"

namespace partir {

/// Watches runs of a program and of one subject after another.
class Coverage : public OpWatch {
 public:
  /// Borrows the program.
  explicit Coverage(const core::Program& core) {
    Ranges ranges;
    for_each_site(core, [&](const OpSite& s) { add(core_, s, "the Core program's", ranges); });
  }
  /// Forgets the last subject. Borrows this one.
  void watch(const Subject& subject) {
    subject_ = {};
    Ranges ranges;
    subject.for_each_site([&](const OpSite& s) { add(subject_, s, "the " + subject.noun() + "'s", ranges); });
  }

  void see(const Op& op, const std::vector<Tensor<Native>>& operands,
           const std::vector<Tensor<Native>>& results) override {
    see_in(op, operands, results);
  }
  void see(const Op& op, const std::vector<Tensor<Field>>& operands,
           const std::vector<Tensor<Field>>& results) override {
    see_in(op, operands, results);
  }

  /// What no run met, as a reason; empty if all was. `ties`: comparisons of floats must have met equal ones, too.
  std::string missing(bool ties) const {
    for (const Sites* sites : {&core_, &subject_}) {
      for (const auto& [op, p] : sites->predicates) {
        if (!p.ran) return p.what + " never ran";
        if (!(p.value[0] && p.value[1])) return p.what + " was " + (p.value[1] ? "true" : "false") + " in every run";
        if (ties && p.of_floats && !p.tie) return p.what + " met no two equal numbers";
      }
      for (const auto& [op, places] : sites->indices)
        for (const Indices& i : places)
          for (size_t k = 0; k < i.unmet.size(); ++k)
            if (i.unmet[k]) return i.what + " met no index " + text(k, i.places.last);
      for (const auto& [op, r] : sites->reductions)
        if (!r.met) return r.what + " met no value that decides it";
    }
    return "";
  }

 private:
  /// A comparison, is_finite, or what a select chooses by.
  struct Predicate {
    std::string what;
    size_t operand = 0;   ///< of select, its predicate; others have it as their result
    bool is_result = true;
    bool of_floats = false, ran = false, tie = false;
    bool value[2] = {false, false};
  };
  /// Of one component of the indices of an op, which classes no run has met yet.
  struct Indices {
    static constexpr size_t below = 0, first = 1, between = 2, last = 3, above = 4;
    std::string what;
    IndexPlaces places;
    std::array<bool, 5> unmet{};
  };
  /// A reduction by `and` or `or`.
  struct Reduction {
    std::string what;
    bool met = false;
  };
  /// Of one program.
  struct Sites {
    std::map<const Op*, Predicate> predicates;
    std::map<const Op*, std::vector<Indices>> indices;
    std::map<const Op*, Reduction> reductions;
  };
  static std::string text(size_t which, int64_t last) {
    switch (which) {
      case Indices::below: return "below 0";
      case Indices::first: return "0";
      case Indices::between: return "between 0 and " + std::to_string(last);
      case Indices::last: return std::to_string(last) + ", the last place";
      default: return "beyond " + std::to_string(last);
    }
  }
  static void add(Sites& to, const OpSite& s, const std::string& whose, Ranges& ranges) {
    ranges.follow(s);
    if (!s.depends) return;
    for (const TensorType& t : s.operands)
      if (t.elements() == 0) return;
    const std::string what = whose + " " + std::string(s.op.name()) + " at " + to_string(s.location);
    const bool compares = s.op.get_if<Compare>() != nullptr;
    if ((compares && !ranges.decided(s)) || s.op.get_if<IsFinite>())
      to.predicates[&s.op] = {what, 0, true, compares && is_float(s.operands.at(0).element)};
    if (s.op.get_if<Select>() && s.operand_depends.at(0) && !ranges.is_constant(s, 0))
      to.predicates[&s.op] = {"the predicate of " + what, 0, false};
    if (const auto* r = s.op.get_if<Reduce>(); r && is_bool(s.operands[0].element) && s.operand_depends.at(0) &&
                                                (r->reducer == Monoid::And || r->reducer == Monoid::Or))
      to.reductions[&s.op] = {what};
    for (const IndexPlaces& p : index_places(s.op, s.operands)) {
      // where the op may have no other place, what is moved there is there
      if (!s.operand_depends.at(p.operand) || (p.moved_inside && p.last == 0)) continue;
      const IntegerRange r = ranges.of_operand(s, p.operand, p.vector_dim, p.component);
      const auto reaches = [&](const __int128& low, const __int128& high) { return r.low <= high && low <= r.high; };
      constexpr __int128 far = static_cast<__int128>(1) << 100;
      Indices i{what, p, {}};
      i.unmet = {reaches(-far, -1), reaches(0, 0), reaches(1, p.last - 1) && p.last > 1, reaches(p.last, p.last) && p.last > 0,
                 reaches(p.last + 1, far)};
      to.indices[&s.op].push_back(i);
    }
  }
  template <class Map>
  static auto* find(Map& core, Map& subject, const Op& op) {
    auto found = core.find(&op);
    if (found == core.end())
      if (found = subject.find(&op); found == subject.end()) return static_cast<decltype(&found->second)>(nullptr);
    return &found->second;
  }
  template <class D>
  void see_in(const Op& op, const std::vector<Tensor<D>>& operands, const std::vector<Tensor<D>>& results) {
    if (auto* p = find(core_.predicates, subject_.predicates, op)) see_predicate(*p, operands, results);
    if (auto* places = find(core_.indices, subject_.indices, op))
      for (Indices& i : *places) see_indices(i, operands);
    if (auto* r = find(core_.reductions, subject_.reductions, op); r && !r->met)
      r->met = some_decide(*op.get_if<Reduce>(), operands);
  }
  template <class D>
  static void see_predicate(Predicate& p, const std::vector<Tensor<D>>& operands, const std::vector<Tensor<D>>& results) {
    p.ran = true;
    const bool done = p.value[0] && p.value[1] && (p.tie || !p.of_floats);
    const Tensor<D>& values = p.is_result ? results.at(0) : operands.at(p.operand);
    if (done || values.element() != ElementType::I1) return;
    const Tensor<D> r = values.contiguous();
    const Bool* v = r.template data<Bool>();
    for (int64_t i = 0, n = r.elements(); i < n; ++i) p.value[v[i].bit != 0] = true;
    if (p.of_floats && !p.tie)
      with_scalar<D>(operands[0].element(), [&]<class T>() {
        const std::vector<T> x = operands[0].template values<T>(), y = operands[1].template values<T>();
        for (size_t i = 0; i < x.size() && !p.tie; ++i) p.tie = D::template same<T>(x[i], y[i]);
      });
  }
  template <class D>
  static void see_indices(Indices& i, const std::vector<Tensor<D>>& operands) {
    if (std::none_of(i.unmet.begin(), i.unmet.end(), [](bool b) { return b; })) return;
    const Tensor<D>& t = operands.at(i.places.operand);
    const std::vector<int64_t> values = indices(t);
    int64_t stride = 1, extent = 1;  // along the dimension of index vectors
    if (i.places.vector_dim >= 0) {
      stride = row_major_strides(t.shape())[static_cast<size_t>(i.places.vector_dim)];
      extent = t.shape()[static_cast<size_t>(i.places.vector_dim)];
    }
    for (size_t k = 0; k < values.size(); ++k) {
      if (i.places.vector_dim >= 0 && static_cast<int64_t>(k) / stride % extent != i.places.component) continue;
      const int64_t v = values[k], last = i.places.last;
      i.unmet[v < 0 ? Indices::below : v > last ? Indices::above : v == 0 ? Indices::first
              : v == last ? Indices::last : Indices::between] = false;
    }
  }
  /// Whether some element of the result is decided by few: of all that it is reduced from, some but not all have the value
  /// that no others can change.
  template <class D>
  static bool some_decide(const Reduce& op, const std::vector<Tensor<D>>& operands) {
    const bool decisive = op.reducer == Monoid::Or;
    if ((operands.at(1).template values<Bool>().at(0).bit != 0) == decisive) return false;
    const Tensor<D>& x = operands.at(0);
    const std::vector<Bool> values = x.template values<Bool>();
    std::vector<int64_t> place(x.shape().size(), 0);  // in the result, of the dimensions that stay
    int64_t results = 1;
    for (size_t d = place.size(); d-- > 0;)
      if (!is_in(op.dims, static_cast<int64_t>(d))) {
        place[d] = results;
        results *= x.shape()[d];
      }
    std::vector<int64_t> count(static_cast<size_t>(results), 0), index(place.size(), 0);
    for (const Bool& v : values) {
      int64_t at = 0;
      for (size_t d = 0; d < index.size(); ++d) at += index[d] * place[d];
      count[static_cast<size_t>(at)] += (v.bit != 0) == decisive;
      next_index(index, x.shape());
    }
    const int64_t of = static_cast<int64_t>(values.size()) / std::max<int64_t>(results, 1);
    return std::any_of(count.begin(), count.end(), [&](int64_t n) { return n > 0 && (n < of || of == 1); });
  }

  Sites core_, subject_;
};

}  // namespace partir
