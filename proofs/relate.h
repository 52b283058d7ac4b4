// What a value on the mesh represents: a search for a Core value y and a distributed type D with V ⊨ y : D.
// Runs are over random inputs in an exact domain, so that values which agree everywhere are the same
// value and not a coincidence. In Native, "equal" is up to a tolerance: good enough to say where a
// program diverges, never to say that it does not.
#pragma once

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "interp/collectives.h"
#include "proofs/mesh_body.h"
#include "proofs/scalar_bound.h"
#include "proofs/tables.h"
#include "semantics/dist_type.h"

namespace partir {

/// `V ⊨ y : D`, where `y` is a Core value and, inside loops, D is relative to the axes in scope.
struct Representation {
  ValueId core = 0;
  DistType dist;
};

/// Calls `f(dims)` for every way to tile `whole` into `part` over `axes` of the mesh (size-1 axes are
/// left out: they say nothing); stops and returns true when `f` does.
template <class F>
bool for_each_tiling(const Mesh& mesh, const AxisList& axes, const Shape& whole, const Shape& part,
                     F&& f) {
  if (whole.size() != part.size()) return false;
  for (size_t d = 0; d < whole.size(); ++d)
    if (part[d] > whole[d] || (part[d] == 0 ? whole[d] != 0 : whole[d] % part[d] != 0)) return false;
  AxisLists dims(whole.size());
  auto extend = [&](auto& self, size_t d, int64_t factor) -> bool {
    if (d == whole.size()) return f(std::as_const(dims));
    const int64_t need = part[d] == 0 ? 1 : whole[d] / part[d];
    if (factor == need) return self(self, d + 1, 1);
    for (const Axis& a : axes) {
      const int64_t n = mesh.size(a);
      if (n == 1 || need % (factor * n) != 0) continue;
      bool used = false;
      for (const AxisList& l : dims) used = used || contains(l, a);
      if (used) continue;
      dims[d].push_back(a);
      if (self(self, d, factor * n)) return true;
      dims[d].pop_back();
    }
    return false;
  };
  return extend(extend, 0, 1);
}

/// The relation between the values of one run of each semantics. Answers are memoised.
template <class D>
class Relation {
 public:
  /// Borrows everything; the tables are filled. `resolution` scales Native's tolerance.
  Relation(const core::Program& core, const CoreTable<D>& core_values, const MeshBody& body,
           const FamilyTable<D>& families, double resolution = 1)
      : mesh_(body.mesh), core_(core.main), body_(body), x_(core_values), v_(families),
        found_(body.values.size()), resolution_(resolution), tolerance_(core.main.values.size()) {
    for (ValueId y = 0; y < core_.values.size(); ++y)
      if (!x_.at(y).empty()) by_name_[core_.values[y].name].push_back(y);
  }

  /// Some `(y, D)` that `V(x)` represents: `prefer`'s values first, then those outside loops, then those
  /// inside; each first without partial axes, and first those of its name. Nothing if there is none.
  const std::optional<Representation>& of(ValueId x, const std::vector<ValueId>& prefer = {}) {
    if (!found_[x]) found_[x] = search(x, prefer);
    return *found_[x];
  }

  /// How `V(x)` represents the Core value `y`, if it does.
  std::optional<DistType> as(ValueId x, ValueId y) {
    for (bool partial : {false, true})
      if (auto D_ = try_value(x, y, partial)) return D_;
    return std::nullopt;
  }

  /// The same without partial axes. `any_float`: floats of all types are one, as in the field.
  std::optional<DistType> in_whole(ValueId x, ValueId y, bool any_float = false) { return try_value(x, y, false, any_float); }

  /// Where `V(x)` first fails to be `y` at `dist` (relative to the loops around `y`), and in how many
  /// elements it does. Partial axes of `dist` are reduced first.
  struct Difference {
    Mismatch where;
    int64_t elements = 0;
  };
  std::optional<Difference> difference(ValueId x, ValueId y, const DistType& dist) {
    const Family<D>& V = reduced(x, dist.partial, dist.monoid);
    std::optional<Difference> result;
    Device device(mesh_.rank(), 0);
    for_each_coordinate(mesh_, axes_for(V, y, dist.dims), device, [&](const Device& δ) {
      const Tensor<D> expected = chunk(x_.at(y, mesh_, δ), dist.dims, δ);
      const Tensor<D>& found = V.at(δ);
      if (!(expected.type() == found.type())) {
        if (!result)
          result = Difference{{δ, {}, to_string(expected.type()), to_string(found.type())}, 0};
        result->elements += expected.elements();
        return;
      }
      const std::vector<int64_t> differing = differences(expected, found, tolerance(y), false);
      if (differing.empty()) return;
      if (!result) {
        std::vector<int64_t> index;
        int64_t rest = differing[0];
        for (int64_t s : row_major_strides(expected.shape())) {
          index.push_back(rest / s);
          rest %= s;
        }
        result = Difference{{δ, index, expected.element_text(index), found.element_text(index)}, 0};
      }
      result->elements += static_cast<int64_t>(differing.size());
    });
    return result;
  }

