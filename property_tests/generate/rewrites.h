// The rules of section 5 one by one: each alone wherever it applies, and random sequences of all.
#pragma once

#include <string>
#include <vector>

#include "lowering/simplify.h"
#include "property_tests/generate/describe.h"
#include "property_tests/generate/recipe.h"

namespace partir::generate {

/// A rule on one redex: a statement, or a parameter or result from number `i` on, around.
struct Rewrite {
  Rule rule;
  bool (*on_statement)(Rewriter&, StmtId) = nullptr;
  bool (*on_function)(Rewriter&, uint64_t i) = nullptr;
};

namespace detail {
/// Whether `apply(k)` did something for one of n numbers, from the i-th on.
template <class F>
bool one_of(size_t n, uint64_t i, F&& apply) {
  for (size_t k = 0; k < n; ++k)
    if (apply((i + k) % n)) return true;
  return false;
}
}  // namespace detail

/// All of them, those that stand for one rule on several forms too.
inline const std::vector<Rewrite>& rewrites() {
  static const std::vector<Rewrite> all = {
      {Rule::S_GatherSlice, S_GatherSlice},
      {Rule::S_SliceGatherSwap, S_SliceGatherSwap},
      {Rule::S_SliceGather, S_SliceGather},
      {Rule::S_ReduceScatter, S_ReduceScatter},
      {Rule::S_AllToAll, S_AllToAll},
      {Rule::S_ReduceMerge, S_ReduceMerge},
      {Rule::S_GatherMerge, S_GatherMerge},
      {Rule::S_SliceMerge, S_SliceMerge},
      {Rule::S_ReduceHoist, S_ReduceHoist},
      {Rule::S_ReduceHoist, S_ReduceHoist_scattered},
      {Rule::S_ReduceHoist, S_ReduceHoist_slice},
      {Rule::S_ReduceHoist, S_ReduceHoist_scatter},
      {Rule::S_ReduceHoist, S_ReduceHoist_gather},
      {Rule::S_DCE, S_DCE},
      {Rule::S_CSE, nullptr, [](Rewriter& g, uint64_t i) {
         return S_CSE(g, {i % 2 == 0}) > 0 || S_CSE(g, {true}) > 0;
       }},
      {Rule::L_Param, nullptr, [](Rewriter& g, uint64_t i) {
         return detail::one_of(g.main().params.size(), i, [&](size_t k) { return L_Param(g, k); });
       }},
      {Rule::L_Result, nullptr, [](Rewriter& g, uint64_t i) {
         return detail::one_of(g.main().body.results.size(), i, [&](size_t k) { return L_Result(g, k); });
       }}};
  return all;
}

/// One application, at a redex drawn; whether there was one.
inline bool apply_once(Rewriter& g, const Rewrite& r, Source& s) {
  if (r.on_function) return r.on_function(g, s.next());
  const std::vector<StmtId> all = g.statements();
  const auto n = static_cast<int64_t>(all.size());
  const int64_t first = n > 0 ? s.below(n) : 0;
  for (int64_t k = 0; k < n; ++k)
    if (r.on_statement(g, all[static_cast<size_t>((first + k) % n)])) return true;
  return false;
}
/// Applied until there is no redex; how often. Each application takes something away or moves it one way;
/// throws Crash where that does not end.
inline int64_t apply_alone(Rewriter& g, const Rewrite& r, Source& s) {
  int64_t n = 0;
  while (apply_once(g, r, s))
    if (++n == 1000) throw Crash(std::string(name(r.rule)) + " alone does not end");
  return n;
}
/// A random sequence of all; what was applied is added to `fired`.
inline void apply_sequence(Rewriter& g, Source& s, RuleTable& fired) {
  for (int64_t tries = 8 + s.below(60); tries > 0; --tries) {
    const Rewrite& r = rewrites()[static_cast<size_t>(s.below(static_cast<int64_t>(rewrites().size())))];
    if (apply_once(g, r, s)) ++fired[r.rule];
  }
}

}  // namespace partir::generate
