// Where a partition's part of a sliced tensor begins. Internal to the passes.
#pragma once

#include "mlir/IR/Builders.h"

#include "mlir_bridge/dialects/partir_hlo.h"
#include "mlir_bridge/dialects/stablehlo.h"
#include "mlir_bridge/passes/device_numbers.h"

namespace partir::passes {

namespace hlo = dialects::partir_hlo;
namespace stablehlo = dialects::stablehlo;

/// Offsets of parts, each computed once, at the head of a function: a slice may stand in any region of it.
class PartOffsets {
public:
  PartOffsets(mlir::Block &entry, DeviceNumbers &numbers) : entry(entry), numbers(numbers) {}

  /// The row-major index of this partition in `axes`, times `extent`, as a tensor<i64>.
  mlir::Value operator()(mlir::OpBuilder &builder, mlir::Location loc, mlir::ArrayAttr axes, int64_t extent) {
    mlir::Value &known = offsets[{axes, extent}];
    if (known)
      return known;
    mlir::OpBuilder::InsertionGuard guard(builder);
    if (last)
      builder.setInsertionPointAfter(last);
    else
      builder.setInsertionPointToStart(&entry);
    known = make(builder, loc, numbers.digits(hlo::axis_names(axes)), extent);
    last = known.getDefiningOp();
    return known;
  }

private:
  mlir::Value make(mlir::OpBuilder &builder, mlir::Location loc, llvm::ArrayRef<DeviceNumbers::Digit> digits,
             int64_t extent) {
    auto i64 = mlir::RankedTensorType::get({}, builder.getI64Type());
    auto constant = [&](int64_t value) -> mlir::Value {
      return builder.create<stablehlo::ConstantOp>(loc, i64, mlir::DenseElementsAttr::get(i64, value));
    };
    if (digits.empty())
      return constant(0);
    mlir::Value index;
    for (DeviceNumbers::Digit digit : digits) {
      mlir::Value x = partition(builder, loc, i64);
      if (digit.stride != 1)
        x = builder.create<stablehlo::DivideOp>(loc, i64, x, constant(digit.stride));
      if (digit.stride * digit.size != numbers.count())
        x = builder.create<stablehlo::RemainderOp>(loc, i64, x, constant(digit.size));
      if (index) {
        index = builder.create<stablehlo::MultiplyOp>(loc, i64, index, constant(digit.size));
        x = builder.create<stablehlo::AddOp>(loc, i64, index, x);
      }
      index = x;
    }
    // one op that ends the sequence, so that the next one goes after it
    return builder.create<stablehlo::MultiplyOp>(loc, i64, index, constant(extent));
  }
  /// The partition's id in the type that offsets have.
  mlir::Value partition(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type i64) {
    if (id)
      return id;
    auto ui32 = mlir::RankedTensorType::get({}, builder.getIntegerType(32, /*isSigned=*/false));
    mlir::Value number = builder.create<stablehlo::PartitionIdOp>(loc, ui32);
    return id = builder.create<stablehlo::ConvertOp>(loc, i64, number);
  }

  mlir::Block &entry;
  DeviceNumbers &numbers;
  mlir::Operation *last = nullptr;
  mlir::Value id;
  llvm::DenseMap<std::pair<mlir::Attribute, int64_t>, mlir::Value> offsets;
};

} // namespace partir::passes
