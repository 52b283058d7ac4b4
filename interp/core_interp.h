// The denotation of PartIR:Core (calculus.md section 1): sequential, deterministic, total on
// well-typed programs. Run `check(program)` first; a program that was not checked never causes
// undefined behaviour here, it ends in Stuck.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interp/evaluate.h"
#include "interp/located.h"
#include "interp/tensor.h"
#include "semantics/core.h"

namespace partir {

/// `κ`: the range variables in scope with their indices, outermost first.
using Coordinates = std::vector<std::pair<RangeId, int64_t>>;

/// Watches a run. Every hook may be left out; the program outlives the run, the tensors are shared.
template <class D>
struct CoreObserver {
  virtual ~CoreObserver() = default;
  /// The arguments, before the first statement.
  virtual void on_args(const std::vector<Tensor<D>>& args) { (void)args; }
  /// A loop's body is about to run at `kappa`, whose last entry is the loop's own range variable.
  virtual void on_iteration(const core::Stmt& loop, const Coordinates& kappa) {
    (void)loop, (void)kappa;
  }
  /// `stmt` has the values `results` at `kappa`; a loop is reported after its body's statements.
  virtual void on_stmt(const core::Stmt& stmt, const Coordinates& kappa,
                       const std::vector<Tensor<D>>& results) {
    (void)stmt, (void)kappa, (void)results;
  }
  /// The tuple that ends `block` has the values `results` at `kappa`.
  virtual void on_block(const core::Block& block, const Coordinates& kappa,
                        const std::vector<Tensor<D>>& results) {
    (void)block, (void)kappa, (void)results;
  }
};

namespace detail {
/// The values that die with each statement of each block: defined in that block, not among its
/// results, last read by the statement (a loop reads what its body reads).
class Releases {
 public:
  explicit Releases(const core::Function& f) : home_(f.values.size()), last_(f.values.size(), 0) {
    for (ValueId x : f.params) define(x, f.body, 0);
    visit(f.body);
  }
  /// What to drop after statement `i` of `block`.
  const std::vector<ValueId>& after(const core::Block& block, size_t i) const {
    return dead_.at(&block)[i];
  }

 private:
  void define(ValueId x, const core::Block& block, size_t i) {
    if (x < home_.size()) home_[x] = &block, last_[x] = i;
  }
  /// A read of `x` by the statements that are open now: it lives until the one in its own block.
  void read(ValueId x) {
    if (x >= home_.size()) return;
    for (const auto& [block, i] : open_)
      if (block == home_[x]) last_[x] = i;
  }
  void visit(const core::Block& block) {
    std::vector<ValueId> defined;
    if (open_.empty())
      for (ValueId x = 0; x < home_.size(); ++x)
        if (home_[x] == &block) defined.push_back(x);
    open_.emplace_back(&block, 0);
    for (size_t i = 0; i < block.stmts.size(); ++i) {
      const core::Stmt& s = block.stmts[i];
      open_.back().second = i;
      for (ValueId x : core::operands(s.expr)) read(x);
      if (const auto* loop = std::get_if<core::LoopExpr>(&s.expr)) visit(*loop->body);
      for (ValueId x : s.results) define(x, block, i), defined.push_back(x);
    }
    open_.back().second = block.stmts.size();
    for (ValueId x : block.results) read(x);
    open_.pop_back();
    auto& dead = dead_[&block];
    dead.resize(block.stmts.size());
    for (ValueId x : defined)
      if (x < home_.size() && last_[x] < block.stmts.size()) dead[last_[x]].push_back(x);
  }

