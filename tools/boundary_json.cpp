#include "tools/boundary_json.h"

#include <algorithm>

#include "semantics/shown.h"
#include "tools/files.h"
#include "tools/located_json.h"

namespace partir {
namespace {

using Kind = LocatedJson::Kind;

AxisList read_axes(const LocatedJson& n, const Mesh& mesh) {
  AxisList axes;
  for (const LocatedJson& a : expect(n, Kind::Array, "a list of axes").items) {
    expect(a, Kind::String, "an axis name");
    if (!mesh.contains(a.string))
      wrong("axis " + shown(a.string) + " is not in the mesh " + to_string(mesh), a.at);
    axes.push_back(a.string);
  }
  return axes;
}

DistType read_dist(const LocatedJson& n, const Mesh& mesh, const TensorType& type) {
  DistType d = DistType::replicated(type);
  const auto dims = [&](const LocatedJson& list) {
    expect(list, Kind::Array, "a list of axes for each dimension");
    if (list.items.size() != type.shape.size())
      wrong("a sharding of " + std::to_string(list.items.size()) + " dimensions on " + to_string(type), list.at);
    for (size_t i = 0; i < list.items.size(); ++i) d.dims[i] = read_axes(list.items[i], mesh);
  };
  if (n.kind == Kind::String) {
    if (n.string != "replicated") wrong("expected \"replicated\", or a list of axes for each dimension", n.at);
  } else if (n.kind == Kind::Object) {
    const auto found = members(n, {"dims", "partial", "monoid"}, "an object with dims and partial");
    if (found[0]) dims(*found[0]);
    if (found[1]) d.partial = read_axes(*found[1], mesh);
    std::sort(d.partial.begin(), d.partial.end(),
              [&](const Axis& a, const Axis& b) { return mesh.index(a) < mesh.index(b); });
    if (found[2]) {
      const std::optional<Monoid> m = monoid(expect(*found[2], Kind::String, "a monoid").string);
      if (!m) wrong("unknown monoid " + shown(found[2]->string) + "; known are add, mul, max, min, and, or", found[2]->at);
      d.monoid = *m;
    }
  } else {
    dims(n);
  }
  if (const std::string why = ill_formed(mesh, d); !why.empty()) wrong(why, n.at);
  return d;
}

/// Reads one for each tensor; `said` learns where it stands.
std::vector<DistType> read_dists(const LocatedJson& n, const Boundary& boundary, const std::vector<TensorType>& types,
                                 const std::string& what, std::vector<std::optional<Statement>>& said) {
  expect(n, Kind::Array, ("the " + what + " as a list of shardings").c_str());
  if (n.items.size() != types.size())
    wrong(std::to_string(n.items.size()) + " shardings of " + what + ", the program has " +
              std::to_string(types.size()), n.at);
  std::vector<DistType> found;
  for (size_t i = 0; i < types.size(); ++i) {
    found.push_back(read_dist(n.items[i], boundary.mesh, types[i]));
    said.push_back(statement(boundary, found.back(), n.items[i].at));
  }
  return found;
}

}  // namespace

StatedBoundary parse_boundary_json(const std::string& text, const std::string& name, const Signature& global) {
  const LocatedJson root = parse_located_json(text, name, "file of shardings");
  const auto found = members(root, {"mesh", "device_ids", "params", "results"},
                             "an object with mesh, params and results");
  for (size_t i : {0, 2, 3})
    if (!found[i]) wrong(std::string("the shardings have no ") + (i == 0 ? "mesh" : i == 2 ? "params" : "results"), root.at);
  Boundary b;
  b.mesh = read_mesh(*found[0]);
  if (found[1]) {
    std::vector<int64_t> sorted;
    for (const LocatedJson& id : expect(*found[1], Kind::Array, "a list of numbers").items)
      b.partition_of.push_back(expect(id, Kind::Integer, "a number").integer);
    sorted = b.partition_of;
    std::sort(sorted.begin(), sorted.end());
    bool all = static_cast<int64_t>(sorted.size()) == b.mesh.devices();
    for (size_t i = 0; all && i < sorted.size(); ++i) all = sorted[i] == static_cast<int64_t>(i);
    if (!all)
      wrong("expected the numbers 0 to " + std::to_string(b.mesh.devices() - 1) + ", each once", found[1]->at);
  }
  StatedBoundary said;
  b.params = read_dists(*found[2], b, global.params, "params", said.params);
  b.results = read_dists(*found[3], b, global.results, "results", said.results);
  said.boundary = std::move(b);
  return said;
}

StatedBoundary read_boundary_json(const std::string& path, const Signature& global) {
  return parse_boundary_json(read_file(path), path, global);
}

}  // namespace partir
