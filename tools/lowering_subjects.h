// What `partir fuzz --lowering` runs: how a subject's input is drawn and printed, and how it is lowered.
#pragma once

#include <functional>
#include <string>

#include "property_tests/generate/sharded.h"

namespace partir {

/// What a lowering command reads.
enum class LoweringInput { Stablehlo, Core, Mesh };

/// A lowering under test.
struct LoweringSubject {
  std::string name;          ///< as the command line has it
  generate::Asking asking;   ///< what is asked of values
  bool ops_of_mesh = false;  ///< programs of the ops that upstream's dialects can be printed with
  bool actions = false;      ///< the shardings of parameters are actions, of which there must be one
  double seconds = 10;       ///< in which a run ends unless it hangs
  bool loops = false;        ///< every other program has loops, and asks nothing
  std::function<std::string(const generate::Sharded&)> print;  ///< the file of the program
  /// The command line for the shell, with the paths of the program and of what is to be written (which it may
  /// leave unwritten: then standard output is that). None for a lowering in this process.
  std::function<std::string(const generate::Sharded&, const std::string& in, const std::string& out)> command;
  std::function<std::string(const generate::Sharded&)> lower;  ///< a lowering in this process

  /// The recipe of a seed, and the program of a recipe.
  generate::Recipe draw(uint64_t seed) const;
  generate::Sharded decode(const generate::Recipe& recipe) const;
  /// Whether a program, drawn or made smaller, is one that the subject can be asked to lower.
  bool takes(const generate::Sharded& s) const;
};

/// `reference` (lowering/), `mlir` (`partir-opt` and its passes, found beside this program), `mesh`
/// (mlir-opt-19's sharding-propagation and mesh-spmdization), or else a command line, in which %in, %out and
/// %actions stand for the program's path, that of what it is lowered to, and the shardings of parameters in
/// the notation of -partir-tile
/// (`arg0:1:B,arg2:0:M`). Throws UsageError where `input` does not go with it.
LoweringSubject lowering_subject(const std::string& lowering, LoweringInput input);

}  // namespace partir
