// partir tmr check FILE: entries that others write, judged; of wrong ones programs that show it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>

#include "proofs/inline_judgement.h"
#include "tools/command.h"
#include "tools/factor_report.h"
#include "tools/files.h"
#include "tools/tmr.h"

namespace partir {
namespace {

struct CheckOptions {
  std::string file, counterexamples;
  bool json = false, steps = false;
  Limits limits;
};

/// How many entries and factors came out how, by the words of the last line.
class Counts {
 public:
  void add(Verdict::Kind k) { add(k == Verdict::Kind::ProvedAllShapes ? "proved" : name(k)); }
  void add(FactorJudgement::Outcome o) { add(name(o)); }
  int64_t operator[](std::string_view outcome) const {
    for (const auto& [name, n] : counts_)
      if (name == outcome) return n;
    return 0;
  }
  Json json() const {
    Json j{{"entries", all_}};
    for (const auto& [name, n] : counts_) j[std::string(name)] = n;
    return j;
  }
  /// `7 entries: 5 proved, 1 refuted, 1 undecided`
  std::string text() const {
    std::string t = all_ == 1 ? "1 entry: " : std::to_string(all_) + " entries: ";
    bool first = true;
    for (const auto& [name, n] : counts_) {
      const bool always = name == "proved" || name == "refuted" || name == "undecided";
      if (n == 0 && !always) continue;
      t += (first ? "" : ", ") + std::to_string(n) + " " + (name == "no_claim" ? "without a claim" : std::string(name));
      first = false;
    }
    return t;
  }

 private:
  void add(std::string_view outcome) {
    for (auto& [name, n] : counts_)
      if (name == outcome) {
        ++n, ++all_;
        return;
      }
    throw Crash("no count of " + std::string(outcome));
  }
  std::vector<std::pair<std::string_view, int64_t>> counts_ = {{"proved", 0},  {"verified", 0}, {"tested", 0},
                                                               {"refuted", 0}, {"no_claim", 0}, {"undecided", 0}};
  int64_t all_ = 0;
};

/// Judges what a file says of one op, and reports it in the order in which it stands.
class RuleReport {
 public:
  RuleReport(const CheckOptions& o, const CounterexampleFiles& files, Counts& counts, int64_t& number)
      : o_(o), files_(files), counts_(counts), number_(number) {}

  Json operator()(const WrittenRule& rule) {
    Json op{{"op", rule.name()}, {"entries", Json::array()}};
    std::vector<std::pair<unsigned, std::function<void()>>> by_line;
    for (const WrittenEntry& e : rule.entries) by_line.emplace_back(e.location.line(), [&] { entry(rule, e, op); });
    for (const WrittenFactors& f : rule.factors) by_line.emplace_back(f.rule.location.line(), [&] { factors(rule, f, op); });
    for (const UnclaimedFactor& u : rule.unclaimed) by_line.emplace_back(u.location.line(), [&] { unclaimed(rule, u, op); });
    std::stable_sort(by_line.begin(), by_line.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [line, report] : by_line) report();
    return op;
  }

