// Polynomials with integer coefficients over unknown extents and axis sizes: the numbers of symbolic comprehensions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "semantics/diagnostics.h"

namespace partir {

/// `Σ coefficient · Π unknown^exponent`, in normal form: two are equal iff they have the same terms. Throws Unsupported
/// where a coefficient leaves 64 bits.
class Polynomial {
 public:
  /// A product of unknowns, by their numbers, sorted; with repetition for powers.
  using Monomial = std::vector<int>;

  Polynomial(int64_t constant = 0) {  // NOLINT: an integer is one
    if (constant != 0) terms_[{}] = constant;
  }
  static Polynomial unknown(int u) {
    Polynomial p;
    p.terms_[{u}] = 1;
    return p;
  }

  bool is_zero() const { return terms_.empty(); }
  /// Its value, if no unknown occurs in it.
  std::optional<int64_t> constant() const {
    if (is_zero()) return 0;
    if (terms_.size() == 1 && terms_.begin()->first.empty()) return terms_.begin()->second;
    return std::nullopt;
  }
  const std::map<Monomial, int64_t>& terms() const { return terms_; }

  friend Polynomial operator+(Polynomial a, const Polynomial& b) {
    for (const auto& [m, c] : b.terms_) a.add(m, c);
    return a;
  }
  friend Polynomial operator-(const Polynomial& a) {
    Polynomial r;
    for (const auto& [m, c] : a.terms_) r.add(m, narrow(-static_cast<__int128>(c)));
    return r;
  }
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b) { return a + -b; }
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b) {
    Polynomial r;
    for (const auto& [m, c] : a.terms_)
      for (const auto& [l, d] : b.terms_) {
        Monomial product = m;
        product.insert(product.end(), l.begin(), l.end());
        std::sort(product.begin(), product.end());
        r.add(product, narrow(static_cast<__int128>(c) * d));
      }
    return r;
  }
  friend bool operator==(const Polynomial&, const Polynomial&) = default;

  /// a / b where b is one term and divides each term of a.
  friend std::optional<Polynomial> exact_quotient(const Polynomial& a, const Polynomial& b) {
    if (b.terms_.size() != 1) return a.is_zero() ? std::optional<Polynomial>(0) : a == b ? std::optional<Polynomial>(1) : std::nullopt;
    const auto& [by, d] = *b.terms_.begin();
    Polynomial q;
    for (const auto& [m, c] : a.terms_) {
      if (c % d != 0 || !std::includes(m.begin(), m.end(), by.begin(), by.end())) return std::nullopt;
      Monomial rest;
      std::set_difference(m.begin(), m.end(), by.begin(), by.end(), std::back_inserter(rest));
      q.add(rest, c / d);
    }
    return q;
  }

  /// Each unknown replaced by a polynomial.
  Polynomial at(const std::vector<Polynomial>& values) const {
    Polynomial r;
    for (const auto& [m, c] : terms_) {
      Polynomial term(c);
      for (int u : m) term = term * values.at(static_cast<size_t>(u));
      r = r + term;
    }
    return r;
  }
  /// Its value at numbers for the unknowns.
  int64_t at(const std::vector<int64_t>& values) const {
    __int128 r = 0;
    for (const auto& [m, c] : terms_) {
      __int128 term = c;
      for (int u : m) term = narrow(term * values.at(static_cast<size_t>(u)));
      r = narrow(r + term);
    }
    return narrow(r);
  }
  /// Whether it is at least `least` wherever each unknown is at least 1: sufficient, not necessary. With u = 1 + v, no
  /// term has a negative coefficient.
  bool is_at_least(int64_t least) const {
    std::vector<Polynomial> shifted;
    int unknowns = 0;
    for (const auto& [m, c] : terms_)
      for (int u : m) unknowns = std::max(unknowns, u + 1);
    for (int u = 0; u < unknowns; ++u) shifted.push_back(Polynomial(1) + unknown(u));
    const Polynomial p = at(shifted) - Polynomial(least);
    return std::all_of(p.terms_.begin(), p.terms_.end(), [](const auto& t) { return t.second >= 0; });
  }

 private:
  static int64_t narrow(__int128 v) {
    if (v > INT64_MAX || v < INT64_MIN) throw Unsupported("a coefficient beyond 64 bits", {});
    return static_cast<int64_t>(v);
  }
  void add(const Monomial& m, int64_t c) {
    int64_t& to = terms_[m];
    to = narrow(static_cast<__int128>(to) + c);
    if (to == 0) terms_.erase(m);
  }

  std::map<Monomial, int64_t> terms_;  ///< none is zero
};

/// `2*n*e0 + 1`.
inline std::string to_string(const Polynomial& p, const std::vector<std::string>& names) {
  if (p.is_zero()) return "0";
  std::string s;
  // products before constants, as people write them
  for (auto it = p.terms().rbegin(); it != p.terms().rend(); ++it) {
    const auto& [m, c] = *it;
    const uint64_t size = c < 0 ? uint64_t{0} - static_cast<uint64_t>(c) : static_cast<uint64_t>(c);
    s += c < 0 ? (s.empty() ? "-" : " - ") : (s.empty() ? "" : " + ");
    if (size != 1 || m.empty()) s += std::to_string(size) + (m.empty() ? "" : "*");
    for (size_t i = 0; i < m.size(); ++i) s += (i ? "*" : "") + names.at(static_cast<size_t>(m[i]));
  }
  return s;
}

/// The polynomial of degree at most 1 in each of `k` unknowns that takes values[bits] where unknown u is
/// `base[u] + (bits >> u & 1)`.
inline Polynomial interpolate(const std::vector<int64_t>& values, const std::vector<int64_t>& base) {
  // differences by subsets: p = Σ_S Δ_S Π_{u in S} (u - base_u)
  std::vector<int64_t> delta = values;
  for (size_t u = 0; u < base.size(); ++u)
    for (size_t bits = 0; bits < delta.size(); ++bits)
      if (bits >> u & 1) delta[bits] -= delta[bits ^ (size_t{1} << u)];
  Polynomial p;
  for (size_t bits = 0; bits < delta.size(); ++bits) {
    if (delta[bits] == 0) continue;
    Polynomial term(delta[bits]);
    for (size_t u = 0; u < base.size(); ++u)
      if (bits >> u & 1) term = term * (Polynomial::unknown(static_cast<int>(u)) - Polynomial(base[u]));
    p = p + term;
  }
  return p;
}

}  // namespace partir
