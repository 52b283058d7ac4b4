// A run of an SPMD program with all its values kept, and runs of programs that differ from it in one place: of
// those only what depends on the change is run again, and only until the values are the old ones.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "proofs/mutate.h"
#include "proofs/spmd_subject.h"

namespace partir {

/// What ran longer than it may.
struct OutOfTime {};
/// When it is over.
using Deadline = std::chrono::steady_clock::time_point;

namespace detail {

/// Calls `f` with each value that a statement and its regions bind or read, by reference.
template <class F>
void for_each_value(shlo::Stmt& s, F&& f) {
  for (ValueId& x : s.results) f(x);
  shlo::for_each_operand(s.expr, f);
  if (auto* w = std::get_if<shlo::While>(&s.expr))
    for (shlo::Region* r : {&w->cond, &w->body})
      for (ValueId& x : r->params) f(x);
  shlo::for_each_block(s.expr, [&](shlo::Block& b) {
    for (shlo::Stmt& t : b.stmts) for_each_value(t, f);
    for (ValueId& x : b.results) f(x);
  });
}

/// Statements as a function of their own: of what they read, with what is wanted of them.
struct Piece {
  shlo::Function f;
  std::vector<ValueId> reads, results;  ///< in the program that it is a piece of
  bool alone = false;  ///< one op: no process needs another, or knows which it is

  /// `type_of(x)` is the `shlo::Value` of the program's `x`.
  template <class ValueOf>
  Piece(std::span<const shlo::Stmt> stmts, std::vector<ValueId> wanted, const Location& where, ValueOf&& value_of)
      : results(std::move(wanted)) {
    std::set<ValueId> own;
    for (const shlo::Stmt& s : stmts) {
      for (ValueId x : shlo::reads(s))
        if (!own.contains(x) && std::find(reads.begin(), reads.end(), x) == reads.end()) reads.push_back(x);
      own.insert(s.results.begin(), s.results.end());
    }
    for (ValueId x : results)  // a result that the statements do not make: a parameter
      if (!own.contains(x) && std::find(reads.begin(), reads.end(), x) == reads.end()) reads.push_back(x);
    std::map<ValueId, ValueId> numbers;
    const auto number = [&](ValueId x) {
      const auto [at, is_new] = numbers.try_emplace(x, static_cast<ValueId>(f.values.size()));
      if (is_new) f.values.push_back(value_of(x));
      return at->second;
    };
    f.name = "piece";
    f.location = where;
    for (ValueId x : reads) f.params.push_back(number(x));
    f.body.stmts.assign(stmts.begin(), stmts.end());
    for (shlo::Stmt& s : f.body.stmts) for_each_value(s, [&](ValueId& x) { x = number(x); });
    for (ValueId x : results) f.body.results.push_back(number(x));
    f.result_types = f.types(f.body.results);
    alone = f.body.stmts.size() == 1 && std::holds_alternative<OpExpr>(f.body.stmts[0].expr);
  }
};

/// Who reads what in a program, and which statements do not depend on its arguments.
class Dependence {
 public:
  /// Borrows the program: well typed, its calls outside regions inlined.
  explicit Dependence(const SpmdProgram& p) : p_(p), f_(*p.function()), users_(f_.values.size()) {
    std::vector<char> free(f_.values.size());
    for (size_t i = 0; i < f_.body.stmts.size(); ++i) {
      const shlo::Stmt& s = f_.body.stmts[i];
      bool is_free = true;
      for (ValueId x : shlo::reads(s)) {
        users_[x].push_back(i);
        is_free = is_free && free[x];
      }
      shlo::for_each_stmt(shlo::Block{{s}, {}}, [&](const shlo::Stmt& t) {
        const bool ordered = std::holds_alternative<shlo::Send>(t.expr) || std::holds_alternative<shlo::Recv>(t.expr) ||
                             std::holds_alternative<shlo::Infeed>(t.expr);
        in_pieces_ = in_pieces_ && !ordered;
      });
      for (ValueId x : s.results) free[x] = is_free;
    }
    free_ = std::move(free);
    for (const shlo::Stmt& s : f_.body.stmts)
      pieces_.emplace_back(std::span(&s, 1), s.results, s.location, [&](ValueId x) { return f_.values[x]; });
  }

