// Inference of distributed types, second half: in which order the axes that tile one dimension stand.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "semantics/dist_rules.h"

namespace partir {
namespace hlo {

/// Knows for each value which axes tile which dimension (from the axis solvers) and finds their
/// order: parameters and collectives fix it, ops carry it between operands and results in both
/// directions (and may allow one order alone, by the extents), results have to agree, and what stays
/// open is in mesh order.
class OrderSolver {
 public:
  /// `attrs[axis][value]`, axes in mesh order.
  OrderSolver(const Program& p, const Splats& splats, const std::vector<std::vector<EntryAttr>>& attrs)
      : p_(p), f_(p.main), k_(p.mesh.rank()), splats_(splats), attrs_(attrs),
        before_(f_.values.size()), users_(f_.values.size()), queued_(f_.body.stmts.size()) {
    for (ValueId x = 0; x < f_.values.size(); ++x)
      for (size_t i = 0; i < k_ && before_[x].empty(); ++i)
        for (size_t j = 0; j < i; ++j)
          if (together(x, i, j)) before_[x].assign(k_ * k_, 0);
    for (size_t s = 0; s < f_.body.stmts.size(); ++s) {
      for (ValueId x : hlo::operands(f_.body.stmts[s].expr)) users_[x].push_back(s);
      for (ValueId x : f_.body.stmts[s].results) users_[x].push_back(s);
    }
  }

  /// Throws Rejected where the orders disagree.
  void solve() {
    for (size_t i = 0; i < f_.params.size(); ++i)
      for (const AxisList& l : f_.param_dists[i].dims) learn(f_.params[i], l);
    for (size_t s = 0; s < f_.body.stmts.size(); ++s) queue(s);
    run();
    for (size_t i = 0; i < f_.body.results.size(); ++i) {
      const ValueId x = f_.body.results[i];
      for (const AxisList& l : f_.result_dists[i].dims) {
        Premises(Rule::D_Func, f_.location)(
            1, learn(x, l), [&] { return value_name(f_, x) + " tiled in the order " + to_string(lists(x)); },
            [&] { return to_string(f_.result_dists[i]) + " for result " + std::to_string(i); });
      }
      run();
    }
    for (const Stmt& s : f_.body.stmts) decide(s);
  }

  /// One axis list per dimension; mesh order where nothing is known (yet).
  AxisLists lists(ValueId x) const {
    AxisLists dims(f_.type(x).shape.size());
    for (size_t i = 0; i < k_; ++i) {
      if (tiled(x, i) < 0) continue;
      AxisList& l = dims[tiled(x, i)];
      auto at = l.begin();  // after the last axis that is known to be before it
      if (before_[x].empty()) at = l.end();
      else
        for (auto b = l.begin(); b != l.end(); ++b)
          if (!known(x, i, p_.mesh.index(*b))) at = b + 1;
      l.insert(at, axis(i));
    }
    return dims;
  }

 private:
  using Matrix = std::vector<char>;  // [i * k + j]: axis i is before (major of) axis j

