// Random parts: tensors that a `partial<⊕>` may stand for. Parts like (x, 0, 0, ..), or copies of x where
// ⊕ is idempotent, represent x too, but a program that treats parts wrongly (squares them, forgets to
// reduce them) may still compute the right value from those.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "interp/domain.h"
#include "interp/family.h"
#include "interp/native.h"
#include "interp/random.h"

namespace partir {

namespace detail {

/// `F` on scalars of `D`; only called where the function means something on `T`.
template <class D, ScalarFn F, class T>
T scalar(const T& a, const T& b) {
  if constexpr (means_something<F, T>()) return D::template binary<F, T>(a, b);
  else throw Crash("parts of a monoid that is not defined on the element type");
}

/// One element's parts in a domain whose sums and products are exact. `draw(r)` is part r's random
/// value; the owner's is what is left over.
template <class D, class T, class Draw>
void split_exactly(Monoid m, const T& whole, size_t owner, std::vector<T>& parts, Draw&& draw) {
  using enum ScalarFn;
  T rest = whole;
  for (size_t r = 0; r < parts.size(); ++r) {
    if (r == owner) continue;
    T part = draw(r);
    switch (m) {
      case Monoid::Add: rest = scalar<D, Subtract>(rest, part); break;
      case Monoid::Mul:
        // units only: ±1 of integers (odd ones would do), any but 0 of a field
        if constexpr (is_discrete<T>) {
          part = D::template from_index<T>(D::template hash<T>(part) & 1 ? -1 : 1);
          rest = scalar<D, Multiply>(rest, part);
        } else {
          if (D::template same<T>(part, D::template from_index<T>(0))) part = D::template from_index<T>(2);
          rest = scalar<D, Divide>(rest, part);
        }
        break;
      case Monoid::Max: part = scalar<D, Min>(part, whole); break;
      case Monoid::Min: part = scalar<D, Max>(part, whole); break;
      case Monoid::And: part = scalar<D, Or>(part, whole); break;
      case Monoid::Or: part = scalar<D, And>(part, whole); break;
    }
    parts[r] = part;
  }
  parts[owner] = rest;
}

/// One float's parts where sums round: over add two halves, over mul -x and -1 (an odd number of
/// roundings would not be exact), ⊕'s identity elsewhere.
template <class D, class T>
void split_rounding(Monoid m, const T& whole, ElementType e, size_t owner, size_t other,
                    std::vector<T>& parts) {
  auto constant = [&](double v) { return D::template from_bits<T>(e, Literal::encode(e, v)); };
  for (T& part : parts) part = D::template from_bits<T>(e, exact_identity_bits(m, e));
  parts[owner] = whole;
  if (owner == other) return;
  if (m == Monoid::Add) {
    const T half = scalar<D, ScalarFn::Multiply>(whole, constant(0.5));
    if (!D::template same<T>(scalar<D, ScalarFn::Add>(half, half), whole)) return;  // a subnormal
    parts[owner] = parts[other] = half;
  } else {
    parts[owner] = scalar<D, ScalarFn::Multiply>(whole, constant(-1));
    parts[other] = constant(-1);
  }
}

}  // namespace detail

/// `n >= 1` tensors of the whole's type with `⊕` of them, from the left, the whole exactly. Each element
/// has an owner of its own among the parts; the others' values are random: over add any, over mul units,
/// over max (min) not above (below) the whole's, over and (or) supersets (subsets) of its bits. Floats
/// in Native over add and mul are split in two, because there only few sums are exact.
/// Throws Crash where ⊕ is not defined on the element type.
template <class D>
std::vector<Tensor<D>> random_parts(Monoid m, const Tensor<D>& whole, int64_t n, uint64_t seed) {
  const ElementType e = whole.element();
  const bool rounds = std::is_same_v<D, Native> && (is_float(e) || is_complex(e)) &&
                      (m == Monoid::Add || m == Monoid::Mul);
  return with_scalar<D>(e, [&]<class T>() {
    const std::vector<T> w = whole.template values<T>();
    std::vector<std::vector<T>> parts(static_cast<size_t>(n), std::vector<T>(w.size()));
    std::vector<std::vector<T>> drawn;
    if (!rounds)
      for (int64_t r = 0; r < n; ++r)
        drawn.push_back(random_tensor<D>(whole.type(), mix64(seed + static_cast<uint64_t>(r)))
                            .template values<T>());
    std::vector<T> column(static_cast<size_t>(n));
    for (size_t i = 0; i < w.size(); ++i) {
      const uint64_t bits = mix64(seed ^ (i * 31 + 7));
      const size_t owner = bits % column.size();
      if (rounds) {
        if constexpr (!is_discrete<T>)
          detail::split_rounding<D>(m, w[i], e, owner, (bits >> 32) % column.size(), column);
      } else {
        detail::split_exactly<D>(m, w[i], owner, column, [&](size_t r) -> T {
          // small integers seldom beat a maximum; sums wrap, so that any will do
          if constexpr (std::is_integral_v<T> || is_narrow<T>)
            return static_cast<T>(mix64(seed + r * w.size() + i) >> (bits & 1 ? 0 : 61));
          else return drawn[r][i];
        });
      }
      for (size_t r = 0; r < column.size(); ++r) parts[r][i] = column[r];
    }
    std::vector<Tensor<D>> tensors;
    for (const auto& p : parts) tensors.push_back(Tensor<D>::make(whole.type(), p));
    return tensors;
  });
}

/// A family that represents `global` at `dist`, with random parts over the partial axes. Throws BadInput
/// where `dist` is ill formed or of another type.
template <class D>
Family<D> distribute_randomly(const Mesh& mesh, const DistType& dist, const Tensor<D>& global,
                              uint64_t seed) {
  chunk_of(mesh, dist, global, Device(mesh.rank(), 0));  // reports an ill-formed D
  std::vector<Tensor<D>> wholes{global};
  if (!dist.partial.empty())
    wholes = random_parts(dist.monoid, global, mesh.size(dist.partial), seed);
  AxisList axes = flatten(dist.dims);
  axes.insert(axes.end(), dist.partial.begin(), dist.partial.end());
  return Family<D>::generate(std::make_shared<const Mesh>(mesh), axes, [&](const Device& d) {
    const auto part = static_cast<size_t>(mesh.index_in(dist.partial, d));
    return chunk_of(mesh, dist, wholes[part], d);
  });
}

}  // namespace partir