  std::vector<const core::Block*> home_;  ///< block that defines each value
  std::vector<size_t> last_;              ///< its last reader in that block
  std::vector<std::pair<const core::Block*, size_t>> open_;
  std::unordered_map<const core::Block*, std::vector<std::vector<ValueId>>> dead_;
};
}  // namespace detail

/// E-Op: the op's own definition.
template <class D>
std::vector<Tensor<D>> E_Op(const Op& op, const std::vector<Tensor<D>>& x) {
  return apply_op<D>(op, x);
}
/// E-Op again and again, in a loop.
template <class D>
std::vector<Tensor<D>> E_Op(const Op& op, const std::vector<Tensor<D>>& x, OpCache& cache) {
  return apply_op<D>(op, x, cache);
}
/// E-Slice: `chunk_d(ρ(x), ρ(r), M(a))`. Throws Stuck where `d` is not below the rank or `M(a)`
/// does not divide.
template <class D>
Tensor<D> E_Slice(int64_t d, const Tensor<D>& x, int64_t i, int64_t n) {
  if (d < 0 || d >= x.type().rank() || x.type().shape[d] % n != 0)
    throw Stuck("[E-Slice] chunk " + std::to_string(i) + " of " + std::to_string(n) +
                    " along dimension " + std::to_string(d) + " of " + to_string(x.type()),
                "", {});
  return x.chunk(d, i, n);
}
/// E-Tile: `concat_d` over `i` of the body's values. Throws Stuck where `d` is not below the rank.
template <class D>
Tensor<D> E_Tile(int64_t d, const std::vector<Tensor<D>>& values) {
  if (d < 0 || d >= values.at(0).type().rank())
    throw Stuck("[E-Tile] dimension " + std::to_string(d) + " of " + to_string(values[0].type()),
                "", {});
  return concat(d, values);
}
/// E-Reduce, one step of the fold from the left: `sum ⊕ value`. Throws Stuck where ⊕ is not defined
/// on the element type.
template <class D>
Tensor<D> E_Reduce(Monoid monoid, const Tensor<D>& sum, const Tensor<D>& value) {
  if (!defined_on(monoid, sum.type().element))
    throw Stuck("[E-Reduce] " + std::string(name(monoid)) + " is not defined on " +
                    std::string(name(sum.type().element)),
                "", {});
  return combine(monoid, sum, value);
}
/// E-Any: the value at `i = 0` (all are equal, by T-Any).
template <class D>
Tensor<D> E_Any(const std::vector<Tensor<D>>& values) {
  return values.at(0);
}

/// `⟦e⟧ρ` of a program's function; `run` is the way in.
template <class D>
class CoreInterpreter {
 public:
  /// Borrows program and observer. `observer` may be null.
  CoreInterpreter(const core::Program& program, CoreObserver<D>* observer)
      : mesh_(program.mesh),
        f_(program.main),
        observer_(observer),
        releases_(program.main),
        rho_(f_.values.size()),
        index_(f_.ranges.size()) {}

  std::vector<Tensor<D>> operator()(const std::vector<Tensor<D>>& args) {
    for (size_t i = 0; i < args.size(); ++i) bind(f_.params[i], args[i], f_.location);
    return block(f_.body, f_.location);
  }

 private:
  /// `ρ(x)`.
  const Tensor<D>& value(ValueId x, const Location& where) const {
    if (x >= rho_.size()) throw Stuck("an unknown value is read", "", where);
    if (!rho_[x]) throw Stuck(value_name(f_, x) + " has no value here", "", where);
    return *rho_[x];
  }
  /// `ρ[x ↦ t]`, at `x`'s declared type.
  void bind(ValueId x, Tensor<D> t, const Location& where) {
    if (x >= rho_.size()) throw Stuck("an unknown value is bound", "", where);
    if (!is_of(t, f_.type(x)))
      throw Stuck(value_name(f_, x) + " gets a " + to_string(t.type()) + ", declared " +
                      to_string(f_.type(x)),
                  "", where);
    rho_[x] = std::move(t);
  }

  std::vector<Tensor<D>> block(const core::Block& b, const Location& where) {
    for (size_t i = 0; i < b.stmts.size(); ++i) {
      const core::Stmt& s = b.stmts[i];
      std::vector<Tensor<D>> results = evaluate(s);
      if (results.size() != s.results.size())
        throw Stuck(std::to_string(results.size()) + " results are bound to " +
                        std::to_string(s.results.size()) + " names",
                    "", s.location);
      for (size_t j = 0; j < results.size(); ++j) bind(s.results[j], results[j], s.location);
      if (observer_) observer_->on_stmt(s, kappa_, results);
      results.clear();
      for (ValueId x : releases_.after(b, i)) rho_[x].reset();
    }
    std::vector<Tensor<D>> results;
    for (ValueId x : b.results) results.push_back(value(x, where));
    if (observer_) observer_->on_block(b, kappa_, results);
    for (const core::Stmt& s : b.stmts)
      for (ValueId x : s.results) rho_[x].reset();
    return results;
  }

  std::vector<Tensor<D>> evaluate(const core::Stmt& s) {
    return std::visit(
        Overloaded{[&](const OpExpr& e) {
                     std::vector<Tensor<D>> x;
                     for (ValueId v : e.operands) x.push_back(value(v, s.location));
                     return detail::located(Rule::E_Op, s.location, [&] {
                       return kappa_.empty() ? E_Op<D>(e.op, x) : E_Op<D>(e.op, x, caches_[&e]);
                     });
                   },
                   [&](const core::SliceExpr& e) {
                     if (e.range >= index_.size() || !index_[e.range])
                       throw Stuck("a range variable has no value here", "", s.location);
                     const int64_t n = size(f_.ranges[e.range].axis, s.location);
                     const Tensor<D>& x = value(e.operand, s.location);
                     return std::vector{detail::located(Rule::E_Slice, s.location, [&] {
                       return E_Slice(e.dim, x, *index_[e.range], n);
                     })};
                   },
                   [&](const core::LoopExpr& e) { return loop(s, e); }},
        s.expr);
  }

