// The fault that PARTIR_FAULT names is on in the binary that this is linked into; `PARTIR_FAULT=list` prints all
// their names. PARTIR_FAULTS_REACHED names a file of as many bytes as there are names: the byte of each fault to
// whose place the program, or another one that it starts, comes becomes 1.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>

#include "planted_faults/names.h"
#include "property_tests/planted_faults/fault.h"

namespace partir::faults {
namespace {

int chosen() {
  const char* name = std::getenv("PARTIR_FAULT");
  if (!name) return -1;
  const bool list = std::string(name) == "list";
  for (int n = 0; n < static_cast<int>(std::size(names)); ++n)
    if (list) std::puts(names[n]);
    else if (std::string(name) == names[n]) return n;
  if (!list) std::fprintf(stderr, "PARTIR_FAULT=%s is none of the planted faults\n", name);
  std::exit(list ? 0 : 2);
}

// Shared with the file, so that nothing is lost when a program is killed.
char* shared_with_file() {
  const char* path = std::getenv("PARTIR_FAULTS_REACHED");
  if (!path) return nullptr;
  const int file = open(path, O_RDWR | O_CLOEXEC);
  void* bytes = file < 0 || lseek(file, 0, SEEK_END) < static_cast<off_t>(std::size(names))
                    ? MAP_FAILED
                    : mmap(nullptr, std::size(names), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (file >= 0) close(file);
  if (bytes != MAP_FAILED) return static_cast<char*>(bytes);
  std::fprintf(stderr, "PARTIR_FAULTS_REACHED=%s is no file of %zu bytes\n", path, std::size(names));
  std::exit(2);
}
const bool set = (planted = chosen(), reached = shared_with_file(), true);

}  // namespace
}  // namespace partir::faults
