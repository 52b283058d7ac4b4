// Programs on global tensors with sdy.sharding and Shardy's explicit collectives, as what each device runs.
#pragma once

#include <string>

#include "semantics/sharded_program.h"
#include "semantics/spmd_program.h"

namespace partir {

/// Whether `@main` of `path` ("-": standard input), else its only public function, says how it is run in parts: by an
/// op of sdy, or by an op that has `sdy.sharding`. Throws BadInput where the text cannot be read.
bool is_sharded_program(const std::string& path);
bool is_sharded_program_text(const std::string& text, const std::string& name);

/// Reads that function and those that it calls. A value of which nothing says how it lies is whole on every device,
/// but a result of a function lies as what it returns. Throws BadInput; Unsupported, naming the op, for ops and
/// control flow that are not covered, and for what read_sdy_boundary refuses.
sharded::Program read_sharded(const std::string& path);
sharded::Program read_sharded_text(const std::string& text, const std::string& name);

/// The program that each device runs (lowering/global_to_local.h); `name` is the file that locations cite.
/// Throws as `read_sharded` and `global_to_local` do.
SpmdProgram import_sharded(const std::string& path);
SpmdProgram import_sharded_text(const std::string& text, const std::string& name);

}  // namespace partir
