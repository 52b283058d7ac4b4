// Syntax of PartIR:HLO (calculus.md section 2) in let-normal form; all types are device-local.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "semantics/dist_type.h"
#include "semantics/program.h"

namespace partir::hlo {

/// `all_slice [ā_0, .., ā_k] x`: P-Slice on every dimension at once (they commute).
struct AllSlice {
  AxisLists axes;
  ValueId operand = 0;
};
/// `all_gather [ā_0, .., ā_k] x`.
struct AllGather {
  AxisLists axes;
  ValueId operand = 0;
};
/// `all_reduce<⊕>{A} x`; the fold is row-major in the order of `axes`.
struct AllReduce {
  Monoid monoid = Monoid::Add;
  AxisList axes;
  ValueId operand = 0;
};
/// `reduce_scatter<⊕>[ā_0, .., ā_k] x` = all_slice ∘ all_reduce over all the axes.
struct ReduceScatter {
  Monoid monoid = Monoid::Add;
  AxisLists axes;
  ValueId operand = 0;
};
/// `all_to_all[d→d':ā] x`: gathers `from`, slices `to`.
struct AllToAll {
  int64_t from = 0;  ///< d
  int64_t to = 0;    ///< d'
  AxisList axes;
  ValueId operand = 0;
};

using Expr = std::variant<OpExpr, AllSlice, AllGather, AllReduce, ReduceScatter, AllToAll>;

/// `let x̄ = expr in ..`.
struct Stmt {
  ValueIds results;
  Expr expr;
  Location location;
};

/// `let .. in (x̄)`.
struct Block {
  std::vector<Stmt> stmts;
  ValueIds results;
};

/// A device-local function; parameters and results carry distributed types.
struct Function {
  std::string name = "main";
  std::vector<ValueId> params;
  std::vector<DistType> param_dists;
  std::vector<DistType> result_dists;
  Block body;
  std::vector<Value> values;  ///< local types
  std::vector<CarriedAttributes> param_attributes;
  std::vector<CarriedAttributes> result_attributes;
  Location location;

  ValueId add_value(InternedType type, Name name = {}, Location where = {}) {
    values.push_back({type, name, where});
    return static_cast<ValueId>(values.size() - 1);
  }
  const TensorType& type(ValueId x) const { return values[x].type; }
};

/// A function and its mesh.
struct Program {
  Mesh mesh;
  Function main;
  CarriedAttributes attributes;
};

/// Operands that a right-hand side reads; they stand in `e`.
inline std::span<const ValueId> operands(const Expr& e) {
  return std::visit(Overloaded{[](const OpExpr& op) { return std::span<const ValueId>(op.operands); },
                               [](const auto& collective) { return std::span<const ValueId>(&collective.operand, 1); }},
                    e);
}
std::span<const ValueId> operands(Expr&&) = delete;

/// `all_gather`, or the op's name.
inline std::string_view expr_name(const Expr& e) {
  return std::visit(
      Overloaded{[](const OpExpr& op) -> std::string_view { return op.op.name(); },
                 [](const AllSlice&) -> std::string_view { return "all_slice"; },
                 [](const AllGather&) -> std::string_view { return "all_gather"; },
                 [](const AllReduce&) -> std::string_view { return "all_reduce"; },
                 [](const ReduceScatter&) -> std::string_view { return "reduce_scatter"; },
                 [](const AllToAll&) -> std::string_view { return "all_to_all"; }},
      e);
}

/// All axes that a collective mentions; empty for ops.
inline AxisList axes_of(const Expr& e) {
  return std::visit(Overloaded{[](const OpExpr&) { return AxisList{}; },
                               [](const AllSlice& c) { return flatten(c.axes); },
                               [](const AllGather& c) { return flatten(c.axes); },
                               [](const AllReduce& c) { return c.axes; },
                               [](const ReduceScatter& c) { return flatten(c.axes); },
                               [](const AllToAll& c) { return c.axes; }},
                    e);
}

}  // namespace partir::hlo
