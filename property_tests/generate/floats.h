// The derived error bounds against Wide: what rounding makes of a program is within them.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "interp/native.h"
#include "proofs/error_bound.h"
#include "proofs/inputs.h"
#include "proofs/wide_errors.h"
#include "proofs/widen.h"
#include "property_tests/generate/statement.h"

namespace partir::generate {

/// Whether an atan2 may see the sign of a zero that a matrix product makes: floats start such a sum at 0, Wide at its first term, which may be -0 alone.
inline bool sees_signs_of_sums(const core::Program& p) {
  bool sums = false, sees = false;
  core::walk(p.main.body, [&](const core::Stmt& s, int) {
    const auto* e = std::get_if<OpExpr>(&s.expr);
    if (!e) return;
    sums = sums || e->op.get_if<DotGeneral>() || e->op.get_if<Convolution>();
    sees = sees || e->op.get_if<Atan2>();
  });
  return sums && sees;
}

/// The program in its element types with bounds, and in Wide from the same arguments: every float element with a
/// finite bound is within it. Elements that are not finite in either run have no error. Bounds that are estimates (of an
/// fft, say) claim nothing: where the result is 0, as the imaginary parts of a real transform of two elements are, so may
/// the estimate be, and Wide's own sine of pi is not.
inline Verdict within_derived_bounds(const core::Program& p, uint64_t seed) {
  bool any_float = false;
  for (const Value& v : p.main.values) any_float = any_float || is_float(v.type->element);
  if (!any_float || looks_at_width(p)) return nothing("no floats, or their bits are looked at");
  if (sees_signs_of_sums(p)) return nothing("an atan2 may see the sign of a sum that is 0");
  const std::vector<Tensor<Native>> args = Inputs(p).draw_native(seed, FloatDraw::Signed);
  const BoundedRun bounded = bounded_run(p, args);
  std::vector<Tensor<Native>> found;
  for (const BoundedTensor& t : bounded.results) found.push_back(t.value);
  std::vector<std::vector<WideError>> errors;
  try {
    errors = wide_errors(p, args, found);
  } catch (const Unsupported& e) {
    return nothing(e.what());
  }
  int64_t judged = 0;
  for (size_t i = 0; i < errors.size(); ++i) {
    if (errors[i].empty() || bounded.results[i].estimated) continue;
    const std::vector<double> bound = bounded.results[i].bound.values<double>();
    for (size_t k = 0; k < bound.size(); ++k) {
      const auto [error, wide] = errors[i][k];
      if (!std::isfinite(error) || !std::isfinite(bound[k])) continue;
      ++judged;
      // Wide rounds, too, and so does the bound
      if (error > bound[k] * 1.000001 + std::fabs(wide) * 0x1p-100)
        return fails("result " + std::to_string(i) + ", element " + std::to_string(k) + " is off by " + std::to_string(error) +
                     " from Wide's " + std::to_string(wide) + ", more than " + std::to_string(bound[k]));
    }
  }
  return judged > 0 ? holds() : nothing("no bound that is finite and derived");
}

}  // namespace partir::generate
