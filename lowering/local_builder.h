// The statements of which one device's part of a collective is made.
#pragma once

#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "lowering/mesh_groups.h"
#include "semantics/module.h"

namespace partir {

/// A function on local tensors under construction. Statements join one list.
class LocalBuilder {
 public:
  explicit LocalBuilder(int64_t& channels) : channels_(channels) {}

  shlo::Function g;

  ValueId emit(shlo::Expr e, TensorType type, const Location& where) {
    const ValueId y = g.add_value(std::move(type), {}, where);
    g.body.stmts.push_back({{y}, std::move(e), where});
    return y;
  }
  ValueId op(Op o, std::vector<ValueId> operands, TensorType type, const Location& where) {
    return emit(OpExpr{std::move(o), std::move(operands)}, std::move(type), where);
  }
  /// One of `shlo::Collective`'s forms.
  template <class T>
  ValueId collective(T form, ValueId x, shlo::IdGroups groups, TensorType type, const Location& where) {
    // a channel makes it a collective of partitions, and each has its own
    constexpr bool two_strategies = std::is_same_v<T, shlo::AllToAll> || std::is_same_v<T, shlo::CollectivePermute>;
    shlo::Expr e = shlo::Collective{{x}, {std::move(groups), ++channels_, !two_strategies}, {}};
    std::get<shlo::Collective>(e).op.template emplace<T>(std::move(form));
    return emit(std::move(e), std::move(type), where);
  }

  /// Of a tensor.
  TensorType type_of(ValueId local) const { return *g.type(local).tensor(); }

  /// The parts along `axes` of each dimension put together.
  ValueId gather(const sharded::DeviceMesh& m, const AxisLists& axes, ValueId x, const Location& where) {
    for (size_t d = 0; d < axes.size(); ++d) {
      const int64_t n = m.mesh.size(axes[d]);
      if (n == 1) continue;
      TensorType t = type_of(x);
      t.shape[d] *= n;
      x = collective(shlo::AllGather{static_cast<int64_t>(d)}, x, axis_groups(m, axes[d]), std::move(t), where);
    }
    return x;
  }

  /// The device's part along `axes`, at an offset that a table has for each partition.
  ValueId slice(const sharded::DeviceMesh& m, const AxisLists& axes, ValueId x, const Location& where) {
    TensorType t = type_of(x);
    std::vector<ValueId> starts;
    if (m.mesh.size(flatten(axes)) == 1) return x;
    for (size_t d = 0; d < axes.size(); ++d) {
      t.shape[d] /= m.mesh.size(axes[d]);
      starts.push_back(offset(m, axes[d], t.shape[d], where));
    }
    starts.insert(starts.begin(), x);
    const Shape sizes = t.shape;
    return op(DynamicSlice{sizes}, std::move(starts), std::move(t), where);
  }
  /// Where the device's part along `axes` begins, in a dimension of which parts have this extent.
  ValueId offset(const sharded::DeviceMesh& m, const AxisList& axes, int64_t extent, const Location& where) {
    const TensorType scalar{{}, ElementType::I64}, row{{1}, ElementType::I64};
    if (m.mesh.size(axes) == 1) return op(Constant{Literal::splat_bits(scalar, 0)}, {}, scalar, where);
    std::vector<int64_t> table;
    for (const std::vector<int64_t>& part : part_numbers(m, {axes})) table.push_back(part[0] * extent);
    const TensorType type{{static_cast<int64_t>(table.size())}, ElementType::I64};
    Literal l{type, false, {}};
    l.data.resize(table.size() * sizeof(int64_t));
    std::memcpy(l.data.data(), table.data(), l.data.size());
    const ValueId all = op(Constant{std::move(l)}, {}, type, where);
    const ValueId one = op(DynamicSlice{{1}}, {all, partition(where)}, row, where);
    return op(Reshape{{}}, {one}, scalar, where);
  }
  /// The number of the partition; blocks of a function are one list, so that it is asked for once.
  ValueId partition(const Location& where) {
    if (!partition_) partition_ = emit(shlo::PartitionId{}, {{}, ElementType::UI32}, where);
    return *partition_;
  }

  /// `x` reduced along `axes` by ⊕; of the result the device's part along them of dimension `scatter`, if any.
  ValueId reduce(const sharded::DeviceMesh& m, const AxisList& axes, Monoid monoid, ValueId x,
                 const std::optional<size_t>& scatter, const Location& where) {
    const int64_t n = m.mesh.size(axes);
    if (n == 1) return x;
    TensorType t = type_of(x);
    ScalarBody body = monoid_body(monoid, t.element);
    if (!scatter) return collective(shlo::AllReduce{std::move(body)}, x, axis_groups(m, axes), t, where);
    t.shape[*scatter] /= n;
    return collective(shlo::ReduceScatter{static_cast<int64_t>(*scatter), std::move(body)}, x, axis_groups(m, axes),
                      std::move(t), where);
  }

 private:
  int64_t& channels_;  ///< handed out in the whole program
  std::optional<ValueId> partition_;
};

}  // namespace partir
