// The mesh dialect on a device: who it is, and collectives as those of StableHLO with explicit groups.
// A group's devices are ordered by `mesh_axes`, the outer axis first.
#include "mlir/Dialect/Mesh/IR/MeshOps.h"

#include <map>

#include "mlir_bridge/upstream/translator.h"

namespace partir::bridge {

namespace {

using Values = std::vector<ValueId>;
using mlir::mesh::ReductionKind;

/// A mesh op of a device's program.
struct OnDevice : Reading {
  const Mesh& mesh;
  ModuleBuilder& m;
  AxisList axes;

  /// `key` names the attribute with the axes; where it is empty they are none, or all.
  OnDevice(const Reading& r, const char* key, bool empty_is_all)
      : Reading(r), mesh(r.t.mesh().mesh), m(device(r)) {
    const auto symbol = attribute<mlir::FlatSymbolRefAttr>("mesh").getValue();
    if (symbol != r.t.mesh().symbol) unsupported("another mesh, @" + symbol.str());
    if (key && has(key))
      for (int16_t a : attribute<mlir::DenseI16ArrayAttr>(key).asArrayRef()) axes.push_back(axis(a));
    if (axes.empty() && empty_is_all)
      for (const auto& a : mesh.axes()) axes.push_back(a.first);
  }
  static ModuleBuilder& device(const Reading& r) {
    if (!r.b.module()) r.unsupported("a specification speaks of no devices");
    return *r.b.module();
  }
  Axis axis(int64_t number) const {
    if (number < 0 || number >= static_cast<int64_t>(mesh.rank()))
      unsupported("mesh axis " + std::to_string(number) + " of " + to_string(mesh));
    return mesh.axes()[number].first;
  }
  int64_t group_size() const { return mesh.size(axes); }

  /// The number of this device along one axis, an index.
  ValueId coordinate(const Axis& a) const {
    const ValueId id = m.emit_form(shlo::PartitionId{}, {{{}, ElementType::UI32}}, where)[0];
    int64_t inner = 1;
    for (size_t i = mesh.index(a) + 1; i < mesh.rank(); ++i) inner *= mesh.axes()[i].second;
    const ValueId outer = emit(Divide{}, {b.convert(id, ElementType::I64, where), b.index(inner, where)});
    return emit(Remainder{}, {outer, b.index(mesh.size(a), where)});
  }
  /// The number of this device within its group.
  ValueId group_index() const {
    ValueId at = b.index(0, where);
    for (const Axis& a : axes)
      at = emit(Add{}, {emit(Multiply{}, {at, b.index(mesh.size(a), where)}), coordinate(a)});
    return at;
  }

  /// All groups, each in its order.
  shlo::IdGroups groups() const {
    std::map<Device, std::vector<int64_t>> by_rest;
    for (int64_t id = 0; id < mesh.devices(); ++id) {
      Device rest = mesh.device(id);
      const int64_t at = mesh.index_in(axes, rest);
      for (const Axis& a : axes) rest[mesh.index(a)] = 0;
      std::vector<int64_t>& group = by_rest[rest];
      group.resize(static_cast<size_t>(group_size()));
      group[at] = id;
    }
    shlo::IdGroups all;
    for (auto& [rest, group] : by_rest) all.push_back(std::move(group));
    return all;
  }
  /// A collective of one operand.
  template <class C>
  ValueId collective(C op, ValueId operand, TensorType result, shlo::IdGroups ids) const {
    constexpr bool flattened = std::is_same_v<C, shlo::AllGather> || std::is_same_v<C, shlo::AllReduce> ||
                               std::is_same_v<C, shlo::ReduceScatter>;
    shlo::Expr e = shlo::Collective{{operand}, {std::move(ids), 1, flattened}, {}};
    std::get<shlo::Collective>(e).op.template emplace<C>(std::move(op));
    return m.emit_form(std::move(e), {std::move(result)}, where)[0];
  }
  template <class C>
  ValueId collective(C op, ValueId operand, TensorType result) const {
    return collective(std::move(op), operand, std::move(result), groups());
  }

