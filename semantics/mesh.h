// Meshes, axes and devices (calculus.md section 0).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "semantics/few.h"
#include "semantics/name.h"

namespace partir {

/// An ordered list of axes, major first (`ā`).
using AxisList = Few<Axis, 1>;
/// One axis list per tensor dimension, as the collectives' concrete text has it.
using AxisLists = std::vector<AxisList>;
/// A device `δ`: one coordinate per axis, in mesh order.
using Device = std::vector<int64_t>;

/// A mesh `M`: an ordered map from axis to size, `M(a) >= 1`. Rank 0 is one device.
class Mesh {
 public:
  Mesh() = default;
  explicit Mesh(std::vector<std::pair<Axis, int64_t>> axes) : axes_(std::move(axes)) {
    for (size_t i = 0; i < axes_.size(); ++i) {
      if (axes_[i].second < 1)
        throw std::invalid_argument("mesh axis \"" + axes_[i].first + "\" has size " +
                                    std::to_string(axes_[i].second) + ", expected >= 1");
      for (size_t j = 0; j < i; ++j)
        if (axes_[j].first == axes_[i].first)
          throw std::invalid_argument("mesh axis \"" + axes_[i].first + "\" is declared twice");
    }
  }

  size_t rank() const { return axes_.size(); }
  const std::vector<std::pair<Axis, int64_t>>& axes() const { return axes_; }
  /// Position of `a` in the mesh, or nothing when `a ∉ M`.
  std::optional<size_t> find(const Axis& a) const {
    for (size_t i = 0; i < axes_.size(); ++i)
      if (axes_[i].first == a) return i;
    return std::nullopt;
  }
  bool contains(const Axis& a) const { return find(a).has_value(); }
  /// Position of `a`; throws std::out_of_range when `a ∉ M` (callers check `contains` first).
  size_t index(const Axis& a) const {
    if (auto i = find(a)) return *i;
    throw std::out_of_range("axis \"" + a + "\" is not in the mesh");
  }
  /// `M(a)`.
  int64_t size(const Axis& a) const { return axes_[index(a)].second; }
  /// `|ā|`, the product of the sizes.
  int64_t size(const AxisList& list) const {
    int64_t n = 1;
    for (const Axis& a : list) n *= size(a);
    return n;
  }
  /// Number of devices.
  int64_t devices() const {
    int64_t n = 1;
    for (const auto& [a, s] : axes_) n *= s;
    return n;
  }
  /// Linear id, row-major in mesh order.
  int64_t id(const Device& device) const {
    int64_t id = 0;
    for (size_t i = 0; i < axes_.size(); ++i) id = id * axes_[i].second + device[i];
    return id;
  }
  /// Inverse of `id`.
  Device device(int64_t id) const {
    Device d(axes_.size());
    for (size_t i = axes_.size(); i-- > 0;) {
      d[i] = id % axes_[i].second;
      id /= axes_[i].second;
    }
    return d;
  }
  /// The index of `δ|ā` in `ā`, row-major: what P-Slice uses.
  int64_t index_in(const AxisList& list, const Device& device) const {
    int64_t k = 0;
    for (const Axis& a : list) k = k * size(a) + device[index(a)];
    return k;
  }
  friend bool operator==(const Mesh&, const Mesh&) = default;

 private:
  std::vector<std::pair<Axis, int64_t>> axes_;
};

/// `["B"=4, "M"=2]`.
inline std::string to_string(const Mesh& mesh) {
  std::string s = "[";
  for (size_t i = 0; i < mesh.rank(); ++i)
    s += (i ? ", " : "") + ("\"" + mesh.axes()[i].first + "\"=") +
         std::to_string(mesh.axes()[i].second);
  return s + "]";
}

/// `{"B", "M"}`.
inline std::string to_string(const AxisList& axes) {
  std::string s = "{";
  for (size_t i = 0; i < axes.size(); ++i) s += (i ? ", " : "") + ("\"" + axes[i] + "\"");
  return s + "}";
}

/// `[{}, {"B"}]`.
inline std::string to_string(const AxisLists& lists) {
  std::string s = "[";
  for (size_t i = 0; i < lists.size(); ++i) s += (i ? ", " : "") + to_string(lists[i]);
  return s + "]";
}

/// `(B=1, M=0)`, a device by its coordinates.
inline std::string to_string(const Mesh& mesh, const Device& device) {
  std::string s = "(";
  for (size_t i = 0; i < device.size(); ++i)
    s += (i ? ", " : "") + mesh.axes()[i].first + "=" + std::to_string(device[i]);
  return s + ")";
}

/// Whether no axis occurs twice, over all lists together.
inline bool all_distinct(const AxisLists& lists) {
  AxisList seen;
  for (const AxisList& list : lists)
    for (const Axis& a : list) {
      if (std::find(seen.begin(), seen.end(), a) != seen.end()) return false;
      seen.push_back(a);
    }
  return true;
}

/// All axes of all lists, in order.
inline AxisList flatten(const AxisLists& lists) {
  AxisList all;
  for (const AxisList& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

inline bool contains(const AxisList& list, const Axis& a) {
  return std::find(list.begin(), list.end(), a) != list.end();
}

}  // namespace partir
