// Scalar functions over rows of elements: dispatch on function and types once per tensor.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "interp/field.h"
#include "interp/kernels_native.h"
#include "interp/tensor.h"

namespace partir {

/// `out[i] = F(args[0][i·steps[0]], ..)` for `i < n`, on elements of the types it was made for.
using RowFn = void (*)(void* out, const void* const* args, const int64_t* steps, int64_t n);

namespace detail {

template <class D, ScalarFn F, class T, bool Definition>
void unary_row(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  T* __restrict o = static_cast<T*>(out);
  const T* x = static_cast<const T*>(args[0]);
  if constexpr (!Definition && eigen_unary<F, T>()) {
    eigen_row<F, T>(o, x, steps[0], n);
  } else {
    int64_t i = 0;
    if (steps[0] == 1)
      for (; i + 16 <= n; i += 16)
        for (int j = 0; j < 16; ++j) o[i + j] = D::template unary<F, T>(x[i + j]);
    for (; i < n; ++i) o[i] = D::template unary<F, T>(x[i * steps[0]]);
  }
}

template <class D, ScalarFn F, class T>
void binary_row_of(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  binary_row<D, F, T>(out, args[0], steps[0], args[1], steps[1], n);
}

template <class D, ScalarFn F, class T>
void compare_row(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  Bool* __restrict o = static_cast<Bool*>(out);
  const T *x = static_cast<const T*>(args[0]), *y = static_cast<const T*>(args[1]);
  for (int64_t i = 0; i < n; ++i)
    o[i] = Bool(D::template compare<F, T>(x[i * steps[0]], y[i * steps[1]]));
}

template <class D, class T>
void is_finite_row(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  Bool* __restrict o = static_cast<Bool*>(out);
  const T* x = static_cast<const T*>(args[0]);
  for (int64_t i = 0; i < n; ++i) o[i] = Bool(D::template is_finite<T>(x[i * steps[0]]));
}

template <class D, class T>
void total_le_row(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  Bool* __restrict o = static_cast<Bool*>(out);
  const T *x = static_cast<const T*>(args[0]), *y = static_cast<const T*>(args[1]);
  for (int64_t i = 0; i < n; ++i)
    o[i] = Bool(D::template total_le<T>(x[i * steps[0]], y[i * steps[1]]));
}

/// The first two arguments are i32.
template <class D, class T>
void reduce_precision_row(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  T* __restrict o = static_cast<T*>(out);
  const auto *e = static_cast<const int32_t*>(args[0]), *m = static_cast<const int32_t*>(args[1]);
  const T* x = static_cast<const T*>(args[2]);
  for (int64_t i = 0; i < n; ++i)
    o[i] = D::template reduce_precision<T>(x[i * steps[2]], e[i * steps[0]], m[i * steps[1]]);
}

/// The complex number of two reals.
template <class R>
void complex_row(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  Complex<R>* __restrict o = static_cast<Complex<R>*>(out);
  const R *x = static_cast<const R*>(args[0]), *y = static_cast<const R*>(args[1]);
  for (int64_t i = 0; i < n; ++i) o[i] = {x[i * steps[0]], y[i * steps[1]]};
}
/// A part or the magnitude of a complex number.
template <class D, ScalarFn F, class R>
void part_row(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  R* __restrict o = static_cast<R*>(out);
  const Complex<R>* x = static_cast<const Complex<R>*>(args[0]);
  for (int64_t i = 0; i < n; ++i) {
    const Complex<R>& z = x[i * steps[0]];
    if constexpr (F == ScalarFn::Real) o[i] = z.re;
    else if constexpr (F == ScalarFn::Imag) o[i] = z.im;
    else o[i] = D::template magnitude<R>(z);
  }
}

template <class D, class To, class From>
void convert_row(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  To* __restrict o = static_cast<To*>(out);
  const From* x = static_cast<const From*>(args[0]);
  for (int64_t i = 0; i < n; ++i) o[i] = D::template convert<To, From>(x[i * steps[0]]);
}

/// In Field all float types are one, and what is between them is the model's.
template <ElementType To, ElementType From>
void convert_field_row(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  auto* o = static_cast<FieldElement*>(out);
  const auto* x = static_cast<const FieldElement*>(args[0]);
  for (int64_t i = 0; i < n; ++i)
    o[i] = Field::convert_float(float_format(From), float_format(To), x[i * steps[0]]);
}
/// Null unless both are float types.
inline RowFn convert_field_row_of(ElementType to, ElementType from) {
  using enum ElementType;
  static constexpr std::array floats = {BF16, F16, F32, F64};
  static constexpr auto table = []<size_t... I>(std::index_sequence<I...>) {
    constexpr size_t n = floats.size();
    return std::array{&convert_field_row<floats[I / n], floats[I % n]>...};
  }(std::make_index_sequence<floats.size() * floats.size()>());
  const auto at = [&](ElementType e) {
    return static_cast<size_t>(std::find(floats.begin(), floats.end(), e) - floats.begin());
  };
  const size_t t = at(to), f = at(from);
  return t < floats.size() && f < floats.size() ? table[t * floats.size() + f] : nullptr;
}

/// Types between which Bitcast is: not those of two widths, where the domain's types have one.
template <class D, class To, class From>
constexpr bool is_bitcast() {
  constexpr bool native = std::is_same_v<D, Native>;
  if constexpr (is_complex_scalar<To> != is_complex_scalar<From>) return false;
  else if constexpr ((native || is_discrete<To>) && (native || is_discrete<From>))
    return scalar_bits<To> == scalar_bits<From>;
  else return true;
}
template <class D, class To, class From>
void bitcast_row(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  To* __restrict o = static_cast<To*>(out);
  const From* x = static_cast<const From*>(args[0]);
  for (int64_t i = 0; i < n; ++i)
    o[i] = D::template of_bits<To>(D::template to_bits<From>(x[i * steps[0]]));
}

template <class T>
void select_row(void* out, const void* const* args, const int64_t* steps, int64_t n) {
  T* __restrict o = static_cast<T*>(out);
  const Bool* c = static_cast<const Bool*>(args[0]);
  const T *x = static_cast<const T*>(args[1]), *y = static_cast<const T*>(args[2]);
  for (int64_t i = 0; i < n; ++i)
    o[i] = c[i * steps[0]].bit ? x[i * steps[1]] : y[i * steps[2]];
}

template <class D, class T, bool Definition>
RowFn same_type_row(ScalarFn fn) {
#define PARTIR_UNARY(F) unary_row<D, F, T, Definition && eigen_unary<F, T>()>
#define PARTIR_BINARY(F) binary_row_of<D, F, T>
#define PARTIR_ROW(F, KIND) \
  case ScalarFn::F:         \
    if constexpr (means_something<ScalarFn::F, T>()) return KIND(ScalarFn::F); \
    else return nullptr;
#define PARTIR_ORDER(F) \
  case ScalarFn::F: return compare_row<D, ScalarFn::F, T>;
  constexpr bool real_float = !is_discrete<T> && !is_complex_scalar<T>;
  switch (fn) {
    PARTIR_ROW(Acos, PARTIR_UNARY) PARTIR_ROW(Acosh, PARTIR_UNARY) PARTIR_ROW(Asin, PARTIR_UNARY)
    PARTIR_ROW(Asinh, PARTIR_UNARY) PARTIR_ROW(Atan, PARTIR_UNARY) PARTIR_ROW(Atanh, PARTIR_UNARY)
    PARTIR_ROW(BesselI1e, PARTIR_UNARY) PARTIR_ROW(Cosh, PARTIR_UNARY)
    PARTIR_ROW(Digamma, PARTIR_UNARY)
    PARTIR_ROW(CountLeadingZeros, PARTIR_UNARY) PARTIR_ROW(Erf, PARTIR_UNARY)
    PARTIR_ROW(ErfInv, PARTIR_UNARY) PARTIR_ROW(Erfc, PARTIR_UNARY) PARTIR_ROW(Lgamma, PARTIR_UNARY)
    PARTIR_ROW(MultiplyHigh, PARTIR_BINARY)
    PARTIR_ROW(Popcnt, PARTIR_UNARY) PARTIR_ROW(Sinh, PARTIR_UNARY) PARTIR_ROW(Tan, PARTIR_UNARY)
    PARTIR_ROW(NextAfter, PARTIR_BINARY) PARTIR_ROW(Polygamma, PARTIR_BINARY)
    PARTIR_ROW(Zeta, PARTIR_BINARY)
    PARTIR_ROW(Cbrt, PARTIR_UNARY) PARTIR_ROW(Ceil, PARTIR_UNARY)
    PARTIR_ROW(Cosine, PARTIR_UNARY) PARTIR_ROW(Exp, PARTIR_UNARY) PARTIR_ROW(Expm1, PARTIR_UNARY)
    PARTIR_ROW(Floor, PARTIR_UNARY) PARTIR_ROW(Log, PARTIR_UNARY) PARTIR_ROW(Log1p, PARTIR_UNARY)
    PARTIR_ROW(Logistic, PARTIR_UNARY) PARTIR_ROW(Negate, PARTIR_UNARY) PARTIR_ROW(Not, PARTIR_UNARY)
    PARTIR_ROW(RoundAfz, PARTIR_UNARY) PARTIR_ROW(RoundEven, PARTIR_UNARY) PARTIR_ROW(Rsqrt, PARTIR_UNARY)
    PARTIR_ROW(Sign, PARTIR_UNARY) PARTIR_ROW(Sine, PARTIR_UNARY) PARTIR_ROW(Sqrt, PARTIR_UNARY)
    PARTIR_ROW(Tanh, PARTIR_UNARY) PARTIR_ROW(Add, PARTIR_BINARY) PARTIR_ROW(And, PARTIR_BINARY)
    PARTIR_ROW(Atan2, PARTIR_BINARY) PARTIR_ROW(Divide, PARTIR_BINARY) PARTIR_ROW(Max, PARTIR_BINARY)
    PARTIR_ROW(Min, PARTIR_BINARY) PARTIR_ROW(Multiply, PARTIR_BINARY) PARTIR_ROW(Or, PARTIR_BINARY)
    PARTIR_ROW(Power, PARTIR_BINARY) PARTIR_ROW(Remainder, PARTIR_BINARY) PARTIR_ROW(ShiftLeft, PARTIR_BINARY)
    PARTIR_ROW(ShiftRightArithmetic, PARTIR_BINARY) PARTIR_ROW(ShiftRightLogical, PARTIR_BINARY)
    PARTIR_ROW(Subtract, PARTIR_BINARY) PARTIR_ROW(Xor, PARTIR_BINARY)
    case ScalarFn::Abs:
      if constexpr (is_complex_scalar<T>) return part_row<D, ScalarFn::Abs, RealOf<T>>;
      else if constexpr (means_something<ScalarFn::Abs, T>()) return PARTIR_UNARY(ScalarFn::Abs);
      else return nullptr;
    case ScalarFn::Real:
      if constexpr (is_complex_scalar<T>) return part_row<D, ScalarFn::Real, RealOf<T>>;
      else return nullptr;
    case ScalarFn::Imag:
      if constexpr (is_complex_scalar<T>) return part_row<D, ScalarFn::Imag, RealOf<T>>;
      else return nullptr;
    case ScalarFn::MakeComplex:
      if constexpr (real_float) return complex_row<T>;
      else return nullptr;
    case ScalarFn::Eq: return compare_row<D, ScalarFn::Eq, T>;
    case ScalarFn::Ne: return compare_row<D, ScalarFn::Ne, T>;
    PARTIR_ORDER(Lt) PARTIR_ORDER(Le) PARTIR_ORDER(Gt) PARTIR_ORDER(Ge)
    case ScalarFn::TotalLe:
      if constexpr (real_float) return total_le_row<D, T>;
      else return nullptr;
    case ScalarFn::IsFinite:
      if constexpr (real_float) return is_finite_row<D, T>;
      else return nullptr;
    case ScalarFn::ReducePrecision:
      if constexpr (real_float) return reduce_precision_row<D, T>;
      else return nullptr;
    case ScalarFn::Select: return select_row<T>;
    case ScalarFn::Bitcast: case ScalarFn::Convert: return nullptr;
  }
#undef PARTIR_ORDER
#undef PARTIR_ROW
#undef PARTIR_UNARY
#undef PARTIR_BINARY
  return nullptr;
}

}  // namespace detail

/// The row function of `fn` in domain D with the given result and (last) operand element type;
/// throws Crash where `fn` means nothing on them (the ops' shape rules exclude it). With `Definition`
/// it is the domain's own scalar function even where a faster one is known.
template <class D, bool Definition = false>
RowFn row_fn(ScalarFn fn, ElementType result, ElementType operand) {
  // in memory integers of fewer than 8 bits are bytes already
  if (fn == ScalarFn::Convert && is_integer(operand) && bit_width(operand) < 8)
    operand = is_signed_int(operand) ? ElementType::I8 : ElementType::UI8;
  if constexpr (std::is_same_v<D, Field>)
    if (fn == ScalarFn::Convert)
      if (const RowFn between_floats = detail::convert_field_row_of(result, operand)) return between_floats;
  RowFn row = with_scalar<D>(operand, [&]<class T>() -> RowFn {
    if (fn == ScalarFn::Bitcast)
      return with_scalar<D>(result, [&]<class To>() -> RowFn {
        if constexpr (detail::is_bitcast<D, To, T>()) return detail::bitcast_row<D, To, T>;
        else return nullptr;
      });
    if (fn != ScalarFn::Convert) return detail::same_type_row<OpsOf<D, T>, T, Definition>(fn);
    return with_scalar<D>(result, [&]<class To>() -> RowFn {
      if constexpr (is_discrete<T>) return detail::convert_row<OpsOf<D, To>, To, T>;
      else return detail::convert_row<D, To, T>;
    });
  });
  if (!row)
    throw Crash(std::string(name(fn)) + " means nothing on " + std::string(name(operand)));
  return row;
}

}  // namespace partir
