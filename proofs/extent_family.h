// The instances of an op at all extents: which extents, and which attributes with them, vary as one. Found by trying the
// op's own shape rule, so that no op says its shapes a second time.
#pragma once

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "proofs/polynomial.h"
#include "proofs/symbolic_comprehension.h"
#include "semantics/op.h"

namespace partir {

/// An op on operands; of some their splat value is known.
struct OpInstance {
  Op op;
  Operands operands;
};

/// Integers that an instance has: operands' extents, by operand, then those of a result shape that is an attribute (or
/// that of a splat constant), then the other numbers among the op's attributes.
struct Slots {
  std::vector<std::pair<int, int64_t>> extents;  ///< operand, dimension; operand -1: the result
  std::vector<int64_t> values;                   ///< of extents, then of attributes

  explicit Slots(const OpInstance& x) {
    for (size_t o = 0; o < x.operands.size(); ++o)
      for (int64_t d = 0; d < x.operands[o].type.rank(); ++d) {
        extents.emplace_back(static_cast<int>(o), d);
        values.push_back(x.operands[o].type.shape[static_cast<size_t>(d)]);
      }
    x.op.visit([&](const auto& op) {
      for_shapes(op, [&](int64_t v) {
        extents.emplace_back(-1, static_cast<int64_t>(values.size()));
        values.push_back(v);
        return v;
      });
      for_attributes(op, [&](int64_t v) { return values.push_back(v), v; });
    });
  }

  /// `x` with these values.
  static OpInstance set(const OpInstance& x, const std::vector<int64_t>& values) {
    OpInstance y = x;
    size_t next = 0;
    for (OperandInfo& o : y.operands)
      for (int64_t& e : o.type.shape) e = values[next++];
    y.op = x.op.visit([&](auto op) -> Op {
      for_shapes(op, [&](int64_t) { return values[next++]; });
      for_attributes(op, [&](int64_t) { return values[next++]; });
      return op;
    });
    return y;
  }

 private:
  static constexpr std::string_view result_shape = "result_shape";

  template <class O, class F>
  static void for_shapes(O& op, F&& f) {
    if constexpr (requires { O::attributes(); })
      boost::hana::for_each(std::remove_const_t<O>::attributes(), [&](auto a) {
        auto& member = op.*(a.member);
        using T = std::remove_cvref_t<decltype(member)>;
        if constexpr (std::is_same_v<T, std::vector<int64_t>>)
          if (a.name == result_shape)
            for (auto& v : member) assign(v, f(v));
        if constexpr (std::is_same_v<T, Literal>)
          if (member.splat)
            for (auto& v : member.type.shape) assign(v, f(v));
      });
  }
  template <class O, class F>
  static void for_attributes(O& op, F&& f) {
    if constexpr (requires { O::attributes(); })
      boost::hana::for_each(std::remove_const_t<O>::attributes(), [&](auto a) {
        auto& member = op.*(a.member);
        using T = std::remove_cvref_t<decltype(member)>;
        if (a.name == result_shape) return;
        if constexpr (std::is_same_v<T, int64_t>) assign(member, f(member));
        if constexpr (std::is_same_v<T, std::vector<int64_t>>)
          for (auto& v : member) assign(v, f(v));
        if constexpr (std::is_same_v<T, WindowLists>)
          for (auto* list : {&member.size, &member.stride, &member.low, &member.high, &member.base, &member.dilation})
            for (auto& v : *list) assign(v, f(v));
      });
  }
  static void assign(int64_t& to, int64_t v) { to = v; }
  static void assign(const int64_t&, int64_t) {}
};

/// The slot of a convolution's number of groups: the one that changes with the member.
inline std::vector<size_t> group_slots(const OpInstance& x, const Convolution& c) {
  Convolution more = c;
  ++(c.feature_groups > 1 ? more.feature_groups : more.batch_groups);
  const std::vector<int64_t> before = Slots(x).values, after = Slots({more, x.operands}).values;
  std::vector<size_t> slots;
  for (size_t s = 0; s < after.size(); ++s)
    if (after[s] != before[s]) slots.push_back(s);
  return slots;
}

/// The comprehension of an instance of `from`'s family, or of a part of one: a convolution of one group is one of
/// groups, too, if `from` is.
inline std::optional<Comprehension> comprehension_like(const Op& from, const Op& op, const Types& types) {
  const auto* groups = from.get_if<Convolution>();
  const auto* c = op.get_if<Convolution>();
  if (groups && c) return c->comprehension(types, groups->feature_groups > 1, groups->batch_groups > 1);
  return op.comprehension(types);
}

/// The instances that have one's structure at all extents: each slot is a polynomial over unknowns, which are at least 1.
/// What does not vary is as it was.
class ExtentFamily {
 public:
  using Accepts = std::function<bool(const OpInstance&)>;

