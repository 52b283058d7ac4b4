// The models under the strategies: how many collectives each must have and why, and that both semantics agree after
// every tactic. Counts do not depend on extents, as long as the mesh divides them: the number of layers is the real
// one where it matters, everything else is small.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "examples/models/models.h"
#include "partition/strategies.h"
#include "proofs/checked_partition.h"
#include "property_tests/partition_cases.h"

namespace partir::models_test {
namespace {

using Steps = std::vector<Strategy>;

/// `AG/AR/RS`, and what else there is.
std::string text(const CollectiveCounts& c) {
  std::string s = std::to_string(c.all_gather) + "/" + std::to_string(c.all_reduce) + "/" +
                  std::to_string(c.reduce_scatter);
  if (c.all_to_all > 0) s += " A2A " + std::to_string(c.all_to_all);
  if (c.all_slice > 0) s += " AS " + std::to_string(c.all_slice);
  return s;
}
Tactic tactic(const Strategy& s) { return {s.name, {}, {}, s}; }

/// Counts after all steps, by propagation and lowering alone.
std::string counted(core::Program p, const Steps& steps, Mesh mesh = Mesh({{"B", 4}, {"M", 2}})) {
  p.mesh = std::move(mesh);
  State state(std::move(p));
  for (const Strategy& s : steps) apply(state, expanded(state, tactic(s)));
  return text(counts(lower(fuse(materialise(state)))));
}

/// Counts after each step, each checked: typing, distributed types, both theorems, and against the program itself.
std::vector<std::string> checked(const core::Program& p, const Steps& steps) {
  PartitionOptions options;
  options.checks.runs = options.checks.native_runs = 1;
  CheckedPartition partition(p, Mesh({{"B", 4}, {"M", 2}}), options);
  std::vector<std::string> found;
  for (const Strategy& s : steps) {
    const TacticReport r = partition.apply(expanded(partition.state(), tactic(s)));
    EXPECT_TRUE(r.verdict.holds()) << s.name << ": " << r.verdict.detail;
    for (const Conflict& c : r.conflicts) EXPECT_TRUE(c.held_back) << c.op;
    found.push_back(text(r.collectives));
  }
  return found;
}
using List = std::vector<std::string>;

const Strategy BP{"BP", "B"}, MP{"MP", "M"}, Z2{"Z2", "B"}, Z3{"Z3", "B"};

// ---- the transformer, of L layers: 9L + 1 parameters, of which 4L + 1 are of rank 2 or more

TEST(Transformer, has_nine_parameters_a_layer_and_one_embedding) {
  const core::Program p = models::transformer(models::TransformerSizes::small(32));
  EXPECT_EQ(p.main.params.size(), 3u * 289 + 2);           // with two moments each; tokens and targets
  EXPECT_EQ(p.main.body.results.size(), 3u * 289 + 1);     // and the loss
}

/// L = 32, then 48.
///   BP: the batch is split, so each of 9L + 1 gradients and the loss is a sum over devices: 9L + 2 all_reduce. The
///     embedding has two uses (three with the backward pass), whose gradients are added before they are reduced.
///   MP: heads of the fused projection and columns of the first matrix are split, so the rows of the second matrix of
///     either pair: it sums over devices, forward; backward the first does, with respect to its input. 4L all_reduce.
///   BP+MP: neither changes the other's.
///   Z2: the 4L + 1 large gradients are needed in parts: reduce_scatter for all_reduce; the updates, made in parts,
///     are gathered, as the parameters stay whole: 4L + 1 all_gather.
///   Z3: each use of each sharded parameter is gathered: 4L forward and 4L backward; the embedding in the lookup, in
///     the logits and in the logits' backward pass. The new parameters stay in parts.
TEST(Transformer, counts) {
  for (const auto& [layers, expected] : std::map<int64_t, List>{
           {32, {"0/290/0", "0/128/0", "0/418/0", "129/289/129", "259/289/129"}},
           {48, {"0/434/0", "0/192/0", "0/626/0", "193/433/193", "387/433/193"}}}) {
    const core::Program p = models::transformer(models::TransformerSizes::small(layers));
    EXPECT_EQ((List{counted(p, {BP}), counted(p, {MP}), counted(p, {BP, MP}), counted(p, {BP, MP, Z2}),
                    counted(p, {BP, MP, Z3})}),
              expected);
  }
}
/// The counts of the full sizes are those of the small ones.
TEST(Transformer, counts_at_full_size) {
  models::TransformerSizes n;
  n.layers = 2;
  const Mesh mesh({{"B", 16}, {"M", 8}});
  EXPECT_EQ(counted(models::transformer(n), {BP, MP, Z3}, mesh), "19/19/9");
  EXPECT_EQ(counted(models::transformer(models::TransformerSizes::small(2)), {BP, MP, Z3}), "19/19/9");
}
/// L = 1: 11; 4 more; 5 of 11 become reduce_scatter.
TEST(Transformer, steps_are_checked) {
  const core::Program p = models::transformer(models::TransformerSizes::small(1));
  EXPECT_EQ(checked(p, {BP, MP, Z2}), (List{"0/11/0", "0/15/0", "5/10/5"}));
  EXPECT_EQ(checked(p, {BP, MP, Z3}), (List{"0/11/0", "0/15/0", "11/10/5"}));
}
/// EMB: activations are split by their width, d. Each layer norm sums over d twice forward (mean, variance) and twice
/// backward; of each matrix that reads or, backward, writes d one product sums over it (qkv and mlp_in forward,
/// attention_out and mlp_out backward): 12 a layer; and the logits. all_slice, which moves nothing: the qkv and
/// mlp_in backward products are read by an offset's gradient, too, which asks for no part of it; so they are computed
/// whole and their other uses slice them, as the layer norms' offsets and the matrices are: 6 a layer.
/// SP after MP: between the pairs, values are split by the sequence. Forward each pair is gathered before and
/// scattered after: 2 all_gather, 2 reduce_scatter a layer; backward 2 all_gather; the sum with respect to a pair's
/// input stays an all_reduce, as an offset's gradient reads it whole, and the rest slices it: 2 all_slice. BP's
/// all_reduces are as many as before: those of the layer norms' scales, the embedding and the loss sum over M, too.
TEST(Transformer, other_strategies_are_checked) {
  const core::Program p = models::transformer(models::TransformerSizes::small(1));
  EXPECT_EQ(checked(p, {{"EMB", "M"}}), (List{"0/13/0 AS 6"}));
  EXPECT_EQ(checked(p, {BP, MP, {"SP", "M"}}), (List{"0/11/0", "0/15/0", "4/13/2 AS 2"}));
  EXPECT_EQ(counted(models::transformer(models::TransformerSizes::small(32)), {{"EMB", "M"}}), "0/385/0 AS 192");
}

// ---- the other models

/// The chain: BP none; MP where the pair joins; Z3 needs no optimizer state: each weight is gathered for its one use.
TEST(Chain, is_checked) {
  const core::Program p = models::matmul_chain({});
  EXPECT_EQ(checked(p, {BP, {"MP", "M", {{"columns", "params.w1"}}}, Z3}), (List{"0/0/0", "0/1/0", "2/1/0"}));
}
/// L pairs of layers, 4L parameters. BP: 4L gradients and the loss. MP: L forward; backward L - 1, as nothing asks for
/// the gradient of x. Z2: 2L matrices. Z3: each is used forward and backward, but the first only forward.
TEST(Mlp, is_checked) {
  const core::Program p = models::mlp(models::MlpSizes::small(2));
  EXPECT_EQ(checked(p, {BP, MP, Z2}), (List{"0/9/0", "0/12/0", "4/8/4"}));
  EXPECT_EQ(checked(p, {BP, MP, Z3}), (List{"0/9/0", "0/12/0", "7/8/4"}));
}
/// S steps. ES: messages are added up at nodes, which all devices hold: 1 all_reduce a step; backward the gradient of
/// what either end of an edge read, 2 a step; parameters that work on edges have gradients that sum over them: 3 a
/// step and the encoder. The loss is of nodes, so whole. MP: either network of a step sums once forward and once
/// backward.
TEST(GraphNetwork, is_checked) {
  const core::Program p = models::graph_network(models::GraphNetworkSizes::small(2));
  EXPECT_EQ(checked(p, {{"ES", "B"}, MP}), (List{"0/13/0", "0/21/0"}));
  EXPECT_EQ(counted(models::graph_network(models::GraphNetworkSizes::small(24)), {{"ES", "B"}}), "0/145/0");
}
/// L layers, N steps, no gradients. BP: none, every sequence is its own. MP: 2 all_reduce a layer and step, attention
/// and MLP. MQ instead of MP in the attention: queries go from heads to sequences before the cache is read, and what
/// was read goes back: 2 all_to_all a layer and step, and the sum of the projection over heads. The new entries of the
/// cache are made where they are kept, from activations that all have: 1 all_slice. MP then adds the MLP's.
TEST(Inference, is_checked) {
  const core::Program p = models::inference(models::InferenceSizes::small(1));
  EXPECT_EQ(checked(p, {BP, MP}), (List{"0/0/0", "0/4/0"}));
  EXPECT_EQ(checked(p, {BP, {"MQ", "M"}, MP}), (List{"0/0/0", "0/2/0 A2A 4 AS 2", "0/4/0 A2A 4 AS 2"}));
  EXPECT_EQ(counted(models::inference(models::InferenceSizes::small(32)), {BP, MP}), "0/128/0");
  EXPECT_EQ(counted(models::inference(models::InferenceSizes::small(32)), {BP, {"MQ", "M"}, MP}), "0/128/0 A2A 128 AS 64");
}
/// Where the values by heads are left out, all of the attention is by sequences: its result is gathered, 1 all_gather a
/// layer and step; query and new entry of the cache are computed whole and sliced.
TEST(Inference, attention_by_sequences_alone_is_checked) {
  const core::Program p = models::inference(models::InferenceSizes::small(1));
  EXPECT_EQ(checked(p, {BP, {"MQ", "M", {{"heads", ""}}}, {"MP", "M", {{"heads", ""}}}}),
            (List{"0/0/0", "2/0/0 AS 4", "2/2/0 AS 4"}));
}
/// One level: 14 parameters, 10 of them large. BP: 14 and the loss. MP: attention and two blocks, each once forward and
/// once backward. Z3: 10 reduce_scatter; each large parameter is used forward and backward, the first only forward.
TEST(Unet, is_checked) {
  const core::Program p = models::unet(models::UnetSizes::small(1));
  EXPECT_EQ(checked(p, {BP, MP, Z3}), (List{"0/15/0", "0/21/0", "19/11/10"}));
}

// ---- the mixture of experts, of L layers: 10L + 1 parameters, three a layer the experts'

/// All over one axis: where tokens leave their groups for the experts and come back, forward and backward.
const Strategy exchanging{
    "EP", "B", {{"exchange", "*.dispatch|*.combine|*.sent.gradient|*.expert_inputs|*.expert_outputs.gradient|*.returned"}}};

/// BP: 10L + 1 gradients and the loss.
/// EP on an axis of its own: every device has all tokens and some of the experts. It sends its experts what they get and
/// adds up what they return, so combining is a sum over experts, forward; backward so is the gradient of the tokens, and
/// that of the gates: 3 all_reduce a layer. Which expert was chosen is known whole, and sliced: 1 all_slice.
/// BP+EP on two axes: neither changes the other's.
TEST(Mixture, of_experts_on_an_axis_of_their_own_is_checked) {
  const core::Program p = models::mixture(models::MixtureSizes::small(1));
  EXPECT_EQ(checked(p, {BP, {"EP", "M"}}), (List{"0/12/0", "0/15/0 AS 1"}));
  const core::Program three = models::mixture(models::MixtureSizes::small(3));
  EXPECT_EQ((List{counted(three, {BP}), counted(three, {{"EP", "M"}}), counted(three, {BP, {"EP", "M"}})}),
            (List{"0/32/0", "0/9/0 AS 3", "0/41/0 AS 3"}));
}
/// EP, then BP, over one axis: tokens are split by groups outside of the experts, and by experts inside. So they change
/// places before the experts and after them, forward and backward: 4 all_to_all a layer. An expert sees all tokens that
/// it gets, so its gradients are whole: 7L + 1 all_reduce are left, and the loss. Splitting the values where the change
/// is made splits the tokens all through the program; so BP, after it, has nothing to add. MP: 2 in the attention.
TEST(Mixture, exchanges_tokens_by_all_to_all) {
  const core::Program p = models::mixture(models::MixtureSizes::small(1));
  EXPECT_EQ(checked(p, {exchanging, BP, MP}), (List{"0/9/0 A2A 4", "0/9/0 A2A 4", "0/11/0 A2A 4"}));
  EXPECT_EQ(counted(models::mixture(models::MixtureSizes::small(3)), {exchanging, BP}), "0/23/0 A2A 12");
}
/// Without these values it is not so, in either order.
/// BP, then EP: the experts' ops are split by groups already, and earlier tactics stand. The experts' parameters only lie
/// in parts: both matrices are gathered forward and backward, the bias forward: 5 all_gather a layer. The moments stay
/// whole, as they are results; of what they become the parameters' updates take slices: 2 each, 6 all_slice a layer.
/// EP, then BP: dispatching and combining are split by experts already. What they read is gathered: the tokens, the slots
/// and the gates, backward the gradient of what was combined; which expert was chosen goes from groups to experts. The
/// three sums of EP are needed in groups only: reduce_scatter.
TEST(Mixture, does_not_exchange_tokens_where_nothing_says_so) {
  const core::Program p = models::mixture(models::MixtureSizes::small(1));
  const Strategy EP{"EP", "B"};
  EXPECT_EQ(checked(p, {BP, EP}), (List{"0/12/0", "5/12/0 AS 6"}));
  EXPECT_EQ(checked(p, {EP, BP}), (List{"0/3/0 AS 1", "4/9/3 A2A 1"}));
}

// ---- strategies that a program or a mesh has nothing for

/// What MP splits over M, ZeRO over M leaves as it is; what it does not, the embedding and the norms, is sharded.
TEST(Strategies, zero_passes_over_what_its_axis_acts_on) {
  models::TransformerSizes n;
  n.layers = 1;
  core::Program p = models::transformer(n);
  p.mesh = Mesh({{"M", 2}});
  for (const char* name : {"Z2", "Z3"}) {
    State state(p);
    apply(state, expanded(state, tactic({"MP", "M"})));
    const Tactic zero = expanded(state, tactic({name, "M"}));
    std::set<std::string> named;
    for (const Directive& d : zero.directives) named.insert(p.main.values[resolve(state, d)[0]].name);
    EXPECT_TRUE(named.contains("opt.mu.embedding")) << name;
    EXPECT_FALSE(named.contains("opt.mu.layer0.mlp_in")) << name;
    EXPECT_FALSE(named.contains("params.layer0.qkv")) << name;
    EXPECT_NO_THROW(apply(state, zero)) << name;
  }
}

TEST(Strategies, what_is_missing_is_a_located_error) {
  core::Program p = models::matmul_chain({});
  p.mesh = Mesh({{"B", 3}});
  const State state(p);
  const Location here = partition_cases::here();
  const auto error = [&](const std::string& name, const Axis& axis, std::map<std::string, std::string> options = {}) {
    return partition_cases::bad_action([&] { expanded(state, tactic({name, axis, std::move(options), here})); });
  };
  using testing::HasSubstr;
  EXPECT_EQ(error("EP", "B"),
            "schedule.json:7:3: error: strategy EP finds no argument params.*expert* in this program");
  EXPECT_EQ(error("EP", "B", {{"experts", "params.w1"}, {"exchange", "|hidden|*.sent"}}),
            "schedule.json:7:3: error: strategy EP, option \"exchange\": no value is named \"*.sent\"");
  // one glob of several, and where others match
  EXPECT_THAT(error("Z3", "B", {{"state", "params.w1|opt_state*"}}), HasSubstr("option \"state\": no argument is named \"opt_state*\""));
  EXPECT_THAT(error("BP", "B", {{"params", "parms.*"}}), HasSubstr("option \"params\": no argument is named \"parms.*\""));
  EXPECT_THAT(error("SP", "B", {{"out", "layers*"}}), HasSubstr("option \"out\": no value is named \"layers*\""));
  EXPECT_THAT(error("EMB", "B"), HasSubstr("7:3: error: strategy EMB finds no argument"));
  EXPECT_THAT(error("ES", "B"), HasSubstr("finds no argument edges*|senders*|receivers*"));
  EXPECT_THAT(error("MQ", "B"), HasSubstr("finds no argument cache.*"));
  EXPECT_THAT(error("MP", "B"), HasSubstr("finds no argument params.*qkv|params.*.q or params.*mlp_in"));
  EXPECT_THAT(error("SP", "B"), HasSubstr("finds no value"));
  EXPECT_THAT(error("Z2", "B"), HasSubstr("finds no optimizer state opt.* of rank 2 that the axis divides"));
  EXPECT_THAT(error("Z3", "B"), HasSubstr("that the axis divides"));
  EXPECT_THAT(error("BP", "B", {{"inputs", "batch*"}}), HasSubstr("option \"inputs\": no argument is named \"batch*\""));
  EXPECT_THAT(error("BP", "B", {{"inputs", "params.*"}}), HasSubstr("finds no argument params.* that is no parameter"));
  EXPECT_THAT(error("BP", "C"), HasSubstr("axis \"C\" is not in the mesh"));
  EXPECT_THAT(error("BP", "B", {{"input", "x"}}), HasSubstr("strategy BP has no option \"input\""));
  EXPECT_THAT(error("ZeRO", "B"), HasSubstr("no strategy is named \"ZeRO\"; known are BP, MP, Z2, Z3"));
}

}  // namespace
}  // namespace partir::models_test
