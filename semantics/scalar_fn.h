// Scalar functions: the vocabulary in which comprehensions are written. What one of them computes is
// defined once per scalar domain (interp/domain.h); this header only names them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "semantics/types.h"

namespace partir {

/// A scalar function. Operands of `Bitcast` (the same bits as another type of that width), of `Convert`, of the comparisons and of those between complex
/// numbers and reals (`Real`, `Imag`, `MakeComplex`, `Abs` of a complex number) differ in type from
/// the result.
enum class ScalarFn : uint8_t {
  // unary
  Abs, Acos, Acosh, Asin, Asinh, Atan, Atanh, BesselI1e, Bitcast, Cbrt, Ceil, Convert, Cosh, Cosine,
  CountLeadingZeros, Digamma, Erf, ErfInv, Erfc, Exp, Expm1, Floor, Imag, IsFinite, Lgamma, Log,
  Log1p, Logistic, Negate, Not, Popcnt, Real, RoundAfz, RoundEven, Rsqrt, Sign, Sine, Sinh, Sqrt,
  Tan, Tanh,
  // binary; TotalLe is the order of all floats, -0 before 0 and NaN at the ends
  Add, And, Atan2, MakeComplex, Divide, Max, Min, Multiply, MultiplyHigh, NextAfter, Or, Polygamma, Power,
  Remainder, ShiftLeft, ShiftRightArithmetic, ShiftRightLogical, Subtract, Xor, Zeta, Eq, Ne, Lt,
  Le, Gt, Ge, TotalLe,
  // ternary: reduce_precision(exponent bits, mantissa bits, x), select(pred, on_true, on_false)
  ReducePrecision, Select
};

/// Name and arity of a scalar function.
struct ScalarFnInfo {
  std::string_view name;
  int arity;
};

inline constexpr std::array<ScalarFnInfo, 70> scalar_fns = {{
    {"abs", 1}, {"acos", 1}, {"acosh", 1}, {"asin", 1}, {"asinh", 1}, {"atan", 1}, {"atanh", 1},
    {"bessel_i1e", 1}, {"bitcast", 1}, {"cbrt", 1}, {"ceil", 1}, {"convert", 1}, {"cosh", 1}, {"cosine", 1},
    {"count_leading_zeros", 1}, {"digamma", 1}, {"erf", 1}, {"erf_inv", 1}, {"erfc", 1},
    {"exp", 1}, {"expm1", 1}, {"floor", 1}, {"imag", 1}, {"is_finite", 1}, {"lgamma", 1},
    {"log", 1}, {"log1p", 1}, {"logistic", 1}, {"negate", 1}, {"not", 1}, {"popcnt", 1},
    {"real", 1}, {"round_afz", 1}, {"round_even", 1}, {"rsqrt", 1}, {"sign", 1}, {"sine", 1},
    {"sinh", 1}, {"sqrt", 1}, {"tan", 1}, {"tanh", 1}, {"add", 2}, {"and", 2}, {"atan2", 2},
    {"complex", 2}, {"divide", 2}, {"max", 2}, {"min", 2}, {"multiply", 2}, {"multiply_high", 2}, {"next_after", 2},
    {"or", 2}, {"polygamma", 2}, {"power", 2}, {"remainder", 2}, {"shift_left", 2},
    {"shift_right_arithmetic", 2}, {"shift_right_logical", 2}, {"subtract", 2}, {"xor", 2},
    {"zeta", 2}, {"eq", 2}, {"ne", 2}, {"lt", 2}, {"le", 2}, {"gt", 2}, {"ge", 2},
    {"total_le", 2}, {"reduce_precision", 3}, {"select", 3}}};

constexpr std::string_view name(ScalarFn f) { return scalar_fns[static_cast<size_t>(f)].name; }
constexpr int arity(ScalarFn f) { return scalar_fns[static_cast<size_t>(f)].arity; }
constexpr bool is_comparison(ScalarFn f) { return f >= ScalarFn::Eq && f <= ScalarFn::TotalLe; }

/// The scalar function that `⊕` is.
constexpr ScalarFn scalar_fn(Monoid m) {
  constexpr ScalarFn fns[] = {ScalarFn::Add, ScalarFn::Multiply, ScalarFn::Max,
                              ScalarFn::Min, ScalarFn::And,      ScalarFn::Or};
  return fns[static_cast<size_t>(m)];
}
/// The `⊕` whose scalar function it is, if there is one.
constexpr std::optional<Monoid> monoid_of(ScalarFn f) {
  for (Monoid m : all_monoids)
    if (scalar_fn(m) == f) return m;
  return std::nullopt;
}

}  // namespace partir
