// Programs with shardings: how a lowering is asked to lay values on a mesh. From recipes, like all programs.
#pragma once

#include <algorithm>
#include <array>
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
  std::optional<DistType> again;  ///< as made once more after `read`: as what it is passed on to has it
  std::optional<DistType> into;   ///< of an op's result: as what the op accumulates into is read
  friend bool operator==(const Asked&, const Asked&) = default;
};
inline constexpr std::array<std::optional<DistType> Asked::*, 4> asked_members{&Asked::made, &Asked::read,
                                                                               &Asked::again, &Asked::into};

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

/// Numbers in order; 0 once they are used up.
class Numbers {
 public:
  explicit Numbers(std::vector<uint32_t> numbers) : numbers_(std::move(numbers)) {}
  int64_t pick(int64_t n) {
    return n <= 1 || next_ >= numbers_.size() ? 0 : static_cast<int64_t>(numbers_[next_++]) % n;
  }

 private:
  std::vector<uint32_t> numbers_;
  size_t next_ = 0;
};

/// A layout of a type by numbers; all 0: whole.
inline DistType layout(const Mesh& mesh, const TensorType& type, const std::vector<uint32_t>& numbers,
                       const Asking& asking) {
  DistType d = DistType::replicated(type);
  Numbers of(numbers);
  const bool minor_first = of.pick(4) == 3;
  const bool some_partial = asking.partial && of.pick(4) == 3;
  std::vector<std::pair<Axis, int64_t>> axes = mesh.axes();
  if (minor_first) std::reverse(axes.begin(), axes.end());
  for (const auto& [a, n] : axes) {
    const int64_t choice = of.pick(type.rank() + (asking.values && !some_partial ? 1 : 2));
    if (choice == 0) continue;
    if (choice > type.rank()) {
      if (some_partial && !is_bool(type.element)) d.partial.push_back(a);
      continue;
    }
    // of values inside, too few would be split if another dimension did not do as well
    for (int64_t more = 0; more < (asking.values ? type.rank() : 1); ++more) {
      const auto k = static_cast<size_t>((choice - 1 + more) % type.rank());
      const int64_t parts = mesh.size(d.dims[k]) * n;
      if (type.shape[k] < parts || (type.shape[k] % parts != 0 && !asking.uneven)) continue;
      d.dims[k].push_back(a);
      break;
    }
  }
  std::sort(d.partial.begin(), d.partial.end(),
            [&](const Axis& a, const Axis& b) { return mesh.index(a) < mesh.index(b); });
  return d;
}

/// What a reader may want instead of `d`: the axes of two dimensions swapped, an axis moved to another one,
/// the order of a dimension's axes reversed, an axis fewer or one more. Whole where extents do not divide.
inline DistType rearranged(const Mesh& mesh, const TensorType& type, const DistType& d,
                           const std::vector<uint32_t>& numbers) {
  DistType to = d;
  to.partial.clear();
  const auto rank = static_cast<size_t>(type.rank());
  if (rank == 0) return to;
  Numbers of(numbers);
  size_t k = static_cast<size_t>(of.pick(type.rank()));
  for (size_t more = 0; more < rank && to.dims[k].empty(); ++more) k = (k + 1) % rank;
  // of rank 1 both are one
  AxisList& here = to.dims[k];
  AxisList& there = to.dims[(k + 1 + static_cast<size_t>(of.pick(type.rank() - 1))) % rank];
  const int64_t form = of.pick(6);
  if (form < 2) {
    std::swap(here, there);
  } else if (form == 2 && !here.empty()) {
    const auto moved = of.pick(2) == 0 ? here.begin() : here.end() - 1;
    const Axis a = *moved;
    here.erase(moved);
    there.push_back(a);
  } else if (form == 3) {
    std::reverse(here.begin(), here.end());
  } else if (form == 4 && !here.empty()) {
    here.erase(of.pick(2) == 0 ? here.begin() : here.end() - 1);
  } else {
    const AxisList used = flatten(to.dims);
    for (const auto& [a, n] : mesh.axes())
      if (!contains(used, a)) {
        there.push_back(a);
        break;
      }
  }
  for (size_t i = 0; i < rank; ++i)
    if (type.shape[i] % mesh.size(to.dims[i]) != 0) return DistType::replicated(type);
  return to;
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
  const std::map<ValueId, Asked> before = std::move(s.asked);
  s.asked.clear();
  for (size_t i = 0; i < f.body.stmts.size(); ++i) {
    const core::Stmt& stmt = f.body.stmts[i];
    const std::span<const ValueId> xs = core::operands(stmt.expr);
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
      a.into = a.made;
      a.into->partial.clear();
      if (whole) a.made = a.into;
    }
  }
  for (ValueId x : f.params) {  // what is only returned
    if (s.asked.count(x)) continue;
    const auto it = before.find(x);
    s.asked[x].made =
        it != before.end() && it->second.made ? it->second.made : DistType::replicated(f.type(x));
  }
}

