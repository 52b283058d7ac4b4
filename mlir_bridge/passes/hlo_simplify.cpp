// -partir-hlo-simplify: PartIR:HLO with as little communication as the patterns find, and a signature
// that says how arguments come and results go.
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SmallBitVector.h"

#include "mlir_bridge/dialects.h"
#include "mlir_bridge/passes/axis_lists.h"
#include "mlir_bridge/passes/collective_patterns.h"
#include "mlir_bridge/passes/passes.h"

using namespace mlir;

namespace partir::passes {

namespace {

namespace stablehlo = dialects::stablehlo;

//===--------------------------------------------------------------------------------------------===
// S-SliceGather: a gather of slices of what is alike on all devices anyway
//===--------------------------------------------------------------------------------------------===

/// Over which axes the devices' values may differ: a forward walk in program order.
class Variation {
public:
  using AxisSet = llvm::SmallBitVector;

  explicit Variation(const dialects::MeshView &mesh) : mesh(mesh) {}

  AxisSet set(ArrayRef<StringRef> axes) const {
    AxisSet found(mesh.names.size());
    for (auto [i, name] : llvm::enumerate(mesh.names))
      if (llvm::is_contained(axes, name.getValue()))
        found.set(i);
    return found;
  }
  AxisSet of(Value x) const {
    auto known = axes_of.find(x);
    return known == axes_of.end() ? everywhere() : known->second;
  }
  void argument(Value x, hlo::DistAttr dist) {
    AxisSet axes(mesh.names.size());
    if (dist)
      axes = set(flatten(hlo::axis_lists(dist.getTilings()))) | set(hlo::axis_names(dist.getPartialAxes()));
    axes_of[x] = axes;
  }
  /// The op's results; its operands are known.
  void visit(Operation *op) {
    AxisSet axes(mesh.names.size());
    for (Value x : op->getOperands())
      axes |= of(x);
    if (auto slice = dyn_cast<hlo::AllSliceOp>(op))
      axes |= set(flatten(hlo::axis_lists(slice.getAxes())));
    else if (auto gather = dyn_cast<hlo::AllGatherOp>(op))
      axes.reset(set(flatten(hlo::axis_lists(gather.getAxes()))));
    else if (auto reduce = dyn_cast<hlo::AllReduceOp>(op))
      axes.reset(set(hlo::axis_names(reduce.getAxes())));
    else if (auto scatter = dyn_cast<hlo::ReduceScatterOp>(op))
      axes |= set(flatten(hlo::axis_lists(scatter.getAxes())));
    else if (auto move = dyn_cast<hlo::AllToAllOp>(op))
      axes |= set(hlo::axis_names(move.getAxes()));
    else if (isa<stablehlo::PartitionIdOp, stablehlo::ReplicaIdOp>(op) || !isMemoryEffectFree(op))
      axes = everywhere();
    else if (op->getNumRegions() > 0)
      op->walk([&](Operation *inner) {
        for (Value x : inner->getOperands())
          if (!op->isAncestor(x.getParentBlock()->getParentOp()))
            axes |= of(x);
      });
    for (Value x : op->getResults())
      axes_of[x] = axes;
  }

private:
  AxisSet everywhere() const { return AxisSet(mesh.names.size(), true); }

