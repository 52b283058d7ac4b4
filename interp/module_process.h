// One process of a StableHLO module: a machine with a stack of its own, so that it can stop where
// it has to wait for others and go on later.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "interp/located.h"
#include "interp/module_dynamic.h"
#include "interp/module_value.h"

namespace partir {

/// Runs one function. Calls and regions are on `stack_`, not on the one of C++.
template <class D>
class ModuleProcess {
 public:
  using Value = BasicModuleValue<D>;
  using Values = BasicModuleValues<D>;


  /// `depth` is that of the run within others. `name` is for reports, empty where there is only
  /// this process.
  ModuleProcess(BasicModuleRun<D>& run, const shlo::Function& f, Values args, shlo::ProcessId id,
                int64_t depth, std::string name)
      : run_(run), id_(id), depth_(depth), name_(std::move(name)) {
    enter(f, std::move(args), f.location);
  }

  /// Runs until the function returns (true), or until a statement needs other processes (false):
  /// then `waiting()` is that statement, and `resume` goes on.
  bool advance() {
    while (!stack_.empty()) {
      const Activation& top = stack_.back();
      if (top.next == top.block->stmts.size()) leave();
      else if (!step(top.block->stmts[top.next])) return false;
    }
    return true;
  }
  const shlo::Stmt& waiting() const { return stmt(stack_.back()); }
  const shlo::Function& function() const { return frames_.back().f; }
  /// The values of operands of the statement.
  Values operands(const ValueIds& xs) const {
    return values(xs, waiting().location);
  }
  /// Ends the statement with these results.
  void resume(Values results) { deliver(std::move(results)); }
  /// Lets the statement be the call of a function of the infeed.
  void feed(const shlo::Function& f) { enter(f, {}, waiting().location); }

  /// What the function returned.
  Values take_results() { return std::move(results_); }
  const shlo::ProcessId& id() const { return id_; }
  const std::string& name() const { return name_; }
  /// Of calls and regions in one another, those of outer runs included.
  int64_t depth() const { return depth_ + static_cast<int64_t>(stack_.size()); }

 private:
  /// A function that is running: `ρ`.
  struct Frame {
    const shlo::Function& f;
    std::vector<std::optional<Value>> values;
  };
  /// A block that is running, for the statement at which the block below stands.
  struct Activation {
    enum class Kind : uint8_t { Function, Branch, Condition, Body } kind;
    const shlo::Block* block;
    size_t next = 0;      ///< the statement that runs
    Values state;   ///< of a condition: what its loop has come to
  };
  using Kind = Activation::Kind;

  static const shlo::Stmt& stmt(const Activation& a) { return a.block->stmts[a.next]; }
  static Values one(Value v) {
    Values list;
    list.push_back(std::move(v));
    return list;
  }
  static Values token() { return one(Value{typename Value::Token{}}); }

  //===------------------------------------------------------------------------------------------===
  // Values
  //===------------------------------------------------------------------------------------------===

  const Value& value(ValueId x, const Location& where) const {
    const Frame& frame = frames_.back();
    if (x >= frame.values.size()) throw Stuck("an unknown value is read", "", where);
    if (!frame.values[x]) throw Stuck(value_name(frame.f, x) + " has no value here", "", where);
    return *frame.values[x];
  }
  Values values(std::span<const ValueId> xs, const Location& where) const {
    Values list;
    list.reserve(xs.size());
    for (ValueId x : xs) list.push_back(value(x, where));
    return list;
  }
  const Tensor<D>& tensor(ValueId x, const Location& where) const {
    const Tensor<D>* t = value(x, where).tensor();
    if (!t) throw Stuck(value_name(function(), x) + " is not a tensor", "", where);
    return *t;
  }
  std::vector<Tensor<D>> tensors(std::span<const ValueId> xs, const Location& where) const {
    std::vector<Tensor<D>> list;
    list.reserve(xs.size());
    for (ValueId x : xs) list.push_back(tensor(x, where));
    return list;
  }
  /// The one element of a scalar.
  template <class T>
  T scalar(ValueId x, ElementType e, const Location& where) const {
    const Tensor<D> t = decided(tensor(x, where), e);
    if (t.type() != TensorType{{}, e})
      throw Stuck(value_name(function(), x) + " is a " + to_string(t.type()), "", where);
    return t.template at<T>({});
  }
  void bind(const ValueIds& names, Values values, const Location& where) {
    Frame& frame = frames_.back();
    if (names.size() != values.size())
      throw Stuck(std::to_string(values.size()) + " values are bound to " +
                      std::to_string(names.size()) + " names", "", where);
    for (size_t i = 0; i < names.size(); ++i) {
      const ValueId x = names[i];
      if (x >= frame.values.size()) throw Stuck("an unknown value is bound", "", where);
      if (!inhabits(values[i], frame.f.type(x)))
        throw Stuck(value_name(frame.f, x) + " gets a value of another type than " +
                        to_string(frame.f.type(x)), "", where);
      frame.values[x] = std::move(values[i]);
    }
  }

