// Theorem 1, typing simulation (calculus.md section 4), decided on one program: a static check.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lowering/lower.h"
#include "semantics/core_typing.h"
#include "semantics/dist_type.h"
#include "semantics/hlo_typing.h"
#include "semantics/instances.h"
#include "semantics/verdict.h"

namespace partir {

/// `C[e]` taken apart: `e` as a program of its own, whose parameters are the tensor variables of
/// `Γ_hole` that `e` reads. Its range variables stay free, as they are in `e`. `type(x)` of the copy
/// is the Core type at the hole.
class Hole {
 public:
  /// `e` is the block's statements `[first, last)` followed by the tuple `results`.
  static core::Program program(const core::Program& whole, const std::vector<core::Stmt>& stmts,
                               size_t first, size_t last, std::span<const ValueId> results) {
    Hole hole(whole);
    core::Function& f = hole.part_.main;
    for (size_t i = first; i < last; ++i) f.body.stmts.push_back(hole.copy(stmts[i]));
    for (ValueId x : results) {
      f.body.results.push_back(hole.use(x));
      f.result_types.push_back(whole.main.type(x));
    }
    return std::move(hole.part_);
  }

 private:
  explicit Hole(const core::Program& whole) : whole_(whole.main) {
    part_.mesh = whole.mesh;
    part_.main.name = "hole";
    part_.main.ranges = whole_.ranges;
  }
  /// A variable that the copy has not bound is one of Γ_hole's: a parameter.
  ValueId use(ValueId x) {
    if (auto it = ids_.find(x); it != ids_.end()) return it->second;
    const ValueId y = bind(x);
    part_.main.params.push_back(y);
    return y;
  }
  ValueId bind(ValueId x) {
    const Value& v = whole_.values[x];
    return ids_[x] = part_.main.add_value(v.type, v.name, v.location);
  }
  core::Stmt copy(const core::Stmt& s) {
    core::Stmt out{{}, core::Expr{OpExpr{Constant{}, {}}}, s.location};
    out.expr = std::visit(
        Overloaded{[&](const OpExpr& e) -> core::Expr {
                     OpExpr c{e.op, {}};
                     for (ValueId x : e.operands) c.operands.push_back(use(x));
                     return c;
                   },
                   [&](const core::SliceExpr& e) -> core::Expr {
                     return core::SliceExpr{e.dim, use(e.operand), e.range};
                   },
                   [&](const core::LoopExpr& e) -> core::Expr {
                     core::LoopExpr c{e.axis, e.attrs, e.range, core::Block{}};
                     for (const core::Stmt& inner : e.body->stmts)
                       c.body->stmts.push_back(copy(inner));
                     for (ValueId x : e.body->results) c.body->results.push_back(use(x));
                     return c;
                   }},
        s.expr);
    for (ValueId x : s.results) out.results.push_back(bind(x));
    return out;
  }

  const core::Function& whole_;
  core::Program part_;
  std::unordered_map<ValueId, ValueId> ids_;
};

/// The distributed type that loop attributes `σ̄` (outside-in, with their axes) give to a loop nest's
/// result of type `global`: tile<d> appends its axis at the minor end of d's list, reduce adds it to
/// the partial axes, any adds nothing. Nothing if two reduces differ in ⊕ (the theorem excludes it).
inline std::optional<DistType> nest_dist(
    const Mesh& mesh, const std::vector<std::pair<Axis, core::LoopAttr>>& nest,
    const TensorType& global) {
  DistType D = DistType::replicated(global);
  for (const auto& [a, σ] : nest) {
    if (σ.kind == core::LoopAttr::Kind::Tile) {
      if (σ.dim < 0 || σ.dim >= global.rank()) return std::nullopt;
      D.dims[σ.dim].push_back(a);
    } else if (σ.kind == core::LoopAttr::Kind::Reduce) {
      if (!D.partial.empty() && D.monoid != σ.monoid) return std::nullopt;
      D.monoid = σ.monoid;
      D.partial.push_back(a);
    }
  }
  AxisList sorted;
  for (const auto& axis : mesh.axes())
    if (contains(D.partial, axis.first)) sorted.push_back(axis.first);
  D.partial = sorted;
  return D;
}

/// How a hole is translated: `translate`, or a mutant of it in the tests of this checker.
using TranslateFn = std::function<hlo::Program(const core::Program&)>;

namespace detail {
/// Walks the holes of a program and refutes at the first that breaks Theorem 1.
class TypingSimulation {
 public:
  /// `by_let`: the translation of a block ends in the translations of its suffixes (L-Let), as
  /// `translate` makes it.
  TypingSimulation(const core::Program& p, const TranslateFn& translation, bool by_let)
      : p_(p), translation_(translation), by_let_(by_let) {}

  Verdict run() {
    block(p_.main.body);
    Verdict v;
    if (counterexample_) {
      v.kind = Verdict::Kind::Refuted;
      v.detail = "Theorem 1 fails";
      v.counterexample = counterexample_;
      return v;
    }
    v.kind = Verdict::Kind::Proved;
    v.detail = "Theorem 1 for this program: (a) at " + counted(holes_, "hole") +
               (implied_ ? " (and by H-Let at " + std::to_string(implied_) + " inside those)" : "") +
               ", (b) at " + counted(nests_, "result") + " of loop nests";
    return v;
  }

