// A builder of StableHLO modules for tests, and what tests expect of them.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "interp/module_interp.h"
#include "property_tests/build.h"
#include "semantics/module_typing.h"

namespace partir::build {

/// A function under construction; every statement stands in a line of its own.
struct FunctionBuilder {
  shlo::Function f;
  unsigned line = 1;
  shlo::Block* into = &f.body;

  explicit FunctionBuilder(std::string name = "main") { f.name = std::move(name); }
  FunctionBuilder(const FunctionBuilder&) = delete;
  FunctionBuilder& operator=(const FunctionBuilder&) = delete;

  ValueId value(shlo::Type type) { return f.add_value(std::move(type)); }
  ValueId param(shlo::Type type) {
    f.params.push_back(value(std::move(type)));
    return f.params.back();
  }
  void add(std::vector<ValueId> results, shlo::Expr e) {
    into->stmts.push_back({std::move(results), std::move(e), {"t.mlir", line++, 1, {}}});
  }
  ValueId let(shlo::Type type, shlo::Expr e) {
    const ValueId x = value(std::move(type));
    add({x}, std::move(e));
    return x;
  }
  ValueId constant(TensorType type, double v) { return let(type, OpExpr{splat(type, v), {}}); }
  ValueId add_op(ValueId x, ValueId y) { return let(f.type(x), OpExpr{Add{}, {x, y}}); }
  ValueId less(ValueId x, ValueId y) {
    return let(i1(), OpExpr{Compare{ComparisonDirection::LT}, {x, y}});
  }
  template <class F>
  shlo::Block block(F&& body) {
    shlo::Block b;
    shlo::Block* const outer = std::exchange(into, &b);
    std::vector<ValueId> results = body();
    into = outer;
    b.results = std::move(results);
    return b;
  }
  void expect_i32(ValueId x, double v) {
    add({}, shlo::Check{"check.expect_eq_const", {}, x, Literal::splat_value(i32(), v)});
  }
  void returns(std::vector<ValueId> results) {
    f.result_types = f.types(results);
    f.body.results = std::move(results);
  }
  shlo::Module module() const {
    shlo::Module m;
    m.add(f);
    return m;
  }
};

/// Checks a module and runs @main.
inline ModuleOutcome run(const shlo::Module& m, ModuleLimits limits = {}) {
  shlo::check(m);
  return ModuleInterpreter(m, limits)(*m.find("main"), {});
}
/// The value of a scalar.
inline int32_t as_i32(const ModuleValue& v) { return v.tensor()->at<int32_t>({}); }

/// Expects that typing rejects `m` and says `message`.
inline void rejects(const shlo::Module& m, const std::string& message) {
  try {
    shlo::check(m);
    FAIL() << "accepted; expected " << message;
  } catch (const Rejected& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr(message));
  }
}

}  // namespace partir::build
