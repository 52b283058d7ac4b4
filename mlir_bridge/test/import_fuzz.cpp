// libFuzzer over the text importers: whatever the text, an answer or an error of ours; no crash, no hang,
// no leak. `./x test` runs it for a minute, PARTIR_FUZZ_SECONDS=600 ./x fuzz for longer.
#include <cstdint>
#include <string>

#include "mlir_bridge/import.h"
#include "mlir_bridge/import_module.h"
#include "semantics/core_typing.h"
#include "semantics/hlo_typing.h"
#include "semantics/module_typing.h"

namespace {

/// Runs `f`; errors about the input are answers, `Crash` is not one.
template <class F>
void answered(F&& f) {
  try {
    f();
  } catch (const partir::BadInput&) {
  } catch (const partir::Unsupported&) {
  } catch (const partir::Rejected&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  answered([&] {
    for (const partir::ModuleText& piece : partir::split_modules(text))
      partir::shlo::check(partir::import_module_text(piece.text, "fuzz.mlir", piece.first_line));
  });
  answered([&] {
    const partir::Imported program = partir::import_any_text(text, "fuzz.mlir");
    if (const auto* core = std::get_if<partir::ImportedCore>(&program)) partir::check(core->program);
    else partir::check(std::get<partir::hlo::Program>(program));
  });
  return 0;
}
