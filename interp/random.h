// Reproducible inputs.
#pragma once

#include <cstdint>

#include "interp/field.h"
#include "interp/tensor.h"

namespace partir {

/// The seed of argument `i` in a run with `seed`.
constexpr uint64_t argument_seed(uint64_t seed, size_t i) { return seed * 1000003 + i; }

/// A tensor that depends on type, seed and domain only, the same on every platform. Integers lie in
/// [-8, 8] (unsigned in [0, 15]; of fewer than 8 bits they are any), i1 are coins, the same in
/// every domain. Floats are dyadic rationals in [-2, 2] that every float type holds exactly, the
/// same in Native and Exact (bf16 k/64, others k/1024); in Field they are uniform over the field,
/// so that two polynomials of degree d that differ agree with probability at most d/p. The parts of
/// complex numbers are such floats.
template <class D>
Tensor<D> random_tensor(const TensorType& type, uint64_t seed) {
  return with_scalar<D>(type.element, [&]<class T>() {
    const uint64_t stream = mix64(seed ^ 0x5eedu);
    auto draw = [&](int64_t i, uint64_t below) {
      return static_cast<int64_t>(
          static_cast<unsigned __int128>(mix64(stream + static_cast<uint64_t>(i))) * below >> 64);
    };
    auto real = [&]<class R>(int64_t i) -> R {
      if constexpr (std::is_same_v<R, FieldElement>) {
        // what a model loses by rounding, or has rounded, is so in an argument of the type too
        const ElementType e = real_part(type.element);
        const FieldElement x{Field::model().unknown(static_cast<uint64_t>(draw(i, Field::modulus())))};
        return Field::round_to(float_format(e), x);
      } else {
        const ElementType e = real_part(type.element);
        const int64_t scale = e == ElementType::BF16 ? 64 : 1024;
        const auto k = static_cast<double>(draw(i, 4 * scale + 1) - 2 * scale);
        const double x = k / static_cast<double>(scale);
        return D::template from_bits<R>(e, Literal::encode(e, x));
      }
    };
    return Tensor<D>::template build<T>(type, [&](T* out) {
      for (int64_t i = 0, n = type.elements(); i < n; ++i) {
        if constexpr (is_complex_scalar<T>) {
          out[i].re = real.template operator()<RealOf<T>>(2 * i);
          out[i].im = real.template operator()<RealOf<T>>(2 * i + 1);
        } else if constexpr (!is_discrete<T>) {
          out[i] = real.template operator()<T>(i);
        } else if constexpr (std::is_same_v<T, Bool>) {
          out[i] = Bool(draw(i, 2) != 0);
        } else if constexpr (is_narrow<T>) {
          out[i] = T(draw(i, 16));
        } else if constexpr (std::is_signed_v<T>) {
          out[i] = static_cast<T>(draw(i, 17) - 8);
        } else {
          out[i] = static_cast<T>(draw(i, 16));
        }
      }
    });
  });
}

}  // namespace partir
