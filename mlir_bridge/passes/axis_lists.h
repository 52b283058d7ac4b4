// Axis lists as the patterns see them, and collectives built from them. Internal to the passes.
#pragma once

#include "mlir/IR/PatternMatch.h"

#include "mlir_bridge/dialects/partir_hlo.h"
#include "mlir_bridge/passes/device_numbers.h"

namespace partir::passes {

namespace core = dialects::partir_core;
namespace hlo = dialects::partir_hlo;

/// Axes, major first; the names live in the context.
using Axes = llvm::SmallVector<llvm::StringRef>;
/// Axes per dimension.
using AxisLists = llvm::SmallVector<Axes>;

/// All axes of all lists.
inline Axes flatten(llvm::ArrayRef<Axes> lists) {
  Axes all;
  for (const Axes &axes : lists)
    llvm::append_range(all, axes);
  return all;
}
inline bool is_empty(llvm::ArrayRef<Axes> lists) {
  return llvm::all_of(lists, [](const Axes &axes) { return axes.empty(); });
}
inline bool are_disjoint(llvm::ArrayRef<llvm::StringRef> a, llvm::ArrayRef<llvm::StringRef> b) {
  return llvm::none_of(a, [&](llvm::StringRef axis) { return llvm::is_contained(b, axis); });
}
/// The axes of `a` that are not in `b`, in order.
inline Axes without(llvm::ArrayRef<llvm::StringRef> a, llvm::ArrayRef<llvm::StringRef> b) {
  Axes rest;
  for (llvm::StringRef axis : a)
    if (!llvm::is_contained(b, axis))
      rest.push_back(axis);
  return rest;
}
/// `major[d] · minor[d]` for each dimension.
inline AxisLists joined(llvm::ArrayRef<Axes> major, llvm::ArrayRef<Axes> minor) {
  AxisLists all(major.begin(), major.end());
  for (size_t d = 0; d < all.size(); ++d)
    llvm::append_range(all[d], minor[d]);
  return all;
}
/// How many axes `a` and `b` begin with alike.
inline size_t common_prefix(llvm::ArrayRef<llvm::StringRef> a, llvm::ArrayRef<llvm::StringRef> b) {
  size_t n = 0;
  while (n < a.size() && n < b.size() && a[n] == b[n])
    ++n;
  return n;
}
/// The first n axes, and what follows them.
inline Axes first(llvm::ArrayRef<llvm::StringRef> axes, size_t n) { return Axes(axes.take_front(n)); }
inline Axes rest(llvm::ArrayRef<llvm::StringRef> axes, size_t n) { return Axes(axes.drop_front(n)); }

/// Builds collectives; one over no axes is its operand.
class CollectiveBuilder {
public:
  CollectiveBuilder(mlir::OpBuilder &builder, mlir::Location loc, const dialects::MeshView &mesh)
      : builder(builder), loc(loc), mesh(mesh) {}

  mlir::Value slice(mlir::Value x, llvm::ArrayRef<Axes> lists) {
    if (is_empty(lists))
      return x;
    return builder.create<hlo::AllSliceOp>(loc, divided(x, lists), x, attr(lists));
  }
  mlir::Value gather(mlir::Value x, llvm::ArrayRef<Axes> lists) {
    if (is_empty(lists))
      return x;
    auto type = mlir::cast<mlir::RankedTensorType>(x.getType());
    llvm::SmallVector<int64_t> shape = llvm::to_vector(type.getShape());
    for (size_t d = 0; d < lists.size(); ++d)
      shape[d] *= size_of(mesh, lists[d]);
    return builder.create<hlo::AllGatherOp>(loc, type.clone(shape), x, attr(lists));
  }
  mlir::Value reduce(mlir::Value x, core::ReduceAttr reduction, llvm::ArrayRef<llvm::StringRef> axes) {
    if (axes.empty())
      return x;
    return builder.create<hlo::AllReduceOp>(loc, x.getType(), x, reduction,
                                            hlo::axes_attr(builder.getContext(), axes));
  }
  mlir::Value scatter(mlir::Value x, core::ReduceAttr reduction, llvm::ArrayRef<Axes> lists) {
    if (is_empty(lists))
      return x;
    return builder.create<hlo::ReduceScatterOp>(loc, divided(x, lists), x, reduction, attr(lists));
  }
  mlir::Value move(mlir::Value x, int64_t from, int64_t to, llvm::ArrayRef<llvm::StringRef> axes) {
    auto type = mlir::cast<mlir::RankedTensorType>(x.getType());
    llvm::SmallVector<int64_t> shape = llvm::to_vector(type.getShape());
    shape[from] *= size_of(mesh, axes);
    shape[to] /= size_of(mesh, axes);
    return builder.create<hlo::AllToAllOp>(loc, type.clone(shape), x, from, to,
                                           hlo::axes_attr(builder.getContext(), axes));
  }

private:
  mlir::RankedTensorType divided(mlir::Value x, llvm::ArrayRef<Axes> lists) {
    auto type = mlir::cast<mlir::RankedTensorType>(x.getType());
    llvm::SmallVector<int64_t> shape = llvm::to_vector(type.getShape());
    for (size_t d = 0; d < lists.size(); ++d)
      shape[d] /= size_of(mesh, lists[d]);
    return type.clone(shape);
  }
  mlir::ArrayAttr attr(llvm::ArrayRef<Axes> lists) {
    return hlo::axis_lists_attr(builder.getContext(), lists);
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
  const dialects::MeshView &mesh;
};

} // namespace partir::passes
