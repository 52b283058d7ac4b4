// The integers and i1 of tensors, as numbers and by their bits.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "interp/domain.h"
#include "interp/tensor.h"

namespace partir {

inline bool is_integer_or_i1(ElementType e) { return is_integer(e) || is_bool(e); }

/// The elements, row-major and zero-extended; nothing of a type that is neither integer nor i1.
template <class D>
std::vector<uint64_t> low_bits(const Tensor<D>& t) {
  return with_scalar<D>(t.element(), [&]<class T>() {
    std::vector<uint64_t> all;
    if constexpr (is_discrete<T>)
      for (const T& x : t.template values<T>()) all.push_back(static_cast<uint64_t>(Integers::to_bits(x)));
    return all;
  });
}
/// A tensor of integers or i1 of which `bits(k)` are the k-th element's low bits.
template <class D, class F>
Tensor<D> of_low_bits(const TensorType& type, F&& bits) {
  return with_scalar<D>(type.element, [&]<class T>() {
    return Tensor<D>::template build<T>(type, [&](T* out) {
      if constexpr (is_discrete<T>)
        for (size_t k = 0, n = static_cast<size_t>(type.elements()); k < n; ++k) out[k] = Integers::of_bits<T>(static_cast<ElementBits>(bits(k)));
    });
  });
}
/// The integers, row-major; nothing of another type.
template <class D>
std::vector<__int128> integers(const Tensor<D>& t) {
  return with_scalar<D>(t.element(), [&]<class T>() {
    std::vector<__int128> all;
    if constexpr (is_narrow<T>) for (const T& x : t.template values<T>()) all.push_back(x.value);
    else if constexpr (std::is_integral_v<T>) for (const T& x : t.template values<T>()) all.push_back(x);
    return all;
  });
}

}  // namespace partir
