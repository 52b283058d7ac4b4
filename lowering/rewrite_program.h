// S-CSE, S-DCE, L-Param and L-Result (calculus.md sections 3 and 5), and collectives over no axes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "lowering/axis_lists.h"
#include "lowering/rewrite_moves.h"
#include "lowering/rewriter.h"

namespace partir {

/// What `simplify` may do.
struct SimplifyOptions {
  /// Let S-CSE share all_gathers of a parameter: less traffic, but the gathered parameter lives
  /// from its first use to its last instead of being gathered again in the backward pass.
  bool merge_parameter_gathers = false;
};

/// Whether two right-hand sides are the same phrase.
inline bool same_expr(const hlo::Expr& a, const hlo::Expr& b) {
  if (a.index() != b.index()) return false;
  return std::visit(
      Overloaded{[&](const OpExpr& x) {
                   const auto& y = std::get<OpExpr>(b);
                   return x.operands == y.operands && x.op == y.op;
                 },
                 [&](const hlo::AllSlice& x) {
                   const auto& y = std::get<hlo::AllSlice>(b);
                   return x.operand == y.operand && x.axes == y.axes;
                 },
                 [&](const hlo::AllGather& x) {
                   const auto& y = std::get<hlo::AllGather>(b);
                   return x.operand == y.operand && x.axes == y.axes;
                 },
                 [&](const hlo::AllReduce& x) {
                   const auto& y = std::get<hlo::AllReduce>(b);
                   return x.operand == y.operand && x.monoid == y.monoid && x.axes == y.axes;
                 },
                 [&](const hlo::ReduceScatter& x) {
                   const auto& y = std::get<hlo::ReduceScatter>(b);
                   return x.operand == y.operand && x.monoid == y.monoid && x.axes == y.axes;
                 },
                 [&](const hlo::AllToAll& x) {
                   const auto& y = std::get<hlo::AllToAll>(b);
                   return x.operand == y.operand && x.from == y.from && x.to == y.to &&
                          x.axes == y.axes;
                 }},
      a);
}

/// Whether the distributed type of an op's result is not a matter of its operands': a splat constant, an
/// iota, a broadcast of a scalar may be a tile of something or whole.
inline bool tiles_freely(const Rewriter& g, const OpExpr& e) {
  Operands operands;
  for (ValueId x : e.operands) operands.push_back({g.type(x), std::nullopt});
  const auto is_tile = [](const EntryAttr& a) { return a.is_tile(); };
  for (const Entry& entry : e.op.entries(operands))
    if (std::none_of(entry.operands.begin(), entry.operands.end(), is_tile) &&
        std::any_of(entry.results.begin(), entry.results.end(), is_tile))
      return true;
  return false;
}

/// S-CSE: equal statements are shared, but all_gathers of a parameter (or of what comes from one by
/// all_slice and all_gather alone) only if asked. Returns how many statements it removed; one pass
/// in program order finds all.
/// DEVIATION from [S-CSE]: ops that tile freely are not shared. lr·w : 256 tiled in 4 and lr·v : 64 read
/// equal local broadcasts of lr at different distributed types, and one value has one.
inline int64_t S_CSE(Rewriter& g, const SimplifyOptions& options = {}) {
  const auto mix = [](size_t& h, size_t v) { h ^= v + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2); };
  const auto hash = [&](const hlo::Stmt& s) {
    size_t h = s.expr.index();
    const std::span<const ValueId> operands = hlo::operands(s.expr);
    for (ValueId x : operands) mix(h, x);
    if (operands.size() <= 1)  // a value is read in many ways: pieces of it, broadcasts of it
      for (ValueId y : s.results)
        for (int64_t n : g.type(y).shape) mix(h, static_cast<size_t>(n));
    if (operands.empty()) {  // else what the statement holds itself tells enough, and spares to go to its op
      mix(h, std::hash<std::string_view>{}(hlo::expr_name(s.expr)));
      if (const Constant* k = std::get<OpExpr>(s.expr).op.get_if<Constant>()) {
        const auto* bytes = reinterpret_cast<const char*>(k->value.data.data());
        mix(h, std::hash<std::string_view>{}({bytes, k->value.data.size()}));
      }
    }
    h *= 0x9e3779b97f4a7c15u;  // neighbouring operands lead to places far apart, and the upper half tells them apart
    return h ^ h >> 32;
  };
  int64_t removed = 0;
  const std::vector<StmtId> all = g.statements();
  struct Slot {
    uint32_t hash;
    std::optional<StmtId> stmt;
  };
  std::vector<Slot> earlier(std::bit_ceil(2 * all.size() + 1));  // where a hash leads, or behind; half of it stays free
  const auto slot_of = [&](StmtId s) -> Slot& {
    const size_t h = hash(g.stmt(s));
    size_t i = h & (earlier.size() - 1);
    const auto key = static_cast<uint32_t>(h >> 32);
    while (earlier[i].stmt && (earlier[i].hash != key || !same_expr(g.stmt(*earlier[i].stmt).expr, g.stmt(s).expr)))
      i = (i + 1) & (earlier.size() - 1);
    earlier[i].hash = key;
    return earlier[i];
  };
  for (StmtId s : all) {
    if (g.get_if<hlo::AllGather>(s) && !options.merge_parameter_gathers &&
        g.is_parameter_chain(g.result(s)))
      continue;
    std::optional<StmtId>& first = slot_of(s).stmt;
    if (!first) {
      first = s;
      continue;
    }
    if (const auto* op = g.get_if<OpExpr>(s); op && tiles_freely(g, *op)) continue;  // dear, so asked of doubles only
    for (size_t i = 0; i < g.stmt(s).results.size(); ++i) g.replace_uses(g.stmt(s).results[i], g.stmt(*first).results[i]);
    g.erase(s);
    ++removed;
  }
  return removed;
}

