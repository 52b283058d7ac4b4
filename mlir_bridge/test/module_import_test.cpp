// StableHLO modules from text: what becomes of ops and types that are not covered, where things
// stand, and that no text brings import, typing or a run down.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "interp/module_interp.h"
#include "mlir_bridge/import_module.h"
#include "mlir_bridge/test/mutate.h"
#include "semantics/module_typing.h"

namespace partir {
namespace {

const char* const everything = R"(module @m attributes {a.b = 1 : i32} {
func.func private @step(%i: tensor<i32>, %s: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %next = stablehlo.add %i, %one : tensor<i32>
  %sum = stablehlo.add %s, %i : tensor<i32>
  return %next, %sum : tensor<i32>, tensor<i32>
}
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %end = stablehlo.constant dense<4> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %zero) : tensor<i32>, tensor<i32> cond {
    %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %1:2 = func.call @step(%i, %s) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    stablehlo.return %1#0, %1#1 : tensor<i32>, tensor<i32>
  }
  %less = stablehlo.compare LT, %0#1, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %2 = "stablehlo.if"(%less) ({
    stablehlo.return %zero : tensor<i32>
  }, {
    %3 = "stablehlo.case"(%0#0) ({
      stablehlo.return %zero : tensor<i32>
    }, {
      stablehlo.return %end : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %3 : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  %a = stablehlo.after_all : !stablehlo.token
  %t = stablehlo.tuple %2, %a : tuple<tensor<i32>, !stablehlo.token>
  %b = stablehlo.optimization_barrier %t : tuple<tensor<i32>, !stablehlo.token>
  %4 = stablehlo.get_tuple_element %b[0] : (tuple<tensor<i32>, !stablehlo.token>) -> tensor<i32>
  %5:2 = stablehlo.composite "own.step" %4, %4 {decomposition = @step} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %5#0, dense<5> : tensor<i32>
  check.expect_eq %4, %end : tensor<i32>
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.sqrt %x : tensor<2xf32>
  check.expect_almost_eq_const %y, dense<[1.0, 1.41421]> : tensor<2xf32>
  check.expect_close %y, %y, max_ulp_difference = 5 : tensor<2xf32>, tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%y, %y) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
})";

TEST(ModuleImport, everything_means_what_it_says) {
  const shlo::Module m = import_module_text(everything, "t.mlir");
  shlo::check(m);
  ASSERT_EQ(m.tests().size(), 1u);
  const ModuleOutcome run = ModuleInterpreter(m)(*m.tests()[0], {});
  EXPECT_EQ(run.checks, 5);
  EXPECT_EQ(run.failed, 0) << to_string(run.failures[0]);
}

TEST(ModuleImport, what_is_not_covered_stands_where_it_is) {
  const shlo::Module m = import_module_text(R"(
func.func @main(%z: tensor<2xf8E4M3FN>, %d: tensor<?xf32>) -> tensor<2xf32> {
  %r = stablehlo.convert %z : (tensor<2xf8E4M3FN>) -> tensor<2xf32>
  %y = "own.op"(%r) : (tensor<2xf32>) -> tensor<2xf32>
  %t = stablehlo.custom_call @mystery(%y) : (tensor<2xf32>) -> tensor<2xf32>
  return %t : tensor<2xf32>
})", "t.mlir");
  shlo::check(m);
  const shlo::Function& f = m.functions[0];
  EXPECT_EQ(to_string(f.param_types()), "(tensor<2xf8E4M3FN>, tensor<?xf32>)");
  const char* const reasons[] = {"op 'stablehlo.convert' on element type f8E4M3FN", "op 'own.op'",
                                 "op 'stablehlo.custom_call' of @mystery"};
  ASSERT_EQ(f.body.stmts.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(std::get<shlo::Outside>(f.body.stmts[i].expr).reason, reasons[i]);
    EXPECT_EQ(f.body.stmts[i].location.line, i + 3);
  }
}

TEST(ModuleImport, pieces_keep_the_lines_of_their_file) {
  const std::vector<ModuleText> pieces = split_modules(
      "// nothing\n// -----\n\nfunc.func @a() { return }\n// -----  \n// -----\nx\n// ----- y");
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0].first_line, 3u);
  EXPECT_EQ(pieces[0].text, "\nfunc.func @a() { return }\n");
  EXPECT_EQ(pieces[1].first_line, 7u);
  const shlo::Module m = import_module_text(pieces[0].text, "t.mlir", pieces[0].first_line);
  EXPECT_EQ(to_string(m.functions[0].location), "t.mlir:4:1");
  for (const char* text : {"x", "func.func @a() { return }\nx", "func.func @a(\0) {"}) {
    try {
      import_module_text(text, "t.mlir", 40);
      ADD_FAILURE() << "read " << text;
    } catch (const BadInput& e) {
      EXPECT_EQ(e.where().line, std::string(text).find('\n') == std::string::npos ? 40u : 41u);
    }
  }
}

