// Integers of tensors as indices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "interp/tensor.h"

namespace partir {

namespace detail {
/// `clamp(0, x, limit)`; a ui64 of 2^63 and more is beyond every limit.
template <class T>
int64_t clamped(const T& x, int64_t limit) {
  const auto i = Integers::convert<int64_t>(x);
  if constexpr (std::is_same_v<T, uint64_t>)
    if (x > static_cast<uint64_t>(limit)) return limit;
  return std::clamp<int64_t>(i, 0, limit);
}
/// As it is; what is beyond 2^63 - 1 becomes that.
template <class T>
int64_t as_index(const T& x) {
  if constexpr (std::is_same_v<T, uint64_t>)
    if (x > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
      return std::numeric_limits<int64_t>::max();
  return Integers::convert<int64_t>(x);
}
/// Calls `f.operator()<T>()` for an integer element type; throws Crash for others.
template <class D, class F>
decltype(auto) with_integer(ElementType e, F&& f) {
  if (!is_integer(e)) throw Crash("an index of type " + std::string(name(e)));
  return with_scalar<D>(e, [&]<class T>() -> decltype(f.template operator()<int64_t>()) {
    if constexpr (is_discrete<T> && !std::is_same_v<T, Bool>) return f.template operator()<T>();
    throw Crash("an index that is no integer");
  });
}
}  // namespace detail

/// `out[i] = by · clamp(0, x[i·step], limit)` for `i < n`.
using PlaceRow = void (*)(const void* x, int64_t step, int64_t limit, int64_t by, int64_t n,
                          int64_t* out);
namespace detail {
template <class T>
void place_row(const void* x, int64_t step, int64_t limit, int64_t by, int64_t n, int64_t* out) {
  const T* p = static_cast<const T*>(x);
  for (int64_t i = 0; i < n; ++i) out[i] = by * clamped(p[i * step], limit);
}
}  // namespace detail
/// The row of places for an integer element type.
template <class D>
PlaceRow place_row(ElementType e) {
  return detail::with_integer<D>(e, []<class T>() -> PlaceRow { return detail::place_row<T>; });
}

/// The one element of a tensor of integers, moved into 0..limit.
template <class D>
int64_t clamped_index(const Tensor<D>& t, int64_t limit) {
  return detail::with_integer<D>(t.element(), [&]<class T>() -> int64_t {
    return detail::clamped(*t.template data<T>(), limit);
  });
}

/// The elements of a tensor of integers as indices, row-major.
template <class D>
std::vector<int64_t> indices(const Tensor<D>& t) {
  const Tensor<D> c = t.contiguous();
  return detail::with_integer<D>(t.element(), [&]<class T>() -> std::vector<int64_t> {
    const T* x = c.template data<T>();
    std::vector<int64_t> v(static_cast<size_t>(c.elements()));
    for (size_t i = 0; i < v.size(); ++i) v[i] = detail::as_index(x[i]);
    return v;
  });
}

}  // namespace partir
