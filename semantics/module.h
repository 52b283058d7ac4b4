// Syntax of a StableHLO module: named functions that call each other, with the control flow,
// tuples, tokens and checks that PartIR:Core does not have. Every binder is unique in its function;
// a region sees the values around it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "semantics/module_dynamic.h"
#include "semantics/module_parallel.h"
#include "semantics/program.h"

namespace partir::shlo {

using partir::to_string;  // the overloads below would hide those of the enclosing namespace

/// Orders side effects; has one value.
struct TokenType {
  friend bool operator==(const TokenType&, const TokenType&) = default;
};
/// A type that the toolkit does not cover, as MLIR prints it; has no values.
struct OutsideType {
  std::string text;
  friend bool operator==(const OutsideType&, const OutsideType&) = default;
};
struct Type;
/// `tuple<τ1, .., τn>`.
struct TupleType {
  std::vector<Type> elements;
  friend bool operator==(const TupleType&, const TupleType&) = default;
};
/// The type of a value of a module.
struct Type {
  std::variant<TensorType, TokenType, TupleType, OutsideType> kind;
  Type() = default;
  Type(TensorType t) : kind(std::move(t)) {}   // NOLINT: a tensor type is a Type
  Type(TokenType t) : kind(t) {}               // NOLINT
  Type(TupleType t) : kind(std::move(t)) {}    // NOLINT
  Type(OutsideType t) : kind(std::move(t)) {}  // NOLINT
  const TensorType* tensor() const { return std::get_if<TensorType>(&kind); }
  friend bool operator==(const Type&, const Type&) = default;
};
using TypeList = std::vector<Type>;

/// `tensor<2xf32>`, `tuple<tensor<f32>, !stablehlo.token>`.
inline std::string to_string(const Type& t) {
  return std::visit(Overloaded{[](const TensorType& x) { return partir::to_string(x); },
                               [](const TokenType&) { return std::string("!stablehlo.token"); },
                               [](const TupleType& x) {
                                 std::string s = "tuple<";
                                 for (size_t i = 0; i < x.elements.size(); ++i)
                                   s += (i ? ", " : "") + to_string(x.elements[i]);
                                 return s + ">";
                               },
                               [](const OutsideType& x) { return x.text; }},
                    t.kind);
}
/// `(tensor<2xf32>, tensor<i1>)`.
inline std::string to_string(const TypeList& types) {
  std::string s = "(";
  for (size_t i = 0; i < types.size(); ++i) s += (i ? ", " : "") + to_string(types[i]);
  return s + ")";
}

/// What a function knows of a value.
struct Value {
  Type type;
  std::string name;
  Location location;
};

struct Stmt;
/// Statements, then what the block hands out.
struct Block {
  std::vector<Stmt> stmts;
  std::vector<ValueId> results;
};
/// A block with parameters of its own.
struct Region {
  std::vector<ValueId> params;
  Block body;
};

/// `func.call @callee(x̄)`; `stablehlo.composite` is the call of its decomposition.
struct Call {
  std::string callee;
  std::vector<ValueId> operands;
};
/// `while (cond(x̄)) x̄ = body(x̄)`.
struct While {
  std::vector<ValueId> operands;
  Region cond, body;
};
/// `if pred then on_true else on_false`.
struct If {
  ValueId pred = 0;
  Block on_true, on_false;
};
/// The branch at `index`, or the last one where the index is out of range.
struct Case {
  ValueId index = 0;
  std::vector<Block> branches;
};
/// `(x1, .., xn)` as one value.
struct Tuple {
  std::vector<ValueId> operands;
};
/// Component `index` of a tuple.
struct GetTupleElement {
  ValueId operand = 0;
  int64_t index = 0;
};
/// A token after those of the operands.
struct AfterAll {
  std::vector<ValueId> operands;
};
/// The operands as they are: barriers of what is not one tensor, annotations.
struct Forward {
  std::vector<ValueId> operands;
};

/// When an element is as expected.
struct Criterion {
  enum class Kind : uint8_t {
    Equal,        ///< equal as numbers: +0 is -0, NaN is nothing's equal
    AlmostEqual,  ///< of one sign and at most `tolerance` apart, or both NaN
    Close         ///< from `min_ulp` to `max_ulp` representable numbers apart, or both NaN
  };
  Kind kind = Kind::Equal;
  double tolerance = default_tolerance;
  uint64_t min_ulp = 0, max_ulp = default_max_ulp;

