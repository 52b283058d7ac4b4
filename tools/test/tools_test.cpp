// What the command's own functions promise where no input of the command shows it: no program that
// the partitioner lowers is known to be refuted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

#include "mlir_bridge/import.h"
#include "property_tests/generate/statements.h"
#include "semantics/core_typing.h"
#include "semantics/verdict.h"
#include "tools/command.h"
#include "tools/files.h"
#include "tools/fuzz.h"
#include "tools/ranks.h"
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

/// Whether a block has a loop that reduces.
bool reduces(const core::Block& b) {
  bool found = false;
  core::walk(b, [&](const core::Stmt& s, int) {
    if (const auto* loop = std::get_if<core::LoopExpr>(&s.expr))
      for (const core::LoopAttr& a : loop->attrs) found = found || a.kind == core::LoopAttr::Kind::Reduce;
  });
  return found;
}
bool contains_value(std::span<const ValueId> xs, ValueId x) { return std::find(xs.begin(), xs.end(), x) != xs.end(); }
TEST(Fuzz, a_false_statement_is_refuted_by_a_smallest_program_that_can_be_read) {
  const generate::Statement wrong{"no-reduce", "no loop reduces", 0, [](const core::Program& p, uint64_t) {
                                    return generate::unless(reduces(p.main.body) ? "a loop reduces" : "");
                                  }};
  FuzzOptions options;
  options.jobs = 2;
  FuzzState state;
  const auto found = fuzz(options, {wrong}, state, [](const FuzzState&) {}, *join_ranks());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->statement, "no-reduce");
  EXPECT_EQ(found->why, "a loop reduces");
  const core::Program p = import_core_text(found->core, "found.mlir").program;
  check(p);
  EXPECT_TRUE(reduces(p.main.body));
  // one loop over the one axis, of size 1
  EXPECT_EQ(p.main.body.stmts.size(), 1u) << found->core;
  EXPECT_EQ(p.mesh.axes(), (std::vector<std::pair<Axis, int64_t>>{{"B", 1}})) << found->core;
  // the text is all that it takes to see it again
  const Verdict again = replay(found->core, "found.mlir", {wrong});
  EXPECT_EQ(again.kind, Verdict::Kind::Refuted);
  EXPECT_EQ(again.detail, "a loop reduces");
}
/// A statement that what is drawn from the seed decides, too.
TEST(Fuzz, a_finding_that_draws_from_its_seed_replays) {
  const generate::Statement wrong{"odd", "the value drawn is used", 0, [](const core::Program& p, uint64_t seed) {
                                    generate::Source s(seed);
                                    const auto x = static_cast<ValueId>(s.below(static_cast<int64_t>(p.main.values.size())));
                                    bool used = contains_value(p.main.body.results, x);
                                    core::walk(p.main.body, [&](const core::Stmt& stmt, int) {
                                      used = used || contains_value(core::operands(stmt.expr), x);
                                    });
                                    return generate::unless(used ? "" : "dead: " + std::to_string(x));
                                  }};
  FuzzOptions options;
  options.batch = 100;
  FuzzState state;
  const auto found = fuzz(options, {wrong}, state, [](const FuzzState&) {}, *join_ranks());
  ASSERT_TRUE(found);
  const Verdict again = replay(found->core, "found.mlir", {wrong});
  EXPECT_EQ(again.kind, Verdict::Kind::Refuted);
  EXPECT_EQ(again.detail, found->why);
}
TEST(Fuzz, a_crash_is_a_finding_and_holds_otherwise) {
  const generate::Statement crashes{"crash", "nothing crashes", 0,
                                    [](const core::Program&, uint64_t) -> Verdict { std::abort(); }};
  const generate::Statement well{"well", "all is well", 0,
                                 [](const core::Program& p, uint64_t) {
                                   return p.mesh.rank() == 0 ? generate::nothing("no axes") : generate::holds();
                                 }};
  FuzzOptions options;
  options.batch = 100;
  FuzzState state;
  const auto found = fuzz(options, {well, crashes}, state, [](const FuzzState&) {}, *join_ranks());
  ASSERT_TRUE(found);
  EXPECT_NE(found->why.find("crashed"), std::string::npos);
  EXPECT_EQ(state.programs["well"], 100);
  EXPECT_GT(state.silent["well"], 0);
  EXPECT_LT(state.silent["well"], 50);
}
/// One of two ranks, whose messages are kept and those of the other given.
struct ScriptedRank final : Ranks {
  int me;
  std::vector<Message> arrive, sent;
  ScriptedRank(int rank, std::vector<Message> messages) : me(rank), arrive(std::move(messages)) {}
  int rank() const override { return me; }
  int size() const override { return 2; }
  int local_size() const override { return 2; }
  std::string broadcast(const std::string& text) override { return text; }
  void send(int, const std::string& text) override { sent.push_back({me, text}); }
  std::optional<Message> receive() override {
    if (arrive.empty()) return std::nullopt;
    Message m = arrive.front();
    arrive.erase(arrive.begin());
    return m;
  }
  void leave(bool, int) override {}
  bool said(const std::string& what) const {
    return std::any_of(sent.begin(), sent.end(), [&](const Message& m) { return m.text.find(what) != std::string::npos; });
  }
};
TEST(Fuzz, what_a_rank_finds_comes_to_rank_0) {
  // true of the first batch, which is rank 0's; false of the second
  static uint64_t first = 0;
  const generate::Statement late{"late", "seeds end", 0, [](const core::Program&, uint64_t seed) {
                                   return generate::unless(seed < first + 100 ? "" : "a late seed");
                                 }};
  FuzzOptions options;
  options.batch = 100;
  options.minutes = 0;  // a batch of each rank
  {
    FuzzState state;
    const generate::Statement learn{"late", "", 0, [](const core::Program&, uint64_t seed) {
                                      return seed ? generate::unless(std::to_string(seed)) : generate::holds();
                                    }};
    const auto found = fuzz(options, {learn}, state, [](const FuzzState&) {}, *join_ranks());
    ASSERT_TRUE(found);
    first = found->seed;
  }
  ScriptedRank one(1, {{0, R"({"all_ended": true})"}});
  options.silence_seconds = 1;
  FuzzState state;
  EXPECT_FALSE(fuzz(options, {late}, state, [](const FuzzState&) {}, one));
  EXPECT_TRUE(one.said("a late seed"));
  EXPECT_TRUE(one.said("\"end\":"));
  ScriptedRank zero(0, one.sent);
  const auto found = fuzz(options, {late}, state, [](const FuzzState&) {}, zero);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->why, "a late seed");
  EXPECT_TRUE(zero.said("\"stop\":"));
  EXPECT_TRUE(state.lost.empty());
}
TEST(FuzzBatches, are_ranges_that_grow_together) {
  FuzzBatches b;
  for (uint64_t i : {4, 0, 2}) b.add(i);
  EXPECT_EQ(b.ranges(), (FuzzBatches::Ranges{{0, 1}, {2, 3}, {4, 5}}));
  EXPECT_EQ(b.first_left(), 1u);
  b.add(1);
  EXPECT_EQ(b.ranges(), (FuzzBatches::Ranges{{0, 3}, {4, 5}}));
  b.add(2, 7);
  EXPECT_EQ(b.ranges(), (FuzzBatches::Ranges{{0, 7}}));
  EXPECT_EQ(b.count(), 7u);
  b.add(9, 9);
  b.add(3, 5);
  EXPECT_EQ(b.ranges(), (FuzzBatches::Ranges{{0, 7}}));
}
TEST(Fuzz, a_silent_rank_is_lost_with_what_it_was_at) {
  const generate::Statement well{"well", "all is well", 0,
                                 [](const core::Program&, uint64_t) { return generate::holds(); }};
  FuzzOptions options;
  options.batch = 100;
  options.minutes = 0;
  options.silence_seconds = 0.3;
  FuzzState state;
  ScriptedRank zero(0, {});
  EXPECT_FALSE(fuzz(options, {well}, state, [](const FuzzState&) {}, zero));
  EXPECT_EQ(state.lost, std::set<int>{1});
  EXPECT_EQ(state.programs["well"], 100);
  // rank 1's batch is the first of the next campaign, by one rank
  const FuzzState read = read_state(state_text(state, 1), 1, "state");
  EXPECT_EQ(read.batches.at("well").first_left(), 1u);
  state = read;
  fuzz(options, {well}, state, [](const FuzzState&) {}, *join_ranks());
  EXPECT_EQ(state.batches["well"].ranges(), (FuzzBatches::Ranges{{0, 2}}));
}
TEST(Fuzz, what_is_no_finding_is_not_replayed) {
  for (const char* text : {"", "module {}", "// partir fuzz: ", "// partir fuzz: theorem1, seed x\n",
                           "// partir fuzz: theorem99, seed 1\nfunc.func @main() { return }"})
    EXPECT_THROW(replay(text, "found.mlir", generate::statements()), BadInput) << text;
}

}  // namespace
}  // namespace partir
