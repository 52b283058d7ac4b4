#include "tools/device_json.h"

#include <cstdio>

#include "semantics/shown.h"
#include "tools/files.h"
#include "tools/located_json.h"

namespace partir {
namespace {

using Kind = LocatedJson::Kind;

std::string number_text(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", x);
  return text;
}

/// A number from `least` to 1e24: nothing that is computed from such leaves the doubles.
double read_number(const LocatedJson& n, const std::string& what, double least) {
  constexpr double most = 1e24;
  if (n.kind != Kind::Integer && n.kind != Kind::Number) wrong("expected a number for " + what, n.at);
  if (n.number < least || n.number > most)
    wrong(what + " is " + number_text(n.number) + ", expected " + number_text(least) + " to " +
              number_text(most),
          n.at);
  return n.number;
}
/// A rate or a size.
double read_positive_number(const LocatedJson& n, const std::string& what) { return read_number(n, what, 1e-6); }

Link read_link(const LocatedJson& n) {
  const auto found = needed_members(n, {"topology", "bytes_per_s", "latency_s"}, 3, "a link");
  Link link;
  const auto t = topology(expect(*found[0], Kind::String, "a topology").string);
  if (!t) {
    std::string known;
    for (Topology k : all_topologies) known += (known.empty() ? "" : ", ") + std::string(name(k));
    wrong("unknown topology " + shown(found[0]->string) + "; known are " + known, found[0]->at);
  }
  link.topology = *t;
  link.bytes_per_s = read_positive_number(*found[1], "bytes_per_s");
  link.latency_s = read_number(*found[2], "latency_s", 0);
  return link;
}

}  // namespace

DeviceSpec parse_device(const std::string& text, const std::string& name, const Mesh& mesh) {
  const LocatedJson root = parse_located_json(text, name, "device file");
  const auto found = needed_members(
      root,
      {"name", "peak_flops_per_s", "memory_bytes", "memory_bytes_per_s", "link", "axes", "overlap", "source"},
      5, "a device");
  DeviceSpec d;
  d.name = expect(*found[0], Kind::String, "a name").string;
  const LocatedJson& peaks =
      expect(*found[1], Kind::Object, "an object from element types to operations per second");
  distinct_keys(peaks);
  for (size_t i = 0; i < peaks.members.size(); ++i) {
    const auto& [key, value] = peaks.members[i];
    const auto e = element_type(key);
    if (!e) wrong("unknown element type " + shown(key), peaks.keys[i]);
    d.peak(*e) = read_positive_number(value, "the rate of " + key);
  }
  if (peaks.members.empty()) wrong("expected the rate of at least one element type", peaks.at);
  d.memory_bytes = expect(*found[2], Kind::Integer, "memory_bytes as an integer").integer;
  if (d.memory_bytes < 1)
    wrong("memory_bytes is " + std::to_string(d.memory_bytes) + ", expected at least 1", found[2]->at);
  d.memory_bytes_per_s = read_positive_number(*found[3], "memory_bytes_per_s");
  d.link = read_link(*found[4]);
  if (found[5]) {
    const LocatedJson& axes = expect(*found[5], Kind::Object, "an object from axes to links");
    distinct_keys(axes);
    for (size_t i = 0; i < axes.members.size(); ++i) {
      const auto& [axis, link] = axes.members[i];
      if (!mesh.contains(axis))
        wrong("axis " + shown(axis) + " is not in the mesh " + to_string(mesh), axes.keys[i]);
      d.axes[axis] = read_link(link);
    }
  }
  if (found[6]) d.overlap = expect(*found[6], Kind::Bool, "true or false").integer != 0;
  if (found[7]) d.source = expect(*found[7], Kind::String, "a text").string;
  return d;
}

DeviceSpec read_device(const std::string& path, const Mesh& mesh) {
  return parse_device(read_file(path), path, mesh);
}

}  // namespace partir
