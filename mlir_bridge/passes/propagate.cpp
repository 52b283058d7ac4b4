// -partir-propagate: R-Forward and R-Backward of calculus.md section 7, by the registry entries of the ops.
#include <map>
#include <set>

#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

#include "mlir_bridge/convert.h"
#include "mlir_bridge/dialects.h"
#include "mlir_bridge/op_import.h"
#include "mlir_bridge/passes/device_numbers.h"
#include "mlir_bridge/passes/nest_table.h"
#include "mlir_bridge/passes/passes.h"

using namespace mlir;

namespace partir::passes {

namespace {

using mlir::Value; // not the one of programs

//===--------------------------------------------------------------------------------------------===
// Ops as the registry knows them
//===--------------------------------------------------------------------------------------------===

/// What is left of a nest's op inside its loops, and what is known of the operands there.
struct LocalOp {
  Op op;
  Operands operands;
};

Attribute to_attribute(MLIRContext *context, const EntryAttr &attr) {
  if (attr.is_tile())
    return core::TileAttr::get(context, attr.dim);
  if (attr.is_partial())
    return bridge::to_mlir(context, attr.monoid);
  return core::AnyAttr::get(context);
}

/// Sets the attributes of `op`, an op read as `before`, that differ in `after`, an op of the same kind.
struct AttributeWriter {
  Operation *op;

  void write(StringRef name, int64_t member) {
    op->setAttr(name, Builder(op->getContext()).getI64IntegerAttr(member));
  }
  void write(StringRef name, const std::vector<int64_t> &member) {
    // a shape stands in the result type
    if (name != "result_shape")
      op->setAttr(name, DenseI64ArrayAttr::get(op->getContext(), member));
  }
  void write(StringRef name, const Literal &member) {
    op->setAttr(name, bridge::to_mlir(op->getContext(), member));
  }
  /// No entry of the registry changes one of another kind; `localise` says so where one does.
  template <class T> void write(StringRef, const T &) {}

  void operator()(const Op &before, const Op &after) {
    before.visit([&](const auto &b) {
      using T = std::decay_t<decltype(b)>;
      const T *a = after.get_if<T>();
      boost::hana::for_each(T::attributes(), [&](auto attribute) {
        if (a && !(b.*(attribute.member) == a->*(attribute.member)))
          write(StringRef(attribute.name.data(), attribute.name.size()), a->*(attribute.member));
      });
    });
  }
};

//===--------------------------------------------------------------------------------------------===
// The table of cells
//===--------------------------------------------------------------------------------------------===

class Propagation {
public:
  Propagation(func::FuncOp function, const dialects::MeshView &mesh, NestTable &table)
      : function(function), mesh(mesh), table(table),
        source(bridge::Source::parse(empty, file_name(function))), locals(table.nests().size()),
        before(table.nests().size()) {}

  /// Fills cells to a fixed point. Axes go one after another, in the order in which tilings name them; an
  /// axis is looked at again where another has changed an op since. Within one, rounds are synchronous:
  /// every cell decides from the same state.
  void run() {
    for (size_t i = 0; i < locals.size(); ++i) {
      if (table.nests()[i].op)
        locals[i] = read(table.nests()[i].op);
      before[i] = table.nests()[i].levels.size();
    }
    ArrayRef<StringRef> axes = table.axes();
    SmallVector<std::set<int>> dirty(axes.size());
    for (std::set<int> &nests : dirty)
      for (size_t i = 0; i < locals.size(); ++i)
        nests.insert(nests.end(), static_cast<int>(i));
    stuck.resize(axes.size());
    for (bool again = true; again;) {
      again = false;
      for (size_t k = 0; k < axes.size(); ++k)
        while (!dirty[k].empty()) {
          SmallVector<std::pair<int, Entry>> decided;
          for (int i : dirty[k])
            if (std::optional<Entry> entry = decide(i, k))
              decided.push_back({i, std::move(*entry)});
          dirty[k].clear();
          for (auto &[i, entry] : decided) {
            set(i, axes[k], entry);
            mark_neighbours(i, dirty[k]);
            for (size_t other = 0; other < axes.size(); ++other)
              if (other != k && !table.nests()[i].level(axes[other])) {
                dirty[other].insert(i);
                again |= other < k;
              }
          }
        }
    }
  }

  /// Whether an op did not fit its operands, which has been reported.
  bool ill_typed() const { return found_ill_typed; }

  /// Cells that are offered tiles and stay free, as remarks.
  void report() {
    for (auto [k, nests] : llvm::enumerate(stuck))
      for (auto &[i, text] : nests)
        if (!table.nests()[i].level(table.axes()[k]))
          table.nests()[i].op->emitRemark() << "conflict on axis \"" << table.axes()[k] << "\": " << text;
  }

