// Ops whose attributes are operands: run as the op of AllOps that has them as attributes. The types
// of results are static all the same.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "semantics/program.h"

namespace partir::shlo {

/// The extent of dimension `dimension`, as `tensor<i32>`.
struct GetDimensionSize {
  int64_t dimension = 0;
};
/// iota of the shape that the operand says.
struct DynamicIota {
  int64_t dimension = 0;
};
/// reshape to the shape that the last operand says.
struct DynamicReshape {};
/// broadcast_in_dim to the shape that the last operand says.
struct DynamicBroadcastInDim {
  std::vector<int64_t> dims, known_expanding, known_nonexpanding;
};

/// pad by the lists that the last three operands are.
struct DynamicPad {};
/// slice from, to and by the lists that the last three operands are.
struct RealDynamicSlice {};
/// gather of the slice sizes that the last operand says.
struct DynamicGather {
  Gather op;  ///< without slice sizes
};
/// convolution with the padding, pairs of low and high, that the last operand is.
struct DynamicConv {
  Convolution op;  ///< without padding
};

/// `op(operands)`: the operands that the static op takes, then those that are its attributes.
struct Dynamic {
  std::vector<ValueId> operands;
  std::variant<GetDimensionSize, DynamicIota, DynamicReshape, DynamicBroadcastInDim, DynamicPad,
               RealDynamicSlice, DynamicGather, DynamicConv>
      op;
};
/// `dynamic_iota`.
inline const char* dynamic_name(const Dynamic& d) {
  return std::visit(
      Overloaded{[](const GetDimensionSize&) { return "get_dimension_size"; },
                 [](const DynamicIota&) { return "dynamic_iota"; },
                 [](const DynamicReshape&) { return "dynamic_reshape"; },
                 [](const DynamicBroadcastInDim&) { return "dynamic_broadcast_in_dim"; },
                 [](const DynamicPad&) { return "dynamic_pad"; },
                 [](const RealDynamicSlice&) { return "real_dynamic_slice"; },
                 [](const DynamicGather&) { return "dynamic_gather"; },
                 [](const DynamicConv&) { return "dynamic_conv"; }},
      d.op);
}
/// How many of the operands the static op takes, and how many there are.
struct DynamicArity {
  size_t taken, all;
};
inline DynamicArity arity(const Dynamic& d) {
  return std::visit(Overloaded{[](const GetDimensionSize&) { return DynamicArity{1, 1}; },
                               [](const DynamicIota&) { return DynamicArity{0, 1}; },
                               [](const DynamicReshape&) { return DynamicArity{1, 2}; },
                               [](const DynamicBroadcastInDim&) { return DynamicArity{1, 2}; },
                               [](const DynamicPad&) { return DynamicArity{2, 5}; },
                               [](const RealDynamicSlice&) { return DynamicArity{1, 4}; },
                               [](const DynamicGather&) { return DynamicArity{2, 3}; },
                               [](const DynamicConv&) { return DynamicArity{2, 3}; }},
                    d.op);
}

/// The op with its attributes; `attributes` are the elements of the operands after those that it
/// takes, `result` the declared type.
inline Op static_op(const Dynamic& d, const Types& taken,
                    const std::vector<std::vector<int64_t>>& attributes, const TensorType& result) {
  return std::visit(
      Overloaded{[&](const GetDimensionSize& x) -> Op {
                   return Constant{Literal::splat_value(
                       {{}, ElementType::I32}, static_cast<double>(taken[0].shape[x.dimension]))};
                 },
                 [&](const DynamicIota& x) -> Op {
                   return Iota{x.dimension, attributes[0], result.element};
                 },
                 [&](const DynamicReshape&) -> Op { return Reshape{attributes[0]}; },
                 [&](const DynamicBroadcastInDim& x) -> Op {
                   return BroadcastInDim{x.dims, attributes[0]};
                 },
                 [&](const DynamicPad&) -> Op {
                   return Pad{attributes[0], attributes[1], attributes[2]};
                 },
                 [&](const RealDynamicSlice&) -> Op {
                   return SliceOp{attributes[0], attributes[1], attributes[2]};
                 },
                 [&](const DynamicGather& x) -> Op {
                   Gather op = x.op;
                   op.slice_sizes = attributes[0];
                   return op;
                 },
                 [&](const DynamicConv& x) -> Op {
                   Convolution op = x.op;
                   op.low.clear();
                   op.high.clear();
                   for (size_t i = 0; i < attributes[0].size(); ++i)
                     (i % 2 ? op.high : op.low).push_back(attributes[0][i]);
                   return op;
                 }},
      d.op);
}

}  // namespace partir::shlo
