#pragma once

#include <cmath>

#include "semantics/elementwise.h"

namespace partir {

/// Which Fourier transform.
enum class FftType : uint8_t { Fft, Ifft, Rfft, Irfft };
inline constexpr std::string_view fft_type_names[] = {"FFT", "IFFT", "RFFT", "IRFFT"};

/// The discrete Fourier transform over the last `length.size()` dimensions,
/// `out[k̄] = Σ_n̄ x[n̄] · exp(-2πi Σ_d n_d k_d / N_d)`; IFFT has +2πi and divides by Π N_d; RFFT takes reals
/// and keeps the first half of the last dimension; IRFFT is its inverse.
/// Example: fft [1, 0, 0, 0], length = [4] = [1, 1, 1, 1].
/// It is a map over the dimensions before.
///   C1 one operand; C2 between 1 and 3 lengths, at most the rank; C3 reals for RFFT, else complex
///   numbers; C4 lengths are the last extents, for IRFFT the last one is that of the result.
struct Fft {
  static constexpr std::string_view name = "fft";
  FftType type = FftType::Fft;
  std::vector<int64_t> length;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("fft_type", &Fft::type),
                                   attribute("fft_length", &Fft::length));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 1);
    const auto lengths = static_cast<int64_t>(length.size());
    constraint(1 <= lengths && lengths <= 3 && lengths <= x[0].rank(), "C2",
               "between 1 and 3 lengths, at most the rank", [&] { return to_string(length); });
    const bool real = x[0].element == ElementType::F32 || x[0].element == ElementType::F64;
    constraint(type == FftType::Rfft ? real : is_complex(x[0].element), "C3",
               "reals (f32 or f64) for RFFT, else complex numbers", [&] { return to_string(x[0]); });
    TensorType t = x[0];
    const int64_t first = x[0].rank() - lengths;
    for (int64_t l = 0; l < lengths; ++l) {
      const bool halved = type == FftType::Irfft && l + 1 == lengths;
      const int64_t n = halved ? (length[l] == 0 ? 0 : length[l] / 2 + 1) : length[l];
      constraint(length[l] >= 0 && x[0].shape[first + l] == n, "C4", "lengths are the last extents",
                 [&] { return to_string(length) + " of " + to_string(x[0]); });
    }
    if (type == FftType::Rfft) {
      t.element = x[0].element == ElementType::F32 ? ElementType::C64 : ElementType::C128;
      t.shape.back() = length.back() == 0 ? 0 : length.back() / 2 + 1;
    }
    if (type == FftType::Irfft) {
      t.element = x[0].element == ElementType::C64 ? ElementType::F32 : ElementType::F64;
      t.shape.back() = length.back();
    }
    return {t};
  }
  std::vector<MapDimension> maps(const Types& x) const {
    std::vector<MapDimension> maps;
    for (int64_t d = 0; d < x[0].rank() - static_cast<int64_t>(length.size()); ++d)
      maps.push_back({{d}, {d}});
    return maps;
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e = map_entries(maps(types_of(x)));
    e.push_back(operands(partial(Monoid::Add)) >> partial(Monoid::Add));
    return e;
  }
  Fft localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const {
    const double n = static_cast<double>(num_elements(length));
    return 5 * static_cast<double>(x[0].elements()) * std::max(1.0, std::log2(std::max(n, 1.0)));
  }
  static std::vector<Sample<Fft>> samples() {
    return {{{FftType::Fft, {4}}, {{{6, 4}, ElementType::C64}}},
            {{FftType::Rfft, {6}}, {{{2, 6}, ElementType::F32}}},
            {{FftType::Irfft, {3, 4}}, {{{2, 3, 3}, ElementType::C64}}},
            {{FftType::Ifft, {2, 3}}, {{{2, 3}, ElementType::C128}}}};
  }
  friend bool operator==(const Fft&, const Fft&) = default;
};

}  // namespace partir
