// Families: one tensor per device, stored once per distinct coordinate of the axes that they depend
// on (calculus.md Lemma 1), and what it means for one to represent a global tensor at a D.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interp/tensor.h"
#include "semantics/diagnostics.h"
#include "semantics/dist_type.h"

namespace partir {

/// `axes` without duplicates, in mesh order; throws Stuck for an axis that is not in the mesh.
inline AxisList in_mesh_order(const Mesh& mesh, const AxisList& axes) {
  for (const Axis& a : axes)
    if (!mesh.contains(a))
      throw Stuck("axis \"" + a + "\" is not in the mesh " + to_string(mesh), "", {});
  AxisList sorted;
  for (const auto& [a, n] : mesh.axes())
    if (contains(axes, a)) sorted.push_back(a);
  return sorted;
}
/// `a ∪ b`, in mesh order.
inline AxisList axes_union(const Mesh& mesh, AxisList a, const AxisList& b) {
  a.insert(a.end(), b.begin(), b.end());
  return in_mesh_order(mesh, a);
}
/// `a \ b`, order kept.
inline AxisList axes_minus(const AxisList& a, const AxisList& b) {
  AxisList rest;
  for (const Axis& x : a)
    if (!contains(b, x)) rest.push_back(x);
  return rest;
}

/// Calls `f(δ[ā↦κ])` for every coordinate `κ` of `axes`, row-major with the first axis major, and
/// leaves `device` as it was. The axes are in the mesh (`in_mesh_order` throws otherwise).
template <class F>
void for_each_coordinate(const Mesh& mesh, const AxisList& axes, Device& device, F&& f) {
  std::vector<std::pair<size_t, int64_t>> digits;  // position and size, major first
  for (const Axis& a : axes) digits.emplace_back(mesh.index(a), mesh.size(a));
  const Device saved = device;
  for (const auto& [p, n] : digits) device[p] = 0;
  for (bool more = true; more;) {
    f(std::as_const(device));
    more = false;
    for (size_t k = digits.size(); k-- > 0 && !more;) {
      auto [p, n] = digits[k];
      more = ++device[p] < n;
      if (!more) device[p] = 0;
    }
  }
  device = saved;
}

/// `V`: one local tensor per device of a mesh. Immutable; copies share.
template <class D>
class Family {
 public:
  /// `parts[k]` is the tensor of the devices whose coordinates on `depends_on` have row-major index
  /// `k`. Throws BadInput unless the axes are distinct and in mesh order, there is one part for
  /// each coordinate, and all parts are defined and of one type.
  Family(std::shared_ptr<const Mesh> mesh, AxisList depends_on, std::vector<Tensor<D>> parts)
      : mesh_(std::move(mesh)), depends_on_(std::move(depends_on)), parts_(std::move(parts)) {
    if (in_mesh_order(*mesh_, depends_on_) != depends_on_)
      throw BadInput("a family's axes are " + to_string(depends_on_) +
                     ", expected distinct axes in the order of " + to_string(*mesh_));
    if (static_cast<int64_t>(parts_.size()) != mesh_->size(depends_on_))
      throw BadInput("a family over " + to_string(depends_on_) + " has " +
                     std::to_string(parts_.size()) + " parts, expected " +
                     std::to_string(mesh_->size(depends_on_)));
    for (const Tensor<D>& t : parts_)
      if (!t.defined())
        throw BadInput("a device's tensor is undefined");
      else if (t.type() != parts_[0].type())
        throw BadInput("the devices' tensors differ in type: " + to_string(t.type()) + " beside " +
                       to_string(parts_[0].type()));
    for (const Axis& a : depends_on_) digits_.emplace_back(mesh_->index(a), mesh_->size(a));
  }

