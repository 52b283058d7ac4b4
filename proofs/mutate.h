// Mutants: the SPMD program with one small fault of the kinds that partitioners and people make. A checker that
// accepts one of them, where it is not the same program, would accept that fault (audit.h). And edits that take such a
// fault out of a program that has it (mend.h).
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interp/random.h"
#include "semantics/module_typing.h"
#include "semantics/module_walk.h"
#include "semantics/phrase.h"
#include "semantics/spmd_program.h"

namespace partir {

/// What kind of fault a mutant has.
enum class MutationKind : uint8_t {
  CollectiveDropped,  ///< each device goes on with what it has itself
  Regrouped,          ///< other devices take part, or the same in another order
  ReducerChanged,     ///< a maximum in place of a sum
  OffByOne,           ///< an offset, an index, a bound or an integer constant moved by one
  ConstantChanged,    ///< a float constant doubled, 0 made 1, a truth value turned
  ComparisonTurned,
  OperandsSwapped,
  BranchesSwapped,
  DimensionChanged,   ///< along another dimension of the same extent
  RoundingAdded,      ///< to a type narrower than any float type of the program
  OpDropped,          ///< a negation, a reversal
  CollectiveAdded,    ///< an all_reduce; no fault, but what mends one
  RoundingDropped     ///< the same
};
inline constexpr int mutation_kinds = 13;
/// `collective_dropped`.
constexpr std::string_view name(MutationKind k) {
  constexpr std::string_view names[mutation_kinds] = {
      "collective_dropped", "regrouped",        "reducer_changed",   "off_by_one",     "constant_changed", "comparison_turned",
      "operands_swapped",   "branches_swapped", "dimension_changed", "rounding_added", "op_dropped",
      "collective_added",   "rounding_dropped"};
  return names[static_cast<size_t>(k)];
}

/// One fault: statements in place of one statement of the function's body.
struct Mutant {
  MutationKind kind = MutationKind::OffByOne;
  std::string what;     ///< `%3 = all_reduce(%2): left out`
  Location location;    ///< of the statement that has the fault, which may be in a region
  size_t stmt = 0;      ///< number of the statement of the body that is replaced
  std::vector<shlo::Stmt> stmts;    ///< in its place; together they have its results
  std::vector<shlo::Value> values;  ///< their new values, numbered from those of the function on
};

/// `p` with the fault of `m`, which was made of it.
inline SpmdProgram mutated(const SpmdProgram& p, const Mutant& m) {
  SpmdProgram q = p;
  shlo::Function& f = q.module.functions[q.module.by_name.at(q.entry)];
  f.values.insert(f.values.end(), m.values.begin(), m.values.end());
  std::vector<shlo::Stmt>& stmts = f.body.stmts;
  const auto at = stmts.erase(stmts.begin() + static_cast<std::ptrdiff_t>(m.stmt));
  stmts.insert(at, m.stmts.begin(), m.stmts.end());
  return q;
}

namespace detail {

/// Makes the mutants of one program.
class Mutator {
 public:
  /// Borrows the program, which is well typed and whose calls outside regions are inlined (`SpmdSubject` does it).
  /// `mends`: it has a fault, and edits that may take it out are wanted.
  Mutator(const SpmdProgram& p, uint64_t seed, int narrowest, bool mends = false)
      : p_(p), f_(*p.function()), grid_(p.grid()), seed_(seed), mends_(mends) {
    find_narrower(narrowest);
    find_whole();
    if (mends_) find_groups();
    block(f_.body, {}, live(f_.body, {}));
  }

  /// `most` of them, or all where there are fewer: of each kind in turn, from anywhere in the program.
  std::vector<Mutant> operator()(size_t most) {
    std::array<std::vector<size_t>, mutation_kinds> of_kind;
    for (size_t i = 0; i < sites_.size(); ++i) of_kind[static_cast<size_t>(sites_[i].kind)].push_back(i);
    uint64_t stream = mix64(seed_);
    for (std::vector<size_t>& sites : of_kind)
      for (size_t i = sites.size(); i > 1; --i) std::swap(sites[i - 1], sites[(stream = mix64(stream)) % i]);
    std::vector<Mutant> mutants;
    for (bool more = true; more && mutants.size() < most;) {
      more = false;
      for (std::vector<size_t>& sites : of_kind) {
        bool made = false;
        while (!sites.empty() && !made && mutants.size() < most) {
          made = make(sites_[sites.back()], mutants);
          sites.pop_back();
        }
        more = more || made;
      }
    }
    return mutants;
  }
  /// `most` of them, those nearest to a statement of the body first, until a deadline.
  std::vector<Mutant> nearest(size_t stmt, size_t most, std::chrono::steady_clock::time_point deadline) const {
    std::vector<const Site*> sites;
    for (const Site& s : sites_)
      if (s.kind != Kind::RoundingAdded) sites.push_back(&s);
    const auto distance = [&](const Site* s) { return s->path[0] > stmt ? s->path[0] - stmt : stmt - s->path[0]; };
    std::stable_sort(sites.begin(), sites.end(), [&](const Site* a, const Site* b) { return distance(a) < distance(b); });
    std::vector<Mutant> mutants;
    for (const Site* s : sites) {
      if (mutants.size() == most || std::chrono::steady_clock::now() > deadline) break;
      make(*s, mutants);
    }
    return mutants;
  }

 private:
  /// What comes in place of a statement.
  struct Rewrite {
    std::string what;
    std::vector<shlo::Stmt> stmts;
    std::vector<shlo::Value> values;
  };
  using Path = std::vector<size_t>;  ///< statement, block in it, statement in that, ..
  /// A place for a fault.
  struct Site {
    MutationKind kind;
    Path path;
    std::function<std::optional<Rewrite>()> rewrite;  ///< nothing where the fault would be ill typed
  };
  using Kind = MutationKind;

  //===------------------------------------------------------------------------------------------===
  // Places
  //===------------------------------------------------------------------------------------------===

