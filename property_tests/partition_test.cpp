// Section 7 on small programs: tile, atomic, R-Forward, R-Backward, conflicts, and Theorem 4.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "lowering/collectives.h"
#include "lowering/lower.h"
#include "property_tests/partition_cases.h"

namespace partir::partition_test {
namespace {

using namespace partition_cases;

bool contains_text(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
/// `f` throws BadAction at schedule.json:7:3, naming rule, premise and the parts.
template <class F>
testing::AssertionResult refused(F&& f, const std::string& rule, int premise,
                                 std::vector<std::string> parts) {
  const std::string e = bad_action(f);
  if (e.empty()) return testing::AssertionFailure() << "accepted";
  parts.push_back("[" + rule + " premise " + std::to_string(premise) + "]");
  parts.push_back("schedule.json:7:3: error: ");
  for (const std::string& part : parts)
    if (!contains_text(e, part)) return testing::AssertionFailure() << e << " lacks " << part;
  return testing::AssertionSuccess();
}
/// The cell of the op that defines `x`, as text; `free` if it has none.
std::string cell_of(const State& s, ValueId x, const Axis& a) {
  const Cell* c = s.cell(s.definition(x), a);
  return c ? to_string(c->entry) : "free";
}

// ---- tile

TEST(R_Tile, tiles_a_parameter) {
  State s(chain());
  tile(s, 0, 0, "B", "BP", here());
  ASSERT_EQ(s.tilings(0).size(), 1u);
  EXPECT_EQ(s.tilings(0)[0].axis, "B");
  EXPECT_EQ(s.tilings(0)[0].dim, 0);
  const core::Program p = materialise(s);
  EXPECT_TRUE(well_typed(p));
  EXPECT_TRUE(same_meaning(s.program(), p));
}
TEST(R_Tile, rejects_premise_1_axis_not_in_mesh) {
  State s(chain());
  EXPECT_TRUE(refused([&] { tile(s, 0, 0, "Q", "t", here()); }, "tile", 1, {"\"Q\"", "\"B\"=4"}));
}
TEST(R_Tile, rejects_premise_2_dimension_out_of_rank) {
  State s(chain());
  EXPECT_TRUE(refused([&] { tile(s, 0, 2, "B", "t", here()); }, "tile", 2, {"dimension 2", "%arg0"}));
  EXPECT_TRUE(refused([&] { tile(s, 0, -1, "B", "t", here()); }, "tile", 2, {"dimension -1"}));
}
TEST(R_Tile, rejects_premise_3_indivisible_extent) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(10, 7), "arg0");
  State s(b.returns({x}));
  EXPECT_TRUE(refused([&] { tile(s, x, 0, "B", "t", here()); }, "tile", 3,
                      {"extent 10", "dimension 0", "multiple of 4"}));
  EXPECT_TRUE(refused([&] { tile(s, x, 1, "M", "t", here()); }, "tile", 3, {"extent 7"}));
  EXPECT_TRUE(s.tilings(x).empty());
}
TEST(R_Tile, rejects_premise_3_joint_parts_of_two_axes) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(4, 4), "arg0");
  State s(b.returns({x}));
  tile(s, x, 0, "B", "t", here());
  EXPECT_TRUE(refused([&] { tile(s, x, 0, "M", "t", here()); }, "tile", 3,
                      {"already in 4 parts", "multiple of 8"}));
}
TEST(R_Tile, rejects_premise_3_extent_zero) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(0, 4), "arg0");
  State s(b.returns({x}));
  EXPECT_TRUE(refused([&] { tile(s, x, 0, "B", "t", here()); }, "tile", 3, {"extent 0"}));
}
TEST(R_Tile, premise_4_holds_as_a_program_with_loops_is_refused) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4));
  const core::Program p = b.returns({b.loop(
      "B", core::LoopAttr::tile(0), [&](RangeId r) { return b.op(Tanh{}, {b.slice(0, x, r)}); })});
  EXPECT_THROW(State{p}, BadInput);
}
TEST(R_Tile, rejects_premise_5_axis_twice) {
  State s(chain());
  tile(s, 0, 0, "B", "BP", here());
  EXPECT_TRUE(refused([&] { tile(s, 0, 1, "B", "t", here()); }, "tile", 5,
                      {"already tiled by \"B\" on dimension 0", "tactic BP"}));
  atomic(s, 0, "M", "hold", here());
  EXPECT_TRUE(refused([&] { tile(s, 0, 1, "M", "t", here()); }, "tile", 5,
                      {"already atomic over \"M\"", "tactic hold"}));
}
TEST(R_Tile, each_use_gets_its_own_nest) {
  build::Core b(mesh_bm());
  const ValueId w = b.param(f32(8, 8), "w");
  State s(b.returns({b.op(matmul(), {w, w}), w}));
  tile(s, w, 0, "B", "t", here());
  const core::Program p = materialise(s);
  size_t loops = 0;
  core::walk(p.main.body,
             [&](const core::Stmt& st, int) { loops += std::holds_alternative<core::LoopExpr>(st.expr); });
  EXPECT_EQ(loops, 3u) << "two operands and a function result";
  EXPECT_TRUE(well_typed(p));
  EXPECT_TRUE(same_meaning(s.program(), p));
}
TEST(R_Tile, two_axes_on_one_dimension_nest_minor_last) {
  State s(chain());
  tile(s, 0, 0, "B", "t", here());
  tile(s, 0, 0, "M", "t", here());
  propagate(s, "t");
  const core::Program p = materialise(s);
  EXPECT_TRUE(well_typed(p));
  EXPECT_TRUE(same_meaning(s.program(), p));
  const hlo::Program h = lower(p);
  EXPECT_EQ(h.main.param_dists[0].dims[0], (AxisList{"B", "M"}));
  EXPECT_EQ(counts(h), CollectiveCounts{}) << "a batch split over both axes needs no collective";
}

