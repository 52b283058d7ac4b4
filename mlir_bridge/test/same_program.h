// Equality of programs up to the numbering of values, and that text brings a program back.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mlir_bridge/export.h"
#include "mlir_bridge/import.h"

namespace partir {

/// Compares two programs statement by statement; says where they differ.
template <class Function, class Block>
class Comparison {
 public:
  Comparison(const Function& a, const Function& b) : a_(a), b_(b) {}

  std::string run() {
    bind(a_.params, b_.params, "parameters");
    block(a_.body, b_.body);
    if (a_.name != b_.name) differ("names " + a_.name + ", " + b_.name);
    attributes(a_.param_attributes, b_.param_attributes, a_.params.size(), "parameters");
    attributes(a_.result_attributes, b_.result_attributes, a_.body.results.size(), "results");
    return text_;
  }

 private:
  void differ(const std::string& what) { text_ += what + "\n"; }

  void bind(const std::vector<ValueId>& xs, const std::vector<ValueId>& ys, const char* what) {
    if (xs.size() != ys.size()) return differ(std::string("counts of ") + what);
    for (size_t i = 0; i < xs.size(); ++i) {
      if (a_.type(xs[i]) != b_.type(ys[i])) differ(std::string("types of ") + what);
      values_[xs[i]] = ys[i];
    }
  }
  void same(const std::vector<ValueId>& xs, const std::vector<ValueId>& ys, const char* what) {
    if (xs.size() != ys.size()) return differ(std::string("counts of ") + what);
    for (size_t i = 0; i < xs.size(); ++i)
      if (!values_.count(xs[i]) || values_[xs[i]] != ys[i]) differ(what);
  }
  void attributes(const std::vector<CarriedAttributes>& a, const std::vector<CarriedAttributes>& b,
                  size_t count, const char* what) {
    for (size_t i = 0; i < count; ++i)
      if ((i < a.size() ? a[i] : CarriedAttributes{}) != (i < b.size() ? b[i] : CarriedAttributes{}))
        differ(std::string("attributes of ") + what);
  }

  void block(const Block& a, const Block& b) {
    if (a.stmts.size() != b.stmts.size()) return differ("counts of statements");
    for (size_t i = 0; i < a.stmts.size(); ++i) {
      if (a.stmts[i].expr.index() != b.stmts[i].expr.index()) return differ("kinds of statement");
      std::visit(
          [&](const auto& x) { expr(x, std::get<std::decay_t<decltype(x)>>(b.stmts[i].expr)); },
          a.stmts[i].expr);
      bind(a.stmts[i].results, b.stmts[i].results, "results");
    }
    same(a.results, b.results, "results of a block");
  }

  void expr(const OpExpr& a, const OpExpr& b) {
    if (!(a.op == b.op))
      differ("op " + std::string(a.op.name()) + " beside " + std::string(b.op.name()));
    same(a.operands, b.operands, "operands");
  }
  void expr(const core::SliceExpr& a, const core::SliceExpr& b) {
    if (a.dim != b.dim || !ranges_.count(a.range) || ranges_[a.range] != b.range) differ("slice");
    same({a.operand}, {b.operand}, "operand of slice");
  }
  void expr(const core::LoopExpr& a, const core::LoopExpr& b) {
    if (a.axis != b.axis || a.attrs != b.attrs) differ("loop");
    ranges_[a.range] = b.range;
    block(*a.body, *b.body);
  }
  template <class Collective>
  void expr(const Collective& a, const Collective& b) {
    if (a.axes != b.axes) differ("axes");
    if constexpr (requires { a.monoid; })
      if (a.monoid != b.monoid) differ("monoid");
    if constexpr (requires { a.from; })
      if (a.from != b.from || a.to != b.to) differ("dimensions");
    same({a.operand}, {b.operand}, "operand of a collective");
  }

  const Function &a_, &b_;
  std::map<ValueId, ValueId> values_;
  std::map<RangeId, RangeId> ranges_;
  std::string text_;
};

inline std::string difference(const core::Program& a, const core::Program& b) {
  std::string text = Comparison<core::Function, core::Block>(a.main, b.main).run();
  if (a.mesh != b.mesh) text += "mesh\n";
  if (a.attributes != b.attributes) text += "attributes of the module\n";
  if (a.main.result_types != b.main.result_types) text += "result types\n";
  return text;
}
inline std::string difference(const hlo::Program& a, const hlo::Program& b) {
  std::string text = Comparison<hlo::Function, hlo::Block>(a.main, b.main).run();
  if (a.mesh != b.mesh) text += "mesh\n";
  if (a.attributes != b.attributes) text += "attributes of the module\n";
  if (a.main.param_dists != b.main.param_dists) text += "D of the parameters\n";
  if (a.main.result_dists != b.main.result_dists) text += "D of the results\n";
  return text;
}

inline core::Program read_core(const std::string& text) {
  return import_core_text(text, "t.mlir").program;
}
inline hlo::Program read_hlo(const std::string& text) { return import_hlo_text(text, "t.mlir"); }

inline void expect_round_trip(const core::Program& program) {
  const std::string text = print(program);
  const Imported again = import_any_text(text, "t.mlir");
  ASSERT_TRUE(std::holds_alternative<ImportedCore>(again)) << text;
  const core::Program& read = std::get<ImportedCore>(again).program;
  EXPECT_EQ(difference(program, read), "") << text;
  EXPECT_EQ(print(read), text);
}
inline void expect_round_trip(const hlo::Program& program) {
  const std::string text = print(program);
  const hlo::Program read = read_hlo(text);
  EXPECT_EQ(difference(program, read), "") << text;
  EXPECT_EQ(print(read), text);
}

}  // namespace partir
