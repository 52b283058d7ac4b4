#define PARTIR_DEFINE_SEMANTICS
#include "semantics/core_typing.h"
#include "semantics/dist_typing.h"
#include "semantics/hlo_typing.h"
#include "semantics/op.h"
#include "semantics/rules.h"
