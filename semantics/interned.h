// Values that are equal very often, kept once: what MLIR's contexts do with types, locations and names.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <unordered_set>

namespace partir {

/// The one `T` in memory that is equal to `key`, made of it if there was none; it is never freed. `Of` hashes and compares
/// keys and `T`s, equal ones alike, as an unordered container's transparent hash and equality do in one. Threads may ask
/// side by side; what a thread asked for lately it finds without a lock.
template <class T, class Of, class Key>
const T& interned(const Key& key) {
  const size_t hash = Of{}(key);
  constexpr size_t slots = 256;
  thread_local std::array<const T*, slots> lately{};
  const T*& slot = lately[(hash ^ hash >> 17 ^ hash >> 41) % slots];
  if (slot && Of{}(*slot, key)) return *slot;
  static auto& all = *new std::unordered_set<T, Of, Of>;  // outlives all who have one
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const auto found = all.find(key);
  return *(slot = &(found != all.end() ? *found : *all.emplace(key).first));
}

}  // namespace partir
