// What an executable holds of the heap by operator new. To be included in one translation unit: it defines the operators.
#pragma once

#include <malloc.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace bench {

/// Bytes, as the allocator rounds them up, of what was given and was not given back; and the most there were since it
/// was last set, where one thread asks.
inline std::atomic<int64_t> heap_held = 0, heap_peak = 0;

inline void* counted(void* p) {
  if (!p) throw std::bad_alloc();
  const int64_t now = heap_held += static_cast<int64_t>(malloc_usable_size(p));
  if (now > heap_peak) heap_peak = now;
  return p;
}
/// Not inlined: where g++ sees that what our `new` gave is freed it takes that for a mistake.
[[gnu::noinline]] inline void give_back(void* p) {
  heap_held -= static_cast<int64_t>(malloc_usable_size(p));
  std::free(p);
}

}  // namespace bench

void* operator new(size_t n) { return bench::counted(std::malloc(n)); }
void* operator new(size_t n, std::align_val_t a) {
  const auto align = static_cast<size_t>(a);
  return bench::counted(std::aligned_alloc(align, (n + align - 1) / align * align));
}
void operator delete(void* p) noexcept { bench::give_back(p); }
void operator delete(void* p, size_t) noexcept { bench::give_back(p); }
void operator delete(void* p, std::align_val_t) noexcept { bench::give_back(p); }
void operator delete(void* p, size_t, std::align_val_t) noexcept { bench::give_back(p); }
