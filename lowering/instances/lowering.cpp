#define PARTIR_DEFINE_LOWERING
#include "lowering/lower.h"
