// Well-typed PartIR:Core programs by construction: what a recipe says, decoded against the typing rules.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "property_tests/generate/op_instances.h"
#include "property_tests/generate/recipe.h"
#include "semantics/core.h"

namespace partir::generate {

/// Of ops that make sums or pass them on.
inline const std::vector<InstanceFn>& sum_makers() {
  static const std::vector<InstanceFn> sums = makers_of<DotGeneral, Reduce, Add, Transpose, Multiply>();
  return sums;
}

/// Decodes a recipe. Every choice is among what the rules allow at that place, so that every recipe is a
/// well-typed program (property_tests/campaign_test.cpp checks that of each).
class Decoder : private Surroundings {
 public:
  /// Of ops of which `makers` has instances, every third one of `sums`.
  static core::Program program(const Recipe& recipe, const std::vector<InstanceFn>& makers = instance_makers(),
                               const std::vector<InstanceFn>& sums = sum_makers()) {
    Decoder d(recipe, makers, sums);
    return d.run(recipe);
  }

 private:
  Decoder(const Recipe& recipe, const std::vector<InstanceFn>& makers, const std::vector<InstanceFn>& sums)
      : makers_(makers), sums_(sums) {
    std::vector<std::pair<Axis, int64_t>> axes;
    for (size_t i = 0; i < recipe.sizes.size(); ++i)
      axes.emplace_back(std::string(1, "BMSP"[i % 4]) + (i < 4 ? "" : std::to_string(i / 4)),
                        recipe.sizes[i]);
    p_.mesh = Mesh(axes);
    p_.main.location = {"generated.mlir", 1, 1, {}};
    // two arguments that later statements like to read
    const std::vector<uint32_t> none;
    for (ElementType e : {ElementType::F32, ElementType::I32}) {
      Shape shape;
      for (const auto& [a, n] : p_.mesh.axes())
        if (shape.size() < 2) shape.push_back(n * (e == ElementType::F32 ? 1 : 2));
      if (shape.empty()) shape = {2, 3};
      argument({std::move(shape), e});
    }
  }

  core::Program run(const Recipe& recipe) {
    blocks_.emplace_back();
    for (const Step& s : recipe.steps) step(s);
    core::Function& f = p_.main;
    f.body.stmts = std::move(blocks_.back().stmts);
    // the last statement's results, and others
    read(recipe.results);
    if (!f.body.stmts.empty())
      f.body.results = f.body.stmts.back().results;
    for (int64_t more = pick(3) + (f.body.results.empty() ? 1 : 0); more > 0; --more)
      f.body.results.push_back(scope_[static_cast<size_t>(last(static_cast<int64_t>(scope_.size())))]);
    for (ValueId x : f.body.results) f.result_types.push_back(f.type(x));
    return std::move(p_);
  }

  // ---- numbers

  void read(const std::vector<uint32_t>& numbers) {
    numbers_ = &numbers;
    next_ = 0;
  }
  int64_t pick(int64_t n) override {
    const uint32_t v = next_ < numbers_->size() ? (*numbers_)[next_++] : 0;
    return n <= 1 ? 0 : static_cast<int64_t>(v) % n;
  }
  /// 0 to n - 1, the last ones more often; without numbers the last.
  int64_t last(int64_t n) { return n - 1 - std::min(pick(n), pick(n)); }

  /// 1 to 3, axis sizes and products of two of them; sometimes 0.
  int64_t extent() override {
    const auto& axes = p_.mesh.axes();
    const auto rank = static_cast<int64_t>(axes.size());
    const int64_t form = pick(24);
    if (form == 23) return 0;
    if (form >= 18 || rank == 0) return 1 + pick(3);
    const int64_t n = axes[static_cast<size_t>(pick(rank))].second;
    if (form < 10) return n;
    if (form < 14) return 2 * n;
    return n * axes[static_cast<size_t>(pick(rank))].second;
  }

  // ---- values

  const TensorType& type(ValueId x) const override { return p_.main.type(x); }