  /// Puts each op with new cells into its loops.
  LogicalResult rewrite() {
    IRRewriter rewriter(function.getContext());
    for (auto [i, nest] : llvm::enumerate(table.nests())) {
      if (nest.levels.size() == before[i])
        continue;
      Operation *op = nest.op;
      rewriter.setInsertionPoint(op);
      FailureOr<SmallVector<Value>> results =
          build(rewriter, ArrayRef(nest.levels).drop_front(before[i]), op, *locals[i], op->getOperands());
      if (failed(results))
        return failure();
      rewriter.replaceOp(op, *results);
    }
    return success();
  }

private:
  static std::string file_name(func::FuncOp function) {
    auto at = function.getLoc()->findInstanceOf<FileLineColLoc>();
    return at ? at.getFilename().str() : "<unknown>";
  }

  /// The op in the registry's terms; nothing for one that the toolkit does not cover, which stays whole.
  std::optional<LocalOp> read(Operation *op) {
    try {
      std::optional<Op> known = bridge::read_op(source, op);
      if (!known)
        return std::nullopt;
      LocalOp local{std::move(*known), {}};
      for (Value x : op->getOperands())
        local.operands.push_back({bridge::tensor_type(x.getType(), {}), splat(x)});
      return local;
    } catch (const partir::Error &error) {
      op->emitRemark() << "stays whole: " << error.what();
      return std::nullopt;
    }
  }
  std::optional<ElementBits> splat(Value x) {
    while (auto slice = x.getDefiningOp<core::SliceOp>())
      x = slice.getOperand();
    // a constant may stand in a nest already
    Operation *made = x.getDefiningOp();
    while (auto loop = dyn_cast_or_null<core::LoopOp>(made)) {
      core::YieldOp yield = loop.get_yield();
      made = yield.getOperand(cast<OpResult>(x).getResultNumber()).getDefiningOp();
      if (made && made->getNumResults() == 1)
        x = made->getResult(0);
    }
    DenseElementsAttr value;
    if (auto constant = dyn_cast_or_null<dialects::stablehlo::ConstantOp>(made))
      value = dyn_cast<DenseElementsAttr>(constant.getValue());
    if (!value || !value.isSplat())
      return std::nullopt;
    return bridge::literal(value, {}).bits(0);
  }

  /// The one candidate for a free cell that is offered or demanded a tile.
  std::optional<Entry> decide(int i, size_t axis_number) {
    StringRef axis = table.axes()[axis_number];
    const Nest &nest = table.nests()[i];
    stuck[axis_number].erase(i);
    if (!nest.op || !locals[i] || nest.level(axis))
      return std::nullopt;
    SmallVector<Attribute> offers, demands;
    bool offered = false, demanded = false;
    for (Value x : nest.operands) {
      offers.push_back(table.offer(x, axis));
      offered |= isa_and_nonnull<core::TileAttr>(offers.back());
    }
    for (Value x : nest.results()) {
      demands.push_back(table.demand(x, axis));
      demanded |= demands.back() != nullptr;
    }
    if (!offered && !demanded)
      return std::nullopt;
    MLIRContext *context = function.getContext();
    SmallVector<Entry> candidates;
    bool held_back = false;
    for (Entry &entry : entries(nest.op, *locals[i], *mesh.size_of(axis))) {
      bool matches = false, contradicts = false, blocked = false;
      for (auto [offer, attr] : llvm::zip(offers, entry.operands)) {
        if (!offer)
          continue;
        bool same = offer == to_attribute(context, attr);
        // a value held whole matches nothing, else it would tile its neighbours
        if (isa<core::AnyAttr>(offer))
          blocked |= !same;
        else
          (same ? matches : contradicts) = true;
      }
      for (auto [demand, attr] : llvm::zip(demands, entry.results))
        if (demand)
          (demand == to_attribute(context, attr) ? matches : contradicts) = true;
      if (!matches || contradicts)
        continue;
      if (blocked)
        held_back = true;
      else
        candidates.push_back(std::move(entry));
    }
    if (candidates.size() == 1)
      return std::move(candidates[0]);
    if (!found_ill_typed && (candidates.size() > 1 || offered || held_back))
      stuck[axis_number][i] = conflict(candidates, held_back);
    return std::nullopt;
  }
  static std::string conflict(ArrayRef<Entry> candidates, bool held_back) {
    if (candidates.empty())
      return held_back ? "an operand is held whole by atomic" : "no entry agrees with what is offered";
    std::string text = std::to_string(candidates.size()) + " candidates:";
    for (const Entry &entry : candidates)
      text += " " + to_string(entry);
    return text;
  }

  /// Those without a pending operand whose results are not alike where operands differ (T-Any).
  std::vector<Entry> entries(Operation *op, const LocalOp &local, int64_t size) {
    std::vector<Entry> kept;
    try {
      for (Entry &entry : valid_entries(local.op, local.operands, size)) {
        bool tiled = llvm::any_of(entry.operands, [](const EntryAttr &a) { return a.is_tile(); });
        bool alike = llvm::any_of(entry.results, [](const EntryAttr &a) { return a.is_any(); });
        if (!entry.has_partial_operand() && !(tiled && alike))
          kept.push_back(std::move(entry));
      }
    } catch (const ConstraintViolation &violation) {
      op->emitError() << violation.label << ": " << violation.text << ": found " << violation.found;
      found_ill_typed = true;
    }
    return kept;
  }

