// What a sharding means, in whatever notation it is written: which part of a tensor each device holds, by the number
// that the device has in the execution. Two notations agree iff these tables do; names of axes are no part of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "semantics/dist_type.h"
#include "semantics/gspmd_sharding.h"

namespace partir {

/// Where a tensor lies. Part k of an extent n that is cut into p parts is `[k c, (k+1) c)` with c = n/p rounded up, as
/// far as that lies below n; what is beyond is padding.
struct Placement {
  int64_t devices = 0;           ///< 0: however many there are, each has the whole tensor
  Shape parts;                   ///< into how many each dimension is cut
  std::vector<int64_t> part;     ///< which of them a device has: [device * rank + dimension]
  std::vector<int64_t> summand;  ///< which summand of the tensor a device has; empty: the tensor is not in summands
  Monoid monoid = Monoid::Add;   ///< ⊕ of the summands
  std::optional<int64_t> only;   ///< the one device that has the tensor; the others have nothing
  /// Dimensions that may be cut further, so that `parts` are the major ones of them; empty: none.
  std::vector<bool> open;
  /// Of each device another one that has the same part, however the open dimensions are cut; empty: nothing is said.
  std::vector<int64_t> alike;

  bool is_whole() const {
    return !only && summand.empty() && std::all_of(parts.begin(), parts.end(), [](int64_t n) { return n == 1; });
  }
  bool is_open() const { return contains_true(open); }
  bool is_open(size_t dim) const { return dim < open.size() && open[dim]; }
  /// The number of the part that a device has.
  int64_t part_of(int64_t device, size_t dim) const {
    return part.empty() ? 0 : part[static_cast<size_t>(device) * parts.size() + dim];
  }

