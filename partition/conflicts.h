// Conflicts as a debugging story: which op, what stands against what and which action is behind it, which
// registry entries could be taken, and what to write into the schedule so that one is.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "partition/schedule.h"

namespace partir {

/// The action from which a tiling has come to where it is.
struct Origin {
  ValueId value = 0;  ///< on which the action was taken
  Tiling tiling;      ///< and what it was
  int ops = 0;        ///< through how many ops it has come
};

/// What an operand offers a cell, or is demanded of a result.
struct Claim {
  ValueId value = 0;
  EntryAttr attr;
  bool demanded = false;
  std::string tactic;  ///< whose propagation or action brought it
  std::optional<Origin> origin;
};

/// One change of a schedule.
struct Edit {
  enum class Kind : uint8_t {
    Add,       ///< a tactic asks one thing more
    Replace,   ///< a tactic asks this instead of what it asks of that value on that axis
    NewTactic  ///< after a tactic comes one that asks this
  } kind = Kind::Add;
  size_t tactic = 0;  ///< its place in the schedule
  /// One, or of a new tactic all. `value` is set; `pattern` is a name for a file, empty where none is the
  /// value's alone.
  std::vector<Directive> directives;
};

/// Changes of a schedule after which an op takes an entry.
struct Resolution {
  Entry entry;
  std::vector<Edit> edits;
  size_t conflicts_left = 0;  ///< all that the last tactic then reports
};

/// A conflict and its story.
struct ExplainedConflict {
  Conflict conflict;
  size_t since = 0;  ///< the place of the tactic that reported it first
  std::vector<Claim> claims;
  std::vector<Entry> entries;  ///< its candidates, or where there are none what some claim asks for
  /// One for each entry that can be had; where none can, leaving the op whole. Each was tried.
  std::vector<Resolution> resolutions;
  bool tried = true;  ///< whether resolutions were looked for
};

namespace detail {
/// The action behind a tile of `x` on `a` (of its uses' demand, where `demanded`): a cell set forward has it
/// from its operands, one set backward from the uses of its results.
inline std::optional<Origin> origin_of(const State& state, ValueId x, const Axis& a, bool demanded) {
  struct Step {
    ValueId value;
    bool demanded;
    int ops;
  };
  std::deque<Step> next{{x, demanded, 0}};
  std::set<int> seen;
  auto cell = [&](int s, int ops) {
    const Cell* c = s < 0 ? nullptr : state.cell(s, a);
    if (!c || !seen.insert(s).second) return;
    if (c->rule == Rule::R_Backward) {
      for (ValueId y : state.stmt(s).results) next.push_back({y, true, ops + 1});
      return;
    }
    for (size_t i = 0; i < c->entry.operands.size(); ++i)
      if (c->entry.operands[i].is_tile()) next.push_back({state.op(s).operands[i], false, ops + 1});
  };
  for (; !next.empty(); next.pop_front()) {
    const Step step = next.front();
    if (const Tiling* t = state.tiling(step.value, a)) return Origin{step.value, *t, step.ops};
    if (!step.demanded)
      cell(state.definition(step.value), step.ops);
    else
      for (const Use& u : state.uses(step.value)) cell(u.stmt, step.ops);
  }
  return std::nullopt;
}

inline std::vector<Claim> claims_of(const State& state, const Conflict& c) {
  const CellView v = claims(state, c.stmt, c.axis);
  std::vector<Claim> all;
  auto add = [&](ValueId x, const std::optional<Offer>& o, bool demanded) {
    if (o) all.push_back({x, o->attr, demanded, std::string(o->tactic), origin_of(state, x, c.axis, demanded)});
  };
  for (size_t i = 0; i < v.offers.size(); ++i) add(state.op(c.stmt).operands[i], v.offers[i], false);
  for (size_t j = 0; j < v.demands.size(); ++j) add(state.stmt(c.stmt).results[j], v.demands[j], true);
  return all;
}

/// What actions would have to ask so that an op has one candidate: values with a dimension, or with nothing
/// for `atomic`.
using Wanted = std::map<ValueId, std::optional<int64_t>>;

/// The wishes under which a free cell takes `entry`, if there are any.
inline std::optional<Wanted> wanted_for(const State& state, const Conflict& c, const Entry& entry) {
  const ValueIds &operands = state.op(c.stmt).operands, &results = state.stmt(c.stmt).results;
  const CellView now = claims(state, c.stmt, c.axis);
  const std::vector<Entry> entries = cell_entries(state, c.stmt, c.axis);
  Wanted wanted;
  auto want = [&](ValueId x, const EntryAttr& attr) {
    const auto dim = attr.is_tile() ? std::optional(attr.dim) : std::nullopt;
    return wanted.emplace(x, dim).first->second == dim;
  };
  for (size_t i = 0; i < operands.size(); ++i)
    if (now.offers[i] && !(now.offers[i]->attr == entry.operands[i]) && !want(operands[i], entry.operands[i]))
      return std::nullopt;
  for (size_t j = 0; j < results.size(); ++j)
    if (now.demands[j] && !(now.demands[j]->attr == entry.results[j]) && !want(results[j], entry.results[j]))
      return std::nullopt;
  // each round settles one more value, or ends
  for (size_t round = 0; round <= operands.size() + results.size(); ++round) {
    CellView v = now;
    v.candidates.clear();
    for (size_t i = 0; i < operands.size(); ++i)
      if (const auto w = wanted.find(operands[i]); w != wanted.end())
        v.offers[i] = Offer{w->second ? tile(*w->second) : any, ""};
    for (size_t j = 0; j < results.size(); ++j)
      if (const auto w = wanted.find(results[j]); w != wanted.end())
        v.demands[j] = w->second ? std::optional(Offer{tile(*w->second), ""}) : std::nullopt;
    match(v, entries);
    const auto other =
        std::find_if(v.candidates.begin(), v.candidates.end(), [&](const Entry& e) { return !(e == entry); });
    if (other == v.candidates.end()) return v.candidates.empty() ? std::nullopt : std::optional(wanted);
    if (std::find(v.candidates.begin(), v.candidates.end(), entry) == v.candidates.end()) return std::nullopt;
    bool settled = false;
    for (size_t j = 0; j < results.size() && !settled; ++j)
      if (!v.demands[j] && entry.results[j].is_tile() && !(entry.results[j] == other->results[j]))
        settled = wanted.emplace(results[j], entry.results[j].dim).second;
    for (size_t i = 0; i < operands.size() && !settled; ++i)
      if (!v.offers[i] && !(entry.operands[i] == other->operands[i]) && !wanted.contains(operands[i]))
        settled = want(operands[i], entry.operands[i]);
    if (!settled) return std::nullopt;
  }
  return std::nullopt;
}

/// A directive on `x` itself, with a name for schedule files if one is its alone.
inline Directive directive_on(const State& state, ValueId x, const Axis& a, std::optional<int64_t> dim) {
  Directive d{Directive::Target::Value, "", a, dim, {}, x};
  const core::Function& f = state.function();
  if (const auto p = std::find(f.params.begin(), f.params.end(), x); p != f.params.end()) {
    d.target = Directive::Target::Input;
    d.pattern = "%arg" + std::to_string(p - f.params.begin());
    return d;
  }
  for (const std::string& name : {value_name(f, x), f.values[x].name.str(), f.values[x].location.name()}) {
    if (name.empty()) continue;
    const Directive named{d.target, name, a, dim, {}};
    try {
      if (resolve(state, named) == std::vector{x}) return d.pattern = name, d;
    } catch (const BadInput&) {  // no value has that name
    }
  }
  return d;
}

/// The edits that bring `wanted` about, new directives going to tactic `since` (or after it).
inline std::vector<Edit> edits_for(const State& state, const std::vector<Tactic>& tactics, const Axis& a,
                                   const Wanted& wanted, size_t since, Edit::Kind kind) {
  std::vector<Edit> edits;
  Edit new_tactic{Edit::Kind::NewTactic, since, {}};
  for (const auto& [x, dim] : wanted) {
    const Directive d = directive_on(state, x, a, dim);
    if (const Tiling* t = state.tiling(x, a)) {
      const auto by =
          std::find_if(tactics.begin(), tactics.end(), [&](const Tactic& k) { return k.name == t->tactic; });
      edits.push_back({Edit::Kind::Replace, static_cast<size_t>(by - tactics.begin()), {d}});
    } else if (kind == Edit::Kind::NewTactic) {
      new_tactic.directives.push_back(d);
    } else {
      edits.push_back({kind, since, {d}});
    }
  }
  if (!new_tactic.directives.empty()) edits.push_back(std::move(new_tactic));
  return edits;
}
}  // namespace detail

/// The schedule with the edits made, its tactics named as before. A directive by a glob that is replaced for
/// one value stays for the others.
inline std::vector<Tactic> edited(const State& state, std::vector<Tactic> tactics,
                                  const std::vector<Edit>& edits) {
  std::map<size_t, std::vector<Directive>> inserted;  // after which tactic
  for (const Edit& e : edits) {
    if (e.kind == Edit::Kind::NewTactic) {
      inserted[e.tactic] = e.directives;
      continue;
    }
    const Directive& wish = e.directives.at(0);
    std::vector<Directive>& old = tactics.at(e.tactic).directives;
    if (e.kind == Edit::Kind::Add) {
      old.push_back(wish);
      continue;
    }
    std::vector<Directive> kept{wish};
    for (const Directive& d : old) {
      const std::vector<ValueId> named = resolve(state, d);
      if (d.axis != wish.axis || std::find(named.begin(), named.end(), *wish.value) == named.end()) {
        kept.push_back(d);
        continue;
      }
      for (ValueId x : named) {
        if (x == *wish.value) continue;
        kept.push_back(d);
        kept.back().value = x;
      }
    }
    old = std::move(kept);
  }
  for (auto at = inserted.rbegin(); at != inserted.rend(); ++at) {  // the last first, as it shifts places
    std::string name = "resolve";
    const auto taken = [&](const Tactic& t) { return t.name == name; };
    while (std::any_of(tactics.begin(), tactics.end(), taken)) name += "'";
    const auto place = tactics.begin() + static_cast<std::ptrdiff_t>(at->first) + 1;
    tactics.insert(place, Tactic{name, at->second, {}});
  }
  return tactics;
}

namespace detail {
/// The entries that some claim asks for.
inline std::vector<Entry> asked_for(const State& state, const Conflict& c) {
  std::vector<Entry> asked = cell_entries(state, c.stmt, c.axis);
  const CellView v = claims(state, c.stmt, c.axis);
  std::erase_if(asked, [&](const Entry& e) {
    for (size_t i = 0; i < v.offers.size(); ++i)
      if (v.offers[i] && v.offers[i]->attr.is_tile() && v.offers[i]->attr == e.operands[i]) return false;
    for (size_t j = 0; j < v.demands.size(); ++j)
      if (v.demands[j] && v.demands[j]->attr == e.results[j]) return false;
    return true;
  });
  return asked;
}
/// Nothing split: what stays where no entry fits.
inline Entry whole_entry(const State& state, int stmt) {
  return {EntryAttrs(state.op(stmt).operands.size(), any),
          EntryAttrs(state.stmt(stmt).results.size(), any)};
}
/// The wish that nothing splits an op.
inline Wanted wanted_whole(const State& state, const Conflict& c) {
  Wanted wanted;
  for (const Claim& claim : claims_of(state, c))
    if (claim.attr.is_tile()) wanted[claim.value] = std::nullopt;
  return wanted;
}

/// Applies the schedule with the edits of `r`, and fills in what is left; whether the op takes r's entry and
/// is in no conflict.
inline bool resolves(const State& state, const std::vector<Tactic>& tactics, const Conflict& c,
                     Resolution& r) {
  State again(state.program());
  std::vector<Conflict> left;
  try {
    for (const Tactic& t : edited(state, tactics, r.edits)) left = apply(again, t);
  } catch (const Error&) {  // an action that the schedule does not allow resolves nothing
    return false;
  }
  r.conflicts_left = 0;
  for (const Conflict& l : left) {
    if (!l.held_back && l.stmt == c.stmt && l.axis == c.axis) return false;
    r.conflicts_left += !l.held_back;
  }
  const Cell* cell = again.cell(c.stmt, c.axis);
  return cell ? cell->entry == r.entry : r.entry == whole_entry(state, c.stmt);
}

/// The best way to have an op take `entry`: in the tactic that met the conflict first, or after it.
inline std::optional<Resolution> resolution(const State& state, const std::vector<Tactic>& tactics,
                                            const Conflict& c, size_t since, const Entry& entry) {
  const auto wanted =
      entry == whole_entry(state, c.stmt) ? wanted_whole(state, c) : wanted_for(state, c, entry);
  if (!wanted) return std::nullopt;
  bool same_axis = !tactics[since].directives.empty();  // a tactic in a file has one
  for (const Directive& d : tactics[since].directives) same_axis &= d.axis == c.axis;
  std::optional<Resolution> best;
  for (Edit::Kind kind : {Edit::Kind::Add, Edit::Kind::NewTactic}) {
    if (kind == Edit::Kind::Add && !same_axis) continue;
    Resolution r{entry, edits_for(state, tactics, c.axis, *wanted, since, kind)};
    if (resolves(state, tactics, c, r) && (!best || r.conflicts_left < best->conflicts_left))
      best = std::move(r);
  }
  return best;
}
}  // namespace detail

/// For which conflicts resolutions are looked for: applying a schedule anew takes its time.
struct ExplainOptions {
  size_t most = 8;        ///< the first so many
  bool only_new = false;  ///< of those that the last tactic met first
};

/// Explains the conflicts that a loop-free program has after `tactics`, in program order. Each resolution was
/// tried: with its edits the schedule is applied anew, and the op takes the entry. Where a tactic's premise
/// fails, BadAction or BadInput, as from `apply`.
inline std::vector<ExplainedConflict> explain(const core::Program& program,
                                              const std::vector<Tactic>& tactics,
                                              const ExplainOptions& options = {}) {
  State state(program);
  std::map<std::pair<int, Axis>, size_t> since;
  std::vector<Conflict> conflicts;
  for (size_t k = 0; k < tactics.size(); ++k) {
    conflicts = apply(state, tactics[k]);
    for (const Conflict& c : conflicts)
      if (!c.held_back) since.emplace(std::pair(c.stmt, c.axis), k);
  }
  std::vector<ExplainedConflict> all;
  size_t tried = 0;
  for (const Conflict& c : conflicts) {
    if (c.held_back) continue;
    ExplainedConflict e{c, since.at({c.stmt, c.axis}), detail::claims_of(state, c), c.candidates, {}};
    if (e.entries.empty()) e.entries = detail::asked_for(state, c);
    e.tried = tried < options.most && (!options.only_new || e.since + 1 == tactics.size());
    tried += e.tried;
    auto try_entry = [&](const Entry& entry) {
      if (auto r = detail::resolution(state, tactics, c, e.since, entry))
        e.resolutions.push_back(std::move(*r));
    };
    for (size_t i = 0; e.tried && i < e.entries.size(); ++i) try_entry(e.entries[i]);
    // of x·x no action can split one operand and not the other: then it is left whole
    if (e.tried && e.resolutions.empty()) try_entry(detail::whole_entry(state, c.stmt));
    all.push_back(std::move(e));
  }
  return all;
}

/// `%x split on dimension 1, %w on 0: parts of %y, to be combined by add`: an entry of an op, for people.
inline std::string entry_text(const State& state, int stmt, const Entry& e) {
  const ValueIds &operands = state.op(stmt).operands, &results = state.stmt(stmt).results;
  auto split = [&](ValueId x, int64_t d) {
    return value_name(state.function(), x) + " split on dimension " + std::to_string(d);
  };
  std::string s;
  for (size_t i = 0; i < operands.size(); ++i)
    s += (i ? ", " : "") + (e.operands[i].is_tile() ? split(operands[i], e.operands[i].dim)
                                                    : value_name(state.function(), operands[i]) + " whole");
  s += " -> ";
  for (size_t j = 0; j < results.size(); ++j) {
    const EntryAttr& σ = e.results[j];
    const std::string y = value_name(state.function(), results[j]);
    s += (j ? ", " : "") + (σ.is_tile() ? split(results[j], σ.dim)
                            : σ.is_partial()
                                ? y + " in parts, to be combined by " + std::string(name(σ.monoid))
                                : y + " whole");
  }
  return s;
}

}  // namespace partir
