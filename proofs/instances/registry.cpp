// The prover of registry entries and sharding rules, and the replay of its certificates, compiled once
// (semantics/instances.h).
#define PARTIR_DEFINE_PROOFS
#include "proofs/derive.h"
#include "proofs/factor_judgement.h"
#include "proofs/inline_judgement.h"
#include "proofs/replay.h"
