#include "tools/counterexample_file.h"

#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "mlir_bridge/export.h"
#include "tools/files.h"

namespace partir {

CounterexampleFiles::CounterexampleFiles(std::string directory) : directory_(std::move(directory)) {
  if (directory_.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(directory_, error);
  if (error) throw BadInput("cannot be made a directory: " + error.message(), {directory_, 0, 0, ""});
}

std::string CounterexampleFiles::write(const std::string& name, const std::vector<std::string>& shows,
                                       const EntryJudgement& refuted, Json& report) const {
  if (directory_.empty() || !refuted.program) return "";
  std::string plain = name;
  for (char& c : plain)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-') c = '_';
  std::string free = plain;
  for (int i = 2; !written_.insert(free).second; ++i) free = plain + "_" + std::to_string(i);
  const std::string file = free + ".mlir", path = (std::filesystem::path(directory_) / file).string();
  const size_t results = refuted.program->main.body.results.size() / 2;
  const auto list = [](size_t from, size_t to) {
    std::string s = to - from == 1 ? "result " : "results ";
    for (size_t i = from; i < to; ++i) s += (i > from ? ", " : "") + std::to_string(i);
    return s;
  };
  std::string text;
  for (const std::string& line : shows) text += "// " + line + "\n";
  text += "// " + list(0, results) + ": of the whole; " + list(results, 2 * results) + ": of the parts, combined\n// run: partir run " +
          file + "\n";
  try {
    write_file(path, text + print(*refuted.program));
  } catch (const Unsupported& u) {
    report["no_program"] = u.what();
    return "  program             none: " + std::string(u.what()) + "\n";
  }
  report["program"] = path;
  return "  program             " + path + "\n";
}

}  // namespace partir