  /// What the results of a block, and `after`, depend on. What others wait for is live, too.
  std::set<const shlo::Stmt*> live(const shlo::Block& b, const std::vector<ValueId>& after) const {
    std::set<ValueId> read(b.results.begin(), b.results.end());
    read.insert(after.begin(), after.end());
    std::set<const shlo::Stmt*> found;
    for (size_t i = b.stmts.size(); i-- > 0;) {
      const shlo::Stmt& s = b.stmts[i];
      const bool is_read = std::any_of(s.results.begin(), s.results.end(), [&](ValueId x) { return read.contains(x); });
      if (!is_read && !s.results.empty()) continue;
      found.insert(&s);
      for (ValueId x : shlo::reads(s)) read.insert(x);
    }
    return found;
  }

  void block(const shlo::Block& b, const Path& outer, const std::set<const shlo::Stmt*>& live_ones) {
    for (size_t i = 0; i < b.stmts.size(); ++i) {
      const shlo::Stmt& s = b.stmts[i];
      if (!live_ones.contains(&s)) continue;
      Path path = outer;
      path.push_back(i);
      if (const auto* o = std::get_if<OpExpr>(&s.expr)) op(s, *o, path);
      else if (const auto* c = std::get_if<shlo::Collective>(&s.expr)) collective(s, *c, path);
      else if (const auto* choice = std::get_if<shlo::If>(&s.expr)) branches(s, *choice, path);
      else if (std::holds_alternative<shlo::PartitionId>(s.expr) || std::holds_alternative<shlo::ReplicaId>(s.expr))
        result_plus_one(s, path);
      if (std::holds_alternative<shlo::Collective>(s.expr)) rounding(s, path);
      if (mends_) mend(s, path);
      size_t number = 0;
      shlo::for_each_block(s.expr, [&](const shlo::Block& inner) {
        Path into = path;
        into.push_back(number++);
        block(inner, into, live(inner, {}));
      });
    }
  }

  void site(Kind kind, const Path& path, std::function<std::optional<Rewrite>()> rewrite) {
    sites_.push_back({kind, path, std::move(rewrite)});
  }
  /// A place for another right-hand side.
  void replace(Kind kind, const Path& path, const shlo::Stmt& s, std::string what, shlo::Expr e) {
    site(kind, path, [this, &s, what = std::move(what), e = std::move(e)]() -> std::optional<Rewrite> {
      return Rewrite{phrase(s) + ": " + what, {{s.results, e, s.location}}, {}};
    });
  }
  void replace_op(Kind kind, const Path& path, const shlo::Stmt& s, std::string what, Op op) {
    replace(kind, path, s, std::move(what), OpExpr{std::move(op), std::get<OpExpr>(s.expr).operands});
  }

  /// Carries a place out; false where that makes no well-typed program.
  bool make(const Site& site, std::vector<Mutant>& mutants) const {
    std::optional<Rewrite> rewrite = site.rewrite();
    if (!rewrite) return false;
    Mutant m{site.kind, std::move(rewrite->what), {}, site.path[0], {}, std::move(rewrite->values)};
    const shlo::Stmt& top = f_.body.stmts[site.path[0]];
    if (site.path.size() == 1) {
      m.location = top.location;
      m.stmts = std::move(rewrite->stmts);
    } else {
      m.stmts = {top};
      m.location = splice(m.stmts[0], site.path, 1, rewrite->stmts);
    }
    if (!well_typed(m)) return false;
    mutants.push_back(std::move(m));
    return true;
  }
  /// Puts statements at `path`, of which the first `depth` places lead to `s`; the location of what was there.
  static Location splice(shlo::Stmt& s, const Path& path, size_t depth, const std::vector<shlo::Stmt>& stmts) {
    Location where;
    size_t number = 0;
    shlo::for_each_block(s.expr, [&](shlo::Block& b) {
      if (number++ != path[depth]) return;
      const size_t i = path[depth + 1];
      if (depth + 2 < path.size()) {
        where = splice(b.stmts[i], path, depth + 2, stmts);
        return;
      }
      where = b.stmts[i].location;
      const auto at = b.stmts.erase(b.stmts.begin() + static_cast<std::ptrdiff_t>(i));
      b.stmts.insert(at, stmts.begin(), stmts.end());
    });
    return where;
  }
  /// Types of the new statements; the rest of the program reads the same types as before.
  bool well_typed(const Mutant& m) const {
    const SpmdProgram q = mutated(p_, m);
    try {
      shlo::FunctionTyping(q.module, *q.function())();
      for (const shlo::Stmt& s : m.stmts)
        shlo::for_each_stmt(shlo::Block{{s}, {}}, [&](const shlo::Stmt& t) {
          shlo::check_on_grid(t, *q.function(), grid_);
        });
      return true;
    } catch (const Rejected&) {
      return false;
    } catch (const ConstraintViolation&) {
      return false;
    }
  }

  const TensorType* type(ValueId x) const { return f_.type(x).tensor(); }
  std::string phrase(const shlo::Stmt& s) const {
    const auto* o = std::get_if<OpExpr>(&s.expr);
    return value_list(f_, s.results) + " = " + (o ? std::string(o->op.name()) : shlo::form_name(s.expr)) + "(" +
           value_list(f_, shlo::reads(s)) + ")";
  }
  /// The `k`-th of the values that a rewrite adds.
  ValueId fresh(size_t k) const { return static_cast<ValueId>(f_.values.size() + k); }

  //===------------------------------------------------------------------------------------------===
  // Collectives
  //===------------------------------------------------------------------------------------------===

