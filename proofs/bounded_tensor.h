// Tensors with error bounds, and the elements of tensors as doubles.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "interp/native.h"
#include "interp/tensor.h"
#include "semantics/types.h"

namespace partir {

/// The elements as doubles, row-major; exact except for integers beyond 2^53. Of complex numbers
/// the real parts.
inline Tensor<Native> as_doubles(const Tensor<Native>& t) {
  if (t.element() == ElementType::F64) return t.contiguous();
  const Tensor<Native> c = t.contiguous();
  return with_scalar<Native>(t.element(), [&]<class T>() {
    return Tensor<Native>::build<double>({t.shape(), ElementType::F64}, [&](double* out) {
      const T* in = c.data<T>();
      for (int64_t i = 0, n = t.elements(); i < n; ++i) out[i] = Native::to_double<T>(in[i]);
    });
  });
}
/// The elements as doubles; of a complex number its real part, then its imaginary one.
inline std::vector<double> parts(const Tensor<Native>& t) {
  if (!is_complex(t.element())) return as_doubles(t).values<double>();
  return with_scalar<Native>(t.element(), [&]<class T>() {
    std::vector<double> v;
    if constexpr (is_complex_scalar<T>)
      for (const T& x : t.values<T>()) {
        v.push_back(static_cast<double>(x.re));
        v.push_back(static_cast<double>(x.im));
      }
    return v;
  });
}
/// How many parts an element has.
inline size_t parts_of(ElementType e) { return is_complex(e) ? 2 : 1; }

/// The type of the bounds of elements of a type: f64, or where complex numbers have one for each part complex<f64>.
inline ElementType bound_type(ElementType e) { return is_complex(e) ? ElementType::C128 : ElementType::F64; }
/// The same bound for all (parts of) elements of `type`.
inline Tensor<Native> bounds_everywhere(const TensorType& type, double e) {
  const TensorType bounds{type.shape, bound_type(type.element)};
  return is_complex(type.element) ? Tensor<Native>::splat(bounds, Complex<double>{e, e}) : Tensor<Native>::splat(bounds, e);
}
/// Doubles, or complex numbers of such, of the shape of `type` from their parts, in the order of `parts`: as many as `type` has.
inline Tensor<Native> of_parts(const TensorType& type, const std::vector<double>& v) {
  const TensorType wide{type.shape, bound_type(type.element)};
  if (!is_complex(type.element)) return Tensor<Native>::make<double>(wide, v);
  return Tensor<Native>::build<Complex<double>>(wide, [&](Complex<double>* out) {
    for (size_t i = 0; 2 * i < v.size(); ++i) out[i] = {v[2 * i], v[2 * i + 1]};
  });
}

/// A tensor of the reference run and, for each element, how far any other evaluation of it may be (`bound_type`,
/// of the same shape).
struct BoundedTensor {
  Tensor<Native> value;
  Tensor<Native> bound;
  bool exact = false;  ///< all bounds are zero
  /// Made of a sum whose parts need no rounding. If it is scaled, parts of it may be scaled one by one, which then do (BoundOptions::hoisted).
  bool exact_sum = false;
  /// Of sums the magnitudes of their terms, added up (as `bound`), if BoundOptions::narrows or any_order asks for them; else undefined.
  Tensor<Native> terms{};
  /// Whether some bounds are estimates (estimated_bound.h): what lies beyond those may be right all the same.
  bool estimated = false;

  /// Every evaluation has this very value.
  static BoundedTensor exactly(Tensor<Native> t) {
    Tensor<Native> zero = bounds_everywhere(t.type(), 0);
    return {std::move(t), std::move(zero), true};
  }
};

}  // namespace partir
