// A function of upstream's dialects into statements, op by op. Internal to the bridge.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "mlir_bridge/source.h"
#include "mlir_bridge/upstream/builder.h"
#include "mlir_bridge/upstream/element.h"

namespace partir::bridge {

/// The one mesh of a file; its axes are named by their numbers, `"0"`.
struct UpstreamMesh {
  std::string symbol;
  Mesh mesh;
};

/// Translates blocks; what an op means is in the table of its dialect.
class Translator {
 public:
  Translator(const Source& source, Builder& builder, const UpstreamMesh& mesh)
      : source_(source), builder_(builder), mesh_(mesh) {}

  Builder& builder() { return builder_; }
  const Source& source() const { return source_; }
  const UpstreamMesh& mesh() const { return mesh_; }

  void bind(mlir::Value value, ValueId id) { values_.insert_or_assign(value, id); }
  /// What a value of MLIR is; throws Rejected (T-Var) where it is not defined yet.
  ValueId value(mlir::Value value, const Location& where) const;
  std::vector<ValueId> values(mlir::ValueRange values, const Location& where) const;

  /// The ops of a block but its terminator; what that hands out.
  std::vector<ValueId> block(mlir::Block& from);
  /// The integers that a value is known to be, seen through constants; nothing where it is not.
  std::optional<std::vector<int64_t>> known_integers(mlir::Value value) const;

 private:
  void statement(mlir::Operation& op);

  const Source& source_;
  Builder& builder_;
  const UpstreamMesh& mesh_;
  llvm::DenseMap<mlir::Value, ValueId> values_;
};

/// An op that is being translated.
struct Reading {
  Translator& t;
  Builder& b;
  mlir::Operation* op;
  Location where;

  ValueId x(unsigned i) const { return t.value(op->getOperand(i), where); }
  const TensorType& type(ValueId v) const { return b.type(v); }
  TensorType result_type(unsigned i = 0) const { return value_type(op->getResult(i).getType(), where); }
  bool has(const char* key) const { return static_cast<bool>(op->getAttr(key)); }
  /// An attribute; throws BadInput where it is missing or of another kind.
  template <class T>
  T attribute(const char* key) const {
    auto typed = llvm::dyn_cast_or_null<T>(op->getAttr(key));
    if (!typed) throw BadInput(name() + " lacks a proper attribute '" + key + "'", where);
    return typed;
  }
  int64_t integer(const char* key) const {
    return attribute<mlir::IntegerAttr>(key).getValue().getSExtValue();
  }
  std::vector<int64_t> integers(const char* key) const {
    const auto list = attribute<mlir::DenseI64ArrayAttr>(key).asArrayRef();
    return {list.begin(), list.end()};
  }
  std::string name() const { return "'" + op->getName().getStringRef().str() + "'"; }
  [[noreturn]] void unsupported(const std::string& why) const {
    throw Unsupported("op " + name() + (why.empty() ? "" : ": " + why), where);
  }
  /// One value of `op(operands)`.
  ValueId emit(Op o, std::vector<ValueId> operands) const {
    return b.emit(std::move(o), std::move(operands), where);
  }
};

/// How the ops of a dialect are translated, by their names; each gives the values of its results.
using TranslationTable = std::unordered_map<std::string, std::vector<ValueId> (*)(const Reading&)>;
/// tensor and scf.
const TranslationTable& tensor_table();
const TranslationTable& tosa_table();
const TranslationTable& mesh_table();

/// Whether `op` is one of linalg's structured ops; its results if so.
std::optional<std::vector<ValueId>> structured_op(const Reading& r);
/// An op of arith, math or affine on scalars or tensors; its result if it is one.
std::optional<ValueId> elementwise_op(const Reading& r);
/// Whether an op, or one inside of it, makes devices wait for one another.
bool communicates(mlir::Operation* op);

}  // namespace partir::bridge