/// Asks of parameters that nothing splits yet, and that an op reduces, to be split along what it reduces: parts
/// are to be combined then.
inline void split_what_is_reduced(Sharded& s) {
  const core::Function& f = s.program.main;
  const std::set<ValueId> params(f.params.begin(), f.params.end());
  for (const core::Stmt& stmt : f.body.stmts) {
    const auto* e = std::get_if<OpExpr>(&stmt.expr);
    if (!e) continue;
    Types types;
    for (ValueId x : e->operands) types.push_back(f.type(x));
    const std::optional<Comprehension> c = e->op.comprehension(types);
    if (!c || !c->reducer) continue;
    for (const Node& node : c->body) {
      const auto* read = std::get_if<ReadNode>(&node.expr);
      if (!read) continue;
      const ValueId x = e->operands[static_cast<size_t>(read->operand)];
      if (!params.count(x)) continue;
      std::optional<DistType>& made = s.asked[x].made;
      if (made && !flatten(made->dims).empty()) continue;
      for (size_t k = 0; k < read->index.size(); ++k) {
        const IndexExpr& i = read->index[k];
        if (!i.is_variable() || i.terms[0].variable < c->result.rank()) continue;
        for (const auto& [a, n] : s.program.mesh.axes())
          if (const int64_t extent = f.type(x).shape[k];
              extent > 0 && extent % n == 0 && (!made || flatten(made->dims).empty())) {
            made = DistType::replicated(f.type(x));
            made->dims[k] = {a};
          }
      }
    }
  }
}

/// A value of which something is asked that splits it, by a number: a result of the program if there is one
/// and there `must` be. None where there is none.
inline std::optional<ValueId> split_value(const Sharded& s, uint32_t number, bool must) {
  std::vector<ValueId> all, returned;
  const std::vector<ValueId>& results = s.program.main.body.results;
  for (const auto& [x, a] : s.asked)
    if (a.made && !flatten(a.made->dims).empty()) {
      all.push_back(x);
      if (std::find(results.begin(), results.end(), x) != results.end()) returned.push_back(x);
    }
  if (must && !returned.empty()) all = returned;
  if (all.empty()) return std::nullopt;
  return all[number % all.size()];
}

}  // namespace detail

