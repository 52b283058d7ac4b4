// A judge of lowerings for tests: the devices' program on shards of small integers against its
// specification, in native arithmetic.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "interp/core_interp.h"
#include "interp/family.h"
#include "interp/module_interp.h"
#include "interp/random.h"
#include "semantics/spmd_program.h"

namespace partir::test {

using NativeTensor = Tensor<Native>;

/// Integers from -3 to 3, exact in every float type; 0 and 1 in i1.
inline NativeTensor small_integers(const TensorType& type, uint64_t seed) {
  return with_scalar<Native>(type.element, [&]<class T>() {
    return NativeTensor::build<T>(type, [&](T* out) {
      for (int64_t i = 0, n = type.elements(); i < n; ++i) {
        const auto k = static_cast<double>(mix64(mix64(seed) + static_cast<uint64_t>(i)) % 7) - 3;
        out[i] = Native::from_bits<T>(type.element, Literal::encode(type.element, k));
      }
    });
  });
}

/// What each device returns, in the mesh's order. Throws as the run does.
inline std::vector<Family<Native>> run_devices(const SpmdProgram& p,
                                               const std::vector<NativeTensor>& inputs) {
  const int64_t devices = p.mesh.devices();
  GridPrograms programs(static_cast<size_t>(devices), {p.function(), {}});
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Family<Native> shards = distribute(p.mesh, p.params[i], inputs[i]);
    for (int64_t d = 0; d < devices; ++d)
      programs[p.process(d)].second.push_back(ModuleValue{shards.at_id(d)});
  }
  ModuleRun run{p.module, {}, {}, 0};
  const ModuleValues flat = run_grid(run, {1, devices}, std::move(programs));
  const auto mesh = std::make_shared<const Mesh>(p.mesh);
  std::vector<Family<Native>> results;
  for (size_t j = 0; j < p.results.size(); ++j) {
    std::vector<NativeTensor> tensors;
    for (int64_t d = 0; d < devices; ++d)
      tensors.push_back(*flat.at(static_cast<size_t>(p.process(d)) * p.results.size() + j).tensor());
    results.push_back(Family<Native>::per_device(mesh, std::move(tensors)));
  }
  return results;
}

/// Whether elements are equal, floats up to the order of their sums.
inline bool close(const NativeTensor& a, const NativeTensor& b) {
  if (a.type() != b.type()) return false;
  const double slack = is_float(a.element()) ? 1e-4 : 0;
  for (int64_t i = 0, n = a.elements(); i < n; ++i) {
    std::vector<int64_t> index(a.shape().size());
    for (int64_t d = static_cast<int64_t>(index.size()) - 1, rest = i; d >= 0; --d) {
      index[d] = rest % a.shape()[d];
      rest /= a.shape()[d];
    }
    const double x = a.to_double(index), y = b.to_double(index);
    if (std::isnan(x) != std::isnan(y) || (x != y && !(std::abs(x - y) <= slack * (1 + std::abs(x)))))
      return false;
  }
  return true;
}

/// Whether a family is the global value at a distribution, up to rounding.
inline bool means(const Mesh& mesh, const DistType& dist, const Family<Native>& family,
                  const NativeTensor& global) {
  for (int64_t id = 0; id < mesh.devices(); ++id) {
    const Device at = mesh.device(id);
    Device member = at;
    std::optional<NativeTensor> sum;
    for_each_coordinate(mesh, dist.partial, member, [&](const Device& m) {
      sum = sum ? combine(dist.monoid, *sum, family.at(m)) : family.at(m);
    });
    if (!close(chunk_of(mesh, dist, global, at), *sum)) return false;
  }
  return true;
}

/// Why a result is wrong, if it is one of the axes' parts that nothing marks.
inline std::string reason(const Mesh& mesh, const DistType& dist, const Family<Native>& family,
                          const NativeTensor& global) {
  for (uint64_t subset = 1; subset < uint64_t{1} << mesh.rank(); ++subset)
    for (Monoid m : all_monoids) {
      DistType partial = dist;
      for (size_t a = 0; a < mesh.rank(); ++a)
        if (subset >> a & 1) partial.partial.push_back(mesh.axes()[a].first);
      partial.monoid = m;
      if (ill_formed(mesh, partial).empty() && means(mesh, partial, family, global))
        return "it is partial<" + std::string(name(m)) + "> over " + to_string(partial.partial) +
               ", which nothing marks";
    }
  return "it is none of the global value's parts";
}

/// The empty string where the devices compute what the specification means, on several inputs; else why
/// they do not.
inline std::string judge(const core::Program& spec, const SpmdProgram& impl) {
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    std::vector<NativeTensor> inputs;
    for (size_t i = 0; i < spec.main.params.size(); ++i)
      inputs.push_back(small_integers(spec.main.type(spec.main.params[i]), argument_seed(seed, i)));
    const std::vector<NativeTensor> expected = run<Native>(spec, inputs);
    std::vector<Family<Native>> found;
    try {
      found = run_devices(impl, inputs);
    } catch (const Stuck& e) {
      return e.report();
    }
    for (size_t j = 0; j < expected.size(); ++j)
      if (!means(impl.mesh, impl.results[j], found[j], expected[j]))
        return "result " + std::to_string(j) + " differs: " +
               reason(impl.mesh, impl.results[j], found[j], expected[j]);
  }
  return "";
}

/// As `judge`, of all distributions that the local types allow: right if it is for one of them.
inline std::string judge(const core::Program& spec, const std::vector<SpmdProgram>& candidates) {
  std::string first;
  for (size_t i = 0; i < candidates.size(); ++i) {
    const std::string why = judge(spec, candidates[i]);
    if (why.empty()) return "";
    if (i == 0) first = why;
  }
  return first;
}

}  // namespace partir::test
