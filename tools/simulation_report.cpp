#include "tools/simulation_report.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "lowering/lower.h"
#include "semantics/phrase.h"
#include "semantics/shown.h"

namespace partir {
namespace {

std::string formatted(const char* format, double x) {
  char text[48];
  std::snprintf(text, sizeof text, format, x);
  return text;
}
std::string bound_by(const SimulatedOp& o) {
  return o.communication_s > 0 ? "communication" : o.memory_bound() ? "memory" : "compute";
}
Json times(const SimulatedTime& t) {
  return {{"total_s", t.total_s},
          {"compute_s", t.compute_s},
          {"memory_s", t.memory_s},
          {"communication_s", t.communication_s},
          {"serial_s", t.serial_s},
          {"overlapped_s", t.overlapped_s},
          {"flops", t.flops},
          {"mfu", t.mfu},
          {"peak_bytes", t.peak_bytes},
          {"memory_bytes", t.memory_bytes},
          {"fits", t.fits()}};
}

}  // namespace

std::string seconds_text(double s) {
  if (s == 0) return "0 s";
  const char* units[] = {"s", "ms", "us", "ns"};
  int u = 0;
  while (s < 0.9995 && u < 3) s *= 1000, ++u;
  return formatted(s >= 99.95 ? "%.0f " : s >= 9.995 ? "%.1f " : "%.2f ", s) + units[u];
}

std::string searched_text(const SearchResult& now) {
  return std::to_string(now.evaluations) + " programs, best " + seconds_text(now.best.total_s);
}
std::string missed_text(const std::vector<Resolved::Missed>& missed) {
  std::string s;
  for (const Resolved::Missed& m : missed)
    s += "tactic " + shown(m.tactic) + ": nothing that was found fits into " + bytes_text(m.memory_bytes) +
         " a device; the smallest takes " + bytes_text(m.peak_bytes) + "\n";
  return s;
}
Json to_json(const std::vector<Resolved::Missed>& missed) {
  Json all = Json::array();
  for (const Resolved::Missed& m : missed)
    all.push_back({{"tactic", m.tactic}, {"peak_bytes", m.peak_bytes}, {"memory_bytes", m.memory_bytes}});
  return all;
}
std::function<void(const Tactic&, const SearchResult&)> show_searches(Progress& progress) {
  return [&](const Tactic& t, const SearchResult& now) { progress(t.name + ": " + searched_text(now)); };
}

SimulationReport::SimulationReport(DeviceSpec device, const core::Program& program, size_t most_expensive)
    : device_(std::move(device)), model_s_(ideal_seconds(program, device_)), most_expensive_(most_expensive) {
  next(lower(program));
}

void SimulationReport::next(const hlo::Program& program) {
  if (priced_) before_s_ = now_.total_s;
  priced_ = true;
  std::vector<SimulatedOp> ops;
  now_ = simulate(program, device_, model_s_, most_expensive_ > 0 ? &ops : nullptr);
  const size_t n = std::min(most_expensive_, ops.size());
  std::partial_sort(ops.begin(), ops.begin() + static_cast<std::ptrdiff_t>(n), ops.end(),
                    [](const SimulatedOp& a, const SimulatedOp& b) {
                      return a.seconds() != b.seconds() ? a.seconds() > b.seconds() : a.stmt < b.stmt;
                    });
  lines_.clear();
  for (size_t i = 0; i < n; ++i) {
    const hlo::Stmt& s = program.main.body.stmts[static_cast<size_t>(ops[i].stmt)];
    lines_.push_back({ops[i], phrase(program.main, s), s.location});
  }
}

std::optional<double> SimulationReport::change() const {
  if (!before_s_ || *before_s_ == 0) return std::nullopt;
  return 100 * (now_.total_s - *before_s_) / *before_s_;
}

std::string SimulationReport::row() const {
  std::string s = "  estimated " + seconds_text(now_.total_s);
  if (const auto c = change()) s += " (" + formatted("%+.0f %%", *c) + ")";
  s += ": compute " + seconds_text(now_.compute_s) + ", memory " + seconds_text(now_.memory_s) +
       ", communication " + seconds_text(now_.communication_s);
  if (device_.overlap && now_.communication_s > 0)
    s += " (" + seconds_text(std::max(0.0, now_.exposed_s())) + " not hidden)";
  s += "; MFU " + formatted("%.2g %%", 100 * now_.mfu) + "; memory " + bytes_text(now_.peak_bytes) + " of " +
       bytes_text(now_.memory_bytes) + "\n";
  if (!now_.fits())
    s += "  does not fit: " + bytes_text(now_.peak_bytes - now_.memory_bytes) + " more than a device has\n";
  for (const Line& l : lines_)
    s += "    " + seconds_text(l.op.seconds()) + " " + bound_by(l.op) + "  " + l.text + "  at " +
         to_string(l.location) + "\n";
  return s;
}

std::string SimulationReport::head() const { return "device " + device_.name + "; as it is\n" + row(); }

Json SimulationReport::json() const {
  Json j = times(now_);
  j["change_percent"] = nullptr;
  if (const auto c = change()) j["change_percent"] = *c;
  if (most_expensive_ > 0) j["most_expensive"] = Json::array();
  for (const Line& l : lines_)
    j["most_expensive"].push_back({{"op", l.text},
                                   {"location", to_json(l.location)},
                                   {"seconds", l.op.seconds()},
                                   {"bound_by", bound_by(l.op)},
                                   {"flops", l.op.flops},
                                   {"bytes", l.op.bytes}});
  return j;
}

Json SimulationReport::head_json() const {
  return {{"device", device_.name},
          {"source", device_.source},
          {"overlap", device_.overlap},
          {"as_it_is", json()}};
}

}  // namespace partir
