// Every fault of faults.py in what ops mean and promise ("ops/..") fails a test of op_meaning_test.cpp or promises_test.cpp,
// which are compiled here once more, against the copies of our headers that have it. Without a fault all of them pass.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>

#include "planted_faults/names.h"
#include "property_tests/planted_faults/fault.h"

namespace partir::faults {
namespace {

/// Tells of the first test that fails.
class FirstFailure : public testing::EmptyTestEventListener {
 public:
  explicit FirstFailure(int to) : to_(to) {}
  void OnTestEnd(const testing::TestInfo& test) override {
    if (!test.result()->Failed() || told_) return;
    told_ = true;
    const std::string name = std::string(test.test_suite_name()) + "." + test.name();
    if (write(to_, name.data(), name.size()) != static_cast<ssize_t>(name.size())) std::abort();
  }

 private:
  int to_;
  bool told_ = false;
};

/// The first test that fails with a fault on; empty where none does. A crash or a hang is none, and is told.
std::string failing(int fault) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const pid_t child = fork();
  if (child == 0) {
    alarm(300);
    planted = fault;
    if (!std::freopen("/dev/null", "w", stdout)) std::abort();
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    listeners.Append(new FirstFailure(ends[1]));
    _exit(RUN_ALL_TESTS());
  }
  close(ends[1]);
  std::string name;
  char buffer[256];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;) name.append(buffer, static_cast<size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) std::printf("signal %d\n", WTERMSIG(status));
  return WIFEXITED(status) ? name : "";
}

int judge() {
  if (const std::string name = failing(-1); !name.empty()) {
    std::printf("%s fails without a fault\n", name.c_str());
    return 1;
  }
  const char* only = std::getenv("PARTIR_FAULT");  // a part of the names to look at
  int looked_at = 0, survivors = 0;
  for (int n = 0; n < static_cast<int>(std::size(names)); ++n) {
    if (!std::string_view(names[n]).starts_with("ops/")) continue;
    if (only && std::string_view(names[n]).find(only) == std::string_view::npos) continue;
    ++looked_at;
    const std::string name = failing(n);
    survivors += name.empty();
    std::printf("%-52s %s\n", names[n], name.empty() ? "SURVIVES" : name.c_str());
    std::fflush(stdout);
  }
  std::printf("%d of %d are caught\n", looked_at - survivors, looked_at);
  return survivors > 0 || looked_at == 0;
}

}  // namespace
}  // namespace partir::faults

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  testing::GTEST_FLAG(fail_fast) = true;
  return partir::faults::judge();
}
