#include "tools/partition_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace partir {
namespace {

/// Names are anybody's: what would break a row's line becomes `?`.
std::string one_line(std::string s) {
  for (char& c : s)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  return s;
}

/// `B: 5 RS, 1 AR; M: 1 AR`, in the order of the mesh.
std::string by_axis_text(const Mesh& mesh, const std::map<Axis, CollectiveCounts>& by_axis) {
  std::string text;
  for (const auto& [axis, size] : mesh.axes()) {
    const CollectiveCounts& c = by_axis.at(axis);
    std::string one;
    auto add = [&](int64_t n, const char* kind) {
      if (n) one += (one.empty() ? "" : ", ") + std::to_string(n) + " " + kind;
    };
    add(c.all_gather, "AG");
    add(c.all_reduce, "AR");
    add(c.reduce_scatter, "RS");
    add(c.all_to_all, "A2A");
    add(c.all_slice, "AS");
    if (!one.empty()) text += (text.empty() ? "" : "; ") + one_line(axis) + ": " + one;
  }
  return text.empty() ? "-" : text;
}

/// Characters, which UTF-8 begins with bytes other than 10xxxxxx.
size_t length(const std::string& s) {
  return static_cast<size_t>(std::count_if(s.begin(), s.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}
std::string pad(std::string s, size_t width, bool right = false) {
  const size_t shown = length(s);
  if (shown >= width) return s;
  return right ? std::string(width - shown, ' ') + s : s + std::string(width - shown, ' ');
}

std::string columns(const std::string& tactic, const std::vector<std::string>& numbers,
                    const std::string& axes, const std::vector<std::string>& bytes,
                    const std::string& conflicts, const std::string& verdict,
                    const std::string& time) {
  constexpr size_t width = 10;
  std::string s = pad(one_line(tactic), width);
  if (length(s) > width) s += "\n" + std::string(width, ' ');  // a long name has a line of its own
  for (const std::string& n : numbers) s += pad(n, 5, true);
  s += "  " + pad(axes, 30);
  for (const std::string& b : bytes) s += pad(b, 11, true);
  return s + pad(conflicts, 6, true) + "  " + pad(verdict, 10) + pad(time, 8, true) + "\n";
}

void add_figures(Json& j, const Mesh& mesh, const CollectiveCounts& all,
                 const std::map<Axis, CollectiveCounts>& by_axis, const Cost& cost) {
  j["collectives"] = to_json(all);
  j["by_axis"] = Json::object();
  for (const auto& [axis, size] : mesh.axes()) j["by_axis"][axis] = to_json(by_axis.at(axis));
  j["parameter_bytes"] = cost.parameter_bytes;
  j["peak_bytes"] = cost.peak_bytes;
  j["sent_bytes"] = cost.sent_bytes;
}

}  // namespace

Json to_json(const TacticReport& r) {
  Json j{{"name", r.name}};
  add_figures(j, r.hlo.mesh, r.collectives, r.by_axis, r.cost);
  if (r.image) {
    j["scaled"] = Json::object();
    add_figures(j["scaled"], r.hlo.mesh, r.image->collectives, r.image->by_axis, r.image->cost);
  }
  j["conflicts"] = Json::array();
  for (const Conflict& c : r.conflicts) {
    Json candidates = Json::array();
    for (const Entry& e : c.candidates) candidates.push_back(to_string(e));
    j["conflicts"].push_back({{"op", c.op},
                              {"location", to_json(c.location)},
                              {"axis", c.axis},
                              {"offers", c.offers},
                              {"candidates", candidates},
                              {"held_back_by_atomic", c.held_back}});
  }
  const Json verdict = to_json(r.verdict);
  for (const auto& [key, value] : verdict.items()) j[key] = value;
  j["checks"] = Json::array();
  for (const auto& [what, v] : r.parts) {
    Json part{{"what", what}};
    const Json found = to_json(v);
    for (const auto& [key, value] : found.items()) part[key] = value;
    j["checks"].push_back(std::move(part));
  }
  j["seconds"] = r.seconds;
  return j;
}

std::string table_head(const core::Program& program, const Mesh& mesh) {
  return "mesh " + to_string(mesh) + ", " + std::to_string(mesh.devices()) + " devices; " +
         std::to_string(program.main.params.size()) + " arguments, " +
         std::to_string(program.main.body.stmts.size()) + " ops; bytes are per device\n" +
         columns("tactic", {"AG", "AR", "RS", "A2A", "AS"}, "by axis",
                 {"params", "peak", "sent"}, "confl", "verdict", "time");
}

std::string table_row(const TacticReport& r, const std::string& conflicts_text) {
  char time[32];
  std::snprintf(time, sizeof time, "%.2f s", r.seconds);
  const auto& c = r.collectives;
  size_t conflicts = 0;
  for (const Conflict& k : r.conflicts) conflicts += !k.held_back;
  std::string s = columns(
      r.name,
      {std::to_string(c.all_gather), std::to_string(c.all_reduce), std::to_string(c.reduce_scatter),
       std::to_string(c.all_to_all), std::to_string(c.all_slice)},
      by_axis_text(r.hlo.mesh, r.by_axis),
      {bytes_text(r.cost.parameter_bytes), bytes_text(r.cost.peak_bytes),
       bytes_text(r.cost.sent_bytes)},
      std::to_string(conflicts), std::string(name(r.verdict.kind)), time);
  s += conflicts_text;
  constexpr size_t most_shown = 8;  // of what is held back, which is as was asked
  size_t held_back = 0;
  for (const Conflict& k : r.conflicts) {
    if (!k.held_back || ++held_back > most_shown) continue;
    s += "  held back by atomic on \"" + k.axis + "\" at " + to_string(k.location) + ": " + k.op + "\n";
    for (const std::string& o : k.offers) s += "    " + o + "\n";
    s += "    no registry entry fits\n";
  }
  if (held_back > most_shown)
    s += "  and " + std::to_string(held_back - most_shown) + " more held back by atomic; --json has all\n";
  if (!r.verdict.holds())
    for (const auto& [what, v] : r.parts)
      if (!v.holds()) s += "  " + what + " is " + to_text(v);
  return s;
}

}  // namespace partir
