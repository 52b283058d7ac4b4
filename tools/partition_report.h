// How `partir partition` reports a tactic, for people and as JSON.
#pragma once

#include <string>

#include "proofs/checked_partition.h"
#include "tools/command.h"

namespace partir {

/// One element of `tactics` in the report.
Json to_json(const TacticReport& report);

/// The head of the table; rows follow by `table_row`.
std::string table_head(const core::Program& program, const Mesh& mesh);

/// A row, and below it what needs more room: what `conflicts` says of conflicts (conflict_report.h), operands
/// held back, a refutation.
std::string table_row(const TacticReport& report, const std::string& conflicts);

}  // namespace partir
