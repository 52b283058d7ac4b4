#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// The Cholesky factor of each matrix in the last two dimensions: `L · Lᴴ = x` with L lower triangular
/// and x's lower triangle read, or `Uᴴ · U = x` with x's upper triangle read; zero elsewhere. A matrix
/// that is not positive definite gives NaN or infinities from the column on that shows it.
/// Example: cholesky [[4, 2], [2, 5]], lower = [[2, 0], [1, 2]].
/// It is a map over the dimensions before.
///   C1 one operand; C2 of floats or complex numbers; C3 its rank is at least 2; C4 its last two
///   extents are equal.
struct Cholesky {
  static constexpr std::string_view name = "cholesky";
  bool lower = false;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("lower", &Cholesky::lower));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 1);
    constraint(!is_bool(x[0].element) && !is_integer(x[0].element), "C2",
               "a float or complex element type", [&] { return to_string(x[0]); });
    constraint(x[0].rank() >= 2, "C3", "the rank is at least 2", [&] { return to_string(x[0]); });
    constraint(x[0].shape[x[0].rank() - 2] == x[0].shape.back(), "C4", "matrices are square",
               [&] { return to_string(x[0]); });
    return {x[0]};
  }
  std::vector<MapDimension> maps(const Types& x) const {
    std::vector<MapDimension> maps;
    for (int64_t d = 0; d + 2 < x[0].rank(); ++d) maps.push_back({{d}, {d}});
    return maps;
  }
  std::vector<Entry> entries(const Operands& x) const { return map_entries(maps(types_of(x))); }
  Cholesky localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const {
    const double n = static_cast<double>(x[0].shape.back());
    return static_cast<double>(x[0].elements()) * n / 3;
  }
  static std::vector<Sample<Cholesky>> samples() {
    return {{{true}, {{{6, 3, 3}, ElementType::F32}}}, {{false}, {{{2, 2}, ElementType::F64}}}};
  }
  friend bool operator==(const Cholesky&, const Cholesky&) = default;
};

}  // namespace partir