  const Axis& axis(size_t i) const { return p_.mesh.axes()[i].first; }
  int64_t tiled(ValueId x, size_t i) const { return attrs_[i][x].is_tile() ? attrs_[i][x].dim : -1; }
  bool together(ValueId x, size_t i, size_t j) const {
    return i != j && tiled(x, i) >= 0 && tiled(x, i) == tiled(x, j);
  }
  bool known(ValueId x, size_t i, size_t j) const {
    return !before_[x].empty() && before_[x][i * k_ + j];
  }
  void queue(size_t s) {
    if (queued_[s]) return;
    queued_[s] = 1;
    queue_.push_back(s);
  }
  /// Adds what a list says of `x`; false if `x` is known to be otherwise.
  bool learn(ValueId x, const AxisList& list) {
    if (before_[x].empty()) return true;
    Matrix m = before_[x];
    add(m, list);
    if (!close(m)) return false;
    write(x, m);
    return true;
  }
  void add(Matrix& m, const AxisList& list) const {
    for (size_t i = 0; i < list.size(); ++i)
      for (size_t j = i + 1; j < list.size(); ++j)
        m[p_.mesh.index(list[i]) * k_ + p_.mesh.index(list[j])] = 1;
  }
  /// Transitive closure; false on a cycle.
  bool close(Matrix& m) const {
    for (size_t l = 0; l < k_; ++l)
      for (size_t i = 0; i < k_; ++i)
        if (m[i * k_ + l])
          for (size_t j = 0; j < k_; ++j) m[i * k_ + j] |= m[l * k_ + j];
    for (size_t i = 0; i < k_; ++i)
      if (m[i * k_ + i]) return false;
    return true;
  }
  /// Keeps of `m` what concerns axes that tile one dimension of `x`.
  void write(ValueId x, const Matrix& m) {
    if (before_[x].empty()) return;
    bool news = false;
    for (size_t i = 0; i < k_; ++i)
      for (size_t j = 0; j < k_; ++j)
        if (m[i * k_ + j] && !before_[x][i * k_ + j] && together(x, i, j)) {
          before_[x][i * k_ + j] = 1;
          news = true;
        }
    if (news)
      for (size_t s : users_[x]) queue(s);
  }
  void run() {
    while (!queue_.empty()) {
      const size_t s = queue_.front();
      queue_.pop_front();
      queued_[s] = 0;
      propagate(f_.body.stmts[s]);
    }
  }
  void propagate(const Stmt& s) {
    const std::vector<ValueId> xs = values(s);
    if (std::all_of(xs.begin(), xs.end(), [&](ValueId x) { return before_[x].empty(); })) return;
    if (std::holds_alternative<OpExpr>(s.expr)) {
      Matrix m = known_of(xs);
      if (!close(m)) reject(s, "axes on one dimension in one order for all operands and results");
      if (open(xs, m)) {
        Matrix common(k_ * k_, 1);
        bool some = false;
        each_order(s, xs, m, [&](const Matrix& o) {
          for (size_t i = 0; i < o.size(); ++i) common[i] &= o[i];
          return some = true;
        });
        for (size_t i = 0; some && i < m.size(); ++i) m[i] |= common[i];
      }
      for (ValueId x : xs) write(x, m);
      return;
    }
    const ValueId x = xs[0], y = xs[1];
    Matrix of_x = suffix(x, s.expr, true), of_y = suffix(y, s.expr, false);
    for (size_t i = 0; i < k_; ++i)
      for (size_t j = 0; j < k_; ++j)  // what stays on its dimension keeps its order
        if (together(x, i, j) && together(y, i, j))
          of_x[i * k_ + j] = of_y[i * k_ + j] = of_x[i * k_ + j] | of_y[i * k_ + j];
    if (!close(of_x)) reject(s, "the gathered axes as a minor suffix");
    if (!close(of_y)) reject(s, "the sliced axes at the minor end of the result's");
    write(x, of_x);
    write(y, of_y);
  }
  /// Decides what is open in an op's operands and results: mesh order, if the op's extents allow it.
  void decide(const Stmt& s) {
    if (!std::holds_alternative<OpExpr>(s.expr)) return;
    const std::vector<ValueId> xs = values(s);
    Matrix m = known_of(xs);
    if (!open(xs, m)) return;
    each_order(s, xs, m, [&](const Matrix& o) {
      m = o;
      return false;
    });
    for (size_t i = 0; i < k_; ++i)  // no order: D-Op says why
      for (size_t j = i + 1; j < k_; ++j)
        if (!m[i * k_ + j] && !m[j * k_ + i]) {
          m[i * k_ + j] = 1;
          close(m);
        }
    for (ValueId x : xs) write(x, m);
    run();
  }
  static std::vector<ValueId> values(const Stmt& s) {
    const std::span<const ValueId> operands = hlo::operands(s.expr);
    std::vector<ValueId> xs(operands.begin(), operands.end());
    xs.insert(xs.end(), s.results.begin(), s.results.end());
    return xs;
  }
  Matrix known_of(std::span<const ValueId> xs) const {
    Matrix m(k_ * k_);
    for (ValueId x : xs)
      for (size_t i = 0; i < before_[x].size(); ++i) m[i] |= before_[x][i];
    return m;
  }
  /// Whether `m` leaves the order of two axes on one dimension open.
  bool open(std::span<const ValueId> xs, const Matrix& m) const {
    for (ValueId x : xs)
      for (size_t i = 0; i < k_ && !before_[x].empty(); ++i)
        for (size_t j = 0; j < i; ++j)
          if (together(x, i, j) && !m[i * k_ + j] && !m[j * k_ + i]) return true;
    return false;
  }
  /// Calls `f` with every total order of the axes of an op statement that `m` allows and in which the
  /// op widens axis by axis, mesh order first, until it returns false. At most `limit` steps.
  template <class F>
  void each_order(const Stmt& s, std::span<const ValueId> xs, const Matrix& m, F&& f) const {
    const auto& e = std::get<OpExpr>(s.expr);
    std::vector<size_t> rest;
    for (size_t i = 0; i < k_; ++i)
      if (std::any_of(xs.begin(), xs.end(), [&](ValueId x) { return !attrs_[i][x].is_any(); }))
        rest.push_back(i);
    int limit = 1000;
    auto search = [&](auto& self, const Op& op, const Operands& types, const Matrix& order) -> bool {
      if (rest.empty()) return f(order);
      for (size_t at = rest.size(); at-- > 0;) {  // the minor axis first
        const size_t i = rest[at];
        if (std::any_of(rest.begin(), rest.end(), [&](size_t j) { return m[i * k_ + j] != 0; })) continue;
        if (--limit < 0) return false;
        Entry entry;
        for (ValueId x : e.operands) entry.operands.push_back(attrs_[i][x]);
        for (ValueId x : s.results) entry.results.push_back(attrs_[i][x]);
        Operands wide = types;
        const std::optional<Op> wider = widen(op, entry, p_.mesh.axes()[i].second, wide);
        if (!wider) continue;
        Matrix next = order;
        rest.erase(rest.begin() + at);
        for (size_t j : rest) next[j * k_ + i] = 1;
        const bool more = self(self, *wider, wide, next);
        rest.insert(rest.begin() + at, i);
        if (!more) return false;
      }
      return true;
    };
    search(search, e.op, local_operands(f_, e, splats_), Matrix(k_ * k_));
  }

