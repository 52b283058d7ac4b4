#include "tools/schedule_json.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "partition/strategies.h"
#include "semantics/shown.h"
#include "tools/files.h"
#include "tools/located_json.h"

namespace partir {
namespace {


void read_directives(const std::string& what, const LocatedJson& n, Directive::Target target,
                     const Axis& axis, Tactic& tactic) {
  expect(n, LocatedJson::Kind::Object, "an object from names to a dimension or \"replicated\"");
  std::map<std::string_view, size_t> seen;
  for (size_t i = 0; i < n.members.size(); ++i) {
    const auto& [pattern, value] = n.members[i];
    if (const auto [first, is_new] = seen.emplace(pattern, i); !is_new)
      wrong(shown(pattern) + " twice in \"" + what + "\" of tactic " + shown(tactic.name) +
                ", first at " + to_string(n.keys[first->second]),
            n.keys[i]);
    Directive d{target, pattern, axis, std::nullopt, n.keys[i]};
    if (value.kind == LocatedJson::Kind::Integer) d.dim = value.integer;
    else if (value.kind != LocatedJson::Kind::String || value.string != "replicated")
      wrong("expected a dimension or \"replicated\" for " + shown(pattern), value.at);
    tactic.directives.push_back(std::move(d));
  }
}

/// What a tactic with a "strategy" says beside its name and axis: options of that strategy.
void read_strategy(const LocatedJson& n, const std::string& name, const Location& at, const Axis& axis, Tactic& tactic) {
  Strategy s{name, axis, {}, at};
  std::string known = "name, axis, strategy";
  const NamedStrategy& named = strategy(name, at);
  for (std::string_view option : named.options) known += ", " + std::string(option);
  for (size_t i = 0; i < n.members.size(); ++i) {
    const auto& [key, value] = n.members[i];
    if (key == "name" || key == "axis" || key == "strategy") continue;
    if (std::find(named.options.begin(), named.options.end(), key) == named.options.end())
      wrong("unknown key " + shown(key) + " for strategy " + name + "; known are " + known, n.keys[i]);
    s.options[key] = expect(value, LocatedJson::Kind::String, "a glob over names, or several with | between them").string;
    s.option_locations[key] = value.at;
  }
  if (tactic.name.empty()) tactic.name = name;
  tactic.strategy = std::move(s);
}

int64_t read_integer(const LocatedJson& n, const char* what, int64_t least) {
  if (expect(n, LocatedJson::Kind::Integer, what).integer < least) wrong(std::string("expected ") + what + ", from " + std::to_string(least), n.at);
  if (n.integer == INT64_MAX) wrong(std::string("expected ") + what + ", less than 2^63 - 1", n.at);  // or more: cut off
  return n.integer;
}
int64_t read_positive_integer(const LocatedJson& n, const char* what) { return read_integer(n, what, 1); }
double read_seconds(const LocatedJson& n) {
  const bool is_number = n.kind == LocatedJson::Kind::Integer || n.kind == LocatedJson::Kind::Number;
  if (!is_number || !(n.number > 0)) wrong("expected a number of seconds above 0", n.at);
  return n.number;
}

/// What a tactic with "automatic" says: how to search.
AutomaticPartition read_automatic(const LocatedJson& n, const Mesh& mesh) {
  expect(n, LocatedJson::Kind::Object, "how to search, as an object");
  AutomaticPartition a;
  a.location = n.at;
  const auto found = members(n, {"axes", "evaluations", "seconds", "seed", "objective", "memory_bytes", "depth"}, "a search");
  if (found[0]) {
    if (expect(*found[0], LocatedJson::Kind::Array, "a list of axes").items.empty())
      wrong("expected axes, or no \"axes\" at all for all of the mesh", found[0]->at);
    for (const LocatedJson& axis : found[0]->items) {
      a.axes.push_back(expect(axis, LocatedJson::Kind::String, "an axis name").string);
      if (!mesh.contains(a.axes.back()))
        wrong("axis " + shown(a.axes.back()) + " is not in the mesh " + to_string(mesh), axis.at);
      if (std::count(a.axes.begin(), a.axes.end(), a.axes.back()) > 1)
        wrong("axis " + shown(a.axes.back()) + " twice", axis.at);
    }
  }
  if (found[1]) a.evaluations = read_positive_integer(*found[1], "a number of programs");
  if (found[2]) a.seconds = read_seconds(*found[2]);
  if (found[3]) a.seed = static_cast<uint64_t>(read_integer(*found[3], "a seed", 0));
  if (found[4]) {
    const std::string& text = expect(*found[4], LocatedJson::Kind::String, "an objective").string;
    const auto* o = std::find_if(std::begin(all_objectives), std::end(all_objectives), [&](Objective k) { return name(k) == text; });
    if (o == std::end(all_objectives))
      wrong("unknown objective " + shown(text) + "; known are time, memory, communication", found[4]->at);
    a.objective = *o;
  }
  if (found[5]) a.memory_bytes = read_positive_integer(*found[5], "a number of bytes");
  if (found[6]) a.depth = read_positive_integer(*found[6], "a number of actions");
  return a;
}

/// A tactic that is a search: a name, and what it may do.
Tactic read_automatic_tactic(const LocatedJson& n, const Mesh& mesh, size_t index) {
  Tactic tactic{"#" + std::to_string(index), {}, n.at};
  const auto found = members(n, {"name", "automatic"}, "an automatic tactic");
  if (found[0]) tactic.name = expect(*found[0], LocatedJson::Kind::String, "a name").string;
  if (tactic.name.empty()) wrong("a tactic needs a name, or no \"name\" at all", n.at);
  tactic.automatic = read_automatic(*found[1], mesh);
  return tactic;
}

Tactic read_tactic(const LocatedJson& n, const Mesh& mesh, size_t index) {
  expect(n, LocatedJson::Kind::Object, "a tactic as an object");
  for (const auto& [key, value] : n.members)
    if (key == "automatic") return read_automatic_tactic(n, mesh, index);
  Tactic tactic{"", {}, n.at};
  const LocatedJson *axis = nullptr, *by_name = nullptr, *name = nullptr;
  for (const auto& [key, value] : n.members)
    if (key == "strategy") by_name = &expect(value, LocatedJson::Kind::String, "the name of a strategy");
  distinct_keys(n);
  for (size_t i = 0; i < n.members.size(); ++i) {
    const auto& [key, value] = n.members[i];
    if (key == "name") name = &expect(value, LocatedJson::Kind::String, "a name");
    else if (key == "axis") axis = &expect(value, LocatedJson::Kind::String, "an axis name");
    else if (!by_name && key != "inputs" && key != "outputs" && key != "values")
      wrong("unknown key " + shown(key) +
                " in a tactic; known are name, axis, inputs, outputs, values, or a strategy and its options",
            n.keys[i]);
  }
  if (name) tactic.name = name->string;
  if (name && tactic.name.empty()) wrong("a tactic needs a name, or no \"name\" at all", n.at);
  if (!name && !by_name) tactic.name = "#" + std::to_string(index);
  if (!axis)
    wrong("tactic " + shown(tactic.name.empty() ? by_name->string : tactic.name) + " names no axis", n.at);
  if (!mesh.contains(axis->string))
    wrong("axis " + shown(axis->string) + " is not in the mesh " + to_string(mesh), axis->at);
  const Axis& a = axis->string;
  if (by_name) {
    read_strategy(n, by_name->string, by_name->at, a, tactic);
    return tactic;
  }
  for (const auto& [key, value] : n.members) {
    if (key == "inputs") read_directives(key, value, Directive::Target::Input, a, tactic);
    if (key == "outputs") read_directives(key, value, Directive::Target::Output, a, tactic);
    if (key == "values") read_directives(key, value, Directive::Target::Value, a, tactic);
  }
  return tactic;
}

}  // namespace

Schedule parse_schedule(const std::string& bytes, const std::string& name) {
  const LocatedJson tree = parse_located_json(bytes, name, "schedule");
  const auto found = members(tree, {"mesh", "tactics"}, "an object with mesh and tactics");
  if (!found[0]) wrong("the schedule names no mesh", tree.at);
  if (!found[1]) wrong("the schedule has no tactics", tree.at);
  Schedule schedule;
  schedule.mesh = read_mesh(*found[0]);
  for (const LocatedJson& n : expect(*found[1], LocatedJson::Kind::Array, "the tactics as a list").items)
    schedule.tactics.push_back(read_tactic(n, schedule.mesh, schedule.tactics.size() + 1));
  std::set<std::string_view> names;
  for (const Tactic& t : schedule.tactics)
    if (!names.insert(t.name).second) wrong("two tactics are named " + shown(t.name), t.location);
  return schedule;
}

std::string schedule_text(const State& state, const Schedule& schedule) {
  const core::Function& f = state.function();
  const auto quoted = [](const std::string& s) { return nlohmann::json(s).dump(); };
  // an argument by its name, where that is its alone
  auto name_of = [&](const Directive& d) {
    if (d.target == Directive::Target::Input)
      if (const std::vector<ValueId> xs = resolve(state, d); xs.size() == 1) {
        const Directive by_name{d.target, f.values[xs[0]].location.name(), d.axis, d.dim, {}};
        try {
          if (!by_name.pattern.empty() && resolve(state, by_name) == xs) return by_name.pattern;
        } catch (const BadInput&) {  // that is no name of an argument
        }
      }
    if (d.pattern.empty()) throw BadInput("a tactic acts on a value without a name, which no schedule file can say", {});
    return d.pattern;
  };
  std::string text = "{\"mesh\": [";
  for (const auto& [a, n] : schedule.mesh.axes())
    text += (text.back() == '[' ? "[" : ", [") + quoted(a) + ", " + std::to_string(n) + "]";
  text += "],\n \"tactics\": [";
  for (const Tactic& t : schedule.tactics) {
    if (t.directives.empty()) continue;  // an automatic tactic that found nothing
    text += std::string(text.back() == '[' ? "" : ",") + "\n  {\"name\": " + quoted(t.name);
    text += ", \"axis\": " + quoted(t.directives[0].axis);
    const std::pair<Directive::Target, const char*> lists[] = {{Directive::Target::Input, "inputs"},
                                                               {Directive::Target::Output, "outputs"},
                                                               {Directive::Target::Value, "values"}};
    for (const auto& [target, key] : lists) {
      std::string list;
      std::set<std::string> had;  // the same said twice is said once
      for (const Directive& d : t.directives)
        if (const std::string name = d.target == target ? name_of(d) : ""; !name.empty() && had.insert(name).second)
          list += (list.empty() ? "\n      " : ",\n      ") + quoted(name) + ": " +
                  (d.dim ? std::to_string(*d.dim) : "\"replicated\"");
      if (!list.empty()) text += std::string(",\n    \"") + key + "\": {" + list + "}";
    }
    text += "}";
  }
  return text + "]}\n";
}

Schedule read_schedule(const std::string& path) { return parse_schedule(read_file(path), path); }

}  // namespace partir
