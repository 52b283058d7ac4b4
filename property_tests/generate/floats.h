// The derived error bounds against f64: what rounding makes of a program is within them.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "interp/core_interp.h"
#include "interp/native.h"
#include "proofs/error_bound.h"
#include "proofs/inputs.h"
#include "proofs/widen.h"
#include "property_tests/generate/statement.h"

namespace partir::generate {

/// Whether an op means something else once floats are wider: it looks at bits, or rounds on purpose.
inline bool looks_at_width(const Op& op) {
  return op.get_if<BitcastConvert>() || op.get_if<ReducePrecision>() || op.get_if<NextAfter>();
}

/// The program in its element types with bounds, and in f64 from the same arguments: every float
/// element with a finite bound is within it. Elements that are not finite in either run have no error.
inline Verdict within_derived_bounds(const core::Program& p, uint64_t seed) {
  bool any_float = false, width = false;
  for (const Value& v : p.main.values) any_float = any_float || is_float(v.type.element);
  core::walk(p.main.body, [&](const core::Stmt& s, int) {
    if (const auto* e = std::get_if<OpExpr>(&s.expr)) width = width || looks_at_width(e->op);
  });
  if (!any_float || width) return nothing("no floats, or their bits are looked at");
  const std::vector<Tensor<Native>> args = Inputs(p).draw_all<Native>(seed);
  std::vector<Tensor<Native>> wide_args;
  for (const Tensor<Native>& t : args) {
    TensorType to = t.type();
    partir::detail::widen(to);
    wide_args.push_back(to == t.type() ? t : apply_op<Native>(Convert{to.element}, {t})[0]);
  }
  const BoundedRun found = bounded_run(p, args);
  const std::vector<Tensor<Native>> wide = run<Native>(widened(p), wide_args);
  int64_t judged = 0;
  for (size_t i = 0; i < wide.size(); ++i) {
    if (!is_float(wide[i].element())) continue;
    const std::vector<double> y = as_doubles(found.results[i].value).values<double>(), exact = wide[i].values<double>(),
                              bound = found.results[i].bound.values<double>();
    for (size_t k = 0; k < y.size(); ++k) {
      if (!std::isfinite(y[k]) || !std::isfinite(exact[k]) || !std::isfinite(bound[k])) continue;
      ++judged;
      // f64 rounds, too
      if (std::fabs(y[k] - exact[k]) > bound[k] * 1.000001 + std::fabs(exact[k]) * 0x1p-40)
        return fails("result " + std::to_string(i) + ", element " + std::to_string(k) + ": " + std::to_string(y[k]) +
                     " is off by " + std::to_string(std::fabs(y[k] - exact[k])) + " from f64's " +
                     std::to_string(exact[k]) + ", more than " + std::to_string(bound[k]));
    }
  }
  return judged > 0 ? holds() : nothing("no finite bound");
}

}  // namespace partir::generate
