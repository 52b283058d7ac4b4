#include "mlir_bridge/upstream/propagation.h"

#include <map>

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Mesh/IR/MeshOps.h"

namespace partir::bridge {

namespace {

/// A value and the loops that index its dimensions; -1 for a dimension that no single loop indexes.
struct Indexing {
  mlir::Value value;
  std::vector<int64_t> loops;
};

/// What an op says of its operands and results together; nothing where it is not known here.
std::vector<Indexing> indexings(mlir::Operation& op) {
  std::vector<Indexing> all;
  if (auto structured = llvm::dyn_cast<mlir::linalg::LinalgOp>(op)) {
    const auto maps = structured.getIndexingMapsArray();
    const auto add = [&](mlir::Value value, mlir::AffineMap map) {
      all.push_back({value, {}});
      for (mlir::AffineExpr e : map.getResults()) {
        auto dim = llvm::dyn_cast<mlir::AffineDimExpr>(e);
        all.back().loops.push_back(dim ? static_cast<int64_t>(dim.getPosition()) : -1);
      }
    };
    for (unsigned i = 0; i < op.getNumOperands(); ++i) add(op.getOperand(i), maps[i]);
    for (unsigned j = 0; j < op.getNumResults(); ++j)
      add(op.getResult(j), maps[op.getNumOperands() - op.getNumResults() + j]);
    return all;
  }
  // Ops on tensors of one shape are taken for elementwise.
  if (op.getNumResults() != 1 || op.getNumRegions() != 0) return all;
  const auto shape_of = [](mlir::Value v) { return llvm::dyn_cast<mlir::RankedTensorType>(v.getType()); };
  const mlir::RankedTensorType shape = shape_of(op.getResult(0));
  llvm::SmallVector<mlir::Value> values(op.getOperands());
  values.push_back(op.getResult(0));
  for (mlir::Value v : values) {
    if (!shape || !shape_of(v) || shape_of(v).getShape() != shape.getShape()) return {};
    all.push_back({v, {}});
    for (int64_t d = 0; d < shape.getRank(); ++d) all.back().loops.push_back(d);
  }
  return all;
}

/// Lets the values of one op say of each other what they know; whether anything is new.
bool share(const std::vector<Indexing>& values, Guesses& known) {
  std::map<int64_t, AxisList> loops;
  for (const Indexing& x : values)
    if (const auto found = known.find(x.value); found != known.end())
      for (size_t k = 0; k < x.loops.size() && k < found->second.size(); ++k)
        if (x.loops[k] >= 0 && !found->second[k].empty()) loops.try_emplace(x.loops[k], found->second[k]);
  bool is_new = false;
  for (const Indexing& x : values) {
    if (known.count(x.value)) continue;
    AxisLists dims;
    for (int64_t loop : x.loops) dims.push_back(loops.count(loop) ? loops[loop] : AxisList());
    if (flatten(dims).empty()) continue;
    known[x.value] = std::move(dims);
    is_new = true;
  }
  return is_new;
}

}  // namespace

Guesses propagate(const UpstreamMesh& mesh, mlir::Block& block) {
  Guesses known;
  for (mlir::Operation& op : block) {
    auto shard = llvm::dyn_cast<mlir::mesh::ShardOp>(op);
    if (!shard) continue;
    AxisLists dims(static_cast<size_t>(shard.getResult().getType().getRank()));
    const auto split = shard.getShard().getSplitAxes();
    for (size_t d = 0; d < split.size() && d < dims.size(); ++d)
      for (int16_t a : split[d].asArrayRef())
        if (a >= 0 && a < static_cast<int64_t>(mesh.mesh.rank()))
          dims[d].push_back(mesh.mesh.axes()[a].first);
    known[shard.getResult()] = dims;
    known.try_emplace(shard.getSrc(), dims);
  }
  // Forwards and backwards, a few times: what is further away is not guessed.
  constexpr int rounds = 8;
  for (int round = 0; round < rounds; ++round) {
    bool is_new = false;
    for (mlir::Operation& op : block) is_new = share(indexings(op), known) || is_new;
    for (mlir::Operation& op : llvm::reverse(block)) is_new = share(indexings(op), known) || is_new;
    if (!is_new) break;
  }
  return known;
}

}  // namespace partir::bridge
