// Statements of a function that is being made: of PartIR:Core for a specification, of a module for what
// each device runs. The readers of upstream's dialects write through this one interface. No MLIR here.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "semantics/core.h"
#include "semantics/module.h"
#include "semantics/premises.h"

namespace partir::bridge {

class ModuleBuilder;

/// Appends statements to a function and makes their values.
class Builder {
 public:
  virtual ~Builder() = default;

  virtual const TensorType& type(ValueId x) const = 0;
  /// The number of values so far; those made later have greater numbers.
  virtual size_t size() const = 0;
  /// Gives a value the type and the name that the text gives it; `check` compares the type.
  virtual void declare(ValueId x, TensorType type, const std::string& name) = 0;
  /// This builder as one of a device's program; null for a specification.
  virtual ModuleBuilder* module() { return nullptr; }

  /// `op(operands)`, of one result; throws Rejected (T-Op, premise 1) where its shape rule refuses the
  /// operands.
  ValueId emit(Op op, std::vector<ValueId> operands, const Location& where) {
    Types types, results;
    for (ValueId x : operands) types.push_back(type(x));
    try {
      results = op.infer(types);
    } catch (const ConstraintViolation& v) {
      throw Rejected(Rule::T_Op, 1, where, v.found,
                     std::string(op.name()) + " " + v.label + ": " + v.text);
    }
    return append({std::move(op), std::move(operands)}, std::move(results.at(0)), where);
  }

  ValueId constant(Literal value, const Location& where) {
    return emit(Constant{std::move(value)}, {}, where);
  }
  /// `value`, rounded, throughout.
  ValueId splat(const TensorType& type, double value, const Location& where) {
    return constant(Literal::splat_value(type, value), where);
  }
  /// An index.
  ValueId index(int64_t value, const Location& where) {
    return constant(Literal::splat_bits({{}, ElementType::I64}, static_cast<uint64_t>(value)), where);
  }
  /// A value that nothing may depend on: `tensor.empty`, what a device gets that no device sends to.
  ValueId undefined(const TensorType& type, const Location& where) {
    return splat(type, undefined_, where);
  }
  /// A scalar as a tensor of that shape; a scalar itself where the shape is empty.
  ValueId spread(ValueId scalar, const Shape& shape, const Location& where) {
    return shape.empty() ? scalar : emit(BroadcastInDim{{}, shape}, {scalar}, where);
  }
  ValueId reshape(ValueId x, const Shape& shape, const Location& where) {
    return type(x).shape == shape ? x : emit(Reshape{shape}, {x}, where);
  }
  ValueId convert(ValueId x, ElementType element, const Location& where) {
    return type(x).element == element ? x : emit(Convert{element}, {x}, where);
  }
  /// Result dimension k is dimension `permutation[k]` of `x`.
  ValueId transpose(ValueId x, const std::vector<int64_t>& permutation, const Location& where) {
    for (size_t d = 0; d < permutation.size(); ++d)
      if (permutation[d] != static_cast<int64_t>(d)) return emit(Transpose{permutation}, {x}, where);
    return x;
  }
  /// Elements `start` to `limit` of each dimension.
  ValueId slice(ValueId x, const std::vector<int64_t>& start, const std::vector<int64_t>& limit,
                const Location& where) {
    if (start == std::vector<int64_t>(start.size(), 0) && limit == type(x).shape) return x;
    return emit(SliceOp{start, limit, std::vector<int64_t>(start.size(), 1)}, {x}, where);
  }

 protected:
  explicit Builder(double undefined) : undefined_(undefined) {}
  virtual ValueId append(OpExpr expr, TensorType result, const Location& where) = 0;

 private:
  double undefined_;
};

/// Of a specification.
class CoreBuilder : public Builder {
 public:
  CoreBuilder(core::Function& f, double undefined) : Builder(undefined), f_(f) {}
  const TensorType& type(ValueId x) const override { return f_.type(x); }
  size_t size() const override { return f_.values.size(); }
  void declare(ValueId x, TensorType type, const std::string& name) override {
    f_.values[x].type = std::move(type);
    if (f_.values[x].name.empty()) f_.values[x].name = name;
  }

 private:
  ValueId append(OpExpr expr, TensorType result, const Location& where) override {
    const ValueId x = f_.add_value(std::move(result), {}, where);
    f_.body.stmts.push_back({{x}, std::move(expr), where});
    return x;
  }
  core::Function& f_;
};

/// Of what each device runs: collectives and branches, too.
class ModuleBuilder : public Builder {
 public:
  ModuleBuilder(shlo::Function& f, double undefined)
      : Builder(undefined), f_(f), block_(&f.body) {}
  const TensorType& type(ValueId x) const override { return *f_.type(x).tensor(); }
  size_t size() const override { return f_.values.size(); }
  void declare(ValueId x, TensorType type, const std::string& name) override {
    f_.values[x].type = std::move(type);
    if (f_.values[x].name.empty()) f_.values[x].name = name;
  }
  ModuleBuilder* module() override { return this; }

  /// A form that is no op of AllOps; its results have the types given.
  std::vector<ValueId> emit_form(shlo::Expr expr, const Types& results, const Location& where) {
    std::vector<ValueId> ids;
    for (const TensorType& t : results) ids.push_back(f_.add_value(t, {}, where));
    block_->stmts.push_back({ids, std::move(expr), where});
    return ids;
  }
  /// The statements that `make()` appends, and the values that it returns, as a block of their own.
  template <class Make>
  shlo::Block nested(Make&& make) {
    shlo::Block block;
    shlo::Block* const outer = std::exchange(block_, &block);
    std::vector<ValueId> results = make();
    block_ = outer;
    block.results = std::move(results);
    return block;
  }

 private:
  ValueId append(OpExpr expr, TensorType result, const Location& where) override {
    return emit_form(std::move(expr), {std::move(result)}, where)[0];
  }
  shlo::Function& f_;
  shlo::Block* block_;
};

}  // namespace partir::bridge
