#include "tools/files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

#include "semantics/budget.h"
#include "semantics/diagnostics.h"

namespace partir {

std::string read_file(const std::string& path, size_t limit) {
  progress::phase("reading " + path);
  struct stat st;
  if (stat(path.c_str(), &st) != 0) throw BadInput(std::strerror(errno), {path, 0, 0, ""});
  if (S_ISDIR(st.st_mode)) throw BadInput("is a directory", {path, 0, 0, ""});
  std::ifstream in(path, std::ios::binary);
  if (!in) throw BadInput(std::strerror(errno), {path, 0, 0, ""});
  std::string text;
  char buffer[1 << 16];
  while (in.read(buffer, sizeof buffer) || in.gcount() > 0) {
    text.append(buffer, static_cast<size_t>(in.gcount()));
    if (text.size() > limit)
      throw BadInput("larger than " + std::to_string(limit) + " bytes", {path, 0, 0, ""});
  }
  return text;
}

std::string read_input(const std::string& path) {
  if (path != "-") return read_file(path);
  progress::phase("reading " + path);
  return {std::istreambuf_iterator<char>(std::cin), {}};
}
std::string name_of_input(const std::string& path) { return path == "-" ? "<stdin>" : path; }

namespace {
/// A device, a pipe: what stands there is written to, as nothing else may take its place.
void write_through(const std::string& path, const std::string& contents) {
  std::ofstream out(path, std::ios::binary);
  out << contents;
  out.flush();
  if (!out) throw BadInput(std::string("cannot be written: ") + std::strerror(errno), {path, 0, 0, ""});
}
}  // namespace

void write_file(const std::string& given, const std::string& contents) {
  struct stat st;
  if (stat(given.c_str(), &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)) return write_through(given, contents);
  // of a link, where it leads, which need not be there yet
  namespace fs = std::filesystem;
  std::error_code none;
  fs::path target = given;
  for (int links = 0; links < 40 && fs::is_symlink(target, none); ++links)
    target = target.parent_path() / fs::read_symlink(target, none);
  const std::string path = target.string();
  const std::string temporary = path + ".partial." + std::to_string(getpid());
  {
    std::ofstream out(temporary, std::ios::binary);
    out << contents;
    out.flush();
    if (!out) {
      const int error = errno;
      std::remove(temporary.c_str());
      throw BadInput(std::string("cannot be written: ") + std::strerror(error), {given, 0, 0, ""});
    }
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    const int error = errno;
    std::remove(temporary.c_str());
    throw BadInput(std::string("cannot be written: ") + std::strerror(error), {given, 0, 0, ""});
  }
}

bool write_unless_refuted(const std::string& path, const std::string& contents, int exit_code) {
  if (exit_code == 1) {
    std::cerr << path << ": not written, since the check is refuted\n";
    return false;
  }
  write_file(path, contents);
  return true;
}

}  // namespace partir
