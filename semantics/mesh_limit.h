// How large a mesh may be declared.
#pragma once

#include <cstdint>
#include <optional>

namespace partir {

/// The most devices that a mesh of a text or of a schedule may have. The calculus knows no bound;
/// this one is far above any machine, makes a mistyped size an error instead of exhausted memory,
/// and keeps products of extents and axis sizes far from 2^63.
inline constexpr int64_t max_devices = int64_t{1} << 20;
/// How messages call it.
inline constexpr const char* mesh_too_large = "a mesh of more than 2^20 devices";

/// The devices of a mesh of `devices` with one more axis of `size`, both at least 1; nothing where
/// that is above `max_devices`.
inline constexpr std::optional<int64_t> with_axis(int64_t devices, int64_t size) {
  if (size > max_devices / devices) return std::nullopt;
  return devices * size;
}

}  // namespace partir
