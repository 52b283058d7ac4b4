// bitcast_convert: by the bits in Native and on discrete types; elsewhere a float has no bits, and a fixed
// pseudo-random function of it stands for them.
#pragma once

#include <cstring>
#include <vector>

#include "interp/native.h"
#include "interp/tensor.h"
#include "semantics/op.h"

namespace partir {

namespace detail {

/// The bits of an element, zero-extended.
template <class D, class T>
ElementBits bits_of(const T& x) {
  if constexpr (std::is_same_v<T, Bool>) {
    return x.bit;
  } else if constexpr (is_narrow<T>) {
    return Integers::unsigned_bits(x);
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<std::make_unsigned_t<T>>(x);
  } else if constexpr (std::is_trivially_copyable_v<T> && std::is_same_v<D, Native>) {
    ElementBits bits = 0;
    std::memcpy(&bits, &x, sizeof(T));
    return bits;
  } else {
    const uint64_t h = D::template hash<T>(x);
    return static_cast<ElementBits>(mix64(h)) << 64 | h;
  }
}
/// The element of those bits, of which those beyond its width are ignored.
template <class D, class T>
T element_of(ElementType e, ElementBits bits) {
  const int w = bit_width(e);
  if (w < 128) bits &= (ElementBits{1} << w) - 1;
  if constexpr (!is_discrete<T> && !std::is_same_v<D, Native>) {
    // every pattern must be a number there
    const uint64_t mixed =
        mix64(static_cast<uint64_t>(bits) ^ static_cast<uint64_t>(bits >> 64));
    const auto number = static_cast<double>(mixed >> (e == ElementType::F16 ? 53 : 40));
    return D::template from_bits<T>(e, Literal::encode(e, number));
  } else {
    return D::template from_bits<T>(e, bits);
  }
}

}  // namespace detail

/// BitcastConvert.
template <class D>
std::vector<Tensor<D>> procedure(const BitcastConvert& op, const std::vector<Tensor<D>>& operands) {
  const Tensor<D> x = operands[0].contiguous();
  const ElementType from = x.element(), to = op.element;
  if (from == to) return {x};
  const TensorType result = op.infer({x.type()})[0];
  const int in = bit_width(from), out = bit_width(to);
  return {Tensor<D>::build_raw(result, [&](void* p) {
    std::vector<ElementBits> bits;
    with_scalar<D>(from, [&]<class T>() {
      for (int64_t i = 0; i < x.elements(); ++i)
        bits.push_back(detail::bits_of<D, T>(x.template data<T>()[i]));
    });
    with_scalar<D>(to, [&]<class T>() {
      T* o = static_cast<T*>(p);
      if (in >= out) {
        for (ElementBits b : bits)
          for (int at = 0; at < in; at += out) *o++ = detail::element_of<D, T>(to, b >> at);
        return;
      }
      for (size_t i = 0; i < bits.size();) {
        ElementBits b = 0;
        for (int at = 0; at < out; at += in) b |= bits[i++] << at;
        *o++ = detail::element_of<D, T>(to, b);
      }
    });
  })};
}

}  // namespace partir