  const dialects::MeshView &mesh;
  DenseMap<Value, AxisSet> axes_of;
};

/// all_gather[d:ē·ā](all_slice[d:c̄·ā] x) ⟶ all_gather[d:ē](all_slice[d:c̄] x), x alike over ā. Whether
/// any was.
bool cancel_gathers(IRRewriter &rewriter, func::FuncOp function, const dialects::MeshView &mesh) {
  Variation varies(mesh);
  bool changed = false;
  for (BlockArgument x : function.getArguments())
    varies.argument(x, hlo::param_dist(function, x.getArgNumber()));
  for (Operation &op : llvm::make_early_inc_range(function.getBody().front())) {
    varies.visit(&op);
    auto gather = dyn_cast<hlo::AllGatherOp>(op);
    auto slice = gather ? gather.getOperand().getDefiningOp<hlo::AllSliceOp>() : hlo::AllSliceOp();
    if (!slice)
      continue;
    Variation::AxisSet differs = varies.of(slice.getOperand());
    AxisLists gathered = hlo::axis_lists(gather.getAxes()), sliced = hlo::axis_lists(slice.getAxes());
    bool cancels = false;
    for (size_t d = 0; d < gathered.size(); ++d)
      while (!gathered[d].empty() && !sliced[d].empty() && gathered[d].back() == sliced[d].back() &&
             !differs.anyCommon(varies.set({gathered[d].back()}))) {
        gathered[d].pop_back();
        sliced[d].pop_back();
        cancels = true;
      }
    if (!cancels)
      continue;
    rewriter.setInsertionPoint(gather);
    CollectiveBuilder build(rewriter, gather.getLoc(), mesh);
    Value x = build.slice(slice.getOperand(), sliced);
    if (Operation *made = x.getDefiningOp(); made && !is_empty(sliced))
      varies.visit(made);
    x = build.gather(x, gathered);
    if (Operation *made = x.getDefiningOp(); made && !is_empty(gathered))
      varies.visit(made);
    rewriter.replaceOp(gather, x);
    changed = true;
  }
  return changed;
}

//===--------------------------------------------------------------------------------------------===
// L-Param and L-Result
//===--------------------------------------------------------------------------------------------===

hlo::DistAttr with_tilings(MLIRContext *context, hlo::DistAttr dist, ArrayRef<Axes> more) {
  AxisLists tilings = more.empty() ? AxisLists() : AxisLists(more.begin(), more.end());
  if (dist)
    tilings = joined(hlo::axis_lists(dist.getTilings()), more);
  return hlo::DistAttr::get(context, hlo::axis_lists_attr(context, tilings),
                            dist ? dist.getPartial() : core::ReduceAttr(),
                            dist ? dist.getPartialAxes() : ArrayAttr::get(context, {}));
}
Axes axes_of(hlo::DistAttr dist) {
  Axes axes;
  if (dist) {
    axes = flatten(hlo::axis_lists(dist.getTilings()));
    llvm::append_range(axes, hlo::axis_names(dist.getPartialAxes()));
  }
  return axes;
}

/// What all uses of `x` slice first, on each dimension; nothing where one is no slice.
std::optional<AxisLists> shared_slices(Value x) {
  std::optional<AxisLists> shared;
  for (Operation *user : x.getUsers()) {
    auto slice = dyn_cast<hlo::AllSliceOp>(user);
    if (!slice)
      return std::nullopt;
    AxisLists lists = hlo::axis_lists(slice.getAxes());
    if (!shared)
      shared = lists;
    for (auto [common, axes] : llvm::zip(*shared, lists))
      common.truncate(common_prefix(common, axes));
  }
  return shared;
}

/// Moves what a signature can say out of the body. Whether anything could.
class SignatureSharding {
public:
  SignatureSharding(IRRewriter &rewriter, func::FuncOp function, const dialects::MeshView &mesh)
      : rewriter(rewriter), function(function), mesh(mesh), context(function.getContext()) {}

  bool operator()() {
    bool changed = false;
    for (BlockArgument x : function.getArguments())
      changed |= parameter(x);
    auto end = cast<func::ReturnOp>(function.getBody().front().getTerminator());
    for (OpOperand &result : end->getOpOperands())
      changed |= this->result(result);
    if (changed)
      function.setType(FunctionType::get(context, function.getBody().front().getArgumentTypes(),
                                         end.getOperandTypes()));
    return changed;
  }

private:
  /// L-Param: a parameter all of whose uses are slices comes sliced.
  bool parameter(BlockArgument x) {
    std::optional<AxisLists> shared = shared_slices(x);
    if (!shared)
      return false;
    // an axis that tiles it already, or over which it is pending, is sliced on the device
    hlo::DistAttr dist = hlo::param_dist(function, x.getArgNumber());
    Axes used = axes_of(dist);
    for (Axes &axes : *shared) {
      size_t n = 0;
      while (n < axes.size() && !llvm::is_contained(used, axes[n]))
        used.push_back(axes[n++]);
      axes.truncate(n);
    }
    if (is_empty(*shared))
      return false;
    SmallVector<Operation *> users(x.getUsers());
    auto type = cast<RankedTensorType>(x.getType());
    SmallVector<int64_t> shape = llvm::to_vector(type.getShape());
    for (auto [extent, axes] : llvm::zip(shape, *shared))
      extent /= size_of(mesh, axes);
    x.setType(type.clone(shape));
    function.setArgAttr(x.getArgNumber(), hlo::PartirHloDialect::dist_attr_name,
                        with_tilings(context, dist, *shared));
    for (Operation *user : users) {
      AxisLists lists = hlo::axis_lists(cast<hlo::AllSliceOp>(user).getAxes());
      for (auto [axes, common] : llvm::zip(lists, *shared))
        axes = rest(axes, common.size());
      rewriter.setInsertionPoint(user);
      rewriter.replaceOp(user, CollectiveBuilder(rewriter, user->getLoc(), mesh).slice(x, lists));
    }
    return true;
  }

  /// L-Result: what was gathered to be returned is returned as it was.
  bool result(OpOperand &operand) {
    auto gather = operand.get().getDefiningOp<hlo::AllGatherOp>();
    if (!gather)
      return false;
    hlo::DistAttr dist = hlo::result_dist(function, operand.getOperandNumber());
    AxisLists lists = hlo::axis_lists(gather.getAxes());
    if (!are_disjoint(flatten(lists), axes_of(dist)))
      return false;
    function.setResultAttr(operand.getOperandNumber(),
                           StringAttr::get(context, hlo::PartirHloDialect::dist_attr_name),
                           with_tilings(context, dist, lists));
    operand.set(gather.getOperand());
    if (gather->use_empty())
      rewriter.eraseOp(gather);
    return true;
  }

