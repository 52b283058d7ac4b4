// Programs that show that an entry is wrong, as files that `partir run` runs.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "proofs/entry_judgement.h"
#include "tools/command.h"

namespace partir {

/// A directory of counterexamples.
class CounterexampleFiles {
 public:
  /// Makes the directory, unless it is there; BadInput where it cannot be one. Without a name nothing is written.
  explicit CounterexampleFiles(std::string directory);

  /// Writes the program of a refuted entry as `NAME.mlir` (`NAME_2.mlir`, where there is one of that name), what is no
  /// letter or digit in it replaced, with what it shows, line by line, at its head. A line of text
  /// that names the file, or says why there is none; the same in `report`. Empty where nothing is to be written.
  std::string write(const std::string& name, const std::vector<std::string>& shows, const EntryJudgement& refuted,
                    Json& report) const;

 private:
  std::string directory_;
  mutable std::set<std::string> written_;
};

}  // namespace partir
