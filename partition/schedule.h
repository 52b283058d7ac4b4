// Schedules: an ordered mesh and tactics, applied one after another; earlier ones are never undone.
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "partition/actions.h"
#include "semantics/instances.h"
#include "semantics/shown.h"

namespace partir {

/// One wish of a tactic: tile a value by an axis on a dimension, or hold it replicated.
struct Directive {
  enum class Target : uint8_t { Input, Output, Value };
  Target target = Target::Input;
  /// `%argN` (position N), `N` for outputs, or a glob (`*`, `?`) over names: `jax.arg_info`,
  /// `jax.result_info`, `%resN` (result N, which need not have a name), `loc`, or the SSA name.
  std::string pattern;
  Axis axis;
  std::optional<int64_t> dim;  ///< nothing: replicated (atomic)
  Location location;           ///< in the schedule file
  /// The value itself, by its id; then `target` and `pattern` are not looked at.
  std::optional<ValueId> value = std::nullopt;
};

/// A strategy by name (partition/strategies.h), over one axis, with options such as patterns of names.
struct Strategy {
  std::string name;
  Axis axis;
  std::map<std::string, std::string> options = {};
  Location location = {};
  std::map<std::string, Location> option_locations = {};  ///< in the schedule file
};

/// What a search makes small.
enum class Objective : uint8_t { Time, Memory, Communication };
inline constexpr Objective all_objectives[] = {Objective::Time, Objective::Memory, Objective::Communication};
constexpr std::string_view name(Objective o) {
  constexpr std::string_view names[] = {"time", "memory", "communication"};
  return names[static_cast<size_t>(o)];
}

/// What a search (partition/search.h) may do, and how it goes about it. The same options give the same answer,
/// on however many threads; a limit by the clock ends it at another place.
struct AutomaticPartition {
  AxisList axes = {};         ///< over which it may act; none: all of the mesh
  int64_t evaluations = 1000;  ///< programs lowered and priced, at most
  double seconds = std::numeric_limits<double>::infinity();
  uint64_t seed = 1;
  Objective objective = Objective::Time;
  int64_t memory_bytes = 0;  ///< per device, at most; 0: what the device has
  int64_t depth = 8;         ///< actions, at most
  double exploration = 0.3;  ///< UCT's constant, for rewards in [0, 1] (Kocsis and Szepesvári, 2006)
  int64_t threads = 2;
  Location location = {};
};

/// A named list of directives, followed by propagation.
struct Tactic {
  std::string name;
  std::vector<Directive> directives;
  Location location;
  /// Stands for directives that depend on the program: `expanded` makes them.
  std::optional<Strategy> strategy = std::nullopt;
  /// Stands for the tactics that a search finds: `resolved` makes them.
  std::optional<AutomaticPartition> automatic = std::nullopt;
};

/// A manual tactic over one axis, as schedules in C++ write it:
///   ManualPartition{"BP", "B"}.input("%arg6", 0).input("%arg7", 0)
struct ManualPartition {
  std::string name;
  Axis axis;
  std::vector<Directive> directives = {};

  ManualPartition& input(std::string pattern, std::optional<int64_t> dim) {
    return add(Directive::Target::Input, std::move(pattern), dim);
  }
  ManualPartition& output(std::string pattern, std::optional<int64_t> dim) {
    return add(Directive::Target::Output, std::move(pattern), dim);
  }
  ManualPartition& value(std::string pattern, std::optional<int64_t> dim) {
    return add(Directive::Target::Value, std::move(pattern), dim);
  }
  operator Tactic() const { return {name, directives, {}}; }  // NOLINT: a tactic by nature

