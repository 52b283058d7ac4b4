// Header-only, or compiled once. Without PARTIR_SHARED_INSTANCES every header here is all there is. With it
// (the target partir_instances defines it, for our own tools and tests) the entry points that drag in
// most code are only declared, and one source file per folder, X/instances/, defines them: the whole
// toolkit would otherwise be compiled again in each translation unit.
//
//   PARTIR_INLINE Verdict compare(..)
//   #if PARTIR_PROOFS_BODIES
//   { .. }
//   #else
//       ;
//   #endif
#pragma once

#ifndef PARTIR_SHARED_INSTANCES
#define PARTIR_INLINE inline
#define PARTIR_SEMANTICS_BODIES 1
#define PARTIR_LOWERING_BODIES 1
#define PARTIR_PARTITION_BODIES 1
#define PARTIR_PROOFS_BODIES 1
#else
#define PARTIR_INLINE
#ifdef PARTIR_DEFINE_SEMANTICS
#define PARTIR_SEMANTICS_BODIES 1
#else
#define PARTIR_SEMANTICS_BODIES 0
#endif
#ifdef PARTIR_DEFINE_LOWERING
#define PARTIR_LOWERING_BODIES 1
#else
#define PARTIR_LOWERING_BODIES 0
#endif
#ifdef PARTIR_DEFINE_PARTITION
#define PARTIR_PARTITION_BODIES 1
#else
#define PARTIR_PARTITION_BODIES 0
#endif
#ifdef PARTIR_DEFINE_PROOFS
#define PARTIR_PROOFS_BODIES 1
#else
#define PARTIR_PROOFS_BODIES 0
#endif
#endif
