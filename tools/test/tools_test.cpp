// What the command's own functions promise where no input of the command shows it: no program that
// the partitioner lowers is known to be refuted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

#include "semantics/verdict.h"
#include "tools/command.h"
#include "tools/files.h"
#include "tools/workers.h"

namespace partir {
namespace {

struct Output : testing::Test {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("partir_tools_test." + std::to_string(getpid()));
  void SetUp() override { write_file(path, "precious"); }
  void TearDown() override { std::filesystem::remove(path); }
  int code(Verdict::Kind kind) { return Verdict{kind, "", 0, {}}.exit_code(); }
};

TEST_F(Output, is_not_written_when_refuted) {
  testing::internal::CaptureStderr();
  EXPECT_FALSE(write_unless_refuted(path, "wrong", code(Verdict::Kind::Refuted)));
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            path.string() + ": not written, since the check is refuted\n");
  EXPECT_EQ(read_file(path), "precious");
}
TEST_F(Output, is_written_when_it_holds_or_is_undecided) {
  EXPECT_TRUE(write_unless_refuted(path, "tested", code(Verdict::Kind::Tested)));
  EXPECT_EQ(read_file(path), "tested");
  EXPECT_TRUE(write_unless_refuted(path, "undecided", code(Verdict::Kind::Undecided)));
  EXPECT_EQ(read_file(path), "undecided");
}

TEST(nearest, is_at_most_two_edits_away) {
  const std::vector<std::string> known{"partition", "run", "check", "lower"};
  EXPECT_EQ(nearest("chekc", known), "check");
  EXPECT_EQ(nearest("partitoin", known), "partition");
  EXPECT_EQ(nearest("rnu", known), "run");
  EXPECT_EQ(nearest("frobnicate", known), "");
  EXPECT_EQ(nearest("lowering", known), "");
}

/// Work 1 crashes, 2 hangs, 3 ends without an answer; the others answer.
TEST(Workers, each_ends_alone) {
  std::vector<size_t> ended;
  const auto results = run_workers(
      6, 3, 0.3,
      [](size_t i) -> std::string {
        if (i == 1) std::abort();
        if (i == 2) pause();
        if (i == 3) _exit(7);
        return std::string(300'000, static_cast<char>('a' + i));  // more than a pipe holds
      },
      [&](size_t i) { ended.push_back(i); });
  using End = WorkerResult::End;
  const End expected[] = {End::Answered, End::Crashed, End::TimedOut,
                          End::Crashed,  End::Answered, End::Answered};
  for (size_t i = 0; i < 6; ++i) EXPECT_EQ(results[i].end, expected[i]) << i;
  for (size_t i : {0, 4, 5})
    EXPECT_EQ(results[i].answer, std::string(300'000, static_cast<char>('a' + i)));
  EXPECT_EQ(results[1].why, "signal 6 (Aborted)");
  EXPECT_EQ(results[3].why, "exit code 7");
  std::sort(ended.begin(), ended.end());
  EXPECT_EQ(ended, (std::vector<size_t>{0, 1, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace partir
