// Running ops: kernels where one matches the comprehension's shape, the literal evaluator otherwise.
#pragma once

#include <vector>

#include "interp/evaluate_literal.h"
#include "interp/kernels.h"
#include "semantics/op.h"

namespace partir {

/// The results of an op (E-Op, P-Op). Throws ConstraintViolation on operands that its shape rule
/// rejects. Results may be views of operands.
template <class D>
std::vector<Tensor<D>> apply_op(const Op& op, const std::vector<Tensor<D>>& operands) {
  Types types;
  types.reserve(operands.size());
  for (const Tensor<D>& t : operands) types.push_back(t.type());
  const Comprehension c = op.comprehension(types);
  if (auto result = evaluate_by_kernels<D>(c, operands)) return {std::move(*result)};
  return {evaluate<D>(c, operands)};
}

}  // namespace partir
