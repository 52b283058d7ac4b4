// MLIR text in, as a whole: a StableHLO module of several functions, to be run as it stands.
#pragma once

#include <string>
#include <vector>

#include "semantics/module.h"

namespace partir {

/// A piece of a file in which lines `// -----` separate modules, and the line on which it begins.
struct ModuleText {
  std::string text;
  unsigned first_line = 1;
};
/// The pieces of `file` that hold more than blanks and comments.
std::vector<ModuleText> split_modules(const std::string& file);

/// Reads one module. Nothing is inlined or left out; ops and types that the toolkit does not cover,
/// and calls of what has no body here, become `Outside` statements and types, which name them. The
/// module is not checked. `name` is the file that locations cite. Throws BadInput; Unsupported
/// where the text as such cannot be read (the short form of an unknown op); Rejected where a value
/// is used before its definition.
shlo::Module import_module_text(const std::string& text, const std::string& name,
                                unsigned first_line = 1);
/// The same, but a function that speaks of shardings is what each device runs of it, on local types
/// (import_sharded.h), for `interpreter.run_parallel` to run; one that is not covered stays on global types, and
/// what runs it is an `Outside` statement that says why.
shlo::Module import_executable_text(const std::string& text, const std::string& name,
                                    unsigned first_line = 1);

}  // namespace partir
