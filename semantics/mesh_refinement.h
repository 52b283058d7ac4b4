// Parts of mesh axes, as Shardy has them: `"x":(2)3` is the part of x of size 3 that has parts of size 2
// before it. A mesh is refined until every part that a program uses is one or more axes of it.
#pragma once

#include <map>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "semantics/diagnostics.h"
#include "semantics/mesh.h"

namespace partir {

/// An axis, or with `size` above 0 a part of it: where a coordinate of x is written `(i, j, k)` with
/// extents pre, size and the rest, major first, the part is j.
struct AxisPart {
  Axis axis;
  int64_t pre = 1, size = 0;
  bool is_whole() const { return size == 0; }
};
/// `"x"`, `"x":(2)3`, as Shardy prints them.
inline std::string to_string(const AxisPart& p) {
  return "\"" + p.axis + "\"" +
         (p.is_whole() ? "" : ":(" + std::to_string(p.pre) + ")" + std::to_string(p.size));
}

/// A mesh and the parts of its axes that are used. Devices keep their numbers when it is refined, since the
/// parts of an axis stand where it stood, major first.
class MeshRefinement {
 public:
  explicit MeshRefinement(Mesh mesh) : mesh_(std::move(mesh)) {
    for (const auto& [a, n] : mesh_.axes()) cuts_[a] = {1, n};
  }
  const Mesh& mesh() const { return mesh_; }

  /// Notes that `p` is used. Throws BadInput where it is no part of an axis of the mesh, Unsupported where it
  /// lies across another part in use, so that no common refinement exists.
  void use(const AxisPart& p, const Location& where) {
    const auto known = cuts_.find(p.axis);
    if (known == cuts_.end())
      throw BadInput("axis \"" + p.axis + "\" of a sharding is not in the mesh " + to_string(mesh_), where);
    if (p.is_whole()) return;
    const int64_t n = mesh_.size(p.axis);
    if (p.pre < 1 || p.size < 1 || p.pre > n || p.size > n / p.pre || n % (p.pre * p.size) != 0)
      throw BadInput(to_string(p) + " is no part of the axis \"" + p.axis + "\" of size " + std::to_string(n),
                     where);
    std::set<int64_t> cuts = known->second;
    cuts.insert({p.pre, p.pre * p.size});
    int64_t before = 1;
    for (int64_t c : cuts) {
      if (c % before != 0)
        throw Unsupported(to_string(p) + ", which lies across another part of \"" + p.axis + "\" in use", where);
      before = c;
    }
    known->second = std::move(cuts);
  }

  /// The mesh whose axes are the smallest parts; an axis of which no part is used keeps its name, a part is
  /// called `x:(2)3`.
  Mesh refined() const {
    std::vector<std::pair<Axis, int64_t>> axes;
    for (const auto& [a, n] : mesh_.axes())
      for (const auto& [from, to] : pieces(a)) axes.emplace_back(name(a, from, to), to / from);
    return Mesh(std::move(axes));
  }
  /// The axes of the refined mesh that `p`, which is in use, is; major first.
  AxisList axes(const AxisPart& p) const {
    const int64_t end = p.is_whole() ? mesh_.size(p.axis) : p.pre * p.size;
    AxisList list;
    for (const auto& [from, to] : pieces(p.axis))
      if (from >= p.pre && to <= end) list.push_back(name(p.axis, from, to));
    return list;
  }

 private:
  /// Of an axis, between one cut and the next. An axis of size 1 is one piece.
  std::vector<std::pair<int64_t, int64_t>> pieces(const Axis& a) const {
    const std::set<int64_t>& cuts = cuts_.at(a);
    std::vector<std::pair<int64_t, int64_t>> found;
    for (auto c = cuts.begin(); std::next(c) != cuts.end(); ++c) found.emplace_back(*c, *std::next(c));
    if (found.empty()) found.emplace_back(1, 1);
    return found;
  }
  Axis name(const Axis& a, int64_t from, int64_t to) const {
    if (from == 1 && to == mesh_.size(a)) return a;
    return a + ":(" + std::to_string(from) + ")" + std::to_string(to / from);
  }

  Mesh mesh_;
  std::map<Axis, std::set<int64_t>> cuts_;  ///< sizes of the prefixes of an axis that end where a part does
};

}  // namespace partir
