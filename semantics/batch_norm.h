// What the three batch_norm ops share.
#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// C2, C3 and C4 of the batch_norm ops.
inline void check_batch_norm(const TensorType& x, const Types& vectors, int64_t feature) {
  constraint(is_float(x.element), "C2", "a float element type", [&] { return to_string(x); });
  constraint(0 <= feature && feature < x.rank(), "C3", "feature_index is below the rank",
             [&] { return std::to_string(feature); });
  for (const TensorType& v : vectors)
    constraint(v == TensorType{{x.shape[feature]}, x.element}, "C4",
               "vectors of the operand's element type, one element per feature", [&] { return to_string(v); });
}
/// ε as a constant of type `e`.
inline LiteralNode epsilon_literal(ElementType e, double epsilon) {
  return {std::make_shared<const Literal>(Literal::splat_value({{}, e}, epsilon)), {}};
}

}  // namespace partir
