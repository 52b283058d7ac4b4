// partir tmr derive: all entries that ops' comprehensions have, beside those that the ops list.
#include "tools/tmr.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "proofs/list_judgement.h"
#include "tools/command.h"

namespace partir {
namespace {

struct DeriveOptions {
  std::string op;
  bool json = false;
  Limits limits;
};

/// An entry of an instance, and what is to be said of it.
struct Finding {
  std::string operands, entry, why;
};
/// What derivation says of all instances of an op.
struct OpFindings {
  int64_t derived = 0, listed = 0;
  std::vector<Finding> incorrect, missing, declined, beyond;
};

/// The instances that ops give of themselves, by name.
std::map<std::string, std::vector<OpInstance>> samples_by_op() {
  std::map<std::string, std::vector<OpInstance>> all;
  for_each_op([&](const auto& op) {
    using T = std::decay_t<decltype(op)>;
    for (const Sample<T>& s : T::samples())
      all[std::string(T::name)].push_back({s.op, without_values(s.operands)});
  });
  return all;
}

OpFindings findings_of(const std::vector<OpInstance>& instances) {
  OpFindings f;
  for (const OpInstance& x : instances) {
    const std::vector<Entry> listed = x.op.entries(x.operands);
    const ListJudgement j = judge_list(x, listed);
    f.derived += static_cast<int64_t>(j.derived.size());
    f.listed += static_cast<int64_t>(listed.size());
    const std::string types = to_string(types_of(x.operands));
    for (const Entry& e : j.missing)
      f.missing.push_back({types, to_string(e), "derived, neither listed nor declined"});
    const auto add = [&](const std::vector<ReasonedEntry>& from, std::vector<Finding>& to) {
      for (const auto& [e, why] : from) to.push_back({types, to_string(e), why});
    };
    add(j.incorrect, f.incorrect);
    add(j.declined, f.declined);
    add(j.beyond, f.beyond);
  }
  return f;
}

Json to_json(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& f : findings)
    list.push_back({{"operands", f.operands}, {"entry", f.entry}, {"why", f.why}});
  return list;
}
/// Each finding; or, in short, one for each reason, with how many there are.
void print(const char* what, const std::vector<Finding>& findings, bool in_short) {
  std::map<std::string, int64_t> seen;
  for (const Finding& f : findings) ++seen[f.why];
  for (const Finding& f : findings) {
    int64_t& n = seen[f.why];
    if (n == 0) continue;
    std::cout << "  " << what << ": ";
    if (in_short && n > 1) std::cout << n << ", as ";
    std::cout << f.entry << " of " << f.operands << ": " << f.why << "\n";
    if (in_short) n = 0;
  }
}

int derive_command(const DeriveOptions& o, Json& report) {
  std::map<std::string, std::vector<OpInstance>> ops = samples_by_op();
  if (!o.op.empty() && !ops.contains(o.op)) {
    std::vector<std::string> names;
    for (const auto& [name, instances] : ops) names.push_back(name);
    throw UsageError("tmr derive", "no op is called \"" + o.op + "\"" + meant(o.op, names));
  }
  report["ops"] = Json::array();
  int64_t derived = 0, listed = 0, incorrect = 0, missing = 0, declined = 0, beyond = 0;
  for (const auto& [name, instances] : ops) {
    if (!o.op.empty() && name != o.op) continue;
    progress::phase("deriving the entries of " + name);
    const OpFindings f = findings_of(instances);
    const auto size = [](const std::vector<Finding>& v) { return static_cast<int64_t>(v.size()); };
    derived += f.derived, listed += f.listed;
    incorrect += size(f.incorrect), missing += size(f.missing), declined += size(f.declined),
        beyond += size(f.beyond);
    report["ops"].push_back({{"op", name},
                             {"derived", f.derived},
                             {"listed", f.listed},
                             {"incorrect", to_json(f.incorrect)},
                             {"missing", to_json(f.missing)},
                             {"declined", to_json(f.declined)},
                             {"beyond", to_json(f.beyond)}});
    if (o.json) continue;
    std::cout << name << ": " << f.derived << " derived, " << f.listed << " listed, "
              << f.incorrect.size() << " incorrect, " << f.missing.size() << " missing, "
              << f.declined.size() << " declined, " << f.beyond.size() << " beyond derivation\n";
    print("incorrect", f.incorrect, false);
    print("missing", f.missing, false);
    print("declined", f.declined, o.op.empty());
    if (!o.op.empty()) print("beyond derivation", f.beyond, false);
  }
  report["derived"] = derived;
  report["listed"] = listed;
  report["incorrect"] = incorrect;
  report["missing"] = missing;
  report["declined"] = declined;
  report["beyond"] = beyond;
  const int exit_code = incorrect || missing ? 1 : 0;
  report["verdict"] = verdict_word(exit_code, Verdict::Kind::ProvedAllShapes);
  if (!o.json)
    std::cout << derived << " entries derived, " << listed << " listed: " << incorrect
              << " incorrect, " << missing << " missing, " << declined << " declined, " << beyond
              << " beyond derivation\n";
  return exit_code;
}

}  // namespace

void add_tmr_derive_command(CLI::App& tmr, int& exit_code) {
  auto o = std::make_shared<DeriveOptions>();
  CLI::App* derive = tmr.add_subcommand("derive",
                                        "All entries that ops' definitions have: which of those "
                                        "listed are incorrect, which are missing");
  derive->add_option("OP", o->op, "one op alone, by its name in StableHLO");
  derive->add_flag("--json", o->json, "report as JSON");
  add_limit_options(*derive, o->limits);
  set_examples(*derive,
               "  partir tmr derive\n  partir tmr derive select\n  partir tmr derive abs --json");
  derive->callback([o, &exit_code] {
    exit_code = run_command(o->limits, {"tmr derive", "tmr derive", o->json},
                            [&](Json& report) { return derive_command(*o, report); });
  });
}

}  // namespace partir