  void collective(const shlo::Stmt& s, const shlo::Collective& c, const Path& path) {
    const auto processes = shlo::process_groups(shlo::strategy(c), c.grouping.groups, grid_);
    const bool pairs = std::holds_alternative<shlo::CollectivePermute>(c.op);
    const bool alone = std::all_of(processes.begin(), processes.end(), [&](const std::vector<int64_t>& g) {
      return g.size() < 2 || (pairs && g[0] == g[1]);
    });
    if (alone) return;  // nothing is exchanged: dropping it changes nothing
    std::visit(Overloaded{[&](const shlo::AllGather& op) { dropped(s, c, op, path); },
                          [&](const shlo::AllReduce&) { forwards(s, c, path); },
                          [&](const shlo::ReduceScatter& op) { dropped(s, c, op, path); },
                          [&](const shlo::AllToAll& op) { dropped(s, c, op, path); },
                          [&](const shlo::CollectiveBroadcast& op) { if (!op.has_dynamic_root) forwards(s, c, path); },
                          [&](const shlo::CollectivePermute&) { forwards(s, c, path); }},
               c.op);
    if (pairs) repaired(s, c, path);
    else regrouped(s, c, path);
    std::visit(
        [&](const auto& op) {
          if constexpr (requires { op.body; })
            if (const auto body = other_reducer(op.body)) {
              shlo::Collective changed = c;
              std::get<std::decay_t<decltype(op)>>(changed.op).body = body->first;
              replace(Kind::ReducerChanged, path, s, body->second, changed);
            }
        },
        c.op);
  }
  void forwards(const shlo::Stmt& s, const shlo::Collective& c, const Path& path) {
    replace(Kind::CollectiveDropped, path, s, "left out", shlo::Forward{c.operands});
  }
  void dropped(const shlo::Stmt& s, const shlo::Collective& c, const shlo::AllGather& op, const Path& path) {
    const int64_t n = type(s.results[0])->shape[op.dim] / std::max<int64_t>(1, type(c.operands[0])->shape[op.dim]);
    if (c.operands.size() != 1 || n < 2 || n > most_parts) return;
    ValueIds copies;
    for (int64_t i = 0; i < n; ++i) copies.push_back(c.operands[0]);
    replace(Kind::CollectiveDropped, path, s, "left out, each device repeats its own part",
            OpExpr{Concatenate{op.dim}, copies});
  }
  void dropped(const shlo::Stmt& s, const shlo::Collective& c, const shlo::ReduceScatter& op, const Path& path) {
    shlo::Collective changed = c;
    ScalarBody first = ScalarBody::of(op.body.params);
    first.results = {0};
    std::get<shlo::ReduceScatter>(changed.op).body = first;
    replace(Kind::CollectiveDropped, path, s, "the sum left out, parts of the group's first device are scattered", changed);
  }
  void dropped(const shlo::Stmt& s, const shlo::Collective& c, const shlo::AllToAll& op, const Path& path) {
    if (c.operands.size() != 1 || op.split_count > most_parts) return;
    if (op.split_dim == op.concat_dim) return forwards(s, c, path);
    site(Kind::CollectiveDropped, path, [this, &s, &c, op]() -> std::optional<Rewrite> {
      Rewrite r{phrase(s) + ": left out, each device moves its own parts", {}, {}};
      const TensorType& whole = *type(c.operands[0]);
      TensorType part = whole;
      part.shape[op.split_dim] /= op.split_count;
      ValueIds parts;
      for (int64_t i = 0; i < op.split_count; ++i) {
        SliceOp slice{std::vector<int64_t>(whole.shape.size(), 0), {whole.shape.begin(), whole.shape.end()},
                      std::vector<int64_t>(whole.shape.size(), 1)};
        slice.start[static_cast<size_t>(op.split_dim)] = i * part.shape[op.split_dim];
        slice.limit[static_cast<size_t>(op.split_dim)] = (i + 1) * part.shape[op.split_dim];
        parts.push_back(fresh(r.values.size()));
        r.stmts.push_back({{parts.back()}, OpExpr{slice, {c.operands[0]}}, s.location});
        r.values.push_back({part, "part", s.location});
      }
      r.stmts.push_back({s.results, OpExpr{Concatenate{op.concat_dim}, parts}, s.location});
      return r;
    });
  }

  /// Groups of equal size, without filling.
  static bool is_even(const shlo::IdGroups& groups) {
    return std::all_of(groups.begin(), groups.end(), [&](const auto& g) {
      return g.size() == groups[0].size() && std::find(g.begin(), g.end(), -1) == g.end();
    });
  }
  /// The same groups whatever the order of groups and members.
  static std::set<std::vector<int64_t>> as_sets(shlo::IdGroups groups) {
    for (auto& g : groups) std::sort(g.begin(), g.end());
    return {groups.begin(), groups.end()};
  }
  void regroup(const shlo::Stmt& s, const shlo::Collective& c, const Path& path, const std::string& what,
               shlo::IdGroups groups) {
    // a sum does not depend on the order, and whether other groups differ is seen here
    const bool ordered = !std::holds_alternative<shlo::AllReduce>(c.op);
    if (groups == c.grouping.groups || (!ordered && as_sets(groups) == as_sets(c.grouping.groups))) return;
    shlo::Collective changed = c;
    changed.grouping.groups = std::move(groups);
    replace(Kind::Regrouped, path, s, what, changed);
  }
  void regrouped(const shlo::Stmt& s, const shlo::Collective& c, const Path& path) {
    const shlo::IdGroups& groups = c.grouping.groups;
    if (groups.empty() || groups[0].empty() || !is_even(groups)) return;
    const size_t k = groups.size(), n = groups[0].size();
    shlo::IdGroups rotated = groups;
    for (auto& g : rotated) std::rotate(g.begin(), g.begin() + 1, g.end());
    regroup(s, c, path, "the members of each group rotated by one", rotated);
    if (k > 1 && n > 1) {
      shlo::IdGroups exchanged = groups;
      std::swap(exchanged[0].back(), exchanged[1].back());
      regroup(s, c, path, "members of the first two groups exchanged", exchanged);
      shlo::IdGroups strided(k);
      for (size_t i = 0; i < k * n; ++i) strided[i % k].push_back(groups[i / n][i % n]);
      regroup(s, c, path, "groups formed with a stride of " + std::to_string(k), strided);
    }
    if (!std::holds_alternative<shlo::AllReduce>(c.op)) return;  // the others' types say how large groups are
    if (n > 2 && n % 2 == 0) {
      shlo::IdGroups halves;
      for (const auto& g : groups) {
        const auto middle = g.begin() + static_cast<std::ptrdiff_t>(n / 2);
        halves.emplace_back(g.begin(), middle);
        halves.emplace_back(middle, g.end());
      }
      regroup(s, c, path, "each group taken apart into two", halves);
    }
    if (k > 1 && k % 2 == 0) {
      shlo::IdGroups merged;
      for (size_t i = 0; i < k; i += 2) {
        merged.push_back(groups[i]);
        merged.back().insert(merged.back().end(), groups[i + 1].begin(), groups[i + 1].end());
      }
      regroup(s, c, path, "groups merged two by two", merged);
    }
  }
  void repaired(const shlo::Stmt& s, const shlo::Collective& c, const Path& path) {
    const shlo::IdGroups& pairs = c.grouping.groups;
    shlo::IdGroups shifted = pairs;
    for (size_t i = 0; i < pairs.size(); ++i) shifted[i][1] = pairs[(i + 1) % pairs.size()][1];
    regroup(s, c, path, "each pair has the target of the next", shifted);
    shlo::IdGroups fewer = pairs;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(mix64(seed_ ^ path[0]) % fewer.size()));
    regroup(s, c, path, "one pair left out", fewer);
  }

