// What the subcommands of `partir tmr` are made of.
#pragma once

#include <CLI/App.hpp>

namespace partir {

/// Registers a subcommand on `partir tmr`; its callback stores the exit code in `exit_code`.
void add_tmr_check_command(CLI::App& tmr, int& exit_code);
void add_tmr_derive_command(CLI::App& tmr, int& exit_code);
void add_tmr_rules_command(CLI::App& tmr, int& exit_code);

}  // namespace partir
