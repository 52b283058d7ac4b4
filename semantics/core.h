// Syntax of PartIR:Core (calculus.md section 1) in let-normal form:
//   e ::= x | op{attrs}(x̄) | let x̄ = e in e | slice d x[r] | loop a (σ̄) (r. e) | (x̄)
// A block is a list of lets ending in a tuple; every binder is unique in its function.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "semantics/program.h"

namespace partir::core {

using partir::to_string;  // the overload below would hide those of the enclosing namespace

struct Block;

/// A loop attribute `σ`: `tile<d>`, `reduce<⊕>`, `any`.
struct LoopAttr {
  enum class Kind : uint8_t { Tile, Reduce, Any };
  int32_t dim = 0;              ///< for Tile
  Kind kind = Kind::Any;
  Monoid monoid = Monoid::Add;  ///< for Reduce
  static LoopAttr tile(int64_t d) { return {dimension(d), Kind::Tile, Monoid::Add}; }
  static LoopAttr reduce(Monoid m) { return {0, Kind::Reduce, m}; }
  static LoopAttr any() { return {}; }
  friend bool operator==(const LoopAttr& a, const LoopAttr& b) {
    if (a.kind != b.kind) return false;
    if (a.kind == Kind::Tile) return a.dim == b.dim;
    return a.kind != Kind::Reduce || a.monoid == b.monoid;
  }
};

/// `slice d x[r]`.
struct SliceExpr {
  int64_t dim = 0;
  ValueId operand = 0;
  RangeId range = 0;
};

/// `loop a (σ1..σm) (r. e)`.
struct LoopExpr {
  Axis axis;
  Few<LoopAttr, 1> attrs;
  RangeId range = 0;
  Box<Block> body;
};

/// The right-hand side of a let.
using Expr = std::variant<OpExpr, SliceExpr, LoopExpr>;

/// `let x̄ = expr in ..`.
struct Stmt {
  ValueIds results;
  Expr expr;
  Location location;
};

/// `let .. in let .. in (x̄)`.
struct Block {
  std::vector<Stmt> stmts;
  ValueIds results;
};

/// A range variable: the axis it is declared over.
struct Range {
  Axis axis;
  Name name;
};

/// `func f(x1:τ1..) -> (τ'1..) { e }` over a mesh.
struct Function {
  std::string name = "main";
  std::vector<ValueId> params;
  std::vector<TensorType> result_types;
  Block body;
  std::vector<Value> values;
  std::vector<Range> ranges;
  std::vector<CarriedAttributes> param_attributes;   ///< per parameter; may be shorter
  std::vector<CarriedAttributes> result_attributes;  ///< per result; may be shorter
  Location location;

  ValueId add_value(InternedType type, Name name = {}, Location where = {}) {
    values.push_back({type, name, where});
    return static_cast<ValueId>(values.size() - 1);
  }
  RangeId add_range(Axis axis, Name name = {}) {
    ranges.push_back({axis, name});
    return static_cast<RangeId>(ranges.size() - 1);
  }
  const TensorType& type(ValueId x) const { return values[x].type; }
};

/// A function and its mesh.
struct Program {
  Mesh mesh;
  Function main;
  CarriedAttributes attributes;  ///< of the module
};

/// `%r`, or `%r5` of a range without a name.
inline std::string range_name(const Function& f, RangeId r) {
  const std::string& name = f.ranges[r].name;
  return "%" + (name.empty() ? "r" + std::to_string(r) : name);
}

/// `tile<0>`, `reduce<add>`, `any`.
inline std::string to_string(const LoopAttr& a) {
  switch (a.kind) {
    case LoopAttr::Kind::Tile: return "tile<" + std::to_string(a.dim) + ">";
    case LoopAttr::Kind::Reduce: return "reduce<" + std::string(name(a.monoid)) + ">";
    default: return "any";
  }
}

/// Operands that a right-hand side reads directly (a loop reads none itself; its body does); they stand in `e`.
inline std::span<const ValueId> operands(const Expr& e) {
  if (const auto* op = std::get_if<OpExpr>(&e)) return op->operands;
  if (const auto* s = std::get_if<SliceExpr>(&e)) return {&s->operand, 1};
  return {};
}
std::span<const ValueId> operands(Expr&&) = delete;
/// What a statement reads, a loop all that its body does.
inline std::vector<ValueId> reads(const Stmt& s) {
  const std::span<const ValueId> own = operands(s.expr);
  std::vector<ValueId> all(own.begin(), own.end());
  if (const auto* loop = std::get_if<LoopExpr>(&s.expr)) {
    for (const Stmt& inner : loop->body->stmts) {
      const std::vector<ValueId> more = reads(inner);
      all.insert(all.end(), more.begin(), more.end());
    }
    all.insert(all.end(), loop->body->results.begin(), loop->body->results.end());
  }
  return all;
}

/// Calls `f(stmt, depth)` on every statement, those of loop bodies after their loop.
template <class F>
void walk(const Block& block, F&& f, int depth = 0) {
  for (const Stmt& s : block.stmts) {
    f(s, depth);
    if (const auto* loop = std::get_if<LoopExpr>(&s.expr)) walk(*loop->body, f, depth + 1);
  }
}

}  // namespace partir::core
