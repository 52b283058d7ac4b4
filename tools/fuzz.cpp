#include "tools/fuzz.h"

#include <chrono>
#include <nlohmann/json.hpp>

#include "mlir_bridge/export.h"
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

Json finding_json(const Statement& s, const Recipe& found, uint64_t seed) {
  const auto verdict = [&](const Recipe& r) { return generate::judge(s, generate::decode(r), seed); };
  const Recipe small = generate::shrunk(found, [&](const Recipe& r) { return generate::refutes(verdict(r)); }, 5000);
  const core::Program p = generate::decode(small);
  Json j{{"statement", s.name}, {"seed", seed}, {"why", generate::why(verdict(small))}, {"core", print(p)}};
  if (s.beside) {
    try {
      if (const auto h = s.beside(p, seed)) j["hlo"] = print(*h);
    } catch (const std::exception&) {  // it is what fails
    }
  }
  return j;
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
  FuzzFinding f{j["statement"], j["why"], j["seed"], j["core"], std::nullopt};
  if (j.contains("hlo")) f.hlo = j["hlo"].get<std::string>();
  return f;
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
      // statements draw from seeds of their own
      return options.seed + (static_cast<uint64_t>(i) << 48) +
             state.next * static_cast<uint64_t>(options.batch);
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
                            first(i), "", std::nullopt};
        continue;
      }
      const Json answer = Json::parse(ends[i].answer);
      if (answer.contains("finding")) {
        if (!found) found = read_finding(answer["finding"]);
        continue;
      }
      state.programs[statements[i].name] += answer["programs"].get<int64_t>();
      state.silent[statements[i].name] += answer["silent"].get<int64_t>();
      for (const auto& [rule, n] : answer["rules"].items()) state.rules[rule] += n.get<int64_t>();
    }
    ++state.next;
    state.seconds = before + elapsed();
    progress(state);
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace partir
