// Whether two programs differ so much that nobody needs a verdict to see it. For judging the judge: this shares neither draws nor bounds nor relations
// with the comparison (compare.h), so that a fault of those does not hide here, too.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "interp/core_interp.h"
#include "interp/family.h"
#include "interp/random.h"
#include "proofs/error_bound.h"
#include "proofs/locate.h"
#include "proofs/subject.h"
#include "semantics/core.h"

namespace partir {

/// Whether a device's part of a result differs from the Core program's in each of three runs on small numbers: an integer or i1 at all, a float by more
/// than a hundredth of the greatest one of that part, where all are finite. Rounding cannot do it three times, but where it decides something.
/// False where a result is complex or in parts, or where a program has no outcome.
inline bool plainly_differs(const core::Program& core, const Subject& subject, uint64_t seed) {
  const auto differs = [](const Tensor<Native>& expected, const Tensor<Native>& found) {
    const std::vector<double> e = as_doubles(expected).values<double>(), f = as_doubles(found).values<double>();
    const auto is_finite = [](double x) { return std::isfinite(x); };
    if (!std::all_of(e.begin(), e.end(), is_finite) || !std::all_of(f.begin(), f.end(), is_finite)) return false;
    double greatest = 0, error = 0;
    for (size_t k = 0; k < e.size(); ++k) {
      greatest = std::max({greatest, std::fabs(e[k]), std::fabs(f[k])});
      error = std::max(error, std::fabs(e[k] - f[k]));
    }
    return is_float(expected.element()) ? error > greatest / 100 : error > 0;
  };
  const auto differs_at = [&](uint64_t run_seed) {
    std::vector<Tensor<Native>> args;
    for (ValueId x : core.main.params) args.push_back(random_tensor<Native>(core.main.type(x), argument_seed(run_seed, args.size())));
    const std::vector<Tensor<Native>> expected = run<Native>(core, args);
    const std::vector<Family<Native>> found = subject.run(distribute_arguments(subject.mesh(), subject.params(), args, run_seed));
    for (size_t i = 0; i < found.size(); ++i) {
      const DistType& dist = subject.results()[i];
      if (!dist.partial.empty() || is_complex(dist.global.element)) continue;
      for (int64_t device = 0; device < subject.mesh().devices(); ++device)
        if (differs(chunk_of(subject.mesh(), dist, expected[i], subject.mesh().device(device)), found[i].at_id(device))) return true;
    }
    return false;
  };
  try {
    return differs_at(mix64(seed)) && differs_at(mix64(seed + 1)) && differs_at(mix64(seed + 2));
  } catch (const Stuck&) {
    return false;
  }
}

}  // namespace partir
