// A PartIR:HLO program under rewriting: statements in a linked list, use lists, a worklist.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "semantics/diagnostics.h"
#include "semantics/hlo.h"

namespace partir {

/// A statement of a Rewriter; stable while the program changes.
using StmtId = uint32_t;

/// The local type of a collective on an operand of local type `t` (rules H-Slice to H-AllToAll).
inline TensorType collective_type(const Mesh& mesh, const hlo::Expr& e, TensorType t) {
  const auto divide = [&](const AxisLists& lists) {
    for (size_t d = 0; d < lists.size(); ++d) t.shape[d] /= mesh.size(lists[d]);
  };
  std::visit(
      Overloaded{[](const OpExpr&) { throw Crash("collective_type of an op"); },
                 [&](const hlo::AllSlice& c) { divide(c.axes); },
                 [&](const hlo::AllGather& c) {
                   for (size_t d = 0; d < c.axes.size(); ++d) t.shape[d] *= mesh.size(c.axes[d]);
                 },
                 [](const hlo::AllReduce&) {}, [&](const hlo::ReduceScatter& c) { divide(c.axes); },
                 [&](const hlo::AllToAll& c) {
                   t.shape[c.from] *= mesh.size(c.axes);
                   t.shape[c.to] /= mesh.size(c.axes);
                 }},
      e);
  return t;
}

/// Numbers the values of a function in order of definition and leaves out those that nothing binds: params, then
/// each statement, of which `next` is told, then results, at the end.
class Renumbering {
 public:
  explicit Renumbering(hlo::Function& f) : f_(f), renamed_(f.values.size(), 0) {
    values_.reserve(f.values.size());
    for (ValueId& x : f_.params) define(x);
  }
  void next(hlo::Stmt& s) {
    std::visit(Overloaded{[&](OpExpr& e) {
                            for (ValueId& o : e.operands) o = renamed_[o];
                          },
                          [&](auto& c) { c.operand = renamed_[c.operand]; }},
               s.expr);
    for (ValueId& x : s.results) define(x);
  }
  /// How many there are so far.
  size_t size() const { return values_.size(); }
  void end() && {
    for (ValueId& x : f_.body.results) x = renamed_[x];
    f_.values = std::move(values_);
  }

 private:
  void define(ValueId& x) {
    renamed_[x] = static_cast<ValueId>(values_.size());
    values_.push_back(std::move(f_.values[x]));
    x = renamed_[x];
  }
  hlo::Function& f_;
  std::vector<Value> values_;
  std::vector<ValueId> renamed_;
};

/// A program that the rules of section 5 rewrite in place. Every change keeps use lists and local
/// types right and queues the statements that it may have made reducible. Neither operand nor
/// result types of an op ever change.
class Rewriter {
 public:
  /// A statement that reads a value, and how often.
  struct User {
    StmtId stmt;
    uint32_t times;
  };
  /// In the order of their ids; most values have one or two. Adding one that is not the last, or removing one, moves
  /// those behind it: 8 bytes each, which 10,000 users of one value do not make felt.
  using Users = Few<User, 2>;
  /// Takes a well-typed program and renumbers its values. Throws Unsupported for meshes of more than 64 axes.
  explicit Rewriter(hlo::Program program) : program_(std::move(program)) {
    if (mesh().rank() > 64) throw Unsupported("meshes of more than 64 axes", main().location);
    // most values of a translated program are bound no more, and all tables are by value
    Renumbering renumbering(program_.main);
    const auto grow = [&](size_t n) { uses_.resize(n), def_.resize(n, none), depends_.resize(n, 0); };
    const size_t most = main().values.size();
    uses_.reserve(most), def_.reserve(most), depends_.reserve(most);
    grow(renumbering.size());
    parameters_depend();
    given_ = std::exchange(program_.main.body.stmts, {});
    links_.reserve(given_.size());
    for (hlo::Stmt& s : given_) {
      renumbering.next(s);
      grow(renumbering.size());
      for (ValueId x : s.results) depends_[x] = dependency(s.expr);
      link(s, none);
    }
    std::move(renumbering).end();
    for (ValueId x : main().body.results) ++uses_[x].as_result;
  }

