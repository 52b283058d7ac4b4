// A run that a limit ends: where it is told so, and what it leaves behind.
#include "semantics/budget.h"

#include <chrono>
#include <thread>

#include "interp/core_interp.h"
#include "interp/field.h"
#include "interp/native.h"
#include "interp/spmd_interp.h"
#include "property_tests/module_build.h"

namespace partir {
namespace {

using namespace build;
using testing::HasSubstr;

/// Watches while a test runs, as a watchdog does.
struct Watched {
  Watched() { budget::watch(); }
  ~Watched() { budget::unwatch(); }
};

/// `while (true) {}` around `body`, which adds statements to it.
shlo::Module endless(const std::function<void(FunctionBuilder&)>& body) {
  FunctionBuilder b;
  const ValueId yes = b.constant(i1(), 1), x = b.param(i1());
  (void)x;
  const ValueId state = b.value(i1());
  shlo::While loop;
  loop.operands = {yes};
  loop.cond.params = {b.value(i1())};
  loop.cond.body = b.block([&] { return std::vector{loop.cond.params[0]}; });
  loop.body.params = {b.value(i1())};
  loop.body.body = b.block([&] {
    body(b);
    return std::vector{loop.body.params[0]};
  });
  b.add({state}, std::move(loop));
  b.returns({state});
  return b.module();
}

}  // namespace
}  // namespace partir
