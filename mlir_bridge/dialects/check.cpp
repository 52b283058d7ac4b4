#include "mlir_bridge/dialects/check.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

#include "partir_gen/check_dialect.cpp.inc"

namespace partir::dialects::check {

void CheckDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "partir_gen/check_ops.cpp.inc"
      >();
}

namespace {

/// `, max_ulp_difference = 5, min_ulp_difference = 1`, each of which may be left out.
ParseResult parseUlpBounds(OpAsmParser &parser, IntegerAttr &max, IntegerAttr &min) {
  Type type = parser.getBuilder().getIntegerType(64, /*isSigned=*/false);
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc location = parser.getCurrentLocation();
    StringRef bound;
    if (parser.parseKeyword(&bound) || parser.parseEqual())
      return failure();
    if (bound != "max_ulp_difference" && bound != "min_ulp_difference")
      return parser.emitError(location)
             << "expected max_ulp_difference or min_ulp_difference, found " << bound;
    IntegerAttr &attr = bound == "max_ulp_difference" ? max : min;
    if (attr)
      return parser.emitError(location) << bound << " is given twice";
    if (parser.parseAttribute(attr, type))
      return failure();
  }
  return success();
}

void printUlpBounds(OpAsmPrinter &printer, Operation *, IntegerAttr max, IntegerAttr min) {
  for (auto [name, attr] : {std::pair("max", max), std::pair("min", min)})
    if (attr) {
      printer << ", " << name << "_ulp_difference = ";
      printer.printAttributeWithoutType(attr);
    }
}

} // namespace

} // namespace partir::dialects::check

#define GET_OP_CLASSES
#include "partir_gen/check_ops.cpp.inc"
