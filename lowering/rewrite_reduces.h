// The rules of calculus.md section 5 on all_reduce and reduce_scatter. Each takes one redex, the
// statement `at`, and returns whether it rewrote it.
#pragma once

#include <algorithm>
#include <vector>

#include "lowering/axis_lists.h"
#include "lowering/rewriter.h"

namespace partir {

/// S-ReduceMerge: all_reduce<⊕>{A}(all_reduce<⊕>{B} x) ⟶ all_reduce<⊕>{A∪B} x, A ∩ B = ∅, where the
/// inner one has no other use: a policy (no traffic is added), not a premise that the meaning needs.
inline bool S_ReduceMerge(Rewriter& g, StmtId at) {
  const auto* outer = g.get_if<hlo::AllReduce>(at);
  const auto* inner = outer ? g.defined_by<hlo::AllReduce>(outer->operand) : nullptr;
  if (!inner || inner->monoid != outer->monoid || !disjoint(outer->axes, inner->axes)) return false;
  if (!g.used_only_by(outer->operand, at)) return false;
  AxisList both = outer->axes;
  both.insert(both.end(), inner->axes.begin(), inner->axes.end());
  g.set(at, hlo::AllReduce{outer->monoid, std::move(both), inner->operand});
  return true;
}

/// S-ReduceScatter: all_slice[d:ā](all_reduce<⊕>{ā∪B} x) ⟶ reduce_scatter<⊕>[d:ā](all_reduce<⊕>{B}
/// x), ā ∩ B = ∅, where the all_reduce has no use but slices equal to this one. Of a longer list
/// the major axes scatter, and the rest from the first unreduced axis on stays an all_slice.
inline bool S_ReduceScatter(Rewriter& g, StmtId at) {
  const auto* outer = g.get_if<hlo::AllSlice>(at);
  const auto* inner = outer ? g.defined_by<hlo::AllReduce>(outer->operand) : nullptr;
  if (!inner || g.is_result(outer->operand)) return false;
  for (const auto& [user, n] : g.users(outer->operand)) {
    const auto* other = g.get_if<hlo::AllSlice>(user);
    if (!other || other->axes != outer->axes) return false;
  }
  const hlo::AllReduce reduce = *inner;
  const SplitLists s = split(outer->axes, [&](size_t, const AxisList& l) {
    return prefix_while(l, [&](const Axis& a) { return contains(reduce.axes, a); });
  });
  if (no_axes(s.major)) return false;
  const AxisList rest = without(reduce.axes, flatten(s.major));
  const ValueId x = rest.empty()
                        ? reduce.operand
                        : g.emit_before(at, hlo::AllReduce{reduce.monoid, rest, reduce.operand});
  const hlo::ReduceScatter scatter{reduce.monoid, s.major, x};
  if (no_axes(s.minor))
    g.set(at, scatter);
  else
    g.set(at, hlo::AllSlice{s.minor, g.emit_before(at, scatter)});
  return true;
}

/// S-ReduceHoist on an op: op(.., all_reduce<⊕>{A} x_i, ..) ⟶ all_reduce<⊕>{A}(op(.., x_i, ..)),
/// where a registry entry says that the op is a ⊕-homomorphism jointly in the reduced operands,
/// each other operand is replicated over A, the all_reduces have no other use and the one that
/// replaces them moves strictly fewer bytes.
/// DEVIATION from [S-ReduceHoist]: strictly fewer, where the rule has "does not add traffic": a rewrite
/// that changes nothing would only move collectives about.
inline bool S_ReduceHoist(Rewriter& g, StmtId at) {
  const auto* e = g.get_if<OpExpr>(at);
  if (!e || g.stmt(at).results.size() != 1) return false;
  const ValueIds xs = e->operands;
  const auto reduce_of = [&](ValueId x) {
    const auto* r = g.defined_by<hlo::AllReduce>(x);
    return r && g.used_only_by(x, at) ? r : nullptr;
  };
  if (std::none_of(xs.begin(), xs.end(), reduce_of)) return false;

  Operands infos;
  for (ValueId x : xs) {
    infos.push_back({g.type(x), std::nullopt});
    const auto* c = g.defined_by<OpExpr>(x);
    const Constant* k = c ? c->op.get_if<Constant>() : nullptr;
    if (k && k->value.splat) infos.back().splat = k->value.bits(0);
  }
  const int64_t bytes_after = g.type(g.result(at)).bytes();
  for (const Entry& entry : e->op.entries(infos)) {
    if (!entry.has_partial_operand() || !entry.results[0].is_partial()) continue;
    const hlo::AllReduce* reduce = nullptr;
    bool holds = true;
    int64_t bytes_before = 0;
    ValueIds seen;
    for (size_t i = 0; holds && i < xs.size(); ++i) {
      if (!entry.operands[i].is_partial()) continue;
      const hlo::AllReduce* r = reduce_of(xs[i]);
      holds = r && r->monoid == entry.operands[i].monoid && r->monoid == entry.results[0].monoid &&
              (!reduce || same_set(r->axes, reduce->axes));
      if (holds && std::find(seen.begin(), seen.end(), xs[i]) == seen.end()) {
        seen.push_back(xs[i]);
        bytes_before += infos[i].type.bytes();
      }
      if (!reduce) reduce = r;
    }
    if (!holds || bytes_after >= bytes_before) continue;
    for (size_t i = 0; holds && i < xs.size(); ++i)
      if (!entry.operands[i].is_partial())
        // what is read whole, too, would stay reduced beside its hoisted reduction
        holds = entry.operands[i].is_any() && g.replicated_over(xs[i], reduce->axes) &&
                std::find(seen.begin(), seen.end(), xs[i]) == seen.end();
    if (!holds) continue;

    ValueIds parts = xs;
    for (size_t i = 0; i < xs.size(); ++i)
      if (entry.operands[i].is_partial()) parts[i] = reduce_of(xs[i])->operand;
    hlo::AllReduce after{reduce->monoid, reduce->axes, 0};
    after.operand = g.emit_before(at, OpExpr{e->op, parts}, g.type(g.result(at)));
    g.set(at, after);
    return true;
  }
  return false;
}

/// S-ReduceHoist where the sums are already scattered: op(reduce_scatter<⊕>[d:ā] x, reduce_scatter<⊕>[d:ā] y, ..) ⟶
/// reduce_scatter<⊕>[d:ā](op(x, y, ..)), where the registry says that op is a ⊕-homomorphism jointly in all operands
/// and maps their tiles on `d` to its own, and none of them has another use: one collective for several. (The
/// gradient of a parameter that is used twice, sharded as its optimizer state is.)
/// DEVIATION from [S-ReduceHoist]: the rule speaks of all_reduce; this one is it after S-ReduceScatter on either side.
inline bool S_ReduceHoist_scattered(Rewriter& g, StmtId at) {
  const auto* e = g.get_if<OpExpr>(at);
  if (!e || g.stmt(at).results.size() != 1 || e->operands.size() < 2) return false;
  const hlo::ReduceScatter* first = nullptr;
  ValueIds parts;
  Operands scattered, whole;
  for (ValueId x : e->operands) {
    const auto* r = g.defined_by<hlo::ReduceScatter>(x);
    if (!r || !g.used_only_by(x, at)) return false;
    if (!first) first = r;
    if (r->monoid != first->monoid || r->axes != first->axes) return false;
    parts.push_back(r->operand);
    scattered.push_back({g.type(x), std::nullopt});
    whole.push_back({g.type(r->operand), std::nullopt});
  }
  if (std::equal(parts.begin() + 1, parts.end(), parts.begin())) return false;  // one collective as it is
  const auto lists = [&](const Op& op, const Operands& xs, EntryAttr a) {
    const Entry entry = operands(EntryAttrs(xs.size(), a)) >> a;
    const std::vector<Entry> all = op.entries(xs);
    return std::find(all.begin(), all.end(), entry) != all.end() ? std::optional(entry) : std::nullopt;
  };
  Op op = e->op;
  for (size_t d = 0; d < first->axes.size(); ++d) {
    if (first->axes[d].empty()) continue;
    const auto entry = lists(e->op, scattered, tile(static_cast<int64_t>(d)));
    if (!entry) return false;
    op = op.globalise(*entry, g.mesh().size(first->axes[d]));
  }
  if (!lists(op, whole, partial(first->monoid))) return false;
  hlo::ReduceScatter after = *first;
  const TensorType type = op.infer(types_of(whole))[0];
  after.operand = g.emit_before(at, OpExpr{std::move(op), std::move(parts)}, type);
  g.set(at, after);
  return true;
}

/// S-ReduceHoist with an all_slice for the op: all_slice[d:ā](all_reduce<⊕>{A} x) ⟶
/// all_reduce<⊕>{A}(all_slice[d:ā] x), ā ∩ A = ∅. Taking a chunk is a ⊕-homomorphism, and devices
/// that agree off A take the same one. It moves |ā| times fewer bytes. The all_reduce must have no
/// other use; of a longer list the major axes up to the first reduced one pass.
/// DEVIATION from [S-ReduceHoist]: this and the two below take a collective for the op, which the rule
/// does not speak of; without them `loop B reduce (loop M tile ..)` never becomes a reduce_scatter.
inline bool S_ReduceHoist_slice(Rewriter& g, StmtId at) {
  const auto* outer = g.get_if<hlo::AllSlice>(at);
  const auto* inner = outer ? g.defined_by<hlo::AllReduce>(outer->operand) : nullptr;
  if (!inner || !g.used_only_by(outer->operand, at)) return false;
  hlo::AllReduce reduce = *inner;
  const SplitLists s = split(outer->axes, [&](size_t, const AxisList& l) {
    return prefix_while(l, [&](const Axis& a) { return !contains(reduce.axes, a); });
  });
  if (no_axes(s.major)) return false;
  reduce.operand = g.emit_before(at, hlo::AllSlice{s.major, reduce.operand});
  if (no_axes(s.minor))
    g.set(at, reduce);
  else
    g.set(at, hlo::AllSlice{s.minor, g.emit_before(at, reduce)});
  return true;
}

/// S-ReduceHoist with a reduce_scatter for the op: reduce_scatter<⊕>[d:ā](all_reduce<⊕>{B} x) ⟶
/// all_reduce<⊕>{B}(reduce_scatter<⊕>[d:ā] x), ā ∩ B = ∅, the same ⊕. What S-ReduceScatter leaves
/// thus reduces a chunk instead of the whole. The all_reduce must have no other use.
inline bool S_ReduceHoist_scatter(Rewriter& g, StmtId at) {
  const auto* outer = g.get_if<hlo::ReduceScatter>(at);
  const auto* inner = outer ? g.defined_by<hlo::AllReduce>(outer->operand) : nullptr;
  if (!inner || inner->monoid != outer->monoid || !g.used_only_by(outer->operand, at)) return false;
  if (!disjoint(inner->axes, flatten(outer->axes))) return false;
  hlo::AllReduce reduce = *inner;
  reduce.operand =
      g.emit_before(at, hlo::ReduceScatter{outer->monoid, AxisLists(outer->axes), reduce.operand});
  g.set(at, reduce);
  return true;
}

/// S-ReduceHoist with an all_gather for the op, read right to left, which is where it saves
/// traffic: all_reduce<⊕>{A}(all_gather[d:ā] x) ⟶ all_gather[d:ā](all_reduce<⊕>{A} x), ā ∩ A = ∅,
/// where the gather has no other use.
inline bool S_ReduceHoist_gather(Rewriter& g, StmtId at) {
  const auto* outer = g.get_if<hlo::AllReduce>(at);
  const auto* inner = outer ? g.defined_by<hlo::AllGather>(outer->operand) : nullptr;
  if (!inner || !g.used_only_by(outer->operand, at)) return false;
  hlo::AllGather gather = *inner;
  if (!disjoint(outer->axes, flatten(gather.axes))) return false;
  gather.operand =
      g.emit_before(at, hlo::AllReduce{outer->monoid, AxisList(outer->axes), gather.operand});
  g.set(at, gather);
  return true;
}

}  // namespace partir