  /// Another monoid on this element type, and what to say.
  static std::optional<Monoid> other_monoid(Monoid m, ElementType e) {
    constexpr std::array<Monoid, 6> others = {Monoid::Max, Monoid::Add, Monoid::Min,
                                              Monoid::Max, Monoid::Or,  Monoid::And};
    Monoid other = others[static_cast<size_t>(m)];
    if (is_bool(e)) other = m == Monoid::And || m == Monoid::Min || m == Monoid::Mul ? Monoid::Or : Monoid::And;
    if (is_complex(e)) other = m == Monoid::Add ? Monoid::Mul : Monoid::Add;
    return defined_on(other, e) ? std::optional(other) : std::nullopt;
  }
  static std::string by_other(Monoid from, Monoid to) {
    return "reduced by " + std::string(partir::name(to)) + " in place of " + std::string(partir::name(from));
  }
  static std::optional<std::pair<ScalarBody, std::string>> other_reducer(const ScalarBody& b) {
    const std::optional<Monoid> m = monoid_of(b);
    if (!m) return std::nullopt;
    const std::optional<Monoid> other = other_monoid(*m, b.params[0]);
    if (!other) return std::nullopt;
    return std::pair{monoid_body(*other, b.params[0]), by_other(*m, *other)};
  }

  //===------------------------------------------------------------------------------------------===
  // Ops
  //===------------------------------------------------------------------------------------------===

  void op(const shlo::Stmt& s, const OpExpr& o, const Path& path) {
    if (const auto* c = o.op.get_if<Constant>()) return constant(s, *c, path);
    if (const auto* r = o.op.get_if<Reduce>()) {
      if (const auto m = other_monoid(r->reducer, type(s.results[0])->element))
        replace_op(Kind::ReducerChanged, path, s, by_other(r->reducer, *m), Reduce{r->dims, *m});
    }
    if (const auto* slice = o.op.get_if<SliceOp>()) sliced(s, *slice, *type(o.operands[0]), path);
    if (const auto* pad = o.op.get_if<Pad>()) padded(s, *pad, path);
    if (const auto* iota = o.op.get_if<Iota>()) counted_along(s, *iota, path);
    if (const auto* b = o.op.get_if<BroadcastInDim>()) broadcast(s, *b, path);
    if (const auto* t = o.op.get_if<Transpose>()) transposed(s, *t, path);
    if (const auto* c = o.op.get_if<Compare>()) compared(s, *c, path);
    indexed(s, o, path);
    swapped(s, o, path);
    bodies(s, o, path);
    if (o.op.get_if<Negate>() || o.op.get_if<Not>() || o.op.get_if<Abs>() || o.op.get_if<Reverse>())
      replace(Kind::OpDropped, path, s, "left out", shlo::Forward{{o.operands[0]}});
    rounding(s, path);
  }

  void constant(const shlo::Stmt& s, const Constant& c, const Path& path) {
    const Literal& l = c.value;
    const ElementType e = l.type.element;
    const int64_t n = l.type.elements();
    if (n == 0 || is_complex(e)) return;
    const int64_t at = l.splat ? 0 : static_cast<int64_t>(mix64(seed_ ^ s.results[0]) % static_cast<uint64_t>(n));
    const auto put = [&](Kind kind, ElementBits bits, const std::string& what) {
      Literal changed = l;
      const auto width = static_cast<size_t>(byte_width(e));
      std::memcpy(changed.data.data() + static_cast<size_t>(at) * width, &bits, width);
      replace_op(kind, path, s, (l.splat ? "" : "element " + std::to_string(at) + " ") + what, Constant{changed});
    };
    if (is_bool(e)) return put(Kind::ConstantChanged, l.bits(at) ^ 1, "turned");
    if (is_integer(e)) {
      const ElementBits mask = bit_width(e) >= 64 ? ~uint64_t{0} : (uint64_t{1} << bit_width(e)) - 1;
      put(Kind::OffByOne, (l.bits(at) + 1) & mask, "one more");
      put(Kind::OffByOne, (l.bits(at) + mask) & mask, "one less");
      return;
    }
    const double v = l.as_double(at);
    if (v == 0) return put(Kind::ConstantChanged, Literal::encode(e, 1), "1 in place of 0");
    const ElementBits twice = Literal::encode(e, 2 * v);
    if (std::isfinite(v) && std::isfinite(Literal::decode(e, twice))) put(Kind::ConstantChanged, twice, "doubled");
  }