  const Mesh& mesh() const { return program_.mesh; }
  const hlo::Function& main() const { return program_.main; }
  const TensorType& type(ValueId x) const { return main().type(x); }

  // ---- reading

  /// Statements in program order.
  std::vector<StmtId> statements() const {
    std::vector<StmtId> all;
    for (StmtId s = first_; s != none; s = links_[s].next) all.push_back(s);
    return all;
  }
  bool alive(StmtId s) const { return links_[s].alive; }
  const hlo::Stmt& stmt(StmtId s) const { return s < given_.size() ? given_[s] : added_[s - given_.size()]; }
  /// The one result of a collective.
  ValueId result(StmtId s) const { return stmt(s).results.front(); }
  /// The statement that defines `x`; nothing for a parameter.
  std::optional<StmtId> definition(ValueId x) const {
    return def_[x] == none ? std::nullopt : std::optional(def_[x]);
  }
  /// The right-hand side of statement `s`, if it is a `T`.
  template <class T>
  const T* get_if(StmtId s) const {
    return std::get_if<T>(&stmt(s).expr);
  }
  /// The right-hand side that defines `x`, if it is a `T`.
  template <class T>
  const T* defined_by(ValueId x) const {
    return def_[x] == none ? nullptr : get_if<T>(def_[x]);
  }
  /// Statements that read `x`, each with how often it does.
  const Users& users(ValueId x) const { return uses_[x].by; }
  bool is_result(ValueId x) const { return uses_[x].as_result != 0; }
  bool is_used(ValueId x) const { return is_result(x) || !users(x).empty(); }
  /// Whether `s` is the only statement that reads `x`, and `x` is no function result.
  bool used_only_by(ValueId x, StmtId s) const {
    return !is_result(x) && users(x).size() == 1 && users(x).front().stmt == s;
  }
  /// Whether `x` is a parameter, or comes from one by all_slice and all_gather alone.
  bool is_parameter_chain(ValueId x) const {
    while (def_[x] != none) {
      if (const auto* g = defined_by<hlo::AllGather>(x))
        x = g->operand;
      else if (const auto* s = defined_by<hlo::AllSlice>(x))
        x = s->operand;
      else
        return false;
    }
    return true;
  }
  /// Whether the value of `x` is known to be the same on all devices that differ only on `axes`: a
  /// parameter depends on the axes of its D (on all, where it is partial: only the sum of its parts
  /// is determined), a slice also on its axes, a gather or reduce no more on theirs, an op on what
  /// its operands do (Lemma 1).
  bool replicated_over(ValueId x, const AxisList& axes) const {
    return (depends_[x] & mask(axes)) == 0;
  }

  // ---- writing

