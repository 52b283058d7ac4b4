#define PARTIR_DEFINE_INSTANCES
#include "interp/field.h"

#include "interp/core_interp.h"
#include "interp/evaluate.h"
#include "interp/module_parallel.h"
#include "interp/parts.h"
#include "interp/spmd_interp.h"

namespace partir {

template std::vector<Tensor<Field>> apply_op<Field>(const Op&, const std::vector<Tensor<Field>>&, OpCache&);
template Tensor<Field> evaluate<Field>(const Comprehension&, const std::vector<Tensor<Field>>&);
template std::optional<Tensor<Field>> evaluate_by_kernels<Field>(const Comprehension&, const std::vector<Tensor<Field>>&);
template std::vector<Tensor<Field>> apply_body<Field>(const ScalarBody&, const std::vector<Tensor<Field>>&);
template std::vector<Tensor<Field>> run<Field>(const core::Program&, const std::vector<Tensor<Field>>&,
                                             CoreObserver<Field>*);
template std::vector<Family<Field>> run<Field>(const hlo::Program&, const std::vector<Family<Field>>&,
                                             SpmdObserver<Field>*);

template class Tensor<Field>;
template class Family<Field>;
template Tensor<Field> random_tensor<Field>(const TensorType&, uint64_t);
template Family<Field> distribute<Field>(const Mesh&, const DistType&, const Tensor<Field>&);
template Family<Field> distribute_randomly<Field>(const Mesh&, const DistType&, const Tensor<Field>&, uint64_t);
template std::vector<Tensor<Field>> random_parts<Field>(Monoid, const Tensor<Field>&, int64_t, uint64_t);
template std::optional<Mismatch> represents<Field>(const Mesh&, const DistType&, const Family<Field>&,
                                                const Tensor<Field>&);
template BasicModuleValues<Field> run_grid<Field>(BasicModuleRun<Field>&, const shlo::ProcessGrid&, BasicGridPrograms<Field>);

}  // namespace partir