  const SpmdProgram& program() const { return p_; }
  const shlo::Function& function() const { return f_; }
  const std::vector<size_t>& users(ValueId x) const { return users_[x]; }
  /// Whether a value is the same whatever the arguments.
  bool is_free(ValueId x) const { return x < free_.size() && free_[x]; }
  /// Whether statements can run by themselves: no message is on its way between two of them.
  bool in_pieces() const { return in_pieces_; }
  const Piece& piece(size_t stmt) const { return pieces_[stmt]; }
  /// The fault of a mutant as a piece; of all the function where statements cannot run by themselves.
  Piece piece(const Mutant& m) const {
    const auto value_of = [&](ValueId x) { return x < f_.values.size() ? f_.values[x] : m.values[x - f_.values.size()]; };
    if (in_pieces_) return Piece(m.stmts, f_.body.stmts[m.stmt].results, m.location, value_of);
    const SpmdProgram whole = mutated(p_, m);
    return Piece(whole.function()->body.stmts, f_.body.results, m.location, value_of);
  }

 private:
  const SpmdProgram& p_;
  const shlo::Function& f_;
  std::vector<std::vector<size_t>> users_;
  std::vector<char> free_;
  bool in_pieces_ = true;
  std::vector<Piece> pieces_;
};

/// Whether two values are the same bits. (Of two that are not, some are equal all the same: -0 and 0.)
template <class D>
bool identical(const BasicModuleValue<D>& a, const BasicModuleValue<D>& b) {
  if (a.kind.index() != b.kind.index()) return false;
  if (const Tensor<D>* x = a.tensor()) {
    const Tensor<D>& y = *b.tensor();
    if (x->type() != y.type()) return false;
    if (x->same_view(y)) return true;
    const Tensor<D> left = x->contiguous(), right = y.contiguous();
    return std::memcmp(left.raw(), right.raw(), static_cast<size_t>(left.bytes())) == 0;
  }
  const auto* x = std::get_if<BasicModuleValues<D>>(&a.kind);
  if (!x) return true;  // tokens
  const auto& y = std::get<BasicModuleValues<D>>(b.kind);
  return x->size() == y.size() &&
         std::equal(x->begin(), x->end(), y.begin(), [](const auto& l, const auto& r) { return identical(l, r); });
}

}  // namespace detail

/// One run of a program with its values, in the domain D.
template <class D>
class KeptRun {
 public:
  using Value = BasicModuleValue<D>;
  using Values = BasicModuleValues<D>;

  /// Runs it. Borrows the program's dependence. Throws as the semantics does.
  KeptRun(const detail::Dependence& dependence, const std::vector<Family<D>>& args)
      : d_(dependence), p_(d_.program()), f_(d_.function()), args_(detail::of_processes(p_, args)),
        table_(d_.in_pieces() ? f_.values.size() : 0, p_.grid()) {
    BasicGridPrograms<D> programs;
    for (const Values& local : args_) programs.emplace_back(&f_, local);
    BasicModuleRun<D> run{p_.module, {}, {}, 0, d_.in_pieces() ? &table_ : nullptr};
    results_ = run_grid(run, p_.grid(), std::move(programs));
    iterations_ = run.iterations;
    for (size_t i = 0; i < f_.params.size(); ++i) params_[f_.params[i]] = i;
  }

  std::vector<Family<D>> results() const { return detail::result_families(p_, results_); }

