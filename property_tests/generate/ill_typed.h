// Ill-typed programs: a well-typed one with one premise of one rule broken.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "property_tests/generate/describe.h"
#include "property_tests/generate/program.h"
#include "property_tests/generate/recipe.h"
#include "property_tests/generate/statement.h"
#include "semantics/core.h"
#include "semantics/rules.h"

namespace partir::generate {

/// How one premise of a T-rule is broken.
struct Breakage {
  Rule rule;
  int premise;
  /// Breaks it somewhere; false where the program has no place for it.
  bool (*apply)(core::Program&, Source&);
};

namespace detail {

/// The places of a program that hold a statement of some form, each with the block it stands in and
/// the axes of the loops around it.
struct Place {
  core::Block* block;
  size_t index;
  AxisList around;
  core::Stmt& stmt() const { return block->stmts[index]; }
};
inline void places(core::Block& b, const AxisList& around, std::vector<Place>& all) {
  for (size_t i = 0; i < b.stmts.size(); ++i) {
    all.push_back({&b, i, around});
    if (auto* loop = std::get_if<core::LoopExpr>(&b.stmts[i].expr)) {
      AxisList inner = around;
      inner.push_back(loop->axis);
      places(*loop->body, inner, all);
    }
  }
}
/// One place that is `good`, drawn.
inline std::optional<Place> place(core::Program& p, Source& s, const std::function<bool(const Place&)>& good) {
  std::vector<Place> all, fit;
  places(p.main.body, {}, all);
  for (const Place& x : all)
    if (good(x)) fit.push_back(x);
  if (fit.empty()) return std::nullopt;
  return fit[static_cast<size_t>(s.below(static_cast<int64_t>(fit.size())))];
}
template <class E>
std::optional<Place> place_of(core::Program& p, Source& s,
                              const std::function<bool(const Place&, const E&)>& good = nullptr) {
  return place(p, s, [&](const Place& x) {
    const auto* e = std::get_if<E>(&x.stmt().expr);
    return e && (!good || good(x, *e));
  });
}
template <class E>
E& expr(const Place& x) { return std::get<E>(x.stmt().expr); }

/// What depends on `r`, by value: found by going over the block until nothing is added.
inline std::vector<char> depends_on(const core::Program& p, const core::Block& b, RangeId r) {
  std::vector<char> marks(p.main.values.size(), 0);
  for (bool more = true; more;) {
    more = false;
    core::walk(b, [&](const core::Stmt& s, int) {
      std::vector<std::pair<ValueId, bool>> found;
      if (const auto* loop = std::get_if<core::LoopExpr>(&s.expr)) {
        for (size_t i = 0; i < s.results.size(); ++i) found.emplace_back(s.results[i], marks[loop->body->results[i]] != 0);
      } else {
        bool any = false;
        for (ValueId x : core::operands(s.expr)) any = any || marks[x];
        if (const auto* slice = std::get_if<core::SliceExpr>(&s.expr)) any = any || slice->range == r;
        for (ValueId y : s.results) found.emplace_back(y, any);
      }
      for (const auto& [y, tainted] : found)
        if (tainted && !marks[y]) marks[y] = 1, more = true;
    });
  }
  return marks;
}
/// A value that a loop's body binds where `at` does not see it any more, drawn.
inline std::optional<ValueId> bound_elsewhere(const Place& at, Source& s) {
  std::vector<ValueId> all;
  for (size_t i = 0; i < at.index; ++i)
    if (const auto* loop = std::get_if<core::LoopExpr>(&at.block->stmts[i].expr))
      core::walk(*loop->body, [&](const core::Stmt& inner, int) { all.push_back(inner.results[0]); });
  if (all.empty()) return std::nullopt;
  return all[static_cast<size_t>(s.below(static_cast<int64_t>(all.size())))];
}
/// An argument of its own.
inline ValueId own_argument(core::Program& p, TensorType type) {
  const ValueId x = p.main.add_value(std::move(type));
  p.main.params.push_back(x);
  return x;
}
inline ValueId stranger(core::Program& p, TensorType type) { return p.main.add_value(std::move(type)); }

}  // namespace detail

/// Every premise of the T-rules, some in more ways than one. What a slice or a loop gives is declared anew where the breakage
/// changes it, so that no premise before fails first.
inline const std::vector<Breakage>& breakages() {
  using namespace detail;
  using core::LoopExpr;
  using core::SliceExpr;
  using Kind = core::LoopAttr::Kind;
  static const std::vector<Breakage> all = {
      {Rule::T_Var, 1, [](core::Program& p, Source& s) {
         auto at = place_of<OpExpr>(p, s, [](const Place&, const OpExpr& e) { return !e.operands.empty(); });
         if (!at) return false;
         ValueId& x = expr<OpExpr>(*at).operands[0];
         x = stranger(p, p.main.type(x));
         return true;
       }},
      {Rule::T_Var, 1, [](core::Program& p, Source& s) {
         auto at = place_of<OpExpr>(p, s, [](const Place&, const OpExpr& e) { return !e.operands.empty(); });
         if (!at) return false;
         const auto x = bound_elsewhere(*at, s);
         if (x) expr<OpExpr>(*at).operands[0] = *x;
         return x.has_value();
       }},
      {Rule::T_Op, 1, [](core::Program& p, Source& s) {
         auto at = place_of<OpExpr>(p, s, [](const Place&, const OpExpr& e) {
           return !e.operands.empty() && !e.op.get_if<Concatenate>() && !e.op.get_if<Sort>();
         });
         if (!at) return false;
         expr<OpExpr>(*at).operands.clear();
         return true;
       }},
      {Rule::T_Op, 2, [](core::Program& p, Source& s) {
         auto at = place_of<OpExpr>(p, s);
         if (!at) return false;
         p.main.values[at->stmt().results[0]].type.change([](TensorType& t) { t.shape.push_back(7); });
         return true;
       }},
      {Rule::T_Let, 1, [](core::Program& p, Source& s) {
         auto at = place_of<LoopExpr>(p, s);
         if (!at) return false;
         at->stmt().results.push_back(stranger(p, {}));
         return true;
       }},
      {Rule::T_Let, 2, [](core::Program& p, Source& s) {
         auto at = place_of<OpExpr>(p, s, [&](const Place& x, const OpExpr&) {
           return p.main.params.end() != std::find_if(p.main.params.begin(), p.main.params.end(), [&](ValueId y) {
                    return p.main.type(y) == p.main.type(x.stmt().results[0]);
                  });
         });
         if (!at) return false;
         for (ValueId y : p.main.params)
           if (p.main.type(y) == p.main.type(at->stmt().results[0])) at->stmt().results[0] = y;
         return true;
       }},
      {Rule::T_Let, 2, [](core::Program& p, Source& s) {
         auto at = place_of<OpExpr>(p, s);
         if (!at) return false;
         const auto x = bound_elsewhere(*at, s);
         if (!x || p.main.type(*x) != p.main.type(at->stmt().results[0])) return false;
         at->stmt().results[0] = *x;
         return true;
       }},
      {Rule::T_Let, 3, [](core::Program& p, Source& s) {
         auto at = place(p, s, [](const Place& x) { return !std::holds_alternative<OpExpr>(x.stmt().expr); });
         if (!at) return false;
         p.main.values[at->stmt().results[0]].type.change([](TensorType& t) { t.shape.push_back(7); });
         return true;
       }},
      {Rule::T_Tuple, 1, [](core::Program& p, Source& s) {
         if (s.below(2) == 0) {
           if (auto at = place_of<LoopExpr>(p, s)) {
             ValueId& x = expr<LoopExpr>(*at).body->results[0];
             x = stranger(p, p.main.type(x));
             return true;
           }
         }
         if (p.main.body.results.empty()) return false;
         ValueId& x = p.main.body.results[0];
         x = stranger(p, p.main.type(x));
         return true;
       }},
      {Rule::T_Slice, 1, [](core::Program& p, Source& s) {
         auto at = place_of<SliceExpr>(p, s);
         if (!at) return false;
         ValueId& x = expr<SliceExpr>(*at).operand;
         x = stranger(p, p.main.type(x));
         return true;
       }},
      {Rule::T_Slice, 2, [](core::Program& p, Source& s) {
         auto at = place_of<SliceExpr>(p, s);
         if (!at) return false;
         RangeId& r = expr<SliceExpr>(*at).range;
         r = p.main.add_range(p.main.ranges[r].axis);
         return true;
       }},
      {Rule::T_Slice, 2, [](core::Program& p, Source& s) {
         // the range of a loop before, over the same axis
         auto at = place_of<SliceExpr>(p, s);
         if (!at) return false;
         RangeId& r = expr<SliceExpr>(*at).range;
         std::vector<RangeId> before;
         for (RangeId q = 0; q < r; ++q)
           if (p.main.ranges[q].axis == p.main.ranges[r].axis) before.push_back(q);
         if (before.empty()) return false;
         r = before[static_cast<size_t>(s.below(static_cast<int64_t>(before.size())))];
         return true;
       }},
      {Rule::T_Slice, 3, [](core::Program& p, Source& s) {
         auto at = place_of<SliceExpr>(p, s);
         if (!at) return false;
         SliceExpr& e = expr<SliceExpr>(*at);
         e.dim = s.below(2) ? -1 : p.main.type(e.operand).rank();
         return true;
       }},
      {Rule::T_Slice, 4, [](core::Program& p, Source& s) {
         auto at = place_of<SliceExpr>(p, s, [&](const Place&, const SliceExpr& e) {
           return p.mesh.size(p.main.ranges[e.range].axis) > 1 &&
                  std::find(p.main.params.begin(), p.main.params.end(), e.operand) != p.main.params.end();
         });
         if (!at) return false;
         // an argument of its own, one element too long
         SliceExpr& e = expr<SliceExpr>(*at);
         TensorType t = p.main.type(e.operand);
         ++t.shape[e.dim];
         e.operand = own_argument(p, t);
         return true;
       }},
      {Rule::T_Slice, 5, [](core::Program& p, Source& s) {
         auto at = place_of<SliceExpr>(p, s);
         if (!at) return false;
         SliceExpr& e = expr<SliceExpr>(*at);
         TensorType t = p.main.type(e.operand);
         t.shape[e.dim] = 0;
         e.operand = own_argument(p, t);
         return true;
       }},
      {Rule::T_Loop, 1, [](core::Program& p, Source& s) {
         auto at = place_of<LoopExpr>(p, s);
         if (!at) return false;
         expr<LoopExpr>(*at).axis = "Q";
         return true;
       }},
      {Rule::T_Loop, 2, [](core::Program& p, Source& s) {
         auto at = place_of<LoopExpr>(p, s, [](const Place& x, const LoopExpr&) { return !x.around.empty(); });
         if (!at) return false;
         expr<LoopExpr>(*at).axis = at->around[static_cast<size_t>(s.below(static_cast<int64_t>(at->around.size())))];
         return true;
       }},
      {Rule::T_Loop, 3, [](core::Program& p, Source& s) {
         auto at = place_of<LoopExpr>(p, s);
         if (!at) return false;
         LoopExpr& e = expr<LoopExpr>(*at);
         if (s.below(2)) e.attrs.push_back(core::LoopAttr::any());
         else e.body->results.push_back(e.body->results[0]);
         return true;
       }},
      {Rule::T_Loop, 4, [](core::Program& p, Source& s) {
         // bound by a loop before, over the same axis, or over another, or by none
         auto at = place_of<LoopExpr>(p, s);
         if (!at) return false;
         LoopExpr& e = expr<LoopExpr>(*at);
         std::vector<RangeId> others{static_cast<RangeId>(p.main.ranges.size() + 5)};
         for (RangeId q = 0; q < p.main.ranges.size(); ++q)
           if (q < e.range || p.main.ranges[q].axis != e.axis) others.push_back(q);
         e.range = others[static_cast<size_t>(s.below(static_cast<int64_t>(others.size())))];
         return true;
       }},
      {Rule::T_Tile, 1, [](core::Program& p, Source& s) {
         auto at = place_of<LoopExpr>(p, s, [](const Place&, const LoopExpr& e) {
           return e.attrs[0].kind == Kind::Tile;
         });
         if (!at) return false;
         LoopExpr& e = expr<LoopExpr>(*at);
         e.attrs[0].dim = s.below(2) ? -1 : p.main.type(e.body->results[0]).rank();
         return true;
       }},
      {Rule::T_Reduce, 1, [](core::Program& p, Source& s) {
         auto at = place_of<LoopExpr>(p, s, [&](const Place&, const LoopExpr& e) {
           return e.attrs[0].kind == Kind::Reduce && (is_float(p.main.type(e.body->results[0]).element) ||
                                                      is_complex(p.main.type(e.body->results[0]).element));
         });
         if (!at) return false;
         expr<LoopExpr>(*at).attrs[0].monoid = Monoid::Or;
         return true;
       }},
      {Rule::T_Any, 1, [](core::Program& p, Source& s) {
         auto at = place_of<LoopExpr>(p, s, [&](const Place&, const LoopExpr& e) {
           return depends_on(p, *e.body, e.range)[e.body->results[0]] != 0;
         });
         if (!at) return false;
         LoopExpr& e = expr<LoopExpr>(*at);
         e.attrs[0] = core::LoopAttr::any();
         p.main.values[at->stmt().results[0]].type = p.main.type(e.body->results[0]);
         return true;
       }},
      {Rule::T_Func, 1, [](core::Program& p, Source&) {
         p.main.result_types.emplace_back();
         return true;
       }},
      {Rule::T_Func, 2, [](core::Program& p, Source&) {
         if (p.main.result_types.empty()) return false;
         p.main.result_types[0].shape.push_back(7);
         return true;
       }},
      {Rule::T_Func, 3, [](core::Program& p, Source&) {
         if (p.main.params.empty()) return false;
         p.main.params.push_back(p.main.params[0]);
         return true;
       }},
  };
  return all;
}

/// That the checker refuses the program of `seed` with the premise broken, naming rule and premise.
inline Verdict is_named(const Breakage& b, uint64_t seed) {
  core::Program p = decode(draw(seed));
  Source source(seed);
  if (!b.apply(p, source)) return nothing("no place for it");
  const std::string what = std::string(name(b.rule)) + " premise " + std::to_string(b.premise);
  try {
    check(p);
  } catch (const Rejected& r) {
    if (r.rule == b.rule && r.premise == b.premise) return holds();
    return fails(what + " broken: " + r.report() + "\n" + text(p));
  }
  return fails("accepted without " + what + "\n" + text(p));
}

}  // namespace partir::generate
