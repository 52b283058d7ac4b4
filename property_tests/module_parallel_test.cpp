// Parallel runs of StableHLO modules: what every collective means under every way to form groups,
// against a model written element by element; channels and feeds; and that what cannot go on says
// who waits where.
#include <chrono>
#include <numeric>

#include "property_tests/module_build.h"

namespace partir::module_parallel_test {
namespace {

using build::as_i32;
using build::f32;
using build::FunctionBuilder;
using build::i1;
using build::i32;
using shlo::Channel;
using shlo::Collective;
using shlo::GroupStrategy;
using shlo::Grouping;
using shlo::IdGroups;
using shlo::ProcessGrid;
using shlo::ProcessId;
using testing::HasSubstr;

/// Reproducible numbers.
struct Random {
  uint64_t state;
  size_t below(size_t n) { return (state = mix64(state)) % n; }
};

const shlo::Type token = shlo::TokenType{};
TensorType ui32() { return {{}, ElementType::UI32}; }

ScalarBody sum() { return monoid_body(Monoid::Add, ElementType::I32); }
ScalarBody difference() {
  return binary_body(ScalarFn::Subtract, ElementType::I32, ElementType::I32);
}

/// Programs of a grid, and a @main that hands its arguments to them and returns their results.
struct ParallelModule {
  shlo::Module m;
  shlo::RunParallel e;

