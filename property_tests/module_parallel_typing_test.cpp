// What typing rejects of parallel StableHLO modules: one test for each constraint, named by form
// and label.
#include "property_tests/module_build.h"

namespace partir::module_parallel_typing_test {
namespace {

using build::f32;
using build::FunctionBuilder;
using build::i1;
using build::i32;
using build::rejects;
using shlo::Channel;
using shlo::Collective;
using shlo::Grouping;
using shlo::IdGroups;
using shlo::ProcessGrid;

const shlo::Type token = shlo::TokenType{};
const Grouping both{{{0, 1}}, 0, false};
ScalarBody sum(ElementType e = ElementType::I32) { return monoid_body(Monoid::Add, e); }

/// @f is one statement; @main runs it on a grid, if one is given.
shlo::Module module(const shlo::TypeList& operands, const shlo::TypeList& results,
                    const std::function<shlo::Expr(const std::vector<ValueId>&)>& expr,
                    std::optional<ProcessGrid> grid = std::nullopt) {
  FunctionBuilder f("f"), main;
  std::vector<ValueId> x, y;
  for (const shlo::Type& t : operands) x.push_back(f.param(t));
  for (const shlo::Type& t : results) y.push_back(f.value(t));
  f.add(y, expr(x));
  f.returns(y);
  shlo::Module m;
  m.add(f.f);
  if (grid) {
    shlo::RunParallel e;
    e.programs.assign(static_cast<size_t>(grid->replicas),
                      std::vector<std::string>(static_cast<size_t>(grid->partitions), "f"));
    std::vector<ValueId> all;
    for (int64_t p = 0; p < grid->size(); ++p) {
      for (const shlo::Type& t : operands) e.operands.push_back(main.param(t));
      for (const shlo::Type& t : results) all.push_back(main.value(t));
    }
    main.add(all, e);
    m.add(main.f);
  }
  return m;
}
shlo::Module collective(decltype(Collective::op) op, const Grouping& groups, const Types& operands,
                        const Types& results, std::optional<ProcessGrid> grid = std::nullopt) {
  return module({operands.begin(), operands.end()}, {results.begin(), results.end()},
                [&](const std::vector<ValueId>& x) { return Collective{x, groups, op}; }, grid);
}
void accepts(const shlo::Module& m) {
  try {
    shlo::check(m);
  } catch (const Rejected& e) {
    ADD_FAILURE() << e.report();
  }
}
const ProcessGrid pair{2, 1};

//===--------------------------------------------------------------------------------------------===
// Collectives
//===--------------------------------------------------------------------------------------------===

shlo::Module gather(const Grouping& groups, const TensorType& result, int64_t dim = 1,
                    std::optional<ProcessGrid> grid = std::nullopt) {
  return collective(shlo::AllGather{dim}, groups, {i32(2, 3)}, {result}, grid);
}
TEST(AllGather, accepts) {
  accepts(gather(both, i32(2, 6), 1, pair));
  accepts(gather({{{0, 1}}, 1, false}, i32(2, 18), 1, ProcessGrid{2, 3}));
  accepts(gather({{{0}, {1}}, 0, false}, i32(2, 3), 0, ProcessGrid{2, 3}));
}
TEST(AllGather, rejects_I1) {
  rejects(module({token}, {i32(2)}, [](auto& x) {
            return Collective{x, both, shlo::AllGather{0}};
          }), "all_gather I1: operands are tensors");
  rejects(collective(shlo::AllGather{0}, both, {}, {}), "all_gather I1: the number of operands");
}
TEST(AllGather, rejects_O1) {
  rejects(collective(shlo::AllGather{0}, both, {i32(2), i32(2)}, {i32(4)}),
          "all_gather O1: a tensor for each operand");
}
TEST(AllGather, rejects_C1) {
  for (int64_t dim : {-1, 2})
    rejects(gather(both, i32(2, 6), dim), "all_gather C1: 0 <= all_gather_dim < rank(operands...)");
}
TEST(AllGather, rejects_C2) {
  rejects(gather({{{0, 1}, {1, 0}}, 0, false}, i32(2, 6)), "all_gather C2");
}
TEST(AllGather, rejects_C3) {
  const auto m = [](int64_t channel, bool global, ProcessGrid grid) {
    return gather({{{0, 1}}, channel, global}, i32(2, 6), 1, grid);
  };
  accepts(m(0, false, {2, 3}));
  rejects(m(0, false, {3, 1}), "all_gather C3: size(replica_groups) = num_replicas");
  rejects(m(1, false, {1, 1}), "all_gather C3: size(replica_groups) = num_replicas");
  accepts(m(1, true, {1, 2}));
  rejects(m(1, true, {2, 2}), "all_gather C3: size(replica_groups) = num_processes");
}
TEST(AllGather, rejects_C4) {
  rejects(gather({{{0, 2}}, 0, false}, i32(2, 6)),
          "all_gather C4: 0 <= replica_groups < size(replica_groups)");
  rejects(gather({{{0, -2}}, 0, false}, i32(2, 6)), "all_gather C4");
}
TEST(AllGather, rejects_C5) {
  rejects(gather({{{0, 1}}, 0, true}, i32(2, 6)), "all_gather C5");
}
TEST(AllGather, rejects_C6) {
  rejects(gather(both, i32(2, 9)), "all_gather C6: dim(results..., all_gather_dim)");
  rejects(gather(both, f32(2, 6)), "all_gather C6");
  rejects(gather(both, i32(6)), "all_gather C6");
  rejects(gather({{{0, 1}, {2, -1}}, 0, false}, i32(2, 6)),
          "all_gather C6: the process groups are equally large");
  // Only the grid tells.
  accepts(gather({{{0, 1}}, 1, false}, i32(2, 6)));
  rejects(gather({{{0, 1}}, 1, false}, i32(2, 7)), "all_gather C6");
  rejects(gather({{{0, 1}}, 1, false}, i32(2, 6), 1, ProcessGrid{2, 3}), "all_gather C6");
}

shlo::Module reduce(const Grouping& groups, const ScalarBody& body, const TensorType& operand,
                    const TensorType& result, std::optional<ProcessGrid> grid = std::nullopt) {
  return collective(shlo::AllReduce{body}, groups, {operand}, {result}, grid);
}
TEST(AllReduce, accepts) {
  accepts(reduce(both, sum(), i32(2), i32(2), pair));
  accepts(reduce({{{0, 1}, {2, -1}}, 0, false}, sum(), i32(2), i32(2), ProcessGrid{3, 1}));
  accepts(reduce(both, sum(ElementType::F64), f32(2), {{2}, ElementType::F64}, pair));
}
TEST(AllReduce, rejects_C1) {
  rejects(reduce({{{0, 0}}, 0, false}, sum(), i32(2), i32(2)), "all_reduce C1");
}
TEST(AllReduce, rejects_C2) {
  rejects(reduce(both, sum(), i32(2), i32(2), ProcessGrid{4, 1}), "all_reduce C2");
}
TEST(AllReduce, rejects_C3) {
  rejects(reduce({{{0, 2}}, 0, false}, sum(), i32(2), i32(2)), "all_reduce C3");
}
TEST(AllReduce, rejects_C4) {
  rejects(reduce({{{0, 1}}, -1, true}, sum(), i32(2), i32(2)), "all_reduce C4");
}
TEST(AllReduce, rejects_C5) {
  const char* const text = "all_reduce C5: computation has type";
  rejects(reduce(both, ScalarBody::of({ElementType::I32}), i32(2), i32(2)), text);
  rejects(reduce(both, comparison_body(ScalarFn::Lt, ElementType::I32), i32(2), i1(2)), text);
  rejects(reduce(both, sum(ElementType::F32), i32(2), f32(2)), "all_reduce C5: is_promotable");
  rejects(reduce(both, sum(ElementType::I16), i32(2), {{2}, ElementType::I16}),
          "all_reduce C5: is_promotable");
}
TEST(AllReduce, rejects_C6) {
  rejects(reduce(both, sum(), i32(2), i32(3)), "all_reduce C6");
}
TEST(AllReduce, rejects_C7) {
  rejects(reduce(both, sum(), i32(2), f32(2)), "all_reduce C7");
}

shlo::Module scatter(const Grouping& groups, const ScalarBody& body, const TensorType& operand,
                     const TensorType& result, int64_t dim = 0,
                     std::optional<ProcessGrid> grid = std::nullopt) {
  return collective(shlo::ReduceScatter{dim, body}, groups, {operand}, {result}, grid);
}
TEST(ReduceScatter, accepts) {
  accepts(scatter(both, sum(), i32(4, 2), i32(2, 2), 0, pair));
  accepts(scatter({{{0, 1}}, 1, false}, sum(), i32(12), i32(2), 0, ProcessGrid{2, 3}));
}
TEST(ReduceScatter, rejects_I1) {
  rejects(collective(shlo::ReduceScatter{0, sum()}, both, {i32(2), i32(2)}, {i32(1), i32(1)}),
          "reduce_scatter I1: the number of operands");
}
TEST(ReduceScatter, rejects_C1) {
  rejects(scatter(both, sum(), i32(3), i32(1)), "reduce_scatter C1");
  rejects(scatter({{{0, 1}}, 1, false}, sum(), i32(8), i32(2), 0, ProcessGrid{2, 3}),
          "reduce_scatter C1");
}
TEST(ReduceScatter, rejects_C2) {
  for (int64_t dim : {-1, 1})
    rejects(scatter(both, sum(), i32(4), i32(2), dim), "reduce_scatter C2");
}
TEST(ReduceScatter, rejects_C3) {
  rejects(scatter({{{1, 1}}, 0, false}, sum(), i32(4), i32(2)), "reduce_scatter C3");
}
TEST(ReduceScatter, rejects_C4) {
  rejects(scatter(both, sum(), i32(4), i32(2), 0, ProcessGrid{1, 2}), "reduce_scatter C4");
}
TEST(ReduceScatter, rejects_C5) {
  rejects(scatter({{{0, 2}}, 0, false}, sum(), i32(4), i32(2)), "reduce_scatter C5");
}
TEST(ReduceScatter, rejects_C6) {
  rejects(scatter({{{0, 1}}, 0, true}, sum(), i32(4), i32(2)), "reduce_scatter C6");
}
TEST(ReduceScatter, rejects_C7) {
  rejects(scatter(both, sum(ElementType::F32), i32(4), f32(2)), "reduce_scatter C7");
}
TEST(ReduceScatter, rejects_C8) {
  rejects(scatter(both, sum(), i32(4), i32(4)), "reduce_scatter C8");
  rejects(scatter({{{0, 1}}, 1, false}, sum(), i32(12), i32(6), 0, ProcessGrid{2, 3}),
          "reduce_scatter C8");
}
TEST(ReduceScatter, rejects_C9) {
  rejects(scatter(both, sum(), i32(4), f32(2)), "reduce_scatter C9");
}

shlo::Module exchange(const Grouping& groups, const shlo::AllToAll& op, const TensorType& operand,
                      const TensorType& result, std::optional<ProcessGrid> grid = std::nullopt) {
  return collective(op, groups, {operand}, {result}, grid);
}
TEST(AllToAll, accepts) {
  accepts(exchange(both, {1, 0, 2}, i32(2, 4), i32(4, 2), pair));
  accepts(exchange(both, {0, 0, 2}, i32(2, 4), i32(2, 4), pair));
}
TEST(AllToAll, rejects_C1) {
  for (int64_t dim : {-1, 2})
    rejects(exchange(both, {dim, 0, 2}, i32(2, 4), i32(4, 2)), "all_to_all C1");
}
TEST(AllToAll, rejects_C2) {
  rejects(exchange(both, {1, 0, 2}, i32(2, 3), i32(4, 1)), "all_to_all C2");
}
TEST(AllToAll, rejects_C3) {
  for (int64_t dim : {-1, 2})
    rejects(exchange(both, {1, dim, 2}, i32(2, 4), i32(4, 2)), "all_to_all C3");
}
TEST(AllToAll, rejects_C4) {
  rejects(exchange(both, {1, 0, 0}, i32(2, 4), i32(4, 2)), "all_to_all C4");
}
TEST(AllToAll, rejects_C5) {
  rejects(exchange({{{0, 0}}, 0, false}, {1, 0, 2}, i32(2, 4), i32(4, 2)), "all_to_all C5");
}
TEST(AllToAll, rejects_C6) {
  rejects(exchange(both, {1, 0, 2}, i32(2, 4), i32(4, 2), ProcessGrid{1, 2}),
          "all_to_all C6: size(replica_groups) = num_replicas");
  rejects(exchange({{{0, 1}}, 1, false}, {1, 0, 2}, i32(2, 4), i32(4, 2), pair),
          "all_to_all C6: size(replica_groups) = num_partitions");
}
TEST(AllToAll, rejects_C7) {
  rejects(exchange({{{0, 2}}, 0, false}, {1, 0, 2}, i32(2, 4), i32(4, 2)), "all_to_all C7");
}
TEST(AllToAll, rejects_C8) {
  rejects(exchange({{{0, 1, 2}}, 0, false}, {1, 0, 2}, i32(2, 4), i32(4, 2)), "all_to_all C8");
}
TEST(AllToAll, rejects_C9) {
  rejects(exchange(both, {1, 0, 2}, i32(2, 4), i32(2, 4)), "all_to_all C9");
}

TEST(CollectiveBroadcast, accepts) {
  accepts(collective(shlo::CollectiveBroadcast{}, {{{2, 1}}, 0, false}, {i32(2)}, {i32(2)},
                     ProcessGrid{4, 1}));
}
TEST(CollectiveBroadcast, rejects_C1) {
  rejects(collective(shlo::CollectiveBroadcast{}, {{{1, 1}}, 0, false}, {i32(2)}, {i32(2)}),
          "collective_broadcast C1");
}
TEST(CollectiveBroadcast, rejects_C2) {
  rejects(collective(shlo::CollectiveBroadcast{}, {{{2, 1}}, 0, false}, {i32(2)}, {i32(2)}, pair),
          "collective_broadcast C2");
  rejects(collective(shlo::CollectiveBroadcast{}, {{{1}}, 1, false}, {i32(2)}, {i32(2)}, pair),
          "collective_broadcast C2");
}
TEST(CollectiveBroadcast, rejects_C3) {
  rejects(collective(shlo::CollectiveBroadcast{}, both, {i32(2)}, {i32(3)}),
          "collective_broadcast C3");
}
TEST(CollectiveBroadcast, rejects_I4) {
  accepts(collective(shlo::CollectiveBroadcast{true}, both, {i32(3), i32(1)}, {i32(3)}));
  rejects(collective(shlo::CollectiveBroadcast{true}, both, {i32(3), i32(2)}, {i32(3)}),
          "collective_broadcast I4");
}

shlo::Module permute(const IdGroups& pairs, int64_t channel, const TensorType& result,
                     std::optional<ProcessGrid> grid = std::nullopt) {
  return collective(shlo::CollectivePermute{}, {pairs, channel, false}, {i32(2)}, {result}, grid);
}
TEST(CollectivePermute, accepts) {
  accepts(permute({{0, 1}, {1, 2}, {3, 3}}, 0, i32(2), ProcessGrid{4, 1}));
  accepts(permute({{0, 1}}, 1, i32(2), ProcessGrid{1, 2}));
  accepts(permute({}, 1, i32(2), ProcessGrid{1, 2}));
}
TEST(CollectivePermute, rejects_C1) {
  rejects(permute({{0, 1, 2}}, 0, i32(2)), "collective_permute C1");
}
TEST(CollectivePermute, rejects_C2) {
  rejects(permute({{0, 1}, {0, 2}}, 0, i32(2)), "collective_permute C2");
}
TEST(CollectivePermute, rejects_C3) {
  rejects(permute({{0, 1}, {2, 1}}, 0, i32(2)), "collective_permute C3");
}
TEST(CollectivePermute, rejects_C4) {
  rejects(permute({{0, 2}}, 0, i32(2), pair), "collective_permute C4");
  rejects(permute({{0, 1}}, 1, i32(2), pair), "collective_permute C4");
  rejects(permute({{0, -1}}, 0, i32(2)), "collective_permute C4");
}
TEST(CollectivePermute, rejects_C5) {
  rejects(permute({{0, 1}}, 0, f32(2)), "collective_permute C5");
}

TEST(Grids, functions_are_checked_on_the_grids_that_reach_them) {
  shlo::Module m = gather(both, i32(2, 6), 1);
  FunctionBuilder caller("caller"), main;
  const ValueId x = caller.param(i32(2, 3)), condition = caller.param(i1());
  shlo::If e{condition, {}, {}};
  e.on_true = caller.block(
      [&] { return std::vector{caller.let(i32(2, 6), shlo::Call{"f", {x}})}; });
  e.on_false = caller.block([&] { return std::vector{caller.constant(i32(2, 6), 0)}; });
  caller.returns({caller.let(i32(2, 6), e)});
  m.add(caller.f);
  accepts(m);
  const ValueId y = main.param(i32(2, 3)), go = main.param(i1());
  main.let(i32(2, 6), shlo::RunParallel{{y, go}, {{"caller"}}, {}});
  m.add(main.f);
  rejects(m, "all_gather C3: size(replica_groups) = num_replicas");
}

//===--------------------------------------------------------------------------------------------===
// Channels, feeds, runs
//===--------------------------------------------------------------------------------------------===

shlo::Module send(const Channel& c, std::optional<ProcessGrid> grid = std::nullopt,
                  const shlo::TypeList& operands = {i32(), token}) {
  return module(operands, {token}, [&](auto& x) { return shlo::Send{x, c}; }, grid);
}
shlo::Module recv(const Channel& c, std::optional<ProcessGrid> grid = std::nullopt,
                  const shlo::TypeList& results = {i32(), token}) {
  return module({token}, results, [&](auto& x) { return shlo::Recv{x[0], c}; }, grid);
}
Channel channel(IdGroups pairs, int64_t type = 1, bool host = false, int64_t id = 0) {
  return {{std::move(pairs), id, false}, type, host};
}
/// The same constraints hold for both ends.
void both_reject(const Channel& c, const std::string& label,
                 std::optional<ProcessGrid> grid = std::nullopt) {
  rejects(send(c, grid), "send " + label);
  rejects(recv(c, grid), "recv " + label);
}
TEST(SendRecv, accept) {
  accepts(send(channel({{0, 1}, {1, 0}}), pair));
  accepts(send(channel({}, Channel::DeviceToHost, true)));
  accepts(recv(channel({}, Channel::HostToDevice, true)));
  accepts(recv(channel({{0, 1}}, 1, false, 1), ProcessGrid{1, 2}, {token}));
}
TEST(SendRecv, reject_C1) { both_reject(channel({{0}}), "C1"); }
TEST(SendRecv, reject_C2) { both_reject(channel({{0, 1}, {0, 2}}), "C2"); }
TEST(SendRecv, reject_C3) { both_reject(channel({{0, 1}, {2, 1}}), "C3"); }
TEST(SendRecv, reject_C4) {
  both_reject(channel({{0, 2}}), "C4", pair);
  both_reject(channel({{0, 1}}, 1, false, 1), "C4", pair);
}
TEST(SendRecv, reject_C5) {
  both_reject(channel({}, 0), "C5");
  both_reject(channel({}, 1, true), "C5");
  rejects(send(channel({}, Channel::HostToDevice, true)),
          "send C5: channel_type is DEVICE_TO_HOST");
  rejects(recv(channel({}, Channel::DeviceToHost, true)),
          "recv C5: channel_type is HOST_TO_DEVICE");
}
TEST(SendRecv, reject_operands_and_results) {
  rejects(send(channel({}), std::nullopt, {token, token}), "send I1");
  rejects(send(channel({}), std::nullopt, {token, i32()}), "send I2");
  rejects(send(channel({}), std::nullopt, {}), "send I2");
  rejects(recv(channel({}), std::nullopt, {i32()}), "recv O1");
  rejects(module({i32()}, {token}, [](auto& x) { return shlo::Recv{x[0], channel({})}; }),
          "recv I1");
}

shlo::Module infeed(const shlo::TypeList& results, const shlo::Type& operand = token) {
  return module({operand}, results, [](auto& x) { return shlo::Infeed{x[0]}; });
}
TEST(Infeed, rejects) {
  accepts(infeed({i32(), f32(), token}));
  accepts(infeed({token}));
  rejects(infeed({token}, i32()), "infeed I1");
  rejects(infeed({}), "infeed C1: 0 < size(results)");
  rejects(infeed({token, token}), "infeed C2");
  rejects(infeed({i32()}), "infeed C3");
}
TEST(Outfeed, rejects) {
  const auto outfeed = [](const shlo::TypeList& operands) {
    return module(operands, {token}, [](auto& x) { return shlo::Outfeed{x}; });
  };
  accepts(outfeed({i32(), token}));
  rejects(outfeed({token, token}), "outfeed I1");
  rejects(outfeed({i32()}), "outfeed I2");
}
TEST(Ids, reject_results_of_other_types) {
  rejects(module({}, {i32()}, [](auto&) { return shlo::ReplicaId{}; }), "T-Op premise 2");
  rejects(module({}, {i32()}, [](auto&) { return shlo::PartitionId{}; }), "T-Op premise 2");
}

shlo::Module runs(std::vector<std::vector<std::string>> programs,
                  std::vector<std::string> infeed = {}, const shlo::TypeList& operands = {i32()},
                  const shlo::TypeList& results = {i32()}) {
  FunctionBuilder f("one"), main;
  f.returns({f.param(i32())});
  shlo::RunParallel e{{}, std::move(programs), std::move(infeed)};
  std::vector<ValueId> y;
  for (const shlo::Type& t : operands) e.operands.push_back(main.param(t));
  for (const shlo::Type& t : results) y.push_back(main.value(t));
  main.add(y, e);
  shlo::Module m = main.module();
  m.add(f.f);
  return m;
}
TEST(RunParallel, rejects_C1) {
  accepts(runs({{"one"}}));
  rejects(runs({}), "run_parallel C1: programs is a grid of functions");
  rejects(runs({{}}), "run_parallel C1: programs is a grid of functions");
  rejects(runs({{"one"}, {"one", "one"}}), "run_parallel C1: every replica");
}
TEST(RunParallel, rejects_C2) {
  rejects(runs({{"two"}}), "run_parallel C2");
  rejects(runs({{"one"}}, {"two"}), "run_parallel C2");
}
TEST(RunParallel, rejects_C3) {
  rejects(runs({{"one", "one"}}), "run_parallel C3");
  rejects(runs({{"one"}}, {}, {f32()}), "run_parallel C3");
}
TEST(RunParallel, rejects_C4) { rejects(runs({{"one"}}, {"one"}), "run_parallel C4"); }
TEST(RunParallel, rejects_results_of_other_types) {
  rejects(runs({{"one"}}, {}, {i32()}, {f32()}), "T-Op premise 2");
}

//===--------------------------------------------------------------------------------------------===
// Ops whose attributes are operands
//===--------------------------------------------------------------------------------------------===

shlo::Module dynamic(decltype(shlo::Dynamic::op) op, const shlo::TypeList& operands,
                     const shlo::Type& result) {
  return module(operands, {result}, [&](auto& x) { return shlo::Dynamic{x, op}; });
}
TEST(Dynamic, rejects_I1_and_O1) {
  rejects(dynamic(shlo::DynamicReshape{}, {i32(2)}, i32(2)), "dynamic_reshape I1");
  rejects(dynamic(shlo::DynamicReshape{}, {i32(2), token}, i32(2)), "dynamic_reshape I1");
  rejects(dynamic(shlo::DynamicIota{0}, {i32(1)}, token), "dynamic_iota O1");
}
TEST(GetDimensionSize, rejects_C1) {
  for (int64_t d : {-1, 2})
    rejects(dynamic(shlo::GetDimensionSize{d}, {i32(2, 3)}, i32()), "get_dimension_size C1");
  rejects(dynamic(shlo::GetDimensionSize{0}, {i32(2, 3)}, f32()), "T-Op premise 2");
}
TEST(DynamicIota, rejects_C1) {
  for (int64_t d : {-1, 1})
    rejects(dynamic(shlo::DynamicIota{d}, {i32(1)}, i32(2)), "dynamic_iota C1");
}
TEST(DynamicIota, rejects_C2) {
  rejects(dynamic(shlo::DynamicIota{0}, {i32(2)}, i32(2)), "dynamic_iota C2");
  rejects(dynamic(shlo::DynamicIota{0}, {f32(1)}, i32(2)), "dynamic_iota C2");
}
TEST(DynamicReshape, rejects_C1) {
  rejects(dynamic(shlo::DynamicReshape{}, {i32(2), i32(1)}, f32(2)), "dynamic_reshape C1");
}
TEST(DynamicReshape, rejects_C2) {
  rejects(dynamic(shlo::DynamicReshape{}, {i32(2), i32(1)}, i32(3)), "dynamic_reshape C2");
}
TEST(DynamicReshape, rejects_C3) {
  rejects(dynamic(shlo::DynamicReshape{}, {i32(2), i32(2)}, i32(2)), "dynamic_reshape C3");
}
/// Of a tensor<1x3xi32> to a tensor<2x3x4xi32>, unless told otherwise.
shlo::Module broadcast(const shlo::DynamicBroadcastInDim& op,
                       const TensorType& result = i32(2, 3, 4),
                       const TensorType& shape = i32(3)) {
  return dynamic(op, {i32(1, 3), shape}, result);
}
TEST(DynamicBroadcastInDim, accepts) { accepts(broadcast({{0, 1}, {0}, {1}})); }
TEST(DynamicBroadcastInDim, rejects_C1) {
  rejects(broadcast({{0, 1}, {}, {}}, f32(2, 3, 4)), "dynamic_broadcast_in_dim C1");
}
TEST(DynamicBroadcastInDim, rejects_C2) {
  rejects(broadcast({{0}, {}, {}}), "dynamic_broadcast_in_dim C2");
}
TEST(DynamicBroadcastInDim, rejects_C3) {
  rejects(broadcast({{3, 1}, {}, {}}), "dynamic_broadcast_in_dim C3");
}
TEST(DynamicBroadcastInDim, rejects_C4) {
  rejects(broadcast({{1, 1}, {}, {}}), "dynamic_broadcast_in_dim C4");
}
TEST(DynamicBroadcastInDim, rejects_C5) {
  rejects(broadcast({{0, 2}, {}, {}}), "dynamic_broadcast_in_dim C5");
}
TEST(DynamicBroadcastInDim, rejects_C7) {
  rejects(broadcast({{0, 1}, {}, {}}, i32(2, 3, 4), i32(2)), "dynamic_broadcast_in_dim C7");
}
TEST(DynamicBroadcastInDim, rejects_C8) {
  rejects(broadcast({{0, 1}, {0}, {0}}), "dynamic_broadcast_in_dim C8");
}
TEST(DynamicBroadcastInDim, rejects_C9) {
  rejects(broadcast({{0, 1}, {2}, {}}), "dynamic_broadcast_in_dim C9");
}
TEST(DynamicBroadcastInDim, rejects_C10) {
  rejects(broadcast({{0, 1}, {}, {-1}}), "dynamic_broadcast_in_dim C10");
}

/// Of a tensor<2xi32> to a tensor<4xi32>.
shlo::Module pad(const TensorType& value, const TensorType& result,
                 const TensorType& low = i32(1)) {
  return dynamic(shlo::DynamicPad{}, {i32(2), value, low, i32(1), i32(1)}, result);
}
TEST(DynamicPad, rejects_C1) {
  accepts(pad(i32(), i32(4)));
  rejects(pad(f32(), i32(4)), "dynamic_pad C1");
  rejects(pad(i32(), f32(4)), "dynamic_pad C1");
}
TEST(DynamicPad, rejects_C2) {
  rejects(pad(i32(), i32(4), i32(2)), "dynamic_pad C2");
  rejects(pad(i32(), i32(2, 2)), "dynamic_pad C2");
}
shlo::Module slice(const TensorType& result, const TensorType& start = i32(1)) {
  return dynamic(shlo::RealDynamicSlice{}, {i32(5), start, i32(1), i32(1)}, result);
}
TEST(RealDynamicSlice, rejects_C1) {
  accepts(slice(i32(2)));
  rejects(slice(f32(2)), "real_dynamic_slice C1");
}
TEST(RealDynamicSlice, rejects_C2) {
  rejects(slice(i32(2), i32(2)), "real_dynamic_slice C2");
  rejects(slice(i32(2, 1)), "real_dynamic_slice C2");
}
/// Rows of two of a tensor<5xi32>, from two places.
shlo::Module gathered(const TensorType& result, const TensorType& sizes = i32(1),
                      std::vector<int64_t> map = {0}) {
  Gather op;
  op.offset_dims = {1};
  op.start_index_map = std::move(map);
  op.index_vector_dim = 1;
  return dynamic(shlo::DynamicGather{op}, {i32(5), i32(2, 1), sizes}, result);
}
TEST(DynamicGather, rejects_what_gather_rejects) {
  accepts(gathered(i32(2, 2)));
  rejects(gathered(i32(2, 2), i32(1), {1}), "dynamic_gather C3");
  rejects(gathered(i32(2, 6)), "dynamic_gather C4");
}
TEST(DynamicGather, rejects_C10) { rejects(gathered(i32(2, 2), i32(2)), "dynamic_gather C10"); }
TEST(DynamicGather, rejects_C12) {
  rejects(gathered(f32(2, 2)), "dynamic_gather C12");
  rejects(gathered(i32(3, 2)), "dynamic_gather C12");
}
shlo::Module convolved(const TensorType& result, const TensorType& padding = i32(1, 2),
                       int64_t stride = 1) {
  Convolution c;
  c.strides = {stride};
  c.lhs_dilation = c.rhs_dilation = {1};
  c.reversal = {0};
  c.input_spatial = c.kernel_spatial = c.output_spatial = {2};
  c.element = ElementType::I32;
  return dynamic(shlo::DynamicConv{c}, {i32(1, 1, 3), i32(1, 1, 2), padding}, result);
}
TEST(DynamicConv, rejects_what_convolution_rejects) {
  accepts(convolved(i32(1, 1, 7)));
  rejects(convolved(i32(1, 1, 7), i32(1, 2), 0), "dynamic_conv C4: strides");
}
TEST(DynamicConv, rejects_C4) { rejects(convolved(i32(1, 1, 7), i32(2, 2)), "dynamic_conv C4"); }
TEST(DynamicConv, rejects_C25) {
  rejects(convolved(i32(1, 2, 7)), "dynamic_conv C25");
  rejects(convolved(f32(1, 1, 7)), "dynamic_conv C25");
}

}  // namespace
}  // namespace partir::module_parallel_typing_test