  /// `accepts` says which instances belong to it, besides that they are well typed and have the same comprehension but
  /// for its numbers.
  ExtentFamily(OpInstance from, Accepts accepts) : from_(std::move(from)), slots_(from_), accepts_(std::move(accepts)) {
    for (int64_t v : slots_.values) polynomials_.emplace_back(v);
    comprehension_ = comprehension_like(from_.op, from_.op, types_of(from_.operands));
    if (!comprehension_) return;
    numbers_ = symbolic::numbers(*comprehension_);
    std::vector<char> taken(slots_.values.size(), 0);
    if (const auto* r = from_.op.get_if<Reshape>()) {
      products(*r);
      return;
    }
    if (const auto* c = from_.op.get_if<Convolution>()) groups(*c, taken);
    for (size_t s = 0; s < slots_.extents.size(); ++s)
      if (!taken[s]) vary(s, taken);
  }

  /// The values of the unknowns where the family begins.
  const std::vector<int64_t>& start() const { return start_; }
  /// The instance at these unknowns.
  OpInstance at(const std::vector<int64_t>& t) const {
    std::vector<int64_t> values;
    for (const Polynomial& p : polynomials_) values.push_back(p.at(t));
    return Slots::set(from_, values);
  }
  /// An operand's extent.
  Polynomial extent(int operand, int64_t dim) const {
    for (size_t s = 0; s < slots_.extents.size(); ++s)
      if (slots_.extents[s] == std::pair(operand, dim)) return polynomials_[s];
    return 0;
  }

 private:
  static constexpr size_t most_slots = 6;

  int new_unknown(int64_t start) {
    start_.push_back(start);
    return static_cast<int>(start_.size()) - 1;
  }

