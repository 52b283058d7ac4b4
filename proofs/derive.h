// All entries that an op's comprehension has, whatever the op lists: for each of its variables the
// tiles that moving it forces, and for each ⊕ the partial operands in which its body is a
// homomorphism. What is found is a candidate; prove_entry decides.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "proofs/entry_proof.h"
#include "semantics/instances.h"

namespace partir {

namespace detail {

/// More candidates than this are not looked through.
constexpr size_t most_candidates = 4096;
inline void check_candidates(size_t n) {
  if (n > most_candidates)
    throw Unsupported("an op with more than " + std::to_string(most_candidates) +
                          " candidates of registry entries",
                      {});
}

using EntryRow = std::vector<EntryAttr>;

/// `rows`, each with every choice in place `i`.
inline std::vector<EntryRow> with_choices(const std::vector<EntryRow>& rows, size_t i,
                                          const std::vector<EntryAttr>& choices) {
  check_candidates(rows.size() * choices.size());
  std::vector<EntryRow> all;
  for (const EntryRow& row : rows)
    for (const EntryAttr& σ : choices) {
      all.push_back(row);
      all.back()[i] = σ;
    }
  return all;
}

/// An operand's dimensions along which its index moves with a variable.
struct MovedDims {
  bool read = false;
  std::set<int64_t> always, unless_it_wraps;
};
inline MovedDims moved_dims(const Comprehension& c, int operand, int variable) {
  MovedDims moved;
  for (const Node& node : c.body) {
    const auto* r = std::get_if<ReadNode>(&node.expr);
    const auto* dynamic = std::get_if<DynamicReadNode>(&node.expr);
    if ((r ? r->operand : dynamic ? dynamic->operand : -1) != operand) continue;
    moved.read = true;
    const std::vector<IndexExpr>& index = r ? r->index : dynamic->index;
    for (size_t d = 0; d < index.size(); ++d)
      for (const IndexTerm& t : index[d].terms)
        if (t.variable == variable)
          (index[d].mod == 0 ? moved.always : moved.unless_it_wraps)
              .insert(static_cast<int64_t>(d));
  }
  return moved;
}

/// What an operand may be where the variable moves; nothing where two of its dimensions would be
/// tiled.
inline std::vector<EntryAttr> tile_choices(const MovedDims& moved, int64_t rank) {
  if (moved.always.size() > 1) return {};
  if (moved.always.size() == 1) return {tile(*moved.always.begin())};
  std::vector<EntryAttr> choices{any};
  for (int64_t d = 0; d < rank; ++d)
    // of an operand that is not read the extents alone matter
    if (!moved.read || moved.unless_it_wraps.contains(d)) choices.push_back(tile(d));
  return choices;
}

/// The candidates in which `variable` goes over chunks.
inline std::vector<Entry> tile_candidates(const Comprehension& c, const Types& x, int variable) {
  std::vector<EntryRow> rows{EntryRow(x.size(), any)};
  for (size_t o = 0; o < x.size(); ++o)
    rows = with_choices(rows, o,
                        tile_choices(moved_dims(c, static_cast<int>(o), variable), x[o].rank()));
  if (variable < c.result.rank()) {
    std::vector<Entry> candidates;
    for (EntryRow& row : rows) candidates.push_back({std::move(row), {tile(variable)}});
    return candidates;
  }
  const EntryAttr result = partial(*c.reducer);
  if (c.init) rows = with_choices(rows, static_cast<size_t>(*c.init), {any, result});
  std::vector<Entry> candidates;
  for (EntryRow& row : rows) candidates.push_back({std::move(row), {result}});
  return candidates;
}

/// Rows of partial operands in which a body may be a homomorphism to one ⊕. Operands are decided
/// where they are read first, and a row is given up with the first node that is no homomorphism; of
/// rows in which all that is still used is alike, those that follow from others are left out.
class PartialRows : HomomorphismProver {
 public:
  /// `p` is the problem at numbers, its entry's results that ⊕.
  PartialRows(EntryProblem& p, const Operands& x)
      : HomomorphismProver(p), problem_(p), operands_(x) {
    const std::vector<symbolic::Node>& body = p.global.body;
    node_until_.assign(body.size(), 0);
    node_until_.back() = body.size();
    operand_until_.assign(x.size(), 0);
    for (size_t n = 0; n < body.size(); ++n) {
      for (int used : uses(body[n]))
        node_until_[static_cast<size_t>(used)] =
            std::max(node_until_[static_cast<size_t>(used)], n);
      if (const int o = operand_read(body[n]); o >= 0) operand_until_[static_cast<size_t>(o)] = n;
    }
    if (p.global.init) operand_until_[static_cast<size_t>(*p.global.init)] = body.size();
  }

