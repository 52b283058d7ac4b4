#define PARTIR_DEFINE_INSTANCES
#include "interp/wide.h"

#include "interp/core_interp.h"
#include "interp/evaluate.h"
#include "interp/spmd_interp.h"

namespace partir {

template std::vector<Tensor<Wide>> apply_op<Wide>(const Op&, const std::vector<Tensor<Wide>>&, OpCache&);
template Tensor<Wide> evaluate<Wide>(const Comprehension&, const std::vector<Tensor<Wide>>&);
template std::optional<Tensor<Wide>> evaluate_by_kernels<Wide>(const Comprehension&, const std::vector<Tensor<Wide>>&);
template std::vector<Tensor<Wide>> apply_body<Wide>(const ScalarBody&, const std::vector<Tensor<Wide>>&);
template std::vector<Tensor<Wide>> run<Wide>(const core::Program&, const std::vector<Tensor<Wide>>&,
                                             CoreObserver<Wide>*);
template std::vector<Family<Wide>> run<Wide>(const hlo::Program&, const std::vector<Family<Wide>>&,
                                             SpmdObserver<Wide>*);

}  // namespace partir
