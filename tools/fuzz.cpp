#include "tools/fuzz.h"

#include <chrono>
#include <nlohmann/json.hpp>
#include <sstream>

#include "mlir_bridge/export.h"
#include "mlir_bridge/import.h"
#include "property_tests/generate/statements.h"
#include "tools/command.h"
#include "tools/workers.h"

namespace partir {
namespace {

using generate::Recipe;
using generate::Statement;

/// The rules that one program applies.
void sample_rules(const core::Program& p, generate::RuleTable& fired) {
  generate::count_all(fired, p);
  generate::count_all(fired, lower(p, {}, &fired));
}

/// Of a statement by its name (FNV-1a), far from the next.
uint64_t first_seed(const std::string& name) {
  uint64_t h = 0xcbf29ce484222325u;
  for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return h & ~uint64_t{0xffffffff};
}

/// The first line of a finding's text.
std::string replay_line(const Statement& s, uint64_t seed) {
  return "// partir fuzz: " + std::string(s.name) + ", seed " + std::to_string(seed) + "\n";
}
/// The program as its text reads: a finding must be one of that.
core::Program as_read(const core::Program& p) { return import_core_text(print(p), "generated.mlir").program; }

Json finding_json(const Statement& s, const Recipe& found, uint64_t seed) {
  const auto verdict = [&](const core::Program& p) { return generate::judge(s, p, seed); };
  // values are numbered anew by a text, on which what the seed draws depends
  const auto read_fails = [&](const Recipe& r) {
    try {
      return generate::refutes(verdict(as_read(generate::decode(r))));
    } catch (...) {
      return false;
    }
  };
  const auto fails = [&](const Recipe& r) { return generate::refutes(verdict(generate::decode(r))); };
  // well within a batch's time, or the parent takes it for one that hangs
  const auto start = std::chrono::steady_clock::now();
  const auto in_time = [&](auto&& f) {
    return [&](const Recipe& r) { return std::chrono::steady_clock::now() - start < std::chrono::seconds(30) && f(r); };
  };
  const bool replays = read_fails(found);
  const Recipe small = replays ? generate::shrunk(found, in_time(read_fails), 5000)
                               : generate::shrunk(found, in_time(fails), 5000);
  const core::Program p = replays ? as_read(generate::decode(small)) : generate::decode(small);
  const std::string why = generate::why(verdict(p));
  if (replays) return {{"statement", s.name}, {"seed", seed}, {"why", why}, {"core", replay_line(s, seed) + print(p)}};
  return {{"statement", s.name}, {"seed", seed}, {"why", why + "\n" + generate::text(p)}, {"core", ""}};
}

/// A batch, in a child: `{"programs", "silent", "rules"}`, or `{"finding"}`.
std::string run_batch(const Statement& s, uint64_t first, int64_t count) {
  generate::RuleTable fired;
  generate::Tally tally;
  for (uint64_t seed = first; seed < first + static_cast<uint64_t>(count); ++seed) {
    const Recipe r = generate::draw(seed, s.limits);
    const core::Program p = generate::decode(r);
    const Verdict v = generate::judge(s, p, seed);
    tally.add(v);
    if (generate::refutes(v)) return json_text(Json{{"finding", finding_json(s, r, seed)}});
    if (seed % 16 == 0) sample_rules(p, fired);
  }
  Json rules = Json::object();
  for (const auto& [rule, n] : fired) rules[std::string(name(rule))] = n;
  return json_text(Json{{"programs", tally.programs}, {"silent", tally.silent}, {"rules", rules}});
}

FuzzFinding read_finding(const Json& j) {
  return {j["statement"], j["why"], j["seed"], j["core"]};
}

}  // namespace

std::optional<FuzzFinding> fuzz(const FuzzOptions& options, const std::vector<Statement>& statements,
                                FuzzState& state, const std::function<void(const FuzzState&)>& progress) {
  const auto start = std::chrono::steady_clock::now();
  const double before = state.seconds;
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  while (elapsed() < options.minutes * 60) {
    const auto first = [&](size_t i) {
      // statements draw from seeds of their own, whichever others are asked
      return options.seed + first_seed(statements[i].name) +
             state.next[statements[i].name] * static_cast<uint64_t>(options.batch);
    };
    const std::vector<WorkerResult> ends = run_workers(
        statements.size(), options.jobs, options.batch_seconds,
        [&](size_t i) { return run_batch(statements[i], first(i), options.batch); }, [](size_t) {});
    std::optional<FuzzFinding> found;
    for (size_t i = 0; i < ends.size(); ++i) {
      if (ends[i].end != WorkerResult::End::Answered) {
        if (found) continue;
        found = FuzzFinding{statements[i].name,
                            (ends[i].end == WorkerResult::End::Crashed ? "crashed: " + ends[i].why
                                                                       : std::string("hangs")) +
                                ", on one of " + std::to_string(options.batch) + " programs from this seed on",
                            first(i), ""};
        continue;
      }
      const Json answer = Json::parse(ends[i].answer);
      if (answer.contains("finding")) {
        if (!found) found = read_finding(answer["finding"]);
        continue;
      }
      ++state.next[statements[i].name];
      state.programs[statements[i].name] += answer["programs"].get<int64_t>();
      state.silent[statements[i].name] += answer["silent"].get<int64_t>();
      for (const auto& [rule, n] : answer["rules"].items()) state.rules[rule] += n.get<int64_t>();
    }
    state.seconds = before + elapsed();
    progress(state);
    if (found) return found;
  }
  return std::nullopt;
}

Verdict replay(const std::string& text, const std::string& path, const std::vector<Statement>& statements) {
  std::istringstream line(text.substr(0, text.find('\n')));
  std::string slashes, program, command, name, word;
  uint64_t seed = 0;
  line >> slashes >> program >> command >> name >> word >> seed;
  if (!line || slashes != "//" || command != "fuzz:" || name.empty() || word != "seed")
    throw BadInput("is not what `partir fuzz` wrote: its first line is to be `// partir fuzz: STATEMENT, seed N`",
                   {path, 1, 1, ""});
  name.pop_back();  // the comma
  for (const Statement& s : statements)
    if (s.name == name) return generate::judge(s, import_core_text(text, path).program, seed);
  throw BadInput("is about \"" + name + "\", which is no statement", {path, 1, 1, ""});
}

}  // namespace partir
