// Checking a lowering of one's own: y = x · w with the contraction split over "a".
#include <gmock/gmock.h>

#include "proofs/gtest.h"

using namespace partir;

namespace {

const TensorType x_type{{4, 8}, ElementType::F32}, w_type{{8, 6}, ElementType::F32},
    y_type{{4, 6}, ElementType::F32};
const DotGeneral matmul{{}, {}, {1}, {0}, ElementType::F32};

core::Program reference() {
  core::Program p;
  p.mesh = Mesh({{"a", 2}});
  const ValueId x = p.main.add_value(x_type, "x"), w = p.main.add_value(w_type, "w"),
                y = p.main.add_value(y_type, "y");
  p.main.params = {x, w};
  p.main.body.stmts.push_back({{y}, OpExpr{matmul, {x, w}}, {}});
  p.main.body.results = {y};
  p.main.result_types = {y_type};
  return p;
}

/// Each device has half of x's columns and of w's rows, so its product is a part of a sum.
hlo::Program my_lowering(bool with_all_reduce) {
  hlo::Program p;
  p.mesh = Mesh({{"a", 2}});
  const DistType x_dist{x_type, {{}, {"a"}}, {}}, w_dist{w_type, {{"a"}, {}}, {}};
  const ValueId x = p.main.add_value(local(p.mesh, x_dist), "x"),
                w = p.main.add_value(local(p.mesh, w_dist), "w"),
                part = p.main.add_value(y_type, "part"), y = p.main.add_value(y_type, "y");
  p.main.params = {x, w};
  p.main.param_dists = {x_dist, w_dist};
  p.main.result_dists = {DistType::replicated(y_type)};
  p.main.body.stmts.push_back({{part}, OpExpr{matmul, {x, w}}, {}});
  p.main.body.stmts.push_back({{y}, hlo::AllReduce{Monoid::Add, {"a"}, part}, {}});
  p.main.body.results = {y};
  if (!with_all_reduce) {
    p.main.body.stmts.pop_back();
    p.main.body.results = {part};
  }
  return p;
}

}  // namespace

TEST(MyLowering, keeps_the_meaning) { EXPECT_THAT(my_lowering(true), Implements(reference())); }

TEST(MyLowering, without_its_all_reduce_is_found_out) {
  EXPECT_THAT(my_lowering(false), testing::Not(Implements(reference())));
}
