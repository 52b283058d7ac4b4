// Groups and pairs of partitions for collectives along axes of a mesh.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "semantics/sharded_program.h"

namespace partir {

/// The partitions that differ along `axes` only, group by group, each in row-major order of `axes`.
inline shlo::IdGroups axis_groups(const sharded::DeviceMesh& m, const AxisList& axes) {
  const int64_t devices = m.mesh.devices(), size = m.mesh.size(axes);
  shlo::IdGroups groups;
  std::map<Device, size_t> group_of;  // by the coordinates along the other axes
  for (int64_t id = 0; id < devices; ++id) {
    const Device device = m.mesh.device(id);
    Device rest = device;
    for (const Axis& a : axes) rest[m.mesh.index(a)] = 0;
    const auto [at, is_new] = group_of.try_emplace(std::move(rest), groups.size());
    if (is_new) groups.emplace_back(static_cast<size_t>(size));
    groups[at->second][static_cast<size_t>(m.mesh.index_in(axes, device))] = m.partition(id);
  }
  return groups;
}

/// Of each partition, the number of its part along each dimension of a layout.
inline std::vector<std::vector<int64_t>> part_numbers(const sharded::DeviceMesh& m, const AxisLists& dims) {
  std::vector<std::vector<int64_t>> parts(static_cast<size_t>(m.mesh.devices()));
  for (int64_t id = 0; id < m.mesh.devices(); ++id)
    for (const AxisList& axes : dims)
      parts[static_cast<size_t>(m.partition(id))].push_back(m.mesh.index_in(axes, m.mesh.device(id)));
  return parts;
}

namespace detail {
/// The axes of the mesh that `dims` does not use.
inline AxisList unused(const Mesh& mesh, const AxisLists& dims) {
  const AxisList used = flatten(dims);
  AxisList rest;
  for (const auto& [a, n] : mesh.axes())
    if (!contains(used, a)) rest.push_back(a);
  return rest;
}
/// Writes the digits of `index` in `list` into a device.
inline void set_index(const Mesh& mesh, const AxisList& list, int64_t index, Device& device) {
  for (size_t i = list.size(); i-- > 0;) {
    device[mesh.index(list[i])] = index % mesh.size(list[i]);
    index /= mesh.size(list[i]);
  }
}
}  // namespace detail

/// On one mesh: the partition whose part each device takes where tensors that lie as `from` come to lie as `to`,
/// by pairs of source and target. Coordinates along axes that tile in neither stay; those that tile only in `to`
/// stand, row-major, for those that tile only in `from`. So the devices among which the parts of a sum are spread
/// stay apart. Per dimension there must be equally many parts in both.
inline shlo::IdGroups permutation(const sharded::DeviceMesh& m, const AxisLists& from, const AxisLists& to) {
  const Mesh& mesh = m.mesh;
  const AxisList free_from = detail::unused(mesh, from), free_to = detail::unused(mesh, to);
  AxisList only_from, only_to;
  for (const Axis& a : free_from)
    if (!contains(free_to, a)) only_from.push_back(a);
  for (const Axis& a : free_to)
    if (!contains(free_from, a)) only_to.push_back(a);
  shlo::IdGroups pairs;
  for (int64_t id = 0; id < mesh.devices(); ++id) {
    const Device target = mesh.device(id);
    Device source = target;
    for (size_t d = 0; d < to.size(); ++d)
      detail::set_index(mesh, from[d], mesh.index_in(to[d], target), source);
    detail::set_index(mesh, only_from, mesh.index_in(only_to, target), source);
    pairs.push_back({m.partition(mesh.id(source)), m.partition(id)});
  }
  return pairs;
}

/// The same between two meshes of the same partitions: a partition that has the part that it is to have keeps it,
/// the others take theirs from each other in order. Nothing where some part is on more partitions than before.
inline std::optional<shlo::IdGroups> permutation(const sharded::DeviceMesh& m, const AxisLists& from,
                                                 const sharded::DeviceMesh& n, const AxisLists& to) {
  const auto has = part_numbers(m, from), wants = part_numbers(n, to);
  if (has.size() != wants.size()) return std::nullopt;
  shlo::IdGroups pairs;
  std::map<std::vector<int64_t>, std::vector<int64_t>> sources;
  for (size_t p = 0; p < has.size(); ++p)
    if (has[p] != wants[p]) sources[has[p]].push_back(static_cast<int64_t>(p));
  for (auto& [part, list] : sources) std::reverse(list.begin(), list.end());
  for (size_t p = 0; p < has.size(); ++p) {
    const auto target = static_cast<int64_t>(p);
    if (has[p] == wants[p]) {
      pairs.push_back({target, target});
      continue;
    }
    const auto found = sources.find(wants[p]);
    if (found == sources.end() || found->second.empty()) return std::nullopt;
    pairs.push_back({found->second.back(), target});
    found->second.pop_back();
  }
  return pairs;
}

}  // namespace partir
