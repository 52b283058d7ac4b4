// The simulator: formulas against figures worked out by hand, and laws on generated programs.
#include "partition/simulate.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <chrono>
#include <iostream>

#include "lowering/lower.h"
#include "partition/fuse.h"
#include "partition/materialise.h"
#include "property_tests/build.h"
#include "property_tests/generate/hlo_program.h"
#include "property_tests/training_step.h"

namespace partir::simulate_test {
namespace {

using build::dist;
using build::f32;
using build::matmul;

/// 100 flop/s, 500 B/s; M: 5 B/s, 1 s per hop; all others: 20 B/s, 0.5 s per hop.
DeviceSpec toy(bool overlap = false) {
  DeviceSpec d;
  d.name = "toy";
  d.peak(ElementType::F32) = 100;
  d.memory_bytes_per_s = 500;
  d.memory_bytes = 192;
  d.link = {Topology::Ring, 20, 0.5};
  d.axes["M"] = {Topology::Ring, 5, 1};
  d.overlap = overlap;
  return d;
}
Mesh mesh_bm() { return Mesh({{"B", 4}, {"M", 2}}); }

/// Megatron's chain of two matmuls on 8 devices, and an op that needs no communication.
hlo::Program chain() {
  build::Hlo b(mesh_bm());
  const DistType rows = dist(f32(8, 4), {{"B"}, {}});
  const ValueId x = b.param(rows), w1 = b.param(dist(f32(4, 4), {{}, {"M"}})),
                w2 = b.param(dist(f32(4, 4), {{"M"}, {}}));
  const ValueId h = b.op(matmul(), {x, w1}), y = b.op(matmul(), {h, w2});
  const ValueId z = b.all_reduce(Monoid::Add, {"M"}, y);
  const ValueId v = b.op(Negate{}, {x}), t = b.op(Tanh{}, {z});
  return b.returns({v, t}, {rows, rows});
}
core::Program unpartitioned_chain() {
  build::Core b(mesh_bm());
  const ValueId x = b.param(f32(8, 4)), w1 = b.param(f32(4, 4)), w2 = b.param(f32(4, 4));
  const ValueId y = b.op(matmul(), {b.op(matmul(), {x, w1}), w2});
  return b.returns({b.op(Negate{}, {x}), b.op(Tanh{}, {y})});
}

TEST(simulate, is_what_was_worked_out_by_hand) {
  // per device x: 2x4, w1: 4x2, w2: 2x4, h: 2x2, all others 2x4
  std::vector<SimulatedOp> ops;
  const SimulatedTime t = simulate(chain(), toy(), ideal_seconds(unpartitioned_chain(), toy()), &ops);
  ASSERT_EQ(ops.size(), 5u);
  for (int i : {0, 1}) {  // 2·2·2·4 flops; (8 + 8 + 4)·4 bytes
    EXPECT_DOUBLE_EQ(ops[i].flops, 32);
    EXPECT_DOUBLE_EQ(ops[i].bytes, 80);
    EXPECT_DOUBLE_EQ(ops[i].compute_s, 0.32);
    EXPECT_DOUBLE_EQ(ops[i].memory_s, 0.16);
    EXPECT_FALSE(ops[i].memory_bound());
  }
  EXPECT_DOUBLE_EQ(ops[2].communication_s, 2 * (1 + 16.0 / 5));  // two passes of one half, 16 bytes
  EXPECT_EQ(ops[2].flops + ops[2].bytes, 0);
  for (int i : {3, 4}) {  // 8 flops, 64 bytes
    EXPECT_DOUBLE_EQ(ops[i].compute_s, 0.08);
    EXPECT_DOUBLE_EQ(ops[i].memory_s, 0.128);
    EXPECT_TRUE(ops[i].memory_bound());
  }
  EXPECT_DOUBLE_EQ(t.compute_s, 0.64);
  EXPECT_DOUBLE_EQ(t.memory_s, 0.256);
  EXPECT_DOUBLE_EQ(t.communication_s, 8.4);
  EXPECT_DOUBLE_EQ(t.serial_s, 9.296);
  EXPECT_DOUBLE_EQ(t.total_s, t.serial_s);
  EXPECT_DOUBLE_EQ(t.exposed_s(), 8.4);
  EXPECT_DOUBLE_EQ(t.flops, 80);
  // negate (0.128 s) runs beside the all_reduce (0.64 s to 9.04 s), tanh after it
  const SimulatedTime beside = simulate(chain(), toy(true));
  EXPECT_DOUBLE_EQ(beside.total_s, 0.64 + 8.4 + 0.128);
  EXPECT_DOUBLE_EQ(beside.exposed_s(), 8.4 - 0.128);
  EXPECT_DOUBLE_EQ(ops[3].start_s, 0.64);
  EXPECT_DOUBLE_EQ(ops[4].start_s, 9.04);
  // 96 bytes of arguments, v, z and t
  EXPECT_EQ(t.peak_bytes, 192);
  EXPECT_TRUE(t.fits());
  DeviceSpec small = toy();
  small.memory_bytes = 191;
  EXPECT_FALSE(simulate(chain(), small).fits());
  // the model: 2·(2·8·4·4) + 2·32 = 576 flops, 5.76 s on one device
  EXPECT_DOUBLE_EQ(t.mfu, 5.76 / 8 / 9.296);
  EXPECT_EQ(beside.mfu, 0);
}

TEST(simulate, collectives_share_links_of_one_axis_and_not_of_two) {
  // 128 bytes: over B 6·(0.5 + 32/20) s; over M 2·(1 + 64/5) s; over both 2·((1 + 16/5) + 3·(0.5 + 32/20)) s,
  // gathering over M first, while shards have 16 bytes
  const auto seconds = [](const std::vector<AxisList>& over) {
    build::Hlo b(mesh_bm());
    const ValueId x = b.param(dist(f32(8, 4), {{}, {}}));
    std::vector<ValueId> results;
    for (const AxisList& axes : over) results.push_back(b.all_reduce(Monoid::Add, axes, x));
    return simulate(b.returns(results, {}), toy(true)).total_s;
  };
  const double on_b = 6 * (0.5 + 1.6), on_m = 2 * (1 + 12.8), on_both = 2 * (4.2 + 3 * 2.1);
  EXPECT_DOUBLE_EQ(seconds({{"B"}}), on_b);
  EXPECT_DOUBLE_EQ(seconds({{"M"}}), on_m);
  EXPECT_DOUBLE_EQ(seconds({{"B", "M"}}), on_both);
  EXPECT_DOUBLE_EQ(seconds({{"M", "B"}}), on_both);
  EXPECT_DOUBLE_EQ(seconds({{"B"}, {"B"}}), 2 * on_b);
  EXPECT_DOUBLE_EQ(seconds({{"B"}, {"M"}}), std::max(on_b, on_m));
  EXPECT_DOUBLE_EQ(seconds({{"B"}, {"B", "M"}}), on_b + on_both);
}

TEST(simulate, prices_collectives_by_the_ring_formulas) {
  const auto link = [](Topology t) { return Link{t, 10, 2}; };
  const AxisLink ring{4, link(Topology::Ring)}, both{4, link(Topology::BidirectionalRing)},
      through{4, link(Topology::Switch)}, both5{5, link(Topology::BidirectionalRing)};
  // 3 hops of one shard of 40 bytes; both ways 2 hops and half the bytes each way
  EXPECT_DOUBLE_EQ(all_gather_seconds(ring, 40), 3 * (2 + 4.0));
  EXPECT_DOUBLE_EQ(all_gather_seconds(through, 40), 3 * (2 + 4.0));
  EXPECT_DOUBLE_EQ(all_gather_seconds(both, 40), 2 * 2 + 1.5 * 4);
  EXPECT_DOUBLE_EQ(all_gather_seconds(both5, 40), 2 * (2 + 4.0));
  EXPECT_DOUBLE_EQ(reduce_scatter_seconds({ring}, 160), 18);
  EXPECT_DOUBLE_EQ(all_reduce_seconds({ring}, 160), 36);
  // blocks of 40 bytes pass 1 + 2 + 3 links, or 1 and 1 and half of 2 each way, or one each
  EXPECT_DOUBLE_EQ(all_to_all_seconds(ring, 160), 3 * 2 + 6 * 4);
  EXPECT_DOUBLE_EQ(all_to_all_seconds(both, 160), 2 * 2 + 2 * 4);
  EXPECT_DOUBLE_EQ(all_to_all_seconds(through, 160), 3 * (2 + 4.0));
  EXPECT_DOUBLE_EQ(all_to_all_seconds(both5, 200), 2 * 2 + 3 * 4);
  // 2 x 4 devices: over the slow links (2 devices, 1 B/s) first, while shards have 5 bytes
  const AxisLink slow{2, {Topology::Ring, 1, 0}};
  for (const auto& axes : {std::vector{slow, ring}, std::vector{ring, slow}}) {
    EXPECT_DOUBLE_EQ(all_gather_seconds(axes, 5), 5 + 3 * (2 + 1.0));
    EXPECT_DOUBLE_EQ(reduce_scatter_seconds(axes, 40), 14);
    EXPECT_DOUBLE_EQ(all_reduce_seconds(axes, 40), 28);
    EXPECT_DOUBLE_EQ(all_to_all_seconds(axes, 40), 20 + 3 * 2 + 6);
  }
  for (Topology t : all_topologies) {
    const AxisLink alone{1, link(t)};
    EXPECT_EQ(all_gather_seconds(alone, 40) + all_to_all_seconds(alone, 40), 0) << name(t);
    EXPECT_EQ(all_reduce_seconds({alone}, 40) + all_reduce_seconds({}, 40), 0) << name(t);
    EXPECT_EQ(topology(name(t)), t);
  }
}

TEST(simulate, an_op_that_moves_elements_reads_no_more_than_it_writes) {
  build::Hlo b(mesh_bm());
  const DistType whole = dist(f32(8, 4), {{}, {}});
  const ValueId x = b.param(whole);
  const ValueId part = b.op(SliceOp{{0, 0}, {2, 4}, {1, 1}}, {x});  // 32 of 128 bytes
  const ValueId turned = b.op(Transpose{{1, 0}}, {x});
  const ValueId zero = b.op(build::splat(f32(), 0), {});  // made where it is used
  const ValueId sum = b.op(Reduce{{0, 1}, Monoid::Add}, {x, zero});
  const ValueId twice = b.op(Add{}, {x, x});  // read once
  const ValueId mine = b.all_slice({{"B"}, {}}, x);
  std::vector<SimulatedOp> ops;
  simulate(b.returns({part, turned, sum, twice, mine}, {}), toy(), 0, &ops);
  const double bytes[] = {64, 256, 0, 128 + 4 + 4, 256, 64}, flops[] = {0, 0, 0, 32, 32, 0};
  for (size_t i = 0; i < ops.size(); ++i) {
    EXPECT_EQ(ops[i].bytes, bytes[i]) << i;
    EXPECT_EQ(ops[i].flops, flops[i]) << i;
  }
}

TEST(DeviceSpec, rates_of_types_that_are_not_listed) {
  DeviceSpec d;
  d.peak(ElementType::BF16) = 64;
  d.peak(ElementType::F32) = 16;
  const DeviceSpec& read = d;
  EXPECT_EQ(read.peak(ElementType::BF16), 64);
  EXPECT_EQ(read.peak(ElementType::I32), 16);  // the slowest listed
  EXPECT_EQ(read.peak(ElementType::C64), 4);
  d.peak(ElementType::F64) = 8;
  EXPECT_EQ(read.peak(ElementType::C128), 2);
  EXPECT_EQ(read.peak(ElementType::I32), 8);
}

TEST(simulate, doubling_every_extent_of_a_matmul_multiplies_flops_by_8) {
  EXPECT_TRUE(rc::check([](uint8_t m, uint8_t k, uint8_t n) {
    const auto flops = [&](int64_t by) {
      build::Hlo b(mesh_bm());
      const auto of = [&](int64_t r, int64_t c) {
        return b.param(DistType::replicated(f32(r * by, c * by)));
      };
      const ValueId x = of(m, k), y = of(k, n);
      return simulate(b.returns({b.op(matmul(), {x, y})}, {}), toy()).flops;
    };
    RC_ASSERT(flops(2) == 8 * flops(1));
    RC_ASSERT(flops(1) == 2.0 * m * k * n);
  }));
}

/// Sizes 1 to 3 for three axes, and a program over them.
hlo::Program generated(uint64_t seed) {
  generate::Source s(seed);
  Mesh mesh({{"B", 1 + s.below(3)}, {"M", 1 + s.below(3)}, {"Z", 1 + s.below(3)}});
  return generate::HloMaker::program(mesh, s);
}
/// The slack for sums in another order.
bool at_most(double a, double b) { return a <= b * (1 + 1e-12); }

TEST(simulate, a_better_machine_is_never_slower) {
  EXPECT_TRUE(rc::check([](uint64_t seed) {
    const hlo::Program p = generated(seed);
    const auto factor = [] { return 1 + static_cast<double>(*rc::gen::inRange(0, 300)) / 100; };
    DeviceSpec d = toy(*rc::gen::arbitrary<bool>()), better = d;
    for (Link* l : {&d.link, &d.axes["M"], &d.axes["Z"]})
      l->topology = all_topologies[*rc::gen::inRange(0, 3)];
    d.axes["Z"].latency_s = 0.25;
    better.link = d.link;
    better.axes = d.axes;
    switch (*rc::gen::inRange(0, 5)) {
      case 0:
        better.peak(ElementType::F32) *= factor();
        break;
      case 1:
        better.memory_bytes_per_s *= factor();
        break;
      case 2:
        better.link.bytes_per_s *= factor();
        break;
      case 3:
        better.axes["M"].bytes_per_s *= factor();
        break;
      default:
        better.axes["Z"].latency_s /= factor();
        break;
    }
    RC_ASSERT(at_most(simulate(p, better).total_s, simulate(p, d).total_s));
    // both ways is never slower than one way
    for (Link* l : {&d.link, &d.axes["M"], &d.axes["Z"]}) l->topology = Topology::Ring;
    better = d;
    better.axes["M"].topology = Topology::BidirectionalRing;
    RC_ASSERT(at_most(simulate(p, better).total_s, simulate(p, d).total_s));
  }));
}
TEST(simulate, parts_add_up_and_overlap_is_never_slower) {
  double hidden = 0;
  EXPECT_TRUE(rc::check([&](uint64_t seed) {
    const hlo::Program p = generated(seed);
    std::vector<SimulatedOp> ops;
    const SimulatedTime t = simulate(p, toy(), 0, &ops);
    RC_ASSERT(ops.size() == p.main.body.stmts.size());
    double sum = 0, last = 0;
    for (const SimulatedOp& o : ops) {
      sum += o.seconds();
      last = std::max(last, o.start_s + o.seconds());
    }
    RC_ASSERT(at_most(sum, t.serial_s) && at_most(t.serial_s, sum));
    RC_ASSERT(at_most(t.overlapped_s, t.serial_s));
    RC_ASSERT(at_most(t.compute_s + t.memory_s, t.overlapped_s) && last == t.overlapped_s);
    RC_ASSERT(t.peak_bytes == cost(p).peak_bytes);
    RC_ASSERT(simulate(p, toy(true)).total_s == t.overlapped_s);
    hidden += t.serial_s - t.overlapped_s;
    // units: everything twice as fast takes half as long
    DeviceSpec twice = toy();
    twice.peak(ElementType::F32) *= 2;
    twice.memory_bytes_per_s *= 2;
    for (Link* l : {&twice.link, &twice.axes["M"]}) l->bytes_per_s *= 2, l->latency_s /= 2;
    const double half = 2 * simulate(p, twice).total_s;
    RC_ASSERT(at_most(half, t.total_s) && at_most(t.total_s, half));
  }));
  EXPECT_GT(hidden, 0) << "nothing ever overlapped";
}
TEST(simulate, one_device_sends_nothing) {
  EXPECT_TRUE(rc::check([](uint64_t seed) {
    generate::Source s(seed);
    const SimulatedTime t = simulate(generate::HloMaker::program(Mesh({{"B", 1}, {"M", 1}}), s),
                                     toy(*rc::gen::arbitrary<bool>()));
    RC_ASSERT(t.communication_s == 0);
    RC_ASSERT(at_most(t.total_s, t.compute_s + t.memory_s) && at_most(t.compute_s + t.memory_s, t.total_s));
  }));
}

TEST(simulate, takes_milliseconds_for_thousands_of_statements) {
  State s(training_step(mesh_bm(), 96, 64, 16, 32));
  for (const Tactic& t : training_tactics()) apply(s, t);
  const hlo::Program p = lower(fuse(materialise(s)));
  double best = 1;
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const SimulatedTime t = simulate(p, toy(true));
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    ASSERT_GT(t.total_s, 0);
  }
  std::cout << p.main.body.stmts.size() << " statements simulated in " << best * 1e3 << " ms\n";
  EXPECT_LT(best, 0.5);
}

}  // namespace
}  // namespace partir::simulate_test