  ValueId define(TensorType type) {
    const ValueId x = p_.main.add_value(std::move(type), {}, here());
    tainted_.resize(p_.main.values.size());
    return x;
  }
  Location here() { return {"generated.mlir", ++line_, 1, {}}; }
  /// A new argument, which also what is in a loop may read.
  ValueId argument(TensorType type) {
    const ValueId x = define(std::move(type));
    p_.main.params.push_back(x);
    scope_.push_back(x);
    return x;
  }

  ValueId value(const std::function<bool(const TensorType&)>& fits,
                const TensorType& otherwise) override {
    // what was made last, mostly, so that programs are deep
    std::vector<ValueId> good;
    for (ValueId x : scope_)
      if (type(x).elements() <= max_elements && fits(type(x))) good.push_back(x);
    if (good.empty()) return make(otherwise);
    return good[static_cast<size_t>(last(static_cast<int64_t>(good.size())))];
  }
  ValueId want(const TensorType& wanted) override {
    const TensorType t = wanted;  // the values that it may come from move
    std::vector<ValueId> good;
    for (ValueId x : scope_)
      if (type(x) == t) good.push_back(x);
    if (!good.empty() && pick(4) > 0) return good[static_cast<size_t>(last(static_cast<int64_t>(good.size())))];
    return make(t);
  }
  /// A value of a type: a slice, an argument or a constant.
  ValueId make(const TensorType& t) {
    const int64_t form = pick(8);
    if (t.rank() > 0 && !ranges_.empty() && t.elements() > 0 && form < 5) {
      const RangeId r = ranges_[static_cast<size_t>(pick(static_cast<int64_t>(ranges_.size())))];
      TensorType whole = t;
      const int64_t d = pick(t.rank());
      whole.shape[d] *= p_.mesh.size(p_.main.ranges[r].axis);
      if (whole.elements() <= 4 * max_elements) {
        const auto there = std::find_if(scope_.begin(), scope_.end(),
                                        [&](ValueId x) { return type(x) == whole; });
        const ValueId from = there != scope_.end() ? *there : argument(whole);
        return slice(from, d, r);
      }
    }
    if (form == 7) {
      const ValueId x = define(t);
      push({{x}, OpExpr{Constant{detail::literal(*this, t)}, {}}, here()});
      return x;
    }
    return argument(t);
  }

  // ---- statements

  void push(core::Stmt s) {
    uint64_t taint = 0;
    for (ValueId x : core::operands(s.expr)) taint |= tainted_[x];
    if (const auto* slice = std::get_if<core::SliceExpr>(&s.expr)) taint |= bit(slice->range);
    if (!std::holds_alternative<core::LoopExpr>(s.expr))
      for (ValueId x : s.results) tainted_[x] = taint;
    for (ValueId x : s.results) scope_.push_back(x);
    blocks_.back().stmts.push_back(std::move(s));
  }
  static uint64_t bit(RangeId r) { return uint64_t{1} << (r % 64); }

  ValueId slice(ValueId x, int64_t d, RangeId r) {
    TensorType t = type(x);
    t.shape[d] /= p_.mesh.size(p_.main.ranges[r].axis);
    const ValueId y = define(t);
    push({{y}, core::SliceExpr{d, x, r}, here()});
    return y;
  }

  void step(const Step& s) {
    read(s.numbers);
    switch (s.form) {
      case Step::Form::Loop:
        if (loop(s)) return;
        break;
      case Step::Form::Slice:
        if (slice_something()) return;
        break;
      case Step::Form::Op: break;
    }
    op();
  }

  void op() {
    Instance made = pick(3) == 2 ? one_of(sums_)(*this) : one_of(makers_)(*this);
    Types operands;
    for (ValueId x : made.operands) operands.push_back(type(x));
    core::Stmt s{{}, core::Expr{OpExpr{made.op, made.operands}}, {}};
    for (TensorType& t : made.op.infer(operands)) s.results.push_back(define(std::move(t)));
    s.location = here();
    push(std::move(s));
  }

