#include "property_tests/generate/describe.h"
#include "property_tests/oracle/core_text.h"

namespace partir::oracle {

std::string core_text(const core::Program& p) { return generate::text(p); }

}  // namespace partir::oracle
