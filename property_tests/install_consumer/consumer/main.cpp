// The whole way in C++, from an installed partir: a program, its type, its meaning, a schedule, the
// lowering, and whether the lowering means the same.
#include <cstdio>

#include "interp/core_interp.h"
#include "interp/native.h"
#include "interp/spmd_interp.h"
#include "lowering/collectives.h"
#include "lowering/lower.h"
#include "partition/materialise.h"
#include "partition/schedule.h"
#include "semantics/core_typing.h"
#include "semantics/hlo_typing.h"

using namespace partir;

namespace {

/// out = (x · w1) · w2 over integers, where equality is exact.
core::Program chain() {
  core::Program p;
  p.mesh = Mesh({{"B", 4}, {"M", 2}});
  core::Function& f = p.main;
  const ElementType e = ElementType::I32;
  const DotGeneral matmul{{}, {}, {1}, {0}, e};
  const ValueId x = f.add_value({{16, 8}, e}, "x");
  const ValueId w1 = f.add_value({{8, 6}, e}, "w1");
  const ValueId w2 = f.add_value({{6, 8}, e}, "w2");
  const ValueId h = f.add_value({{16, 6}, e}, "h");
  const ValueId out = f.add_value({{16, 8}, e}, "out");
  f.params = {x, w1, w2};
  f.body.stmts.push_back({{h}, OpExpr{matmul, {x, w1}}, {}});
  f.body.stmts.push_back({{out}, OpExpr{matmul, {h, w2}}, {}});
  f.body.results = {out};
  f.result_types = {f.type(out)};
  return p;
}

/// 0, 1, 2, .. modulo a prime.
Tensor<Native> counting(const TensorType& type) {
  std::vector<int32_t> elements(type.elements());
  for (size_t i = 0; i < elements.size(); ++i) elements[i] = static_cast<int32_t>(i % 31);
  return Tensor<Native>::make(type, elements);
}

}  // namespace

int main() try {
  const core::Program program = chain();
  check(program);
  std::vector<Tensor<Native>> args;
  for (ValueId x : program.main.params) args.push_back(counting(program.main.type(x)));
  const Tensor<Native> expected = run(program, args).at(0);

  State state(program);
  apply(state, ManualPartition{"BP", "B"}.input("x", 0));
  apply(state, ManualPartition{"MP", "M"}.input("w1", 1));
  const core::Program loops = materialise(state);
  check(loops);
  const hlo::Program lowered = lower(loops);
  check(lowered);
  // w1's columns and w2's rows are split over M, so that each device has one part of the sum.
  CollectiveCounts one_all_reduce;
  one_all_reduce.all_reduce = 1;
  if (counts(lowered) != one_all_reduce) {
    std::puts("expected one all_reduce and nothing else");
    return 1;
  }

  std::vector<Family<Native>> local;
  for (size_t i = 0; i < args.size(); ++i)
    local.push_back(distribute(lowered.mesh, lowered.main.param_dists[i], args[i]));
  const Family<Native> result = run(lowered, local).at(0);
  if (auto m = represents(lowered.mesh, lowered.main.result_dists[0], result, expected)) {
    std::printf("expected %s, found %s\n", m->expected.c_str(), m->found.c_str());
    return 1;
  }

  core::Program wrong = program;
  wrong.main.result_types[0].shape = {16, 9};
  try {
    check(wrong);
  } catch (const Rejected& e) {
    std::printf("a wrong program is rejected: %s\n", e.what());
    return e.rule == Rule::T_Func && e.premise == 2 ? 0 : 1;
  }
  return 1;
} catch (const Error& e) {
  std::puts(e.report().c_str());
  return 1;
}
