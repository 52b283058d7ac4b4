// Programs of the lit tests, spoilt: what is nearly StableHLO is refused or read, never a crash,
// and what is read prints as a text that reads as the same program.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir_bridge/source.h"
#include "mlir_bridge/test/mutate.h"

namespace partir::syntax_test {
namespace {

/// Every function of the tests of valid syntax, after what its file says outside of functions.
std::vector<std::string> functions() {
  std::vector<std::string> found;
  for (const auto& file : std::filesystem::directory_iterator(PARTIR_SYNTAX)) {
    const std::string name = file.path().filename();
    // Not what the calculus adds: its aliases have a printer's choice of forms.
    if (!name.ends_with(".mlir") || name.ends_with("_invalid.mlir") ||
        name.starts_with("partir_") || name == "aliases.mlir")
      continue;
    std::string outside, function;
    std::ifstream in(file.path());
    for (std::string line; std::getline(in, line);) {
      const size_t start = line.find_first_not_of(' ');
      if (start == std::string::npos || line.compare(start, 2, "//") == 0) continue;
      if (line.starts_with("module")) continue;  // each function stands in one of its own
      const bool opens = line.starts_with("func.func");
      if (line[0] == '}' && function.empty()) continue;
      (opens || !function.empty() ? function : outside) += line + "\n";
      if (line != "}" || function.empty()) continue;
      // The passes' tests are texts of the calculus, too.
      if ((outside + function).find("partir_") == std::string::npos) found.push_back(outside + function);
      function.clear();
    }
  }
  std::sort(found.begin(), found.end());  // folders have no order
  return found;
}

/// `text` with a word in the place of another that begins alike, a name for a name, or of a number.
/// Much of what comes out is read.
std::string exchanged(std::string text, Random& random) {
  constexpr const char* ends = " ,:()[]{}<>=\n\"";
  const auto word = [&](size_t at) {
    const size_t start = at == 0 ? 0 : text.find_last_of(ends, at - 1) + 1;  // npos + 1 is 0
    return std::pair{start, std::min(text.find_first_of(ends, start), text.size()) - start};
  };
  const auto kind = [&](size_t at) { return std::isalpha(text[at]) ? 'a' : text[at]; };
  for (;;) {
    const auto [to, size] = word(random.below(text.size()));
    const auto [from, other] = word(random.below(text.size()));
    if (size == 0 || other == 0 || text.compare(to, size, text, from, other) == 0) continue;
    if (kind(to) == kind(from) || std::isdigit(text[to]))
      return text.replace(to, size, text.substr(from, other));
  }
}

std::string printed(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out);
  return llvm::StringRef(text).rtrim().str();  // an outermost module ends its line
}

/// Whether MLIR finds the module well formed; it says nothing.
bool verifies(mlir::ModuleOp module) {
  mlir::ScopedDiagnosticHandler quiet(module.getContext(), [](mlir::Diagnostic&) {});
  return mlir::succeeded(mlir::verify(module));
}

TEST(Syntax, what_uses_a_value_of_a_region_after_it_is_refused) {
  // MLIR's parser lets it use the value, and frees the value first when it gives up.
  const std::string text = R"(func.func @main() {
    "a.before"() ({
      "a.use"(%a) : (tensor<f32>) -> ()
    }) : () -> ()
    "a.after"() ({
    ^bb0(%a: tensor<f32>):
      "a.end"() : () -> nothing
    }) : () -> ()
    return
  })";
  try {
    bridge::Source::parse(text, "t.mlir");
    FAIL() << "was read";
  } catch (const BadInput& e) {
    EXPECT_EQ(e.where().line(), 7u) << e.report();
  }
}

TEST(Syntax, mutations_are_refused_with_a_place_or_print_as_they_are_read) {
  const std::vector<std::string> dictionary = {
      "?", "*", "-1", "0", "99999999999999999999", "9223372036854775807", "array<i64: 1>",
      "array<i64>", "array<i1: true>", "dense<1> : tensor<2xi64>", "dense<> : tensor<0xi64>",
      "dense<0> : tensor<99999999999xi64>", "dense<true> : tensor<2xi1>",
      "dense<0> : tensor<2x2xi64>", "#stablehlo.gather<>", "#stablehlo.scatter<>",
      "#stablehlo.conv<[b, f]x[i, o]->[b, f]>",
      "#stablehlo.conv<raw input_batch_dimension = 3>", "#stablehlo.bounds<?>", "raw", "[b, 0, f]",
      "#stablehlo<fft_type FFT>", "#stablehlo.result_accuracy<ulps = 1>", "#chlo<precision HIGH>",
      "({})", "({^a: stablehlo.return})", "{stride = [1], reverse = [true, 0]}", "e5m2", "<", ">",
      "(", ")", "[", "]", "{", "}", "->", "%", "%0", "%x", "!stablehlo.token", "!stablehlo.future<",
      "tensor<?xf32>", "tensor<*xf32>", "tuple<>", "inits", "init: %x", "\"", "//",
      "attributes {}"};
  const std::vector<std::string> seeds = functions();
  ASSERT_GE(seeds.size(), 20u);
  Random random{20'261'122};
  size_t accepted = 0, refused = 0;
  const char* wanted = std::getenv("PARTIR_FUZZ_RUNS");  // for longer hunts by hand
  const int runs = wanted ? std::atoi(wanted) : 4000;
  for (int i = 0; i < runs; ++i) {
    const std::string& seed = seeds[i % seeds.size()];
    const std::string text = i < static_cast<int>(seeds.size()) ? seed
                             : i % 2 ? mutated(seed, dictionary, random)
                                     : exchanged(seed, random);
    SCOPED_TRACE("mutation " + std::to_string(i));
    try {
      const bridge::Source source = bridge::Source::parse(text, "t.mlir");
      mlir::ModuleOp module = source.module();
      // The importer reads what has been checked op by op, and no more than that.
      module.walk([&](mlir::Operation* op) { source.check_structure(op); });
      std::string pieces;
      llvm::raw_string_ostream out(pieces);
      module.walk([&](mlir::Operation* op) {
        op->print(out, mlir::OpPrintingFlags().assumeVerified().skipRegions().useLocalScope());
      });
      ++accepted;
      if (!verifies(module)) continue;
      const std::string once = printed(module);
      const bridge::Source again = bridge::Source::parse(once, "again.mlir");
      EXPECT_EQ(printed(again.module()), once) << text;
    } catch (const Error& e) {
      EXPECT_GE(i, static_cast<int>(seeds.size())) << e.report() << "\n" << text;
      EXPECT_EQ(e.exit_code(), 2) << e.report();
      EXPECT_TRUE(e.where().known()) << e.report() << "\n" << text;
      EXPECT_NE(e.where().file(), "again.mlir") << e.report() << "\n" << text;
      ++refused;
    }
  }
  std::cout << accepted << " accepted, " << refused << " refused\n";
  EXPECT_GT(accepted, static_cast<size_t>(runs) / 20);
  EXPECT_GT(refused, static_cast<size_t>(runs) / 4);
}

}  // namespace
}  // namespace partir::syntax_test
