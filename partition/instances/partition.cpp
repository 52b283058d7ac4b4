#define PARTIR_DEFINE_PARTITION
#include "partition/fuse.h"
#include "partition/materialise.h"
#include "partition/propagate.h"
#include "partition/scale.h"
#include "partition/schedule.h"
