// One pattern per rule of calculus.md section 5. The policy is one: no pattern adds traffic, so a gather
// or a reduction is only changed where nothing else reads it.
#include "mlir_bridge/passes/collective_patterns.h"

#include "mlir_bridge/passes/axis_lists.h"

using namespace mlir;

namespace partir::passes {

namespace {

template <class Op> struct Pattern : OpRewritePattern<Op> {
  Pattern(MLIRContext *context, const dialects::MeshView &mesh)
      : OpRewritePattern<Op>(context), mesh(mesh) {}
  dialects::MeshView mesh;
};

bool are_distinct(ArrayRef<Axes> lists) {
  Axes all = flatten(lists);
  llvm::sort(all);
  return std::adjacent_find(all.begin(), all.end()) == all.end();
}

/// A collective over no axes is its operand.
template <class Op> struct RemoveIdentity : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    bool moves = llvm::any_of(op.getAxes(), [](Attribute axes) {
      auto list = dyn_cast<ArrayAttr>(axes);
      return !list || !list.empty();
    });
    if (moves)
      return failure();
    rewriter.replaceOp(op, op.getOperand());
    return success();
  }
};

/// S-SliceMerge: the inner axes are major.
struct MergeSlices : Pattern<hlo::AllSliceOp> {
  using Pattern::Pattern;
  LogicalResult matchAndRewrite(hlo::AllSliceOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<hlo::AllSliceOp>();
    if (!inner)
      return failure();
    AxisLists lists = joined(hlo::axis_lists(inner.getAxes()), hlo::axis_lists(op.getAxes()));
    if (!are_distinct(lists))
      return failure();
    rewriter.replaceOp(op, CollectiveBuilder(rewriter, op.getLoc(), mesh).slice(inner.getOperand(), lists));
    return success();
  }
};

/// S-GatherMerge: the outer axes are major.
struct MergeGathers : Pattern<hlo::AllGatherOp> {
  using Pattern::Pattern;
  LogicalResult matchAndRewrite(hlo::AllGatherOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<hlo::AllGatherOp>();
    if (!inner || !inner->hasOneUse())
      return failure();
    AxisLists lists = joined(hlo::axis_lists(op.getAxes()), hlo::axis_lists(inner.getAxes()));
    if (!are_distinct(lists))
      return failure();
    rewriter.replaceOp(op, CollectiveBuilder(rewriter, op.getLoc(), mesh).gather(inner.getOperand(), lists));
    return success();
  }
};

/// S-ReduceMerge.
struct MergeReduces : Pattern<hlo::AllReduceOp> {
  using Pattern::Pattern;
  LogicalResult matchAndRewrite(hlo::AllReduceOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<hlo::AllReduceOp>();
    if (!inner || !inner->hasOneUse() || inner.getReduction() != op.getReduction())
      return failure();
    Axes axes = hlo::axis_names(op.getAxes()), more = hlo::axis_names(inner.getAxes());
    if (!are_disjoint(axes, more))
      return failure();
    llvm::append_range(axes, more);
    rewriter.replaceOp(op, CollectiveBuilder(rewriter, op.getLoc(), mesh)
                               .reduce(inner.getOperand(), op.getReduction(), axes));
    return success();
  }
};

