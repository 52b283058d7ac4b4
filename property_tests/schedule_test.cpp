// Schedules: which values a directive names, tactics in order, and the collectives that result.
#include "partition/schedule.h"

#include <gtest/gtest.h>

#include "lowering/collectives.h"
#include "lowering/lower.h"
#include "property_tests/partition_cases.h"

namespace partir {
namespace {

using namespace partition_cases;
using Target = Directive::Target;

bool contains_text(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
/// A two-layer program whose values carry names of every kind.
core::Program named() {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4), "arg0"), w1 = b.param(f32(4, 8), "arg1"),
                w2 = b.param(f32(8, 4), "arg2");
  const ValueId h = b.op(matmul(), {x, w1}, "0");
  const ValueId y = b.op(matmul(), {h, w2}, "1");
  core::Program p = b.returns({y, h});
  p.main.param_attributes = {{{"jax.arg_info", "\"batch['x']\""}},
                             {{"mhlo.sharding", "\"w1\""}, {"jax.arg_info", "\"params[0].w\""}},
                             {{"jax.arg_info", "\"params[1].w\""}}};
  p.main.result_attributes = {{{"jax.result_info", "\"loss\""}}};
  p.main.values[x].location.name = "the input";
  p.main.body.stmts[0].location.name = "hidden.3";
  return p;
}
std::vector<ValueId> named_by(const std::string& pattern, Target target = Target::Input) {
  return resolve(State(named()), {target, pattern, "B", 0, here()});
}
std::string not_named(const std::string& pattern, Target target = Target::Input) {
  return bad_action([&] { named_by(pattern, target); });
}
/// BP, MP and Z3 of the chain.
std::vector<Tactic> chain_tactics() {
  return {ManualPartition{"BP", "B"}.input("%arg0", 0),
          ManualPartition{"MP", "M"}.input("%arg1", 1),
          ManualPartition{"Z3", "B"}.input("%arg1", 0).input("%arg2", 1)};
}
/// The chain after its first `n` tactics.
hlo::Program lowered_chain(size_t n) {
  State s(chain());
  for (size_t i = 0; i < n; ++i) EXPECT_TRUE(apply(s, chain_tactics()[i]).empty());
  const core::Program p = materialise(s);
  EXPECT_TRUE(well_typed(p));
  EXPECT_TRUE(same_meaning(s.program(), p));
  return lower(p);
}
CollectiveCounts gathers_and_reduces(int64_t gathers, int64_t reduces) {
  CollectiveCounts c;
  c.all_gather = gathers;
  c.all_reduce = reduces;
  return c;
}

// ---- globs and names

TEST(glob_match, stars_and_question_marks) {
  EXPECT_TRUE(glob_match("", ""));
  EXPECT_TRUE(glob_match("*", ""));
  EXPECT_TRUE(glob_match("a*c", "abbc"));
  EXPECT_TRUE(glob_match("a*b*c", "a_b_b_c"));
  EXPECT_TRUE(glob_match("?b", "ab"));
  EXPECT_FALSE(glob_match("?b", "b"));
  EXPECT_FALSE(glob_match("a*c", "abcd"));
  EXPECT_FALSE(glob_match("", "a"));
  EXPECT_TRUE(glob_match("params[*].w", "params[12].w")) << "brackets are themselves";
}
TEST(glob_match, takes_no_exponential_time) {
  const std::string text(4000, 'a');
  std::string pattern;
  for (int i = 0; i < 30; ++i) pattern += "*a";
  EXPECT_FALSE(glob_match(pattern + "*b", text));
}
TEST(resolve, argN_is_a_position) {
  EXPECT_EQ(named_by("%arg0"), (std::vector<ValueId>{0}));
  EXPECT_EQ(named_by("%arg2"), (std::vector<ValueId>{2}));
}
TEST(resolve, globs_over_arg_info_and_loc_and_ssa_names) {
  EXPECT_EQ(named_by("params*"), (std::vector<ValueId>{1, 2}));
  EXPECT_EQ(named_by("params[1].w"), (std::vector<ValueId>{2}));
  EXPECT_EQ(named_by("batch['x']"), (std::vector<ValueId>{0}));
  EXPECT_EQ(named_by("the *"), (std::vector<ValueId>{0}));
  EXPECT_EQ(named_by("arg?"), (std::vector<ValueId>{0, 1, 2}));
  EXPECT_TRUE(contains_text(not_named("w1"), "no argument is named")) << "mhlo.sharding is no name";
}
TEST(resolve, outputs_by_number_and_result_info) {
  EXPECT_EQ(named_by("0", Target::Output), (std::vector<ValueId>{4}));
  EXPECT_EQ(named_by("1", Target::Output), (std::vector<ValueId>{3}));
  EXPECT_EQ(named_by("lo*", Target::Output), (std::vector<ValueId>{4}));
}
TEST(resolve, outputs_without_names_by_glob) {
  EXPECT_EQ(named_by("*", Target::Output), (std::vector<ValueId>{4, 3}));
  EXPECT_EQ(named_by("%res1", Target::Output), (std::vector<ValueId>{3}));
  EXPECT_EQ(named_by("%res?", Target::Output), (std::vector<ValueId>{4, 3}));
  EXPECT_TRUE(contains_text(not_named("%res2", Target::Output), "no result is named"));
}
TEST(resolve, inner_values_by_loc_and_ssa_name) {
  EXPECT_EQ(named_by("hidden.*", Target::Value), (std::vector<ValueId>{3}));
  EXPECT_EQ(named_by("%1", Target::Value), (std::vector<ValueId>{4}));
}
TEST(resolve, unknown_names_are_located) {
  for (const std::string pattern : {"%arg3", "%arg99999999999", "%arg999999999", "%arg-1", "nobody", "", "%arg"}) {
    const std::string e = not_named(pattern);
    EXPECT_TRUE(contains_text(e, "schedule.json:7:3: error: no argument is named \"" + pattern + "\""))
        << pattern << ": " << e;
    EXPECT_TRUE(contains_text(e, "3 arguments")) << e;
  }
  EXPECT_TRUE(contains_text(not_named("2", Target::Output), "no result is named"));
  EXPECT_TRUE(contains_text(not_named("99999999999999999999", Target::Output), "no result is named"));
  EXPECT_TRUE(contains_text(not_named("the input", Target::Value), "no value is named"))
      << "parameters are inputs";
}

TEST(resolve, a_value_itself_whatever_its_name) {
  const State s(named());
  Directive d{Target::Value, "hidden.*", "B", 0, here(), ValueId{0}};
  EXPECT_EQ(resolve(s, d), (std::vector<ValueId>{0})) << "an argument, which no such glob finds";
  d.value = 5;
  EXPECT_TRUE(contains_text(bad_action([&] { resolve(s, d); }),
                            "schedule.json:7:3: error: the function has no value of id 5"));
}

// ---- tactics

TEST(apply, axis_not_in_the_mesh_names_tactic_and_place) {
  State s(chain());
  Tactic t{"XP", {{Target::Input, "%arg0", "Q", 0, here(12)}}, here(10)};
  const std::string e = bad_action([&] { apply(s, t); });
  EXPECT_TRUE(contains_text(e, "schedule.json:12:3: error: tactic \"XP\": axis \"Q\"")) << e;
}
TEST(apply, unknown_names_and_axes_are_bad_input) {
  State s(chain());
  const Tactic axis{"XP", {{Target::Input, "%arg0", "Q", 0, here(12)}}, here(10)};
  const Tactic input = ManualPartition{"XP", "M"}.input("%arg9", 0);
  const Tactic output = ManualPartition{"XP", "M"}.output("9", 0);
  for (const Tactic& t : {axis, input, output}) EXPECT_THROW(apply(s, t), BadInput);
  EXPECT_THROW(apply(s, ManualPartition{"XP", "M"}.input("%arg0", 9)), BadAction);
}
TEST(apply, a_failing_tactic_leaves_the_state_unchanged) {
  State s(chain());
  apply(s, chain_tactics()[0]);
  const std::string before = table(s);
  Tactic t = ManualPartition{"bad", "M"}.input("%arg1", 1).input("%arg2", 7);
  EXPECT_NE(bad_action([&] { apply(s, t); }), "");
  EXPECT_EQ(table(s), before);
  EXPECT_TRUE(s.tilings(1).empty()) << "its first directive is undone with it";
  EXPECT_TRUE(apply(s, chain_tactics()[1]).empty());
}
TEST(apply, the_same_axis_twice_is_refused) {
  State s(chain());
  Tactic twice = ManualPartition{"twice", "B"}.input("%arg0", 0).input("arg0", 1);
  EXPECT_TRUE(contains_text(bad_action([&] { apply(s, twice); }), "[tile premise 5]"));
  EXPECT_TRUE(s.tilings(0).empty());
}
TEST(apply, the_same_wish_twice_is_one_action) {
  State once(chain()), twice(chain());
  apply(once, ManualPartition{"t", "B"}.input("%arg0", 0).input("%arg1", replicated));
  apply(twice, ManualPartition{"t", "B"}
                   .input("%arg0", 0)
                   .input("arg0", 0)
                   .input("%arg1", replicated)
                   .input("arg1", replicated));
  EXPECT_EQ(twice.tilings(0).size(), 1u);
  EXPECT_EQ(twice.tilings(1).size(), 1u);
  EXPECT_EQ(table(twice), table(once));
  // in a later tactic it is another action
  const Tactic later = ManualPartition{"u", "B"}.input("%arg0", 0);
  EXPECT_TRUE(contains_text(bad_action([&] { apply(twice, later); }), "[tile premise 5]"));
}
TEST(apply, wishes_that_contradict_are_both_named) {
  State s(chain());
  const Directive rows{Target::Input, "%arg0", "B", 0, here(12)};
  Directive columns{Target::Input, "arg0", "B", 1, here(13)};
  std::string e = bad_action([&] { apply(s, Tactic{"t", {rows, columns}, {}}); });
  EXPECT_TRUE(contains_text(e, "schedule.json:13:3: error: [tile premise 5]")) << e;
  EXPECT_TRUE(contains_text(e, "on dimension 0 (tactic t) at schedule.json:12:3")) << e;
  columns.dim = replicated;
  e = bad_action([&] { apply(s, Tactic{"t", {rows, columns}, {}}); });
  EXPECT_TRUE(contains_text(e, "schedule.json:13:3: error: [atomic premise 3]")) << e;
  EXPECT_TRUE(contains_text(e, "at schedule.json:12:3")) << e;
  EXPECT_TRUE(s.tilings(0).empty());
}
TEST(apply, replicated_is_atomic) {
  State s(chain());
  apply(s, ManualPartition{"hold", "B"}.input("%arg0", replicated));
  ASSERT_EQ(s.tilings(0).size(), 1u);
  EXPECT_FALSE(s.tilings(0)[0].dim.has_value());
  EXPECT_EQ(table(s), "");
}
TEST(apply, an_empty_tactic_changes_nothing) {
  State s(chain());
  EXPECT_TRUE(apply(s, Tactic{"none", {}, {}}).empty());
  EXPECT_EQ(table(s), "");
}
TEST(apply, outputs_demand_backwards) {
  State s(chain());
  EXPECT_TRUE(apply(s, ManualPartition{"BP", "B"}.output("0", 0)).empty());
  const hlo::Program h = lower(materialise(s));
  EXPECT_EQ(counts(h), CollectiveCounts{});
  EXPECT_EQ(h.main.result_dists[0].dims[0], AxisList{"B"});
  EXPECT_EQ(h.main.param_dists[0].dims[0], AxisList{"B"});
}
TEST(apply, inner_values_propagate_both_ways) {
  State s(chain());
  EXPECT_TRUE(apply(s, ManualPartition{"MP", "M"}.value("hidden", 1)).empty());
  EXPECT_EQ(counts(lower(materialise(s))), gathers_and_reduces(0, 1));
}

TEST(apply, axes_of_one_dimension_nest_in_the_order_of_the_actions) {
  // against mesh order, and in one tactic: no chunk has to move
  Tactic rows{"rows", {{Target::Input, "%arg0", "M", 0, here()}, {Target::Input, "%arg0", "B", 0, here()}}, here()};
  State s(chain());
  EXPECT_TRUE(apply(s, rows).empty());
  const hlo::Program h = lower(materialise(s));
  EXPECT_EQ(counts(h), CollectiveCounts{});
  EXPECT_EQ(h.main.param_dists[0].dims[0], (AxisList{"M", "B"}));
  EXPECT_EQ(h.main.result_dists[0].dims[0], (AxisList{"M", "B"}));
  EXPECT_TRUE(same_meaning(s.program(), materialise(s)));
}

// ---- the two-matmul chain's collectives, and why

TEST(chain, BP_needs_no_collective) {
  // each device has its rows of x and of both products; the weights are whole everywhere
  const hlo::Program h = lowered_chain(1);
  EXPECT_EQ(counts(h), CollectiveCounts{});
  EXPECT_EQ(h.main.param_dists[0].dims[0], AxisList{"B"});
  EXPECT_EQ(h.main.result_dists[0].dims[0], AxisList{"B"});
}
TEST(chain, MP_alone_needs_one_all_reduce) {
  State s(chain());
  EXPECT_TRUE(apply(s, chain_tactics()[1]).empty());
  EXPECT_EQ(counts(lower(materialise(s))), gathers_and_reduces(0, 1));
}
TEST(chain, BP_MP_needs_one_all_reduce_over_M) {
  // w1's columns and, by propagation, w2's rows are split over M: the second product contracts the
  // split dimension, so its parts are summed once
  const hlo::Program h = lowered_chain(2);
  EXPECT_EQ(counts(h), gathers_and_reduces(0, 1));
  EXPECT_EQ(counts_by_axis(h)["M"].all_reduce, 1);
  EXPECT_EQ(counts_by_axis(h)["B"], CollectiveCounts{});
  EXPECT_EQ(h.main.param_dists[1].dims, (AxisLists{{}, {"M"}}));
  EXPECT_EQ(h.main.param_dists[2].dims, (AxisLists{{"M"}, {}}));
}
TEST(chain, BP_MP_Z3_gathers_each_weight_once) {
  // Z3 stores each weight split over B as well; x's rows keep B busy, so each weight is gathered
  // over B where it is used, once each, and the sum over M stays
  const hlo::Program h = lowered_chain(3);
  EXPECT_EQ(counts(h), gathers_and_reduces(2, 1));
  EXPECT_EQ(counts_by_axis(h)["B"], gathers_and_reduces(2, 0));
  EXPECT_EQ(counts_by_axis(h)["M"], gathers_and_reduces(0, 1));
  EXPECT_EQ(h.main.param_dists[1].dims, (AxisLists{{"B"}, {"M"}}));
  EXPECT_EQ(h.main.param_dists[2].dims, (AxisLists{{"M"}, {"B"}}));
}
TEST(chain, order_of_tactics_does_not_change_the_counts) {
  auto tactics = chain_tactics();
  std::swap(tactics[0], tactics[1]);
  State s(chain());
  for (const Tactic& t : tactics) EXPECT_TRUE(apply(s, t).empty());
  EXPECT_TRUE(same_meaning(s.program(), materialise(s)));
  EXPECT_EQ(counts(lower(materialise(s))), gathers_and_reduces(2, 1));
}

// ---- a training step

TEST(training_step, counts_grow_with_the_layers) {
  for (int layers : {1, 2, 3}) {
    SCOPED_TRACE(std::to_string(layers) + " layers");
    State s(training_step(mesh_bm(), layers, 8, 4, 8));
    const auto tactics = training_tactics();
    apply(s, tactics[0]);
    // one all_reduce for each of the three gradients of a layer, and one for the loss
    EXPECT_EQ(counts(lower(fuse(materialise(s)))), gathers_and_reduces(0, 3 * layers + 1));
    apply(s, tactics[1]);
    // forward, v's product contracts the dimension that M splits; backward, w's does. The first
    // layer's backward product yields the gradient of x, which nobody reads.
    EXPECT_EQ(counts_by_axis(lower(fuse(materialise(s))))["M"], gathers_and_reduces(0, 2 * layers - 1));
  }
}

}  // namespace
}  // namespace partir
