// Text brings every generated program back, in Core and lowered.
#include "lowering/lower.h"
#include "mlir_bridge/import_module.h"
#include "mlir_bridge/test/same_program.h"
#include "property_tests/generate/describe.h"
#include "property_tests/generate/program.h"
#include "semantics/core_typing.h"
#include "semantics/hlo_typing.h"
#include "semantics/module_typing.h"

namespace partir::generated_text_test {
namespace {

TEST(GeneratedText, core_and_hlo_there_and_back) {
  for (uint64_t seed = 1; seed <= 400 && !testing::Test::HasFailure(); ++seed) {
    const core::Program p = generate::decode(generate::draw(seed));
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + generate::text(p));
    expect_round_trip(p);
    check(read_core(print(p)));
    const hlo::Program h = lower(p);
    const hlo::Program read = read_hlo(print(h));
    EXPECT_EQ(difference(h, read), "");
    check(read);
  }
}
TEST(GeneratedText, stablehlo_is_a_well_typed_module) {
  for (uint64_t seed = 1; seed <= 400 && !testing::Test::HasFailure(); ++seed) {
    const core::Program p = generate::decode(generate::draw(seed));
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + generate::text(p));
    const shlo::Module m = import_module_text(print_stablehlo(lower(p)), "t.mlir");
    shlo::check(m);
    for (const shlo::Stmt& s : m.functions.at(0).body.stmts)
      if (const auto* outside = std::get_if<shlo::Outside>(&s.expr)) ADD_FAILURE() << outside->reason;
  }
}

}  // namespace
}  // namespace partir::generated_text_test