  /// Makes `e` the right-hand side of `s`, which keeps its one result, of an equal type.
  void set(StmtId s, hlo::Expr e) {
    add_uses(s, e);
    const hlo::Expr old = std::exchange(mutable_stmt(s).expr, std::move(e));
    for (ValueId x : hlo::operands(old)) drop_use(x, s);
    depends_[result(s)] = dependency(stmt(s).expr);
    push(s);
    push_users(result(s));
  }
  /// A new statement before `at`, with its location. An op's result type is given by the caller.
  ValueId emit_before(StmtId at, hlo::Expr e, std::optional<TensorType> op_type = std::nullopt) {
    TensorType t = op_type ? *op_type : collective_type(mesh(), e, type(hlo::operands(e).front()));
    const ValueId y = program_.main.add_value(std::move(t), {}, stmt(at).location);
    uses_.emplace_back();
    def_.push_back(none);
    depends_.push_back(dependency(e));
    added_.push_back({{y}, std::move(e), stmt(at).location});
    push(link(added_.back(), at));
    return y;
  }
  /// Reads `y` wherever `x` was read. Both have one type and one value.
  void replace_uses(ValueId x, ValueId y) {
    if (x == y) return;
    for (const auto& [s, n] : std::exchange(uses_[x].by, {})) {
      std::visit(Overloaded{[&](OpExpr& e) {
                              for (ValueId& o : e.operands)
                                if (o == x) o = y;
                            },
                            [&](auto& c) { c.operand = y; }},
                 mutable_stmt(s).expr);
      add_use(y, s, n);
      push(s);
    }
    if (uint32_t n = std::exchange(uses_[x].as_result, 0)) {
      for (ValueId& r : program_.main.body.results)
        if (r == x) r = y;
      uses_[y].as_result += n;
    }
    if (def_[x] != none) push(def_[x]);
  }
  /// Replaces the result of `s` by `y` and removes `s`.
  void replace(StmtId s, ValueId y) {
    replace_uses(result(s), y);
    erase(s);
  }
  /// Removes a statement none of whose results is used.
  void erase(StmtId s) {
    for (ValueId x : stmt(s).results)
      if (is_used(x)) throw Crash("erased a statement in use");
    Link& n = links_[s];
    n.alive = false;
    (n.prev == none ? first_ : links_[n.prev].next) = n.next;
    (n.next == none ? last_ : links_[n.next].prev) = n.prev;
    for (ValueId x : hlo::operands(stmt(s).expr)) drop_use(x, s);
  }
  /// Appends `more` at the minor end of parameter `i`'s tiling; the caller strips its slices.
  void tile_parameter(size_t i, const AxisLists& more) {
    const ValueId x = main().params[i];
    append(program_.main.param_dists[i], more);
    program_.main.values[x].type = local(mesh(), main().param_dists[i]);
    depends_[x] |= mask(more);
  }
  /// Makes function result `i` the value `y`, and appends `more` to its tiling.
  void set_result(size_t i, ValueId y, const AxisLists& more) {
    ValueId& r = program_.main.body.results[i];
    ++uses_[y].as_result;
    --uses_[r].as_result;
    const ValueId old = std::exchange(r, y);
    append(program_.main.result_dists[i], more);
    used_less(old);
  }

  // ---- worklist

  /// Queues a statement to be looked at (again).
  void push(StmtId s) {
    if (links_[s].queued || !links_[s].alive) return;
    links_[s].queued = true;
    queue_.push_back(s);
  }
  /// The next queued statement that is alive.
  std::optional<StmtId> pop() {
    while (!queue_.empty()) {
      const StmtId s = queue_.front();
      queue_.pop_front();
      links_[s].queued = false;
      if (links_[s].alive) return s;
    }
    return std::nullopt;
  }

  /// Recomputes what every value depends on; earlier answers stay right under rewriting, but may be
  /// coarser.
  void update_dependencies() {
    parameters_depend();
    for (StmtId s = first_; s != none; s = links_[s].next)
      for (ValueId x : stmt(s).results) depends_[x] = dependency(stmt(s).expr);
  }

  /// The program, its values renumbered in order of definition without unused ones.
  hlo::Program take() && {
    hlo::Function& f = program_.main;
    Renumbering renumbering(f);
    for (StmtId s = first_; s != none; s = links_[s].next) {
      renumbering.next(mutable_stmt(s));
      f.body.stmts.push_back(std::move(mutable_stmt(s)));
    }
    std::move(renumbering).end();
    return std::move(program_);
  }

 private:
  static constexpr StmtId none = std::numeric_limits<StmtId>::max();
  struct Link {
    StmtId prev, next;
    bool alive = true, queued = false;
  };
  struct Uses {
    Users by;
    uint32_t as_result = 0;
  };

