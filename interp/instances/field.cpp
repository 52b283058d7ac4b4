#define PARTIR_DEFINE_INSTANCES
#include "interp/field.h"

#include "interp/core_interp.h"
#include "interp/evaluate.h"
#include "interp/spmd_interp.h"

namespace partir {

template std::vector<Tensor<Field>> apply_op<Field>(const Op&, const std::vector<Tensor<Field>>&);
template Tensor<Field> evaluate<Field>(const Comprehension&, const std::vector<Tensor<Field>>&);
template std::vector<Tensor<Field>> run<Field>(const core::Program&, const std::vector<Tensor<Field>>&,
                                             CoreObserver<Field>*);
template std::vector<Family<Field>> run<Field>(const hlo::Program&, const std::vector<Family<Field>>&,
                                             SpmdObserver<Field>*);

}  // namespace partir