// ---- atomic

TEST(R_Atomic, holds_a_parameter) {
  State s(chain());
  atomic(s, 0, "B", "hold", here());
  ASSERT_EQ(s.tilings(0).size(), 1u);
  EXPECT_FALSE(s.tilings(0)[0].dim.has_value());
  const core::Program p = materialise(s);
  EXPECT_TRUE(well_typed(p));
  EXPECT_TRUE(same_meaning(s.program(), p));
}
TEST(R_Atomic, rejects_premise_1_axis_not_in_mesh) {
  State s(chain());
  EXPECT_TRUE(refused([&] { atomic(s, 0, "Q", "t", here()); }, "atomic", 1, {"\"Q\""}));
}
TEST(R_Atomic, premise_2_holds_as_a_program_with_loops_is_refused) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4));
  const core::Program p = b.returns({b.loop("B", core::LoopAttr::any(), [&](RangeId) { return x; })});
  EXPECT_THROW(State{p}, BadInput);
}
TEST(R_Atomic, rejects_premise_3_axis_twice) {
  State s(chain());
  tile(s, 0, 0, "B", "BP", here());
  EXPECT_TRUE(refused([&] { atomic(s, 0, "B", "t", here()); }, "atomic", 3, {"dimension 0"}));
}
TEST(R_Atomic, by_itself_propagates_nothing) {
  State s(chain());
  atomic(s, 0, "B", "hold", here());
  EXPECT_TRUE(propagate(s, "hold").empty());
  EXPECT_EQ(table(s), "");
}
TEST(R_Atomic, stops_propagation_and_is_reported_as_held_back) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4), "arg0"), y = b.param(f32(8, 4), "arg1");
  const ValueId z = b.op(Add{}, {x, y});
  const ValueId u = b.op(Tanh{}, {z});
  State s(b.returns({u}));
  atomic(s, y, "B", "hold", here());
  tile(s, x, 0, "B", "BP", here());
  const auto conflicts = propagate(s, "BP");
  EXPECT_EQ(cell_of(s, z, "B"), "free");
  EXPECT_EQ(cell_of(s, u, "B"), "free");
  ASSERT_EQ(conflicts.size(), 1u);
  EXPECT_TRUE(conflicts[0].held_back);
  EXPECT_TRUE(conflicts[0].candidates.empty());
  EXPECT_TRUE(same_meaning(s.program(), materialise(s)));
}

// ---- R-Forward

