// Automatic partitioning: it reaches what experts write, from several seeds; the same seed gives the same answer.
#include "partition/resolve.h"

#include <gtest/gtest.h>

#include <functional>
#include <iostream>
#include <set>

#include "examples/models/models.h"
#include "property_tests/partition_cases.h"
#include "semantics/sanitizer.h"

namespace partir::search_test {
namespace {

/// Much like a TPU.
DeviceSpec device(double gigabytes = 32) {
  DeviceSpec d;
  d.name = "test";
  d.peak(ElementType::F32) = 45e12;
  d.memory_bytes_per_s = 1.2e12;
  d.memory_bytes = static_cast<int64_t>(gigabytes * 1e9);
  d.link = {Topology::BidirectionalRing, 5e10, 1e-6};
  return d;
}
core::Program on(core::Program p, Mesh mesh = Mesh({{"B", 4}, {"M", 4}})) {
  p.mesh = std::move(mesh);
  return p;
}
using Steps = std::vector<std::pair<std::string, Axis>>;

void take(State& state, const std::string& strategy, const Axis& axis) {
  apply(state, expanded(state, {strategy, {}, {}, Strategy{strategy, axis}}));
}
State after(const core::Program& p, const Steps& steps) {
  State state(p);
  for (const auto& [name, axis] : steps) take(state, name, axis);
  return state;
}
/// The best that fits of all sequences of these strategies, each over any axis and at most `length` long: every expert
/// who knows them. A sequence that leads where another led is gone on with once.
struct Expert {
  Priced best;
  std::string steps;
  int64_t sequences = 0;
};
Expert expert(const core::Program& p, const DeviceSpec& d, const std::vector<std::string>& strategies, int length) {
  std::optional<Expert> best;
  std::set<uint64_t> seen;
  const std::function<void(const State&, const std::string&, int)> go = [&](const State& state, const std::string& steps, int left) {
    if (!seen.insert(key_of(state)).second) return;
    const Priced now = priced(state, d);
    if (now.peak_bytes <= d.memory_bytes && (!best || now.total_s < best->best.total_s)) best = {now, steps, 0};
    for (size_t k = 0; left > 0 && k < strategies.size(); ++k)
      for (const auto& [axis, size] : p.mesh.axes()) {
        State next = state;
        try {
          take(next, strategies[k], axis);
        } catch (const Error&) {  // it has nothing to do, or another has done it
          continue;
        }
        go(next, steps + " " + strategies[k] + ":" + axis, left - 1);
      }
  };
  go(State(p), "", length);
  if (!best) throw Crash("no expert's schedule fits");
  best->sequences = static_cast<int64_t>(seen.size());
  return *best;
}
SearchResult found(const State& start, const DeviceSpec& d, uint64_t seed, int64_t evaluations) {
  AutomaticPartition o;
  o.seed = seed, o.evaluations = evaluations;
  PricedStates known;
  return Search(start, d, o).run(known);
}
/// From each of three seeds the search is at least as good as the experts; and what it found, applied anew, costs what it
/// says.
void reaches(const char* what, const core::Program& p, const DeviceSpec& d, const std::vector<std::string>& strategies, int length = 4,
             int64_t evaluations = 1000) {
  // a search of a twentieth of the length need not reach anybody
  const Expert e = address_sanitizer ? Expert{} : expert(p, d, strategies, length);
  for (uint64_t seed : {1, 2, 3}) {
    if (address_sanitizer && seed > 1) continue;
    const SearchResult r = found(State(p), d, seed, address_sanitizer ? evaluations / 20 : evaluations);
    std::cout << what << ", seed " << seed << ": best of " << e.sequences << " experts " << e.best.total_s * 1e3 << " ms (" << e.steps
              << " ), found " << r.best.total_s * 1e3 << " ms, " << r.evaluations << " priced in " << r.seconds << " s\n";
    EXPECT_LE(r.evaluations, address_sanitizer ? evaluations / 20 : evaluations);
    EXPECT_TRUE(r.fits || address_sanitizer) << what << ", seed " << seed;
    if (!address_sanitizer) {
      EXPECT_LE(r.best.total_s, e.best.total_s * 1.000001) << what << ", seed " << seed;
    }
    State again(p);
    for (const Tactic& t : r.tactics) apply(again, t);
    EXPECT_EQ(priced(again, d).total_s, r.best.total_s);
  }
}

/// The arguments by name.
std::map<std::string, ValueId> arguments(const core::Program& p) {
  std::map<std::string, ValueId> of;
  for (ValueId x : p.main.params) of[p.main.values[x].name] = x;
  return of;
}

TEST(DimensionGroups, dimensions_that_are_sharded_together_are_one_and_layers_are_alike) {
  models::TransformerSizes n;
  n.layers = 3;
  const core::Program p = models::transformer(n);
  const DimensionGroups groups(p);
  const std::map<std::string, ValueId> of = arguments(p);
  const int d_ff = groups.of(of.at("params.layer0.mlp_in"), 1);
  EXPECT_EQ(d_ff, groups.of(of.at("params.layer0.mlp_out"), 0));
  EXPECT_EQ(d_ff, groups.of(of.at("params.layer0.mlp_bias"), 0));
  EXPECT_EQ(d_ff, groups.of(of.at("params.layer2.mlp_in"), 1)) << "another layer";
  EXPECT_EQ(groups.of(of.at("params.layer1.qkv"), 2), groups.of(of.at("params.layer1.attention_out"), 0)) << "heads";
  EXPECT_EQ(groups.of(of.at("tokens"), 0), groups.of(of.at("targets"), 0)) << "batch";
  EXPECT_NE(groups.of(of.at("tokens"), 0), groups.of(of.at("tokens"), 1));
  EXPECT_NE(d_ff, groups.of(of.at("params.layer0.mlp_in"), 0));
}

TEST(DimensionGroups, a_convolution_without_groups_keeps_batch_and_features_apart) {
  models::UnetSizes n;
  n.levels = 1;
  const core::Program p = models::unet(n);
  const DimensionGroups groups(p);
  const std::map<std::string, ValueId> of = arguments(p);
  EXPECT_EQ(groups.of(of.at("images"), 0), groups.of(of.at("targets"), 0)) << "batch";
  EXPECT_NE(groups.of(of.at("images"), 0), groups.of(of.at("images"), 3));
  EXPECT_EQ(groups.of(of.at("images"), 3), groups.of(of.at("params.first"), 2)) << "input features";
  EXPECT_NE(groups.of(of.at("params.first"), 2), groups.of(of.at("params.first"), 3));
}

const std::vector<std::string> training{"BP", "MP", "Z2", "Z3"};
TEST(Search, mlp_reaches_the_experts) { reaches("MLP", on(models::mlp({})), device(), training, 4, 500); }
TEST(Search, mlp_reaches_the_experts_with_little_memory) { reaches("MLP", on(models::mlp({})), device(0.094), training, 4, 500); }
TEST(Search, transformer_reaches_the_experts_under_a_memory_limit) {
  models::TransformerSizes n;
  n.layers = 2;
  reaches("T2", on(models::transformer(n)), device(48), {"BP", "MP", "Z2", "Z3", "EMB"}, 4, 500);
}
TEST(Search, unet_reaches_the_experts) {
  models::UnetSizes n;
  n.levels = 2;
  reaches("UNet", on(models::unet(n)), device(), training);
}
TEST(Search, unet_reaches_the_experts_with_little_memory) {
  models::UnetSizes n;
  n.levels = 2;
  reaches("UNet", on(models::unet(n)), device(0.308), training, 4, 2000);
}
TEST(Search, graph_network_reaches_the_experts) {
  models::GraphNetworkSizes n;
  n.steps = 3;
  reaches("GNS", on(models::graph_network(n)), device(), {"BP", "ES", "MP", "Z2", "Z3"}, 4, 500);
}

/// On the model axis alone, with a batch that has no more to give, what is left is Megatron's: attention by
/// heads, the MLP by its hidden dimension.
TEST(Search, rediscovers_megatron_on_the_model_axis) {
  models::TransformerSizes n;
  n.layers = 2, n.batch = 4, n.sequence = 512;
  const core::Program p = on(models::transformer(n));
  const State start = after(p, {{"BP", "B"}});
  const DeviceSpec d = device();
  const Priced megatron = priced(after(p, {{"BP", "B"}, {"MP", "M"}}), d);
  AutomaticPartition o;
  o.axes = {"M"}, o.evaluations = 400;
  PricedStates known;
  const SearchResult r = Search(start, d, o).run(known);
  EXPECT_LE(r.best.total_s, megatron.total_s * 1.000001);
  State state = start;
  for (const Tactic& t : r.tactics) apply(state, t);
  for (const std::string name : {"params.layer0.mlp_in", "params.layer1.qkv"}) {
    const ValueId x = resolve(state, {Directive::Target::Input, name, "M", 0, {}})[0];
    const int64_t head_or_column = name.ends_with("qkv") ? 2 : 1;
    bool by_columns = false;
    for (const Use& u : state.uses(x))
      if (const Cell* c = u.stmt < 0 ? nullptr : state.cell(u.stmt, "M"))
        by_columns |= c->entry.operands[static_cast<size_t>(u.operand)] == tile(head_or_column);
    EXPECT_TRUE(by_columns) << name;
  }
}

/// The budget is how many programs are priced, to the last one.
TEST(Search, prices_no_more_than_it_may) {
  for (int64_t evaluations : {1, 2, 3, 7, 50, 51}) {
    const SearchResult r = found(State(on(models::mlp({}))), device(), 3, evaluations);
    EXPECT_LE(r.evaluations, evaluations);
    EXPECT_GE(r.evaluations, evaluations - 1);
  }
}

TEST(Search, same_seed_same_answer_on_any_number_of_threads) {
  const core::Program p = on(models::mlp({}));
  auto answer = [&](int64_t threads, uint64_t seed) {
    AutomaticPartition o;
    o.threads = threads, o.seed = seed, o.evaluations = 150;
    PricedStates known;
    std::string s;
    const SearchResult r = Search(State(p), device(), o).run(known);
    for (const SearchPoint& c : r.curve) s += std::to_string(c.evaluations) + " " + std::to_string(c.best.total_s * 1e9) + "\n";
    for (const Tactic& t : r.tactics) s += t.name + "\n";
    return s;
  };
  EXPECT_EQ(answer(1, 7), answer(3, 7));
  EXPECT_NE(answer(1, 7), answer(1, 8));
}

TEST(Search, goes_on_where_it_was_interrupted) {
  const core::Program p = on(models::mlp({}));
  AutomaticPartition o;
  o.evaluations = 300;
  PricedStates whole, part;
  const SearchResult at_once = Search(State(p), device(), o).run(whole);
  struct Interrupted {};
  EXPECT_THROW(Search(State(p), device(), o).run(part, [](const SearchResult& r) {
    if (r.evaluations > 100) throw Interrupted{};
  }), Interrupted);
  ASSERT_GT(part.size(), 90u);
  const size_t had = part.size();
  const SearchResult later = Search(State(p), device(), o).run(part);
  EXPECT_EQ(later.best.total_s, at_once.best.total_s);
  EXPECT_EQ(part.size(), whole.size());
  EXPECT_LE(later.evaluations, at_once.evaluations - static_cast<int64_t>(had) + 1) << "nothing is priced twice";
}

TEST(Search, rejects_an_axis_that_the_mesh_lacks) {
  AutomaticPartition o;
  o.axes = {"Q"};
  EXPECT_THROW(Search(State(on(models::mlp({}))), device(), o), BadInput);
}
/// One device, or a program without arguments to tile: the answer is the program as it is.
TEST(Search, has_nothing_to_do_on_one_device) {
  const SearchResult r = found(State(on(models::mlp({}), Mesh({{"B", 1}}))), device(), 1, 50);
  EXPECT_TRUE(r.tactics.empty());
}
TEST(Search, memory_that_nothing_fits_into_is_said) {
  const SearchResult r = found(State(on(models::mlp({}))), device(1e-6), 1, 100);
  EXPECT_FALSE(r.fits);
  EXPECT_LT(r.best.peak_bytes, r.start.peak_bytes) << "the smallest that was found";
}

}  // namespace
}  // namespace partir::search_test