/// S-GatherSlice and S-SliceGatherSwap at once: on each dimension the common prefix cancels; then the lists
/// that the gather has no part in, neither by their dimension nor by their axes, pass it.
///   all_slice[d:p̄·s̄](all_gather[d:p̄·ḡ] x) ⟶ all_slice[d:s̄](all_gather[d:ḡ] x)
struct SliceOfGather : Pattern<hlo::AllSliceOp> {
  using Pattern::Pattern;
  LogicalResult matchAndRewrite(hlo::AllSliceOp op, PatternRewriter &rewriter) const override {
    auto gather = op.getOperand().getDefiningOp<hlo::AllGatherOp>();
    if (!gather)
      return failure();
    AxisLists sliced = hlo::axis_lists(op.getAxes()), gathered = hlo::axis_lists(gather.getAxes());
    bool changed = false;
    for (size_t d = 0; d < sliced.size(); ++d) {
      size_t n = common_prefix(sliced[d], gathered[d]);
      sliced[d] = rest(sliced[d], n);
      gathered[d] = rest(gathered[d], n);
      changed |= n > 0;
    }
    if (!is_empty(gathered) && !gather->hasOneUse())
      return failure();
    AxisLists passing(sliced.size());
    Axes all_gathered = flatten(gathered);
    for (size_t d = 0; d < sliced.size(); ++d)
      if (!sliced[d].empty() && gathered[d].empty() && are_disjoint(sliced[d], all_gathered)) {
        passing[d] = std::exchange(sliced[d], {});
        changed = true;
      }
    if (!changed)
      return failure();
    CollectiveBuilder build(rewriter, op.getLoc(), mesh);
    Value x = build.slice(gather.getOperand(), passing);
    rewriter.replaceOp(op, build.slice(build.gather(x, gathered), sliced));
    return success();
  }
};

/// A slice that alone reads a reduction; its lists begin with axes that are all reduced, or none of which is.
struct SlicedReduce {
  hlo::AllReduceOp reduce;
  Axes axes; ///< of the reduction
  AxisLists begin, rest;

  static std::optional<SlicedReduce> of(hlo::AllSliceOp slice, bool reduced) {
    SlicedReduce found;
    found.reduce = slice.getOperand().getDefiningOp<hlo::AllReduceOp>();
    if (!found.reduce || !found.reduce->hasOneUse())
      return std::nullopt;
    found.axes = hlo::axis_names(found.reduce.getAxes());
    for (const Axes &axes : hlo::axis_lists(slice.getAxes())) {
      size_t n = 0;
      while (n < axes.size() && llvm::is_contained(found.axes, axes[n]) == reduced)
        ++n;
      found.begin.push_back(first(axes, n));
      found.rest.push_back(passes::rest(axes, n));
    }
    if (is_empty(found.begin))
      return std::nullopt;
    return found;
  }
};

/// Slices over axes that are not reduced go in front of the reduction.
///   all_slice[d:s̄·r̄](all_reduce{A} x) ⟶ all_slice[d:r̄](all_reduce{A}(all_slice[d:s̄] x)), s̄ ∩ A = ∅
struct SliceOfReduce : Pattern<hlo::AllSliceOp> {
  using Pattern::Pattern;
  LogicalResult matchAndRewrite(hlo::AllSliceOp op, PatternRewriter &rewriter) const override {
    std::optional<SlicedReduce> of = SlicedReduce::of(op, /*reduced=*/false);
    if (!of)
      return failure();
    CollectiveBuilder build(rewriter, op.getLoc(), mesh);
    Value x = build.slice(of->reduce.getOperand(), of->begin);
    rewriter.replaceOp(op, build.slice(build.reduce(x, of->reduce.getReduction(), of->axes), of->rest));
    return success();
  }
};

/// Gathers over axes that are not reduced go behind the reduction, when there is less of it.
///   all_reduce{A}(all_gather[d:ḡ] x) ⟶ all_gather[d:ḡ](all_reduce{A} x), ḡ ∩ A = ∅
struct ReduceOfGather : Pattern<hlo::AllReduceOp> {
  using Pattern::Pattern;
  LogicalResult matchAndRewrite(hlo::AllReduceOp op, PatternRewriter &rewriter) const override {
    auto gather = op.getOperand().getDefiningOp<hlo::AllGatherOp>();
    if (!gather || !gather->hasOneUse())
      return failure();
    Axes reduced = hlo::axis_names(op.getAxes());
    AxisLists gathered = hlo::axis_lists(gather.getAxes());
    if (!are_disjoint(reduced, flatten(gathered)))
      return failure();
    CollectiveBuilder build(rewriter, op.getLoc(), mesh);
    Value x = build.reduce(gather.getOperand(), op.getReduction(), reduced);
    rewriter.replaceOp(op, build.gather(x, gathered));
    return success();
  }
};