TEST(R_Forward, sets_the_only_candidate) {
  State s(chain());
  tile(s, 0, 0, "B", "BP", here());
  EXPECT_TRUE(propagate(s, "BP").empty());
  EXPECT_EQ(cell_of(s, 3, "B"), "(tile<0>, any) -> tile<0>");
  EXPECT_EQ(cell_of(s, 4, "B"), "(tile<0>, any) -> tile<0>");
  EXPECT_EQ(s.cell(0, "B")->rule, Rule::R_Forward);
  EXPECT_EQ(s.cell(0, "B")->tactic, "BP");
}
TEST(R_Forward, agrees_with_two_offers) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4)), y = b.param(f32(8, 4));
  const ValueId z = b.op(Add{}, {x, y});
  State s(b.returns({z}));
  tile(s, x, 0, "B", "t", here());
  tile(s, y, 0, "B", "t", here());
  EXPECT_TRUE(propagate(s, "t").empty());
  EXPECT_EQ(cell_of(s, z, "B"), "(tile<0>, tile<0>) -> tile<0>");
}
TEST(R_Forward, a_reduce_result_offers_nothing) {
  State s(chain());
  tile(s, 1, 1, "M", "MP", here());
  EXPECT_TRUE(propagate(s, "MP").empty());
  EXPECT_EQ(cell_of(s, 3, "M"), "(any, tile<1>) -> tile<1>");
  EXPECT_EQ(cell_of(s, 4, "M"), "(tile<1>, tile<0>) -> partial<add>");
  EXPECT_FALSE(offer(s, 4, "M").has_value());
}
TEST(R_Forward, several_candidates_set_nothing) {
  // no op of today has two entries that agree on an operand or result: the rule by itself
  CellView v;
  v.tiles_offered = true;
  v.candidates = {operands(tile(0), any) >> tile(0), operands(tile(0), tile(0)) >> tile(0)};
  EXPECT_FALSE(R_Forward(v, "B", "t").has_value());
  v.candidates.pop_back();
  EXPECT_TRUE(R_Forward(v, "B", "t").has_value());
  v.candidates.clear();
  EXPECT_FALSE(R_Forward(v, "B", "t").has_value());
}
TEST(R_Forward, contradicting_offers_are_a_conflict) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 8), "arg0"), w = b.param(f32(8, 8), "arg1");
  const ValueId q = b.op(DotGeneral{{}, {}, {}, {}, ElementType::F32}, {x, w}, "outer");
  State s(b.returns({q}));
  tile(s, x, 0, "B", "BP", here());
  tile(s, w, 1, "B", "Z3", here(9));
  const auto conflicts = propagate(s, "both");
  EXPECT_EQ(cell_of(s, q, "B"), "free");
  ASSERT_EQ(conflicts.size(), 1u);
  const Conflict& c = conflicts[0];
  EXPECT_FALSE(c.held_back);
  EXPECT_EQ(c.stmt, 0);
  EXPECT_EQ(c.axis, "B");
  EXPECT_TRUE(contains_text(c.op, "dot_general")) << c.op;
  EXPECT_EQ(c.location.line(), 1u);
  ASSERT_EQ(c.offers.size(), 2u);
  EXPECT_EQ(c.offers[0], "%arg0 offers tile<0> (tactic BP)");
  EXPECT_EQ(c.offers[1], "%arg1 offers tile<1> (tactic Z3)");
  EXPECT_TRUE(c.candidates.empty()) << "each entry agrees with one offer and contradicts the other";
}
TEST(R_Forward, no_candidate_where_tiles_are_offered_is_a_conflict) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 8), "arg0");
  const ValueId y = b.op(Reverse{{0}}, {x});
  State s(b.returns({y}));
  tile(s, x, 0, "B", "t", here());
  const auto conflicts = propagate(s, "t");
  ASSERT_EQ(conflicts.size(), 1u);
  EXPECT_TRUE(conflicts[0].candidates.empty());
  EXPECT_FALSE(conflicts[0].held_back);
}
TEST(R_Forward, a_dense_constant_has_no_entry_and_stays_sliced) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4), "arg0");
  const ValueId c = b.op(build::dense(f32(8, 4)), {});
  const ValueId z = b.op(Add{}, {x, c});
  State s(b.returns({z}));
  tile(s, x, 0, "B", "t", here());
  EXPECT_TRUE(propagate(s, "t").empty());
  EXPECT_EQ(cell_of(s, z, "B"), "(tile<0>, tile<0>) -> tile<0>");
  EXPECT_EQ(cell_of(s, c, "B"), "free");
  EXPECT_TRUE(same_meaning(s.program(), materialise(s)));
}

