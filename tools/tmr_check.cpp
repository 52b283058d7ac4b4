// partir tmr check FILE: entries that others write, judged; of wrong ones programs that show it.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "proofs/inline_judgement.h"
#include "tools/command.h"
#include "tools/factor_report.h"
#include "tools/files.h"
#include "tools/tmr.h"

namespace partir {
namespace {

struct Options {
  std::string file, counterexamples;
  bool json = false, steps = false;
};

int check_command(const Options& o, Json& report) {
  report["ops"] = Json::array();
  const std::vector<WrittenRule> rules = read_rules(read_file(o.file), o.file);
  const CounterexampleFiles files(o.counterexamples);
  bool refuted = false, undecided = false;
  int64_t number = 0;
  for (const WrittenRule& rule : rules) {
    Json op{{"op", rule.name()}, {"entries", Json::array()}};
    for (const WrittenEntry& e : rule.entries) {
      const EntryJudgement j = judge_entry(rule, e.entry);
      refuted |= j.verdict.exit_code() == 1;
      undecided |= j.verdict.exit_code() == 3;
      Json entry = to_json(j.verdict);
      entry["entry"] = to_string(e.entry);
      entry["text"] = e.text;
      entry["location"] = to_json(e.location);
      entry["steps"] = j.steps;
      const std::string place =
          to_string(e.location) + ": " + rule.name() + " " + to_string(e.entry);
      const std::string program =
          files.write(rule.name() + "_" + std::to_string(++number),
                      {place + " is wrong:", j.verdict.detail}, j, entry);
      op["entries"].push_back(std::move(entry));
      if (o.json) continue;
      std::cout << place << ": " << to_text(j.verdict) << program;
      for (size_t i = 0; o.steps && i < j.steps.size(); ++i)
        std::cout << "    " << i + 1 << ". " << j.steps[i] << "\n";
    }
    for (const WrittenFactors& f : rule.factors) {
      FactorCounts counts;
      Json of_rule{{"text", f.text}, {"location", to_json(f.rule.location)}};
      const std::string text =
          report_factors({f.rule, rule.name(), rule.name() + "_" + std::to_string(++number), o.steps},
                         judge_factors(std::get<NamedOp>(rule.op).instance, f.rule), files, of_rule, counts);
      refuted |= counts[FactorJudgement::Outcome::Refuted] > 0;
      undecided |= counts[FactorJudgement::Outcome::Undecided] > 0;
      op["rules"].push_back(std::move(of_rule));
      if (!o.json) std::cout << to_string(f.rule.location) << ": " << rule.name() << " " << f.text << "\n" << text;
    }
    report["ops"].push_back(std::move(op));
  }
  if (o.json) std::cout << json_text(report) << "\n";
  return refuted ? 1 : undecided ? 3 : 0;
}

}  // namespace

void add_tmr_check_command(CLI::App& tmr, int& exit_code) {
  auto o = std::make_shared<Options>();
  CLI::App* check = tmr.add_subcommand(
      "check", "Judges the entries of ops that a file names or defines as comprehensions");
  check->add_option("FILE", o->file, "ops and entries, as docs/registry.md tells")
      ->required()
      ->check(not_empty);
  check->add_option("--counterexamples", o->counterexamples,
                    "a directory for programs that show that entries are wrong: `partir run` "
                    "prints what the whole gives and what the parts give")
      ->check(not_empty);
  check->add_flag("--steps", o->steps, "print the steps of each proof");
  check->add_flag("--json", o->json, "report as JSON");
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
        run_command(o->file, o->json, [&](Json& report) { return check_command(*o, report); });
  });
}

}  // namespace partir