  std::vector<EntryRow> find() {
    std::vector<State> states{
        {EntryRow(operands_.size(), any), std::vector<char>(operands_.size(), 0), {}}};
    for (size_t n = 0; n < p_.global.body.size(); ++n) states = after(n, states);
    const Kind to = problem_.entry.results[0].monoid;
    std::vector<EntryRow> rows;
    for (const State& s : states) {
      if (s.kinds.back() && s.kinds.back() != to) continue;
      std::vector<EntryRow> of{s.row};
      for (size_t o = 0; o < operands_.size(); ++o)
        if (!s.decided[o]) of = with_choices(of, o, unread(o, *to));
      rows.insert(rows.end(), of.begin(), of.end());
      check_candidates(rows.size());
    }
    return rows;
  }

 private:
  struct State {
    EntryRow row;
    std::vector<char> decided;  ///< by operand
    std::vector<Kind> kinds;    ///< by node
  };

  static int operand_read(const symbolic::Node& node) {
    if (const auto* r = std::get_if<symbolic::Read>(&node.expr)) return r->operand;
    if (const auto* r = std::get_if<symbolic::DynamicRead>(&node.expr)) return r->operand;
    return -1;
  }
  static std::vector<int> uses(const symbolic::Node& node) {
    if (const auto* a = std::get_if<ApplyNode>(&node.expr)) return a->args;
    if (const auto* g = std::get_if<symbolic::Guard>(&node.expr))
      return {g->then_node, g->else_node};
    if (const auto* c = std::get_if<ChooseNode>(&node.expr))
      return {c->condition, c->then_node, c->else_node};
    std::vector<int> at;
    if (const auto* r = std::get_if<symbolic::DynamicRead>(&node.expr))
      std::copy_if(r->at.begin(), r->at.end(), std::back_inserter(at),
                   [](int n) { return n >= 0; });
    return at;
  }
  std::vector<EntryAttr> choices(size_t operand) const {
    std::vector<EntryAttr> all{any};
    for (Monoid m : all_monoids)
      if (defined_on(m, operands_[operand].type.element)) all.push_back(partial(m));
    return all;
  }

  /// Of an operand that is not read, one kind of parts stands for all where rows are long.
  std::vector<EntryAttr> unread(size_t operand, Monoid to) const {
    std::vector<EntryAttr> all = choices(operand);
    const auto same = std::find(all.begin(), all.end(), partial(to));
    if (all.size() < 2 || operands_.size() <= 3) return all;
    return {any, same != all.end() ? *same : all[1]};
  }

  /// The states after node n.
  std::vector<State> after(size_t n, const std::vector<State>& before) {
    const int read = operand_read(p_.global.body[n]);
    std::map<std::vector<int>, std::vector<State>> alike;
    size_t count = 0;
    for (const State& s : before) {
      const auto o = static_cast<size_t>(std::max(read, 0));
      const bool open = read >= 0 && !s.decided[o];
      for (const EntryAttr& σ : open ? choices(o) : std::vector<EntryAttr>{any}) {
        State t = s;
        if (open) {
          t.row[o] = σ;
          t.decided[o] = 1;
        }
        problem_.entry.operands = t.row;
        kinds_ = t.kinds;
        try {
          t.kinds.push_back(kind(n));
        } catch (const Failed&) {
          continue;
        }
        steps_.clear();
        std::vector<State>& group = alike[still_used(t, n)];
        if (std::any_of(group.begin(), group.end(),
                        [&](const State& u) { return follows_from(t.row, u.row, operands_); }))
          continue;
        count += 1 - std::erase_if(group, [&](const State& u) {
                   return follows_from(u.row, t.row, operands_);
                 });
        group.push_back(std::move(t));
        check_candidates(count);
      }
    }
    std::vector<State> states;
    for (auto& [key, group] : alike)
      std::move(group.begin(), group.end(), std::back_inserter(states));
    return states;
  }
  /// What nodes after n can tell of a state.
  std::vector<int> still_used(const State& s, size_t n) const {
    std::vector<int> key;
    const auto number = [](Monoid m) { return 1 + static_cast<int>(m); };
    for (size_t m = 0; m <= n; ++m)
      if (node_until_[m] > n) key.push_back(s.kinds[m] ? number(*s.kinds[m]) : 0);
    for (size_t o = 0; o < s.row.size(); ++o)
      if (operand_until_[o] > n)
        key.push_back(!s.decided[o] ? -1 : s.row[o].is_partial() ? number(s.row[o].monoid) : 0);
    return key;
  }

