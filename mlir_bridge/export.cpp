#include "mlir_bridge/export.h"

#include "mlir_bridge/convert.h"
#include "mlir_bridge/dialects.h"
#include "mlir_bridge/ir_builder.h"

namespace partir {

namespace {

using bridge::IrBuilder;
namespace core_dialect = dialects::partir_core;
namespace hlo_dialect = dialects::partir_hlo;

void set_mesh(IrBuilder& ir, const Mesh& mesh) {
  llvm::SmallVector<mlir::StringAttr> names;
  llvm::SmallVector<int64_t> sizes;
  for (const auto& [axis, size] : mesh.axes()) {
    names.push_back(ir.builder().getStringAttr(axis.name()));
    sizes.push_back(size);
  }
  ir.module()->setAttr(core_dialect::PartirCoreDialect::mesh_attr_name,
                       core_dialect::MeshAttr::get(ir.context(), names, sizes));
}

mlir::ArrayAttr axes_attr(IrBuilder& ir, const AxisList& axes) {
  llvm::SmallVector<llvm::StringRef> names;
  for (const Axis& a : axes) names.push_back(a.name());
  return ir.builder().getStrArrayAttr(names);
}

mlir::ArrayAttr lists_attr(IrBuilder& ir, const AxisLists& lists) {
  llvm::SmallVector<mlir::Attribute> attrs;
  for (const AxisList& axes : lists) attrs.push_back(axes_attr(ir, axes));
  return ir.builder().getArrayAttr(attrs);
}

llvm::SmallVector<mlir::Type> types_of(IrBuilder& ir, const std::vector<Value>& values,
                                       std::span<const ValueId> xs) {
  llvm::SmallVector<mlir::Type> types;
  for (ValueId x : xs) types.push_back(ir.type(values.at(x).type));
  return types;
}

void bind_results(IrBuilder& ir, std::span<const ValueId> xs, mlir::Operation* op) {
  for (size_t i = 0; i < xs.size(); ++i) ir.bind(xs[i], op->getResult(i));
}

//===--------------------------------------------------------------------------------------------===
// PartIR:Core
//===--------------------------------------------------------------------------------------------===

class CoreExporter {
 public:
  CoreExporter(IrBuilder& ir, const core::Function& f) : ir_(ir), f_(f), ranges_(f.ranges.size()) {}

  void block(const core::Block& block) {
    for (const core::Stmt& stmt : block.stmts) {
      const auto types = types_of(ir_, f_.values, stmt.results);
      mlir::Operation* op = std::visit(
          Overloaded{[&](const OpExpr& e) {
                       return ir_.create(e.op, ir_.values(e.operands), types, stmt.location);
                     },
                     [&](const core::SliceExpr& e) { return slice(e, types, stmt.location); },
                     [&](const core::LoopExpr& e) { return loop(e, types, stmt.location); }},
          stmt.expr);
      bind_results(ir_, stmt.results, op);
    }
  }

 private:
  mlir::Operation* slice(const core::SliceExpr& e, llvm::ArrayRef<mlir::Type> types,
                         const Location& where) {
    if (!ranges_.at(e.range)) throw Crash("printing a slice by a range that no loop around it has");
    return ir_.create("partir_core.slice", {ir_.value(e.operand), ranges_[e.range]}, types,
                      {ir_.attr("dim", ir_.builder().getI64IntegerAttr(e.dim))}, nullptr, where);
  }

  mlir::Attribute attribute(const core::LoopAttr& attr) {
    switch (attr.kind) {
      case core::LoopAttr::Kind::Tile: return core_dialect::TileAttr::get(ir_.context(), attr.dim);
      case core::LoopAttr::Kind::Reduce: return bridge::to_mlir(ir_.context(), attr.monoid);
      default: return core_dialect::AnyAttr::get(ir_.context());
    }
  }

  mlir::Operation* loop(const core::LoopExpr& e, llvm::ArrayRef<mlir::Type> types,
                        const Location& where) {
    const mlir::StringAttr axis = ir_.builder().getStringAttr(e.axis.name());
    auto region = std::make_unique<mlir::Region>();
    mlir::Block& body = region->emplaceBlock();
    ranges_.at(e.range) = body.addArgument(core_dialect::RangeType::get(ir_.context(), axis),
                                           ir_.builder().getUnknownLoc());
    ir_.name(ranges_[e.range], core::range_name(f_, e.range).substr(1));  // without its %
    {
      mlir::OpBuilder::InsertionGuard guard(ir_.builder());
      ir_.builder().setInsertionPointToEnd(&body);
      block(*e.body);
      ir_.create("partir_core.yield", ir_.values(e.body->results), {});
    }
    llvm::SmallVector<mlir::Attribute> attrs;
    for (const core::LoopAttr& a : e.attrs) attrs.push_back(attribute(a));
    return ir_.create("partir_core.loop", {}, types,
                      {ir_.attr("axis", axis),
                       ir_.attr("loop_attrs", ir_.builder().getArrayAttr(attrs))},
                      std::move(region), where);
  }