  /// A dimension that an attribute names.
  size_t dimension(const char* key, ValueId x) const {
    const int64_t d = integer(key);
    if (d < 0 || d >= type(x).rank())
      throw BadInput(name() + ": dimension " + std::to_string(d) + " of " + to_string(type(x)), where);
    return static_cast<size_t>(d);
  }
  /// One of the group's parts along a dimension; throws Rejected where it has none.
  int64_t part(ValueId x, size_t d) const {
    const int64_t n = type(x).shape[d];
    if (n % group_size() != 0)
      throw Rejected(Rule::T_Op, 1, where,
                     "extent " + std::to_string(n) + " of dimension " + std::to_string(d),
                     "a multiple of the " + std::to_string(group_size()) + " devices of a group");
    return n / group_size();
  }
  /// The part of this device.
  ValueId own_part(ValueId x, size_t d) const {
    Shape sizes = type(x).shape;
    sizes[d] = part(x, d);
    Values operands{x};
    const ValueId zero = b.index(0, where);
    operands.insert(operands.end(), sizes.size(), zero);
    operands[1 + d] = emit(Multiply{}, {group_index(), b.index(sizes[d], where)});
    return emit(DynamicSlice{sizes}, std::move(operands));
  }
  /// `x` where `condition` holds, else nothing that counts.
  ValueId defined_where(ValueId condition, ValueId x) const {
    return emit(Select{}, {condition, x, b.undefined(type(x), where)});
  }
  /// The number within its group of the device that `root` names.
  int64_t root() const {
    if (op->getNumOperands() != 1) unsupported("a root that is not constant");
    const std::vector<int64_t> at = integers("root");
    if (at.size() != axes.size())
      throw BadInput(name() + ": a root has an index along each mesh axis", where);
    int64_t n = 0;
    for (size_t i = 0; i < at.size(); ++i) {
      if (at[i] < 0 || at[i] >= mesh.size(axes[i]))
        throw BadInput(name() + ": root " + to_string(at) + " is outside of the mesh " +
                           to_string(mesh), where);
      n = n * mesh.size(axes[i]) + at[i];
    }
    return n;
  }
  ValueId is_at(int64_t number) const {
    return emit(Compare{ComparisonDirection::EQ}, {group_index(), b.index(number, where)});
  }
  /// The operands of all groups' roots.
  ValueId from_root(ValueId x) const {
    shlo::IdGroups ids = groups();
    for (auto& group : ids) std::swap(group.front(), group[root()]);
    return collective(shlo::CollectiveBroadcast{}, x, type(x), std::move(ids));
  }

  //===------------------------------------------------------------------------------------------===
  // Reductions
  //===------------------------------------------------------------------------------------------===

