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
        if constexpr (std::is_same_v<T, Shape>)
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

/// The instances that have one's structure at all extents: each slot is a polynomial over unknowns, which are at least 1.
/// What does not vary is as it was.
class ExtentFamily {
 public:
  using Accepts = std::function<bool(const OpInstance&)>;

  /// `accepts` says which instances belong to it, besides that they are well typed and have the same comprehension but
  /// for its numbers.
  ExtentFamily(OpInstance from, Accepts accepts) : from_(std::move(from)), slots_(from_), accepts_(std::move(accepts)) {
    for (int64_t v : slots_.values) polynomials_.emplace_back(v);
    comprehension_ = from_.op.comprehension(types_of(from_.operands));
    if (!comprehension_) return;
    numbers_ = symbolic::numbers(*comprehension_);
    std::vector<char> taken(slots_.values.size(), 0);
    if (const auto* r = from_.op.get_if<Reshape>()) {
      products(*r);
      return;
    }
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
      const std::optional<Comprehension> c = x.op.comprehension(types_of(x.operands));
      if (!c || !symbolic::same_structure(*c, *comprehension_) || !accepts_(x)) return std::nullopt;
      return symbolic::numbers(*c);
    } catch (const ConstraintViolation&) {
      return std::nullopt;
    }
  }
  /// Whether the slots may grow together by multiples of `unit`, the comprehension's numbers in proportion.
  bool vary_by(const std::vector<size_t>& slots, int64_t unit) const {
    const auto one = numbers_at(slots, unit);
    if (!one) return false;
    for (const int64_t times : {2, 5}) {
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
    for (const int64_t unit : {1, 2, 3, 4, 6})
      for (size_t more = 0; more < std::min(most_slots, alike.size() + 1); ++more) {
        std::vector<char> chosen(alike.size(), 0);
        std::fill_n(chosen.begin(), more, 1);
        do {
          std::vector<size_t> slots{s};
          for (size_t i = 0; i < alike.size(); ++i)
            if (chosen[i]) slots.push_back(alike[i]);
          if (!vary_by(slots, unit)) continue;
          const int64_t start = std::max<int64_t>(1, slots_.values[s] / unit);
          const Polynomial t = Polynomial::unknown(new_unknown(start));
          for (size_t slot : slots) {
            polynomials_[slot] = Polynomial(unit) * t + Polynomial(slots_.values[slot] - unit * start);
            taken[slot] = 1;
          }
          return;
        } while (std::prev_permutation(chosen.begin(), chosen.end()));
      }
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
/// are left out.
struct Lifted {
  std::optional<symbolic::Comprehension> comprehension;
  std::string why_not;
};
inline Lifted lift(const std::function<Comprehension(const std::vector<int64_t>&)>& at, const std::vector<int64_t>& start,
                   int checks = 24) try {
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
  uint64_t state = 0x9e3779b97f4a7c15u;
  int checked = 0;
  for (int tries = 0; checked < checks && tries < 8 * checks; ++tries) {
    std::vector<int64_t> t = start;
    for (int64_t& u : t) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      u += static_cast<int64_t>(state >> 60);
    }
    try {
      const Comprehension c = at(t);
      const std::vector<int64_t> found = symbolic::numbers(c);
      // without elements there is nothing to say: windows that do not fit have no number of places
      if (c.result.elements() == 0) continue;
      bool right = symbolic::same_structure(first, c);
      for (size_t i = 0; right && i < found.size(); ++i) right = values[i].at(t) == found[i];
      if (!right) return {std::nullopt, "the comprehension's numbers are no products of extents"};
      ++checked;
    } catch (const ConstraintViolation&) {
      // extents that are ill-typed together: a slice larger than what it is of
    }
  }
  if (checked < checks / 4) return {std::nullopt, "too few extents are well typed together"};
  return {symbolic::with_numbers(first, values), ""};
} catch (const ConstraintViolation& v) {
  return {std::nullopt, "other extents are ill-typed: " + v.label + " " + v.text + ": " + v.found};
}

}  // namespace partir