  /// The same tensor on every device.
  static Family replicated(std::shared_ptr<const Mesh> mesh, Tensor<D> t) {
    std::vector<Tensor<D>> one;
    one.push_back(std::move(t));
    return Family(std::move(mesh), {}, std::move(one));
  }
  /// One tensor for each device in the order of ids; nothing is shared.
  static Family per_device(std::shared_ptr<const Mesh> mesh, std::vector<Tensor<D>> tensors) {
    AxisList all;
    for (const auto& [a, n] : mesh->axes()) all.push_back(a);
    return Family(std::move(mesh), std::move(all), std::move(tensors));
  }
  /// `V(δ) = f(δ|axes)`: calls `f(device)` once per coordinate of `axes`, other coordinates 0.
  template <class F>
  static Family generate(std::shared_ptr<const Mesh> mesh, const AxisList& axes, F&& f) {
    AxisList sorted = in_mesh_order(*mesh, axes);
    std::vector<Tensor<D>> parts;
    Device device(mesh->rank(), 0);
    for_each_coordinate(*mesh, sorted, device, [&](const Device& d) { parts.push_back(f(d)); });
    return Family(std::move(mesh), std::move(sorted), std::move(parts));
  }

  const Mesh& mesh() const { return *mesh_; }
  const std::shared_ptr<const Mesh>& shared_mesh() const { return mesh_; }
  /// The axes on which the tensors may differ, in mesh order.
  const AxisList& depends_on() const { return depends_on_; }
  /// The distinct tensors, row-major over `depends_on`.
  const std::vector<Tensor<D>>& parts() const { return parts_; }
  /// The device-local type.
  const TensorType& type() const { return parts_[0].type(); }

  /// `V(δ)`.
  const Tensor<D>& at(const Device& device) const {
    size_t k = 0;
    for (const auto& [position, size] : digits_) k = k * size + device[position];
    return parts_[k];
  }
  /// `V(δ)` by the device's linear id.
  const Tensor<D>& at_id(int64_t id) const { return at(mesh_->device(id)); }

  /// `f` of each distinct tensor.
  template <class F>
  Family map(F&& f) const {
    std::vector<Tensor<D>> out;
    out.reserve(parts_.size());
    for (const Tensor<D>& t : parts_) out.push_back(f(t));
    return Family(mesh_, depends_on_, std::move(out));
  }

