// Every fault of faults.py is refuted by the checkers, in the copies of our headers that have it. A fault
// that survives is a hole in them.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string>

#include "planted_faults/names.h"
#include "property_tests/generate/ill_typed.h"
#include "property_tests/generate/ill_typed_hlo.h"
#include "property_tests/generate/statements.h"
#include "property_tests/planted_faults/fault.h"

namespace partir {
namespace {

using namespace generate;  // NOLINT: what refutes

/// What refuted a fault, and after how many programs; nobody where it is refuted without it, too.
struct Refutation {
  std::string by, why;
  int64_t programs = 0;
};

/// The first refutation by a broken premise, a statement or a rule alone.
std::optional<Refutation> refutation(int fault) {
  int64_t programs = 0;
  const auto judged = [&](const std::string& by, auto&& verdict) -> std::optional<Refutation> {
    faults::planted = fault;
    ++programs;
    Verdict v;
    try {
      v = verdict();
    } catch (const std::exception& e) {
      v = fails(e.what());
    } catch (const ConstraintViolation& c) {
      v = fails("ill-formed op: " + c.text);
    }
    faults::planted = -1;
    if (!refutes(v)) return std::nullopt;
    // it is the fault that refutes, not the statement
    if (refutes(verdict())) return Refutation{};
    return Refutation{by, why(v).substr(0, why(v).find('\n')), programs};
  };
  // ever larger shares of what a campaign looks at, the cheap first
  uint64_t seed = 1;
  for (int64_t share : {300, 60, 12, 3, 1}) {
    const auto count = [&](int64_t all) { return static_cast<uint64_t>(std::max<int64_t>(1, all / share)); };
    std::optional<Refutation> found;
    const auto broken = [&](const auto& all) {
      for (const auto& b : all)
        for (uint64_t k = 0; k < count(3000) && !found; ++k)
          found = judged("broken " + std::string(name(b.rule)) + " " + std::to_string(b.premise),
                         [&] { return is_named(b, seed + k); });
    };
    broken(breakages());
    broken(hlo_breakages());
    broken(dist_breakages());
    if (found) return found;
    for (const Statement& s : statements())
      for (uint64_t k = 0; k < count(s.programs); ++k)
        if (auto r = judged(s.name, [&] { return judge(s, decode(draw(seed + k, s.limits)), seed + k); })) return r;
    for (const Rewrite& w : rewrites())
      for (uint64_t k = 0; k < count(3000); ++k)
        if (auto r = judged(std::string(name(w.rule)) + " alone", [&] { return theorem5_alone(w, seed + k); })) return r;
    seed += 20000 / static_cast<uint64_t>(share);
  }
  return std::nullopt;
}

/// `refutation` in a process of its own, which may crash or hang; its row of the table.
std::string row_of(int fault) {
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  const pid_t child = fork();
  if (child == 0) {
    alarm(200);
    const auto r = refutation(fault);
    std::string row;
    if (r && r->by.empty()) row = "refuted without the fault, too";
    else if (r) row = r->by + ", program " + std::to_string(r->programs) + ": " + r->why;
    const bool written = write(ends[1], row.data(), row.size()) == static_cast<ssize_t>(row.size());
    _exit(written && !(r && r->by.empty()) ? 0 : 1);
  }
  close(ends[1]);
  std::string row;
  char buffer[4096];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;) row.append(buffer, static_cast<size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  // nothing that a checker does about a wrong program is to end it
  if (WIFSIGNALED(status)) ADD_FAILURE() << faults::names[fault] << ": signal " << WTERMSIG(status);
  else EXPECT_EQ(WEXITSTATUS(status), 0) << faults::names[fault];
  return row;
}

TEST(PlantedFaults, each_is_refuted) {
  const auto count = static_cast<int>(std::size(faults::names));
  EXPECT_GE(count, 40);
  const char* only = std::getenv("PARTIR_FAULT");  // a part of the names to look at
  for (int n = 0; n < count; ++n) {
    if (only && std::string(faults::names[n]).find(only) == std::string::npos) continue;
    const std::string row = row_of(n);
    std::printf("%-52s %s\n", faults::names[n], row.empty() ? "SURVIVES" : row.substr(0, 150).c_str());
    std::fflush(stdout);
    EXPECT_FALSE(row.empty()) << faults::names[n] << " survives";
  }
}

}  // namespace
}  // namespace partir
