// What both exporters share: MLIR functions and StableHLO ops from the toolkit's. Internal to the
// bridge.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir_bridge/export.h"

namespace partir::bridge {

/// Which carried attributes a printed program keeps: shardings are about global types.
enum class Carry { All, NoShardings };

/// Builds one module with one function.
class IrBuilder {
 public:
  explicit IrBuilder(const PrintOptions& options);

  mlir::MLIRContext* context() { return context_.get(); }
  mlir::OpBuilder& builder() { return builder_; }
  mlir::ModuleOp module() { return *module_; }

  /// The module's attributes, and a `sdy.mesh` of the mesh for each that a carried sharding names.
  void set_module(const Mesh& mesh, const CarriedAttributes& attributes);
  /// The function; its block is where building goes on. Values are the arguments' from then on.
  mlir::func::FuncOp start_function(const std::string& name, const std::vector<Value>& values,
                                    const std::vector<ValueId>& params,
                                    const std::vector<TensorType>& results, const Location& where);
  /// The carried attributes of parameters and results, and one more of each where given.
  void carry(mlir::func::FuncOp function, const std::vector<CarriedAttributes>& params,
             const std::vector<CarriedAttributes>& results, Carry what,
             const std::vector<mlir::NamedAttribute>& more_for_params = {},
             const std::vector<mlir::NamedAttribute>& more_for_results = {});
  void finish_function(std::span<const ValueId> results);

  /// What stands for a value of the program; throws Crash where nothing defines it yet.
  mlir::Value value(ValueId x) const;
  void bind(ValueId x, mlir::Value value) { values_.at(x) = value; }
  /// A name for what is no value of the program.
  void name(mlir::Value value, const std::string& name) { other_names_[value] = name; }
  std::vector<mlir::Value> values(std::span<const ValueId> xs) const;

  mlir::Location loc(const Location& where);
  mlir::RankedTensorType type(const TensorType& type);
  /// An op by its name in MLIR, at the insertion point.
  mlir::Operation* create(llvm::StringRef name, llvm::ArrayRef<mlir::Value> operands,
                          llvm::ArrayRef<mlir::Type> results,
                          llvm::ArrayRef<mlir::NamedAttribute> attrs = {},
                          std::unique_ptr<mlir::Region> region = nullptr,
                          const Location& where = {});
  /// `stablehlo.NAME` with its attributes, by reflection.
  mlir::Operation* create(const Op& op, llvm::ArrayRef<mlir::Value> operands,
                          llvm::ArrayRef<mlir::Type> results, const Location& where);
  /// A region that combines two scalars by `⊕`.
  std::unique_ptr<mlir::Region> reducer(Monoid monoid, ElementType element);
  /// The region that computes `body`; throws Unsupported where a scalar function has no op of its own.
  std::unique_ptr<mlir::Region> body(const ScalarBody& body);
  mlir::NamedAttribute attr(llvm::StringRef name, mlir::Attribute value);

  /// The text of the module, with the names of the function's values.
  std::string print();

 private:
  mlir::Attribute parse(const std::string& text);
  std::vector<mlir::NamedAttribute> parse(const CarriedAttributes& attributes, Carry what);

  PrintOptions options_;
  std::unique_ptr<mlir::MLIRContext> context_;
  mlir::OpBuilder builder_;
  mlir::OwningOpRef<mlir::ModuleOp> module_;
  std::vector<mlir::Value> values_;
  const std::vector<Value>* names_ = nullptr;  ///< of the function being built
  llvm::DenseMap<mlir::Value, std::string> other_names_;
  Mesh mesh_;
};

}  // namespace partir::bridge