  ParallelModule& add(FunctionBuilder& b) {
    m.add(b.f);
    return *this;
  }
  /// Every process runs @f.
  ParallelModule& all(const std::string& f, const ProcessGrid& grid) {
    e.programs.assign(static_cast<size_t>(grid.replicas),
                      std::vector<std::string>(static_cast<size_t>(grid.partitions), f));
    return *this;
  }
  ParallelModule& programs(std::vector<std::vector<std::string>> names) {
    e.programs = std::move(names);
    return *this;
  }
  const shlo::Module& done() {
    FunctionBuilder main;
    main.line = 100;
    std::vector<ValueId> results;
    for (const auto& replica : e.programs)
      for (const std::string& name : replica) {
        const shlo::Function* f = m.find(name);
        for (const shlo::Type& t : f->param_types()) e.operands.push_back(main.param(t));
        for (const shlo::Type& t : f->result_types) results.push_back(main.value(t));
      }
    main.add(results, e);
    main.returns(results);
    m.add(main.f);
    return m;
  }
};

ModuleOutcome run(const shlo::Module& m, ModuleValues args, ModuleLimits limits = {}) {
  shlo::check(m);
  return ModuleInterpreter(m, limits)(*m.find("main"), std::move(args));
}

/// Expects that the run gets stuck at this process and place, and says all of `texts`.
void sticks(const shlo::Module& m, ModuleValues args, const std::string& device,
            const std::string& where, const std::vector<std::string>& texts) {
  try {
    run(m, std::move(args));
    FAIL() << "ran; expected " << texts[0];
  } catch (const Stuck& e) {
    EXPECT_EQ(e.device, device) << e.report();
    EXPECT_EQ(to_string(e.where()), where) << e.report();
    for (const std::string& text : texts) EXPECT_THAT(e.reason, HasSubstr(text));
  }
}

//===--------------------------------------------------------------------------------------------===
// Collectives against a model
//===--------------------------------------------------------------------------------------------===

/// A matrix of i32, plainly.
struct Matrix {
  int64_t rows, columns;
  std::vector<int32_t> at_;
  Matrix(int64_t r, int64_t c) : rows(r), columns(c), at_(static_cast<size_t>(r * c)) {}
  int32_t& at(int64_t i, int64_t j) { return at_[static_cast<size_t>(i * columns + j)]; }
  TensorType type() const { return i32(rows, columns); }
  friend bool operator==(const Matrix&, const Matrix&) = default;
};
ModuleValue value(const Matrix& m) {
  return ModuleValue{Tensor<Native>::make<int32_t>(m.type(), m.at_)};
}
ModuleValue value(const TensorType& type, std::vector<int32_t> x) {
  return ModuleValue{Tensor<Native>::make<int32_t>(type, x)};
}
Matrix matrix(const ModuleValue& v) {
  Matrix m(v.tensor()->shape()[0], v.tensor()->shape()[1]);
  m.at_ = v.tensor()->values<int32_t>();
  return m;
}
ModuleValue no_tensor() { return ModuleValue{ModuleValue::Token{}}; }

/// The processes that `p` meets, by what the strategies' names say.
std::vector<ProcessId> model_group(GroupStrategy s, const IdGroups& groups, const ProcessGrid& grid,
                                   const ProcessId& p) {
  for (const auto& group : groups)
    for (int64_t id : group) {
      const bool mine = s == GroupStrategy::FlattenedIds
                            ? id == p.replica * grid.partitions + p.partition
                            : id == (s == GroupStrategy::CrossPartition ? p.partition : p.replica);
      if (!mine) continue;
      std::vector<ProcessId> found;
      if (s == GroupStrategy::CrossReplicaAndPartition) {
        for (int64_t q = 0; q < grid.partitions; ++q)
          for (int64_t r : group)
            if (r >= 0) found.push_back({r, q});
        return found;
      }
      for (int64_t other : group) {
        if (other < 0) continue;
        if (s == GroupStrategy::CrossReplica) found.push_back({other, p.partition});
        else if (s == GroupStrategy::CrossPartition) found.push_back({p.replica, other});
        else found.push_back({other / grid.partitions, other % grid.partitions});
      }
      return found;
    }
  return {};
}

/// The inputs of all processes.
struct Inputs {
  ProcessGrid grid;
  std::vector<Matrix> x;
  Matrix& of(const ProcessId& p) { return x[static_cast<size_t>(grid.index(p))]; }
};

Matrix model(const Collective& c, Inputs& in, const ProcessId& p) {
  const Matrix& own = in.of(p);
  const int64_t a = own.rows, b = own.columns;
  if (std::holds_alternative<shlo::CollectivePermute>(c.op)) {
    const bool partitions = c.grouping.channel_id > 0;
    for (const auto& pair : c.grouping.groups) {
      if (pair[1] != (partitions ? p.partition : p.replica)) continue;
      return in.of(partitions ? ProcessId{p.replica, pair[0]} : ProcessId{pair[0], p.partition});
    }
    return Matrix(a, b);
  }
  const std::vector<ProcessId> group = model_group(strategy(c), c.grouping.groups, in.grid, p);
  const auto n = static_cast<int64_t>(group.size());
  const int64_t me = std::find(group.begin(), group.end(), p) - group.begin();
  const auto folded = [&] {
    Matrix m = in.of(group[0]);
    for (int64_t k = 1; k < n; ++k)
      for (int64_t i = 0; i < a; ++i)
        for (int64_t j = 0; j < b; ++j) m.at(i, j) -= in.of(group[k]).at(i, j);
    return m;
  };
  return std::visit(
      Overloaded{
          [&](const shlo::AllGather& op) {
            Matrix m(op.dim == 0 ? a * n : a, op.dim == 1 ? b * n : b);
            for (int64_t i = 0; i < m.rows; ++i)
              for (int64_t j = 0; j < m.columns; ++j)
                m.at(i, j) = in.of(group[op.dim == 0 ? i / a : j / b]).at(i % a, j % b);
            return m;
          },
          [&](const shlo::AllReduce&) { return folded(); },
          [&](const shlo::ReduceScatter& op) {
            Matrix all = folded(), m(op.dim == 0 ? a / n : a, op.dim == 1 ? b / n : b);
            for (int64_t i = 0; i < m.rows; ++i)
              for (int64_t j = 0; j < m.columns; ++j)
                m.at(i, j) = all.at(i + (op.dim == 0 ? me * m.rows : 0),
                                    j + (op.dim == 1 ? me * m.columns : 0));
            return m;
          },
          [&](const shlo::AllToAll& op) {
            const int64_t pa = op.split_dim == 0 ? a / n : a, pb = op.split_dim == 1 ? b / n : b;
            Matrix m(op.concat_dim == 0 ? pa * n : pa, op.concat_dim == 1 ? pb * n : pb);
            for (int64_t i = 0; i < m.rows; ++i)
              for (int64_t j = 0; j < m.columns; ++j) {
                const int64_t sender = op.concat_dim == 0 ? i / pa : j / pb;
                m.at(i, j) = in.of(group[sender]).at(i % pa + (op.split_dim == 0 ? me * pa : 0),
                                                     j % pb + (op.split_dim == 1 ? me * pb : 0));
              }
            return m;
          },
          [&](const shlo::CollectiveBroadcast&) { return n ? in.of(group[0]) : Matrix(a, b); },
          [&](const shlo::CollectivePermute&) { return Matrix(0, 0); }},
      c.op);
}

/// All ids below `n` in groups of `size`, or of any sizes if 0, filled up with -1; in any order.
IdGroups random_groups(Random& random, int64_t n, int64_t size) {
  std::vector<int64_t> ids(static_cast<size_t>(n));
  std::iota(ids.begin(), ids.end(), 0);
  for (size_t i = ids.size(); i > 1; --i) std::swap(ids[i - 1], ids[random.below(i)]);
  IdGroups groups;
  size_t widest = 0;
  for (size_t at = 0; at < ids.size();) {
    const size_t take = size ? static_cast<size_t>(size) : 1 + random.below(ids.size() - at);
    groups.emplace_back(ids.begin() + static_cast<int64_t>(at),
                        ids.begin() + static_cast<int64_t>(at + take));
    widest = std::max(widest, take);
    at += take;
  }
  for (auto& group : groups) group.resize(widest, -1);
  return groups;
}
int64_t random_divisor(Random& random, int64_t n) {
  for (;;)
    if (const auto d = static_cast<int64_t>(1 + random.below(static_cast<size_t>(n))); n % d == 0)
      return d;
}

/// A collective of the kind of `op` with random groups of a strategy, and the inputs that it fits.
void against_the_model(decltype(Collective::op) op, GroupStrategy strategy, Random& random) {
  const auto below = [&](size_t n) { return static_cast<int64_t>(random.below(n)); };
  const ProcessGrid grid{1 + below(4), 1 + below(4)};
  const int64_t ids = id_count(strategy, grid);
  Collective c{{}, {}, std::move(op)};
  c.grouping.channel_id = strategy == GroupStrategy::CrossReplica ? -below(2) : 1 + below(3);
  c.grouping.use_global_device_ids = strategy == GroupStrategy::FlattenedIds;
  const bool ragged = std::holds_alternative<shlo::AllReduce>(c.op) ||
                      std::holds_alternative<shlo::CollectiveBroadcast>(c.op);
  c.grouping.groups = random_groups(random, ids, ragged ? 0 : random_divisor(random, ids));
  if (std::holds_alternative<shlo::CollectiveBroadcast>(c.op) && random.below(2))
    c.grouping.groups.resize(1 + random.below(c.grouping.groups.size()));
  const int64_t n = static_cast<int64_t>(shlo::group_ids(c.grouping.groups[0]).size()) *
                    processes_per_id(strategy, grid);
  int64_t a = 1 + below(3), b = 1 + below(3);
  const int64_t dim = below(2), concat = below(2);
  if (auto* gather = std::get_if<shlo::AllGather>(&c.op)) gather->dim = dim;
  if (auto* scatter = std::get_if<shlo::ReduceScatter>(&c.op)) scatter->dim = dim;
  if (auto* exchange = std::get_if<shlo::AllToAll>(&c.op))
    *exchange = shlo::AllToAll{dim, concat, n};
  if (!ragged && !std::holds_alternative<shlo::AllGather>(c.op)) (dim == 0 ? a : b) *= n;
  if (std::holds_alternative<shlo::CollectivePermute>(c.op)) {
    const IdGroups sources = random_groups(random, ids, 1), targets = random_groups(random, ids, 1);
    c.grouping.groups.clear();
    for (int64_t i = below(static_cast<size_t>(ids) + 1); i-- > 0;)
      c.grouping.groups.push_back({sources[i][0], targets[i][0]});
  }
  Inputs in{grid, {}};
  for (int64_t p = 0; p < grid.size(); ++p) {
    in.x.emplace_back(a, b);
    for (int32_t& x : in.x.back().at_) x = static_cast<int32_t>(random.below(1000));
  }
  const Matrix first = model(c, in, {0, 0});

  FunctionBuilder f("f");
  c.operands = {f.param(i32(a, b))};
  f.returns({f.let(first.type(), c)});
  ParallelModule m;
  const shlo::Module& whole = m.add(f).all("f", grid).done();
  ModuleValues args;
  for (const Matrix& x : in.x) args.push_back(value(x));
  const ModuleOutcome found = run(whole, std::move(args));
  ASSERT_EQ(found.results.size(), in.x.size());
  for (int64_t p = 0; p < grid.size(); ++p)
    ASSERT_EQ(matrix(found.results[p]), model(c, in, grid.process(p)))
        << collective_name(c) << " on " << to_string(grid) << " by " << to_string(strategy);
}

constexpr GroupStrategy three[] = {GroupStrategy::CrossReplica,
                                   GroupStrategy::CrossReplicaAndPartition,
                                   GroupStrategy::FlattenedIds};
constexpr GroupStrategy two[] = {GroupStrategy::CrossReplica, GroupStrategy::CrossPartition};

template <size_t N>
void against_the_model(const decltype(Collective::op)& op, const GroupStrategy (&strategies)[N]) {
  Random random{20'261'121};
  for (GroupStrategy s : strategies)
    for (int i = 0; i < 100; ++i) {
      against_the_model(op, s, random);
      if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(AllGather, is_the_model) { against_the_model(shlo::AllGather{}, three); }
TEST(AllReduce, is_the_model) { against_the_model(shlo::AllReduce{difference()}, three); }
TEST(ReduceScatter, is_the_model) {
  against_the_model(shlo::ReduceScatter{0, difference()}, three);
}
TEST(AllToAll, is_the_model) { against_the_model(shlo::AllToAll{}, two); }
TEST(CollectiveBroadcast, is_the_model) { against_the_model(shlo::CollectiveBroadcast{}, two); }
TEST(CollectivePermute, is_the_model) { against_the_model(shlo::CollectivePermute{}, two); }

TEST(AllReduce, takes_a_monoid_as_any_body_and_any_number_of_operands) {
  FunctionBuilder f("f");
  const ValueId x = f.param(i32(2)), y = f.param(i32());
  const Collective c{{x, y}, {{{0, 1, 2}}, 0, false}, shlo::AllReduce{sum()}};
  const ValueId a = f.value(i32(2)), b = f.value(i32());
  f.add({a, b}, c);
  f.returns({a, b});
  ParallelModule m;
  const ModuleOutcome o =
      run(m.add(f).all("f", {3, 1}).done(),
          {value(i32(2), {1, 2}), value(i32(), {10}), value(i32(2), {3, 4}), value(i32(), {20}),
           value(i32(2), {5, 6}), value(i32(), {30})});
  for (size_t p = 0; p < 3; ++p) {
    EXPECT_EQ(o.results[2 * p].tensor()->values<int32_t>(), (std::vector<int32_t>{9, 12}));
    EXPECT_EQ(as_i32(o.results[2 * p + 1]), 60);
  }
}
TEST(AllReduce, promotes_its_operands_to_the_type_of_the_body) {
  FunctionBuilder f("f");
  const TensorType narrow{{}, ElementType::I8};
  const ValueId x = f.let(narrow, OpExpr{build::splat(narrow, 100), {}});
  f.returns({f.let(i32(), Collective{{x}, {{{0, 1}}, 0, false}, shlo::AllReduce{sum()}})});
  ParallelModule m;
  EXPECT_EQ(as_i32(run(m.add(f).all("f", {2, 1}).done(), {}).results[1]), 200);
}

TEST(CollectivePermute, pairs_meet_on_their_own) {
  // (0, 0) hands over to (1, 0) and goes on, though (1, 0) still waits for (2, 0), which waits for
  // what (0, 0) sends then.
  const Collective permute{{}, {{{0, 1}, {1, 2}}, 0, false}, shlo::CollectivePermute{}};
  FunctionBuilder f0("f0"), f1("f1"), f2("f2");
  const auto permuted = [&](FunctionBuilder& b, ValueId x) {
    Collective c = permute;
    c.operands = {x};
    return b.let(i32(), c);
  };
  const Channel c{{{}, 7, false}, Channel::DeviceToDevice, false};
  const ValueId a = permuted(f0, f0.constant(i32(), 10));
  f0.let(token, shlo::Send{{a, f0.let(token, shlo::AfterAll{})}, c});
  f0.returns({a});
  f1.returns({permuted(f1, f1.constant(i32(), 20))});
  const ValueId received = f2.value(i32());
  f2.add({received, f2.value(token)}, shlo::Recv{f2.let(token, shlo::AfterAll{}), c});
  f2.returns({permuted(f2, received)});
  ParallelModule m;
  const ModuleOutcome o =
      run(m.add(f0).add(f1).add(f2).programs({{"f0"}, {"f1"}, {"f2"}}).done(), {});
  for (size_t p = 0; p < 3; ++p) EXPECT_EQ(as_i32(o.results[p]), static_cast<int>(10 * p));
}

/// Two processes broadcast two operands, of roots that are operands too.
shlo::Module dynamic_roots() {
  FunctionBuilder f("f");
  const ValueId x = f.param(i32()), y = f.param(i32()), root = f.param(i32(2));
  const ValueId a = f.value(i32()), b = f.value(i32());
  f.add({a, b}, Collective{{x, y, root}, {{{1, 0}}, 0, false}, shlo::CollectiveBroadcast{true}});
  f.returns({a, b});
  ParallelModule m;
  return m.add(f).all("f", {2, 1}).done();
}
TEST(CollectiveBroadcast, has_dynamic_roots) {
  const auto args = [](std::vector<int32_t> r0, std::vector<int32_t> r1) {
    return ModuleValues{value(i32(), {1}), value(i32(), {2}), value(i32(2), std::move(r0)),
                        value(i32(), {3}), value(i32(), {4}), value(i32(2), std::move(r1))};
  };
  const ModuleOutcome o = run(dynamic_roots(), args({0, 1}, {0, 1}));
  for (size_t p = 0; p < 2; ++p) {
    EXPECT_EQ(as_i32(o.results[2 * p]), 3);
    EXPECT_EQ(as_i32(o.results[2 * p + 1]), 2);
  }
  sticks(dynamic_roots(), args({0, 1}, {0, 0}), "(1, 0)", "t.mlir:1:1", {"different roots"});
  sticks(dynamic_roots(), args({0, 2}, {0, 2}), "(1, 0)", "t.mlir:1:1", {"root 2 of a group of 2"});
}

//===--------------------------------------------------------------------------------------------===
// Grids and programs
//===--------------------------------------------------------------------------------------------===

TEST(RunParallel, processes_know_who_they_are) {
  FunctionBuilder f("f");
  f.returns({f.let(ui32(), shlo::ReplicaId{}), f.let(ui32(), shlo::PartitionId{})});
  ParallelModule m;
  const ModuleOutcome o = run(m.add(f).all("f", {2, 3}).done(), {});
  ASSERT_EQ(o.results.size(), 12u);
  for (uint32_t p = 0; p < 6; ++p) {
    EXPECT_EQ(o.results[2 * p].tensor()->at<uint32_t>({}), p / 3);
    EXPECT_EQ(o.results[2 * p + 1].tensor()->at<uint32_t>({}), p % 3);
  }
}

TEST(RunParallel, without_one_there_is_one_process) {
  FunctionBuilder b;
  const ValueId x = b.constant(i32(), 7);
  const ValueId y =
      b.let(i32(), Collective{{x}, {{{0}}, 0, false}, shlo::AllReduce{difference()}});
  const ValueId z = b.let(i32(), Collective{{y}, {{{0, 0}}, 1, false}, shlo::CollectivePermute{}});
  const ValueId none = b.let(i32(), Collective{{y}, {{}, 1, false}, shlo::CollectivePermute{}});
  b.returns({z, none, b.let(ui32(), shlo::ReplicaId{})});
  const ModuleOutcome o = build::run(b.module());
  EXPECT_EQ(as_i32(o.results[0]), 7);
  EXPECT_EQ(as_i32(o.results[1]), 0);
  EXPECT_EQ(o.results[2].tensor()->at<uint32_t>({}), 0u);

  FunctionBuilder wide;
  const ValueId w = wide.constant(i32(), 7);
  wide.returns({wide.let(i32(), Collective{{w}, {{{0, 1}}, 0, false}, shlo::AllReduce{sum()}})});
  sticks(wide.module(), {}, "", "t.mlir:2:1",
         {"all_reduce C2: size(replica_groups) = num_replicas", "[[0, 1]] on 1 x 1 processes"});
}

TEST(RunParallel, different_programs_share_out_operands_and_results) {
  FunctionBuilder f("f"), g("g");
  const ValueId a = f.param(i32()), b = f.param(i32());
  const Grouping both{{{1, 0}}, 0, false};
  const ValueId d = f.let(i32(), Collective{{b}, both, shlo::AllReduce{difference()}});
  f.returns({a, d});
  const ValueId c = g.param(i32());
  g.returns({g.let(i32(), Collective{{c}, both, shlo::AllReduce{difference()}})});
  ParallelModule m;
  const ModuleOutcome o = run(m.add(f).add(g).programs({{"f"}, {"g"}}).done(),
                              {value(i32(), {1}), value(i32(), {2}), value(i32(), {10})});
  ASSERT_EQ(o.results.size(), 3u);
  EXPECT_EQ(as_i32(o.results[0]), 1);
  EXPECT_EQ(as_i32(o.results[1]), 8);
  EXPECT_EQ(as_i32(o.results[2]), 8);
}

/// @f sums over both replicas in a function that it calls from a loop with as many turns as the
/// operand says.
shlo::Module loops() {
  FunctionBuilder step("step"), f("f");
  const ValueId s = step.param(i32());
  step.returns({step.let(i32(), Collective{{s}, {{{0, 1}}, 0, false}, shlo::AllReduce{sum()}})});
  f.line = 10;
  const ValueId turns = f.param(i32()), start = f.param(i32());
  const ValueId zero = f.constant(i32(), 0), one = f.constant(i32(), 1);
  shlo::While w;
  w.operands = {zero, start};
  w.cond.params = {f.value(i32()), f.value(i32())};
  w.cond.body = f.block([&] { return std::vector{f.less(w.cond.params[0], turns)}; });
  w.body.params = {f.value(i32()), f.value(i32())};
  w.body.body = f.block([&] {
    return std::vector{f.add_op(w.body.params[0], one),
                       f.let(i32(), shlo::Call{"step", {w.body.params[1]}})};
  });
  const ValueId i = f.value(i32()), x = f.value(i32());
  f.add({i, x}, w);
  f.returns({x});
  ParallelModule m;
  return m.add(step).add(f).all("f", {2, 1}).done();
}
TEST(RunParallel, processes_stop_within_calls_and_loops) {
  const ModuleOutcome o = run(loops(), {value(i32(), {5}), value(i32(), {1}), value(i32(), {5}),
                                        value(i32(), {2})});
  EXPECT_EQ(as_i32(o.results[0]), 48);
  EXPECT_EQ(as_i32(o.results[1]), 48);
}
TEST(RunParallel, iterations_of_all_processes_are_bounded) {
  const auto args = [] {
    return ModuleValues{value(i32(), {5}), value(i32(), {1}), value(i32(), {5}),
                        value(i32(), {2})};
  };
  EXPECT_NO_THROW(run(loops(), args(), {.iterations = 10}));
  EXPECT_THROW(run(loops(), args(), {.iterations = 9}), Unsupported);
}

TEST(RunParallel, runs_within_runs) {
  FunctionBuilder inner("inner"), outer("outer");
  inner.returns({inner.let(ui32(), shlo::ReplicaId{})});
  const ValueId a = outer.value(ui32()), b = outer.value(ui32());
  outer.add({a, b}, shlo::RunParallel{{}, {{"inner"}, {"inner"}}, {}});
  const TensorType pair{{2}, ElementType::UI32};
  const auto row = [&](ValueId x) {
    return outer.let(TensorType{{1}, ElementType::UI32}, OpExpr{Reshape{{1}}, {x}});
  };
  const ValueId own = outer.let(ui32(), shlo::PartitionId{});
  const ValueId sum_ = outer.let(ui32(), OpExpr{Add{}, {own, b}});
  outer.returns({row(sum_)});
  ParallelModule m;
  const ModuleOutcome o = run(m.add(inner).add(outer).all("outer", {1, 2}).done(), {});
  EXPECT_EQ(o.results[0].tensor()->at<uint32_t>({0}), 1u);
  EXPECT_EQ(o.results[1].tensor()->at<uint32_t>({0}), 2u);
}
TEST(RunParallel, recursion_is_bounded) {
  FunctionBuilder b;
  b.add({}, shlo::RunParallel{{}, {{"main"}}, {}});
  EXPECT_THROW(build::run(b.module()), Unsupported);
  FunctionBuilder calls("f");
  calls.add({}, shlo::Call{"f", {}});
  ParallelModule m;
  EXPECT_THROW(run(m.add(calls).all("f", {2, 1}).done(), {}), Unsupported);
}
TEST(RunParallel, what_fails_names_its_process) {
  FunctionBuilder f("f");
  const ValueId x = f.param(i32());
  f.expect_i32(x, 1);
  const ModuleValues args{value(i32(), {1}), value(i32(), {2})};
  ParallelModule m;
  const ModuleOutcome o = run(m.add(f).all("f", {1, 2}).done(), args);
  EXPECT_EQ(o.checks, 2);
  ASSERT_EQ(o.failed, 1);
  EXPECT_EQ(to_string(o.failures[0]),
            "check.expect_eq_const in process (0, 1) at []: found 2, expected 1");
}

TEST(RunParallel, a_grid_of_4096_is_fast) {
  FunctionBuilder f("f");
  const ValueId x = f.param(i32(64, 4));
  IdGroups all(1), ring;
  for (int64_t i = 0; i < 64; ++i) all[0].push_back(i);
  for (int64_t i = 0; i < 64; ++i) ring.push_back({i, (i + 1) % 64});
  ValueId y = x;
  for (int i = 0; i < 4; ++i) {
    y = f.let(i32(64, 4), Collective{{y}, {all, 0, false}, shlo::AllReduce{sum()}});
    y = f.let(i32(64, 4), Collective{{y}, {ring, 1, false}, shlo::CollectivePermute{}});
    y = f.let(i32(1, 4), Collective{{y}, {all, 0, false}, shlo::ReduceScatter{0, sum()}});
    y = f.let(i32(64, 4), Collective{{y}, {all, 0, false}, shlo::AllGather{0}});
  }
  f.returns({y});
  ParallelModule m;
  const shlo::Module& whole = m.add(f).all("f", {64, 64}).done();
  ModuleValues args(4096, value(i32(64, 4), std::vector<int32_t>(256, 1)));
  const auto begin = std::chrono::steady_clock::now();
  const ModuleOutcome o = run(whole, std::move(args));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  // 4 times 64 replicas and 64 once more.
  EXPECT_EQ(o.results.back().tensor()->at<int32_t>({63, 3}), 0);  // 2^48 in 32 bits
  EXPECT_LT(took.count(), 20.0);
  std::cout << took.count() << " s\n";
}

//===--------------------------------------------------------------------------------------------===
// Who cannot go on
//===--------------------------------------------------------------------------------------------===

/// @f and @g each run one collective on their operand of one type.
shlo::Module pair_of(const Collective& left, const Collective& right, TensorType x = i32(2),
                     TensorType y = i32(2)) {
  FunctionBuilder f("f"), g("g");
  g.line = 10;
  const auto fill = [](FunctionBuilder& b, Collective c, const TensorType& type) {
    c.operands = {b.param(type)};
    b.returns({b.let(type, c)});
  };
  fill(f, left, x);
  fill(g, right, y);
  ParallelModule m;
  return m.add(f).add(g).programs({{"f"}, {"g"}}).done();
}
ModuleValues twos() { return {value(i32(2), {1, 2}), value(i32(2), {3, 4})}; }
Collective reduce(Grouping groups = {{{0, 1}}, 0, false}) {
  return {{}, std::move(groups), shlo::AllReduce{sum()}};
}
Collective broadcast(Grouping groups = {{{0, 1}}, 0, false}) {
  return {{}, std::move(groups), shlo::CollectiveBroadcast{}};
}

TEST(Deadlock, a_partner_that_ends) {
  FunctionBuilder f("f"), g("g");
  const ValueId x = f.param(i32());
  f.add_op(x, x);
  f.returns({f.let(i32(), Collective{{x}, {{{0, 1}}, 0, false}, shlo::AllReduce{sum()}})});
  g.returns({});
  ParallelModule m;
  sticks(m.add(f).add(g).programs({{"f"}, {"g"}}).done(), {value(i32(), {1})}, "(0, 0)",
         "t.mlir:2:1",
         {"deadlock: (0, 0) at t.mlir:2:1, all_reduce, waits for (1, 0) (ended) in the group "
          "[(0, 0), (1, 0)]"});
}
TEST(Deadlock, loops_of_different_lengths) {
  sticks(loops(), {value(i32(), {5}), value(i32(), {1}), value(i32(), {6}), value(i32(), {2})},
         "(1, 0)", "t.mlir:1:1", {"(1, 0) at t.mlir:1:1, all_reduce, waits for (0, 0) (ended)"});
}
TEST(Deadlock, groups_of_another_order) {
  sticks(pair_of(reduce(), reduce({{{1, 0}}, 0, false})), twos(), "(0, 0)", "t.mlir:1:1",
         {"(0, 0) at t.mlir:1:1, all_reduce, waits for (1, 0) in the group [(0, 0), (1, 0)]",
          "(1, 0) at t.mlir:10:1, all_reduce, waits for (0, 0) in the group [(1, 0), (0, 0)]"});
}
TEST(Deadlock, a_ring_of_processes_that_wait) {
  // Each of three waits for the next one in a group of two.
  ParallelModule m;
  ModuleValues args;
  for (int k = 0; k < 3; ++k) {
    FunctionBuilder f("f" + std::to_string(k));
    f.line = static_cast<unsigned>(10 * k + 1);
    const ValueId x = f.param(i32());
    const int64_t id = k;
    f.returns({f.let(i32(), Collective{{x}, {{{id, (id + 1) % 3}}, 0, false},
                                       shlo::CollectiveBroadcast{}})});
    m.add(f);
    args.push_back(value(i32(), {k}));
  }
  sticks(m.programs({{"f0"}, {"f1"}, {"f2"}}).done(), args, "(0, 0)", "t.mlir:1:1",
         {"(0, 0) at t.mlir:1:1, collective_broadcast, waits for (1, 0)",
          "(1, 0) at t.mlir:11:1, collective_broadcast, waits for (2, 0)",
          "(2, 0) at t.mlir:21:1, collective_broadcast, waits for (0, 0)"});
}
TEST(Deadlock, many_are_counted) {
  FunctionBuilder f("f"), g("g");
  const ValueId x = f.param(i32());
  IdGroups all(1);
  for (int64_t i = 0; i < 20; ++i) all[0].push_back(i);
  f.returns({f.let(i32(), Collective{{x}, {all, 0, false}, shlo::AllReduce{sum()}})});
  ParallelModule m;
  m.add(f).add(g).all("f", {20, 1});
  m.e.programs[0][0] = "g";
  ModuleValues args(19, value(i32(), {1}));
  sticks(m.done(), std::move(args), "(1, 0)", "t.mlir:1:1",
         {"in the group [(0, 0), (1, 0), (2, 0), (3, 0) and 16 more]", "; and 11 more wait"});
}

TEST(Disagreement, on_the_op) {
  sticks(pair_of(reduce(), broadcast()), twos(), "(0, 0)", "t.mlir:1:1",
         {"disagree on the op: all_reduce in (0, 0) at t.mlir:1:1, collective_broadcast in "
          "(1, 0) at t.mlir:10:1"});
}
TEST(Disagreement, on_the_channel) {
  sticks(pair_of(reduce(), reduce({{{0, 1}}, -1, false})), twos(), "(0, 0)", "t.mlir:1:1",
         {"disagree on channel_id: 0 in (0, 0)", "-1 in (1, 0)"});
}
TEST(Disagreement, on_the_strategy) {
  // On one partition the groups are the same processes all the same.
  sticks(pair_of(reduce({{{0, 1}}, 1, true}), reduce({{{0, 1}}, 1, false})), twos(), "(0, 0)",
         "t.mlir:1:1", {"flattened_ids in (0, 0)", "cross_replica_and_partition in (1, 0)"});
}
TEST(Disagreement, on_operands) {
  sticks(pair_of(reduce(), reduce(), i32(2), i32(3)),
         {value(i32(2), {1, 2}), value(i32(3), {3, 4, 5})}, "(0, 0)", "t.mlir:1:1",
         {"disagree on operands: (tensor<2xi32>) in (0, 0)", "(tensor<3xi32>) in (1, 0)"});
}
TEST(Disagreement, on_attributes) {
  Collective other = reduce();
  other.op = shlo::AllReduce{difference()};
  sticks(pair_of(reduce(), other), twos(), "(0, 0)", "t.mlir:1:1", {"disagree on attributes"});
}

TEST(Unchecked, is_stuck) {
  const auto stuck = [](const shlo::Expr& e, std::vector<ValueId> results) {
    FunctionBuilder b;
    b.constant(i32(), 1);
    b.value(i32());
    b.add(std::move(results), e);
    const shlo::Module m = b.module();
    ModuleInterpreter interpreter(m);
    EXPECT_THROW(interpreter(*m.find("main"), {}), Stuck) << shlo::form_name(e);
  };
  const Grouping one{{{0}}, 0, false};
  stuck(Collective{{9}, one, shlo::AllReduce{sum()}}, {1});
  stuck(Collective{{0}, one, shlo::AllReduce{sum()}}, {9});
  stuck(Collective{{0}, one, shlo::AllReduce{sum()}}, {});
  stuck(Collective{{}, one, shlo::AllReduce{sum()}}, {});
  stuck(Collective{{0}, one, shlo::AllReduce{}}, {1});
  stuck(Collective{{0}, one, shlo::AllGather{0}}, {1});
  stuck(Collective{{0}, one, shlo::ReduceScatter{0, sum()}}, {1});
  stuck(Collective{{0}, one, shlo::AllToAll{0, 0, 1}}, {1});
  stuck(Collective{{0}, {{{0, 1}}, 0, false}, shlo::CollectiveBroadcast{}}, {1});
  stuck(Collective{{0}, {{{0}}, 0, false}, shlo::CollectivePermute{}}, {1});
  stuck(shlo::Send{{9}, {{}, 1, false}}, {1});
  stuck(shlo::Recv{9, {{}, 1, false}}, {1});
  stuck(shlo::Infeed{9}, {1});
  stuck(shlo::Outfeed{{9}}, {1});
  stuck(shlo::RunParallel{{}, {{"none"}}, {}}, {});
  stuck(shlo::RunParallel{{0}, {{"main"}}, {}}, {});
  stuck(shlo::RunParallel{{}, {}, {}}, {1});
  stuck(shlo::Dynamic{{0}, shlo::GetDimensionSize{0}}, {1});
  stuck(shlo::Dynamic{{0}, shlo::DynamicReshape{}}, {1});
  stuck(shlo::Dynamic{{0}, shlo::DynamicIota{0}}, {9});
}

//===--------------------------------------------------------------------------------------------===
// Channels and feeds
//===--------------------------------------------------------------------------------------------===

/// @send sends its operand on one channel, @recv receives on another.
ParallelModule channel(const Channel& out, const Channel& in, const TensorType& received = i32()) {
  FunctionBuilder s("send"), r("recv");
  r.line = 10;
  const ValueId x = s.param(i32()), t = s.param(token);
  s.returns({s.let(token, shlo::Send{{x, t}, out})});
  const ValueId u = r.param(token);
  const ValueId y = r.value(received), after = r.value(token);
  r.add({y, after}, shlo::Recv{u, in});
  r.returns({y, after});
  ParallelModule m;
  m.add(s).add(r);
  return m;
}
Channel device(int64_t id, IdGroups pairs = {}) {
  return {{std::move(pairs), id, false}, Channel::DeviceToDevice, false};
}
Channel host(int64_t id, bool sends) {
  return {{{}, id, false}, sends ? Channel::DeviceToHost : Channel::HostToDevice, true};
}
ModuleValues sent(int32_t x) { return {value(i32(), {x}), no_tensor(), no_tensor()}; }

TEST(Channels, bring_what_is_sent) {
  for (bool by_host : {false, true})
    for (bool receiver_first : {false, true}) {
      ParallelModule m = by_host ? channel(host(3, true), host(3, false))
                                 : channel(device(3), device(3));
      if (receiver_first) m.programs({{"recv", "send"}});
      else m.programs({{"send", "recv"}});
      ModuleValues args = sent(42);
      if (receiver_first) std::rotate(args.begin(), args.begin() + 2, args.end());
      const ModuleOutcome o = run(m.done(), std::move(args));
      EXPECT_EQ(as_i32(o.results[receiver_first ? 0 : 1]), 42);
    }
}
TEST(Channels, keep_what_is_sent_in_order) {
  FunctionBuilder s("send"), r("recv");
  const ValueId t = s.param(token), u = r.param(token);
  for (int k = 1; k <= 3; ++k)
    s.let(token, shlo::Send{{s.constant(i32(), k), t}, device(1)});
  std::vector<ValueId> results;
  for (int k = 1; k <= 3; ++k) {
    results.push_back(r.value(i32()));
    r.add({results.back(), r.value(token)}, shlo::Recv{u, device(1)});
  }
  r.returns(results);
  ParallelModule m;
  const ModuleOutcome o =
      run(m.add(s).add(r).programs({{"recv", "send"}}).done(), {no_tensor(), no_tensor()});
  for (int k = 0; k < 3; ++k) EXPECT_EQ(as_i32(o.results[k]), k + 1);
}
TEST(Channels, pairs_say_who_sends_to_whom) {
  for (int64_t id : {0, 1}) {
    FunctionBuilder f("f");
    const ValueId x = f.param(i32()), t = f.param(token);
    const Channel c = device(id, {{0, 2}, {2, 1}});
    const ValueId s = f.let(token, shlo::Send{{x, t}, c});
    const ValueId y = f.value(i32()), u = f.value(token);
    f.add({y, u}, shlo::Recv{s, c});
    f.returns({y});
    const ProcessGrid grid = id ? ProcessGrid{2, 3} : ProcessGrid{3, 2};
    ModuleValues args;
    for (int32_t p = 0; p < 6; ++p) {
      args.push_back(value(i32(), {p + 1}));
      args.push_back(no_tensor());
    }
    ParallelModule m;
    const ModuleOutcome o = run(m.add(f).all("f", grid).done(), std::move(args));
    for (int64_t p = 0; p < 6; ++p) {
      const ProcessId at = grid.process(p);
      const int64_t target = id ? at.partition : at.replica;
      ProcessId from = at;
      (id ? from.partition : from.replica) = target == 2 ? 0 : 2;
      EXPECT_EQ(as_i32(o.results[p]), target == 0 ? 0 : grid.index(from) + 1);
    }
  }
}
TEST(Channels, a_recv_without_a_send) {
  ParallelModule m = channel(device(3), device(4));
  sticks(m.programs({{"send"}, {"recv"}}).done(), sent(1), "(1, 0)", "t.mlir:10:1",
         {"(1, 0) at t.mlir:10:1, recv, waits for a send on channel 4"});
  ParallelModule paired = channel(device(0), device(0, {{0, 1}}));
  sticks(paired.programs({{"send"}, {"recv"}}).done(), sent(1), "(1, 0)", "t.mlir:10:1",
         {"recv, waits for a send by (0, 0) on channel 0"});
}
TEST(Channels, what_is_sent_must_be_what_is_received) {
  ParallelModule m = channel(device(3), device(3), f32());
  sticks(m.programs({{"send"}, {"recv"}}).done(), sent(1), "(1, 0)", "t.mlir:10:1",
         {"recv of (tensor<f32>); what (0, 0) sends at t.mlir:1:1 is (tensor<i32>)"});
  ParallelModule h = channel(host(3, true), device(3));
  sticks(h.programs({{"send"}, {"recv"}}).done(), sent(1), "(1, 0)", "t.mlir:10:1",
         {"recv of a device; what (0, 0) sends at t.mlir:1:1 is for the host"});
}
TEST(Channels, without_pairs_have_one_sender_and_one_receiver) {
  ParallelModule m = channel(device(3), device(3));
  ModuleValues args{value(i32(), {1}), no_tensor(), value(i32(), {2}), no_tensor(), no_tensor()};
  sticks(m.programs({{"send"}, {"send"}, {"recv"}}).done(), args, "(1, 0)", "t.mlir:1:1",
         {"one sender; channel 3 has (0, 0) and (1, 0)"});
  ParallelModule r = channel(device(3), device(3));
  sticks(r.programs({{"recv"}, {"recv"}}).done(), {no_tensor(), no_tensor()}, "(1, 0)",
         "t.mlir:10:1", {"one receiver; channel 3 has (0, 0) and (1, 0)"});
}

/// @f reads the infeed `reads` times; the queue has functions that give 5, and 6 with a token.
ParallelModule fed(int reads) {
  FunctionBuilder five("five"), six("six"), f("f");
  five.returns({five.constant(i32(), 5)});
  six.returns({six.constant(i32(), 6), six.let(token, shlo::AfterAll{})});
  const ValueId t = f.param(token);
  std::vector<ValueId> results;
  for (int i = 0; i < reads; ++i) {
    results.push_back(f.value(i32()));
    f.add({results.back(), f.value(token)}, shlo::Infeed{t});
  }
  f.let(token, shlo::Outfeed{{results[0], t}});
  f.returns(results);
  ParallelModule m;
  m.add(five).add(six).add(f);
  m.e.infeed = {"five", "six"};
  return m;
}
TEST(Infeed, gives_what_its_functions_return) {
  const ModuleOutcome o = run(fed(2).programs({{"f"}}).done(), {no_tensor()});
  EXPECT_EQ(as_i32(o.results[0]), 5);
  EXPECT_EQ(as_i32(o.results[1]), 6);
  const ModuleOutcome both =
      run(fed(1).programs({{"f", "f"}}).done(), {no_tensor(), no_tensor()});
  EXPECT_EQ(as_i32(both.results[0]), 5);
  EXPECT_EQ(as_i32(both.results[1]), 6);
}
TEST(Infeed, sticks_where_nothing_is_left) {
  sticks(fed(3).programs({{"f"}}).done(), {no_tensor()}, "", "t.mlir:3:1", {"the infeed is empty"});
}
TEST(Infeed, sticks_where_it_gives_another_type) {
  ParallelModule m = fed(1);
  FunctionBuilder other("other");
  other.returns({other.constant(f32(), 5)});
  m.add(other).programs({{"f"}});
  m.e.infeed = {"other"};
  sticks(m.done(), {no_tensor()}, "", "t.mlir:1:1", {"another type than tensor<i32>"});
}

//===--------------------------------------------------------------------------------------------===
// Ops whose attributes are operands
//===--------------------------------------------------------------------------------------------===

shlo::Module dynamic(decltype(shlo::Dynamic::op) op, const Types& operands,
                     const TensorType& result) {
  FunctionBuilder b;
  shlo::Dynamic d{{}, std::move(op)};
  for (const TensorType& t : operands) d.operands.push_back(b.param(t));
  b.returns({b.let(result, d)});
  return b.module();
}
/// A convolution over one dimension with one feature.
Convolution sums_of_two() {
  Convolution c;
  c.strides = c.lhs_dilation = c.rhs_dilation = {1};
  c.reversal = {0};
  c.input_spatial = c.kernel_spatial = c.output_spatial = {2};
  c.element = ElementType::I32;
  return c;
}
std::vector<int32_t> result_of(const shlo::Module& m, ModuleValues args) {
  return run(m, std::move(args)).results[0].tensor()->values<int32_t>();
}

TEST(Dynamic, is_the_static_op) {
  using Values = std::vector<int32_t>;
  EXPECT_EQ(result_of(dynamic(shlo::GetDimensionSize{1}, {i32(2, 3)}, i32()),
                      {value(i32(2, 3), Values(6, 0))}),
            (Values{3}));
  EXPECT_EQ(result_of(dynamic(shlo::DynamicIota{1}, {i32(2)}, i32(2, 3)),
                      {value(i32(2), {2, 3})}),
            (Values{0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(result_of(dynamic(shlo::DynamicReshape{}, {i32(2), i32(2)}, i32(1, 2)),
                      {value(i32(2), {7, 8}), value(i32(2), {1, 2})}),
            (Values{7, 8}));
  EXPECT_EQ(result_of(dynamic(shlo::DynamicBroadcastInDim{{1}, {0}, {}}, {i32(1), i32(2)},
                              i32(2, 2)),
                      {value(i32(1), {7}), value(i32(2), {2, 2})}),
            (Values{7, 7, 7, 7}));
}
TEST(Dynamic, pads_slices_gathers_and_convolves) {
  using Values = std::vector<int32_t>;
  EXPECT_EQ(result_of(dynamic(shlo::DynamicPad{}, {i32(2), i32(), i32(1), i32(1), i32(1)}, i32(4)),
                      {value(i32(2), {7, 8}), value(i32(), {-1}), value(i32(1), {1}),
                       value(i32(1), {0}), value(i32(1), {1})}),
            (Values{-1, 7, -1, 8}));
  EXPECT_EQ(result_of(dynamic(shlo::RealDynamicSlice{}, {i32(5), i32(1), i32(1), i32(1)}, i32(2)),
                      {value(i32(5), {0, 1, 2, 3, 4}), value(i32(1), {1}), value(i32(1), {4}),
                       value(i32(1), {2})}),
            (Values{1, 3}));
  // rows of two elements from where the indices say
  Gather rows;
  rows.offset_dims = {1};
  rows.start_index_map = {0};
  rows.index_vector_dim = 1;
  EXPECT_EQ(result_of(dynamic(shlo::DynamicGather{rows}, {i32(5), i32(2, 1), i32(1)}, i32(2, 2)),
                      {value(i32(5), {0, 1, 2, 3, 4}), value(i32(2, 1), {3, 0}),
                       value(i32(1), {2})}),
            (Values{3, 4, 0, 1}));
  EXPECT_EQ(result_of(dynamic(shlo::DynamicConv{sums_of_two()}, {i32(1, 1, 3), i32(1, 1, 2),
                                                                i32(1, 2)}, i32(1, 1, 4)),
                      {value(i32(1, 1, 3), {1, 2, 3}), value(i32(1, 1, 2), {1, 1}),
                       value(i32(1, 2), {2, 0})}),
            (Values{0, 1, 3, 5}));
}
TEST(Dynamic, sticks_where_sizes_are_none) {
  sticks(dynamic(shlo::DynamicPad{}, {i32(2), i32(), i32(1), i32(1), i32(1)}, i32(4)),
         {value(i32(2), {7, 8}), value(i32(), {-1}), value(i32(1), {1}), value(i32(1), {1}),
          value(i32(1), {-1})}, "", "t.mlir:1:1", {"C4"});
  const TensorType wide{{1}, ElementType::I64};
  ModuleValue huge{Tensor<Native>::make<int64_t>(wide, {int64_t{1} << 62})};
  sticks(dynamic(shlo::DynamicIota{0}, {wide}, i32(2)), {huge}, "", "t.mlir:1:1",
         {"4611686018427387904 as a size"});
}
TEST(Dynamic, sticks_where_operands_lead_elsewhere) {
  sticks(dynamic(shlo::DynamicIota{1}, {i32(2)}, i32(2, 3)), {value(i32(2), {3, 2})}, "",
         "t.mlir:1:1",
         {"dynamic_iota: the operands say (tensor<3x2xi32>), the result is a tensor<2x3xi32>"});
  sticks(dynamic(shlo::DynamicReshape{}, {i32(2), i32(1)}, i32(2)),
         {value(i32(2), {7, 8}), value(i32(1), {3})}, "", "t.mlir:1:1", {"[E-Op]"});
  sticks(dynamic(shlo::DynamicReshape{}, {i32(2), i32(1)}, i32(2)),
         {value(i32(2), {7, 8}), value(i32(1), {-2})}, "", "t.mlir:1:1", {"[E-Op]"});
}

}  // namespace
}  // namespace partir::module_parallel_test
