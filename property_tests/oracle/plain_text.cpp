#include "property_tests/generate/describe.h"
#include "property_tests/oracle/readable.h"

namespace partir::oracle {

std::string readable(const core::Program& p) { return generate::text(p); }
std::string readable(const hlo::Program& p) { return generate::text(p); }

}  // namespace partir::oracle
