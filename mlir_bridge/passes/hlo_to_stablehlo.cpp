// -partir-hlo-to-stablehlo: PartIR:HLO becomes what each partition runs, in StableHLO.
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/DialectConversion.h"

#include "mlir_bridge/dialects.h"
#include "mlir_bridge/passes/part_offsets.h"
#include "mlir_bridge/passes/passes.h"

using namespace mlir;

namespace partir::passes {

namespace {

namespace core = dialects::partir_core;
namespace sdy = dialects::sdy;

/// What the patterns share.
struct Lowering {
  explicit Lowering(dialects::MeshView mesh) : numbers(mesh) {}

  DeviceNumbers numbers;
  int64_t channels = 0; ///< the last one in use
  DenseMap<Operation *, std::unique_ptr<PartOffsets>> offsets; ///< by function

  PartOffsets &offsets_of(Operation *op) {
    auto function = op->getParentOfType<func::FuncOp>();
    std::unique_ptr<PartOffsets> &found = offsets[function];
    if (!found)
      found = std::make_unique<PartOffsets>(function.getBody().front(), numbers);
    return *found;
  }
  int64_t size(Attribute axes) const {
    return size_of(numbers.mesh(), hlo::axis_names(cast<ArrayAttr>(axes)));
  }
  /// A channel of its own: that makes it a collective of partitions.
  stablehlo::ChannelHandleAttr channel(MLIRContext *context) {
    constexpr int64_t device_to_device = 1;
    return stablehlo::ChannelHandleAttr::get(context, ++channels, device_to_device);
  }
};

//===--------------------------------------------------------------------------------------------===
// Collectives
//===--------------------------------------------------------------------------------------------===

/// `type` with dimension `d` of another extent.
RankedTensorType with_extent(RankedTensorType type, int64_t d, int64_t extent) {
  SmallVector<int64_t> shape = llvm::to_vector(type.getShape());
  shape[d] = extent;
  return type.clone(shape);
}

RankedTensorType type_of(Value x) { return cast<RankedTensorType>(x.getType()); }

/// Lets `region` combine two scalars.
void add_reducer(OpBuilder &builder, Location loc, Region &region, Type element,
                 core::ReductionKind kind) {
  // in the order of the kinds
  static constexpr StringLiteral names[] = {"stablehlo.add",     "stablehlo.multiply",
                                            "stablehlo.maximum", "stablehlo.minimum",
                                            "stablehlo.and",     "stablehlo.or"};
  OpBuilder::InsertionGuard guard(builder);
  Type scalar = RankedTensorType::get({}, element);
  Block *block = builder.createBlock(&region, {}, {scalar, scalar}, {loc, loc});
  OperationState combine(loc, names[static_cast<size_t>(kind)], block->getArguments(), {scalar});
  builder.create<stablehlo::ReturnOp>(loc, builder.create(combine)->getResults());
}

template <class Op> struct Pattern : OpConversionPattern<Op> {
  Pattern(MLIRContext *context, Lowering &state)
      : OpConversionPattern<Op>(context), state(state) {}
  Lowering &state;
};

struct LowerAllSlice : Pattern<hlo::AllSliceOp> {
  using Pattern::Pattern;
  LogicalResult matchAndRewrite(hlo::AllSliceOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = type_of(op.getResult());
    PartOffsets &offset = state.offsets_of(op);
    SmallVector<Value> starts;
    for (auto [d, axes] : llvm::enumerate(op.getAxes()))
      starts.push_back(
          offset(rewriter, op.getLoc(), cast<ArrayAttr>(axes), type.getDimSize(d)));
    rewriter.replaceOpWithNewOp<stablehlo::DynamicSliceOp>(
        op, type, adaptor.getOperand(), starts, rewriter.getDenseI64ArrayAttr(type.getShape()));
    return success();
  }
};

/// StableHLO's gather and scatter are along one dimension, so `make` makes one for each dimension with axes, of the
/// value so far. They are over different axes, so their order does not matter.
Value along_each_dimension(Value x, ArrayAttr lists,
                           llvm::function_ref<Value(Value, int64_t, ArrayAttr)> make) {
  for (auto [d, axes] : llvm::enumerate(lists.getAsRange<ArrayAttr>()))
    if (!axes.empty())
      x = make(x, static_cast<int64_t>(d), axes);
  return x;
}

struct LowerAllGather : Pattern<hlo::AllGatherOp> {
  using Pattern::Pattern;
  LogicalResult matchAndRewrite(hlo::AllGatherOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto gather = [&](Value x, int64_t d, ArrayAttr axes) -> Value {
      int64_t extent = type_of(x).getDimSize(d) * state.size(axes);
      return rewriter
          .create<stablehlo::AllGatherOp>(
              op.getLoc(), TypeRange{with_extent(type_of(x), d, extent)}, ValueRange{x}, d,
              state.numbers.groups(axes), state.channel(getContext()), /*use_global_device_ids=*/true)
          .getResult(0);
    };
    rewriter.replaceOp(op, along_each_dimension(adaptor.getOperand(), op.getAxes(), gather));
    return success();
  }
};

struct LowerReduceScatter : Pattern<hlo::ReduceScatterOp> {
  using Pattern::Pattern;
  LogicalResult matchAndRewrite(hlo::ReduceScatterOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto scatter = [&](Value x, int64_t d, ArrayAttr axes) -> Value {
      int64_t extent = type_of(x).getDimSize(d) / state.size(axes);
      auto made = rewriter.create<stablehlo::ReduceScatterOp>(
          op.getLoc(), with_extent(type_of(x), d, extent), x, d, state.numbers.groups(axes),
          state.channel(getContext()), /*use_global_device_ids=*/true);
      add_reducer(rewriter, op.getLoc(), made.getComputation(), type_of(x).getElementType(),
                  op.getReduction().getKind());
      return made.getResult();
    };
    rewriter.replaceOp(op, along_each_dimension(adaptor.getOperand(), op.getAxes(), scatter));
    return success();
  }
};

struct LowerAllReduce : Pattern<hlo::AllReduceOp> {
  using Pattern::Pattern;
  LogicalResult matchAndRewrite(hlo::AllReduceOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Value x = adaptor.getOperand();
    if (op.getAxes().empty()) {
      rewriter.replaceOp(op, x);
      return success();
    }
    auto reduce = rewriter.create<stablehlo::AllReduceOp>(
        op.getLoc(), TypeRange{x.getType()}, ValueRange{x}, state.numbers.groups(op.getAxes()),
        state.channel(getContext()), /*use_global_device_ids=*/true);
    add_reducer(rewriter, op.getLoc(), reduce.getComputation(), type_of(x).getElementType(),
                op.getReduction().getKind());
    rewriter.replaceOp(op, reduce);
    return success();
  }
};

struct LowerAllToAll : Pattern<hlo::AllToAllOp> {
  using Pattern::Pattern;
  LogicalResult matchAndRewrite(hlo::AllToAllOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (op.getAxes().empty()) {
      rewriter.replaceOp(op, adaptor.getOperand());
      return success();
    }
    rewriter.replaceOpWithNewOp<stablehlo::AllToAllOp>(
        op, TypeRange{op.getResult().getType()}, ValueRange{adaptor.getOperand()}, op.getDstDim(),
        op.getSrcDim(), state.size(op.getAxes()), state.numbers.groups(op.getAxes()),
        state.channel(getContext()));
    return success();
  }
};

//===--------------------------------------------------------------------------------------------===
// The boundary
//===--------------------------------------------------------------------------------------------===

/// The name of an `sdy.mesh` that is this mesh: one that is there, or a new one.
FlatSymbolRefAttr mesh_symbol(ModuleOp module, const dialects::MeshView &mesh) {
  auto attr = sdy::MeshAttr::get(module.getContext(), mesh.names, mesh.sizes, {});
  for (auto known : module.getOps<sdy::MeshOp>())
    if (known.getMesh() == attr)
      return FlatSymbolRefAttr::get(known.getSymNameAttr());
  OpBuilder builder(module.getContext());
  auto made = builder.create<sdy::MeshOp>(module.getLoc(), builder.getStringAttr("mesh"), attr);
  // renamed where the name is taken
  SymbolTable(module).insert(made, module.getBody()->begin());
  return FlatSymbolRefAttr::get(made.getSymNameAttr());
}

sdy::TensorShardingAttr sdy_sharding(FlatSymbolRefAttr mesh, hlo::DistAttr dist, int64_t rank) {
  MLIRContext *context = mesh.getContext();
  auto refs = [&](ArrayAttr axes) {
    return llvm::map_to_vector(axes.getAsRange<StringAttr>(), [&](StringAttr axis) {
      return sdy::AxisRefAttr::get(context, axis, 0, 0);
    });
  };
  SmallVector<sdy::DimensionShardingAttr> dims;
  for (int64_t d = 0; d < rank; ++d) {
    SmallVector<sdy::AxisRefAttr> axes;
    if (dist)
      axes = refs(cast<ArrayAttr>(dist.getTilings()[d]));
    dims.push_back(
        sdy::DimensionShardingAttr::get(context, axes, /*is_closed=*/true, /*priority=*/-1));
  }
  SmallVector<sdy::AxisRefAttr> unreduced;
  StringAttr kind;
  if (dist && dist.getPartial()) {
    unreduced = refs(dist.getPartialAxes());
    if (dist.getPartial().getKind() != core::ReductionKind::Add)
      kind = StringAttr::get(context, stringifyReductionKind(dist.getPartial().getKind()));
  }
  return sdy::TensorShardingAttr::get(context, mesh, dims, {}, unreduced, kind);
}

/// `{devices=[4,1,2]<=[4,2]T(0,1) last_tile_dim_replicate}`, of a type with nothing pending.
StringAttr mhlo_sharding(const dialects::MeshView &mesh, hlo::DistAttr dist, MLIRContext *context) {
  std::string text;
  llvm::raw_string_ostream out(text);
  SmallVector<int64_t> tiles, order;
  if (dist)
    for (ArrayRef<StringRef> axes : hlo::axis_lists(dist.getTilings())) {
      tiles.push_back(size_of(mesh, axes));
      for (StringRef axis : axes)
        order.push_back(llvm::find_if(mesh.names, [&](StringAttr name) {
                          return name.getValue() == axis;
                        }) - mesh.names.begin());
    }
  if (order.empty())
    return StringAttr::get(context, "{replicated}");
  int64_t replicas = 1;
  for (int64_t i = 0; i < static_cast<int64_t>(mesh.names.size()); ++i)
    if (!llvm::is_contained(order, i)) {
      order.push_back(i);
      replicas *= mesh.sizes[i];
    }
  if (replicas > 1)
    tiles.push_back(replicas);
  out << "{devices=[";
  llvm::interleave(tiles, out, ",");
  out << "]<=[";
  llvm::interleave(mesh.sizes, out, ",");
  out << "]T(";
  llvm::interleave(order, out, ",");
  out << ")" << (replicas > 1 ? " last_tile_dim_replicate" : "") << "}";
  return StringAttr::get(context, text);
}

//===--------------------------------------------------------------------------------------------===
// The pass
//===--------------------------------------------------------------------------------------------===

struct HloToStablehlo : PassWrapper<HloToStablehlo, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HloToStablehlo)
  HloToStablehlo() = default;
  HloToStablehlo(const HloToStablehlo &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "partir-hlo-to-stablehlo"; }
  StringRef getDescription() const override {
    return "Lower PartIR:HLO to StableHLO with collectives over partitions";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<stablehlo::StablehloDialect, sdy::SdyDialect>();
  }

