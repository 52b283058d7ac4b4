#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// How triangular_solve reads its matrix.
enum class TransposeA : uint8_t { None, Transpose, Adjoint };
inline constexpr std::string_view transpose_a_names[] = {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};

/// The solution X of `op(a) · X = b`, or of `X · op(a) = b` where `left_side` is false, for each pair of
/// matrices in the last two dimensions. Of `a` the lower or upper triangle is read, without its
/// diagonal where that is taken as ones.
/// Example: a = [[2, 0], [1, 4]], b = [[4], [10]], left, lower = [[2], [2]].
/// It is a map over the dimensions before, and over the columns (rows) of b.
///   C1 two operands of one element type; C2 of floats or complex numbers; C3 their ranks are equal, at
///   least 2; C4 the dimensions before are equal; C5 a's last two extents are equal, and that of b
///   which they meet.
struct TriangularSolve {
  static constexpr std::string_view name = "triangular_solve";
  bool left_side = true, lower = false, unit_diagonal = false;
  TransposeA transpose_a = TransposeA::None;
  static constexpr auto attributes() {
    return boost::hana::make_tuple(attribute("left_side", &TriangularSolve::left_side),
                                   attribute("lower", &TriangularSolve::lower),
                                   attribute("unit_diagonal", &TriangularSolve::unit_diagonal),
                                   attribute("transpose_a", &TriangularSolve::transpose_a));
  }

  std::vector<TensorType> infer(const Types& x) const {
    expect_operands(x, 2);
    constraint(x[0].element == x[1].element, "C1", "one element type", [&] { return to_string(x); });
    constraint(!is_bool(x[0].element) && !is_integer(x[0].element), "C2",
               "a float or complex element type", [&] { return to_string(x); });
    const int64_t rank = x[0].rank();
    constraint(rank == x[1].rank() && rank >= 2, "C3", "equal ranks of at least 2", [&] { return to_string(x); });
    for (int64_t d = 0; d + 2 < rank; ++d)
      constraint(x[0].shape[d] == x[1].shape[d], "C4", "the dimensions before are equal",
                 [&] { return to_string(x); });
    const int64_t n = x[0].shape[rank - 1];
    constraint(x[0].shape[rank - 2] == n && x[1].shape[left_side ? rank - 2 : rank - 1] == n, "C5",
               "a is square and fits b", [&] { return to_string(x); });
    return {x[1]};
  }
  std::vector<MapDimension> maps(const Types& x) const {
    std::vector<MapDimension> maps;
    const int64_t rank = x[0].rank(), free = left_side ? rank - 1 : rank - 2;
    for (int64_t d = 0; d + 2 < rank; ++d) maps.push_back({{d, d}, {d}});
    maps.push_back({{-1, free}, {free}});
    return maps;
  }
  std::vector<Entry> entries(const Operands& x) const {
    std::vector<Entry> e = map_entries(maps(types_of(x)));
    e.push_back(operands(any, partial(Monoid::Add)) >> partial(Monoid::Add));  // linear in b
    return e;
  }
  TriangularSolve localise(const Entry&, int64_t, const Types&) const { return *this; }
  double flops(const Types& x) const {
    return static_cast<double>(x[1].elements()) * static_cast<double>(x[0].shape.back());
  }
  static std::vector<Sample<TriangularSolve>> samples() {
    const ElementType f = ElementType::F32;
    return {{{true, true, false, TransposeA::None}, {{{6, 3, 3}, f}, {{6, 3, 4}, f}}},
            {{false, false, true, TransposeA::Transpose}, {{{2, 2}, f}, {{6, 2}, f}}}};
  }
  friend bool operator==(const TriangularSolve&, const TriangularSolve&) = default;
};

}  // namespace partir
