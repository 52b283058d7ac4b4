// The audit of verdicts, compiled once (semantics/instances.h).
#define PARTIR_DEFINE_AUDIT
#include "proofs/audit.h"