/// S-DCE: a statement none of whose results is used disappears (no right-hand side has effects).
inline bool S_DCE(Rewriter& g, StmtId at) {
  for (ValueId x : g.stmt(at).results)
    if (g.is_used(x)) return false;
  g.erase(at);
  return true;
}

/// A collective over no axes is its operand: P-Slice takes the only chunk, P-Gather and P-Reduce
/// have one participant. DEVIATION from [section 5]: the calculus does not list it, and needs it once
/// S-GatherSlice has cancelled all axes of a collective; by Theorem 5 it preserves meaning.
inline bool remove_identity(Rewriter& g, StmtId at) {
  const bool none = std::visit(
      Overloaded{[](const OpExpr&) { return false; }, [](const auto& c) { return no_axes(c.axes); }}, g.stmt(at).expr);
  if (!none) return false;
  g.replace(at, hlo::operands(g.stmt(at).expr).front());
  return true;
}

/// Per dimension the common prefix of two tilings.
inline AxisLists common_prefixes(const AxisLists& a, const AxisLists& b) {
  return split(a, [&](size_t d, const AxisList& l) { return common_prefix(l, b[d]); }).major;
}

/// L-Param on parameter `i`, iterated: where it has a use and every use is an all_slice, the
/// tilings that all uses share (per dimension the common prefix) move into the parameter's D and
/// out of the slices. An axis that D has already stays. A use as function result blocks it.
/// DEVIATION from [L-Param]: the common prefix of the uses, not equal d and ā, which is what "a
/// parameter gathers every tiling its uses share" (S-SliceGatherSwap) comes to.
inline bool L_Param(Rewriter& g, size_t i) {
  const ValueId x = g.main().params[i];
  const DistType& dist = g.main().param_dists[i];
  if (g.is_result(x) || g.users(x).empty()) return false;
  AxisLists shared;
  bool first = true;
  for (const auto& [user, n] : g.users(x)) {
    const auto* s = g.get_if<hlo::AllSlice>(user);
    if (!s) return false;
    if (std::exchange(first, false)) shared = s->axes;
    shared = common_prefixes(shared, s->axes);
  }
  shared = split(shared, [&](size_t, const AxisList& l) {
             return prefix_while(l, [&](const Axis& a) { return !dist.uses(a); });
           }).major;
  if (no_axes(shared)) return false;

  std::vector<StmtId> slices;
  for (const auto& [user, n] : g.users(x)) slices.push_back(user);
  g.tile_parameter(i, shared);
  for (StmtId s : slices) {
    const AxisLists rest = split(g.get_if<hlo::AllSlice>(s)->axes, [&](size_t d, const AxisList&) {
                             return shared[d].size();
                           }).minor;
    if (no_axes(rest))
      g.replace(s, x);
    else
      g.set(s, hlo::AllSlice{rest, x});
  }
  return true;
}