// ---- R-Backward

TEST(R_Backward, sets_the_only_candidate) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4)), y = b.param(f32(8, 4));
  const ValueId t = b.op(Tanh{}, {x});
  const ValueId z = b.op(Add{}, {y, t});
  State s(b.returns({z}));
  tile(s, y, 0, "B", "BP", here());
  EXPECT_TRUE(propagate(s, "BP").empty());
  EXPECT_EQ(cell_of(s, t, "B"), "(tile<0>) -> tile<0>");
  EXPECT_EQ(s.cell(0, "B")->rule, Rule::R_Backward);
}
TEST(R_Backward, a_splat_constant_tiles_and_iota_off_its_dimension) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4));
  const ValueId c = b.op(splat(f32(8, 4), 2), {});
  const ValueId on = b.op(Iota{0, {8, 4}, ElementType::F32}, {});
  const ValueId off = b.op(Iota{1, {8, 4}, ElementType::F32}, {});
  ValueId z = x;
  for (ValueId y : {c, on, off}) z = b.op(Add{}, {z, y});
  State s(b.returns({z}));
  tile(s, x, 0, "B", "t", here());
  EXPECT_TRUE(propagate(s, "t").empty());
  EXPECT_EQ(cell_of(s, c, "B"), "() -> tile<0>");
  EXPECT_EQ(cell_of(s, on, "B"), "free");
  EXPECT_EQ(cell_of(s, off, "B"), "() -> tile<0>");
  EXPECT_TRUE(same_meaning(s.program(), materialise(s)));
}
TEST(R_Backward, no_demand_without_a_use_or_with_a_function_result) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4)), y = b.param(f32(8, 4));
  const ValueId t = b.op(Tanh{}, {x});
  const ValueId z = b.op(Add{}, {y, t});
  const ValueId unused = b.op(Negate{}, {x});
  State s(b.returns({z, t}));
  tile(s, y, 0, "B", "t", here());
  propagate(s, "t");
  EXPECT_EQ(cell_of(s, z, "B"), "(tile<0>, tile<0>) -> tile<0>");
  EXPECT_EQ(cell_of(s, t, "B"), "free") << "t is a function result";
  EXPECT_EQ(cell_of(s, unused, "B"), "free");
}
TEST(R_Backward, no_demand_where_uses_disagree) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 8)), y = b.param(f32(8, 8)), y2 = b.param(f32(8, 8));
  const ValueId t = b.op(Tanh{}, {x});
  const ValueId z = b.op(Add{}, {y, t}), z2 = b.op(Add{}, {y2, t});
  State s(b.returns({z, z2}));
  tile(s, y, 0, "B", "t", here());
  tile(s, y2, 1, "B", "t", here());
  propagate(s, "t");
  EXPECT_EQ(cell_of(s, t, "B"), "free");
  EXPECT_TRUE(same_meaning(s.program(), materialise(s)));
}
TEST(R_Backward, several_candidates_set_nothing) {
  CellView v;
  v.demanded = true;
  v.candidates = {operands(tile(0), any) >> tile(0), operands(any, tile(0)) >> tile(0)};
  EXPECT_FALSE(R_Backward(v, "B", "t").has_value());
  v.candidates.pop_back();
  EXPECT_TRUE(R_Backward(v, "B", "t").has_value());
  v.tiles_offered = true;
  EXPECT_FALSE(R_Backward(v, "B", "t").has_value()) << "R-Forward's business";
}
TEST(R_Backward, an_action_on_a_result_demands_and_offers) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 8)), y = b.param(f32(8, 8));
  const ValueId t = b.op(matmul(), {x, y});
  const ValueId z = b.op(Tanh{}, {t});
  State s(b.returns({z}));
  tile(s, z, 0, "B", "t", here());
  EXPECT_TRUE(propagate(s, "t").empty());
  EXPECT_EQ(cell_of(s, z, "B"), "(tile<0>) -> tile<0>");
  EXPECT_EQ(cell_of(s, t, "B"), "(tile<0>, any) -> tile<0>") << "demanded tile<0> has one entry";
  EXPECT_EQ(s.cell(0, "B")->rule, Rule::R_Backward);
}
TEST(R_Backward, looks_through_nests_over_other_axes) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 8)), y = b.param(f32(8, 8));
  const ValueId t = b.op(Tanh{}, {x});
  const ValueId z = b.op(Add{}, {y, t});
  State s(b.returns({z}));
  tile(s, t, 1, "M", "first", here());
  tile(s, y, 0, "B", "second", here());
  EXPECT_TRUE(propagate(s, "second").empty());
  EXPECT_EQ(cell_of(s, t, "B"), "(tile<0>) -> tile<0>");
  EXPECT_TRUE(same_meaning(s.program(), materialise(s)));
}

