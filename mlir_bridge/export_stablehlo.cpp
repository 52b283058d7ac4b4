#include <map>

#include "mlir_bridge/convert.h"
#include "mlir_bridge/dialects.h"
#include "mlir_bridge/export.h"
#include "mlir_bridge/ir_builder.h"
#include "semantics/gspmd_sharding.h"

namespace partir {

namespace {

using bridge::IrBuilder;
namespace stablehlo = dialects::stablehlo;

/// Writes a device-local program with StableHLO's own collectives.
class LocalExporter {
 public:
  LocalExporter(IrBuilder& ir, const hlo::Program& program)
      : ir_(ir), mesh_(program.mesh), f_(program.main) {}

  void block() {
    for (const hlo::Stmt& stmt : f_.body.stmts) {
      where_ = stmt.location;
      std::visit([&](const auto& e) { statement(e, stmt.results); }, stmt.expr);
    }
  }

 private:
  using Results = std::vector<ValueId>;

  void statement(const OpExpr& e, const Results& results) {
    llvm::SmallVector<mlir::Type> types;
    for (ValueId x : results) types.push_back(ir_.type(f_.type(x)));
    mlir::Operation* op = ir_.create(e.op, ir_.values(e.operands), types, where_);
    for (size_t i = 0; i < results.size(); ++i) ir_.bind(results[i], op->getResult(i));
  }
  void statement(const hlo::AllSlice& c, const Results& results) {
    ir_.bind(results.at(0), slice(c.axes, ir_.value(c.operand), f_.type(results[0])));
  }
  /// Gathers on different dimensions are over different axes, so they commute.
  void statement(const hlo::AllGather& c, const Results& results) {
    mlir::Value x = ir_.value(c.operand);
    TensorType type = f_.type(c.operand);
    for (size_t d = 0; d < c.axes.size(); ++d) {
      if (c.axes[d].empty()) continue;
      type.shape[d] *= mesh_.size(c.axes[d]);
      x = collective("all_gather", x, type, c.axes[d], {dim("all_gather_dim", d)}, true);
    }
    ir_.bind(results.at(0), x);
  }
  void statement(const hlo::AllReduce& c, const Results& results) {
    mlir::Value x = ir_.value(c.operand);
    const TensorType& type = f_.type(c.operand);
    if (!c.axes.empty())
      x = collective("all_reduce", x, type, c.axes, {}, true,
                     ir_.reducer(c.monoid, type.element));
    ir_.bind(results.at(0), x);
  }
  /// One dimension after the other: each sums over its own axes and keeps its own part.
  void statement(const hlo::ReduceScatter& c, const Results& results) {
    mlir::Value x = ir_.value(c.operand);
    TensorType type = f_.type(c.operand);
    for (size_t d = 0; d < c.axes.size(); ++d) {
      if (c.axes[d].empty()) continue;
      type.shape[d] /= mesh_.size(c.axes[d]);
      x = collective("reduce_scatter", x, type, c.axes[d], {dim("scatter_dimension", d)}, true,
                     ir_.reducer(c.monoid, type.element));
    }
    ir_.bind(results.at(0), x);
  }
  void statement(const hlo::AllToAll& c, const Results& results) {
    mlir::Value x = ir_.value(c.operand);
    if (!c.axes.empty())
      x = collective("all_to_all", x, f_.type(results.at(0)), c.axes,
                     {dim("split_dimension", c.to), dim("concat_dimension", c.from),
                      dim("split_count", mesh_.size(c.axes))},
                     false);
    ir_.bind(results.at(0), x);
  }

  mlir::NamedAttribute dim(const char* name, int64_t d) {
    return ir_.attr(name, ir_.builder().getI64IntegerAttr(d));
  }

  /// Groups of devices that differ along `axes` only, each in row-major order of `axes`.
  mlir::Attribute groups(const AxisList& axes) {
    const int64_t size = mesh_.size(axes), devices = mesh_.devices();
    std::vector<int64_t> ids;
    for (int64_t id = 0; id < devices; ++id) {
      Device device = mesh_.device(id);
      if (mesh_.index_in(axes, device) != 0) continue;
      for (int64_t k = 0; k < size; ++k) {
        int64_t rest = k;
        for (size_t i = axes.size(); i-- > 0;) {
          device[mesh_.index(axes[i])] = rest % mesh_.size(axes[i]);
          rest /= mesh_.size(axes[i]);
        }
        ids.push_back(mesh_.id(device));
      }
    }
    const auto type = mlir::RankedTensorType::get({devices / size, size},
                                                  ir_.builder().getI64Type());
    return mlir::DenseIntElementsAttr::get(type, ids);
  }

  mlir::Value collective(const char* name, mlir::Value x, const TensorType& result,
                         const AxisList& axes, std::vector<mlir::NamedAttribute> attrs,
                         bool global_ids, std::unique_ptr<mlir::Region> region = nullptr) {
    attrs.push_back(ir_.attr("replica_groups", groups(axes)));
    // A channel makes it a collective of partitions; each has its own.
    attrs.push_back(ir_.attr("channel_handle", stablehlo::ChannelHandleAttr::get(
                                                   ir_.context(), ++channels_, /*type=*/1)));
    if (global_ids)
      attrs.push_back(ir_.attr("use_global_device_ids", ir_.builder().getUnitAttr()));
    return ir_
        .create(std::string("stablehlo.") + name, {x}, {ir_.type(result)}, attrs,
                std::move(region), where_)
        ->getResult(0);
  }

  //===------------------------------------------------------------------------------------------===
  // all_slice: offsets from partition_id
  //===------------------------------------------------------------------------------------------===