  /// Every way without partial axes to lay `y` out in the local shape of `x`.
  std::vector<DistType> layouts(ValueId x, ValueId y) const {
    std::vector<DistType> all;
    if (!body_.values[x].type) return all;
    for_each_tiling(mesh_, free_axes(y), type(y).shape, body_.values[x].type->shape,
                    [&](const AxisLists& dims) {
                      all.push_back({type(y), dims, {}, Monoid::Add});
                      return false;
                    });
    return all;
  }

  const TensorType& type(ValueId y) const { return core_.type(y); }
  bool ran(ValueId y) const { return !x_.at(y).empty(); }

 private:
  AxisList free_axes(ValueId y) const {
    AxisList axes;
    for (const auto& [a, n] : mesh_.axes())
      if (n > 1 && !contains(x_.axes(y), a)) axes.push_back(a);
    return axes;
  }
  AxisList axes_for(const Family<D>& V, ValueId y, const AxisLists& dims) const {
    return axes_union(mesh_, axes_union(mesh_, V.depends_on(), x_.axes(y)), flatten(dims));
  }
  Tensor<D> chunk(Tensor<D> t, const AxisLists& dims, const Device& δ) const {
    for (size_t d = 0; d < dims.size(); ++d)
      if (!dims[d].empty())
        t = t.chunk(static_cast<int64_t>(d), mesh_.index_in(dims[d], δ), mesh_.size(dims[d]));
    return t;
  }
  /// Positions, row-major, at which two tensors of one type differ; at most one if `first_only`.
  static std::vector<int64_t> differences(const Tensor<D>& a, const Tensor<D>& b, double tolerance,
                                          bool first_only) {
    if (a.same_view(b)) return {};
    return with_scalar<D>(a.element(), [&]<class T>() {
      std::vector<int64_t> found;
      const Tensor<D> x = a.contiguous(), y = b.contiguous();
      const T *p = x.template data<T>(), *q = y.template data<T>();
      for (int64_t i = 0, n = a.elements(); i < n && !(first_only && !found.empty()); ++i)
        if (!same<T>(p[i], q[i], tolerance)) found.push_back(i);
      return found;
    });
  }
  template <class T>
  static bool same(const T& x, const T& y, double tolerance) {
    if (D::template same<T>(x, y)) return true;
    if constexpr (std::is_same_v<D, Native> && is_complex_scalar<T>)
      return same<RealOf<T>>(x.re, y.re, tolerance) && same<RealOf<T>>(x.im, y.im, tolerance);
    else if constexpr (std::is_same_v<D, Native> && !is_discrete<T>)
      return std::fabs(D::template to_double<T>(x) - D::template to_double<T>(y)) <= tolerance;
    return false;
  }
  /// By how much elements of `y` may differ: nothing in an exact domain; in Native a part of its
  /// largest element, the square root of what its type resolves; scaled down, no less than 16 times what it resolves.
  double tolerance(ValueId y) {
    if constexpr (!std::is_same_v<D, Native>) return 0;
    if (!tolerance_[y]) {
      double largest = 0;
      const ElementType e = real_part(type(y).element);
      if (is_float(e))
        for (const Tensor<D>& t : x_.at(y))
          with_scalar<D>(t.element(), [&]<class T>() {
            for (const T& v : t.template values<T>()) {
              double d = std::fabs(D::template to_double<T>(v));
              if constexpr (is_complex_scalar<T>)
                d = std::max(d, std::fabs(D::template to_double<RealOf<T>>(v.im)));
              if (std::isfinite(d)) largest = std::max(largest, d);
            }
          });
      const double u = unit_roundoff(e);
      tolerance_[y] = largest * std::max(resolution_ * std::sqrt(u) / 2, std::min(std::sqrt(u) / 2, 16 * u));
    }
    return *tolerance_[y];
  }
  /// Whether two tensors agree at their corners: refuses nearly all wrong candidates at once.
  static bool corners_agree(const Tensor<D>& a, const Tensor<D>& b, double tolerance) {
    if (a.elements() == 0) return true;
    return with_scalar<D>(a.element(), [&]<class T>() {
      std::vector<int64_t> index(a.shape().size(), 0);
      if (!same<T>(a.template at<T>(index), b.template at<T>(index), tolerance)) return false;
      for (size_t d = 0; d < index.size(); ++d) index[d] = a.shape()[d] - 1;
      return same<T>(a.template at<T>(index), b.template at<T>(index), tolerance);
    });
  }

