// How the simulator and searches are reported, by `partir partition --device` above all: for people and as JSON.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "partition/resolve.h"
#include "tools/command.h"

namespace partir {

/// `12.3 us`, with three significant digits.
std::string seconds_text(double seconds);

/// How far a search is: how many programs it has priced, and what the best of them is estimated to take.
std::string searched_text(const SearchResult& now);
/// For `resolved` (partition/resolve.h): shows how far the search of each automatic tactic is.
std::function<void(const Tactic&, const SearchResult&)> show_searches(Progress& progress);

/// The automatic tactics that found nothing that fits.
std::string missed_text(const std::vector<Resolved::Missed>& missed);
Json to_json(const std::vector<Resolved::Missed>& missed);

/// Prices one program after another, each compared with the one before it. The first is the program as it
/// is, whole on every device.
class SimulationReport {
 public:
  /// `most_expensive`: of how many statements each report is to say what they take.
  SimulationReport(DeviceSpec device, const core::Program& program, size_t most_expensive);

  /// The device, and the row of the program as it is.
  std::string head() const;
  Json head_json() const;

  /// What a tactic has made of the program: then `row` and `json` are of it.
  void next(const hlo::Program& program);
  /// Lines below the tactic's own row.
  std::string row() const;
  Json json() const;

 private:
  /// One of the most expensive statements.
  struct Line {
    SimulatedOp op;
    std::string text;
    Location location;
  };
  std::optional<double> change() const;

  DeviceSpec device_;
  double model_s_;
  size_t most_expensive_;
  bool priced_ = false;
  SimulatedTime now_;
  std::optional<double> before_s_;
  std::vector<Line> lines_;
};

}  // namespace partir
