#define PARTIR_DEFINE_PROOFS
#include "proofs/compare.h"
#include "proofs/consistent.h"
#include "proofs/spmd_subject.h"
#include "proofs/theorem1.h"
#include "proofs/theorem2.h"
#include "proofs/verify.h"
#include "proofs/wide_errors.h"

namespace partir {

template Verdict theorem2<Native>(const core::Program&, const hlo::Program&, const Theorem2Options&);
template Verdict theorem2<Field>(const core::Program&, const hlo::Program&, const Theorem2Options&);

}  // namespace partir