 private:
  void entry(const WrittenRule& rule, const WrittenEntry& e, Json& op) {
    const EntryJudgement j = judge_entry(rule, e.entry);
    counts_.add(j.verdict.kind);
    Json entry = to_json(j.verdict);
    entry["entry"] = to_string(e.entry);
    entry["text"] = e.text;
    if (!e.factor.empty()) entry["factor"] = e.factor;
    entry["location"] = to_json(e.location);
    entry["steps"] = j.steps;
    const std::string place = to_string(e.location) + ": " + rule.name() + " " +
                              (e.factor.empty() ? "" : "factor " + e.factor + ": ") + to_string(e.entry);
    const std::string program = files_.write(rule.name() + "_" + std::to_string(++number_),
                                             {place + " is wrong:", j.verdict.detail}, j, entry);
    op["entries"].push_back(std::move(entry));
    if (o_.json) return;
    std::cout << place << ": " << to_text(j.verdict) << program;
    for (size_t i = 0; o_.steps && i < j.steps.size(); ++i) std::cout << "    " << i + 1 << ". " << j.steps[i] << "\n";
  }
  void factors(const WrittenRule& rule, const WrittenFactors& f, Json& op) {
    const OpInstance& x = std::get<NamedOp>(rule.op).instance;
    const std::vector<FactorJudgement> judged = judge_factors(x, f.rule);
    for (const FactorJudgement& j : judged) counts_.add(j.outcome);
    FactorCounts of_rule;
    Json report{{"text", f.text}, {"location", to_json(f.rule.location)}};
    const std::string text = report_factors(
        {f.rule, rule.name(), rule.name() + "_" + std::to_string(++number_), o_.steps, size_notes(x, f.rule)}, judged,
        files_, report, of_rule);
    op["rules"].push_back(std::move(report));
    if (!o_.json) std::cout << to_string(f.rule.location) << ": " << rule.name() << " " << f.text << "\n" << text;
  }
  /// A factor of the result alone holds whatever the op is; of others the rule claims nothing.
  void unclaimed(const WrittenRule& rule, const UnclaimedFactor& u, Json& op) {
    const auto outcome = u.holds ? FactorJudgement::Outcome::Proved : FactorJudgement::Outcome::NoClaim;
    counts_.add(outcome);
    op["unclaimed"].push_back(
        {{"factor", u.factor}, {"outcome", name(outcome)}, {"detail", u.why}, {"location", to_json(u.location)}});
    if (o_.json) return;
    std::cout << to_string(u.location) << ": " << rule.name() << " factor " << u.factor << ": " << name(outcome) << ": "
              << u.why << "\n";
  }

  const CheckOptions& o_;
  const CounterexampleFiles& files_;
  Counts& counts_;
  int64_t& number_;  ///< of entries and rules so far: programs are named after it
};

int check_command(const CheckOptions& o, Json& report) {
  report["ops"] = Json::array();
  const bool standard_input = o.file == "-";
  const std::string text = read_file(standard_input ? "/dev/stdin" : o.file);
  const std::vector<WrittenRule> rules = read_rules(text, standard_input ? "<stdin>" : o.file);
  check_entries(rules);
  const CounterexampleFiles files(o.counterexamples);
  Counts counts;
  int64_t number = 0;
  for (const WrittenRule& rule : rules) {
    progress::phase("judging " + rule.name() + ", " + std::to_string(report["ops"].size() + 1) + " of " + std::to_string(rules.size()));
    report["ops"].push_back(RuleReport(o, files, counts, number)(rule));
  }
  report["counts"] = counts.json();
  const int exit_code = counts["refuted"] ? 1 : counts["undecided"] ? 3 : 0;
  report["verdict"] = verdict_word(exit_code, counts["tested"] ? Verdict::Kind::Tested : counts["verified"] ? Verdict::Kind::Verified : Verdict::Kind::ProvedAllShapes);
  if (!o.json) std::cout << counts.text() << "\n";
  return exit_code;
}

}  // namespace

void add_tmr_check_command(CLI::App& tmr, int& exit_code) {
  auto o = std::make_shared<CheckOptions>();
  CLI::App* check = tmr.add_subcommand(
      "check", "Judges the entries of ops that a file names or defines as comprehensions");
  check->add_option("FILE", o->file, "ops and entries, as docs/registry.md tells; - for standard input")
      ->required()
      ->check(not_empty);
  check->add_option("--counterexamples", o->counterexamples,
                    "a directory for programs that show that entries are wrong: `partir run` "
                    "prints what the whole gives and what the parts give")
      ->check(not_empty);
  check->add_flag("--steps", o->steps, "print the steps of each proof");
  check->add_flag("--json", o->json, "report as JSON");
  add_limit_options(*check, o->limits);
  set_examples(*check,
               "  partir tmr check my_rules.tmr --steps\n"
               "  partir tmr check my_rules.tmr --counterexamples wrong\n"
               "  with, in my_rules.tmr:\n"
               "    op matmul: out[m,n] = sum(k) l[m,k] * r[k,n]\n"
               "      (tile<1>, tile<0>) -> partial<add>\n"
               "      m k, k n -> m n\n"
               "    op reverse(f32[6,4]) {dimensions = [0]}\n"
               "      (tile<1>) -> tile<1>");
  check->callback([o, &exit_code] {
    exit_code =
        run_command(o->limits, {"tmr check", o->file, o->json}, [&](Json& report) { return check_command(*o, report); });
  });
}

}  // namespace partir
