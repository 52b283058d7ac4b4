// A run that a limit ends: where it learns of it, and what it leaves behind.
#include "semantics/budget.h"

#include <chrono>
#include <functional>
#include <thread>

#include "interp/core_interp.h"
#include "interp/field.h"
#include "interp/native.h"
#include "interp/random.h"
#include "interp/spmd_interp.h"
#include "lowering/translate.h"
#include "property_tests/module_build.h"

namespace partir::budget_test {
namespace {

using namespace build;
using testing::HasSubstr;

/// Watches while it lives, as a watchdog does; from `after` on a limit is met.
class Watched {
 public:
  explicit Watched(std::optional<std::chrono::milliseconds> after = {}) {
    budget::watch();
    if (after)
      watcher_ = std::jthread([after] {
        std::this_thread::sleep_for(*after);
        budget::end("out of time: in a test");
      });
  }
  ~Watched() {
    watcher_ = {};
    budget::unwatch();
  }

 private:
  std::jthread watcher_;
};

/// Expects `run` to end with OutOfBudget that says `what` somewhere in a program.
template <class F>
void ends(F&& run, const char* what) {
  try {
    run();
    FAIL() << "it ended by itself";
  } catch (const OutOfBudget& e) {
    EXPECT_THAT(e.what(), HasSubstr(what));
    EXPECT_TRUE(e.where().known()) << e.report();
    EXPECT_EQ(e.exit_code(), 3);
  }
}

/// `while (true) {}`, with statements that `add` puts into the body.
shlo::Module endless(const std::function<void(FunctionBuilder&)>& add) {
  FunctionBuilder b;
  const ValueId yes = b.constant(i1(), 1);
  shlo::While loop;
  loop.operands = {yes};
  loop.cond.params = {b.value(i1())};
  loop.cond.body = b.block([&] { return std::vector{loop.cond.params[0]}; });
  loop.body.params = {b.value(i1())};
  loop.body.body = b.block([&] {
    add(b);
    return std::vector{loop.body.params[0]};
  });
  const ValueId last = b.value(i1());
  b.add({last}, std::move(loop));
  b.returns({last});
  return b.module();
}

TEST(Budget, endless_loop_ends_at_the_loop) {
  const shlo::Module m = endless([](FunctionBuilder&) {});
  const Watched watched(std::chrono::milliseconds(20));
  ends([&] { run(m); }, "out of time: in a test");
}
TEST(Budget, endless_loop_of_statements_ends_at_one) {
  const shlo::Module m = endless([](FunctionBuilder& b) { b.constant(i32(), 1); });
  const Watched watched(std::chrono::milliseconds(20));
  ends([&] { run(m); }, "out of time: in a test");
}
TEST(Budget, loop_that_is_not_watched_has_its_own_limit) {
  EXPECT_THROW(run(endless([](FunctionBuilder&) {}), {.iterations = 1000}), Unsupported);
}
TEST(Budget, limit_that_is_met_before_a_run_ends_its_first_statement) {
  Core b(Mesh({{"B", 2}}));
  const ValueId x = b.param(f32(4));
  const core::Program p = b.returns({b.op(Add{}, {x, x})});
  const std::vector<Tensor<Native>> args{random_tensor<Native>(f32(4), 1)};
  const Watched watched;
  EXPECT_NO_THROW(run<Native>(p, args));
  budget::end("out of memory: in a test");
  ends([&] { run<Native>(p, args); }, "out of memory: in a test");
  const hlo::Program h = translate(p);
  const std::vector<Family<Native>> families{distribute(p.mesh, h.main.param_dists[0], args[0])};
  ends([&] { run<Native>(h, families); }, "out of memory: in a test");
}

TEST(Budget, tensor_without_room_is_refused_at_its_op) {
  Core b(Mesh({{"B", 2}}));
  const core::Program p = b.returns({b.op(Iota{0, {int64_t{1} << 40}, ElementType::I32}, {})});
  const Watched watched;
  budget::leave(uint64_t{1} << 30);
  ends([&] { run<Native>(p, {}); }, "out of memory: a tensor of 4194304 MiB, where the limit leaves 1024 MiB");
  ends([&] { run<Field>(p, {}); }, "out of memory: a tensor of");
}
TEST(Budget, view_needs_no_room) {
  Core b(Mesh({{"B", 2}}));
  const ValueId x = b.param(f32());
  const core::Program p = b.returns({b.op(BroadcastInDim{{}, {int64_t{1} << 40}}, {x})});
  const Watched watched;
  budget::leave(uint64_t{1} << 20);
  EXPECT_EQ(run<Native>(p, {random_tensor<Native>(f32(), 1)})[0].elements(), int64_t{1} << 40);
}

TEST(Budget, says_what_was_done_and_what_is_decided) {
  const Watched watched;
  progress::decided("typing: proved");
  progress::phase("comparing");
  progress::run(0, 8, "Field");
  EXPECT_EQ(budget::standing().phase, "comparing, run 1 of 8 in Field");
  EXPECT_EQ(budget::standing().decided, "typing: proved");
  progress::run(7, 8, "Field");
  progress::run(1, 3, "native");
  EXPECT_EQ(budget::standing().phase, "comparing, run 2 of 3 in native");
  EXPECT_EQ(budget::standing().decided, "typing: proved; 7 of 8 runs in Field agreed; 1 of 3 runs in native agreed");
  EXPECT_EQ(budget::standing().runs, 8);
  progress::phase("locating");
  EXPECT_EQ(budget::standing().phase, "locating");
  EXPECT_EQ(budget::standing().decided, "typing: proved");
  budget::end("out of time");
  EXPECT_EQ(budget::standing().why, "out of time");
  EXPECT_THROW(progress::run(0, 1, "Field"), OutOfBudget);
}
TEST(Budget, where_nobody_watches_nothing_is_noted) {
  progress::phase("comparing");
  progress::decided("typing: proved");
  EXPECT_EQ(budget::standing().phase, "");
  EXPECT_EQ(budget::standing().decided, "");
}

}  // namespace
}  // namespace partir::budget_test
