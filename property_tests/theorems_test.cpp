// Theorems 1 and 2 on programs, and mutants of the translation that they must refute.
#include "proofs/theorem1.h"

#include <gtest/gtest.h>

#include "lowering/lower.h"
#include "proofs/compare.h"
#include "property_tests/proof_programs.h"

namespace partir::theorems_test {
namespace {

using namespace proof_programs;  // NOLINT: the programs under test

/// Meshes with axis sizes 1, 2 and 3.
template <class F>
int for_all_programs(F&& f) {
  int seen = 0;
  for (int64_t b : {1, 2, 3})
    for (int64_t m : {1, 2, 3})
      for (const auto& [name, program] : all(mesh(b, m))) {
        SCOPED_TRACE(name + " over " + to_string(program.mesh));
        f(program);
        ++seen;
      }
  return seen;
}

TEST(Theorem1, holds_at_every_hole) {
  const int seen = for_all_programs([](const core::Program& p) {
    const Verdict v = theorem1(p);
    EXPECT_EQ(v.kind, Verdict::Kind::Proved) << v.detail;
  });
  EXPECT_EQ(seen, 9 * 6);
}

TEST(Theorem1, counts_its_holes) {
  // block of main: 1 statement, 2 suffixes; of B: 2 and 3; of M: 5 and 6. (b): B alone, B with M, M.
  const Verdict v = theorem1(chain(mesh(2, 2)));
  EXPECT_NE(v.detail.find("at 19 holes"), std::string::npos) << v.detail;
  EXPECT_NE(v.detail.find("at 3 results"), std::string::npos) << v.detail;
}

/// A translation that gets one thing wrong.
template <class F>
TranslateFn mutant(F&& change) {
  return [change](const core::Program& p) {
    hlo::Program h = translate(p);
    for (hlo::Stmt& s : h.main.body.stmts) change(h, s);
    return h;
  };
}

TEST(Theorem1, refutes_a_translation_that_gathers_another_dimension) {
  const Verdict v = theorem1(two_axes(mesh(2, 3), "B", "M"), mutant([](hlo::Program&, hlo::Stmt& s) {
    if (auto* g = std::get_if<hlo::AllGather>(&s.expr)) std::swap(g->axes[0], g->axes[1]);
  }));
  ASSERT_EQ(v.kind, Verdict::Kind::Refuted);
  EXPECT_NE(v.counterexample->op.find("loop"), std::string::npos) << v.counterexample->op;
}

TEST(Theorem1, refutes_a_translation_that_slices_over_another_axis) {
  const Verdict v = theorem1(chain(mesh(2, 3)), mutant([](hlo::Program&, hlo::Stmt& s) {
    if (auto* c = std::get_if<hlo::AllSlice>(&s.expr))
      for (AxisList& l : c->axes)
        if (l == AxisList{"M"}) l = {"B"};
  }));
  ASSERT_EQ(v.kind, Verdict::Kind::Refuted);
  EXPECT_NE(v.counterexample->op.find("slice"), std::string::npos) << v.counterexample->op;
}

TEST(Theorem1, needs_a_well_typed_program) {
  Core c(mesh(2, 2));
  const ValueId x = c.param(f32(5, 2));
  const ValueId y =
      c.loop("B", LoopAttr::tile(0), [&](RangeId r) { return c.slice(0, x, r); });
  EXPECT_THROW(theorem1(c.returns({y})), Rejected);
}

TEST(Theorem1, nest_dist_reads_loops_outside_in) {
  const Mesh m = mesh(2, 3);
  const auto D = nest_dist(m, {{"M", LoopAttr::tile(0)}, {"B", LoopAttr::tile(0)}}, f32(12, 4));
  ASSERT_TRUE(D);
  EXPECT_EQ(to_string(*D), R"(dist<[{"M", "B"}, {}]> of tensor<12x4xf32>)");
  EXPECT_FALSE(nest_dist(m, {{"M", LoopAttr::reduce(Monoid::Add)},
                             {"B", LoopAttr::reduce(Monoid::Max)}}, f32(12)));
}

TEST(Theorem2, holds_exactly_in_native_floats_and_in_field) {
  for_all_programs([](const core::Program& p) {
    for (const Verdict& v : {theorem2<Native>(p, {2, 7}), theorem2<Field>(p, {2, 7})})
      EXPECT_EQ(v.kind, Verdict::Kind::Tested)
          << v.detail << (v.counterexample ? v.counterexample->op : "");
  });
}

TEST(Theorem2, refutes_a_translation_without_its_all_reduce) {
  const core::Program p = chain(mesh(2, 2));
  hlo::Program h = translate(p);
  for (hlo::Stmt& s : h.main.body.stmts)
    if (auto* r = std::get_if<hlo::AllReduce>(&s.expr))
      s.expr = hlo::AllReduce{r->monoid, {}, r->operand};
  for (const Verdict& v : {theorem2<Native>(p, h), theorem2<Field>(p, h)}) {
    ASSERT_EQ(v.kind, Verdict::Kind::Refuted);
    EXPECT_NE(v.counterexample->op.find("loop \"M\""), std::string::npos) << v.counterexample->op;
  }
}

TEST(Theorem2, refutes_a_translation_that_reduces_by_another_monoid) {
  Core c(Mesh({{"M", 3}}));
  const ValueId x = c.param(f32(3, 20), "x");
  const ValueId y = c.loop("M", LoopAttr::reduce(Monoid::Add), [&](RangeId r) {
    return c.op(Tanh{}, {c.slice(0, x, r)});
  });
  const core::Program p = c.returns({y});
  EXPECT_EQ(theorem2<Native>(p).kind, Verdict::Kind::Tested);
  hlo::Program h = translate(p);
  for (hlo::Stmt& s : h.main.body.stmts)
    if (auto* r = std::get_if<hlo::AllReduce>(&s.expr)) r->monoid = Monoid::Max;
  EXPECT_EQ(theorem2<Native>(p, h).kind, Verdict::Kind::Refuted);
}

TEST(Theorem2, lemma_1_a_value_that_depends_on_another_axis_is_refuted) {
  const core::Program p = two_axes(mesh(2, 2), "B", "M");
  hlo::Program h = translate(p);
  bool first = true;
  for (hlo::Stmt& s : h.main.body.stmts)
    if (auto* c = std::get_if<hlo::AllSlice>(&s.expr); c && first) {
      c->axes[0] = {"M"};
      first = false;
    }
  const Verdict v = theorem2<Field>(p, h);
  ASSERT_EQ(v.kind, Verdict::Kind::Refuted);
  EXPECT_NE(v.counterexample->op.find("slice 0 %x"), std::string::npos) << v.counterexample->op;
}

TEST(Corollary, lowered_programs_represent_the_core_results) {
  for_all_programs([](const core::Program& p) {
    const Verdict v = compare(p, lower(p));
    EXPECT_EQ(v.kind, Verdict::Kind::Tested) << v.detail;
  });
  const Verdict v = compare(chain_original(), lower(chain(mesh(2, 3))));
  EXPECT_EQ(v.kind, Verdict::Kind::Tested) << v.detail;
}

}  // namespace
}  // namespace partir::theorems_test
