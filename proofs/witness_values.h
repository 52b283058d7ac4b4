// Values on which an entry is seen to be wrong: the smallest found in the native domain, which is what
// `partir run` computes in.
#pragma once

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interp/evaluate.h"
#include "interp/native.h"
#include "interp/parts.h"

namespace partir {

/// An entry at axis size n: what is computed of whole operands, and what of one part of each.
struct WitnessProblem {
  using Apply = std::function<std::vector<Tensor<Native>>(const std::vector<Tensor<Native>>&)>;
  Operands operands;
  Entry entry;
  int64_t n;
  Apply whole, local;
  std::vector<char> nonzero{};  ///< operands that have no zeros: quotients by 0 convince nobody
};

/// Where the parts, combined, are not the whole.
struct PartsDifference {
  size_t result = 0;
  std::vector<int64_t> index;  ///< none where the types differ
  bool types_differ = false;
  std::optional<int64_t> device;  ///< of a result that is to be the same on all
  std::string expected, found;
};

/// Operands, and what is seen on them.
struct WitnessValues {
  std::vector<std::vector<Literal>> operands;  ///< of each the whole, or a part for each device
  PartsDifference difference;
};

namespace detail {

/// What sums in another order may make of small numbers, in an element type.
inline double rounding(ElementType e) {
  return real_part(e) == ElementType::BF16 ? 5e-2 : e == ElementType::F16 ? 1e-2 : 1e-3;
}
/// Whether two elements differ by more. Nothing differs from what is infinite or no number: entries are laws
/// over the reals, which have neither.
template <class T>
bool beyond_rounding(ElementType e, const T& a, const T& b) {
  if constexpr (is_complex_scalar<T>) {
    return beyond_rounding(e, a.re, b.re) || beyond_rounding(e, a.im, b.im);
  } else if constexpr (is_discrete<T>) {
    return !(a == b);
  } else {
    const double x = Native::to_double(a), y = Native::to_double(b), r = rounding(e);
    return std::isfinite(x) && std::isfinite(y) && std::abs(x - y) > r + r * std::max(std::abs(x), std::abs(y));
  }
}
/// The first index at which two tensors of one type differ by more than rounding.
inline std::optional<std::vector<int64_t>> difference_beyond_rounding(
    const Tensor<Native>& a, const Tensor<Native>& b) {
  if (a.elements() == 0) return std::nullopt;
  const ElementType e = a.element();
  return with_scalar<Native>(e, [&]<class T>() -> std::optional<std::vector<int64_t>> {
    std::vector<int64_t> index(a.shape().size(), 0);
    do
      if (beyond_rounding(e, a.at<T>(index), b.at<T>(index))) return index;
    while (next_index(index, a.shape()));
    return std::nullopt;
  });
}

/// A tensor's elements as a constant.
inline Literal literal_of(const Tensor<Native>& t) {
  Literal l{t.type(), false, {}};
  const auto width = static_cast<size_t>(byte_width(t.element()));
  with_scalar<Native>(t.element(), [&]<class T>() {
    for (const T& v : t.values<T>()) {
      const ElementBits bits = Native::to_bits(v);
      const auto* bytes = reinterpret_cast<const std::byte*>(&bits);
      l.data.insert(l.data.end(), bytes, bytes + width);
    }
  });
  return l;
}

/// Looks for values, the smallest first.
class WitnessSearch {
 public:
  explicit WitnessSearch(const WitnessProblem& p) : p_(p) {
    for (size_t o = 0; o < p.operands.size(); ++o) {
      const auto& [type, splat] = p.operands[o];
      const bool parts = p.entry.operands[o].is_partial();
      values_.operands.emplace_back();
      if (splat) {
        known(Tensor<Native>::from_literal(Literal::splat_bits(type, *splat)), p.entry.operands[o]);
        continue;
      }
      const auto bytes = static_cast<size_t>(type.elements() * byte_width(type.element));
      for (int64_t r = 0; r < (parts ? p.n : 1); ++r) {
        values_.operands[o].push_back({type, false, std::vector<std::byte>(bytes)});
        for (int64_t i = 0; i < type.elements(); ++i) free_.push_back({o, static_cast<size_t>(r), i});
      }
    }
  }

