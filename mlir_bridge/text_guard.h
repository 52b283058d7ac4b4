// Text that MLIR's parser must not be given. Internal to the bridge.
#pragma once

#include <optional>

#include "llvm/ADT/StringRef.h"

namespace partir::bridge {

/// Why a text must not be parsed, and where.
struct Hostile {
  const char* at;
  const char* what;
  bool is_unsupported = false;
};

/// Finds what would exhaust the parser's stack or memory, or those of whoever walks what it makes:
/// deep nesting, also through aliases (`#b = [#a]`, `!b = tuple<!a>`, `#b = loc("x"(#a))`), aliases
/// that stand for exponentially long text, affine maps (the parser recurses on each operator; where
/// `affine_maps` are wanted, long ones) and sets; and NUL bytes. Linear in the text.
std::optional<Hostile> find_hostile(llvm::StringRef text, bool affine_maps = false);

}  // namespace partir::bridge
