// -partir-tile: the actions tile and atomic of calculus.md section 7.
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/GlobPattern.h"

#include "mlir_bridge/dialects.h"
#include "mlir_bridge/passes/device_numbers.h"
#include "mlir_bridge/passes/nest_table.h"
#include "mlir_bridge/passes/passes.h"

using namespace mlir;

namespace partir::passes {

namespace {

/// `x:0:B`, or `x:*:B` for atomic.
struct Action {
  std::string text, pattern, axis;
  std::optional<int64_t> dim;
};

FailureOr<Action> parse(Operation *at, StringRef text) {
  Action action;
  action.text = text.str();
  auto [front, axis] = text.rsplit(':');
  auto [pattern, dim] = front.rsplit(':');
  int64_t d = 0;
  if (pattern.empty() || axis.empty() || (dim != "*" && dim.getAsInteger(10, d)))
    return at->emitError() << "an action is VALUE:DIMENSION:AXIS, with the dimension * for atomic; found '"
                           << text << "'";
  if (dim != "*")
    action.dim = d;
  action.pattern = pattern.str();
  action.axis = axis.str();
  return action;
}

/// The values that a pattern names: `argN` or `%argN`, a glob of `jax.arg_info`, else one of names that
/// results have by their ops' locations.
FailureOr<SmallVector<Value>> find(func::FuncOp function, const Action &action) {
  SmallVector<Value> found;
  StringRef number = action.pattern;
  number.consume_front("%");
  unsigned index;
  if (number.consume_front("arg") && !number.getAsInteger(10, index) &&
      index < function.getNumArguments())
    return SmallVector<Value>{function.getArgument(index)};
  llvm::Expected<llvm::GlobPattern> glob = llvm::GlobPattern::create(action.pattern);
  if (!glob)
    return function.emitError() << "in '" << action.text << "': " << llvm::toString(glob.takeError());
  for (BlockArgument x : function.getArguments())
    if (auto name = function.getArgAttrOfType<StringAttr>(x.getArgNumber(), "jax.arg_info");
        name && glob->match(name.getValue()))
      found.push_back(x);
  if (found.empty())
    for (Operation &op : function.getBody().front())
      if (auto name = op.getLoc()->findInstanceOf<NameLoc>(); name && glob->match(name.getName()))
        llvm::append_range(found, op.getResults());
  if (found.empty())
    return function.emitError() << "no argument and no op of @" << function.getName() << " is named '"
                                << action.pattern << "'";
  return found;
}

/// `T(x)`: the levels of the nests through which the uses of x read it.
SmallVector<Level> tilings(const NestTable &table, Value x) {
  for (NestUse use : table.uses(x))
    if (use.nest >= 0 && !table.nests()[use.nest].op)
      return table.nests()[use.nest].levels;
  return {};
}

/// The tilings that propagation has given x and that no nest says yet: those of the op that makes it,
/// else those in which all uses slice it. They come before a new axis, so that chunks lie as the ops have
/// them.
SmallVector<Level> inherited(const NestTable &table, Value x) {
  SmallVector<Level> levels;
  auto add = [&](StringRef axis, Attribute attr) {
    if (isa_and_nonnull<core::TileAttr>(attr))
      levels.push_back({axis, {attr}, {attr}});
  };
  if (int made = table.definition(x); made >= 0)
    for (const Level &level : table.nests()[made].levels)
      add(level.axis, level.results[cast<OpResult>(x).getResultNumber()]);
  if (levels.empty() && !table.uses(x).empty() && table.uses(x)[0].nest >= 0)
    for (const Level &level : table.nests()[table.uses(x)[0].nest].levels)
      add(level.axis, table.demand(x, level.axis));
  return levels;
}

/// Where the use of `x` stands: in the slices of the nest that reads it, or in its op.
OpOperand *operand_of(Nest &nest, NestUse use, Value x) {
  OpOperand *at = &nest.op->getOpOperand(use.operand);
  while (at->get() != x) {
    auto slice = at->get().getDefiningOp<core::SliceOp>();
    if (!slice || slice->getBlock() == nest.outer->getBlock())
      return nullptr;  // one slice for two operands, which reads its nest already
    at = &slice.getOperandMutable();
  }
  return at;
}

struct Tile : PassWrapper<Tile, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Tile)
  Tile() = default;
  Tile(const Tile &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "partir-tile"; }
  StringRef getDescription() const override {
    return "Let every use of a value read it tiled by an axis, or held whole";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<core::PartirCoreDialect>();
  }