  const Family<D>& reduced(ValueId x, const AxisList& partial, Monoid m) {
    if (partial.empty()) return *v_[x];
    auto key = std::tuple{x, partial, m};
    auto it = reduced_.find(key);
    if (it == reduced_.end()) it = reduced_.emplace(key, P_Reduce(m, partial, *v_[x])).first;
    return it->second;
  }

  bool holds(const Family<D>& V, ValueId y, const AxisLists& dims) {
    const Device first(mesh_.rank(), 0);
    const double ε = tolerance(y);
    if (!corners_agree(chunk(x_.at(y, mesh_, first), dims, first), V.at(first), ε)) return false;
    Device device = first;
    bool all = true;
    for_each_coordinate(mesh_, axes_for(V, y, dims), device, [&](const Device& δ) {
      if (!all) return;
      const Tensor<D> t = chunk(x_.at(y, mesh_, δ), dims, δ);
      all = corners_agree(t, V.at(δ), ε) && differences(t, V.at(δ), ε, true).empty();
    });
    return all;
  }

  std::optional<DistType> try_value(ValueId x, ValueId y, bool partial, bool any_float = false) {
    if (!v_[x] || !ran(y)) return std::nullopt;
    const ElementType a = x_.at(y).front().element(), b = v_[x]->type().element;
    if (a != b && !(any_float && is_float(a) && is_float(b))) return std::nullopt;
    std::optional<DistType> result;
    const AxisList axes = free_axes(y);
    for_each_tiling(mesh_, axes, type(y).shape, v_[x]->type().shape, [&](const AxisLists& dims) {
      if (!partial) {
        if (holds(*v_[x], y, dims)) result = DistType{type(y), dims, {}, Monoid::Add};
        return result.has_value();
      }
      const AxisList rest = axes_minus(axes, flatten(dims));
      for (Monoid m : all_monoids) {
        if (!defined_on(m, type(y).element)) continue;
        // subsets of the axes left, small ones first would not matter: at most one is meant
        for (uint32_t set = 1; set < uint32_t{1} << std::min<size_t>(rest.size(), 6); ++set) {
          AxisList over;
          for (size_t i = 0; i < rest.size(); ++i)
            if (set >> i & 1) over.push_back(rest[i]);
          if (holds(reduced(x, over, m), y, dims)) {
            result = DistType{type(y), dims, over, m};
            return true;
          }
        }
      }
      return false;
    });
    return result;
  }

  std::optional<Representation> search(ValueId x, const std::vector<ValueId>& prefer) {
    if (!v_[x]) return std::nullopt;
    auto first_of = [&](const std::vector<ValueId>& ys) -> std::optional<Representation> {
      for (bool partial : {false, true})
        for (ValueId y : ys)
          if (auto D_ = try_value(x, y, partial)) return Representation{y, *D_};
      return std::nullopt;
    };
    if (auto found = first_of(prefer)) return found;
    // values outside loops first: they say over which axes x is tiled or partial
    std::vector<ValueId> outside, inside;
    auto add = [&](ValueId y) { (x_.axes(y).empty() ? outside : inside).push_back(y); };
    if (auto it = by_name_.find(body_.values[x].name); it != by_name_.end())
      for (ValueId y : it->second) add(y);
    for (ValueId y = 0; y < core_.values.size(); ++y) add(y);
    if (auto found = first_of(outside)) return found;
    return first_of(inside);
  }

  const Mesh& mesh_;
  const core::Function& core_;
  const MeshBody& body_;
  const CoreTable<D>& x_;
  const FamilyTable<D>& v_;
  std::map<std::string, std::vector<ValueId>> by_name_;
  std::vector<std::optional<std::optional<Representation>>> found_;
  double resolution_;
  std::vector<std::optional<double>> tolerance_;
  std::map<std::tuple<ValueId, AxisList, Monoid>, Family<D>> reduced_;
};

}  // namespace partir
