// Random parts: tensors that an entry's or a distributed type's `partial<⊕>` may stand for.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "interp/family.h"
#include "interp/random.h"

namespace partir::build {

/// `n` tensors of the whole's type with `⊕` of them the whole. Each element has an owner of its own
/// among the parts, the others' are random: over add any, over mul units, over max and min beyond
/// the whole's, over and and or supersets and subsets of its bits.
template <class D>
std::vector<Tensor<D>> random_parts(Monoid m, const Tensor<D>& whole, int64_t n, uint64_t seed) {
  return with_scalar<D>(whole.element(), [&]<class T>() {
    const std::vector<T> w = whole.template values<T>();
    std::vector<std::vector<T>> parts;
    for (int64_t r = 0; r < n; ++r)
      parts.push_back(random_tensor<D>(whole.type(), mix64(seed + r)).template values<T>());
    auto apply = [&]<ScalarFn F>(T a, T b) -> T {
      if constexpr (means_something<F, T>()) return D::template binary<F, T>(a, b);
      else throw Crash("random_parts");  // excluded by defined_on
    };
    for (size_t i = 0; i < w.size(); ++i) {
      const size_t owner = mix64(seed ^ (i * 31 + 7)) % n;
      T rest = w[i];
      for (size_t r = 0; r < parts.size(); ++r) {
        if (r == owner) continue;
        T& part = parts[r][i];
        if constexpr (std::is_integral_v<T>) part = static_cast<T>(mix64(seed + r * w.size() + i));  // sums wrap
        switch (m) {
          case Monoid::Add: rest = apply.template operator()<ScalarFn::Subtract>(rest, part); break;
          case Monoid::Mul:
            if constexpr (std::is_integral_v<T>) {
              part = part & 1 ? static_cast<T>(1) : static_cast<T>(-1);
              rest = apply.template operator()<ScalarFn::Multiply>(rest, part);
            } else {
              rest = apply.template operator()<ScalarFn::Divide>(rest, part);
            }
            break;
          case Monoid::Max: part = apply.template operator()<ScalarFn::Min>(part, w[i]); break;
          case Monoid::Min: part = apply.template operator()<ScalarFn::Max>(part, w[i]); break;
          case Monoid::And: part = apply.template operator()<ScalarFn::Or>(part, w[i]); break;
          case Monoid::Or: part = apply.template operator()<ScalarFn::And>(part, w[i]); break;
        }
      }
      parts[owner][i] = rest;
    }
    std::vector<Tensor<D>> tensors;
    for (const auto& p : parts) tensors.push_back(Tensor<D>::make(whole.type(), p));
    return tensors;
  });
}

/// A family that represents `global` at `dist`, with random parts over the partial axes.
template <class D>
Family<D> random_family(const Mesh& mesh, const DistType& dist, const Tensor<D>& global, uint64_t seed) {
  std::vector<Tensor<D>> wholes{global};
  if (!dist.partial.empty()) wholes = random_parts(dist.monoid, global, mesh.size(dist.partial), seed);
  AxisList axes = flatten(dist.dims);
  axes.insert(axes.end(), dist.partial.begin(), dist.partial.end());
  return Family<D>::generate(std::make_shared<const Mesh>(mesh), axes, [&](const Device& d) {
    return chunk_of(mesh, dist, wholes[mesh.index_in(dist.partial, d)], d);
  });
}

}  // namespace partir::build