  /// Of `check.expect_almost_eq`; its form as a custom call, which says no tolerance, has 0.001.
  static constexpr double default_tolerance = 0.0001, custom_call_tolerance = 0.001;
  static constexpr uint64_t default_max_ulp = 3;
};
/// `check.expect_*`: `actual` against a value or a constant, element by element.
struct Check {
  std::string name;  ///< `check.expect_eq_const`, for reports
  Criterion criterion;
  ValueId actual = 0;
  std::variant<ValueId, Literal> expected;
};
/// An op outside the toolkit's fragment; running it throws Unsupported with this reason.
struct Outside {
  std::string reason;
};

/// The right-hand side of a statement.
using Expr = std::variant<OpExpr, Call, While, If, Case, Tuple, GetTupleElement, AfterAll, Forward,
                          Check, Outside, Dynamic, ReplicaId, PartitionId, Collective, Send, Recv,
                          Infeed, Outfeed, RunParallel>;

/// `x̄ = expr`.
struct Stmt {
  std::vector<ValueId> results;
  Expr expr;
  Location location;
};

/// What messages call a right-hand side: `while`, `all_gather`.
inline const char* form_name(const Expr& e) {
  return std::visit(
      Overloaded{[](const OpExpr&) { return "op"; }, [](const Call&) { return "call"; },
                 [](const While&) { return "while"; }, [](const If&) { return "if"; },
                 [](const Case&) { return "case"; }, [](const Tuple&) { return "tuple"; },
                 [](const GetTupleElement&) { return "get_tuple_element"; },
                 [](const AfterAll&) { return "after_all"; },
                 [](const Forward&) { return "optimization_barrier"; },
                 [](const Check&) { return "check"; }, [](const Outside&) { return "outside"; },
                 [](const Dynamic& d) { return dynamic_name(d); },
                 [](const ReplicaId&) { return "replica_id"; },
                 [](const PartitionId&) { return "partition_id"; },
                 [](const Collective& c) { return collective_name(c); },
                 [](const Send&) { return "send"; }, [](const Recv&) { return "recv"; },
                 [](const Infeed&) { return "infeed"; }, [](const Outfeed&) { return "outfeed"; },
                 [](const RunParallel&) { return "run_parallel"; }},
      e);
}

/// `func @name(params) -> result_types { body }`.
struct Function {
  std::string name;
  bool is_public = true;
  std::vector<ValueId> params;
  TypeList result_types;
  Block body;
  std::vector<Value> values;
  Location location;

  ValueId add_value(Type type, std::string value_name = {}, Location where = {}) {
    values.push_back({std::move(type), std::move(value_name), where});
    return static_cast<ValueId>(values.size() - 1);
  }
  const Type& type(ValueId x) const { return values[x].type; }
  TypeList param_types() const { return types(params); }
  TypeList types(std::span<const ValueId> xs) const {
    TypeList list;
    for (ValueId x : xs) list.push_back(type(x));
    return list;
  }
};

/// The functions of a module.
struct Module {
  std::vector<Function> functions;
  std::map<std::string, size_t> by_name;  ///< the first function of each name

  Function& add(Function f) {
    by_name.try_emplace(f.name, functions.size());
    return functions.emplace_back(std::move(f));
  }
  /// The function of that name, or null.
  const Function* find(const std::string& name) const {
    const auto found = by_name.find(name);
    return found == by_name.end() ? nullptr : &functions[found->second];
  }
  /// What a test runs: `@main`, else every public function; of those that take no arguments.
  std::vector<const Function*> tests() const {
    if (const Function* main = find("main"); main && main->params.empty()) return {main};
    std::vector<const Function*> found;
    for (const Function& f : functions)
      if (f.is_public && f.params.empty()) found.push_back(&f);
    return found;
  }
};

}  // namespace partir::shlo
