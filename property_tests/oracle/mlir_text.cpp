#include "mlir_bridge/export.h"
#include "property_tests/oracle/readable.h"

namespace partir::oracle {

std::string readable(const core::Program& p) { return print(p); }
std::string readable(const hlo::Program& p) { return print(p); }

}  // namespace partir::oracle
