// Typing of StableHLO modules. The forms that are not ops of AllOps have shape rules with labelled
// constraints, as ops do; the labels are those of the StableHLO specification where it has them. A
// violated one is premise 1 of T-Op, results of other types than the rule's are premise 2.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "semantics/module.h"
#include "semantics/module_parallel_typing.h"
#include "semantics/premises.h"

namespace partir::shlo {

namespace detail {
inline bool is_scalar(const Type& t, ElementType e) {
  return t.tensor() && *t.tensor() == TensorType{{}, e};
}
}  // namespace detail

/// The results of `call`.
inline TypeList infer(const Call& e, const Function& f, const Module& m) {
  const Function* callee = m.find(e.callee);
  constraint(callee != nullptr, "C1", "the callee is a function of the module", "@" + e.callee);
  constraint(f.types(e.operands) == callee->param_types(), "C2",
             "the operands have the types of the callee's parameters",
             [&] { return to_string(f.types(e.operands)); });
  return callee->result_types;
}
/// The results of `while`.
inline TypeList infer(const While& e, const Function& f) {
  const TypeList types = f.types(e.operands);
  constraint(f.types(e.cond.params) == types, "C1", "the condition takes the operands",
             [&] { return to_string(f.types(e.cond.params)); });
  constraint(f.types(e.cond.body.results) == TypeList{TensorType{{}, ElementType::I1}}, "C1",
             "the condition yields one tensor<i1>", [&] { return to_string(f.types(e.cond.body.results)); });
  constraint(f.types(e.body.params) == types, "C2", "the body takes the operands",
             [&] { return to_string(f.types(e.body.params)); });
  constraint(f.types(e.body.body.results) == types, "C2",
             "the body yields values like the operands", [&] { return to_string(f.types(e.body.body.results)); });
  return types;
}
/// The results of `if`.
inline TypeList infer(const If& e, const Function& f) {
  constraint(detail::is_scalar(f.type(e.pred), ElementType::I1), "I1", "pred is a tensor<i1>",
             [&] { return to_string(f.type(e.pred)); });
  const TypeList types = f.types(e.on_true.results);
  constraint(types == f.types(e.on_false.results), "C2", "both branches yield the same types",
             [&] { return to_string(f.types(e.on_false.results)); });
  return types;
}
/// The results of `case`.
inline TypeList infer(const Case& e, const Function& f) {
  constraint(detail::is_scalar(f.type(e.index), ElementType::I32), "I1", "index is a tensor<i32>",
             [&] { return to_string(f.type(e.index)); });
  constraint(!e.branches.empty(), "C1", "there is a branch", "0 branches");
  const TypeList types = f.types(e.branches[0].results);
  for (const Block& branch : e.branches)
    constraint(f.types(branch.results) == types, "C3", "all branches yield the same types",
               [&] { return to_string(f.types(branch.results)); });
  return types;
}
/// The result of `tuple`.
inline TypeList infer(const Tuple& e, const Function& f) {
  return {TupleType{f.types(e.operands)}};
}
/// The result of `get_tuple_element`.
inline TypeList infer(const GetTupleElement& e, const Function& f) {
  const auto* tuple = std::get_if<TupleType>(&f.type(e.operand).kind);
  constraint(tuple != nullptr, "I1", "the operand is a tuple", [&] { return to_string(f.type(e.operand)); });
  constraint(e.index >= 0 && e.index < static_cast<int64_t>(tuple->elements.size()), "C1",
             "0 <= index < size(operand)", [&] { return std::to_string(e.index); });
  return {tuple->elements[e.index]};
}
/// The result of `after_all`.
inline TypeList infer(const AfterAll& e, const Function& f) {
  for (ValueId x : e.operands)
    constraint(f.type(x) == Type(TokenType{}), "I1", "the operands are tokens",
               [&] { return to_string(f.type(x)); });
  return {TokenType{}};
}
/// The results of `optimization_barrier`.
inline TypeList infer(const Forward& e, const Function& f) { return f.types(e.operands); }
/// A check has no results.
inline TypeList infer(const Check& e, const Function& f) {
  const TensorType* actual = f.type(e.actual).tensor();
  constraint(actual != nullptr, "I1", "what is checked is a tensor", [&] { return to_string(f.type(e.actual)); });
  const Type expected = std::holds_alternative<Literal>(e.expected)
                            ? Type(std::get<Literal>(e.expected).type)
                            : f.type(std::get<ValueId>(e.expected));
  constraint(expected == Type(*actual), "C1", "what is expected has the same type",
             [&] { return to_string(expected); });
  constraint(e.criterion.kind == Criterion::Kind::Equal || is_float(actual->element) ||
                 is_complex(actual->element),
             "C2", "only floats and complex numbers are almost equal or close", [&] { return to_string(*actual); });
  constraint(e.criterion.tolerance >= 0, "C3", "0 <= tolerance",
             [&] { return std::to_string(e.criterion.tolerance); });
  constraint(e.criterion.min_ulp <= e.criterion.max_ulp, "C4",
             "min_ulp_difference <= max_ulp_difference", [&] { return std::to_string(e.criterion.min_ulp); });
  return {};
}

/// Checks one function.
class FunctionTyping {
 public:
  FunctionTyping(const Module& m, const Function& f)
      : m_(m), f_(f), in_scope_(f.values.size()), bound_(f.values.size()) {}

  void operator()() {
    for (ValueId x : f_.params) bind(x, f_.location);
    block(f_.body, f_.location);
    const Premises premise(Rule::T_Func, f_.location);
    const TypeList found = f_.types(f_.body.results);
    premise(1, found.size() == f_.result_types.size(),
            [&] { return std::to_string(found.size()) + " results"; },
            [&] { return std::to_string(f_.result_types.size()); });
    premise(2, found == f_.result_types, [&] { return to_string(found); },
            [&] { return to_string(f_.result_types); });
  }

