// partir-opt: mlir-opt for the project's dialects. Reads, verifies, runs passes, prints.

#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

#include "mlir_bridge/dialects.h"
#include "mlir_bridge/passes/passes.h"

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  mlir::DialectRegistry registry;
  partir::dialects::register_dialects(registry);
  mlir::registerCanonicalizer();
  mlir::registerCSE();
  partir::passes::register_passes();

  auto [input_name, output_name] =
      mlir::registerAndParseCLIOptions(argc, argv, "PartIR optimizer driver\n", registry);
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> input = mlir::openInputFile(input_name, &error);
  if (!input) {
    llvm::errs() << error << '\n';
    return 2;
  }
  std::unique_ptr<llvm::ToolOutputFile> output = mlir::openOutputFile(output_name, &error);
  if (!output) {
    llvm::errs() << error << '\n';
    return 2;
  }
  // Bytecode goes through as it is; text may use `#any` and `#sum` undefined.
  llvm::StringRef text = input->getBuffer();
  text.consume_front("\xef\xbb\xbf");  // a byte order mark
  if (!text.starts_with("ML\xefR"))
    input = llvm::MemoryBuffer::getMemBufferCopy(partir::dialects::with_aliases(text),
                                                 input->getBufferIdentifier());
  if (mlir::failed(mlir::MlirOptMain(output->os(), std::move(input), registry,
                                     mlir::MlirOptMainConfig::createFromCLOptions())))
    return 1;
  output->keep();
  return 0;
}
