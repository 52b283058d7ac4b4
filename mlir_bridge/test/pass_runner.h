// MLIR passes on texts, in this process.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir_bridge/dialects.h"
#include "semantics/diagnostics.h"

namespace partir {

/// A module, and passes run on it one by one. Errors that passes report are kept, not printed.
class PassRunner {
 public:
  PassRunner()
      : context_(registry(), mlir::MLIRContext::Threading::DISABLED),
        errors_(&context_, [this](mlir::Diagnostic& d) {
          if (d.getSeverity() == mlir::DiagnosticSeverity::Error) said_ += d.str() + "\n";
          return mlir::success();
        }) {}

  /// Throws Crash where the text does not parse.
  void read(const std::string& text) {
    said_.clear();
    module_ = mlir::parseSourceString<mlir::ModuleOp>(dialects::with_aliases(text), &context_);
    if (!module_) throw Crash("does not parse: " + said_ + text);
  }
  /// Whether the pass did not fail. What it made may be ill typed.
  bool run(std::unique_ptr<mlir::Pass> pass, const std::string& options = {}) {
    said_.clear();
    const auto refused = [this](const llvm::Twine& text) {
      said_ += text.str();
      return mlir::failure();
    };
    if (mlir::failed(pass->initializeOptions(options, refused))) return false;
    mlir::PassManager passes(&context_, "builtin.module", mlir::PassManager::Nesting::Implicit);
    passes.enableVerifier(false);
    passes.addPass(std::move(pass));
    return mlir::succeeded(passes.run(*module_));
  }
  bool is_well_typed() { return mlir::succeeded(mlir::verify(*module_)); }
  /// The errors since the last pass began.
  const std::string& said() const { return said_; }

  std::string text() {
    std::string printed;
    llvm::raw_string_ostream stream(printed);
    module_->print(stream);
    return printed;
  }

 private:
  static mlir::DialectRegistry registry() {
    mlir::DialectRegistry all;
    dialects::register_dialects(all);
    return all;
  }

  mlir::MLIRContext context_;
  std::string said_;
  mlir::ScopedDiagnosticHandler errors_;
  mlir::OwningOpRef<mlir::ModuleOp> module_;
};

}  // namespace partir