 private:
  /// T-Var.
  void read(ValueId x, const Location& where) const {
    Premises(Rule::T_Var, where)(
        1, x < in_scope_.size() && in_scope_[x],
        [&] { return x < f_.values.size() ? value_name(f_, x) + " out of scope"
                                          : std::string("an unknown variable"); },
        std::string("a value in scope"));
  }
  void read(std::span<const ValueId> xs, const Location& where) const {
    for (ValueId x : xs) read(x, where);
  }
  /// T-Let, premise 2.
  void bind(ValueId x, const Location& where) {
    Premises(Rule::T_Let, where)(
        2, x < bound_.size() && !bound_[x],
        [&] { return x < f_.values.size() ? value_name(f_, x) : std::string("an unknown name"); },
        std::string("a new name"));
    bound_[x] = in_scope_[x] = true;
    scope_.push_back(x);
  }

  /// A block's own values leave the scope at its end.
  void block(const Block& b, const Location& where) {
    for (const Stmt& s : b.stmts) stmt(s);
    read(b.results, where);
  }
  void nested(std::span<const ValueId> params, const Block& b, const Location& where) {
    const size_t outer = scope_.size();
    for (ValueId x : params) bind(x, where);
    block(b, where);
    for (; scope_.size() > outer; scope_.pop_back()) in_scope_[scope_.back()] = false;
  }

  void stmt(const Stmt& s) {
    const Location& where = s.location;
    const Premises premise(Rule::T_Op, where);
    const TypeList declared = declared_types(s);
    TypeList inferred;
    try {
      inferred = std::visit(
          Overloaded{[&](const OpExpr& e) { return op(e, s); },
                     [&](const Call& e) { return read(e.operands, where), infer(e, f_, m_); },
                     [&](const While& e) {
                       read(e.operands, where);
                       nested(e.cond.params, e.cond.body, where);
                       nested(e.body.params, e.body.body, where);
                       return infer(e, f_);
                     },
                     [&](const If& e) {
                       read(e.pred, where);
                       nested({}, e.on_true, where);
                       nested({}, e.on_false, where);
                       return infer(e, f_);
                     },
                     [&](const Case& e) {
                       read(e.index, where);
                       for (const Block& branch : e.branches) nested({}, branch, where);
                       return infer(e, f_);
                     },
                     [&](const Tuple& e) { return read(e.operands, where), infer(e, f_); },
                     [&](const GetTupleElement& e) { return read(e.operand, where), infer(e, f_); },
                     [&](const AfterAll& e) { return read(e.operands, where), infer(e, f_); },
                     [&](const Forward& e) { return read(e.operands, where), infer(e, f_); },
                     [&](const Check& e) {
                       read(e.actual, where);
                       if (const auto* x = std::get_if<ValueId>(&e.expected)) read(*x, where);
                       return infer(e, f_);
                     },
                     // Nothing is known of it; what it declares is believed.
                     [&](const Outside&) { return declared; },
                     [&](const Dynamic& e) {
                       return read(e.operands, where), infer(e, f_, declared);
                     },
                     [&](const ReplicaId&) { return infer_id(); },
                     [&](const PartitionId&) { return infer_id(); },
                     [&](const Collective& e) {
                       return read(e.operands, where), infer(e, f_, declared);
                     },
                     [&](const Send& e) { return read(e.operands, where), infer(e, f_); },
                     [&](const Recv& e) { return read(e.token, where), infer(e, f_, declared); },
                     [&](const Infeed& e) { return read(e.token, where), infer(e, f_, declared); },
                     [&](const Outfeed& e) { return read(e.operands, where), infer(e, f_); },
                     [&](const RunParallel& e) {
                       return read(e.operands, where), infer(e, f_, m_);
                     }},
          s.expr);
    } catch (const ConstraintViolation& v) {
      premise(1, false, v.found,
              std::string(form_name(s.expr)) + " " + v.label + ": " + v.text);
    }
    premise(2, inferred == declared, [&] { return to_string(declared); },
            [&] { return to_string(inferred); });
    for (ValueId x : s.results) bind(x, where);
  }

  TypeList declared_types(const Stmt& s) const {
    for (ValueId x : s.results)
      if (x >= f_.values.size())
        Premises(Rule::T_Let, s.location)(2, false, std::string("an unknown name"),
                                          std::string("a new name"));
    return f_.types(s.results);
  }

  /// An op of AllOps takes and gives tensors.
  TypeList op(const OpExpr& e, const Stmt& s) const {
    const auto tensors = [&](std::span<const ValueId> xs) {
      Types types;
      for (ValueId x : xs) {
        const TensorType* t = f_.type(x).tensor();
        Premises(Rule::T_Op, s.location)(
            1, t != nullptr, [&] { return to_string(f_.type(x)); },
            [&] { return std::string(e.op.name()) + ": tensors"; });
        types.push_back(*t);
      }
      return types;
    };
    read(e.operands, s.location);
    op_premises(Premises(Rule::T_Op, s.location), e.op, tensors(e.operands), tensors(s.results));
    return f_.types(s.results);
  }

  const Module& m_;
  const Function& f_;
  std::vector<char> in_scope_, bound_;
  std::vector<ValueId> scope_;  ///< what is in scope, innermost last
};

/// Type-checks a module; throws Rejected.
inline void check(const Module& m) {
  for (const Function& f : m.functions) {
    Premises(Rule::T_Let, f.location)(2, m.find(f.name) == &f,
                                      [&] { return "@" + f.name + " once more"; },
                                      std::string("a new name"));
    FunctionTyping(m, f)();
  }
  GridTyping{m}();
}

}  // namespace partir::shlo
