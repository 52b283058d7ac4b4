// The `partir` command.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/command.h"

namespace {

/// Refuses a first word that is no subcommand with better words than the parser has.
void check_subcommand(const CLI::App& app, const std::string& word) {
  std::vector<std::string> known;
  for (const CLI::App* c : app.get_subcommands({})) known.push_back(c->get_name());
  std::string list;
  for (const std::string& k : known) {
    if (k == word) return;
    list += (list.empty() ? "" : ", ") + k;
  }
  const std::string meant = partir::nearest(word, known);
  throw CLI::ExtrasError("unknown command \"" + word + "\"" +
                             (meant.empty() ? "" : "; did you mean \"" + meant + "\"?") +
                             " The commands are " + list,
                         CLI::ExitCodes::ExtrasError);
}

/// What stands wrong on the command line, on standard error; with --json on standard output too.
int usage_error(const CLI::App& app, const CLI::ParseError& e, bool json) {
  if (app.exit(e) == 0) return 0;  // --help, --version
  if (json) {
    partir::Json report;
    report["error"] = partir::error_json(e.what(), {}, "usage");
    std::cout << partir::json_text(report) << "\n";
  }
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "partir: reference semantics, partitioner and checker of SPMD lowerings for PartIR"};
  app.require_subcommand(1);
  app.set_version_flag("--version", "partir 0.1");
  int exit_code = 0;
  partir::add_partition_command(app, exit_code);
  partir::add_run_command(app, exit_code);
  partir::add_check_command(app, exit_code);
  partir::add_lower_command(app, exit_code);
  partir::add_conformance_command(app, exit_code);
  partir::add_fuzz_command(app, exit_code);
  partir::add_tmr_command(app, exit_code);
  partir::add_verify_command(app, exit_code);
  partir::add_model_command(app, exit_code);
  partir::add_search_command(app, exit_code);
  app.footer("partir COMMAND --help shows each command's options and examples.");
  try {
    if (argc > 1 && argv[1][0] != '-') check_subcommand(app, argv[1]);
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    bool json = false;
    for (int i = 1; i < argc; ++i) json = json || argv[i] == std::string("--json");
    return usage_error(app, e, json);
  }
  if (!std::cout.flush()) {  // a full disk; what was printed is not what was found
    std::cerr << "partir: error: standard output cannot be written\n";
    return 2;
  }
  return exit_code;
}