/// S-SliceGather where it lets L-Param share more of parameter `i` than it hides: a use reads the
/// parameter through all_gather[d:b̄](all_slice[d:b̄] p), but all that read that slice b̄ again, under
/// other axes (`all_slice[d:ā·b̄]`, where ā came first by propagation). Applies to all such uses, if
/// then all uses share more axes and the ones shared so far stay on their dimensions. Returns how
/// many all_gathers went; the slices left behind are dead or mergeable, so L-Param comes a round
/// later.
inline int64_t expose_shared_tilings(Rewriter& g, size_t i) {
  const ValueId x = g.main().params[i];
  if (g.is_result(x) || g.users(x).empty()) return 0;
  std::vector<StmtId> gathers;
  AxisLists asked, wanted;  // shared as things stand, and without the gathers
  const auto share = [](AxisLists& shared, const AxisLists& more) {
    shared = shared.empty() ? more : common_prefixes(shared, more);
  };
  // the tilings under which the uses of gather `at` of x sliced by `s` read x; empty: some do not
  const auto tilings_through = [&](StmtId at, const AxisLists& s) -> std::vector<AxisLists> {
    const auto* gather = g.get_if<hlo::AllGather>(at);
    if (!gather || g.is_result(g.result(at))) return {};
    const AxisList b = flatten(gather->axes);
    if (!g.replicated_over(x, b)) return {};
    const AxisLists rest = split(s, [&](size_t, const AxisList& l) {
                             return prefix_while(l, [&](const Axis& a) { return !contains(b, a); });
                           }).major;
    if (joined(rest, gather->axes) != s) return {};
    std::vector<AxisLists> all;
    for (const auto& [user, n] : g.users(g.result(at))) {
      const auto* t = g.get_if<hlo::AllSlice>(user);
      if (!t || !without(b, flatten(t->axes)).empty()) return {};
      all.push_back(joined(rest, t->axes));
      if (!all_distinct(all.back())) return {};
    }
    return all;
  };
  for (const auto& [user, n] : g.users(x)) {
    const auto* s = g.get_if<hlo::AllSlice>(user);
    if (!s) return 0;
    share(asked, s->axes);
    const ValueId y = g.result(user);
    bool through = !g.is_result(y) && !g.users(y).empty();
    std::vector<AxisLists> tilings;
    for (auto it = g.users(y).begin(); through && it != g.users(y).end(); ++it) {
      const std::vector<AxisLists> some = tilings_through(it->stmt, s->axes);
      through = !some.empty();
      tilings.insert(tilings.end(), some.begin(), some.end());
    }
    if (!through) tilings = {s->axes};
    for (const AxisLists& t : tilings) share(wanted, t);
    if (through)
      for (const auto& [gather, m] : g.users(y)) gathers.push_back(gather);
  }
  for (size_t d = 0; d < asked.size(); ++d)
    if (!without(asked[d], wanted[d]).empty()) return 0;
  if (flatten(wanted).size() <= flatten(asked).size()) return 0;
  int64_t applied = 0;
  for (StmtId at : gathers) applied += S_SliceGather(g, at);
  return applied;
}

/// L-Result on function result `i`: an all_gather[d:ā] becomes a result tiled by ā. Other uses keep
/// the all_gather.
inline bool L_Result(Rewriter& g, size_t i) {
  const auto* gather = g.defined_by<hlo::AllGather>(g.main().body.results[i]);
  if (!gather) return false;
  const DistType& dist = g.main().result_dists[i];
  for (const Axis& a : flatten(gather->axes))
    if (dist.uses(a)) return false;
  g.set_result(i, gather->operand, AxisLists(gather->axes));
  return true;
}

}  // namespace partir
