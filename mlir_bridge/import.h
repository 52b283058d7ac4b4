// MLIR text in: StableHLO, PartIR:Core and PartIR:HLO become the toolkit's programs.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "semantics/core.h"
#include "semantics/hlo.h"

namespace partir {

/// What an import may be told from outside.
struct ImportOptions {
  /// The mesh; overrides the one that the text gives.
  std::optional<Mesh> mesh;
  /// Whether shardings that the text states become hints; without, they are not looked at.
  bool shardings = true;
};

/// A sharding that the text states with `sdy.sharding` on an argument or a result of the function
/// or on an op, or with `sdy.sharding_constraint`. What to do with it is the caller's business.
/// Whether a dimension is open (`?`) is not kept: a tactic asks for tilings, and propagation may
/// add others wherever it meets no `atomic`, which holds a value whole and not one dimension.
struct ShardingHint {
  enum class Where { Argument, Result, Value };
  Where where = Where::Argument;
  size_t index = 0;                     ///< of the argument or the result
  ValueId value = 0;                    ///< the argument, what is returned, or the value itself
  AxisLists dims;  ///< axes per dimension, major first
  AxisList replicated;                  ///< axes that must not tile it
  Location location;
};

/// A Core program and the shardings that stood beside it.
struct ImportedCore {
  core::Program program;
  std::vector<ShardingHint> shardings;
};

/// Reads `path` ("-": standard input) as StableHLO, PartIR:Core or a mixture: the function `@main`,
/// else the only public one; calls are inlined. The program is not checked: declared types are kept
/// for `check`. Throws BadInput, Unsupported, or Rejected where the text has no counterpart in the
/// syntax (a range variable as an operand, a value used before it is defined).
ImportedCore import_core(const std::string& path, const ImportOptions& options = {});

/// Reads `path` as PartIR:HLO, whose parameters and results carry `partir_hlo.dist` (replicated
/// where absent) and whose types are device-local. Throws as import_core does.
hlo::Program import_hlo(const std::string& path, const ImportOptions& options = {});

/// PartIR:HLO if the function has a `partir_hlo` op or a `partir_hlo.dist`, PartIR:Core otherwise.
using Imported = std::variant<ImportedCore, hlo::Program>;
Imported import_any(const std::string& path, const ImportOptions& options = {});

/// The same three from memory; `name` is the file that locations cite.
ImportedCore import_core_text(const std::string& text, const std::string& name,
                              const ImportOptions& options = {});
hlo::Program import_hlo_text(const std::string& text, const std::string& name,
                             const ImportOptions& options = {});
Imported import_any_text(const std::string& text, const std::string& name,
                         const ImportOptions& options = {});

}  // namespace partir
