// What the command's own functions promise where no input of the command shows it: no program that
// the partitioner lowers is known to be refuted.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <unistd.h>

#include "semantics/verdict.h"
#include "tools/command.h"
#include "tools/files.h"

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

}  // namespace
}  // namespace partir
