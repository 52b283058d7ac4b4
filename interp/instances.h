// Compiled once, linked by many: the kernels and interpreters of the domains cost a minute of
// compiler time each. With PARTIR_SHARED_INSTANCES defined (the target partir_instances does it) a
// translation unit takes them from that library; without it everything stays header-only.
#pragma once

#if defined(PARTIR_SHARED_INSTANCES) && !defined(PARTIR_DEFINE_INSTANCES)

#include "interp/core_interp.h"
#include "interp/parts.h"
#include "interp/spmd_interp.h"

namespace partir {

struct Native;
struct Field;
struct Exact;
struct Wide;

#define PARTIR_INSTANCES(D)                                                                  \
  extern template std::vector<Tensor<D>> run<D>(const core::Program&,                          \
                                                const std::vector<Tensor<D>>&, CoreObserver<D>*); \
  extern template std::vector<Family<D>> run<D>(const hlo::Program&,                           \
                                                const std::vector<Family<D>>&, SpmdObserver<D>*);
#define PARTIR_FAMILY_INSTANCES(D)                                                              \
  extern template class Tensor<D>;                                                              \
  extern template class Family<D>;                                                              \
  extern template Tensor<D> random_tensor<D>(const TensorType&, uint64_t);                      \
  extern template Family<D> distribute<D>(const Mesh&, const DistType&, const Tensor<D>&);      \
  extern template Family<D> distribute_randomly<D>(const Mesh&, const DistType&,                \
                                                   const Tensor<D>&, uint64_t);                 \
  extern template std::vector<Tensor<D>> random_parts<D>(Monoid, const Tensor<D>&, int64_t,     \
                                                         uint64_t);                             \
  extern template std::optional<Mismatch> represents<D>(const Mesh&, const DistType&,           \
                                                        const Family<D>&, const Tensor<D>&);
PARTIR_INSTANCES(Native)
PARTIR_INSTANCES(Field)
PARTIR_INSTANCES(Exact)
PARTIR_INSTANCES(Wide)
PARTIR_FAMILY_INSTANCES(Native)
PARTIR_FAMILY_INSTANCES(Field)
#undef PARTIR_INSTANCES
#undef PARTIR_FAMILY_INSTANCES

}  // namespace partir

#endif
