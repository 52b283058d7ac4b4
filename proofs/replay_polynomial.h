// The arithmetic of the checker of certificates: its own, so that a mistake in the search's cannot
// hide.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "proofs/certificate.h"

namespace partir::replaying {

/// What a certificate fails to show.
struct Gap {
  std::string what;
};
[[noreturn]] inline void gap(std::string what) { throw Gap{std::move(what)}; }

inline int64_t plus(int64_t a, int64_t b) {
  int64_t r;
  if (__builtin_add_overflow(a, b, &r)) gap("a number leaves 64 bits");
  return r;
}
inline int64_t times(int64_t a, int64_t b) {
  int64_t r;
  if (__builtin_mul_overflow(a, b, &r)) gap("a number leaves 64 bits");
  return r;
}

/// Coefficients by products of unknowns; none is zero, so that equal polynomials are equal maps.
using Sum = std::map<std::vector<int>, int64_t>;

inline void accumulate(Sum& to, const std::vector<int>& unknowns, int64_t coefficient) {
  const auto at = to.try_emplace(unknowns, 0).first;
  at->second = plus(at->second, coefficient);
  if (at->second == 0) to.erase(at);
}
/// Its normal form; unknowns are among `known`, and each product has them sorted.
inline Sum sum_of(const certificate::Polynomial& p, size_t known) {
  Sum s;
  for (const certificate::Monomial& m : p) {
    for (size_t i = 0; i < m.unknowns.size(); ++i)
      if (m.unknowns[i] < 0 || static_cast<size_t>(m.unknowns[i]) >= known ||
          (i > 0 && m.unknowns[i] < m.unknowns[i - 1]))
        gap("a product of what is not unknown, or not sorted");
    accumulate(s, m.unknowns, m.coefficient);
  }
  return s;
}
inline Sum add(Sum a, const Sum& b) {
  for (const auto& [unknowns, coefficient] : b) accumulate(a, unknowns, coefficient);
  return a;
}
inline Sum multiply(const Sum& a, const Sum& b) {
  Sum r;
  for (const auto& [u, c] : a)
    for (const auto& [v, d] : b) {
      std::vector<int> product;
      size_t i = 0, j = 0;
      while (i < u.size() || j < v.size())
        product.push_back(j == v.size() || (i < u.size() && u[i] <= v[j]) ? u[i++] : v[j++]);
      accumulate(r, product, times(c, d));
    }
  return r;
}
/// Whether it is plainly at least 1: unknowns are, and no coefficient is negative.
inline bool is_positive(const Sum& s) {
  for (const auto& [unknowns, coefficient] : s)
    if (coefficient < 0) return false;
  return !s.empty();
}
inline int64_t value_at(const Sum& s, const std::vector<int64_t>& numbers) {
  int64_t r = 0;
  for (const auto& [unknowns, coefficient] : s) {
    int64_t product = coefficient;
    for (int u : unknowns) product = times(product, numbers[static_cast<size_t>(u)]);
    r = plus(r, product);
  }
  return r;
}
/// The largest integer at most a / b, for b of at least 1.
inline int64_t floor_quotient(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace partir::replaying
