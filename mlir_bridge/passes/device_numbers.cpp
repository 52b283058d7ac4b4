#include "mlir_bridge/passes/device_numbers.h"

#include "mlir/IR/BuiltinTypes.h"

#include "mlir_bridge/dialects/partir_hlo.h"
#include "semantics/mesh_limit.h"

using namespace mlir;

namespace partir::passes {

FailureOr<dialects::MeshView> checked_mesh(Operation *op) {
  std::optional<dialects::MeshView> mesh = dialects::find_mesh(op);
  if (!mesh)
    return op->emitError() << "no mesh: the module has neither partir_core.mesh nor one sdy.mesh";
  int64_t devices = 1;
  for (auto [name, size] : llvm::zip(mesh->names, mesh->sizes)) {
    if (size < 1)
      return op->emitError() << "mesh axis " << name << " has size " << size << ", less than 1";
    std::optional<int64_t> more = with_axis(devices, size);
    if (!more)
      return op->emitError() << mesh_too_large;
    devices = *more;
  }
  return *mesh;
}

int64_t size_of(const dialects::MeshView &mesh, ArrayRef<StringRef> axes) {
  int64_t size = 1;
  for (StringRef axis : axes)
    size *= *mesh.size_of(axis);
  return size;
}

DeviceNumbers::DeviceNumbers(dialects::MeshView mesh) : mesh_(mesh), strides_(mesh.names.size()) {
  for (size_t i = strides_.size(); i-- > 0;) {
    strides_[i] = count_;
    count_ *= mesh.sizes[i];
  }
}

DeviceNumbers::Digit DeviceNumbers::digit(StringRef axis) const {
  size_t i = 0;
  while (mesh_.names[i].getValue() != axis)
    ++i;
  return {strides_[i], mesh_.sizes[i]};
}

SmallVector<DeviceNumbers::Digit> DeviceNumbers::digits(ArrayRef<StringRef> axes) const {
  SmallVector<Digit> found;
  for (StringRef axis : axes) {
    Digit next = digit(axis);
    if (next.size == 1)
      continue;
    if (!found.empty() && found.back().stride == next.stride * next.size)
      found.back() = {next.stride, found.back().size * next.size};
    else
      found.push_back(next);
  }
  return found;
}

SmallVector<int64_t> DeviceNumbers::numbers(ArrayRef<StringRef> axes) const {
  SmallVector<int64_t> found{0};
  for (StringRef axis : axes) {
    Digit minor = digit(axis);
    SmallVector<int64_t> longer;
    longer.reserve(found.size() * minor.size);
    for (int64_t number : found)
      for (int64_t k = 0; k < minor.size; ++k)
        longer.push_back(number + k * minor.stride);
    found = std::move(longer);
  }
  return found;
}

DenseIntElementsAttr DeviceNumbers::groups(ArrayAttr axes) {
  DenseIntElementsAttr &known = groups_[axes];
  if (known)
    return known;
  SmallVector<StringRef> inside = dialects::partir_hlo::axis_names(axes), outside;
  for (StringAttr axis : mesh_.names)
    if (!llvm::is_contained(inside, axis.getValue()))
      outside.push_back(axis.getValue());
  SmallVector<int64_t> members = numbers(inside), ids;
  ids.reserve(count_);
  for (int64_t first : numbers(outside))
    for (int64_t member : members)
      ids.push_back(first + member);
  int64_t size = members.size();
  auto type = RankedTensorType::get({count_ / size, size},
                                    IntegerType::get(axes.getContext(), 64));
  return known = DenseIntElementsAttr::get(type, ids);
}

} // namespace partir::passes
