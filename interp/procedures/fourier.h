// fft: by Eigen's transforms in f64 for Native, by the definition elsewhere.
#pragma once

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <unsupported/Eigen/FFT>

#include "interp/procedures/window.h"
#include "semantics/op.h"

namespace partir {

namespace detail {

/// `out[k] = Σ_n in[n] exp(∓2πi nk/N)` of a row; not divided by N.
inline void fourier_row(std::vector<std::complex<double>>& row, bool inverse) {
  if (row.size() < 2) return;
  Eigen::FFT<double> fft;
  fft.SetFlag(Eigen::FFT<double>::Unscaled);
  std::vector<std::complex<double>> out(row.size());
  if (inverse) fft.inv(out, row);
  else fft.fwd(out, row);
  row.swap(out);
}

/// The same by the definition, in domain D; roots of unity enter as f64 constants.
template <class D, class R>
void fourier_row(std::vector<Complex<R>>& row, bool inverse, ElementType real) {
  const auto n = static_cast<int64_t>(row.size());
  using C = Complex<R>;
  std::vector<C> roots, out;
  auto constant = [&](double v) {
    return D::template from_bits<R>(real, Literal::encode(real, v));
  };
  for (int64_t k = 0; k < n; ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
    roots.push_back({constant(std::cos(angle)), constant(inverse ? std::sin(angle) : -std::sin(angle))});
  }
  for (int64_t k = 0; k < n; ++k) {
    C sum = row[0];
    for (int64_t j = 1; j < n; ++j)
      sum = D::template binary<ScalarFn::Add, C>(
          sum, D::template binary<ScalarFn::Multiply, C>(row[j], roots[j * k % n]));
    out.push_back(sum);
  }
  row.swap(out);
}

/// A transform along the last dimensions of `length`, in place; the values are row-major.
template <class Value, class Row>
void fourier(std::vector<Value>& values, const Shape& shape, size_t lengths, Row&& row_transform) {
  const std::vector<int64_t> strides = row_major_strides(shape);
  for (size_t d = shape.size() - lengths; d < shape.size(); ++d) {
    const int64_t n = shape[d];
    std::vector<Value> row(static_cast<size_t>(n));
    for (int64_t first = 0, total = num_elements(shape); first < total; ++first) {
      if (first / strides[d] % n != 0) continue;
      for (int64_t i = 0; i < n; ++i) row[i] = values[first + i * strides[d]];
      row_transform(row);
      for (int64_t i = 0; i < n; ++i) values[first + i * strides[d]] = row[i];
    }
  }
}

/// The whole spectrum of a real signal from its first half: `X[-k̄] = conj(X[k̄])`.
template <class Value, class Conjugate>
std::vector<Value> whole_spectrum(const std::vector<Value>& half, const Shape& shape,
                                  const Shape& whole, size_t lengths, Conjugate&& conjugate) {
  const std::vector<int64_t> strides = row_major_strides(shape);
  std::vector<Value> out;
  std::vector<int64_t> index(whole.size(), 0);
  if (num_elements(whole) == 0) return out;
  const size_t first = whole.size() - lengths;
  do {
    const bool mirrored = index.back() >= shape.back();
    int64_t o = 0;
    for (size_t d = 0; d < index.size(); ++d)
      o += strides[d] * (mirrored && d >= first ? (whole[d] - index[d]) % whole[d] : index[d]);
    // the imaginary part of what is its own mirror image does not matter
    out.push_back(mirrored ? conjugate(half[o]) : half[o]);
  } while (next_index(index, whole));
  return out;
}

}  // namespace detail

/// Fft.
template <class D>
std::vector<Tensor<D>> procedure(const Fft& op, const std::vector<Tensor<D>>& operands) {
  const TensorType result = op.infer({operands[0].type()})[0];
  const size_t lengths = op.length.size();
  const bool inverse = op.type == FftType::Ifft || op.type == FftType::Irfft;
  const bool single = operands[0].element() == ElementType::F32 || operands[0].element() == ElementType::C64;
  const ElementType real = single ? ElementType::F32 : ElementType::F64;
  const Tensor<D> x = operands[0].contiguous();
  Shape whole = x.shape();  // of the transform
  if (op.type == FftType::Irfft) whole.back() = op.length.back();
  const std::vector<int64_t> strides = row_major_strides(whole);
  const double scale = 1.0 / static_cast<double>(std::max<int64_t>(num_elements(op.length), 1));

  auto run = [&]<class R, class Value>(auto&& read, auto&& conjugate, auto&& transform, auto&& write) {
    std::vector<Value> values;
    for (int64_t i = 0; i < x.elements(); ++i) values.push_back(read(i));
    if (op.type == FftType::Irfft)
      values = detail::whole_spectrum(values, x.shape(), whole, lengths, conjugate);
    detail::fourier(values, whole, lengths, transform);
    std::vector<int64_t> index(result.shape.size(), 0);
    if (result.elements() == 0) return;
    int64_t out = 0;
    do {
      int64_t o = 0;
      for (size_t d = 0; d < index.size(); ++d) o += index[d] * strides[d];
      write(out++, values[o]);
    } while (next_index(index, result.shape));
  };
  return {Tensor<D>::build_raw(result, [&](void* out) {
    auto in = [&]<class R>() {
      using C = Complex<R>;
      auto element = [&](int64_t i) -> C {
        if (op.type != FftType::Rfft) return x.template data<C>()[i];
        return {x.template data<R>()[i], D::template from_bits<R>(real, 0)};
      };
      auto store = [&](int64_t i, const C& v) {
        if (op.type == FftType::Irfft) static_cast<R*>(out)[i] = v.re;
        else static_cast<C*>(out)[i] = v;
      };
      if constexpr (std::is_floating_point_v<R>) {
        using Value = std::complex<double>;
        run.template operator()<R, Value>(
            [&](int64_t i) { return Value(element(i).re, element(i).im); },
            [](const Value& v) { return std::conj(v); },
            [&](std::vector<Value>& row) { detail::fourier_row(row, inverse); },
            [&](int64_t i, Value v) {
              if (inverse) v *= scale;
              store(i, {static_cast<R>(v.real()), static_cast<R>(v.imag())});
            });
      } else {
        const R by = D::template from_bits<R>(real, Literal::encode(real, scale));
        run.template operator()<R, C>(
            element,
            [](const C& v) { return C{v.re, D::template unary<ScalarFn::Negate, R>(v.im)}; },
            [&](std::vector<C>& row) { detail::fourier_row<D, R>(row, inverse, real); },
            [&](int64_t i, const C& v) {
              if (!inverse) return store(i, v);
              store(i, {D::template binary<ScalarFn::Multiply, R>(v.re, by),
                        D::template binary<ScalarFn::Multiply, R>(v.im, by)});
            });
      }
    };
    if (single) in.template operator()<typename D::template Scalar<ElementType::F32>>();
    else in.template operator()<typename D::template Scalar<ElementType::F64>>();
  })};
}

}  // namespace partir
