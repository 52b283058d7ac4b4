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

#include "semantics/budget.h"
#include "semantics/sanitizer.h"
#include "semantics/types.h"

namespace partir {

namespace detail {

/// Recycles large buffers: a program's values have few distinct sizes, and fresh pages cost more than
/// an elementwise operation. Never destroyed, since tensors may be of static storage duration.
class BufferPool {
 public:
  static constexpr std::align_val_t alignment{64};
  static constexpr size_t smallest = size_t{1} << 16, limit = size_t{1} << 29;
  static BufferPool& instance() {
    static BufferPool* pool = new BufferPool;
    return *pool;
  }
  void* take(size_t bytes) {
    if (!address_sanitizer && bytes >= smallest) {
      std::lock_guard lock(mutex_);
      auto it = free_.find(bytes);
      if (it != free_.end() && !it->second.empty()) {
        void* p = it->second.back();
        it->second.pop_back();
        held_ -= bytes;
        return p;
      }
    }
    return ::operator new(bytes, alignment);
  }
  void give(void* p, size_t bytes) noexcept {
    if (!address_sanitizer && bytes >= smallest) {
      std::lock_guard lock(mutex_);
      // what was kept of sizes that a program no longer asks for makes room
      for (auto it = free_.begin(); held_ + bytes > limit && it != free_.end(); ++it)
        for (; held_ + bytes > limit && !it->second.empty(); held_ -= it->first) {
          ::operator delete(it->second.back(), alignment);
          it->second.pop_back();
        }
      if (held_ + bytes <= limit) {
        try {
          free_[bytes].push_back(p);
          held_ += bytes;
          return;
        } catch (const std::bad_alloc&) {
        }
      }
    }
    ::operator delete(p, alignment);
  }

  /// Gives back all that is kept.
  void clear() {
    std::lock_guard lock(mutex_);
    for (auto& [bytes, buffers] : free_)
      for (void* p : buffers) ::operator delete(p, alignment);
    free_.clear();
    held_ = 0;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<size_t, std::vector<void*>> free_;
  size_t held_ = 0;
};

/// Room for `n` elements, not initialised where T allows it. Throws OutOfBudget where the limit of memory leaves less.
template <class T>
std::shared_ptr<void> allocate(int64_t n) {
  if (n > 4096) budget::require(static_cast<uint64_t>(n) * sizeof(T));
  if constexpr (std::is_trivially_default_constructible_v<T> &&
                std::is_trivially_destructible_v<T>) {
    const size_t bytes = static_cast<size_t>(std::max<int64_t>(n, 1)) * sizeof(T);
    // small ones in one piece with their reference count: alignment gains them nothing
    if (bytes <= 512) return std::make_shared_for_overwrite<T[]>(static_cast<size_t>(std::max<int64_t>(n, 1)));
    return std::shared_ptr<void>(BufferPool::instance().take(bytes), [bytes](void* p) {
      BufferPool::instance().give(p, bytes);
    });
  } else {
    return std::shared_ptr<void>(std::shared_ptr<T[]>(new T[static_cast<size_t>(n)]));
  }
}

}  // namespace detail

/// A walk over a box in row-major order, row by row, along up to four strided operands. Dimensions that
/// are adjacent in every operand are merged first, so that contiguous operands make one row.
class RowWalk {
 public:
  using Steps = std::array<int64_t, 4>;
  RowWalk(const Shape& shape, const std::vector<int64_t>* const* strides, size_t operands) {
    for (size_t d = 0; d < shape.size(); ++d) {
      if (shape[d] == 0) {
        empty_ = true;
        return;
      }
      if (shape[d] == 1) continue;
      Dimension dim{shape[d], 0, {}};
      for (size_t i = 0; i < operands; ++i) dim.step[i] = (*strides[i])[d];
      bool merge = !dims_.empty();
      for (size_t i = 0; merge && i < operands; ++i)
        merge = dims_.back().step[i] == dim.step[i] * dim.extent;
      if (merge) {
        dims_.back().extent *= dim.extent;
        dims_.back().step = dim.step;
      } else {
        dims_.push_back(dim);
      }
    }
    if (dims_.empty()) dims_.push_back({1, 0, {1, 1, 1, 1}});
  }
  /// No elements at all.
  bool empty() const { return empty_; }
  /// Of each operand, where the row starts; the row's length; the step within it.
  const Steps& offset() const { return offset_; }
  int64_t length() const { return dims_.back().extent; }
  const Steps& step() const { return dims_.back().step; }
  /// To the next row, if there is one.
  bool next() {
    for (size_t d = dims_.size() - 1; d-- > 0;) {
      Dimension& dim = dims_[d];
      const bool more = ++dim.index < dim.extent;
      for (size_t i = 0; i < 4; ++i) offset_[i] += more ? dim.step[i] : dim.step[i] * (1 - dim.extent);
      if (more) return true;
      dim.index = 0;
    }
    return false;
  }

 private:
  struct Dimension {
    int64_t extent, index;
    Steps step;
  };
  std::vector<Dimension> dims_;
  Steps offset_{};
  bool empty_ = false;
};

/// Calls `f(offsets, length, steps)` for each row of a `RowWalk` along N operands.
template <size_t N, class F>
void for_rows(const Shape& shape, const std::array<const std::vector<int64_t>*, N>& strides, F&& f) {
  static_assert(N <= 4);
  RowWalk walk(shape, strides.data(), N);
  if (walk.empty()) return;
  do f(walk.offset(), walk.length(), walk.step());
  while (walk.next());
}

}  // namespace partir