  ReductionKind kind() const {
    if (!has("reduction")) return ReductionKind::Sum;
    return attribute<mlir::mesh::ReductionKindAttr>("reduction").getValue();
  }
  /// Maximum and minimum are those of signed numbers, as all of the dialect's integers are.
  ScalarBody reducer(ElementType e) const {
    const auto of_numbers = [&](ScalarFn fn) {
      if (is_bool(e)) unsupported("a reduction of i1 that is not bitwise");
      return binary_body(fn, e, e);
    };
    switch (kind()) {
      case ReductionKind::Sum: case ReductionKind::Average: return of_numbers(ScalarFn::Add);
      case ReductionKind::Max: return of_numbers(ScalarFn::Max);
      case ReductionKind::Min: return of_numbers(ScalarFn::Min);
      case ReductionKind::Product: return of_numbers(ScalarFn::Multiply);
      case ReductionKind::BitwiseAnd: return binary_body(ScalarFn::And, e, e);
      case ReductionKind::BitwiseOr: return binary_body(ScalarFn::Or, e, e);
      case ReductionKind::BitwiseXor: return binary_body(ScalarFn::Xor, e, e);
      case ReductionKind::Generic: break;
    }
    unsupported("a reduction of its own kind");
  }
  ValueId averaged(ValueId x) const {
    if (kind() != ReductionKind::Average) return x;
    return emit(Divide{}, {x, b.splat(type(x), static_cast<double>(group_size()), where)});
  }
  /// The operand in the result's element type, in which it is reduced.
  ValueId operand() const { return b.convert(x(0), result_type().element, where); }
  ValueId all_reduced(ValueId x) const {
    return averaged(collective(shlo::AllReduce{reducer(type(x).element)}, x, type(x)));
  }
};

OnDevice collective_of(const Reading& r) { return OnDevice(r, "mesh_axes", false); }

Values shard(const Reading& r) {
  if (r.b.module()) r.unsupported("an annotation that no lowering has consumed");
  return {r.x(0)};
}

Values process_multi_index(const Reading& r) {
  const OnDevice d(r, "axes", true);
  Values all;
  for (const Axis& a : d.axes) all.push_back(d.coordinate(a));
  return all;
}
Values process_linear_index(const Reading& r) {
  const OnDevice d(r, nullptr, true);
  return {d.group_index()};
}
Values mesh_shape(const Reading& r) {
  const OnDevice d(r, "axes", true);
  Values all;
  for (const Axis& a : d.axes) all.push_back(r.b.index(d.mesh.size(a), r.where));
  return all;
}

Values all_reduce(const Reading& r) {
  const OnDevice d = collective_of(r);
  return {d.all_reduced(d.operand())};
}
Values all_gather(const Reading& r) {
  const OnDevice d = collective_of(r);
  const ValueId x = d.x(0);
  const size_t dim = d.dimension("gather_axis", x);
  TensorType whole = d.type(x);
  whole.shape[dim] *= d.group_size();
  return {d.collective(shlo::AllGather{static_cast<int64_t>(dim)}, x, std::move(whole))};
}
Values all_slice(const Reading& r) {
  const OnDevice d = collective_of(r);
  const ValueId x = d.x(0);
  return {d.own_part(x, d.dimension("slice_axis", x))};
}
Values all_to_all(const Reading& r) {
  const OnDevice d = collective_of(r);
  const ValueId x = d.x(0);
  const size_t split = d.dimension("split_axis", x), concat = d.dimension("concat_axis", x);
  TensorType result = d.type(x);
  result.shape[split] = d.part(x, split);
  result.shape[concat] *= d.group_size();
  const shlo::AllToAll op{static_cast<int64_t>(split), static_cast<int64_t>(concat), d.group_size()};
  return {d.collective(op, x, std::move(result))};
}
Values reduce_scatter(const Reading& r) {
  const OnDevice d = collective_of(r);
  const ValueId x = d.operand();
  const size_t dim = d.dimension("scatter_axis", x);
  TensorType result = d.type(x);
  result.shape[dim] = d.part(x, dim);
  const ScalarBody body = d.reducer(result.element);
  return {d.averaged(d.collective(shlo::ReduceScatter{static_cast<int64_t>(dim), body}, x, result))};
}
Values broadcast(const Reading& r) {
  const OnDevice d = collective_of(r);
  return {d.from_root(d.x(0))};
}
/// What devices other than the root get is not defined.
Values gather(const Reading& r) {
  const OnDevice d = collective_of(r);
  return {d.defined_where(d.is_at(d.root()), all_gather(r)[0])};
}
Values reduce(const Reading& r) {
  const OnDevice d = collective_of(r);
  return {d.defined_where(d.is_at(d.root()), d.all_reduced(d.operand()))};
}
Values scatter(const Reading& r) {
  const OnDevice d = collective_of(r);
  const ValueId x = d.x(0);
  const size_t dim = d.dimension("scatter_axis", x);
  return {d.own_part(d.from_root(x), dim)};
}
/// Each device's operand at the one `offset` further along an axis, around its end where it rotates.
Values shift(const Reading& r) {
  const OnDevice d = collective_of(r);
  const ValueId x = d.x(0);
  const Axis axis = d.axis(d.integer("shift_axis"));
  const int64_t n = d.mesh.size(axis), offset = d.integer("offset");
  const bool rotates = d.has("rotate");
  shlo::IdGroups pairs;
  for (int64_t id = 0; id < d.mesh.devices(); ++id) {
    Device to = d.mesh.device(id);
    int64_t& at = to[d.mesh.index(axis)];
    // an offset beyond the axis leaves no pair, or is one around it
    if (rotates) at = (at + offset % n + n) % n;
    else if (offset <= -n || offset >= n) continue;
    else at += offset;
    if (at >= 0 && at < n) pairs.push_back({id, d.mesh.id(to)});
  }
  const ValueId moved = d.collective(shlo::CollectivePermute{}, x, d.type(x), std::move(pairs));
  if (rotates) return {moved};
  const ValueId from = d.emit(Subtract{}, {d.coordinate(axis), d.b.index(offset, d.where)});
  const ValueId first = d.emit(Compare{ComparisonDirection::GE}, {from, d.b.index(0, d.where)});
  const ValueId last = d.emit(Compare{ComparisonDirection::LT}, {from, d.b.index(n, d.where)});
  return {d.defined_where(d.emit(And{}, {first, last}), moved)};
}
/// A send and its recv are not tied to one another by anything in the text.
Values point_to_point(const Reading& r) { r.unsupported("point to point communication"); }

}  // namespace

const TranslationTable& mesh_table() {
  static const TranslationTable table = {
      {"mesh.shard", shard},
      {"mesh.process_multi_index", process_multi_index},
      {"mesh.process_linear_index", process_linear_index},
      {"mesh.mesh_shape", mesh_shape},
      {"mesh.all_reduce", all_reduce},
      {"mesh.all_gather", all_gather},
      {"mesh.all_slice", all_slice},
      {"mesh.all_to_all", all_to_all},
      {"mesh.reduce_scatter", reduce_scatter},
      {"mesh.broadcast", broadcast},
      {"mesh.gather", gather},
      {"mesh.reduce", reduce},
      {"mesh.scatter", scatter},
      {"mesh.shift", shift},
      {"mesh.send", point_to_point},
      {"mesh.recv", point_to_point},
  };
  return table;
}

bool communicates(mlir::Operation* op) {
  const auto found = op->walk([](mlir::Operation* inner) {
    const llvm::StringRef name = inner->getName().getStringRef();
    const bool local = !name.starts_with("mesh.") || name.starts_with("mesh.process_") ||
                       name == "mesh.mesh_shape" || name == "mesh.all_slice" || name == "mesh.shard";
    return local ? mlir::WalkResult::advance() : mlir::WalkResult::interrupt();
  });
  return found.wasInterrupted();
}

}  // namespace partir::bridge