 private:
  void refute(const std::string& op, const Location& where, const std::string& expected,
              const std::string& found, const std::string& why) {
    if (counterexample_) return;
    counterexample_ = Counterexample{to_string(p_.mesh), op, to_string(where), "", "",
                                     expected, found, why, {}};
  }
  /// (a): ⟨e⟩ is well typed locally and its results have e's Core types at the hole.
  void hole(const std::vector<core::Stmt>& stmts, size_t first, size_t last,
            std::span<const ValueId> results, const std::string& text, const Location& where) {
    ++holes_;
    const core::Program part = Hole::program(p_, stmts, first, last, results);
    try {
      const hlo::Program translated = translation_(part);
      check(translated);
      Types found;
      for (ValueId x : translated.main.body.results) found.push_back(translated.main.type(x));
      if (found != part.main.result_types)
        refute(text, where, to_string(part.main.result_types), to_string(found),
               "the translation of this expression has another type than the expression");
    } catch (const Rejected& e) {
      refute(text, where, e.expected, e.found,
             "the translation of this expression is ill typed: " + std::string(e.what()));
    }
  }
  /// (b) for result `i` of `loop` and of every loop whose result that body yields directly.
  void nest(const core::Stmt& outer, size_t i) {
    std::vector<std::pair<Axis, core::LoopAttr>> path;
    const core::Stmt* s = &outer;
    while (s) {
      const auto& loop = std::get<core::LoopExpr>(s->expr);
      path.emplace_back(loop.axis, loop.attrs[i]);
      const ValueId inner = loop.body->results[i];
      const TensorType& global = p_.main.type(outer.results[i_outer_]);
      if (auto D = nest_dist(p_.mesh, path, global)) {
        ++nests_;
        const std::string bad = ill_formed(p_.mesh, *D);
        if (!bad.empty())
          refute(phrase(p_.main, outer), outer.location, "a well-formed distributed type",
                 to_string(*D), bad);
        else if (!(local(p_.mesh, *D) == p_.main.type(inner)))
          refute(phrase(p_.main, outer), outer.location, to_string(p_.main.type(inner)),
                 to_string(local(p_.mesh, *D)),
                 "the local type of " + to_string(*D) + " is not the body's at the hole");
      }
      const core::Stmt* next = nullptr;
      for (const core::Stmt& t : loop.body->stmts)
        if (std::holds_alternative<core::LoopExpr>(t.expr))
          for (size_t j = 0; j < t.results.size(); ++j)
            if (t.results[j] == inner) {
              next = &t;
              i = j;
            }
      s = next;
    }
  }
  void block(const core::Block& b) {
    // inner holes first, so that the smallest expression that breaks is reported
    for (const core::Stmt& s : b.stmts)
      if (const auto* loop = std::get_if<core::LoopExpr>(&s.expr)) {
        for (i_outer_ = 0; i_outer_ < s.results.size(); ++i_outer_) nest(s, i_outer_);
        block(*loop->body);
      }
    // Each let-bound expression alone, then the suffixes `let .. in (x̄)`. A suffix's judgement is a
    // premise of H-Let in the judgement of any longer one, so that in long blocks only every 32nd is
    // judged by itself (above 1024 statements: the whole block); the others are counted as implied.
    const size_t n = b.stmts.size(), step = by_let_ && n > 64 ? 32 : 1;
    for (size_t i = 0; i < n; ++i)
      hole(b.stmts, i, i + 1, b.stmts[i].results, phrase(p_.main, b.stmts[i]),
           b.stmts[i].location);
    for (size_t i = 0; i <= n; ++i) {
      if (i % step != 0 || (by_let_ && n > 1024 && i != 0)) {
        ++implied_;
        continue;
      }
      hole(b.stmts, i, n, b.results,
           i < n ? "let " + phrase(p_.main, b.stmts[i]) + " in .." : "the block's results",
           i < n ? b.stmts[i].location : p_.main.location);
    }
  }

  const core::Program& p_;
  const TranslateFn& translation_;
  bool by_let_;
  size_t i_outer_ = 0;
  int64_t holes_ = 0, implied_ = 0, nests_ = 0;
  std::optional<Counterexample> counterexample_;
};
}  // namespace detail

/// Theorem 1 on `program`: (a) at every hole (in blocks of over 64 statements some suffixes only as
/// premises of longer ones), `[Γ_hole] ⊢spmd ⟨e⟩ : τ` with `e`'s Core type `τ`;
/// (b) at every loop nest's result, the `D` obtained from `σ̄` has the body's local type and the
/// nest's global type. A decidable static check: Proved for this program, or Refuted at the first
/// hole. Throws Rejected if the program is ill typed (the theorem's premise).
PARTIR_INLINE Verdict theorem1(const core::Program& program)
#if PARTIR_PROOFS_BODIES
{
  check(program);
  const TranslateFn translation = [](const core::Program& p) { return translate(p); };
  return detail::TypingSimulation(program, translation, true).run();
}
#else
    ;
#endif
/// The same of another translation, at each suffix by itself.
PARTIR_INLINE Verdict theorem1(const core::Program& program, const TranslateFn& translation)
#if PARTIR_PROOFS_BODIES
{
  check(program);
  return detail::TypingSimulation(program, translation, false).run();
}
#else
    ;
#endif

}  // namespace partir