  void sliced(const shlo::Stmt& s, const SliceOp& slice, const TensorType& of, const Path& path) {
    for (size_t d = 0; d < slice.start.size(); ++d)
      for (int64_t by : {1, -1}) {
        SliceOp moved = slice;
        moved.start[d] += by;
        moved.limit[d] += by;
        if (moved.start[d] >= 0 && moved.limit[d] <= of.shape[static_cast<int64_t>(d)])
          replace_op(Kind::OffByOne, path, s, moved_by(by, d), moved);
      }
  }
  void padded(const shlo::Stmt& s, const Pad& pad, const Path& path) {
    for (size_t d = 0; d < pad.low.size(); ++d)
      for (int64_t by : {1, -1}) {
        if (pad.low[d] == 0 && pad.high[d] == 0) continue;
        Pad moved = pad;
        moved.low[d] += by;
        moved.high[d] -= by;
        replace_op(Kind::OffByOne, path, s, moved_by(by, d), moved);
      }
  }
  static std::string moved_by(int64_t by, size_t d) {
    return "moved by " + std::to_string(by) + " along dimension " + std::to_string(d);
  }
  void counted_along(const shlo::Stmt& s, const Iota& iota, const Path& path) {
    for (int64_t d = 0; d < static_cast<int64_t>(iota.shape.size()); ++d)
      if (d != iota.dimension && iota.shape[static_cast<size_t>(d)] == iota.shape[static_cast<size_t>(iota.dimension)] &&
          iota.shape[static_cast<size_t>(d)] > 1)
        replace_op(Kind::DimensionChanged, path, s, "counts along dimension " + std::to_string(d),
                   Iota{d, iota.shape, iota.element});
    result_plus_one(s, path);
  }
  void broadcast(const shlo::Stmt& s, const BroadcastInDim& b, const Path& path) {
    const TensorType& from = *type(std::get<OpExpr>(s.expr).operands[0]);
    for (size_t i = 0; i < b.dims.size(); ++i)
      for (size_t d = 0; d < b.shape.size(); ++d) {
        const auto to = static_cast<int64_t>(d);
        if (from.shape[static_cast<int64_t>(i)] == 1 || to == b.dims[i] ||
            b.shape[d] != b.shape[static_cast<size_t>(b.dims[i])])
          continue;
        BroadcastInDim other = b;
        const auto taken = std::find(other.dims.begin(), other.dims.end(), to);
        if (taken != other.dims.end()) *taken = b.dims[i];
        other.dims[i] = to;
        replace_op(Kind::DimensionChanged, path, s,
                   "dimension " + std::to_string(i) + " goes to dimension " + std::to_string(to), other);
      }
  }
  void transposed(const shlo::Stmt& s, const Transpose& t, const Path& path) {
    const TensorType& from = *type(std::get<OpExpr>(s.expr).operands[0]);
    for (size_t i = 0; i < t.permutation.size(); ++i)
      for (size_t j = i + 1; j < t.permutation.size(); ++j) {
        Transpose other = t;
        std::swap(other.permutation[i], other.permutation[j]);
        const int64_t n = from.shape[t.permutation[i]];
        if (n == from.shape[t.permutation[j]] && n > 1)
          replace_op(Kind::DimensionChanged, path, s,
                     "dimensions " + std::to_string(i) + " and " + std::to_string(j) + " exchanged", other);
      }
  }
  void compared(const shlo::Stmt& s, const Compare& c, const Path& path) {
    using Direction = ComparisonDirection;
    const auto turn = [&](Direction to) {
      replace_op(Kind::ComparisonTurned, path, s,
                 std::string(comparison_names[static_cast<size_t>(to)]) + " in place of " +
                     std::string(comparison_names[static_cast<size_t>(c.direction)]),
                 Compare{to, c.order});
    };
    switch (c.direction) {
      case Direction::EQ: return turn(Direction::NE);
      case Direction::NE: return turn(Direction::EQ);
      case Direction::GE: turn(Direction::GT); return turn(Direction::LT);
      case Direction::GT: turn(Direction::GE); return turn(Direction::LT);
      case Direction::LE: turn(Direction::LT); return turn(Direction::GT);
      case Direction::LT: turn(Direction::LE); return turn(Direction::GT);
    }
  }

  /// A right-hand side with operand `k` one larger than it was.
  void operand_plus_one(const shlo::Stmt& s, size_t k, const Path& path) {
    const auto& o = std::get<OpExpr>(s.expr);
    const TensorType t = *type(o.operands[k]);
    if (!is_integer(t.element) || t.elements() == 0) return;
    site(Kind::OffByOne, path, [this, &s, &o, k, t]() -> std::optional<Rewrite> {
      OpExpr changed = o;
      changed.operands[k] = fresh(1);
      return Rewrite{phrase(s) + ": " + value_name(f_, o.operands[k]) + " one more",
                     {{{fresh(0)}, OpExpr{Constant{Literal::splat_value(t, 1)}, {}}, s.location},
                      {{fresh(1)}, OpExpr{Add{}, {o.operands[k], fresh(0)}}, s.location},
                      {s.results, changed, s.location}},
                     {{t, "one", s.location}, {t, "next", s.location}}};
    });
  }
  /// The statement's only result one larger than it was.
  void result_plus_one(const shlo::Stmt& s, const Path& path) {
    const TensorType t = *type(s.results[0]);
    if (!is_integer(t.element) || t.elements() == 0) return;
    site(Kind::OffByOne, path, [this, &s, t]() -> std::optional<Rewrite> {
      return Rewrite{phrase(s) + ": one more",
                     {{{fresh(0)}, s.expr, s.location},
                      {{fresh(1)}, OpExpr{Constant{Literal::splat_value(t, 1)}, {}}, s.location},
                      {s.results, OpExpr{Add{}, {fresh(0), fresh(1)}}, s.location}},
                     {{t, "before", s.location}, {t, "one", s.location}}};
    });
  }
  /// Indices of slices, updates, gathers and scatters.
  void indexed(const shlo::Stmt& s, const OpExpr& o, const Path& path) {
    const bool slice = o.op.get_if<DynamicSlice>(), update = o.op.get_if<DynamicUpdateSlice>();
    if (o.op.get_if<Gather>()) operand_plus_one(s, 1, path);
    if (o.op.get_if<Scatter>()) operand_plus_one(s, (o.operands.size() - 1) / 2, path);  // after the inputs
    if (!slice && !update) return;
    const size_t first = slice ? 1 : 2;
    const TensorType &whole = *type(o.operands[0]), &part = slice ? *type(s.results[0]) : *type(o.operands[1]);
    for (size_t k = first; k < o.operands.size(); ++k) {
      const auto d = static_cast<int64_t>(k - first);
      if (whole.shape[d] == part.shape[d]) continue;  // the only start is 0
      operand_plus_one(s, k, path);
      for (size_t j = k + 1; j < o.operands.size(); ++j)
        if (whole.shape[static_cast<int64_t>(j - first)] != part.shape[static_cast<int64_t>(j - first)])
          swap_operands(Kind::OperandsSwapped, s, o, k, j, path);
    }
  }

