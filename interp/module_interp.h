// What a StableHLO module means, run sequentially: a function of tensors, tokens and tuples, and
// the checks on the way, each of which holds or fails. A failed check is a value of the run and
// does not end it. Run `check(module)` first; a module that was not checked ends in Stuck, never in
// undefined behaviour.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "interp/criteria.h"
#include "interp/evaluate.h"
#include "interp/located.h"
#include "semantics/module.h"

namespace partir {

/// A value of a module: a tensor, a token, or a tuple.
struct ModuleValue {
  struct Token {};
  std::variant<Tensor<Native>, Token, std::vector<ModuleValue>> kind;

  const Tensor<Native>* tensor() const { return std::get_if<Tensor<Native>>(&kind); }
};
using ModuleValues = std::vector<ModuleValue>;

/// Whether a value is one of a type's.
inline bool inhabits(const ModuleValue& v, const shlo::Type& type) {
  if (const auto* t = v.tensor()) return type.tensor() && t->type() == *type.tensor();
  if (std::holds_alternative<ModuleValue::Token>(v.kind))
    return std::holds_alternative<shlo::TokenType>(type.kind);
  const auto* tuple = std::get_if<shlo::TupleType>(&type.kind);
  const auto& elements = std::get<ModuleValues>(v.kind);
  if (!tuple || tuple->elements.size() != elements.size()) return false;
  for (size_t i = 0; i < elements.size(); ++i)
    if (!inhabits(elements[i], tuple->elements[i])) return false;
  return true;
}

/// A check that did not hold.
struct CheckFailure {
  std::string check;
  Location where;
  int64_t count = 0;                 ///< elements that are not as expected
  std::vector<int64_t> index;        ///< of the first of them
  std::string found, expected;       ///< there
};

/// How a run ended: results, and what its checks found. Failures beyond the hundredth are counted.
struct ModuleOutcome {
  ModuleValues results;
  int64_t checks = 0, failed = 0;
  std::vector<CheckFailure> failures;
};

/// What a run may take before it is given up.
struct ModuleLimits {
  int64_t depth = 500;                ///< of calls and regions in one another
  int64_t iterations = 100'000'000;   ///< of all loops together
};

/// Runs functions of one module, which it borrows.
class ModuleInterpreter {
 public:
  explicit ModuleInterpreter(const shlo::Module& m, ModuleLimits limits = {})
      : m_(m), limits_(limits) {}

  /// `f` on `args`. Throws Unsupported where the run reaches what the toolkit does not cover, or
  /// exceeds a limit; Stuck where it has no meaning.
  ModuleOutcome operator()(const shlo::Function& f, ModuleValues args) {
    outcome_ = {};
    depth_ = iterations_ = 0;
    outcome_.results = function(f, std::move(args), f.location);
    return std::move(outcome_);
  }

 private:
  /// A function that is running: `ρ`.
  struct Frame {
    const shlo::Function& f;
    std::vector<std::optional<ModuleValue>> values;
  };
  /// One more block within others.
  class Deeper {
   public:
    Deeper(ModuleInterpreter& run, const Location& where) : run_(run) {
      if (run.depth_ >= run.limits_.depth)
        throw Unsupported("calls and regions nested deeper than " +
                              std::to_string(run.limits_.depth), where);
      ++run.depth_;
    }
    ~Deeper() { --run_.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    ModuleInterpreter& run_;
  };