  std::optional<WitnessValues> search() {
    if (!find()) return std::nullopt;
    return shrunk();
  }

 private:
  /// An element that may be chosen.
  struct Place {
    size_t operand, part;
    int64_t element;
  };

  /// Of a known value the parts are not sought.
  void known(const Tensor<Native>& whole, const EntryAttr& attr) {
    std::vector<Tensor<Native>> parts{whole};
    if (attr.is_partial()) parts = random_parts(attr.monoid, whole, p_.n, 1);
    for (const Tensor<Native>& t : parts) values_.operands.back().push_back(literal_of(t));
  }

  ElementType element(const Place& at) const { return p_.operands[at.operand].type.element; }
  std::byte* data(const Place& at) {
    return values_.operands[at.operand][at.part].data.data() + at.element * byte_width(element(at));
  }
  ElementBits get(const Place& at) const {
    return values_.operands[at.operand][at.part].bits(at.element);
  }
  void put(const Place& at, ElementBits bits) {
    if (bits == 0 && at.operand < p_.nonzero.size() && p_.nonzero[at.operand])
      bits = Literal::encode(element(at), 1);
    std::memcpy(data(at), &bits, static_cast<size_t>(byte_width(element(at))));
  }
  void put_value(const Place& at, double value) { put(at, Literal::encode(element(at), value)); }
  void clear() {
    for (const Place& at : free_) put_value(at, 0);
  }

  /// Whether no more may be tried: less on larger operands and results.
  bool spent() const { return elements_ > 3000000; }
  /// Whether the values as they are tell; then the difference is noted. They do not where anything on the way
  /// overflows, underflows, or has no value in the reals: an exp(100) that is infinite may be hidden in a quotient
  /// that is 0. The processor notes it of whatever is computed.
  bool differs() {
    std::feclearexcept(FE_ALL_EXCEPT);
    if (!parts_differ()) return false;
    return values_.difference.types_differ ||
           std::fetestexcept(FE_OVERFLOW | FE_UNDERFLOW | FE_DIVBYZERO | FE_INVALID) == 0;
  }
  bool parts_differ() {
    std::vector<Tensor<Native>> whole;
    std::vector<std::vector<Tensor<Native>>> parts(static_cast<size_t>(p_.n));
    for (size_t o = 0; o < p_.operands.size(); ++o) {
      const EntryAttr& attr = p_.entry.operands[o];
      std::vector<Tensor<Native>> given;
      for (const Literal& l : values_.operands[o]) given.push_back(Tensor<Native>::from_literal(l));
      Tensor<Native> x = given[0];
      for (size_t r = 1; r < given.size(); ++r) x = combine(attr.monoid, x, given[r]);
      for (size_t r = 0; r < parts.size(); ++r)
        parts[r].push_back(attr.is_tile()      ? x.chunk(attr.dim, static_cast<int64_t>(r), p_.n)
                           : attr.is_partial() ? given[r]
                                               : x);
      elements_ += x.elements();
      whole.push_back(std::move(x));
    }
    const std::vector<Tensor<Native>> expected = p_.whole(whole);
    std::vector<std::vector<Tensor<Native>>> found;
    for (const auto& part : parts) found.push_back(p_.local(part));
    for (size_t j = 0; j < expected.size(); ++j) {
      elements_ += expected[j].elements();
      std::vector<Tensor<Native>> pieces;
      for (const auto& results : found) pieces.push_back(results[j]);
      if (differs(j, expected[j], pieces)) return true;
    }
    return false;
  }
  bool differs(size_t j, const Tensor<Native>& whole, const std::vector<Tensor<Native>>& pieces) {
    const EntryAttr& attr = p_.entry.results[j];
    const auto compare = [&](const Tensor<Native>& found, std::optional<int64_t> device) {
      PartsDifference d{j, {}, found.type() != whole.type(), device, "", ""};
      if (d.types_differ) {
        d.expected = to_string(whole.type()), d.found = to_string(found.type());
      } else {
        const auto at = difference_beyond_rounding(whole, found);
        if (!at) return false;
        d.index = *at, d.expected = whole.element_text(*at), d.found = found.element_text(*at);
      }
      values_.difference = std::move(d);
      return true;
    };
    if (attr.is_any()) {
      for (size_t r = 0; r < pieces.size(); ++r)
        if (compare(pieces[r], static_cast<int64_t>(r))) return true;
      return false;
    }
    if (attr.is_tile()) return compare(concat(attr.dim, pieces), std::nullopt);
    Tensor<Native> sum = pieces[0];
    for (size_t r = 1; r < pieces.size(); ++r) sum = combine(attr.monoid, sum, pieces[r]);
    return compare(sum, std::nullopt);
  }

