// What a StableHLO module means: a function of tensors, tokens and tuples, and the checks on the
// way, each of which holds or fails. A failed check is a value of the run and does not end it. Run
// `check(module)` first; a module that was not checked ends in Stuck, never in undefined behaviour.
#pragma once

#include <utility>

#include "interp/module_parallel.h"

namespace partir {

/// Runs functions of one module, which it borrows, in the element types' own arithmetic.
class ModuleInterpreter {
 public:
  explicit ModuleInterpreter(const shlo::Module& m, ModuleLimits limits = {})
      : m_(m), limits_(limits) {}

  /// `f` on `args`, as the only process of its grid; run_parallel makes larger ones. Throws
  /// Unsupported where the run reaches what the toolkit does not cover, or exceeds a limit; Stuck
  /// where it has no meaning.
  ModuleOutcome operator()(const shlo::Function& f, ModuleValues args) const {
    ModuleRun run{m_, limits_, {}, 0};
    GridPrograms programs;
    programs.emplace_back(&f, std::move(args));
    run.outcome.results = run_grid(run, {}, std::move(programs));
    return std::move(run.outcome);
  }

 private:
  const shlo::Module& m_;
  ModuleLimits limits_;
};

}  // namespace partir
