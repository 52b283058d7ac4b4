// The rules of calculus.md section 5 on all_slice, all_gather and all_to_all. Each takes one redex,
// the statement `at`, and returns whether it rewrote it. Collectives hold a list per dimension, and
// all_slices on different dimensions commute, as do all_gathers (their axes are distinct), so a
// rule for [d:ā] is applied to every dimension at once.
#pragma once

#include <vector>

#include "lowering/axis_lists.h"
#include "lowering/rewriter.h"

namespace partir {

/// Whether giving the slices of `gathered` all_gathers of their own adds no traffic: the common one
/// disappears and the new ones, each |s̄| times smaller, are no more together. Chains from a
/// parameter always pay: a parameter is gathered once per use anyway.
inline bool pays_to_split(const Rewriter& g, ValueId gathered) {
  if (g.is_parameter_chain(gathered)) return true;
  if (g.is_result(gathered)) return false;
  double traffic = 0;
  for (const auto& [user, n] : g.users(gathered)) {
    const auto* s = g.get_if<hlo::AllSlice>(user);
    if (!s) return false;
    traffic += 1.0 / static_cast<double>(g.mesh().size(flatten(s->axes)));
    if (traffic > 1.0 + 1e-9) return false;
  }
  return true;
}

/// S-GatherSlice: only prefixes cancel.
///   all_slice[d:ā](all_gather[d:ā·c̄] x) ⟶ all_gather[d:c̄] x
///   all_slice[d:ā·c̄](all_gather[d:ā] x) ⟶ all_slice[d:c̄] x
/// Where both lists leave a rest, the slice of the rest of the gather stays: S-SliceMerge and
/// S-GatherMerge, read backwards, split the lists so that one of the two lines applies.
inline bool S_GatherSlice(Rewriter& g, StmtId at) {
  const auto* outer = g.get_if<hlo::AllSlice>(at);
  const auto* inner = outer ? g.defined_by<hlo::AllGather>(outer->operand) : nullptr;
  if (!inner) return false;
  const ValueId x = inner->operand, gathered = outer->operand;
  const AxisLists lists = inner->axes;
  const auto shared = [&](size_t d, const AxisList& l) { return common_prefix(l, lists[d]); };
  const SplitLists s = split(outer->axes, shared);
  if (no_axes(s.major)) return false;
  const AxisLists c =
      split(lists, [&](size_t d, const AxisList&) { return s.major[d].size(); }).minor;
  if (no_axes(c)) {
    if (no_axes(s.minor))
      g.replace(at, x);
    else
      g.set(at, hlo::AllSlice{s.minor, x});
    return true;
  }
  if (!pays_to_split(g, gathered)) return false;
  if (no_axes(s.minor))
    g.set(at, hlo::AllGather{c, x});
  else
    g.set(at, hlo::AllSlice{s.minor, g.emit_before(at, hlo::AllGather{c, x})});
  return true;
}

/// S-SliceGatherSwap: all_slice[d':ā](all_gather[d:b̄] x) ⟶ all_gather[d:b̄](all_slice[d':ā] x),
/// d ≠ d', ā ∩ b̄ = ∅. Slices first, so that less data moves; what cannot pass stays outside (the
/// minor rest of each list, by S-SliceMerge read backwards).
inline bool S_SliceGatherSwap(Rewriter& g, StmtId at) {
  const auto* outer = g.get_if<hlo::AllSlice>(at);
  const auto* inner = outer ? g.defined_by<hlo::AllGather>(outer->operand) : nullptr;
  if (!inner) return false;
  const hlo::AllGather gather = *inner;
  const AxisList b = flatten(gather.axes);
  const SplitLists s = split(outer->axes, [&](size_t d, const AxisList& l) {
    if (!gather.axes[d].empty()) return size_t{0};
    return prefix_while(l, [&](const Axis& a) { return !contains(b, a); });
  });
  if (no_axes(s.major) || !pays_to_split(g, outer->operand)) return false;
  const ValueId sliced = g.emit_before(at, hlo::AllSlice{s.major, gather.operand});
  const hlo::AllGather moved{gather.axes, sliced};
  if (no_axes(s.minor))
    g.set(at, moved);
  else
    g.set(at, hlo::AllSlice{s.minor, g.emit_before(at, moved)});
  return true;
}

/// S-SliceGather: all_gather[d:ā](all_slice[d:ā] x) ⟶ x when x is replicated over ā. Of longer
/// lists the common minor end cancels: by S-GatherMerge and S-SliceMerge read backwards,
/// all_gather[d:ē·ā](all_slice[d:c̄·ā] x) is all_gather[d:ē](all_gather[d:ā](all_slice[d:ā](all_slice[d:c̄] x))).
inline bool S_SliceGather(Rewriter& g, StmtId at) {
  const auto* outer = g.get_if<hlo::AllGather>(at);
  const auto* inner = outer ? g.defined_by<hlo::AllSlice>(outer->operand) : nullptr;
  if (!inner) return false;
  const ValueId x = inner->operand;
  const AxisLists sliced = inner->axes, gathered = outer->axes;
  std::vector<size_t> ends(sliced.size(), 0);
  for (size_t d = 0; d < sliced.size(); ++d) {
    const AxisList &s = sliced[d], &o = gathered[d];
    size_t& n = ends[d];
    while (n < s.size() && n < o.size() && s[s.size() - 1 - n] == o[o.size() - 1 - n] &&
           g.replicated_over(x, {s[s.size() - 1 - n]}))
      ++n;
  }
  const auto rest = [&](size_t d, const AxisList& l) { return l.size() - ends[d]; };
  const AxisLists s = split(sliced, rest).major, o = split(gathered, rest).major;
  if (s == sliced) return false;
  const ValueId y = no_axes(s) ? x : g.emit_before(at, hlo::AllSlice{s, x});
  if (no_axes(o))
    g.replace(at, y);
  else
    g.set(at, hlo::AllGather{o, y});
  return true;
}

/// S-AllToAll: all_slice[d':ā](all_gather[d:ā] x) ⟶ all_to_all[d→d':ā] x, d ≠ d'.
inline bool S_AllToAll(Rewriter& g, StmtId at) {
  const auto* outer = g.get_if<hlo::AllSlice>(at);
  const auto* inner = outer ? g.defined_by<hlo::AllGather>(outer->operand) : nullptr;
  if (!inner) return false;
  const auto only_dim = [](const AxisLists& lists) {
    int64_t only = -1;
    for (size_t d = 0; d < lists.size(); ++d) {
      if (lists[d].empty()) continue;
      if (only >= 0) return int64_t{-1};
      only = static_cast<int64_t>(d);
    }
    return only;
  };
  const int64_t from = only_dim(inner->axes), to = only_dim(outer->axes);
  if (from < 0 || to < 0 || from == to || inner->axes[from] != outer->axes[to]) return false;
  if (!pays_to_split(g, outer->operand)) return false;
  g.set(at, hlo::AllToAll{from, to, AxisList(inner->axes[from]), inner->operand});
  return true;
}

/// S-GatherMerge: all_gather[d:ā](all_gather[d:b̄] x) ⟶ all_gather[d:ā·b̄] x, outer axes major,
/// ā ∩ b̄ = ∅; on different dimensions likewise. Only where the inner gather has no other use: a policy
/// (no traffic is added), not a premise that the meaning needs.
inline bool S_GatherMerge(Rewriter& g, StmtId at) {
  const auto* outer = g.get_if<hlo::AllGather>(at);
  const auto* inner = outer ? g.defined_by<hlo::AllGather>(outer->operand) : nullptr;
  if (!inner || !g.used_only_by(outer->operand, at)) return false;
  const AxisLists both = joined(outer->axes, inner->axes);
  if (!all_distinct(both)) return false;
  g.set(at, hlo::AllGather{both, inner->operand});
  return true;
}

/// S-SliceMerge: all_slice[d:b̄](all_slice[d:ā] x) ⟶ all_slice[d:ā·b̄] x, inner axes major,
/// ā ∩ b̄ = ∅; on different dimensions likewise.
inline bool S_SliceMerge(Rewriter& g, StmtId at) {
  const auto* outer = g.get_if<hlo::AllSlice>(at);
  const auto* inner = outer ? g.defined_by<hlo::AllSlice>(outer->operand) : nullptr;
  if (!inner) return false;
  const AxisLists both = joined(inner->axes, outer->axes);
  if (!all_distinct(both)) return false;
  g.set(at, hlo::AllSlice{both, inner->operand});
  return true;
}

}  // namespace partir