  /// The comprehension's numbers where these slots are larger by `by`, if that is an instance of the family.
  std::optional<std::vector<int64_t>> numbers_at(const std::vector<size_t>& slots, int64_t by) const {
    std::vector<int64_t> values = slots_.values;
    for (size_t s : slots) values[s] += by;
    try {
      const OpInstance x = Slots::set(from_, values);
      x.op.infer(types_of(x.operands));
      const std::optional<Comprehension> c = comprehension_like(from_.op, x.op, types_of(x.operands));
      if (!c || !symbolic::same_structure(*c, *comprehension_) || !accepts_(x)) return std::nullopt;
      return symbolic::numbers(*c);
    } catch (const ConstraintViolation&) {
      return std::nullopt;
    }
  }
  /// Whether the slots may grow together by multiples of `unit`, the comprehension's numbers in proportion; or shrink, where
  /// they cannot grow without another structure.
  bool vary_by(const std::vector<size_t>& slots, int64_t unit) const {
    return vary_by(slots, unit, {2, 5}) || (slots_.values[slots[0]] > 3 * unit && vary_by(slots, -unit, {2, 3}));
  }
  bool vary_by(const std::vector<size_t>& slots, int64_t unit, std::initializer_list<int64_t> more_times) const {
    const auto one = numbers_at(slots, unit);
    if (!one) return false;
    for (const int64_t times : more_times) {
      const auto more = numbers_at(slots, times * unit);
      if (!more) return false;
      for (size_t i = 0; i < numbers_.size(); ++i)
        if ((*more)[i] - numbers_[i] != times * ((*one)[i] - numbers_[i])) return false;
    }
    return true;
  }
  /// Finds the fewest slots that grow with slot s, in the least unit: each is `unit · t + rest`.
  void vary(size_t s, std::vector<char>& taken) {
    std::vector<size_t> alike;
    for (size_t o = 0; o < slots_.values.size(); ++o)
      if (o != s && !taken[o] && slots_.values[o] == slots_.values[s]) alike.push_back(o);
    const auto found = [&](const std::vector<size_t>& slots, int64_t unit) {
      const int64_t start = std::max<int64_t>(1, slots_.values[s] / unit);
      const Polynomial t = Polynomial::unknown(new_unknown(start));
      for (size_t slot : slots) {
        polynomials_[slot] = Polynomial(unit) * t + Polynomial(slots_.values[slot] - unit * start);
        taken[slot] = 1;
      }
    };
    // many operands of one shape vary together, if at all
    std::vector<size_t> same_dimension{s};
    for (size_t o : alike)
      if (o < slots_.extents.size() && slots_.extents[o].second == slots_.extents[s].second) same_dimension.push_back(o);
    if (same_dimension.size() > most_slots && vary_by(same_dimension, 1)) return found(same_dimension, 1);
    int tries = 0;
    constexpr int most_tries = 1000;
    for (const int64_t unit : {1, 2, 3, 4, 6})
      for (size_t more = 0; more < std::min(most_slots, alike.size() + 1); ++more) {
        std::vector<char> chosen(alike.size(), 0);
        std::fill_n(chosen.begin(), more, 1);
        do {
          std::vector<size_t> slots{s};
          for (size_t i = 0; i < alike.size(); ++i)
            if (chosen[i]) slots.push_back(alike[i]);
          if (++tries > most_tries) return;
          if (vary_by(slots, unit)) return found(slots, unit);
        } while (std::prev_permutation(chosen.begin(), chosen.end()));
      }
  }
  /// Of a convolution by groups, their number is an unknown, and what is of all groups a multiple of it.
  void groups(const Convolution& c, std::vector<char>& taken) {
    const bool by_feature = c.feature_groups > 1;
    if (by_feature == (c.batch_groups > 1)) return;
    const Polynomial count = Polynomial::unknown(new_unknown(std::max(c.feature_groups, c.batch_groups)));
    const auto slot = [&](int operand, int64_t dim) {
      const auto at = std::find(slots_.extents.begin(), slots_.extents.end(), std::pair(operand, dim));
      return static_cast<size_t>(at - slots_.extents.begin());
    };
    const auto of_each = [&](size_t s) {
      const int64_t share = slots_.values[s] / count.at(start_);
      const Polynomial each = Polynomial::unknown(new_unknown(std::max<int64_t>(share, 1)));
      polynomials_[s] = count * each;
      taken[s] = 1;
      return each;
    };
    const Polynomial channels = of_each(by_feature ? slot(0, c.input_feature) : slot(0, c.input_batch));
    of_each(slot(1, c.kernel_output));
    if (by_feature) {
      polynomials_[slot(1, c.kernel_input)] = channels;
      taken[slot(1, c.kernel_input)] = 1;
    }
    for (size_t s : group_slots(from_, c)) polynomials_[s] = count, taken[s] = 1;
  }
  /// A reshape's extents are products: within a group of unknown factors that both sides are made of, or, where there
  /// are no such factors, the leading extents have an unknown factor in common.
  void products(const Reshape& r) {
    const Shape& in = from_.operands[0].type.shape;
    const size_t rank = in.size();
    for (const ReshapeGroup& g : reshape_groups(in, r.shape)) {
      const auto ends = [](const std::vector<int64_t>& dims, const Shape& shape) {
        std::vector<int64_t> products;
        for (int64_t d : dims) products.push_back((products.empty() ? 1 : products.back()) * shape[static_cast<size_t>(d)]);
        return products;
      };
      const std::vector<int64_t> a = ends(g.in, in), b = ends(g.out, r.shape);
      std::vector<int64_t> all = a;
      all.insert(all.end(), b.begin(), b.end());
      std::sort(all.begin(), all.end());
      all.erase(std::unique(all.begin(), all.end()), all.end());
      bool nested = true;
      for (size_t i = 1; i < all.size(); ++i) nested &= all[i] % all[i - 1] == 0;
      if (!nested) {
        const auto i = static_cast<size_t>(g.in[0]), o = static_cast<size_t>(g.out[0]);
        const int64_t common = std::gcd(in[i], r.shape[o]);
        if (common == 1) continue;
        const Polynomial t = Polynomial::unknown(new_unknown(common));
        polynomials_[i] = Polynomial(in[i] / common) * t;
        polynomials_[rank + o] = Polynomial(r.shape[o] / common) * t;
        continue;
      }
      std::vector<Polynomial> factors;
      for (size_t i = 0; i < all.size(); ++i)
        factors.push_back(Polynomial::unknown(new_unknown(i == 0 ? all[i] : all[i] / all[i - 1])));
      const auto assign = [&](const std::vector<int64_t>& dims, const std::vector<int64_t>& products, size_t offset) {
        size_t f = 0;
        for (size_t i = 0; i < dims.size(); ++i) {
          Polynomial p(1);
          for (; f < all.size() && all[f] <= products[i]; ++f) p = p * factors[f];
          polynomials_[offset + static_cast<size_t>(dims[i])] = p;
        }
      };
      assign(g.in, a, 0);
      assign(g.out, b, rank);
    }
  }

