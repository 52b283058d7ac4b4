#include "mlir_bridge/export.h"
#include "property_tests/oracle/core_text.h"

namespace partir::oracle {

std::string core_text(const core::Program& p) { return print(p); }

}  // namespace partir::oracle