  ListOption<std::string> actions{
      *this, "actions",
      llvm::cl::desc("VALUE:DIMENSION:AXIS, in order; the dimension * holds the value whole (atomic)")};

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isDeclaration())
      return;
    FailureOr<dialects::MeshView> mesh = checked_mesh(function);
    if (failed(mesh))
      return signalPassFailure();
    for (const std::string &text : actions) {
      FailureOr<Action> action = parse(function, text);
      if (failed(action))
        return signalPassFailure();
      FailureOr<SmallVector<Value>> values = find(function, *action);
      if (failed(values))
        return signalPassFailure();
      for (Value x : *values)
        if (failed(act(function, *mesh, *action, x)))
          return signalPassFailure();
    }
  }

private:
  static LogicalResult act(func::FuncOp function, const dialects::MeshView &mesh, const Action &action,
                           Value x) {
    auto refuse = [&](int tile, int atomic) {
      return emitError(x.getLoc()) << "'" << action.text << "': " << (action.dim ? "tile" : "atomic")
                                   << " premise " << (action.dim ? tile : atomic) << ": ";
    };
    std::optional<int64_t> size = mesh.size_of(action.axis);
    if (!size)
      return refuse(1, 1) << "axis \"" << action.axis << "\" is not in the mesh";
    auto type = dyn_cast<RankedTensorType>(x.getType());
    if (!type || !type.hasStaticShape())
      return refuse(2, 1) << "the value has type " << x.getType() << ", which is no static tensor";
    FailureOr<NestTable> table = NestTable::of(function);
    if (failed(table))
      return failure();
    SmallVector<Level> levels = tilings(*table, x);
    for (const Level &level : action.dim ? inherited(*table, x) : SmallVector<Level>())
      if (level.axis != action.axis &&
          llvm::none_of(levels, [&](const Level &l) { return l.axis == level.axis; }))
        levels.push_back(level);
    for (const Level &level : levels)
      if (level.axis == action.axis)
        return refuse(5, 3) << "\"" << action.axis << "\" has acted on the value already, as "
                            << level.results[0];
    Attribute attr = core::AnyAttr::get(function.getContext());
    if (action.dim) {
      if (*action.dim < 0 || *action.dim >= type.getRank())
        return refuse(2, 1) << "dimension " << *action.dim << " is not less than the rank "
                            << type.getRank();
      attr = core::TileAttr::get(function.getContext(), *action.dim);
      int64_t parts = *size, extent = type.getDimSize(*action.dim);
      for (const Level &level : levels)
        if (level.results[0] == attr)
          parts *= *mesh.size_of(level.axis);
      if (extent < parts || extent % parts != 0)
        return refuse(3, 1) << "extent " << extent << " of dimension " << *action.dim
                            << " does not divide into " << parts << " parts";
    }
    // the axis names of levels live in attributes; this one has to, too
    StringRef axis = StringAttr::get(function.getContext(), action.axis).getValue();
    levels.push_back({axis, {attr}, {attr}});
    rewrite(*table, mesh, levels, x);
    return success();
  }

  /// Every use reads its own nest, so that a backward pass gathers again.
  static void rewrite(NestTable &table, const dialects::MeshView &mesh, ArrayRef<Level> levels, Value x) {
    IRRewriter rewriter(x.getContext());
    for (NestUse use : table.uses(x)) {
      Nest *nest = use.nest < 0 ? nullptr : &table.nests()[use.nest];
      Operation *before = nest ? nest->outer : nullptr;
      if (!before) {
        // the end of the function; what a region reads stays as it is
        before = x.getParentBlock()->getTerminator();
        if (use.operand >= before->getNumOperands() || before->getOperand(use.operand) != x)
          continue;
      }
      OpOperand *at = !nest     ? &before->getOpOperand(use.operand)
                      : nest->op ? operand_of(*nest, use, x)
                                 : nullptr;
      if (nest && nest->op && !at)
        continue;
      rewriter.setInsertionPoint(before);
      Value read = build(rewriter, x.getLoc(), mesh, levels, x);
      if (at)
        at->set(read);
      else
        rewriter.replaceOp(nest->outer, read);
    }
  }
  static Value build(OpBuilder &builder, Location loc, const dialects::MeshView &mesh,
                     ArrayRef<Level> levels, Value x) {
    if (levels.empty())
      return x;
    return build_loop(builder, loc, levels[0], *mesh.size_of(levels[0].axis), x, [&](ValueRange part) {
             return SmallVector<Value>{build(builder, loc, mesh, levels.drop_front(), part[0])};
           })->getResult(0);
  }
};

} // namespace

std::unique_ptr<Pass> create_tile() { return std::make_unique<Tile>(); }

} // namespace partir::passes
