#include "mlir_bridge/passes/nest_table.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace partir::passes {

namespace {

/// `type` with its extent along the tile multiplied or divided.
Type scaled(Type type, Attribute attr, int64_t size, bool divide) {
  auto tile = dyn_cast<core::TileAttr>(attr);
  if (!tile)
    return type;
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<int64_t> shape = llvm::to_vector(tensor.getShape());
  shape[tile.getDim()] = divide ? shape[tile.getDim()] / size : shape[tile.getDim()] * size;
  return tensor.clone(shape);
}

/// What a body holds beside slices and the yield; at most one op.
FailureOr<Operation *> core_of(core::LoopOp loop) {
  Operation *found = nullptr;
  for (Operation &op : loop.getBody().front().without_terminator()) {
    if (auto slice = dyn_cast<core::SliceOp>(op)) {
      if (slice.getRange() == loop.get_range())
        continue;
      return op.emitError() << "unsupported: a slice by the range of another loop than the innermost";
    }
    if (found)
      return op.emitError() << "unsupported: a loop around several ops; each has its own nest here";
    found = &op;
  }
  return found;
}

} // namespace

LogicalResult NestTable::add(Operation *outer) {
  Nest nest;
  nest.outer = nest.op = outer;
  SmallVector<core::LoopOp> loops;
  while (auto loop = dyn_cast_or_null<core::LoopOp>(nest.op)) {
    loops.push_back(loop);
    FailureOr<Operation *> inner = core_of(loop);
    if (failed(inner))
      return failure();
    nest.op = *inner;
    // what a loop makes is what its inner loop or its op makes, in order
    ValueRange made = nest.op ? ValueRange(nest.op->getResults()) : ValueRange();
    if (nest.op && !llvm::equal(ValueRange(loop.get_yield().getOperands()), made))
      return loop.emitError() << "unsupported: a loop that does not yield what its body's op makes";
  }
  if (nest.op && nest.op->getNumRegions() > 0)
    if (nest.op->walk([](core::LoopOp) { return WalkResult::interrupt(); }).wasInterrupted())
      return nest.op->emitError() << "unsupported: a loop in a region of an op";

  // operands, outwards through the slices
  ValueRange inmost = nest.op          ? ValueRange(nest.op->getOperands())
                      : loops.empty() ? ValueRange()
                                       : ValueRange(loops.back().get_yield().getOperands());
  if (!nest.op && inmost.size() != 1)
    return outer->emitError() << "unsupported: a loop of slices of several values";
  for (core::LoopOp loop : loops)
    nest.levels.push_back({loop.getAxis(), {}, llvm::to_vector(loop.getLoopAttrs())});
  auto any = core::AnyAttr::get(outer->getContext());
  for (Value x : inmost) {
    for (size_t i = loops.size(); i-- > 0;) {
      auto slice = x.getDefiningOp<core::SliceOp>();
      if (slice && slice.getRange() == loops[i].get_range()) {
        nest.levels[i].operands.push_back(core::TileAttr::get(outer->getContext(), slice.getDim()));
        x = slice.getOperand();
      } else {
        nest.levels[i].operands.push_back(any);
      }
    }
    if (x.getParentBlock() != outer->getBlock())
      return outer->emitError() << "unsupported: an operand that is no slice of a value from around the nest";
    nest.operands.push_back(x);
  }
  if (!nest.op)
    for (const Level &level : nest.levels) {
      if (level.operands != level.results)
        return outer->emitError() << "unsupported: a loop over \"" << level.axis
                                  << "\" without an op that does not give back what it reads";
      if (!llvm::is_contained(axes_, level.axis))
        axes_.push_back(level.axis);
    }

  int index = nests_.size();
  for (auto [i, x] : llvm::enumerate(nest.operands))
    uses_[x].push_back({index, static_cast<unsigned>(i)});
  // a region may read what stands around its op
  if (nest.op)
    for (Region &region : nest.op->getRegions())
      region.walk([&](Operation *inner) {
        for (Value x : inner->getOperands())
          if (x.getParentBlock() == outer->getBlock())
            uses_[x].push_back({-1, 0});
      });
  for (Value x : outer->getResults())
    definitions_[x] = index;
  nests_.push_back(std::move(nest));
  return success();
}

FailureOr<NestTable> NestTable::of(func::FuncOp function) {
  NestTable table;
  if (!function.getBody().hasOneBlock())
    return function.emitError() << "unsupported: control flow between blocks in @" << function.getName();
  Block &block = function.getBody().front();
  for (Operation &op : block.without_terminator())
    if (failed(table.add(&op)))
      return failure();
  for (OpOperand &x : block.getTerminator()->getOpOperands())
    table.uses_[x.get()].push_back({-1, x.getOperandNumber()});
  return table;
}

Attribute NestTable::offer(Value x, StringRef axis) const {
  for (int i = definition(x); i >= 0; i = definition(x)) {
    const Nest &nest = nests_[i];
    if (const Level *level = nest.level(axis)) {
      Attribute attr = level->results[cast<OpResult>(x).getResultNumber()];
      return isa<core::ReduceAttr>(attr) ? Attribute() : attr;
    }
    if (nest.op)
      return {};
    x = nest.operands[0];
  }
  return {};
}

Attribute NestTable::demand(Value x, StringRef axis) const {
  Attribute common;
  // a value is read through nests without an op at most once per action, so this is no deep recursion
  SmallVector<Value> todo{x};
  while (!todo.empty()) {
    ArrayRef<NestUse> all = uses(todo.pop_back_val());
    if (all.empty())
      return {};
    for (NestUse use : all) {
      if (use.nest < 0)
        return {};
      const Nest &nest = nests_[use.nest];
      const Level *level = nest.level(axis);
      if (!level && !nest.op) {
        todo.push_back(nest.outer->getResult(0));
        continue;
      }
      if (!level || !isa<core::TileAttr>(level->operands[use.operand]))
        return {};
      Attribute attr = level->operands[use.operand];
      if (common && common != attr)
        return {};
      common = attr;
    }
  }
  return common;
}

core::LoopOp build_loop(OpBuilder &builder, Location loc, const Level &level, int64_t size,
                        ValueRange operands,
                        llvm::function_ref<SmallVector<Value>(ValueRange)> body) {
  auto axis = StringAttr::get(builder.getContext(), level.axis);
  Region region;
  Block &block = region.emplaceBlock();
  Value range = block.addArgument(core::RangeType::get(builder.getContext(), axis), loc);
  SmallVector<Value> yielded;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&block);
    SmallVector<Value> parts;
    for (auto [x, attr] : llvm::zip(operands, level.operands)) {
      auto tile = dyn_cast<core::TileAttr>(attr);
      parts.push_back(tile ? Value(builder.create<core::SliceOp>(
                                 loc, scaled(x.getType(), attr, size, true), x, range, tile.getDim()))
                           : x);
    }
    yielded = body(parts);
    builder.create<core::YieldOp>(loc, yielded);
  }
  SmallVector<Type> types;
  for (auto [x, attr] : llvm::zip(yielded, level.results))
    types.push_back(scaled(x.getType(), attr, size, false));
  auto loop = builder.create<core::LoopOp>(loc, types, axis, builder.getArrayAttr(level.results));
  loop.getBody().takeBody(region);
  return loop;
}

} // namespace partir::passes