  void parameters_depend() {
    for (size_t i = 0; i < main().params.size(); ++i) {
      const DistType& d = main().param_dists[i];
      depends_[main().params[i]] = d.partial.empty() ? mask(d.dims) : ~uint64_t{0};
    }
  }
  hlo::Stmt& mutable_stmt(StmtId s) { return const_cast<hlo::Stmt&>(stmt(s)); }
  /// `st`, which is the next by number.
  StmtId link(const hlo::Stmt& st, StmtId before) {
    const StmtId s = static_cast<StmtId>(links_.size());
    for (ValueId x : st.results) def_[x] = s;
    add_uses(s, st.expr);
    const StmtId prev = before == none ? last_ : links_[before].prev;
    links_.push_back({prev, before});
    (prev == none ? first_ : links_[prev].next) = s;
    (before == none ? last_ : links_[before].prev) = s;
    return s;
  }
  void add_uses(StmtId s, const hlo::Expr& e) {
    for (ValueId x : hlo::operands(e)) add_use(x, s, 1);
  }
  void add_use(ValueId x, StmtId s, uint32_t times) {
    User* const user = user_of(x, s);
    if (user != uses_[x].by.end() && user->stmt == s) user->times += times;
    else uses_[x].by.insert(user, {s, times});
  }
  /// Where `s` is among the users of `x`, or belongs.
  User* user_of(ValueId x, StmtId s) {
    Users& by = uses_[x].by;
    return std::lower_bound(by.begin(), by.end(), s, [](const User& u, StmtId t) { return u.stmt < t; });
  }
  void drop_use(ValueId x, StmtId s) {
    User* const user = user_of(x, s);
    if (--user->times == 0) uses_[x].by.erase(user);
    used_less(x);
  }
  /// A value that lost a use may be dead, or its last user may now be a redex.
  void used_less(ValueId x) {
    if (!is_used(x)) {
      if (def_[x] != none) push(def_[x]);
    } else if (users(x).size() == 1) {
      push(users(x).front().stmt);
    }
  }
  void push_users(ValueId x) {
    for (const auto& [s, n] : users(x)) push(s);
  }
  static void append(DistType& d, const AxisLists& more) {
    for (size_t i = 0; i < more.size(); ++i)
      d.dims[i].insert(d.dims[i].end(), more[i].begin(), more[i].end());
  }

  /// Axes as bits, by position in the mesh.
  uint64_t mask(const AxisLists& lists) const {
    uint64_t m = 0;
    for (const AxisList& axes : lists) m |= mask(axes);
    return m;
  }
  uint64_t mask(const AxisList& axes) const {
    uint64_t m = 0;
    for (const Axis& a : axes) m |= uint64_t{1} << mesh().index(a);
    return m;
  }
  uint64_t dependency(const hlo::Expr& e) const {
    return std::visit(
        Overloaded{
            [&](const OpExpr& op) {
              uint64_t m = 0;
              for (ValueId x : op.operands) m |= depends_[x];
              return m;
            },
            [&](const hlo::AllSlice& c) { return depends_[c.operand] | mask(c.axes); },
            [&](const hlo::AllGather& c) { return depends_[c.operand] & ~mask(c.axes); },
            [&](const hlo::AllReduce& c) { return depends_[c.operand] & ~mask(c.axes); },
            [&](const hlo::ReduceScatter& c) {
              return depends_[c.operand] | mask(c.axes);
            },
            [&](const hlo::AllToAll& c) { return depends_[c.operand] | mask(c.axes); }},
        e);
  }

  hlo::Program program_;
  std::vector<hlo::Stmt> given_;  ///< by id, and behind them
  std::deque<hlo::Stmt> added_;   ///< these; no reference to one ends as others are added
  std::vector<Link> links_;      ///< beside them: what goes through all of them reads the more of these in a line
  StmtId first_ = none, last_ = none;
  std::vector<Uses> uses_;
  std::vector<StmtId> def_;
  std::vector<uint64_t> depends_;
  std::deque<StmtId> queue_;
};

}  // namespace partir
