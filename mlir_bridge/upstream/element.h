// What one element of a result is: scalar functions of arguments, loop indices and constants. The bodies
// of linalg ops, and ops of arith, math and affine, are read as such. Internal to the bridge.
#pragma once

#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Operation.h"
#include "mlir_bridge/upstream/builder.h"

namespace partir::bridge {

/// A scalar expression as nodes, each after those that it reads.
struct ElementGraph {
  /// The element of argument `index`.
  struct Argument {
    int index;
  };
  /// The index of a loop dimension, an i64.
  struct LoopIndex {
    int dim;
  };
  /// A scalar from around the body.
  struct Captured {
    ValueId scalar;
  };
  struct Apply {
    ScalarFn fn;
    std::vector<int> args;
  };
  struct Node {
    ElementType element;
    std::variant<Argument, LoopIndex, Captured, Literal, Apply> expr;
  };
  std::vector<Node> nodes;

  template <class E>
  int add(ElementType element, E expr) {
    nodes.push_back({element, {}});
    nodes.back().expr = std::move(expr);  // g++ 12 takes the move of a whole node for one of what is not set
    return static_cast<int>(nodes.size()) - 1;
  }
  int apply(ScalarFn fn, ElementType element, std::vector<int> args) {
    return add(element, Apply{fn, std::move(args)});
  }
  int constant(ElementType element, double value) {
    return add(element, Literal::splat_value({{}, element}, value));
  }
  ElementType element(int node) const { return nodes[node].element; }
  const Apply* applied(int node) const {
    return std::get_if<Apply>(&nodes[node].expr);
  }
  /// The argument that a node is, or -1.
  int argument(int node) const {
    const auto* a = std::get_if<Argument>(&nodes[node].expr);
    return a ? a->index : -1;
  }
  /// For each node, whether `root` reads it; `root` itself among them.
  std::vector<char> needed(int root) const;
};

/// `tensor<..>`, or a scalar as a tensor of rank 0; an index is an i64. Throws Unsupported.
TensorType value_type(mlir::Type type, const Location& where);
/// A constant of any of these types; throws Unsupported.
Literal constant_of(mlir::Attribute value, const Location& where);
/// The unsigned type of that width, or the signed one; i1 stays.
ElementType with_sign(ElementType e, bool is_signed);

/// Adds what an op of arith, math or affine computes from nodes `args`; the node of its result, nothing
/// where it is no such op. `where` is for Unsupported, which it throws for those without a counterpart.
std::optional<int> add_scalar_op(ElementGraph& graph, mlir::Operation* op,
                                 const std::vector<int>& args, const Location& where);
/// Adds an affine expression of i64 nodes.
int add_affine(ElementGraph& graph, mlir::AffineExpr expr, const std::vector<int>& dims,
               const std::vector<int>& symbols, const Location& where);

/// The op of AllOps that applies a scalar function elementwise, its results of element type `e`;
/// throws Unsupported where none does.
Op elementwise_op(ScalarFn fn, ElementType e, const Location& where);

/// Where a graph is evaluated: the arguments and the loop indices as tensors of one shape.
struct ElementSpace {
  Shape shape;
  std::function<ValueId(int argument)> argument;
  std::function<ValueId(int dim)> loop_index;
};
/// Appends the statements that compute node `root` throughout the space.
ValueId evaluate(Builder& builder, const ElementGraph& graph, int root, const ElementSpace& space,
                 const Location& where);

}  // namespace partir::bridge
