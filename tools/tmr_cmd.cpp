// partir tmr: the Tile Mapping Registry, its entries and their proofs; and entries that others write.
#include <CLI/CLI.hpp>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "proofs/entry_judgement.h"
#include "tools/command.h"
#include "tools/tmr.h"

namespace partir {
namespace {

struct ListOptions {
  std::string op;
  bool json = false;
  Limits limits;
};

std::vector<std::string> op_names() {
  std::vector<std::string> names;
  for_each_op([&](const auto& op) { names.emplace_back(std::decay_t<decltype(op)>::name); });
  return names;
}
/// Calls `f` with each instance that ops give of themselves; of one op only, if `wanted` names one.
template <class F>
void for_each_sample(const std::string& wanted, F&& f) {
  for_each_op([&](const auto& op) {
    using T = std::decay_t<decltype(op)>;
    if (!wanted.empty() && wanted != T::name) return;
    progress::phase("at " + std::string(T::name));
    for (const Sample<T>& s : T::samples()) f(OpInstance{s.op, without_values(s.operands)});
  });
}
void check_name(const std::string& command, const std::string& op) {
  const std::vector<std::string> names = op_names();
  if (op.empty() || std::find(names.begin(), names.end(), op) != names.end()) return;
  throw UsageError(command, "no op is called \"" + op + "\"" + meant(op, names));
}

int list_command(const ListOptions& o, Json& report) {
  check_name("tmr list", o.op);
  struct Counts {
    int64_t proved = 0, verified = 0, tested = 0, refuted = 0, undecided = 0;
  };
  std::map<std::string, Counts> ops;
  for_each_sample(o.op, [&](const OpInstance& x) {
    Counts& n = ops[std::string(x.op.name())];
    for (const Entry& e : x.op.entries(x.operands)) {
      const Verdict v = judge_entry(x, e).verdict;
      ++(v.kind == Verdict::Kind::ProvedAllShapes ? n.proved : v.kind == Verdict::Kind::Verified ? n.verified
         : v.kind == Verdict::Kind::Tested        ? n.tested : v.kind == Verdict::Kind::Refuted ? n.refuted : n.undecided);
    }
  });
  Counts all;
  report["ops"] = Json::array();
  if (!o.json) std::cout << "op                       proved  verified  tested  refuted  undecided\n";
  const auto number = [](int64_t n) { return static_cast<long long>(n); };
  const auto put = [](Json& to, const Counts& n) {
    to["proved"] = n.proved;
    to["verified"] = n.verified;
    to["tested"] = n.tested;
    to["refuted"] = n.refuted;
    to["undecided"] = n.undecided;
  };
  for (const auto& [name, n] : ops) {
    all.proved += n.proved, all.verified += n.verified, all.tested += n.tested, all.refuted += n.refuted, all.undecided += n.undecided;
    Json op{{"op", name}};
    put(op, n);
    report["ops"].push_back(std::move(op));
    if (!o.json)
      std::printf("%-24s %6lld  %8lld  %6lld  %7lld  %9lld\n", name.c_str(), number(n.proved), number(n.verified), number(n.tested),
                  number(n.refuted), number(n.undecided));
  }
  put(report, all);
  const int exit_code = all.refuted ? 1 : all.undecided ? 3 : 0;
  report["verdict"] = verdict_word(exit_code, all.tested ? Verdict::Kind::Tested : all.verified ? Verdict::Kind::Verified : Verdict::Kind::ProvedAllShapes);
  if (!o.json)
    std::printf("%lld entries proved for all extents and axis sizes, %lld verified, %lld tested, %lld refuted, %lld undecided\n",
                number(all.proved), number(all.verified), number(all.tested), number(all.refuted), number(all.undecided));
  std::fflush(stdout);
  return exit_code;
}

int explain_command(const ListOptions& o, Json& report) {
  check_name("tmr explain", o.op);
  report["op"] = o.op;
  report["instances"] = Json::array();
  int code = 0;
  Verdict::Kind weakest = Verdict::Kind::ProvedAllShapes;
  for_each_sample(o.op, [&](const OpInstance& x) {
    const Types types = types_of(x.operands);
    const std::optional<Comprehension> c = x.op.comprehension(types);
    Json instance{{"operands", to_string(types)}, {"comprehension", c ? Json(to_string(*c)) : Json(nullptr)}, {"entries", Json::array()}};
    if (!o.json)
      std::cout << x.op.name() << " of " << to_string(types) << "\n  "
                << (c ? to_string(*c) : std::string("a procedure: it says over which dimensions it is a map")) << "\n";
    for (const Entry& e : x.op.entries(x.operands)) {
      const EntryJudgement j = judge_entry(x, e);
      if (j.verdict.exit_code() == 1 || (j.verdict.exit_code() == 3 && code == 0)) code = j.verdict.exit_code();
      if (j.verdict.holds()) weakest = std::max(weakest, j.verdict.kind);
      Json entry = to_json(j.verdict);
      entry["entry"] = to_string(e);
      entry["steps"] = j.steps;
      instance["entries"].push_back(std::move(entry));
      if (o.json) continue;
      std::cout << "  " << to_string(e) << ": " << to_text(j.verdict);
      for (size_t i = 0; i < j.steps.size(); ++i) std::cout << "      " << i + 1 << ". " << j.steps[i] << "\n";
    }
    report["instances"].push_back(std::move(instance));
  });
  report["verdict"] = verdict_word(code, weakest);
  return code;
}

}  // namespace

void add_tmr_command(CLI::App& app, int& exit_code) {
  CLI::App* tmr = app.add_subcommand("tmr", "The Tile Mapping Registry: which ops tile how, and why that is right");
  tmr->require_subcommand(1);
  add_tmr_derive_command(*tmr, exit_code);
  auto o = std::make_shared<ListOptions>();
  CLI::App* list = tmr->add_subcommand("list", "How many entries each op has, and how they are judged");
  list->add_option("OP", o->op, "one op alone, by its name in StableHLO");
  list->add_flag("--json", o->json, "report as JSON");
  add_limit_options(*list, o->limits);
  set_examples(*list, "  partir tmr list\n  partir tmr list dot_general --json");
  list->callback([o, &exit_code] {
    exit_code = run_command(o->limits, {"tmr list", "tmr list", o->json}, [&](Json& report) { return list_command(*o, report); });
  });
  add_tmr_check_command(*tmr, exit_code);
  add_tmr_rules_command(*tmr, exit_code);
  CLI::App* explain = tmr->add_subcommand("explain", "An op's definition and entries, each with its proof, on instances of it");
  explain->add_option("OP", o->op, "its name in StableHLO")->required()->check(not_empty);
  explain->add_flag("--json", o->json, "report as JSON");
  add_limit_options(*explain, o->limits);
  set_examples(*explain, "  partir tmr explain dot_general\n  partir tmr explain reshape --json");
  explain->callback([o, &exit_code] {
    exit_code = run_command(o->limits, {"tmr explain", "tmr explain", o->json}, [&](Json& report) { return explain_command(*o, report); });
  });
}

}  // namespace partir
