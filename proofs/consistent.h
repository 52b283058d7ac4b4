// What can be asked of an HLO program alone: do its results lie on the devices as it declares?
#pragma once

#include <string>
#include <vector>

#include "interp/field.h"
#include "interp/spmd_interp.h"
#include "proofs/inputs.h"
#include "proofs/locate.h"
#include "semantics/hlo_typing.h"
#include "semantics/instances.h"
#include "semantics/verdict.h"

namespace partir {

/// The global tensor that a family would represent at `D`: parts combined, chunks put together as
/// device 0's gather sees them.
template <class D>
Tensor<D> assemble(const Mesh& mesh, const DistType& dist, Family<D> family) {
  if (!dist.partial.empty()) family = P_Reduce(dist.monoid, dist.partial, family);
  return P_Gather(dist.dims, family).at(Device(mesh.rank(), 0));
}

/// Elements that have replicas over some axis of `dist` and are not NaN: what can disagree.
template <class D>
int64_t replicated_elements(const Mesh& mesh, const DistType& dist, const Tensor<D>& value) {
  bool replicated = false;
  for (const auto& [a, n] : mesh.axes()) replicated = replicated || (n > 1 && !dist.uses(a));
  if (!replicated) return 0;
  return with_scalar<D>(value.element(), [&]<class T>() {
    int64_t n = 0;
    for (const T& x : value.template values<T>()) {
      if constexpr (is_complex_scalar<T>) n += !ComplexOps<D>::has_nan(x);
      else n += !std::isnan(D::template to_double<T>(x));
    }
    return n;
  });
}

/// Runs an HLO program in Field on arguments that represent random global tensors and asks whether
/// each result family represents some global value at its declared D, which is to say whether its
/// replicas agree. Tested, Refuted at the first device that disagrees, Proved where nothing is replicated,
/// Undecided where all that is replicated is NaN. `runs` of 0: until every kind of draw was made.
/// Throws Rejected if the program is ill typed.
PARTIR_INLINE Verdict run_consistently(const hlo::Program& p, int64_t runs, uint64_t seed)
#if PARTIR_PROOFS_BODIES
{
  check(p);
  const Inputs inputs(p);
  if (runs == 0) runs = inputs.runs();
  int64_t compared = 0;
  bool replicas = false;
  for (const DistType& d : p.main.result_dists)
    for (const auto& [a, n] : p.mesh.axes())
      replicas = replicas || (n > 1 && d.global.elements() > 0 && !d.uses(a));
  if (!replicas)
    return {Verdict::Kind::Proved, "no result has replicas that could disagree", 0, std::nullopt};
  for (int64_t r = 0; r < runs; ++r) {
    const uint64_t of_run = seed + static_cast<uint64_t>(r);
    progress::run(r, runs, Field::name);
    const std::vector<Family<Field>> results =
        run<Field>(p, distribute_arguments(p.mesh, p.main.param_dists, inputs.draw_all<Field>(of_run),
                                           of_run));
    for (size_t i = 0; i < results.size(); ++i) {
      const DistType& dist = p.main.result_dists[i];
      const Tensor<Field> whole = assemble(p.mesh, dist, results[i]);
      const auto bad = represents(p.mesh, dist, results[i], whole);
      compared += replicated_elements(p.mesh, dist, whole);
      if (!bad) continue;
      Verdict v{Verdict::Kind::Refuted, "devices disagree on a replicated result", r + 1,
                Counterexample{}};
      Counterexample& c = *v.counterexample;
      c.mesh = to_string(p.mesh);
      c.op = "result " + std::to_string(i) + " : " + to_string(dist);
      c.location = to_string(p.main.location);
      c.device = to_string(p.mesh, bad->device);
      c.index = to_string(bad->index);
      c.expected = bad->expected;
      c.found = bad->found;
      c.inputs = {"random (" + text(inputs.kind(of_run)) + ", seed " + std::to_string(of_run) + ")"};
      return v;
    }
  }
  if (compared == 0)
    return {Verdict::Kind::Undecided, "all that is replicated is NaN in every run", runs, std::nullopt};
  return {Verdict::Kind::Tested,
          "replicas agree, exactly in Field on " + counted(runs, "run") + ", " +
              counted(compared, "element"),
          runs, std::nullopt};
}
#else
    ;
#endif

}  // namespace partir
