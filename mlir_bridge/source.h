// A file of MLIR text, parsed: the IR, and where in the text its ops and values stand. Internal to
// the bridge.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include "semantics/diagnostics.h"

namespace partir::bridge {

/// Which dialects a text is in: the project's, or those of upstream MLIR that its mesh lowering reads
/// and prints (mesh, linalg, tosa, tensor, arith, math, scf, affine, func).
enum class Dialects { Own, Upstream };

/// Registers and loads the dialects into a fresh context without threads.
std::unique_ptr<mlir::MLIRContext> make_context(Dialects dialects = Dialects::Own);

/// Parsed text. Nothing is verified; every error of the parser is thrown as BadInput, Unsupported
/// or, where it names a typing rule, Rejected.
class Source {
 public:
  /// Reads and parses a file ("-": standard input).
  static Source read(const std::string& path, Dialects dialects = Dialects::Own);
  /// Parses `text`, which must outlive this object; locations count its lines from `first_line`.
  static Source parse(const std::string& text, const std::string& name, unsigned first_line = 1,
                      Dialects dialects = Dialects::Own);

  /// The module that holds the functions.
  mlir::ModuleOp module() const { return module_; }
  const std::string& file() const { return file_; }

  /// Where an op's name, or a block argument, stands; `name` is the text of its `loc("..")`.
  Location location(mlir::Operation* op) const;
  Location location(mlir::Value value) const;
  /// The name that the text gives a value, without `%`: `arg0`, `0`, `3#1`; empty if it has none.
  std::string name(mlir::Value value) const;
  /// Where the text names values, `%x`, or `%x:2` for two results together, and where it uses them,
  /// `%x#1`; in no order.
  using Definition = std::pair<mlir::ValueRange, const mlir::AsmParserState::SMDefinition*>;
  std::vector<Definition> definitions() const;
  llvm::StringRef text() const {
    return manager_->getMemoryBuffer(manager_->getMainFileID())->getBuffer();
  }
  /// Checks an op's own structure (attributes, counts, regions), not what stands in its regions;
  /// throws BadInput.
  void check_structure(mlir::Operation* op) const;
  /// Checks the whole module as its dialects do; throws BadInput at the op that they refuse.
  void verify() const;

 private:
  Source(std::unique_ptr<llvm::MemoryBuffer> buffer, std::string file, unsigned first_line,
         Dialects dialects);
  /// Where the text begins.
  Location start() const { return {file_, first_line_, 1, {}}; }
  /// The name in `loc("name")`, also where it wraps another location or stands among several; empty
  /// where there is none. Lives as long as the context.
  llvm::StringRef location_name(mlir::Location location) const;
  llvm::SMRange range(mlir::Value value) const;
  Location location(llvm::SMLoc at) const;

  Name file_;
  unsigned first_line_;          ///< the number that the text's first line has in the file
  size_t first_line_shift_ = 0;  ///< what alias definitions put in front of the first line
  std::vector<const char*> line_starts_;
  std::unique_ptr<mlir::MLIRContext> context_;
  std::unique_ptr<llvm::SourceMgr> manager_;
  mlir::OwningOpRef<mlir::ModuleOp> container_;
  mlir::ModuleOp module_;
  std::unique_ptr<mlir::AsmParserState> state_;
  mutable llvm::DenseMap<mlir::Attribute, llvm::StringRef> location_names_;
};

}  // namespace partir::bridge
