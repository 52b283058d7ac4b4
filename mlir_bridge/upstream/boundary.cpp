#include "mlir_bridge/upstream/boundary.h"

#include <algorithm>

#include "mlir/Dialect/Mesh/IR/MeshOps.h"

namespace partir::bridge {

namespace {

Annotation annotation_of(const Source& source, const UpstreamMesh& mesh, mlir::mesh::ShardOp op) {
  const Location where = source.location(op.getOperation());
  const mlir::mesh::MeshShardingAttr sharding = op.getShard();
  if (sharding.getMesh().getValue() != mesh.symbol)
    throw Unsupported("another mesh, @" + sharding.getMesh().getValue().str(), where);
  const auto axis = [&](int64_t number) -> Axis {
    if (number < 0 || number >= static_cast<int64_t>(mesh.mesh.rank()))
      throw BadInput("mesh axis " + std::to_string(number) + " of " + to_string(mesh.mesh), where);
    return mesh.mesh.axes()[number].first;
  };
  Annotation a{DistType::replicated(value_type(op.getSrc().getType(), where)),
               !op.getAnnotateForUsers(), where};
  const auto split = sharding.getSplitAxes();
  for (size_t d = 0; d < split.size(); ++d) {
    if (split[d].asArrayRef().empty()) continue;
    if (d >= a.dist.dims.size())
      throw BadInput("a sharding of " + std::to_string(split.size()) + " dimensions on " +
                         to_string(a.dist.global), where);
    for (int16_t number : split[d].asArrayRef()) a.dist.dims[d].push_back(axis(number));
  }
  for (int16_t number : sharding.getPartialAxes()) a.dist.partial.push_back(axis(number));
  std::sort(a.dist.partial.begin(), a.dist.partial.end(),
            [&](const Axis& x, const Axis& y) { return mesh.mesh.index(x) < mesh.mesh.index(y); });
  if (a.dist.partial.empty()) return a;
  using mlir::mesh::ReductionKind;
  switch (sharding.getPartialType()) {
    case ReductionKind::Sum: a.dist.monoid = Monoid::Add; break;
    case ReductionKind::Max: a.dist.monoid = Monoid::Max; break;
    case ReductionKind::Min: a.dist.monoid = Monoid::Min; break;
    case ReductionKind::Product: a.dist.monoid = Monoid::Mul; break;
    case ReductionKind::BitwiseAnd: a.dist.monoid = Monoid::And; break;
    case ReductionKind::BitwiseOr: a.dist.monoid = Monoid::Or; break;
    default:
      throw Unsupported("a partial tensor by '" +
                            mlir::mesh::stringifyReductionKind(sharding.getPartialType()).str() + "'", where);
  }
  return a;
}

/// The ways to divide extents by axes: `factors[d]` is what remains for dimension d.
void tilings(const Mesh& mesh, std::vector<int64_t>& factors, size_t d, DistType& dist,
             std::vector<DistType>& found) {
  while (d < factors.size() && factors[d] == 1) ++d;
  if (d == factors.size()) {
    found.push_back(dist);
    return;
  }
  for (const auto& [axis, size] : mesh.axes()) {
    if (found.size() > max_candidates) return;
    if (size == 1 || factors[d] % size != 0 || dist.uses(axis)) continue;
    dist.dims[d].push_back(axis);
    factors[d] /= size;
    tilings(mesh, factors, d, dist, found);
    factors[d] *= size;
    dist.dims[d].pop_back();
  }
}

}  // namespace

std::optional<Annotation> argument_annotation(const Source& source, const UpstreamMesh& mesh,
                                              mlir::Value argument) {
  std::optional<Annotation> found;
  for (mlir::Operation* user : argument.getUsers()) {
    auto op = llvm::dyn_cast<mlir::mesh::ShardOp>(user);
    if (!op) continue;
    Annotation a = annotation_of(source, mesh, op);
    if (found && found->binds && a.binds && !(found->dist == a.dist))
      throw BadInput("two annotations of one argument: " + to_string(a.dist) + ", and " +
                         to_string(found->dist) + " at " + to_string(found->where), a.where);
    if (!found || (a.binds && !found->binds)) found = std::move(a);
  }
  return found;
}

std::optional<Annotation> result_annotation(const Source& source, const UpstreamMesh& mesh,
                                            mlir::Value returned) {
  auto op = returned.getDefiningOp<mlir::mesh::ShardOp>();
  if (!op) return std::nullopt;
  Annotation a = annotation_of(source, mesh, op);
  a.binds = true;  // its user is the return
  return a;
}

std::vector<DistType> distributions(const Mesh& mesh, const TensorType& global, const TensorType& local,
                                    const std::optional<Annotation>& annotation, const AxisLists& guess,
                                    const std::string& what, const Location& where) {
  const auto lost = [&]() -> std::string {
    return what + " is " + to_string(local) + " on each device, which leaves out elements of " +
           to_string(global);
  };
  if (local.element != global.element || local.rank() != global.rank())
    throw Rejected(Rule::H_Func, 2, where, what + " of type " + to_string(local),
                   "a part of " + to_string(global));
  std::vector<DistType> found;
  if (annotation) {
    const DistType& d = annotation->dist;
    if (const std::string why = ill_formed(mesh, d); !why.empty()) {
      bool holds_all = true;
      for (size_t i = 0; i < d.dims.size(); ++i)
        holds_all = holds_all && local.shape[i] * mesh.size(d.dims[i]) >= global.shape[i];
      if (holds_all) throw Unsupported(what + " in uneven shards: " + why, annotation->where);
      throw Rejected(Rule::H_Func, 4, where, lost(), why);
    }
    if (partir::local(mesh, d) == local) found.push_back(d);
    else if (annotation->binds)
      throw Rejected(Rule::H_Func, 2, where, what + " of type " + to_string(local),
                     to_string(partir::local(mesh, d)) + ", the part of " + to_string(d) +
                         " that " + to_string(annotation->where) + " annotates");
  }
  if (!found.empty()) return found;
  std::vector<int64_t> factors;
  for (size_t d = 0; d < global.shape.size(); ++d) {
    const int64_t n = global.shape[d], part = local.shape[d];
    if (n == part) {
      factors.push_back(1);
      continue;
    }
    if (part == 0 || n % part != 0) {
      if (part > n)
        throw Rejected(Rule::H_Func, 2, where, what + " of type " + to_string(local),
                       "a part of " + to_string(global));
      if (part * mesh.devices() < n)
        throw Rejected(Rule::H_Func, 4, where, lost(), "a part by axes of the mesh " + to_string(mesh));
      throw Unsupported(what + " in uneven shards: " + to_string(local) + " of " + to_string(global),
                        where);
    }
    factors.push_back(n / part);
  }
  DistType dist = DistType::replicated(global);
  tilings(mesh, factors, 0, dist, found);
  if (found.empty())
    throw Rejected(Rule::H_Func, 4, where, lost(), "a part by axes of the mesh " + to_string(mesh));
  if (found.size() > max_candidates)
    throw Unsupported("more than 64 ways in which " + what + " may lie on the devices", where);
  std::stable_partition(found.begin(), found.end(), [&](const DistType& d) { return d.dims == guess; });
  return found;
}

}  // namespace partir::bridge