TEST(ModuleImport, malformed_text_is_refused_with_a_place) {
  for (const char* text :
       {"func.func @f() { check.expect_close %x, %x, ulp = 3 : tensor<f32>, tensor<f32> return }",
        "func.func @f(%x: tensor<f32>) { check.expect_close %x, %x, max_ulp_difference = 1, "
        "max_ulp_difference = 1 : tensor<f32>, tensor<f32> return }",
        "func.func @f(%x: tensor<f32>) { stablehlo.tuple %x : tensor<f32> return }",
        "func.func @f(%x: tensor<f32>) { stablehlo.while(%a = %x) cond {} do {} return }",
        "func.func @f(%x: tensor<i1>) { \"stablehlo.if\"(%x) : (tensor<i1>) -> () return }",
        "func.func @f(%x: tensor<i1>) { \"stablehlo.if\"(%x) ({^b(%y: tensor<i1>): "
        "stablehlo.return}, {stablehlo.return}) : (tensor<i1>) -> () return }",
        "func.func @f(%x: tensor<i1>) { \"check.expect_eq\"(%x) : (tensor<i1>) -> () return }",
        "func.func @f() { \"stablehlo.composite\"() {name = \"a\"} : () -> () return }",
        // operands that only the op's own regions define
        "func.func @f() { stablehlo.while(%a = %y) : tensor<i1> cond { %y = stablehlo.not %a : "
        "tensor<i1> stablehlo.return %y : tensor<i1> } do { stablehlo.return %a : tensor<i1> } "
        "return }",
        "func.func @f(%x: tensor<4xf32>) { %0 = stablehlo.reduce(%x init: %s) across dimensions = "
        "[0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32> reducer(%a: tensor<f32>, %b: "
        "tensor<f32>) { %s = stablehlo.add %a, %b : tensor<f32> stablehlo.return %s : tensor<f32> "
        "} return }",
        "func.func @f(%x: tensor<4xf32>) { %0 = stablehlo.reduce(%x init: %x) applies "
        "stablehlo.add across dimensions = [0] : (tensor<4xf32>) -> tensor<f32> return }",
        "func.func @f(%x: tensor<i1>) { stablehlo.while(%a = %x) : tensor<i1>, tensor<i1> cond {} "
        "do {} return }",
        "func.func @f() { func.call() : () -> () return }", "func.func @f() { }"}) {
    try {
      import_module_text(text, "t.mlir");
      ADD_FAILURE() << "read " << text;
    } catch (const BadInput& e) {
      EXPECT_TRUE(e.where().known()) << e.report();
    }
  }
}

/// `text` with a word exchanged for another one of its kind (a value, a type, a function, an op):
/// what still can be read, but may be ill-typed.
std::string exchanged(std::string text, Random& random) {
  std::vector<std::pair<size_t, size_t>> words;  // where, how long
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of(" ,:()[]{}=\n\"", at), text.size());
    if (end > at) words.emplace_back(at, end - at);
    at = end + 1;
  }
  const auto word = [&](size_t i) { return text.substr(words[i].first, words[i].second); };
  const auto kind = [](const std::string& w) {
    return w[0] == '%' ? '%' : w[0] == '@' ? '@' : w.starts_with("tensor<") ? 't'
           : w.starts_with("stablehlo.") ? 's' : w.starts_with("check.") ? 'c' : '?';
  };
  for (;;) {
    const size_t i = random.below(words.size()), j = random.below(words.size());
    const char k = kind(word(i));
    if (k == '?' || k != kind(word(j)) || word(i) == word(j)) continue;
    text.replace(words[i].first, words[i].second, word(j));
    return text;
  }
}

TEST(ModuleImport, mutations_are_run_or_refused_with_a_place) {
  const std::vector<std::string> dictionary = {
      "?", "-1", "0", "99999999999999999999", "complex<f32>", "%", "@", "^a:", "\"", "(", ")", "{",
      "}", "<", ">", "->", "tensor<0xf32>", "tensor<?xf32>", "tuple<>", "!stablehlo.token", "%0#1",
      "%t", "@main", "@step", "stablehlo.while", "stablehlo.return", "check.expect_eq", "i1", "f16"};
  Random random{20'261'121};
  size_t ran = 0, rejected = 0, refused = 0;
  const char* wanted = std::getenv("PARTIR_FUZZ_RUNS");  // for longer hunts by hand
  const int runs = wanted ? std::atoi(wanted) : 4000;
  for (int i = 0; i < runs; ++i) {
    const std::string text = i % 2 ? mutated(everything, dictionary, random)
                                   : exchanged(everything, random);
    SCOPED_TRACE("mutation " + std::to_string(i));
    try {
      const shlo::Module m = import_module_text(text, "t.mlir");
      shlo::check(m);
      for (const shlo::Function* f : m.tests())
        ModuleInterpreter(m, {.depth = 50, .iterations = 1000})(*f, {});
      ++ran;
    } catch (const Rejected& e) {
      ++rejected;
      EXPECT_TRUE(e.where().known()) << e.report() << "\n" << text;
    } catch (const Stuck& e) {
      ADD_FAILURE() << "well-typed and stuck: " << e.report() << "\n" << text;
    } catch (const Error& e) {
      ++refused;
      EXPECT_EQ(e.exit_code(), 2) << e.report();
      EXPECT_TRUE(e.where().known()) << e.report() << "\n" << text;
    }
  }
  std::cout << ran << " ran, " << rejected << " rejected, " << refused << " refused\n";
  // It must not be all noise, nor all harmless.
  EXPECT_GT(ran, static_cast<size_t>(runs) / 40);
  EXPECT_GT(rejected, static_cast<size_t>(runs) / 100);
  EXPECT_GT(refused, static_cast<size_t>(runs) / 4);
}

}  // namespace
}  // namespace partir
