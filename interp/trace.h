// Text traces of a run, for teaching: one line per statement with its coordinates or device groups.
// Small tensors are printed whole, large ones abbreviated. `partir run --trace` prints these.
#pragma once

#include <ostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "interp/core_interp.h"
#include "interp/spmd_interp.h"

namespace partir {

/// How much a trace shows.
struct TraceOptions {
  int64_t max_elements = 32;  ///< a tensor with more shows its first four
  int64_t max_groups = 8;     ///< distinct tensors shown of one family
};

namespace detail {
/// `[[1, 2], [3, 4]]`, or `[1, 2, 3, 4, .. 2048 elements]`.
template <class D>
std::string elements_text(const Tensor<D>& t, const TraceOptions& options) {
  std::vector<int64_t> index(t.shape().size(), 0);
  if (t.elements() > options.max_elements) {
    std::string s = "[";
    for (int k = 0; k < 4; ++k, next_index(index, t.shape())) s += t.element_text(index) + ", ";
    return s + ".. " + std::to_string(t.elements()) + " elements]";
  }
  auto text = [&](auto& self, size_t d) -> std::string {
    if (d == index.size()) return t.element_text(index);
    std::string s = "[";
    for (index[d] = 0; index[d] < t.shape()[d]; ++index[d])
      s += (index[d] ? ", " : "") + self(self, d + 1);
    index[d] = 0;
    return s + "]";
  };
  return text(text, 0);
}

/// `%name`, also of what an unchecked program misnames.
template <class Function>
std::string safe_name(const Function& f, ValueId x) {
  return x < f.values.size() ? value_name(f, x) : "%?" + std::to_string(x);
}
template <class Function>
std::string names(const Function& f, std::span<const ValueId> values) {
  std::string s;
  for (size_t i = 0; i < values.size(); ++i) s += (i ? ", " : "") + safe_name(f, values[i]);
  return s;
}
}  // namespace detail

/// A right-hand side on one line: `slice 0 %x[%r]`, `loop "B" [tile<0>]`, `dot_general %x, %w`.
inline std::string to_line(const core::Function& f, const core::Expr& expr) {
  return std::visit(Overloaded{[&](const OpExpr& e) {
                                 return std::string(e.op.name()) + (e.operands.empty() ? "" : " ") +
                                        detail::names(f, e.operands);
                               },
                               [&](const core::SliceExpr& e) {
                                 return "slice " + std::to_string(e.dim) + " " +
                                        detail::safe_name(f, e.operand) + "[" +
                                        core::range_name(f, e.range) + "]";
                               },
                               [&](const core::LoopExpr& e) {
                                 std::string s = "loop \"" + e.axis + "\" [";
                                 for (size_t i = 0; i < e.attrs.size(); ++i)
                                   s += (i ? ", " : "") + core::to_string(e.attrs[i]);
                                 return s + "]";
                               }},
                    expr);
}
/// A right-hand side on one line: `all_gather [{}, {"B"}] %x`, `all_reduce<add> {"M"} %x`.
inline std::string to_line(const hlo::Function& f, const hlo::Expr& expr) {
  auto reduction = [](Monoid m) { return "<" + std::string(name(m)) + ">"; };
  const std::string attributes = std::visit(
      Overloaded{
          [](const OpExpr&) { return std::string(); },
          [](const hlo::AllSlice& e) { return " " + to_string(e.axes); },
          [](const hlo::AllGather& e) { return " " + to_string(e.axes); },
          [&](const hlo::AllReduce& e) { return reduction(e.monoid) + " " + to_string(e.axes); },
          [&](const hlo::ReduceScatter& e) {
            return reduction(e.monoid) + " " + to_string(e.axes);
          },
          [](const hlo::AllToAll& e) {
            return " " + std::to_string(e.from) + " -> " + std::to_string(e.to) + " " +
                   to_string(e.axes);
          }},
      expr);
  const std::span<const ValueId> operands = hlo::operands(expr);
  return std::string(hlo::expr_name(expr)) + attributes + (operands.empty() ? "" : " ") +
         detail::names(f, operands);
}

/// Prints a Core run as it happens: statements of loop bodies indented under `%r = i of "B"`.
template <class D>
class CoreTrace : public CoreObserver<D> {
 public:
  /// Borrows program and stream.
  CoreTrace(const core::Program& program, std::ostream& out, TraceOptions options = {})
      : f_(program.main), mesh_(program.mesh), out_(out), options_(options) {}