 private:
  static bool contains_true(const std::vector<bool>& flags) { return std::find(flags.begin(), flags.end(), true) != flags.end(); }
};

namespace detail {

/// For each device of a mesh in its order, the index of its coordinates along `axes`.
inline std::vector<int64_t> indices_along(const Mesh& mesh, const AxisList& axes) {
  std::vector<int64_t> strides(mesh.rank(), 1);
  for (size_t i = mesh.rank(); i-- > 1;) strides[i - 1] = strides[i] * mesh.axes()[i].second;
  std::vector<int64_t> index(static_cast<size_t>(mesh.devices()), 0);
  for (const Axis& a : axes) {
    const size_t i = mesh.index(a);
    const int64_t n = mesh.axes()[i].second;
    for (size_t d = 0; d < index.size(); ++d)
      index[d] = index[d] * n + static_cast<int64_t>(d) / strides[i] % n;
  }
  return index;
}

/// Summands that are all the same one are none.
inline void settle_summands(Placement& p) {
  if (std::all_of(p.summand.begin(), p.summand.end(), [&](int64_t s) { return s == p.summand[0]; })) p.summand.clear();
}

}  // namespace detail

/// Of a distributed type over a mesh whose device d in its order is number `partition_of[d]` (empty: d).
inline Placement placement_of(const Mesh& mesh, const std::vector<int64_t>& partition_of, const DistType& dist) {
  Placement p;
  p.devices = mesh.devices();
  const size_t rank = dist.dims.size();
  const auto number = [&](size_t device) {
    return partition_of.empty() ? device : static_cast<size_t>(partition_of.at(device));
  };
  p.part.assign(static_cast<size_t>(p.devices) * rank, 0);
  for (size_t i = 0; i < rank; ++i) {
    p.parts.push_back(mesh.size(dist.dims[i]));
    if (p.parts.back() == 1) continue;
    const std::vector<int64_t> index = detail::indices_along(mesh, dist.dims[i]);
    for (size_t d = 0; d < index.size(); ++d) p.part[number(d) * rank + i] = index[d];
  }
  if (mesh.size(dist.partial) > 1) {
    const std::vector<int64_t> index = detail::indices_along(mesh, dist.partial);
    p.summand.assign(index.size(), 0);
    for (size_t d = 0; d < index.size(); ++d) p.summand[number(d)] = index[d];
    p.monoid = dist.monoid;
  }
  return p;
}

/// Of GSPMD's sharding of a tensor of this rank, which it fits.
inline Placement placement_of(const GspmdSharding& s, size_t rank) {
  Placement p;
  p.parts.assign(rank, 1);
  p.only = s.only;
  if (s.grid.empty()) return p;
  p.devices = static_cast<int64_t>(s.devices.size());
  std::copy_n(s.grid.begin(), rank, p.parts.begin());
  p.part.assign(s.devices.size() * rank, 0);
  p.summand.assign(s.devices.size(), 0);
  for (size_t k = 0; k < s.devices.size(); ++k) {
    const auto device = static_cast<size_t>(s.devices[k]);
    auto rest = static_cast<int64_t>(s.devices.size()), at = static_cast<int64_t>(k);
    for (size_t i = 0; i < s.grid.size(); ++i) {
      rest /= s.grid[i];
      const int64_t index = at / rest;
      at %= rest;
      if (i < rank) p.part[device * rank + i] = index;
      else if (s.rest[i - rank] == GspmdSharding::Rest::Unreduced) p.summand[device] = p.summand[device] * s.grid[i] + index;
    }
  }
  detail::settle_summands(p);
  return p;
}

/// The same in GSPMD's form over `devices` devices, the numbers of which are `numbered[d]` (empty: d); nothing where no
/// grid has it, and where one device alone has the tensor.
inline std::optional<GspmdSharding> gspmd_of(const Placement& p, int64_t devices,
                                             const std::vector<int64_t>& numbered = {}) {
  GspmdSharding s;
  if (p.is_whole()) return s;
  if (p.only || p.devices != devices) return std::nullopt;
  std::map<std::vector<int64_t>, std::vector<int64_t>> holders;  // of each part and summand
  for (int64_t d = 0; d < devices; ++d) {
    const int64_t process = numbered.empty() ? d : numbered[static_cast<size_t>(d)];
    std::vector<int64_t> place;
    for (size_t i = 0; i < p.parts.size(); ++i) place.push_back(p.part_of(process, i));
    if (!p.summand.empty()) place.push_back(p.summand[static_cast<size_t>(process)]);
    holders[std::move(place)].push_back(d);
  }
  s.grid = p.parts;
  if (!p.summand.empty()) {
    s.grid.push_back(*std::max_element(p.summand.begin(), p.summand.end()) + 1);
    s.rest.push_back(GspmdSharding::Rest::Unreduced);
  }
  int64_t tiles = 1;
  for (int64_t n : s.grid) tiles *= n;
  const size_t copies = holders.begin()->second.size();
  if (static_cast<int64_t>(holders.size()) != tiles) return std::nullopt;
  for (const auto& [place, found] : holders) {
    if (found.size() != copies) return std::nullopt;
    s.devices.insert(s.devices.end(), found.begin(), found.end());
  }
  if (copies > 1) {
    s.grid.push_back(static_cast<int64_t>(copies));
    s.rest.push_back(GspmdSharding::Rest::Replicated);
  }
  return s;
}

/// Where two placements of one tensor first differ, and what each says there.
struct PlacementDifference {
  std::string by_first, by_second;
};

namespace detail {

/// The range of a dimension that a device has: begin, end without padding, and the extent of the local tensor.
struct HeldRange {
  int64_t begin, end, extent;
  friend bool operator==(const HeldRange&, const HeldRange&) = default;
};
inline HeldRange held_range(const Placement& p, const TensorType& global, int64_t device, size_t dim) {
  const int64_t n = global.shape[dim], parts = p.parts[dim], extent = (n + parts - 1) / parts;
  const int64_t begin = std::min(n, p.part_of(device, dim) * extent);
  return {begin, std::min(n, begin + extent), extent};
}
/// `device 1 holds [4:8, 0:6]`.
inline std::string held_text(const Placement& p, const TensorType& global, int64_t device) {
  std::string s = "device " + std::to_string(device) + " holds ";
  if (p.only && *p.only != device) return s + "nothing";
  s += "[";
  for (size_t i = 0; i < global.shape.size(); ++i) {
    const HeldRange r = held_range(p, global, device, i);
    s += (i ? ", " : "") + std::to_string(r.begin) + ":" + std::to_string(r.end);
  }
  return s + "]";
}
/// Of each device the first that has the same part and, if there are summands, the same of them. Where `parts` do not
/// count, the first that has the same summand.
inline std::vector<int64_t> holders_alike(const Placement& p, int64_t devices, bool parts) {
  std::map<std::vector<int64_t>, int64_t> first;
  std::vector<int64_t> found;
  for (int64_t d = 0; d < devices; ++d) {
    std::vector<int64_t> place{p.summand.empty() ? 0 : p.summand[static_cast<size_t>(d)]};
    if (parts)
      for (size_t i = 0; i < p.parts.size(); ++i) place.push_back(p.part_of(d, i));
    found.push_back(first.emplace(std::move(place), d).first->second);
  }
  return found;
}
inline std::string summand_text(const Placement& p, int64_t device, int64_t like) {
  const std::string s = "device " + std::to_string(device) + " holds ";
  if (p.summand.empty()) return s + "the reduced value";
  return s + (like == device ? "a summand of its own" : "the summand of device " + std::to_string(like)) + ", to be reduced by " +
         std::string(name(p.monoid));
}

}  // namespace detail

/// How what `stated` says of a tensor is at odds with its placement `actual`, which is taken as it stands: every
/// device has the same part and the same summand; along the open dimensions of `stated`, a part of the same part.
/// Nothing where they agree.
inline std::optional<PlacementDifference> difference(const TensorType& global, const Placement& stated,
                                                     const Placement& actual) {
  if (stated.only || actual.only) {
    if (stated.only == actual.only) return std::nullopt;
    const Placement &one = stated.only ? stated : actual, &other = stated.only ? actual : stated;
    if (!other.only && other.devices == 1 && *one.only == 0) return std::nullopt;
    // a device that has nothing by the one and something by the other
    const int64_t device = other.only ? *other.only : *one.only == 0 ? 1 : 0;
    const auto text = [&](const Placement& p) {
      return p.devices > 0 && device >= p.devices ? "there is no device " + std::to_string(device)
                                                  : detail::held_text(p, global, device);
    };
    return PlacementDifference{text(stated), text(actual)};
  }
  const bool either_whole = stated.is_whole() || actual.is_whole();
  if (stated.devices != actual.devices && !either_whole) {
    const auto text = [](const Placement& p) { return "it lies on " + std::to_string(p.devices) + " devices"; };
    return PlacementDifference{text(stated), text(actual)};
  }
  // one that is whole is so on the devices of the other
  const int64_t devices = stated.is_whole() ? actual.devices : stated.devices;
  const auto whole = [](const Placement& p) { return Placement{0, Shape(p.parts.size(), 1), {}, {}, Monoid::Add, {}, p.open, {}}; };
  const Placement one = stated.is_whole() ? whole(stated) : stated, other = actual.is_whole() ? whole(actual) : actual;
  for (int64_t d = 0; d < devices; ++d)
    for (size_t i = 0; i < global.shape.size(); ++i) {
      const int64_t coarse = one.parts[i], fine = other.parts[i];
      const bool same = one.is_open(i) ? fine % coarse == 0 && other.part_of(d, i) / (fine / coarse) == one.part_of(d, i)
                                       : detail::held_range(one, global, d, i) == detail::held_range(other, global, d, i);
      if (!same) return PlacementDifference{detail::held_text(one, global, d), detail::held_text(other, global, d)};
    }
  if (one.is_open() && static_cast<int64_t>(stated.alike.size()) == devices)
    for (int64_t d = 0; d < devices; ++d) {
      const int64_t like = stated.alike[static_cast<size_t>(d)];
      for (size_t i = 0; i < global.shape.size(); ++i)
        if (other.part_of(d, i) != other.part_of(like, i))
          return PlacementDifference{"device " + std::to_string(d) + " holds what device " + std::to_string(like) + " holds",
                                     detail::held_text(other, global, like) + ", " + detail::held_text(other, global, d)};
    }
  if (one.summand.empty() && other.summand.empty()) return std::nullopt;
  const std::vector<int64_t> a = detail::holders_alike(one, devices, !one.is_open()),
                             b = detail::holders_alike(other, devices, !one.is_open());
  for (int64_t d = 0; d < devices; ++d) {
    const auto k = static_cast<size_t>(d);
    if (a[k] != b[k] || one.summand.empty() != other.summand.empty() || one.monoid != other.monoid)
      return PlacementDifference{detail::summand_text(one, d, a[k]), detail::summand_text(other, d, b[k])};
  }
  return std::nullopt;
}

}  // namespace partir