  //===------------------------------------------------------------------------------------------===
  // Blocks
  //===------------------------------------------------------------------------------------------===

  void push(Kind kind, const shlo::Block& block, const Location& where, Values state = {}) {
    if (depth() >= run_.limits.depth)
      throw Unsupported("calls and regions nested deeper than " +
                            std::to_string(run_.limits.depth), where);
    stack_.push_back({kind, &block, 0, std::move(state)});
  }
  void enter(const shlo::Function& f, Values args, const Location& where) {
    push(Kind::Function, f.body, where);
    frames_.push_back({f, std::vector<std::optional<Value>>(f.values.size())});
    bind(f.params, std::move(args), where);
  }
  void branch(const shlo::Block& block, const Location& where) {
    if (OpWatch* watch = OpWatch::current()) watch->take(&block);
    push(Kind::Branch, block, where);
  }
  void condition(const shlo::While& loop, Values state, const Location& where) {
    bind(loop.cond.params, state, where);
    push(Kind::Condition, loop.cond.body, where, std::move(state));
  }
  void body(const shlo::While& loop, Values state, const Location& where) {
    budget::step(where);
    if (++run_.iterations > run_.limits.iterations)
      throw Unsupported("more than " + std::to_string(run_.limits.iterations) +
                            " iterations of loops", where);
    bind(loop.body.params, std::move(state), where);
    push(Kind::Body, loop.body.body, where);
  }

  /// The end of a block: its values end, and the statement for which it ran goes on.
  void leave() {
    Activation done = std::move(stack_.back());
    stack_.pop_back();
    // Where the block belongs.
    const Location& where = stack_.empty() ? function().location : waiting().location;
    Values results = values(done.block->results, where);
    if (done.kind == Kind::Function) {
      frames_.pop_back();
      if (stack_.empty()) results_ = std::move(results);
      else deliver(std::move(results));
      return;
    }
    Frame& frame = frames_.back();
    for (const shlo::Stmt& s : done.block->stmts)
      for (ValueId x : s.results) frame.values[x].reset();
    if (done.kind == Kind::Branch) return deliver(std::move(results));
    const auto& loop = std::get<shlo::While>(waiting().expr);
    const auto& params = done.kind == Kind::Condition ? loop.cond.params : loop.body.params;
    for (ValueId x : params) frame.values[x].reset();
    if (done.kind == Kind::Body) return condition(loop, std::move(results), where);
    const Tensor<D>* go_on = results.size() == 1 ? results[0].tensor() : nullptr;
    if (!go_on || !is_of(*go_on, {{}, ElementType::I1}))
      throw Stuck("the condition is not one tensor<i1>", "", where);
    if (decided(*go_on, ElementType::I1).template at<Bool>({}).bit == 0) deliver(std::move(done.state));
    else body(loop, std::move(done.state), where);
  }
  /// The results of the statement that runs, which ends.
  void deliver(Values results) {
    const shlo::Stmt& s = waiting();
    // Functions of the infeed give what is read; the token says that it was.
    if (std::holds_alternative<shlo::Infeed>(s.expr) && results.size() + 1 == s.results.size())
      results.push_back(token()[0]);
    if (run_.observer && depth() == 1) run_.observer->on_stmt(id_, s, results);
    bind(s.results, std::move(results), s.location);
    ++stack_.back().next;
  }

  //===------------------------------------------------------------------------------------------===
  // Statements
  //===------------------------------------------------------------------------------------------===

