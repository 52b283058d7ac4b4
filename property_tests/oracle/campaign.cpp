#include "property_tests/oracle/campaign.h"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace partir::oracle {

namespace {

/// What is said here, and what the oracle is asked.
struct Case {
  Question question;
  std::string request;
  Answer answer;
};
/// What is thrown here is a finding, too.
Case make(const Draw& d) {
  Case c;
  try {
    c.question = question(d);
    c.request = request(c.question);
    c.answer = answer(c.question);
  } catch (const std::exception& e) {
    c.answer.failure = e.what();
  }
  return c;
}
/// Where there is nothing to ask, something that has an answer.
std::string asked(const Case& c) { return c.request.empty() ? "(nothing)" : c.request; }
/// Why the two differ; empty where they agree.
std::string compare(const Case& c, const Sexpr& theirs) {
  if (!c.answer.failure.empty()) return disagreement(c.answer, {});
  try {
    return disagreement(c.answer, read_answer(theirs));
  } catch (const Error& e) {
    return std::string(e.what()) + "\nin the oracle's answer " + theirs.text();
  }
}

void count(Tally& tally, const Case& c) {
  ++tally.programs;
  tally.unchanged += c.question.unchanged;
  ++tally.meshes[std::to_string(c.question.program.mesh.rank()) + " axes"];
  if (!c.answer.rejected.empty()) {
    ++tally.rejected[c.answer.rejected];
    return;
  }
  ++tally.well_typed;
  core::walk(c.question.program.main.body, [&](const core::Stmt& s, int) {
    if (const auto* op = std::get_if<OpExpr>(&s.expr)) ++tally.ops[std::string(op->op.name())];
    else if (std::holds_alternative<core::SliceExpr>(s.expr)) ++tally.ops["(slice d x[r])"];
    else
      for (const core::LoopAttr& a : std::get<core::LoopExpr>(s.expr).attrs)
        ++tally.ops["(loop " + to_string(a).substr(0, to_string(a).find('<')) + ")"];
  });
  tally.hlo_statements += static_cast<int64_t>(c.answer.hlo.size());
  const auto names = [&](const std::string& line) {
    for (const char* name : {"all_slice", "all_gather", "all_reduce"})
      if (line.starts_with(std::string("(let (") + name + " ")) ++tally.collectives[name];
  };
  for (const std::string& line : c.answer.hlo) names(line);
  for (const auto* results : {&c.answer.devices, &c.answer.spmd_devices})
    for (const OnDevice& device : *results) tally.device_tensors += static_cast<int64_t>(device.size());
  if (!c.answer.spmd_rejected.empty()) {
    ++tally.rejected[c.answer.spmd_rejected];
    return;
  }
  for (const hlo::Stmt& s : c.question.spmd->main.body.stmts)
    if (!std::holds_alternative<OpExpr>(s.expr)) ++tally.spmd[std::string(hlo::expr_name(s.expr))];
}

}  // namespace

std::optional<Finding> campaign(Process& oracle, const Options& options, Tally& tally,
                                const std::function<void(const Tally&)>& progress) {
  const auto difference = [&](const Draw& d) {
    const Case c = make(d);
    return compare(c, oracle.ask({asked(c)}).front());
  };
  const uint64_t end = options.seed + static_cast<uint64_t>(options.programs);
  for (uint64_t first = options.seed; first < end; first += static_cast<uint64_t>(options.batch)) {
    std::vector<Draw> draws;
    std::vector<Case> cases;
    std::vector<std::string> requests;
    for (uint64_t seed = first; seed < std::min(end, first + static_cast<uint64_t>(options.batch)); ++seed) {
      draws.push_back(draw(seed));
      cases.push_back(make(draws.back()));
      requests.push_back(asked(cases.back()));
    }
    const std::vector<Sexpr> theirs = oracle.ask(requests);
    for (size_t i = 0; i < cases.size(); ++i) {
      if (compare(cases[i], theirs[i]).empty()) {
        count(tally, cases[i]);
        continue;
      }
      ++tally.programs;
      const auto fails = [&](const Draw& d) { return !difference(d).empty(); };
      const Draw small = options.shrink ? generate::shrunk(draws[i], fails, 3000) : draws[i];
      const Case c = make(small);
      return Finding{small, c.question, c.request, difference(small), tally.programs};
    }
    if (progress) progress(tally);
  }
  return std::nullopt;
}

}  // namespace partir::oracle