  /// Zeros, ones in a place or two, 0 1 2 .., small numbers, at last large ones.
  bool find() {
    constexpr size_t most_places = 24;
    clear();
    if (differs()) return true;
    const bool many = free_.size() > 1000;  // one by one they would take too long
    for (size_t i = 0; i < free_.size() && !many && !spent(); ++i) {
      put_value(free_[i], 1);
      if (differs()) return true;
      put_value(free_[i], 0);
    }
    for (size_t i = 0; i < std::min(free_.size(), most_places) && !many && !spent(); ++i)
      for (size_t j = 0; j < i; ++j) {
        clear();
        put_value(free_[i], 1), put_value(free_[j], 1);
        if (differs()) return true;
      }
    for (const Place& at : free_) put_value(at, static_cast<double>(at.element));
    if (differs()) return true;
    for (uint64_t seed = 0; seed < 200 && !spent(); ++seed) {
      for (size_t i = 0; i < free_.size(); ++i) put(free_[i], small(free_[i], mix64(seed << 20 | i)));
      if (differs()) return true;
    }
    for (uint64_t seed = 0; seed < 100 && !spent(); ++seed) {
      for (size_t i = 0; i < free_.size(); ++i) put(free_[i], large(free_[i], mix64(seed << 21 | i)));
      if (differs()) return true;
    }
    return false;
  }
  /// -2 to 3, by halves where there are any: as indices, some are out of range.
  ElementBits small(const Place& at, uint64_t draw) const {
    const ElementType e = element(at);
    const auto number = [&](uint64_t bits) {
      return is_integer(e) ? static_cast<double>(bits % 6) - 2 : static_cast<double>(bits % 11) / 2 - 2;
    };
    if (is_bool(e)) return draw & 1;
    if (is_complex(e)) return Literal::encode(e, number(draw), number(draw >> 32));
    return Literal::encode(e, number(draw));
  }
  /// Bits of integers at random, which wrap in sums; whole numbers up to 100.
  ElementBits large(const Place& at, uint64_t draw) const {
    const ElementType e = element(at);
    if (is_integer(e)) return bit_width(e) == 64 ? draw : draw & ((uint64_t{1} << bit_width(e)) - 1);
    if (is_bool(e)) return draw & 1;
    return Literal::encode(e, static_cast<double>(draw % 201) - 100);
  }

  /// What was found, with as many elements 0, then 1, then -1, as may be.
  WitnessValues shrunk() {
    WitnessValues best = values_;
    for (bool smaller = true; smaller && !spent();) {
      smaller = false;
      for (const Place& at : free_) {
        if (spent()) break;
        for (const double value : {0.0, 1.0, -1.0}) {
          if (value < 0 && (is_unsigned_int(element(at)) || is_bool(element(at)))) break;
          const ElementBits was = get(at), to = Literal::encode(element(at), value);
          if (was == to) break;
          put(at, to);
          if (get(at) == was) break;
          if (differs()) {
            best = values_;
            smaller = true;
            break;
          }
          put(at, was);
        }
      }
    }
    return best;
  }

  const WitnessProblem& p_;
  WitnessValues values_;
  std::vector<Place> free_;
  int64_t elements_ = 0;  ///< of what was tried
};

}  // namespace detail

/// Values on which the parts, combined, differ from the whole by more than rounding: few and small
/// ones, on which nothing overflows, underflows or is undefined. Nothing where none were found.
inline std::optional<WitnessValues> find_witness_values(const WitnessProblem& p) {
  return detail::WitnessSearch(p).search();
}

}  // namespace partir