  /// What is known of `x`, and that the axes which the collective gathers from it (slices to it) are
  /// the minor ones of their dimension.
  Matrix suffix(ValueId x, const Expr& e, bool operand) const {
    Matrix m = before_[x].empty() ? Matrix(k_ * k_) : before_[x];
    auto minor = [&](int64_t d, const AxisList& ā) {
      add(m, ā);
      for (size_t i = 0; i < k_; ++i)
        if (tiled(x, i) == d && !contains(ā, axis(i)))
          for (const Axis& a : ā) m[i * k_ + p_.mesh.index(a)] = 1;
    };
    auto all = [&](const AxisLists& lists) {
      for (size_t d = 0; d < lists.size(); ++d)
        if (!lists[d].empty()) minor(static_cast<int64_t>(d), lists[d]);
    };
    std::visit(Overloaded{[](const OpExpr&) {}, [](const AllReduce&) {},
                          [&](const AllSlice& c) {
                            if (!operand) all(c.axes);
                          },
                          [&](const AllGather& c) {
                            if (operand) all(c.axes);
                          },
                          [&](const ReduceScatter& c) {
                            if (!operand) all(c.axes);
                          },
                          [&](const AllToAll& c) { minor(operand ? c.from : c.to, c.axes); }},
               e);
    return m;
  }
  [[noreturn]] void reject(const Stmt& s, const std::string& expected) const {
    std::string found;
    for (ValueId x : hlo::operands(s.expr))
      found += (found.empty() ? "" : ", ") + value_name(f_, x) + " tiled " + to_string(lists(x));
    throw Rejected(dist_rule(s.expr), 1, s.location, found + " in " + phrase(f_, s), expected);
  }

  const Program& p_;
  const Function& f_;
  const size_t k_;
  const Splats& splats_;
  const std::vector<std::vector<EntryAttr>>& attrs_;  ///< per axis, per value
  std::vector<Matrix> before_;  ///< per value; empty where no two axes tile one dimension
  std::vector<std::vector<size_t>> users_;
  std::deque<size_t> queue_;
  std::vector<char> queued_;
};

}  // namespace hlo
}  // namespace partir