 private:
  ManualPartition& add(Directive::Target t, std::string pattern, std::optional<int64_t> dim) {
    directives.push_back({t, std::move(pattern), axis, dim, {}});
    return *this;
  }
};

/// "Replicated" in a directive: hold the value atomic over the tactic's axis.
inline constexpr std::nullopt_t replicated = std::nullopt;

/// An ordered mesh and tactics.
struct Schedule {
  Mesh mesh;
  std::vector<Tactic> tactics;
};

/// Whether `text` matches a glob of `*` and `?` (linear in practice: one backtrack point).
inline bool glob_match(std::string_view pattern, std::string_view text) {
  size_t p = 0, t = 0, star = std::string_view::npos, mark = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

namespace detail {
inline std::string unquoted(const std::string& s) {
  return s.size() >= 2 && s.front() == '"' && s.back() == '"' ? s.substr(1, s.size() - 2) : s;
}
inline bool named(const core::Function& f, ValueId x, const CarriedAttributes* attributes,
                  std::string_view key, const std::string& pattern) {
  if (glob_match(pattern, value_name(f, x)) || glob_match(pattern, f.values[x].name)) return true;
  if (!f.values[x].location.name().empty() && glob_match(pattern, f.values[x].location.name()))
    return true;
  if (attributes)
    for (const auto& [k, v] : *attributes)
      if (k == key && glob_match(pattern, unquoted(v))) return true;
  return false;
}
inline const CarriedAttributes* at(const std::vector<CarriedAttributes>& list, size_t i) {
  return i < list.size() ? &list[i] : nullptr;
}
/// Refuses `d`, which asks another thing of `x` than `first` did.
[[noreturn]] inline void contradiction(const State& state, ValueId x, const Directive& d,
                                       const Directive& first) {
  const std::string at = first.location.known() ? " at " + to_string(first.location) : "";
  refuse(d.dim ? Rule::R_Tile : Rule::R_Atomic, d.dim ? 5 : 3,
         acted_on(state, x, *state.tiling(x, d.axis)) + at,
         "an axis that has not acted on it", d.location);
}
}  // namespace detail

/// The values that a directive names; BadInput where it names none.
inline std::vector<ValueId> resolve(const State& state, const Directive& d) {
  const core::Function& f = state.function();
  if (d.value) {
    if (*d.value >= f.values.size())
      throw BadInput("the function has no value of id " + std::to_string(*d.value), d.location);
    return {*d.value};
  }
  std::vector<ValueId> found;
  auto add = [&](ValueId x) {
    if (std::find(found.begin(), found.end(), x) == found.end()) found.push_back(x);
  };
  std::string what;
  switch (d.target) {
    case Directive::Target::Input: {
      what = "argument";
      const std::string& p = d.pattern;
      if (p.size() > 4 && p.size() < 14 && p.rfind("%arg", 0) == 0 &&
          p.find_first_not_of("0123456789", 4) == std::string::npos) {
        const size_t n = std::stoul(p.substr(4));
        if (n < f.params.size()) add(f.params[n]);
        break;
      }
      for (size_t i = 0; i < f.params.size(); ++i)
        if (detail::named(f, f.params[i], detail::at(f.param_attributes, i), "jax.arg_info", p))
          add(f.params[i]);
      break;
    }
    case Directive::Target::Output: {
      what = "result";
      const std::string& p = d.pattern;
      if (!p.empty() && p.size() < 10 && p.find_first_not_of("0123456789") == std::string::npos) {
        const size_t n = std::stoul(p);
        if (n < f.body.results.size()) add(f.body.results[n]);
        break;
      }
      for (size_t i = 0; i < f.body.results.size(); ++i) {
        static const std::string key = "jax.result_info";
        if (glob_match(p, "%res" + std::to_string(i))) add(f.body.results[i]);
        if (const CarriedAttributes* attributes = detail::at(f.result_attributes, i))
          for (const auto& [k, v] : *attributes)
            if (k == key && glob_match(p, detail::unquoted(v))) add(f.body.results[i]);
      }
      break;
    }
    case Directive::Target::Value:
      what = "value";
      for (const core::Stmt& s : f.body.stmts)
        for (ValueId x : s.results)
          if (detail::named(f, x, nullptr, "", d.pattern) ||
              (!s.location.name().empty() && glob_match(d.pattern, s.location.name())))
            add(x);
      break;
  }
  if (found.empty()) {
    const size_t n = d.target == Directive::Target::Input    ? f.params.size()
                     : d.target == Directive::Target::Output ? f.body.results.size()
                                                             : f.body.stmts.size();
    throw BadInput("no " + what + " is named " + shown(d.pattern) + "; the function has " +
                       std::to_string(n) + " " + what + (n == 1 ? "" : "s"),
                   d.location);
  }
  return found;
}

/// Applies a tactic: its actions in order, then propagation. A directive that asks of a value what
/// an earlier one of the same tactic asked is that action said again, and taken once; one that
/// contradicts it fails its premise and names both. On an error `state` is as it was:
/// BadInput for a name or an axis that does not exist, BadAction for an action whose premises fail.
/// Returns the conflicts that stay.
PARTIR_INLINE std::vector<Conflict> apply(State& state, const Tactic& tactic)
#if PARTIR_PARTITION_BODIES
{
  if (tactic.strategy) throw Crash("strategy " + tactic.strategy->name + " is not expanded");
  if (tactic.automatic) throw Crash("tactic " + tactic.name + " is not resolved");
  State next = state;
  std::map<std::pair<ValueId, Axis>, const Directive*> taken;
  for (const Directive& d : tactic.directives) {
    if (!next.mesh().contains(d.axis))
      throw BadInput("tactic \"" + tactic.name + "\": axis \"" + d.axis + "\" is not in the mesh " +
                         to_string(next.mesh()),
                     d.location);
    for (ValueId x : resolve(next, d)) {
      if (const auto [first, is_new] = taken.emplace(std::pair(x, d.axis), &d); !is_new) {
        if (first->second->dim == d.dim) continue;
        detail::contradiction(next, x, d, *first->second);
      }
      if (d.dim) tile(next, x, *d.dim, d.axis, tactic.name, d.location);
      else atomic(next, x, d.axis, tactic.name, d.location);
    }
  }
  std::vector<Conflict> conflicts = propagate(next, tactic.name);
  state = std::move(next);
  return conflicts;
}
#else
    ;
#endif

}  // namespace partir
