// The fault that PARTIR_FAULT names is on in the binary that this is linked into; `PARTIR_FAULT=list` prints all
// their names.
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
const bool set = (planted = chosen(), true);

}  // namespace
}  // namespace partir::faults
