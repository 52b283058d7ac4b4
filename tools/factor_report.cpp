#include "tools/factor_report.h"

#include <nlohmann/json.hpp>

namespace partir {

std::string report_factors(const ReportedRule& r, const std::vector<FactorJudgement>& factors, const CounterexampleFiles& files,
                           Json& report, FactorCounts& counts) {
  std::string text;
  if (!r.notes.empty()) report["notes"] = r.notes;
  for (const std::string& note : r.notes) text += "  note: " + note + "\n";
  report["factors"] = Json::array();
  for (const FactorJudgement& j : factors) {
    ++counts[j.outcome];
    const std::string& factor = r.rule.factors[static_cast<size_t>(j.factor)];
    const std::string kind(name(j.kind)), outcome(name(j.outcome));
    Json entry{{"factor", factor}, {"kind", kind}, {"outcome", outcome}, {"detail", j.detail}};
    if (j.adapted) entry["adapted"] = true;
    if (!j.steps.empty()) entry["steps"] = j.steps;
    text += "  " + factor + " (" + kind + "): " + outcome + ": " + j.detail + "\n";
    for (size_t i = 0; r.steps && i < j.steps.size(); ++i) text += "      " + std::to_string(i + 1) + ". " + j.steps[i] + "\n";
    if (j.refutation)
      text += files.write(r.programs + "_" + factor,
                          {to_string(r.rule.location) + ": factor " + factor + " (" + kind + ") of " + r.of + " is wrong:",
                           j.refutation->verdict.detail},
                          *j.refutation, entry);
    report["factors"].push_back(std::move(entry));
  }
  return text;
}

}  // namespace partir
