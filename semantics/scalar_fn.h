// Scalar functions: the vocabulary in which comprehensions are written. What one of them computes is
// defined once per scalar domain (interp/domain_*.h); this header only names them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace partir {

/// A scalar function. Operands of `Convert` and of the comparisons may differ in type from the result.
enum class ScalarFn : uint8_t {
  // unary
  Abs, Cbrt, Ceil, Convert, Cosine, Exp, Expm1, Floor, IsFinite, Log, Log1p, Logistic, Negate, Not,
  RoundAfz, RoundEven, Rsqrt, Sign, Sine, Sqrt, Tanh,
  // binary
  Add, And, Atan2, Divide, Max, Min, Multiply, Or, Power, Remainder, ShiftLeft,
  ShiftRightArithmetic, ShiftRightLogical, Subtract, Xor, Eq, Ne, Lt, Le, Gt, Ge,
  // ternary: select(pred, on_true, on_false)
  Select
};

/// Name and arity of a scalar function.
struct ScalarFnInfo {
  std::string_view name;
  int arity;
};

inline constexpr std::array<ScalarFnInfo, 43> scalar_fns = {{
    {"abs", 1}, {"cbrt", 1}, {"ceil", 1}, {"convert", 1}, {"cosine", 1}, {"exp", 1}, {"expm1", 1},
    {"floor", 1}, {"is_finite", 1}, {"log", 1}, {"log1p", 1}, {"logistic", 1}, {"negate", 1},
    {"not", 1}, {"round_afz", 1}, {"round_even", 1}, {"rsqrt", 1}, {"sign", 1}, {"sine", 1},
    {"sqrt", 1}, {"tanh", 1},
    {"add", 2}, {"and", 2}, {"atan2", 2}, {"divide", 2}, {"max", 2}, {"min", 2}, {"multiply", 2},
    {"or", 2}, {"power", 2}, {"remainder", 2}, {"shift_left", 2}, {"shift_right_arithmetic", 2},
    {"shift_right_logical", 2}, {"subtract", 2}, {"xor", 2}, {"eq", 2}, {"ne", 2}, {"lt", 2},
    {"le", 2}, {"gt", 2}, {"ge", 2}, {"select", 3}}};

constexpr std::string_view name(ScalarFn f) { return scalar_fns[static_cast<size_t>(f)].name; }
constexpr int arity(ScalarFn f) { return scalar_fns[static_cast<size_t>(f)].arity; }
constexpr bool is_comparison(ScalarFn f) { return f >= ScalarFn::Eq && f <= ScalarFn::Ge; }

}  // namespace partir