  void swap_operands(Kind kind, const shlo::Stmt& s, const OpExpr& o, size_t i, size_t j, const Path& path) {
    if (o.operands[i] == o.operands[j] || *type(o.operands[i]) != *type(o.operands[j])) return;
    OpExpr changed = o;
    std::swap(changed.operands[i], changed.operands[j]);
    replace(kind, path, s,
            value_name(f_, o.operands[i]) + " and " + value_name(f_, o.operands[j]) + " exchanged", changed);
  }
  void swapped(const shlo::Stmt& s, const OpExpr& o, const Path& path) {
    if (o.op.get_if<Select>()) return swap_operands(Kind::BranchesSwapped, s, o, 1, 2, path);
    if (o.op.get_if<Clamp>()) return swap_operands(Kind::OperandsSwapped, s, o, 0, 2, path);
    const bool ordered = o.op.get_if<Subtract>() || o.op.get_if<Divide>() || o.op.get_if<Power>() ||
                         o.op.get_if<Remainder>() || o.op.get_if<Atan2>() || o.op.get_if<MakeComplex>() ||
                         o.op.get_if<ShiftLeft>() || o.op.get_if<ShiftRightLogical>() ||
                         o.op.get_if<ShiftRightArithmetic>() || o.op.get_if<DotGeneral>() ||
                         o.op.get_if<Concatenate>();
    if (ordered && o.operands.size() > 1) swap_operands(Kind::OperandsSwapped, s, o, 0, 1, path);
  }
  void branches(const shlo::Stmt& s, const shlo::If& choice, const Path& path) {
    shlo::If other = choice;
    std::swap(other.on_true, other.on_false);
    replace(Kind::BranchesSwapped, path, s, "branches exchanged", other);
  }

  /// A scalar function in the body of a reduction, a scatter or a sort.
  void bodies(const shlo::Stmt& s, const OpExpr& o, const Path& path) {
    for (size_t k = 0, n = o.op.bodies().size(); k < n; ++k) {
      const ScalarBody& b = *o.op.bodies()[k];
      for (size_t i = 0; i < b.nodes.size(); ++i) {
        const auto* apply = std::get_if<ApplyNode>(&b.nodes[i].expr);
        const std::optional<ScalarFn> other =
            apply ? other_function(apply->fn, b.nodes[static_cast<size_t>(apply->args[0])].element) : std::nullopt;
        if (!other) continue;
        const Kind kind = is_comparison(apply->fn) ? Kind::ComparisonTurned : Kind::ReducerChanged;
        replace_op(kind, path, s,
                   std::string(partir::name(*other)) + " in place of " + std::string(partir::name(apply->fn)) +
                       " in its body",
                   with_function(o.op, k, i, *other));
      }
    }
  }
  static std::optional<ScalarFn> other_function(ScalarFn fn, ElementType e) {
    switch (fn) {
      case ScalarFn::Lt: return ScalarFn::Gt;
      case ScalarFn::Le: return ScalarFn::Ge;
      case ScalarFn::Gt: return ScalarFn::Lt;
      case ScalarFn::Ge: return ScalarFn::Le;
      case ScalarFn::Eq: return ScalarFn::Ne;
      case ScalarFn::Ne: return ScalarFn::Eq;
      default: break;
    }
    for (Monoid m : all_monoids)
      if (fn == scalar_fn(m))
        if (const auto other = other_monoid(m, e)) return scalar_fn(*other);
    return std::nullopt;
  }
  /// `op` with another function at node `i` of its `k`-th body.
  static Op with_function(const Op& op, size_t k, size_t i, ScalarFn fn) {
    return op.visit([&](const auto& o) -> Op {
      auto changed = o;
      size_t number = 0;
      boost::hana::for_each(std::decay_t<decltype(o)>::attributes(), [&](auto a) {
        if constexpr (std::is_same_v<std::decay_t<decltype(changed.*(a.member))>, ScalarBody>)
          if (number++ == k) std::get<ApplyNode>((changed.*(a.member)).nodes[i].expr).fn = fn;
      });
      return changed;
    });
  }

  //===------------------------------------------------------------------------------------------===
  // What mends a fault, and is none
  //===------------------------------------------------------------------------------------------===