  /// Runs a statement, or begins to; false where it needs other processes.
  bool step(const shlo::Stmt& s) {
    const Location& where = s.location;
    budget::step(where);
    const auto ends = [&](Values results) {
      deliver(std::move(results));
      return true;
    };
    const auto id = [&](int64_t number) {
      const TensorType type{{}, ElementType::UI32};
      return ends(one(Value{
          Tensor<D>::template splat<uint32_t>(type, static_cast<uint32_t>(number))}));
    };
    return std::visit(
        Overloaded{
            [&](const OpExpr& e) {
              Values results;
              const std::vector<Tensor<D>> x = tensors(e.operands, where);
              for (Tensor<D>& t : detail::located(
                       Rule::E_Op, where, [&] { return apply_op<D>(e.op, x); }))
                results.push_back(Value{std::move(t)});
              return ends(std::move(results));
            },
            [&](const shlo::Call& e) {
              const shlo::Function* callee = run_.module.find(e.callee);
              if (!callee) throw Stuck("there is no function @" + e.callee, "", where);
              enter(*callee, values(e.operands, where), where);
              return true;
            },
            [&](const shlo::While& e) {
              condition(e, values(e.operands, where), where);
              return true;
            },
            [&](const shlo::If& e) {
              const bool taken = scalar<Bool>(e.pred, ElementType::I1, where).bit != 0;
              branch(taken ? e.on_true : e.on_false, where);
              return true;
            },
            [&](const shlo::Case& e) {
              const auto n = static_cast<int64_t>(e.branches.size());
              if (n == 0) throw Stuck("a case without branches", "", where);
              const int64_t i = scalar<int32_t>(e.index, ElementType::I32, where);
              branch(e.branches[i >= 0 && i < n ? i : n - 1], where);
              return true;
            },
            [&](const shlo::Tuple& e) {
              return ends(one(Value{values(e.operands, where)}));
            },
            [&](const shlo::GetTupleElement& e) {
              const auto* elements = std::get_if<Values>(&value(e.operand, where).kind);
              if (!elements || e.index < 0 || e.index >= static_cast<int64_t>(elements->size()))
                throw Stuck("component " + std::to_string(e.index) + " of what has none", "",
                            where);
              return ends(one((*elements)[e.index]));
            },
            [&](const shlo::AfterAll& e) {
              values(e.operands, where);
              return ends(token());
            },
            [&](const shlo::Forward& e) { return ends(values(e.operands, where)); },
            [&](const shlo::Check& e) {
              expect(e, where);
              return ends({});
            },
            [&](const shlo::Outside& e) -> bool { throw Unsupported(e.reason, where); },
            [&](const shlo::Dynamic& e) {
              const TensorType* declared =
                  s.results.size() == 1 && s.results[0] < function().values.size()
                      ? function().type(s.results[0]).tensor() : nullptr;
              if (!declared) throw Stuck("the result is not a tensor", "", where);
              return ends(one(Value{
                  apply_dynamic(e, tensors(e.operands, where), *declared, where)}));
            },
            [&](const shlo::ReplicaId&) { return id(id_.replica); },
            [&](const shlo::PartitionId&) { return id(id_.partition); },
            [&](const shlo::Outfeed& e) {
              values(e.operands, where);
              return ends(token());
            },
            [](const shlo::Collective&) { return false; },
            [](const shlo::Send&) { return false; }, [](const shlo::Recv&) { return false; },
            [](const shlo::Infeed&) { return false; },
            [](const shlo::RunParallel&) { return false; }},
        s.expr);
  }

  void expect(const shlo::Check& e, const Location& where) {
    if constexpr (!std::is_same_v<D, Native>)
      throw Unsupported(e.name + " in the domain " + std::string(D::name) +
                            ": checks judge element types' own values", where);
    else
      compare(e, where);
  }
  void compare(const shlo::Check& e, const Location& where)
    requires std::is_same_v<D, Native>
  {
    const Tensor<D>& actual = tensor(e.actual, where);
    const auto* constant = std::get_if<Literal>(&e.expected);
    const Tensor<D> expected = constant ? Tensor<D>::from_literal(*constant)
                                             : tensor(std::get<ValueId>(e.expected), where);
    if (actual.type() != expected.type() ||
        (e.criterion.kind != shlo::Criterion::Kind::Equal && !is_float(actual.element()) &&
         !is_complex(actual.element())))
      throw Stuck("a " + to_string(actual.type()) + " is checked against a " +
                      to_string(expected.type()), "", where);
    ModuleOutcome& outcome = run_.outcome;
    ++outcome.checks;
    std::optional<Differences> d = differences(e.criterion, actual, expected);
    if (!d) return;
    constexpr size_t most = 100;
    ++outcome.failed;
    if (outcome.failures.size() < most)
      outcome.failures.push_back({e.name, where, d->count, std::move(d->index),
                                  std::move(d->found), std::move(d->expected), name_});
  }

  BasicModuleRun<D>& run_;
  shlo::ProcessId id_;
  int64_t depth_;
  std::string name_;
  std::vector<Frame> frames_;
  std::vector<Activation> stack_;
  Values results_;
};

}  // namespace partir