/// S-ReduceScatter; what is left to reduce is reduced after, when there is less of it.
///   all_slice[d:s̄·r̄](all_reduce{s̄ ∪ B} x) ⟶ all_slice[d:r̄](all_reduce{B}(reduce_scatter[d:s̄] x))
struct MakeReduceScatter : Pattern<hlo::AllSliceOp> {
  using Pattern::Pattern;
  LogicalResult matchAndRewrite(hlo::AllSliceOp op, PatternRewriter &rewriter) const override {
    std::optional<SlicedReduce> of = SlicedReduce::of(op, /*reduced=*/true);
    if (!of)
      return failure();
    core::ReduceAttr reduction = of->reduce.getReduction();
    CollectiveBuilder build(rewriter, op.getLoc(), mesh);
    Value x = build.scatter(of->reduce.getOperand(), reduction, of->begin);
    x = build.reduce(x, reduction, without(of->axes, flatten(of->begin)));
    rewriter.replaceOp(op, build.slice(x, of->rest));
    return success();
  }
};

/// S-AllToAll, of the minor end of what is gathered on `from` and the major end of what is sliced on `to`:
///   all_slice[to:ā·r̄](all_gather[from:ḡ·ā] x) ⟶ all_slice[to:r̄](all_gather[from:ḡ](all_to_all[from→to:ā] x))
struct MakeAllToAll : Pattern<hlo::AllSliceOp> {
  using Pattern::Pattern;
  LogicalResult matchAndRewrite(hlo::AllSliceOp op, PatternRewriter &rewriter) const override {
    auto gather = op.getOperand().getDefiningOp<hlo::AllGatherOp>();
    if (!gather || !gather->hasOneUse())
      return failure();
    AxisLists sliced = hlo::axis_lists(op.getAxes()), gathered = hlo::axis_lists(gather.getAxes());
    for (size_t to = 0; to < sliced.size(); ++to)
      for (size_t from = 0; from < gathered.size(); ++from) {
        // what is gathered on `to` itself would come between the parts
        if (from == to || !gathered[to].empty())
          continue;
        size_t n = std::min(sliced[to].size(), gathered[from].size());
        while (n > 0 && ArrayRef(sliced[to]).take_front(n) != ArrayRef(gathered[from]).take_back(n))
          --n;
        if (n == 0)
          continue;
        CollectiveBuilder build(rewriter, op.getLoc(), mesh);
        Value x = build.move(gather.getOperand(), from, to, first(sliced[to], n));
        sliced[to] = rest(sliced[to], n);
        gathered[from].truncate(gathered[from].size() - n);
        rewriter.replaceOp(op, build.slice(build.gather(x, gathered), sliced));
        return success();
      }
    return failure();
  }
};

} // namespace

void add_cancelling_patterns(RewritePatternSet &patterns, const dialects::MeshView &mesh) {
  MLIRContext *context = patterns.getContext();
  patterns.add<RemoveIdentity<hlo::AllSliceOp>, RemoveIdentity<hlo::AllGatherOp>,
               RemoveIdentity<hlo::AllReduceOp>, RemoveIdentity<hlo::ReduceScatterOp>,
               RemoveIdentity<hlo::AllToAllOp>>(context);
  patterns.add<MergeSlices, MergeGathers, MergeReduces, SliceOfGather, SliceOfReduce, ReduceOfGather>(
      context, mesh);
}

void add_combining_patterns(RewritePatternSet &patterns, const dialects::MeshView &mesh) {
  patterns.add<MakeReduceScatter, MakeAllToAll>(patterns.getContext(), mesh);
}

} // namespace partir::passes