  /// Processes that differ only along some axes of the mesh.
  struct GroupsOver {
    AxisList axes;
    shlo::IdGroups groups;
  };
  void find_groups() {
    const Mesh& mesh = p_.mesh;
    constexpr size_t most_axes = 4;
    for (size_t subset = 1; subset < size_t{1} << std::min(mesh.rank(), most_axes); ++subset) {
      GroupsOver over;
      for (size_t a = 0; a < mesh.rank(); ++a)
        if (subset >> a & 1) over.axes.push_back(mesh.axes()[a].first);
      std::map<Device, std::vector<int64_t>> groups;
      for (int64_t id = 0; id < mesh.devices(); ++id) {
        Device rest = mesh.device(id);
        for (const Axis& a : over.axes) rest[mesh.index(a)] = 0;
        groups[rest].push_back(p_.process(id));
      }
      for (auto& [rest, ids] : groups) over.groups.push_back(std::move(ids));
      if (over.groups[0].size() > 1) over_.push_back(std::move(over));
    }
  }
  void mend(const shlo::Stmt& s, const Path& path) {
    if (const auto* c = std::get_if<shlo::Collective>(&s.expr)) over_other_axes(s, *c, path);
    if (const auto* o = std::get_if<OpExpr>(&s.expr)) {
      if (const auto* c = o->op.get_if<Constant>()) scaled(s, c->value, path);
      without_rounding(s, *o, path);
    }
    if (path.size() == 1) reduced_over(s, path);
  }
  void over_other_axes(const shlo::Stmt& s, const shlo::Collective& c, const Path& path) {
    const bool pairs = std::holds_alternative<shlo::CollectivePermute>(c.op);
    for (const GroupsOver& over : over_) {
      if (!pairs) {
        regroup(s, c, path, "over " + to_string(over.axes), over.groups);
        continue;
      }
      for (const int64_t by : {1, -1}) {
        shlo::IdGroups ring;
        for (const std::vector<int64_t>& g : over.groups)
          for (size_t i = 0; i < g.size(); ++i)
            ring.push_back({g[i], g[(i + (by > 0 ? 1 : g.size() - 1)) % g.size()]});
        regroup(s, c, path, std::string("each device sends to the ") + (by > 0 ? "next" : "one before") + " along " + to_string(over.axes), ring);
      }
    }
  }
  /// A constant halved, and multiplied and divided by numbers of devices.
  void scaled(const shlo::Stmt& s, const Literal& l, const Path& path) {
    const ElementType e = l.type.element;
    if (!is_float(e) || !l.splat || l.type.elements() == 0) return;
    const double v = l.as_double(0);
    std::set<double> factors = {0.5};
    for (const GroupsOver& over : over_) factors.insert({static_cast<double>(over.groups[0].size()), 1 / static_cast<double>(over.groups[0].size())});
    for (const double f : factors) {
      if (v == 0 || f == 2 || !std::isfinite(v * f)) continue;
      Literal changed = l;
      const ElementBits bits = Literal::encode(e, v * f);
      std::memcpy(changed.data.data(), &bits, static_cast<size_t>(byte_width(e)));
      char what[64];
      std::snprintf(what, sizeof what, "%g in place of %g", v * f, v);
      replace_op(Kind::ConstantChanged, path, s, what, Constant{changed});
    }
  }
  void without_rounding(const shlo::Stmt& s, const OpExpr& o, const Path& path) {
    if (o.op.get_if<ReducePrecision>()) return replace(Kind::RoundingDropped, path, s, "left out", shlo::Forward{{o.operands[0]}});
    if (!o.op.get_if<Convert>() || path.size() != 1) return;
    for (const shlo::Stmt& made : f_.body.stmts) {  // back from the type that it was converted to
      if (made.results != std::vector<ValueId>{o.operands[0]}) continue;
      const auto* before = std::get_if<OpExpr>(&made.expr);
      if (before && before->op.get_if<Convert>() && *type(before->operands[0]) == *type(s.results[0]))
        replace(Kind::RoundingDropped, path, s, value_name(f_, before->operands[0]) + " in place of it", shlo::Forward{{before->operands[0]}});
    }
  }
  /// An all_reduce after a statement.
  void reduced_over(const shlo::Stmt& s, const Path& path) {
    if (s.results.size() != 1) return;
    const TensorType* t = type(s.results[0]);
    if (!t || t->elements() == 0) return;
    std::vector<Monoid> monoids = is_bool(t->element) ? std::vector{Monoid::And, Monoid::Or} : std::vector{Monoid::Add};
    if (const auto* o = std::get_if<OpExpr>(&s.expr))
      if (const auto* r = o->op.get_if<Reduce>()) monoids = {r->reducer};
    for (const Monoid m : monoids)
      for (const GroupsOver& over : over_) {
        if (!defined_on(m, t->element)) continue;
        site(Kind::CollectiveAdded, path, [this, &s, t, m, &over]() -> std::optional<Rewrite> {
          shlo::Grouping grouping{over.groups, 1, !p_.devices_are_replicas};
          if (p_.devices_are_replicas) grouping.channel_id = 0;
          return Rewrite{phrase(s) + ": an all_reduce by " + std::string(partir::name(m)) + " over " + to_string(over.axes) + " after it",
                         {{{fresh(0)}, s.expr, s.location},
                          {s.results, shlo::Collective{{fresh(0)}, grouping, shlo::AllReduce{monoid_body(m, t->element)}}, s.location}},
                         {{*t, "part", s.location}}};
        });
      }
  }

  //===------------------------------------------------------------------------------------------===
  // Roundings
  //===------------------------------------------------------------------------------------------===

