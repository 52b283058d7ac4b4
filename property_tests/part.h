// How much of what a test draws the sanitizers look at.
#pragma once

#include <cstdint>

#include "semantics/sanitizer.h"

namespace partir {

/// A test looks at one in `part` of its programs or instances: at all of them, or at a tenth under the address sanitizer.
inline constexpr int64_t part = address_sanitizer ? 10 : 1;

}  // namespace partir