  IRRewriter &rewriter;
  func::FuncOp function;
  const dialects::MeshView &mesh;
  MLIRContext *context;
};

//===--------------------------------------------------------------------------------------------===
// The pass
//===--------------------------------------------------------------------------------------------===

struct HloSimplify : PassWrapper<HloSimplify, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HloSimplify)
  HloSimplify() = default;
  HloSimplify(const HloSimplify &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "partir-hlo-simplify"; }
  StringRef getDescription() const override {
    return "Cancel, merge and combine the collectives of PartIR:HLO; shard the signature";
  }

  Option<bool> cse_parameter_gathers{
      *this, "cse-parameter-gathers", llvm::cl::init(false),
      llvm::cl::desc("Gather a parameter once for all of its uses, and keep it")};

  /// First what shows what the signature can say, then what would hide it.
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isDeclaration())
      return;
    FailureOr<dialects::MeshView> mesh = checked_mesh(function);
    if (failed(mesh) || failed(check(function)))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    RewritePatternSet cancelling(&getContext()), all(&getContext());
    add_cancelling_patterns(cancelling, *mesh);
    add_cancelling_patterns(all, *mesh);
    add_combining_patterns(all, *mesh);
    FrozenRewritePatternSet first(std::move(cancelling)), last(std::move(all));
    for (const FrozenRewritePatternSet *patterns : {&first, &last}) {
      // each round uses up an axis of a parameter, of a result or of a gather
      for (bool again = true; again;) {
        if (failed(rewrite(function, *patterns)))
          return signalPassFailure();
        eliminate_common(rewriter, function);
        again = SignatureSharding(rewriter, function, *mesh)();
        if (patterns == &last)
          again |= cancel_gathers(rewriter, function, *mesh);
      }
    }
  }

private:
  static LogicalResult check(func::FuncOp function) {
    if (!function.getBody().hasOneBlock())
      return function.emitError() << "unsupported: control flow between blocks in @" << function.getName();
    if (!isa<func::ReturnOp>(function.getBody().front().getTerminator()))
      return function.emitError() << "@" << function.getName() << " does not end in 'func.return'";
    WalkResult result = function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<core::PartirCoreDialect>(op->getDialect())) {
        op->emitOpError() << "is of PartIR:Core; -partir-core-to-hlo comes first";
        return WalkResult::interrupt();
      }
      if (!isa<hlo::PartirHloDialect>(op->getDialect()))
        return WalkResult::advance();
      auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
      if (!type || !type.hasStaticShape()) {
        op->emitOpError() << "unsupported: type " << op->getOperand(0).getType() << ", which is not static";
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  /// Looks at collectives alone: folding would move constants out of the regions of other ops.
  static LogicalResult rewrite(func::FuncOp function, const FrozenRewritePatternSet &patterns) {
    SmallVector<Operation *> collectives;
    function.walk([&](Operation *op) {
      if (isa<hlo::PartirHloDialect>(op->getDialect()))
        collectives.push_back(op);
    });
    GreedyRewriteConfig config;
    config.strictMode = GreedyRewriteStrictness::ExistingAndNewOps;
    config.maxIterations = GreedyRewriteConfig::kNoLimit;
    return applyOpPatternsAndFold(collectives, patterns, config);
  }

  /// Gathers of parameters stay one for each use, so that a backward pass gathers again rather than keep
  /// what the forward pass gathered: a mark of its own makes each another op for the while.
  void eliminate_common(IRRewriter &rewriter, func::FuncOp function) {
    int64_t marked = 0;
    auto mark = [&](Operation *op) {
      if (isa<hlo::AllGatherOp>(op))
        op->setAttr("partir.use", rewriter.getI64IntegerAttr(++marked));
    };
    if (!cse_parameter_gathers)
      for (BlockArgument x : function.getArguments())
        for (Operation *user : x.getUsers()) {
          mark(user);
          // a parameter that is to come sliced
          if (isa<hlo::AllSliceOp>(user))
            llvm::for_each(user->getUsers(), mark);
        }
    DominanceInfo dominance(function);
    eliminateCommonSubExpressions(rewriter, dominance, function);
    // a mark keeps an op from being another's equal, not from being dead
    function.walk([](hlo::AllGatherOp op) { op->removeAttr("partir.use"); });
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(function.getBody().front())))
      if (isOpTriviallyDead(&op))
        rewriter.eraseOp(&op);
  }
};

} // namespace

std::unique_ptr<Pass> create_hlo_simplify() { return std::make_unique<HloSimplify>(); }

} // namespace partir::passes