  /// A type narrower than each float type of the program, and of `bits`, so that no freedom to round allows it.
  void find_narrower(int bits) {
    for (const shlo::Value& v : f_.values)
      if (const TensorType* t = v.type.tensor(); t && is_float(real_part(t->element)))
        bits = std::min(bits, bit_width(real_part(t->element)));
    shlo::walk(f_.body, [&](const shlo::Stmt& s) {
      const auto* o = std::get_if<OpExpr>(&s.expr);
      if (o && o->op.get_if<ReducePrecision>()) bits = 16;
    });
    if (bits == 64) narrow_ = {8, 23, "f32"};
    if (bits == 32) narrow_ = {8, 7, "bf16"};
    if (bits == 16) narrow_ = {4, 3, "f8"};
  }
  void rounding(const shlo::Stmt& s, const Path& path) {
    if (s.results.size() != 1) return;
    const TensorType* t = type(s.results[0]);
    if (!t || !is_float(t->element) || t->elements() == 0 || is_whole(s)) return;
    site(Kind::RoundingAdded, path, [this, &s, t]() -> std::optional<Rewrite> {
      ReducePrecision narrowing;
      narrowing.exponent_bits = narrow_.exponent;
      narrowing.mantissa_bits = narrow_.mantissa;
      return Rewrite{phrase(s) + ": rounded to " + narrow_.name,
                     {{{fresh(0)}, s.expr, s.location},
                      {s.results, OpExpr{narrowing, {fresh(0)}}, s.location}},
                     {{*t, "exact", s.location}}};
    });
  }
  /// Whether a value is of integers, or of whole numbers that the narrower type holds, too.
  bool is_whole(const shlo::Stmt& s) const {
    const auto* o = std::get_if<OpExpr>(&s.expr);
    if (o && o->op.get_if<Convert>() && is_integer(type(o->operands[0])->element)) return true;
    const std::optional<double> most = whole(s);
    return most && *most <= std::exp2(narrow_.mantissa + 1);
  }
  /// The greatest magnitude of each value of the body that is made of truth values and whole constants by sums and products.
  void find_whole() {
    for (const shlo::Stmt& s : f_.body.stmts) {
      if (s.results.size() != 1 || !type(s.results[0])) continue;
      if (const std::optional<double> w = whole(s)) whole_[s.results[0]] = *w;
    }
  }
  std::optional<double> whole(const shlo::Stmt& s) const {
    const auto at = [&](ValueId x) -> std::optional<double> {
      const auto w = whole_.find(x);
      return w == whole_.end() ? std::nullopt : std::optional(w->second);
    };
    if (const auto* c = std::get_if<shlo::Collective>(&s.expr)) {
      std::optional<double> w = at(c->operands.at(0));
      const auto* all = std::get_if<shlo::AllReduce>(&c->op);
      const auto* parts = std::get_if<shlo::ReduceScatter>(&c->op);
      if (const ScalarBody* body = all ? &all->body : parts ? &parts->body : nullptr; w && body) {
        const auto by = folds_by(*body, 0);
        if (by == ScalarFn::Add) *w *= static_cast<double>(p_.mesh.devices());
        else if (by != ScalarFn::Max && by != ScalarFn::Min) return std::nullopt;
      }
      return w;
    }
    const auto* o = std::get_if<OpExpr>(&s.expr);
    if (!o) return std::nullopt;
    const Op& op = o->op;
    if (const auto* c = op.get_if<Constant>()) {
      double most = 0;
      for (int64_t i = 0, n = c->value.splat ? std::min<int64_t>(1, c->value.type.elements()) : c->value.type.elements(); i < n; ++i) {
        const double v = is_complex(c->value.type.element) ? 0.5 : c->value.as_double(i);
        if (v != std::trunc(v) || !std::isfinite(v)) return std::nullopt;
        most = std::max(most, std::fabs(v));
      }
      return most;
    }
    if (op.get_if<Convert>()) {
      if (is_bool(type(o->operands[0])->element)) return 1;
      return at(o->operands[0]);
    }
    std::vector<double> x;
    for (ValueId operand : o->operands) {
      const std::optional<double> w = at(operand);
      if (!w && !(op.get_if<Select>() && x.empty())) return std::nullopt;
      x.push_back(w.value_or(0));
    }
    if (const auto* r = op.get_if<Reduce>(); r && r->reducer == Monoid::Add)
      return x[1] + x[0] * static_cast<double>(type(o->operands[0])->elements()) / static_cast<double>(std::max<int64_t>(type(s.results[0])->elements(), 1));
    if (op.get_if<Add>() || op.get_if<Subtract>()) return x[0] + x[1];
    if (op.get_if<Multiply>()) return x[0] * x[1];
    if (op.get_if<Reshape>() || op.get_if<BroadcastInDim>() || op.get_if<Transpose>() || op.get_if<SliceOp>() || op.get_if<Pad>() || op.get_if<Concatenate>() || op.get_if<Select>() || op.get_if<Maximum>() || op.get_if<Minimum>() || op.get_if<OptimizationBarrier>())
      return *std::max_element(x.begin(), x.end());
    return std::nullopt;
  }

  static constexpr int64_t most_parts = 64;  ///< of what is put together without communication
  struct Narrow {
    int64_t exponent = 8, mantissa = 23;
    const char* name = "f32";
  };

  const SpmdProgram& p_;
  const shlo::Function& f_;
  shlo::ProcessGrid grid_;
  uint64_t seed_;
  bool mends_;
  Narrow narrow_;
  std::map<ValueId, double> whole_;
  std::vector<GroupsOver> over_;
  std::vector<Site> sites_;
};

}  // namespace detail

/// At most `most` well-typed mutants of a well-typed program whose calls outside regions are inlined: of each
/// kind in turn, spread over the program; which, `seed` says. Statements on which no result depends have none.
/// `narrowest` is the width in bits of the narrowest float type of what it is to implement, 64 if it has none:
/// roundings that are added are to a narrower type.
inline std::vector<Mutant> mutants(const SpmdProgram& p, size_t most, uint64_t seed, int narrowest = 64) {
  return detail::Mutator(p, seed, narrowest)(most);
}

/// At most `most` edits that may mend a program with a fault, those nearest to a statement of its body first: the same
/// edits, an all_reduce after any statement, groups over any axes of the mesh, other factors, and roundings left out.
inline std::vector<Mutant> edits_near(const SpmdProgram& p, size_t stmt, size_t most, std::chrono::steady_clock::time_point deadline) {
  return detail::Mutator(p, 1, 64, true).nearest(stmt, most, deadline);
}

}  // namespace partir
