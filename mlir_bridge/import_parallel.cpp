#include "mlir_bridge/import_parallel.h"

#include <string>
#include <unordered_map>

#include "mlir_bridge/importer.h"
#include "mlir_bridge/op_import.h"

namespace partir::bridge {

namespace {

/// An op that is being read.
struct Reading {
  const Source& source;
  mlir::Operation* op;
  const std::vector<ValueId>& operands;
  Location where;

  [[noreturn]] void bad(const char* key, const char* kind) const {
    throw BadInput(quoted(op) + ": attribute '" + key + "' is not " + kind, where);
  }
  int64_t integer(const char* key) const {
    const llvm::APInt value = attribute<mlir::IntegerAttr>(op, key, where).getValue();
    if (value.getSignificantBits() > 64) bad(key, "an integer of 64 bits");
    return value.getSExtValue();
  }
  /// Whether an optional attribute, `key` or `key = true`, is there.
  bool flag(const char* key) const {
    mlir::Attribute attr = op->getAttr(key);
    if (auto value = llvm::dyn_cast_or_null<mlir::BoolAttr>(attr)) return value.getValue();
    if (attr && !llvm::isa<mlir::UnitAttr>(attr)) bad(key, "a flag");
    return attr != nullptr;
  }
  std::vector<int64_t> list(const char* key, bool optional) const {
    mlir::Attribute attr = op->getAttr(key);
    if (!attr && optional) return {};
    auto found = integers(attr);
    if (!found) bad(key, "a list of 64-bit integers");
    return *found;
  }
  /// The rows of a two-dimensional constant.
  shlo::IdGroups rows(const char* key) const {
    auto table = attribute<mlir::DenseIntElementsAttr>(op, key, where);
    const mlir::ShapedType type = table.getType();
    if (type.getRank() != 2 || !type.getElementType().isInteger(64))
      bad(key, "a two-dimensional tensor of 64-bit integers");
    // Rows without ids take no text, but memory.
    if (type.getDimSize(0) > 1 << 20)
      throw Unsupported(quoted(op) + ": more than a million rows in '" + key + "'", where);
    shlo::IdGroups found(static_cast<size_t>(type.getDimSize(0)));
    const int64_t width = type.getDimSize(1);
    int64_t at = 0;
    for (int64_t id : table.getValues<int64_t>())
      found[static_cast<size_t>(at++ / width)].push_back(id);
    return found;
  }
  stablehlo::ChannelHandleAttr channel_handle(bool optional) const {
    if (optional && !op->getAttr("channel_handle")) return {};
    return attribute<stablehlo::ChannelHandleAttr>(op, "channel_handle", where);
  }
  shlo::Grouping grouping(const char* key) const {
    auto handle = channel_handle(true);
    return {rows(key), handle ? handle.getHandle() : 0, flag("use_global_device_ids")};
  }
  template <class T>
  shlo::Expr collective(T form, const char* key = "replica_groups") const {
    shlo::Expr e = shlo::Collective{operands, grouping(key), {}};
    std::get<shlo::Collective>(e).op.emplace<T>(std::move(form));
    return e;
  }
  ScalarBody body() const {
    if (op->getNumRegions() != 1) throw BadInput(quoted(op) + " needs one region", where);
    return read_body(source, op->getRegion(0), where);
  }
  shlo::Channel channel() const {
    shlo::Channel c;
    auto handle = channel_handle(false);
    c.pairs.channel_id = handle.getHandle();
    c.type = handle.getType();
    c.is_host_transfer = flag("is_host_transfer");
    if (op->getAttr("source_target_pairs")) c.pairs.groups = rows("source_target_pairs");
    return c;
  }
  ValueId one_operand() const {
    if (operands.size() != 1) throw BadInput(quoted(op) + " has one operand", where);
    return operands[0];
  }
  std::vector<std::string> functions(mlir::Attribute attr, const char* key) const {
    auto names = llvm::dyn_cast_or_null<mlir::ArrayAttr>(attr);
    if (!names) bad(key, "a list of functions");
    std::vector<std::string> found;
    for (mlir::Attribute name : names) {
      auto symbol = llvm::dyn_cast<mlir::FlatSymbolRefAttr>(name);
      if (!symbol) bad(key, "a list of functions");
      found.push_back(symbol.getValue().str());
    }
    return found;
  }
  shlo::Expr run_parallel() const {
    shlo::RunParallel e;
    e.operands = operands;
    for (mlir::Attribute row : attribute<mlir::ArrayAttr>(op, "programs", where))
      e.programs.push_back(functions(row, "programs"));
    if (mlir::Attribute infeed = op->getAttr("infeed")) e.infeed = functions(infeed, "infeed");
    return e;
  }
  template <class T>
  T static_op() const {
    return *read_static_op(source, op)->get_if<T>();
  }
  // Built in place: g++ 12 holds moved variants to be uninitialised.
  template <class T>
  shlo::Expr dynamic(T form) const {
    shlo::Expr e = shlo::Dynamic{operands, {}};
    std::get<shlo::Dynamic>(e).op.emplace<T>(std::move(form));
    return e;
  }
};

using Reader = shlo::Expr (*)(const Reading&);

const std::unordered_map<std::string, Reader>& readers() {
  using R = const Reading&;
  static const std::unordered_map<std::string, Reader> table = {
      {"stablehlo.replica_id", [](R) -> shlo::Expr { return shlo::ReplicaId{}; }},
      {"stablehlo.partition_id", [](R) -> shlo::Expr { return shlo::PartitionId{}; }},
      {"stablehlo.all_gather",
       [](R r) { return r.collective(shlo::AllGather{r.integer("all_gather_dim")}); }},
      {"stablehlo.all_reduce", [](R r) { return r.collective(shlo::AllReduce{r.body()}); }},
      {"stablehlo.reduce_scatter",
       [](R r) {
         return r.collective(shlo::ReduceScatter{r.integer("scatter_dimension"), r.body()});
       }},
      {"stablehlo.all_to_all",
       [](R r) {
         return r.collective(shlo::AllToAll{r.integer("split_dimension"),
                                            r.integer("concat_dimension"),
                                            r.integer("split_count")});
       }},
      {"stablehlo.collective_broadcast",
       [](R r) {
         return r.collective(shlo::CollectiveBroadcast{r.flag("has_dynamic_root")});
       }},
      {"stablehlo.collective_permute",
       [](R r) { return r.collective(shlo::CollectivePermute{}, "source_target_pairs"); }},
      {"stablehlo.send",
       [](R r) -> shlo::Expr { return shlo::Send{r.operands, r.channel()}; }},
      {"stablehlo.recv",
       [](R r) -> shlo::Expr { return shlo::Recv{r.one_operand(), r.channel()}; }},
      {"stablehlo.infeed", [](R r) -> shlo::Expr { return shlo::Infeed{r.one_operand()}; }},
      {"stablehlo.outfeed", [](R r) -> shlo::Expr { return shlo::Outfeed{r.operands}; }},
      {"interpreter.run_parallel", [](R r) { return r.run_parallel(); }},
      {"stablehlo.get_dimension_size",
       [](R r) { return r.dynamic(shlo::GetDimensionSize{r.integer("dimension")}); }},
      {"stablehlo.dynamic_iota",
       [](R r) { return r.dynamic(shlo::DynamicIota{r.integer("iota_dimension")}); }},
      {"stablehlo.dynamic_reshape", [](R r) { return r.dynamic(shlo::DynamicReshape{}); }},
      {"stablehlo.dynamic_broadcast_in_dim",
       [](R r) {
         return r.dynamic(shlo::DynamicBroadcastInDim{
             r.list("broadcast_dimensions", false), r.list("known_expanding_dimensions", true),
             r.list("known_nonexpanding_dimensions", true)});
       }},
      {"stablehlo.dynamic_pad", [](R r) { return r.dynamic(shlo::DynamicPad{}); }},
      {"stablehlo.real_dynamic_slice", [](R r) { return r.dynamic(shlo::RealDynamicSlice{}); }},
      {"stablehlo.dynamic_gather",
       [](R r) { return r.dynamic(shlo::DynamicGather{r.static_op<Gather>()}); }},
      {"stablehlo.dynamic_conv",
       [](R r) { return r.dynamic(shlo::DynamicConv{r.static_op<Convolution>()}); }},
  };
  return table;
}

}  // namespace

bool is_parallel(mlir::Operation* op) {
  return readers().contains(op->getName().getStringRef().str());
}

std::optional<shlo::Expr> read_parallel(const Source& source, mlir::Operation* op,
                                        const std::vector<ValueId>& operands) {
  const auto reader = readers().find(op->getName().getStringRef().str());
  if (reader == readers().end()) return std::nullopt;
  source.check_structure(op);
  return reader->second({source, op, operands, source.location(op)});
}

}  // namespace partir::bridge