  Option<std::string> boundary{
      *this, "boundary", llvm::cl::init("sdy"),
      llvm::cl::desc("How the signature says its distributed types: sdy or mhlo")};

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (boundary != "sdy" && boundary != "mhlo") {
      module.emitError() << "boundary is sdy or mhlo, not '" << boundary << "'";
      return signalPassFailure();
    }
    FailureOr<dialects::MeshView> mesh = checked_mesh(module);
    if (failed(mesh))
      return signalPassFailure();
    Lowering state(*mesh);
    if (failed(check(module, state)) || failed(convert(module, state)))
      return signalPassFailure();
    FlatSymbolRefAttr symbol = boundary == "sdy" ? mesh_symbol(module, *mesh) : nullptr;
    for (auto function : module.getOps<func::FuncOp>())
      if (failed(convert_signature(function, *mesh, symbol)))
        return signalPassFailure();
    Builder builder(module.getContext());
    module->removeAttr(core::PartirCoreDialect::mesh_attr_name);
    module->setAttr("mhlo.num_partitions",
                    builder.getI32IntegerAttr(static_cast<int32_t>(state.numbers.count())));
    module->setAttr("mhlo.num_replicas", builder.getI32IntegerAttr(1));
  }

private:
  /// What the patterns rely on; finds the channels in use, too.
  static LogicalResult check(ModuleOp module, Lowering &state) {
    WalkResult result = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto handle = op->getAttrOfType<stablehlo::ChannelHandleAttr>("channel_handle"))
        state.channels = std::max(state.channels, handle.getHandle());
      if (isa<ModuleOp>(op) && op != module) {
        op->emitError() << "unsupported: a module in a module";
        return WalkResult::interrupt();
      }
      if (isa<core::PartirCoreDialect>(op->getDialect())) {
        op->emitOpError() << "is of PartIR:Core; -partir-core-to-hlo comes first";
        return WalkResult::interrupt();
      }
      if (!isa<hlo::PartirHloDialect>(op->getDialect()))
        return WalkResult::advance();
      for (Type of : {op->getOperand(0).getType(), op->getResult(0).getType()})
        if (auto type = dyn_cast<RankedTensorType>(of); !type || !type.hasStaticShape()) {
          op->emitOpError() << "unsupported: type " << of << ", which is not static";
          return WalkResult::interrupt();
        }
      if (!op->getParentOfType<func::FuncOp>()) {
        op->emitOpError() << "stands in no function";
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  static LogicalResult convert(ModuleOp module, Lowering &state) {
    MLIRContext *context = module.getContext();
    ConversionTarget target(*context);
    target.addIllegalDialect<hlo::PartirHloDialect>();
    target.addLegalDialect<stablehlo::StablehloDialect>();
    RewritePatternSet patterns(context);
    patterns.add<LowerAllSlice, LowerAllGather, LowerAllReduce, LowerReduceScatter, LowerAllToAll>(
        context, state);
    return applyPartialConversion(module, target, std::move(patterns));
  }

  /// A tensor's `partir_hlo.dist` becomes a sharding, in the place of any that stood there.
  LogicalResult convert_signature(func::FuncOp function, const dialects::MeshView &mesh,
                                  FlatSymbolRefAttr symbol) {
    auto converted = [&](DictionaryAttr attrs, Type type) -> FailureOr<DictionaryAttr> {
      NamedAttrList list(attrs);
      auto dist = dyn_cast_or_null<hlo::DistAttr>(list.erase(hlo::PartirHloDialect::dist_attr_name));
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor)
        return attrs;
      if (symbol) {
        list.set("sdy.sharding", sdy_sharding(symbol, dist, tensor.getRank()));
      } else if (dist && dist.getPartial()) {
        return function.emitError() << "unsupported: mhlo.sharding cannot say " << dist;
      } else {
        list.set("mhlo.sharding", mhlo_sharding(mesh, dist, function.getContext()));
      }
      return list.getDictionary(function.getContext());
    };
    SmallVector<DictionaryAttr> arguments, results;
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
      FailureOr<DictionaryAttr> attrs = converted(function.getArgAttrDict(i), type);
      if (failed(attrs))
        return failure();
      arguments.push_back(*attrs);
    }
    for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
      FailureOr<DictionaryAttr> attrs = converted(function.getResultAttrDict(i), type);
      if (failed(attrs))
        return failure();
      results.push_back(*attrs);
    }
    // all at once: setting them one by one copies the list each time
    function.setAllArgAttrs(arguments);
    function.setAllResultAttrs(results);
    return success();
  }
};

} // namespace

std::unique_ptr<Pass> create_hlo_to_stablehlo() { return std::make_unique<HloToStablehlo>(); }

} // namespace partir::passes
