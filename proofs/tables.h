// Every value of a run of either semantics, kept by observers.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "interp/core_interp.h"
#include "interp/spmd_interp.h"

namespace partir {

/// Each Core value at each coordinate `κ` of the axes of the loops around it.
template <class D>
class CoreTable : public CoreObserver<D> {
 public:
  /// Borrows the program.
  explicit CoreTable(const core::Program& program)
      : f_(program.main), axes_(f_.values.size()), at_(f_.values.size()) {}

  void on_args(const std::vector<Tensor<D>>& args) override {
    for (size_t i = 0; i < args.size(); ++i) at_[f_.params[i]] = {args[i]};
  }
  void on_stmt(const core::Stmt& s, const Coordinates& kappa,
               const std::vector<Tensor<D>>& results) override {
    for (size_t i = 0; i < results.size(); ++i) {
      const ValueId x = s.results[i];
      if (at_[x].empty())
        for (const auto& [range, index] : kappa) axes_[x].push_back(f_.ranges[range].axis);
      at_[x].push_back(results[i]);  // iterations come in row-major order of κ
    }
  }

  /// `A`: axes of the loops around the value's binder, outermost first.
  const AxisList& axes(ValueId x) const { return axes_[x]; }
  /// The values at each coordinate of `axes(x)`, row-major; empty if the run never bound `x`.
  const std::vector<Tensor<D>>& at(ValueId x) const { return at_[x]; }
  /// `ρ_{δ|A}(x)`.
  const Tensor<D>& at(ValueId x, const Mesh& mesh, const Device& device) const {
    return at_[x].at(static_cast<size_t>(mesh.index_in(axes_[x], device)));
  }
  size_t size() const { return at_.size(); }

 private:
  const core::Function& f_;
  std::vector<AxisList> axes_;
  std::vector<std::vector<Tensor<D>>> at_;
};

/// Each HLO value's family.
template <class D>
class HloTable : public SpmdObserver<D> {
 public:
  /// Borrows the program.
  explicit HloTable(const hlo::Program& program)
      : f_(program.main), at_(f_.values.size()) {}

  void on_args(const std::vector<Family<D>>& args) override {
    for (size_t i = 0; i < args.size(); ++i) at_[f_.params[i]] = args[i];
  }
  void on_stmt(const hlo::Stmt& s, const std::vector<Family<D>>& results) override {
    for (size_t i = 0; i < results.size(); ++i) at_[s.results[i]] = results[i];
  }
  /// `ρ'(x)`; nothing if the run never bound `x`.
  const std::optional<Family<D>>& at(ValueId x) const { return at_[x]; }

 private:
  const hlo::Function& f_;
  std::vector<std::optional<Family<D>>> at_;
};

/// Which HLO value the translation makes of each Core value: itself, except that an `any` result is
/// the body's (L-Any).
inline std::vector<ValueId> translated_names(const core::Function& f) {
  std::vector<ValueId> to(f.values.size());
  for (ValueId x = 0; x < to.size(); ++x) to[x] = x;
  auto visit = [&](auto& self, const core::Block& b) -> void {
    for (const core::Stmt& s : b.stmts)
      if (const auto* loop = std::get_if<core::LoopExpr>(&s.expr)) {
        self(self, *loop->body);
        for (size_t i = 0; i < s.results.size(); ++i)
          if (loop->attrs[i].kind == core::LoopAttr::Kind::Any)
            to[s.results[i]] = to[loop->body->results[i]];
      }
  };
  visit(visit, f.body);
  return to;
}

}  // namespace partir