  OpInstance from_;
  Slots slots_;
  Accepts accepts_;
  std::optional<Comprehension> comprehension_;
  std::vector<int64_t> numbers_;
  std::vector<Polynomial> polynomials_;  ///< by slot
  std::vector<int64_t> start_;           ///< by unknown
};

/// The comprehension that `at` gives, its numbers polynomials of degree at most 1 in each unknown, read off the 2^k
/// corners from `start` on and predicted right at `checks` other places; otherwise why not. Results without elements
/// are left out, and places below `start`, unless `from_one`. Places where the comprehension has another structure are cases of their own.
struct Lifted {
  std::optional<symbolic::Comprehension> comprehension;
  std::string why_not;
  std::vector<std::vector<int64_t>> other_cases{};  ///< a place for each other structure
};
namespace detail {
/// Places at which definitions like to change: unknowns of 1, two that are equal, large ones.
inline std::vector<std::vector<int64_t>> chosen_places(const std::vector<int64_t>& start) {
  constexpr int64_t large = 300;  // beyond what 8 bits count
  std::vector<std::vector<int64_t>> places;
  const auto with = [&](std::initializer_list<std::pair<size_t, int64_t>> values) {
    places.push_back(start);
    for (const auto& [u, v] : values) places.back()[u] = v;
  };
  for (size_t u = 0; u < start.size(); ++u) {
    with({{u, 1}});
    with({{u, start[u] + large}});
    for (size_t v = 0; v < u; ++v) {
      with({{u, start[v]}});
      with({{v, start[u]}});
      with({{u, 1}, {v, 1}});
    }
  }
  return places;
}
/// Others at random, from `start` on and from 1 on.
inline void add_random_places(std::vector<std::vector<int64_t>>& places, const std::vector<int64_t>& start, int count) {
  uint64_t state = 0x9e3779b97f4a7c15u;
  for (int i = 0; i < count; ++i) {
    std::vector<int64_t> t = start;
    for (int64_t& u : t) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const auto by = static_cast<int64_t>(state >> 60);
      u = i % 3 == 2 ? 1 + by : u + by;
    }
    places.push_back(std::move(t));
  }
}
}  // namespace detail

inline Lifted lift(const std::function<Comprehension(const std::vector<int64_t>&)>& at, const std::vector<int64_t>& start,
                   bool from_one = true, int checks = 24) try {
  const size_t k = start.size();
  if (k > 12) return {std::nullopt, "more than 12 extents vary"};
  const Comprehension first = at(start);
  std::vector<std::vector<int64_t>> corners;
  for (size_t bits = 0; bits < size_t{1} << k; ++bits) {
    std::vector<int64_t> t = start;
    for (size_t u = 0; u < k; ++u) t[u] += static_cast<int64_t>(bits >> u & 1);
    const Comprehension c = at(t);
    if (!symbolic::same_structure(first, c)) return {std::nullopt, "the comprehension has another structure at other extents"};
    corners.push_back(symbolic::numbers(c));
  }
  std::vector<Polynomial> values;
  for (size_t i = 0; i < corners[0].size(); ++i) {
    std::vector<int64_t> of;
    for (const auto& c : corners) of.push_back(c[i]);
    values.push_back(interpolate(of, start));
  }
  int checked = 0;
  std::vector<std::vector<int64_t>> other_cases;
  std::vector<Comprehension> others;
  std::vector<std::vector<int64_t>> places = detail::chosen_places(start);
  const int enough = checks + static_cast<int>(places.size());
  detail::add_random_places(places, start, 8 * checks);
  for (const std::vector<int64_t>& t : places) {
    if (checked >= enough) break;
    if (!from_one && !std::equal(t.begin(), t.end(), start.begin(), std::greater_equal<>())) continue;
    try {
      const Comprehension c = at(t);
      const std::vector<int64_t> found = symbolic::numbers(c);
      // without elements there is nothing to say: windows that do not fit have no number of places
      if (c.result.elements() == 0) continue;
      if (!symbolic::same_structure(first, c)) {
        if (std::none_of(others.begin(), others.end(), [&](const Comprehension& o) { return symbolic::same_structure(o, c); })) {
          others.push_back(c);
          other_cases.push_back(t);
        }
        continue;
      }
      bool right = true;
      for (size_t i = 0; right && i < found.size(); ++i) right = values[i].at(t) == found[i];
      if (!right) return {std::nullopt, "the comprehension's numbers are no products of extents"};
      ++checked;
    } catch (const ConstraintViolation&) {
      // extents that are ill-typed together: a slice larger than what it is of
    }
  }
  if (checked < checks / 4) return {std::nullopt, "too few extents are well typed together"};
  return {symbolic::with_numbers(first, values), "", std::move(other_cases)};
} catch (const ConstraintViolation& v) {
  return {std::nullopt, "other extents are ill-typed: " + v.label + " " + v.text + ": " + v.found};
}

}  // namespace partir
