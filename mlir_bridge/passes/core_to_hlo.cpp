// -partir-core-to-hlo: the translation of calculus.md section 3, one walk over each function.
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

#include "mlir_bridge/dialects.h"
#include "mlir_bridge/passes/axis_lists.h"
#include "mlir_bridge/passes/passes.h"

using namespace mlir;

namespace partir::passes {

namespace {

/// One axis on dimension `d` of a tensor.
AxisLists along(RankedTensorType type, int64_t d, StringRef axis) {
  AxisLists lists(type.getRank());
  lists[d].push_back(axis);
  return lists;
}

/// L-Slice.
void lower_slice(IRRewriter &rewriter, core::SliceOp op, StringRef axis,
                 const dialects::MeshView &mesh) {
  rewriter.setInsertionPoint(op);
  auto type = cast<RankedTensorType>(op.getOperand().getType());
  rewriter.replaceOp(op, CollectiveBuilder(rewriter, op.getLoc(), mesh)
                             .slice(op.getOperand(), along(type, op.getDim(), axis)));
}

/// L-Loop, with L-Tile, L-Reduce or L-Any for each result: the body joins the block around the loop.
void lower_loop(IRRewriter &rewriter, core::LoopOp loop, const dialects::MeshView &mesh) {
  for (Operation *user : llvm::make_early_inc_range(loop.get_range().getUsers()))
    lower_slice(rewriter, cast<core::SliceOp>(user), loop.getAxis(), mesh);
  rewriter.setInsertionPoint(loop);
  CollectiveBuilder build(rewriter, loop.getLoc(), mesh);
  core::YieldOp yield = loop.get_yield();
  SmallVector<Value> yielded = llvm::to_vector(yield.getOperands()), results;
  rewriter.eraseOp(yield);
  Block &body = loop.getBody().front();
  loop->getBlock()->getOperations().splice(loop->getIterator(), body.getOperations());
  for (auto [attr, x] : llvm::zip(loop.getLoopAttrs(), yielded)) {
    auto type = cast<RankedTensorType>(x.getType());
    if (auto tile = dyn_cast<core::TileAttr>(attr))
      results.push_back(build.gather(x, along(type, tile.getDim(), loop.getAxis())));
    else if (auto reduce = dyn_cast<core::ReduceAttr>(attr))
      results.push_back(build.reduce(x, reduce, {loop.getAxis()}));
    else
      results.push_back(x);
  }
  rewriter.replaceOp(loop, results);
}

struct CoreToHlo : PassWrapper<CoreToHlo, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CoreToHlo)

  StringRef getArgument() const override { return "partir-core-to-hlo"; }
  StringRef getDescription() const override {
    return "Lower the loops and slices of PartIR:Core to collectives on local types";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<hlo::PartirHloDialect>();
  }

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    FailureOr<dialects::MeshView> mesh = checked_mesh(function);
    // inner loops first: the bodies of outer ones then hold no loop
    SmallVector<core::LoopOp> loops;
    if (failed(mesh) || failed(find_loops(function, loops)))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    for (core::LoopOp loop : loops)
      lower_loop(rewriter, loop, *mesh);
    replicate_signature(function);
  }

private:
  static LogicalResult find_loops(func::FuncOp function, SmallVectorImpl<core::LoopOp> &loops) {
    WalkResult result = function.walk([&](Operation *op) {
      if (isa<hlo::PartirHloDialect>(op->getDialect())) {
        op->emitOpError() << "stands beside PartIR:Core, of which it is the lowering";
        return WalkResult::interrupt();
      }
      if (isa<core::PartirCoreDialect>(op->getDialect()))
        for (Type type : llvm::concat<const Type>(llvm::to_vector(op->getOperandTypes()),
                                                  llvm::to_vector(op->getResultTypes())))
          if (auto tensor = dyn_cast<ShapedType>(type); tensor && !tensor.hasStaticShape()) {
            op->emitOpError() << "unsupported: type " << type << ", which is not static";
            return WalkResult::interrupt();
          }
      if (auto loop = dyn_cast<core::LoopOp>(op)) {
        // collectives have no place in a region that runs on some devices alone
        if (Operation *around = loop->getParentOp(); !isa<core::LoopOp, func::FuncOp>(around)) {
          loop.emitOpError() << "unsupported: a loop in the region of a '" << around->getName() << "'";
          return WalkResult::interrupt();
        }
        for (Operation *user : loop.get_range().getUsers())
          if (!isa<core::SliceOp>(user) || user->getParentOfType<func::FuncOp>() != function ||
              !isa<core::LoopOp>(user->getParentOp())) {
            user->emitOpError() << "T-Var premise 1: reads a range variable and is no slice in a loop";
            return WalkResult::interrupt();
          }
        loops.push_back(loop);
      } else if (auto slice = dyn_cast<core::SliceOp>(op)) {
        auto range = dyn_cast<BlockArgument>(slice.getRange());
        if (!range || !isa<core::LoopOp>(range.getOwner()->getParentOp())) {
          slice.emitOpError() << "T-Slice premise 2: the index is not the range variable of a loop";
          return WalkResult::interrupt();
        }
      }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  /// Every tensor of the signature is whole on each device.
  static void replicate_signature(func::FuncOp function) {
    MLIRContext *context = function.getContext();
    auto with_dist = [&](DictionaryAttr attrs, Type type) {
      NamedAttrList list(attrs);
      if (auto tensor = dyn_cast<RankedTensorType>(type)) {
        SmallVector<Attribute> none(tensor.getRank(), ArrayAttr::get(context, {}));
        list.set(hlo::PartirHloDialect::dist_attr_name,
                 hlo::DistAttr::get(context, ArrayAttr::get(context, none), {},
                                    ArrayAttr::get(context, {})));
      }
      // what stood there is about the unpartitioned program
      list.erase("sdy.sharding");
      return list.getDictionary(context);
    };
    SmallVector<DictionaryAttr> arguments, results;
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
      arguments.push_back(with_dist(function.getArgAttrDict(i), type));
    for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
      results.push_back(with_dist(function.getResultAttrDict(i), type));
    function.setAllArgAttrs(arguments);
    function.setAllResultAttrs(results);
  }
};

} // namespace

std::unique_ptr<Pass> create_core_to_hlo() { return std::make_unique<CoreToHlo>(); }

} // namespace partir::passes
