// Runs an SPMD program on shards of global tensors, for tests.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interp/family.h"
#include "interp/module_parallel.h"
#include "interp/parts.h"
#include "semantics/spmd_program.h"

namespace partir::build {

using Tensors = std::vector<Tensor<Native>>;

/// The results of each partition on its arguments.
inline std::vector<Tensors> run_partitions(const SpmdProgram& p, const std::vector<Tensors>& args) {
  ModuleRun run{p.module, {}, {}, 0};
  GridPrograms programs;
  for (const Tensors& list : args) {
    ModuleValues values;
    for (const Tensor<Native>& t : list) values.push_back(ModuleValue{t});
    programs.emplace_back(p.function(), std::move(values));
  }
  const shlo::ProcessGrid grid{1, static_cast<int64_t>(args.size())};
  const ModuleValues all = run_grid(run, grid, std::move(programs));
  std::vector<Tensors> results(args.size());
  const size_t n = all.size() / args.size();
  for (size_t i = 0; i < all.size(); ++i) results[i / n].push_back(*all[i].tensor());
  return results;
}

/// The shards of tensors that lie as `dists`, by partition; over partial axes in random parts.
inline std::vector<Tensors> shards(const SpmdProgram& p, const std::vector<DistType>& dists, const Tensors& globals) {
  std::vector<Tensors> parts(static_cast<size_t>(p.mesh.devices()));
  for (size_t i = 0; i < dists.size(); ++i) {
    const Family<Native> family = distribute_randomly<Native>(p.mesh, dists[i], globals[i], 17 + i);
    for (int64_t id = 0; id < p.mesh.devices(); ++id)
      parts[static_cast<size_t>(p.process(id))].push_back(family.at_id(id).contiguous());
  }
  return parts;
}

/// The first place where two tensors differ by more than `tolerance`, relative to 1 or to what is expected; empty
/// where there is none.
inline std::string difference(const Tensor<Native>& found, const Tensor<Native>& expected, double tolerance) {
  if (found.type() != expected.type()) return to_string(found.type()) + ", expected " + to_string(expected.type());
  std::vector<int64_t> index(static_cast<size_t>(found.rank()), 0);
  for (int64_t k = 0; k < found.elements(); ++k) {
    int64_t rest = k;
    for (size_t d = index.size(); d-- > 0; rest /= found.shape()[d]) index[d] = rest % found.shape()[d];
    const double a = found.to_double(index), b = expected.to_double(index);
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    if (!(std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b))))
      return to_string(index) + ": " + found.element_text(index) + ", expected " + expected.element_text(index);
  }
  return {};
}

/// Where the results of a run on shards of `args` are not shards of `results`; empty where they are. Of results in
/// parts, ⊕ of the parts is compared.
inline std::string wrong_results(const SpmdProgram& p, const Tensors& args, const Tensors& results,
                                 double tolerance = 0) {
  const std::vector<Tensors> found = run_partitions(p, shards(p, p.params, args));
  for (size_t i = 0; i < results.size(); ++i) {
    const DistType& dist = p.results.at(i);
    for (int64_t id = 0; id < p.mesh.devices(); ++id) {
      const auto at = [&](const Device& d) { return found[static_cast<size_t>(p.process(p.mesh.id(d)))].at(i); };
      std::optional<Tensor<Native>> sum;
      Device member = p.mesh.device(id);
      for_each_coordinate(p.mesh, dist.partial, member,
                          [&](const Device& d) { sum = sum ? combine(dist.monoid, *sum, at(d)) : at(d); });
      const Tensor<Native> expected = chunk_of(p.mesh, dist, results[i], p.mesh.device(id));
      if (const std::string why = difference(*sum, expected, tolerance); !why.empty())
        return "partition " + std::to_string(p.process(id)) + ", result " + std::to_string(i) + " at " + why;
    }
  }
  return {};
}

}  // namespace partir::build
