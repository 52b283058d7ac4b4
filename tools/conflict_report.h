// How `partir partition` tells the story of a conflict, for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include "partition/conflicts.h"
#include "tools/command.h"

namespace partir {

/// Explains the conflicts of each tactic in turn.
class ConflictReport {
 public:
  /// `file` is where the program's text is, whose lines are quoted; conflicts elsewhere (in a file that `loc`
  /// names, or where the text came by a pipe) are not.
  ConflictReport(core::Program program, std::string file);

  /// After a tactic has been applied.
  void next(const Tactic& tactic, const std::vector<Conflict>& conflicts);
  /// Lines below the tactic's row. A conflict that stays from an earlier tactic has one.
  std::string text() const;
  /// Puts each conflict's story to its object in `conflicts`, those of `atomic` aside.
  void add_to(Json& conflicts) const;

 private:
  std::string source_line(const Location& at) const;
  std::string claim_text(const Claim& c) const;
  std::string edit_text(const Edit& e) const;
  std::string resolution_text(const Resolution& r) const;
  Json claim_json(const Claim& c) const;
  Json edit_json(const Edit& e) const;

  State state_;  // before any tactic
  std::string file_;
  mutable std::vector<std::string> lines_;  // of the file, once one is quoted
  std::vector<Tactic> tactics_;
  std::vector<ExplainedConflict> conflicts_;
};

}  // namespace partir
