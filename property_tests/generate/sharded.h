// Programs with shardings: how a lowering is asked to lay values on a mesh. From recipes, like all programs;
// and made smaller as programs, where their recipes cannot be any more.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "partition/actions.h"
#include "partition/propagate.h"
#include "property_tests/generate/program.h"
#include "semantics/dist_type.h"

namespace partir::generate {

/// How one value is asked to lie: as it is made, and as it is read. Extents need not divide.
struct Asked {
  std::optional<DistType> made, read;
  friend bool operator==(const Asked&, const Asked&) = default;
};

/// A program and what is asked of its values.
struct Sharded {
  core::Program program;
  std::map<ValueId, Asked> asked;

  /// As a parameter or a result is asked to lie; whole where nothing is said.
  DistType at_boundary(ValueId x) const {
    const auto it = asked.find(x);
    if (it == asked.end() || !it->second.made) return DistType::replicated(program.main.type(x));
    return *it->second.made;
  }
};

/// What is asked of programs.
struct Asking {
  bool values = false;   ///< of all values, not of parameters and results alone
  bool partial = false;  ///< for partial ones, too
  bool uneven = false;   ///< for shards of extents that do not divide, too
};

/// A recipe that has numbers for shardings beside those for a program: the last ones of `results`.
inline constexpr size_t numbers_for_results = 6;  // that a program takes
inline Recipe draw_sharded(uint64_t seed, const Limits& limits) {
  Recipe r = draw(seed, limits);
  Source s(mix64(seed));
  const std::vector<uint32_t> more = detail::numbers(s, 6 * 40);
  r.results.insert(r.results.end(), more.begin(), more.end());
  return r;
}

namespace detail {

/// A layout of a type by numbers; all 0: whole.
inline DistType layout(const Mesh& mesh, const TensorType& type, const std::vector<uint32_t>& numbers,
                       const Asking& asking) {
  DistType d = DistType::replicated(type);
  size_t next = 0;
  const auto pick = [&](int64_t n) {
    return n <= 1 || next >= numbers.size() ? 0 : static_cast<int64_t>(numbers[next++]) % n;
  };
  const bool minor_first = pick(4) == 3;
  const bool some_partial = asking.partial && pick(4) == 3;
  std::vector<std::pair<Axis, int64_t>> axes = mesh.axes();
  if (minor_first) std::reverse(axes.begin(), axes.end());
  for (const auto& [a, n] : axes) {
    const int64_t choice = pick(type.rank() + 2);
    if (choice == 0) continue;
    if (choice > type.rank()) {
      if (some_partial && !is_bool(type.element)) d.partial.push_back(a);
      continue;
    }
    const auto k = static_cast<size_t>(choice - 1);
    const int64_t parts = mesh.size(d.dims[k]) * n;
    if (type.shape[k] >= parts && (type.shape[k] % parts == 0 || asking.uneven)) d.dims[k].push_back(a);
  }
  std::sort(d.partial.begin(), d.partial.end(),
            [&](const Axis& a, const Axis& b) { return mesh.index(a) < mesh.index(b); });
  return d;
}

}  // namespace detail

/// A tiling of a parameter.
struct Tile {
  size_t parameter;
  int64_t dim;
  Axis axis;
};
/// Those of what is asked of parameters that section 7 permits, each acted out in `state`, of the same
/// program without loops, with propagation after it.
inline std::vector<Tile> act(const Sharded& s, State& state) {
  std::vector<Tile> all;
  const core::Function& f = s.program.main;
  const Location here{"shardings", 1, 1, {}};
  for (size_t i = 0; i < f.params.size(); ++i) {
    const AxisLists dims = s.at_boundary(f.params[i]).dims;
    for (size_t d = 0; d < dims.size(); ++d)
      for (const Axis& a : dims[d]) {
        try {
          tile(state, f.params[i], static_cast<int64_t>(d), a, "t", here);
        } catch (const BadAction&) {  // propagation has tiled it already
          continue;
        }
        propagate(state, "t");
        all.push_back({i, static_cast<int64_t>(d), a});
      }
  }
  return all;
}

namespace detail {

/// Asks of every value what its op and its readers would have by the registry, were the parameters tiled as
/// is asked of them and propagation done: results that are parts of sums where these are split, unless they
/// are to be `whole`, and what is read where it is read first, if readers are to be asked at all.
inline void ask_coherently(Sharded& s, bool whole, bool readers) {
  const core::Function& f = s.program.main;
  State state(s.program);
  act(s, state);
  const auto add = [&](DistType& d, const Axis& a, const EntryAttr& attr) {
    if (attr.is_tile()) d.dims[static_cast<size_t>(attr.dim)].push_back(a);
    if (!attr.is_partial() || (!d.partial.empty() && d.monoid != attr.monoid)) return;
    d.partial.push_back(a);
    d.monoid = attr.monoid;
    std::sort(d.partial.begin(), d.partial.end(), [&](const Axis& l, const Axis& r) {
      return s.program.mesh.index(l) < s.program.mesh.index(r);
    });
  };
  s.asked.clear();
  for (size_t i = 0; i < f.body.stmts.size(); ++i) {
    const core::Stmt& stmt = f.body.stmts[i];
    const std::vector<ValueId> xs = core::operands(stmt.expr);
    for (size_t k = 0; k < xs.size(); ++k) {
      Asked& a = s.asked[xs[k]];
      if (a.read || (!readers && a.made)) continue;
      a.read = DistType::replicated(f.type(xs[k]));
      for (const Cell& c : state.cells(static_cast<int>(i))) add(*a.read, c.axis, c.entry.operands[k]);
      if (!a.made) a.made = a.read;  // of a parameter
    }
    for (size_t k = 0; k < stmt.results.size(); ++k) {
      Asked& a = s.asked[stmt.results[k]];
      a.made = DistType::replicated(f.type(stmt.results[k]));
      for (const Cell& c : state.cells(static_cast<int>(i))) add(*a.made, c.axis, c.entry.results[k]);
      if (whole) a.made->partial.clear();
    }
  }
}

}  // namespace detail

/// The program of a recipe, changed by `prepare`, with shardings. How much is asked of values inside is the
/// first number's to say: nothing; of some; anything of all; or of all what goes together, but for one value
/// perhaps.
inline Sharded decode_sharded(const Recipe& recipe, const Asking& asking,
                              const std::vector<InstanceFn>& makers = instance_makers(),
                              void (*prepare)(core::Program&) = nullptr) {
  Recipe plain = recipe;
  plain.results.resize(std::min(plain.results.size(), numbers_for_results));
  Sharded s{Decoder::program(plain, makers), {}};
  if (prepare) prepare(s.program);
  size_t next = numbers_for_results;
  const auto take = [&](size_t n) {
    std::vector<uint32_t> some;
    for (; n > 0 && next < recipe.results.size(); --n) some.push_back(recipe.results[next++]);
    some.resize(some.size() + static_cast<size_t>(n));
    return some;
  };
  const core::Function& f = s.program.main;
  enum { Outside, Some, All, Coherent, CoherentButOne };
  constexpr int modes[] = {Outside, Some, All, Coherent, Coherent, Coherent, CoherentButOne, CoherentButOne};
  const std::vector<uint32_t> choice = take(6);
  const int mode = asking.values ? modes[choice[0] % 8] : Outside;
  const std::set<ValueId> params(f.params.begin(), f.params.end()),
      results(f.body.results.begin(), f.body.results.end());
  const auto ask = [&](ValueId x) {
    const bool outside = params.count(x) || results.count(x);
    const std::vector<uint32_t> numbers = take(6);
    if (!outside && mode == Outside) return;
    if (mode != All && numbers[0] % 3 == 0) return;
    // upstream's shardings of scalars fail, all of them
    if (asking.values && f.type(x).rank() == 0 && numbers[1] % 16 != 1) return;
    std::vector<uint32_t> mixed = numbers;
    std::reverse(mixed.begin(), mixed.end());
    Asked& a = s.asked[x];
    const DistType one = detail::layout(s.program.mesh, f.type(x), numbers, asking);
    if (!asking.values || mode == All || numbers[1] % 3 != 0) a.made = one;
    if (asking.values && (mode == All || numbers[1] % 3 != 1))
      a.read = numbers[2] % 4 == 1 ? detail::layout(s.program.mesh, f.type(x), mixed, asking) : one;
  };
  for (ValueId x : f.params) ask(x);
  for (const core::Stmt& stmt : f.body.stmts)
    for (ValueId x : stmt.results) ask(x);
  if (mode < Coherent) return s;
  detail::ask_coherently(s, choice[3] % 4 != 0, choice[4] % 3 != 0);
  std::erase_if(s.asked, [&](const auto& a) { return f.type(a.first).rank() == 0; });
  if (mode == CoherentButOne && !s.asked.empty()) {
    auto it = s.asked.begin();
    std::advance(it, choice[1] % s.asked.size());
    const DistType other = detail::layout(s.program.mesh, f.type(it->first), take(6), asking);
    (choice[2] % 3 == 0 ? it->second.made : it->second.read) = other;
  }
  return s;
}

// ---- smaller programs

namespace detail {

/// Without what nothing reads: statements, parameters and what is asked of them.
inline void drop_dead(Sharded& s) {
  core::Function& f = s.program.main;
  std::set<ValueId> live(f.body.results.begin(), f.body.results.end());
  for (auto it = f.body.stmts.rbegin(); it != f.body.stmts.rend(); ++it) {
    if (std::none_of(it->results.begin(), it->results.end(), [&](ValueId x) { return live.count(x) != 0; }))
      continue;
    core::Block one;
    one.stmts.push_back(*it);
    core::walk(one, [&](const core::Stmt& stmt, int) {
      for (ValueId x : core::operands(stmt.expr)) live.insert(x);
      if (const auto* loop = std::get_if<core::LoopExpr>(&stmt.expr))
        live.insert(loop->body->results.begin(), loop->body->results.end());
    });
  }
  std::erase_if(f.body.stmts, [&](const core::Stmt& stmt) {
    return std::none_of(stmt.results.begin(), stmt.results.end(),
                        [&](ValueId x) { return live.count(x) != 0; });
  });
  std::erase_if(f.params, [&](ValueId x) { return live.count(x) == 0; });
  std::erase_if(s.asked, [&](const auto& a) { return live.count(a.first) == 0; });
}
/// x becomes y wherever it is read.
inline void replace(core::Block& block, ValueId x, ValueId y) {
  const auto change = [&](ValueId& z) { z = z == x ? y : z; };
  for (core::Stmt& stmt : block.stmts) {
    if (auto* op = std::get_if<OpExpr>(&stmt.expr))
      std::for_each(op->operands.begin(), op->operands.end(), change);
    else if (auto* slice = std::get_if<core::SliceExpr>(&stmt.expr))
      change(slice->operand);
    else
      replace(*std::get<core::LoopExpr>(stmt.expr).body, x, y);
  }
  std::for_each(block.results.begin(), block.results.end(), change);
}
inline void set_results(Sharded& s, std::vector<ValueId> results) {
  core::Function& f = s.program.main;
  f.body.results = std::move(results);
  f.result_types.clear();
  for (ValueId x : f.body.results) f.result_types.push_back(f.type(x));
}
/// Ways to ask less of a layout.
inline std::vector<DistType> simpler(const DistType& d) {
  std::vector<DistType> all;
  for (size_t k = 0; k < d.dims.size(); ++k)
    for (size_t i = 0; i < d.dims[k].size(); ++i) {
      all.push_back(d);
      all.back().dims[k].erase(all.back().dims[k].begin() + static_cast<int64_t>(i));
    }
  for (size_t i = 0; i < d.partial.size(); ++i) {
    all.push_back(d);
    all.back().partial.erase(all.back().partial.begin() + static_cast<int64_t>(i));
  }
  return all;
}
inline void drop_axis(DistType& d, const Axis& a) {
  for (AxisList& l : d.dims) std::erase(l, a);
  std::erase(d.partial, a);
}

}  // namespace detail

/// How much there is to read in a program. What `simpler` makes has less.
inline int64_t weight(const Sharded& s) {
  int64_t n = 100 * static_cast<int64_t>(s.program.main.params.size() + s.program.main.body.results.size() +
                                         s.program.mesh.rank());
  core::walk(s.program.main.body, [&](const core::Stmt&, int) { n += 1000; });
  for (const auto& [a, size] : s.program.mesh.axes()) n += size;
  const auto axes = [](const std::optional<DistType>& d) {
    return d ? static_cast<int64_t>(10 + flatten(d->dims).size() + d->partial.size()) : 0;
  };
  for (const auto& [x, a] : s.asked)
    n += axes(a.made) + axes(a.read) + (a.made && a.read && !(*a.made == *a.read));
  return n;
}
/// Statements that are no loops.
inline int64_t ops(const Sharded& s) {
  int64_t n = 0;
  core::walk(s.program.main.body,
             [&](const core::Stmt& stmt, int) { n += !std::holds_alternative<core::LoopExpr>(stmt.expr); });
  return n;
}

/// Programs that are a little simpler, the much simpler ones first: fewer results, the program up to some
/// value, without a statement or with a parameter in its place, fewer axes, smaller ones, less asked. Each is
/// well typed.
inline std::vector<Sharded> simpler(const Sharded& s) {
  std::vector<Sharded> all;
  const auto changed = [&](auto&& change) {
    Sharded t = s;
    if (!change(t)) return;
    detail::drop_dead(t);
    if (weight(t) < weight(s)) all.push_back(std::move(t));
  };
  const core::Function& f = s.program.main;
  const size_t n = f.body.stmts.size();
  if (f.body.results.size() > 1)
    for (size_t i = 0; i < f.body.results.size(); ++i)
      changed([&](Sharded& t) { return detail::set_results(t, {f.body.results[i]}), true; });
  for (size_t i = 0; i < n; ++i)
    if (f.body.results != f.body.stmts[i].results)
      for (ValueId x : f.body.stmts[i].results)
        changed([&](Sharded& t) { return detail::set_results(t, {x}), true; });
  // what the first k statements make comes from outside
  for (size_t k = n - std::min<size_t>(n, 1); k > 0; k /= 2)
    changed([&](Sharded& t) {
      core::Function& g = t.program.main;
      for (size_t i = 0; i < k; ++i)
        g.params.insert(g.params.end(), f.body.stmts[i].results.begin(), f.body.stmts[i].results.end());
      g.body.stmts.erase(g.body.stmts.begin(), g.body.stmts.begin() + static_cast<int64_t>(k));
      return true;
    });
  for (size_t i = n; i-- > 0;) {
    const core::Stmt& stmt = f.body.stmts[i];
    if (stmt.results.size() == 1 && std::holds_alternative<OpExpr>(stmt.expr))
      for (ValueId x : core::operands(stmt.expr))
        if (f.type(x) == f.type(stmt.results[0]))
          changed([&](Sharded& t) {
            core::Function& g = t.program.main;
            g.body.stmts.erase(g.body.stmts.begin() + static_cast<int64_t>(i));
            detail::replace(g.body, stmt.results[0], x);
            return true;
          });
    changed([&](Sharded& t) {
      core::Function& g = t.program.main;
      g.params.insert(g.params.end(), stmt.results.begin(), stmt.results.end());
      g.body.stmts.erase(g.body.stmts.begin() + static_cast<int64_t>(i));
      return true;
    });
  }
  std::set<Axis> looped;
  core::walk(f.body, [&](const core::Stmt& stmt, int) {
    if (const auto* loop = std::get_if<core::LoopExpr>(&stmt.expr)) looped.insert(loop->axis);
  });
  for (const auto& [a, size] : s.program.mesh.axes()) {
    if (looped.count(a)) continue;
    const auto with_size = [&](int64_t to) {
      changed([&](Sharded& t) {
        std::vector<std::pair<Axis, int64_t>> axes;
        for (const auto& [b, m] : s.program.mesh.axes())
          if (b != a)
            axes.emplace_back(b, m);
          else if (to > 0)
            axes.emplace_back(b, to);
        t.program.mesh = Mesh(axes);
        for (auto& [x, asked] : t.asked)
          for (std::optional<DistType>* d : {&asked.made, &asked.read})
            if (*d && to == 0) detail::drop_axis(**d, a);
        return true;
      });
    };
    with_size(0);
    if (size > 2 && size % 2 == 0) with_size(2);  // every extent that divided still does
  }
  for (size_t i = 0; i < f.params.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (f.type(f.params[i]) == f.type(f.params[j]))
        changed(
            [&](Sharded& t) { return detail::replace(t.program.main.body, f.params[i], f.params[j]), true; });
  for (const auto& [x, asked] : s.asked) {
    changed([&, x = x](Sharded& t) { return t.asked.erase(x), true; });
    for (std::optional<DistType> Asked::*member : {&Asked::made, &Asked::read}) {
      if (!(asked.*member)) continue;
      changed([&, x = x](Sharded& t) { return (t.asked[x].*member).reset(), true; });
      for (DistType& d : detail::simpler(*(asked.*member)))
        changed([&, x = x](Sharded& t) { return t.asked[x].*member = std::move(d), true; });
    }
    if (asked.made && asked.read && !(*asked.made == *asked.read))
      changed([&, x = x](Sharded& t) { return t.asked[x].read = t.asked[x].made, true; });
  }
  return all;
}

}  // namespace partir::generate
