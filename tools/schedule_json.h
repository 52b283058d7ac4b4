// Schedule files: JSON whose mistakes are reported as file:line:col.
#pragma once

#include <string>

#include "partition/schedule.h"

namespace partir {

/// Reads a schedule (docs/schedules.md). BadInput, located, for anything that is not one: not JSON,
/// an unknown key, a size that is not a positive integer, an axis that the mesh lacks, an axis
/// twice.
Schedule read_schedule(const std::string& path);

/// The same from text; `name` stands for the file in messages.
Schedule parse_schedule(const std::string& text, const std::string& name);

/// The text of a schedule of plain directives, each tactic over one axis; `read_schedule` reads it back. BadInput
/// where a directive is on a value without a name of its own. `state` is of the program.
std::string schedule_text(const State& state, const Schedule& schedule);

}  // namespace partir
