// The `partir` command.
#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <new>

#include "tools/command.h"

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
  app.footer("partir COMMAND --help shows each command's options and examples.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  } catch (const partir::Error& e) {
    std::cout.flush();
    std::cerr << e.report() << "\n";
    return e.exit_code();
  } catch (const std::bad_alloc&) {
    std::cerr << "partir: error: out of memory (partir partition --scale makes extents smaller)\n";
    return 2;
  } catch (const std::exception& e) {
    // Crash and whatever else ought to be impossible: a bug of ours, said so
    std::cerr << "partir: internal error, please report it: " << e.what() << "\n";
    return 70;
  }
  std::cout.flush();
  return exit_code;
}