  void on_args(const std::vector<Tensor<D>>& args) override {
    for (size_t i = 0; i < args.size(); ++i) line(0, {f_.params[i]}, "argument", {args[i]});
  }
  void on_iteration(const core::Stmt& loop, const Coordinates& kappa) override {
    const auto& [r, i] = kappa.back();
    const Axis& axis = f_.ranges[r].axis;
    indent(kappa.size() - 1);
    if (i == 0)
      out_ << detail::names(f_, loop.results) << " = " << to_line(f_, loop.expr) << " runs:\n",
          indent(kappa.size() - 1);
    out_ << " " << core::range_name(f_, r) << " = " << i << " of " << mesh_.size(axis) << ":\n";
  }
  void on_stmt(const core::Stmt& stmt, const Coordinates& kappa,
               const std::vector<Tensor<D>>& results) override {
    std::string at;
    for (const auto& [r, i] : kappa)
      at += (at.empty() ? " at (" : ", ") + f_.ranges[r].axis + "=" + std::to_string(i);
    line(kappa.size(), stmt.results, to_line(f_, stmt.expr) + at + (at.empty() ? "" : ")"),
         results);
  }
  void on_block(const core::Block& block, const Coordinates& kappa,
                const std::vector<Tensor<D>>&) override {
    indent(kappa.size());
    out_ << (kappa.empty() ? "return " : "yield ") << detail::names(f_, block.results) << "\n";
  }

 private:
  void indent(size_t depth) { out_ << std::string(2 * depth, ' '); }
  void line(size_t depth, const ValueIds& xs, const std::string& text,
            const std::vector<Tensor<D>>& results) {
    for (size_t j = 0; j < results.size() && j < xs.size(); ++j) {
      indent(depth);
      out_ << value_name(f_, xs[j]) << " = " << text << " : " << to_string(results[j].type())
           << " = " << detail::elements_text(results[j], options_) << "\n";
    }
  }

  const core::Function& f_;
  const Mesh& mesh_;
  std::ostream& out_;
  TraceOptions options_;
};

/// Prints an SPMD run as it happens. Devices that agree by Lemma 1 share a line: `(B=1): [..]`
/// speaks of every device whose coordinate on B is 1.
template <class D>
class SpmdTrace : public SpmdObserver<D> {
 public:
  /// Borrows program and stream.
  SpmdTrace(const hlo::Program& program, std::ostream& out, TraceOptions options = {})
      : f_(program.main), out_(out), options_(options) {}

  void on_args(const std::vector<Family<D>>& args) override {
    for (size_t i = 0; i < args.size(); ++i)
      line(f_.params[i],
           "argument" +
               (i < f_.param_dists.size() ? " " + to_string(f_.param_dists[i]) : std::string()),
           args[i]);
  }
  void on_stmt(const hlo::Stmt& stmt, const std::vector<Family<D>>& results) override {
    for (size_t j = 0; j < results.size() && j < stmt.results.size(); ++j)
      line(stmt.results[j], to_line(f_, stmt.expr), results[j]);
  }
  void on_results(const std::vector<Family<D>>&) override {
    out_ << "return " << detail::names(f_, f_.body.results) << "\n";
  }

 private:
  void line(ValueId x, const std::string& text, const Family<D>& v) {
    out_ << value_name(f_, x) << " = " << text << " : " << to_string(v.type());
    if (v.depends_on().empty()) {
      out_ << " = " << detail::elements_text(v.parts()[0], options_) << " on every device\n";
      return;
    }
    out_ << "\n";
    int64_t shown = 0;
    const int64_t groups = static_cast<int64_t>(v.parts().size());
    Device device(v.mesh().rank(), 0);
    for_each_coordinate(v.mesh(), v.depends_on(), device, [&](const Device& d) {
      if (shown++ >= options_.max_groups) return;
      std::string where;
      for (const Axis& a : v.depends_on())
        where += (where.empty() ? "" : ", ") + a + "=" + std::to_string(d[v.mesh().index(a)]);
      out_ << "    (" << where << "): " << detail::elements_text(v.at(d), options_) << "\n";
    });
    if (groups > options_.max_groups)
      out_ << "    .. " << groups - options_.max_groups << " more groups of devices\n";
  }

  const hlo::Function& f_;
  std::ostream& out_;
  TraceOptions options_;
};

}  // namespace partir
