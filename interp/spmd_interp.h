// The denotation of PartIR:HLO (calculus.md section 2): families of tensors, in lock step, one
// statement after the other for all devices; no threads. Run `check(program)` first; a program that
// was not checked never causes undefined behaviour here, it ends in Stuck.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interp/collectives.h"
#include "interp/evaluate.h"
#include "interp/family.h"
#include "interp/located.h"
#include "semantics/hlo.h"

namespace partir {

/// Watches a run. Every hook may be left out; the program outlives the run, the tensors are shared.
template <class D>
struct SpmdObserver {
  virtual ~SpmdObserver() = default;
  /// The arguments, before the first statement.
  virtual void on_args(const std::vector<Family<D>>& args) { (void)args; }
  /// `stmt` has the values `results`.
  virtual void on_stmt(const hlo::Stmt& stmt, const std::vector<Family<D>>& results) {
    (void)stmt, (void)results;
  }
  /// The tuple that ends the function.
  virtual void on_results(const std::vector<Family<D>>& results) { (void)results; }
};

/// P-Op: pointwise, once per distinct coordinate of the union of the operands' axes.
template <class D>
std::vector<Family<D>> P_Op(const std::shared_ptr<const Mesh>& mesh, const Op& op,
                            const std::vector<const Family<D>*>& x) {
  OpCache cache;
  return zip(mesh, x, [&](const std::vector<Tensor<D>>& local) { return apply_op<D>(op, local, cache); });
}

namespace detail {
/// The value of one right-hand side; `value(x)` is `ρ'(x)`.
template <class D, class Lookup>
std::vector<Family<D>> evaluate(const std::shared_ptr<const Mesh>& mesh, const hlo::Expr& expr,
                                Lookup&& value) {
  using Families = std::vector<Family<D>>;
  return std::visit(
      Overloaded{
          [&](const OpExpr& e) {
            std::vector<const Family<D>*> x;
            for (ValueId v : e.operands) x.push_back(&value(v));
            return P_Op<D>(mesh, e.op, x);
          },
          [&](const hlo::AllSlice& e) { return Families{P_Slice(e.axes, value(e.operand))}; },
          [&](const hlo::AllGather& e) { return Families{P_Gather(e.axes, value(e.operand))}; },
          [&](const hlo::AllReduce& e) {
            return Families{P_Reduce(e.monoid, e.axes, value(e.operand))};
          },
          [&](const hlo::ReduceScatter& e) {
            return Families{P_Scatter(e.monoid, e.axes, value(e.operand))};
          },
          [&](const hlo::AllToAll& e) {
            return Families{P_AllToAll(e.from, e.to, e.axes, value(e.operand))};
          }},
      expr);
}

inline void require_args(const hlo::Function& f, size_t found) {
  if (found != f.params.size())
    throw BadInput("@" + f.name + " has " + std::to_string(f.params.size()) +
                       " parameters, found " + std::to_string(found) + " arguments",
                   f.location);
  for (ValueId x : f.params)
    if (x >= f.values.size()) throw Stuck("an unknown value is a parameter", "", f.location);
}
}  // namespace detail

/// `⟦program⟧` at `args`, in domain `D`. `check(program)` comes first. Values are dropped after
/// their last use. Throws BadInput where number, types or mesh of the arguments are not the
/// program's, Stuck (located) where execution is undefined, Unsupported where `D` lacks an
/// operation.
template <class D>
std::vector<Family<D>> run(const hlo::Program& program, const std::vector<Family<D>>& args,
                           SpmdObserver<D>* observer = nullptr) {
  const hlo::Function& f = program.main;
  const std::vector<hlo::Stmt>& stmts = f.body.stmts;
  detail::require_args(f, args.size());
  const auto mesh = std::make_shared<const Mesh>(program.mesh);
  std::vector<std::optional<Family<D>>> rho(f.values.size());  // ρ'

  auto value = [&](ValueId x) -> const Family<D>& {
    if (x >= rho.size()) throw Stuck("an unknown value is read", "", {});
    if (!rho[x]) throw Stuck(value_name(f, x) + " has no value here", "", {});
    return *rho[x];
  };
  // the statement after which each value is dead; results live on
  std::vector<size_t> last(f.values.size(), 0);
  for (size_t i = 0; i < stmts.size(); ++i) {
    for (ValueId x : hlo::operands(stmts[i].expr))
      if (x < last.size()) last[x] = i;
    for (ValueId x : stmts[i].results)
      if (x < last.size()) last[x] = i;
  }
  for (ValueId x : f.body.results)
    if (x < last.size()) last[x] = stmts.size();
  std::vector<std::vector<ValueId>> dead(stmts.size() + 1);
  for (ValueId x = 0; x < last.size(); ++x) dead[last[x]].push_back(x);

  for (size_t i = 0; i < args.size(); ++i) {
    const Value& param = f.values[f.params[i]];
    const std::string which =
        "argument " + std::to_string(i) + " (" + value_name(f, f.params[i]) + ")";
    if (!(args[i].mesh() == *mesh))
      throw BadInput(which + " is over the mesh " + to_string(args[i].mesh()) + ", expected " +
                         to_string(*mesh),
                     param.location);
    if (!is_of(args[i].parts()[0], param.type))
      throw BadInput(which + " has local type " + to_string(args[i].type()) + ", expected " +
                         to_string(param.type),
                     param.location);
    rho[f.params[i]] = args[i];
  }
  if (observer) observer->on_args(args);

  for (size_t i = 0; i < stmts.size(); ++i) {
    const hlo::Stmt& s = stmts[i];
    detail::located(Rule::P_Op, s.location, [&] {
      std::vector<Family<D>> results = detail::evaluate<D>(mesh, s.expr, value);
      if (results.size() != s.results.size())
        throw Stuck(std::to_string(results.size()) + " results are bound to " +
                        std::to_string(s.results.size()) + " names",
                    "", {});
      for (size_t j = 0; j < results.size(); ++j) {
        const ValueId x = s.results[j];
        if (x >= rho.size()) throw Stuck("an unknown value is bound", "", {});
        if (!is_of(results[j].parts()[0], f.type(x)))
          throw Stuck(value_name(f, x) + " gets a " + to_string(results[j].type()) + ", declared " +
                          to_string(f.type(x)),
                      "", {});
        rho[x] = results[j];
      }
      if (observer) observer->on_stmt(s, results);
    });
    for (ValueId x : dead[i]) rho[x].reset();
  }
  return detail::located(Rule::H_Tuple, f.location, [&] {
    std::vector<Family<D>> results;
    for (ValueId x : f.body.results) results.push_back(value(x));
    if (observer) observer->on_results(results);
    return results;
  });
}

}  // namespace partir

#include "interp/instances.h"  // IWYU pragma: keep
