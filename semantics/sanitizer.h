// Whether the program is compiled with the address sanitizer: g++ says so by a macro, clang by a feature.
#pragma once

namespace partir {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool address_sanitizer = true;
#elif defined(__has_feature)
inline constexpr bool address_sanitizer = __has_feature(address_sanitizer);
#else
inline constexpr bool address_sanitizer = false;
#endif

}  // namespace partir
