#define PARTIR_DEFINE_INSTANCES
#include "interp/native.h"

#include "interp/core_interp.h"
#include "interp/evaluate.h"
#include "interp/module_parallel.h"
#include "interp/parts.h"
#include "interp/spmd_interp.h"

namespace partir {

template std::vector<Tensor<Native>> apply_op<Native>(const Op&, const std::vector<Tensor<Native>>&, OpCache&);
template Tensor<Native> evaluate<Native>(const Comprehension&, const std::vector<Tensor<Native>>&);
template std::optional<Tensor<Native>> evaluate_by_kernels<Native>(const Comprehension&, const std::vector<Tensor<Native>>&);
template std::vector<Tensor<Native>> apply_body<Native>(const ScalarBody&, const std::vector<Tensor<Native>>&);
template std::vector<Tensor<Native>> run<Native>(const core::Program&, const std::vector<Tensor<Native>>&,
                                             CoreObserver<Native>*);
template std::vector<Family<Native>> run<Native>(const hlo::Program&, const std::vector<Family<Native>>&,
                                             SpmdObserver<Native>*);

template class Tensor<Native>;
template class Family<Native>;
template Tensor<Native> random_tensor<Native>(const TensorType&, uint64_t);
template Family<Native> distribute<Native>(const Mesh&, const DistType&, const Tensor<Native>&);
template Family<Native> distribute_randomly<Native>(const Mesh&, const DistType&, const Tensor<Native>&, uint64_t);
template std::vector<Tensor<Native>> random_parts<Native>(Monoid, const Tensor<Native>&, int64_t, uint64_t);
template std::optional<Mismatch> represents<Native>(const Mesh&, const DistType&, const Family<Native>&,
                                                const Tensor<Native>&);
template BasicModuleValues<Native> run_grid<Native>(BasicModuleRun<Native>&, const shlo::ProcessGrid&, BasicGridPrograms<Native>);

}  // namespace partir
