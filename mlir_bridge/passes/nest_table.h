// Which op stands in which loops: the form in which -partir-tile and -partir-propagate see a function.
// Internal to the passes.
//
// A function is a list of nests. The innermost body of a nest holds one op, which reads slices by the
// ranges of the nest, or none: then the nest is how a use reads a tiled value, `loop a tile<d> (r. slice
// d x[r])`, or one held whole, `loop a any (r. x)`. An op in no loop is a nest of none. Nests read
// results of nests before them.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "mlir_bridge/dialects/partir_core.h"

namespace partir::passes {

namespace core = dialects::partir_core;

/// How a loop over `axis` treats what its nest reads and what it makes: loop attributes, `#any` for an
/// operand that it does not slice.
struct Level {
  llvm::StringRef axis;
  llvm::SmallVector<mlir::Attribute> operands, results;
};

struct Nest {
  mlir::Operation *outer = nullptr; ///< the op of the function's block: the outermost loop, or the op
  mlir::Operation *op = nullptr;    ///< the one in the innermost body; null where there is none
  llvm::SmallVector<Level> levels;  ///< outermost first
  llvm::SmallVector<mlir::Value> operands; ///< values of the function's block
  const Level *level(llvm::StringRef axis) const {
    for (const Level &l : levels)
      if (l.axis == axis)
        return &l;
    return nullptr;
  }
  mlir::ResultRange results() const { return outer->getResults(); }
};

/// Operand `operand` of nest `nest`; of the function's return, nest is -1.
struct NestUse {
  int nest;
  unsigned operand;
};

class NestTable {
public:
  /// Reads the function; reports an error at the first op that is not of the form above.
  static mlir::FailureOr<NestTable> of(mlir::func::FuncOp function);

  llvm::MutableArrayRef<Nest> nests() { return nests_; }
  llvm::ArrayRef<Nest> nests() const { return nests_; }
  llvm::ArrayRef<NestUse> uses(mlir::Value x) const {
    auto found = uses_.find(x);
    return found == uses_.end() ? llvm::ArrayRef<NestUse>() : llvm::ArrayRef(found->second);
  }
  /// The nest that makes `x`, or -1 for a parameter.
  int definition(mlir::Value x) const {
    auto found = definitions_.find(x);
    return found == definitions_.end() ? -1 : found->second;
  }
  /// The axes of nests that hold no op, which is where tilings begin, as they first occur.
  llvm::ArrayRef<llvm::StringRef> axes() const { return axes_; }

  /// What operand value `x` offers on `axis`: `#tile<d>` or `#any` if it is the result of such a loop,
  /// else null. Nests without an op over other axes are looked through: they move nothing along `axis`.
  mlir::Attribute offer(mlir::Value x, llvm::StringRef axis) const;
  /// What is demanded of `x` on `axis`: `#tile<d>` if it has uses and all slice it so, else null.
  /// Likewise looks through.
  mlir::Attribute demand(mlir::Value x, llvm::StringRef axis) const;

private:
  mlir::LogicalResult add(mlir::Operation *outer);

  llvm::SmallVector<Nest> nests_;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<NestUse>> uses_;
  llvm::DenseMap<mlir::Value, int> definitions_;
  llvm::SmallVector<llvm::StringRef> axes_;
};

/// `loop axis [attrs] (r. ..)` around what `body` builds at the insertion point, given the operands'
/// slices; `body` returns what the loop yields. Operands with a `#tile<d>` are sliced, the others stay as
/// they are.
core::LoopOp build_loop(mlir::OpBuilder &builder, mlir::Location loc, const Level &level, int64_t size,
                        mlir::ValueRange operands,
                        llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange)> body);

} // namespace partir::passes
