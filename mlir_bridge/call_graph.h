// The functions of a module and who calls whom. Internal to the bridge.
#pragma once

#include <vector>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir_bridge/source.h"
#include "llvm/ADT/DenseMap.h"

namespace partir::bridge {

/// The functions that calls can mean. Calls are inlined, which can make a text of thirty lines a
/// program of a thousand million ops; so what inlining would give is counted before any is inlined.
class CallGraph {
 public:
  /// Throws BadInput where two symbols of the module have one name.
  explicit CallGraph(const Source& source);

  /// The function that `call` calls; throws BadInput where it has no body here.
  mlir::func::FuncOp callee(mlir::Operation* call) const;
  /// Throws Unsupported where `entry`, with all calls inlined, would never end (recursion), nest
  /// calls more than 100 deep, or have more than two million ops. Linear in the text.
  void check(mlir::func::FuncOp entry);

 private:
  struct Size {
    size_t ops = 0;    ///< with all calls inlined, the calls themselves included
    size_t depth = 0;  ///< of calls
  };
  const Size& size_of(mlir::func::FuncOp function);

  const Source& source_;
  llvm::DenseMap<mlir::StringAttr, mlir::Operation*> symbols_;
  llvm::DenseMap<mlir::Operation*, Size> sizes_;
  std::vector<mlir::Operation*> running_;  ///< functions that are being counted, outermost first
};

}  // namespace partir::bridge