  /// The results of the program with this fault, run again on the same arguments; nothing where they are
  /// the same bits. Throws Stuck where it has no outcome, Unsupported where it takes more than four times as many
  /// iterations of loops as the original, OutOfTime.
  std::optional<std::vector<Family<D>>> again(const Mutant& m, Deadline deadline) const {
    const detail::Piece fault = d_.piece(m);
    std::map<ValueId, Values> changed;
    std::set<size_t> waiting;
    const auto follow = [&](const detail::Piece& piece, std::vector<Values> found) {
      for (size_t i = 0; i < piece.results.size(); ++i) {
        const ValueId x = piece.results[i];
        bool same = true;
        Values now;
        for (size_t process = 0; process < args_.size(); ++process) {
          now.push_back(std::move(found[process][i]));
          same = same && detail::identical(now.back(), value(x, process));
        }
        if (same) continue;
        for (size_t user : d_.users(x)) waiting.insert(user);
        changed[x] = std::move(now);
      }
    };
    if (!d_.in_pieces()) {
      Values all;
      for (Values& of_process : run(fault, changed))
        for (Value& v : of_process) all.push_back(std::move(v));
      return detail::result_families(p_, all);
    }
    follow(fault, run(fault, changed));
    while (!waiting.empty()) {
      if (std::chrono::steady_clock::now() > deadline) throw OutOfTime{};
      const size_t stmt = *waiting.begin();
      waiting.erase(waiting.begin());
      const detail::Piece& piece = d_.piece(stmt);
      follow(piece, run(piece, changed, true));
    }
    if (std::none_of(f_.body.results.begin(), f_.body.results.end(), [&](ValueId x) { return changed.contains(x); }))
      return std::nullopt;
    Values all;
    for (size_t process = 0; process < args_.size(); ++process)
      for (ValueId x : f_.body.results) {
        const auto now = changed.find(x);
        all.push_back(now == changed.end() ? value(x, process) : now->second[process]);
      }
    return detail::result_families(p_, all);
  }

  /// A value that the original has in a process.
  const Value& value(ValueId x, size_t process) const {
    if (const auto param = params_.find(x); param != params_.end()) return args_[process][param->second];
    return *table_.at(x).at(process);
  }
  /// What a piece makes of the original's values but for those that have changed, in each process. Where the piece
  /// is one `of_original`, a process in which an op's operands are what they were is not run again.
  std::vector<Values> run(const detail::Piece& piece, const std::map<ValueId, Values>& changed,
                          bool of_original = false) const {
    std::vector<Values> operands(args_.size()), results(args_.size());
    std::vector<char> as_before(args_.size(), of_original && piece.alone);
    for (size_t process = 0; process < args_.size(); ++process)
      for (ValueId x : piece.reads) {
        const auto now = changed.find(x);
        const bool same = now == changed.end() || detail::identical(now->second[process], value(x, process));
        as_before[process] = as_before[process] && same;
        operands[process].push_back(same ? value(x, process) : now->second[process]);
      }
    if (piece.alone) {
      for (size_t process = 0; process < args_.size(); ++process)
        if (as_before[process])
          for (ValueId x : piece.results) results[process].push_back(value(x, process));
      run_alone(piece, operands, results);
      return results;
    }
    BasicGridPrograms<D> programs;
    for (Values& local : operands) programs.emplace_back(&piece.f, std::move(local));
    ModuleLimits limits;
    limits.iterations = 4 * iterations_ + 1000;
    BasicModuleRun<D> run{p_.module, limits, {}, 0, nullptr};
    Values all = run_grid(run, p_.grid(), std::move(programs));
    for (size_t i = 0; i < all.size(); ++i) results[i / piece.results.size()].push_back(std::move(all[i]));
    return results;
  }

  size_t processes() const { return args_.size(); }

 private:
  /// An op in each process that has no results yet, by itself; processes with the same operands share them.
  void run_alone(const detail::Piece& piece, const std::vector<Values>& operands, std::vector<Values>& results) const {
    const shlo::Stmt& s = piece.f.body.stmts[0];
    const auto& o = std::get<OpExpr>(s.expr);
    OpCache cache;
    for (size_t process = 0; process < args_.size(); ++process) {
      if (!results[process].empty()) continue;
      const auto same = [&](size_t other) {
        return std::equal(operands[process].begin(), operands[process].end(), operands[other].begin(),
                          [](const Value& a, const Value& b) { return a.tensor()->same_view(*b.tensor()); });
      };
      if (process > 0 && same(process - 1)) {
        results[process] = results[process - 1];
        continue;
      }
      std::vector<Tensor<D>> x;
      for (ValueId operand : o.operands)  // operands are the piece's first values, in the order in which it reads them
        x.push_back(*operands[process][operand].tensor());
      for (Tensor<D>& t : detail::located(Rule::E_Op, s.location, [&] { return apply_op<D>(o.op, x, cache); }))
        results[process].push_back({std::move(t)});
    }
  }

  const detail::Dependence& d_;
  const SpmdProgram& p_;
  const shlo::Function& f_;
  std::vector<Values> args_;
  detail::SpmdTable<D> table_;
  std::map<ValueId, size_t> params_;
  Values results_;
  int64_t iterations_ = 0;
};

}  // namespace partir
