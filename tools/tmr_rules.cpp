// partir tmr rules FILE: Shardy's rules beside ops of MLIR text, each factor judged by the op's definition.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "mlir_bridge/sharding_rules.h"
#include "tools/command.h"
#include "tools/factor_report.h"
#include "tools/tmr.h"

namespace partir {
namespace {

using Outcome = FactorJudgement::Outcome;

struct Options {
  std::string file, counterexamples;
  bool json = false, steps = false, quiet = false;
  Limits limits;
};

/// What is said of a factor of an op that the toolkit does not cover.
FactorJudgement unknown(const FactorRule& rule, size_t factor, const std::string& why) {
  FactorJudgement j;
  j.factor = static_cast<int>(factor);
  j.kind = rule.kinds[factor];
  const bool claims = j.kind == FactorRule::Kind::PassThrough || j.kind == FactorRule::Kind::Reduction;
  j.outcome = claims ? Outcome::Undecided : Outcome::NoClaim;
  j.detail = why;
  return j;
}

/// The rule's factors, judged.
std::vector<FactorJudgement> judge(const RuledOp& r, const FactorRule& rule) {
  std::string why = r.why_not;
  if (r.op) {
    const OpInstance x{*r.op, r.operands};
    try {
      const std::string differs = mismatch(x, rule);
      if (!differs.empty()) throw BadInput(differs, rule.location);
      return judge_factors(x, rule);
    } catch (const Unsupported& u) {
      why = u.what();
    } catch (const ConstraintViolation& v) {
      throw BadInput(r.name + " is ill-typed: " + v.label + " " + v.text + ": " + v.found, r.location);
    }
  }
  std::vector<FactorJudgement> all;
  for (size_t f = 0; f < rule.factors.size(); ++f) all.push_back(unknown(rule, f, why));
  return all;
}

/// What is to be said of the sizes that a rule gives.
std::vector<std::string> notes(const RuledOp& r, const FactorRule& rule) {
  if (!r.op) return {};
  try {
    return size_notes({*r.op, r.operands}, rule);
  } catch (const Unsupported&) {
    return {};  // said of its factors
  }
}

std::string counts_text(const FactorCounts& n) {
  const auto of = [&](Outcome o) {
    const auto it = n.find(o);
    return std::to_string(it == n.end() ? 0 : it->second);
  };
  return of(Outcome::Proved) + " proved, " + of(Outcome::Verified) + " verified, " + of(Outcome::Refuted) + " refuted, " +
         of(Outcome::NoClaim) + " without a claim, " + of(Outcome::Undecided) + " undecided";
}

int rules_command(const Options& o, Json& report) {
  const std::vector<RuledOp> ops = import_sharding_rules(o.file);
  if (ops.empty()) throw BadInput("no op has a sharding rule", {o.file, 0, 0, ""});
  CounterexampleFiles files(o.counterexamples);
  Progress progress(!o.json);
  FactorCounts counts;
  report["rules"] = Json::array();
  int64_t done = 0;
  for (const RuledOp& r : ops) {
    const std::string which = std::to_string(++done) + " of " + std::to_string(ops.size()) + ": @" + r.function;
    progress(which);
    progress::phase("judging rule " + which);
    const FactorRule rule = read_factor_rule(r.rule, r.rule_location);
    const std::vector<FactorJudgement> factors = judge(r, rule);
    Json of_rule{{"function", r.function}, {"op", r.name}, {"location", to_json(r.location)}, {"rule", r.rule}};
    const std::string of = "@" + r.function + ": " + r.name;
    const std::string text = to_string(r.location) + ": " + of + "\n  " + r.rule + "\n" +
                             report_factors({rule, of, r.function, o.steps, notes(r, rule)}, factors, files, of_rule, counts);
    const bool worth_telling = !o.quiet || std::any_of(factors.begin(), factors.end(), [](const FactorJudgement& j) {
      return j.outcome == Outcome::Refuted || j.outcome == Outcome::Undecided;
    });
    report["rules"].push_back(std::move(of_rule));
    if (!o.json && worth_telling) {
      progress("");
      std::cout << text << std::flush;
    }
  }
  progress("");
  int64_t all = 0;
  for (const auto& [outcome, n] : counts) all += n;
  report["factors"] = all;
  for (Outcome outcome : {Outcome::Proved, Outcome::Verified, Outcome::Refuted, Outcome::NoClaim, Outcome::Undecided})
    report[std::string(name(outcome))] = counts[outcome];
  const int exit_code = counts[Outcome::Refuted] ? 1 : counts[Outcome::Undecided] ? 3 : 0;
  report["verdict"] = verdict_word(exit_code, counts[Outcome::Verified] ? Verdict::Kind::Verified : Verdict::Kind::ProvedAllShapes);
  if (!o.json)
    std::cout << counted(static_cast<int64_t>(ops.size()), "rule") << ", " << counted(all, "factor") << ": " << counts_text(counts) << "\n";
  return exit_code;
}

}  // namespace

void add_tmr_rules_command(CLI::App& tmr, int& exit_code) {
  auto o = std::make_shared<Options>();
  CLI::App* rules = tmr.add_subcommand("rules", "Judges Shardy's sharding rules of ops, factor by factor");
  rules->add_option("FILE", o->file, "MLIR text in which ops have an attribute sdy.sharding_rule, or a comment with "
                                     "#sdy.op_sharding_rule<..> before them; - for standard input")
      ->required()->check(not_empty);
  rules->add_option("--counterexamples", o->counterexamples,
                    "a directory for programs that show that factors are wrong: `partir run` prints what the whole gives and "
                    "what the parts give")
      ->check(not_empty);
  rules->add_flag("--quiet", o->quiet, "print only rules with a factor that is refuted or undecided");
  rules->add_flag("--steps", o->steps, "print the steps of each proof");
  rules->add_flag("--json", o->json, "report as JSON");
  add_limit_options(*rules, o->limits);
  set_examples(*rules, "  sdy-opt --sdy-populate-op-sharding-rules program.mlir | partir tmr rules -\n"
                       "  partir tmr rules op_sharding_rule_registry.mlir --quiet --counterexamples wrong");
  rules->callback([o, &exit_code] {
    exit_code = run_command(o->limits, {"tmr rules", o->file, o->json}, [&](Json& report) { return rules_command(*o, report); });
  });
}

}  // namespace partir