// ---- extents and axes at the edge

TEST(propagate, axes_of_size_one) {
  State s(chain(Mesh({{"B", 1}, {"M", 1}})));
  tile(s, 0, 0, "B", "t", here());
  tile(s, 1, 1, "M", "t", here());
  propagate(s, "t");
  EXPECT_EQ(cell_of(s, 4, "M"), "(tile<1>, tile<0>) -> partial<add>");
  EXPECT_TRUE(well_typed(materialise(s)));
  EXPECT_TRUE(same_meaning(s.program(), materialise(s)));
}
TEST(propagate, prime_extents) {
  build::Core b(Mesh({{"P", 7}}));
  const ValueId x = b.param(f32(7, 5)), y = b.param(f32(5, 11));
  const ValueId z = b.op(matmul(), {x, y});
  State s(b.returns({z}));
  tile(s, x, 0, "P", "t", here());
  EXPECT_TRUE(propagate(s, "t").empty());
  EXPECT_TRUE(same_meaning(s.program(), materialise(s)));
  EXPECT_TRUE(refused([&] { tile(s, y, 0, "P", "t", here()); }, "tile", 3, {"extent 5"}));
}
TEST(propagate, an_entry_whose_extents_do_not_divide_is_no_candidate) {
  // 8 rows become 2 x 4: along B = 4 the reshape's leading result dimension does not divide
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8));
  const ValueId y = b.op(Reshape{{2, 4}}, {x});
  State s(b.returns({y}));
  tile(s, x, 0, "B", "t", here());
  EXPECT_EQ(propagate(s, "t").size(), 1u);
  EXPECT_EQ(cell_of(s, y, "B"), "free");
  EXPECT_TRUE(same_meaning(s.program(), materialise(s)));
}
TEST(propagate, scalars_empty_tensors_and_no_axes) {
  build::Core b(mesh_bm());
  const ValueId c = b.param(f32()), e = b.param(f32(0, 8)), x = b.param(f32(8, 4));
  const ValueId n = b.op(Negate{}, {c}), t = b.op(Tanh{}, {e});
  const ValueId r = b.op(Reduce{{0}, Monoid::Add}, {e, b.op(splat(f32(), 0), {})});
  const ValueId z = b.op(Add{}, {x, b.op(BroadcastInDim{{}, {8, 4}}, {n})});
  State s(b.returns({n, t, r, z}));
  EXPECT_TRUE(refused([&] { tile(s, c, 0, "B", "t", here()); }, "tile", 2, {"dimension 0"}));
  tile(s, e, 1, "B", "t", here());
  tile(s, x, 0, "B", "t", here());
  propagate(s, "t");
  EXPECT_EQ(cell_of(s, r, "B"), "(tile<1>, any) -> tile<0>");
  EXPECT_TRUE(well_typed(materialise(s)));
  EXPECT_TRUE(same_meaning(s.program(), materialise(s)));

  build::Core none((Mesh()));
  const ValueId y = none.param(f32(4));
  State one(none.returns({none.op(Tanh{}, {y})}));
  EXPECT_TRUE(propagate(one, "t").empty());
  EXPECT_TRUE(well_typed(materialise(one)));
}
TEST(propagate, unused_axes_change_nothing) {
  State s(chain(Mesh({{"X", 3}, {"B", 4}, {"Y", 5}}))), t(chain(Mesh({{"B", 4}})));
  for (State* state : {&s, &t}) {
    tile(*state, 0, 0, "B", "BP", here());
    propagate(*state, "BP");
  }
  EXPECT_EQ(table(s), table(t));
}