  IrBuilder& ir_;
  const core::Function& f_;
  std::vector<mlir::Value> ranges_;
};

//===--------------------------------------------------------------------------------------------===
// PartIR:HLO
//===--------------------------------------------------------------------------------------------===

hlo_dialect::DistAttr dist_attr(IrBuilder& ir, const DistType& d) {
  return hlo_dialect::DistAttr::get(
      ir.context(), lists_attr(ir, d.dims),
      d.partial.empty() ? core_dialect::ReduceAttr() : bridge::to_mlir(ir.context(), d.monoid),
      axes_attr(ir, d.partial));
}

/// One collective: its name, and its attributes beside the axes.
struct CollectiveText {
  const char* name;
  ValueId operand;
  std::vector<mlir::NamedAttribute> attrs;
};

CollectiveText text_of(IrBuilder& ir, const hlo::Expr& e) {
  auto axes = [&](mlir::ArrayAttr value) { return ir.attr("axes", value); };
  auto dim = [&](const char* name, int64_t d) {
    return ir.attr(name, ir.builder().getI64IntegerAttr(d));
  };
  auto reduction = [&](Monoid m) { return ir.attr("reduction", bridge::to_mlir(ir.context(), m)); };
  return std::visit(
      Overloaded{[&](const OpExpr&) -> CollectiveText { throw Crash("an op is no collective"); },
                 [&](const hlo::AllSlice& c) -> CollectiveText {
                   return {"partir_hlo.all_slice", c.operand, {axes(lists_attr(ir, c.axes))}};
                 },
                 [&](const hlo::AllGather& c) -> CollectiveText {
                   return {"partir_hlo.all_gather", c.operand, {axes(lists_attr(ir, c.axes))}};
                 },
                 [&](const hlo::AllReduce& c) -> CollectiveText {
                   return {"partir_hlo.all_reduce", c.operand,
                           {reduction(c.monoid), axes(axes_attr(ir, c.axes))}};
                 },
                 [&](const hlo::ReduceScatter& c) -> CollectiveText {
                   return {"partir_hlo.reduce_scatter", c.operand,
                           {reduction(c.monoid), axes(lists_attr(ir, c.axes))}};
                 },
                 [&](const hlo::AllToAll& c) -> CollectiveText {
                   return {"partir_hlo.all_to_all", c.operand,
                           {dim("src_dim", c.from), dim("dst_dim", c.to),
                            axes(axes_attr(ir, c.axes))}};
                 }},
      e);
}

}  // namespace

std::string print(const core::Program& program, const PrintOptions& options) {
  IrBuilder ir(options);
  ir.set_module(program.mesh, program.attributes);
  if (options.core_mesh) set_mesh(ir, program.mesh);
  const core::Function& f = program.main;
  auto function = ir.start_function(f.name, f.values, f.params, f.result_types, f.location);
  ir.carry(function, f.param_attributes, f.result_attributes, bridge::Carry::All);
  CoreExporter(ir, f).block(f.body);
  ir.finish_function(f.body.results);
  return ir.print();
}

std::string print(const hlo::Program& program, const PrintOptions& options) {
  IrBuilder ir(options);
  ir.set_module(program.mesh, program.attributes);
  set_mesh(ir, program.mesh);
  const hlo::Function& f = program.main;
  std::vector<TensorType> results;
  for (size_t i = 0; i < f.result_dists.size(); ++i) {
    const DistType& d = f.result_dists[i];
    // An ill-formed D has no local type; the program is printed all the same.
    if (ill_formed(program.mesh, d).empty())
      results.push_back(local(program.mesh, d));
    else
      results.push_back(i < f.body.results.size() ? f.type(f.body.results[i]) : d.global);
  }
  auto function = ir.start_function(f.name, f.values, f.params, results, f.location);
  auto dists = [&](const std::vector<DistType>& all) {
    std::vector<mlir::NamedAttribute> attrs;
    for (const DistType& d : all)
      attrs.push_back(
          ir.attr(hlo_dialect::PartirHloDialect::dist_attr_name, dist_attr(ir, d)));
    return attrs;
  };
  ir.carry(function, f.param_attributes, f.result_attributes, bridge::Carry::NoShardings,
           dists(f.param_dists), dists(f.result_dists));
  for (const hlo::Stmt& stmt : f.body.stmts) {
    const auto types = types_of(ir, f.values, stmt.results);
    mlir::Operation* op = nullptr;
    if (const auto* e = std::get_if<OpExpr>(&stmt.expr)) {
      op = ir.create(e->op, ir.values(e->operands), types, stmt.location);
    } else {
      CollectiveText c = text_of(ir, stmt.expr);
      op = ir.create(c.name, {ir.value(c.operand)}, types, c.attrs, nullptr, stmt.location);
    }
    bind_results(ir, stmt.results, op);
  }
  ir.finish_function(f.body.results);
  return ir.print();
}

}  // namespace partir
