// Distributed types `D = dist<n̄; ā_1..ā_k; A partial ⊕>` (calculus.md section 2).
#pragma once

#include <string>
#include <vector>

#include "semantics/mesh.h"
#include "semantics/types.h"

namespace partir {

/// How a global tensor lies on the devices: axes tiling each dimension (major first), and axes over
/// which each device holds a not-yet-reduced ⊕-part. Unlisted axes replicate.
struct DistType {
  TensorType global;
  AxisLists dims;                ///< one list per dimension of `global`
  AxisList partial;              ///< sorted in mesh order by whoever builds it
  Monoid monoid = Monoid::Add;   ///< of `partial`

  static DistType replicated(TensorType t) {
    DistType d;
    d.dims.resize(t.shape.size());
    d.global = std::move(t);
    return d;
  }
  bool uses(const Axis& a) const {
    for (const AxisList& l : dims)
      if (contains(l, a)) return true;
    return contains(partial, a);
  }
  /// The dimension that `a` tiles, or -1.
  int64_t tiled_dim(const Axis& a) const {
    for (size_t d = 0; d < dims.size(); ++d)
      if (contains(dims[d], a)) return static_cast<int64_t>(d);
    return -1;
  }
  friend bool operator==(const DistType& a, const DistType& b) {
    return a.global == b.global && a.dims == b.dims && a.partial == b.partial &&
           (a.partial.empty() || a.monoid == b.monoid);
  }
};

/// `local(D)`; extents must divide (see `well_formed`).
inline TensorType local(const Mesh& mesh, const DistType& d) {
  TensorType t = d.global;
  for (size_t i = 0; i < d.dims.size(); ++i) t.shape[i] /= mesh.size(d.dims[i]);
  return t;
}

/// Why `D` is not well formed over the mesh, or the empty string.
inline std::string ill_formed(const Mesh& mesh, const DistType& d) {
  if (d.dims.size() != d.global.shape.size()) return "one axis list for each dimension is needed";
  AxisLists all = d.dims;
  all.push_back(d.partial);
  for (const Axis& a : flatten(all))
    if (!mesh.contains(a)) return "axis \"" + a + "\" is not in the mesh " + to_string(mesh);
  if (!all_distinct(all)) return "an axis is listed twice";
  for (size_t i = 0; i < d.dims.size(); ++i) {
    // parts without elements are parts: T-Tile makes them of a body's extent 0, where T-Slice would not
    const int64_t n = mesh.size(d.dims[i]), extent = d.global.shape[i];
    if (extent % n != 0)
      return "dimension " + std::to_string(i) + " of extent " + std::to_string(extent) +
             " does not divide into " + std::to_string(n) + " parts over " + to_string(d.dims[i]);
  }
  if (!d.partial.empty() && !defined_on(d.monoid, d.global.element))
    return std::string(name(d.monoid)) + " is not defined on " + std::string(name(d.global.element));
  return "";
}

/// `dist<[{"B"}, {}], partial<add> {"M"}>` of `tensor<..>`.
inline std::string to_string(const DistType& d) {
  std::string s = "dist<" + to_string(d.dims);
  if (!d.partial.empty())
    s += ", partial<" + std::string(name(d.monoid)) + "> " + to_string(d.partial);
  return s + "> of " + to_string(d.global);
}

}  // namespace partir