// ---- laws

TEST(propagate, is_idempotent) {
  for (uint64_t seed = 1; seed <= 80; ++seed) {
    State s = random_partition(seed, random_program(seed, mesh_bm()));
    const std::string before = table(s);
    propagate(s, "again");
    EXPECT_EQ(table(s), before) << "seed " << seed;
  }
}
TEST(propagate, reports_a_conflict_as_long_as_it_stands) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 8), "x"), w = b.param(f32(8, 8), "w"), z = b.param(f32(8, 8), "z");
  const ValueId y = b.op(Add{}, {x, w}), apart = b.op(Add{}, {z, z});
  State s(b.returns({y, apart}));
  tile(s, x, 0, "B", "first", here());
  tile(s, w, 1, "B", "first", here());
  const auto first = propagate(s, "first");
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].offers, propagate(s, "nothing new").at(0).offers);
  tile(s, z, 0, "B", "second", here());
  const auto second = propagate(s, "second");
  ASSERT_EQ(second.size(), 1u);
  EXPECT_EQ(first[0].offers, second[0].offers);
  EXPECT_EQ(cell_of(s, apart, "B"), "(tile<0>, tile<0>) -> tile<0>");
  tile(s, y, 0, "B", "third", here());  // one more that speaks for dimension 0 does not take back what w offers
  EXPECT_EQ(propagate(s, "third").at(0).offers.size(), 3u);
}
TEST(propagate, sets_no_cell_on_an_axis_on_which_nothing_was_asked) {
  State s(chain());
  EXPECT_THROW(s.set(0, Cell{"B", operands(tile(0), any) >> tile(0), Rule::R_Forward, "t"}), Crash);
}
TEST(propagate, comes_back_to_an_axis_once_another_has_split_an_op) {
  // 2×3 to 6 tiles along 3 only where 2 is split already, which the second axis does
  build::Core b(Mesh({{"B", 2}, {"M", 3}}));
  const ValueId x = b.param(f32(2, 3), "arg0");
  const ValueId y = b.op(Reshape{{6}}, {x}, "y"), z = b.op(Negate{}, {y}, "z");
  State s(b.returns({z}));
  tile(s, x, 1, "M", "t", here());
  propagate(s, "t");
  EXPECT_EQ(cell_of(s, y, "M"), "free");
  tile(s, x, 0, "B", "t", here());
  propagate(s, "t");
  EXPECT_EQ(cell_of(s, y, "B"), "(tile<0>) -> tile<0>");
  EXPECT_EQ(cell_of(s, y, "M"), "(tile<1>) -> tile<0>");
  EXPECT_EQ(cell_of(s, z, "M"), "(tile<0>) -> tile<0>");
  const core::Program p = materialise(s);
  EXPECT_TRUE(well_typed(p));
  EXPECT_TRUE(same_meaning(s.program(), p));
}
TEST(propagate, never_undoes_earlier_cells) {
  for (uint64_t seed = 1; seed <= 80; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    State s = random_partition(seed, random_program(seed, mesh_bm()));
    const State before = s;
    std::mt19937_64 random(seed);
    for (int i = 0; i < 4; ++i) {
      const ValueId x = static_cast<ValueId>(random() % s.function().values.size());
      bad_action([&] { tile(s, x, 0, random() % 2 ? "B" : "M", "later", here()); });
    }
    propagate(s, "later");
    for (int i = 0; i < static_cast<int>(s.size()); ++i) {
      ASSERT_GE(s.cells(i).size(), before.cells(i).size());
      for (size_t k = 0; k < before.cells(i).size(); ++k) {
        EXPECT_EQ(s.cells(i)[k].axis, before.cells(i)[k].axis);
        EXPECT_EQ(s.cells(i)[k].entry, before.cells(i)[k].entry);
        EXPECT_EQ(s.cells(i)[k].tactic, before.cells(i)[k].tactic);
      }
    }
  }
}
/// The statements in another order that respects what they read.
core::Program shuffled(core::Program p, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<core::Stmt> left = std::move(p.main.body.stmts), done;
  std::vector<char> bound(p.main.values.size(), 0);
  for (ValueId x : p.main.params) bound[x] = 1;
  while (!left.empty()) {
    std::vector<size_t> ready;
    for (size_t i = 0; i < left.size(); ++i) {
      const auto xs = core::operands(left[i].expr);
      if (std::all_of(xs.begin(), xs.end(), [&](ValueId x) { return bound[x]; })) ready.push_back(i);
    }
    const size_t i = ready[random() % ready.size()];
    for (ValueId x : left[i].results) bound[x] = 1;
    done.push_back(std::move(left[i]));
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
  }
  p.main.body.stmts = std::move(done);
  return p;
}
TEST(propagate, does_not_depend_on_the_order_of_statements) {
  size_t set = 0, conflicts = 0, moved = 0;
  for (uint64_t seed = 1; seed <= 120; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const core::Program p = random_program(seed, mesh_bm(), 20);
    State s(p), t(shuffled(p, seed + 1000));
    std::mt19937_64 random(seed);
    for (int i = 0; i < 5; ++i) {
      const ValueId x = static_cast<ValueId>(random() % p.main.values.size());
      const int64_t d = static_cast<int64_t>(random() % 2);
      const Axis a = random() % 2 ? "B" : "M";
      const std::string left = bad_action([&] { tile(s, x, d, a, "t", here()); });
      EXPECT_EQ(left, bad_action([&] { tile(t, x, d, a, "t", here()); }));
    }
    auto held = [](const State& state, std::vector<Conflict> list) {
      std::vector<std::string> names;
      for (const Conflict& c : list) {
        std::string n = std::to_string(state.stmt(c.stmt).results[0]) + c.axis;
        for (const std::string& o : c.offers) n += o;
        names.push_back(n + std::to_string(c.candidates.size()));
      }
      std::sort(names.begin(), names.end());
      return names;
    };
    const auto left = held(s, propagate(s, "t")), right = held(t, propagate(t, "t"));
    EXPECT_EQ(table(s), table(t));
    EXPECT_EQ(left, right);
    const std::string cells = table(s);
    set += static_cast<size_t>(std::count(cells.begin(), cells.end(), ':'));
    conflicts += left.size();
    for (size_t i = 0; i < s.size(); ++i)
      moved += s.stmt(static_cast<int>(i)).results != t.stmt(static_cast<int>(i)).results;
  }
  EXPECT_GT(set, 500u) << "too few cells for this to mean anything";
  EXPECT_GT(conflicts, 30u);
  EXPECT_GT(moved, 500u);
}
TEST(Theorem_4, actions_and_propagation_preserve_typing_and_meaning) {
  size_t set = 0;
  for (const Mesh& mesh : {mesh_bm(), Mesh({{"B", 2}, {"M", 2}, {"Z", 3}}), Mesh({{"B", 1}, {"M", 4}})})
    for (uint64_t seed = 1; seed <= 80; ++seed) {
      SCOPED_TRACE(to_string(mesh) + " seed " + std::to_string(seed));
      const core::Program p = random_program(seed, mesh);
      const State s = random_partition(seed, p);
      const core::Program loops = materialise(s);
      ASSERT_TRUE(well_typed(loops));
      ASSERT_TRUE(same_meaning(p, loops, seed));
      for (int i = 0; i < static_cast<int>(s.size()); ++i) set += s.cells(i).size();
    }
  EXPECT_GT(set, 800u);
  std::cout << set << " cells set\n";
}
TEST(Theorem_4, holds_on_a_training_step) {
  const core::Program p = training_step(mesh_bm(), 2, 8, 4, 8);
  State s(p);
  for (const Tactic& t : training_tactics()) {
    apply(s, t);
    ASSERT_TRUE(well_typed(materialise(s))) << t.name;
    EXPECT_TRUE(same_meaning(p, materialise(s))) << t.name;
  }
}

}  // namespace
}  // namespace partir::partition_test