  EntryProblem& problem_;
  const Operands& operands_;
  std::vector<size_t> node_until_,
      operand_until_;  ///< the last node that uses a node; that reads an operand
};

/// The candidates with partial operands whose result is partial<to>. Rows that follow from others
/// (`follows_from`) are spelled out where up to four operands are partial.
inline std::vector<Entry> partial_candidates(const OpInstance& x, const Comprehension& c,
                                             Monoid to) {
  std::vector<Polynomial> numbers;
  for (int64_t v : symbolic::numbers(c)) numbers.emplace_back(v);
  EntryProblem problem;
  problem.global = symbolic::with_numbers(c, numbers);
  problem.entry = {EntryRow(x.operands.size(), any), {partial(to)}};
  for (const OperandInfo& o : x.operands) problem.neutral.push_back(is_known_identity(to, o));
  problem.names = {"n"};
  std::vector<Entry> candidates;
  for (const EntryRow& row : PartialRows(problem, x.operands).find()) {
    std::vector<EntryRow> rows{row};
    const auto may_be_equal = [&](size_t o) {
      return row[o].is_partial() && equal_parts_are_parts(row[o].monoid, x.operands[o]);
    };
    const auto partials =
        std::count_if(row.begin(), row.end(), [](const EntryAttr& σ) { return σ.is_partial(); });
    for (size_t o = 0; partials <= 4 && o < row.size(); ++o)
      if (may_be_equal(o)) rows = with_choices(rows, o, {row[o], any});
    for (EntryRow& r : rows)
      if (std::any_of(r.begin(), r.end(), [](const EntryAttr& σ) { return σ.is_partial(); }))
        candidates.push_back({std::move(r), {partial(to)}});
  }
  check_candidates(candidates.size());
  return candidates;
}

/// The instances in which what an entry splits, and the range of the variable that goes over
/// chunks, are in proportion as they are in `x`: a slice that takes all of a dimension takes all of
/// it there, too.
inline ExtentFamily::Accepts in_proportion(const OpInstance& x, const Entry& entry, int variable) {
  const auto split = [entry, variable](const OpInstance& y) {
    const Types types = types_of(y.operands);
    const Comprehension c = *y.op.comprehension(types);
    const auto v = static_cast<size_t>(variable);
    const size_t rank = c.result.shape.size();
    std::vector<int64_t> extents{v < rank ? c.result.shape[v] : c.reduction[v - rank]};
    for (size_t o = 0; o < types.size(); ++o)
      if (entry.operands[o].is_tile())
        extents.push_back(types[o].shape[static_cast<size_t>(entry.operands[o].dim)]);
    return extents;
  };
  return [split, is = split(x)](const OpInstance& y) {
    const std::vector<int64_t> there = split(y);
    for (size_t i = 1; i < is.size(); ++i)
      if (is[i] * there[0] != there[i] * is[0]) return false;
    return true;
  };
}

}  // namespace detail

/// The entries that the comprehension of `x` has for all extents and axis sizes: what the op lists
/// is not asked. None for an op without comprehension. Of rows that follow from others
/// (`follows_from`) only those are there for which up to four operands are partial. Throws
/// Unsupported where there are too many candidates.
PARTIR_INLINE std::vector<Entry> derive_entries(const OpInstance& x)
#if PARTIR_PROOFS_BODIES
{
  const Types types = types_of(x.operands);
  const std::optional<Comprehension> c = x.op.comprehension(types);
  if (!c) return {};
  std::vector<Entry> derived;
  const auto is_new = [&](const Entry& e) {
    return std::find(derived.begin(), derived.end(), e) == derived.end();
  };
  for (size_t v = 0; v < c->result.shape.size() + c->reduction.size(); ++v)
    for (Entry& e : detail::tile_candidates(*c, types, static_cast<int>(v)))
      if (is_new(e) &&
          prove_entry(x, e, {x, detail::in_proportion(x, e, static_cast<int>(v))}).proved)
        derived.push_back(std::move(e));
  const LiftedFamily all(x, [](const OpInstance&) { return true; });
  for (Monoid to : all_monoids)
    if (defined_on(to, c->result.element))
      for (Entry& e : detail::partial_candidates(x, *c, to))
        if (is_new(e) && prove_entry(x, e, all).proved) derived.push_back(std::move(e));
  return derived;
}
#else
    ;
#endif

}  // namespace partir
