// Going over StableHLO modules: what a statement reads, all statements with those in regions, and the
// module with its calls inlined.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "semantics/diagnostics.h"
#include "semantics/module.h"

namespace partir::shlo {

/// Calls `f` with each block in a right-hand side: branches, conditions, bodies.
template <class Expression, class F>
void for_each_block(Expression& e, F&& f) {
  if (auto* w = std::get_if<While>(&e)) f(w->cond.body), f(w->body.body);
  if (auto* i = std::get_if<If>(&e)) f(i->on_true), f(i->on_false);
  if (auto* c = std::get_if<Case>(&e))
    for (auto& b : c->branches) f(b);
}
/// Calls `f` with each statement of a block and of the blocks in it, outer ones first.
template <class BlockType, class F>
void walk(BlockType& block, F&& f) {
  for (auto& s : block.stmts) {
    f(s);
    for_each_block(s.expr, [&](auto& inner) { walk(inner, f); });
  }
}

/// Calls `f` with each operand, by reference; not with what regions read from around them.
template <class Expression, class F>
void for_each_operand(Expression& e, F&& f) {
  std::visit(
      [&](auto& x) {
        if constexpr (requires { x.operands; }) {
          for (auto& operand : x.operands) f(operand);
        } else if constexpr (requires { x.operand; }) {
          f(x.operand);
        } else if constexpr (requires { x.token; }) {
          f(x.token);
        } else if constexpr (requires { x.pred; }) {
          f(x.pred);
        } else if constexpr (requires { x.branches; }) {
          f(x.index);
        } else if constexpr (requires { x.actual; }) {
          f(x.actual);
          if (auto* expected = std::get_if<ValueId>(&x.expected)) f(*expected);
        } else {
          using Form = std::remove_cvref_t<decltype(x)>;
          static_assert(std::is_same_v<Form, Outside> || std::is_same_v<Form, ReplicaId> ||
                        std::is_same_v<Form, PartitionId>);
        }
      },
      e);
}

/// What a statement reads, that which its regions read from around them included; without repetition.
inline std::vector<ValueId> reads(const Stmt& s) {
  std::vector<ValueId> found, own;
  const auto see = [&](ValueId x) {
    if (std::find(own.begin(), own.end(), x) == own.end() &&
        std::find(found.begin(), found.end(), x) == found.end())
      found.push_back(x);
  };
  const auto inside = [&](auto& self, const Stmt& t) -> void {
    for_each_operand(t.expr, see);
    if (const auto* w = std::get_if<While>(&t.expr)) {
      own.insert(own.end(), w->cond.params.begin(), w->cond.params.end());
      own.insert(own.end(), w->body.params.begin(), w->body.params.end());
    }
    for_each_block(t.expr, [&](const Block& b) {
      for (const Stmt& u : b.stmts) {
        self(self, u);
        own.insert(own.end(), u.results.begin(), u.results.end());
      }
      for (ValueId x : b.results) see(x);
    });
  };
  inside(inside, s);
  return found;
}

/// Of each value whether it may depend on the function's arguments, or on what other processes send.
inline std::vector<char> argument_dependent(const Function& f) {
  std::vector<char> depends(f.values.size());
  for (ValueId x : f.params) depends[x] = true;
  bool changed = true;
  const auto mark = [&](ValueId x, bool yes) {
    if (!yes || depends[x]) return;
    depends[x] = true;
    changed = true;
  };
  const auto block = [&](auto& self, const Block& b) -> void {
    for (const Stmt& s : b.stmts) {
      bool any = std::holds_alternative<Recv>(s.expr) || std::holds_alternative<Infeed>(s.expr) ||
                 std::holds_alternative<RunParallel>(s.expr);
      for_each_operand(s.expr, [&](ValueId x) { any = any || depends[x]; });
      for_each_block(s.expr, [&](const Block& inner) { self(self, inner); });
      if (const auto* w = std::get_if<While>(&s.expr)) {
        bool condition = false;
        for (ValueId x : w->cond.body.results) condition = condition || depends[x];
        for (size_t i = 0; i < w->operands.size(); ++i) {
          const bool carried = depends[w->operands[i]] || depends[w->body.body.results.at(i)];
          mark(w->cond.params.at(i), carried);
          mark(w->body.params.at(i), carried);
          mark(s.results.at(i), carried || condition);
        }
        continue;
      }
      for_each_block(s.expr, [&](const Block& inner) {
        for (ValueId x : inner.results) any = any || depends[x];
      });
      for (ValueId x : s.results) mark(x, any);
    }
  };
  while (changed) {
    changed = false;
    block(block, f.body);
  }
  return depends;
}

/// Of each value whether a statement that is no op, or the end of a region, hands it on as it is to what `depends` on more than it does: then a number that
/// is written down comes to ops as one that arguments decide.
inline std::vector<char> handed_on(const Function& f, const std::vector<char>& depends) {
  std::vector<char> handed(f.values.size());
  bool changed = true;
  const auto hand = [&](ValueId x) {
    if (depends[x] || handed[x]) return;
    handed[x] = true;
    changed = true;
  };
  while (std::exchange(changed, false))
    walk(f.body, [&](const Stmt& s) {
      if (std::holds_alternative<OpExpr>(s.expr)) return;
      bool any = std::holds_alternative<Call>(s.expr);  // a function takes all of its arguments for such
      const auto see = [&](ValueId x) { any = any || depends[x] || handed[x]; };
      std::for_each(s.results.begin(), s.results.end(), see);
      if (const auto* w = std::get_if<While>(&s.expr)) std::for_each(w->body.params.begin(), w->body.params.end(), see);
      if (!any) return;
      for_each_operand(s.expr, hand);
      for_each_block(s.expr, [&](const Block& b) { std::for_each(b.results.begin(), b.results.end(), hand); });
    });
  return handed;
}

/// The function with what it calls, in regions, too, in place of the calls: a callee's value `x` becomes `callee.x`, at the
/// callee's location. Throws BadInput for a call of no function, Unsupported for functions that call each other without end,
/// or so often that this makes over a million statements.
inline Function with_calls_inlined(const Module& m, const Function& f) {
  Function g = f;
  int64_t statements = 0;
  /// A function in place of a call; of the entry, whose values keep their numbers, `names` is empty.
  struct Callee {
    const Function& f;
    std::map<ValueId, ValueId> names;
    std::string prefix;
    int depth;
  };
  const auto append = [&](auto& self, Callee& c, const std::vector<Stmt>& from, std::vector<Stmt>& to) -> void {
    const auto name = [&](ValueId x) { return c.depth == 0 ? x : c.names.at(x); };
    const auto bind = [&](ValueId x) {
      if (c.depth == 0) return x;
      const auto [at, is_new] = c.names.try_emplace(x, 0);
      const Value& v = c.f.values.at(x);
      if (is_new) at->second = g.add_value(v.type, c.prefix + v.name, v.location);
      return at->second;
    };
    for (const Stmt& s : from) {
      constexpr int64_t most = 1'000'000;
      if (++statements > most) throw Unsupported("calls that make more than a million statements", s.location);
      if (const auto* call = std::get_if<Call>(&s.expr)) {
        const Function* callee = m.find(call->callee);
        if (!callee) throw BadInput("there is no function @" + call->callee, s.location);
        constexpr int deepest = 100;
        if (c.depth == deepest) throw Unsupported("calls nested deeper than 100", s.location);
        Callee inner{*callee, {}, c.prefix + callee->name + ".", c.depth + 1};
        for (size_t i = 0; i < callee->params.size(); ++i) inner.names[callee->params[i]] = name(call->operands.at(i));
        self(self, inner, callee->body.stmts, to);
        for (size_t i = 0; i < s.results.size(); ++i)
          to.push_back({{bind(s.results[i])}, Forward{{inner.names.at(callee->body.results.at(i))}}, s.location});
        continue;
      }
      Stmt copy = s;
      for (ValueId& x : copy.results) x = bind(x);
      for_each_operand(copy.expr, [&](ValueId& x) { x = name(x); });
      if (auto* w = std::get_if<While>(&copy.expr))
        for (Region* r : {&w->cond, &w->body})
          for (ValueId& x : r->params) x = bind(x);
      for_each_block(copy.expr, [&](Block& b) {
        self(self, c, std::exchange(b.stmts, {}), b.stmts);
        for (ValueId& x : b.results) x = name(x);
      });
      to.push_back(std::move(copy));
    }
  };
  Callee entry{f, {}, "", 0};
  g.body.stmts.clear();
  append(append, entry, f.body.stmts, g.body.stmts);
  return g;
}

}  // namespace partir::shlo
