// Schedules: which values a directive names, tactics in order, and the collectives that result.
#include "partition/schedule.h"

#include <gtest/gtest.h>

#include "lowering/collectives.h"
#include "lowering/lower.h"
#include "partition/conflicts.h"
#include "property_tests/partition_cases.h"

namespace partir::schedule_test {
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
  p.main.values[x].location = p.main.values[x].location.named("the input");
  p.main.body.stmts[0].location = p.main.body.stmts[0].location.named("hidden.3");
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

// ---- conflicts as a story

/// Conflicts that a program has after tactics, `atomic` aside.
std::vector<Conflict> conflicts_after(const core::Program& p, const std::vector<Tactic>& tactics) {
  State s(p);
  std::vector<Conflict> found;
  for (const Tactic& t : tactics) found = apply(s, t);
  std::erase_if(found, [](const Conflict& c) { return c.held_back; });
  return found;
}
/// The directives without the ids that no file has: what a user writes down.
std::vector<Tactic> as_written(std::vector<Tactic> tactics) {
  for (Tactic& t : tactics)
    for (Directive& d : t.directives) d.value.reset();
  return tactics;
}

TEST(explain, both_operands_of_a_matmul_split_over_one_axis) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4), "x"), w = b.param(f32(4, 8), "w");
  const ValueId h = b.op(Tanh{}, {x}, "h"), v = b.op(Tanh{}, {w}, "v");
  const ValueId y = b.op(matmul(), {h, v}, "y");
  const core::Program p = b.returns({y});
  const std::vector<Tactic> tactics{ManualPartition{"rows", "B"}.input("x", 0),
                                    ManualPartition{"columns", "B"}.input("w", 1)};
  // "rows" splits the matmul's rows; then nothing is left to "columns" but to gather w: no conflict
  EXPECT_TRUE(conflicts_after(p, tactics).empty());
  // both at once: rows or columns?
  const std::vector<Tactic> at_once{ManualPartition{"MP", "M"}.input("w", 1),
                                    ManualPartition{"both", "B"}.input("x", 0).input("w", 1)};
  const auto all = explain(p, at_once);
  ASSERT_EQ(all.size(), 1u);
  const ExplainedConflict& e = all[0];
  EXPECT_EQ(e.conflict.stmt, 2);
  EXPECT_EQ(e.since, 1u);
  ASSERT_EQ(e.claims.size(), 2u);
  EXPECT_EQ(e.claims[0].value, h);
  EXPECT_EQ(e.claims[0].attr, tile(0));
  ASSERT_TRUE(e.claims[0].origin);
  EXPECT_EQ(e.claims[0].origin->value, x);
  EXPECT_EQ(e.claims[0].origin->ops, 1);
  EXPECT_EQ(e.claims[0].origin->tiling.tactic, "both");
  EXPECT_EQ(e.claims[1].value, v);
  EXPECT_EQ(e.claims[1].origin->value, w);
  // rows: v is to be whole; columns: h is
  const State s(p);
  ASSERT_EQ(e.resolutions.size(), 2u);
  EXPECT_EQ(entry_text(s, 2, e.resolutions[0].entry),
            "%h split on dimension 0, %v whole -> %y split on dimension 0");
  for (size_t i : {0, 1}) {
    const Resolution& r = e.resolutions[i];
    ASSERT_EQ(r.edits.size(), 1u);
    EXPECT_EQ(r.edits[0].kind, Edit::Kind::Add);
    EXPECT_EQ(r.edits[0].tactic, 1u);
    EXPECT_EQ(r.edits[0].directives.at(0).pattern, i == 0 ? "%v" : "%h");
    EXPECT_EQ(r.edits[0].directives.at(0).dim, replicated);
    EXPECT_EQ(r.conflicts_left, 0u);
    EXPECT_TRUE(conflicts_after(p, as_written(edited(s, at_once, r.edits))).empty());
  }
}
TEST(explain, what_a_directive_asked_is_replaced_for_one_value_of_a_glob) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 8), "x"), y = b.param(f32(8, 8), "y");
  const core::Program p = b.returns({b.op(DotGeneral{{}, {}, {1}, {1}, ElementType::F32}, {x, y}, "xy")});
  const std::vector<Tactic> tactics{ManualPartition{"both", "B"}.input("*", 0)};
  const auto all = explain(p, tactics);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_TRUE(all[0].conflict.candidates.empty());
  ASSERT_EQ(all[0].resolutions.size(), 2u);
  for (size_t i : {0, 1}) {
    const Resolution& r = all[0].resolutions[i];
    ASSERT_EQ(r.edits.size(), 1u);
    EXPECT_EQ(r.edits[0].kind, Edit::Kind::Replace);
    EXPECT_EQ(r.edits[0].directives.at(0).pattern, i == 0 ? "%arg1" : "%arg0");
    EXPECT_EQ(r.edits[0].directives.at(0).dim, replicated);
    const auto with = edited(State(p), tactics, r.edits);
    EXPECT_TRUE(conflicts_after(p, with).empty());
    State s(p);
    apply(s, with[0]);
    EXPECT_EQ(s.tiling(i == 0 ? x : y, "B")->dim, 0);  // the other one is as it was
  }
}
TEST(explain, where_no_entry_fits_the_op_is_left_whole) {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 8), "x");
  const core::Program p = b.returns({b.op(Reverse{{0}}, {b.op(Tanh{}, {x}, "h")}, "y")});
  const std::vector<Tactic> tactics{ManualPartition{"BP", "B"}.input("x", 0)};
  const auto all = explain(p, tactics);
  ASSERT_EQ(all.size(), 1u);
  ASSERT_EQ(all[0].resolutions.size(), 1u);
  EXPECT_EQ(entry_text(State(p), 1, all[0].resolutions[0].entry), "%h whole -> %y whole");
  EXPECT_TRUE(conflicts_after(p, edited(State(p), tactics, all[0].resolutions[0].edits)).empty());
  EXPECT_FALSE(explain(p, tactics, {0})[0].tried);
  const std::vector<Tactic> later{tactics[0], ManualPartition{"MP", "M"}.input("x", 1)};
  EXPECT_EQ(explain(p, later)[0].since, 0u);
  EXPECT_TRUE(explain(p, later)[0].tried);
  EXPECT_FALSE(explain(p, later, {8, true})[0].tried);
}
TEST(explain, what_it_says_resolves_a_conflict_does) {
  size_t conflicts = 0, entries = 0, resolved = 0, written = 0, traced = 0, claims = 0;
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const core::Program p = random_program(seed, mesh_bm(), 20);
    std::mt19937_64 random(seed);
    std::vector<Tactic> tactics;
    for (int k = 0; k < 2; ++k) {
      Tactic t{"t" + std::to_string(k), {}, {}};
      for (int i = 0; i < 3; ++i) {
        Directive d{Directive::Target::Value, "", random() % 2 ? "B" : "M", 0, here()};
        d.dim = static_cast<int64_t>(random() % 2);
        d.value = static_cast<ValueId>(random() % p.main.values.size());
        t.directives.push_back(d);
        State s(p);
        auto so_far = tactics;
        so_far.push_back(t);
        const auto all_apply = [&] {
          for (const Tactic& u : so_far) apply(s, u);
        };
        if (!bad_action(all_apply).empty()) t.directives.pop_back();
      }
      tactics.push_back(t);
    }
    const auto found = conflicts_after(p, tactics);
    const auto all = explain(p, tactics);
    ASSERT_EQ(all.size(), found.size());
    for (const ExplainedConflict& e : all) {
      ++conflicts;
      entries += e.entries.size();
      resolved += !e.resolutions.empty();
      claims += e.claims.size();
      EXPECT_FALSE(e.claims.empty());
      for (const Claim& c : e.claims) traced += c.origin.has_value();
      for (const Resolution& r : e.resolutions) {
        const auto left = conflicts_after(p, edited(State(p), tactics, r.edits));
        EXPECT_EQ(left.size(), r.conflicts_left);
        for (const Conflict& c : left) EXPECT_FALSE(c.stmt == e.conflict.stmt && c.axis == e.conflict.axis);
        for (const Edit& edit : r.edits)
          for (Directive d : edit.directives) {
            if (d.pattern.empty()) continue;
            const ValueId x = *std::exchange(d.value, std::nullopt);
            EXPECT_EQ(resolve(State(p), d), std::vector{x});
            ++written;
          }
      }
    }
  }
  std::cout << conflicts << " conflicts, " << resolved << " resolved; " << entries << " entries; " << traced
            << " of " << claims << " claims traced; " << written << " directives with names\n";
  EXPECT_GT(conflicts, 30u);
  EXPECT_EQ(traced, claims);
  EXPECT_EQ(resolved, conflicts);
}

}  // namespace
}  // namespace partir::schedule_test