 private:
  std::shared_ptr<const Mesh> mesh_;
  AxisList depends_on_;
  std::vector<Tensor<D>> parts_;
  std::vector<std::pair<size_t, int64_t>> digits_;  ///< mesh position and size of `depends_on_`
};

/// Pointwise `f` of several families: `f(tensors of δ) -> results of δ`, called once per distinct
/// coordinate of the union of their axes. `f` returns `results` tensors every time (else Stuck).
template <class D, class F>
std::vector<Family<D>> zip(const std::shared_ptr<const Mesh>& mesh,
                           const std::vector<const Family<D>*>& families, F&& f) {
  AxisList axes;
  for (const Family<D>* v : families) axes = axes_union(*mesh, std::move(axes), v->depends_on());
  std::vector<std::vector<Tensor<D>>> columns;  // per result, per coordinate
  std::vector<Tensor<D>> row;
  Device device(mesh->rank(), 0);
  bool first = true;
  for_each_coordinate(*mesh, axes, device, [&](const Device& d) {
    row.clear();
    for (const Family<D>* v : families) row.push_back(v->at(d));
    std::vector<Tensor<D>> out;
    try {
      out = f(std::as_const(row));
    } catch (const BrokenPromise& e) {
      throw BrokenPromise(e.reason, to_string(*mesh, d), e.where());
    }
    if (first) columns.resize(out.size());
    first = false;
    if (out.size() != columns.size())
      throw Stuck("devices disagree on the number of results", to_string(*mesh, d), {});
    for (size_t j = 0; j < out.size(); ++j) columns[j].push_back(std::move(out[j]));
  });
  std::vector<Family<D>> result;
  for (auto& column : columns) result.emplace_back(mesh, axes, std::move(column));
  return result;
}

/// The chunk of `global` that `ā_1..ā_k` of `dist` assign to `device`; a view.
/// Throws BadInput if `dist` is ill formed or is not of `global`'s type.
template <class D>
Tensor<D> chunk_of(const Mesh& mesh, const DistType& dist, const Tensor<D>& global,
                   const Device& device) {
  if (const std::string why = ill_formed(mesh, dist); !why.empty())
    throw BadInput("ill-formed " + to_string(dist) + ": " + why);
  if (!is_of(global, dist.global))
    throw BadInput("a global value has type " + to_string(global.type()) + ", expected " +
                   to_string(dist.global));
  Tensor<D> t = global;
  for (size_t d = 0; d < dist.dims.size(); ++d)
    if (!dist.dims[d].empty())
      t = t.chunk(static_cast<int64_t>(d), mesh.index_in(dist.dims[d], device),
                  mesh.size(dist.dims[d]));
  return t;
}

/// Bits that `⊕` leaves every value unchanged by, exactly: over floats add's is -0.0, because
/// `-0.0 + 0.0` is not `-0.0`.
inline ElementBits exact_identity_bits(Monoid m, ElementType e) {
  if (m == Monoid::Add && is_complex(e)) return Literal::encode(e, -0.0, -0.0);
  return m == Monoid::Add && is_float(e) ? Literal::encode(e, -0.0) : identity_bits(m, e);
}

/// A family that represents `global` at `dist`. Over partial axes of an idempotent ⊕ every part is
/// the chunk; over those of add and mul the first part is the chunk and the others ⊕'s identity.
/// Throws BadInput as `chunk_of`.
template <class D>
Family<D> distribute(const Mesh& mesh, const DistType& dist, const Tensor<D>& global) {
  const bool idempotent = dist.monoid != Monoid::Add && dist.monoid != Monoid::Mul;
  chunk_of(mesh, dist, global, Device(mesh.rank(), 0));  // reports an ill-formed D
  AxisList axes = flatten(dist.dims);
  std::optional<Tensor<D>> identity;
  if (!dist.partial.empty() && !idempotent) {
    axes.insert(axes.end(), dist.partial.begin(), dist.partial.end());
    identity = Tensor<D>::from_literal(Literal::splat_bits(
        local(mesh, dist), exact_identity_bits(dist.monoid, dist.global.element)));
  }
  return Family<D>::generate(std::make_shared<const Mesh>(mesh), axes, [&](const Device& d) {
    return identity && mesh.index_in(dist.partial, d) != 0 ? *identity
                                                           : chunk_of(mesh, dist, global, d);
  });
}

/// Where a family does not represent a global value: the first such device by distinct coordinate,
/// the index in its local tensor (empty when the types differ), and both values as text.
struct Mismatch {
  Device device;
  std::vector<int64_t> index;
  std::string expected, found;
};

/// Decides `V ⊨ G : D`: for every `δ`, `⊕` of `V` over `group(δ,A)` (from the left, row-major in
/// `dist.partial`) equals the chunk of `G`. Exact; compares once per distinct coordinate.
/// Throws BadInput as `chunk_of`, and where the family is over another mesh.
template <class D>
std::optional<Mismatch> represents(const Mesh& mesh, const DistType& dist, const Family<D>& family,
                                   const Tensor<D>& global) {
  const Device origin(mesh.rank(), 0);
  const TensorType expected_type = chunk_of(mesh, dist, global, origin).type();
  if (!(family.mesh() == mesh))
    throw BadInput("the family is over the mesh " + to_string(family.mesh()) + ", expected " +
                   to_string(mesh));
  if (family.type() != expected_type)
    return Mismatch{origin, {}, to_string(expected_type), to_string(family.type())};
  const AxisList axes =
      axes_minus(axes_union(mesh, family.depends_on(), flatten(dist.dims)), dist.partial);
  std::optional<Mismatch> mismatch;
  Device device = origin;
  for_each_coordinate(mesh, axes, device, [&](const Device& d) {
    if (mismatch) return;
    Combination<D> sum(dist.monoid);
    Device member = d;
    for_each_coordinate(mesh, dist.partial, member, [&](const Device& m) { sum.add(family.at(m)); });
    const Tensor<D> chunk = chunk_of(mesh, dist, global, d);
    if (auto where = first_difference(chunk, sum.whole()))
      mismatch = Mismatch{d, *where, chunk.element_text(*where), sum.whole().element_text(*where)};
  });
  return mismatch;
}

}  // namespace partir
