// Turns planted faults on one by one, each in a process of its own, and demands that each is refuted. For a test whose
// include directories begin with a folder that plant.py wrote.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "planted_faults/names.h"
#include "property_tests/planted_faults/fault.h"

namespace partir::faults {

/// What refuted a fault, and after how many programs.
struct Refutation {
  std::string by, why;
  int64_t programs = 0;
  std::string objection;  ///< why it does not count; empty where it does
};

/// What `f` returns with a fault on.
template <class F>
auto with_fault(int fault, F&& f) {
  struct Switch {
    explicit Switch(int n) { planted = n; }
    ~Switch() { planted = -1; }
  } on(fault);
  return f();
}

/// `find(fault)` in a process of its own, which may crash or hang; its row of the table.
template <class Find>
std::string row_of(int fault, unsigned seconds, Find&& find) {
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  const pid_t child = fork();
  if (child == 0) {
    alarm(seconds);
    const std::optional<Refutation> r = find(fault);
    std::string row;
    if (r) row = r->objection + r->by + ", program " + std::to_string(r->programs) + ": " + r->why;
    const bool written = write(ends[1], row.data(), row.size()) == static_cast<ssize_t>(row.size());
    _exit(written && (!r || r->objection.empty()) ? 0 : 1);
  }
  close(ends[1]);
  std::string row;
  char buffer[4096];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;) row.append(buffer, static_cast<size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  // nothing that a checker does about a wrong program is to end it
  if (WIFSIGNALED(status)) ADD_FAILURE() << names[fault] << ": signal " << WTERMSIG(status);
  else EXPECT_EQ(WEXITSTATUS(status), 0) << names[fault];
  return row;
}

/// `find(fault, before)` is a Refutation, or nothing where the fault survives; it has `seconds` for each. `before` is what refuted the
/// fault before, which may be of the same kind. Of the faults whose names are `asked_for`.
template <class Find>
void each_is_refuted(unsigned seconds, Find&& find, bool (*asked_for)(std::string_view) = nullptr) {
  const char* only = std::getenv("PARTIR_FAULT");  // a part of the names to look at
  int looked_at = 0;
  std::string before;
  for (int n = 0; n < static_cast<int>(std::size(names)); ++n) {
    if (only && std::string(names[n]).find(only) == std::string::npos) continue;
    if (asked_for && !asked_for(names[n])) continue;
    ++looked_at;
    const std::string row = row_of(n, seconds, [&](int fault) { return find(fault, before); });
    before = row.substr(0, row.find(", program "));
    std::printf("%-52s %s\n", names[n], row.empty() ? "SURVIVES" : row.substr(0, 150).c_str());
    std::fflush(stdout);
    EXPECT_FALSE(row.empty()) << names[n] << " survives";
  }
  EXPECT_GT(looked_at, 0) << "no fault is of such a name";
}

}  // namespace partir::faults
