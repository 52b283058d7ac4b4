// Which ops promise something of their indices (semantics/index_promises.h).
#pragma once

#include "semantics/op.h"

namespace partir {

inline bool makes_promises(const Op& op) {
  return op.visit([](const auto& o) {
    if constexpr (requires { o.makes_promises(); }) return o.makes_promises();
    else return false;
  });
}

}  // namespace partir
