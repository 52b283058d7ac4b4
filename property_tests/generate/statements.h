// The statements of calculus.md section 4 about one generated program each.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lowering/lower.h"
#include "proofs/compare.h"
#include "proofs/theorem1.h"
#include "proofs/theorem3.h"
#include "property_tests/generate/collectives.h"
#include "property_tests/generate/floats.h"
#include "property_tests/generate/hlo_program.h"
#include "property_tests/generate/open_terms.h"
#include "property_tests/generate/partitioned.h"
#include "property_tests/generate/per_device.h"
#include "property_tests/generate/program.h"
#include "property_tests/generate/rewrites.h"
#include "property_tests/generate/statement.h"
#include "semantics/hlo_typing.h"

namespace partir::generate {

namespace detail {

inline Limits loop_free() {
  Limits l;
  l.depth = 0;
  return l;
}
inline Limits few_devices() {
  Limits l;
  l.devices = 36;
  return l;
}
/// That `h` represents what p computes, on one draw.
inline Verdict implements(const core::Program& p, const hlo::Program& h, uint64_t seed) {
  CompareOptions options;
  options.runs = options.native_runs = 1;
  options.seed = seed;
  options.shrink = options.varied = false;
  return compare(p, h, options);
}

/// Where result i is what an all_reduce makes, of nothing that uses its axes: the all_reduce's operand, partial, instead.
inline void leave_partial(hlo::Function& f, size_t i) {
  for (const hlo::Stmt& stmt : f.body.stmts) {
    const auto* r = std::get_if<hlo::AllReduce>(&stmt.expr);
    if (!r || stmt.results[0] != f.body.results[i]) continue;
    DistType& D = f.result_dists[i];
    if (std::any_of(r->axes.begin(), r->axes.end(), [&](const Axis& a) { return D.uses(a); })) return;
    D.monoid = r->monoid;
    D.partial = r->axes;
    f.body.results[i] = r->operand;
    return;
  }
}

/// `h` with a signature drawn anew: parameters, tiled or partial, are reduced and gathered first, results
/// are sliced last, left partial before their all_reduce, or said to be partial by max and its like, of which a value
/// everywhere is a part.
inline hlo::Program with_signature(hlo::Program h, Source& s) {
  hlo::Function& f = h.main;
  std::vector<hlo::Stmt> first;
  const auto tiling = [&](const TensorType& t) {
    AxisLists lists = some_lists(shuffled(h.mesh, s), t.rank(), 2, s);
    for (size_t d = 0; d < lists.size(); ++d)
      while (!lists[d].empty() && (t.shape[d] == 0 || t.shape[d] % h.mesh.size(lists[d]) != 0)) lists[d].pop_back();
    return lists;
  };
  for (size_t i = 0; i < f.params.size(); ++i) {
    DistType& D = f.param_dists[i];
    const ValueId x = f.params[i];
    if (!flatten(D.dims).empty() || !D.partial.empty() || s.below(3) == 0) continue;
    D.dims = tiling(D.global);
    std::vector<Monoid> monoids;
    for (Monoid m : all_monoids)
      if (defined_on(m, D.global.element)) monoids.push_back(m);
    D.monoid = monoids[static_cast<size_t>(s.below(static_cast<int64_t>(monoids.size())))];
    for (const auto& [a, n] : h.mesh.axes())
      if (!D.uses(a) && s.below(3) == 0) D.partial.push_back(a);
    const TensorType part = local(h.mesh, D);
    const ValueId y = f.params[i] = f.add_value(part, {}, f.values[x].location);
    const ValueId whole = f.add_value(part, {}, f.values[x].location);
    first.push_back({{whole}, hlo::AllReduce{D.monoid, D.partial, y}, f.location});
    first.push_back({{x}, hlo::AllGather{D.dims, whole}, f.location});
  }
  first.insert(first.end(), f.body.stmts.begin(), f.body.stmts.end());
  f.body.stmts = std::move(first);
  for (size_t i = 0; i < f.body.results.size(); ++i) {
    DistType& D = f.result_dists[i];
    if (D.partial.empty() && s.below(2) == 0) leave_partial(f, i);
    if (flatten(D.dims).empty() && D.partial.empty() && s.below(3) != 0) {
      D.dims = tiling(D.global);
      const ValueId y = f.add_value(local(h.mesh, D), {}, f.location);
      f.body.stmts.push_back({{y}, hlo::AllSlice{D.dims, f.body.results[i]}, f.location});
      f.body.results[i] = y;
    }
    const Monoid m = is_bool(D.global.element) ? Monoid::And : Monoid::Max;
    if (!D.partial.empty() || is_complex(D.global.element) || !defined_on(m, D.global.element) || s.below(3) != 0) continue;
    D.monoid = m;
    for (const auto& [a, n] : h.mesh.axes())
      if (!D.uses(a) && s.below(2) == 0) D.partial.push_back(a);
  }
  return h;
}
/// The corollary for the lowering, and for functions of any signature.
inline Verdict corollary(const core::Program& p, uint64_t seed) {
  Source s(seed);
  if (seed % 2 == 0) return implements(p, lower(p), seed);
  const hlo::Program h = with_signature(translate(p), s);
  return implements(p, s.below(2) == 0 ? h : simplify(h), seed);
}

/// Types are unique: with another type declared for a value that is bound, no rule applies.
inline Verdict types_are_unique(const core::Program& p, uint64_t seed) {
  check(p);
  std::vector<ValueId> bound;
  core::walk(p.main.body, [&](const core::Stmt& s, int) { bound.insert(bound.end(), s.results.begin(), s.results.end()); });
  if (bound.empty()) return nothing("no statements");
  Source s(seed);
  core::Program q = p;
  const ValueId x = bound[static_cast<size_t>(s.below(static_cast<int64_t>(bound.size())))];
  TensorType t = q.main.type(x);
  const int64_t form = s.below(t.rank() > 0 ? 3 : 2);
  if (form == 0) t.element = t.element == ElementType::F32 ? ElementType::I32 : ElementType::F32;
  else if (form == 1) t.shape.push_back(1);
  else ++t.shape[static_cast<size_t>(s.below(t.rank()))];
  q.main.values[x].type = t;
  try {
    check(q);
  } catch (const Rejected&) {
    return holds();
  }
  return fails("well typed at two types of one value\n" + text(q));
}

/// Theorem 2 of a part of a loop's body, under related environments.
inline Verdict theorem2_open(const core::Program& p, uint64_t seed) {
  Source source(seed);
  const auto term = open_term(p, source);
  if (!term) return nothing("no term in a loop");
  const core::Program q = closed(p, *term);
  const hlo::Program h = translate(q);
  Verdict v = theorem2<Field>(q, h, {1, seed});
  if (v.holds()) v = theorem2<Native>(q, h, {1, seed});
  if (refutes(v)) v.detail += "\n" + text(q);
  return v;
}

/// Families stored once per distinct coordinate (Lemma 1), and collectives on them (Lemma 3), against a
/// tensor for each device.
inline Verdict families(const core::Program& p, uint64_t seed) {
  const hlo::Program h = seed % 2 == 0 ? translate(p) : lower(p);
  const std::vector<Tensor<Field>> args = Inputs(p).draw_all<Field>(seed);
  std::vector<Family<Field>> shared;
  std::vector<EachDevice<Field>> each;
  for (size_t i = 0; i < args.size(); ++i) {
    shared.push_back(distribute(h.mesh, h.main.param_dists[i], args[i]));
    each.emplace_back();
    for (int64_t δ = 0; δ < h.mesh.devices(); ++δ) each[i].push_back(shared[i].at_id(δ));
  }
  const auto found = run<Field>(h, shared);
  const auto expected = run_per_device<Field>(h, each);
  for (size_t i = 0; i < expected.size(); ++i)
    for (int64_t δ = 0; δ < h.mesh.devices(); ++δ)
      if (auto at = first_difference(expected[i][static_cast<size_t>(δ)], found[i].at_id(δ)))
        return fails("result " + std::to_string(i) + " on " + to_string(h.mesh, h.mesh.device(δ)) + " at " +
                     to_string(*at) + ": " + found[i].at_id(δ).element_text(*at) + ", not " +
                     expected[i][static_cast<size_t>(δ)].element_text(*at));
  return holds();
}

/// Kernels and procedures against the comprehension, of ops that have some.
inline Verdict kernels(const core::Program& p, uint64_t seed) {
  std::string bad;
  int64_t ops = 0;
  core::walk(p.main.body, [&](const core::Stmt& s, int) {
    const auto* e = std::get_if<OpExpr>(&s.expr);
    if (!e || !bad.empty()) return;
    Types types;
    for (ValueId x : e->operands) types.push_back(p.main.type(x));
    const std::optional<Comprehension> c = e->op.comprehension(types);
    if (!c) return;
    std::vector<Tensor<Field>> x;
    for (const TensorType& t : types) x.push_back(partir::detail::law_input(t, seed + x.size()));
    const bool procedural = e->op.visit([]<class O>(const O&) {
      return requires(const O& op, const std::vector<Tensor<Field>>& xs) { procedure<Field>(op, xs); };
    });
    if (!procedural && !evaluate_by_kernels<Field>(*c, x)) return;
    ++ops;
    const Tensor<Field> expected = evaluate<Field>(*c, x), found = apply_op<Field>(e->op, x)[0];
    if (auto at = first_difference(expected, found))
      bad = std::string(e->op.name()) + " of " + to_string(types) + " at " + to_string(*at) + ": " +
            found.element_text(*at) + ", not " + expected.element_text(*at);
  });
  return ops == 0 ? nothing("no op has a comprehension and a faster way") : unless(bad);
}

/// Theorem 3 of the entries of the ops that `p` has, at its axis sizes.
inline Verdict theorem3(const core::Program& p, uint64_t seed) {
  std::string bad;
  int64_t entries = 0;
  std::map<ValueId, ElementBits> splats;
  core::walk(p.main.body, [&](const core::Stmt& s, int) {
    const auto* e = std::get_if<OpExpr>(&s.expr);
    if (!e || !bad.empty()) return;
    if (const auto* k = e->op.get_if<Constant>(); k && k->value.splat) splats[s.results[0]] = k->value.bits(0);
    Operands operands;
    for (ValueId x : e->operands) {
      const auto known = splats.find(x);
      operands.push_back({p.main.type(x), known == splats.end() ? std::nullopt : std::optional(known->second)});
    }
    for (const auto& [a, n] : p.mesh.axes())
      for (const Entry& entry : valid_entries(e->op, operands, n)) {
        ++entries;
        if (bad.empty())
          if (bad = theorem3_violation(e->op, operands, entry, n, seed + static_cast<uint64_t>(entries)); !bad.empty())
            bad = std::string(e->op.name()) + " of " + to_string(types_of(operands)) + ", " + to_string(entry) +
                  " at axis size " + std::to_string(n) + " " + bad;
      }
  });
  return entries == 0 ? nothing("no entries") : unless(bad);
}

/// Theorem 5 of a random sequence of section 5's rules.
inline Verdict theorem5(const core::Program& p, uint64_t seed) {
  Source s(seed);
  Rewriter g(translate(p));
  RuleTable fired;
  apply_sequence(g, s, fired);
  if (fired.empty()) return nothing("no rule applies");
  const hlo::Program h = std::move(g).take();
  check(h);
  Verdict v = implements(p, h, seed);
  if (refutes(v)) {
    v.detail = "after " + std::string(v.detail);
    for (const auto& [rule, n] : fired) v.detail = std::string(name(rule)) + " " + v.detail;
  }
  return v;
}

/// That `after` means what `before` means, and is well typed.
inline Verdict rewritten(const hlo::Program& before, const hlo::Program& after, uint64_t seed, const std::string& rules) {
  check(after);
  const std::string bad = rewrite_violation(before, after, seed);
  return bad.empty() ? holds() : fails(bad + " after " + rules + "\n" + text(before) + "to\n" + text(after));
}
/// Theorem 5 on HLO programs of which no Core program is the source: a random sequence of rules, or all of
/// them by `simplify`.
inline Verdict theorem5_hlo(const core::Program& p, uint64_t seed) {
  Source s(seed);
  const hlo::Program before = HloMaker::program(p.mesh, s);
  check(before);
  RuleTable fired;
  hlo::Program after;
  if (seed % 2 == 0) {
    after = simplify(before, {}, &fired);
  } else {
    Rewriter g(before);
    apply_sequence(g, s, fired);
    after = std::move(g).take();
  }
  if (fired.empty()) return nothing("no rule applies");
  std::string rules;
  for (const auto& [rule, n] : fired) rules += " " + std::string(name(rule));
  return rewritten(before, after, seed, rules);
}

inline Verdict simplified_once(const core::Program& p, uint64_t) {
  const hlo::Program h = lower(p);
  check(h);
  RuleCounts again;
  simplify(h, {}, &again);
  std::string fired;
  for (const auto& [rule, n] : again) fired += " " + std::string(name(rule));
  return unless(fired.empty() ? fired : "simplifying again applies" + fired);
}

inline Verdict theorem4(const core::Program& p, uint64_t seed) {
  const Partitioned q = partitioned(p, seed);
  if (q.taken == 0) return nothing("no action was taken");
  for (const core::Program* each : {&q.materialised, &q.fused}) {
    check(*each);
    Verdict v = same_results(p, *each, seed);
    if (refutes(v)) v.detail = (each == &q.fused ? "fused: " : "materialised: ") + v.detail + "\n" + text(*each);
    if (v.kind != Verdict::Kind::Tested) return v;
  }
  return holds();
}

/// One propagation rule alone, at one cell after another in any order: each keeps typing and meaning.
inline Verdict theorem4_alone(const core::Program& p, uint64_t seed, Rule rule) {
  Source source(seed);
  State state(p);
  for (const Action& action : drawn_actions(p, source)) take(state, action);
  for (int64_t applied = 0;; ++applied) {
    std::vector<std::pair<int, Cell>> applicable;
    for (int s = 0; s < static_cast<int>(state.size()); ++s)
      for (const Axis& a : state.acted()) {
        if (state.cell(s, a)) continue;
        const CellView v = view(state, s, a);
        if (std::optional<Cell> c = rule == Rule::R_Forward ? R_Forward(v, a, "t") : R_Backward(v, a, "t"))
          applicable.push_back({s, std::move(*c)});
      }
    if (applicable.empty() || applied == 4) return applied == 0 ? nothing("the rule applies nowhere") : holds();
    auto& [s, cell] = applicable[static_cast<size_t>(source.below(static_cast<int64_t>(applicable.size())))];
    state.set(s, std::move(cell));
    const core::Program q = materialise(state);
    check(q);
    Verdict v = same_results(p, q, seed);
    if (refutes(v)) v.detail += "\n" + text(q);
    if (v.kind != Verdict::Kind::Tested) return v;
  }
}
inline Verdict forward_alone(const core::Program& p, uint64_t seed) { return theorem4_alone(p, seed, Rule::R_Forward); }
inline Verdict backward_alone(const core::Program& p, uint64_t seed) { return theorem4_alone(p, seed, Rule::R_Backward); }

/// R-Fuse wherever it applies to a program with loops.
inline Verdict fusion(const core::Program& p, uint64_t seed) {
  const core::Program q = fuse(p);
  if (text(q) == text(p)) return nothing("no loops fuse");
  check(q);
  Verdict v = same_results(p, q, seed);
  if (refutes(v)) v.detail += "\n" + text(q);
  return v;
}

/// ⊕ commutes, and its neutral element is neutral, exactly.
inline Verdict monoids(const core::Program&, uint64_t seed) {
  for (ElementType e : all_element_types)
    for (Monoid m : all_monoids) {
      if (!defined_on(m, e)) continue;
      const TensorType t{{4}, e};
      const Tensor<Native> x = random_tensor<Native>(t, mix64(seed)), y = random_tensor<Native>(t, mix64(seed + 1));
      const Tensor<Native> neutral = Tensor<Native>::from_literal(Literal::splat_bits(t, exact_identity_bits(m, e)));
      const std::string what = std::string(name(m)) + " on " + std::string(name(e));
      if (!equal(combine(m, x, y), combine(m, y, x))) return fails(what + " does not commute");
      if (!equal(combine(m, x, neutral), x)) return fails(what + " has another neutral element");
    }
  return holds();
}

/// D-rules on the mesh of `p`, several at a time.
inline Verdict d_rules(const core::Program& p, uint64_t seed) {
  int64_t judged = 0;
  for (uint64_t k = 0; k < 8; ++k) {
    bool accepted = false;
    if (std::string bad = collective_violation(p.mesh, seed * 8 + k, accepted); !bad.empty()) return fails(bad);
    judged += accepted;
  }
  return judged > 0 ? holds() : nothing("no D-rule applies");
}

}  // namespace detail

/// Theorem 5 of one rule alone: on a translation, on what random rules made of one, or on a random HLO
/// program over the mesh of the program of `seed`.
inline Verdict theorem5_alone(const Rewrite& r, uint64_t seed) {
  const core::Program p = decode(draw(seed, detail::few_devices()));
  Source s(seed);
  if (seed % 3 == 0) {
    const hlo::Program before = HloMaker::program(p.mesh, s);
    Rewriter g(before);
    if (apply_alone(g, r, s) == 0) return nothing("no redex");
    return detail::rewritten(before, std::move(g).take(), seed, std::string(name(r.rule)));
  }
  Rewriter g(translate(p));
  RuleTable first;
  if (seed % 3 == 1) apply_sequence(g, s, first);
  if (apply_alone(g, r, s) == 0) return nothing("no redex");
  const hlo::Program h = std::move(g).take();
  check(h);
  Verdict v = detail::implements(p, h, seed);
  if (refutes(v)) v.detail += "\n" + text(p);
  return v;
}

/// All of them.
inline const std::vector<Statement>& statements() {
  static const std::vector<Statement> all = {
      {"typing", "what the decoder makes, the T-rules accept, at no other types", 20000, detail::types_are_unique, 1},
      {"theorem1", "the translation has the types that the program has", 1500,
       [](const core::Program& p, uint64_t) { return theorem1(p); }},
      {"theorem2-native", "every value at every device is the program's, bit for bit (with Lemmas 1 and 2)", 3000,
       [](const core::Program& p, uint64_t seed) { return theorem2<Native>(p, translate(p), {1, seed}); }},
      {"theorem2-field", "every value at every device is the program's, over a field", 3000,
       [](const core::Program& p, uint64_t seed) { return theorem2<Field>(p, translate(p), {1, seed}); }},
      {"theorem2-open", "so are those of an open term, under related environments", 2000, detail::theorem2_open, 20},
      {"corollary", "a function represents the program's results, with parameters and results distributed", 1500, detail::corollary, 5},
      {"error-bounds", "what floats make of a program is within the derived bound of what it is over the reals", 4000, within_derived_bounds, 65},
      {"families", "a tensor stored once is the tensor of each device (Lemmas 1 and 3)", 1500, detail::families, 0,
       detail::few_devices()},
      {"kernels", "an op's fast ways compute its comprehension", 1500, detail::kernels, 2},
      {"monoids", "reductions commute, with the neutral elements that they say", 50, detail::monoids},
      {"theorem3", "registry entries are valid", 1500, detail::theorem3, 15},
      {"d-rules", "a collective takes a representing family to a representing one", 2000, detail::d_rules, 12},
      {"theorem5", "a random sequence of rewrites keeps the meaning", 3000, detail::theorem5, 15},
      {"theorem5-hlo", "so it does in programs dense in collectives", 20000, detail::theorem5_hlo, 15, detail::few_devices()},
      {"simplification", "simplifying ends at a fixed point that is well typed", 4000, detail::simplified_once},
      {"theorem4", "actions and propagation keep typing and meaning", 4000, detail::theorem4, 25, detail::loop_free()},
      {"r-forward", "R-Forward alone does, at one cell after another", 1500, detail::forward_alone, 60, detail::loop_free()},
      {"r-backward", "R-Backward alone does, at one cell after another", 1500, detail::backward_alone, 70, detail::loop_free()},
      {"fusion", "R-Fuse keeps typing and meaning, on any program", 12000, detail::fusion, 90},
      {"propagation", "propagation is the one of section 7, idempotent, in any order of statements", 30000,
       propagation_agrees, 25, detail::loop_free()},
  };
  return all;
}

}  // namespace partir::generate
