// What a device and its interconnect can do, and what a collective costs there: the machine on which
// partition/simulate.h prices a program. docs/simulator.md has every formula; files: tools/device_json.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semantics/mesh.h"
#include "semantics/types.h"

namespace partir {

/// How the devices along one mesh axis are wired: each to its successor, to both neighbours, or all to one
/// switch that never blocks.
enum class Topology : uint8_t { Ring, BidirectionalRing, Switch };
inline constexpr Topology all_topologies[] = {Topology::Ring, Topology::BidirectionalRing, Topology::Switch};
constexpr std::string_view name(Topology t) {
  constexpr std::string_view names[] = {"ring", "bidirectional_ring", "switch"};
  return names[static_cast<size_t>(t)];
}
inline std::optional<Topology> topology(std::string_view s) {
  for (Topology t : all_topologies)
    if (name(t) == s) return t;
  return std::nullopt;
}

/// The links along one mesh axis. A message of b bytes takes latency_s + b / bytes_per_s over one hop (the
/// postal model of Thakur, Rabenseifner and Gropp, 2005).
struct Link {
  Topology topology = Topology::Ring;
  double bytes_per_s = 1;  ///< that one device sends in one direction, > 0
  double latency_s = 0;    ///< seconds per hop, >= 0
  friend bool operator==(const Link&, const Link&) = default;
};

/// A device, and the links between devices. (`Device` is a device's coordinates.)
struct DeviceSpec {
  std::string name, source;  ///< what it describes, and where the figures are from
  /// Scalar operations per second by element type, 0 where the type is not listed; one is, at least.
  std::array<double, std::size(all_element_types)> peak_flops{};
  double memory_bytes_per_s = 1;  ///< of main memory, reads and writes together, > 0
  int64_t memory_bytes = 0;       ///< of one device
  Link link;                      ///< of each axis that `axes` does not name
  std::map<Axis, Link> axes;
  bool overlap = false;  ///< whether communication proceeds beside compute

  double& peak(ElementType e) { return peak_flops[static_cast<size_t>(e)]; }
  /// Peak rate on `e`. A complex type that is not listed has a quarter of its part's (four multiplications
  /// and additions each); another has the slowest rate listed.
  double peak(ElementType e) const {
    const double listed = peak_flops[static_cast<size_t>(e)];
    if (listed > 0) return listed;
    if (is_complex(e)) return peak(real_part(e)) / 4;
    double slowest = 0;
    for (double p : peak_flops)
      if (p > 0 && (slowest == 0 || p < slowest)) slowest = p;
    return slowest;
  }
  const Link& link_of(const Axis& a) const {
    const auto own = axes.find(a);
    return own == axes.end() ? link : own->second;
  }
};

/// One axis that a collective runs over: its size and its links.
struct AxisLink {
  int64_t size = 1;
  Link link;
  /// Bytes per second that a device sends in a ring algorithm: twice as many where it sends both ways.
  double bytes_per_s() const {
    return (link.topology == Topology::BidirectionalRing ? 2 : 1) * link.bytes_per_s;
  }
  /// Steps of a ring algorithm over n devices: n-1 one way, ⌊n/2⌋ both ways.
  int64_t hops() const { return link.topology == Topology::BidirectionalRing ? size / 2 : size - 1; }
};

/// Seconds of an all_gather over one axis of n devices, each with `shard` bytes: every shard passes every
/// other device, hops()·latency + (n-1)·shard/bandwidth. (The ring, or bucket, algorithm: Chan, Heimlich,
/// Purkayastha and van de Geijn, 2007; both ways, half of the other shards come from either side.)
inline double all_gather_seconds(const AxisLink& a, double shard) {
  return static_cast<double>(a.hops()) * a.link.latency_s +
         static_cast<double>(a.size - 1) * shard / a.bytes_per_s();
}

/// Over several axes, one after another, a shard growing with each: the slowest links go first, while the
/// shards are small, which is the best order. The product of the sizes is the number of devices.
inline double all_gather_seconds(std::vector<AxisLink> axes, double shard) {
  std::sort(axes.begin(), axes.end(),
            [](const AxisLink& a, const AxisLink& b) { return a.bytes_per_s() < b.bytes_per_s(); });
  double seconds = 0;
  for (const AxisLink& a : axes) {
    seconds += all_gather_seconds(a, shard);
    shard *= static_cast<double>(a.size);
  }
  return seconds;
}

inline double devices_of(const std::vector<AxisLink>& axes) {
  double n = 1;
  for (const AxisLink& a : axes) n *= static_cast<double>(a.size);
  return n;
}

/// Seconds of a reduce_scatter of `bytes` per device: an all_gather of the result run backwards (Chan et
/// al.); the additions are not charged.
inline double reduce_scatter_seconds(const std::vector<AxisLink>& axes, double bytes) {
  return all_gather_seconds(axes, bytes / devices_of(axes));
}

/// Seconds of an all_reduce of `bytes` per device: reduce_scatter, then all_gather, which sends the least
/// that any algorithm can, 2(n-1)/n·bytes (Patarasuk and Yuan, 2009).
inline double all_reduce_seconds(const std::vector<AxisLink>& axes, double bytes) {
  return 2 * reduce_scatter_seconds(axes, bytes);
}

/// Seconds of an all_to_all of `bytes` per device over one axis of n: each device keeps one block of n and
/// sends the others. On a ring the block for the k-th device passes k links, in all (n-1)/2·bytes on each
/// link; both ways, the shorter way each, ⌊n²/4⌋/(2n)·bytes; through a switch (n-1)/n·bytes in n-1 messages
/// (pairwise exchange: Thakur et al.).
inline double all_to_all_seconds(const AxisLink& a, double bytes) {
  const auto n = static_cast<double>(a.size);
  double on_link = 0;
  switch (a.link.topology) {
    case Topology::Ring:
      on_link = (n - 1) / 2 * bytes;
      break;
    case Topology::BidirectionalRing:
      on_link = static_cast<double>(a.size * a.size / 4) / (2 * n) * bytes;
      break;
    case Topology::Switch:
      on_link = (n - 1) / n * bytes;
      break;
  }
  return static_cast<double>(a.hops()) * a.link.latency_s + on_link / a.link.bytes_per_s;
}
/// Over several axes, one after another: each moves the whole buffer along its own.
inline double all_to_all_seconds(const std::vector<AxisLink>& axes, double bytes) {
  double seconds = 0;
  for (const AxisLink& a : axes) seconds += all_to_all_seconds(a, bytes);
  return seconds;
}

}  // namespace partir