/// The program of a recipe, changed by `prepare`, with shardings. How much is asked of values inside is the
/// first number's to say: nothing; of some; anything of all; or of all what goes together, but for one value
/// perhaps, which is read elsewhere on the mesh, or is passed on, or for the results. `sums`: of which every
/// third op is, as of Decoder::program.
inline Sharded decode_sharded(const Recipe& recipe, const Asking& asking,
                              const std::vector<InstanceFn>& makers = instance_makers(),
                              void (*prepare)(core::Program&) = nullptr,
                              const std::vector<InstanceFn>& sums = sum_makers()) {
  Recipe plain = recipe;
  plain.results.resize(std::min(plain.results.size(), numbers_for_results));
  Sharded s{Decoder::program(plain, makers, sums), {}};
  if (prepare) prepare(s.program);
  size_t next = numbers_for_results;
  const auto take = [&](size_t n) {
    std::vector<uint32_t> some;
    for (; n > 0 && next < recipe.results.size(); --n) some.push_back(recipe.results[next++]);
    some.resize(some.size() + static_cast<size_t>(n));
    return some;
  };
  const core::Function& f = s.program.main;
  enum { Outside, Some, All, Coherent, ButOne, Rearranged, Passed, ButResults };
  constexpr int modes[] = {Outside,    Some,       All,        Coherent, Coherent, Coherent,
                           Coherent,   ButOne,     ButOne,     Passed,   Passed,   Rearranged,
                           Rearranged, Rearranged, ButResults, ButResults};
  const std::vector<uint32_t> choice = take(6);
  const int mode = asking.values ? modes[choice[0] % 16] : Outside;
  Asking asked = asking;  // partial and uneven values in some programs only: few lowerings get past one
  asked.partial = asking.partial && choice[5] % 4 == 1;
  asked.uneven = asking.uneven && choice[5] % 16 == 2;
  const std::set<ValueId> params(f.params.begin(), f.params.end()),
      results(f.body.results.begin(), f.body.results.end());
  const auto ask = [&](ValueId x) {
    const bool outside = params.count(x) || results.count(x);
    const std::vector<uint32_t> numbers = take(6);
    if (!outside && mode == Outside) return;
    if (mode != All && numbers[0] % 3 == 0) return;
    // upstream's shardings of scalars fail, all of them
    if (asked.values && f.type(x).rank() == 0 && numbers[1] % 16 != 1) return;
    std::vector<uint32_t> mixed = numbers;
    std::reverse(mixed.begin(), mixed.end());
    Asked& a = s.asked[x];
    const DistType one = detail::layout(s.program.mesh, f.type(x), numbers, asked);
    if (!asked.values || mode == All || numbers[1] % 3 != 0) a.made = one;
    if (asked.values && (mode == All || numbers[1] % 3 != 1))
      a.read = numbers[2] % 4 == 1 ? detail::layout(s.program.mesh, f.type(x), mixed, asked) : one;
    if (asked.values && a.made && !params.count(x) && numbers[3] % 2 == 1) {
      a.into = a.made;
      a.into->partial.clear();
    }
  };
  for (ValueId x : f.params) ask(x);
  for (const core::Stmt& stmt : f.body.stmts)
    for (ValueId x : stmt.results) ask(x);
  if (mode < Coherent) return s;

  if (choice[3] % 8 < 6) detail::split_what_is_reduced(s);
  const bool readers = choice[4] % 4 != 0;
  detail::ask_coherently(s, !readers || choice[3] % 4 != 0, readers);
  for (const core::Stmt& stmt : f.body.stmts)
    if (core::operands(stmt.expr).empty())  // nothing else says how they lie
      for (ValueId x : stmt.results)
        if (Asked& a = s.asked[x]; a.made && flatten(a.made->dims).empty())
          a.made = a.into = detail::layout(s.program.mesh, f.type(x), take(6), {true, false, false});
  std::erase_if(s.asked, [&](const auto& a) { return f.type(a.first).rank() == 0; });
  if (mode == ButOne && !s.asked.empty()) {
    auto it = s.asked.begin();
    std::advance(it, choice[1] % s.asked.size());
    const DistType other = detail::layout(s.program.mesh, f.type(it->first), take(6), asked);
    (choice[2] % 3 == 0 ? it->second.made : it->second.read) = other;
  }
  if (mode == Rearranged || mode == Passed)
    if (const std::optional<ValueId> x = detail::split_value(s, choice[1], choice[2] % 2 == 0)) {
      Asked& a = s.asked[*x];
      const TensorType& type = f.type(*x);
      const DistType other = detail::rearranged(s.program.mesh, type, *a.made, take(6));
      if (mode == Rearranged) {
        a.read = other;
      } else {
        a.read = choice[2] % 3 == 0 ? other : DistType::replicated(type);
        a.again = choice[2] % 4 == 1 ? a.made : a.read;
      }
    }
  if (mode == ButResults)
    for (ValueId x : results)
      if (!params.count(x)) s.asked.erase(x);
  return s;
}

}  // namespace partir::generate
