#include "tools/command.h"

#include <unistd.h>

#include <nlohmann/json.hpp>

namespace partir {

void set_examples(CLI::App& command, const std::string& examples) {
  command.footer("Examples:\n" + examples +
                 "\nExit codes: 0 holds; 1 refuted, ill-typed or stuck; 2 usage, parse error or "
                 "unsupported; 3 undecided.");
}

Json to_json(const Location& l) {
  Json j{{"file", l.file}, {"line", l.line}, {"column", l.column}};
  if (!l.name.empty()) j["name"] = l.name;
  return j;
}

Json to_json(const Verdict& v) {
  Json j{{"verdict", name(v.kind)}, {"detail", v.detail}, {"runs", v.runs}};
  if (v.counterexample) {
    const Counterexample& c = *v.counterexample;
    j["counterexample"] = {{"mesh", c.mesh},         {"op", c.op},
                           {"location", c.location}, {"device", c.device},
                           {"index", c.index},       {"expected", c.expected},
                           {"found", c.found},       {"explanation", c.explanation},
                           {"inputs", c.inputs}};
  }
  return j;
}

std::string json_text(const Json& report) {
  return report.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string to_text(const Verdict& v) {
  std::string s = std::string(name(v.kind)) + (v.detail.empty() ? "" : ": " + v.detail) + "\n";
  if (!v.counterexample) return s;
  const Counterexample& c = *v.counterexample;
  auto row = [&](const char* key, const std::string& value) {
    if (!value.empty()) s += "  " + std::string(key) + value + "\n";
  };
  row("first divergent op  ", c.op);
  row("at                  ", c.location);
  row("mesh                ", c.mesh);
  row("device              ", c.device);
  row("index               ", c.index);
  row("expected            ", c.expected);
  row("found               ", c.found);
  row("why                 ", c.explanation);
  for (const std::string& input : c.inputs) row("input               ", input);
  return s;
}

Progress::Progress(bool wanted) : on_(wanted && isatty(STDERR_FILENO)) {}
Progress::~Progress() {
  if (on_) std::fputs("\r\033[K", stderr);
}
void Progress::operator()(const std::string& what) {
  if (!on_) return;
  std::fprintf(stderr, "\r\033[K%s", what.c_str());
  std::fflush(stderr);
}

std::string bytes_text(int64_t bytes) {
  const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double v = static_cast<double>(bytes);
  int u = 0;
  while (v >= 1024 && u < 4) {
    v /= 1024;
    ++u;
  }
  char text[32];
  std::snprintf(text, sizeof text, u ? "%.1f %s" : "%.0f %s", v, units[u]);
  return text;
}

}  // namespace partir
