// Storage of tensors and row-wise traversal of strided operands.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantics/types.h"

namespace partir {

namespace detail {

/// Recycles large buffers: a program's values have few distinct sizes, and fresh pages cost more than
/// an elementwise operation. Never destroyed, since tensors may be of static storage duration.
class BufferPool {
 public:
  static constexpr std::align_val_t alignment{64};
  static constexpr size_t smallest = size_t{1} << 16, limit = size_t{1} << 28;
  static BufferPool& instance() {
    static BufferPool* pool = new BufferPool;
    return *pool;
  }
  void* take(size_t bytes) {
#ifndef __SANITIZE_ADDRESS__
    if (bytes >= smallest) {
      std::lock_guard lock(mutex_);
      auto it = free_.find(bytes);
      if (it != free_.end() && !it->second.empty()) {
        void* p = it->second.back();
        it->second.pop_back();
        held_ -= bytes;
        return p;
      }
    }
#endif
    return ::operator new(bytes, alignment);
  }
  void give(void* p, size_t bytes) noexcept {
#ifndef __SANITIZE_ADDRESS__
    if (bytes >= smallest) {
      std::lock_guard lock(mutex_);
      if (held_ + bytes <= limit) {
        try {
          free_[bytes].push_back(p);
          held_ += bytes;
          return;
        } catch (const std::bad_alloc&) {
        }
      }
    }
#endif
    ::operator delete(p, alignment);
  }

 private:
  std::mutex mutex_;
  std::unordered_map<size_t, std::vector<void*>> free_;
  size_t held_ = 0;
};

/// Room for `n` elements, not initialised where T allows it.
template <class T>
std::shared_ptr<void> allocate(int64_t n) {
  if constexpr (std::is_trivially_default_constructible_v<T> &&
                std::is_trivially_destructible_v<T>) {
    const size_t bytes = static_cast<size_t>(std::max<int64_t>(n, 1)) * sizeof(T);
    return std::shared_ptr<void>(BufferPool::instance().take(bytes), [bytes](void* p) {
      BufferPool::instance().give(p, bytes);
    });
  } else {
    return std::shared_ptr<void>(std::shared_ptr<T[]>(new T[static_cast<size_t>(n)]));
  }
}

}  // namespace detail

/// Strides of a contiguous row-major tensor.
inline std::vector<int64_t> row_major_strides(const Shape& shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t s = 1;
  for (size_t d = shape.size(); d-- > 0; s *= shape[d]) strides[d] = s;
  return strides;
}

/// Advances a multi-index in row-major order; false after the last one.
inline bool next_index(std::vector<int64_t>& index, const Shape& shape) {
  for (size_t d = shape.size(); d-- > 0;) {
    if (++index[d] < shape[d]) return true;
    index[d] = 0;
  }
  return false;
}

/// Visits the box `shape` in row-major order, row by row: `f(offsets, n, steps)` with the N operands'
/// offsets at the row's start, the row's length and the N steps within it. Dimensions that are
/// adjacent in every operand are merged first, so that contiguous operands make one row.
template <size_t N, class F>
void for_rows(const Shape& shape, const std::array<const std::vector<int64_t>*, N>& strides, F&& f) {
  std::vector<int64_t> extent;
  std::vector<std::array<int64_t, N>> step;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 0) return;
    if (shape[d] == 1) continue;
    std::array<int64_t, N> s;
    for (size_t i = 0; i < N; ++i) s[i] = (*strides[i])[d];
    bool merge = !extent.empty();
    for (size_t i = 0; merge && i < N; ++i) merge = step.back()[i] == s[i] * shape[d];
    if (merge) {
      extent.back() *= shape[d];
      step.back() = s;
    } else {
      extent.push_back(shape[d]);
      step.push_back(s);
    }
  }
  std::array<int64_t, N> offset{};
  if (extent.empty()) {
    std::array<int64_t, N> one;
    one.fill(1);
    f(offset, int64_t{1}, one);
    return;
  }
  const size_t last = extent.size() - 1;
  std::vector<int64_t> index(last, 0);
  while (true) {
    f(offset, extent[last], step[last]);
    size_t d = last;
    while (d-- > 0) {
      for (size_t i = 0; i < N; ++i) offset[i] += step[d][i];
      if (++index[d] < extent[d]) break;
      for (size_t i = 0; i < N; ++i) offset[i] -= step[d][i] * extent[d];
      index[d] = 0;
    }
    if (d == static_cast<size_t>(-1)) return;
  }
}

}  // namespace partir
