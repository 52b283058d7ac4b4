// The audit of verdicts, and what mends refuted programs, compiled once (semantics/instances.h).
#define PARTIR_DEFINE_AUDIT
#include "proofs/audit.h"
#include "proofs/mend.h"
