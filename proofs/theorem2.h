// Theorem 2, correctness of translation (calculus.md section 4), tested by running both semantics and
// comparing every value on every device under Definition 2.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "interp/field.h"
#include "interp/native.h"
#include "lowering/translate.h"
#include "proofs/inputs.h"
#include "proofs/tables.h"
#include "semantics/core_typing.h"
#include "semantics/hlo_typing.h"
#include "semantics/instances.h"
#include "semantics/verdict.h"

namespace partir {

/// How often (0: until every kind of draw of `Inputs` was made), and from which seed on.
struct Theorem2Options {
  int64_t runs = 0;
  uint64_t seed = 1;
};

namespace detail {
/// Where `V(δ) = ρ_{δ|A}(x)` fails, over the distinct coordinates of both sides.
template <class D>
std::optional<Mismatch> definition2(const Mesh& mesh, const CoreTable<D>& core, ValueId x,
                                    const Family<D>& V) {
  std::optional<Mismatch> bad;
  Device device(mesh.rank(), 0);
  const AxisList axes = axes_union(mesh, V.depends_on(), core.axes(x));
  for_each_coordinate(mesh, axes, device, [&](const Device& δ) {
    if (bad) return;
    const Tensor<D>& expected = core.at(x, mesh, δ);
    const Tensor<D>& found = V.at(δ);
    if (!(expected.type() == found.type()))
      bad = Mismatch{δ, {}, to_string(expected.type()), to_string(found.type())};
    else if (auto i = first_difference(expected, found))
      bad = Mismatch{δ, *i, expected.element_text(*i), found.element_text(*i)};
  });
  return bad;
}
}  // namespace detail

/// Theorem 2 on `program` with its translation `hlo` (by default ⟨e⟩, not simplified): runs Core
/// sequentially and the translation on the emulated mesh, and compares **every** variable at every
/// device: `V(δ)` is the Core value at `κ = δ|A`, exactly, floats included, because P-Reduce folds in
/// coordinate order. Lemma 1 is part of it. Tested, or Refuted at the first statement that differs.
/// Throws Rejected if either program is ill typed, and what the interpreters throw.
template <class D>
Verdict theorem2(const core::Program& program, const hlo::Program& hlo,
                 const Theorem2Options& options = {}) {
  check(program);
  check(hlo);
  const core::Function& f = program.main;
  const std::vector<ValueId> to = translated_names(f);
  const Inputs inputs(program);
  const int64_t runs = options.runs > 0 ? options.runs : inputs.runs();
  int64_t compared = 0;
  Verdict verdict;
  for (int64_t run_index = 0; run_index < runs && !verdict.counterexample; ++run_index) {
    const uint64_t seed = options.seed + static_cast<uint64_t>(run_index);
    progress::run(run_index, runs, D::name);
    std::vector<Tensor<D>> args;
    if constexpr (std::is_same_v<D, Native>) args = inputs.draw_native(seed, FloatDraw::Signed);
    else args = inputs.draw_all<D>(seed);
    std::vector<Family<D>> families;
    for (size_t i = 0; i < args.size(); ++i)
      families.push_back(distribute(program.mesh, hlo.main.param_dists.at(i), args[i]));
    CoreTable<D> core_values(program);
    HloTable<D> hlo_values(hlo);
    run<D>(program, args, &core_values);
    run<D>(hlo, families, &hlo_values);

    auto refute = [&](std::string text, const Location& where) -> Counterexample& {
      verdict.counterexample =
          Counterexample{to_string(program.mesh), std::move(text), to_string(where), "", "", "", "", "",
                         {"random arguments (" + partir::text(inputs.kind(seed)) + ") of seed " +
                          std::to_string(seed) + " in " + std::string(D::name)}};
      return *verdict.counterexample;
    };
    // `text()` is what the value is; only a refutation asks
    auto compare_value = [&](ValueId x, auto&& text, const Location& where) {
      if (verdict.counterexample || core_values.at(x).empty()) return;
      ++compared;
      const auto* V = to[x] < hlo.main.values.size() ? &hlo_values.at(to[x]) : nullptr;
      if (!V || !*V) {
        refute(text(), where).explanation = "the translation has no value for " + value_name(f, x);
      } else if (auto bad = detail::definition2(program.mesh, core_values, x, **V)) {
        Counterexample& c = refute(text(), where);
        c.device = to_string(program.mesh, bad->device);
        c.index = to_string(bad->index);
        c.expected = bad->expected;
        c.found = bad->found;
        c.explanation = value_name(f, x) + " on this device is not the Core value at κ = δ|" +
                        to_string(core_values.axes(x));
      }
    };
    for (ValueId x : f.params)
      compare_value(x, [&] { return "parameter " + value_name(f, x); }, f.values[x].location);
    auto block = [&](auto& self, const core::Block& b) -> void {
      for (const core::Stmt& s : b.stmts) {
        if (const auto* loop = std::get_if<core::LoopExpr>(&s.expr)) self(self, *loop->body);
        for (ValueId x : s.results) compare_value(x, [&] { return phrase(f, s); }, s.location);
      }
    };
    block(block, f.body);
    for (size_t i = 0; i < f.body.results.size(); ++i)
      if (!verdict.counterexample && (hlo.main.body.results.size() != f.body.results.size() ||
                                      hlo.main.body.results[i] != to[f.body.results[i]]))
        verdict.counterexample =
            Counterexample{to_string(program.mesh), "result " + std::to_string(i),
                           to_string(f.location), "", "", value_name(f, f.body.results[i]), "", 
                           "the translation returns another value", {}};
  }
  verdict.kind = verdict.counterexample ? Verdict::Kind::Refuted : Verdict::Kind::Tested;
  verdict.runs = runs;
  verdict.detail = "Theorem 2 in " + std::string(D::name) + ": " + std::to_string(compared) +
                   " values compared on every device of " + to_string(program.mesh) + " in " +
                   counted(runs, "run");
  return verdict;
}
template <class D>
Verdict theorem2(const core::Program& program, const Theorem2Options& options = {}) {
  return theorem2<D>(program, translate(program), options);
}

#if !PARTIR_PROOFS_BODIES
extern template Verdict theorem2<Native>(const core::Program&, const hlo::Program&,
                                         const Theorem2Options&);
extern template Verdict theorem2<Field>(const core::Program&, const hlo::Program&,
                                        const Theorem2Options&);
#endif

}  // namespace partir
