// The errors that rounding makes, measured: a program's results in its element types against those in Wide.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "semantics/instances.h"
#if PARTIR_PROOFS_BODIES
#include "interp/core_interp.h"
#include "interp/wide.h"
#endif
#include "interp/native.h"
#include "interp/tensor.h"
#include "semantics/core.h"

namespace partir {

/// For one element of a result, |native - wide|, and wide; NaN where one of them is not finite.
struct WideError {
  double error, wide;
};

#if PARTIR_PROOFS_BODIES
/// Sets `out` to the value of `x`. Does nothing unless U is what Wide has for the element type of which Native has T.
template <class T, class U>
void widen_to(const T& x, U& out) {
  if constexpr (std::is_same_v<T, U>) {
    out = x;
  } else if constexpr (is_complex_scalar<T> && is_complex_scalar<U>) {
    out = {WideFloat(x.re), WideFloat(x.im)};
  } else if constexpr (!is_discrete<T> && !is_complex_scalar<T> && std::is_same_v<U, WideFloat>) {
    out = WideFloat(Native::to_double(x));
  }
}
#endif

/// Of each float element of each result, in row-major order; of other results none. `found` is what `program` computes of
/// `args` in Native. Throws Unsupported where the program has a function that means nothing in Wide.
PARTIR_INLINE std::vector<std::vector<WideError>> wide_errors(const core::Program& program, const std::vector<Tensor<Native>>& args,
                                                              const std::vector<Tensor<Native>>& found)
#if PARTIR_PROOFS_BODIES
{
  std::vector<Tensor<Wide>> wide_args;
  for (const Tensor<Native>& x : args)
    wide_args.push_back(with_scalar<Native>(x.element(), [&]<class T>() {
      return with_scalar<Wide>(x.element(), [&]<class U>() {
        const std::vector<T> values = x.template values<T>();
        return Tensor<Wide>::template build<U>(x.type(), [&](U* out) {
          for (size_t i = 0; i < values.size(); ++i) widen_to(values[i], out[i]);
        });
      });
    }));
  const std::vector<Tensor<Wide>> wide = run<Wide>(program, wide_args);
  std::vector<std::vector<WideError>> errors(found.size());
  for (size_t r = 0; r < found.size(); ++r) {
    if (!is_float(found[r].element())) continue;
    const std::vector<WideFloat> exact = wide[r].values<WideFloat>();
    with_scalar<Native>(found[r].element(), [&]<class T>() {
      if constexpr (!is_discrete<T> && !is_complex_scalar<T>)
        for (size_t i = 0; const T& y : found[r].template values<T>()) {
          const WideFloat& x = exact[i++];
          const double value = Native::to_double(y);
          const bool both = std::isfinite(value) && Wide::is_finite(x);
          constexpr double none = std::numeric_limits<double>::quiet_NaN();
          errors[r].push_back({both ? Wide::to_double(WideFloat(abs(WideFloat(WideFloat(value) - x)))) : none, Wide::to_double(x)});
        }
    });
  }
  return errors;
}
#else
    ;
#endif

}  // namespace partir
