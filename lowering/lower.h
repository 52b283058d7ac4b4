// PartIR:Core to PartIR:HLO: `translate`, `simplify` and both in turn, `lower`.
#pragma once

#include "lowering/simplify.h"
#include "lowering/translate.h"