  static ModuleValues one(ModuleValue v) {
    ModuleValues list;
    list.push_back(std::move(v));
    return list;
  }
  const ModuleValue& value(const Frame& frame, ValueId x, const Location& where) const {
    if (x >= frame.values.size()) throw Stuck("an unknown value is read", "", where);
    if (!frame.values[x]) throw Stuck(value_name(frame.f, x) + " has no value here", "", where);
    return *frame.values[x];
  }
  ModuleValues values(const Frame& frame, const std::vector<ValueId>& xs,
                      const Location& where) const {
    ModuleValues list;
    for (ValueId x : xs) list.push_back(value(frame, x, where));
    return list;
  }
  const Tensor<Native>& tensor(const Frame& frame, ValueId x, const Location& where) const {
    const Tensor<Native>* t = value(frame, x, where).tensor();
    if (!t) throw Stuck(value_name(frame.f, x) + " is not a tensor", "", where);
    return *t;
  }
  /// The one element of a scalar.
  template <class T>
  T scalar(const Frame& frame, ValueId x, ElementType e, const Location& where) const {
    const Tensor<Native>& t = tensor(frame, x, where);
    if (t.type() != TensorType{{}, e})
      throw Stuck(value_name(frame.f, x) + " is a " + to_string(t.type()), "", where);
    return t.at<T>({});
  }
  void bind(Frame& frame, const std::vector<ValueId>& names, ModuleValues values,
            const Location& where) const {
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

  ModuleValues function(const shlo::Function& f, ModuleValues args, const Location& where) {
    Frame frame{f, std::vector<std::optional<ModuleValue>>(f.values.size())};
    bind(frame, f.params, std::move(args), where);
    return block(frame, f.body, where);
  }

  ModuleValues block(Frame& frame, const shlo::Block& b, const Location& where) {
    const Deeper deeper(*this, where);
    for (const shlo::Stmt& s : b.stmts)
      bind(frame, s.results, evaluate(frame, s), s.location);
    ModuleValues results = values(frame, b.results, where);
    for (const shlo::Stmt& s : b.stmts)
      for (ValueId x : s.results) frame.values[x].reset();
    return results;
  }
  ModuleValues region(Frame& frame, const shlo::Region& r, ModuleValues args,
                      const Location& where) {
    bind(frame, r.params, std::move(args), where);
    return block(frame, r.body, where);
  }

  ModuleValues evaluate(Frame& frame, const shlo::Stmt& s) {
    const Location& where = s.location;
    return std::visit(
        Overloaded{
            [&](const OpExpr& e) { return op(frame, e, where); },
            [&](const shlo::Call& e) {
              const shlo::Function* callee = m_.find(e.callee);
              if (!callee) throw Stuck("there is no function @" + e.callee, "", where);
              return function(*callee, values(frame, e.operands, where), where);
            },
            [&](const shlo::While& e) { return loop(frame, e, where); },
            [&](const shlo::If& e) {
              const bool taken = scalar<Bool>(frame, e.pred, ElementType::I1, where).bit != 0;
              return block(frame, taken ? e.on_true : e.on_false, where);
            },
            [&](const shlo::Case& e) {
              const auto n = static_cast<int64_t>(e.branches.size());
              if (n == 0) throw Stuck("a case without branches", "", where);
              const int64_t i = scalar<int32_t>(frame, e.index, ElementType::I32, where);
              return block(frame, e.branches[i >= 0 && i < n ? i : n - 1], where);
            },
            [&](const shlo::Tuple& e) {
              return one(ModuleValue{values(frame, e.operands, where)});
            },
            [&](const shlo::GetTupleElement& e) {
              const auto* elements =
                  std::get_if<ModuleValues>(&value(frame, e.operand, where).kind);
              if (!elements || e.index < 0 || e.index >= static_cast<int64_t>(elements->size()))
                throw Stuck("component " + std::to_string(e.index) + " of what has none", "",
                            where);
              return one((*elements)[e.index]);
            },
            [&](const shlo::AfterAll& e) {
              values(frame, e.operands, where);
              return one(ModuleValue{ModuleValue::Token{}});
            },
            [&](const shlo::Forward& e) { return values(frame, e.operands, where); },
            [&](const shlo::Check& e) {
              expect(frame, e, where);
              return ModuleValues{};
            },
            [&](const shlo::Outside& e) -> ModuleValues { throw Unsupported(e.reason, where); }},
        s.expr);
  }

  ModuleValues op(const Frame& frame, const OpExpr& e, const Location& where) const {
    std::vector<Tensor<Native>> operands;
    for (ValueId x : e.operands) operands.push_back(tensor(frame, x, where));
    ModuleValues results;
    for (Tensor<Native>& t : detail::located(Rule::E_Op, where,
                                             [&] { return apply_op<Native>(e.op, operands); }))
      results.push_back(ModuleValue{std::move(t)});
    return results;
  }

  ModuleValues loop(Frame& frame, const shlo::While& e, const Location& where) {
    ModuleValues state = values(frame, e.operands, where);
    for (;;) {
      const ModuleValues cond = region(frame, e.cond, state, where);
      const Tensor<Native>* go_on = cond.size() == 1 ? cond[0].tensor() : nullptr;
      if (!go_on || go_on->type() != TensorType{{}, ElementType::I1})
        throw Stuck("the condition is not one tensor<i1>", "", where);
      if (go_on->at<Bool>({}).bit == 0) return state;
      if (++iterations_ > limits_.iterations)
        throw Unsupported("more than " + std::to_string(limits_.iterations) +
                              " iterations of loops", where);
      state = region(frame, e.body, std::move(state), where);
    }
  }

  void expect(const Frame& frame, const shlo::Check& e, const Location& where) {
    const Tensor<Native>& actual = tensor(frame, e.actual, where);
    const auto* constant = std::get_if<Literal>(&e.expected);
    const Tensor<Native> expected =
        constant ? Tensor<Native>::from_literal(*constant)
                 : tensor(frame, std::get<ValueId>(e.expected), where);
    if (actual.type() != expected.type() ||
        (e.criterion.kind != shlo::Criterion::Kind::Equal && !is_float(actual.element()) &&
         !is_complex(actual.element())))
      throw Stuck("a " + to_string(actual.type()) + " is checked against a " +
                      to_string(expected.type()), "", where);
    ++outcome_.checks;
    std::optional<Differences> d = differences(e.criterion, actual, expected);
    if (!d) return;
    constexpr size_t most = 100;
    ++outcome_.failed;
    if (outcome_.failures.size() < most)
      outcome_.failures.push_back({e.name, where, d->count, std::move(d->index),
                                   std::move(d->found), std::move(d->expected)});
  }

  const shlo::Module& m_;
  ModuleLimits limits_;
  ModuleOutcome outcome_;
  int64_t depth_ = 0, iterations_ = 0;
};

/// `check.expect_eq at [0, 1]: found 3, expected 4 (and 2 more elements)`.
inline std::string to_string(const CheckFailure& f) {
  std::string s = f.check + " at " + to_string(f.index) + ": found " + f.found + ", expected " +
                  f.expected;
  if (f.count > 1)
    s += " (and " + std::to_string(f.count - 1) + " more element" + (f.count > 2 ? "s)" : ")");
  return s;
}

}  // namespace partir
