#include "tools/conflict_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "semantics/shown.h"
#include "tools/files.h"

namespace partir {
namespace {

Json dim_json(const std::optional<int64_t>& dim) { return dim ? Json(*dim) : Json("replicated"); }

/// `{"inputs": {"%arg0": 0}, "values": {"%3": "replicated"}}`: directives as a tactic of a file has them.
Json directives_json(const std::vector<Directive>& directives) {
  Json j = Json::object();
  for (const Directive& d : directives)
    j[d.target == Directive::Target::Input ? "inputs" : "values"][d.pattern] = dim_json(d.dim);
  return j;
}
/// JSON on one line, a blank after each comma and colon.
std::string spaced(const Json& j) {
  if (!j.is_object()) return j.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string s;
  for (const auto& [key, value] : j.items())
    s += (s.empty() ? "" : ", ") + spaced(Json(key)) + ": " + spaced(value);
  return "{" + s + "}";
}
/// The same without the outer braces.
std::string members_text(const std::vector<Directive>& directives) {
  const std::string s = spaced(directives_json(directives));
  return s.substr(1, s.size() - 2);
}
bool all_named(const std::vector<Directive>& directives) {
  return std::none_of(directives.begin(), directives.end(),
                      [](const Directive& d) { return d.pattern.empty(); });
}

}  // namespace

ConflictReport::ConflictReport(core::Program program, std::string file)
    : state_(std::move(program)), file_(std::move(file)) {}

void ConflictReport::next(const Tactic& tactic, const std::vector<Conflict>& conflicts) {
  tactics_.push_back(tactic);
  conflicts_.clear();
  for (const Conflict& c : conflicts)
    if (!c.held_back) {
      conflicts_ = explain(state_.program(), tactics_, {8, true});
      return;
    }
}

std::string ConflictReport::source_line(const Location& at) const {
  if (!at.known() || at.file() != file_ || file_ == "-") return "";
  if (lines_.empty()) {
    std::istringstream text(read_file(file_));
    for (std::string line; std::getline(text, line);) lines_.push_back(line);
  }
  if (at.line() > lines_.size()) return "";
  std::string line = lines_[at.line() - 1];
  line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
  constexpr size_t longest = 160;
  if (line.size() > longest) line = line.substr(0, longest) + " ..";
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return line;
}

std::string ConflictReport::claim_text(const Claim& c) const {
  const core::Function& f = state_.function();
  std::string s = value_name(f, c.value) + (c.demanded ? " is demanded " : " offers ") + to_string(c.attr) +
                  " (tactic " + c.tactic + ")";
  if (!c.origin) return s;
  const Origin& o = *c.origin;
  s += ", since tactic " + o.tiling.tactic.str() +
       (o.tiling.dim ? " tiles " + value_name(f, o.value) + " on dimension " + std::to_string(*o.tiling.dim)
                     : " holds " + value_name(f, o.value) + " whole");
  if (o.ops > 0) s += ", through " + std::to_string(o.ops) + (o.ops == 1 ? " op" : " ops");
  return s;
}

std::string ConflictReport::edit_text(const Edit& e) const {
  const core::Function& f = state_.function();
  const std::string tactic = shown(tactics_[e.tactic].name);
  if (!all_named(e.directives)) {
    std::string s;
    for (const Directive& d : e.directives)
      s += (s.empty() ? "" : " and ") +
           (d.dim ? "tile on dimension " + std::to_string(*d.dim) : "hold whole") + " " +
           value_name(f, *d.value) + " of " + to_string(f.values[*d.value].location);
    return (e.kind == Edit::Kind::NewTactic ? "after tactic " : "in tactic ") + tactic + " " + s +
           " (a value without a name that a file could use)";
  }
  switch (e.kind) {
    case Edit::Kind::Add:
      return "in tactic " + tactic + " add " + members_text(e.directives);
    case Edit::Kind::Replace:
      return "in tactic " + tactic + " put " + members_text(e.directives) + " instead of what it asks of " +
             e.directives[0].pattern + " now";
    default:
      return "after tactic " + tactic + " add a tactic {\"axis\": " + spaced(Json(e.directives[0].axis)) +
             ", " + members_text(e.directives) + "}";
  }
}

std::string ConflictReport::resolution_text(const Resolution& r) const {
  std::string s;
  for (const Edit& edit : r.edits) s += "      " + edit_text(edit) + "\n";
  if (r.conflicts_left > 0)
    s += "      (" + std::to_string(r.conflicts_left) +
         (r.conflicts_left == 1 ? " conflict is" : " conflicts are") + " left then, " +
         std::to_string(conflicts_.size()) + " now)\n";
  return s;
}

std::string ConflictReport::text() const {
  std::string s;
  for (const ExplainedConflict& e : conflicts_) {
    const Conflict& c = e.conflict;
    s += "  conflict on \"" + c.axis + "\" at " + to_string(c.location) + ": " + c.op;
    if (e.since + 1 < tactics_.size()) {
      s += ", as after tactic " + tactics_[e.since].name + "\n";
      continue;
    }
    s += "\n";
    if (const std::string line = source_line(c.location); !line.empty())
      s += "    " + std::to_string(c.location.line()) + " | " + line + "\n";
    for (const Claim& claim : e.claims) s += "    " + claim_text(claim) + "\n";
    if (c.candidates.empty()) s += "    no registry entry fits\n";
    for (const Entry& entry : e.entries) {
      s += std::string("    ") + (c.candidates.empty() ? "fits in part: " : "candidate: ") +
           entry_text(state_, c.stmt, entry) + "\n";
      for (const Resolution& r : e.resolutions)
        if (r.entry == entry) s += resolution_text(r);
    }
    for (const Resolution& r : e.resolutions)
      if (std::find(e.entries.begin(), e.entries.end(), r.entry) == e.entries.end())
        s += "    left whole, on purpose:\n" + resolution_text(r);
    if (!e.tried)
      s += "    what resolves it is worked out for the first conflicts only\n";
    else if (e.resolutions.empty())
      s += "    no change of the schedule was found that resolves it\n";
  }
  return s;
}

Json ConflictReport::claim_json(const Claim& c) const {
  const core::Function& f = state_.function();
  Json j{{"value", value_name(f, c.value)},
         {"attribute", to_string(c.attr)},
         {"by", c.demanded ? "demand" : "offer"},
         {"tactic", c.tactic},
         {"origin", nullptr}};
  if (c.origin)
    j["origin"] = {{"value", value_name(f, c.origin->value)},
                   {"asked", dim_json(c.origin->tiling.dim)},
                   {"tactic", c.origin->tiling.tactic.str()},
                   {"through_ops", c.origin->ops}};
  return j;
}

Json ConflictReport::edit_json(const Edit& e) const {
  constexpr const char* kinds[] = {"add", "replace", "new_tactic_after"};
  Json j{{"kind", kinds[static_cast<size_t>(e.kind)]},
         {"tactic", tactics_[e.tactic].name},
         {"axis", e.directives[0].axis},
         {"of", Json::array()},
         {"directives", nullptr}};
  for (const Directive& d : e.directives) j["of"].push_back(value_name(state_.function(), *d.value));
  if (all_named(e.directives)) j["directives"] = directives_json(e.directives);
  return j;
}

void ConflictReport::add_to(Json& conflicts) const {
  auto e = conflicts_.begin();
  for (Json& j : conflicts) {
    if (j["held_back_by_atomic"].get<bool>()) continue;
    j["source"] = source_line(e->conflict.location);
    j["since"] = tactics_[e->since].name;
    j["claims"] = Json::array();
    for (const Claim& c : e->claims) j["claims"].push_back(claim_json(c));
    j["entries"] = Json::array();
    for (const Entry& entry : e->entries)
      j["entries"].push_back(
          {{"entry", to_string(entry)}, {"means", entry_text(state_, e->conflict.stmt, entry)}});
    j["tried"] = e->tried;
    j["resolutions"] = Json::array();
    for (const Resolution& r : e->resolutions) {
      Json resolution{{"entry", to_string(r.entry)},
                      {"means", entry_text(state_, e->conflict.stmt, r.entry)},
                      {"edits", Json::array()},
                      {"conflicts_left", r.conflicts_left}};
      for (const Edit& edit : r.edits) resolution["edits"].push_back(edit_json(edit));
      j["resolutions"].push_back(std::move(resolution));
    }
    ++e;
  }
}

}  // namespace partir
