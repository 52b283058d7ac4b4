// Small builders for Core and HLO programs, so that tests read as sentences.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "semantics/core.h"
#include "semantics/diagnostics.h"
#include "semantics/hlo.h"

namespace partir::build {

/// `f32(256, 8)` is `tensor<256x8xf32>`; `i32`, `i1` likewise.
template <class... N>
TensorType f32(N... n) {
  return {{static_cast<int64_t>(n)...}, ElementType::F32};
}
template <class... N>
TensorType i32(N... n) {
  return {{static_cast<int64_t>(n)...}, ElementType::I32};
}
template <class... N>
TensorType i1(N... n) {
  return {{static_cast<int64_t>(n)...}, ElementType::I1};
}

/// `[m, k] x [k, n]`.
inline Op matmul() { return DotGeneral{{}, {}, {1}, {0}, ElementType::F32}; }
/// A splat constant.
inline Op splat(TensorType type, double value) {
  return Constant{Literal::splat_value(std::move(type), value)};
}
/// A constant with the elements 0, 1, 2, ..
inline Op dense(TensorType type) {
  Literal l{type, false, {}};
  const int64_t w = byte_width(type.element);
  l.data.resize(type.elements() * w);
  for (int64_t i = 0; i < type.elements(); ++i) {
    const uint64_t bits = Literal::encode(type.element, static_cast<double>(i));
    std::memcpy(l.data.data() + i * w, &bits, w);
  }
  return Constant{std::move(l)};
}

/// `D`: `dist(f32(8, 4), {{"B"}, {}})`, with partial axes and their ⊕ if any.
inline DistType dist(TensorType global, AxisLists dims, AxisList partial = {},
                     Monoid monoid = Monoid::Add) {
  return {std::move(global), std::move(dims), std::move(partial), monoid};
}

/// What the builders share. Statements get the locations test.mlir:1:1, test.mlir:2:1, .. in the
/// order in which they are begun. Operand types that an op or collective does not accept leave the
/// results at the first operand's type: the checker under test is to say why.
template <class Program, class Stmt>
class Builder {
 public:
  Program p;
  explicit Builder(Mesh mesh) {
    p.mesh = std::move(mesh);
    p.main.location = {"test.mlir", 100, 1, {}};
  }
  ValueId value(TensorType type, std::string name = {}) {
    return p.main.add_value(std::move(type), std::move(name));
  }
  const TensorType& type(ValueId x) const { return p.main.type(x); }
  /// The line of the statement that was begun last.
  unsigned line() const { return line_; }

 protected:
  Location next() { return {"test.mlir", ++line_, 1, {}}; }
  Types infer(const Op& op, const std::vector<ValueId>& operands) const {
    Types types;
    for (ValueId x : operands) types.push_back(type(x));
    try {
      return op.infer(types);
    } catch (const ConstraintViolation&) {
      return {types.empty() ? TensorType{} : types[0]};
    }
  }
  unsigned line_ = 0;
};

/// Builds a core::Program statement by statement.
class Core : public Builder<core::Program, core::Stmt> {
 public:
  explicit Core(Mesh mesh) : Builder(std::move(mesh)) {}

  ValueId param(TensorType type, std::string name = {}) {
    p.main.params.push_back(value(std::move(type), std::move(name)));
    return p.main.params.back();
  }
  ValueId op(Op op, std::vector<ValueId> operands, std::string name = {}) {
    const TensorType type = infer(op, operands)[0];
    return op_as(std::move(op), std::move(operands), type, std::move(name));
  }
  /// All results of an op that may have several.
  std::vector<ValueId> ops(Op op, std::vector<ValueId> operands) {
    std::vector<ValueId> results;
    for (const TensorType& t : infer(op, operands)) results.push_back(value(t));
    raw(OpExpr{std::move(op), std::move(operands)}, results);
    return results;
  }
  /// With a declared type of the caller's.
  ValueId op_as(Op op, std::vector<ValueId> operands, TensorType declared, std::string name = {}) {
    return push(OpExpr{std::move(op), std::move(operands)}, std::move(declared), std::move(name));
  }
  ValueId slice(int64_t d, ValueId x, RangeId r, std::string name = {}) {
    TensorType t = type(x);
    const Axis& a = p.main.ranges[r].axis;
    if (d >= 0 && d < t.rank() && p.mesh.contains(a)) t.shape[d] /= p.mesh.size(a);
    return push(core::SliceExpr{d, x, r}, t, std::move(name));
  }
  /// The body gets the range variable and returns its results.
  using Body = std::function<std::vector<ValueId>(RangeId)>;
  std::vector<ValueId> loops(const Axis& a, std::vector<core::LoopAttr> attrs, const Body& body) {
    core::LoopExpr e{a, std::move(attrs), p.main.add_range(a, "r_" + a), core::Block{}};
    core::Stmt s{{}, core::SliceExpr{}, next()};
    const auto saved = std::exchange(stmts_, {});
    e.body->results = body(e.range);
    e.body->stmts = std::exchange(stmts_, saved);
    for (size_t i = 0; i < e.attrs.size() && i < e.body->results.size(); ++i) {
      TensorType t = type(e.body->results[i]);
      const core::LoopAttr& σ = e.attrs[i];
      if (σ.kind == core::LoopAttr::Kind::Tile && σ.dim >= 0 && σ.dim < t.rank() &&
          p.mesh.contains(a))
        t.shape[σ.dim] *= p.mesh.size(a);
      s.results.push_back(value(t));
    }
    s.expr = std::move(e);
    const auto results = s.results;
    stmts_.push_back(std::move(s));
    return results;
  }
  ValueId loop(const Axis& a, core::LoopAttr attr, const std::function<ValueId(RangeId)>& body) {
    return loops(a, {attr}, [&](RangeId r) { return std::vector{body(r)}; })[0];
  }
  /// Any statement with results that exist already, for ill-formed programs.
  void raw(core::Expr e, std::vector<ValueId> results) {
    stmts_.push_back({std::move(results), std::move(e), next()});
  }
  /// `return xs`: the finished program, its result types as the values have them.
  core::Program returns(std::vector<ValueId> xs) {
    core::Program done = p;
    done.main.body.stmts = stmts_;
    for (ValueId x : xs) done.main.result_types.push_back(type(x));
    done.main.body.results = std::move(xs);
    return done;
  }

