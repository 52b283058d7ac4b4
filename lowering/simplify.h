// The driver of the HLO rewrites: calculus.md section 5 with L-Param and L-Result, to a fixed
// point.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "lowering/rewrite_moves.h"
#include "lowering/rewrite_program.h"
#include "lowering/rewrite_reduces.h"
#include "lowering/translate.h"
#include "semantics/instances.h"
#include "semantics/rules.h"

namespace partir {

/// How often each rule was applied.
using RuleCounts = std::map<Rule, int64_t>;

/// Applies the rules to a program until none applies; see `simplify`.
class Simplifier {
 public:
  Simplifier(hlo::Program program, const SimplifyOptions& options, RuleCounts* fired)
      : g_(std::move(program)), options_(options), fired_(fired) {}

  /// Two phases. The first only exposes what parameters and results share: cancel, swap and merge,
  /// L-Param, L-Result, and S-SliceGather only where it serves L-Param. The second adds the rules that
  /// would hide it: S-SliceGather (a sharded parameter is written all_gather(all_slice p) at each use),
  /// S-AllToAll, and those that fix where reductions happen.
  hlo::Program run() && {
    fixed_point(false);
    fixed_point(true);
    return std::move(g_).take();
  }

 private:
  void fixed_point(bool last_phase) {
    bool changed = false;
    const auto note = [&](bool applied) {
      if (applied) changed = since_cse_ = true;
      return applied;
    };
    const auto apply = [&](Rule rule, int64_t n) { return note(n != 0 && count(rule, n)); };
    for (bool all = true;;) {
      changed = false;
      if (all)
        for (StmtId s : g_.statements()) g_.push(s);
      while (auto s = g_.pop()) note(step(*s, last_phase));
      if (std::exchange(since_cse_, false)) apply(Rule::S_CSE, S_CSE(g_, options_));
      for (size_t i = 0; i < g_.main().params.size(); ++i)
        if (!apply(Rule::S_SliceGather, expose_shared_tilings(g_, i))) apply(Rule::L_Param, L_Param(g_, i));
      for (size_t i = 0; i < g_.main().body.results.size(); ++i) apply(Rule::L_Result, L_Result(g_, i));
      if (!changed && all) break;
      // what was rewritten queued what it may have made reducible, but for a rule that looks further, or at what is
      // known to be replicated: once nothing is left in the queue, all are looked at again
      all = !changed;
      if (all) g_.update_dependencies();
    }
  }

  /// Applies the first rule that rewrites `s`. A statement that is still there is looked at again.
  bool step(StmtId s, bool last_phase) {
    const auto rule = [&](Rule name, bool applied) {
      if (!applied) return false;
      if (g_.alive(s)) g_.push(s);
      return count(name);
    };
    if (rule(Rule::S_DCE, S_DCE(g_, s))) return true;
    if (remove_identity(g_, s)) return true;
    if (g_.get_if<hlo::AllSlice>(s))
      return rule(Rule::S_SliceMerge, S_SliceMerge(g_, s)) ||
             rule(Rule::S_GatherSlice, S_GatherSlice(g_, s)) ||
             rule(Rule::S_SliceGatherSwap, S_SliceGatherSwap(g_, s)) ||
             rule(Rule::S_ReduceHoist, S_ReduceHoist_slice(g_, s)) ||
             (last_phase && (rule(Rule::S_AllToAll, S_AllToAll(g_, s)) ||
                             rule(Rule::S_ReduceScatter, S_ReduceScatter(g_, s))));
    if (g_.get_if<hlo::AllGather>(s))
      return rule(Rule::S_GatherMerge, S_GatherMerge(g_, s)) ||
             (last_phase && rule(Rule::S_SliceGather, S_SliceGather(g_, s)));
    if (g_.get_if<hlo::AllReduce>(s))
      return rule(Rule::S_ReduceMerge, S_ReduceMerge(g_, s)) ||
             rule(Rule::S_ReduceHoist, S_ReduceHoist_gather(g_, s));
    if (g_.get_if<hlo::ReduceScatter>(s))
      return rule(Rule::S_ReduceHoist, S_ReduceHoist_scatter(g_, s));
    return last_phase && g_.get_if<OpExpr>(s) &&
           (rule(Rule::S_ReduceHoist, S_ReduceHoist(g_, s)) ||
            rule(Rule::S_ReduceHoist, S_ReduceHoist_scattered(g_, s)));
  }

  bool count(Rule rule, int64_t n = 1) {
    if (fired_) (*fired_)[rule] += n;
    return true;
  }

  Rewriter g_;
  SimplifyOptions options_;
  RuleCounts* fired_;
  bool since_cse_ = true;  ///< there were rewrites since S-CSE looked
};

/// Rewrites a well-typed program to a fixed point of the S-rules, L-Param and L-Result, preserving
/// its meaning (Theorem 5): arguments and results are as the new `param_dists`, `result_dists` say.
/// Policies: a collective is never duplicated where that adds traffic; all_gathers of parameters
/// stay one per use; values keep their names. Near-linear in the program. `fired`, if given, is
/// added to. Throws Unsupported for meshes of more than 64 axes.
PARTIR_INLINE hlo::Program simplify(hlo::Program program, const SimplifyOptions& options = {},
                             RuleCounts* fired = nullptr)
#if PARTIR_LOWERING_BODIES
{
  return Simplifier(std::move(program), options, fired).run();
}
#else
    ;
#endif

/// `translate`, then `simplify`.
inline hlo::Program lower(core::Program program, const SimplifyOptions& options = {},
                          RuleCounts* fired = nullptr) {
  return simplify(translate(std::move(program)), options, fired);
}

}  // namespace partir
