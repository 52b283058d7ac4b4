// Classes of the `chlo` dialect, generated from chlo.td.
#pragma once

#include "mlir_bridge/dialects/stablehlo.h"

#include "partir_gen/chlo_dialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "partir_gen/chlo_attrs.h.inc"

#define GET_OP_CLASSES
#include "partir_gen/chlo_ops.h.inc"
