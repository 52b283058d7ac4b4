// Scaling a loop-free program down, so that emulation is fast and partitioning decides the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lowering/collectives.h"
#include "lowering/lower.h"
#include "partition/fuse.h"
#include "partition/materialise.h"
#include "partition/scaler.h"
#include "partition/schedule.h"

namespace partir {

/// A scaled program and what changed.
struct Scaled {
  core::Program program;
  std::vector<std::string> report;  ///< `%arg0: 2048x2048 -> 128x64`, parameters that changed
  int64_t largest_before = 0;       ///< elements of the largest tensor
  int64_t largest_after = 0;        ///< may exceed the target: what cannot be scaled stays
};

namespace detail {

inline std::string extents_text(const Shape& shape) {
  std::string s;
  for (size_t d = 0; d < shape.size(); ++d) s += (d ? "x" : "") + std::to_string(shape[d]);
  return s.empty() ? "scalar" : s;
}

/// What tactics decide of a program: its cells and tilings, the statements with conflicts, and the collectives that it
/// is lowered to.
struct Decisions {
  uint64_t key = 0;
  std::vector<std::vector<int>> conflicts;
  std::map<Axis, CollectiveCounts> collectives;
  friend bool operator==(const Decisions&, const Decisions&) = default;
};
/// `state` after the tactics; nothing where one of them has an error, which is told where it is applied.
inline std::optional<Decisions> decisions(State& state, const std::vector<Tactic>& tactics) {
  Decisions d;
  try {
    for (const Tactic& t : tactics) {
      d.conflicts.emplace_back();
      for (const Conflict& c : apply(state, t)) d.conflicts.back().push_back(c.stmt);
    }
  } catch (const Error&) {
    return std::nullopt;
  }
  d.key = key_of(state);
  d.collectives = counts_by_axis(lower(fuse(materialise(state))));
  return d;
}
/// By how much each dimension is divided, in all loops and tilings of `state` together.
inline std::map<std::pair<ValueId, int64_t>, int64_t> divisors(const State& state) {
  std::map<std::pair<ValueId, int64_t>, int64_t> all;
  const auto take = [&](ValueId x, const std::map<int64_t, int64_t>& by) {
    for (const auto& [d, n] : by) {
      int64_t& least = all.try_emplace({x, d}, 1).first->second;
      least = std::lcm(least, n);
    }
  };
  const auto times = [&](std::map<int64_t, int64_t>& by, int64_t d, const Axis& a) {
    by.try_emplace(d, 1).first->second *= state.mesh().size(a);
  };
  for (ValueId x = 0; x < state.function().values.size(); ++x) {
    std::map<int64_t, int64_t> by;
    for (const Tiling& t : state.tilings(x))
      if (t.dim) times(by, *t.dim, t.axis);
    take(x, by);
  }
  for (int s = 0; s < static_cast<int>(state.size()); ++s) {
    const auto side = [&](std::span<const ValueId> values, auto attributes) {
      for (size_t i = 0; i < values.size(); ++i) {
        std::map<int64_t, int64_t> by;
        for (const Cell& c : state.cells(s))
          if (const EntryAttr& a = attributes(c.entry)[i]; a.is_tile()) times(by, a.dim, c.axis);
        take(values[i], by);
      }
    };
    side(state.op(s).operands, [](const Entry& e) -> const EntryAttrs& { return e.operands; });
    side(state.stmt(s).results, [](const Entry& e) -> const EntryAttrs& { return e.results; });
  }
  return all;
}
}  // namespace detail

/// Divides the extents of a loop-free, well-typed program, prime by prime, until no tensor has more
/// than `target_elements` or nothing can be divided further. Every op keeps the registry entries that
/// it has at the sizes of the axes on which `tactics` act, and every dimension stays divisible as the tactics
/// divide it, so that the same is decided; which is seen to be so, conflicts and collectives included. Where it is not,
/// every extent stays a multiple of all products of axis sizes that it was a multiple of; then decisions are the
/// same, but S-ReduceHoist compares traffic, which ratios of extents may sway: whoever relies on equal counts
/// compares them. Dense constants stay, and dimensions of ops that are procedures. Throws BadInput where it meets a loop.
PARTIR_INLINE Scaled scale(const core::Program& original, const Mesh& mesh,
                    const std::vector<Tactic>& tactics, int64_t target_elements)
#if PARTIR_PARTITION_BODIES
{
  std::set<Axis> used;
  for (const Tactic& t : tactics)
    for (const Directive& d : t.directives) used.insert(d.axis);
  std::set<int64_t> products{1}, sizes;
  for (const auto& [a, n] : mesh.axes()) {
    if (!used.count(a)) continue;
    sizes.insert(n);
    std::set<int64_t> with = products;
    for (int64_t m : products) with.insert(m * n);
    products = std::move(with);
  }
  Scaled result;
  for (const Value& v : original.main.values)
    result.largest_before = std::max(result.largest_before, v.type->elements());
  const auto state_of = [&](core::Program p) {
    p.mesh = mesh;
    return State(std::move(p));
  };
  State whole = state_of(original);
  const std::optional<detail::Decisions> wanted = detail::decisions(whole, tactics);
  bool alike = false;
  if (wanted) {
    std::set<int64_t> alone = sizes;
    alone.insert(1);
    result.program = detail::Scaler(original, alone, sizes, detail::divisors(whole)).run(target_elements);
    State small = state_of(result.program);
    alike = detail::decisions(small, tactics) == wanted;
  }
  if (!alike) result.program = detail::Scaler(original, products, sizes).run(target_elements);
  const core::Function& f = result.program.main;
  for (const Value& v : f.values)
    result.largest_after = std::max(result.largest_after, v.type->elements());
  for (ValueId x : f.params)
    if (f.type(x) != original.main.type(x))
      result.report.push_back(value_name(f, x) + ": " +
                              detail::extents_text(original.main.type(x).shape) + " -> " +
                              detail::extents_text(f.type(x).shape));
  return result;
}
#else
    ;
#endif

}  // namespace partir
