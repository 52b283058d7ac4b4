#define PARTIR_DEFINE_INSTANCES
#include "interp/exact.h"

#include "interp/core_interp.h"
#include "interp/evaluate.h"
#include "interp/spmd_interp.h"

namespace partir {

template std::vector<Tensor<Exact>> apply_op<Exact>(const Op&, const std::vector<Tensor<Exact>>&, OpCache&);
template Tensor<Exact> evaluate<Exact>(const Comprehension&, const std::vector<Tensor<Exact>>&);
template std::optional<Tensor<Exact>> evaluate_by_kernels<Exact>(const Comprehension&, const std::vector<Tensor<Exact>>&);
template std::vector<Tensor<Exact>> apply_body<Exact>(const ScalarBody&, const std::vector<Tensor<Exact>>&);
template std::vector<Tensor<Exact>> run<Exact>(const core::Program&, const std::vector<Tensor<Exact>>&,
                                             CoreObserver<Exact>*);
template std::vector<Family<Exact>> run<Exact>(const hlo::Program&, const std::vector<Family<Exact>>&,
                                             SpmdObserver<Exact>*);

}  // namespace partir
