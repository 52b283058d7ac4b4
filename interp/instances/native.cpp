#define PARTIR_DEFINE_INSTANCES
#include "interp/native.h"

#include "interp/core_interp.h"
#include "interp/evaluate.h"
#include "interp/spmd_interp.h"

namespace partir {

template std::vector<Tensor<Native>> apply_op<Native>(const Op&, const std::vector<Tensor<Native>>&);
template Tensor<Native> evaluate<Native>(const Comprehension&, const std::vector<Tensor<Native>>&);
template std::vector<Tensor<Native>> run<Native>(const core::Program&, const std::vector<Tensor<Native>>&,
                                             CoreObserver<Native>*);
template std::vector<Family<Native>> run<Native>(const hlo::Program&, const std::vector<Family<Native>>&,
                                             SpmdObserver<Native>*);

}  // namespace partir