  static TensorType scalar(ElementType e) { return {{}, e}; }

  mlir::Value constant(ElementType e, int64_t value) {
    mlir::Value& known = constants_[{e, value}];
    if (!known)
      known = ir_.create(Constant{Literal::splat_bits(scalar(e), static_cast<uint64_t>(value))}, {},
                         {ir_.type(scalar(e))}, where_)
                  ->getResult(0);
    return known;
  }
  template <class T>
  mlir::Value binary(mlir::Value x, int64_t y) {
    return ir_.create(T{}, {x, constant(ElementType::UI32, y)},
                      {ir_.type(scalar(ElementType::UI32))}, where_)
        ->getResult(0);
  }

  /// The coordinate of this device along an axis: (partition_id div stride) mod size.
  mlir::Value coordinate(const Axis& axis) {
    mlir::Value& known = coordinates_[axis];
    if (known) return known;
    if (!partition_id_)
      partition_id_ = ir_.create("stablehlo.partition_id", {},
                                 {ir_.type(scalar(ElementType::UI32))})
                          ->getResult(0);
    int64_t stride = 1;
    for (size_t i = mesh_.index(axis) + 1; i < mesh_.rank(); ++i) stride *= mesh_.axes()[i].second;
    mlir::Value x = partition_id_;
    if (stride != 1) x = binary<Divide>(x, stride);
    if (mesh_.index(axis) != 0) x = binary<Remainder>(x, mesh_.size(axis));
    return known = x;
  }

  /// Where this device's part starts: its row-major index in `axes`, times the part's extent.
  mlir::Value offset(const AxisList& axes, int64_t extent) {
    mlir::Value index;
    for (const Axis& axis : axes) {
      mlir::Value c = coordinate(axis);
      index = !index ? c
                     : ir_.create(Add{}, {binary<Multiply>(index, mesh_.size(axis)), c},
                                  {c.getType()}, where_)
                           ->getResult(0);
    }
    if (!index) return constant(ElementType::I64, 0);
    return ir_
        .create(Convert{ElementType::I64}, {binary<Multiply>(index, extent)},
                {ir_.type(scalar(ElementType::I64))}, where_)
        ->getResult(0);
  }

  mlir::Value slice(const AxisLists& axes, mlir::Value x, const TensorType& result) {
    if (flatten(axes).empty()) return x;
    std::vector<mlir::Value> operands{x};
    for (size_t d = 0; d < axes.size(); ++d) operands.push_back(offset(axes[d], result.shape[d]));
    const llvm::ArrayRef sizes(result.shape.data(), result.shape.size());
    return ir_
        .create("stablehlo.dynamic_slice", operands, {ir_.type(result)},
                {ir_.attr("slice_sizes", ir_.builder().getDenseI64ArrayAttr(sizes))},
                nullptr, where_)
        ->getResult(0);
  }

  IrBuilder& ir_;
  const Mesh& mesh_;
  const hlo::Function& f_;
  Location where_;
  int64_t channels_ = 0;
  mlir::Value partition_id_;
  std::map<Axis, mlir::Value> coordinates_;
  std::map<std::pair<ElementType, int64_t>, mlir::Value> constants_;
};

/// The boundary, for people.
std::string header(const hlo::Program& program) {
  std::string text = "// device-local program of mesh " + to_string(program.mesh) + ", " +
                     std::to_string(program.mesh.devices()) + " partitions, ids row-major\n";
  const hlo::Function& f = program.main;
  for (size_t i = 0; i < f.param_dists.size(); ++i)
    text += "//   argument " + std::to_string(i) + ": " + to_string(f.param_dists[i]) + "\n";
  for (size_t i = 0; i < f.result_dists.size(); ++i)
    text += "//   result " + std::to_string(i) + ": " + to_string(f.result_dists[i]) + "\n";
  return text;
}

/// The boundary as `mhlo.sharding`, unless that has no word for it.
void shardings(mlir::func::FuncOp function, IrBuilder& ir, const hlo::Program& program) {
  const hlo::Function& f = program.main;
  std::vector<std::string> params, results;
  try {
    for (const DistType& d : f.param_dists) params.push_back(gspmd_text(program.mesh, d));
    for (const DistType& d : f.result_dists) results.push_back(gspmd_text(program.mesh, d));
  } catch (const Unsupported&) {
    return;  // partial<max>: the comments at the head say it
  }
  for (unsigned i = 0; i < params.size(); ++i)
    function.setArgAttr(i, "mhlo.sharding", ir.builder().getStringAttr(params[i]));
  for (unsigned i = 0; i < results.size(); ++i)
    function.setResultAttr(i, "mhlo.sharding", ir.builder().getStringAttr(results[i]));
}

}  // namespace

std::string print_stablehlo(const hlo::Program& program, const PrintOptions& options) {
  IrBuilder ir(options);
  ir.set_module(program.mesh, program.attributes);
  ir.module()->setAttr("mhlo.num_replicas", ir.builder().getI32IntegerAttr(1));
  ir.module()->setAttr(
      "mhlo.num_partitions",
      ir.builder().getI32IntegerAttr(static_cast<int32_t>(program.mesh.devices())));
  const hlo::Function& f = program.main;
  std::vector<TensorType> results;
  for (const DistType& d : f.result_dists) results.push_back(local(program.mesh, d));
  auto function = ir.start_function(f.name, f.values, f.params, results, f.location);
  ir.carry(function, f.param_attributes, f.result_attributes, bridge::Carry::NoShardings);
  shardings(function, ir, program);
  LocalExporter(ir, program).block();
  ir.finish_function(f.body.results);
  return header(program) + ir.print();
}

}  // namespace partir
