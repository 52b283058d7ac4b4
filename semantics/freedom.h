// What a program under test may do differently from its specification.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace partir {

/// Each allows what the one before allows.
enum class Freedom : uint8_t {
  Bits,       ///< nothing: every element is the same function of the same elements, in index order
  Sums,       ///< another order of additions, with the signs of zero, NaN and overflow that follow from it
  Roundings,  ///< also a partial sum that is rounded to its type before it is added, and a rounding at another
              ///< place on the same path, never to a type narrower than the specification has on that path
  Reals       ///< also what holds of real numbers: distributivity, logistic(x) = 1 / (1 + exp(-x)), ..
};

inline constexpr std::array freedoms = {Freedom::Bits, Freedom::Sums, Freedom::Roundings, Freedom::Reals};

/// Its spelling on the command line and in reports.
constexpr std::string_view name(Freedom f) {
  constexpr std::string_view names[] = {"bits", "sums", "roundings", "reals"};
  return names[static_cast<size_t>(f)];
}
constexpr std::optional<Freedom> freedom_named(std::string_view text) {
  for (Freedom f : freedoms)
    if (name(f) == text) return f;
  return std::nullopt;
}

}  // namespace partir
