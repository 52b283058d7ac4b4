// The function itself: parameters, results, distributed types, shardings.
#include <algorithm>

#include "mlir_bridge/importer.h"

namespace partir::bridge {

/// The text gives local types; the global one has the extents that the axes divide.
template <class Ir>
DistType Importer<Ir>::dist(mlir::Attribute attr, TensorType local, const Location& where) const {
  if (!attr) return DistType::replicated(std::move(local));
  auto given = llvm::dyn_cast<hlo_dialect::DistAttr>(attr);
  if (!given) throw BadInput("partir_hlo.dist is not a #partir_hlo.dist<..>", where);
  DistType d;
  d.dims = axis_lists(given.getTilings(), where);
  d.global = std::move(local);
  for (size_t i = 0; i < d.dims.size() && i < d.global.shape.size(); ++i)
    for (const Axis& a : d.dims[i])
      if (mesh_.contains(a)) d.global.shape[i] *= mesh_.size(a);
  d.partial = axis_list(given.getPartialAxes(), where);
  std::stable_sort(d.partial.begin(), d.partial.end(), [&](const Axis& a, const Axis& b) {
    return mesh_.find(a).value_or(mesh_.rank()) < mesh_.find(b).value_or(mesh_.rank());
  });
  if (given.getPartial()) d.monoid = monoid(given.getPartial());
  return d;
}

template <class Ir>
void Importer<Ir>::parameter(mlir::func::FuncOp from, unsigned index) {
  mlir::BlockArgument argument = from.getArgument(index);
  Location where = source_.location(argument);
  if (auto info = from.getArgAttrOfType<mlir::StringAttr>(index, "jax.arg_info"))
    where = where.named(info.str());
  if (llvm::isa<core_dialect::RangeType>(argument.getType()))
    throw Rejected(Ir::variable, 1, where, "the parameter " + describe(argument), "a tensor");
  const ValueId id = define(argument, where);
  f_.params.push_back(id);
  f_.param_attributes.push_back(carried(mlir::function_interface_impl::getArgAttrs(from, index),
                                        hlo_dialect::PartirHloDialect::dist_attr_name));
  if constexpr (!Ir::is_core)
    f_.param_dists.push_back(
        dist(from.getArgAttr(index, hlo_dialect::PartirHloDialect::dist_attr_name), f_.type(id),
             where));
  if (auto sharding = from.getArgAttrOfType<sdy::TensorShardingAttr>(index, "sdy.sharding"))
    hint(sharding, {ShardingHint::Where::Argument, index, id, {}, {}, where});
}

template <class Ir>
void Importer<Ir>::result(mlir::func::FuncOp from, unsigned index) {
  const Location where = source_.location(from);
  TensorType type = tensor_type(from.getResultTypes()[index], where);
  llvm::ArrayRef<mlir::NamedAttribute> attrs;
  if (mlir::DictionaryAttr dictionary = from.getResultAttrDict(index))
    attrs = dictionary.getValue();
  f_.result_attributes.push_back(carried(attrs, hlo_dialect::PartirHloDialect::dist_attr_name));
  if constexpr (Ir::is_core)
    f_.result_types.push_back(std::move(type));
  else
    f_.result_dists.push_back(
        dist(from.getResultAttr(index, hlo_dialect::PartirHloDialect::dist_attr_name),
             std::move(type), where));
  auto sharding = llvm::dyn_cast_or_null<sdy::TensorShardingAttr>(
      from.getResultAttr(index, "sdy.sharding"));
  if (sharding && index < f_.body.results.size())
    hint(sharding,
         {ShardingHint::Where::Result, index, f_.body.results[index], {}, {}, where});
}

template <class Ir>
void Importer<Ir>::hint(sdy::TensorShardingAttr sharding, ShardingHint hint) {
  if (!Ir::is_core || !with_hints_) return;
  auto add = [&](AxisList& list, sdy::AxisRefAttr axis) {
    if (axis.is_sub_axis())
      throw Unsupported("part of an axis in " + text_of(sharding), hint.location);
    if (own_mesh_ && !mesh_.contains(axis.getName().str()))
      throw BadInput("axis \"" + axis.getName().str() + "\" of a sharding is not in the mesh " +
                         to_string(mesh_), hint.location);
    list.push_back(axis.getName().str());
  };
  if (!sharding.getUnreducedAxes().empty())
    throw Unsupported("unreduced axes in " + text_of(sharding), hint.location);
  if (static_cast<int64_t>(sharding.getDimShardings().size()) != f_.type(hint.value).rank())
    throw BadInput("a sharding of " + std::to_string(sharding.getDimShardings().size()) +
                       " dimensions on " + to_string(f_.type(hint.value)), hint.location);
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings()) {
    AxisList& axes = hint.dims.emplace_back();
    for (sdy::AxisRefAttr axis : dim.getAxes()) add(axes, axis);
  }
  for (sdy::AxisRefAttr axis : sharding.getReplicatedAxes()) add(hint.replicated, axis);
  hints_.push_back(std::move(hint));
}

/// Shardings that stand on an op of their own accord, one for each result.
template <class Ir>
void Importer<Ir>::op_hints(mlir::Operation& op, const Location& where) {
  const auto each = op.getAttrOfType<sdy::TensorShardingPerValueAttr>("sdy.sharding");
  if (!each || each.getShardings().size() != op.getNumResults()) return;
  for (unsigned i = 0; i < op.getNumResults(); ++i)
    hint(each.getShardings()[i], {ShardingHint::Where::Value, 0,
                                  lookup(op.getResult(i), Ir::variable, where), {}, {}, where});
}

template <class Ir>
typename Ir::Function Importer<Ir>::function(mlir::func::FuncOp from) {
  f_.name = from.getName().str();
  f_.location = source_.location(from);
  if (!from.getBody().hasOneBlock())
    throw Unsupported("control flow between blocks in @" + f_.name, f_.location);
  calls_.check(from);
  for (unsigned i = 0; i < from.getNumArguments(); ++i) parameter(from, i);
  f_.body.results = block<mlir::func::ReturnOp>(from.getBody().front(), f_.body);
  for (unsigned i = 0; i < from.getNumResults(); ++i) result(from, i);
  return std::move(f_);
}

// What import.cpp and import_body.cpp use of this file.
template core::Function Importer<CoreIr>::function(mlir::func::FuncOp);
template hlo::Function Importer<HloIr>::function(mlir::func::FuncOp);
template void Importer<CoreIr>::hint(sdy::TensorShardingAttr, ShardingHint);
template void Importer<HloIr>::hint(sdy::TensorShardingAttr, ShardingHint);
template void Importer<CoreIr>::op_hints(mlir::Operation&, const Location&);
template void Importer<HloIr>::op_hints(mlir::Operation&, const Location&);

}  // namespace partir::bridge
