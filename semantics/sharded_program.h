// Programs on global tensors whose values say how they lie on the devices, with Shardy's explicit
// collectives (openxla/shardy, docs/sdy_dialect.md). What each device runs is lowering/global_to_local.h's
// business.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "semantics/dist_type.h"
#include "semantics/module_parallel.h"

namespace partir::sharded {

/// A mesh of which every part of an axis in use is an axis (mesh_refinement.h), and its devices.
struct DeviceMesh {
  Mesh mesh;
  std::vector<int64_t> partition_of;  ///< partition of each device in the mesh's order; empty: the same
  int64_t partition(int64_t device) const {
    return partition_of.empty() ? device : partition_of.at(static_cast<size_t>(device));
  }
};

/// How a value lies on the devices of one of the program's meshes. Along an axis that neither tiles nor is
/// partial, devices may still hold different tensors, as nothing here marks the parts of a sum between an op
/// and its all_reduce.
struct Layout {
  size_t mesh = 0;
  DistType dist;
  /// Whether every device has the whole value, or an unmarked part of it.
  bool is_whole() const { return flatten(dist.dims).empty() && dist.partial.empty(); }
};

/// What a function knows of a value.
struct Value {
  Layout layout;
  std::string name;
  Location location;
};

// The collectives. Each result's declared layout must be what the collective makes of its operand's.

/// Puts together the parts along `axes` of each dimension, which are the minor ones of its list.
struct AllGather {
  AxisLists axes;
};
/// Keeps of each dimension the device's part along `axes`, which become the minor ones of its list.
struct AllSlice {
  AxisLists axes;
};
/// Adds what the devices along `axes` hold; by ⊕ of the operand where these are partial axes of it.
struct AllReduce {
  AxisList axes;
};
/// all_reduce along all `axes`, then all_slice.
struct ReduceScatter {
  AxisLists axes;
};
/// Moves `axes`, the minor ones of dimension `from`, to the minor end of dimension `to`; all moves together.
struct AllToAll {
  struct Move {
    AxisList axes;
    int64_t from = 0, to = 0;
  };
  std::vector<Move> moves;
};
/// Sends each device the part that the result's layout says, from one that has it; no part changes.
struct CollectivePermute {};
/// Any change of layout, of which nothing says how it is made.
struct Reshard {};

/// An op, on the parts of its operands that each device holds.
struct Apply {
  Op op;
};

struct Stmt;
/// Statements, then what the block hands out.
struct Block {
  std::vector<Stmt> stmts;
  std::vector<ValueId> results;
};
/// `sdy.manual_computation`: the body is written for one device along `axes`. A parameter's type and layout are
/// those of the operand's part along them; likewise the results. They are axes that tile before all others.
struct Manual {
  AxisList axes;
  std::vector<Layout> in, out;  ///< of operands and results, on the outside
  std::vector<ValueId> params;
  Block body;
};
/// `func.call @callee(x̄)`.
struct Call {
  std::string callee;
};
/// `stablehlo.partition_id`.
struct Partition {};
/// A collective of StableHLO, as the devices run it.
struct LocalCollective {
  shlo::Grouping grouping;
  decltype(shlo::Collective::op) op;
};

/// The right-hand side of a statement, without its operands.
using Expr = std::variant<Apply, AllGather, AllSlice, AllReduce, ReduceScatter, AllToAll, CollectivePermute,
                          Reshard, Manual, Call, Partition, LocalCollective>;

/// `x̄ = expr(ȳ)`.
struct Stmt {
  std::vector<ValueId> results;
  Expr expr;
  std::vector<ValueId> operands;
  Location location;
};

/// What messages call a right-hand side: `sdy.all_gather`, `stablehlo.add`.
inline std::string form_name(const Expr& e) {
  return std::visit(
      Overloaded{[](const Apply& a) { return a.op.full_name(); },
                 [](const AllGather&) { return std::string("sdy.all_gather"); },
                 [](const AllSlice&) { return std::string("sdy.all_slice"); },
                 [](const AllReduce&) { return std::string("sdy.all_reduce"); },
                 [](const ReduceScatter&) { return std::string("sdy.reduce_scatter"); },
                 [](const AllToAll&) { return std::string("sdy.all_to_all"); },
                 [](const CollectivePermute&) { return std::string("sdy.collective_permute"); },
                 [](const Reshard&) { return std::string("sdy.reshard"); },
                 [](const Manual&) { return std::string("sdy.manual_computation"); },
                 [](const Call&) { return std::string("func.call"); },
                 [](const Partition&) { return std::string("stablehlo.partition_id"); },
                 [](const LocalCollective& d) {
                   return std::string("stablehlo.") + shlo::collective_name({{}, d.grouping, d.op});
                 }},
      e);
}

/// `func @name(params) -> results { body }`, on global tensors.
struct Function {
  std::string name;
  std::vector<ValueId> params;
  std::vector<Layout> results;  ///< declared
  Block body;
  std::vector<Value> values;
  Location location;

  ValueId add_value(Layout layout, std::string value_name = {}, Location where = {}) {
    values.push_back({std::move(layout), std::move(value_name), where});
    return static_cast<ValueId>(values.size() - 1);
  }
  const Layout& layout(ValueId x) const { return values.at(x).layout; }
};

/// Functions over meshes of equally many devices; `functions[0]` is where a run begins, and mesh 0 is the one of
/// its boundary.
struct Program {
  std::vector<DeviceMesh> meshes{DeviceMesh{}};
  std::vector<Function> functions;

  const Function* find(const std::string& name) const {
    for (const Function& f : functions)
      if (f.name == name) return &f;
    return nullptr;
  }
};

}  // namespace partir::sharded