  void set(int i, StringRef axis, const Entry &entry) {
    Nest &nest = table.nests()[i];
    MLIRContext *context = function.getContext();
    auto attributes = [&](const EntryAttrs &attrs) {
      return llvm::map_to_vector(attrs, [&](const EntryAttr &a) { return to_attribute(context, a); });
    };
    nest.levels.push_back({axis, attributes(entry.operands), attributes(entry.results)});
    const int64_t size = *mesh.size_of(axis);
    LocalOp &local = *locals[i];
    const Types types = types_of(local.operands);
    local.op = local.op.localise(entry, size, types);
    const Types parts = local_types(types, entry.operands, size);
    for (size_t j = 0; j < parts.size(); ++j)
      local.operands[j].type = parts[j];
  }
  /// The nests whose offers or demands a new cell of nest `i` changes.
  void mark_neighbours(int i, std::set<int> &dirty) {
    const Nest &nest = table.nests()[i];
    SmallVector<Value> todo(nest.results());
    while (!todo.empty())
      for (NestUse use : table.uses(todo.pop_back_val())) {
        if (use.nest < 0)
          continue;
        dirty.insert(use.nest);
        if (!table.nests()[use.nest].op)
          llvm::append_range(todo, table.nests()[use.nest].results());
      }
    for (Value x : nest.operands) {
      int made = table.definition(x);
      while (made >= 0 && !table.nests()[made].op)
        made = table.definition(table.nests()[made].operands[0]);
      if (made >= 0)
        dirty.insert(made);
    }
  }

  FailureOr<SmallVector<Value>> build(OpBuilder &builder, ArrayRef<Level> levels, Operation *op,
                                      const LocalOp &local, ValueRange operands) {
    if (levels.empty()) {
      FailureOr<Operation *> made = localise(builder, op, local, operands);
      if (failed(made))
        return failure();
      return SmallVector<Value>((*made)->getResults());
    }
    bool built = true;
    core::LoopOp loop = build_loop(
        builder, op->getLoc(), levels[0], *mesh.size_of(levels[0].axis), operands, [&](ValueRange parts) {
          FailureOr<SmallVector<Value>> results = build(builder, levels.drop_front(), op, local, parts);
          built = succeeded(results);
          return built ? *results : SmallVector<Value>(op->getResults());
        });
    if (!built)
      return failure();
    return SmallVector<Value>(loop.getResults());
  }

  /// A copy of the op on parts.
  FailureOr<Operation *> localise(OpBuilder &builder, Operation *op, const LocalOp &local,
                                  ValueRange operands) {
    Operation *copy = builder.clone(*op);
    copy->setOperands(operands);
    copy->removeAttr("sdy.sharding"); // of the whole value
    try {
      const Types results = local.op.infer(types_of(local.operands));
      for (auto [x, type] : llvm::zip(copy->getResults(), results))
        x.setType(bridge::to_mlir(op->getContext(), type));
    } catch (const ConstraintViolation &violation) {
      return op->emitError() << "on a part, " << violation.label << ": " << violation.text << ": found "
                             << violation.found;
    }
    if (std::optional<LocalOp> was = read(op))
      AttributeWriter{copy}(was->op, local.op);
    if (std::optional<LocalOp> is = read(copy); is && is->op == local.op)
      return copy;
    return op->emitError() << "unsupported: an attribute of '" << op->getName()
                           << "' that is another on each part";
  }

  static inline const std::string empty = "module {}";

  func::FuncOp function;
  const dialects::MeshView &mesh;
  NestTable &table;
  bridge::Source source; ///< of nothing: ops from elsewhere are located by their own locations
  std::vector<std::optional<LocalOp>> locals;
  SmallVector<size_t> before; ///< levels that the nests had
  SmallVector<std::map<int, std::string>> stuck; ///< by axis
  bool found_ill_typed = false;
};

struct Propagate : PassWrapper<Propagate, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Propagate)

  StringRef getArgument() const override { return "partir-propagate"; }
  StringRef getDescription() const override {
    return "Put ops into loops over the axes by which their neighbours are tiled";
  }

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isDeclaration())
      return;
    FailureOr<dialects::MeshView> mesh = checked_mesh(function);
    if (failed(mesh))
      return signalPassFailure();
    FailureOr<NestTable> table = NestTable::of(function);
    if (failed(table))
      return signalPassFailure();
    Propagation propagation(function, *mesh, *table);
    propagation.run();
    propagation.report();
    if (propagation.ill_typed() || failed(propagation.rewrite()))
      return signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> create_propagate() { return std::make_unique<Propagate>(); }

} // namespace partir::passes
