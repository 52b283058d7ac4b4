// Planted faults in HLO programs: each is refuted with the first divergent op.
#include <gtest/gtest.h>

#include "lowering/lower.h"
#include "proofs/compare.h"
#include "proofs/gtest.h"
#include "property_tests/proof_programs.h"

namespace partir::mutants_test {
namespace {

using namespace proof_programs;  // NOLINT: the programs under test

/// Every statement of kind `E`, in order.
template <class E>
std::vector<hlo::Stmt*> all_of(hlo::Program& h) {
  std::vector<hlo::Stmt*> found;
  for (hlo::Stmt& s : h.main.body.stmts)
    if (std::holds_alternative<E>(s.expr)) found.push_back(&s);
  return found;
}
/// Drops a statement; its uses read its operand.
void drop(hlo::Program& h, const hlo::Stmt* gone) {
  const ValueId from = gone->results[0], to = hlo::operands(gone->expr)[0];
  auto rename = [&](ValueId& x) {
    if (x == from) x = to;
  };
  auto& stmts = h.main.body.stmts;
  stmts.erase(stmts.begin() + (gone - stmts.data()));
  for (hlo::Stmt& s : stmts)
    std::visit(Overloaded{[&](OpExpr& e) {
                            for (ValueId& x : e.operands) rename(x);
                          },
                          [&](auto& c) { rename(c.operand); }},
               s.expr);
  for (ValueId& x : h.main.body.results) rename(x);
}
/// The refutation, which must also come with everything that a reader needs.
Counterexample refutation(const core::Program& core, const hlo::Program& h) {
  const Verdict v = compare(core, h);
  EXPECT_EQ(v.kind, Verdict::Kind::Refuted) << v.detail;
  if (!v.counterexample) return {};
  const Counterexample& c = *v.counterexample;
  EXPECT_FALSE(c.device.empty()) << to_string(c);
  EXPECT_NE(c.expected, c.found) << to_string(c);
  EXPECT_EQ(c.inputs.size(), core.main.params.size());
  return c;
}
testing::AssertionResult says(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "\"" << text << "\" does not say \"" << part << "\"";
}

/// tanh(x·w) with the contraction over M: the all_reduce stands before the tanh.
core::Program dot_tanh(const Mesh& m) {
  Core c(m);
  const ValueId x = c.param(f32(12, 6), "x"), w = c.param(f32(6, 4), "w");
  const ValueId y = c.loop("M", LoopAttr::reduce(Monoid::Add), [&](RangeId r) {
    return c.op(matmul(), {c.slice(1, x, r, "xs"), c.slice(0, w, r, "ws")}, "part");
  });
  return c.returns({c.op(Tanh{}, {y}, "t")});
}

TEST(Mutant, dropped_all_reduce_diverges_where_the_parts_are_first_used) {
  const core::Program p = dot_tanh(mesh(2, 3));
  hlo::Program h = lower(p);
  drop(h, all_of<hlo::AllReduce>(h).at(0));
  const Counterexample c = refutation(p, h);
  EXPECT_TRUE(says(c.op, "tanh"));
  EXPECT_TRUE(says(c.explanation, R"(is still partial<add> over {"M"}: an all_reduce is missing)"));
}

TEST(Mutant, dropped_all_reduce_of_a_result) {
  const core::Program p = chain(mesh(2, 3));
  hlo::Program h = lower(p);
  drop(h, all_of<hlo::AllReduce>(h).at(0));
  const Counterexample c = refutation(p, h);
  EXPECT_TRUE(says(c.op, "dot_general"));
  EXPECT_TRUE(says(c.explanation, R"(still partial<add> over {"M"})"));
}

TEST(Mutant, doubled_all_reduce_counts_twice) {
  const core::Program p = dot_tanh(mesh(2, 3));
  hlo::Program h = lower(p);
  hlo::Stmt* reduce = all_of<hlo::AllReduce>(h).at(0);
  const ValueId y = reduce->results[0], before = h.main.add_value(h.main.type(y), "once");
  hlo::Stmt again = *reduce;
  reduce->results[0] = before;
  std::get<hlo::AllReduce>(again.expr).operand = before;
  auto& stmts = h.main.body.stmts;
  stmts.insert(stmts.begin() + (reduce - stmts.data()) + 1, again);
  const Counterexample c = refutation(p, h);
  EXPECT_TRUE(says(c.op, "all_reduce <add> {\"M\"} %once"));
  EXPECT_TRUE(says(c.explanation, "%once is not partial over \"M\""));
}

TEST(Mutant, all_reduce_over_another_axis) {
  const core::Program p = chain(mesh(2, 3));
  hlo::Program h = translate(p);
  std::get<hlo::AllReduce>(all_of<hlo::AllReduce>(h).at(0)->expr).axes = {"B"};
  const Counterexample c = refutation(p, h);
  EXPECT_TRUE(says(c.op, "all_reduce <add> {\"B\"}"));
  EXPECT_TRUE(says(c.explanation, "is not partial over \"B\""));
}

TEST(Mutant, all_reduce_by_another_monoid) {
  const core::Program p = dot_tanh(mesh(2, 3));
  hlo::Program h = lower(p);
  std::get<hlo::AllReduce>(all_of<hlo::AllReduce>(h).at(0)->expr).monoid = Monoid::Max;
  const Counterexample c = refutation(p, h);
  EXPECT_TRUE(says(c.op, "all_reduce <max>"));
  EXPECT_TRUE(says(c.explanation, "is partial<add>, and is reduced by max"));
}

TEST(Mutant, gathering_in_another_axis_order) {
  for (const Mesh& m : {mesh(2, 3), mesh(2, 2)}) {
    const core::Program p = two_axes(m, "B", "M");
    // results stay gathered: a hand-written signature
    hlo::Program h = translate(p);
    auto gathers = all_of<hlo::AllGather>(h);
    ASSERT_EQ(gathers.size(), 2u);
    // one all_gather of both axes, major first
    hlo::Stmt* outer = gathers[1];
    std::get<hlo::AllGather>(outer->expr).axes = {{"B", "M"}, {}};
    drop(h, gathers[0]);
    EXPECT_THAT(h, Implements(p));
    std::get<hlo::AllGather>(all_of<hlo::AllGather>(h).at(0)->expr).axes = {{"M", "B"}, {}};
    const Counterexample c = refutation(p, h);
    EXPECT_TRUE(says(c.op, R"(all_gather [{"M", "B"}, {}])"));
    EXPECT_TRUE(says(c.explanation, R"(is tiled {"B", "M"}, so gathering {"M", "B"})"));
  }
}

TEST(Mutant, slicing_in_another_axis_order) {
  Core c0{Mesh{}};
  const ValueId cx = c0.param(f32(36, 5), "x"), cz = c0.param(f32(36, 5), "z");
  const core::Program p =
      c0.returns({c0.op(Multiply{}, {c0.op(Exponential{}, {cx}, "e"), cz}, "y")});
  Hlo b(mesh(2, 3));
  const ValueId x = b.param(dist(f32(36, 5), {{}, {}}), "x");
  const ValueId z = b.param(dist(f32(36, 5), {{"B", "M"}, {}}), "z");
  const ValueId s = b.all_slice({{"M", "B"}, {}}, x);
  const ValueId e = b.op(Exponential{}, {s}, "e");
  const ValueId y = b.op(Multiply{}, {e, z}, "y");
  const Counterexample c =
      refutation(p, b.returns({y}, {dist(f32(36, 5), {{"B", "M"}, {}})}));
  EXPECT_TRUE(says(c.op, "multiply"));
  EXPECT_TRUE(says(c.explanation, "different axis orders"));
  EXPECT_EQ(c.location, "test.mlir:3:1");
}

TEST(Mutant, slicing_another_dimension) {
  Core c0{Mesh{}};
  const ValueId cx = c0.param(f32(6, 6), "x"), cz = c0.param(f32(6, 6), "z");
  const core::Program p = c0.returns({c0.op(Multiply{}, {cx, cz}, "y")});
  Hlo b(mesh(2, 2));
  const DistType whole = dist(f32(6, 6), {{}, {}}), tiled = dist(f32(6, 6), {{"B"}, {"M"}});
  const ValueId x = b.param(whole, "x"), z = b.param(whole, "z");
  const ValueId xs = b.all_slice({{"B"}, {"M"}}, x), zs = b.all_slice({{"M"}, {"B"}}, z);
  const Counterexample c = refutation(p, b.returns({b.op(Multiply{}, {xs, zs}, "y")}, {tiled}));
  EXPECT_TRUE(says(c.op, "multiply"));
  EXPECT_TRUE(says(c.explanation, "no registry entry of multiply has operands (tile<0>, tile<1>)"));
  EXPECT_EQ(c.location, "test.mlir:3:1");
}

/// The same in a program with loops, where the expected value is at each coordinate of the loops.
TEST(Mutant, slicing_another_dimension_inside_loops) {
  const core::Program p = total(mesh(2, 2));
  hlo::Program h = translate(p);
  for (hlo::Stmt* s : all_of<hlo::AllSlice>(h)) {
    const std::string name = h.main.values[s->results[0]].name;
    auto& axes = std::get<hlo::AllSlice>(s->expr).axes;
    if (name == "zb") axes = {{"M"}, {}};
    if (name == "zbm") axes = {{}, {"B"}};
  }
  const Counterexample c = refutation(p, h);
  EXPECT_TRUE(says(c.op, "multiply"));
  EXPECT_TRUE(says(c.explanation, R"(%zbm is Core's %z tiled [{"M"}, {"B"}])"));
}

TEST(Mutant, declared_layout_of_a_result) {
  const core::Program p = two_axes(mesh(2, 3), "B", "M");
  hlo::Program h = lower(p);
  ASSERT_EQ(h.main.result_dists[0].dims[0], (AxisList{"B", "M"}));
  h.main.result_dists[0].dims[0] = {"M", "B"};
  const Counterexample c = refutation(p, h);
  EXPECT_TRUE(says(c.op, "multiply"));
  EXPECT_TRUE(says(c.explanation, "the right value at another layout"));
}

TEST(Mutant, missing_all_gather) {
  // the types hide it: a maximum over a tiled dimension is a part of the maximum
  Core cb(mesh(2, 3));
  const ValueId x = cb.param(f32(6, 4), "x");
  const ValueId low = cb.op(splat(f32(), -std::numeric_limits<double>::infinity()), {}, "low");
  const ValueId e = cb.loop("B", LoopAttr::tile(0), [&](RangeId r) {
    return cb.op(Exponential{}, {cb.slice(0, x, r, "s")}, "e");
  });
  const ValueId m = cb.op(Reduce{{0}, Monoid::Max}, {e, low}, "m");
  const core::Program p = cb.returns({cb.op(Sine{}, {m}, "out")});
  Hlo b(mesh(2, 3));
  const ValueId hx = b.param(dist(f32(6, 4), {{"B"}, {}}), "x");
  const ValueId hl = b.op(splat(f32(), -std::numeric_limits<double>::infinity()), {}, "low");
  const ValueId he = b.op(Exponential{}, {hx}, "e");
  const ValueId hm = b.op(Reduce{{0}, Monoid::Max}, {he, hl}, "m");
  const ValueId out = b.op(Sine{}, {hm}, "out");
  const Counterexample c = refutation(p, b.returns({out}, {dist(f32(4), {{}})}));
  EXPECT_TRUE(says(c.op, "sine"));
  EXPECT_TRUE(says(c.explanation, R"(is still partial<max> over {"B"})"));
}

TEST(Mutant, missing_all_gather_that_types_show) {
  const core::Program p = two_axes(mesh(2, 3), "B", "M");
  hlo::Program h = translate(p);
  drop(h, all_of<hlo::AllGather>(h).back());
  EXPECT_THROW(compare(p, h), Rejected);
}

TEST(Mutant, another_op) {
  const core::Program p = chain(mesh(2, 3));
  hlo::Program h = lower(p);
  for (hlo::Stmt& s : h.main.body.stmts)
    if (auto* o = std::get_if<OpExpr>(&s.expr); o && o->op.name() == "tanh") o->op = Sine{};
  const Counterexample c = refutation(p, h);
  EXPECT_TRUE(says(c.op, "sine"));
  EXPECT_TRUE(says(c.explanation, "has no sine of these values"));
}

TEST(Mutant, exchanged_results) {
  Core cb(mesh(2, 1));
  const ValueId x = cb.param(f32(4), "x");
  const ValueId s = cb.op(Sine{}, {x}, "s"), c = cb.op(Cosine{}, {x}, "c");
  const core::Program p = cb.returns({s, c});
  hlo::Program h = translate(p);
  std::swap(h.main.body.results[0], h.main.body.results[1]);
  EXPECT_TRUE(says(refutation(p, h).explanation, "is Core's %c, expected Core's %s"));
}

TEST(Mutant, inputs_are_shrunk) {
  const core::Program p = dot_tanh(mesh(2, 3));
  hlo::Program h = lower(p);
  std::get<hlo::AllReduce>(all_of<hlo::AllReduce>(h).at(0)->expr).axes = {"B"};
  const Counterexample c = refutation(p, h);
  for (const std::string& input : c.inputs)
    EXPECT_EQ(input.find("random"), std::string::npos) << input;
}

}  // namespace
}  // namespace partir::mutants_test
