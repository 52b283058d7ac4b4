// Theorem 3, registry soundness (calculus.md sections 4 and 6), as a law that is tested: an entry is valid
// iff the op on the parts, combined as its results say, is the op on the whole, for all inputs.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "interp/evaluate.h"
#include "interp/field.h"
#include "interp/parts.h"
#include "semantics/op.h"

namespace partir {

namespace detail {
/// Random; of each kind of seed something that tells parts apart where uniform values do not.
inline Tensor<Field> law_input(const TensorType& type, uint64_t seed) {
  const Tensor<Field> t = random_tensor<Field>(type, mix64(seed));
  // small integers, which are indices within small tensors and beyond them
  if (seed % 3 == 1 && is_integer(type.element))
    return with_scalar<Field>(type.element, [&]<class T>() {
      std::vector<T> v = t.values<T>();
      if constexpr (is_discrete<T> && !std::is_same_v<T, Bool>)
        for (size_t i = 0; i < v.size(); ++i)
          v[i] = static_cast<T>(static_cast<int64_t>(mix64(seed + i) % 10) - 2);
      return Tensor<Field>::make(type, v);
    });
  // two integers in a place each, where reductions of many would saturate
  if (seed % 5 == 2 && is_integer(type.element) && t.elements() > 1)
    return with_scalar<Field>(type.element, [&]<class T>() {
      std::vector<T> v = t.values<T>();
      if constexpr (is_discrete<T> && !std::is_same_v<T, Bool>) {
        const T one = v[0], other = v[1];
        std::fill(v.begin(), v.end(), T(seed % 2 == 0 ? 0 : -1));
        v[mix64(seed + 1) % v.size()] = one;
        v[mix64(seed) % v.size()] = other;
      }
      return Tensor<Field>::make(type, v);
    });
  if (seed % 2 == 0 || t.elements() == 0) return t;
  // one value with another in a single place
  return with_scalar<Field>(type.element, [&]<class T>() {
    std::vector<T> v = t.values<T>();
    const T spike = v.back();
    std::fill(v.begin(), v.end(), T(v.front()));
    v[mix64(seed) % v.size()] = spike;
    return Tensor<Field>::make(type, v);
  });
}
}  // namespace detail

/// Why `entry` is not valid at axis size `n` for what `whole` makes of operands and `local` of a part's; empty if it is, for
/// inputs drawn from `seed`. Operands with a known splat have that value. Extents divide.
template <class Whole, class Local>
std::string parts_violation(const Operands& operands, const Entry& entry, int64_t n, uint64_t seed, Whole&& whole_of,
                            Local&& local_of) {
  const Types types = types_of(operands);
  std::vector<Tensor<Field>> x;
  std::vector<std::vector<Tensor<Field>>> parts(n);  // per coordinate, per operand
  for (size_t i = 0; i < operands.size(); ++i) {
    x.push_back(operands[i].splat ? Tensor<Field>::from_literal(Literal::splat_bits(types[i], *operands[i].splat))
                                  : detail::law_input(types[i], seed + 2 * i));
    const EntryAttr& σ = entry.operands[i];
    std::vector<Tensor<Field>> split;
    if (σ.is_partial()) split = random_parts(σ.monoid, x[i], n, mix64(seed + 50 + i));
    for (int64_t r = 0; r < n; ++r)
      parts[r].push_back(σ.is_tile() ? x[i].chunk(σ.dim, r, n) : σ.is_partial() ? split[r] : x[i]);
  }
  const std::vector<Tensor<Field>> whole = whole_of(x);
  try {
    std::vector<std::vector<Tensor<Field>>> results;
    for (int64_t r = 0; r < n; ++r) results.push_back(local_of(parts[r]));
    for (size_t j = 0; j < whole.size(); ++j) {
      const EntryAttr& σ = entry.results[j];
      Tensor<Field> combined = results[0][j];
      std::vector<Tensor<Field>> pieces{combined};
      for (int64_t r = 1; r < n; ++r) {
        pieces.push_back(results[r][j]);
        if (σ.is_partial()) combined = combine(σ.monoid, combined, results[r][j]);
        if (σ.is_any() && !equal(combined, results[r][j])) return "parts differ under any";
      }
      if (σ.is_tile()) combined = concat(σ.dim, pieces);
      if (combined.type() != whole[j].type())
        return "combines to " + to_string(combined.type()) + ", not " + to_string(whole[j].type());
      if (auto at = first_difference(whole[j], combined))
        return "at " + to_string(*at) + ": " + combined.element_text(*at) + ", not " + whole[j].element_text(*at);
    }
  } catch (const ConstraintViolation& v) {
    return "the local op is ill-typed: " + v.label + " " + v.text + ": " + v.found;
  }
  return "";
}

/// The same for an op. Its attributes allow the entry, too (`valid_entries`).
inline std::string theorem3_violation(const Op& op, const Operands& operands, const Entry& entry, int64_t n,
                                      uint64_t seed) {
  std::optional<Op> local;
  return parts_violation(
      operands, entry, n, seed, [&](const auto& x) { return apply_op(op, x); },
      [&](const auto& part) {
        if (!local) local = op.localise(entry, n, types_of(operands));
        return apply_op(*local, part);
      });
}

}  // namespace partir
