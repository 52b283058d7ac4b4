// What the runs of a comparison met: of each predicate both values, of each index that the arguments decide its first
// and last places, one between and those outside, of each reduction of the Core program's by max, min, and, or that its first
// and its last element decided it, of each value of the program under test that it varied. A branch that no run took is a branch
// that nothing was said of.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
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
#include "semantics/instances.h"

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
    const std::string whose = "the " + subject.noun() + "'s";
    subject.for_each_site([&](const OpSite& s) {
      add(subject_, s, whose, ranges);
      if (s.depends && s.results.size() == 1 && s.result_type.elements() > 0 && !ranges.is_constant(s.function, s.results[0]))
        subject_.inert[&s.op] = {whose + " " + std::string(s.op.name()) + " at " + to_string(s.location)};
    });
  }

  void see(const Op& op, const std::vector<Tensor<Native>>& operands, const std::vector<Tensor<Native>>& results) override;
  void see(const Op& op, const std::vector<Tensor<Field>>& operands, const std::vector<Tensor<Field>>& results) override;

  /// What no run met, as a reason; empty if all was. `ties`: comparisons of floats must have met equal ones, too;
  /// `choices`: max and min of floats must have been each of their arguments.
  std::string missing(bool ties, bool choices) const {
    std::string first;
    for_each_missing(ties, choices, [&](auto&& what) {
      if (first.empty()) first = what();
    });
    return first;
  }
  /// How many such there are.
  int64_t count_missing(bool ties, bool choices) const {
    int64_t n = 0;
    for_each_missing(ties, choices, [&](auto&&) { ++n; });
    return n;
  }

 private:
  /// Calls `f` with a function that says it, for each that no run met.
  template <class F>
  void for_each_missing(bool ties, bool choices, F&& f) const {
    for (const Sites* sites : {&core_, &subject_}) {
      for (const auto& [op, p] : sites->predicates) {
        if (!p.ran) f([&] { return p.what + " never ran"; });
        else if (!(p.value[0] && p.value[1])) f([&] { return p.what + " was " + (p.value[1] ? "true" : "false") + " in every run"; });
        else if (ties && p.of_floats && !p.tie) f([&] { return p.what + " met no two equal numbers"; });
      }
      for (const auto& [op, places] : sites->indices)
        for (const Indices& i : places)
          for (size_t k = 0; k < i.unmet.size(); ++k)
            if (i.unmet[k]) f([&] { return i.what + " met no index " + text(k, i.places.last); });
      for (const auto& [op, c] : sites->choices)
        for (int k = 0; k < 2; ++k)
          if (!c.met[k] && (choices || !c.of_floats)) f([&] { return c.what + " was its " + c.arguments[k] + " nowhere in any run"; });
      for (const auto& [op, r] : sites->reductions)
        for (size_t k = 0; k < r.unmet.size(); ++k)
          if (r.unmet[k] && (choices || !r.of_floats))
            f([&] { return r.what + " was decided by its " + std::string(k == 0 ? "first element" : k == 1 ? "last element" : "initial value") + " in no run"; });
      for (const auto& [op, i] : sites->inert)
        if (i.ran && !i.varies) f([&] { return i.what + " was the same in every run"; });
    }
  }

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
  /// A max, min or clamp of elements.
  struct Choice {
    std::string what;
    const char* arguments[2];
    bool of_floats = false;
    bool met[2] = {false, false};
  };
  /// A reduction by max, min, and, or: of the Core program's whether some element of the result was decided by the first of
  /// what it is reduced from alone, and by the last; of both programs' whether by the initial value. Of i1 others may have
  /// decided it, too: a NaN among the arguments is in every gradient.
  struct Reduction {
    std::string what;
    bool of_floats = false;
    std::array<bool, 3> unmet{};
  };
  /// A value of the program under test that depends on the arguments.
  struct Inert {
    std::string what;
    bool ran = false, varies = false;
    double first = 0;
  };
  /// Of one program.
  struct Sites {
    std::map<const Op*, Predicate> predicates;
    std::map<const Op*, std::vector<Indices>> indices;
    std::map<const Op*, Choice> choices;
    std::map<const Op*, Reduction> reductions;
    std::map<const Op*, Inert> inert;
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
  void add(Sites& to, const OpSite& s, const std::string& whose, Ranges& ranges) {
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
    const bool of_floats = is_float(s.operands.empty() ? s.result_type.element : s.operands[0].element);
    const bool most = s.op.get_if<Maximum>() || s.op.get_if<Minimum>(), clamps = s.op.get_if<Clamp>();
    if ((most || clamps) && !ranges.is_constant(s.function, s.results[0]) && (of_floats || is_integer(s.result_type.element))) {
      Choice c{what, {clamps ? "least" : "first argument", clamps ? "greatest" : "second argument"}, of_floats};
      if (!of_floats)
        for (int k = 0; k < 2; ++k) {
          // a range may say that it never is
          const IntegerRange a = ranges.of_operand(s, clamps ? 1 : k), b = ranges.of_operand(s, clamps ? 2 * k : 1 - k);
          const bool greater = clamps ? k == 1 : s.op.get_if<Maximum>() != nullptr;
          c.met[k] = greater ? a.high <= b.low : a.low >= b.high;
        }
      to.choices[&s.op] = c;
    }
    if (const auto* r = s.op.get_if<Reduce>(); r && s.operand_depends.at(0) && decides(r->reducer, s.operands[0].element)) {
      const int64_t n = s.operands[0].elements() / std::max<int64_t>(s.result_type.elements(), 1);
      // where a program combines shards, some elements may never decide
      const bool all = n > 0 && &to == &core_;
      Reduction reduction{what, of_floats, {all, all, of_floats}};
      if (!of_floats && ranges.is_constant(s, 0)) reduction.unmet = {};
      to.reductions[&s.op] = reduction;
    }
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
    if (auto* c = find(core_.choices, subject_.choices, op)) see_choice(*c, op, operands);
    if (auto* r = find(core_.reductions, subject_.reductions, op)) see_reduction(*r, *op.get_if<Reduce>(), operands);
    if (auto i = subject_.inert.find(&op); i != subject_.inert.end() && !i->second.varies) {
      // 0 times anything is 0 by a law
      const bool zero = op.get_if<Multiply>() && (is_zero(operands[0]) || is_zero(operands[1]));
      if (!zero) see_value(i->second, results.at(0));
    }
  }
  /// Whether one element may decide a reduction.
  static bool decides(Monoid m, ElementType e) {
    const bool of_order = m == Monoid::Max || m == Monoid::Min;
    return is_bool(e) ? of_order || m == Monoid::And || m == Monoid::Or : of_order && !is_complex(e);
  }
  template <class D>
  static bool is_zero(const Tensor<D>& t) {
    return with_scalar<D>(t.element(), [&]<class T>() {
      const std::vector<T> v = t.template values<T>();
      return std::all_of(v.begin(), v.end(), [](const T& x) { return D::template same<T>(x, D::template from_index<T>(0)); });
    });
  }
  template <class D>
  static void see_value(Inert& i, const Tensor<D>& value) {
    if (value.elements() == 0) return;
    with_scalar<D>(value.element(), [&]<class T>() {
      const Tensor<D> t = value.contiguous();
      const T* v = t.template data<T>();
      for (int64_t k = 0, n = t.elements(); k < n && !i.varies; ++k) {
        // as a number, as moduli change from run to run
        const double x = D::template to_double<T>(v[k]);
        if (std::isnan(x)) continue;  // what 0 * x is at an infinity
        if (!i.ran) i.first = x;
        i.ran = true;
        i.varies = x != i.first;
      }
    });
  }
  template <class D>
  static void see_choice(Choice& c, const Op& op, const std::vector<Tensor<D>>& operands) {
    if (c.met[0] && c.met[1]) return;
    const bool clamps = op.get_if<Clamp>() != nullptr, greater = op.get_if<Maximum>() != nullptr;
    with_scalar<D>(operands[0].element(), [&]<class T>() {
      if constexpr (!is_complex_scalar<T>) {
        const std::vector<T> x = operands[0].template values<T>(), y = operands[1].template values<T>(),
                             z = operands.back().template values<T>();
        const auto less = [](const T& a, const T& b) { return OpsOf<D, T>::template compare<ScalarFn::Lt, T>(a, b); };
        for (size_t k = 0; k < y.size(); ++k) {
          if (clamps) {
            c.met[0] = c.met[0] || less(y[k], x[x.size() == 1 ? 0 : k]);
            c.met[1] = c.met[1] || less(z[z.size() == 1 ? 0 : k], y[k]);
          } else {
            c.met[greater ? 0 : 1] = c.met[greater ? 0 : 1] || less(y[k], x[k]);
            c.met[greater ? 1 : 0] = c.met[greater ? 1 : 0] || less(x[k], y[k]);
          }
        }
      }
    });
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
    for (const int64_t v : indices_among(i.places, t.shape(), indices(t))) {
      const int64_t last = i.places.last;
      i.unmet[v < 0 ? Indices::below : v > last ? Indices::above : v == 0 ? Indices::first
              : v == last ? Indices::last : Indices::between] = false;
    }
  }
  template <class D>
  static void see_reduction(Reduction& r, const Reduce& op, const std::vector<Tensor<D>>& operands) {
    if (std::none_of(r.unmet.begin(), r.unmet.end(), [](bool b) { return b; })) return;
    const Tensor<D>& x = operands.at(0);
    std::vector<int64_t> place(x.shape().size(), 0), step(x.shape().size(), 0);  // in the result, and in what it is reduced from
    int64_t results = 1, reduced = 1;
    for (size_t d = place.size(); d-- > 0;) {
      int64_t& n = is_in(op.dims, static_cast<int64_t>(d)) ? reduced : results;
      (is_in(op.dims, static_cast<int64_t>(d)) ? step : place)[d] = n;
      n *= x.shape()[d];
    }
    if (x.elements() == 0) return;
    with_scalar<D>(x.element(), [&]<class T>() {
      if constexpr (!is_complex_scalar<T>) {
        const bool greatest = op.reducer == Monoid::Max || op.reducer == Monoid::Or;
        const auto better = [&](const T& a, const T& b) {
          return OpsOf<D, T>::template compare<ScalarFn::Lt, T>(greatest ? b : a, greatest ? a : b);
        };
        struct Best {
          T value;
          int64_t count;         ///< of elements that are it; none: the initial value alone
          bool is_first, is_last;
        };
        const T init = operands.at(1).template values<T>().at(0);
        std::vector<Best> best(static_cast<size_t>(results), Best{init, 0, false, false});
        std::vector<int64_t> index(place.size(), 0);
        for (const T& v : x.template values<T>()) {
          int64_t to = 0, from = 0;
          for (size_t d = 0; d < index.size(); ++d) {
            to += index[d] * place[d];
            from += index[d] * step[d];
          }
          next_index(index, x.shape());
          Best& b = best[static_cast<size_t>(to)];
          if (better(v, b.value)) b = {v, 0, false, false};
          else if (better(b.value, v) || (b.count == 0 && !better(v, init))) continue;
          ++b.count;
          b.is_first = b.is_first || from == 0;
          b.is_last = b.is_last || from == reduced - 1;
        }
        for (const Best& b : best) {
          const bool alone = is_bool(x.element()) || b.count == 1;
          if (b.is_first && alone) r.unmet[0] = false;
          if (b.is_last && alone) r.unmet[1] = false;
          if (b.count == 0) r.unmet[2] = false;
        }
        // an initial value that nothing can be beyond decides nothing
        if constexpr (std::is_same_v<T, FieldElement>) {
          if (init.special()) r.unmet[2] = false;
        } else if constexpr (!is_discrete<T>) {
          if (!std::isfinite(D::template to_double<T>(init))) r.unmet[2] = false;
        }
      }
    });
  }

  Sites core_, subject_;
};

#if PARTIR_PROOFS_BODIES  // each compiles the same code for another domain
PARTIR_INLINE void Coverage::see(const Op& op, const std::vector<Tensor<Native>>& operands, const std::vector<Tensor<Native>>& results) {
  see_in(op, operands, results);
}
PARTIR_INLINE void Coverage::see(const Op& op, const std::vector<Tensor<Field>>& operands, const std::vector<Tensor<Field>>& results) {
  see_in(op, operands, results);
}
#endif

}  // namespace partir
