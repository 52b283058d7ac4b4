// Programs with shardings made smaller as programs, where their recipes (sharded.h) cannot be any more.
#pragma once

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "property_tests/generate/sharded.h"

namespace partir::generate {

namespace detail {

/// Without what nothing reads: statements, parameters and what is asked of them.
inline void drop_dead(Sharded& s) {
  core::Function& f = s.program.main;
  std::set<ValueId> live(f.body.results.begin(), f.body.results.end());
  for (auto it = f.body.stmts.rbegin(); it != f.body.stmts.rend(); ++it) {
    if (std::none_of(it->results.begin(), it->results.end(), [&](ValueId x) { return live.count(x) != 0; }))
      continue;
    core::Block one;
    one.stmts.push_back(*it);
    core::walk(one, [&](const core::Stmt& stmt, int) {
      for (ValueId x : core::operands(stmt.expr)) live.insert(x);
      if (const auto* loop = std::get_if<core::LoopExpr>(&stmt.expr))
        live.insert(loop->body->results.begin(), loop->body->results.end());
    });
  }
  std::erase_if(f.body.stmts, [&](const core::Stmt& stmt) {
    return std::none_of(stmt.results.begin(), stmt.results.end(),
                        [&](ValueId x) { return live.count(x) != 0; });
  });
  std::erase_if(f.params, [&](ValueId x) { return live.count(x) == 0; });
  std::erase_if(s.asked, [&](const auto& a) { return live.count(a.first) == 0; });
}
/// x becomes y wherever it is read.
inline void replace(core::Block& block, ValueId x, ValueId y) {
  const auto change = [&](ValueId& z) { z = z == x ? y : z; };
  for (core::Stmt& stmt : block.stmts) {
    if (auto* op = std::get_if<OpExpr>(&stmt.expr))
      std::for_each(op->operands.begin(), op->operands.end(), change);
    else if (auto* slice = std::get_if<core::SliceExpr>(&stmt.expr))
      change(slice->operand);
    else
      replace(*std::get<core::LoopExpr>(stmt.expr).body, x, y);
  }
  std::for_each(block.results.begin(), block.results.end(), change);
}
inline void set_results(Sharded& s, std::vector<ValueId> results) {
  core::Function& f = s.program.main;
  f.body.results = std::move(results);
  f.result_types.clear();
  for (ValueId x : f.body.results) f.result_types.push_back(f.type(x));
}
/// Ways to ask less of a layout.
inline std::vector<DistType> simpler(const DistType& d) {
  std::vector<DistType> all;
  for (size_t k = 0; k < d.dims.size(); ++k)
    for (size_t i = 0; i < d.dims[k].size(); ++i) {
      all.push_back(d);
      all.back().dims[k].erase(all.back().dims[k].begin() + static_cast<int64_t>(i));
    }
  for (size_t i = 0; i < d.partial.size(); ++i) {
    all.push_back(d);
    all.back().partial.erase(all.back().partial.begin() + static_cast<int64_t>(i));
  }
  return all;
}
inline void drop_axis(DistType& d, const Axis& a) {
  for (AxisList& l : d.dims) erase(l, a);
  erase(d.partial, a);
}

}  // namespace detail

/// How much there is to read in a program. What `simpler` makes has less.
inline int64_t weight(const Sharded& s) {
  int64_t n = 100 * static_cast<int64_t>(s.program.main.params.size() + s.program.main.body.results.size() +
                                         s.program.mesh.rank());
  core::walk(s.program.main.body, [&](const core::Stmt&, int) { n += 1000; });
  for (const auto& [a, size] : s.program.mesh.axes()) n += size;
  const auto axes = [](const std::optional<DistType>& d) {
    return d ? static_cast<int64_t>(10 + flatten(d->dims).size() + d->partial.size()) : 0;
  };
  for (const auto& [x, a] : s.asked) {
    for (const auto member : asked_members) n += axes(a.*member);
    n += a.made && a.read && !(*a.made == *a.read);
  }
  return n;
}
/// Statements that are no loops.
inline int64_t ops(const Sharded& s) {
  int64_t n = 0;
  core::walk(s.program.main.body,
             [&](const core::Stmt& stmt, int) { n += !std::holds_alternative<core::LoopExpr>(stmt.expr); });
  return n;
}

/// Programs that are a little simpler, the much simpler ones first: fewer results, the program up to some
/// value, without a statement or with a parameter in its place, fewer axes, smaller ones, less asked. Each is
/// well typed.
inline std::vector<Sharded> simpler(const Sharded& s) {
  std::vector<Sharded> all;
  const auto changed = [&](auto&& change) {
    Sharded t = s;
    if (!change(t)) return;
    detail::drop_dead(t);
    if (weight(t) < weight(s)) all.push_back(std::move(t));
  };
  const core::Function& f = s.program.main;
  const size_t n = f.body.stmts.size();
  if (f.body.results.size() > 1)
    for (size_t i = 0; i < f.body.results.size(); ++i)
      changed([&](Sharded& t) { return detail::set_results(t, {f.body.results[i]}), true; });
  for (size_t i = 0; i < n; ++i)
    if (f.body.results != f.body.stmts[i].results)
      for (ValueId x : f.body.stmts[i].results)
        changed([&](Sharded& t) { return detail::set_results(t, {x}), true; });
  // what the first k statements make comes from outside
  for (size_t k = n - std::min<size_t>(n, 1); k > 0; k /= 2)
    changed([&](Sharded& t) {
      core::Function& g = t.program.main;
      for (size_t i = 0; i < k; ++i)
        g.params.insert(g.params.end(), f.body.stmts[i].results.begin(), f.body.stmts[i].results.end());
      g.body.stmts.erase(g.body.stmts.begin(), g.body.stmts.begin() + static_cast<int64_t>(k));
      return true;
    });
  for (size_t i = n; i-- > 0;) {
    const core::Stmt& stmt = f.body.stmts[i];
    if (stmt.results.size() == 1 && std::holds_alternative<OpExpr>(stmt.expr))
      for (ValueId x : core::operands(stmt.expr))
        if (f.type(x) == f.type(stmt.results[0]))
          changed([&](Sharded& t) {
            core::Function& g = t.program.main;
            g.body.stmts.erase(g.body.stmts.begin() + static_cast<int64_t>(i));
            detail::replace(g.body, stmt.results[0], x);
            return true;
          });
    changed([&](Sharded& t) {
      core::Function& g = t.program.main;
      g.params.insert(g.params.end(), stmt.results.begin(), stmt.results.end());
      g.body.stmts.erase(g.body.stmts.begin() + static_cast<int64_t>(i));
      return true;
    });
  }
  std::set<Axis> looped;
  core::walk(f.body, [&](const core::Stmt& stmt, int) {
    if (const auto* loop = std::get_if<core::LoopExpr>(&stmt.expr)) looped.insert(loop->axis);
  });
  for (const auto& [a, size] : s.program.mesh.axes()) {
    if (looped.count(a)) continue;
    const auto with_size = [&](int64_t to) {
      changed([&](Sharded& t) {
        std::vector<std::pair<Axis, int64_t>> axes;
        for (const auto& [b, m] : s.program.mesh.axes())
          if (b != a)
            axes.emplace_back(b, m);
          else if (to > 0)
            axes.emplace_back(b, to);
        t.program.mesh = Mesh(axes);
        for (auto& [x, asked] : t.asked)
          for (const auto member : asked_members)
            if (asked.*member && to == 0) detail::drop_axis(*(asked.*member), a);
        return true;
      });
    };
    with_size(0);
    if (size > 2 && size % 2 == 0) with_size(2);  // every extent that divided still does
  }
  for (size_t i = 0; i < f.params.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (f.type(f.params[i]) == f.type(f.params[j]))
        changed(
            [&](Sharded& t) { return detail::replace(t.program.main.body, f.params[i], f.params[j]), true; });
  for (const auto& [x, asked] : s.asked) {
    changed([&, x = x](Sharded& t) { return t.asked.erase(x), true; });
    for (const auto member : asked_members) {
      if (!(asked.*member)) continue;
      changed([&, x = x](Sharded& t) { return (t.asked[x].*member).reset(), true; });
      for (DistType& d : detail::simpler(*(asked.*member)))
        changed([&, x = x](Sharded& t) { return t.asked[x].*member = std::move(d), true; });
    }
    if (asked.made && asked.read && !(*asked.made == *asked.read))
      changed([&, x = x](Sharded& t) { return t.asked[x].read = t.asked[x].made, true; });
  }
  return all;
}

}  // namespace partir::generate
