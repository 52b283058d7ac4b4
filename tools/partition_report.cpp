#include "tools/partition_report.h"

#include <nlohmann/json.hpp>

namespace partir {
namespace {

Json to_json(const CollectiveCounts& c) {
  return {{"all_gather", c.all_gather},
          {"all_reduce", c.all_reduce},
          {"reduce_scatter", c.reduce_scatter},
          {"all_to_all", c.all_to_all},
          {"all_slice", c.all_slice}};
}

/// `B: 5 RS, 1 AR  M: 1 AR`.
std::string by_axis_text(const std::map<Axis, CollectiveCounts>& by_axis) {
  std::string text;
  for (const auto& [axis, c] : by_axis) {
    std::string one;
    auto add = [&](int64_t n, const char* kind) {
      if (n) one += (one.empty() ? "" : ", ") + std::to_string(n) + " " + kind;
    };
    add(c.all_gather, "AG");
    add(c.all_reduce, "AR");
    add(c.reduce_scatter, "RS");
    add(c.all_to_all, "A2A");
    add(c.all_slice, "AS");
    if (!one.empty()) text += (text.empty() ? "" : "; ") + axis + ": " + one;
  }
  return text.empty() ? "-" : text;
}

std::string pad(std::string s, size_t width, bool right = false) {
  if (s.size() >= width) return s;
  return right ? std::string(width - s.size(), ' ') + s : s + std::string(width - s.size(), ' ');
}

std::string columns(const std::string& tactic, const std::vector<std::string>& numbers,
                    const std::string& axes, const std::vector<std::string>& bytes,
                    const std::string& conflicts, const std::string& verdict,
                    const std::string& time) {
  std::string s = pad(tactic, 10);
  for (const std::string& n : numbers) s += pad(n, 5, true);
  s += "  " + pad(axes, 30);
  for (const std::string& b : bytes) s += pad(b, 11, true);
  return s + pad(conflicts, 6, true) + "  " + pad(verdict, 10) + pad(time, 8, true) + "\n";
}

}  // namespace

Json to_json(const TacticReport& r) {
  Json j{{"name", r.name}, {"collectives", to_json(r.collectives)}, {"by_axis", Json::object()}};
  for (const auto& [axis, c] : r.by_axis) j["by_axis"][axis] = to_json(c);
  j["parameter_bytes"] = r.cost.parameter_bytes;
  j["peak_bytes"] = r.cost.peak_bytes;
  j["sent_bytes"] = r.cost.sent_bytes;
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

std::string table_row(const TacticReport& r) {
  char time[32];
  std::snprintf(time, sizeof time, "%.2f s", r.seconds);
  const auto& c = r.collectives;
  size_t conflicts = 0;
  for (const Conflict& k : r.conflicts) conflicts += !k.held_back;
  std::string s = columns(
      r.name,
      {std::to_string(c.all_gather), std::to_string(c.all_reduce), std::to_string(c.reduce_scatter),
       std::to_string(c.all_to_all), std::to_string(c.all_slice)},
      by_axis_text(r.by_axis),
      {bytes_text(r.cost.parameter_bytes), bytes_text(r.cost.peak_bytes),
       bytes_text(r.cost.sent_bytes)},
      std::to_string(conflicts), std::string(name(r.verdict.kind)), time);
  for (const Conflict& k : r.conflicts) {
    s += std::string("  ") + (k.held_back ? "held back by atomic" : "conflict") + " on \"" + k.axis +
         "\" at " + to_string(k.location) + ": " + k.op + "\n";
    for (const std::string& o : k.offers) s += "    " + o + "\n";
    if (k.candidates.empty()) s += "    no registry entry fits\n";
    for (const Entry& e : k.candidates) s += "    candidate " + to_string(e) + "\n";
  }
  if (!r.verdict.holds())
    for (const auto& [what, v] : r.parts)
      if (!v.holds()) s += "  " + what + " is " + to_text(v);
  return s;
}

}  // namespace partir
