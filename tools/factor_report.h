// What commands say of the factors of a sharding rule.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "proofs/factor_judgement.h"
#include "tools/counterexample_file.h"

namespace partir {

/// How many factors came out how.
using FactorCounts = std::map<FactorJudgement::Outcome, int64_t>;

/// A rule, and how its factors are named in reports and files.
struct ReportedRule {
  const FactorRule& rule;
  std::string of;        ///< `@f: stablehlo.dot`
  std::string programs;  ///< what names of programs begin with
  bool steps = false;    ///< whether proofs are printed
  std::vector<std::string> notes{};  ///< what else is to be said of the rule
};

/// A line for each factor, and the lines of its counterexample; `report["factors"]` and `counts` have them, too.
std::string report_factors(const ReportedRule& r, const std::vector<FactorJudgement>& factors, const CounterexampleFiles& files,
                           Json& report, FactorCounts& counts);

}  // namespace partir