  /// A slice of a value that a range divides; whether there is one.
  bool slice_something() {
    struct Choice {
      ValueId x;
      int64_t d;
      RangeId r;
    };
    std::vector<Choice> choices;
    for (ValueId x : scope_)
      for (RangeId r : ranges_) {
        const int64_t n = p_.mesh.size(p_.main.ranges[r].axis);
        for (int64_t d = 0; d < type(x).rank(); ++d)
          if (type(x).shape[d] >= n && type(x).shape[d] % n == 0) choices.push_back({x, d, r});
      }
    if (choices.empty()) return false;
    const Choice c = choices[static_cast<size_t>(last(static_cast<int64_t>(choices.size())))];
    slice(c.x, c.d, c.r);
    return true;
  }

  /// A loop over an axis of no loop around; whether there is one.
  bool loop(const Step& s) {
    std::vector<Axis> axes;
    for (const auto& [a, n] : p_.mesh.axes())
      if (!contains(open_, a)) axes.push_back(a);
    if (axes.empty() || p_.main.ranges.size() >= 64) return false;
    const Axis a = one_of(axes);
    const RangeId r = p_.main.add_range(a);
    const Location where = here();
    const size_t visible = scope_.size();
    open_.push_back(a);
    ranges_.push_back(r);
    blocks_.emplace_back();
    for (const Step& inner : s.body) step(inner);

    // its results, of the values that the body binds where it binds some
    core::LoopExpr e{a, {}, r, core::Block{}};
    core::Stmt stmt{{}, core::SliceExpr{}, where};
    read(s.numbers);
    std::vector<uint64_t> taints;
    const size_t first = scope_.size() > visible ? visible : 0;
    for (int64_t count = 1 + (pick(4) == 3) + (pick(8) == 7); count > 0; --count) {
      const ValueId x = scope_[first + static_cast<size_t>(last(static_cast<int64_t>(scope_.size() - first)))];
      e.attrs.push_back(attribute(x, r, p_.mesh.size(a)));
      e.body->results.push_back(x);
      taints.push_back(tainted_[x]);
    }
    e.body->stmts = std::move(blocks_.back().stmts);
    blocks_.pop_back();
    ranges_.pop_back();
    open_.pop_back();
    scope_.resize(visible);
    for (size_t i = 0; i < e.attrs.size(); ++i) {
      TensorType t = type(e.body->results[i]);
      if (e.attrs[i].kind == core::LoopAttr::Kind::Tile) t.shape[e.attrs[i].dim] *= p_.mesh.size(a);
      const ValueId y = define(std::move(t));
      tainted_[y] = taints[i];
      stmt.results.push_back(y);
    }
    stmt.expr = std::move(e);
    push(std::move(stmt));
    return true;
  }
  /// What may become of result x of a body.
  core::LoopAttr attribute(ValueId x, RangeId r, int64_t size) {
    std::vector<core::LoopAttr> all;
    const TensorType& t = type(x);
    if (t.elements() * size <= max_elements)
      for (int64_t d = 0; d < t.rank(); ++d) all.push_back(core::LoopAttr::tile(d));
    if (!(tainted_[x] & bit(r)) && (all.empty() || pick(2) == 0)) return core::LoopAttr::any();
    if (all.empty() || pick(3) == 2) return core::LoopAttr::reduce(detail::monoid(*this, t.element));
    return one_of(all);
  }

  const std::vector<InstanceFn>& makers_;
  const std::vector<InstanceFn>& sums_;
  core::Program p_;
  std::vector<core::Block> blocks_;  ///< open, outermost first
  std::vector<ValueId> scope_;       ///< values that may be read, in order
  std::vector<RangeId> ranges_;      ///< in scope, outermost first
  AxisList open_;                    ///< their axes
  std::vector<uint64_t> tainted_;    ///< per value: the ranges that it depends on
  const std::vector<uint32_t>* numbers_ = nullptr;
  size_t next_ = 0;
  unsigned line_ = 1;
};

/// The program of a recipe.
inline core::Program decode(const Recipe& recipe) { return Decoder::program(recipe); }

}  // namespace partir::generate