 private:
  ValueId push(core::Expr e, TensorType declared, std::string name) {
    const ValueId x = value(std::move(declared), std::move(name));
    raw(std::move(e), {x});
    return x;
  }
  std::vector<core::Stmt> stmts_;
};

/// Builds an hlo::Program statement by statement.
class Hlo : public Builder<hlo::Program, hlo::Stmt> {
 public:
  explicit Hlo(Mesh mesh) : Builder(std::move(mesh)) {}

  ValueId param(DistType d, std::string name = {}) {
    TensorType t = d.global;
    if (ill_formed(p.mesh, d).empty()) t = local(p.mesh, d);
    return param_as(std::move(d), std::move(t), std::move(name));
  }
  ValueId param_as(DistType d, TensorType declared, std::string name = {}) {
    p.main.params.push_back(value(std::move(declared), std::move(name)));
    p.main.param_dists.push_back(std::move(d));
    return p.main.params.back();
  }
  ValueId op(Op op, std::vector<ValueId> operands, std::string name = {}) {
    const TensorType type = infer(op, operands)[0];
    return op_as(std::move(op), std::move(operands), type, std::move(name));
  }
  ValueId op_as(Op op, std::vector<ValueId> operands, TensorType declared, std::string name = {}) {
    return push(OpExpr{std::move(op), std::move(operands)}, std::move(declared), std::move(name));
  }
  ValueId all_slice(AxisLists axes, ValueId x) {
    return push(hlo::AllSlice{axes, x}, scaled(type(x), axes, false));
  }
  ValueId all_gather(AxisLists axes, ValueId x) {
    return push(hlo::AllGather{axes, x}, scaled(type(x), axes, true));
  }
  ValueId all_reduce(Monoid m, AxisList axes, ValueId x) {
    return push(hlo::AllReduce{m, std::move(axes), x}, type(x));
  }
  ValueId reduce_scatter(Monoid m, AxisLists axes, ValueId x) {
    return push(hlo::ReduceScatter{m, axes, x}, scaled(type(x), axes, false));
  }
  ValueId all_to_all(int64_t from, int64_t to, AxisList axes, ValueId x) {
    const TensorType& t = type(x);
    AxisLists gathered(t.shape.size()), sliced(t.shape.size());
    if (from >= 0 && from < t.rank()) gathered[from] = axes;
    if (to >= 0 && to < t.rank()) sliced[to] = axes;
    return push(hlo::AllToAll{from, to, std::move(axes), x},
                scaled(scaled(t, gathered, true), sliced, false));
  }
  void raw(hlo::Expr e, std::vector<ValueId> results) {
    stmts_.push_back({std::move(results), std::move(e), next()});
  }
  /// `return xs` at the given distributed types.
  hlo::Program returns(std::vector<ValueId> xs, std::vector<DistType> dists) {
    hlo::Program done = p;
    done.main.body.stmts = stmts_;
    done.main.body.results = std::move(xs);
    done.main.result_dists = std::move(dists);
    return done;
  }

 private:
  ValueId push(hlo::Expr e, TensorType declared, std::string name = {}) {
    const ValueId x = value(std::move(declared), std::move(name));
    raw(std::move(e), {x});
    return x;
  }
  TensorType scaled(TensorType t, const AxisLists& axes, bool up) const {
    for (size_t d = 0; d < axes.size() && d < t.shape.size(); ++d)
      for (const Axis& a : axes[d]) {
        if (!p.mesh.contains(a)) continue;
        t.shape[d] = up ? t.shape[d] * p.mesh.size(a) : t.shape[d] / p.mesh.size(a);
      }
    return t;
  }
  std::vector<hlo::Stmt> stmts_;
};

/// Whether `f` throws Rejected of this rule and premise at this line of test.mlir, the texts of
/// what was found and expected containing those given.
template <class F>
testing::AssertionResult rejects(F&& f, Rule rule, int premise, unsigned line,
                                 const std::string& found, const std::string& expected) {
  try {
    f();
  } catch (const Rejected& r) {
    if (r.rule != rule || r.premise != premise)
      return testing::AssertionFailure() << "rejected otherwise: " << r.report();
    if (r.where().file() != "test.mlir" || r.where().line() != line)
      return testing::AssertionFailure() << "rejected elsewhere: " << r.report();
    if (r.found.find(found) == std::string::npos || r.expected.find(expected) == std::string::npos)
      return testing::AssertionFailure() << "rejected with other texts: " << r.report();
    if (premise_text(rule, premise).empty())
      return testing::AssertionFailure() << "rules.def has no such premise: " << r.report();
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "accepted";
}

/// The rules of a derivation, in order, as `T-Slice T-Op ..`.
inline std::string rules_of(const Derivation& derivation) {
  std::string s;
  for (const DerivationStep& step : derivation) s += (s.empty() ? "" : " ") + std::string(name(step.rule));
  return s;
}

}  // namespace partir::build