  /// Runs the body for `i = 0..M(a)-1` and combines each result by its σ.
  std::vector<Tensor<D>> loop(const core::Stmt& s, const core::LoopExpr& e) {
    using Kind = core::LoopAttr::Kind;
    int64_t n = size(e.axis, s.location);
    if (e.range >= index_.size() || f_.ranges[e.range].axis != e.axis || index_[e.range])
      throw Stuck("the loop over \"" + e.axis + "\" has no range variable of its own", "",
                  s.location);
    bool all_any = true;
    for (const core::LoopAttr& a : e.attrs) all_any = all_any && a.kind == Kind::Any;
    if (all_any && !observer_) n = 1;  // E-Any reads i = 0 alone; observers see every i

    std::vector<std::vector<Tensor<D>>> kept(e.attrs.size());
    kappa_.emplace_back(e.range, 0);
    for (int64_t i = 0; i < n; ++i) {
      budget::step(s.location);
      index_[e.range] = kappa_.back().second = i;
      if (observer_) observer_->on_iteration(s, kappa_);
      std::vector<Tensor<D>> values = block(*e.body, s.location);
      if (values.size() != e.attrs.size())
        throw Stuck("a loop body with " + std::to_string(values.size()) + " results has " +
                        std::to_string(e.attrs.size()) + " attributes",
                    "", s.location);
      for (size_t j = 0; j < values.size(); ++j) {
        if (i == 0 || e.attrs[j].kind == Kind::Tile) {
          kept[j].push_back(std::move(values[j]));
        } else if (e.attrs[j].kind == Kind::Reduce) {
          kept[j][0] = detail::located(Rule::E_Reduce, s.location, [&] {
            return E_Reduce(e.attrs[j].monoid, kept[j][0], values[j]);
          });
        }
      }
    }
    kappa_.pop_back();
    index_[e.range].reset();

    std::vector<Tensor<D>> results;
    for (size_t j = 0; j < kept.size(); ++j) {
      results.push_back(e.attrs[j].kind == Kind::Tile
                            ? detail::located(Rule::E_Tile, s.location,
                                              [&] { return E_Tile(e.attrs[j].dim, kept[j]); })
                            : E_Any(kept[j]));  // for reduce, the fold is the one value kept
      kept[j].clear();
    }
    return results;
  }

  int64_t size(const Axis& a, const Location& where) const {
    if (!mesh_.contains(a))
      throw Stuck("axis \"" + a + "\" is not in the mesh " + to_string(mesh_), "", where);
    return mesh_.size(a);
  }

  const Mesh& mesh_;
  const core::Function& f_;
  CoreObserver<D>* observer_;
  const detail::Releases releases_;
  std::vector<std::optional<Tensor<D>>> rho_;  ///< ρ on tensor variables
  std::vector<std::optional<int64_t>> index_;  ///< ρ on range variables
  Coordinates kappa_;
  std::unordered_map<const OpExpr*, OpCache> caches_;  ///< of ops in loops
};

/// `⟦program⟧` at `args`, in domain `D`. `check(program)` comes first. Throws BadInput where number
/// or types of the arguments are not the parameters', Stuck (located) where execution is undefined,
/// Unsupported where `D` lacks an operation.
template <class D>
std::vector<Tensor<D>> run(const core::Program& program, const std::vector<Tensor<D>>& args,
                           CoreObserver<D>* observer = nullptr) {
  const core::Function& f = program.main;
  if (args.size() != f.params.size())
    throw BadInput("@" + f.name + " has " + std::to_string(f.params.size()) +
                       " parameters, found " + std::to_string(args.size()) + " arguments",
                   f.location);
  for (size_t i = 0; i < args.size(); ++i)
    if (f.params[i] >= f.values.size())
      throw Stuck("an unknown value is a parameter", "", f.location);
    else if (!args[i].defined() || !is_of(args[i], f.type(f.params[i])))
      throw BadInput(
          "argument " + std::to_string(i) + " (" + value_name(f, f.params[i]) + ") " +
              (args[i].defined() ? "has type " + to_string(args[i].type()) : "is undefined") +
              ", expected " + to_string(f.type(f.params[i])),
          f.values[f.params[i]].location);
  if (observer) observer->on_args(args);
  return CoreInterpreter<D>(program, observer)(args);
}

}  // namespace partir

#include "interp/instances.h"  // IWYU pragma: keep
