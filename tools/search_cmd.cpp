// partir search FILE: automatic partitioning; the answer is a schedule file.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "mlir_bridge/export.h"
#include "partition/resolve.h"
#include "semantics/mesh_limit.h"
#include "semantics/shown.h"
#include "tools/command.h"
#include "tools/device_json.h"
#include "tools/files.h"
#include "tools/schedule_json.h"
#include "tools/simulation_report.h"

namespace partir {
namespace {

struct SearchCommand {
  std::string file, schedule, mesh, device, axes, objective = "time", state, output, plot;
  AutomaticPartition search;
  double seconds = 0;
  bool json = false;
  Limits limits;
};

/// The parts of `a,b`, of which there is one more than commas.
std::vector<std::string> between_commas(const std::string& text) {
  std::vector<std::string> parts(1);
  for (char c : text)
    if (c == ',') parts.emplace_back();
    else parts.back() += c;
  return parts;
}

/// `B=4,M=2`.
Mesh mesh_of(const std::string& text) {
  std::vector<std::pair<Axis, int64_t>> axes;
  int64_t devices = 1;
  for (const std::string& part : between_commas(text)) {
    const size_t is = part.find('=');
    if (is == 0 || is == std::string::npos || !positive_integer(part.substr(is + 1)).empty())
      throw UsageError("search", "--mesh " + text + ": expected axes as NAME=SIZE, with commas between them");
    const Axis name = part.substr(0, is);
    for (const auto& [a, n] : axes)
      if (a == name) throw UsageError("search", "--mesh " + text + ": axis " + name + " is there twice");
    axes.push_back({name, std::stoll(part.substr(is + 1))});
    const auto all = with_axis(devices, axes.back().second);
    if (!all) throw UsageError("search", "--mesh " + text + ": " + mesh_too_large);
    devices = *all;
  }
  return Mesh(axes);
}

/// `M,B`: axes of the mesh, each once.
AxisList axes_of(const std::string& text, const Mesh& mesh) {
  AxisList axes;
  if (text.empty()) return axes;
  for (const std::string& part : between_commas(text)) {
    if (!mesh.contains(part))
      throw UsageError("search", "--axes " + text + ": the mesh " + to_string(mesh) + " has no axis " + shown(part));
    if (std::find(axes.begin(), axes.end(), part) != axes.end())
      throw UsageError("search", "--axes " + text + ": axis " + part + " is there twice");
    axes.push_back(part);
  }
  return axes;
}

std::string hex(uint64_t n) {
  char text[20];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(n));
  return text;
}

/// What a state file is of: it prices other programs, or the same on another device, otherwise.
std::string subject(const State& start, const DeviceSpec& d) {
  uint64_t h = 0xcbf29ce484222325ull;  // FNV: the same on every machine
  for (unsigned char c : print(start.program())) h = (h ^ c) * 0x100000001b3ull;
  std::string s = hex(h) + " " + hex(key_of(start)) + " " + to_string(start.mesh()) + " " + d.name;
  for (ElementType e : all_element_types) s += " " + std::to_string(d.peak(e));
  auto add = [&](const Link& l) {
    s += " " + std::string(name(l.topology)) + " " + std::to_string(l.bytes_per_s) + " " + std::to_string(l.latency_s * 1e9);
  };
  s += " " + std::to_string(d.memory_bytes_per_s) + (d.overlap ? " overlap" : " serial");
  add(d.link);
  for (const auto& [a, l] : d.axes) s += " " + a, add(l);
  return s;
}

void write_state(const std::string& path, const std::string& of, const PricedStates& known) {
  Json prices = Json::array();
  for (const auto& [key, p] : known) prices.push_back({hex(key), p.total_s, p.communication_s, p.peak_bytes});
  write_file(path, json_text(Json{{"search", of}, {"prices", prices}}) + "\n");
}
PricedStates read_state(const std::string& path, const std::string& of) {
  PricedStates known;
  if (path.empty() || !std::filesystem::exists(path)) return known;
  const std::string text = read_file(path);
  try {
    const Json j = Json::parse(text);
    if (j.at("search").get<std::string>() != of)
      throw BadInput("this state is of another program, mesh or device", {path, 0, 0, ""});
    for (const Json& p : j.at("prices"))
      known[std::stoull(p.at(0).get<std::string>(), nullptr, 16)] = {p.at(1).get<double>(), p.at(2).get<double>(),
                                                                     p.at(3).get<int64_t>()};
  } catch (const Error&) {
    throw;
  } catch (const std::exception&) {  // nlohmann's or std::stoull's, whose words are not ours
    throw BadInput("this is no state of a search, as --state writes it; remove the file to begin anew", {path, 0, 0, ""});
  }
  return known;
}

Json to_json(const Priced& p) {
  return {{"seconds", p.total_s}, {"communication_seconds", p.communication_s}, {"peak_bytes", p.peak_bytes}};
}

/// The cost curve: the best estimate so far over programs priced, both axes logarithmic.
std::string curve_svg(const SearchResult& r, const std::string& title) {
  constexpr double width = 640, height = 360, left = 70, right = 20, top = 40, bottom = 50;
  double low = r.best.total_s, high = r.start.total_s, most = 2;
  for (const SearchPoint& p : r.curve) {
    low = std::min(low, p.best.total_s), high = std::max(high, p.best.total_s);
    most = std::max(most, static_cast<double>(p.evaluations));
  }
  high = std::max(high, low * 1.01);
  auto x = [&](double n) { return left + (width - left - right) * std::log(std::max(n, 1.0)) / std::log(most); };
  auto y = [&](double s) { return top + (height - top - bottom) * (std::log(high) - std::log(s)) / (std::log(high) - std::log(low)); };
  std::ostringstream out;
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width << " " << height
      << "\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  std::string safe;
  for (char c : title) safe += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  out << "<text x=\"" << left << "\" y=\"20\" font-size=\"14\">" << safe << "</text>\n";
  for (double s : {high, std::sqrt(high * low), low})
    out << "<line x1=\"" << left << "\" x2=\"" << width - right << "\" y1=\"" << y(s) << "\" y2=\"" << y(s)
        << "\" stroke=\"#ddd\"/><text x=\"" << left - 6 << "\" y=\"" << y(s) + 4 << "\" text-anchor=\"end\">" << seconds_text(s) << "</text>\n";
  for (double n = 1; n <= most; n *= 10)
    out << "<text x=\"" << x(n) << "\" y=\"" << height - bottom + 18 << "\" text-anchor=\"middle\">" << n << "</text>\n";
  out << "<text x=\"" << (left + width - right) / 2 << "\" y=\"" << height - 10 << "\" text-anchor=\"middle\">programs priced</text>\n<polyline fill=\"none\" stroke=\"#1f6fb2\" stroke-width=\"2\" points=\"";
  double before = y(r.curve.front().best.total_s);
  for (const SearchPoint& p : r.curve) {
    out << x(static_cast<double>(p.evaluations)) << "," << before << " ";
    before = y(p.best.total_s);
    out << x(static_cast<double>(p.evaluations)) << "," << before << " ";
  }
  out << "\"/>\n</svg>\n";
  return out.str();
}

std::string found_text(const SearchCommand& o, const SearchResult& r) {
  char line[160];
  std::snprintf(line, sizeof line, "%lld programs priced in %.1f s (%.0f per second), %lld states, %lld met again by another way\n",
                static_cast<long long>(r.evaluations), r.seconds,
                r.seconds > 0 ? static_cast<double>(r.evaluations) / r.seconds : 0.0, static_cast<long long>(r.nodes),
                static_cast<long long>(r.shared));
  std::string s = line;
  s += "  programs       time      peak\n";
  for (const SearchPoint& p : r.curve) {
    std::snprintf(line, sizeof line, "  %8lld %10s %9s%s\n", static_cast<long long>(p.evaluations),
                  seconds_text(p.best.total_s).c_str(), bytes_text(p.best.peak_bytes).c_str(),
                  p.best.peak_bytes > r.memory_bytes ? "  does not fit" : "");
    s += line;
  }
  s += r.tactics.empty() ? "best: the program as it is\n" : "best:\n";
  for (const Tactic& t : r.tactics) s += "  " + t.name + "\n";
  if (!r.fits) s += "nothing that was found fits into " + bytes_text(r.memory_bytes) + " a device\n";
  if (!o.output.empty()) s += "written to " + o.output + ": partir partition " + o.file + " --schedule " + o.output + " --device " + o.device + "\n";
  return s;
}

volatile std::sig_atomic_t interrupted = 0;
/// While it lives, the first SIGINT is noted, and the second ends the program.
struct Interruptible {
  Interruptible() {
    interrupted = 0;
    std::signal(SIGINT, [](int) {
      interrupted = 1;
      std::signal(SIGINT, SIG_DFL);
    });
  }
  ~Interruptible() { std::signal(SIGINT, SIG_DFL); }
};
/// Thrown out of a search to end it.
struct Stopped {
  SearchResult so_far;
};

int search(const SearchCommand& o, Json& report) {
  if (o.schedule.empty() == o.mesh.empty()) throw UsageError("search", "one of --mesh and --schedule says what the mesh is");
  ImportedCore imported = import_core_only(o.file);
  Schedule schedule;
  if (o.schedule.empty()) schedule.mesh = mesh_of(o.mesh);
  else schedule = read_schedule(o.schedule);
  imported.program.mesh = schedule.mesh;
  check(imported.program);
  const DeviceSpec device = read_device(o.device, schedule.mesh);
  Progress progress(true);
  Resolved first = resolved(imported.program, schedule.mesh, schedule.tactics, device, show_searches(progress));
  if (!first.missed.empty()) std::cerr << missed_text(first.missed);
  schedule.tactics = std::move(first.tactics);
  State start(imported.program);
  for (const Tactic& t : schedule.tactics) apply(start, t);

  AutomaticPartition options = o.search;
  if (o.seconds > 0) options.seconds = o.seconds;
  options.axes = axes_of(o.axes, schedule.mesh);
  for (Objective k : all_objectives)
    if (name(k) == o.objective) options.objective = k;

  const std::string of = subject(start, device);
  PricedStates known = read_state(o.state, of);
  auto saved = std::chrono::steady_clock::now();
  SearchResult r;
  std::string met;  // the limit that ended it
  try {
    const Interruptible while_searching;
    r = Search(start, device, options).run(known, [&](const SearchResult& now) {
      progress(searched_text(now));
      met = budget::standing().why;
      if (interrupted || !met.empty()) throw Stopped{now};
      Watchdog::next_program();
      progress::phase("searching, " + searched_text(now));
      // a search that is killed loses the last seconds
      if (o.state.empty() || std::chrono::steady_clock::now() - saved < std::chrono::seconds(5)) return;
      write_state(o.state, of, known);
      saved = std::chrono::steady_clock::now();
    });
  } catch (const Stopped& s) {
    r = s.so_far;
    r.curve.push_back({r.evaluations, r.seconds, r.best});
  }
  Watchdog::stop_watching();
  progress("");
  if (interrupted) std::cerr << "interrupted: what follows is the best so far\n";
  if (!met.empty()) std::cerr << o.file << ": error: " << met << "; what follows is the best so far\n";
  if (!o.state.empty()) write_state(o.state, of, known);

  Schedule found{schedule.mesh, schedule.tactics};
  for (Tactic t : r.tactics) {
    const auto taken = [&](const Tactic& other) { return other.name == t.name; };
    while (std::any_of(found.tactics.begin(), found.tactics.end(), taken)) t.name += "'";
    found.tactics.push_back(std::move(t));
  }
  const std::string text = schedule_text(start, found);
  if (!o.output.empty()) write_file(o.output, text);
  if (!o.plot.empty()) write_file(o.plot, curve_svg(r, o.file + " on " + to_string(schedule.mesh) + ", " + device.name));
  report = {{"file", o.file},           {"device", device.name},  {"start", to_json(r.start)},
            {"best", to_json(r.best)},  {"fits", r.fits},         {"evaluations", r.evaluations},
            {"nodes", r.nodes},         {"shared", r.shared},     {"seconds", r.seconds},
            {"curve", Json::array()},   {"schedule", Json::parse(text)}};
  for (const SearchPoint& p : r.curve)
    report["curve"].push_back({{"evaluations", p.evaluations}, {"seconds", p.seconds}, {"best", to_json(p.best)}});
  if (!met.empty()) report["error"] = error_json(met, {o.file, 0, 0, ""}, "out_of_budget");
  if (!o.json && o.output.empty()) std::cerr << found_text(o, r), std::cout << text;
  else if (!o.json) std::cout << found_text(o, r);
  return r.fits && met.empty() ? 0 : 3;
}

}  // namespace

void add_search_command(CLI::App& app, int& exit_code) {
  auto o = std::make_shared<SearchCommand>();
  CLI::App* c = app.add_subcommand("search", "Find a schedule: Monte-Carlo tree search, priced by the simulator");
  c->add_option("FILE", o->file, "StableHLO text as JAX prints it, or - for standard input")->required()->check(not_empty);
  c->add_option("--device", o->device, "JSON: a device and its links (docs/simulator.md)")->required()->check(not_empty);
  c->add_option("--mesh", o->mesh, "axes and sizes, B=4,M=2")->check(not_empty);
  c->add_option("--schedule", o->schedule, "instead: a mesh, and tactics that come first")->check(not_empty);
  c->add_option("--axes", o->axes, "over which it may act, M,B; all if left out")->check(not_empty);
  c->add_option("--evaluations", o->search.evaluations, "programs that are priced, at most")->capture_default_str()->check(positive_integer);
  c->add_option("--seconds", o->seconds, "ends after so long, with what it has")->check(positive_seconds);
  c->add_option("--seed", o->search.seed, "of its random choices: the same seed gives the same answer")->capture_default_str()->check(seed_integer);
  c->add_option("--objective", o->objective, "what it makes small")->capture_default_str()->check(CLI::IsMember({"time", "memory", "communication"}));
  c->add_option("--memory", o->search.memory_bytes, "bytes that a device may use at most; the device's if left out")->check(positive_integer);
  c->add_option("--depth", o->search.depth, "actions, at most")->capture_default_str()->check(positive_integer);
  c->add_option("--threads", o->search.threads, "the answer does not depend on it")->capture_default_str()->check(positive_integer);
  c->add_option("--state", o->state, "a file with what was priced so far: read if it is there, and kept up to date")->check(not_empty);
  c->add_option("-o,--output", o->output, "where the schedule is written, instead of standard output")->check(not_empty);
  c->add_option("--plot", o->plot, "the cost curve as SVG")->check(not_empty);
  add_limit_options(*c, o->limits, "the pricing of one program");
  c->add_flag("--json", o->json, "report as JSON, with the schedule in it");
  set_examples(*c,
               "  partir search examples/train_step.mlir --mesh B=4,M=2 --device examples/devices/tpu_v4.json -o found.json\n"
               "  partir search t32.mlir --schedule bp.json --axes M --device examples/devices/a100_80gb.json --seconds 60 --state t32.state\n");
  c->callback([o, &exit_code] {
    exit_code = run_command(o->limits, {"search", o->file, o->json}, [&](Json& report) { return search(*o, report); });
  });
}

}  // namespace partir
